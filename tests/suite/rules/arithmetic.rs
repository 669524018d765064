//! Numbers and comparisons, worked out by the machine and here.

use ludc::source::SourceFile;
use ludc::{Options, compile};
use proptest::prelude::*;

use crate::properties::cases;
use crate::support::make;

/// A number of the language, and what it is.
#[derive(Clone, Debug)]
struct Number {
    text: String,
    value: i64,
}

fn joined(operator: &str, one: &Number, other: &Number, value: i64) -> Number {
    Number { text: format!("({operator} {} {})", one.text, other.text), value }
}

/// Constants, and numbers that are only known in play.
fn number() -> impl Strategy<Value = Number> {
    let constant = (-9i64..100).prop_map(|value| Number { text: value.to_string(), value });
    let in_play =
        prop_oneof![Just(("(score P2)", 0)), Just(("(what at:1)", 2)), Just(("(mover)", 1))]
            .prop_map(|(text, value)| Number { text: text.to_owned(), value });
    let leaf = prop_oneof![3 => constant, 1 => in_play];
    leaf.prop_recursive(4, 20, 2, |inner| {
        (0..9usize, inner.clone(), inner).prop_filter_map("fits", |(operator, a, b)| {
            let (x, y) = (a.value, b.value);
            let number = match operator {
                0 => joined("+", &a, &b, x + y),
                1 => joined("-", &a, &b, x - y),
                2 => joined("*", &a, &b, x * y),
                3 => joined("max", &a, &b, x.max(y)),
                4 => joined("min", &a, &b, x.min(y)),
                5 => Number { text: format!("(abs {})", a.text), value: x.abs() },
                6 => Number {
                    text: format!("(toInt (< {} {}))", a.text, b.text),
                    value: i64::from(x < y),
                },
                7 => Number {
                    text: format!("(if (>= {} {}) {} {})", a.text, b.text, a.text, b.text),
                    value: x.max(y),
                },
                _ => Number {
                    text: format!("(toInt (or (= {} {}) (!= {} 3)))", a.text, b.text, a.text),
                    value: i64::from(x == y || x != 3),
                },
            };
            i32::try_from(number.value).is_ok().then_some(number)
        })
    })
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn numbers_are_what_they_say(number in number()) {
        let text = format!(
            r#"(game "Sum" (players 2)
                (equipment {{ (board (square 2)) (piece "A" P1) (piece "B" P2) }})
                (rules (start (place "B2" 1)) (play (move Pass (then (set Score P1 {}))))
                    (end (if (= 99 (count Moves)) (result Mover Win)))))"#,
            number.text
        );
        let game = compile(SourceFile::new("sum", text), &Options::default());
        let game = game.map_err(|found| TestCaseError::fail(format!("{}: {found}", number.text)))?;
        let mut state = game.start(0);
        make(&mut state, "pass");
        prop_assert_eq!(i64::from(state.score(1)), number.value, "{}", number.text);
    }
}
