//! The binary file format of programs.
//!
//! A file consists of a magic number, the version, a checksum of the rest, and the program. Numbers have a
//! variable-length encoding. The reader trusts nothing: lengths are checked against the remaining bytes, and the
//! program is checked by [`verify`](super::verify). The checksum detects accidental damage, not forgery.

use std::fmt;

use super::attacks::{Along, AttackTable, Near, Perhaps};
use super::constraint::{Constraint, ConstraintRule};
use super::enclosure::{Enclosure, Room};
use super::layout::{Layer, Layout, OwnedLists, Plane, Puzzle, Stacks};
use super::op::{self, Op};
use super::operand::{Block, Operand, Rays, Reach, Recipe, Reg, Set, Steps};
use super::program::{
    Card, Component, Container, Die, Domino, Facts, Instance, Path, Phase, Place, Program,
    Repetition, Shape, Tile, TrackProgress,
};
use super::recipe::{
    Action, Capture, Changes, DeferredTest, Effect, Over, Prior, RecipeData, Zone,
};
use super::table::{By, Lists, RayTable, Shift, Ways};
use super::verify::{Unsound, verify};
use crate::board::SiteType;
use crate::check::PlanKind;
use crate::source::shown;

/// The magic number: not valid text, and corrupted by line-ending conversion.
const MAGIC: [u8; 8] = *b"\x89ludc\r\n\x1A";

/// Incremented when the format changes in a way that the instruction list does not reflect.
const VERSION: u64 = 8;

/// Size of the header: magic number, version and checksum.
const HEAD: usize = MAGIC.len() + 8 + 8;

/// Why bytes are not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// Not a program file.
    NotAProgram,
    /// Another version of the compiler wrote them.
    OtherVersion,
    /// The checksum does not match.
    Damaged,
    /// Malformed, although the checksum matches.
    Malformed(&'static str),
    /// A program that fails verification.
    Unsound(Unsound),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAProgram => write!(f, "it is not a compiled game"),
            Self::OtherVersion => {
                write!(f, "another version of ludc compiled it; compile the game again")
            }
            Self::Damaged => write!(f, "it is damaged or incomplete; compile the game again"),
            Self::Malformed(reason) => write!(f, "malformed file: {reason}"),
            Self::Unsound(reason) => write!(f, "invalid program: {reason}"),
        }
    }
}

impl std::error::Error for FileError {}

/// Whether bytes start like a program file.
pub fn is_program(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Serialises a program.
pub fn write(program: &Program) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(version().to_le_bytes());
    bytes.extend([0; 8]);
    program.store(&mut bytes);
    let sum = sum(&bytes[HEAD..]);
    bytes[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Deserialises and verifies a program.
pub fn read(bytes: &[u8]) -> Result<Program, FileError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(FileError::NotAProgram)?;
    let (wrote, rest) = rest.split_first_chunk().ok_or(FileError::Damaged)?;
    let (summed, rest) = rest.split_first_chunk().ok_or(FileError::Damaged)?;
    if u64::from_le_bytes(*wrote) != version() {
        return Err(FileError::OtherVersion);
    }
    if u64::from_le_bytes(*summed) != sum(rest) {
        return Err(FileError::Damaged);
    }
    let mut input = Input { rest };
    let program = Program::load(&mut input).map_err(FileError::Malformed)?;
    if !input.rest.is_empty() {
        return Err(FileError::Malformed("there is more after the end"));
    }
    verify(&program).map_err(FileError::Unsound)?;
    Ok(program)
}

/// The version of the format, combined with a hash of the lists of instructions and actions, which give a program
/// its meaning.
fn version() -> u64 {
    let actions = Action::ALL.iter().map(|action| action.name());
    let names = op::SHAPES.iter().copied().chain(actions);
    names.fold(VERSION, |version, name| version.rotate_left(7) ^ sum(name.as_bytes()))
}

/// The FNV-1a hash: it differs for any two texts that differ in one byte.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The remaining input.
struct Input<'b> {
    rest: &'b [u8],
}

/// A serialisable value. Every value takes at least one byte, so that a length cannot exceed the size of the
/// file.
trait Stored: Sized {
    fn store(&self, out: &mut Vec<u8>);
    fn load(input: &mut Input<'_>) -> Result<Self, &'static str>;
}

/// LEB128: seven bits per byte, lowest first; the highest bit marks continuation.
impl Stored for u64 {
    fn store(&self, out: &mut Vec<u8>) {
        let mut rest = *self;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = input.rest.split_first().ok_or("it ends too early")?;
            input.rest = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number is too long")
    }
}

macro_rules! stored_numbers {
    ($($number:ty)*) => {
        $(impl Stored for $number {
            fn store(&self, out: &mut Vec<u8>) {
                u64::from(*self).store(out);
            }

            fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
                Self::try_from(u64::load(input)?).map_err(|_| "a number is too large")
            }
        })*
    };
}

stored_numbers! { u8 u16 u32 }

/// Zigzag encoding: the sign is the lowest bit, so that small negative numbers are short too.
impl Stored for i32 {
    fn store(&self, out: &mut Vec<u8>) {
        ((self << 1) ^ (self >> 31)).cast_unsigned().store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let number = u32::load(input)?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }
}

impl Stored for i16 {
    fn store(&self, out: &mut Vec<u8>) {
        i32::from(*self).store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        Self::try_from(i32::load(input)?).map_err(|_| "a number is too large")
    }
}

impl Stored for bool {
    fn store(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        match u8::load(input)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("a truth value is neither true nor false"),
        }
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self, out: &mut Vec<u8>) {
        self.is_some().store(out);
        if let Some(value) = self {
            value.store(out);
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        bool::load(input)?.then(|| T::load(input)).transpose()
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self, out: &mut Vec<u8>) {
        (self.len() as u64).store(out);
        for value in self {
            value.store(out);
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let length = u64::load(input)?;
        if length > input.rest.len() as u64 {
            return Err("it ends too early");
        }
        (0..length).map(|_| T::load(input)).collect()
    }
}

impl Stored for String {
    fn store(&self, out: &mut Vec<u8>) {
        (self.len() as u64).store(out);
        out.extend(self.as_bytes());
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let length = usize::try_from(u64::load(input)?).map_err(|_| "a number is too large")?;
        let (text, rest) = input.rest.split_at_checked(length).ok_or("it ends too early")?;
        input.rest = rest;
        let text = std::str::from_utf8(text).map_err(|_| "a text is not UTF-8")?;
        Ok(shown(text).into_owned())
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn store(&self, out: &mut Vec<u8>) {
        self.0.store(out);
        self.1.store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        Ok((A::load(input)?, B::load(input)?))
    }
}

impl<T: Stored + Copy + Default, const N: usize> Stored for [T; N] {
    fn store(&self, out: &mut Vec<u8>) {
        for value in self {
            value.store(out);
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = T::load(input)?;
        }
        Ok(values)
    }
}

/// Operands outside of instructions.
macro_rules! stored_operands {
    ($($operand:ty)*) => {
        $(impl Stored for $operand {
            fn store(&self, out: &mut Vec<u8>) {
                self.encode().store(out);
            }

            fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
                Self::decode(i32::load(input)?).ok_or("an operand is none of its kind")
            }
        })*
    };
}

stored_operands! { Block Rays Reach Recipe Reg Set Steps }

impl Stored for Op {
    fn store(&self, out: &mut Vec<u8>) {
        let mut numbers = Vec::new();
        self.encode(&mut numbers);
        for number in numbers {
            number.store(out);
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let mut numbers = std::iter::from_fn(|| i32::load(input).ok());
        Self::decode(&mut numbers).ok_or("no such instruction")
    }
}

/// Values that are kept as their place in a list.
macro_rules! stored_choices {
    ($($kind:ident { $($name:ident)* })*) => {
        $(impl Stored for $kind {
            fn store(&self, out: &mut Vec<u8>) {
                enum Choice { $($name,)* }
                let number = match self { $(Self::$name => Choice::$name,)* };
                out.push(number as u8);
            }

            fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
                let all = [$(Self::$name),*];
                all.get(usize::from(u8::load(input)?)).copied().ok_or("no such choice")
            }
        })*
    };
}

stored_choices! {
    Repetition { Positional Situational PositionalInTurn SituationalInTurn }
    Room { Anywhere Free FreeOrTaking }
    SiteType { Vertex Edge Cell }
    PlanKind { Standard AddToEmpty Filter NoRepetition }
}

impl Stored for By {
    fn store(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Nothing => out.push(0),
            Self::Facing(layer) => (1u8, layer).store(out),
            Self::Heading => out.push(2),
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        match u8::load(input)? {
            0 => Ok(Self::Nothing),
            1 => u8::load(input).map(Self::Facing),
            2 => Ok(Self::Heading),
            _ => Err("no such choice"),
        }
    }
}

impl Stored for Action {
    fn store(&self, out: &mut Vec<u8>) {
        (*self as u8).store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        Self::ALL.get(usize::from(u8::load(input)?)).copied().ok_or("no such action")
    }
}

impl Stored for Over {
    fn store(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Once => out.push(0),
            Self::Line(rays) => (1u8, rays).store(out),
            Self::LineEnd(rays) => (2u8, rays).store(out),
            Self::Trail(rays) => (3u8, rays).store(out),
            Self::Pair(block) => (4u8, block).store(out),
            Self::Cleared(rays) => (5u8, rays).store(out),
            Self::Occupied => out.push(6),
            Self::Rehearsed => out.push(7),
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        match u8::load(input)? {
            0 => Ok(Self::Once),
            1 => Rays::load(input).map(Self::Line),
            2 => Rays::load(input).map(Self::LineEnd),
            3 => Rays::load(input).map(Self::Trail),
            4 => Block::load(input).map(Self::Pair),
            5 => Rays::load(input).map(Self::Cleared),
            6 => Ok(Self::Occupied),
            7 => Ok(Self::Rehearsed),
            _ => Err("no such choice"),
        }
    }
}

impl Stored for Changes {
    fn store(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Any => out.push(0),
            Self::None => out.push(1),
            Self::Enclosed(steps) => (2u8, steps).store(out),
            Self::Replaced { again } => (3u8, again).store(out),
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        match u8::load(input)? {
            0 => Ok(Self::Any),
            1 => Ok(Self::None),
            2 => Steps::load(input).map(Self::Enclosed),
            3 => bool::load(input).map(|again| Self::Replaced { again }),
            _ => Err("no such choice"),
        }
    }
}

impl Stored for ConstraintRule {
    fn store(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Apart { except, around } => {
                0_u8.store(out);
                except.store(out);
                around.store(out);
            }
            Self::Count { of, count } => {
                1_u8.store(out);
                of.store(out);
                count.store(out);
            }
            Self::Sum(sum) => {
                2_u8.store(out);
                sum.store(out);
            }
        }
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        match u8::load(input)? {
            0 => Ok(Self::Apart { except: u64::load(input)?, around: Option::load(input)? }),
            1 => Ok(Self::Count { of: i32::load(input)?, count: i32::load(input)? }),
            2 => i32::load(input).map(Self::Sum),
            _ => Err("no such choice"),
        }
    }
}

impl<T: Stored> Stored for Ways<T> {
    fn store(&self, out: &mut Vec<u8>) {
        self.by.store(out);
        self.variants.store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        Ok(Self { by: By::load(input)?, variants: Vec::load(input)? })
    }
}

/// The lists themselves; what is derived from them is made again.
impl Stored for Lists {
    fn store(&self, out: &mut Vec<u8>) {
        (self.masks().len().checked_div(self.len()).unwrap_or(0) as u64).store(out);
        let lists: Vec<Vec<u16>> =
            (0..self.len()).map(|index| self.of(index as i32).to_vec()).collect();
        lists.store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let width = u16::load(input)?;
        let lists = Vec::<Vec<u16>>::load(input)?;
        if width == 0 {
            return Ok(Self::new(lists));
        }
        fits_in_masks(width, lists.len(), lists.iter().flatten())?;
        Ok(Self::new(lists).with_masks(usize::from(width)))
    }
}

/// Whether sets of a width hold some sites, and there are no more sets than sites.
fn fits_in_masks<'s>(
    width: u16,
    sets: usize,
    mut sites: impl Iterator<Item = &'s u16>,
) -> Result<(), &'static str> {
    let bits = 64 * usize::from(width);
    let fits = bits <= MAX_BITS && sets <= MAX_BITS && sites.all(|&site| usize::from(site) < bits);
    if fits { Ok(()) } else { Err("a table is too large") }
}

/// Sites that the widest sets can hold.
const MAX_BITS: usize = 64 * super::WIDTHS[super::WIDTHS.len() - 1];

impl Stored for RayTable {
    fn store(&self, out: &mut Vec<u8>) {
        let rays = |site| self.of(site).map(|ray| self.ray(ray).to_vec()).collect();
        let sites: Vec<Vec<Vec<u16>>> = (0..self.len() as i32).map(rays).collect();
        let count: usize = sites.iter().map(Vec::len).sum();
        (self.masks().len().checked_div(count).unwrap_or(0) as u64).store(out);
        sites.store(out);
    }

    fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
        let width = u16::load(input)?;
        let sites = Vec::<Vec<Vec<u16>>>::load(input)?;
        if width == 0 {
            return Ok(Self::new(sites));
        }
        fits_in_masks(width, sites.len(), sites.iter().flatten().flatten())?;
        Ok(Self::new(sites).with_masks(usize::from(width)))
    }
}

/// Structures, field by field.
macro_rules! stored {
    ($($name:ident { $($field:ident)* })*) => {
        $(impl Stored for $name {
            fn store(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($field.store(out);)*
            }

            fn load(input: &mut Input<'_>) -> Result<Self, &'static str> {
                Ok(Self { $($field: Stored::load(input)?),* })
            }
        })*
    };
}

stored! {
    Program {
        name layout registers constants set_registers list_registers code places ludemes blocks
        recipes origins sets steps shifts rays reaches numbers components turns containers track_progress dice labels phases
        attacks end_triggers enclosure constraints start end ends facts instance subgames
    }
    Layout {
        sites board kind beside layers players components width sets pending pending_numbers to_clear visited last_to last_from hidden
        what who count state states rotation value stacks lists puzzle vars remembered dice track_progress
        standing words
    }
    Stacks { levels height what state rotation value within leaving rehearsed clean cards }
    OwnedLists { capacity lengths sites levels swaps }
    Plane { offset bits }
    Puzzle { struck resolved most }
    Place { line column ludeme within }
    Component { name owner reported_owner facing flips shape tile card faces }
    Card { face suit }
    Tile { ends paths }
    Path { sides colour }
    Shape { sites states domino }
    Domino { halves beside pips }
    Container { name from sites owner }
    TrackProgress { places length first }
    Die { site what faces }
    Instance { result next end go_on }
    Phase { name owner play plays plan end next }
    Facts {
        stochastic drawing simultaneous swap reseats no_repeat memory cycle no_suicide falling pinning barred automove
        no_pass_end scores only_grows simple_turns steady_next_player stalemates listing_shows teams hashing last_actions starts large
        max_count vars
    }
    Layer { kind first count }
    Constraint { sites rule }
    Enclosure { steps room takes points quiet }
    RecipeData { action decision layers prior before after then once captures unfolded changes zone hurdle deferred_test }
    DeferredTest { test outer }
    Zone { table by }
    Prior { block captures }
    Effect { block over }
    Capture { register payload }
    Shift { by from }
    AttackTable { near along perhaps open lines }
    Near { what before }
    Perhaps { near rule }
    Along { near lines }
}
