//! Moves that do no more on the board than to bring a piece from one site to another.

use crate::bytecode::{
    Action, Attribute, Block, Effect, Layout, Op, Over, Recipe, RecipeData, Reg, Role, Set, Use,
};
use crate::ir::Ir;

/// Actions that leave what stands where as it is.
pub(crate) const BESIDE_THE_BOARD: &[Action] = &[
    Action::Pass,
    Action::Select,
    Action::Nothing,
    Action::SetNext,
    Action::AddScore,
    Action::SetScore,
    Action::SetPlayerValue,
    Action::SetCounter,
    Action::SetVar,
    Action::SetPending,
    Action::SetState,
    Action::SetRotation,
    Action::SetValue,
    Action::Trigger,
    Action::Remember,
    Action::RememberOnce,
    Action::Forget,
    Action::ForgetAll,
];

/// Whether there are sites of one type, each of which holds one piece at most, and each piece stands
/// on one of them.
pub(crate) fn holds_single_pieces(ir: &Ir) -> bool {
    let layout = &ir.layout;
    layout.stacks.is_none()
        && layout.count.is_none()
        && layout.layers.is_empty()
        && !ir.traits.large_pieces
}

/// What a block does to the site that a move ends on: perhaps nothing if it is empty.
pub(crate) fn effect_of(ir: &Ir, block: Block) -> Effect {
    let occupied = !ir.is_layered() && needs_piece(ir, block);
    Effect { block, over: if occupied { Over::Occupied } else { Over::Once } }
}

/// Whether all that a block does is done to what stands on `to`.
fn needs_piece(ir: &Ir, block: Block) -> bool {
    let mut targets: Vec<Set> = Vec::new();
    let mut taken: Vec<Set> = Vec::new();
    ir.emitter.written(block).iter().all(|op| {
        match *op {
            Op::Singleton { dst, site: Reg::TO } => targets.push(dst),
            Op::Subtract { dst, a, b } => {
                if targets.contains(&a) && b == Set::state(Layout::EMPTY as u16) {
                    taken.push(dst);
                }
            }
            Op::PushOn { set, .. } => return taken.contains(&set),
            ref op => return op.generates_no_moves() && leaves_no_trace(op),
        }
        true
    })
}

/// Whether a block does nothing but to remove what is on the site in a register.
pub(crate) fn only_clears(ir: &Ir, block: Block, register: Reg) -> bool {
    let &[
        Op::Singleton { dst: target, site },
        Op::Subtract { dst: taken, a, b },
        Op::PushOn { set, recipe, .. },
        Op::End {},
    ] = ir.emitter.written(block)
    else {
        return false;
    };
    let removed = &ir.recipes[recipe.index()];
    site == register
        && a == target
        && b == Set::state(Layout::EMPTY as u16)
        && set == taken
        && *removed == RecipeData::plain(Action::Remove)
}

/// Whether a move brings its piece to another site in place of whatever is there, and nothing else
/// on any site is another piece afterwards.
pub(crate) fn replaces(ir: &Ir, recipe: &RecipeData) -> bool {
    let RecipeData { action, decision, layers, prior, before, after, then, .. } = recipe;
    let layout = &ir.layout;
    let plain = layout.stacks.is_none() && layout.count.is_none();
    *action == Action::Move
        && *decision
        && plain
        && *layers == [0; 2]
        && prior.is_empty()
        && after.is_empty()
        && before
            .iter()
            .all(|effect| effect.over.is_once() && leaves_others(ir, effect.block, Some(Reg::TO)))
        && then.iter().all(|&block| leaves_others(ir, block, None))
}

/// Whether what a block does changes no piece but, if it removes it, the one on a site.
fn leaves_others(ir: &Ir, block: Block, removed: Option<Reg>) -> bool {
    let mut only: Vec<Set> = Vec::new();
    ir.emitter.written(block).iter().all(|op| match *op {
        Op::Singleton { dst, site } => {
            if Some(site) == removed {
                only.push(dst);
            }
            true
        }
        Op::Subtract { dst, a, b } if only.contains(&a) => {
            if b == Set::state(Layout::EMPTY as u16) {
                only.push(dst);
            }
            true
        }
        Op::PushOn { set, recipe, .. } if only.contains(&set) => {
            is_beside_the_board(ir, recipe) || only_acts(ir, recipe, &[Action::Remove])
        }
        Op::Push { recipe, .. } | Op::PushOn { recipe, .. } | Op::PushEach { recipe, .. } => {
            is_beside_the_board(ir, recipe)
        }
        Op::Run { block }
        | Op::AsMover { body: block, .. }
        | Op::AsGenerated { body: block, .. } => leaves_others(ir, block, removed),
        ref op => op.generates_no_moves(),
    })
}

/// Whether something that a move makes may do an action.
pub(crate) fn may_act(ir: &Ir, recipe: &RecipeData, action: Action) -> bool {
    let effects = recipe.before.iter().chain(&recipe.after).flat_map(Effect::blocks);
    let blocks = effects.chain(recipe.prior.iter().map(|prior| prior.block));
    blocks.chain(recipe.then.iter().copied()).any(|block| may_make(ir, block, action))
}

fn may_make(ir: &Ir, block: Block, action: Action) -> bool {
    ir.emitter.written(block).iter().any(|op| {
        let mut found = false;
        op.uses(|_, usage| {
            found |= match usage {
                Use::Block(block) => may_make(ir, block, action),
                Use::Recipe(recipe) => {
                    let recipe = &ir.recipes[recipe.index()];
                    recipe.action == action || may_act(ir, recipe, action)
                }
                _ => false,
            }
        });
        found
    })
}

fn is_beside_the_board(ir: &Ir, recipe: Recipe) -> bool {
    only_acts(ir, recipe, BESIDE_THE_BOARD)
}

/// Whether a move does one of some actions, and beside it only what leaves the board as it is.
fn only_acts(ir: &Ir, recipe: Recipe, actions: &[Action]) -> bool {
    let RecipeData { action, prior, before, after, then, .. } = &ir.recipes[recipe.index()];
    actions.contains(action)
        && prior.is_empty()
        && before.is_empty()
        && after.is_empty()
        && then.iter().all(|&block| leaves_others(ir, block, None))
}

/// Whether an instruction may as well not be carried out if nobody asks for what it works out: it draws no
/// number, and does not change the site that a move ends on.
fn leaves_no_trace(op: &Op) -> bool {
    let mut without = !op.is(Attribute::Chance);
    op.uses(|role, usage| {
        let writes = role == Role::Out && usage == Use::Reg(Reg::TO);
        without &= !writes && !matches!(usage, Use::Block(_));
    });
    without
}
