//! Verifies the assumptions of plans about the code that they skip.

use super::enclosure::Enclosure;
use super::layout::{Layout, Scalar};
use super::op::Op;
use super::operand::{Kept, Recipe, Set};
use super::program::{Facts, Phase, Program, Repetition};
use super::recipe::{Action, RecipeData};
use crate::check::PlanKind;

impl Facts {
    /// Whether adding a piece to an empty site is always legal and has no other effect.
    pub fn only_fills(&self) -> bool {
        let forbidden = self.no_repeat.is_some() || self.no_suicide;
        !forbidden
            && self.falling.is_none()
            && !self.automove
            && !self.large
            && !self.simultaneous
            && !self.drawing
    }
}

/// Whether code generates one move for each empty site, or for each empty site of a region that is
/// static, and the moves add a piece that depends only on the mover to that site. Then adding a piece removes one
/// move, and the others remain.
pub fn adds_to_empty<'r>(
    layout: &Layout,
    code: &[Op],
    recipe: impl Fn(Recipe) -> &'r RecipeData,
) -> bool {
    let [rest @ .., Op::PushOn { set, recipe: adding, .. }, Op::End {}] = code else {
        return false;
    };
    let adding = recipe(*adding);
    let empty_sites = |first: Option<u16>, set: &Set| match set.kept() {
        // Empty sites of other types are numbered differently in the state.
        Kept::State(index) => index == Layout::EMPTY && first.is_none(),
        Kept::Fixed(_) | Kept::Register(_) => true,
    };
    let first = match adding.layers[1] {
        0 => None,
        layer => layout.layers.get(usize::from(layer) - 1).map(|layer| layer.first),
    };
    let is_told = |op: &Op| match *op {
        Op::Scalar { scalar, .. } => scalar == Scalar::Mover,
        Op::Intersect { a, b, .. } => [a, b].iter().all(|set| empty_sites(first, set)),
        Op::OnLayer { set, first: from, .. } => {
            first.is_some_and(|first| i32::from(first) == from.0) && empty_sites(None, &set)
        }
        Op::Pack { .. } => true,
        _ => false,
    };
    let sets = rest.iter().flat_map(|op| match *op {
        Op::Intersect { a, b, .. } => vec![a, b],
        Op::OnLayer { set, .. } => vec![set],
        _ => Vec::new(),
    });
    let asks_once = sets.chain([*set]).filter(|set| is_state(*set)).count() == 1;
    adding.action == Action::Add
        && adding.is_single()
        && all_have_pieces(layout)
        && asks_once
        && empty_sites(first, set)
        && rest.iter().all(is_told)
}

/// Whether every player has a piece with the player's number, which is added by default; without one, nothing is
/// added and the site stays empty.
fn all_have_pieces(layout: &Layout) -> bool {
    u16::from(layout.players) < layout.components
}

/// Whether code generates one move for each stack below a height, on all sites or a static region, and the moves add
/// a piece on top that depends only on the mover.
fn piles_up<'r>(code: &[Op], recipe: impl Fn(Recipe) -> &'r RecipeData) -> bool {
    let [rest @ .., Op::PushOn { set, recipe: adding, .. }, Op::End {}] = code else {
        return false;
    };
    let adding = recipe(*adding);
    let is_told = |op: &Op| match *op {
        Op::Scalar { scalar, .. } => scalar == Scalar::Mover,
        Op::Intersect { a, b, .. } => [a, b].iter().all(|set| !is_state(*set)),
        Op::LowerThan { .. } | Op::Pack { .. } => true,
        _ => false,
    };
    let lower = rest.iter().filter(|op| matches!(op, Op::LowerThan { .. })).count();
    adding.action == Action::Add
        && adding.is_single()
        && lower == 1
        && matches!(set.kept(), Kept::Register(_))
        && rest.iter().all(is_told)
}

fn is_state(set: Set) -> bool {
    matches!(set.kept(), Kept::State(_))
}

/// Whether the moves of a game with one phase only add pieces, one at a time in alternating turns, to sites that store
/// only their component, given the code of the play rule.
pub fn only_adds<'r>(
    layout: &Layout,
    facts: &Facts,
    plan: PlanKind,
    code: &[Op],
    recipe: impl Fn(Recipe) -> &'r RecipeData,
) -> bool {
    let single = layout.count.is_none()
        && layout.layers.is_empty()
        && layout.who.is_none()
        && layout.lists.is_none();
    let plain = facts.simple_turns && !facts.hashing && layout.players > 1;
    let adds = match &layout.stacks {
        None => plan == PlanKind::AddToEmpty,
        Some(stacks) => {
            let told = [stacks.state, stacks.rotation, stacks.value];
            told.iter().all(Option::is_none) && piles_up(code, recipe)
        }
    };
    single && plain && adds && layout.hidden.iter().all(Option::is_none)
}

/// Whether moves can only add and remove pieces, sites store only their component, and two players alternate.
pub fn only_encloses(layout: &Layout, facts: &Facts, plan: PlanKind) -> bool {
    let struck = facts.no_suicide || facts.pinning.is_some() || facts.barred.is_some();
    let situations = facts.no_repeat.is_some_and(Repetition::is_situational);
    matches!(plan, PlanKind::Filter | PlanKind::NoRepetition)
        && layout.players == 2
        && layout.components > 2
        && layout.is_bare()
        && layout.layers.is_empty()
        && !(struck || situations || facts.teams || facts.large || facts.listing_shows)
}

/// Whether the facts about an enclosure game are consistent with the program.
pub(super) fn may_enclose(program: &Program) -> bool {
    let Some(Enclosure { steps, .. }) = program.enclosure else { return true };
    let [phase] = &program.phases[..] else { return false };
    let (board, width) = (usize::from(program.layout.board), usize::from(program.layout.width));
    let sets = |number: usize| program.sets.get(number * width..(number + 1) * width);
    let table = program.steps.get(steps.index()).map(|ways| &ways.variants[..]);
    only_encloses(&program.layout, &program.facts, phase.plan)
        && matches!(table, Some([table]) if table.len() >= board)
        && sets(Program::ALL_SITES) == sets(Program::BOARD)
}

/// Whether end triggers belong to a game whose moves only add pieces.
pub(super) fn may_ask(program: &Program) -> bool {
    let Program { layout, facts, phases, .. } = program;
    let [phase] = &phases[..] else { return false };
    let recipe = |recipe: Recipe| &program.recipes[recipe.index()];
    only_adds(layout, facts, phase.plan, program.block(phase.play), recipe)
}

/// Whether the code of a phase allows its plan.
pub(super) fn is_allowed(program: &Program, phase: &Phase) -> bool {
    let facts = &program.facts;
    match phase.plan {
        PlanKind::Standard => true,
        PlanKind::AddToEmpty => {
            let recipe = |recipe: Recipe| &program.recipes[recipe.index()];
            facts.only_fills() && adds_to_empty(&program.layout, program.block(phase.play), recipe)
        }
        PlanKind::Filter | PlanKind::NoRepetition => !facts.simultaneous && !facts.drawing,
    }
}
