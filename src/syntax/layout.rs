//! Line breaking: one layout for source and expanded descriptions.
//!
//! A form that fits on the line stays on it. Otherwise its keyword and the plain words after it stay
//! on the first line, every other argument gets its own line, indented by four spaces, and the closing
//! bracket is aligned with the start of the opening line:
//!
//! ```text
//! (piece "Pawn" Each
//!     (move Step Forward (to if:(is Empty (to))))
//! )
//! ```
//!
//! A list that is the last argument opens on its form's first line and closes on its last
//! (`(equipment {` … `})`); long lists of plain words are filled like a paragraph. The forms that
//! make up a description (`SECTIONS`) are broken even where they would fit. Whether two tokens
//! touch is never changed where it could matter, since macros are textual.

/// The preferred maximum line width.
pub const WIDTH: usize = 88;

/// The minimum width available on a line, whatever its indentation.
const ROOM: usize = 44;

/// The indentation of the parts of a form on a line with this indentation: less per level where the nesting
/// is so deep that lines would have no room left.
fn deeper(indent: usize) -> usize {
    if indent + ROOM < WIDTH { indent + 4 } else { indent + 1 }
}

/// Forms whose parts each get their own line, however short they are.
const SECTIONS: [&str; 9] =
    ["game", "match", "equipment", "rules", "option", "rulesets", "metadata", "info", "graphics"];

/// The kind of an [`Element`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An opening bracket whose partner is the element of that index.
    Open(usize),
    /// A closing bracket with a partner.
    Close,
    /// Any other token, printed verbatim.
    Plain,
    /// A trailing comment.
    Trailing,
    /// A comment on its own line.
    Comment,
}

/// A token or comment to print.
#[derive(Clone, Copy, Debug)]
pub struct Element<'t> {
    /// Its text, brackets included.
    pub text: &'t str,
    /// What it is.
    pub role: Role,
    /// Whether there must be no space before it.
    pub joined: bool,
    /// Whether there was a blank line before it.
    pub spaced: bool,
}

/// Prints the elements with line breaks; the text ends with one.
pub fn layout(elements: &[Element<'_>]) -> String {
    let mut printer = Printer::new(elements);
    printer.children(0..elements.len(), 0, true);
    while printer.out.ends_with([' ', '\n']) {
        printer.out.pop();
    }
    if !printer.out.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'e, 't> {
    elements: &'e [Element<'t>],
    /// Column of each element if everything stood on one line; one more for the end.
    flat: Vec<usize>,
    /// Prefix counts of elements that force a line break after them.
    breaks: Vec<usize>,
    out: String,
    column: usize,
    /// Indentation of the current line.
    line_indent: usize,
}

impl<'e, 't> Printer<'e, 't> {
    fn new(elements: &'e [Element<'t>]) -> Self {
        let mut flat = Vec::with_capacity(elements.len() + 1);
        let mut breaks = Vec::with_capacity(elements.len() + 1);
        let (mut column, mut broken) = (0, 0);
        let mut section_list = None;
        for (index, element) in elements.iter().enumerate() {
            column += usize::from(index > 0 && !touches(elements[index - 1], *element));
            flat.push(column);
            breaks.push(broken);
            column += element.text.chars().count();
            let section = is_section(elements, index);
            if let (true, Role::Open(close)) = (section, element.role) {
                section_list = last_list(elements, index, close);
            }
            let breaking = section
                || section_list == Some(index)
                || matches!(element.role, Role::Trailing | Role::Comment)
                || element.text.contains('\n');
            broken += usize::from(breaking);
        }
        flat.push(column);
        breaks.push(broken);
        Self { elements, flat, breaks, out: String::new(), column: 0, line_indent: 0 }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rfind('\n') {
            Some(newline) => self.column = text[newline + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn new_line(&mut self, indent: usize) {
        while self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.line_indent = indent;
    }

    /// The preferred last column of the current line.
    fn limit(&self) -> usize {
        WIDTH.max(self.line_indent + ROOM)
    }

    /// Width of a range of elements on one line; `None` if they need several lines.
    fn flat_width(&self, start: usize, end: usize) -> Option<usize> {
        let last = self.elements[end - 1].text.chars().count();
        (self.breaks[start] == self.breaks[end])
            .then(|| self.flat[end - 1] + last - self.flat[start])
    }

    fn fits(&self, start: usize, end: usize) -> bool {
        self.flat_width(start, end).is_some_and(|width| self.column + width <= self.limit())
    }

    fn put_flat(&mut self, start: usize, end: usize) {
        for index in start..end {
            if index > start && !touches(self.elements[index - 1], self.elements[index]) {
                self.put(" ");
            }
            self.put(self.elements[index].text);
        }
    }

    /// The end of the unit that starts at `start`: forms and words without spaces between them.
    fn unit_end(&self, start: usize, limit: usize) -> usize {
        let mut end = self.after(start);
        while end < limit && touches(self.elements[end - 1], self.elements[end]) {
            end = self.after(end);
        }
        end
    }

    fn after(&self, index: usize) -> usize {
        match self.elements[index].role {
            Role::Open(close) => close + 1,
            _ => index + 1,
        }
    }

    fn is_plain(&self, start: usize, end: usize) -> bool {
        self.elements[start..end].iter().all(|element| element.role == Role::Plain)
    }

    /// Whether a unit is a short tag, or the names of an option's values.
    fn is_tag(&self, start: usize, end: usize) -> bool {
        let tag = self.elements[start].text == "<" && end - start <= 5;
        tag || self.elements[start].text == "args"
    }

    /// A unit on the current line, breaking its forms where they do not fit.
    fn unit(&mut self, start: usize, end: usize, indent: usize) {
        if self.fits(start, end) {
            self.put_flat(start, end);
            return;
        }
        let mut index = start;
        while index < end {
            let next = self.after(index);
            match self.elements[index].role {
                Role::Open(close) if close > index + 1 && !self.fits(index, next) => {
                    self.group(index, close, indent);
                }
                _ => self.put_flat(index, next),
            }
            index = next;
        }
    }

    /// A form broken over several lines, including its brackets.
    fn group(&mut self, open: usize, close: usize, indent: usize) {
        self.put(self.elements[open].text);
        let inside = open + 1..close;
        match self.elements[open].text {
            "(" => self.call(inside, indent),
            "<" => self.value(inside, indent),
            _ => {
                self.new_line(deeper(indent));
                self.children(inside, deeper(indent), false);
                self.new_line(indent);
            }
        }
        self.put(self.elements[close].text);
    }

    fn call(&mut self, inside: std::ops::Range<usize>, indent: usize) {
        let first = inside.start;
        let mut index = first;
        if may_become_head(self.elements[first]) {
            if !self.elements[first].joined {
                self.put(" ");
            }
            index = self.unit_end(first, inside.end);
            self.unit(first, index, deeper(indent));
        }
        let choice = matches!(self.elements[first].text, "option" | "item");
        while index < inside.end {
            let end = self.unit_end(index, inside.end);
            let blank = usize::from(index > first);
            let width = self.flat_width(index, end).map(|width| width + blank);
            let stays = (self.is_plain(index, end) || choice && self.is_tag(index, end))
                && (index == first
                    || width.is_some_and(|width| self.column + width <= self.limit()));
            if !stays {
                break;
            }
            if index > first {
                self.put(" ");
            }
            self.put_flat(index, end);
            index = end;
        }
        if index < inside.end && index > first && self.hugs(index, inside.end) {
            self.put(" ");
            self.unit(index, inside.end, indent);
            return;
        }
        if index < inside.end && self.elements[index].role == Role::Trailing {
            self.put(" ");
            self.put(self.elements[index].text);
            index += 1;
        }
        if index < inside.end {
            self.new_line(deeper(indent));
            self.children(index..inside.end, deeper(indent), false);
        }
        self.new_line(indent);
    }

    /// Whether the rest of a call is one list, labelled or not, that may open on the first line.
    fn hugs(&self, start: usize, end: usize) -> bool {
        let list = (start..end).find(|&index| self.elements[index].role != Role::Plain);
        self.unit_end(start, end) == end
            && list.is_some_and(|open| {
                self.elements[open].role == Role::Open(end - 1) && self.elements[open].text == "{"
            })
    }

    /// The inside of an option value: spaces at its edges could end up inside a word, so none are added
    /// or removed.
    fn value(&mut self, inside: std::ops::Range<usize>, indent: usize) {
        if !self.elements[inside.start].joined {
            self.new_line(deeper(indent));
        }
        let close = inside.end;
        self.children(inside, deeper(indent), false);
        if !self.elements[close].joined {
            self.new_line(indent);
        }
    }

    /// A sequence of units: one per line, except that plain words are filled like a paragraph.
    fn children(&mut self, range: std::ops::Range<usize>, indent: usize, top: bool) {
        let filled = !top && self.is_plain(range.start, range.end);
        let mut index = range.start;
        while index < range.end {
            let element = self.elements[index];
            let end = self.unit_end(index, range.end);
            if index > range.start {
                let fill = filled
                    && self.flat_width(index, end).is_some_and(|w| self.column + w < self.limit());
                match element.role {
                    Role::Trailing => self.put(" "),
                    _ if fill && !element.spaced => self.put(" "),
                    _ => {
                        if element.spaced {
                            self.new_line(0);
                        }
                        self.new_line(indent);
                    }
                }
            }
            self.unit(index, end, indent);
            index = end;
        }
    }
}

/// Whether the form that opens at `open` is one of [`SECTIONS`] and holds other forms.
fn is_section(elements: &[Element<'_>], open: usize) -> bool {
    let Role::Open(close) = elements[open].role else { return false };
    let keyword = elements[open + 1].text;
    let holds = || elements[open + 1..close].iter().any(|e| matches!(e.role, Role::Open(_)));
    elements[open].text == "(" && SECTIONS.contains(&keyword) && holds()
}

/// Where the list opens that ends the form from `open` to `close` and holds forms.
fn last_list(elements: &[Element<'_>], open: usize, close: usize) -> Option<usize> {
    let list = (open + 1..close).find(|&at| elements[at].role == Role::Open(close - 1))?;
    let holds = elements[list + 1..close].iter().any(|e| matches!(e.role, Role::Open(_)));
    (elements[list].text == "{" && holds).then_some(list)
}

/// Whether it matters that an element directly follows the bracket before it: `("Name" …)` is a use of a
/// define with arguments, `( "Name" …)` is not, and a tag or parameter may become a name; `(> a b)` is a
/// comparison, but the `>` of `( > a b)` is an unmatched bracket.
fn may_become_head(element: Element<'_>) -> bool {
    element.text.starts_with(['"', '<', '>', '#'])
}

/// Whether two consecutive elements have no space between them.
fn touches(before: Element<'_>, after: Element<'_>) -> bool {
    let comment = |role| matches!(role, Role::Trailing | Role::Comment);
    if comment(before.role) || comment(after.role) {
        return false;
    }
    match (before.role, after.role) {
        (Role::Open(_), _) if before.text == "<" => after.joined,
        (_, Role::Close) if after.text == ">" => after.joined,
        (Role::Open(_), _) if before.text == "(" && may_become_head(after) => after.joined,
        (Role::Open(_), _) | (_, Role::Close) => true,
        _ => after.joined,
    }
}
