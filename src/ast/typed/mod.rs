//! Typed views of the tree, generated from the table.

pub mod words;

mod ludeme;
mod values;
#[allow(clippy::pedantic, reason = "generated")]
mod views {
    use super::values::{BoolLiteral, FloatLiteral, IntLiteral, List, Text, View, Word};
    use super::words;
    use crate::ast::tree::Node;

    /// What every view of a signature has.
    macro_rules! view {
        ($name:ident) => {
            impl<'g> std::convert::From<Node<'g>> for $name<'g> {
                fn from(node: Node<'g>) -> Self {
                    Self(node)
                }
            }
            impl<'g> View<'g> for $name<'g> {
                fn node(self) -> Node<'g> {
                    self.0
                }
            }
        };
    }

    include!(concat!(env!("OUT_DIR"), "/views.rs"));
}

pub(in crate::ast) use ludeme::{LUDEMES, VALUE_TYPES};
pub use ludeme::{Ludeme, ParameterName, ValueType};
pub use values::{BoolLiteral, FloatLiteral, IntLiteral, List, Text, View, Word};
pub use views::*;
