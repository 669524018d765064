//! What the ways to write `(apply …)` have in common.

use super::{Apply, Bool, NonDecision};

impl<'g> Apply<'g> {
    /// Its condition, if it has one.
    pub fn condition(self) -> Option<Bool<'g>> {
        match self {
            Self::ApplyIf(call) => Some(call.if_()),
            Self::ApplyEffectIf(call) => Some(call.if_()),
            Self::ApplyEffect(_) | Self::Gap(_) => None,
        }
    }

    /// Its effect, if it has one.
    pub fn effect(self) -> Option<NonDecision<'g>> {
        match self {
            Self::ApplyEffect(call) => Some(call.effect()),
            Self::ApplyEffectIf(call) => Some(call.effect()),
            Self::ApplyIf(_) | Self::Gap(_) => None,
        }
    }
}
