//! Checks coordinates, site numbers and directions against the board.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use crate::ast::typed::{FamiliesOrFamilyOrRegionOrRegionsOrSites, Hint, Item, Rules};
use crate::ast::{Game, Ludeme, Node, ParameterName, ValueType, View, words};
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
    let start = game.rules().and_then(|rules| Rules::from(rules).start());
    let placed = start.into_iter().flat_map(|start| start.node().descendants());
    for place in placed.filter(|node| node.ludeme() == Some(Ludeme::Place)) {
        let kind = site_type(place).unwrap_or(board.default);
        let sites = [ParameterName::Site, ParameterName::Sites];
        let sites = sites.into_iter().filter_map(|name| place.argument(name));
        // Numbers of another type than the default may also refer to sites beside the board.
        let others = if kind == board.default { 0 } else { topology.count(kind) };
        let most = containers.sites().max(others);
        let outside = sites.flat_map(Node::elements).find(|site| is_outside(*site, most));
        let label = "nothing can be placed here";
        no_such_site(game, Code::NoSuchSite, outside, label, (topology, kind), findings);
    }
    for item in game.items() {
        let (code, label, lists, kind, most) = match item {
            Item::Regions(regions) => {
                let label = "not part of the region";
                let sites = match regions.families_or_family_or_region_or_regions_or_sites() {
                    FamiliesOrFamilyOrRegionOrRegionsOrSites::Sites(sites) => vec![sites.node()],
                    _ => Vec::new(),
                };
                (Code::NoSuchSite, label, sites, board.default, most)
            }
            Item::Hints(hints) => {
                let kind = hints.type_().known().map_or_else(SiteType::default, SiteType::from);
                let sites = hints.hints().iter().filter_map(|hint| match hint {
                    Hint::HintSite(hint) => Some(hint.site().node()),
                    Hint::HintSites(hint) => Some(hint.sites().node()),
                    Hint::Gap(_) => None,
                });
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
    let moving = game.items().filter_map(|item| match item {
        Item::Piece(piece) => Some(piece.moves()?.node()),
        _ => None,
    });
    for node in std::iter::once(rules).chain(moving).flat_map(Node::descendants) {
        // Other words are sets of directions, or never have steps.
        let direction = node.word::<Direction>().filter(|direction| direction.is_specific());
        let Some(direction) = direction.filter(|_| !node.is_default()) else { continue };
        if supported.contains(direction) {
            continue;
        }
        let word = direction.name();
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
    call.argument(ParameterName::Type)?.word().map(|kind: words::SiteType| kind.into())
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
        let other = match node.value_type() {
            Some(ValueType::Coordinate) => false,
            Some(ValueType::PlaceName) => self.pieces.contains(name),
            Some(ValueType::RegionName) => self.regions.contains(name),
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
