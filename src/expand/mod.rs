//! Macro expansion: from a description as written to the expanded game.
//!
//! Comes in: the author's file, a library of defines, the selected ruleset and options. Goes out: an
//! [`Expanded`] game, a tree of calls, arrays, strings and words in which every node knows its span and its
//! expansion trace.
//! Guaranteed afterwards: no define, option tag, parameter or range is left; every call has a keyword; the
//! nesting depth is at most [`MAX_DEPTH`](crate::syntax::MAX_DEPTH); metadata is set aside. Expansion
//! terminates within fixed bounds of time and memory for any text.
//! Not known here: the ludemes. Any keyword and any argument is accepted.
//!
//! The steps, in the order prescribed by the language: `options` and `rulesets` are read and one item of each
//! category is selected; `fill` substitutes the selected values; `defines` are collected and expanded; `build`
//! builds the tree, joining adjacent words and expanding ranges.

mod build;
mod define;
mod defines;
mod fill;
mod findings;
mod library;
mod options;
mod origin;
mod ranges;
mod reader;
mod rulesets;
mod tape;
mod tree;
mod work;

pub use findings::Findings;
pub use library::Library;
pub use options::{Category, OptionItem};
pub use origin::Origins;
pub use rulesets::Ruleset;
pub use tree::{Node, NodeKind, Tree};

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, has_errors};
use crate::source::{Location, MAX_SOURCE_BYTES, SourceFile, Sources, Span};
use crate::syntax::{self, Origin};

use fill::{Filled, Filler};
use reader::Reader;
use work::Work;

/// The selected ruleset and options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// A ruleset by its name, with or without the part before the first slash.
    pub ruleset: Option<String>,
    /// Options as `Category/Item`; they override those of the ruleset.
    pub options: Vec<String>,
}

/// A game with all macros expanded.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The texts that the tree refers to.
    pub sources: Sources,
    /// The game.
    pub tree: Tree,
    /// The options, with the selected items.
    pub options: Vec<Category>,
    /// The rulesets.
    pub rulesets: Vec<Ruleset>,
    /// The span of the metadata in the author's file.
    pub metadata: Option<Span>,
    /// The origins of all nodes.
    pub origins: Origins,
    /// The warnings, and the errors if the expansion is partial.
    pub found: Vec<Diagnostic>,
}

impl Expanded {
    /// The game as a node.
    pub fn root(&self) -> Option<Node<'_>> {
        self.tree.root(&self.sources)
    }

    /// The place in the author's file of a text with this span and origin: its own, or that of the use of the
    /// define or option it comes from.
    pub fn author_place(&self, span: Span, origin: Origin) -> Option<Location<'_>> {
        let trail = self.origins.trail(origin).into_iter().map(|step| step.used_at);
        let way = std::iter::once(self.origins.place(span, origin)).chain(trail);
        self.sources.locate(self.sources.authored(way)?)
    }

    /// The game as formatted text.
    pub fn print(&self) -> String {
        self.tree.print(&self.sources)
    }
}

/// The options and rulesets of a game.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The categories of options, each with its selected item.
    pub options: Vec<Category>,
    /// The rulesets.
    pub rulesets: Vec<Ruleset>,
}

/// Parses and expands a description.
pub fn expand(
    file: impl Into<Arc<SourceFile>>,
    library: &Library,
    choice: &Choice,
) -> Result<Expanded, Diagnostics> {
    let expanded = expand_with_gaps(file, library, choice)?;
    if has_errors(&expanded.found) {
        return Err(Diagnostics { sources: expanded.sources, list: expanded.found });
    }
    Ok(expanded)
}

/// Parses and expands a description as far as possible: erroneous parts become gaps, and the errors are among
/// the findings, so that later stages can find further errors.
pub(crate) fn expand_with_gaps(
    file: impl Into<Arc<SourceFile>>,
    library: &Library,
    choice: &Choice,
) -> Result<Expanded, Diagnostics> {
    let file = file.into();
    let mut work = Work::default();
    let (source, Choices { options, rulesets }) = open(&file, choice, &mut work)?;
    let reader = Reader { text: file.text(), tree: &source };
    let filler = Filler { reader, categories: &options, work: &mut work };
    let Filled { items, metadata } = filler.fill();
    let tree = match defines::replace_all(items, library, &mut work) {
        Ok(items) => build::build(&items, library, &options, &mut work),
        Err(defines::Stopped) => Tree::default(),
    };
    defines::report_unused(&mut work);
    if tree.is_empty() && has_errors(&work.findings.list) {
        return Err(Diagnostics { sources: work.sources, list: work.findings.list });
    }
    let Work { sources, origins, findings: Findings { list: found }, .. } = work;
    Ok(Expanded { sources, tree, options, rulesets, metadata, origins, found })
}

/// Reads the options and rulesets of a game, even if its rules have errors.
///
/// ```
/// use ludc::expand::{Choice, choices};
/// use ludc::source::SourceFile;
///
/// let text = include_str!("../../stdlib-games/games/connection/hex.lud");
/// let found = choices(SourceFile::new("hex.lud", text), &Choice::default())?;
/// let board = &found.options[0];
/// assert_eq!(board.heading, "Board");
/// assert_eq!(board.names().next().as_deref(), Some("Board/5x5"));
/// assert_eq!(board.default_item().label, "11x11");
/// assert!(found.rulesets.iter().any(|ruleset| ruleset.is_called("Misere")));
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
pub fn choices(file: impl Into<Arc<SourceFile>>, choice: &Choice) -> Result<Choices, Diagnostics> {
    let mut work = Work::default();
    let (_, choices) = open(&file.into(), choice, &mut work)?;
    if has_errors(&work.findings.list) {
        return Err(Diagnostics { sources: work.sources, list: work.findings.list });
    }
    Ok(choices)
}

/// Parses the brackets and options of a description. Errors in them, or in the selection, are only recorded, as
/// long as the nesting is clear.
fn open(
    file: &Arc<SourceFile>,
    choice: &Choice,
    work: &mut Work,
) -> Result<(syntax::Tree, Choices), Diagnostics> {
    if file.text().len() > MAX_SOURCE_BYTES {
        let message = format!("{} is larger than {} MiB", file.name(), MAX_SOURCE_BYTES >> 20);
        let list = vec![Diagnostic::new(Code::TooLarge, message)];
        return Err(Diagnostics { sources: Sources::default(), list });
    }
    work.sources.add(file.clone());
    let (source, found) = syntax::parse_mended(file.text());
    work.findings.list = found;
    let Some(source) = source else {
        let list = std::mem::take(&mut work.findings.list);
        return Err(Diagnostics { sources: std::mem::take(&mut work.sources), list });
    };
    if source.tokens.is_empty() {
        let diagnostic = Diagnostic::new(Code::EmptyFile, "the file contains no description");
        work.findings.list.push(diagnostic.at(Span::default(), "expected a game"));
        let list = std::mem::take(&mut work.findings.list);
        return Err(Diagnostics { sources: std::mem::take(&mut work.sources), list });
    }
    let reader = Reader { text: file.text(), tree: &source };
    let (mut options, rulesets) = read_choices(reader, &mut work.findings.list);
    options::check_rulesets(&options, &rulesets, &mut work.findings.list);
    options::choose(&mut options, &rulesets, choice, &mut work.findings.list);
    Ok((source, Choices { options, rulesets }))
}

/// Reads all options, wherever they are, and the first list of rulesets.
fn read_choices(
    reader: Reader<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Category>, Vec<Ruleset>) {
    let mut categories = Vec::new();
    let mut rulesets = None;
    let mut index = 0;
    while index < reader.tree.tokens.len() {
        match reader.keyword(index) {
            Some("option") => categories.extend(options::read(reader, index, diagnostics)),
            Some("rulesets") => {
                rulesets.get_or_insert_with(|| rulesets::read(reader, index, diagnostics));
            }
            _ => {
                index += 1;
                continue;
            }
        }
        index = reader.tree.after(index);
    }
    (categories, rulesets.unwrap_or_default())
}
