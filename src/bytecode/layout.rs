//! The memory layout of a state.
//!
//! A state is one block of words: first the sets of sites, then the numbers, then the planes with
//! one entry per site. It contains nothing that a game does not need.

use super::immediate::numbered;
use crate::board::SiteType;

/// The widths of sets, in words, for which the machine is made. A program uses the first that holds
/// its sites.
pub const WIDTHS: [usize; 4] = [1, 2, 6, 64];

numbered! {
    /// A number that every state has.
    Scalar {
        Mover,
        Next,
        Prev,
        /// One bit for each player without a result.
        Active,
        /// 0 while the game is on, 1 afterwards.
        Over,
        Winner,
        /// Turns so far, from 1.
        Turns,
        /// Moves of the same player in a row before this one.
        SameTurn,
        Counter,
        /// Passes in a row.
        Passes,
        /// Moves made, placements left out.
        Moves,
        /// The unnamed variable.
        Temp,
        /// One bit for each player known to have no move.
        Stalemated,
        Triggered,
        /// From and to of the last move, and of its last action with such a site.
        LastFrom,
        LastTo,
        AfterFrom,
        AfterTo,
        /// The levels that this action was about.
        AfterLevelFrom,
        AfterLevelTo,
        /// Hash of the position, where it is kept.
        Hash,
        Pot,
        /// Players who have won, and lost, so far.
        Winners,
        Losers,
        /// Losses in the evaluation of the end rules that is going on.
        LossesNow,
        /// Whether the move that is being made has set the next player.
        NextWasSet,
        /// The hash that `(remember State)` keeps.
        Remembered,
        /// One bit for each text that is proposed.
        Proposed,
        /// One byte for each text with the votes for it.
        Votes,
        /// One more than the number of the text that has just been decided; 0 for none.
        Decided,
    }

    /// A number that every player has.
    PerPlayer {
        Phase,
        /// Twice the rank, since ties share half ranks; 0 for none yet.
        Rank,
        Score,
        Value,
        Amount,
        Team,
        /// Which player's seat it has, after swaps.
        Seat,
    }

    /// What can be hidden of a site.
    Hidden {
        /// The site as a whole.
        Site,
        What,
        Who,
        Count,
        State,
        Rotation,
        Value,
    }
}

/// A number that the dice of a game have together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DiceNumber {
    /// The sum of what they show.
    Sum,
    /// Whether they showed the same face when they were last thrown.
    Equal,
}

impl DiceNumber {
    /// How many there are.
    pub const COUNT: usize = Self::Equal as usize + 1;
}

/// A number about the match that a game is part of. Behind them are the points of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Standing {
    /// Games that are over.
    Trials,
    /// 1 if the match is over, and the ranks are those of the match.
    Decided,
}

impl Standing {
    /// How many there are.
    pub const COUNT: usize = Self::Decided as usize + 1;
}

/// A number for each site, packed into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// The first word, counted from the first word after the sets.
    pub offset: u32,
    /// Bits of an entry as a power of two: 3, 4 or 5.
    pub bits: u8,
}

impl Plane {
    /// Words for a number of entries.
    pub fn words(bits: u8, entries: usize) -> usize {
        (entries << bits).div_ceil(64)
    }

    /// What an entry keeps of a number: its low bits.
    #[inline]
    pub(crate) fn kept(self, value: i32) -> i32 {
        (u64::from(value as u32) & (u64::MAX >> (64 - (1u32 << self.bits)))) as i32
    }
}

/// Where a deduction puzzle keeps its numbers: the sites of the board are its variables, and the
/// number on a site is the component that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Numbers that a site can no longer have, one bit for each: the word of the first site.
    pub struck: u32,
    /// The set of sites that have one number left.
    pub resolved: u16,
    /// The largest number.
    pub most: u8,
}

/// What sites hold besides what is on top of them, in games in which pieces stand on each other.
///
/// The sets and planes of every game tell what is on top. Here is all of it, the top included: the
/// entries of a site in a plane of levels come one after the other, the lowest first. Where a piece
/// was and none is, its component is 0; its state, rotation and value may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stacks {
    /// Levels of a site: as many pieces as it may hold.
    pub levels: u16,
    /// Pieces on a site.
    pub height: Plane,
    /// Component at a level.
    pub what: Plane,
    /// Local state at a level.
    pub state: Option<Plane>,
    /// Rotation at a level.
    pub rotation: Option<Plane>,
    /// Value at a level.
    pub value: Option<Plane>,
    /// The first of the sets of sites with a component at any level, one for each component.
    pub within: u16,
    /// Pieces on a site that leave at the end of the turn.
    pub leaving: Option<Plane>,
    /// Whether they leave by moves that `(max Moves …)` has tried out before: such a move names them
    /// by their levels, from the lowest on, and takes them so when it is made again.
    pub rehearsed: bool,
    /// Whether a level that has become free keeps nothing of the piece that was there.
    pub clean: bool,
    /// Whether there are cards: then a move that names no level takes the top of a site away, and it
    /// comes nowhere.
    pub cards: bool,
}

/// Sites of another type than the one that the board is played on.
///
/// The language numbers the sites of each type from 0, and a number alone does not tell of which
/// type it is; nor do sets of sites, moves and registers, which hold the numbers of the language. The
/// state has one numbering for all: the sites of a layer come behind all numbers of the language, so
/// that a number that stands for a site of the board's own type, or beside the board, needs no
/// change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The type of its sites.
    pub kind: SiteType,
    /// Its first site in the state.
    pub first: u16,
    /// Number of its sites.
    pub count: u16,
}

/// Where the state keeps, for each component, the sites that the language lists for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedLists {
    /// Most entries of a list.
    pub capacity: u16,
    /// How many entries each list has.
    pub lengths: Plane,
    /// The sites, list after list.
    pub sites: Plane,
    /// The levels that belong to them, where sites hold stacks.
    pub levels: Option<Plane>,
    /// An entry that goes is replaced by the last one; otherwise all entries of its site go, and the others
    /// keep their order.
    pub swaps: bool,
}

/// The places of everything.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// Sites that the state has: those of all containers, then those of the layers.
    pub sites: u16,
    /// Sites of the board; they come first.
    pub board: u16,
    /// The type of the sites of the board.
    pub kind: SiteType,
    /// The first site beside the board.
    pub beside: u16,
    /// Sites of other types, in the order of the types.
    pub layers: Vec<Layer>,
    /// Players.
    pub players: u8,
    /// Components, with the one that stands for none.
    pub components: u16,
    /// Words of a set.
    pub width: u16,
    /// Sets of the state.
    pub sets: u16,
    /// Numbers of the optional sets.
    pub pending: Option<u16>,
    /// The list of remembered values that has what is pending and no set of sites has room for, where
    /// there may be such numbers.
    pub pending_numbers: Option<u16>,
    /// Sites whose pieces leave at the end of the turn.
    pub to_clear: Option<u16>,
    /// Sites visited in this turn.
    pub visited: Option<u16>,
    /// Sites of all actions of the last move.
    pub last_to: Option<u16>,
    /// See [`Layout::last_to`].
    pub last_from: Option<u16>,
    /// Sites of which something is hidden, for each thing that can be: the set of the first player,
    /// behind which come those of the others.
    pub hidden: [Option<u16>; Hidden::COUNT],
    /// Component on a site.
    pub what: Plane,
    /// Owner of a site, where it is not that of the component.
    pub who: Option<Plane>,
    /// Pieces on a site.
    pub count: Option<Plane>,
    /// Local state.
    pub state: Option<Plane>,
    /// The first of the sets of sites with each local state, from 0 on, and how many are kept.
    pub states: Option<(u16, u16)>,
    /// Rotation.
    pub rotation: Option<Plane>,
    /// Value.
    pub value: Option<Plane>,
    /// What lies below the top of sites, where they hold stacks.
    pub stacks: Option<Stacks>,
    /// The lists of the sites of each component, where it shows what they have or in which order.
    pub lists: Option<OwnedLists>,
    /// The numbers of a deduction puzzle.
    pub puzzle: Option<Puzzle>,
    /// Named variables: the first word of them.
    pub vars: u32,
    /// Lists of remembered values: the first word of them.
    pub remembered: u32,
    /// What dice show together, and then what each of them counts: the first word of them.
    pub dice: u32,
    /// Where pieces are on tracks that cross themselves: the first word, with four entries each.
    pub track_progress: u32,
    /// How the match stands that it is a game of: the first word, see [`Standing`].
    pub standing: Option<u32>,
    /// Words after the sets.
    pub words: u32,
}

impl Default for Plane {
    fn default() -> Self {
        Self { offset: 0, bits: 3 }
    }
}

impl Layout {
    /// The set of empty sites.
    pub const EMPTY: usize = 0;

    /// The set of sites with pieces of an owner, from 0 for nobody to one more than the players.
    #[inline]
    pub fn owned(owner: usize) -> usize {
        1 + owner
    }

    /// The set of sites with a component.
    #[inline]
    pub fn holding(&self, what: usize) -> usize {
        1 + usize::from(self.players) + 2 + what - 1
    }

    /// The set of sites of which something is hidden from a player; none where it never is.
    #[inline]
    pub fn hidden_from(&self, thing: usize, player: i32) -> Option<usize> {
        let first = usize::from((*self.hidden.get(thing)?)?);
        let is_player = (1..=i32::from(self.players)).contains(&player);
        is_player.then(|| first + player as usize - 1)
    }

    /// Whether a site holds one component at most, and nothing is kept of it but which one that is, and
    /// perhaps its local state.
    pub fn is_bare(&self) -> bool {
        let planes = [self.rotation, self.value];
        self.is_single()
            && planes.iter().all(Option::is_none)
            && self.hidden.iter().all(Option::is_none)
    }

    /// Whether a site holds one component or none, which tells its owner, and nothing else is kept of
    /// where the component is.
    pub fn is_single(&self) -> bool {
        self.who.is_none() && self.count.is_none() && self.stacks.is_none() && self.lists.is_none()
    }

    /// The set of sites with a component at any level.
    #[inline]
    pub fn within(&self, what: usize) -> usize {
        match &self.stacks {
            Some(stacks) => usize::from(stacks.within) + what - 1,
            None => self.holding(what),
        }
    }

    /// First set that only some games have.
    pub fn optional_sets(&self) -> u16 {
        self.holding(usize::from(self.components)) as u16
    }

    /// The word of a number, counted after the sets.
    #[inline]
    pub fn scalar(scalar: Scalar) -> usize {
        scalar as usize
    }

    /// The word of a number of a player.
    #[inline]
    pub fn per_player(&self, array: usize, player: usize) -> usize {
        Scalar::COUNT + array * (usize::from(self.players) + 2) + player
    }

    /// The first word after the numbers.
    pub fn first_plane(&self) -> usize {
        self.per_player(PerPlayer::COUNT, 0)
    }

    /// The first word behind where pieces are on tracks that cross themselves.
    pub fn end_of_track_progress(&self) -> usize {
        self.standing.unwrap_or(self.words) as usize
    }

    /// The words that tell how a match stands; none outside of matches.
    pub fn standings(&self) -> std::ops::Range<usize> {
        let count = Standing::COUNT + usize::from(self.players);
        self.standing.map_or(0..0, |first| first as usize..first as usize + count)
    }

    /// The word of the points of a player in the match; none outside of matches.
    pub fn match_score(&self, player: i32) -> Option<usize> {
        let is_player = (1..=i32::from(self.players)).contains(&player);
        let first = self.standing.filter(|_| is_player)? as usize;
        Some(first + Standing::COUNT + player as usize - 1)
    }

    /// The word of a number that dice have together.
    #[inline]
    pub fn dice(&self, number: DiceNumber) -> usize {
        self.dice as usize + number as usize
    }

    /// The word of what a die counts.
    #[inline]
    pub fn die(&self, number: usize) -> usize {
        self.dice as usize + DiceNumber::COUNT + number
    }

    /// The layer with a number; none for 0, which stands for the sites of the containers.
    #[inline]
    pub fn layer(&self, number: u8) -> Option<&Layer> {
        self.layers.get(usize::from(number).checked_sub(1)?)
    }

    /// Words of a whole state.
    pub fn total(&self) -> usize {
        usize::from(self.sets) * usize::from(self.width) + self.words as usize
    }
}
