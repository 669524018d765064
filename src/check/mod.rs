//! From a typed game to checked rules.
//!
//! Comes in: an [`ast::Game`](crate::ast::Game). Goes out: [`Rules`]: the game, its facts, and for
//! every phase the playout that its rule allows. Names that refer to nothing and roles that nobody
//! has are errors; what is surely unintended is a warning.
//! Guaranteed afterwards: every piece, container, region, track, phase and map that a rule names is
//! there.
//! Not known here: the board and its sites.

mod equipment;
mod facts;
mod lints;
mod names;
mod plan;

pub use equipment::{Component, Equipment};
pub use facts::Facts;
pub use plan::{Obstacle, Plan, Playout};

use crate::ast::{Game, Node};
use crate::diagnostic::{Diagnostic, Diagnostics, has_errors};
use crate::expand::Findings;

/// A game whose rules have been checked.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game.
    pub game: Game,
    /// The things it is played with, by name and number.
    pub equipment: Equipment,
    /// What holds whatever the state.
    pub facts: Facts,
    /// The phases in order; a game without phases has one, called `Default`.
    pub phases: Vec<Phase>,
    /// What was found that does not keep the game from being played.
    pub warnings: Vec<Diagnostic>,
}

/// A phase of a game.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// How it can be played at random.
    pub plan: Plan,
}

/// Checks a game.
pub fn check(game: Game) -> Result<Rules, Diagnostics> {
    let mut findings = Findings { list: game.expanded.warnings.clone() };
    let equipment = Equipment::of(&game);
    names::check(&game, &equipment, &mut findings);
    // What looks unused may only be misspelt elsewhere.
    if !has_errors(&findings.list) {
        lints::check(&game, &equipment, &mut findings);
    }
    let facts = Facts::of(&game, &equipment);
    let phases = phases(&game, &facts);
    if has_errors(&findings.list) {
        return Err(Diagnostics { sources: game.expanded.sources, list: findings.list });
    }
    Ok(Rules { game, equipment, facts, phases, warnings: findings.list })
}

/// The phases of a game with their plans; a match has none of its own.
fn phases(game: &Game, facts: &Facts) -> Vec<Phase> {
    let Some(rules) = game.rules() else { return Vec::new() };
    let phase = |name: &str, play: Option<Node<'_>>| {
        let moves = play.and_then(|play| play.arg("moves"));
        moves.map(|moves| Phase { name: name.to_owned(), plan: plan::find(moves, facts) })
    };
    match rules.get("phases") {
        Some(phases) => phases
            .elements()
            .filter_map(|node| phase(node.arg("name").map_or("", Node::text), node.arg("play")))
            .collect(),
        None => phase("Default", rules.arg("play")).into_iter().collect(),
    }
}
