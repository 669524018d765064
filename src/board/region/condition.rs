//! Static evaluation of conditions.

use super::{Fixed, Reader, Stop, Variable, any_site};
use crate::ast::typed::{BOrRole, Bool, Equals, EqualsRegion, IsIn, IsMover, ListOrRegion, Lt};

impl Reader<'_, '_> {
    /// Whether a condition holds.
    pub(super) fn condition(&mut self, condition: Bool<'_>) -> Fixed<bool> {
        if let Some(value) = condition.literal() {
            return Ok(value);
        }
        self.enter(|reader| match condition {
            Bool::Not(call) => Ok(!reader.condition(call.condition())?),
            Bool::Xor(call) => {
                Ok(reader.condition(call.first())? != reader.condition(call.second())?)
            }
            Bool::And(call) => reader.any([call.first(), call.second()], false).map(|found| !found),
            Bool::AndAll(call) => reader.any(call.conditions().iter(), false).map(|found| !found),
            Bool::Or(call) => reader.any([call.first(), call.second()], true),
            Bool::OrAll(call) => reader.any(call.conditions().iter(), true),
            Bool::If(call) if reader.condition(call.condition())? => reader.condition(call.yes()),
            Bool::If(call) => reader.condition(call.no()),
            Bool::Equals(call) => reader.equal(call),
            Bool::NotEqual(call) => Ok(!reader.equal(call)?),
            Bool::EqualsRegion(call) => reader.same_sites(call),
            Bool::NotEqualRegion(call) => Ok(!reader.same_sites(call)?),
            Bool::Lt(call) => reader.compare(call, |a, b| a < b),
            Bool::Le(call) => reader.compare(call, |a, b| a <= b),
            Bool::Gt(call) => reader.compare(call, |a, b| a > b),
            Bool::Ge(call) => reader.compare(call, |a, b| a >= b),
            Bool::IsEven(call) => Ok(reader.number(call.number())? % 2 == 0),
            Bool::IsOdd(call) => Ok(reader.number(call.number())? % 2 != 0),
            Bool::IsIn(call) => reader.is_in(call),
            Bool::IsEmpty(call) if reader.frozen => {
                let site = reader.number(call.site())?;
                Ok(reader.site(reader.kind(call.type_()), site).is_some())
            }
            Bool::IsOccupied(_) if reader.frozen => Ok(false),
            Bool::NoPieces(_) if reader.frozen => Ok(true),
            Bool::IsMover(call) | Bool::IsFriend(call) if reader.frozen => {
                reader.is_player(call, 1)
            }
            Bool::IsNext(call) if reader.frozen => reader.is_player(call, reader.second()),
            Bool::IsPrev(call) if reader.frozen => reader.is_player(call, 0),
            Bool::IsEnemy(call) if reader.frozen => {
                Ok(!reader.is_player(call, 1)? && !reader.is_player(call, 0)?)
            }
            _ => Err(Stop::Varies),
        })
    }

    /// Whether the player that a form names is this one.
    fn is_player(&mut self, call: IsMover<'_>, player: i32) -> Fixed<bool> {
        Ok(self.player(call.player_or_role())? == player)
    }

    /// Whether one of several conditions is of a value; those behind it are not read.
    fn any<'n>(
        &mut self,
        conditions: impl IntoIterator<Item = Bool<'n>>,
        value: bool,
    ) -> Fixed<bool> {
        for condition in conditions {
            if self.condition(condition)? == value {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compare(&mut self, call: Lt<'_>, holds: fn(i32, i32) -> bool) -> Fixed<bool> {
        Ok(holds(self.number(call.a())?, self.number(call.b())?))
    }

    fn same_sites(&mut self, call: EqualsRegion<'_>) -> Fixed<bool> {
        Ok(self.region(call.region1())? == self.region(call.region2())?)
    }

    fn equal(&mut self, call: Equals<'_>) -> Fixed<bool> {
        let other = match call.b_or_role() {
            BOrRole::Role(role) => self.role(role)?,
            BOrRole::B(number) => self.number(number)?,
        };
        Ok(self.number(call.a())? == other)
    }

    fn is_in(&mut self, call: IsIn<'_>) -> Fixed<bool> {
        let wanted = match call.value_or_values() {
            Some(wanted) => self.each_number(wanted.elements())?,
            None => vec![self.variable(Variable::To)?],
        };
        match call.list_or_region() {
            ListOrRegion::List(list) => {
                let list = self.numbers(list)?;
                Ok(wanted.iter().all(|number| list.contains(number)))
            }
            ListOrRegion::Region(region) => {
                let region = self.region(region)?;
                let is_there =
                    |&number: &i32| any_site(number).is_some_and(|site| region.contains(site));
                Ok(wanted.iter().all(is_there))
            }
        }
    }
}
