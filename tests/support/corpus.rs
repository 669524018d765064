//! Access to the corpus of published games.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use ludc::expand::{Choice, Library};
use ludc::source::SourceFile;

use super::files::files_below;

/// The corpus of published games; `None`, with a message, if it is not present.
///
/// It is searched for in the folder named by `LUDC_CORPUS`, then next to the project.
pub(crate) fn corpus(test: &str) -> Option<Corpus> {
    let root = std::env::var_os("LUDC_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if root.join("games.tsv").is_file() {
        return Some(Corpus { root });
    }
    // Not `println!`, whose output the test harness captures.
    let note = format!("skipped: {test}: no corpus at {} (set LUDC_CORPUS)\n", root.display());
    std::io::stderr().write_all(note.as_bytes()).unwrap();
    None
}

pub(crate) struct Corpus {
    root: PathBuf,
}

/// A row of `games.tsv`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) path: String,
    pub(crate) ruleset: String,
    /// The playout plans of its phases, comma-separated.
    pub(crate) playouts: String,
    pub(crate) trace: String,
}

impl Row {
    pub(crate) fn choice(&self) -> Choice {
        let ruleset = (!self.ruleset.is_empty()).then(|| self.ruleset.clone());
        Choice { ruleset, options: Vec::new() }
    }
}

impl Corpus {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The rulesets whose files are present, and the paths of missing files.
    pub(crate) fn rows(&self) -> (Vec<Row>, Vec<String>) {
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

    /// The paths of the games, without duplicates.
    pub(crate) fn games(&self) -> Vec<String> {
        let mut games: Vec<String> = self.rows().0.into_iter().map(|row| row.path).collect();
        games.sort();
        games.dedup();
        games
    }

    pub(crate) fn game(&self, path: &str) -> String {
        fs::read_to_string(self.path("lud").join(path)).unwrap()
    }

    pub(crate) fn source(&self, path: &str) -> SourceFile {
        SourceFile::new(path, self.game(path))
    }

    /// The defines of the corpus only.
    pub(crate) fn library(&self) -> Library {
        self.add_defines(Library::default())
    }

    /// The defines of the corpus, with the built-in ones as fallback.
    pub(crate) fn library_over_embedded(&self) -> Library {
        self.add_defines(Library::over_embedded())
    }

    fn add_defines(&self, mut library: Library) -> Library {
        for path in files_below(&self.path("def"), "def") {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.display().to_string();
            library.add(SourceFile::library(name, text)).unwrap_or_else(|found| panic!("{found}"));
        }
        // The games of matches are found by file name.
        let games = files_below(&self.path("lud"), "lud");
        library.with_games(move |name, _| {
            let path =
                games.iter().find(|path| path.file_stem().is_some_and(|stem| stem == name))?;
            Some(SourceFile::new(path.display().to_string(), fs::read_to_string(path).ok()?))
        })
    }

    /// A compressed file of the corpus.
    pub(crate) fn unzipped(&self, name: &str) -> String {
        let mut text = String::new();
        self.unzip(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn unzip(&self, name: &str) -> std::io::Result<flate2::read::GzDecoder<fs::File>> {
        fs::File::open(self.path(name)).map(flate2::read::GzDecoder::new)
    }

    /// The first line of the trace of a ruleset, if it has one.
    pub(crate) fn header(&self, row: &Row) -> Option<serde_json::Value> {
        let file = self.unzip(&format!("trace/{}.jsonl.gz", row.trace)).ok()?;
        let mut line = String::new();
        std::io::BufReader::new(file).read_line(&mut line).unwrap();
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The recorded playout plan of each phase of a ruleset.
    pub(crate) fn playouts(&self, row: &Row) -> Option<Vec<String>> {
        let header = self.header(row)?;
        let playouts = header["playouts"].as_array()?.iter();
        Some(playouts.map(|playout| playout.as_str().unwrap().to_owned()).collect())
    }
}

/// The rulesets known to be played differently from their records: path, ruleset, and what differs,
/// from `tests/divergent.tsv`.
pub(crate) fn divergent() -> Vec<(String, String, String)> {
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
