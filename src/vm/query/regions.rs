//! Regions that are not kept as sets.

use crate::bytecode::{Block, MoveSites, Program, Rays, Reg, Scalar, Set, Sight};
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Goal;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// The sites of the board with a local state.
    pub(in crate::vm) fn with_state(&self, state: i32) -> SiteSet<W> {
        let board = self.fixed_set(Program::BOARD);
        let Some(plane) = self.layout().state else {
            return if state == 0 { board } else { SiteSet::EMPTY };
        };
        if let Some((first, count)) = self.layout().states
            && (0..i32::from(count)).contains(&state)
        {
            let set = self.state_set(usize::from(first) + state as usize);
            return set & board;
        }
        let mut set = board;
        for site in board {
            if self.plane(plane, site) != state {
                set.remove(site);
            }
        }
        set
    }

    /// Keeps where components stand, if the rules ask for it later.
    pub(in crate::vm) fn keep_starts(&mut self) {
        if !self.program.facts.starts {
            return;
        }
        let board = self.fixed_set(Program::BOARD);
        for what in 1..usize::from(self.layout().components) {
            let set = self.holding(what) & board;
            self.trial.starts.extend_from_slice(&set.0);
        }
    }

    /// Where a component stood before the first move; nowhere if it is none.
    pub(in crate::vm) fn start_sites(&self, what: i32) -> SiteSet<W> {
        let index = usize::try_from(what - 1).ok();
        index.map_or(SiteSet::EMPTY, |index| SiteSet::entry(&self.trial.starts, index))
    }

    /// The sites of the rays from some sites, up to where a condition ends them.
    pub(in crate::vm) fn along(
        &mut self,
        rays: Rays,
        from: Set,
        (stop, keep): (Option<Block>, Option<Block>),
        most: i32,
    ) -> SiteSet<W> {
        let outer = self.get(Reg::TO);
        let mut all = SiteSet::EMPTY;
        for from in self.set(from) {
            let table = self.rays(rays, from);
            for ray in table.of(from) {
                for &to in table.ray(ray).iter().take(most.max(0) as usize) {
                    let site = i32::from(to);
                    self.put(Reg::TO, site);
                    let stops = stop.is_some_and(|stop| self.run(stop) != 0);
                    if !stops || keep.is_some_and(|keep| self.run(keep) != 0) {
                        all.insert(site);
                    }
                    if stops {
                        break;
                    }
                }
            }
        }
        self.put(Reg::TO, outer);
        all
    }

    /// The sites at a place on the rays from some sites.
    pub(in crate::vm) fn at_place(&self, rays: Rays, from: Set, place: i32) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        let Some(index) = usize::try_from(place).ok().and_then(|place| place.checked_sub(1)) else {
            // At no distance there is the site itself.
            return if place == 0 { self.set(from) } else { all };
        };
        for from in self.set(from) {
            let table = self.rays(rays, from);
            for ray in table.of(from) {
                if let Some(&site) = table.ray(ray).get(index) {
                    all.insert(site.into());
                }
            }
        }
        all
    }

    /// The sites before a site on the first ray from another that leads to it.
    pub(in crate::vm) fn between(&self, rays: Rays, from: i32, to: i32) -> SiteSet<W> {
        let table = self.rays(rays, from);
        let mut all = SiteSet::EMPTY;
        for ray in table.of(from) {
            let sites = table.ray(ray);
            if let Some(place) = sites.iter().position(|&site| i32::from(site) == to) {
                sites[..place].iter().for_each(|&site| all.insert(site.into()));
                break;
            }
        }
        all
    }

    /// What is seen from a site along rays, as far as the first piece.
    pub(in crate::vm) fn in_sight(&self, rays: Rays, site: i32, kind: Sight) -> SiteSet<W> {
        let table = self.rays(rays, site);
        let mut all = SiteSet::EMPTY;
        for ray in table.of(site) {
            let sites = table.ray(ray);
            let piece = sites.iter().position(|&site| self.what(site.into()) != 0);
            let free = &sites[..piece.unwrap_or(sites.len())];
            match kind {
                Sight::Empty => free.iter().for_each(|&site| all.insert(site.into())),
                Sight::Farthest => {
                    free.last().into_iter().for_each(|&site| all.insert(site.into()));
                }
                Sight::Piece => {
                    if let Some(piece) = piece {
                        all.insert(sites[piece].into());
                    }
                }
            }
        }
        all
    }

    /// Where the moves of a block begin, or end.
    pub(in crate::vm) fn sites_of_moves(&mut self, body: Block, part: MoveSites) -> SiteSet<W> {
        let first = self.sink.len();
        self.with_goal(Goal::All, |machine| machine.run(body));
        let mut all = SiteSet::EMPTY;
        for mv in &self.sink[first..] {
            match part {
                MoveSites::From => all.insert(mv.from()),
                MoveSites::To => all.insert(mv.to()),
                MoveSites::Between => {
                    for &site in self.passed_by(*mv) {
                        all.insert(site.into());
                    }
                }
            }
        }
        self.sink.truncate(first);
        all
    }

    /// Where the moves of a block end by which a player wins at once. Another player than the mover moves
    /// as if it were his turn.
    pub(in crate::vm) fn winning(&mut self, player: i32, body: Block) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        if !(1..=self.players()).contains(&player) {
            return all;
        }
        let outer = self.mark();
        let mover = self.mover();
        if player != mover {
            self.write_scalar(Scalar::Mover, player);
            self.write_scalar(Scalar::Next, self.active_after(player));
            self.write_scalar(Scalar::Prev, mover);
        }
        self.enter();
        let first = self.list_moves(body);
        self.leave();
        let end = self.sink.len();
        self.trying(|machine| {
            for index in first..end {
                let mv = machine.sink[index];
                if mv.to() < 0 || all.contains(mv.to()) {
                    continue;
                }
                let mark = machine.mark();
                let tried = machine.look_ahead(|machine| machine.apply(mv));
                if tried.is_some() && machine.wide(Scalar::Winners) >> player & 1 != 0 {
                    all.insert(mv.to());
                }
                machine.undo(mark);
            }
        });
        self.sink.truncate(first);
        self.undo(outer);
        all
    }
}
