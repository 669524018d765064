//! The interpreter: one instruction after the other.

use crate::bytecode::{Block, Layout, Op, Recipe, Reg};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::movegen::sink::{Goal, Origin};
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// Runs a block to its end; its value, or 0 if it has none.
    ///
    /// The instructions that nearly all code is made of are carried out here. The others do more at a
    /// time and are apart, so that this loop stays small enough to keep what it needs in registers.
    #[allow(clippy::too_many_lines, reason = "one arm an instruction")]
    pub(in crate::vm) fn run(&mut self, block: Block) -> i32 {
        let code = self.program.block(block);
        let mut rest = code.iter();
        // Every block has an instruction that ends it.
        while let Some(op) = rest.next() {
            // Read where it stands: most instructions need only a part of the room of the largest.
            match *op {
                Op::Jump { to } => rest = code[to.index()..].iter(),
                Op::JumpIf { test, to } => {
                    if self.get(test) != 0 {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpUnless { test, to } => {
                    if self.get(test) == 0 {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpIfEq { a, b, to } => {
                    if self.get(a) == self.get(b) {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpIfNe { a, b, to } => {
                    if self.get(a) != self.get(b) {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpIfIn { set, site, to } => {
                    if self.set_has(set, self.get(site)) {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpUnlessIn { set, site, to } => {
                    if !self.set_has(set, self.get(site)) {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpIfNone { set, to } => {
                    if self.set(set).is_empty() {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpIfSome { set, to } => {
                    if !self.set(set).is_empty() {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::Return { value } => return self.get(value),
                Op::End {} => return 0,
                Op::Run { block } => {
                    self.run(block);
                }
                Op::Copy { dst, a } => self.put(dst, self.get(a)),
                Op::With { var, value, body } => {
                    let outer = self.get(var);
                    self.put(var, self.get(value));
                    self.run(body);
                    self.put(var, outer);
                }
                Op::Eval { dst, block } => {
                    let value = self.run(block);
                    self.put(dst, value);
                }
                Op::Add { dst, a, b } => self.put(dst, self.get(a).wrapping_add(self.get(b))),
                Op::Sub { dst, a, b } => self.put(dst, self.get(a).wrapping_sub(self.get(b))),
                Op::Min { dst, a, b } => self.put(dst, self.get(a).min(self.get(b))),
                Op::Max { dst, a, b } => self.put(dst, self.get(a).max(self.get(b))),
                Op::Eq { dst, a, b } => self.put_bool(dst, self.get(a) == self.get(b)),
                Op::Ne { dst, a, b } => self.put_bool(dst, self.get(a) != self.get(b)),
                Op::Lt { dst, a, b } => self.put_bool(dst, self.get(a) < self.get(b)),
                Op::Le { dst, a, b } => self.put_bool(dst, self.get(a) <= self.get(b)),
                Op::Not { dst, a } => self.put_bool(dst, self.get(a) == 0),
                Op::Pack { dst, low, high } => {
                    self.put(dst, self.get(low) & 0xFFFF | self.get(high) << 16);
                }
                Op::Look { dst, table, index, none } => {
                    let table = &self.program.numbers[table.index()];
                    let entry = usize::try_from(self.get(index)).ok().and_then(|at| table.get(at));
                    self.put(dst, entry.copied().unwrap_or(self.get(none)));
                }
                Op::Scalar { dst, scalar } => {
                    self.put(dst, self.words[Layout::scalar(scalar)] as i32);
                }
                Op::PerPlayer { dst, array, player } => {
                    let player = self.get(player);
                    let value = if self.is_owner(player) {
                        let at = self.layout().per_player(array as usize, player as usize);
                        self.words[at] as i32
                    } else {
                        -1
                    };
                    self.put(dst, value);
                }
                Op::What { dst, site } => self.put(dst, self.what(self.get(site))),
                Op::Who { dst, site } => self.put(dst, self.who(self.get(site))),
                Op::CountAt { dst, site } => self.put(dst, self.count(self.get(site))),
                Op::StateAt { dst, site } => {
                    self.put(dst, self.optional(self.layout().state, self.get(site)));
                }
                Op::CopySet { dst, a } => self.put_set(dst, self.set(a)),
                Op::Union { dst, a, b } => {
                    self.put_set(dst, self.set(a) | self.set(b));
                }
                Op::Intersect { dst, a, b } => {
                    self.put_set(dst, self.set(a) & self.set(b));
                }
                Op::Subtract { dst, a, b } => {
                    self.put_set(dst, self.set(a) - self.set(b));
                }
                Op::Singleton { dst, site } => {
                    self.put_set(dst, SiteSet::only(self.get(site)));
                }
                Op::OwnedBy { dst, player } => {
                    let player = self.get(player);
                    let set = if self.is_owner(player) {
                        self.owned(player as usize)
                    } else {
                        SiteSet::EMPTY
                    };
                    self.put_set(dst, set);
                }
                Op::OfEnemies { dst } => {
                    let set = self.of_enemies();
                    self.put_set(dst, set);
                }
                Op::OfFriends { dst } => {
                    let set = self.of_friends();
                    self.put_set(dst, set);
                }
                Op::HoldingPiece { dst, what } => {
                    let what = self.get(what);
                    let set = if (1..i32::from(self.layout().components)).contains(&what) {
                        self.holding(what as usize)
                    } else {
                        SiteSet::EMPTY
                    };
                    self.put_set(dst, set);
                }
                Op::LookSet { dst, table, index } => {
                    let table = &self.program.reaches[table.index()];
                    let entry = usize::try_from(self.get(index)).ok();
                    let set = entry.map_or(SiteSet::EMPTY, |entry| SiteSet::entry(table, entry));
                    self.put_set(dst, set);
                }
                Op::Contains { dst, set, site } => {
                    self.put_bool(dst, self.set_has(set, self.get(site)));
                }
                Op::Size { dst, set } => self.put(dst, self.set(set).count() as i32),
                Op::IsNone { dst, set } => self.put_bool(dst, self.set(set).is_empty()),
                Op::Nth { dst, set, index } => {
                    let index = u32::try_from(self.get(index)).ok();
                    let site = index.and_then(|index| self.set(set).nth(index));
                    self.put(dst, site.unwrap_or(-1));
                }
                Op::Push { from, to, a, b, recipe } => {
                    let (from, to) = (self.get(from) as i16, self.get(to) as i16);
                    let mv = self.make(recipe, from, to, self.get(a), self.get(b));
                    self.push(mv);
                }
                Op::PushEach { from, set, a, b, recipe } => {
                    let mv = self.make(recipe, self.get(from) as i16, -1, self.get(a), self.get(b));
                    self.push_move_set(mv, Origin::Same, &self.set(set).clone());
                }
                Op::PushOn { set, a, b, recipe } => {
                    let mv = self.make(recipe, -1, -1, self.get(a), self.get(b));
                    self.push_move_set(mv, Origin::Before(0), &self.set(set).clone());
                }
                Op::StepInto { from, steps, set, recipe } => {
                    self.step_into(from, steps, set, recipe);
                }
                Op::StepAll { pieces, shifts, into, recipe } => {
                    self.step_all(pieces, shifts, into, recipe);
                }
                Op::SlideInto { from, rays, go, stop, recipe } => {
                    self.slide_into(from, rays, go, stop, recipe);
                }
                Op::Sweep { from, rays, go, stop, recipe } => {
                    self.sweep(from, rays, go, stop, recipe);
                }
                Op::Swept { dst, from, rays, go } => {
                    let ends = self.swept(self.get(from), rays, &self.set(go), &SiteSet::EMPTY);
                    self.put_set(dst, ends);
                }
                Op::Line { dst, rays, site, length, exact, among } => {
                    let line = self.line(rays, site, length, exact, among);
                    self.put_bool(dst, line);
                }
                Op::Connected { dst, steps, site, targets, need, role } => {
                    let connected = self.connected(steps, site, targets, need, role);
                    self.put_bool(dst, connected);
                }
                Op::LineOf { dst, lines, site, among, .. } => {
                    let site = self.get(site);
                    let line = self.is_site(site)
                        && self.has_line(lines, site, &self.counted_in_line(site, among));
                    self.put_bool(dst, line);
                }
                Op::ForPieces { what, within, body, before } => {
                    self.for_pieces(self.get(what), within, body, before);
                }
                Op::Mark { dst } => self.put(dst, self.sink.found_so_far() as i32),
                Op::JumpIfMore { mark, to } => {
                    if self.sink.has_found() || self.has_more_than(self.get(mark)) {
                        rest = code[to.index()..].iter();
                    }
                }
                Op::JumpIfSought { to } => {
                    if matches!(self.sink.goal(), Goal::To(_)) {
                        rest = code[to.index()..].iter();
                    }
                }
                _ => self.execute_cold(op),
            }
        }
        0
    }

    #[inline]
    pub(in crate::vm) fn put_bool(&mut self, register: Reg, value: bool) {
        self.put(register, i32::from(value));
    }

    #[inline]
    pub(in crate::vm) fn make(&self, recipe: Recipe, from: i16, to: i16, a: i32, b: i32) -> Move {
        Move { recipe, mover: self.mover() as u8, joined: false, from, to, a, b }
    }
}
