//! Running a playout: strategies make moves until the game is over.

use super::random::Source;
use super::strategy::Strategies;
use crate::vm::{Machine, Move, State, Task, Work, at_its_best};

impl State {
    /// Plays random moves to the end of the game, and returns their number. They cannot be undone.
    ///
    /// ```
    /// use ludc::playout::Random;
    /// use ludc::source::SourceFile;
    /// use ludc::{Options, compile};
    ///
    /// let text = include_str!("../../stdlib-games/games/line/tic-tac-toe.lud");
    /// let game = compile(SourceFile::new("tic-tac-toe.lud", text), &Options::default())?;
    /// let mut state = game.start(0);
    /// let moves = state.play_on(&mut Random::new(1));
    /// assert!(state.is_over() && (5..=9).contains(&moves));
    /// # Ok::<(), ludc::diagnostic::Diagnostics>(())
    /// ```
    pub fn play_on(&mut self, random: &mut (impl Source + ?Sized)) -> u64 {
        self.play_on_for(u64::MAX, random)
    }

    /// The same with a maximum number of moves.
    pub(crate) fn play_on_for(
        &mut self,
        max_moves: u64,
        random: &mut (impl Source + ?Sized),
    ) -> u64 {
        self.play_out(Strategies::ALL, max_moves, random)
    }

    /// Plays random moves with some strategies up to a maximum, and returns their number. Each move draws one number
    /// below the number of candidates, or more if candidates are rejected. These moves, and those before them, cannot
    /// be undone.
    pub fn play_out(
        &mut self,
        strategies: Strategies,
        max_moves: u64,
        random: &mut (impl Source + ?Sized),
    ) -> u64 {
        let mut draw = below(random);
        self.forget();
        let mut moves = self.run(PlayOut { strategies, max_moves, draw: &mut draw });
        while moves < max_moves && self.go_on().is_some() {
            self.begin_next_for_good();
            let max_moves = max_moves - moves - 1;
            moves += 1 + self.run(PlayOut { strategies, max_moves, draw: &mut draw });
        }
        moves
    }

    /// Draws a legal move with the strategy for single moves of the phase; `None` if the game is over. Numbers are
    /// drawn below the number of remaining candidates.
    pub fn draw(
        &mut self,
        strategies: Strategies,
        random: &mut (impl Source + ?Sized),
    ) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        self.go_on().or_else(|| Some(self.run(Draw { strategies, draw: below(random) })))
    }
}

/// Draws numbers of moves.
fn below(random: &mut (impl Source + ?Sized)) -> impl FnMut(u32) -> u32 {
    |moves| random.below(moves as usize) as u32
}

struct PlayOut<D> {
    strategies: Strategies,
    max_moves: u64,
    draw: D,
}

impl<D: FnMut(u32) -> u32> Task for PlayOut<D> {
    type Output = u64;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> u64 {
        machine.drop_empties();
        self.strategies.prepare(machine);
        let moves = machine.for_good(|machine| at_its_best(Playing { machine, playout: self }));
        Strategies::STANDARD.prepare(machine);
        moves
    }
}

/// A playout on its machine.
struct Playing<'m, 'p, D, const W: usize> {
    machine: &'m mut Machine<'p, W>,
    playout: PlayOut<D>,
}

impl<D: FnMut(u32) -> u32, const W: usize> Work for Playing<'_, '_, D, W> {
    type Output = u64;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn work(self) -> u64 {
        let Self { machine, playout: PlayOut { strategies, max_moves, mut draw } } = self;
        let mut moves = 0;
        while moves < max_moves && !machine.is_over() {
            moves += strategies.play(machine, max_moves - moves, &mut draw);
        }
        moves
    }
}

struct Draw<D> {
    strategies: Strategies,
    draw: D,
}

impl<D: FnMut(u32) -> u32> Task for Draw<D> {
    type Output = Move;
    fn run<const W: usize>(mut self, machine: &mut Machine<'_, W>) -> Move {
        machine.drop_empties();
        self.strategies.draw(machine, &mut self.draw)
    }
}
