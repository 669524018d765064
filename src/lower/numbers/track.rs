//! Sites along tracks.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{OFF, Track};
use crate::bytecode::{Numbers, Op, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn track_site(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if self.board.tracks.iter().any(|track| track.has_internal_loop) {
            return Err(self.unsupported(node, "tracks that cross themselves"));
        }
        match node.head() {
            "trackSite Move" => {
                let from = match node.arg("from") {
                    Some(from) => self.int(from)?,
                    None => Reg::FROM,
                };
                let steps = self.int_arg(node, "steps")?;
                let (tracks, player) = self.tracks_of(node, true)?;
                let dst = self.emitter.reg();
                self.emit(Op::AlongTrack { dst, tracks, player, from, steps });
                Ok(dst)
            }
            "trackSite FirstSite" if node.given("if").is_some() || node.arg("from").is_some() => {
                Err(self.unsupported(node, "with a condition"))
            }
            "trackSite FirstSite" => self.end_of_track(node, |track| track.elements.first()),
            _ => self.end_of_track(node, |track| track.elements.last()),
        }
    }

    /// `(count StepsOnTrack …)`.
    pub(super) fn steps_on_track(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if self.board.tracks.iter().any(|track| track.has_internal_loop) {
            return Err(self.unsupported(node, "tracks that cross themselves"));
        }
        let from = self.int_arg(node, "site1")?;
        let to = self.int_arg(node, "site2")?;
        let (tracks, player) = self.tracks_of(node, false)?;
        let dst = self.emitter.reg();
        self.emit(Op::StepsOnTrack { dst, tracks, player, from, to });
        Ok(dst)
    }

    /// The player whose track is meant, by default the mover, and a table with the track of each:
    /// for each owner where it begins, then each track: its length, whether it is a loop, its sites.
    /// With `loosely` a named track may be another player's.
    fn tracks_of(&mut self, node: Node<'r>, loosely: bool) -> Lowered<(Numbers, Reg)> {
        let player = match node.get("player").or_else(|| node.get("role")) {
            Some(player) => self.player(player)?,
            None => self.scalar(Scalar::Mover),
        };
        let name = node.get("track").map(Node::text);
        let owners = self.players() + 2;
        let tracks = &self.board.tracks;
        let mut table = vec![OFF; owners as usize];
        for owner in 0..owners {
            let own = |track: &&Track| i32::from(track.owner) == owner;
            let named = |track: &&Track| name.is_some_and(|name| track.name.contains(name));
            let mut found = tracks.iter().find(|track| named(track) && own(track));
            if loosely {
                found = found.or_else(|| tracks.iter().find(named));
            }
            let found = found
                .or_else(|| tracks.iter().find(own))
                .or_else(|| tracks.iter().find(|track| track.owner == 0));
            if let Some(track) = found {
                table[owner as usize] = table.len() as i32;
                let looped = track.elements.last().is_some_and(|last| last.next != OFF);
                table.extend([track.elements.len() as i32, i32::from(looped)]);
                table.extend(track.elements.iter().map(|element| element.site));
            }
        }
        Ok((self.tables.numbers(table), player))
    }

    /// The first or the last site of the track of a player.
    fn end_of_track(
        &mut self,
        node: Node<'r>,
        element: impl Fn(&Track) -> Option<&crate::board::Element>,
    ) -> Lowered<Reg> {
        let name = node.get("track").map(Node::text);
        let player = node.get("player").or_else(|| node.get("role"));
        let by_owner = |lowering: &Self, owner: i32| {
            let tracks = &lowering.board.tracks;
            let is_meant = |track: &&Track| match name {
                Some(name) => {
                    track.name.contains(name)
                        && (player.is_none() || i32::from(track.owner) == owner)
                }
                None => i32::from(track.owner) == owner || track.owner == 0,
            };
            let track = tracks.iter().find(is_meant).or(tracks.first());
            track.and_then(&element).map_or(OFF, |element| element.site)
        };
        let player = match player {
            Some(player) => self.player(player)?,
            None => self.constant(0),
        };
        self.by_owner(player, by_owner)
    }
}
