//! Constraints of deduction puzzles on the numbers of sites.

use super::operand::Set;

/// A constraint of a deduction puzzle on the numbers of some sites. It depends on nothing else, so the possible
/// numbers of each of these sites can be derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The sites: a fixed set.
    pub sites: Set,
    /// The condition.
    pub rule: ConstraintRule,
}

/// The condition of a constraint. Unresolved sites never violate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintRule {
    /// The numbers are all different and none is 0, but for those whose bits are set.
    Apart {
        /// The numbers that may occur more than once, as bits.
        except: u64,
        /// One of the sites; as long as it has no number, or 0, the constraint is inactive.
        around: Option<u16>,
    },
    /// A number occurs a given number of times.
    Count {
        /// The number.
        of: i32,
        /// The number of occurrences.
        count: i32,
    },
    /// The numbers have this sum.
    Sum(i32),
}
