//! Boards, hands, decks and dice read from a typed game.
//!
//! What the arguments mean is left to the generators and operators, which know numbers, polygons and
//! graphs only.

mod graph;
mod numbers;
mod operators;
mod points;
mod tracks;

use super::container::{Board, ContainerKind, Containers};
use super::error::{BoardError, Fault, bounded};
use super::site::SiteType;
use super::special::{LoopBasis, surakarta_tracks};
use super::topology::Topology;
use super::track::Track;
use crate::ast::typed::{BoolLiteral, Hand, Item, SurakartaBoard, TrackOrTracks, Word};
use crate::ast::words::Role;
use crate::ast::{Game, Ludeme, Node, View};
use graph::Drawing;
use numbers::size;
use tracks::Layer;

type Read<T> = Result<T, Fault>;

/// Builds the boards of a game, and numbers the sites of all its containers; none if it has no
/// board, as a match has not.
///
/// Every board, track and container is built if possible, so that errors do not mask each other.
pub fn build(game: &Game) -> Result<Option<Containers>, Vec<Fault>> {
    let mut builder = Builder {
        // Too many players are reported elsewhere.
        players: game.players().min(254) as u8,
        containers: Containers::empty(),
        levelled: game.nodes().any(|node| node.ludeme() == Some(Ludeme::Layer)),
        drawing: Drawing::new(),
        layer: Layer::new(),
        faults: Vec::new(),
    };
    for item in game.items() {
        if let Some(board) = builder.board(item) {
            builder.note(|builder| builder.containers.add_board(board).at(item));
        }
    }
    for item in game.items() {
        builder.note(|builder| match item {
            Item::Hand(hand) => builder.hand(hand),
            Item::Deck(deck) => builder.container(ContainerKind::Deck, 1, deck.role(), deck),
            _ => Ok(()),
        });
    }
    // All dice are one container, with the name and owner of the last.
    let (mut sites, mut last) = (0, None);
    for item in game.items() {
        if let Item::Dice(dice) = item {
            sites += builder.note(|_| size(dice.num())).unwrap_or(0);
            last = Some(dice);
        }
    }
    if let Some(last) = last {
        builder.note(|builder| builder.container(ContainerKind::Dice, sites, last.role(), last));
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

    /// Builds a board; none if an item is no board, or if something is wrong with it.
    fn board(&mut self, item: Item<'_>) -> Option<Board> {
        let (default, declared) = match item {
            Item::Board(board) => {
                let used = board.use_().known().map_or(SiteType::Cell, SiteType::from);
                (used, board.track_or_tracks())
            }
            Item::Boardless(_) => (SiteType::Cell, None),
            Item::MancalaBoard(board) => (SiteType::Vertex, board.track_or_tracks()),
            Item::SurakartaBoard(_) => (SiteType::Vertex, None),
            _ => return None,
        };
        let is_endless = matches!(item, Item::Boardless(_));
        let graph = self.note(|builder| builder.drawing.board(item, default))?;
        let topology = self.note(|_| Topology::new(graph, !is_endless).at(item))?;
        let topology = if self.levelled { topology.levelled() } else { topology };
        let mut tracks = Vec::new();
        if let Item::SurakartaBoard(board) = item {
            let laid = self.note(|builder| builder.loops(board, &topology, default));
            tracks.extend(laid.into_iter().flatten());
        }
        for track in declared.into_iter().flat_map(TrackOrTracks::elements) {
            tracks.extend(self.note(|builder| builder.layer.track(track, &topology, default)));
        }
        Some(Board { topology, default, tracks, is_endless })
    }

    /// The loops of a Surakarta board.
    fn loops(
        &mut self,
        board: SurakartaBoard<'_>,
        topology: &Topology,
        default: SiteType,
    ) -> Read<Vec<Track>> {
        let loops = board.loops().map(size).transpose()?;
        let from = size(board.from())?;
        let is_triangular = |form: Node<'_>| form.ludeme() == Some(Ludeme::Tri);
        let triangular = board.node().descendants().any(is_triangular);
        let basis = if triangular { LoopBasis::Triangular } else { LoopBasis::Square };
        let plans = surakarta_tracks(topology, basis, loops, from).at(board)?;
        let lay = |plan| self.layer.lay(plan, topology, default).at(board);
        plans.iter().map(lay).collect()
    }

    fn hand(&mut self, hand: Hand<'_>) -> Read<()> {
        let sites = size(hand.size())?;
        if hand.role().known() != Some(Role::Each) {
            return self.container(ContainerKind::Hand, sites, hand.role(), hand);
        }
        for player in 1..=self.players {
            let name = format!("Hand{player}");
            self.containers.add(ContainerKind::Hand, name, sites, player).at(hand)?;
        }
        Ok(())
    }

    /// Adds a container that is named after the number of its owner.
    fn container<'g>(
        &mut self,
        kind: ContainerKind,
        sites: usize,
        role: Word<'g, Role>,
        item: impl View<'g>,
    ) -> Read<()> {
        let role = role.known().unwrap_or(Role::Neutral);
        let owner = role.owner(self.players.into()) as u8;
        let number = match role {
            Role::Shared => 0,
            Role::All => -1,
            _ => i32::from(owner),
        };
        self.containers.add(kind, format!("{kind:?}{number}"), sites, owner).at(item)
    }
}

/// Whether a truth value is known to be true.
fn flag(value: BoolLiteral<'_>) -> bool {
    value.known().unwrap_or(false)
}

/// Attaches the form to an error.
trait At<T> {
    fn at<'g>(self, form: impl View<'g>) -> Read<T>;
}

impl<T> At<T> for Result<T, BoardError> {
    fn at<'g>(self, form: impl View<'g>) -> Read<T> {
        self.map_err(|error| Fault { error, node: form.node().id() })
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
