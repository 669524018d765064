//! The expanded game as a tree of calls, arrays, strings and words.

use crate::source::{Sources, Span};
use crate::syntax::{Element, Origin, Role, contents, layout};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// `(keyword argument …)`.
    Call,
    /// `{ element … }`.
    Array,
    /// `"…"`.
    Text,
    /// A number, a truth value or a constant.
    Word,
    /// Something about which a mistake has been reported: what it was meant to be is not known.
    Gap,
}

/// One node as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) kind: NodeKind,
    /// The label in front; empty if there is none.
    pub(super) label: Span,
    /// The whole form; only its opening bracket if the form was put together from several places.
    pub(super) span: Span,
    /// The keyword of a call, the text of anything that is no form.
    pub(super) head: Span,
    pub(super) origin: Origin,
    /// Index of the first node after this one and all it holds.
    pub(super) end: u32,
}

impl Entry {
    /// The head, where it stands in a text.
    pub(super) fn place(&self) -> Span {
        if self.head.is_pasted() { self.span } else { self.head }
    }
}

/// The expanded game: nodes in the order of the text, each followed by those it holds.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) entries: Vec<Entry>,
}

impl Tree {
    /// The game itself, `(game …)` or `(match …)`. Texts are those the tree was expanded from.
    pub fn root<'t>(&'t self, sources: &'t Sources) -> Option<Node<'t>> {
        (!self.entries.is_empty()).then_some(Node { tree: self, sources, index: 0 })
    }

    /// The node with a number.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn node<'t>(&'t self, sources: &'t Sources, index: usize) -> Node<'t> {
        assert!(index < self.entries.len(), "no node {index} in a tree of {}", self.entries.len());
        Node { tree: self, sources, index }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The tree as text, laid out for people; reading it gives the same tree.
    pub fn print(&self, sources: &Sources) -> String {
        let mut elements = Vec::with_capacity(self.entries.len() * 2);
        if let Some(root) = self.root(sources) {
            push_elements(root, &mut elements);
        }
        layout(&elements)
    }
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    tree: &'t Tree,
    sources: &'t Sources,
    index: usize,
}

impl<'t> Node<'t> {
    fn entry(self) -> &'t Entry {
        &self.tree.entries[self.index]
    }

    /// Its number in the tree, in the order of the text.
    pub fn index(self) -> usize {
        self.index
    }

    /// What it is.
    pub fn kind(self) -> NodeKind {
        self.entry().kind
    }

    /// Its label, without the colon.
    pub fn label(self) -> Option<&'t str> {
        let label = self.entry().label;
        (label != Span::default()).then(|| self.sources.text(label))
    }

    /// The keyword of a call, the contents of a string, the word itself; nothing for an array.
    pub fn text(self) -> &'t str {
        match self.kind() {
            NodeKind::Array => "",
            NodeKind::Text => contents(self.raw()),
            NodeKind::Call | NodeKind::Word | NodeKind::Gap => self.raw(),
        }
    }

    fn raw(self) -> &'t str {
        self.sources.text(self.entry().head)
    }

    /// The arguments of a call, the elements of an array.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let end = self.entry().end as usize;
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let node = Node { index: next, ..self };
                next = node.entry().end as usize;
                node
            })
        })
    }

    /// Where it stands in the text it was written in, which may be a define's.
    pub fn span(self) -> Span {
        self.entry().span
    }

    /// Where its keyword or text stands, the place to point at; the whole form if expansion made
    /// the text.
    pub fn head(self) -> Span {
        self.entry().place()
    }

    /// Where its keyword or text is written, if it stands in a text as it is.
    pub fn written(self) -> Option<Span> {
        Some(self.entry().head).filter(|head| !head.is_pasted())
    }

    /// Where its label is written, without the colon, if it stands in a text as it is.
    pub fn label_span(self) -> Option<Span> {
        let label = self.entry().label;
        (label != Span::default() && !label.is_pasted()).then_some(label)
    }

    /// The way it came into the game.
    pub fn origin(self) -> Origin {
        self.entry().origin
    }
}

fn push_elements<'t>(node: Node<'t>, elements: &mut Vec<Element<'t>>) {
    let plain = |text, joined| Element { text, role: Role::Plain, joined, spaced: false };
    let mut joined = false;
    if let Some(label) = node.label() {
        elements.push(plain(label, false));
        elements.push(plain(":", true));
        joined = true;
    }
    let (open, close) = match node.kind() {
        NodeKind::Call | NodeKind::Gap => ("(", ")"),
        NodeKind::Array => ("{", "}"),
        NodeKind::Text | NodeKind::Word => {
            elements.push(plain(node.raw(), joined));
            return;
        }
    };
    let at = elements.len();
    elements.push(plain(open, joined));
    if matches!(node.kind(), NodeKind::Call | NodeKind::Gap) {
        elements.push(plain(node.raw(), true));
    }
    for child in node.children() {
        push_elements(child, elements);
    }
    elements[at].role = Role::Open(elements.len());
    elements.push(Element { role: Role::Close, ..plain(close, true) });
}
