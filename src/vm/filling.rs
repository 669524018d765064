//! Playing on while all that moves do is to fill sites.
//!
//! Of what a move changes, the next moves and the questions that can end the game need little: the sets of
//! sites, and which pieces hang together. The rest is brought up to date when one of the questions is
//! answered with yes, and then the end rules say what that means (`lower/patterns/alarms.rs`).

use super::booleans::RingWays;
use super::empties::Form;
use super::flow::{MAX_MOVES, MAX_TURNS};
use super::links::Links;
use super::machine::Machine;
use super::rows::{Rows, ringing_lengths};
use super::trial::Played;
use super::width;
use crate::bytecode::{Layout, Op, Rays, Scalar, Set};

/// A player who fills sites.
#[derive(Clone, Copy)]
struct Filler<'a> {
    player: i32,
    /// The set of his pieces.
    kind: usize,
    /// The lengths of rows that answer one of the questions after a move of his, one bit for each.
    lengths: u64,
    /// The other questions.
    alarms: &'a [Op],
}

impl<'a, const W: usize> Machine<'a, W> {
    /// Whether all that moves do is to fill sites, and it is known what can end the game.
    #[inline]
    pub(crate) fn fills(&self) -> bool {
        !self.program.alarms.is_empty() && self.layout().stacks.is_none()
    }

    /// Fills empty sites, so many at most, and says how many: none if it is not the time for it. Stops
    /// when the game is over or when there is something else to choose from.
    #[inline]
    pub(crate) fn fill(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        let most = most.min(self.before_anything_else());
        if most == 0 {
            return 0;
        }
        self.list_empties();
        let possible = self.are_on_board() && self.all_add_their_own() && self.all_take_turns();
        if !possible || !self.link_for_alarms() {
            return 0;
        }
        self.align_for_alarms();
        let mut made = 0;
        while made < most && !self.scratch.empties.sites.is_empty() && self.all_take_turns() {
            self.watch_for_alarms();
            made += self.fill_until_alarm(most - made, draw);
            self.end_plain_turn();
        }
        made
    }

    /// How many moves it takes until there can be something else to choose from, or a limit is reached.
    pub(super) fn before_anything_else(&self) -> u64 {
        let (players, moves) = (self.players(), self.scalar(Scalar::Moves));
        let turns = MAX_TURNS * players - self.scalar(Scalar::Turns);
        let limits = turns.min(MAX_MOVES - moves - 1);
        let swap = players - 1 - moves;
        let most = if self.program.facts.swap && swap >= 0 { swap.min(limits) } else { limits };
        most.max(0) as u64
    }

    /// Whether nobody is out of the game, and the next turn is that of the player after the mover.
    pub(super) fn all_take_turns(&self) -> bool {
        let active = self.wide(Scalar::Active).count_ones() as i32;
        active == self.players() && self.scalar(Scalar::Next) == self.turn_after(self.mover())
    }

    /// Whether each player adds a piece of his own. Afterwards it is known which.
    pub(super) fn all_add_their_own(&mut self) -> bool {
        (1..=self.players())
            .all(|player| self.form(player).is_some_and(|form| self.owner(form.what()) == player))
    }

    /// Fills one site at least, and on until one of the questions is answered with yes. What the rules
    /// do then is left.
    #[inline]
    fn fill_until_alarm(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        let mut links = std::mem::take(&mut self.scratch.links);
        let mut sites = std::mem::take(&mut self.scratch.empties.sites);
        let mut rows = self.scratch.rows.take();
        let mut free = sites.len();
        let least = free.saturating_sub(most as usize);
        let two = self.players() == 2;
        let along = rows.as_ref().and_then(Rows::rays);
        let mut filler = self.filler(self.mover(), along);
        let mut other = self.filler(self.scalar(Scalar::Next), along);
        loop {
            let index = draw(free as u32) as usize;
            free -= 1;
            // Those that have been filled stay behind the others, the first one last.
            sites.swap(index, free);
            let site = sites[free];
            self.sets[filler.kind][usize::from(site >> 6)] |= 1 << (site & 63);
            for links in &mut links {
                self.join(links, site, &self.sets[filler.kind]);
            }
            let lengths = match &mut rows {
                Some(rows) if along.is_some() => rows.add(filler.player, site),
                _ => 0,
            };
            let rung = lengths & filler.lengths != 0
                || !filler.alarms.is_empty() && self.ring_any(&filler, site, &mut links);
            if rung || free == least {
                break;
            }
            (filler, other) = if two {
                (other, filler)
            } else {
                (other, self.filler(self.turn_after(other.player), along))
            };
        }
        let made = sites.len() - free;
        self.catch_up(&sites[free..], (filler.player, other.player));
        sites.truncate(free);
        links.iter_mut().for_each(|links| links.have_seen(self.trial.played.len()));
        self.scratch.empties.sites = sites;
        self.scratch.links = links;
        self.scratch.rows = rows;
        made as u64
    }

    /// What a player adds, and what is asked then.
    fn filler(&self, player: i32, along: Option<Rays>) -> Filler<'a> {
        let program = self.program;
        let form = self.scratch.empties.known_form(player);
        let alarms = program.block(program.alarms[player as usize - 1]);
        let alarms = alarms.split_last().map_or(&[][..], |(_, alarms)| alarms);
        let lengths = |alarm: &Op| match *alarm {
            Op::Line { rays, length, exact, .. } if Some(rays) == along && self.get(length) > 1 => {
                Some(ringing_lengths(self.get(length), exact.0 != 0))
            }
            _ => None,
        };
        let told = alarms.iter().map_while(lengths);
        Filler {
            player,
            kind: self.layout().holding(form.map_or(1, Form::what) as usize),
            lengths: told.clone().fold(0, |all, lengths| all | lengths),
            alarms: &alarms[told.count()..],
        }
    }

    /// Whether one of some questions is answered with yes after a site was filled.
    fn ring_any(&mut self, filler: &Filler<'_>, site: u16, links: &mut [Links]) -> bool {
        filler.alarms.iter().any(|alarm| self.rings(alarm, filler, site, links))
    }

    /// Whether a question is answered with yes after a site was filled.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is asked in one place, after each move")]
    fn rings(&mut self, alarm: &Op, filler: &Filler<'_>, site: u16, links: &mut [Links]) -> bool {
        let (here, same) = (i32::from(site), &self.sets[filler.kind]);
        match *alarm {
            Op::Line { rays, length, exact, .. } => {
                self.line_in(rays, here, (self.get(length), exact.0 != 0), same)
            }
            Op::Connected { steps, targets, count, need, .. } => {
                let links = links.iter_mut().find(|links| links.is_by(steps));
                let touched = |links: &mut Links| links.touched((targets, count.0 as u32), site);
                links.is_none_or(|links| touched(links) as i32 >= self.get(need))
            }
            Op::Ring { near, beside, rays, steps, outer, .. } => {
                let ways = RingWays { near, beside, rays, steps };
                self.closes_ring(filler, site, ways, outer)
            }
            // Whatever else it is, the rules know.
            _ => true,
        }
    }

    fn closes_ring(&mut self, filler: &Filler<'_>, site: u16, ways: RingWays, outer: Set) -> bool {
        let same = &self.sets[filler.kind];
        if let Some(rings) = self.scratch.rings.as_ref().filter(|rings| rings.are_by(ways, outer))
            && !rings.may_close(filler.player, site, same)
        {
            return false;
        }
        let mut found_sites = std::mem::take(&mut self.scratch.found_sites);
        let is_own = |site| width::has(same, site);
        let (ring, cut_off) =
            self.ring_of(site.into(), same, is_own, ways, (outer, None), &mut found_sites);
        self.scratch.found_sites = found_sites;
        if let Some(rings) = self.scratch.rings.as_mut().filter(|_| cut_off) {
            rings.note_walled(filler.player);
        }
        ring
    }

    /// The questions after moves of all players.
    pub(super) fn all_alarms(&self) -> impl Iterator<Item = &'a Op> + use<'a, W> {
        let program = self.program;
        program.alarms.iter().flat_map(|&block| program.block(block))
    }

    /// Makes ready to tell where rings can be closed, of the kind that is asked for first.
    fn watch_for_alarms(&mut self) {
        let ring = self.all_alarms().find_map(|alarm| match *alarm {
            Op::Ring { near, beside, rays, steps, outer, .. } => {
                Some((RingWays { near, beside, rays, steps }, outer))
            }
            _ => None,
        });
        ring.into_iter().for_each(|(ways, outer)| self.watch_rings(ways, outer));
    }

    /// Makes ready to keep the rows of pieces, along the rays that are asked for first.
    fn align_for_alarms(&mut self) {
        let rays = self.all_alarms().find_map(|alarm| match *alarm {
            Op::Line { rays, .. } => Some(rays),
            _ => None,
        });
        rays.into_iter().for_each(|rays| self.align_rows(rays));
    }

    /// Makes ready to keep which pieces hang together, as far as it is asked for; false if that is too
    /// much.
    fn link_for_alarms(&mut self) -> bool {
        let mut links = std::mem::take(&mut self.scratch.links);
        let possible = self.all_alarms().all(|alarm| {
            let Op::Connected { steps, targets, count, .. } = *alarm else { return true };
            let index = Links::by(&mut links, steps);
            self.ask_for(&mut links[index], (targets, count.0 as u32))
        });
        links.iter_mut().for_each(|links| self.bring_up_to_date(links));
        self.scratch.links = links;
        possible
    }

    /// Brings up to date what has been left undone since some sites were filled, the last one first, but
    /// for what the last move leads to. Given are its mover and the next one.
    fn catch_up(&mut self, filled: &[u16], (mover, next): (i32, i32)) {
        let (what, states) = (self.layout().what, self.layout().state.is_some());
        let (first, mut player) = (self.trial.played.len(), self.mover());
        self.trial.played.reserve(filled.len());
        let forms = std::mem::take(&mut self.scratch.empties.forms);
        for &site in filled.iter().rev() {
            let site = i32::from(site);
            let Some(form) = &forms[player as usize] else { continue };
            let mv = form.mv.ending_at(site, form.origin);
            self.trial.played.push(Played { mv, mover: player as u8, pass: false });
            self.set_plane(what, site, form.what());
            if states && mv.lane(1) >= 0 {
                self.write_state(site, mv.lane(1));
            }
            player = self.turn_after(player);
        }
        self.scratch.empties.forms = forms;
        for player in 1..=self.players() {
            let Some(form) = self.scratch.empties.known_form(player) else { continue };
            let kind = self.sets[self.layout().holding(form.what() as usize)];
            let owned = &mut self.sets[Layout::owned(player as usize)];
            *owned = width::zip(owned, &kind, |owned, kind| owned | kind);
            let empty = &mut self.sets[Layout::EMPTY];
            *empty = width::zip(empty, &kind, |empty, kind| empty & !kind);
        }
        self.catch_up_turns(first, (mover, next));
    }

    /// Brings up to date whose turn it is, and what has been counted, after moves from the one with a
    /// number on.
    pub(super) fn catch_up_turns(&mut self, first: usize, (mover, next): (i32, i32)) {
        let played = &self.trial.played[first..];
        let [.., last] = played else { return };
        let (made, last) = (played.len() as i32, last.mv);
        let movers = played.iter().take(self.players() as usize);
        let told = movers.fold(0, |told, played| told | 1 << played.mover);
        if let [.., before, _] = played {
            let before = before.mover.into();
            self.set_scalar(Scalar::Prev, before);
            self.set_scalar(Scalar::SameTurn, 0);
            self.set_scalar(Scalar::Passes, 0);
        }
        for (scalar, value) in [
            (Scalar::Decided, 0),
            (Scalar::NextWasSet, 0),
            (Scalar::Stalemated, self.scalar(Scalar::Stalemated) & !told),
            (Scalar::Moves, self.scalar(Scalar::Moves) + made),
            (Scalar::Counter, self.scalar(Scalar::Counter) + made - 1),
            (Scalar::Turns, self.scalar(Scalar::Turns) + made - 1),
            (Scalar::LastFrom, last.from()),
            (Scalar::LastTo, last.to()),
            (Scalar::Mover, mover),
            (Scalar::Next, next),
        ] {
            self.set_scalar(scalar, value);
        }
    }

    /// The player whose turn comes after that of another, while all are in the game.
    #[inline]
    pub(super) fn turn_after(&self, player: i32) -> i32 {
        if player >= self.players() { 1 } else { player + 1 }
    }
}
