//! Folders to run the command in, and what it prints.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder for one test; removed afterwards.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs the command in this folder.
    pub(super) fn ludc(&self, arguments: &[&str], input: &str) -> Output {
        run(Command::new(env!("CARGO_BIN_EXE_ludc")).args(arguments).current_dir(&self.0), input)
    }

    /// What the command prints in this folder if all is well.
    pub(super) fn says(&self, arguments: &[&str], input: &str) -> String {
        let output = self.ludc(arguments, input);
        let (said, complaint) = (out(&output), err(&output));
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}{complaint}");
        said
    }

    /// The full path of a file of the folder.
    pub(super) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Writes a file; its full path.
    pub(super) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), contents).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn ludc(arguments: &[&str]) -> Output {
    ludc_reading(arguments, "")
}

pub(super) fn ludc_reading(arguments: &[&str], input: &str) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_ludc")).args(arguments), input)
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The standard output.
pub(super) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The standard error.
pub(super) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The path of the description of a built-in game.
pub(super) fn own_game(name: &str) -> String {
    let entry = ludc::games::find(name.trim_end_matches(".lud")).unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games/games");
    games.join(entry.family).join(name).display().to_string()
}
