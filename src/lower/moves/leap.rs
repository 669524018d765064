//! `(move Leap …)` and `(leap …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::Leap;
use crate::board::{Direction, Site, SiteSet, SiteType, walk_ends};
use crate::bytecode::{Action, Lists, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn leap(&mut self, call: Leap<'r>, context: &MoveContext) -> Lowered<()> {
        let (from, own) = self.origin(call.from())?;
        let to = call.to();
        let turning = self.known_answer(call.rotations()) == Some(true);
        let forward = self.known_answer(call.forward()) == Some(true);
        let kind = self.terrain_of(call);
        let facings = match (forward, context.piece.filter(|_| own)) {
            (false, _) => vec![None],
            (true, Some(piece)) => vec![self.component_facing(piece)],
            // Whatever stands there: one part of the table for each way to face.
            (true, None) => {
                let mut facings = vec![Some(Direction::N)];
                for piece in 1..self.components.len() {
                    let facing = self.component_facing(piece);
                    if !facings.contains(&facing) {
                        facings.push(facing);
                    }
                }
                facings
            }
        };
        if self.order_shows() && facings == [None] {
            return self.leap_in_order(call, (from, turning), context);
        }
        let topology = &self.board.topology;
        let mut reach = Vec::new();
        for facing in &facings {
            for site in topology.sites(kind) {
                let ends = walk_ends(topology, kind, call.walk().node(), site, turning);
                let ahead = |end: &Site| {
                    facing.is_none_or(|facing| self.is_ahead(kind, facing, site, *end))
                };
                let ends: SiteSet = ends.into_iter().filter(ahead).collect();
                reach.extend(self.words(&ends));
            }
        }
        let table = self.tables.reach(reach);
        self.starting_at(call.from(), from, |lowering| {
            let index = match facings[..] {
                [_] => Reg::FROM,
                _ => lowering.place_by_facing(kind, &facings)?,
            };
            let set = lowering.emitter.set();
            lowering.emit(Op::LookSet { dst: set, table, index });
            let set = lowering.filter(set, Reg::TO, to.if_())?;
            let effects = lowering.applied(to.apply(), context)?.into_iter().collect();
            let (recipe, a, b) =
                lowering.recipe_for(call, Action::Move, effects, context, [Payload::Left; 4])?;
            lowering.emit(Op::PushEach { from: Reg::FROM, set, a, b, recipe });
            Ok(())
        })
    }

    /// Leaps in the order in which the walks lead to their ends.
    fn leap_in_order(
        &mut self,
        call: Leap<'r>,
        (from, turning): (Reg, bool),
        context: &MoveContext,
    ) -> Lowered<()> {
        let (topology, kind) = (&self.board.topology, self.terrain_of(call));
        let ends = |site| {
            walk_ends(topology, kind, call.walk().node(), site, turning)
                .into_iter()
                .map(|end| end.0)
        };
        let steps = self.tables.lists(Lists::new(topology.sites(kind).map(ends)));
        self.starting_at(call.from(), from, |lowering| {
            let to = call.to();
            let test = to.if_().given().map(|test| lowering.test(test)).transpose()?;
            let effects = lowering.applied(to.apply(), context)?.into_iter().collect();
            let (recipe, a, b) =
                lowering.recipe_for(call, Action::Move, effects, context, [Payload::Left; 4])?;
            lowering.emit(Op::Step { from: Reg::FROM, steps, test, a, b, recipe });
            Ok(())
        })
    }

    /// The direction that a component faces.
    fn component_facing(&self, piece: usize) -> Option<Direction> {
        Some(self.facings()[usize::from(self.components[piece].facing)])
    }

    /// The place of the site in `from` in a table with all sites for each of some facings, by the facing
    /// of the piece that stands there; -1 if it is no site.
    fn place_by_facing(&mut self, kind: SiteType, facings: &[Option<Direction>]) -> Lowered<Reg> {
        let part = |piece: usize| {
            let facing = if piece == 0 { facings[0] } else { self.component_facing(piece) };
            facings.iter().position(|other| *other == facing).unwrap_or(0) as i32
        };
        let sites = self.board.topology.count(kind) as i32;
        let parts = (0..self.components.len()).map(|piece| part(piece) * sites).collect();
        let place = self.locate(Reg::FROM, self.layer_of(kind));
        let what = self.unary(place, |dst, site| Op::What { dst, site });
        let (zero, none) = (self.constant(0), self.constant(-1));
        let start = self.look(parts, what, zero);
        let is_site = self.binary(zero, Reg::FROM, |dst, a, b| Op::Le { dst, a, b });
        self.only_if(is_site, none, |lowering| {
            Ok(lowering.binary(start, Reg::FROM, |dst, a, b| Op::Add { dst, a, b }))
        })
    }

    /// Whether a site lies ahead of another for a piece that faces in a direction.
    fn is_ahead(&self, kind: SiteType, facing: Direction, from: Site, to: Site) -> bool {
        let topology = &self.board.topology;
        let rows = topology.row(kind, to).cmp(&topology.row(kind, from));
        let columns = topology.column(kind, to).cmp(&topology.column(kind, from));
        match facing {
            Direction::N => rows.is_gt(),
            Direction::S => rows.is_lt(),
            Direction::E => columns.is_gt(),
            Direction::W => columns.is_lt(),
            Direction::NE => rows.is_gt() && columns.is_gt(),
            Direction::NW => rows.is_gt() && columns.is_lt(),
            Direction::SE => rows.is_lt() && columns.is_gt(),
            Direction::SW => rows.is_lt() && columns.is_lt(),
            _ => false,
        }
    }
}
