//! The manual: explanations of ludemes, types and constants.

use super::phrase;
use super::signature::{Signature, Type};
use super::table::Table;
use crate::diagnostic::nearest;

/// All entries of the table for a name, as text: `is Line`, `move`, `SiteType`, `Mover`.
///
/// If there is none, returns the closest name with an entry, if any.
pub fn look_up(name: &str) -> Result<String, Option<String>> {
    let table = Table::get();
    let name = name.trim().trim_start_matches('(').trim_end_matches(')').trim();
    for same in [str::eq, str::eq_ignore_ascii_case] as [fn(&str, &str) -> bool; 2] {
        let found = everything(table, |known| same(known, name));
        if !found.is_empty() {
            return Ok(found.join("\n"));
        }
    }
    let heads = table.signatures().iter().map(|signature| signature.head.as_str());
    let types = table.types().iter().map(|kind| kind.name);
    let all = heads.chain(types).chain(table.keywords()).chain(table.constants());
    Err(nearest(name, all).map(str::to_owned))
}

/// The entries of the table for a name: signatures, variants of a keyword, types, constants.
fn everything(table: &Table, is_called: impl Fn(&str) -> bool) -> Vec<String> {
    let signatures = || table.signatures().iter();
    let exact: Vec<&Signature> = signatures()
        .filter(|s| is_called(&s.head) || s.aliases.iter().any(|alias| is_called(alias)))
        .collect();
    let variants: Vec<&Signature> =
        signatures().filter(|s| is_called(s.keyword) && s.constants > 0).collect();
    let kinds = table.types().iter().filter(|kind| is_called(kind.name) && !kind.doc.is_empty());
    let constants = table.types().iter().flat_map(|kind| {
        let found = kind.constants.iter().filter(|constant| is_called(constant.name));
        found.map(|found| format!("{} ({}): {}\n", found.name, kind.name, found.doc))
    });
    let mut found = vec![entries(&exact), overview(&variants)];
    found.extend(kinds.map(type_entry));
    found.push(constants.collect());
    found.retain(|part| !part.is_empty());
    found
}

fn entries(signatures: &[&Signature]) -> String {
    let entries: Vec<String> = signatures.iter().map(|signature| entry(signature)).collect();
    entries.join("\n")
}

/// A signature with its meaning and its parameters.
fn entry(signature: &Signature) -> String {
    let table = Table::get();
    let result = table.kind(signature.result).name;
    let mut text = format!("{} -> {result}\n    {}\n", phrase::written(signature), signature.doc);
    if !signature.aliases.is_empty() {
        text.push_str(&format!("    also written {}\n", signature.aliases.join(", ")));
    }
    let noted: Vec<_> = signature
        .slots
        .iter()
        .flat_map(|slot| &slot.choices)
        .filter(|choice| !choice.note.is_empty())
        .collect();
    let width = noted.iter().map(|choice| choice.name.len()).max().unwrap_or(0);
    for choice in noted {
        text.push_str(&format!("    {:width$}  {}\n", choice.name, choice.note));
    }
    text
}

/// The variants of a keyword, one per line.
fn overview(signatures: &[&Signature]) -> String {
    let width = signatures.iter().map(|signature| signature.head.len()).max().unwrap_or(0);
    let line = |signature: &&Signature| format!("{:width$}  {}\n", signature.head, signature.doc);
    signatures.iter().map(line).collect()
}

fn type_entry(kind: &Type) -> String {
    let width = kind.constants.iter().map(|constant| constant.name.len()).max().unwrap_or(0);
    let mut text = format!("{}\n    {}\n", kind.name, kind.doc);
    for constant in &kind.constants {
        text.push_str(&format!("    {:width$}  {}\n", constant.name, constant.doc));
    }
    text
}

/// The whole table as a Markdown document.
pub fn document() -> String {
    let table = Table::get();
    let mut text = format!(
        "# Ludemes\n\nEvery ludeme of the language: {} signatures of {} keywords, by family, with their meaning. \
         Parameters \
         in square\nbrackets are optional, `= x` is a default, `a | b` means either of the two, `{{…}}` is a list, and \
         `label:` is written\nin games as shown here.\n\n\
         <!-- Generated from src/ast/language by UPDATE_DOCS=1 cargo test --test suite documents -->\n",
        table.signatures().len(),
        table.keywords().count(),
    );
    let mut family = "";
    for signature in table.signatures() {
        if signature.family != family {
            family = signature.family;
            text.push_str(&format!("\n## {}{}\n", family[..1].to_uppercase(), &family[1..]));
        }
        text.push_str(&format!("\n```text\n{}```\n", entry(signature)));
    }
    text.push_str("\n## Types\n");
    for kind in table.types().iter().filter(|kind| !kind.doc.is_empty()) {
        text.push_str(&format!("\n```text\n{}```\n", type_entry(kind)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::look_up;

    #[test]
    fn names_are_looked_up() {
        assert!(look_up("is Line").unwrap().starts_with("(is Line "));
        assert!(look_up("(sites Top)").unwrap().contains("-> Region"));
        assert!(look_up("move").unwrap().contains("move Hop"));
        assert!(look_up("sitetype").unwrap().contains("Vertex"));
        assert!(look_up("Mover").unwrap().starts_with("Mover (Role): "));
        assert_eq!(look_up("is Lien"), Err(Some("is Line".into())));
        assert_eq!(look_up("qwertyuiop"), Err(None));
    }
}
