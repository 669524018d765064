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

/// Seconds as they are given on the command line.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds up to a day is wanted".to_owned()),
    }
}
