//! Which strategies are switched on, and what that means for a game.

use std::fmt;

use super::{Strategy, phases};
use crate::bytecode::{Phase, Program};
use crate::playout::PlanKind;
use crate::vm::{Deferral, Game, State};

/// The strategies that playouts may use. The standard strategy is always among them.
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
    /// All of them: each game is played as fast as its rules allow.
    pub const ALL: Self = Self((1 << Strategy::ALL.len()) - 1);

    /// None but the standard strategy: whatever the rules are, they tell the legal moves and carry out each.
    pub const STANDARD: Self = Self(1 << Strategy::Standard as u16);

    /// One, and the standard strategy where that declines.
    #[must_use]
    pub const fn only(strategy: Strategy) -> Self {
        Self::STANDARD.with(strategy)
    }

    /// These and another one.
    #[must_use]
    pub const fn with(self, strategy: Strategy) -> Self {
        Self(self.0 | 1 << strategy as u16)
    }

    /// These but for one. The standard strategy stays.
    #[must_use]
    pub const fn without(self, strategy: Strategy) -> Self {
        Self(self.0 & !(1 << strategy as u16) | Self::STANDARD.0)
    }

    /// Whether one is switched on.
    #[inline]
    pub const fn contains(self, strategy: Strategy) -> bool {
        self.0 & 1 << strategy as u16 != 0
    }

    /// Those that are switched on, in the order in which they are tried.
    pub fn iter(self) -> impl Iterator<Item = Strategy> {
        Strategy::ALL.into_iter().filter(move |&strategy| self.contains(strategy))
    }

    /// Those that playouts of a game use, in the order in which they are tried.
    pub fn in_use(self, game: &Game) -> impl Iterator<Item = Strategy> {
        let mut used = 0;
        for (program, phase) in phases(game) {
            // Nothing is tried after one that draws a move whenever it is asked.
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

    /// Those that playouts of a game use and that can be switched off.
    pub fn switches(self, game: &Game) -> impl Iterator<Item = Strategy> {
        self.in_use(game).filter(|strategy| *strategy != Strategy::Standard)
    }

    /// The plans that single moves are drawn by in the phases of a game, in their order.
    pub fn plans(self, game: &Game) -> Vec<PlanKind> {
        let drawing =
            phases(game).filter_map(|(program, phase)| self.drawing_in(program, phase).plan());
        drawing.collect()
    }

    /// What a game is played by, in a word: the plans of its phases but for the standard plan, with a
    /// plus between them if they are several.
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

    /// Which tests of moves are deferred until one is chosen, in a state.
    pub(in crate::playout) fn deferral(self, state: &State) -> Deferral {
        let program = state.game().program();
        let phase = program.phases.get(state.phase(state.mover()));
        // A list of moves serves no longer than the other lists.
        phase.map_or(Deferral::Nothing, |phase| self.drawing_in(program, phase).deferral())
    }
}
