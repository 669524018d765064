//! Any record that can be written is read as it was, and no text is more than refused.

use ludc::Outcome;
use ludc::record::{Made, Record};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::properties::cases;

/// Text with what is escaped and what could be taken for a part of the format.
fn value() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,20}", "[\\\\\n\r|a é]{0,8}", Just("seed 3".to_owned())]
}

/// A line of a record, or of anything.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![value(), "(game|seed|move|winner|text|player) [0-9a-z ]{0,6}"]
}

fn made() -> impl Strategy<Value = Made> {
    ("[A-Za-z0-9>=+~-]{1,12}", vec(1..=20, 0..4))
        .prop_map(|(notation, thrown)| Made { notation, thrown })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let ranking = vec((2..9).prop_map(|half| f64::from(half) / 2.0), 1..5);
    (option::of(1..4usize), any::<bool>(), ranking).prop_map(|(winner, tie, ranking)| Outcome {
        winner,
        tie: tie && winner.is_none(),
        ranking,
    })
}

fn record() -> impl Strategy<Value = Record> {
    let names = (value(), option::of(value()), option::of(value()), vec(value(), 0..3));
    let numbers = (any::<u64>(), option::of(any::<u64>()));
    let text = option::of("[ -~\n]{0,60}");
    (names, numbers, text, vec(value(), 0..3), vec(made(), 0..6), option::of(outcome())).prop_map(
        |(
            (game, built_in, ruleset, options),
            (seed, fingerprint),
            text,
            players,
            moves,
            outcome,
        )| {
            Record {
                game,
                built_in,
                text,
                fingerprint,
                ruleset,
                options,
                seed,
                players,
                moves,
                outcome,
            }
        },
    )
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn records_are_read_as_they_were_written(records in vec(record(), 1..4)) {
        let text: String = records.iter().map(ToString::to_string).collect();
        let again = Record::parse(&text);
        let again = again.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(again, records);
    }

    #[test]
    fn any_text_is_a_record_or_malformed(lines in vec(line(), 0..8)) {
        let text = format!("ludc record 1\n{}\n", lines.join("\n"));
        if let Ok(records) = Record::parse(&text) {
            let written: String = records.iter().map(ToString::to_string).collect();
            prop_assert_eq!(Record::parse(&written), Ok(records));
        }
    }
}
