//! Games changed in a few places, each time into something that has a typing.

use ludc::ast::Table;

use super::parts::{Form, Part, parts};
use super::pool::Pool;
use crate::support::Random;

/// The longest game that is made, in bytes.
const LONGEST: usize = 20_000;

/// Boards on which games are short and their moves few.
const BOARDS: [&str; 12] = [
    "(square 3)",
    "(square 4 diagonals:Alternating)",
    "(rectangle 2 4)",
    "(square 3 diagonals:Solid)",
    "(hex 2)",
    "(hex Diamond 3)",
    "(tri 3)",
    "(concentric Square rings:2)",
    "(mancala 2 3)",
    "(tiling T488 1)",
    "(remove (square 4) cells:{ 5 })",
    "(merge (square 3) (shift 2 0 (square 3)))",
];

/// Forms around a form of a type (`$`), with others of some type beside it (`@Type`).
const AROUND: [(&str, &str); 22] = [
    ("Moves", "(or $ @Moves)"),
    ("Moves", "(or $ (move Pass))"),
    ("Moves", "(or { @Moves $ @Moves })"),
    ("Moves", "(priority { $ @Moves })"),
    ("Moves", "(if @Bool $)"),
    ("Moves", "(if @Bool $ @Moves)"),
    ("Moves", "(do $ ifAfterwards:@Bool)"),
    ("Moves", "(do @Moves next:$)"),
    ("Moves", "(and $ @Moves)"),
    ("Moves", "(append $)"),
    ("Moves", "(max Moves $)"),
    ("Moves", "(forEach Player $)"),
    ("Bool", "(not $)"),
    ("Bool", "(and $ @Bool)"),
    ("Bool", "(or $ @Bool)"),
    ("Region", "(union $ @Region)"),
    ("Region", "(intersection $ @Region)"),
    ("Region", "(difference $ @Region)"),
    ("Int", "(+ $ @Int)"),
    ("Int", "(- $ 1)"),
    ("Int", "(max $ @Int)"),
    ("Int", "(if @Bool $ @Int)"),
];

/// A game made from the games of a pool; the same for the same state of the generator.
pub(crate) fn game(pool: &Pool, random: &mut Random) -> String {
    let mut text = pool.games[random.below(pool.games.len())].clone();
    let Some(mut all) = parts(&text) else { return text };
    for _ in 0..=random.below(5) {
        // What has no typing is given up and another change tried, a few times.
        for _ in 0..4 {
            let Some(changed) = change(&text, &all, pool, random) else { continue };
            if changed.len() > LONGEST {
                continue;
            }
            if let Some(new) = parts(&changed) {
                (text, all) = (changed, new);
                break;
            }
        }
    }
    text
}

fn change(text: &str, all: &[Part], pool: &Pool, random: &mut Random) -> Option<String> {
    match random.below(20) {
        0..=7 => {
            let part = any(all, random, |part| part.parent.is_some() && !is_plain(part))?;
            let form = pool.form(&part.wanted, random)?.settle(text, all, random);
            Some(with(text, part, &form))
        }
        8 | 9 => {
            let part = any(all, random, |_| true)?;
            let like = |other: &Part| other.wanted == part.wanted && other.range != part.range;
            let other = any(all, random, like)?;
            Some(with(text, part, &text[other.range.clone()]))
        }
        10 | 11 => {
            let part = any(all, random, |part| matches!(part.form, Form::Whole(_)))?;
            let Form::Whole(number) = part.form else { return None };
            Some(with(text, part, &another_number(number, random).to_string()))
        }
        12 => {
            let part = any(all, random, |part| matches!(part.form, Form::Constant(_)))?;
            let Form::Constant(kind) = part.form else { return None };
            let kind = Table::get().types().iter().find(|known| known.name == kind)?;
            let constant = kind.constants[random.below(kind.constants.len())];
            Some(with(text, part, constant.name))
        }
        13 | 14 => {
            let part = any(all, random, |part| part.removable)?;
            Some(without(text, part))
        }
        15 => {
            let part = any(all, random, |part| part.is_element)?;
            let form = match pool.form(&part.wanted, random) {
                Some(form) if random.below(2) == 0 => form.settle(text, all, random),
                _ => text[part.range.clone()].to_owned(),
            };
            Some(with(text, part, &format!("{} {form}", &text[part.range.clone()])))
        }
        16 => {
            let part = any(all, random, |part| part.wanted == "Graph")?;
            Some(with(text, part, BOARDS[random.below(BOARDS.len())]))
        }
        _ => {
            let part = any(all, random, |part| around(&part.wanted).next().is_some())?;
            let forms: Vec<_> = around(&part.wanted).collect();
            let form = forms[random.below(forms.len())];
            let filled = fill(form, &text[part.range.clone()], |wanted| {
                Some(pool.form(wanted, random)?.settle(text, all, random))
            })?;
            Some(with(text, part, &filled))
        }
    }
}

/// Whether something is what other changes change.
fn is_plain(part: &Part) -> bool {
    matches!(part.form, Form::Whole(_) | Form::Constant(_))
}

fn around(wanted: &str) -> impl Iterator<Item = &'static str> {
    AROUND.iter().filter(move |(kind, _)| *kind == wanted).map(|&(_, form)| form)
}

/// A form with `$` and the types behind each `@` replaced.
fn fill(form: &str, inner: &str, mut find: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let mut pieces = form.split('@');
    let mut filled = pieces.next()?.replace('$', inner);
    for piece in pieces {
        let end = piece.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(piece.len());
        filled.push_str(&find(&piece[..end])?);
        filled.push_str(&piece[end..].replace('$', inner));
    }
    Some(filled)
}

fn another_number(number: i32, random: &mut Random) -> i32 {
    match random.below(12) {
        0..=2 => number.saturating_add(1),
        3..=5 => number.saturating_sub(1),
        6 => 0,
        7 => -1,
        8 => 1,
        9 => number.saturating_mul(2),
        10 => random.below(10) as i32,
        _ => random.below(300) as i32,
    }
}

fn any<'p>(all: &'p [Part], random: &mut Random, fits: impl Fn(&Part) -> bool) -> Option<&'p Part> {
    let fitting: Vec<_> = all.iter().filter(|part| fits(part)).collect();
    fitting.get(random.below(fitting.len())).copied()
}

/// A text with another form in place of a part.
pub(crate) fn with(text: &str, part: &Part, form: &str) -> String {
    format!("{}{form}{}", &text[..part.range.start], &text[part.range.end..])
}

/// A text without a part and its label.
pub(crate) fn without(text: &str, part: &Part) -> String {
    format!("{}{}", &text[..part.start], &text[part.range.end..])
}
