//! `ludc fmt`: formats game descriptions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use ludc::diagnostic::Diagnostics;
use ludc::source::Sources;
use ludc::syntax;

use crate::Outcome;
use crate::system::{files, output};

#[derive(Args, Debug)]
pub(crate) struct Fmt {
    /// Game descriptions or define files; `-` formats standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut outcome = Outcome::Well;
        for path in &self.files {
            let Some(laid_out) = output::or_say(layout(path)) else {
                outcome = Outcome::Fault;
                continue;
            };
            if files::is_standard_input(path) && !self.check {
                output::out().write_all(laid_out.text.as_bytes())?;
            } else if laid_out.changed && self.check {
                writeln!(output::out(), "{}", files::name(path))?;
                outcome = Outcome::Fault;
            } else if laid_out.changed {
                files::write_or_say(path, &[], laid_out.text.as_bytes())?;
            }
        }
        Ok(outcome)
    }
}

struct LaidOut {
    text: String,
    changed: bool,
}

fn layout(path: &Path) -> Result<LaidOut, Diagnostics> {
    let file = files::read(path)?;
    match syntax::format(file.text()) {
        Ok(text) => Ok(LaidOut { changed: text != file.text(), text }),
        Err(list) => {
            let mut sources = Sources::default();
            sources.add(file.into());
            Err(Diagnostics { sources, list })
        }
    }
}
