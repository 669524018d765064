//! What a state of the game has to hold.

use super::needs::Needs;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::Direction;
use crate::bytecode::{Component, Facts, Layout, Plane, Reg, Repetition, WIDTHS};

/// Local states for which the sites are kept as sets: nearly all games have no other.
const STATES: u16 = 4;

/// Components that a game may have: each has sets of its own in the state.
const MAX_COMPONENTS: usize = 4096;

/// The name of the list of pending numbers that are no sites; no text has it.
const PENDING_NUMBERS: &str = "\0";

impl<'r> Lowering<'r> {
    /// Fixes where everything is.
    pub(super) fn lay_out(&mut self, needs: &Needs<'r>) -> Lowered<()> {
        let layers = self.make_layers();
        let ends = layers.iter().map(|layer| usize::from(layer.first) + usize::from(layer.count));
        let sites = ends.max().unwrap_or(0).max(self.containers.sites());
        let root = self.rules.game.root();
        let Some(&width) = WIDTHS.iter().find(|&&width| width * 64 >= sites) else {
            return Err(self.too_much(root, "too many sites"));
        };
        match needs.puzzle {
            Some(rule) => self.make_numbers(rule)?,
            None => self.make_components(needs.collapsed),
        }
        if self.components.len() > MAX_COMPONENTS {
            return Err(self.too_much(root, "too many pieces"));
        }
        self.layout = Layout {
            sites: sites as u16,
            board: self.board.sites() as u16,
            kind: self.board.default,
            beside: self.board.extent() as u16,
            layers,
            players: self.players() as u8,
            components: self.components.len() as u16,
            width: width as u16,
            ..Layout::default()
        };
        let mut sets = self.layout.optional_sets();
        let mut optional = |wanted: bool| {
            wanted.then(|| {
                sets += 1;
                sets - 1
            })
        };
        self.layout.pending =
            optional(self.uses(&["set Pending", "is Pending", "sites Pending", "value Pending"]));
        if self.any(|node| self.sets_any_number_pending(node)) {
            self.layout.pending_numbers = Some(self.remembered.len() as u16);
            self.remembered.push(PENDING_NUMBERS);
        }
        let later = |node: Node<'_>| {
            node.effect_head() == "remove"
                && node.get("at").and_then(Node::constant) == Some("EndOfTurn")
        };
        // Where nothing is removed later, nothing is there to be cleared, though rules ask for it.
        self.layout.to_clear = optional(self.any(later));
        self.layout.visited = optional(self.uses(&["is Visited"]));
        self.layout.last_to =
            optional(self.uses(&["sites LastTo"]) || self.any(super::tiles::begins_where_moved));
        self.layout.last_from = optional(self.uses(&["sites LastFrom"]));
        let hidden = self.things_hidden();
        for (set, hides) in self.layout.hidden.iter_mut().zip(hidden) {
            *set = hides.then_some(sets);
            sets += if hides { u16::from(self.layout.players) } else { 0 };
        }
        let resolved = sets;
        sets += u16::from(needs.puzzle.is_some());
        let states = self.uses(&["dice", "set State", "state", "flip", "sites State"])
            || self.given("state")
            || self.rules.facts.large_pieces;
        if states && self.asks_for_states() && !self.is_stacking() {
            self.layout.states = Some((sets, STATES));
            sets += STATES;
        }
        let mut planes = Planes { word: self.layout.first_plane() };
        let mut plane = |bits: u8| planes.lay(bits, sites);
        self.layout.what = plane(if self.components.len() > 256 { 4 } else { 3 });
        self.layout.who = (needs.counts && self.uses(&["set Count"])).then(|| plane(3));
        self.layout.count = needs.counts.then(|| plane(4));
        self.layout.state = states.then(|| plane(3));
        let rotates =
            self.uses(&["set Rotation", "rotations", "rotation"]) || self.given("rotation");
        self.layout.rotation = rotates.then(|| plane(3));
        let valued = self.uses(&["value Piece"])
            || self.ludemes("set Value").any(|node| node.get("at").is_some())
            || self.given("value")
            || self.has_dominoes();
        self.layout.value = valued.then(|| plane(4));
        if let Some(node) = needs.stacking {
            self.layout.stacks = Some(self.lay_out_stacks(node, sets, &mut planes)?);
            sets += self.layout.components - 1;
        }
        self.layout.lists = self.lay_out_lists(&mut planes);
        if needs.puzzle.is_some() {
            let words = planes.lay_words(sites);
            self.layout.puzzle = Some(self.place_of_numbers(words, resolved));
        }
        self.layout.sets = sets;
        self.layout.vars = planes.word as u32;
        Ok(())
    }

    /// Whether a ludeme makes a number pending that may be too large for a set of sites, or negative.
    fn sets_any_number_pending(&self, node: Node<'r>) -> bool {
        let Some(value) = node.get("value").filter(|_| node.head() == "set Pending") else {
            return false;
        };
        let is_site = matches!(
            value.head(),
            "to" | "from" | "between" | "site" | "last To" | "last From" | "ahead" | "regionSite"
        );
        match self.known_int(value) {
            Some(number) => !(-1..64 * i32::from(self.layout.width)).contains(&number),
            None => !is_site,
        }
    }

    /// Whether the rules ask which sites have a local state, or ask it of many sites.
    fn asks_for_states(&self) -> bool {
        self.any(|node| match node.head() {
            "sites State" => true,
            "state" => node.get("at").is_some_and(|site| {
                [Reg::FROM, Reg::TO, Reg::BETWEEN, Reg::SITE]
                    .into_iter()
                    .any(|register| super::patterns::is_variable(site, register))
            }),
            _ => false,
        })
    }

    /// Whether a placement or an addition says what the data of a piece is.
    fn given(&self, name: &str) -> bool {
        self.any(|node| {
            matches!(node.head(), "place" | "place Stack" | "piece" | "place Random")
                && node.result().is_some_and(|kind| kind.name != "Item")
                && node.get(name).is_some()
        })
    }

    /// What the game as a whole is like.
    pub(super) fn facts(&mut self) -> Lowered<Facts> {
        let rules = self.rules.game.rules();
        let meta = rules.and_then(|rules| rules.get("meta"));
        let mut facts = Facts {
            stochastic: self.rules.facts.stochastic,
            drawing: self.draws_in_play(),
            no_pass_end: !self.dice.is_empty(),
            ..Facts::default()
        };
        let list = meta.and_then(|meta| meta.arg("rules").or(meta.arg("rule")));
        for rule in list.into_iter().flat_map(Node::elements) {
            match rule.head() {
                "swap" => facts.swap = true,
                "no Repeat" => {
                    facts.no_repeat = Some(repetition(rule));
                    facts.memory[repetition(rule) as usize] = true;
                }
                "no Suicide" => facts.no_suicide = true,
                "passEnd" => {
                    let kind = rule.arg("type").and_then(Node::constant);
                    facts.no_pass_end |= kind == Some("NoEnd");
                }
                "gravity" | "gravity PyramidalDrop" if !self.last_actions() => {
                    facts.falling = Some(self.steps_in(Direction::Downward));
                }
                "pin SupportMultiple" => {
                    facts.pinning = Some(self.steps_in(Direction::Upward));
                }
                "noStackOn Fallen" => facts.barred = Some(self.above_and_below(rule)?),
                "automove" => facts.automove = true,
                _ => return Err(self.unsupported(rule, "")),
            }
        }
        let nodes: Vec<Node<'r>> = self.rules.game.nodes().collect();
        for &node in &nodes {
            match node.effect_head() {
                "is Repeat" => facts.memory[repetition(node) as usize] = true,
                "is Cycle" => facts.cycle = true,
                "all Passed" | "playCard" | "set TrumpSuit" => facts.no_pass_end = true,
                "addScore" => facts.scores = true,
                "set Score" => {
                    facts.scores |= node.result().is_some_and(|kind| kind.name != "StartRule");
                }
                "pass" => facts.no_pass_end |= self.players() == 1,
                "swap Players" => facts.reseats = true,
                "sites Start" => facts.starts = true,
                _ => {}
            }
        }
        facts.reseats |= facts.swap;
        facts.last_actions = self.last_actions();
        facts.teams = self.has_teams();
        facts.hashing = facts.memory != [false; 4] || facts.cycle || self.uses(&["remember State"]);
        facts.simultaneous = !self.rules.facts.alternating;
        facts.large = self.rules.facts.large_pieces;
        facts.max_count = i32::from(u16::MAX);
        Ok(facts)
    }

    /// Whether the rules ask for the sites of all that a move did.
    pub(super) fn last_actions(&self) -> bool {
        self.any(|node| match node.head() {
            "last From" | "last To" | "last LevelFrom" | "last LevelTo" => {
                node.arg("afterConsequence").and_then(Node::as_bool) != Some(false)
            }
            "sites LastTo" | "sites LastFrom" => true,
            _ => super::tiles::begins_where_moved(node),
        })
    }

    fn make_components(&mut self, collapsed: bool) {
        let facing = |name: Option<&str>| self.facing_number(name) as u8;
        let north = facing(None);
        let none = Component {
            name: String::new(),
            owner: 0,
            reported_owner: 0,
            facing: north,
            flips: None,
            shape: None,
            tile: None,
            card: None,
            faces: 0,
        };
        let mut components = vec![none];
        for (index, component) in self.rules.equipment.components.iter().enumerate() {
            let item = component.item.map(|item| self.rules.game.with_id(item));
            let own = item.and_then(|item| item.get("facing")).and_then(Node::constant);
            let flips = item.and_then(|item| item.get("flips")).and_then(|flips| {
                let state = |name: &str| u8::try_from(flips.arg(name)?.as_int()?).ok();
                Some((state("state1")?, state("state2")?))
            });
            let own = self.player_facing(component.owner).or(own);
            let reported_owner = if collapsed { components.len() } else { component.owner };
            components.push(Component {
                name: component.name.clone(),
                owner: component.owner as u8,
                reported_owner: reported_owner as u8,
                facing: facing(own),
                flips,
                shape: None,
                tile: item.and_then(super::tiles::tile),
                card: self.card(index).map(|card| card.printed()),
                faces: item.map_or(0, super::dice::faces_of_piece),
            });
        }
        self.components = components;
    }

    /// The direction in which the pieces of a player face.
    pub(super) fn player_facing(&self, player: usize) -> Option<&'static str> {
        let players = self.rules.game.root().get("players")?.get("facings")?;
        players.elements().nth(player.checked_sub(1)?)?.arg("facing")?.constant()
    }
}

/// Planes one after the other.
pub(super) struct Planes {
    /// The first word after them.
    word: usize,
}

impl Planes {
    /// A plane with entries of so many bits, as a power of two.
    pub(super) fn lay(&mut self, bits: u8, entries: usize) -> Plane {
        let plane = Plane { offset: self.word as u32, bits };
        self.word += Plane::words(bits, entries);
        plane
    }

    /// The first of some words that are no plane.
    pub(super) fn lay_words(&mut self, words: usize) -> usize {
        self.word += words;
        self.word - words
    }
}

pub(super) fn repetition(node: Node<'_>) -> Repetition {
    match node.arg("type").and_then(Node::constant) {
        Some("Situational") => Repetition::Situational,
        Some("PositionalInTurn") => Repetition::PositionalInTurn,
        Some("SituationalInTurn") => Repetition::SituationalInTurn,
        _ => Repetition::Positional,
    }
}
