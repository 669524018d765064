//! Agents, playout policies and strategies, as named on the command line.

pub(crate) mod agent_spec;
pub(crate) mod policy;
pub(crate) mod strategy;
