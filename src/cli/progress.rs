//! A bar that tells how far something has come, for people who wait.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What takes less time needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two drawings of it.
const PACE: Duration = Duration::from_millis(150);

/// Characters of the bar itself.
const WIDTH: u64 = 30;

/// Does some work while a bar shows how much of it a counter has counted: only on a terminal, and only
/// if it takes long.
pub(crate) fn shown<T>(counter: &AtomicU64, all: u64, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waits) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            let mut pause = PATIENCE;
            while waits.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout) {
                let line = bar(counter.load(Ordering::Relaxed), all, start.elapsed());
                // Whoever does not see it misses nothing.
                let _ = write!(io::stderr(), "\r{line}\x1b[K");
                pause = PACE;
            }
            if pause == PACE {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// The bar when so much is done after a time.
fn bar(done: u64, all: u64, elapsed: Duration) -> String {
    let done = done.min(all);
    let share = done as f64 / all.max(1) as f64;
    let full = done * WIDTH / all.max(1);
    let bar: String = (0..WIDTH).map(|place| if place < full { '█' } else { '·' }).collect();
    let left = match done {
        0 => String::new(),
        _ => format!(", {} left", told(elapsed.mul_f64((1.0 / share) - 1.0))),
    };
    format!("{bar} {:3.0} % ({done} of {all}{left})", 100.0 * share)
}

/// A time in the largest units that say something.
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
        let ten = Duration::from_secs(10);
        assert_eq!(bar(0, 4, ten), format!("{}   0 % (0 of 4)", "·".repeat(30)));
        let half = format!("{}{}  50 % (2 of 4, 10 s left)", "█".repeat(15), "·".repeat(15));
        assert_eq!(bar(2, 4, ten), half);
        assert!(bar(9, 4, ten).contains("100 % (4 of 4, 0 s left)"));
        assert!(bar(1, 100, ten).contains("17 min left"));
        assert!(bar(1, 10_000, ten).contains("28 h left"));
        assert!(bar(0, 0, ten).contains("0 % (0 of 0)"));
    }
}
