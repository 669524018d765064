//! Boards and their fixed regions.

mod degenerate_boards;
mod regions;
mod topology;
