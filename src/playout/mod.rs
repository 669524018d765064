//! Random playouts.
//!
//! Comes in: a [`Game`]. Goes out: the results of random games, and perft
//! counts.
//! Guaranteed: every legal move, duplicates counted, is as likely as any other; the same seed gives
//! the same games, on any machine and with any number of threads; once warmed up, a playout
//! allocates nothing.
//! Not known here: files, terminals and clocks.

mod add_to_empty;
mod effects;
mod filter;
mod no_repetition;
mod perft;
mod plan;
mod random;
mod rejection;
mod run;
mod selector;
mod standard;
mod survey;
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

pub use crate::check::PlanKind;
pub use effects::{Effect, Effects};
pub use perft::Perft;
pub use plan::Plans;
pub use random::{Random, Source, rand_core};

use rand_core::Rng;
pub use selector::{
    Choice, EpsilonGreedy, KeyScores, LastGoodReply, Mast, Nst, Scores, Selector, Softmax, Uniform,
};
pub use survey::{Fired, Survey};
pub use tally::Tally;

use crate::vm::{Candidates, Game, State};

/// Number of playouts in a batch: large enough to amortise scheduling, small enough that all threads finish
/// at about the same time.
const BATCH: u64 = 4;

/// Stack size of a thread: as much as the main thread of a process usually has.
const STACK_BYTES: usize = 8 << 20;

/// Random playouts of a game, with their configuration.
///
/// ```
/// use ludc::playout::Playouts;
/// use ludc::source::SourceFile;
/// use ludc::{Options, compile};
///
/// let text = include_str!("../../stdlib-games/games/line/tic-tac-toe.lud");
/// let game = compile(SourceFile::new("tic-tac-toe.lud", text), &Options::default())?;
/// let tally = Playouts::new(&game).seed(7).threads(2).run(1000);
/// assert_eq!(tally.playouts, 1000);
/// assert!(tally.wins[0] > tally.wins[1], "the first player has the better chances");
/// assert_eq!(tally, Playouts::new(&game).seed(7).run(1000));
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playouts {
    game: Game,
    seed: u64,
    threads: usize,
    plans: Plans,
    max_moves: u64,
    made: Arc<AtomicU64>,
}

impl Playouts {
    /// Playouts on one thread, with seed 0, the fastest plans, and no move limit.
    pub fn new(game: &Game) -> Self {
        let (plans, max_moves) = (Plans::ALL, u64::MAX);
        let made = Arc::default();
        Self { game: game.clone(), seed: 0, threads: 1, plans, max_moves, made }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of threads; 0 counts as 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Restricts the plans.
    #[must_use]
    pub fn plans(mut self, plans: Plans) -> Self {
        self.plans = plans;
        self
    }

    /// Truncates playouts after a number of moves.
    #[must_use]
    pub fn max_moves(mut self, max_moves: u64) -> Self {
        self.max_moves = max_moves;
        self
    }

    /// A counter of the playouts finished so far, for progress reports.
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.made)
    }

    /// Runs the playouts with numbers from 0 up to `count`.
    pub fn run(&self, count: u64) -> Tally {
        self.run_each(count, || |player: &mut Player, random: &mut Random| player.play(random))
    }

    /// Runs playouts with a selector. Each playout starts with a copy of the selector, so that their order does not
    /// matter: what it learns is discarded.
    pub fn run_by<S: Selector + Clone + Sync>(&self, count: u64, selector: &S) -> Tally {
        self.run_each(count, || {
            let mut own = selector.clone();
            move |player: &mut Player, random: &mut Random| {
                own.clone_from(selector);
                player.play_by(&mut own, random)
            }
        })
    }

    /// Runs playouts on one thread with a selector that keeps learning from playout to playout.
    pub fn run_learning(&self, count: u64, selector: &mut dyn Selector) -> Tally {
        self.made.store(0, Ordering::Relaxed);
        let mut player = Player::new(&self.game).plans(self.plans).max_moves(self.max_moves);
        let mut tally = Tally::new(self.game.players());
        for number in 0..count {
            let moves = player.play_by(selector, &mut Random::stream(self.seed, number));
            tally.add(moves, player.state());
            self.made.fetch_add(1, Ordering::Relaxed);
        }
        tally
    }

    /// Runs playouts on all threads; `begin` creates the player of a thread.
    fn run_each<P: FnMut(&mut Player, &mut Random) -> u64>(
        &self,
        count: u64,
        begin: impl Fn() -> P + Sync,
    ) -> Tally {
        self.made.store(0, Ordering::Relaxed);
        let next = AtomicU64::new(0);
        let work = || {
            let mut player = Player::new(&self.game).plans(self.plans).max_moves(self.max_moves);
            let mut tally = Tally::new(self.game.players());
            let mut play = begin();
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= count {
                    return tally;
                }
                let end = count.min(first + BATCH);
                for number in first..end {
                    let moves = play(&mut player, &mut Random::stream(self.seed, number));
                    tally.add(moves, player.state());
                }
                self.made.fetch_add(end - first, Ordering::Relaxed);
            }
        };
        let others = self.threads.min(count.div_ceil(BATCH) as usize).saturating_sub(1);
        thread::scope(|scope| {
            let spawn =
                |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            // If the system refuses a thread, the others do its work.
            let workers: Vec<_> = (0..others).filter_map(|number| spawn(number).ok()).collect();
            let mut all = work();
            for worker in workers {
                match worker.join() {
                    Ok(tally) => all.merge(&tally),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all
        })
    }
}

/// Runs playouts one after the other, reusing memory.
#[derive(Clone, Debug)]
pub struct Player {
    state: State,
    plans: Plans,
    max_moves: u64,
    candidates: Candidates,
}

impl Player {
    /// A player with the fastest plans and no move limit.
    pub fn new(game: &Game) -> Self {
        let (plans, max_moves) = (Plans::ALL, u64::MAX);
        Self { state: game.start(0), plans, max_moves, candidates: Candidates::default() }
    }

    /// Restricts the plans.
    #[must_use]
    pub fn plans(mut self, plans: Plans) -> Self {
        self.plans = plans;
        self
    }

    /// Truncates games after a number of moves.
    #[must_use]
    pub fn max_moves(mut self, max_moves: u64) -> Self {
        self.max_moves = max_moves;
        self
    }

    /// Plays a game from start to end, and returns its number of moves.
    pub fn play(&mut self, random: &mut impl Rng) -> u64 {
        self.state.restart(random.next_u64());
        self.state.play_out(self.plans, self.max_moves, random)
    }

    /// The same with a selector, which may learn from each game.
    pub fn play_by(&mut self, selector: &mut dyn Selector, random: &mut impl Rng) -> u64 {
        self.state.restart(random.next_u64());
        let rest: (&mut dyn Source, _) = (random, &mut self.candidates);
        self.state.play_by(self.plans, self.max_moves, selector, rest)
    }

    /// The final state of the last game.
    pub fn state(&self) -> &State {
        &self.state
    }
}
