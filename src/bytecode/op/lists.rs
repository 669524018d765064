//! Lists of numbers.

macro_rules! lists {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Lists of numbers

        /// An empty list
        NewList { dst: List as Out }
        /// Appends a number
        Append { dst: List as InOut, value: Reg }
        /// Number of entries
        Length { dst: Reg as Out, list: List }
        /// An entry; -1 for a number outside of the list
        Entry { dst: Reg as Out, list: List, index: Reg }
        /// The sum of all entries
        Total { dst: Reg as Out, list: List }
        /// The product of all entries; 0 if there are none
        Product { dst: Reg as Out, list: List }
        /// The greatest entry; -1 if there are none
        Greatest { dst: Reg as Out, list: List }
        /// The least entry; -1 if there are none
        Least { dst: Reg as Out, list: List }
        /// How many entries are a number
        Occurrences { dst: Reg as Out, list: List, value: Reg }
        /// Appends the sites of a set
        AppendSites { dst: List as InOut, set: Set }
        /// Appends those players, given as one bit for each, for whom a block is true with the player in
        /// `player`
        AppendPlayers { dst: List as InOut, players: Reg, test: Option<Block> }
        /// Appends the entries that are not there yet
        AddMissing { dst: List as InOut, list: List }
        /// Strikes the entries that are not in another list
        KeepOnly { dst: List as InOut, list: List }
        /// Strikes for each entry of another list the first one that is the same
        LeaveOut { dst: List as InOut, list: List }
        /// Strikes the first entry that is a number
        LeaveOutFirst { dst: List as InOut, value: Reg }
        /// Appends the remembered values of a list of the state
        Remembered { dst: List as InOut, number: Memory }
        /// Runs a block for each entry, with the entry in `var`
        ForList { list: List, var: Reg as Bind, body: Block } [Moves]

    } };
}
