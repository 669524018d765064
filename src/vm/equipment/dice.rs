//! Dice: throwing and using them.

use crate::bytecode::{DiceNumber, Recipe};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::state::reader::Reader;

impl<const W: usize> Machine<'_, W> {
    /// A move that throws the dice. What they show is drawn now, and the move keeps it as one number:
    /// the faces as its digits, the first die the lowest.
    pub(in crate::vm) fn roll(&mut self, recipe: Recipe) {
        let program = self.program;
        let (mut thrown, mut worth) = (0, 1);
        for die in &program.dice {
            let faces = die.faces.len() as u64;
            thrown += worth * self.random_below(faces as i32) as u64;
            worth = worth.wrapping_mul(faces);
        }
        let mv = self.make(recipe, -1, -1, thrown as i32, (thrown >> 32) as i32);
        self.push(mv);
    }

    /// The dice fall as a move says.
    pub(in crate::vm) fn throw_dice(&mut self, mv: Move) {
        let program = self.program;
        let mut thrown = u64::from(mv.a as u32) | u64::from(mv.b as u32) << 32;
        let (mut first, mut equal) = (None, true);
        for (number, die) in program.dice.iter().enumerate() {
            let faces = die.faces.len() as u64;
            let face = (thrown % faces) as i32;
            thrown /= faces;
            equal &= *first.get_or_insert(face) == face;
            self.turn_die(number, face);
        }
        if first.is_some() {
            self.write(self.layout().dice(DiceNumber::Equal), u64::from(equal));
            self.sum_dice();
        }
    }

    /// Every die that has as many faces shows one of them.
    pub(in crate::vm) fn turn_dice(&mut self, face: i32) {
        for (number, die) in self.program.dice.iter().enumerate() {
            if (0..die.faces.len() as i32).contains(&face) {
                self.turn_die(number, face);
            }
        }
    }

    fn turn_die(&mut self, number: usize, face: i32) {
        let die = &self.program.dice[number];
        self.set_state(i32::from(die.site), -1, face);
        self.write_die(number, die.faces[face as usize]);
    }

    fn write_die(&mut self, number: usize, value: i32) {
        self.write(self.layout().die(number), i64::from(value) as u64);
    }

    /// A die is used.
    pub(in crate::vm) fn use_die(&mut self, number: i32) {
        if (0..self.program.dice.len() as i32).contains(&number) {
            self.write_die(number as usize, 0);
        }
    }

    /// What each die shows is what it counts, as before the first throw.
    pub(in crate::vm) fn read_dice(&mut self) {
        for (number, die) in self.program.dice.iter().enumerate() {
            self.write_die(number, self.face(i32::from(die.site)));
        }
        self.sum_dice();
    }

    /// Adds up what the dice show, whether they have been used or not.
    #[inline]
    pub(in crate::vm) fn sum_dice(&mut self) {
        if self.program.dice.is_empty() {
            return;
        }
        let shown = self.program.dice.iter().map(|die| self.face(i32::from(die.site)));
        let sum = shown.fold(0, i32::wrapping_add);
        self.write(self.layout().dice(DiceNumber::Sum), i64::from(sum) as u64);
    }

    /// How many dice count a number.
    pub(in crate::vm) fn dice_of(&self, value: i32) -> i32 {
        let dice = 0..self.program.dice.len();
        dice.filter(|&number| self.reader().die(number) == value).count() as i32
    }

    /// What the die on a site shows; -1 if there is none.
    pub(in crate::vm) fn face(&self, site: i32) -> i32 {
        let what = self.what(site);
        let state = self.optional(self.layout().state, site);
        let die = self.program.dice.iter().find(|die| i32::from(die.what) == what);
        if let Some(die) = die {
            return die.faces.get(state as usize).copied().unwrap_or(-1);
        }
        // Those of a die that is a piece are numbered from 1.
        let faces = i32::from(self.program.components[what as usize].faces);
        if state < faces { state + 1 } else { -1 }
    }
}

impl<const W: usize> Reader<'_, W> {
    /// What a die counts; 0 if it has been used.
    fn die(self, number: usize) -> i32 {
        self.words[self.layout().die(number)] as i32
    }

    /// What each die counts.
    pub(in crate::vm) fn dice(self) -> Vec<i32> {
        (0..self.program.dice.len()).map(|number| self.die(number)).collect()
    }
}
