//! Proposals and votes.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Op, Reg, Scalar};

/// Texts that can be voted on; a state counts the votes in as many bytes of a word.
const MAX_TEXTS: usize = 8;

impl<'r> Lowering<'r> {
    /// `(propose …)` and `(vote …)`: one move a text.
    pub(super) fn vote(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let proposes = node.effect_head() == "propose";
        let action = if proposes { Action::Propose } else { Action::Vote };
        let recipe = self.plain(node, action, context)?;
        let texts = node.get("texts").or_else(|| node.get("text"));
        for text in texts.into_iter().flat_map(Node::elements) {
            let number = self.text_number(text)?;
            let number = self.constant(number);
            self.push_data(number, None, recipe)?;
        }
        Ok(())
    }

    /// `(is Proposed …)`.
    pub(in crate::lower) fn is_proposed(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let text = node.children().next().ok_or_else(|| self.unsupported(node, ""))?;
        let bit = 1 << self.text_number(text)?;
        let (bit, two) = (self.constant(bit), self.constant(2));
        let proposed = self.scalar(Scalar::Proposed);
        let shifted = self.binary(proposed, bit, |dst, a, b| Op::Div { dst, a, b });
        Ok(self.binary(shifted, two, |dst, a, b| Op::Rem { dst, a, b }))
    }

    /// `(is Decided …)`.
    pub(in crate::lower) fn is_decided(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let text = node.children().next().ok_or_else(|| self.unsupported(node, ""))?;
        let number = self.text_number(text)? + 1;
        let number = self.constant(number);
        let decided = self.scalar(Scalar::Decided);
        Ok(self.binary(decided, number, |dst, a, b| Op::Eq { dst, a, b }))
    }

    /// The number of a text among all that are proposed, voted for or asked for.
    fn text_number(&self, text: Node<'r>) -> Lowered<i32> {
        let about = |node: &Node<'r>| {
            let heads =
                ["propose", "move Propose", "vote", "move Vote", "is Proposed", "is Decided"];
            heads.contains(&node.head())
        };
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
