//! Instructions per playout of twelve built-in games, counted by valgrind.
//!
//! `cargo bench --bench playouts` prints them, and the instructions it takes to compile each game and play once.
//! `-- --save FILE` also writes them to a file; `-- --compare FILE` fails if a game takes over 3 % more than in that
//! file, which must come from the same machine and compiler (see `docs/performance/method.md`).

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitCode};

use ludc::playout::{Player, Random};
use ludc::{Options, compile, games};

/// The yardstick games, each with enough playouts for a steady mean.
const GAMES: [(&str, u64); 12] = [
    ("tic-tac-toe", 400),
    ("hex", 40),
    ("gomoku", 40),
    ("yavalath", 100),
    ("havannah", 20),
    ("go", 4),
    ("chess", 8),
    ("reversi", 40),
    ("breakthrough", 40),
    ("connect-four", 100),
    ("amazons", 20),
    ("english-draughts", 20),
];

/// The argument that makes this program play instead of count.
const PLAY: &str = "--play";

const SEED: u64 = 3;

/// How much more a game may take than in the file it is compared with.
const TOLERANCE: f64 = 0.03;

/// Instructions that a game takes.
struct Count {
    game: String,
    playout: u64,
    /// Compiling the game and playing it once.
    start: u64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [PLAY, game, playouts] => {
            play(game, playouts.parse().expect("a number of playouts"));
            return ExitCode::SUCCESS;
        }
        [] | ["--save" | "--compare", _] => {}
        _ => panic!("expected --save FILE or --compare FILE"),
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    let counts: Vec<Count> = GAMES.iter().map(|&(game, playouts)| count(game, playouts)).collect();
    match words[..] {
        ["--save", file] => {
            let lines = counts.iter().fold(String::new(), |mut lines, count| {
                writeln!(lines, "{} {} {}", count.game, count.playout, count.start).expect("text");
                lines
            });
            fs::write(file, lines).expect("the file can be written");
        }
        ["--compare", file] => return compare(&counts, &read(file)),
        _ => {}
    }
    ExitCode::SUCCESS
}

fn play(name: &str, playouts: u64) {
    let entry = games::find(name).expect("a built-in game");
    let game = compile(entry.source(), &Options::default()).expect("built-in games compile");
    let mut player = Player::new(&game);
    for playout in 0..playouts {
        black_box(player.play(&mut Random::stream(SEED, playout)));
    }
}

fn count(game: &str, playouts: u64) -> Count {
    let start = instructions(game, 1);
    let playout = (instructions(game, playouts + 1) - start) / playouts;
    println!("{game:<18} {playout:>12} a playout {start:>14} to start");
    Count { game: game.to_owned(), playout, start }
}

/// Instructions of a process that plays a game so often.
fn instructions(game: &str, playouts: u64) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe().expect("this program has a path"))
        .args([PLAY, game, &playouts.to_string()])
        .output()
        .expect("valgrind runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let (_, collected) = said.split_once("Collected : ").expect("callgrind counts instructions");
    let number = collected.split_whitespace().next().expect("a number");
    number.parse().expect("a number")
}

/// Reads what `--save` wrote.
fn read(file: &str) -> Vec<Count> {
    let text = fs::read_to_string(file).expect("the file can be read");
    let count = |line: &str| {
        let mut cells = line.split(' ');
        let mut cell = || cells.next().expect("three cells a line");
        let game = cell().to_owned();
        let mut number = || cell().parse().expect("a number");
        Count { game, playout: number(), start: number() }
    };
    text.lines().map(count).collect()
}

#[allow(clippy::cast_precision_loss, reason = "ratios are shown with a few digits")]
fn compare(counts: &[Count], before: &[Count]) -> ExitCode {
    let mut regressions = 0;
    for count in counts {
        let Some(before) = before.iter().find(|before| before.game == count.game) else { continue };
        let ratio = |now: u64, then: u64| now as f64 / then as f64;
        let playout = ratio(count.playout, before.playout);
        let start = ratio(count.start, before.start);
        let is_worse = playout.max(start) > 1.0 + TOLERANCE;
        let mark = if is_worse { "  regression" } else { "" };
        println!("{:<18} playout × {playout:.3}, start × {start:.3}{mark}", count.game);
        regressions += u32::from(is_worse);
    }
    if regressions == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
