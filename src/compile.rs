//! The whole compiler in one call.

use std::sync::Arc;

use crate::ast::{self, Node, NodeId};
use crate::board::{self, Board, Containers};
use crate::bytecode::Program;
use crate::check::{self, Equipment, Facts, Phase, Rules};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::expand::{self, Category, Choice, Expanded, Library, Ruleset};
use crate::games;
use crate::lower;
use crate::source::SourceFile;
use crate::vm::Game;

/// How a game is to be compiled.
#[derive(Clone, Debug)]
pub struct Options<'l> {
    /// Which variant is wanted.
    pub choice: Choice,
    /// Where defines are looked up that the description does not have.
    pub library: &'l Library,
}

impl Default for Options<'_> {
    /// The default options of the game, and the built-in library.
    fn default() -> Self {
        Self { choice: Choice::default(), library: Library::embedded() }
    }
}

impl Options<'_> {
    /// The same with a ruleset, by its full name or the part after the slash.
    #[must_use]
    pub fn ruleset(mut self, name: impl Into<String>) -> Self {
        self.choice.ruleset = Some(name.into());
        self
    }

    /// The same with an option, `Category/Item`.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>) -> Self {
        self.choice.options.push(name.into());
        self
    }
}

/// A description whose rules have been checked.
#[derive(Clone, Debug)]
pub struct Description {
    rules: Rules,
    /// The games of a match, each with the form that names it; nothing for one that is not at hand.
    subgames: Vec<(NodeId, Option<Subgame>)>,
}

/// A game of a match, or what is wrong with it.
type Subgame = Result<Box<Description>, Diagnostics>;

/// Makes a game of a description.
///
/// ```
/// use ludc::source::SourceFile;
/// use ludc::{MoveList, Options, compile};
///
/// let text = include_str!("../stdlib-games/games/line/tic-tac-toe.lud");
/// let game = compile(SourceFile::new("tic-tac-toe.lud", text), &Options::default())?;
/// let mut state = game.start(0);
/// let mut moves = MoveList::new();
/// state.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 9);
/// state.apply(moves[4]);
/// assert_eq!(state.mover(), 2);
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
pub fn compile(
    file: impl Into<Arc<SourceFile>>,
    options: &Options<'_>,
) -> Result<Game, Diagnostics> {
    read(file, options)?.compile()
}

/// Reads and checks a description.
///
/// ```
/// use ludc::source::SourceFile;
/// use ludc::{Options, read};
///
/// let text = include_str!("../stdlib-games/games/connection/hex.lud");
/// let game = read(SourceFile::new("hex.lud", text), &Options::default())?;
/// assert_eq!(game.name(), "Hex");
/// assert_eq!(game.players(), 2);
/// assert_eq!(game.board().map(|board| board.sites()), Some(121));
/// assert_eq!(game.phases()[0].plan.kind.name(), "add-to-empty");
///
/// let options = Options::default().ruleset("Misere").option("Board/19x19");
/// let large = read(SourceFile::new("hex.lud", text), &options)?;
/// assert!(large.expanded().print().contains("(hex Diamond 19)"));
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
///
/// What is wrong comes back as data, with the texts that the places refer to:
///
/// ```
/// use ludc::source::SourceFile;
/// use ludc::{Options, read};
///
/// let text = include_str!("../stdlib-games/games/connection/hex.lud").replace("sites Side", "sites Sdie");
/// let found = read(SourceFile::new("hex.lud", text), &Options::default()).unwrap_err();
/// assert_eq!(found.list[0].message, "there is no `(sites Sdie …)`");
/// assert_eq!(found.list[0].help.as_deref(), Some("did you mean `(sites Side …)`?"));
/// ```
pub fn read(
    file: impl Into<Arc<SourceFile>>,
    options: &Options<'_>,
) -> Result<Description, Diagnostics> {
    let file = file.into();
    let rules = check(Arc::clone(&file), options)?;
    let find = |subgame: Node<'_>| {
        let name = subgame.arg("name").map_or("", Node::text);
        let built_in = || games::find(name).map(games::Entry::source);
        let found = options.library.game(name, file.name()).or_else(built_in)?;
        let choice = subgame.get("option").map(|option| option.text().to_owned());
        let choice = Choice { ruleset: None, options: choice.into_iter().collect() };
        // A match among the games of a match is refused; its own games are not looked for.
        let rules = check(found, &Options { choice, library: options.library });
        Some(rules.map(|rules| Box::new(Description { rules, subgames: Vec::new() })))
    };
    let named = lower::subgames(&rules).map(|subgame| (subgame.id(), find(subgame)));
    let subgames = named.collect();
    Ok(Description { rules, subgames })
}

/// Reads and checks a description, without the games that it may be a match of.
fn check(file: impl Into<Arc<SourceFile>>, options: &Options<'_>) -> Result<Rules, Diagnostics> {
    // What is wrong is left out, so that it does not hide what else is.
    let expanded = expand::expand_with_gaps(file, options.library, &options.choice)?;
    let game = ast::build_with_gaps(expanded)?;
    let built = board::build(&game);
    check::check(game, built)
}

impl Description {
    /// Makes a game of it. What the machine cannot carry out yet is an error with the place where it
    /// stands.
    pub fn compile(&self) -> Result<Game, Diagnostics> {
        Game::new(self.program()?)
            .or_else(|unsound| Err(lower::refused(&self.rules, &self.program()?, &unsound)))
    }

    /// The same game, but each move tells which rule it was made by, also where several rules make the same
    /// move: for [`crate::playout::Survey`]. It is played more slowly. A match, or a game that is too large for
    /// that, is as [`Self::compile`] makes it.
    pub fn compile_for_survey(&self) -> Result<Game, Diagnostics> {
        let is_alone = self.subgames.is_empty();
        let program = is_alone.then(|| lower::lower_apart(&self.rules).ok()).flatten();
        match program.and_then(|program| Game::new(program).ok()) {
            Some(game) => Ok(game),
            None => self.compile(),
        }
    }

    fn program(&self) -> Result<Program, Diagnostics> {
        if self.subgames.is_empty() {
            return lower::lower(&self.rules);
        }
        let mut games = Vec::new();
        for (node, subgame) in &self.subgames {
            match subgame {
                Some(Ok(game)) => games.push(&game.rules),
                Some(Err(found)) => return Err(found.clone()),
                None => {
                    let node = self.rules.game.with_id(*node);
                    let reason =
                        lower::Reason::Meaningless("there is no game of that name at hand");
                    return Err(lower::unplayable(&self.rules, node, reason));
                }
            }
        }
        lower::lower_match(&self.rules, &games)
    }

    /// Whether it is a match of other games.
    pub fn is_match(&self) -> bool {
        !self.subgames.is_empty()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.rules.game.name()
    }

    /// How many play it.
    pub fn players(&self) -> usize {
        self.rules.facts.players
    }

    /// What it is played on; none for a match.
    pub fn board(&self) -> Option<&Board> {
        self.containers().map(Containers::board)
    }

    /// The board, hands, decks and dice, with the numbers of their sites; none for a match.
    pub fn containers(&self) -> Option<&Containers> {
        self.rules.containers.as_ref()
    }

    /// The other things it is played with, by name and number.
    pub fn equipment(&self) -> &Equipment {
        &self.rules.equipment
    }

    /// What holds whatever the state of the game.
    pub fn facts(&self) -> Facts {
        self.rules.facts
    }

    /// Its phases, with the playout each allows.
    pub fn phases(&self) -> &[Phase] {
        &self.rules.phases
    }

    /// What can be chosen, and what is.
    pub fn options(&self) -> &[Category] {
        &self.expanded().options
    }

    /// Named choices of options.
    pub fn rulesets(&self) -> &[Ruleset] {
        &self.expanded().rulesets
    }

    /// What was found that does not keep it from being played.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.rules.warnings
    }

    /// The description with all macros written out.
    pub fn expanded(&self) -> &Expanded {
        &self.rules.game.expanded
    }

    /// The description as a typed tree.
    pub fn tree(&self) -> &ast::Game {
        &self.rules.game
    }

    /// The warnings with the texts that they refer to.
    pub fn into_warnings(self) -> Diagnostics {
        Diagnostics { sources: self.rules.game.expanded.sources, list: self.rules.warnings }
    }
}
