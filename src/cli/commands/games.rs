//! `ludc games`: the built-in games.

use std::io::{self, Write};

use clap::Args;
use ludc::games::{self, Entry};
use ludc::{Description, Options};
use serde::Serialize;

use crate::Outcome;
use crate::system::{files, output};

#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Print the description of this game instead of the list
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print one JSON object for each game
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

/// An entry of the list.
#[derive(Debug, Serialize)]
struct Record<'r> {
    name: &'r str,
    title: &'r str,
    family: &'r str,
    players: usize,
    /// The playout plans of its phases, without duplicates.
    plans: Vec<&'static str>,
    options: Vec<String>,
    rules: String,
}

impl Games {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut out = output::out();
        if let Some(name) = self.name {
            let Some(text) = output::or_say(files::built_in(&name)) else {
                return Ok(Outcome::Fault);
            };
            out.write_all(text.text.as_bytes())?;
            return Ok(Outcome::Well);
        }
        let mut family = "";
        for entry in games::all() {
            let read = ludc::read(entry.source(), &Options::default());
            let Some(description) = output::or_say(read) else { return Ok(Outcome::Fault) };
            let record = record(entry, &description);
            if self.json {
                output::json_line(&mut out, &record)?;
                continue;
            }
            if entry.family != family {
                let gap = if family.is_empty() { "" } else { "\n" };
                family = entry.family;
                writeln!(out, "{gap}{family}")?;
            }
            let Record { name, players, plans, rules, .. } = record;
            writeln!(out, "  {name:<24} {players}  {:<24} {rules}", plans.join(", "))?;
        }
        Ok(Outcome::Well)
    }
}

fn record<'r>(entry: &'r Entry, description: &'r Description) -> Record<'r> {
    let mut plans: Vec<&str> =
        description.phases().iter().map(|phase| phase.plan.kind.name()).collect();
    plans.sort_unstable();
    plans.dedup();
    let options = description.options().iter().flat_map(|category| {
        category.items.iter().map(|item| format!("{}/{}", category.heading, item.label))
    });
    Record {
        name: entry.name,
        title: description.name(),
        family: entry.family,
        players: description.players(),
        plans,
        options: options.collect(),
        rules: entry.summary(),
    }
}
