//! Static evaluation of region expressions: those that do not depend on the state.
//!
//! Comes in: a region expression of a typed game, and the [`StaticEval`] of that game. Goes out: its
//! sites, or nothing if they depend on the state.
//! Guaranteed: an expression with an answer has the same answer at any time; the work for one
//! expression is bounded.
//! Not known here: pieces, moves and anything else of the state. Expressions that read the state
//! have no answer, except where the language evaluates them before the start: there the board is empty.

mod algebra;
mod condition;
mod declared;
mod lines;
mod map;
mod number;
mod sites;
mod steps;

use std::cell::RefCell;

use fxhash::FxHashMap;

use super::container::Containers;
use super::direction::Direction;
use super::error::BoardError;
use super::set::SiteSet;
use super::site::{Site, SiteType};
use super::topology::Topology;
use crate::ast::{Game, Node, NodeId};
use declared::Declared;
pub use sites::touching;
pub use steps::{trail, walk_ends};

/// Maximum nesting of evaluated forms, including named regions.
const MAX_DEPTH: usize = 100;

/// Maximum number of forms evaluated for one expression.
const MAX_WORK: usize = 1_000_000;

/// Static evaluation of region and number expressions, for a game and its containers.
#[derive(Debug)]
pub struct StaticEval<'g> {
    game: &'g Game,
    containers: &'g Containers,
    players: u8,
    declared: RefCell<Vec<Declared<'g>>>,
    /// The colours that start rules have given to sites.
    phases: FxHashMap<(SiteType, Site), i32>,
    /// The types of sites whose colours are not static.
    unsettled: Vec<SiteType>,
}

impl<'g> StaticEval<'g> {
    /// Static evaluation for a game. Declared regions are evaluated lazily, once.
    pub fn new(game: &'g Game, containers: &'g Containers) -> Self {
        let regions = game.equipment().filter(|item| item.head() == "regions");
        // Too many players are reported elsewhere.
        let players = game.players().min(254) as u8;
        let declared = regions.map(|item| Declared::new(item, players)).collect();
        let declared = RefCell::new(declared);
        Self {
            game,
            containers,
            players,
            declared,
            phases: FxHashMap::default(),
            unsettled: Vec::new(),
        }
    }

    /// The sites of a region expression; none if they depend on the state.
    pub fn region(&self, node: Node<'_>) -> Result<Option<SiteSet>, BoardError> {
        answer(Reader::new(self).region(node))
    }

    /// The sites of a region expression if an argument in it, a number or a role, has a value. None if
    /// they still depend on the state.
    pub fn region_with(
        &self,
        node: Node<'_>,
        argument: Node<'_>,
        value: i32,
    ) -> Result<Option<SiteSet>, BoardError> {
        let mut reader = Reader::new(self);
        reader.given = Some((argument.id(), value));
        answer(reader.region(node))
    }

    /// The same while a variable, such as `(from)`, has a value.
    pub fn region_where(
        &self,
        node: Node<'_>,
        variable: &str,
        value: i32,
    ) -> Result<Option<SiteSet>, BoardError> {
        let mut reader = Reader::new(self);
        if let Some(variable) = Variable::named(variable) {
            reader.variables[variable as usize] = Some(value);
        }
        answer(reader.region(node))
    }

    /// Whether a condition holds while a variable, such as `(site)`, has a value; none if it
    /// still depends on the state.
    pub fn condition_with(&self, node: Node<'_>, variable: &str, value: i32) -> Option<bool> {
        let mut reader = Reader::new(self);
        reader.variables[Variable::named(variable)? as usize] = Some(value);
        reader.condition(node).ok()
    }

    /// The value of a number; none if it depends on the state.
    pub fn number(&self, node: Node<'_>) -> Result<Option<i32>, BoardError> {
        answer(Reader::new(self).number(node))
    }

    /// The colour of a site.
    pub fn phase(&self, kind: SiteType, site: Site) -> i32 {
        let changed = self.phases.get(&(kind, site)).copied();
        changed.unwrap_or_else(|| self.topology().phase(kind, site).into())
    }

    /// Gives a site another colour.
    pub fn set_phase(&mut self, kind: SiteType, site: Site, phase: i32) {
        self.phases.insert((kind, site), phase);
    }

    /// Marks the colours of a type of sites as not static.
    pub fn unsettle_phases(&mut self, kind: SiteType) {
        self.unsettled.push(kind);
    }

    fn topology(&self) -> &'g Topology {
        &self.containers.board().topology
    }
}

fn answer<T>(fixed: Fixed<T>) -> Result<Option<T>, BoardError> {
    match fixed {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Varies) => Ok(None),
        Err(Stop::Error(error)) => Err(error),
    }
}

/// Why there is no answer.
enum Stop {
    /// It depends on the state.
    Varies,
    /// It exceeds a limit, or is unknown.
    Error(BoardError),
}

impl From<BoardError> for Stop {
    fn from(error: BoardError) -> Self {
        Self::Error(error)
    }
}

/// A static value.
type Fixed<T> = Result<T, Stop>;

/// The variable of an iteration.
#[derive(Clone, Copy)]
enum Variable {
    Site,
    From,
    To,
    Between,
    Player,
}

impl Variable {
    const COUNT: usize = Self::Player as usize + 1;

    fn named(head: &str) -> Option<Self> {
        Some(match head {
            "site" => Self::Site,
            "from" => Self::From,
            "to" => Self::To,
            "between" => Self::Between,
            "player" => Self::Player,
            _ => return None,
        })
    }
}

/// The evaluation of one expression.
struct Reader<'a, 'g> {
    static_eval: &'a StaticEval<'g>,
    variables: [Option<i32>; Variable::COUNT],
    /// A number or role with an assumed value.
    given: Option<(NodeId, i32)>,
    /// Whether everything is read as it is before the start: no pieces, the first player to move,
    /// all variables off.
    frozen: bool,
    depth: usize,
    work: usize,
}

impl<'a, 'g> Reader<'a, 'g> {
    fn new(static_eval: &'a StaticEval<'g>) -> Self {
        let variables = Default::default();
        Self { static_eval, variables, given: None, frozen: false, depth: 0, work: 0 }
    }

    fn topology(&self) -> &'g Topology {
        self.static_eval.topology()
    }

    fn players(&self) -> i32 {
        self.static_eval.players.into()
    }

    /// Who moves after the first player.
    fn second(&self) -> i32 {
        self.players().clamp(1, 2)
    }

    /// The type of site that a form is about.
    fn kind(&self, node: Node<'_>) -> SiteType {
        let given = node.get("type").and_then(Node::constant).and_then(SiteType::named);
        given.unwrap_or(self.static_eval.containers.board().default)
    }

    /// The site of a type with a number, if the board has it.
    fn site(&self, kind: SiteType, number: i32) -> Option<Site> {
        let index = usize::try_from(number).ok()?;
        (index < self.topology().count(kind)).then(|| Site::from(index))
    }

    /// Goes one form deeper.
    fn enter<T>(&mut self, inner: impl FnOnce(&mut Self) -> Fixed<T>) -> Fixed<T> {
        self.work += 1;
        if self.work > MAX_WORK {
            return Err(BoardError::TooLarge { what: "sites to traverse", limit: MAX_WORK }.into());
        }
        if self.depth == MAX_DEPTH {
            return Err(BoardError::TooLarge { what: "nested regions", limit: MAX_DEPTH }.into());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Evaluates with a variable bound to a value.
    fn with<T>(
        &mut self,
        variable: Variable,
        value: i32,
        inner: impl FnOnce(&mut Self) -> Fixed<T>,
    ) -> Fixed<T> {
        let before = self.variables[variable as usize].replace(value);
        let result = inner(self);
        self.variables[variable as usize] = before;
        result
    }

    /// The assumed value of a number or role.
    fn given(&self, node: Node<'_>) -> Option<i32> {
        self.given.filter(|&(given, _)| given == node.id()).map(|(_, value)| value)
    }

    fn variable(&self, variable: Variable) -> Fixed<i32> {
        let value = self.variables[variable as usize];
        value.or_else(|| self.frozen.then_some(-1)).ok_or(Stop::Varies)
    }

    /// The number of the player that a role stands for, if it always stands for the same.
    fn role(&self, node: Node<'_>) -> Fixed<i32> {
        if let Some(value) = self.given(node) {
            return Ok(value);
        }
        let role = node.constant().ok_or(Stop::Varies)?;
        match role {
            "Neutral" => Ok(0),
            "Shared" | "All" | "Each" => Ok(self.players() + 1),
            "Player" => self.variable(Variable::Player),
            "Mover" if self.frozen => Ok(1),
            "Next" if self.frozen => Ok(self.second()),
            "Prev" if self.frozen => Ok(0),
            _ => {
                let number = role.strip_prefix('P').and_then(|number| number.parse().ok());
                number.ok_or(Stop::Varies)
            }
        }
    }

    /// The player that a form names by its arguments `player` or `role`, if it does.
    fn player(&mut self, node: Node<'_>) -> Fixed<Option<i32>> {
        if let Some(role) = node.get("role") {
            return self.role(role).map(Some);
        }
        let Some(player) = node.get("player") else { return Ok(None) };
        self.player_number(player).map(Some)
    }

    /// The number of a player, given as `(player 1)` or as a plain number.
    fn player_number(&mut self, node: Node<'_>) -> Fixed<i32> {
        if let Some(value) = self.given(node) {
            return Ok(value);
        }
        let index = if node.is("player", "Player") { node.arg("index") } else { None };
        self.number(index.unwrap_or(node))
    }
}

/// The directions of an argument as they are written. Those that depend on which way a piece
/// looks are not fixed.
fn directions(node: Option<Node<'_>>) -> Fixed<Vec<Direction>> {
    let Some(node) = node else { return Ok(vec![Direction::Adjacent]) };
    let list = match node.head() {
        "" => Some(node),
        "directions" => node.get("direction").or_else(|| node.get("directions")),
        _ => None,
    };
    let absolute = |part: Node<'_>| {
        let name = part.constant().filter(|_| part.enumeration() != Some("RelativeDirection"));
        name.and_then(Direction::named).ok_or(Stop::Varies)
    };
    list.ok_or(Stop::Varies)?.elements().map(absolute).collect()
}

/// Whether an expression reads what an iteration stands at.
fn reads_variable(node: Node<'_>) -> bool {
    node.descendants().any(|part| {
        Variable::named(part.head()).is_some_and(|_| part.is(part.head(), "Int"))
            || part.constant() == Some("Player")
    })
}

/// Whether an expression is a region and not a number.
fn is_region(node: Node<'_>) -> bool {
    node.result().is_some_and(|kind| kind.name == "Region")
}

/// The site of any container with a number, if it can be one.
fn any_site(number: i32) -> Option<Site> {
    u16::try_from(number).ok().map(Site)
}
