//! Effects of moves on the pieces of the board, found by comparing positions.

use crate::bytecode::Component;
use crate::vm::{Item, State};

/// The number of moves with an effect, and the total number of pieces affected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Moves with the effect.
    pub moves: u64,
    /// Pieces affected.
    pub pieces: u64,
}

/// Effects of moves besides moving a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Captures: pieces of other players that left the board.
    pub captures: Effect,
    /// Pieces that changed owner in place.
    pub turned: Effect,
    /// Pieces replaced by others of the same owner.
    pub promotions: Effect,
    /// Pieces added to the board.
    pub additions: Effect,
    /// Shared pieces, or pieces of nobody, that left the board.
    pub removals: Effect,
    /// Pieces of the mover that left the board.
    pub losses: Effect,
    /// Moves after which the same player moved again.
    pub again: u64,
}

impl Effect {
    fn add(&mut self, pieces: u64) {
        self.moves += u64::from(pieces > 0);
        self.pieces += pieces;
    }

    fn merge(&mut self, other: Self) {
        self.moves += other.moves;
        self.pieces += other.pieces;
    }
}

impl Effects {
    /// All kinds of effects on pieces, by their names.
    pub fn kinds(&self) -> [(&'static str, Effect); 6] {
        [
            ("captures", self.captures),
            ("changes of owner", self.turned),
            ("promotions", self.promotions),
            ("additions", self.additions),
            ("removals of shared pieces", self.removals),
            ("removals of own pieces", self.losses),
        ]
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.captures.merge(other.captures);
        self.turned.merge(other.turned);
        self.promotions.merge(other.promotions);
        self.additions.merge(other.additions);
        self.removals.merge(other.removals);
        self.losses.merge(other.losses);
        self.again += other.again;
    }

    /// Counts what a player's move did that ended on a site.
    pub(super) fn count(
        &mut self,
        before: &Pieces,
        after: &Pieces,
        (mover, to): (usize, Option<usize>),
    ) {
        // On the site where it ends, a piece comes in the place of another; elsewhere a piece that has another
        // owner than before was turned.
        let sites = before.tops.iter().zip(&after.tops).enumerate();
        let is_turned = |&(site, (before, after)): &(usize, (&Item, &Item))| {
            Some(site) != to && before.who != after.who && before.who > 0 && after.who > 0
        };
        let (mut to_mover, mut from_mover) = (0, 0);
        for (_, (before, after)) in sites.filter(is_turned) {
            to_mover += u64::from(usize::from(after.who) == mover);
            from_mover += u64::from(usize::from(before.who) == mover);
            self.turned.pieces += 1;
        }
        self.turned.moves += u64::from(to_mover + from_mover > 0);
        let (mut taken, mut came, mut went) = (0, 0, 0);
        let (mut shared_came, mut shared_went) = (0, 0);
        let mut given = 0;
        for (what, &(who, count)) in after.counts.iter().enumerate() {
            let earlier = before.counts.get(what).map_or(0, |&(_, count)| count);
            let (more, less) = (count.saturating_sub(earlier), earlier.saturating_sub(count));
            match usize::from(who) {
                0 => (shared_came, shared_went) = (shared_came + more, shared_went + less),
                who if who == mover => (came, went) = (came + more, went + less),
                _ => (taken, given) = (taken + less, given + more),
            }
        }
        // Pieces of others that became other pieces of others.
        let (taken, given) = (taken.saturating_sub(to_mover), given.saturating_sub(from_mover));
        let replaced = taken.min(given);
        let came = came.saturating_sub(to_mover);
        let went = went.saturating_sub(from_mover);
        let promoted = came.min(went);
        self.captures.add(taken - replaced);
        let changed = shared_came.min(shared_went);
        self.promotions.add(promoted + replaced + changed);
        self.additions.add(came - promoted + given - replaced + shared_came - changed);
        self.removals.add(shared_went - changed);
        self.losses.add(went - promoted);
    }
}

/// The pieces on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// The owner of each component, 0 if it belongs to nobody or to all, and how many there are on the board.
    counts: Vec<(u8, u64)>,
    /// What is on top of each site.
    tops: Vec<Item>,
}

impl Pieces {
    /// Those of a state.
    pub(super) fn of(state: &mut State) -> Self {
        let program = state.game().program();
        let players = state.game().players();
        let owner = |component: &Component| {
            (if usize::from(component.owner) > players { 0 } else { component.owner }, 0)
        };
        let mut counts: Vec<(u8, u64)> = program.components.iter().map(owner).collect();
        let layout = &program.layout;
        let board = 0..usize::from(layout.board);
        let layers: Vec<_> = (layout.layers.iter())
            .map(|layer| usize::from(layer.first)..usize::from(layer.first + layer.count))
            .collect();
        let is_stacked = layout.stacks.is_some();
        let mut tops = Vec::new();
        for site in std::iter::once(board).chain(layers).flatten() {
            let top = state.item(site);
            let height = if is_stacked { state.height(site) } else { 1 };
            for level in 0..height {
                let item = if is_stacked { state.item_at(site, level) } else { top };
                if let Some((_, count)) = counts.get_mut(usize::from(item.what))
                    && item.what > 0
                {
                    *count += u64::from(item.count.max(1));
                }
            }
            tops.push(top);
        }
        Self { counts, tops }
    }
}
