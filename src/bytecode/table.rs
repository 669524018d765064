//! Tables for instructions: steps and rays.

/// How the variant of a table is found when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// There is only one.
    Nothing,
    /// By the direction in which the piece on the site of a layer faces.
    Facing(u8),
    /// By the number in the register `heading`.
    Heading,
}

/// A table in as many variants as there are directions to face, or in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways<T> {
    /// How the variant is found.
    pub by: By,
    /// The variants, in the order of the supported directions.
    pub variants: Vec<T>,
}

/// For each site a list of sites.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    starts: Vec<u32>,
    sites: Vec<u16>,
    /// The same lists as sets, consecutively, if required.
    masks: Vec<u64>,
    /// The same steps as shifts of whole sets, if few are enough.
    shifts: Vec<Shift>,
}

/// Maximum number of shifts for which set-wise steps are faster than iteration.
const MAX_SHIFTS: usize = 8;

impl Lists {
    /// A table of lists.
    pub fn new(lists: impl IntoIterator<Item = impl IntoIterator<Item = u16>>) -> Self {
        let mut table = Self { starts: vec![0], ..Self::default() };
        for list in lists {
            table.sites.extend(list);
            table.starts.push(table.sites.len() as u32);
        }
        table
    }

    /// The table with its lists as sets of a width in words as well.
    #[must_use]
    pub fn with_masks(mut self, width: usize) -> Self {
        self.masks = vec![0; width * self.len()];
        for (site, mask) in self.masks.chunks_exact_mut(width).enumerate() {
            for &to in &self.sites[self.starts[site] as usize..self.starts[site + 1] as usize] {
                mask[usize::from(to >> 6)] |= 1 << (to & 63);
            }
        }
        self.shifts = self.as_shifts(width).unwrap_or_default();
        self
    }

    /// The steps sorted by how much they add to the number of a site, unless there are too many kinds.
    fn as_shifts(&self, width: usize) -> Option<Vec<Shift>> {
        let mut shifts: Vec<Shift> = Vec::new();
        for site in 0..self.len() {
            for &to in self.of(site as i32) {
                let by = i16::try_from(i32::from(to) - site as i32).ok()?;
                Shift::note(&mut shifts, by, site, width);
            }
            if shifts.len() > MAX_SHIFTS {
                return None;
            }
        }
        Some(shifts)
    }

    /// The steps as shifts, if a few are all of them; otherwise there are none.
    pub fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    /// The lists as sets, one after the other; none if they are not wanted.
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// The list of a site; empty for a number that is none.
    #[inline]
    pub fn of(&self, site: i32) -> &[u16] {
        let Ok(site) = usize::try_from(site) else { return &[] };
        match self.starts.get(site..site + 2) {
            Some(&[from, to]) => &self.sites[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Number of lists.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The length of the longest list.
    pub fn longest(&self) -> usize {
        self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as usize).max().unwrap_or(0)
    }

    /// Whether it has no list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// For each site the rays that go out from it; the site itself is not part of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RayTable {
    /// For each site its first ray, and one more.
    starts: Vec<u32>,
    rays: Lists,
    /// For each site how many of its rays rise: the numbers of sites grow along them. Of the rays of a site as
    /// sets, if they are there, these come first.
    rising: Vec<u8>,
    masks: Vec<u64>,
}

impl RayTable {
    /// A table of rays.
    pub fn new(sites: Vec<Vec<Vec<u16>>>) -> Self {
        let mut starts = vec![0];
        for rays in &sites {
            starts.push(starts[starts.len() - 1] + rays.len() as u32);
        }
        let rays = Lists::new(sites.into_iter().flatten());
        Self { starts, rays, rising: Vec::new(), masks: Vec::new() }
    }

    /// The table with its rays as sets of a width in words as well; as it is, if it has no ray.
    #[must_use]
    pub fn with_masks(mut self, width: usize) -> Self {
        if self.rays.is_empty() {
            return self;
        }
        let mut masks = Vec::new();
        let mut rising = Vec::new();
        for site in 0..self.len() as i32 {
            let (up, down): (Vec<&[u16]>, Vec<&[u16]>) =
                self.rays_of(site).partition(|ray| ray.is_sorted());
            rising.push(up.len() as u8);
            for ray in up.into_iter().chain(down) {
                let first = masks.len();
                masks.resize(first + width, 0);
                ray.iter().for_each(|to| masks[first + usize::from(to >> 6)] |= 1 << (to & 63));
            }
        }
        (self.masks, self.rising) = (masks, rising);
        self
    }

    /// Whether the numbers of sites rise or fall along every ray, and the rays of a site meet nowhere:
    /// then all that matters of a ray can be told from it as a set.
    pub fn is_straight(&self) -> bool {
        let goes_on =
            |ray: &[u16]| ray.is_sorted_by(|a, b| a < b) || ray.is_sorted_by(|a, b| a > b);
        (0..self.len() as i32).all(|site| {
            let mut sites: Vec<u16> = self.rays_of(site).flatten().copied().collect();
            sites.sort_unstable();
            self.rays_of(site).all(goes_on) && sites.is_sorted_by(|a, b| a < b)
        })
    }

    /// The rays as sets, site by site, those that rise first; none if they are not wanted.
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// How many rays of a site rise, if they are there as sets.
    #[inline]
    pub fn rising(&self, site: i32) -> usize {
        let site = usize::try_from(site).ok();
        site.and_then(|site| self.rising.get(site)).copied().unwrap_or(0).into()
    }

    /// The numbers of the rays of a site; empty for a number that is none.
    #[inline]
    pub fn of(&self, site: i32) -> std::ops::Range<i32> {
        let Ok(site) = usize::try_from(site) else { return 0..0 };
        match self.starts.get(site..site + 2) {
            Some(&[from, to]) => from as i32..to as i32,
            _ => 0..0,
        }
    }

    /// Number of sites.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether it has no site.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of the longest ray.
    pub fn longest(&self) -> usize {
        self.rays.longest()
    }

    /// The rays of a site, one after the other.
    #[inline]
    pub fn rays_of(&self, site: i32) -> impl ExactSizeIterator<Item = &[u16]> {
        let rays = self.of(site);
        let ends = self.rays.starts.get(rays.start as usize..=rays.end as usize).unwrap_or(&[]);
        ends.windows(2).map(|ends| &self.rays.sites[ends[0] as usize..ends[1] as usize])
    }

    /// The sites of a ray.
    #[inline]
    pub fn ray(&self, number: i32) -> &[u16] {
        self.rays.of(number)
    }
}

/// A direction in which every step adds the same to the number of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// What is added.
    pub by: i16,
    /// The sites that have a step, as the words of a set.
    pub from: Vec<u64>,
}

impl Shift {
    /// Whether a site has a step.
    pub fn has(&self, site: usize) -> bool {
        self.from.get(site >> 6).is_some_and(|word| word >> (site & 63) & 1 != 0)
    }

    /// Notes a step from a site among those that add the same to its number; false if it was there.
    pub fn note(shifts: &mut Vec<Self>, by: i16, site: usize, width: usize) -> bool {
        let known = shifts.iter().position(|shift| shift.by == by);
        let index = known.unwrap_or_else(|| {
            shifts.push(Self { by, from: vec![0; width] });
            shifts.len() - 1
        });
        let is_new = !shifts[index].has(site);
        shifts[index].from[site >> 6] |= 1 << (site & 63);
        is_new
    }
}
