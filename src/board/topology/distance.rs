//! Distances between sites in steps.

use std::collections::VecDeque;

use super::Topology;
use crate::board::direction::Direction;
use crate::board::error::{BoardError, bounded};
use crate::board::site::{Site, SiteType};

/// Entries a table may have: those of a board of 5,000 sites.
const MAX_ENTRIES: usize = 25_000_000;

/// Distances between all sites of a type by one relation.
#[derive(Clone, Debug)]
pub struct Distances {
    count: usize,
    table: Vec<u16>,
}

impl Distances {
    /// Measures the distances between all sites of a type.
    pub fn new(
        topology: &Topology,
        kind: SiteType,
        relation: Direction,
    ) -> Result<Self, BoardError> {
        let count = topology.count(kind);
        bounded(count * count, MAX_ENTRIES, "sites")?;
        let steps = topology.steps(kind);
        let beside: Vec<Vec<Site>> =
            topology.sites(kind).map(|site| steps.to(site, relation).collect()).collect();
        let mut table = vec![0; count * count];
        let mut queue = VecDeque::new();
        for (from, row) in table.chunks_exact_mut(count.max(1)).enumerate() {
            queue.push_back(from);
            while let Some(here) = queue.pop_front() {
                for there in &beside[here] {
                    let there = there.index();
                    if row[there] == 0 && there != from {
                        row[there] = row[here] + 1;
                        queue.push_back(there);
                    }
                }
            }
        }
        Ok(Self { count, table })
    }

    /// Steps from one site to another; 0 if there is no way.
    pub fn between(&self, from: Site, to: Site) -> u16 {
        self.from(from).get(to.index()).copied().unwrap_or(0)
    }

    /// Steps from a site to every site, by index.
    pub fn from(&self, site: Site) -> &[u16] {
        let start = site.index() * self.count;
        self.table.get(start..start + self.count).unwrap_or_default()
    }

    /// The greatest distance that counts as known from a site. It can be less than the true one: it
    /// grows by one at each site further away than what is known so far, in index order.
    pub fn known_reach(&self, site: Site) -> u16 {
        self.from(site).iter().fold(0, |known, &distance| known + u16::from(distance > known))
    }
}
