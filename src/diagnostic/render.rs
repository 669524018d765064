//! Diagnostics drawn beside the source they speak of.

use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, sources};

use super::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// Steps of the way through defines that are drawn; longer ways are told in words.
const DRAWN_STEPS: usize = 3;

type Place = (String, Range<usize>);

/// Draws a diagnostic for people, with or without terminal colours. The text ends with a line break.
pub fn render(diagnostic: &Diagnostic, all: &Sources, colour: bool) -> String {
    let place = |span: Span| -> Option<Place> {
        all.locate(span).map(|found| (found.file.name().to_owned(), found.range))
    };
    let Some(main) = diagnostic.place(all).and_then(place) else {
        return plain(diagnostic);
    };
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
    let mut draw = |span: Span, text: &str, colour: Color, order: i32| -> Option<Label<Place>> {
        let place = place(span)?;
        files.push(place.0.clone());
        Some(Label::new(place).with_message(text).with_color(colour).with_order(order))
    };
    for (index, label) in diagnostic.labels.iter().enumerate() {
        let colour = if index == 0 { accent } else { Color::Cyan };
        report.add_labels(draw(label.span, &label.text, colour, index as i32));
    }
    for (index, step) in diagnostic.trail.iter().take(DRAWN_STEPS).enumerate() {
        let text = format!("through {}, used here", step.through);
        report.add_labels(draw(step.used_at, &text, Color::Blue, 10 + index as i32));
    }
    if diagnostic.trail.len() > DRAWN_STEPS {
        let names = diagnostic.trail.iter().map(|step| step.through.as_str());
        report.add_note(format!("it came through {}", names.collect::<Vec<_>>().join(", ")));
    }
    if let Some(help) = &diagnostic.help {
        report.add_help(help);
    }
    files.sort_unstable();
    files.dedup();
    let texts = files.into_iter().filter_map(|name| {
        let text = all.by_name(&name)?.text().to_owned();
        Some((name, text))
    });
    let mut drawn = Vec::new();
    match report.finish().write(sources(texts), &mut drawn) {
        Ok(()) => String::from_utf8_lossy(&drawn)
            .lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect(),
        Err(_) => plain(diagnostic),
    }
}

/// A diagnostic that has no place in any text.
fn plain(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity() {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut text = format!("[{}] {severity}: {}\n", diagnostic.code, diagnostic.message);
    if let Some(help) = &diagnostic.help {
        text.push_str("  Help: ");
        text.push_str(&help.replace('\n', "\n        "));
        text.push('\n');
    }
    text
}
