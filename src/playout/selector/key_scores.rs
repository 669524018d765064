//! Scores of moves by key, from a text.

use fxhash::FxHashMap;

use super::Scores;
use crate::vm::{Move, State};

/// Maximum number of moves whose scores are cached, to avoid formatting their keys again.
const MAX_KNOWN: usize = 1 << 16;

/// Scores or logits from a text with one key per line.
///
/// A line holds a key, as [`crate::Game::key`] writes it, and a number; a prefix such as `P1` restricts it
/// to the moves of this player. The key `*` stands for all moves without their own line, which have 0 by default. A
/// `#` starts a comment.
///
/// ```
/// use ludc::playout::{EpsilonGreedy, KeyScores, Playouts};
/// use ludc::{Options, compile, games};
///
/// let game = compile(games::find("tic-tac-toe").unwrap().source(), &Options::default())?;
/// let scores: KeyScores = "P1 4>4=1 1.0  # the centre\nP1 * -1\n".parse().unwrap();
/// let best = Playouts::new(&game).run_by(500, &EpsilonGreedy::new(0.0, scores));
/// let any = Playouts::new(&game).run(500);
/// assert!(best.wins[0] > any.wins[0]);
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyScores {
    /// By the player, 0 for any, and the key.
    numbers: FxHashMap<(usize, Box<str>), f64>,
    /// For moves without a line, by the player.
    others: FxHashMap<usize, f64>,
    known: FxHashMap<Move, f64>,
}

impl std::str::FromStr for KeyScores {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut scores = Self::default();
        for (index, line) in text.lines().enumerate() {
            let wrong = |why: &str| format!("line {}: {why}", index + 1);
            let line = line.split_once('#').map_or(line, |(line, _)| line);
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (player, key, number) = match fields[..] {
                [] => continue,
                [key, number] => (0, key, number),
                [player, key, number] => {
                    let player = player.strip_prefix('P').and_then(|number| number.parse().ok());
                    let player = player.filter(|&player: &usize| player > 0);
                    (player.ok_or_else(|| wrong("a player is written as P1"))?, key, number)
                }
                _ => return Err(wrong("a key and a number are wanted")),
            };
            let number: f64 = number.parse().map_err(|_| wrong("the last word is no number"))?;
            if number.is_infinite() {
                return Err(wrong("the number is too large"));
            }
            if number.is_nan() {
                return Err(wrong("the last word is no number"));
            }
            let before = match key {
                "*" => scores.others.insert(player, number),
                key => scores.numbers.insert((player, key.into()), number),
            };
            if before.is_some() {
                return Err(wrong("this move has a number already"));
            }
        }
        Ok(scores)
    }
}

impl KeyScores {
    /// The number for a key of a player.
    fn of(&self, player: usize, key: &str) -> f64 {
        let own = |player: usize| self.numbers.get(&(player, key.into()));
        let others = || self.others.get(&player).or_else(|| self.others.get(&0));
        own(player).or_else(|| own(0)).or_else(others).copied().unwrap_or(0.0)
    }
}

impl Scores for KeyScores {
    fn score(&mut self, state: &State, mv: Move) -> f64 {
        // In a match, the same move may have another key in another game.
        let is_alone = state.whole_game().subgames().is_empty();
        if is_alone && let Some(&number) = self.known.get(&mv) {
            return number;
        }
        let number = self.of(mv.player(), &state.game().key(mv));
        if is_alone && self.known.len() < MAX_KNOWN {
            self.known.insert(mv, number);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let scores: KeyScores = "1>2 0.5\n\nP2 1>2 -1 # worse\nP2 * 3\npass 7".parse().unwrap();
        let of = |player, key| scores.of(player, key);
        let found = [of(1, "1>2"), of(2, "1>2"), of(1, "0>0"), of(2, "0>0"), of(2, "pass")];
        assert!(found.iter().zip([0.5, -1.0, 0.0, 3.0, 7.0]).all(|(a, b)| a.total_cmp(&b).is_eq()));
    }

    #[test]
    fn what_is_no_list_is_told_by_its_line() {
        for (text, line) in [
            ("1>2", "line 1"),
            ("1>2 0\n1>2 many", "line 2"),
            ("1>2 NaN", "line 1"),
            ("\n1>2 1\n1>2 2", "line 3"),
            ("p1 1>2 1", "line 1"),
            ("P0 1>2 1", "line 1"),
            ("a b c d", "line 1"),
        ] {
            let why = text.parse::<KeyScores>().unwrap_err();
            assert!(why.starts_with(line), "{text}: {why}");
        }
    }
}
