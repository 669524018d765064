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

use super::liberties::Adding;
use crate::bytecode::{
    Action, Block, Enclosure, Facts, Nesting, Op, Phase, Room, Steps, only_encloses,
};
use crate::check::PlanKind;
use crate::lower::Lowering;

impl Lowering<'_> {
    /// What is known of the moves, if the game is of this form.
    pub(in crate::lower) fn enclosure(
        &self,
        phases: &[Phase],
        end: Option<Block>,
        facts: &Facts,
    ) -> Option<Enclosure> {
        let [phase] = phases else { return None };
        let players = 1..=self.players();
        let fits = only_encloses(&self.layout, facts, phase.plan)
            && self.keeps_little(facts)
            && self.all_sites() == self.board_sites()
            && !self.rules.facts.large_pieces
            && players.clone().all(|player| self.has_one_piece(player))
            && self.components.iter().all(|piece| i32::from(piece.owner) <= self.players());
        if !fits {
            return None;
        }
        let (adding, room, free) = self.adds_where(phase)?;
        let steps = free.or(adding.caught)?;
        let same = self.lead_alike(adding.caught.unwrap_or(steps), steps);
        let takes = adding.caught.is_some();
        let ends: Vec<Block> = phase.end.into_iter().chain(end).collect();
        let asks_nothing = |mover| {
            self.end_triggers_of(&ends, mover).is_some_and(|end_triggers| end_triggers.is_empty())
        };
        let quiet = players.into_iter().all(asks_nothing);
        let points = if takes { adding.points } else { Some(0) };
        (same && self.leads_back(steps)).then_some(Enclosure { steps, room, takes, points, quiet })
    }

    /// What the moves of a phase add, and where.
    fn adds_where(&self, phase: &Phase) -> Option<(Adding, Room, Option<Steps>)> {
        match (phase.plan, self.emitter.written(phase.play)) {
            (
                PlanKind::Filter,
                &[Op::IfAfterwards { body, test, outer, top, .. }, ref rest @ .., Op::End {}],
            ) => {
                let is_pass = |op: &Op| match *op {
                    Op::Push { recipe, .. } => self.is_choice(recipe, Action::Pass),
                    _ => false,
                };
                let adding = self.adds(body)?;
                let free = self.asks_for_liberty(test)?;
                let sees_taking = outer.0 == 0 && adding.caught.is_some();
                let room = if sees_taking { Room::FreeOrTaking } else { Room::Free };
                let fits = top == Nesting::Top && rest.iter().all(is_pass);
                fits.then_some((adding, room, Some(free)))
            }
            (PlanKind::NoRepetition, _) => {
                let adding = self.adds(phase.play)?;
                Some((adding, Room::Anywhere, None))
            }
            _ => None,
        }
    }

    /// Whether two tables of steps, both with one variant, lead to the same other sites, to each of them
    /// once.
    fn lead_alike(&self, one: Steps, other: Steps) -> bool {
        let tables = [one, other].map(|steps| &self.tables.steps[steps.index()].variants[..]);
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
}
