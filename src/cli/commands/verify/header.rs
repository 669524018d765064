//! Compares the equipment of a game with the header of a trace.

use std::fmt::{Debug, Display};

use ludc::Description;
use ludc::board::{Board, Direction, SiteType};

use super::trace::{Counts, Header};

/// Tolerance of site coordinates, which traces round to three decimals from single precision.
const NEAR: f64 = 0.002;

/// The first difference of each field; empty if the game matches.
pub(super) fn differences(game: &Description, header: &Header) -> Vec<String> {
    let mut found = Found::default();
    found.field("players", header.players.as_ref(), &game.players());
    // The first component means "none".
    let recorded = header.pieces.as_ref().map(|pieces| pieces.get(1..).unwrap_or_default());
    found.list("pieces", recorded, &pieces(game));
    let Some(containers) = game.containers() else {
        found.0.push("the game has no board".to_owned());
        return found.0;
    };
    let recorded = header.containers.as_ref().map(|list| {
        let show = |c: &super::trace::Container| container(&c.name, c.from, c.sites, c.owner);
        list.iter().map(show).collect::<Vec<_>>()
    });
    let ours: Vec<String> = containers
        .list()
        .iter()
        .map(|c| container(&c.name, c.from.index(), c.sites.into(), c.owner.into()))
        .collect();
    found.list("containers", recorded.as_deref(), &ours);
    board(containers.board(), header, &mut found);
    found.0
}

/// The components in the notation of traces.
fn pieces(game: &Description) -> Vec<String> {
    let components = game.equipment().components.iter();
    components.map(|component| format!("{}/{}", component.name, component.owner)).collect()
}

fn container(name: &str, from: usize, sites: usize, owner: usize) -> String {
    format!("{name} of {owner}, {sites} sites from {from}")
}

fn board(board: &Board, header: &Header, found: &mut Found) {
    let (topology, kind) = (&board.topology, board.default);
    found.field("default", header.default.as_ref(), &format!("{kind:?}"));
    if let Some(Counts { cells, vertices, edges }) = header.board {
        found.field("cells", Some(&cells), &topology.count(SiteType::Cell));
        found.field("vertices", Some(&vertices), &topology.count(SiteType::Vertex));
        found.field("edges", Some(&edges), &topology.count(SiteType::Edge));
    }
    let labels: Vec<&str> = topology.sites(kind).map(|site| topology.label(kind, site)).collect();
    let recorded: Option<Vec<&str>> =
        header.labels.as_ref().map(|labels| labels.iter().map(|label| &**label).collect());
    found.list("labels", recorded.as_deref(), &labels);
    for (name, recorded, relation) in [
        ("orthogonal", &header.orthogonal, Direction::Orthogonal),
        ("adjacent", &header.adjacent, Direction::Adjacent),
    ] {
        let related = |site| {
            let mut sites: Vec<u32> =
                topology.related(kind, site, relation).map(|site| site.0.into()).collect();
            sites.sort_unstable();
            sites
        };
        let ours: Vec<Vec<u32>> = topology.sites(kind).map(related).collect();
        found.list(name, recorded.as_deref(), &ours);
    }
    if let Some(places) = &header.xy {
        found.field("xy", Some(&places.len()), &(2 * topology.count(kind)));
        let far = |(site, recorded): &(_, &[f64])| {
            let at = topology.position(kind, *site);
            !((at.x - recorded[0]).abs() < NEAR && (at.y - recorded[1]).abs() < NEAR)
        };
        if let Some((site, recorded)) =
            topology.sites(kind).zip(places.chunks_exact(2)).find(|pair| far(pair))
        {
            let at = topology.position(kind, site);
            let (x, y) = (at.x, at.y);
            found.0.push(format!("xy of site {site}: expected {recorded:?}, found [{x}, {y}]"));
        }
    }
}

/// The differences found so far.
#[derive(Default)]
struct Found(Vec<String>);

impl Found {
    /// Compares an optional field.
    fn field<T: PartialEq + Display>(&mut self, name: &str, recorded: Option<&T>, ours: &T) {
        if let Some(recorded) = recorded
            && recorded != ours
        {
            self.0.push(format!("{name}: expected {recorded}, found {ours}"));
        }
    }

    /// Compares an optional list with one entry per site or component.
    fn list<T: PartialEq + Debug>(&mut self, name: &str, recorded: Option<&[T]>, ours: &[T]) {
        let Some(recorded) = recorded else { return };
        if let Some(index) = recorded.iter().zip(ours).position(|(theirs, ours)| theirs != ours) {
            let (theirs, ours) = (&recorded[index], &ours[index]);
            self.0.push(format!("{name}, number {index}: expected {theirs:?}, found {ours:?}"));
        } else if recorded.len() != ours.len() {
            let (theirs, ours) = (recorded.len(), ours.len());
            self.0.push(format!("{name}: expected {theirs} entries, found {ours}"));
        }
    }
}
