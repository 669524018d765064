//! Progress bars.

use std::io::{self, IsTerminal};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// Shorter work gets no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two updates.
const PACE: Duration = Duration::from_millis(150);

/// The bars on the terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Runs some work with a progress bar that follows a counter of `things`: only on a terminal, and only if it
/// takes long.
pub(crate) fn shown<T>(things: &str, counter: &AtomicU64, all: u64, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waits) = mpsc::channel::<()>();
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = BARS.add(ProgressBar::new(all).with_style(style(things)));
            bar.set_elapsed(start.elapsed());
            loop {
                bar.set_position(counter.load(Ordering::Relaxed));
                if waits.recv_timeout(PACE) != Err(RecvTimeoutError::Timeout) {
                    return bar.finish_and_clear();
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Prints something while a bar may be shown, clearing the bar first.
pub(crate) fn aside<T>(print: impl FnOnce() -> T) -> T {
    BARS.suspend(print)
}

fn style(things: &str) -> ProgressStyle {
    let template =
        format!("{{percent:>3}} % {{bar:30}} ({{pos}} of {{len}} {things}, {{eta}} left)");
    ProgressStyle::with_template(&template)
        .expect("the template is well-formed")
        .progress_chars("█▏·")
}
