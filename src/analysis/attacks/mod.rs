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
use crate::bytecode::{Along, AttackTable, Block, Near, Perhaps, RayTable};
use crate::ir::Ir;

/// For each site a set of sites.
type Ends = Vec<SiteSet>;

/// The attack tables of each player in each phase, as far as they can be made; nothing if no rule asks.
pub(crate) fn attacks_of_phases(ir: &mut Ir) -> Vec<Vec<Option<AttackTable>>> {
    let layout = &ir.layout;
    let plain = layout.stacks.is_none()
        && layout.layers.is_empty()
        && layout.who.is_none()
        && !ir.traits.large_pieces
        && !ir.traits.teams;
    if !plain || ir.players() < 2 || ir.facts.reseats || !ir.traits.threats {
        return Vec::new();
    }
    let plays: Vec<Block> = ir.phases.iter().map(|phase| phase.play).collect();
    let mut of_phase =
        |play: Block| (1..=ir.players()).map(|player| attacks_of(ir, player, play)).collect();
    plays.into_iter().map(&mut of_phase).collect()
}

fn attacks_of(ir: &mut Ir, player: i32, play: Block) -> Option<AttackTable> {
    let Found { near, along, perhaps, open } = Scan::new(ir, player).attacks(play)?;
    let mut lines = vec![SiteSet::default(); usize::from(ir.layout.sites)];
    for (_, table) in &along {
        for (site, line) in lines.iter_mut().enumerate() {
            let sites = table.of(site as i32).flat_map(|ray| table.ray(ray));
            line.extend(sites.map(|&site| Site(site)));
        }
    }
    Some(AttackTable {
        near: near.into_iter().map(|near| pieces_near(ir, near)).collect(),
        along: along.into_iter().map(|along| sliding(ir, along)).collect(),
        perhaps: perhaps
            .into_iter()
            .map(|(near, rule)| Perhaps { near: pieces_near(ir, near), rule })
            .collect(),
        open: ir.fixed(&open),
        lines: ir.reach_table(&lines),
    })
}

fn pieces_near(ir: &mut Ir, (what, before): (u16, Ends)) -> Near {
    Near { what, before: ir.reach_table(&before) }
}

fn sliding(ir: &mut Ir, (what, table): (u16, RayTable)) -> Along {
    let sites = |site| table.of(site).flat_map(|ray| table.ray(ray)).map(|&site| Site(site));
    let before: Ends = (0..ir.layout.sites).map(|site| sites(i32::from(site)).collect()).collect();
    let near = pieces_near(ir, (what, before));
    let width = usize::from(ir.layout.width);
    let table = if table.is_straight() { table.with_masks(width) } else { table };
    Along { near, lines: ir.tables.lines(table) }
}

/// The attacks found so far.
#[derive(Clone, Default)]
struct Found {
    near: Vec<(u16, Ends)>,
    along: Vec<(u16, RayTable)>,
    perhaps: Vec<((u16, Ends), Option<Block>)>,
    open: SiteSet,
}
