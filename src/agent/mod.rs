//! Agents: players that search.
//!
//! Comes in: a state and a budget. Goes out: a move and its evaluation.
//! Guaranteed: the move is legal; the state is unchanged; agents do not see future chance events or anything
//! hidden from the player to move; a search stops within about one move of being told to.
//! Not known here: clocks. The caller decides when to stop.

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

/// The budget of a search: a limit on its effort, and a callback that can stop it.
pub struct Budget<'b> {
    /// Maximum number of playouts, or of positions for an agent without playouts.
    pub effort: u64,
    /// Called from time to time, also during playouts: after every move at first, then less and less often, but
    /// always after a small fraction of the work done so far. Returning `false` ends the search.
    pub go_on: &'b mut dyn FnMut() -> bool,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The chosen move.
    pub mv: Move,
    /// The estimated value for the player to move, from 0 (loss) to 1 (win), if evaluated.
    pub value: Option<f64>,
    /// Number of playouts run or positions searched.
    pub effort: u64,
    /// The principal variation, starting with the chosen move.
    pub line: Vec<Move>,
}

impl Thought {
    /// A move chosen without a search.
    fn of(mv: Move) -> Self {
        Self { mv, value: None, effort: 0, line: vec![mv] }
    }
}

/// An agent.
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

    /// Chooses a legal move; `None` if the game is over.
    fn choose(&mut self, state: &State, budget: Budget<'_>) -> Option<Thought>;
}

/// Exploration rate of learning playouts, as is usual for MAST.
const MAST_EPSILON: f64 = 0.4;

/// The names of the agents.
pub const NAMES: [&str; 5] = ["random", "flat", "alphabeta", "uct", "uct-mast"];

/// Creates an agent by name, with a random seed.
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

/// Whether a player has perfect information: nothing is hidden and players move in turn. Otherwise a
/// search of the state would use hidden information, or respond to simultaneous moves.
fn is_open(game: &Game) -> bool {
    let program = game.program();
    !program.facts.simultaneous && program.layout.hidden.iter().all(Option::is_none)
}

/// A uniformly random move of the mover: with simultaneous moves, those of the other players are in the
/// list too.
fn draw_own(state: &State, moves: &[Move], random: &mut Random) -> Option<Move> {
    let own = moves.iter().filter(|mv| mv.player() == state.mover());
    let count = own.clone().count();
    if !state.game().program().facts.simultaneous || count == 0 {
        return moves.get(random.below(moves.len())).copied();
    }
    own.clone().nth(random.below(count)).copied()
}

/// The only legal move, or a random move in games that an agent must not search.
fn settled(state: &State, moves: &mut MoveList, random: &mut Random) -> Option<Thought> {
    state.legal_moves(moves);
    let &first = moves.first()?;
    if !is_open(state.game()) {
        return draw_own(state, moves, random).map(Thought::of);
    }
    moves.iter().all(|mv| *mv == first).then(|| Thought::of(first))
}
