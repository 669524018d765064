//! Chooses the playout plan of a phase, and explains what rules out a faster one.
//!
//! The choice depends on the text of the play rule. A plan must never change the distribution of moves, so each
//! condition here implies that the faster way of drawing a move is equivalent to drawing from all legal moves.

use super::facts::Facts;
use crate::ast::Node;
use crate::source::Span;
use crate::syntax::Origin;

/// A playout plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlanKind {
    /// Generates all legal moves and draws one.
    Standard,
    /// The legal moves are the empty sites: one list is maintained for the whole playout.
    AddToEmpty,
    /// Rejection sampling: the postcondition is tested only for the move drawn.
    Filter,
    /// Rejection sampling: repetition is tested only for the move drawn.
    NoRepetition,
}

impl PlanKind {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::AddToEmpty => "add-to-empty",
            Self::Filter => "filter",
            Self::NoRepetition => "no-repetition",
        }
    }
}

/// The plan of a phase, as its text allows it.
#[derive(Clone, Debug)]
pub struct PhasePlan {
    /// The plan.
    pub kind: PlanKind,
    /// The reason, without a full stop.
    pub why: String,
    /// The obstacle that rules out a faster plan, and its place.
    pub obstacle: Option<Obstacle>,
}

impl PhasePlan {
    /// The standard plan with a reason.
    pub(super) fn standard(why: &str) -> Self {
        Self { kind: PlanKind::Standard, why: why.into(), obstacle: None }
    }
}

/// An obstacle to a faster plan.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The plan that it rules out.
    pub kind: PlanKind,
    /// A short description.
    pub what: String,
    /// Its place.
    pub span: Span,
    /// The origin of that text.
    pub origin: Origin,
}

/// Finds the plan for a play rule.
pub(super) fn find(moves: Node<'_>, facts: &Facts) -> PhasePlan {
    let missed = match adds_to_empty(moves, facts) {
        Ok(()) => {
            let why = "the moves add the mover's piece to any empty site, and nothing else";
            return PhasePlan { kind: PlanKind::AddToEmpty, why: why.into(), obstacle: None };
        }
        Err(missed) => missed,
    };
    let missed = match filters(moves, facts) {
        Ok(why) => return PhasePlan { kind: PlanKind::Filter, why: why.into(), obstacle: None },
        Err(filter_missed) => missed.or(filter_missed),
    };
    if facts.positional_repetition {
        let why = "a move may not bring back an earlier position";
        return PhasePlan { kind: PlanKind::NoRepetition, why: why.into(), obstacle: missed };
    }
    let why = match &missed {
        Some(obstacle) => format!("{}, which rules out {}", obstacle.what, obstacle.kind.name()),
        None => "the play rule has none of the forms that allow a faster one".into(),
    };
    PhasePlan { kind: PlanKind::Standard, why, obstacle: missed }
}

fn obstacle(kind: PlanKind, what: &str, at: Node<'_>) -> Obstacle {
    Obstacle { kind, what: what.into(), span: at.place(), origin: at.origin() }
}

/// Matches `(move Add (to (sites Empty)))` in an alternating game without large pieces or positional repetition;
/// for other additions to empty sites, returns the obstacle.
fn adds_to_empty(moves: Node<'_>, facts: &Facts) -> Result<(), Option<Obstacle>> {
    if moves.head() != "move Add" {
        return Err(None);
    }
    let miss = |what: &str, at: Node<'_>| Err(Some(obstacle(PlanKind::AddToEmpty, what, at)));
    let Some(to) = moves.arg("to") else { return Err(None) };
    let Some(region) = to.arg("region").filter(|region| region.head() == "sites Empty") else {
        return match to.arg("region") {
            Some(region) => miss("the sites are not simply the empty ones", region),
            None => Err(None),
        };
    };
    if let Some(piece) = moves.arg("piece") {
        let own = piece.arg("index").is_some_and(|index| index.head() == "mover");
        if !own {
            return miss("the piece is not the mover's own by default", piece);
        }
    }
    if let Some(then) = moves.arg("then") {
        return miss("the move has a consequence", then);
    }
    if let Some(condition) = to.given("if") {
        return miss("there is a condition on the site", condition);
    }
    if moves.arg("stack").and_then(Node::as_bool) == Some(true) {
        return miss("pieces are added to stacks", moves);
    }
    if region.arg("container").and_then(Node::as_int) != Some(0) {
        return miss("the empty sites are not those of the board", region);
    }
    if facts.large_pieces {
        return miss("the game has pieces that cover several sites", moves);
    }
    if !facts.alternating {
        return miss("the players do not move alternately", moves);
    }
    if facts.positional_repetition {
        return miss("positions may not be repeated", moves);
    }
    Ok(())
}

/// Matches a rule with a postcondition in one of the three supported shapes, in a game without chance; for other
/// rules with a postcondition, returns the obstacle.
fn filters(moves: Node<'_>, facts: &Facts) -> Result<&'static str, Option<Obstacle>> {
    // An addition that does not match add-to-empty has nothing to filter.
    if moves.head() == "move Add" {
        return Err(None);
    }
    let found = tested_moves(moves).map(|_| match moves.head() {
        "if" => "the moves of the other branch have a postcondition",
        "or" => "the moves have a postcondition, and passing is always allowed",
        _ => "the moves have a postcondition",
    });
    match found {
        Some(_) if facts.stochastic => {
            let what = "there is chance in the game";
            Err(Some(obstacle(PlanKind::Filter, what, moves)))
        }
        Some(why) => Ok(why),
        None => Err(near_filter(moves)),
    }
}

/// The moves with a postcondition in one of the three supported shapes: the whole rule, its else branch, or its
/// first alternative before a pass.
pub fn tested_moves(moves: Node<'_>) -> Option<Node<'_>> {
    let found = match moves.head() {
        "do" => Some(moves),
        "if" => moves.arg("no"),
        "or" => match alternatives(moves)[..] {
            [first, second] if second.head() == "move Pass" => Some(first),
            _ => None,
        },
        _ => None,
    };
    found.filter(|moves| tested(*moves))
}

/// Moves with their own postcondition that are alternatives inside moves with another postcondition.
pub fn tested_inside(outer: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut left: Vec<Node<'_>> = match outer.arg("next") {
        None => outer.arg("moves").into_iter().collect(),
        Some(_) => Vec::new(),
    };
    while let Some(moves) = left.pop() {
        match moves.head() {
            "or" => left.extend(alternatives(moves)),
            "if" => left.extend([moves.arg("yes"), moves.arg("no")].into_iter().flatten()),
            _ if tested(moves) => found.push(moves),
            _ => {}
        }
    }
    found
}

/// Whether moves are `(do … ifAfterwards:…)`.
fn tested(moves: Node<'_>) -> bool {
    moves.head() == "do" && moves.arg("ifAfterwards").is_some()
}

fn alternatives(moves: Node<'_>) -> Vec<Node<'_>> {
    match moves.signature().map(|signature| signature.slots[0].choices[0].name) {
        Some("moves") => moves.arg("moves").into_iter().flat_map(Node::elements).collect(),
        _ => [moves.arg("first"), moves.arg("second")].into_iter().flatten().collect(),
    }
}

/// The obstacle for a rule with a postcondition elsewhere.
fn near_filter(moves: Node<'_>) -> Option<Obstacle> {
    match moves.head() {
        "if" => {
            let branch = moves.arg("yes").filter(|yes| tested(*yes))?;
            let what = "the postcondition is in the first branch, not in the other";
            Some(obstacle(PlanKind::Filter, what, branch))
        }
        "or" => {
            let alternatives = alternatives(moves);
            let position = alternatives.iter().position(|moves| tested(*moves))?;
            let passes = alternatives.iter().any(|moves| moves.head() == "move Pass");
            let what = match (alternatives.len(), position, passes) {
                (2, 1, true) => "the pass comes before the moves with the postcondition",
                (2, _, false) => "the other alternative is not a plain pass",
                _ => "there are more alternatives than the tested moves and a pass",
            };
            Some(obstacle(PlanKind::Filter, what, alternatives[position]))
        }
        "priority" | "and" | "append" | "seq" | "forEach Piece" => {
            let inner = moves.children().flat_map(Node::elements).find(|inner| tested(*inner))?;
            let what = "the postcondition is not at the top of the rule";
            Some(obstacle(PlanKind::Filter, what, inner))
        }
        _ => None,
    }
}
