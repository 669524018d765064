//! The expanded game as a tree of calls, arrays, strings and words.

use crate::source::{Sources, Span};
use crate::syntax::{Element, Origin, Role, contents, layout};

/// The kind of a node.
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
    /// An erroneous form, which has been reported: its intended kind is unknown.
    Gap,
}

/// The stored form of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) kind: NodeKind,
    /// The label; empty if there is none.
    pub(super) label: Span,
    /// The whole form, or only its opening bracket if the form comes from several places.
    pub(super) span: Span,
    /// The keyword of a call, the text of a word or string.
    pub(super) head: Span,
    pub(super) origin: Origin,
    /// Index of the first node after this one and its descendants.
    pub(super) end: u32,
}

impl Entry {
    /// The span of the head.
    pub(super) fn place(&self) -> Span {
        if self.head.is_pasted() { self.span } else { self.head }
    }
}

/// The expanded game: nodes in source order (pre-order), each followed by its descendants.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) entries: Vec<Entry>,
}

impl Tree {
    /// The game itself, `(game …)` or `(match …)`. Texts are those the tree was expanded from.
    pub fn root<'t>(&'t self, sources: &'t Sources) -> Option<Node<'t>> {
        (!self.entries.is_empty()).then_some(Node { tree: self, sources, index: 0 })
    }

    /// The node with an index.
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

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The tree as formatted text; parsing it gives the same tree.
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

    /// Its index in the tree, in source order.
    pub fn index(self) -> usize {
        self.index
    }

    /// Its kind.
    pub fn kind(self) -> NodeKind {
        self.entry().kind
    }

    /// Its label, without the colon.
    pub fn label(self) -> Option<&'t str> {
        let label = self.entry().label;
        (label != Span::default()).then(|| self.sources.text(label))
    }

    /// The keyword of a call, the contents of a string, the word itself; empty for an array.
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

    /// Its span in the text where it was written, which may be a define.
    pub fn span(self) -> Span {
        self.entry().span
    }

    /// The span of its keyword or text, for labels; the whole form if the text was generated.
    pub fn head(self) -> Span {
        self.entry().place()
    }

    /// The span of its keyword or text, if it is verbatim in a source text.
    pub fn written(self) -> Option<Span> {
        Some(self.entry().head).filter(|head| !head.is_pasted())
    }

    /// The span of its label without the colon, if it is verbatim in a source text.
    pub fn label_span(self) -> Option<Span> {
        let label = self.entry().label;
        (label != Span::default() && !label.is_pasted()).then_some(label)
    }

    /// Its origin.
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
