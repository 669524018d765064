//! Semantic checks: from a typed game to checked rules.
//!
//! Comes in: an [`ast::Game`](crate::ast::Game) and its board, or the error of the board. Goes out: [`Rules`]:
//! the game, its facts, and the playout plan of every phase. Unresolved names and roles without a player are
//! errors; constructs that are surely unintended are warnings.
//! Guaranteed afterwards: every piece, container, region, track, phase and map that a rule names exists.
//! Not known here: how sites are connected.

mod coordinates;
mod equipment;
mod facts;
mod lints;
mod names;
mod plan;
mod spelling;

pub use equipment::{Component, Equipment};
pub use facts::{Facts, rules_of};
pub use plan::{Obstacle, PhasePlan, PlanKind, tested_inside, tested_moves};

use crate::ast::{Game, Node};
use crate::board::{Containers, Fault};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, has_errors};
use crate::expand::Findings;

/// A game whose rules have been checked.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game.
    pub game: Game,
    /// The board, hands, decks and dice; `None` for a match.
    pub containers: Option<Containers>,
    /// The rest of the equipment, by name and number.
    pub equipment: Equipment,
    /// Static facts.
    pub facts: Facts,
    /// The phases in order; a game without phases has one, called `Default`.
    pub phases: Vec<Phase>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
}

/// A phase of a game.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Its playout plan.
    pub plan: PhasePlan,
}

/// Checks a game. The rules are checked even if the board could not be built, so that both kinds of errors are
/// reported in one run.
pub fn check(
    game: Game,
    built: Result<Option<Containers>, Vec<Fault>>,
) -> Result<Rules, Diagnostics> {
    let mut findings = Findings { list: game.expanded.found.clone() };
    let containers = board(&game, built, &mut findings);
    let equipment = Equipment::of(&game);
    names::check(&game, &equipment, containers.as_ref(), &mut findings);
    // A name that looks unused may be misspelt elsewhere.
    if !has_errors(&findings.list) {
        lints::check(&game, &equipment, &mut findings);
    }
    // If part of the equipment is unknown, a name may refer to anything.
    if let Some(containers) = containers.as_ref().filter(|_| !game.equipment().any(Node::has_gaps))
    {
        coordinates::check(&game, &equipment, containers, &mut findings);
        coordinates::check_sites(&game, containers, &mut findings);
        coordinates::check_directions(&game, containers, &mut findings);
    }
    if has_errors(&findings.list) {
        return Err(Diagnostics { sources: game.expanded.sources, list: findings.list });
    }
    let facts = Facts::of(&game, &equipment, containers.as_ref());
    let phases = phases(&game, &facts);
    Ok(Rules { game, containers, equipment, facts, phases, warnings: findings.list })
}

/// Reports the error of the board, or a missing board.
fn board(
    game: &Game,
    built: Result<Option<Containers>, Vec<Fault>>,
    findings: &mut Findings,
) -> Option<Containers> {
    let origins = &game.expanded.origins;
    match (built, game.root().get("equipment")) {
        (Ok(None), Some(equipment)) if game.equipment().any(Node::is_gap) || equipment.is_gap() => {
            None
        }
        (Ok(None), Some(equipment)) => {
            let diagnostic = Diagnostic::new(Code::NoBoard, "the game has no board")
                .at(equipment.place(), "expected a board here");
            findings.add(diagnostic, equipment.origin(), origins);
            None
        }
        (Ok(containers), _) => containers,
        (Err(faults), _) => {
            // Follow-up errors are not reported.
            let faults = faults.iter().filter(|fault| !game.with_id(fault.node).has_gaps());
            for fault in faults {
                let origin = game.with_id(fault.node).origin();
                findings.add(fault.diagnostic(game), origin, origins);
            }
            None
        }
    }
}

/// The phases of a game with their plans; a match has none.
fn phases(game: &Game, facts: &Facts) -> Vec<Phase> {
    let Some(rules) = game.rules() else { return Vec::new() };
    let shared = rules.get("play").and_then(|play| play.arg("moves"));
    let phase = |name: &str, own: Option<Node<'_>>| {
        let plan = match (own.and_then(|play| play.arg("moves")), shared) {
            (Some(moves), None) | (None, Some(moves)) => plan::find(moves, facts),
            (Some(_), Some(_)) => {
                PhasePlan::standard("the phase adds its moves to those of all phases")
            }
            (None, None) => return None,
        };
        Some(Phase { name: name.to_owned(), plan })
    };
    match rules.get("phases") {
        Some(phases) => phases
            .elements()
            .filter_map(|node| phase(node.arg("name").map_or("", Node::text), node.get("play")))
            .collect(),
        None => phase("Default", None).into_iter().collect(),
    }
}
