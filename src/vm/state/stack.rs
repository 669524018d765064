//! Sites that hold stacks, and the actions that change them.
//!
//! All of a stack is kept level by level; what is on top is kept as in any other game as well, so
//! that whatever asks for the piece on a site need not know of stacks. A piece that finds no room is
//! not moved or added.

use super::reader::Reader;
use super::zobrist::{Field, key};
use crate::bytecode::{Action, Plane, Stacks};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;

/// A component with its state, rotation and value; where they are -1, what the level has stays.
pub(in crate::vm) type Piece = (i32, [i32; 3]);

/// The data of a piece by its fields.
fn data_of(stacks: &Stacks) -> [(Field, Option<Plane>); 3] {
    [
        (Field::LevelState, stacks.state),
        (Field::LevelRotation, stacks.rotation),
        (Field::LevelValue, stacks.value),
    ]
}

// Reading

impl<'a, const W: usize> Reader<'a, W> {
    #[inline]
    pub(in crate::vm) fn stacks(self) -> Option<&'a Stacks> {
        self.layout().stacks.as_ref()
    }

    /// How many pieces are on a site.
    #[inline]
    pub(in crate::vm) fn height(self, site: i32) -> i32 {
        match self.stacks() {
            Some(stacks) => self.plane(stacks.height, site),
            None => i32::from(self.what(site) != 0),
        }
    }

    /// The component at a level of a site; 0 if there is none.
    #[inline]
    pub(in crate::vm) fn what_at(self, stacks: &Stacks, site: i32, level: i32) -> i32 {
        if level < 0 || level >= self.plane(stacks.height, site) {
            return 0;
        }
        self.entry(stacks.what, slot(stacks, site, level))
    }

    /// The components of a site from the bottom.
    pub(in crate::vm) fn levels_of(
        self,
        stacks: &'a Stacks,
        site: i32,
    ) -> impl Iterator<Item = i32> + use<'a, W> {
        let first = slot(stacks, site.max(0), 0);
        let height = self.plane(stacks.height, site) as usize;
        (first..first + height).map(move |slot| self.entry(stacks.what, slot))
    }

    fn piece_in(self, stacks: &Stacks, slot: usize) -> Piece {
        let data = data_of(stacks).map(|(_, plane)| plane.map_or(0, |p| self.entry(p, slot)));
        (self.entry(stacks.what, slot), data)
    }

    /// What is kept at a level of a site, whether there is a piece or not.
    pub(in crate::vm) fn entries_at(self, stacks: &Stacks, site: i32, level: i32) -> Piece {
        self.piece_in(stacks, slot(stacks, site, level))
    }

    /// The piece at a level of a site; none if there is not one.
    pub(in crate::vm) fn piece_at(self, site: i32, level: i32) -> Option<Piece> {
        let stacks = self.stacks()?;
        let there = (0..self.height(site)).contains(&level);
        there.then(|| self.piece_in(stacks, slot(stacks, site, level)))
    }
}

/// The place of a level of a site in the planes of levels.
#[inline]
fn slot(stacks: &Stacks, site: i32, level: i32) -> usize {
    site as usize * usize::from(stacks.levels) + level as usize
}

impl<'a, const W: usize> Machine<'a, W> {
    #[inline]
    pub(in crate::vm) fn stacks(&self) -> Option<&'a Stacks> {
        self.layout().stacks.as_ref()
    }

    #[inline]
    pub(in crate::vm) fn height(&self, site: i32) -> i32 {
        self.reader().height(site)
    }

    #[inline]
    pub(in crate::vm) fn slot(stacks: &Stacks, site: i32, level: i32) -> usize {
        slot(stacks, site, level)
    }

    #[inline]
    pub(in crate::vm) fn what_at(&self, stacks: &Stacks, site: i32, level: i32) -> i32 {
        self.reader().what_at(stacks, site, level)
    }

    pub(in crate::vm) fn levels_of<'s>(
        &'s self,
        stacks: &'s Stacks,
        site: i32,
    ) -> impl Iterator<Item = i32> + use<'s, 'a, W> {
        self.reader().levels_of(stacks, site)
    }

    fn piece_in(&self, stacks: &Stacks, slot: usize) -> Piece {
        self.reader().piece_in(stacks, slot)
    }

    pub(in crate::vm) fn piece_at(&self, site: i32, level: i32) -> Option<Piece> {
        self.reader().piece_at(site, level)
    }

    /// A level of a site, with -1 for the top; none if it has no piece.
    fn level(&self, site: i32, level: i32) -> Option<i32> {
        let height = self.height(site);
        let level = if level < 0 { height - 1 } else { level };
        (0..height).contains(&level).then_some(level)
    }

    fn can_hold(&self, stacks: &Stacks, site: i32, pieces: i32) -> bool {
        self.is_site(site) && self.height(site) + pieces <= i32::from(stacks.levels)
    }
}

// Writing

impl<const W: usize> Machine<'_, W> {
    fn write_level(&mut self, field: Field, plane: Option<Plane>, slot: usize, value: i32) {
        let Some(plane) = plane else { return };
        let (old, value) = (self.entry(plane, slot), plane.kept(value));
        if old != value {
            self.rehash(field, slot as i32, old, value);
            self.write_plane(plane, slot as i32, value);
        }
    }

    fn write_slot(&mut self, stacks: &Stacks, slot: usize, (what, data): Piece) {
        self.write_level(Field::LevelWhat, Some(stacks.what), slot, what);
        for ((field, plane), value) in data_of(stacks).into_iter().zip(data) {
            if value >= 0 {
                self.write_level(field, plane, slot, value);
            }
        }
    }

    /// Shows what is on top of a site to whoever looks at it.
    pub(in crate::vm) fn surface(&mut self, stacks: &Stacks, site: i32) {
        let height = self.height(site);
        let (what, [state, rotation, value]) = match height {
            0 => (0, [0; 3]),
            _ => self.piece_in(stacks, Self::slot(stacks, site, height - 1)),
        };
        self.write_piece(site, what, height.min(1));
        self.write_state(site, state);
        self.write_rotation(site, rotation);
        self.write_value(site, value);
    }

    /// A component is at no level of a site any more, or still at another one.
    fn forget_within(&mut self, stacks: &'_ Stacks, site: i32, what: i32) {
        let height = self.height(site);
        let stays = (0..height).any(|level| self.what_at(stacks, site, level) == what);
        if what != 0 && !stays && !self.reader().is_listed(what, site) {
            self.write_bit(self.layout().within(what as usize), site, false);
        }
    }

    /// A piece comes on top of a site.
    pub(in crate::vm) fn push_piece(&mut self, site: i32, piece: Piece) {
        let Some(stacks) = self.stacks() else { return };
        if !self.can_hold(stacks, site, 1) {
            return;
        }
        let height = self.height(site);
        self.write_slot(stacks, Self::slot(stacks, site, height), piece);
        self.write_plane(stacks.height, site, height + 1);
        self.hold_within(site, piece.0);
        self.enlist(piece.0, site, height);
        self.surface(stacks, site);
    }

    /// A site has a component at some level.
    fn hold_within(&mut self, site: i32, what: i32) {
        if what != 0 {
            self.write_bit(self.layout().within(what as usize), site, true);
        }
    }

    /// A piece comes in at a level of a site; those above it rise. What it does not bring is 0. It is
    /// listed at that level, or at the top.
    fn insert_piece(&mut self, site: i32, level: i32, (what, data): Piece, listed_on_top: bool) {
        let Some(stacks) = self.stacks() else { return };
        if !self.can_hold(stacks, site, 1) {
            return;
        }
        let height = self.height(site);
        let level = level.clamp(0, height);
        for above in (level..height).rev() {
            let piece = self.piece_in(stacks, Self::slot(stacks, site, above));
            self.write_slot(stacks, Self::slot(stacks, site, above + 1), piece);
        }
        let data = data.map(|value| value.max(0));
        self.write_slot(stacks, Self::slot(stacks, site, level), (what, data));
        self.write_plane(stacks.height, site, height + 1);
        self.hold_within(site, what);
        if listed_on_top {
            self.enlist(what, site, height);
        } else {
            self.shift_levels(site, level, 1);
            self.enlist(what, site, level);
        }
        self.surface(stacks, site);
    }

    /// Takes the piece off the top of a site; nothing of it is left.
    pub(in crate::vm) fn take_top(&mut self, site: i32) -> Option<Piece> {
        let level = self.level(site, -1)?;
        self.delist_level(self.what_at(self.stacks()?, site, level), site, level);
        self.take_top_listed(site)
    }

    /// Takes the piece off the top of a site, which stays listed for it.
    fn take_top_listed(&mut self, site: i32) -> Option<Piece> {
        let stacks = self.stacks()?;
        let level = self.level(site, -1)?;
        let slot = Self::slot(stacks, site, level);
        let piece = self.piece_in(stacks, slot);
        self.write_slot(stacks, slot, (0, [0; 3]));
        self.shrink(stacks, site, piece.0);
        Some(piece)
    }

    /// Takes the piece at a level of a site; those above it sink. The level that is then free keeps
    /// the data of the piece that was there, unless it is to be clean.
    fn take_level(&mut self, site: i32, level: i32) -> Option<Piece> {
        let stacks = self.stacks()?;
        let level = self.level(site, level)?;
        let top = self.height(site) - 1;
        let piece = self.piece_in(stacks, Self::slot(stacks, site, level));
        for below in level..top {
            let above = self.piece_in(stacks, Self::slot(stacks, site, below + 1));
            self.write_slot(stacks, Self::slot(stacks, site, below), above);
        }
        let left = if stacks.clean { [0; 3] } else { [-1; 3] };
        self.write_slot(stacks, Self::slot(stacks, site, top), (0, left));
        self.delist_level(piece.0, site, level);
        self.shrink(stacks, site, piece.0);
        Some(piece)
    }

    /// A site has a piece of a component less.
    fn shrink(&mut self, stacks: &Stacks, site: i32, what: i32) {
        self.write_plane(stacks.height, site, self.height(site) - 1);
        self.forget_within(stacks, site, what);
        self.surface(stacks, site);
    }

    // Actions

    /// The piece on top goes; what is known of it besides does not go with it. Where there are cards,
    /// it does not arrive.
    pub(in crate::vm) fn move_plainly(&mut self, from: i32, to: i32) {
        let Some(stacks) = self.stacks() else { return };
        if self.can_hold(stacks, to, 1)
            && let Some((what, _)) = self.take_top(from)
            && !stacks.cards
        {
            self.push_piece(to, (what, [-1; 3]));
        }
    }

    /// The piece at a level goes on top of another site, with all that is known of it.
    pub(in crate::vm) fn move_level(&mut self, from: i32, to: i32, level: i32) {
        let Some(stacks) = self.stacks() else { return };
        if from == to || !self.can_hold(stacks, to, 1) {
            return;
        }
        if let Some(piece) = self.take_level(from, level) {
            self.push_piece(to, piece);
        } else if level >= 0 && self.is_site(from) && self.height(from) == 0 {
            // Nothing is there to go, and so it is nothing that arrives.
            self.push_piece(to, (0, [0; 3]));
        }
    }

    /// The piece at a level goes in at a level of another site. From the top it goes without what is
    /// known of it.
    pub(in crate::vm) fn move_into(&mut self, from: i32, to: i32, [level, into]: [i32; 2]) {
        let Some(stacks) = self.stacks() else { return };
        if from != to && !self.can_hold(stacks, to, 1) {
            return;
        }
        let piece = match level {
            ..0 => self.take_top(from).map(|(what, _)| (what, [0; 3])),
            _ => self.take_level(from, level),
        };
        if let Some(piece) = piece {
            self.insert_piece(to, into, piece, level < 0);
        }
    }

    /// All pieces of a site go on top of another.
    pub(in crate::vm) fn move_stack(&mut self, from: i32, to: i32) {
        self.move_upper(from, to, self.height(from));
    }

    /// The upper pieces of a site go on top of another, with all that is known of them, as they lie;
    /// none of them if there are not so many.
    pub(in crate::vm) fn move_upper(&mut self, from: i32, to: i32, count: i32) {
        let Some(stacks) = self.stacks() else { return };
        let height = self.height(from);
        if from == to || !(1..=height).contains(&count) || !self.can_hold(stacks, to, count) {
            return;
        }
        for level in height - count..height {
            if let Some(piece) = self.piece_at(from, level) {
                self.push_piece(to, piece);
            }
        }
        for _ in 0..count {
            self.take_top(from);
        }
    }

    /// What has come on top of a site stays where it came from as well.
    pub(in crate::vm) fn copy_back(&mut self, from: i32, to: i32) {
        if let Some(piece) = self.level(to, -1).and_then(|level| self.piece_at(to, level)) {
            self.push_piece(from, piece);
        }
    }

    /// A new piece comes in at a level.
    pub(in crate::vm) fn insert_new(&mut self, site: i32, what: i32, state: i32, level: i32) {
        if (1..i32::from(self.layout().components)).contains(&what) {
            self.insert_piece(site, level, (what, [state, -1, -1]), false);
        }
    }

    /// The piece at a level goes, or the top, of which nothing is left.
    pub(in crate::vm) fn remove_level(&mut self, site: i32, level: i32) {
        if level < 0 {
            self.take_top(site);
        } else {
            self.take_named(site, level);
        }
    }

    /// Takes the piece at a level, or the one on top if there is none so high. For that one nobody
    /// looks at the right level, so that its site stays listed.
    fn take_named(&mut self, site: i32, level: i32) {
        if level < self.height(site) {
            self.take_level(site, level);
        } else {
            self.take_top_listed(site);
        }
    }

    /// A component takes the place of the piece on top. The site of a piece that stood alone stays
    /// listed for it.
    pub(in crate::vm) fn promote_top(&mut self, site: i32, what: i32) {
        let alone = self.height(site) == 1 && self.owner(self.what(site)) != 0;
        let old = if alone { self.take_top_listed(site) } else { self.take_top(site) };
        if old.is_some() && self.is_component(what) {
            self.push_piece(site, (what, [-1; 3]));
        }
    }

    /// A component takes the place of the piece on top, with all that is known of it.
    pub(in crate::vm) fn convert_top(&mut self, site: i32, what: i32) {
        if let Some((_, data)) = self.take_top(site) {
            self.push_piece(site, (what, data));
        }
    }

    /// Sets the number of pieces on top of a stack, where each level holds one: none takes it away, and
    /// with any other number the component is there in its place.
    pub(in crate::vm) fn set_count_of_top(&mut self, site: i32, what: i32, count: i32) {
        if count <= 0 {
            self.take_top(site);
        } else if self.is_component(what) && self.what(site) != what {
            self.convert_top(site, what);
        }
    }

    /// Turns a stack over: its pieces come in the opposite order, each with its other side up. Of a piece
    /// nothing is kept but that; a piece that stands alone keeps the rest.
    pub(in crate::vm) fn turn_stack(&mut self, site: i32) {
        let Some(stacks) = self.stacks() else { return };
        let height = self.height(site);
        let turned = |machine: &Self, level: i32| {
            let (what, [state, rotation, value]) =
                machine.piece_in(stacks, Self::slot(stacks, site, level));
            (what, [machine.other_side(what, state), rotation, value])
        };
        if height == 1 {
            let (what, data) = turned(self, 0);
            self.take_top(site);
            self.push_piece(site, (what, data));
        }
        if height < 2 {
            return;
        }
        for level in (0..height).rev() {
            self.delist_level(self.what_at(stacks, site, level), site, level);
        }
        // From both ends to the middle, so that nothing has to be kept.
        for low in 0..(height + 1) / 2 {
            let high = height - 1 - low;
            let (one, other) = (turned(self, low), turned(self, high));
            for (level, (what, [state, ..])) in [(low, other), (high, one)] {
                let slot = Self::slot(stacks, site, level);
                self.write_slot(stacks, slot, (what, [state, 0, 0]));
            }
        }
        for level in 0..height {
            self.enlist(self.what_at(stacks, site, level), site, level);
        }
        self.surface(stacks, site);
    }

    /// Changes something of the piece at a level, -1 being the top.
    pub(in crate::vm) fn set_in_stack(
        &mut self,
        action: Action,
        site: i32,
        level: i32,
        value: i32,
    ) {
        let Some(stacks) = self.stacks() else { return };
        let Some(level) = self.level(site, level) else { return };
        let [state, rotation, values] = data_of(stacks);
        let (field, plane) = match action {
            Action::SetState => state,
            Action::SetRotation => rotation,
            _ => values,
        };
        self.write_level(field, plane, Self::slot(stacks, site, level), value);
        self.surface(stacks, site);
    }

    // Pieces that leave at the end of the turn

    /// More pieces of a site are to leave.
    pub(in crate::vm) fn mark_leaving(&mut self, site: i32, pieces: i32) {
        if let Some(plane) = self.stacks().and_then(|stacks| stacks.leaving) {
            let marks = self.plane(plane, site).saturating_add(pieces);
            self.write_plane(plane, site, marks.min(i32::from(u8::MAX)));
        }
    }

    /// As many of the lowest pieces of each site leave as were to, the highest of them first.
    pub(in crate::vm) fn let_leave(&mut self, set: usize) {
        let Some(stacks) = self.stacks() else { return };
        let Some(plane) = stacks.leaving else { return };
        for site in self.state_set(set) {
            let marks = self.plane(plane, site);
            self.write_plane(plane, site, 0);
            let leaving = marks.min(self.height(site));
            if self.actions.is_on() {
                (0..leaving).for_each(|level| self.note_leaving(site, level));
            }
            if stacks.rehearsed {
                (0..leaving).for_each(|level| self.take_named(site, level));
            }
            for level in (0..marks.min(self.height(site))).rev() {
                self.take_level(site, level);
            }
        }
    }

    /// The value of the piece that an action removes; of the top, as often as pieces are marked to
    /// leave.
    pub(in crate::vm) fn value_removed(&self, action: Action, mv: Move) -> i32 {
        let site = mv.to();
        let top = self.height(site) - 1;
        let level = match action {
            Action::RemoveLevel if mv.payload(2) >= 0 => mv.payload(2),
            _ => top,
        };
        let value = self.piece_at(site, level).map_or(0, |(_, data)| data[2]);
        if action == Action::RemoveLater { value.saturating_mul(mv.b.max(1)) } else { value }
    }

    fn note_leaving(&mut self, site: i32, level: i32) {
        let at = site as i16;
        self.note_flat(
            Action::RemoveLevel,
            Move { from: at, to: at, b: level | 1 << 16, ..Move::PASS },
        );
    }
}

// From scratch

impl<const W: usize> Reader<'_, W> {
    /// The part of the hash that is about levels.
    pub(in crate::vm) fn hash_of_levels(self) -> u64 {
        let Some(stacks) = self.stacks() else { return 0 };
        let mut hash = 0;
        for slot in 0..usize::from(self.layout().sites) * usize::from(stacks.levels) {
            let (what, data) = self.piece_in(stacks, slot);
            hash ^= key(Field::LevelWhat, slot as i32, what);
            for ((field, _), value) in data_of(stacks).into_iter().zip(data) {
                hash ^= key(field, slot as i32, value);
            }
        }
        hash
    }

    /// Whether tops and sets are what the levels say.
    pub(in crate::vm) fn stacks_agree(self) -> bool {
        let Some(stacks) = self.stacks() else { return true };
        (0..i32::from(self.layout().sites)).all(|site| {
            let height = self.height(site);
            let levels = 0..i32::from(stacks.levels);
            let filled = levels.clone().all(|level| {
                let what = self.entry(stacks.what, slot(stacks, site, level));
                what == 0 || level < height
            });
            let top = self.what(site) == self.what_at(stacks, site, height - 1);
            let within = (1..i32::from(self.layout().components)).all(|what| {
                let there = self.levels_of(stacks, site).any(|other| other == what);
                let expected = there || self.is_listed(what, site);
                self.within(what as usize).contains(site) == expected
            });
            filled && top && within
        })
    }
}
