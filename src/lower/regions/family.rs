//! Families of regions that every board has.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{Direction, Site, Trait};

impl<'r> Lowering<'r> {
    /// The regions of a family one by one, each with its sites in order.
    pub(in crate::lower) fn family(&self, node: Node<'r>) -> Lowered<Vec<Vec<Site>>> {
        let (topology, kind) = (&self.board.topology, self.board.default);
        let sites = || topology.sites(kind);
        let corners = || topology.with(kind, Trait::Corner);
        let sides = || {
            let sides = Direction::ALL.iter().map(|&side| topology.side(kind, side));
            sides.filter(|side| !side.is_empty()).collect::<Vec<_>>()
        };
        Ok(match node.constant() {
            Some("Rows") => topology.rows(kind).to_vec(),
            Some("Columns") => topology.columns(kind).to_vec(),
            Some("Layers") => topology.layers(kind).to_vec(),
            // No line counts as one, so that whatever is asked of them holds.
            Some("Diagonals") => Vec::new(),
            Some("AllSites") => vec![sites().collect()],
            Some("Corners") => corners().into_iter().map(|corner| vec![corner]).collect(),
            Some("Sides") => sides(),
            Some("SidesNoCorners") => {
                let corners = corners();
                let mut sides = sides();
                sides.iter_mut().for_each(|side| side.retain(|site| !corners.contains(site)));
                sides
            }
            Some("SubGrids") => self.blocks(),
            Some("HintRegions") => self.hints_of(kind).into_iter().map(|hint| hint.sites).collect(),
            Some("AllDirections") => {
                let radials = topology.radials(kind);
                let radials =
                    radials.map_err(|_| self.too_much(node, "too many lines on the board"))?;
                let region = |site| {
                    let others = radials.of(site, Direction::All);
                    let others = others.flat_map(|radial| radial.sites[1..].to_vec());
                    std::iter::once(site).chain(others).collect()
                };
                sites().map(region).collect()
            }
            Some("Touching" | "Regions" | "Vertices") => {
                let pairs = |site| {
                    let others = topology.related(kind, site, Direction::Adjacent);
                    others.map(move |other| vec![site, other]).collect::<Vec<_>>()
                };
                sites().flat_map(pairs).collect()
            }
            _ => return Err(self.unsupported(node, "")),
        })
    }

    /// The square blocks of a grid of blocks, row by row, their sites row by row as well.
    fn blocks(&self) -> Vec<Vec<Site>> {
        let (topology, kind) = (&self.board.topology, self.board.default);
        let side = topology.count(kind).isqrt().isqrt() as u16;
        let lines = move |block: u16| block * side..(block + 1) * side;
        let blocks = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        let block = |(row, column)| {
            let places = lines(row).flat_map(|row| lines(column).map(move |column| (row, column)));
            places.filter_map(|(row, column)| topology.at(kind, row, column)).collect()
        };
        blocks.map(block).collect()
    }
}
