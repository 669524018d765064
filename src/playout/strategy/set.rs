//! Sets of enabled strategies.

use std::fmt;

use super::{Strategy, phases};
use crate::bytecode::{Phase, Program};
use crate::playout::PlanKind;
use crate::vm::{Deferral, Game, State};

/// A set of enabled strategies. It always contains the standard strategy.
///
/// ```
/// use ludc::playout::{Strategies, Strategy};
/// use ludc::{Options, compile, games};
///
/// let hex = compile(games::find("hex").unwrap().source(), &Options::default())?;
/// let names = |strategies: Strategies| -> Vec<&str> {
///     strategies.in_use(&hex).map(Strategy::name).collect()
/// };
/// assert_eq!(names(Strategies::ALL)[..2], ["placement", "add-to-empty"]);
/// assert_eq!(names(Strategies::STANDARD), ["standard"]);
/// let without = Strategies::ALL.without(Strategy::Placement);
/// assert_eq!(names(without)[0], "add-to-empty");
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strategies(u16);

impl Default for Strategies {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for Strategies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Strategy::name)).finish()
    }
}

impl Strategies {
    /// All strategies: each game is played as fast as its rules allow.
    pub const ALL: Self = Self((1 << Strategy::ALL.len()) - 1);

    /// Only the standard strategy: all legal moves are generated, and every rule is evaluated.
    pub const STANDARD: Self = Self(1 << Strategy::Standard as u16);

    /// One strategy, and the standard strategy where that declines.
    #[must_use]
    pub const fn only(strategy: Strategy) -> Self {
        Self::STANDARD.with(strategy)
    }

    /// Adds a strategy.
    #[must_use]
    pub const fn with(self, strategy: Strategy) -> Self {
        Self(self.0 | 1 << strategy as u16)
    }

    /// Removes a strategy, except the standard strategy.
    #[must_use]
    pub const fn without(self, strategy: Strategy) -> Self {
        Self(self.0 & !(1 << strategy as u16) | Self::STANDARD.0)
    }

    /// Whether a strategy is enabled.
    #[inline]
    pub const fn contains(self, strategy: Strategy) -> bool {
        self.0 & 1 << strategy as u16 != 0
    }

    /// The enabled strategies, in the order in which they are tried.
    pub fn iter(self) -> impl Iterator<Item = Strategy> {
        Strategy::ALL.into_iter().filter(move |&strategy| self.contains(strategy))
    }

    /// The strategies used by playouts of a game, in the order in which they are tried.
    pub fn in_use(self, game: &Game) -> impl Iterator<Item = Strategy> {
        let mut used = 0;
        for (program, phase) in phases(game) {
            // A strategy that draws single moves never declines, so later ones are not tried.
            let last = self.drawing_in(program, phase);
            for strategy in self.iter() {
                let is_reached = strategy <= last || strategy.keeps();
                if is_reached && strategy.accepts_phase(program, phase).is_ok() {
                    used |= 1 << strategy as u16;
                }
            }
        }
        Self(used).iter()
    }

    /// The strategies used by playouts of a game that can be disabled.
    pub fn switches(self, game: &Game) -> impl Iterator<Item = Strategy> {
        self.in_use(game).filter(|strategy| *strategy != Strategy::Standard)
    }

    /// The plans that draw single moves in the phases of a game, in order.
    pub fn plans(self, game: &Game) -> Vec<PlanKind> {
        let drawing =
            phases(game).filter_map(|(program, phase)| self.drawing_in(program, phase).plan());
        drawing.collect()
    }

    /// The plans of a game as text: those of its phases except the standard plan, separated by plus signs.
    pub fn plan_name(self, game: &Game) -> String {
        let plans = self.plans(game);
        let special = self.iter().filter_map(|strategy| strategy.plan().map(PlanKind::name));
        let standard = PlanKind::Standard.name();
        let found = special
            .filter(|name| *name != standard && plans.iter().any(|plan| plan.name() == *name));
        let names: Vec<&str> = found.collect();
        if names.is_empty() { standard.to_owned() } else { names.join("+") }
    }

    /// The first strategy that draws moves in a phase.
    fn drawing_in(self, program: &Program, phase: &Phase) -> Strategy {
        let draws = |strategy: &Strategy| {
            strategy.plan().is_some() && strategy.accepts_phase(program, phase).is_ok()
        };
        self.iter().find(draws).unwrap_or(Strategy::Standard)
    }

    /// The tests that are deferred in a state until a move is drawn.
    pub(in crate::playout) fn deferral(self, state: &State) -> Deferral {
        let program = state.game().program();
        let phase = program.phases.get(state.phase(state.mover()));
        // The move list is invalidated together with the other lists.
        phase.map_or(Deferral::Nothing, |phase| self.drawing_in(program, phase).deferral())
    }
}
