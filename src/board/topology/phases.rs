//! Colours of sites, as on a chequered board: neighbours differ where five colours suffice for it.

use std::collections::VecDeque;

use crate::board::graph::{EdgeId, FaceId, Graph, VertexId};
use crate::board::site::SiteType;

/// Colours that are tried before the last one is taken.
const TRIED: u8 = 4;

/// For each site of a type, the set of its colours as bits. Only the site where the colouring of a
/// separate part begins can have two.
pub(super) fn colour(graph: &Graph, kind: SiteType) -> Vec<u8> {
    let count = graph.count(kind);
    let mut phases = vec![0_u8; count];
    let mut visited = vec![false; count];
    let mut queue = VecDeque::new();
    for start in 0..count {
        if phases[start] != 0 {
            continue;
        }
        phases[start] = 1;
        queue.push_back(start);
        while let Some(site) = queue.pop_front() {
            if std::mem::replace(&mut visited[site], true) {
                continue;
            }
            let around = neighbours(graph, kind, site);
            let taken = seen(&phases, &around);
            let phase = (0..TRIED).find(|phase| taken & (1 << phase) == 0).unwrap_or(TRIED);
            phases[site] |= 1 << phase;
            for &other in &around {
                if visited[other] {
                    continue;
                }
                // Sites between two colours are decided first.
                if seen(&phases, &neighbours(graph, kind, other)).count_ones() > 1 {
                    queue.push_front(other);
                } else {
                    queue.push_back(other);
                }
            }
        }
    }
    phases
}

/// The colours of some sites; of a site with two, the lower one shows.
fn seen(phases: &[u8], sites: &[usize]) -> u8 {
    sites.iter().fold(0, |seen, &site| seen | (phases[site] & phases[site].wrapping_neg()))
}

fn neighbours(graph: &Graph, kind: SiteType, site: usize) -> Vec<usize> {
    match kind {
        SiteType::Vertex => {
            let id = VertexId::from(site);
            graph[id].edges.iter().map(|&edge| graph[edge].other(id).index()).collect()
        }
        SiteType::Edge => {
            let edge = graph[EdgeId::from(site)];
            let at = |end: VertexId| graph[end].edges.iter().map(|edge| edge.index());
            at(edge.a).chain(at(edge.b)).filter(|&other| other != site).collect()
        }
        SiteType::Cell => {
            let id = FaceId::from(site);
            let across = |&side: &EdgeId| graph[side].across(id);
            graph[id].edges.iter().filter_map(across).map(FaceId::index).collect()
        }
    }
}
