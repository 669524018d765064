//! Describes types and signatures in words.

use super::signature::{Signature, TypeId};
use super::table::Table;

/// Maximum number of constants to list instead of the name of an enumeration.
const FEW: usize = 4;

/// A type in a few words, with an article.
pub(super) fn of(table: &Table, kind: TypeId, lists: u8) -> String {
    let name = table.kind(kind).name;
    if lists > 0 {
        let inner = if lists > 1 { "lists of " } else { "" };
        return format!("a list of {inner}{}", plural(name));
    }
    match name {
        "Int" => "a number".into(),
        "IntLiteral" => "a whole number".into(),
        "Dim" => "a size".into(),
        "Float" | "FloatLiteral" => "a real number".into(),
        "Bool" => "a condition".into(),
        "BoolLiteral" => "`True` or `False`".into(),
        "RegionTypeStatic" => "a family of regions such as `Rows`".into(),
        "Ints" => "a ludeme that makes a list of numbers".into(),
        "Moves" | "Decision" => "moves".into(),
        "NonDecision" | "Effect" => "an effect".into(),
        _ => {
            let constants = &table.kind(kind).constants;
            if (1..=FEW).contains(&constants.len()) {
                let names: Vec<String> =
                    constants.iter().map(|constant| format!("`{}`", constant.name)).collect();
                return alternatives(&names);
            }
            only_keyword(table, kind).map_or_else(
                || {
                    let words = words(name);
                    let article =
                        if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                    format!("{article} {words}")
                },
                |keyword| format!("`({keyword} …)`"),
            )
        }
    }
}

/// The keyword that every value of a type is written with, if there is just one.
fn only_keyword(table: &Table, kind: TypeId) -> Option<&'static str> {
    let accepted = table.kind(kind);
    if accepted.accepts.len() > 1 {
        return None;
    }
    let mut keywords = table
        .signatures()
        .iter()
        .filter(|signature| signature.result == kind)
        .map(|signature| signature.keyword);
    let first = keywords.next()?;
    keywords.all(|keyword| keyword == first).then_some(first)
}

fn plural(name: &str) -> String {
    match name {
        "Int" | "IntLiteral" | "Float" | "FloatLiteral" => "numbers".into(),
        "Dim" => "sizes".into(),
        "Bool" | "BoolLiteral" => "conditions".into(),
        "Moves" | "Decision" => "moves".into(),
        "Ints" => "lists of numbers".into(),
        "RegionTypeStatic" => "families of regions".into(),
        _ => format!("{}s", words(name)),
    }
}

/// `SiteType` as `site type`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn alternatives(phrases: &[String]) -> String {
    match phrases {
        [] => "nothing".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A signature in the notation of the manual: labels as in games, the rest as in the table.
pub(super) fn written(signature: &Signature) -> String {
    let mut usage = String::with_capacity(signature.text.len());
    let mut rest = signature.text;
    while let Some((before, after)) = rest.split_once('@') {
        let (label, value) = after.split_once(": ").unwrap_or((after, ""));
        usage.push_str(before);
        usage.push_str(label);
        usage.push(':');
        rest = value;
    }
    usage.push_str(rest);
    usage
}
