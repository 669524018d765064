//! Checks coordinates, site numbers and directions against the board.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use crate::ast::{Game, Node};
use crate::board::{Board, Containers, Direction, Directions, SiteType, Topology, is_coordinate};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::Findings;

/// Warns about coordinates that no site of the expected type has.
pub(super) fn check(
    game: &Game,
    equipment: &Equipment,
    containers: &Containers,
    findings: &mut Findings,
) {
    let board = containers.board();
    let mut labels: [Option<FxHashSet<&str>>; 3] = Default::default();
    let names = Names {
        pieces: equipment.components.iter().map(|piece| &*piece.name).collect(),
        regions: equipment.regions.iter().map(String::as_str).collect(),
    };
    for call in game.nodes().filter(|node| !node.is_list()) {
        let given = call.children().flat_map(Node::elements);
        for node in given.filter(|node| names.is_coordinate(*node)) {
            let kind = site_type(call).unwrap_or(board.default);
            let labels = labels[kind as usize].get_or_insert_with(|| labels_of(containers, kind));
            if !labels.contains(node.text()) {
                let diagnostic = unknown(node, kind, labels, board);
                findings.add(diagnostic, node.origin(), &game.expanded.origins);
            }
        }
    }
}

/// Reports site numbers that are out of range: warnings in start rules and regions, where they are ignored, and
/// errors in hints.
pub(super) fn check_sites(game: &Game, containers: &Containers, findings: &mut Findings) {
    let board = containers.board();
    let topology = &board.topology;
    let most = SiteType::ALL.map(|kind| topology.count(kind));
    let most = most.into_iter().fold(containers.sites(), usize::max);
    let start = game.rules().and_then(|rules| rules.arg("start"));
    let placed =
        start.into_iter().flat_map(Node::descendants).filter(|node| node.head() == "place");
    for place in placed {
        let kind = site_type(place).unwrap_or(board.default);
        let sites = [place.get("site"), place.get("sites")].into_iter().flatten();
        // Numbers of another type than the default may also refer to sites beside the board.
        let others = if kind == board.default { 0 } else { topology.count(kind) };
        let most = containers.sites().max(others);
        let outside = sites.flat_map(Node::elements).find(|site| is_outside(*site, most));
        let label = "nothing can be placed here";
        no_such_site(game, Code::NoSuchSite, outside, label, (topology, kind), findings);
    }
    for item in game.equipment() {
        let (code, label, lists, kind, most) = match item.head() {
            "regions" => {
                let label = "not part of the region";
                let sites: Vec<Node<'_>> = item.arg("sites").into_iter().collect();
                (Code::NoSuchSite, label, sites, board.default, most)
            }
            "hints" => {
                let kind = site_type(item).unwrap_or_default();
                let hints = item.get("hints").into_iter().flat_map(Node::elements);
                let sites = hints.filter_map(|hint| hint.get("sites").or_else(|| hint.get("site")));
                let (label, sites) = ("a hint cannot refer to this", sites.collect());
                (Code::HintOffBoard, label, sites, kind, topology.count(kind))
            }
            _ => continue,
        };
        for list in lists {
            let outside = list.elements().find(|site| is_outside(*site, most));
            no_such_site(game, code, outside, label, (topology, kind), findings);
        }
    }
}

/// Warns about absolute directions in which no site has a neighbour.
pub(super) fn check_directions(game: &Game, containers: &Containers, findings: &mut Findings) {
    let topology = &containers.board().topology;
    let kinds = SiteType::ALL.iter();
    let supported = kinds.flat_map(|&kind| topology.steps(kind).supported(Direction::All));
    let supported = Directions::of(&supported.copied().collect::<Vec<_>>());
    let Some(rules) = game.rules() else { return };
    let moving = game.equipment().filter(|item| item.head() == "piece");
    let moving = moving.filter_map(|item| item.get("moves"));
    for node in std::iter::once(rules).chain(moving).flat_map(Node::descendants) {
        let word = node.constant().filter(|_| node.enumeration() == Some("AbsoluteDirection"));
        let Some(word) = word.filter(|_| !node.is_default()) else { continue };
        // Other words are sets of directions, or never have steps.
        let direction = Direction::named(word).filter(|direction| direction.is_specific());
        if direction.is_none_or(|direction| supported.contains(direction)) {
            continue;
        }
        let names: Vec<&str> = supported.iter().map(Direction::name).collect();
        let diagnostic = Diagnostic::new(
            Code::NoSuchDirection,
            format!("no site of this board has a neighbour in direction `{word}`"),
        )
        .at(node.place(), "never matches")
        .help(format!("the directions of this board are {}", names.join(", ")));
        findings.add(diagnostic, node.origin(), &game.expanded.origins);
    }
}

/// Whether a literal site number is out of range.
fn is_outside(site: Node<'_>, sites: usize) -> bool {
    site.as_int().is_some_and(|site| usize::try_from(site).map_or(true, |site| site >= sites))
}

/// Reports a site that is out of range, if any.
fn no_such_site(
    game: &Game,
    code: Code,
    site: Option<Node<'_>>,
    label: &str,
    (topology, kind): (&Topology, SiteType),
    findings: &mut Findings,
) {
    let Some(site) = site else { return };
    let message = format!("there is no site {}", site.as_int().unwrap_or_default());
    let last = topology.count(kind).saturating_sub(1);
    let diagnostic = Diagnostic::new(code, message)
        .at(site.place(), label)
        .help(format!("the {} of the board are numbered from 0 to {last}", kind.plural()));
    findings.add(diagnostic, site.origin(), &game.expanded.origins);
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
        Some(format!("the columns of the {kinds} are A to {column}, the rows 1 to {row}"))
    };
    let message = format!("the board has no {} \"{}\"", kind.singular(), node.text());
    Diagnostic::new(Code::NoSuchCoordinate, message)
        .at(node.place(), "no such coordinate")
        .maybe_help(help)
}

/// The site type given in a call.
fn site_type(call: Node<'_>) -> Option<SiteType> {
    SiteType::named(call.get("type")?.constant()?)
}

/// Names that may look like coordinates.
struct Names<'n> {
    pieces: FxHashSet<&'n str>,
    regions: FxHashSet<&'n str>,
}

impl Names<'_> {
    /// Whether a node is a coordinate, and not the name of a piece or region that looks like one.
    fn is_coordinate(&self, node: Node<'_>) -> bool {
        let name = node.text();
        let other = match node.names() {
            Some("Coordinate") => false,
            Some("PlaceName") => self.pieces.contains(name),
            Some("RegionName") => self.regions.contains(name),
            _ => return false,
        };
        is_coordinate(name) && !other
    }
}

fn labels_of<'c>(containers: &'c Containers, kind: SiteType) -> FxHashSet<&'c str> {
    let topologies = containers.boards().iter().map(|board| &board.topology);
    let of =
        |topology: &'c Topology| topology.sites(kind).map(move |site| topology.label(kind, site));
    topologies.flat_map(of).collect()
}
