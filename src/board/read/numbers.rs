//! Evaluates numbers at board construction.

use super::{At as _, Read};
use crate::ast::typed::{ConditionOrNumber, ToFloat};
use crate::ast::{Ludeme, Node, View};
use crate::board::error::{BoardError, MAX_SITES};

/// Maximum absolute value of a number: no board is as wide.
const MAX_NUMBER: f32 = 1_000_000.0;
const RANGE: &str = "-1,000,000 to 1,000,000";

/// A size: a non-negative whole number within limits.
pub(super) fn size<'g>(node: impl View<'g>) -> Read<usize> {
    let value = whole(node)?;
    let size = usize::try_from(value).ok().filter(|&size| size <= MAX_SITES);
    size.ok_or(BoardError::BadSize { value: value as f64, of: "size", wanted: "0 to 20,000" })
        .at(node)
}

pub(super) fn wholes<'g>(list: impl View<'g>) -> Read<Vec<i64>> {
    list.node().elements().map(whole).collect()
}

/// A whole number, computed in integer arithmetic.
pub(super) fn whole<'g>(node: impl View<'g>) -> Read<i64> {
    use Ludeme as L;
    let node = node.node();
    let bad = |value: i64| BoardError::BadSize { value: value as f64, of: "number", wanted: RANGE };
    let value = match node.as_int() {
        Some(number) => i64::from(number),
        None => {
            let parts = operands(node).map(whole).collect::<Read<Vec<i64>>>()?;
            match (node.ludeme(), &parts[..]) {
                (Some(L::AddDim | L::AddInt), parts) => parts.iter().sum(),
                (Some(L::MulDim | L::MulInt), parts) => {
                    let product = parts.iter().try_fold(1_i64, |product, &part| {
                        product.checked_mul(part).ok_or_else(|| bad(i64::MAX))
                    });
                    product.at(node)?
                }
                (Some(L::SubDim | L::SubInt), &[a, b]) => a - b,
                (Some(L::DivDim | L::DivInt), &[a, b]) => {
                    a.checked_div(b).ok_or_else(|| bad(b)).at(node)?
                }
                (Some(L::PowDim | L::PowInt), &[a, b]) => (a as f64).powf(b as f64) as i64,
                (Some(L::AbsDim | L::AbsInt), &[a]) => a.abs(),
                (Some(L::MinDim | L::MinInt), &[a, b]) => a.min(b),
                (Some(L::MaxDim | L::MaxInt), &[a, b]) => a.max(b),
                _ => return unsupported(node),
            }
        }
    };
    if value.unsigned_abs() <= MAX_NUMBER as u64 { Ok(value) } else { Err(bad(value)).at(node) }
}

/// A number, computed in single precision.
pub(super) fn real<'g>(node: impl View<'g>) -> Read<f64> {
    single(node.node()).map(f64::from)
}

fn single(node: Node<'_>) -> Read<f32> {
    use Ludeme as L;
    let value = match (node.as_float(), whole_in(node)) {
        (Some(number), _) => number,
        (None, Some(number)) => whole(number)? as f32,
        (None, None) => {
            let parts = operands(node).map(single).collect::<Read<Vec<f32>>>()?;
            let double = |of: fn(f64) -> f64, a: f32| of(f64::from(a)) as f32;
            match (node.ludeme(), &parts[..]) {
                (Some(L::AddDim | L::AddFloat), parts) => parts.iter().sum(),
                (Some(L::MulDim | L::MulFloat), parts) => parts.iter().product(),
                (Some(L::SubDim | L::SubFloat), &[a, b]) => a - b,
                (Some(L::DivDim | L::DivFloat), &[a, b]) => a / b,
                (Some(L::PowDim | L::PowFloat), &[a, b]) => f64::from(a).powf(f64::from(b)) as f32,
                (Some(L::AbsDim | L::AbsFloat), &[a]) => a.abs(),
                (Some(L::MinDim | L::MinFloat), [a, rest @ ..]) => {
                    rest.iter().fold(*a, |a, b| a.min(*b))
                }
                (Some(L::MaxDim | L::MaxFloat), [a, rest @ ..]) => {
                    rest.iter().fold(*a, |a, b| a.max(*b))
                }
                (Some(L::Cos), &[a]) => double(f64::cos, a),
                (Some(L::Sin), &[a]) => double(f64::sin, a),
                (Some(L::Tan), &[a]) => double(f64::tan, a),
                (Some(L::Sqrt), &[a]) => double(f64::sqrt, a),
                (Some(L::Exp), &[a]) => double(f64::exp, a),
                (Some(L::Log), &[a]) => double(f64::ln, a),
                (Some(L::Log10), &[a]) => double(f64::log10, a),
                _ => return unsupported(node),
            }
        }
    };
    in_range([value.into()], "number").at(node)?;
    Ok(value)
}

/// The whole number that is converted to a real one.
fn whole_in(node: Node<'_>) -> Option<Node<'_>> {
    if node.ludeme() != Some(Ludeme::ToFloat) {
        return None;
    }
    match ToFloat::from(node).condition_or_number() {
        ConditionOrNumber::Number(number) => Some(number.node()),
        ConditionOrNumber::Condition(_) => None,
    }
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
