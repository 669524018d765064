//! What several tests share: the corpus, where there is one, our own games, and moves by their keys.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "each test uses a part of it")]

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use ludc::expand::{Choice, Library};
use ludc::playout::Source;
use ludc::source::SourceFile;
use ludc::{MoveList, State};

/// The corpus of published games; none, with a word about it, where it is not at hand.
///
/// It is looked for in the folder `LUDC_CORPUS` names, then beside the project.
pub fn corpus(test: &str) -> Option<Corpus> {
    let root = std::env::var_os("LUDC_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if root.join("games.tsv").is_file() {
        return Some(Corpus { root });
    }
    // Not by a macro, whose output is kept from whoever runs the tests.
    let note = format!("skipped: {test}: no corpus at {} (set LUDC_CORPUS)\n", root.display());
    std::io::stderr().write_all(note.as_bytes()).unwrap();
    None
}

pub struct Corpus {
    root: PathBuf,
}

/// A row of `games.tsv`.
#[derive(Clone, Debug)]
pub struct Row {
    pub path: String,
    pub ruleset: String,
    /// The playouts that apply in its phases, with commas between them.
    pub playouts: String,
    pub trace: String,
}

impl Row {
    pub fn choice(&self) -> Choice {
        let ruleset = (!self.ruleset.is_empty()).then(|| self.ruleset.clone());
        Choice { ruleset, options: Vec::new() }
    }
}

impl Corpus {
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The rulesets whose files are there, and the paths of those that the table names in vain.
    pub fn rows(&self) -> (Vec<Row>, Vec<String>) {
        let (present, absent): (Vec<Row>, Vec<Row>) =
            self.table().into_iter().partition(|row| self.path("lud").join(&row.path).is_file());
        let mut absent: Vec<String> = absent.into_iter().map(|row| row.path).collect();
        absent.dedup();
        (present, absent)
    }

    fn table(&self) -> Vec<Row> {
        let table = fs::read_to_string(self.path("games.tsv")).unwrap();
        let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        rows.map(|line| {
            let mut cells = line.split('\t').map(str::to_owned);
            let mut cell = |skipped: usize| cells.nth(skipped).unwrap();
            Row { path: cell(0), ruleset: cell(0), playouts: cell(2), trace: cell(2) }
        })
        .collect()
    }

    /// The paths of the games, each once.
    pub fn games(&self) -> Vec<String> {
        let mut games: Vec<String> = self.rows().0.into_iter().map(|row| row.path).collect();
        games.sort();
        games.dedup();
        games
    }

    pub fn game(&self, path: &str) -> String {
        fs::read_to_string(self.path("lud").join(path)).unwrap()
    }

    pub fn source(&self, path: &str) -> SourceFile {
        SourceFile::new(path, self.game(path))
    }

    /// The corpus's own defines, with nothing behind them.
    pub fn library(&self) -> Library {
        self.add_defines(Library::default())
    }

    /// The corpus's own defines in front of the built-in ones.
    pub fn library_over_embedded(&self) -> Library {
        self.add_defines(Library::over_embedded())
    }

    fn add_defines(&self, mut library: Library) -> Library {
        for path in files_below(&self.path("def"), "def") {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.display().to_string();
            library.add(SourceFile::library(name, text)).unwrap_or_else(|found| panic!("{found}"));
        }
        // The games of matches are named by their files.
        let games = files_below(&self.path("lud"), "lud");
        library.with_games(move |name, _| {
            let path =
                games.iter().find(|path| path.file_stem().is_some_and(|stem| stem == name))?;
            Some(SourceFile::new(path.display().to_string(), fs::read_to_string(path).ok()?))
        })
    }

    /// A file of the corpus that is stored compressed.
    pub fn unzipped(&self, name: &str) -> String {
        let mut text = String::new();
        self.unzip(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn unzip(&self, name: &str) -> std::io::Result<flate2::read::GzDecoder<fs::File>> {
        fs::File::open(self.path(name)).map(flate2::read::GzDecoder::new)
    }

    /// The first line of the trace of a ruleset, if it has one.
    pub fn header(&self, row: &Row) -> Option<serde_json::Value> {
        let file = self.unzip(&format!("trace/{}.jsonl.gz", row.trace)).ok()?;
        let mut line = String::new();
        std::io::BufReader::new(file).read_line(&mut line).unwrap();
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The playout recorded for each phase of a ruleset.
    pub fn playouts(&self, row: &Row) -> Option<Vec<String>> {
        let header = self.header(row)?;
        let playouts = header["playouts"].as_array()?.iter();
        Some(playouts.map(|playout| playout.as_str().unwrap().to_owned()).collect())
    }
}

/// The rulesets known to be played differently from their records: path, ruleset, and what differs,
/// from `tests/divergent.tsv`.
pub fn divergent() -> Vec<(String, String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/divergent.tsv");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| {
        let mut cells = line.split('\t').map(str::to_owned);
        let mut cell = || cells.next().unwrap_or_else(|| panic!("three cells in {line}"));
        (cell(), cell(), cell())
    })
    .collect()
}

/// The games that come with the project.
pub fn own_games() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games");
    let games: Vec<_> = files_below(&root, "lud")
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    assert!(!games.is_empty(), "the project has games of its own");
    games
}

pub fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Splits a printed game into brackets, strings and words, without the project's own lexer.
pub fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' | '{' | '}' => 1,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => {
                let end = |c: char| c.is_whitespace() || "(){}\"".contains(c);
                rest.find(end).unwrap_or(rest.len())
            }
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

/// A small deterministic generator (`SplitMix64`), so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 up to `bound`, which counts as 1 if it is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap()
    }
}

/// Decides what is drawn by a function from the bound of a number to the number.
pub struct Deciding<F>(pub F);

impl<F: FnMut(u32) -> u32> Source for Deciding<F> {
    fn below(&mut self, bound: usize) -> usize {
        self.0(u32::try_from(bound).unwrap()) as usize
    }

    fn unit(&mut self) -> f64 {
        unreachable!("moves are drawn by whole numbers")
    }
}

/// The keys of the legal moves, in the order in which the rules generate them.
pub fn keys_in_order(state: &State) -> Vec<String> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves.iter().map(|&mv| state.game().key(mv)).collect()
}

/// The keys of the legal moves, sorted.
pub fn keys(state: &State) -> Vec<String> {
    let mut keys = keys_in_order(state);
    keys.sort();
    keys
}

/// Makes the first move with a key.
pub fn make(state: &mut State, key: &str) {
    make_nth(state, key, 0);
}

/// Makes the move of that number with a key, after making sure that it can be taken back.
pub fn make_nth(state: &mut State, key: &str, number: usize) {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let mut found = moves.iter().filter(|&&mv| state.game().key(mv) == key);
    let found = found.nth(number).copied();
    let mv = found.unwrap_or_else(|| panic!("no move {key} in {:?}", keys(state)));
    let before = state.clone();
    state.apply(mv);
    assert!(state.is_consistent(), "after {key}");
    state.undo();
    assert!(*state == before, "{key} is not taken back");
    state.apply(mv);
}
