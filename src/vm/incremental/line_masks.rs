//! Line masks: the pieces of each player along each line of the board as one word, for add-only games.
//!
//! A line of the board is a word with a bit for each of its sites, so the length of the line of pieces that
//! goes through a site follows from counting the bits that are set on both sides of it: nothing has to be
//! gone along, and nothing has to be foretold. As
//! [`UnionFind`](super::union_find::UnionFind), only for playouts.

use fxhash::FxHashMap;

use crate::bytecode::{RayTable, Rays};
use crate::vm::machine::Machine;

/// The masks of the lines along some rays.
#[derive(Debug)]
pub(in crate::vm) struct LineMasks {
    rays: Rays,
    /// For each site where its places begin, and where the last ones end.
    starts: Vec<u32>,
    places: Vec<Place>,
    lines: usize,
    /// For each player from 0, and in it for each line, the sites with their pieces.
    words: Vec<u64>,
}

/// The place of a site on a line.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: u16,
    bit: u8,
}

impl LineMasks {
    /// Makes out the lines, given those through each site in order: the sites before it, from the nearest,
    /// and those behind it. There are none if lines through different sites overlap in parts, or have more
    /// sites than a word has bits.
    fn new(rays: Rays, sites: impl Iterator<Item = Vec<Through>>) -> Self {
        let (mut starts, mut places) = (vec![0], Vec::new());
        let mut numbers: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
        let mut longest = 0;
        for (site, through) in sites.enumerate() {
            for (before, behind) in through {
                let here = std::iter::once(site as u16);
                let mut bit = before.len();
                let mut line: Vec<u16> = before.into_iter().rev().chain(here).collect();
                line.extend_from_slice(&behind);
                // It may be seen from the other end.
                if line.first() > line.last() {
                    line.reverse();
                    bit = behind.len();
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
        let whole = found == places.len()
            && longest <= u64::BITS as usize
            && u16::try_from(numbers.len()).is_ok();
        let lines = if whole { numbers.len() } else { 0 };
        Self { rays, starts, places, lines, words: Vec::new() }
    }

    /// The lines of a board.
    fn of_board(rays: Rays, table: &RayTable) -> Self {
        let sites = 0..table.len() as i32;
        Self::new(rays, sites.map(|site| pairs(table, site).map(own).collect()))
    }

    /// The lines over the levels of a board, so many on each site, which come one after the other:
    /// upright, and along rays on one level, falling and rising.
    fn of_levels(rays: Rays, table: &RayTable, levels: u16) -> Self {
        let through = |cell: u16| {
            let (site, level) = (cell / levels, cell % levels);
            // What a ray meets on levels that change by `by` from one site to the next.
            let along = |ray: &[u16], by: i32| -> Vec<u16> {
                let risen = (1..).map(|steps| i32::from(level) + steps * by);
                let inside = risen.map_while(|at| u16::try_from(at).ok().filter(|&at| at < levels));
                ray.iter().zip(inside).map(|(site, at)| site * levels + at).collect()
            };
            let upright =
                ((cell - level..cell).rev().collect(), (cell + 1..cell - level + levels).collect());
            let slanted = pairs(table, site.into())
                .flat_map(|(one, other)| [0, -1, 1].map(|by| (along(other, -by), along(one, by))));
            std::iter::once(upright).chain(slanted).collect()
        };
        Self::new(rays, (0..table.len() as u16 * levels).map(through))
    }

    /// The rays; none if nothing can be told about lines along them.
    #[inline]
    pub(in crate::vm) fn rays(&self) -> Option<Rays> {
        (self.lines > 0).then_some(self.rays)
    }

    fn clear(&mut self, players: i32) {
        self.words.clear();
        self.words.resize((players as usize + 2) * self.lines, 0);
    }

    /// Adds a piece of a player, and says how long the rows through it are: one bit for each length.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it counts bits, for which there is an instruction")]
    pub(in crate::vm) fn add(&mut self, player: i32, site: u16) -> u64 {
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

/// The sites of a line before one of them, from the nearest, and behind it.
type Through = (Vec<u16>, Vec<u16>);

/// The rays of a site, two by two: one way and the other.
fn pairs(table: &RayTable, site: i32) -> impl Iterator<Item = (&[u16], &[u16])> {
    table.of(site).step_by(2).map(|ray| (table.ray(ray), table.ray(ray + 1)))
}

fn own((behind, before): (&[u16], &[u16])) -> Through {
    (before.to_vec(), behind.to_vec())
}

/// The lengths, one bit for each, that tell of a row of two pieces or more: exactly so many if it is asked for
/// exactly.
#[inline]
pub(in crate::vm) fn triggering_lengths(length: i32, exact: bool) -> u64 {
    let Ok(from @ 0..64) = u32::try_from(length) else { return 0 };
    if exact { 1 << from } else { u64::MAX << from }
}

impl<const W: usize> Machine<'_, W> {
    /// Makes ready to keep the masks of the lines along some rays.
    pub(in crate::vm) fn align_line_masks(&mut self, rays: Rays) {
        let (players, occupied) = (self.players(), self.occupied_on_board());
        // Most playouts begin with an empty board.
        if let Some(masks) = &mut self.caches.line_masks
            && masks.rays == rays
            && occupied.is_empty()
        {
            return masks.clear(players);
        }
        let kept = self.caches.line_masks.take().filter(|masks| masks.rays == rays);
        let mut masks = kept.unwrap_or_else(|| LineMasks::of_board(rays, self.rays(rays, -1)));
        masks.clear(players);
        if masks.lines > 0 {
            for site in occupied {
                masks.add(self.who(site), site as u16);
            }
        }
        self.caches.line_masks = Some(masks);
    }

    /// Makes ready to keep the masks of the lines over so many levels of stacks; whether that is possible.
    pub(in crate::vm) fn align_line_masks_of_levels(&mut self, rays: Rays, levels: i32) -> bool {
        let table = self.rays(rays, -1);
        let stacks = self.stacks().filter(|stacks| levels <= i32::from(stacks.levels));
        let (Some(stacks), Ok(count)) = (stacks, u16::try_from(levels)) else { return false };
        if table.len() as i64 * i64::from(levels) > i64::from(u16::MAX) || count == 0 {
            return false;
        }
        let kept = self.caches.line_masks.take().filter(|masks| masks.rays == rays);
        let mut masks = kept.unwrap_or_else(|| LineMasks::of_levels(rays, table, count));
        masks.clear(self.players());
        if masks.lines > 0 {
            for site in 0..table.len() as i32 {
                for (level, what) in self.levels_of(stacks, site).take(levels as usize).enumerate()
                {
                    masks.add(self.owner(what), (site * levels) as u16 + level as u16);
                }
            }
        }
        let possible = masks.lines > 0;
        self.caches.line_masks = Some(masks);
        possible
    }
}
