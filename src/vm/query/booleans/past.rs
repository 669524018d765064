//! Tests of the moves so far.

use crate::board::SiteType;
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;
use crate::vm::state::trial::Played;

impl<const W: usize> Machine<'_, W> {
    /// The number of the type of site that the last move began or ended at; -1 if it has no such site.
    pub(in crate::vm) fn last_kind(&self, to: bool) -> i32 {
        let Some(Played { mv, .. }) = self.trial.played.last() else { return -1 };
        let layout = self.layout();
        let site = if to { mv.to() } else { mv.from() };
        let layer = self.program.recipes[mv.recipe.index()].layers[usize::from(to)];
        let kind = match layout.layer(layer) {
            _ if site < 0 => return -1,
            Some(layer) if site < i32::from(layer.count) => layer.kind,
            None if site < i32::from(layout.board) => layout.kind,
            _ => SiteType::Cell,
        };
        kind as i32
    }

    /// Whether the last move was a pass.
    pub(in crate::vm) fn was_pass(&self) -> bool {
        self.trial.played.last().is_some_and(|played| played.pass)
    }

    /// Whether all players have passed one after the other. The turn of the mover must be a single
    /// pass; in those before it the first move counts, of two at most.
    pub(in crate::vm) fn all_passed(&self) -> bool {
        let players = self.players();
        // A move that was none ends it, whatever comes before.
        if players == 1 || !self.was_pass() {
            return self.was_pass();
        }
        let mut moves = self.trial.played.iter().rev();
        let mut current = self.mover();
        let mut pass = false;
        let mut same = 0;
        for _ in 0..players {
            loop {
                if same > 1 {
                    return false;
                }
                let Some(played) = moves.next() else { return pass };
                if i32::from(played.mover) == current {
                    same += 1;
                    pass = played.pass;
                    continue;
                }
                if !pass {
                    return false;
                }
                current = i32::from(played.mover);
                same = 0;
                pass = played.pass;
                break;
            }
        }
        true
    }

    /// Whether the last positions, as many as the square of the players, came three times.
    pub(in crate::vm) fn cycles(&self) -> bool {
        let length = (self.players() * self.players()) as usize;
        let seen = self.trial.seen.all();
        let Some(first) = seen.len().checked_sub(3 * length) else { return false };
        let last = &seen[first..];
        last[..length] == last[length..2 * length] && last[..length] == last[2 * length..]
    }

    /// Whether no two sites hold the same component, or none.
    pub(in crate::vm) fn all_different(&self, set: &SiteSet<W>) -> bool {
        let mut left = *set;
        for what in 1..usize::from(self.layout().components) {
            let holding = self.holding(what);
            if (set & holding).count() > 1 {
                return false;
            }
            left -= holding;
        }
        left.count() < 2
    }
}
