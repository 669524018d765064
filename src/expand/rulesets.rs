//! Rulesets: named selections of options.

use super::reader::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::Bracket;

/// A named selection of options.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its full name, such as `Ruleset/Standard (Described)`.
    pub heading: String,
    /// The options it selects; the others keep their defaults.
    pub(super) options: Vec<RulesetOption>,
}

/// An option as a ruleset names it.
#[derive(Clone, Debug)]
pub(super) struct RulesetOption {
    pub(super) name: String,
    pub(super) span: Span,
}

impl Ruleset {
    /// Whether `name` refers to it: the full name or the part after the first slash.
    pub fn is_called(&self, name: &str) -> bool {
        self.heading == name || self.heading.split_once('/').is_some_and(|(_, rest)| rest == name)
    }

    /// The names of the options it selects, `Category/Item`.
    pub fn option_names(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|option| option.name.as_str())
    }
}

/// Parses the form `(rulesets { … })` at `index`.
pub(super) fn read(
    reader: Reader<'_>,
    index: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Ruleset> {
    let mut rulesets = Vec::new();
    let list = reader.forms(reader.inside(index)).find(|&form| reader.opens(form, Bracket::Curly));
    let Some(list) = list else {
        diagnostics.push(malformed(reader.token(index + 1).span, "expected a list of rulesets"));
        return rulesets;
    };
    for form in reader.forms(reader.inside(list)) {
        if reader.keyword(form) == Some("ruleset") {
            rulesets.extend(read_ruleset(reader, form, diagnostics));
        } else if reader.stars(form).is_none() {
            let expected = "expected `(ruleset \"Ruleset/Name\" {…})`";
            diagnostics.push(malformed(reader.token(form).span, expected));
        }
    }
    rulesets
}

fn read_ruleset(
    reader: Reader<'_>,
    index: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ruleset> {
    let forms: Vec<usize> = reader.forms(reader.inside(index)).collect();
    let Some(heading) = forms.iter().find_map(|&form| reader.string(form)) else {
        diagnostics.push(malformed(reader.token(index + 1).span, "expected a name"));
        return None;
    };
    let list = forms
        .iter()
        .find(|&&form| reader.opens(form, Bracket::Curly) && !reader.has_label(form, "variations"));
    let options = list.into_iter().flat_map(|&list| reader.forms(reader.inside(list)));
    let options = options
        .filter_map(|option| {
            let name = reader.string(option)?.into_owned();
            Some(RulesetOption { name, span: reader.token(option).span })
        })
        .collect();
    Some(Ruleset { heading: heading.into_owned(), options })
}

fn malformed(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::MalformedRulesets, "malformed rulesets").at(span, label)
}
