//! Agent specifications on the command line: `uct`, `uct:2s`, `uct:5000`.

use std::str::FromStr;
use std::time::Duration;

use ludc::State;
use ludc::agent::{self, Agent, Budget, Thought};
use ludc::diagnostic::nearest;

use crate::system::clock::Allowance;

/// The specification of an agent: its name and its budget per move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AgentSpec {
    pub(crate) name: &'static str,
    limit: Option<Limit>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Limit {
    Time(Duration),
    Effort(u64),
}

impl FromStr for AgentSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, limit) = match text.split_once(':') {
            Some((name, limit)) => (name, Some(limit)),
            None => (text, None),
        };
        let Some(known) = agent::NAMES.into_iter().find(|known| *known == name) else {
            let meant = nearest(name, agent::NAMES)
                .map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            return Err(format!("agents are {}{meant}", agent::NAMES.join(", ")));
        };
        let limit = limit.map(|limit| {
            let wrong =
                || format!("`{limit}` is neither a time such as `0.5s` nor a number of playouts");
            match limit.strip_suffix('s') {
                Some(seconds) => seconds
                    .parse::<f64>()
                    .ok()
                    .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                    .map(Limit::Time)
                    .ok_or_else(wrong),
                None => limit.parse().map(Limit::Effort).map_err(|_| wrong()),
            }
        });
        Ok(Self { name: known, limit: limit.transpose()? })
    }
}

impl std::fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.limit {
            None => f.write_str(self.name),
            Some(Limit::Time(time)) => write!(f, "{}:{}s", self.name, time.as_secs_f64()),
            Some(Limit::Effort(effort)) => write!(f, "{}:{effort}", self.name),
        }
    }
}

impl AgentSpec {
    /// The agent itself.
    pub(crate) fn agent(&self, seed: u64) -> Box<dyn Agent> {
        agent::by_name(self.name, seed).expect("the name was checked")
    }

    /// Runs the agent with its own budget, or else for `seconds` by the given clock.
    pub(crate) fn think(
        &self,
        agent: &mut dyn Agent,
        state: &State,
        (seconds, clock): (f64, fn() -> f64),
    ) -> Option<Thought> {
        let seconds = match self.limit {
            Some(Limit::Effort(effort)) => {
                return agent.choose(state, Budget { effort, go_on: &mut || true });
            }
            Some(Limit::Time(limit)) => limit.as_secs_f64(),
            None => seconds,
        };
        let mut allowance = Allowance::new(seconds, clock);
        let mut go_on = || allowance.lasts();
        agent.choose(state, Budget { effort: u64::MAX, go_on: &mut go_on })
    }
}
