//! What the library is made of besides its own code: the typed views of the language, and the defines and
//! games of `stdlib-games`.

use std::path::PathBuf;
use std::{env, fs, io};

mod embed;
mod language;
#[allow(dead_code, unreachable_pub, reason = "shared with the library, which uses all of it")]
#[path = "../src/ast/notation.rs"]
mod notation;
#[allow(dead_code, unreachable_pub, reason = "shared with the library, which uses all of it")]
#[path = "../src/ast/signature.rs"]
mod signature;

fn main() -> io::Result<()> {
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("set by cargo"));
    let (root, out) = (variable("CARGO_MANIFEST_DIR"), variable("OUT_DIR"));
    for folder in ["build", "src/ast/language", "src/ast/notation.rs", "src/ast/signature.rs"] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    for (name, code) in language::files() {
        fs::write(out.join(name), code)?;
    }
    embed::write(&root, &out, "defs", "def", "EMBEDDED_DEFS")?;
    embed::write(&root, &out, "games", "lud", "EMBEDDED_GAMES")
}
