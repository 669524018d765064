//! All caches of a machine.

use super::attacks::KnownAttack;
use super::chains::Chains;
use super::empty_sites::Empties;
use super::line_masks::LineMasks;
use super::loops::Loops;
use super::next_player::NextPlayerMoves;
use super::target_sets::TargetSets;
use super::union_find::Connectivity;
use crate::vm::fast_path::placement::PlacementRules;
use crate::vm::query::liberties::Taking;

#[derive(Debug, Default)]
pub(in crate::vm) struct Caches {
    /// The sites that moves are drawn from as long as all they do is to fill them.
    pub(in crate::vm) empties: Empties,
    /// Which pieces are connected.
    pub(in crate::vm) connectivity: Connectivity,
    /// The pieces that are connected to targets.
    pub(in crate::vm) target_sets: TargetSets,
    /// Groups where enclosed ones are taken.
    pub(in crate::vm) chains: Chains,
    /// The pieces along the lines of the board, while they are kept.
    pub(in crate::vm) line_masks: Option<LineMasks>,
    /// How high stacks are, while that is kept apart.
    pub(in crate::vm) heights: Vec<i32>,
    /// Who places pieces and what the end triggers ask for, once that is known.
    pub(in crate::vm) placement: Option<PlacementRules>,
    /// Where loops can be closed, while that is kept.
    pub(in crate::vm) loops: Option<Loops>,
    /// Where pieces take groups.
    pub(in crate::vm) taking: Taking,
    /// Whether a piece can be taken.
    pub(in crate::vm) attack: KnownAttack,
    pub(in crate::vm) next_player: NextPlayerMoves,
}
