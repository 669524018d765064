//! `(mapEntry …)`: tables of the equipment from numbers to numbers.

use super::super::{Lowered, Lowering};
use super::fixed_role;
use crate::ast::typed::{Int, Item, KeyOrRole, MapEntry, MapLists, MapPairs, Pair, Text, Word};
use crate::ast::words::{LandmarkType, Role};
use crate::ast::{Ludeme, Node, View};
use crate::board::{Site, SiteType, Trait};
use crate::bytecode::Reg;

/// Keys of maps are below this: sites, players, components and the like.
const MAX_KEY: i32 = 1 << 16;

impl<'r> Lowering<'r> {
    pub(super) fn map_entry(&mut self, call: MapEntry<'r>) -> Lowered<Reg> {
        let entries = self.map(call)?;
        let key = match call.key_or_role() {
            KeyOrRole::Role(role) => self.role(role)?,
            KeyOrRole::Key(key) => self.int(key)?,
        };
        if let Some(known) = self.emitter.known(key) {
            let entry = usize::try_from(known).ok().and_then(|key| entries.get(key).copied());
            return Ok(self.constant(entry.unwrap_or(known)));
        }
        Ok(self.look(entries, key, key))
    }

    /// What the maps of a name, or all maps, have for each key; the key itself for what they do not
    /// have.
    fn map(&mut self, call: MapEntry<'r>) -> Lowered<Vec<i32>> {
        let name = call.name().map(Text::text);
        let rules = self.rules;
        let maps = rules.game.equipment().filter_map(|item| Map::of(item.into()));
        let mut entries: Vec<Option<i32>> = Vec::new();
        for map in maps {
            if name.is_some_and(|name| name != map.name()) {
                continue;
            }
            let mut found: Vec<Option<i32>> = Vec::new();
            for (key, value) in map.pairs() {
                let (key, value) = (self.map_number(key)?, self.map_number(value)?);
                if key == -1 || value == -1 {
                    continue;
                }
                if !(0..MAX_KEY).contains(&key) {
                    return Err(self.unsupported(call, "keys out of range"));
                }
                let key = key as usize;
                found.resize(found.len().max(key + 1), None);
                found[key] = Some(value);
            }
            entries.resize(entries.len().max(found.len()), None);
            for (entry, found) in entries.iter_mut().zip(found) {
                *entry = entry.or(found);
            }
        }
        let numbered = entries.into_iter().enumerate();
        Ok(numbered.map(|(key, entry)| entry.unwrap_or(key as i32)).collect())
    }

    /// The number that a key or a value stands for.
    fn map_number(&mut self, term: Term<'r>) -> Lowered<i32> {
        let topology = &self.board.topology;
        match term {
            Term::Name(name) => {
                let name = name.text();
                let site = topology.labelled(self.board.default, name).map(Site::index);
                let piece = || self.components.iter().position(|component| component.name == name);
                Ok(site.or_else(piece).map_or(-1, |number| number as i32))
            }
            Term::Role(role) => Ok(fixed_role(role.value(), self.players())),
            Term::Landmark(landmark) => {
                let kind = match self.board.default {
                    SiteType::Vertex => SiteType::Vertex,
                    SiteType::Cell | SiteType::Edge => SiteType::Cell,
                };
                let first = |what: Trait| topology.with(kind, what).first().copied();
                let site = match landmark.value() {
                    LandmarkType::BottomSite => first(Trait::Bottom),
                    LandmarkType::CentreSite => first(Trait::Centre),
                    LandmarkType::FirstSite => topology.sites(kind).next(),
                    LandmarkType::LastSite => topology.sites(kind).last(),
                    LandmarkType::LeftSite => first(Trait::Left),
                    LandmarkType::RightSite => first(Trait::Right),
                    LandmarkType::Topsite => first(Trait::Top),
                };
                Ok(site.map_or(-1, |site| site.index() as i32))
            }
            Term::Number(number) => {
                // A map that is read to make a map would have to be there before it is made.
                let is_read = |node: &Node<'r>| node.ludeme() == Some(Ludeme::MapEntry);
                if let Some(read) = number.node().descendants().find(is_read) {
                    return Err(self.unsupported(read, "in a map"));
                }
                let register = self.int(number)?;
                self.emitter.known(register).ok_or_else(|| self.unsupported(number, "in a map"))
            }
        }
    }
}

/// A map of the equipment.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Map<'r> {
    Lists(MapLists<'r>),
    Pairs(MapPairs<'r>),
}

impl<'r> Map<'r> {
    /// An item as a map, if it is one.
    pub(in crate::lower) fn of(item: Item<'r>) -> Option<Self> {
        match item {
            Item::MapLists(map) => Some(Self::Lists(map)),
            Item::MapPairs(map) => Some(Self::Pairs(map)),
            _ => None,
        }
    }

    /// Its name, if it has one of its own.
    pub(in crate::lower) fn own_name(self) -> Option<&'r str> {
        let name = match self {
            Self::Lists(map) => map.name(),
            Self::Pairs(map) => map.name(),
        };
        name.and_then(View::given).map(Text::text)
    }

    /// Its name, or the one by which maps go that have none.
    fn name(self) -> &'r str {
        self.own_name().unwrap_or("Map")
    }

    /// The keys with their values.
    pub(in crate::lower) fn pairs(self) -> Vec<(Term<'r>, Term<'r>)> {
        match self {
            Self::Lists(map) => {
                let (keys, values) = (map.keys().iter(), map.values().iter());
                keys.map(Term::Number).zip(values.map(Term::Number)).collect()
            }
            Self::Pairs(map) => map.pairs().iter().filter_map(terms).collect(),
        }
    }
}

/// A key or a value of a map.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Term<'r> {
    /// A coordinate or a component.
    Name(Text<'r>),
    /// A player.
    Role(Word<'r, Role>),
    Number(Int<'r>),
    Landmark(Word<'r, LandmarkType>),
}

impl<'r> View<'r> for Term<'r> {
    fn node(self) -> Node<'r> {
        match self {
            Self::Name(name) => name.node(),
            Self::Role(role) => role.node(),
            Self::Number(number) => number.node(),
            Self::Landmark(landmark) => landmark.node(),
        }
    }
}

/// The key and the value of a pair.
fn terms(pair: Pair<'_>) -> Option<(Term<'_>, Term<'_>)> {
    Some(match pair {
        Pair::PairPlacePlace(pair) => (Term::Name(pair.key()), Term::Name(pair.value())),
        Pair::PairRoleRole(pair) => (Term::Role(pair.key()), Term::Role(pair.value())),
        Pair::PairRoleInt(pair) => (Term::Role(pair.key()), Term::Number(pair.value())),
        Pair::PairIntInt(pair) => (Term::Number(pair.key()), Term::Number(pair.value())),
        Pair::PairPlaceRole(pair) => (Term::Name(pair.key()), Term::Role(pair.value())),
        Pair::PairRoleLandmark(pair) => (Term::Role(pair.key()), Term::Landmark(pair.value())),
        Pair::PairRolePlace(pair) => (Term::Role(pair.key()), Term::Name(pair.value())),
        Pair::PairIntPlace(pair) => (Term::Number(pair.key()), Term::Name(pair.value())),
        Pair::Gap(_) => return None,
    })
}
