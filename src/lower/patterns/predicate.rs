//! Conditions about a site as sets.
//!
//! A condition that is asked for one site after the other, and that reads nothing of the site but
//! what the state keeps as sets, is the same as membership in a set that is worked out once: the
//! empty sites for `(is Empty (to))`, their union with the enemy's for
//! `(or (is Empty (to)) (is Enemy (who at:(to))))`. Nothing changes while moves are generated, so
//! the set is the same for all sites that are asked about. Sites off the board are never asked
//! about.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::SiteSet;
use crate::bytecode::{Label, Layout, Op, Program, Reg, Scalar, Set};

impl<'r> Lowering<'r> {
    /// A condition about the site in a register as the set of sites for which it holds; none, and
    /// no code, if it is not of a form that can be read off the sets of the state.
    pub(in crate::lower) fn predicate(&mut self, test: Node<'r>, var: Reg) -> Lowered<Option<Set>> {
        if !self.is_predicate(test, var) {
            return Ok(None);
        }
        self.at(test, |lowering| lowering.where_true(test, var)).map(Some)
    }

    /// As [`predicate`](Self::predicate), for a question that is asked while other registers change
    /// as well: none if the condition reads one of them.
    pub(in crate::lower) fn predicate_apart(
        &mut self,
        test: Node<'r>,
        var: Reg,
        changing: &[Reg],
    ) -> Lowered<Option<Set>> {
        if changing.iter().any(|&register| register != var && reads(test, register)) {
            return Ok(None);
        }
        self.predicate(test, var)
    }

    pub(in crate::lower) fn is_predicate(&self, test: Node<'r>, var: Reg) -> bool {
        if test.as_bool().is_some() {
            return true;
        }
        let all =
            |mut parts: Vec<Node<'r>>| parts.drain(..).all(|part| self.is_predicate(part, var));
        match test.head() {
            "and" | "or" => all(parts(test)),
            "not" => all(test.children().collect()),
            "if" => all(test.children().collect()),
            "is Empty" | "is Occupied" => {
                self.site_type(test).is_ok()
                    && test.arg("site").is_some_and(|site| is_variable(site, var))
            }
            "is In" => {
                let is_var = match (test.arg("value"), test.arg("values")) {
                    (Some(site), _) => is_variable(site, var),
                    (None, Some(_)) => false,
                    (None, None) => var == Reg::TO,
                };
                is_var && test.arg("region").is_some_and(|region| is_apart(region, var))
            }
            "is Enemy" | "is Friend" | "is Mover" | "is Next" | "is Prev" => {
                test.get("player").is_some_and(|player| self.is_owner_of(player, var))
            }
            "=" | "!=" => self.equation(test, var).is_some(),
            _ => is_cheap(test, var),
        }
    }

    /// Whether a number is the owner of the piece on the site.
    fn is_owner_of(&self, node: Node<'r>, var: Reg) -> bool {
        self.owners_agree() && self.is_at(node, "who", var)
    }

    fn is_at(&self, node: Node<'r>, head: &str, var: Reg) -> bool {
        node.head() == head
            && self.site_type(node).is_ok()
            && node.get("level").is_none()
            && node.get("at").is_some_and(|site| is_variable(site, var))
    }

    /// What an equation compares with the owner (true) or the component (false) on the site.
    fn equation(&self, test: Node<'r>, var: Reg) -> Option<(bool, Node<'r>)> {
        let a = test.get("a")?;
        let b = test.get("b").or_else(|| test.get("role"))?;
        [(a, b), (b, a)].into_iter().find_map(|(of_site, other)| {
            let owner = self.is_owner_of(of_site, var);
            let fits = owner || self.is_at(of_site, "what", var);
            (fits && is_apart(other, var)).then_some((owner, other))
        })
    }

    /// Code for the sites for which a condition holds, which is of the right form.
    fn where_true(&mut self, test: Node<'r>, var: Reg) -> Lowered<Set> {
        if let Some(value) = test.as_bool() {
            return Ok(if value { Self::everywhere() } else { self.fixed(&SiteSet::default()) });
        }
        let empty = Set::state(Layout::EMPTY as u16);
        match test.head() {
            "and" => {
                self.merged(test, var, |dst, a, b| Op::Intersect { dst, a, b }, Self::everywhere())
            }
            "or" => {
                let none = self.fixed(&SiteSet::default());
                self.merged(test, var, |dst, a, b| Op::Union { dst, a, b }, none)
            }
            "not" => {
                let part = test.arg("condition").ok_or_else(|| self.unsupported(test, ""))?;
                let part = self.where_true(part, var)?;
                Ok(self.but(Self::everywhere(), part))
            }
            "if" => {
                let part = |name: &str| test.arg(name);
                let (Some(condition), Some(yes), Some(no)) =
                    (part("condition"), part("yes"), part("no"))
                else {
                    return Err(self.unsupported(test, ""));
                };
                let condition = self.where_true(condition, var)?;
                let yes = self.where_true(yes, var)?;
                let no = self.where_true(no, var)?;
                let yes = self.both(condition, yes);
                let no = self.but(no, condition);
                Ok(self.either(yes, no))
            }
            "is Empty" => Ok(empty),
            "is Occupied" => Ok(self.occupied_sites()),
            "is In" => {
                let region = test.arg("region").ok_or_else(|| self.unsupported(test, ""))?;
                self.region_asked(region)
            }
            "is Enemy" => {
                let dst = self.emitter.set();
                self.emit(Op::OfEnemies { dst });
                Ok(dst)
            }
            "is Friend" => {
                let dst = self.emitter.set();
                self.emit(Op::OfFriends { dst });
                Ok(dst)
            }
            "is Mover" => Ok(self.owned_by_mover()),
            "is Next" => {
                let next = self.scalar(Scalar::Next);
                Ok(self.owned_by_number(next))
            }
            "is Prev" => {
                // Nobody has moved before the first move, and nobody owns what is empty.
                let prev = self.scalar(Scalar::Prev);
                Ok(self.with_owner(prev))
            }
            "=" | "!=" if self.equation(test, var).is_some() => {
                let set = self.where_equal(test, var)?;
                Ok(if test.head() == "=" { set } else { self.but(Self::everywhere(), set) })
            }
            _ => {
                let dst = self.emitter.set();
                let a = self.fixed(&SiteSet::default());
                self.emit(Op::CopySet { dst, a });
                let holds = self.bool(test)?;
                let skip = self.emitter.jump(Op::JumpUnless { test: holds, to: Label(0) });
                self.emit(Op::CopySet { dst, a: Self::everywhere() });
                self.emitter.land(skip);
                Ok(dst)
            }
        }
    }

    fn merged(
        &mut self,
        test: Node<'r>,
        var: Reg,
        op: impl Fn(Set, Set, Set) -> Op,
        neutral: Set,
    ) -> Lowered<Set> {
        let mut all = None;
        for part in parts(test) {
            let part = self.where_true(part, var)?;
            all = Some(match all {
                Some(all) => {
                    let dst = self.emitter.set();
                    self.emit(op(dst, all, part));
                    dst
                }
                None => part,
            });
        }
        Ok(all.unwrap_or(neutral))
    }

    /// The sites whose owner, or whose component, is a number. Nobody's number is that of sites
    /// without a piece as well.
    fn where_equal(&mut self, test: Node<'r>, var: Reg) -> Lowered<Set> {
        let Some((owner, other)) = self.equation(test, var) else {
            return Err(self.unsupported(test, ""));
        };
        let number = self.player(other)?;
        Ok(if owner { self.with_owner(number) } else { self.with_component(number) })
    }

    /// The sites whose owner is a number.
    pub(in crate::lower) fn with_owner(&mut self, player: Reg) -> Set {
        let owned = self.owned_by_number(player);
        self.and_vacant(owned, player)
    }

    /// The sites whose component is a number.
    pub(in crate::lower) fn with_component(&mut self, what: Reg) -> Set {
        let holding = match self.emitter.known(what) {
            Some(known) if (1..self.components.len() as i32).contains(&known) => {
                Set::state(self.layout.holding(known as usize) as u16)
            }
            Some(_) => self.fixed(&SiteSet::default()),
            None => {
                let dst = self.emitter.set();
                self.emit(Op::HoldingPiece { dst, what });
                dst
            }
        };
        self.and_vacant(holding, what)
    }

    /// A set, and the sites without a piece if a number is 0.
    fn and_vacant(&mut self, set: Set, number: Reg) -> Set {
        if self.emitter.known(number).is_some_and(|known| known != 0) {
            return set;
        }
        let dst = self.emitter.set();
        self.emit(Op::CopySet { dst, a: set });
        let skip = self.emitter.jump(Op::JumpIf { test: number, to: Label(0) });
        let occupied = self.occupied_sites();
        let vacant = self.but(Self::everywhere(), occupied);
        self.emit(Op::Union { dst, a: dst, b: vacant });
        self.emitter.land(skip);
        dst
    }

    /// The sites with a piece. Where pieces are counted, a site can have a piece without being
    /// among those that are not empty, and the other way round.
    pub(in crate::lower) fn occupied_sites(&mut self) -> Set {
        if self.layout.count.is_none() {
            return self.but(Self::everywhere(), Set::state(Layout::EMPTY as u16));
        }
        let dst = self.no_sites();
        for owner in 0..=self.players() + 1 {
            if self.components.iter().skip(1).any(|other| i32::from(other.owner) == owner) {
                let b = Set::state(Layout::owned(owner as usize) as u16);
                self.emit(Op::Union { dst, a: dst, b });
            }
        }
        dst
    }

    pub(in crate::lower) fn everywhere() -> Set {
        Set::fixed(Program::ALL_SITES as u16)
    }

    pub(in crate::lower) fn but(&mut self, a: Set, b: Set) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::Subtract { dst, a, b });
        dst
    }

    pub(in crate::lower) fn either(&mut self, a: Set, b: Set) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::Union { dst, a, b });
        dst
    }
}

fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    match node.get("conditions") {
        Some(list) => list.elements().collect(),
        None => node.children().collect(),
    }
}

/// The ludeme that reads a register.
fn word(register: Reg) -> &'static str {
    match register {
        Reg::FROM => "from",
        Reg::TO => "to",
        Reg::BETWEEN => "between",
        Reg::SITE => "site",
        Reg::LEVEL => "level",
        Reg::VALUE => "value",
        _ => "player",
    }
}

fn is_variable(node: Node<'_>, var: Reg) -> bool {
    node.is(word(var), "Int") && node.get("at").is_none_or(|at| at.is_default())
}

/// Whether an expression may read a register. Ludemes that set it for their own parts count as
/// well: it is not looked whether all readers are inside of them.
pub(in crate::lower) fn reads(node: Node<'_>, register: Reg) -> bool {
    node.descendants().any(|part| {
        let head = part.head();
        let by_default = match register {
            Reg::TO => match head {
                "is In" => part.arg("value").is_none() && part.arg("values").is_none(),
                "is Flat" => part.arg("site").is_none(),
                _ => false,
            },
            Reg::FROM => part.get("walk").is_some() && part.get("start").is_none(),
            Reg::PLAYER => part.constant() == Some("Player"),
            _ => false,
        };
        let makes_moves = part.result().is_some_and(|kind| {
            matches!(kind.name, "Decision" | "Effect" | "NonDecision" | "StepEffect" | "Moves")
        });
        by_default || makes_moves || head == word(register)
    })
}

/// Whether an expression is the same whatever stands in a register, and may be worked out once
/// instead of every time.
fn is_apart(node: Node<'_>, var: Reg) -> bool {
    !reads(node, var)
        && !node.descendants().any(|part| {
            matches!(part.head(), "sites Random" | "value Random" | "no Moves" | "is Threatened")
        })
}

/// Whether a condition does not depend on the register and is soon answered, so that it does no harm
/// to ask it before it is known to matter.
fn is_cheap(test: Node<'_>, var: Reg) -> bool {
    const CHEAP: &[&str] = &[
        "",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "+",
        "-",
        "*",
        "%",
        "/",
        "is Mover",
        "is Next",
        "is Prev",
        "is Even",
        "is Odd",
        "is Empty",
        "is Occupied",
        "is Enemy",
        "is Friend",
        "mover",
        "next",
        "prev",
        "counter",
        "var",
        "who",
        "what",
        "state",
        "value Player",
        "value Piece",
        "last To",
        "last From",
        "from",
        "to",
        "site",
        "between",
        "count Moves",
        "count Turns",
        "count MovesThisTurn",
        "score",
        "id",
        "handSite",
        "coord",
        "mapEntry",
        "is Pending",
        "row",
        "column",
        "phase",
        "player",
        "not",
        "and",
        "or",
    ];
    is_apart(test, var)
        && test.get("region1").is_none()
        && test.descendants().all(|part| CHEAP.contains(&part.head()))
}
