//! What games are made of: printed games to begin with, and their forms by the type that is wanted.

use std::ops::Range;

use fxhash::{FxHashMap, FxHashSet};
use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;

use super::parts::{Form, Part, parts};
use crate::support::Random;

/// The longest form that is put into other games, in bytes.
const LONGEST_FORM: usize = 1500;

/// The longest game that others are made from, in bytes.
const LONGEST_GAME: usize = 12_000;

/// The most forms that are kept of a type.
const FORMS: usize = 5000;

/// A form of some game.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    pub(crate) text: String,
    /// The names in it, which mean nothing elsewhere, and what each names.
    pub(crate) names: Vec<(Range<usize>, &'static str)>,
}

#[derive(Default)]
pub(crate) struct Pool {
    /// Printed games.
    pub(crate) games: Vec<String>,
    forms: FxHashMap<String, Vec<Fragment>>,
    known: FxHashSet<(String, String)>,
}

impl Pool {
    /// Adds a game, as far as it can be read.
    pub(crate) fn add(&mut self, file: SourceFile, library: &Library, choice: &Choice) {
        let Ok(expanded) = expand(file, library, choice) else { return };
        let text = expanded.print();
        let Some(parts) = parts(&text) else { return };
        for (index, part) in parts.iter().enumerate() {
            if part.range.len() <= LONGEST_FORM {
                self.add_form(&text, &parts, index);
            }
        }
        if text.len() <= LONGEST_GAME && text.starts_with("(game ") {
            self.games.push(text);
        }
    }

    fn add_form(&mut self, text: &str, parts: &[Part], index: usize) {
        let Part { wanted, range, .. } = &parts[index];
        let key = (wanted.clone(), text[range.clone()].to_owned());
        if !self.known.insert(key.clone()) {
            return;
        }
        let forms = self.forms.entry(key.0).or_default();
        if forms.len() < FORMS {
            let inside = parts[index..].iter().take_while(|part| part.range.start < range.end);
            let names = inside.filter_map(|part| match part.form {
                Form::Name(kind) if kind != "String" => {
                    Some((part.range.start - range.start..part.range.end - range.start, kind))
                }
                _ => None,
            });
            forms.push(Fragment { text: key.1, names: names.collect() });
        }
    }

    /// Some form for a place where this type is wanted.
    pub(crate) fn form(&self, wanted: &str, random: &mut Random) -> Option<&Fragment> {
        let forms = self.forms.get(wanted)?;
        Some(&forms[random.below(forms.len())])
    }
}

impl Fragment {
    /// The form with names of a game in place of those where it comes from.
    pub(crate) fn settle(&self, text: &str, parts: &[Part], random: &mut Random) -> String {
        let mut settled = String::new();
        let mut end = 0;
        for (range, kind) in &self.names {
            let known: Vec<_> = parts.iter().filter(|part| part.form == Form::Name(kind)).collect();
            let Some(name) = known.get(random.below(known.len())) else { continue };
            settled.push_str(&self.text[end..range.start]);
            settled.push_str(&text[name.range.clone()]);
            end = range.end;
        }
        settled + &self.text[end..]
    }
}
