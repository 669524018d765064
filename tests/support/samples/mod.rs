//! A small game for each signature of each ludeme, generated from the table of the language.
//!
//! For each signature there is a game with only its required arguments, and one more for each sample value of each
//! parameter: each constant of an enumeration, both truth values, and one value of any other type. So new ludemes and
//! parameters in the table are covered automatically.

mod values;
mod worlds;

use ludc::ast::{Node, Parameter, Signature, Table};
use ludc::diagnostic::Code;
use ludc::expand::Library;
use ludc::source::SourceFile;
use ludc::{Game, Options, compile, read};

/// Games that use a ludeme in one way.
pub(crate) struct Sample {
    pub(crate) signature: &'static Signature,
    /// The parameter under test, if any besides the required arguments.
    pub(crate) parameter: Option<&'static Parameter>,
    /// The ludeme as written in the games.
    pub(crate) call: String,
    /// One game for each kind of context of the ludeme.
    pub(crate) games: Vec<String>,
}

/// All samples, in the order of the table.
pub(crate) fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for signature in Table::get().signatures() {
        let mut sample = |parameter, call: String| {
            let games = worlds::games(signature, &call);
            samples.push(Sample { signature, parameter, call, games });
        };
        sample(None, call(signature, None));
        for (index, slot) in signature.slots.iter().enumerate() {
            for parameter in &slot.choices {
                for value in values::values(signature, parameter) {
                    let call = call(signature, Some((index, parameter, &value)));
                    sample(Some(parameter), call);
                }
            }
        }
    }
    samples
}

/// A call with the required arguments and one given value.
fn call(signature: &Signature, given: Option<(usize, &Parameter, &str)>) -> String {
    let mut words = vec![signature.head.clone()];
    for (index, slot) in signature.slots.iter().enumerate() {
        let mut argument = |parameter: &Parameter, value: &str| {
            let label =
                if parameter.labelled { format!("{}:", parameter.name) } else { String::new() };
            words.push(format!("{label}{value}"));
        };
        match given {
            Some((at, parameter, value)) if at == index => argument(parameter, value),
            _ if !slot.optional
                || values::is_wanted(signature, slot, given.map(|given| given.1)) =>
            {
                let parameter = &slot.choices[0];
                argument(parameter, &values::values(signature, parameter)[0]);
            }
            _ => {}
        }
    }
    format!("({})", words.join(" "))
}

/// The result of compiling a game.
pub(crate) enum Outcome {
    Played(Game),
    /// The code and the message of the diagnostic that rejects the game.
    Refused(Code, String),
}

/// Compiles a game of a sample, which must use the tested signature. A rejection must have a place within the game.
pub(crate) fn outcome(sample: &Sample, text: &str) -> Result<Outcome, String> {
    let library = Library::over_embedded().with_games(worlds::game_of_a_match);
    let options = Options { library: &library, ..Options::default() };
    let source = || SourceFile::new("sample", text.to_owned());
    match read(source(), &options) {
        Ok(game) if !game.tree().nodes().any(|node| sample.is(node)) => {
            return Err("the ludeme is read as another one".to_owned());
        }
        _ => {}
    }
    let found = match compile(source(), &options) {
        Ok(game) => return Ok(Outcome::Played(game)),
        Err(found) => found,
    };
    for diagnostic in &found.list {
        if !diagnostic.code.is_unplayable() || diagnostic.place(&found.sources).is_none() {
            return Err(diagnostic.message.clone());
        }
    }
    let first = &found.list[0];
    Ok(Outcome::Refused(first.code, first.message.clone()))
}

impl Sample {
    /// Whether a node is the ludeme with the tested signature.
    fn is(&self, node: Node<'_>) -> bool {
        let given = |wanted: &Parameter| {
            let mut arguments = node.arguments();
            arguments.any(|(name, value)| name == Some(wanted.name) && !value.is_default())
        };
        node.signature().is_some_and(|signature| std::ptr::eq(signature, self.signature))
            && self.parameter.is_none_or(given)
    }
}
