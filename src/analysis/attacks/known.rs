//! What is known of numbers and sets while the code of a play rule is looked through.

use fxhash::FxHashMap;

use super::Ends;
use super::scan::{Moving, Scan};
use crate::board::{Site, SiteSet};
use crate::bytecode::{
    Block, Kept, Layout, Op, Program, Reach, Reg, Role, Scalar, Set, Steps, Use,
};

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Known(i32),
    /// A player, but not the attacker.
    Another,
    /// So much more than the site in `from`, of the pieces that are being moved.
    Beyond(i32),
    /// One of some sites, by the site in `from` of the pieces that are being moved.
    Among(usize),
    Unknown,
}

/// What is known of a set: which sites it has if pieces of enemies stand on them.
#[derive(Clone)]
pub(super) enum Members {
    Known(SiteSet),
    /// By the site in `from`.
    ByOrigin(Ends),
    /// None but these, by the site in `from`.
    Within(Ends),
    Unknown,
}

impl Members {
    /// What is known of a set of these sites from which some may have been taken.
    fn narrowed(self) -> Self {
        match self {
            Self::Known(sites) if sites.is_empty() => Self::Known(sites),
            Self::ByOrigin(ends) | Self::Within(ends) => Self::Within(ends),
            Self::Known(_) | Self::Unknown => Self::Unknown,
        }
    }

    /// Something else, if nothing is known.
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        if let Self::Unknown = self { other() } else { self }
    }
}

impl Scan<'_> {
    pub(super) fn number(&self, register: Reg) -> Number {
        match self.ir.emitter.known(register) {
            Some(number) => Number::Known(number),
            None => self.numbers.get(&register).copied().unwrap_or(Number::Unknown),
        }
    }

    /// All sites of the board if a number is true, none if it is not.
    pub(super) fn all_if(&self, test: Number) -> Members {
        match test {
            Number::Known(0) => Members::Known(SiteSet::default()),
            Number::Known(_) => Members::Known(self.ir.traits.board.clone()),
            _ => Members::Unknown,
        }
    }

    pub(super) fn members(&self, set: Set) -> Members {
        let ir = self.ir;
        match set.kept() {
            Kept::State(Layout::EMPTY) => Members::Known(SiteSet::default()),
            Kept::State(index) if index == Layout::owned(self.player as usize) => {
                Members::Known(SiteSet::default())
            }
            Kept::State(_) => match self.component(set) {
                Some(what) if self.is_own(what) => Members::Known(SiteSet::default()),
                _ => Members::Unknown,
            },
            Kept::Fixed(index) => {
                let width = usize::from(ir.layout.width);
                let words = &ir.tables.sets[index * width..(index + 1) * width];
                Members::Known(members_of(words))
            }
            Kept::Register(_) => self.sets.get(&set).cloned().unwrap_or(Members::Unknown),
        }
    }

    fn is_own(&self, what: u16) -> bool {
        let component = self.ir.components.get(usize::from(what));
        component.is_some_and(|component| i32::from(component.owner) == self.player)
    }

    /// The component whose sites a set of the state has, if it is the striking player's.
    pub(super) fn component(&self, set: Set) -> Option<u16> {
        let layout = &self.ir.layout;
        let Kept::State(index) = set.kept() else { return self.holders.get(&set).copied() };
        let what = (1..layout.components).find(|&what| layout.holding(what.into()) == index)?;
        self.is_own(what).then_some(what)
    }

    /// The value of a block in which a site, as `to` or `between`, holds a piece of an enemy.
    pub(super) fn answer(&self, block: Block) -> Number {
        let ops = self.ir.emitter.written(block);
        let mut values: FxHashMap<Reg, Number> = FxHashMap::default();
        let mut next = 0;
        // Every instruction is left behind for good: jumps go forward only.
        while let Some(&op) = ops.get(next) {
            next += 1;
            let value = |register: Reg| match values.get(&register) {
                Some(&value) => value,
                None => self.number(register),
            };
            let target = |site: Reg| matches!(site, Reg::TO | Reg::BETWEEN);
            let (to, test) = match op {
                Op::Return { value: register } => return value(register),
                Op::Jump { to } => (to, Number::Known(1)),
                Op::JumpIf { test, to } => (to, value(test)),
                Op::JumpUnless { test, to } => (to, negated(value(test))),
                Op::Copy { dst, a } => {
                    let known = value(a);
                    values.insert(dst, known);
                    continue;
                }
                Op::Not { dst, a } => {
                    let known = negated(value(a));
                    values.insert(dst, known);
                    continue;
                }
                Op::Contains { dst, set, site } if target(site) => {
                    values.insert(dst, self.contains_all(set));
                    continue;
                }
                ref op if op.generates_no_moves() && op.blocks().is_empty() => {
                    op.uses(|role, operand| {
                        if let (Role::Out, Use::Reg(register)) = (role, operand) {
                            values.insert(register, Number::Unknown);
                        }
                    });
                    continue;
                }
                _ => return Number::Unknown,
            };
            match test {
                Number::Known(0) => {}
                Number::Known(_) if to.index() >= next => next = to.index(),
                _ => return Number::Unknown,
            }
        }
        Number::Unknown
    }

    /// The value of a block that does nothing but to give it.
    pub(super) fn always(&self, block: Block) -> Number {
        match self.ir.emitter.written(block) {
            &[Op::Return { value }] => self.number(value),
            _ => Number::Unknown,
        }
    }

    /// Whether any site with a piece of an enemy is in a set.
    fn contains_all(&self, set: Set) -> Number {
        match self.members(set) {
            Members::Known(sites) if sites.is_empty() => Number::Known(0),
            Members::Known(sites) if sites == self.ir.traits.board.clone() => Number::Known(1),
            _ => Number::Unknown,
        }
    }

    /// What an instruction that makes no moves leaves in its register.
    pub(super) fn work_out(&mut self, op: &Op) {
        let (number, members) = (self.worked_out(op), self.put_together(op));
        let holder = self.taken_together(op);
        op.uses(|role, operand| match operand {
            Use::Reg(_) | Use::Set(_) if role == Role::Out => self.written.push(operand),
            _ => {}
        });
        if op.blocks().is_empty() {
            self.forget_from(self.written.len().saturating_sub(1));
        } else {
            // They may write any.
            self.forget_from(0);
        }
        self.numbers.extend(number);
        self.sets.extend(members);
        self.holders.extend(holder);
    }

    fn worked_out(&self, op: &Op) -> Option<(Reg, Number)> {
        let equal = |a: Reg, b: Reg| match (self.number(a), self.number(b)) {
            (Number::Known(a), Number::Known(b)) => Number::Known(i32::from(a == b)),
            (Number::Known(player), Number::Another) | (Number::Another, Number::Known(player))
                if player == self.player =>
            {
                Number::Known(0)
            }
            _ => Number::Unknown,
        };
        Some(match *op {
            Op::Scalar { dst, scalar: Scalar::Mover } => (dst, Number::Known(self.player)),
            Op::Scalar { dst, scalar: Scalar::Prev } => (dst, Number::Another),
            Op::What { dst, site: Reg::FROM } => match self.moving {
                Moving::Pieces(what) => (dst, Number::Known(i32::from(what))),
                Moving::Nothing => return None,
            },
            Op::Who { dst, site: Reg::TO } if self.at_end => match self.number(Reg::TO) {
                Number::Among(_) => (dst, Number::Another),
                _ => return None,
            },
            Op::Heading { dst, steps, from: Reg::FROM, to: Reg::TO } => {
                (dst, self.heading(steps, self.number(Reg::TO)))
            }
            Op::Copy { dst, a } => (dst, self.number(a)),
            Op::Not { dst, a } => (dst, negated(self.number(a))),
            Op::Add { dst, a, b } => {
                let sum = match (self.number(a), self.number(b)) {
                    (Number::Known(a), Number::Known(b)) => Number::Known(a.wrapping_add(b)),
                    (Number::Beyond(by), Number::Known(more))
                    | (Number::Known(more), Number::Beyond(by)) => {
                        Number::Beyond(by.checked_add(more)?)
                    }
                    _ => return None,
                };
                (dst, sum)
            }
            Op::Eq { dst, a, b } => (dst, equal(a, b)),
            Op::Ne { dst, a, b } => (dst, negated(equal(a, b))),
            Op::Look { dst, table, index, none } => {
                let Number::Known(index) = self.number(index) else { return None };
                let table = &self.ir.tables.numbers[table.index()];
                let entry = usize::try_from(index).ok().and_then(|index| table.get(index));
                (dst, entry.map_or_else(|| self.number(none), |&entry| Number::Known(entry)))
            }
            _ => return None,
        })
    }

    fn put_together(&self, op: &Op) -> Option<(Set, Members)> {
        let all = || Members::Known(self.ir.traits.board.clone());
        let joined = |a: Set, b: Set, join: fn(&mut SiteSet, &SiteSet)| {
            joined(&self.members(a), &self.members(b), join)
        };
        Some(match *op {
            Op::OfEnemies { dst } => (dst, all()),
            Op::OfFriends { dst } => (dst, Members::Known(SiteSet::default())),
            Op::CopySet { dst, a } => (dst, self.members(a)),
            Op::Singleton { dst, site } => match self.number(site) {
                Number::Beyond(by) => (dst, Members::ByOrigin(self.ends_beyond(by))),
                Number::Among(ways) => (dst, Members::ByOrigin(self.ways[ways].clone())),
                _ => return None,
            },
            Op::Union { dst, a, b } => (dst, joined(a, b, SiteSet::unite)),
            Op::Intersect { dst, a, b } => {
                let both = joined(a, b, SiteSet::intersect);
                let narrowed = || self.members(a).narrowed().or(|| self.members(b).narrowed());
                (dst, both.or(narrowed))
            }
            Op::Subtract { dst, a, b } => {
                (dst, joined(a, b, SiteSet::subtract).or(|| self.members(a).narrowed()))
            }
            Op::LookSet { dst, table, index: Reg::FROM } => {
                (dst, Members::ByOrigin(self.sets_of(table)))
            }
            Op::LookSet { dst, table, index } => {
                let Number::Known(index) = self.number(index) else { return None };
                let sets = self.sets_of(table);
                let set = usize::try_from(index).ok().and_then(|index| sets.get(index).cloned());
                (dst, Members::Known(set.unwrap_or_default()))
            }
            Op::Filter { dst, a, .. } => (dst, self.members(a).narrowed()),
            _ => return None,
        })
    }

    /// A set that has the pieces of a component of the striking player on the board, if it is put together
    /// by an instruction.
    fn taken_together(&self, op: &Op) -> Option<(Set, u16)> {
        let Op::Intersect { dst, a, b } = *op else { return None };
        let board = Set::fixed(Program::BOARD as u16);
        let holder = if b == board { a } else { b };
        let what = self.component(holder).filter(|_| [a, b].contains(&board))?;
        Some((dst, what))
    }

    /// The direction in which the sites are that are among some, if it is the same for all pieces.
    fn heading(&self, steps: Steps, to: Number) -> Number {
        let Number::Among(ways) = to else { return Number::Unknown };
        let variants = &self.ir.tables.steps[steps.index()].variants;
        let of = |from: usize, to: Site| {
            variants.iter().position(|table| table.of(from as i32).contains(&to.0))
        };
        let pairs = self.ways[ways].iter().enumerate();
        let pairs = pairs.flat_map(|(from, ends)| ends.iter().map(move |to| (from, to)));
        let mut headings = pairs.map(|(from, to)| of(from, to));
        match headings.next().flatten() {
            Some(first) if headings.all(|heading| heading == Some(first)) => {
                Number::Known(first as i32)
            }
            _ => Number::Unknown,
        }
    }

    fn sets_of(&self, table: Reach) -> Ends {
        let width = usize::from(self.ir.layout.width);
        let sets = self.ir.tables.reaches[table.index()].chunks_exact(width);
        sets.map(members_of).collect()
    }
}

pub(super) fn negated(test: Number) -> Number {
    match test {
        Number::Known(test) => Number::Known(i32::from(test == 0)),
        _ => Number::Unknown,
    }
}

fn members_of(words: &[u64]) -> SiteSet {
    let sites = words.len() * 64;
    (0..sites).filter(|site| words[site / 64] >> (site % 64) & 1 != 0).map(Site::from).collect()
}

fn joined(a: &Members, b: &Members, join: fn(&mut SiteSet, &SiteSet)) -> Members {
    let join = |a: &SiteSet, b: &SiteSet| {
        let mut all = a.clone();
        join(&mut all, b);
        all
    };
    match (a, b) {
        (Members::Known(a), Members::Known(b)) => Members::Known(join(a, b)),
        (Members::ByOrigin(a), Members::Known(b)) => {
            Members::ByOrigin(a.iter().map(|a| join(a, b)).collect())
        }
        (Members::Known(a), Members::ByOrigin(b)) => {
            Members::ByOrigin(b.iter().map(|b| join(a, b)).collect())
        }
        _ => Members::Unknown,
    }
}
