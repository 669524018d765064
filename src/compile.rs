//! Entry points that run the whole compiler.

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

/// Options of a compilation.
#[derive(Clone, Debug)]
pub struct Options<'l> {
    /// The selected ruleset and options.
    pub choice: Choice,
    /// The library for defines that are not in the description.
    pub library: &'l Library,
}

impl Default for Options<'_> {
    /// The default options of the game, and the built-in library.
    fn default() -> Self {
        Self { choice: Choice::default(), library: Library::embedded() }
    }
}

impl Options<'_> {
    /// Selects a ruleset, by its full name or the part after the slash.
    #[must_use]
    pub fn ruleset(mut self, name: impl Into<String>) -> Self {
        self.choice.ruleset = Some(name.into());
        self
    }

    /// Selects an option, `Category/Item`.
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
    /// The games of a match, each with the form that names it; `None` for a game that was not found.
    subgames: Vec<(NodeId, Option<Subgame>)>,
}

/// A game of a match, or its diagnostics.
type Subgame = Result<Box<Description>, Diagnostics>;

/// Compiles a description.
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
/// Errors are returned as data, with the source texts that spans refer to:
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
        // A match nested in a match is rejected; its games are not loaded.
        let rules = check(found, &Options { choice, library: options.library });
        Some(rules.map(|rules| Box::new(Description { rules, subgames: Vec::new() })))
    };
    let named = lower::subgames(&rules).map(|subgame| (subgame.id(), find(subgame)));
    let subgames = named.collect();
    Ok(Description { rules, subgames })
}

/// Reads and checks a description, without the games of a match.
fn check(file: impl Into<Arc<SourceFile>>, options: &Options<'_>) -> Result<Rules, Diagnostics> {
    // Erroneous parts are omitted, so that they do not mask further errors.
    let expanded = expand::expand_with_gaps(file, options.library, &options.choice)?;
    let game = ast::build_with_gaps(expanded)?;
    let built = board::build(&game);
    check::check(game, built)
}

impl Description {
    /// Compiles the game. A rule that is not supported yet is an error with its place.
    pub fn compile(&self) -> Result<Game, Diagnostics> {
        Game::new(self.program()?)
            .or_else(|unsound| Err(lower::refused(&self.rules, &self.program()?, &unsound)))
    }

    /// Compiles the game so that every move identifies the rule that generated it, even if several rules
    /// generate the same move: for [`crate::playout::Survey`]. Such a game plays more slowly. A match, or a game
    /// too large for this, is compiled as by [`Self::compile`].
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
                    let reason = lower::Reason::Meaningless("no game of that name was found");
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

    /// The number of players.
    pub fn players(&self) -> usize {
        self.rules.facts.players
    }

    /// The board; `None` for a match.
    pub fn board(&self) -> Option<&Board> {
        self.containers().map(Containers::board)
    }

    /// The board, hands, decks and dice, with the numbers of their sites; `None` for a match.
    pub fn containers(&self) -> Option<&Containers> {
        self.rules.containers.as_ref()
    }

    /// The rest of the equipment, by name and number.
    pub fn equipment(&self) -> &Equipment {
        &self.rules.equipment
    }

    /// Static facts about the game.
    pub fn facts(&self) -> Facts {
        self.rules.facts
    }

    /// The phases, each with its playout plan.
    pub fn phases(&self) -> &[Phase] {
        &self.rules.phases
    }

    /// The options, with the selected items.
    pub fn options(&self) -> &[Category] {
        &self.expanded().options
    }

    /// The rulesets.
    pub fn rulesets(&self) -> &[Ruleset] {
        &self.expanded().rulesets
    }

    /// The warnings.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.rules.warnings
    }

    /// The description with all macros expanded.
    pub fn expanded(&self) -> &Expanded {
        &self.rules.game.expanded
    }

    /// The description as a typed tree.
    pub fn tree(&self) -> &ast::Game {
        &self.rules.game
    }

    /// The warnings with the source texts that they refer to.
    pub fn into_warnings(self) -> Diagnostics {
        Diagnostics { sources: self.rules.game.expanded.sources, list: self.rules.warnings }
    }
}
