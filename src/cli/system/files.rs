//! Reading and writing files.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use ludc::diagnostic::{Code, Diagnostic, Diagnostics};
use ludc::expand::{Category, Choice, Library};
use ludc::games::{self, Entry};
use ludc::source::{MAX_SOURCE_BYTES, SourceFile, Sources, Span, shown};
use ludc::{Description, Game, Options, bytecode};
use tempfile::NamedTempFile;

use crate::GameArgs;

/// Maximum size of a compiled game in bytes.
const MAX_PROGRAM_BYTES: usize = 256 << 20;

/// The name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        shown(&path.display().to_string()).into_owned()
    }
}

/// Whether a path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a text; failures are reported as diagnostics. `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<SourceFile, Diagnostics> {
    let shown = name(path);
    let bytes = read_bounded(path, MAX_SOURCE_BYTES).map_err(|error| {
        let (code, message) = match error.kind() {
            io::ErrorKind::NotFound => (Code::NoSuchFile, format!("there is no file {shown}")),
            io::ErrorKind::IsADirectory => {
                (Code::IsDirectory, format!("{shown} is a folder, not a file"))
            }
            io::ErrorKind::FileTooLarge => {
                (Code::TooLarge, format!("{shown} is larger than {} MiB", MAX_SOURCE_BYTES >> 20))
            }
            _ => (Code::Unreadable, format!("{shown} cannot be read: {error}")),
        };
        fault(code, message)
    })?;
    if bytecode::is_program(&bytes) {
        let message = format!("{shown} is a compiled game, not a description");
        return Err(fault(Code::Settled, message));
    }
    String::from_utf8(bytes).map(|text| SourceFile::new(&*shown, text)).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[good];
        let readable = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let mut sources = Sources::default();
        sources.add(SourceFile::new(&*shown, readable).into());
        let diagnostic = Diagnostic::new(Code::NotUtf8, format!("{shown} is not UTF-8 text"))
            .at(Span::new(good as u32, good as u32), format!("byte 0x{byte:02X} cannot be read"))
            .help("save the file as UTF-8");
        Diagnostics { sources, list: vec![diagnostic] }
    })
}

/// Reads a description: a file, or a built-in game if there is no such file.
pub(crate) fn description(path: &Path) -> Result<SourceFile, Diagnostics> {
    let wanted = path.to_string_lossy();
    let is_name = !is_standard_input(path) && path.components().count() == 1 && !path.exists();
    if !is_name {
        return read(path);
    }
    built_in(&wanted).map(Entry::source)
}

/// The name of the built-in game that a path stands for, if any.
pub(crate) fn built_in_name(path: &Path) -> Option<&'static str> {
    let is_name = !is_standard_input(path) && path.components().count() == 1 && !path.exists();
    games::find(&path.to_string_lossy()).filter(|_| is_name).map(|entry| entry.name)
}

/// A built-in game by its name.
pub(crate) fn built_in(name: &str) -> Result<&'static Entry, Diagnostics> {
    if let Some(entry) = games::find(name) {
        return Ok(entry);
    }
    let stem = name.trim_end_matches(".lud");
    let meant = games::find(stem).map(|entry| entry.name).or_else(|| games::suggestion(stem));
    let message = format!("no file {name}, and no built-in game of that name");
    let help = match meant {
        Some(name) => format!("did you mean the game `{name}`?"),
        None => "`ludc games` lists the built-in games".to_owned(),
    };
    let diagnostic = Diagnostic::new(Code::NoSuchFile, message).help(help);
    Err(Diagnostics { sources: Sources::default(), list: vec![diagnostic] })
}

/// Reads at most `most` bytes: an input such as a pipe may be endless.
pub(crate) fn read_bounded(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut input: Box<dyn Read> = if is_standard_input(path) {
        Box::new(io::stdin().lock())
    } else if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    } else {
        Box::new(fs::File::open(path)?)
    };
    let mut bytes = Vec::new();
    input.by_ref().take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// Reads a game to be played: a description or a compiled game.
pub(crate) fn game(path: &Path, args: &GameArgs) -> Result<Game, Diagnostics> {
    if let Some(game) = compiled(path)? {
        if args.ruleset.is_some() || !args.options.is_empty() || !args.defs.is_empty() {
            let message =
                format!("{} is already compiled; its rules and options are fixed", name(path));
            return Err(fault(Code::Settled, message));
        }
        return Ok(game);
    }
    let library = args.library()?;
    ludc::compile(description(path)?, &Options { choice: args.choice(), library: &library })
}

/// Reads a compiled game; `None` if the file is something else. A file that cannot be read at all is
/// reported when it is read as a description.
pub(crate) fn compiled(path: &Path) -> Result<Option<Game>, Diagnostics> {
    if is_standard_input(path) || !path.is_file() {
        return Ok(None);
    }
    let Ok(bytes) = read_bounded(path, MAX_PROGRAM_BYTES) else { return Ok(None) };
    if !bytecode::is_program(&bytes) {
        return Ok(None);
    }
    let fault = |reason: String| {
        fault(Code::Unreadable, format!("{} cannot be read: {reason}", name(path)))
    };
    let program = bytecode::read(&bytes).map_err(|error| fault(error.to_string()))?;
    Game::new(program).map(Some).map_err(|error| fault(error.to_string()))
}

/// A diagnostic about a file as a whole.
fn fault(code: Code, message: String) -> Diagnostics {
    Diagnostics { sources: Sources::default(), list: vec![Diagnostic::new(code, message)] }
}

/// Writes a file that is made from others; errors name the file.
pub(crate) fn write_or_say(path: &Path, made_from: &[&Path], bytes: &[u8]) -> io::Result<()> {
    is_writable_or_say(path, made_from)?;
    write(path, bytes).map_err(|error| cannot_write(path, &error.to_string()))
}

/// Checks in advance that a file made from others can be written, as far as possible.
pub(crate) fn is_writable_or_say(path: &Path, made_from: &[&Path]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = match fs::metadata(folder.unwrap_or(Path::new("."))) {
        Err(error) => error.to_string(),
        Ok(metadata) if !metadata.is_dir() => "its parent is a file, not a folder".to_owned(),
        Ok(_) if path.is_dir() => "it is a folder".to_owned(),
        Ok(_) if made_from.iter().any(|input| is_same_file(input, path)) => {
            "the output is made from this file, which would be overwritten".to_owned()
        }
        Ok(_) => return Ok(()),
    };
    Err(cannot_write(path, &why))
}

fn cannot_write(path: &Path, why: &str) -> io::Error {
    io::Error::other(format!("{} cannot be written: {why}", path.display()))
}

/// Whether two paths lead to the same file, following links of any kind.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some((metadata.dev(), metadata.ino()))
    };
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

/// Whether two paths lead to the same file, following symbolic links.
#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Writes a file atomically: to a temporary file beside it, which then replaces it.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The target of a link is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let replaced = fs::metadata(&target).ok();
    if replaced.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        // A device or a pipe is written to, not replaced.
        return fs::OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut beside = new_file(folder.unwrap_or(Path::new(".")))?;
    beside.write_all(bytes)?;
    if let Some(metadata) = replaced {
        beside.as_file().set_permissions(metadata.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&target)?;
    Ok(())
}

/// A new temporary file with a random name, removed unless it is persisted.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // The permissions of an ordinary new file: the umask of the process applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".ludc-").tempfile_in(folder)
}

impl GameArgs {
    /// The selected ruleset and options.
    pub(crate) fn choice(&self) -> Choice {
        Choice { ruleset: self.ruleset.clone(), options: self.options.clone() }
    }

    /// The same variant with one option changed.
    pub(crate) fn choosing(&self, category: &Category, option: &str) -> Self {
        let mut args = self.clone();
        args.options.retain(|option| !option.starts_with(&format!("{}/", category.heading)));
        args.options.push(option.to_owned());
        args
    }

    /// Reads and checks a description.
    pub(crate) fn read(&self, path: &Path) -> Result<Description, Diagnostics> {
        let library = self.library()?;
        ludc::read(description(path)?, &Options { choice: self.choice(), library: &library })
    }

    /// The defines of the given folders before the built-in ones, and the games for matches.
    pub(crate) fn library(&self) -> Result<Library, Diagnostics> {
        let folders = self.games.clone();
        for folder in &folders {
            files_below(folder, &[".lud"], &mut Vec::new()).map_err(|error| {
                let message = format!("cannot search {}: {error}", folder.display());
                fault(Code::Unreadable, message)
            })?;
        }
        let mut library = Library::over_embedded()
            .with_games(move |name, asks| subgame(name, Path::new(asks), &folders));
        for folder in &self.defs {
            let mut files = Vec::new();
            files_below(folder, &[".def"], &mut files).map_err(|error| {
                let message = format!("cannot search {}: {error}", folder.display());
                fault(Code::Unreadable, message)
            })?;
            for path in files {
                library.add(read(&path)?.into_library())?;
            }
        }
        Ok(library)
    }
}

/// A game of a match: a file of that name beside the match, or else in one of the folders.
fn subgame(name: &str, asks: &Path, folders: &[PathBuf]) -> Option<SourceFile> {
    let file = format!("{name}.lud");
    let is_name = Path::new(&file).components().count() == 1;
    let beside = asks.with_file_name(&file);
    if !is_name {
        return None;
    }
    if beside.is_file() {
        return read(&beside).ok();
    }
    let mut files = Vec::new();
    for folder in folders {
        files_below(folder, &[".lud"], &mut files).ok()?;
    }
    let found = files.iter().find(|path| path.file_name().is_some_and(|name| *name == *file))?;
    read(found).ok()
}

/// The path of a file named by untrusted input: it must lie below a folder, links resolved.
pub(crate) fn inside(folder: &Path, named: &Path) -> Result<PathBuf, String> {
    let shown = named.display();
    let leaves = || format!("{shown} leads out of {}", folder.display());
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !named.components().all(is_plain) {
        return Err(leaves());
    }
    let path = folder.join(named);
    // A missing file is reported when it is read.
    let (Ok(real), Ok(root)) = (fs::canonicalize(&path), fs::canonicalize(folder)) else {
        return Ok(path);
    };
    if real.starts_with(root) { Ok(real) } else { Err(leaves()) }
}

/// The files below a folder with one of these name endings, in path order.
pub(crate) fn files_below(
    folder: &Path,
    endings: &[&str],
    files: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        // Links are not followed: a folder that links to itself would never end.
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            files_below(&path, endings, files)?;
            continue;
        }
        let name = entry.file_name();
        if endings.iter().any(|ending| name.as_encoded_bytes().ends_with(ending.as_bytes())) {
            files.push(path);
        }
    }
    Ok(())
}
