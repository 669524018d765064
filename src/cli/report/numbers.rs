//! The numbers of a report.

use std::fmt;

use fxhash::FxHashSet;
use ludc::playout::{Fired, Survey, Tally};
use ludc::{Description, Game};
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
    pub(super) broken_off: u64,
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
    /// How often each rule made the move, the most frequent first, then passes and swaps.
    pub(super) rules: Vec<Rule>,
    /// What each choice of each option makes of the game.
    pub(super) options: Vec<Variant>,
}

/// How often a rule made the move.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    /// The ludeme, the piece, and the lines it stands on.
    pub(super) name: String,
    pub(super) share: f64,
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
            broken_off: survey.broken_off,
            length: Spread::of(&survey.lengths),
            choices: survey.choices as f64 / survey.positions.max(1) as f64,
            forced: survey.forced as f64 / survey.positions.max(1) as f64,
            magnitude: survey.magnitude / games.max(1) as f64,
            swing: None,
            rules: rules(description, game, survey),
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
        format!(
            "{:.1} legal moves a position; {:.1} % of positions have only one",
            self.choices,
            100.0 * self.forced
        )
    }

    /// What the balance between the players comes to, in a sentence.
    pub(super) fn verdict(&self) -> String {
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
    pub(super) fn of(tally: &Tally) -> Self {
        let games = tally.playouts.max(1) as f64;
        Self {
            moves: tally.moves as f64 / games,
            first: tally.wins.first().copied().unwrap_or(0) as f64 / games,
            nobody: tally.draws as f64 / games,
        }
    }
}

/// The rules by which moves were made.
fn rules(description: &Description, game: &Game, survey: &Survey) -> Vec<Rule> {
    let total = survey.positions.max(1) as f64;
    let share = |times: u64| times as f64 / total;
    let mut rules: Vec<Rule> = Vec::new();
    for rule in survey.rules(game) {
        let (name, share) = (name(description, &rule), share(rule.times));
        match rules.iter_mut().find(|other| other.name == name) {
            Some(other) => other.share += share,
            None => rules.push(Rule { name, share }),
        }
    }
    rules.sort_by(|a, b| b.share.total_cmp(&a.share));
    if survey.passes > 0 {
        rules.push(Rule { name: "passes and swaps".to_owned(), share: share(survey.passes) });
    }
    rules
}

/// A rule in words: the ludeme, the piece, and the lines it stands on.
fn name(description: &Description, rule: &Fired) -> String {
    let piece = if rule.piece.is_empty() { String::new() } else { format!(" {}", rule.piece) };
    // Pieces that move alike share their code; what is told is what stands in the piece's own rules.
    let own = lines_of(description, &rule.piece);
    let has_own = rule.places.iter().any(|place| own.contains(&place.line));
    let places = || rule.places.iter().filter(|place| !has_own || own.contains(&place.line));
    let mut ludemes: Vec<&str> = places().map(|place| &*place.ludeme).collect();
    ludemes.sort_unstable();
    ludemes.dedup();
    let mut lines: Vec<u32> = places().map(|place| place.line).collect();
    lines.dedup();
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    match lines.len() {
        0 => format!("a move{piece}"),
        1 => format!("({}){piece}, line {}", ludemes.join(", "), lines[0]),
        _ => format!("({}){piece}, lines {}", ludemes.join(", "), lines.join(", ")),
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

/// Lengths in a few classes of equal width: the lower end of each, and how many are in it. The longest
/// hundredth is in the last class.
pub(super) fn histogram(lengths: &[u32], classes: u32) -> Vec<(u32, u64)> {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let (Some(&low), Some(&high)) = (sorted.first(), sorted.get(sorted.len() * 99 / 100)) else {
        return Vec::new();
    };
    let width = ((high - low) / classes + 1).max(1);
    let count = (high - low) / width + 1;
    let mut found: Vec<(u32, u64)> = (0..count).map(|class| (low + class * width, 0)).collect();
    for length in sorted {
        let class = ((length - low) / width).min(count - 1);
        found[class as usize].1 += 1;
    }
    found
}
