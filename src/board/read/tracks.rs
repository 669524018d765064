//! Tracks as they are declared.

use super::numbers::whole;
use super::{At as _, Budget, Read, flag, need};
use crate::ast::{MAX_PLAYERS, Node, NodeId};
use crate::board::error::{BoardError, Fault, MAX_SITES};
use crate::board::role;
use crate::board::site::SiteType;
use crate::board::topology::Topology;
use crate::board::track::{Track, TrackPlan, Way};

/// Lays the tracks of a game.
pub(super) struct Layer {
    budget: Budget,
    /// The farthest site of each track, with the form that names it.
    farthest: Vec<(NodeId, String, i32)>,
}

impl Layer {
    pub(super) fn new() -> Self {
        let budget = Budget { spent: 0, limit: 4 * MAX_SITES, what: "steps of tracks" };
        Self { budget, farthest: Vec::new() }
    }

    /// Resolves a track on a board.
    pub(super) fn lay(
        &mut self,
        plan: &TrackPlan,
        topology: &Topology,
        default: SiteType,
    ) -> Result<Track, BoardError> {
        self.budget.spend(match &plan.way {
            Way::Sites(sites) => sites.len(),
            Way::Path(path) => path.split(',').count(),
        })?;
        let track = Track::lay(plan, topology, default)?;
        self.budget.spend(track.elements.len())?;
        Ok(track)
    }

    /// Reads a track and lays it on a board.
    pub(super) fn track(
        &mut self,
        form: Node<'_>,
        topology: &Topology,
        default: SiteType,
    ) -> Read<Track> {
        let (way, place) = if let Some(path) = form.arg("path") {
            (Way::Path(path.text().to_owned()), path)
        } else if let Some(sites) = form.arg("sites") {
            let site = |site: Node<'_>| whole(site).map(|site| site as i32);
            (Way::Sites(sites.elements().map(site).collect::<Read<_>>()?), form)
        } else {
            // The language never follows the steps of a track that is given by step forms.
            (Way::Sites(Vec::new()), form)
        };
        let plan = TrackPlan {
            name: need(form, "name")?.text().to_owned(),
            way,
            is_loop: flag(form, "loop"),
            owner: owner(form)?,
            directed: flag(form, "directed"),
        };
        let track = self.lay(&plan, topology, default).at(place)?;
        if let Some(site) = track.elements.iter().map(|element| element.site).max() {
            let sites = form.arg("sites").into_iter().flat_map(Node::elements);
            let named = sites.filter(|node| whole(*node).ok() == Some(i64::from(site))).last();
            let place = named.unwrap_or(place).id();
            self.farthest.push((place, track.name.clone(), site));
        }
        Ok(track)
    }

    /// The tracks that lead to a site which no container has; `sites` is how many they have together.
    pub(super) fn beyond(self, sites: usize) -> impl Iterator<Item = Fault> {
        let is_beyond = move |site: i32| usize::try_from(site).is_ok_and(|site| site >= sites);
        let beyond = self.farthest.into_iter().filter(move |(_, _, site)| is_beyond(*site));
        beyond.map(move |(node, track, site)| {
            let why = format!("the sites of the game are numbered from 0 to {}", sites.max(1) - 1);
            let error = BoardError::BadTrack { track, step: site.to_string(), why };
            Fault { error, node }
        })
    }
}

/// The player who uses a track; tracks of all players are nobody's.
fn owner(form: Node<'_>) -> Read<u8> {
    if let Some(number) = form.arg("owner") {
        let value = whole(number)?;
        let owner = u8::try_from(value).ok().filter(|&owner| usize::from(owner) <= MAX_PLAYERS);
        let bad = BoardError::BadSize {
            value: value as f64,
            of: "number of a player",
            wanted: "0 to 16",
        };
        return owner.ok_or(bad).at(number);
    }
    let role = form.arg("role").and_then(Node::constant);
    Ok(role.and_then(role::number_in).unwrap_or(0) as u8)
}
