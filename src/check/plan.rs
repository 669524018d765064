//! Chooses the playout plan of a phase, and explains what rules out a faster one.
//!
//! The choice depends on the text of the play rule. A plan must never change the distribution of moves, so each
//! condition here implies that the faster way of drawing a move is equivalent to drawing from all legal moves.

use super::facts::Facts;
use crate::ast::typed::{
    Decision, Do, Effect, IndexOrIndicesOrNameOrNames, Int, Moves, Region, RegionOrSite,
};
use crate::ast::{Node, View};
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
pub(super) fn find(moves: Moves<'_>, facts: &Facts) -> PhasePlan {
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

fn obstacle<'g>(kind: PlanKind, what: &str, at: impl View<'g>) -> Obstacle {
    let at = at.node();
    Obstacle { kind, what: what.into(), span: at.place(), origin: at.origin() }
}

/// Matches `(move Add (to (sites Empty)))` in an alternating game without large pieces or positional repetition;
/// for other additions to empty sites, returns the obstacle.
fn adds_to_empty(moves: Moves<'_>, facts: &Facts) -> Result<(), Option<Obstacle>> {
    let Moves::Decision(Decision::MoveAdd(add)) = moves else { return Err(None) };
    let miss = |what: &str, at: Node<'_>| Err(Some(obstacle(PlanKind::AddToEmpty, what, at)));
    let region = match add.to().region_or_site() {
        Some(RegionOrSite::Region(Region::SitesEmpty(region))) => region,
        Some(RegionOrSite::Region(region)) => {
            return miss("the sites are not simply the empty ones", region.node());
        }
        Some(RegionOrSite::Site(_)) | None => return Err(None),
    };
    if let Some(piece) = add.piece()
        && !matches!(
            piece.index_or_indices_or_name_or_names(),
            IndexOrIndicesOrNameOrNames::Index(Int::Mover(_))
        )
    {
        return miss("the piece is not the mover's own by default", piece.node());
    }
    if let Some(then) = add.then() {
        return miss("the move has a consequence", then.node());
    }
    if let Some(condition) = add.to().if_().given() {
        return miss("there is a condition on the site", condition.node());
    }
    if add.stack().value() {
        return miss("pieces are added to stacks", add.node());
    }
    if region.container().literal() != Some(0) {
        return miss("the empty sites are not those of the board", region.node());
    }
    if facts.large_pieces {
        return miss("the game has pieces that cover several sites", add.node());
    }
    if !facts.alternating {
        return miss("the players do not move alternately", add.node());
    }
    if facts.positional_repetition {
        return miss("positions may not be repeated", add.node());
    }
    Ok(())
}

/// Matches a rule with a postcondition in one of the three supported shapes, in a game without chance; for other
/// rules with a postcondition, returns the obstacle.
fn filters(moves: Moves<'_>, facts: &Facts) -> Result<&'static str, Option<Obstacle>> {
    // An addition that does not match add-to-empty has nothing to filter.
    if matches!(moves, Moves::Decision(Decision::MoveAdd(_))) {
        return Err(None);
    }
    let found = tested_moves(moves).map(|_| match moves.effect() {
        Some(Effect::If(_)) => "the moves of the other branch have a postcondition",
        Some(Effect::Or(_) | Effect::OrAll(_)) => {
            "the moves have a postcondition, and passing is always allowed"
        }
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
pub fn tested_moves(moves: Moves<'_>) -> Option<Do<'_>> {
    match moves.effect()? {
        Effect::Do(_) => tested(moves),
        Effect::If(call) => tested(call.no()?),
        _ => match alternatives(moves)?[..] {
            [first, second] if passes(second) => tested(first),
            _ => None,
        },
    }
}

/// Moves with their own postcondition that are alternatives inside moves with another postcondition.
pub fn tested_inside(outer: Do<'_>) -> Vec<Do<'_>> {
    let mut found = Vec::new();
    let mut left = match outer.next() {
        None => vec![outer.moves()],
        Some(_) => Vec::new(),
    };
    while let Some(moves) = left.pop() {
        if let Some(Effect::If(call)) = moves.effect() {
            left.extend([Some(call.yes()), call.no()].into_iter().flatten());
        } else if let Some(alternatives) = alternatives(moves) {
            left.extend(alternatives);
        } else {
            found.extend(tested(moves));
        }
    }
    found
}

/// Moves, if they are `(do … ifAfterwards:…)`.
fn tested(moves: Moves<'_>) -> Option<Do<'_>> {
    match moves.effect()? {
        Effect::Do(call) if call.if_afterwards().is_some() => Some(call),
        _ => None,
    }
}

fn passes(moves: Moves<'_>) -> bool {
    matches!(moves, Moves::Decision(Decision::MovePass(_)))
}

/// What moves are alternatives to each other, if they are.
fn alternatives(moves: Moves<'_>) -> Option<Vec<Moves<'_>>> {
    match moves.effect()? {
        Effect::Or(call) => Some(vec![call.first(), call.second()]),
        Effect::OrAll(call) => Some(call.moves().iter().collect()),
        _ => None,
    }
}

/// The obstacle for a rule with a postcondition elsewhere.
fn near_filter(moves: Moves<'_>) -> Option<Obstacle> {
    if let Some(alternatives) = alternatives(moves) {
        let mut tested = alternatives.iter().map(|moves| tested(*moves));
        let position = tested.position(|tested| tested.is_some())?;
        let passes = alternatives.iter().any(|moves| passes(*moves));
        let what = match (alternatives.len(), position, passes) {
            (2, 1, true) => "the pass comes before the moves with the postcondition",
            (2, _, false) => "the other alternative is not a plain pass",
            _ => "there are more alternatives than the tested moves and a pass",
        };
        return Some(obstacle(PlanKind::Filter, what, alternatives[position]));
    }
    let inner: Vec<Moves<'_>> = match moves.effect()? {
        Effect::If(call) => {
            let branch = tested(call.yes())?;
            let what = "the postcondition is in the first branch, not in the other";
            return Some(obstacle(PlanKind::Filter, what, branch));
        }
        Effect::Priority(call) | Effect::And(call) => vec![call.first(), call.second()],
        Effect::PriorityAll(call) | Effect::AndAll(call) => call.moves().iter().collect(),
        Effect::Append(call) => vec![Moves::NonDecision(call.moves())],
        Effect::Seq(call) => call.moves().iter().collect(),
        Effect::ForEachPiece(call) => call.moves().into_iter().collect(),
        _ => return None,
    };
    let inner = inner.into_iter().find_map(tested)?;
    Some(obstacle(PlanKind::Filter, "the postcondition is not at the top of the rule", inner))
}
