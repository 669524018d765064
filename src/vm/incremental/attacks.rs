//! Threat queries: whether a piece is attacked, answered from the attack tables of the program.

use crate::bytecode::{Along, AttackTable, Changes, Near, PerPlayer, Perhaps, Reach, Scalar};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::set::site_set::SiteSet;

/// What a move of one piece does that is looked at without being made.
#[derive(Clone, Copy)]
struct Moved<const W: usize> {
    /// Where the piece comes: whatever stood there is gone.
    taken: SiteSet<W>,
    /// The sites that are empty afterwards.
    empty: SiteSet<W>,
}

/// A royal piece: one that must not be attacked after a move of the one who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) struct Royal {
    site: i32,
    owner: i32,
    /// Whether its owner is the player who comes next.
    next: bool,
    /// Whether it is safe as things are.
    is_safe: bool,
}

/// Of a piece on a site of an owner whether it can be taken, as things are until the next move.
#[derive(Debug, Default)]
pub(in crate::vm) struct KnownAttack(Option<(i32, i32, Option<bool>)>);

impl KnownAttack {
    #[inline]
    pub(in crate::vm) fn forget(&mut self) {
        self.0 = None;
    }
}

impl<'a, const W: usize> Machine<'a, W> {
    /// The attack table of a player in their phase, if there is one.
    fn attacks(&self, player: i32) -> Option<&'a AttackTable> {
        let phase = self.per_player(PerPlayer::Phase, player);
        let by_player = self.program.attacks.get(usize::try_from(phase).ok()?)?;
        by_player.get(player as usize - 1)?.as_ref()
    }

    /// Whether an enemy of a player can move to a site where a piece of the player stands; none if the
    /// rules have to be asked.
    pub(in crate::vm) fn is_attacked(&mut self, site: i32, owner: i32) -> Option<bool> {
        if self.log.is_on() {
            return self.is_attacked_after(site, owner, None);
        }
        if let Some((known, of, attacked)) = self.caches.attack.0
            && (known, of) == (site, owner)
        {
            return attacked;
        }
        let attacked = self.is_attacked_after(site, owner, None);
        self.caches.attack = KnownAttack(Some((site, owner, attacked)));
        attacked
    }

    fn is_attacked_after(&self, site: i32, owner: i32, moved: Option<&Moved<W>>) -> Option<bool> {
        let mut known = true;
        for enemy in (1..=self.players()).filter(|&player| player != owner) {
            match self.attacks(enemy).and_then(|attacks| self.attacks_at(attacks, site, moved)) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false)
    }

    fn attacks_at(
        &self,
        attacks: &AttackTable,
        site: i32,
        moved: Option<&Moved<W>>,
    ) -> Option<bool> {
        let attacked = attacks.near.iter().any(|&near| !self.near(near, site, moved).is_empty())
            || attacks.along.iter().any(|along| {
                let pieces = self.near(along.near, site, moved);
                !pieces.is_empty() && self.meets_along(*along, site, &pieces, moved)
            });
        if attacked {
            return Some(true);
        }
        let open = self.set_has(attacks.open, site)
            || attacks
                .perhaps
                .iter()
                .any(|perhaps| !self.near(perhaps.near, site, moved).is_empty());
        (!open).then_some(false)
    }

    /// Looks for moves of the mover that end on a site, of which it is not told from what stands where
    /// whether there are any: among those of the pieces that may have one, if that is enough.
    pub(in crate::vm) fn look_for_attack(&mut self, site: i32) {
        let rules = self.attacks(self.mover()).filter(|attacks| {
            let near = |perhaps: &&Perhaps| !self.near(perhaps.near, site, None).is_empty();
            !self.set_has(attacks.open, site)
                && attacks.perhaps.iter().filter(near).all(|perhaps| perhaps.rule.is_some())
        });
        let Some(attacks) = rules else {
            self.run(self.play());
            return;
        };
        for perhaps in &attacks.perhaps {
            if let (Some(rule), false) = (perhaps.rule, self.sink.has_found()) {
                let pieces = self.near(perhaps.near, site, None);
                self.run_for_each(&pieces, rule);
            }
        }
    }

    /// The pieces that are near a site.
    #[inline]
    fn near(&self, near: Near, site: i32, moved: Option<&Moved<W>>) -> SiteSet<W> {
        let holding = self.holding(usize::from(near.what));
        if holding.is_empty() {
            return SiteSet::EMPTY;
        }
        let pieces = holding & self.reach(near.before, site);
        match moved {
            Some(moved) => pieces - moved.taken,
            None => pieces,
        }
    }

    #[inline]
    fn reach(&self, reach: Reach, site: i32) -> SiteSet<W> {
        SiteSet(self.program.reaches[reach.index()].as_chunks().0[site as usize])
    }

    /// Whether the first piece on one of the lines of a site is one of some.
    fn meets_along(
        &self,
        along: Along,
        site: i32,
        pieces: &SiteSet<W>,
        moved: Option<&Moved<W>>,
    ) -> bool {
        let empty = moved.map_or_else(|| self.empty(), |moved| moved.empty);
        let table = &self.program.rays[along.lines.index()].variants[0];
        if table.masks().is_empty() {
            let meets = |line: &[u16]| {
                let mut sites = line.iter().map(|&site| i32::from(site));
                let first = sites.find(|&site| !empty.contains(site));
                first.is_some_and(|site| pieces.contains(site))
            };
            return table.rays_of(site).any(meets);
        }
        let (rising, falling) = Self::sets_of(table, site);
        let meets = |line: &SiteSet<W>, up_to_first: fn(&SiteSet<W>) -> SiteSet<W>| {
            line.intersects(pieces) && {
                let bars = line - empty;
                let first = bars & up_to_first(&bars);
                first.intersects(pieces)
            }
        };
        rising.iter().any(|line| meets(&SiteSet(*line), SiteSet::below))
            || falling.iter().any(|line| meets(&SiteSet(*line), SiteSet::above))
    }

    /// The only piece of a component of the mover, or of the player who comes next; none if there are
    /// several, or if nothing can be told of how enemies attack.
    pub(in crate::vm) fn royal(&mut self, what: i32) -> Option<Royal> {
        if self.program.attacks.is_empty()
            || !(1..i32::from(self.layout().components)).contains(&what)
        {
            return None;
        }
        let holding = self.holding(what as usize);
        let sites = holding & self.fixed_set(crate::bytecode::Program::BOARD);
        let (site, owner) = (sites.single()?, self.owner(what));
        let (mover, next) = (self.mover(), self.scalar(Scalar::Next));
        if mover == next || ![mover, next].contains(&owner) {
            return None;
        }
        let is_safe = self.is_attacked(site, owner) == Some(false);
        Some(Royal { site, owner, next: owner == next, is_safe })
    }

    /// Whether a piece is safe after a move; none if the rules have to be asked.
    pub(in crate::vm) fn is_safe_after(&self, royal: &Royal, mv: Move) -> Option<bool> {
        let replaces = match self.program.recipes[mv.recipe.index()].changes {
            Changes::Replaced { again } => !(again && royal.next),
            _ => false,
        };
        let (from, to) = (mv.from(), mv.to());
        let own = self.owned(royal.owner as usize).contains(from);
        if !replaces
            || !own
            || to == royal.site
            || from == to
            || !self.is_site(from)
            || !self.is_site(to)
        {
            return None;
        }
        if from == royal.site {
            let moved = self.moved(from, to);
            return self.is_attacked_after(to, royal.owner, Some(&moved)).map(|attacked| !attacked);
        }
        // What goes away opens lines; what comes only closes some, and takes what might attack.
        if royal.is_safe && !self.is_on_line(royal, from) {
            return Some(true);
        }
        let moved = self.moved(from, to);
        self.is_attacked_after(royal.site, royal.owner, Some(&moved)).map(|attacked| !attacked)
    }

    /// A move from one site to another.
    fn moved(&self, from: i32, to: i32) -> Moved<W> {
        let (left, taken) = (SiteSet::only(from), SiteSet::only(to));
        Moved { taken, empty: (self.empty() | left) - taken }
    }

    fn is_on_line(&self, royal: &Royal, site: i32) -> bool {
        (1..=self.players()).filter(|&player| player != royal.owner).any(|enemy| {
            let attacks = self.attacks(enemy);
            attacks.is_none_or(|attacks| self.reach(attacks.lines, royal.site).contains(site))
        })
    }
}
