//! Static evaluation of numbers.

use super::{Fixed, Reader, Stop, Variable, directions};
use crate::ast::typed::{
    Ahead, AtOrInOrName, CoordRowColumn, CountNeighbours, CountSites, HandSite, Int, Ints, Layer,
    PhaseInt, Range, Row,
};
use crate::ast::{Ludeme, View};
use crate::board::container::{Container, ContainerKind};
use crate::board::direction::Direction;
use crate::board::error::BoardError;
use crate::board::site::{Site, SiteType};
use crate::board::topology::{Topology, Trait};

/// The upper bound of an open-ended range.
const INFINITY: i32 = 1_000_000_000;

impl Reader<'_, '_> {
    /// The value of a number.
    pub(super) fn number(&mut self, number: Int<'_>) -> Fixed<i32> {
        if let Some(number) = self.given(number.node()).or_else(|| number.literal()) {
            return Ok(number);
        }
        self.enter(|reader| reader.computed(number))
    }

    #[allow(clippy::too_many_lines, reason = "one arm a ludeme")]
    fn computed(&mut self, number: Int<'_>) -> Fixed<i32> {
        match number {
            Int::Add(_)
            | Int::AddAll(_)
            | Int::Mul(_)
            | Int::MulAll(_)
            | Int::Sub(_)
            | Int::Div(_)
            | Int::Mod(_)
            | Int::Pow(_)
            | Int::Abs(_)
            | Int::Min(_)
            | Int::MinAll(_)
            | Int::Max(_)
            | Int::MaxAll(_) => self.arithmetic(number),
            Int::If(call) if self.condition(call.condition())? => self.number(call.yes()),
            Int::If(call) => self.number(call.no()),
            // Where the turn began is a matter of the moves made.
            Int::FromSite(call) if !call.at().is_default() => Err(Stop::Varies),
            Int::FromSite(_) => self.variable(Variable::From),
            Int::ToSite(_) => self.variable(Variable::To),
            Int::BetweenSite(_) => self.variable(Variable::Between),
            Int::Site(_) => self.variable(Variable::Site),
            Int::Player(_) => self.variable(Variable::Player),
            Int::Mover(_) if self.frozen => Ok(1),
            Int::Next(_) if self.frozen => Ok(self.second()),
            // Nothing stands anywhere, nobody has moved, and nothing is counted yet.
            Int::Prev(_)
            | Int::Who(_)
            | Int::What(_)
            | Int::State(_)
            | Int::Rotation(_)
            | Int::ValuePiece(_)
            | Int::Count(_)
            | Int::CountPieces(_)
            | Int::CountMoves(_)
            | Int::Score(_)
                if self.frozen =>
            {
                Ok(0)
            }
            Int::LastFrom(_)
            | Int::LastTo(_)
            | Int::Counter(_)
            | Int::Var(_)
            | Int::WhereIndex(_)
            | Int::WhereName(_)
                if self.frozen =>
            {
                Ok(-1)
            }
            Int::Ahead(call) => self.ahead(call),
            Int::CentrePoint(call) => {
                let centre = self.topology().with(self.kind(call.type_()), Trait::Centre);
                Ok(number_of(centre.first().copied()))
            }
            Int::Coord(call) => {
                let kind = self.kind(call.type_());
                Ok(number_of(self.topology().labelled(kind, call.coordinate().text())))
            }
            Int::CoordRowColumn(call) => self.coord(call),
            Int::Row(call) => self.line_of(call, Topology::row),
            Int::Column(call) => self.line_of(call, Topology::column),
            Int::Phase(call) => self.phase_of(call),
            Int::Layer(call) => self.layer_of(call),
            Int::HandSite(call) => self.hand_site(call),
            Int::MapEntry(call) => self.map_entry(call),
            Int::RegionSite(call) => {
                let region = self.region(call.region())?;
                let index = usize::try_from(self.number(call.index())?).ok();
                Ok(number_of(index.and_then(|index| region.iter().nth(index))))
            }
            Int::CountRows(call) => Ok(self.topology().rows(self.kind(call.type_())).len() as i32),
            Int::CountColumns(call) => {
                Ok(self.topology().columns(self.kind(call.type_())).len() as i32)
            }
            Int::CountCells(_) => Ok(self.topology().count(SiteType::Cell) as i32),
            Int::CountVertices(_) => Ok(self.topology().count(SiteType::Vertex) as i32),
            Int::CountEdges(_) => Ok(self.topology().count(SiteType::Edge) as i32),
            Int::CountPlayers(_) => Ok(self.players()),
            Int::CountSites(call) => self.count_sites(call),
            Int::CountAdjacent(call) => self.count_related(call, Direction::Adjacent),
            Int::CountOrthogonal(call) => self.count_related(call, Direction::Orthogonal),
            Int::CountDiagonal(call) => self.count_related(call, Direction::Diagonal),
            Int::CountNeighbours(call) => self.count_related(call, Direction::All),
            Int::CountOff(call) => self.count_related(call, Direction::OffDiagonal),
            _ => Err(Stop::Varies),
        }
    }

    /// The numbers of a list that a form makes.
    pub(super) fn numbers(&mut self, list: Ints<'_>) -> Fixed<Vec<i32>> {
        match list {
            Ints::ArrayRegion(call) => {
                Ok(self.region(call.region())?.iter().map(|site| site.0.into()).collect())
            }
            Ints::Array(call) => self.each_number(call.values().iter()),
            _ => Err(Stop::Varies),
        }
    }

    /// The numbers one after the other.
    pub(super) fn each_number<'n>(
        &mut self,
        numbers: impl Iterator<Item = Int<'n>>,
    ) -> Fixed<Vec<i32>> {
        numbers.map(|number| self.number(number)).collect()
    }

    /// The least and the greatest number of a range.
    pub(super) fn range(&mut self, range: Range<'_>) -> Fixed<(i32, i32)> {
        match range {
            Range::RangeBounds(call) => {
                let least = self.number(call.min())?;
                let most = call.max().map_or(Ok(least), |most| self.number(most))?;
                Ok((least, most))
            }
            Range::Exact(call) => self.number(call.value()).map(|value| (value, value)),
            Range::Min(call) => Ok((self.number(call.value())?, INFINITY)),
            Range::Max(call) => Ok((-1, self.number(call.value())?)),
            Range::Gap(_) => Err(Stop::Varies),
        }
    }

    fn arithmetic(&mut self, number: Int<'_>) -> Fixed<i32> {
        let mut parts = Vec::new();
        for part in number.node().children() {
            match part.ludeme() {
                Some(Ludeme::Array) => parts.extend(self.numbers(part.into())?),
                _ => parts.extend(self.each_number(part.elements().map(Int::from))?),
            }
        }
        let by_zero =
            || BoardError::BadSize { value: 0.0, of: "divisor", wanted: "anything but 0" };
        Ok(match (number, &parts[..]) {
            (Int::Add(_) | Int::AddAll(_), parts) => {
                parts.iter().fold(0, |sum, &part| sum.wrapping_add(part))
            }
            (Int::Mul(_) | Int::MulAll(_), []) => 0,
            (Int::Mul(_) | Int::MulAll(_), parts) => {
                parts.iter().fold(1, |product, &part| product.wrapping_mul(part))
            }
            (Int::Sub(_), &[a, b]) => a.wrapping_sub(b),
            (Int::Div(_) | Int::Mod(_), &[_, 0]) => return Err(by_zero().into()),
            (Int::Div(_), &[a, b]) => a.wrapping_div(b),
            (Int::Mod(_), &[a, b]) => a.wrapping_rem(b),
            (Int::Pow(_), &[a, b]) => f64::from(a).powf(b.into()) as i32,
            (Int::Abs(_), &[a]) => a.wrapping_abs(),
            (Int::Min(_) | Int::MinAll(_), parts) => parts.iter().copied().min().unwrap_or(-1),
            (Int::Max(_) | Int::MaxAll(_), parts) => parts.iter().copied().max().unwrap_or(-1),
            _ => return Err(Stop::Varies),
        })
    }

    fn coord(&mut self, call: CoordRowColumn<'_>) -> Fixed<i32> {
        let kind = self.kind(call.type_());
        let (row, column) = (self.number(call.row())?, self.number(call.column())?);
        let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) else {
            return Ok(-1);
        };
        Ok(number_of(self.topology().at(kind, row, column)))
    }

    /// The site some steps away, or the site itself if the board ends before.
    fn ahead(&mut self, call: Ahead<'_>) -> Fixed<i32> {
        let kind = self.kind(call.type_());
        let start = self.number(call.site())?;
        if start < 0 {
            return Ok(-1);
        }
        let steps = self.number(call.steps())?;
        let directions = directions(call.directions())?;
        let (Some(site), Ok(steps)) = (self.site(kind, start), usize::try_from(steps)) else {
            return Ok(start);
        };
        let direction = directions.first().copied();
        let radials = self.topology().radials(kind)?;
        let mut lines = direction.into_iter().flat_map(|direction| radials.of(site, direction));
        let reached = lines.find_map(|radial| radial.sites.get(steps).copied());
        Ok(reached.map_or(start, |site| site.0.into()))
    }

    /// The row or column of a site.
    fn line_of(&mut self, call: Row<'_>, line: fn(&Topology, SiteType, Site) -> u16) -> Fixed<i32> {
        let kind = self.kind(call.type_());
        let of = self.number(call.of())?;
        let Some(site) = self.site(kind, of) else { return Ok(-1) };
        Ok(line(self.topology(), kind, site).into())
    }

    /// The colour of a site.
    fn phase_of(&mut self, call: PhaseInt<'_>) -> Fixed<i32> {
        let kind = self.kind(call.type_());
        let of = self.number(call.of())?;
        let Some(site) = self.site(kind, of) else { return Ok(-1) };
        if self.static_eval.unsettled.contains(&kind) {
            return Err(Stop::Varies);
        }
        Ok(self.static_eval.phase(kind, site))
    }

    /// The layer of a site.
    fn layer_of(&mut self, call: Layer<'_>) -> Fixed<i32> {
        let kind = self.kind(call.type_());
        let of = self.number(call.of())?;
        let Some(site) = self.site(kind, of) else { return Ok(-1) };
        let mut layers = self.topology().layers(kind).iter();
        Ok(layers.position(|layer| layer.contains(&site)).map_or(-1, |layer| layer as i32))
    }

    fn hand_site(&mut self, call: HandSite<'_>) -> Fixed<i32> {
        let owner = self.player(call.player_or_role())?;
        let index = self.number(call.index())?;
        let is_meant = |container: &&Container| {
            container.kind != ContainerKind::Board && i32::from(container.owner) == owner
        };
        let hand = self.static_eval.containers.list().iter().find(is_meant);
        Ok(hand.map_or(-1, |hand| i32::from(hand.from.0).saturating_add(index)))
    }

    /// How many neighbours a site has.
    fn count_related(&mut self, call: CountNeighbours<'_>, relation: Direction) -> Fixed<i32> {
        let kind = self.kind(call.type_());
        // Edges are counted by the lines at their ends, themselves among them.
        let (Some(AtOrInOrName::At(at)), true) = (call.at_or_in_or_name(), kind != SiteType::Edge)
        else {
            return Err(Stop::Varies);
        };
        let at = self.number(at)?;
        let Some(site) = self.site(kind, at) else { return Ok(-1) };
        Ok(self.topology().related(kind, site, relation).count() as i32)
    }

    /// The sites of a region or a container.
    fn count_sites(&mut self, call: CountSites<'_>) -> Fixed<i32> {
        let containers = self.static_eval.containers.list();
        let container = match call.at_or_in_or_name() {
            Some(AtOrInOrName::In(region)) => return Ok(self.region(region)?.len() as i32),
            Some(AtOrInOrName::At(at)) => {
                let index = usize::try_from(self.number(at)?).ok();
                index.and_then(|index| containers.get(index))
            }
            Some(AtOrInOrName::Name(name)) => {
                containers.iter().find(|container| container.name == name.text())
            }
            None => None,
        };
        container.map(|container| i32::from(container.sites)).ok_or(Stop::Varies)
    }
}

/// The number of a site; -1 if there is none.
pub(super) fn number_of(site: Option<Site>) -> i32 {
    site.map_or(-1, |site| site.0.into())
}
