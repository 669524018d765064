//! What several ways to write a ludeme have in common.

use super::views::{Apply, Bool, Effect, End, Meta, Moves, NonDecision, PlayRule, Rules, Start};

impl<'g> Rules<'g> {
    /// The meta rules.
    pub fn meta(self) -> Option<Meta<'g>> {
        match self {
            Self::RulesInPhases(rules) => rules.meta(),
            Self::RulesThroughout(rules) => rules.meta(),
            Self::Gap(_) => None,
        }
    }

    /// The start rules.
    pub fn start(self) -> Option<Start<'g>> {
        match self {
            Self::RulesInPhases(rules) => rules.start(),
            Self::RulesThroughout(rules) => rules.start(),
            Self::Gap(_) => None,
        }
    }

    /// The play rule of all phases.
    pub fn play(self) -> Option<PlayRule<'g>> {
        match self {
            Self::RulesInPhases(rules) => rules.play(),
            Self::RulesThroughout(rules) => Some(rules.play()),
            Self::Gap(_) => None,
        }
    }

    /// The end rules of all phases.
    pub fn end(self) -> Option<End<'g>> {
        match self {
            Self::RulesInPhases(rules) => rules.end(),
            Self::RulesThroughout(rules) => Some(rules.end()),
            Self::Gap(_) => None,
        }
    }
}

impl<'g> Moves<'g> {
    /// The effect, if they are one.
    pub fn effect(self) -> Option<Effect<'g>> {
        match self {
            Self::NonDecision(NonDecision::Effect(effect)) => Some(effect),
            _ => None,
        }
    }
}

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
