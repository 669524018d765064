//! The built-in games.
//!
//! They are ordinary descriptions, written for this project, and need no other files.

use std::sync::OnceLock;

use crate::diagnostic::nearest;
use crate::source::SourceFile;

include!(concat!(env!("OUT_DIR"), "/embedded_games.rs"));

/// A built-in game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its identifier: `tic-tac-toe`.
    pub name: &'static str,
    /// The family it belongs to: `line`.
    pub family: &'static str,
    /// Its description.
    pub text: &'static str,
}

/// All built-in games, sorted by family and name.
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

/// Finds a game by name. Letter case, spaces and punctuation are ignored: `Nine Men's Morris` is
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

/// The closest name of a built-in game, as a suggestion for an unknown name.
pub fn suggestion(name: &str) -> Option<&'static str> {
    let wanted = bare(name);
    let part = |entry: &&Entry| wanted.len() > 2 && bare(entry.name).contains(&wanted);
    nearest(&name.to_lowercase(), all().iter().map(|entry| entry.name))
        .or_else(|| all().iter().find(part).map(|entry| entry.name))
}

/// A name in canonical form.
fn bare(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Entry {
    /// The description as a text to compile.
    pub fn source(&self) -> SourceFile {
        SourceFile::new(format!("<built-in>/{}/{}.lud", self.family, self.name), self.text)
    }

    /// A one-sentence summary: the start of the opening comment.
    pub fn summary(&self) -> String {
        let header = self.header();
        let end = header.find(". ").map_or(header.len(), |end| end + 1);
        header[..end].to_owned()
    }

    /// The opening comment as one paragraph: a summary, the source of the rules, and the rules in
    /// brief.
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
