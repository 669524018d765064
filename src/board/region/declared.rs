//! Regions that a game declares, and those that belong to its hands and tracks.

use super::{Fixed, Reader, Stop, any_site};
use crate::ast::Node;
use crate::board::container::ContainerKind;
use crate::board::error::BoardError;
use crate::board::set::SiteSet;
use crate::board::site::{Site, is_coordinate};
use crate::board::track::Track;

/// A region of the equipment.
#[derive(Debug)]
pub(super) struct Declared<'g> {
    name: String,
    owner: i32,
    item: Node<'g>,
    sites: Progress,
}

#[derive(Clone, Debug)]
enum Progress {
    Unread,
    Reading,
    Read(Result<SiteSet, BoardError>),
}

impl<'g> Declared<'g> {
    /// Takes up a `(regions …)` item.
    pub(super) fn new(item: Node<'g>, players: u8) -> Self {
        let role = item.given("role").and_then(Node::constant);
        let name = item.given("name").map(|name| name.text().to_owned());
        // An owner that is not given is called the first player in the name, and is nobody.
        let name = name.unwrap_or_else(|| format!("Region{}", role.unwrap_or("P1")));
        let owner = match role.unwrap_or("Neutral") {
            "Shared" | "All" | "Each" => i32::from(players) + 1,
            role => role.strip_prefix('P').and_then(|number| number.parse().ok()).unwrap_or(0),
        };
        Self { name, owner, item, sites: Progress::Unread }
    }
}

impl Reader<'_, '_> {
    /// `(sites P1 "Part")`, `(sites "Name")` or `(sites "A1")`.
    pub(super) fn owned_or_named(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let owner = self.player(node)?;
        let name = node.arg("name").map_or("", Node::text);
        let is_meant = |region: &Declared<'_>| match owner {
            Some(owner) => region.owner == owner && region.name.contains(name),
            None => region.name == name,
        };
        if owner.is_none() && is_coordinate(name) {
            let site = self.topology().labelled(self.kind(node), name);
            return Ok(site.into_iter().collect());
        }
        let declared = self.static_eval.declared.borrow();
        let numbered = declared.iter().enumerate().filter(|(_, region)| is_meant(region));
        let meant: Vec<usize> = numbered.map(|(index, _)| index).collect();
        drop(declared);
        let mut all = SiteSet::default();
        for index in meant {
            all.unite(&self.declared(index)?);
        }
        Ok(all)
    }

    /// A region of the equipment, evaluated once, before the start.
    fn declared(&mut self, index: usize) -> Fixed<SiteSet> {
        let (progress, item) = {
            let mut declared = self.static_eval.declared.borrow_mut();
            let region = &mut declared[index];
            (std::mem::replace(&mut region.sites, Progress::Reading), region.item)
        };
        let sites = match progress {
            Progress::Read(sites) => sites,
            Progress::Reading => {
                let region = self.static_eval.declared.borrow()[index].name.clone();
                Err(BoardError::Circular { region })
            }
            Progress::Unread => self.read_declared(index, item),
        };
        self.static_eval.declared.borrow_mut()[index].sites = Progress::Read(sites.clone());
        sites.map_err(Stop::Error)
    }

    fn read_declared(&mut self, index: usize, item: Node<'_>) -> Result<SiteSet, BoardError> {
        let variables = std::mem::take(&mut self.variables);
        let frozen = std::mem::replace(&mut self.frozen, true);
        let sites = self.sites_of_item(item);
        (self.variables, self.frozen) = (variables, frozen);
        sites.map_err(|stop| match stop {
            Stop::Error(error) => error,
            Stop::Varies => {
                let name = &self.static_eval.declared.borrow()[index].name;
                let what =
                    format!("the region \"{name}\", which depends on the state of the game,");
                BoardError::Unsupported { what }
            }
        })
    }

    /// The sites of a declaration; families of regions, as puzzles have them, are no sites.
    fn sites_of_item(&mut self, item: Node<'_>) -> Fixed<SiteSet> {
        let mut all = SiteSet::default();
        if let Some(sites) = item.arg("sites") {
            all.extend(sites.elements().filter_map(Node::as_int).filter_map(any_site));
        }
        let regions = item.arg("region").or_else(|| item.arg("regions"));
        for region in regions.into_iter().flat_map(Node::elements) {
            all.unite(&self.region(region)?);
        }
        Ok(all)
    }

    /// `(sites Hand P1)`: the first container beside the board that a player owns.
    pub(super) fn hand(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let Some(owner) = self.player(node)? else { return Ok(SiteSet::default()) };
        let any = node.get("role").and_then(Node::constant) == Some("Shared");
        let containers = self.static_eval.containers.list().iter();
        let hand = containers
            .filter(|container| container.kind != ContainerKind::Board)
            .find(|container| any || owner > 0 && i32::from(container.owner) == owner);
        let Some(hand) = hand else { return Ok(SiteSet::default()) };
        let first = hand.from.index();
        Ok((first..first + usize::from(hand.sites)).map(Site::from).collect())
    }

    /// `(sites Track …)`: a track, or the part of it from one site to another.
    pub(super) fn track(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let owner = self.player(node)?.unwrap_or(0);
        let name = node.arg("track").map_or("", Node::text);
        let from = node.arg("from").map(|from| self.number(from)).transpose()?;
        let to = node.arg("to").map(|to| self.number(to)).transpose()?;
        let is_meant = |track: &&Track| {
            let serves = track.owner == 0 || i32::from(track.owner) == owner;
            track.name == name || track.name.contains(name) && serves
        };
        let Some(track) = self.static_eval.containers.board().tracks.iter().find(is_meant) else {
            return Ok(SiteSet::default());
        };
        let start = from.map_or(Some(0), |from| track.index_of(from));
        let Some(start) = start else { return Ok(SiteSet::default()) };
        let (before, after) = track.elements.split_at(start.min(track.elements.len()));
        let mut all = SiteSet::default();
        for element in after.iter().chain(before) {
            all.extend(any_site(element.site));
            if Some(element.site) == to {
                break;
            }
        }
        Ok(all)
    }
}
