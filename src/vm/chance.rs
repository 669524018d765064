//! Chance: the generator of the game's own random numbers.
//!
//! SplitMix64, with its state in the state of the game, so that a seed decides all that chance
//! decides.

use super::hash::mix;
use super::machine::Machine;
use crate::bytecode::{Layout, Scalar};

/// What the state of the generator grows by at each draw.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl<const W: usize> Machine<'_, W> {
    /// A number from 0 to below `limit`, each equally likely.
    pub(super) fn random_below(&mut self, limit: i32) -> i32 {
        loop {
            let state = self.wide(Scalar::Random);
            self.write(Layout::scalar(Scalar::Random), state.wrapping_add(STEP));
            let drawn = mix(state);
            let bits = ((drawn >> 32) as u32 ^ drawn as u32) as i32;
            let bits = (bits as u32 >> 1) as i32;
            if limit > 0 && limit & (limit - 1) == 0 {
                return ((i64::from(limit) * i64::from(bits)) >> 31) as i32;
            }
            let value = bits % limit.max(1);
            if bits.wrapping_sub(value).wrapping_add(limit - 1) >= 0 {
                return value;
            }
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
