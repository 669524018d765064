//! The lexer, based on the grammar in `grammar/lud.pest`.

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::{Bracket, Origin, Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

#[derive(Parser)]
#[grammar = "../grammar/lud.pest"]
struct LudParser;

/// Maximum number of stray characters to report one by one; the rest are counted.
const MAX_STRAYS: usize = 5;

/// Splits a text into tokens and comments.
pub(super) fn lex(text: &str, diagnostics: &mut Vec<Diagnostic>) -> (Vec<Token>, Vec<Span>) {
    // A typical description has one token per five bytes.
    let tokens = Vec::with_capacity(text.len() / 4);
    let mut lexer = Lexer { text, tokens, comments: Vec::new(), strays: 0, diagnostics };
    let mut start = 0;
    // The grammar matches any non-empty text, so this reaches the end.
    while let Some(chunk) =
        LudParser::parse(Rule::chunk, &text[start..]).ok().and_then(|mut chunks| chunks.next())
    {
        let length = chunk.as_span().end();
        for pair in chunk.into_inner() {
            lexer.add(&pair, start);
        }
        start += length;
    }
    if lexer.strays > MAX_STRAYS
        && let Some(last) = lexer.diagnostics.last_mut()
    {
        let more = lexer.strays - MAX_STRAYS;
        last.help = Some(format!("{more} more such characters follow"));
    }
    (lexer.tokens, lexer.comments)
}

struct Lexer<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    comments: Vec<Span>,
    strays: usize,
    diagnostics: &'t mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    /// Adds the lexeme of a chunk that starts at `start`.
    fn add(&mut self, pair: &Pair<'_, Rule>, start: usize) {
        let lexeme = pair.as_span();
        let text = lexeme.as_str();
        let span = Span::new((start + lexeme.start()) as u32, (start + lexeme.end()) as u32);
        let kind = match pair.as_rule() {
            Rule::comment => {
                // The line break, `\n` or `\r\n`, is not part of it.
                let written = text.trim_end().len() as u32;
                self.comments.push(Span::new(span.start, span.start + written));
                return;
            }
            Rule::open | Rule::open_call => TokenKind::Open(bracket(text)),
            Rule::close => TokenKind::Close(bracket(text)),
            Rule::word | Rule::operator => TokenKind::Word,
            Rule::string => TokenKind::Text,
            Rule::colon => TokenKind::Colon,
            Rule::parameter => TokenKind::Parameter(text.as_bytes()[1] - b'0'),
            Rule::unclosed_string => {
                self.diagnostics.push(unclosed_string(self.text, &self.tokens, span));
                TokenKind::Text
            }
            _ => {
                self.strays += 1;
                if self.strays <= MAX_STRAYS {
                    self.diagnostics.push(stray(text, span));
                }
                TokenKind::Stray
            }
        };
        let joined = self.tokens.last().is_some_and(|last| last.span.end == span.start);
        self.tokens.push(Token { kind, joined, span, origin: Origin::FILE });
    }
}

fn bracket(text: &str) -> Bracket {
    text.bytes().next().and_then(Bracket::of).unwrap_or(Bracket::Round)
}

fn stray(character: &str, span: Span) -> Diagnostic {
    let shown = character.escape_debug();
    let diagnostic =
        Diagnostic::new(Code::StrayCharacter, format!("unexpected character `{shown}`"))
            .at(span, "not allowed here");
    match character {
        "," | ";" => diagnostic.help("separate arguments by spaces"),
        "“" | "”" | "„" | "'" | "‘" | "’" => {
            diagnostic.help("strings are written in \" quotes")
        }
        "#" => diagnostic.help("comments begin with `//`; parameters of a define are `#1` to `#9`"),
        _ => diagnostic,
    }
}

/// After a missing quote, strings and text are swapped. So the label goes not on the last quote but on the
/// first string that spans lines and contains brackets.
fn unclosed_string(text: &str, tokens: &[Token], last: Span) -> Diagnostic {
    let inside_out = tokens.iter().find_map(|token| {
        let string = &text[token.span.start as usize..token.span.end as usize];
        let swallowed = string.split_once('\n').is_some_and(|(_, rest)| rest.contains(['(', '{']));
        (token.kind == TokenKind::Text && swallowed).then_some(token.span)
    });
    let start = inside_out.unwrap_or(last);
    let line = text[start.start as usize..].lines().next().unwrap_or("");
    let shown = Span::new(start.start, start.start + line.trim_end().len() as u32);
    let diagnostic = Diagnostic::new(Code::UnclosedString, "a string is never closed")
        .at(shown, "the closing quote is missing, probably on this line");
    if inside_out.is_some() {
        diagnostic.at(Span::new(last.start, last.start + 1), "this quote has no partner")
    } else {
        diagnostic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str, bool)> {
        let (tokens, _) = lex(text, &mut Vec::new());
        let slice = |span: Span| &text[span.start as usize..span.end as usize];
        tokens.iter().map(|token| (token.kind, slice(token.span), token.joined)).collect()
    }

    #[test]
    fn comparisons_and_tags_are_told_apart() {
        use TokenKind::{Close, Colon, Open, Word};
        assert_eq!(
            kinds("(<= 1) (<A:b>)"),
            [
                (Open(Bracket::Round), "(", false),
                (Word, "<=", true),
                (Word, "1", false),
                (Close(Bracket::Round), ")", true),
                (Open(Bracket::Round), "(", false),
                (Open(Bracket::Angle), "<", true),
                (Word, "A", true),
                (Colon, ":", true),
                (Word, "b", true),
                (Close(Bracket::Angle), ">", true),
                (Close(Bracket::Round), ")", true),
            ]
        );
    }

    #[test]
    fn parameters_are_split_off_words_and_comments_dropped() {
        use TokenKind::{Parameter, Word};
        assert_eq!(
            kinds("P#12//x\na/b"),
            [
                (Word, "P", false),
                (Parameter(1), "#1", true),
                (Word, "2", true),
                (Word, "a/b", false)
            ]
        );
    }
}
