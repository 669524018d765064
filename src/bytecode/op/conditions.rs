//! Tests of the past and of what stands on the board.

macro_rules! conditions {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Tests of the past

        /// Whether the last move was a pass
        WasPass { dst: Reg as Out }
        /// Whether all players have passed one after the other
        AllPassed { dst: Reg as Out }
        /// Whether the position has been there before: 0 position, 1 situation, 2 and 3 in this turn
        Repeats { dst: Reg as Out, kind: Repetition }
        /// Whether the last positions came three times in the same order
        Cycles { dst: Reg as Out }
        /// Whether a player without a result has been marked
        IsTriggered { dst: Reg as Out, player: Reg }

        // Tests of the board

        /// Whether a line of `length` pieces of the same kind goes through a site
        Line { dst: Reg as Out, rays: Rays, site: Reg, length: Reg, exact: bool, among: Option<Set> }
        /// The same by all lines that go through the site, which are there as sets
        LineOf { dst: Reg as Out, lines: Rays, rays: Rays, length: Reg, site: Reg, among: Option<Set> }
        /// The same over the sites of a set, not counting on beyond two neighbours with pieces on all sites
        /// that are one step of `up` from both, and not the other way along a ray unless `opposites` is set
        VisibleLine { dst: Reg as Out, rays: Rays, up: Steps, site: Reg, length: Reg, exact: bool, opposites: bool, among: Set }
        /// The length of the longest line over sites of a set
        LongestLine { dst: Reg as Out, rays: Rays, set: Set }
        /// Whether a line goes through one of several sites. Block `length` and `exact` are asked for each
        /// of them; `test` is a condition for each site of the line, with the site in `to`; a line may have
        /// gaps if it is not `contiguous`, goes both ways with `opposites`, and has `many` kinds of pieces.
        /// The sites are those of a layer
        LineThrough { dst: Reg as Out, rays: Rays, pivots: Set, layer: LayerIndex, length: Block, exact: Block, among: Option<Set>, test: Option<Block>, contiguous: Reg, opposites: Reg, many: Reg }
        /// The sites of those rays of a site, which are walks, whose pieces are those listed, again and
        /// again; the site itself comes first. The sites are those of a layer
        Pattern { dst: Set as Out, rays: Rays, site: Reg, layer: LayerIndex, whats: List }
        /// Whether a site belongs to a closed wall of pieces of an owner, around sites of `within`. `near`,
        /// `beside` and `rays` lead to the sites inside, `steps` along the wall; `outer` are the sites that
        /// cannot be inside. The sites are those of a layer
        Ring { dst: Reg as Out, site: Reg, layer: LayerIndex, colour: Reg, near: Steps, beside: Steps, rays: Rays, steps: Steps, outer: Set, within: Option<Set> }
        /// The sites of such a wall, as few as go around, or those inside of it if `inside` is true
        RingSites { dst: Set as Out, site: Reg, layer: LayerIndex, colour: Reg, near: Steps, beside: Steps, rays: Rays, steps: Steps, outer: Set, within: Option<Set>, inside: Reg }
        /// The sites to which the paths of a colour lead from the tile at a site on, from tile to tile and never
        /// straight back. `sides` are the sites beyond the sides of each; a site is beside itself where there
        /// is none
        PathSites { dst: Set as Out, site: Reg, colour: Reg, sides: Steps }
        /// Whether the path ends of the tile at a site meet their like on all tiles beside it; no if there is
        /// nothing on it, yes if that is no tile. A rotation of `turn` is one side further
        SidesMatch { dst: Reg as Out, site: Reg, sides: Steps, turn: Imm }
        /// Whether the domino at a site lies beside its like; yes if there is none
        PipsMatch { dst: Reg as Out, site: Reg, steps: Steps, rays: Rays }
        /// Where dominoes can be laid beside those that lie; `first` if there are none
        LineOfPlay { dst: Set as Out, first: Set }
        /// Appends the dominoes that are on no site
        AppendUndealt { dst: List as InOut }
        /// Whether edges make no circle. `ends` are the vertices at the ends of all edges, two by two
        IsForest { dst: Reg as Out, ends: Numbers, vertices: Imm, edges: Set }
        /// Whether a tree of edges is one way with leaves: no vertex where edges meet is joined to more than
        /// two others of this kind
        IsCaterpillar { dst: Reg as Out, ends: Numbers, vertices: Imm, edges: Set }
        /// Whether edges make no circle and a vertex is the centre of the tree that it is in
        IsTreeCentre { dst: Reg as Out, ends: Numbers, vertices: Imm, edges: Set, vertex: Reg }
        /// Whether equally many edges meet at all vertices, `wanted` ones if it is given, and an even
        /// number if `parity` is 0, an odd one if it is 1
        IsRegular { dst: Reg as Out, ends: Numbers, vertices: Imm, edges: Set, wanted: Option<Reg>, parity: Imm }
        /// Whether edges make a path through one of them, from `least` to `most` edges long, which comes
        /// back to where it begins if it is `closed`
        IsPath { dst: Reg as Out, ends: Numbers, vertices: Imm, edges: Set, edge: Reg, least: Reg, most: Reg, closed: Reg }
        /// Whether the sites of a set that hang together with one of them make a path, from `least` to `most` sites
        /// long; if it is `closed`, whether a shortest circle through that site is as long
        IsPathOfSites { dst: Reg as Out, steps: Steps, set: Set, site: Reg, least: Reg, most: Reg, closed: Reg }
        /// Whether a block is true for all sites of a set, with the site in `var`
        AllSites { dst: Reg as Out, set: Set, var: Reg as Bind, test: Block }
        /// Whether no two sites of a set hold the same component, or none
        AllDifferent { dst: Reg as Out, set: Set }
        /// Whether `need` of the sets of a row cannot be connected any more through the
        /// sites that are free for it
        Blocked { dst: Reg as Out, steps: Steps, targets: Row, need: Reg, free: Set }
        /// Whether the group of the owner at a site touches `need` of the sets of a row
        Connected { dst: Reg as Out, steps: Steps, site: Reg, targets: Row, need: Reg, role: Option<Reg> }

    } };
}
