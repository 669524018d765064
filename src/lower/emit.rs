//! Writing code: blocks, registers, constants.

use std::hash::BuildHasher as _;

use fxhash::{FxBuildHasher, FxHashMap};

use super::inline::inline;
use crate::ast::NodeId;
use crate::bytecode::{Block, Imm, Label, List, Op, Reg, Set};

/// Registers from here on stand for constants until all code is written.
const CONSTANTS: u16 = 1 << 15;

/// The instructions of a block, and the ludemes that they come from.
pub(super) type Written = (Vec<Op>, Vec<Option<NodeId>>);

/// The code written so far.
#[derive(Default)]
pub(super) struct Emitter {
    /// The block being written.
    ops: Vec<Op>,
    places: Vec<Option<NodeId>>,
    /// Blocks that are finished; those still being written are empty.
    blocks: Vec<Written>,
    /// The finished blocks by the hashes of their instructions.
    known: FxHashMap<u64, Vec<u16>>,
    constants: Vec<i32>,
    numbered: FxHashMap<i32, u16>,
    place: Option<NodeId>,
    /// Registers in use, of each kind, and the most there were.
    used: [u16; 3],
    most: [u16; 3],
    /// Where the numbers of something came to an end: what is written then is never run.
    full: Option<Full>,
}

/// There was no number left for what code needs, at a ludeme if it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full(pub(super) Option<NodeId>);

/// Code in its final form.
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) places: Vec<Option<NodeId>>,
    pub(super) blocks: Vec<(u32, u32)>,
    pub(super) constants: Vec<i32>,
    pub(super) registers: u16,
    pub(super) set_registers: u16,
    pub(super) list_registers: u16,
}

/// The named registers, of each kind.
const NAMED: [u16; 3] = [Reg::NAMED as u16, 1, 1];

/// How many registers there can be of each kind.
const LIMITS: [u16; 3] = [CONSTANTS, Set::LIMIT, u16::MAX];

/// How many blocks there can be, and instructions in each.
const LONGEST: usize = u16::MAX as usize;

impl Emitter {
    pub(super) fn new() -> Self {
        Self { used: NAMED, most: NAMED, ..Self::default() }
    }

    pub(super) fn emit(&mut self, op: Op) {
        self.ops.push(op);
        self.places.push(self.place);
    }

    /// The ludeme that what is written next comes from.
    pub(super) fn place(&self) -> Option<NodeId> {
        self.place
    }

    /// What is written next comes from a ludeme; the place before it comes back.
    pub(super) fn enter(&mut self, place: NodeId) -> Option<NodeId> {
        self.place.replace(place)
    }

    pub(super) fn leave(&mut self, place: Option<NodeId>) {
        self.place = place;
    }

    fn take(&mut self, kind: usize) -> u16 {
        let number = self.used[kind];
        if number + 1 < LIMITS[kind] {
            self.used[kind] += 1;
            self.most[kind] = self.most[kind].max(self.used[kind]);
        } else {
            self.note_full();
        }
        number
    }

    /// A register that nothing else uses.
    pub(super) fn reg(&mut self) -> Reg {
        Reg(self.take(0))
    }

    /// A register for a set.
    pub(super) fn set(&mut self) -> Set {
        Set::register(self.take(1))
    }

    /// A register for a set that no code uses yet.
    pub(super) fn new_set(&mut self) -> Set {
        if self.most[1] + 1 < LIMITS[1] {
            self.most[1] += 1;
        } else {
            self.note_full();
        }
        Set::register(self.most[1] - 1)
    }

    /// A register for a list.
    pub(super) fn list(&mut self) -> List {
        List(self.take(2))
    }

    /// A register that holds a number from the beginning.
    pub(super) fn constant(&mut self, value: i32) -> Reg {
        let next = self.constants.len() as u16;
        let number = *self.numbered.entry(value).or_insert(next);
        if number == next && next + 1 < u16::MAX - CONSTANTS {
            self.constants.push(value);
        } else if number == next {
            self.numbered.remove(&value);
            self.note_full();
            return Reg(CONSTANTS);
        }
        Reg(CONSTANTS + number)
    }

    /// The number that a register holds from the beginning.
    pub(super) fn known(&self, register: Reg) -> Option<i32> {
        self.constants.get(usize::from(register.0.checked_sub(CONSTANTS)?)).copied()
    }

    fn note_full(&mut self) {
        self.full.get_or_insert(Full(self.place));
    }

    /// Where there was no number left, if it has come to that.
    pub(super) fn full(&self) -> Option<Full> {
        self.full
    }

    /// A place in the block that jumps can go to.
    pub(super) fn here(&self) -> Label {
        Label(self.ops.len() as u16)
    }

    /// Writes a jump whose target is not known yet.
    pub(super) fn jump(&mut self, jump: Op) -> usize {
        self.emit(jump);
        self.ops.len() - 1
    }

    /// Lets a jump go to the instruction that is written next.
    pub(super) fn land(&mut self, jump: usize) {
        let here = self.here();
        debug_assert!(self.ops[jump].target().is_some(), "only jumps land");
        self.ops[jump] = self.ops[jump].further(|_| here.index());
    }

    /// Begins a block; what was being written waits.
    pub(super) fn open(&mut self) -> Open {
        let number = self.blocks.len();
        if number >= LONGEST {
            self.note_full();
        }
        self.blocks.push((Vec::new(), Vec::new()));
        let outer = (std::mem::take(&mut self.ops), std::mem::take(&mut self.places));
        Open { number, outer, used: None, apart: false }
    }

    /// Begins a block that will run in a frame of its own.
    pub(super) fn open_function(&mut self) -> Open {
        let used = std::mem::replace(&mut self.used, NAMED);
        Open { used: Some(used), ..self.open() }
    }

    /// Begins a block that will run in a frame of its own and is told apart from all others, even
    /// from one with the same instructions.
    pub(super) fn open_apart(&mut self) -> Open {
        Open { apart: true, ..self.open_function() }
    }

    /// Ends a block, with a value or without. A block that is there already is not kept twice: rules
    /// that are written out for many pieces say the same again and again.
    pub(super) fn close(&mut self, open: Open, value: Option<Reg>) -> Block {
        self.emit(value.map_or(Op::End {}, |value| Op::Return { value }));
        if self.ops.len() > LONGEST {
            self.note_full();
        }
        let ops = std::mem::replace(&mut self.ops, open.outer.0);
        let places = std::mem::replace(&mut self.places, open.outer.1);
        // A block that belongs to the rule around it keeps its registers: it may run while any that
        // are taken later are in use.
        self.used = open.used.unwrap_or(self.used);
        if open.apart {
            self.blocks[open.number] = (ops, places);
            return Block(open.number as u16);
        }
        let known = self.known.entry(FxBuildHasher.hash_one(&ops)).or_default();
        let same = known.iter().find(|&&block| self.blocks[usize::from(block)].0 == ops);
        if let (Some(&same), true) = (same, open.number + 1 == self.blocks.len()) {
            self.blocks.pop();
            return Block(same);
        }
        known.push(open.number as u16);
        self.blocks[open.number] = (ops, places);
        Block(open.number as u16)
    }

    /// Writes the instructions of a finished block once more, if nothing stands before them yet: jumps
    /// go to places counted from the beginning.
    pub(super) fn splice(&mut self, block: Block) -> bool {
        if !self.ops.is_empty() {
            return false;
        }
        let (ops, places) = &self.blocks[block.index()];
        let length = ops.len().saturating_sub(1);
        self.ops.extend_from_slice(&ops[..length]);
        self.places.extend_from_slice(&places[..length]);
        true
    }

    /// The instructions of a finished block.
    pub(super) fn written(&self, block: Block) -> &[Op] {
        &self.blocks[block.index()].0
    }

    /// The instructions of a finished block with the ludemes that they come from.
    pub(super) fn with_places(&self, block: Block) -> Written {
        self.blocks[block.index()].clone()
    }

    /// Writes other instructions, as many, in place of those of a block.
    pub(super) fn replace(&mut self, block: Block, ops: Vec<Op>) {
        debug_assert_eq!(self.blocks[block.index()].0.len(), ops.len());
        self.blocks[block.index()].0 = ops;
    }

    /// How many blocks there are.
    pub(super) fn count(&self) -> usize {
        self.blocks.len()
    }

    /// Adds a block that is written already.
    pub(super) fn add(&mut self, written: Written) -> Block {
        if self.blocks.len() >= LONGEST {
            self.note_full();
        }
        self.blocks.push(written);
        Block(self.blocks.len() as u16 - 1)
    }

    /// Leaves instructions of a block out, and jumps that lead to the next one; how many.
    pub(super) fn leave_out(
        &mut self,
        block: Block,
        is_idle: impl Fn(usize, &Op) -> bool,
    ) -> usize {
        let (ops, places) = std::mem::take(&mut self.blocks[block.index()]);
        let leads_on = |index: usize, op: &Op| {
            op.is_pure() && op.target().is_some_and(|to| to.index() == index + 1)
        };
        let stays: Vec<bool> = ops
            .iter()
            .enumerate()
            .map(|(index, op)| !is_idle(index, op) && !leads_on(index, op))
            .collect();
        let moved: Vec<usize> = stays
            .iter()
            .scan(0, |next, &stays| Some(std::mem::replace(next, *next + usize::from(stays))))
            .collect();
        let kept = |index: &usize| stays[*index];
        let kept: Vec<usize> = (0..ops.len()).filter(kept).collect();
        let left_out = ops.len() - kept.len();
        let ops = kept.iter().map(|&index| ops[index].further(|to| moved[to])).collect();
        self.blocks[block.index()] = (ops, kept.iter().map(|&index| places[index]).collect());
        left_out
    }

    /// The instructions of all blocks.
    pub(super) fn all_written(&self) -> impl Iterator<Item = &Op> {
        self.blocks.iter().flat_map(|(ops, _)| ops)
    }

    /// All code, with the constants in the last registers.
    pub(super) fn finish(mut self) -> Result<Code, Full> {
        if let Some(full) = self.full {
            return Err(full);
        }
        inline(&mut self.blocks);
        if let Some((_, places)) = self.blocks.iter().find(|(ops, _)| ops.len() > LONGEST) {
            return Err(Full(places.iter().copied().flatten().next()));
        }
        self.peephole();
        let first = self.most[0];
        let number = |register: Reg| match register.0.checked_sub(CONSTANTS) {
            Some(constant) => Reg(first + constant),
            None => register,
        };
        let mut code = Code {
            ops: Vec::new(),
            places: Vec::new(),
            blocks: Vec::new(),
            registers: first + self.constants.len() as u16,
            set_registers: self.most[1],
            list_registers: self.most[2],
            constants: self.constants,
        };
        for (mut ops, places) in self.blocks {
            ops.iter_mut().for_each(|op| op.renumber(number));
            code.blocks.push((code.ops.len() as u32, ops.len() as u32));
            code.ops.extend(ops);
            code.places.extend(places);
        }
        Ok(code)
    }
}

/// A block being written.
pub(super) struct Open {
    number: usize,
    outer: Written,
    /// Registers in use outside, if the block has a frame of its own.
    used: Option<[u16; 3]>,
    /// Whether it is told apart from blocks with the same instructions.
    apart: bool,
}

/// A number written in an instruction.
pub(super) fn imm(value: impl Into<i32>) -> Imm {
    Imm(value.into())
}
