//! A whole program.

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

/// A game ready to be played: code, tables and what people want to know of it.
///
/// Everything in it is data and fixed once it is made; any number of threads may play on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Name of the game.
    pub name: String,
    /// Where things are in a state.
    pub layout: Layout,
    /// Registers in a frame; the last of them hold the constants.
    pub registers: u16,
    /// Numbers that registers hold from the beginning.
    pub constants: Vec<i32>,
    /// Registers for sets in a frame.
    pub set_registers: u16,
    /// Registers for lists in a frame.
    pub list_registers: u16,
    /// All instructions, block by block.
    pub code: Vec<Op>,
    /// For each instruction the number of the ludeme that it comes from.
    pub places: Vec<u16>,
    /// The ludemes that instructions come from.
    pub ludemes: Vec<Place>,
    /// Where each block begins and how long it is.
    pub blocks: Vec<(u32, u32)>,
    /// What moves do.
    pub recipes: Vec<RecipeData>,
    /// For each recipe the ludeme that its moves come from, in programs that tell rules apart; empty in others.
    pub origins: Vec<Place>,
    /// Sets that are known, one after the other, each of the width of the layout.
    pub sets: Vec<u64>,
    /// Where steps lead.
    pub steps: Vec<Ways<Lists>>,
    /// Directions that are shifts, in lists.
    pub shifts: Vec<Vec<Shift>>,
    /// Where rays lead.
    pub rays: Vec<Ways<RayTable>>,
    /// Sets for each site, one after the other.
    pub reaches: Vec<Vec<u64>>,
    /// Tables of numbers.
    pub numbers: Vec<Vec<i32>>,
    /// For each component, the first of which stands for none.
    pub components: Vec<Component>,
    /// For each direction to face the next one to the right.
    pub turns: Vec<u8>,
    /// The containers.
    pub containers: Vec<Container>,
    /// The tracks on which the state keeps where pieces are.
    pub track_progress: Vec<TrackProgress>,
    /// The dice, in the order in which they are thrown.
    pub dice: Vec<Die>,
    /// What the sites of the board are called.
    pub labels: Vec<String>,
    /// The rules of each phase.
    pub phases: Vec<Phase>,
    /// For each phase, and in it for each player, their attack table, where there is one; empty if
    /// no rule asks.
    pub attacks: Vec<Vec<Option<AttackTable>>>,
    /// For each player the end triggers after one of their placements, if all that moves do is to fill
    /// sites: unless one is met, the end rules do nothing. Empty if there is no such game, or no trigger.
    pub end_triggers: Vec<Block>,
    /// What is known of the moves, if they add pieces and take those that are enclosed.
    pub enclosure: Option<Enclosure>,
    /// The constraints of deduction puzzles on their numbers, in rows that instructions name.
    pub constraints: Vec<Constraint>,
    /// What is done before the first move.
    pub start: Block,
    /// The end rules that hold in every phase.
    pub end: Option<Block>,
    /// The same, written for each player who may have moved last; none if that was not worth it.
    pub ends: Vec<Block>,
    /// Rules about rules, and other facts.
    pub facts: Facts,
    /// What comes after its end, if it is a game of a match.
    pub instance: Option<Instance>,
    /// The games of a match, in their order. A match has nothing else but its name and its players.
    pub subgames: Vec<Program>,
}

/// What comes after the end of a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The points that a winner gets, in place of those for his rank.
    pub result: Option<Block>,
    /// The number of the game that comes next; the one after it in the match, if there is no rule.
    pub next: Option<Block>,
    /// The end rules of the match.
    pub end: Block,
    /// The only move there is when the game is over.
    pub go_on: Recipe,
}

/// Where the rule stands that an instruction was made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line in the description, from 1; 0 if it has none.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The ludeme.
    pub ludeme: String,
    /// The define in which it stands and the line there, if that place is where the define is used; else empty.
    pub within: String,
}

/// A thing that can stand on a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name, with the number of its owner where the language adds it.
    pub name: String,
    /// The number of its owner.
    pub owner: u8,
    /// The owner that its site reports: another one where a site keeps nothing but the component.
    pub reported_owner: u8,
    /// The number of the direction it faces.
    pub facing: u8,
    /// The local states that a flip exchanges.
    pub flips: Option<(u8, u8)>,
    /// The sites that it covers, if they are several.
    pub shape: Option<Shape>,
    /// The paths painted on it, if it is a tile.
    pub tile: Option<Tile>,
    /// What is printed on it, if it is a card.
    pub card: Option<Card>,
    /// Number of its faces, if it is a die that is not thrown with the dice of the game; 0 if it is none.
    pub faces: u8,
}

/// What is printed on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// 1 for an ace, then as they count up to 11 for a jack, 12 for a queen and 13 for a king; 0 for a
    /// joker.
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
    /// What is printed for a suit.
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

/// A tile, unturned.
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
    /// The sites for each local state and each site of the board that it stands on, one state after
    /// the other; empty where there is no room for it.
    pub sites: Reach,
    /// Number of local states that it can come on the board with.
    pub states: u8,
    /// Its halves, if it is a domino.
    pub domino: Option<Domino>,
}

/// A large piece of two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    /// The sites of each half, as those of the shape.
    pub halves: [Reach; 2],
    /// The sites on which others can be laid beside it.
    pub beside: Reach,
    /// What its halves count.
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
    /// The player it belongs to.
    pub owner: u8,
}

/// Track progress: a track on which the state keeps how far the pieces have come, because one of the tracks
/// crosses itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackProgress {
    /// For each site its places on the track, in order.
    pub places: Lists,
    /// How many places it has.
    pub length: u16,
    /// The first entry of the state for it. There is one for each component and place.
    pub first: u32,
}

/// A die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// The site it lies on. The number of the face it shows is the local state of the site.
    pub site: u16,
    /// The component that it is.
    pub what: u16,
    /// What its faces count.
    pub faces: Vec<i32>,
}

/// The rules of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// The player that begins in it, if it is not for all.
    pub owner: Option<u8>,
    /// Generates the moves.
    pub play: Block,
    /// The same for each player, written for him; empty if it is not.
    pub plays: Vec<Block>,
    /// How its moves can be drawn.
    pub plan: PlanKind,
    /// The end rules.
    pub end: Option<Block>,
    /// Sets the phase of the player in the register `player` if it changes.
    pub next: Option<Block>,
}

numbered! {
    /// Which repetitions a rule is about.
    Repetition {
        Positional,
        Situational,
        PositionalInTurn,
        SituationalInTurn,
    }
}

impl Repetition {
    /// Whether more than what is on the sites has to be the same.
    pub fn is_situational(self) -> bool {
        matches!(self, Self::Situational | Self::SituationalInTurn)
    }
}

/// What holds for the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts are independent of each other")]
pub struct Facts {
    /// Chance has a part in it.
    pub stochastic: bool,
    /// Which moves there are, or what they do, depends on chance.
    pub drawing: bool,
    /// All players have moves at the same time.
    pub simultaneous: bool,
    /// The second player may swap.
    pub swap: bool,
    /// Players may change seats, by that rule or another.
    pub reseats: bool,
    /// Repetitions that no move may make.
    pub no_repeat: Option<Repetition>,
    /// Repetitions that are kept in memory: positional, situational, and both in turn.
    pub memory: [bool; 4],
    /// `(is Cycle)` is asked.
    pub cycle: bool,
    /// A move may not lose the game for its mover.
    pub no_suicide: bool,
    /// Pieces fall along these steps after each move.
    pub falling: Option<Steps>,
    /// A piece may not leave if several others stand on it, along these steps.
    pub pinning: Option<Steps>,
    /// No piece may move along one of these steps.
    pub barred: Option<Steps>,
    /// After each move the mover goes on with all moves that lead where no other does.
    pub automove: bool,
    /// The game does not end when all players pass.
    pub no_pass_end: bool,
    /// Scores are part of the situation.
    pub scores: bool,
    /// No move does anything on the sites but to add pieces, and all that asks which of them hang
    /// together goes by steps that lead back, to targets that are known.
    pub only_grows: bool,
    /// Moves have nothing to see to but their own recipes, the end rules and whose turn it is: there is
    /// one phase, and nothing is kept beside what stands on sites.
    pub simple_turns: bool,
    /// The moves of the next player are the same before a turn is over as after it.
    pub steady_next_player: bool,
    /// Rules ask which players are known to have no move, or compare situations, which tell it.
    pub stalemates: bool,
    /// Listing moves shows in the state once a move is made: in what counts as visited, or in who is known
    /// to have no move.
    pub listing_shows: bool,
    /// Players are in teams.
    pub teams: bool,
    /// The hash is kept up to date.
    pub hashing: bool,
    /// Sets and numbers of the last move's actions are kept.
    pub last_actions: bool,
    /// Where components stood before the first move is kept.
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

    /// Where the rule stands that something unsound was made from, if it is known.
    pub fn place_of(&self, unsound: &Unsound) -> Option<&Place> {
        let (first, _) = *self.blocks.get(unsound.block?)?;
        let place = self.places.get(first as usize + unsound.instruction)?;
        self.ludemes.get(usize::from(*place))
    }

    /// Number of sets that are known.
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
