//! A state as the text of its position.

use std::fmt::Write;

use super::{PER_PLAYER, SCALARS, kept_sets, usual, usual_of};
use crate::bytecode::{Hidden, Layout, Stacks};
use crate::vm::game::State;
use crate::vm::set::site_set::SiteSet;
use crate::vm::state::reader::{Question, Reader};
use crate::vm::state::trial::Played;

impl State {
    /// The position as a line of text: what stands where, whose turn it is, and whatever else decides how
    /// the game goes on. [`Game::state_from_position`](crate::Game::state_from_position) reads it. Equal
    /// texts are equal positions; what led there shows as far as a rule may still look back to it.
    pub fn to_position(&self) -> String {
        let mut line = Line(String::new());
        if let Some(playing) = self.playing().filter(|&playing| playing > 0) {
            line.field("game", &playing.to_string());
        }
        self.ask(Tell { line: &mut line, chance: self.whole_game().is_stochastic() });
        line.0
    }
}

/// Fields with spaces between them.
struct Line(String);

impl Line {
    fn field(&mut self, name: &str, value: &str) {
        let space = if self.0.is_empty() { "" } else { " " };
        let _ = write!(self.0, "{space}{name}={value}");
    }

    /// A field that is left out if it has no entries.
    fn list(&mut self, name: &str, entries: &[String], between: &str) {
        if !entries.is_empty() {
            self.field(name, &entries.join(between));
        }
    }
}

struct Tell<'l> {
    line: &'l mut Line,
    /// Whether numbers are still drawn.
    chance: bool,
}

impl Question for Tell<'_> {
    type Answer = ();
    fn ask<const W: usize>(self, state: Reader<'_, W>) {
        let Self { line, chance } = self;
        let layout = state.layout();
        let sites = 0..i32::from(layout.sites);
        let items = sites.clone().filter_map(|site| state.item_text(site));
        line.list("at", &items.collect::<Vec<_>>(), ",");
        for (name, scalar) in SCALARS {
            let value = state.wide(scalar).cast_signed();
            if value != usual(scalar) {
                line.field(name, &value.to_string());
            }
        }
        let players = 0..usize::from(layout.players) + 2;
        for (name, array) in PER_PLAYER {
            let value = |player: usize| state.per_player(array, player as i32);
            if players.clone().any(|player| value(player) != usual_of(array, player)) {
                let values = players.clone().map(|player| value(player).to_string());
                line.list(name, &values.collect::<Vec<_>>(), ",");
            }
        }
        for (name, set) in kept_sets(layout) {
            line.list(name, &numbers(&state.state_set(set)), ".");
        }
        line.list("hidden", &state.hidden_texts(), ",");
        state.tell_words(line);
        state.tell_trial(line, chance);
    }
}

/// The sites of a set.
fn numbers<const W: usize>(set: &SiteSet<W>) -> Vec<String> {
    set.iter().map(|site| site.to_string()).collect()
}

fn hexadecimal(words: &[u64]) -> Vec<String> {
    words.iter().map(|word| format!("{word:x}")).collect()
}

/// A component with those of its data that are not 0.
fn piece(what: i32, data: &[(char, i32)]) -> String {
    let mut text = what.to_string();
    for (letter, value) in data.iter().filter(|(_, value)| *value != 0) {
        let _ = write!(text, "{letter}{value}");
    }
    text
}

impl<const W: usize> Reader<'_, W> {
    /// What a site holds; none if that is nothing.
    fn item_text(self, site: i32) -> Option<String> {
        let layout = self.layout();
        let stacks = layout.stacks.as_ref();
        let planes = [
            ('c', layout.count),
            ('s', layout.state),
            ('r', layout.rotation),
            ('v', layout.value),
            ('w', layout.who),
            ('l', stacks.and_then(|stacks| stacks.leaving)),
        ];
        let top = piece(
            self.what(site),
            &planes.map(|(letter, plane)| (letter, self.optional(plane, site))),
        );
        let levels = stacks.map_or_else(Vec::new, |stacks| self.levels(stacks, site));
        match (&*top, &levels[..]) {
            ("0", []) => None,
            (_, []) => Some(format!("{site}:{top}")),
            _ => Some(format!("{site}:{top}^{}", levels.join("/"))),
        }
    }

    /// What is at the levels of a site, up to the last at which there is anything.
    fn levels(self, stacks: &Stacks, site: i32) -> Vec<String> {
        let mut levels: Vec<String> = (0..i32::from(stacks.levels))
            .map(|level| {
                let (what, [state, rotation, value]) = self.entries_at(stacks, site, level);
                piece(what, &[('s', state), ('r', rotation), ('v', value)])
            })
            .collect();
        let used = levels.iter().rposition(|level| level != "0").map_or(0, |last| last + 1);
        levels.truncate(used);
        levels
    }

    fn hidden_texts(self) -> Vec<String> {
        let mut texts = Vec::new();
        for &thing in Hidden::ALL {
            for player in 1..=self.players() {
                let Some(set) = self.layout().hidden_from(thing as usize, player) else { continue };
                let sites = numbers(&self.state_set(set));
                if !sites.is_empty() {
                    texts.push(format!("{}:{player}:{}", thing as usize, sites.join(".")));
                }
            }
        }
        texts
    }

    /// The words behind the planes.
    fn tell_words(self, line: &mut Line) {
        let layout: &Layout = self.layout();
        let signed = |word: &u64| word.cast_signed().to_string();
        let vars = &self.words[layout.vars as usize..layout.remembered as usize];
        if vars.iter().any(|&word| word != u64::MAX) {
            line.list("vars", &vars.iter().map(signed).collect::<Vec<_>>(), ",");
        }
        let lists = (layout.dice - layout.remembered) as usize;
        let lists = (0..lists).map(|list| {
            self.remembered(list).iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
        });
        let lists: Vec<String> = lists.collect();
        if lists.iter().any(|list| !list.is_empty()) {
            line.list("remembered", &lists, ",");
        }
        let dice = &self.words[layout.dice as usize..layout.track_progress as usize];
        line.list("dice", &dice.iter().map(signed).collect::<Vec<_>>(), ",");
        let track_progress =
            &self.words[layout.track_progress as usize..layout.end_of_track_progress()];
        line.list("tracks", &sparse(track_progress), ",");
        let standings = &self.words[layout.standings()];
        line.list("match", &standings.iter().map(signed).collect::<Vec<_>>(), ",");
        if let Some(puzzle) = layout.puzzle {
            let first = puzzle.struck as usize;
            let struck = &self.words[first..first + usize::from(layout.sites)];
            line.list("struck", &sparse(struck), ",");
        }
        line.list("listed", &sparse(&self.lists_as_words()), ",");
    }

    /// What happened so far, as far as rules look back, and what chance will do.
    fn tell_trial(self, line: &mut Line, chance: bool) {
        let trial = self.trial;
        let kept = trial.played.len() - self.looked_back_to();
        let earlier = trial.earlier + kept;
        if earlier > 0 {
            line.field("earlier", &earlier.to_string());
        }
        let played: Vec<String> = trial.played[kept..].iter().map(played_text).collect();
        line.list("played", &played, ",");
        line.list("seen", &hexadecimal(trial.seen.all()), ",");
        line.list("seen-in-turn", &hexadecimal(&trial.in_turn[trial.turn_start..]), ",");
        line.list("starts", &hexadecimal(&trial.starts), ",");
        if chance {
            let (generators, drawn) = trial.luck.recorded();
            line.list("chance", &hexadecimal(&generators), ",");
            let drawn = drawn.map(|(prior, value)| match prior {
                Some(block) => format!("{value}:{}", block.0),
                None => value.to_string(),
            });
            line.list("drawn", &drawn.collect::<Vec<_>>(), ",");
        }
    }

    /// How many of the last moves a rule may look back to. No rule looks further than to the turns in
    /// which everybody could have passed, and to the one before.
    fn looked_back_to(self) -> usize {
        let played = &self.trial.played;
        let turns = usize::from(self.layout().players) + 2;
        let changes = played.windows(2).enumerate().rev();
        let mut turn_starts = changes.filter(|(_, pair)| pair[0].mover != pair[1].mover);
        let first = turn_starts.nth(turns - 1).map_or(0, |(index, _)| index + 1);
        played.len() - first
    }
}

/// The words that are not 0, with their places.
fn sparse(words: &[u64]) -> Vec<String> {
    let words = words.iter().enumerate().filter(|(_, word)| **word != 0);
    words.map(|(index, word)| format!("{index}:{word:x}")).collect()
}

/// A move that was made, as numbers.
fn played_text(played: &Played) -> String {
    let Played { mv, mover, pass, level } = played;
    let [pass, joined] = [*pass, mv.joined].map(u8::from);
    format!(
        "{mover}:{}:{}:{}:{}:{}:{}:{level}:{pass}:{joined}",
        mv.recipe.0, mv.mover, mv.from, mv.to, mv.a, mv.b
    )
}
