//! Diagnostics on their way to people and editors.

use std::io::{self, IsTerminal, Write};

use ludc::diagnostic::{Diagnostic, Diagnostics, render};
use serde::Serialize;

/// Columns of what is no terminal and about which nothing is said.
const COLUMNS: usize = 120;

/// A diagnostic for editors, one JSON object a line. Lines and columns count from 1, columns in
/// characters; the end is the place after the last character.
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
}

/// Prints one JSON object on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Prints diagnostics as JSON lines; `file` is named where a diagnostic has no place.
pub(crate) fn json(out: &mut impl Write, found: &Diagnostics, file: &str) -> io::Result<()> {
    for diagnostic in &found.list {
        json_line(out, &record(found, diagnostic, file))?;
    }
    Ok(())
}

fn record<'d>(found: &'d Diagnostics, diagnostic: &'d Diagnostic, file: &'d str) -> Record<'d> {
    let place = diagnostic.place(&found.sources).and_then(|span| found.sources.locate(span));
    let (file, start, end) = match &place {
        Some(place) => (
            place.file.name(),
            place.file.line_column(place.range.start),
            place.file.line_column(place.range.end),
        ),
        None => (file, (1, 1), (1, 1)),
    };
    Record {
        file,
        code: diagnostic.code.as_str(),
        severity: diagnostic.severity().to_string(),
        message: &diagnostic.message,
        line: start.0,
        column: start.1,
        end_line: end.0,
        end_column: end.1,
        help: diagnostic.help.as_deref(),
    }
}

/// Whether colours can be shown: on a terminal, unless they are not wanted, or where they are asked
/// for.
pub(crate) fn colours(out: &impl IsTerminal) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && (out.is_terminal() || is_set("CLICOLOR_FORCE"))
}

/// Draws diagnostics for people; colours only on a terminal.
pub(crate) fn human(out: &mut (impl Write + IsTerminal), found: &Diagnostics) -> io::Result<()> {
    let colour = colours(out);
    for diagnostic in &found.list {
        out.write_all(render(diagnostic, &found.sources, colour).as_bytes())?;
    }
    Ok(())
}

/// Says something on the terminal that is not what was asked for. Whoever cannot be told misses it: that is
/// no reason to fail otherwise than by the exit code.
pub(crate) fn say(what: &str) {
    let _ = writeln!(io::stderr(), "ludc: {what}");
}

/// How many columns a terminal has now; if it is none, what the environment says.
#[cfg(unix)]
pub(crate) fn columns(out: &(impl IsTerminal + std::os::fd::AsFd)) -> usize {
    match rustix::termios::tcgetwinsize(out) {
        Ok(size) if size.ws_col > 0 => size.ws_col.into(),
        _ => columns_said(),
    }
}

/// How many columns the environment says a terminal has.
#[cfg(not(unix))]
pub(crate) fn columns(_: &impl IsTerminal) -> usize {
    columns_said()
}

fn columns_said() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.unwrap_or(COLUMNS)
}

/// What was wanted, or nothing after it was said on the terminal what keeps it from being had.
pub(crate) fn or_say<T>(wanted: Result<T, Diagnostics>) -> Option<T> {
    // Whoever cannot be told is told by the exit code.
    wanted.map_err(|found| human(&mut io::stderr().lock(), &found)).ok()
}
