//! The interpreter: the loop over instructions, those that it has no room for, and speculation.
//!
//! Comes in: a block of a program. Goes out: registers, moves and changes of the state, as the instructions say.
//! Not known here: the rules; what an instruction does beyond a few lines is done by the folders beside this one.

pub(super) mod cold;
pub(super) mod context;
pub(super) mod dispatch;
pub(super) mod frame;
pub(super) mod real;
pub(super) mod speculation;
