//! Selection of the plan of each phase.

use super::{add_to_empty, filter, no_repetition, standard};
use crate::bytecode::{Facts, Phase};
use crate::check::PlanKind;
use crate::vm::{Deferral, Game, Machine, Move, State};

/// The set of enabled plans. A phase whose plan is not enabled uses the standard plan. The distribution of moves
/// does not depend on the plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch by itself")]
pub struct Plans {
    /// See [`PlanKind::AddToEmpty`].
    pub add_to_empty: bool,
    /// See [`PlanKind::Filter`]. It tests repetition as well.
    pub filter: bool,
    /// See [`PlanKind::NoRepetition`].
    pub no_repetition: bool,
    /// Whether games that only add pieces are played without evaluating the rules: placement, enclosure and
    /// stacking, where the plan of the phase allows it.
    pub at_once: bool,
}

impl Default for Plans {
    fn default() -> Self {
        Self::ALL
    }
}

impl Plans {
    /// All plans: each phase is played as fast as its rules allow.
    pub const ALL: Self =
        Self { add_to_empty: true, filter: true, no_repetition: true, at_once: true };

    /// Only the standard plan: all legal moves are generated, and every rule is evaluated.
    pub const STANDARD: Self =
        Self { add_to_empty: false, filter: false, no_repetition: false, at_once: false };

    /// One plan, and the standard plan where the rules do not allow it.
    pub fn only(playout: PlanKind) -> Self {
        Self {
            add_to_empty: playout == PlanKind::AddToEmpty,
            filter: playout == PlanKind::Filter,
            no_repetition: playout == PlanKind::NoRepetition,
            at_once: playout != PlanKind::Standard,
        }
    }

    /// The plans used in the phases of a game, in order.
    pub fn of(self, game: &Game) -> Vec<PlanKind> {
        let program = game.program();
        program.phases.iter().map(|phase| self.in_phase(phase, &program.facts)).collect()
    }

    /// The plans of a game as text: those of its phases except the standard plan, separated by plus signs.
    pub fn name(self, game: &Game) -> String {
        let found = self.of(game);
        let special = [PlanKind::AddToEmpty, PlanKind::Filter, PlanKind::NoRepetition];
        let names = special.iter().filter(|plan| found.contains(plan)).map(|plan| plan.name());
        let names: Vec<&str> = names.collect();
        if names.is_empty() { PlanKind::Standard.name().to_owned() } else { names.join("+") }
    }

    #[inline]
    fn in_phase(self, phase: &Phase, facts: &Facts) -> PlanKind {
        match phase.plan {
            PlanKind::AddToEmpty if self.add_to_empty => PlanKind::AddToEmpty,
            PlanKind::Filter if self.filter => PlanKind::Filter,
            // If the filter is disabled, the ban on repetition can still be deferred.
            PlanKind::Filter if self.no_repetition && facts.no_repeat.is_some() => {
                PlanKind::NoRepetition
            }
            PlanKind::NoRepetition if self.no_repetition => PlanKind::NoRepetition,
            _ => PlanKind::Standard,
        }
    }

    /// The plan of the mover's phase.
    #[inline]
    pub(super) fn now<const W: usize>(self, machine: &Machine<'_, W>) -> PlanKind {
        let (phase, facts) = machine.phase();
        self.in_phase(phase, facts)
    }

    /// Draws a move: `draw` returns a random number below its argument.
    #[inline]
    pub(super) fn draw<const W: usize>(
        self,
        machine: &mut Machine<'_, W>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Move {
        let plan = self.now(machine);
        if plan != PlanKind::AddToEmpty {
            machine.drop_empties();
        }
        match plan {
            PlanKind::Standard => standard::draw(machine, draw),
            PlanKind::AddToEmpty => add_to_empty::draw(machine, draw),
            PlanKind::Filter => filter::draw(machine, draw),
            PlanKind::NoRepetition => no_repetition::draw(machine, draw),
        }
    }

    /// The tests that the plan of a state defers until a move is drawn.
    pub(super) fn deferral(self, state: &State) -> Deferral {
        let program = state.game().program();
        let phase = program.phases.get(state.phase(state.mover()));
        match phase.map(|phase| self.in_phase(phase, &program.facts)) {
            // The move list is invalidated together with the other lists.
            None | Some(PlanKind::Standard | PlanKind::AddToEmpty) => Deferral::Nothing,
            Some(PlanKind::Filter) => Deferral::All,
            Some(PlanKind::NoRepetition) => Deferral::Meta,
        }
    }
}
