//! Lints: constructs that are surely unintended.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use super::facts::asks_pieces;
use super::spelling::{Known, Prefixes};
use crate::ast::typed::{Item, NextPhase, Phase, PieceItem, Region, Regions, Text};
use crate::ast::words::{HiddenData, RelativeDirection, Role};
use crate::ast::{Game, Ludeme, Node, ParameterName, ValueType, View};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::{Category, Findings};
use crate::syntax::Origin;

/// Warns about parts of a game that have no effect.
pub(super) fn check(game: &Game, equipment: &Equipment, findings: &mut Findings) {
    let origins = &game.expanded.origins;
    let mut warn = |node: Node<'_>, diagnostic| findings.add(diagnostic, node.origin(), origins);
    for piece in unused_pieces(game, equipment) {
        let (piece, name) = (piece.node(), piece.name().text());
        let message = format!("the piece \"{name}\" is never used");
        let diagnostic = Diagnostic::new(Code::UnusedPiece, message)
            .at(piece.place(), "never placed, added or named");
        warn(piece, diagnostic);
    }
    for phase in unreached_phases(game) {
        let (phase, name) = (phase.node(), phase.name().text());
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
        let (region, name) = (region.node(), region.name().map_or("", Text::text));
        let message = format!("the region \"{name}\" is never used");
        let diagnostic =
            Diagnostic::new(Code::UnusedRegion, message).at(region.place(), "no rule names it");
        warn(region, diagnostic);
    }
    if let Some((direction, word)) = same_facing(game, equipment) {
        let word = word.name();
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
    let has_moves = |item: Item<'_>| {
        let moves = item.node().argument(ParameterName::Moves);
        moves.is_some() || matches!(item, Item::Dominoes(_))
    };
    let asked = game.rules()?.descendants().find(|node| asks_pieces(*node))?;
    // A piece may have moves with other options.
    (!game.items().any(has_moves)).then_some(asked)
}

/// A relative direction in the moves of a piece that is the same for several players, because no facing is
/// given.
fn same_facing<'g>(game: &'g Game, equipment: &Equipment) -> Option<(Node<'g>, RelativeDirection)> {
    let turns = |node: &Node<'_>| {
        let turns = matches!(
            node.ludeme(),
            Some(Ludeme::SetRotation | Ludeme::MoveSetRotation | Ludeme::Rotations)
        );
        turns
            || node.argument(ParameterName::Facing).is_some()
            || node.argument(ParameterName::Facings).is_some()
            || node.word() == Some(HiddenData::Rotation)
    };
    if equipment.players < 2 || game.nodes().any(|node| turns(&node)) {
        return None;
    }
    // Forward but not backward: rules with both are the same for any facing.
    let relative = |piece: Node<'g>| {
        let given = piece.descendants().filter(|node| !node.is_default());
        let named = |node: Node<'g>| node.word::<RelativeDirection>().map(|word| (node, word));
        let words: Vec<(Node<'g>, RelativeDirection)> = given.filter_map(named).collect();
        let ahead = words.iter().find(|(_, word)| leads_ahead(*word)).copied();
        ahead.filter(|_| !words.iter().any(|(_, word)| leads_back(*word)))
    };
    let mut found = None;
    let mut owners: Vec<usize> = Vec::new();
    for piece in pieces(game).map(View::node) {
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

/// Whether a relative direction has a part that leads ahead.
fn leads_ahead(direction: RelativeDirection) -> bool {
    use RelativeDirection as To;
    matches!(
        direction,
        To::Forward | To::Forwards | To::FL | To::FLL | To::FLLL | To::FR | To::FRR | To::FRRR
    )
}

/// Whether a relative direction has a part that leads back.
fn leads_back(direction: RelativeDirection) -> bool {
    use RelativeDirection as To;
    matches!(
        direction,
        To::Backward | To::Backwards | To::BL | To::BLL | To::BLLL | To::BR | To::BRR | To::BRRR
    )
}

/// The items that declare plain pieces.
fn pieces(game: &Game) -> impl Iterator<Item = PieceItem<'_>> {
    game.items().filter_map(|item| match item {
        Item::Piece(piece) => Some(piece),
        _ => None,
    })
}

/// Pieces that no rule refers to and that are not added by default.
fn unused_pieces<'g>(game: &'g Game, equipment: &Equipment) -> Vec<PieceItem<'g>> {
    // A number or an owner can refer to any piece, and puzzles have decorative pieces.
    let any_piece = |node: Node<'_>| match node.ludeme() {
        Some(Ludeme::Piece) => {
            let names = [ParameterName::Index, ParameterName::Indices];
            names.into_iter().any(|name| node.argument(name).is_some())
        }
        Some(Ludeme::Set | Ludeme::Satisfy) => true,
        _ => false,
    };
    if game.nodes().any(any_piece) {
        return Vec::new();
    }
    let is_name = |node: &Node<'_>| {
        matches!(
            node.value_type(),
            Some(ValueType::PieceName | ValueType::ItemName | ValueType::PlaceName)
        )
    };
    let named = game.nodes().filter(is_name);
    let named = Known::new(named.map(Node::text).collect());
    let full = Prefixes::of_parts(equipment.components.iter().map(|piece| &*piece.name));
    let mut is_called = vec![named.has(""); equipment.components.len()];
    for name in named.distinct() {
        full.with(name).for_each(|index| is_called[index] = true);
    }
    let mentions = Mentions::of(game);
    // Without a piece, these use the one with the number of the player, or the first.
    let adds = game.nodes().any(|node| match node.ludeme() {
        Some(Ludeme::AddEffect | Ludeme::MoveAdd | Ludeme::Claim | Ludeme::MoveClaim) => {
            node.argument(ParameterName::Piece).is_none()
        }
        ludeme => matches!(ludeme, Some(Ludeme::SetCountEffect | Ludeme::SetCountStartRule)),
    });
    let is_used = |piece: &PieceItem<'_>| {
        let declared = piece.name().text();
        let made = || equipment.made_by(piece.node()).map(|(number, _)| number);
        let by_name = named.has_part(declared) || made().any(|number| is_called[number - 1]);
        let by_default = adds && made().any(|number| number <= equipment.players);
        by_name || by_default || mentions.again(declared)
    };
    pieces(game).filter(|piece| !is_used(piece)).collect()
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
fn unused_regions(game: &Game) -> Vec<Regions<'_>> {
    // A puzzle uses all of its regions.
    let by_owner = |node: Node<'_>| match Region::from(node) {
        Region::SitesDeclared(sites) => sites.player_or_role().is_some() && sites.name().is_none(),
        _ => matches!(node.ludeme(), Some(Ludeme::IsConnected | Ludeme::IsBlocked)),
    };
    if game.nodes().any(|node| node.ludeme() == Some(Ludeme::Satisfy)) {
        return Vec::new();
    }
    let finds_owned = game.nodes().any(by_owner);
    let mentions = Mentions::of(game);
    let is_unused = |item: &Regions<'_>| {
        let is_owned = !item.role().is_default();
        let name = item.name().filter(|_| !(is_owned && finds_owned));
        name.is_some_and(|name| mentions.quoted.count(name.text()) < 2)
    };
    let regions = game.items().filter_map(|item| match item {
        Item::Regions(regions) => Some(regions),
        _ => None,
    });
    regions.filter(is_unused).collect()
}

/// Unreachable phases, except the first.
fn unreached_phases(game: &Game) -> Vec<Phase<'_>> {
    let next = game.nodes().filter(|node| node.ludeme() == Some(Ludeme::NextPhase));
    // Without a name it leads to the following phase, which depends on the player.
    let named: Option<FxHashSet<&str>> =
        next.map(|next| NextPhase::from(next).phase().map(Text::text)).collect();
    let Some(named) = named else { return Vec::new() };
    let mentions = Mentions::of(game);
    let is_unreached = |phase: &Phase<'_>| {
        let name = phase.name().text();
        phase.role().value() == Role::Shared && !named.contains(name) && !mentions.again(name)
    };
    let phases = game.nodes().filter(|node| node.ludeme() == Some(Ludeme::Phase));
    phases.map(Phase::from).skip(1).filter(is_unreached).collect()
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
    let ignored = node.ludeme().is_some_and(Ludeme::ignores_consequence);
    ignored.then(|| node.argument(ParameterName::Then))?
}
