//! Lists the defines and games of `stdlib-games` so that the library can embed them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Makes a list of the files below a folder: their paths in it, and their texts.
pub(crate) fn write(
    root: &Path,
    out: &Path,
    folder: &str,
    extension: &str,
    list: &str,
) -> io::Result<()> {
    let folder = root.join("stdlib-games").join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    collect(&folder, extension, &mut files)?;
    files.sort();
    let mut code = format!("const {list}: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.strip_prefix(&folder).expect("found below it");
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("a string");
    }
    code.push_str("];\n");
    fs::write(out.join(format!("{}.rs", list.to_lowercase())), code)
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}
