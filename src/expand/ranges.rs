//! Ranges written out: `3..6` and `"A1".."C3"`.

/// How far apart the ends of a range may be.
pub(super) const MAX_SPAN: u32 = 1000;

/// The ends of a range are too far apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// The words that a word with `m..n` in it stands for; none if it has no such range.
///
/// Both ends are written even where they are equal (`5..5` is `5 5`), and a sign is not part of an
/// end but stays where it is (`-2..1` is `-2 1`).
pub(super) fn numbers(word: &str) -> Option<Result<Vec<String>, TooLong>> {
    let bytes = word.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut written = String::new();
    let mut rest = 0;
    for (dots, _) in word.match_indices("..") {
        if dots < rest || dots == 0 || !is_digit(dots - 1) || !is_digit(dots + 2) {
            continue;
        }
        let start = (rest..dots).rev().take_while(|&at| is_digit(at)).last().unwrap_or(dots);
        let end = (dots + 2..bytes.len()).take_while(|&at| is_digit(at)).last()? + 1;
        let (Ok(from), Ok(to)) = (word[start..dots].parse(), word[dots + 2..end].parse::<u32>())
        else {
            return Some(Err(TooLong));
        };
        if u32::abs_diff(from, to) > MAX_SPAN {
            return Some(Err(TooLong));
        }
        written.push_str(&word[rest..start]);
        written.push_str(&sequence(from, to));
        rest = end;
    }
    if rest == 0 {
        return None;
    }
    written.push_str(&word[rest..]);
    Some(Ok(written.split(' ').map(str::to_owned).collect()))
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

/// The quoted coordinates of a range, letter by letter; none if its ends are no coordinates of one
/// letter and a number.
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

/// Whether a word begins like a number and is none.
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
        assert_eq!(words("0..2..4").as_deref(), Some("0 1 2..4"));
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
