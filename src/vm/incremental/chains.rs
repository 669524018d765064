//! Groups of pieces and the empty sites beside them, kept while pieces are added and whole groups are taken.
//!
//! What is kept of a group is the number of its steps to empty sites: an empty site counts as often as
//! steps lead to it, so a piece that comes or goes changes the numbers beside it by one for each step, and a
//! group is enclosed when its number is 0. Groups that meet become one, the smaller of them gone through once;
//! none ever falls apart, since only whole groups are taken. The sites of a group are a ring of their own,
//! and it is named after one of them.

use crate::bytecode::Lists;
use crate::vm::set::site_set::SiteSet;

/// The owner of what is no group.
const NOBODY: u8 = 0;

/// Groups over the pieces of two players, by steps that lead back.
#[derive(Debug, Default)]
pub(in crate::vm) struct Chains {
    /// For each site the site that its group is named after; of an empty one, and of one with a piece of
    /// nobody, a number behind all sites.
    heads: Vec<u16>,
    /// For each site the next one of its group, all around.
    next: Vec<u16>,
    /// The groups by their names, and two more for what is none.
    groups: Vec<Chain>,
    /// The empty sites in any order, and for each of them its place there.
    empties: Vec<u16>,
    places: Vec<u16>,
    /// The groups that the last piece takes that was tried and takes any.
    taken: Vec<u16>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    /// The keys of its pieces together.
    key: u64,
    /// Steps to empty sites.
    liberties: i32,
    size: u16,
    owner: u8,
}

/// What a piece on an empty site would find.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct Trying {
    /// Empty sites beside it.
    liberties: i32,
    /// Whether a group that it joins has other empty sites.
    joins_free: bool,
    /// How many pieces it takes, and their keys together.
    pub(in crate::vm) taken: u32,
    pub(in crate::vm) keys: u64,
}

impl Trying {
    /// Whether its group has an empty site beside it before anything is taken.
    #[inline]
    pub(in crate::vm) fn is_free(self) -> bool {
        self.liberties > 0 || self.joins_free
    }
}

impl Chains {
    /// The empty sites, in any order.
    #[inline]
    pub(in crate::vm) fn empties(&self) -> &[u16] {
        &self.empties
    }

    /// Exchanges two empty sites of the list.
    #[inline]
    pub(in crate::vm) fn swap(&mut self, one: usize, other: usize) {
        let sites = (self.empties[one], self.empties[other]);
        (self.empties[one], self.empties[other]) = (sites.1, sites.0);
        self.places[usize::from(sites.0)] = other as u16;
        self.places[usize::from(sites.1)] = one as u16;
    }

    /// The head of an empty site; that of a site that nobody's piece is on comes after it.
    #[inline]
    fn empty(&self) -> u16 {
        self.heads.len() as u16
    }

    /// Makes it from the empty sites and those of each player; `key` gives the key of a piece.
    pub(in crate::vm) fn make<const W: usize>(
        &mut self,
        table: &Lists,
        sets: [SiteSet<W>; 3],
        key: impl Fn(u16, u8) -> u64,
    ) {
        let sites = table.len();
        let nobody = sites as u16 + 1;
        self.heads.clear();
        self.heads.resize(sites, nobody);
        self.next.resize(sites, 0);
        self.places.resize(sites, 0);
        self.groups.clear();
        self.groups.resize(sites + 2, Chain::default());
        self.empties.clear();
        for set in sets {
            for site in set {
                self.free(site as u16);
            }
        }
        for (owner, set) in (1..).zip(&sets[1..]) {
            for site in set {
                let site = site as u16;
                let beside = table.of(site.into());
                let trying = self.try_piece(beside, owner);
                self.add(site, beside, owner, key(site, owner), trying);
            }
        }
    }

    /// A site becomes empty.
    #[inline]
    fn free(&mut self, site: u16) {
        self.heads[usize::from(site)] = self.empty();
        self.places[usize::from(site)] = self.empties.len() as u16;
        self.empties.push(site);
    }

    /// What a piece of a player would find on an empty site with these sites beside it. The groups beside it
    /// are without this site until it is added there or [given back](Self::give_back).
    #[inline]
    #[allow(clippy::needless_bitwise_bool, reason = "a jump would be one that cannot be foretold")]
    pub(in crate::vm) fn try_piece(&mut self, beside: &[u16], owner: u8) -> Trying {
        for &to in beside {
            let head = self.heads[usize::from(to)];
            self.groups[usize::from(head)].liberties -= 1;
        }
        let empty = self.empty();
        let (mut liberties, mut joins_free, mut takes) = (0, false, false);
        // What is beside a site cannot be foretold, so nothing here depends on it but numbers.
        for &to in beside {
            let head = self.heads[usize::from(to)];
            let Chain { liberties: left, owner: of, .. } = self.groups[usize::from(head)];
            liberties += i32::from(head == empty);
            joins_free |= (of == owner) & (left > 0);
            takes |= (of != owner) & (of != NOBODY) & (left == 0);
        }
        let mut trying = Trying { liberties, joins_free, taken: 0, keys: 0 };
        if takes {
            self.find_taken(beside, owner, &mut trying);
        }
        trying
    }

    /// Finds the groups that a piece takes which is being tried.
    fn find_taken(&mut self, beside: &[u16], owner: u8, trying: &mut Trying) {
        self.taken.clear();
        for &to in beside {
            let head = self.heads[usize::from(to)];
            let chain = &self.groups[usize::from(head)];
            let enclosed = chain.owner != NOBODY && chain.owner != owner && chain.liberties == 0;
            if enclosed && !self.taken.contains(&head) {
                trying.taken += u32::from(chain.size);
                trying.keys ^= chain.key;
                self.taken.push(head);
            }
        }
    }

    /// Gives a site that was tried back to the groups beside it.
    #[inline]
    pub(in crate::vm) fn give_back(&mut self, beside: &[u16]) {
        for &to in beside {
            let head = self.heads[usize::from(to)];
            self.groups[usize::from(head)].liberties += 1;
        }
    }

    /// Adds a piece where it was tried. What it takes is still there.
    #[inline]
    pub(in crate::vm) fn add(
        &mut self,
        site: u16,
        beside: &[u16],
        owner: u8,
        key: u64,
        trying: Trying,
    ) {
        self.swap(self.places[usize::from(site)].into(), self.empties.len() - 1);
        self.empties.pop();
        // No group is named after an empty site.
        let mut head = site;
        self.heads[usize::from(site)] = site;
        self.next[usize::from(site)] = site;
        let Trying { liberties, .. } = trying;
        self.groups[usize::from(site)] = Chain { key, liberties, size: 1, owner };
        for &to in beside {
            let other = self.heads[usize::from(to)];
            if other != head && self.groups[usize::from(other)].owner == owner {
                head = self.join(head, other);
            }
        }
    }

    /// Makes one group of two, and gives its name.
    #[inline]
    fn join(&mut self, one: u16, other: u16) -> u16 {
        let (mut large, mut small) = (one, other);
        if self.groups[usize::from(large)].size < self.groups[usize::from(small)].size {
            std::mem::swap(&mut large, &mut small);
        }
        let mut site = small;
        loop {
            self.heads[usize::from(site)] = large;
            site = self.next[usize::from(site)];
            if site == small {
                break;
            }
        }
        self.next.swap(large.into(), small.into());
        let joined = self.groups[usize::from(small)];
        let chain = &mut self.groups[usize::from(large)];
        chain.key ^= joined.key;
        chain.liberties += joined.liberties;
        chain.size += joined.size;
        large
    }

    /// Takes the groups that the piece takes which was added last, and shows each of their sites; there are
    /// some.
    pub(in crate::vm) fn take(&mut self, table: &Lists, mut show: impl FnMut(u16)) {
        let taken = std::mem::take(&mut self.taken);
        for &head in &taken {
            let mut site = head;
            loop {
                show(site);
                self.free(site);
                self.give_back(table.of(site.into()));
                site = self.next[usize::from(site)];
                if site == head {
                    break;
                }
            }
        }
        self.taken = taken;
    }
}
