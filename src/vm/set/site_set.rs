//! Sets of sites as arrays of words, one bit for each site.

use super::multiversion::select;

/// A set of sites.
pub(in crate::vm) type Words<const W: usize> = [u64; W];

#[inline]
pub(in crate::vm) fn has<const W: usize>(set: &Words<W>, site: i32) -> bool {
    let word = (site as usize) >> 6;
    site >= 0 && word < W && set[word] >> (site & 63) & 1 != 0
}

#[inline]
pub(in crate::vm) fn insert<const W: usize>(set: &mut Words<W>, site: i32) {
    if let Some(word) = usize::try_from(site).ok().and_then(|site| set.get_mut(site >> 6)) {
        *word |= 1 << (site & 63);
    }
}

#[inline]
pub(in crate::vm) fn remove<const W: usize>(set: &mut Words<W>, site: i32) {
    if let Some(word) = usize::try_from(site).ok().and_then(|site| set.get_mut(site >> 6)) {
        *word &= !(1 << (site & 63));
    }
}

#[inline]
pub(in crate::vm) fn size<const W: usize>(set: &Words<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline]
pub(in crate::vm) fn is_none<const W: usize>(set: &Words<W>) -> bool {
    set.iter().all(|&word| word == 0)
}

/// Whether two sets have a site in common.
#[inline]
pub(in crate::vm) fn meet<const W: usize>(a: &Words<W>, b: &Words<W>) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[inline]
pub(in crate::vm) fn zip<const W: usize>(
    a: &Words<W>,
    b: &Words<W>,
    f: impl Fn(u64, u64) -> u64,
) -> Words<W> {
    std::array::from_fn(|index| f(a[index], b[index]))
}

/// The members of a set from one on, so many at most, counted from 0.
pub(in crate::vm) fn part<const W: usize>(set: &Words<W>, first: usize, count: usize) -> Words<W> {
    let word = |index: usize| set.get(index).copied().unwrap_or(0);
    let (skipped, shift) = (first >> 6, first & 63);
    std::array::from_fn(|index| {
        let low = word(index + skipped) >> shift;
        let high = word(index + skipped + 1).checked_shl(64 - shift as u32).unwrap_or(0);
        let wanted = count.saturating_sub(index << 6);
        (low | high) & if wanted < 64 { (1 << wanted) - 1 } else { u64::MAX }
    })
}

/// The set of one site.
#[inline]
pub(in crate::vm) fn only<const W: usize>(site: i32) -> Words<W> {
    let mut set = [0; W];
    insert(&mut set, site);
    set
}

/// The site of a set that has no other; none if it has none, or several.
#[inline]
pub(in crate::vm) fn single<const W: usize>(set: &Words<W>) -> Option<i32> {
    let mut found = None;
    for (number, &word) in set.iter().enumerate() {
        if word != 0 {
            if found.is_some() || word & (word - 1) != 0 {
                return None;
            }
            found = Some((number as i32) << 6 | word.trailing_zeros() as i32);
        }
    }
    found
}

/// The site of that number in the set; none if it has not as many.
#[inline]
pub(in crate::vm) fn nth<const W: usize>(set: &Words<W>, mut index: u32) -> Option<i32> {
    for (number, &word) in set.iter().enumerate() {
        let ones = word.count_ones();
        if index < ones {
            return Some((number as i32) << 6 | select(word, index) as i32);
        }
        index -= ones;
    }
    None
}

/// The sites of a set in ascending order. The set is copied: it may change meanwhile.
#[derive(Clone)]
pub(in crate::vm) struct Sites<const W: usize> {
    set: Words<W>,
    word: usize,
}

#[inline]
pub(in crate::vm) fn sites<const W: usize>(set: Words<W>) -> Sites<W> {
    Sites { set, word: 0 }
}

impl<const W: usize> Iterator for Sites<W> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        while self.word < W {
            let word = self.set[self.word];
            if word != 0 {
                self.set[self.word] = word & (word - 1);
                return Some((self.word as i32) << 6 | word.trailing_zeros() as i32);
            }
            self.word += 1;
        }
        None
    }
}

/// All numbers up to the first site of a set, that one included; all if it has none.
#[inline]
pub(in crate::vm) fn below<const W: usize>(set: &Words<W>) -> Words<W> {
    let mut open = true;
    set.map(|word| {
        let below = if open { word ^ word.wrapping_sub(1) } else { 0 };
        open &= word == 0;
        below
    })
}

/// All numbers from the last site of a set on, that one included; all if it has none.
#[inline]
pub(in crate::vm) fn above<const W: usize>(set: &Words<W>) -> Words<W> {
    let mut open = true;
    let mut above = [0; W];
    for (above, &word) in above.iter_mut().zip(set).rev() {
        if open {
            *above = if word == 0 { u64::MAX } else { u64::MAX << word.ilog2() };
        }
        open &= word == 0;
    }
    above
}

/// All sites of a set, so many numbers further. What would leave the words is lost.
#[inline]
pub(in crate::vm) fn shift<const W: usize>(set: &Words<W>, by: i16) -> Words<W> {
    // Nearly all shifts are of less than a word.
    match by {
        1..=63 => return shift_up(set, by as u32),
        -63..=-1 => return shift_down(set, by.unsigned_abs().into()),
        _ => {}
    }
    let (words, bits) = (usize::from(by.unsigned_abs() >> 6), u32::from(by.unsigned_abs() & 63));
    let word = |index: Option<usize>| index.and_then(|index| set.get(index)).copied().unwrap_or(0);
    std::array::from_fn(|index| {
        if by >= 0 {
            let low = word(index.checked_sub(words));
            let carried = word(index.checked_sub(words + 1));
            if bits == 0 { low } else { low << bits | carried >> (64 - bits) }
        } else {
            let high = word(Some(index + words));
            let carried = word(Some(index + words + 1));
            if bits == 0 { high } else { high >> bits | carried << (64 - bits) }
        }
    })
}

#[inline]
fn shift_up<const W: usize>(set: &Words<W>, bits: u32) -> Words<W> {
    let mut moved = set.map(|word| word << bits);
    for word in 1..W {
        moved[word] |= set[word - 1] >> (64 - bits);
    }
    moved
}

#[inline]
fn shift_down<const W: usize>(set: &Words<W>, bits: u32) -> Words<W> {
    let mut moved = set.map(|word| word >> bits);
    for word in 1..W {
        moved[word - 1] |= set[word] << (64 - bits);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cut_at_the_first_and_the_last_site() {
        let mut set = [0u64; 3];
        let all: Vec<i32> = (0..192).collect();
        assert_eq!(sites(below(&set)).collect::<Vec<_>>(), all);
        assert_eq!(sites(above(&set)).collect::<Vec<_>>(), all);
        for (first, last) in [(0, 0), (5, 70), (63, 64), (64, 191), (127, 128), (191, 191)] {
            set = [0; 3];
            insert(&mut set, first);
            insert(&mut set, last);
            assert_eq!(sites(below(&set)).collect::<Vec<_>>(), all[..=first as usize]);
            assert_eq!(sites(above(&set)).collect::<Vec<_>>(), all[last as usize..]);
        }
    }

    #[test]
    fn shifting_adds_to_every_site() {
        let mut set = [0u64; 3];
        let members = [0, 5, 63, 64, 100, 127, 128, 191];
        members.iter().for_each(|&site| insert(&mut set, site));
        for by in [-130, -64, -63, -9, -1, 0, 1, 8, 63, 64, 65, 128] {
            let moved: Vec<i32> = sites(shift(&set, by)).collect();
            let expected: Vec<i32> = members
                .iter()
                .map(|site| site + i32::from(by))
                .filter(|site| (0..192).contains(site))
                .collect();
            assert_eq!(moved, expected, "{by}");
        }
    }
}
