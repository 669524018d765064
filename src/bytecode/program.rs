//! Programs.

use super::attacks::AttackTable;
use super::constraint::Constraint;
use super::enclosure::Enclosure;
use super::immediate::numbered;
use super::layout::Layout;
use super::op::Op;
use super::operand::{Block, Reach, Recipe, Steps};
use super::recipe::RecipeData;
use super::table::{Lists, RayTable, Shift, Ways};
use super::verify::Unsound;
use crate::check::PlanKind;

/// A compiled game: code, tables and metadata.
///
/// It is immutable data, and can be shared by any number of threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Name of the game.
    pub name: String,
    /// The layout of the state.
    pub layout: Layout,
    /// Number of registers in a frame; the last ones hold the constants.
    pub registers: u16,
    /// The constants.
    pub constants: Vec<i32>,
    /// Number of set registers in a frame.
    pub set_registers: u16,
    /// Number of list registers in a frame.
    pub list_registers: u16,
    /// All instructions, block by block.
    pub code: Vec<Op>,
    /// For each instruction, the index of its place.
    pub places: Vec<u16>,
    /// The places that instructions come from.
    pub ludemes: Vec<Place>,
    /// The start and length of each block.
    pub blocks: Vec<(u32, u32)>,
    /// The recipes of moves.
    pub recipes: Vec<RecipeData>,
    /// For each recipe, the place of its rule, in programs compiled for surveys; empty in others.
    pub origins: Vec<Place>,
    /// The fixed sets, consecutively, each with the width of the layout.
    pub sets: Vec<u64>,
    /// The step tables.
    pub steps: Vec<Ways<Lists>>,
    /// Lists of directions that are shifts.
    pub shifts: Vec<Vec<Shift>>,
    /// The ray tables.
    pub rays: Vec<Ways<RayTable>>,
    /// Tables of one set per site.
    pub reaches: Vec<Vec<u64>>,
    /// Tables of numbers.
    pub numbers: Vec<Vec<i32>>,
    /// The components; the first one means "none".
    pub components: Vec<Component>,
    /// For each facing, the next one to the right.
    pub turns: Vec<u8>,
    /// The containers.
    pub containers: Vec<Container>,
    /// The tracks whose progress the state stores.
    pub track_progress: Vec<TrackProgress>,
    /// The dice, in the order in which they are rolled.
    pub dice: Vec<Die>,
    /// The names of the sites of the board.
    pub labels: Vec<String>,
    /// The rules of each phase.
    pub phases: Vec<Phase>,
    /// For each phase and player, the attack table, if there is one; empty if no rule uses it.
    pub attacks: Vec<Vec<Option<AttackTable>>>,
    /// For each player, the end triggers after a placement, in games whose moves only fill sites: if none fires,
    /// the end rules have no effect. Empty in other games, and if there is no trigger.
    pub end_triggers: Vec<Block>,
    /// The facts about an enclosure game, if it is one.
    pub enclosure: Option<Enclosure>,
    /// The constraints of a deduction puzzle, in ranges that instructions refer to.
    pub constraints: Vec<Constraint>,
    /// The start rules.
    pub start: Block,
    /// The end rules of all phases.
    pub end: Option<Block>,
    /// The same, specialised for each player who may have moved last; empty if not worthwhile.
    pub ends: Vec<Block>,
    /// The rules about all moves, and other facts.
    pub facts: Facts,
    /// What happens after its end, if it is a game of a match.
    pub instance: Option<Instance>,
    /// The games of a match, in order. Besides these, a match only has its name and its players.
    pub subgames: Vec<Program>,
}

/// What happens after the end of a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The points of a winner, instead of those for the rank.
    pub result: Option<Block>,
    /// The number of the next game; by default the following one in the match.
    pub next: Option<Block>,
    /// The end rules of the match.
    pub end: Block,
    /// The only move when the game is over.
    pub go_on: Recipe,
}

/// The place of the rule that an instruction comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line in the description, from 1; 0 if it has none.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The ludeme.
    pub ludeme: String,
    /// The define and the line in it, if the place is a use of a define; otherwise empty.
    pub within: String,
}

/// A component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name, with the number of its owner where the language adds it.
    pub name: String,
    /// The number of its owner.
    pub owner: u8,
    /// The owner reported for its site, which can differ where a site stores only the component.
    pub reported_owner: u8,
    /// The number of the direction it faces.
    pub facing: u8,
    /// The local states swapped by a flip.
    pub flips: Option<(u8, u8)>,
    /// The sites covered, for a large piece.
    pub shape: Option<Shape>,
    /// The paths painted on it, if it is a tile.
    pub tile: Option<Tile>,
    /// The face, if it is a card.
    pub card: Option<Card>,
    /// Number of faces, if it is a die that is not rolled with the dice of the game; otherwise 0.
    pub faces: u8,
}

/// The face of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The rank: 1 for an ace, up to 11 for a jack, 12 for a queen and 13 for a king; 0 for a joker.
    pub face: u8,
    /// The number of the suit, from 1.
    pub suit: u8,
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.face {
            0 => f.write_str("Joker")?,
            1 => f.write_str("A")?,
            11 => f.write_str("J")?,
            12 => f.write_str("Q")?,
            13 => f.write_str("K")?,
            number => write!(f, "{number}")?,
        }
        f.write_str(&Self::suit_sign(self.suit.into()))
    }
}

impl Card {
    /// The symbol of a suit.
    pub fn suit_sign(suit: i32) -> String {
        match suit {
            1 => "♣".to_owned(),
            2 => "♦".to_owned(),
            3 => "♥".to_owned(),
            4 => "♠".to_owned(),
            number => format!("/{number}"),
        }
    }
}

/// A tile without rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// For each side the colours of the path ends on it, in order; 0 where no path ends.
    pub ends: Vec<Vec<u8>>,
    /// Its paths.
    pub paths: Vec<Path>,
}

/// A path on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The sides that it joins.
    pub sides: [u8; 2],
    /// Its colour.
    pub colour: u8,
}

/// The sites that a large piece covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The sites covered, for each local state and each anchor site, state by state; empty if it does not fit.
    pub sites: Reach,
    /// Number of local states with which it can be placed.
    pub states: u8,
    /// Its halves, if it is a domino.
    pub domino: Option<Domino>,
}

/// A large piece of two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    /// The sites of each half, as those of the shape.
    pub halves: [Reach; 2],
    /// The sites where others can be placed next to it.
    pub beside: Reach,
    /// The values of its halves.
    pub pips: [u8; 2],
}

/// A container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// Its name.
    pub name: String,
    /// Its first site.
    pub from: u16,
    /// Number of its sites.
    pub sites: u16,
    /// Its owner.
    pub owner: u8,
}

/// Track progress: a track on which the state stores the positions of pieces, because one of the tracks crosses
/// itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackProgress {
    /// For each site, its positions on the track, in order.
    pub places: Lists,
    /// The number of positions.
    pub length: u16,
    /// Its first entry in the state. There is one per component and position.
    pub first: u32,
}

/// A die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// Its site. The number of its face is the local state of the site.
    pub site: u16,
    /// Its component.
    pub what: u16,
    /// The values of its faces.
    pub faces: Vec<i32>,
}

/// The rules of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// The player who starts in it, if it is not for all.
    pub owner: Option<u8>,
    /// Generates the moves.
    pub play: Block,
    /// The same, specialised for each player; empty if it is not.
    pub plays: Vec<Block>,
    /// Its playout plan.
    pub plan: PlanKind,
    /// The end rules.
    pub end: Option<Block>,
    /// Sets the phase of the player in the register `player` if it changes.
    pub next: Option<Block>,
}

numbered! {
    /// The kinds of repetition.
    Repetition {
        Positional,
        Situational,
        PositionalInTurn,
        SituationalInTurn,
    }
}

impl Repetition {
    /// Whether more than the pieces on the sites must be equal.
    pub fn is_situational(self) -> bool {
        matches!(self, Self::Situational | Self::SituationalInTurn)
    }
}

/// Facts about the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts are independent of each other")]
pub struct Facts {
    /// The game has chance.
    pub stochastic: bool,
    /// The moves, or their effects, depend on chance.
    pub drawing: bool,
    /// Players move simultaneously.
    pub simultaneous: bool,
    /// The second player may swap.
    pub swap: bool,
    /// Players may swap sides, by that rule or another.
    pub reseats: bool,
    /// The kinds of repetition that are forbidden.
    pub no_repeat: Option<Repetition>,
    /// The kinds of repetition for which hashes are stored: positional, situational, and both within a turn.
    pub memory: [bool; 4],
    /// `(is Cycle)` is used.
    pub cycle: bool,
    /// A move must not lose the game for its mover.
    pub no_suicide: bool,
    /// Gravity: pieces fall along these steps after each move.
    pub falling: Option<Steps>,
    /// A piece must not move if several others rest on it, along these steps.
    pub pinning: Option<Steps>,
    /// No piece may move along these steps.
    pub barred: Option<Steps>,
    /// Automove: after each move, all moves that are the only one to their target are made.
    pub automove: bool,
    /// The game does not end when all players pass.
    pub no_pass_end: bool,
    /// Scores are part of the situation.
    pub scores: bool,
    /// Moves only add pieces, and all connectivity queries use symmetric steps and static targets, so connectivity
    /// can be maintained incrementally (union–find).
    pub only_grows: bool,
    /// A move involves only its recipe, the end rules and the next turn: there is one phase, and no state besides
    /// the pieces.
    pub simple_turns: bool,
    /// The moves of the next player are the same before and after the end of a turn.
    pub steady_next_player: bool,
    /// Rules depend on which players are known to have no move, directly or by comparing situations.
    pub stalemates: bool,
    /// Move generation has side effects that show once a move is made: on visited sites, or on the players known
    /// to have no move.
    pub listing_shows: bool,
    /// Players are in teams.
    pub teams: bool,
    /// The hash is maintained incrementally.
    pub hashing: bool,
    /// The sets and numbers of the actions of the last move are stored.
    pub last_actions: bool,
    /// The initial sites of components are stored.
    pub starts: bool,
    /// Some pieces cover several sites.
    pub large: bool,
    /// Largest number of pieces on a site.
    pub max_count: i32,
    /// Number of named variables.
    pub vars: u16,
}

impl Program {
    /// Turns of each player after which a game is a draw.
    pub const TURN_LIMIT: i32 = 1250;

    /// Moves after which a game is a draw.
    pub const MOVE_LIMIT: i32 = 10_000;

    /// The place of the rule behind a verification error, if known.
    pub fn place_of(&self, unsound: &Unsound) -> Option<&Place> {
        let (first, _) = *self.blocks.get(unsound.block?)?;
        let place = self.places.get(first as usize + unsound.instruction)?;
        self.ludemes.get(usize::from(*place))
    }

    /// Number of fixed sets.
    pub fn fixed_sets(&self) -> usize {
        self.sets.len() / usize::from(self.layout.width).max(1)
    }

    /// The instructions of a block.
    #[inline]
    pub fn block(&self, block: Block) -> &[Op] {
        let (first, length) = self.blocks[block.index()];
        &self.code[first as usize..(first + length) as usize]
    }
}
