//! Input lines: with line editing, history and completion on a terminal, read as they are otherwise.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// Maximum number of bytes read from a line.
const MAX_LINE: u64 = 1 << 12;

/// Where lines come from.
pub(super) enum Input {
    Terminal(Box<Editor<Words, MemHistory>>),
    Stream(Box<dyn BufRead>),
}

impl Input {
    /// The standard input, with line editing if both it and the standard output are terminals.
    pub(super) fn standard() -> Self {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match Editor::with_history(config, MemHistory::new()) {
            Ok(mut editor) if is_terminal => {
                editor.set_helper(Some(Words(Vec::new())));
                Self::Terminal(Box::new(editor))
            }
            _ => Self::Stream(Box::new(io::stdin().lock())),
        }
    }

    /// Whether there is line editing, and so completion.
    pub(super) fn is_edited(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Prompts for a line, which can be completed to one of `words`; `None` at the end of the input.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: &mut impl Write,
    ) -> io::Result<Option<String>> {
        let line = match self {
            Self::Terminal(editor) => {
                out.flush()?;
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that is missing from the history is harmless.
                        let _ = editor.add_history_entry(&*line);
                        return Ok(Some(line));
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                    Err(ReadlineError::Io(error)) => return Err(error),
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
            Self::Stream(stream) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                read_line(stream)?
            }
        };
        if line.is_none() {
            writeln!(out)?;
        }
        Ok(line)
    }

    /// Clears the history, so that the next person does not see what was typed.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        match self {
            Self::Terminal(editor) => editor.clear_history().map_err(io::Error::other),
            Self::Stream(_) => Ok(()),
        }
    }
}

/// Reads a line, truncated to `MAX_LINE` bytes; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if io::Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// The possible completions of a line.
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, matching(&self.0, &line[..at])))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

/// The words that begin with what was typed, ignoring case.
fn matching(words: &[String], typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    words.iter().filter(|word| word.to_lowercase().starts_with(&typed)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_ignore_case() {
        let words = ["moves", "B1-C3", "b2", "hint"].map(str::to_owned);
        assert_eq!(matching(&words, "b"), ["B1-C3", "b2"]);
        assert_eq!(matching(&words, "B1-c"), ["B1-C3"]);
        assert!(matching(&words, "x").is_empty());
    }
}
