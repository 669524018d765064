//! `ludc render`: pictures of boards, positions and games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ludc::ast::Node;
use ludc::board::draw::{self, Figure, Frame, Labels, Look};
use ludc::board::{Board, Site, SiteType, StaticEval};
use ludc::record::Record;
use ludc::{Description, Game, Move, Outcome as End, State};

use crate::display::position::{Position, sites_of_board};
use crate::display::screen::{Screen, Symbols};
use crate::system::{clock, files, output};
use crate::{GameArgs, Outcome, record};

#[derive(Args, Debug)]
pub(crate) struct Render {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE", required_unless_present = "record")]
    file: Option<PathBuf>,
    /// Write a picture to this file: a vector graphic (.svg) or a page to step through (.html);
    /// if omitted, the board is printed as text
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Labels to write on the sites
    #[arg(long, value_enum, default_value_t = Marks::Coordinates)]
    labels: Marks,
    /// Draw every position of a game saved by `ludc play`
    #[arg(long, value_name = "RECORD")]
    record: Option<PathBuf>,
    /// Draw only the position after N moves
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Draw the board without pieces
    #[arg(long)]
    empty: bool,
    /// Seconds to show each position of an animation
    #[arg(long, value_name = "S", value_parser = clock::seconds, default_value_t = 1.0)]
    seconds: f64,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Marks {
    /// Coordinates, as used in rules
    Coordinates,
    /// Site numbers
    Numbers,
    /// No labels
    None,
}

impl Render {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let extension = self.output.as_deref().and_then(Path::extension);
        if extension.is_some_and(|extension| extension != "svg" && extension != "html") {
            output::say("the output file must end in .svg or .html");
            return Ok(Outcome::Fault);
        }
        let record = match &self.record {
            Some(path) => Some(record::read(path)?),
            None => None,
        };
        let read = match (&record, &self.file) {
            (Some(record), file) => match record::open(record, file.as_deref(), &self.game) {
                Ok((Some(description), _)) => Ok(description),
                Ok((None, _)) => {
                    output::say("a compiled game has no board to draw; pass its description");
                    return Ok(Outcome::Fault);
                }
                Err(found) => Err(found),
            },
            (None, file) => self.game.read(file.as_deref().unwrap_or(Path::new(""))),
        };
        let Some(description) = output::or_say(read) else { return Ok(Outcome::Fault) };
        let Some(board) = description.board() else {
            output::say(&format!(
                "{} is a match, which has no board of its own",
                description.name()
            ));
            return Ok(Outcome::Fault);
        };
        // The board of a game that does not compile can still be drawn.
        let position = if self.empty { None } else { description.compile().ok() };
        match (&self.output, position) {
            (None, None) => self.letters(board),
            (None, Some(_)) if record.is_none() && self.at.is_none() => self.letters(board),
            (Some(out), None) => self.write(out, &draw::svg(board, self.labels())),
            (out, Some(game)) => {
                let record = record.unwrap_or_default();
                let colour = output::colours(&io::stdout());
                let width = output::columns(&io::stdout());
                let screen = Screen::new(Some(&description), &game, width, colour);
                let symbols = Symbols::new(&game);
                match frames(&screen, &symbols, &game, &record, self.at) {
                    Ok((frames, last)) => match out {
                        Some(out) => {
                            let look = Look {
                                labels: self.labels(),
                                hollow: symbols.are_counted(),
                                sides: sides(&description),
                            };
                            self.paint(out, board, &look, description.name(), &frames)
                        }
                        None => {
                            let text = screen.draw(&last, None);
                            output::out().write_all(text.as_bytes())?;
                            Ok(Outcome::Well)
                        }
                    },
                    Err(why) => {
                        output::say(&why);
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

    /// Prints the board without pieces as text.
    fn letters(&self, board: &Board) -> io::Result<Outcome> {
        match draw::text(board, self.labels(), output::columns(&io::stdout())) {
            Some(text) => output::out().write_all(text.as_bytes())?,
            None => {
                output::say("this board cannot be drawn as text; draw it with `-o board.svg`");
                return Ok(Outcome::Fault);
            }
        }
        Ok(Outcome::Well)
    }

    fn paint(
        &self,
        out: &Path,
        board: &Board,
        look: &Look,
        title: &str,
        frames: &[Frame],
    ) -> io::Result<Outcome> {
        let is_page = out.extension().is_some_and(|extension| extension == "html");
        let picture = match frames {
            frames if is_page => draw::flip_book(title, board, look, frames),
            [frame] => draw::scene(board, look, frame),
            frames => draw::film(board, look, frames, self.seconds.clamp(0.05, 60.0)),
        };
        self.write(out, &picture)
    }

    fn write(&self, out: &Path, picture: &str) -> io::Result<Outcome> {
        let sources = [self.file.as_deref(), self.record.as_deref()];
        let sources: Vec<&Path> = sources.into_iter().flatten().collect();
        files::write_or_say(out, &sources, picture.as_bytes())?;
        Ok(Outcome::Well)
    }
}

/// The sites that each player has to connect, in a connection game.
fn sides(description: &Description) -> Vec<(u8, Vec<Site>)> {
    let (game, Some(containers)) = (description.tree(), description.containers()) else {
        return Vec::new();
    };
    if containers.board().default != SiteType::Cell
        || !game.nodes().any(|node| node.head() == "is Connected")
    {
        return Vec::new();
    }
    let static_eval = StaticEval::new(game, containers);
    let side = |item: Node<'_>| -> Option<(u8, Vec<Site>)> {
        let owner = item.arg("role")?.constant()?.strip_prefix('P')?.parse().ok()?;
        let parts = [item.get("region"), item.get("regions")].into_iter().flatten();
        let known = |node| static_eval.region(node).ok().flatten();
        let sites = parts.flat_map(Node::elements).filter_map(known);
        Some((owner, sites.flat_map(|sites| sites.iter().collect::<Vec<_>>()).collect()))
    };
    game.equipment().filter(|item| item.head() == "regions").filter_map(side).collect()
}

/// The positions of a recorded game, or only the one after `at` moves, and the state after the last.
fn frames(
    screen: &Screen,
    symbols: &Symbols,
    game: &Game,
    record: &Record,
    at: Option<usize>,
) -> Result<(Vec<Frame>, State), String> {
    let over = record.replay(game).map_err(|why| why.to_string())?;
    let mut state = game.start(record.seed);
    let mut frames = Vec::new();
    let made: Vec<Move> = over.history().collect();
    let last = at.unwrap_or(made.len());
    if last > made.len() {
        return Err(format!("there is no move {last}: the game has {}", made.len()));
    }
    if at.is_none() || last == 0 {
        frames.push(frame(screen, symbols, &state));
    }
    // The moves of all games of a match; each game counts its own.
    for (number, mv) in (1..=last).zip(made) {
        state.apply_legal(mv);
        if at.is_none() || number == last {
            frames.push(frame(screen, symbols, &state));
        }
    }
    Ok((frames, state))
}

/// The pieces on their sites, and the player to move.
fn frame(screen: &Screen, symbols: &Symbols, state: &State) -> Frame {
    let game = state.game().clone();
    let position = Position::of(state, None);
    let sites = sites_of_board(&game);
    let mut frame = Frame::default();
    for &(site, kind, place) in &sites {
        let pieces = position.pieces(site);
        let Some(top) = pieces.last() else { continue };
        let owners = pieces.iter().map(|item| symbols.figure(item).0).collect();
        frame.figures.push(Figure { kind, site: place, sign: symbols.figure(top).1, owners });
    }
    let last = state.history().last();
    for end in last.iter().flat_map(|&mv| game.ends(mv)) {
        let on_board = sites.iter().find(|(site, ..)| usize::try_from(end) == Ok(*site));
        frame.marked.extend(on_board.map(|&(_, kind, place)| (kind, place)));
    }
    let made = state.moves_made();
    frame.caption.push(match last {
        Some(mv) => format!("{made}. {}", game.describe(mv)),
        None => game.name().to_owned(),
    });
    frame.caption.push(match state.outcome() {
        Some(End { winner: Some(player), .. }) => format!("player {player} wins"),
        Some(End { tie: true, .. }) => "a tie".to_owned(),
        Some(_) => "nobody wins".to_owned(),
        None => format!("player {} to move", state.mover()),
    });
    frame.caption.extend(screen.beside(state, &position));
    frame
}
