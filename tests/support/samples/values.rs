//! Sample values for the parameters of ludemes.
#![allow(
    clippy::match_same_arms,
    clippy::too_many_lines,
    clippy::unnested_or_patterns,
    reason = "tables, one line a parameter, in the order of the language"
)]

use ludc::ast::{Parameter, Signature, Slot, Table};

/// Whether an optional parameter is needed for the ludeme to have an effect.
pub(super) fn is_wanted(signature: &Signature, slot: &Slot, given: Option<&Parameter>) -> bool {
    let given = given.map_or("", |parameter| parameter.name);
    match (&*signature.head, slot.choices[0].name) {
        ("do", name) => name == "next" && given != "ifAfterwards",
        ("rules", name) => matches!(name, "play" | "end"),
        ("concentric", name) => name == "rings",
        ("add", "graph") => signature.family == "boards",
        ("renumber" | "recoordinate", "type1") => matches!(given, "type2" | "type3"),
        ("renumber" | "recoordinate", "type2") => given == "type3",
        ("scale", "y") => given == "z",
        ("is Line", "direction") | ("sizes Group", "directions") => given == "role",
        ("forEach Piece", "name") => given == "containerName",
        ("count StepsOnTrack", "site1") => given == "site2",
        ("sites", "name") => true,
        ("sites Loop", "colour") => given == "site",
        ("swap Pieces" | "move Swap Pieces", "site1") => given == "site2",
        ("place", name) if signature.family == "start" => {
            name == "sites" && !matches!(given, "region" | "coords")
                || name == "site" && !matches!(given, "container" | "coord")
        }
        ("place Stack", name) => name == "site" && given != "container",
        ("set", name) if signature.family == "start" => {
            name == "sites" && !matches!(given, "region" | "coords")
                || name == "site" && given != "coord"
        }
        ("is Loop", "colour") => matches!(given, "site" | "region"),
        ("pathExtent", "colour") => given == "start",
        ("nextPhase", "condition") => given != "condition",
        ("if", "result") => signature.family == "end",
        (head, "index" | "state") if head.starts_with("sites ") => true,
        _ => false,
    }
}

/// The sample values of a parameter; the first is also used while another parameter is tested.
pub(super) fn values(signature: &Signature, parameter: &Parameter) -> Vec<String> {
    if let Some(values) = chosen(signature, parameter) {
        return values.iter().map(|&value| value.to_owned()).collect();
    }
    let table = Table::get();
    let kind = table.kind(parameter.kind);
    let mut values: Vec<String> = if kind.constants.is_empty() {
        plain(signature, parameter, kind.name).iter().map(|&value| value.to_owned()).collect()
    } else {
        constants(kind.name, kind.constants.iter().map(|constant| constant.name))
    };
    for _ in 0..parameter.lists {
        values = vec![format!("{{{}}}", values[..values.len().min(2)].join(" "))];
    }
    values
}

/// The sample constants of an enumeration.
fn constants(kind: &str, names: impl Iterator<Item = &'static str>) -> Vec<String> {
    let few = |name: &&str| match kind {
        "Role" => matches!(
            *name,
            "Mover"
                | "Next"
                | "Prev"
                | "P1"
                | "P2"
                | "Neutral"
                | "Shared"
                | "All"
                | "Enemy"
                | "NonMover"
                | "Friend"
                | "Ally"
                | "Team1"
                | "TeamMover"
                | "Each"
        ),
        "AbsoluteDirection" => {
            matches!(
                *name,
                "Adjacent"
                    | "Orthogonal"
                    | "Diagonal"
                    | "OffDiagonal"
                    | "All"
                    | "N"
                    | "SW"
                    | "Rotational"
            )
        }
        "CompassDirection" => matches!(*name, "N" | "E" | "S" | "W"),
        "Team" => matches!(*name, "Team1" | "Team2"),
        _ => true,
    };
    names.filter(few).map(str::to_owned).collect()
}

/// Values by the type.
fn plain(signature: &Signature, parameter: &Parameter, kind: &str) -> &'static [&'static str] {
    match kind {
        "Int" => numbers(signature, parameter.name),
        "IntLiteral" => &["1", "2"],
        "Dim" => &["3", "4"],
        "Float" | "FloatLiteral" => &["1.5", "0.5"],
        "Bool" => &["(is Occupied (last To))"],
        "BoolLiteral" => &["True", "False"],
        "Ints" => &["(array {1 2})"],
        "Region" => &["(sites Occupied by:Mover)", "(sites Bottom)"],
        "Range" => &["(range 1 2)"],
        "Rotations" => &["(rotations Orthogonal)"],
        "Direction" => &["Orthogonal", "Forward", "(directions {N E})"],
        "Facing" => &["N", "SE"],
        "Graph" => &["(square 4)", "(shift 1 1 (square 3))"],
        "Poly" => &["(poly {{2 2} {2 5} {5 5} {5 2}})"],
        "Player" => &["(player 1)"],
        "Piece" => &["(piece (id \"Disc\" Mover))", "(piece {\"Disc1\" \"Disc2\"})"],
        "From" => &["(from (last To))"],
        "To" => &["(to if:(is Empty (to)))"],
        "Between" => &["(between if:(is Occupied (between)))"],
        "Apply" => &["(apply (addScore Mover 1))"],
        "Then" => &["(then (addScore Mover 2))"],
        "Moves" => &["(move Add (piece (id \"Disc\" Mover)) (to (sites Empty)))", "(move Pass)"],
        "NonDecision" => &["(addScore Mover 1)"],
        "StepEffect" => &["(step (to if:(is Empty (to))))"],
        "String" => &["\"Word\"", "\"Other\""],
        "PieceName" => &["\"Disc\"", "\"King\""],
        "ItemName" => &["\"Disc1\""],
        "ContainerName" => &["\"Hand1\""],
        "RegionName" => &["\"Home\""],
        "TrackName" => &["\"Way\""],
        "MapName" => &["\"Map\""],
        "PhaseName" => &["\"Second\""],
        "Coordinate" => &["\"A1\"", "\"B2\""],
        "PlaceName" => &["\"B1\""],
        "Track" => &["(track \"Round\" {0 1 2} loop:True)", "(track \"Back\" {3 2 1} P2)"],
        "TrackStep" => &["(trackStep 1)", "(trackStep E)"],
        "Card" => &["(card Ace rank:1 value:3)", "(card King rank:0 value:1)"],
        "Path" => &["(path from:0 to:2 colour:1)", "(path from:1 to:3 colour:2)"],
        "Flips" => &["(flips 0 1)"],
        "Pair" => &["(pair 1 2)", "(pair 2 3)"],
        "Hint" => &["(hint {0 1} 3)", "(hint {2 3} 4)"],
        "Values" => &["(values Cell (range 1 4))"],
        "Item" => &["(board (square 4))", "(piece \"Disc\" Each)"],
        "Players" => &["(players 2)"],
        "PlayerFacing" => &["(player N)", "(player S)"],
        "Mode" => &["(mode Alternating)"],
        "Equipment" => &["(equipment {(board (square 4)) (piece \"Disc\" Each)})"],
        "Rules" => &[
            "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))",
        ],
        "PlayRule" => &["(play (move Add (piece (id \"Disc\" Mover)) (to (sites Empty))))"],
        "Phase" => &[
            "(phase \"First\" (play (move Add (to (sites Empty)))) (nextPhase (> (count Moves) 3) \"Second\"))",
            "(phase \"Second\" (play (move Pass)))",
        ],
        "NextPhase" => &["(nextPhase (> (count Moves) 3) \"Second\")"],
        "Meta" => &["(meta (no Repeat))"],
        "MetaRule" => &["(no Repeat)", "(passEnd NoEnd)"],
        "Start" => &["(start (place \"Disc1\" 0))"],
        "StartRule" => &["(place \"Disc1\" 0)"],
        "Count" => &["(count \"Disc1\" 2)", "(count \"Disc2\" 1)"],
        "End" => &["(end (if (is Full) (result Mover Win)))"],
        "EndRule" | "EndIf" => {
            &["(if (is Full) (result Mover Win))", "(if (is Line 3) (result Mover Loss))"]
        }
        "Result" => &["(result Mover Win)"],
        "Score" => &["(score P1 (count Moves))", "(score P2 3)"],
        "Payoff" => &["(payoff P1 1.5)", "(payoff P2 2)"],
        "Games" => &["(games {(subgame \"Inner\") (subgame \"Inner\")})"],
        "Subgame" => &["(subgame \"Inner\")"],
        kind => panic!("no value for {kind}, the type of {} in {}", parameter.name, signature.text),
    }
}

/// Whole numbers by meaning.
fn numbers(signature: &Signature, name: &str) -> &'static [&'static str] {
    let head = &*signature.head;
    match name {
        "at" if matches!(head, "count Sites") => &["0"],
        "at" | "site" | "site1" | "from" | "start" | "through" | "origin" | "site2" | "of"
        | "to" | "other"
            if !matches!(
                head,
                "sites Edge"
                    | "sites Cell"
                    | "no Pieces"
                    | "count Pieces"
                    | "count Pips"
                    | "sizes Group"
            ) =>
        {
            match head {
                "players All" | "players Ally" | "players Enemy" | "players Friend"
                | "players NonMover" => &["1"],
                _ => &["(last To)", "1"],
            }
        }
        "what" | "piece" | "whats" | "component" | "trail" | "indices" => {
            &["(id \"Disc\" Mover)", "1"]
        }
        "index" | "level" | "container" | "dice" | "startAt" => &["0"],
        _ => &["2", "(count Moves)"],
    }
}

/// Values for single parameters whose type is not specific enough.
fn chosen(signature: &Signature, parameter: &Parameter) -> Option<&'static [&'static str]> {
    let (head, name, family) = (&*signature.head, parameter.name, signature.family);
    let kind = Table::get().kind(parameter.kind).name;
    let values: &[&str] = match (head, name) {
        ("poly", "points") if kind == "Float" => &["{{0.5 0.5} {0.5 4.5} {4.5 4.5} {4.5 0.5}}"],
        ("poly", "points") => &["{{0 0} {0 4} {4 4} {4 0}}"],
        ("square", "sides") => &["{4 4 4 4}"],
        ("celtic" | "hex" | "tri" | "tiling", "sides") => &["{3 3 3 3 3 3}"],
        ("clip", "graph") => &["(square 4)", "(square 6)"],
        ("union", "graph2") => &["(shift 6 0 (square 3))"],
        ("union", "graphs") => &["{(square 3) (shift 6 0 (square 3))}"],
        (_, "walk" | "walks") if parameter.lists == 2 => &["{{F R F}}"],
        (_, "walk") => &["{F R F}"],
        ("repeat", "step") => &["{{2 0} {0 2}}"],
        ("repeat", "poly") => &["(poly {{0 0} {0 2} {2 2} {2 0}})"],
        ("repeat", "polys") => &["{(poly {{0 0} {0 2} {2 2} {2 0}})}"],
        ("graph" | "add", "vertices") => &["{{0 0} {0 2} {2 2} {2 0}}"],
        ("graph", "edges") => &["{{0 1} {1 2} {2 3} {3 0}}"],
        ("add", "edges") if parameter.lists == 2 => &["{{0 6}}"],
        ("add", "edges") => &["{{{0 0} {1 2}}}"],
        ("add", "cells") if parameter.lists == 2 => &["{{0 1 6}}"],
        ("add", "cells") => &["{{{5 0} {6 0} {6 1}}}"],
        ("add", "edgesCurved") => &["{{{0 0} {2 2} {0 1} {1 0}}}"],
        ("remove", "cells") if family == "boards" && parameter.lists == 1 => &["{0 1}"],
        ("remove", "cells") => &["{{{0 0} {1 0} {1 1} {0 1}}}"],
        ("remove", "edges") if parameter.lists == 2 => &["{{0 1}}"],
        ("remove", "edges") => &["{{{0 0} {1 0}}}"],
        ("remove", "vertices") if parameter.lists == 1 => &["{0}"],
        ("remove", "vertices") => &["{{0 0}}"],
        ("concentric", "cells") => &["{1 4 8}"],
        ("concentric", "sides") => &["4"],
        ("concentric", "steps") => &["8"],
        ("regular", "basis") if kind == "BasisType" => &["Square"],
        ("spiral", "turns") => &["2"],
        ("spiral", "sites") => &["12"],
        ("mancalaBoard", "rows") => &["2", "4"],
        ("mancalaBoard", "columns") => &["3"],
        ("mancalaBoard", "numStores") => &["2", "1"],
        ("players", "count") => &["2", "1", "3"],
        ("hand", "role") => &["Each", "P1", "Shared"],
        ("dice", "faces") => &["{1 2 4 8 16 32}"],
        ("dice", "facesByDie") => &["{{1 2 3 4 5 6} {2 2 4 4 6 6}}"],
        ("dice", "biased") => &["{1 1 1 1 1 2}"],
        ("dice", "role") => &["Shared", "P1"],
        ("deck", "role") => &["Shared"],
        ("die", "numFaces") => &["6"],
        ("track", "sites") => &["{0 1 2 3}"],
        ("track", "path") => &["\"0,E,N,W\""],
        ("track", "owner") => &["1"],
        ("track" | "regions" | "piece" | "tile" | "card" | "domino" | "component", "role")
            if signature.family == "equipment" =>
        {
            &["P1", "Each", "Shared", "Neutral"]
        }
        ("tile", "numSides") => &["4"],
        ("tile", "slots") => &["{1 1 1 1}"],
        ("map", "keys") => &["{1 2}"],
        ("map", "values") => &["{3 4}"],
        ("pair", "value") if kind == "PlaceName" => &["\"B1\"", "\"Disc1\""],
        ("regions", "hintLabel") => &["\"Word\""],
        ("pair", "key" | "value") if kind == "Int" => &["1", "(* 2 3)"],
        ("^", "a" | "b") => &["2", "1"],
        ("game" | "match", "name") => &["\"Name\""],
        ("phase" | "nextPhase", "role") => &["Mover", "P1", "Shared"],
        ("match", "end") => &["(end (if (>= (matchScore P1) 2) (result P1 Win)))"],
        ("subgame", "name") => &["\"Inner\""],
        ("subgame", "option") => &["\"Size/Small\""],
        ("subgame", "next") => &["0"],
        ("result", "role") => &["Mover", "Next", "All", "P1", "TeamMover"],
        ("score" | "payoff", "role") => &["P1", "Mover"],
        ("forEach", "role") if family == "end" => &["Player", "NonMover"],
        ("forEach", "result") => &["(result Player Win)"],
        ("forEach Track", "if") => &["(is Full)"],
        ("place Random" | "place", "counts" | "count") if parameter.lists == 1 => &["{2 1}"],
        ("place" | "place Stack" | "place Random", "piece" | "pieces" | "items")
            if family == "start" =>
        {
            match (parameter.lists, kind) {
                (_, "Count") => &["{(count \"Disc1\" 2) (count \"Disc2\" 1)}"],
                (0, _) => &["\"Disc1\""],
                _ => &["{\"Disc1\" \"Disc2\"}"],
            }
        }
        ("count", "piece") if family == "start" => &["\"Disc1\""],
        ("set Hidden", "to") if kind == "Role" => &["P1", "All", "Mover"],
        (_, "coords") => &["{\"A1\" \"B2\"}"],
        (_, "site" | "sites" | "at") if family == "start" => match parameter.lists {
            0 => &["1"],
            _ => &["{1 2}"],
        },
        ("set", "values") if family == "start" => &["{{0 1}}"],
        (_, "role") if family == "start" => &["P1", "Shared", "All", "Each", "Neutral"],
        (_, "level") if family == "start" => &["0"],
        ("set Team", "roles") => &["{P1 P3}"],
        ("set Team", "team") => &["1"],
        (_, "to")
            if kind == "To"
                && matches!(
                    head,
                    "add"
                        | "claim"
                        | "select"
                        | "move"
                        | "fromTo"
                        | "move Add"
                        | "move Claim"
                        | "move Select"
                ) =>
        {
            &["(to (sites Empty))"]
        }
        ("move Shoot" | "shoot", "to") => &["(to if:(is Empty (to)))"],
        (_, "to") if kind == "To" && matches!(head, "set Rotation" | "move Set Rotation") => {
            &["(to (last To))"]
        }
        (_, "to") if kind == "To" && head == "custodial" => &["(to if:(is Friend (who at:(to))))"],
        (_, "to") if kind == "To" && matches!(head, "directional" | "intervene" | "surround") => {
            &["(to if:(is Enemy (who at:(to))) (apply (remove (to))))"]
        }
        ("move" | "fromTo" | "select" | "move Select", "from") => {
            &["(from (sites Occupied by:Mover))"]
        }
        ("move Bet" | "bet", "role") => &["Mover", "P1"],
        ("bet" | "move Bet", "amounts") => &["(range 1 3)"],
        ("swap Players" | "move Swap Players", "player1") => &["1"],
        ("swap Players" | "move Swap Players", "player2") => &["2"],
        ("swap Players" | "move Swap Players", "role1") => &["P1"],
        ("swap Players" | "move Swap Players", "role2") => &["P2"],
        ("promote" | "move Promote", "piece") => {
            &["(piece \"Queen1\")", "(piece {\"Queen1\" \"Disc1\"})"]
        }
        ("promote" | "move Promote", "role") => &["Mover", "P1"],
        ("take Control", "of") => &["Next", "P1", "All"],
        ("sow" | "sowEffect", "sowEffect") => &["(addScore Mover 1)"],
        ("sow" | "firstMoveOnTrack", "track") => &["\"Way\""],
        ("sow", "skipIf") => &["(is In (to) (sites Corners))"],
        ("sow", "apply") => &["(remove (to))"],
        ("sow", "if") => &["(= 2 (count at:(to)))"],
        ("sow", "forward" | "backtracking") => &["(= 2 (count at:(to)))"],
        ("random", "weights") => &["{1 2}"],
        ("random", "num") => &["2"],
        ("seq" | "and" | "or" | "priority", "moves") => {
            &["{(move Add (piece (id \"Disc\" Mover)) (to (sites Empty))) (move Pass)}"]
        }
        ("append", "moves") => {
            &["(forEach Piece (step (to if:(is Empty (to)))))", "(custodial (from (last To)))"]
        }
        ("satisfy", "constraint") => &["(all Different)"],
        ("satisfy", "constraints") => &["{(all Different) (is Sum (sites Row 0) 10)}"],
        ("while", "condition") => &["(< (count Pieces Mover) 4)"],
        ("while", "moves") => {
            &["(add (piece (id \"Disc\" Mover)) (to (regionSite (sites Empty) index:0)))"]
        }
        ("forEach Die", "moves") => &[
            "(move Add (piece (id \"Disc\" Mover)) (to (intersection (sites Empty) (sites {(pips)}))))",
        ],
        (_, "moves") if head == "set Hidden" => &["(pass)"],
        ("max Moves", "moves") => &["(forEach Piece (move Step (to if:(is Empty (to)))))"],
        ("forEach Value", "min") => &["1"],
        ("forEach Value", "max") => &["3"],
        ("forEach" | "forEach Site", "rule") => &["(place \"Disc1\" 5)"],
        ("forEach Player" | "forEach Team" | "forEach Value", "rule") => &["(set Score P1 2)"],
        ("range", "max") => &["5"],
        ("deal Dominoes" | "deal Cards", "count") => &["2"],
        ("deal Cards", "beginWith") => &["1"],
        (_, "swapRule") => &[],
        ("is Line", "length") => &["3"],
        ("is Connected" | "is Blocked", "regions") => &["{(sites Bottom) (sites Top)}"],
        ("is Connected" | "is Blocked", "role") => &["Mover", "P1"],
        ("is Connected" | "is Blocked", "count") => &["2"],
        ("is Loop" | "sites Loop", "colour") => &["(mover)"],
        ("is Target", "pieces") => &["{1 2}"],
        ("is Target", "sites") => &["{0 1}"],
        ("is Target", "container") => &["0"],
        ("is Related", "relation") => &["Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All"],
        ("is Pattern" | "sites Pattern", "whats") => &["{1 1 1}"],
        ("is Hidden", "to") if kind == "Role" => &["P1", "Mover", "Next"],
        ("can Move" | "sites Winning", "moves") => {
            &["(add (piece (id \"Disc\" Mover)) (to (sites Empty)))"]
        }
        ("sites To" | "sites From" | "sites Between", "moves") => &[
            "(forEach Piece (move Slide))",
            "(add (piece (id \"Disc\" Mover)) (to (sites Empty)))",
        ],
        ("mapEntry", "key") => &["1"],
        (
            "trackSite EndSite"
            | "trackSite FirstSite"
            | "trackSite Move"
            | "sites Track"
            | "count StepsOnTrack"
            | "slide"
            | "move Slide"
            | "max Distance",
            "track",
        ) => &["\"Way\""],
        ("handSite", "index") => &["1"],
        ("id", "name") => &["\"Disc\""],
        ("id", "role") => &["Mover", "P1", "Neutral", "Shared"],
        ("ahead", "directions") => &["Forward", "N", "SameDirection"],
        ("results", "value") => &["(+ (from) (to))"],
        ("sites Distance", "distance") => &["(range 1 2)"],
        (
            "sites Row" | "sites Column" | "sites Phase" | "sites Layer" | "sites Cell"
            | "sites Edge",
            "index",
        ) => &["0"],
        ("sites Side", "direction") => &["N", "E", "S", "W"],
        ("sites Hand", "moves") => &["(pass)"],
        ("sites Hand" | "handSite", "role") => &["Mover", "P1", "Shared"],
        ("card Rank" | "card Suit" | "card TrumpRank" | "card TrumpValue", "at") => {
            &["(handSite Mover)"]
        }
        ("set TrumpSuit" | "move Set TrumpSuit", "suit") => &["1"],
        ("set TrumpSuit" | "move Set TrumpSuit", "suits") => &["(array {1 2})"],
        ("face", "site") => &["(handSite Shared)"],
        ("count Sites", "name") => &["\"Hand1\""],
        ("difference", "value" | "site") => &["1"],
        ("is RegularGraph", "k") => &["2"],
        ("is RegularGraph", "odd" | "even") => &["True", "False"],
        ("is Path", "length") => &["(exact 2)", "(range 1 3)"],
        ("is In", "values") => &["{1 2}"],
        ("forAll", "condition") => &["(all Different (sites Row 0))"],
        ("is Count" | "is Sum", "region") => &["(sites Row 0)"],
        ("is Count", "name") => &["\"Word\""],
        ("is Sum", "name") => &["\"Word\""],
        ("all Different", "except") => &["0"],
        ("all Different", "excepts") => &["{0 1}"],
        ("hint", "sites") => &["{0 1}"],
        ("values", "range") => &["(range 1 4)"],
        ("values", "type") => &["Cell", "Vertex", "Edge"],
        ("set Cost" | "set Phase", "cost" | "phase") => &["2"],
        ("layers", "count") => &["2"],
        ("note", "numbers") => &["(array {1 2})"],
        ("then", "effect") => &["(addScore Mover 1)", "(moveAgain)"],
        ("apply", "effect") => &["(addScore Mover 1)", "(set State at:(to) 1)"],
        ("from", "level") | ("to", "level") => &["0"],
        ("to", "region") => &["(sites Empty)"],
        ("to", "if") => &["(is Empty (to))"],
        ("from", "region") => &["(sites Occupied by:Mover)"],
        ("piece", "name") if family == "moves" => &["\"Disc1\""],
        ("piece", "names") => &["{\"Disc1\" \"Disc2\"}"],
        ("piece", "indices") => &["{1 2}"],
        ("piece", "name") => &["\"Extra\""],
        ("component" | "card" | "die" | "domino" | "tile", "name") if family == "equipment" => {
            &["\"Extra\""]
        }
        ("dominoes", "upTo") => &["2"],
        _ => return None,
    };
    Some(values)
}
