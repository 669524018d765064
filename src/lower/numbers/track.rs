//! Sites along tracks.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{OFF, Track};
use crate::bytecode::{Lists, Numbers, Op, Reg, Scalar, TrackProgress};

impl<'r> Lowering<'r> {
    pub(super) fn track_site(&mut self, node: Node<'r>) -> Lowered<Reg> {
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
            "trackSite FirstSite" => self.first_on_track(node),
            _ => self.end_of_track(node),
        }
    }

    /// `(count StepsOnTrack …)`.
    pub(super) fn steps_on_track(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let site =
            |name: &str| node.arg(name).ok_or_else(|| self.meaningless(node, "it needs two sites"));
        let (from, to) = (site("site1")?, site("site2")?);
        let (from, to) = (self.int(from)?, self.int(to)?);
        let (tracks, player) = self.tracks_of(node, false)?;
        let dst = self.emitter.reg();
        self.emit(Op::StepsOnTrack { dst, tracks, player, from, to });
        Ok(dst)
    }

    /// The tracks on which pieces have to be followed: as soon as one crosses itself, all that are no
    /// loops.
    fn crossing_tracks(&self) -> impl Iterator<Item = &'r Track> + use<'r> {
        let tracks = &self.board.tracks;
        let crossing = tracks.iter().any(|track| track.has_internal_loop)
            && self.uses(&["trackSite Move", "count StepsOnTrack"]);
        tracks.iter().filter(move |track| crossing && !track.is_loop)
    }

    /// What the state keeps of the places of pieces on tracks, and how many entries that takes.
    pub(in crate::lower) fn track_progress(&self) -> (Vec<TrackProgress>, usize) {
        let mut track_progress = Vec::new();
        let mut entries = 0;
        for track in self.crossing_tracks() {
            let places = |site: u16| {
                let sites = track.elements.iter().map(|element| element.site).enumerate();
                let here = sites.filter(move |&(_, other)| other == i32::from(site));
                here.map(|(place, _)| place as u16).collect::<Vec<_>>()
            };
            let length = track.elements.len();
            track_progress.push(TrackProgress {
                places: Lists::new((0..self.layout.sites).map(places)),
                length: length as u16,
                first: entries as u32,
            });
            entries += length * self.components.len();
        }
        (track_progress, entries)
    }

    /// The player whose track is meant, by default the mover, and the track of each. With `loosely` a
    /// named track may be another player's.
    fn tracks_of(&mut self, node: Node<'r>, loosely: bool) -> Lowered<(Numbers, Reg)> {
        let player = match node.get("player").or_else(|| node.get("role")) {
            Some(player) => self.player(player)?,
            None => self.scalar(Scalar::Mover),
        };
        let name = node.get("track").map(Node::text);
        let tracks = &self.board.tracks;
        let table = self.track_table(|owner| {
            let own = |track: &&Track| i32::from(track.owner) == owner;
            let named = |track: &&Track| name.is_some_and(|name| track.name.contains(name));
            let mut found = tracks.iter().find(|track| named(track) && own(track));
            if loosely {
                found = found.or_else(|| tracks.iter().find(named));
            }
            found
                .or_else(|| tracks.iter().find(own))
                .or_else(|| tracks.iter().find(|track| track.owner == 0))
        });
        Ok((table, player))
    }

    /// A table with the track of each owner: where it begins, and then for each track its length,
    /// whether it is a loop, the number of the progress on which its pieces are followed, and its sites.
    pub(in crate::lower) fn track_table(
        &mut self,
        track_of: impl Fn(i32) -> Option<&'r Track>,
    ) -> Numbers {
        let owners = self.players() + 2;
        let mut table = vec![OFF; owners as usize];
        for owner in 0..owners {
            if let Some(track) = track_of(owner) {
                table[owner as usize] = table.len() as i32;
                let looped = track.elements.last().is_some_and(|last| last.next != OFF);
                let progress = self.crossing_tracks().position(|other| std::ptr::eq(other, track));
                let progress = progress.map_or(-1, |progress| progress as i32);
                table.extend([track.elements.len() as i32, i32::from(looped), progress]);
                table.extend(track.elements.iter().map(|element| element.site));
            }
        }
        self.tables.numbers(table)
    }

    /// The track of an owner that has an end to be asked for: of that name and, if a player is given,
    /// of that player.
    fn ended_track(&self, node: Node<'r>, owner: i32) -> Option<&'r Track> {
        let name = node.get("track").map(Node::text);
        let any = node.get("player").or_else(|| node.get("role")).is_none();
        let tracks = &self.board.tracks;
        let is_meant = |track: &&Track| match name {
            Some(name) => track.name.contains(name) && (any || i32::from(track.owner) == owner),
            None => i32::from(track.owner) == owner || track.owner == 0,
        };
        tracks.iter().find(is_meant).or(tracks.first())
    }

    /// The player of an argument; nobody if there is none.
    pub(in crate::lower) fn track_owner(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.get("player").or_else(|| node.get("role")) {
            Some(player) => self.player(player),
            None => Ok(self.constant(0)),
        }
    }

    /// The first site of a track for which a condition holds.
    fn first_on_track(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let player = self.track_owner(node)?;
        let from = node.arg("from").map(|from| self.int(from)).transpose()?;
        let lowering = &*self;
        let found: Vec<Option<&Track>> =
            (0..self.players() + 2).map(|owner| lowering.ended_track(node, owner)).collect();
        let tracks = self.track_table(|owner| found[owner as usize]);
        let test = node.given("if").map(|test| self.test(test)).transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::FirstOnTrack { dst, tracks, player, from, test });
        Ok(dst)
    }

    /// The last site of the track of a player.
    fn end_of_track(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let player = self.track_owner(node)?;
        Ok(self.by_owner(player, |lowering, owner| {
            let track = lowering.ended_track(node, owner);
            track.and_then(|track| track.elements.last()).map_or(OFF, |element| element.site)
        }))
    }
}
