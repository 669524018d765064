//! Which registers an expression reads.

use crate::ast::Node;
use crate::bytecode::Reg;
use crate::lower::dice::draws_lots;

/// The ludeme that reads a register.
pub(in crate::lower) fn word(register: Reg) -> &'static str {
    match register {
        Reg::FROM => "from",
        Reg::TO => "to",
        Reg::BETWEEN => "between",
        Reg::SITE => "site",
        Reg::LEVEL => "level",
        Reg::VALUE => "value",
        _ => "player",
    }
}

pub(in crate::lower) fn is_variable(node: Node<'_>, var: Reg) -> bool {
    node.is(word(var), "Int") && node.get("at").is_none_or(Node::is_default)
}

/// Whether an expression may read a register. Ludemes that set it for their own parts count as
/// well: it is not looked whether all readers are inside of them.
pub(in crate::lower) fn reads(node: Node<'_>, register: Reg) -> bool {
    node.descendants().any(|part| {
        let head = part.head();
        let by_default = match register {
            Reg::TO => match head {
                "is In" => part.arg("value").is_none() && part.arg("values").is_none(),
                "is Flat" => part.arg("site").is_none(),
                _ => false,
            },
            Reg::FROM => part.get("walk").is_some() && part.get("start").is_none(),
            Reg::PLAYER => part.constant() == Some("Player"),
            _ => false,
        };
        let makes_moves = part.result().is_some_and(|kind| {
            matches!(kind.name, "Decision" | "Effect" | "NonDecision" | "StepEffect" | "Moves")
        });
        by_default || makes_moves || head == word(register)
    })
}

/// Whether an expression is the same whatever stands in a register, and may be worked out once
/// instead of every time.
pub(super) fn is_apart(node: Node<'_>, var: Reg) -> bool {
    !reads(node, var)
        && !draws_lots(node)
        && !node.descendants().any(|part| matches!(part.head(), "no Moves" | "is Threatened"))
}

/// Whether a condition does not depend on the register and is soon answered, so that it does no harm
/// to ask it before it is known to matter.
pub(super) fn is_cheap(test: Node<'_>, var: Reg) -> bool {
    const CHEAP: &[&str] = &[
        "",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "+",
        "-",
        "*",
        "%",
        "/",
        "is Mover",
        "is Next",
        "is Prev",
        "is Even",
        "is Odd",
        "is Empty",
        "is Occupied",
        "is Enemy",
        "is Friend",
        "mover",
        "next",
        "prev",
        "counter",
        "var",
        "who",
        "what",
        "state",
        "value Player",
        "value Piece",
        "last To",
        "last From",
        "from",
        "to",
        "site",
        "between",
        "count Moves",
        "count Turns",
        "count MovesThisTurn",
        "score",
        "id",
        "handSite",
        "coord",
        "mapEntry",
        "is Pending",
        "row",
        "column",
        "phase",
        "player",
        "not",
        "and",
        "or",
    ];
    is_apart(test, var)
        && test.get("region1").is_none()
        && test.descendants().all(|part| CHEAP.contains(&part.head()))
}
