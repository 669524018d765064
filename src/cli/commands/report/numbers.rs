//! The numbers of a report.

use std::fmt;

use crate::system::output::counted;
use fxhash::FxHashSet;
use ludc::bytecode::Place;
use ludc::playout::{Fired, Survey, Tally};
use ludc::{Description, Game, Limit};
use serde::Serialize;

use super::swing::Swing;

/// Statistics over all games.
#[derive(Debug, Serialize)]
pub(super) struct Numbers {
    pub(super) game: String,
    pub(super) players: usize,
    pub(super) games: u64,
    /// Shares of all games, each with its 95 % confidence interval.
    pub(super) wins: Vec<Share>,
    pub(super) draws: Share,
    /// Games without a winner that a rule declared a tie.
    pub(super) ties: u64,
    pub(super) broken_off: u64,
    /// Games stopped by the turn limit of the language.
    pub(super) turn_limit: u64,
    /// Games stopped by the move limit of the language.
    pub(super) move_limit: u64,
    /// Moves per game: mean, deviation, minimum, quartiles, maximum.
    pub(super) length: Spread,
    /// Average number of legal moves per position (branching factor).
    pub(super) choices: f64,
    /// Share of positions with a single legal move.
    pub(super) forced: f64,
    /// Estimated size of the game tree, as a power of ten.
    pub(super) magnitude: f64,
    /// How much the first player's share of wins exceeds a fair share.
    pub(super) first_player: f64,
    /// How the lead changes, if agents evaluated the positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) swing: Option<Swing>,
    /// How often each rule produced the move made, most frequent first, then moves without a rule.
    pub(super) rules: Vec<Rule>,
    /// What moves did besides moving a piece.
    pub(super) effects: Vec<Deed>,
    /// The game with each item of each option.
    pub(super) options: Vec<Variant>,
}

/// How often a rule produced the move made.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    /// The ludeme, the piece, and the lines of the rule.
    pub(super) name: String,
    /// Lines and columns of the rule, from 1.
    pub(super) places: Vec<(u32, u32)>,
    pub(super) times: u64,
    pub(super) share: f64,
}

/// How often moves had an effect.
#[derive(Debug, Serialize)]
pub(super) struct Deed {
    pub(super) name: &'static str,
    /// The share of all moves that had it.
    pub(super) share: f64,
    /// The average number of pieces affected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pieces: Option<f64>,
}

/// Statistics of the game with one item of an option, from random games.
#[derive(Debug, Serialize)]
pub(super) struct Variant {
    /// In the form that `--option` takes.
    pub(super) option: String,
    pub(super) chosen: bool,
    /// `None` if this variant does not compile.
    pub(super) means: Option<Means>,
}

/// Averages over random games.
#[derive(Debug, Serialize)]
pub(super) struct Means {
    pub(super) moves: f64,
    /// Share of games that the first player wins.
    pub(super) first: f64,
    /// Share of games without a winner.
    pub(super) nobody: f64,
    /// Share of games that were truncated; their moves still count.
    pub(super) unfinished: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Share {
    pub(super) share: f64,
    pub(super) margin: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Spread {
    pub(super) mean: f64,
    pub(super) deviation: f64,
    pub(super) least: u32,
    pub(super) quarter: u32,
    pub(super) median: u32,
    pub(super) three_quarters: u32,
    pub(super) most: u32,
}

impl Numbers {
    pub(super) fn of(
        description: &Description,
        game: &Game,
        survey: &Survey,
        options: Vec<Variant>,
    ) -> Self {
        let games = survey.games();
        let share = |part: u64| {
            // Agresti–Coull interval: behaves well near 0 and 1.
            let (part, games) = (part as f64 + 2.0, games as f64 + 4.0);
            let margin = 1.96 * (part / games * (1.0 - part / games) / games).sqrt();
            Share { share: (part - 2.0) / (games - 4.0).max(1.0), margin }
        };
        let wins: Vec<Share> = survey.wins.iter().map(|&won| share(won)).collect();
        let decided: f64 = wins.iter().map(|wins| wins.share).sum();
        let fair = decided / wins.len().max(1) as f64;
        Self {
            game: game.name().to_owned(),
            players: game.players(),
            games,
            first_player: wins.first().map_or(0.0, |wins| wins.share - fair),
            wins,
            draws: share(survey.draws),
            ties: survey.ties,
            broken_off: survey.broken_off,
            turn_limit: survey.turn_limit,
            move_limit: survey.move_limit,
            length: Spread::of(&survey.lengths),
            choices: survey.choices as f64 / survey.positions.max(1) as f64,
            forced: survey.forced as f64 / survey.positions.max(1) as f64,
            magnitude: survey.magnitude / games.max(1) as f64,
            swing: None,
            rules: rules(description, game, survey),
            effects: effects(survey),
            options,
        }
    }

    /// The share of wins of each player, then of games without a winner.
    pub(super) fn parties(&self) -> impl Iterator<Item = (String, Share)> + '_ {
        let players = self.wins.iter().enumerate();
        let players = players.map(|(index, wins)| (format!("player {}", index + 1), *wins));
        players.chain([("nobody".to_owned(), self.draws)])
    }

    /// The branching factor as a sentence.
    pub(super) fn freedom(&self) -> String {
        let cut = if self.length.most as usize > Survey::MAX_PLIES {
            format!("; chart up to move {}", Survey::MAX_PLIES)
        } else {
            String::new()
        };
        format!(
            "{:.1} legal moves per position; {:.1} % of positions have only one{cut}",
            self.choices,
            100.0 * self.forced
        )
    }

    /// The number of ties as a sentence.
    pub(super) fn tied(&self) -> Option<String> {
        let games = counted(self.ties, "game");
        (self.ties > 0).then(|| format!("{games} without a winner ended in a tie."))
    }

    /// The number of games that no rule ended, and the limits that stopped them, as a sentence; `moves` is the
    /// length at which games were truncated.
    pub(super) fn endless(&self, moves: usize) -> Option<String> {
        let stopped = [
            (self.turn_limit, format!("the limit of {} turns per player", Limit::Turns.most())),
            (self.move_limit, format!("the limit of {} moves", Limit::Moves.most())),
            (self.broken_off, format!("this report, after {moves} moves (--moves)")),
        ];
        let stopped = stopped.into_iter().filter(|(count, _)| *count > 0);
        let stopped: Vec<(u64, String)> = stopped.collect();
        let count = stopped.iter().map(|(count, _)| count).sum::<u64>();
        let by: Vec<String> = match &stopped[..] {
            [] => return None,
            [(_, by)] => vec![by.clone()],
            several => several.iter().map(|(count, by)| format!("{by} ({count})")).collect(),
        };
        let by = by.join(" and ");
        Some(if count == self.games {
            format!("No rule ever ended a game: all of them were stopped by {by}.")
        } else {
            let share = 100.0 * count as f64 / self.games.max(1) as f64;
            format!(
                "{count} of the games ({share:.1} %) were not ended by a rule but stopped by {by}."
            )
        })
    }

    /// The balance between the players as a sentence; `None` if every game was stopped by a limit.
    pub(super) fn verdict(&self) -> Option<String> {
        if self.turn_limit + self.move_limit + self.broken_off == self.games {
            return None;
        }
        Some(self.balance())
    }

    fn balance(&self) -> String {
        let Some(first) = self.wins.first().filter(|_| self.players > 1) else {
            return format!(
                "{:.1} % of the games are solved.",
                100.0 * self.wins.first().map_or(0.0, |wins| wins.share)
            );
        };
        let size = 100.0 * self.first_player.abs();
        if self.first_player.abs() <= first.margin {
            format!(
                "No significant first-player advantage ({size:.1} points, ± {:.1}).",
                100.0 * first.margin
            )
        } else {
            let side = if self.first_player > 0.0 { "more" } else { "less" };
            format!(
                "The first player wins {size:.1} points {side} than a fair share (± {:.1}).",
                100.0 * first.margin
            )
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>5.1} % ± {:.1}", 100.0 * self.share, 100.0 * self.margin)
    }
}

impl Means {
    /// The share of truncated games as text.
    pub(super) fn left(&self) -> Option<String> {
        (self.unfinished > 0.0).then(|| format!("{:.1} % truncated", 100.0 * self.unfinished))
    }

    pub(super) fn of(tally: &Tally) -> Self {
        let games = tally.playouts.max(1) as f64;
        Self {
            moves: tally.moves as f64 / games,
            first: tally.wins.first().copied().unwrap_or(0) as f64 / games,
            nobody: tally.draws as f64 / games,
            unfinished: tally.unfinished as f64 / games,
        }
    }
}

/// The rules that produced the moves made.
fn rules(description: &Description, game: &Game, survey: &Survey) -> Vec<Rule> {
    let total = survey.positions.max(1) as f64;
    let fired = survey.rules(game);
    let mut rules: Vec<Rule> = Vec::new();
    // Rules on the same line are told apart by their columns.
    let mut exact: Vec<String> = Vec::new();
    for rule in &fired {
        let places = places_of(description, rule);
        let at: Vec<(u32, u32)> = places.iter().map(|place| (place.line, place.column)).collect();
        let name = name(&places, &rule.piece, |place| place.line.to_string());
        let precise = self::name(&places, &rule.piece, |place| {
            let within = if place.within.is_empty() { "" } else { ", in " };
            format!("{}:{}{within}{}", place.line, place.column, place.within)
        });
        if let Some(same) = exact.iter().position(|other| *other == precise) {
            rules[same].times += rule.times;
            continue;
        }
        exact.push(precise);
        rules.push(Rule { name, places: at, times: rule.times, share: 0.0 });
    }
    let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
    for (rule, exact) in rules.iter_mut().zip(exact) {
        rule.share = rule.times as f64 / total;
        if names.iter().filter(|name| **name == rule.name).count() > 1 {
            rule.name = exact;
        }
    }
    rules.sort_by(|a, b| b.times.cmp(&a.times).then(a.places.cmp(&b.places)));
    if survey.ruleless > 0 {
        let (name, times) = ("no rule (forced passes and swaps)".to_owned(), survey.ruleless);
        rules.push(Rule { name, places: Vec::new(), times, share: times as f64 / total });
    }
    rules
}

/// The kinds of effects that occurred.
fn effects(survey: &Survey) -> Vec<Deed> {
    let total = survey.positions.max(1) as f64;
    let kinds = survey.effects.kinds().into_iter().filter(|(_, effect)| effect.moves > 0);
    let mut deeds: Vec<Deed> = kinds
        .map(|(name, effect)| Deed {
            name,
            share: effect.moves as f64 / total,
            pieces: Some(effect.pieces as f64 / effect.moves as f64),
        })
        .collect();
    if survey.effects.again > 0 {
        let share = survey.effects.again as f64 / total;
        deeds.push(Deed { name: "extra moves for the same player", share, pieces: None });
    }
    deeds
}

impl Deed {
    /// The number of pieces affected, as text.
    pub(super) fn extent(&self) -> String {
        self.pieces.map(|pieces| format!(", {pieces:.1} pieces each")).unwrap_or_default()
    }
}

/// The places of a rule. Pieces that move alike can share code; then only the places in the rules of this
/// piece are reported.
fn places_of<'r>(description: &Description, rule: &'r Fired) -> Vec<&'r Place> {
    if rule.places.len() < 2 {
        return rule.places.iter().collect();
    }
    let own = lines_of(description, &rule.piece);
    let has_own = rule.places.iter().any(|place| own.contains(&place.line));
    rule.places.iter().filter(|place| !has_own || own.contains(&place.line)).collect()
}

/// A rule as text: the ludeme, the piece, and the lines.
fn name(places: &[&Place], piece: &str, at: impl Fn(&Place) -> String) -> String {
    let piece = if piece.is_empty() { String::new() } else { format!(" {piece}") };
    let mut ludemes: Vec<&str> = places.iter().map(|place| &*place.ludeme).collect();
    ludemes.sort_unstable();
    ludemes.dedup();
    let mut at: Vec<String> = places.iter().map(|place| at(place)).collect();
    at.dedup();
    match at.len() {
        0 => format!("a move{piece}"),
        1 => format!("({}){piece}, line {}", ludemes.join(", "), at[0]),
        _ => format!("({}){piece}, lines {}", ludemes.join(", "), at.join(" or ")),
    }
}

/// The lines of the author's file with the moves of a piece.
fn lines_of(description: &Description, piece: &str) -> FxHashSet<u32> {
    let game = description.tree();
    let pieces = game.equipment().filter(|item| item.head() == "piece");
    let named = pieces.filter(|item| {
        let name = item.arg("name").map_or("", |name| name.text());
        name.trim_end_matches(|c: char| c.is_ascii_digit()) == piece
    });
    named
        .flat_map(ludc::ast::Node::descendants)
        .filter_map(|node| game.expanded.author_place(node.place(), node.origin()))
        .map(|place| place.file.line_column(place.range.start).0 as u32)
        .collect()
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, deviation, least, quarter, median, three_quarters, most } = self;
        write!(
            f,
            "{mean:.1} moves ± {deviation:.1}; from {least} to {most}, half of them between {quarter} \
             and {three_quarters}, median {median}"
        )
    }
}

impl Spread {
    fn of(lengths: &[u32]) -> Self {
        let mut sorted = lengths.to_vec();
        sorted.sort_unstable();
        let at = |part: usize| {
            sorted.get(sorted.len().saturating_sub(1) * part / 4).copied().unwrap_or(0)
        };
        let count = sorted.len().max(1) as f64;
        let mean = sorted.iter().map(|&length| f64::from(length)).sum::<f64>() / count;
        let square = |length: &u32| (f64::from(*length) - mean).powi(2);
        Self {
            mean,
            deviation: (sorted.iter().map(square).sum::<f64>() / count).sqrt(),
            least: at(0),
            quarter: at(1),
            median: at(2),
            three_quarters: at(3),
            most: at(4),
        }
    }
}

/// A bin of the histogram of game lengths.
#[derive(Debug, PartialEq)]
pub(super) struct Class {
    pub(super) from: u32,
    /// The maximum length; `None` for an open-ended bin.
    pub(super) to: Option<u32>,
    pub(super) games: u64,
}

/// The histogram of game lengths, with bins of equal width. The longest 1 % are in the last bin, which is
/// open-ended if they do not fit.
pub(super) fn histogram(lengths: &[u32], classes: u32) -> Vec<Class> {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let (Some(&low), Some(&high), Some(&most)) =
        (sorted.first(), sorted.get(sorted.len() * 99 / 100), sorted.last())
    else {
        return Vec::new();
    };
    let width = ((high - low) / classes + 1).max(1);
    let count = (high - low) / width + 1;
    let class = |index: u32| {
        let (from, to) = (low + index * width, low + (index + 1) * width - 1);
        Class { from, to: (index + 1 < count || most <= to).then_some(to.min(most)), games: 0 }
    };
    let mut found: Vec<Class> = (0..count).map(class).collect();
    for length in sorted {
        let class = ((length - low) / width).min(count - 1);
        found[class as usize].games += 1;
    }
    found
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) if to == self.from => write!(f, "{to}"),
            Some(to) => write!(f, "{}–{to}", self.from),
            None => write!(f, "{} or more", self.from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_class_says_that_it_holds_the_tail() {
        let mut lengths: Vec<u32> = (0..200).map(|number| 10 + number % 8).collect();
        let told = |lengths: &[u32]| -> Vec<String> {
            histogram(lengths, 4).iter().map(ToString::to_string).collect()
        };
        assert_eq!(told(&lengths), ["10–11", "12–13", "14–15", "16–17"]);
        lengths.push(900);
        assert_eq!(told(&lengths), ["10–11", "12–13", "14–15", "16 or more"]);
        let games: u64 = histogram(&lengths, 4).iter().map(|class| class.games).sum();
        assert_eq!(games, 201);
        assert_eq!(told(&[7, 7]), ["7"]);
        assert!(histogram(&[], 4).is_empty());
    }
}
