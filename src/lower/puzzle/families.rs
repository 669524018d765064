//! Families of regions that constraints are about, and hints.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{Site, SiteType};

/// Regions of one item of the equipment, each with its sites in order.
pub(super) struct Family {
    /// The name of the item.
    pub(super) name: String,
    /// What the regions are, if the board has them by itself.
    pub(super) kind: Option<&'static str>,
    pub(super) regions: Vec<Vec<Site>>,
}

/// A number given for some sites.
pub(in crate::lower) struct Hint {
    pub(in crate::lower) sites: Vec<Site>,
    pub(in crate::lower) value: i32,
}

impl<'r> Lowering<'r> {
    /// The regions of all items, in order.
    pub(super) fn families(&self) -> Lowered<Vec<Family>> {
        let items = self.rules.game.equipment().filter(|item| item.head() == "regions");
        let mut families = Vec::new();
        for item in items {
            let name = match (item.given("name"), item.given("role").and_then(Node::constant)) {
                (Some(name), _) => name.text().to_owned(),
                (None, role) => format!("Region{}", role.unwrap_or("P1")),
            };
            let own = self.own_regions(item)?;
            if !own.is_empty() {
                families.push(Family { name: name.clone(), kind: None, regions: own });
            }
            let kinds = item.get("families").or_else(|| item.get("family"));
            for kind in kinds.into_iter().flat_map(Node::elements) {
                let regions = self.family(kind)?;
                families.push(Family { name: name.clone(), kind: kind.constant(), regions });
            }
        }
        Ok(families)
    }

    /// The regions that an item lists.
    fn own_regions(&self, item: Node<'r>) -> Lowered<Vec<Vec<Site>>> {
        let mut own = Vec::new();
        if let Some(sites) = item.get("sites") {
            let site = |site: Node<'r>| site.as_int().and_then(|site| u16::try_from(site).ok());
            own.push(sites.elements().filter_map(site).map(Site).collect());
        }
        let regions = item.get("regions").or_else(|| item.get("region"));
        for region in regions.into_iter().flat_map(Node::elements) {
            let sites = self.static_eval.region(region).ok().flatten();
            let sites = sites
                .ok_or_else(|| self.unsupported(region, "regions that depend on the state"))?;
            own.push(sites.iter().collect());
        }
        Ok(own)
    }

    /// The numbers given for sites of a type.
    pub(in crate::lower) fn hints_of(&self, kind: SiteType) -> Vec<Hint> {
        let items = self.rules.game.equipment().filter(|item| item.head() == "hints");
        let of_kind = items.filter(|item| {
            let of = item.arg("type").and_then(Node::constant).and_then(SiteType::named);
            of.unwrap_or(SiteType::Cell) == kind
        });
        let hints = of_kind.flat_map(|item| item.get("hints").into_iter().flat_map(Node::elements));
        let hint = |hint: Node<'r>| {
            let sites = hint.get("sites").or_else(|| hint.get("site")).into_iter();
            let site = |site: Node<'r>| site.as_int().and_then(|site| u16::try_from(site).ok());
            Hint {
                sites: sites.flat_map(Node::elements).filter_map(site).map(Site).collect(),
                value: hint.arg("value").and_then(Node::as_int).unwrap_or(0),
            }
        };
        hints.map(hint).collect()
    }
}
