//! Simple turns: the fast path of playouts in games where a turn changes nothing beside what its move does.
//!
//! Most games have one phase, no dice and no memory, and most of their moves do one thing. All that the
//! rules could do beside it need not be asked for at every move: the program says so once.

use crate::bytecode::{Action, Layout, Scalar};
use crate::vm::apply::perform::Record;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::state::trial::Played;

/// The numbers that every state has, as the words that hold them.
type Scalars = [u64; Scalar::COUNT];

impl<const W: usize> Machine<'_, W> {
    /// Makes random moves, so many at most, and says how many, in a game in which turns are simple and every
    /// move that the rules generate is legal, but for a swap: none as long as players may swap. `draw` gives
    /// a number below the one it is asked for.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    pub(crate) fn run_simple_turns(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        if self.program.facts.swap && self.scalar(Scalar::Moves) < self.players() {
            return 0;
        }
        let mut made = 0;
        while made < most && !self.is_over() {
            let mv = self.sample_generated(draw);
            let scalars = self.scalars_mut();
            let mover = 1 << get(scalars, Scalar::Mover);
            put(scalars, Scalar::Stalemated, get(scalars, Scalar::Stalemated) & !mover);
            self.apply(mv);
            made += 1;
        }
        made
    }

    /// Draws one of the moves that the play rule generates.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn sample_generated(&mut self, draw: &mut impl FnMut(u32) -> u32) -> Move {
        if !self.has_next_player_moves() {
            self.sink.clear();
            self.sink.look_for_all();
            self.sink.gather_sets(true);
            self.run(self.play());
            self.sink.gather_sets(false);
        }
        let mv = match self.count_candidates() {
            0 => self.forced_pass(),
            count => self.find_candidate(draw(count)).mv,
        };
        self.drop_candidates();
        self.allow_next_player_moves();
        mv
    }

    /// Makes a move as [`apply`](Self::apply) does, if it and the game are plain and nothing is going to
    /// be taken back; false if not.
    #[inline]
    pub(in crate::vm) fn apply_simply(&mut self, mv: Move) -> bool {
        let program = self.program;
        let recipe = &program.recipes[mv.recipe.index()];
        let plain = program.facts.simple_turns
            && !self.log.is_on()
            && !matches!(recipe.action, Action::Pass | Action::SwapPlayers);
        if !plain {
            return false;
        }
        let alone = recipe.is_single() || recipe.begins_alone() && self.is_still(recipe, mv);
        if !alone || !matches!(recipe.action, Action::Add | Action::Move) {
            self.set_scalar(Scalar::Decided, 0);
            self.perform_as(mv, 0, Record::Played);
            self.end_simple_turn();
            return true;
        }
        match recipe.action {
            Action::Add => self.add_piece(mv.to(), mv.payload(0), 1, [mv.payload(1), -1, -1]),
            _ => self.move_piece(mv.from(), mv.to()),
        }
        self.note_simply(mv);
        self.end_simple_turn();
        true
    }

    /// Makes it the last move, which is no pass.
    #[inline]
    pub(in crate::vm) fn note_simply(&mut self, mv: Move) {
        let scalars = self.scalars_mut();
        put(scalars, Scalar::Decided, 0);
        put(scalars, Scalar::NextWasSet, 0);
        put(scalars, Scalar::Moves, get(scalars, Scalar::Moves) + 1);
        put(scalars, Scalar::LastFrom, mv.from());
        put(scalars, Scalar::LastTo, mv.to());
        let mover = get(scalars, Scalar::Mover) as u8;
        let level = self.level_reached(mv);
        self.trial.played.push(Played { mv, mover, pass: false, level });
    }

    /// What comes after a plain move: the end rules, and the next turn.
    #[inline]
    pub(in crate::vm) fn end_simple_turn(&mut self) {
        self.check_end();
        self.begin_simple_turn();
    }

    /// What comes after a plain move and the end rules where positions are remembered.
    #[inline]
    pub(in crate::vm) fn end_remembered_turn(&mut self) {
        if self.wide(Scalar::Active) == 0 {
            self.set_scalar(Scalar::Prev, self.mover());
        }
        self.memorise();
        self.begin_simple_turn();
    }

    /// The next turn after a move that was no pass, unless the game is over.
    #[inline]
    fn begin_simple_turn(&mut self) {
        let players = self.players();
        let scalars = self.scalars_mut();
        let (mover, next) = (get(scalars, Scalar::Mover), get(scalars, Scalar::Next));
        put(scalars, Scalar::Counter, get(scalars, Scalar::Counter) + 1);
        put(scalars, Scalar::Prev, mover);
        let active = scalars[Layout::scalar(Scalar::Active)];
        if active == 0 {
            return;
        }
        let (same_turn, turns) = if mover == next { (1, 0) } else { (0, 1) };
        put(scalars, Scalar::Mover, next);
        put(scalars, Scalar::SameTurn, (get(scalars, Scalar::SameTurn) + 1) * same_turn);
        put(scalars, Scalar::Turns, get(scalars, Scalar::Turns) + turns);
        put(scalars, Scalar::Passes, 0);
        put(scalars, Scalar::Next, active_after(active, players, next));
    }

    /// The numbers that every state has, to be written by somebody who will not want them back.
    #[inline]
    fn scalars_mut(&mut self) -> &mut Scalars {
        self.words.first_chunk_mut().expect("every state has them")
    }

    /// Writes a number that nobody is going to want back.
    #[inline]
    pub(in crate::vm) fn set_scalar(&mut self, scalar: Scalar, value: i32) {
        self.words[Layout::scalar(scalar)] = i64::from(value) as u64;
    }
}

#[inline]
fn get(scalars: &Scalars, scalar: Scalar) -> i32 {
    scalars[Layout::scalar(scalar)] as i32
}

#[inline]
fn put(scalars: &mut Scalars, scalar: Scalar, value: i32) {
    scalars[Layout::scalar(scalar)] = i64::from(value) as u64;
}

/// The next player without a result after another, who may be the same; `active` has one bit for each.
#[inline]
pub(in crate::vm) fn active_after(active: u64, players: i32, player: i32) -> i32 {
    // Those behind him come first, then those from the first player on.
    let all = active & ((1 << (players + 1)) - 2);
    let behind = all & (u64::MAX << 1 << player);
    match (behind, all) {
        (_, 0) => player,
        (0, _) => all.trailing_zeros() as i32,
        _ => behind.trailing_zeros() as i32,
    }
}
