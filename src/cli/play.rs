//! `ludc play`: a game in the terminal, line by line.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use ludc::agent::{Agent, Thought};
use ludc::playout::Random;
use ludc::{Description, Game, Move, MoveList, Seen, State};

use crate::contender::Contender;
use crate::record::{Record, notation};
use crate::screen::{Screen, Symbols};
use crate::{GameArgs, Outcome, clock, files, output};

/// Columns of a terminal that says nothing about itself.
const TERMINAL_WIDTH: usize = 120;

/// Bytes of a line that are read.
const MAX_LINE: u64 = 1 << 12;

/// Letters of a line that are said again.
const MAX_ECHO: usize = 60;

const HELP: &str = "\
A move is its number in the list of moves, or how it is written there: e2-e4, or just e4 where that
is enough.
  moves [SITE]  the legal moves, or those from or to a site
  hint          what the agent would do
  auto          let the agent make your move
  undo          take back your last move, and what came after it
  board         draw the board again
  pieces        what the marks stand for
  save FILE     keep the game; load FILE goes on with one
  new           begin again
  quit";

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE", required_unless_present = "load")]
    file: Option<PathBuf>,
    /// Who plays, in the order of the players: human, random, flat, alphabeta, uct or uct-mast; an
    /// agent may have its own time, as `uct:2s`, or number of playouts, as `uct:1000`
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    players: Vec<Seat>,
    /// Seconds that an agent thinks about a move
    #[arg(long, value_name = "S", value_parser = clock::seconds, default_value_t = 1.0)]
    seconds: f64,
    /// Decides all that is random; a different game each time without it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Go on with a game that was kept
    #[arg(long, value_name = "RECORD")]
    load: Option<PathBuf>,
    /// Keep the game in this file when it ends
    #[arg(long, value_name = "RECORD")]
    save: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

/// Who has a seat at the table.
#[derive(Clone, Debug)]
enum Seat {
    Human,
    Agent(Contender),
}

impl std::str::FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        text.parse().map(Self::Agent).map_err(|why| format!("human, or an agent: {why}"))
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Agent(contender) => contender.fmt(f),
        }
    }
}

/// A game that is being played.
struct Table {
    file: String,
    args: GameArgs,
    state: State,
    seed: u64,
    seats: Vec<Seat>,
    agents: Vec<Box<dyn Agent>>,
    seconds: f64,
    screen: Screen,
    symbols: Symbols,
    legal: MoveList,
}

/// What is to be done after a line was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Draw,
    Ask,
    Quit,
}

impl Play {
    pub(crate) fn run(mut self) -> io::Result<Outcome> {
        let record = match &self.load {
            Some(path) => Some(Record::read(path)?),
            None => None,
        };
        if let Some(record) = &record {
            (self.file, self.game) = {
                let (file, args) = record.source(std::mem::take(&mut self.game.defs));
                (Some(file), args)
            };
        }
        let path = self.file.clone().unwrap_or_default();
        let Some((description, game)) = output::or_say(open(&path, &self.game))? else {
            return Ok(Outcome::Fault);
        };
        if self.players.len() > game.players() {
            let players = match game.players() {
                1 => "one player".to_owned(),
                players => format!("{players} players"),
            };
            eprintln!("ludc: {} is for {players}, not {}", game.name(), self.players.len());
            return Ok(Outcome::Fault);
        }
        // An unhappy end to a long game, if it were found out only then.
        self.save.as_deref().map_or(Ok(()), files::is_writable_or_say)?;
        let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seed = self.seed.unwrap_or_else(|| clock.map_or(0, |time| time.as_micros() as u64));
        let mut table = self.sit_down(&path, description.as_ref(), &game, seed)?;
        if let Some(record) = &record {
            match record.replay(&game) {
                Ok(state) => (table.state, table.seed) = (state, record.seed),
                Err(why) => {
                    eprintln!("ludc: {why}");
                    return Ok(Outcome::Fault);
                }
            }
        }
        table.play(&mut io::stdin().lock(), &mut io::stdout().lock())?;
        if let Some(path) = &self.save {
            table.record().write(path)?;
        }
        Ok(Outcome::Well)
    }

    fn sit_down(
        &mut self,
        path: &Path,
        description: Option<&Description>,
        game: &Game,
        seed: u64,
    ) -> io::Result<Table> {
        let mut seats = std::mem::take(&mut self.players);
        while seats.len() < game.players() {
            let agent = || "uct".parse().map(Seat::Agent).map_err(io::Error::other);
            seats.push(if seats.is_empty() { Seat::Human } else { agent()? });
        }
        let mut random = Random::new(seed);
        // People have an agent too: for hints.
        let agent = |seat: &Seat| match seat {
            Seat::Human => ludc::agent::by_name("uct", random.next()),
            Seat::Agent(contender) => Some(contender.agent(random.next())),
        };
        let agents = seats.iter().filter_map(agent).collect();
        let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let screen = Screen::new(
            description,
            game,
            width.unwrap_or(TERMINAL_WIDTH),
            output::colours(&io::stdout()),
        );
        Ok(Table {
            file: path.display().to_string(),
            args: std::mem::take(&mut self.game),
            state: game.start(seed),
            seed,
            seats,
            agents,
            seconds: self.seconds,
            screen,
            symbols: Symbols::new(game),
            legal: MoveList::new(),
        })
    }
}

/// A game with its description, if it has one: a compiled game is played too.
fn open(
    path: &Path,
    args: &GameArgs,
) -> Result<(Option<Description>, Game), ludc::diagnostic::Diagnostics> {
    if let Some(game) = files::compiled(path)? {
        return Ok((None, game));
    }
    let description = args.read(path)?;
    let game = description.compile()?;
    Ok((Some(description), game))
}

impl Table {
    /// The person whose turn it is, from 0.
    fn person(&self) -> usize {
        self.state.seat(self.state.mover()).clamp(1, self.seats.len()) - 1
    }

    fn is_human_turn(&self) -> bool {
        matches!(self.seats[self.person()], Seat::Human)
    }

    fn has_humans(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
        let seats: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
        writeln!(out, "{}: {}", self.state.whole_game().name(), seats.join(" against "))?;
        if self.has_humans() {
            writeln!(out, "`help` lists what you can type.")?;
        }
        let mut next = Next::Draw;
        loop {
            if next == Next::Draw {
                self.draw(out)?;
            }
            if self.state.is_over() {
                if next == Next::Draw {
                    writeln!(out, "{}", self.ending())?;
                }
                if !self.has_humans() {
                    return Ok(());
                }
            } else if !self.is_human_turn() {
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

    /// The player who looks at the screen: with one person at the table, nothing is shown that the
    /// person may not see. None if agents play among themselves.
    fn viewer(&self) -> Option<usize> {
        let mut humans =
            (0..self.seats.len()).filter(|&seat| matches!(self.seats[seat], Seat::Human));
        match (humans.next(), humans.next()) {
            (Some(human), None) => Some(human + 1),
            (Some(_), Some(_)) => Some(self.state.mover()),
            _ => None,
        }
    }

    fn draw(&mut self, out: &mut impl Write) -> io::Result<()> {
        let viewer = self.viewer();
        let picture = self.screen.draw(&mut self.state, viewer);
        writeln!(out, "{picture}")
    }

    fn ending(&self) -> String {
        match self.state.winner() {
            Some(_) if self.seats.len() == 1 => "Solved.".to_owned(),
            Some(player) => {
                let person = self.state.seat(player);
                format!("Player {player} ({}) wins.", self.seats[person.max(1) - 1])
            }
            None if self.seats.len() == 1 => "Not solved.".to_owned(),
            None => "Nobody wins.".to_owned(),
        }
    }

    fn make(&mut self, mv: Move, out: &mut impl Write) -> io::Result<()> {
        let (number, mover) = (self.state.moves_made() + 1, self.state.mover());
        let game = self.state.game().clone();
        self.state.apply(mv);
        let told = match self.viewer().filter(|&viewer| viewer != mover) {
            Some(viewer) => self.as_seen_by(viewer, &game, mv),
            None => game.describe(mv),
        };
        writeln!(out, "{number}. player {mover}: {told}")
    }

    /// A move that was made in words that tell a player nothing that the player may not see.
    fn as_seen_by(&mut self, viewer: usize, game: &Game, mv: Move) -> String {
        let view = self.state.view(viewer);
        let ends = game.ends(mv).map(|end| usize::try_from(end).ok().and_then(|end| view.get(end)));
        let hides = |of: fn(&Seen) -> bool| ends.iter().flatten().any(|seen| of(seen));
        if hides(|seen| seen.who.is_none()) {
            "a move that you do not see".to_owned()
        } else if hides(|seen| seen.what.is_none()) {
            // Where, but not what.
            let [from, to] = game.ends(mv).map(|end| game.site_name(end));
            if from == to { to } else { format!("{from}-{to}") }
        } else {
            game.describe(mv)
        }
    }

    /// What the agent at a seat thinks.
    fn think(&mut self, person: usize) -> Option<Thought> {
        let contender = match &self.seats[person] {
            Seat::Agent(contender) => contender.clone(),
            Seat::Human => "uct".parse().ok()?,
        };
        contender.think(&mut *self.agents[person], &self.state, (self.seconds, clock::passed))
    }

    fn agent_moves(&mut self, out: &mut impl Write) -> io::Result<()> {
        out.flush()?;
        let Some(thought) = self.think(self.person()) else { return Ok(()) };
        self.make(thought.mv, out)?;
        if let Some(value) = thought.value {
            writeln!(
                out,
                "   (it gives itself {:.0} %, after {} tries)",
                100.0 * value,
                thought.effort
            )?;
        }
        Ok(())
    }

    /// Reads a line and does what it says.
    fn ask(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<Next> {
        if self.state.is_over() {
            write!(out, "over> ")?;
        } else {
            write!(out, "player {}> ", self.state.mover())?;
        }
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out)?;
            return Ok(Next::Quit);
        };
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "help" | "?" => writeln!(out, "{HELP}")?,
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "board" => return Ok(Next::Draw),
            "pieces" => write!(out, "{}", self.symbols.legend(self.seats.len()))?,
            "moves" => self.list(rest, out)?,
            "hint" => self.hint(out)?,
            "auto" if !self.state.is_over() => {
                if let Some(thought) = self.think(self.person()) {
                    self.make(thought.mv, out)?;
                    return Ok(Next::Draw);
                }
            }
            "undo" => return self.undo(out),
            "new" => {
                self.seed = self.seed.wrapping_add(1);
                self.state.restart(self.seed);
                return Ok(Next::Draw);
            }
            "save" | "load" if rest.is_empty() => writeln!(out, "{word} which file?")?,
            "save" => match self.record().write(Path::new(rest)) {
                Ok(()) => writeln!(out, "kept in {rest}")?,
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

    /// Makes the move that a line names.
    fn move_by_name(&mut self, line: &str, out: &mut impl Write) -> io::Result<Next> {
        let choices = self.choices();
        if choices.is_empty() {
            writeln!(out, "the game is over; `undo`, `new` or `quit`")?;
            return Ok(Next::Ask);
        }
        if let Ok(number) = line.parse::<usize>()
            && let Some((_, mv)) = number.checked_sub(1).and_then(|index| choices.get(index))
        {
            self.make(*mv, out)?;
            return Ok(Next::Draw);
        }
        let found = matching(self.state.game(), &choices, line);
        match found[..] {
            [index] => {
                self.make(choices[index].1, out)?;
                return Ok(Next::Draw);
            }
            [] => {
                let cut = line.chars().count() > MAX_ECHO;
                let line: String = line.chars().take(MAX_ECHO).collect();
                let rest = if cut { "…" } else { "" };
                writeln!(
                    out,
                    "`{line}{rest}` is no legal move; `moves` lists them, `help` what else there is"
                )?;
            }
            _ => {
                writeln!(out, "`{line}` could be several moves; type the number of one:")?;
                columns(out, found.iter().map(|&index| (index, &*choices[index].0)))?;
            }
        }
        Ok(Next::Ask)
    }

    /// The legal moves, each once, with what they are called.
    fn choices(&mut self) -> Vec<(String, Move)> {
        self.state.legal_moves(&mut self.legal);
        let mut choices: Vec<(String, Move)> = Vec::new();
        let mut seen = fxhash::FxHashSet::default();
        let mut names: fxhash::FxHashMap<String, usize> = fxhash::FxHashMap::default();
        for &mv in self.legal.iter().filter(|mv| seen.insert(**mv)) {
            let name = self.state.game().describe(mv);
            let same = names.entry(name.clone()).or_default();
            *same += 1;
            choices.push((if *same > 1 { format!("{name} ({same})") } else { name }, mv));
        }
        choices
    }

    fn list(&mut self, site: &str, out: &mut impl Write) -> io::Result<()> {
        let choices = self.choices();
        let game = self.state.game();
        let is_at = |end: i32| game.site_name(end).eq_ignore_ascii_case(site);
        let shown: Vec<(usize, &str)> = choices
            .iter()
            .enumerate()
            .filter(|(_, (_, mv))| site.is_empty() || game.ends(*mv).into_iter().any(is_at))
            .map(|(index, (name, _))| (index, &**name))
            .collect();
        match shown[..] {
            [] if self.state.is_over() => writeln!(out, "the game is over"),
            [] => writeln!(out, "no legal move begins or ends on `{site}`"),
            _ => columns(out, shown.into_iter()),
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
            return writeln!(out, "{}{value}", game.describe(thought.mv));
        };
        let rest = if rest.is_empty() {
            String::new()
        } else {
            format!(", then perhaps {}", rest.join(" "))
        };
        writeln!(out, "{first}{value}{rest}")
    }

    /// Takes back the last move of a person, and what came after it.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<Next> {
        let mut taken = 0;
        while self.state.undo() {
            taken += 1;
            if self.is_human_turn() {
                break;
            }
        }
        if taken == 0 {
            writeln!(out, "there is nothing to take back")?;
            return Ok(Next::Ask);
        }
        Ok(Next::Draw)
    }

    fn record(&self) -> Record {
        let mut record = Record {
            game: self.state.whole_game().name().to_owned(),
            file: self.file.clone(),
            ruleset: self.args.ruleset.clone(),
            options: self.args.options.clone(),
            seed: self.seed,
            players: self.seats.iter().map(ToString::to_string).collect(),
            moves: Vec::new(),
            winner: self.state.is_over().then(|| self.state.winner().unwrap_or(0)),
        };
        let mut over = self.state.whole_game().start(self.seed);
        let mut legal = MoveList::new();
        for mv in self.state.history() {
            over.legal_moves(&mut legal);
            record.moves.push(notation(over.game(), &legal, mv));
            over.apply(mv);
        }
        record
    }

    fn load(&mut self, path: &Path) -> Result<(), String> {
        let record = Record::read(path).map_err(|error| error.to_string())?;
        let game = self.state.whole_game().clone();
        if record.game != game.name() {
            return Err(format!("{} is a record of {}", path.display(), record.game));
        }
        self.state = record.replay(&game)?;
        self.seed = record.seed;
        Ok(())
    }
}

/// Reads a line, or as much of it as anybody types; none at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if io::Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// The moves that a text may mean: by its whole name, or else by where it ends.
fn matching(game: &Game, choices: &[(String, Move)], text: &str) -> Vec<usize> {
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = bare(text);
    let which = |test: &dyn Fn(&(String, Move)) -> bool| -> Vec<usize> {
        (0..choices.len()).filter(|&index| test(&choices[index])).collect()
    };
    let whole = which(&|(name, _)| bare(name) == wanted);
    if whole.len() == 1 || wanted.is_empty() {
        return whole;
    }
    let ends = which(&|(_, mv)| {
        let [from, to] = game.ends(*mv).map(|end| bare(&game.site_name(end)));
        format!("{from}{to}") == wanted || to == wanted
    });
    if ends.is_empty() { whole } else { ends }
}

/// Prints numbered names side by side.
fn columns<'n>(
    out: &mut impl Write,
    entries: impl Iterator<Item = (usize, &'n str)>,
) -> io::Result<()> {
    let entries: Vec<String> =
        entries.map(|(index, name)| format!("{:>3} {name}", index + 1)).collect();
    let longest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
    let across = (78 / longest.max(1)).max(1);
    for row in entries.chunks(across) {
        let row: Vec<String> = row.iter().map(|entry| format!("{entry:<longest$}")).collect();
        writeln!(out, "{}", row.concat().trim_end())?;
    }
    Ok(())
}
