//! Numbers of 32 bits, wrapping; truth values are 0 and 1.

macro_rules! numbers {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        /// A number that is known.
        Const { dst: Reg as Out, value: Imm }
        /// The same number.
        Copy { dst: Reg as Out, a: Reg } [Pure]
        /// Runs a block with another number in a register, which has its own again afterwards.
        With { var: Reg as Bind, value: Reg, body: Block as Inner } [Moves, Steady]
        /// The value of a block.
        Eval { dst: Reg as Out, block: Block as Inner } [Steady]
        /// a + b
        Add { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a − b
        Sub { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a · b
        Mul { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a / b towards zero; 0 if b is 0
        Div { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// The remainder of a / b with the sign of a; 0 if b is 0
        Rem { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a to the power of b, computed with 64-bit floats and cut off
        Pow { dst: Reg as Out, a: Reg, b: Reg }
        /// |a|
        Abs { dst: Reg as Out, a: Reg } [Pure]
        /// The lesser
        Min { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// The greater
        Max { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a = b
        Eq { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a ≠ b
        Ne { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a < b
        Lt { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// a ≤ b
        Le { dst: Reg as Out, a: Reg, b: Reg } [Pure]
        /// Whether a truth value is false
        Not { dst: Reg as Out, a: Reg } [Pure]
        /// Two numbers of 16 bits as one
        Pack { dst: Reg as Out, low: Reg, high: Reg } [Pure]
        /// How many bits of a are set
        Ones { dst: Reg as Out, a: Reg } [Pure]
        /// A random number from `min` to `max`; -1 if there is none. Asks chance
        Random { dst: Reg as Out, min: Reg, max: Reg } [Chance]
        /// The place in a list of weights that chance decides, each as likely as its weight says; the weights
        /// are the bits of real numbers. -1 if none of them is more than 0. Asks chance
        RandomOf { dst: Reg as Out, weights: List } [Chance]
        /// A number that the dice have together: 0 their sum, 1 whether they showed the same face when
        /// they were last thrown; or, from 2 on, what one of them counts, 0 if it has been used
        Dice { dst: Reg as Out, number: Imm }
        /// How many dice count a number
        DiceOf { dst: Reg as Out, value: Reg }
        /// What the die on a site shows; -1 if there is none
        Face { dst: Reg as Out, site: Reg }
        /// An entry of a table, or `none` for a number outside of it
        Look { dst: Reg as Out, table: Numbers, index: Reg, none: Reg } [Pure]

    } };
}
