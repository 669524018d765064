//! What stands on sites, whose turn it is, stacks of pieces, and sites of other types than the board's.

macro_rules! state {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // The state

        /// A number that the state keeps
        Scalar { dst: Reg as Out, scalar: Scalar } [Pure]
        /// A number that the state keeps for each player; -1 for a number that is no player's
        PerPlayer { dst: Reg as Out, array: PerPlayer, player: Reg } [Pure]
        /// A variable with a name
        Var { dst: Reg as Out, number: Variable }
        /// The variable of a site among `count` of them, one for each site; -1 if the site has none
        VarAt { dst: Reg as Out, first: Imm, count: Imm, site: Reg }
        /// How many games of the match are over
        Trials { dst: Reg as Out } [Match]
        /// The points of a player in the match; -1 for a number that is no player's
        MatchScore { dst: Reg as Out, player: Reg } [Match]
        /// Where the first move of the mover's turn began; -1 if the turn has not begun
        TurnStart { dst: Reg as Out }
        /// The player before the mover who made the last move; -1 if there is none
        MoverBefore { dst: Reg as Out }
        /// The component on a site; 0 for none
        What { dst: Reg as Out, site: Reg } [Pure]
        /// The owner of what is on a site; 0 for nobody
        Who { dst: Reg as Out, site: Reg } [Pure]
        /// How many pieces are on a site
        CountAt { dst: Reg as Out, site: Reg } [Pure]
        /// How many pieces are on a site of the board; 0 for any other
        CountOnBoard { dst: Reg as Out, site: Reg } [Pure]
        /// The local state of a site
        StateAt { dst: Reg as Out, site: Reg } [Pure]
        /// The rotation of what is on a site
        RotationAt { dst: Reg as Out, site: Reg } [Pure]
        /// The value of the piece on a site
        ValueAt { dst: Reg as Out, site: Reg } [Pure]
        /// The local state that the piece on a site has after it was flipped; -1 if it has no other side
        Flipped { dst: Reg as Out, site: Reg }
        /// How many pieces are on the sites of a set
        CountIn { dst: Reg as Out, set: Set } [Pure]
        /// Whether a player is an enemy of the mover; nobody is not
        IsEnemy { dst: Reg as Out, player: Reg } [Pure]
        /// Whether a player is the mover or on the mover's side
        IsFriend { dst: Reg as Out, player: Reg } [Pure]
        /// The players of a side of a player, or of a team: one bit for each
        Side { dst: Reg as Out, side: Side, of: Reg }
        /// Whether a player has no result yet
        IsActive { dst: Reg as Out, player: Reg }

        // Stacks. Levels are counted from the bottom; -1 stands for the top. Components are given as a
        // table with a number for each that is not 0 for those that are meant.

        /// How many pieces are on a site
        Height { dst: Reg as Out, site: Reg } [Stacks]
        /// The sites with fewer pieces on each other than a number
        LowerThan { dst: Set as Out, limit: Reg } [Stacks]
        /// How many pieces are on the sites of a set
        HeightIn { dst: Reg as Out, set: Set } [Stacks]
        /// The level of the top of a site; 0 if it is empty, -1 if it is no site
        TopLevel { dst: Reg as Out, site: Reg } [Stacks]
        /// Something of the piece at a level of a site; 0 if there is none
        AtLevel { dst: Reg as Out, datum: Datum, site: Reg, level: Reg } [Stacks]
        /// The level that the last move names where it began, or where it ended if `to` is 1; 0 if it names
        /// none, -1 if there was no move
        LastLevel { dst: Reg as Out, to: bool } [Stacks]
        /// The highest level of a site with a component, or the lowest if `top` is 0, and with a local
        /// state if one is given; -1 if there is none
        LevelWith { dst: Reg as Out, site: Reg, what: Reg, state: Option<Reg>, top: Reg } [Stacks]
        /// How many levels of the sites of a set there are for which the test holds, up to the first for
        /// which `stop` holds, from the top if `down` is 1, with the site in `to` and the level in `level`
        CountLevels { dst: Reg as Out, set: Set, layer: LayerIndex, down: bool, test: Option<Block>, stop: Option<Block> } [Stacks] binds(Reg::TO, Reg::LEVEL)
        /// Runs a block for each level of a site, from the top if `down` is 1, with the level in `level`,
        /// where the last one stays
        ForLevels { site: Reg, down: bool, body: Block } [Moves, Stacks] binds(Reg::LEVEL)
        /// How many of these components there are of these owners, given as one bit for each, on the sites
        /// of a set where a test holds, with the site in `site` and the level in `level`; those of a site
        /// count once for each of these owners who has a piece there
        CountOwned { dst: Reg as Out, owners: Reg, kinds: Numbers, set: Set, test: Option<Block> } [Stacks] binds(Reg::SITE, Reg::LEVEL)
        /// The sites with one of these components of these owners at any level
        OwnedWithin { dst: Set as Out, owners: Reg, kinds: Numbers } [Stacks]
        /// The sites with a component at any level; none for a number that is no component
        HoldingWithin { dst: Set as Out, what: Reg } [Stacks]
        /// Runs a block for each entry of a component in a set, with the site in `from` and the level in
        /// `level`; only for those on top if `top` is 1
        ForLevelsOf { what: Reg, within: Set, top: bool, body: Block } [Moves, Stacks] binds(Reg::FROM, Reg::LEVEL)
        /// Whether a line of pieces goes through the top of a site from level to level: of the components
        /// of a list, of those of an owner, or like the one on top
        LevelLine { dst: Reg as Out, rays: Rays, site: Reg, length: Reg, exact: bool, whats: Option<List>, owner: Option<Reg> } [Stacks]
        /// Whether the pieces of a site of a set are those of a table, from the bottom; if `first` is 1,
        /// none if a site before it has another number of them
        StackIs { dst: Reg as Out, set: Set, whats: Numbers, first: bool } [Stacks]

        /// An operation on real numbers, which are kept as the bits of their single precision, see `RealOp`
        Real { dst: Reg as Out, a: Reg, b: Reg, op: RealOp }

        // Sites of other types than the board's, see `Layer`

        /// The number by which the state knows a site of a layer, given as its first site and its size;
        /// sites beside the board belong to every layer. -1 for what is none of its sites
        Locate { dst: Reg as Out, site: Reg, first: Imm, count: Imm }
        /// The sites of a layer that are in a set of the state, by the numbers of the language
        OnLayer { dst: Set as Out, set: Set, first: Imm, count: Imm }
        /// The type of site that the last move began or ended at: 0 vertices, 1 edges, 2 cells; -1 if it
        /// has no such site
        LastKind { dst: Reg as Out, to: bool }

    } };
}
