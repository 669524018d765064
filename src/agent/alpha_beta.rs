//! Alpha–beta search with iterative deepening.

use super::patience::Patience;
use super::{Agent, Blind, Budget, Thought, settled, worth};
use crate::playout::Random;
use crate::playout::rand_core::Rng;
use crate::vm::{Move, MoveList, State};

/// Maximum search depth.
const MAX_DEPTH: usize = 64;

/// Number of playouts that evaluate a position in games without captures.
const GAMES: u32 = 4;

/// Scale of heuristic values, so that proven results are more extreme.
const GUESS: f64 = 0.49;

/// Alpha–beta search with iterative deepening, as long as the budget lasts. Leaves are evaluated by material
/// if the game has captures, and by a few playouts otherwise. For two players without chance; in other games
/// it moves at random.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    random: Random,
    moves: MoveList,
    values: Vec<f64>,
    /// Reusable move lists, one for each depth.
    lists: Vec<MoveList>,
    /// A state for playouts.
    spare: Option<State>,
    /// Whether the game has captures, determined once per game.
    takes: Option<(String, bool)>,
}

/// A search in progress.
struct Search<'s, 'b> {
    agent: &'s mut AlphaBeta,
    person: usize,
    takes: bool,
    budget: Budget<'b>,
    patience: Patience,
    effort: u64,
    stopped: bool,
}

impl AlphaBeta {
    /// A new agent with a random seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            moves: MoveList::new(),
            values: Vec::new(),
            lists: Vec::new(),
            spare: None,
            takes: None,
        }
    }

    /// Whether a player ever loses pieces by a move of the opponent in some playouts; `None` if there is no time
    /// to find out.
    fn takes(
        &mut self,
        state: &State,
        budget: &mut Budget<'_>,
        patience: &mut Patience,
    ) -> Option<bool> {
        let game = state.game();
        if let Some((name, takes)) = &self.takes
            && name == game.name()
        {
            return Some(*takes);
        }
        let mut takes = false;
        for _ in 0..3 {
            let mut trial = game.start(0);
            let mut before = pieces(&trial);
            for _ in 0..200 {
                if !patience.allows(budget, 0) {
                    return None;
                }
                let mover = trial.mover();
                let random = &mut self.random;
                let Some(mv) = trial.sample(|count| random.below(count as usize) as u32) else {
                    break;
                };
                trial.apply_legal(mv);
                let after = pieces(&trial);
                takes |= mover < 3 && mover > 0 && after[2 - mover] < before[2 - mover];
                before = after;
            }
        }
        self.takes = Some((game.name().to_owned(), takes));
        Some(takes)
    }
}

/// The number of sites that each of two players occupies.
fn pieces(state: &State) -> [u32; 2] {
    let sites = state.game().program().labels.len();
    let mut counts = [0; 2];
    for site in 0..sites {
        let item = state.item(site);
        if let Some(count) =
            usize::from(item.who).checked_sub(1).and_then(|who| counts.get_mut(who))
        {
            *count += u32::from(item.count.max(1));
        }
    }
    counts
}

impl Search<'_, '_> {
    /// The value of a state for the searching player, within the alpha–beta bounds.
    fn value(&mut self, state: &mut State, depth: usize, mut low: f64, mut high: f64) -> f64 {
        self.effort += 1;
        self.stopped |= !self.patience.allows(&mut self.budget, self.effort);
        if self.stopped {
            return 0.5;
        }
        if state.is_over() {
            worth(state, &mut self.agent.values);
            // Prefer faster wins.
            let value = self.agent.values[self.person - 1];
            return value + (value - 0.5) * f64::from(depth as u32) * 0.01;
        }
        if depth == 0 {
            return self.guess(state);
        }
        let own = state.seat(state.mover()) == self.person;
        let mut moves = self.agent.lists.pop().unwrap_or_default();
        state.legal_moves_in_place(&mut moves);
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        for &mv in &moves {
            state.apply_legal(mv);
            let value = self.value(state, depth - 1, low, high);
            state.undo();
            if own {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high || self.stopped {
                break;
            }
        }
        self.agent.lists.push(moves);
        best
    }

    /// The static evaluation of a state.
    fn guess(&mut self, state: &mut State) -> f64 {
        if self.takes {
            let counts = pieces(state);
            let [own, other] =
                if state.seat(1) == self.person { counts } else { [counts[1], counts[0]] };
            let difference = f64::from(own) - f64::from(other);
            // A little noise breaks ties, so that equal moves are not chosen in rule order.
            let noise = f64::from(self.agent.random.below(1000) as u32) / 1e6;
            return 0.5 + (GUESS - 0.01) * difference / f64::from((own + other).max(1)) + noise;
        }
        let mut total = 0.0;
        for _ in 0..GAMES {
            let spare = match &mut self.agent.spare {
                Some(spare) => {
                    spare.clone_from(state);
                    spare
                }
                empty => empty.insert(state.clone()),
            };
            let budget = &mut self.budget;
            if !self.patience.play_on(spare, budget, &mut self.agent.random) {
                self.stopped = true;
                return 0.5;
            }
            worth(spare, &mut self.agent.values);
            total += self.agent.values[self.person - 1];
        }
        0.5 + (total / f64::from(GAMES) - 0.5) * 2.0 * GUESS
    }
}

impl Agent for AlphaBeta {
    fn name(&self) -> &'static str {
        "alphabeta"
    }

    fn choose(&mut self, state: &State, mut budget: Budget<'_>) -> Option<Thought> {
        let mut trial = state.clone();
        if let Some(thought) = settled(state, &mut self.moves, &mut self.random) {
            return Some(thought);
        }
        let game = state.game();
        if game.players() != 2 || game.is_stochastic() {
            return Blind::new(self.random.next_u64()).choose(state, budget);
        }
        // Search the best move so far first: better ordering gives more cutoffs.
        let mut order: Vec<(f64, Move)> = self.moves.iter().map(|&mv| (0.0, mv)).collect();
        for index in (1..order.len()).rev() {
            order.swap(index, self.random.below(index + 1));
        }
        let mut chosen = (order[0].1, None);
        let mut patience = Patience::default();
        let Some(takes) = self.takes(state, &mut budget, &mut patience) else {
            return Some(Thought::of(chosen.0));
        };
        let person = state.seat(state.mover());
        let mut search =
            Search { agent: self, person, takes, budget, patience, effort: 0, stopped: false };
        for depth in 1..=MAX_DEPTH {
            let mut low = f64::NEG_INFINITY;
            let mut done = 0;
            for entry in &mut order {
                trial.apply_legal(entry.1);
                let value = search.value(&mut trial, depth - 1, low, f64::INFINITY);
                trial.undo();
                if search.stopped {
                    break;
                }
                // A move that fails low only has an upper bound: it keeps its place
                // behind.
                entry.0 = if value > low { value } else { f64::NEG_INFINITY };
                low = low.max(value);
                done += 1;
            }
            if done > 0 {
                let finished = &mut order[..done];
                finished.sort_by(|a, b| b.0.total_cmp(&a.0));
                // The first move was best at the previous depth, so a partial result of this depth
                // is at least as good.
                chosen = (finished[0].1, Some(finished[0].0.clamp(0.0, 1.0)));
            }
            if search.stopped || low >= 1.0 {
                break;
            }
        }
        let (mv, value) = chosen;
        Some(Thought { mv, value, effort: search.effort, line: vec![mv] })
    }
}
