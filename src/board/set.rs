//! Sets of sites.

use super::site::Site;

const BITS: usize = u64::BITS as usize;

/// A set of sites, one bit a site, with as many words as its greatest member needs.
///
/// The last word is never 0, so that equal sets are equal as values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SiteSet {
    words: Vec<u64>,
}

impl SiteSet {
    /// Adds a site.
    pub fn insert(&mut self, site: Site) {
        let word = site.index() / BITS;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit(site);
    }

    /// Removes a site.
    pub fn remove(&mut self, site: Site) {
        if let Some(word) = self.words.get_mut(site.index() / BITS) {
            *word &= !bit(site);
            self.trim();
        }
    }

    /// Whether a site is in it.
    pub fn contains(&self, site: Site) -> bool {
        self.words.get(site.index() / BITS).is_some_and(|word| word & bit(site) != 0)
    }

    /// Number of its sites.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has no site.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Its sites in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Site> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(Site::from(index * BITS + lowest))
            })
        })
    }

    /// Unites with another set.
    pub fn unite(&mut self, other: &Self) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word |= theirs;
        }
    }

    /// Intersects with another set.
    pub fn intersect(&mut self, other: &Self) {
        self.words.truncate(other.words.len());
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word &= theirs;
        }
        self.trim();
    }

    /// Removes the sites of another set.
    pub fn subtract(&mut self, other: &Self) {
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word &= !theirs;
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

fn bit(site: Site) -> u64 {
    1 << (site.index() % BITS)
}

impl Extend<Site> for SiteSet {
    fn extend<I: IntoIterator<Item = Site>>(&mut self, sites: I) {
        sites.into_iter().for_each(|site| self.insert(site));
    }
}

impl FromIterator<Site> for SiteSet {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Self {
        let mut set = Self::default();
        set.extend(sites);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(sites: &[u16]) -> SiteSet {
        sites.iter().map(|&site| Site(site)).collect()
    }

    fn list(set: &SiteSet) -> Vec<u16> {
        set.iter().map(|site| site.0).collect()
    }

    #[test]
    fn sites_come_in_ascending_order_and_once() {
        let some = set(&[200, 3, 64, 63, 0, 3, u16::MAX]);
        assert_eq!(list(&some), [0, 3, 63, 64, 200, u16::MAX]);
        assert_eq!(some.len(), 6);
        assert!(some.contains(Site(64)) && !some.contains(Site(65)) && !some.contains(Site(999)));
        assert_eq!(list(&SiteSet::default()), []);
        assert_eq!(list(&set(&(0..130).collect::<Vec<_>>())), (0..130).collect::<Vec<_>>());
    }

    #[test]
    fn algebra() {
        let (low, high) = (set(&[1, 2, 70]), set(&[2, 3, 70, 300]));
        let mut united = low.clone();
        united.unite(&high);
        assert_eq!(list(&united), [1, 2, 3, 70, 300]);
        let mut both = high.clone();
        both.intersect(&low);
        assert_eq!(list(&both), [2, 70]);
        let mut rest = high.clone();
        rest.subtract(&low);
        assert_eq!(list(&rest), [3, 300]);
    }

    #[test]
    fn equal_sets_are_equal_however_they_came_about() {
        let mut shrunk = set(&[5, 500]);
        shrunk.remove(Site(500));
        shrunk.remove(Site(600));
        assert_eq!(shrunk, set(&[5]));
        let mut shrunk = set(&[5, 500]);
        shrunk.subtract(&set(&[500, 900]));
        assert_eq!(shrunk, set(&[5]));
        let mut shrunk = set(&[5, 500]);
        shrunk.intersect(&set(&[5, 501]));
        assert_eq!(shrunk, set(&[5]));
        shrunk.remove(Site(5));
        assert!(shrunk.is_empty());
    }
}
