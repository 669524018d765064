//! Resolves names and roles.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use super::spelling::Known;
use crate::ast::{Game, MAX_PLAYERS, Node, NodeId};
use crate::board::role::number_in;
use crate::board::{Containers, is_coordinate};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expand::Findings;
use crate::source::Span;

/// Reports unresolved names and roles. Without containers, because the board could not be built, the names of
/// containers and tracks are not checked.
pub(super) fn check(
    game: &Game,
    equipment: &Equipment,
    containers: Option<&Containers>,
    findings: &mut Findings,
) {
    let owners = game.equipment().filter_map(owner).map(Node::id).collect();
    let start = game.rules().and_then(|rules| rules.arg("start"));
    let placed = start.into_iter().flat_map(Node::descendants).map(Node::id).collect();
    let names = Names::of(game, equipment, containers);
    let checker = Checker { game, equipment, names, gaps: Gaps::of(game), owners, placed };
    let origins = &game.expanded.origins;
    for node in game.nodes() {
        // Once no more findings are kept, skip the costly search for suggestions.
        let is_full = findings.is_full();
        let diagnostic = checker.name(node, is_full).or_else(|| checker.role(node));
        if let Some(diagnostic) = diagnostic {
            findings.add(diagnostic, node.origin(), origins);
        }
    }
    for item in game.equipment() {
        if let Some(diagnostic) = checker.owner(item) {
            findings.add(diagnostic, item.origin(), origins);
        }
    }
    if let Some(diagnostic) = checker.players() {
        findings.add(diagnostic, game.root().origin(), origins);
    }
}

/// The names of a game, by kind.
struct Names<'n> {
    pieces: Known<'n>,
    regions: Known<'n>,
    phases: Known<'n>,
    maps: Known<'n>,
    /// Of containers, of pieces and containers, and of tracks: `None` if the board could not be built.
    containers: Option<Known<'n>>,
    items: Option<Known<'n>>,
    tracks: Option<Known<'n>>,
}

impl<'n> Names<'n> {
    fn of(game: &'n Game, equipment: &'n Equipment, containers: Option<&'n Containers>) -> Self {
        // A rule may refer to a component by its declared name, with or without the owner.
        let declared = game.equipment().filter_map(|item| {
            let is_piece = equipment.made_by(item).next().is_some();
            is_piece.then(|| item.get("name").map(Node::text))?
        });
        let full = equipment.components.iter().map(|component| &*component.name);
        let pieces: Vec<&str> = declared.chain(full).collect();
        let phases = game.nodes().filter(|node| node.is("phase", "Phase"));
        let phases = phases.filter_map(|phase| phase.arg("name").map(Node::text));
        let strs = |names: &'n [String]| Known::new(names.iter().map(String::as_str).collect());
        let held = containers.map(|containers| {
            let list = containers.list().iter();
            list.map(|container| &*container.name).collect::<Vec<_>>()
        });
        let tracks = containers.map(|containers| {
            let tracks = containers.boards().iter().flat_map(|board| &board.tracks);
            Known::new(tracks.map(|track| &*track.name).collect())
        });
        Self {
            regions: strs(&equipment.regions),
            phases: Known::new(phases.collect()),
            maps: strs(&equipment.maps),
            items: held.as_ref().map(|held| Known::new([&pieces[..], held].concat())),
            pieces: Known::new(pieces),
            containers: held.map(Known::new),
            tracks,
        }
    }
}

/// What is unknown because of errors that have been reported.
struct Gaps {
    players: bool,
    /// The equipment and its names.
    equipment: bool,
    phases: bool,
}

impl Gaps {
    fn of(game: &Game) -> Self {
        // An erroneous argument of an item may have been its name.
        let lacks = |node: Node<'_>| node.is_gap() || node.children().any(Node::is_gap);
        let root = game.root();
        let holds = |part: &str| root.get(part).is_some_and(Node::has_gaps);
        let players = lacks(root) || holds("players");
        let equipment = root.get("equipment").is_some_and(lacks) || game.equipment().any(lacks);
        let phases = game.rules().and_then(|rules| rules.get("phases"));
        let phases = phases.is_some_and(|phases| lacks(phases) || phases.elements().any(lacks));
        let rules = game.rules().is_none_or(lacks);
        let equipment = lacks(root) || equipment;
        Self { players, equipment, phases: phases || rules }
    }

    /// Whether the names of this kind are not fully known.
    fn cover(&self, names: &str) -> bool {
        match names {
            "PhaseName" => self.phases,
            "Coordinate" => false,
            _ => self.equipment,
        }
    }
}

struct Checker<'c> {
    game: &'c Game,
    equipment: &'c Equipment,
    names: Names<'c>,
    gaps: Gaps,
    /// The roles of owners.
    owners: FxHashSet<NodeId>,
    /// The nodes of the start rules.
    placed: FxHashSet<NodeId>,
}

impl Checker<'_> {
    fn players(&self) -> Option<Diagnostic> {
        let players = self.equipment.players;
        let root = self.game.root();
        let place = root.get("players").map_or(root.place(), Node::place);
        let message = format!("too many players: {players}");
        let found = Diagnostic::new(Code::TooManyPlayers, message)
            .at(place, format!("at most {MAX_PLAYERS}"));
        (players > MAX_PLAYERS).then_some(found)
    }

    /// The diagnostic for a name; in brief mode, without suggestions.
    fn name(&self, node: Node<'_>, briefly: bool) -> Option<Diagnostic> {
        let name = node.text();
        let names = &self.names;
        let kind = node.names().filter(|kind| !self.gaps.cover(kind))?;
        let (code, what, known) = match kind {
            // An error in a start rule, which needs its piece; a warning in other rules, which match none.
            "PieceName" if self.placed.contains(&node.id()) => {
                (Code::UnknownPiece, "piece", &names.pieces)
            }
            // "Bag" means the bag of dominoes wherever a piece can be named.
            "PieceName" | "ItemName" if name == "Bag" => return None,
            "PieceName" => (Code::NoSuchPiece, "piece", &names.pieces),
            "ItemName" => (Code::NoSuchPiece, "piece", names.items.as_ref()?),
            "PlaceName" if !is_coordinate(name) => (Code::NoSuchPiece, "piece", &names.pieces),
            "ContainerName" => (Code::UnknownContainer, "container", names.containers.as_ref()?),
            "RegionName" if !is_coordinate(name) && name != "Board" => {
                (Code::UnknownRegion, "region", &names.regions)
            }
            "TrackName" if name != "AllTracks" => {
                (Code::UnknownTrack, "track", names.tracks.as_ref()?)
            }
            "PhaseName" => (Code::UnknownPhase, "phase", &names.phases),
            "MapName" => (Code::UnknownMap, "map", &names.maps),
            "Coordinate" if !is_coordinate(name) => {
                let message = format!("\"{name}\" is not a coordinate");
                return Some(
                    Diagnostic::new(Code::BadCoordinate, message)
                        .at(node.place(), "expected letters and a number, such as \"A1\""),
                );
            }
            _ => return None,
        };
        // Start rules, phases and maps need the full name; most other rules accept a part of it.
        let whole = matches!(code, Code::UnknownPiece | Code::UnknownPhase | Code::UnknownMap);
        if if whole { known.has(name) } else { known.has_part(name) } {
            return None;
        }
        let message = format!("there is no {what} \"{name}\"");
        let diagnostic = Diagnostic::new(code, message).at(node.place(), format!("unknown {what}"));
        if briefly {
            return Some(diagnostic);
        }
        if code == Code::UnknownContainer && is_coordinate(name) && node.is_written() {
            let (start, help) = (node.span().start, "a coordinate needs the label `coord:` here");
            let fix = ("add `coord:`", Span::new(start, start), "coord:");
            return Some(diagnostic.help(help).fix(fix.0, fix.1, fix.2));
        }
        let (help, near) = meant(name, what, &known.names);
        let replaced = near.filter(|_| node.is_written()).map(|near| format!("\"{near}\""));
        Some(diagnostic.help(help).maybe_replaced(replaced))
    }

    /// The diagnostic for a role that is not an owner.
    fn role(&self, node: Node<'_>) -> Option<Diagnostic> {
        let is_owner = self.owners.contains(&node.id());
        self.absent(node).filter(|_| !is_owner).map(|message| {
            Diagnostic::new(Code::NoSuchPlayer, message).at(node.place(), "there is no such player")
        })
    }

    /// The diagnostic for the owner of an item, who must exist.
    fn owner(&self, item: Node<'_>) -> Option<Diagnostic> {
        let role = owner(item)?;
        let message = self.absent(role)?;
        let diagnostic = Diagnostic::new(Code::AbsentOwner, message);
        Some(diagnostic.at(role.place(), "this owner does not exist"))
    }

    /// The text for a role without a player.
    fn absent(&self, node: Node<'_>) -> Option<String> {
        let role = node.constant().filter(|_| node.enumeration() == Some("Role"))?;
        let number = number_in(role).filter(|_| !self.gaps.players)?;
        let players = self.equipment.players;
        if number <= players || self.game.root().head() == "match" || node.is_default() {
            return None;
        }
        let players = match players {
            1 => "one player".to_owned(),
            players => format!("{players} players"),
        };
        Some(format!("`{role}` in a game for {players}"))
    }
}

/// The owner of an item, except of a region, which may have an owner that does not exist.
fn owner(item: Node<'_>) -> Option<Node<'_>> {
    item.get("role").filter(|_| item.head() != "regions")
}

/// The help text with the known names for an unknown one, and the closest of them.
fn meant<'n>(name: &str, what: &str, known: &[&'n str]) -> (String, Option<&'n str>) {
    // "Pawn3", where there are "Pawn1" and "Pawn2", is a piece of a player who does not exist.
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_owned = |known: &&str| known.len() > stem.len() && known.starts_with(stem);
    let owned: Vec<&str> = known.iter().copied().filter(is_owned).collect();
    match nearest(name, known.iter().copied()) {
        Some(near)
            if what == "piece" && stem != name && (near == stem || owned.contains(&near)) =>
        {
            let owned = if owned.is_empty() { vec![near] } else { owned };
            (format!("there are {}", listed(&owned)), None)
        }
        Some(near) => (format!("did you mean \"{near}\"?"), Some(near)),
        None if known.is_empty() => (format!("the game has no {what}s with a name"), None),
        None => (format!("there are {}", listed(known)), None),
    }
}

fn listed(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    let shown: Vec<String> = names.iter().take(12).map(|name| format!("\"{name}\"")).collect();
    let more = if names.len() > 12 { " and others" } else { "" };
    format!("{}{more}", shown.join(", "))
}
