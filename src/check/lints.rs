//! Lints: constructs that are surely unintended.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use super::spelling::{Known, Prefixes};
use crate::ast::{Game, Node};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::{Category, Findings};
use crate::syntax::Origin;

/// Warns about parts of a game that have no effect.
pub(super) fn check(game: &Game, equipment: &Equipment, findings: &mut Findings) {
    let origins = &game.expanded.origins;
    let mut warn = |node: Node<'_>, diagnostic| findings.add(diagnostic, node.origin(), origins);
    for piece in unused_pieces(game, equipment) {
        let name = piece.arg("name").map_or("", Node::text);
        let message = format!("the piece \"{name}\" is never used");
        let diagnostic = Diagnostic::new(Code::UnusedPiece, message)
            .at(piece.place(), "never placed, added or named");
        warn(piece, diagnostic);
    }
    for phase in unreached_phases(game) {
        let name = phase.arg("name").map_or("", Node::text);
        let diagnostic =
            Diagnostic::new(Code::UnreachedPhase, format!("the phase \"{name}\" is never reached"))
                .at(phase.place(), "no `(nextPhase …)` leads here");
        warn(phase, diagnostic);
    }
    for option in game.expanded.options.iter().filter(|option| is_unused(game, option)) {
        let message = format!("the option \"{}\" has no effect", option.heading);
        let diagnostic = Diagnostic::new(Code::UnusedOption, message)
            .at(option.span(), format!("its tag `<{}>` does not occur", option.tag()));
        findings.add(diagnostic, Origin::FILE, origins);
    }
    let mut warn = |node: Node<'_>, diagnostic| findings.add(diagnostic, node.origin(), origins);
    for region in unused_regions(game) {
        let name = region.arg("name").map_or("", Node::text);
        let message = format!("the region \"{name}\" is never used");
        let diagnostic =
            Diagnostic::new(Code::UnusedRegion, message).at(region.place(), "no rule names it");
        warn(region, diagnostic);
    }
    if let Some(direction) = same_facing(game, equipment) {
        let word = direction.constant().unwrap_or_default();
        let message = format!("`{word}` is the same direction for the pieces of every player");
        let diagnostic = Diagnostic::new(Code::SameFacing, message)
            .at(direction.place(), "all pieces face north")
            .help("give each player a facing: `(players {(player N) (player S)})`");
        warn(direction, diagnostic);
    }
    if let Some(asked) = nothing_moves(game) {
        let diagnostic = Diagnostic::new(Code::NothingMoves, "no piece has its own moves")
            .at(asked.place(), "uses the moves of the pieces")
            .help("declare the moves with the piece: `(piece \"Name\" Each (step …))`");
        warn(asked, diagnostic);
    }
    for then in game.nodes().filter_map(ignored_consequence) {
        let diagnostic = Diagnostic::new(Code::ThenIgnored, "this consequence is never executed")
            .at(then.place(), "ignored here");
        warn(then, diagnostic);
    }
}

/// A `(forEach Piece)` in a game where no piece has its own moves.
fn nothing_moves(game: &Game) -> Option<Node<'_>> {
    let asks = |node: &Node<'_>| node.head() == "forEach Piece" && node.arg("moves").is_none();
    let has_moves = |item: Node<'_>| item.get("moves").is_some() || item.head() == "dominoes";
    let asked = game.rules()?.descendants().find(asks)?;
    // A piece may have moves with other options.
    (!game.equipment().any(has_moves)).then_some(asked)
}

/// A relative direction in the moves of a piece that is the same for several players, because no facing is
/// given.
fn same_facing<'g>(game: &'g Game, equipment: &Equipment) -> Option<Node<'g>> {
    let turns = |node: &Node<'_>| {
        node.get("facing").is_some()
            || node.get("facings").is_some()
            || matches!(node.effect_head(), "set Rotation" | "rotations")
            || node.constant() == Some("Rotation")
    };
    if equipment.players < 2 || game.nodes().any(|node| turns(&node)) {
        return None;
    }
    // Forward but not backward: rules with both are the same for any facing.
    let relative = |piece: Node<'g>| {
        let named = |node: &Node<'g>| node.enumeration() == Some("RelativeDirection");
        let begins = |node: Node<'g>, letter| {
            node.constant().is_some_and(|word| word.starts_with(letter)) && !node.is_default()
        };
        let words: Vec<Node<'g>> = piece.descendants().filter(named).collect();
        let ahead = words.iter().find(|&&node| begins(node, 'F')).copied();
        ahead.filter(|_| !words.iter().any(|&node| begins(node, 'B')))
    };
    let pieces = game.equipment().filter(|item| item.head() == "piece");
    let mut found = None;
    let mut owners: Vec<usize> = Vec::new();
    for piece in pieces {
        if let Some(direction) = relative(piece) {
            found = found.or(Some(direction));
            let players = 1..=equipment.players;
            let made = equipment.made_by(piece).map(|(_, component)| component.owner);
            owners.extend(made.filter(|owner| players.contains(owner)));
        }
    }
    owners.sort_unstable();
    owners.dedup();
    found.filter(|_| owners.len() > 1)
}

/// Pieces that no rule refers to and that are not added by default.
fn unused_pieces<'g>(game: &'g Game, equipment: &Equipment) -> Vec<Node<'g>> {
    // A number or an owner can refer to any piece, and puzzles have decorative pieces.
    let any_piece = |node: Node<'_>| {
        node.is("piece", "Piece") && (node.arg("index").is_some() || node.arg("indices").is_some())
            || node.is("set", "StartRule")
            || node.head() == "satisfy"
    };
    if game.nodes().any(any_piece) {
        return Vec::new();
    }
    let named = game
        .nodes()
        .filter(|node| matches!(node.names(), Some("PieceName" | "ItemName" | "PlaceName")));
    let named = Known::new(named.map(Node::text).collect());
    let full = Prefixes::of_parts(equipment.components.iter().map(|piece| &*piece.name));
    let mut is_called = vec![named.has(""); equipment.components.len()];
    for name in named.distinct() {
        full.with(name).for_each(|index| is_called[index] = true);
    }
    let mentions = Mentions::of(game);
    // Without a piece, these use the one with the number of the player, or the first.
    let adds = game.nodes().any(|node| match node.effect_head() {
        "add" | "claim" => node.get("to").is_some() && node.arg("piece").is_none(),
        head => head == "set Count",
    });
    let is_used = |piece: &Node<'_>| {
        let declared = piece.arg("name").map_or("", Node::text);
        let by_name = named.has_part(declared)
            || equipment.made_by(*piece).any(|(number, _)| is_called[number - 1]);
        let by_default =
            adds && equipment.made_by(*piece).any(|(number, _)| number <= equipment.players);
        by_name || by_default || mentions.again(declared)
    };
    game.equipment().filter(|item| item.head() == "piece" && !is_used(item)).collect()
}

/// The names in the author's rules before expansion, since other options may use them.
struct Mentions<'g> {
    quoted: Prefixes<'g>,
    pieces: Prefixes<'g>,
}

impl<'g> Mentions<'g> {
    fn of(game: &'g Game) -> Self {
        let file = game.expanded.sources.main();
        let text = file.map_or("", |file| file.text());
        let end = game.expanded.metadata.map_or(text.len(), |span| span.start as usize);
        let after = |mark: &'static str| {
            let text = &text[..end];
            text.match_indices(mark).map(move |(at, _)| &text[at + mark.len()..])
        };
        Self { quoted: Prefixes::of(after("\"")), pieces: Prefixes::of(after("(piece \"")) }
    }

    /// Whether a name occurs more often than it is declared.
    fn again(&self, name: &str) -> bool {
        self.quoted.count(name) > self.pieces.count(name).max(1)
    }
}

/// Regions that no rule refers to by name or by owner.
fn unused_regions(game: &Game) -> Vec<Node<'_>> {
    // A puzzle uses all of its regions.
    let by_owner = |node: Node<'_>| match node.head() {
        "sites" => {
            let owner = node.get("role").or_else(|| node.get("player"));
            owner.is_some() && node.get("name").is_none()
        }
        "is Connected" | "is Blocked" => true,
        _ => false,
    };
    if game.nodes().any(|node| node.head() == "satisfy") {
        return Vec::new();
    }
    let finds_owned = game.nodes().any(by_owner);
    let mentions = Mentions::of(game);
    let is_unused = |item: &Node<'_>| {
        let is_owned = item.given("role").is_some();
        let name = item.given("name").filter(|_| !(is_owned && finds_owned));
        name.is_some_and(|name| mentions.quoted.count(name.text()) < 2)
    };
    game.equipment().filter(|item| item.head() == "regions" && is_unused(item)).collect()
}

/// Unreachable phases, except the first.
fn unreached_phases(game: &Game) -> Vec<Node<'_>> {
    let next: Vec<Node<'_>> = game.nodes().filter(|node| node.head() == "nextPhase").collect();
    // Without a name it leads to the following phase, which depends on the player.
    if next.iter().any(|next| next.arg("phase").is_none()) {
        return Vec::new();
    }
    let named: FxHashSet<&str> =
        next.iter().filter_map(|next| next.arg("phase").map(Node::text)).collect();
    let mentions = Mentions::of(game);
    let phases = game.nodes().filter(|node| node.is("phase", "Phase"));
    let shared = |phase: &Node<'_>| phase.arg("role").and_then(Node::constant) == Some("Shared");
    phases
        .skip(1)
        .filter(|phase| shared(phase))
        .filter(|phase| {
            phase
                .arg("name")
                .is_some_and(|name| !named.contains(name.text()) && !mentions.again(name.text()))
        })
        .collect()
}

/// Whether the tag of an option occurs only in the option itself. An option with a single item may exist just
/// for rulesets to name it.
fn is_unused(game: &Game, option: &Category) -> bool {
    if option.items.len() < 2 {
        return false;
    }
    let Some(file) = game.expanded.sources.main() else { return false };
    let count = |tag: String| file.text().matches(&tag).count();
    let (plain, with_value) = (format!("<{}>", option.tag()), format!("<{}:", option.tag()));
    count(plain) <= 1 && count(with_value) == 0
}

/// The consequence of a ludeme that never executes it.
fn ignored_consequence(node: Node<'_>) -> Option<Node<'_>> {
    let slots = &node.signature()?.slots;
    let parameter = &slots.last()?.choices[0];
    let ignored = parameter.name == "then" && parameter.note.starts_with("has no effect");
    ignored.then(|| node.arg("then"))?
}
