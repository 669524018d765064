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
    let list = |item: &dyn Fn(&str) -> String| {
        kind.constants.iter().map(|constant| item(constant.name)).collect::<Vec<_>>().join(", ")
    };
    format!(
        "{doc}\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum {name} {{\n{constants}}}\n\
         impl Enumeration for {name} {{\n    \
             const KIND: TypeId = TypeId({id});\n    \
             const ALL: &'static [Self] = &[{all}];\n    \
             const NAMES: &'static [&'static str] = &[{names}];\n    \
             fn number(self) -> usize {{\n        self as usize\n    }}\n\
         }}\n",
        doc = doc("", kind.doc),
        all = list(&|name| format!("Self::{name}")),
        names = list(&|name| format!("{name:?}")),
    )
}
