//! Tiles with paths on them: what is painted, where it leads, and how tiles are turned.

use super::emit::imm;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{Direction, Site};
use crate::bytecode::{
    Action, Effect, Label, Lists, Op, Over, Path, RecipeData, Reg, Scalar, Set, Steps, Tile,
};

/// What is painted on a component, if it is a tile.
pub(super) fn tile(item: Node<'_>) -> Option<Tile> {
    if item.head() != "tile" {
        return None;
    }
    let number = |node: Node<'_>, name: &str| {
        node.arg(name).and_then(Node::as_int).and_then(|number| u8::try_from(number).ok())
    };
    let mut tile = Tile { ends: Vec::new(), paths: Vec::new() };
    for path in item.get("paths").into_iter().flat_map(Node::elements) {
        let [from, to, colour] = ["from", "to", "colour"].map(|name| number(path, name));
        let (Some(from), Some(to), Some(colour)) = (from, to, colour) else { continue };
        for (side, slot) in [(from, number(path, "slotsFrom")), (to, number(path, "slotsTo"))] {
            let (side, slot) = (usize::from(side), usize::from(slot.unwrap_or(0)));
            tile.ends.resize(tile.ends.len().max(side + 1), Vec::new());
            let ends = &mut tile.ends[side];
            ends.resize(ends.len().max(slot + 1), 0);
            ends[slot] = colour;
        }
        tile.paths.push(Path { sides: [from, to], colour });
    }
    let slots = item.get("slots").into_iter().flat_map(Node::elements);
    let slots: Vec<usize> = slots.filter_map(|slots| slots.as_int()?.try_into().ok()).collect();
    let every = usize::from(number(item, "slotsPerSide").unwrap_or(1));
    for (side, ends) in tile.ends.iter_mut().enumerate() {
        let count = slots.get(side).copied().unwrap_or(every).min(usize::from(u8::MAX));
        ends.resize(count.max(ends.len()), 0);
    }
    Some(tile)
}

/// Whether a ludeme follows paths from every site that the last move put something on.
pub(super) fn begins_where_moved(node: Node<'_>) -> bool {
    let start = match node.head() {
        "pathExtent" => "start",
        "is Loop" if node.arg("path").and_then(Node::as_bool) == Some(true) => "site",
        _ => return false,
    };
    node.get(start).is_none() && node.get("region").is_none()
}

impl<'r> Lowering<'r> {
    /// For each site the sites beyond its sides, in the order in which sides are counted; the site
    /// itself where there is none.
    fn sides(&mut self) -> Steps {
        let steps = self.board.topology.steps(self.board.default);
        let directions = steps.supported(Direction::Orthogonal);
        let beyond = |site: Site, direction| steps.to(site, direction).next().unwrap_or(site).0;
        let of = |site: Site| {
            directions.iter().map(move |&direction| beyond(site, direction)).collect::<Vec<_>>()
        };
        let sites = self.board.topology.sites(self.board.default);
        let lists = Lists::new(sites.map(of));
        self.tables.lists(lists)
    }

    /// `(is SidesMatch …)`.
    pub(super) fn sides_match(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let site = self.site_or_last_to(node.get("site"))?;
        let [all, orthogonal] =
            [Direction::Adjacent, Direction::Orthogonal].map(|way| self.supported(way).len());
        let turn = imm((all / orthogonal.max(1)).max(1) as i32);
        let sides = self.sides();
        Ok(self.unary(site, |dst, site| Op::SidesMatch { dst, site, sides, turn }))
    }

    /// `(is Loop … path:True)`: a path that comes back to where it begins. What is no tile makes rings
    /// with others of its kind.
    pub(super) fn closed_path(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let (starts, colour) = self.path_starts(node, "site")?;
        let tiles = |lowering: &mut Self| {
            let found = lowering.emitter.reg();
            let zero = lowering.constant(0);
            lowering.emit(Op::Copy { dst: found, a: zero });
            lowering.for_paths(starts, colour, |lowering, start, reached| {
                let closes = lowering.contains(reached, start);
                lowering.emit(Op::Max { dst: found, a: found, b: closes });
            })?;
            Ok(found)
        };
        let is_tile: Vec<i32> =
            self.components.iter().map(|component| i32::from(component.tile.is_some())).collect();
        if is_tile.iter().skip(1).all(|&is_tile| is_tile == 1) {
            return tiles(self);
        }
        let site = self.site_or_last_to(node.get("site"))?;
        let what = self.unary(site, |dst, site| Op::What { dst, site });
        let none = self.constant(0);
        let test = self.look(is_tile, what, none);
        let dst = self.emitter.reg();
        let other = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let closes = tiles(self)?;
        self.emit(Op::Copy { dst, a: closes });
        let end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(other);
        let ring = self.ring(node.into())?;
        self.emit(Op::Copy { dst, a: ring });
        self.emitter.land(end);
        Ok(dst)
    }

    /// `(pathExtent …)`: how many rows or columns the path of a colour reaches away from its start.
    pub(super) fn path_extent(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let (starts, colour) = self.path_starts(node, "start")?;
        let (topology, kind) = (&self.board.topology, self.board.default);
        let rows = topology.sites(kind).map(|site| topology.row(kind, site).into()).collect();
        let columns = topology.sites(kind).map(|site| topology.column(kind, site).into()).collect();
        let tables: [Vec<i32>; 2] = [rows, columns];
        let extent = self.emitter.reg();
        let zero = self.constant(0);
        self.emit(Op::Copy { dst: extent, a: zero });
        self.for_paths(starts, colour, |lowering, start, reached| {
            let site = lowering.emitter.reg();
            let body = lowering.block(|lowering| {
                for table in tables {
                    let [a, b] = [start, site].map(|site| lowering.look(table.clone(), site, zero));
                    let apart = lowering.binary(a, b, |dst, a, b| Op::Sub { dst, a, b });
                    let apart = lowering.unary(apart, |dst, a| Op::Abs { dst, a });
                    lowering.emit(Op::Max { dst: extent, a: extent, b: apart });
                }
                Ok(())
            });
            if let Ok(body) = body {
                lowering.emit(Op::ForSites { set: reached, var: site, body });
            }
        })?;
        Ok(extent)
    }

    /// Where paths begin, and their colour.
    fn path_starts(&mut self, node: Node<'r>, site: &str) -> Lowered<(Set, Reg)> {
        let colour = match node.get("colour") {
            Some(colour) => self.int(colour)?,
            None => self.scalar(Scalar::Mover),
        };
        let starts = if begins_where_moved(node) {
            self.sites_moved_to()
        } else {
            self.sites_or_last_to(node.get("region"), node.get(site))?
        };
        Ok((starts, colour))
    }

    /// Code for each start with the sites to which its paths lead.
    fn for_paths(
        &mut self,
        starts: Set,
        colour: Reg,
        write: impl FnOnce(&mut Self, Reg, Set),
    ) -> Lowered<()> {
        let sides = self.sides();
        let start = self.emitter.reg();
        let body = self.block(|lowering| {
            let dst = lowering.emitter.set();
            lowering.emit(Op::PathSites { dst, site: start, colour, sides });
            write(lowering, start, dst);
            Ok(())
        })?;
        self.emit(Op::ForSites { set: starts, var: start, body });
        Ok(())
    }

    /// The rotations of a `(rotations …)`.
    pub(super) fn rotations(&self, node: Node<'r>) -> Vec<i32> {
        let supported = self.supported(Direction::All);
        let sides = self.board.topology.graph().faces().first().map_or(1, |face| face.edges.len());
        let turn = (supported.len() / sides.max(1)).max(1);
        let given = node.get("directions").or_else(|| node.get("direction"));
        let mut rotations = Vec::new();
        for word in given.into_iter().flat_map(Node::elements) {
            let meant = match word.constant().and_then(Direction::named) {
                Some(direction) if direction.is_specific() => vec![direction],
                Some(relation) => self.supported(relation),
                None => Vec::new(),
            };
            for rotation in meant.iter().map(|meant| (meant.rank() / turn) as i32) {
                if !rotations.contains(&rotation) {
                    rotations.push(rotation);
                }
            }
        }
        rotations
    }

    /// What turns the piece that has come to `to`.
    pub(super) fn turning(&mut self, layer: u8, rotation: i32) -> Lowered<Effect> {
        let layers = [layer; 2];
        let recipe = self.recipe(RecipeData { layers, ..RecipeData::plain(Action::SetRotation) });
        let block = self.function(|lowering| {
            let (a, b) = (lowering.constant(rotation), lowering.constant(-1));
            lowering.emit(Op::Push { from: Reg::TO, to: Reg::TO, a, b, recipe });
            Ok(())
        })?;
        Ok(Effect { block, over: Over::Once })
    }
}
