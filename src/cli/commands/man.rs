//! `ludc man`: manual pages.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::system::output;
use crate::{Cli, Outcome};

#[derive(Args, Debug)]
pub(crate) struct ManPage {
    /// The command to describe; without it, `ludc` as a whole
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl ManPage {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut all = Cli::command();
        all.build();
        let about = match &self.command {
            None => Some(&all),
            Some(name) => all.find_subcommand(name),
        };
        let Some(about) = about else {
            let name = self.command.unwrap_or_default();
            output::say(&format!("there is no command `{name}`; `ludc help` lists them"));
            return Ok(Outcome::Fault);
        };
        let mut page = Vec::new();
        // `ludc-play` for `ludc play`, as git names its pages.
        let title = about.get_bin_name().unwrap_or("ludc").replace(' ', "-");
        Man::new(about.clone()).title(title).render(&mut page)?;
        output::out().write_all(&page)?;
        Ok(Outcome::Well)
    }
}
