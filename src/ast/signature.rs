//! What an entry of the table says: types and signatures.
//!
//! Plain data, read by [`notation`](super::notation). The build script reads the same table with the
//! same code, to write the typed views.

/// The files of the table, in the order in which they are read.
pub(super) const FILES: &[(&str, &str)] = &[
    ("types", include_str!("language/types.ludemes")),
    ("game", include_str!("language/game.ludemes")),
    ("equipment", include_str!("language/equipment.ludemes")),
    ("boards", include_str!("language/boards.ludemes")),
    ("start", include_str!("language/start.ludemes")),
    ("moves", include_str!("language/moves.ludemes")),
    ("effects", include_str!("language/effects.ludemes")),
    ("booleans", include_str!("language/booleans.ludemes")),
    ("numbers", include_str!("language/numbers.ludemes")),
    ("regions", include_str!("language/regions.ludemes")),
    ("directions", include_str!("language/directions.ludemes")),
    ("end", include_str!("language/end.ludemes")),
];

/// Number of a type in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(super) u16);

impl TypeId {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Number of a signature in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignatureId(pub(super) u16);

impl SignatureId {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A kind of value.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its name, such as `Region`.
    pub name: &'static str,
    /// What it is, in a sentence; empty for types that have no entry of their own.
    pub doc: &'static str,
    /// The constants of an enumeration; empty for other types.
    pub constants: Vec<Constant>,
    /// Whether its values are written as strings.
    pub is_text: bool,
    /// The types whose values fit, itself first.
    pub(super) accepts: Vec<TypeId>,
}

/// A constant of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// As it is written in games.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub doc: &'static str,
}

/// A fact that the table states of ludemes.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its name, as a method of [`Ludeme`](super::Ludeme).
    pub name: &'static str,
    /// What is true of the ludemes that have it, in a sentence.
    pub doc: &'static str,
}

/// One way to write a ludeme.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The first word of the call.
    pub keyword: &'static str,
    /// The keyword with the constants that select this variant, such as `move Hop`.
    pub head: String,
    /// The head of the effect that is the same move if this is a decision, such as `hop`; the head
    /// otherwise.
    pub effect_head: String,
    /// Number of those constants.
    pub constants: usize,
    /// What comes after the constants, in order.
    pub slots: Vec<Slot>,
    /// What it is.
    pub result: TypeId,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// The family it belongs to.
    pub family: &'static str,
    /// Other words for the keyword.
    pub aliases: Vec<&'static str>,
    /// What the ludeme is called by if its name does not follow from its head; else empty.
    pub called: &'static str,
    /// What its view is called by, behind the name of the ludeme, where a ludeme can be written in several
    /// ways; empty for the plain one.
    pub variant: &'static str,
    /// The names of its attributes.
    pub attributes: Vec<&'static str>,
    /// As it is written in the table, without the result.
    pub text: &'static str,
}

/// A place for one argument.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Whether it may be left out.
    pub optional: bool,
    /// What may stand there, one of them at a time.
    pub choices: Vec<Parameter>,
}

/// What may stand in a slot.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Our name for it, or its label.
    pub name: &'static str,
    /// Whether it is written with the name as a label.
    pub labelled: bool,
    /// The type of the value, or of its elements.
    pub kind: TypeId,
    /// How many lists deep: 0 for a value, 1 for `{…}`, 2 for `{{…}}`.
    pub lists: u8,
    /// What it is when left out.
    pub default: Option<&'static str>,
    /// A few words about it.
    pub note: &'static str,
}
