//! Playing games in parallel on several threads, with a progress bar.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::system::progress;

/// Maximum number of games whose results are kept one by one.
const MAX_GAMES: u64 = 1_000_000;

/// Stack size of a thread: as much as the main thread of a process usually has.
const STACK_BYTES: usize = 8 << 20;

/// Parses a number of threads: 0 for one per processor.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let wanted =
        text.parse().map_err(|_| "expected a number of threads, or 0 for one per processor")?;
    let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(NonZeroUsize::new(wanted).unwrap_or_else(all))
}

/// Parses a number of games.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(games) if (1..=MAX_GAMES).contains(&games) => Ok(games),
        _ => Err(format!("expected a number of games from 1 to {MAX_GAMES}")),
    }
}

/// Calls `play` with every number below `count` and returns the results in order, whatever the number of
/// threads. Each thread gets its own state from `begin`.
pub(crate) fn play<W, T: Send>(
    (things, count): (&str, u64),
    threads: NonZeroUsize,
    begin: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, u64) -> T + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let results = Mutex::new(Vec::new());
    let work = || {
        let mut own = begin();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = play(&mut own, number);
            results.lock().expect("no thread panics while holding the lock").push((number, result));
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let others = (threads.get() as u64).min(count).saturating_sub(1);
    progress::shown(things, &done, count, || {
        thread::scope(|scope| {
            for _ in 0..others {
                // If the system refuses a thread, the others do its work.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            }
            work();
        });
    });
    let mut results = results.into_inner().expect("all threads are done");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
