//! From checked rules to a program.
//!
//! Comes in: [`Rules`]. Goes out: a [`Program`]: what is the same at any time has become constants,
//! sets and tables; what is left is code.
//! Guaranteed: a program does what the rules say, or there is none: a ludeme that cannot be carried
//! out yet is an error with its own code and the place where it stands.
//! Not known here: how instructions are carried out.

#![allow(
    clippy::unnecessary_wraps,
    clippy::unused_self,
    clippy::wrong_self_convention,
    reason = "one function a ludeme, all of one form; `from` is a word of the language"
)]

mod booleans;
mod cards;
mod choice;
mod dice;
mod directions;
mod dominoes;
mod effects;
mod emit;
mod filter_pieces;
mod flow;
mod free_registers;
mod hoist;
mod inline;
mod large;
mod layers;
mod layout;
mod ludemes;
mod match_play;
mod moves;
mod needs;
mod numbers;
mod patterns;
mod peephole;
mod plan;
mod puzzle;
mod pyramid;
mod regions;
mod specialisation;
mod stacks;
mod stale_lists;
mod start;
mod tables;
mod tiles;

pub(crate) use match_play::{lower_match, subgames, unplayable};

use std::cell::OnceCell;

use fxhash::FxHashMap;

use crate::ast::{Node, NodeId, View};
use crate::board::{Board, Containers, Direction, SiteSet, SiteType, StaticEval};
use crate::bytecode::{
    Action, Block, Component, Container, Die, Layout, Op, Place, Program, Recipe, RecipeData, Reg,
    Set, TrackProgress, Unsound,
};
use crate::check::Rules;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use emit::{Emitter, Full, Open};
use ludemes::Ludemes;
use match_play::Part;
use moves::MoveContext;
use tables::Tables;

/// Why something has no code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsupported {
    node: NodeId,
    /// Whether the node is one of the match that the game is part of.
    in_match: bool,
    reason: Reason,
}

/// What keeps a ludeme from being carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    /// A form of it, or nothing if it is all of it, for which no code is written yet.
    NotYet(&'static str),
    /// There is more of something than the machine has room for.
    TooMuch(&'static str),
    /// What it asks for is not there in this game.
    Meaningless(&'static str),
}

type Lowered<T> = Result<T, Unsupported>;

/// Makes a program of the rules of a game.
pub fn lower(rules: &Rules) -> Result<Program, Diagnostics> {
    lower_part(rules, None, false)
}

/// The same, but moves that come from different places in the text have different recipes even if they do the
/// same, so that it can be told which rule a move was made by. The program is larger and slower.
pub(crate) fn lower_apart(rules: &Rules) -> Result<Program, Diagnostics> {
    lower_part(rules, None, true)
}

/// Makes a program of the rules of a game, which may be part of a match.
fn lower_part(rules: &Rules, part: Option<Part<'_>>, apart: bool) -> Result<Program, Diagnostics> {
    let Some(containers) = &rules.containers else {
        let root = rules.game.root();
        let reason = match root.head() {
            "match" => Reason::Meaningless("it has no games"),
            _ => Reason::Meaningless("it has no rules"),
        };
        return Err(unplayable(rules, root, reason));
    };
    let mut lowering = Lowering {
        rules,
        part,
        ludemes: Ludemes::of(&rules.game),
        levels: needs::asks_for_levels(&rules.game),
        containers,
        board: containers.board(),
        static_eval: StaticEval::new(&rules.game, containers),
        layout: Layout::default(),
        emitter: Emitter::new(),
        tables: Tables::default(),
        recipes: Vec::new(),
        recipe_places: apart.then(Vec::new),
        facings: OnceCell::new(),
        recipes_of: FxHashMap::default(),
        terrain: containers.board().default,
        standing: None,
        team: None,
        group: None,
        components: Vec::new(),
        pieces: Vec::new(),
        walks_lists: false,
        overwrites: false,
        dice: Vec::new(),
        costs: FxHashMap::default(),
        site_vars: FxHashMap::default(),
        decided: Vec::new(),
        vars: Vec::new(),
        remembered: Vec::new(),
    };
    lowering.program().map_err(|unsupported| {
        let (of_match, own): (Vec<_>, Vec<_>) =
            unsupported.into_iter().partition(|unsupported| unsupported.in_match);
        match part {
            Some(part) if own.is_empty() => diagnostics(part.match_rules, &of_match),
            _ => diagnostics(rules, &own),
        }
    })
}

/// What is said of a program that the machine does not take, with the rule that it is about.
pub(crate) fn refused(rules: &Rules, program: &Program, unsound: &Unsound) -> Diagnostics {
    let mut nodes = rules.game.nodes();
    let rule = program.place_of(unsound).and_then(|place| {
        nodes.find(|&node| node.head() == place.ludeme && place_of(rules, node) == *place)
    });
    let node = rule.or_else(|| rules.game.rules()).unwrap_or_else(|| rules.game.root());
    let reason = if unsound.is_too_deep() {
        Reason::TooMuch("the rules are nested too deeply")
    } else {
        Reason::NotYet("the generated program is invalid")
    };
    unplayable(rules, node, reason)
}

fn diagnostics(rules: &Rules, unsupported: &[Unsupported]) -> Diagnostics {
    let mut findings = crate::expand::Findings::default();
    for &Unsupported { node, reason, .. } in unsupported {
        let node = rules.game.with_id(node);
        let name = match node.head() {
            "" => node.constant().unwrap_or_else(|| node.text()).to_owned(),
            head => format!("({head} …)"),
        };
        let (code, fault, label, detail) = match reason {
            Reason::NotYet(detail) => {
                (Code::Unsupported, "is not supported yet", "not supported", detail)
            }
            Reason::TooMuch(detail) => {
                (Code::TooMuch, "exceeds a limit of the machine", "over the limit", detail)
            }
            Reason::Meaningless(detail) => (
                Code::Meaningless,
                "has no meaning here",
                "refers to something that does not exist",
                detail,
            ),
        };
        let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
        let diagnostic =
            Diagnostic::new(code, format!("`{name}` {fault}{detail}")).at(node.place(), label);
        findings.add(diagnostic, node.origin(), &rules.game.expanded.origins);
    }
    Diagnostics { sources: rules.game.expanded.sources.clone(), list: findings.list }
}

/// A game on its way to a program.
struct Lowering<'r> {
    rules: &'r Rules,
    /// The match that it is part of.
    part: Option<Part<'r>>,
    ludemes: Ludemes<'r>,
    /// Whether a rule is about levels, or moves stacks: cards alone do not count.
    levels: bool,
    containers: &'r Containers,
    board: &'r Board,
    static_eval: StaticEval<'r>,
    layout: Layout,
    emitter: Emitter,
    tables: Tables,
    recipes: Vec<RecipeData>,
    /// All directions that a piece can face, once they have been asked for.
    facings: OnceCell<Vec<Direction>>,
    /// Recipes written for one mover, by the recipe for all.
    recipes_of: FxHashMap<(Recipe, i32), Recipe>,
    /// Where each recipe comes from, if those from different places are kept apart.
    recipe_places: Option<Vec<Option<NodeId>>>,
    /// The type of the sites that directions lead over.
    terrain: SiteType,
    /// The register that the site stands in at which directions are looked for, if it is one site.
    standing: Option<Reg>,
    /// The register with the members of the team that an iteration stands at, one bit for each.
    team: Option<Reg>,
    /// The iteration over groups that code is being written in, while they are those of the state.
    group: Option<NodeId>,
    components: Vec<Component>,
    /// The components whose own moves are being written, one inside the other.
    pieces: Vec<usize>,
    /// Whether what goes through pieces follows the lists of their sites.
    walks_lists: bool,
    /// Whether it is the same if a piece comes where another is and if that one is removed before.
    overwrites: bool,
    dice: Vec<Die>,
    /// What it costs to use sites, as far as the start rules have said.
    costs: FxHashMap<SiteType, Vec<i32>>,
    /// The first variable of those that sites of a type have for a number which depends on what was placed.
    site_vars: FxHashMap<(&'static str, SiteType), i32>,
    /// Conditions for each answer to which the code around is written by itself.
    decided: Vec<choice::Decided>,
    /// Names of variables.
    vars: Vec<&'r str>,
    /// Names of lists of remembered values; that of the unnamed one is empty.
    remembered: Vec<&'r str>,
}

impl<'r> Lowering<'r> {
    fn program(&mut self) -> Result<Program, Vec<Unsupported>> {
        let mut unsupported = Vec::new();
        let needs = self.needs();
        self.playable(&needs).map_err(|reason| vec![reason])?;
        self.lay_out(&needs).map_err(|reason| vec![reason])?;
        self.dice = self.dice_of_game().map_err(|reason| vec![reason])?;
        for action in [Action::Pass, Action::SwapPlayers] {
            self.recipe(RecipeData::choice(action));
        }
        let takes_apart = |node: Node<'r>| match node.head() {
            "seq" | "while" | "max Moves" | "max Captures" | "sow" => true,
            "do" => node.get("next").is_some(),
            _ => false,
        };
        let apart = self.any(takes_apart);
        self.overwrites = !apart && self.overwrites();
        if apart {
            for &action in Action::ALL {
                self.recipe(RecipeData::plain(action));
            }
        }
        let first = [self.words(&self.all_sites()), self.words(&self.board_sites())];
        self.tables.fixed_row(&first);
        self.make_shapes().map_err(|reason| vec![reason])?;
        let facts = self.facts();
        let start = self.start();
        let start = start.map_err(|reason| unsupported.push(reason));
        let phases = self.phases().map_err(|reasons| unsupported.extend(reasons));
        let end = self.global_end().map_err(|reason| unsupported.push(reason));
        let (Ok(start), Ok(phases), Ok(end)) = (start, phases, end) else {
            return Err(unsupported);
        };
        self.fits_so_far().map_err(|reason| vec![reason])?;
        let facts = facts.map_err(|reason| vec![reason])?;
        let mut phases = self.plans(phases, &facts);
        let stalemates = self.asks_stalemates(&facts);
        let listing_shows = self.listing_shows(&phases, stalemates);
        let simple_turns = phases.len() == 1 && !listing_shows && self.has_simple_turns(&facts);
        let facts = crate::bytecode::Facts {
            only_grows: self.only_grows(&facts),
            simple_turns,
            stalemates,
            listing_shows,
            ..facts
        };
        let steady_next_player = self.has_steady_next_player(&phases, end, &facts);
        let facts = crate::bytecode::Facts { steady_next_player, ..facts };
        let instance = self.instance().map_err(|reason| vec![reason])?;
        let attacks = if facts.reseats { Vec::new() } else { self.attacks_of_phases(&phases) };
        let end_triggers = self.end_triggers(&phases, end, &facts);
        let enclosure = self.enclosure(&phases, end, &facts);
        self.specialise(&mut phases);
        let ends = end.map_or_else(Vec::new, |end| self.written_for_each(end));
        let code = self.all_code().map_err(|reason| vec![reason])?;
        self.find_zones(&code);
        let (places, ludemes) = self.places(&code.places);
        let origins = self.recipe_places.take().unwrap_or_default();
        let origins = origins.into_iter().map(|place| place.map(|node| self.place(node)));
        let origins = origins.map(Option::unwrap_or_default).collect();
        let tables = std::mem::take(&mut self.tables);
        let track_progress = self.lay_out_rest(instance.is_some());
        let facts = crate::bytecode::Facts { vars: self.vars.len() as u16, ..facts };
        let topology = &self.board.topology;
        let label = |site| topology.label(self.board.default, site).to_owned();
        Ok(Program {
            name: self.rules.game.name().to_owned(),
            layout: self.layout.clone(),
            registers: code.registers,
            constants: code.constants,
            set_registers: code.set_registers,
            list_registers: code.list_registers,
            code: code.ops,
            places,
            ludemes,
            blocks: code.blocks,
            recipes: std::mem::take(&mut self.recipes),
            origins,
            sets: tables.sets,
            steps: tables.steps,
            shifts: tables.shifts,
            rays: tables.rays,
            reaches: tables.reaches,
            numbers: tables.numbers,
            components: std::mem::take(&mut self.components),
            turns: self.turns(),
            containers: self.containers.list().iter().map(container).collect(),
            track_progress,
            dice: std::mem::take(&mut self.dice),
            labels: topology.sites(self.board.default).map(label).collect(),
            phases,
            attacks,
            end_triggers,
            enclosure,
            constraints: tables.constraints,
            start,
            end,
            ends,
            facts,
            instance,
            subgames: Vec::new(),
        })
    }

    /// Whether there are numbers for all that was written so far.
    fn fits_so_far(&self) -> Lowered<()> {
        self.emitter.full().map_or(Ok(()), |full| Err(self.too_large(full)))
    }

    /// All that was written, in its final form.
    fn all_code(&mut self) -> Lowered<emit::Code> {
        let code = std::mem::replace(&mut self.emitter, Emitter::new()).finish();
        let code = code.map_err(|full| self.too_large(full))?;
        let fits = !self.tables.are_too_many(self.layout.width.into())
            && u16::try_from(self.recipes.len()).is_ok();
        if fits { Ok(code) } else { Err(self.too_large(Full(None))) }
    }

    /// Gives places to what comes last in a state and is known last: variables, dice and track progress, and what a
    /// game keeps that is part of a match. Returns the track progress.
    fn lay_out_rest(&mut self, in_match: bool) -> Vec<TrackProgress> {
        let (track_progress, entries) = self.track_progress();
        let layout = &mut self.layout;
        layout.remembered = layout.vars + self.vars.len() as u32;
        layout.dice = layout.remembered + self.remembered.len() as u32;
        layout.track_progress = match self.dice.len() {
            0 => layout.dice,
            dice => layout.die(dice) as u32,
        };
        layout.words = layout.track_progress + entries.div_ceil(4) as u32;
        if in_match {
            layout.standing = Some(layout.words);
            layout.words = layout.standings().end as u32;
        }
        track_progress
    }

    /// The places of ludemes in the description, as lines and columns.
    fn places(&self, nodes: &[Option<NodeId>]) -> (Vec<u16>, Vec<Place>) {
        let mut numbered: FxHashMap<Option<NodeId>, u16> = FxHashMap::default();
        let mut ludemes = Vec::new();
        let places = nodes.iter().map(|&node| {
            *numbered.entry(node).or_insert_with(|| {
                ludemes.push(node.map_or_else(Place::default, |node| self.place(node)));
                (ludemes.len() - 1) as u16
            })
        });
        (places.collect(), ludemes)
    }

    fn place(&self, node: NodeId) -> Place {
        place_of(self.rules, self.rules.game.with_id(node))
    }

    // Writing

    fn emit(&mut self, op: Op) {
        self.emitter.emit(op);
    }

    fn constant(&mut self, value: i32) -> Reg {
        self.emitter.constant(value)
    }

    /// Writes a block that belongs to the rule being written: it sees the same registers.
    fn block(&mut self, write: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<Block> {
        let open = self.emitter.open();
        let written = write(self);
        self.finish(open, written.map(|()| None))
    }

    /// Writes a block with a value that belongs to the rule being written.
    fn value_block(&mut self, write: impl FnOnce(&mut Self) -> Lowered<Reg>) -> Lowered<Block> {
        let open = self.emitter.open();
        let written = write(self);
        self.finish(open, written.map(Some))
    }

    /// Writes a block that runs in a frame of its own.
    fn function(&mut self, write: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<Block> {
        let open = self.emitter.open_function();
        let written = self.in_own_window(write);
        self.finish(open, written.map(|()| None))
    }

    /// Writes a block that runs in a frame of its own and is told apart from others that say the same:
    /// what is drawn by chance is kept for each of them.
    fn function_apart(&mut self, write: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<Block> {
        let open = self.emitter.open_apart();
        let written = self.in_own_window(write);
        self.finish(open, written.map(|()| None))
    }

    /// Writes code that does not see the registers of what is being written.
    fn in_own_window<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.standing.take(), self.team.take());
        let written = write(self);
        (self.standing, self.team) = outer;
        written
    }

    /// Ends a block, also one that could not be written.
    fn finish(&mut self, open: Open, written: Lowered<Option<Reg>>) -> Lowered<Block> {
        let block = self.emitter.close(open, written.ok().flatten());
        written.map(|_| block)
    }

    /// Writes code that comes from a node.
    fn at<T>(&mut self, node: impl View<'r>, write: impl FnOnce(&mut Self) -> T) -> T {
        let node = node.node();
        if !node.is_of(&self.rules.game) {
            // Instructions tell places of their own description.
            return write(self);
        }
        let outer = self.emitter.enter(node.id());
        let result = write(self);
        self.emitter.leave(outer);
        result
    }

    fn recipe(&mut self, mut recipe: RecipeData) -> Recipe {
        self.leave_out_removal(&mut recipe);
        recipe.changes = self.changes(&recipe);
        self.numbered(recipe, self.emitter.place())
    }

    /// The number of a recipe that is used at a place: the same one comes again and again where rules are
    /// written out for several pieces.
    fn numbered(&mut self, recipe: RecipeData, place: Option<NodeId>) -> Recipe {
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

    /// A set that is known.
    fn fixed(&mut self, sites: &SiteSet) -> Set {
        let words = self.words(sites);
        self.tables.fixed(&words)
    }

    fn all_sites(&self) -> SiteSet {
        let hands = self.containers.list().iter().skip(1);
        let mut sites = self.board_sites();
        for hand in hands {
            for site in hand.from.0..hand.from.0 + hand.sites {
                sites.insert(crate::board::Site(site));
            }
        }
        sites
    }

    fn board_sites(&self) -> SiteSet {
        self.board.topology.sites(self.board.default).collect()
    }

    // Reading

    fn players(&self) -> i32 {
        self.rules.facts.players as i32
    }

    /// What is said of a rule whose code needs more of something than there are numbers for.
    fn too_large(&self, Full(place): Full) -> Unsupported {
        let game = &self.rules.game;
        let node = place.map(|place| game.with_id(place)).or_else(|| game.rules());
        self.too_much(node.unwrap_or_else(|| game.root()), "the compiled rules are too large")
    }

    /// A ludeme, or a form of it, for which no code is written yet.
    fn unsupported(&self, node: impl View<'r>, detail: &'static str) -> Unsupported {
        let node = node.node();
        self.refusal(node, Reason::NotYet(detail))
    }

    /// A ludeme that has more of something than the machine has room for.
    fn too_much(&self, node: impl View<'r>, detail: &'static str) -> Unsupported {
        let node = node.node();
        self.refusal(node, Reason::TooMuch(detail))
    }

    /// A ludeme that asks for what is not there in this game.
    fn meaningless(&self, node: impl View<'r>, detail: &'static str) -> Unsupported {
        let node = node.node();
        self.refusal(node, Reason::Meaningless(detail))
    }

    fn refusal(&self, node: Node<'r>, reason: Reason) -> Unsupported {
        Unsupported { node: node.id(), in_match: !node.is_of(&self.rules.game), reason }
    }
}

/// Where a ludeme stands in the description.
fn place_of(rules: &Rules, node: Node<'_>) -> Place {
    let expanded = &rules.game.expanded;
    let location = expanded.author_place(node.place(), node.origin());
    let own = expanded.sources.locate(expanded.origins.place(node.place(), node.origin()));
    let outer = location.as_ref().map(|location| location.file.name());
    let within = own.filter(|own| outer.is_some_and(|outer| outer != own.file.name()));
    let within = within.map(|own| {
        let name = own.file.name();
        let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
        let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
        format!("{name}:{}", own.file.line_column(own.range.start).0)
    });
    let (line, column) =
        location.map_or((0, 0), |location| location.file.line_column(location.range.start));
    Place {
        line: line as u32,
        column: column as u32,
        ludeme: node.head().to_owned(),
        within: within.unwrap_or_default(),
    }
}

fn container(container: &crate::board::Container) -> Container {
    Container {
        name: container.name.clone(),
        from: container.from.0,
        sites: container.sites,
        owner: container.owner,
    }
}
