//! Running a playout: a move is drawn by the plan of the phase, then made, until the game is over.

use super::plan::Plans;
use super::random::Source;
use crate::check::PlanKind;
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
        self.play_out(Plans::ALL, max_moves, random)
    }

    /// Plays random moves with some plans up to a maximum, and returns their number. Each move draws one number below
    /// the number of candidates, or more if candidates are rejected. These moves, and those before them, cannot be
    /// undone.
    pub fn play_out(
        &mut self,
        plans: Plans,
        max_moves: u64,
        random: &mut (impl Source + ?Sized),
    ) -> u64 {
        let mut draw = below(random);
        self.forget();
        let mut moves = self.run(PlayOut { plans, max_moves, draw: &mut draw });
        while moves < max_moves && self.go_on().is_some() {
            self.begin_next_for_good();
            let max_moves = max_moves - moves - 1;
            moves += 1 + self.run(PlayOut { plans, max_moves, draw: &mut draw });
        }
        moves
    }

    /// Draws a legal move with the plan of the phase; `None` if the game is over. Numbers are drawn below the number
    /// of remaining candidates.
    pub fn draw(&mut self, plans: Plans, random: &mut (impl Source + ?Sized)) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        self.go_on().or_else(|| Some(self.run(Draw { plans, draw: below(random) })))
    }
}

/// Draws numbers of moves.
fn below(random: &mut (impl Source + ?Sized)) -> impl FnMut(u32) -> u32 {
    |moves| random.below(moves as usize) as u32
}

struct PlayOut<D> {
    plans: Plans,
    max_moves: u64,
    draw: D,
}

impl<D: FnMut(u32) -> u32> Task for PlayOut<D> {
    type Output = u64;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> u64 {
        machine.drop_empties();
        machine.keep_connectivity(true);
        let moves = machine.for_good(|machine| at_its_best(Playing { machine, playout: self }));
        machine.forget_next_player_moves();
        machine.keep_connectivity(false);
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
        let Self { machine, playout: PlayOut { plans, max_moves, mut draw } } = self;
        let mut moves = 0;
        while moves < max_moves && !machine.is_over() {
            let at_once = at_once(machine, plans, max_moves - moves, &mut draw);
            if at_once > 0 {
                moves += at_once;
                continue;
            }
            let mv = plans.draw(machine, &mut draw);
            machine.play_move(mv);
            moves += 1;
        }
        moves
    }
}

/// Makes moves, so many at most, as long as it is known that nothing else can happen meanwhile, and says
/// how many; none if nothing is known.
#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled for different processors")]
fn at_once<const W: usize>(
    machine: &mut Machine<'_, W>,
    plans: Plans,
    most: u64,
    draw: &mut impl FnMut(u32) -> u32,
) -> u64 {
    if plans.at_once && machine.only_places() && plans.now(machine) == PlanKind::AddToEmpty {
        machine.run_placement(most, draw)
    } else if plans.at_once && machine.only_encloses() && plans.now(machine) != PlanKind::Standard {
        machine.run_enclosure(most, draw)
    } else if plans.at_once && machine.only_stacks() {
        machine.run_stacking(most, draw)
    } else if plans.now(machine) == PlanKind::Standard {
        machine.take_simple_turns(most, draw)
    } else {
        0
    }
}

struct Draw<D> {
    plans: Plans,
    draw: D,
}

impl<D: FnMut(u32) -> u32> Task for Draw<D> {
    type Output = Move;
    fn run<const W: usize>(mut self, machine: &mut Machine<'_, W>) -> Move {
        machine.drop_empties();
        self.plans.draw(machine, &mut self.draw)
    }
}
