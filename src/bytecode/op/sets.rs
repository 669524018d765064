//! Sets of sites.

macro_rules! sets {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Sets of sites

        /// The same set
        CopySet { dst: Set as Out, a: Set } [Pure]
        /// Sites in either
        Union { dst: Set as Out, a: Set, b: Set } [Pure]
        /// Sites in both
        Intersect { dst: Set as Out, a: Set, b: Set } [Pure]
        /// Sites in a, not in b
        Subtract { dst: Set as Out, a: Set, b: Set } [Pure]
        /// The set of one site; empty for a negative one
        Singleton { dst: Set as Out, site: Reg } [Pure]
        /// The sites of a set and one more; the same set for a negative one
        Insert { dst: Set as Out, a: Set, site: Reg }
        /// The sites of a set without one; the same set for a negative one
        Withdraw { dst: Set as Out, a: Set, site: Reg }
        /// The sites with pieces of a player; none for a number that is no owner
        OwnedBy { dst: Set as Out, player: Reg } [Pure]
        /// The sites with pieces of several players, given as one bit for each
        OwnedByAny { dst: Set as Out, players: Reg }
        /// The sites with pieces of the enemies of the mover; what belongs to all is among them
        OfEnemies { dst: Set as Out } [Pure]
        /// The sites with pieces of the mover's side
        OfFriends { dst: Set as Out } [Pure]
        /// The sites with a component; none for a number that is no component
        HoldingPiece { dst: Set as Out, what: Reg } [Pure]
        /// An entry of a table of sets; empty for a number outside of it
        LookSet { dst: Set as Out, table: Reach, index: Reg } [Pure]
        /// The sites of all entries of a table of sets whose numbers are in a set
        LookAll { dst: Set as Out, table: Reach, set: Set }
        /// The sites of the board with a local state; 0 is that of sites without a piece as well
        WithState { dst: Set as Out, state: Reg } [Pure]
        /// The sites of which something, by its number, is hidden from a player; none for a number that
        /// is no player's
        HiddenFrom { dst: Set as Out, thing: Hidden, player: Reg }
        /// The sites that the piece on a site covers; the site itself if it covers no others, none if there
        /// is no piece
        Footprint { dst: Set as Out, site: Reg }
        /// The sites of the board where a component stood before the first move
        StartSites { dst: Set as Out, what: Reg } [Pure]
        /// The sites of the hurdle that the last move went over
        LastBetween { dst: Set as Out }
        /// The sites of the rays from the sites of a set, at most so many of each, up to the first for
        /// which `stop` holds with the site in `to`, and that one too if `keep` holds
        Along { dst: Set as Out, rays: Rays, set: Set, stop: Option<Block>, keep: Option<Block>, most: Reg }
        /// The sites at exactly a place on the rays from the sites of a set; the first one is at 1
        AtPlace { dst: Set as Out, rays: Rays, set: Set, place: Reg }
        /// The sites before one site on the first ray from another that leads to it
        Between { dst: Set as Out, rays: Rays, from: Reg, to: Reg }
        /// What is in sight of a site along rays: 0 all empty sites, 1 the last empty site or the last of
        /// all, 2 the first piece
        InSight { dst: Set as Out, rays: Rays, site: Reg, kind: Sight }
        /// The sites where the moves of a block begin, or end if `to` is 1, or those that they go over if it is 2
        SitesOfMoves { dst: Set as Out, body: Block, to: MoveSites }
        /// The sites where moves end by which a player would win at once, if he were to move
        Winning { dst: Set as Out, player: Reg, body: Block }
        /// So many sites of a set, drawn by chance; all of them if there are no more. Writes the state of
        /// the generator
        RandomSites { dst: Set as Out, set: Set, count: Reg } [Chance]
        /// The sites of a set for which a block is true, with the site in `var`
        Filter { dst: Set as Out, a: Set, var: Reg as Bind, test: Block as InnerTest }
        /// Whether a site is in a set; false for a negative one
        Contains { dst: Reg as Out, set: Set, site: Reg } [Pure]
        /// Number of sites
        Size { dst: Reg as Out, set: Set } [Pure]
        /// Whether it has no site
        IsNone { dst: Reg as Out, set: Set } [Pure]
        /// Whether all sites of a are in b
        IsSubset { dst: Reg as Out, a: Set, b: Set }
        /// The site of that number in the set; -1 if it has not as many
        Nth { dst: Reg as Out, set: Set, index: Reg } [Pure]
        /// Runs a block for each site of a set, with the site in `var`; the block may change the set
        ForSites { set: Set, var: Reg as Bind, body: Block as Inner } [Moves, Steady]
        /// Runs a block for each number from `first` to `last`, with the number in `var`
        ForRange { first: Reg, last: Reg, var: Reg as Bind, body: Block } [Moves]

    } };
}
