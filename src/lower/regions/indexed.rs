//! Regions that are fixed for each value of one number, and those that the past has left.

use super::super::{Lowered, Lowering};
use super::{Label, Node, Op, Reg, Set, SiteSet};
use crate::board::{Distances, Track, walk_ends};
use crate::bytecode::Scalar;

/// Words that a table of sets may have.
pub(super) const MAX_WORDS: usize = 1 << 22;

impl<'r> Lowering<'r> {
    /// A region in which only one number varies: a table of what it is for each value. Without an
    /// argument it is `(from)` that varies.
    pub(super) fn by_number(&mut self, node: Node<'r>, argument: Option<Node<'r>>) -> Lowered<Set> {
        let mut words = Vec::new();
        for value in 0..self.numbers() {
            let region = match argument {
                Some(argument) => self.static_eval.region_with(node, argument, value),
                None => self.static_eval.region_where(node, "from", value),
            };
            match region {
                Ok(Some(sites)) if self.fits(&sites) => words.extend(self.words(&sites)),
                _ => return Err(self.unsupported(node, "")),
            }
            if words.len() > MAX_WORDS {
                return Err(self.too_much(node, "too many sites"));
            }
        }
        let index = match argument {
            Some(argument) => self.int(argument)?,
            None => Reg::FROM,
        };
        let table = self.tables.reach(words);
        let dst = self.emitter.set();
        self.emit(Op::LookSet { dst, table, index });
        Ok(dst)
    }

    /// `(sites Track …)` of a player who varies, or from a site or to a site that varies.
    pub(super) fn track(&mut self, node: Node<'r>) -> Lowered<Set> {
        if !self.uses(&["forEach Track"]) {
            return self.track_meant(node);
        }
        // In an iteration over tracks it is the one that it stands at, whatever else is said.
        let tracks = self.board.tracks.iter();
        let sites: Vec<SiteSet> = tracks
            .map(|track| {
                let sites = track
                    .elements
                    .iter()
                    .filter_map(|element| u16::try_from(element.site).ok().map(crate::board::Site));
                sites.filter(|site| site.0 < self.layout.sites).collect()
            })
            .collect();
        let dst = self.look_set(&sites, Reg::TRACK);
        let zero = self.constant(0);
        let bound = self.binary(zero, Reg::TRACK, |dst, a, b| Op::Le { dst, a, b });
        let done = self.emitter.jump(Op::JumpIf { test: bound, to: Label(0) });
        let meant = self.track_meant(node)?;
        self.emit(Op::CopySet { dst, a: meant });
        self.emitter.land(done);
        Ok(dst)
    }

    /// The sites of the track that an expression names.
    fn track_meant(&mut self, node: Node<'r>) -> Lowered<Set> {
        let varies = |argument: &Node<'r>| self.known_int(*argument).is_none();
        let sites = [node.get("from"), node.get("to")].into_iter().flatten();
        let varying: Vec<Node<'r>> = sites.filter(varies).collect();
        let player = node.get("player").or_else(|| node.get("role"));
        match (&varying[..], player) {
            ([], _) => self.by_player(node),
            (&[site], None) => self.by_number(node, Some(site)),
            _ => self.part_of_track(node),
        }
    }

    /// The part of a track between two sites.
    fn part_of_track(&mut self, node: Node<'r>) -> Lowered<Set> {
        let player = self.track_owner(node)?;
        let mut end = |name: &str| node.get(name).map(|site| self.int(site)).transpose();
        let (from, to) = (end("from")?, end("to")?);
        let name = node.get("track").map_or("", Node::text);
        let tracks = &self.board.tracks;
        let table = self.track_table(|player| {
            let serves = |track: &Track| track.owner == 0 || i32::from(track.owner) == player;
            let is_meant =
                |track: &&Track| track.name == name || track.name.contains(name) && serves(track);
            tracks.iter().find(is_meant)
        });
        let dst = self.emitter.set();
        self.emit(Op::PartOfTrack { dst, tracks: table, player, from, to });
        Ok(dst)
    }

    /// `(sites Distance …)` from a site that varies.
    pub(super) fn distance(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let unsupported = || self.unsupported(node, "");
        let range = node.arg("distance").ok_or_else(unsupported)?;
        if let Some(step) = node.get("step") {
            return self.steps_away(node, step, range);
        }
        let Some((least, most)) = self.known_range(range) else {
            return self.at_distance_that_varies(node, range);
        };
        let topology = &self.board.topology;
        let relation = self.static_eval.measure();
        let distances = Distances::new(topology, kind, relation).map_err(|_| unsupported())?;
        let table = self.reach_of(node, kind, |_, from| {
            let reach = i32::from(distances.known_reach(from)).min(most);
            let is_meant = |site: &crate::board::Site| {
                let distance = i32::from(distances.between(from, *site));
                // A site that cannot be reached is at distance 0 as well.
                (distance > 0 || *site == from) && distance >= least && distance <= reach
            };
            if least < 0 {
                SiteSet::default()
            } else {
                topology.sites(kind).filter(is_meant).collect()
            }
        })?;
        let index = self.int_arg(node, "from")?;
        let dst = self.emitter.set();
        self.emit(Op::LookSet { dst, table, index });
        Ok(dst)
    }

    /// Sites by the number of steps that a piece takes to them.
    fn steps_away(&mut self, node: Node<'r>, step: Node<'r>, range: Node<'r>) -> Lowered<Set> {
        if node.get("newRotation").is_some() {
            return Err(self.unsupported(node, "newRotation:"));
        }
        let kind = self.kind(node);
        let (steps, test) = self.over(kind, |lowering| lowering.made_steps(step))?;
        let from = self.int_arg(node, "from")?;
        let (min, max) = self.range(Some(range), 0, 0)?;
        let dst = self.emitter.set();
        self.emit(Op::StepsAway { dst, steps, from, min, max, test });
        Ok(dst)
    }

    /// Sites at a distance that is not known.
    fn at_distance_that_varies(&mut self, node: Node<'r>, range: Node<'r>) -> Lowered<Set> {
        let (topology, kind) = (&self.board.topology, self.kind(node));
        let distances = self.distances(node)?;
        let entries = topology.sites(kind).flat_map(|from| {
            let (reach, distances) = (distances.known_reach(from), &distances);
            topology.sites(kind).map(move |site| match distances.between(from, site) {
                0 if site != from => -1,
                distance if distance > reach => -1,
                distance => i32::from(distance),
            })
        });
        let entries = entries.collect();
        let table = self.distance_table(kind, entries);
        let from = self.int_arg(node, "from")?;
        let (min, max) = self.range(Some(range), 0, 0)?;
        let dst = self.emitter.set();
        self.emit(Op::AtDistance { dst, table, from, min, max });
        Ok(dst)
    }

    /// `(sites {…} rotations:…)`: where walks end that begin in any direction, or only in the first.
    pub(super) fn ends_of_walks(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let walks = node.arg("walk").ok_or_else(|| self.unsupported(node, ""))?;
        let turning = self.known_bool(node, "rotations") != Some(false);
        let table = self.reach_of(node, kind, |lowering, from| {
            walk_ends(&lowering.board.topology, kind, walks, from, turning).into_iter().collect()
        })?;
        let index = node.get("start").map_or(Ok(Reg::FROM), |start| self.int(start))?;
        let dst = self.emitter.set();
        self.emit(Op::LookSet { dst, table, index });
        Ok(dst)
    }

    /// The bounds of a range that does not vary.
    pub(in crate::lower) fn known_range(&self, node: Node<'r>) -> Option<(i32, i32)> {
        let number = |name: &str| self.known_int(node.arg(name)?);
        match node.head() {
            "range" => {
                let least = number("min")?;
                Some((least, node.arg("max").map_or(Some(least), |most| self.known_int(most))?))
            }
            "exact" => number("value").map(|value| (value, value)),
            "min" => number("value").map(|value| (value, 1_000_000_000)),
            "max" => number("value").map(|value| (-1, value)),
            _ => None,
        }
    }

    /// `(sites Start (piece …))`: where a component stood before the first move.
    pub(super) fn start_sites(&mut self, node: Node<'r>) -> Lowered<Set> {
        let piece = node.arg("piece").ok_or_else(|| self.unsupported(node, ""))?;
        let mut all: Option<Set> = None;
        for what in self.components_of(Some(piece))? {
            let dst = self.emitter.set();
            self.emit(Op::StartSites { dst, what });
            all = Some(all.map_or(dst, |all| self.either(all, dst)));
        }
        Ok(all.unwrap_or_else(|| self.no_sites()))
    }

    /// `(sites LastTo)` and `(sites LastFrom)`: of all actions of the last move.
    pub(super) fn last_sites(&mut self, node: Node<'r>) -> Set {
        match node.head() {
            "sites LastTo" => self.sites_moved_to(),
            _ => self.with_last(self.layout.last_from, Scalar::LastFrom),
        }
    }

    /// The sites that the last move and its actions went to.
    pub(in crate::lower) fn sites_moved_to(&mut self) -> Set {
        self.with_last(self.layout.last_to, Scalar::LastTo)
    }

    /// A kept set of sites of actions with the site of the move itself.
    fn with_last(&mut self, kept: Option<u16>, scalar: Scalar) -> Set {
        let set = self.kept_set(kept);
        let dst = self.emitter.set();
        self.emit(Op::CopySet { dst, a: set });
        let site = self.scalar(scalar);
        self.emit(Op::Insert { dst, a: dst, site });
        dst
    }
}
