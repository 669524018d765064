//! Track progress: how far pieces have come on tracks that cross themselves.
//!
//! A site that is on a track twice does not tell how far a piece on it has come. So the state counts
//! the pieces of each component at each place. What the counts say follows the actions, not the
//! sites: a piece whose place another one takes is counted on.

use crate::bytecode::{Action, TrackProgress};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;

/// Entries of a word.
const ENTRIES: usize = 4;

impl<const W: usize> Machine<'_, W> {
    /// The word of an entry, and how far it has to be shifted.
    fn progress_word(&self, progress: &TrackProgress, what: i32, place: u16) -> (usize, usize) {
        let entry = what as usize * usize::from(progress.length) + usize::from(place);
        let entry = progress.first as usize + entry;
        (self.layout().track_progress as usize + entry / ENTRIES, entry % ENTRIES * 16)
    }

    fn pieces_on(&self, progress: &TrackProgress, what: i32, place: u16) -> i32 {
        let (word, shift) = self.progress_word(progress, what, place);
        i32::from((self.words[word] >> shift) as i16)
    }

    fn count_on(&mut self, progress: &TrackProgress, what: i32, place: u16, more: i32) {
        let (word, shift) = self.progress_word(progress, what, place);
        let count = (self.pieces_on(progress, what, place) + more) as u16;
        let rest = self.words[word] & !(0xFFFF << shift);
        self.write(word, rest | u64::from(count) << shift);
    }

    /// Where on a track a piece is, of a stack the lowest one of a player; none if it is not on it.
    pub(in crate::vm) fn place_on_track(
        &self,
        number: i32,
        site: i32,
        player: i32,
    ) -> Option<usize> {
        let progress = self.program.track_progress.get(usize::try_from(number).ok()?)?;
        let mut places = progress.places.of(site).iter().copied();
        let lowest = self.stacks().and_then(|stacks| {
            self.levels_of(stacks, site).find(|&what| self.owner(what) == player)
        });
        let place = match lowest.unwrap_or_else(|| self.what(site)) {
            0 => places.next(),
            what => places.find(|&place| self.pieces_on(progress, what, place) > 0),
        };
        place.map(usize::from)
    }

    /// Counts what an action is about to do.
    pub(in crate::vm) fn follow_action(&mut self, action: Action, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        match action {
            Action::Move | Action::Copy | Action::MoveTop => {
                self.follow_move(self.what(from), from, to, 1);
            }
            Action::MoveLevel | Action::MoveInto => {
                self.follow_move(self.what_of(from, mv.payload(2)), from, to, 1);
            }
            // Several pieces of a stack that move together are not followed.
            Action::MoveCount if self.stacks().is_none() => {
                self.follow_move(self.what(from), from, to, mv.payload(0));
            }
            Action::Seed => self.follow_move(self.what(from), from, to, mv.a),
            Action::Add | Action::Insert => self.follow_add(mv.payload(0), to, 1),
            Action::AddMany => self.follow_add(mv.payload(0), to, mv.payload(2)),
            Action::Remove => self.follow_removal(self.what(to), to),
            Action::RemoveLevel => {
                for _ in 0..mv.payload(3) {
                    self.follow_removal(self.what_of(to, mv.payload(2)), to);
                }
            }
            Action::SwapPieces => {
                self.follow_move(self.what(from), from, to, 1);
                self.follow_add(mv.a, from, 1);
            }
            _ => {}
        }
    }

    /// The component at a level of a stack, the top if the level is -1.
    fn what_of(&self, site: i32, level: i32) -> i32 {
        if level < 0 {
            self.what(site)
        } else {
            self.piece_at(site, level).map_or(0, |piece| piece.0)
        }
    }

    fn follow_move(&mut self, what: i32, from: i32, to: i32, count: i32) {
        let program = self.program;
        // A piece may come to a later place on the same site; in stacks such a move is none.
        if what == 0 || from == to && self.stacks().is_some() {
            return;
        }
        for progress in &program.track_progress {
            let (before, after) = (progress.places.of(from), progress.places.of(to));
            let here =
                before.iter().copied().find(|&place| self.pieces_on(progress, what, place) > 0);
            let there = match here {
                Some(here) => after.iter().find(|&&place| place > here).or(after.first()),
                None if before.is_empty() => after.first(),
                None => continue,
            };
            if let Some(here) = here {
                self.count_on(progress, what, here, -count);
            }
            if let Some(&there) = there {
                self.count_on(progress, what, there, if here.is_some() { count } else { 1 });
            }
        }
    }

    /// Counts pieces that come on a site; where sites hold stacks, twice.
    pub(in crate::vm) fn follow_add(&mut self, what: i32, site: i32, count: i32) {
        let program = self.program;
        let count = if self.stacks().is_some() { 2 * count } else { count };
        if !(1..i32::from(self.layout().components)).contains(&what) {
            return;
        }
        for progress in &program.track_progress {
            if let Some(&place) = progress.places.of(site).first() {
                self.count_on(progress, what, place, count);
            }
        }
    }

    /// Counts a piece that goes, at every place of its site.
    fn follow_removal(&mut self, what: i32, site: i32) {
        let program = self.program;
        if what == 0 {
            return;
        }
        for progress in &program.track_progress {
            for &place in progress.places.of(site) {
                self.count_on(progress, what, place, -1);
            }
        }
    }
}
