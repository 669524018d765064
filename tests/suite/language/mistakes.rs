//! One snapshot a mistake: the description and what is said about it, side by side.
//!
//! A case is a file `tests/mistakes/NAME.lud`; its snapshot lies beside it. A first line
//! `// ludc: …` gives options of the command.

use std::fmt::Write as _;
use std::path::Path;

use ludc::diagnostic::{CODES, Diagnostics, render};
use ludc::expand::Choice;
use ludc::source::SourceFile;
use ludc::{Description, Options, read};

use crate::support;

#[test]
fn every_mistake_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let cases = support::files_below(&folder, "lud");
    assert!(cases.len() >= 140, "only {} cases", cases.len());
    let mut seen = Vec::new();
    for path in cases {
        let case = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let file = SourceFile::new(format!("{case}.lud"), &*text);
        let options = Options { choice: choice(&text), ..Options::default() };
        let found = read(file, &options).map_or_else(|found| found, findings);
        assert!(!found.list.is_empty(), "{case}: nothing found");
        seen.extend(found.list.iter().map(|diagnostic| diagnostic.code));
        let mut shown =
            if text.len() > 3000 { format!("({} bytes)\n", text.len()) } else { text.clone() };
        shown.push_str("\n--------\n");
        for diagnostic in &found.list {
            writeln!(shown, "{}", render(diagnostic, &found.sources, false)).unwrap();
        }
        insta::with_settings!({
            snapshot_path => "../../mistakes",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(case, shown);
        });
    }
    // What has to do with files rather than texts is tested with the command.
    let untested: Vec<_> = CODES
        .iter()
        .filter(|code| !seen.contains(code) && !code.as_str().starts_with("E010"))
        .collect();
    assert!(untested.is_empty(), "no case for {untested:?}");
}

/// Mistakes of all stages, each as a change of a description without any, and the code that tells of it.
const MISTAKES: [(&str, &str, &str); 23] = [
    // Text.
    ("(sites Around (last To))", "(sites Around (last To)", "E0201"),
    (
        "(piece \"Disc\" Each (step (to if:(is Empty (to)))))",
        "(piece \"Disc\" Each (step (to if:(is Empty (to))))",
        "E0201",
    ),
    ("(range 2 3)", "(range 2 3}", "E0203"),
    ("(count Moves)", "(count, Moves)", "E0205"),
    // Defines and options.
    ("(\"Beside\" 1)", "(\"Besied\" 1)", "E0301"),
    ("(place \"Disc2\" 8)", "(\"NotThere\")", "E0301"),
    ("(score Mover)", "(score <Who>)", "E0407"),
    ("(abs 4)", "(abs 4x)", "E0208"),
    ("(max 1 2)", "(max 1..2000 2)", "E0507"),
    // Structure.
    ("(square 3)", "(Square 3)", "E0505"),
    ("(hand Each)", "(Hand Each)", "E0505"),
    ("(min 3 4)", "({} 3 4)", "E0504"),
    // Types.
    ("(is Line 3)", "(is Lien 3)", "E0603"),
    ("(move Pass)", "(mvoe Pass)", "E0601"),
    ("(= 5 (count Turns))", "(= 5 (cuont Turns))", "E0601"),
    ("(is In (last To) (sites \"Corner\"))", "(is In (last To) Corner)", "E0602"),
    ("(sites Empty)", "(sites Emtpy)", "E0603"),
    ("(to (sites Board) if:(is Empty (to)))", "(to (sites Board) iff:(is Empty (to)))", "E0607"),
    ("(result Next Loss)", "(result Next Lost)", "E0602"),
    // Names.
    ("(count Turns)) \"Late\")", "(count Turns)) \"Lat\")", "E0705"),
    ("(place \"Mark0\" 4)", "(place \"Mrak0\" 4)", "E0701"),
    ("(handSite P1)", "(handSite P7)", "W0708"),
    // Boards.
    ("(track \"Way\" \"0,E,End\")", "(track \"Way\" \"0,NNE,End\")", "E0803"),
];

/// A description in which each mistake can be made.
const CORRECT: &str = r#"(define "Beside"
    (or (is In (to) (sites Around (last To))) (= #1 (abs 4)))
)

(game "Mistakes"
    (players 2)
    (equipment {
        (board (square 3) (track "Way" "0,E,End"))
        (piece "Disc" Each (step (to if:(is Empty (to)))))
        (piece "Mark" Neutral)
        (hand Each)
        (regions "Corner" {0 2})
    })
    (rules
        (start {
            (place "Disc1" 0)
            (place "Disc2" 8)
            (place "Mark0" 4)
        })
        phases:{
            (phase "Early"
                (play
                    (or {
                        (forEach Piece)
                        (move Add (to (sites Board) if:(is Empty (to))))
                        (move Add (to (sites Empty)) (then (addScore Mover (- 3 1))))
                        (move Slide (between (range 2 3)))
                    })
                )
                (nextPhase (= 5 (count Turns)) "Late")
            )
            (phase "Late"
                (play
                    (if
                        ("Beside" 1)
                        (move Pass)
                        (if (= (max 1 2) (min 3 4)) (move Add (to (handSite P1))))
                    )
                )
            )
        }
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is In (last To) (sites "Corner")) (result Next Loss))
            (if (> (score Mover) (count Moves)) (result Mover Win))
        })
    )
)
"#;

/// A mistake hides no other: of every two that are made together, both are told.
#[test]
fn mistakes_do_not_hide_each_other() {
    let codes = |text: &str| -> Vec<String> {
        let found = read(SourceFile::new("mistakes.lud", text), &Options::default());
        let found = found.map_or_else(|found| found, Description::into_warnings);
        found.list.iter().map(|diagnostic| diagnostic.code.to_string()).collect()
    };
    assert!(codes(CORRECT).is_empty(), "{:?}", codes(CORRECT));
    let make = |text: &str, (right, wrong, _): (&str, &str, &str)| {
        text.contains(right).then(|| text.replacen(right, wrong, 1))
    };
    for mistake in MISTAKES {
        let text = make(CORRECT, mistake).unwrap_or_else(|| panic!("no {}", mistake.0));
        assert_eq!(codes(&text), [mistake.2], "{}", mistake.1);
    }
    let (mut pairs, mut both, mut more) = (0, 0, 0);
    let mut hidden = String::new();
    for (number, &first) in MISTAKES.iter().enumerate() {
        for &second in &MISTAKES[number + 1..] {
            let Some(text) = make(CORRECT, first).and_then(|text| make(&text, second)) else {
                continue;
            };
            let mut told = codes(&text);
            pairs += 1;
            let mut is_told = |code: &str| {
                let at = told.iter().position(|told| told == code);
                at.map(|at| told.swap_remove(at)).is_some()
            };
            if is_told(first.2) && is_told(second.2) {
                both += 1;
                more += usize::from(!told.is_empty());
            } else {
                writeln!(hidden, "{} with {}: {:?}", first.1, second.1, codes(&text)).unwrap();
            }
        }
    }
    println!("{pairs} pairs, {both} told both, {more} of them with more\n{hidden}");
    assert!(both * 100 >= pairs * 95, "{hidden}");
    assert!(more * 100 <= both * 5, "{more} of {both} pairs with more than what is wrong");
}

/// What is to be done about a mistake mends it: with the fix it is no longer told.
#[test]
fn fixes_mend_what_they_are_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut texts: Vec<String> =
        MISTAKES.iter().map(|(right, wrong, _)| CORRECT.replacen(right, wrong, 1)).collect();
    texts.extend(
        support::files_below(&folder, "lud")
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap()),
    );
    let mut tried = 0;
    for text in texts {
        let look = |text: &str| {
            let options = Options { choice: choice(text), ..Options::default() };
            read(SourceFile::new("mistakes.lud", text), &options)
                .map_or_else(|found| found, Description::into_warnings)
        };
        let found = look(&text);
        for diagnostic in &found.list {
            for fix in &diagnostic.fixes {
                let mut mended = text.clone();
                for (span, replacement) in fix.edits.iter().rev() {
                    let Some(place) = found.sources.locate(*span) else { continue };
                    if place.file.name() == "mistakes.lud" {
                        mended.replace_range(place.range, replacement);
                    }
                }
                if mended == text {
                    continue;
                }
                tried += 1;
                let same = |found: &Diagnostics| {
                    let alike = |other: &&ludc::diagnostic::Diagnostic| {
                        (other.code, &other.message) == (diagnostic.code, &diagnostic.message)
                    };
                    found.list.iter().filter(alike).count()
                };
                let (before, after) = (same(&found), same(&look(&mended)));
                assert!(
                    after < before,
                    "{} ({}) is still told of\n{mended}",
                    diagnostic.message,
                    fix.title
                );
            }
        }
    }
    println!("{tried} fixes");
    assert!(tried >= 30, "{tried}");
}

/// What there is to say of a description that is correct: doubts, or what the machine cannot do.
fn findings(description: Description) -> Diagnostics {
    let unsupported = description.compile().err();
    match unsupported.filter(|_| description.warnings().is_empty()) {
        Some(found) => found,
        None => description.into_warnings(),
    }
}

/// The choice that the first line of a case makes.
fn choice(text: &str) -> Choice {
    let mut choice = Choice::default();
    let line = text.lines().next().and_then(|line| line.strip_prefix("// ludc: "));
    let mut words = line.unwrap_or_default().split('"').map(str::trim);
    while let (Some(flag), Some(value)) = (words.next(), words.next()) {
        match flag {
            "--option" => choice.options.push(value.to_owned()),
            "--ruleset" => choice.ruleset = Some(value.to_owned()),
            other => panic!("unknown flag {other}"),
        }
    }
    choice
}
