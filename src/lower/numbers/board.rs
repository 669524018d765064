//! Sites by where they are: rows and columns, what lies ahead, sites of hands.

use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{
    self, Ahead, AtOrIn, Column, CoordRowColumn, Cost, EdgeBetween, HandSite, Int, Layer, PhaseInt,
    Row,
};
use crate::ast::words::RelativeDirection;
use crate::board::{ContainerKind, Direction, Site, SiteType};
use crate::bytecode::{Label, Op, Reg, Scalar};
use crate::ir::imm;
use crate::lower::directions::only_relative;

/// A number of each site that start rules can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) enum SiteNumber {
    /// What it costs to use it.
    Cost,
    /// Its colour.
    Phase,
}

impl<'r> Lowering<'r> {
    /// `(row …)`.
    pub(super) fn row(&mut self, call: Row<'r>) -> Lowered<Reg> {
        let (topology, kind) = (&self.board.topology, self.kind_of(call.type_()));
        let rows = topology.sites(kind).map(|site| topology.row(kind, site).into()).collect();
        self.place_on_board(call.of(), rows)
    }

    /// `(column …)`.
    pub(super) fn column(&mut self, call: Column<'r>) -> Lowered<Reg> {
        let (topology, kind) = (&self.board.topology, self.kind_of(call.type_()));
        let columns = topology.sites(kind).map(|site| topology.column(kind, site).into()).collect();
        self.place_on_board(call.of(), columns)
    }

    /// `(layer …)`.
    pub(super) fn layer_of_site(&mut self, call: Layer<'r>) -> Lowered<Reg> {
        let (topology, kind) = (&self.board.topology, self.kind_of(call.type_()));
        let layer = |site: Site| {
            let layer = topology.layers(kind).iter().position(|layer| layer.contains(&site));
            layer.map_or(-1, |layer| layer as i32)
        };
        self.place_on_board(call.of(), topology.sites(kind).map(layer).collect())
    }

    /// A number that each site of the board has; -1 for what is no site.
    fn place_on_board(&mut self, site: Int<'r>, entries: Vec<i32>) -> Lowered<Reg> {
        let site = self.int(site)?;
        let missing = self.constant(-1);
        Ok(self.look(entries, site, missing))
    }

    /// `(phase …)`: the colour of a site.
    pub(super) fn phase_of_site(&mut self, call: PhaseInt<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let site = self.int(call.of())?;
        let missing = self.constant(-1);
        let colour = |site: Site| self.static_eval.phase(kind, site);
        let entries = self.board.topology.sites(kind).map(colour).collect();
        self.number_of_site((SiteNumber::Phase, kind), entries, (site, missing))
    }

    /// What it costs to use a site, or all sites of a region.
    pub(super) fn cost(&mut self, call: Cost<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(Some(call.type_()));
        let costs = self.costs.get(&kind).cloned().unwrap_or_default();
        let number = (SiteNumber::Cost, kind);
        let free = self.constant(0);
        let region = match call.at_or_in() {
            AtOrIn::At(site) => {
                let site = self.int(site)?;
                return self.number_of_site(number, costs, (site, free));
            }
            AtOrIn::In(region) => region,
        };
        let set = self.region(region)?;
        let dst = self.unary(free, |dst, a| Op::Copy { dst, a });
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let cost = lowering.number_of_site(number, costs, (site, free))?;
            lowering.emit(Op::Add { dst, a: dst, b: cost });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(dst)
    }

    /// A number of a site: the one that was given to it before the first move, where that depended on what
    /// had been placed, or else that of a table.
    fn number_of_site(
        &mut self,
        number: (SiteNumber, SiteType),
        entries: Vec<i32>,
        (site, missing): (Reg, Reg),
    ) -> Lowered<Reg> {
        let usual = self.look(entries, site, missing);
        let Some(&first) = self.site_vars.get(&number) else { return Ok(usual) };
        let (first, count) = (imm(first), imm(self.board.topology.count(number.1) as i32));
        let given = self.unary(site, |dst, site| Op::VarAt { dst, first, count, site });
        let none = self.constant(-1);
        let is_given = self.binary(given, none, |dst, a, b| Op::Ne { dst, a, b });
        self.only_if(is_given, usual, |_| Ok(given))
    }

    /// The first site in a row and a column; -1 if there is none.
    pub(super) fn coord(&mut self, call: CoordRowColumn<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
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
        let row = self.int(call.row())?;
        let column = self.int(call.column())?;
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
    pub(super) fn edge(&mut self, call: EdgeBetween<'r>) -> Lowered<Reg> {
        let table = self.incidence(call.node(), SiteType::Vertex, SiteType::Edge)?;
        let ends = [self.int(call.vertex1())?, self.int(call.vertex2())?];
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
    pub(super) fn ahead(&mut self, call: Ahead<'r>) -> Lowered<Reg> {
        let site = self.int(call.site())?;
        let steps = self.int(call.steps())?;
        let dst = self.emitter.reg();
        let kind = self.kind_of(call.type_());
        self.over(kind, |lowering| lowering.ahead_in(call.directions(), dst, site, steps))?;
        Ok(dst)
    }

    fn ahead_in(
        &mut self,
        directions: typed::Direction<'r>,
        dst: Reg,
        site: Reg,
        steps: Reg,
    ) -> Lowered<()> {
        if let typed::Direction::If(choice) = directions {
            let test = self.bool(choice.condition())?;
            let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.ahead_in(choice.yes(), dst, site, steps)?;
            let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
            self.emitter.land(to_else);
            self.ahead_in(choice.no(), dst, site, steps)?;
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
    fn heading_of(
        &mut self,
        directions: typed::Direction<'r>,
    ) -> Lowered<Option<(Reg, Reg, bool)>> {
        if let typed::Direction::DirectionsBetween(call) = directions {
            let from = self.int(call.from())?;
            let to = self.int(call.to())?;
            return Ok(Some((from, to, true)));
        }
        let same = match only_relative(directions) {
            Some(RelativeDirection::SameDirection) => true,
            Some(RelativeDirection::OppositeDirection) => false,
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
    pub(super) fn hand_site(&mut self, call: HandSite<'r>) -> Lowered<Reg> {
        let player = self.player(call.player_or_role())?;
        let index = self.int(call.index())?;
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
