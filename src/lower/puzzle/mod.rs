//! Deduction puzzles: which numbers sites can have, the moves that give them, and when it is solved.

mod constraints;
mod families;
mod global_constraints;

use global_constraints::Split;

use super::emit::imm;
use super::moves::{MoveContext, Payload};
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{Site, SiteSet, SiteType};
use crate::bytecode::{Action, Block, Component, Label, Op, Puzzle, RecipeData, Reg, Set};

/// The largest number: numbers are bits of a word.
const MAX_NUMBER: i32 = 63;

impl<'r> Lowering<'r> {
    /// The least and the largest number of a site of the board.
    fn numbers_allowed(&self) -> Option<(i32, i32)> {
        let board = self.rules.game.equipment().find(|item| item.head() == "board")?;
        let domains = board.get("domains").or_else(|| board.get("values"))?;
        let of_default = |values: &Node<'r>| {
            let kind = values.arg("type").and_then(Node::constant).and_then(SiteType::named);
            kind == Some(self.board.default)
        };
        self.known_range(domains.elements().find(of_default)?.arg("range")?)
    }

    /// The numbers of a puzzle, as components of its player.
    pub(in crate::lower) fn make_numbers(&mut self, node: Node<'r>) -> Lowered<()> {
        let allowed = self.numbers_allowed().filter(|&(least, most)| 0 <= least && 0 < most);
        let (_, most) =
            allowed.ok_or_else(|| self.meaningless(node, "the sites have no numbers"))?;
        if most > MAX_NUMBER {
            return Err(self.too_much(node, "numbers out of range"));
        }
        if self.containers.list().len() > 1 {
            return Err(self.unsupported(node, "puzzles with containers besides the board"));
        }
        let number = |number: i32| Component {
            name: if number == 0 { String::new() } else { number.to_string() },
            owner: u8::from(number > 0),
            reported_owner: u8::from(number > 0),
            facing: 0,
            flips: None,
            shape: None,
            tile: None,
            card: None,
            faces: 0,
        };
        self.components = (0..=most).map(number).collect();
        Ok(())
    }

    /// Where the state keeps the numbers, from a word and a set on.
    pub(in crate::lower) fn place_of_numbers(&self, struck: usize, resolved: u16) -> Puzzle {
        let most = self.components.len() as u8 - 1;
        Puzzle { struck: struck as u32, resolved, most }
    }

    /// The sites that have a number.
    pub(in crate::lower) fn resolved(&self, node: Node<'r>) -> Lowered<Set> {
        match self.layout.puzzle {
            Some(puzzle) => Ok(Set::state(puzzle.resolved)),
            None => Err(self.meaningless(node, "this is not a deduction puzzle")),
        }
    }

    /// `(satisfy …)`.
    pub(in crate::lower) fn satisfy(
        &mut self,
        node: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        self.resolved(node)?;
        let mut vars = self.variables(node)?;
        for site in self.fixed_variables() {
            vars.remove(site);
        }
        let vars = self.fixed(&vars);
        let zero = self.constant(0);
        let prior = self.first(node, &context.first, &mut [Payload::Half(zero); 4])?;
        let var = self.emitter.reg();
        let is_alone = prior.is_empty() && context.then.is_empty();
        let (global, test) = if is_alone {
            let Split { global, rest } = self.split(node)?;
            let is_more = !rest.is_empty();
            (global, is_more.then(|| self.rest_holds(&rest, var)).transpose()?)
        } else {
            let all: Vec<Node<'r>> = constraints(node).collect();
            ([imm(0); 2], Some(self.all_hold(&all, |lowering, part| lowering.bool(*part))?))
        };
        let [first, count] = global;
        let mut recipe = |action| {
            let (prior, then) = (prior.clone(), context.then.clone());
            self.recipe(RecipeData { prior, then, ..RecipeData::choice(action) })
        };
        let (give, toggle) = (recipe(Action::GiveNumber), recipe(Action::ToggleNumber));
        let (least, _) = self.numbers_allowed().unwrap_or_default();
        let least = self.constant(least);
        self.emit(Op::Satisfy { vars, least, first, count, var, test, give, toggle });
        Ok(())
    }

    /// `(is Solved)`.
    pub(in crate::lower) fn solved(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let rule = self.ludemes("satisfy").next();
        let rule = rule.ok_or_else(|| self.meaningless(node, "this is not a deduction puzzle"))?;
        let vars = self.variables(rule)?;
        let vars = self.fixed(&vars);
        let Split { global: [first, count], rest } = self.split(rule)?;
        let is_more = !rest.is_empty();
        let test = is_more.then(|| self.all_hold(&rest, |lowering, part| lowering.bool(*part)));
        let test = test.transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::IsSolved { dst, vars, first, count, test });
        Ok(dst)
    }

    /// Whether all of some parts hold, up to the first that does not.
    fn all_hold<P>(
        &mut self,
        parts: &[P],
        mut write: impl FnMut(&mut Self, &P) -> Lowered<Reg>,
    ) -> Lowered<Block> {
        self.value_block(|lowering| {
            let all = lowering.emitter.reg();
            let one = lowering.constant(1);
            lowering.emit(Op::Copy { dst: all, a: one });
            let mut exits = Vec::new();
            for part in parts {
                let test = write(lowering, part)?;
                lowering.emit(Op::Copy { dst: all, a: test });
                exits.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
            }
            exits.into_iter().for_each(|jump| lowering.emitter.land(jump));
            Ok(all)
        })
    }

    /// The sites that the constraints of a rule are about: all of them from the first condition for
    /// all sites on.
    fn variables(&mut self, rule: Node<'r>) -> Lowered<SiteSet> {
        let mut vars = SiteSet::default();
        for constraint in constraints(rule) {
            match constraint.head() {
                "forAll" => {
                    vars.unite(&self.board_sites());
                    break;
                }
                "all Different" | "is Count" | "is Sum" | "is Unique" => {
                    match constraint.get("region") {
                        Some(region) => {
                            let sites = self.static_eval.region(region).ok().flatten();
                            let sites = sites.ok_or_else(|| {
                                self.meaningless(region, "constraints need a static region")
                            })?;
                            vars.unite(&sites);
                        }
                        None => {
                            for family in self.families()? {
                                vars.extend(family.regions.into_iter().flatten());
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(vars)
    }

    /// The sites whose numbers are given, if the first thing done at the start is to give some.
    fn fixed_variables(&self) -> Vec<Site> {
        let start = self.rules.game.rules().and_then(|rules| rules.get("start"));
        let list = start.and_then(|start| start.get("rules").or_else(|| start.get("rule")));
        let first = list.and_then(|list| list.elements().next());
        let pairs = first.filter(|rule| rule.head() == "set").and_then(|rule| rule.get("values"));
        let site = |pair: Node<'r>| u16::try_from(self.known_int(pair.elements().next()?)?).ok();
        pairs.into_iter().flat_map(Node::elements).filter_map(site).map(Site).collect()
    }

    /// Makes sure that a ludeme is about sites that have numbers: those that the puzzle is played on.
    fn has_numbers(&self, node: Node<'r>) -> Lowered<()> {
        if self.kind(node) == self.board.default {
            return Ok(());
        }
        Err(self.meaningless(node, "sites of this type have no numbers"))
    }

    /// Numbers that are given at the start.
    pub(in crate::lower) fn start_numbers(&mut self, node: Node<'r>) -> Lowered<()> {
        self.resolved(node)?;
        self.has_numbers(node)?;
        let pairs = node.arg("values").ok_or_else(|| self.unsupported(node, ""))?;
        self.placements(Action::GiveNumber, [0; 2], |lowering, recipe| {
            for pair in pairs.elements() {
                let mut numbers = pair.elements();
                let (Some(site), Some(number)) = (numbers.next(), numbers.next()) else {
                    return Err(lowering.meaningless(node, "it needs both a site and a number"));
                };
                let (site, a) = (lowering.int(site)?, lowering.int(number)?);
                let b = lowering.constant(0);
                lowering.emit(Op::Push { from: site, to: site, a, b, recipe });
            }
            Ok(())
        })
    }
}

/// The constraints of a rule.
fn constraints(rule: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = rule.get("constraints").or_else(|| rule.get("constraint"));
    list.into_iter().flat_map(Node::elements)
}
