//! Any text is read into a tree that prints as the text, and laid out the same the second time.

use ludc::syntax;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::properties::cases;

/// Words, brackets and strings with anything between them, in balance or not.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("(".to_owned()),
        Just(")".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        "[a-z]{1,4}:?",
        "-?[0-9]{1,3}(\\.[0-9])?",
        "\"[A-Z ]{0,4}\"",
        "#[1-3]|~|=|<[A-Z]{1,2}>|[0-9]\\.\\.[0-9]",
        "// [a-z \"(]{0,6}\n",
        "[ \n\t]{1,3}",
        ".",
    ];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Forms in balance.
fn form() -> impl Strategy<Value = String> {
    let leaf =
        prop_oneof!["[a-z]{1,6}", "-?[0-9]{1,3}", "\"[A-Za-z ]{0,8}\"", "[a-z]{1,4}:[0-9]{1,2}"];
    leaf.prop_recursive(5, 60, 5, |inner| {
        prop_oneof![
            ("[a-z]{1,6}", vec(inner.clone(), 0..5))
                .prop_map(|(head, parts)| format!("({head} {})", parts.join(" "))),
            vec(inner, 0..5).prop_map(|parts| format!("{{{}}}", parts.join("\n"))),
        ]
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn trees_print_as_their_text(text in soup()) {
        let (tree, found) = syntax::parse(&text);
        if found.is_empty() {
            prop_assert_eq!(tree.print(&text), Some(text));
        }
    }

    #[test]
    fn layout_is_stable(text in prop_oneof![soup(), form()]) {
        if let Ok(once) = syntax::format(&text) {
            prop_assert_eq!(syntax::format(&once).ok(), Some(once));
        }
    }

    #[test]
    fn forms_in_balance_are_read(text in form().prop_map(|form| format!("(game {form})"))) {
        let (tree, found) = syntax::parse(&text);
        prop_assert!(found.is_empty(), "{}: {:?}", text, found);
        prop_assert_eq!(tree.print(&text), Some(text));
    }
}
