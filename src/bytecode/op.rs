//! The instructions, as one list.
//!
//! The list makes the type, its names, its operands for disassembly, verification and the file
//! format, and the manual. Each instruction says what it reads, writes and invalidates where its
//! operands do not: `dst` is always written, everything else only read.

use std::fmt;

use super::operand::{
    Block, Datum, Imm, Label, List, Numbers, Operand, Rays, Reach, Recipe, Reg, Row, Set, Shifts,
    Side, Steps, Use, Verdict,
};
use super::program::Program;

macro_rules! instructions {
    ($($(#[doc = $doc:literal])+ $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        /// An instruction.
        // Its number stands where it is read, not where an operand leaves room.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Op {
            $(
                $(#[doc = $doc])+
                #[allow(missing_docs, reason = "operands are explained by the instruction")]
                $name { $($field: $kind),* },
            )*
        }

        impl Op {
            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name),)*
                }
            }

            /// Whether all it refers to is there; `block` is the length of its block.
            pub(super) fn check(&self, program: &Program, block: usize) -> Result<(), &'static str> {
                match *self {
                    $(Self::$name { $($field),* } => {
                        $($field.check(program, block)?;)*
                    })*
                }
                let _ = (program, block);
                Ok(())
            }

            /// Gives its registers other numbers.
            pub(crate) fn renumber(&mut self, number: impl Fn(Reg) -> Reg) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(if let Some(register) = $field.register() {
                            *register = number(*register);
                        })*
                    })*
                }
                let _ = number;
            }

            /// Shows each operand to a visitor: its name and what it refers to; a row of sets is shown set by set.
            pub(crate) fn uses(&self, mut visit: impl FnMut(&'static str, Use)) {
                self.each_use(&mut visit);
            }

            /// The same, compiled once for all visitors: there are more instructions than can be repeated.
            fn each_use(&self, visit: &mut dyn FnMut(&'static str, Use)) {
                match *self {
                    $(Self::$name { $($field),* } => {
                        $($field.each_use(stringify!($field), visit);)*
                    })*
                }
                let _ = visit;
            }

            /// Changes what its operands refer to, each given with its name.
            pub(crate) fn rewrite(&mut self, mut change: impl FnMut(&'static str, Use) -> Use) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(*$field = $field.referring_to(change(stringify!($field), $field.usage()));)*
                    })*
                }
                let _ = &mut change;
            }

            /// Its number and its operands, for the file format.
            pub(super) fn encode(&self, numbers: &mut Vec<i32>) {
                match *self {
                    $(Self::$name { $($field),* } => {
                        numbers.push(Code::$name as i32);
                        $(numbers.push($field.encode());)*
                    })*
                }
            }

            /// Back from numbers; none if they are no instruction.
            pub(super) fn decode(numbers: &mut impl Iterator<Item = i32>) -> Option<Self> {
                let code = numbers.next()?;
                $(if code == Code::$name as i32 {
                    return Some(Self::$name { $($field: <$kind>::decode(numbers.next()?)?),* });
                })*
                None
            }
        }

        impl fmt::Display for Op {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {
                    $(Self::$name { $($field),* } => {
                        write!(f, "{:<14}", stringify!($name))?;
                        $(
                            write!(f, concat!(" ", stringify!($field), "="))?;
                            $field.show(f)?;
                        )*
                    })*
                }
                Ok(())
            }
        }

        /// The numbers of the instructions in the file format.
        #[derive(Clone, Copy)]
        enum Code {
            $($name,)*
        }

        /// Every instruction with its operands and their kinds, for telling versions apart.
        pub(super) const SHAPES: &[&str] = &[
            $(stringify!($name { $($field: $kind),* }),)*
        ];

        /// Every instruction with what it does, in the order of the list.
        pub const MANUAL: &[(&str, &str)] = &[
            $((stringify!($name), concat!($($doc, "\n"),+)),)*
        ];
    };
}

instructions! {
    // Control. A block runs to its Return or End.

    /// Goes on at another instruction of the block.
    Jump { to: Label }
    /// Goes on elsewhere if the truth value is true.
    JumpIf { test: Reg, to: Label }
    /// Goes on elsewhere if the truth value is false.
    JumpUnless { test: Reg, to: Label }
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
    Return { value: Reg }
    /// Ends a block that has no value.
    End {}
    /// Runs a block that has no value.
    Run { block: Block }

    // Numbers. 32 bits, wrapping; truth values are 0 and 1.

    /// A number that is known.
    Const { dst: Reg, value: Imm }
    /// The same number.
    Copy { dst: Reg, a: Reg }
    /// Runs a block with another number in a register, which has its own again afterwards.
    With { var: Reg, value: Reg, body: Block }
    /// The value of a block.
    Eval { dst: Reg, block: Block }
    /// a + b
    Add { dst: Reg, a: Reg, b: Reg }
    /// a − b
    Sub { dst: Reg, a: Reg, b: Reg }
    /// a · b
    Mul { dst: Reg, a: Reg, b: Reg }
    /// a / b towards zero; 0 if b is 0
    Div { dst: Reg, a: Reg, b: Reg }
    /// The remainder of a / b with the sign of a; 0 if b is 0
    Rem { dst: Reg, a: Reg, b: Reg }
    /// a to the power of b, computed with 64-bit floats and cut off
    Pow { dst: Reg, a: Reg, b: Reg }
    /// |a|
    Abs { dst: Reg, a: Reg }
    /// The lesser
    Min { dst: Reg, a: Reg, b: Reg }
    /// The greater
    Max { dst: Reg, a: Reg, b: Reg }
    /// a = b
    Eq { dst: Reg, a: Reg, b: Reg }
    /// a ≠ b
    Ne { dst: Reg, a: Reg, b: Reg }
    /// a < b
    Lt { dst: Reg, a: Reg, b: Reg }
    /// a ≤ b
    Le { dst: Reg, a: Reg, b: Reg }
    /// Whether a truth value is false
    Not { dst: Reg, a: Reg }
    /// Two numbers of 16 bits as one
    Pack { dst: Reg, low: Reg, high: Reg }
    /// How many bits of a are set
    Ones { dst: Reg, a: Reg }
    /// A random number from `min` to `max`; -1 if there is none. Asks chance
    Random { dst: Reg, min: Reg, max: Reg }
    /// The place in a list of weights that chance decides, each as likely as its weight says; the weights
    /// are the bits of real numbers. -1 if none of them is more than 0. Asks chance
    RandomOf { dst: Reg, weights: List }
    /// A number that the dice have together: 0 their sum, 1 whether they showed the same face when
    /// they were last thrown; or, from 2 on, what one of them counts, 0 if it has been used
    Dice { dst: Reg, number: Imm }
    /// How many dice count a number
    DiceOf { dst: Reg, value: Reg }
    /// What the die on a site shows; -1 if there is none
    Face { dst: Reg, site: Reg }
    /// An entry of a table, or `none` for a number outside of it
    Look { dst: Reg, table: Numbers, index: Reg, none: Reg }

    // The state

    /// A number that the state keeps
    Scalar { dst: Reg, scalar: Imm }
    /// A number that the state keeps for each player; -1 for a number that is no player's
    PerPlayer { dst: Reg, array: Imm, player: Reg }
    /// A variable with a name
    Var { dst: Reg, number: Imm }
    /// The variable of a site among `count` of them, one for each site; -1 if the site has none
    VarAt { dst: Reg, first: Imm, count: Imm, site: Reg }
    /// How many games of the match are over
    Trials { dst: Reg }
    /// The points of a player in the match; -1 for a number that is no player's
    MatchScore { dst: Reg, player: Reg }
    /// Where the first move of the mover's turn began; -1 if the turn has not begun
    TurnStart { dst: Reg }
    /// The player before the mover who made the last move; -1 if there is none
    MoverBefore { dst: Reg }
    /// The component on a site; 0 for none
    What { dst: Reg, site: Reg }
    /// The owner of what is on a site; 0 for nobody
    Who { dst: Reg, site: Reg }
    /// How many pieces are on a site
    CountAt { dst: Reg, site: Reg }
    /// How many pieces are on a site of the board; 0 for any other
    CountOnBoard { dst: Reg, site: Reg }
    /// The local state of a site
    StateAt { dst: Reg, site: Reg }
    /// The rotation of what is on a site
    RotationAt { dst: Reg, site: Reg }
    /// The value of the piece on a site
    ValueAt { dst: Reg, site: Reg }
    /// The local state that the piece on a site has after it was flipped; -1 if it has no other side
    Flipped { dst: Reg, site: Reg }
    /// How many pieces are on the sites of a set
    CountIn { dst: Reg, set: Set }
    /// Whether a player is an enemy of the mover; nobody is not
    IsEnemy { dst: Reg, player: Reg }
    /// Whether a player is the mover or on the mover's side
    IsFriend { dst: Reg, player: Reg }
    /// The players of a side of a player, or of a team: one bit for each
    Side { dst: Reg, side: Side, of: Reg }
    /// Whether a player has no result yet
    IsActive { dst: Reg, player: Reg }

    // Stacks. Levels are counted from the bottom; -1 stands for the top. Components are given as a
    // table with a number for each that is not 0 for those that are meant.

    /// How many pieces are on a site
    Height { dst: Reg, site: Reg }
    /// The sites with fewer pieces on each other than a number
    LowerThan { dst: Set, limit: Reg }
    /// How many pieces are on the sites of a set
    HeightIn { dst: Reg, set: Set }
    /// The level of the top of a site; 0 if it is empty, -1 if it is no site
    TopLevel { dst: Reg, site: Reg }
    /// Something of the piece at a level of a site; 0 if there is none
    AtLevel { dst: Reg, datum: Datum, site: Reg, level: Reg }
    /// The level that the last move names where it began, or where it ended if `to` is 1; 0 if it names
    /// none, -1 if there was no move
    LastLevel { dst: Reg, to: Imm }
    /// The highest level of a site with a component, or the lowest if `top` is 0, and with a local
    /// state if one is given; -1 if there is none
    LevelWith { dst: Reg, site: Reg, what: Reg, state: Option<Reg>, top: Reg }
    /// How many levels of the sites of a set there are for which the test holds, up to the first for
    /// which `stop` holds, from the top if `down` is 1, with the site in `to` and the level in `level`
    CountLevels { dst: Reg, set: Set, layer: Imm, down: Imm, test: Option<Block>, stop: Option<Block> }
    /// Runs a block for each level of a site, from the top if `down` is 1, with the level in `level`,
    /// where the last one stays
    ForLevels { site: Reg, down: Imm, body: Block }
    /// How many of these components there are of these owners, given as one bit for each, on the sites
    /// of a set where a test holds, with the site in `site` and the level in `level`; those of a site
    /// count once for each of these owners who has a piece there
    CountOwned { dst: Reg, owners: Reg, kinds: Numbers, set: Set, test: Option<Block> }
    /// The sites with one of these components of these owners at any level
    OwnedWithin { dst: Set, owners: Reg, kinds: Numbers }
    /// The sites with a component at any level; none for a number that is no component
    HoldingWithin { dst: Set, what: Reg }
    /// Runs a block for each entry of a component in a set, with the site in `from` and the level in
    /// `level`; only for those on top if `top` is 1
    ForLevelsOf { what: Reg, within: Set, top: Imm, body: Block }
    /// Whether a line of pieces goes through the top of a site from level to level: of the components
    /// of a list, of those of an owner, or like the one on top
    LevelLine { dst: Reg, rays: Rays, site: Reg, length: Reg, exact: Imm, whats: Option<List>, owner: Option<Reg> }
    /// Whether the pieces of a site of a set are those of a table, from the bottom; if `first` is 1,
    /// none if a site before it has another number of them
    StackIs { dst: Reg, set: Set, whats: Numbers, first: Imm }

    /// An operation on real numbers, which are kept as the bits of their single precision, see `RealOp`
    Real { dst: Reg, a: Reg, b: Reg, op: Imm }

    // Sites of other types than the board's, see `Layer`

    /// The number by which the state knows a site of a layer, given as its first site and its size;
    /// sites beside the board belong to every layer. -1 for what is none of its sites
    Locate { dst: Reg, site: Reg, first: Imm, count: Imm }
    /// The sites of a layer that are in a set of the state, by the numbers of the language
    OnLayer { dst: Set, set: Set, first: Imm, count: Imm }
    /// The type of site that the last move began or ended at: 0 vertices, 1 edges, 2 cells; -1 if it
    /// has no such site
    LastKind { dst: Reg, to: Imm }

    // Sets of sites

    /// The same set
    CopySet { dst: Set, a: Set }
    /// Sites in either
    Union { dst: Set, a: Set, b: Set }
    /// Sites in both
    Intersect { dst: Set, a: Set, b: Set }
    /// Sites in a, not in b
    Subtract { dst: Set, a: Set, b: Set }
    /// The set of one site; empty for a negative one
    Singleton { dst: Set, site: Reg }
    /// The sites of a set and one more; the same set for a negative one
    Insert { dst: Set, a: Set, site: Reg }
    /// The sites of a set without one; the same set for a negative one
    Withdraw { dst: Set, a: Set, site: Reg }
    /// The sites with pieces of a player; none for a number that is no owner
    OwnedBy { dst: Set, player: Reg }
    /// The sites with pieces of several players, given as one bit for each
    OwnedByAny { dst: Set, players: Reg }
    /// The sites with pieces of the enemies of the mover; what belongs to all is among them
    OfEnemies { dst: Set }
    /// The sites with pieces of the mover's side
    OfFriends { dst: Set }
    /// The sites with a component; none for a number that is no component
    HoldingPiece { dst: Set, what: Reg }
    /// An entry of a table of sets; empty for a number outside of it
    LookSet { dst: Set, table: Reach, index: Reg }
    /// The sites of all entries of a table of sets whose numbers are in a set
    LookAll { dst: Set, table: Reach, set: Set }
    /// The sites of the board with a local state; 0 is that of sites without a piece as well
    WithState { dst: Set, state: Reg }
    /// The sites of which something, by its number, is hidden from a player; none for a number that
    /// is no player's
    HiddenFrom { dst: Set, thing: Imm, player: Reg }
    /// The sites that the piece on a site covers; the site itself if it covers no others, none if there
    /// is no piece
    Footprint { dst: Set, site: Reg }
    /// The sites of the board where a component stood before the first move
    StartSites { dst: Set, what: Reg }
    /// The sites of the hurdle that the last move went over
    LastBetween { dst: Set }
    /// The sites of the rays from the sites of a set, at most so many of each, up to the first for
    /// which `stop` holds with the site in `to`, and that one too if `keep` holds
    Along { dst: Set, rays: Rays, set: Set, stop: Option<Block>, keep: Option<Block>, most: Reg }
    /// The sites at exactly a place on the rays from the sites of a set; the first one is at 1
    AtPlace { dst: Set, rays: Rays, set: Set, place: Reg }
    /// The sites before one site on the first ray from another that leads to it
    Between { dst: Set, rays: Rays, from: Reg, to: Reg }
    /// What is in sight of a site along rays: 0 all empty sites, 1 the last empty site or the last of
    /// all, 2 the first piece
    InSight { dst: Set, rays: Rays, site: Reg, kind: Imm }
    /// The sites where the moves of a block begin, or end if `to` is 1, or those that they go over if it is 2
    SitesOfMoves { dst: Set, body: Block, to: Imm }
    /// The sites where moves end by which a player would win at once, if he were to move
    Winning { dst: Set, player: Reg, body: Block }
    /// So many sites of a set, drawn by chance; all of them if there are no more. Writes the state of
    /// the generator
    RandomSites { dst: Set, set: Set, count: Reg }
    /// The sites of a set for which a block is true, with the site in `var`
    Filter { dst: Set, a: Set, var: Reg, test: Block }
    /// Whether a site is in a set; false for a negative one
    Contains { dst: Reg, set: Set, site: Reg }
    /// Number of sites
    Size { dst: Reg, set: Set }
    /// Whether it has no site
    IsNone { dst: Reg, set: Set }
    /// Whether all sites of a are in b
    IsSubset { dst: Reg, a: Set, b: Set }
    /// The site of that number in the set; -1 if it has not as many
    Nth { dst: Reg, set: Set, index: Reg }
    /// Runs a block for each site of a set, with the site in `var`; the block may change the set
    ForSites { set: Set, var: Reg, body: Block }
    /// Runs a block for each number from `first` to `last`, with the number in `var`
    ForRange { first: Reg, last: Reg, var: Reg, body: Block }

    // Lists of numbers

    /// An empty list
    NewList { dst: List }
    /// Appends a number
    Append { dst: List, value: Reg }
    /// Number of entries
    Length { dst: Reg, list: List }
    /// An entry; -1 for a number outside of the list
    Entry { dst: Reg, list: List, index: Reg }
    /// The sum of all entries
    Total { dst: Reg, list: List }
    /// The product of all entries; 0 if there are none
    Product { dst: Reg, list: List }
    /// The greatest entry; -1 if there are none
    Greatest { dst: Reg, list: List }
    /// The least entry; -1 if there are none
    Least { dst: Reg, list: List }
    /// How many entries are a number
    Occurrences { dst: Reg, list: List, value: Reg }
    /// Appends the sites of a set
    AppendSites { dst: List, set: Set }
    /// Appends those players, given as one bit for each, for whom a block is true with the player in
    /// `player`
    AppendPlayers { dst: List, players: Reg, test: Option<Block> }
    /// Appends the entries that are not there yet
    AddMissing { dst: List, list: List }
    /// Strikes the entries that are not in another list
    KeepOnly { dst: List, list: List }
    /// Strikes for each entry of another list the first one that is the same
    LeaveOut { dst: List, list: List }
    /// Strikes the first entry that is a number
    LeaveOutFirst { dst: List, value: Reg }
    /// Appends the remembered values of a list of the state
    Remembered { dst: List, number: Imm }
    /// Runs a block for each entry, with the entry in `var`
    ForList { list: List, var: Reg, body: Block }

    // Ways over the board

    /// The site some steps ahead on the first ray that is long enough; the site itself if none is
    Ahead { dst: Reg, rays: Rays, site: Reg, steps: Reg }
    /// The sites of a set of which the state says that they have one of some owners: one bit for each
    ToldAmong { dst: Set, set: Set, owners: Reg }
    /// The least distance from a site to one of a set by a table of all distances, which begins with the
    /// number of sites; 0 if there is none
    Distance { dst: Reg, table: Numbers, from: Reg, to: Set }
    /// The sites whose distance from a site, by a table of all distances, is from `min` to `max`; none
    /// if `min` is negative
    AtDistance { dst: Set, table: Numbers, from: Reg, min: Reg, max: Reg }
    /// The sites to which `min` to `max` steps lead from a site, and not fewer, each to a site for
    /// which a block is true with the sites in `from` and `to`. Those of the first step count unless
    /// `min` is greater; none if `min` is negative
    StepsAway { dst: Set, steps: Steps, from: Reg, min: Reg, max: Reg, test: Option<Block> }
    /// How many steps lead from a site to one of a set, each to a site for which a block is true with
    /// the sites in `from` and `to`; 1000000000 if none do
    StepsTo { dst: Reg, steps: Steps, from: Reg, to: Set, test: Option<Block> }
    /// The site some steps further on the track of a player; -1 beyond its end. The table has for each
    /// owner where the track begins, and for each track its length, whether it is a loop, the number of
    /// its track progress, and its sites
    AlongTrack { dst: Reg, tracks: Numbers, player: Reg, from: Reg, steps: Reg }
    /// The first site of the track of a player for which a block is true with the site in `to`, looked
    /// for from a site on and around; -1 if there is none
    FirstOnTrack { dst: Reg, tracks: Numbers, player: Reg, from: Option<Reg>, test: Option<Block> }
    /// The sites of the track of a player from one on and around up to another; all of them if there
    /// is no such other, and none if the first is not on the track
    PartOfTrack { dst: Set, tracks: Numbers, player: Reg, from: Option<Reg>, to: Option<Reg> }
    /// How many sites further on the track of a player another site is; -1 if it is not
    StepsOnTrack { dst: Reg, tracks: Numbers, player: Reg, from: Reg, to: Reg }

    // Groups: sites that hang together by steps

    /// The sites with the same component as a site; the empty ones if it has none
    SameAs { dst: Set, site: Reg }
    /// The sites one step away from those of a set
    Beside { dst: Set, steps: Steps, set: Set }
    /// The group of a site over the sites of a set for which a block is true, with the site in `to`.
    /// The first site is in it whatever it is; empty for what is no site of the board
    Group { dst: Set, steps: Steps, site: Reg, within: Set, test: Option<Block> }
    /// The group of a site over the sites of a set, without steps between sites that have two or more
    /// pieces one step of `up` from both; the first site is in it whatever it is
    VisibleGroup { dst: Set, steps: Steps, up: Steps, site: Reg, within: Set }
    /// All sites to which steps lead from those of a set over the sites of another; those included
    Spread { dst: Set, steps: Steps, from: Set, within: Set }
    /// Whether the group of a site over the sites of a set has an empty site beside it; the first site
    /// is in it whatever it is. False for what is no site of the board
    HasLiberty { dst: Reg, steps: Steps, site: Reg, within: Set }
    /// The sites of a set, all of them empty, where a piece that is added has an empty site beside its
    /// group, by the steps `free` over the sites of `own`, once the groups of `enemies` that it leaves
    /// without an empty site beside them, by the steps `caught`, are gone
    Survivors { dst: Set, sites: Set, own: Set, free: Steps, enemies: Set, caught: Steps }
    /// Whether a site, which is empty, is one of those
    Survives { dst: Reg, site: Reg, own: Set, free: Steps, enemies: Set, caught: Steps }
    /// How many groups of at least `min` sites a set falls into
    CountGroups { dst: Reg, steps: Steps, set: Set, min: Reg }
    /// The size of the biggest group of sites of a set that has one of the seeds; 0 if there is none
    BiggestGroup { dst: Reg, steps: Steps, set: Set, seeds: Set }
    /// Appends the sizes of the groups of at least `min` sites of a set that have one of the seeds
    GroupSizes { dst: List, steps: Steps, set: Set, seeds: Set, min: Reg }
    /// How many of some empty sites are in areas beside which only sites of a set are occupied
    Territory { dst: Reg, steps: Steps, empty: Set, set: Set }

    // Tests of the past

    /// Whether the last move was a pass
    WasPass { dst: Reg }
    /// Whether all players have passed one after the other
    AllPassed { dst: Reg }
    /// Whether the position has been there before: 0 position, 1 situation, 2 and 3 in this turn
    Repeats { dst: Reg, kind: Imm }
    /// Whether the last positions came three times in the same order
    Cycles { dst: Reg }
    /// Whether a player without a result has been marked
    IsTriggered { dst: Reg, player: Reg }

    // Tests of the board

    /// Whether a line of `length` pieces of the same kind goes through a site
    Line { dst: Reg, rays: Rays, site: Reg, length: Reg, exact: Imm, among: Option<Set> }
    /// The same by all lines that go through the site, which are there as sets
    LineOf { dst: Reg, lines: Rays, rays: Rays, length: Reg, site: Reg, among: Option<Set> }
    /// The same over the sites of a set, not counting on beyond two neighbours with pieces on all sites
    /// that are one step of `up` from both, and not the other way along a ray unless `opposites` is set
    VisibleLine { dst: Reg, rays: Rays, up: Steps, site: Reg, length: Reg, exact: Imm, opposites: Imm, among: Set }
    /// The length of the longest line over sites of a set
    LongestLine { dst: Reg, rays: Rays, set: Set }
    /// Whether a line goes through one of several sites. Block `length` and `exact` are asked for each
    /// of them; `test` is a condition for each site of the line, with the site in `to`; a line may have
    /// gaps if it is not `contiguous`, goes both ways with `opposites`, and has `many` kinds of pieces.
    /// The sites are those of a layer
    LineThrough { dst: Reg, rays: Rays, pivots: Set, layer: Imm, length: Block, exact: Block, among: Option<Set>, test: Option<Block>, contiguous: Reg, opposites: Reg, many: Reg }
    /// The sites of those rays of a site, which are walks, whose pieces are those listed, again and
    /// again; the site itself comes first. The sites are those of a layer
    Pattern { dst: Set, rays: Rays, site: Reg, layer: Imm, whats: List }
    /// Whether a site belongs to a closed wall of pieces of an owner, around sites of `within`. `near`,
    /// `beside` and `rays` lead to the sites inside, `steps` along the wall; `outer` are the sites that
    /// cannot be inside. The sites are those of a layer
    Ring { dst: Reg, site: Reg, layer: Imm, colour: Reg, near: Steps, beside: Steps, rays: Rays, steps: Steps, outer: Set, within: Option<Set> }
    /// The sites of such a wall, as few as go around, or those inside of it if `inside` is true
    RingSites { dst: Set, site: Reg, layer: Imm, colour: Reg, near: Steps, beside: Steps, rays: Rays, steps: Steps, outer: Set, within: Option<Set>, inside: Reg }
    /// The sites to which the paths of a colour lead from the tile at a site on, from tile to tile and never
    /// straight back. `sides` are the sites beyond the sides of each; a site is beside itself where there
    /// is none
    PathSites { dst: Set, site: Reg, colour: Reg, sides: Steps }
    /// Whether the path ends of the tile at a site meet their like on all tiles beside it; no if there is
    /// nothing on it, yes if that is no tile. A rotation of `turn` is one side further
    SidesMatch { dst: Reg, site: Reg, sides: Steps, turn: Imm }
    /// Whether the domino at a site lies beside its like; yes if there is none
    PipsMatch { dst: Reg, site: Reg, steps: Steps, rays: Rays }
    /// Where dominoes can be laid beside those that lie; `first` if there are none
    LineOfPlay { dst: Set, first: Set }
    /// Appends the dominoes that are on no site
    AppendUndealt { dst: List }
    /// Whether edges make no circle. `ends` are the vertices at the ends of all edges, two by two
    IsForest { dst: Reg, ends: Numbers, vertices: Imm, edges: Set }
    /// Whether a tree of edges is one way with leaves: no vertex where edges meet is joined to more than
    /// two others of this kind
    IsCaterpillar { dst: Reg, ends: Numbers, vertices: Imm, edges: Set }
    /// Whether edges make no circle and a vertex is the centre of the tree that it is in
    IsTreeCentre { dst: Reg, ends: Numbers, vertices: Imm, edges: Set, vertex: Reg }
    /// Whether equally many edges meet at all vertices, `wanted` ones if it is given, and an even
    /// number if `parity` is 0, an odd one if it is 1
    IsRegular { dst: Reg, ends: Numbers, vertices: Imm, edges: Set, wanted: Option<Reg>, parity: Imm }
    /// Whether edges make a path through one of them, from `least` to `most` edges long, which comes
    /// back to where it begins if it is `closed`
    IsPath { dst: Reg, ends: Numbers, vertices: Imm, edges: Set, edge: Reg, least: Reg, most: Reg, closed: Reg }
    /// Whether the sites of a set that hang together with one of them make a path, from `least` to `most` sites
    /// long; if it is `closed`, whether a shortest circle through that site is as long
    IsPathOfSites { dst: Reg, steps: Steps, set: Set, site: Reg, least: Reg, most: Reg, closed: Reg }
    /// Whether a block is true for all sites of a set, with the site in `var`
    AllSites { dst: Reg, set: Set, var: Reg, test: Block }
    /// Whether no two sites of a set hold the same component, or none
    AllDifferent { dst: Reg, set: Set }
    /// Whether `need` of the sets of a row cannot be connected any more through the
    /// sites that are free for it
    Blocked { dst: Reg, steps: Steps, targets: Row, need: Reg, free: Set }
    /// Whether the group of the owner at a site touches `need` of the sets of a row
    Connected { dst: Reg, steps: Steps, site: Reg, targets: Row, need: Reg, role: Option<Reg> }

    // Puzzles: what their numbers must not contradict. Sites that have several numbers left, or none,
    // contradict nothing.

    /// Whether a block is true for all numbers below `count`, with the number in `var`
    AllNumbers { dst: Reg, count: Reg, var: Reg, test: Block }
    /// Whether the numbers on the sites of a set are all different and none is 0, but for those listed
    AllApart { dst: Reg, set: Set, except: List }
    /// Whether a number can stand `count` times on the sites of a set
    HasCount { dst: Reg, set: Set, value: Reg, count: Reg }
    /// Whether the numbers on the sites of a set can have a sum
    HasSum { dst: Reg, set: Set, sum: Reg }
    /// Whether no two of some lists of sites have the same numbers in the same order
    AllUnlike { dst: Reg, lists: Steps }
    /// Whether some constraints are fulfilled and a block is true if all sites of a set that have no number
    /// have 0
    IsSolved { dst: Reg, vars: Set, first: Imm, count: Imm, test: Option<Block> }

    // Moves. A generator appends moves to the list that is being made, or, when only the existence
    // of a move is asked for, notes that there is one.

    /// A move with all its parts
    Push { from: Reg, to: Reg, a: Reg, b: Reg, recipe: Recipe }
    /// A move from a site to each site of a set
    PushEach { from: Reg, set: Set, a: Reg, b: Reg, recipe: Recipe }
    /// A move from each site of a set to itself
    PushOn { set: Set, a: Reg, b: Reg, recipe: Recipe }
    /// Additions of a large piece on each site of a set, with the given local state or, if it is -1, with
    /// all that it can have, where all sites that it would cover are empty. The component and the local
    /// state are in `a` of the moves
    AddLarge { what: Reg, state: Reg, set: Set, recipe: Recipe }
    /// Moves of the large piece on a site to each site of a set or that it covers now, with all local
    /// states that it can have, where it would cover only such sites. The local state is in `a` of the
    /// moves
    MoveLarge { from: Reg, set: Set, b: Reg, recipe: Recipe }
    /// Steps from a site to those neighbours for which the test holds, with the neighbour in `to`
    Step { from: Reg, steps: Steps, test: Option<Block>, a: Reg, b: Reg, recipe: Recipe }
    /// Steps from a site to those neighbours that are in a set
    StepInto { from: Reg, steps: Steps, set: Set, recipe: Recipe }
    /// Steps of all pieces of a set at once, in directions that are shifts, into a set
    StepAll { pieces: Set, shifts: Shifts, into: Set, recipe: Recipe }
    /// Slides from a site over sites for which `go` holds (read as `between`), ending before `stop`
    /// (read as `to`) or on the site for which it holds, `keep` deciding which are moves
    Slide { from: Reg, rays: Rays, go: Block, stop: Option<Block>, keep: Option<Block>, min: Reg, max: Reg, b: Reg, stopping: Recipe, passing: Recipe }
    /// Slides from a site over the sites of `go`, and onto the first one beyond if it is in `stop`
    SlideInto { from: Reg, rays: Rays, go: Set, stop: Option<Set>, recipe: Recipe }
    /// The same moves as a set, where it does not matter which way they went; the rays are there as sets
    Sweep { from: Reg, rays: Rays, go: Set, stop: Option<Set>, recipe: Recipe }
    /// The sites that such slides over the sites of `go` end on
    Swept { dst: Set, from: Reg, rays: Rays, go: Set }
    /// Slides from a site along tracks: for each of them one ray of sites to pass and one of sites to
    /// end on, by one recipe where `stop` holds and by the other where it does not
    TrackSlide { from: Reg, rays: Rays, go: Block, stop: Option<Block>, keep: Option<Block>, min: Reg, max: Reg, a: Reg, b: Reg, stopping: Recipe, passing: Recipe }
    /// Hops from a site over a hurdle of `min` to `max` sites for which `over` holds (read as
    /// `between`), at most `before` sites away, to a site for which `into` holds (read as `to`), at
    /// most `after` sites behind it. With `instead`, only onto sites for which `into` does not hold
    /// but `instead` does
    Hop { from: Reg, rays: Rays, over: Option<Block>, into: Block, instead: Option<Block>, before: Reg, min: Reg, max: Reg, after: Reg, b: Reg, recipe: Recipe }
    /// Hops from a site over the next one, if it is in `over`, to the one behind it, if it is in `into`
    HopInto { from: Reg, rays: Rays, over: Set, into: Set, b: Reg, recipe: Recipe }
    /// Hops of all pieces of a set at once, over sites of `over` to those behind them that are in `into`:
    /// the shifts come in pairs, to the one and to the other, and are the rays of the table
    HopAll { pieces: Set, shifts: Shifts, rays: Rays, over: Set, into: Set, b: Reg, recipe: Recipe }
    /// Runs a block for the sites on each ray from a site, from the `min`th to the `max`th, with the
    /// site in `to`: leaves a ray before a site for which `test` does not hold, or `between` before
    /// the `min`th. On each ray `between` is first what it was before
    ForRays { from: Reg, rays: Rays, between: Option<Block>, test: Option<Block>, min: Reg, max: Reg, body: Block }
    /// The number of the first direction in which a step leads from one site to another; if none
    /// does, that of the direction which the piece on the first one faces
    Heading { dst: Reg, steps: Steps, from: Reg, to: Reg }
    /// Runs a block with the group of a site over the sites of a set in `region`; as `ForGroups` does
    /// for the group with that first site
    WithGroup { site: Reg, steps: Steps, set: Set, test: Option<Block>, body: Block }
    /// Runs a block for each group of the sites of a set, with the group in `region` and its first
    /// site in `from`, `to` and `group`. With `test`, a group has only sites for which it holds, with its first
    /// site in `from`
    ForGroups { steps: Steps, set: Set, test: Option<Block>, body: Block }
    /// Runs a block for each direction in which a ray leads from one site to another, or only for the
    /// first, once a ray, with the number of the direction in `heading`
    ForHeadings { rays: Rays, from: Reg, to: Reg, all: Imm, body: Block }
    /// Runs a block for each entry of a component on the board, with the site in `from`. When moves to
    /// a site are looked for, only for those entries of which a table says that they may lead there
    ForPieces { what: Reg, within: Set, body: Block, before: Option<Reach> }
    /// Runs a block for each entry of the list of a component on some sites, in its order, with the site in
    /// `from` and, where there are stacks, the level in `level`; with `top` for entries at the top of a stack
    ForListed { what: Reg, within: Set, top: Imm, body: Block }
    /// The first site of the list of a component that is in a set; -1 if there is none
    FirstListed { dst: Reg, what: Reg, set: Set }
    /// The sites of the lists of those components in a table that belong to some owners, one bit for each
    SitesListed { dst: Set, owners: Reg, kinds: Numbers }
    /// Makes another player the mover, for what follows up to `Mover`'s end
    AsMover { player: Reg, body: Block }
    /// The same for what a move does when it is made: while moves are generated for another player, and made
    /// in order to ask something, he is the mover already
    AsGenerated { player: Reg, body: Block }
    /// The moves of a block, as moves of a player
    MadeBy { player: Reg, body: Block }
    /// Keeps those moves of a block for which the test holds after they were made, without the last
    /// `outer` consequences. `guard` tells a test that holds anyway inside the question it asks: 1 for
    /// threats, 2 for the moves of the next player. `direct` is a block that makes just these moves
    /// without trying any, and `single` one that tells of the move that ends at `to` whether it is one of
    /// them. `royal` is the component of the mover that no enemy can move to after them, if that is all
    /// that the test asks. `top` is 1 if it stands in a play rule itself, with nothing around it that looks at
    /// its moves: then a plan may postpone the test until one of them is drawn. It is 2 if it is one of several
    /// alternatives inside of such moves, which tell by themselves what is to be asked
    IfAfterwards { body: Block, test: Block, direct: Option<Block>, single: Option<Block>, royal: Option<Reg>, outer: Imm, guard: Imm, top: Imm }
    /// The moves of a block as they are after all moves of another block are made; a move by the
    /// recipe `pass` if there are none
    DoNext { prior: Block, body: Block, pass: Option<Recipe>, a: Reg, b: Reg }
    /// One move that throws all dice: what they show is drawn here
    Roll { recipe: Recipe }
    /// As many of the moves of a block as a number says, or as there are, drawn by chance; the same one
    /// may be drawn again. Asks chance
    DrawMoves { body: Block, count: Reg }
    /// Those moves of a block with which the mover can make the most moves in a row, or, by value,
    /// take the most of the values of pieces; without the last `outer` consequences of these moves
    MaxMoves { body: Block, value: Reg, outer: Imm }
    /// Those moves of a block that take the most pieces, or the most of their values; the same way
    MaxCaptures { body: Block, value: Reg, outer: Imm }
    /// Those moves of a block that do not lead back to the position that is remembered
    AvoidRemembered { body: Block }
    /// One move for all moves of a block, which are what it does
    PushAll { body: Block, a: Reg, b: Reg, recipe: Recipe }
    /// A move that adds a piece to a site, told in `a` as by `PushOn`, unless it stands before the last moves
    /// that turn pieces over, and one that turns the piece on another site over; none of them if that
    /// piece has no other side
    PushTurned { site: Reg, a: Reg, adding: Recipe, turned: Reg, turning: Recipe }
    /// One move for each move of one block with each move of another
    PushPairs { first: Block, second: Block, b: Reg, recipe: Recipe }
    /// Runs a block that makes moves, takes all of it back, and passes on what was done as moves that
    /// do nothing else; `joined` if they are parts of one move that ends with the next in the list
    Rehearse { body: Block, joined: Imm }
    /// Runs a block that makes moves, takes all of it back, and passes on one move for each of them: its
    /// number is the upper half of `a`
    PushRehearsed { body: Block, b: Reg, recipe: Recipe }
    /// Makes all moves of a block; with `last`, each of them is the last move for what comes next.
    /// Passes on a move by the recipe `after` behind what each of them does
    MakeAll { block: Block, last: Imm, after: Option<Recipe> }
    /// Runs a block while a condition holds, as often as makes sense
    While { test: Block, body: Block }
    /// The moves of a block as they are after all moves of another block are made, and before each of
    /// them what those moves do
    EffectsInTurn { prior: Block, body: Block }
    /// The moves of a block, each behind what is made before it: that is found out now, not when the
    /// moves before it have been made
    Unfold { body: Block }
    /// Makes a list of its own, and passes its moves on afterwards
    Collect { body: Block }
    /// How much has been found so far: a number that grows with every move
    Mark { dst: Reg }
    /// Goes on elsewhere if there are more moves than at a mark
    JumpIfMore { mark: Reg, to: Label }
    /// Goes on elsewhere if all that is asked is whether a move ends at a site
    JumpIfSought { to: Label }
    /// For each site of a set and each number from `least` on: a move that gives the site the number, if
    /// after it some constraints are not contradicted and a block is true, with the site in `var`, and one
    /// that makes the number possible or not, unless it is the one that the site has
    Satisfy { vars: Set, least: Reg, first: Imm, count: Imm, var: Reg, test: Option<Block>, give: Recipe, toggle: Recipe }
    /// How many legal moves the mover has; 0 while they are being counted
    LegalCount { dst: Reg }
    /// Whether a block makes a move that the meta rules allow
    CanMove { dst: Reg, body: Block }
    /// Whether a player has no move, as far as the state has noted it; asks anew for the next player
    NoMoves { dst: Reg, player: Reg, next: Imm }
    /// Whether an enemy of a component's owner could move to the site; `any` if it is about whatever
    /// stands there
    Threatened { dst: Reg, what: Reg, site: Reg, layer: Imm, moves: Option<Block>, any: Imm }

    // Captures. Each runs `effect` for the sites that are caught, one by one; what it makes is done
    // after all of it was made. Sites that count are those of a set for which a block, if there is
    // one, is true as well.

    /// Effects on the line of targets (read as `between`) on each ray between a site and a friend
    /// (read as `to`). `beyond` tells whether the edge counts as a friend
    Custodial { from: Reg, rays: Rays, min: Reg, max: Reg, targets: Set, target: Option<Block>, friends: Set, friend: Option<Block>, beyond: Option<Block>, effect: Block }
    /// If there are such lines: a move that adds a piece to the site, told in `a` as by `PushOn`, and moves that
    /// turn over all that is caught, by `each` one by one, by `all` at once. The edge is no friend, and every
    /// piece has another side
    TurnOver { from: Reg, rays: Rays, targets: Set, friends: Set, a: Reg, adding: Recipe, each: Recipe, all: Recipe }
    /// The sites of a set from which a line of targets, in one of some directions, ends at a friend
    Catching { dst: Set, within: Set, shifts: Shifts, targets: Set, friends: Set }
    /// Effects on the targets (read as `to`) on both sides of a site, if there are some on both; the
    /// rays of a site come in pairs
    Intervene { from: Reg, rays: Rays, min: Reg, max: Reg, targets: Set, target: Option<Block>, effect: Block }
    /// Effects on each target (read as `between`) beside a site whose other neighbours are all, but
    /// for `except` of them, friends (read as `to`), and one of them in `with`
    Surround { from: Reg, steps: Steps, targets: Set, target: Option<Block>, friends: Set, friend: Option<Block>, except: Reg, with: Option<Set>, effect: Block }
    /// The variant of a table of rays that goes from one site to another; -1 if none does
    Towards { dst: Reg, rays: Rays, from: Reg, to: Reg }
    /// Effects on the targets (read as `to`) one after the other on each ray of a site, of the given
    /// variant of the table
    Directional { from: Reg, rays: Rays, way: Option<Reg>, targets: Set, target: Option<Block>, effect: Block }
    /// Effects on the groups of targets (read as `between`) beside a site that have no empty site
    /// beside them but for `except` of them
    Enclose { from: Reg, layer: Imm, steps: Steps, targets: Set, except: Reg, effect: Block }
    /// Effects on the groups of targets (read as `between`) beside a site that are enclosed by one chain
    /// of sites, each a step of `beside` from the one before it
    EncloseArea { from: Reg, layer: Imm, steps: Steps, beside: Steps, targets: Set, effect: Block }

    // Sowing. Both change the state at once, and leave no move in the list.

    /// Lays `count` pieces of site `start` on the sites after it on the track of a player, on itself
    /// only if `own` is true or, as the first, if `origin` is. Block `each` tells how many are laid on
    /// a site and makes what else is done there; none are laid where `skip` holds. Both are read before
    /// any piece is laid, with the site in `to` and the number left in `value`. Runs `reap` with the
    /// last site in `to`. The place of that site on the track; -1 if there is no way
    Sow { dst: Reg, start: Reg, count: Reg, tracks: Numbers, player: Reg, own: Reg, origin: Reg, each: Option<Block>, skip: Option<Block>, reap: Option<Block> }
    /// Makes the moves of `take` for the site at a place of a track, if `test` holds, and for as long
    /// as both hold and `on` as well, for the sites before it, or after it with `forward`. All are
    /// found before any is made, with the site in `to`
    Reap { start: Reg, tracks: Numbers, player: Reg, place: Reg, test: Option<Block>, take: Block, on: Option<Block>, forward: Imm }

    // Results

    /// Sets the score of a player
    SetScore { player: Reg, score: Reg }
    /// Gives a team a result
    TeamResult { team: Reg, result: Verdict }
    /// Gives a player, or all of them, a result
    Result { player: Reg, result: Verdict }
    /// Ranks the players by their scores, the lowest first if it is a misere game
    ByScore { misere: Reg }
    /// Ranks the players by what they are paid: a list of players, each with the bits of a real number
    ByPayoffs { list: List }
    /// Gives a player a result of the match; those who win in one evaluation of its end rules share
    /// the first rank
    MatchResult { player: Reg, result: Verdict }
    /// Ranks the players by their points in the match, the lowest first if it is misere
    ByMatchScore { misere: Reg }
    /// Sets the phase of a player
    SetPhase { player: Reg, phase: Reg }

    // The start

    /// Puts pieces on the sites of a set, which are those of a layer, before the game begins
    Place { what: Reg, set: Set, count: Reg, state: Reg, rotation: Reg, value: Reg, layer: Imm }
    /// Puts pieces on `count` sites of a set that have none, drawn by chance; the count, which may be
    /// drawn as well, is asked for anew before each
    PlaceRandom { what: Reg, set: Set, layer: Imm, count: Block, state: Reg, value: Reg }
    /// Puts the pieces of a list on a site, on top of each other, in an order that chance decides
    PlacePile { pieces: List, site: Reg, layer: Imm, state: Reg, value: Reg }
    /// Puts half of the pieces of a list, the last ones first, on sites of a set that have none, drawn
    /// by chance
    PlaceHalf { pieces: List, set: Set, layer: Imm, state: Reg, value: Reg }
    /// Makes the moves of a block, each as a placement
    PlaceMoves { body: Block }
}
