//! Control: blocks run from their first instruction to one that ends them; jumps go forward.

macro_rules! control {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Control. A block runs to its Return or End.

        /// Goes on at another instruction of the block.
        Jump { to: Label } [Pure, Last]
        /// Goes on elsewhere if the truth value is true.
        JumpIf { test: Reg, to: Label } [Pure]
        /// Goes on elsewhere if the truth value is false.
        JumpUnless { test: Reg, to: Label } [Pure]
        /// Goes on elsewhere if two numbers are the same
        JumpIfEq { a: Reg, b: Reg, to: Label }
        /// Goes on elsewhere if two numbers differ
        JumpIfNe { a: Reg, b: Reg, to: Label }
        /// Goes on elsewhere if a site is in a set
        JumpIfIn { set: Set, site: Reg, to: Label }
        /// Goes on elsewhere unless a site is in a set
        JumpUnlessIn { set: Set, site: Reg, to: Label }
        /// Goes on elsewhere if a set has no site
        JumpIfNone { set: Set, to: Label }
        /// Goes on elsewhere if a set has a site
        JumpIfSome { set: Set, to: Label }
        /// Ends the block with a value.
        Return { value: Reg } [Steady, Last]
        /// Ends a block that has no value.
        End {} [Steady, Last]
        /// Runs a block that has no value.
        Run { block: Block as Inner } [Moves, Steady]

    } };
}
