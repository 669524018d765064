//! Boards, hands, decks and dice read from a typed game.
//!
//! Arguments are asked for by the names that the table of the language gives them; what they mean is
//! left to the generators and operators, which know numbers, polygons and graphs only.

mod graph;
mod numbers;
mod operators;
mod points;
mod tracks;

use super::container::{Board, ContainerKind, Containers};
use super::error::{BoardError, Fault, bounded};
use super::role;
use super::site::SiteType;
use super::special::{LoopBasis, surakarta_tracks};
use super::topology::Topology;
use crate::ast::{Game, Node};
use graph::Drawing;
use numbers::size;
use tracks::Layer;

type Read<T> = Result<T, Fault>;

const BOARDS: &[&str] = &["board", "boardless", "mancalaBoard", "surakartaBoard"];

/// Builds the boards of a game, and numbers the sites of all its containers; none if it has no
/// board, as a match has not.
///
/// Every board, track and container is built if possible, so that errors do not mask each other.
pub fn build(game: &Game) -> Result<Option<Containers>, Vec<Fault>> {
    let mut builder = Builder {
        // Too many players are reported elsewhere.
        players: game.players().min(254) as u8,
        containers: Containers::empty(),
        levelled: game.nodes().any(|node| node.head() == "layer"),
        drawing: Drawing::new(),
        layer: Layer::new(),
        faults: Vec::new(),
    };
    let items =
        |heads: &'static [&str]| game.equipment().filter(move |item| heads.contains(&item.head()));
    for item in items(BOARDS) {
        if let Some(board) = builder.board(item) {
            builder.note(|builder| builder.containers.add_board(board).at(item));
        }
    }
    for item in items(&["hand", "deck"]) {
        builder.note(|builder| match item.head() {
            "hand" => builder.hand(item),
            _ => builder.container(ContainerKind::Deck, 1, item),
        });
    }
    // All dice are one container, with the name and owner of the last.
    let mut dice = 0;
    for item in items(&["dice"]) {
        dice += builder.note(|_| size(need(item, "num")?)).unwrap_or(0);
    }
    if let Some(last) = items(&["dice"]).last() {
        builder.note(|builder| builder.container(ContainerKind::Dice, dice, last));
    }
    let Builder { containers, layer, mut faults, .. } = builder;
    if faults.is_empty() {
        faults.extend(layer.beyond(containers.sites()));
    }
    if faults.is_empty() { Ok(containers.with_board()) } else { Err(faults) }
}

struct Builder {
    players: u8,
    /// Whether the rules ask for the level of a site.
    levelled: bool,
    containers: Containers,
    drawing: Drawing,
    layer: Layer,
    faults: Vec<Fault>,
}

impl Builder {
    /// Runs a step and records its fault.
    fn note<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Option<T> {
        read(self).map_err(|fault| self.faults.push(fault)).ok()
    }

    fn board(&mut self, item: Node<'_>) -> Option<Board> {
        let default = match item.head() {
            "board" => item.arg("use").map_or(SiteType::Cell, site_type),
            "boardless" => SiteType::Cell,
            _ => SiteType::Vertex,
        };
        let is_endless = item.head() == "boardless";
        let graph = self.note(|builder| builder.drawing.board(item, default))?;
        let topology = self.note(|_| Topology::new(graph, !is_endless).at(item))?;
        let topology = if self.levelled { topology.levelled() } else { topology };
        let mut tracks = Vec::new();
        if item.head() == "surakartaBoard" {
            let laid = self.note(|builder| {
                let loops = item.arg("loops").map(size).transpose()?;
                let from = size(need(item, "from")?)?;
                let triangular = item.descendants().any(|form| form.head() == "tri");
                let basis = if triangular { LoopBasis::Triangular } else { LoopBasis::Square };
                let plans = surakarta_tracks(&topology, basis, loops, from).at(item)?;
                let lay = |plan| builder.layer.lay(plan, &topology, default).at(item);
                plans.iter().map(lay).collect::<Read<Vec<_>>>()
            });
            tracks.extend(laid.into_iter().flatten());
        }
        let declared = item.get("track").or_else(|| item.get("tracks"));
        for track in declared.into_iter().flat_map(Node::elements) {
            tracks.extend(self.note(|builder| builder.layer.track(track, &topology, default)));
        }
        Some(Board { topology, default, tracks, is_endless })
    }

    fn hand(&mut self, item: Node<'_>) -> Read<()> {
        let sites = size(need(item, "size")?)?;
        if role_of(item) != "Each" {
            return self.container(ContainerKind::Hand, sites, item);
        }
        for player in 1..=self.players {
            let name = format!("Hand{player}");
            self.containers.add(ContainerKind::Hand, name, sites, player).at(item)?;
        }
        Ok(())
    }

    /// Adds a container that is named after the number of its owner.
    fn container(&mut self, kind: ContainerKind, sites: usize, item: Node<'_>) -> Read<()> {
        let role = role_of(item);
        let owner = role::owner(role, self.players.into()) as u8;
        let number = match role {
            "Shared" => 0,
            "All" => -1,
            _ => i32::from(owner),
        };
        self.containers.add(kind, format!("{kind:?}{number}"), sites, owner).at(item)
    }
}

fn role_of(item: Node<'_>) -> &'static str {
    item.arg("role").and_then(Node::constant).unwrap_or("Neutral")
}

fn site_type(word: Node<'_>) -> SiteType {
    word.constant().and_then(SiteType::named).unwrap_or_default()
}

/// A required argument.
fn need<'g>(form: Node<'g>, part: &'static str) -> Read<Node<'g>> {
    form.arg(part).ok_or(BoardError::Missing { form: form.head(), part }).at(form)
}

/// Whether a truth value is given and true.
fn flag(form: Node<'_>, name: &str) -> bool {
    form.arg(name).and_then(Node::as_bool).unwrap_or(false)
}

/// Attaches the form to an error.
trait At<T> {
    fn at(self, node: Node<'_>) -> Read<T>;
}

impl<T> At<T> for Result<T, BoardError> {
    fn at(self, node: Node<'_>) -> Read<T> {
        self.map_err(|error| Fault { error, node: node.id() })
    }
}

/// The budget for intermediate results of the boards of a game.
#[derive(Debug)]
struct Budget {
    spent: usize,
    limit: usize,
    what: &'static str,
}

impl Budget {
    fn spend(&mut self, amount: usize) -> Result<(), BoardError> {
        self.spent = self.spent.saturating_add(amount);
        bounded(self.spent, self.limit, self.what)
    }
}
