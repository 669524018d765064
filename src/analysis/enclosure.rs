//! Recognises enclosure games: moves place a piece and capture what it encloses, and do nothing else.
//!
//! ```text
//! (do (move Add (to (sites Empty)) (then (enclose …))) ifAfterwards:(> (count Liberties) 0))
//! ```
//!
//! alone or beside a pass, the consequence inside or behind the test or missing, or only the addition where
//! no position may come again. Groups then only grow until they are taken as a whole, so a playout keeps
//! them from move to move and tells by the groups beside a site what a piece there does
//! (`vm/fast_path/enclosure.rs`). That holds if groups are the same for both players and by both rules: there are two
//! players with one kind of piece each, and pieces are connected by the same steps where they are taken as
//! where their liberties are counted.

use super::end_triggers::{end_triggers_of, has_one_piece};
use super::placing::{Adding, adds, asks_for_liberty, is_choice, leads_back};
use super::simple_turn::keeps_little;
use crate::bytecode::{Action, Block, Enclosure, Nesting, Op, Phase, Room, Steps, only_encloses};
use crate::check::PlanKind;
use crate::ir::Ir;

/// What is known of the moves, if the game is of this form.
pub(crate) fn enclosure(ir: &Ir) -> Option<Enclosure> {
    let [phase] = &ir.phases[..] else { return None };
    let players = 1..=ir.players();
    let fits = only_encloses(&ir.layout, &ir.facts, phase.plan)
        && keeps_little(ir)
        && ir.traits.sites == ir.traits.board
        && !ir.traits.large_pieces
        && players.clone().all(|player| has_one_piece(ir, player))
        && ir.components.iter().all(|piece| i32::from(piece.owner) <= ir.players());
    if !fits {
        return None;
    }
    let (adding, room, free) = adds_where(ir, phase)?;
    let steps = free.or(adding.caught)?;
    let same = lead_alike(ir, adding.caught.unwrap_or(steps), steps);
    let takes = adding.caught.is_some();
    let ends: Vec<Block> = phase.end.into_iter().chain(ir.end).collect();
    let asks_nothing = |mover| {
        end_triggers_of(ir, &ends, mover).is_some_and(|end_triggers| end_triggers.is_empty())
    };
    let quiet = players.into_iter().all(asks_nothing);
    let points = if takes { adding.points } else { Some(0) };
    (same && leads_back(ir, steps)).then_some(Enclosure { steps, room, takes, points, quiet })
}

/// What the moves of a phase add, and where.
fn adds_where(ir: &Ir, phase: &Phase) -> Option<(Adding, Room, Option<Steps>)> {
    match (phase.plan, ir.emitter.written(phase.play)) {
        (
            PlanKind::Filter,
            &[Op::IfAfterwards { body, test, outer, top, .. }, ref rest @ .., Op::End {}],
        ) => {
            let is_pass = |op: &Op| match *op {
                Op::Push { recipe, .. } => is_choice(ir, recipe, Action::Pass),
                _ => false,
            };
            let adding = adds(ir, body)?;
            let free = asks_for_liberty(ir, test)?;
            let sees_taking = outer.0 == 0 && adding.caught.is_some();
            let room = if sees_taking { Room::FreeOrTaking } else { Room::Free };
            let fits = top == Nesting::Top && rest.iter().all(is_pass);
            fits.then_some((adding, room, Some(free)))
        }
        (PlanKind::NoRepetition, _) => {
            let adding = adds(ir, phase.play)?;
            Some((adding, Room::Anywhere, None))
        }
        _ => None,
    }
}

/// Whether two tables of steps, both with one variant, lead to the same other sites, to each of them
/// once.
fn lead_alike(ir: &Ir, one: Steps, other: Steps) -> bool {
    let tables = [one, other].map(|steps| &ir.tables.steps[steps.index()].variants[..]);
    let [[one], [other]] = tables else { return false };
    one.len() == other.len()
        && (0..one.len() as i32).all(|site| {
            let [one, other] = [one.of(site), other.of(site)];
            let once = |(index, to): (usize, &u16)| {
                i32::from(*to) != site && !one[..index].contains(to) && other.contains(to)
            };
            one.len() == other.len() && one.iter().enumerate().all(once)
        })
}
