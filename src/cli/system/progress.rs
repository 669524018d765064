//! Progress bars.

use std::io::{self, IsTerminal};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

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
    thread::scope(|scope| {
        scope.spawn(move || {
            // Updated from the start, since its rate says how much time is left.
            let hidden = ProgressDrawTarget::hidden();
            let bar = ProgressBar::with_draw_target(Some(all), hidden).with_style(style());
            let mut shown = None;
            while waits.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                let count = counter.load(Ordering::Relaxed).min(all);
                bar.set_position(count);
                bar.set_message(message(count, all, things, bar.eta()));
                if bar.elapsed() > PATIENCE {
                    shown.get_or_insert_with(|| BARS.add(bar.clone()));
                }
            }
            bar.finish_and_clear();
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

fn style() -> ProgressStyle {
    // The message is cut off where the terminal ends.
    ProgressStyle::with_template("{percent:>3} % {bar:20} {wide_msg}")
        .expect("the template is well-formed")
        .progress_chars("█▏·")
}

fn message(count: u64, all: u64, things: &str, left: Duration) -> String {
    match count {
        0 => format!("(0 of {all} {things})"),
        _ => format!("({count} of {all} {things}, {:#} left)", HumanDuration(left)),
    }
}
