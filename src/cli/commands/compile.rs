//! `ludc compile`: compiles a game, or prints an intermediate form.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use ludc::ast;
use ludc::diagnostic::Diagnostics;
use ludc::expand::{Expanded, expand};
use ludc::{Description, Game, Options, bytecode};

use crate::system::{files, output};
use crate::{GameArgs, Outcome};

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("made").required(true).multiple(true))]
pub(crate) struct Compile {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print an intermediate form instead of compiling
    #[arg(long, value_enum, value_name = "FORM", group = "made")]
    emit: Option<Form>,
    /// Write the compiled game, or the form selected by --emit, to this file
    #[arg(short, value_name = "OUT", group = "made")]
    output: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

/// The intermediate forms of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The description with all defines, options and ranges expanded
    Expanded,
    /// The typed tree: every ludeme with its type, arguments by name, defaults filled in
    Ast,
    /// Static facts about the game
    Facts,
    /// The bytecode, each instruction with the rule it comes from
    Bytecode,
}

impl Compile {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        if let Some(output) = &self.output {
            files::is_writable_or_say(output, &[&self.file])?;
        }
        let Some((made, warnings)) = output::or_say(self.make()) else {
            return Ok(Outcome::Fault);
        };
        output::warn(&warnings);
        match &self.output {
            Some(path) => files::write_or_say(path, &[&self.file], &made)?,
            None => output::out().write_all(&made)?,
        }
        Ok(Outcome::Well)
    }

    /// The bytes to write, and the warnings of the compilation.
    fn make(&self) -> Result<(Vec<u8>, Diagnostics), Diagnostics> {
        let form = match self.emit {
            None | Some(Form::Bytecode) => match files::compiled(&self.file)? {
                Some(game) => return Ok((self.write(&game), Diagnostics::default())),
                None => self.emit,
            },
            form => form,
        };
        let library = self.game.library()?;
        let file = files::description(&self.file)?;
        let options = Options { choice: self.game.choice(), library: &library };
        // A game that does not compile can still be expanded.
        if form == Some(Form::Expanded) {
            let Expanded { sources, found, tree, .. } =
                expand(file, options.library, &options.choice)?;
            return Ok((tree.print(&sources).into(), Diagnostics { sources, list: found }));
        }
        let game = ludc::read(file, &options)?;
        let made = match form {
            Some(Form::Facts) => facts(&game).into(),
            Some(Form::Ast | Form::Expanded) => tree(game.tree().root(), 0).into(),
            None | Some(Form::Bytecode) => self.write(&game.compile()?),
        };
        Ok((made, game.into_warnings()))
    }

    /// A compiled game in the binary file format, or as text.
    fn write(&self, game: &Game) -> Vec<u8> {
        match self.emit {
            None => bytecode::write(game.program()),
            Some(_) => game.program().to_string().into(),
        }
    }
}

fn facts(game: &Description) -> String {
    let facts = game.facts();
    let mut text = format!(
        "name: {}\nplayers: {}\nalternating: {}\nstochastic: {}\npositional repetition: {}\nlarge pieces: {}\n",
        game.name(),
        facts.players,
        facts.alternating,
        facts.stochastic,
        facts.positional_repetition,
        facts.large_pieces,
    );
    for phase in game.phases() {
        text.push_str(&format!("phase \"{}\": {}\n", phase.name, phase.plan.kind.name()));
    }
    text
}

/// One line per node, with its children indented below it.
fn tree(node: ast::Node<'_>, depth: usize) -> String {
    let mut text = describe(node);
    if node.is_default() {
        text.push_str("  (default)");
    }
    text.push('\n');
    for (name, child) in node.arguments() {
        let indent = "  ".repeat(depth + 1);
        let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
        text.push_str(&format!("{indent}{name}{}", tree(child, depth + 1)));
    }
    text
}

fn describe(node: ast::Node<'_>) -> String {
    if let Some(kind) = node.result() {
        format!("({}) {}", node.head(), kind.name)
    } else if let Some(names) = node.names() {
        format!("\"{}\" {names}", node.text())
    } else if let (Some(constant), Some(kind)) = (node.constant(), node.enumeration()) {
        format!("{constant} {kind}")
    } else if let Some(number) = node.as_int() {
        format!("{number} Int")
    } else if let Some(number) = node.as_float() {
        format!("{number} Float")
    } else if let Some(value) = node.as_bool() {
        format!("{} Bool", if value { "True" } else { "False" })
    } else {
        "list".to_owned()
    }
}
