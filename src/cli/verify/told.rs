//! What a record tells of a move in the words of whoever made it, and chance that follows it.
//!
//! Most games draw their numbers from the one generator that a record gives the state of, and in the
//! order in which rules are gone through; those come out by themselves. Some are drawn where the order
//! does not show in the record, for moves that nobody made for example. What they decided is told: a
//! piece came on a site. So whatever chance could have decided is tried until it comes out as told.

use std::collections::BTreeMap;

use ludc::{Chance, Move, State};

/// How many ways for chance to decide are tried for a move.
const MAX_TRIES: usize = 10_000;

/// The components that stand on sites after a move, and their values, as far as it is told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    pieces: BTreeMap<usize, usize>,
    values: BTreeMap<usize, usize>,
}

impl Told {
    /// What is told of a move that is to be made in a state.
    pub(super) fn read(told: &str, state: &mut State) -> Self {
        let layout = &state.game().program().layout;
        if layout.stacks.is_some() || !layout.layers.is_empty() {
            return Self::default();
        }
        let (sites, dice) = (usize::from(layout.sites), state.dice());
        // Dice are thrown for the next move as well, and come from the generator.
        if !dice.is_empty() {
            return Self::default();
        }
        Self::of_actions(
            told,
            |site| if site < sites { usize::from(state.item(site).what) } else { 0 },
        )
    }

    fn of_actions(told: &str, mut before: impl FnMut(usize) -> usize) -> Self {
        let mut pieces: BTreeMap<usize, usize> = BTreeMap::new();
        let mut values: BTreeMap<usize, usize> = BTreeMap::new();
        // The first part is the move as a whole.
        for action in told.split('[').skip(2) {
            let Some((kind, rest)) = action.split_once(':') else { continue };
            let number = |name: &str| {
                let values = rest.split([',', ']']).filter_map(|field| field.split_once('='));
                values.clone().find(|field| field.0 == name)?.1.parse::<usize>().ok()
            };
            let Some(to) = number("to") else { continue };
            if kind == "SetValue" {
                values.extend(number("value").map(|value| (to, value)));
                continue;
            }
            values.remove(&to);
            match (kind, number("from"), number("what")) {
                ("Move", Some(from), _) => {
                    let what = pieces.get(&from).copied();
                    let what = what.unwrap_or_else(|| before(from));
                    pieces.remove(&from);
                    pieces.insert(to, what);
                    if let Some(value) = values.remove(&from) {
                        values.insert(to, value);
                    }
                }
                ("Add", _, Some(what)) => _ = pieces.insert(to, what),
                // Others may change anything about the site.
                _ => _ = pieces.remove(&to),
            }
        }
        Self { pieces, values }
    }

    /// Makes a move so that what is told comes out and a test holds; if there is no such way, as the
    /// generator of the state has it.
    pub(super) fn make(&self, state: &mut State, mv: Move, holds: impl Fn(&mut State) -> bool) {
        state.apply(mv);
        if self.is_true_in(state) {
            return;
        }
        state.undo();
        let mut chance = Script::default();
        for _ in 0..MAX_TRIES {
            state.apply_with(mv, &mut chance);
            if !chance.drawn.is_empty() && self.is_true_in(state) && holds(state) {
                return;
            }
            state.undo();
            if !chance.turn() {
                break;
            }
        }
        state.apply(mv);
    }

    fn is_true_in(&self, state: &mut State) -> bool {
        let mut pieces = self.pieces.iter();
        let mut values = self.values.iter();
        pieces.all(|(&site, &what)| usize::from(state.item(site).what) == what)
            && values.all(|(&site, &value)| usize::from(state.item(site).value) == value)
    }
}

/// Decides as often as it has been told how, and then takes the first of what there is.
#[derive(Debug, Default)]
struct Script {
    numbers: Vec<u32>,
    /// What was drawn so far, and below which limit.
    drawn: Vec<(u32, u32)>,
}

impl Script {
    /// Goes on to the next way to decide; false if there is none.
    fn turn(&mut self) -> bool {
        while let Some((number, limit)) = self.drawn.pop() {
            if number + 1 < limit {
                self.numbers = self.drawn.drain(..).map(|(number, _)| number).collect();
                self.numbers.push(number + 1);
                return true;
            }
        }
        false
    }
}

impl Chance for Script {
    fn below(&mut self, limit: u32) -> u32 {
        let number = self.numbers.get(self.drawn.len()).copied().unwrap_or(0);
        self.drawn.push((number, limit));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_where_they_were_told_to_go() {
        let told = "[Move:mover=1,from=3,to=5,actions=[Move:typeFrom=Cell,from=4,typeTo=Cell,to=9],\
                    [Move:typeFrom=Cell,from=3,typeTo=Cell,to=5,decision=true],\
                    [Add:type=Cell,to=3,what=7],[Remove:type=Cell,to=5]]";
        let found = Told::of_actions(told, |site| site + 10);
        assert_eq!(found.pieces, BTreeMap::from([(3, 7), (9, 14)]));
    }

    #[test]
    fn values_go_with_their_pieces() {
        let told = "[Move:mover=1,from=7,to=23,actions=[SetValue:type=Cell,to=7,value=3],\
                    [Move:typeFrom=Cell,from=7,typeTo=Cell,to=23,decision=true]]";
        let found = Told::of_actions(told, |_| 1);
        assert_eq!(found.values, BTreeMap::from([(23, 3)]));
    }

    #[test]
    fn scripts_go_through_all_there_is() {
        let mut script = Script::default();
        let mut seen = Vec::new();
        loop {
            let first = script.below(3);
            let second = if first == 1 { script.below(2) } else { 0 };
            seen.push((first, second));
            if !script.turn() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (1, 0), (1, 1), (2, 0)]);
    }
}
