//! Generating moves, and what is done with the moves of a block.

macro_rules! moves {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Moves. A generator appends moves to the list that is being made, or, when only the existence
        // of a move is asked for, notes that there is one.

        /// A move with all its parts
        Push { from: Reg, to: Reg, a: Reg, b: Reg, recipe: Recipe } [Moves, Steady]
        /// A move from a site to each site of a set
        PushEach { from: Reg, set: Set, a: Reg, b: Reg, recipe: Recipe } [Moves, Steady]
        /// A move from each site of a set to itself
        PushOn { set: Set, a: Reg, b: Reg, recipe: Recipe } [Moves, Steady]
        /// Additions of a large piece on each site of a set, with the given local state or, if it is -1, with
        /// all that it can have, where all sites that it would cover are empty. The component and the local
        /// state are in `a` of the moves
        AddLarge { what: Reg, state: Reg, set: Set, recipe: Recipe } [Moves]
        /// Moves of the large piece on a site to each site of a set or that it covers now, with all local
        /// states that it can have, where it would cover only such sites. The local state is in `a` of the
        /// moves
        MoveLarge { from: Reg, set: Set, b: Reg, recipe: Recipe } [Moves]
        /// Steps from a site to those neighbours for which the test holds, with the neighbour in `to`
        Step { from: Reg, steps: Steps, test: Option<Block>, a: Reg, b: Reg, recipe: Recipe } [Moves, Steady] binds(Reg::FROM, Reg::TO)
        /// Steps from a site to those neighbours that are in a set
        StepInto { from: Reg, steps: Steps, set: Set, recipe: Recipe } [Moves, Steady]
        /// Steps of all pieces of a set at once, in directions that are shifts, into a set
        StepAll { pieces: Set, shifts: Shifts, into: Set, recipe: Recipe } [Moves, Steady]
        /// Slides from a site over sites for which `go` holds (read as `between`), ending before `stop`
        /// (read as `to`) or on the site for which it holds, `keep` deciding which are moves
        Slide { from: Reg, rays: Rays, go: Block, stop: Option<Block>, keep: Option<Block>, min: Reg, max: Reg, b: Reg, stopping: Recipe, passing: Recipe } [Moves, Steady] binds(Reg::FROM, Reg::TO, Reg::BETWEEN)
        /// Slides from a site over the sites of `go`, and onto the first one beyond if it is in `stop`
        SlideInto { from: Reg, rays: Rays, go: Set, stop: Option<Set>, recipe: Recipe } [Moves, Steady]
        /// The same moves as a set, where it does not matter which way they went; the rays are there as sets
        Sweep { from: Reg, rays: Rays, go: Set, stop: Option<Set>, recipe: Recipe } [Moves, Steady]
        /// The sites that such slides over the sites of `go` end on
        Swept { dst: Set as Out, from: Reg, rays: Rays, go: Set } [Steady]
        /// Slides from a site along tracks: for each of them one ray of sites to pass and one of sites to
        /// end on, by one recipe where `stop` holds and by the other where it does not
        TrackSlide { from: Reg, rays: Rays, go: Block, stop: Option<Block>, keep: Option<Block>, min: Reg, max: Reg, a: Reg, b: Reg, stopping: Recipe, passing: Recipe } [Moves] binds(Reg::FROM, Reg::TO, Reg::BETWEEN)
        /// Hops from a site over a hurdle of `min` to `max` sites for which `over` holds (read as
        /// `between`), at most `before` sites away, to a site for which `into` holds (read as `to`), at
        /// most `after` sites behind it. With `instead`, only onto sites for which `into` does not hold
        /// but `instead` does
        Hop { from: Reg, rays: Rays, over: Option<Block>, into: Block, instead: Option<Block>, before: Reg, min: Reg, max: Reg, after: Reg, b: Reg, recipe: Recipe } [Moves, Steady] binds(Reg::FROM, Reg::TO, Reg::BETWEEN)
        /// Hops from a site over the next one, if it is in `over`, to the one behind it, if it is in `into`
        HopInto { from: Reg, rays: Rays, over: Set, into: Set, b: Reg, recipe: Recipe } [Moves, Steady]
        /// Hops of all pieces of a set at once, over sites of `over` to those behind them that are in `into`:
        /// the shifts come in pairs, to the one and to the other, and are the rays of the table
        HopAll { pieces: Set, shifts: Shifts, rays: Rays, over: Set, into: Set, b: Reg, recipe: Recipe } [Moves, Steady]
        /// Runs a block for the sites on each ray from a site, from the `min`th to the `max`th, with the
        /// site in `to`: leaves a ray before a site for which `test` does not hold, or `between` before
        /// the `min`th. On each ray `between` is first what it was before
        ForRays { from: Reg, rays: Rays, between: Option<Block> as InnerTest, test: Option<Block> as InnerTest, min: Reg, max: Reg, body: Block as Inner } [Moves] binds(Reg::TO, Reg::BETWEEN)
        /// The number of the first direction in which a step leads from one site to another; if none
        /// does, that of the direction which the piece on the first one faces
        Heading { dst: Reg as Out, steps: Steps, from: Reg, to: Reg } [AllWays]
        /// Runs a block with the group of a site over the sites of a set in `region`; as `ForGroups` does
        /// for the group with that first site
        WithGroup { site: Reg, steps: Steps, set: Set, test: Option<Block>, body: Block } [Moves] binds(Set::REGION)
        /// Runs a block for each group of the sites of a set, with the group in `region` and its first
        /// site in `from`, `to` and `group`. With `test`, a group has only sites for which it holds, with its first
        /// site in `from`
        ForGroups { steps: Steps, set: Set, test: Option<Block>, body: Block } [Moves] binds(Reg::FROM, Reg::TO, Reg::GROUP, Set::REGION)
        /// Runs a block for each direction in which a ray leads from one site to another, or only for the
        /// first, once a ray, with the number of the direction in `heading`
        ForHeadings { rays: Rays, from: Reg, to: Reg, all: bool, body: Block } [Moves, AllWays] binds(Reg::HEADING)
        /// Runs a block for each entry of a component on the board, with the site in `from`. When moves to
        /// a site are looked for, only for those entries of which a table says that they may lead there
        ForPieces { what: Reg, within: Set, body: Block as Inner, before: Option<Reach> } [Moves, Steady] binds(Reg::FROM)
        /// Runs a block for each entry of the list of a component on some sites, in its order, with the site in
        /// `from` and, where there are stacks, the level in `level`; with `top` for entries at the top of a stack
        ForListed { what: Reg, within: Set, top: bool, body: Block } [Moves] binds(Reg::FROM, Reg::LEVEL)
        /// The first site of the list of a component that is in a set; -1 if there is none
        FirstListed { dst: Reg as Out, what: Reg, set: Set }
        /// The sites of the lists of those components in a table that belong to some owners, one bit for each
        SitesListed { dst: Set as Out, owners: Reg, kinds: Numbers }
        /// Makes another player the mover, for what follows up to `Mover`'s end
        AsMover { player: Reg, body: Block } [Moves]
        /// The same for what a move does when it is made: while moves are generated for another player, and made
        /// in order to ask something, he is the mover already
        AsGenerated { player: Reg, body: Block } [Moves]
        /// The moves of a block, as moves of a player
        MadeBy { player: Reg, body: Block } [Moves]
        /// Keeps those moves of a block for which the test holds after they were made, without the last
        /// `outer` consequences. `guard` tells a test that holds anyway inside the question it asks: 1 for
        /// threats, 2 for the moves of the next player. `direct` is a block that makes just these moves
        /// without trying any, and `single` one that tells of the move that ends at `to` whether it is one of
        /// them. `royal` is the component of the mover that no enemy can move to after them, if that is all
        /// that the test asks. `top` is 1 if it stands in a play rule itself, with nothing around it that looks at
        /// its moves: then a plan may postpone the test until one of them is drawn. It is 2 if it is one of several
        /// alternatives inside of such moves, which tell by themselves what is to be asked
        IfAfterwards { body: Block as Inner, test: Block, direct: Option<Block> as Inner, single: Option<Block>, royal: Option<Reg>, outer: Imm, guard: Guard, top: Nesting } [Moves]
        /// The moves of a block as they are after all moves of another block are made; a move by the
        /// recipe `pass` if there are none
        DoNext { prior: Block, body: Block, pass: Option<Recipe>, a: Reg, b: Reg } [Moves]
        /// One move that throws all dice: what they show is drawn here
        Roll { recipe: Recipe } [Moves, Chance]
        /// As many of the moves of a block as a number says, or as there are, drawn by chance; the same one
        /// may be drawn again. Asks chance
        DrawMoves { body: Block, count: Reg } [Moves, Chance]
        /// Those moves of a block with which the mover can make the most moves in a row, or, by value,
        /// take the most of the values of pieces; without the last `outer` consequences of these moves
        MaxMoves { body: Block, value: Reg, outer: Imm } [Moves, Apart]
        /// Those moves of a block that take the most pieces, or the most of their values; the same way
        MaxCaptures { body: Block, value: Reg, outer: Imm } [Moves, Apart]
        /// Those moves of a block that do not lead back to the position that is remembered
        AvoidRemembered { body: Block } [Moves]
        /// One move for all moves of a block, which are what it does
        PushAll { body: Block, a: Reg, b: Reg, recipe: Recipe } [Moves]
        /// A move that adds a piece to a site, told in `a` as by `PushOn`, unless it stands before the last moves
        /// that turn pieces over, and one that turns the piece on another site over; none of them if that
        /// piece has no other side
        PushTurned { site: Reg, a: Reg, adding: Recipe, turned: Reg, turning: Recipe } [Moves]
        /// One move for each move of one block with each move of another
        PushPairs { first: Block, second: Block, b: Reg, recipe: Recipe } [Moves]
        /// Runs a block that makes moves, takes all of it back, and passes on what was done as moves that
        /// do nothing else; `joined` if they are parts of one move that ends with the next in the list
        Rehearse { body: Block, joined: bool } [Moves, Apart]
        /// Runs a block that makes moves, takes all of it back, and passes on one move for each of them: its
        /// number is the upper half of `a`
        PushRehearsed { body: Block, b: Reg, recipe: Recipe } [Moves, Apart]
        /// Makes all moves of a block; with `last`, each of them is the last move for what comes next.
        /// Passes on a move by the recipe `after` behind what each of them does
        MakeAll { block: Block, last: bool, after: Option<Recipe> } [Moves]
        /// Runs a block while a condition holds, as often as makes sense
        While { test: Block, body: Block } [Moves]
        /// The moves of a block as they are after all moves of another block are made, and before each of
        /// them what those moves do
        EffectsInTurn { prior: Block, body: Block } [Moves, Apart]
        /// The moves of a block, each behind what is made before it: that is found out now, not when the
        /// moves before it have been made
        Unfold { body: Block } [Moves]
        /// Makes a list of its own, and passes its moves on afterwards
        Collect { body: Block as Inner } [Moves, Steady]
        /// How much has been found so far: a number that grows with every move
        Mark { dst: Reg as Out } [Steady]
        /// Goes on elsewhere if there are more moves than at a mark
        JumpIfMore { mark: Reg, to: Label } [Moves, Steady]
        /// Goes on elsewhere if all that is asked is whether a move ends at a site
        JumpIfSought { to: Label } [Moves]
        /// For each site of a set and each number from `least` on: a move that gives the site the number, if
        /// after it some constraints are not contradicted and a block is true, with the site in `var`, and one
        /// that makes the number possible or not, unless it is the one that the site has
        Satisfy { vars: Set, least: Reg, first: Imm, count: Imm, var: Reg as Bind, test: Option<Block>, give: Recipe, toggle: Recipe } [Moves, Puzzle]
        /// How many legal moves the mover has; 0 while they are being counted
        LegalCount { dst: Reg as Out }
        /// Whether a block makes a move that the meta rules allow
        CanMove { dst: Reg as Out, body: Block as Inner }
        /// Whether a player has no move, as far as the state has noted it; asks anew for the next player
        NoMoves { dst: Reg as Out, player: Reg, next: bool }
        /// Whether an enemy of a component's owner could move to the site; `any` if it is about whatever
        /// stands there
        Threatened { dst: Reg as Out, what: Reg, site: Reg, layer: LayerIndex, moves: Option<Block>, any: bool }

    } };
}
