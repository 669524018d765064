//! Effects: moves that nobody chooses.

mod captures;
mod hidden;
mod memory;
mod players;
mod shifts;
mod sites;
mod sow;
mod votes;

use super::moves::{MoveContext, Payload, is_decision};
use super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::Effect;
use crate::bytecode::{Action, Op, Recipe, RecipeData, Reg};

impl<'r> Lowering<'r> {
    #[allow(clippy::too_many_lines, reason = "one arm a ludeme")]
    pub(super) fn effect(&mut self, effect: Effect<'r>, context: &MoveContext) -> Lowered<()> {
        match effect {
            // Moving, adding and removing pieces
            Effect::Add(call) => self.add(call, context),
            Effect::Attract(call) => self.attract(call, context),
            Effect::Claim(call) => self.claim(call, (call.piece(), call.to()), context),
            Effect::FromTo(call) => self.from_to(call, context),
            Effect::Hop(call) => self.hop(call, context),
            Effect::Leap(call) => self.leap(call, context),
            Effect::Promote(call) => self.promote(call, context),
            Effect::Push(call) => self.push(call, context),
            Effect::Remove(call) => self.remove(call, context),
            Effect::Shoot(call) => self.shoot(call, context),
            Effect::Slide(call) => self.slide(call, context),
            Effect::Sow(call) => self.sow(call, context),
            Effect::SwapPlayers(call) => self.swap_players(call, context),
            Effect::SwapPieces(call) => self.swap_pieces(call, context),
            Effect::TakeControl(call) => self.take_control(call, context),
            Effect::TakeDomino(call) => self.take_domino(call, context),
            // Captures
            Effect::Custodial(call) => self.custodial(call, context),
            Effect::Directional(call) => self.directional(call, context),
            Effect::Enclose(call) => self.enclose(call, context),
            Effect::Intervene(call) => self.intervene(call, context),
            Effect::Surround(call) => self.surround(call, context),
            // Turn, messages, dice and cards
            Effect::Bet(call) => self.bet(call, context),
            Effect::DealCards(call) => self.deal_cards(call.node(), context),
            Effect::DealDominoes(call) => self.deal_dominoes_later(call, context),
            Effect::MoveAgain(call) => self.move_again(call, context),
            Effect::Note(call) => {
                let recipe = self.plain(call, Action::Nothing, context)?;
                self.push_nowhere(0, 0, recipe)
            }
            Effect::Pass(call) => self.pass(call, context),
            Effect::PlayCard(call) => self.play_card(call.node(), context),
            Effect::Propose(call) => self.vote(call, Action::Propose, context),
            Effect::Roll(_) if self.dice.is_empty() => Ok(()),
            Effect::Roll(call) => {
                let recipe = self.plain(call, Action::Roll, context)?;
                self.emit(Op::Roll { recipe });
                Ok(())
            }
            Effect::Select(call) => self.select(call, context),
            Effect::Trigger(call) => self.trigger(call, context),
            Effect::Vote(call) => self.vote(call, Action::Vote, context),
            // Setting values
            Effect::AddScoreAll(call) => self.add_scores(call, context),
            Effect::AddScore(call) => self.score(call, Action::AddScore, context),
            Effect::Flip(call) => self.flip(call, context),
            Effect::ForgetValue(call) => self.forget(call, context),
            Effect::ForgetValueAll(call) => self.forget_all(call, context),
            Effect::RememberState(call) => {
                let recipe = self.plain(call, Action::RememberState, context)?;
                self.push_nowhere(0, 0, recipe)
            }
            Effect::RememberValue(call) => self.remember(call, context),
            Effect::SetRotation(call) => self.set_rotation(call, context),
            Effect::SetScore(call) => self.score(call, Action::SetScore, context),
            Effect::SetValuePlayer(call) => self.set_player_value(call, context),
            Effect::SetPending(call) => self.set_pending(call, context),
            Effect::SetTeam(call) => self.set_team(call, context),
            Effect::SetHidden(call) => self.set_hidden(call, context),
            Effect::SetTrumpSuit(call) => self.set_trump(call.node(), context),
            Effect::SetNextPlayer(call) => self.set_next(call, context),
            Effect::SetCount(call) => self.set_count(call, context),
            Effect::SetState(call) => {
                let data = (call.at(), call.level(), call.state());
                self.site_data(call, Action::SetState, data, context)
            }
            Effect::SetValueSite(call) => {
                let data = (call.at(), call.level(), call.value());
                self.site_data(call, Action::SetValue, data, context)
            }
            Effect::SetCounter(call) => {
                self.set_number(call, Action::SetCounter, call.value(), context)
            }
            Effect::SetPot(call) => self.set_number(call, Action::SetPot, call.value(), context),
            Effect::SetVar(call) => self.set_var(call, context),
            // Combining moves
            Effect::AllCombinations(call) => self.pairs(call, context),
            Effect::AndAll(call) | Effect::OrAll(call) => {
                self.all_of(call.moves().iter(), call.then(), context)
            }
            Effect::And(call) | Effect::Or(call) => {
                self.all_of([call.first(), call.second()], call.then(), context)
            }
            Effect::Append(call) => self.append_moves(call, context),
            Effect::If(call) => self.if_moves(call, context),
            Effect::Satisfy(call) => self.satisfy(call.node(), context),
            Effect::Seq(call) => self.sequence(call, context),
            // Conditions on whole moves
            Effect::AvoidStoredState(call) => self.avoid_stored(call, context),
            Effect::Do(call) => self.do_moves(call, context),
            Effect::FirstMoveOnTrack(call) => self.first_move_on_track(call, context),
            Effect::Priority(call) => {
                self.priority(vec![call.first(), call.second()], call.then(), context)
            }
            Effect::PriorityAll(call) => {
                self.priority(call.moves().iter().collect(), call.then(), context)
            }
            Effect::While(call) => self.while_moves(call, context),
            Effect::MaxDistance(call) => self.max_distance(call, context),
            Effect::MaxCaptures(call) => self.max_moves(call, context, |body, value, outer| {
                Op::MaxCaptures { body, value, outer }
            }),
            Effect::MaxMoves(call) => self
                .max_moves(call, context, |body, value, outer| Op::MaxMoves { body, value, outer }),
            // Moves for each of something
            Effect::ForEachDirection(call) => self.for_each_direction(call, context),
            Effect::ForEachSite(call) => self.for_each_site(call, context),
            Effect::ForEachValueList(call) => self.for_each_value(call, context),
            Effect::ForEachValueRange(call) => self.for_each_value_between(call, context),
            Effect::ForEachLevel(call) => self.for_each_level(call, context),
            Effect::ForEachTeam(call) => self.for_each_team(call, context),
            Effect::ForEachGroup(call) => self.for_each_group(call, context),
            Effect::ForEachDie(call) => self.for_each_die(call, context),
            Effect::ForEach(call) => self.for_each_of_players(call, context),
            Effect::ForEachPlayer(call) => self.for_each_player(call, context),
            Effect::ForEachPiece(call) => self.for_each_piece(call, context),
            Effect::Gap(node) => Err(self.unsupported(node, "")),
        }
    }

    /// A recipe of a ludeme whose own consequence is never made.
    pub(super) fn without_then(
        &mut self,
        call: impl View<'r>,
        action: Action,
        context: &MoveContext,
    ) -> Lowered<Recipe> {
        let zero = self.constant(0);
        let prior = self.first(call, &context.first, &mut [Payload::Half(zero); 4])?;
        let (then, after) = (context.then.clone(), context.after.clone());
        let decision = is_decision(call);
        Ok(self.recipe(RecipeData { decision, prior, after, then, ..RecipeData::plain(action) }))
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
