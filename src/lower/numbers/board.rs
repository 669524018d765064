//! Sites by where they are: rows and columns, what lies ahead, sites of hands.

use super::super::emit::imm;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{ContainerKind, Direction, Site, SiteType};
use crate::bytecode::{Label, Op, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn place_number(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.head() {
            "ahead" => self.ahead(node),
            "row" | "column" | "layer" | "phase" => {
                let site = self.int_arg(node, "of")?;
                let missing = self.constant(-1);
                let entries = self.places_on_board(node);
                self.number_of_site(node, entries, (site, missing))
            }
            "cost" => self.cost(node),
            "regionSite" => {
                let set = self.region_arg(node, "region")?;
                let index = self.int_arg(node, "index")?;
                Ok(self.nth(set, index))
            }
            "coord" if node.get("row").is_some() => self.coord(node),
            "handSite" => self.hand_site(node),
            "edge" if node.get("vertex1").is_some() => self.edge(node),
            "edge" => self.edges_of_hint(node),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// What it costs to use a site, or all sites of a region.
    fn cost(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let costs = self.costs.get(&self.kind(node)).cloned().unwrap_or_default();
        let free = self.constant(0);
        if let Some(site) = node.get("at") {
            let site = self.int(site)?;
            return self.number_of_site(node, costs, (site, free));
        }
        let set = self.region_arg(node, "in")?;
        let dst = self.unary(free, |dst, a| Op::Copy { dst, a });
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let cost = lowering.number_of_site(node, costs, (site, free))?;
            lowering.emit(Op::Add { dst, a: dst, b: cost });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(dst)
    }

    /// The number of a site that a ludeme asks for: the one that was given to it before the first move, where that
    /// depended on what had been placed, or else that of a table.
    fn number_of_site(
        &mut self,
        node: Node<'r>,
        entries: Vec<i32>,
        (site, missing): (Reg, Reg),
    ) -> Lowered<Reg> {
        let kind = self.kind(node);
        let usual = self.look(entries, site, missing);
        let Some(&first) = self.site_vars.get(&(node.head(), kind)) else { return Ok(usual) };
        let (first, count) = (imm(first), imm(self.board.topology.count(kind) as i32));
        let given = self.unary(site, |dst, site| Op::VarAt { dst, first, count, site });
        let none = self.constant(-1);
        let is_given = self.binary(given, none, |dst, a, b| Op::Ne { dst, a, b });
        self.only_if(is_given, usual, |_| Ok(given))
    }

    /// The row, column, layer or colour of each site.
    fn places_on_board(&self, node: Node<'r>) -> Vec<i32> {
        let topology = &self.board.topology;
        let kind = self.kind(node);
        let layer = |site: Site| {
            let layer = topology.layers(kind).iter().position(|layer| layer.contains(&site));
            layer.map_or(-1, |layer| layer as i32)
        };
        let place = |site: Site| match node.head() {
            "row" => topology.row(kind, site).into(),
            "column" => topology.column(kind, site).into(),
            "phase" => self.static_eval.phase(kind, site),
            _ => layer(site),
        };
        topology.sites(kind).map(place).collect()
    }

    /// The first site in a row and a column; -1 if there is none.
    fn coord(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let topology = &self.board.topology;
        let width = topology.sites(kind).map(|site| topology.column(kind, site)).max();
        let width = i32::from(width.unwrap_or(0)) + 1;
        let mut entries = Vec::new();
        for site in topology.sites(kind) {
            let (row, column) = (topology.row(kind, site), topology.column(kind, site));
            let index = usize::from(row) * width as usize + usize::from(column);
            entries.resize(entries.len().max(index + 1), -1);
            if entries[index] == -1 {
                entries[index] = site.0.into();
            }
        }
        let row = self.int_arg(node, "row")?;
        let column = self.int_arg(node, "column")?;
        let (zero, missing, width) = (self.constant(0), self.constant(-1), self.constant(width));
        let right = self.binary(zero, column, |dst, a, b| Op::Le { dst, a, b });
        let left = self.binary(column, width, |dst, a, b| Op::Lt { dst, a, b });
        let inside = self.binary(right, left, |dst, a, b| Op::Min { dst, a, b });
        self.only_if(inside, missing, |lowering| {
            let start = lowering.binary(row, width, |dst, a, b| Op::Mul { dst, a, b });
            let index = lowering.binary(start, column, |dst, a, b| Op::Add { dst, a, b });
            Ok(lowering.look(entries, index, missing))
        })
    }

    /// `(edge …)`: the edge that joins two vertices; -1 if there is none.
    fn edge(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let table = self.incidence(node, SiteType::Vertex, SiteType::Edge)?;
        let ends = [self.int_arg(node, "vertex1")?, self.int_arg(node, "vertex2")?];
        let [a, b] = ends.map(|index| {
            let dst = self.emitter.set();
            self.emit(Op::LookSet { dst, table, index });
            dst
        });
        let joining = self.both(a, b);
        let [a, b] = ends;
        let apart = self.binary(a, b, |dst, a, b| Op::Ne { dst, a, b });
        let (zero, none) = (self.constant(0), self.constant(-1));
        self.only_if(apart, none, |lowering| Ok(lowering.nth(joining, zero)))
    }

    /// The site some steps away in the first of some directions.
    fn ahead(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let site = self.int_arg(node, "site")?;
        let steps = self.int_arg(node, "steps")?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let dst = self.emitter.reg();
        let kind = self.kind(node);
        self.over(kind, |lowering| lowering.ahead_in(directions, dst, site, steps))?;
        Ok(dst)
    }

    fn ahead_in(&mut self, directions: Node<'r>, dst: Reg, site: Reg, steps: Reg) -> Lowered<()> {
        if directions.head() == "if" {
            let test = self.bool_arg(directions, "condition")?;
            let part =
                |name: &str| directions.arg(name).ok_or_else(|| self.unsupported(directions, ""));
            let (yes, no) = (part("yes")?, part("no")?);
            let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.ahead_in(yes, dst, site, steps)?;
            let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
            self.emitter.land(to_else);
            self.ahead_in(no, dst, site, steps)?;
            self.emitter.land(to_end);
            return Ok(());
        }
        let Some((from, to, first)) = self.heading_of(directions)? else {
            let rays = self.rays_of_first(directions)?;
            self.emit(Op::Ahead { dst, rays, site, steps });
            return Ok(());
        };
        let (way, sought) = self.headings(directions, Direction::All)?;
        let rays = self.rays_along(directions, way)?;
        self.emit(Op::Copy { dst, a: site });
        // The last direction counts where a move is gone on with, otherwise the first.
        let found = self.emitter.reg();
        let (zero, one) = (self.constant(0), self.constant(1));
        self.emit(Op::Copy { dst: found, a: zero });
        let body = self.block(|lowering| {
            let skip = lowering.emitter.jump(Op::JumpIf { test: found, to: Label(0) });
            lowering.emit(Op::Ahead { dst, rays, site, steps });
            if first {
                lowering.emit(Op::Copy { dst: found, a: one });
            }
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForHeadings { rays: sought, from, to, all: true, body });
        Ok(())
    }

    /// The sites from and to which a direction leads that is known only in the game, and whether it
    /// is the first such direction that counts; none for other directions.
    fn heading_of(&mut self, directions: Node<'r>) -> Lowered<Option<(Reg, Reg, bool)>> {
        if directions.head() == "directions" && directions.get("from").is_some() {
            let from = self.int_arg(directions, "from")?;
            let to = self.int_arg(directions, "to")?;
            return Ok(Some((from, to, true)));
        }
        // A list of one direction is that direction.
        let list = directions.get("directions").or_else(|| directions.get("direction"));
        let only = list.filter(|_| directions.head() == "directions").unwrap_or(directions);
        let mut names = only.elements();
        let (name, None) = (names.next(), names.next()) else { return Ok(None) };
        let same = match name.and_then(Node::constant) {
            Some("SameDirection") => true,
            Some("OppositeDirection") => false,
            _ => return Ok(None),
        };
        let from = self.or_else(Reg::FROM, Scalar::LastFrom)?;
        let to = self.or_else(Reg::TO, Scalar::LastTo)?;
        Ok(Some(if same { (from, to, false) } else { (to, from, false) }))
    }

    /// The site in a register, or one of the last move if there is none.
    fn or_else(&mut self, register: Reg, last: Scalar) -> Lowered<Reg> {
        let missing = self.constant(-1);
        let off = self.binary(register, missing, |dst, a, b| Op::Eq { dst, a, b });
        self.only_if(off, register, |lowering| Ok(lowering.scalar(last)))
    }

    /// The first site of a player's hand, or one some places further.
    fn hand_site(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let player = self.player_arg(node)?;
        let index = self.int_arg(node, "index")?;
        let hand = self.by_owner(player, Self::first_hand);
        if self.emitter.known(index) == Some(0) {
            return Ok(hand);
        }
        let (zero, missing) = (self.constant(0), self.constant(-1));
        let test = self.binary(zero, hand, |dst, a, b| Op::Le { dst, a, b });
        self.only_if(test, missing, |lowering| {
            Ok(lowering.binary(hand, index, |dst, a, b| Op::Add { dst, a, b }))
        })
    }

    /// The first site of the first hand of an owner; -1 if there is none.
    fn first_hand(&self, owner: i32) -> i32 {
        let mut hands =
            self.containers.list().iter().filter(|hand| hand.kind != ContainerKind::Board);
        let hand = hands.find(|hand| i32::from(hand.owner) == owner);
        hand.map_or(-1, |hand| hand.from.0.into())
    }
}
