//! `ludc render`: pictures of boards, positions and games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ludc::board::draw::{self, Figure, Frame, Labels};
use ludc::board::{Board, Site};
use ludc::{Description, Game, Move, MoveList, State};

use crate::record::Record;
use crate::screen::{Screen, Symbols};
use crate::{GameArgs, Outcome, files, output};

/// Columns of a terminal that says nothing about itself.
const TERMINAL_WIDTH: usize = 120;

#[derive(Args, Debug)]
pub(crate) struct Render {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE", required_unless_present = "record")]
    file: Option<PathBuf>,
    /// Write a picture to this file: a vector graphic (.svg), or a page to leaf through (.html);
    /// without it, the board is drawn in letters
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write on the sites
    #[arg(long, value_enum, default_value_t = Marks::Coordinates)]
    labels: Marks,
    /// Draw a game that `ludc play` kept: all of it, one position after the other
    #[arg(long, value_name = "RECORD")]
    record: Option<PathBuf>,
    /// Draw only the position after so many moves
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Draw the board without pieces
    #[arg(long)]
    empty: bool,
    /// Seconds that each position of a moving picture is shown
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Marks {
    /// Coordinates, as rules name sites
    Coordinates,
    /// Site numbers
    Numbers,
    /// Nothing
    None,
}

impl Render {
    pub(crate) fn run(mut self) -> io::Result<Outcome> {
        let record = match &self.record {
            Some(path) => Some(Record::read(path)?),
            None => None,
        };
        if let Some(record) = &record {
            let (file, args) = record.source(std::mem::take(&mut self.game.defs));
            (self.file, self.game) = (Some(file), args);
        }
        let path = self.file.clone().unwrap_or_default();
        let Some(description) = output::or_say(self.game.read(&path))? else {
            return Ok(Outcome::Fault);
        };
        let Some(board) = description.board() else {
            eprintln!("ludc: {} is a match and has no board of its own", description.name());
            return Ok(Outcome::Fault);
        };
        // The board of a game that cannot be played yet can be drawn all the same.
        let position = if self.empty { None } else { description.compile().ok() };
        match (&self.output, position) {
            (None, None) => self.letters(board),
            (None, Some(_)) if record.is_none() && self.at.is_none() => self.letters(board),
            (Some(out), None) => self.write(out, &draw::svg(board, self.labels())),
            (out, Some(game)) => {
                let record = record.unwrap_or_default();
                match frames(&description, &game, &record, self.at) {
                    Ok((frames, mut last)) => match out {
                        Some(out) => self.paint(out, board, &description, &frames),
                        None => {
                            let colour = output::colours(&io::stdout());
                            let screen =
                                Screen::new(Some(&description), &game, TERMINAL_WIDTH, colour);
                            let text = screen.draw(&mut last, None);
                            io::stdout().lock().write_all(text.as_bytes())?;
                            Ok(Outcome::Well)
                        }
                    },
                    Err(why) => {
                        eprintln!("ludc: {why}");
                        Ok(Outcome::Fault)
                    }
                }
            }
        }
    }

    fn labels(&self) -> Labels {
        match self.labels {
            Marks::Coordinates => Labels::Coordinates,
            Marks::Numbers => Labels::Numbers,
            Marks::None => Labels::None,
        }
    }

    /// The board alone, in letters.
    fn letters(&self, board: &Board) -> io::Result<Outcome> {
        match draw::text(board, self.labels(), TERMINAL_WIDTH) {
            Some(text) => io::stdout().lock().write_all(text.as_bytes())?,
            None => {
                eprintln!(
                    "ludc: this board does not fit into letters; draw it with `-o board.svg`"
                );
                return Ok(Outcome::Fault);
            }
        }
        Ok(Outcome::Well)
    }

    fn paint(
        &self,
        out: &Path,
        board: &Board,
        description: &Description,
        frames: &[Frame],
    ) -> io::Result<Outcome> {
        let labels = self.labels();
        let is_page = out.extension().is_some_and(|extension| extension == "html");
        let picture = match frames {
            frames if is_page => draw::flip_book(description.name(), board, labels, frames),
            [frame] => draw::scene(board, labels, frame),
            frames => draw::film(board, labels, frames, self.seconds.clamp(0.05, 60.0)),
        };
        self.write(out, &picture)
    }

    #[allow(clippy::unused_self, reason = "one way to end for all branches")]
    fn write(&self, out: &Path, picture: &str) -> io::Result<Outcome> {
        files::write_or_say(out, picture.as_bytes())?;
        Ok(Outcome::Well)
    }
}

/// The positions of a recorded game, or the one after so many moves, and the state after the last.
fn frames(
    description: &Description,
    game: &Game,
    record: &Record,
    at: Option<usize>,
) -> Result<(Vec<Frame>, State), String> {
    let over = record.replay(game)?;
    let symbols = Symbols::new(game);
    let mut state = game.start(record.seed);
    let mut legal = MoveList::new();
    let mut frames = Vec::new();
    let made: Vec<Move> = over.history().collect();
    let last = at.unwrap_or(made.len()).min(made.len());
    let mut moves = made.into_iter().take(last);
    loop {
        if at.is_none() || state.moves_made() == last {
            frames.push(frame(description, game, &symbols, &mut state));
        }
        let Some(mv) = moves.next() else { break };
        // Listing the moves first is what a player does, and decides nothing.
        state.legal_moves(&mut legal);
        state.apply(mv);
    }
    Ok((frames, state))
}

/// What stands where, and who is to move.
fn frame(description: &Description, game: &Game, symbols: &Symbols, state: &mut State) -> Frame {
    let sites = description.board().map_or(0, Board::sites);
    let mut frame = Frame::default();
    for site in 0..sites {
        let item = state.item(site);
        if item.what == 0 {
            continue;
        }
        let height = state.height(site);
        let (player, sign) = symbols.figure(&item, height);
        frame.figures.push(Figure { site: Site::from(site), sign, player, height });
    }
    let last = state.history().last();
    let on_board = |site: i32| usize::try_from(site).ok().filter(|site| *site < sites);
    if let Some(mv) = last {
        let ends = [on_board(mv.from()), on_board(mv.to())];
        frame.marked = ends.into_iter().flatten().map(Site::from).collect();
    }
    let made = state.moves_made();
    frame.caption.push(match last {
        Some(mv) => format!("{made}. {}", game.describe(mv)),
        None => game.name().to_owned(),
    });
    frame.caption.push(match (state.is_over(), state.winner()) {
        (true, Some(player)) => format!("player {player} wins"),
        (true, None) => "nobody wins".to_owned(),
        (false, _) => format!("player {} to move", state.mover()),
    });
    frame
}
