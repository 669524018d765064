//! Evaluates numbers at board construction.

use super::{At as _, Read, need};
use crate::ast::Node;
use crate::board::error::{BoardError, MAX_SITES};

/// Maximum absolute value of a number: no board is as wide.
const MAX_NUMBER: f32 = 1_000_000.0;
const RANGE: &str = "-1,000,000 to 1,000,000";

/// A size: a non-negative whole number within limits.
pub(super) fn size(node: Node<'_>) -> Read<usize> {
    let value = whole(node)?;
    let size = usize::try_from(value).ok().filter(|&size| size <= MAX_SITES);
    size.ok_or(BoardError::BadSize { value: value as f64, of: "size", wanted: "0 to 20,000" })
        .at(node)
}

pub(super) fn wholes(list: Node<'_>) -> Read<Vec<i64>> {
    list.elements().map(whole).collect()
}

/// A whole number, computed in integer arithmetic.
pub(super) fn whole(node: Node<'_>) -> Read<i64> {
    let bad = |value: i64| BoardError::BadSize { value: value as f64, of: "number", wanted: RANGE };
    let value = match node.as_int() {
        Some(number) => i64::from(number),
        None => {
            let parts = operands(node).map(whole).collect::<Read<Vec<i64>>>()?;
            match (node.head(), &parts[..]) {
                ("+", parts) => parts.iter().sum(),
                ("*", parts) => {
                    let product = parts.iter().try_fold(1_i64, |product, &part| {
                        product.checked_mul(part).ok_or_else(|| bad(i64::MAX))
                    });
                    product.at(node)?
                }
                ("-", &[a, b]) => a - b,
                ("/", &[a, b]) => a.checked_div(b).ok_or_else(|| bad(b)).at(node)?,
                ("^", &[a, b]) => (a as f64).powf(b as f64) as i64,
                ("abs", &[a]) => a.abs(),
                ("min", &[a, b]) => a.min(b),
                ("max", &[a, b]) => a.max(b),
                _ => return unsupported(node),
            }
        }
    };
    if value.unsigned_abs() <= MAX_NUMBER as u64 { Ok(value) } else { Err(bad(value)).at(node) }
}

/// A number, computed in single precision.
pub(super) fn real(node: Node<'_>) -> Read<f64> {
    single(node).map(f64::from)
}

fn single(node: Node<'_>) -> Read<f32> {
    let value = match node.as_float() {
        Some(number) => number,
        None if node.head() == "toFloat" && node.get("number").is_some() => {
            need(node, "number").and_then(whole)? as f32
        }
        None => {
            let parts = operands(node).map(single).collect::<Read<Vec<f32>>>()?;
            let double = |of: fn(f64) -> f64, a: f32| of(f64::from(a)) as f32;
            match (node.head(), &parts[..]) {
                ("+", parts) => parts.iter().sum(),
                ("*", parts) => parts.iter().product(),
                ("-", &[a, b]) => a - b,
                ("/", &[a, b]) => a / b,
                ("^", &[a, b]) => f64::from(a).powf(f64::from(b)) as f32,
                ("abs", &[a]) => a.abs(),
                ("min", [a, rest @ ..]) => rest.iter().fold(*a, |a, b| a.min(*b)),
                ("max", [a, rest @ ..]) => rest.iter().fold(*a, |a, b| a.max(*b)),
                ("cos", &[a]) => double(f64::cos, a),
                ("sin", &[a]) => double(f64::sin, a),
                ("tan", &[a]) => double(f64::tan, a),
                ("sqrt", &[a]) => double(f64::sqrt, a),
                ("exp", &[a]) => double(f64::exp, a),
                ("log", &[a]) => double(f64::ln, a),
                ("log10", &[a]) => double(f64::log10, a),
                _ => return unsupported(node),
            }
        }
    };
    in_range([value.into()], "number").at(node)?;
    Ok(value)
}

/// Rejects numbers that are not finite or too large.
pub(super) fn in_range(
    values: impl IntoIterator<Item = f64>,
    of: &'static str,
) -> Result<(), BoardError> {
    let is_bad = |value: &f64| !value.is_finite() || value.abs() > MAX_NUMBER.into();
    match values.into_iter().find(is_bad) {
        Some(value) => Err(BoardError::BadSize { value, of, wanted: RANGE }),
        None => Ok(()),
    }
}

/// The operands of a number, one by one or in a list.
fn operands(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.children().flat_map(Node::elements)
}

/// The error for a number that depends on the state.
fn unsupported<T>(node: Node<'_>) -> Read<T> {
    let what = format!("`({} …)` in a board", node.head());
    Err(BoardError::Unsupported { what }).at(node)
}
