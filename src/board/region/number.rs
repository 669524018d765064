//! Static evaluation of numbers.

use super::{Fixed, Reader, Stop, Variable, directions};
use crate::ast::Node;
use crate::board::container::{Container, ContainerKind};
use crate::board::direction::Direction;
use crate::board::error::BoardError;
use crate::board::site::{Site, SiteType};
use crate::board::topology::Trait;

/// The upper bound of an open-ended range.
const INFINITY: i32 = 1_000_000_000;

impl Reader<'_, '_> {
    /// The value of a number.
    pub(super) fn number(&mut self, node: Node<'_>) -> Fixed<i32> {
        if let Some(number) = self.given(node).or_else(|| node.as_int()) {
            return Ok(number);
        }
        self.enter(|reader| match node.head() {
            "+" | "*" | "-" | "/" | "%" | "^" | "abs" | "min" | "max" => reader.arithmetic(node),
            "if" => {
                let condition = node.arg("condition").ok_or(Stop::Varies)?;
                let chosen = if reader.condition(condition)? { "yes" } else { "no" };
                reader.argument(node, chosen)
            }
            // Where the turn began is a matter of the moves made.
            "from" if node.given("at").is_some() => Err(Stop::Varies),
            "mover" if reader.frozen => Ok(1),
            "next" if reader.frozen => Ok(reader.second()),
            // There are no pieces, no moves and no counts yet.
            "prev" | "who" | "what" | "state" | "rotation" | "value Piece" | "count" | "score"
                if reader.frozen =>
            {
                Ok(0)
            }
            "last From" | "last To" | "counter" | "var" | "where" if reader.frozen => Ok(-1),
            "ahead" => reader.ahead(node),
            "centrePoint" => {
                let centre = reader.topology().with(reader.kind(node), Trait::Centre);
                Ok(number_of(centre.first().copied()))
            }
            "coord" => reader.coord(node),
            "row" | "column" | "layer" | "phase" => reader.place(node),
            "handSite" => reader.hand_site(node),
            "mapEntry" => reader.map_entry(node),
            "regionSite" => {
                let region = reader.region_of(node, "region")?;
                let index = usize::try_from(reader.argument(node, "index")?).ok();
                Ok(number_of(index.and_then(|index| region.iter().nth(index))))
            }
            head => match (Variable::named(head), head.strip_prefix("count ")) {
                (Some(variable), _) => reader.variable(variable),
                (None, Some(what)) => reader.count(node, what),
                (None, None) => Err(Stop::Varies),
            },
        })
    }

    /// The number that is an argument of a form.
    pub(super) fn argument(&mut self, node: Node<'_>, name: &str) -> Fixed<i32> {
        self.number(node.arg(name).ok_or(Stop::Varies)?)
    }

    /// The numbers of a list, of a form that makes one, or a single one.
    pub(super) fn numbers(&mut self, node: Node<'_>) -> Fixed<Vec<i32>> {
        if node.head() == "array" {
            if let Some(region) = node.get("region") {
                return Ok(self.region(region)?.iter().map(|site| site.0.into()).collect());
            }
            let values = node.get("values").ok_or(Stop::Varies)?;
            return values.elements().map(|value| self.number(value)).collect();
        }
        node.elements().map(|value| self.number(value)).collect()
    }

    /// The least and the greatest number of a range.
    pub(super) fn range(&mut self, node: Node<'_>) -> Fixed<(i32, i32)> {
        match node.head() {
            "range" => {
                let least = self.argument(node, "min")?;
                let most = node.arg("max").map_or(Ok(least), |most| self.number(most))?;
                Ok((least, most))
            }
            "exact" => self.argument(node, "value").map(|value| (value, value)),
            "min" => Ok((self.argument(node, "value")?, INFINITY)),
            "max" => Ok((-1, self.argument(node, "value")?)),
            _ => Err(Stop::Varies),
        }
    }

    fn arithmetic(&mut self, node: Node<'_>) -> Fixed<i32> {
        let mut parts = Vec::new();
        for part in node.children() {
            parts.extend(self.numbers(part)?);
        }
        let by_zero =
            || BoardError::BadSize { value: 0.0, of: "divisor", wanted: "anything but 0" };
        Ok(match (node.head(), &parts[..]) {
            ("+", parts) => parts.iter().fold(0, |sum, &part| sum.wrapping_add(part)),
            ("*", []) => 0,
            ("*", parts) => parts.iter().fold(1, |product, &part| product.wrapping_mul(part)),
            ("-", &[a, b]) => a.wrapping_sub(b),
            ("/" | "%", &[_, 0]) => return Err(by_zero().into()),
            ("/", &[a, b]) => a.wrapping_div(b),
            ("%", &[a, b]) => a.wrapping_rem(b),
            ("^", &[a, b]) => f64::from(a).powf(b.into()) as i32,
            ("abs", &[a]) => a.wrapping_abs(),
            ("min", parts) => parts.iter().copied().min().unwrap_or(-1),
            ("max", parts) => parts.iter().copied().max().unwrap_or(-1),
            _ => return Err(Stop::Varies),
        })
    }

    fn coord(&mut self, node: Node<'_>) -> Fixed<i32> {
        let kind = self.kind(node);
        if let Some(label) = node.get("coordinate") {
            return Ok(number_of(self.topology().labelled(kind, label.text())));
        }
        let (row, column) = (self.argument(node, "row")?, self.argument(node, "column")?);
        let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) else {
            return Ok(-1);
        };
        Ok(number_of(self.topology().at(kind, row, column)))
    }

    /// The site some steps away, or the site itself if the board ends before.
    fn ahead(&mut self, node: Node<'_>) -> Fixed<i32> {
        let kind = self.kind(node);
        let start = self.argument(node, "site")?;
        if start < 0 {
            return Ok(-1);
        }
        let steps = node.arg("steps").map_or(Ok(1), |steps| self.number(steps))?;
        let directions = directions(node.arg("directions"))?;
        let (Some(site), Ok(steps)) = (self.site(kind, start), usize::try_from(steps)) else {
            return Ok(start);
        };
        let direction = directions.first().copied();
        let radials = self.topology().radials(kind)?;
        let mut lines = direction.into_iter().flat_map(|direction| radials.of(site, direction));
        let reached = lines.find_map(|radial| radial.sites.get(steps).copied());
        Ok(reached.map_or(start, |site| site.0.into()))
    }

    /// The row, column, layer or colour of a site.
    fn place(&mut self, node: Node<'_>) -> Fixed<i32> {
        let kind = self.kind(node);
        let of = self.argument(node, "of")?;
        let Some(site) = self.site(kind, of) else { return Ok(-1) };
        let topology = self.topology();
        Ok(match node.head() {
            "row" => topology.row(kind, site).into(),
            "column" => topology.column(kind, site).into(),
            "phase" if self.static_eval.unsettled.contains(&kind) => return Err(Stop::Varies),
            "phase" => self.static_eval.phase(kind, site),
            _ => {
                let layers = topology.layers(kind);
                let layer = layers.iter().position(|layer| layer.contains(&site));
                layer.map_or(-1, |layer| layer as i32)
            }
        })
    }

    fn hand_site(&mut self, node: Node<'_>) -> Fixed<i32> {
        let owner = self.player(node)?.unwrap_or(0);
        let index = node.arg("index").map_or(Ok(0), |index| self.number(index))?;
        let is_meant = |container: &&Container| {
            container.kind != ContainerKind::Board && i32::from(container.owner) == owner
        };
        let hand = self.static_eval.containers.list().iter().find(is_meant);
        Ok(hand.map_or(-1, |hand| i32::from(hand.from.0).saturating_add(index)))
    }

    /// `(count …)` of what never changes.
    fn count(&mut self, node: Node<'_>, what: &str) -> Fixed<i32> {
        let (topology, kind) = (self.topology(), self.kind(node));
        let relation = match what {
            "Rows" => return Ok(topology.rows(kind).len() as i32),
            "Columns" => return Ok(topology.columns(kind).len() as i32),
            "Cells" => return Ok(topology.count(SiteType::Cell) as i32),
            "Vertices" => return Ok(topology.count(SiteType::Vertex) as i32),
            "Edges" => return Ok(topology.count(SiteType::Edge) as i32),
            "Players" => return Ok(self.players()),
            "Sites" => return self.count_sites(node),
            "Pieces" | "Moves" if self.frozen => return Ok(0),
            "Adjacent" => Direction::Adjacent,
            "Orthogonal" => Direction::Orthogonal,
            "Diagonal" => Direction::Diagonal,
            "Neighbours" => Direction::All,
            "Off" => Direction::OffDiagonal,
            _ => return Err(Stop::Varies),
        };
        // Edges are counted by the lines at their ends, themselves among them.
        let (Some(at), true) = (node.arg("at"), kind != SiteType::Edge) else {
            return Err(Stop::Varies);
        };
        let at = self.number(at)?;
        let Some(site) = self.site(kind, at) else { return Ok(-1) };
        Ok(topology.related(kind, site, relation).count() as i32)
    }

    /// The sites of a region or a container.
    fn count_sites(&mut self, node: Node<'_>) -> Fixed<i32> {
        if node.arg("in").is_some() {
            return Ok(self.region_of(node, "in")?.len() as i32);
        }
        let containers = self.static_eval.containers.list();
        let container = match (node.arg("at"), node.arg("name")) {
            (Some(at), _) => {
                let index = usize::try_from(self.number(at)?).ok();
                index.and_then(|index| containers.get(index))
            }
            (None, Some(name)) => containers.iter().find(|container| container.name == name.text()),
            (None, None) => None,
        };
        container.map(|container| i32::from(container.sites)).ok_or(Stop::Varies)
    }
}

/// The number of a site; -1 if there is none.
pub(super) fn number_of(site: Option<Site>) -> i32 {
    site.map_or(-1, |site| site.0.into())
}
