//! What is written to files, and what is never written over.

use std::fs;
use std::process::Command;

use super::folder::{Folder, err, ludc, out};
use super::verify::LINE;

/// Whatever name a file is given by, what is made from it does not come in its place.
#[test]
#[cfg(unix)]
fn inputs_are_not_overwritten() {
    let folder = Folder::new("inputs_are_not_overwritten");
    let game = folder.write("row.svg", LINE);
    std::os::unix::fs::symlink(&game, folder.path("symbolic.svg")).unwrap();
    fs::hard_link(&game, folder.path("hard.svg")).unwrap();
    let before = fs::read_dir(folder.path("")).unwrap().count();
    for name in ["row.svg", "./row.svg", "symbolic.svg", "hard.svg"] {
        let other = folder.path(name);
        for arguments in [
            &["render", &game, "-o", &other][..],
            &["render", &other, "-o", &game],
            &["compile", &game, "-o", &other],
            &["play", &game, "--players", "random,random", "--save", &other],
        ] {
            let output = ludc(arguments);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            assert!(err(&output).contains("made from"), "{arguments:?}: {}", err(&output));
        }
        assert_eq!(fs::read_to_string(&other).unwrap(), LINE);
    }
    let page = folder.write("page.html", LINE);
    let output = ludc(&["report", &page, "-n", "1", "-o", &page]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&page).unwrap(), LINE);
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), before + 1, "nothing is left");
}

/// A file that stands where one would be put for the time being is no way to write elsewhere.
#[test]
#[cfg(unix)]
fn temporary_files_have_unique_names() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("temporary_files_have_unique_names");
    let game = folder.write("row.lud", LINE);
    let (out, picture) = (folder.write("row.svg", "old"), folder.path("new.svg"));
    fs::set_permissions(&out, fs::Permissions::from_mode(0o604)).unwrap();
    for path in [&out, &picture] {
        assert!(ludc(&["render", &game, "-o", path]).status.success());
        assert!(fs::read_to_string(path).unwrap().contains("<svg"));
    }
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&out), 0o604, "what was there keeps its permissions");
    assert_eq!(mode(&picture), mode(&game), "what is new is like any new file");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 3, "nothing is left");
}

#[test]
fn reports_do_not_overwrite_their_inputs() {
    let folder = Folder::new("reports_do_not_overwrite_their_inputs");
    let game = folder.write("row.lud", LINE);
    let record = folder.path("row.json");
    let players = "random,random";
    let played = ludc(&["play", &game, "--players", players, "--seed", "3", "--save", &record]);
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    let kept = fs::read(&record).unwrap();
    let output = ludc(&["report", &game, "--records", &record, "-o", &record]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert_eq!(fs::read(&record).unwrap(), kept);
    let output = ludc(&["bench", "--all", &folder.path(""), "--seconds", "0.01", "--csv", &game]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert_eq!(fs::read_to_string(&game).unwrap(), LINE);
    // Rules that are not those of the fingerprint are not played over.
    let text = String::from_utf8(kept).unwrap();
    let line = text.lines().find(|line| line.starts_with("fingerprint ")).unwrap();
    folder.write("row.json", text.replace(line, "fingerprint 1111111111111111"));
    let output = ludc(&["verify", &record]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("other rules"), "{}", out(&output));
}

/// A game is not lost to what is made of it, through a link neither.
#[cfg(unix)]
#[test]
fn descriptions_are_not_overwritten() {
    let folder = Folder::new("descriptions_are_not_overwritten");
    let text = ludc::games::find("tic-tac-toe").unwrap().text;
    fs::write(folder.0.join("own.lud"), text).unwrap();
    std::os::unix::fs::symlink("own.lud", folder.0.join("link")).unwrap();
    for request in [
        &["compile", "own.lud", "-o", "own.lud"][..],
        &["compile", "link", "-o", "./own.lud"],
        &["compile", "own.lud", "--emit", "expanded", "-o", "own.lud"],
        &["play", "own.lud", "--players", "random,random", "--save", "own.lud"],
    ] {
        let output = folder.ludc(request, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{request:?}: {said}");
        assert!(said.contains("is not written over"), "{request:?}: {said}");
    }
    let said = folder.says(&["play", "own.lud"], "save own.lud\nquit\n");
    assert!(said.contains("is not written over"), "{said}");
    assert_eq!(folder.read("own.lud"), text);
}

/// A device is written to, and stays what it is.
#[cfg(unix)]
#[test]
fn devices_are_written_to_in_place() {
    use std::os::unix::fs::FileTypeExt;

    let folder = Folder::new("devices_are_written_to_in_place");
    // A pipe stands for all of them: whoever may write to /dev could lose a device otherwise.
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    folder.says(&["render", "hex", "-o", "pipe"], "");
    assert!(reader.join().unwrap().starts_with("<svg "));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}
