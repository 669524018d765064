//! An interactive session: the game in progress, its players, and the commands they type.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ludc::agent::{Agent, Thought};
use ludc::record::Record;
use ludc::source::shown;
use ludc::{Description, Move, MoveList, State};

use super::input::Input;
use super::secrecy::Round;
use super::{Seat, choices};
use crate::display::screen::{Screen, Symbols};
use crate::record;
use crate::system::{clock, output};

/// Maximum number of characters of a line that a message repeats.
const MAX_ECHO: usize = 60;

/// Seconds between two saves of a game that only agents play.
const PACE: f64 = 1.0;

/// The commands beside moves: name, argument, description.
const COMMANDS: [(&str, &str, &str); 11] = [
    ("moves", "[SITE]", "list the legal moves, or those from or to a site"),
    ("hint", "", "show the move the agent would make"),
    ("auto", "", "let the agent move for you"),
    ("undo", "", "take back your last move and every move after it"),
    ("board", "", "redraw the board"),
    ("pieces", "", "explain the symbols"),
    ("save", "FILE", "save the game"),
    ("load", "FILE", "continue a saved game"),
    ("new", "", "start a new game"),
    ("help", "", "show this list"),
    ("quit", "", "leave"),
];

/// A session of play: a game in progress with its players.
pub(super) struct Session {
    /// The file that the game was read from, if any.
    file: Option<PathBuf>,
    /// The part of a record that describes the game.
    origin: Record,
    description: Option<Description>,
    pub(super) state: State,
    pub(super) seed: u64,
    pub(super) seats: Vec<Seat>,
    agents: Vec<Box<dyn Agent>>,
    pub(super) seconds: f64,
    /// The number of columns, and the screen laid out for it.
    screen: (usize, Screen),
    symbols: Symbols,
    legal: MoveList,
    /// Lines to print before the board is drawn again.
    pub(super) news: Vec<String>,
    /// The choices made so far in a simultaneous turn.
    pub(super) round: Option<Round>,
    /// Who looked at the screen last, from 0.
    pub(super) at_screen: Option<usize>,
    /// Whether standard output is a terminal.
    pub(super) is_terminal: bool,
    pub(super) kept: Option<Kept>,
}

/// The file to which a game is saved while it is played.
pub(super) struct Kept {
    path: PathBuf,
    /// When it was last written.
    at: f64,
    /// Whether the game has changed since then.
    is_stale: bool,
}

impl Kept {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, at: clock::passed(), is_stale: false }
    }

    /// Whether to write it now: after every move if people play, since they may leave at any time,
    /// otherwise periodically.
    fn is_due(&self, humans: usize) -> bool {
        self.is_stale && (humans > 0 || clock::passed() - self.at > PACE)
    }
}

/// What to do after a line was processed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Draw,
    Ask,
    Quit,
}

impl Session {
    /// A session at the start of a game.
    pub(super) fn new(
        state: State,
        description: Option<Description>,
        (file, origin): (Option<PathBuf>, Record),
        seats: Vec<Seat>,
        agents: Vec<Box<dyn Agent>>,
    ) -> Self {
        let colour = output::colours(&io::stdout());
        let width = output::columns(&io::stdout());
        Self {
            file,
            origin,
            screen: (width, Screen::new(description.as_ref(), state.game(), width, colour)),
            symbols: Symbols::new(state.game()),
            description,
            state,
            seed: 0,
            seats,
            agents,
            seconds: 1.0,
            legal: MoveList::new(),
            news: Vec::new(),
            round: None,
            at_screen: None,
            is_terminal: false,
            kept: None,
        }
    }

    /// Continues a game from a record.
    pub(super) fn resume(&mut self, state: State, seed: u64) {
        (self.state, self.seed) = (state, seed);
        self.touch();
    }

    /// Index of the seat whose turn it is.
    pub(super) fn person(&self) -> usize {
        self.state.seat(self.state.mover()).clamp(1, self.seats.len()) - 1
    }

    fn is_human_turn(&self) -> bool {
        self.seats[self.person()].is_human()
    }

    /// The number of human players.
    pub(super) fn humans(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_human()).count()
    }

    pub(super) fn play(&mut self, input: &mut Input, out: &mut impl Write) -> io::Result<()> {
        let seats: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
        writeln!(out, "{}: {}", self.state.whole_game().name(), seats.join(" against "))?;
        if self.humans() > 0 {
            writeln!(out, "`help` lists what you can type.")?;
        }
        let mut next = Next::Draw;
        loop {
            let is_asked = self.state.is_over() || self.is_human_turn();
            if next == Next::Draw {
                if is_asked && self.change_over(input, out)? == Some(Next::Quit) {
                    return Ok(());
                }
                self.draw(out)?;
            }
            // Save before waiting for input, so that an interrupt loses nothing.
            if self.kept.as_ref().is_some_and(|kept| kept.is_due(self.humans()))
                && let Err(error) = self.keep()
            {
                writeln!(out, "{error}")?;
            }
            if self.state.is_over() {
                if next == Next::Draw {
                    writeln!(out, "{}", self.ending())?;
                }
                if self.humans() == 0 {
                    return Ok(());
                }
            } else if !self.is_human_turn() {
                // Agents stop once the output is closed.
                if !output::is_read() {
                    return Ok(());
                }
                self.agent_moves(out)?;
                next = Next::Draw;
                continue;
            }
            next = self.ask(input, out)?;
            if next == Next::Quit {
                return Ok(());
            }
        }
    }

    /// Prints the pending lines and draws the board. In a simultaneous turn, this is the position
    /// before the first choice until every player has chosen.
    fn draw(&mut self, out: &mut impl Write) -> io::Result<()> {
        for line in self.news.drain(..) {
            writeln!(out, "{line}")?;
        }
        let width = output::columns(&io::stdout());
        if width != self.screen.0 {
            let colour = output::colours(&io::stdout());
            let game = self.state.whole_game().clone();
            self.screen = (width, Screen::new(self.description.as_ref(), &game, width, colour));
        }
        let viewer = self.viewer();
        let state = self.round.as_ref().map_or(&self.state, |round| &round.before);
        let picture = self.screen.1.draw(state, viewer);
        writeln!(out, "{picture}")
    }

    fn ending(&self) -> String {
        let tie = self.state.outcome().is_some_and(|outcome| outcome.tie);
        match self.state.winner() {
            Some(_) if self.seats.len() == 1 => "Solved.".to_owned(),
            Some(player) => {
                let person = self.state.seat(player);
                format!("Player {player} ({}) wins.", self.seats[person.max(1) - 1])
            }
            None if self.seats.len() == 1 => "Not solved.".to_owned(),
            None if tie => "It is a tie.".to_owned(),
            None => "Nobody wins.".to_owned(),
        }
    }

    fn make(&mut self, mv: Move) {
        let number = self.state.moves_made() + 1;
        let game = self.state.game().clone();
        let before = self.is_simultaneous().then(|| self.state.clone());
        let described = self.state.describe(mv);
        self.state.apply(mv);
        self.touch();
        self.tell((mv, described), number, before, &game);
    }

    /// Marks the saved file as out of date.
    fn touch(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.is_stale = true;
        }
    }

    /// Runs the agent of a seat.
    fn think(&mut self, person: usize) -> Option<Thought> {
        let spec = match &self.seats[person] {
            Seat::Agent(spec) => spec.clone(),
            Seat::Human => "uct".parse().ok()?,
        };
        spec.think(&mut *self.agents[person], &self.state, (self.seconds, clock::passed))
    }

    fn agent_moves(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.flush()?;
        let Some(thought) = self.think(self.person()) else { return Ok(()) };
        self.make(thought.mv);
        if let Some(value) = thought.value {
            let (share, tries) = (100.0 * value, thought.effort);
            self.news.push(format!(
                "   (estimated chance of winning {share:.0} %, after {tries} tries)"
            ));
        }
        Ok(())
    }

    /// Reads a line and executes the command or move on it.
    fn ask(&mut self, input: &mut Input, out: &mut impl Write) -> io::Result<Next> {
        let prompt = if self.state.is_over() {
            "over> ".to_owned()
        } else {
            format!("player {}> ", self.state.mover())
        };
        let words = if input.is_edited() { self.words() } else { Vec::new() };
        let Some(line) = input.line(&prompt, words, out)? else { return Ok(Next::Quit) };
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "help" | "?" => help(out)?,
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "board" => return Ok(Next::Draw),
            "pieces" => write!(out, "{}", self.symbols.legend(self.seats.len()))?,
            "moves" => self.list(rest, out)?,
            "hint" => self.hint(out)?,
            "auto" if !self.state.is_over() => {
                if let Some(thought) = self.think(self.person()) {
                    self.make(thought.mv);
                    return Ok(Next::Draw);
                }
            }
            "undo" => return self.undo(out),
            "new" => {
                self.seed = self.seed.wrapping_add(1);
                self.state.restart(self.seed);
                self.begin_anew();
                return Ok(Next::Draw);
            }
            "save" | "load" if rest.is_empty() => writeln!(out, "{word} which file?")?,
            "save" => match self.save(Path::new(rest)) {
                Ok(()) => writeln!(out, "saved to {}", shown(rest))?,
                Err(error) => writeln!(out, "{error}")?,
            },
            "load" => match self.load(Path::new(rest)) {
                Ok(()) => return Ok(Next::Draw),
                Err(why) => writeln!(out, "{why}")?,
            },
            _ => return self.move_by_name(line, out),
        }
        Ok(Next::Ask)
    }

    /// Makes the move given by a line of input.
    fn move_by_name(&mut self, line: &str, out: &mut impl Write) -> io::Result<Next> {
        let choices = self.choices();
        if choices.is_empty() {
            writeln!(out, "the game is over; type `undo`, `new` or `quit`")?;
            return Ok(Next::Ask);
        }
        if let Ok(number) = line.parse::<usize>()
            && let Some((_, mv)) = number.checked_sub(1).and_then(|index| choices.get(index))
        {
            self.make(*mv);
            return Ok(Next::Draw);
        }
        let found = choices::matching(self.state.game(), &choices, line);
        match found[..] {
            [index] => {
                self.make(choices[index].1);
                return Ok(Next::Draw);
            }
            [] => {
                let cut = line.chars().count() > MAX_ECHO;
                let line: String = line.chars().take(MAX_ECHO).collect();
                let line = shown(&line);
                let rest = if cut { "…" } else { "" };
                writeln!(
                    out,
                    "`{line}{rest}` is not a legal move; `moves` lists them, `help` lists the commands"
                )?;
            }
            _ => {
                writeln!(out, "`{}` is ambiguous; type the number of a move:", shown(line))?;
                let names = found.iter().map(|&index| (index, &*choices[index].0));
                choices::print(out, names, self.screen.0)?;
            }
        }
        Ok(Next::Ask)
    }

    /// Completions of a line: the commands, and the legal moves of the player to move.
    fn words(&mut self) -> Vec<String> {
        let moves = self.choices().into_iter().map(|(name, _)| name);
        COMMANDS.iter().map(|&(command, ..)| command.to_owned()).chain(moves).collect()
    }

    /// The named legal moves of the player to move.
    fn choices(&mut self) -> Vec<(String, Move)> {
        let mover = self.state.mover();
        choices::of(&self.state, mover, &mut self.legal)
    }

    fn list(&mut self, site: &str, out: &mut impl Write) -> io::Result<()> {
        let choices = self.choices();
        let game = self.state.game();
        let is_at = |end: i32| game.site_name(end).eq_ignore_ascii_case(site);
        let listed: Vec<(usize, &str)> = choices
            .iter()
            .enumerate()
            .filter(|(_, (_, mv))| site.is_empty() || game.ends(*mv).into_iter().any(is_at))
            .map(|(index, (name, _))| (index, &**name))
            .collect();
        match listed[..] {
            [] if self.state.is_over() => writeln!(out, "the game is over"),
            [] => writeln!(out, "no legal move starts or ends on `{}`", shown(site)),
            _ => choices::print(out, listed.into_iter(), self.screen.0),
        }
    }

    fn hint(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(thought) = self.think(self.person()) else {
            return writeln!(out, "the game is over");
        };
        let game = self.state.game();
        let line: Vec<String> = thought.line.iter().map(|&mv| game.describe(mv)).collect();
        let value = thought.value.map_or_else(String::new, |v| format!(" ({:.0} %)", 100.0 * v));
        let Some((first, rest)) = line.split_first() else {
            return writeln!(out, "{}{value}", self.state.describe(thought.mv));
        };
        let rest = if rest.is_empty() {
            String::new()
        } else {
            format!(", then perhaps {}", rest.join(" "))
        };
        writeln!(out, "{first}{value}{rest}")
    }

    /// Takes back the last move of a human player and every move after it; in a simultaneous turn,
    /// the choices of all players.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<Next> {
        let mut taken = 0;
        loop {
            let last = self.state.history().last();
            if !self.state.undo() {
                break;
            }
            taken += 1;
            // Simultaneous choices are made in player order.
            let order = |mv: Option<Move>| mv.map_or(usize::MAX, Move::player);
            let is_first = order(self.state.history().last()) >= order(last);
            if self.is_human_turn() && (is_first || !self.is_simultaneous()) {
                break;
            }
        }
        if taken == 0 {
            writeln!(out, "no move to take back")?;
            return Ok(Next::Ask);
        }
        self.begin_anew();
        Ok(Next::Draw)
    }

    /// Drops everything that belongs to moves that were taken back.
    fn begin_anew(&mut self) {
        self.round = None;
        self.news.clear();
        self.touch();
    }

    /// Saves the game to its file, if it has one.
    pub(super) fn keep(&mut self) -> io::Result<()> {
        let Some(kept) = &self.kept else { return Ok(()) };
        let path = kept.path.clone();
        self.save(&path)?;
        self.kept = Some(Kept::new(path));
        Ok(())
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        record::write(&self.record()?, path, self.file.as_ref())
    }

    fn record(&self) -> io::Result<Record> {
        let Record { built_in, text, fingerprint, ruleset, options, .. } = self.origin.clone();
        let players = self.seats.iter().map(ToString::to_string).collect();
        let made = Record::of(&self.state, self.seed).map_err(io::Error::other)?;
        Ok(Record { built_in, text, fingerprint, ruleset, options, players, ..made })
    }

    fn load(&mut self, path: &Path) -> Result<(), String> {
        let record = record::read(path).map_err(|error| error.to_string())?;
        let game = self.state.whole_game().clone();
        if record.game != game.name() {
            return Err(format!("{} is a record of {}", path.display(), record.game));
        }
        self.state = record.replay(&game).map_err(|why| why.to_string())?;
        self.seed = record.seed;
        self.begin_anew();
        Ok(())
    }
}

fn help(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "Enter a move by its number in the list of moves or by its notation: e2-e4, or just e4 if that is\n\
         unambiguous."
    )?;
    for (command, argument, description) in COMMANDS {
        writeln!(out, "  {:<13} {description}", format!("{command} {argument}"))?;
    }
    Ok(())
}
