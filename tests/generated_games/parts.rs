//! The parts of a printed game: each form with the type that is wanted where it stands.

use std::ops::Range;

use ludc::ast::{self, Node, Parameter, Table};
use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;

/// A form of a game as it is written; defaults are no parts.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The type that is wanted there, with a `{}` for each list around it: what fits one place of a type
    /// fits every other.
    pub(crate) wanted: String,
    pub(crate) form: Form,
    /// Where its label begins, or it itself if it has none.
    pub(crate) start: usize,
    /// Where it stands, without a label.
    pub(crate) range: Range<usize>,
    /// The form that holds it.
    pub(crate) parent: Option<usize>,
    /// Whether it is an argument that may be left out, or an element of a list.
    pub(crate) removable: bool,
    pub(crate) is_element: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Call(&'static str),
    List,
    Whole(i32),
    /// A constant, and the name of its enumeration.
    Constant(&'static str),
    /// A string, and what it names.
    Name(&'static str),
    Other,
}

/// The parts of a game, each before those it holds; none if the text has no typing.
pub(crate) fn parts(text: &str) -> Option<Vec<Part>> {
    let file = SourceFile::new("generated.lud", text);
    let expanded = expand(file, &Library::default(), &Choice::default()).ok()?;
    let game = ast::build(expanded).ok()?;
    let mut found = Vec::new();
    let mut open = vec![(game.root(), "Game".to_owned(), None, false)];
    while let Some((node, wanted, parent, removable)) = open.pop() {
        let Some(range) = place(&game, node) else { continue };
        let is_element = parent
            .is_some_and(|parent: usize| matches!(found[parent], Part { form: Form::List, .. }));
        let (index, start) = (found.len(), before_label(text, range.start));
        let first = open.len();
        for (name, child) in node.arguments().filter(|(_, child)| !child.is_default()) {
            let wanted = match name {
                None => wanted.strip_suffix("{}").unwrap_or(&wanted).to_owned(),
                Some(name) => {
                    parameter(node, name, child).map_or_else(String::new, wanted_by(child))
                }
            };
            let removable = name.is_none_or(|name| is_optional(node, name));
            open.push((child, wanted, Some(index), removable));
        }
        open[first..].reverse();
        found.push(Part { wanted, form: form(node), start, range, parent, removable, is_element });
    }
    Some(found)
}

fn place(game: &ast::Game, node: Node<'_>) -> Option<Range<usize>> {
    let place = game.expanded.sources.locate(node.span())?;
    (place.file.name() == "generated.lud").then_some(place.range)
}

fn parameter(call: Node<'_>, name: &str, child: Node<'_>) -> Option<&'static Parameter> {
    let slots = call.signature()?.slots.iter().flat_map(|slot| &slot.choices);
    let mut named = slots.filter(|choice| choice.name == name);
    let first = named.clone().next();
    named.find(|choice| (choice.lists > 0) == child.is_list()).or(first)
}

fn wanted_by(child: Node<'_>) -> impl Fn(&'static Parameter) -> String {
    let is_list = child.is_list();
    move |parameter| {
        let lists = if is_list { usize::from(parameter.lists) } else { 0 };
        format!("{}{}", Table::get().kind(parameter.kind).name, "{}".repeat(lists))
    }
}

fn is_optional(call: Node<'_>, name: &str) -> bool {
    let slots = call.signature().map_or(&[][..], |signature| &signature.slots);
    slots.iter().any(|slot| slot.optional && slot.choices.iter().any(|choice| choice.name == name))
}

fn form(node: Node<'_>) -> Form {
    if node.is_list() {
        return Form::List;
    }
    if node.signature().is_some() {
        return Form::Call(node.head());
    }
    match (node.enumeration(), node.names(), node.as_int()) {
        (Some(kind), _, _) => Form::Constant(kind),
        (_, Some(kind), _) => Form::Name(kind),
        (_, _, Some(number)) => Form::Whole(number),
        _ => Form::Other,
    }
}

/// Where the label before a form begins, if it has one.
fn before_label(text: &str, start: usize) -> usize {
    let Some(before) = text[..start].strip_suffix(':') else { return start };
    before.trim_end_matches(|letter: char| letter.is_alphanumeric()).len()
}
