//! What the machine works with and forgets.

use super::equipment::chance::Drawing;
use super::equipment::puzzle::constraints::Margins;
use super::fast_path::placement::PlacementRules;
use super::incremental::chains::Chains;
use super::incremental::empty_sites::Empties;
use super::incremental::line_masks::LineMasks;
use super::incremental::loops::Loops;
use super::incremental::next_player::Turn;
use super::incremental::union_find::UnionFind;
use super::movegen::candidates::DeferredPostcondition;
use super::movegen::maximise::Removed;
use super::movegen::moves::Move;
use super::movegen::tried::Tried;
use super::query::booleans::Net;
use crate::bytecode::{Program, Rays, Steps};

/// What a generator is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// All moves, in the list.
    All,
    /// The same, but whether there are some is a question about those that the meta rules allow.
    Allowed,
    /// Whether there is one.
    Any,
    /// The first one, in the list.
    First,
    /// Whether there is one that ends at a site.
    To(i16),
}

impl Goal {
    /// Whether all moves are wanted.
    #[inline]
    pub(super) fn wants_all(self) -> bool {
        matches!(self, Self::All | Self::Allowed)
    }
}

/// Where moves begin that are kept as a set of sites to end at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// All at the same site.
    Same,
    /// Each so many sites before the one it ends at; at the same site if it is 0.
    Before(i16),
    /// The same for hops, which keep the ray that they go along.
    Over(i16, Rays),
}

/// A move set: moves that differ only in where they end. The set of these sites, never empty, is kept beside.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSet {
    /// The move, with any site to end at.
    pub(super) mv: Move,
    /// Where it begins.
    pub(super) origin: Origin,
}

/// A frame: the registers of code that runs by itself, as a call has.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) numbers: Box<[i32]>,
    pub(super) sets: Box<[u64]>,
    pub(super) lists: Box<[Vec<i32>]>,
}

impl Frame {
    /// Makes it ready for the registers of a program.
    #[inline]
    pub(super) fn open<const W: usize>(&mut self, program: &Program) {
        if self.numbers.is_empty() {
            self.make_room::<W>(program);
        }
    }

    #[cold]
    fn make_room<const W: usize>(&mut self, program: &Program) {
        let constants = &program.constants;
        let mut numbers = vec![0; usize::from(program.registers) - constants.len()];
        numbers.extend_from_slice(constants);
        self.numbers = numbers.into();
        self.sets = vec![0; usize::from(program.set_registers) * W].into();
        self.lists = vec![Vec::new(); usize::from(program.list_registers)].into();
    }
}

/// The last action of a move with a site where it began, and with one where it ended: these sites, and the
/// levels there.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastAction {
    pub(super) from: i32,
    pub(super) to: i32,
    pub(super) levels: [i32; 2],
}

impl LastAction {
    /// As long as there is none.
    pub(super) const NONE: Self = Self { from: -1, to: -1, levels: [-1; 2] };
}

/// Memory for evaluation. Nothing in it outlives a call; it is kept so that nothing has to be
/// allocated again.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(crate) struct Scratch {
    /// The registers of the machine that comes next.
    pub(super) frame: Frame,
    /// More frames, one for each rule that is being carried out inside another: those that wait, then
    /// those that are free.
    pub(super) frames: Vec<Frame>,
    /// Lists of moves on top of each other.
    pub(super) out: Vec<Move>,
    /// More moves, as move sets, and the sites where each of them ends; only while a move is being drawn.
    pub(super) move_sets: Vec<MoveSet>,
    pub(super) move_set_ends: Vec<u64>,
    pub(super) gathers_move_sets: bool,
    /// Whether a postcondition of all moves may be deferred until one of them is drawn, and the one that is.
    pub(super) may_defer: bool,
    pub(super) deferred_test: Option<DeferredPostcondition>,
    /// Whether the moves are being gathered for which it is deferred.
    pub(super) deferring: bool,
    /// The sites that moves are drawn from as long as all they do is to fill them.
    pub(super) empties: Empties,
    /// Room to work out which numbers the sites of a puzzle can get.
    pub(super) margins: Margins,
    pub(super) goal: Goal,
    /// Whether the goal is reached.
    pub(super) found: bool,
    /// Words of the state as they were, for undoing; the block's index and the word.
    pub(super) log: Vec<(u32, u64)>,
    pub(super) logging: bool,
    /// The actions that are made while it is `recording`, as moves that do nothing else. The value of
    /// a piece that is removed is in `a`.
    pub(super) flat: Vec<Move>,
    pub(super) recording: bool,
    /// The moves that `seq` and `while` make, each with where its actions end in `flat`.
    pub(super) rehearsed: Vec<(Move, usize)>,
    /// Pieces removed by moves that are being judged by the values of what they take.
    pub(super) removed: Vec<Removed>,
    /// Inside `(is Threatened …)`, and inside `(no Moves Next)`.
    pub(super) in_threat: bool,
    pub(super) in_no_moves: bool,
    pub(super) in_count: bool,
    /// Whether it is being found out if a move would lose the game at once.
    pub(super) in_suicide: bool,
    /// Whether somebody moves in place of the mover.
    pub(super) acting: bool,
    /// Whether moves are being listed for what listing them changes.
    pub(super) leaving_trace: bool,
    /// The moves that rules try, and what rows of them have come to.
    pub(super) tried: Tried,
    /// Sites in the order in which they were found: inside a ring, of its wall, along it.
    pub(super) found_sites: [Vec<u16>; 3],
    /// Edges that may be a path.
    pub(super) net: Net,
    /// Which pieces are connected, while that is kept.
    pub(super) union_finds: Vec<UnionFind>,
    pub(super) keeps_connectivity: bool,
    /// The pieces that are connected to targets, for each player, and whether these sets are kept instead.
    pub(super) target_sets: Vec<u64>,
    pub(super) keeps_target_sets: bool,
    /// Room for the groups of a playout in which enclosed ones are taken.
    pub(super) chains: Chains,
    /// The pieces along the lines of the board, while they are kept.
    pub(super) line_masks: Option<LineMasks>,
    /// How high stacks are, while that is kept apart.
    pub(super) heights: Vec<i32>,
    /// Who places pieces and what the end triggers ask for, once that is known.
    pub(super) placement: Option<PlacementRules>,
    /// Where loops can be closed, while that is kept.
    pub(super) loops: Option<Loops>,
    /// Where a piece takes groups, as words of a set, and for which hash, mover and steps that is so.
    pub(super) taking: Vec<u64>,
    pub(super) taking_in: Option<(u64, i32, Steps)>,
    /// The hash, the mover and the steps by which a piece that was added last is known to have taken no group.
    pub(super) none_taken_in: Option<(u64, i32, Steps)>,
    /// Of a piece on a site of an owner whether it can be taken, as things are until the next move.
    pub(super) attacked: Option<(i32, i32, Option<bool>)>,
    /// Whether what is pending was left by the move before the one that is being made.
    pub(super) stale_pending: bool,
    /// The last action of the move that is being made.
    pub(super) after: LastAction,
    /// Whether moves that end rules find for the next player are drawn from, in playouts that do so.
    pub(super) reuses_next_player_moves: bool,
    /// Whether the moves that the next end rules find may be kept, whether these rules are being carried out,
    /// and for which turn moves have been found: in place of the list, and as sets.
    pub(super) may_keep_next_player_moves: bool,
    pub(super) keeps_next_player_moves: bool,
    pub(super) next_player_moves: Option<Turn>,
    /// What numbers are being drawn for.
    pub(super) drawing: Drawing,
    /// Whether what is being done is only tried out.
    pub(super) aside: bool,
    /// The legal moves, if `is_ready`: only in games whose moves depend on chance.
    pub(super) ready: Vec<Move>,
    pub(super) is_ready: bool,
}

impl Scratch {
    /// The legal moves of a game whose moves depend on chance, if they are known.
    pub(super) fn ready_moves(&self) -> Option<&[Move]> {
        self.is_ready.then_some(&*self.ready)
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            frame: Frame::default(),
            frames: Vec::new(),
            out: Vec::new(),
            move_sets: Vec::new(),
            move_set_ends: Vec::new(),
            gathers_move_sets: false,
            may_defer: false,
            deferred_test: None,
            deferring: false,
            empties: Empties::default(),
            margins: Margins::default(),
            goal: Goal::All,
            found: false,
            log: Vec::new(),
            logging: true,
            flat: Vec::new(),
            recording: false,
            rehearsed: Vec::new(),
            removed: Vec::new(),
            in_threat: false,
            in_no_moves: false,
            in_count: false,
            in_suicide: false,
            acting: false,
            leaving_trace: false,
            tried: Tried::default(),
            found_sites: Default::default(),
            net: Net::default(),
            union_finds: Vec::new(),
            keeps_connectivity: false,
            target_sets: Vec::new(),
            keeps_target_sets: false,
            chains: Chains::default(),
            line_masks: None,
            heights: Vec::new(),
            placement: None,
            loops: None,
            taking: Vec::new(),
            taking_in: None,
            none_taken_in: None,
            attacked: None,
            stale_pending: false,
            after: LastAction::NONE,
            reuses_next_player_moves: false,
            may_keep_next_player_moves: false,
            keeps_next_player_moves: false,
            next_player_moves: None,
            drawing: Drawing::default(),
            aside: false,
            ready: Vec::new(),
            is_ready: false,
        }
    }
}
