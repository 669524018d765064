//! Whether a piece can be taken, told from what stands where.

use super::machine::Machine;
use super::moves::Move;
use super::width::{self, Words};
use crate::bytecode::{Changes, Layout, Near, PerPlayer, Reach, Strikes};

/// The sites of a move of one piece that is looked at without being made.
#[derive(Clone, Copy)]
struct Moved<const W: usize> {
    from: i32,
    to: i32,
    /// Where the piece comes: whatever stood there is gone.
    taken: Words<W>,
}

/// A piece that has to be safe after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ward {
    site: i32,
    owner: i32,
    /// Whether it is safe as things are.
    is_safe: bool,
}

impl<'a, const W: usize> Machine<'a, W> {
    /// How a player strikes by the rules of his phase, if that is known.
    fn strikes(&self, player: i32) -> Option<&'a Strikes> {
        let phase = self.per_player(PerPlayer::Phase, player);
        let by_player = self.program.strikes.get(usize::try_from(phase).ok()?)?;
        by_player.get(player as usize - 1)?.as_ref()
    }

    /// Whether an enemy of a player can move to a site where a piece of the player stands; none if the
    /// rules have to be asked.
    pub(super) fn is_struck(&self, site: i32, owner: i32) -> Option<bool> {
        self.is_struck_after(site, owner, None)
    }

    fn is_struck_after(&self, site: i32, owner: i32, moved: Option<&Moved<W>>) -> Option<bool> {
        let mut known = true;
        for enemy in (1..=self.players()).filter(|&player| player != owner) {
            match self.strikes(enemy).and_then(|strikes| self.strikes_at(strikes, site, moved)) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false)
    }

    fn strikes_at(&self, strikes: &Strikes, site: i32, moved: Option<&Moved<W>>) -> Option<bool> {
        let struck =
            strikes.near.iter().any(|&near| !width::is_none(&self.near(near, site, moved)))
                || strikes.along.iter().any(|along| {
                    let pieces = self.near(along.near, site, moved);
                    !width::is_none(&pieces) && {
                        let table = &self.program.rays[along.lines.index()].variants[0];
                        table.of(site).any(|ray| self.meets_first(table.ray(ray), &pieces, moved))
                    }
                });
        if struck {
            return Some(true);
        }
        let open = width::has(self.set(strikes.open), site)
            || strikes.perhaps.iter().any(|&near| !width::is_none(&self.near(near, site, moved)));
        (!open).then_some(false)
    }

    /// The pieces that are near a site.
    #[inline]
    fn near(&self, near: Near, site: i32, moved: Option<&Moved<W>>) -> Words<W> {
        let holding = &self.sets[self.layout().holding(usize::from(near.what))];
        let pieces = width::zip(holding, self.reach(near.before, site), |a, b| a & b);
        match moved {
            Some(moved) => width::zip(&pieces, &moved.taken, |a, b| a & !b),
            None => pieces,
        }
    }

    #[inline]
    fn reach(&self, reach: Reach, site: i32) -> &'a Words<W> {
        &self.program.reaches[reach.index()].as_chunks::<W>().0[site as usize]
    }

    /// Whether the first piece on a line is one of some.
    #[inline]
    fn meets_first(&self, line: &[u16], pieces: &Words<W>, moved: Option<&Moved<W>>) -> bool {
        let empty = &self.sets[Layout::EMPTY];
        let is_free = |site: i32| match moved {
            Some(moved) if site == moved.from => true,
            Some(moved) if site == moved.to => false,
            _ => width::has(empty, site),
        };
        let first = line.iter().map(|&site| i32::from(site)).find(|&site| !is_free(site));
        first.is_some_and(|site| width::has(pieces, site))
    }

    /// The only piece of a component of the mover; none if there are several, or if nothing can be told of
    /// how enemies strike.
    pub(super) fn ward(&self, what: i32) -> Option<Ward> {
        if self.program.strikes.is_empty()
            || !(1..i32::from(self.layout().components)).contains(&what)
        {
            return None;
        }
        let holding = &self.sets[self.layout().holding(what as usize)];
        let sites = width::zip(holding, &self.fixed[crate::bytecode::Program::BOARD], |a, b| a & b);
        let (site, owner) = (width::nth(&sites, 0)?, self.owner(what));
        if width::size(&sites) != 1 || owner != self.mover() {
            return None;
        }
        Some(Ward { site, owner, is_safe: self.is_struck(site, owner) == Some(false) })
    }

    /// Whether a piece is safe after a move; none if the rules have to be asked.
    pub(super) fn is_safe_after(&self, ward: &Ward, mv: Move) -> Option<bool> {
        let replaces = self.program.recipes[mv.recipe.index()].changes == Changes::Replaced;
        let (from, to) = (mv.from(), mv.to());
        if !replaces || to == ward.site || from == to || !self.is_site(from) || !self.is_site(to) {
            return None;
        }
        if from == ward.site {
            let moved = Moved { from, to, taken: width::only(to) };
            return self.is_struck_after(to, ward.owner, Some(&moved)).map(|struck| !struck);
        }
        // What goes away opens lines; what comes only closes some, and takes what might strike.
        if ward.is_safe && !self.is_on_line(ward, from) {
            return Some(true);
        }
        let moved = Moved { from, to, taken: width::only(to) };
        self.is_struck_after(ward.site, ward.owner, Some(&moved)).map(|struck| !struck)
    }

    fn is_on_line(&self, ward: &Ward, site: i32) -> bool {
        (1..=self.players()).filter(|&player| player != ward.owner).any(|enemy| {
            let strikes = self.strikes(enemy);
            strikes.is_none_or(|strikes| width::has(self.reach(strikes.lines, ward.site), site))
        })
    }
}
