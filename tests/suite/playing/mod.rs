//! Whole games: laws that hold for all of them, counts of their moves, playouts, agents, records.

mod agents;
mod disassembly;
mod enclosure;
mod game_laws;
mod own_games;
mod perft;
mod plan_laws;
mod plan_statistics;
mod program_files;
mod recognised_rules;
#[cfg(feature = "cli")]
mod recorded_games;
mod selectors;
