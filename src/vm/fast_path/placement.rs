//! The placement fast path: playouts of games whose moves only place a piece on an empty site.
//!
//! Of what a move changes, the next moves and the end triggers need little: the sets of sites, and which
//! pieces are connected. The rest is brought up to date when a trigger is met, and then the end rules say
//! what that means (`analysis/end_triggers.rs`).

use crate::bytecode::{Layout, Op, Program, Rays, Scalar, Set};
use crate::vm::incremental::empty_sites::Form;
use crate::vm::incremental::line_masks::{LineMasks, triggering_lengths};
use crate::vm::incremental::loops::Loops;
use crate::vm::incremental::target_sets::Targets;
use crate::vm::incremental::union_find::UnionFind;
use crate::vm::machine::Machine;
use crate::vm::query::booleans::RingWays;
use crate::vm::state::trial::Played;

/// The players who place pieces, and what the end triggers ask for. It is found out once: it depends on nothing
/// but the game.
#[derive(Debug)]
pub(in crate::vm) struct PlacementRules {
    /// The players from the first on; none if some have nothing of their own to add.
    placers: Vec<Placer>,
    /// Rays along which rows are asked for first.
    rays: Option<Rays>,
    /// A ring, of the kind that is asked for first.
    ring: Option<(RingWays, Set)>,
    /// Whether it is asked which pieces are connected.
    asks_for_groups: bool,
    /// Whether nothing else is asked, and of few targets.
    has_target_sets: bool,
}

/// A player who places pieces.
#[derive(Clone, Copy, Debug)]
struct Placer {
    player: i32,
    /// What they add.
    form: Form,
    /// The set of their pieces.
    kind: usize,
    /// The lengths of rows that answer one of the questions after a move of theirs, one bit for each.
    lengths: u64,
    /// How many of the end triggers line masks answer, and how many others there are.
    line_triggers: usize,
    others: usize,
    /// What their pieces may be connected to, if nothing else is asked.
    targets: Option<Targets>,
}

/// A site on which a piece was placed.
#[derive(Clone, Copy)]
struct Placed {
    site: u16,
    /// How many groups its piece has made one of, if that tells where rings can be closed.
    united: Option<u32>,
}

impl<'a, const W: usize> Machine<'a, W> {
    /// Plays a game with end triggers and without stacks up to a maximum number of moves, and returns their number:
    /// 0 if that is not possible now. Stops when the game is over or when there is something else to choose from.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    pub(crate) fn run_placement(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        let most = most.min(self.before_anything_else());
        if most == 0 {
            return 0;
        }
        self.list_empties();
        if self.caches.empties.sites.is_empty() {
            return 0;
        }
        let rules = self.caches.placement.take().unwrap_or_else(|| self.placement_rules());
        let mut made = 0;
        if self.is_ready_for(&rules) {
            while made < most && !self.caches.empties.sites.is_empty() && self.all_take_turns() {
                if let Some((ways, outer)) = rules.ring {
                    self.watch_loops(ways, outer);
                }
                made += self.place_until_trigger(most - made, &rules, draw);
                self.end_simple_turn();
            }
        }
        self.caches.placement = Some(rules);
        made
    }

    /// Finds out who places pieces, and what their end triggers ask.
    fn placement_rules(&mut self) -> PlacementRules {
        let line = |trigger: &Op| match *trigger {
            Op::Line { rays, .. } => Some(rays),
            _ => None,
        };
        let ring = |trigger: &Op| match *trigger {
            Op::Ring { near, beside, rays, steps, outer, .. } => {
                Some((RingWays { near, beside, rays, steps }, outer))
            }
            _ => None,
        };
        let rays = self.all_end_triggers().find_map(line);
        rays.into_iter().for_each(|rays| self.align_line_masks(rays));
        let along = self.caches.line_masks.as_ref().and_then(LineMasks::rays);
        let placers: Vec<Placer> = if self.all_add_their_own() {
            (1..=self.players()).filter_map(|player| self.placer(player, along)).collect()
        } else {
            Vec::new()
        };
        PlacementRules {
            has_target_sets: placers.iter().all(|placer| placer.targets.is_some()),
            placers,
            rays: along,
            ring: self.all_end_triggers().find_map(ring),
            asks_for_groups: self
                .all_end_triggers()
                .any(|trigger| matches!(trigger, Op::Connected { .. })),
        }
    }

    /// Makes ready to place pieces; whether it is possible.
    #[inline]
    fn is_ready_for(&mut self, rules: &PlacementRules) -> bool {
        let possible = !rules.placers.is_empty()
            && self.are_on_board()
            && self.all_take_turns()
            && (!rules.asks_for_groups || rules.has_target_sets || self.unite_for_triggers());
        if possible && rules.has_target_sets {
            let targets = rules.placers.iter().filter_map(|placer| placer.targets);
            self.keep_target_sets(targets.zip(1..));
        }
        if possible && let Some(rays) = rules.rays {
            self.align_line_masks(rays);
        }
        possible
    }

    /// How many moves it takes until there can be something else to choose from, or a limit is reached.
    pub(in crate::vm) fn before_anything_else(&self) -> u64 {
        let (players, moves) = (self.players(), self.scalar(Scalar::Moves));
        let turns = Program::TURN_LIMIT * players - self.scalar(Scalar::Turns);
        let limits = turns.min(Program::MOVE_LIMIT - moves - 1);
        let swap = players - 1 - moves;
        let most = if self.program.facts.swap && swap >= 0 { swap.min(limits) } else { limits };
        most.max(0) as u64
    }

    /// Whether nobody is out of the game, and the next turn is that of the player after the mover.
    pub(in crate::vm) fn all_take_turns(&self) -> bool {
        let active = self.wide(Scalar::Active).count_ones() as i32;
        active == self.players() && self.scalar(Scalar::Next) == self.turn_after(self.mover())
    }

    /// Whether each player adds a piece of their own. Afterwards it is known which.
    pub(in crate::vm) fn all_add_their_own(&mut self) -> bool {
        (1..=self.players())
            .all(|player| self.form(player).is_some_and(|form| self.owner(form.what()) == player))
    }

    /// Places one piece at least, and on until an end trigger is met. What the rules
    /// do then is left.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn place_until_trigger(
        &mut self,
        most: u64,
        rules: &PlacementRules,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        let placers = &rules.placers;
        // Groups that are not asked for after each move are not up to date either.
        let keeps_groups = rules.asks_for_groups && !self.caches.target_sets.are_on();
        let mut groups = if keeps_groups { self.caches.connectivity.take() } else { Vec::new() };
        let mut sites = std::mem::take(&mut self.caches.empties.sites);
        let mut masks = self.caches.line_masks.take();
        let mut aligned = masks.as_mut().filter(|masks| masks.rays().is_some());
        let mut free = sites.len();
        let least = free.saturating_sub(most as usize);
        let first = self.mover() as usize - 1;
        let mut turn = first;
        let connecting_steps = self.caches.loops.as_ref().and_then(Loops::connecting_steps);
        let telling =
            connecting_steps.and_then(|steps| groups.iter().position(|groups| groups.is_by(steps)));
        loop {
            let placer = &placers[turn];
            let index = draw(free as u32) as usize;
            free -= 1;
            // Those that have been filled stay behind the others, the first one last.
            sites.swap(index, free);
            let site = sites[free];
            self.set_bit(placer.kind, site.into());
            let mut placed = Placed { site, united: None };
            for (number, groups) in groups.iter_mut().enumerate() {
                let united = self.join(groups, site, &self.state_set(placer.kind));
                if telling == Some(number) {
                    placed.united = Some(united);
                }
            }
            let lengths = aligned.as_mut().map_or(0, |masks| masks.add(placer.player, site));
            let triggered = lengths & placer.lengths != 0
                || match placer.targets {
                    Some(targets) if self.caches.target_sets.are_on() => {
                        self.touches(targets, (site, placer.player), placer.kind)
                    }
                    _ => placer.others > 0 && self.any_triggered(placer, placed, &mut groups),
                };
            if triggered || free == least {
                break;
            }
            turn = if turn + 1 < placers.len() { turn + 1 } else { 0 };
        }
        let made = sites.len() - free;
        self.catch_up(&sites[free..], placers, (first, turn));
        sites.truncate(free);
        if keeps_groups {
            groups.iter_mut().for_each(|groups| groups.have_seen(self.trial.played.len()));
            self.caches.connectivity.put_back(groups);
        }
        self.caches.empties.sites = sites;
        self.caches.line_masks = masks;
        made as u64
    }

    /// What a player adds, and what is asked then; none if they add nothing.
    fn placer(&self, player: i32, along: Option<Rays>) -> Option<Placer> {
        let form = self.caches.empties.known_form(player)?;
        let end_triggers = self.end_triggers_of(player);
        let lengths = |trigger: &Op| match *trigger {
            Op::Line { rays, length, exact, .. } if Some(rays) == along && self.get(length) > 1 => {
                Some(triggering_lengths(self.get(length), exact))
            }
            _ => None,
        };
        let by_lines = end_triggers.iter().map_while(lengths);
        Some(Placer {
            player,
            form,
            kind: self.layout().holding(form.what() as usize),
            lengths: by_lines.clone().fold(0, |all, lengths| all | lengths),
            line_triggers: by_lines.clone().count(),
            others: end_triggers.len() - by_lines.count(),
            targets: self.targets_of(end_triggers),
        })
    }

    /// The end triggers after a move of a player.
    #[inline]
    fn end_triggers_of(&self, player: i32) -> &'a [Op] {
        let program = self.program;
        let end_triggers = program.block(program.end_triggers[player as usize - 1]);
        end_triggers.split_last().map_or(&[], |(_, end_triggers)| end_triggers)
    }

    /// Whether one of the end triggers that lines do not tell is met after a site was filled.
    fn any_triggered(&mut self, placer: &Placer, placed: Placed, groups: &mut [UnionFind]) -> bool {
        let others = &self.end_triggers_of(placer.player)[placer.line_triggers..];
        others.iter().any(|trigger| self.is_triggered(trigger, placer, placed, groups))
    }

    /// Whether an end trigger is met after a site was filled.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is asked in one place, after each move")]
    fn is_triggered(
        &mut self,
        trigger: &Op,
        placer: &Placer,
        placed: Placed,
        groups: &mut [UnionFind],
    ) -> bool {
        let site = placed.site;
        let (here, same) = (i32::from(site), self.state_set(placer.kind));
        match *trigger {
            Op::Line { rays, length, exact, .. } => {
                self.line_in(rays, here, (self.get(length), exact), &same)
            }
            Op::Connected { steps, targets, need, .. } => {
                let groups = groups.iter_mut().find(|groups| groups.is_by(steps));
                let touched = |groups: &mut UnionFind| groups.touched(targets, site);
                groups.is_none_or(|groups| touched(groups) as i32 >= self.get(need))
            }
            Op::Ring { near, beside, rays, steps, outer, .. } => {
                let ways = RingWays { near, beside, rays, steps };
                self.closes_ring(placer, placed, ways, outer)
            }
            // Whatever else it is, the rules know.
            _ => true,
        }
    }

    fn closes_ring(
        &mut self,
        placer: &Placer,
        Placed { site, united }: Placed,
        ways: RingWays,
        outer: Set,
    ) -> bool {
        let same = self.state_set(placer.kind);
        if let Some(loops) = self.caches.loops.as_ref().filter(|loops| loops.are_by(ways, outer))
            && !loops.may_close(placer.player, site, &same, united)
        {
            return false;
        }
        let mut found_sites = std::mem::take(&mut self.buffers.found_sites);
        let is_own = |site| same.contains(site);
        let (ring, cut_off) =
            self.ring_of(site.into(), &same, is_own, ways, (outer, None), &mut found_sites);
        self.buffers.found_sites = found_sites;
        if let Some(loops) = self.caches.loops.as_mut().filter(|_| cut_off) {
            loops.note_walled(placer.player);
        }
        ring
    }

    /// The end triggers of all players.
    pub(in crate::vm) fn all_end_triggers(&self) -> impl Iterator<Item = &'a Op> + use<'a, W> {
        let program = self.program;
        program.end_triggers.iter().flat_map(|&block| program.block(block))
    }

    /// Makes ready to keep which pieces are connected, as far as it is asked for; false if that is too
    /// much.
    fn unite_for_triggers(&mut self) -> bool {
        let mut groups = self.caches.connectivity.take();
        let possible = self.all_end_triggers().all(|trigger| {
            let Op::Connected { steps, targets, .. } = *trigger else { return true };
            let index = UnionFind::by(&mut groups, steps);
            self.ask_for(&mut groups[index], targets)
        });
        groups.iter_mut().for_each(|groups| self.bring_up_to_date(groups));
        self.caches.connectivity.put_back(groups);
        possible
    }

    /// Brings up to date what has been left undone since some sites were filled, the last one first, but
    /// for what the last move leads to. Given are the places of those who filled the first and the last one.
    fn catch_up(&mut self, placed: &[u16], placers: &[Placer], (mut turn, last): (usize, usize)) {
        let after = |turn: usize| if turn + 1 < placers.len() { turn + 1 } else { 0 };
        let first = self.trial.played.len();
        self.trial.played.extend(placed.iter().rev().map(|&site| {
            let Placer { player, form, .. } = &placers[turn];
            turn = after(turn);
            let mv = form.mv.ending_at(site.into(), form.origin);
            Played { mv, mover: *player as u8, pass: false, level: 0 }
        }));
        let (plane, states) = (self.layout().what, self.layout().state.is_some());
        for index in first..self.trial.played.len() {
            let mv = self.trial.played[index].mv;
            self.set_plane(plane, mv.to(), mv.payload(0));
            if states && mv.payload(1) >= 0 {
                self.write_state(mv.to(), mv.payload(1));
            }
        }
        for placer in placers {
            let kind = self.state_set(placer.kind);
            let owner = placer.player as usize;
            self.set_set(Layout::owned(owner), self.owned(owner) | kind);
            self.set_set(Layout::EMPTY, self.empty() - kind);
        }
        self.catch_up_turns(first, (placers[last].player, placers[after(last)].player));
    }

    /// Brings up to date whose turn it is, and what has been counted, after moves from the one with a
    /// number on.
    pub(in crate::vm) fn catch_up_turns(&mut self, first: usize, (mover, next): (i32, i32)) {
        let played = &self.trial.played[first..];
        let [.., last] = played else { return };
        let (made, last) = (played.len() as i32, last.mv);
        let movers = played.iter().take(self.players() as usize);
        let moved = movers.fold(0, |moved, played| moved | 1 << played.mover);
        if let [.., before, _] = played {
            let before = before.mover.into();
            self.set_scalar(Scalar::Prev, before);
            self.set_scalar(Scalar::SameTurn, 0);
            self.set_scalar(Scalar::Passes, 0);
        }
        for (scalar, value) in [
            (Scalar::Decided, 0),
            (Scalar::NextWasSet, 0),
            (Scalar::Stalemated, self.scalar(Scalar::Stalemated) & !moved),
            (Scalar::Moves, self.scalar(Scalar::Moves) + made),
            (Scalar::Counter, self.scalar(Scalar::Counter) + made - 1),
            (Scalar::Turns, self.scalar(Scalar::Turns) + made - 1),
            (Scalar::LastFrom, last.from()),
            (Scalar::LastTo, last.to()),
            (Scalar::Mover, mover),
            (Scalar::Next, next),
        ] {
            self.set_scalar(scalar, value);
        }
    }

    /// The player whose turn comes after that of another, while all are in the game.
    #[inline]
    pub(in crate::vm) fn turn_after(&self, player: i32) -> i32 {
        if player >= self.players() { 1 } else { player + 1 }
    }
}
