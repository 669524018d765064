//! Collects and expands defines.
//!
//! The order is part of the language: the defines of the file are expanded one after the other in file order,
//! each everywhere, in rounds until no use is left; then those of the library; then everything again, until a
//! pass finds no new define and no use. The order matters if a body is not exactly one form, since such a body
//! counts as several arguments, or none, of a define that is expanded later.

use super::define::Define;
use super::library::Library;
use super::tape::{Item, Name, Tape, closing};
use super::work::Work;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::syntax::{Bracket, MAX_DEPTH, Origin, Token};

/// Maximum number of tokens of an expanded game.
pub(super) const MAX_TOKENS: usize = 1_000_000;
/// Maximum nesting of defines; deeper nesting is treated as infinite recursion.
const MAX_NESTING: u32 = 200;
/// Maximum number of tokens scanned in total, which bounds the time.
const MAX_STEPS: usize = 50_000_000;
/// Maximum number of bytes of generated words and names, which bounds the memory.
pub(super) const MAX_PASTED: usize = 16 << 20;

/// The defines that a scan of the text expands.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// One define of the file.
    Local(Name),
    /// Every define of the library.
    Library,
}

/// The result of looking up a name in the library.
#[derive(Clone, Copy, Debug, Default)]
enum Lookup {
    /// Not looked up yet.
    #[default]
    NotYet,
    /// Not in the library.
    Missing,
    /// The define with this index.
    Found(usize),
}

/// The expansion was aborted, and the reason reported.
#[derive(Debug)]
pub(super) struct Stopped;

/// Expands defines until no use is left.
pub(super) fn replace_all(
    mut items: Vec<Item>,
    library: &Library,
    work: &mut Work,
) -> Result<Vec<Item>, Stopped> {
    let mut definer = Definer::new(library, work);
    loop {
        items = definer.collect(&items);
        items = definer.pass(items)?;
        if !definer.defines.iter().any(|define| define.nests) || definer.order.is_empty() {
            definer.note_unused();
            return Ok(items);
        }
    }
}

/// Warns about unused defines in the author's file.
pub(super) fn report_unused(work: &mut Work) {
    // A define that looks unused may be misspelt elsewhere.
    if has_errors(&work.findings.list) {
        return;
    }
    for place in std::mem::take(&mut work.unused) {
        // It may be used inside other defines, or with other options.
        let quoted = work.text(place);
        let file = work.sources.locate(place.span).map(|place| place.file);
        let is_alone = file
            .is_some_and(|file| !file.is_library() && file.text().matches(quoted).nth(1).is_none());
        if is_alone {
            let message = format!("the define {quoted} is never used");
            let diagnostic = Diagnostic::new(Code::UnusedDefine, message).at(place.span, "unused");
            work.report(diagnostic, place);
        }
    }
}

struct Definer<'a> {
    library: &'a Library,
    work: &'a mut Work,
    /// All defines so far: those of the file, of any pass, and those of the library that are used.
    defines: Vec<Define>,
    /// The defines of the current pass, in source order.
    order: Vec<usize>,
    /// By name, the define of the current pass.
    local: Vec<Option<usize>>,
    /// By name, the define of the library.
    loaded: Vec<Lookup>,
    /// By name, whether the text may contain a use to expand in the current pass.
    pending: Vec<bool>,
    /// Number of tokens scanned so far.
    steps: usize,
    /// Number of uses expanded so far.
    uses: usize,
    /// The stack of uses being expanded.
    depth: usize,
}

impl<'a> Definer<'a> {
    fn new(library: &'a Library, work: &'a mut Work) -> Self {
        Self {
            library,
            work,
            defines: Vec::new(),
            order: Vec::new(),
            local: Vec::new(),
            loaded: Vec::new(),
            pending: Vec::new(),
            steps: 0,
            uses: 0,
            depth: 0,
        }
    }

    /// Extracts the defines from the text; those of an earlier pass are dropped.
    fn collect(&mut self, items: &[Item]) -> Vec<Item> {
        self.order.clear();
        self.local.clear();
        let mut tape = Tape::with_capacity(items.len());
        let mut index = 0;
        while index < items.len() {
            let item = items[index];
            let keyword = items.get(index + 1).filter(|_| item.is_open(Bracket::Round));
            let Some(keyword) = keyword.filter(|word| self.work.is_word(**word, &["define"]))
            else {
                tape.push(item);
                index += 1;
                continue;
            };
            let close = closing(items, index);
            tape.skip(item.token.joined);
            match Define::read(&items[index + 2..close.max(index + 2)], self.work) {
                Some(define) => self.add(define),
                None => self.work.report(
                    Diagnostic::new(Code::MalformedDefine, "a define without a name")
                        .at(keyword.token.span, "expected `(define \"Name\" …)`"),
                    keyword.token,
                ),
            }
            index = close + 1;
        }
        tape.items
    }

    fn add(&mut self, define: Define) {
        let (name, place) = (define.name, define.place);
        let spelling = self.work.names.spelling(name);
        if let Some(first) = get(&self.local, name) {
            let message = format!("\"{spelling}\" is defined twice");
            let diagnostic = Diagnostic::new(Code::DuplicateDefine, message)
                .at(place.span, "this one has no effect")
                .at(self.defines[first].place.span, "the first define is used");
            self.work.report(diagnostic, place);
            return;
        }
        if spelling.starts_with(|initial: char| initial.is_lowercase()) {
            let message =
                format!("the name of the define \"{spelling}\" starts with a lower-case letter");
            let diagnostic = Diagnostic::new(Code::LowercaseDefine, message)
                .at(place.span, "should start with an upper-case letter");
            self.work.report(diagnostic, place);
        }
        self.work.defined.push(name);
        set(&mut self.local, name, Some(self.defines.len()));
        self.order.push(self.defines.len());
        self.defines.push(define);
    }

    /// Expands uses until the text has none.
    fn pass(&mut self, mut items: Vec<Item>) -> Result<Vec<Item>, Stopped> {
        self.pending.clear();
        self.note_uses(&items);
        loop {
            let mut replaced = true;
            while replaced {
                replaced = false;
                for position in 0..self.order.len() {
                    let name = self.defines[self.order[position]].name;
                    if get(&self.pending, name) {
                        set(&mut self.pending, name, false);
                        items = self.scan(&items, Target::Local(name))?;
                        replaced = true;
                    }
                }
            }
            let before = self.uses;
            items = self.scan(&items, Target::Library)?;
            if self.uses == before {
                return Ok(items);
            }
        }
    }

    /// Collects the unused defines.
    fn note_unused(&mut self) {
        let unused = self.defines.iter().filter(|define| !define.used);
        self.work.unused = unused.map(|define| define.place).collect();
    }

    /// Marks the defines of the file that items use.
    fn note_uses(&mut self, items: &[Item]) {
        for item in items {
            if get(&self.local, item.name).is_some() {
                set(&mut self.pending, item.name, true);
            }
        }
    }

    fn scan(&mut self, items: &[Item], target: Target) -> Result<Vec<Item>, Stopped> {
        let mut tape = Tape::with_capacity(items.len() + items.len() / 4);
        self.replace(items, target, &mut tape)?;
        Ok(tape.items)
    }

    /// Copies items to the tape, expanding the uses of the target, including those in expanded bodies.
    fn replace(&mut self, items: &[Item], target: Target, tape: &mut Tape) -> Result<(), Stopped> {
        self.steps += items.len();
        let mut index = 0;
        let mut copied = 0;
        while index < items.len() {
            let item = items[index];
            index += 1;
            let Some(define) = self.target(item, target) else { continue };
            let before = (index >= 2).then(|| items[index - 2]);
            // A game may have the same name as a define.
            if before.is_some_and(|item| self.work.is_word(item, &["game", "match", "instance"])) {
                continue;
            }
            tape.extend(&items[copied..index - 1]);
            // If the bracket directly precedes the name, the whole form is the use.
            let mut arguments: &[Item] = &[];
            if item.token.joined && before.is_some_and(|item| item.is_open(Bracket::Round)) {
                tape.unpush();
                let close = closing(items, index - 2).max(index);
                arguments = &items[index..close.min(items.len())];
                index = close + 1;
            } else {
                tape.skip(item.token.joined);
            }
            copied = index.min(items.len());
            self.defines[define].used = true;
            let made = self.defines[define].instantiate(item, arguments, self.work);
            self.uses += 1;
            self.check_bounds(item, tape.items.len() + made.len() + items.len())?;
            self.note_uses(&made);
            self.depth += 1;
            self.replace(&made, target, tape)?;
            self.depth -= 1;
        }
        tape.extend(&items[copied..]);
        Ok(())
    }

    /// The define that an item uses, if it is the name of one.
    fn target(&mut self, item: Item, target: Target) -> Option<usize> {
        match target {
            Target::Local(name) if name == item.name => get(&self.local, name),
            Target::Library if item.name != Name::NONE && get(&self.local, item.name).is_none() => {
                self.load(item.name)
            }
            _ => None,
        }
    }

    /// The define of the library with this name.
    fn load(&mut self, name: Name) -> Option<usize> {
        match get(&self.loaded, name) {
            Lookup::NotYet => {}
            Lookup::Missing => return None,
            Lookup::Found(define) => return Some(define),
        }
        let found = self.library.get(self.work.names.spelling(name)).map(|found| {
            let base = self.work.sources.add(found.file.clone());
            let mut item = |token: Token| {
                let token = Token { span: token.span.shifted(base), ..token };
                Item::read(token, self.work)
            };
            let place = item(found.tree.tokens[found.body.start - 1]);
            let body = found.tree.tokens[found.body.clone()].iter().map(|token| item(*token));
            let body = body.collect();
            self.defines.push(Define::new(place, body, self.work));
            self.defines.len() - 1
        });
        set(&mut self.loaded, name, found.map_or(Lookup::Missing, Lookup::Found));
        found
    }

    /// Aborts an expansion that does not terminate or grows too large.
    fn check_bounds(&mut self, item: Item, size: usize) -> Result<(), Stopped> {
        let nesting = self.work.origins.depth(item.token.origin);
        let too_large = size > MAX_TOKENS
            || self.steps > MAX_STEPS
            || self.depth > 2 * MAX_DEPTH
            || self.work.sources.pasted_bytes() > MAX_PASTED;
        if nesting <= MAX_NESTING && !too_large {
            return Ok(());
        }
        let circle = self.circle(item);
        let message = match circle.as_slice() {
            [] if too_large => {
                format!("the defines of this game expand to more than {MAX_TOKENS} tokens")
            }
            [] => format!("defines are nested more than {MAX_NESTING} levels deep"),
            [_, name] => format!("the define {name} is recursive"),
            _ => format!("defines are mutually recursive: {}", circle.join(" → ")),
        };
        let (code, what) = if circle.is_empty() {
            (Code::ExpansionTooLarge, "exceeds the limit")
        } else {
            (Code::RecursiveDefine, "used again here")
        };
        let place = self.work.origins.place(item.token.span, item.token.origin);
        let mut diagnostic = Diagnostic::new(code, message).at(place, what);
        // Only the start of the long expansion trace is informative.
        if let Some(step) = self.work.origins.trail(item.token.origin).pop() {
            diagnostic = diagnostic.at(step.used_at, "starts here");
        }
        self.work.report(diagnostic, Token { origin: Origin::FILE, ..item.token });
        Err(Stopped)
    }

    /// The names of the defines from the last use of the define that `item` names to this one.
    fn circle(&self, item: Item) -> Vec<String> {
        let this = self.work.names.spelling(item.name);
        let names = self.work.origins.defines(item.token.origin);
        let Some(last) = names.iter().position(|name| *name == this) else { return Vec::new() };
        let circle = names[..=last].iter().rev().copied().chain([this]);
        circle.map(|name| format!("\"{name}\"")).collect()
    }
}

/// The entry of a name in a table that grows on demand.
fn get<T: Copy + Default>(table: &[T], name: Name) -> T {
    table.get(name.index()).copied().unwrap_or_default()
}

fn set<T: Copy + Default>(table: &mut Vec<T>, name: Name, value: T) {
    if table.len() <= name.index() {
        table.resize(name.index() + 1, T::default());
    }
    table[name.index()] = value;
}
