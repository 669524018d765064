//! Conditions about a site as sets.
//!
//! A condition that is asked for one site after the other, and that reads nothing of the site but
//! what the state keeps as sets, is the same as membership in a set that is worked out once: the
//! empty sites for `(is Empty (to))`, their union with the enemy's for
//! `(or (is Empty (to)) (is Enemy (who at:(to))))`. Nothing changes while moves are generated, so
//! the set is the same for all sites that are asked about. Sites off the board are never asked
//! about.

use super::super::{Lowered, Lowering};
use super::reading::{is_apart, is_cheap, is_variable, reads, word};
use crate::ast::{Node, View};
use crate::board::SiteSet;
use crate::bytecode::{Label, Layout, Op, Reg, Scalar, Set};

impl<'r> Lowering<'r> {
    /// A condition about the site in a register as the set of sites for which it holds; none, and
    /// no code, if it is not of a form that can be read off the sets of the state.
    pub(in crate::lower) fn predicate(
        &mut self,
        test: impl View<'r>,
        var: Reg,
    ) -> Lowered<Option<Set>> {
        let test = test.node();
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

    /// Whether a condition about the site in a register is a set.
    pub(in crate::lower) fn is_predicate(&self, test: impl View<'r>, var: Reg) -> bool {
        let test = test.node();
        let fits = |part: &Node<'r>| self.is_predicate(*part, var);
        match self.shape(test, var) {
            Some(Shape::And(parts) | Shape::Or(parts)) => parts.iter().all(fits),
            Some(Shape::Not(part)) => fits(&part),
            Some(Shape::If(parts)) => parts.iter().all(fits),
            Some(_) => true,
            None => false,
        }
    }

    /// How a condition becomes a set, if its parts do.
    fn shape(&self, test: Node<'r>, var: Reg) -> Option<Shape<'r>> {
        if let Some(value) = test.as_bool() {
            return Some(Shape::Always(value));
        }
        let about = |name: &str| test.get(name).is_some_and(|site| is_variable(site, var));
        match test.head() {
            "and" => return Some(Shape::And(parts(test))),
            "or" => return Some(Shape::Or(parts(test))),
            "not" => return test.arg("condition").map(Shape::Not),
            "if" => {
                let [condition, yes, no] = ["condition", "yes", "no"].map(|name| test.arg(name));
                return Some(Shape::If([condition?, yes?, no?]));
            }
            "is Empty" if about("site") => return Some(Shape::Empty(self.layer(test))),
            "is Occupied" if about("site") => return Some(Shape::Occupied(self.layer(test))),
            "is Visited" if about("site") => return self.layout.visited.map(Shape::Kept),
            "is In" => {
                let whole = test.get("value").is_none() && test.get("values").is_none();
                let region = test.get("region").filter(|region| is_apart(*region, var));
                if let Some(region) = region
                    && (about("value") || whole && var == Reg::TO)
                {
                    return Some(Shape::In(region));
                }
            }
            "is Enemy" | "is Friend" | "is Mover" | "is Next" | "is Prev"
                if test.get("player").is_some_and(|player| self.is_owner_of(player, var)) =>
            {
                return Some(Shape::Owner);
            }
            "is Enemy" | "is Friend" | "is Mover"
                if !self.has_teams()
                    && test.get("player").is_some_and(|player| self.is_state_of(player, var)) =>
            {
                return Some(Shape::StateOf);
            }
            "=" | "!=" => {
                if let Some((what, other)) = self.equation(test, var) {
                    return Some(Shape::Equal(what, other));
                }
            }
            "<" if !self.is_layered() => {
                let [size, limit] = [test.get("a")?, test.get("b")?];
                if self.is_at(size, "size Stack", var)
                    && size.get("in").is_none()
                    && self.layout.stacks.is_some()
                    && is_apart(limit, var)
                {
                    return Some(Shape::Lower(limit));
                }
            }
            _ => {}
        }
        if is_cheap(test, var) {
            return Some(Shape::Anyway);
        }
        self.by_place(test, var).map(Shape::Places)
    }

    /// The sites for which a condition holds that is only about where they are.
    fn by_place(&self, test: Node<'r>, var: Reg) -> Option<SiteSet> {
        let mut sites = SiteSet::default();
        for site in 0..self.numbers() as u16 {
            if self.static_eval.condition_with(test, word(var), site.into())? {
                sites.insert(crate::board::Site(site));
            }
        }
        Some(sites)
    }

    /// Whether a number is the owner of the piece on the site.
    fn is_owner_of(&self, node: Node<'r>, var: Reg) -> bool {
        self.owners_agree() && self.is_at(node, "who", var)
    }

    /// Whether a number is the local state of the site, and the state keeps sets of those: they are
    /// about the board.
    fn is_state_of(&self, node: Node<'r>, var: Reg) -> bool {
        self.layout.states.is_some()
            && self.containers.list().len() == 1
            && self.is_at(node, "state", var)
    }

    fn is_at(&self, node: Node<'r>, head: &str, var: Reg) -> bool {
        node.head() == head
            && self.site_type(node).is_ok()
            && node.get("level").is_none()
            && node.get("at").is_some_and(|site| is_variable(site, var))
    }

    /// What an equation compares something of the site with.
    fn equation(&self, test: Node<'r>, var: Reg) -> Option<(OfSite, Node<'r>)> {
        let a = test.get("a")?;
        let b = test.get("b").or_else(|| test.get("role"))?;
        [(a, b), (b, a)].into_iter().find_map(|(of_site, other)| {
            let what = if is_variable(of_site, var) {
                OfSite::Number
            } else if self.is_owner_of(of_site, var) {
                OfSite::Owner
            } else if !self.is_stacking() && self.is_at(of_site, "what", var) {
                OfSite::Component
            } else if self.is_state_of(of_site, var) {
                OfSite::State
            } else {
                return None;
            };
            is_apart(other, var).then_some((what, other))
        })
    }

    /// Code for the sites for which a condition holds, which is of the right form.
    fn where_true(&mut self, test: Node<'r>, var: Reg) -> Lowered<Set> {
        let Some(shape) = self.shape(test, var) else { return Err(self.unsupported(test, "")) };
        match shape {
            Shape::Always(true) => Ok(self.everywhere()),
            Shape::Always(false) => Ok(self.fixed(&SiteSet::default())),
            Shape::And(parts) => {
                // What does not depend on the site is asked first: often nothing else matters then.
                let anyway =
                    |part: &Node<'r>| matches!(self.shape(*part, var), Some(Shape::Anyway));
                let (tests, parts): (Vec<_>, Vec<_>) = parts.into_iter().partition(anyway);
                self.if_all(&tests, |lowering| {
                    let all = lowering.everywhere();
                    lowering.merged(&parts, var, |dst, a, b| Op::Intersect { dst, a, b }, all)
                })
            }
            Shape::Or(parts) => {
                let none = self.fixed(&SiteSet::default());
                self.merged(&parts, var, |dst, a, b| Op::Union { dst, a, b }, none)
            }
            Shape::Not(part) => {
                let part = self.where_true(part, var)?;
                let all = self.everywhere();
                Ok(self.but(all, part))
            }
            Shape::If([condition, yes, no]) => {
                let condition = self.where_true(condition, var)?;
                let yes = self.where_true(yes, var)?;
                let no = self.where_true(no, var)?;
                let yes = self.both(condition, yes);
                let no = self.but(no, condition);
                Ok(self.either(yes, no))
            }
            Shape::Empty(layer) => Ok(self.asked_on(Set::state(Layout::EMPTY as u16), layer)),
            Shape::Occupied(layer) => {
                let occupied = self.occupied_places();
                Ok(self.asked_on(occupied, layer))
            }
            Shape::Kept(set) => Ok(Set::state(set)),
            Shape::In(region) => match self.static_eval.region(region) {
                // Only sites are asked about, whatever other numbers it has.
                Ok(Some(numbers)) if !self.fits(&numbers) => {
                    let sites = numbers.iter().filter(|site| site.0 < self.layout.sites).collect();
                    Ok(self.fixed(&sites))
                }
                _ => self.region_asked(region),
            },
            Shape::Owner => Ok(self.where_owner(test.head())),
            Shape::StateOf => Ok(self.where_state(test.head())),
            Shape::Equal(what, other) => {
                let set = self.where_equal(what, other)?;
                let all = self.everywhere();
                Ok(if test.head() == "=" { set } else { self.but(all, set) })
            }
            Shape::Lower(limit) => {
                let limit = self.int(limit)?;
                let dst = self.emitter.set();
                self.emit(Op::LowerThan { dst, limit });
                Ok(dst)
            }
            Shape::Places(sites) => Ok(self.fixed(&sites)),
            Shape::Anyway => self.if_all(&[test], |lowering| Ok(lowering.everywhere())),
        }
    }

    /// A set if some conditions hold, and no site if one of them does not.
    fn if_all(
        &mut self,
        tests: &[Node<'r>],
        write: impl FnOnce(&mut Self) -> Lowered<Set>,
    ) -> Lowered<Set> {
        if tests.is_empty() {
            return write(self);
        }
        let dst = self.emitter.set();
        let a = self.fixed(&SiteSet::default());
        self.emit(Op::CopySet { dst, a });
        let mut skips = Vec::new();
        for &test in tests {
            let test = self.bool(test)?;
            skips.push(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
        }
        let a = write(self)?;
        self.emit(Op::CopySet { dst, a });
        skips.into_iter().for_each(|skip| self.emitter.land(skip));
        Ok(dst)
    }

    /// The sites whose owner is what a test of players asks for.
    fn where_owner(&mut self, head: &str) -> Set {
        let dst = self.emitter.set();
        match head {
            "is Enemy" => self.emit(Op::OfEnemies { dst }),
            "is Friend" => self.emit(Op::OfFriends { dst }),
            "is Mover" => return self.owned_by_mover(),
            "is Next" => {
                let player = self.scalar(Scalar::Next);
                self.emit(Op::OwnedBy { dst, player });
            }
            _ => {
                // Nobody has moved before the first move, and nobody owns what is empty.
                let prev = self.scalar(Scalar::Prev);
                return self.with_owner(prev);
            }
        }
        dst
    }

    fn merged(
        &mut self,
        parts: &[Node<'r>],
        var: Reg,
        op: impl Fn(Set, Set, Set) -> Op,
        neutral: Set,
    ) -> Lowered<Set> {
        let mut all = None;
        for &part in parts {
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

    /// The site with a number, or the sites whose owner or component it is. Nobody's number is that of
    /// sites without a piece as well.
    fn where_equal(&mut self, what: OfSite, other: Node<'r>) -> Lowered<Set> {
        let number = self.player(other)?;
        Ok(match what {
            OfSite::Number => self.singleton(number),
            OfSite::Owner => self.with_owner(number),
            OfSite::Component => self.with_component(number),
            OfSite::State => self.with_state(number),
        })
    }

    /// The sites whose local state is the number of a player that a test of players asks for.
    fn where_state(&mut self, head: &str) -> Set {
        let mover = self.scalar(Scalar::Mover);
        let own = self.with_state(mover);
        if head != "is Enemy" {
            return own;
        }
        // Whatever is neither 0 nor the mover's number is an enemy's.
        let zero = self.constant(0);
        let none = self.with_state(zero);
        let all = self.everywhere();
        let others = self.but(all, own);
        self.but(others, none)
    }

    /// The sites whose local state is a number.
    fn with_state(&mut self, state: Reg) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::WithState { dst, state });
        dst
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
        let all = self.everywhere();
        let vacant = self.but(all, occupied);
        self.emit(Op::Union { dst, a: dst, b: vacant });
        self.emitter.land(skip);
        dst
    }

    /// The sites with a piece.
    pub(in crate::lower) fn occupied_sites(&mut self) -> Set {
        let places = self.occupied_places();
        self.own(places)
    }

    /// The sites of the state with a piece. Where pieces are counted, a site can have a piece without
    /// being among those that are not empty, and the other way round.
    pub(in crate::lower) fn occupied_places(&mut self) -> Set {
        if self.layout.count.is_none() {
            let all = self.all_places();
            return self.but(all, Set::state(Layout::EMPTY as u16));
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

    /// The fixed set of all sites that a condition can be asked about.
    fn everywhere(&mut self) -> Set {
        if self.layout.layers.is_empty() {
            return self.anywhere();
        }
        let sites = (0..self.numbers() as u16).map(crate::board::Site).collect();
        self.fixed(&sites)
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

/// How a condition becomes a set.
enum Shape<'r> {
    /// It always holds, or never.
    Always(bool),
    And(Vec<Node<'r>>),
    Or(Vec<Node<'r>>),
    Not(Node<'r>),
    If([Node<'r>; 3]),
    /// On a layer.
    Empty(u8),
    /// On a layer.
    Occupied(u8),
    /// The site is in a set of the state.
    Kept(u16),
    /// The site is in a region that does not depend on it.
    In(Node<'r>),
    /// A test of players, about the owner of the piece on the site.
    Owner,
    /// A test of players, about the local state of the site.
    StateOf,
    /// Something of the site is, or is not, what does not depend on it.
    Equal(OfSite, Node<'r>),
    /// Fewer pieces are on the site than a number that does not depend on it.
    Lower(Node<'r>),
    /// It does not depend on the site.
    Anyway,
    /// It depends on where the site is and on nothing else.
    Places(SiteSet),
}

/// What an equation is about.
#[derive(Clone, Copy)]
enum OfSite {
    Number,
    Owner,
    Component,
    State,
}

fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    match node.get("conditions") {
        Some(list) => list.elements().collect(),
        None => node.children().collect(),
    }
}
