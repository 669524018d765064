//! Writes the Rust of the language from its table: enumerations, ludemes and typed views.
//!
//! Comes in: the table, `src/ast/language/*.ludemes`. Goes out: `words.rs`, `ludemes.rs` and `views.rs`, which
//! the modules of these names in `src/ast/typed` include.
//! Guaranteed: names follow from the table by the rules in `names.rs`, and two that are the same stop the build.
//! Not known here: what any ludeme does.

mod ludemes;
mod names;
mod slots;
#[cfg(test)]
mod tests;
mod values;
mod views;
mod words;

use self::names::Names;
use super::notation::{self, Entries};
use super::signature::{FILES, Signature, Type, TypeId};

/// The files: their names and what they hold.
pub(crate) fn files() -> [(&'static str, String); 3] {
    let language = Language::new(notation::read(FILES));
    [
        ("words.rs", words::code(&language)),
        ("ludemes.rs", ludemes::code(&language)),
        ("views.rs", views::code(&language) + &values::code(&language)),
    ]
}

/// The table with the names of what is made from it.
struct Language {
    entries: Entries,
    names: Names,
}

impl Language {
    fn new(entries: Entries) -> Self {
        let names = Names::of(&entries);
        Self { entries, names }
    }

    fn kind(&self, id: TypeId) -> &Type {
        &self.entries.types[id.index()]
    }

    fn signatures(&self) -> impl Iterator<Item = (usize, &Signature)> {
        self.entries.signatures.iter().enumerate()
    }

    /// The signatures that make values of a type itself, not of a member of it.
    fn made_of(&self, kind: TypeId) -> impl Iterator<Item = (usize, &Signature)> {
        self.signatures().filter(move |(_, signature)| signature.result == kind)
    }

    /// The Rust type of a value, or of a list of such values.
    fn rust_type(&self, kind: TypeId, lists: u8) -> String {
        if lists > 0 {
            return format!("List<'g, {}>", self.rust_type(kind, lists - 1));
        }
        let kind = self.kind(kind);
        if kind.is_text {
            "Text<'g>".to_owned()
        } else if !kind.constants.is_empty() {
            format!("Word<'g, words::{}>", kind.name)
        } else {
            format!("{}<'g>", kind.name)
        }
    }
}

/// Lines of documentation before an item.
fn doc(indent: &str, text: &str) -> String {
    // Brackets and angle brackets would be taken for links and tags.
    let text = text.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<").replace('>', "\\>");
    format!("{indent}/// {text}\n")
}
