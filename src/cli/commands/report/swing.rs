//! Drama of games (lead changes, comebacks), by the agents' evaluations.

use std::fmt;

use serde::Serialize;

/// A player is ahead if their evaluation exceeds that of an even game by this much.
const AHEAD: f64 = 0.05;

/// The agents' evaluations during one two-player game, move by move.
#[derive(Debug, Default)]
pub(super) struct Course {
    /// The value for the first player, from 0 (loss) to 1 (win), before each move that an agent evaluated,
    /// with the number of the move.
    pub(super) values: Vec<(usize, f64)>,
    /// The length of the game in moves.
    pub(super) moves: usize,
    /// The winner, 1 or 2.
    pub(super) winner: Option<usize>,
}

/// Drama, averaged over games.
#[derive(Debug, Serialize)]
pub(super) struct Swing {
    /// Lead changes per game.
    pub(super) lead_changes: f64,
    /// The fraction of a game, from 0 to 1, after which the winner was always ahead.
    pub(super) settled: f64,
    /// The share of winners who had been behind.
    pub(super) comebacks: f64,
}

impl Course {
    /// Who is ahead before each move: 1 or 2, or nobody. Agents tend to overrate the player to move, so two
    /// consecutive evaluations are averaged.
    fn leaders(&self) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        self.values.windows(2).map(|pair| {
            let (number, value) = (pair[1].0, f64::midpoint(pair[0].1, pair[1].1));
            let ahead = (value - 0.5).abs() > AHEAD;
            (number, ahead.then_some(if value > 0.5 { 1 } else { 2 }))
        })
    }

    fn lead_changes(&self) -> usize {
        let leaders: Vec<usize> = self.leaders().filter_map(|(_, leader)| leader).collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The fraction of the game after which a player was always ahead.
    fn settled(&self, winner: usize) -> f64 {
        let open = self.leaders().filter(|(_, leader)| *leader != Some(winner)).last();
        open.map_or(0.0, |(number, _)| (number + 1) as f64 / self.moves.max(1) as f64)
    }
}

impl Swing {
    /// The averages over some games; `None` if no agent evaluated them.
    pub(super) fn of(courses: &[Course]) -> Option<Self> {
        let known: Vec<&Course> = courses.iter().filter(|course| course.values.len() > 1).collect();
        if known.is_empty() {
            return None;
        }
        let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
        let won: Vec<(&Course, usize)> =
            known.iter().filter_map(|course| Some((*course, course.winner?))).collect();
        let came_back = |(course, winner): &&(&Course, usize)| {
            course.leaders().any(|(_, leader)| leader.is_some_and(|leader| leader != *winner))
        };
        Some(Self {
            lead_changes: mean(
                known.iter().map(|course| course.lead_changes() as f64).sum(),
                known.len(),
            ),
            settled: mean(
                won.iter().map(|(course, winner)| course.settled(*winner)).sum(),
                won.len(),
            ),
            comebacks: mean(won.iter().filter(came_back).count() as f64, won.len()),
        })
    }
}

impl fmt::Display for Swing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the lead changes {:.1} times per game; the winner stays ahead after {:.0} % of the moves; \
             {:.0} % of the winners came from behind",
            self.lead_changes,
            100.0 * self.settled,
            100.0 * self.comebacks
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(values: &[f64], winner: Option<usize>) -> Course {
        let moves = values.len();
        Course { values: values.iter().copied().enumerate().collect(), moves, winner }
    }

    #[test]
    fn swings() {
        let straight = course(&[0.6, 0.7, 0.8, 0.9], Some(1));
        let turned = course(&[0.6, 0.52, 0.3, 0.2], Some(2));
        let drawn = course(&[0.5, 0.5], None);
        let swing = Swing::of(&[straight, turned, drawn]).unwrap();
        assert!((swing.lead_changes - 1.0 / 3.0).abs() < 1e-9, "{swing:?}");
        assert!((swing.settled - 0.25).abs() < 1e-9, "{swing:?}");
        assert!((swing.comebacks - 0.5).abs() < 1e-9, "{swing:?}");
        assert!(Swing::of(&[course(&[], Some(1))]).is_none());
    }
}
