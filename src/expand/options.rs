//! The options of a game, and their selection.

use std::ops::Range;

use super::Choice;
use super::reader::Reader;
use super::rulesets::Ruleset;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::Bracket;

/// A category of options.
#[derive(Clone, Debug)]
pub struct Category {
    /// Its name, the part before the slash.
    pub heading: String,
    /// Its items.
    pub items: Vec<OptionItem>,
    /// Index of the selected item.
    pub chosen: usize,
    /// Index of the default item.
    pub default: usize,
    /// Its tag in the rules.
    pub(super) tag: String,
    /// The names of its values.
    pub(super) arguments: Vec<String>,
    pub(super) span: Span,
}

/// An item of a category.
#[derive(Clone, Debug)]
pub struct OptionItem {
    /// Its name, the part after the slash.
    pub label: String,
    /// Its description.
    pub description: String,
    /// Its number of stars: the item with the most is the default.
    pub stars: usize,
    /// The tokens of each value.
    pub(super) values: Vec<Range<usize>>,
    /// Where it stands.
    pub(super) span: Span,
}

impl Category {
    /// The full names of the items, `Category/Item`.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.items.iter().map(|item| format!("{}/{}", self.heading, item.label))
    }

    /// The tag in the description, without angle brackets.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The span of its heading.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The default item.
    pub fn default_item(&self) -> &OptionItem {
        &self.items[self.default]
    }

    /// The selected item.
    pub fn chosen_item(&self) -> &OptionItem {
        &self.items[self.chosen]
    }
}

/// Parses the option at `index`, with its default item selected.
pub(super) fn read(
    reader: Reader<'_>,
    index: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Category> {
    let place = reader.token(index + 1).span;
    let malformed = |what: &str| {
        Diagnostic::new(Code::MalformedOption, format!("an option without {what}"))
            .at(place, format!("expected {what}"))
            .help("write `(option \"Heading\" <Tag> args:{<name>} { (item …) … })`")
    };
    let (mut heading, mut tag, mut arguments, mut list) = (None, None, None, None);
    for form in reader.forms(reader.inside(index)).skip(1) {
        if reader.opens(form, Bracket::Curly) {
            if reader.has_label(form, "args") {
                let names = reader.forms(reader.inside(form)).filter_map(|name| reader.angle(name));
                arguments = Some(names.map(str::to_owned).collect());
            } else {
                list = Some(form);
            }
        } else if let Some(string) = reader.string(form) {
            heading = heading.or(Some((form, string)));
        } else if let Some(word) = reader.angle(form) {
            tag = tag.or(Some(word));
        }
    }
    let missing = [
        ("a heading", heading.is_none()),
        ("a tag", tag.is_none()),
        ("names for its values", arguments.is_none()),
        ("a list of items", list.is_none()),
    ];
    if let Some((what, _)) = missing.iter().find(|(_, missing)| *missing) {
        diagnostics.push(malformed(what));
    }
    let (arguments, list): (Vec<String>, usize) = (arguments?, list?);
    let (heading_index, heading) = heading?;
    no_slash(reader, heading_index, &heading, diagnostics);
    let items = read_items(reader, list, arguments.len(), diagnostics);
    if items.is_empty() {
        diagnostics.push(malformed("an item"));
        return None;
    }
    let default = default(&heading, &items, diagnostics);
    let span = reader.token(heading_index).span;
    let (heading, tag) = (heading.into_owned(), tag?.to_owned());
    Some(Category { heading, items, chosen: default, default, tag, arguments, span })
}

fn read_items(
    reader: Reader<'_>,
    list: usize,
    arguments: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<OptionItem> {
    let mut items: Vec<OptionItem> = Vec::new();
    for form in reader.forms(reader.inside(list)) {
        if reader.keyword(form) == Some("item") {
            items.extend(read_item(reader, form, arguments, diagnostics));
        } else if let (Some(stars), Some(item)) = (reader.stars(form), items.last_mut()) {
            item.stars = stars;
        } else {
            diagnostics.push(
                Diagnostic::new(
                    Code::MalformedItem,
                    "the list of an option may contain only items",
                )
                .at(
                    reader.token(form).span,
                    "expected `(item \"Label\" <value> \"Description.\")`",
                ),
            );
        }
    }
    items
}

fn read_item(
    reader: Reader<'_>,
    index: usize,
    arguments: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<OptionItem> {
    let place = reader.token(index + 1).span;
    let (mut label, mut description, mut values) = (None, None, Vec::new());
    for form in reader.forms(reader.inside(index)).skip(1) {
        if reader.opens(form, Bracket::Angle) {
            values.push(reader.inside(form));
        } else if let Some(string) = reader.string(form) {
            match label {
                None => label = Some((form, string)),
                Some(_) => description = Some(string),
            }
        }
    }
    let malformed = |message: String, label: &str| {
        Diagnostic::new(Code::MalformedItem, message).at(place, label)
    };
    let Some((label_index, label)) = label else {
        diagnostics.push(malformed("an item without a label".into(), "expected a label"));
        return None;
    };
    no_slash(reader, label_index, &label, diagnostics);
    if description.is_none() {
        let message = format!("the item \"{label}\" has no description");
        diagnostics.push(malformed(message, "the last string must be a description"));
    }
    if values.len() > arguments {
        let message = format!(
            "the item \"{label}\" has {} values, but the option names {arguments}",
            values.len()
        );
        diagnostics.push(malformed(message, "too many values"));
    }
    let span = reader.token(label_index).span;
    let description = description.unwrap_or_default().into_owned();
    Some(OptionItem { label: label.into_owned(), description, stars: 0, values, span })
}

fn no_slash(reader: Reader<'_>, index: usize, name: &str, diagnostics: &mut Vec<Diagnostic>) {
    if name.contains('/') {
        let message = format!("the name \"{name}\" contains a slash");
        let place = reader.token(index).span;
        diagnostics.push(Diagnostic::new(Code::SlashInName, message).at(place, "not allowed here"));
    }
}

/// The item with the most stars, the first of several.
fn default(heading: &str, items: &[OptionItem], diagnostics: &mut Vec<Diagnostic>) -> usize {
    let most = items.iter().map(|item| item.stars).max().unwrap_or(0);
    let mut starred = items.iter().enumerate().filter(|(_, item)| item.stars == most);
    let (chosen, first) = starred.next().expect("there is an item");
    if most > 0
        && let Some((_, second)) = starred.next()
    {
        let message = format!("the option \"{heading}\" has several default items");
        diagnostics.push(
            Diagnostic::new(Code::SeveralDefaults, message)
                .at(second.span, "has as many stars")
                .at(first.span, "this one is used"),
        );
    }
    chosen
}

/// Applies a selection to the categories.
pub(super) fn choose(
    categories: &mut [Category],
    rulesets: &[Ruleset],
    choice: &Choice,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Some(wanted) = &choice.ruleset {
        match rulesets.iter().find(|ruleset| ruleset.is_called(wanted)) {
            Some(ruleset) => choose_all(categories, ruleset),
            None => diagnostics.push(unknown_ruleset(wanted, rulesets)),
        }
    }
    let mut taken = vec![false; categories.len()];
    for name in &choice.options {
        match find(categories, name) {
            None => diagnostics.push(unknown_option(name, categories)),
            Some((category, _)) if taken[category] => {
                let message = format!("\"{name}\" is the second item selected for its category");
                diagnostics.push(
                    Diagnostic::new(Code::OptionTwice, message)
                        .help("select one item of each category"),
                );
            }
            Some((category, item)) => {
                taken[category] = true;
                categories[category].chosen = item;
            }
        }
    }
}

/// The selections of a ruleset are applied together, or not at all if one of them does not exist.
fn choose_all(categories: &mut [Category], ruleset: &Ruleset) {
    let found: Option<Vec<_>> =
        ruleset.options.iter().map(|option| find(categories, &option.name)).collect();
    for (category, item) in found.into_iter().flatten() {
        categories[category].chosen = item;
    }
}

/// Warns about rulesets that name unknown options.
pub(super) fn check_rulesets(
    categories: &[Category],
    rulesets: &[Ruleset],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for ruleset in rulesets {
        for option in &ruleset.options {
            if find(categories, &option.name).is_none() {
                let message =
                    format!("the ruleset \"{}\" names an unknown option", ruleset.heading);
                diagnostics.push(
                    Diagnostic::new(Code::RulesetOption, message)
                        .at(
                            option.span,
                            "no such option: all selections of the ruleset are ignored",
                        )
                        .maybe_help(did_you_mean(&option.name, categories)),
                );
            }
        }
    }
}

fn find(categories: &[Category], name: &str) -> Option<(usize, usize)> {
    let (heading, label) = name.split_once('/')?;
    categories.iter().enumerate().find_map(|(index, category)| {
        let item = category.items.iter().position(|item| item.label == label)?;
        (category.heading == heading).then_some((index, item))
    })
}

fn all_names(categories: &[Category]) -> Vec<String> {
    categories.iter().flat_map(Category::names).collect()
}

fn did_you_mean(name: &str, categories: &[Category]) -> Option<String> {
    let names = all_names(categories);
    nearest(name, names.iter().map(String::as_str)).map(|near| format!("did you mean \"{near}\"?"))
}

fn unknown_option(name: &str, categories: &[Category]) -> Diagnostic {
    let names = all_names(categories);
    let list = if names.is_empty() {
        "the game has no options".to_owned()
    } else {
        format!("the options are:\n{}", bullets(&names))
    };
    let help = match did_you_mean(name, categories) {
        Some(near) => format!("{near}\n{list}"),
        None => list,
    };
    Diagnostic::new(Code::UnknownOption, format!("there is no option \"{name}\"")).help(help)
}

fn unknown_ruleset(name: &str, rulesets: &[Ruleset]) -> Diagnostic {
    let headings: Vec<String> = rulesets.iter().map(|ruleset| ruleset.heading.clone()).collect();
    let list = if headings.is_empty() {
        "the game has no rulesets".to_owned()
    } else {
        format!("the rulesets are:\n{}", bullets(&headings))
    };
    let names = headings.iter().flat_map(|heading| {
        let short = heading.split_once('/').map_or(&**heading, |(_, short)| short);
        [&**heading, short]
    });
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean \"{near}\"?\n{list}"),
        None => list,
    };
    Diagnostic::new(Code::UnknownRuleset, format!("there is no ruleset \"{name}\"")).help(help)
}

fn bullets(names: &[String]) -> String {
    let lines: Vec<String> = names.iter().map(|name| format!("  {name}")).collect();
    lines.join("\n")
}

/// Why a tag is not substituted.
pub(super) fn why_left(tag: &str, categories: &[Category]) -> String {
    let (name, argument) = match tag.split_once(':') {
        Some((name, argument)) => (name, Some(argument)),
        None => (tag, None),
    };
    let tags = || categories.iter().map(|category| category.tag.as_str());
    let Some(category) = categories.iter().find(|category| category.tag == name) else {
        return match nearest(name, tags()) {
            Some(near) => format!("no option has the tag `<{name}>`; did you mean `<{near}>`?"),
            None if categories.is_empty() => "the file has no options".to_owned(),
            None => {
                let tags: Vec<String> = tags().map(|tag| format!("`<{tag}>`")).collect();
                format!("no option has the tag `<{name}>`; there are {}", tags.join(", "))
            }
        };
    };
    let heading = &category.heading;
    if argument.is_some_and(|argument| !category.arguments.iter().any(|name| name == argument)) {
        return format!(
            "the option \"{heading}\" has the values {}",
            category.arguments.join(", ")
        );
    }
    match categories.iter().find(|category| category.chosen_item().values.is_empty()) {
        Some(category) => format!(
            "the item \"{}\" of \"{}\" has no values: substitution stops there",
            category.chosen_item().label,
            category.heading
        ),
        None => format!(
            "the item \"{}\" of \"{heading}\" has fewer values than the option names",
            category.chosen_item().label
        ),
    }
}
