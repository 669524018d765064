//! Relative directions, by the facing of a piece.

use super::direction::Direction;
use super::site::Site;
use super::topology::Radials;

/// More turns than any family of directions has; the search for a direction ends there.
const FULL_TURN: usize = 16;

/// A direction relative to the facing of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relative {
    /// Straight ahead.
    Forward,
    /// Straight back.
    Backward,
    /// A quarter turn to the right.
    Rightward,
    /// A quarter turn to the left.
    Leftward,
    /// All between leftward and rightward.
    Forwards,
    /// All between leftward and rightward, looking back.
    Backwards,
    /// All on the right.
    Rightwards,
    /// All on the left.
    Leftwards,
    /// The next one to the left of straight ahead; so are `FLL` and `FLLL` of the language.
    ForwardLeft,
    /// The next one to the right of straight ahead; so are `FRR` and `FRRR`.
    ForwardRight,
    /// The next one to the left when looking back; so are `BLL` and `BLLL`.
    BackwardLeft,
    /// The next one to the right when looking back; so are `BRR` and `BRRR`.
    BackwardRight,
}

impl Relative {
    /// The relative direction with a name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Forward" => Self::Forward,
            "Backward" => Self::Backward,
            "Rightward" => Self::Rightward,
            "Leftward" => Self::Leftward,
            "Forwards" => Self::Forwards,
            "Backwards" => Self::Backwards,
            "Rightwards" => Self::Rightwards,
            "Leftwards" => Self::Leftwards,
            "FL" | "FLL" | "FLLL" => Self::ForwardLeft,
            "FR" | "FRR" | "FRRR" => Self::ForwardRight,
            "BL" | "BLL" | "BLLL" => Self::BackwardLeft,
            "BR" | "BRR" | "BRRR" => Self::BackwardRight,
            _ => return None,
        })
    }

    /// The absolute directions it stands for, among those that the board supports, in the order of
    /// the turn.
    pub fn resolve(self, facing: Direction, supported: &[Direction]) -> Vec<Direction> {
        let back = facing.opposite();
        let one = |direction: Direction| vec![direction];
        let found = match self {
            Self::Forward => one(facing),
            Self::Backward => one(back),
            Self::Rightward => one(facing.rightward()),
            Self::Leftward => one(facing.leftward()),
            Self::Forwards => arc(facing.leftward().right(), facing.rightward(), Direction::right),
            Self::Backwards => arc(back.leftward().right(), back.rightward(), Direction::right),
            Self::Rightwards => arc(facing.right(), back, Direction::right),
            Self::Leftwards => arc(facing.left(), back, Direction::left),
            Self::ForwardLeft => turned(facing, supported, Direction::left).into_iter().collect(),
            Self::ForwardRight => turned(facing, supported, Direction::right).into_iter().collect(),
            Self::BackwardLeft => turned(back, supported, Direction::left).into_iter().collect(),
            Self::BackwardRight => turned(back, supported, Direction::right).into_iter().collect(),
        };
        found.into_iter().filter(|direction| supported.contains(direction)).map(absolute).collect()
    }
}

/// A facing rotated a number of times to the next supported direction on the right.
pub fn rotated(facing: Direction, rotation: u16, supported: &[Direction]) -> Direction {
    let once = |facing| turned(facing, supported, Direction::right).unwrap_or(facing);
    (0..rotation).fold(facing, |facing, _| once(facing))
}

/// The directions in which one site leads to another, each once for every radial that does.
pub fn towards(radials: &Radials, supported: &[Direction], from: Site, to: Site) -> Vec<Direction> {
    let leads = |direction: Direction| {
        radials.of(from, direction).filter(|radial| radial.sites.contains(&to)).count()
    };
    let each = |&direction: &Direction| std::iter::repeat_n(absolute(direction), leads(direction));
    supported.iter().flat_map(each).collect()
}

/// All directions met turning from one to another, the last not included.
fn arc(from: Direction, to: Direction, turn: fn(Direction) -> Direction) -> Vec<Direction> {
    let turns = std::iter::successors(Some(from), |&direction| Some(turn(direction)));
    turns.take(FULL_TURN).take_while(|&direction| direction != to).collect()
}

/// The first supported direction met turning away from one.
pub fn turned(
    from: Direction,
    supported: &[Direction],
    turn: fn(Direction) -> Direction,
) -> Option<Direction> {
    let turns = std::iter::successors(Some(turn(from)), |&direction| Some(turn(direction)));
    turns.take(FULL_TURN).find(|direction| supported.contains(direction))
}

/// A facing as a direction of steps. One of them comes out wrong, and published games show it.
fn absolute(facing: Direction) -> Direction {
    if facing == Direction::DNW { Direction::DSW } else { facing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::direction::Direction as Dir;
    use crate::board::lattice::{Diagonals, HexShape, hex, rectangle};
    use crate::board::site::SiteType;
    use crate::board::topology::Topology;

    fn resolved(name: &str, facing: Dir, supported: &[Dir]) -> Vec<Dir> {
        Relative::named(name).unwrap().resolve(facing, supported)
    }

    #[test]
    fn on_a_square_board() {
        let graph = rectangle(5, 5, Diagonals::Implied, SiteType::Cell).unwrap();
        let board = Topology::new(graph, true).unwrap();
        let all = board.steps(SiteType::Cell).supported(Dir::Adjacent);
        let north = |name| resolved(name, Dir::N, all);
        assert_eq!(north("Forwards"), [Dir::NW, Dir::N, Dir::NE]);
        assert_eq!(north("Backwards"), [Dir::SE, Dir::S, Dir::SW]);
        assert_eq!(north("Rightwards"), [Dir::NE, Dir::E, Dir::SE]);
        assert_eq!(north("Leftwards"), [Dir::NW, Dir::W, Dir::SW]);
        assert_eq!(north("FLL"), [Dir::NW]);
        assert_eq!(north("BL"), [Dir::SE]);
        assert_eq!(north("BR"), [Dir::SW]);
        let orthogonal = board.steps(SiteType::Cell).supported(Dir::Orthogonal);
        let south_east = |name| resolved(name, Dir::SE, orthogonal);
        assert_eq!(south_east("Forward"), []);
        assert_eq!(south_east("Forwards"), [Dir::E, Dir::S]);
        assert_eq!(south_east("FL"), [Dir::E]);
        assert_eq!(south_east("FR"), [Dir::S]);
        assert_eq!(rotated(Dir::N, 3, all), Dir::SE);
        let radials = board.radials(SiteType::Cell).unwrap();
        assert_eq!(towards(radials, all, Site(0), Site(12)), [Dir::NE]);
        assert_eq!(towards(radials, all, Site(0), Site(13)), []);
    }

    #[test]
    fn on_a_board_of_hexagons() {
        let board = Topology::new(hex(HexShape::Hexagon, 3, None).unwrap(), true).unwrap();
        let all = board.steps(SiteType::Cell).supported(Dir::Adjacent);
        let north = |name| resolved(name, Dir::N, all);
        assert_eq!(north("Forward"), []);
        assert_eq!(north("Backward"), []);
        assert_eq!(north("Forwards"), [Dir::NNW, Dir::NNE]);
        assert_eq!(north("Backwards"), [Dir::SSE, Dir::SSW]);
        assert_eq!(north("Rightward"), [Dir::E]);
        assert_eq!(north("Rightwards"), [Dir::NNE, Dir::E, Dir::SSE]);
        assert_eq!(north("Leftwards"), [Dir::NNW, Dir::W, Dir::SSW]);
        assert_eq!(north("BL"), [Dir::SSE]);
        assert_eq!(north("BR"), [Dir::SSW]);
    }

    #[test]
    fn nothing_is_found_where_nothing_is_supported() {
        assert_eq!(resolved("FL", Dir::U, &[Dir::N]), []);
        assert_eq!(rotated(Dir::Out, 2, &[Dir::N]), Dir::Out);
    }
}
