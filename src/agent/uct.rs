//! UCT: a tree of the moves that are worth a look, grown by random games.
//!
//! The tree holds moves, not states: a state is reached anew from the root by each game. Where chance
//! has a part, each game has its own, and a node stands for its moves whatever chance did on the way
//! (open loop); the legal moves are then asked for at each visit, and those that were seen before are
//! found again. This samples what chance does as often as it happens, needs no nodes for it, and never
//! looks ahead into the chance that the real game will have.
//!
//! Where two play without chance, what is certain is kept as such: a move after which the game is won, or
//! after which all answers lose, is not tried again but known (Winands, Björnsson, Saito: *Monte-Carlo Tree
//! Search Solver*, 2008). Means alone take long to see that one answer of many refutes a move.

use fxhash::FxHashSet;

use super::patience::Patience;
use super::{Agent, Budget, Thought, draw_own, settled, worth};
use crate::playout::rand_core::Rng;
use crate::playout::{Plans, Random, Selector, Source, Uniform};
use crate::vm::{Candidates, Move, MoveList, State};

/// How much a move that was tried little is favoured: half of the textbook's, because what random
/// games are worth after good and bad moves lies close together.
const EXPLORATION: f64 = 0.7;

/// Nodes of a tree: some 80 MB. A tree that has them all is still walked, but does not grow.
const MAX_NODES: usize = 2_000_000;

/// No node.
const NONE: u32 = u32::MAX;

/// Searches a tree of moves. Beyond the tree moves are random, or chosen by a selector, which learns from
/// each game.
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

/// What a search has to reckon with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Chance: the moves after a node are not always the same.
    Chance,
    /// Neither chance nor more than one enemy, so that what an enemy can do is certain to be done.
    Certain,
    /// Several enemies, or none.
    Open,
}

/// What is certain of a move, for the person whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Lost,
    Open,
    Won,
}

impl Fate {
    /// What the end of a game is, by its worth.
    fn of(value: f64) -> Self {
        match value {
            value if value >= 1.0 => Self::Won,
            value if value <= 0.0 => Self::Lost,
            _ => Self::Open,
        }
    }

    /// The same for the other of two persons.
    fn reversed(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Open => Self::Open,
            Self::Won => Self::Lost,
        }
    }
}

/// What became of a move.
#[derive(Clone, Copy, Debug)]
struct Node {
    mv: Move,
    /// Games through it.
    visits: u32,
    /// What they were worth to the person whose move it is.
    total: f64,
    /// The number of that person, less one.
    person: u8,
    fate: Fate,
    /// Whether all its moves are among its children.
    grown: bool,
    /// Its first child, and the next child of its parent.
    child: u32,
    sibling: u32,
}

impl Node {
    /// A move that has not been tried.
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
    /// The agent of a seed, with random moves beyond the tree: the fastest.
    pub fn new(seed: u64) -> Self {
        Self { policy: None, ..Self::with("uct", seed, Uniform) }
    }
}

impl<S: Selector> Uct<S> {
    /// The agent of a seed and a name, with moves beyond the tree that a selector chooses.
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

    /// One game: down the tree, on at random, and what it was worth back up. False if the end of thinking
    /// came first: then nothing is known of the game.
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

    /// After a path to the end of a game: what is certain now of the moves on it.
    fn settle(&mut self) {
        let Some(&leaf) = self.path.last() else { return };
        let leaf = &mut self.nodes[leaf as usize];
        leaf.fate = Fate::of(self.values.get(usize::from(leaf.person)).copied().unwrap_or(0.5));
        for pair in self.path.windows(2).rev() {
            let child = self.nodes[pair[1] as usize];
            // Whoever is to move can choose: one move that wins is enough, and all must lose.
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

    /// The moves after a node.
    fn children(&self, node: &Node) -> impl Iterator<Item = &Node> {
        let first = self.nodes.get(node.child as usize);
        std::iter::successors(first, |node| self.nodes.get(node.sibling as usize))
    }

    /// The move to try next after a node; none if the tree cannot grow there.
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
        // A move without a game counts as one with a draw, so that a good move is not left for every
        // bad one beside it that has not been tried.
        let mut best = (f64::NEG_INFINITY, NONE);
        let mut ties = 0;
        let mut child = parent.child;
        while child != NONE {
            let Node { visits, total, sibling, mv, fate, .. } = self.nodes[child as usize];
            // A move that loses for sure needs no more games. One that wins ends the search above it.
            if fate != Fate::Lost && (!drawing || self.seen.contains(&mv)) {
                let visits = f64::from(visits);
                let value = (total + 0.5) / (visits + 1.0);
                let score = value + EXPLORATION * (games.ln() / (visits + 1.0)).sqrt();
                if score > best.0 {
                    best = (score, child);
                    ties = 1;
                } else if score >= best.0 {
                    // Each of equals is as likely as the others.
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

    /// Adds the moves at hand that a node does not have yet, and remembers which are legal now.
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

    /// The child that is certain to win, or not certain to lose, with most games: a mean over few games
    /// may be high by chance.
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
            // There was no time for an opinion.
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
