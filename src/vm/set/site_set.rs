//! Sets of sites: one bit for each site.

use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::multiversion::select;

/// A set of sites, in so many words as the board of a game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(in crate::vm) struct SiteSet<const W: usize>(pub(in crate::vm) [u64; W]);

impl<const W: usize> SiteSet<W> {
    pub(in crate::vm) const EMPTY: Self = Self([0; W]);

    /// The set of one site.
    #[inline]
    pub(in crate::vm) fn only(site: i32) -> Self {
        let mut set = Self::EMPTY;
        set.insert(site);
        set
    }

    /// The set at the beginning of some words; an empty one if there are not enough.
    #[inline]
    pub(in crate::vm) fn first_of(words: &[u64]) -> Self {
        words.first_chunk().map_or(Self::EMPTY, |words| Self(*words))
    }

    /// The set of that number in a table; an empty one if there are not as many.
    #[inline]
    pub(in crate::vm) fn entry(table: &[u64], index: usize) -> Self {
        table.as_chunks().0.get(index).map_or(Self::EMPTY, |words| Self(*words))
    }

    #[inline]
    pub(in crate::vm) fn contains(&self, site: i32) -> bool {
        has(&self.0, site)
    }

    #[inline]
    pub(in crate::vm) fn insert(&mut self, site: i32) {
        if let Some(word) = usize::try_from(site).ok().and_then(|site| self.0.get_mut(site >> 6)) {
            *word |= 1 << (site & 63);
        }
    }

    #[inline]
    pub(in crate::vm) fn remove(&mut self, site: i32) {
        if let Some(word) = usize::try_from(site).ok().and_then(|site| self.0.get_mut(site >> 6)) {
            *word &= !(1 << (site & 63));
        }
    }

    /// How many sites it has.
    #[inline]
    pub(in crate::vm) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(in crate::vm) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether it has a site in common with another.
    #[inline]
    pub(in crate::vm) fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether all its sites are in another.
    #[inline]
    pub(in crate::vm) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The members from one on, so many at most, counted from 0.
    pub(in crate::vm) fn part(&self, first: usize, count: usize) -> Self {
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let (skipped, shift) = (first >> 6, first & 63);
        Self(std::array::from_fn(|index| {
            let low = word(index + skipped) >> shift;
            let high = word(index + skipped + 1).checked_shl(64 - shift as u32).unwrap_or(0);
            let wanted = count.saturating_sub(index << 6);
            (low | high) & if wanted < 64 { (1 << wanted) - 1 } else { u64::MAX }
        }))
    }

    /// The site of a set that has no other; none if it has none, or several.
    #[inline]
    pub(in crate::vm) fn single(&self) -> Option<i32> {
        let mut found = None;
        for (number, &word) in self.0.iter().enumerate() {
            if word != 0 {
                if found.is_some() || word & (word - 1) != 0 {
                    return None;
                }
                found = Some((number as i32) << 6 | word.trailing_zeros() as i32);
            }
        }
        found
    }

    /// Takes the first site out, if there is one.
    #[inline]
    pub(in crate::vm) fn pop(&mut self) -> Option<i32> {
        let number = self.0.iter().position(|&word| word != 0)?;
        let word = self.0[number];
        self.0[number] = word & (word - 1);
        Some((number as i32) << 6 | word.trailing_zeros() as i32)
    }

    /// The first site, if there is one.
    #[inline]
    pub(in crate::vm) fn first(&self) -> Option<i32> {
        self.iter().next()
    }

    /// The site of that number in the set; none if it has not as many.
    #[inline]
    pub(in crate::vm) fn nth(&self, mut index: u32) -> Option<i32> {
        for (number, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones();
            if index < ones {
                return Some((number as i32) << 6 | select(word, index) as i32);
            }
            index -= ones;
        }
        None
    }

    /// The sites in ascending order. The set is copied: it may change meanwhile.
    #[inline]
    pub(in crate::vm) fn iter(&self) -> Sites<W> {
        Sites { set: *self, word: 0 }
    }

    /// All numbers up to the first site, that one included; all if there is none.
    #[inline]
    pub(in crate::vm) fn below(&self) -> Self {
        let mut open = true;
        Self(self.0.map(|word| {
            let below = if open { word ^ word.wrapping_sub(1) } else { 0 };
            open &= word == 0;
            below
        }))
    }

    /// All numbers from the last site on, that one included; all if there is none.
    #[inline]
    pub(in crate::vm) fn above(&self) -> Self {
        let mut open = true;
        let mut above = [0; W];
        for (above, &word) in above.iter_mut().zip(&self.0).rev() {
            if open {
                *above = if word == 0 { u64::MAX } else { u64::MAX << word.ilog2() };
            }
            open &= word == 0;
        }
        Self(above)
    }

    /// All sites, so many numbers further. What would leave the words is lost.
    #[inline]
    pub(in crate::vm) fn shift(&self, by: i16) -> Self {
        // Nearly all shifts are of less than a word.
        match by {
            1..=63 => return self.shift_up(by as u32),
            -63..=-1 => return self.shift_down(by.unsigned_abs().into()),
            _ => {}
        }
        let (words, bits) =
            (usize::from(by.unsigned_abs() >> 6), u32::from(by.unsigned_abs() & 63));
        let word =
            |index: Option<usize>| index.and_then(|index| self.0.get(index)).copied().unwrap_or(0);
        Self(std::array::from_fn(|index| {
            if by >= 0 {
                let low = word(index.checked_sub(words));
                let carried = word(index.checked_sub(words + 1));
                if bits == 0 { low } else { low << bits | carried >> (64 - bits) }
            } else {
                let high = word(Some(index + words));
                let carried = word(Some(index + words + 1));
                if bits == 0 { high } else { high >> bits | carried << (64 - bits) }
            }
        }))
    }

    #[inline]
    fn shift_up(&self, bits: u32) -> Self {
        let mut moved = self.0.map(|word| word << bits);
        for (moved, below) in moved.iter_mut().skip(1).zip(&self.0) {
            *moved |= below >> (64 - bits);
        }
        Self(moved)
    }

    #[inline]
    fn shift_down(&self, bits: u32) -> Self {
        let mut moved = self.0.map(|word| word >> bits);
        for (moved, above) in moved.iter_mut().zip(&self.0[1..]) {
            *moved |= above << (64 - bits);
        }
        Self(moved)
    }
}

/// Whether a set has a site, of which there are only the words where they are kept.
#[inline]
pub(in crate::vm) fn has<const W: usize>(words: &[u64; W], site: i32) -> bool {
    let word = (site as usize) >> 6;
    site >= 0 && word < W && words[word] >> (site & 63) & 1 != 0
}

/// An operator on two sets, word by word, for sets and references to them.
macro_rules! operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident, $a:ident $b:ident => $word:expr) => {
        operator!(@ SiteSet<W>, SiteSet<W>, $operator $method, $a $b => $word);
        operator!(@ SiteSet<W>, &SiteSet<W>, $operator $method, $a $b => $word);
        operator!(@ &SiteSet<W>, SiteSet<W>, $operator $method, $a $b => $word);
        operator!(@ &SiteSet<W>, &SiteSet<W>, $operator $method, $a $b => $word);

        impl<const W: usize> $assign for SiteSet<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for ($a, $b) in self.0.iter_mut().zip(other.0) {
                    let kept = *$a;
                    *$a = { let $a = kept; $word };
                }
            }
        }
    };
    (@ $left:ty, $right:ty, $operator:ident $method:ident, $a:ident $b:ident => $word:expr) => {
        impl<const W: usize> $operator<$right> for $left {
            type Output = SiteSet<W>;

            #[inline]
            fn $method(self, other: $right) -> SiteSet<W> {
                SiteSet(std::array::from_fn(|index| {
                    let ($a, $b) = (self.0[index], other.0[index]);
                    $word
                }))
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign, a b => a & b);
operator!(BitOr bitor, BitOrAssign bitor_assign, a b => a | b);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, a b => a ^ b);
operator!(Sub sub, SubAssign sub_assign, a b => a & !b);

/// All numbers that are not in the set, whether there are such sites or not.
impl<const W: usize> Not for SiteSet<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize> FromIterator<i32> for SiteSet<W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = i32>>(sites: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(sites);
        set
    }
}

impl<const W: usize> Extend<i32> for SiteSet<W> {
    #[inline]
    fn extend<I: IntoIterator<Item = i32>>(&mut self, sites: I) {
        sites.into_iter().for_each(|site| self.insert(site));
    }
}

impl<const W: usize> IntoIterator for SiteSet<W> {
    type Item = i32;
    type IntoIter = Sites<W>;

    #[inline]
    fn into_iter(self) -> Sites<W> {
        self.iter()
    }
}

impl<const W: usize> IntoIterator for &SiteSet<W> {
    type Item = i32;
    type IntoIter = Sites<W>;

    #[inline]
    fn into_iter(self) -> Sites<W> {
        self.iter()
    }
}

/// The sites of a set in ascending order.
#[derive(Clone)]
pub(in crate::vm) struct Sites<const W: usize> {
    set: SiteSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Sites<W> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        while self.word < W {
            let word = self.set.0[self.word];
            if word != 0 {
                self.set.0[self.word] = word & (word - 1);
                return Some((self.word as i32) << 6 | word.trailing_zeros() as i32);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(sites: &[i32]) -> SiteSet<3> {
        sites.iter().copied().collect()
    }

    #[test]
    fn operators_are_those_of_sets() {
        let (a, b) = (set(&[0, 5, 64, 191]), set(&[5, 63, 191]));
        assert_eq!(a & b, set(&[5, 191]));
        assert_eq!(a | b, set(&[0, 5, 63, 64, 191]));
        assert_eq!(a - b, set(&[0, 64]));
        assert_eq!(a & !b, a - b);
        let mut changed = a;
        changed |= b;
        changed -= a;
        changed &= b;
        assert_eq!(changed, set(&[63]));
        assert!(a.intersects(&b) && !a.is_subset(&b) && (a & b).is_subset(&b));
        assert_eq!((a.first(), a.nth(3), a.nth(4), a.count()), (Some(0), Some(191), None, 4));
    }

    #[test]
    fn numbers_are_cut_at_the_first_and_the_last_site() {
        let all: Vec<i32> = (0..192).collect();
        assert_eq!(set(&[]).below(), set(&all));
        assert_eq!(set(&[]).above(), set(&all));
        for (first, last) in [(0, 0), (5, 70), (63, 64), (64, 191), (127, 128), (191, 191)] {
            let ends = set(&[first, last]);
            assert_eq!(ends.below(), set(&all[..=first as usize]));
            assert_eq!(ends.above(), set(&all[last as usize..]));
        }
    }

    #[test]
    fn shifting_adds_to_every_site() {
        let members = [0, 5, 63, 64, 100, 127, 128, 191];
        for by in [-130, -64, -63, -9, -1, 0, 1, 8, 63, 64, 65, 128] {
            let expected: Vec<i32> = members
                .iter()
                .map(|site| site + i32::from(by))
                .filter(|site| (0..192).contains(site))
                .collect();
            assert_eq!(set(&members).shift(by), set(&expected), "{by}");
        }
    }
}
