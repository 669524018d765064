//! Names bound to what they name, and roles to players.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use super::spelling::Known;
use crate::ast::{Game, MAX_PLAYERS, Node, NodeId};
use crate::board::role::number_in;
use crate::board::{Containers, is_coordinate};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expand::Findings;
use crate::source::Span;

/// Reports names and roles that stand for nothing. Without containers, because the board could not be
/// built, nothing is said about names of containers and tracks.
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
        // When no more is kept, nothing that is near is looked for, which takes time.
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

/// The names that things of a game are called by, of each kind of thing.
struct Names<'n> {
    pieces: Known<'n>,
    regions: Known<'n>,
    phases: Known<'n>,
    maps: Known<'n>,
    /// Of containers, of pieces and containers, and of tracks: none if the board could not be built.
    containers: Option<Known<'n>>,
    items: Option<Known<'n>>,
    tracks: Option<Known<'n>>,
}

impl<'n> Names<'n> {
    fn of(game: &'n Game, equipment: &'n Equipment, containers: Option<&'n Containers>) -> Self {
        // A rule may call a component by its name as declared, and with its owner.
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

/// What is not known because of mistakes that have been reported.
struct Gaps {
    players: bool,
    /// What the game is played with, and how it is called.
    equipment: bool,
    phases: bool,
}

impl Gaps {
    fn of(game: &Game) -> Self {
        // What stands directly in an item may have been meant to be its name.
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

    /// Whether it is not known what can be called by a name of this kind.
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
    /// The roles that say to whom something belongs.
    owners: FxHashSet<NodeId>,
    /// What the start rules consist of.
    placed: FxHashSet<NodeId>,
}

impl Checker<'_> {
    fn players(&self) -> Option<Diagnostic> {
        let players = self.equipment.players;
        let root = self.game.root();
        let place = root.get("players").map_or(root.place(), Node::place);
        let message = format!("{players} players are too many");
        let found = Diagnostic::new(Code::TooManyPlayers, message)
            .at(place, format!("at most {MAX_PLAYERS}"));
        (players > MAX_PLAYERS).then_some(found)
    }

    /// What is wrong with a name; briefly, without what could be meant.
    fn name(&self, node: Node<'_>, briefly: bool) -> Option<Diagnostic> {
        let name = node.text();
        let names = &self.names;
        let kind = node.names().filter(|kind| !self.gaps.cover(kind))?;
        let (code, what, known) = match kind {
            // A start rule cannot be carried out without its piece, other rules find none.
            "PieceName" if self.placed.contains(&node.id()) => {
                (Code::UnknownPiece, "piece", &names.pieces)
            }
            // The language knows a bag of dominoes wherever pieces are named.
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
        // Start rules, phases and maps want the whole name, most rules are content with a part.
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
            let (start, help) = (node.span().start, "coordinates have a label here: `coord:`");
            let fix = ("call it `coord:`", Span::new(start, start), "coord:");
            return Some(diagnostic.help(help).fix(fix.0, fix.1, fix.2));
        }
        let (help, near) = meant(name, what, &known.names);
        let replaced = near.filter(|_| node.is_written()).map(|near| format!("\"{near}\""));
        Some(diagnostic.help(help).maybe_replaced(replaced))
    }

    /// What is wrong with a role, wherever it stands but as the owner of something.
    fn role(&self, node: Node<'_>) -> Option<Diagnostic> {
        let is_owner = self.owners.contains(&node.id());
        self.absent(node).filter(|_| !is_owner).map(|message| {
            Diagnostic::new(Code::NoSuchPlayer, message).at(node.place(), "there is no such player")
        })
    }

    /// What is wrong with the owner of something that a game is played with: what belongs to somebody
    /// needs somebody.
    fn owner(&self, item: Node<'_>) -> Option<Diagnostic> {
        let role = owner(item)?;
        let message = self.absent(role)?;
        let diagnostic = Diagnostic::new(Code::AbsentOwner, message);
        Some(diagnostic.at(role.place(), "there is no such player to own it"))
    }

    /// What a role is where no player has it.
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

/// The role of the owner of an item, except of a region: that may be nobody's.
fn owner(item: Node<'_>) -> Option<Node<'_>> {
    item.get("role").filter(|_| item.head() != "regions")
}

/// Which of the known names could be meant by one that is not known, and the one that is near to it.
fn meant<'n>(name: &str, what: &str, known: &[&'n str]) -> (String, Option<&'n str>) {
    // "Pawn3" where there are "Pawn1" and "Pawn2" is the piece of a player who is not there.
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
