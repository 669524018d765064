//! Constraints of deduction puzzles on the numbers of sites.

use super::operand::Set;

/// A constraint of a deduction puzzle: something that the numbers on some sites must not contradict. It depends
/// on nothing else, so that for each of the sites it is known which numbers it may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The sites: a set that is known.
    pub sites: Set,
    /// What is demanded.
    pub rule: ConstraintRule,
}

/// What is demanded. Sites that have several numbers left, or none, contradict nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintRule {
    /// The numbers are all different and none is 0, but for those whose bits are set.
    Apart {
        /// The numbers that may stand there more than once, as bits.
        except: u64,
        /// A site of them; as long as it has no number, or 0, nothing is demanded.
        around: Option<u16>,
    },
    /// A number stands on so many of them.
    Count {
        /// The number.
        of: i32,
        /// How often it stands there.
        count: i32,
    },
    /// The numbers have this sum.
    Sum(i32),
}
