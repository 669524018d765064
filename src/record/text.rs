//! The text format of records: one keyword and its value per line, readable and writable without other tools.

use std::fmt;

use super::{Made, Record};
use crate::vm::Outcome;

/// The first line of a record, with the version of the format.
const HEAD: &str = "ludc record 1";

/// The prefix of the lines of the game's text.
const MARGIN: &str = "| ";

/// A text that is not a valid record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Malformed {}

/// Whether a text starts like a record, of any version.
pub fn is_record(text: &[u8]) -> bool {
    text.starts_with(b"ludc record ")
}

/// A value, escaped to fit on its own line.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

fn unescaped(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        result.push(match (c, c == '\\') {
            (_, true) => match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            (c, false) => c,
        });
    }
    result
}

/// Numbers separated by spaces.
fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\ngame {}", Escaped(&self.game))?;
        if let Some(name) = &self.built_in {
            writeln!(f, "built-in {}", Escaped(name))?;
        }
        if let Some(fingerprint) = self.fingerprint {
            writeln!(f, "fingerprint {fingerprint:016x}")?;
        }
        if let Some(ruleset) = &self.ruleset {
            writeln!(f, "ruleset {}", Escaped(ruleset))?;
        }
        for option in &self.options {
            writeln!(f, "option {}", Escaped(option))?;
        }
        writeln!(f, "seed {}", self.seed)?;
        for player in &self.players {
            writeln!(f, "player {}", Escaped(player))?;
        }
        if let Some(text) = &self.text {
            writeln!(f, "text")?;
            text.split('\n').try_for_each(|line| writeln!(f, "{MARGIN}{line}"))?;
        }
        for Made { notation, thrown } in &self.moves {
            match &thrown[..] {
                [] => writeln!(f, "move {notation}")?,
                thrown => writeln!(f, "move {notation} dice {}", list(thrown))?,
            }
        }
        writeln!(f, "{}", Ending(self.outcome.as_ref()))
    }
}

/// The result of a game, as the last line of a record.
pub(super) struct Ending<'r>(pub(super) Option<&'r Outcome>);

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Outcome { winner, tie, ranking }) = self.0 else {
            return f.write_str("unfinished");
        };
        match winner {
            Some(winner) => write!(f, "winner {winner}")?,
            None => f.write_str(if *tie { "tie" } else { "nobody" })?,
        }
        write!(f, " ranks {}", list(ranking))
    }
}

impl Record {
    /// Parses all records of a text.
    pub fn parse(text: &str) -> Result<Vec<Self>, Malformed> {
        let mut records = Vec::new();
        let mut open: Option<Self> = None;
        let mut last = 0;
        for (index, line) in text.split('\n').enumerate() {
            last = index + 1;
            let wrong = |reason: &str| Malformed { line: index + 1, reason: reason.to_owned() };
            let line = line.strip_suffix('\r').unwrap_or(line);
            let Some(record) = &mut open else {
                match line {
                    HEAD => open = Some(Self::default()),
                    "" => {}
                    line if line.starts_with("ludc record ") => {
                        return Err(wrong("unknown version of the record format"));
                    }
                    line if line.trim_start().starts_with('{') => {
                        return Err(wrong(
                            "not a record of this version; older versions cannot be read",
                        ));
                    }
                    _ => return Err(wrong("a record starts with `ludc record 1`")),
                }
                continue;
            };
            if record.read_line(line).map_err(wrong)? {
                records.extend(open.take());
            }
        }
        match open {
            Some(_) => Err(Malformed { line: last, reason: "the record is incomplete".to_owned() }),
            None if records.is_empty() => {
                Err(Malformed { line: 1, reason: "the file contains no record".to_owned() })
            }
            None => Ok(records),
        }
    }

    /// Reads a line; returns whether the record ends with it.
    fn read_line(&mut self, line: &str) -> Result<bool, &'static str> {
        if let (Some(line), Some(text)) = (line.strip_prefix(MARGIN), &mut self.text) {
            text.push_str(line);
            text.push('\n');
            return Ok(false);
        }
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "game" => self.game = unescaped(value),
            "built-in" => self.built_in = Some(unescaped(value)),
            "fingerprint" => {
                let number = u64::from_str_radix(value, 16);
                self.fingerprint = Some(number.map_err(|_| "a fingerprint has 16 digits")?);
            }
            "ruleset" => self.ruleset = Some(unescaped(value)),
            "option" => self.options.push(unescaped(value)),
            "seed" => self.seed = value.parse().map_err(|_| "a seed is a number")?,
            "player" => self.players.push(unescaped(value)),
            "text" => self.text = Some(String::new()),
            "move" => {
                let (notation, dice) = value.split_once(" dice ").unwrap_or((value, ""));
                let dice = dice.split_whitespace().map(str::parse).collect::<Result<_, _>>();
                let thrown = dice.map_err(|_| "dice values are numbers")?;
                self.moves.push(Made { notation: notation.trim().to_owned(), thrown });
            }
            "unfinished" | "nobody" | "tie" | "winner" => {
                self.outcome = ending(word, value)?;
                // Lines are separated by line breaks, without one after the last.
                self.text.as_mut().map(String::pop);
                return Ok(true);
            }
            _ => return Err("unknown keyword"),
        }
        Ok(false)
    }
}

/// Parses the result of a game.
fn ending(word: &str, value: &str) -> Result<Option<Outcome>, &'static str> {
    if word == "unfinished" {
        return Ok(None);
    }
    let (winner, ranks) = value.split_once("ranks").ok_or("expected ranks")?;
    let winner = match word {
        "winner" => {
            let number = winner.trim().parse().ok().filter(|&number: &usize| number > 0);
            Some(number.ok_or("a winner is the number of a player")?)
        }
        _ => None,
    };
    let ranking = ranks.split_whitespace().map(str::parse).collect::<Result<_, _>>();
    let ranking = ranking.map_err(|_| "ranks are numbers")?;
    Ok(Some(Outcome { winner, tie: word == "tie", ranking }))
}
