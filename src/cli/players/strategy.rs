//! Which strategies playouts may use, as it is asked for on the command line.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ludc::Game;
use ludc::playout::{Strategies, Strategy};

use super::policy::Policy;
use crate::system::output;

/// Which strategies playouts may use.
#[derive(Args, Clone, Debug)]
pub(crate) struct StrategyArgs {
    /// Use these strategies only, and standard where they decline
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = named())]
    strategy: Vec<Strategy>,
    /// Do without these strategies
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = named())]
    #[arg(hide_possible_values = true)]
    without_strategy: Vec<Strategy>,
}

/// Reads the name of a strategy that can be switched on and off.
fn named() -> impl TypedValueParser<Value = Strategy> {
    let switches = Strategy::ALL.into_iter().filter(|strategy| *strategy != Strategy::Standard);
    let values =
        switches.map(|strategy| PossibleValue::new(strategy.name()).help(strategy.summary()));
    PossibleValuesParser::new(values)
        .map(|name| Strategy::named(&name).expect("it is one of those that are possible"))
}

impl StrategyArgs {
    /// The strategies that are asked for, of some; tells which of those that are named the rules of a game
    /// do not allow.
    pub(crate) fn strategies_or_say(&self, game: &Game, of: Strategies) -> Strategies {
        for strategy in &self.strategy {
            if let Err(why) = strategy.accepts(game) {
                output::say(&format!("{}: {} is not used: {why}", game.name(), strategy.name()));
            }
        }
        self.strategies(of)
    }

    /// The strategies that are asked for, of some.
    pub(crate) fn strategies(&self, of: Strategies) -> Strategies {
        let named = match &self.strategy[..] {
            [] => of,
            some => some.iter().fold(Strategies::STANDARD, |all, &one| all.with(one)),
        };
        self.without_strategy.iter().fold(named, |all, &one| all.without(one))
    }
}

/// The strategies that playouts of a game use. Policies weigh one move after the other, so that only those
/// are left that draw single moves.
pub(crate) fn in_use(game: &Game, strategies: Strategies, policy: Policy) -> Vec<Strategy> {
    if policy == Policy::Uniform {
        return strategies.in_use(game).collect();
    }
    let plans = strategies.plans(game);
    let draws = |strategy: &Strategy| plans.iter().any(|plan| plan.name() == strategy.name());
    strategies.in_use(game).filter(draws).collect()
}

/// Their names.
pub(crate) fn names(strategies: &[Strategy]) -> Vec<&'static str> {
    strategies.iter().map(|strategy| strategy.name()).collect()
}
