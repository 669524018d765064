//! The formatter.

use super::layout::{Element, Role, layout};
use super::{Bracket, Token, TokenKind, Tree, parse};
use crate::diagnostic::{Diagnostic, has_errors};
use crate::source::Span;

/// Formats a description: same tokens, same comments, other white space.
///
/// A text with errors is not formatted; the errors are returned instead.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (tree, diagnostics) = parse(text);
    if has_errors(&diagnostics) {
        return Err(diagnostics);
    }
    Ok(layout(&elements(text, &tree)))
}

/// The tokens and comments of a tree, merged in source order.
fn elements<'t>(text: &'t str, tree: &Tree) -> Vec<Element<'t>> {
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    let mut elements = Vec::with_capacity(tree.tokens.len() + tree.comments.len());
    let mut comments = tree.comments.iter().copied().peekable();
    let mut places = vec![0; tree.tokens.len()];
    let mut runs = Runs { whole: vec![false], after_open: true };
    let mut previous_end = 0;
    for (index, token) in tree.tokens.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.start < token.span.start) {
            elements.push(comment_element(text, previous_end, comment));
            previous_end = comment.end;
        }
        places[index] = elements.len();
        let gap = &text[previous_end as usize..token.span.start as usize];
        elements.push(Element {
            text: slice(token.span),
            role: Role::Plain,
            joined: runs.goes_on(*token) && token.joined,
            spaced: has_blank_line(gap),
        });
        previous_end = token.span.end;
    }
    for comment in comments {
        elements.push(comment_element(text, previous_end, comment));
        previous_end = comment.end;
    }
    for (index, &partner) in tree.partner.iter().enumerate() {
        let partner = partner as usize;
        if partner > index {
            elements[places[index]].role = Role::Open(places[partner]);
            elements[places[partner]].role = Role::Close;
        }
    }
    elements
}

/// Runs of adjacent tokens. A run that starts with a form or a string ends with it, whatever follows: `)(` and
/// `}"…"` are two runs. A run that starts with a word may contain forms: `x:(…)(…)` is one argument of a
/// define.
struct Runs {
    /// For each open bracket, and for the top level, whether the last run starts with a form or a string.
    whole: Vec<bool>,
    /// Whether the previous token opens a bracket.
    after_open: bool,
}

impl Runs {
    /// Whether a token belongs to the same run as the adjacent previous one.
    fn goes_on(&mut self, token: Token) -> bool {
        // The text of an angle bracket is only known after option substitution.
        let is_tag = token.kind == TokenKind::Open(Bracket::Angle);
        let is_whole = token.opens() && !is_tag || token.kind == TokenKind::Text;
        let begins = !token.joined || self.after_open;
        self.after_open = token.opens();
        if token.closes() {
            if self.whole.len() > 1 {
                self.whole.pop();
            }
            return true;
        }
        let goes_on = self.whole.last_mut().is_none_or(|whole| {
            let is_over = *whole;
            if begins || is_over {
                *whole = is_whole;
            }
            begins || !is_over || !is_whole
        });
        if token.opens() {
            self.whole.push(false);
        }
        goes_on
    }
}

fn comment_element(text: &str, previous_end: u32, comment: Span) -> Element<'_> {
    let gap = &text[previous_end as usize..comment.start as usize];
    let trailing = !gap.contains('\n') && previous_end > 0;
    Element {
        text: &text[comment.start as usize..comment.end as usize],
        role: if trailing { Role::Trailing } else { Role::Comment },
        joined: false,
        spaced: has_blank_line(gap),
    }
}

fn has_blank_line(gap: &str) -> bool {
    gap.bytes().filter(|&byte| byte == b'\n').count() > 1
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn a_form_that_fits_stays_on_its_line() {
        assert_eq!(format("( a\n  b  { 1   2 } )").unwrap(), "(a b {1 2})\n");
    }

    #[test]
    fn blanks_that_carry_meaning_stay() {
        let text = "( \"Name\" x: y z:w a.. < 5> <6 >)\n";
        assert_eq!(format(text).unwrap(), text);
    }

    #[test]
    fn comments_keep_their_lines() {
        let text = "(a // first\n    // second\n    b\n    c // third\n)\n// last\n";
        assert_eq!(format(text).unwrap(), text);
    }
}
