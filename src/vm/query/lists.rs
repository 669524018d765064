//! Lists of numbers.

use crate::bytecode::{List, Op, Reg};
use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Instructions that read a number off a list.
    pub(in crate::vm) fn read_list(&mut self, op: Op) {
        let (dst, value) = match op {
            Op::Total { dst, list } => (dst, sum(self.list(list))),
            Op::Product { dst, list } => {
                let product = |list: &[i32]| list.iter().fold(1, |a: i32, &b| a.wrapping_mul(b));
                let list = self.list(list);
                (dst, if list.is_empty() { 0 } else { product(list) })
            }
            Op::Greatest { dst, list } => {
                (dst, self.list(list).iter().max().copied().unwrap_or(-1))
            }
            Op::Least { dst, list } => (dst, self.list(list).iter().min().copied().unwrap_or(-1)),
            Op::Occurrences { dst, list, value } => {
                let value = self.get(value);
                (dst, self.list(list).iter().filter(|&&entry| entry == value).count() as i32)
            }
            _ => return,
        };
        self.put(dst, value);
    }

    /// Instructions that change a list.
    pub(in crate::vm) fn change_list(&mut self, op: Op) {
        match op {
            Op::AppendSites { dst, set } => {
                let set = self.set(set);
                self.list_mut(dst).extend(set.iter());
            }
            Op::AppendPlayers { dst, players, test } => {
                let players = self.get(players);
                let outer = self.get(Reg::PLAYER);
                for player in (0..=self.players() + 1).filter(|player| players >> player & 1 != 0) {
                    self.put(Reg::PLAYER, player);
                    if test.is_none_or(|test| self.run(test) != 0) {
                        self.list_mut(dst).push(player);
                    }
                }
                self.put(Reg::PLAYER, outer);
            }
            Op::AddMissing { dst, list } => self.edit(dst, list, |entries, other| {
                for &value in other {
                    if !entries.contains(&value) {
                        entries.push(value);
                    }
                }
            }),
            Op::KeepOnly { dst, list } => self.edit(dst, list, |entries, other| {
                entries.retain(|value| other.contains(value));
            }),
            Op::LeaveOut { dst, list } => self.edit(dst, list, |entries, other| {
                for &value in other {
                    strike(entries, value);
                }
            }),
            Op::LeaveOutFirst { dst, value } => {
                let value = self.get(value);
                strike(self.list_mut(dst), value);
            }
            _ => {}
        }
    }

    /// Changes a list with another at hand.
    fn edit(&mut self, dst: List, list: List, change: impl FnOnce(&mut Vec<i32>, &[i32])) {
        let mut entries = std::mem::take(self.list_mut(dst));
        change(&mut entries, self.list(list));
        *self.list_mut(dst) = entries;
    }
}

/// Strikes the first entry of a value.
fn strike(entries: &mut Vec<i32>, value: i32) {
    if let Some(index) = entries.iter().position(|&entry| entry == value) {
        entries.remove(index);
    }
}

fn sum(list: &[i32]) -> i32 {
    list.iter().fold(0, |a, &b| a.wrapping_add(b))
}
