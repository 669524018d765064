//! The enumerations.

use super::super::signature::Type;
use super::{Language, doc};

/// The code of all enumerations.
pub(super) fn code(language: &Language) -> String {
    let kinds = language.entries.types.iter().enumerate();
    kinds
        .filter(|(_, kind)| !kind.constants.is_empty())
        .map(|(id, kind)| enumeration(id, kind))
        .collect()
}

fn enumeration(id: usize, kind: &Type) -> String {
    let name = kind.name;
    let constants: String = kind
        .constants
        .iter()
        .map(|constant| doc("    ", constant.doc) + &format!("    {},\n", constant.name))
        .collect();
    let names: Vec<&str> = kind.constants.iter().map(|constant| constant.name).collect();
    format!(
        "{doc}\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum {name} {{\n{constants}}}\n\
         enumeration!({name} = {id}: {names});\n",
        doc = doc("", kind.doc),
        names = names.join(" "),
    )
}
