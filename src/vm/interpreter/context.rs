//! The context of evaluation: what is being carried out inside of what, as rules ask for moves while moves are
//! generated.

use crate::vm::movegen::tried::Tried;

/// Something during which rules behave otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) enum Inside {
    /// `(is Threatened …)`.
    Threat,
    /// `(no Moves Next)`.
    NoMoves,
    /// The number of legal moves.
    Count,
    /// Finding out whether a move would lose the game at once.
    Suicide,
    /// Somebody moves in place of the mover.
    Acting,
    /// What is done is only tried out.
    Trial,
    /// Moves are listed for what listing them changes.
    Trace,
}

/// What is going on, as bits, and the moves that rules try.
#[derive(Debug, Default)]
pub(in crate::vm) struct EvalContext {
    inside: u8,
    /// The moves that rules try, and what rows of them have come to.
    pub(in crate::vm) tried: Tried,
}

impl EvalContext {
    #[inline]
    pub(in crate::vm) fn is(&self, inside: Inside) -> bool {
        self.inside & 1 << inside as u8 != 0
    }

    /// Begins or ends something; whether it was going on.
    #[inline]
    pub(in crate::vm) fn set(&mut self, inside: Inside, on: bool) -> bool {
        let was = self.is(inside);
        let bit = 1 << inside as u8;
        self.inside = if on { self.inside | bit } else { self.inside & !bit };
        was
    }

    /// All that shows in what moves lead to, as one number.
    pub(in crate::vm) fn flags(&self) -> u64 {
        u64::from(self.inside & !(1 << Inside::Trace as u8))
    }
}
