//! Playing on while all that moves do is to put pieces on piles that are not full.
//!
//! As placement (`placement.rs`), for boards whose sites hold stacks: the piles rise, and what can end the game
//! is a row of pieces through the one that was put on top, from level to level.

use super::empties::Form;
use super::machine::Machine;
use super::rows::triggering_lengths;
use super::trial::Played;
use super::width;
use crate::bytecode::{Op, PerPlayer, Scalar, Stacks};

/// A player who puts pieces on piles.
#[derive(Clone, Copy)]
struct Piler {
    player: i32,
    /// What he adds.
    form: Form,
    /// The set of the sites that have it at any level.
    within: usize,
    /// The lengths of rows, one bit for each, that answer one of the questions after a move of his.
    lengths: u64,
}

impl<const W: usize> Machine<'_, W> {
    /// Whether all that moves do is to put pieces on piles, and it is known what can end the game.
    #[inline]
    pub(crate) fn piles(&self) -> bool {
        !self.program.end_triggers.is_empty() && self.layout().stacks.is_some()
    }

    /// Puts pieces on piles, so many at most, and says how many: none if it is not the time for it. Stops
    /// when the game is over or when there is something else to choose from.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    pub(crate) fn pile(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        let most = most.min(self.before_anything_else());
        let (Some(limit), Some(stacks)) = (self.limit_of_piles(), self.stacks()) else { return 0 };
        if most == 0 || !self.align_levels(limit) {
            return 0;
        }
        self.list_piles();
        let mut made = 0;
        while made < most
            && !self.scratch.empties.sites.is_empty()
            && self.all_add_their_own()
            && self.all_take_turns()
        {
            made += self.pile_until_trigger(most - made, (limit, stacks), draw);
            self.end_plain_turn();
        }
        self.drop_empties();
        made
    }

    /// How high piles may get.
    fn limit_of_piles(&self) -> Option<i32> {
        let play = self.program.block(self.play());
        play.iter().find_map(|op| match *op {
            Op::LowerThan { limit, .. } => Some(self.get(limit)),
            _ => None,
        })
    }

    /// Lists the piles that are not full, in order, as the rules do.
    fn list_piles(&mut self) {
        self.turns_to(self.per_player(PerPlayer::Phase, self.mover()));
        let set = self.all_placeable();
        let sites = &mut self.scratch.empties.sites;
        sites.clear();
        sites.extend(width::sites(set).map(|site| site as u16));
    }

    /// Makes ready to keep the rows of pieces over the levels of piles; false if that is not possible.
    fn align_levels(&mut self, limit: i32) -> bool {
        let rays = self.all_end_triggers().find_map(|trigger| match *trigger {
            Op::LevelLine { rays, .. } => Some(rays),
            _ => None,
        });
        rays.is_none_or(|rays| self.align_rows_of_levels(rays, limit))
    }

    /// Puts one piece at least on a pile, and on until one of the questions is answered with yes. What
    /// the rules do then is left.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn pile_until_trigger(
        &mut self,
        most: u64,
        (limit, stacks): (i32, &Stacks),
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        let first = self.trial.played.len();
        let mut sites = std::mem::take(&mut self.scratch.empties.sites);
        let mut rows = self.scratch.rows.take();
        let mut heights = std::mem::take(&mut self.scratch.heights);
        heights.clear();
        heights.extend((0..i32::from(self.layout().board)).map(|site| self.height(site)));
        let two = self.players() == 2;
        let mut piler = self.piler(self.mover());
        let mut other = self.piler(self.scalar(Scalar::Next));
        loop {
            let index = draw(sites.len() as u32) as usize;
            let site = sites[index];
            let height = &mut heights[usize::from(site)];
            let level = *height;
            *height += 1;
            if level + 1 >= limit {
                sites.remove(index);
            }
            let (here, Piler { player, form, .. }) = (i32::from(site), piler);
            self.set_plane(stacks.what, Self::slot(stacks, here, level) as i32, form.what());
            self.sets[piler.within][usize::from(site >> 6)] |= 1 << (site & 63);
            let mv = form.mv.ending_at(here, form.origin);
            let (mover, level_reached) = (player as u8, level as u16);
            self.trial.played.push(Played { mv, mover, pass: false, level: level_reached });
            let triggered = match &mut rows {
                Some(rows) => rows.add(player, (here * limit + level) as u16) & piler.lengths != 0,
                None => piler.lengths != 0,
            };
            let made = (self.trial.played.len() - first) as u64;
            if triggered || made == most || sites.is_empty() {
                break;
            }
            if two {
                std::mem::swap(&mut piler, &mut other);
            } else {
                (piler, other) = (other, self.piler(self.turn_after(other.player)));
            }
        }
        self.uncover_piles(stacks, &heights);
        self.scratch.heights = heights;
        self.scratch.empties.sites = sites;
        self.scratch.rows = rows;
        self.catch_up_turns(first, (piler.player, other.player));
        (self.trial.played.len() - first) as u64
    }

    /// What a player puts on piles, which has been found out, and what is asked then.
    fn piler(&self, player: i32) -> Piler {
        let program = self.program;
        let end_triggers = program.block(program.end_triggers[player as usize - 1]);
        let lengths = end_triggers.iter().fold(0, |lengths, trigger| match *trigger {
            Op::End {} => lengths,
            Op::LevelLine { length, .. } => lengths | triggering_lengths(self.get(length), false),
            // Whatever else it is, the rules know.
            _ => u64::MAX,
        });
        let form = self.scratch.empties.known_form(player).expect("all add a piece of their own");
        Piler { player, form, within: self.layout().within(form.what() as usize), lengths }
    }

    /// Shows what is on top of the piles that have risen, given how high all are now.
    fn uncover_piles(&mut self, stacks: &Stacks, heights: &[i32]) {
        for (site, &height) in (0..).zip(heights) {
            if height != self.height(site) {
                self.set_plane(stacks.height, site, height);
                self.surface(stacks, site);
            }
        }
    }
}
