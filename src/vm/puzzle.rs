//! Deduction puzzles: numbers that sites may have, and what must not be contradicted.
//!
//! A site knows which numbers are struck out. It is resolved when one is left; the component of that
//! number then stands on it. All constraints follow from the sets of resolved sites and of components.

use super::hash::{Field, key};
use super::machine::Machine;
use super::question::Asked;
use super::width::{self, Words};
use crate::bytecode::{Block, Layout, Op, Puzzle, Recipe, Scalar, Set, Steps};

impl<const W: usize> Machine<'_, W> {
    /// Carries out an instruction of puzzles.
    pub(super) fn puzzle(&mut self, op: Op) {
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
                let apart = self.are_apart(self.set(set), self.list(except));
                self.put_bool(dst, apart);
            }
            Op::HasCount { dst, set, value, count } => {
                let (value, wanted) = (self.get(value), self.get(count));
                let found = width::size(&self.with_number(self.set(set), value)) as i32;
                let open = found < wanted && !self.all_resolved(self.set(set));
                self.put_bool(dst, open || found == wanted);
            }
            Op::HasSum { dst, set, sum } => {
                let wanted = self.get(sum);
                let found = self.sum_of(self.set(set));
                let open = found <= wanted && !self.all_resolved(self.set(set));
                self.put_bool(dst, open || found == wanted);
            }
            Op::AllUnlike { dst, lists } => {
                let unlike = self.are_unlike(lists);
                self.put_bool(dst, unlike);
            }
            Op::IsSolved { dst, vars, test } => {
                let solved = self.is_solved(*self.set(vars), test);
                self.put_bool(dst, solved);
            }
            Op::Satisfy { vars, least, test, give, toggle } => {
                self.satisfy(vars, self.get(least), test, [give, toggle]);
            }
            _ => debug_assert!(false, "only instructions of puzzles come here"),
        }
    }

    fn numbers(&self) -> Puzzle {
        self.layout().puzzle.expect("verified where an instruction asks for it")
    }

    fn resolved(&self) -> &Words<W> {
        &self.sets[usize::from(self.numbers().resolved)]
    }

    fn all_resolved(&self, set: &Words<W>) -> bool {
        width::is_none(&width::zip(set, self.resolved(), |a, b| a & !b))
    }

    /// The sites of a set that have a number.
    fn with_number(&self, set: &Words<W>, number: i32) -> Words<W> {
        let known = width::zip(set, self.resolved(), |a, b| a & b);
        match number {
            0 => width::zip(&known, &self.sets[Layout::EMPTY], |a, b| a & b),
            1.. if number <= i32::from(self.numbers().most) => {
                let holding = self.layout().holding(number as usize);
                width::zip(&known, &self.sets[holding], |a, b| a & b)
            }
            _ => [0; W],
        }
    }

    /// The numbers that the sites of a set have.
    fn numbers_on(&self, set: &Words<W>) -> impl Iterator<Item = i32> + '_ {
        let known = width::zip(set, self.resolved(), |a, b| a & b);
        let most = i32::from(self.numbers().most);
        width::sites(known).map(|site| self.what(site)).filter(move |&number| number <= most)
    }

    /// Whether no number stands twice, and 0 not at all. Regions have few sites, so that it is faster to
    /// look at these one by one than at the sets of all numbers.
    fn are_apart(&self, set: &Words<W>, except: &[i32]) -> bool {
        let mut seen = 1_u64;
        self.numbers_on(set).all(|number| {
            let bit = 1 << number;
            let apart = seen & bit == 0 || except.contains(&number);
            seen |= bit;
            apart
        })
    }

    fn sum_of(&self, set: &Words<W>) -> i32 {
        self.numbers_on(set).sum()
    }

    fn are_unlike(&self, lists: Steps) -> bool {
        let table = self.steps(lists, -1);
        let list = |index: usize| table.of(index as i32);
        let is_resolved = |site: &u16| width::has(self.resolved(), i32::from(*site));
        let number = |site: &u16| self.what(i32::from(*site));
        (0..table.len()).filter(|&index| list(index).iter().all(is_resolved)).all(|index| {
            (0..index).all(|other| {
                let differ = |(a, b)| !is_resolved(b) || number(a) != number(b);
                let (one, other) = (list(index), list(other));
                one.len() != other.len() || one.iter().zip(other).any(differ)
            })
        })
    }

    fn is_solved(&mut self, vars: Words<W>, test: Block) -> bool {
        let mark = self.mark();
        let open = width::zip(&vars, self.resolved(), |a, b| a & !b);
        for site in width::sites(open) {
            self.give_number(site, 0);
        }
        let solved = self.run(test) != 0;
        self.undo(mark);
        solved
    }

    fn satisfy(&mut self, vars: Set, least: i32, test: Block, [give, toggle]: [Recipe; 2]) {
        let most = i32::from(self.numbers().most);
        for site in width::sites(*self.set(vars)) {
            let at = site as i16;
            for number in least..=most {
                let mv = self.make(give, at, at, number, 0);
                if self.holds_after(mv, Asked { test, outer: 0, single: None, ward: None }) {
                    self.push(mv);
                }
                if self.number_of(site) != Some(number) {
                    let mv = self.make(toggle, at, at, number, 0);
                    self.push(mv);
                }
            }
        }
    }

    /// The number that a site has, if it has one.
    fn number_of(&self, site: i32) -> Option<i32> {
        width::has(self.resolved(), site).then(|| self.what(site))
    }

    /// Gives a site a number.
    pub(super) fn give_number(&mut self, site: i32, number: i32) {
        if let Some(puzzle) = self.layout().puzzle
            && (0..=i32::from(puzzle.most)).contains(&number)
        {
            self.strike(puzzle, site, all_numbers(puzzle) & !(1 << number));
        }
    }

    /// Makes a number possible on a site, or impossible.
    pub(super) fn toggle_number(&mut self, site: i32, number: i32) {
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

    /// The part of the hash that stands for the numbers that a site may have.
    pub(super) fn hash_of_numbers(&self, site: i32) -> u64 {
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
