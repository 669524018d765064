//! Move-selection policies of playouts on the command line: `uniform`, `epsilon:0.1`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use ludc::playout::{
    Choice, EpsilonGreedy, KeyScores, LastGoodReply, Mast, Nst, Selector, Softmax, Uniform,
};
use ludc::{Move, State};

use crate::Outcome;
use crate::system::{files, output};

/// The default exploration rate of MAST and NST.
const EPSILON: f64 = 0.4;

/// The arguments that select a policy.
#[derive(Args, Clone, Debug)]
pub(crate) struct PolicyArgs {
    /// Move-selection policy: uniform; epsilon:E (epsilon-greedy by score); softmax:TAU (softmax over logits
    /// with temperature TAU); mast, nst (or mast:E, nst:E) and lgr, which learn from game to game
    #[arg(long, value_name = "POLICY", default_value_t = Policy::Uniform)]
    policy: Policy,
    /// File of scores or logits, one move per line: the key of the move and a number
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
}

/// A policy with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Policy {
    Uniform,
    Epsilon(f64),
    Softmax(f64),
    Mast(f64),
    Nst(f64),
    LastGoodReply,
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let number = number.map(|number| match number.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(format!("`{number}` is not a number")),
        });
        let number = number.transpose()?;
        let share = |number: f64| match number {
            share if (0.0..=1.0).contains(&share) => Ok(share),
            _ => Err("expected a probability from 0 to 1".to_owned()),
        };
        match (name, number) {
            ("uniform", None) => Ok(Self::Uniform),
            ("epsilon", Some(number)) => share(number).map(Self::Epsilon),
            ("epsilon", None) => Err("expected an exploration rate, as in `epsilon:0.1`".into()),
            ("softmax", Some(number)) if number > 0.0 => Ok(Self::Softmax(number)),
            ("softmax", _) => Err("expected a temperature above 0, as in `softmax:1`".into()),
            ("mast", number) => share(number.unwrap_or(EPSILON)).map(Self::Mast),
            ("nst", number) => share(number.unwrap_or(EPSILON)).map(Self::Nst),
            ("lgr", None) => Ok(Self::LastGoodReply),
            ("uniform" | "lgr", Some(_)) => Err(format!("{name} takes no number")),
            _ => Err("policies are uniform, epsilon:E, softmax:TAU, mast, nst, lgr".to_owned()),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform => f.write_str("uniform"),
            Self::Epsilon(share) => write!(f, "epsilon:{share}"),
            Self::Softmax(temperature) => write!(f, "softmax:{temperature}"),
            Self::Mast(share) => write!(f, "mast:{share}"),
            Self::Nst(share) => write!(f, "nst:{share}"),
            Self::LastGoodReply => f.write_str("lgr"),
        }
    }
}

impl Policy {
    /// Whether it learns from one playout to the next.
    pub(crate) fn learns(self) -> bool {
        matches!(self, Self::Mast(_) | Self::Nst(_) | Self::LastGoodReply)
    }
}

/// The selector of a policy other than uniform, before it has learnt anything.
#[derive(Clone, Debug)]
pub(crate) enum Chooser {
    Epsilon(EpsilonGreedy<KeyScores>),
    Softmax(Softmax<KeyScores>),
    Mast(EpsilonGreedy<Mast>),
    Nst(EpsilonGreedy<Nst>),
    LastGoodReply(LastGoodReply),
}

impl PolicyArgs {
    pub(crate) fn policy(&self) -> Policy {
        self.policy
    }

    /// The selector of the policy; `None` for uniform, the default of playouts. Reports an error and
    /// returns `Err` if it cannot be built.
    pub(crate) fn chooser_or_say(&self) -> Result<Option<Chooser>, Outcome> {
        let scores = match &self.scores {
            None => None,
            Some(path) => {
                let text = output::or_say(files::read(path)).ok_or(Outcome::Fault)?;
                match text.text().parse::<KeyScores>() {
                    Ok(scores) => Some(scores),
                    Err(why) => {
                        output::say(&format!("{}, {why}", files::name(path)));
                        return Err(Outcome::Fault);
                    }
                }
            }
        };
        let policy = self.policy;
        Ok(Some(match (policy, scores) {
            (Policy::Epsilon(share), Some(scores)) => {
                Chooser::Epsilon(EpsilonGreedy::new(share, scores))
            }
            (Policy::Softmax(temperature), Some(logits)) => {
                Chooser::Softmax(Softmax::new(temperature, logits))
            }
            (Policy::Epsilon(_) | Policy::Softmax(_), None) => {
                output::say(&format!("{policy} needs a file of scores: --scores FILE"));
                return Err(Outcome::Fault);
            }
            (_, Some(_)) => {
                output::say(&format!("{policy} takes no scores"));
                return Err(Outcome::Fault);
            }
            (Policy::Uniform, None) => return Ok(None),
            (Policy::Mast(share), None) => Chooser::Mast(EpsilonGreedy::new(share, Mast::new())),
            (Policy::Nst(share), None) => Chooser::Nst(EpsilonGreedy::new(share, Nst::new())),
            (Policy::LastGoodReply, None) => Chooser::LastGoodReply(LastGoodReply::new(Uniform)),
        }))
    }
}

impl Chooser {
    fn selector(&mut self) -> &mut dyn Selector {
        match self {
            Self::Epsilon(selector) => selector,
            Self::Softmax(selector) => selector,
            Self::Mast(selector) => selector,
            Self::Nst(selector) => selector,
            Self::LastGoodReply(selector) => selector,
        }
    }
}

impl Selector for Chooser {
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
        self.selector().select(choice)
    }

    fn learn(&mut self, end: &State, moves: usize) {
        self.selector().learn(end, moves);
    }
}
