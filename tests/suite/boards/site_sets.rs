//! The algebra of sets of sites, against ordered sets.

use std::collections::BTreeSet;

use ludc::board::{Site, SiteSet};
use proptest::collection::btree_set;
use proptest::prelude::*;

use crate::properties::cases;

type Sites = BTreeSet<u16>;

/// Sites around the ends of words more often than elsewhere.
fn sites() -> impl Strategy<Value = Sites> {
    let site = prop_oneof![0..200u16, Just(63), Just(64), Just(127), Just(128), any::<u16>()];
    btree_set(site, 0..40)
}

fn set(sites: &Sites) -> SiteSet {
    sites.iter().map(|&site| Site(site)).collect()
}

fn list(set: &SiteSet) -> Vec<u16> {
    set.iter().map(|site| site.0).collect()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn operations_are_those_of_sets(one in sites(), other in sites()) {
        let (mut union, mut both, mut rest) = (set(&one), set(&one), set(&one));
        union.unite(&set(&other));
        both.intersect(&set(&other));
        rest.subtract(&set(&other));
        for (made, expected) in [(union, &one | &other), (both, &one & &other), (rest, &one - &other)] {
            prop_assert_eq!(list(&made), expected.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(made.len(), expected.len());
            // Equal sets are equal as values, however they came about.
            prop_assert_eq!(made, set(&expected));
        }
    }

    #[test]
    fn sites_are_inserted_and_removed(start in sites(), changes in sites()) {
        let (mut made, mut expected) = (set(&start), start);
        for site in changes {
            prop_assert_eq!(made.contains(Site(site)), expected.contains(&site));
            if expected.remove(&site) {
                made.remove(Site(site));
            } else {
                made.insert(Site(site));
                expected.insert(site);
            }
            prop_assert_eq!(&made, &set(&expected));
        }
    }
}
