//! Which pieces hang together with which targets, as sets, kept while pieces are only added.
//!
//! Where few targets are asked for, the pieces that hang together with each of them are a set. A group touches
//! a target if its last piece is in the target or has one of that set beside it, and then the whole group
//! comes into the set: each piece once, and most pieces not at all. To join groups, as `vm/union_find.rs` does,
//! takes more for every piece, but no more for many targets.

use super::flood;
use super::machine::Machine;
use super::width::{self, Words};
use crate::bytecode::{Kept, Op, Steps};

/// Targets that are better looked at one by one than kept with groups that are joined.
const FEW: usize = 3;

/// What a player's pieces may hang together with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    steps: Steps,
    /// The number of the first target, and how many there are.
    first: usize,
    count: usize,
    /// How many of them make a difference.
    need: u32,
}

impl<const W: usize> Machine<'_, W> {
    /// What the pieces of a player may hang together with, if that is all that is asked after his moves.
    pub(super) fn contact(&self, end_triggers: &[Op]) -> Option<Contact> {
        let &[Op::Connected { steps, targets, need, .. }] = end_triggers else { return None };
        let Kept::Fixed(first) = targets.first().kept() else { return None };
        let count = Some(targets.len()).filter(|&count| count <= FEW)?;
        let need = u32::try_from(self.get(need)).ok().filter(|&need| need > 0)?;
        let table = self.steps(steps, -1);
        let fits = first + count <= self.fixed.len() && table.masks().len() == table.len() * W;
        fits.then_some(Contact { steps, first, count, need })
    }

    /// Finds out what the pieces of players hang together with, and begins to keep it.
    pub(super) fn keep_contacts(&mut self, contacts: impl Iterator<Item = (Contact, i32)>) {
        let mut kept = std::mem::take(&mut self.scratch.contacts);
        kept.clear();
        kept.resize((self.players() as usize + 1) * FEW * W, 0);
        for (Contact { steps, first, count, .. }, player) in contacts {
            let (table, targets) = (self.steps(steps, -1), &self.fixed[first..first + count]);
            let own = self.told_of(player);
            let (sets, _) = kept[player as usize * FEW * W..].as_chunks_mut::<W>();
            for (set, target) in sets.iter_mut().zip(targets) {
                let there = width::zip(target, &own, |target, own| target & own);
                *set = flood::spread(table, there, &own, |_| false);
            }
        }
        self.scratch.contacts = kept;
        self.scratch.in_contact = true;
    }

    /// Whether a piece that a player has added, whose like are a set, now hangs together with so many targets
    /// that it makes a difference.
    #[inline]
    pub(super) fn touches(
        &mut self,
        contact: Contact,
        (site, player): (u16, i32),
        same: usize,
    ) -> bool {
        let Contact { steps, first, count, need } = contact;
        let (masks, _) = self.steps(steps, -1).masks().as_chunks::<W>();
        let targets = &self.fixed[first..first + count];
        let (sets, _) = self.scratch.contacts[player as usize * FEW * W..].as_chunks_mut::<W>();
        let same = &self.sets[same];
        let mut touched = 0;
        for (set, target) in sets.iter_mut().zip(targets) {
            if width::has(target, site.into()) || width::meet(&masks[usize::from(site)], set) {
                touched += 1;
                spread(masks, set, site, same);
            }
        }
        touched >= need
    }
}

/// Takes a piece into a set, and all pieces that hang together with it and are not in it yet.
#[inline]
fn spread<const W: usize>(masks: &[Words<W>], set: &mut Words<W>, site: u16, same: &Words<W>) {
    let mut waiting = width::only::<W>(site.into());
    while let Some(word) = waiting.iter().position(|&word| word != 0) {
        let site = word << 6 | waiting[word].trailing_zeros() as usize;
        waiting[word] &= waiting[word] - 1;
        set[word] |= 1 << (site & 63);
        for (word, waiting) in waiting.iter_mut().enumerate() {
            *waiting |= masks[site][word] & same[word] & !set[word];
        }
    }
}
