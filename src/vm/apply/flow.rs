//! The course of a game: start, legal moves, one move after the other.

use crate::bytecode::{Block, Layout, List, PerPlayer, Program, Reg, Scalar, Set};
use crate::vm::apply::in_progress::LastAction;
use crate::vm::fast_path::simple_turn::active_after;
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::movegen::sink::Goal;
use crate::vm::set::site_set::SiteSet;
use crate::vm::state::trial::Played;

impl<const W: usize> Machine<'_, W> {
    /// Sets everything up, from nothing.
    pub(in crate::vm) fn start(&mut self) {
        let logging = self.log.switch(false);
        self.sets.fill([0; W]);
        self.words.fill(0);
        self.set_set(Layout::EMPTY, self.reader().all_places());
        if let Some((first, _)) = self.layout().states {
            self.set_set(usize::from(first), self.reader().all_places());
        }
        let players = self.players();
        self.write_scalar(Scalar::Mover, players.min(1));
        self.write_scalar(Scalar::Next, players.min(2));
        self.write(Layout::scalar(Scalar::Active), (1u64 << (players + 1)) - 2);
        self.write_scalar(Scalar::Turns, 1);
        for scalar in [Scalar::Counter, Scalar::Temp, Scalar::LastFrom, Scalar::LastTo] {
            self.write_scalar(scalar, -1);
        }
        self.in_progress.last_action = LastAction::NONE;
        self.write_last_action();
        for player in 0..=players + 1 {
            self.write_per_player(PerPlayer::Value, player, -1);
            self.write_per_player(PerPlayer::Team, player, player);
            self.write_per_player(PerPlayer::Seat, player, player);
            let own = |phase: &crate::bytecode::Phase| {
                phase.owner.is_none_or(|owner| i32::from(owner) == player)
            };
            let phase = self.program.phases.iter().position(own).unwrap_or(0);
            self.write_per_player(PerPlayer::Phase, player, phase as i32);
        }
        for var in 0..u32::from(self.program.facts.vars) {
            self.write((self.layout().vars + var) as usize, u64::MAX);
        }
        self.run(self.program.start);
        self.keep_starts();
        self.read_dice();
        if self.program.facts.memory[0] {
            let hash = self.positional();
            self.trial.seen.push(hash);
        }
        if self.program.facts.memory[2] {
            let hash = self.positional();
            self.trial.in_turn.push(hash);
        }
        self.log.switch(logging);
    }

    /// Puts a piece on a site before the game begins.
    pub(in crate::vm) fn place(
        &mut self,
        what: i32,
        site: i32,
        layer: u8,
        count: i32,
        data: [i32; 3],
    ) {
        if !self.program.track_progress.is_empty() {
            self.follow_add(what, site, count);
        }
        self.add_piece(self.locate_on(layer, site), what, count, data);
        self.note_placement(site);
    }

    /// Puts pieces on sites of a set that have none, drawn by chance, as far as there are any.
    pub(in crate::vm) fn place_random(
        &mut self,
        what: i32,
        (set, layer): (Set, u8),
        count: Block,
        data: [i32; 3],
    ) {
        let mut free = self.free_of(set, layer);
        let mut placed = 0;
        while placed < self.run(count) && !free.is_empty() {
            let index = self.random_below(free.count() as i32) as u32;
            let Some(site) = free.nth(index) else { break };
            free.remove(site);
            self.place(what, site, layer, 1, data);
            placed += 1;
        }
    }

    /// Puts the pieces of a list on a site in an order that chance decides.
    pub(in crate::vm) fn place_pile(&mut self, pieces: List, site: i32, layer: u8, data: [i32; 3]) {
        while let Some(what) = self.draw_from(pieces) {
            self.place(what, site, layer, 1, data);
        }
    }

    /// Puts half of the pieces of a list, which are drawn, on sites of a set, which are drawn as well.
    pub(in crate::vm) fn place_half(
        &mut self,
        pieces: List,
        (set, layer): (Set, u8),
        data: [i32; 3],
    ) {
        let mut free = self.free_of(set, layer);
        for _ in 0..self.list(pieces).len() / 2 {
            if free.is_empty() {
                break;
            }
            let Some(what) = self.draw_from(pieces) else { break };
            let index = self.random_below(free.count() as i32) as u32;
            let Some(site) = free.nth(index) else { break };
            free.remove(site);
            self.place(what, site, layer, 1, data);
        }
    }

    /// The empty sites of a set, which are those of a layer.
    fn free_of(&self, set: Set, layer: u8) -> SiteSet<W> {
        let empty = self.part_on(layer, &self.empty());
        self.set(set) & empty
    }

    /// Draws a number of a list and takes it out; none if there is none.
    fn draw_from(&mut self, list: List) -> Option<i32> {
        let count = self.list(list).len();
        (count > 0).then(|| {
            let index = self.random_below(count as i32) as usize;
            self.list_mut(list).remove(index)
        })
    }

    /// Makes the moves of a block, each as a placement.
    pub(in crate::vm) fn place_moves(&mut self, body: Block) {
        let first = self.sink.len();
        self.with_goal(Goal::All, |machine| machine.run(body));
        for index in first..self.sink.len() {
            let mv = self.sink[index];
            self.perform(mv, 0, false);
            self.note_placement(mv.to());
        }
        self.sink.truncate(first);
    }

    /// A placement counts as a move of nobody.
    fn note_placement(&mut self, site: i32) {
        self.write_scalar(Scalar::LastFrom, site);
        self.write_scalar(Scalar::LastTo, site);
        let mv = Move { from: site as i16, to: site as i16, ..Move::PASS };
        self.trial.played.push(Played { mv, mover: 0, pass: false, level: 0 });
    }

    /// The legal moves, on top of the list.
    #[inline]
    pub(in crate::vm) fn legal_moves(&mut self) {
        if self.program.facts.drawing {
            self.make_ready();
            self.sink.extend_from_slice(self.draws.ready().unwrap_or_default());
        } else {
            self.list_legal();
        }
    }

    /// Finds out the legal moves.
    #[inline]
    pub(in crate::vm) fn list_legal(&mut self) {
        if self.scalar(Scalar::Over) != 0 {
            return;
        }
        let (first, before) = (self.sink.len(), self.sink.found_so_far());
        self.generate();
        if self.has_move_filter() {
            let mut index = first;
            while index < self.sink.len() {
                let mv = self.sink[index];
                if self.is_pinned(mv) || self.is_barred(mv) {
                    self.sink.remove(index);
                } else {
                    index += 1;
                }
            }
        }
        if self.has_meta_filter() {
            self.strike_forbidden(first);
        }
        self.complete_list(before);
    }

    /// Ends the list of the mover's moves, which goes back to where so much had been found.
    #[inline]
    pub(in crate::vm) fn complete_list(&mut self, before: usize) {
        if self.sink.found_so_far() == before {
            self.sink.list(self.forced_pass());
        }
    }

    /// The moves that the rules for moves make, before the rules about all moves are asked.
    #[inline]
    pub(in crate::vm) fn generate(&mut self) {
        self.sink.look_for_all();
        if self.program.facts.simultaneous {
            self.list_of_all();
        } else {
            let play = self.play();
            self.list_without_trace(play);
            self.offer_swap();
        }
    }

    /// What is left to a player who cannot do anything else.
    pub(crate) fn forced_pass(&self) -> Move {
        Move { mover: self.mover() as u8, ..Move::PASS }
    }

    /// A player who makes a move has been told their moves, and does not count as stalemated after that,
    /// whatever they were. Listing moves leaves it to the move: it changes nothing.
    #[inline]
    pub(in crate::vm) fn clear_stalemate(&mut self) {
        if self.wide(Scalar::Active) != 0 {
            self.set_stalemated(self.mover(), false);
        }
    }

    /// The moves of all players where they move at the same time: whoever has none can pass.
    fn list_of_all(&mut self) {
        for player in 1..=self.players() {
            let first = self.sink.len();
            let phase = self.per_player(PerPlayer::Phase, player);
            self.run(self.program.phases[phase as usize].play);
            let mut kept = first;
            for index in first..self.sink.len() {
                if i32::from(self.sink[index].mover) == player {
                    self.sink.swap(kept, index);
                    kept += 1;
                }
            }
            self.sink.truncate(kept);
            if kept == first && self.is_active(player) {
                self.sink.list(Move { mover: player as u8, ..Move::PASS });
            }
        }
    }

    /// Adds the swap to the list, if it is the time for it.
    #[inline]
    pub(in crate::vm) fn offer_swap(&mut self) {
        if !self.program.facts.swap || self.scalar(Scalar::Moves) != self.players() - 1 {
            return;
        }
        let mover = self.mover();
        let other = self.trial.played.iter().rev().find(|played| i32::from(played.mover) != mover);
        if let Some(other) = other {
            let (a, b) = (mover, i32::from(other.mover));
            let mv = Move { recipe: Program::SWAP, mover: mover as u8, a, b, ..Move::PASS };
            self.sink.list(mv);
        }
    }

    /// Makes a legal move of the game, and throws the dice for the next one.
    #[inline]
    pub(crate) fn play_move(&mut self, mv: Move) {
        self.resume_drawing();
        self.leave_trace();
        self.clear_stalemate();
        if !self.apply_simply(mv) {
            self.apply_listed(mv, 0);
        }
        self.prepare();
    }

    /// Makes a legal move and all that the rules do after it.
    pub(in crate::vm) fn apply(&mut self, mv: Move) {
        if !self.apply_simply(mv) {
            self.apply_but(mv, 0);
        }
    }

    /// As [`apply`](Self::apply), but for the last `outer` consequences of the move.
    pub(in crate::vm) fn apply_but(&mut self, mv: Move, outer: usize) {
        self.leave_trace();
        self.apply_listed(mv, outer);
    }

    /// Makes a move of which it shows that it was listed.
    fn apply_listed(&mut self, mv: Move, outer: usize) {
        let mover = self.mover();
        let pass = mv.is_pass(self.program);
        // Whoever tries out a pass need not try out all moves to know that there is one.
        let asks = pass && !self.context.is(Inside::Suicide);
        if asks && self.scalar(Scalar::Stalemated) >> mover & 1 == 0 {
            let can = self.mover_can_move();
            self.set_stalemated(mover, !can);
        }
        self.write_scalar(Scalar::Decided, 0);
        self.in_progress.stale_pending = true;
        self.perform_fully(mv, outer);
        self.check_end();
        self.change_phases();
        let counter = self.scalar(Scalar::Counter);
        self.write_scalar(Scalar::Counter, counter + 1);
        self.memorise();
        if self.wide(Scalar::Active) != 0 {
            self.change_turn(mv, pass);
        }
        self.sum_dice();
    }

    /// The phases of all players after a move; nothing if the game is over.
    #[inline]
    fn change_phases(&mut self) {
        if self.wide(Scalar::Active) == 0 {
            self.write_scalar(Scalar::Prev, self.mover());
            return;
        }
        if self.program.phases.len() < 2 {
            return;
        }
        self.caches.attack.forget();
        for player in 1..=self.players() {
            let phase = self.per_player(PerPlayer::Phase, player);
            if let Some(next) = self.program.phases[phase as usize].next {
                let outer = self.get(Reg::PLAYER);
                self.put(Reg::PLAYER, player);
                self.run(next);
                self.put(Reg::PLAYER, outer);
            }
        }
    }

    /// Adds the position to what repetitions are compared with.
    #[inline]
    pub(in crate::vm) fn memorise(&mut self) {
        let facts = &self.program.facts;
        if facts.memory == [false; 4] && !facts.cycle {
            return;
        }
        let new_turn = self.mover() != self.scalar(Scalar::Prev);
        let [positional, situational, positional_in_turn, situational_in_turn] = facts.memory;
        if positional && new_turn || facts.cycle {
            let hash = self.positional();
            self.trial.seen.push(hash);
        }
        if situational && new_turn {
            let hash = self.situational();
            self.trial.seen.push(hash);
        }
        if positional_in_turn || situational_in_turn {
            if new_turn {
                self.trial.turn_start = self.trial.in_turn.len();
            }
            let hash = if positional_in_turn { self.positional() } else { self.situational() };
            self.trial.in_turn.push(hash);
        }
    }

    /// The turn goes on, or over to the next player.
    #[inline]
    fn change_turn(&mut self, mv: Move, pass: bool) {
        let mover = self.mover();
        let next = self.scalar(Scalar::Next);
        if let Some(visited) = self.layout().visited {
            if mover == next {
                for site in [mv.from(), mv.to()] {
                    if self.is_site(site) {
                        self.write_bit(usize::from(visited), site, true);
                    }
                }
            } else {
                self.write_set(usize::from(visited), SiteSet::EMPTY);
            }
        }
        self.write_scalar(Scalar::Prev, mover);
        self.write_scalar(Scalar::Mover, next);
        if mover == next && !mv.is_swap(self.program) {
            self.write_scalar(Scalar::SameTurn, self.scalar(Scalar::SameTurn) + 1);
        } else {
            self.write_scalar(Scalar::SameTurn, 0);
            self.write_scalar(Scalar::Turns, self.scalar(Scalar::Turns) + 1);
        }
        self.write_scalar(Scalar::Next, self.active_after(next));
        let passes = if pass { self.scalar(Scalar::Passes) + 1 } else { 0 };
        self.write_scalar(Scalar::Passes, passes);
    }

    /// The next player without a result after another, who may be the same.
    #[inline]
    pub(in crate::vm) fn active_after(&self, player: i32) -> i32 {
        active_after(self.wide(Scalar::Active), self.players(), player)
    }
}
