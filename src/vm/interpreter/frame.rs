//! Frames: the registers of code that runs by itself, as a call has.
//!
//! Guaranteed: a frame has all registers of the program, the constants among them; a frame that is entered begins
//! with the registers that the language names as they stood; leaving brings back the one before.

use std::ops::Range;

use crate::bytecode::{List, Program, Reg};
use crate::vm::set::site_set::SiteSet;

/// What the registers hold that the language names.
pub(in crate::vm) type Named<const W: usize> = ([i32; Reg::NAMED], SiteSet<W>);

/// The set register that the language names.
const REGION: usize = 0;

#[derive(Debug, Default)]
struct Frame {
    numbers: Box<[i32]>,
    sets: Box<[u64]>,
    lists: Box<[Vec<i32>]>,
}

impl Frame {
    /// Makes it ready for the registers of a program.
    #[inline]
    fn open<const W: usize>(&mut self, program: &Program) {
        if self.numbers.is_empty() {
            self.make_room::<W>(program);
        }
    }

    #[cold]
    fn make_room<const W: usize>(&mut self, program: &Program) {
        let constants = &program.constants;
        let mut numbers = vec![0; usize::from(program.registers) - constants.len()];
        numbers.extend_from_slice(constants);
        self.numbers = numbers.into();
        self.sets = vec![0; usize::from(program.set_registers) * W].into();
        self.lists = vec![Vec::new(); usize::from(program.list_registers)].into();
    }
}

/// The frame in use, and others: those that wait until it is done with, then those that are free.
#[derive(Debug, Default)]
pub(in crate::vm) struct Frames {
    current: Frame,
    others: Vec<Frame>,
    /// How many wait.
    depth: usize,
}

impl Frames {
    /// Makes the first frame ready for a program; the registers that the language names stand for nothing.
    #[inline]
    pub(in crate::vm) fn begin<const W: usize>(&mut self, program: &Program) {
        self.depth = 0;
        self.current.open::<W>(program);
        self.current.numbers[..Reg::NAMED].fill(-1);
    }

    /// Opens a frame in which the named registers stand where they stood.
    #[inline]
    pub(in crate::vm) fn enter<const W: usize>(&mut self, program: &Program) {
        if self.others.len() == self.depth {
            let mut frame = Frame::default();
            frame.open::<W>(program);
            self.others.push(frame);
        }
        let inner = &mut self.others[self.depth];
        inner.numbers[..Reg::NAMED].copy_from_slice(&self.current.numbers[..Reg::NAMED]);
        inner.sets[..W].copy_from_slice(&self.current.sets[..W]);
        std::mem::swap(inner, &mut self.current);
        self.depth += 1;
    }

    /// Back to the frame before.
    #[inline]
    pub(in crate::vm) fn leave(&mut self) {
        self.depth -= 1;
        std::mem::swap(&mut self.others[self.depth], &mut self.current);
    }

    /// What the registers stand at that the language names.
    #[inline]
    pub(in crate::vm) fn named<const W: usize>(&self) -> Named<W> {
        let numbers = self.current.numbers.first_chunk().expect("a frame has all its numbers");
        (*numbers, SiteSet(*self.set(REGION)))
    }

    /// Puts them back.
    #[inline]
    pub(in crate::vm) fn put_named<const W: usize>(&mut self, (numbers, region): Named<W>) {
        self.current.numbers[..Reg::NAMED].copy_from_slice(&numbers);
        self.put_set(REGION, region);
    }

    #[inline]
    pub(in crate::vm) fn number(&self, register: Reg) -> i32 {
        self.current.numbers[usize::from(register.0)]
    }

    #[inline]
    pub(in crate::vm) fn put_number(&mut self, register: Reg, value: i32) {
        self.current.numbers[usize::from(register.0)] = value;
    }

    #[inline]
    pub(in crate::vm) fn set<const W: usize>(&self, register: usize) -> &[u64; W] {
        self.current.sets[register * W..].first_chunk().expect("a frame has all its sets")
    }

    /// Several sets, one after the other.
    pub(in crate::vm) fn row<const W: usize>(&self, row: Range<usize>) -> &[[u64; W]] {
        self.current.sets[row.start * W..row.end * W].as_chunks().0
    }

    #[inline]
    pub(in crate::vm) fn put_set<const W: usize>(&mut self, register: usize, value: SiteSet<W>) {
        self.current.sets[register * W..(register + 1) * W].copy_from_slice(&value.0);
    }

    pub(in crate::vm) fn list(&self, list: List) -> &[i32] {
        &self.current.lists[list.index()]
    }

    pub(in crate::vm) fn list_mut(&mut self, list: List) -> &mut Vec<i32> {
        &mut self.current.lists[list.index()]
    }
}
