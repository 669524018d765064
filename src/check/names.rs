//! Names bound to what they name, and roles to players.

use super::equipment::Equipment;
use crate::ast::{Game, MAX_PLAYERS, Node};
use crate::board::{Containers, is_coordinate};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expand::Findings;

/// Reports names and roles that stand for nothing. Without containers, because the board could not be
/// built, nothing is said about names of containers and tracks.
pub(super) fn check(
    game: &Game,
    equipment: &Equipment,
    containers: Option<&Containers>,
    findings: &mut Findings,
) {
    let phases: Vec<&str> = game
        .nodes()
        .filter(|node| node.is("phase", "Phase"))
        .filter_map(|phase| phase.arg("name").map(Node::text))
        .collect();
    let checker = Checker { game, equipment, containers, phases };
    let origins = &game.expanded.origins;
    let start = game.rules().and_then(|rules| rules.arg("start"));
    let placed: Vec<Node<'_>> = start.into_iter().flat_map(Node::descendants).collect();
    for node in game.nodes() {
        let diagnostic = checker.name(node, &placed).or_else(|| checker.role(node));
        if let Some(diagnostic) = diagnostic {
            findings.add(diagnostic, node.origin(), origins);
        }
    }
    if let Some(diagnostic) = checker.players() {
        findings.add(diagnostic, game.root().origin(), origins);
    }
}

struct Checker<'c, 'g> {
    game: &'g Game,
    equipment: &'c Equipment,
    containers: Option<&'c Containers>,
    phases: Vec<&'g str>,
}

impl Checker<'_, '_> {
    fn players(&self) -> Option<Diagnostic> {
        let players = self.equipment.players;
        let root = self.game.root();
        let place = root.get("players").map_or(root.place(), Node::place);
        let message = format!("{players} players are too many");
        let found = Diagnostic::new(Code::TooManyPlayers, message)
            .at(place, format!("at most {MAX_PLAYERS}"));
        (players > MAX_PLAYERS).then_some(found)
    }

    /// What is wrong with a name; `placed` is what the start rules consist of.
    fn name(&self, node: Node<'_>, placed: &[Node<'_>]) -> Option<Diagnostic> {
        let name = node.text();
        let (code, what, known): (_, _, Vec<&str>) = match node.names()? {
            // A start rule cannot be carried out without its piece, other rules find none.
            "PieceName" if placed.contains(&node) => {
                (Code::UnknownPiece, "piece", self.components())
            }
            // The language knows a bag of dominoes wherever pieces are named.
            "PieceName" | "ItemName" if name == "Bag" => return None,
            "PieceName" => (Code::NoSuchPiece, "piece", self.components()),
            "ItemName" => {
                (Code::NoSuchPiece, "piece", [self.components(), self.containers()?].concat())
            }
            "PlaceName" if !is_coordinate(name) => (Code::NoSuchPiece, "piece", self.components()),
            "ContainerName" => (Code::UnknownContainer, "container", self.containers()?),
            "RegionName" if !is_coordinate(name) && name != "Board" => {
                (Code::UnknownRegion, "region", strs(&self.equipment.regions))
            }
            "TrackName" if name != "AllTracks" => (Code::UnknownTrack, "track", self.tracks()?),
            "PhaseName" => (Code::UnknownPhase, "phase", self.phases.clone()),
            "MapName" => (Code::UnknownMap, "map", strs(&self.equipment.maps)),
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
        if known.iter().any(|known| if whole { *known == name } else { known.contains(name) }) {
            return None;
        }
        // "Pawn3" where there are "Pawn1" and "Pawn2" is the piece of a player who is not there.
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_owned = |known: &&str| known.len() > stem.len() && known.starts_with(stem);
        let owned: Vec<&str> = known.iter().copied().filter(is_owned).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) if what == "piece" && near == stem && !owned.is_empty() => {
                format!("there are {}", listed(&owned))
            }
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => format!("the game has no {what}s with a name"),
            None => format!("there are {}", listed(&known)),
        };
        let message = format!("there is no {what} \"{name}\"");
        Some(Diagnostic::new(code, message).at(node.place(), format!("unknown {what}")).help(help))
    }

    /// Every name that a rule may call a component by: as declared, and with its owner.
    fn components(&self) -> Vec<&str> {
        let declared = self.game.equipment().filter_map(|item| {
            let is_piece = self.equipment.made_by(item).next().is_some();
            is_piece.then(|| item.get("name").map(Node::text))?
        });
        let full = self.equipment.components.iter().map(|component| &*component.name);
        declared.chain(full).collect()
    }

    fn containers(&self) -> Option<Vec<&str>> {
        let names = self.containers?.list().iter().map(|container| &*container.name);
        Some(names.collect())
    }

    fn tracks(&self) -> Option<Vec<&str>> {
        let tracks = self.containers?.boards().iter().flat_map(|board| &board.tracks);
        Some(tracks.map(|track| &*track.name).collect())
    }

    fn role(&self, node: Node<'_>) -> Option<Diagnostic> {
        let role = node.constant().filter(|_| node.enumeration() == Some("Role"))?;
        let number: usize = role.strip_prefix('P')?.parse().ok()?;
        let players = self.equipment.players;
        if number <= players || self.game.root().head() == "match" || node.is_default() {
            return None;
        }
        let players = match players {
            1 => "one player".to_owned(),
            players => format!("{players} players"),
        };
        let message = format!("`{role}` in a game for {players}");
        Some(
            Diagnostic::new(Code::NoSuchPlayer, message)
                .at(node.place(), "there is no such player"),
        )
    }
}

fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn listed(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    let shown: Vec<String> = names.iter().take(12).map(|name| format!("\"{name}\"")).collect();
    let more = if names.len() > 12 { " and others" } else { "" };
    format!("{}{more}", shown.join(", "))
}
