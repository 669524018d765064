//! Draws positions as text for a terminal.

mod canvas;
mod plan;
mod symbols;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludc::board::ContainerKind;
use ludc::{Description, Game, Item, Move, State};

use crate::display::position::{Position, Sight, sites_of_board};
use canvas::{Canvas, Style};
use plan::Plan;
pub(crate) use symbols::Symbols;

/// Draws the positions of a game.
pub(crate) struct Screen {
    plan: Option<Plan>,
    symbols: Symbols,
    /// Hands and decks, listed beside the board.
    hands: Vec<Hand>,
    has_dice: bool,
    colour: bool,
}

/// A container beside the board.
struct Hand {
    name: String,
    sites: std::ops::Range<usize>,
    /// Whether it is a deck, whose cards lie face down.
    is_deck: bool,
}

impl Screen {
    /// A screen for a game within a number of columns. A compiled game has no description, so its
    /// position is listed in words.
    pub(crate) fn new(
        description: Option<&Description>,
        game: &Game,
        width: usize,
        colour: bool,
    ) -> Self {
        let board = description.and_then(Description::board);
        let containers = description.and_then(Description::containers);
        let hands = containers.map_or_else(Vec::new, |containers| {
            let beside = containers.list().iter().filter(|container| {
                matches!(container.kind, ContainerKind::Hand | ContainerKind::Deck)
            });
            let entry = |container: &ludc::board::Container| {
                let first = container.from.index();
                Hand {
                    name: container.name.clone(),
                    sites: first..first + usize::from(container.sites),
                    is_deck: container.kind == ContainerKind::Deck,
                }
            };
            beside.map(entry).collect()
        });
        let symbols = Symbols::new(game);
        Self {
            plan: board.and_then(|board| {
                Plan::new(board, &sites_of_board(game), symbols.letters(), width)
            }),
            symbols,
            hands,
            has_dice: !game.program().dice.is_empty(),
            colour,
        }
    }

    /// Draws a position as seen by a player, or in full; the last move is marked.
    pub(crate) fn draw(&self, state: &State, viewer: Option<usize>) -> String {
        let players = 1..=state.game().players();
        let standing: Option<Vec<String>> =
            players.map(|player| Some(state.match_score(player)?.to_string())).collect();
        let Some(standing) = standing else { return self.draw_game(state, viewer) };
        // Each game of a match has its own pieces.
        let screen = Self::new(None, state.game(), 0, self.colour);
        let picture = screen.draw_game(state, viewer);
        format!("{}\n{picture}match: {}\n", state.game().name(), standing.join(" : "))
    }

    fn draw_game(&self, state: &State, viewer: Option<usize>) -> String {
        let game = state.game().clone();
        let last = state.history().last();
        let position = Position::of(state, viewer);
        let mut text = match &self.plan {
            Some(plan) => self.picture(plan, &game, &position, last),
            None => self.list(&game, &position),
        };
        for line in self.beside(state, &position) {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    fn picture(&self, plan: &Plan, game: &Game, position: &Position, last: Option<Move>) -> String {
        let mut canvas = Canvas::new(plan.width, plan.height);
        plan.background(&mut canvas);
        for spot in &plan.spots {
            let (text, style) = match position.at(spot.site) {
                Sight::Hidden => ("?".to_owned(), Style::Label),
                Sight::Pieces(pieces) => match pieces.last() {
                    Some(top) => self.symbols.of(top, pieces.len()),
                    None => continue,
                },
            };
            let text = match (spot.line, style) {
                // Without colours, the owner of a line is shown by a mark.
                (Some(line), Style::Piece(owner))
                    if self.colour || !(1..=game.players()).contains(&usize::from(owner)) =>
                {
                    heavy(line).to_string()
                }
                _ => text,
            };
            canvas.write(spot.at.0, spot.at.1, &text, style);
        }
        if let Some(mv) = last {
            let [from, to] = game.ends(mv);
            // The sites of a hidden move are not marked.
            let is_seen =
                |site: i32| usize::try_from(site).map_or(true, |site| position.sees(site));
            let place = |site: i32| plan.place(site).filter(|_| is_seen(from) && is_seen(to));
            if let Some((column, line)) = place(from).filter(|_| from != to) {
                canvas.bracket(column, line, ['(', ')']);
            }
            if let Some((column, line)) = place(to) {
                canvas.bracket(column, line, ['[', ']']);
            }
        }
        canvas.print(self.colour)
    }

    /// A list of the pieces and their sites, for boards that cannot be drawn as text.
    fn list(&self, game: &Game, position: &Position) -> String {
        let mut text = String::new();
        for (site, ..) in sites_of_board(game) {
            let pieces = position.pieces(site);
            let Some(top) = pieces.last() else { continue };
            let name = self.symbols.name(top);
            let times = usize::from(top.count).max(pieces.len());
            let times = if times > 1 { format!(" x{times}") } else { String::new() };
            let _ = write!(text, "{}:{name}{times}  ", game.site_name(site as i32));
        }
        text.push_str(if text.is_empty() { "the board is empty\n" } else { "\n" });
        text
    }

    /// The lines beside the board: stacks, hands, dice and points.
    pub(crate) fn beside(&self, state: &State, position: &Position) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(stacks) = self.stacks(state.game(), position) {
            lines.push(format!("stacks from the bottom: {stacks}"));
        }
        for Hand { name, sites, is_deck } in &self.hands {
            let mut held: BTreeMap<&str, usize> = BTreeMap::new();
            let mut cards: Vec<&str> = Vec::new();
            for site in sites.clone() {
                match position.at(site) {
                    Sight::Hidden => *held.entry("hidden").or_default() += 1,
                    Sight::Pieces(pieces) if !is_deck && self.has_card(pieces) => {
                        cards.extend(pieces.iter().filter_map(|item| self.symbols.card(item)));
                    }
                    Sight::Pieces(pieces) => {
                        let Some(top) = pieces.last().filter(|top| top.count > 0) else { continue };
                        let times = usize::from(top.count).max(pieces.len());
                        *held.entry(self.symbols.name(top)).or_default() += times;
                    }
                }
            }
            let mut held: Vec<String> =
                held.iter().map(|(name, times)| format!("{times} {name}")).collect();
            if !cards.is_empty() {
                held.push(cards.join(" "));
            }
            // A pile shows its top card unless the rules hide it.
            let top = position.pieces(sites.start).last().filter(|_| *is_deck);
            held.extend(top.and_then(|top| Some(format!("{} on top", self.symbols.card(top)?))));
            if !held.is_empty() {
                lines.push(format!("{name}: {}", held.join(", ")));
            }
        }
        if self.has_dice {
            let used = state.dice();
            let thrown = state.thrown();
            let is_used = |pips: i32| pips == 0 && thrown.is_none();
            let show = |&pips: &i32| if is_used(pips) { "-".to_owned() } else { pips.to_string() };
            let shown: Vec<String> = thrown.as_ref().unwrap_or(&used).iter().map(show).collect();
            lines.push(format!("dice: {}", shown.join(" ")));
        }
        let players = 1..=state.game().players();
        let points: Vec<i32> = players.map(|player| state.score(player)).collect();
        if points.iter().any(|&points| points != 0) {
            let points: Vec<String> = points.iter().map(ToString::to_string).collect();
            lines.push(format!("points: {}", points.join(" : ")));
        }
        lines
    }

    /// Whether the top of a stack is a card.
    fn has_card(&self, pieces: &[Item]) -> bool {
        pieces.last().is_some_and(|top| self.symbols.card(top).is_some())
    }

    /// The stacks of different pieces, of which the text board shows only the top.
    fn stacks(&self, game: &Game, position: &Position) -> Option<String> {
        let mixed = |pieces: &[Item]| pieces.iter().any(|item| item.what != pieces[0].what);
        let told: Vec<String> = sites_of_board(game)
            .into_iter()
            .filter(|(site, ..)| mixed(position.pieces(*site)))
            .map(|(site, ..)| {
                let signs = position.pieces(site).iter().map(|item| self.symbols.sign(item));
                format!("{} {}", game.site_name(site as i32), signs.collect::<String>().trim_end())
            })
            .collect();
        (!told.is_empty()).then(|| told.join(", "))
    }
}

/// A line with padding around it.
fn heavy(line: char) -> char {
    match line {
        '─' => '━',
        '│' => '┃',
        slanted => slanted,
    }
}
