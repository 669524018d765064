//! Pieces that stand somewhere before the first move.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::Site;
use crate::bytecode::{LayerIndex, Layout, List, Op, Reg, Set};

impl<'r> Lowering<'r> {
    pub(super) fn place_pieces(&mut self, node: Node<'r>) -> Lowered<()> {
        let layer = self.layer(node);
        let name = node.arg("piece").map_or("", Node::text);
        if let Some(container) = node.get("container") {
            return self.place_in_hand(node, name, container.text());
        }
        let what = self.component_called(node, name)?;
        let counts = node.get("counts").and_then(|counts| counts.elements().next());
        let count = self.int_or(node.get("count").or(counts), 1)?;
        let data = self.piece_data(node)?;
        let sets = self.places_of(node)?;
        for set in sets {
            self.place_on(what, set, layer, count, data);
        }
        Ok(())
    }

    pub(in crate::lower) fn place_on(
        &mut self,
        what: Reg,
        set: Set,
        layer: u8,
        count: Reg,
        [state, rotation, value]: [Reg; 3],
    ) {
        self.emit(Op::Place { what, set, count, state, rotation, value, layer: LayerIndex(layer) });
    }

    /// State, rotation and value of a new piece; -1 for what is not given.
    pub(super) fn piece_data(&mut self, node: Node<'r>) -> Lowered<[Reg; 3]> {
        Ok([
            self.int_or(node.get("state"), -1)?,
            self.int_or(node.get("rotation"), -1)?,
            self.int_or(node.get("value"), -1)?,
        ])
    }

    /// The component of a name; the last one, if several have it.
    pub(super) fn component_called(&mut self, node: Node<'r>, name: &str) -> Lowered<Reg> {
        let found = self.components.iter().rposition(|component| component.name == name);
        let found =
            found.ok_or_else(|| self.meaningless(node, "the owner of the piece is missing"))?;
        Ok(self.constant(found as i32))
    }

    /// The sites of a placement, in the order in which they are filled.
    pub(super) fn places_of(&mut self, node: Node<'r>) -> Lowered<Vec<Set>> {
        if let Some(region) = node.get("region") {
            return Ok(vec![self.region(region)?]);
        }
        let kind = self.kind(node);
        let label = |text: &str| self.board.topology.labelled(kind, text);
        let coords = node.get("coords").or_else(|| node.get("coord"));
        if let Some(coords) = coords {
            let sites: Vec<Site> =
                coords.elements().filter_map(|coord| label(coord.text())).collect();
            return Ok(sites
                .into_iter()
                .map(|site| self.fixed(&[site].into_iter().collect()))
                .collect());
        }
        let mut sets = Vec::new();
        let sites = node.get("sites").or_else(|| node.get("site"));
        for site in sites.into_iter().flat_map(Node::elements) {
            let site = self.int(site)?;
            sets.push(self.singleton(site));
        }
        Ok(sets)
    }

    fn place_in_hand(&mut self, node: Node<'r>, name: &str, container: &str) -> Lowered<()> {
        let count = self.int_or(node.get("count"), 1)?;
        let data = self.piece_data(node)?;
        let has_digits = name.contains(|c: char| c.is_ascii_digit());
        if container == "Hand" && !has_digits {
            for player in 1..=self.players() {
                let what = self.component_called(node, &format!("{name}{player}"))?;
                let hand =
                    self.containers.list().iter().find(|hand| hand.name == format!("Hand{player}"));
                let hand =
                    hand.ok_or_else(|| self.meaningless(node, "not every player has a hand"))?;
                let sites = (hand.from.0..hand.from.0 + hand.sites).map(Site);
                let set = self.fixed(&sites.collect());
                let set = self.both(set, Set::state(Layout::EMPTY as u16));
                let first = self.emitter.reg();
                let index = self.constant(0);
                self.emit(Op::Nth { dst: first, set, index });
                let set = self.singleton(first);
                self.place_on(what, set, 0, count, data);
            }
            return Ok(());
        }
        let list = self.containers.list();
        let Some(number) = list.iter().position(|other| other.name == container) else {
            return Err(self.meaningless(node, "there is no such container"));
        };
        let from = list[number].from;
        let offset = node.get("site").map(|site| self.known_int(site));
        let (what, site) = match offset {
            // Whatever it is called, it is the component with the number of the hand that is placed.
            None if container.contains("Hand") => (self.constant(number as i32), from),
            Some(Some(offset)) => {
                (self.component_called(node, name)?, Site(from.0 + offset as u16))
            }
            Some(None) => {
                let what = self.component_called(node, name)?;
                let offset = node.get("site").map_or(Ok(count), |site| self.int(site))?;
                let first = self.constant(from.0.into());
                let site = self.binary(first, offset, |dst, a, b| Op::Add { dst, a, b });
                let set = self.singleton(site);
                self.place_on(what, set, 0, count, data);
                return Ok(());
            }
            None => return Err(self.meaningless(node, "the site is missing")),
        };
        let set = self.fixed(&[site].into_iter().collect());
        self.place_on(what, set, 0, count, data);
        Ok(())
    }

    /// One piece on each of some sites: the component with the number of the player, or the first one
    /// of nobody or of all.
    pub(super) fn place_of_role(&mut self, node: Node<'r>) -> Lowered<()> {
        let layer = self.layer(node);
        let role = node.arg("role").and_then(Node::constant).unwrap_or_default();
        let owner = super::super::numbers::fixed_role(role, self.players());
        let owned = |component: &crate::bytecode::Component| i32::from(component.owner) == owner;
        let what = match owner {
            owner if (1..=self.players()).contains(&owner) => Some(owner as usize),
            0 => self.components.iter().skip(1).position(owned).map(|index| index + 1),
            owner if owner > self.players() && matches!(role, "Shared" | "All" | "Each") => {
                self.components.iter().skip(1).position(owned).map(|index| index + 1)
            }
            // At the start P1 is the mover; other roles stand for nobody in particular.
            _ => {
                let player = match role {
                    "Mover" => 1,
                    "Next" => self.players().min(2),
                    _ => return Ok(()),
                };
                Some(player as usize)
            }
        };
        let Some(what) = what.filter(|&what| what < self.components.len()) else { return Ok(()) };
        let what = self.constant(what as i32);
        let (count, none) = (self.constant(1), self.constant(-1));
        for set in self.places_of(node)? {
            self.place_on(what, set, layer, count, [none; 3]);
        }
        Ok(())
    }

    /// Pieces on sites that chance decides, or piled on a site in an order that it decides.
    pub(super) fn place_random(&mut self, node: Node<'r>) -> Lowered<()> {
        let site = node.get("site");
        let layer = LayerIndex(self.layer(node));
        let state = self.int_or(node.get("state"), -1)?;
        let value = self.int_or(node.get("value"), -1)?;
        if let Some(site) = site {
            let pieces = self.pieces_named(node)?;
            let site = self.int(site)?;
            self.emit(Op::PlacePile { pieces, site, layer, state, value });
            return Ok(());
        }
        let set = match node.get("region") {
            Some(region) => self.region(region)?,
            None => self.on_board_of(self.kind(node)),
        };
        if node.arg("randomOrder").and_then(Node::as_bool) == Some(true) {
            let pieces = self.pieces_named(node)?;
            self.emit(Op::PlaceHalf { pieces, set, layer, state, value });
            return Ok(());
        }
        let count = self.value_block(|lowering| lowering.int_arg(node, "count"))?;
        let pieces = node.arg("pieces").ok_or_else(|| self.unsupported(node, ""))?;
        for piece in pieces.elements() {
            let what = self.component_called(piece, piece.text())?;
            self.emit(Op::PlaceRandom { what, set, layer, count, state, value });
        }
        Ok(())
    }

    /// The pieces that a placement names, each as often as it says.
    fn pieces_named(&mut self, node: Node<'r>) -> Lowered<List> {
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        let pieces = node.arg("pieces").ok_or_else(|| self.unsupported(node, ""))?;
        let mut counts = node.get("count").into_iter().flat_map(Node::elements);
        for piece in pieces.elements() {
            let (name, count) = match piece.head() {
                "count" => (piece.arg("piece").map_or("", Node::text), piece.arg("count")),
                _ => (piece.text(), counts.next()),
            };
            let value = self.component_called(piece, name)?;
            let last = self.int_or(count, 1)?;
            let first = self.constant(1);
            let body = self.block(|lowering| {
                lowering.emit(Op::Append { dst, value });
                Ok(())
            })?;
            let var = self.emitter.reg();
            self.emit(Op::ForRange { first, last, var, body });
        }
        Ok(dst)
    }
}
