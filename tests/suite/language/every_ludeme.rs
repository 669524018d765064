//! Every ludeme of the table, with each of its parameters, in a small game that is played or refused.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use ludc::Game;

use crate::support::laws::{Limits, playing};
use crate::support::samples::{self, Outcome, Sample, samples};

/// The games are over after a dozen moves.
const LIMITS: Limits = Limits { moves: 30, playouts: 50, patience: Duration::from_secs(5) };

type Law = fn(&Game, Limits) -> Result<(), String>;
const LAWS: [Law; 3] = [
    playing::states_are_what_they_should_be,
    playing::a_clone_plays_on_by_itself,
    playing::a_playout_is_a_game,
];

/// What became of the games of some samples.
#[derive(Default)]
struct Report {
    played: usize,
    /// The ludemes that are refused, by what is said of them.
    refused: BTreeMap<String, Vec<String>>,
    wrong: Vec<String>,
}

impl Report {
    fn of(samples: &[Sample]) -> Self {
        let mut report = Self::default();
        for sample in samples {
            for game in &sample.games {
                let outcome = catch_unwind(AssertUnwindSafe(|| outcome(sample, game)));
                match outcome.unwrap_or_else(|_| Err("the machine broke down".to_owned())) {
                    Ok(None) => report.played += 1,
                    Ok(Some(reason)) => report.refuse(reason, vec![sample.call.clone()]),
                    Err(reason) => {
                        report.wrong.push(format!("{}: {reason}, in\n{game}", sample.call));
                    }
                }
            }
        }
        report
    }

    fn refuse(&mut self, reason: String, calls: Vec<String>) {
        let list = self.refused.entry(reason).or_default();
        list.extend(calls);
        list.dedup();
    }

    fn add(&mut self, other: Self) {
        self.played += other.played;
        self.wrong.extend(other.wrong);
        other.refused.into_iter().for_each(|(reason, calls)| self.refuse(reason, calls));
    }
}

/// Compiles a game and tries the laws on it; the reason if it is refused.
fn outcome(sample: &Sample, game: &str) -> Result<Option<String>, String> {
    match samples::outcome(sample, game)? {
        Outcome::Played(game) => LAWS.iter().try_for_each(|law| law(&game, LIMITS)).map(|()| None),
        Outcome::Refused(_, reason) => Ok(Some(reason)),
    }
}

#[test]
fn every_ludeme_is_played_or_refused() {
    let samples = samples();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut report = Report::default();
    std::thread::scope(|scope| {
        let parts = samples.chunks(samples.len().div_ceil(threads));
        let parts: Vec<_> = parts.map(|part| scope.spawn(|| Report::of(part))).collect();
        parts.into_iter().for_each(|part| report.add(part.join().unwrap()));
    });
    let Report { played, refused, wrong } = report;
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(played > 8000, "only {played} games are played");
    let list: String = refused
        .iter()
        .map(|(reason, calls)| format!("{reason}\n    {}\n", calls.join("\n    ")))
        .collect();
    insta::with_settings!({
        snapshot_path => "../../ludemes",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("refused", list);
    });
}
