//! The enclosure fast path: playouts of games whose moves only place a piece and capture what it encloses.
//!
//! Whether a piece can be added, what it takes and which position it leads to is told by the groups beside
//! its site, which are kept from move to move (`vm/incremental/chains.rs`); the move is then made on the sets at once.
//! Whatever else is drawn, and whatever else is done when something is taken, goes the general way.

use crate::bytecode::{Enclosure, Layout, Lists, PerPlayer, Room, Scalar};
use crate::vm::incremental::chains::{Chains, Trying};
use crate::vm::incremental::empty_sites::Form;
use crate::vm::machine::Machine;
use crate::vm::movegen::candidates::Deferral;
use crate::vm::movegen::moves::Move;
use crate::vm::state::zobrist::{Field, key};

/// What a player can choose from: a piece on any of the empty sites, and a pass.
#[derive(Clone, Copy)]
struct Offer {
    form: Form,
    pass: Option<Move>,
}

/// What was drawn.
enum Drawn {
    Piece(u16, Trying),
    Other(Move),
}

impl<const W: usize> Machine<'_, W> {
    /// Plays an enclosure game up to a maximum number of moves, and returns their number: 0 if that is not possible
    /// now. Stops when the game is over or when there is something else to choose from.
    #[inline]
    pub(crate) fn run_enclosure(&mut self, most: u64, draw: &mut impl FnMut(u32) -> u32) -> u64 {
        let Some(rules) = self.program.enclosure else { return 0 };
        let most = most.min(self.before_anything_else());
        if most == 0 || !self.all_take_turns() {
            return 0;
        }
        let (Some(first), Some(second)) = (self.offer(1), self.offer(2)) else { return 0 };
        let mut chains = std::mem::take(&mut self.caches.chains);
        self.make_chains(&rules, &mut chains);
        let mut made = 0;
        while made < most && self.all_take_turns() {
            let offer = if self.mover() == 1 { first } else { second };
            match self.draw_piece(&rules, offer, &mut chains, draw) {
                Drawn::Piece(site, trying) => {
                    self.add_at(&rules, offer.form, (site, trying), &mut chains);
                }
                Drawn::Other(mv) => self.play_move(mv),
            }
            made += 1;
        }
        self.caches.chains = chains;
        made
    }

    /// What a player can choose from; none if it is something else.
    fn offer(&mut self, player: i32) -> Option<Offer> {
        let mover = self.mover();
        self.set_scalar(Scalar::Mover, player);
        self.find_candidates(Deferral::All);
        let form = match *self.sink.sets() {
            [move_set] => Some(Form { mv: move_set.mv, origin: move_set.origin }),
            _ => None,
        };
        let passes = &self.sink[..];
        let fits = *self.sink.ends() == [self.empty().0]
            && form.is_some_and(|form| form.what() == player)
            && passes.len() < 2
            && passes.iter().all(|mv| {
                mv.is_pass(self.program) && self.program.recipes[mv.recipe.index()].is_single()
            });
        let offer = form.filter(|_| fits).map(|form| Offer { form, pass: passes.first().copied() });
        self.drop_candidates();
        self.set_scalar(Scalar::Mover, mover);
        offer
    }

    /// Finds out the groups that are on the board.
    fn make_chains(&self, rules: &Enclosure, chains: &mut Chains) {
        let sets =
            [Layout::EMPTY, Layout::owned(1), Layout::owned(2)].map(|set| self.state_set(set));
        let table = self.steps(rules.steps, -1);
        chains.make(table, sets, |site, owner| self.key_of(site, owner));
    }

    /// The key of a player's piece on a site: the component has their number.
    #[inline]
    fn key_of(&self, site: u16, owner: u8) -> u64 {
        if self.program.facts.hashing { key(Field::What, site.into(), owner.into()) } else { 0 }
    }

    /// Draws one of the moves: an empty site that cannot be had is put behind the others.
    #[inline]
    fn draw_piece(
        &mut self,
        rules: &Enclosure,
        offer: Offer,
        chains: &mut Chains,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Drawn {
        let mut left = chains.empties().len();
        loop {
            let all = left + usize::from(offer.pass.is_some());
            let index = if all > 0 { draw(all as u32) as usize } else { 0 };
            if index >= left {
                return Drawn::Other(offer.pass.unwrap_or_else(|| self.forced_pass()));
            }
            let site = chains.empties()[index];
            if let Some(trying) = self.try_at(rules, site, chains) {
                return Drawn::Piece(site, trying);
            }
            left -= 1;
            chains.swap(index, left);
        }
    }

    /// What the mover's piece finds on an empty site, if it can be added there.
    #[inline]
    fn try_at(&self, rules: &Enclosure, site: u16, chains: &mut Chains) -> Option<Trying> {
        let beside = self.steps(rules.steps, -1).of(site.into());
        let mover = self.mover() as u8;
        let trying = chains.try_piece(beside, mover);
        let fits = match rules.room {
            Room::Anywhere => true,
            Room::Free => trying.is_free(),
            Room::FreeOrTaking => trying.is_free() || trying.taken > 0,
        };
        let taken = if rules.takes { trying.keys } else { 0 };
        if fits && !self.has_seen_after(self.key_of(site, mover) ^ taken) {
            return Some(trying);
        }
        chains.give_back(beside);
        None
    }

    /// Adds the mover's piece where it was tried, takes what it encloses, and ends the turn.
    #[inline]
    fn add_at(
        &mut self,
        rules: &Enclosure,
        form: Form,
        (site, trying): (u16, Trying),
        chains: &mut Chains,
    ) {
        let table = self.steps(rules.steps, -1);
        let beside = table.of(site.into());
        let mv = form.mv.ending_at(site.into(), form.origin);
        let takes = rules.takes && trying.taken > 0;
        if takes && rules.points.is_none() {
            chains.give_back(beside);
            self.play_move(mv);
            return self.make_chains(rules, chains);
        }
        let mover = self.mover();
        let key = self.key_of(site, mover as u8);
        chains.add(site, beside, mover as u8, key, trying);
        self.put_bare(site, mover, true);
        let mut change = key;
        if takes {
            change ^= trying.keys;
            self.take_all(rules, trying.taken, table, chains);
        }
        if self.program.facts.hashing {
            self.words[Layout::scalar(Scalar::Hash)] ^= change;
        }
        self.clear_stalemate();
        self.note_simply(mv);
        if !rules.quiet || chains.empties().is_empty() {
            self.check_end();
        }
        self.end_remembered_turn();
    }

    /// Takes what a piece of the mover encloses, so many pieces.
    fn take_all(&mut self, rules: &Enclosure, count: u32, table: &Lists, chains: &mut Chains) {
        let mover = self.mover();
        let enemy = self.turn_after(mover);
        chains.take(table, |site| self.put_bare(site, enemy, false));
        let score = self.per_player(PerPlayer::Score, mover);
        let points = rules.points.unwrap_or(0).wrapping_mul(count as i32);
        self.write_per_player(PerPlayer::Score, mover, score.wrapping_add(points));
    }

    /// Puts a player's piece on a site, or takes it away; the hash stays as it is.
    #[inline]
    fn put_bare(&mut self, site: u16, player: i32, on: bool) {
        let what = player as usize;
        for set in [Layout::EMPTY, Layout::owned(what), self.layout().holding(what)] {
            self.sets[set][usize::from(site >> 6)] ^= 1 << (site & 63);
        }
        self.set_plane(self.layout().what, site.into(), if on { player } else { 0 });
    }
}
