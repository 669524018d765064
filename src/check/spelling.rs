//! Lookup of many names, whole or in part, among many others, in time linear in the text.

use std::cell::OnceCell;
use std::ops::Range;

use fxhash::FxHashSet;

/// Length of the sort key in bytes; longer prefixes are compared one by one.
const KEY: usize = 64;

/// Texts sorted by prefix.
#[derive(Debug)]
pub(super) struct Prefixes<'t> {
    /// Each text with its number.
    sorted: Vec<(&'t str, usize)>,
}

impl<'t> Prefixes<'t> {
    /// An index by prefix.
    pub(super) fn of(texts: impl Iterator<Item = &'t str>) -> Self {
        Self::new(texts.zip(0..).collect())
    }

    /// An index by substring: of all suffixes.
    pub(super) fn of_parts(texts: impl Iterator<Item = &'t str>) -> Self {
        let ends = |(text, number): (&'t str, usize)| {
            text.char_indices().map(move |(start, _)| (&text[start..], number))
        };
        Self::new(texts.zip(0..).flat_map(ends).collect())
    }

    fn new(mut sorted: Vec<(&'t str, usize)>) -> Self {
        sorted.sort_unstable_by(|(a, _), (b, _)| key(a).cmp(key(b)));
        Self { sorted }
    }

    /// The range of texts with the same prefix key.
    fn range(&self, prefix: &str) -> Range<usize> {
        let key_of_prefix = key(prefix);
        let first = self.sorted.partition_point(|(text, _)| key(text) < key_of_prefix);
        let begins = |text: &str| key(text).starts_with(key_of_prefix);
        let count = self.sorted[first..].partition_point(|(text, _)| begins(text));
        first..first + count
    }

    /// The number of texts with a prefix.
    pub(super) fn count(&self, prefix: &str) -> usize {
        let range = self.range(prefix);
        if prefix.len() <= KEY { range.len() } else { self.with(prefix).count() }
    }

    /// The numbers of the texts with a prefix.
    pub(super) fn with(&self, prefix: &str) -> impl Iterator<Item = usize> {
        let found = self.sorted[self.range(prefix)].iter();
        found.filter(move |(text, _)| text.starts_with(prefix)).map(|&(_, number)| number)
    }
}

fn key(text: &str) -> &[u8] {
    &text.as_bytes()[..text.len().min(KEY)]
}

/// A set of names, for exact and partial lookup.
#[derive(Debug)]
pub(super) struct Known<'n> {
    /// The names in their order.
    pub(super) names: Vec<&'n str>,
    whole: FxHashSet<&'n str>,
    parts: OnceCell<Prefixes<'n>>,
}

impl<'n> Known<'n> {
    pub(super) fn new(names: Vec<&'n str>) -> Self {
        let whole = names.iter().copied().collect();
        Self { names, whole, parts: OnceCell::new() }
    }

    /// The distinct names.
    pub(super) fn distinct(&self) -> impl Iterator<Item = &'n str> {
        self.whole.iter().copied()
    }

    /// Whether it is one of the names.
    pub(super) fn has(&self, name: &str) -> bool {
        self.whole.contains(name)
    }

    /// Whether it is a substring of one of the names.
    pub(super) fn has_part(&self, part: &str) -> bool {
        let parts = || self.parts.get_or_init(|| Prefixes::of_parts(self.names.iter().copied()));
        self.has(part)
            || part.is_empty() && !self.names.is_empty()
            || parts().with(part).next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Prefixes};

    #[test]
    fn names_are_found_whole_and_in_part() {
        let long = "long".repeat(40);
        let known = Known::new(vec!["Pawn1", "Pawn2", "König", &long]);
        assert!(known.has("Pawn1") && !known.has("Pawn"));
        for part in ["Pawn", "awn2", "ö", "nig", "", "onglong", &long[3..]] {
            assert!(known.has_part(part), "{part}");
        }
        assert!(!known.has_part("Pawn3") && !known.has_part(&format!("{long}l")));
        assert!(!Known::new(Vec::new()).has_part(""));
    }

    #[test]
    fn beginnings_are_counted() {
        let texts = Prefixes::of(["ab", "abc", "b", "ab"].into_iter());
        assert_eq!((texts.count("ab"), texts.count("abc"), texts.count("c")), (3, 1, 0));
        assert_eq!(texts.count(""), 4);
    }
}
