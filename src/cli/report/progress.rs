//! How far something has come, on the terminal.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Letters of the bar.
const WIDTH: u64 = 30;

/// A bar that grows; nothing where there is no terminal to show it.
pub(super) struct Progress {
    what: &'static str,
    total: u64,
    /// How much is done, and when that was last shown.
    done: Mutex<(u64, Instant)>,
    shown: bool,
}

impl Progress {
    pub(super) fn new(what: &'static str, total: u64) -> Self {
        let shown = io::stderr().is_terminal() && total > 0;
        Self { what, total, done: Mutex::new((0, Instant::now())), shown }
    }

    /// One more is done.
    pub(super) fn step(&self) {
        if !self.shown {
            return;
        }
        let Ok(mut done) = self.done.lock() else { return };
        done.0 += 1;
        if done.1.elapsed() > Duration::from_millis(80) || done.0 == self.total {
            done.1 = Instant::now();
            let full = (done.0 * WIDTH / self.total) as usize;
            let (full, rest) = ("█".repeat(full), "░".repeat(WIDTH as usize - full));
            eprint!("\r{full}{rest} {} of {} {}", done.0, self.total, self.what);
        }
    }

    /// Takes the bar away.
    pub(super) fn done(self) {
        if self.shown {
            eprint!("\r\u{1b}[K");
        }
    }
}
