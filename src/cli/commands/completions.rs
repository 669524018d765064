//! `ludc completions`: completion scripts for shells.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::system::output;
use crate::{Cli, Outcome};

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell to complete commands in
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "ludc", &mut script);
        output::out().write_all(&script)?;
        Ok(Outcome::Well)
    }
}
