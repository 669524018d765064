//! Proposals and votes.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::ast::typed::{IsDecided, IsProposed, Ludeme, Propose, Text};
use crate::bytecode::{Action, Op, Reg, Scalar};

/// Texts that can be voted on; a state counts the votes in as many bytes of a word.
const MAX_TEXTS: usize = 8;

impl<'r> Lowering<'r> {
    /// `(propose …)` and `(vote …)`: one move a text.
    pub(in crate::lower) fn vote(
        &mut self,
        call: Propose<'r>,
        action: Action,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, action, context)?;
        for text in call.text_or_texts().elements() {
            let number = self.text_number(text)?;
            let number = self.constant(number);
            self.push_data(number, None, recipe)?;
        }
        Ok(())
    }

    /// `(is Proposed …)`.
    pub(in crate::lower) fn is_proposed(&mut self, call: IsProposed<'r>) -> Lowered<Reg> {
        let bit = 1 << self.text_number(call.text())?;
        let (bit, two) = (self.constant(bit), self.constant(2));
        let proposed = self.scalar(Scalar::Proposed);
        let shifted = self.binary(proposed, bit, |dst, a, b| Op::Div { dst, a, b });
        Ok(self.binary(shifted, two, |dst, a, b| Op::Rem { dst, a, b }))
    }

    /// `(is Decided …)`.
    pub(in crate::lower) fn is_decided(&mut self, call: IsDecided<'r>) -> Lowered<Reg> {
        let number = self.text_number(call.text())? + 1;
        let number = self.constant(number);
        let decided = self.scalar(Scalar::Decided);
        Ok(self.binary(decided, number, |dst, a, b| Op::Eq { dst, a, b }))
    }

    /// The number of a text among all that are proposed, voted for or asked for.
    fn text_number(&self, text: Text<'r>) -> Lowered<i32> {
        let about = |node: &Node<'r>| node.ludeme().is_some_and(Ludeme::about_votes);
        let mut texts: Vec<&str> = Vec::new();
        for node in self.rules.game.nodes().filter(about) {
            for text in node.children().flat_map(Node::elements).filter(|text| text.is_text()) {
                if !texts.contains(&text.text()) {
                    texts.push(text.text());
                }
            }
        }
        let found = texts.iter().position(|other| *other == text.text());
        let found = found.filter(|&number| number < MAX_TEXTS);
        found
            .map(|number| number as i32)
            .ok_or_else(|| self.too_much(text, "too many distinct texts"))
    }
}
