//! Games made by crossing and changing games, our own and published ones, hold to the laws of every
//! game: nothing breaks or hangs, what is done can be undone, a program that is written and read plays
//! the same, and every plan draws what the standard plan draws.
//!
//! Games that went wrong before, in `tests/fuzz`, come first. New ones are made for `LUDC_FUZZ_SECONDS`, 3 by default, from `LUDC_FUZZ_SEED`, 1 by default. What
//! goes wrong is made as small as it gets and printed. Names of files as arguments hold those instead:
//! `cargo test --test generated_games -- GAME.lud`.

mod change;
mod parts;
mod pool;
mod shrink;
#[allow(dead_code, unused_imports, reason = "the suite uses the rest")]
#[path = "../support/mod.rs"]
mod support;
mod verdict;
mod worker;

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ludc::expand::{Choice, Library};
use ludc::source::SourceFile;
use pool::Pool;
use support::Random;
use verdict::Verdict;
use worker::Worker;

/// Bytes in use, and whether there is a limit to them.
static IN_USE: AtomicUsize = AtomicUsize::new(0);
static LIMITED: AtomicBool = AtomicBool::new(false);

/// Bytes that no game may exceed.
const MOST_BYTES: usize = 1 << 30;

/// Published games that are made into others, for each second and at least.
const PUBLISHED: (u64, u64) = (4, 60);

/// The longest that a game which goes wrong is made smaller.
const SHRINKING: Duration = Duration::from_mins(2);

/// Refuses memory beyond the limit.
struct Bounded;

#[allow(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: all is passed on to the allocator of the system, or refused.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        if now > MOST_BYTES && LIMITED.load(Ordering::Relaxed) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps to the rules, and so do we.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Bounded = Bounded;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == worker::WORK) {
        LIMITED.store(true, Ordering::Relaxed);
        worker::work();
        return ExitCode::SUCCESS;
    }
    let is_file =
        |argument: &&String| Path::new(argument).extension().is_some_and(|ext| ext == "lud");
    let files: Vec<PathBuf> = arguments.iter().filter(is_file).map(PathBuf::from).collect();
    // As other tests do, it leaves aside what is not asked for by name.
    let mut names = arguments.iter().filter(|argument| !argument.starts_with('-')).peekable();
    if files.is_empty()
        && names.peek().is_some()
        && !names.any(|name| "generated_games".contains(name))
    {
        return ExitCode::SUCCESS;
    }
    let faults = if files.is_empty() {
        let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
        hold_files(&support::files_below(&known, "lud")) + hold_new_games()
    } else {
        hold_files(&files)
    };
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn hold_files(files: &[PathBuf]) -> usize {
    let mut worker = Worker::new();
    let mut faults = 0;
    for path in files {
        let text = std::fs::read(path).unwrap();
        let verdict = worker.hold(&String::from_utf8_lossy(&text));
        println!("{}: {}", path.display(), verdict.line());
        faults += usize::from(matches!(verdict, Verdict::Fault(_)));
    }
    faults
}

/// Makes new games and holds them until the time is up; how many kinds of faults there are.
fn hold_new_games() -> usize {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (seconds, seed) = (number("LUDC_FUZZ_SECONDS", 3), number("LUDC_FUZZ_SEED", 1));
    let pool = pool(PUBLISHED.1.max(seconds * PUBLISHED.0), seed);
    let mut worker = Worker::new();
    let mut faults: Vec<(String, u32)> = Vec::new();
    let (mut refused, mut unplayable, mut held, mut clean) = (0u32, 0u32, 0u32, 0u32);
    let begin = Instant::now();
    let mut tried = 0;
    while begin.elapsed() < Duration::from_secs(seconds) {
        let mut random = Random(seed.wrapping_mul(1 << 32).wrapping_add(tried));
        let text = change::game(&pool, &mut random);
        match worker.hold(&text) {
            Verdict::Refused => refused += 1,
            Verdict::Unplayable => unplayable += 1,
            Verdict::Held { clean: is_clean } => {
                held += 1;
                clean += u32::from(is_clean);
            }
            Verdict::Fault(what) => {
                let kind = kind(&what);
                match faults.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, times)) => *times += 1,
                    None => {
                        report(&what, &text, (seed, tried), &mut worker);
                        faults.push((kind, 1));
                    }
                }
            }
        }
        tried += 1;
    }
    println!(
        "{tried} games from {}: {refused} with mistakes, {unplayable} not playable, {held} held to all laws, {clean} of them without a warning",
        pool.games.len()
    );
    for (kind, times) in &faults {
        println!("{times} times: {kind}");
    }
    faults.len()
}

/// Our own games and some published ones.
fn pool(published: u64, seed: u64) -> Pool {
    let mut pool = Pool::default();
    for (path, text) in support::own_games() {
        pool.add(SourceFile::new(path, text), Library::embedded(), &Choice::default());
    }
    if let Some(corpus) = support::corpus("generated games from published ones") {
        let library = corpus.library();
        let rows = corpus.rows().0;
        let mut random = Random(seed);
        for _ in 0..published.min(rows.len() as u64) {
            let row = &rows[random.below(rows.len())];
            pool.add(corpus.source(&row.path), &library, &row.choice());
        }
    }
    pool
}

/// Tells a fault with the smallest game that has it.
fn report(what: &str, text: &str, (seed, number): (u64, u64), worker: &mut Worker) {
    let begin = Instant::now();
    let worker = std::cell::RefCell::new(worker);
    let wanted = kind(what);
    let fails = |text: &str| {
        begin.elapsed() < SHRINKING
            && matches!(worker.borrow_mut().hold(text), Verdict::Fault(what) if kind(&what) == wanted)
    };
    let small = shrink::shrink(text.to_owned(), fails);
    let small = ludc::syntax::format(&small).unwrap_or(small);
    println!("seed {seed}, game {number}: {what}\n{small}");
}

/// What a fault has in common with others of its kind: its words without numbers and names.
fn kind(what: &str) -> String {
    let start: String = what.chars().take(160).collect();
    start.split(|letter: char| letter.is_ascii_digit()).collect::<Vec<_>>().join("")
}
