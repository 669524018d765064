//! Reading a state: what stands where, and the numbers beside it.
//!
//! A reader borrows the program and the block of a state and cannot change either. The machine reads
//! through one as well, so that there is one way to find things in a block.

use super::trial::Trial;
use crate::bytecode::{Layout, PerPlayer, Plane, Program, Scalar};
use crate::vm::set::site_set::{self, SiteSet};

/// A program and a state that is only read. `W` is the width of its sets in words.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a, const W: usize> {
    pub(in crate::vm) program: &'a Program,
    /// The sets of the state.
    sets: &'a [[u64; W]],
    /// The rest of the state.
    pub(in crate::vm) words: &'a [u64],
    pub(in crate::vm) trial: &'a Trial,
}

/// Something to be found out about a state, whatever the width of its sets.
pub(crate) trait Question {
    type Answer;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Self::Answer;
}

impl<'a, const W: usize> Reader<'a, W> {
    pub(in crate::vm) fn new(program: &'a Program, block: &'a [u64], trial: &'a Trial) -> Self {
        let (sets, words) = block.split_at(usize::from(program.layout.sets) * W);
        let (sets, _) = sets.as_chunks();
        Self { program, sets, words, trial }
    }

    /// The same of a block that has been split into its sets and the rest.
    #[inline]
    pub(in crate::vm) fn of_parts(
        program: &'a Program,
        (sets, words): (&'a [[u64; W]], &'a [u64]),
        trial: &'a Trial,
    ) -> Self {
        Self { program, sets, words, trial }
    }

    #[inline]
    pub(in crate::vm) fn layout(self) -> &'a Layout {
        &self.program.layout
    }

    /// A set of the program.
    #[inline]
    pub(in crate::vm) fn fixed_set(self, set: usize) -> SiteSet<W> {
        SiteSet(self.program.sets.as_chunks().0[set])
    }

    /// A set of the state.
    #[inline]
    pub(in crate::vm) fn state_set(self, set: usize) -> SiteSet<W> {
        SiteSet(self.sets[set])
    }

    /// Whether a set of the state has a site.
    #[inline]
    pub(in crate::vm) fn state_set_has(self, set: usize, site: i32) -> bool {
        site_set::has(&self.sets[set], site)
    }

    /// The empty sites.
    #[inline]
    pub(in crate::vm) fn empty(self) -> SiteSet<W> {
        self.state_set(Layout::EMPTY)
    }

    #[inline]
    pub(in crate::vm) fn is_empty(self, site: i32) -> bool {
        self.state_set_has(Layout::EMPTY, site)
    }

    /// The sites of an owner.
    #[inline]
    pub(in crate::vm) fn owned(self, owner: usize) -> SiteSet<W> {
        self.state_set(Layout::owned(owner))
    }

    /// The sites that hold a component; on top, if sites hold stacks.
    #[inline]
    pub(in crate::vm) fn holding(self, what: usize) -> SiteSet<W> {
        self.state_set(self.layout().holding(what))
    }

    /// The sites that hold a component at any level.
    #[inline]
    pub(in crate::vm) fn within(self, what: usize) -> SiteSet<W> {
        self.state_set(self.layout().within(what))
    }

    #[inline]
    pub(in crate::vm) fn scalar(self, scalar: Scalar) -> i32 {
        self.words[Layout::scalar(scalar)] as i32
    }

    #[inline]
    pub(in crate::vm) fn wide(self, scalar: Scalar) -> u64 {
        self.words[Layout::scalar(scalar)]
    }

    #[inline]
    pub(in crate::vm) fn players(self) -> i32 {
        i32::from(self.layout().players)
    }

    /// Whether a number stands for an owner: nobody, a player, or all.
    #[inline]
    pub(in crate::vm) fn is_owner(self, player: i32) -> bool {
        (0..=self.players() + 1).contains(&player)
    }

    #[inline]
    pub(in crate::vm) fn per_player(self, array: PerPlayer, player: i32) -> i32 {
        if self.is_owner(player) {
            self.words[self.layout().per_player(array as usize, player as usize)] as i32
        } else {
            -1
        }
    }

    #[inline]
    pub(in crate::vm) fn is_site(self, site: i32) -> bool {
        (0..i32::from(self.layout().sites)).contains(&site)
    }

    #[inline]
    pub(in crate::vm) fn plane(self, plane: Plane, site: i32) -> i32 {
        if site < 0 || site >= i32::from(self.layout().sites) {
            return 0;
        }
        self.entry(plane, site as usize)
    }

    /// An entry of a plane, which has to be there.
    #[inline]
    pub(in crate::vm) fn entry(self, plane: Plane, index: usize) -> i32 {
        let at = index << plane.bits;
        let bits = 1u32 << plane.bits;
        let word = self.words[plane.offset as usize + (at >> 6)] >> (at & 63);
        (word & (u64::MAX >> (64 - bits))) as i32
    }

    #[inline]
    pub(in crate::vm) fn what(self, site: i32) -> i32 {
        self.plane(self.layout().what, site)
    }

    #[inline]
    pub(in crate::vm) fn owner(self, what: i32) -> i32 {
        i32::from(self.program.components[what as usize].owner)
    }

    #[inline]
    pub(in crate::vm) fn who(self, site: i32) -> i32 {
        match self.layout().who {
            Some(plane) => self.plane(plane, site),
            None => i32::from(self.program.components[self.what(site) as usize].reported_owner),
        }
    }

    #[inline]
    pub(in crate::vm) fn count(self, site: i32) -> i32 {
        match self.layout().count {
            Some(plane) => self.plane(plane, site),
            None => i32::from(self.what(site) != 0),
        }
    }

    #[inline]
    pub(in crate::vm) fn optional(self, plane: Option<Plane>, site: i32) -> i32 {
        plane.map_or(0, |plane| self.plane(plane, site))
    }

    /// All sites of the state.
    pub(in crate::vm) fn all_places(self) -> SiteSet<W> {
        let mut sites = self.fixed_set(Program::ALL_SITES);
        for layer in &self.layout().layers {
            for site in layer.first..layer.first + layer.count {
                sites.insert(site.into());
            }
        }
        sites
    }
}
