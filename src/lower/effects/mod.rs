//! Effects: moves that nobody chooses.

mod captures;
mod hidden;
mod memory;
mod players;
mod shifts;
mod sites;
mod sow;
mod votes;

use super::moves::{MoveContext, Payload};
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Op, Recipe, RecipeData, Reg};

impl<'r> Lowering<'r> {
    pub(super) fn effect(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        // As a choice it is no move to the site that it is about.
        let head = node.effect_head();
        let goes_nowhere = head.starts_with("set ") || head == "swap Pieces";
        let sought = if goes_nowhere && !context.effect { self.jump_if_sought(node) } else { None };
        self.effect_itself(node, context)?;
        sought.into_iter().for_each(|sought| self.emitter.land(sought));
        Ok(())
    }

    fn effect_itself(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        match node.effect_head() {
            "moveAgain" | "set NextPlayer" | "addScore" | "set Score" | "set Team" | "trigger"
            | "swap Players" => self.player_effect(node, context),
            "set Value" if node.get("at").is_none() => self.player_effect(node, context),
            "set State" | "set Value" | "set Count" | "set Rotation" | "set Pending"
            | "set Hidden" | "flip" | "swap Pieces" | "take Control" => {
                self.site_effect(node, context)
            }
            "set Counter" | "set Var" | "set Pot" | "remember Value" | "remember State"
            | "forget Value" => self.memory_effect(node, context),
            "note" => {
                let recipe = self.plain(node, Action::Nothing, context)?;
                self.push_nowhere(0, 0, recipe)
            }
            "satisfy" => self.satisfy(node, context),
            "custodial" => self.custodial(node, context),
            "intervene" => self.intervene(node, context),
            "surround" => self.surround(node, context),
            "directional" => self.directional(node, context),
            "enclose" => self.enclose(node, context),
            "roll" if self.dice.is_empty() => Ok(()),
            "roll" => {
                let recipe = self.plain(node, Action::Roll, context)?;
                self.emit(Op::Roll { recipe });
                Ok(())
            }
            "propose" | "vote" => self.vote(node, context),
            "take Domino" => self.take_domino(node, context),
            "deal Cards" => self.deal_cards(node.into(), context),
            "deal Dominoes" => self.deal_dominoes_later(node, context),
            "playCard" => self.play_card(node.into(), context),
            "set TrumpSuit" => self.set_trump(node.into(), context),
            "sow" => self.sow(node, context),
            "attract" | "push" => self.shift(node, context),
            "apply" => self.apply_moves(node, context),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// A recipe of a ludeme whose own consequence is never made.
    pub(super) fn without_then(
        &mut self,
        node: Node<'r>,
        action: Action,
        context: &MoveContext,
    ) -> Lowered<Recipe> {
        let decision = node.result().is_some_and(|kind| kind.name == "Decision");
        let zero = self.constant(0);
        let prior = self.first(node, &context.first, &mut [Payload::Half(zero); 4])?;
        let (then, after) = (context.then.clone(), context.after.clone());
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
