//! `(is Connected …)` and `(is Blocked …)`.

use super::{Label, Lowered, Lowering, Node, Op, Reg, Set};
use crate::board::SiteSet;
use crate::bytecode::{Scalar, Steps};
use crate::lower::emit::imm;
use crate::lower::regions::RegionOf;

/// Targets that one test can have.
const MAX_TARGETS: usize = 64;

/// What is asked of a connection, but for its targets.
struct Question {
    dst: Reg,
    steps: Steps,
    /// How many targets are to be met; all if it is not given.
    need: Option<Reg>,
    /// Where the chain begins; none if it is whether the way is blocked.
    site: Option<Reg>,
    role: Option<Reg>,
}

impl<'r> Lowering<'r> {
    pub(super) fn connected(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let site = self.site_or_last_to(node.get("at"))?;
        self.connection(node, Some(site))
    }

    pub(super) fn blocked(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.connection(node, None)
    }

    fn connection(&mut self, node: Node<'r>, site: Option<Reg>) -> Lowered<Reg> {
        self.site_type(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        if self.is_relative(directions) {
            return Err(self.unsupported(node, "directions without a piece"));
        }
        let steps = self.steps(directions, None)?;
        let need = node.get("count").map(|count| self.int(count)).transpose()?;
        let role = node.get("role").map(|role| self.role(role)).transpose()?;
        let dst = self.emitter.reg();
        let question = Question { dst, steps, need, site, role };
        if let Some(regions) = node.get("regions") {
            let regions: Vec<RegionOf<'r>> = regions.elements().map(RegionOf::Function).collect();
            self.ask(node, &question, &regions)?;
            return Ok(dst);
        }
        if let Some(family) = node.get("family") {
            self.ask(node, &question, &[RegionOf::Family(family)])?;
            return Ok(dst);
        }
        let Some(role) = role else { return Err(self.unsupported(node, "")) };
        if let Some(owner) = self.emitter.known(role) {
            let regions = self.regions_of(owner, "");
            self.ask(node, &question, &regions)?;
            return Ok(dst);
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
            self.ask(node, &question, &regions)?;
            exits.push(self.emitter.jump(Op::Jump { to: Label(0) }));
            self.emitter.land(other);
        }
        for exit in exits {
            self.emitter.land(exit);
        }
        Ok(dst)
    }

    /// The test for some regions.
    fn ask(
        &mut self,
        node: Node<'r>,
        question: &Question,
        regions: &[RegionOf<'r>],
    ) -> Lowered<()> {
        let &Question { dst, steps, need, site, role } = question;
        let (targets, count) = self.target_sets(node, regions)?;
        if count == 0 {
            // Nothing is connected with nothing, and then it is not blocked by anything either.
            let answer = self.constant(i32::from(site.is_none()));
            self.emit(Op::Copy { dst, a: answer });
            return Ok(());
        }
        let need = need.unwrap_or_else(|| self.constant(count));
        let count = imm(count);
        match site {
            Some(site) => self.emit(Op::Connected { dst, steps, site, targets, count, need, role }),
            None => {
                let player = role.unwrap_or_else(|| self.scalar(Scalar::Mover));
                self.emit(Op::Blocked { dst, steps, targets, count, need, player });
            }
        }
        Ok(())
    }

    /// The targets one after the other, as fixed sets or in registers, and how many there are.
    fn target_sets(&mut self, node: Node<'r>, regions: &[RegionOf<'r>]) -> Lowered<(Set, i32)> {
        let mut fixed = Vec::new();
        let mut varies = false;
        for region in regions {
            match region {
                RegionOf::Sites(sites) => fixed.push(sites.clone()),
                RegionOf::Family(family) => {
                    let regions = self.family(*family)?.into_iter();
                    fixed.extend(regions.map(|region| region.into_iter().collect::<SiteSet>()));
                }
                RegionOf::Function(region) => match self.ground.region(*region) {
                    Ok(Some(sites)) => fixed.push(sites),
                    _ => varies = true,
                },
            }
        }
        if fixed.len() > MAX_TARGETS || regions.len() > MAX_TARGETS {
            return Err(self.unsupported(node, "so many regions"));
        }
        if !fixed.iter().all(|sites| self.fits(sites)) {
            return Err(self.unsupported(node, "sites of several types"));
        }
        if !varies {
            let words: Vec<Vec<u64>> = fixed.iter().map(|sites| self.words(sites)).collect();
            let row = if words.is_empty() { Set::REGION } else { self.tables.fixed_row(&words) };
            return Ok((row, words.len() as i32));
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
        Ok((row[0], row.len() as i32))
    }
}
