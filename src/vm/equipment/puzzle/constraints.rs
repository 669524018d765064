//! Constraint propagation in deduction puzzles.
//!
//! A constraint is about a few sites. Giving one of them a number changes no other constraint than those
//! about it, and what the other sites have decides which numbers it can get: so no number has to be tried.

use crate::bytecode::{Constraint, ConstraintRule, Imm};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

/// Which numbers some constraints leave to sites.
#[derive(Debug, Default)]
pub(in crate::vm) struct Margins {
    /// For each site the numbers that contradict no constraint about it, as bits.
    numbers: Vec<u64>,
    /// For each site how many constraints about it are contradicted now.
    broken: Vec<u32>,
    /// How many are contradicted in all.
    all_broken: u32,
}

impl Margins {
    fn clear(&mut self, sites: usize) {
        self.numbers.clear();
        self.numbers.resize(sites, u64::MAX);
        self.broken.clear();
        self.broken.resize(sites, 0);
        self.all_broken = 0;
    }

    /// The numbers with which nothing is contradicted, as bits: none if something is that the site has
    /// no part in.
    pub(in crate::vm) fn of(&self, site: i32) -> u64 {
        let site = site as usize;
        if self.broken[site] == self.all_broken { self.numbers[site] } else { 0 }
    }
}

/// The numbers that stand somewhere, as bits: those that do so at least once, twice and three times.
#[derive(Clone, Copy, Default)]
pub(in crate::vm) struct Seen([u64; 3]);

impl Seen {
    pub(in crate::vm) fn of(numbers: impl Iterator<Item = i32>) -> Self {
        numbers.fold(Self::default(), |Self([once, twice, thrice]), number| {
            let bit = 1 << number;
            Self([once | bit, twice | once & bit, thrice | twice & bit])
        })
    }

    /// Without one of the numbers.
    fn without(self, number: i32) -> Self {
        let Self([once, twice, thrice]) = self;
        let gone = 1 << number;
        Self([once & !(gone & !twice), twice & !(gone & !thrice), thrice])
    }

    /// Whether none stands twice, and 0 not at all, but for some.
    pub(in crate::vm) fn is_apart(self, except: u64) -> bool {
        let Self([once, twice, _]) = self;
        (twice | once & 1) & !except == 0
    }

    /// The numbers that can be added to these.
    fn free(self, except: u64) -> u64 {
        if self.is_apart(except) { !(self.0[0] | 1) | except } else { 0 }
    }
}

/// Whether something that has been counted can come to what is wanted: more may be added if some sites
/// are open.
pub(in crate::vm) fn can_be(found: i32, wanted: i32, open: bool) -> bool {
    found == wanted || open && found < wanted
}

/// The numbers that can be added to something to come to what is wanted, as bits.
fn can_add(found: i32, wanted: i32, open: bool) -> u64 {
    match u32::try_from(wanted - found) {
        Ok(left) if open => u64::MAX >> (63 - left.min(63)),
        Ok(left) => 1_u64.checked_shl(left).unwrap_or(0),
        Err(_) => 0,
    }
}

impl<'a, const W: usize> Machine<'a, W> {
    fn constraints(&self, [first, count]: [Imm; 2]) -> &'a [Constraint] {
        let first = first.0 as usize;
        &self.program.constraints[first..first + count.0 as usize]
    }

    /// Which numbers some constraints leave to sites.
    pub(in crate::vm) fn margins(&mut self, row: [Imm; 2]) -> Margins {
        let mut margins = std::mem::take(&mut self.buffers.margins);
        margins.clear(usize::from(self.layout().sites));
        for constraint in self.constraints(row) {
            let holds = self.is_open_to(constraint, &SiteSet::EMPTY);
            margins.all_broken += u32::from(!holds);
            for site in self.set(constraint.sites) {
                margins.broken[site as usize] += u32::from(!holds);
            }
            self.propagate(constraint, &mut margins.numbers);
        }
        margins
    }

    /// Leaves to the sites of a constraint no more numbers than it allows.
    fn propagate(&self, constraint: &Constraint, numbers: &mut [u64]) {
        let set = self.set(constraint.sites);
        let open = self.unresolved(&set).count();
        // Whether others are open, and what the site itself has.
        let each = set.iter().map(|site| {
            let own = self.number_of(site);
            (site, open > u32::from(own.is_none()), own)
        });
        match constraint.rule {
            ConstraintRule::Apart { except, around } => {
                let around = around.map(i32::from);
                let idle = around.is_some_and(|around| self.what(around) == 0);
                let seen = Seen::of(self.numbers_on(&set));
                for (site, _, own) in each {
                    let others = own.map_or(seen, |own| seen.without(own));
                    numbers[site as usize] &= match around {
                        Some(around) if around == site => others.free(except) | 1,
                        Some(_) if idle => u64::MAX,
                        _ => others.free(except),
                    };
                }
            }
            ConstraintRule::Sum(sum) => {
                let found: i32 = self.numbers_on(&set).sum();
                for (site, open, own) in each {
                    numbers[site as usize] &= can_add(found - own.unwrap_or(0), sum, open);
                }
            }
            ConstraintRule::Count { of, count } => {
                let found = self.with_number(&set, of).count() as i32;
                let bit = u32::try_from(of).ok().and_then(|of| 1_u64.checked_shl(of)).unwrap_or(0);
                for (site, open, own) in each {
                    let others = found - i32::from(own == Some(of));
                    let with = if can_be(others + 1, count, open) { bit } else { 0 };
                    let without = if can_be(others, count, open) { !bit } else { 0 };
                    numbers[site as usize] &= with | without;
                }
            }
        }
    }

    /// Whether constraints are fulfilled if some sites have 0.
    pub(in crate::vm) fn are_fulfilled(&self, row: [Imm; 2], filled: &SiteSet<W>) -> bool {
        self.constraints(row).iter().all(|constraint| self.is_open_to(constraint, filled))
    }

    /// Whether a constraint is not contradicted if some sites without a number have 0.
    fn is_open_to(&self, constraint: &Constraint, filled: &SiteSet<W>) -> bool {
        let set = self.set(constraint.sites);
        let unresolved = self.unresolved(&set);
        let filled = (unresolved & filled).count();
        let open = filled < unresolved.count();
        match constraint.rule {
            ConstraintRule::Apart { around: Some(site), .. } if self.what(site.into()) == 0 => true,
            ConstraintRule::Apart { except, .. } => {
                let zero = (filled > 0).then_some(0);
                Seen::of(self.numbers_on(&set).chain(zero)).is_apart(except)
            }
            ConstraintRule::Sum(sum) => can_be(self.numbers_on(&set).sum(), sum, open),
            ConstraintRule::Count { of, count } => {
                let found = self.with_number(&set, of).count() as i32;
                let zeros = if of == 0 { filled as i32 } else { 0 };
                can_be(found + zeros, count, open)
            }
        }
    }
}
