//! Games and states, as a program that plays sees them.

use std::sync::Arc;

use super::chance::{Chance, LuckMark};
use super::contest::Contest;
use super::hidden::Seen;
use super::machine::Machine;
use super::moves::{Move, MoveList};
use super::scratch::Scratch;
use super::trial::{Trial, TrialMark};
use super::width;
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

/// Something to be done on a machine of whatever width the program needs.
pub(crate) trait Task {
    type Output;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Self::Output;
}

/// What stands on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Item {
    /// The component; 0 for none.
    pub what: u16,
    /// Its owner; 0 for nobody.
    pub who: u8,
    /// How many there are.
    pub count: u16,
    /// Local state.
    pub state: u16,
    /// Rotation.
    pub rotation: u16,
    /// Value.
    pub value: u16,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The player who won; 0 if nobody did.
    pub winner: usize,
    /// The rank of each player, the first player first: 1.0 is best, players who tie share the mean
    /// of their ranks. 0.0 where the game gives no rank.
    pub ranking: Vec<f64>,
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
    marks: Vec<Point>,
    /// The match that the game is part of.
    pub(super) contest: Option<Box<Contest>>,
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
            let contest = Some(Box::new(Contest::new(self.clone())));
            return State { contest, ..first.fresh() };
        }
        State {
            game: self.clone(),
            block: vec![0; self.program().layout.total()].into(),
            trial: Trial::default(),
            scratch: Scratch::default(),
            marks: Vec::new(),
            contest: None,
        }
    }

    /// A move in words people can read: where from, where to, and what.
    pub fn describe(&self, mv: Move) -> String {
        let program = self.program();
        let [from, to] = self.ends(mv).map(|site| self.site_name(site));
        let piece = |what: i32| program.components.get(what as usize).map_or("?", |c| &c.name);
        match mv.action(program) {
            Action::Pass => "pass".to_owned(),
            Action::SwapPlayers => "swap".to_owned(),
            Action::GoOn => "next game".to_owned(),
            Action::Add => format!("{} {to}", piece(mv.lane(0))),
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
        match mv.action(program) {
            Action::Pass => "pass".to_owned(),
            Action::SwapPlayers => "swap".to_owned(),
            Action::GoOn => "next".to_owned(),
            _ => match mv.what(program) {
                0 => format!("{}>{}", Move::told(mv.from), Move::told(mv.to)),
                what => format!("{}>{}={what}", Move::told(mv.from), Move::told(mv.to)),
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
        self.contest.as_ref().map_or(&self.game, |contest| &contest.game)
    }

    /// Back to before the first move.
    pub fn restart(&mut self, seed: u64) {
        self.begin(seed, None);
    }

    fn begin(&mut self, seed: u64, chance: Option<&mut dyn Chance>) {
        if self.contest.is_some() {
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
        self.scratch.is_ready = false;
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
        let chance = shorter(&mut chance);
        let Self { game, block, trial, scratch, .. } = self;
        let program = &game.shared.program;
        macro_rules! of_width {
            ($($width:literal)*) => {
                match program.layout.width {
                    $($width => {
                        task.run(&mut Machine::<$width>::new(program, block, trial, scratch, chance))
                    })*
                    _ => unreachable!("a verified program has one of the widths"),
                }
            };
        }
        of_width!(1 2 6 64)
    }

    /// The legal moves, in place of what the list holds. Empty if the game is over; otherwise there
    /// is at least one: a player who cannot do anything else passes.
    pub fn legal_moves(&mut self, moves: &mut MoveList) {
        moves.moves.clear();
        std::mem::swap(&mut self.scratch.out, &mut moves.moves);
        self.run(LegalMoves);
        std::mem::swap(&mut self.scratch.out, &mut moves.moves);
        moves.moves.extend(self.go_on());
    }

    /// Makes a legal move.
    pub fn apply(&mut self, mv: Move) {
        self.make(mv, None);
    }

    /// Makes a legal move, with something that decides what chance decides: in the move, and then for
    /// the player who moves next. A state always holds the dice that its legal moves are made with, so
    /// chance comes after a move, and never when moves are listed.
    pub fn apply_with(&mut self, mv: Move, chance: &mut dyn Chance) {
        self.make(mv, Some(chance));
    }

    fn make(&mut self, mv: Move, chance: Option<&mut dyn Chance>) {
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
        self.marks.clear();
        self.scratch.log.clear();
        if let Some(contest) = &mut self.contest {
            contest.forget();
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
        while self.scratch.log.len() > log {
            let Some((index, word)) = self.scratch.log.pop() else { break };
            self.block[index as usize] = word;
        }
        self.trial.rewind(trial);
        self.trial.luck.rewind(luck);
        self.scratch.is_ready = false;
        true
    }

    pub(super) fn scalar(&self, scalar: Scalar) -> i32 {
        let layout = &self.game.program().layout;
        let sets = usize::from(layout.sets) * usize::from(layout.width);
        self.block[sets + scalar as usize] as i32
    }

    fn per_player(&self, array: PerPlayer, player: usize) -> i32 {
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

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.scalar(Scalar::Over) != 0 && self.is_decided()
    }

    /// The player who won; none if nobody did, or has yet. A tie is won by the player after the last.
    pub fn winner(&self) -> Option<usize> {
        let winner = self.scalar(Scalar::Winner);
        (self.is_over() && winner > 0).then_some(winner as usize)
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let winner = self.scalar(Scalar::Winner).max(0) as usize;
        let rank = |player| f64::from(self.per_player(PerPlayer::Rank, player)) / 2.0;
        Some(Outcome { winner, ranking: (1..=self.game.players()).map(rank).collect() })
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
        self.trial.played.len() - self.moves_made()
    }

    /// The moves made so far, the first one first. Of a match they are all moves that could be taken
    /// back, those of earlier games included, and those of the game that is being played.
    pub fn history(&self) -> impl Iterator<Item = Move> + '_ {
        let past = self.contest.as_ref().map_or(&[][..], |contest| contest.past());
        past.iter().chain([self]).flat_map(|state| state.last_moves(usize::MAX))
    }

    /// The last moves made, so many at most, the first one first.
    pub fn last_moves(&self, count: usize) -> impl DoubleEndedIterator<Item = Move> + '_ {
        let played = &self.trial.played;
        let first = played.len() - count.min(self.moves_made());
        played[first..].iter().map(|played| played.mv)
    }

    /// What stands on a site; the top of it, if it is a stack.
    pub fn item(&mut self, site: usize) -> Item {
        self.run(ItemAt(site as i32))
    }

    /// A legal move in words people can read, as [`Game::describe`] has it, and with the card that it
    /// plays.
    pub fn describe(&mut self, mv: Move) -> String {
        let program = self.game.program();
        let level = match mv.action(program) {
            Action::MoveLevel => mv.lane(2),
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

    /// What a player sees of each site.
    pub fn view(&mut self, player: usize) -> Vec<Seen> {
        self.run(View(player as i32))
    }

    /// What the dice show that have been thrown for the player to move; none if no dice were. They are
    /// seen to fall only when a move is made: until then [`State::dice`] gives what they showed before.
    pub fn thrown(&self) -> Option<Vec<i32>> {
        let dice = &self.game.program().dice;
        let mut drawn = self.trial.luck.drawn_first();
        let throw = dice.iter().map(|die| die.faces.get(drawn.next()? as usize).copied());
        throw.collect::<Option<Vec<i32>>>().filter(|throw| !throw.is_empty())
    }

    /// What each die counts, 0 if it has been used.
    pub fn dice(&mut self) -> Vec<i32> {
        self.run(Dice)
    }

    /// How many levels a site has: the pieces of a stack. Where sites do not hold stacks, it is 1, or
    /// 0 for a site without anything.
    pub fn height(&mut self, site: usize) -> usize {
        self.run(HeightOf(site as i32))
    }

    /// What stands at a level of a site, from the bottom; nothing above the top.
    pub fn item_at(&mut self, site: usize, level: usize) -> Item {
        self.run(ItemAtLevel(site as i32, level as i32))
    }

    /// The sites that the piece on a site covers, that site included; none if there is no piece.
    pub fn covers(&mut self, site: usize) -> Vec<usize> {
        self.run(Covers(site as i32))
    }

    /// A number that is the same for equal positions with the same player to move, and different for
    /// different ones but for rare accidents.
    pub fn hash(&mut self) -> u64 {
        self.run(Hash)
    }

    /// Whether what is kept along agrees with what follows from the rest: the hash, and the sets of
    /// sites. For tests.
    pub fn is_consistent(&mut self) -> bool {
        self.run(Consistent)
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            block: self.block.clone(),
            trial: self.trial.clone(),
            scratch: Scratch::default(),
            marks: Vec::new(),
            contest: self.contest.as_ref().map(|contest| Box::new(contest.copy())),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        if !self.game.is(&source.game) {
            self.game = source.game.clone();
            self.scratch = Scratch::default();
        }
        self.contest = source.contest.as_ref().map(|contest| Box::new(contest.copy()));
        self.block.clone_from(&source.block);
        self.trial.restart(&source.trial);
        self.scratch.log.clear();
        self.scratch.is_ready = false;
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

struct LegalMoves;

impl Task for LegalMoves {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        machine.legal_moves();
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

struct View(i32);

impl Task for View {
    type Output = Vec<Seen>;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Vec<Seen> {
        let sites = 0..i32::from(machine.layout().sites);
        let seen = |site| {
            let item = ItemAt(site).run(machine);
            machine.seen(self.0, site, item)
        };
        sites.map(seen).collect()
    }
}

struct ItemAt(i32);

impl Task for ItemAt {
    type Output = Item;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Item {
        let layout = machine.layout();
        let site = self.0;
        Item {
            what: machine.what(site) as u16,
            who: machine.who(site) as u8,
            count: machine.count(site) as u16,
            state: machine.optional(layout.state, site) as u16,
            rotation: machine.optional(layout.rotation, site) as u16,
            value: machine.optional(layout.value, site) as u16,
        }
    }
}

struct Covers(i32);

impl Task for Covers {
    type Output = Vec<usize>;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Vec<usize> {
        width::sites(machine.footprint_at(self.0)).map(|site| site as usize).collect()
    }
}

struct Dice;

impl Task for Dice {
    type Output = Vec<i32>;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Vec<i32> {
        machine.dice()
    }
}

struct HeightOf(i32);

impl Task for HeightOf {
    type Output = usize;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> usize {
        let empty = machine.what(self.0) == 0 && machine.count(self.0) == 0;
        if empty { 0 } else { machine.height(self.0).max(1) as usize }
    }
}

struct ItemAtLevel(i32, i32);

impl Task for ItemAtLevel {
    type Output = Item;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Item {
        let Self(site, level) = self;
        match machine.piece_at(site, level) {
            Some((what, [state, rotation, value])) => Item {
                what: what as u16,
                who: machine.owner(what) as u8,
                count: 1,
                state: state as u16,
                rotation: rotation as u16,
                value: value as u16,
            },
            None if level == 0 => ItemAt(site).run(machine),
            None => Item::default(),
        }
    }
}

struct Hash;

impl Task for Hash {
    type Output = u64;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> u64 {
        machine.distinctive()
    }
}

struct Consistent;

impl Task for Consistent {
    type Output = bool;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> bool {
        machine.is_consistent()
    }
}
