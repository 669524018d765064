//! Match play: the programs of the games of a match, each with what comes after its end.
//!
//! The rules of a match are written into the program of each of its games: what they ask for is in
//! the state of the game that has just ended.

use super::{Lowered, Lowering, Reason, Unsupported, diagnostics, lower_part};
use crate::ast::Node;
use crate::bytecode::{Action, Block, Instance, Layout, Op, Program, RecipeData, Reg};
use crate::check::Rules;
use crate::diagnostic::Diagnostics;

/// A game as a part of a match.
#[derive(Clone, Copy)]
pub(super) struct Part<'r> {
    /// The rules of the match.
    pub(super) match_rules: &'r Rules,
    /// The form that names the game.
    subgame: Node<'r>,
}

/// The games that a match names, in their order.
pub(crate) fn subgames(rules: &Rules) -> impl Iterator<Item = Node<'_>> {
    let games = rules.game.root().get("games");
    let list = games.and_then(|games| games.get("games").or_else(|| games.get("game")));
    list.into_iter().flat_map(Node::elements)
}

/// Makes a program of a match from its rules and those of its games.
pub(crate) fn lower_match(rules: &Rules, games: &[&Rules]) -> Result<Program, Diagnostics> {
    let mut programs = Vec::new();
    for (subgame, game) in subgames(rules).zip(games) {
        if game.facts.players != rules.facts.players {
            return Err(unplayable(
                rules,
                subgame,
                Reason::Meaningless("the game has a different number of players"),
            ));
        }
        programs.push(lower_part(game, Some(Part { match_rules: rules, subgame }), false)?);
    }
    let layout = Layout { players: rules.facts.players as u8, ..Layout::default() };
    let name = rules.game.name().to_owned();
    Ok(Program { name, layout, subgames: programs, ..Program::default() })
}

/// What is said of a form that cannot be played.
pub(crate) fn unplayable(rules: &Rules, node: Node<'_>, reason: Reason) -> Diagnostics {
    diagnostics(rules, &[Unsupported { node: node.id(), in_match: false, reason }])
}

impl<'r> Lowering<'r> {
    /// What comes after the end of the game, if it is part of a match.
    pub(super) fn instance(&mut self) -> Lowered<Option<Instance>> {
        let Some(part) = self.part else { return Ok(None) };
        let mut number = |name: &str| match part.subgame.get(name) {
            Some(node) => self.number_function(node).map(Some),
            None => Ok(None),
        };
        let (result, next) = (number("result")?, number("next")?);
        let end = part.match_rules.game.root().get("end");
        let end = end.ok_or_else(|| self.unsupported(part.match_rules.game.root(), ""))?;
        let end = self.end(end)?;
        let go_on = self.recipe(RecipeData::choice(Action::GoOn));
        Ok(Some(Instance { result, next, end, go_on }))
    }

    /// Writes a block with the value of a number that runs in a frame of its own.
    fn number_function(&mut self, node: Node<'r>) -> Lowered<Block> {
        let open = self.emitter.open_function();
        let written = self.int(node);
        self.finish(open, written.map(Some))
    }

    /// The points of a player in the match; there are none outside of matches.
    pub(super) fn match_score(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if self.part.is_none() {
            return Ok(self.constant(-1));
        }
        let role = node.arg("role").ok_or_else(|| self.unsupported(node, ""))?;
        let player = self.role(role)?;
        Ok(self.unary(player, |dst, player| Op::MatchScore { dst, player }))
    }

    /// How many games of the match are over.
    pub(super) fn trials(&mut self) -> Reg {
        if self.part.is_none() {
            return self.constant(0);
        }
        let dst = self.emitter.reg();
        self.emit(Op::Trials { dst });
        dst
    }
}
