//! Proposals and votes.

use super::Around;
use crate::ast::Node;
use crate::bytecode::{Action, Op, Reg, Scalar};
use crate::lower::{Lowered, Lowering};

/// Texts that can be voted for: each has eight bits of a word, and the last eight are for the sum.
const TEXTS: usize = 7;

impl<'r> Lowering<'r> {
    /// `(move Propose …)`, `(move Vote …)` and the effects of the same names: a move for each text.
    pub(super) fn propose(
        &mut self,
        node: Node<'r>,
        action: Action,
        around: &Around,
    ) -> Lowered<()> {
        let texts = node.get("texts").or_else(|| node.get("text"));
        let recipe = self.plain(node, action, around)?;
        for text in texts.into_iter().flat_map(Node::elements) {
            let number = self.text_number(text)?;
            self.push_nowhere(number, 0, recipe)?;
        }
        Ok(())
    }

    /// The number of a text among those that rules propose or vote for.
    fn text_number(&self, text: Node<'r>) -> Lowered<i32> {
        let mut texts: Vec<&str> = Vec::new();
        for node in self.rules.game.nodes() {
            if !matches!(node.head(), "move Propose" | "propose" | "move Vote" | "vote") {
                continue;
            }
            let given = node.get("texts").or_else(|| node.get("text"));
            for text in given.into_iter().flat_map(Node::elements).map(Node::text) {
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        let number = texts.iter().position(|other| *other == text.text());
        if texts.len() > TEXTS {
            return Err(self.unsupported(text, "so many texts"));
        }
        Ok(number.map_or(-1, |number| number as i32))
    }

    /// `(is Proposed …)` and `(is Decided …)`.
    pub(in crate::lower) fn vote_state(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let text = node.arg("text").ok_or_else(|| self.unsupported(node, ""))?;
        let number = self.text_number(text)?;
        if number < 0 {
            return Ok(self.constant(0));
        }
        if node.head() == "is Decided" {
            let decided = self.scalar(Scalar::Decided);
            let wanted = self.constant(number + 1);
            return Ok(self.binary(decided, wanted, |dst, a, b| Op::Eq { dst, a, b }));
        }
        let proposed = self.scalar(Scalar::Proposed);
        let bit = self.constant(1 << number);
        let above = self.binary(proposed, bit, |dst, a, b| Op::Div { dst, a, b });
        let two = self.constant(2);
        Ok(self.binary(above, two, |dst, a, b| Op::Rem { dst, a, b }))
    }
}
