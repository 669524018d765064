//! Games and states, as a program that plays sees them.

use std::sync::Arc;

use super::equipment::chance::{Chance, LuckMark};
use super::machine::Machine;
use super::match_play::MatchPlay;
use super::movegen::moves::{Move, MoveList};
use super::scratch::Scratch;
use super::state::reader::{Question, Reader};
use super::state::trial::{Trial, TrialMark};
use super::state::workspace::Workspace;
use crate::bytecode::{Action, Card, PerPlayer, Program, Scalar, Unsound, verify};

/// A game that can be played. Cheap to clone; all clones share one program, from any thread.
#[derive(Clone, Debug)]
pub struct Game {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    program: Program,
    /// The state after the start, if chance has no part in it.
    initial: Option<(Box<[u64]>, Trial)>,
    /// The games of a match.
    subgames: Vec<Game>,
}

/// The same for a shorter time.
fn shorter<'c>(chance: &'c mut Option<&mut dyn Chance>) -> Option<&'c mut dyn Chance> {
    chance.as_mut().map(|chance| -> &mut dyn Chance { &mut **chance })
}

/// Does the same for whichever width the sets of a program have, as a constant with a name.
macro_rules! of_width {
    ($program:expr, $width:ident => $work:expr) => {
        of_width!($program, $width => $work, 1 2 6 64)
    };
    ($program:expr, $width:ident => $work:expr, $($value:literal)*) => {
        match $program.layout.width {
            $($value => {
                const $width: usize = $value;
                $work
            })*
            _ => unreachable!("a verified program has one of the widths"),
        }
    };
}

/// Does something on the machine of a program.
pub(super) fn carry_out<'a, T: Task>(
    program: &'a Program,
    block: &'a mut [u64],
    trial: &'a mut Trial,
    scratch: &'a mut Scratch,
    chance: Option<&'a mut dyn Chance>,
    task: T,
) -> T::Output {
    of_width!(program, W => task.run(&mut Machine::<W>::new(program, block, trial, scratch, chance)))
}

/// Something to be done on a machine of whatever width the program needs.
pub(crate) trait Task {
    type Output;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Self::Output;
}

/// A state of a game.
///
/// It is one block of memory beside the list of moves that led to it. A clone plays on
/// independently; it cannot be undone further back than where it was cloned.
///
/// In a match it is the state of the game that is being played: sites, pieces, moves made and phases
/// are those of that game. Whether it is over, and how it ended, is about the match.
///
/// ```
/// use ludc::{MoveList, Options, compile, games};
///
/// let nim = compile(games::find("nim").unwrap().source(), &Options::default())?;
/// let mut state = nim.start(0);
/// let mut moves = MoveList::new();
/// state.legal_moves(&mut moves);
/// let before = state.clone();
/// state.apply(moves[0]);
/// assert_eq!(state.moves_made(), 1);
/// assert!(state.undo() && state == before);
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
#[derive(Debug)]
pub struct State {
    pub(super) game: Game,
    pub(super) block: Box<[u64]>,
    pub(super) trial: Trial,
    scratch: Scratch,
    pub(super) workspace: Workspace,
    marks: Vec<Point>,
    /// The match that the game is part of.
    pub(super) match_play: Option<Box<MatchPlay>>,
}

/// A point of a game to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    log: usize,
    trial: TrialMark,
    luck: LuckMark,
}

impl Game {
    /// A game from its program.
    ///
    /// # Panics
    /// Never: nothing else holds the game before it is handed out.
    pub fn new(program: Program) -> Result<Self, Unsound> {
        verify(&program)?;
        let subgames = program.subgames.iter().cloned().map(Self::new);
        let subgames = subgames.collect::<Result<Vec<_>, _>>()?;
        let is_match = !subgames.is_empty();
        let game = Self { shared: Arc::new(Shared { program, initial: None, subgames }) };
        if is_match {
            return Ok(game);
        }
        let (block, trial) = {
            let mut state = game.fresh();
            state.set_up(0, None);
            (state.block, state.trial)
        };
        if !trial.luck.is_untouched(0) {
            return Ok(game);
        }
        let mut shared = Arc::into_inner(game.shared).expect("no state is left");
        shared.initial = Some((block, trial));
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Its program.
    pub fn program(&self) -> &Program {
        &self.shared.program
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.program().name
    }

    /// Whether chance has a part in it: dice, or numbers that the rules draw.
    pub fn is_stochastic(&self) -> bool {
        self.program().facts.stochastic || self.subgames().iter().any(Self::is_stochastic)
    }

    /// The games of a match, in their order; none of a game.
    pub fn subgames(&self) -> &[Self] {
        &self.shared.subgames
    }

    /// Whether it is another handle of the same game.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// How many play it.
    pub fn players(&self) -> usize {
        usize::from(self.program().layout.players)
    }

    /// The state before the first move. The seed decides whatever chance decides in the game.
    pub fn start(&self, seed: u64) -> State {
        let mut state = self.fresh();
        state.restart(seed);
        state
    }

    /// The state before the first move, with something that decides what chance decides at the start.
    pub fn start_with(&self, seed: u64, chance: &mut dyn Chance) -> State {
        let mut state = self.fresh();
        state.begin(seed, Some(chance));
        state
    }

    /// A state that has not been set up.
    pub(super) fn fresh(&self) -> State {
        if let Some(first) = self.subgames().first() {
            let match_play = Some(Box::new(MatchPlay::new(self.clone())));
            return State { match_play, ..first.fresh() };
        }
        State {
            game: self.clone(),
            block: vec![0; self.program().layout.total()].into(),
            trial: Trial::default(),
            scratch: Scratch::default(),
            workspace: Workspace::default(),
            marks: Vec::new(),
            match_play: None,
        }
    }

    /// A move in words people can read: where from, where to, and what.
    pub fn describe(&self, mv: Move) -> String {
        let program = self.program();
        if !self.has_made(mv) {
            return "a move of another game".to_owned();
        }
        let [from, to] = self.ends(mv).map(|site| self.site_name(site));
        let piece = |what: i32| program.components.get(what as usize).map_or("?", |c| &c.name);
        match mv.action(program) {
            Action::Pass => "pass".to_owned(),
            Action::SwapPlayers => "swap".to_owned(),
            Action::GoOn => "next game".to_owned(),
            Action::Add => format!("{} {to}", piece(mv.payload(0))),
            Action::GiveNumber => format!("{to}={}", mv.a),
            Action::ToggleNumber => format!("{to}~{}", mv.a),
            Action::Promote => format!("{to}={}", piece(mv.a)),
            Action::SetTrump => format!("trump {}", Card::suit_sign(mv.a)),
            _ if from == to => to,
            _ => format!("{from}-{to}"),
        }
    }

    /// The sites of the state on which a move begins and ends. [`Move::from`] and [`Move::to`] number
    /// the sites of each type from 0; here the edges of a board of cells, say, come behind the cells.
    pub fn ends(&self, mv: Move) -> [i32; 2] {
        let program = self.program();
        let layers = program.recipes.get(mv.recipe.index()).map_or([0; 2], |recipe| recipe.layers);
        let site = |layer: u8, site: i32| match program.layout.layer(layer) {
            Some(layer) if site >= 0 && layer.count > 0 => i32::from(layer.first) + site,
            _ => site,
        };
        [site(layers[0], mv.from()), site(layers[1], mv.to())]
    }

    /// Whether a move can be one of this game: it is made by one of its recipes.
    fn has_made(&self, mv: Move) -> bool {
        mv.recipe.index() < self.program().recipes.len()
    }

    /// The name of a site of the state: its coordinate on the board, its type and number if it is of
    /// another type than the board is played on, the container and a number elsewhere.
    pub fn site_name(&self, site: i32) -> String {
        let program = self.program();
        if site < 0 {
            return "-".to_owned();
        }
        if let Some(label) = program.labels.get(site as usize) {
            return label.clone();
        }
        for layer in program.layout.layers.iter().rev() {
            if site >= i32::from(layer.first) {
                return format!("{} {}", layer.kind.singular(), site - i32::from(layer.first));
            }
        }
        let holds = |container: &&crate::bytecode::Container| {
            (i32::from(container.from)..i32::from(container.from) + i32::from(container.sites))
                .contains(&site)
        };
        match program.containers.iter().find(holds) {
            Some(container) if container.sites == 1 => container.name.clone(),
            Some(container) => format!("{}:{}", container.name, site - i32::from(container.from)),
            None => site.to_string(),
        }
    }

    /// The key of a move, as records of games write it: `from>to`, with `=what` if the move is about
    /// a component; `pass` and `swap`, and `next` for the next game of a match.
    pub fn key(&self, mv: Move) -> String {
        let program = self.program();
        if !self.has_made(mv) {
            return "?>?".to_owned();
        }
        match mv.action(program) {
            Action::Pass => "pass".to_owned(),
            Action::SwapPlayers => "swap".to_owned(),
            Action::GoOn => "next".to_owned(),
            _ if mv.is_effect(program) => "-1>-1".to_owned(),
            _ => match mv.what(program) {
                0 => format!("{}>{}", Move::displayed(mv.from), Move::displayed(mv.to)),
                what => format!("{}>{}={what}", Move::displayed(mv.from), Move::displayed(mv.to)),
            },
        }
    }
}

impl State {
    /// The game; of a match, the one that is being played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The match or, outside of matches, the game.
    pub fn whole_game(&self) -> &Game {
        self.match_play.as_ref().map_or(&self.game, |match_play| &match_play.game)
    }

    /// Back to before the first move.
    pub fn restart(&mut self, seed: u64) {
        self.begin(seed, None);
    }

    fn begin(&mut self, seed: u64, chance: Option<&mut dyn Chance>) {
        if self.match_play.is_some() {
            self.rewind_match();
        }
        self.begin_with(seed, &[], chance);
    }

    /// Begins a game in which the match stands as given.
    pub(super) fn begin_with(
        &mut self,
        seed: u64,
        standings: &[u64],
        mut chance: Option<&mut dyn Chance>,
    ) {
        self.marks.clear();
        self.scratch.log.clear();
        self.workspace.restart();
        match &self.game.shared.initial {
            Some((block, trial)) => {
                self.block.clone_from(block);
                self.trial.restart(trial);
                self.trial.luck.seed(seed);
            }
            None => self.set_up(seed, shorter(&mut chance)),
        }
        if !standings.is_empty() {
            self.stand(standings);
        }
        self.scratch.draws.forget_ready();
        if self.game.shared.program.facts.drawing {
            self.run_with(Prepare, shorter(&mut chance));
        }
    }

    /// Carries out the rules for the start.
    fn set_up(&mut self, seed: u64, chance: Option<&mut dyn Chance>) {
        self.trial.clear();
        self.trial.luck.seed(seed);
        self.run_with(Start, chance);
    }

    /// Does something on the machine.
    pub(crate) fn run<T: Task>(&mut self, task: T) -> T::Output {
        self.run_with(task, None)
    }

    /// The same, with something that decides what chance decides.
    fn run_with<T: Task>(&mut self, task: T, mut chance: Option<&mut dyn Chance>) -> T::Output {
        let Self { game, block, trial, scratch, .. } = self;
        carry_out(&game.shared.program, block, trial, scratch, shorter(&mut chance), task)
    }

    /// Finds something out without changing anything.
    pub(super) fn ask<Q: Question>(&self, question: Q) -> Q::Answer {
        let Self { game, block, trial, .. } = self;
        let program = game.program();
        of_width!(program, W => question.ask(Reader::<W>::new(program, block, trial)))
    }

    /// The legal moves, in place of what the list holds. Empty if the game is over; otherwise there
    /// is at least one: a player who cannot do anything else passes.
    ///
    /// Moves are tried out on a copy of the state that it keeps for that; threads that ask the same state
    /// wait for each other. [`State::legal_moves_in_place`] needs no copy.
    pub fn legal_moves(&self, moves: &mut MoveList) {
        moves.moves.clear();
        if let Some(ready) = self.scratch.draws.ready() {
            moves.moves.extend_from_slice(ready);
        } else if self.scalar(Scalar::Over) == 0 {
            let Self { game, block, trial, .. } = self;
            self.workspace.list((game.program(), block, trial), &mut moves.moves);
        }
        moves.moves.extend(self.go_on());
    }

    /// As [`legal_moves`](Self::legal_moves), for a search that has the state to itself: the state is as
    /// it was afterwards, but it is used to try moves out.
    pub fn legal_moves_in_place(&mut self, moves: &mut MoveList) {
        moves.moves.clear();
        self.run(LegalMoves(&mut moves.moves));
        moves.moves.extend(self.go_on());
    }

    /// Makes a move that is known to be legal, for searches and whoever has just been told the legal moves.
    /// Any other move makes a state that no game leads to, or ends in a panic; it never does harm to
    /// other memory.
    pub fn apply_legal(&mut self, mv: Move) {
        self.make(mv, None);
    }

    /// As [`State::apply_legal`], with something that decides what chance decides: in the move, and then for
    /// the player who moves next. A state always holds the dice that its legal moves are made with, so
    /// chance comes after a move, and never when moves are listed.
    pub fn apply_with(&mut self, mv: Move, chance: &mut dyn Chance) {
        self.make(mv, Some(chance));
    }

    fn make(&mut self, mv: Move, chance: Option<&mut dyn Chance>) {
        self.workspace.forget_moves();
        self.marks.push(Point {
            log: self.scratch.log.len(),
            trial: self.trial.mark(),
            luck: self.trial.luck.mark(),
        });
        if self.go_on() == Some(mv) {
            return self.begin_next(chance);
        }
        self.run_with(Apply(mv), chance);
    }

    /// Gives up to take back what was done so far.
    pub(crate) fn forget(&mut self) {
        self.workspace.forget_moves();
        self.marks.clear();
        self.scratch.log.clear();
        if let Some(match_play) = &mut self.match_play {
            match_play.forget();
        }
    }

    /// Draws a legal move without listing all of them; none if the game is over. `draw` gives a number
    /// below the one it is asked for, which is the number of legal moves.
    pub fn sample(&mut self, draw: impl FnOnce(u32) -> u32) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        self.go_on().or_else(|| Some(self.run(Sample(draw))))
    }

    /// Takes the last move back; false if there is none to take back.
    pub fn undo(&mut self) -> bool {
        let Some(Point { log, trial, luck }) = self.marks.pop() else { return self.reopen() };
        self.scratch.log.undo(log, |place, word| self.block[place] = word);
        self.trial.rewind(trial);
        self.trial.luck.rewind(luck);
        self.workspace.rewind(trial);
        self.scratch.draws.forget_ready();
        true
    }

    pub(super) fn scalar(&self, scalar: Scalar) -> i32 {
        let layout = &self.game.program().layout;
        let sets = usize::from(layout.sets) * usize::from(layout.width);
        self.block[sets + scalar as usize] as i32
    }

    pub(super) fn per_player(&self, array: PerPlayer, player: usize) -> i32 {
        let layout = &self.game.program().layout;
        let sets = usize::from(layout.sets) * usize::from(layout.width);
        self.block[sets + layout.per_player(array as usize, player)] as i32
    }

    /// The player to move.
    pub fn mover(&self) -> usize {
        self.scalar(Scalar::Mover) as usize
    }

    /// Who plays what belongs to a player: the player, until seats are swapped.
    pub fn seat(&self, player: usize) -> usize {
        self.per_player(PerPlayer::Seat, player) as usize
    }

    /// Lets chance decide by another seed from here on. The legal moves stay as they are.
    pub fn reseed(&mut self, seed: u64) {
        self.trial.luck.reseed(seed);
    }

    /// The player to move afterwards.
    pub fn next(&self) -> usize {
        self.scalar(Scalar::Next) as usize
    }

    /// The points of a player.
    pub fn score(&self, player: usize) -> i32 {
        self.per_player(PerPlayer::Score, player)
    }

    /// The money of a player.
    pub fn amount(&self, player: usize) -> i32 {
        self.per_player(PerPlayer::Amount, player)
    }

    /// The money in the pot.
    pub fn pot(&self) -> i32 {
        self.scalar(Scalar::Pot)
    }

    /// The phase of a player.
    pub fn phase(&self, player: usize) -> usize {
        self.per_player(PerPlayer::Phase, player) as usize
    }

    /// How many moves have been made.
    pub fn moves_made(&self) -> usize {
        self.scalar(Scalar::Moves) as usize
    }

    /// How many placements came before the first move.
    pub fn placements(&self) -> usize {
        self.trial.earlier + self.trial.played.len() - self.moves_made()
    }

    /// The moves made so far, the first one first. Of a match they are all moves that could be taken
    /// back, those of earlier games included, and those of the game that is being played. A game that was
    /// taken up from the text of a position has only the last of those before.
    pub fn history(&self) -> impl Iterator<Item = Move> + '_ {
        let past = self.match_play.as_ref().map_or(&[][..], |match_play| match_play.past());
        past.iter().chain([self]).flat_map(|state| state.last_moves(usize::MAX))
    }

    /// The last moves made, so many at most, the first one first.
    pub fn last_moves(&self, count: usize) -> impl DoubleEndedIterator<Item = Move> + '_ {
        let played = &self.trial.played;
        let first = played.len() - count.min(self.moves_made()).min(played.len());
        played[first..].iter().map(|played| played.mv)
    }

    /// A legal move in words people can read, as [`Game::describe`] has it, and with the card that it
    /// plays.
    pub fn describe(&self, mv: Move) -> String {
        let program = self.game.program();
        if !self.game.has_made(mv) {
            return self.game.describe(mv);
        }
        let level = match mv.action(program) {
            Action::MoveLevel => mv.payload(2),
            Action::MoveTop => -1,
            _ => return self.game.describe(mv),
        };
        let [from, to] = self.game.ends(mv);
        let Ok(site) = usize::try_from(from) else { return self.game.describe(mv) };
        let what = match usize::try_from(level) {
            Ok(level) => self.item_at(site, level).what,
            Err(_) => self.item(site).what,
        };
        match self.game.program().components.get(usize::from(what)).and_then(|piece| piece.card) {
            Some(card) => format!("{card} {}", self.game.site_name(to)),
            None => self.game.describe(mv),
        }
    }

    /// What the dice show that have been thrown for the player to move; none if no dice were. They are
    /// seen to fall only when a move is made: until then [`State::dice`] gives what they showed before.
    pub fn thrown(&self) -> Option<Vec<i32>> {
        let dice = &self.game.program().dice;
        let mut drawn = self.trial.luck.drawn_first();
        let throw = dice.iter().map(|die| die.faces.get(drawn.next()? as usize).copied());
        throw.collect::<Option<Vec<i32>>>().filter(|throw| !throw.is_empty())
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            block: self.block.clone(),
            trial: self.trial.clone(),
            scratch: Scratch::default(),
            workspace: Workspace::default(),
            marks: Vec::new(),
            match_play: self.match_play.as_ref().map(|match_play| Box::new(match_play.copy())),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        if !self.game.is(&source.game) {
            self.game = source.game.clone();
            self.scratch = Scratch::default();
            self.workspace = Workspace::default();
        }
        self.match_play = source.match_play.as_ref().map(|match_play| Box::new(match_play.copy()));
        self.block.clone_from(&source.block);
        self.trial.restart(&source.trial);
        self.workspace.restart();
        self.scratch.log.clear();
        self.scratch.draws.forget_ready();
        self.marks.clear();
    }
}

/// Two states are equal if they cannot be told apart from here on.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.block == other.block && self.trial == other.trial
    }
}

struct Start;

impl Task for Start {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        machine.start();
    }
}

struct Prepare;

impl Task for Prepare {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        machine.prepare();
    }
}

/// The legal moves, in an empty list.
pub(super) struct LegalMoves<'m>(pub(super) &'m mut Vec<Move>);

impl Task for LegalMoves<'_> {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        machine.sink.swap_list(self.0);
        machine.legal_moves();
        machine.sink.swap_list(self.0);
    }
}

struct Apply(Move);

impl Task for Apply {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        machine.play_move(self.0);
    }
}

struct Sample<F>(F);

impl<F: FnOnce(u32) -> u32> Task for Sample<F> {
    type Output = Move;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Move {
        machine.sample(self.0)
    }
}
