//! Clocks that the command measures by.

use std::sync::OnceLock;
use std::time::Instant;

/// Seconds that this thread has been at work, whatever else the machine was doing.
#[cfg(unix)]
pub(crate) fn worked() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Where that is not known, the time that has passed.
#[cfg(not(unix))]
pub(crate) fn worked() -> f64 {
    passed()
}

/// Seconds that have passed since it was first asked.
pub(crate) fn passed() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// A time that a thread has for something, by its own work or by the time that passes.
///
/// How long a thread has worked is asked of the system, which takes far longer than to look at the time. A
/// thread cannot work for longer than the time that passes, so it is asked only when the time is up unless
/// something else kept the thread from its work.
pub(crate) struct Allowance {
    clock: fn() -> f64,
    end: f64,
    /// Until when the clock need not be asked, as time passes.
    next: f64,
}

/// Seconds between two questions at least.
const GLANCE: f64 = 1e-4;

impl Allowance {
    /// So many seconds by a clock from now on.
    pub(crate) fn new(seconds: f64, clock: fn() -> f64) -> Self {
        Self { clock, end: clock() + seconds, next: passed() + seconds }
    }

    /// Whether there is time left.
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

/// Seconds as they are given on the command line.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, at most 86400 (one day)".to_owned()),
    }
}
