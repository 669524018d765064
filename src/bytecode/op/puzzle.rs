//! Constraints of deduction puzzles.

macro_rules! puzzle {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Puzzles: what their numbers must not contradict. Sites that have several numbers left, or none,
        // contradict nothing.

        /// Whether a block is true for all numbers below `count`, with the number in `var`
        AllNumbers { dst: Reg as Out, count: Reg, var: Reg as Bind, test: Block }
        /// Whether the numbers on the sites of a set are all different and none is 0, but for those listed
        AllApart { dst: Reg as Out, set: Set, except: List } [Puzzle]
        /// Whether a number can stand `count` times on the sites of a set
        HasCount { dst: Reg as Out, set: Set, value: Reg, count: Reg } [Puzzle]
        /// Whether the numbers on the sites of a set can have a sum
        HasSum { dst: Reg as Out, set: Set, sum: Reg } [Puzzle]
        /// Whether no two of some lists of sites have the same numbers in the same order
        AllUnlike { dst: Reg as Out, lists: Steps } [Puzzle]
        /// Whether some constraints are fulfilled and a block is true if all sites of a set that have no number
        /// have 0
        IsSolved { dst: Reg as Out, vars: Set, first: Imm, count: Imm, test: Option<Block> } [Puzzle]

    } };
}
