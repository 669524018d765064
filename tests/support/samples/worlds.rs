//! The games in which ludemes are tested.

use ludc::ast::{Signature, Table};
use ludc::source::SourceFile;

/// A game of a match, by name.
pub(super) fn game_of_a_match(name: &str, _: &str) -> Option<SourceFile> {
    let text = "(game \"Inner\" (players 2) (equipment {(board (square <Size:sites>)) (piece \"Disc\" Each)})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
        (option \"Size\" <Size> args:{<sites>} {
            (item \"Small\" <2> \"Two by two.\")**
            (item \"Large\" <3> \"Three by three.\")
        })";
    (name == "Inner").then(|| SourceFile::new(name, text.to_owned()))
}

/// A game with a placeholder for the form under test.
#[derive(Clone)]
struct World {
    players: &'static str,
    board: String,
    items: String,
    meta: String,
    start: String,
    /// The moves that are always available.
    moves: String,
    end: String,
}

const DISC: &str = "(piece (id \"Disc\" Mover))";

impl World {
    /// Discs on a square board, with a track and regions.
    fn new() -> Self {
        Self {
            players: "(players 2)",
            board: "(board (square 4) {(track \"Way\" {0 1 2 3 7 6 5 4} loop:True) \
                    (track \"Home\" {12 13 14 15} P1)})"
                .into(),
            items: "(piece \"Disc\" Each (step (to if:(is Empty (to))))) (piece \"King\" Neutral) \
                    (piece \"Queen\" Each) (regions \"Home\" P1 (sites Bottom)) (regions P2 (sites Top)) \
                    (map \"Map\" {(pair 1 2) (pair 2 3)})"
                .into(),
            meta: String::new(),
            start: "(place \"Disc1\" {0 1}) (place \"Disc2\" {2 14}) (place \"King0\" 9)".into(),
            moves: format!("(move Add {DISC} (to (sites Empty)))"),
            end: String::new(),
        }
    }

    /// The world for a ludeme.
    fn of(signature: &Signature, call: &str) -> Self {
        let mut world = Self::new();
        let head = &*signature.head;
        let speaks = |words: &[&str]| words.iter().any(|word| call.contains(word));
        if speaks(&["Team", "(team)"]) || matches!(head, "set Team" | "forEach Team" | "team") {
            world.players = "(players 4)";
            world.start += " (set Team 1 {P1 P3}) (set Team 2 {P2 P4})";
        }
        if speaks(&["Hand", "handSite"]) {
            world.items += " (hand Each size:3)";
            world.start += " (place \"Disc1\" \"Hand1\")";
        }
        if matches!(
            head,
            "roll"
                | "forEach Die"
                | "count Pips"
                | "face"
                | "pips"
                | "all DiceEqual"
                | "all DiceUsed"
                | "is AnyDie"
        ) {
            world.items += " (dice num:2)";
            world.moves = format!("(do (roll) next:{})", world.moves);
        }
        if head.starts_with("card ")
            || matches!(
                head,
                "deal Cards"
                    | "playCard"
                    | "move PlayCard"
                    | "split Deck"
                    | "set TrumpSuit"
                    | "move Set TrumpSuit"
            )
        {
            world.board = "(board (rectangle 1 2))".into();
            world.items = "(deck) (hand Each)".into();
            world.start = String::new();
            world.moves = "(move Pass)".into();
            if signature.family != "start" {
                world.start += " (deal Cards 3)";
            }
        }
        if matches!(head, "deal Dominoes" | "take Domino" | "is PipsMatch") {
            world.board = "(boardless Square)".into();
            world.items = "(dominoes upTo:3) (hand Each size:20)".into();
            world.start = if signature.family == "start" {
                String::new()
            } else {
                "(deal Dominoes 3)".into()
            };
            world.moves = "(move (from (sites Hand Mover)) (to (sites LineOfPlay)))".into();
        }
        if head.starts_with("gravity")
            || head.starts_with("pin")
            || head.starts_with("noStackOn")
            || matches!(
                head,
                "is Flat"
                    | "is PyramidCorners"
                    | "sites Support"
                    | "count SitesPlatformBelow"
                    | "sites Layer"
                    | "layer"
            )
            || call.contains("isVisible")
        {
            world.board = "(board (square 4 pyramidal:True) {(track \"Way\" {0 1 2 3} loop:True)} use:Vertex)".into();
        }
        if matches!(
            head,
            "is Tree"
                | "is SpanningTree"
                | "is CaterpillarTree"
                | "is TreeCentre"
                | "is RegularGraph"
                | "sites Crossing"
                | "is Crossing"
                | "sites Angled"
                | "sites Axial"
                | "sites Horizontal"
                | "sites Slash"
                | "sites Slosh"
                | "sites Vertical"
        ) || head == "edge" && call.contains("(edge ")
            || call.contains("is Path Edge")
        {
            world.board = "(board (square 3) use:Edge)".into();
        }
        if call.contains("is Path Vertex") {
            world.board = "(board (square 4) use:Vertex)".into();
        }
        if matches!(head, "is SidesMatch" | "pathExtent")
            || call.contains("path:") && head == "is Loop"
        {
            world.items += " (tile \"Rail\" Each numSides:4 {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)})";
            world.moves = "(move Add (piece (id \"Rail\" Mover)) (to (sites Empty)))".into();
        }
        let cards = world.items.contains("(deck)");
        if matches!(
            head,
            "forEach Level"
                | "size Stack"
                | "count Stack"
                | "topLevel"
                | "last LevelFrom"
                | "last LevelTo"
        ) || head.starts_with("where Level")
            || !cards && speaks(&["level:", "stack:True", "byLevel", "top:True"])
        {
            world.start += " (place Stack \"Disc1\" 5 count:2)";
            world.moves =
                format!("(or {} (forEach Piece (move Step (to if:True) stack:True)))", world.moves);
        }
        if head.contains("LargePiece") {
            world.items += " (tile \"Big\" Each {F})";
            world.start = String::new();
            world.moves = "(move Add (piece (id \"Big\" Mover)) (to (sites Empty)))".into();
        }
        if head == "sow" {
            world.start = "(set Count 3 to:(sites Bottom))".into();
            world.items = "(piece \"Disc\" Shared) (regions \"Home\" P1 (sites Bottom))".into();
            world.moves = "(move Select (from (sites Bottom) if:(> (count at:(from)) 0)))".into();
        }
        world
    }

    /// A game with the tested moves in addition to those always available.
    fn choice(&self, moves: &str) -> String {
        self.playing(&format!("(or {moves} {})", self.moves))
    }

    /// A game in which each move has the tested consequence.
    fn effect(&self, effect: &str) -> String {
        self.playing(&format!("(or {{{} (move Pass)}} (then {effect}))", self.moves))
    }

    fn playing(&self, play: &str) -> String {
        self.ruled(&format!(
            "(rules {} {} (play {play}) (end {{{} (if (>= (count Moves) 12) (result Mover Win))}}))",
            self.meta,
            self.begin(),
            self.end,
        ))
    }

    fn begin(&self) -> String {
        if self.start.is_empty() { String::new() } else { format!("(start {{{}}})", self.start) }
    }

    fn ruled(&self, rules: &str) -> String {
        let Self { players, board, items, .. } = self;
        format!("(game \"Sample\" {players} (equipment {{{board} {items}}}) {rules})")
    }

    fn plain(&self) -> String {
        self.playing(&self.moves)
    }

    fn with_item(mut self, item: &str) -> String {
        self.items += item;
        self.plain()
    }

    fn with_board(mut self, board: &str) -> String {
        board.clone_into(&mut self.board);
        self.items = "(piece \"Disc\" Each (step (to if:(is Empty (to)))))".into();
        self.start = String::new();
        self.plain()
    }

    fn with_start(mut self, rule: &str) -> String {
        self.start = format!("{} {rule}", self.start);
        self.plain()
    }

    fn with_end(mut self, rule: &str) -> String {
        rule.clone_into(&mut self.end);
        self.plain()
    }
}

/// A deduction puzzle with a constraint.
fn puzzle(equipment: &str, start: &str, constraint: &str) -> String {
    format!(
        "(game \"Sample\" (players 1)
            (equipment {{(board (square 4) (values Cell (range 1 4))) {equipment}}})
            (rules {start} (play (satisfy {constraint})) (end (if (is Solved) (result P1 Win)))))"
    )
}

const LINES: &str = "(regions {Columns Rows}) (hints {(hint {0 1} 3) (hint {2 3} 4)})";

/// The games in which a ludeme is tested, one for each kind of context.
pub(super) fn games(signature: &Signature, call: &str) -> Vec<String> {
    let world = World::of(signature, call);
    let head = &*signature.head;
    let one = |game: String| vec![game];
    if let Some(games) = of_a_puzzle(signature, call) {
        return games;
    }
    match Table::get().kind(signature.result).name {
        "Game" => one(call.to_owned()),
        "Games" => one(contest(call)),
        "Subgame" => one(contest(&format!("(games {{{call} (subgame \"Inner\")}})"))),
        "Players" => one(format!(
            "(game \"Sample\" {call} (equipment {{(board (square 3)) (piece \"Disc\" Each)}})
                (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
        )),
        "PlayerFacing" => {
            let players = format!("\"Sample\" (players {{{call} (player S)}})");
            one(World { players: "", ..world.clone() }.plain().replacen("\"Sample\"", &players, 1))
        }
        "Mode" => one(world.plain().replacen("(players 2)", &format!("(players 2) {call}"), 1)),
        "Rules" => one(world.ruled(call)),
        "PlayRule" => one(world.ruled(&format!("(rules {} {call} (end (if (is Full) (result Mover Win))))", world.begin()))),
        "Phase" => one(world.ruled(&format!(
            "(rules {} phases:{{(phase \"First\" (play {}) (nextPhase (> (count Moves) 3) \"Second\")) {call}
                (phase \"Second\" (play (move Pass)))}} (end (if (>= (count Moves) 12) (result Mover Win))))",
            world.begin(), world.moves
        ))),
        "NextPhase" => one(world.ruled(&format!(
            "(rules {} phases:{{(phase \"First\" (play {}) {call}) (phase \"Second\" (play (move Pass)))}}
                (end (if (>= (count Moves) 12) (result Mover Win))))",
            world.begin(), world.moves
        ))),
        "Meta" => one(World { meta: call.to_owned(), ..world }.plain()),
        "MetaRule" => one(World { meta: format!("(meta {call})"), ..world }.plain()),
        "Equipment" => one(format!(
            "(game \"Sample\" (players 2) {call} (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
        )),
        "Item" => match head {
            "board" | "boardless" | "mancalaBoard" | "surakartaBoard" => one(world.with_board(call)),
            "deck" => one(World { items: world.items.clone() + " (hand Each)", ..world }.with_item(call)),
            "dominoes" => one(World { board: "(boardless Square)".into(), items: String::new(), start: String::new(), moves: "(move Pass)".into(), ..world }.with_item(call)),
            "hand" => one(World { moves: "(move Pass)".into(), ..world }.with_item(call)),
            _ => one(world.with_item(call)),
        },
        "Track" => one(world.with_board(&format!("(board (square 4) {call})"))),
        "TrackStep" => one(world.with_board(&format!("(board (square 4) (track \"Way\" {{{call}}}))"))),
        "Card" => one(World { items: world.items.clone() + " (hand Each)", ..world }.with_item(&format!("(deck {{{call}}})"))),
        "Path" => one(world.with_item(&format!("(tile \"Rail\" Each numSides:4 slotsPerSide:3 {{{call}}})"))),
        "Flips" => one(World { moves: "(forEach Site (sites Occupied by:All) (move Select (from (site)) (then (flip (last To)))))".into(), ..world }
            .with_item(&format!("(piece \"Extra\" Each {call})"))),
        "Pair" => one(World { moves: format!("(or {} (move Pass (then (set Score P1 (mapEntry \"Extra\" 1)))))", world.moves), ..world }
            .with_item(&format!("(map \"Extra\" {{{call}}})"))),
        "Graph" => {
            let flat = matches!(head, "spiral" | "wedge" | "complete" | "graph") || call.contains("edges");
            let kinds = if flat { &["Vertex", "Edge"][..] } else { &["Cell", "Vertex", "Edge"] };
            let kinds = if call.starts_with("(graph") && !call.contains("edges") { &["Vertex"] } else { kinds };
            kinds.iter().map(|kind| World::new().with_board(&format!("(board {call} use:{kind})"))).collect()
        }
        "Poly" => one(world.with_board(&format!("(board (hex {call}))"))),
        "Dim" => one(world.with_board(&format!("(board (square (max 3 {call})))"))),
        "Start" => one(world.ruled(&format!("(rules {call} (play {}) (end (if (>= (count Moves) 12) (result Mover Win))))", world.moves))),
        "StartRule" => one(world.with_start(call)),
        "Count" => one(world.with_start(&format!("(place Random {{{call}}} 5)"))),
        "End" => one(world.ruled(&format!("(rules {} (play {}) {call})", world.begin(), world.moves))),
        "EndIf" | "EndForEach" => one(world.with_end(call)),
        "Result" => one(world.with_end(&format!("(if (>= (count Moves) 5) {call})"))),
        "Score" => one(world.with_end(&format!("(if (>= (count Moves) 5) (byScore {{{call}}}))"))),
        "Payoff" => one(world.with_end(&format!("(if (>= (count Moves) 5) (payoffs {{{call}}}))"))),
        "Bool" => vec![
            world.effect(&format!("(if {call} (addScore Mover 1))")),
            world.clone().with_end(&format!("(if {call} (result Mover Win))")),
            world.choice(&format!("(if {call} (move Pass))")),
        ],
        "Int" => vec![
            world.effect(&format!("(set Score Mover {call})")),
            world.choice(&format!("(if (> 4 {call}) (move Pass))")),
        ],
        "Float" => one(world.effect(&format!("(set Score Mover (toInt {call}))"))),
        "Ints" | "Rotations" => match head {
            "team" => one(world.effect(&format!("(forEach Team (forEach Value {call} (addScore Mover (value))))"))),
            "rotations" => one(World { items: world.items.clone(), ..world.clone() }
                .choice(&format!("(move (from (sites Occupied by:Mover)) (to (sites Empty) {call}))"))),
            _ => vec![
                world.effect(&format!("(set Score Mover (max {call}))")),
                world.effect(&format!("(forEach Value {call} (addScore Mover (value)))")),
            ],
        },
        "Region" if call == "(sites)" => {
            one(world.effect("(forEach Group (addScore Mover (count Sites in:(sites))))"))
        }
        "Region" => vec![
            world.effect(&format!("(set Score Mover (count Sites in:{call}))")),
            world.choice(&format!("(move Select (from {call}))")),
        ],
        "Range" => one(world.effect(&format!("(set Score Mover (value Random {call}))"))),
        "Direction" => vec![
            world.effect(&format!("(set Score Mover (count Sites in:(sites Direction from:(last To) {call})))")),
            world.choice(&format!("(forEach Piece (move Slide {call}))")),
        ],
        "Decision" => one(world.choice(call)),
        "Effect" | "StepEffect" => of_an_effect(&world, head, call),
        "Moves" => vec![world.choice(call), world.effect(&format!("(and {{{call}}})"))],
        "From" => vec![
            world.choice(&format!("(move {call} (to (sites Empty)))")),
            world.choice(&format!("(forEach Piece (move Step {call} (to if:(is Empty (to)))))")),
            world.choice(&format!("(move Select {call})")),
        ],
        "To" => vec![
            world.choice(&format!("(move (from (sites Occupied by:Mover)) {call})")),
            world.choice(&format!("(move Add {DISC} {call})")),
        ],
        "Between" => vec![
            world.choice(&format!("(forEach Piece (move Hop {call} (to if:(is Empty (to)))))")),
            world.choice(&format!("(forEach Piece (move Slide {call}))")),
            world.effect(&format!("(custodial (from (last To)) {call})")),
        ],
        "Apply" => vec![
            world.choice(&format!("(forEach Piece (move Step (to if:(is Empty (to)) {call})))")),
            world.choice(&format!("(forEach Piece (move Hop (to if:(is Empty (to)) {call})))")),
            world.choice(&format!("(forEach Piece (move Slide (to {call})))")),
            world.choice(&format!("(move (from (sites Occupied by:Mover)) (to (sites Empty) {call}))")),
        ],
        "Then" => one(world.choice(&format!("(move Pass {call})"))),
        "Piece" => vec![
            world.choice(&format!("(move Add {call} (to (sites Empty)))")),
            world.choice(&format!("(forEach Piece (move Promote (from) {call}))")),
        ],
        "Player" => one(world.effect(&format!("(set Score {call} 1)"))),
        kind => panic!("no game for {kind}, the result of {}", signature.text),
    }
}

/// An effect is tested as a consequence and as a move.
fn of_an_effect(world: &World, head: &str, call: &str) -> Vec<String> {
    match head {
        // As an effect it would be a consequence of the moves that it tries.
        "max Moves" => vec![world.choice(call)],
        "satisfy" => vec![puzzle(LINES, "", call).replacen("(satisfy (satisfy", "(satisfy", 1)],
        _ => vec![world.effect(call), world.choice(call)],
    }
}

/// The games for puzzle ludemes.
fn of_a_puzzle(signature: &Signature, call: &str) -> Option<Vec<String>> {
    let head = &*signature.head;
    let kind = Table::get().kind(signature.result).name;
    let game = match (head, kind) {
        ("satisfy", _) => puzzle(LINES, "", "X").replace("(satisfy X)", call),
        ("is Solved", _) => puzzle(LINES, "", "(all Different)"),
        ("is Unique" | "is Count" | "is Sum" | "forAll", _) => puzzle(LINES, "", call),
        ("all Different", _) if !call.contains("if:") => puzzle(LINES, "", call),
        ("hint" | "edge", "Int") if !call.contains("(edge ") => {
            puzzle(LINES, "", &format!("(forAll Hint (is Sum (sites Hint) {call}))"))
        }
        ("sites Hint", _) => puzzle(LINES, "", &format!("(forAll Hint (is Sum {call} (hint)))")),
        ("hints", _) => puzzle(
            &format!("(regions {{Columns Rows}}) {call}"),
            "",
            "(forAll Hint (is Sum (sites Hint) (hint)))",
        ),
        ("hint", "Hint") => puzzle(
            &format!("(regions {{Columns Rows}}) (hints {{{call}}})"),
            "",
            "(forAll Hint (is Sum (sites Hint) (hint)))",
        ),
        ("values", "Values") => {
            puzzle(LINES, "", "(all Different)").replacen("(values Cell (range 1 4))", call, 1)
        }
        ("set", "StartRule") if call.contains("{{") => {
            puzzle(LINES, &format!("(start {call})"), "(all Different)")
        }
        _ => return None,
    };
    Some(vec![game])
}

/// A match with its games.
fn contest(games: &str) -> String {
    format!(
        "(match \"Sample\" (players 2) {games} (end (if (>= (matchScore P1) 2) (result P1 Win))))"
    )
}
