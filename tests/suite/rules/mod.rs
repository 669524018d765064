//! What ludemes do in play, by family, on boards small enough to see it.

mod cards;
mod chance;
mod conditions;
mod dominoes;
mod hidden_information;
mod large_pieces;
mod matches;
mod moves;
mod puzzles;
mod pyramids;
mod results;
mod simultaneous_moves;
mod site_types;
mod sowing;
mod stacks;
mod start_rules;
mod tiles;
mod uncommon_ludemes;
