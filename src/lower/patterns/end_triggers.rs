//! End triggers: the questions about a piece just placed that can make the end rules act.
//!
//! Where all that moves do is to fill sites, most end rules ask for a line, a chain or a ring through the site that
//! was filled last. If none of these is there, the rules do nothing, and neither they nor all that they could ask of
//! the state have to be seen to after each move (`vm/fast_path/placement.rs`). Which questions these are is found out
//! by following the instructions of the end rules with the answer no to each of them: if nothing is done, whatever
//! else holds, they are all there is to ask.

use fxhash::FxHashMap;

use crate::bytecode::{Block, Facts, Layout, Op, Phase, Recipe, Reg, Scalar, Set, only_adds};
use crate::lower::Lowering;

/// Ways through the end rules that are followed: more would take longer than they save.
const MOST_WAYS: usize = 64;

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Known(i32),
    /// The site that was filled.
    Filled,
    Unknown,
}

impl Lowering<'_> {
    /// For each player the end triggers after one of their moves; empty if they cannot be told.
    pub(in crate::lower) fn end_triggers(
        &mut self,
        phases: &[Phase],
        end: Option<Block>,
        facts: &Facts,
    ) -> Vec<Block> {
        let [phase] = phases else { return Vec::new() };
        let code = self.emitter.written(phase.play);
        let recipe = |recipe: Recipe| &self.recipes[recipe.index()];
        let adds = only_adds(&self.layout, facts, phase.plan, code, recipe)
            && !self.rules.facts.large_pieces
            && (1..=self.players()).all(|player| self.has_one_piece(player))
            && code.iter().all(|op| match *op {
                Op::LowerThan { limit, .. } => self.emitter.known(limit).is_some(),
                _ => true,
            });
        if !adds {
            return Vec::new();
        }
        let ends: Vec<Block> = phase.end.into_iter().chain(end).collect();
        let end_triggers = (1..=self.players()).map(|mover| self.end_triggers_of(&ends, mover));
        let Some(end_triggers) = end_triggers.collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let write = |ops: Vec<Op>| {
            let open = self.emitter.open_apart();
            ops.into_iter().for_each(|op| self.emit(op));
            self.emitter.close(open, None)
        };
        end_triggers.into_iter().map(write).collect()
    }

    /// Whether a player has one kind of piece, which others take for theirs as well.
    pub(super) fn has_one_piece(&self, player: i32) -> bool {
        let is_his = |number: u8| i32::from(number) == player;
        let own = self.components.iter().filter(|component| is_his(component.reported_owner));
        own.clone().count() == 1 && own.into_iter().all(|component| is_his(component.owner))
    }

    pub(super) fn end_triggers_of(&self, ends: &[Block], mover: i32) -> Option<Vec<Op>> {
        let mut reader = Reader { lowering: self, mover, end_triggers: Vec::new(), ways: 0 };
        for &end in ends {
            reader.follow(self.emitter.written(end), 0, FxHashMap::default())?;
        }
        let Reader { end_triggers, .. } = reader;
        let needed =
            |op: &&Op| !end_triggers.iter().any(|other| other != *op && self.implies(op, other));
        let about_levels = |op: &Op| matches!(op, Op::LevelLine { .. });
        let stacks = self.layout.stacks.is_some();
        let fit = end_triggers.iter().all(|op| about_levels(op) == stacks);
        fit.then(|| end_triggers.iter().filter(needed).copied().collect())
    }

    /// Whether a question is answered with yes only if another one is: there is no row of pieces without
    /// shorter ones in it.
    fn implies(&self, op: &Op, other: &Op) -> bool {
        match (op, other) {
            (
                Op::Line { rays, length, .. },
                Op::Line { rays: others, length: shorter, exact: false, .. },
            ) => {
                let [length, shorter] = [length, shorter].map(|length| self.emitter.known(*length));
                rays == others && length > shorter && shorter > Some(1)
            }
            _ => false,
        }
    }
}

/// Follows instructions.
struct Reader<'a, 'r> {
    lowering: &'a Lowering<'r>,
    mover: i32,
    end_triggers: Vec<Op>,
    ways: usize,
}

impl Reader<'_, '_> {
    /// Follows all ways from an instruction on; none if one of them does something.
    fn follow(
        &mut self,
        ops: &[Op],
        mut next: usize,
        mut values: FxHashMap<Reg, Value>,
    ) -> Option<()> {
        self.ways += 1;
        if self.ways > MOST_WAYS {
            return None;
        }
        loop {
            let op = ops.get(next)?;
            next += 1;
            let value = |register: Reg| match self.lowering.emitter.known(register) {
                Some(number) => Value::Known(number),
                None => values.get(&register).copied().unwrap_or(Value::Unknown),
            };
            if let Some((dst, question)) = self.question(op, value) {
                if !self.end_triggers.contains(&question) {
                    self.end_triggers.push(question);
                }
                values.insert(dst, Value::Known(0));
                continue;
            }
            let (dst, result) = match *op {
                Op::End {} | Op::Return { .. } => return Some(()),
                Op::Jump { to } => {
                    next = to.index();
                    continue;
                }
                Op::JumpIf { test, to } | Op::JumpUnless { test, to } => {
                    let wanted = matches!(op, Op::JumpIf { .. });
                    match value(test) {
                        Value::Known(known) => {
                            if (known != 0) == wanted {
                                next = to.index();
                            }
                        }
                        _ => self.follow(ops, to.index(), values.clone())?,
                    }
                    continue;
                }
                Op::Scalar { dst, scalar } => (dst, self.scalar(scalar)),
                Op::Copy { dst, a } => (dst, value(a)),
                Op::Eq { dst, a, b } => (dst, compare(value(a), value(b), |a, b| a == b)),
                Op::Ne { dst, a, b } => (dst, compare(value(a), value(b), |a, b| a != b)),
                Op::Lt { dst, a, b } => (dst, compare(value(a), value(b), |a, b| a < b)),
                Op::Le { dst, a, b } => (dst, compare(value(a), value(b), |a, b| a <= b)),
                Op::Not { dst, a } => {
                    (dst, compare(value(a), Value::Known(0), |a, zero| a == zero))
                }
                // When the last site is filled, the rules are asked anyway.
                Op::IsNone { dst, set }
                    if set == Set::state(Layout::EMPTY as u16)
                        && self.lowering.layout.stacks.is_none() =>
                {
                    (dst, Value::Known(0))
                }
                // Nobody passed who filled a site.
                Op::AllPassed { dst } => (dst, Value::Known(0)),
                Op::Add { dst, .. }
                | Op::Sub { dst, .. }
                | Op::PerPlayer { dst, .. }
                | Op::What { dst, .. }
                | Op::Who { dst, .. }
                | Op::Contains { dst, .. }
                | Op::Size { dst, .. }
                | Op::IsNone { dst, .. } => (dst, Value::Unknown),
                Op::OwnedBy { .. }
                | Op::HoldingPiece { .. }
                | Op::CopySet { .. }
                | Op::Union { .. }
                | Op::Intersect { .. }
                | Op::Subtract { .. }
                | Op::Singleton { .. } => continue,
                _ => return None,
            };
            values.insert(dst, result);
        }
    }

    fn is_constant(&self, register: Reg) -> bool {
        self.lowering.emitter.known(register).is_some()
    }

    fn scalar(&self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Mover => Value::Known(self.mover),
            Scalar::LastTo => Value::Filled,
            _ => Value::Unknown,
        }
    }

    /// An instruction as a question about the site that was filled, and where the answer goes.
    fn question(&self, op: &Op, value: impl Fn(Reg) -> Value) -> Option<(Reg, Op)> {
        let filled = |site| value(site) == Value::Filled;
        let of_mover = |player| value(player) == Value::Known(self.mover);
        match *op {
            Op::LineOf { dst, rays, length, site, among: None, .. }
                if filled(site) && self.is_constant(length) =>
            {
                Some((dst, Op::Line { dst, rays, site, length, exact: false, among: None }))
            }
            Op::Line { dst, site, length, among: None, .. }
                if filled(site) && self.is_constant(length) =>
            {
                Some((dst, *op))
            }
            Op::LevelLine { dst, site, length, exact: false, whats: None, owner: None, .. }
                if filled(site) && self.lowering.emitter.known(length) > Some(1) =>
            {
                Some((dst, *op))
            }
            Op::Connected { dst, site, need, role, .. }
                if filled(site)
                    && self.is_constant(need)
                    && role.is_none_or(of_mover)
                    && self.lowering.can_be_joined(op) =>
            {
                Some((dst, *op))
            }
            Op::Ring { dst, site, colour, within: None, .. }
                if filled(site) && of_mover(colour) =>
            {
                Some((dst, *op))
            }
            _ => None,
        }
    }
}

fn compare(a: Value, b: Value, holds: impl Fn(i32, i32) -> bool) -> Value {
    match (a, b) {
        (Value::Known(a), Value::Known(b)) => Value::Known(holds(a, b).into()),
        _ => Value::Unknown,
    }
}
