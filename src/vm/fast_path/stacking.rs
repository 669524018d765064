//! The stacking fast path: playouts of games whose moves only put a piece on a stack that is not full.
//!
//! The placement fast path (`vm/fast_path/placement.rs`) for boards whose sites hold stacks: the end trigger is a
//! line of pieces through the one that was put on top, from level to level.

use crate::bytecode::{Op, PerPlayer, Scalar, Stacks};
use crate::vm::incremental::empty_sites::Form;
use crate::vm::incremental::line_masks::triggering_lengths;
use crate::vm::machine::Machine;
use crate::vm::state::trial::Played;

/// A player who puts pieces on stacks.
#[derive(Clone, Copy)]
struct Stacker {
    player: i32,
    /// What they add.
    form: Form,
    /// The set of the sites that have it at any level.
    within: usize,
    /// The lengths of rows, one bit for each, that meet one of the end triggers after a move of theirs.
    lengths: u64,
}

impl<const W: usize> Machine<'_, W> {
    /// Plays a game with end triggers and stacks up to a maximum number of moves, and returns their number: 0 if that
    /// is not possible now. Stops when the game is over or when there is something else to choose from.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    pub(crate) fn run_stacking(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        let most = most.min(self.before_anything_else());
        let (Some(limit), Some(stacks)) = (self.limit_of_stacks(), self.stacks()) else { return 0 };
        if most == 0 || !self.align_levels(limit) {
            return 0;
        }
        self.list_open_stacks();
        let mut made = 0;
        while made < most
            && !self.caches.empties.sites.is_empty()
            && self.all_add_their_own()
            && self.all_take_turns()
        {
            made += self.stack_until_trigger(most - made, (limit, stacks), draw);
            self.end_simple_turn();
        }
        self.drop_empties();
        made
    }

    /// How high stacks may get.
    fn limit_of_stacks(&self) -> Option<i32> {
        let play = self.program.block(self.play());
        play.iter().find_map(|op| match *op {
            Op::LowerThan { limit, .. } => Some(self.get(limit)),
            _ => None,
        })
    }

    /// Lists the stacks that are not full, in order, as the rules do.
    fn list_open_stacks(&mut self) {
        self.turns_to(self.per_player(PerPlayer::Phase, self.mover()));
        let set = self.all_placeable();
        let sites = &mut self.caches.empties.sites;
        sites.clear();
        sites.extend(set.iter().map(|site| site as u16));
    }

    /// Makes ready to keep the line masks over the levels of stacks; false if that is not possible.
    fn align_levels(&mut self, limit: i32) -> bool {
        let rays = self.all_end_triggers().find_map(|trigger| match *trigger {
            Op::LevelLine { rays, .. } => Some(rays),
            _ => None,
        });
        rays.is_none_or(|rays| self.align_line_masks_of_levels(rays, limit))
    }

    /// Puts one piece at least on a stack, and on until an end trigger is met. What
    /// the rules do then is left.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn stack_until_trigger(
        &mut self,
        most: u64,
        (limit, stacks): (i32, &Stacks),
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        let first = self.trial.played.len();
        let mut sites = std::mem::take(&mut self.caches.empties.sites);
        let mut masks = self.caches.line_masks.take();
        let mut heights = std::mem::take(&mut self.caches.heights);
        heights.clear();
        heights.extend((0..i32::from(self.layout().board)).map(|site| self.height(site)));
        let two = self.players() == 2;
        let mut stacker = self.stacker(self.mover());
        let mut other = self.stacker(self.scalar(Scalar::Next));
        loop {
            let index = draw(sites.len() as u32) as usize;
            let site = sites[index];
            let height = &mut heights[usize::from(site)];
            let level = *height;
            *height += 1;
            if level + 1 >= limit {
                sites.remove(index);
            }
            let (here, Stacker { player, form, .. }) = (i32::from(site), stacker);
            self.set_plane(stacks.what, Self::slot(stacks, here, level) as i32, form.what());
            self.set_bit(stacker.within, site.into());
            let mv = form.mv.ending_at(here, form.origin);
            let (mover, level_reached) = (player as u8, level as u16);
            self.trial.played.push(Played { mv, mover, pass: false, level: level_reached });
            let triggered = match &mut masks {
                Some(masks) => {
                    masks.add(player, (here * limit + level) as u16) & stacker.lengths != 0
                }
                None => stacker.lengths != 0,
            };
            let made = (self.trial.played.len() - first) as u64;
            if triggered || made == most || sites.is_empty() {
                break;
            }
            if two {
                std::mem::swap(&mut stacker, &mut other);
            } else {
                (stacker, other) = (other, self.stacker(self.turn_after(other.player)));
            }
        }
        self.uncover_stacks(stacks, &heights);
        self.caches.heights = heights;
        self.caches.empties.sites = sites;
        self.caches.line_masks = masks;
        self.catch_up_turns(first, (stacker.player, other.player));
        (self.trial.played.len() - first) as u64
    }

    /// What a player puts on stacks, which has been found out, and what is asked then.
    fn stacker(&self, player: i32) -> Stacker {
        let program = self.program;
        let end_triggers = program.block(program.end_triggers[player as usize - 1]);
        let lengths = end_triggers.iter().fold(0, |lengths, trigger| match *trigger {
            Op::End {} => lengths,
            Op::LevelLine { length, .. } => lengths | triggering_lengths(self.get(length), false),
            // Whatever else it is, the rules know.
            _ => u64::MAX,
        });
        let form = self.caches.empties.known_form(player).expect("all add a piece of their own");
        Stacker { player, form, within: self.layout().within(form.what() as usize), lengths }
    }

    /// Shows what is on top of the stacks that have risen, given how high all are now.
    fn uncover_stacks(&mut self, stacks: &Stacks, heights: &[i32]) {
        for (site, &height) in (0..).zip(heights) {
            if height != self.height(site) {
                self.set_plane(stacks.height, site, height);
                self.surface(stacks, site);
            }
        }
    }
}
