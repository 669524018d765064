//! Coordinates against the labels of the board, and numbers of sites against how many there are.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use crate::ast::{Game, Node};
use crate::board::{Board, Containers, SiteType, Topology, is_coordinate};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::Findings;

/// Warns about coordinates that no site has of the type that is asked for.
pub(super) fn check(
    game: &Game,
    equipment: &Equipment,
    containers: &Containers,
    findings: &mut Findings,
) {
    let board = containers.board();
    let mut labels: [Option<FxHashSet<&str>>; 3] = Default::default();
    for call in game.nodes().filter(|node| !node.is_list()) {
        let given = call.children().flat_map(Node::elements);
        for node in given.filter(|node| is_given(*node, equipment)) {
            let kind = site_type(call).unwrap_or(board.default);
            let labels = labels[kind as usize].get_or_insert_with(|| labels_of(containers, kind));
            if !labels.contains(node.text()) {
                let diagnostic = unknown(node, kind, labels, board);
                findings.add(diagnostic, node.origin(), &game.expanded.origins);
            }
        }
    }
}

/// Warns about start rules that place something on a site which no container has.
pub(super) fn check_sites(game: &Game, containers: &Containers, findings: &mut Findings) {
    let topology = &containers.board().topology;
    let kinds = [SiteType::Cell, SiteType::Edge, SiteType::Vertex];
    let most =
        kinds.map(|kind| topology.count(kind)).into_iter().fold(containers.sites(), usize::max);
    let start = game.rules().and_then(|rules| rules.arg("start"));
    let placed =
        start.into_iter().flat_map(Node::descendants).filter(|node| node.head() == "place");
    for place in placed {
        let sites = [place.get("site"), place.get("sites")].into_iter().flatten();
        let outside = |site: &Node<'_>| {
            site.as_int()
                .is_some_and(|site| usize::try_from(site).map_or(true, |site| site >= most))
        };
        let Some(site) = sites.flat_map(Node::elements).find(outside) else { continue };
        let kind = site_type(place).unwrap_or(containers.board().default);
        let message = format!("there is no site {}", site.as_int().unwrap_or_default());
        let last = topology.count(kind).saturating_sub(1);
        let diagnostic = Diagnostic::new(Code::NoSuchSite, message)
            .at(site.place(), "nothing can be placed here")
            .help(format!("the {} of the board are numbered from 0 to {last}", kind.plural()));
        findings.add(diagnostic, site.origin(), &game.expanded.origins);
    }
}

fn unknown(node: Node<'_>, kind: SiteType, labels: &FxHashSet<&str>, board: &Board) -> Diagnostic {
    let capitals = node.text().to_ascii_uppercase();
    let help = if labels.contains(&*capitals) {
        Some(format!("did you mean \"{capitals}\"?"))
    } else if kind == SiteType::Edge {
        None
    } else {
        let (column, row) = board.topology.last_lines(kind);
        let kinds = kind.plural();
        Some(format!("the columns of {kinds} are A to {column}, the rows 1 to {row}"))
    };
    let message = format!("the board has no {} \"{}\"", kind.singular(), node.text());
    Diagnostic::new(Code::NoSuchCoordinate, message)
        .at(node.place(), "no such coordinate")
        .maybe_help(help)
}

/// The type of site that a call names.
fn site_type(call: Node<'_>) -> Option<SiteType> {
    SiteType::named(call.get("type")?.constant()?)
}

/// Whether a node is a coordinate, and not the name of a piece or region that looks like one.
fn is_given(node: Node<'_>, equipment: &Equipment) -> bool {
    let name = node.text();
    let other = match node.names() {
        Some("Coordinate") => false,
        Some("PlaceName") => equipment.components.iter().any(|piece| piece.name == name),
        Some("RegionName") => equipment.regions.iter().any(|region| region == name),
        _ => return false,
    };
    is_coordinate(name) && !other
}

fn labels_of<'c>(containers: &'c Containers, kind: SiteType) -> FxHashSet<&'c str> {
    let topologies = containers.boards().iter().map(|board| &board.topology);
    let of =
        |topology: &'c Topology| topology.sites(kind).map(move |site| topology.label(kind, site));
    topologies.flat_map(of).collect()
}
