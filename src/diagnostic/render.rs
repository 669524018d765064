//! Renders diagnostics with excerpts of the source.

use std::fmt::Write as _;
use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, sources};

use super::{Diagnostic, Severity};
use crate::source::{Location, Sources, Span, shown};

/// Maximum number of expansion steps that are drawn; longer traces are listed in words.
const DRAWN_STEPS: usize = 3;

/// Lines longer than this many bytes are not excerpted.
const MAX_LINE: usize = 500;

type Place = (String, Range<usize>);

/// Renders a diagnostic as text, with or without terminal colours. The text ends with a line break.
pub fn render(diagnostic: &Diagnostic, all: &Sources, colour: bool) -> String {
    let place = |span: Span| -> Option<Place> {
        let found = all.locate(span)?;
        // Spans in the displayed text.
        let at = |offset: usize| shown(&found.file.text()[..offset]).len();
        Some((found.file.name().to_owned(), at(found.range.start)..at(found.range.end)))
    };
    let Some(main) = diagnostic.place(all).and_then(place) else {
        return plain(diagnostic, None);
    };
    let spans = diagnostic.labels.iter().map(|label| label.span);
    let spans = spans.chain(diagnostic.trail.iter().map(|step| step.used_at));
    if spans.filter_map(|span| all.locate(span)).any(|place| on_long_line(&place)) {
        return plain(diagnostic, diagnostic.place(all).and_then(|span| all.locate(span)));
    }
    let (kind, accent) = match diagnostic.severity() {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::new().with_index_type(IndexType::Byte).with_color(colour);
    let mut report = Report::build(kind, main.clone())
        .with_config(config)
        .with_code(diagnostic.code)
        .with_message(&diagnostic.message);
    let mut files = vec![main.0];
    let mut draw = |span: Span, text: &str, colour: Color| -> Option<Label<Place>> {
        let place = place(span)?;
        files.push(place.0.clone());
        Some(Label::new(place).with_message(text).with_color(colour))
    };
    let mut drawn = Vec::new();
    for (index, label) in diagnostic.labels.iter().enumerate() {
        let colour = if index == 0 { accent } else { Color::Cyan };
        drawn.push((label.span, draw(label.span, &label.text, colour)));
    }
    for step in diagnostic.trail.iter().take(DRAWN_STEPS) {
        let text = format!("through {}, used here", step.through);
        drawn.push((step.used_at, draw(step.used_at, &text, Color::Blue)));
    }
    // In source order; otherwise the excerpts of one file would be split.
    drawn.sort_by_key(|(span, _)| *span);
    report.add_labels(drawn.into_iter().filter_map(|(_, label)| label));
    if diagnostic.trail.len() > DRAWN_STEPS {
        let names = diagnostic.trail.iter().map(|step| step.through.as_str());
        report.add_note(format!("expanded from {}", names.collect::<Vec<_>>().join(", ")));
    }
    if let Some(help) = &diagnostic.help {
        report.add_help(help);
    }
    files.sort_unstable();
    files.dedup();
    let texts = files.into_iter().filter_map(|name| {
        let text = shown(all.by_name(&name)?.text()).into_owned();
        Some((name, text))
    });
    let mut bytes = Vec::new();
    match report.finish().write(sources(texts), &mut bytes) {
        Ok(()) => {
            let text = String::from_utf8_lossy(&bytes);
            text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
        }
        Err(_) => plain(diagnostic, None),
    }
}

/// Whether a span is on a line that is too long to be drawn.
fn on_long_line(place: &Location<'_>) -> bool {
    let text = place.file.text().as_bytes();
    let start = text[..place.range.start].iter().rev().take(MAX_LINE).take_while(|b| **b != b'\n');
    let end = text[place.range.start..].iter().take(MAX_LINE).take_while(|b| **b != b'\n');
    start.count() + end.count() >= MAX_LINE
}

/// A diagnostic without an excerpt, because it has no span or one that cannot be drawn.
fn plain(diagnostic: &Diagnostic, place: Option<Location<'_>>) -> String {
    let severity = match diagnostic.severity() {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut text = format!("[{}] {severity}: {}\n", diagnostic.code, diagnostic.message);
    if let Some(place) = place {
        let (line, column) = place.file.line_column(place.range.start);
        let _ = writeln!(text, "  At:   {}:{line}:{column}", place.file.name());
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "  Help: {}", help.replace('\n', "\n        "));
    }
    text
}
