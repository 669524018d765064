//! The numbers of a report.

use std::fmt;

use crate::output::counted;
use fxhash::FxHashSet;
use ludc::bytecode::Place;
use ludc::playout::{Fired, Survey, Tally};
use ludc::{Description, Game, Limit};
use serde::Serialize;

use super::swing::Swing;

/// What is known of a game from those that were played.
#[derive(Debug, Serialize)]
pub(super) struct Numbers {
    pub(super) game: String,
    pub(super) players: usize,
    pub(super) games: u64,
    /// Shares of all games, each with how far it may be off, 19 times of 20.
    pub(super) wins: Vec<Share>,
    pub(super) draws: Share,
    /// Games that nobody won because a rule called them a tie.
    pub(super) ties: u64,
    pub(super) broken_off: u64,
    /// Games that the limits of the language ended, and not a rule.
    pub(super) turn_limit: u64,
    pub(super) move_limit: u64,
    /// Moves a game: mean, deviation, least, quarters, most.
    pub(super) length: Spread,
    /// Legal moves a position, on average.
    pub(super) choices: f64,
    /// Positions with a single legal move.
    pub(super) forced: f64,
    /// Powers of ten of the number of games there are, by the choices met on the way.
    pub(super) magnitude: f64,
    /// How much more often the first player wins than the fair share, if that is certain.
    pub(super) first_player: f64,
    /// How games swing, if agents had an opinion of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) swing: Option<Swing>,
    /// How often each rule made the move, the most frequent first, then moves without a rule.
    pub(super) rules: Vec<Rule>,
    /// What moves did beside bringing a piece elsewhere.
    pub(super) effects: Vec<Deed>,
    /// What each choice of each option makes of the game.
    pub(super) options: Vec<Variant>,
}

/// How often a rule made the move.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    /// The ludeme, the piece, and the lines it stands on.
    pub(super) name: String,
    /// Where it stands: lines and columns, from 1.
    pub(super) places: Vec<(u32, u32)>,
    pub(super) times: u64,
    pub(super) share: f64,
}

/// How often moves did something.
#[derive(Debug, Serialize)]
pub(super) struct Deed {
    pub(super) name: &'static str,
    /// The share of all moves that did it.
    pub(super) share: f64,
    /// How many pieces they did it to on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pieces: Option<f64>,
}

/// What a choice makes of the game, by random games.
#[derive(Debug, Serialize)]
pub(super) struct Variant {
    /// As `--option` takes it.
    pub(super) option: String,
    pub(super) chosen: bool,
    /// None if the game cannot be played so.
    pub(super) means: Option<Means>,
}

/// What random games come to, on average.
#[derive(Debug, Serialize)]
pub(super) struct Means {
    pub(super) moves: f64,
    /// Share of the games that the first player wins.
    pub(super) first: f64,
    /// Share of the games that nobody wins.
    pub(super) nobody: f64,
    /// Share of the games that were left before their end, whose moves count all the same.
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
            // Agresti and Coull: sensible near 0 and 1 too.
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

    /// Who wins how often: the players, then nobody.
    pub(super) fn parties(&self) -> impl Iterator<Item = (String, Share)> + '_ {
        let players = self.wins.iter().enumerate();
        let players = players.map(|(index, wins)| (format!("player {}", index + 1), *wins));
        players.chain([("nobody".to_owned(), self.draws)])
    }

    /// How much there is to choose from, in a sentence.
    pub(super) fn freedom(&self) -> String {
        let cut = if self.length.most as usize > Survey::MAX_PLIES {
            format!("; by move, up to move {}", Survey::MAX_PLIES)
        } else {
            String::new()
        };
        format!(
            "{:.1} legal moves a position; {:.1} % of positions have only one{cut}",
            self.choices,
            100.0 * self.forced
        )
    }

    /// How many games ended in a tie, in a sentence.
    pub(super) fn tied(&self) -> Option<String> {
        let games = counted(self.ties, "game");
        (self.ties > 0).then(|| format!("{games} without a winner ended in a tie."))
    }

    /// How many games no rule ended, and what ended them, in sentences; `moves` is after how many moves games
    /// were broken off.
    pub(super) fn endless(&self, moves: usize) -> Option<String> {
        let stopped = [
            (self.turn_limit, format!("the limit of {} turns a player", Limit::Turns.most())),
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
            format!("No rule ended {count} of the games ({share:.1} %): they were stopped by {by}.")
        })
    }

    /// What the balance between the players comes to, in a sentence; nothing if all games were stopped.
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
                "No side is seen to have an advantage ({size:.1} points, ± {:.1}).",
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
    /// How many games were left before their end, in words.
    pub(super) fn left(&self) -> Option<String> {
        (self.unfinished > 0.0).then(|| format!("{:.1} % left unfinished", 100.0 * self.unfinished))
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

/// The rules by which moves were made.
fn rules(description: &Description, game: &Game, survey: &Survey) -> Vec<Rule> {
    let total = survey.positions.max(1) as f64;
    let fired = survey.rules(game);
    let mut rules: Vec<Rule> = Vec::new();
    // Several rules may stand on a line: then it takes the column to tell them apart.
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
        let (name, times) = ("no rule: forced passes and swaps".to_owned(), survey.ruleless);
        rules.push(Rule { name, places: Vec::new(), times, share: times as f64 / total });
    }
    rules
}

/// What moves did, the kinds that happened.
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
        deeds.push(Deed { name: "another move of the same player", share, pieces: None });
    }
    deeds
}

impl Deed {
    /// To how many pieces it was done.
    pub(super) fn extent(&self) -> String {
        self.pieces.map(|pieces| format!(", {pieces:.1} pieces each")).unwrap_or_default()
    }
}

/// The places that a rule may stand at: pieces that move alike can share their code, and what is told then is
/// what stands in the piece's own rules.
fn places_of<'r>(description: &Description, rule: &'r Fired) -> Vec<&'r Place> {
    if rule.places.len() < 2 {
        return rule.places.iter().collect();
    }
    let own = lines_of(description, &rule.piece);
    let has_own = rule.places.iter().any(|place| own.contains(&place.line));
    rule.places.iter().filter(|place| !has_own || own.contains(&place.line)).collect()
}

/// A rule in words: the ludeme, the piece, and where it stands.
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

/// The lines of the author's file that the moves of a piece stand on.
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
            "{mean:.1} moves ± {deviation:.1}; from {least} to {most}, half of them from {quarter} \
             to {three_quarters}, median {median}"
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

/// Games of about the same length.
#[derive(Debug, PartialEq)]
pub(super) struct Class {
    pub(super) from: u32,
    /// The greatest length; none for all that is longer.
    pub(super) to: Option<u32>,
    pub(super) games: u64,
}

/// Lengths in a few classes of equal width. The longest hundredth is in the last class, which has no end if it
/// holds more than its width.
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
            None => write!(f, "{} and more", self.from),
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
        assert_eq!(told(&lengths), ["10–11", "12–13", "14–15", "16 and more"]);
        let games: u64 = histogram(&lengths, 4).iter().map(|class| class.games).sum();
        assert_eq!(games, 201);
        assert_eq!(told(&[7, 7]), ["7"]);
        assert!(histogram(&[], 4).is_empty());
    }
}
