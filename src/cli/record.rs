//! Records of games in files.

use std::io;
use std::path::{Path, PathBuf};

use ludc::diagnostic::Diagnostics;
use ludc::record::Record;
use ludc::{Description, Game, Options};

use crate::GameArgs;
use crate::system::{files, output};

/// Maximum size of a file of records in bytes.
const MAX_BYTES: usize = 16 << 20;

/// Reads all records of a file.
pub(crate) fn read_all(path: &Path) -> io::Result<Vec<Record>> {
    let shown = files::name(path);
    let bytes = files::read_bounded(path, MAX_BYTES)
        .map_err(|error| io::Error::other(format!("{shown} cannot be read: {error}")))?;
    let wrong = |why: String| io::Error::other(format!("{shown} is not a record of a game: {why}"));
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8 text".to_owned()))?;
    Record::parse(&text).map_err(|error| wrong(error.to_string()))
}

/// Reads a file that holds a single record.
pub(crate) fn read(path: &Path) -> io::Result<Record> {
    let records = read_all(path)?;
    match <[Record; 1]>::try_from(records) {
        Ok([record]) => Ok(record),
        Err(records) => {
            let (path, count) = (path.display(), records.len());
            Err(io::Error::other(format!("{path} holds {count} games; expected one")))
        }
    }
}

/// The game of a record: that of the given file, the description in the record, or a built-in game. No file
/// that a record names is opened.
pub(crate) fn open(
    record: &Record,
    file: Option<&Path>,
    args: &GameArgs,
) -> Result<(Option<Description>, Game), Diagnostics> {
    let Some(path) = file else {
        let description = described(record, args)?;
        let game = description.compile()?;
        return Ok((Some(description), game));
    };
    let args = choosing(record, args);
    let opened = open_file(path, &args)?;
    if let Some(description) = &opened.0
        && record.fingerprint.is_some_and(|known| known != ludc::record::fingerprint(description))
    {
        let path = path.display();
        output::say(&format!("{path} has other rules than the recorded game"));
    }
    Ok(opened)
}

/// The game that a record describes, or the built-in game that it names.
pub(crate) fn described(record: &Record, args: &GameArgs) -> Result<Description, Diagnostics> {
    let library = args.library()?;
    record.description(&Options { library: &library, ..Options::default() })
}

/// The arguments, with the ruleset and options of a record as defaults.
pub(crate) fn choosing(record: &Record, args: &GameArgs) -> GameArgs {
    let mut args = args.clone();
    if args.ruleset.is_none() && args.options.is_empty() {
        args.ruleset.clone_from(&record.ruleset);
        args.options.clone_from(&record.options);
    }
    args
}

/// A game with its description; a compiled game has none.
pub(crate) fn open_file(
    path: &Path,
    args: &GameArgs,
) -> Result<(Option<Description>, Game), Diagnostics> {
    if let Some(game) = files::compiled(path)? {
        return Ok((None, game));
    }
    let description = args.read(path)?;
    let game = description.compile()?;
    Ok((Some(description), game))
}

/// Writes a record, refusing to overwrite the file of its game.
pub(crate) fn write(record: &Record, path: &Path, game: Option<&PathBuf>) -> io::Result<()> {
    let game: Vec<&Path> = game.map(PathBuf::as_path).into_iter().collect();
    files::write_or_say(path, &game, record.to_string().as_bytes())
}
