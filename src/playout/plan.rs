//! Which plan is followed in which phase.

use super::{add_to_empty, filter, no_repetition, standard};
use crate::bytecode::{Facts, Phase};
use crate::check::PlanKind;
use crate::vm::{Deferral, Game, Machine, Move, State};

/// The plans that may be followed. In a phase whose plan is not among them, or that has none but the
/// standard plan, the standard plan is followed. Whichever they are, each legal move is as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch by itself")]
pub struct Plans {
    /// See [`PlanKind::AddToEmpty`].
    pub add_to_empty: bool,
    /// See [`PlanKind::Filter`]. It tests repetitions as well.
    pub filter: bool,
    /// See [`PlanKind::NoRepetition`].
    pub no_repetition: bool,
    /// Whether moves are made without carrying out the rules as long as these can do nothing but add
    /// pieces: to fill sites or to enclose others, where the plan of the phase allows it, or on stacks.
    pub at_once: bool,
}

impl Default for Plans {
    fn default() -> Self {
        Self::ALL
    }
}

impl Plans {
    /// All of them: each phase is played as fast as its rules allow.
    pub const ALL: Self =
        Self { add_to_empty: true, filter: true, no_repetition: true, at_once: true };

    /// None but the standard plan: whatever the rules are, they tell the legal moves and carry out each.
    pub const STANDARD: Self =
        Self { add_to_empty: false, filter: false, no_repetition: false, at_once: false };

    /// One, and the standard plan where its rules do not allow that.
    pub fn only(playout: PlanKind) -> Self {
        Self {
            add_to_empty: playout == PlanKind::AddToEmpty,
            filter: playout == PlanKind::Filter,
            no_repetition: playout == PlanKind::NoRepetition,
            at_once: playout != PlanKind::Standard,
        }
    }

    /// The plans that are followed in the phases of a game, in their order.
    pub fn of(self, game: &Game) -> Vec<PlanKind> {
        let program = game.program();
        program.phases.iter().map(|phase| self.in_phase(phase, &program.facts)).collect()
    }

    /// What is followed in a game, in a word: the plans of its phases but for the standard plan, with a
    /// plus between them if they are several.
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
            // A filter that is switched off leaves the rule about repetitions.
            PlanKind::Filter if self.no_repetition && facts.no_repeat.is_some() => {
                PlanKind::NoRepetition
            }
            PlanKind::NoRepetition if self.no_repetition => PlanKind::NoRepetition,
            _ => PlanKind::Standard,
        }
    }

    /// The plan that is followed in the phase of the mover.
    #[inline]
    pub(super) fn now<const W: usize>(self, machine: &Machine<'_, W>) -> PlanKind {
        let (phase, facts) = machine.phase();
        self.in_phase(phase, facts)
    }

    /// Draws a move: `draw` gives a number below the one it is asked for.
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

    /// Which tests of moves are deferred until one is chosen, by the plan for a state.
    pub(super) fn deferral(self, state: &State) -> Deferral {
        let program = state.game().program();
        let phase = program.phases.get(state.phase(state.mover()));
        match phase.map(|phase| self.in_phase(phase, &program.facts)) {
            // A list of moves serves no longer than the other lists.
            None | Some(PlanKind::Standard | PlanKind::AddToEmpty) => Deferral::Nothing,
            Some(PlanKind::Filter) => Deferral::All,
            Some(PlanKind::NoRepetition) => Deferral::Meta,
        }
    }
}
