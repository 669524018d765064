//! Moves from which something follows only where they end on some sites.
//!
//! Accepts: a move with one consequence, whose code begins by asking whether the last move ended on a site of
//! a set and does nothing if it did not: `(then (if (is In (last To) …) …))`, as pieces are promoted. The set is
//! known, or one of a table by the mover or the player who comes next. When the move is the last move, that is
//! where it ends itself; so it is told without running the code.

use crate::bytecode::{Action, Kept, Layout, Op, Over, RecipeData, Scalar, Zone};
use crate::lower::Lowering;
use crate::lower::emit::Code;

impl Lowering<'_> {
    /// Notes for all moves where they have consequences.
    pub(in crate::lower) fn find_zones(&mut self, code: &Code) {
        for index in 0..self.recipes.len() {
            let zone = match &self.recipes[index] {
                RecipeData { then, once: None, .. } if then.len() == 1 => {
                    let (first, length) = code.blocks[then[0].index()];
                    let ops = &code.ops[first as usize..(first + length) as usize];
                    keeps_turn(&self.recipes[index]).then(|| self.zone(ops)).flatten()
                }
                _ => None,
            };
            self.recipes[index].zone = zone;
        }
    }

    /// The sites outside of which code does nothing after a move that ended there.
    fn zone(&mut self, ops: &[Op]) -> Option<Zone> {
        let (looked_up, rest) = match *ops {
            [Op::Scalar { dst, scalar }, Op::LookSet { dst: set, table, index }, ..]
                if index == dst && is_of_turn(scalar) =>
            {
                (Some((set, table, Layout::scalar(scalar) as u16)), &ops[2..])
            }
            _ => (None, ops),
        };
        let [Op::Scalar { dst, scalar }, Op::JumpUnlessIn { set, site, to }, ..] = *rest else {
            return None;
        };
        let asks = scalar == Scalar::LastTo && site == dst;
        if !asks || !matches!(ops.get(to.index()), Some(Op::End {})) {
            return None;
        }
        match (set.kept(), looked_up) {
            (Kept::Fixed(index), _) => {
                let width = usize::from(self.layout.width);
                let words = self.tables.sets[index * width..(index + 1) * width].to_vec();
                Some(Zone { table: self.tables.reach(words), by: None })
            }
            (_, Some((looked_up, table, by))) if set == looked_up => {
                Some(Zone { table, by: Some(by) })
            }
            _ => None,
        }
    }
}

/// Whether a number of the state is a player of the turn.
fn is_of_turn(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Mover | Scalar::Next)
}

/// Whether it is still the same turn when the consequences of a move come.
fn keeps_turn(recipe: &RecipeData) -> bool {
    let RecipeData { action, prior, before, after, .. } = recipe;
    matches!(action, Action::Move | Action::Add)
        && prior.is_empty()
        && after.is_empty()
        && before.iter().all(|effect| matches!(effect.over, Over::Cleared(_)))
}
