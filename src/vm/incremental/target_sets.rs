//! Incremental connectivity to a few targets, for add-only games: one set of connected pieces for each target.
//!
//! Where few targets are asked for, the pieces connected to each of them are a set. A group touches a target if its
//! last piece is in the target or has one of that set beside it, and then the whole group comes into the set: each
//! piece once, and most pieces not at all. To join groups, as `vm/incremental/union_find.rs` does, takes more for
//! every piece, but no more for many targets.

use crate::bytecode::{Kept, Op, Steps};
use crate::vm::machine::Machine;
use crate::vm::query::groups;
use crate::vm::set::site_set::{self, SiteSet};

/// Targets that are better looked at one by one than kept with groups that are joined.
const FEW: usize = 3;

/// The targets that a player's pieces may be connected to.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct Targets {
    steps: Steps,
    /// The number of the first target, and how many there are.
    first: usize,
    count: usize,
    /// How many of them make a difference.
    need: u32,
}

/// For each player and each target the pieces that are connected to it.
#[derive(Debug, Default)]
pub(in crate::vm) struct TargetSets {
    words: Vec<u64>,
    on: bool,
}

impl TargetSets {
    /// Whether these sets are kept, in place of groups.
    #[inline]
    pub(in crate::vm) fn are_on(&self) -> bool {
        self.on
    }

    pub(in crate::vm) fn switch_off(&mut self) {
        self.on = false;
    }

    #[inline]
    fn of_mut<const W: usize>(&mut self, player: i32) -> &mut [[u64; W]] {
        self.words[player as usize * FEW * W..].as_chunks_mut().0
    }
}

impl<const W: usize> Machine<'_, W> {
    /// The targets that the pieces of a player may be connected to, if these are all their end triggers ask for.
    pub(in crate::vm) fn targets_of(&self, end_triggers: &[Op]) -> Option<Targets> {
        let &[Op::Connected { steps, targets, need, .. }] = end_triggers else { return None };
        let Kept::Fixed(first) = targets.first().kept() else { return None };
        let count = Some(targets.len()).filter(|&count| count <= FEW)?;
        let need = u32::try_from(self.get(need)).ok().filter(|&need| need > 0)?;
        let table = self.steps(steps, -1);
        let fits = first + count <= self.fixed.len() && table.masks().len() == table.len() * W;
        fits.then_some(Targets { steps, first, count, need })
    }

    /// Finds out which pieces of players are connected to their targets, and begins to keep these sets.
    pub(in crate::vm) fn keep_target_sets(
        &mut self,
        targets: impl Iterator<Item = (Targets, i32)>,
    ) {
        let mut kept = std::mem::take(&mut self.caches.target_sets.words);
        kept.clear();
        kept.resize((self.players() as usize + 1) * FEW * W, 0);
        for (Targets { steps, first, count, .. }, player) in targets {
            let (table, targets) = (self.steps(steps, -1), &self.fixed[first..first + count]);
            let own = self.reported_of(player);
            let (sets, _) = kept[player as usize * FEW * W..].as_chunks_mut::<W>();
            for (set, target) in sets.iter_mut().zip(targets) {
                *set = groups::spread(table, SiteSet(*target) & own, &own, |_| false).0;
            }
        }
        self.caches.target_sets = TargetSets { words: kept, on: true };
    }

    /// Whether a piece that a player has added, whose like are a set, is now connected to so many targets
    /// that it makes a difference.
    #[inline]
    pub(in crate::vm) fn touches(
        &mut self,
        targets: Targets,
        (site, player): (u16, i32),
        same: usize,
    ) -> bool {
        let Targets { steps, first, count, need } = targets;
        let (masks, _) = self.steps(steps, -1).masks().as_chunks::<W>();
        let targets = &self.fixed[first..first + count];
        let same = self.state_set(same);
        let sets = self.caches.target_sets.of_mut::<W>(player);
        let mut touched = 0;
        for (set, target) in sets.iter_mut().zip(targets) {
            let mut connected = SiteSet(*set);
            if site_set::has(target, site.into())
                || connected.intersects(&SiteSet(masks[usize::from(site)]))
            {
                touched += 1;
                spread(masks, &mut connected, site, &same);
                *set = connected.0;
            }
        }
        touched >= need
    }
}

/// Takes a piece into a set, and all pieces that are connected to it and are not in it yet.
#[inline]
fn spread<const W: usize>(masks: &[[u64; W]], set: &mut SiteSet<W>, site: u16, same: &SiteSet<W>) {
    let mut waiting = SiteSet::only(site.into());
    while let Some(site) = waiting.pop() {
        set.insert(site);
        waiting |= (SiteSet(masks[site as usize]) & same) - *set;
    }
}
