//! What is wrong with a description that has no typing.
//!
//! The innermost forms that are not in order by themselves are reported, each with the signature it
//! comes nearest to; what is around them is left alone, since it may well be in order.

use super::fit::Fitter;
use super::table::TypeId;
use crate::expand::{Findings, Node, Origins};

pub(super) struct Explainer<'a> {
    pub(super) fitter: &'a mut Fitter,
    pub(super) findings: &'a mut Findings,
    pub(super) origins: &'a Origins,
}

impl Explainer<'_> {
    pub(super) fn explain(&mut self, _node: Node<'_>, _wanted: TypeId) {
        let _ = (&self.fitter, &self.findings, self.origins);
        todo!()
    }
}
