//! From the text of a description to what is known of its rules.

mod corpus;
#[cfg(feature = "render")]
mod description_laws;
mod every_ludeme;
mod fuzz;
#[cfg(feature = "render")]
mod mistakes;
mod playout_plans;
mod type_errors;
mod unsupported_forms;
