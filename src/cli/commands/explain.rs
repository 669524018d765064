//! `ludc explain`: explains a diagnostic code or a ludeme.

use std::io::{self, Write};

use clap::Args;
use ludc::ast::manual;
use ludc::diagnostic::{CODES, Code, nearest};

use crate::Outcome;
use crate::system::output;

#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// A code such as E0201, a ludeme such as "is Line", a type or a constant; lists all codes if
    /// omitted
    #[arg(value_name = "CODE|LUDEME")]
    name: Vec<String>,
}

impl Explain {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut out = output::out();
        let wanted = self.name.join(" ");
        if wanted.is_empty() {
            for code in CODES {
                writeln!(out, "{code}  {}", code.title())?;
            }
            return Ok(Outcome::Well);
        }
        if let Some(code) = Code::parse(&wanted) {
            writeln!(out, "{code}: {}\n\n{}", code.title(), code.explanation())?;
            return Ok(Outcome::Well);
        }
        let near = match manual::look_up(&wanted) {
            Ok(text) => {
                write!(out, "{text}")?;
                return Ok(Outcome::Well);
            }
            Err(near) => near,
        };
        let upper = wanted.to_ascii_uppercase();
        let code = nearest(&upper, CODES.iter().map(|code| code.as_str())).map(str::to_owned);
        match near.or(code) {
            Some(near) => output::say(&format!(
                "no diagnostic or ludeme is called `{wanted}`; did you mean `{near}`?"
            )),
            None => {
                output::say(&format!(
                    "no diagnostic or ludeme is called `{wanted}`; `ludc explain` lists all codes"
                ));
            }
        }
        Ok(Outcome::Fault)
    }
}
