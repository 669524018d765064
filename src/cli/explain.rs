//! `ludc explain`: what a diagnostic means.

use std::io::{self, Write};

use clap::Args;
use ludc::diagnostic::{CODES, Code, nearest};

use crate::Outcome;

#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// A code such as E0201; without one, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

impl Explain {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut out = io::stdout().lock();
        let Some(wanted) = self.code else {
            for code in CODES {
                writeln!(out, "{code}  {}", code.title())?;
            }
            return Ok(Outcome::Well);
        };
        if let Some(code) = Code::parse(&wanted) {
            writeln!(out, "{code}: {}\n\n{}", code.title(), code.explanation())?;
            return Ok(Outcome::Well);
        }
        let upper = wanted.to_ascii_uppercase();
        match nearest(&upper, CODES.iter().map(|code| code.as_str())) {
            Some(near) => eprintln!("ludc: there is no code {wanted}; did you mean {near}?"),
            None => eprintln!("ludc: there is no code {wanted}; `ludc explain` lists them all"),
        }
        Ok(Outcome::Fault)
    }
}
