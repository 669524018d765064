//! Clocks: CPU time of the thread, elapsed time, and allowances.

use std::sync::OnceLock;
use std::time::Instant;

/// CPU time of this thread in seconds.
#[cfg(unix)]
pub(crate) fn worked() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Elapsed time, where CPU time is not available.
#[cfg(not(unix))]
pub(crate) fn worked() -> f64 {
    passed()
}

/// Seconds elapsed since the first call.
pub(crate) fn passed() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// A time allowance of a thread, in CPU time or elapsed time.
///
/// Reading the CPU time of a thread is a system call, far slower than reading the clock. CPU time cannot
/// exceed elapsed time, so it is read only once the allowance would have elapsed.
pub(crate) struct Allowance {
    clock: fn() -> f64,
    end: f64,
    /// The elapsed time before which the CPU clock need not be read.
    next: f64,
}

/// Minimum number of seconds between two reads.
const GLANCE: f64 = 1e-4;

impl Allowance {
    /// An allowance of `seconds` by a clock, from now on.
    pub(crate) fn new(seconds: f64, clock: fn() -> f64) -> Self {
        Self { clock, end: clock() + seconds, next: passed() + seconds }
    }

    /// Whether any time is left.
    pub(crate) fn lasts(&mut self) -> bool {
        let now = passed();
        if now < self.next {
            return true;
        }
        let left = self.end - (self.clock)();
        self.next = now + left.max(GLANCE);
        left > 0.0
    }
}

/// Parses a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, at most 86400 (one day)".to_owned()),
    }
}
