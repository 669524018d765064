//! Coordinates against the labels of the board.

use fxhash::FxHashSet;

use super::equipment::Equipment;
use crate::ast::{Game, Node};
use crate::board::{Board, Containers, SiteType, Topology};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::Findings;

/// Warns about coordinates that no site has of the type that is asked for.
pub(super) fn check(
    game: &Game,
    equipment: &Equipment,
    containers: &Containers,
    findings: &mut Findings,
) {
    let board = containers.board();
    let mut labels: [Option<FxHashSet<&str>>; 3] = Default::default();
    for call in game.nodes().filter(|node| !node.is_list()) {
        let given = call.children().flat_map(Node::elements);
        for node in given.filter(|node| is_given(*node, equipment)) {
            let kind = site_type(call).unwrap_or(board.default);
            let labels = labels[kind as usize].get_or_insert_with(|| labels_of(containers, kind));
            if !labels.contains(node.text()) {
                let diagnostic = unknown(node, kind, labels, board);
                findings.add(diagnostic, node.origin(), &game.expanded.origins);
            }
        }
    }
}

fn unknown(node: Node<'_>, kind: SiteType, labels: &FxHashSet<&str>, board: &Board) -> Diagnostic {
    let capitals = node.text().to_ascii_uppercase();
    let help = if labels.contains(&*capitals) {
        Some(format!("did you mean \"{capitals}\"?"))
    } else if kind == SiteType::Edge {
        None
    } else {
        let (column, row) = board.topology.last_lines(kind);
        let kinds = kind.plural();
        Some(format!("the columns of {kinds} are A to {column}, the rows 1 to {row}"))
    };
    let message = format!("the board has no {} \"{}\"", kind.singular(), node.text());
    Diagnostic::new(Code::NoSuchCoordinate, message)
        .at(node.place(), "no such coordinate")
        .maybe_help(help)
}

/// The type of site that a call names.
fn site_type(call: Node<'_>) -> Option<SiteType> {
    SiteType::named(call.get("type")?.constant()?)
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

fn labels_of<'c>(containers: &'c Containers, kind: SiteType) -> FxHashSet<&'c str> {
    let topologies = containers.boards().iter().map(|board| &board.topology);
    let of =
        |topology: &'c Topology| topology.sites(kind).map(move |site| topology.label(kind, site));
    topologies.flat_map(of).collect()
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
