//! Dominoes: how they lie, what can be laid beside them, and those that nobody has drawn yet.
//!
//! A domino is a large piece of two halves, two sites wide and four long. The language keeps the number
//! of its component on every site that it covers, as the number of pieces there, and as their value what
//! its half counts.

use super::moves::MoveContext;
use super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{
    DealDominoesEffect, DealDominoesStartRule, IntLiteral, IsPipsMatch, Item, TakeDomino,
};
use crate::board::{ContainerKind, Direction, Site, SiteSet};
use crate::bytecode::{Action, Domino, Label, List, Op, Reach, Reg, Scalar, Set, Shape};

/// The sites that a domino covers, counted from its first one across it and along it.
const WIDTH: std::ops::Range<i32> = 0..2;
const LENGTH: std::ops::Range<i32> = 0..4;

impl<'r> Lowering<'r> {
    /// Whether the game has dominoes.
    pub(super) fn has_dominoes(&self) -> bool {
        self.rules
            .game
            .equipment()
            .any(|item| matches!(Item::from(item), Item::Domino(_) | Item::Dominoes(_)))
    }

    /// What the halves of a component count, if it is a domino.
    fn pips(&self, index: usize) -> Option<[u8; 2]> {
        let item = self.rules.game.with_id(self.rules.equipment.components[index].item?);
        match Item::from(item) {
            Item::Domino(call) => {
                let pips = |value: IntLiteral<'r>| u8::try_from(value.value()).ok();
                Some([pips(call.value())?, pips(call.value2())?])
            }
            Item::Dominoes(call) => {
                let most = call.up_to().value().clamp(0, 16) as u8;
                let mut all = (0..=most).flat_map(|low| (low..=most).map(move |high| [low, high]));
                let same = |other: &crate::check::Component| other.item == Some(item.id());
                let first = self.rules.equipment.components.iter().position(same)?;
                all.nth(index - first)
            }
            _ => None,
        }
    }

    /// How a component lies, if it is a domino.
    pub(super) fn domino(&mut self, index: usize) -> Option<Shape> {
        let pips = self.pips(index)?;
        let double = pips[0] == pips[1];
        let halves = [LENGTH.start..2, 2..LENGTH.end].map(|length| {
            let is_in = |across, along| WIDTH.contains(&across) && length.contains(&along);
            self.covered_by(false, is_in)
        });
        let all = self
            .covered_by(true, |across, along| WIDTH.contains(&across) && LENGTH.contains(&along));
        // In line with it, and across the middle of a double.
        let beside = self.covered_by(false, move |across, along| {
            let in_line = WIDTH.contains(&across) && !LENGTH.contains(&along);
            in_line || double && (1..3).contains(&along) && !WIDTH.contains(&across)
        });
        let domino = Domino { halves, beside, pips };
        Some(Shape { sites: all, states: 4, domino: Some(domino) })
    }

    /// For each local state and site the sites near it of which something holds: as counted from that
    /// site across the domino and along it, no farther than another one reaches. None if all have to be
    /// there and some are not.
    fn covered_by(&mut self, whole: bool, holds: impl Fn(i32, i32) -> bool) -> Reach {
        let topology = &self.board.topology;
        let steps = topology.steps(self.board.default);
        let supported = steps.supported(Direction::Orthogonal);
        let go = |site: Site, direction: Direction, times: i32| {
            (0..times).try_fold(site, |site, _| steps.to(site, direction).next())
        };
        let mut words = Vec::new();
        for state in 0..4 {
            for site in topology.sites(self.board.default) {
                let (mut sites, mut is_whole) = (SiteSet::default(), true);
                // On boards of other cells than squares there is no way to lay a domino.
                for (across, along) in (-4..6).flat_map(|a| (-4..8).map(move |b| (a, b))) {
                    if supported.len() != 4 || !holds(across, along) {
                        continue;
                    }
                    let way = |ahead: usize, by: i32| {
                        let turned = if by < 0 { ahead + 2 } else { ahead };
                        (supported[turned % 4], by.abs())
                    };
                    let ((first, far), (second, wide)) =
                        (way(state, across), way(state + 1, along));
                    let end = go(site, first, far).and_then(|site| go(site, second, wide));
                    is_whole &= end.is_some();
                    sites.extend(end);
                }
                if whole && !is_whole {
                    sites = SiteSet::default();
                }
                words.extend(self.words(&sites));
            }
        }
        self.tables.reach(words)
    }

    /// `(is PipsMatch …)`.
    pub(super) fn pips_match(&mut self, call: IsPipsMatch<'r>) -> Lowered<Reg> {
        let site = self.site_or_last_to(call.site())?;
        let steps = self.steps_in(Direction::Orthogonal);
        let rays = self.rays_in(call.node(), Direction::Orthogonal)?;
        Ok(self.unary(site, |dst, site| Op::PipsMatch { dst, site, steps, rays }))
    }

    /// The dominoes that are nowhere yet.
    fn bag(&mut self) -> List {
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        self.emit(Op::AppendUndealt { dst });
        dst
    }

    /// How many dominoes are nowhere yet.
    pub(super) fn undealt(&mut self) -> Reg {
        let list = self.bag();
        let dst = self.emitter.reg();
        self.emit(Op::Length { dst, list });
        dst
    }

    /// Code about a domino that is drawn from those that are nowhere yet, if there is one.
    fn drawn(&mut self, write: impl FnOnce(&mut Self, Reg) -> Lowered<()>) -> Lowered<()> {
        let list = self.bag();
        let count = self.emitter.reg();
        self.emit(Op::Length { dst: count, list });
        let skip = self.emitter.jump(Op::JumpUnless { test: count, to: Label(0) });
        let [zero, one] = [0, 1].map(|number| self.constant(number));
        let max = self.binary(count, one, |dst, a, b| Op::Sub { dst, a, b });
        let index = self.binary(zero, max, |dst, min, max| Op::Random { dst, min, max });
        let what = self.emitter.reg();
        self.emit(Op::Entry { dst: what, list, index });
        write(self, what)?;
        self.emitter.land(skip);
        Ok(())
    }

    /// `(deal Dominoes …)`: twice as many as it says, to the players in turn.
    pub(super) fn deal_dominoes(&mut self, call: DealDominoesStartRule<'r>) -> Lowered<()> {
        let each = call.count().literal().unwrap_or(1).clamp(0, 1000);
        let players = self.players();
        for number in 0..2 * each {
            let owner = number % players + 1;
            let hands = self.containers.list().iter();
            let mut hands = hands.filter(|hand| i32::from(hand.owner) == owner);
            let place = hands.next().map(|hand| (hand.from.0, hand.sites));
            let (from, sites) =
                place.ok_or_else(|| self.meaningless(call, "not every player has a hand"))?;
            let index = number / players;
            if index >= i32::from(sites) {
                continue;
            }
            let set = self.fixed(&SiteSet::from_iter([Site(from + index as u16)]));
            self.drawn(|lowering, what| {
                let [one, none] = [1, -1].map(|number| lowering.constant(number));
                lowering.place_on(what, set, 0, one, [none, none, one]);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The same in the course of the game, of those that are nowhere yet. Nothing is dealt unless each player
    /// has one hand.
    pub(super) fn deal_dominoes_later(
        &mut self,
        call: DealDominoesEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let adding = self.plain(call, Action::Add, context)?;
        let players = self.players();
        let hands = self.containers.list().iter();
        let hands: Vec<(u16, u16)> = hands
            .filter(|hand| hand.kind == ContainerKind::Hand)
            .map(|hand| (hand.from.0, hand.sites))
            .collect();
        if hands.len() != players as usize {
            return Ok(());
        }
        let list = self.bag();
        let [zero, one, top] = [0, 1, -1].map(|number| self.constant(number));
        let turns = self.constant(players);
        let each = self.int(call.count())?;
        let twice = self.constant(2);
        let wanted = self.binary(each, twice, |dst, a, b| Op::Mul { dst, a, b });
        let left = self.emitter.reg();
        self.emit(Op::Length { dst: left, list });
        let dealt = self.binary(wanted, left, |dst, a, b| Op::Min { dst, a, b });
        let last = self.binary(dealt, one, |dst, a, b| Op::Sub { dst, a, b });
        let number = self.emitter.reg();
        let body = self.block(|lowering| {
            let count = lowering.emitter.reg();
            lowering.emit(Op::Length { dst: count, list });
            let max = lowering.binary(count, one, |dst, a, b| Op::Sub { dst, a, b });
            let index = lowering.binary(zero, max, |dst, min, max| Op::Random { dst, min, max });
            let what = lowering.emitter.reg();
            lowering.emit(Op::Entry { dst: what, list, index });
            lowering.emit(Op::LeaveOutFirst { dst: list, value: what });
            let turn = lowering.binary(number, turns, |dst, a, b| Op::Rem { dst, a, b });
            let place = lowering.binary(number, turns, |dst, a, b| Op::Div { dst, a, b });
            let first = hands.iter().map(|&(from, _)| i32::from(from)).collect();
            let sizes = hands.iter().map(|&(_, sites)| i32::from(sites)).collect();
            let size = lowering.look(sizes, turn, zero);
            let fits = lowering.binary(place, size, |dst, a, b| Op::Lt { dst, a, b });
            let skip = lowering.emitter.jump(Op::JumpUnless { test: fits, to: Label(0) });
            let first = lowering.look(first, turn, zero);
            let site = lowering.binary(first, place, |dst, a, b| Op::Add { dst, a, b });
            let a = lowering.binary(what, top, |dst, low, high| Op::Pack { dst, low, high });
            lowering.emit(Op::Push { from: site, to: site, a, b: zero, recipe: adding });
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForRange { first: zero, last, var: number, body });
        Ok(())
    }

    /// `(take Domino)`: one more comes into the mover's hand, where the first place is free.
    pub(super) fn take_domino(
        &mut self,
        call: TakeDomino<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let adding = self.without_then(call, Action::Add, context)?;
        let valuing = self.plain(call, Action::SetValue, context)?;
        let hands = self.hands();
        let mover = self.scalar(Scalar::Mover);
        let hand = self.look_set(&hands, mover);
        let free = self.both(hand, Set::state(crate::bytecode::Layout::EMPTY as u16));
        let zero = self.constant(0);
        let site = self.nth(free, zero);
        let test = self.has_sites(free);
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.drawn(|lowering, what| {
            let [one, top] = [1, -1].map(|number| lowering.constant(number));
            let a = lowering.binary(what, zero, |dst, low, high| Op::Pack { dst, low, high });
            lowering.emit(Op::Push { from: site, to: site, a, b: zero, recipe: adding });
            lowering.emit(Op::Push { from: site, to: site, a: one, b: top, recipe: valuing });
            Ok(())
        })?;
        self.emitter.land(skip);
        Ok(())
    }

    /// For each player the sites of his hands.
    fn hands(&self) -> Vec<SiteSet> {
        let hand = |owner: i32| {
            let own = self.containers.list().iter().skip(1);
            let own = own.filter(|container| i32::from(container.owner) == owner);
            own.flat_map(|hand| (hand.from.0..hand.from.0 + hand.sites).map(Site)).collect()
        };
        (0..=self.players()).map(hand).collect()
    }

    /// Where dominoes can be laid on; the given sites before the first.
    pub(super) fn line_of_dominoes(&mut self, centre: Set) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::LineOfPlay { dst, first: centre });
        dst
    }
}
