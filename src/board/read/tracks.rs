//! Tracks as they are declared.

use super::numbers::whole;
use super::{At as _, Budget, Read, flag};
use crate::ast::typed::{self, OwnerIntLiteralOrRole, PathOrSitesOrSteps};
use crate::ast::words::Role;
use crate::ast::{MAX_PLAYERS, NodeId, View};
use crate::board::error::{BoardError, Fault, MAX_SITES};
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
        form: typed::Track<'_>,
        topology: &Topology,
        default: SiteType,
    ) -> Read<Track> {
        let (way, place) = match form.path_or_sites_or_steps() {
            PathOrSitesOrSteps::Path(path) => (Way::Path(path.text().to_owned()), path.node()),
            PathOrSitesOrSteps::Sites(sites) => {
                let sites = sites.iter().map(|site| whole(site).map(|site| site as i32));
                (Way::Sites(sites.collect::<Read<_>>()?), form.node())
            }
            // The language never follows the steps of a track that is given by step forms.
            PathOrSitesOrSteps::Steps(_) => (Way::Sites(Vec::new()), form.node()),
        };
        let plan = TrackPlan {
            name: form.name().text().to_owned(),
            way,
            is_loop: flag(form.loop_()),
            owner: form.owner_or_role().map_or(Ok(0), owner)?,
            directed: flag(form.directed()),
        };
        let track = self.lay(&plan, topology, default).at(place)?;
        if let Some(site) = track.elements.iter().map(|element| element.site).max() {
            let named = match form.path_or_sites_or_steps() {
                PathOrSitesOrSteps::Sites(sites) => {
                    sites.iter().filter(|node| whole(*node).ok() == Some(i64::from(site))).last()
                }
                PathOrSitesOrSteps::Path(_) | PathOrSitesOrSteps::Steps(_) => None,
            };
            let place = named.map_or(place, View::node);
            self.farthest.push((place.id(), track.name.clone(), site));
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
fn owner(owner: OwnerIntLiteralOrRole<'_>) -> Read<u8> {
    let number = match owner {
        OwnerIntLiteralOrRole::Role(role) => {
            return Ok(role.known().and_then(Role::number).unwrap_or(0) as u8);
        }
        OwnerIntLiteralOrRole::Owner(number) => number,
    };
    let value = whole(number)?;
    let owner = u8::try_from(value).ok().filter(|&owner| usize::from(owner) <= MAX_PLAYERS);
    let bad =
        BoardError::BadSize { value: value as f64, of: "number of a player", wanted: "0 to 16" };
    owner.ok_or(bad).at(number)
}
