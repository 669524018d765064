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
mod flow;
mod large;
mod layers;
mod layout;
mod ludemes;
mod match_play;
mod moves;
mod needs;
mod numbers;
mod patterns;
mod plan;
mod puzzle;
mod pyramid;
mod regions;
mod stacks;
mod stale_lists;
mod start;
mod tiles;

pub(crate) use match_play::{Part, subgames, unplayable};

use crate::analysis::changes;
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};

use fxhash::FxHashMap;

use crate::ast::{Node, NodeId, View};
use crate::board::{Board, Containers, Direction, SiteSet, SiteType, StaticEval};
use crate::bytecode::{
    Action, Block, Container, Op, Place, Program, Recipe, RecipeData, Reg, TrackProgress, Unsound,
};
use crate::bytecode::{Facts, Rays, Shifts, Steps};
use crate::check::Rules;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::{Full, Ir, Open, Traits};
use ludemes::Ludemes;
use moves::MoveContext;

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

/// Lowers the rules of a game, which may be part of a match. If moves are kept `apart`, those that come from
/// different places in the text have different recipes even if they do the same, so that it can be told which
/// rule a move was made by; the program is larger and slower.
pub(crate) fn lower(rules: &Rules, part: Option<Part<'_>>, apart: bool) -> Result<Ir, Diagnostics> {
    let Some(containers) = &rules.containers else {
        let root = rules.game.root();
        let reason = match root.head() {
            "match" => Reason::Meaningless("it has no games"),
            _ => Reason::Meaningless("it has no rules"),
        };
        return Err(unplayable(rules, root, reason));
    };
    let lowering = Lowering {
        rules,
        part,
        ludemes: Ludemes::of(&rules.game),
        levels: needs::asks_for_levels(&rules.game),
        containers,
        board: containers.board(),
        static_eval: StaticEval::new(&rules.game, containers),
        ir: Ir { recipe_places: apart.then(Vec::new), ..Ir::default() },
        known_tables: KnownTables::default(),
        facings: OnceCell::new(),
        terrain: containers.board().default,
        standing: None,
        team: None,
        group: None,
        pieces: Vec::new(),
        walks_lists: false,
        overwrites: false,
        costs: FxHashMap::default(),
        site_vars: FxHashMap::default(),
        decided: Vec::new(),
        vars: Vec::new(),
        remembered: Vec::new(),
    };
    lowering.lowered().map_err(|unsupported| {
        let (of_match, own): (Vec<_>, Vec<_>) =
            unsupported.into_iter().partition(|unsupported| unsupported.in_match);
        match part {
            Some(part) if own.is_empty() => diagnostics(part.match_rules, &of_match),
            _ => diagnostics(rules, &own),
        }
    })
}

/// What is said of rules whose code needs more of something than there are numbers for.
pub(crate) fn too_large(rules: &Rules, Full(place): Full) -> Diagnostics {
    let game = &rules.game;
    let node = place.map(|place| game.with_id(place)).or_else(|| game.rules());
    unplayable(
        rules,
        node.unwrap_or_else(|| game.root()),
        Reason::TooMuch("the compiled rules are too large"),
    )
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
    ir: Ir,
    /// Tables of steps and rays by what they were made from.
    known_tables: KnownTables,
    /// All directions that a piece can face, once they have been asked for.
    facings: OnceCell<Vec<Direction>>,
    /// The type of the sites that directions lead over.
    terrain: SiteType,
    /// The register that the site stands in at which directions are looked for, if it is one site.
    standing: Option<Reg>,
    /// The register with the members of the team that an iteration stands at, one bit for each.
    team: Option<Reg>,
    /// The iteration over groups that code is being written in, while they are those of the state.
    group: Option<NodeId>,
    /// The components whose own moves are being written, one inside the other.
    pieces: Vec<usize>,
    /// Whether what goes through pieces follows the lists of their sites.
    walks_lists: bool,
    /// Whether it is the same if a piece comes where another is and if that one is removed before.
    overwrites: bool,
    /// What it costs to use sites, as far as the start rules have said.
    costs: FxHashMap<SiteType, Vec<i32>>,
    /// The first variable of those that sites of a type have for a number which depends on what was placed.
    site_vars: FxHashMap<(numbers::SiteNumber, SiteType), i32>,
    /// Conditions for each answer to which the code around is written by itself.
    decided: Vec<choice::Decided>,
    /// Names of variables.
    vars: Vec<&'r str>,
    /// Names of lists of remembered values; that of the unnamed one is empty.
    remembered: Vec<&'r str>,
}

/// Tables of steps and rays by what they were made from.
#[derive(Default)]
struct KnownTables {
    steps: FxHashMap<directions::Way, Steps>,
    shifts: FxHashMap<directions::Way, Option<Shifts>>,
    rays: FxHashMap<directions::Way, Rays>,
}

/// What is lowered is written into the representation at once: its parts are at hand by their own names.
impl Deref for Lowering<'_> {
    type Target = Ir;

    fn deref(&self) -> &Ir {
        &self.ir
    }
}

impl DerefMut for Lowering<'_> {
    fn deref_mut(&mut self) -> &mut Ir {
        &mut self.ir
    }
}

impl<'r> Lowering<'r> {
    /// All rules, written into the representation.
    fn lowered(mut self) -> Result<Ir, Vec<Unsupported>> {
        let mut unsupported = Vec::new();
        self.ir.traits = self.traits();
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
        let facts = facts.map_err(|reason| vec![reason])?;
        let instance = self.instance().map_err(|reason| vec![reason])?;
        let track_progress = self.lay_out_rest(instance.is_some());
        let topology = &self.board.topology;
        let label = |site| topology.label(self.board.default, site).to_owned();
        let finished = Program {
            name: self.rules.game.name().to_owned(),
            turns: self.turns(),
            containers: self.containers.list().iter().map(container).collect(),
            labels: topology.sites(self.board.default).map(label).collect(),
            track_progress,
            ..Program::default()
        };
        let named_plans = self.rules.phases.iter().map(|phase| phase.plan.kind).collect();
        let facts = Facts { vars: self.vars.len() as u16, ..facts };
        Ok(Ir { facts, start, phases, named_plans, end, instance, finished, ..self.ir })
    }

    /// What analyses ask of the rules.
    fn traits(&self) -> Traits {
        Traits {
            players: self.rules.facts.players as i32,
            teams: self.names_teams(),
            large_pieces: self.rules.facts.large_pieces,
            threats: self.uses(&["is Threatened"]),
            board: self.board_sites(),
            sites: self.all_sites(),
        }
    }

    /// Gives places to what comes last in a state and is known last: variables, dice and track progress, and what a
    /// game keeps that is part of a match. Returns the track progress.
    fn lay_out_rest(&mut self, in_match: bool) -> Vec<TrackProgress> {
        let (track_progress, entries) = self.track_progress();
        let Ir { layout, dice, .. } = &mut self.ir;
        layout.remembered = layout.vars + self.vars.len() as u32;
        layout.dice = layout.remembered + self.remembered.len() as u32;
        layout.track_progress = match dice.len() {
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
        recipe.changes = changes(&self.ir, &recipe);
        self.ir.numbered(recipe, self.ir.emitter.place())
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
pub(crate) fn place_of(rules: &Rules, node: Node<'_>) -> Place {
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
