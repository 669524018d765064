//! Dice: what they are, how they lie before the first move, and what they are asked for.

use super::emit::imm;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{ContainerKind, Site};
use crate::bytecode::{DiceNumber, Die, Op, Reg};

/// Ludemes that ask chance.
const CHANCE: [&str; 7] = [
    "roll",
    "random",
    "value Random",
    "sites Random",
    "directions Random",
    "take Domino",
    "deal Dominoes",
];

impl<'r> Lowering<'r> {
    /// The dice of the game.
    pub(super) fn dice_of_game(&self) -> Lowered<Vec<Die>> {
        let game = &self.rules.game;
        let items: Vec<Node<'r>> = game.equipment().filter(|item| item.head() == "dice").collect();
        let mut containers = self.containers.list().iter();
        let container = containers.find(|container| container.kind == ContainerKind::Dice);
        let (Some(container), Some(&last)) = (container, items.last()) else {
            return Ok(Vec::new());
        };
        let mut dice = Vec::new();
        let mut throws = 1u64;
        // However many sets there are, all dice lie together.
        for item in items {
            let whats = self.rules.equipment.made_by(item).map(|(what, _)| what);
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
            let start = game.rules().and_then(|rules| rules.get("start"));
            start.is_some_and(|start| start.descendants().any(|other| other.id() == node.id()))
        };
        self.any(|node| is_chance(node) && !at_start(node))
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
    pub(super) fn count_pips(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let zero = self.constant(0);
        if self.dice.is_empty() {
            return Ok(zero);
        }
        let mut containers = self.containers.list().iter();
        let container = containers.find(|container| container.kind == ContainerKind::Dice);
        let owner = container.map_or(0, |container| i32::from(container.owner));
        let owner = self.constant(owner);
        let player = node.get("of").or_else(|| node.arg("role"));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        let player = self.player(player)?;
        if self.emitter.known(player) == self.emitter.known(owner) {
            return Ok(self.dice_number(DiceNumber::Sum));
        }
        let test = self.binary(player, owner, |dst, a, b| Op::Eq { dst, a, b });
        self.only_if(test, zero, |lowering| Ok(lowering.dice_number(DiceNumber::Sum)))
    }

    /// `(all DiceEqual)`, `(all DiceUsed)` and `(is AnyDie …)`.
    pub(super) fn dice_test(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let dice = self.dice.len() as i32;
        let zero = self.constant(0);
        match node.head() {
            "all DiceEqual" if dice == 0 => Ok(zero),
            "all DiceEqual" => Ok(self.dice_number(DiceNumber::Equal)),
            "all DiceUsed" => {
                let used = self.dice_of(zero);
                let all = self.constant(dice);
                Ok(self.binary(used, all, |dst, a, b| Op::Eq { dst, a, b }))
            }
            _ => {
                let value = self.int_arg(node, "value")?;
                let count = self.dice_of(value);
                Ok(self.binary(zero, count, |dst, a, b| Op::Lt { dst, a, b }))
            }
        }
    }
}

fn is_chance(node: Node<'_>) -> bool {
    CHANCE.contains(&node.head())
}

/// Whether a ludeme or one inside of it asks chance.
pub(super) fn asks_chance(node: Node<'_>) -> bool {
    node.descendants().any(is_chance)
}

/// The number of faces of a die that is a piece; 0 for other pieces.
pub(super) fn faces_of_piece(item: Node<'_>) -> u8 {
    let faces = if item.head() == "die" { item.arg("numFaces") } else { None };
    faces.and_then(Node::as_int).map_or(0, |faces| faces.clamp(0, MAX_FACES) as u8)
}

/// What the faces of a die count.
fn faces(item: Node<'_>, number: usize) -> Vec<i32> {
    let numbers = |list: Node<'_>| list.elements().filter_map(Node::as_int).collect();
    if let Some(lists) = item.get("facesByDie") {
        return lists.elements().nth(number).map(numbers).unwrap_or_default();
    }
    if let Some(list) = item.get("faces") {
        return numbers(list);
    }
    let number = |name: &str, default| item.arg(name).and_then(Node::as_int).unwrap_or(default);
    let first = number("from", 1);
    (0..number("d", 6).min(MAX_FACES)).map(|face| first.wrapping_add(face)).collect()
}

/// Faces that a die may have.
const MAX_FACES: i32 = 100;
