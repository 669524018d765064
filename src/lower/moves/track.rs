//! Moves along tracks: `(firstMoveOnTrack …)` and `(max Distance …)`. What follows them is ignored.

use super::MoveContext;
use crate::ast::typed::{FirstMoveOnTrack, MaxDistance, Text};
use crate::board::Track;
use crate::bytecode::{Label, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    /// The moves of the first place of a track that has any, with its site in `site`.
    pub(in crate::lower) fn first_move_on_track(
        &mut self,
        call: FirstMoveOnTrack<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let inner = self.moves_block(call.moves(), context)?;
        self.on_its_track(call, &mut |lowering, track| {
            let body = lowering.block(|lowering| {
                let mark = lowering.emitter.reg();
                lowering.emit(Op::Mark { dst: mark });
                let mut exits = Vec::new();
                for element in &track.elements {
                    let value = lowering.constant(element.site);
                    lowering.emit(Op::With { var: Reg::SITE, value, body: inner });
                    let jump = Op::JumpIfMore { mark, to: Label(0) };
                    exits.push(lowering.emitter.jump(jump));
                }
                exits.into_iter().for_each(|jump| lowering.emitter.land(jump));
                Ok(())
            })?;
            lowering.emit(Op::Collect { body });
            Ok(())
        })
    }

    /// All moves: how far they go is not looked at.
    pub(in crate::lower) fn max_distance(
        &mut self,
        call: MaxDistance<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let inner = self.moves_block(call.moves(), context)?;
        self.on_its_track(call, &mut |lowering, _| {
            lowering.emit(Op::Run { block: inner });
            Ok(())
        })
    }

    /// Writes code for the track that is meant: of that name, or with a player one of his whose name
    /// contains it; without a name the first. Nothing if there is none.
    fn on_its_track(
        &mut self,
        call: FirstMoveOnTrack<'r>,
        write: &mut dyn FnMut(&mut Self, &'r Track) -> Lowered<()>,
    ) -> Lowered<()> {
        let tracks = &self.board.tracks;
        let name = call.track().map(Text::text);
        let (Some(name), Some(role)) = (name, call.role()) else {
            let track = match name {
                Some(name) => tracks.iter().find(|track| track.name == name),
                None => tracks.first(),
            };
            return track.map_or(Ok(()), |track| write(self, track));
        };
        let player = self.player(role)?;
        for owner in 0..=self.players() + 1 {
            let own = |track: &&Track| i32::from(track.owner) == owner && track.name.contains(name);
            let Some(track) = tracks.iter().find(own) else { continue };
            let owner = self.constant(owner);
            let test = self.binary(player, owner, |dst, a, b| Op::Eq { dst, a, b });
            let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            write(self, track)?;
            self.emitter.land(skip);
        }
        Ok(())
    }
}
