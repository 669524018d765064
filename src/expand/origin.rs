//! Origins of tokens: the chain of expansions behind each token.

use crate::diagnostic::Step;
use crate::source::Span;
use crate::syntax::Origin;

/// One step of an origin.
#[derive(Clone, Debug)]
pub(super) enum Through {
    /// A define of this name.
    Define(Box<str>),
    /// An option item, `Category/Item`.
    Option(Box<str>),
    /// A marker for generated text, with the place it was generated for.
    Paste,
}

#[derive(Clone, Debug)]
struct Entry {
    through: Through,
    used_at: Span,
    parent: Origin,
    depth: u32,
}

/// The table of origins.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    entries: Vec<Entry>,
}

impl Origins {
    /// Records that `through` was used at a token that itself came from `parent`.
    pub(super) fn add(&mut self, through: Through, used_at: Span, parent: Origin) -> Origin {
        let depth = self.depth(parent) + u32::from(!matches!(through, Through::Paste));
        self.entries.push(Entry { through, used_at, parent, depth });
        Origin(self.entries.len() as u32)
    }

    /// The same chain, but starting at `base` instead of the file: a token in the body of a define has its own
    /// chain, followed by that of the use of the define. `done` caches origins already rebased to `base`.
    pub(super) fn rebase(
        &mut self,
        origin: Origin,
        base: Origin,
        done: &mut Vec<(Origin, Origin)>,
    ) -> Origin {
        let mut chain = Vec::new();
        let mut next = origin;
        let mut rebased = loop {
            if next == Origin::FILE {
                break base;
            }
            if let Some(&(_, rebased)) = done.iter().find(|(from, _)| *from == next) {
                break rebased;
            }
            chain.push(next);
            next = self.entries[next.0 as usize - 1].parent;
        };
        for from in chain.into_iter().rev() {
            let entry = &self.entries[from.0 as usize - 1];
            rebased = self.add(entry.through.clone(), entry.used_at, rebased);
            done.push((from, rebased));
        }
        rebased
    }

    /// The names of the defines in the chain of a token, innermost first.
    pub(super) fn defines(&self, origin: Origin) -> Vec<&str> {
        let mut names = Vec::new();
        let mut next = origin;
        while let Some(entry) = self.entry(next) {
            if let Through::Define(name) = &entry.through {
                names.push(&**name);
            }
            next = entry.parent;
        }
        names
    }

    /// The number of defines and options in the chain of a token.
    pub(super) fn depth(&self, origin: Origin) -> u32 {
        self.entry(origin).map_or(0, |entry| entry.depth)
    }

    /// The place for which a text without its own place was generated.
    pub fn place(&self, mut span: Span, mut origin: Origin) -> Span {
        while span.is_pasted()
            && let Some(entry) = self.entry(origin)
        {
            (span, origin) = (entry.used_at, entry.parent);
        }
        span
    }

    /// The defines and options in the chain of a token, innermost first.
    pub fn trail(&self, origin: Origin) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut next = origin;
        while let Some(entry) = self.entry(next) {
            let through = match &entry.through {
                Through::Define(name) => format!("define \"{name}\""),
                Through::Option(name) => format!("option \"{name}\""),
                Through::Paste => String::new(),
            };
            if !through.is_empty() {
                let used_at = self.place(entry.used_at, entry.parent);
                steps.push(Step { through, used_at });
            }
            next = entry.parent;
        }
        steps
    }

    fn entry(&self, origin: Origin) -> Option<&Entry> {
        (origin != Origin::FILE).then(|| &self.entries[origin.0 as usize - 1])
    }
}
