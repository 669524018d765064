//! The memory layout of a state.
//!
//! A state is one block of words: first the sets of sites, then the numbers, then the planes with
//! one entry per site. It contains nothing that a game does not need.

use super::immediate::numbered;
use crate::board::SiteType;

/// The widths of sets in words for which the machine is monomorphised. A program uses the smallest that fits.
pub const WIDTHS: [usize; 4] = [1, 2, 6, 64];

numbered! {
    /// A number that every state has.
    Scalar {
        Mover,
        Next,
        Prev,
        /// One bit for each player without a result.
        Active,
        /// 0 during the game, 1 afterwards.
        Over,
        Winner,
        /// Turns so far, from 1.
        Turns,
        /// Moves of the same player in a row before this one.
        SameTurn,
        Counter,
        /// Passes in a row.
        Passes,
        /// Moves made, without placements.
        Moves,
        /// The unnamed variable.
        Temp,
        /// One bit for each player known to have no legal move.
        Stalemated,
        Triggered,
        /// Source and target of the last move, and of its last action with such a site.
        LastFrom,
        LastTo,
        AfterFrom,
        AfterTo,
        /// The levels of that action.
        AfterLevelFrom,
        AfterLevelTo,
        /// Hash of the position, if it is maintained.
        Hash,
        Pot,
        /// Number of players who have won, and lost, so far.
        Winners,
        Losers,
        /// Losses in the current evaluation of the end rules.
        LossesNow,
        /// Whether the current move has set the next player.
        NextWasSet,
        /// The hash stored by `(remember State)`.
        Remembered,
        /// One bit for each proposed text.
        Proposed,
        /// One byte for each text with the votes for it.
        Votes,
        /// The number of the text just decided, plus one; 0 for none.
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
        /// The seat, after swaps of sides.
        Seat,
    }

    /// The hideable properties of a site.
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

/// A number shared by all dice of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DiceNumber {
    /// The sum of the dice.
    Sum,
    /// Whether all dice showed the same face when last rolled.
    Equal,
}

impl DiceNumber {
    /// The number of variants.
    pub const COUNT: usize = Self::Equal as usize + 1;
}

/// A number of the match that a game is part of. They are followed by the points of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Standing {
    /// Number of finished games.
    Trials,
    /// 1 if the match is over, and the ranks are those of the match.
    Decided,
}

impl Standing {
    /// The number of variants.
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

    /// Truncates a number to the bits of an entry.
    #[inline]
    pub(crate) fn kept(self, value: i32) -> i32 {
        (u64::from(value as u32) & (u64::MAX >> (64 - (1u32 << self.bits)))) as i32
    }
}

/// The storage of a deduction puzzle: the sites of the board are its variables, and the number of a site is its
/// component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The numbers ruled out for each site, one bit each: the word of the first site.
    pub struck: u32,
    /// The set of sites that have one number left.
    pub resolved: u16,
    /// The largest number.
    pub most: u8,
}

/// The storage of stacks.
///
/// The ordinary sets and planes describe the top pieces. The planes here contain all levels, including the top: the
/// entries of a site are consecutive, lowest level first. An empty level has component 0; its state, rotation and
/// value may be stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stacks {
    /// Maximum number of levels of a site.
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
    /// Pieces on a site to be removed at the end of the turn.
    pub leaving: Option<Plane>,
    /// Whether they are removed by moves that `(max Moves …)` has tried before: such a move identifies them by
    /// level, from the lowest up, and removes them in this way when it is made again.
    pub rehearsed: bool,
    /// Whether an emptied level is cleared completely.
    pub clean: bool,
    /// Whether there are cards: then a move without a level removes the top of its source without placing it
    /// anywhere.
    pub cards: bool,
}

/// A layer: the sites of another type than the default.
///
/// The language numbers the sites of each type from 0, so a number does not determine its type; neither do sets of
/// sites, moves and registers, which hold numbers of the language. The state has a single numbering: the sites of a
/// layer follow all numbers of the language, so that numbers of the default type, and of sites beside the board,
/// need no conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The type of its sites.
    pub kind: SiteType,
    /// Its first site in the state.
    pub first: u16,
    /// Number of its sites.
    pub count: u16,
}

/// The storage of stale lists: for each component, the sites that the language lists for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedLists {
    /// Maximum number of entries of a list.
    pub capacity: u16,
    /// The length of each list.
    pub lengths: Plane,
    /// The sites, list by list.
    pub sites: Plane,
    /// Their levels, in games with stacks.
    pub levels: Option<Plane>,
    /// Whether a removed entry is replaced by the last one; otherwise all entries of its site are removed, and the
    /// others keep their order.
    pub swaps: bool,
}

/// The layout of a state.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// Number of sites of the state: those of all containers, then those of the layers.
    pub sites: u16,
    /// Number of sites of the board; they come first.
    pub board: u16,
    /// The type of the sites of the board.
    pub kind: SiteType,
    /// The first site beside the board.
    pub beside: u16,
    /// Sites of other types, in the order of the types.
    pub layers: Vec<Layer>,
    /// Players.
    pub players: u8,
    /// Number of components, including "none".
    pub components: u16,
    /// Words of a set.
    pub width: u16,
    /// Sets of the state.
    pub sets: u16,
    /// The indices of the optional sets.
    pub pending: Option<u16>,
    /// The list of pending values that do not fit into a set of sites, if there may be any.
    pub pending_numbers: Option<u16>,
    /// Sites whose pieces are removed at the end of the turn.
    pub to_clear: Option<u16>,
    /// Sites visited in this turn.
    pub visited: Option<u16>,
    /// Sites of all actions of the last move.
    pub last_to: Option<u16>,
    /// See [`Layout::last_to`].
    pub last_from: Option<u16>,
    /// For each hideable property, the sets of sites where it is hidden: that of the first player, followed by
    /// those of the others.
    pub hidden: [Option<u16>; Hidden::COUNT],
    /// Component on a site.
    pub what: Plane,
    /// Owner of a site, if stored separately from the component.
    pub who: Option<Plane>,
    /// Pieces on a site.
    pub count: Option<Plane>,
    /// Local state.
    pub state: Option<Plane>,
    /// The first of the sets of sites with each local state, from 0, and their number.
    pub states: Option<(u16, u16)>,
    /// Rotation.
    pub rotation: Option<Plane>,
    /// Value.
    pub value: Option<Plane>,
    /// The storage of stacks.
    pub stacks: Option<Stacks>,
    /// The stale lists, if their content or order is visible.
    pub lists: Option<OwnedLists>,
    /// The numbers of a deduction puzzle.
    pub puzzle: Option<Puzzle>,
    /// Named variables: the first word of them.
    pub vars: u32,
    /// Lists of remembered values: the first word of them.
    pub remembered: u32,
    /// The shared numbers of the dice, then the value of each die: the first word.
    pub dice: u32,
    /// The track progress of pieces: the first word, with four entries per word.
    pub track_progress: u32,
    /// The standing of the match: the first word, see [`Standing`].
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

    /// The set of sites with a property hidden from a player; `None` if it never is.
    #[inline]
    pub fn hidden_from(&self, thing: usize, player: i32) -> Option<usize> {
        let first = usize::from((*self.hidden.get(thing)?)?);
        let is_player = (1..=i32::from(self.players)).contains(&player);
        is_player.then(|| first + player as usize - 1)
    }

    /// Whether a site holds at most one piece, and stores only its component and perhaps its local state.
    pub fn is_bare(&self) -> bool {
        let planes = [self.rotation, self.value];
        self.is_single()
            && planes.iter().all(Option::is_none)
            && self.hidden.iter().all(Option::is_none)
    }

    /// Whether a site holds at most one piece, whose component determines its owner, and there is no other index of
    /// pieces.
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

    /// The first word after the track progress.
    pub fn end_of_track_progress(&self) -> usize {
        self.standing.unwrap_or(self.words) as usize
    }

    /// The words of the standing of a match; `None` outside matches.
    pub fn standings(&self) -> std::ops::Range<usize> {
        let count = Standing::COUNT + usize::from(self.players);
        self.standing.map_or(0..0, |first| first as usize..first as usize + count)
    }

    /// The word of the points of a player in the match; `None` outside matches.
    pub fn match_score(&self, player: i32) -> Option<usize> {
        let is_player = (1..=i32::from(self.players)).contains(&player);
        let first = self.standing.filter(|_| is_player)? as usize;
        Some(first + Standing::COUNT + player as usize - 1)
    }

    /// The word of a shared number of the dice.
    #[inline]
    pub fn dice(&self, number: DiceNumber) -> usize {
        self.dice as usize + number as usize
    }

    /// The word of the value of a die.
    #[inline]
    pub fn die(&self, number: usize) -> usize {
        self.dice as usize + DiceNumber::COUNT + number
    }

    /// The layer with a number; `None` for 0, the sites of the containers.
    #[inline]
    pub fn layer(&self, number: u8) -> Option<&Layer> {
        self.layers.get(usize::from(number).checked_sub(1)?)
    }

    /// Size of a state in words.
    pub fn total(&self) -> usize {
        usize::from(self.sets) * usize::from(self.width) + self.words as usize
    }
}
