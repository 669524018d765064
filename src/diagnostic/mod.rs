//! What is wrong with a game description, as plain data.
//!
//! Every stage adds to one list and goes on as long as going on makes sense. A
//! [`Diagnostic`] is complete in itself: how it is shown (drawn by `render`, one JSON object a
//! line in the command, underlined in an editor) is decided elsewhere.

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

/// Bytes that a message may have.
const MAX_MESSAGE: usize = 300;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The game can still be compiled, but this is hardly what its author meant.
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

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words, without a full stop.
    pub text: String,
}

/// A change of the text that mends a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: String,
    /// Stretches of the text, and what to put in their place.
    pub edits: Vec<(Span, String)>,
}

/// One step of the way a text took into the game: the define or option it came through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// `define "Name"` or `option "Category/Item"`.
    pub through: String,
    /// Where that was used.
    pub used_at: Span,
}

/// One mistake, or one doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of mistake, by its stable code.
    pub code: Code,
    /// One sentence in the words of a game's author, without a full stop.
    pub message: String,
    /// The places that matter, the one to look at first in front.
    pub labels: Vec<Label>,
    /// What to do about it, if we can tell.
    pub help: Option<String>,
    /// The defines and options it came through, innermost first.
    pub trail: Vec<Step>,
    /// Changes of which each mends it, where it is certain enough what was meant.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A diagnostic with no place yet. A message that quotes a very long text is cut short.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let mut message = visible(message);
        if message.len() > MAX_MESSAGE {
            message.truncate(message.floor_char_boundary(MAX_MESSAGE));
            message.push('…');
        }
        Self { code, message, labels: Vec::new(), help: None, trail: Vec::new(), fixes: Vec::new() }
    }

    /// Adds a place; the first one added is the main one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: visible(text) });
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(visible(help));
        self
    }

    /// Says what to do about it, if there is something to say.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.map(visible).or(self.help);
        self
    }

    /// Says what to put in the place of a stretch of the text; none if that stands in no file.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        if !span.is_pasted() {
            self.fixes.push(Fix { title: visible(title), edits: vec![(span, text.into())] });
        }
        self
    }

    /// Says what to put in the place of the main label, if there is something to put there.
    #[must_use]
    pub fn maybe_replaced(self, text: Option<String>) -> Self {
        match (self.labels.first().map(|label| label.span), text) {
            (Some(span), Some(text)) => self.fix(format!("replace it by `{text}`"), span, text),
            _ => self,
        }
    }

    /// Says which defines and options it came through, innermost first.
    #[must_use]
    pub fn through(mut self, trail: Vec<Step>) -> Self {
        self.trail = trail;
        self
    }

    /// How bad it is; the code decides.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The place to point at: the main label, or, where that stands in a library or in pasted
    /// text, the place in the author's file that brought it in.
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

/// What was found wrong, with the texts that the places refer to.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub sources: Sources,
    /// The findings, in the order of the stages and within a stage of the text.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Whether anything keeps the game from being compiled.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.list)
    }

    /// The number of findings of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity() == severity).count()
    }
}

/// Whether any of these is an error.
pub fn has_errors(list: &[Diagnostic]) -> bool {
    list.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}

impl fmt::Display for Diagnostics {
    /// One line a finding: `file:line:column: severity[code]: message`.
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
