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

/// Bytes a compiled game may have.
const MAX_PROGRAM_BYTES: usize = 256 << 20;

/// The name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        shown(&path.display().to_string()).into_owned()
    }
}

/// Whether a path stands for the standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a text; what keeps it from being read is a diagnostic like any other. `-` is the standard
/// input.
pub(crate) fn read(path: &Path) -> Result<SourceFile, Diagnostics> {
    let shown = name(path);
    let bytes = read_bounded(path, MAX_SOURCE_BYTES).map_err(|error| {
        let (code, message) = match error.kind() {
            io::ErrorKind::NotFound => (Code::NoSuchFile, format!("there is no file {shown}")),
            io::ErrorKind::IsADirectory => {
                (Code::IsDirectory, format!("{shown} is a folder, not a file"))
            }
            io::ErrorKind::FileTooLarge => {
                (Code::TooLarge, format!("{shown} has more than {} MiB", MAX_SOURCE_BYTES >> 20))
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

/// Reads a description: a file, or a game that comes with the compiler if there is no such file.
pub(crate) fn description(path: &Path) -> Result<SourceFile, Diagnostics> {
    let wanted = path.to_string_lossy();
    let is_name = !is_standard_input(path) && path.components().count() == 1 && !path.exists();
    if !is_name {
        return read(path);
    }
    built_in(&wanted).map(Entry::source)
}

/// The name of the game that comes with the compiler for which a path stands, if it does.
pub(crate) fn built_in_name(path: &Path) -> Option<&'static str> {
    let is_name = !is_standard_input(path) && path.components().count() == 1 && !path.exists();
    games::find(&path.to_string_lossy()).filter(|_| is_name).map(|entry| entry.name)
}

/// A game that comes with the compiler, by its name.
pub(crate) fn built_in(name: &str) -> Result<&'static Entry, Diagnostics> {
    if let Some(entry) = games::find(name) {
        return Ok(entry);
    }
    let stem = name.trim_end_matches(".lud");
    let meant = games::find(stem).map(|entry| entry.name).or_else(|| games::suggestion(stem));
    let message = format!("there is no file {name}, and no game of that name");
    let help = match meant {
        Some(name) => format!("did you mean the game `{name}`?"),
        None => "`ludc games` lists the games that come with ludc".to_owned(),
    };
    let diagnostic = Diagnostic::new(Code::NoSuchFile, message).help(help);
    Err(Diagnostics { sources: Sources::default(), list: vec![diagnostic] })
}

/// Reads no more than a file may have: an input may be endless without saying so.
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

/// Reads a game to be played: a description, or what became of one.
pub(crate) fn game(path: &Path, args: &GameArgs) -> Result<Game, Diagnostics> {
    if let Some(game) = compiled(path)? {
        if args.ruleset.is_some() || !args.options.is_empty() || !args.defs.is_empty() {
            let message = format!("{} is compiled; its rules and options are settled", name(path));
            return Err(fault(Code::Settled, message));
        }
        return Ok(game);
    }
    let library = args.library()?;
    ludc::compile(description(path)?, &Options { choice: args.choice(), library: &library })
}

/// Reads a compiled game; none if it is something else. What keeps a file from being read at all is
/// told when it is read as a description.
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

/// Something that is wrong with a file as a whole.
fn fault(code: Code, message: String) -> Diagnostics {
    Diagnostics { sources: Sources::default(), list: vec![Diagnostic::new(code, message)] }
}

/// Writes a file that is made from others; what keeps it from being written is said with its name.
pub(crate) fn write_or_say(path: &Path, made_from: &[&Path], bytes: &[u8]) -> io::Result<()> {
    is_writable_or_say(path, made_from)?;
    write(path, bytes).map_err(|error| cannot_write(path, &error.to_string()))
}

/// What keeps a file that is made from others from being written later, as far as that is seen beforehand.
pub(crate) fn is_writable_or_say(path: &Path, made_from: &[&Path]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let why = match fs::metadata(folder.unwrap_or(Path::new("."))) {
        Err(error) => error.to_string(),
        Ok(metadata) if !metadata.is_dir() => "it would be inside of a file".to_owned(),
        Ok(_) if path.is_dir() => "it is a folder".to_owned(),
        Ok(_) if made_from.iter().any(|input| is_same_file(input, path)) => {
            "this is made from it, and it is not written over".to_owned()
        }
        Ok(_) => return Ok(()),
    };
    Err(cannot_write(path, &why))
}

fn cannot_write(path: &Path, why: &str) -> io::Error {
    io::Error::other(format!("{} cannot be written: {why}", path.display()))
}

/// Whether two paths lead to the same file, over links of any kind.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some((metadata.dev(), metadata.ino()))
    };
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

/// Whether two paths lead to the same file, over symbolic links.
#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Writes a file as a whole or not at all: first beside it, then in its place.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Through a link, what it points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let replaced = fs::metadata(&target).ok();
    if replaced.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        // A device or a pipe is written to; nothing may come into its place.
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

/// A file of a random name that was not there before, removed unless it is kept.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // As any new file may be read: the mask of the process decides.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".ludc-").tempfile_in(folder)
}

impl GameArgs {
    /// The variant that is wanted.
    pub(crate) fn choice(&self) -> Choice {
        Choice { ruleset: self.ruleset.clone(), options: self.options.clone() }
    }

    /// The same variant but for one option.
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

    /// The defines of the folders given, in front of the built-in ones, and the games for matches.
    pub(crate) fn library(&self) -> Result<Library, Diagnostics> {
        let folders = self.games.clone();
        for folder in &folders {
            files_below(folder, &[".lud"], &mut Vec::new()).map_err(|error| {
                let message = format!("{} cannot be searched: {error}", folder.display());
                fault(Code::Unreadable, message)
            })?;
        }
        let mut library = Library::over_embedded()
            .with_games(move |name, asks| subgame(name, Path::new(asks), &folders));
        for folder in &self.defs {
            let mut files = Vec::new();
            files_below(folder, &[".def"], &mut files).map_err(|error| {
                let message = format!("{} cannot be searched: {error}", folder.display());
                fault(Code::Unreadable, message)
            })?;
            for path in files {
                library.add(read(&path)?.into_library())?;
            }
        }
        Ok(library)
    }
}

/// A game of a match: a file of its name beside the match, or else in one of some folders.
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

/// The path of a file that something which was read names: below a folder, and nowhere else, over links either.
pub(crate) fn inside(folder: &Path, named: &Path) -> Result<PathBuf, String> {
    let shown = named.display();
    let leaves = || format!("{shown} leads out of {}", folder.display());
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !named.components().all(is_plain) {
        return Err(leaves());
    }
    let path = folder.join(named);
    // What is not there is told of when it is read.
    let (Ok(real), Ok(root)) = (fs::canonicalize(&path), fs::canonicalize(folder)) else {
        return Ok(path);
    };
    if real.starts_with(root) { Ok(real) } else { Err(leaves()) }
}

/// The files below a folder whose names end in one of these ways, in the order of their paths.
pub(crate) fn files_below(
    folder: &Path,
    endings: &[&str],
    files: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        // Not following links keeps a folder that links to itself from being searched for ever.
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
