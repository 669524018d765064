//! Tracks: named paths over the sites of a board.

use super::direction::Direction;
use super::error::{BoardError, MAX_SITES, bounded};
use super::site::{Site, SiteType};
use super::topology::Topology;

/// The position after the last site of a track.
pub const END: i32 = -2;

/// No site.
pub const OFF: i32 = -1;

/// The path of a track, as declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Site by site; sites of hands and [`END`] are allowed.
    Sites(Vec<i32>),
    /// Steps such as `0,E,N3,W,End`: a site, then directions with the number of sites to go.
    Path(String),
}

/// A declared track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackPlan {
    /// Its name.
    pub name: String,
    /// Where it goes.
    pub way: Way,
    /// Whether the first site comes after the last.
    pub is_loop: bool,
    /// Its owner; 0 for nobody.
    pub owner: u8,
    /// Whether it can only be followed forwards.
    pub directed: bool,
}

/// One site on a track. Sites are global numbers, or [`END`], or [`OFF`] where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The site.
    pub site: i32,
    /// The site before it.
    pub previous: i32,
    /// The place of the site before it.
    pub previous_index: Option<usize>,
    /// The site after it.
    pub next: i32,
    /// The place of the site after it.
    pub next_index: Option<usize>,
    /// How often the site is repeated.
    pub bump: u16,
}

/// A resolved track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Its elements in order.
    pub elements: Vec<Element>,
    /// Whether the first site comes after the last.
    pub is_loop: bool,
    /// Its owner; 0 for nobody.
    pub owner: u8,
    /// Whether it can only be followed forwards.
    pub directed: bool,
    /// Whether a site occurs twice, and none is repeated directly.
    pub has_internal_loop: bool,
}

impl Track {
    /// Resolves a track on a board.
    pub fn lay(
        plan: &TrackPlan,
        topology: &Topology,
        default: SiteType,
    ) -> Result<Self, BoardError> {
        let sites = match &plan.way {
            Way::Sites(sites) => sites.clone(),
            Way::Path(path) => Walk::new(plan, topology, default)?.along(path)?,
        };
        bounded(sites.len(), 4 * MAX_SITES, "sites of a track")?;
        let mut runs: Vec<(i32, u16)> = Vec::new();
        for site in sites {
            match runs.last_mut() {
                Some((last, bump)) if *last == site => *bump = bump.saturating_add(1),
                _ => runs.push((site, 0)),
            }
        }
        let elements = (0..runs.len()).map(|index| element(&runs, index, plan)).collect();
        let is_bumpy = runs.iter().any(|&(_, bump)| bump > 0);
        let mut sorted: Vec<i32> = runs.iter().map(|&(site, _)| site).collect();
        sorted.sort_unstable();
        let has_twins = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        Ok(Self {
            name: plan.name.clone(),
            elements,
            is_loop: plan.is_loop,
            owner: plan.owner,
            directed: plan.directed,
            has_internal_loop: has_twins && !is_bumpy,
        })
    }

    /// The first place of a site on the track.
    pub fn index_of(&self, site: i32) -> Option<usize> {
        self.elements.iter().position(|element| element.site == site)
    }
}

fn element(runs: &[(i32, u16)], index: usize, plan: &TrackPlan) -> Element {
    let last = runs.len() - 1;
    let previous_index = match index {
        0 => plan.is_loop.then_some(last),
        // The last element knows the way back even on a track that has none.
        _ if plan.directed && index < last => None,
        _ => Some(index - 1),
    };
    let next_index = if index < last { Some(index + 1) } else { plan.is_loop.then_some(0) };
    let site = |index: Option<usize>| index.map_or(OFF, |index| runs[index].0);
    Element {
        site: runs[index].0,
        previous: site(previous_index),
        previous_index,
        next: site(next_index),
        next_index,
        bump: runs[index].1,
    }
}

/// A walk along a path of directions.
struct Walk<'a> {
    plan: &'a TrackPlan,
    topology: &'a Topology,
    kind: SiteType,
    supported: &'a [Direction],
}

impl<'a> Walk<'a> {
    fn new(
        plan: &'a TrackPlan,
        topology: &'a Topology,
        kind: SiteType,
    ) -> Result<Self, BoardError> {
        if kind == SiteType::Edge {
            let what = format!("a track of directions on edges (\"{}\")", plan.name);
            return Err(BoardError::Unsupported { what });
        }
        let supported = topology.steps(kind).supported(Direction::All);
        Ok(Self { plan, topology, kind, supported })
    }

    /// Which directions a track can go in.
    fn directions(&self) -> String {
        let named: Vec<&str> = self.supported.iter().map(|direction| direction.name()).collect();
        format!("the directions of this board are {}", named.join(", "))
    }

    fn along(&self, path: &str) -> Result<Vec<i32>, BoardError> {
        let radials = self.topology.radials(self.kind)?;
        let mut sites = Vec::new();
        let mut here: Option<Site> = None;
        // A comma at the end, of which some published tracks have one, says nothing.
        for step in path.trim_end_matches(',').split(',') {
            let bad = |why: String| BoardError::BadTrack {
                track: self.plan.name.clone(),
                step: step.into(),
                why,
            };
            if let Ok(number) = step.parse::<u16>() {
                sites.push(i32::from(number));
                let site = Site(number);
                here = (site.index() < self.topology.count(self.kind)).then_some(site);
                continue;
            }
            if step == "End" {
                sites.push(END);
                continue;
            }
            let digits = step.find(|c: char| c.is_ascii_digit()).unwrap_or(step.len());
            let (name, count) = step.split_at(digits);
            let direction = Direction::named(name).filter(|found| self.supported.contains(found));
            let Some(direction) = direction else { return Err(bad(self.directions())) };
            let count = match count {
                "" => usize::MAX,
                count => count
                    .parse()
                    .map_err(|_| bad("a step is a direction and a number, such as `E3`".into()))?,
            };
            let Some(from) = here else {
                return Err(bad("a track starts with the number of a site of the board".into()));
            };
            for radial in radials.of(from, direction) {
                for &site in radial.sites.iter().skip(1).take(count) {
                    sites.push(i32::from(site.0));
                    here = Some(site);
                }
            }
            bounded(sites.len(), 4 * MAX_SITES, "sites of a track")?;
        }
        Ok(sites)
    }
}
