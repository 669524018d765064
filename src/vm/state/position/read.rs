//! A state from the text of its position.
//!
//! Nothing in the text is trusted: every number is held against what the layout has room for, and what
//! follows from the rest is worked out again.

use std::str::FromStr;

use super::{PER_PLAYER, PositionError, SCALARS, kept_sets, usual, usual_of};
use crate::bytecode::{Block, Layout, PerPlayer, Plane, Recipe, Scalar, Stacks};
use crate::vm::game::{State, Task};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::state::stale_lists::entry_of;
use crate::vm::state::trial::Played;

type Read<T = ()> = Result<T, PositionError>;

/// Moves, turns and points of matches, at most: far more than a game can have.
const MOST: i64 = 1 << 30;

/// The fields of a text that have not been read yet.
pub(super) struct Fields<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Fields<'t> {
    pub(super) fn of(text: &'t str) -> Read<Self> {
        let mut fields: Vec<(&str, &str)> = Vec::new();
        for word in text.split_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                return Err(PositionError::new(word, "it is no field `name=value`"));
            };
            // There are a few dozen names, and any other one ends it.
            if fields.len() > 80 || fields.iter().any(|(other, _)| *other == name) {
                return Err(PositionError::new(name, "there are several of it"));
            }
            fields.push((name, value));
        }
        Ok(Self(fields))
    }

    fn take(&mut self, name: &str) -> Option<&'t str> {
        let index = self.0.iter().position(|(other, _)| *other == name)?;
        Some(self.0.swap_remove(index).1)
    }

    /// A number, or what it usually is.
    pub(super) fn number<T: FromStr>(&mut self, name: &str, usual: T) -> Read<T> {
        self.take(name).map_or(Ok(usual), |text| number(name, text))
    }

    /// The entries of a field, which have something between them; none if it is not there.
    fn entries(&mut self, name: &str, between: char) -> impl Iterator<Item = &'t str> + use<'t> {
        self.take(name).into_iter().flat_map(move |text| text.split(between))
    }

    /// So many numbers, if the field is there.
    fn numbers(&mut self, name: &str, count: usize) -> Read<Option<Vec<i64>>> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let numbers: Vec<i64> =
            text.split(',').map(|entry| number(name, entry)).collect::<Read<_>>()?;
        require(name, numbers.len() == count, "it has not as many entries as the game needs")?;
        Ok(Some(numbers))
    }

    fn hexadecimal(&mut self, name: &str) -> Read<Vec<u64>> {
        self.entries(name, ',').map(|entry| hexadecimal(name, entry)).collect()
    }

    /// Places with words that are not 0.
    fn sparse(&mut self, name: &str, length: usize) -> Read<Vec<(usize, u64)>> {
        let entries = self.entries(name, ',').map(|entry| {
            let (place, word) = pair(name, entry, ':')?;
            let place: usize = number(name, place)?;
            require(name, place < length, "there is no such place")?;
            Ok((place, hexadecimal(name, word)?))
        });
        entries.collect()
    }
}

fn require(field: &str, holds: bool, reason: &str) -> Read {
    if holds { Ok(()) } else { Err(PositionError::new(field, reason)) }
}

fn number<T: FromStr>(field: &str, text: &str) -> Read<T> {
    text.parse().map_err(|_| PositionError::new(field, format!("{text} is no number that fits")))
}

fn hexadecimal(field: &str, text: &str) -> Read<u64> {
    u64::from_str_radix(text, 16)
        .map_err(|_| PositionError::new(field, format!("{text} is no hexadecimal number")))
}

fn pair<'t>(field: &str, text: &'t str, between: char) -> Read<(&'t str, &'t str)> {
    text.split_once(between)
        .ok_or_else(|| PositionError::new(field, format!("a {between} is missing in {text}")))
}

/// A component with its data: a number, then letters that each have a number.
fn piece(text: &str) -> Read<(i32, Vec<(char, i32)>)> {
    let is_letter = |c: char| c.is_ascii_lowercase();
    let first = text.find(is_letter).unwrap_or(text.len());
    let what = number("at", &text[..first])?;
    let mut rest = &text[first..];
    let mut data = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let end = rest[1..].find(is_letter).map_or(rest.len(), |end| end + 1);
        data.push((letter, number("at", &rest[1..end])?));
        rest = &rest[end..];
    }
    Ok((what, data))
}

impl State {
    /// Fills a state that has not been set up.
    pub(super) fn fill_from(&mut self, mut fields: Fields<'_>) -> Read {
        self.run(Fill(&mut fields))?;
        if let Some((name, _)) = fields.0.first() {
            return Err(PositionError::new(name, "the game has no such field"));
        }
        require("at", self.is_consistent(), "a stack has a gap, or another top than its last piece")
    }
}

struct Fill<'f, 't>(&'f mut Fields<'t>);

impl Task for Fill<'_, '_> {
    type Output = Read;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> Read {
        machine.for_good(|machine| {
            machine.fill_numbers(self.0)?;
            machine.fill_sites(self.0)?;
            machine.fill_sets(self.0)?;
            machine.fill_words(self.0)?;
            machine.fill_trial(self.0)?;
            machine.work_out_sets();
            Ok(())
        })
    }
}

impl<const W: usize> Machine<'_, W> {
    fn fill_numbers(&mut self, fields: &mut Fields<'_>) -> Read {
        let players = i64::from(self.players());
        for (name, scalar) in SCALARS {
            let value = fields.number(name, usual(scalar))?;
            let fits = match scalar {
                Scalar::Mover => (0..=players).contains(&value),
                Scalar::Next | Scalar::Prev => (0..=players + 1).contains(&value),
                Scalar::Winner => (-1..=players + 1).contains(&value),
                Scalar::Over | Scalar::NextWasSet => (0..=1).contains(&value),
                Scalar::Turns | Scalar::SameTurn | Scalar::Passes | Scalar::Moves => {
                    (0..=MOST).contains(&value)
                }
                Scalar::Counter => (-1..=MOST).contains(&value),
                Scalar::Active | Scalar::Winners | Scalar::Losers | Scalar::Stalemated => {
                    value.cast_unsigned() & !((1 << (players + 1)) - 1) == 0
                }
                Scalar::Triggered | Scalar::Proposed | Scalar::Votes | Scalar::Remembered => true,
                _ => i32::try_from(value).is_ok(),
            };
            require(name, fits, "it is out of bounds")?;
            self.write(Layout::scalar(scalar), value.cast_unsigned());
        }
        let goes_on = self.scalar(Scalar::Over) == 0 && players > 0;
        let somebody = self.wide(Scalar::Active) != 0;
        require("active", !goes_on || somebody, "the game goes on, and nobody plays")?;
        for (name, array) in PER_PLAYER {
            let given = fields.numbers(name, players as usize + 2)?;
            for player in 0..players as usize + 2 {
                let usual = i64::from(usual_of(array, player));
                let value = given.as_ref().map_or(usual, |values| values[player]);
                let fits = match array {
                    PerPlayer::Phase => {
                        usize::try_from(value).is_ok_and(|phase| phase < self.program.phases.len())
                    }
                    PerPlayer::Team | PerPlayer::Seat => (0..=players + 1).contains(&value),
                    PerPlayer::Rank => (0..=4 * players).contains(&value),
                    _ => i32::try_from(value).is_ok(),
                };
                require(name, fits, "it is out of bounds")?;
                self.write_per_player(array, player as i32, value as i32);
            }
        }
        Ok(())
    }

    /// An entry of a plane, if it has room for it.
    fn fill_entry(&mut self, plane: Option<Plane>, index: usize, value: i32) -> Read {
        let Some(plane) = plane else {
            return require("at", value == 0, "pieces have no such datum in this game");
        };
        let bits = 1u32 << plane.bits;
        let fits = bits >= 32 || (0..1i32 << bits).contains(&value);
        require("at", fits, "a number is too large")?;
        self.set_plane(plane, index as i32, value);
        Ok(())
    }

    fn fill_what(&mut self, plane: Plane, index: usize, what: i32) -> Read {
        let known = (0..i32::from(self.layout().components)).contains(&what);
        require("at", known, "there is no such component")?;
        self.fill_entry(Some(plane), index, what)
    }

    fn fill_sites(&mut self, fields: &mut Fields<'_>) -> Read {
        let program = self.program;
        let layout = &program.layout;
        for item in fields.entries("at", ',') {
            let (site, item) = pair("at", item, ':')?;
            let site: usize = number("at", site)?;
            require("at", site < usize::from(layout.sites), "there is no such site")?;
            let (top, levels) = item.split_once('^').map_or((item, None), |(a, b)| (a, Some(b)));
            let (what, data) = piece(top)?;
            self.fill_what(layout.what, site, what)?;
            for (letter, value) in data {
                let plane = match letter {
                    'c' => layout.count,
                    's' => layout.state,
                    'r' => layout.rotation,
                    'v' => layout.value,
                    'w' => layout.who,
                    'l' => layout.stacks.as_ref().and_then(|stacks| stacks.leaving),
                    _ => None,
                };
                let owner = letter != 'w' || (0..=self.players() + 1).contains(&value);
                require("at", owner, "there is no such player")?;
                self.fill_entry(plane, site, value)?;
            }
            if let Some(levels) = levels {
                let Some(stacks) = &layout.stacks else {
                    return Err(PositionError::new("at", "sites hold no stacks in this game"));
                };
                self.fill_levels(stacks, site, levels)?;
            }
        }
        Ok(())
    }

    fn fill_levels(&mut self, stacks: &Stacks, site: usize, levels: &str) -> Read {
        let mut height = 0;
        for (level, text) in levels.split('/').enumerate() {
            require("at", level < usize::from(stacks.levels), "a stack is too high")?;
            let slot = Self::slot(stacks, site as i32, level as i32);
            let (what, data) = piece(text)?;
            self.fill_what(stacks.what, slot, what)?;
            if what != 0 {
                height = level as i32 + 1;
            }
            for (letter, value) in data {
                let plane = match letter {
                    's' => stacks.state,
                    'r' => stacks.rotation,
                    'v' => stacks.value,
                    _ => None,
                };
                self.fill_entry(plane, slot, value)?;
            }
        }
        self.fill_entry(Some(stacks.height), site, height)?;
        let leaving = self.optional(stacks.leaving, site as i32);
        require("at", leaving <= height, "more pieces leave than there are")
    }

    fn fill_set(&mut self, field: &str, set: usize, sites: &str) -> Read {
        for site in sites.split('.') {
            let site: usize = number(field, site)?;
            require(field, site < 64 * W, "there is no such site")?;
            self.set_bit(set, site as i32);
        }
        Ok(())
    }

    fn fill_sets(&mut self, fields: &mut Fields<'_>) -> Read {
        let program = self.program;
        for (name, set) in kept_sets(&program.layout) {
            if let Some(sites) = fields.take(name) {
                self.fill_set(name, set, sites)?;
            }
        }
        for entry in fields.entries("hidden", ',') {
            let (thing, rest) = pair("hidden", entry, ':')?;
            let (player, sites) = pair("hidden", rest, ':')?;
            let (thing, player) = (number("hidden", thing)?, number("hidden", player)?);
            let Some(set) = self.layout().hidden_from(thing, player) else {
                return Err(PositionError::new("hidden", "nothing of the kind is ever hidden"));
            };
            self.fill_set("hidden", set, sites)?;
        }
        Ok(())
    }

    /// The words behind the planes.
    fn fill_words(&mut self, fields: &mut Fields<'_>) -> Read {
        let program = self.program;
        let layout = &program.layout;
        let (vars, dice) = (layout.vars as usize, layout.dice as usize);
        let given = fields.numbers("vars", layout.remembered as usize - vars)?;
        self.words[vars..layout.remembered as usize].fill(u64::MAX);
        self.fill_row("vars", vars, given)?;
        let lists = fields.entries("remembered", ',').enumerate();
        for (list, values) in lists {
            let known = list < dice - layout.remembered as usize;
            require("remembered", known, "there is no such list")?;
            for value in values.split('.').filter(|value| !value.is_empty()) {
                self.remember(list, number("remembered", value)?);
            }
        }
        let given = fields.numbers("dice", layout.track_progress as usize - dice)?;
        self.fill_row("dice", dice, given)?;
        let track_progress = layout.track_progress as usize..layout.end_of_track_progress();
        for (place, word) in fields.sparse("tracks", track_progress.len())? {
            self.words[track_progress.start + place] = word;
        }
        let standings = layout.standings();
        let given = fields.numbers("match", standings.len())?;
        let counted = given.iter().flatten().all(|&value| (-MOST..=MOST).contains(&value));
        let first = given.iter().flatten().next().is_none_or(|&trials| trials >= 0);
        require("match", counted && first, "it is out of bounds")?;
        self.fill_row("match", standings.start, given)?;
        if let Some(puzzle) = layout.puzzle {
            for (site, word) in fields.sparse("struck", usize::from(layout.sites))? {
                self.words[puzzle.struck as usize + site] = word;
            }
        }
        if let Some(lists) = &layout.lists {
            let capacity = usize::from(lists.capacity);
            let mut lengths = vec![0; usize::from(layout.components)];
            for (slot, word) in fields.sparse("listed", lengths.len() * capacity)? {
                let (what, index) = (slot / capacity, slot % capacity);
                let (site, level) = entry_of(word);
                let sound = what > 0
                    && index == lengths[what]
                    && (0..i32::from(layout.sites)).contains(&site)
                    && (0..=i32::from(u16::MAX)).contains(&level);
                require("listed", sound, "it is no list of sites")?;
                lengths[what] += 1;
                self.fill_entry(Some(lists.sites), slot, site)?;
                self.fill_entry(lists.levels, slot, level)?;
            }
            for (what, &length) in lengths.iter().enumerate() {
                self.fill_entry(Some(lists.lengths), what, length as i32)?;
            }
        }
        Ok(())
    }

    /// Numbers one after the other, of the size that registers have.
    fn fill_row(&mut self, field: &str, first: usize, given: Option<Vec<i64>>) -> Read {
        for (word, value) in given.into_iter().flatten().enumerate() {
            require(field, i32::try_from(value).is_ok(), "it is out of bounds")?;
            self.words[first + word] = value.cast_unsigned();
        }
        Ok(())
    }

    fn fill_trial(&mut self, fields: &mut Fields<'_>) -> Read {
        let earlier: u32 = fields.number("earlier", 0)?;
        require("earlier", i64::from(earlier) <= MOST, "it is out of bounds")?;
        self.trial.earlier = earlier as usize;
        for text in fields.entries("played", ',') {
            let played = self.played(text)?;
            self.trial.played.push(played);
        }
        let known = self.trial.earlier + self.trial.played.len();
        let enough = self.scalar(Scalar::Moves) as usize <= known;
        require("moves", enough, "there are more than were played")?;
        fields.hexadecimal("seen")?.into_iter().for_each(|hash| self.trial.seen.push(hash));
        self.trial.in_turn = fields.hexadecimal("seen-in-turn")?;
        self.trial.starts = fields.hexadecimal("starts")?;
        let most = usize::from(self.layout().components) * W;
        require("starts", self.trial.starts.len() <= most, "there are too many")?;
        let generators = fields.hexadecimal("chance")?;
        let generators = match generators[..] {
            [] => [0; 2],
            [own, aside] => [own, aside],
            _ => return Err(PositionError::new("chance", "there are two generators")),
        };
        let mut drawn = Vec::new();
        for entry in fields.entries("drawn", ',') {
            let (value, prior) = entry.split_once(':').map_or((entry, None), |(a, b)| (a, Some(b)));
            let prior = prior.map(|prior| number("drawn", prior).map(Block)).transpose()?;
            let value: i32 = number("drawn", value)?;
            let known = prior.is_none_or(|prior| prior.index() < self.program.blocks.len());
            require("drawn", known && value >= 0, "nothing is drawn so")?;
            drawn.push((prior, value));
        }
        self.trial.luck.tell(generators, drawn);
        Ok(())
    }

    /// A move that was made.
    fn played(&self, text: &str) -> Read<Played> {
        let field = "played";
        let numbers: Vec<i32> =
            text.split(':').map(|entry| number(field, entry)).collect::<Read<_>>()?;
        let &[mover, recipe, player, from, to, a, b, level, pass, joined] = &numbers[..] else {
            return Err(PositionError::new(field, "a move is ten numbers"));
        };
        let owners = 0..=self.players() + 1;
        let known = owners.contains(&mover)
            && owners.contains(&player)
            && usize::try_from(recipe).is_ok_and(|recipe| recipe < self.program.recipes.len());
        require(field, known, "there is no such move")?;
        let site = |site: i32| {
            i16::try_from(site).map_err(|_| PositionError::new(field, "there is no such site"))
        };
        let mv = Move {
            recipe: Recipe(recipe as u16),
            mover: player as u8,
            joined: joined != 0,
            from: site(from)?,
            to: site(to)?,
            a,
            b,
        };
        let level = u16::try_from(level).map_err(|_| PositionError::new(field, "no such level"))?;
        Ok(Played { mv, mover: mover as u8, pass: pass != 0, level })
    }

    /// Works out what follows from what stands on the sites.
    fn work_out_sets(&mut self) {
        let program = self.program;
        let layout = &program.layout;
        let covered = self.reader().covered();
        for site in self.reader().all_places() {
            let what = self.what(site);
            let vacant = if layout.count.is_some() { self.count(site) == 0 } else { what == 0 };
            if vacant && !covered.contains(site) {
                self.set_bit(Layout::EMPTY, site);
            }
            if what != 0 {
                let owner = self.owner(what) as usize;
                self.set_bit(Layout::owned(owner), site);
                self.set_bit(layout.holding(what as usize), site);
            }
            let state = self.optional(layout.state, site);
            if let Some((first, count)) = layout.states
                && (0..i32::from(count)).contains(&state)
            {
                self.set_bit(usize::from(first) + state as usize, site);
            }
        }
        if let Some(stacks) = &layout.stacks {
            for site in 0..i32::from(layout.sites) {
                for what in 1..i32::from(layout.components) {
                    let stands = self.levels_of(stacks, site).any(|other| other == what);
                    if stands || self.reader().is_listed(what, site) {
                        self.set_bit(layout.within(what as usize), site);
                    }
                }
            }
        }
        self.list_the_board();
        if program.facts.hashing {
            self.words[Layout::scalar(Scalar::Hash)] = self.reader().hash_of_sites();
        }
    }
}
