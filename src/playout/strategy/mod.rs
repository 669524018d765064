//! The strategies of random playouts: one list, from special to general.
//!
//! Comes in: a machine in a state where a move is due, and a source of random numbers. Goes out: the machine
//! after one or more moves.
//! Guaranteed: whichever strategies are enabled, all legal moves are equally likely; where a strategy
//! promises it ([`Strategy::same_games`]), the games are even the same with and without it. The standard
//! strategy plays every game and cannot be disabled.
//! Not known here: how the machine implements a strategy (`vm`), and how the plan of a phase follows from
//! the text of its rules (`check`).
//!
//! Strategies are tried in the order of the list. One that does not accept the game and phase, or that cannot
//! play now, declines, and the next one is tried. Each has a file that documents which games it accepts, why
//! it is equivalent, and what it costs.

mod add_to_empty;
mod connectivity;
mod enclosure;
mod filter;
mod next_player_moves;
mod no_repetition;
mod placement;
mod rejection;
mod set;
mod simple_turns;
mod stacking;
mod standard;

pub use set::Strategies;

use super::PlanKind;
use crate::bytecode::{Phase, Program};
use crate::vm::{Deferral, Game, Machine, Move};

/// The reason why a strategy is not used in a phase of a game.
type Declined = &'static str;

/// The role of a strategy in a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It makes several moves at once.
    Plays,
    /// It draws single moves, and implements a plan.
    Draws(PlanKind),
    /// It makes no moves, but maintains incremental data for the others.
    Keeps,
}

/// A strategy, to be entered in the list below.
trait Entry {
    const ROLE: Role;

    /// Whether playouts are the same games from the same seed if this strategy alone is switched off: it
    /// draws the moves that the next one would draw, with the same numbers.
    const SAME_GAMES: bool = false;

    /// Whether it can be used in a phase of a game, or why not.
    fn accepts(program: &Program, phase: &Phase) -> Result<(), Declined>;

    /// Makes up to a number of moves, and returns how many; `None` if it declines.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn play<const W: usize>(
        machine: &mut Machine<'_, W>,
        _most: u64,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        let mv = Self::draw(machine, draw);
        mv.map_or(0, |mv| {
            machine.play_move(mv);
            1
        })
    }

    /// Draws a move: `draw` returns a random number below its argument. `None` if it does not draw single
    /// moves.
    #[inline]
    fn draw<const W: usize>(
        _machine: &mut Machine<'_, W>,
        _draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Move> {
        None
    }

    /// Prepares playouts with or without it.
    #[inline]
    fn prepare<const W: usize>(_machine: &mut Machine<'_, W>, _on: bool) {}

    /// The tests that it defers until a move is drawn.
    const DEFERRAL: Deferral = Deferral::Nothing;
}

/// Makes the type of strategies from the list of them: a sentence, a name, and the entry in its file.
macro_rules! strategies {
    ($(#[doc = $summary:literal] $name:ident = $text:literal $entry:path,)*) => {
        /// A way to run random playouts, or a part of it. From special to general, the order in which
        /// they are tried.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Strategy {
            $(#[doc = $summary] $name,)*
        }

        impl Strategy {
            /// All of them, in the order in which they are tried.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$name),*];

            /// Its name on the command line and in reports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What it does, in a sentence.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Self::$name => $summary.trim_ascii_start(),)*
                }
            }

            /// Whether playouts are the same games from the same seed if this strategy alone is switched
            /// off, and not only games that are as likely.
            pub fn same_games(self) -> bool {
                match self {
                    $(Self::$name => <$entry as Entry>::SAME_GAMES,)*
                }
            }

            fn role(self) -> Role {
                match self {
                    $(Self::$name => <$entry as Entry>::ROLE,)*
                }
            }

            fn accepts_phase(self, program: &Program, phase: &Phase) -> Result<(), Declined> {
                match self {
                    $(Self::$name => <$entry as Entry>::accepts(program, phase),)*
                }
            }

            fn deferral(self) -> Deferral {
                match self {
                    $(Self::$name => <$entry as Entry>::DEFERRAL,)*
                }
            }
        }

        impl Strategies {
            /// Makes at least one and at most a number of moves by the first strategy that does not decline,
            /// and returns how many.
            #[inline(always)]
            #[allow(clippy::inline_always, reason = "compiled for different processors")]
            pub(in crate::playout) fn play<const W: usize>(
                self,
                machine: &mut Machine<'_, W>,
                most: u64,
                draw: &mut impl FnMut(u32) -> u32,
            ) -> u64 {
                let (program, phase) = machine.program_and_phase();
                $(
                    if !matches!(<$entry as Entry>::ROLE, Role::Keeps)
                        && self.contains(Strategy::$name)
                        && <$entry as Entry>::accepts(program, phase).is_ok()
                    {
                        let made = <$entry as Entry>::play(machine, most, draw);
                        if made > 0 {
                            return made;
                        }
                    }
                )*
                unreachable!("the standard strategy never declines")
            }

            /// Draws one move by the first strategy that draws in the phase of the mover.
            #[inline]
            pub(in crate::playout) fn draw<const W: usize>(
                self,
                machine: &mut Machine<'_, W>,
                draw: &mut impl FnMut(u32) -> u32,
            ) -> Move {
                let (program, phase) = machine.program_and_phase();
                $(
                    if matches!(<$entry as Entry>::ROLE, Role::Draws(_))
                        && self.contains(Strategy::$name)
                        && <$entry as Entry>::accepts(program, phase).is_ok()
                        && let Some(mv) = <$entry as Entry>::draw(machine, draw)
                    {
                        return mv;
                    }
                )*
                unreachable!("the standard strategy never declines")
            }

            /// Prepares playouts with these strategies.
            pub(in crate::playout) fn prepare<const W: usize>(self, machine: &mut Machine<'_, W>) {
                $(<$entry as Entry>::prepare(machine, self.contains(Strategy::$name));)*
            }
        }
    };
}

strategies! {
    /// Places pieces on empty sites without running the rules until something can end the game
    Placement = "placement" placement::Placement,
    /// Puts pieces on stacks without running the rules until something can end the game
    Stacking = "stacking" stacking::Stacking,
    /// Keeps groups and their liberties from move to move where pieces are placed and what they enclose is captured
    Enclosure = "enclosure" enclosure::Enclosure,
    /// Draws from a list of empty sites that serves as long as the phase
    AddToEmpty = "add-to-empty" add_to_empty::AddToEmpty,
    /// Tests postconditions, and whether positions are repeated, only on the moves that are drawn
    Filter = "filter" filter::Filter,
    /// Tests only the moves that are drawn for repeated positions
    NoRepetition = "no-repetition" no_repetition::NoRepetition,
    /// Makes move after move where a turn does nothing but its move, asking once what holds for all turns
    SimpleTurns = "simple-turns" simple_turns::SimpleTurns,
    /// Keeps from move to move which pieces are connected, where pieces are only added
    Connectivity = "connectivity" connectivity::Connectivity,
    /// Draws from the moves that the end rules have found for the next player
    NextPlayerMoves = "next-player-moves" next_player_moves::NextPlayerMoves,
    /// Lists all legal moves, as sets where they differ only in where they end, and draws one
    Standard = "standard" standard::Standard,
}

impl Strategy {
    /// The strategy with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Whether it can be used in some phase of a game; if not, why not.
    pub fn accepts(self, game: &Game) -> Result<(), &'static str> {
        let mut declined = Err("the game has no phases");
        for (program, phase) in phases(game) {
            declined = self.accepts_phase(program, phase);
            if declined.is_ok() {
                break;
            }
        }
        declined
    }

    /// Whether it makes no moves itself.
    fn keeps(self) -> bool {
        self.role() == Role::Keeps
    }

    /// The plan that it implements, if it draws single moves.
    fn plan(self) -> Option<PlanKind> {
        match self.role() {
            Role::Draws(plan) => Some(plan),
            Role::Plays | Role::Keeps => None,
        }
    }
}

/// The phases of a game, or of the games of a match, with the programs they belong to.
fn phases(game: &Game) -> impl Iterator<Item = (&Program, &Phase)> {
    let programs = std::iter::once(game).chain(game.subgames()).map(Game::program);
    programs.flat_map(|program| program.phases.iter().map(move |phase| (program, phase)))
}

/// Whether the plan of a phase is one of some.
fn is_planned(phase: &Phase, plans: &[PlanKind], otherwise: Declined) -> Result<(), Declined> {
    if plans.contains(&phase.plan) { Ok(()) } else { Err(otherwise) }
}

#[cfg(test)]
mod tests {
    use super::{Role, Strategy};

    #[test]
    fn names_are_in_kebab_case_and_differ() {
        for strategy in Strategy::ALL {
            let name = strategy.name();
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
            assert_eq!(Strategy::named(name), Some(strategy));
        }
    }

    #[test]
    fn strategies_that_draw_by_a_plan_have_its_name() {
        for strategy in Strategy::ALL {
            if let Role::Draws(plan) = strategy.role() {
                assert_eq!(strategy.name(), plan.name());
            }
        }
    }
}
