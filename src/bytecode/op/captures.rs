//! Captures and sowing.

macro_rules! captures {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Captures. Each runs `effect` for the sites that are caught, one by one; what it makes is done
        // after all of it was made. Sites that count are those of a set for which a block, if there is
        // one, is true as well.

        /// Effects on the line of targets (read as `between`) on each ray between a site and a friend
        /// (read as `to`). `beyond` tells whether the edge counts as a friend
        Custodial { from: Reg, rays: Rays, min: Reg, max: Reg, targets: Set, target: Option<Block>, friends: Set, friend: Option<Block>, beyond: Option<Block>, effect: Block } [Moves]
        /// If there are such lines: a move that adds a piece to the site, told in `a` as by `PushOn`, and moves that
        /// turn over all that is caught, by `each` one by one, by `all` at once. The edge is no friend, and every
        /// piece has another side
        TurnOver { from: Reg, rays: Rays, targets: Set, friends: Set, a: Reg, adding: Recipe, each: Recipe, all: Recipe } [Moves]
        /// The sites of a set from which a line of targets, in one of some directions, ends at a friend
        Catching { dst: Set as Out, within: Set, shifts: Shifts, targets: Set, friends: Set } [Steady]
        /// Effects on the targets (read as `to`) on both sides of a site, if there are some on both; the
        /// rays of a site come in pairs
        Intervene { from: Reg, rays: Rays, min: Reg, max: Reg, targets: Set, target: Option<Block>, effect: Block } [Moves]
        /// Effects on each target (read as `between`) beside a site whose other neighbours are all, but
        /// for `except` of them, friends (read as `to`), and one of them in `with`
        Surround { from: Reg, steps: Steps, targets: Set, target: Option<Block>, friends: Set, friend: Option<Block>, except: Reg, with: Option<Set>, effect: Block } [Moves]
        /// The variant of a table of rays that goes from one site to another; -1 if none does
        Towards { dst: Reg as Out, rays: Rays, from: Reg, to: Reg }
        /// Effects on the targets (read as `to`) one after the other on each ray of a site, of the given
        /// variant of the table
        Directional { from: Reg, rays: Rays, way: Option<Reg>, targets: Set, target: Option<Block>, effect: Block } [Moves]
        /// Effects on the groups of targets (read as `between`) beside a site that have no empty site
        /// beside them but for `except` of them
        Enclose { from: Reg, layer: LayerIndex, steps: Steps, targets: Set, except: Reg, effect: Block } [Moves]
        /// Effects on the groups of targets (read as `between`) beside a site that are enclosed by one chain
        /// of sites, each a step of `beside` from the one before it
        EncloseArea { from: Reg, layer: LayerIndex, steps: Steps, beside: Steps, targets: Set, effect: Block } [Moves]

        // Sowing. Both change the state at once, and leave no move in the list.

        /// Lays `count` pieces of site `start` on the sites after it on the track of a player, on itself
        /// only if `own` is true or, as the first, if `origin` is. Block `each` tells how many are laid on
        /// a site and makes what else is done there; none are laid where `skip` holds. Both are read before
        /// any piece is laid, with the site in `to` and the number left in `value`. Runs `reap` with the
        /// last site in `to`. The place of that site on the track; -1 if there is no way
        Sow { dst: Reg as Out, start: Reg, count: Reg, tracks: Numbers, player: Reg, own: Reg, origin: Reg, each: Option<Block>, skip: Option<Block>, reap: Option<Block> } [Moves, State, Apart]
        /// Makes the moves of `take` for the site at a place of a track, if `test` holds, and for as long
        /// as both hold and `on` as well, for the sites before it, or after it with `forward`. All are
        /// found before any is made, with the site in `to`
        Reap { start: Reg, tracks: Numbers, player: Reg, place: Reg, test: Option<Block>, take: Block, on: Option<Block>, forward: bool } [Moves, State, Apart]

    } };
}
