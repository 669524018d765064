//! The empty sites, as a list to draw from while moves do nothing but to fill them.

use crate::bytecode::{Layout, PerPlayer, Program, Scalar};
use crate::vm::machine::Machine;
use crate::vm::movegen::candidates::Deferral;
use crate::vm::movegen::moves::Move;
use crate::vm::movegen::sink::Origin;
use crate::vm::set::site_set::SiteSet;

/// What is known as long as only moves of one phase are made that fill empty sites.
#[derive(Clone, Debug, Default)]
pub(in crate::vm) struct Empties {
    /// The phase; none if something else may have happened.
    phase: Option<i32>,
    /// The sites, in any order.
    pub(in crate::vm) sites: Vec<u16>,
    /// The sites with which it began, in order, and the same as a set.
    first: Vec<u16>,
    before: Vec<u64>,
    /// The sites that can be filled in a phase if they are empty, as a set, and what each player adds, by
    /// his number, once it is known: it depends on nothing else.
    known_of: Option<i32>,
    region: Vec<u64>,
    pub(in crate::vm) forms: Vec<Option<Form>>,
}

/// What a player adds.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct Form {
    /// The move, with any site to end at.
    pub(in crate::vm) mv: Move,
    pub(in crate::vm) origin: Origin,
}

impl Form {
    /// The piece.
    #[inline]
    pub(in crate::vm) fn what(self) -> i32 {
        self.mv.payload(0)
    }
}

impl Empties {
    /// What a player adds, if it is known.
    #[inline]
    pub(in crate::vm) fn known_form(&self, player: i32) -> Option<Form> {
        self.forms.get(player as usize).copied().flatten()
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Forgets what is known of the empty sites.
    pub(crate) fn drop_empties(&mut self) {
        self.caches.empties.phase = None;
    }

    /// Draws a move that adds a piece to an empty site, or the swap, from the list of these sites; a pass
    /// if there is nothing else. The sites are looked up at the first move of a phase, and each site that
    /// is drawn leaves the list: nothing else may change them.
    pub(crate) fn draw_empty(&mut self, draw: impl FnOnce(u32) -> u32) -> Move {
        self.list_empties();
        self.sink.clear();
        self.offer_swap();
        let free = self.caches.empties.sites.len() as u32;
        let swaps = self.sink.len() as u32;
        match (free + swaps > 0).then(|| draw(free + swaps)) {
            Some(index) if index < free => self.fill_listed(index as usize),
            Some(_) => self.sink[0],
            None => self.forced_pass(),
        }
    }

    /// The move to a site of the list, which leaves it.
    fn fill_listed(&mut self, index: usize) -> Move {
        let site = i32::from(self.caches.empties.sites.swap_remove(index));
        let mv = self.form(self.mover()).map(|form| form.mv.ending_at(site, form.origin));
        debug_assert!(mv.is_some(), "a site is left, so there is a move");
        mv.unwrap_or_else(|| self.forced_pass())
    }

    /// Looks up the empty sites of the phase, unless they are known.
    pub(in crate::vm) fn list_empties(&mut self) {
        let phase = self.per_player(PerPlayer::Phase, self.mover());
        if self.caches.empties.phase != Some(phase) {
            self.look_up_empties(phase);
        }
        debug_assert!(self.are_all_listed(), "something else has changed the empty sites");
    }

    fn look_up_empties(&mut self, phase: i32) {
        if self.turns_to(phase) {
            let region = self.all_ever_empty();
            let empties = &mut self.caches.empties;
            empties.region.clear();
            empties.region.extend(region.0);
            empties.before.clear();
        }
        let set = match self.caches.empties.region.first_chunk() {
            // Sites of other layers have other numbers in moves.
            Some(region) if self.layout().layers.is_empty() => SiteSet(*region) & self.empty(),
            _ => self.all_placeable(),
        };
        let empties = &mut self.caches.empties;
        empties.phase = Some(phase);
        // Most playouts begin where the one before began.
        if empties.before != set.0 {
            empties.before.clear();
            empties.before.extend(set.0);
            empties.first.clear();
            empties.first.extend(set.iter().map(|site| site as u16));
        }
        empties.sites.clone_from(&empties.first);
    }

    /// The sites that can be filled, as the rules tell.
    pub(in crate::vm) fn all_placeable(&mut self) -> SiteSet<W> {
        self.find_candidates(Deferral::Nothing);
        let set = self.sink.ends().first().map_or(SiteSet::EMPTY, |ends| SiteSet(*ends));
        self.drop_candidates();
        set
    }

    /// Forgets what players add in another phase; whether it was another.
    pub(in crate::vm) fn turns_to(&mut self, phase: i32) -> bool {
        let players = self.players() as usize;
        let empties = &mut self.caches.empties;
        let other = empties.known_of != Some(phase);
        if other {
            empties.known_of = Some(phase);
            empties.forms.clear();
            empties.forms.resize(players + 2, None);
        }
        other
    }

    /// The sites that can be filled if they are empty.
    fn all_ever_empty(&mut self) -> SiteSet<W> {
        let all = self.fixed_set(Program::ALL_SITES);
        let empty = self.empty();
        self.set_set(Layout::EMPTY, all);
        let region = self.all_placeable();
        self.set_set(Layout::EMPTY, empty);
        region
    }

    /// Whether all sites of the list belong to the board.
    pub(in crate::vm) fn are_on_board(&self) -> bool {
        let board = self.fixed_set(Program::BOARD);
        SiteSet::first_of(&self.caches.empties.before).is_subset(&board)
    }

    /// Whether the list holds as many sites as the rules tell.
    fn are_all_listed(&mut self) -> bool {
        let found = self.find_candidates(Deferral::Nothing) as usize - self.sink.len();
        self.drop_candidates();
        found == self.caches.empties.sites.len()
    }

    /// What a player adds in the phase whose empty sites are listed; none if there are none left.
    #[inline]
    pub(in crate::vm) fn form(&mut self, player: i32) -> Option<Form> {
        self.caches.empties.known_form(player).or_else(|| self.find_form(player))
    }

    fn find_form(&mut self, player: i32) -> Option<Form> {
        let mover = self.mover();
        self.set_scalar(Scalar::Mover, player);
        self.find_candidates(Deferral::Nothing);
        let form = self
            .sink
            .sets()
            .first()
            .map(|move_set| Form { mv: move_set.mv, origin: move_set.origin });
        self.drop_candidates();
        self.set_scalar(Scalar::Mover, mover);
        self.caches.empties.forms[player as usize] = form;
        form
    }
}
