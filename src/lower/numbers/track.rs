//! Sites along tracks.

use super::super::{Lowered, Lowering};
use super::PlayerRef;
use crate::ast::typed::{
    CountStepsOnTrack, PlayerOrRole, PlayerOrRoleOrTrack, Text, TrackSiteEndSite,
    TrackSiteFirstSite, TrackSiteMove,
};
use crate::ast::{Ludeme, View};
use crate::board::{OFF, Track};
use crate::bytecode::{Lists, Numbers, Op, Reg, Scalar, TrackProgress};

impl<'r> Lowering<'r> {
    /// `(trackSite Move …)`.
    pub(super) fn site_along_track(&mut self, call: TrackSiteMove<'r>) -> Lowered<Reg> {
        let from = match call.from() {
            Some(from) => self.int(from)?,
            None => Reg::FROM,
        };
        let steps = self.int(call.steps())?;
        let (tracks, player) = self.tracks_of(call.player_or_role_or_track(), true)?;
        let dst = self.emitter.reg();
        self.emit(Op::AlongTrack { dst, tracks, player, from, steps });
        Ok(dst)
    }

    /// `(count StepsOnTrack …)`.
    pub(super) fn steps_on_track(&mut self, call: CountStepsOnTrack<'r>) -> Lowered<Reg> {
        let (Some(from), Some(to)) = (call.site1(), call.site2()) else {
            return Err(self.meaningless(call, "it needs two sites"));
        };
        let (from, to) = (self.int(from)?, self.int(to)?);
        let (tracks, player) = self.tracks_of(call.player_or_role_or_track(), false)?;
        let dst = self.emitter.reg();
        self.emit(Op::StepsOnTrack { dst, tracks, player, from, to });
        Ok(dst)
    }

    /// The tracks on which pieces have to be followed: as soon as one crosses itself, all that are no
    /// loops.
    fn crossing_tracks(&self) -> impl Iterator<Item = &'r Track> + use<'r> {
        let tracks = &self.board.tracks;
        let crossing = tracks.iter().any(|track| track.has_internal_loop)
            && self.has(&[Ludeme::TrackSiteMove, Ludeme::CountStepsOnTrack]);
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
    fn tracks_of(
        &mut self,
        meant: PlayerOrRoleOrTrack<'r>,
        loosely: bool,
    ) -> Lowered<(Numbers, Reg)> {
        let (player, name) = match meant {
            PlayerOrRoleOrTrack::Player(player) => (self.player(player)?, None),
            PlayerOrRoleOrTrack::Role(role) => (self.role(role)?, None),
            PlayerOrRoleOrTrack::Track(name) => (self.scalar(Scalar::Mover), Some(name.text())),
        };
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

    /// The player whose track is meant; nobody if none is given.
    pub(in crate::lower) fn track_owner(
        &mut self,
        player: Option<impl Into<PlayerRef<'r>>>,
    ) -> Lowered<Reg> {
        match player {
            Some(player) => self.player(player),
            None => Ok(self.constant(0)),
        }
    }

    /// The first site of a track for which a condition holds.
    pub(super) fn first_on_track(&mut self, call: TrackSiteFirstSite<'r>) -> Lowered<Reg> {
        let player = self.track_owner(call.player_or_role())?;
        let from = call.from().map(|from| self.int(from)).transpose()?;
        let meant = Meant::new(call.track(), call.player_or_role());
        let lowering = &*self;
        let found: Vec<Option<&Track>> =
            (0..self.players() + 2).map(|owner| lowering.ended_track(meant, owner)).collect();
        let tracks = self.track_table(|owner| found[owner as usize]);
        let test = call.if_().given().map(|test| self.test(test)).transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::FirstOnTrack { dst, tracks, player, from, test });
        Ok(dst)
    }

    /// The last site of the track of a player.
    pub(super) fn end_of_track(&mut self, call: TrackSiteEndSite<'r>) -> Lowered<Reg> {
        let player = self.track_owner(call.player_or_role())?;
        let meant = Meant::new(call.track(), call.player_or_role());
        Ok(self.by_owner(player, |lowering, owner| {
            let track = lowering.ended_track(meant, owner);
            track.and_then(|track| track.elements.last()).map_or(OFF, |element| element.site)
        }))
    }

    /// The track of an owner that has an end to be asked for: of that name and, if a player is given,
    /// of that player.
    fn ended_track(&self, meant: Meant<'r>, owner: i32) -> Option<&'r Track> {
        let tracks = &self.board.tracks;
        let is_meant = |track: &&Track| match meant.name {
            Some(name) => {
                track.name.contains(name) && (meant.of_any || i32::from(track.owner) == owner)
            }
            None => i32::from(track.owner) == owner || track.owner == 0,
        };
        tracks.iter().find(is_meant).or(tracks.first())
    }
}

/// Which track has an end to be asked for.
#[derive(Clone, Copy)]
struct Meant<'r> {
    name: Option<&'r str>,
    /// Whether no player is given.
    of_any: bool,
}

impl<'r> Meant<'r> {
    fn new(name: Option<Text<'r>>, player: Option<PlayerOrRole<'r>>) -> Self {
        Self { name: name.map(Text::text), of_any: player.is_none() }
    }
}
