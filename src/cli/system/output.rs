//! Output: diagnostics for people and editors, JSON lines, terminal properties.

use std::fmt;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use ludc::diagnostic::{Diagnostic, Diagnostics, render};
use ludc::source::{Location, Span, shown};
use serde::Serialize;

/// The assumed number of columns if the output is not a terminal.
const COLUMNS: usize = 120;

/// A diagnostic for editors, one JSON object per line. Lines and columns count from 1, columns in
/// characters; the end is exclusive.
#[derive(Debug, Serialize)]
struct Record<'d> {
    file: &'d str,
    code: &'d str,
    severity: String,
    message: &'d str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    help: Option<&'d str>,
    labels: Vec<LabelRecord<'d>>,
    trail: Vec<StepRecord<'d>>,
    fixes: Vec<FixRecord<'d>>,
}

/// A range of a text.
#[derive(Debug, Serialize)]
struct Stretch {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// A labelled place.
#[derive(Debug, Serialize)]
struct LabelRecord<'d> {
    file: &'d str,
    #[serde(flatten)]
    at: Stretch,
    text: &'d str,
}

/// A define or option in the expansion trace, with the place of its use.
#[derive(Debug, Serialize)]
struct StepRecord<'d> {
    file: &'d str,
    line: usize,
    column: usize,
    text: &'d str,
}

/// A change of the file that fixes the mistake.
#[derive(Debug, Serialize)]
struct FixRecord<'d> {
    title: &'d str,
    edits: Vec<EditRecord<'d>>,
}

/// The replacement of a range of the file.
#[derive(Debug, Serialize)]
struct EditRecord<'d> {
    #[serde(flatten)]
    at: Stretch,
    replacement: &'d str,
}

impl Stretch {
    fn of(place: &Location<'_>) -> Self {
        let (line, column) = place.file.line_column(place.range.start);
        let (end_line, end_column) = place.file.line_column(place.range.end);
        Self { line, column, end_line, end_column }
    }
}

/// Whether standard output was closed by its reader.
static IS_GONE: AtomicBool = AtomicBool::new(false);

/// Standard output that ignores a closed pipe: the exit code of a command depends on its findings, not on
/// its reader.
pub(crate) struct Out(StdoutLock<'static>);

/// Standard output, locked for this thread until it is dropped.
pub(crate) fn out() -> Out {
    Out(io::stdout().lock())
}

/// Whether standard output is still open; if not, long work can stop.
pub(crate) fn is_read() -> bool {
    !IS_GONE.load(Ordering::Relaxed)
}

impl Out {
    fn unless_gone<T>(done: io::Result<T>, otherwise: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                IS_GONE.store(true, Ordering::Relaxed);
                Ok(otherwise)
            }
            done => done,
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !is_read() {
            return Ok(bytes.len());
        }
        Self::unless_gone(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if is_read() { Self::unless_gone(self.0.flush(), ()) } else { Ok(()) }
    }
}

/// Prints one JSON object on its own line.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Prints diagnostics as JSON lines; `file` is the file of diagnostics without a place.
pub(crate) fn json(out: &mut impl Write, found: &Diagnostics, file: &str) -> io::Result<()> {
    for diagnostic in &found.list {
        json_line(out, &record(found, diagnostic, file))?;
    }
    Ok(())
}

fn record<'d>(found: &'d Diagnostics, diagnostic: &'d Diagnostic, file: &'d str) -> Record<'d> {
    let locate = |span| found.sources.locate(span);
    let place = diagnostic.place(&found.sources).and_then(locate);
    let (file, at) = match &place {
        Some(place) => (place.file.name(), Stretch::of(place)),
        None => (file, Stretch { line: 1, column: 1, end_line: 1, end_column: 1 }),
    };
    let labels = diagnostic.labels.iter().filter_map(|label| {
        let place = locate(label.span)?;
        Some(LabelRecord { file: place.file.name(), at: Stretch::of(&place), text: &label.text })
    });
    let trail = diagnostic.trail.iter().filter_map(|step| {
        let place = locate(step.used_at)?;
        let (line, column) = place.file.line_column(place.range.start);
        Some(StepRecord { file: place.file.name(), line, column, text: &step.through })
    });
    // The edits are all of the file that the diagnostic is about.
    let edit = |(span, replacement): &'d (Span, String)| {
        let place = locate(*span).filter(|place| place.file.name() == file)?;
        Some(EditRecord { at: Stretch::of(&place), replacement })
    };
    let fixes = diagnostic.fixes.iter().filter_map(|fix| {
        let edits = fix.edits.iter().map(edit).collect::<Option<_>>()?;
        Some(FixRecord { title: &fix.title, edits })
    });
    Record {
        file,
        code: diagnostic.code.as_str(),
        severity: diagnostic.severity().to_string(),
        message: &diagnostic.message,
        line: at.line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
        help: diagnostic.help.as_deref(),
        labels: labels.collect(),
        trail: trail.collect(),
        fixes: fixes.collect(),
    }
}

/// Whether to use colours: on a terminal unless `NO_COLOR` is set, or if `CLICOLOR_FORCE` is.
pub(crate) fn colours(out: &impl IsTerminal) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && (out.is_terminal() || is_set("CLICOLOR_FORCE"))
}

/// Renders diagnostics for people, in colour on a terminal.
pub(crate) fn human(out: &mut (impl Write + IsTerminal), found: &Diagnostics) -> io::Result<()> {
    let colour = colours(out);
    for diagnostic in &found.list {
        out.write_all(render(diagnostic, &found.sources, colour).as_bytes())?;
    }
    Ok(())
}

/// Prints a message to standard error. A failure to write is ignored: the exit code still reports the
/// outcome.
pub(crate) fn say(what: &str) {
    let _ = writeln!(io::stderr(), "ludc: {}", shown(what));
}

/// A number and a noun, with a plural "s" unless the number is 1.
pub(crate) fn counted(number: impl fmt::Display, what: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// The current number of columns of a terminal, or else that of the environment.
#[cfg(unix)]
pub(crate) fn columns(out: &(impl IsTerminal + std::os::fd::AsFd)) -> usize {
    match rustix::termios::tcgetwinsize(out) {
        Ok(size) if size.ws_col > 0 => size.ws_col.into(),
        _ => columns_said(),
    }
}

/// The number of columns given by the environment.
#[cfg(not(unix))]
pub(crate) fn columns(_: &impl IsTerminal) -> usize {
    columns_said()
}

fn columns_said() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.unwrap_or(COLUMNS)
}

/// Renders diagnostics to standard error. A failure to write is ignored: the exit code still reports the
/// outcome.
pub(crate) fn warn(found: &Diagnostics) {
    let _ = human(&mut io::stderr().lock(), found);
}

/// The value, or `None` after its diagnostics were printed.
pub(crate) fn or_say<T>(wanted: Result<T, Diagnostics>) -> Option<T> {
    wanted.map_err(|found| warn(&found)).ok()
}
