//! Progress bars.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::output;

/// Shorter work gets no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two updates.
const PACE: Duration = Duration::from_millis(150);

/// Width of the bar in characters, and its minimum width.
const WIDTH: usize = 30;
const LEAST: usize = 6;

/// Moves the cursor to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// Whether a bar is on the line of the cursor. Locked while anything writes to the terminal.
static DRAWN: Mutex<bool> = Mutex::new(false);

/// Runs some work with a progress bar that follows a counter of `things`: only on a terminal, and only if it
/// takes long.
pub(crate) fn shown<T>(things: &str, counter: &AtomicU64, all: u64, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waits) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            let mut pause = PATIENCE;
            while waits.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout) {
                let count = counter.load(Ordering::Relaxed);
                let line = bar(count, all, things, start.elapsed(), output::columns(&io::stderr()));
                let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
                // Failing to draw the bar is harmless.
                let _ = write!(io::stderr(), "{CLEAR}{line}");
                *drawn = true;
                pause = PACE;
            }
            drop(clear());
        });
        let result = work();
        drop(done);
        result
    })
}

/// Prints something while a bar may be shown, clearing the bar first.
pub(crate) fn aside<T>(print: impl FnOnce() -> T) -> T {
    let _held = clear();
    print()
}

/// Clears the bar, if there is one, until the returned guard is dropped.
fn clear() -> std::sync::MutexGuard<'static, bool> {
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut *drawn) {
        let _ = write!(io::stderr(), "{CLEAR}");
    }
    drawn
}

/// The progress line, short enough not to wrap: if it does not fit, first the details are left out, then
/// the bar itself.
fn bar(done: u64, all: u64, things: &str, elapsed: Duration, columns: usize) -> String {
    let done = done.min(all);
    let share = done as f64 / all.max(1) as f64;
    let left = match done {
        0 => String::new(),
        _ => format!(", {} left", told(elapsed.mul_f64((1.0 / share) - 1.0))),
    };
    // Rounded down, so that unfinished work never shows 100 %.
    let percentage = format!(" {:3.0} %", (100.0 * share).floor());
    let details = format!(" ({done} of {all} {things}{left})");
    // The last column stays free: some terminals wrap once it is written to.
    let room = |taken: usize| columns.saturating_sub(taken + 1).min(WIDTH);
    let length = |text: &str| text.chars().count();
    let with_details = room(length(&percentage) + length(&details));
    let (width, details) = if with_details >= LEAST {
        (with_details, &*details)
    } else {
        (room(length(&percentage)), "")
    };
    if width < LEAST {
        return percentage.trim_start().to_owned();
    }
    let full = (share * width as f64) as usize;
    format!("{}{}{percentage}{details}", "█".repeat(full), "·".repeat(width - full))
}

/// A duration in a suitable unit.
fn told(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds < 100 => format!("{seconds} s"),
        seconds if seconds < 6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let told = |done, all, columns| bar(done, all, "games", Duration::from_secs(10), columns);
        assert_eq!(told(0, 4, 80), format!("{}   0 % (0 of 4 games)", "·".repeat(30)));
        let half = format!("{}{}  50 % (2 of 4 games, 10 s left)", "█".repeat(15), "·".repeat(15));
        assert_eq!(told(2, 4, 80), half);
        assert!(told(9, 4, 80).contains("100 % (4 of 4 games, 0 s left)"));
        assert!(told(999, 1000, 80).contains(" 99 %"));
        assert!(told(1, 100, 80).contains("17 min left"));
        assert!(told(1, 10_000, 80).contains("28 h left"));
        assert!(told(0, 0, 80).contains("0 % (0 of 0 games)"));
    }

    #[test]
    fn narrow_terminals() {
        let told = |columns| bar(2, 4, "games", Duration::from_secs(10), columns);
        for columns in 1..100 {
            let length = told(columns).chars().count();
            assert!(length < columns.max(6), "{length} letters on {columns} columns");
        }
        assert_eq!(told(40), "███····  50 % (2 of 4 games, 10 s left)");
        assert_eq!(told(20), "██████·······  50 %");
        assert_eq!(told(10), "50 %");
    }
}
