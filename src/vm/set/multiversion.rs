//! Function multiversioning: work on sets is compiled twice, and the version for this processor is chosen when
//! the program runs.
//!
//! A program that is to run on every processor of a family may use only what all of them have. Counting
//! the bits of a word is then a dozen instructions instead of one. So what does much work on sets is
//! compiled twice, and the better half is chosen here. Registers of 256 bits were tried as well: sets are
//! too small for them, and the games were slower.

/// Does some work with the instructions that the processor has. Whatever is inlined into the work is
/// compiled for them; what it calls is not.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "the work has to become part of the function that is chosen"
)]
pub(crate) fn at_its_best<K: Work>(work: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if x86::is_recent() {
        // SAFETY: the processor has what the function is compiled for.
        #[allow(unsafe_code, reason = "the compiler cannot know what was found out")]
        return unsafe { x86::recent(work) };
    }
    work.work()
}

/// Something to be done with the instructions that the processor has.
///
/// Closures are inlined where the compiler sees fit. What is too much for that, and has to be compiled for
/// the processor all the same, is a type of its own whose `work` is always inlined.
pub(crate) trait Work {
    type Output;
    fn work(self) -> Self::Output;
}

impl<T, F: FnOnce() -> T> Work for F {
    type Output = T;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the closure that is inlined or not")]
    fn work(self) -> T {
        self()
    }
}

/// The place of a bit of a word, counted from the lowest that is set; 64 if not so many are set.
#[inline]
pub(in crate::vm) fn select(word: u64, index: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if x86::is_recent() {
        // SAFETY: the processor has what the function is compiled for.
        #[allow(unsafe_code, reason = "the compiler cannot know what was found out")]
        return unsafe { x86::select(word, index) };
    }
    (0..index).fold(word, |word, _| word & word.wrapping_sub(1)).trailing_zeros()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::_pdep_u64;
    use std::sync::atomic::{AtomicU8, Ordering};

    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;

    static RECENT: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// Whether the processor counts bits, and finds the first and the last one, by single instructions.
    #[inline]
    pub(in crate::vm) fn is_recent() -> bool {
        match RECENT.load(Ordering::Relaxed) {
            UNKNOWN => find_out(),
            known => known == YES,
        }
    }

    #[cold]
    fn find_out() -> bool {
        let recent = std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2");
        RECENT.store(if recent { YES } else { NO }, Ordering::Relaxed);
        recent
    }

    /// The work, compiled for such a processor.
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    pub(in crate::vm) fn recent<K: super::Work>(work: K) -> K::Output {
        work.work()
    }

    /// As [`select`](super::select), by spreading a single bit to the places of those that are set.
    #[inline]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    pub(in crate::vm) fn select(word: u64, index: u32) -> u32 {
        _pdep_u64(1 << index, word).trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::select;

    #[test]
    fn bits_are_counted_from_the_lowest() {
        for word in [1, 0x8000_0000_0000_0001, 0xF0F0, u64::MAX, 0x0123_4567_89AB_CDEF] {
            let places: Vec<u32> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            for (index, &place) in places.iter().enumerate() {
                assert_eq!(select(word, index as u32), place, "{index} of {word:x}");
            }
        }
        assert_eq!(select(0b101, 2), 64);
    }
}
