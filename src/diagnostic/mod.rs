//! Diagnostics of game descriptions, as plain data.
//!
//! Every stage appends to one list and continues as long as possible. A [`Diagnostic`] is self-contained: how it
//! is presented (formatted by `render`, as one JSON object per line, underlined in an editor) is decided
//! elsewhere.

mod code;
#[cfg(feature = "render")]
mod render;
mod suggest;

pub use code::{CODES, Code};
#[cfg(feature = "render")]
pub use render::render;
pub use suggest::nearest;

use std::borrow::Cow;
use std::fmt;

use crate::source::{Sources, Span, shown};

/// Maximum length of a message in bytes.
const MAX_MESSAGE: usize = 300;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The game can be compiled, but this is probably not what its author intended.
    Warning,
    /// The game cannot be compiled.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// A labelled span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// A few words, without a full stop.
    pub text: String,
}

/// A change of the text that fixes the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: String,
    /// Spans of the text and their replacements.
    pub edits: Vec<(Span, String)>,
}

/// A step of the expansion trace: the define or option that a text came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// `define "Name"` or `option "Category/Item"`.
    pub through: String,
    /// The place of its use.
    pub used_at: Span,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// One sentence in the terms of a game author, without a full stop.
    pub message: String,
    /// The labels, the primary one first.
    pub labels: Vec<Label>,
    /// How to fix it, if known.
    pub help: Option<String>,
    /// The expansion trace: defines and options, innermost first.
    pub trail: Vec<Step>,
    /// Alternative fixes, if the intention is clear enough.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A diagnostic without a place. Very long messages are truncated.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let mut message = visible(message);
        if message.len() > MAX_MESSAGE {
            message.truncate(message.floor_char_boundary(MAX_MESSAGE));
            message.push('…');
        }
        Self { code, message, labels: Vec::new(), help: None, trail: Vec::new(), fixes: Vec::new() }
    }

    /// Adds a label; the first one is the primary label.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: visible(text) });
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(visible(help));
        self
    }

    /// Sets the help text, if any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.map(visible).or(self.help);
        self
    }

    /// Adds a fix that replaces a span; no fix if the span is not in a file.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        if !span.is_pasted() {
            self.fixes.push(Fix { title: visible(title), edits: vec![(span, text.into())] });
        }
        self
    }

    /// Adds a fix that replaces the primary label, if a replacement is given.
    #[must_use]
    pub fn maybe_replaced(self, text: Option<String>) -> Self {
        match (self.labels.first().map(|label| label.span), text) {
            (Some(span), Some(text)) => self.fix(format!("replace with `{text}`"), span, text),
            _ => self,
        }
    }

    /// Sets the expansion trace, innermost first.
    #[must_use]
    pub fn through(mut self, trail: Vec<Step>) -> Self {
        self.trail = trail;
        self
    }

    /// The severity, determined by the code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The place to report: the primary label, or, if that is in a library or in generated text, the place in the
    /// author's file that it came from.
    pub fn place(&self, sources: &Sources) -> Option<Span> {
        let main = self.labels.first()?.span;
        let way = std::iter::once(main).chain(self.trail.iter().map(|step| step.used_at));
        sources.authored(way).or_else(|| sources.locate(main).map(|_| main))
    }
}

fn visible(text: impl Into<String>) -> String {
    let text = text.into();
    match shown(&text) {
        Cow::Owned(shown) => shown,
        Cow::Borrowed(_) => text,
    }
}

/// A list of diagnostics with the source texts that their spans refer to.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The source texts.
    pub sources: Sources,
    /// The diagnostics, by stage and within a stage in source order.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.list)
    }

    /// The number of diagnostics of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity() == severity).count()
    }
}

/// Whether any diagnostic is an error.
pub fn has_errors(list: &[Diagnostic]) -> bool {
    list.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}

impl fmt::Display for Diagnostics {
    /// One line per diagnostic: `file:line:column: severity[code]: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.list.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            if let Some(place) =
                diagnostic.place(&self.sources).and_then(|s| self.sources.locate(s))
            {
                let (line, column) = place.file.line_column(place.range.start);
                write!(f, "{}:{line}:{column}: ", place.file.name())?;
            }
            let (severity, code) = (diagnostic.severity(), diagnostic.code);
            write!(f, "{severity}[{code}]: {}", diagnostic.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
