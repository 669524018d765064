//! Recipes: what moves do when they are made.
//!
//! A move says from where to where; its recipe says the rest, and is the same for all moves that
//! one place in the rules generates. Effects and consequences are blocks that are run when the move
//! is made: the state is then the one the move was generated in, so nothing has to be kept for the
//! moves that are not chosen.

use super::operand::{Block, Rays, Reach, Recipe, Reg, Steps};

/// A recipe: the action, effects and consequences of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeData {
    /// What the move itself does.
    pub action: Action,
    /// Whether a player chooses it.
    pub decision: bool,
    /// The numbers of the layers on which it begins and ends; 0 for the sites of the containers.
    pub layers: [u8; 2],
    /// Made before anything else: what `(do … next:…)` does first.
    pub prior: Vec<Prior>,
    /// Made before the action, in this order.
    pub before: Vec<Effect>,
    /// Made right after the action, as a part of the move.
    pub after: Vec<Effect>,
    /// Made after the action: consequences, the innermost first.
    pub then: Vec<Block>,
    /// How many of the consequences are made once, if those after them are made twice.
    pub once: Option<u8>,
    /// Registers that the effects read, and where the move keeps them.
    pub captures: Vec<Capture>,
    /// The same without what is made before the action, for moves that are listed behind that.
    pub unfolded: Option<Recipe>,
    /// What is known of the sites that it changes.
    pub changes: Changes,
    /// Where it has consequences, if that depends on where it ends.
    pub zone: Option<Zone>,
    /// The rays along which it hops, where rules ask for the hurdle of the last move. The move keeps
    /// the line as for [`Over::Line`].
    pub hurdle: Option<Rays>,
    /// What has to hold after it, if that may be left out where moves are listed that are asked about when
    /// they are drawn.
    pub deferred_test: Option<DeferredTest>,
}

/// A deferred test: a postcondition inside of another, which is asked when a move has been drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeferredTest {
    /// Whether it holds.
    pub test: Block,
    /// How many of the last consequences of the move it does not see.
    pub outer: u8,
}

/// Sites outside of which a move has no consequences, if it is the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone {
    /// A set, or a set for each value of a number of the state.
    pub table: Reach,
    /// The word of that number, after the sets.
    pub by: Option<u16>,
}

/// Which sites a move changes beside those of its action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Changes {
    /// Any.
    #[default]
    Any,
    /// None.
    None,
    /// Those of enemies whose groups, by these steps, it leaves without an empty site beside them.
    Enclosed(Steps),
    /// None but that what stood where its piece comes may have been removed before.
    Replaced {
        /// Whether it may decide who moves next.
        again: bool,
    },
}

impl RecipeData {
    /// A move that does nothing but its action.
    pub fn plain(action: Action) -> Self {
        Self {
            action,
            decision: false,
            layers: [0; 2],
            prior: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            then: Vec::new(),
            once: None,
            captures: Vec::new(),
            changes: Changes::Any,
            zone: None,
            hurdle: None,
            unfolded: None,
            deferred_test: None,
        }
    }

    /// Whether a move does nothing but its action.
    #[inline]
    pub fn is_single(&self) -> bool {
        self.begins_alone() && self.then.is_empty()
    }

    /// Whether a move does nothing but its action, and what follows from it.
    #[inline]
    pub fn begins_alone(&self) -> bool {
        self.prior.is_empty() && self.before.is_empty() && self.after.is_empty()
    }

    /// A move that does nothing but its action, by choice.
    pub fn choice(action: Action) -> Self {
        Self { decision: true, ..Self::plain(action) }
    }
}

/// The moves of a block, made before anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prior {
    /// Generates what is done.
    pub block: Block,
    /// Registers that it reads as they stood when the move was generated, and where the move keeps
    /// them.
    pub captures: Vec<Capture>,
}

/// The moves of a block, made before or after the action of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Generates what is done.
    pub block: Block,
    /// For which sites it is done.
    pub over: Over,
}

impl Effect {
    /// The blocks that generate it.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        let other = if let Over::Pair(other) = self.over { Some(other) } else { None };
        std::iter::once(self.block).chain(other)
    }

    /// The same, to write others in their place.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let other = if let Over::Pair(other) = &mut self.over { Some(other) } else { None };
        std::iter::once(&mut self.block).chain(other)
    }
}

/// For which sites an effect is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// Once.
    Once,
    /// Once; nothing is done if the move ends on an empty site.
    Occupied,
    /// For each site of the line that the move went over, with the site in `between`, the last one
    /// first. The move keeps the number of the ray in payload 0, and in payload 1 how many sites it went
    /// over and, in the upper half, how many come before them.
    Line(Rays),
    /// The same, and all that is done is that what stands there goes.
    Cleared(Rays),
    /// For the site that the move began at and each site of that line, with the site in `between`.
    Trail(Rays),
    /// Once, with the last site of that line in `between`.
    LineEnd(Rays),
    /// One move of the block and one of another are made: payload 1 is the number of the pair.
    Pair(Block),
    /// What one of the moves does that the block makes one after the other: payload 1 is its number.
    Rehearsed,
}

impl Over {
    /// Whether it is made once, without regard to a line or to other moves.
    pub fn is_once(self) -> bool {
        matches!(self, Self::Once | Self::Occupied)
    }
}

/// A register whose value a move keeps in a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The register.
    pub register: Reg,
    /// The payload, 16 bits of the move: 0 and 1 are `a`, 2 and 3 are `b`.
    pub payload: u8,
}

macro_rules! actions {
    ($($(#[doc = $doc:literal])+ $name:ident,)*) => {
        /// What a move itself does. `a` and `b` are what the move keeps beside its sites.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Action {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Action {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }
        }
    };
}

actions! {
    /// Nothing, by choice.
    Pass,
    /// Nothing: a choice of sites; in stacks, of the level in payload 2, or of the top if it is -1.
    Select,
    /// Two players change seats: `a` and `b`.
    SwapPlayers,
    /// The next game of a match begins. States see to it: the machine knows only one game.
    GoOn,
    /// The piece goes from one site to the other.
    Move,
    /// As many pieces as payload 0 says go from one site to the other.
    MoveCount,
    /// As many pieces as `a` says go one by one from one site to the other, and leave there all but
    /// the number of pieces as it is.
    Seed,
    /// The piece on top goes from one stack to the other with all its data.
    MoveTop,
    /// The piece at the level in payload 2 goes onto the other stack; at the top if the level is -1.
    MoveLevel,
    /// The same, and it comes in at the level in payload 3.
    MoveInto,
    /// All pieces of a stack go onto the other.
    MoveStack,
    /// The piece goes, and a copy stays.
    Copy,
    /// The component in payload 0 comes on the site, with the local state in payload 1 unless it is -1.
    Add,
    /// The same, as often as payload 2 says.
    AddMany,
    /// The component in payload 0 comes into a stack at the level in payload 2, with the local state in
    /// payload 1 unless it is -1.
    Insert,
    /// The large piece goes from one site to the other, with the local state `a`.
    MoveLarge,
    /// What is on the site goes; the top of it, if it is a stack.
    Remove,
    /// The piece at the level in payload 2 goes, the top if it is -1, as often as payload 3 says.
    RemoveLevel,
    /// What is on the site goes at the end of the turn; `b` pieces of a stack, and at least one.
    RemoveLater,
    /// Component `a` takes the place of the piece.
    Promote,
    /// Player `a` moves next.
    SetNext,
    /// Player `a` gets `b` points more.
    AddScore,
    /// Player `a` has `b` points.
    SetScore,
    /// Player `a` has the value `b`.
    SetPlayerValue,
    /// The counter is `a`.
    SetCounter,
    /// The variable number `a` is `b`; -1 for the one without a name.
    SetVar,
    /// `a` is pending.
    SetPending,
    /// The site has state `a`; in a stack, at the level `b`, or on top if it is -1.
    SetState,
    /// The pieces on some sites are turned over: those of the word `to` of a set, whose lower half is `a` and
    /// whose upper half is `b`.
    TurnOver,
    /// The stack on the site is turned over: its pieces come in the opposite order, and each with its other
    /// side up.
    TurnStack,
    /// The site has the rotation `a`.
    SetRotation,
    /// The piece on the site has the value `a`; in a stack, at the level `b`, or on top if it is -1.
    SetValue,
    /// The site has `a` of component `b`.
    SetCount,
    /// The thing of the site whose number is in payload 0 is hidden from player `b`, or, if payload 1 is 0,
    /// no longer.
    Hide,
    /// The site of a puzzle has the number `a`.
    GiveNumber,
    /// The number `a` becomes possible on the site of a puzzle, or impossible if it was possible.
    ToggleNumber,
    /// The pot is `a`.
    SetPot,
    /// The suit `a` is trump, which is kept as the variable number `b`.
    SetTrump,
    /// Player `a` has the amount `b`.
    SetAmount,
    /// Player `a` is in team `b`.
    SetTeam,
    /// Player `a` is triggered.
    Trigger,
    /// The text number `a` is proposed.
    Propose,
    /// A vote for the text number `a`.
    Vote,
    /// The position is remembered.
    RememberState,
    /// The value `b` is added to the list number `a` of remembered values.
    Remember,
    /// The value `b` is added to the list number `a` unless it has it.
    RememberOnce,
    /// The value `b` is struck from the list number `a`.
    Forget,
    /// All values are struck from the list number `a`.
    ForgetAll,
    /// The piece goes from one site to the other, and component `a` comes where it was.
    SwapPieces,
    /// Component `a` takes the place of the piece, with all that the site has.
    Convert,
    /// The pieces in line with the site, on the rays of the table number `a`, are pulled towards it.
    Attract,
    /// The piece on the site goes one site on along each ray of the table number `a`, and with it
    /// those that stand in its way; `b` is the variant of the table, or -1 for the one that holds.
    PushAlong,
    /// The dice show the faces whose numbers `a` and `b` are made of, and all of them can be used.
    Roll,
    /// The die number `a` is used.
    UseDie,
    /// Every die that has as many faces shows the face number `a`, and can be used.
    TurnDice,
    /// Nothing at all; only its effects and consequences count. Payload 0 is the component that it
    /// seems to be about.
    Nothing,
    /// The same for a pair of moves.
    Pair,
}
