//! `(mapEntry …)`: tables of the equipment from numbers to numbers.

use super::number::number_of;
use super::{Fixed, Reader, Stop};
use crate::ast::Node;
use crate::board::site::Site;
use crate::board::topology::Trait;

impl Reader<'_, '_> {
    /// The value of the first map that has a key; the key itself if none has it.
    pub(super) fn map_entry(&mut self, node: Node<'_>) -> Fixed<i32> {
        let key = match node.arg("role") {
            Some(role) => self.role(role)?,
            None => self.argument(node, "key")?,
        };
        let name = node.arg("name").map(Node::text);
        let game = self.static_eval.game;
        for map in game.equipment().filter(|item| item.head() == "map") {
            let own = map.given("name").map_or("Map", Node::text);
            if name.is_some_and(|name| name != own) {
                continue;
            }
            let value = self.value_in(map, key)?;
            if value != -1 {
                return Ok(value);
            }
        }
        Ok(key)
    }

    /// The value that a map has for a key, the last of several; -1 if there is none.
    fn value_in(&mut self, map: Node<'_>, key: i32) -> Fixed<i32> {
        let mut pairs: Vec<(Node<'_>, Node<'_>)> = Vec::new();
        if let Some(list) = map.get("pairs") {
            let keys = list.elements().filter_map(|pair| pair.arg("key"));
            pairs.extend(keys.zip(list.elements().filter_map(|pair| pair.arg("value"))));
        } else if let (Some(keys), Some(values)) = (map.get("keys"), map.get("values")) {
            pairs.extend(keys.elements().zip(values.elements()));
        }
        for (known, value) in pairs.into_iter().rev() {
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
        match node.enumeration() {
            Some("Role") => self.role(node),
            Some("LandmarkType") => {
                let first = |what: Trait| topology.with(kind, what).first().copied();
                let last = || topology.count(kind).checked_sub(1).map(Site::from);
                Ok(number_of(match node.constant() {
                    Some("BottomSite") => first(Trait::Bottom),
                    Some("CentreSite") => first(Trait::Centre),
                    Some("FirstSite") => topology.sites(kind).next(),
                    Some("LastSite") => last(),
                    Some("LeftSite") => first(Trait::Left),
                    Some("RightSite") => first(Trait::Right),
                    _ => first(Trait::Top),
                }))
            }
            _ => self.number(node),
        }
    }
}
