//! What stands on the sites of a state, for whoever looks at it.

use super::hidden::SiteView;
use super::reader::{Question, Reader};
use crate::vm::game::State;

/// What stands on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Item {
    /// The component; 0 for none.
    pub what: u16,
    /// Its owner; 0 for nobody.
    pub who: u8,
    /// How many there are.
    pub count: u16,
    /// Local state.
    pub state: u16,
    /// Rotation.
    pub rotation: u16,
    /// Value.
    pub value: u16,
}

impl State {
    /// What stands on a site; the top of it, if it is a stack.
    pub fn item(&self, site: usize) -> Item {
        self.ask(ItemAt(site as i32))
    }

    /// How many levels a site has: the pieces of a stack. Where sites do not hold stacks, it is 1, or
    /// 0 for a site without anything.
    pub fn height(&self, site: usize) -> usize {
        self.ask(HeightOf(site as i32))
    }

    /// What stands at a level of a site, from the bottom; nothing above the top.
    pub fn item_at(&self, site: usize, level: usize) -> Item {
        self.ask(ItemAtLevel(site as i32, level as i32))
    }

    /// The sites that the piece on a site covers, that site included; none if there is no piece.
    pub fn covers(&self, site: usize) -> Vec<usize> {
        self.ask(Covers(site as i32))
    }

    /// The number that a site of a deduction puzzle has, if it has one. A site with the number 0 has no piece, as
    /// one that is open.
    pub fn number(&self, site: usize) -> Option<i32> {
        self.ask(NumberOf(site as i32))
    }

    /// What a player sees of each site.
    pub fn view(&self, player: usize) -> Vec<SiteView> {
        self.ask(View(player as i32))
    }

    /// What each die counts, 0 if it has been used.
    pub fn dice(&self) -> Vec<i32> {
        self.ask(Dice)
    }

    /// A number that is the same for equal positions with the same player to move, and different for
    /// different ones but for rare accidents.
    pub fn hash(&self) -> u64 {
        self.ask(Hash)
    }

    /// Whether what is kept along agrees with what follows from the rest: the hash, and the sets of
    /// sites. For tests.
    pub fn is_consistent(&self) -> bool {
        self.ask(Consistent)
    }
}

impl<const W: usize> Reader<'_, W> {
    fn item(self, site: i32) -> Item {
        let layout = self.layout();
        Item {
            what: self.what(site) as u16,
            who: self.who(site) as u8,
            count: self.count(site) as u16,
            state: self.optional(layout.state, site) as u16,
            rotation: self.optional(layout.rotation, site) as u16,
            value: self.optional(layout.value, site) as u16,
        }
    }
}

struct ItemAt(i32);

impl Question for ItemAt {
    type Answer = Item;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Item {
        state.item(self.0)
    }
}

struct HeightOf(i32);

impl Question for HeightOf {
    type Answer = usize;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> usize {
        if state.layout().stacks.is_some() {
            return state.height(self.0) as usize;
        }
        usize::from(state.what(self.0) != 0 || state.count(self.0) != 0)
    }
}

struct ItemAtLevel(i32, i32);

impl Question for ItemAtLevel {
    type Answer = Item;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Item {
        let Self(site, level) = self;
        match state.piece_at(site, level) {
            Some((what, [local, rotation, value])) => Item {
                what: what as u16,
                who: state.owner(what) as u8,
                count: 1,
                state: local as u16,
                rotation: rotation as u16,
                value: value as u16,
            },
            None if level == 0 => state.item(site),
            None => Item::default(),
        }
    }
}

struct NumberOf(i32);

impl Question for NumberOf {
    type Answer = Option<i32>;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Option<i32> {
        let puzzle = state.layout().puzzle.filter(|_| state.is_site(self.0))?;
        let resolved = state.state_set(usize::from(puzzle.resolved));
        resolved.contains(self.0).then(|| state.what(self.0))
    }
}

struct Covers(i32);

impl Question for Covers {
    type Answer = Vec<usize>;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Vec<usize> {
        state.footprint_at(self.0).iter().map(|site| site as usize).collect()
    }
}

struct View(i32);

impl Question for View {
    type Answer = Vec<SiteView>;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Vec<SiteView> {
        let sites = 0..i32::from(state.layout().sites);
        sites.map(|site| state.seen(self.0, site, state.item(site))).collect()
    }
}

struct Dice;

impl Question for Dice {
    type Answer = Vec<i32>;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> Vec<i32> {
        state.dice()
    }
}

struct Hash;

impl Question for Hash {
    type Answer = u64;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> u64 {
        state.distinctive()
    }
}

struct Consistent;

impl Question for Consistent {
    type Answer = bool;
    fn ask<const W: usize>(self, state: Reader<'_, W>) -> bool {
        state.is_consistent()
    }
}
