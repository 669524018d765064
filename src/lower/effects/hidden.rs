//! What is hidden from players: hiding it, and asking for it.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Hidden, Op, Recipe, RecipeData, Reg, Set};

impl<'r> Lowering<'r> {
    /// Hides things of sites from players: one move, however many they are.
    pub(super) fn set_hidden(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if !context.first.is_empty() {
            return Err(self.unsupported(node, "as a decision of a player"));
        }
        let layers = [self.layer(node); 2];
        let hide = self.recipe(RecipeData { layers, ..RecipeData::plain(Action::Hide) });
        self.hide_each(node, hide)?;
        let recipe = self.plain(node, Action::Nothing, context)?;
        self.push_nowhere(0, 0, recipe)
    }

    /// A move for each thing, each player and each site.
    pub(in crate::lower) fn hide_each(&mut self, node: Node<'r>, recipe: Recipe) -> Lowered<()> {
        let set = match node.get("at") {
            Some(site) => {
                let site = self.int(site)?;
                self.singleton(site)
            }
            None => self.region_arg(node, "region")?,
        };
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let hidden = self.bool_arg(node, "value")?;
        self.for_players(to, |lowering, player| {
            for thing in things(node) {
                let thing = lowering.constant(thing as i32);
                let a =
                    lowering.binary(thing, hidden, |dst, low, high| Op::Pack { dst, low, high });
                lowering.emit(Op::PushOn { set, a, b: player, recipe });
            }
            Ok(())
        })
    }

    /// Which things the rules hide anywhere, by their numbers.
    pub(in crate::lower) fn things_hidden(&self) -> [bool; Hidden::COUNT] {
        let mut hidden = [false; Hidden::COUNT];
        for node in self.ludemes("set Hidden") {
            things(node).for_each(|thing| hidden[thing as usize] = true);
        }
        hidden
    }

    /// Refuses to tell levels of stacks apart: what is hidden is known of sites only. As long as nobody
    /// asks, it makes no difference.
    fn lowest_level(&self, node: Node<'r>) -> Lowered<()> {
        let other = |node: Node<'r>| {
            let level = node.get("level").map(|level| self.known_int(level));
            matches!(node.head(), "set Hidden" | "is Hidden") && level.is_some_and(|l| l != Some(0))
        };
        if self.is_stacking() && self.any(other) {
            return Err(self.unsupported(node, "levels above the lowest"));
        }
        Ok(())
    }

    pub(in crate::lower) fn is_hidden(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.lowest_level(node)?;
        let site = self.int_arg(node, "at")?;
        let site = self.locate(site, self.layer(node));
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let player = self.player(to)?;
        let set = self.hidden_from(node, player);
        Ok(self.contains(set, site))
    }

    pub(in crate::lower) fn hidden_sites(&mut self, node: Node<'r>) -> Lowered<Set> {
        self.lowest_level(node)?;
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let all = self.no_sites();
        self.for_players(to, |lowering, player| {
            let set = lowering.hidden_from(node, player);
            lowering.emit(Op::Union { dst: all, a: all, b: set });
            Ok(())
        })?;
        Ok(self.on_layer_of_board(all, self.layer(node)))
    }

    /// The sites of which the thing that a ludeme is about is hidden from a player.
    fn hidden_from(&mut self, node: Node<'r>, player: Reg) -> Set {
        let thing = things(node).next().unwrap_or(Hidden::Site);
        let known = self.emitter.known(player);
        if let Some(set) = known.and_then(|player| self.layout.hidden_from(thing as usize, player))
        {
            return Set::state(set as u16);
        }
        let dst = self.emitter.set();
        self.emit(Op::HiddenFrom { dst, thing, player });
        dst
    }
}

/// The things that a ludeme is about; the whole site if it names none.
fn things(node: Node<'_>) -> impl Iterator<Item = Hidden> + use<'_> {
    let named = node.get("datas").or_else(|| node.get("data"));
    let none = named.is_none().then_some(Hidden::Site);
    let named = named.into_iter().flat_map(Node::elements);
    none.into_iter().chain(named.map(|thing| match thing.constant() {
        Some("What") => Hidden::What,
        Some("Who") => Hidden::Who,
        Some("Count") => Hidden::Count,
        Some("State") => Hidden::State,
        Some("Rotation") => Hidden::Rotation,
        Some("Value") => Hidden::Value,
        _ => Hidden::Site,
    }))
}
