//! Lists the define files of `stdlib-games/defs` so that the library can embed them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let defs = root.join("stdlib-games").join("defs");
    println!("cargo::rerun-if-changed={}", defs.display());
    let mut files = Vec::new();
    collect(&defs, &mut files)?;
    files.sort();
    let mut code = String::from("const EMBEDDED_DEFS: &[(&str, &str)] = &[\n");
    for file in files {
        let name =
            file.strip_prefix(&defs).expect("found below it").to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("a string");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("embedded_defs.rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "def") {
            files.push(path);
        }
    }
    Ok(())
}
