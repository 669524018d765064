//! Coordinates against the labels of the board.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use crate::ast::{Game, Node};
use crate::board::{Board, Containers, SiteType};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::Findings;

/// Warns about coordinates that no site has, whatever its type.
pub(super) fn check(
    game: &Game,
    equipment: &Equipment,
    containers: &Containers,
    findings: &mut Findings,
) {
    let mut given = game.nodes().filter(|node| is_given(*node, equipment)).peekable();
    // Most games have none, and need no list of labels.
    if given.peek().is_none() {
        return;
    }
    let labels: FxHashSet<&str> = containers.boards().iter().flat_map(labels).collect();
    for node in given.filter(|node| !labels.contains(node.text())) {
        let capitals = node.text().to_ascii_uppercase();
        let help = if labels.contains(&*capitals) {
            format!("did you mean \"{capitals}\"?")
        } else {
            extent(containers.board())
        };
        let message = format!("the board has no site \"{}\"", node.text());
        let diagnostic = Diagnostic::new(Code::NoSuchCoordinate, message)
            .at(node.place(), "no such coordinate")
            .help(help);
        findings.add(diagnostic, node.origin(), &game.expanded.origins);
    }
}

/// Whether a text looks like a coordinate: digits, or letters and digits. As the language has it, of
/// three letters the first two are equal.
pub(super) fn is_coordinate(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = text.as_bytes().split_at(letters);
    let is_column = letters.len() < 3 || letters.len() == 3 && letters[0] == letters[1];
    is_column && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a node is a coordinate, and not the name of a piece or region that looks like one.
fn is_given(node: Node<'_>, equipment: &Equipment) -> bool {
    let name = node.text();
    let other = match node.names() {
        Some("Coordinate") => false,
        Some("PlaceName") => equipment.components.iter().any(|piece| piece.name == name),
        Some("RegionName") => equipment.regions.iter().any(|region| region == name),
        _ => return false,
    };
    is_coordinate(name) && !other
}

fn labels(board: &Board) -> impl Iterator<Item = &str> {
    let topology = &board.topology;
    let of = move |kind| topology.sites(kind).map(move |site| topology.label(kind, site));
    SiteType::ALL.into_iter().flat_map(of)
}

/// How far the coordinates of a board go. Edges have none of their own.
fn extent(board: &Board) -> String {
    let kind = if board.default == SiteType::Edge { SiteType::Vertex } else { board.default };
    let (column, row) = board.topology.last_lines(kind);
    format!("the columns of the board are A to {column}, the rows 1 to {row}")
}

#[cfg(test)]
mod tests {
    use super::is_coordinate;

    #[test]
    fn coordinates_are_told_by_their_looks() {
        assert!(["7", "A1", "AB12", "AAB3"].into_iter().all(is_coordinate));
        assert!(!["", "A", "Man1", "Disc1", "A1B", "A-1", "Ä1"].into_iter().any(is_coordinate));
    }
}
