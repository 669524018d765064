//! Verification of programs.

use super::attacks::AttackTable;
use super::calls;
use super::constraint::ConstraintRule;
use super::immediate::{Imm, Nesting};
use super::layout::{DiceNumber, Layout, Plane, Scalar, Stacks, WIDTHS};
use super::op::{Attribute, Op};
use super::operand::{Kept, Operand, Reach, Recipe, Reg};
use super::plan;
use super::program::Program;
use super::recipe::{Action, Changes, Over, RecipeData};
use super::table::{By, Lists, RayTable, Ways};

/// A verification error: a bug of the compiler, or a damaged file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    /// The block; none if it is about the program as a whole.
    pub block: Option<usize>,
    /// The instruction in it.
    pub instruction: usize,
    /// The error.
    pub reason: &'static str,
}

impl Unsound {
    /// Whether there is nothing wrong but that blocks run each other deeper than the machine allows.
    pub fn is_too_deep(&self) -> bool {
        self.reason == calls::TOO_DEEP
    }
}

impl std::fmt::Display for Unsound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.block {
            Some(block) => {
                write!(f, "block {block}, instruction {}: {}", self.instruction, self.reason)
            }
            None => write!(f, "{}", self.reason),
        }
    }
}

impl std::error::Error for Unsound {}

/// Checks that every operand exists, that every block is terminated, and that tables and layout are
/// consistent.
pub fn verify(program: &Program) -> Result<(), Unsound> {
    let whole = |reason| Unsound { block: None, instruction: 0, reason };
    if !program.subgames.is_empty() {
        match_fits(program).map_err(whole)?;
        return program.subgames.iter().try_for_each(verify);
    }
    layout(program).map_err(whole)?;
    tables(program).map_err(whole)?;
    if program.places.len() != program.code.len() {
        return Err(whole("places and instructions differ in number"));
    }
    let origins = program.origins.len();
    if origins != 0 && origins != program.recipes.len() {
        return Err(whole("recipes without an origin"));
    }
    if program.places.iter().any(|&place| usize::from(place) >= program.ludemes.len()) {
        return Err(whole("no such ludeme"));
    }
    for (number, &(first, length)) in program.blocks.iter().enumerate() {
        let fault = |instruction, reason| Unsound { block: Some(number), instruction, reason };
        let Some(ops) = program.code.get(first as usize..(first as usize + length as usize)) else {
            return Err(fault(0, "not in the code"));
        };
        for (index, op) in ops.iter().enumerate() {
            op.check(program, ops.len()).map_err(|reason| fault(index, reason))?;
            has_what_it_needs(op, program).map_err(|reason| fault(index, reason))?;
            numbers(op, program).map_err(|reason| fault(index, reason))?;
            if !calls::goes_forward(op, index) {
                return Err(fault(index, "goes back"));
            }
        }
        if !ops.last().is_some_and(|op| op.is(Attribute::Last)) {
            return Err(fault(ops.len(), "does not end"));
        }
    }
    entries(program).map_err(whole)?;
    calls::check(program).map_err(whole)
}

fn require(holds: bool, reason: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(reason) }
}

/// Maximum size of a state in words: far more than any game needs, and far less than the memory of a machine.
const MAX_WORDS: usize = 1 << 24;

/// Maximum number of players: they and two more must fit into the bits of a word.
const MAX_PLAYERS: u8 = 60;

/// Whether the games of a match fit together. They are verified apart.
fn match_fits(program: &Program) -> Result<(), &'static str> {
    let players = program.layout.players;
    for game in &program.subgames {
        require(game.subgames.is_empty(), "a match in a match")?;
        require(game.instance.is_some(), "a game that does not know of its match")?;
        require(game.layout.players == players, "games for other numbers of players")?;
    }
    Ok(())
}

/// Whether everything that the state has is inside of it.
fn layout(program: &Program) -> Result<(), &'static str> {
    let layout = &program.layout;
    let (sites, words) = (usize::from(layout.sites), layout.words as usize);
    require(WIDTHS.contains(&usize::from(layout.width)), "no such width of sets")?;
    require(sites <= 64 * usize::from(layout.width), "more sites than a set holds")?;
    require(layout.board <= layout.sites, "more sites on the board than there are")?;
    require(layout.beside <= layout.sites, "more sites on the board than there are")?;
    for layer in &layout.layers {
        let end = usize::from(layer.first) + usize::from(layer.count);
        require(end <= sites && layer.first >= layout.beside, "a layer is outside of the state")?;
    }
    require(layout.players <= MAX_PLAYERS, "too many players")?;
    require(layout.total() <= MAX_WORDS, "too large a state")?;
    require(usize::from(layout.components) == program.components.len(), "other components")?;
    require(layout.components > 0, "no component for none")?;
    require(layout.sets >= layout.optional_sets(), "too few sets")?;
    let optional =
        [layout.pending, layout.to_clear, layout.visited, layout.last_to, layout.last_from];
    require(optional.into_iter().flatten().all(|set| set < layout.sets), "no such set")?;
    let hidden = layout.hidden.into_iter().flatten();
    let players = u16::from(layout.players);
    require(
        hidden.into_iter().all(|first| first.saturating_add(players) <= layout.sets),
        "no such set of what is hidden",
    )?;
    let (first, count) = layout.states.unwrap_or_default();
    require(u32::from(first) + u32::from(count) <= u32::from(layout.sets), "no such set")?;
    require(layout.states.is_none() || layout.state.is_some(), "sets of states without states")?;
    require(layout.first_plane() <= words, "too few words")?;
    let planes = [layout.who, layout.count, layout.state, layout.rotation, layout.value];
    for plane in planes.into_iter().flatten().chain([layout.what]) {
        plane_fits(plane, sites, layout)?;
    }
    if let Some(lists) = layout.lists {
        let components = usize::from(layout.components);
        let entries = components * usize::from(lists.capacity);
        require(lists.capacity > 0, "lists without room")?;
        require(lists.levels.is_some() == layout.stacks.is_some(), "lists of other levels")?;
        plane_fits(lists.lengths, components, layout)?;
        plane_fits(lists.sites, entries, layout)?;
        lists.levels.map_or(Ok(()), |levels| plane_fits(levels, entries, layout))?;
    }
    if let Some(stacks) = &layout.stacks {
        stacks_fit(stacks, layout)?;
    }
    if let Some(puzzle) = layout.puzzle {
        let numbers = u16::from(puzzle.most) + 1;
        require(numbers <= 64 && numbers <= layout.components, "no such number of a puzzle")?;
        require(puzzle.struck as usize + sites <= words, "numbers outside of the state")?;
        require(puzzle.resolved < layout.sets, "no such set of numbers")?;
    }
    require(layout.vars as usize + usize::from(program.facts.vars) <= words, "no such variable")?;
    require(layout.remembered <= layout.dice, "no such list")?;
    let lists = layout.dice - layout.remembered;
    require(layout.pending_numbers.is_none_or(|list| u32::from(list) < lists), "no such list")?;
    require(layout.dice <= layout.track_progress, "no such dice")?;
    require(layout.track_progress <= layout.words, "no such track")?;
    require(layout.standings().end <= words, "the match is outside of the state")?;
    require(layout.standing.is_some() == program.instance.is_some(), "no such match")?;
    for progress in &program.track_progress {
        let entries = usize::from(layout.components) * usize::from(progress.length);
        let end = layout.track_progress as usize + (progress.first as usize + entries).div_ceil(4);
        require(end <= words, "a track is outside of the state")?;
        let places = (0..progress.places.len()).flat_map(|site| progress.places.of(site as i32));
        require(places.into_iter().all(|&place| place < progress.length), "no such place")?;
    }
    if !program.dice.is_empty() {
        require(layout.die(program.dice.len()) <= words, "no such die")?;
    }
    let mut throws = 1u64;
    for die in &program.dice {
        require(die.site < layout.sites && die.what < layout.components, "no such die")?;
        require(!die.faces.is_empty(), "a die without faces")?;
        throws = throws.checked_mul(die.faces.len() as u64).ok_or("too many ways dice can fall")?;
    }
    Ok(())
}

/// Whether all that stacks have is inside of the state.
fn stacks_fit(stacks: &Stacks, layout: &Layout) -> Result<(), &'static str> {
    let sites = usize::from(layout.sites);
    let levels = sites * usize::from(stacks.levels);
    require(stacks.levels > 0, "stacks without levels")?;
    let last = usize::from(stacks.within) + usize::from(layout.components) - 1;
    require(last <= usize::from(layout.sets), "no such set")?;
    let planes = [
        (Some(stacks.height), sites),
        (stacks.leaving, sites),
        (Some(stacks.what), levels),
        (stacks.state, levels),
        (stacks.rotation, levels),
        (stacks.value, levels),
    ];
    for (plane, entries) in planes {
        let Some(plane) = plane else { continue };
        plane_fits(plane, entries, layout)?;
    }
    let pairs = [
        (stacks.state, layout.state),
        (stacks.rotation, layout.rotation),
        (stacks.value, layout.value),
    ];
    let same = pairs.iter().all(|(levels, top)| levels.is_some() == top.is_some());
    require(same, "levels have other data than the top")?;
    let alone = layout.count.is_none() && layout.who.is_none();
    require(alone, "stacks of numbers of pieces")
}

/// Whether an instruction that is only for some games stands in one of them.
fn has_what_it_needs(op: &Op, program: &Program) -> Result<(), &'static str> {
    let layout = &program.layout;
    let met = |attribute: Attribute, there: bool| there || !op.is(attribute);
    require(met(Attribute::Stacks, layout.stacks.is_some()), "there are no stacks")?;
    require(met(Attribute::Match, layout.standing.is_some()), "it is no match")?;
    require(met(Attribute::Puzzle, layout.puzzle.is_some()), "it is no puzzle")
}

/// Whether a plane is inside of the state.
fn plane_fits(plane: Plane, entries: usize, layout: &Layout) -> Result<(), &'static str> {
    require((3..=5).contains(&plane.bits), "no such width of entries")?;
    let end = plane.offset as usize + Plane::words(plane.bits, entries);
    require(end <= layout.words as usize, "a plane is outside of the state")
}

/// Whether tables hold only what is there.
fn tables(program: &Program) -> Result<(), &'static str> {
    let layout = &program.layout;
    let width = usize::from(layout.width);
    let are_sets = |words: &[u64]| {
        let beyond = |set: &[u64]| {
            let bit = |bit: usize| set[bit / 64] >> (bit % 64) & 1 != 0;
            (usize::from(layout.sites)..64 * width).any(bit)
        };
        words.len().is_multiple_of(width) && !words.chunks_exact(width).any(beyond)
    };
    require(are_sets(&program.sets), "a set has sites that are not there")?;
    require(program.fixed_sets() > Program::BOARD, "too few sets")?;
    require(
        program.reaches.iter().all(|sets| are_sets(sets)),
        "a set has sites that are not there",
    )?;
    let shifts = program.shifts.iter().flatten();
    require(
        shifts.into_iter().all(|shift| shift.from.len() == width && are_sets(&shift.from)),
        "a shift has sites that are not there",
    )?;
    let are_sites = |sites: &[u16]| sites.iter().all(|&site| site < layout.sites);
    let steps = |lists: &Lists| {
        (0..lists.len()).all(|index| are_sites(lists.of(index as i32)))
            && (lists.masks().is_empty() || lists.masks().len() == width * lists.len())
    };
    let rays = |table: &RayTable| {
        let all = (0..table.len() as i32).flat_map(|site| table.of(site));
        all.into_iter().all(|ray| are_sites(table.ray(ray)))
    };
    require(are_ways(&program.steps, program, steps), "steps lead nowhere")?;
    require(are_ways(&program.rays, program, rays), "rays lead nowhere")?;
    let least = Reg::NAMED + program.constants.len();
    require(usize::from(program.registers) >= least, "too few registers")?;
    require(program.set_registers > 0, "too few registers for sets")?;
    for shape in program.components.iter().filter_map(|component| component.shape) {
        shape.sites.check(program, 0)?;
        if let Some(domino) = shape.domino {
            domino.halves[0].check(program, 0)?;
            domino.halves[1].check(program, 0)?;
            domino.beside.check(program, 0)?;
        }
        require(program.facts.large && layout.state.is_some(), "no room for large pieces")?;
    }
    for constraint in &program.constraints {
        constraint.sites.check(program, 0)?;
        let known = matches!(constraint.sites.kept(), Kept::Fixed(_));
        require(known && layout.puzzle.is_some(), "demands of something else than a puzzle")?;
        if let ConstraintRule::Apart { around: Some(site), .. } = constraint.rule {
            require(site < layout.sites, "no such site")?;
        }
    }
    let owner = |owner: u8| owner <= layout.players + 1;
    require(program.components.iter().all(|component| owner(component.owner)), "no such player")
}

/// Whether there is a variant of each table for every direction that a piece may face.
fn are_ways<T>(tables: &[Ways<T>], program: &Program, holds: impl Fn(&T) -> bool) -> bool {
    tables.iter().all(|ways| {
        let least = if matches!(ways.by, By::Facing(_)) { program.turns.len().max(1) } else { 1 };
        ways.variants.len() >= least && ways.variants.iter().all(&holds)
    })
}

/// Whether the numbers in an instruction, which mean something only to it, are in order.
fn numbers(op: &Op, program: &Program) -> Result<(), &'static str> {
    let below = |number: Imm, limit: usize| {
        require(usize::try_from(number.0).is_ok_and(|number| number < limit), "no such number")
    };
    match *op {
        Op::VarAt { first, count, .. } => {
            let end = first.0.checked_add(count.0).filter(|_| first.0 >= 0 && count.0 >= 0);
            let known = end.is_some_and(|end| end <= i32::from(program.facts.vars));
            require(known, "no such variables")
        }
        Op::Satisfy { first, count, .. } | Op::IsSolved { first, count, .. } => {
            below(first, program.constraints.len() + 1)?;
            below(count, program.constraints.len() - first.0 as usize + 1)
        }
        Op::Dice { number, .. } => {
            require(!program.dice.is_empty(), "no dice")?;
            below(number, DiceNumber::COUNT + program.dice.len())
        }
        Op::Roll { .. } => require(!program.dice.is_empty(), "no dice"),
        Op::Locate { first, count, .. } | Op::OnLayer { first, count, .. } => {
            let sites = usize::from(program.layout.sites) + 1;
            below(first, sites)?;
            below(count, sites - first.0 as usize)
        }
        Op::IsForest { ends, vertices, .. }
        | Op::IsCaterpillar { ends, vertices, .. }
        | Op::IsRegular { ends, vertices, .. }
        | Op::IsTreeCentre { ends, vertices, .. }
        | Op::IsPath { ends, vertices, .. } => {
            below(vertices, usize::from(u16::MAX))?;
            let is_vertex = |end: &i32| (0..vertices.0).contains(end);
            require(program.numbers[ends.index()].iter().all(is_vertex), "no such vertex")
        }
        Op::Sweep { rays, .. }
        | Op::Swept { rays, .. }
        | Op::TurnOver { rays, .. }
        | Op::LineOf { lines: rays, .. } => {
            let mut tables = program.rays[rays.index()].variants.iter();
            require(
                tables.all(|table| has_masks(table, program)),
                "rays that are not there as sets",
            )
        }
        Op::HopAll { shifts, .. } => {
            require(program.shifts[shifts.index()].len().is_multiple_of(2), "half a hop")
        }
        Op::SidesMatch { turn, .. } => require(turn.0 > 0, "no way to turn"),
        _ => Ok(()),
    }
}

/// Whether the rules begin somewhere, and moves do what there is.
fn entries(program: &Program) -> Result<(), &'static str> {
    require(!program.phases.is_empty(), "no phase")?;
    require(program.recipes.len() > Program::SWAP.index(), "no recipe for passing or swapping")?;
    let mut entries = vec![program.start];
    entries.extend(program.end);
    entries.extend_from_slice(&program.ends);
    let players = usize::from(program.layout.players);
    require([0, players].contains(&program.ends.len()), "end rules for other players")?;
    if let Some(instance) = program.instance {
        entries.extend([Some(instance.end), instance.result, instance.next].into_iter().flatten());
        instance.go_on.check(program, 0)?;
    }
    for phase in &program.phases {
        entries.push(phase.play);
        entries.extend_from_slice(&phase.plays);
        require([0, players].contains(&phase.plays.len()), "rules for other players")?;
        entries.extend(phase.end.iter().chain(&phase.next));
    }
    for recipe in &program.recipes {
        entries.extend(recipe.prior.iter().map(|prior| prior.block).chain(recipe.then.clone()));
        for effect in recipe.before.iter().chain(&recipe.after) {
            entries.push(effect.block);
            match effect.over {
                Over::Once | Over::Occupied | Over::Rehearsed => {}
                Over::Line(rays)
                | Over::Cleared(rays)
                | Over::Trail(rays)
                | Over::LineEnd(rays) => {
                    rays.check(program, 0)?;
                }
                Over::Pair(block) => entries.push(block),
            }
        }
        if let Some(zone) = recipe.zone {
            zone.table.check(program, 0)?;
            let scalars = zone.by.is_none_or(|by| usize::from(by) < Scalar::COUNT);
            require(scalars, "no such number of the state")?;
        }
        if let Changes::Enclosed(steps) = recipe.changes {
            steps.check(program, 0)?;
        }
        let layers = program.layout.layers.len();
        require(recipe.layers.iter().all(|&layer| usize::from(layer) <= layers), "no such layer")?;
        entries.extend(recipe.deferred_test.map(|deferred| deferred.test));
        recipe.unfolded.check(program, 0)?;
        recipe.hurdle.check(program, 0)?;
        let prior = recipe.prior.iter().flat_map(|prior| &prior.captures);
        for capture in recipe.captures.iter().chain(prior) {
            capture.register.check(program, 0)?;
            require(capture.payload < 4, "a move has four lanes")?;
        }
    }
    entries.into_iter().try_for_each(|block| block.check(program, 0))?;
    let is_top = |op: &Op| matches!(op, Op::IfAfterwards { top: Nesting::Top, .. });
    let holds_top = |&(first, length): &(u32, u32)| {
        program.code[first as usize..(first + length) as usize].iter().any(is_top)
    };
    let tops = program.blocks.iter().enumerate().filter(|(_, block)| holds_top(block));
    let is_play = |number| {
        let mut plays =
            program.phases.iter().flat_map(|phase| phase.plays.iter().chain([&phase.play]));
        plays.any(|play| play.index() == number)
    };
    require(tops.into_iter().all(|(number, _)| is_play(number)), "it is not in a play rule")?;
    let allowed = |phase| plan::is_allowed(program, phase);
    require(program.phases.iter().all(allowed), "a plan that the rules do not allow")?;
    let end_triggers = program.end_triggers.len();
    let players = usize::from(program.layout.players);
    let fits = end_triggers == 0 || end_triggers == players && plan::may_ask(program);
    require(fits, "alarms of another game")?;
    require(plan::may_enclose(program), "groups of another game")?;
    program.end_triggers.iter().try_for_each(|block| block.check(program, 0))?;
    let attacks = program.attacks.iter().flatten().flatten();
    attacks.into_iter().try_for_each(|attacks| attacks_fit(attacks, program))?;
    program.facts.falling.check(program, 0)?;
    program.facts.pinning.check(program, 0)?;
    program.facts.barred.check(program, 0)?;
    let prior = program.recipes.iter().any(|recipe| !recipe.prior.is_empty());
    if prior || program.code.iter().any(|op| op.is(Attribute::Apart)) {
        for (number, &action) in Action::ALL.iter().enumerate() {
            let recipe = program.recipes.get(Program::PLAIN.index() + number);
            let is_plain = recipe.is_some_and(|recipe| *recipe == RecipeData::plain(action));
            require(is_plain, "no recipes for single actions")?;
        }
    }
    Ok(())
}

/// Whether the rays of a table are there as sets.
fn has_masks(table: &RayTable, program: &Program) -> bool {
    let rays = (0..table.len() as i32).map(|site| table.of(site).len()).sum::<usize>();
    table.masks().len() == rays * usize::from(program.layout.width)
}

/// Whether tables of attacks are about what there is.
fn attacks_fit(attacks: &AttackTable, program: &Program) -> Result<(), &'static str> {
    let layout = &program.layout;
    let for_each_site = |reach: Reach| {
        reach.check(program, 0)?;
        let words = usize::from(layout.sites) * usize::from(layout.width);
        require(program.reaches[reach.index()].len() == words, "too few sets for the sites")
    };
    for along in &attacks.along {
        along.lines.check(program, 0)?;
        let mut tables = program.rays[along.lines.index()].variants.iter();
        let fits = |table: &RayTable| table.masks().is_empty() || has_masks(table, program);
        require(tables.all(fits), "lines that are sets of another width")?;
    }
    let along = attacks.along.iter().map(|along| &along.near);
    let perhaps = attacks.perhaps.iter().map(|perhaps| &perhaps.near);
    for near in attacks.near.iter().chain(perhaps).chain(along) {
        for_each_site(near.before)?;
        require((1..layout.components).contains(&near.what), "no such component")?;
    }
    for rule in attacks.perhaps.iter().filter_map(|perhaps| perhaps.rule) {
        rule.check(program, 0)?;
    }
    attacks.open.check(program, 0)?;
    require(matches!(attacks.open.kept(), Kept::Fixed(_)), "sites that are not known")?;
    for_each_site(attacks.lines)
}

/// What every program has.
impl Program {
    /// The recipe of a pass; every program has it.
    pub const PASS: Recipe = Recipe(0);
    /// The recipe of a swap; every program has it.
    pub const SWAP: Recipe = Recipe(1);
    /// The first of the recipes that do nothing but an action, one for each; only programs that take
    /// moves apart have them.
    pub const PLAIN: Recipe = Recipe(2);
    /// The fixed set of all sites of all containers.
    pub const ALL_SITES: usize = 0;
    /// The fixed set of the sites of the board.
    pub const BOARD: usize = 1;
}
