//! Information hidden from people who share a screen: pieces that a player may not see, and the
//! choices of others in a simultaneous turn.

use std::io::{self, Write};

use ludc::{Game, Move, SiteView, State};

use super::input::Input;
use super::session::{Next, Session};

/// Clears the screen and its scroll-back, and moves the cursor to the top.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The choices of a simultaneous turn, revealed when all players have chosen.
pub(super) struct Round {
    /// The state before the first choice.
    pub(super) before: State,
    /// The players who have chosen, each with the text of the choice.
    chosen: Vec<(usize, String)>,
}

impl Session {
    /// Whether players move simultaneously.
    pub(super) fn is_simultaneous(&self) -> bool {
        self.state.game().program().facts.simultaneous
    }

    /// Whether the human players have hidden information from each other.
    fn has_secrets(&self) -> bool {
        let program = self.state.game().program();
        self.humans() > 1
            && (program.facts.simultaneous || program.layout.hidden.iter().any(Option::is_some))
    }

    /// The player whose view is drawn: with one human player, nothing is shown that this player may
    /// not see. `None` if only agents play, or if several people look at the end of the game.
    pub(super) fn viewer(&self) -> Option<usize> {
        match self.humans() {
            0 => None,
            1 => self.seats.iter().position(super::Seat::is_human).map(|human| human + 1),
            _ if self.state.is_over() => None,
            _ => Some(self.state.mover()),
        }
    }

    /// With hidden information, waits for the next person to take the screen before showing anything.
    pub(super) fn change_over(
        &mut self,
        input: &mut Input,
        out: &mut impl Write,
    ) -> io::Result<Option<Next>> {
        let person = self.person();
        let before = self.at_screen.replace(person);
        if self.state.is_over()
            || before.is_none_or(|before| before == person)
            || !self.has_secrets()
        {
            return Ok(None);
        }
        if self.is_terminal {
            write!(out, "{CLEAR}")?;
        }
        input.forget()?;
        let mover = self.state.mover();
        let prompt = format!("Player {mover}: press Enter when nobody else is looking. ");
        let line = input.line(&prompt, Vec::new(), out)?;
        Ok(line.is_none().then_some(Next::Quit))
    }

    /// Reports a move, or holds it back until all players have chosen; `before` is the state in which
    /// nobody had chosen.
    pub(super) fn tell(
        &mut self,
        (mv, described): (Move, String),
        number: usize,
        before: Option<State>,
        game: &Game,
    ) {
        let mover = mv.player();
        let told = match self.viewer().filter(|&viewer| viewer != mover) {
            Some(viewer) if before.is_none() => self.as_seen_by(viewer, game, mv, described),
            _ => described,
        };
        let told = format!("{number}. player {mover}: {told}");
        let Some(before) = before else { return self.news.push(told) };
        let round = self.round.get_or_insert_with(|| Round { before, chosen: Vec::new() });
        round.chosen.push((mover, told));
        let next = self.state.mover();
        if !self.state.is_over() && round.chosen.iter().all(|(player, _)| *player != next) {
            return self.news.push(format!("player {mover} has chosen"));
        }
        let chosen = self.round.take().map_or_else(Vec::new, |round| round.chosen);
        self.news.extend(chosen.into_iter().map(|(_, told)| told));
    }

    /// The text of a move, without anything that the player may not see.
    fn as_seen_by(&mut self, viewer: usize, game: &Game, mv: Move, described: String) -> String {
        let view = self.state.view(viewer);
        let ends = game.ends(mv).map(|end| usize::try_from(end).ok().and_then(|end| view.get(end)));
        // A card that is revealed is visible, wherever it came from.
        if described != game.describe(mv) && ends[1].is_some_and(|seen| seen.what.is_some()) {
            return described;
        }
        let hides = |of: fn(&SiteView) -> bool| ends.iter().flatten().any(|seen| of(seen));
        if hides(|seen| seen.who.is_none()) {
            "a hidden move".to_owned()
        } else if hides(|seen| seen.what.is_none()) {
            // The sites, but not the piece.
            let [from, to] = game.ends(mv).map(|end| game.site_name(end));
            if from == to { to } else { format!("{from}-{to}") }
        } else {
            described
        }
    }
}
