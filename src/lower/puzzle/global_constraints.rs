//! Global constraints (all different, so many, a sum) on sites that are known, which the machine propagates, and
//! conditions on a few sites each: not all of them have to be looked at whenever a number is given.
//!
//! Numbers that must be different, or stand so many times, or have a sum, on sites that are known, become
//! [`Constraint`]s: the machine knows what they leave to each site. Conditions that are asked for many sites
//! are asked, after a number was given to a site, only for those that read it: for the others they
//! are what they were before.

use super::super::{Lowered, Lowering};
use super::constraints;
use super::constraints::hint_at;
use super::families::Family;
use crate::ast::Node;
use crate::board::{Site, SiteSet, SiteType};
use crate::bytecode::{Block, Constraint, ConstraintRule, Imm, Label, Op, Reg, Set};
use crate::lower::patterns::{is_variable, word};

/// The constraints of a rule.
pub(super) struct Split<'r> {
    /// The row of the global ones: the first and their number.
    pub(super) global: [Imm; 2],
    /// The others.
    pub(super) rest: Vec<Node<'r>>,
}

/// One turn of an iteration: what its variable stands at, and what `(hint)` is.
struct Turn {
    var: Reg,
    value: i32,
    hint: Option<i32>,
}

/// A condition that is asked for many numbers.
struct Each<'r> {
    condition: Node<'r>,
    turns: Vec<Turn>,
}

/// A condition that is asked for many numbers, each of which reads a few sites.
struct Local<'r> {
    condition: Node<'r>,
    var: Reg,
    /// The numbers that it is asked for.
    asked: SiteSet,
    /// For each site the numbers that read it.
    readers: Vec<SiteSet>,
}

impl<'r> Lowering<'r> {
    /// Tells the global constraints from the others.
    pub(super) fn split(&mut self, rule: Node<'r>) -> Lowered<Split<'r>> {
        let (mut global, mut rest) = (Vec::new(), Vec::new());
        for constraint in constraints(rule) {
            match self.global_constraints_of(constraint)? {
                Some(those) => global.extend(those),
                None => rest.push(constraint),
            }
        }
        Ok(Split { global: self.tables.constraints(global), rest })
    }

    /// The global constraints that a constraint consists of; none if it is something else.
    fn global_constraints_of(&mut self, node: Node<'r>) -> Lowered<Option<Vec<Constraint>>> {
        if self.has_numbers(node).is_err() {
            return Ok(None);
        }
        if let Some(each) = self.asked_again(node) {
            let constraints =
                each.turns.iter().map(|turn| self.global_constraint(each.condition, Some(turn)));
            return Ok(constraints.collect());
        }
        if node.get("region").is_some() || node.get("if").is_some() {
            return Ok(self.global_constraint(node, None).map(|constraint| vec![constraint]));
        }
        let families = self.families()?;
        let constraints = match node.head() {
            "all Different" => {
                let Some(except) = self.excepted(node, None) else { return Ok(None) };
                self.on_families(&families, |family, index| {
                    let around = (family.kind == Some("AllDirections")).then_some(index as u16);
                    Some(ConstraintRule::Apart { except, around })
                })
            }
            "is Sum" => {
                let sums = self.sums(node);
                let name = node.get("name").map_or("", Node::text);
                let is_meant =
                    |family: &Family| family.kind.is_some() && family.name.contains(name);
                let families: Vec<Family> = families.into_iter().filter(is_meant).collect();
                self.on_families(&families, |_, index| sums(index).map(ConstraintRule::Sum))
            }
            _ => None,
        };
        Ok(constraints)
    }

    /// For each region of a family the sum that is asked for, if it is known.
    fn sums(&self, node: Node<'r>) -> impl Fn(usize) -> Option<i32> + use<> {
        let sum = node.arg("sum");
        let by_hint = sum.is_some_and(|sum| sum.head() == "hint" && sum.get("at").is_none());
        let known = sum.and_then(|sum| self.known_int(sum));
        let hints: Vec<i32> =
            self.hints_of(self.board.default).iter().map(|hint| hint.value).collect();
        move |index| if by_hint { Some(hints.get(index).copied().unwrap_or(0)) } else { known }
    }

    /// A global constraint on each region of some families.
    fn on_families(
        &mut self,
        families: &[Family],
        rule: impl Fn(&Family, usize) -> Option<ConstraintRule>,
    ) -> Option<Vec<Constraint>> {
        let all = families.iter().flat_map(|family| {
            family.regions.iter().enumerate().map(move |(index, sites)| (family, index, sites))
        });
        let constraint = |(family, index, sites): (&Family, usize, &Vec<Site>)| {
            let sites: SiteSet = sites.iter().copied().collect();
            Some(Constraint { sites: self.known_set(&sites)?, rule: rule(family, index)? })
        };
        all.map(constraint).collect()
    }

    fn known_set(&mut self, sites: &SiteSet) -> Option<Set> {
        self.fits(sites).then(|| self.fixed(sites))
    }

    /// A constraint on a region that is known, by itself or in one turn of an iteration.
    fn global_constraint(&mut self, node: Node<'r>, turn: Option<&Turn>) -> Option<Constraint> {
        self.has_numbers(node).ok()?;
        let number = |name: &str| self.number_in(node.arg(name)?, turn);
        let rule = match node.head() {
            "all Different" if node.get("if").is_none() => {
                ConstraintRule::Apart { except: self.excepted(node, turn)?, around: None }
            }
            "is Count" => ConstraintRule::Count { of: number("of")?, count: number("count")? },
            "is Sum" => ConstraintRule::Sum(number("sum")?),
            _ => return None,
        };
        let sites = self.region_in(node.get("region")?, turn)?;
        Some(Constraint { sites: self.known_set(&sites)?, rule })
    }

    /// The numbers that need not be different, as bits.
    fn excepted(&self, node: Node<'r>, turn: Option<&Turn>) -> Option<u64> {
        let excepts = node.get("excepts").or_else(|| node.get("except"));
        excepts.into_iter().flat_map(Node::elements).try_fold(0, |except, number| {
            let number = u32::try_from(self.number_in(number, turn)?).ok();
            Some(except | number.and_then(|number| 1_u64.checked_shl(number)).unwrap_or(0))
        })
    }

    fn region_in(&self, node: Node<'r>, turn: Option<&Turn>) -> Option<SiteSet> {
        let region = match turn {
            Some(turn) => self.static_eval.region_where(node, word(turn.var), turn.value),
            None => self.static_eval.region(node),
        };
        region.ok().flatten()
    }

    fn number_in(&self, node: Node<'r>, turn: Option<&Turn>) -> Option<i32> {
        match (node.head(), turn) {
            ("hint", Some(turn)) => match node.get("at") {
                None => turn.hint,
                Some(at) if is_variable(at, turn.var) => {
                    let site = u16::try_from(turn.value).ok().map(Site)?;
                    Some(hint_at(&self.hints_of(self.kind_of_hint(node)), site))
                }
                Some(_) => None,
            },
            _ => self.known_int(node),
        }
    }

    /// What a constraint asks again and again, if it does so.
    fn asked_again(&self, node: Node<'r>) -> Option<Each<'r>> {
        let turn = |var| move |value| Turn { var, value, hint: None };
        match node.head() {
            "forAll" => {
                let condition = node.arg("condition")?;
                let turns = match node.arg("element").and_then(Node::constant)? {
                    "Hint" => self
                        .hints_of(self.board.default)
                        .iter()
                        .map(|hint| {
                            let value = hint.sites.first().map_or(-1, |site| site.0.into());
                            Turn { var: Reg::FROM, value, hint: Some(hint.value) }
                        })
                        .collect(),
                    element => {
                        let count = self.board.topology.count(SiteType::named(element)?);
                        (0..count as i32).map(turn(Reg::FROM)).collect()
                    }
                };
                Some(Each { condition, turns })
            }
            "all Sites" => {
                let sites = self.region_in(node.arg("region")?, None)?;
                let turns = sites.iter().map(|site| site.0.into()).map(turn(Reg::SITE)).collect();
                Some(Each { condition: node.arg("if")?, turns })
            }
            _ => None,
        }
    }

    /// Whether constraints hold after a number was given to the site in a register, if that has not changed
    /// anything else. What has to be known from before is written before.
    pub(super) fn rest_holds(&mut self, rest: &[Node<'r>], given: Reg) -> Lowered<Block> {
        let mut parts = Vec::new();
        for &constraint in rest {
            parts.push(match self.local(constraint) {
                Some(local) => {
                    let test = self.test(local.condition)?;
                    let fails = self.value_block(|lowering| {
                        let holds = lowering.bool(local.condition)?;
                        Ok(lowering.unary(holds, |dst, a| Op::Not { dst, a }))
                    })?;
                    let (broken, a) = (self.emitter.set(), self.fixed(&local.asked));
                    self.emit(Op::Filter { dst: broken, a, var: local.var, test: fails });
                    Ok((local, test, broken))
                }
                None => Err(constraint),
            });
        }
        self.all_hold(&parts, |lowering, part| match part {
            Ok((local, test, broken)) => {
                let set = lowering.look_set(&local.readers, given);
                let dst = lowering.emitter.reg();
                lowering.emit(Op::IsSubset { dst, a: *broken, b: set });
                let done = lowering.emitter.jump(Op::JumpUnless { test: dst, to: Label(0) });
                lowering.emit(Op::AllSites { dst, set, var: local.var, test: *test });
                lowering.emitter.land(done);
                Ok(dst)
            }
            Err(constraint) => lowering.bool(*constraint),
        })
    }

    /// A constraint that asks something of many sites, if it is known for each what it reads.
    fn local(&self, node: Node<'r>) -> Option<Local<'r>> {
        let Each { condition, turns } = self.asked_again(node)?;
        let var = turns.first()?.var;
        let mut readers = vec![SiteSet::default(); usize::from(self.layout.sites)];
        let mut asked = SiteSet::default();
        for turn in &turns {
            let number = u16::try_from(turn.value).ok().map(Site)?;
            // Hints may begin at the same site.
            if number.0 >= self.layout.sites || turn.hint.is_some() {
                return None;
            }
            asked.insert(number);
            for site in self.sites_read(condition, turn)?.iter() {
                readers.get_mut(site.index())?.insert(number);
            }
        }
        Some(Local { condition, var, asked, readers })
    }

    /// The sites that a condition reads at most, in one turn of an iteration.
    fn sites_read(&self, node: Node<'r>, turn: &Turn) -> Option<SiteSet> {
        if node.result().is_some_and(|kind| kind.name == "Region") {
            return self.region_in(node, Some(turn));
        }
        let is_own = |site: Node<'r>| is_variable(site, turn.var);
        match node.head() {
            "what" => {
                let own = node.arg("at").is_some_and(is_own);
                let plain = node.given("type").is_none() && node.given("level").is_none();
                let site = Site(u16::try_from(turn.value).ok()?);
                (own && plain).then(|| std::iter::once(site).collect())
            }
            // What is worked out for each site of a region reads the region.
            "results" if node.arg("from").is_some_and(is_own) => {
                let (to, value) = (node.arg("to")?, node.arg("value")?);
                let is_what = value.head() == "what"
                    && value.given("type").is_none()
                    && value.given("level").is_none()
                    && value.arg("at").is_some_and(|at| is_variable(at, Reg::TO));
                if is_what { self.sites_read(to, turn) } else { None }
            }
            "hint" if node.get("at").is_none_or(is_own) => Some(SiteSet::default()),
            "=" | "!=" | "not" | "and" | "or" | "if" | "is In" => self.all_read(node, turn),
            "is Count" | "is Sum" | "all Different" if node.get("region").is_some() => {
                self.all_read(node, turn)
            }
            "" if node.is_list() => self.all_read(node, turn),
            _ if is_own(node) => Some(SiteSet::default()),
            _ => is_known(node).then(SiteSet::default),
        }
    }

    fn all_read(&self, node: Node<'r>, turn: &Turn) -> Option<SiteSet> {
        node.children().try_fold(SiteSet::default(), |mut sites, part| {
            sites.unite(&self.sites_read(part, turn)?);
            Some(sites)
        })
    }
}

/// Whether a node is a number, a truth value or a word.
fn is_known(node: Node<'_>) -> bool {
    node.as_int().is_some() || node.as_bool().is_some() || node.constant().is_some()
}
