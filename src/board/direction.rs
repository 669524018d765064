//! Absolute directions, and sets of them.

use std::f64::consts::PI;

/// A direction, or a set of directions that a rule can name, in the order of the language.
pub use crate::ast::words::AbsoluteDirection as Direction;
use crate::ast::words::{CompassDirection, RelationType, RotationalDirection, SpatialDirection};

use Direction as Dir;

/// The compass clockwise from north.
const COMPASS: [Dir; 16] = [
    Dir::N,
    Dir::NNE,
    Dir::NE,
    Dir::ENE,
    Dir::E,
    Dir::ESE,
    Dir::SE,
    Dir::SSE,
    Dir::S,
    Dir::SSW,
    Dir::SW,
    Dir::WSW,
    Dir::W,
    Dir::WNW,
    Dir::NW,
    Dir::NNW,
];

const ROTATIONAL: [Dir; 4] = [Dir::Out, Dir::CW, Dir::In, Dir::CCW];

/// The downward directions clockwise, after straight down.
const DOWN: [Dir; 8] = [Dir::DN, Dir::DNE, Dir::DE, Dir::DSE, Dir::DS, Dir::DSW, Dir::DW, Dir::DNW];

/// The upward directions clockwise, after straight up.
const UP: [Dir; 8] = [Dir::UN, Dir::UNE, Dir::UE, Dir::USE, Dir::US, Dir::USW, Dir::UW, Dir::UNW];

/// The kinds of specific directions; turning never leads from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The sixteen points of the compass.
    Compass,
    /// Out, clockwise, in, counter-clockwise.
    Rotational,
    /// Down, and aslant down.
    Down,
    /// Up, and aslant up.
    Up,
}

/// How far two levels must be apart for a step between them to go up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// On the same level.
    Same,
    /// To a higher one.
    Up,
    /// To a lower one.
    Down,
}

impl Direction {
    /// Its family, and its place in the family's circle; straight up and down are in no circle.
    pub fn family(self) -> Option<(Family, Option<usize>)> {
        let place = |list: &[Self]| list.iter().position(|&other| other == self);
        match self {
            Self::U => return Some((Family::Up, None)),
            Self::D => return Some((Family::Down, None)),
            _ => {}
        }
        let families: [(Family, &[Self]); 4] = [
            (Family::Compass, &COMPASS),
            (Family::Rotational, &ROTATIONAL),
            (Family::Down, &DOWN),
            (Family::Up, &UP),
        ];
        families.iter().find_map(|&(family, list)| place(list).map(|at| (family, Some(at))))
    }

    /// Whether it is one direction and not a set of them.
    pub fn is_specific(self) -> bool {
        self >= Self::N
    }

    /// The place by which the directions of a whole board are sorted.
    pub fn rank(self) -> usize {
        match self.family() {
            Some((Family::Compass | Family::Rotational, Some(place))) => place,
            Some((Family::Down, place)) => place.map_or(0, |place| place + 1),
            Some((Family::Up, place)) => place.map_or(9, |place| place + 10),
            _ => 0,
        }
    }

    /// The next direction counter-clockwise in its family.
    #[must_use]
    pub fn left(self) -> Self {
        match self {
            // Not the inverse of turning right, as published games have it.
            Self::Out => Self::CCW,
            Self::CCW => Self::Out,
            Self::In => Self::CW,
            Self::CW => Self::In,
            _ => self.turned(-1),
        }
    }

    /// The next direction clockwise in its family.
    #[must_use]
    pub fn right(self) -> Self {
        self.turned(1)
    }

    /// A quarter turn to the left; outside the compass, the next direction.
    #[must_use]
    pub fn leftward(self) -> Self {
        if self.is_compass() { self.turned(-4) } else { self.left() }
    }

    /// A quarter turn to the right; outside the compass, the next direction.
    #[must_use]
    pub fn rightward(self) -> Self {
        if self.is_compass() { self.turned(4) } else { self.right() }
    }

    /// The direction back.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self.family() {
            Some((Family::Compass, _)) => self.turned(8),
            Some((Family::Rotational, _)) => self.turned(2),
            Some((Family::Down, place)) => place.map_or(Self::U, |place| UP[(place + 4) % 8]),
            Some((Family::Up, place)) => place.map_or(Self::D, |place| DOWN[(place + 4) % 8]),
            None => self,
        }
    }

    fn is_compass(self) -> bool {
        matches!(self.family(), Some((Family::Compass, _)))
    }

    fn turned(self, by: i32) -> Self {
        let Some((family, Some(place))) = self.family() else { return self };
        let circle: &[Self] = match family {
            Family::Compass => &COMPASS,
            Family::Rotational => &ROTATIONAL,
            Family::Down => &DOWN,
            Family::Up => &UP,
        };
        circle[(place as i32 + by).rem_euclid(circle.len() as i32) as usize]
    }

    /// The sector in which an angle lies, of 8 or of 16, each around its direction.
    pub(super) fn of_angle(angle: f64, sectors: u32) -> Self {
        let angle = if angle < 0.0 { angle + 2.0 * PI } else { angle };
        let width = 2.0 * PI / f64::from(sectors);
        let sector =
            (0..sectors).find(|&k| angle < width / 2.0 + f64::from(k) * width).unwrap_or_default();
        // Sectors are counted counter-clockwise from east.
        COMPASS[((20 - sector * (16 / sectors)) % 16) as usize]
    }

    /// A direction of the compass as seen on a way up or down.
    pub(super) fn on_slope(self, level: Level) -> Self {
        let circle = match level {
            Level::Same => return self,
            Level::Up => &UP,
            Level::Down => &DOWN,
        };
        match self.family() {
            Some((Family::Compass, Some(place))) if place % 2 == 0 => circle[place / 2],
            // Half directions fold to the diagonal beside them.
            Some((Family::Compass, Some(place))) => circle[place / 4 * 2 + 1],
            _ => self,
        }
    }
}

/// The enumerations whose constants are directions of the same names.
macro_rules! named_alike {
    ($($name:ident)*) => {$(
        impl From<$name> for Direction {
            fn from(word: $name) -> Self {
                Self::named(word.name()).unwrap_or_else(|| unreachable!("{word:?} is a direction"))
            }
        }
    )*};
}

named_alike! { CompassDirection RelationType RotationalDirection SpatialDirection }

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directions(u64);

impl Directions {
    /// The set of some directions.
    pub fn of(directions: &[Direction]) -> Self {
        Self(directions.iter().fold(0, |bits, &direction| bits | Self::bit(direction)))
    }

    fn bit(direction: Direction) -> u64 {
        1 << direction as u8
    }

    /// Whether it has a direction.
    pub fn contains(self, direction: Direction) -> bool {
        self.0 & Self::bit(direction) != 0
    }

    /// Adds the directions of another set.
    pub fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The directions in the order of the language.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let next = Direction::ALL.get(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(*next)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_stay_in_the_family() {
        assert_eq!(Dir::N.right(), Dir::NNE);
        assert_eq!(Dir::N.leftward(), Dir::W);
        assert_eq!(Dir::NE.opposite(), Dir::SW);
        assert_eq!(Dir::CCW.left(), Dir::Out);
        assert_eq!(Dir::CCW.right(), Dir::Out);
        assert_eq!(Dir::Out.opposite(), Dir::In);
        assert_eq!(Dir::DNE.opposite(), Dir::USW);
        assert_eq!(Dir::U.opposite(), Dir::D);
        assert_eq!(Dir::U.right(), Dir::U);
        assert_eq!(Dir::All.opposite(), Dir::All);
    }

    #[test]
    fn sectors_lie_around_their_direction() {
        assert_eq!(Dir::of_angle(0.0, 16), Dir::E);
        assert_eq!(Dir::of_angle(-0.1, 16), Dir::E);
        assert_eq!(Dir::of_angle(PI / 16.0, 16), Dir::ENE);
        assert_eq!(Dir::of_angle(PI / 2.0, 8), Dir::N);
        assert_eq!(Dir::of_angle(-PI / 2.0, 16), Dir::S);
        assert_eq!(Dir::of_angle(3.0 * PI / 4.0, 8), Dir::NW);
        assert_eq!(Dir::ENE.on_slope(Level::Up), Dir::UNE);
        assert_eq!(Dir::NNW.on_slope(Level::Down), Dir::DNW);
    }

    #[test]
    fn words_for_directions_are_directions() {
        assert_eq!(Dir::from(CompassDirection::NNE), Dir::NNE);
        CompassDirection::ALL.iter().for_each(|&word| _ = Dir::from(word));
        RelationType::ALL.iter().for_each(|&word| _ = Dir::from(word));
        RotationalDirection::ALL.iter().for_each(|&word| _ = Dir::from(word));
        SpatialDirection::ALL.iter().for_each(|&word| _ = Dir::from(word));
    }

    #[test]
    fn a_set_is_gone_through_in_order() {
        let set = Directions::of(&[Dir::DNW, Dir::N, Dir::All]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Dir::All, Dir::N, Dir::DNW]);
        assert_eq!(Direction::ALL.len(), 51);
    }
}
