//! The pieces of each player along the lines of the board, kept while pieces are only added.
//!
//! A line of the board is a word with a bit for each of its sites, so how long a row of pieces is that
//! goes through a site follows from counting the bits that are set on both sides of it: nothing has to be
//! gone along, and nothing has to be foretold. As [`Links`](super::links::Links), only for playouts.

use fxhash::FxHashMap;

use super::machine::Machine;
use super::width;
use crate::bytecode::{Layout, Program, RayTable, Rays};

/// The lines along some rays.
#[derive(Debug)]
pub(super) struct Rows {
    rays: Rays,
    /// For each site where its places begin, and where the last ones end.
    starts: Vec<u32>,
    places: Vec<Place>,
    lines: usize,
    /// For each player from 0, and in it for each line, the sites with his pieces.
    words: Vec<u64>,
}

/// The place of a site on a line.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: u16,
    bit: u8,
}

impl Rows {
    /// Makes out the lines. There are none if lines through different sites overlap in parts, or have more
    /// sites than a word has bits.
    fn new(rays: Rays, table: &RayTable) -> Self {
        let (mut starts, mut places) = (vec![0], Vec::new());
        let mut numbers: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
        let mut longest = 0;
        for site in 0..table.len() as u16 {
            let mut pairs = table.rays_of(site.into());
            while let (Some(one), Some(other)) = (pairs.next(), pairs.next()) {
                let before = other.iter().rev().copied();
                let mut line: Vec<u16> = before.chain([site]).chain(one.iter().copied()).collect();
                let mut bit = other.len();
                // It may be seen from the other end.
                if line.first() > line.last() {
                    line.reverse();
                    bit = one.len();
                }
                if line.len() > 1 {
                    longest = line.len().max(longest);
                    let next = numbers.len() as u16;
                    let number = *numbers.entry(line).or_insert(next);
                    places.push(Place { line: number, bit: bit as u8 });
                }
            }
            starts.push(places.len() as u32);
        }
        // Each line has to be found at each of its sites, or a piece there would be missing from it.
        let found = numbers.keys().map(Vec::len).sum::<usize>();
        let whole = found == places.len() && longest <= u64::BITS as usize;
        let lines = if whole { numbers.len() } else { 0 };
        Self { rays, starts, places, lines, words: Vec::new() }
    }

    /// The rays; none if nothing can be told about lines along them.
    #[inline]
    pub(super) fn rays(&self) -> Option<Rays> {
        (self.lines > 0).then_some(self.rays)
    }

    /// Adds a piece of a player, and says how long the rows through it are: one bit for each length.
    #[inline]
    pub(super) fn add(&mut self, player: i32, site: u16) -> u64 {
        let words = &mut self.words[player as usize * self.lines..][..self.lines];
        let site = usize::from(site);
        let places = &self.places[self.starts[site] as usize..self.starts[site + 1] as usize];
        places.iter().fold(0, |lengths, place| {
            let word = &mut words[usize::from(place.line)];
            *word |= 1 << place.bit;
            let above = (*word >> place.bit).trailing_ones();
            let below = (*word << (63 - place.bit)).leading_ones();
            lengths | 1 << ((above + below - 1) & 63)
        })
    }
}

/// Whether lengths, one bit for each, tell of a row of two pieces or more, exactly so many if it is asked
/// for exactly.
#[inline]
pub(super) fn has_length(lengths: u64, length: i32, exact: bool) -> bool {
    let Ok(from @ 0..64) = u32::try_from(length) else { return false };
    let found = lengths >> from;
    if exact { found & 1 != 0 } else { found != 0 }
}

impl<const W: usize> Machine<'_, W> {
    /// Makes ready to keep the rows along some rays.
    pub(super) fn align_rows(&mut self, rays: Rays) {
        let kept = self.scratch.rows.take().filter(|rows| rows.rays == rays);
        let mut rows = kept.unwrap_or_else(|| Rows::new(rays, self.rays(rays, -1)));
        if rows.lines > 0 {
            rows.words.clear();
            rows.words.resize((self.players() as usize + 2) * rows.lines, 0);
            let (board, empty) = (&self.fixed[Program::BOARD], &self.sets[Layout::EMPTY]);
            let occupied = width::zip(board, empty, |board, empty| board & !empty);
            for site in width::sites(occupied) {
                rows.add(self.who(site), site as u16);
            }
        }
        self.scratch.rows = Some(rows);
    }
}
