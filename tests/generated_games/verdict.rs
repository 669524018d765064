//! What comes of a game: refused, held to the laws of every game, or a fault.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ludc::expand::{Choice, Library, expand};
use ludc::playout::{Playouts, Random};
use ludc::source::SourceFile;
use ludc::{Game, MoveList, Options, bytecode, read, syntax};

use crate::support::laws::{Limits, plans, playing};

/// How far a game is played.
const LIMITS: Limits = Limits { moves: 60, playouts: 6, patience: Duration::from_millis(500) };

/// The most moves of a state for which plans are driven through all that they can draw.
const MOST_DRAWN: usize = 150;

/// How long a move takes in games of which less is played, and in those that no playouts are made of.
const SLOW: Duration = Duration::from_millis(2);
const VERY_SLOW: Duration = Duration::from_millis(20);

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It has mistakes.
    Refused,
    /// There are no mistakes in it, and the machine cannot play it.
    Unplayable,
    /// All laws hold; whether it was compiled without a warning.
    Held { clean: bool },
    /// What went wrong.
    Fault(String),
}

impl Verdict {
    /// As a line, which [`Verdict::parse`] reads.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Refused => "refused".to_owned(),
            Self::Unplayable => "unplayable".to_owned(),
            Self::Held { clean: true } => "clean".to_owned(),
            Self::Held { clean: false } => "held".to_owned(),
            Self::Fault(what) => format!("fault {}", what.replace('\n', " ")),
        }
    }

    pub(crate) fn parse(line: &str) -> Self {
        match line.trim_end() {
            "refused" => Self::Refused,
            "unplayable" => Self::Unplayable,
            "clean" => Self::Held { clean: true },
            "held" => Self::Held { clean: false },
            other => Self::Fault(other.trim_start_matches("fault ").to_owned()),
        }
    }
}

/// Where the last panic was, and what it said.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps the words of a panic for the verdict instead of printing them.
pub(crate) fn keep_panics() {
    std::panic::set_hook(Box::new(|panic| {
        *PANIC.lock().unwrap() = panic.to_string();
    }));
}

/// Holds a game to every law.
pub(crate) fn hold(text: &str) -> Verdict {
    match catch_unwind(AssertUnwindSafe(|| try_laws(text))) {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(reason)) => Verdict::Fault(reason),
        Err(_) => Verdict::Fault(PANIC.lock().unwrap().clone()),
    }
}

fn try_laws(text: &str) -> Result<Verdict, String> {
    layout_keeps_the_meaning(text)?;
    let Ok(description) = read(source(text), &Options::default()) else {
        return Ok(Verdict::Refused);
    };
    let Ok(game) = description.compile() else { return Ok(Verdict::Unplayable) };
    let (limits, most_moves) = paced(&game);
    a_file_plays_the_same(&game, limits)?;
    playing::states_are_what_they_should_be(&game, limits).map_err(law("states"))?;
    if limits.playouts == 0 {
        return Ok(Verdict::Held { clean: description.warnings().is_empty() });
    }
    playing::a_clone_plays_on_by_itself(&game, limits).map_err(law("clones"))?;
    playing::a_seed_decides_everything(&game, limits).map_err(law("seeds"))?;
    playing::a_playout_is_a_game(&game, limits).map_err(law("playouts"))?;
    plans::the_same_games_are_played(&game, limits).map_err(law("strategies"))?;
    if most_moves <= MOST_DRAWN && limits.moves == LIMITS.moves {
        plans::try_game("plans", &game, 1, 8)?;
    }
    Ok(Verdict::Held { clean: description.warnings().is_empty() })
}

fn source(text: &str) -> SourceFile {
    SourceFile::new("generated.lud", text)
}

fn law<E: Display>(name: &'static str) -> impl Fn(E) -> String {
    move |reason| format!("{name}: {reason}")
}

fn layout_keeps_the_meaning(text: &str) -> Result<(), String> {
    let expanded = |text: &str| {
        let expanded = expand(source(text), &Library::default(), &Choice::default());
        expanded.ok().map(|expanded| expanded.print())
    };
    let laid_out = syntax::format(text).ok();
    if laid_out.is_some_and(|laid_out| expanded(&laid_out) == expanded(text)) {
        Ok(())
    } else {
        Err("layout: the meaning changes".to_owned())
    }
}

fn a_file_plays_the_same(game: &Game, limits: Limits) -> Result<(), String> {
    let program = bytecode::read(&bytecode::write(game.program())).map_err(law("files"))?;
    if program != *game.program() {
        return Err("files: another program is read than was written".to_owned());
    }
    let again = Game::new(program).map_err(|_| "files: what was read is not sound".to_owned())?;
    let moves = limits.moves.min(20) as u64;
    let play = |game: &Game| Playouts::new(game).max_moves(moves).run(2);
    if play(&again) == play(game) { Ok(()) } else { Err("files: it plays differently".to_owned()) }
}

/// Limits by how long the first moves of a game take to find, and how many there are at most.
fn paced(game: &Game) -> (Limits, usize) {
    let (mut state, mut moves) = (game.start(1), MoveList::new());
    let (mut random, mut most) = (Random::new(1), 0);
    let begin = Instant::now();
    let mut made = 0u32;
    // As far as the laws play: some games become slow only when there are pieces to move.
    while made < LIMITS.moves as u32 && !state.is_over() && begin.elapsed() < LIMITS.patience {
        state.legal_moves(&mut moves);
        most = most.max(moves.len());
        state.apply(moves[random.below(moves.len())]);
        made += 1;
    }
    let (moves, playouts) = match begin.elapsed() / made.max(1) {
        pace if pace > VERY_SLOW => (2, 0),
        pace if pace > SLOW => (8, 1),
        _ => (LIMITS.moves, LIMITS.playouts),
    };
    (Limits { moves, playouts, ..LIMITS }, most)
}
