//! `ludc options`: the options and rulesets of a game.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use ludc::expand::{self, Category, Choice, Choices, Ruleset};
use serde::Serialize;

use crate::Outcome;
use crate::system::{files, output};

#[derive(Args, Debug)]
pub(crate) struct OptionsCommand {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the options selected by this ruleset: "Ruleset/Name" or just "Name"
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Show the game with this option selected; may be repeated
    #[arg(long = "option", value_name = "CATEGORY/ITEM")]
    options: Vec<String>,
    /// Print one JSON object for each category and ruleset
    #[arg(long)]
    json: bool,
}

/// A category of options.
#[derive(Debug, Serialize)]
struct CategoryRecord<'c> {
    category: &'c str,
    items: Vec<ItemRecord<'c>>,
}

/// An item of a category; `option` is what `--option` takes.
#[derive(Debug, Serialize)]
struct ItemRecord<'c> {
    item: &'c str,
    option: String,
    description: &'c str,
    default: bool,
    chosen: bool,
}

/// A ruleset with the options it selects.
#[derive(Debug, Serialize)]
struct RulesetRecord<'c> {
    ruleset: &'c str,
    options: Vec<&'c str>,
}

impl OptionsCommand {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let choice = Choice { ruleset: self.ruleset, options: self.options };
        let found = files::description(&self.file).and_then(|file| expand::choices(file, &choice));
        let Some(choices) = output::or_say(found) else {
            return Ok(Outcome::Fault);
        };
        let mut out = output::out();
        if self.json { tell_editors(&mut out, &choices) } else { tell_people(&mut out, &choices) }?;
        Ok(Outcome::Well)
    }
}

fn tell_editors(out: &mut impl Write, choices: &Choices) -> io::Result<()> {
    for category in &choices.options {
        output::json_line(out, &category_record(category))?;
    }
    for ruleset in &choices.rulesets {
        let options = ruleset.option_names().collect();
        output::json_line(out, &RulesetRecord { ruleset: &ruleset.heading, options })?;
    }
    Ok(())
}

fn category_record(category: &Category) -> CategoryRecord<'_> {
    let items =
        category.items.iter().zip(category.names()).enumerate().map(|(index, (item, option))| {
            ItemRecord {
                item: &item.label,
                option,
                description: &item.description,
                default: index == category.default,
                chosen: index == category.chosen,
            }
        });
    CategoryRecord { category: &category.heading, items: items.collect() }
}

fn tell_people(out: &mut impl Write, choices: &Choices) -> io::Result<()> {
    if choices.options.is_empty() && choices.rulesets.is_empty() {
        return writeln!(out, "this game has no options");
    }
    for category in &choices.options {
        writeln!(out, "{}", category.heading)?;
        let widest = category.names().map(|name| name.chars().count()).max().unwrap_or(0);
        for (index, (item, name)) in category.items.iter().zip(category.names()).enumerate() {
            let mark = if index == category.chosen { '*' } else { ' ' };
            let default = if index == category.default { " (default)" } else { "" };
            writeln!(out, "{mark} {name:widest$}  {}{default}", item.description)?;
        }
    }
    if !choices.rulesets.is_empty() {
        writeln!(out, "Rulesets")?;
    }
    for ruleset in &choices.rulesets {
        writeln!(out, "  {}", sentence(ruleset))?;
    }
    Ok(())
}

/// A ruleset with the options it selects, as one line of text.
fn sentence(ruleset: &Ruleset) -> String {
    let options: Vec<&str> = ruleset.option_names().collect();
    let chosen = if options.is_empty() { "the defaults".into() } else { options.join(", ") };
    format!("{}: {chosen}", ruleset.heading)
}
