//! The rules for moves as they are for one player.
//!
//! Rules speak of the mover and his enemies, and code asks who that is again and again. Here the code is
//! written once for each player: what follows from who he is becomes a constant, sets that the state keeps
//! are read where they are, and what cannot come about for him is left out.

use fxhash::{FxHashMap, FxHashSet};

use super::Lowering;
use super::emit::Written;
use crate::bytecode::{
    Attribute, Block, Effect, Label, Layout, Op, Phase, Recipe, Reg, Role, Scalar, Set, Use,
};

/// Players up to which it is worth it.
const MOST_PLAYERS: i32 = 4;

/// Instructions in all up to which it is worth it.
const MOST_OPS: usize = 4096;

/// The same for what follows from a move.
const MOST_AFTER: usize = 256;

/// Blocks up to which there is room for more.
const MOST_BLOCKS: usize = 4096;

/// What is known at a place.
#[derive(Clone, Default)]
struct Known {
    numbers: FxHashMap<Reg, i32>,
    sets: FxHashMap<Set, Set>,
    /// The component that stands on the site in `from`.
    piece: Option<i32>,
}

impl Known {
    /// Leaves what another way to the same place tells as well.
    fn keep_common(&mut self, other: &Self) {
        self.numbers.retain(|register, number| other.numbers.get(register) == Some(number));
        self.sets.retain(|register, set| other.sets.get(register) == Some(set));
        self.piece = self.piece.filter(|_| self.piece == other.piece);
    }

    fn forget(&mut self, written: Use) {
        match written {
            Use::Reg(Reg::FROM) => self.piece = None,
            Use::Reg(register) => drop(self.numbers.remove(&register)),
            Use::Set(set) => drop(self.sets.remove(&set)),
            _ => {}
        }
    }
}

/// What is found out about an instruction.
enum Finding {
    Number(Reg, i32),
    Set(Set, Set),
    /// It is a jump to a place, or to none: it goes on with the next instruction.
    Jump(Option<Label>),
    Nothing,
}

impl Lowering<'_> {
    /// Writes the rules for moves of each phase for each player.
    pub(super) fn specialise(&mut self, phases: &mut [Phase]) {
        for phase in phases {
            phase.plays = self.written_for_each(phase.play);
        }
    }

    /// A block for each player who may be the mover; none if that is not worth it.
    pub(super) fn written_for_each(&mut self, block: Block) -> Vec<Block> {
        let mut seen = FxHashSet::default();
        let fits =
            (2..=MOST_PLAYERS).contains(&self.players()) && self.emitter.count() <= MOST_BLOCKS;
        if !fits || self.length_of(block, &mut seen) > MOST_OPS {
            return Vec::new();
        }
        (1..=self.players()).map(|mover| self.written_for(block, mover)).collect()
    }

    /// A block that is run in a frame of its own, for a mover.
    fn written_for(&mut self, block: Block, mover: i32) -> Block {
        let first = self.emitter.count() as u16;
        let block = self.specialised(block, mover, Known::default());
        self.leave_out_unread(block, first);
        block
    }

    /// Instructions of a block and all that it runs.
    fn length_of(&self, block: Block, seen: &mut FxHashSet<u16>) -> usize {
        if !seen.insert(block.0) {
            return 0;
        }
        let ops = self.emitter.written(block);
        let inner: Vec<Block> = ops.iter().flat_map(Op::blocks).collect();
        ops.len() + inner.into_iter().map(|block| self.length_of(block, seen)).sum::<usize>()
    }

    /// A block for a mover, with what is known when it is run.
    fn specialised(&mut self, block: Block, mover: i32, mut known: Known) -> Block {
        let (ops, places) = self.emitter.with_places(block);
        let mut written: Written = (Vec::new(), Vec::new());
        // Jumps that wait for the place they go to, with what is known when they are made.
        let mut waiting: FxHashMap<usize, Vec<(usize, Known)>> = FxHashMap::default();
        let mut reached = true;
        for (index, place) in places.into_iter().enumerate() {
            let mut op = ops[index];
            for (jump, then) in waiting.remove(&index).unwrap_or_default() {
                if reached {
                    known.keep_common(&then);
                } else {
                    known = then;
                }
                reached = true;
                let here = written.0.len();
                written.0[jump] = written.0[jump].further(|_| here);
            }
            if !reached {
                continue;
            }
            op.rewrite(|role, usage| match usage {
                Use::Reg(register) if role.is_read() => {
                    let number = known.numbers.get(&register).copied();
                    number.map_or(usage, |number| Use::Reg(self.emitter.constant(number)))
                }
                Use::Set(set) if role.is_read() => {
                    Use::Set(known.sets.get(&set).copied().unwrap_or(set))
                }
                usage => usage,
            });
            op.rewrite(|_, usage| match usage {
                Use::Recipe(recipe) => Use::Recipe(self.recipe_of(recipe, mover)),
                usage => usage,
            });
            let finding = self.find_out(&op, mover, known.piece);
            match finding {
                Finding::Jump(None) => continue,
                Finding::Jump(Some(to)) => op = Op::Jump { to },
                _ => {}
            }
            self.specialise_inner(&mut op, mover, &known);
            match op {
                Op::ForPieces { body, .. } => {
                    self.hoist(body, None, &mut written);
                    self.filter_pieces(&mut op, &mut written);
                }
                Op::Filter { test, var, .. } => self.hoist(test, Some(var), &mut written),
                _ => {}
            }
            self.forget_written(&op, &mut known);
            match finding {
                Finding::Number(dst, number) => drop(known.numbers.insert(dst, number)),
                Finding::Set(dst, set) => drop(known.sets.insert(dst, set)),
                Finding::Jump(_) | Finding::Nothing => {}
            }
            if let Some(to) = op.target() {
                let jump = (written.0.len(), known.clone());
                waiting.entry(to.index()).or_default().push(jump);
            }
            reached = !op.is(Attribute::Last);
            written.0.push(op);
            written.1.push(place);
        }
        self.emitter.add(written)
    }

    /// A recipe for moves that only a mover makes.
    fn recipe_of(&mut self, recipe: Recipe, mover: i32) -> Recipe {
        if let Some(&known) = self.recipes_of.get(&(recipe, mover)) {
            return known;
        }
        // What leads back to itself goes on with what is written for all.
        self.recipes_of.insert((recipe, mover), recipe);
        let data = &self.recipes[recipe.index()];
        let mut blocks: Vec<Block> = data.then.clone();
        blocks.extend(data.before.iter().chain(&data.after).flat_map(Effect::blocks));
        let long = |block: &Block| self.length_of(*block, &mut FxHashSet::default()) > MOST_AFTER;
        if !data.prior.is_empty() || data.unfolded.is_some() || blocks.iter().any(long) {
            return recipe;
        }
        let mut data = data.clone();
        let mut write = |block: &mut Block| *block = self.written_for(*block, mover);
        data.then.iter_mut().for_each(&mut write);
        let effects = data.before.iter_mut().chain(&mut data.after);
        effects.for_each(|effect| effect.blocks_mut().for_each(&mut write));
        let place = self.recipe_places.as_ref().and_then(|places| places[recipe.index()]);
        let own = self.numbered(data, place);
        self.recipes_of.insert((recipe, mover), own);
        own
    }

    /// What an instruction comes to, as far as that is known. A jump whose way is known is no
    /// instruction any more.
    fn find_out(&mut self, op: &Op, mover: i32, piece: Option<i32>) -> Finding {
        let known = |register: Reg| self.emitter.known(register);
        let both = |a, b| known(a).zip(known(b));
        let number = |dst: Reg, number: Option<i32>| {
            number.map_or(Finding::Nothing, |number| Finding::Number(dst, number))
        };
        let state = |dst: Set, index: usize| Finding::Set(dst, Set::state(index as u16));
        match *op {
            Op::Jump { to } => Finding::Jump(Some(to)),
            Op::JumpIf { test, to } => known(test)
                .map_or(Finding::Nothing, |test| Finding::Jump((test != 0).then_some(to))),
            Op::JumpUnless { test, to } => known(test)
                .map_or(Finding::Nothing, |test| Finding::Jump((test == 0).then_some(to))),
            Op::Scalar { dst, scalar: Scalar::Mover } => Finding::Number(dst, mover),
            Op::What { dst, site: Reg::FROM } => number(dst, piece),
            Op::Copy { dst, a } => number(dst, known(a)),
            Op::Eq { dst, a, b } => number(dst, both(a, b).map(|(a, b)| i32::from(a == b))),
            Op::Ne { dst, a, b } => number(dst, both(a, b).map(|(a, b)| i32::from(a != b))),
            Op::Lt { dst, a, b } => number(dst, both(a, b).map(|(a, b)| i32::from(a < b))),
            Op::Le { dst, a, b } => number(dst, both(a, b).map(|(a, b)| i32::from(a <= b))),
            Op::Not { dst, a } => number(dst, known(a).map(|a| i32::from(a == 0))),
            Op::Pack { dst, low, high } => {
                number(dst, both(low, high).map(|(low, high)| low & 0xFFFF | high << 16))
            }
            Op::Look { dst, table, index, none } => {
                let entry = known(index).and_then(|index| {
                    let table = &self.tables.numbers[table.index()];
                    let entry = usize::try_from(index).ok().and_then(|index| table.get(index));
                    entry.copied().or(known(none))
                });
                number(dst, entry)
            }
            Op::OwnedBy { dst, player } => match known(player) {
                Some(player) if (0..=self.players() + 1).contains(&player) => {
                    state(dst, Layout::owned(player as usize))
                }
                _ => Finding::Nothing,
            },
            Op::HoldingPiece { dst, what } => match known(what) {
                Some(what) if (1..i32::from(self.layout.components)).contains(&what) => {
                    state(dst, self.layout.holding(what as usize))
                }
                _ => Finding::Nothing,
            },
            Op::WithState { dst, state: number } => match (known(number), self.layout.states) {
                (Some(number), Some((first, count)))
                    if (0..i32::from(count)).contains(&number)
                        && self.layout.board == self.layout.sites =>
                {
                    state(dst, usize::from(first) + number as usize)
                }
                _ => Finding::Nothing,
            },
            Op::OfFriends { dst } if !self.has_teams() => state(dst, Layout::owned(mover as usize)),
            Op::OfEnemies { dst } if !self.has_teams() && self.players() == 2 => {
                let shared = |owner: u8| i32::from(owner) > 2;
                if self.components.iter().any(|component| shared(component.owner)) {
                    return Finding::Nothing;
                }
                state(dst, Layout::owned(3 - mover as usize))
            }
            Op::LookSet { dst, table, index } => {
                let width = usize::from(self.layout.width);
                let index = known(index).and_then(|index| usize::try_from(index).ok());
                let words = index.and_then(|index| {
                    let table = &self.tables.reaches[table.index()];
                    table.chunks_exact(width).nth(index).map(<[u64]>::to_vec)
                });
                match words {
                    Some(words) => Finding::Set(dst, self.tables.fixed(&words)),
                    None => Finding::Nothing,
                }
            }
            _ => Finding::Nothing,
        }
    }

    /// Writes the blocks that an instruction runs for the mover as well, where they are run for him.
    fn specialise_inner(&mut self, op: &mut Op, mover: i32, known: &Known) {
        let mut inside = known.clone();
        op.each_bound(|bound| inside.forget(bound));
        if let Op::ForPieces { what, .. } = *op {
            let single = self.layout.stacks.is_none();
            inside.piece = self.emitter.known(what).filter(|&what| single && what > 0);
        }
        // What a block writes the first time is not what it was when it is run again.
        self.forget_written(op, &mut inside);
        for inner in [Role::Inner, Role::InnerTest] {
            op.rewrite(|role, usage| match usage {
                Use::Block(block) if role == inner => {
                    Use::Block(self.specialised(block, mover, inside.clone()))
                }
                usage => usage,
            });
        }
    }

    /// Forgets what an instruction writes, and the blocks that it runs.
    fn forget_written(&self, op: &Op, known: &mut Known) {
        op.uses(|role, usage| match usage {
            Use::Block(block) => {
                for op in self.emitter.written(block) {
                    self.forget_written(op, known);
                }
            }
            usage if role.is_set() => known.forget(usage),
            _ => {}
        });
    }

    /// Leaves out what nobody reads in blocks from one with a number on, which nothing else runs than
    /// the first of them.
    fn leave_out_unread(&mut self, root: Block, first: u16) {
        loop {
            let mut reached = FxHashSet::default();
            self.length_of(root, &mut reached);
            let (mut numbers, mut sets) = (FxHashSet::default(), FxHashSet::default());
            for op in reached.iter().flat_map(|&block| self.emitter.written(Block(block))) {
                op.uses(|role, usage| match usage {
                    Use::Reg(register) if role != Role::Out => drop(numbers.insert(register)),
                    Use::Set(set) if role != Role::Out => drop(sets.insert(set)),
                    _ => {}
                });
            }
            let is_unread = |op: &Op| {
                let mut unread = op.is_pure() && op.target().is_none();
                op.uses(|role, usage| match usage {
                    Use::Reg(dst) if role == Role::Out => {
                        unread &= usize::from(dst.0) >= Reg::NAMED && !numbers.contains(&dst);
                    }
                    Use::Set(dst) if role == Role::Out => {
                        unread &= dst != Set::REGION && !sets.contains(&dst);
                    }
                    _ => {}
                });
                unread
            };
            let own = reached.iter().filter(|&&block| block >= first);
            let left_out =
                own.map(|&block| self.emitter.leave_out(Block(block), |_, op| is_unread(op)));
            if left_out.sum::<usize>() == 0 {
                return;
            }
        }
    }
}
