//! Expands ranges: `3..6` and `"A1".."C3"`.

/// Maximum number of elements of a range.
pub(super) const MAX_SPAN: u32 = 1000;

/// Maximum length of a word with expanded ranges.
const MAX_BYTES: usize = 100_000;

/// The ends of a range are too far apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// The words that a word with `m..n` in it expands to; `None` if it has no such range.
///
/// Both ends are written even if they are equal (`5..5` is `5 5`), and a sign is not part of an end but stays
/// where it is (`-2..1` is `-2 1`).
pub(super) fn numbers(word: &str) -> Option<Result<Vec<String>, TooLong>> {
    let (mut from, mut to) = find(word)?;
    let mut words = word.to_owned();
    let mut start = 0;
    loop {
        let (first, last) = match words[start + from..start + to].split_once("..") {
            Some((first, last)) => (first.parse::<u32>(), last.parse::<u32>()),
            None => return Some(Err(TooLong)),
        };
        let (Ok(first), Ok(last)) = (first, last) else { return Some(Err(TooLong)) };
        if first.abs_diff(last) > MAX_SPAN || words.len() > MAX_BYTES {
            return Some(Err(TooLong));
        }
        words.replace_range(start + from..start + to, &sequence(first, last));
        // The last number may start the next range.
        start += from;
        match find(&words[start..]) {
            Some(next) => (from, to) = next,
            None => return Some(Ok(words.split(' ').map(str::to_owned).collect())),
        }
    }
}

/// The position of the first `m..n` in a text.
fn find(text: &str) -> Option<(usize, usize)> {
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    text.match_indices("..").find_map(|(dots, _)| {
        let start = (0..dots).rev().take_while(|&at| is_digit(at)).last()?;
        let last = (dots + 2..text.len()).take_while(|&at| is_digit(at)).last()?;
        Some((start, last + 1))
    })
}

fn sequence(from: u32, to: u32) -> String {
    let mut numbers = vec![from];
    match from.cmp(&to) {
        std::cmp::Ordering::Less => numbers.extend(from + 1..=to),
        std::cmp::Ordering::Equal => numbers.push(to),
        std::cmp::Ordering::Greater => numbers.extend((to..from).rev()),
    }
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(" ")
}

/// The quoted coordinates of a range, letter by letter; `None` if its ends are not coordinates of one letter
/// and a number.
pub(super) fn coordinates(from: &str, to: &str) -> Option<Vec<String>> {
    let (first_letter, first) = coordinate(from)?;
    let (last_letter, last) = coordinate(to)?;
    if first.abs_diff(last) > MAX_SPAN {
        return None;
    }
    let letters = first_letter..=last_letter;
    Some(
        letters
            .flat_map(|letter| {
                (first..=last).map(move |number| format!("\"{}{number}\"", char::from(letter)))
            })
            .collect(),
    )
}

fn coordinate(text: &str) -> Option<(u8, u32)> {
    let (letter, number) = text.as_bytes().split_first()?;
    let number = std::str::from_utf8(number).ok()?;
    let plain = letter.is_ascii_alphabetic() && number.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| Some((letter.to_ascii_uppercase(), number.parse().ok()?)))?
}

/// Whether a word starts like a number but is not one.
pub(super) fn is_bad_number(word: &str) -> bool {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    let begins = unsigned.strip_prefix('.').unwrap_or(unsigned);
    if !begins.starts_with(|initial: char| initial.is_ascii_digit()) {
        return false;
    }
    if unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        word.parse::<i32>().is_err()
    } else {
        word.parse::<f32>().is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Option<String> {
        numbers(text).map(|words| words.unwrap().join(" "))
    }

    #[test]
    fn ranges_of_numbers() {
        assert_eq!(words("3..6").as_deref(), Some("3 4 5 6"));
        assert_eq!(words("6..3").as_deref(), Some("6 5 4 3"));
        assert_eq!(words("5..5").as_deref(), Some("5 5"));
        assert_eq!(words("-2..1").as_deref(), Some("-2 1"));
        assert_eq!(words("0..2..4").as_deref(), Some("0 1 2 3 4"));
        assert_eq!(words("a..b"), None);
        assert_eq!(words("0.5"), None);
        assert_eq!(numbers("0..1001"), Some(Err(TooLong)));
        assert_eq!(numbers("0..99999999999"), Some(Err(TooLong)));
    }

    #[test]
    fn ranges_of_coordinates() {
        assert_eq!(coordinates("A1", "b2").unwrap().join(" "), r#""A1" "A2" "B1" "B2""#);
        assert_eq!(coordinates("C1", "A1").unwrap(), Vec::<String>::new());
        assert_eq!(coordinates("AA1", "AB2"), None);
    }

    #[test]
    fn numbers_are_told_from_what_only_begins_like_one() {
        for good in ["0", "-12", "0.5", "1e3", "-.5", "2147483647", "Off", "-", "+"] {
            assert!(!is_bad_number(good), "{good}");
        }
        for bad in ["1x", "12a", "1.2.3", "2147483648", "3-4"] {
            assert!(is_bad_number(bad), "{bad}");
        }
    }
}
