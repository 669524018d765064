//! Moves made of moves.

use super::moves::Move;
use crate::bytecode::{Block, Recipe, Reg};
use crate::vm::apply::perform::Record;
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Goal;

/// Rounds of a loop after which nothing is going to change any more.
const ROUNDS: usize = 10_000;

impl<const W: usize> Machine<'_, W> {
    /// All moves of a block, on top of the list; the number of the first.
    pub(in crate::vm) fn list_moves(&mut self, body: Block) -> usize {
        let first = self.sink.len();
        self.with_goal(Goal::All, |machine| machine.run(body));
        first
    }

    /// Passes on moves that were listed for another goal.
    pub(in crate::vm) fn pass_on(&mut self, first: usize) {
        match self.sink.goal() {
            Goal::All | Goal::Allowed => {}
            Goal::First => {
                let wanted = usize::from(!self.sink.has_found());
                self.sink.found_if(self.sink.len() > first);
                self.sink.truncate(first + wanted);
            }
            Goal::Any | Goal::To(_) => {
                for index in first..self.sink.len() {
                    self.push(self.sink[index]);
                }
                self.sink.truncate(first);
            }
        }
    }

    /// The moves of a block, as moves of a player.
    pub(in crate::vm) fn made_by(&mut self, player: i32, body: Block) {
        let first = self.list_moves(body);
        for mv in &mut self.sink[first..] {
            mv.mover = player as u8;
        }
        self.pass_on(first);
    }

    /// Makes the moves of a block in full, also where only one of them is wanted.
    pub(in crate::vm) fn collect(&mut self, body: Block) {
        if self.sink.goal().wants_all() || self.sink.goal() == Goal::Any {
            self.run(body);
            return;
        }
        let first = self.list_moves(body);
        self.pass_on(first);
    }

    /// Some of the moves of a block, drawn by chance. What is joined to one move is drawn as one.
    pub(in crate::vm) fn draw_moves(&mut self, body: Block, count: i32) {
        let first = self.list_moves(body);
        let end = self.sink.len();
        let whole = |mv: &&Move| !mv.joined;
        let size = self.sink[first..end].iter().filter(whole).count() as i32;
        for _ in 0..count.min(size) {
            let mut before = self.random_below(size);
            for index in first..end {
                let mv = self.sink[index];
                if before == 0 {
                    self.sink.list(mv);
                }
                before -= i32::from(!mv.joined);
                if before < 0 {
                    break;
                }
            }
        }
        self.sink.cut(first..end);
        self.pass_on(first);
    }

    /// One move that does what all moves of a block do. It seems to be the first of them.
    pub(in crate::vm) fn push_all(&mut self, body: Block, (a, b): (Reg, Reg), recipe: Recipe) {
        let (a, b) = (self.get(a), self.get(b));
        let first = self.sink.len();
        self.with_goal(Goal::First, |machine| machine.run(body));
        let found = self.sink.get(first).copied();
        self.sink.truncate(first);
        if let Some(mv) = found {
            let what = mv.what(self.program) & 0xFFFF;
            self.push(self.make(recipe, mv.from, mv.to, a & !0xFFFF | what, b));
        }
    }

    /// One move for each move of a block with each move of another. It seems to be the former.
    pub(in crate::vm) fn push_pairs(&mut self, one: Block, other: Block, b: Reg, recipe: Recipe) {
        let b = self.get(b);
        let first = self.list_moves(one);
        let second = self.list_moves(other);
        let end = self.sink.len();
        for index in first..second {
            for partner in second..end {
                let mv = self.sink[index];
                let what = mv.what(self.program) & 0xFFFF;
                let number = (index - first) * (end - second) + (partner - second);
                let a = what | (number << 16) as i32;
                let mv = Move { mover: 0, ..self.make(recipe, mv.from, mv.to, a, b) };
                self.sink.list(mv);
            }
        }
        self.sink.cut(first..end);
        self.pass_on(first);
    }

    /// A piece is added to a site, and one on another is turned over. It is added once for all that are
    /// turned over one after the other: it is there already.
    pub(in crate::vm) fn push_turned(
        &mut self,
        (site, a, adding): (i32, i32, Recipe),
        (turned, turning): (i32, Recipe),
    ) {
        let other = self.flipped(turned);
        if other < 0 {
            return;
        }
        let added = self.make(adding, site as i16, site as i16, a, 0);
        let mut before = self.sink.iter().rev().skip_while(|mv| mv.recipe == turning);
        if !self.sink.goal().wants_all() || before.next() != Some(&added) {
            self.push(added);
        }
        self.push(self.make(turning, turned as i16, turned as i16, other, 0));
    }

    /// Makes moves, takes all of it back, and passes on what was done as moves that do nothing else.
    pub(in crate::vm) fn rehearse(&mut self, joined: bool, make: impl FnOnce(&mut Self)) {
        let mark = self.mark();
        let (first, known) = (self.actions.len(), self.actions.rehearsed().len());
        self.actions.switch(true);
        self.with_goal(Goal::All, make);
        for index in first..self.actions.len() {
            self.push(Move { joined, ..self.actions[index] });
        }
        self.undo(mark);
        self.actions.forget_rehearsed(known);
    }

    /// One move for each that a block makes, seen as it was when it was made.
    pub(in crate::vm) fn push_rehearsed(&mut self, body: Block, b: Reg, recipe: Recipe) {
        let b = self.get(b);
        let first = self.actions.rehearsed().len();
        let mark = self.mark();
        self.actions.switch(true);
        self.with_goal(Goal::All, |machine| machine.run(body));
        self.undo(mark);
        for index in first..self.actions.rehearsed().len() {
            let (mv, _) = self.actions.rehearsed()[index];
            let a = mv.what(self.program) & 0xFFFF | ((index - first) << 16) as i32;
            self.push(self.make(recipe, mv.from, mv.to, a, b));
        }
        self.actions.forget_rehearsed(first);
    }

    /// What the move with a number did of those that a block makes.
    pub(in crate::vm) fn rehearse_one(&mut self, body: Block, number: u16) {
        let (first, begin) = (self.actions.rehearsed().len(), self.actions.len());
        let mark = self.mark();
        self.actions.switch(true);
        self.with_goal(Goal::All, |machine| machine.run(body));
        let made = &self.actions.rehearsed()[first..];
        let end = |number: usize| made.get(number).map(|&(_, end)| end);
        let number = usize::from(number);
        let before = number.checked_sub(1).map_or(Some(begin), end);
        let (from, to) = before.zip(end(number)).unwrap_or_default();
        for index in from..to {
            self.push(Move { joined: false, ..self.actions[index] });
        }
        self.undo(mark);
        self.actions.forget_rehearsed(first);
    }

    /// Makes all moves of a block. With `last`, each of them is the last move for what comes next.
    /// A move by the recipe `after` is noted behind the actions of each.
    pub(in crate::vm) fn make_all(&mut self, block: Block, last: bool, after: Option<Recipe>) {
        let first = self.list_moves(block);
        let end = self.sink.len();
        let record = if last { Record::Last } else { Record::No };
        for index in first..end {
            let mv = self.sink[index];
            self.perform_as(mv, 0, record);
            if let Some(recipe) = after {
                self.actions.push(self.make(recipe, -1, -1, 0, 0));
            }
            self.actions.note_rehearsed(mv);
        }
        self.sink.truncate(first);
    }

    /// The moves of a block as they are after all moves of another are made, each behind what those
    /// moves do.
    pub(in crate::vm) fn effects_in_turn(&mut self, prior: Block, body: Block) {
        let aside = self.context.is(Inside::Trial);
        let mark = self.mark();
        let first = self.actions.len();
        // Which moves they are is found out before anything is tried.
        let trying = self.context.set(Inside::Trial, aside);
        let prior = self.list_moves(prior);
        self.context.set(Inside::Trial, trying);
        self.make_shuffled(prior, first);
        let moves = self.list_moves(body);
        let end = self.sink.len();
        let mut begins = true;
        for index in moves..end {
            if begins {
                // Seen from outside, what comes first is a part of the move.
                let prior = self.actions[first..].iter();
                self.sink.extend(prior.map(|&mv| Move { joined: true, ..mv }));
            }
            let mv = self.sink[index];
            self.push_unfolded(mv);
            begins = !mv.joined;
        }
        self.sink.cut(moves..end);
        self.undo(mark);
        self.pass_on(moves);
    }

    /// Brings the moves on top of the list, from a number on, into the order in which they are made
    /// before others: one or two stay as they are, of more there is what they do, shuffled.
    pub(in crate::vm) fn order_in_turn(&mut self, moves: usize) {
        if self.sink.len() <= moves + 2 {
            return;
        }
        let mark = self.mark();
        let first = self.actions.len();
        self.make_shuffled(moves, first);
        self.sink.extend_from_slice(&self.actions[first..]);
        self.undo(mark);
    }

    /// Makes the moves on top of the list, from a number on, and notes their actions from a place on.
    /// Those of each move come behind as many actions as the move before it had: from the third move
    /// on, this is not the order in which they are made, but published games rely on it.
    fn make_shuffled(&mut self, first: usize, place: usize) {
        let end = self.sink.len();
        let (mut before, mut index) = (0, first);
        while index < end {
            let noted = self.actions.len();
            self.actions.switch(true);
            loop {
                let mv = self.sink[index];
                self.perform(mv, 0, false);
                index += 1;
                if !mv.joined || index == end {
                    break;
                }
            }
            self.actions.switch(false);
            let actions = self.actions.len() - noted;
            let behind = (place + before).min(noted);
            self.actions[behind..].rotate_right(actions);
            before = actions;
        }
        self.sink.truncate(first);
    }

    /// Runs a block while a condition holds.
    pub(in crate::vm) fn run_while(&mut self, test: Block, body: Block) {
        for _ in 0..ROUNDS {
            if self.run(test) == 0 {
                break;
            }
            self.run(body);
        }
    }
}
