//! `(sow …)`: seeds go along a track, then captures.
//!
//! A sow is carried out as it is found: the seeds are laid, the captures are found on the board as it
//! is then, and are made. Where it is all that happens, that is all; where other moves stand beside
//! it, which are found on the board before it, it is rehearsed and made in its turn.

use super::super::moves::MoveContext;
use super::super::patterns::reads;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
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
    pub(super) fn sow(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if self.kind(node) != self.board.default {
            return Err(self.meaningless(node, "tracks use sites of another type"));
        }
        let context = self.within(node, context)?;
        let place = self.emitter.reg();
        if context.alone {
            self.sow_now(node, place)?;
        } else {
            let body = self.block(|lowering| lowering.sow_now(node, place))?;
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
    fn sow_now(&mut self, node: Node<'r>, place: Reg) -> Lowered<()> {
        let start = match node.get("site") {
            Some(site) => self.int(site)?,
            None => self.scalar(Scalar::LastTo),
        };
        let count = match node.get("count") {
            Some(count) => self.int(count)?,
            None if self.is_stacking() => self.unary(start, |dst, site| Op::Height { dst, site }),
            None => self.unary(start, |dst, site| Op::CountAt { dst, site }),
        };
        let (tracks, player) = self.sown_track(node)?;
        let asks = |test: Node<'r>| [Reg::TO, Reg::VALUE].iter().any(|&it| reads(test, it));
        if node.given("includeSelf").is_some_and(asks) {
            return Err(
                self.unsupported(node, "a condition for includeSelf: that depends on the hole")
            );
        }
        let own = self.bool_arg(node, "includeSelf")?;
        let origin = self.origin_sown(node, start)?;
        let furrow = Furrow { start, tracks, player, place };
        let each = self.seeds_each(node)?;
        let skip = node.given("skipIf").map(|test| self.test(test)).transpose()?;
        let reap = match node.get("apply") {
            Some(apply) => Some(self.block(|lowering| lowering.reap(node, apply, furrow))?),
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
    fn sown_track(&mut self, node: Node<'r>) -> Lowered<(Numbers, Reg)> {
        let tracks = &self.board.tracks;
        let name = node.get("track").map(Node::text);
        let owner = node.get("owner").filter(|_| name.is_some());
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
    fn origin_sown(&mut self, node: Node<'r>, start: Reg) -> Lowered<Reg> {
        let Some(origin) = node.given("origin") else { return Ok(self.constant(0)) };
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
    fn seeds_each(&mut self, node: Node<'r>) -> Lowered<Option<Block>> {
        let effect = node.get("sowEffect");
        if node.given("numPerHole").is_none() && effect.is_none() {
            return Ok(None);
        }
        let each = self.value_block(|lowering| {
            if let Some(effect) = effect {
                lowering.moves(effect, &MoveContext::effect())?;
            }
            lowering.int_arg(node, "numPerHole")
        })?;
        Ok(Some(each))
    }

    /// Code for the captures, once the seeds are laid.
    fn reap(&mut self, node: Node<'r>, apply: Node<'r>, furrow: Furrow) -> Lowered<()> {
        let Furrow { start, tracks, player, place } = furrow;
        let test = node.given("if").map(|test| self.test(test)).transpose()?;
        let take = self.block(|lowering| lowering.moves(apply, &MoveContext::effect()))?;
        let forward = node.get("forward");
        let on = forward.or_else(|| node.get("backtracking"));
        let on = on.map(|on| self.test(on)).transpose()?;
        let forward = forward.is_some();
        self.emit(Op::Reap { start, tracks, player, place, test, take, on, forward });
        Ok(())
    }
}
