//! Playing games in parallel on several threads, with a progress bar.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::progress;

/// Games that are played and remembered one by one.
const MAX_GAMES: u64 = 1_000_000;

/// Room for the calls of a thread: as much as the first thread of a process usually has.
const STACK_BYTES: usize = 8 << 20;

/// A number of threads as it is given on the command line: 0 for as many as there are processors.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let wanted =
        text.parse().map_err(|_| "expected a number of threads, or 0 for one per processor")?;
    let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(NonZeroUsize::new(wanted).unwrap_or_else(all))
}

/// A number of games as it is given on the command line.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(games) if (1..=MAX_GAMES).contains(&games) => Ok(games),
        _ => Err(format!("expected a number of games from 1 to {MAX_GAMES}")),
    }
}

/// What `play` makes of each number below `count`, in the order of the numbers however many threads there
/// are. Each thread plays with what `begin` gives it.
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
            results.lock().expect("no thread fails holding it").push((number, result));
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let others = (threads.get() as u64).min(count).saturating_sub(1);
    progress::shown(things, &done, count, || {
        thread::scope(|scope| {
            for _ in 0..others {
                // A thread that the system refuses is done without.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            }
            work();
        });
    });
    let mut results = results.into_inner().expect("all threads are done");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}
