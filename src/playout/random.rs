//! Random numbers: the same on every machine.

/// A generator of random numbers: xoshiro256++ by Blackman and Vigna, which is small, fast, and good
/// enough for any number of playouts. It is our own so that the numbers stay the same for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

/// Something that decides by chance: a generator, or whoever wants to see what each decision leads to.
pub trait Source {
    /// A number from 0 up to `bound`, all equally likely; 0 for the bound 0.
    fn below(&mut self, bound: usize) -> usize;

    /// A number from 0 up to 1, all equally likely.
    fn unit(&mut self) -> f64;
}

impl Source for Random {
    fn below(&mut self, bound: usize) -> usize {
        Self::below(self, bound)
    }

    #[allow(clippy::cast_precision_loss, reason = "as many bits as such a number has are left")]
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        // As its authors recommend, filled by another generator, so that seeds that are close to each
        // other have nothing in common.
        let mut filler = seed;
        let mut fill = || {
            filler = filler.wrapping_add(0x9E37_79B9_7F4A_7C15);
            mix(filler)
        };
        Self { state: [fill(), fill(), fill(), fill()] }
    }

    /// The generator of one of many streams of a seed, each by its number: whoever takes a stream
    /// gets the same numbers, in whatever order they are taken.
    pub fn stream(seed: u64, number: u64) -> Self {
        Self::new(mix(seed).wrapping_add(mix(number ^ 0x6C75_6463)))
    }

    /// Any number of 64 bits.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it never ends, and is no sequence to adapt")]
    pub fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number from 0 up to `bound`, all equally likely; 0 for the bound 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        // Lemire's way: the high half of a product is even but for a few low halves, which are drawn
        // again.
        let bound = bound as u64;
        let mut product = u128::from(self.next()) * u128::from(bound);
        if (product as u64) < bound {
            let uneven = bound.wrapping_neg() % bound;
            while (product as u64) < uneven {
                product = u128::from(self.next()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
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

    /// The numbers that the authors' own program gives for the state 1, 2, 3, 4.
    #[test]
    fn numbers_are_those_of_the_authors() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let numbers: Vec<u64> = (0..4).map(|_| random.next()).collect();
        let expected = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!(numbers, expected);
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
        let firsts = |seed| (0..1000).map(move |number| Random::stream(seed, number).next());
        let mut all: Vec<u64> = firsts(0).chain(firsts(1)).chain(firsts(2)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 3000);
    }
}
