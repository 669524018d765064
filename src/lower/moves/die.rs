//! `(forEach Die …)`.

use super::MoveContext;
use crate::ast::Node;
use crate::bytecode::{Action, Block, Effect, Label, Op, Over, RecipeData, Reg, Scalar};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    /// Moves for each die, and for sums of dice. How many dice there are is known, so the moves are
    /// written out for each: what they use is then the same for all that one place generates.
    pub(super) fn for_each_die(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if node.arg("dice").and_then(Node::as_int) != Some(0) {
            return Err(self.meaningless(node, "there is only one set of dice"));
        }
        let context = self.within(node, context)?;
        let dice = self.dice.len();
        for die in 0..dice {
            self.with_dice(node, &[die], &context)?;
        }
        let sums: &[&[usize]] = match dice {
            2 => &[&[0, 1]],
            3 => &[&[0, 1, 2], &[0, 1], &[0, 2], &[1, 2]],
            _ => &[],
        };
        let combined = self.bool_arg(node, "combined")?;
        if sums.is_empty() || self.emitter.known(combined) == Some(0) {
            return Ok(());
        }
        let skip = self.emitter.jump(Op::JumpUnless { test: combined, to: Label(0) });
        sums.iter().try_for_each(|dice| self.with_dice(node, dice, &context))?;
        self.emitter.land(skip);
        Ok(())
    }

    /// The moves with a die, or with the sum of several, none of which has been used.
    fn with_dice(&mut self, node: Node<'r>, dice: &[usize], context: &MoveContext) -> Lowered<()> {
        let mut skips = Vec::new();
        let mut sum: Option<Reg> = None;
        for &die in dice {
            let value = self.die(die);
            if dice.len() > 1 {
                skips.push(self.emitter.jump(Op::JumpUnless { test: value, to: Label(0) }));
            }
            sum = Some(match sum {
                Some(sum) => self.binary(sum, value, |dst, a, b| Op::Add { dst, a, b }),
                None => value,
            });
        }
        let value = sum.ok_or_else(|| self.unsupported(node, ""))?;
        let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        let block = self.using(node, dice)?;
        let mut context = context.clone();
        context.after.push(Effect { block, over: Over::Once });
        let body = self.block(|lowering| {
            let skip = match node.given("if") {
                Some(test) => {
                    let test = lowering.bool(test)?;
                    Some(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }))
                }
                None => None,
            };
            lowering.moves(moves, &context)?;
            skip.into_iter().for_each(|skip| lowering.emitter.land(skip));
            Ok(())
        })?;
        self.emit(Op::With { var: Reg::PIPS, value, body });
        skips.into_iter().for_each(|skip| self.emitter.land(skip));
        Ok(())
    }

    /// What uses dice up. Dice that are alike can be used twice if they are used one by one: the value is
    /// noted with the first move, and they show it again when the last but one of them is used. While a
    /// value is noted, they show it again after moves of other places in the rules too.
    fn using(&mut self, node: Node<'r>, dice: &[usize]) -> Lowered<Block> {
        self.function(|lowering| {
            let recipe = lowering.recipe(RecipeData::plain(Action::UseDie));
            for &die in dice {
                let site = lowering.constant(i32::from(lowering.dice[die].site));
                let number = lowering.constant(die as i32);
                let b = lowering.constant(0);
                lowering.emit(Op::Push { from: site, to: site, a: number, b, recipe });
            }
            if let &[die] = dice
                && lowering.notes_values()
            {
                let replays = lowering.bool_arg(node, "replayDouble")?;
                lowering.replay_double(die, replays);
            }
            Ok(())
        })
    }

    /// Whether the variable without a name, where the value of doubles is noted, is ever set.
    fn notes_values(&self) -> bool {
        let replays =
            |node: Node<'r>| node.arg("replayDouble").and_then(Node::as_bool) != Some(false);
        self.ludemes("forEach Die").any(replays)
            || self.ludemes("set Var").any(|node| node.get("name").is_none())
    }

    fn replay_double(&mut self, die: usize, replays: Reg) {
        let noted = self.scalar(Scalar::Temp);
        let (none, nowhere) = (self.constant(-1), self.constant(-1));
        let is_noted = self.binary(noted, none, |dst, a, b| Op::Ne { dst, a, b });
        let value = self.die(die);
        let alike = self.unary(value, |dst, value| Op::DiceOf { dst, value });
        let all = self.constant(self.dice.len() as i32);
        let alike = self.binary(alike, all, |dst, a, b| Op::Eq { dst, a, b });
        let others =
            [replays, alike].map(|test| self.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
        let note = self.recipe(RecipeData::plain(Action::SetVar));
        let set = |lowering: &mut Self, value: Reg| {
            lowering.emit(Op::Push { from: nowhere, to: nowhere, a: none, b: value, recipe: note });
        };
        let forget = self.emitter.jump(Op::JumpIf { test: is_noted, to: Label(0) });
        set(self, value);
        let noted_now = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(forget);
        set(self, none);
        let forgotten = self.emitter.jump(Op::Jump { to: Label(0) });
        others.into_iter().for_each(|other| self.emitter.land(other));
        let idle = self.emitter.jump(Op::JumpUnless { test: is_noted, to: Label(0) });
        let turn = self.recipe(RecipeData::plain(Action::TurnDice));
        let one = self.constant(1);
        let face = self.binary(noted, one, |dst, a, b| Op::Sub { dst, a, b });
        let b = self.constant(0);
        self.emit(Op::Push { from: nowhere, to: nowhere, a: face, b, recipe: turn });
        for jump in [noted_now, forgotten, idle] {
            self.emitter.land(jump);
        }
    }
}
