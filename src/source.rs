//! Source texts and places in them.
//!
//! Every text that takes part in a compilation (the author's file, define files,
//! text pasted together by expansion) is given a stretch of one common line of
//! positions, so that a [`Span`] is eight bytes, needs no file number, and any
//! place can be turned back into file, line and column.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The largest text that is admitted, in bytes. The largest published game has 170 kB, and
/// 3.5 MB when it is printed with all macros expanded.
pub const MAX_SOURCE_BYTES: usize = 4 << 20;

/// Where the positions of pasted text begin; files lie below.
const PASTED_BASE: u32 = 1 << 31;

/// A stretch of source text, as half-open positions on the line common to all texts of a
/// [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Position of the first byte.
    pub start: u32,
    /// Position after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end, "span runs backwards: {start}..{end}");
        Self { start, end }
    }

    /// The same stretch, `base` positions further on.
    #[must_use]
    pub fn shifted(self, base: u32) -> Self {
        Self { start: self.start + base, end: self.end + base }
    }

    /// The smallest span that holds both; they must lie in the same text.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `other` lies within this span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the text was made by expansion and stands in no file.
    pub fn is_pasted(self) -> bool {
        self.start >= PASTED_BASE
    }
}

/// A text as it can be shown: characters that a terminal or a browser would obey rather than show are
/// written out, as in `\u{1b}`. Line breaks and tabs stay.
///
/// Names come out of descriptions, which may come from anywhere. They are written out where they are read,
/// so that whoever shows one need not think of it.
pub fn shown(text: &str) -> Cow<'_, str> {
    let unseen = |(at, letter): (usize, char)| match letter {
        '\n' | '\t' => false,
        '\r' => !text[at..].starts_with("\r\n"),
        // Marks that turn around the direction of the text after them.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        letter => letter.is_control(),
    };
    if !text.char_indices().any(unseen) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 16);
    for (at, letter) in text.char_indices() {
        if unseen((at, letter)) {
            written.extend(letter.escape_unicode());
        } else {
            written.push(letter);
        }
    }
    Cow::Owned(written)
}

/// A named text.
#[derive(Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Whether it is the author's own text, as opposed to one of a library.
    library: bool,
}

impl SourceFile {
    /// The author's text under the name it is reported by, usually a path.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let name: String = name.into();
        Self { name: shown(&name).into_owned(), text: text.into(), library: false }
    }

    /// A text of a define library.
    pub fn library(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(name, text).into_library()
    }

    /// The same text as one of a define library.
    #[must_use]
    pub fn into_library(self) -> Self {
        Self { library: true, ..self }
    }

    /// The name it is reported by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it belongs to a define library rather than to the author.
    pub fn is_library(&self) -> bool {
        self.library
    }

    /// Line and column of a byte offset, both from 1, columns in characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// A file with the position of its first byte.
#[derive(Clone, Debug)]
struct Placed {
    base: u32,
    file: Arc<SourceFile>,
}

/// A place found again: the file and the byte range in it.
#[derive(Clone, Debug)]
pub struct Location<'s> {
    /// The file.
    pub file: &'s Arc<SourceFile>,
    /// Byte offsets in the text of the file.
    pub range: Range<usize>,
}

/// All texts of one compilation.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Placed>,
    next_base: u32,
    pasted: String,
}

impl Sources {
    /// Admits a file and returns the position of its first byte.
    ///
    /// # Panics
    /// If the files add up to 2 GiB. Callers bound each by [`MAX_SOURCE_BYTES`] and their number
    /// by the size of a define library.
    pub fn add(&mut self, file: Arc<SourceFile>) -> u32 {
        let base = self.next_base;
        // One position past the end is kept free, so that an empty span there is still in the file.
        let next = base as usize + file.text.len() + 1;
        assert!(next < PASTED_BASE as usize, "more than 2 GiB of source text");
        self.next_base = next as u32;
        self.files.push(Placed { base, file });
        base
    }

    /// Records text that expansion made and that stands in no file.
    pub fn paste(&mut self, text: &str) -> Span {
        let start = PASTED_BASE + self.pasted.len() as u32;
        self.pasted.push_str(text);
        Span::new(start, start + text.len() as u32)
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        if span.is_pasted() {
            let start = (span.start - PASTED_BASE) as usize;
            return &self.pasted[start..start + (span.end - span.start) as usize];
        }
        let placed = self.placed(span.start);
        let start = (span.start - placed.base) as usize;
        &placed.file.text[start..start + (span.end - span.start) as usize]
    }

    /// Finds the file of a span; none for pasted text.
    pub fn locate(&self, span: Span) -> Option<Location<'_>> {
        if span.is_pasted() || self.files.is_empty() {
            return None;
        }
        let placed = self.placed(span.start);
        let start = (span.start - placed.base) as usize;
        let end = (span.end - placed.base) as usize;
        Some(Location { file: &placed.file, range: start..end })
    }

    /// The first of some places that stands in a text of the author's.
    pub fn authored(&self, places: impl IntoIterator<Item = Span>) -> Option<Span> {
        let is_authored =
            |span: &Span| self.locate(*span).is_some_and(|place| !place.file.is_library());
        places.into_iter().find(is_authored)
    }

    /// Number of bytes pasted so far.
    pub fn pasted_bytes(&self) -> usize {
        self.pasted.len()
    }

    /// The first file: the one the author asked to compile.
    pub fn main(&self) -> Option<&Arc<SourceFile>> {
        self.files.first().map(|placed| &placed.file)
    }

    /// The first file of that name.
    pub fn by_name(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.files.iter().map(|placed| &placed.file).find(|file| file.name() == name)
    }

    fn placed(&self, position: u32) -> &Placed {
        // Most spans are in the author's file, which is the first.
        if self.files.get(1).is_none_or(|second| position < second.base) {
            return &self.files[0];
        }
        &self.files[self.files.partition_point(|placed| placed.base <= position) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_lead_back_to_their_file() {
        let mut sources = Sources::default();
        let first = sources.add(Arc::new(SourceFile::new("a", "one\ntwö three")));
        let second = sources.add(Arc::new(SourceFile::library("b", "four")));
        let three = Span::new(9, 14).shifted(first);
        assert_eq!(sources.text(three), "three");
        let location = sources.locate(three).unwrap();
        assert_eq!(location.file.line_column(location.range.start), (2, 5));
        let four = Span::new(0, 4).shifted(second);
        assert_eq!(sources.text(four), "four");
        assert!(sources.locate(four).unwrap().file.is_library());
        let pasted = sources.paste("five");
        assert_eq!(sources.text(pasted), "five");
        assert!(sources.locate(pasted).is_none());
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert!(matches!(shown("Ka\n\tl\r\na ☗"), Cow::Borrowed(_)));
        assert_eq!(shown("a\u{1b}[31m\r\u{9b}\u{202e}b"), "a\\u{1b}[31m\\u{d}\\u{9b}\\u{202e}b");
    }

    #[test]
    fn the_end_of_a_file_belongs_to_it() {
        let mut sources = Sources::default();
        sources.add(Arc::new(SourceFile::new("a", "ab")));
        sources.add(Arc::new(SourceFile::new("b", "cd")));
        assert_eq!(sources.locate(Span::new(2, 2)).unwrap().file.name(), "a");
    }
}
