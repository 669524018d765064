//! Views of what is no call: lists, strings, constants and literals.

use std::marker::PhantomData;

use super::words::Enumeration;
use crate::ast::tree::Node;

/// A node taken for what its place says it is.
pub trait View<'g>: Copy {
    /// The node.
    fn node(self) -> Node<'g>;

    /// Whether it was not written, but is the default of its parameter.
    fn is_default(self) -> bool {
        self.node().is_default()
    }

    /// Itself, unless it is the default of its parameter.
    fn given(self) -> Option<Self> {
        (!self.is_default()).then_some(self)
    }
}

impl<'g> View<'g> for Node<'g> {
    fn node(self) -> Self {
        self
    }
}

/// What cannot be: stages that ask for the value of a word or literal get games without gaps.
#[cold]
fn unknown() -> ! {
    unreachable!("a game with gaps does not get here")
}

/// A constant of an enumeration, where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word<'g, E>(Node<'g>, PhantomData<E>);

impl<E: Enumeration> Word<'_, E> {
    /// The constant; none for a gap.
    pub fn known(self) -> Option<E> {
        self.0.word()
    }

    /// The constant, in a game without gaps.
    pub fn value(self) -> E {
        self.known().unwrap_or_else(|| unknown())
    }
}

impl<'g, E> From<Node<'g>> for Word<'g, E> {
    fn from(node: Node<'g>) -> Self {
        Self(node, PhantomData)
    }
}

impl<'g, E: Copy> View<'g> for Word<'g, E> {
    fn node(self) -> Node<'g> {
        self.0
    }
}

/// A list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<'g, T>(Node<'g>, PhantomData<T>);

impl<'g, T: From<Node<'g>>> List<'g, T> {
    /// Its elements.
    pub fn iter(self) -> impl Iterator<Item = T> + use<'g, T> {
        self.0.elements().map(T::from)
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.elements().count()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<'g, T> From<Node<'g>> for List<'g, T> {
    fn from(node: Node<'g>) -> Self {
        Self(node, PhantomData)
    }
}

impl<'g, T: Copy> View<'g> for List<'g, T> {
    fn node(self) -> Node<'g> {
        self.0
    }
}

/// A string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Text<'g>(Node<'g>);

impl<'g> Text<'g> {
    /// Its contents; empty for a gap.
    pub fn text(self) -> &'g str {
        self.0.text()
    }
}

/// Literals, each with the type of its value and the way to read it.
macro_rules! literals {
    ($($(#[$doc:meta])* $name:ident, $value:ty, $read:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<'g>(Node<'g>);

        impl $name<'_> {
            /// The value; none for a gap.
            pub fn known(self) -> Option<$value> {
                self.0.$read()
            }

            /// The value, in a game without gaps.
            pub fn value(self) -> $value {
                self.known().unwrap_or_else(|| unknown())
            }
        }
    )*};
}

literals! {
    /// A whole number that is written, or has a name.
    IntLiteral, i32, as_int;
    /// A real number that is written.
    FloatLiteral, f32, as_float;
    /// A truth value that is written.
    BoolLiteral, bool, as_bool;
}

/// Views that wrap a node.
macro_rules! wrappers {
    ($($name:ident)*) => {$(
        impl<'g> From<Node<'g>> for $name<'g> {
            fn from(node: Node<'g>) -> Self {
                Self(node)
            }
        }

        impl<'g> View<'g> for $name<'g> {
            fn node(self) -> Node<'g> {
                self.0
            }
        }
    )*};
}

wrappers! { Text IntLiteral FloatLiteral BoolLiteral }
