//! Random numbers for tests, independent of the library.

use ludc::playout::Source;

/// A small deterministic generator (`SplitMix64`), so that failures can be reproduced.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 up to `bound`, which counts as 1 if it is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap()
    }
}

/// A source of chance given by a function from the bound of a number to the number.
pub(crate) struct Deciding<F>(pub(crate) F);

impl<F: FnMut(u32) -> u32> Source for Deciding<F> {
    fn below(&mut self, bound: usize) -> usize {
        self.0(u32::try_from(bound).unwrap()) as usize
    }

    fn unit(&mut self) -> f64 {
        unreachable!("moves are drawn by whole numbers")
    }
}
