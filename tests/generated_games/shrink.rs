//! The smallest game found that goes wrong in the same way.

use super::change::{with, without};
use super::parts::{Part, parts};

/// Forms that stand for any other of their type.
const SIMPLE: [(&str, &str); 7] = [
    ("Moves", "(move Pass)"),
    ("Bool", "True"),
    ("Bool", "False"),
    ("Int", "0"),
    ("Int", "1"),
    ("Region", "(sites Board)"),
    ("Graph", "(square 2)"),
];

/// Simplifies a game as long as `fails` says that it still goes wrong.
pub(crate) fn shrink(text: String, fails: impl Fn(&str) -> bool) -> String {
    let mut smallest = text;
    while let Some(simpler) = simplified(&smallest, &fails) {
        smallest = simpler;
    }
    smallest
}

/// The first simpler text that still goes wrong, the largest parts tried first.
fn simplified(text: &str, fails: &impl Fn(&str) -> bool) -> Option<String> {
    let all = parts(text)?;
    let mut simpler = all.iter().flat_map(|part| simpler(text, &all, part));
    simpler.find(|simpler| simpler.len() < text.len() && parts(simpler).is_some() && fails(simpler))
}

/// The texts without a part, with something simple in its place, or with a part of it.
fn simpler<'t>(
    text: &'t str,
    all: &'t [Part],
    part: &'t Part,
) -> impl Iterator<Item = String> + 't {
    let gone = part.removable.then(|| without(text, part));
    let simple = SIMPLE.iter().filter(|(kind, _)| *kind == part.wanted);
    let replaced = simple.map(|(_, form)| with(text, part, form));
    let inside = all.iter().filter(|inner| {
        inner.wanted == part.wanted
            && inner.range != part.range
            && part.range.start <= inner.range.start
            && inner.range.end <= part.range.end
    });
    let lifted = inside.map(|inner| with(text, part, &text[inner.range.clone()]));
    gone.into_iter().chain(replaced).chain(lifted)
}
