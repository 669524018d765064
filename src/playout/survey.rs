//! Statistics for game designers: length, results, branching factor, and use of the rules.

use fxhash::FxHashMap;

use super::effects::{Effects, Pieces};
use super::random::Source;
use crate::bytecode::{Action, Op, Place, Program, Use};
use crate::vm::{Game, Limit, Move, MoveList, State};

/// Statistics of games, collected move by move.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The length of each game.
    pub lengths: Vec<u32>,
    /// Games won, for each player.
    pub wins: Vec<u64>,
    /// Games that nobody won.
    pub draws: u64,
    /// Those that a rule declared a tie.
    pub ties: u64,
    /// Truncated games.
    pub broken_off: u64,
    /// Games ended by the turn limit.
    pub turn_limit: u64,
    /// Games ended by the move limit.
    pub move_limit: u64,
    /// Positions in which a move was chosen.
    pub positions: u64,
    /// Legal moves in all of them.
    pub choices: u64,
    /// Positions with a single move.
    pub forced: u64,
    /// For each move of a game, from the first: how many games had it, and how many legal moves there
    /// were.
    pub by_ply: Vec<(u64, u64)>,
    /// Sum over the games of the estimated game-tree size, as a power of ten: the product of the branching
    /// factors.
    pub magnitude: f64,
    /// Number of moves to each site of the board.
    pub visits: Vec<u64>,
    /// Number of uses of each rule, by recipe and component.
    rules: FxHashMap<(u16, u16), u64>,
    /// Moves that no rule generates: forced passes, swaps of sides, and transitions to the next game of a match.
    pub ruleless: u64,
    /// Effects of moves besides moving a piece.
    pub effects: Effects,
}

/// A rule with its number of uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Its place, or several places if the rules share code.
    pub places: Vec<Place>,
    /// The piece moved, or empty.
    pub piece: String,
    /// How often.
    pub times: u64,
}

impl Survey {
    /// Maximum number of plies with separate statistics.
    pub const MAX_PLIES: usize = 400;

    /// Nothing yet.
    pub fn new(game: &Game) -> Self {
        Self {
            wins: vec![0; game.players()],
            visits: vec![0; game.program().labels.len()],
            ..Self::default()
        }
    }

    /// Surveys one game, up to a maximum number of moves, in which `choose` picks the moves.
    pub fn play(
        &mut self,
        state: &mut State,
        moves: &mut MoveList,
        most: usize,
        mut choose: impl FnMut(&State, &MoveList) -> Option<Move>,
    ) {
        // The use of rules is only counted within one game.
        let is_match = !state.whole_game().subgames().is_empty();
        let mut length = 0;
        let mut before = Pieces::of(state);
        while !state.is_over() && length < most {
            state.legal_moves_in_place(moves);
            let count = moves.len() as u64;
            let Some(mv) = choose(state, moves) else { break };
            let game = state.game().clone();
            let program = game.program();
            self.positions += 1;
            self.choices += count;
            self.forced += u64::from(count == 1);
            self.magnitude += f64::from(count.max(1) as u32).log10();
            if length < Self::MAX_PLIES {
                if self.by_ply.len() <= length {
                    self.by_ply.push((0, 0));
                }
                let (games, choices) = &mut self.by_ply[length];
                *games += 1;
                *choices += count;
            }
            if is_match || has_no_rule(program, mv.recipe.0) || mv.is_swap(program) {
                self.ruleless += u64::from(!is_match);
            } else {
                let moved = usize::try_from(mv.from()).map_or(0, |from| state.item(from).what);
                let what = if mv.what(program) > 0 { mv.what(program) as u16 } else { moved };
                *self.rules.entry((mv.recipe.0, what)).or_default() += 1;
            }
            let to = usize::try_from(mv.to()).ok();
            if let Some(visits) = to.and_then(|to| self.visits.get_mut(to)) {
                *visits += 1;
            }
            let mover = state.mover();
            state.apply_legal(mv);
            length += 1;
            if !is_match {
                let after = Pieces::of(state);
                self.effects.count(&before, &after, (mover, usize::try_from(mv.to()).ok()));
                let again = state.mover() == mover && game.players() > 1 && !state.is_over();
                self.effects.again += u64::from(again);
                before = after;
            }
        }
        self.lengths.push(length as u32);
        if !state.is_over() {
            self.broken_off += 1;
            return;
        }
        match state.limit() {
            Some(Limit::Turns) => self.turn_limit += 1,
            Some(Limit::Moves) => self.move_limit += 1,
            None => {}
        }
        let winner = state.winner().and_then(|player| self.wins.get_mut(player - 1));
        *winner.unwrap_or(&mut self.draws) += 1;
        self.ties += u64::from(state.outcome().is_some_and(|outcome| outcome.tie));
    }

    /// The same with random moves.
    pub fn play_at_random(
        &mut self,
        state: &mut State,
        moves: &mut MoveList,
        most: usize,
        random: &mut impl Source,
    ) {
        self.play(state, moves, most, |_, moves| moves.get(random.below(moves.len())).copied());
    }

    /// Merges other counts.
    pub fn merge(&mut self, other: Self) {
        self.lengths.extend(other.lengths);
        self.draws += other.draws;
        self.ties += other.ties;
        self.broken_off += other.broken_off;
        self.turn_limit += other.turn_limit;
        self.move_limit += other.move_limit;
        self.positions += other.positions;
        self.choices += other.choices;
        self.forced += other.forced;
        self.magnitude += other.magnitude;
        self.ruleless += other.ruleless;
        self.effects.merge(&other.effects);
        let add = |own: &mut Vec<u64>, other: &[u64]| {
            own.resize(own.len().max(other.len()), 0);
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        };
        add(&mut self.wins, &other.wins);
        add(&mut self.visits, &other.visits);
        self.by_ply.resize(self.by_ply.len().max(other.by_ply.len()), (0, 0));
        for (own, other) in self.by_ply.iter_mut().zip(&other.by_ply) {
            *own = (own.0 + other.0, own.1 + other.1);
        }
        for (rule, times) in other.rules {
            *self.rules.entry(rule).or_default() += times;
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.lengths.len() as u64
    }

    /// The rules by use, most frequent first, including unused rules, which matter to a designer. In a game compiled
    /// by [`crate::Description::compile_for_survey`], every rule is separate.
    pub fn rules(&self, game: &Game) -> Vec<Fired> {
        let program = game.program();
        let places = places(program);
        let piece = |what: u16| match program.components.get(usize::from(what)) {
            Some(component) if what > 0 => {
                component.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
            }
            _ => String::new(),
        };
        let mut fired: Vec<Fired> = Vec::new();
        let mut add = |places: &[Place], piece: String, times: u64| match fired
            .iter_mut()
            .find(|rule| rule.places == places && rule.piece == piece)
        {
            Some(rule) => rule.times += times,
            None => fired.push(Fired { places: places.to_vec(), piece, times }),
        };
        for (&(recipe, what), &times) in &self.rules {
            add(places.get(&recipe).map_or(&[], Vec::as_slice), piece(what), times);
        }
        // A rule may occur several times in a program, for example once per player: it is unused only if all copies
        // are.
        let mut happened: Vec<&Place> = Vec::new();
        for (recipe, _) in self.rules.keys() {
            happened.extend(places.get(recipe).into_iter().flatten());
        }
        for (recipe, places) in &places {
            let chosen =
                program.recipes.get(usize::from(*recipe)).is_some_and(|data| data.decision);
            if chosen
                && !has_no_rule(program, *recipe)
                && !places.iter().any(|place| happened.contains(&place))
            {
                add(places, String::new(), 0);
            }
        }
        fired.sort_by(|a, b| {
            let key = |rule: &Fired| rule.places.first().map(|place| (place.line, place.column));
            b.times.cmp(&a.times).then(key(a).cmp(&key(b))).then(a.piece.cmp(&b.piece))
        });
        fired
    }
}

/// Where the rules stand that make each kind of move: where the moves are made, and not where they are only
/// handed on.
fn places(program: &Program) -> FxHashMap<u16, Vec<Place>> {
    let known = |(_, place): &(u16, &Place)| place.line > 0;
    let mut found: FxHashMap<u16, Vec<Place>> = (0..)
        .zip(&program.origins)
        .filter(known)
        .map(|(recipe, place)| (recipe, vec![place.clone()]))
        .collect();
    if !found.is_empty() {
        return found;
    }
    for (op, &place) in program.code.iter().zip(&program.places) {
        Op::uses(op, |_, usage| {
            if let Use::Recipe(recipe) = usage
                && let Some(place) = program.ludemes.get(usize::from(place))
                && place.line > 0
            {
                let places = found.entry(recipe.0).or_default();
                if !places.contains(place) {
                    places.push(place.clone());
                }
            }
        });
    }
    for places in found.values_mut() {
        if places.iter().any(|place| makes_moves(&place.ludeme)) {
            places.retain(|place| makes_moves(&place.ludeme));
        }
        places.sort_by_key(|place| (place.line, place.column));
    }
    found
}

/// Whether the moves of a recipe are passes that no rule asks for: a player who cannot move makes them, by a rule
/// that wants something to be done before any move as well.
fn has_no_rule(program: &Program, recipe: u16) -> bool {
    let passes = program
        .recipes
        .get(usize::from(recipe))
        .is_some_and(|recipe| recipe.action == Action::Pass);
    let origin = program.origins.get(usize::from(recipe));
    recipe == Move::PASS.recipe.0
        || passes && origin.is_some_and(|origin| origin.ludeme != "move Pass")
}

/// Whether a ludeme makes moves of its own.
fn makes_moves(ludeme: &str) -> bool {
    ludeme == "move" || ludeme.starts_with("move ")
}
