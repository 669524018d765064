//! Descriptions that nobody wrote: games of ours taken apart and put together wrongly. No stage
//! panics, none takes for ever, and what can be played can be taken back.
//!
//! Each target runs for `LUDC_FUZZ_SECONDS`, 2 by default, from `LUDC_FUZZ_SEED`, 1 by default. What
//! goes wrong is written to a file that the message names; mend the cause and keep the file in
//! `tests/fuzz`, where it is tried first from then on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use ludc::diagnostic::{Code, Diagnostics, Severity};
use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;
use ludc::{MoveList, Options, compile, games, read, syntax};

use crate::support::{self, Random};

/// Moves that are made of a game.
const MOVES: usize = 100;

/// What a text may take at most: much more than any does, so that a busy machine is no failure.
const PATIENCE: Duration = Duration::from_mins(1);

/// Numbers that rules are rarely meant for.
const NUMBERS: [&str; 10] = ["0", "-1", "1", "2", "7", "64", "255", "65536", "2147483647", "0.5"];

#[test]
fn parsing() {
    run("parsing", |text| {
        let (tree, _) = syntax::parse(text);
        assert!(tree.tokens.len() <= text.len() + 1);
        if let Ok(laid_out) = syntax::format(text) {
            let again = syntax::format(&laid_out).expect("what was laid out can be read");
            assert_eq!(again, laid_out, "laying out twice changes nothing more");
        }
    });
}

/// What a text stands for with all macros written out, or what is wrong with it.
fn meaning(text: &str) -> Result<String, Vec<Code>> {
    let expanded =
        expand(SourceFile::new("fuzz.lud", text), Library::embedded(), &Choice::default());
    let is_error = |code: &Code| code.severity() == Severity::Error;
    let codes =
        |found: Diagnostics| found.list.iter().map(|one| one.code).filter(is_error).collect();
    expanded.map(|expanded| expanded.print()).map_err(codes)
}

#[test]
fn laying_out() {
    let check = |text: &str| {
        if let Ok(laid_out) = syntax::format(text) {
            assert_eq!(meaning(&laid_out), meaning(text), "laying out changes no meaning");
        }
    };
    run("laying out", check);
    // What touches what decides what is an argument, and what is a comparison.
    for rule in ["( > = a b)", "b(\"D\"=()(\"D\" ))", "(\"D\" x(a)(b) c)", "( \"D\" a)(b)"] {
        let text = format!("(define \"D\" (d #1 y#2))\n(game \"G\" {rule})\n");
        attempt("laying out", &text, &check);
    }
}

#[test]
fn expanding() {
    run("expanding", |text| {
        let file = SourceFile::new("fuzz.lud", text);
        if let Ok(expanded) = expand(file, Library::embedded(), &Choice::default()) {
            let printed = expanded.print();
            let (_, found) = syntax::parse(&printed);
            assert!(found.is_empty(), "what was expanded can be read");
        }
    });
}

#[test]
fn checking() {
    run("checking", |text| match read(SourceFile::new("fuzz.lud", text), &Options::default()) {
        Ok(description) => {
            assert!(!description.phases().is_empty() || description.board().is_none());
        }
        Err(found) => assert!(found.has_errors(), "what is refused is refused for a reason"),
    });
}

#[test]
fn playing() {
    run("playing", |text| {
        let Ok(game) = compile(SourceFile::new("fuzz.lud", text), &Options::default()) else {
            return;
        };
        let mut random = ludc::playout::Random::new(1);
        let mut state = game.start(1);
        let mut moves = MoveList::new();
        let start = Instant::now();
        for _ in 0..MOVES {
            // Large boards take long, by right.
            if state.is_over() || start.elapsed() > Duration::from_secs(2) {
                break;
            }
            state.legal_moves(&mut moves);
            assert!(!moves.is_empty(), "a game that goes on has a move");
            let mv = moves[random.below(moves.len())];
            let before = state.clone();
            state.apply(mv);
            assert!(state.is_consistent(), "after {}", game.describe(mv));
            assert!(state.undo());
            assert!(state == before, "{} is taken back", game.describe(mv));
            state.apply(mv);
        }
    });
}

/// Runs a target on everything that went wrong before, then on new texts until the time is up.
fn run(target: &str, check: impl Fn(&str)) {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let time = Duration::from_secs(number("LUDC_FUZZ_SECONDS", 2));
    let seed = number("LUDC_FUZZ_SEED", 1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    for path in support::files_below(&folder, "lud") {
        let text = std::fs::read(&path).unwrap();
        attempt(target, &String::from_utf8_lossy(&text), &check);
    }
    let seeds: Vec<&str> = games::all().iter().map(|entry| entry.text).collect();
    let mut random = Random(seed);
    let start = Instant::now();
    let mut tried = 0u64;
    while start.elapsed() < time || tried == 0 {
        let text = mutated(&seeds, &mut random);
        attempt(target, &text, &check);
        tried += 1;
    }
    println!("{target}: {tried} texts");
}

fn attempt(target: &str, text: &str, check: &impl Fn(&str)) {
    // Written before it is tried: an overflow of the stack leaves no time for it.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{target}-fault.lud"));
    std::fs::write(&path, text).unwrap();
    let start = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| check(text)));
    let late = start.elapsed() > PATIENCE;
    if outcome.is_err() || late {
        let what = if late { "takes too long" } else { "fails" };
        panic!("{target} {what}: {}", path.display());
    }
}

/// A game changed in a few places.
fn mutated(seeds: &[&str], random: &mut Random) -> String {
    let mut words = split(seeds[random.below(seeds.len())]);
    let other = split(seeds[random.below(seeds.len())]);
    for _ in 0..=random.below(4) {
        if words.is_empty() {
            break;
        }
        let at = random.below(words.len());
        match random.below(9) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, other[random.below(other.len())].clone()),
            2 => words[at].clone_from(&other[random.below(other.len())]),
            3 => {
                // A number for a number.
                let numbers: Vec<usize> =
                    (0..words.len()).filter(|&index| words[index].parse::<f64>().is_ok()).collect();
                if !numbers.is_empty() {
                    let number = NUMBERS[random.below(NUMBERS.len())];
                    number.clone_into(&mut words[numbers[random.below(numbers.len())]]);
                }
            }
            4 | 5 => {
                // A form for a form.
                let (from, to) = (form(&words, random), form(&other, random));
                let part: Vec<String> = other[to].to_vec();
                words.splice(from, part);
            }
            6 => {
                // A form goes.
                let part = form(&words, random);
                words.drain(part);
            }
            7 => {
                // A form comes twice.
                let part = form(&words, random);
                let copy: Vec<String> = words[part.clone()].to_vec();
                words.splice(part.start..part.start, copy);
            }
            _ => {
                // A letter is another, whatever it is.
                let word = &mut words[at];
                let letters: Vec<char> = word.chars().collect();
                let place = random.below(letters.len());
                let odd = ['(', ')', '{', '"', '<', ':', '#', '\u{0}', 'é', ' ', '-', '.'];
                *word = letters
                    .iter()
                    .enumerate()
                    .map(
                        |(index, &c)| if index == place { odd[random.below(odd.len())] } else { c },
                    )
                    .collect();
            }
        }
    }
    words.join(" ")
}

/// The words of a text, comments left out.
fn split(text: &str) -> Vec<String> {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    support::words(&code.join("\n")).into_iter().map(str::to_owned).collect()
}

/// Where some bracketed form stands.
fn form(words: &[String], random: &mut Random) -> std::ops::Range<usize> {
    let opens: Vec<usize> =
        (0..words.len()).filter(|&index| words[index] == "(" || words[index] == "{").collect();
    let Some(&start) = opens.get(random.below(opens.len())) else { return 0..0 };
    let mut depth = 0usize;
    for (index, word) in words.iter().enumerate().skip(start) {
        match &**word {
            "(" | "{" => depth += 1,
            ")" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return start..index + 1;
        }
    }
    start..words.len()
}
