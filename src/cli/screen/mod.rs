//! Positions drawn in the letters of a terminal.

mod canvas;
mod plan;
mod symbols;

use std::fmt::Write as _;

use ludc::board::ContainerKind;
use ludc::{Description, Game, Item, Move, State};

use canvas::{Canvas, Style};
use plan::Plan;
pub(crate) use symbols::Symbols;

/// Draws the positions of a game.
pub(crate) struct Screen {
    plan: Option<Plan>,
    symbols: Symbols,
    /// Hands and decks: name, first site, sites, owner.
    hands: Vec<(String, usize, usize)>,
    has_dice: bool,
    colour: bool,
}

impl Screen {
    /// For a game, within so many columns. A compiled game has no description, and its board is told
    /// in words.
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
                (container.name.clone(), container.from.index(), usize::from(container.sites))
            };
            beside.map(entry).collect()
        });
        Self {
            plan: board.and_then(|board| Plan::new(board, width)),
            symbols: Symbols::new(game),
            hands,
            has_dice: !game.program().dice.is_empty(),
            colour,
        }
    }

    /// A position as a player sees it, or as it is; the last move is marked.
    pub(crate) fn draw(&self, state: &mut State, viewer: Option<usize>) -> String {
        let players = 1..=state.game().players();
        let standing: Option<Vec<String>> =
            players.map(|player| Some(state.match_score(player)?.to_string())).collect();
        let Some(standing) = standing else { return self.draw_game(state, viewer) };
        // Each game of a match has pieces of its own.
        let screen = Self::new(None, state.game(), 0, self.colour);
        let picture = screen.draw_game(state, viewer);
        format!("{}\n{picture}match: {}\n", state.game().name(), standing.join(" : "))
    }

    fn draw_game(&self, state: &mut State, viewer: Option<usize>) -> String {
        let game = state.game().clone();
        let last = state.history().last();
        let sites = game.program().labels.len();
        let view = viewer.map(|player| state.view(player));
        let items: Vec<Option<(Item, usize)>> = (0..sites)
            .map(|site| {
                let seen = view.as_ref().and_then(|view| view.get(site));
                // What may not be seen is drawn as such, whatever it is.
                let hidden = seen.is_some_and(|seen| seen.what.is_none() || seen.who.is_none());
                (!hidden).then(|| (state.item(site), state.height(site)))
            })
            .collect();
        let mut text = match &self.plan {
            Some(plan) => self.picture(plan, &items, last),
            None => self.list(&game, &items),
        };
        let _ = self.beside(&mut text, state);
        text
    }

    fn picture(&self, plan: &Plan, items: &[Option<(Item, usize)>], last: Option<Move>) -> String {
        let mut canvas = Canvas::new(plan.width, plan.height);
        plan.background(&mut canvas);
        for (site, item) in items.iter().enumerate() {
            let Some(&(column, line)) = plan.at.get(site) else { continue };
            let (text, style) = match item {
                None => ("?".to_owned(), Style::Label),
                Some((item, height)) => self.symbols.of(item, *height, plan.empty),
            };
            canvas.write(column, line, &text, style);
        }
        let mark = |site: i32| usize::try_from(site).ok().and_then(|site| plan.at.get(site));
        if let Some(mv) = last {
            if let Some(&(column, line)) = mark(mv.from()).filter(|_| mv.from() != mv.to()) {
                canvas.bracket(column, line, ['(', ')']);
            }
            if let Some(&(column, line)) = mark(mv.to()) {
                canvas.bracket(column, line, ['[', ']']);
            }
        }
        canvas.print(self.colour)
    }

    /// What stands where, for boards that do not fit into letters.
    fn list(&self, game: &Game, items: &[Option<(Item, usize)>]) -> String {
        let mut text = String::new();
        for (site, item) in items.iter().enumerate() {
            let Some((item, height)) = item else { continue };
            if item.what == 0 {
                continue;
            }
            let name = self.symbols.name(item);
            let times = usize::from(item.count).max(*height);
            let times = if times > 1 { format!(" x{times}") } else { String::new() };
            let _ = write!(text, "{}:{name}{times}  ", game.site_name(site as i32));
        }
        text.push('\n');
        text
    }

    /// Hands, dice and points.
    fn beside(&self, text: &mut String, state: &mut State) -> std::fmt::Result {
        for (name, from, sites) in &self.hands {
            let mut held = Vec::new();
            for site in *from..from + sites {
                let item = state.item(site);
                if item.what != 0 && item.count > 0 {
                    let times = usize::from(item.count).max(state.height(site));
                    held.push(format!("{times} {}", self.symbols.name(&item)));
                }
            }
            if !held.is_empty() {
                writeln!(text, "{name}: {}", held.join(", "))?;
            }
        }
        if self.has_dice {
            let used = state.dice();
            let thrown = state.thrown();
            let dice = thrown.as_ref().unwrap_or(&used);
            let shown: Vec<String> =
                dice.iter()
                    .map(|&pips| {
                        if pips == 0 && thrown.is_none() {
                            "-".to_owned()
                        } else {
                            pips.to_string()
                        }
                    })
                    .collect();
            writeln!(text, "dice: {}", shown.join(" "))?;
        }
        let players = 1..=state.game().players();
        let points: Vec<i32> = players.map(|player| state.score(player)).collect();
        if points.iter().any(|&points| points != 0) {
            let points: Vec<String> = points.iter().map(ToString::to_string).collect();
            writeln!(text, "points: {}", points.join(" : "))?;
        }
        Ok(())
    }
}
