//! One snapshot a mistake: the description and what is said about it, side by side.
//!
//! A case is a file `tests/mistakes/NAME.lud`; its snapshot lies beside it. A first line
//! `// ludc: …` gives options of the command.
#![cfg(feature = "render")]
#![allow(missing_docs)]

mod support;

use std::fmt::Write as _;
use std::path::Path;

use ludc::diagnostic::{CODES, Diagnostics, render};
use ludc::expand::Choice;
use ludc::source::SourceFile;
use ludc::{Description, Options, read};

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
            snapshot_path => "mistakes",
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
