//! What the rules keep in mind.

use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Adds a value to a list unless it has it.
    pub(in crate::vm) fn remember_once(&mut self, list: i32, value: i32) {
        if !self.remembered(list as usize).contains(&value) {
            self.remember(list as usize, value);
        }
    }

    /// Strikes all values from a list, or from all lists for a negative number.
    pub(in crate::vm) fn forget_values(&mut self, list: i32) {
        if list >= 0 {
            self.forget_all(list as usize);
            return;
        }
        let layout = self.layout();
        let pending = layout.pending_numbers.map(usize::from);
        let lists = 0..(layout.dice - layout.remembered) as usize;
        lists.filter(|&list| Some(list) != pending).for_each(|list| self.forget_all(list));
    }
}
