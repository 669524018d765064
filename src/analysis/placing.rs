//! Placing a piece so that its group has liberties: what moves add, and what they enclose and take.
//!
//! In the code of finished blocks: which of them add a piece of the mover to the empty sites and do nothing else but
//! to take enclosed enemies, and which tests ask for a liberty of the piece that was added.

use super::replacement::{may_act, replaces};
use crate::bytecode::{
    Action, Block, Changes, LayerIndex, Layout, Op, Recipe, RecipeData, Reg, Scalar, Set, Steps,
};
use crate::ir::Ir;

/// Moves that add a piece of the mover to empty sites.
pub(crate) struct Adding {
    /// What is written before them.
    pub(crate) before: Vec<Op>,
    /// The component, and what else the moves are made of.
    pub(crate) what: Reg,
    pub(crate) a: Reg,
    pub(crate) b: Reg,
    pub(crate) recipe: Recipe,
    /// The steps by which enemies are enclosed and taken, if they are.
    pub(crate) caught: Option<Steps>,
    /// What the mover scores for each piece that is taken; none if something else is done then.
    pub(crate) points: Option<i32>,
}

/// What a move does on the board beside adding a piece.
enum Effect {
    None,
    Taking(Taking),
}

/// What is done to the pieces that are enclosed: they are removed, and no other site is changed.
#[derive(Clone, Copy)]
struct Taking {
    steps: Steps,
    /// What the mover scores for each; none if something else is done.
    points: Option<i32>,
    /// Whether all that is done beside it is about scores.
    only_scores: bool,
}

/// What a block adds, if it adds a piece of the mover to the empty sites and does nothing else but to
/// take enclosed enemies.
pub(crate) fn adds(ir: &Ir, body: Block) -> Option<Adding> {
    let (Op::End {}, rest) = ir.emitter.written(body).split_last()? else { return None };
    let (&Op::PushOn { set, a, b, recipe }, before) = rest.split_last()? else { return None };
    let effect = effect_of_adding(ir, &ir.recipes[recipe.index()])?;
    let what = before.iter().find_map(|op| match *op {
        Op::Pack { dst, low, .. } if dst == a => Some(low),
        _ => None,
    })?;
    let fits = set == empty_sites() && is_mover(ir, what, body) && pieces_are_numbered(ir);
    let (caught, points) = match effect {
        Effect::None => (None, None),
        Effect::Taking(Taking { steps, points, .. }) => (Some(steps), points),
    };
    fits.then(|| Adding { before: before.to_vec(), what, a, b, recipe, caught, points })
}

/// Whether the component with the number of a player is that player's.
fn pieces_are_numbered(ir: &Ir) -> bool {
    let owner = |player: i32| ir.components.get(player as usize).map(|piece| piece.owner);
    (1..=ir.players()).all(|player| owner(player) == Some(player as u8))
}

/// What a move changes, as far as it can be told.
pub(crate) fn changes(ir: &Ir, recipe: &RecipeData) -> Changes {
    if replaces(ir, recipe) {
        return Changes::Replaced { again: may_act(ir, recipe, Action::SetNext) };
    }
    match effect_of_adding(ir, recipe) {
        Some(Effect::None) => Changes::None,
        Some(Effect::Taking(Taking { steps, only_scores: true, .. })) => Changes::Enclosed(steps),
        Some(Effect::Taking(_)) | None => Changes::Any,
    }
}

/// What a move does on the board beside adding a piece; none if it may do something else.
fn effect_of_adding(ir: &Ir, recipe: &RecipeData) -> Option<Effect> {
    let RecipeData { action, decision, layers, prior, before, after, then, .. } = recipe;
    let bare = prior.is_empty() && before.is_empty() && after.is_empty() && *layers == [0; 2];
    if *action != Action::Add || !decision || !bare {
        return None;
    }
    match then[..] {
        [] => Some(Effect::None),
        [then] => encloses(ir, then).map(Effect::Taking),
        _ => None,
    }
}

fn empty_sites() -> Set {
    Set::state(Layout::EMPTY as u16)
}

/// How a consequence encloses enemies of the last move, all of which it removes.
fn encloses(ir: &Ir, then: Block) -> Option<Taking> {
    let &[
        Op::Scalar { dst: last, scalar },
        Op::OfEnemies { dst: enemies },
        Op::Enclose { from, layer: LayerIndex(0), steps, targets, except, effect },
        Op::End {},
    ] = ir.emitter.written(then)
    else {
        return None;
    };
    let fits = scalar == Scalar::LastTo
        && from == last
        && targets == enemies
        && ir.emitter.known(except) == Some(0)
        && leads_back(ir, steps);
    fits.then(|| only_removes(ir, effect, steps)).flatten()
}

/// What an effect does that removes the piece on `between`, always, and changes no other site.
fn only_removes(ir: &Ir, effect: Block, steps: Steps) -> Option<Taking> {
    let mut taking = Taking { steps, points: Some(0), only_scores: true };
    let mut removes = false;
    let mut caught = None;
    for op in ir.emitter.written(effect) {
        match *op {
            Op::Singleton { dst, site: Reg::BETWEEN } => caught = Some(dst),
            Op::Subtract { dst, a, b } if Some(a) == caught && b == empty_sites() => {
                caught = Some(dst);
            }
            Op::PushOn { set, recipe, .. } if Some(set) == caught && !removes => {
                removes = true;
                let recipe = &ir.recipes[recipe.index()];
                let alone = RecipeData { then: Vec::new(), ..recipe.clone() };
                if alone != RecipeData::plain(Action::Remove) || recipe.then.len() > 1 {
                    return None;
                }
                for &then in &recipe.then {
                    for op in ir.emitter.written(then) {
                        note_beside(ir, op, then, &mut taking)?;
                    }
                }
            }
            _ => note_beside(ir, op, effect, &mut taking)?,
        }
    }
    removes.then_some(taking)
}

/// Notes what an instruction of a block does beside the board; none if it does something else.
fn note_beside(ir: &Ir, op: &Op, block: Block, taking: &mut Taking) -> Option<()> {
    match *op {
        Op::Push { a, b, recipe, .. } => {
            let is = |action| is_plain(ir, recipe, &[action]);
            let scores = is(Action::AddScore) || is(Action::SetScore);
            if !scores && !is(Action::Trigger) {
                return None;
            }
            let known = ir.emitter.known(b).filter(|_| is_mover(ir, a, block));
            let points = known.filter(|_| is(Action::AddScore));
            taking.only_scores &= scores;
            taking.points =
                taking.points.zip(points).and_then(|(all, points)| all.checked_add(points));
        }
        Op::Scalar { .. } | Op::End {} => {}
        _ => return None,
    }
    Some(())
}

/// Whether a register has the mover's number in a block that writes it by one instruction.
fn is_mover(ir: &Ir, register: Reg, block: Block) -> bool {
    ir.emitter.written(block).iter().any(|op| {
        matches!(*op, Op::Scalar { dst, scalar } if dst == register && scalar == Scalar::Mover)
    })
}

fn is_plain(ir: &Ir, recipe: Recipe, actions: &[Action]) -> bool {
    let recipe = &ir.recipes[recipe.index()];
    actions.contains(&recipe.action) && *recipe == RecipeData::plain(recipe.action)
}

/// Whether a move does nothing but an action, by choice.
pub(crate) fn is_choice(ir: &Ir, recipe: Recipe, action: Action) -> bool {
    ir.recipes[recipe.index()] == RecipeData::choice(action)
}

/// The steps of the group of the last move, if a test asks whether it has an empty site beside it.
pub(crate) fn asks_for_liberty(ir: &Ir, test: Block) -> Option<Steps> {
    let &[
        Op::Scalar { dst: last, scalar },
        Op::SameAs { dst: same, site },
        Op::Intersect { dst: within, a, .. },
        Op::HasLiberty { dst, steps, site: from, within: over },
        Op::Return { value },
    ] = ir.emitter.written(test)
    else {
        return None;
    };
    let fits = scalar == Scalar::LastTo
        && site == last
        && a == same
        && over == within
        && from == last
        && value == dst
        && leads_back(ir, steps);
    fits.then_some(steps)
}

/// Whether every step of a table has one back, whatever pieces face.
pub(crate) fn leads_back(ir: &Ir, steps: Steps) -> bool {
    let ways = &ir.tables.steps[steps.index()];
    let [table] = &ways.variants[..] else { return false };
    (0..table.len()).all(|site| {
        let beside = table.of(site as i32).iter();
        beside.into_iter().all(|&to| table.of(i32::from(to)).contains(&(site as u16)))
    })
}
