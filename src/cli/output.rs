//! Diagnostics on their way to people and editors.

use std::io::{self, IsTerminal, Write};

use ludc::diagnostic::{Diagnostic, Diagnostics, render};
use serde::Serialize;

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

/// What was wanted, or nothing after it was said on the terminal what keeps it from being had.
pub(crate) fn or_say<T>(wanted: Result<T, Diagnostics>) -> io::Result<Option<T>> {
    match wanted {
        Ok(wanted) => Ok(Some(wanted)),
        Err(found) => human(&mut io::stderr().lock(), &found).map(|()| None),
    }
}
