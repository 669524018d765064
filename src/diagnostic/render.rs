//! Diagnostics drawn beside the source they speak of.
use super::Diagnostic;
use crate::source::Sources;
/// todo
pub fn render(_: &Diagnostic, _: &Sources, _: bool) -> String { String::new() }
