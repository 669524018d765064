//! Results of a game, and what stands on the board before it begins.

macro_rules! results {
    ([$next:ident $($later:ident)*] $($earlier:tt)*) => { $next! { [$($later)*] $($earlier)*

        // Results

        /// Sets the score of a player
        SetScore { player: Reg, score: Reg } [State]
        /// Gives a team a result
        TeamResult { team: Reg, result: Verdict } [State]
        /// Gives a player, or all of them, a result
        Result { player: Reg, result: Verdict } [State]
        /// Ranks the players by their scores, the lowest first if it is a misere game
        ByScore { misere: Reg } [State]
        /// Ranks the players by what they are paid: a list of players, each with the bits of a real number
        ByPayoffs { list: List } [State]
        /// Gives a player a result of the match; those who win in one evaluation of its end rules share
        /// the first rank
        MatchResult { player: Reg, result: Verdict } [State, Match]
        /// Ranks the players by their points in the match, the lowest first if it is misere
        ByMatchScore { misere: Reg } [State, Match]
        /// Sets the phase of a player
        SetPhase { player: Reg, phase: Reg } [State]

        // The start

        /// Puts pieces on the sites of a set, which are those of a layer, before the game begins
        Place { what: Reg, set: Set, count: Reg, state: Reg, rotation: Reg, value: Reg, layer: LayerIndex } [State]
        /// Puts pieces on `count` sites of a set that have none, drawn by chance; the count, which may be
        /// drawn as well, is asked for anew before each
        PlaceRandom { what: Reg, set: Set, layer: LayerIndex, count: Block, state: Reg, value: Reg } [State, Chance]
        /// Puts the pieces of a list on a site, on top of each other, in an order that chance decides
        PlacePile { pieces: List, site: Reg, layer: LayerIndex, state: Reg, value: Reg } [State, Chance]
        /// Puts half of the pieces of a list, the last ones first, on sites of a set that have none, drawn
        /// by chance
        PlaceHalf { pieces: List, set: Set, layer: LayerIndex, state: Reg, value: Reg } [State, Chance]
        /// Makes the moves of a block, each as a placement
        PlaceMoves { body: Block } [State]

    } };
}
