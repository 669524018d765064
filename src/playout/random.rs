//! Random numbers: the same on every machine.
//!
//! Any [`rand_core::Rng`] can drive playouts; [`Random`] is the default.

pub use rand_xoshiro::rand_core;

use rand_core::{Infallible, Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of random numbers for playouts and agents: xoshiro256++ by Blackman and Vigna, which is
/// small, fast, and good enough for any number of playouts. Its output is the same on every machine and
/// in every version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

/// A source of random decisions: any random number generator, or a test that enumerates the outcomes.
pub trait Source {
    /// A uniformly random number below `bound`; 0 for the bound 0.
    fn below(&mut self, bound: usize) -> usize;

    /// A uniformly random number from 0 up to 1.
    fn unit(&mut self) -> f64;
}

impl<R: Rng + ?Sized> Source for R {
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        // Lemire's method: the high half of the product is uniform except for a few low halves, which are
        // rejected.
        let bound = bound as u64;
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let uneven = bound.wrapping_neg() % bound;
            while (product as u64) < uneven {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
    }

    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "as many bits as such a number has are left")]
    fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Random {
    /// A generator with a seed. Similar seeds give unrelated streams.
    pub fn new(seed: u64) -> Self {
        Self::seed_from_u64(seed)
    }

    /// A generator for one of many independent streams of a seed, identified by number.
    pub fn stream(seed: u64, number: u64) -> Self {
        Self::new(mix(seed).wrapping_add(mix(number ^ 0x6C75_6463)))
    }

    /// As [`Source::below`], without the trait.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        Source::below(self, bound)
    }
}

impl SeedableRng for Random {
    type Seed = <Xoshiro256PlusPlus as SeedableRng>::Seed;

    fn from_seed(seed: Self::Seed) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(seed))
    }

    fn seed_from_u64(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl TryRng for Random {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// Spreads the bits of a number over all of the result: the finalizer of `SplitMix64`.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seeds are stable, so that games can be reproduced. The expected numbers come from the authors' reference
    /// implementations: `SplitMix64` for seeding, xoshiro256++ for the output.
    #[test]
    fn seeds_keep_their_meaning() {
        let numbers = |mut random: Random| [0; 3].map(|_| random.next_u64());
        let of_seed =
            [14_971_601_782_005_023_387, 13_781_649_495_232_077_965, 1_847_458_086_238_483_744];
        assert_eq!(numbers(Random::new(1)), of_seed);
        let of_stream =
            [9_446_060_703_104_068_192, 11_953_065_524_517_784_617, 18_162_225_707_435_518_208];
        assert_eq!(numbers(Random::stream(1, 2)), of_stream);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        (0..60_000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn streams_differ() {
        let firsts = |seed| (0..1000).map(move |number| Random::stream(seed, number).next_u64());
        let mut all: Vec<u64> = firsts(0).chain(firsts(1)).chain(firsts(2)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 3000);
    }
}
