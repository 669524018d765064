//! A board as a vector graphic.

use std::fmt::Write as _;

use super::Labels;
use super::page::{Page, Purpose};
use crate::board::container::Board;
use crate::board::site::Site;
use crate::source::shown;

/// Colour of discs that stand for numbers.
const HEAT: &str = "#b03a2e";

/// Draws a board with its sites marked and labelled.
///
/// Cells are filled by their colour on the board, vertices and edges that are played on are set off
/// from those that are not.
pub fn svg(board: &Board, labels: Labels) -> String {
    let page = Page::new(board, labels, Purpose::Plan);
    format!("{}{}</svg>\n", page.head(0.0), page.draw())
}

/// A board with a number on each site, from 0 to 1, shown as a disc of that size.
pub fn heat(board: &Board, labels: Labels, values: &[f64]) -> String {
    let page = Page::new(board, labels, Purpose::Play { hollow: false });
    let mut out = format!("{}{}", page.head(0.0), page.draw());
    for (site, value) in values.iter().enumerate().take(board.sites()) {
        let (x, y) = page.site(board.default, Site::from(site));
        let radius = page.radius() * value.clamp(0.0, 1.0).sqrt();
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{HEAT}\" \
             fill-opacity=\"0.8\"/>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Text that may stand in a picture or on a page.
pub fn escape(text: &str) -> String {
    shown(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
