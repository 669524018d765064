//! Libraries of shared defines.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use fxhash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, has_errors};
use crate::source::{SourceFile, Sources};
use crate::syntax::{self, Bracket, Token, TokenKind, Tree, contents};

include!(concat!(env!("OUT_DIR"), "/embedded_defs.rs"));

/// The names of published defines that are not in the built-in library, one per line.
const ABSENT: &str = include_str!("../../stdlib-games/absent-defs.txt");

/// A define in a file of a library.
#[derive(Clone, Debug)]
pub(super) struct LibraryDefine {
    pub(super) file: Arc<SourceFile>,
    pub(super) tree: Arc<Tree>,
    /// The tokens of the body.
    pub(super) body: Range<usize>,
}

/// Finds the description of a game by its name and the name of the file that refers to it.
type Shelf = dyn Fn(&str, &str) -> Option<SourceFile> + Send + Sync;

/// Defines by name, for games that use defines that they do not contain, and games by name, for matches.
#[derive(Clone, Default)]
pub struct Library {
    defines: FxHashMap<String, LibraryDefine>,
    games: Option<Arc<Shelf>>,
    /// The fallback library.
    fallback: Option<&'static Library>,
}

impl Library {
    /// The built-in library.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: OnceLock<Library> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            let mut library = Self::default();
            for (name, text) in EMBEDDED_DEFS {
                let added = library.add(SourceFile::library(format!("<built-in>/{name}"), *text));
                debug_assert!(added.is_ok(), "{}", added.unwrap_err());
            }
            library
        })
    }

    /// An empty library that falls back to the built-in one.
    pub fn over_embedded() -> Self {
        Self { fallback: Some(Self::embedded()), ..Self::default() }
    }

    /// Adds every `(define "Name" …)` of a file. The first define of a name wins.
    ///
    /// A file with errors is not added at all.
    pub fn add(&mut self, file: SourceFile) -> Result<(), Diagnostics> {
        let file = Arc::new(file);
        let (tree, mut list) = syntax::parse(file.text());
        let tree = Arc::new(tree);
        let mut found = Vec::new();
        let mut index = 0;
        while index < tree.tokens.len() && !has_errors(&list) {
            let after = tree.after(index);
            match define_at(&tree.tokens[index..after], file.text()) {
                Some(name) => found.push((name.to_owned(), index + 3..after - 1)),
                None => list.push(
                    Diagnostic::new(
                        Code::MalformedDefine,
                        "a define file may contain only defines",
                    )
                    .at(tree.tokens[index].span, "expected `(define \"Name\" …)`"),
                ),
            }
            index = after;
        }
        if has_errors(&list) {
            let mut sources = Sources::default();
            sources.add(file);
            return Err(Diagnostics { sources, list });
        }
        for (name, body) in found {
            let define = LibraryDefine { file: file.clone(), tree: tree.clone(), body };
            self.defines.entry(name).or_insert(define);
        }
        Ok(())
    }

    /// Sets the lookup of games for matches, by their names; the second name is that of the file with the
    /// match.
    #[must_use]
    pub fn with_games(
        self,
        find: impl Fn(&str, &str) -> Option<SourceFile> + Send + Sync + 'static,
    ) -> Self {
        Self { games: Some(Arc::new(find)), ..self }
    }

    /// The description of a game of a match.
    pub(crate) fn game(&self, name: &str, file: &str) -> Option<SourceFile> {
        self.games.as_ref().and_then(|find| find(name, file))
    }

    pub(super) fn get(&self, name: &str) -> Option<&LibraryDefine> {
        self.defines.get(name).or_else(|| self.fallback.and_then(|library| library.get(name)))
    }

    /// The names of all defines, in alphabetical order.
    pub fn names(&self) -> Vec<&str> {
        let fallback = self.fallback.map(Self::names).unwrap_or_default();
        let mut names: Vec<&str> =
            self.defines.keys().map(String::as_str).chain(fallback).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether published games share a define of this name that is not in the built-in library.
    pub fn is_known_absent(name: &str) -> bool {
        ABSENT.lines().any(|absent| absent == name)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("defines", &self.defines)
            .field("games", &self.games.is_some())
            .field("fallback", &self.fallback)
            .finish()
    }
}

/// The name of the define, if a form is one.
fn define_at<'t>(form: &[Token], text: &'t str) -> Option<&'t str> {
    let slice = |token: Token| &text[token.span.start as usize..token.span.end as usize];
    match form {
        [open, word, name, .., _]
            if open.kind == TokenKind::Open(Bracket::Round)
                && word.kind == TokenKind::Word
                && slice(*word) == "define"
                && name.kind == TokenKind::Text =>
        {
            Some(contents(slice(*name)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_library_is_sound() {
        for (name, text) in EMBEDDED_DEFS {
            let mut library = Library::default();
            let file = SourceFile::library(*name, *text);
            library.add(file).unwrap_or_else(|found| panic!("{found}"));
            let stem = name.rsplit('/').next().unwrap().trim_end_matches(".def");
            assert_eq!(library.names(), [stem], "one define a file, under its name");
        }
        let absent: Vec<_> =
            ABSENT.lines().filter(|name| Library::embedded().get(name).is_some()).collect();
        assert!(absent.is_empty(), "listed as absent, but there: {absent:?}");
    }

    #[test]
    fn the_first_define_of_a_name_stays() {
        let mut library = Library::default();
        library.add(SourceFile::library("a", "(define \"A\" 1) (define \"B\" 2)")).unwrap();
        library.add(SourceFile::library("b", "(define \"A\" (x y))")).unwrap();
        assert_eq!(library.names(), ["A", "B"]);
        assert_eq!(library.get("A").unwrap().body.len(), 1);
        assert!(library.add(SourceFile::library("c", "(define \"C\" 1) (game)")).is_err());
        assert!(library.get("C").is_none());
    }
}
