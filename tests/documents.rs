//! Generated documents are up to date. `UPDATE_DOCS=1 cargo test --test documents` writes them.
#![allow(missing_docs)]

use std::fs;
use std::path::Path;

use ludc::diagnostic::CODES;

#[test]
fn the_list_of_diagnostics_is_current() {
    let mut text = String::from(
        "# Diagnostics\n\nEvery code that `ludc check` reports, as `ludc explain CODE` tells it. Codes with an E \
         are errors, those with\na W warnings. A code keeps its meaning for ever.\n\n\
         <!-- Generated from src/diagnostic/code.rs by UPDATE_DOCS=1 cargo test --test documents -->\n",
    );
    for code in CODES {
        text.push_str(&format!("\n## {code}: {}\n\n{}\n", code.title(), code.explanation()));
    }
    is_current("docs/diagnostics.md", &text);
}

#[test]
fn the_list_of_ludemes_is_current() {
    is_current("docs/ludemes.md", &ludc::ast::manual::document());
}

fn is_current(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{name} is not current: run UPDATE_DOCS=1 cargo test --test documents");
}
