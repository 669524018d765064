//! `(is Connected …)` and `(is Blocked …)`.

use super::{Label, Lowered, Lowering, Op, Reg, Set};
use crate::ast::View;
use crate::ast::typed::{FamilyOrRegionsOrRole, IsBlocked, IsConnected};
use crate::board::{SiteSet, SiteType};
use crate::bytecode::{Row, Scalar, Steps};
use crate::lower::regions::RegionOf;

/// What is asked of a connection, but for its targets.
struct Question {
    dst: Reg,
    /// The type of the sites that chains lead over.
    kind: SiteType,
    steps: Steps,
    /// How many targets are to be met; all if it is not given.
    need: Option<Reg>,
    /// Where the chain begins; none if it is whether the way is blocked.
    site: Option<Reg>,
    role: Option<Reg>,
}

impl<'r> Lowering<'r> {
    pub(super) fn connected(&mut self, call: IsConnected<'r>) -> Lowered<Reg> {
        let site = self.site_or_last_to(call.at())?;
        self.connection(call, Some(site))
    }

    pub(super) fn blocked(&mut self, call: IsBlocked<'r>) -> Lowered<Reg> {
        self.connection(call, None)
    }

    fn connection(&mut self, call: IsConnected<'r>, site: Option<Reg>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let directions = call.directions();
        let steps = self.over(kind, |lowering| lowering.steps_of_any(call, directions))?;
        let need = call.count().map(|count| self.int(count)).transpose()?;
        let regions = call.family_or_regions_or_role();
        let role = match regions {
            FamilyOrRegionsOrRole::Role(role) => Some(self.role(role)?),
            FamilyOrRegionsOrRole::Family(_) | FamilyOrRegionsOrRole::Regions(_) => None,
        };
        let dst = self.emitter.reg();
        let question = Question { dst, kind, steps, need, site, role };
        match regions {
            FamilyOrRegionsOrRole::Regions(regions) => {
                let regions: Vec<RegionOf<'r>> =
                    regions.iter().map(|region| RegionOf::Function(region.node())).collect();
                self.ask(call, &question, &regions)?;
            }
            FamilyOrRegionsOrRole::Family(family) => {
                self.ask(call, &question, &[RegionOf::Family(family.node())])?;
            }
            FamilyOrRegionsOrRole::Role(_) => self.ask_of_owner(call, &question)?,
        }
        Ok(dst)
    }

    /// The test for the regions of the player that a role stands for.
    fn ask_of_owner(&mut self, call: IsConnected<'r>, question: &Question) -> Lowered<()> {
        let &Question { dst, site, role, .. } = question;
        let Some(role) = role else { return Err(self.unsupported(call, "")) };
        if let Some(owner) = self.emitter.known(role) {
            let regions = self.regions_of(owner, "");
            return self.ask(call, question, &regions);
        }
        // One test for each player that the role can stand for.
        let otherwise = self.constant(i32::from(site.is_none()));
        self.emit(Op::Copy { dst, a: otherwise });
        let mut exits = Vec::new();
        for owner in 1..=self.players() {
            let regions = self.regions_of(owner, "");
            let number = self.constant(owner);
            let test = self.binary(role, number, |dst, a, b| Op::Eq { dst, a, b });
            let other = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.ask(call, question, &regions)?;
            exits.push(self.emitter.jump(Op::Jump { to: Label(0) }));
            self.emitter.land(other);
        }
        for exit in exits {
            self.emitter.land(exit);
        }
        Ok(())
    }

    /// The test for some regions.
    fn ask(
        &mut self,
        call: IsConnected<'r>,
        question: &Question,
        regions: &[RegionOf<'r>],
    ) -> Lowered<()> {
        let &Question { dst, kind, steps, need, site, role } = question;
        let targets = self.target_sets(call, regions)?;
        if targets.is_empty() {
            // Nothing is connected with nothing, and then it is not blocked by anything either.
            let answer = self.constant(i32::from(site.is_none()));
            self.emit(Op::Copy { dst, a: answer });
            return Ok(());
        }
        let need = need.unwrap_or_else(|| self.constant(targets.len() as i32));
        if let Some(site) = site
            && kind != self.board.default
        {
            return self.ask_apart(question, targets, site, need);
        }
        match site {
            Some(site) => self.emit(Op::Connected { dst, steps, site, targets, need, role }),
            None => {
                let player = role.unwrap_or_else(|| self.scalar(Scalar::Mover));
                let owned = self.owned_by_number(player);
                let owned = self.of_kind(owned, kind);
                let empty = self.empty_of(kind);
                let free = self.either(owned, empty);
                self.emit(Op::Blocked { dst, steps, targets, need, free });
            }
        }
        Ok(())
    }

    /// The test whether sites of another type than the board's are connected: how many targets the chain
    /// of a site touches, or the site alone if it is not of the player in question.
    fn ask_apart(
        &mut self,
        question: &Question,
        targets: Row,
        site: Reg,
        need: Reg,
    ) -> Lowered<()> {
        let &Question { dst, kind, steps, role, .. } = question;
        let place = self.locate(site, self.layer_of(kind));
        let owner = self.unary(place, |dst, site| Op::Who { dst, site });
        let chain = self.singleton(site);
        let own = match role {
            Some(role) => self.binary(owner, role, |dst, a, b| Op::Eq { dst, a, b }),
            None => self.constant(1),
        };
        let alone = self.emitter.jump(Op::JumpUnless { test: own, to: Label(0) });
        let owned = self.with_owner(owner);
        let within = self.of_kind(owned, kind);
        self.emit(Op::Spread { dst: chain, steps, from: chain, within });
        self.emitter.land(alone);
        let zero = self.constant(0);
        let met = self.emitter.reg();
        self.emit(Op::Copy { dst: met, a: zero });
        for target in targets.sets() {
            let common = self.both(chain, target);
            let meets = self.has_sites(common);
            self.emit(Op::Add { dst: met, a: met, b: meets });
        }
        let enough = self.binary(need, met, |dst, a, b| Op::Le { dst, a, b });
        let one = self.constant(1);
        let owned = self.binary(one, owner, |dst, a, b| Op::Le { dst, a, b });
        let connected = self.binary(enough, owned, |dst, a, b| Op::Min { dst, a, b });
        self.emit(Op::Copy { dst, a: connected });
        Ok(())
    }

    /// The targets one after the other, as fixed sets or in registers.
    fn target_sets(&mut self, call: IsConnected<'r>, regions: &[RegionOf<'r>]) -> Lowered<Row> {
        let mut fixed = Vec::new();
        let mut varies = false;
        for region in regions {
            match region {
                RegionOf::Sites(sites) => fixed.push(sites.clone()),
                RegionOf::Family(family) => {
                    let regions = self.family(*family)?.into_iter();
                    fixed.extend(regions.map(|region| region.into_iter().collect::<SiteSet>()));
                }
                RegionOf::Function(region) => match self.static_eval.region(*region) {
                    Ok(Some(sites)) => fixed.push(sites),
                    _ => varies = true,
                },
            }
        }
        if fixed.len() > Row::MOST || regions.len() > Row::MOST {
            return Err(self.too_much(call, "too many regions"));
        }
        if !fixed.iter().all(|sites| self.fits(sites)) {
            return Err(self.meaningless(call, "there are no such sites"));
        }
        if !varies {
            let words: Vec<Vec<u64>> = fixed.iter().map(|sites| self.words(sites)).collect();
            let row = if words.is_empty() { Set::REGION } else { self.tables.fixed_row(&words) };
            return Ok(Row::new(row, words.len() as u16));
        }
        let row: Vec<Set> = regions.iter().map(|_| self.emitter.set()).collect();
        for (region, &dst) in regions.iter().zip(&row) {
            let a = match region {
                RegionOf::Sites(sites) => self.fixed(sites),
                RegionOf::Function(region) => self.region(*region)?,
                RegionOf::Family(family) => return Err(self.unsupported(*family, "")),
            };
            self.emit(Op::CopySet { dst, a });
        }
        Ok(Row::new(row[0], row.len() as u16))
    }
}
