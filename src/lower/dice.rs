//! Dice: what they are, how they lie before the first move, and what they are asked for.

use super::{Lowered, Lowering};
use crate::ast::typed::{
    CountPips, Dice, FacesOrFacesByDieOrFrom, IntLiteral, IsAnyDie, Item, List,
};
use crate::ast::{Ludeme, Node, ParameterName, View};
use crate::board::{ContainerKind, Site};
use crate::bytecode::{DiceNumber, Die, Op, Reg};
use crate::ir::imm;

impl<'r> Lowering<'r> {
    /// The dice of the game.
    pub(super) fn dice_of_game(&self) -> Lowered<Vec<Die>> {
        let game = &self.rules.game;
        let items: Vec<Dice<'r>> = game.equipment().filter_map(|item| dice(item.into())).collect();
        let mut containers = self.containers.list().iter();
        let container = containers.find(|container| container.kind == ContainerKind::Dice);
        let (Some(container), Some(&last)) = (container, items.last()) else {
            return Ok(Vec::new());
        };
        let mut dice = Vec::new();
        let mut throws = 1u64;
        // However many sets there are, all dice lie together.
        for item in items {
            let whats = self.rules.equipment.made_by(item.node()).map(|(what, _)| what);
            for (number, what) in whats.enumerate() {
                let faces = faces(item, number);
                if faces.is_empty() {
                    return Err(self.meaningless(item, "there are no such dice"));
                }
                let ways = throws.checked_mul(faces.len() as u64);
                throws = ways.ok_or_else(|| self.too_much(item, "too many dice"))?;
                let site = container.from.0 + dice.len() as u16;
                dice.push(Die { site, what: what as u16, faces });
            }
        }
        if dice.len() != usize::from(container.sites) {
            return Err(self.too_much(last, "too many dice"));
        }
        Ok(dice)
    }

    /// Whether something that is done after the start asks chance.
    pub(super) fn draws_in_play(&self) -> bool {
        let game = &self.rules.game;
        let at_start = |node: Node<'r>| {
            let start = game.rules().and_then(|rules| rules.argument(ParameterName::Start));
            start.is_some_and(|start| start.descendants().any(|other| other.id() == node.id()))
        };
        self.any(|node| is_draw(node) && !at_start(node))
    }

    /// Puts the dice where they lie before the first move: each is a placement.
    pub(super) fn lay_dice(&mut self) {
        let (one, zero, none) = (self.constant(1), self.constant(0), self.constant(-1));
        let dice: Vec<(u16, u16)> = self.dice.iter().map(|die| (die.what, die.site)).collect();
        for (what, site) in dice {
            let what = self.constant(i32::from(what));
            let set = self.fixed(&[Site(site)].into_iter().collect());
            self.place_on(what, set, 0, one, [zero, none, none]);
        }
    }

    fn dice_number(&mut self, number: DiceNumber) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Dice { dst, number: imm(number as i32) });
        dst
    }

    /// What a die counts.
    pub(super) fn die(&mut self, number: usize) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Dice { dst, number: imm((DiceNumber::COUNT + number) as i32) });
        dst
    }

    fn dice_of(&mut self, value: Reg) -> Reg {
        self.unary(value, |dst, value| Op::DiceOf { dst, value })
    }

    /// `(count Pips …)`: the sum of the dice, if they belong to the player who is asked for.
    pub(super) fn count_pips(&mut self, call: CountPips<'r>) -> Lowered<Reg> {
        let zero = self.constant(0);
        if self.dice.is_empty() {
            return Ok(zero);
        }
        let mut containers = self.containers.list().iter();
        let container = containers.find(|container| container.kind == ContainerKind::Dice);
        let owner = container.map_or(0, |container| i32::from(container.owner));
        let owner = self.constant(owner);
        let player = self.player(call.of_or_role())?;
        if self.emitter.known(player) == self.emitter.known(owner) {
            return Ok(self.dice_number(DiceNumber::Sum));
        }
        let test = self.binary(player, owner, |dst, a, b| Op::Eq { dst, a, b });
        self.only_if(test, zero, |lowering| Ok(lowering.dice_number(DiceNumber::Sum)))
    }

    /// `(all DiceEqual)`.
    pub(super) fn all_dice_equal(&mut self) -> Reg {
        if self.dice.is_empty() {
            return self.constant(0);
        }
        self.dice_number(DiceNumber::Equal)
    }

    /// `(all DiceUsed)`.
    pub(super) fn all_dice_used(&mut self) -> Reg {
        let zero = self.constant(0);
        let used = self.dice_of(zero);
        let all = self.constant(self.dice.len() as i32);
        self.binary(used, all, |dst, a, b| Op::Eq { dst, a, b })
    }

    /// `(is AnyDie …)`.
    pub(super) fn is_any_die(&mut self, call: IsAnyDie<'r>) -> Lowered<Reg> {
        let zero = self.constant(0);
        let value = self.int(call.value())?;
        let count = self.dice_of(value);
        Ok(self.binary(zero, count, |dst, a, b| Op::Lt { dst, a, b }))
    }
}

/// An item of the equipment as dice, if it is some.
fn dice(item: Item<'_>) -> Option<Dice<'_>> {
    match item {
        Item::Dice(dice) => Some(dice),
        _ => None,
    }
}

fn is_draw(node: Node<'_>) -> bool {
    node.ludeme().is_some_and(Ludeme::draws_lots)
}

/// Whether a ludeme or one inside of it draws lots.
pub(super) fn draws_lots(node: Node<'_>) -> bool {
    node.descendants().any(is_draw)
}

/// The number of faces of a die that is a piece; 0 for other pieces.
pub(super) fn faces_of_piece(item: Item<'_>) -> u8 {
    match item {
        Item::Die(die) => die.num_faces().value().clamp(0, MAX_FACES) as u8,
        _ => 0,
    }
}

/// What the faces of a die of some dice count.
fn faces(dice: Dice<'_>, number: usize) -> Vec<i32> {
    let numbers =
        |list: List<'_, IntLiteral<'_>>| list.iter().map(IntLiteral::value).collect::<Vec<_>>();
    match dice.faces_or_faces_by_die_or_from() {
        FacesOrFacesByDieOrFrom::FacesByDie(lists) => {
            lists.iter().nth(number).map(numbers).unwrap_or_default()
        }
        FacesOrFacesByDieOrFrom::Faces(list) => numbers(list),
        FacesOrFacesByDieOrFrom::From(first) => {
            let first = first.value();
            (0..dice.d().value().min(MAX_FACES)).map(|face| first.wrapping_add(face)).collect()
        }
    }
}

/// Faces that a die may have.
const MAX_FACES: i32 = 100;
