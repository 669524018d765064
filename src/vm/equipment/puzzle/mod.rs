//! Deduction puzzles: numbers that sites may have, and what must not be contradicted.
//!
//! A site knows which numbers are struck out. It is resolved when one is left; the component of that
//! number then stands on it. All constraints follow from the sets of resolved sites and of components.

pub(in crate::vm) mod constraints;

use crate::bytecode::{Block, Layout, Op, Puzzle, Recipe, Reg, Scalar, Set, Steps};
use crate::vm::equipment::puzzle::constraints::{Margins, Seen, can_be};
use crate::vm::interpreter::speculation::Asked;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::set::site_set::SiteSet;
use crate::vm::state::reader::Reader;
use crate::vm::state::zobrist::{Field, key};

impl<const W: usize> Machine<'_, W> {
    /// Carries out an instruction of puzzles.
    pub(in crate::vm) fn puzzle(&mut self, op: Op) {
        match op {
            Op::AllNumbers { dst, count, var, test } => {
                let outer = self.get(var);
                let holds = (0..self.get(count)).all(|number| {
                    self.put(var, number);
                    self.run(test) != 0
                });
                self.put(var, outer);
                self.put_bool(dst, holds);
            }
            Op::AllApart { dst, set, except } => {
                let listed = self.list(except).iter().filter(|number| (0..64).contains(*number));
                let except = listed.fold(0, |except, number| except | 1 << number);
                let apart = Seen::of(self.numbers_on(&self.set(set))).is_apart(except);
                self.put_bool(dst, apart);
            }
            Op::HasCount { dst, set, value, count } => {
                let (value, wanted) = (self.get(value), self.get(count));
                let found = self.with_number(&self.set(set), value).count() as i32;
                let open = !self.unresolved(&self.set(set)).is_empty();
                self.put_bool(dst, can_be(found, wanted, open));
            }
            Op::HasSum { dst, set, sum } => {
                let wanted = self.get(sum);
                let found = self.numbers_on(&self.set(set)).sum();
                let open = !self.unresolved(&self.set(set)).is_empty();
                self.put_bool(dst, can_be(found, wanted, open));
            }
            Op::AllUnlike { dst, lists } => {
                let unlike = self.are_unlike(lists);
                self.put_bool(dst, unlike);
            }
            Op::IsSolved { dst, vars, first, count, test } => {
                let open = self.unresolved(&self.set(vars));
                let solved = self.are_fulfilled([first, count], &open)
                    && test.is_none_or(|test| self.holds_filled(open, test));
                self.put_bool(dst, solved);
            }
            Op::Satisfy { vars, least, first, count, var, test, give, toggle } => {
                let margins = self.margins([first, count]);
                let test = test.map(|test| (var, test));
                self.satisfy(vars, self.get(least), &margins, test, [give, toggle]);
                self.buffers.margins = margins;
            }
            _ => debug_assert!(false, "only instructions of puzzles come here"),
        }
    }

    fn numbers(&self) -> Puzzle {
        self.layout().puzzle.expect("verified where an instruction asks for it")
    }

    fn resolved(&self) -> SiteSet<W> {
        self.state_set(usize::from(self.numbers().resolved))
    }

    /// The sites of a set that have no number.
    pub(in crate::vm) fn unresolved(&self, set: &SiteSet<W>) -> SiteSet<W> {
        set - self.resolved()
    }

    /// The sites of a set that have a number.
    pub(in crate::vm) fn with_number(&self, set: &SiteSet<W>, number: i32) -> SiteSet<W> {
        let known = set & self.resolved();
        match number {
            0 => known & self.empty(),
            1.. if number <= i32::from(self.numbers().most) => {
                let holding = self.layout().holding(number as usize);
                known & self.state_set(holding)
            }
            _ => SiteSet::EMPTY,
        }
    }

    /// The numbers that the sites of a set have.
    pub(in crate::vm) fn numbers_on(&self, set: &SiteSet<W>) -> impl Iterator<Item = i32> + '_ {
        let known = set & self.resolved();
        let most = i32::from(self.numbers().most);
        known.iter().map(|site| self.what(site)).filter(move |&number| number <= most)
    }

    fn are_unlike(&self, lists: Steps) -> bool {
        let table = self.steps(lists, -1);
        let list = |index: usize| table.of(index as i32);
        let is_resolved = |site: &u16| self.resolved().contains(i32::from(*site));
        let number = |site: &u16| self.what(i32::from(*site));
        (0..table.len()).filter(|&index| list(index).iter().all(is_resolved)).all(|index| {
            (0..index).all(|other| {
                let differ = |(a, b)| !is_resolved(b) || number(a) != number(b);
                let (one, other) = (list(index), list(other));
                one.len() != other.len() || one.iter().zip(other).any(differ)
            })
        })
    }

    /// Whether a block is true if some sites have 0.
    fn holds_filled(&mut self, open: SiteSet<W>, test: Block) -> bool {
        let mark = self.mark();
        for site in open {
            self.give_number(site, 0);
        }
        let holds = self.run(test) != 0;
        self.undo(mark);
        holds
    }

    fn satisfy(
        &mut self,
        vars: Set,
        least: i32,
        margins: &Margins,
        test: Option<(Reg, Block)>,
        [give, toggle]: [Recipe; 2],
    ) {
        let most = i32::from(self.numbers().most);
        for site in self.set(vars) {
            let (at, allowed, own) = (site as i16, margins.of(site), self.number_of(site));
            for number in least..=most {
                let mv = self.make(give, at, at, number, 0);
                if allowed >> number & 1 != 0 && self.holds_given(mv, test) {
                    self.push(mv);
                }
                if own != Some(number) {
                    let mv = self.make(toggle, at, at, number, 0);
                    self.push(mv);
                }
            }
        }
    }

    /// Whether a block is true after a move that gives a number to a site, with the site in a register.
    fn holds_given(&mut self, mv: Move, test: Option<(Reg, Block)>) -> bool {
        test.is_none_or(|(var, test)| {
            self.put(var, mv.to());
            self.holds_after(mv, Asked { test, outer: 0, single: None, royal: None })
        })
    }

    /// The number that a site has, if it has one.
    pub(in crate::vm) fn number_of(&self, site: i32) -> Option<i32> {
        self.resolved().contains(site).then(|| self.what(site))
    }

    /// Gives a site a number.
    pub(in crate::vm) fn give_number(&mut self, site: i32, number: i32) {
        if let Some(puzzle) = self.layout().puzzle
            && (0..=i32::from(puzzle.most)).contains(&number)
        {
            self.strike(puzzle, site, all_numbers(puzzle) & !(1 << number));
        }
    }

    /// Makes a number possible on a site, or impossible.
    pub(in crate::vm) fn toggle_number(&mut self, site: i32, number: i32) {
        if let Some(puzzle) = self.layout().puzzle
            && (0..=i32::from(puzzle.most)).contains(&number)
            && self.is_site(site)
        {
            let struck = self.words[puzzle.struck as usize + site as usize];
            self.strike(puzzle, site, struck ^ 1 << number);
        }
    }

    /// Strikes numbers out on a site; all others are possible again.
    fn strike(&mut self, puzzle: Puzzle, site: i32, struck: u64) {
        if !self.is_site(site) {
            return;
        }
        let word = puzzle.struck as usize + site as usize;
        if self.program.facts.hashing {
            let change = struck_key(site, self.words[word]) ^ struck_key(site, struck);
            let hash = self.wide(Scalar::Hash) ^ change;
            self.write(Layout::scalar(Scalar::Hash), hash);
        }
        self.write(word, struck);
        let left = all_numbers(puzzle) & !struck;
        let resolved = left.is_power_of_two();
        let number = if resolved { left.trailing_zeros() as i32 } else { 0 };
        self.write_bit(usize::from(puzzle.resolved), site, resolved);
        self.write_piece(site, number, i32::from(number != 0));
    }
}

impl<const W: usize> Reader<'_, W> {
    /// The part of the hash that stands for the numbers that a site may have.
    pub(in crate::vm) fn hash_of_numbers(self, site: i32) -> u64 {
        let word = |puzzle: Puzzle| self.words[puzzle.struck as usize + site as usize];
        self.layout().puzzle.map_or(0, |puzzle| struck_key(site, word(puzzle)))
    }
}

fn all_numbers(puzzle: Puzzle) -> u64 {
    u64::MAX >> (63 - puzzle.most)
}

fn struck_key(site: i32, struck: u64) -> u64 {
    key(Field::Struck, 2 * site, struck as i32)
        ^ key(Field::Struck, 2 * site + 1, (struck >> 32) as i32)
}
