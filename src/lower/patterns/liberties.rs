//! Liberties: whether a group has one, and where a piece can be placed so that its group has one.
//!
//! `(> (count Liberties) 0)` counts what nobody wants to know: it is enough to look for the first one.
//!
//! `(do (move Add (to …) (then (enclose …))) ifAfterwards:(> (count Liberties) 0))`, the rule of Go,
//! asks what would be after each move. Where a piece that is added has an empty site beside it, that
//! stays so whatever is enclosed; elsewhere its group and those beside it are looked at as they would
//! be. No move has to be made, and what is left is a set: moves to it are never listed.

use crate::analysis::{Adding, adds, asks_for_liberty};
use crate::ast::Node;
use crate::bytecode::{Block, Layout, Op, Reg, Set};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    /// A comparison that asks whether a group has an empty site beside it; none, and no code, if it is
    /// another.
    pub(in crate::lower) fn has_liberty(&mut self, test: Node<'r>) -> Lowered<Option<Reg>> {
        let Some((liberties, wanted)) = self.liberty_test(test) else { return Ok(None) };
        if self.kind(liberties) != self.board.default {
            return Ok(None);
        }
        let steps = self.group_steps(liberties)?;
        let site = self.site_or_last_to(liberties.arg("at"))?;
        let within = self.emitter.set();
        self.emit(Op::SameAs { dst: within, site });
        let within = self.both(within, Set::BOARD);
        let dst = self.emitter.reg();
        self.emit(Op::HasLiberty { dst, steps, site, within });
        Ok(Some(if wanted { dst } else { self.unary(dst, |dst, a| Op::Not { dst, a }) }))
    }

    /// The `(count Liberties …)` of a comparison with nothing, and whether there are to be some.
    fn liberty_test(&self, test: Node<'r>) -> Option<(Node<'r>, bool)> {
        let (a, b) = (test.get("a")?, test.get("b")?);
        let is_count =
            |node: Node<'r>| node.head() == "count Liberties" && node.arg("if").is_none();
        let (liberties, number, head) = if is_count(a) {
            (a, b, test.head())
        } else if is_count(b) {
            (b, a, mirrored(test.head()))
        } else {
            return None;
        };
        match (head, self.known_int(number)?) {
            (">" | "!=", 0) | (">=", 1) => Some((liberties, true)),
            ("=" | "<=", 0) | ("<", 1) => Some((liberties, false)),
            _ => None,
        }
    }

    /// Moves that add a piece where its group has an empty site beside it afterwards: a block that makes
    /// them without any test, and one that tells whether a single one of them is made, if `body` and
    /// `test`, which are written already, are of that form. The test does not see the last `outer`
    /// consequences.
    pub(in crate::lower) fn add_freely(
        &mut self,
        body: Block,
        test: Block,
        outer: usize,
    ) -> Lowered<Option<(Block, Block)>> {
        let Some(mut adding) = adds(&self.ir, body) else { return Ok(None) };
        if outer > 0 {
            // What is enclosed, the only consequence there is, is still there.
            adding.caught = None;
        }
        let Some(free) = asks_for_liberty(&self.ir, test) else { return Ok(None) };
        let steps = adding.caught.unwrap_or(free);
        let direct = self.block(|lowering| {
            let (own, enemies) = lowering.sides_of(&adding);
            let dst = lowering.emitter.set();
            let (sites, caught) = (Set::state(Layout::EMPTY as u16), steps);
            lowering.emit(Op::Survivors { dst, sites, own, free, enemies, caught });
            let Adding { a, b, recipe, .. } = adding;
            lowering.emit(Op::PushOn { set: dst, a, b, recipe });
            Ok(())
        })?;
        let single = self.value_block(|lowering| {
            let (own, enemies) = lowering.sides_of(&adding);
            let dst = lowering.emitter.reg();
            let (site, caught) = (Reg::TO, steps);
            lowering.emit(Op::Survives { dst, site, own, free, enemies, caught });
            Ok(dst)
        })?;
        Ok(Some((direct, single)))
    }

    /// Code for the sites of the pieces that a move joins, and of those that it can take.
    fn sides_of(&mut self, adding: &Adding) -> (Set, Set) {
        adding.before.iter().for_each(|&op| self.emit(op));
        let own = self.emitter.set();
        self.emit(Op::HoldingPiece { dst: own, what: adding.what });
        let enemies = self.no_sites();
        if adding.caught.is_some() {
            self.emit(Op::OfEnemies { dst: enemies });
        }
        (own, enemies)
    }
}

/// The comparison that says the same with its sides exchanged.
fn mirrored(head: &str) -> &str {
    match head {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        other => other,
    }
}
