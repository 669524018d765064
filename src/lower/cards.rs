//! Cards: what they are, how they lie before the first move, and what is done with them.
//!
//! A card is a component like any other; its ranks and its suit are tables over the components. A deck
//! is a stack on a site of its own, and which suit is trump is a variable that has no name in the
//! language.

use super::moves::{MoveContext, Payload};
use super::numbers::numbered;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{ContainerKind, Site, SiteSet, SiteType};
use crate::bytecode::{self, Action, Datum, LayerIndex, Op, Recipe, Reg, Scalar, Variable};

/// What is printed on cards, in the order of their faces.
const FACES: [&str; 14] = [
    "Joker", "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
    "Queen", "King",
];

/// The variable that holds the trump suit.
const TRUMP: &str = "\0trump suit";

/// What is known of a card.
pub(super) struct Card {
    face: i32,
    suit: i32,
    rank: i32,
    trump_rank: i32,
    trump_value: i32,
}

impl Card {
    /// The card that a form describes, in a suit.
    fn of(node: Node<'_>, suit: i32) -> Self {
        let number = |name: &str| node.arg(name).and_then(Node::as_int);
        let face = node.arg("type").and_then(Node::constant);
        let face = FACES.iter().position(|&name| Some(name) == face).unwrap_or(0);
        let (rank, value) = (number("rank").unwrap_or(0), number("value").unwrap_or(0));
        Self {
            face: face as i32,
            suit,
            rank,
            trump_rank: number("trumpRank").unwrap_or(rank),
            trump_value: number("trumpValue").unwrap_or(value),
        }
    }

    /// The card of a number, from 1, in a suit that is not described.
    fn usual(number: i32, suit: i32) -> Self {
        Self { face: number, suit, rank: number, trump_rank: number, trump_value: number }
    }

    /// What people see of it.
    pub(super) fn printed(&self) -> bytecode::Card {
        let byte = |number: i32| u8::try_from(number).unwrap_or(u8::MAX);
        bytecode::Card { face: byte(self.face), suit: byte(self.suit) }
    }
}

impl<'r> Lowering<'r> {
    /// Whether the game has cards.
    pub(super) fn has_cards(&self) -> bool {
        self.rules.game.equipment().any(|item| matches!(item.head(), "deck" | "card"))
    }

    /// The component with an index in the equipment as a card, if it is one.
    pub(super) fn card(&self, index: usize) -> Option<Card> {
        let item = self.rules.game.with_id(self.rules.equipment.components[index].item?);
        match item.head() {
            "card" => Some(Card::of(item, item.arg("suit").and_then(Node::as_int)?)),
            "deck" => {
                let (first, _) = self.rules.equipment.made_by(item).next()?;
                let number = (index + 1 - first) as i32;
                let cards = item.arg("cards");
                let each = match cards {
                    Some(cards) => cards.elements().count() as i32,
                    None => item.arg("cardsBySuit").and_then(Node::as_int)?,
                };
                let (suit, place) = (number / each.max(1) + 1, number % each.max(1));
                Some(match cards {
                    Some(cards) => Card::of(cards.elements().nth(place as usize)?, suit),
                    None => Card::usual(place + 1, suit),
                })
            }
            _ => None,
        }
    }

    fn decks(&self) -> impl Iterator<Item = Node<'r>> {
        self.rules.game.equipment().filter(|item| item.head() == "deck")
    }

    /// How many cards lie in decks before the first move.
    pub(super) fn cards_in_decks(&self) -> usize {
        self.decks().map(|deck| self.rules.equipment.made_by(deck).count()).sum()
    }

    fn containers_of(&self, kind: ContainerKind) -> impl Iterator<Item = (u16, u8)> {
        let list = self.containers.list().iter();
        let of_kind = list.filter(move |container| container.kind == kind);
        of_kind.map(|container| (container.from.0, container.owner))
    }

    /// Piles the cards of each deck on its site, in an order that chance decides.
    pub(super) fn shuffle_decks(&mut self) {
        let decks: Vec<Node<'r>> = self.decks().collect();
        let sites: Vec<(u16, u8)> = self.containers_of(ContainerKind::Deck).collect();
        for (deck, (site, _)) in decks.into_iter().zip(sites) {
            let cards = self.rules.equipment.made_by(deck).map(|(what, _)| what as i32);
            let pieces = self.emitter.list();
            self.emit(Op::NewList { dst: pieces });
            for what in cards.collect::<Vec<_>>() {
                let value = self.constant(what);
                self.emit(Op::Append { dst: pieces, value });
            }
            let (site, none) = (self.constant(site.into()), self.constant(-1));
            self.emit(Op::PlacePile {
                pieces,
                site,
                layer: LayerIndex(0),
                state: none,
                value: none,
            });
        }
    }

    /// The site of the first deck and those of the players' hands in their order; none unless there is
    /// a deck, and one hand for each player.
    fn table(&self) -> Option<(u16, Vec<i32>)> {
        let (deck, _) = self.containers_of(ContainerKind::Deck).next()?;
        let mut hands: Vec<(u16, u8)> = self.containers_of(ContainerKind::Hand).collect();
        hands.sort_by_key(|&(_, owner)| owner);
        let hands: Vec<i32> = hands.into_iter().map(|(site, _)| site.into()).collect();
        (hands.len() == self.rules.facts.players).then_some((deck, hands))
    }

    /// `(deal Cards …)` before the first move.
    pub(super) fn deal_at_start(&mut self, node: Node<'r>) -> Lowered<()> {
        let (count, first) = (self.int_arg(node, "count")?, self.constant(1));
        self.placements(Action::MoveTop, [0; 2], |lowering, recipe| {
            lowering.deal(Some(count), first, recipe)
        })
    }

    /// `(split Deck)`: all cards, from the bottom.
    pub(super) fn split_deck(&mut self) -> Lowered<()> {
        let first = self.constant(1);
        self.placements(Action::MoveLevel, [0; 2], |lowering, recipe| {
            lowering.deal(None, first, recipe)
        })
    }

    /// `(deal Cards …)` as an effect.
    pub(super) fn deal_cards(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::MoveTop, context)?;
        let count = self.int_arg(node, "count")?;
        let first = self.int_or(node.get("beginWith"), 1)?;
        self.deal(Some(count), first, recipe)
    }

    /// Moves from the deck to the hands in turn, beginning with that of a player: so many for each, as
    /// far as there are cards, or all of them. The level that they name is the lowest.
    fn deal(&mut self, each: Option<Reg>, first: Reg, recipe: Recipe) -> Lowered<()> {
        let Some((deck, hands)) = self.table() else { return Ok(()) };
        let deck = self.constant(deck.into());
        let left = self.unary(deck, |dst, site| Op::Height { dst, site });
        let [zero, one] = [0, 1].map(|number| self.constant(number));
        let players = self.constant(self.players());
        let cards = match each {
            Some(each) => {
                let wanted = self.binary(each, players, |dst, a, b| Op::Mul { dst, a, b });
                self.binary(wanted, left, |dst, a, b| Op::Min { dst, a, b })
            }
            None => left,
        };
        let last = self.binary(cards, one, |dst, a, b| Op::Sub { dst, a, b });
        let first = self.binary(first, one, |dst, a, b| Op::Sub { dst, a, b });
        let card = self.emitter.reg();
        let body = self.block(|lowering| {
            let turn = lowering.binary(first, card, |dst, a, b| Op::Add { dst, a, b });
            let index = lowering.binary(turn, players, |dst, a, b| Op::Rem { dst, a, b });
            let nowhere = lowering.constant(-1);
            let to = lowering.look(hands, index, nowhere);
            lowering.emit(Op::Push { from: deck, to, a: zero, b: zero, recipe });
            Ok(())
        })?;
        self.emit(Op::ForRange { first: zero, last, var: card, body });
        Ok(())
    }

    /// `(move PlayCard)`: each card in the mover's hands goes to the cell with the number of the mover,
    /// counted from 0.
    pub(super) fn play_card(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if self.board.default != SiteType::Cell {
            return Err(self.unsupported(node, "on vertices or edges"));
        }
        let mover = self.scalar(Scalar::Mover);
        let [zero, one] = [0, 1].map(|number| self.constant(number));
        let to = self.binary(mover, one, |dst, a, b| Op::Sub { dst, a, b });
        let hands: Vec<SiteSet> = (0..=self.players()).map(|owner| self.hand_of(owner)).collect();
        let hand = self.look_set(&hands, mover);
        let from = self.emitter.reg();
        let body = self.block(|lowering| {
            let height = lowering.unary(from, |dst, site| Op::Height { dst, site });
            let last = lowering.binary(height, one, |dst, a, b| Op::Sub { dst, a, b });
            let level = lowering.emitter.reg();
            let body = lowering.block(|lowering| {
                let (action, none) = (Action::MoveLevel, Payload::Left);
                let taken = [none, none, Payload::Number(level), none];
                let (recipe, a, b) =
                    lowering.recipe_for(node, action, Vec::new(), context, taken)?;
                lowering.emit(Op::Push { from, to, a, b, recipe });
                Ok(())
            })?;
            lowering.emit(Op::ForRange { first: zero, last, var: level, body });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: hand, var: from, body });
        Ok(())
    }

    /// The sites of the hands of a player.
    fn hand_of(&self, owner: i32) -> SiteSet {
        let hands = self.containers.list().iter().filter(|container| {
            container.kind == ContainerKind::Hand && i32::from(container.owner) == owner
        });
        hands.flat_map(|hand| (hand.from.0..hand.from.0 + hand.sites).map(Site)).collect()
    }

    /// The number of the variable that holds the trump suit.
    fn trump(&mut self) -> i32 {
        numbered(&mut self.vars, TRUMP)
    }

    /// `(set TrumpSuit …)`: a move for each suit.
    pub(super) fn set_trump(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::SetTrump, context)?;
        let variable = self.trump();
        let variable = self.constant(variable);
        let nowhere = self.constant(-1);
        let push = |lowering: &mut Self, suit: Reg| {
            lowering.emit(Op::Push { from: nowhere, to: nowhere, a: suit, b: variable, recipe });
            Ok(())
        };
        let Some(suits) = node.get("suits") else {
            let suit = self.int_arg(node, "suit")?;
            return push(self, suit);
        };
        let list = self.list(suits)?;
        let suit = self.emitter.reg();
        let body = self.block(|lowering| push(lowering, suit))?;
        self.emit(Op::ForList { list, var: suit, body });
        Ok(())
    }

    /// `(card …)`: what is printed on the card at a level of a site, or the trump suit.
    pub(super) fn card_number(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if node.head() == "card TrumpSuit" {
            let number = Variable(self.trump() as u16);
            let dst = self.emitter.reg();
            self.emit(Op::Var { dst, number });
            return Ok(dst);
        }
        let number = |card: Card| match node.head() {
            "card Rank" => card.rank,
            "card Suit" => card.suit,
            "card TrumpRank" => card.trump_rank,
            _ => card.trump_value,
        };
        let of = |index| self.card(index).map_or(-1, number);
        let cards = 0..self.rules.equipment.components.len();
        let entries = std::iter::once(-1).chain(cards.map(of)).collect();
        let site = self.int_arg(node, "at")?;
        let none = self.constant(-1);
        let what = match node.get("level") {
            Some(level) => {
                let level = self.int(level)?;
                let datum = Datum::What;
                self.unary(site, |dst, site| Op::AtLevel { dst, datum, site, level })
            }
            None => self.unary(site, |dst, site| Op::What { dst, site }),
        };
        Ok(self.look(entries, what, none))
    }
}
