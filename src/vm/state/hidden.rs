//! What is hidden from players.
//!
//! It changes nothing about what can be played unless a rule asks for it. A player's view of a state
//! leaves it out.

use super::item::Item;
use super::reader::Reader;
use super::zobrist::{Field, key};
use crate::bytecode::{Hidden, Layout, Scalar};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

/// What a player sees of a site: nothing of what is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SiteView {
    /// The component; 0 for none.
    pub what: Option<u16>,
    /// Its owner; 0 for nobody.
    pub who: Option<u8>,
    /// How many there are.
    pub count: Option<u16>,
    /// Local state.
    pub state: Option<u16>,
    /// Rotation.
    pub rotation: Option<u16>,
    /// Value.
    pub value: Option<u16>,
}

impl<const W: usize> Reader<'_, W> {
    /// Whether a thing of a site is hidden from a player.
    fn hides(self, thing: usize, player: i32, site: i32) -> bool {
        let set = self.layout().hidden_from(thing, player);
        set.is_some_and(|set| self.state_set_has(set, site))
    }

    /// The part of the hash that stands for what is hidden of a site.
    pub(in crate::vm) fn hash_of_hidden(self, site: i32) -> u64 {
        let mut hash = 0;
        for thing in 0..Hidden::COUNT {
            for player in 1..=self.players() {
                if self.hides(thing, player, site) {
                    hash ^= hidden_key(site, thing as i32, player);
                }
            }
        }
        hash
    }

    /// What a player sees of an item on a site.
    pub(in crate::vm) fn seen(self, player: i32, site: i32, item: Item) -> SiteView {
        let hides = |thing: Hidden| self.hides(thing as usize, player, site);
        if hides(Hidden::Site) {
            return SiteView::default();
        }
        SiteView {
            what: (!hides(Hidden::What)).then_some(item.what),
            who: (!hides(Hidden::Who)).then_some(item.who),
            count: (!hides(Hidden::Count)).then_some(item.count),
            state: (!hides(Hidden::State)).then_some(item.state),
            rotation: (!hides(Hidden::Rotation)).then_some(item.rotation),
            value: (!hides(Hidden::Value)).then_some(item.value),
        }
    }
}

impl<const W: usize> Machine<'_, W> {
    /// The sites of which a thing is hidden from a player.
    pub(in crate::vm) fn hidden_from(&self, thing: i32, player: i32) -> SiteSet<W> {
        let set = self.layout().hidden_from(thing as usize, player);
        set.map_or(SiteSet::EMPTY, |set| self.state_set(set))
    }

    /// Hides a thing of a site from a player, or shows it again.
    pub(in crate::vm) fn hide(&mut self, site: i32, thing: i32, player: i32, hidden: bool) {
        let Some(set) = self.layout().hidden_from(thing as usize, player) else { return };
        if !self.is_site(site) || self.state_set_has(set, site) == hidden {
            return;
        }
        if self.program.facts.hashing {
            let hash = self.wide(Scalar::Hash) ^ hidden_key(site, thing, player);
            self.write(Layout::scalar(Scalar::Hash), hash);
        }
        self.write_bit(set, site, hidden);
    }

    /// What is hidden of a piece stays hidden when it goes from one site to another, and is no longer
    /// on the site that it leaves empty.
    #[inline]
    pub(in crate::vm) fn carry_hidden(&mut self, from: i32, to: i32) {
        if self.layout().hidden != [None; Hidden::COUNT] {
            self.carry_each(from, to);
        }
    }

    fn carry_each(&mut self, from: i32, to: i32) {
        let left = self.what(from) == 0;
        for thing in 0..Hidden::COUNT {
            for player in 1..=self.players() {
                let hidden = self.reader().hides(thing, player, from);
                self.hide(to, thing as i32, player, hidden);
                if left {
                    self.hide(from, thing as i32, player, false);
                }
            }
        }
    }
}

fn hidden_key(site: i32, thing: i32, player: i32) -> u64 {
    key(Field::Hidden, site, player * Hidden::COUNT as i32 + thing)
}
