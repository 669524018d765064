//! Static evaluation of conditions.

use super::{Fixed, Reader, Stop, Variable, any_site};
use crate::ast::Node;

impl Reader<'_, '_> {
    /// Whether a condition holds.
    pub(super) fn condition(&mut self, node: Node<'_>) -> Fixed<bool> {
        if let Some(value) = node.as_bool() {
            return Ok(value);
        }
        self.enter(|reader| match node.head() {
            "not" => Ok(!reader.part(node, "condition")?),
            "xor" => Ok(reader.part(node, "first")? != reader.part(node, "second")?),
            "and" => reader.any(node, false).map(|found| !found),
            "or" => reader.any(node, true),
            "if" => {
                let chosen = if reader.part(node, "condition")? { "yes" } else { "no" };
                reader.part(node, chosen)
            }
            "=" => reader.equal(node),
            "!=" => Ok(!reader.equal(node)?),
            "<" => reader.compare(node, |a, b| a < b),
            "<=" => reader.compare(node, |a, b| a <= b),
            ">" => reader.compare(node, |a, b| a > b),
            ">=" => reader.compare(node, |a, b| a >= b),
            "is Even" => Ok(reader.argument(node, "number")? % 2 == 0),
            "is Odd" => Ok(reader.argument(node, "number")? % 2 != 0),
            "is In" => reader.is_in(node),
            "is Empty" if reader.frozen => {
                let site = reader.argument(node, "site")?;
                Ok(reader.site(reader.kind(node), site).is_some())
            }
            "is Occupied" if reader.frozen => Ok(false),
            "no Pieces" if reader.frozen => Ok(true),
            "is Mover" | "is Friend" if reader.frozen => reader.is_player(node, 1),
            "is Next" if reader.frozen => reader.is_player(node, reader.second()),
            "is Prev" if reader.frozen => reader.is_player(node, 0),
            "is Enemy" if reader.frozen => {
                Ok(!reader.is_player(node, 1)? && !reader.is_player(node, 0)?)
            }
            _ => Err(Stop::Varies),
        })
    }

    /// Whether the player that a form names is this one.
    fn is_player(&mut self, node: Node<'_>, player: i32) -> Fixed<bool> {
        Ok(self.player(node)?.ok_or(Stop::Varies)? == player)
    }

    fn part(&mut self, node: Node<'_>, name: &str) -> Fixed<bool> {
        node.arg(name).map_or(Ok(false), |condition| self.condition(condition))
    }

    /// Whether one of several conditions is of a value; those behind it are not read.
    fn any(&mut self, node: Node<'_>, value: bool) -> Fixed<bool> {
        for part in node.children().flat_map(Node::elements) {
            if self.condition(part)? == value {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compare(&mut self, node: Node<'_>, holds: fn(i32, i32) -> bool) -> Fixed<bool> {
        Ok(holds(self.argument(node, "a")?, self.argument(node, "b")?))
    }

    fn equal(&mut self, node: Node<'_>) -> Fixed<bool> {
        if node.get("region1").is_some() {
            return Ok(self.region_of(node, "region1")? == self.region_of(node, "region2")?);
        }
        let other = match node.get("role") {
            Some(role) => self.role(role)?,
            None => self.argument(node, "b")?,
        };
        Ok(self.argument(node, "a")? == other)
    }

    fn is_in(&mut self, node: Node<'_>) -> Fixed<bool> {
        let wanted = match node.arg("value").or_else(|| node.arg("values")) {
            Some(wanted) => self.numbers(wanted)?,
            None => vec![self.variable(Variable::To)?],
        };
        if let Some(list) = node.arg("list") {
            let list = self.numbers(list)?;
            return Ok(wanted.iter().all(|number| list.contains(number)));
        }
        let region = self.region_of(node, "region")?;
        let is_there = |&number: &i32| any_site(number).is_some_and(|site| region.contains(site));
        Ok(wanted.iter().all(is_there))
    }
}
