//! End rules and results.
//!
//! Ranks are kept doubled, since players who tie share half ranks.

use crate::bytecode::{Block, Layout, PerPlayer, Program, Scalar, Verdict};
use crate::vm::game::State;
use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// The end rules after a move, and the limits.
    #[inline]
    pub(in crate::vm) fn check_end(&mut self) {
        self.caches.attack.forget();
        // Not after moves that are only tried: what they were listed from is still needed.
        self.caches.next_player.begin(!self.log.is_on());
        if self.wide(Scalar::Active) != 0
            && let Some(end) = self.phase().end
        {
            self.evaluate_end(end);
        }
        if self.scalar(Scalar::Over) == 0
            && let Some(end) = self.end()
        {
            self.evaluate_end(end);
        }
        self.caches.next_player.end();
        if self.wide(Scalar::Active) != 0 {
            let turns = self.scalar(Scalar::Turns) >= Program::TURN_LIMIT * self.players();
            if turns || self.scalar(Scalar::Moves) >= Program::MOVE_LIMIT {
                self.draw();
            }
        }
    }

    /// The end rules after a move of the mover.
    #[inline]
    fn end(&self) -> Option<Block> {
        let Program { ends, end, .. } = self.program;
        ends.get((self.mover() as usize).wrapping_sub(1)).copied().or(*end)
    }

    #[inline]
    fn evaluate_end(&mut self, end: Block) {
        self.run(end);
        let may_end = !self.program.facts.no_pass_end && self.scalar(Scalar::Over) == 0;
        if may_end && self.all_passed() {
            self.draw();
        }
        self.write_scalar(Scalar::LossesNow, 0);
    }

    pub(in crate::vm) fn rank(&self, player: i32) -> i32 {
        self.per_player(PerPlayer::Rank, player)
    }

    pub(in crate::vm) fn set_rank(&mut self, player: i32, rank: i32) {
        self.write_per_player(PerPlayer::Rank, player, rank);
    }

    /// Gives all players of one rank another.
    fn rerank(&mut self, old: i32, new: i32) {
        for player in 1..=self.players() {
            if self.rank(player) == old {
                self.set_rank(player, new);
            }
        }
    }

    fn deactivate(&mut self, player: i32) {
        let active = self.wide(Scalar::Active) & !(1 << player);
        self.write(Layout::scalar(Scalar::Active), active);
    }

    fn active_count(&self) -> i32 {
        self.wide(Scalar::Active).count_ones() as i32
    }

    fn note(&mut self, list: Scalar, player: i32) {
        let players = self.wide(list) | 1 << player;
        self.write(Layout::scalar(list), players);
    }

    pub(in crate::vm) fn finish_with(&mut self, winner: i32) {
        self.write(Layout::scalar(Scalar::Active), 0);
        self.write_scalar(Scalar::Over, 1);
        self.write_scalar(Scalar::Winner, winner);
    }

    /// The player of that doubled rank with the lowest number; 0 if there is none.
    pub(in crate::vm) fn first_ranked(&self, rank: i32) -> i32 {
        (1..=self.players()).find(|&player| self.rank(player) == rank).unwrap_or(0)
    }

    fn last_ranked(&self, rank: i32) -> i32 {
        (1..=self.players()).rev().find(|&player| self.rank(player) == rank).unwrap_or(0)
    }

    /// Gives a result to a player, or to all: the number after the last player.
    pub(in crate::vm) fn give_result(&mut self, player: i32, result: Verdict) {
        let all = player == self.players() + 1;
        let open = self.scalar(Scalar::Over) == 0 && self.is_active(player);
        if !all && !open {
            return;
        }
        match result {
            Verdict::Win if all => self.all_rank(2),
            Verdict::Loss if all => self.all_rank(2 * self.players()),
            Verdict::Win => self.win(player),
            Verdict::Loss => self.lose(player),
            Verdict::Draw => self.draw(),
            Verdict::Tie => self.finish_with(self.players() + 1),
            Verdict::Abandon => self.finish_with(-1),
        }
    }

    /// Gives a result to a team. Only winning has an effect, and a team is taken for out of the game
    /// if the player of its number is.
    pub(in crate::vm) fn give_team_result(&mut self, team: i32, result: Verdict) {
        if self.scalar(Scalar::Over) != 0 || !self.is_active(team) || result != Verdict::Win {
            return;
        }
        let players = 1..=self.players();
        let team_of = |machine: &Self, player| machine.per_player(PerPlayer::Team, player);
        let mut size = 0;
        let ranks = |machine: &Self, rank| machine.first_ranked(rank) != 0;
        let mut rank = 2;
        while ranks(self, rank) {
            rank += 2;
        }
        for player in players.clone() {
            if team_of(self, player) == team {
                self.deactivate(player);
                self.note(Scalar::Winners, player);
                self.set_rank(player, rank);
                size += 1;
            }
        }
        let active = |machine: &Self, player| machine.is_active(player);
        let Some(first) = players.clone().find(|&player| active(self, player)) else {
            self.finish_with(self.first_ranked(2));
            return;
        };
        let last = team_of(self, first);
        let one_left =
            players.clone().all(|player| !active(self, player) || team_of(self, player) == last);
        if one_left {
            // Whoever of them was out before has their new rank, too.
            for player in players {
                if team_of(self, player) != last {
                    continue;
                }
                self.set_rank(player, rank + 2 * size);
                if self.is_active(player) {
                    self.note(Scalar::Losers, player);
                }
            }
            // Those who lost stay in the turn order for one more change of turns.
            self.write_scalar(Scalar::Over, 1);
            self.write_scalar(Scalar::Winner, self.first_ranked(2));
        }
    }

    fn all_rank(&mut self, rank: i32) {
        if self.players() > 1 {
            self.rerank(0, rank);
        }
        self.finish_with(0);
    }

    fn win(&mut self, player: i32) {
        self.deactivate(player);
        let winners = self.wide(Scalar::Winners).count_ones() as i32;
        let rank = 2 * (winners + 1);
        self.set_rank(player, rank);
        self.note(Scalar::Winners, player);
        if self.active_count() == 1 {
            let last = self.wide(Scalar::Active).trailing_zeros() as i32;
            self.set_rank(last, rank + 2);
            self.note(Scalar::Losers, last);
        }
        if self.active_count() <= 1 {
            self.finish_with(self.first_ranked(2));
        }
    }

    fn lose(&mut self, player: i32) {
        self.deactivate(player);
        let players = self.players();
        if players == 1 {
            self.finish_with(0);
            return;
        }
        if self.scalar(Scalar::Next) == player {
            self.write_scalar(Scalar::Next, self.active_after(player));
        }
        let losers = self.wide(Scalar::Losers).count_ones() as i32;
        let now = self.scalar(Scalar::LossesNow);
        let old = 2 * (players - losers + 1) + (now - 1);
        let rank = old - 1;
        self.rerank(old, rank);
        self.set_rank(player, rank);
        self.note(Scalar::Losers, player);
        self.write_scalar(Scalar::LossesNow, now + 1);
        match self.active_count() {
            0 => self.finish_with(self.first_ranked(2)),
            1 => {
                let last = self.wide(Scalar::Active).trailing_zeros() as i32;
                let winners = self.wide(Scalar::Winners).count_ones() as i32;
                self.set_rank(last, 2 * (winners + 1));
                let best = (1..=players).min_by_key(|&player| self.rank(player)).unwrap_or(0);
                self.note(Scalar::Winners, best);
                self.finish_with(best);
            }
            _ => {}
        }
    }

    /// Everyone without a rank shares what is left.
    pub(in crate::vm) fn draw(&mut self) {
        if self.players() > 1 {
            let winners = self.wide(Scalar::Winners).count_ones() as i32;
            let rank = self.active_count() + 1 + 2 * winners;
            self.rerank(0, rank);
        }
        self.finish_with(self.last_ranked(2));
    }

    /// Ranks the players by their scores.
    pub(in crate::vm) fn rank_by_score(&mut self, misere: bool) {
        self.rank_by(misere, |machine, player| machine.per_player(PerPlayer::Score, player));
    }

    /// Ranks the players by a number, the highest first unless it is misere.
    pub(in crate::vm) fn rank_by(&mut self, misere: bool, number: impl Fn(&Self, i32) -> i32) {
        let score = |machine: &Self, player| {
            let score = i64::from(number(machine, player));
            if misere { -score } else { score }
        };
        for player in 1..=self.players() {
            let own = score(self, player);
            let (mut better, mut equal) = (0, 0);
            for other in 1..=self.players() {
                better += i32::from(score(self, other) > own);
                equal += i32::from(score(self, other) == own);
            }
            self.set_rank(player, (better + 1) * 2 + equal - 1);
        }
        let winner = self.last_ranked(2);
        if winner > 0 {
            self.note(Scalar::Winners, winner);
        }
        self.finish_with(winner);
    }
}

/// What ends a game that its rules do not end: then nobody wins who has not won before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The turns of each player.
    Turns,
    /// All moves.
    Moves,
}

impl Limit {
    /// How many there may be.
    pub fn most(self) -> usize {
        match self {
            Self::Turns => Program::TURN_LIMIT as usize,
            Self::Moves => Program::MOVE_LIMIT as usize,
        }
    }
}

impl State {
    /// The limit that has ended the game; none if it goes on, or its rules have ended it before.
    pub fn limit(&self) -> Option<Limit> {
        if !self.is_over() {
            return None;
        }
        let players = self.game().players() as i32;
        if self.scalar(Scalar::Turns) >= Program::TURN_LIMIT * players {
            Some(Limit::Turns)
        } else {
            (self.scalar(Scalar::Moves) >= Program::MOVE_LIMIT).then_some(Limit::Moves)
        }
    }
}
