//! Moves from which something follows only where they end on some sites.
//!
//! Accepts: a move with one consequence, whose code begins by asking whether the last move ended on a site of
//! a set and does nothing if it did not: `(then (if (is In (last To) …) …))`, as pieces are promoted. The set is
//! known, or one of a table by the mover or the player who comes next. When the move is the last move, that is
//! where it ends itself; so it is told without running the code.

use crate::bytecode::{Action, Kept, Layout, Op, Over, RecipeData, Scalar, Zone};
use crate::ir::Ir;

/// Notes for all moves where they have consequences.
pub(crate) fn find_zones(ir: &mut Ir) {
    for index in 0..ir.recipes.len() {
        let zone = match &ir.recipes[index] {
            RecipeData { then, once: None, .. } if then.len() == 1 => {
                let ops = ir.emitter.written(then[0]).to_vec();
                keeps_turn(&ir.recipes[index]).then(|| zone(ir, &ops)).flatten()
            }
            _ => None,
        };
        ir.recipes[index].zone = zone;
    }
}

/// The sites outside of which code does nothing after a move that ended there.
fn zone(ir: &mut Ir, ops: &[Op]) -> Option<Zone> {
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
            let width = usize::from(ir.layout.width);
            let words = ir.tables.sets[index * width..(index + 1) * width].to_vec();
            Some(Zone { table: ir.tables.reach(words), by: None })
        }
        (_, Some((looked_up, table, by))) if set == looked_up => Some(Zone { table, by: Some(by) }),
        _ => None,
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
