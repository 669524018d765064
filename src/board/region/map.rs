//! `(mapEntry …)`: tables of the equipment from numbers to numbers.

use super::number::number_of;
use super::{Fixed, Reader, Stop};
use crate::ast::typed::{Int, Item, KeyOrRole, MapEntry, Pair, Text};
use crate::ast::words::{LandmarkType, Role};
use crate::ast::{Node, View};
use crate::board::site::Site;
use crate::board::topology::Trait;

impl Reader<'_, '_> {
    /// The value of the first map that has a key; the key itself if none has it.
    pub(super) fn map_entry(&mut self, call: MapEntry<'_>) -> Fixed<i32> {
        let key = match call.key_or_role() {
            KeyOrRole::Role(role) => self.role(role)?,
            KeyOrRole::Key(key) => self.number(key)?,
        };
        let wanted = call.name().map(Text::text);
        let is_meant = |name: Option<Text<'_>>| {
            wanted.is_none_or(|wanted| wanted == name.map_or("Map", Text::text))
        };
        for item in self.static_eval.game.items() {
            let pairs: Vec<(Node<'_>, Node<'_>)> = match item {
                Item::MapPairs(map) if is_meant(map.name()) => {
                    map.pairs().iter().filter_map(parts).collect()
                }
                Item::MapLists(map) if is_meant(map.name()) => {
                    let values = map.values().iter().map(View::node);
                    map.keys().iter().map(View::node).zip(values).collect()
                }
                _ => continue,
            };
            let value = self.value_in(&pairs, key)?;
            if value != -1 {
                return Ok(value);
            }
        }
        Ok(key)
    }

    /// The value that a map has for a key, the last of several; -1 if there is none.
    fn value_in(&mut self, pairs: &[(Node<'_>, Node<'_>)], key: i32) -> Fixed<i32> {
        for &(known, value) in pairs.iter().rev() {
            if key != -1 && self.entry(known)? == key {
                let value = self.entry(value)?;
                if value != -1 {
                    return Ok(value);
                }
            }
        }
        Ok(-1)
    }

    /// A key or a value: a number, a player, a coordinate or a landmark. Names of pieces are not
    /// known here.
    fn entry(&mut self, node: Node<'_>) -> Fixed<i32> {
        let topology = self.topology();
        let kind = self.static_eval.containers.board().default;
        if node.is_text() {
            let site = topology.labelled(kind, node.text());
            return site.map(|site| site.0.into()).ok_or(Stop::Varies);
        }
        if node.word::<Role>().is_some() {
            return self.role(node.into());
        }
        let Some(landmark) = node.word::<LandmarkType>() else {
            return self.number(Int::from(node));
        };
        let first = |what: Trait| topology.with(kind, what).first().copied();
        Ok(number_of(match landmark {
            LandmarkType::BottomSite => first(Trait::Bottom),
            LandmarkType::CentreSite => first(Trait::Centre),
            LandmarkType::FirstSite => topology.sites(kind).next(),
            LandmarkType::LastSite => topology.count(kind).checked_sub(1).map(Site::from),
            LandmarkType::LeftSite => first(Trait::Left),
            LandmarkType::RightSite => first(Trait::Right),
            LandmarkType::Topsite => first(Trait::Top),
        }))
    }
}

/// The key and the value of a pair.
fn parts(pair: Pair<'_>) -> Option<(Node<'_>, Node<'_>)> {
    Some(match pair {
        Pair::PairPlacePlace(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairRoleRole(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairRoleInt(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairIntInt(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairPlaceRole(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairRoleLandmark(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairRolePlace(pair) => (pair.key().node(), pair.value().node()),
        Pair::PairIntPlace(pair) => (pair.key().node(), pair.value().node()),
        Pair::Gap(_) => return None,
    })
}
