//! `(mapEntry …)`: tables of the equipment from numbers to numbers.

use super::super::{Lowered, Lowering};
use super::fixed_role;
use crate::ast::Node;
use crate::board::{Site, SiteType, Trait};
use crate::bytecode::Reg;

/// Keys of maps are below this: sites, players, components and the like.
const MAX_KEY: i32 = 1 << 16;

impl<'r> Lowering<'r> {
    pub(super) fn map_entry(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let name = node.arg("name").map(Node::text);
        let entries = self.map(node, name)?;
        let key = match node.get("role") {
            Some(role) => self.role(role)?,
            None => self.int_arg(node, "key")?,
        };
        if let Some(known) = self.emitter.known(key) {
            let entry = usize::try_from(known).ok().and_then(|key| entries.get(key).copied());
            return Ok(self.constant(entry.unwrap_or(known)));
        }
        Ok(self.look(entries, key, key))
    }

    /// What the maps of a name, or all maps, have for each key; the key itself for what they do not
    /// have.
    fn map(&mut self, node: Node<'r>, name: Option<&str>) -> Lowered<Vec<i32>> {
        let rules = self.rules;
        let maps = rules.game.equipment().filter(|item| item.head() == "map");
        let mut entries: Vec<Option<i32>> = Vec::new();
        for map in maps {
            let own = map.given("name").map_or("Map", Node::text);
            if name.is_some_and(|name| name != own) {
                continue;
            }
            let mut found: Vec<Option<i32>> = Vec::new();
            for (key, value) in pairs(map) {
                let (key, value) = (self.map_number(key)?, self.map_number(value)?);
                if key == -1 || value == -1 {
                    continue;
                }
                if !(0..MAX_KEY).contains(&key) {
                    return Err(self.unsupported(node, "keys out of range"));
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

    /// A key or a value: a number, a player, a coordinate, a component or a landmark.
    fn map_number(&mut self, node: Node<'r>) -> Lowered<i32> {
        let topology = &self.board.topology;
        if node.is_text() {
            let text = node.text();
            let site = topology.labelled(self.board.default, text).map(Site::index);
            let piece = || self.components.iter().position(|component| component.name == text);
            return Ok(site.or_else(piece).map_or(-1, |number| number as i32));
        }
        match node.enumeration() {
            Some("Role") => Ok(fixed_role(node.constant().unwrap_or(""), self.players())),
            Some("LandmarkType") => {
                let kind = match self.board.default {
                    SiteType::Vertex => SiteType::Vertex,
                    _ => SiteType::Cell,
                };
                let first = |what: Trait| topology.with(kind, what).first().copied();
                let site = match node.constant() {
                    Some("BottomSite") => first(Trait::Bottom),
                    Some("CentreSite") => first(Trait::Centre),
                    Some("FirstSite") => topology.sites(kind).next(),
                    Some("LastSite") => topology.sites(kind).last(),
                    Some("LeftSite") => first(Trait::Left),
                    Some("RightSite") => first(Trait::Right),
                    _ => first(Trait::Top),
                };
                Ok(site.map_or(-1, |site| site.index() as i32))
            }
            _ => {
                // A map that is read to make a map would have to be there before it is made.
                if let Some(read) = node.descendants().find(|node| node.head() == "mapEntry") {
                    return Err(self.unsupported(read, "in a map"));
                }
                let number = self.int(node)?;
                self.emitter.known(number).ok_or_else(|| self.unsupported(node, "in a map"))
            }
        }
    }
}

/// The keys of a map with their values.
pub(in crate::lower) fn pairs(map: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    if let Some(list) = map.get("pairs") {
        return list
            .elements()
            .filter_map(|pair| Some((pair.arg("key")?, pair.arg("value")?)))
            .collect();
    }
    let list = |name| map.get(name).into_iter().flat_map(Node::elements);
    list("keys").zip(list("values")).collect()
}
