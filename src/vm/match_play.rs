//! Match play: one game after the other, and the points they bring.
//!
//! A state of a match is the state of the game that is being played, which also tells how the match
//! stands, so that rules can ask for it. When a game is over there is one move, to go on: the points
//! are given, the end rules of the match are asked, and the next game begins in a state of its own.

use super::equipment::chance::Chance;
use super::game::{Game, State, Task};
use super::machine::Machine;
use super::movegen::moves::Move;
use super::state::trial::Played;
use crate::bytecode::{Layout, PerPlayer, Scalar, Standing, Verdict};

/// Games after which a match is a draw, whatever its rules say: each of them is finite, and so is it.
const MAX_TRIALS: i32 = 1000;

/// What the state of a match has beside the game that is being played.
#[derive(Debug)]
pub(super) struct MatchPlay {
    pub(super) game: Game,
    /// The number of the game that is being played.
    playing: usize,
    /// States of games that can be used again, by their numbers.
    resting: Vec<Option<State>>,
    /// Games that are over, to go back to.
    past: Vec<State>,
}

impl MatchPlay {
    /// A match in which the first game is being played.
    pub(super) fn new(game: Game) -> Self {
        let resting = game.subgames().iter().map(|_| None).collect();
        Self { game, playing: 0, resting, past: Vec::new() }
    }

    /// The same without what can be gone back to.
    pub(super) fn copy(&self) -> Self {
        Self { playing: self.playing, ..Self::new(self.game.clone()) }
    }

    /// Games that are over, to go back to.
    pub(super) fn past(&self) -> &[State] {
        &self.past
    }

    pub(super) fn forget(&mut self) {
        self.past.clear();
    }
}

impl State {
    /// The number of the game of a match that is being played; none outside of matches.
    pub(super) fn playing(&self) -> Option<usize> {
        self.match_play.as_ref().map(|match_play| match_play.playing)
    }

    /// Whether the game that is being played is over, which may be one of a match that goes on.
    fn is_instance_over(&self) -> bool {
        self.scalar(Scalar::Over) != 0
    }

    /// Whether the match is over; true outside of matches.
    pub(super) fn is_decided(&self) -> bool {
        self.match_play.is_none() || self.standing(Standing::Decided) != 0
    }

    fn standing(&self, standing: Standing) -> i32 {
        self.standings().get(standing as usize).map_or(0, |&word| word as i32)
    }

    /// The words that tell how the match stands.
    fn standings(&self) -> &[u64] {
        let layout = &self.game.program().layout;
        let sets = usize::from(layout.sets) * usize::from(layout.width);
        &self.block[sets..][layout.standings()]
    }

    /// Sets how the match stands, from the first of its words on.
    pub(super) fn stand(&mut self, standings: &[u64]) {
        let layout = &self.game.program().layout;
        let sets = usize::from(layout.sets) * usize::from(layout.width);
        let words = &mut self.block[sets..][layout.standings()];
        for (to, from) in words.iter_mut().zip(standings) {
            *to = *from;
        }
    }

    /// How many games of a match are over; 0 outside of matches.
    pub fn trials(&self) -> usize {
        self.standing(Standing::Trials) as usize
    }

    /// The points of a player in the match; none outside of matches.
    pub fn match_score(&self, player: usize) -> Option<i32> {
        let first = Standing::COUNT.checked_add(player.checked_sub(1)?)?;
        self.standings().get(first).map(|&word| word as i32)
    }

    /// The only move there is when a game of a match is over and the match is not.
    pub(crate) fn go_on(&self) -> Option<Move> {
        let recipe = self.game.program().instance?.go_on;
        let mover = self.scalar(Scalar::Mover) as u8;
        let goes_on = self.is_instance_over() && !self.is_decided();
        goes_on.then_some(Move { recipe, mover, ..Move::PASS })
    }

    /// Gives the points for the game that is over, and begins the next one if the match goes on. It can
    /// be taken back: see [`State::reopen`].
    pub(super) fn begin_next(&mut self, chance: Option<&mut dyn Chance>) {
        let Some(next) = self.close() else { return };
        let Some(mut match_play) = self.match_play.take() else { return };
        let mut fresh = match_play.game.subgames()[next].fresh();
        let (seed, standings) = self.carried();
        std::mem::swap(self, &mut fresh);
        match_play.past.push(fresh);
        match_play.playing = next;
        self.match_play = Some(match_play);
        self.begin_with(seed, &standings, chance);
    }

    /// The same for good, in memory that was used before.
    pub(crate) fn begin_next_for_good(&mut self) {
        let next = self.close();
        self.forget();
        let Some(next) = next else { return };
        let (seed, standings) = self.carried();
        self.trade(next);
        self.begin_with(seed, &standings, None);
    }

    /// Back to the first game of a match.
    pub(super) fn rewind_match(&mut self) {
        self.forget();
        self.trade(0);
    }

    /// Takes up the game of a number, in the state in which it was left.
    pub(super) fn trade(&mut self, next: usize) {
        let Some(mut match_play) = self.match_play.take() else { return };
        if next != match_play.playing {
            let fresh = || match_play.game.subgames()[next].fresh();
            let mut other = match_play.resting[next].take().unwrap_or_else(fresh);
            std::mem::swap(self, &mut other);
            match_play.resting[match_play.playing] = Some(other);
            match_play.playing = next;
        }
        self.match_play = Some(match_play);
    }

    /// Goes back to the game before this one, as it was before the points were given; false if there is
    /// none to go back to.
    pub(super) fn reopen(&mut self) -> bool {
        let Some(mut match_play) = self.match_play.take() else { return false };
        let before = match_play.past.pop();
        let found = before.is_some();
        if let Some(before) = before {
            let place = match_play.game.subgames().iter().position(|game| game.is(&before.game));
            match_play.playing = place.unwrap_or(0);
            *self = before;
        }
        self.match_play = Some(match_play);
        found && self.undo()
    }

    /// What the next game takes over: chance, and how the match stands.
    fn carried(&self) -> (u64, [u64; MAX_STANDINGS]) {
        let mut standings = [0; MAX_STANDINGS];
        for (to, from) in standings.iter_mut().zip(self.standings()) {
            *to = *from;
        }
        (self.trial.luck.position(), standings)
    }

    /// Gives the points for the game that is over, and says which one comes next; none if the match is
    /// over.
    fn close(&mut self) -> Option<usize> {
        let games = self.match_play.as_ref()?.game.subgames().len();
        let after = (self.match_play.as_ref()?.playing + 1) % games;
        let named = |next: i32| usize::try_from(next).ok().filter(|&next| next < games);
        match self.run(Close) {
            Following::Nothing => None,
            Following::Game(next) => Some(named(next).unwrap_or(after)),
            Following::NextInOrder => Some(after),
        }
    }
}

/// Words that tell how a match stands, at most: a game has no more players than bits of a word.
pub(super) const MAX_STANDINGS: usize = Standing::COUNT + 64;

/// What follows a game of a match.
enum Following {
    /// Nothing: the match is over.
    Nothing,
    /// The game with a number.
    Game(i32),
    /// The next one in order.
    NextInOrder,
}

struct Close;

impl Task for Close {
    type Output = Following;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Following {
        machine.close_instance()
    }
}

impl<const W: usize> Machine<'_, W> {
    pub(super) fn standing(&self, standing: Standing) -> i32 {
        let first = self.layout().standings().start;
        self.words[first + standing as usize] as i32
    }

    fn write_standing(&mut self, standing: Standing, value: i32) {
        let first = self.layout().standings().start;
        self.write(first + standing as usize, value as u64);
    }

    pub(super) fn match_score(&self, player: i32) -> i32 {
        self.layout().match_score(player).map_or(-1, |word| self.words[word] as i32)
    }

    /// Gives the points for a game that is over, and asks the end rules of the match.
    fn close_instance(&mut self) -> Following {
        let Some(instance) = self.program.instance else { return Following::Nothing };
        for player in 1..=self.players() {
            let points = self.points(player, instance.result);
            if let Some(word) = self.layout().match_score(player) {
                let score = self.match_score(player).wrapping_add(points);
                self.write(word, i64::from(score) as u64);
            }
        }
        let next = instance.next.map(|next| self.run(next));
        let mv = Move { recipe: instance.go_on, mover: self.mover() as u8, ..Move::PASS };
        self.trial.played.push(Played { mv, mover: mv.mover, pass: false, level: 0 });
        self.write_scalar(Scalar::Moves, self.scalar(Scalar::Moves) + 1);
        self.write_standing(Standing::Trials, self.standing(Standing::Trials) + 1);
        self.forget_results();
        self.run(instance.end);
        self.share_rest();
        if self.scalar(Scalar::Over) == 0 && self.standing(Standing::Trials) >= MAX_TRIALS {
            self.draw();
        }
        if self.scalar(Scalar::Over) == 0 {
            return next.map_or(Following::NextInOrder, Following::Game);
        }
        self.write_standing(Standing::Decided, 1);
        Following::Nothing
    }

    /// What a game brings a player.
    fn points(&mut self, player: i32, result: Option<crate::bytecode::Block>) -> i32 {
        let has_won = self.wide(Scalar::Winners) >> player & 1 != 0;
        match result {
            Some(result) if has_won => self.run(result),
            _ => match self.players() {
                1 => i32::from(self.rank(player) == 2),
                // Ranks are doubled; a draw brings each of two players a point.
                2 => 2 - self.rank(player) / 2,
                _ => i32::from(has_won),
            },
        }
    }

    /// Nobody has a result in the match before its rules give one.
    fn forget_results(&mut self) {
        for player in 1..=self.players() {
            self.set_rank(player, 0);
        }
        let everybody = (1u64 << (self.players() + 1)) - 2;
        for (scalar, value) in [
            (Scalar::Over, 0),
            (Scalar::Winner, 0),
            (Scalar::Winners, 0),
            (Scalar::Losers, 0),
            (Scalar::Active, everybody),
        ] {
            self.write(Layout::scalar(scalar), value);
        }
    }

    pub(super) fn give_match_result(&mut self, player: i32, result: Verdict) {
        let over = self.scalar(Scalar::Over) != 0;
        let is_won = self.wide(Scalar::Winners) != 0;
        match result {
            Verdict::Win if !over || is_won && self.rank(player) == 0 => {
                if !(1..=self.players()).contains(&player) {
                    return;
                }
                let winners = self.wide(Scalar::Winners) | 1 << player;
                self.write(Layout::scalar(Scalar::Winners), winners);
                self.set_rank(player, 2);
                self.finish_with(self.first_ranked(2));
            }
            Verdict::Draw if !over => self.draw(),
            Verdict::Tie if !over => self.finish_with(self.players() + 1),
            Verdict::Abandon if !over => self.finish_with(-1),
            _ => {}
        }
    }

    /// Those who have not won share the place behind those who have.
    fn share_rest(&mut self) {
        if self.wide(Scalar::Winners) == 0 {
            return;
        }
        let ranked = |player: &i32| self.per_player(PerPlayer::Rank, *player) != 0;
        let rest = (1..=self.players()).filter(|player| !ranked(player)).count() as i32;
        for player in 1..=self.players() {
            if self.rank(player) == 0 {
                self.set_rank(player, 2 + 2 * rest);
            }
        }
    }

    pub(super) fn rank_by_match_score(&mut self, misere: bool) {
        if self.scalar(Scalar::Over) == 0 {
            self.rank_by(misere, Self::match_score);
        }
    }
}
