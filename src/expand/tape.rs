//! Token sequences being rewritten.
//!
//! Macros of the language are textual: a define is expanded wherever its quoted name occurs, a parameter may be
//! half a word, an option value half a form. Rewriting token sequences preserves these semantics exactly, while
//! each token keeps its origin.

use std::borrow::Cow;

use fxhash::FxHashMap;

use super::origin::Through;
use super::work::Work;
use crate::source::{Sources, shown};
use crate::syntax::{Bracket, Origin, Token, TokenKind, string_of};

/// Number of a quoted name; equal names have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name(pub(super) u32);

impl Name {
    /// The number of tokens that are not strings.
    pub(super) const NONE: Self = Self(u32::MAX);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The quoted names seen so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: FxHashMap<Box<str>, Name>,
    spellings: Vec<Box<str>>,
}

impl Names {
    pub(super) fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.numbers.get(text) {
            return name;
        }
        let name = Name(self.spellings.len() as u32);
        self.spellings.push(text.into());
        self.numbers.insert(text.into(), name);
        name
    }

    pub(super) fn spelling(&self, name: Name) -> &str {
        &self.spellings[name.index()]
    }
}

/// A token with the number of the name it quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) token: Token,
    pub(super) name: Name,
}

impl Item {
    /// The item of a token of a file; strings with control characters are escaped for display.
    pub(super) fn read(token: Token, work: &mut Work) -> Self {
        if token.kind == TokenKind::Text
            && let Cow::Owned(text) = shown(work.sources.text(token.span))
        {
            let origin = work.origins.add(Through::Paste, token.span, token.origin);
            let made = pasted(token.kind, &text, origin, &mut work.sources);
            let token = Token { joined: token.joined, ..made };
            return Self::new(token, &work.sources, &mut work.names);
        }
        Self::new(token, &work.sources, &mut work.names)
    }

    pub(super) fn new(token: Token, sources: &Sources, names: &mut Names) -> Self {
        let name = match token.kind {
            TokenKind::Text => names.intern(string_of(sources, token)),
            _ => Name::NONE,
        };
        Self { token, name }
    }

    pub(super) fn is_open(self, bracket: Bracket) -> bool {
        self.token.kind == TokenKind::Open(bracket)
    }
}

/// An output sequence, which keeps track of which tokens are adjacent.
#[derive(Debug)]
pub(super) struct Tape {
    pub(super) items: Vec<Item>,
    /// Whether the next item may be adjacent to the last one: `false` after white space.
    touching: bool,
}

impl Tape {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { items: Vec::with_capacity(capacity), touching: true }
    }

    /// Writes one item.
    pub(super) fn push(&mut self, mut item: Item) {
        item.token.joined &= self.touching;
        self.touching = true;
        self.items.push(item);
    }

    /// Writes items unchanged.
    pub(super) fn extend(&mut self, items: &[Item]) {
        if let Some((&first, rest)) = items.split_first() {
            self.push(first);
            self.items.extend_from_slice(rest);
        }
    }

    /// Writes items in place of a skipped token: the first one takes its position.
    pub(super) fn splice(&mut self, items: &[Item]) {
        if let Some((&first, rest)) = items.split_first() {
            self.push(Item { token: Token { joined: true, ..first.token }, ..first });
            self.items.extend_from_slice(rest);
        }
    }

    /// Skips a token; `joined` is whether it was adjacent to the one before it.
    pub(super) fn skip(&mut self, joined: bool) {
        self.touching &= joined;
    }

    /// Removes the last item.
    pub(super) fn unpush(&mut self) {
        if let Some(item) = self.items.pop() {
            self.skip(item.token.joined);
        }
    }
}

/// Index of the bracket that closes the one at `open`; the length if there is none.
pub(super) fn closing(items: &[Item], open: usize) -> usize {
    let mut depth = 0usize;
    for (index, item) in items.iter().enumerate().skip(open) {
        match item.token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index;
                }
            }
            _ => {}
        }
    }
    items.len()
}

/// Writes tokens as text, with one space between tokens that are not adjacent.
pub(super) fn render(items: &[Item], sources: &Sources, out: &mut String) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 && !item.token.joined {
            out.push(' ');
        }
        out.push_str(sources.text(item.token.span));
    }
}

/// A token with generated text.
pub(super) fn pasted(kind: TokenKind, text: &str, origin: Origin, sources: &mut Sources) -> Token {
    Token { kind, joined: false, span: sources.paste(text), origin }
}
