//! The games that come with the compiler.
//!
//! They are descriptions like any other, in our own words, and need nothing beside them.

use std::sync::OnceLock;

use crate::diagnostic::nearest;
use crate::source::SourceFile;

include!(concat!(env!("OUT_DIR"), "/embedded_games.rs"));

/// A game that comes with the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called by: `tic-tac-toe`.
    pub name: &'static str,
    /// The family it belongs to: `line`.
    pub family: &'static str,
    /// Its description.
    pub text: &'static str,
}

/// All of them, by family and name.
pub fn all() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let entry = |&(path, text): &(&'static str, &'static str)| {
            let (family, name) = path.trim_end_matches(".lud").split_once('/')?;
            Some(Entry { name, family, text })
        };
        EMBEDDED_GAMES.iter().filter_map(entry).collect()
    })
}

/// The game of a name. Letter case, blanks and marks do not matter: `Nine Men's Morris` is
/// `nine-mens-morris`.
///
/// ```
/// use ludc::{Options, compile, games};
///
/// let chess = games::find("Chess").unwrap();
/// assert_eq!((chess.name, chess.family), ("chess", "chess"));
/// let game = compile(chess.source(), &Options::default())?;
/// assert_eq!(game.players(), 2);
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
pub fn find(name: &str) -> Option<&'static Entry> {
    let wanted = bare(name);
    all().iter().find(|entry| bare(entry.name) == wanted)
}

/// The name of the game that may have been meant by one that is not there.
pub fn suggestion(name: &str) -> Option<&'static str> {
    let wanted = bare(name);
    let part = |entry: &&Entry| wanted.len() > 2 && bare(entry.name).contains(&wanted);
    nearest(&name.to_lowercase(), all().iter().map(|entry| entry.name))
        .or_else(|| all().iter().find(part).map(|entry| entry.name))
}

/// A name without what does not matter.
fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Entry {
    /// The description as a text to compile.
    pub fn source(&self) -> SourceFile {
        SourceFile::new(format!("<built-in>/{}/{}.lud", self.family, self.name), self.text)
    }

    /// What the game is about, in a sentence: how its opening comment begins.
    pub fn summary(&self) -> String {
        let header = self.header();
        let end = header.find(". ").map_or(header.len(), |end| end + 1);
        header[..end].to_owned()
    }

    /// The comment that opens the description, as one paragraph: what the game is about, where its
    /// rules come from, and the rules in short.
    pub fn header(&self) -> String {
        let comment = self.text.lines().map_while(|line| line.strip_prefix("//"));
        comment.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        for name in ["nine-mens-morris", "Nine Men's Morris", "NINEMENSMORRIS"] {
            assert_eq!(find(name).map(|entry| entry.name), Some("nine-mens-morris"));
        }
        assert_eq!(find("nine"), None);
        assert_eq!(suggestion("ches"), Some("chess"));
        assert_eq!(suggestion("morris"), Some("nine-mens-morris"));
        assert_eq!(suggestion("quidditch"), None);
    }
}
