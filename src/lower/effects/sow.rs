//! `(sow …)`: seeds go along a track, then captures.
//!
//! A sow is carried out as it is found: the seeds are laid, the captures are found on the board as it
//! is then, and are made. Where it is all that happens, that is all; where other moves stand beside
//! it, which are found on the board before it, it is rehearsed and made in its turn.

use super::super::moves::MoveContext;
use super::super::patterns::reads;
use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{BacktrackingOrForward, Bool, NonDecision, Sow, Text};
use crate::board::Track;
use crate::bytecode::{Action, Block, Label, Numbers, Op, RecipeData, Reg, Scalar};

/// What a sow and its captures have in common.
#[derive(Clone, Copy)]
struct Furrow {
    start: Reg,
    tracks: Numbers,
    player: Reg,
    /// Where on the track the last seed was laid.
    place: Reg,
}

impl<'r> Lowering<'r> {
    pub(super) fn sow(&mut self, call: Sow<'r>, context: &MoveContext) -> Lowered<()> {
        if self.kind_of(call.type_()) != self.board.default {
            return Err(self.meaningless(call, "tracks use sites of another type"));
        }
        let context = self.within(call.then(), context)?;
        let place = self.emitter.reg();
        if context.alone {
            self.sow_now(call, place)?;
        } else {
            let body = self.block(|lowering| lowering.sow_now(call, place))?;
            self.emit(Op::Rehearse { body, joined: true });
        }
        if context.alone && context.then.is_empty() {
            return Ok(());
        }
        let zero = self.constant(0);
        let test = self.binary(zero, place, |dst, a, b| Op::Le { dst, a, b });
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let recipe = RecipeData { then: context.then, ..RecipeData::plain(Action::Nothing) };
        let recipe = self.recipe(recipe);
        self.push_nowhere(0, 0, recipe)?;
        self.emitter.land(skip);
        Ok(())
    }

    /// Code that sows and captures at once.
    fn sow_now(&mut self, call: Sow<'r>, place: Reg) -> Lowered<()> {
        let start = match call.site() {
            Some(site) => self.int(site)?,
            None => self.scalar(Scalar::LastTo),
        };
        let count = match call.count() {
            Some(count) => self.int(count)?,
            None if self.is_stacking() => self.unary(start, |dst, site| Op::Height { dst, site }),
            None => self.unary(start, |dst, site| Op::CountAt { dst, site }),
        };
        let (tracks, player) = self.sown_track(call)?;
        let asks = |test: Bool<'r>| [Reg::TO, Reg::VALUE].iter().any(|&it| reads(test.node(), it));
        if call.include_self().given().is_some_and(asks) {
            return Err(
                self.unsupported(call, "a condition for includeSelf: that depends on the hole")
            );
        }
        let own = self.bool(call.include_self())?;
        let origin = self.origin_sown(call.origin(), start)?;
        let furrow = Furrow { start, tracks, player, place };
        let each = self.seeds_each(call)?;
        let skip = call.skip_if().given().map(|test| self.test(test)).transpose()?;
        let reap = match call.apply() {
            Some(apply) => Some(self.block(|lowering| lowering.reap(call, apply, furrow))?),
            None => None,
        };
        self.emit(Op::Sow {
            dst: place,
            start,
            count,
            tracks,
            player,
            own,
            origin,
            each,
            skip,
            reap,
        });
        Ok(())
    }

    /// The track to sow along: the first one of the board, the one of a name, or the one of a player
    /// that has the name as a part of its own.
    fn sown_track(&mut self, call: Sow<'r>) -> Lowered<(Numbers, Reg)> {
        let tracks = &self.board.tracks;
        let name = call.track().map(Text::text);
        let owner = call.owner().filter(|_| name.is_some());
        let player = match owner {
            Some(owner) => self.player(owner)?,
            None => self.constant(0),
        };
        let table = self.track_table(|player| {
            let is_meant = |track: &&Track| match (name, owner) {
                (None, _) => true,
                (Some(name), None) => track.name == name,
                (Some(name), Some(_)) => {
                    i32::from(track.owner) == player && track.name.contains(name)
                }
            };
            tracks.iter().find(is_meant)
        });
        Ok((table, player))
    }

    /// Whether the first seed goes into the hole that the seeds come from.
    fn origin_sown(&mut self, origin: Bool<'r>, start: Reg) -> Lowered<Reg> {
        let Some(origin) = origin.given() else { return Ok(self.constant(0)) };
        let dst = self.emitter.reg();
        let body = self.block(|lowering| {
            let test = lowering.bool(origin)?;
            lowering.emit(Op::Copy { dst, a: test });
            Ok(())
        })?;
        self.emit(Op::With { var: Reg::FROM, value: start, body });
        Ok(dst)
    }

    /// How many seeds go into each hole, and what else is done there; nothing if it is just one seed.
    fn seeds_each(&mut self, call: Sow<'r>) -> Lowered<Option<Block>> {
        let effect = call.sow_effect();
        if call.num_per_hole().is_default() && effect.is_none() {
            return Ok(None);
        }
        let each = self.value_block(|lowering| {
            if let Some(effect) = effect {
                lowering.moves(effect, &MoveContext::effect())?;
            }
            lowering.int(call.num_per_hole())
        })?;
        Ok(Some(each))
    }

    /// Code for the captures, once the seeds are laid.
    fn reap(&mut self, call: Sow<'r>, apply: NonDecision<'r>, furrow: Furrow) -> Lowered<()> {
        let Furrow { start, tracks, player, place } = furrow;
        let test = call.if_().given().map(|test| self.test(test)).transpose()?;
        let take = self.block(|lowering| lowering.moves(apply, &MoveContext::effect()))?;
        let on = call.backtracking_or_forward();
        let forward = matches!(on, Some(BacktrackingOrForward::Forward(_)));
        let on = on.map(|on| self.test(on)).transpose()?;
        self.emit(Op::Reap { start, tracks, player, place, test, take, on, forward });
        Ok(())
    }
}
