//! Chance: a generator of random numbers that the state carries along.

use super::hash::mix;
use super::machine::Machine;
use crate::bytecode::{Layout, Scalar};

/// What the state of the generator grows by with each number: that of `SplitMix64`.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl<const W: usize> Machine<'_, W> {
    /// 31 random bits.
    fn random_bits(&mut self) -> i32 {
        let state = self.wide(Scalar::Random);
        self.write(Layout::scalar(Scalar::Random), state.wrapping_add(GAMMA));
        let number = mix(state);
        (((number >> 32) as u32 ^ number as u32) >> 1) as i32
    }

    /// A random number below a limit, which is at least 1.
    pub(super) fn random_below(&mut self, limit: i32) -> i32 {
        let mut bits = self.random_bits();
        if limit & (limit - 1) == 0 {
            return ((i64::from(limit) * i64::from(bits)) >> 31) as i32;
        }
        loop {
            let value = bits % limit;
            // The last numbers are drawn again: they would make the smaller ones more likely.
            if (bits - value).checked_add(limit - 1).is_some() {
                return value;
            }
            bits = self.random_bits();
        }
    }

    /// A random number from one to another; -1 if there is none.
    pub(super) fn random(&mut self, min: i32, max: i32) -> i32 {
        match max.checked_sub(min).and_then(|span| span.checked_add(1)) {
            Some(limit) if limit > 0 => min + self.random_below(limit),
            _ => -1,
        }
    }
}
