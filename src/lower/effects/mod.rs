//! Effects: moves that nobody chooses.

mod captures;
mod hidden;
mod memory;
mod players;
mod shifts;
mod sites;
mod sow;
mod votes;

use super::moves::{Around, Payload};
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Op, Recipe, RecipeData, Reg};

impl<'r> Lowering<'r> {
    pub(super) fn effect(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        // As a choice it is no move to the site that it is about.
        let head = node.effect_head();
        let goes_nowhere = head.starts_with("set ") || head == "swap Pieces";
        let sought = if goes_nowhere && !around.effect { self.jump_if_sought(node) } else { None };
        self.effect_itself(node, around)?;
        sought.into_iter().for_each(|sought| self.emitter.land(sought));
        Ok(())
    }

    fn effect_itself(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        match node.effect_head() {
            "moveAgain" | "set NextPlayer" | "addScore" | "set Score" | "set Team" | "trigger"
            | "swap Players" => self.player_effect(node, around),
            "set Value" if node.get("at").is_none() => self.player_effect(node, around),
            "set State" | "set Value" | "set Count" | "set Rotation" | "set Pending"
            | "set Hidden" | "flip" | "swap Pieces" | "take Control" => {
                self.site_effect(node, around)
            }
            "set Counter" | "set Var" | "set Pot" | "remember Value" | "remember State"
            | "forget Value" => self.memory_effect(node, around),
            "note" => {
                let recipe = self.plain(node, Action::Nothing, around)?;
                self.push_nowhere(0, 0, recipe)
            }
            "satisfy" => self.satisfy(node, around),
            "custodial" => self.custodial(node, around),
            "intervene" => self.intervene(node, around),
            "surround" => self.surround(node, around),
            "directional" => self.directional(node, around),
            "enclose" => self.enclose(node, around),
            "roll" if self.dice.is_empty() => Ok(()),
            "roll" => {
                let recipe = self.plain(node, Action::Roll, around)?;
                self.emit(Op::Roll { recipe });
                Ok(())
            }
            "propose" | "vote" => self.vote(node, around),
            "take Domino" => self.take_domino(node, around),
            "deal Cards" => self.deal_cards(node, around),
            "deal Dominoes" => self.deal_dominoes_later(node, around),
            "playCard" => self.play_card(node, around),
            "set TrumpSuit" => self.set_trump(node, around),
            "sow" => self.sow(node, around),
            "attract" | "push" => self.shift(node, around),
            "apply" => self.apply_moves(node, around),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// A recipe of a ludeme whose own consequence is never made.
    pub(super) fn without_then(
        &mut self,
        node: Node<'r>,
        action: Action,
        around: &Around,
    ) -> Lowered<Recipe> {
        let decision = node.result().is_some_and(|kind| kind.name == "Decision");
        let zero = self.constant(0);
        let prior = self.first(node, &around.first, &mut [Payload::Half(zero); 4])?;
        let (then, after) = (around.then.clone(), around.after.clone());
        let plain = RecipeData::plain(action);
        Ok(self.recipe(RecipeData { decision, prior, after, then, ..plain }))
    }

    /// A move that is about no site.
    fn push_data(&mut self, a: Reg, b: Option<Reg>, recipe: Recipe) -> Lowered<()> {
        let nowhere = self.constant(-1);
        let b = b.unwrap_or_else(|| self.constant(0));
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    /// A move about a site.
    fn push_at(&mut self, site: Reg, a: Reg, b: Option<Reg>, recipe: Recipe) {
        let b = b.unwrap_or_else(|| self.constant(0));
        self.emit(Op::Push { from: site, to: site, a, b, recipe });
    }
}
