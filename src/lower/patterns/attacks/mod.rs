//! Attack tables: which pieces attack which sites, worked out from the code of a play rule.
//!
//! `(is Threatened …)` asks whether an enemy has a move that ends on a site. Most pieces move in ways
//! that need no moves to be generated for that: they step or leap onto the pieces of enemies, or slide
//! up to them over empty sites. A play rule is looked through once for each player as if it were that
//! player's turn and the site held a piece of another. What it does for sure becomes a table; where it
//! depends on more than what stands on the sites of the move, the table says that the rules have to be
//! asked; and a rule that makes moves of which nothing can be said has no table.

mod known;
mod scan;

use scan::Scan;

use crate::board::{Site, SiteSet};
use crate::bytecode::{Along, AttackTable, Block, Near, Perhaps, Phase, RayTable};
use crate::lower::Lowering;

/// For each site a set of sites.
type Ends = Vec<SiteSet>;

impl Lowering<'_> {
    /// The attack tables of each player in each phase, as far as they can be made; nothing if no rule asks.
    pub(in crate::lower) fn attacks_of_phases(
        &mut self,
        phases: &[Phase],
    ) -> Vec<Vec<Option<AttackTable>>> {
        let layout = &self.layout;
        let plain = layout.stacks.is_none()
            && layout.layers.is_empty()
            && layout.who.is_none()
            && !self.rules.facts.large_pieces
            && !self.has_teams();
        if !plain || self.players() < 2 || !self.uses(&["is Threatened"]) {
            return Vec::new();
        }
        let players = 1..=self.players();
        let of_phase = |phase: &Phase| {
            players.clone().map(|player| self.attacks_of(player, phase.play)).collect()
        };
        phases.iter().map(of_phase).collect()
    }

    fn attacks_of(&mut self, player: i32, play: Block) -> Option<AttackTable> {
        let Found { near, along, perhaps, open } = Scan::new(self, player).attacks(play)?;
        let mut lines = vec![SiteSet::default(); usize::from(self.layout.sites)];
        for (_, table) in &along {
            for (site, line) in lines.iter_mut().enumerate() {
                let sites = table.of(site as i32).flat_map(|ray| table.ray(ray));
                line.extend(sites.map(|&site| Site(site)));
            }
        }
        Some(AttackTable {
            near: near.into_iter().map(|near| self.near(near)).collect(),
            along: along.into_iter().map(|along| self.sliding(along)).collect(),
            perhaps: perhaps
                .into_iter()
                .map(|(near, rule)| Perhaps { near: self.near(near), rule })
                .collect(),
            open: self.fixed(&open),
            lines: self.reach_table(&lines),
        })
    }

    fn near(&mut self, (what, before): (u16, Ends)) -> Near {
        Near { what, before: self.reach_table(&before) }
    }

    fn sliding(&mut self, (what, table): (u16, RayTable)) -> Along {
        let sites = |site| table.of(site).flat_map(|ray| table.ray(ray)).map(|&site| Site(site));
        let before: Ends =
            (0..self.layout.sites).map(|site| sites(i32::from(site)).collect()).collect();
        let near = self.near((what, before));
        let width = usize::from(self.layout.width);
        let table = if table.is_straight() { table.with_masks(width) } else { table };
        Along { near, lines: self.tables.lines(table) }
    }
}

/// The attacks found so far.
#[derive(Clone, Default)]
struct Found {
    near: Vec<(u16, Ends)>,
    along: Vec<(u16, RayTable)>,
    perhaps: Vec<((u16, Ends), Option<Block>)>,
    open: SiteSet,
}
