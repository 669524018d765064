//! The intermediate representation: the code of a game while it is lowered, analysed and optimised.
//!
//! Comes in: what `lower` emits. Goes out: an [`Ir`], which analyses read and passes rewrite, and in the end
//! a [`Program`].
//! Guaranteed: blocks refer to blocks, tables and recipes of the same value; constants are registers of their
//! own until the end, so that every pass can tell what is known.
//! Not known here: the language, and how instructions are carried out.

mod emitter;
mod tables;

pub(crate) use emitter::{Emitter, Full, Open, Written, imm};
pub(crate) use tables::Tables;

use crate::ast::NodeId;
use crate::board::SiteSet;
use crate::bytecode::{
    Block, Component, Die, Facts, Instance, Layout, Phase, Place, Program, Reach, Recipe,
    RecipeData, Set,
};
use crate::check::PlanKind;

/// A game between its rules and its program.
#[derive(Default)]
pub(crate) struct Ir {
    pub(crate) emitter: Emitter,
    pub(crate) tables: Tables,
    pub(crate) recipes: Vec<RecipeData>,
    /// Where each recipe comes from, if those from different places are kept apart.
    pub(crate) recipe_places: Option<Vec<Option<NodeId>>>,
    pub(crate) layout: Layout,
    pub(crate) components: Vec<Component>,
    pub(crate) dice: Vec<Die>,
    pub(crate) facts: Facts,
    pub(crate) traits: Traits,
    pub(crate) start: Block,
    pub(crate) phases: Vec<Phase>,
    /// The plan that the text of the rule of each phase names.
    pub(crate) named_plans: Vec<PlanKind>,
    pub(crate) end: Option<Block>,
    pub(crate) instance: Option<Instance>,
    /// What is finished when all rules are lowered.
    pub(crate) finished: Program,
}

/// What the rules say of a game as a whole, as far as analyses ask for it.
#[derive(Default)]
pub(crate) struct Traits {
    pub(crate) players: i32,
    pub(crate) teams: bool,
    pub(crate) large_pieces: bool,
    /// Whether a rule asks what is threatened.
    pub(crate) threats: bool,
    /// The sites of the board, and of all containers.
    pub(crate) board: SiteSet,
    pub(crate) sites: SiteSet,
}

impl Ir {
    /// The number of a recipe that is used at a place: the same one comes again and again where rules are
    /// written out for several pieces.
    pub(crate) fn numbered(&mut self, recipe: RecipeData, place: Option<NodeId>) -> Recipe {
        let places = self.recipe_places.as_ref();
        let is_there = |index: usize| places.is_none_or(|places| places[index] == place);
        let known =
            (0..self.recipes.len()).find(|&index| is_there(index) && self.recipes[index] == recipe);
        let number = known.unwrap_or_else(|| {
            self.recipes.push(recipe);
            if let Some(places) = &mut self.recipe_places {
                places.push(place);
            }
            self.recipes.len() - 1
        });
        Recipe(number as u16)
    }

    pub(crate) fn players(&self) -> i32 {
        self.traits.players
    }

    /// Whether sites of other types than the board's have a place in the state.
    pub(crate) fn is_layered(&self) -> bool {
        self.layout.layers.iter().any(|layer| layer.count > 0)
    }

    /// A set as words.
    pub(crate) fn words(&self, sites: &SiteSet) -> Vec<u64> {
        let mut words = vec![0u64; usize::from(self.layout.width)];
        for site in sites.iter().filter(|site| site.0 < self.layout.sites) {
            words[site.index() >> 6] |= 1 << (site.index() & 63);
        }
        words
    }

    /// A set that is known.
    pub(crate) fn fixed(&mut self, sites: &SiteSet) -> Set {
        let words = self.words(sites);
        self.tables.fixed(&words)
    }

    /// A table of a set for each site.
    pub(crate) fn reach_table(&mut self, sets: &[SiteSet]) -> Reach {
        let words = sets.iter().flat_map(|sites| self.words(sites)).collect();
        self.tables.reach(words)
    }

    /// Whether there are numbers for all tables and recipes.
    pub(crate) fn fits(&self) -> bool {
        !self.tables.are_too_many(self.layout.width.into())
            && u16::try_from(self.recipes.len()).is_ok()
    }

    /// The program, with the constants in the last registers; `place_of` tells where a ludeme stands.
    pub(crate) fn into_program(self, place_of: impl Fn(NodeId) -> Place) -> Program {
        let code = self.emitter.finish();
        let (places, ludemes) = emitter::places(&code.places, &place_of);
        let origins = self.recipe_places.unwrap_or_default().into_iter();
        let tables = self.tables;
        Program {
            layout: self.layout,
            registers: code.registers,
            constants: code.constants,
            set_registers: code.set_registers,
            list_registers: code.list_registers,
            code: code.ops,
            places,
            ludemes,
            blocks: code.blocks,
            recipes: self.recipes,
            origins: origins.map(|place| place.map(&place_of).unwrap_or_default()).collect(),
            sets: tables.sets,
            steps: tables.steps,
            shifts: tables.shifts,
            rays: tables.rays,
            reaches: tables.reaches,
            numbers: tables.numbers,
            constraints: tables.constraints,
            components: self.components,
            dice: self.dice,
            facts: self.facts,
            phases: self.phases,
            start: self.start,
            end: self.end,
            instance: self.instance,
            ..self.finished
        }
    }
}
