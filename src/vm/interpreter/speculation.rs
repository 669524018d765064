//! Speculation: moves are tried and taken back, to see what would hold after them and whether there are any.

use crate::bytecode::{Action, Block, Guard, Op, PerPlayer, Phase, Program, Recipe, Reg, Scalar};
use crate::vm::incremental::attacks::Royal;
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::movegen::sink::Goal;

/// What is asked of the state after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) struct Asked {
    pub(in crate::vm) test: Block,
    /// How many of the last consequences of the move it does not see.
    pub(in crate::vm) outer: usize,
    /// Tells the same of a move that has not been made, with the site where it ends in `to`.
    pub(in crate::vm) single: Option<Block>,
    /// The piece that has to be safe, if that is all it asks and it can be told without making moves.
    pub(in crate::vm) royal: Option<Royal>,
}

impl<'a, const W: usize> Machine<'a, W> {
    /// The moves of a block after which a test holds; those of another, if they are known to be these.
    /// `royal` is the component that has to be safe, if that is all that the test asks. The moves may have
    /// postconditions of their own.
    pub(in crate::vm) fn if_afterwards(
        &mut self,
        (body, direct): (Block, Option<Block>),
        asked: Asked,
        royal: Option<i32>,
        guard: Guard,
        inside: bool,
    ) {
        if let Some(direct) = direct {
            self.run(direct);
            return;
        }
        let holds_anyway = guard == Guard::Threats && self.context.is(Inside::Threat)
            || guard == Guard::NextMoves && self.context.is(Inside::NoMoves);
        if holds_anyway {
            self.run(body);
            return;
        }
        let asked = Asked { royal: royal.and_then(|what| self.royal(what)), ..asked };
        let goal = self.sink.goal();
        let first = if inside { self.list_deferring(body) } else { self.list_moves(body) };
        // They stay in the order in which they were found: it shows where they are made before others.
        let mut kept = first;
        for index in first..self.sink.len() {
            let mv = self.sink[index];
            let wanted = match goal {
                Goal::To(site) => mv.to == site,
                Goal::All | Goal::Allowed | Goal::Any | Goal::First => true,
            };
            let holds = wanted && self.holds_after(mv, asked);
            if holds && (!inside || self.holds_inside(mv)) {
                self.sink[kept] = mv;
                kept += 1;
                if !goal.wants_all() {
                    break;
                }
            }
        }
        self.sink.truncate(kept);
        self.pass_on(first);
    }

    /// The moves of a block after all moves of another were made; one that passes if there are none.
    pub(in crate::vm) fn do_next(
        &mut self,
        prior: Block,
        body: Block,
        pass: Option<(Recipe, (i32, i32))>,
    ) {
        let before = self.sink.found_so_far();
        let aside = self.context.is(Inside::Trial);
        let mark = self.mark();
        let mut choice = None;
        self.enter();
        self.drawing_first(prior, |machine| {
            // Which moves they are is found out before anything is tried.
            machine.context.set(Inside::Trial, aside);
            let first = machine.list_moves(prior);
            choice = machine.first_choice(first);
            machine.context.set(Inside::Trial, true);
            machine.perform_from(first);
        });
        self.leave();
        let first = self.sink.len();
        self.run(body);
        self.undo(mark);
        if let Some(choice) = choice {
            self.tell_as(choice, first);
        }
        if let Some((recipe, (a, b))) = pass
            && self.sink.found_so_far() == before
            && !self.sink.has_found()
        {
            self.push(self.make(recipe, -1, -1, a, b));
        }
    }

    /// The first move of the list from a place on that is one of choice.
    fn first_choice(&self, first: usize) -> Option<Move> {
        let is_choice = |mv: &&Move| self.program.recipes[mv.recipe.index()].decision;
        self.sink[first..].iter().find(is_choice).copied()
    }

    /// Lets moves from a place on that have no sites be told by those of a choice that is part of them.
    fn tell_as(&mut self, choice: Move, first: usize) {
        for mv in &mut self.sink[first..] {
            if (mv.from, mv.to) == (-1, -1) {
                (mv.from, mv.to) =
                    (Move::only_displayed(choice.from), Move::only_displayed(choice.to));
            }
        }
    }

    /// Runs a block with a site in `to`.
    fn run_at(&mut self, site: i32, block: Block) -> i32 {
        let outer = self.get(Reg::TO);
        self.put(Reg::TO, site);
        let value = self.run(block);
        self.put(Reg::TO, outer);
        value
    }

    /// Whether a test holds after a move.
    pub(in crate::vm) fn holds_after(&mut self, mv: Move, asked: Asked) -> bool {
        if let Some(single) = asked.single {
            return self.run_at(mv.to(), single) != 0;
        }
        if let Some(safe) = asked.royal.and_then(|royal| self.is_safe_after(&royal, mv)) {
            return safe;
        }
        let mark = self.mark();
        self.perform(mv, asked.outer, true);
        if self.mover() == self.scalar(Scalar::Next) {
            self.write_scalar(Scalar::Next, self.scalar(Scalar::Prev));
        }
        let holds = self.with_goal(Goal::All, |machine| machine.run(asked.test)) != 0;
        self.undo(mark);
        holds
    }

    #[inline]
    pub(in crate::vm) fn has_meta_filter(&self) -> bool {
        self.program.facts.has_meta_filter()
    }

    /// Whether a block makes a move that the meta rules allow.
    pub(in crate::vm) fn can_move(&mut self, body: Block) -> bool {
        self.drawing_apart(|machine| machine.makes_move(body))
    }

    fn makes_move(&mut self, body: Block) -> bool {
        if !self.has_meta_filter() {
            return self.with_goal(Goal::Any, |machine| {
                machine.run(body);
                machine.sink.has_found()
            });
        }
        let first = self.sink.len();
        self.with_goal(Goal::Allowed, |machine| machine.run(body));
        let can = self.has_allowed(first);
        self.sink.truncate(first);
        can
    }

    /// How many legal moves the mover has, the pass that is left to him included; 0 while they are being
    /// counted already.
    pub(in crate::vm) fn count_legal(&mut self) -> i32 {
        if self.context.set(Inside::Count, true) {
            return 0;
        }
        let may_defer = self.sink.allow_deferral(false);
        let first = self.sink.len();
        self.enter();
        self.drawing_apart(|machine| machine.with_goal(Goal::All, Self::list_legal));
        self.leave();
        self.clear_stalemate();
        let count = self.sink.len() - first;
        self.sink.truncate(first);
        self.sink.allow_deferral(may_defer);
        self.context.set(Inside::Count, false);
        count as i32
    }

    /// Whether the meta rules allow one of the moves of the list from a place on.
    fn has_allowed(&mut self, first: usize) -> bool {
        let moves = first..self.sink.len();
        self.with_goal(Goal::All, |machine| {
            moves.into_iter().any(|index| machine.is_allowed(machine.sink[index]))
        })
    }

    /// Whether there are more moves than at a mark, as far as they count for the goal.
    #[inline]
    pub(in crate::vm) fn has_more_than(&mut self, mark: i32) -> bool {
        if self.sink.found_so_far() as i32 <= mark {
            return false;
        }
        self.sink.goal() != Goal::Allowed
            || self.has_allowed(mark as usize - self.sink.sets().len())
    }

    /// As [`can_move`](Self::can_move), for what a player could do next: the sites of the last move
    /// count as visited meanwhile, and as not visited afterwards, whatever they were.
    pub(in crate::vm) fn can_move_on(&mut self, body: Block) -> bool {
        let Some(visited) = self.layout().visited else { return self.can_move(body) };
        let last = [Scalar::LastFrom, Scalar::LastTo].map(|scalar| self.scalar(scalar));
        let mark = |machine: &mut Self, on: bool| {
            for site in last {
                if machine.is_site(site) {
                    machine.write_bit(usize::from(visited), site, on);
                }
            }
        };
        mark(self, true);
        let can = self.can_move(body);
        mark(self, false);
        can
    }

    /// Lists the moves of a block, and puts right what listing them has changed: moves can be listed
    /// again.
    #[inline]
    pub(in crate::vm) fn list_without_trace(&mut self, play: Block) {
        if !self.program.facts.listing_shows {
            self.run(play);
            return;
        }
        let visited = self.layout().visited.map(usize::from);
        let before = visited.map(|set| (set, self.state_set(set)));
        let stalemated = self.scalar(Scalar::Stalemated);
        self.run(play);
        if let Some((set, before)) = before {
            self.write_set(set, before);
        }
        self.write_scalar(Scalar::Stalemated, stalemated);
    }

    /// Does to the state what listing the moves does to it in the language, where whoever makes a move
    /// has listed them once: see `analysis/listing.rs`.
    #[inline]
    pub(in crate::vm) fn leave_trace(&mut self) {
        if self.program.facts.listing_shows {
            self.list_with_trace();
        }
    }

    /// Moves that are made while the moves are listed, to try them out, leave none: they would be listed
    /// again for each of them, and so on.
    #[cold]
    fn list_with_trace(&mut self) {
        if self.context.set(Inside::Trace, true) {
            return;
        }
        let (play, first) = (self.play(), self.sink.len());
        self.drawing_as_listed(|machine| {
            machine.with_goal(Goal::All, |machine| machine.run(play));
        });
        self.sink.truncate(first);
        self.context.set(Inside::Trace, false);
    }

    /// Whether the player who is the mover can move by the rules of his phase.
    pub(in crate::vm) fn mover_can_move(&mut self) -> bool {
        if self.program.facts.swap && self.scalar(Scalar::Moves) == self.players() - 1 {
            return true;
        }
        let play = self.play();
        if self.can_pass(play) {
            return true;
        }
        self.enter();
        let can = self.can_move(play);
        self.leave();
        can
    }

    /// Whether a play rule makes a pass whatever else it makes, and nothing forbids that.
    fn can_pass(&self, play: Block) -> bool {
        let program = self.program;
        let makes_pass = |op: &Op| match *op {
            Op::Push { recipe, .. } => program.recipes[recipe.index()].action == Action::Pass,
            _ => false,
        };
        // All jumps go forward: what comes before the first of them is carried out.
        let mut always = program.block(play).iter().take_while(|op| op.target().is_none());
        !program.facts.no_suicide && always.any(makes_pass)
    }

    /// The program, and the phase of the mover.
    #[inline]
    pub(crate) fn program_and_phase(&self) -> (&'a Program, &'a Phase) {
        (self.program, self.phase())
    }

    /// The phase of the mover.
    #[inline]
    pub(in crate::vm) fn phase(&self) -> &'a Phase {
        match &*self.program.phases {
            [only] => only,
            phases => &phases[self.per_player(PerPlayer::Phase, self.mover()) as usize],
        }
    }

    /// The rules by which the mover moves.
    #[inline]
    pub(in crate::vm) fn play(&self) -> Block {
        let (phase, mover) = (self.phase(), self.mover());
        phase.plays.get((mover as usize).wrapping_sub(1)).copied().unwrap_or(phase.play)
    }

    #[inline]
    pub(in crate::vm) fn set_stalemated(&mut self, player: i32, stalemated: bool) {
        if !self.program.facts.stalemates {
            return;
        }
        let old = self.scalar(Scalar::Stalemated);
        let bit = 1 << player;
        let new = if stalemated { old | bit } else { old & !bit };
        self.write_scalar(Scalar::Stalemated, new);
    }

    /// Whether a player is known to have no move; for the next player it is found out.
    pub(in crate::vm) fn no_moves(&mut self, player: i32, next: bool) -> bool {
        if next {
            if self.context.is(Inside::NoMoves) {
                return false;
            }
            let player = self.scalar(Scalar::Next);
            let (mover, prev) = (self.mover(), self.scalar(Scalar::Prev));
            self.write_scalar(Scalar::Mover, player);
            self.write_scalar(Scalar::Next, self.active_after(player));
            self.write_scalar(Scalar::Prev, mover);
            self.context.set(Inside::NoMoves, true);
            let can = if self.caches.next_player.are_kept() {
                self.find_next_player_moves()
            } else {
                self.mover_can_move()
            };
            self.context.set(Inside::NoMoves, false);
            self.write_scalar(Scalar::Mover, mover);
            self.write_scalar(Scalar::Next, player);
            self.write_scalar(Scalar::Prev, prev);
            self.set_stalemated(player, !can);
            return !can;
        }
        (1..=self.players()).contains(&player) && self.scalar(Scalar::Stalemated) >> player & 1 != 0
    }

    /// Runs a block as if another player were to move.
    pub(in crate::vm) fn as_mover(&mut self, player: i32, body: Block) {
        let mover = self.mover();
        if player == mover || !(1..=self.players()).contains(&player) {
            self.run(body);
            return;
        }
        let (next, prev) = (self.scalar(Scalar::Next), self.scalar(Scalar::Prev));
        let (first, first_move_set) = (self.sink.len(), self.sink.sets().len());
        self.write_scalar(Scalar::Mover, player);
        self.write_scalar(Scalar::Next, mover);
        self.write_scalar(Scalar::Prev, mover);
        let acting = self.context.set(Inside::Acting, true);
        self.run(body);
        self.context.set(Inside::Acting, acting);
        self.write_scalar(Scalar::Mover, mover);
        self.write_scalar(Scalar::Next, next);
        self.write_scalar(Scalar::Prev, prev);
        self.sink[first..].iter_mut().for_each(|mv| mv.mover = mover as u8);
        let move_sets = self.sink.sets_mut()[first_move_set..].iter_mut();
        move_sets.for_each(|move_set| move_set.mv.mover = mover as u8);
    }

    /// Whether an enemy of the owner of a component could move to a site, if the component stood
    /// there.
    /// If it is about whatever stands there, the owner moves after the enemy.
    pub(in crate::vm) fn threatened(
        &mut self,
        what: i32,
        (site, layer): (i32, u8),
        moves: Option<Block>,
        any: bool,
    ) -> bool {
        let place = self.locate_on(layer, site);
        if self.context.is(Inside::Threat) || what < 1 || !self.is_site(place) {
            return false;
        }
        if any && !(1..=self.players()).contains(&self.scalar(Scalar::Next)) {
            return false;
        }
        let owner = self.owner(what);
        // Where pieces are counted, one that is only thought of is none: the site stays empty.
        let stands = self.layout().count.is_none() || self.count(place) > 0;
        let by_table = moves.is_none() && !any && stands && layer == 0;
        if let Some(attacked) = by_table.then(|| self.is_attacked(site, owner)).flatten() {
            return attacked;
        }
        self.context.set(Inside::Threat, true);
        let mark = self.mark();
        self.write_scalar(Scalar::Prev, owner);
        // In a stack it would be put where nobody looks.
        if self.what(place) != what && self.layout().stacks.is_none() {
            self.write_piece(place, what, self.count(place));
            self.write_who(place, owner);
        }
        let mut found = false;
        for enemy in (1..=self.players()).filter(|&player| player != owner) {
            self.write_scalar(Scalar::Mover, enemy);
            if any {
                self.write_scalar(Scalar::Next, owner);
            }
            self.enter();
            found = self.drawing_apart(|machine| {
                machine.with_goal(Goal::To(site as i16), |machine| {
                    match moves {
                        Some(moves) => _ = machine.run(moves),
                        None if by_table => machine.look_for_attack(site),
                        None => _ = machine.run(machine.play()),
                    }
                    machine.sink.has_found()
                })
            });
            self.leave();
            if found {
                break;
            }
        }
        self.undo(mark);
        self.context.set(Inside::Threat, false);
        found
    }
}
