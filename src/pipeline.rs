//! From checked rules to a program: the stages and passes in their order.
//!
//! Comes in: [`Rules`]. Goes out: a [`Program`], or diagnostics.
//! Guaranteed: a program does what the rules say, or there is none.

use crate::analysis;
use crate::bytecode::{Facts, Layout, Program};
use crate::check::Rules;
use crate::diagnostic::Diagnostics;
use crate::ir::{Full, Ir};
use crate::lower::{self, Part};
use crate::optimise;

/// Makes a program of the rules of a game.
pub fn program(rules: &Rules) -> Result<Program, Diagnostics> {
    made(rules, None, false)
}

/// The same, but moves that come from different places in the text have different recipes.
pub(crate) fn program_apart(rules: &Rules) -> Result<Program, Diagnostics> {
    made(rules, None, true)
}

/// Makes a program of a match from its rules and those of its games.
pub(crate) fn match_program(rules: &Rules, games: &[&Rules]) -> Result<Program, Diagnostics> {
    let mut subgames = Vec::new();
    for (subgame, game) in lower::subgames(rules).zip(games) {
        subgames.push(made(game, Some(Part::of(rules, subgame, game)?), false)?);
    }
    let layout = Layout { players: rules.facts.players as u8, ..Layout::default() };
    let name = rules.game.name().to_owned();
    Ok(Program { name, layout, subgames, ..Program::default() })
}

fn made(rules: &Rules, part: Option<Part<'_>>, apart: bool) -> Result<Program, Diagnostics> {
    let mut ir = lower::lower(rules, part, apart)?;
    fits(&ir).map_err(|full| lower::too_large(rules, full))?;
    // Facts are about the code for any player: patterns are matched before it is specialized.
    state_facts(&mut ir);
    optimise::specialise(&mut ir);
    // Blocks are inlined once nothing is asked of single blocks any more; peephole cleans up behind it.
    optimise::inline(&mut ir.emitter);
    optimise::peephole(&mut ir.emitter);
    fits(&ir).map_err(|full| lower::too_large(rules, full))?;
    // Only now are conditions part of jumps.
    optimise::find_zones(&mut ir);
    Ok(ir.into_program(|node| lower::place_of(rules, rules.game.with_id(node))))
}

/// States what holds for the whole game, each fact after those that it rests on.
fn state_facts(ir: &mut Ir) {
    for (phase, plan) in analysis::plans(ir).into_iter().enumerate() {
        ir.phases[phase].plan = plan;
    }
    let stalemates = analysis::asks_stalemates(ir);
    let listing_shows = analysis::listing_shows(ir, stalemates);
    let single = ir.phases.len() == 1 && !listing_shows;
    let simple_turns = single && analysis::has_simple_turns(ir);
    let only_grows = analysis::only_grows(ir);
    let facts = std::mem::take(&mut ir.facts);
    ir.facts = Facts { only_grows, simple_turns, stalemates, listing_shows, ..facts };
    ir.facts.steady_next_player = analysis::has_steady_next_player(ir);
    ir.finished.attacks = analysis::attacks_of_phases(ir);
    ir.finished.end_triggers = analysis::end_triggers(ir);
    ir.finished.enclosure = analysis::enclosure(ir);
}

/// Whether there are numbers for all that was written.
fn fits(ir: &Ir) -> Result<(), Full> {
    let full = ir.emitter.full().or_else(|| ir.emitter.too_long());
    match full {
        Some(full) => Err(full),
        None if ir.fits() => Ok(()),
        None => Err(Full(None)),
    }
}
