//! Agents and playout policies, as named on the command line.

pub(crate) mod agent_spec;
pub(crate) mod policy;
