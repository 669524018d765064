//! Distances, tracks, and groups of sites that are connected by steps.

macro_rules! board {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Ways over the board

        /// The site some steps ahead on the first ray that is long enough; the site itself if none is
        Ahead { dst: Reg as Out, rays: Rays, site: Reg, steps: Reg }
        /// The sites of a set of which the state says that they have one of some owners: one bit for each
        ToldAmong { dst: Set as Out, set: Set, owners: Reg }
        /// The least distance from a site to one of a set by a table of all distances, which begins with the
        /// number of sites; 0 if there is none
        Distance { dst: Reg as Out, table: Numbers, from: Reg, to: Set }
        /// The sites whose distance from a site, by a table of all distances, is from `min` to `max`; none
        /// if `min` is negative
        AtDistance { dst: Set as Out, table: Numbers, from: Reg, min: Reg, max: Reg }
        /// The sites to which `min` to `max` steps lead from a site, and not fewer, each to a site for
        /// which a block is true with the sites in `from` and `to`. Those of the first step count unless
        /// `min` is greater; none if `min` is negative
        StepsAway { dst: Set as Out, steps: Steps, from: Reg, min: Reg, max: Reg, test: Option<Block> } binds(Reg::FROM, Reg::TO)
        /// How many steps lead from a site to one of a set, each to a site for which a block is true with
        /// the sites in `from` and `to`; 1000000000 if none do
        StepsTo { dst: Reg as Out, steps: Steps, from: Reg, to: Set, test: Option<Block> } binds(Reg::FROM, Reg::TO)
        /// The site some steps further on the track of a player; -1 beyond its end. The table has for each
        /// owner where the track begins, and for each track its length, whether it is a loop, the number of
        /// its track progress, and its sites
        AlongTrack { dst: Reg as Out, tracks: Numbers, player: Reg, from: Reg, steps: Reg }
        /// The first site of the track of a player for which a block is true with the site in `to`, looked
        /// for from a site on and around; -1 if there is none
        FirstOnTrack { dst: Reg as Out, tracks: Numbers, player: Reg, from: Option<Reg>, test: Option<Block> }
        /// The sites of the track of a player from one on and around up to another; all of them if there
        /// is no such other, and none if the first is not on the track
        PartOfTrack { dst: Set as Out, tracks: Numbers, player: Reg, from: Option<Reg>, to: Option<Reg> }
        /// How many sites further on the track of a player another site is; -1 if it is not
        StepsOnTrack { dst: Reg as Out, tracks: Numbers, player: Reg, from: Reg, to: Reg }

        // Groups: sites that hang together by steps

        /// The sites with the same component as a site; the empty ones if it has none
        SameAs { dst: Set as Out, site: Reg }
        /// The sites one step away from those of a set
        Beside { dst: Set as Out, steps: Steps, set: Set }
        /// The group of a site over the sites of a set for which a block is true, with the site in `to`.
        /// The first site is in it whatever it is; empty for what is no site of the board
        Group { dst: Set as Out, steps: Steps, site: Reg, within: Set, test: Option<Block> }
        /// The group of a site over the sites of a set, without steps between sites that have two or more
        /// pieces one step of `up` from both; the first site is in it whatever it is
        VisibleGroup { dst: Set as Out, steps: Steps, up: Steps, site: Reg, within: Set }
        /// All sites to which steps lead from those of a set over the sites of another; those included
        Spread { dst: Set as Out, steps: Steps, from: Set, within: Set }
        /// Whether the group of a site over the sites of a set has an empty site beside it; the first site
        /// is in it whatever it is. False for what is no site of the board
        HasLiberty { dst: Reg as Out, steps: Steps, site: Reg, within: Set }
        /// The sites of a set, all of them empty, where a piece that is added has an empty site beside its
        /// group, by the steps `free` over the sites of `own`, once the groups of `enemies` that it leaves
        /// without an empty site beside them, by the steps `caught`, are gone
        Survivors { dst: Set as Out, sites: Set, own: Set, free: Steps, enemies: Set, caught: Steps }
        /// Whether a site, which is empty, is one of those
        Survives { dst: Reg as Out, site: Reg, own: Set, free: Steps, enemies: Set, caught: Steps }
        /// How many groups of at least `min` sites a set falls into
        CountGroups { dst: Reg as Out, steps: Steps, set: Set, min: Reg }
        /// The size of the biggest group of sites of a set that has one of the seeds; 0 if there is none
        BiggestGroup { dst: Reg as Out, steps: Steps, set: Set, seeds: Set }
        /// Appends the sizes of the groups of at least `min` sites of a set that have one of the seeds
        GroupSizes { dst: List as InOut, steps: Steps, set: Set, seeds: Set, min: Reg }
        /// How many of some empty sites are in areas beside which only sites of a set are occupied
        Territory { dst: Reg as Out, steps: Steps, empty: Set, set: Set }

    } };
}
