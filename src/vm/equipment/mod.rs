//! Equipment beside boards and pieces: dice and other chance, dominoes, tiles, pyramids, puzzles.

pub(super) mod chance;
pub(super) mod dice;
pub(super) mod dominoes;
pub(super) mod puzzle;
pub(super) mod pyramid;
pub(super) mod tiles;
