//! The values of types: for each an enumeration of what they can be.

use super::super::signature::{Signature, Type, TypeId};
use super::names::of_head;
use super::{Language, doc};

/// The types that have literals, with the views of these and the types of their values.
const LITERALS: &[(&str, &str, &str)] = &[
    ("Int", "IntLiteral", "i32"),
    ("Dim", "IntLiteral", "i32"),
    ("Float", "FloatLiteral", "f32"),
    ("Bool", "BoolLiteral", "bool"),
];

/// The code of all enumerations.
pub(super) fn code(language: &Language) -> String {
    let ids = (0..language.entries.types.len()).map(|index| TypeId(index as u16));
    let values = ids.filter(|&id| is_enumerated(language, id)).map(|id| value(language, id));
    values.chain(LITERALS.iter().map(|(kind, _, value)| literal_of(kind, value))).collect()
}

fn literal_of(kind: &str, value: &str) -> String {
    format!(
        "impl {kind}<'_> {{\n    \
             /// What is written, if it is a literal.\n    \
             pub fn literal(self) -> Option<{value}> {{\n        \
                 match self {{\n            \
                     Self::Literal(literal) => literal.known(),\n            \
                     _ => None,\n        }}\n    }}\n\
         }}\n"
    )
}

/// Whether a type has several kinds of values. If it is made in one way only, its view will do.
fn is_enumerated(language: &Language, id: TypeId) -> bool {
    language.made_of(id).count() > 1 || language.kind(id).accepts.len() > 1
}

/// What a value can be.
struct Variant {
    name: String,
    doc: String,
    kind: String,
    /// The signatures that make it; none for what is no call.
    signatures: Vec<usize>,
    /// The test by which what is no call is known.
    test: Option<String>,
}

fn value(language: &Language, id: TypeId) -> String {
    let kind = language.kind(id);
    let mut variants: Vec<Variant> =
        literal(kind.name).into_iter().chain(members(language, kind)).collect();
    variants.extend(language.made_of(id).map(|(id, signature)| made(language, id, signature)));
    let name = kind.name;
    let declared: String = variants
        .iter()
        .map(|variant| {
            doc("    ", &variant.doc) + &format!("    {}({}),\n", variant.name, variant.kind)
        })
        .collect();
    let calls: String = variants
        .iter()
        .filter(|variant| !variant.signatures.is_empty())
        .map(|variant| {
            format!(
                "            {} => Self::{}(node.into()),\n",
                ranges(&variant.signatures),
                variant.name
            )
        })
        .collect();
    let others: String = variants
        .iter()
        .filter_map(|variant| {
            let test = variant.test.as_ref()?;
            Some(format!("            _ if {test} => Self::{}(node.into()),\n", variant.name))
        })
        .collect();
    let nodes: String = variants
        .iter()
        .map(|variant| format!("            Self::{}(value) => value.node(),\n", variant.name))
        .collect();
    let doc_of = if kind.doc.is_empty() {
        format!("A value of the type `{name}`.")
    } else {
        kind.doc.into()
    };
    format!(
        "{doc}\
         #[derive(Clone, Copy, Debug)]\n\
         pub enum {name}<'g> {{\n{declared}    /// Something of which nothing is known.\n    Gap(Node<'g>),\n}}\n\
         impl<'g> std::convert::From<Node<'g>> for {name}<'g> {{\n    \
             fn from(node: Node<'g>) -> Self {{\n        \
             match node.signature_number() {{\n{calls}{others}            _ => Self::Gap(node),\n        }}\n    }}\n\
         }}\n\
         impl<'g> View<'g> for {name}<'g> {{\n    \
             fn node(self) -> Node<'g> {{\n        \
             match self {{\n{nodes}            Self::Gap(node) => node,\n        }}\n    }}\n\
         }}\n",
        doc = doc("", &doc_of),
    )
}

fn literal(name: &str) -> Option<Variant> {
    let (_, literal, _) = LITERALS.iter().find(|(kind, ..)| *kind == name)?;
    Some(Variant {
        name: "Literal".to_owned(),
        doc: "What is written as it is.".to_owned(),
        kind: format!("{literal}<'g>"),
        signatures: Vec::new(),
        test: Some("node.is_literal()".to_owned()),
    })
}

/// The members of a union.
fn members<'l>(language: &'l Language, kind: &'l Type) -> impl Iterator<Item = Variant> + 'l {
    // Members of members belong to these.
    let own = kind.accepts.iter().skip(1).filter(move |&&id| {
        let others = kind.accepts.iter().skip(1).filter(move |&&other| other != id);
        !others.into_iter().any(|&other| language.kind(other).accepts.contains(&id))
    });
    own.map(move |&id| {
        let member = language.kind(id);
        let makes = |signature: &Signature| member.accepts.contains(&signature.result);
        let signatures = language.signatures().filter(|(_, signature)| makes(signature));
        Variant {
            name: member.name.to_owned(),
            doc: member.doc.to_owned(),
            kind: language.rust_type(id, 0),
            signatures: signatures.map(|(id, _)| id).collect(),
            test: (!member.constants.is_empty())
                .then(|| format!("node.is_word::<words::{}>()", member.name)),
        }
    })
}

fn made(language: &Language, id: usize, signature: &Signature) -> Variant {
    Variant {
        name: of_head(signature) + signature.variant,
        doc: format!("`{}`: {}", signature.text, signature.doc),
        kind: format!("{}<'g>", language.names.views[id]),
        signatures: vec![id],
        test: None,
    }
}

/// Numbers as a pattern.
fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let pattern = |&(first, last): &(usize, usize)| {
        if first == last { format!("Some({first})") } else { format!("Some({first}..={last})") }
    };
    ranges.iter().map(pattern).collect::<Vec<_>>().join(" | ")
}
