//! What is hidden from players: hiding it, and asking for it.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::typed::{
    AtOrRegion, Bool, DataOrDatas, IsHidden, Ludeme, ParameterName, SetHiddenEffect,
    SetHiddenStartRule, SitesHidden, Word,
};
use crate::ast::words::HiddenData;
use crate::ast::{Node, View};
use crate::bytecode::{Action, Hidden, Op, Recipe, RecipeData, Reg, Set};

impl<'r> Lowering<'r> {
    /// Hides things of sites from players: one move, however many they are.
    pub(super) fn set_hidden(
        &mut self,
        call: SetHiddenEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        if !context.first.is_empty() {
            return Err(self.unsupported(call, "as a decision of a player"));
        }
        let layers = [self.layer(call); 2];
        let hide = self.recipe(RecipeData { layers, ..RecipeData::plain(Action::Hide) });
        let what = (call.data_or_datas(), call.at_or_region(), call.value());
        self.hide_each(what, call.to(), hide)?;
        let recipe = self.plain(call, Action::Nothing, context)?;
        self.push_nowhere(0, 0, recipe)
    }

    /// A move for each thing, each player and each site.
    pub(in crate::lower) fn hide_each(
        &mut self,
        (data, sites, hidden): (Option<DataOrDatas<'r>>, AtOrRegion<'r>, Bool<'r>),
        to: impl View<'r>,
        recipe: Recipe,
    ) -> Lowered<()> {
        let set = match sites {
            AtOrRegion::At(site) => {
                let site = self.int(site)?;
                self.singleton(site)
            }
            AtOrRegion::Region(region) => self.region(region)?,
        };
        let hidden = self.bool(hidden)?;
        self.for_players(to, |lowering, player| {
            for thing in things(data) {
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
        let effects = self.calls(Ludeme::SetHiddenEffect).map(SetHiddenEffect::data_or_datas);
        let start_rules = self.calls(Ludeme::SetHiddenStartRule);
        let start_rules = start_rules.map(SetHiddenStartRule::data_or_datas);
        for data in effects.chain(start_rules) {
            things(data).for_each(|thing| hidden[thing as usize] = true);
        }
        hidden
    }

    /// Refuses to tell levels of stacks apart: what is hidden is known of sites only. As long as nobody
    /// asks, it makes no difference.
    fn lowest_level(&self, call: impl View<'r>) -> Lowered<()> {
        let other = |node: Node<'r>| {
            let about_level = matches!(
                node.ludeme(),
                Some(Ludeme::SetHiddenEffect | Ludeme::SetHiddenStartRule | Ludeme::IsHidden)
            );
            let level = node.argument(ParameterName::Level).filter(|_| about_level);
            level.is_some_and(|level| self.known_int(level) != Some(0))
        };
        if self.is_stacking() && self.any(other) {
            return Err(self.unsupported(call, "levels above the lowest"));
        }
        Ok(())
    }

    pub(in crate::lower) fn is_hidden(&mut self, call: IsHidden<'r>) -> Lowered<Reg> {
        self.lowest_level(call)?;
        let site = self.int(call.at())?;
        let site = self.locate(site, self.layer(call));
        let player = self.player(call.to())?;
        let set = self.hidden_from(call.data(), player);
        Ok(self.contains(set, site))
    }

    pub(in crate::lower) fn hidden_sites(&mut self, call: SitesHidden<'r>) -> Lowered<Set> {
        self.lowest_level(call)?;
        let all = self.no_sites();
        self.for_players(call.to(), |lowering, player| {
            let set = lowering.hidden_from(call.data(), player);
            lowering.emit(Op::Union { dst: all, a: all, b: set });
            Ok(())
        })?;
        Ok(self.on_layer_of_board(all, self.layer(call)))
    }

    /// The sites of which a thing is hidden from a player.
    fn hidden_from(&mut self, data: Option<Word<'r, HiddenData>>, player: Reg) -> Set {
        let thing = data.map_or(Hidden::Site, thing);
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
fn things(data: Option<DataOrDatas<'_>>) -> impl Iterator<Item = Hidden> + use<'_> {
    let whole = data.is_none().then_some(Hidden::Site);
    let named = data.into_iter().flat_map(DataOrDatas::elements).map(thing);
    whole.into_iter().chain(named)
}

fn thing(data: Word<'_, HiddenData>) -> Hidden {
    match data.value() {
        HiddenData::What => Hidden::What,
        HiddenData::Who => Hidden::Who,
        HiddenData::Count => Hidden::Count,
        HiddenData::State => Hidden::State,
        HiddenData::Rotation => Hidden::Rotation,
        HiddenData::Value => Hidden::Value,
    }
}
