//! Games are held to the laws in a process of their own, so that one that never ends, overflows the
//! stack or takes all memory is a finding like any other.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::verdict::{Verdict, hold, keep_panics};

/// The argument that makes this program a worker.
pub(crate) const WORK: &str = "--hold-games";

/// How long a game may take: much more than the laws do, so that a busy machine is no fault.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 30 });

/// Reads games and answers with verdicts until there are no more.
pub(crate) fn work() {
    keep_panics();
    let mut input = std::io::stdin().lock();
    let mut length = String::new();
    while input.read_line(&mut length).is_ok_and(|bytes| bytes > 0) {
        let mut text = vec![0; length.trim().parse().expect("a length comes first")];
        input.read_exact(&mut text).expect("the text comes after its length");
        let verdict = hold(&String::from_utf8(text).expect("games are text"));
        println!("{}", verdict.line());
        length.clear();
    }
}

/// A process that holds games to the laws, one after the other; a new one after a fault.
pub(crate) struct Worker {
    running: Option<Running>,
    /// Where the process says what it dies of.
    last_words: PathBuf,
}

struct Running {
    child: Child,
    input: ChildStdin,
    verdicts: Receiver<String>,
}

impl Worker {
    pub(crate) fn new() -> Self {
        let name = format!("generated-games-{}.txt", std::process::id());
        let last_words = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        Self { running: None, last_words }
    }

    /// What comes of a game.
    pub(crate) fn hold(&mut self, text: &str) -> Verdict {
        let last_words = &self.last_words;
        let running = self.running.get_or_insert_with(|| Running::start(last_words));
        // A process that has ended is found out when its answer is missing.
        let _ = writeln!(running.input, "{}", text.len());
        let _ = running.input.write_all(text.as_bytes()).and_then(|()| running.input.flush());
        match running.verdicts.recv_timeout(PATIENCE) {
            Ok(line) => Verdict::parse(&line),
            Err(end) => {
                self.stop();
                let said = fs::read_to_string(&self.last_words).unwrap_or_default();
                Verdict::Fault(match end {
                    RecvTimeoutError::Timeout => "it takes too long".to_owned(),
                    RecvTimeoutError::Disconnected => format!("the process ends: {}", said.trim()),
                })
            }
        }
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_file(&self.last_words);
    }
}

impl Running {
    fn start(last_words: &PathBuf) -> Self {
        let program = std::env::current_exe().unwrap();
        let mut child = Command::new(program)
            .arg(WORK)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(last_words).unwrap())
            .spawn()
            .expect("a test can be started again");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, verdicts) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, verdicts }
    }
}
