//! Players that choose their moves.
//!
//! Comes in: a state, and how long to think. Goes out: a move, and what the agent thinks of it.
//! Guaranteed: the move is legal; a state is left as it was; nobody is asked to look at what chance
//! will do, nor at what is hidden from the player to move; thinking ends within about a move after it is
//! told to.
//! Not known here: clocks. Whoever asks says when it is time to stop.

mod alpha_beta;
mod blind;
mod flat;
mod patience;
mod uct;
mod worth;

pub use alpha_beta::AlphaBeta;
pub use blind::Blind;
pub use flat::Flat;
pub use uct::Uct;
pub use worth::worth;

use crate::playout::{EpsilonGreedy, Mast, Random};
use crate::vm::{Game, Move, MoveList, State};

/// How long an agent may think: until so much is done, or until it is told to stop.
pub struct Budget<'b> {
    /// Playouts, or positions for an agent that makes none.
    pub effort: u64,
    /// Asked now and then, also during playouts: at first after every move, then more and more rarely, but
    /// never after more than a small part of what has been done so far. False is the end of thinking.
    pub go_on: &'b mut dyn FnMut() -> bool,
}

/// What an agent came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move it chooses.
    pub mv: Move,
    /// What it expects for the player to move, from 0 (loss) to 1 (win), if it has an opinion.
    pub value: Option<f64>,
    /// Playouts made, or positions looked at.
    pub effort: u64,
    /// How it expects the game to go on, its own move first.
    pub line: Vec<Move>,
}

impl Thought {
    /// A move that needed no thinking.
    fn of(mv: Move) -> Self {
        Self { mv, value: None, effort: 0, line: vec![mv] }
    }
}

/// A player that chooses its moves.
///
/// ```
/// use ludc::agent::{Agent, Budget, Uct};
/// use ludc::{Options, compile, games};
///
/// let game = compile(games::find("tic-tac-toe").unwrap().source(), &Options::default())?;
/// let mut state = game.start(0);
/// let mut agent = Uct::new(1);
/// while !state.is_over() {
///     let budget = Budget { effort: 2000, go_on: &mut || true };
///     let thought = agent.choose(&state, budget).expect("the game goes on");
///     state.apply(thought.mv);
/// }
/// assert_eq!(state.winner(), None, "good play is a draw");
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
pub trait Agent: std::fmt::Debug + Send {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Chooses a legal move; none if the game is over.
    fn choose(&mut self, state: &State, budget: Budget<'_>) -> Option<Thought>;
}

/// How often a playout that goes by what was learnt makes any move at all, as is usual for MAST.
const MAST_EPSILON: f64 = 0.4;

/// The names of the agents.
pub const NAMES: [&str; 5] = ["random", "flat", "alphabeta", "uct", "uct-mast"];

/// The agent of a name, with what decides its choices among equals.
pub fn by_name(name: &str, seed: u64) -> Option<Box<dyn Agent>> {
    Some(match name {
        "random" => Box::new(Blind::new(seed)),
        "flat" => Box::new(Flat::new(seed)),
        "alphabeta" => Box::new(AlphaBeta::new(seed)),
        "uct" => Box::new(Uct::new(seed)),
        "uct-mast" => {
            Box::new(Uct::with("uct-mast", seed, EpsilonGreedy::new(MAST_EPSILON, Mast::new())))
        }
        _ => return None,
    })
}

/// Whether a player may look at the whole state: nothing is hidden, and players move in turn.
/// Otherwise an agent that searched the state would know what it must not, or answer moves that are
/// made at the same time as its own.
fn is_open(game: &Game) -> bool {
    let program = game.program();
    !program.facts.simultaneous && program.layout.hidden.iter().all(Option::is_none)
}

/// Any of the moves that the mover can make, all equally likely: where players move at the same time,
/// those of the others are legal too.
fn draw_own(state: &State, moves: &[Move], random: &mut Random) -> Option<Move> {
    let own = moves.iter().filter(|mv| mv.player() == state.mover());
    let count = own.clone().count();
    if !state.game().program().facts.simultaneous || count == 0 {
        return moves.get(random.below(moves.len())).copied();
    }
    own.clone().nth(random.below(count)).copied()
}

/// The only move there is to choose, or one at random where an agent must not search.
fn settled(state: &State, moves: &mut MoveList, random: &mut Random) -> Option<Thought> {
    state.legal_moves(moves);
    let &first = moves.first()?;
    if !is_open(state.game()) {
        return draw_own(state, moves, random).map(Thought::of);
    }
    moves.iter().all(|mv| *mv == first).then(|| Thought::of(first))
}
