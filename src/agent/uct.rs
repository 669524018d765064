//! UCT: Monte Carlo tree search with UCB1.
//!
//! The tree stores moves, not states: every iteration replays the moves from the root. In games of chance each
//! iteration uses its own random numbers, and a node stands for a sequence of moves whatever the chance events
//! were (open loop); legal moves are then generated at every visit and matched with the children. This samples
//! chance events with their true probabilities, needs no chance nodes, and never peeks at the random numbers of
//! the real game.
//!
//! In two-player games without chance, proven results are propagated: a move that wins the game, or to which all
//! replies lose, is proven and not searched again (Winands, Björnsson, Saito: *Monte-Carlo Tree Search Solver*,
//! 2008). Mean values alone are slow to notice that a single reply refutes a move.

use fxhash::FxHashSet;

use super::patience::Patience;
use super::{Agent, Budget, Thought, draw_own, settled, worth};
use crate::playout::rand_core::Rng;
use crate::playout::{Plans, Random, Selector, Source, Uniform};
use crate::vm::{Candidates, Move, MoveList, State};

/// The exploration constant: half the textbook value, because playout results after good and bad moves are
/// close together.
const EXPLORATION: f64 = 0.7;

/// Maximum number of nodes: about 80 MB. A full tree is still searched, but does not grow.
const MAX_NODES: usize = 2_000_000;

/// No node.
const NONE: u32 = u32::MAX;

/// A UCT agent. Beyond the tree, moves are random or chosen by a selector that learns from every
/// iteration.
#[derive(Debug)]
pub struct Uct<S = Uniform> {
    name: &'static str,
    policy: Option<S>,
    candidates: Candidates,
    random: Random,
    moves: MoveList,
    values: Vec<f64>,
    nodes: Vec<Node>,
    path: Vec<u32>,
    seen: FxHashSet<Move>,
}

/// The kind of game that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A game of chance: the legal moves at a node vary.
    Chance,
    /// No chance and one opponent, so results can be proven.
    Certain,
    /// Several opponents, or none.
    Open,
}

/// The proven result of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Lost,
    Open,
    Won,
}

impl Fate {
    /// The proven result for a final value.
    fn of(value: f64) -> Self {
        match value {
            value if value >= 1.0 => Self::Won,
            value if value <= 0.0 => Self::Lost,
            _ => Self::Open,
        }
    }

    /// The same for the opponent.
    fn reversed(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Open => Self::Open,
            Self::Won => Self::Lost,
        }
    }
}

/// A node of the tree: a move and its statistics.
#[derive(Clone, Copy, Debug)]
struct Node {
    mv: Move,
    /// Number of visits.
    visits: u32,
    /// Sum of their values for the player who makes the move.
    total: f64,
    /// Index of that player.
    person: u8,
    fate: Fate,
    /// Whether it is fully expanded.
    grown: bool,
    /// Its first child, and its next sibling.
    child: u32,
    sibling: u32,
}

impl Node {
    /// A node without visits.
    fn new(mv: Move, person: u8) -> Self {
        Self {
            mv,
            visits: 0,
            total: 0.0,
            person,
            fate: Fate::Open,
            grown: false,
            child: NONE,
            sibling: NONE,
        }
    }
}

impl Uct {
    /// A new agent with a random seed and uniform playouts, the fastest kind.
    pub fn new(seed: u64) -> Self {
        Self { policy: None, ..Self::with("uct", seed, Uniform) }
    }
}

impl<S: Selector> Uct<S> {
    /// A new agent with a name, a random seed, and playouts by a selector.
    ///
    /// ```
    /// use ludc::agent::Uct;
    /// use ludc::playout::{EpsilonGreedy, Mast};
    ///
    /// let agent = Uct::with("uct-mast", 1, EpsilonGreedy::new(0.4, Mast::new()));
    /// # let _ = agent;
    /// ```
    pub fn with(name: &'static str, seed: u64, policy: S) -> Self {
        Self {
            name,
            policy: Some(policy),
            candidates: Candidates::default(),
            random: Random::new(seed),
            moves: MoveList::new(),
            values: Vec::new(),
            nodes: Vec::new(),
            path: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    /// One iteration: selection, expansion, playout and backpropagation. `false` if the search ended first;
    /// then the iteration is discarded.
    fn play(
        &mut self,
        trial: &mut State,
        kind: Kind,
        (budget, patience): (&mut Budget<'_>, &mut Patience),
    ) -> bool {
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        while !trial.is_over() && (node == 0 || self.nodes[node].visits > 0) {
            let Some(child) = self.descend(node as u32, trial, kind) else { break };
            trial.apply_legal(self.nodes[child as usize].mv);
            self.path.push(child);
            node = child as usize;
        }
        let over = trial.is_over();
        match &mut self.policy {
            Some(policy) => {
                let (random, candidates) = (&mut self.random, &mut self.candidates);
                let mut made = 0;
                let is_played = patience.play(trial, budget, |trial, most| {
                    let rest: (&mut dyn Source, _) = (&mut *random, &mut *candidates);
                    let moves = trial.play_part_by(Plans::ALL, most, policy, rest);
                    made += moves;
                    moves
                });
                if !is_played {
                    return false;
                }
                policy.learn(trial, made as usize);
            }
            None => {
                if !patience.play_on(trial, budget, &mut self.random) {
                    return false;
                }
            }
        }
        worth(trial, &mut self.values);
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.total += self.values.get(usize::from(node.person)).unwrap_or(&0.5);
        }
        if over && kind == Kind::Certain {
            self.settle();
        }
        true
    }

    /// Propagates a proven result up the path to a final state.
    fn settle(&mut self) {
        let Some(&leaf) = self.path.last() else { return };
        let leaf = &mut self.nodes[leaf as usize];
        leaf.fate = Fate::of(self.values.get(usize::from(leaf.person)).copied().unwrap_or(0.5));
        for pair in self.path.windows(2).rev() {
            let child = self.nodes[pair[1] as usize];
            // One winning move proves a win for the player to move; all moves must lose to prove a loss.
            let decided = match child.fate {
                Fate::Open => return,
                Fate::Won => true,
                Fate::Lost => {
                    let parent = &self.nodes[pair[0] as usize];
                    self.children(parent).all(|node| node.fate == Fate::Lost)
                }
            };
            if !decided {
                return;
            }
            let parent = &mut self.nodes[pair[0] as usize];
            let same = parent.person == child.person;
            parent.fate = if same { child.fate } else { child.fate.reversed() };
        }
    }

    /// The children of a node.
    fn children(&self, node: &Node) -> impl Iterator<Item = &Node> {
        let first = self.nodes.get(node.child as usize);
        std::iter::successors(first, |node| self.nodes.get(node.sibling as usize))
    }

    /// Selects the child to visit next; `None` if the tree cannot grow there.
    fn descend(&mut self, node: u32, trial: &mut State, kind: Kind) -> Option<u32> {
        let drawing = kind == Kind::Chance;
        if drawing || !self.nodes[node as usize].grown {
            if self.nodes.len() >= MAX_NODES {
                return None;
            }
            trial.legal_moves_in_place(&mut self.moves);
            self.grow(node, trial);
        }
        let parent = self.nodes[node as usize];
        let games = f64::from(parent.visits.max(1));
        // An unvisited move counts as one draw, so that a good move is not abandoned for every untried
        // sibling.
        let mut best = (f64::NEG_INFINITY, NONE);
        let mut ties = 0;
        let mut child = parent.child;
        while child != NONE {
            let Node { visits, total, sibling, mv, fate, .. } = self.nodes[child as usize];
            // A proven loss needs no more visits. A proven win ends the search above it.
            if fate != Fate::Lost && (!drawing || self.seen.contains(&mv)) {
                let visits = f64::from(visits);
                let value = (total + 0.5) / (visits + 1.0);
                let score = value + EXPLORATION * (games.ln() / (visits + 1.0)).sqrt();
                if score > best.0 {
                    best = (score, child);
                    ties = 1;
                } else if score >= best.0 {
                    // Ties are broken uniformly at random.
                    ties += 1;
                    if self.random.below(ties) == 0 {
                        best.1 = child;
                    }
                }
            }
            child = sibling;
        }
        (best.1 != NONE).then_some(best.1)
    }

    /// Adds the legal moves that a node does not have yet, and marks which children are legal now.
    fn grow(&mut self, node: u32, trial: &State) {
        let person = (trial.seat(trial.mover()).max(1) - 1) as u8;
        let mut known: FxHashSet<Move> = FxHashSet::default();
        let mut child = self.nodes[node as usize].child;
        while child != NONE {
            known.insert(self.nodes[child as usize].mv);
            child = self.nodes[child as usize].sibling;
        }
        self.seen.clear();
        for &mv in &self.moves {
            self.seen.insert(mv);
            if known.insert(mv) {
                let sibling = self.nodes[node as usize].child;
                self.nodes[node as usize].child = self.nodes.len() as u32;
                self.nodes.push(Node { sibling, ..Node::new(mv, person) });
            }
        }
        self.nodes[node as usize].grown = true;
    }

    /// The best child: a proven win, or else the most visited child that is not a proven loss. A mean over few
    /// visits may be high by chance.
    fn favourite(&self, node: &Node) -> Option<&Node> {
        let key = |node: &Node| (node.fate, node.visits, node.total);
        self.children(node).reduce(|best, node| if key(node) > key(best) { node } else { best })
    }
}

impl<S: Selector + std::fmt::Debug + Send> Agent for Uct<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn choose(&mut self, state: &State, mut budget: Budget<'_>) -> Option<Thought> {
        let mut trial = state.clone();
        if let Some(thought) = settled(state, &mut self.moves, &mut self.random) {
            return Some(thought);
        }
        let first = *self.moves.first()?;
        let game = state.game();
        let kind = match (game.is_stochastic(), game.players()) {
            (true, _) => Kind::Chance,
            (false, 2) => Kind::Certain,
            (false, _) => Kind::Open,
        };
        self.nodes.clear();
        self.nodes.push(Node::new(first, 0));
        let mut effort = 0;
        let mut patience = Patience::default();
        while self.nodes[0].fate == Fate::Open && patience.allows(&mut budget, effort) {
            trial.clone_from(state);
            trial.reseed(self.random.next_u64());
            if !self.play(&mut trial, kind, (&mut budget, &mut patience)) {
                break;
            }
            effort += 1;
        }
        if effort == 0 {
            // There was no time to evaluate any move.
            trial.clone_from(state);
            trial.legal_moves_in_place(&mut self.moves);
            return draw_own(state, &self.moves, &mut self.random).map(Thought::of);
        }
        let best = *self.favourite(&self.nodes[0])?;
        let mut line = vec![best.mv];
        let mut node = best;
        while let Some(next) =
            self.favourite(&node).filter(|next| next.visits > 0 && line.len() < 12)
        {
            line.push(next.mv);
            node = *next;
        }
        let value = match best.fate {
            Fate::Lost => 0.0,
            Fate::Open => best.total / f64::from(best.visits.max(1)),
            Fate::Won => 1.0,
        };
        Some(Thought { mv: best.mv, value: Some(value), effort, line })
    }
}
