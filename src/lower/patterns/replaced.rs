//! Moves that do no more on the board than to bring a piece from one site to another.

use crate::bytecode::{
    Action, Attribute, Block, Effect, Layout, Op, Over, Recipe, RecipeData, Reg, Role, Set, Use,
};
use crate::lower::Lowering;

/// Actions that leave what stands where as it is.
pub(super) const BESIDE_THE_BOARD: &[Action] = &[
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

impl Lowering<'_> {
    /// Whether there are sites of one type, each of which holds one piece at most, and each piece stands
    /// on one of them.
    pub(super) fn holds_single_pieces(&self) -> bool {
        let layout = &self.layout;
        layout.stacks.is_none()
            && layout.count.is_none()
            && layout.layers.is_empty()
            && !self.rules.facts.large_pieces
    }

    /// Whether sites hold one piece that all can see, and no rule looks at single actions.
    pub(in crate::lower) fn overwrites(&self) -> bool {
        self.holds_single_pieces()
            && self.layout.hidden.iter().all(Option::is_none)
            && !self.last_actions()
            && self.track_progress().0.is_empty()
    }

    /// Takes out of a move what removes the piece that its own takes the place of anyway.
    pub(in crate::lower) fn leave_out_removal(&self, recipe: &mut RecipeData) {
        if recipe.action == Action::Move && recipe.layers == [0; 2] && self.overwrites {
            let idle =
                |effect: &Effect| effect.over.is_once() && self.only_clears(effect.block, Reg::TO);
            recipe.before.retain(|effect| !idle(effect));
        }
    }

    /// What a block does to the site that a move ends on: perhaps nothing if it is empty.
    pub(in crate::lower) fn effect_of(&self, block: Block) -> Effect {
        let occupied = !self.is_layered() && self.needs_piece(block);
        Effect { block, over: if occupied { Over::Occupied } else { Over::Once } }
    }

    /// Whether all that a block does is done to what stands on `to`.
    fn needs_piece(&self, block: Block) -> bool {
        let mut targets: Vec<Set> = Vec::new();
        let mut taken: Vec<Set> = Vec::new();
        self.emitter.written(block).iter().all(|op| {
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
    pub(in crate::lower) fn only_clears(&self, block: Block, register: Reg) -> bool {
        let &[
            Op::Singleton { dst: target, site },
            Op::Subtract { dst: taken, a, b },
            Op::PushOn { set, recipe, .. },
            Op::End {},
        ] = self.emitter.written(block)
        else {
            return false;
        };
        let removed = &self.recipes[recipe.index()];
        site == register
            && a == target
            && b == Set::state(Layout::EMPTY as u16)
            && set == taken
            && *removed == RecipeData::plain(Action::Remove)
    }

    /// Whether a move brings its piece to another site in place of whatever is there, and nothing else
    /// on any site is another piece afterwards.
    pub(super) fn replaces(&self, recipe: &RecipeData) -> bool {
        let RecipeData { action, decision, layers, prior, before, after, then, .. } = recipe;
        let layout = &self.layout;
        let plain = layout.stacks.is_none() && layout.count.is_none();
        *action == Action::Move
            && *decision
            && plain
            && *layers == [0; 2]
            && prior.is_empty()
            && after.is_empty()
            && before.iter().all(|effect| {
                effect.over.is_once() && self.leaves_others(effect.block, Some(Reg::TO))
            })
            && then.iter().all(|&block| self.leaves_others(block, None))
    }

    /// Whether what a block does changes no piece but, if it removes it, the one on a site.
    fn leaves_others(&self, block: Block, removed: Option<Reg>) -> bool {
        let mut only: Vec<Set> = Vec::new();
        self.emitter.written(block).iter().all(|op| match *op {
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
                self.is_beside_the_board(recipe) || self.only_acts(recipe, &[Action::Remove])
            }
            Op::Push { recipe, .. } | Op::PushOn { recipe, .. } | Op::PushEach { recipe, .. } => {
                self.is_beside_the_board(recipe)
            }
            Op::Run { block }
            | Op::AsMover { body: block, .. }
            | Op::AsGenerated { body: block, .. } => self.leaves_others(block, removed),
            ref op => op.generates_no_moves(),
        })
    }

    /// Whether something that a move makes may do an action.
    pub(super) fn may_act(&self, recipe: &RecipeData, action: Action) -> bool {
        let effects = recipe.before.iter().chain(&recipe.after).flat_map(Effect::blocks);
        let blocks = effects.chain(recipe.prior.iter().map(|prior| prior.block));
        blocks.chain(recipe.then.iter().copied()).any(|block| self.may_make(block, action))
    }

    fn may_make(&self, block: Block, action: Action) -> bool {
        self.emitter.written(block).iter().any(|op| {
            let mut found = false;
            op.uses(|_, usage| {
                found |= match usage {
                    Use::Block(block) => self.may_make(block, action),
                    Use::Recipe(recipe) => {
                        let recipe = &self.recipes[recipe.index()];
                        recipe.action == action || self.may_act(recipe, action)
                    }
                    _ => false,
                }
            });
            found
        })
    }

    fn is_beside_the_board(&self, recipe: Recipe) -> bool {
        self.only_acts(recipe, BESIDE_THE_BOARD)
    }

    /// Whether a move does one of some actions, and beside it only what leaves the board as it is.
    fn only_acts(&self, recipe: Recipe, actions: &[Action]) -> bool {
        let RecipeData { action, prior, before, after, then, .. } = &self.recipes[recipe.index()];
        actions.contains(action)
            && prior.is_empty()
            && before.is_empty()
            && after.is_empty()
            && then.iter().all(|&block| self.leaves_others(block, None))
    }
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
