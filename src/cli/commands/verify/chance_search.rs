//! Search for chance events: finds random outcomes that reproduce a move as a trace reports it.
//!
//! Most games draw their random numbers from one generator, whose state the trace gives, in the order in
//! which rules are evaluated; those are reproduced directly. Some numbers are drawn in an order that the
//! trace does not show, for example for moves that were generated but not made. Their results are reported,
//! such as the site a piece was added to, so all outcomes are tried until one matches the report.

use std::collections::{BTreeMap, BTreeSet};

use ludc::{Chance, Move, State};

/// Maximum number of outcomes tried for a move.
const MAX_TRIES: usize = 10_000;

/// The reported effects of a move: the components on sites after it and their values, where known. Sites
/// without an action are unchanged.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ReportedEffects {
    pieces: BTreeMap<usize, usize>,
    values: BTreeMap<usize, usize>,
    /// The components on sites without an action.
    others: BTreeMap<usize, usize>,
}

impl ReportedEffects {
    /// The reported effects of a move about to be made in a state.
    pub(super) fn read(reported: &str, state: &State) -> Self {
        let layout = &state.game().program().layout;
        if layout.stacks.is_some() || !layout.layers.is_empty() {
            return Self::default();
        }
        let (sites, dice) = (usize::from(layout.sites), state.dice());
        // Dice for the next move are rolled too, from the generator.
        if !dice.is_empty() {
            return Self::default();
        }
        let before: Vec<usize> =
            (0..sites).map(|site| usize::from(state.item(site).what)).collect();
        let what = |site: usize| before.get(site).copied().unwrap_or(0);
        let about = sites_of_actions(reported);
        let others = (0..sites).filter(|site| !about.contains(site)).map(|site| (site, what(site)));
        Self { others: others.collect(), ..Self::of_actions(reported, what) }
    }

    fn of_actions(reported: &str, mut before: impl FnMut(usize) -> usize) -> Self {
        // The content of sites after the actions so far; `None` where unknown.
        let mut pieces: BTreeMap<usize, Option<usize>> = BTreeMap::new();
        let mut values: BTreeMap<usize, usize> = BTreeMap::new();
        // The first part is the whole move.
        for action in reported.split('[').skip(2) {
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
            match (kind, number("from"), number("what")) {
                ("SetState" | "SetRotation", ..) => {}
                ("Move", Some(from), _) => {
                    values.remove(&to);
                    let what = pieces.get(&from).copied();
                    let what = what.unwrap_or_else(|| Some(before(from)));
                    pieces.insert(from, None);
                    pieces.insert(to, what);
                    if let Some(value) = values.remove(&from) {
                        values.insert(to, value);
                    }
                }
                (kind, _, what) => {
                    values.remove(&to);
                    // Actions other than additions may change anything about the site.
                    pieces.insert(to, what.filter(|_| kind == "Add"));
                }
            }
        }
        let reported = pieces.into_iter().filter_map(|(site, what)| Some((site, what?)));
        Self { pieces: reported.collect(), values, ..Self::default() }
    }

    /// Makes a move with random outcomes that reproduce the report and satisfy a test; if there are none,
    /// with the outcomes of the state's own generator.
    pub(super) fn make(&self, state: &mut State, mv: Move, holds: impl Fn(&State) -> bool) {
        state.apply_legal(mv);
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
        state.apply_legal(mv);
    }

    fn is_true_in(&self, state: &State) -> bool {
        let mut pieces = self.pieces.iter().chain(&self.others);
        let mut values = self.values.iter();
        pieces.all(|(&site, &what)| usize::from(state.item(site).what) == what)
            && values.all(|(&site, &value)| usize::from(state.item(site).value) == value)
    }
}

/// The sites affected by the actions of a move.
fn sites_of_actions(reported: &str) -> BTreeSet<usize> {
    let fields = reported.split(['[', ',', ']', ':']).filter_map(|field| field.split_once('='));
    let sites = fields.filter(|(name, _)| matches!(*name, "from" | "to" | "var"));
    sites.filter_map(|(_, site)| site.parse().ok()).collect()
}

/// A source of chance that replays a prefix of decisions, then always takes the first outcome.
#[derive(Debug, Default)]
struct Script {
    numbers: Vec<u32>,
    /// The numbers drawn so far, each with its exclusive limit.
    drawn: Vec<(u32, u32)>,
}

impl Script {
    /// Advances to the next sequence of decisions; `false` if there is none.
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
        let reported = "[Move:mover=1,from=3,to=5,actions=[Move:typeFrom=Cell,from=4,typeTo=Cell,to=9],\
                    [Move:typeFrom=Cell,from=3,typeTo=Cell,to=5,decision=true],\
                    [Add:type=Cell,to=3,what=7],[Remove:type=Cell,to=5]]";
        let found = ReportedEffects::of_actions(reported, |site| site + 10);
        assert_eq!(found.pieces, BTreeMap::from([(3, 7), (9, 14)]));
    }

    #[test]
    fn pieces_stay_the_same_whatever_is_set_about_them() {
        let reported = "[Move:mover=2,from=3,to=5,actions=[Remove:type=Cell,to=5],\
                    [Move:typeFrom=Cell,from=3,typeTo=Cell,to=5,decision=true],\
                    [SetState:type=Cell,to=5,state=2],[Move:typeFrom=Cell,from=5,typeTo=Cell,to=6]]";
        let found = ReportedEffects::of_actions(reported, |site| site + 10);
        assert_eq!(found.pieces, BTreeMap::from([(6, 13)]));
    }

    #[test]
    fn sites_that_are_not_named_stay() {
        let reported = "[Move:mover=1,from=3,to=5,actions=[Move:typeFrom=Cell,from=3,typeTo=Cell,to=5,\
                    decision=true],[Add:type=Cell,to=12,what=7],[Set:type=Cell,var=4,value=2]]";
        assert_eq!(sites_of_actions(reported), BTreeSet::from([3, 4, 5, 12]));
    }

    #[test]
    fn values_go_with_their_pieces() {
        let reported = "[Move:mover=1,from=7,to=23,actions=[SetValue:type=Cell,to=7,value=3],\
                    [Move:typeFrom=Cell,from=7,typeTo=Cell,to=23,decision=true]]";
        let found = ReportedEffects::of_actions(reported, |_| 1);
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
