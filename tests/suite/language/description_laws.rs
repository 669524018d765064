//! What holds for every description: printing is the inverse of reading, spans nest, layout keeps
//! the meaning, and no text, however mangled, does more than give a diagnostic.

use ludc::diagnostic::{Diagnostics, render};
use ludc::expand::{Choice, Expanded, Library, Node, expand};
use ludc::source::SourceFile;
use ludc::{Options, read, syntax};

use crate::support::{self, Random};

/// Every game at hand, with the library it needs.
fn games() -> (Library, Vec<(String, String)>) {
    let mut games = support::own_games();
    match support::corpus("the laws over published games") {
        Some(corpus) => {
            let published = corpus.games();
            games.extend(published.into_iter().map(|path| (path.clone(), corpus.game(&path))));
            (corpus.library_over_embedded(), games)
        }
        None => (Library::over_embedded(), games),
    }
}

fn expand_text(name: &str, text: &str, library: &Library) -> Result<Expanded, Diagnostics> {
    expand(SourceFile::new(name, text), library, &Choice::default())
}

#[test]
fn printing_a_tree_gives_the_text() {
    for (name, text) in games().1 {
        let (tree, _) = syntax::parse(&text);
        assert_eq!(tree.print(&text).as_deref(), Some(&*text), "{name}");
    }
}

#[test]
fn layout_is_stable_and_keeps_the_meaning() {
    let (library, games) = games();
    let mut changed = 0;
    for (name, text) in &games {
        let once = syntax::format(text).unwrap();
        let twice = syntax::format(&once).unwrap();
        assert_eq!(once, twice, "{name}: laying out twice differs from once");
        assert_eq!(comments(text), comments(&once), "{name}: a comment changed");
        let before = expand_text(name, text, &library).unwrap_or_else(|found| panic!("{found}"));
        let after = expand_text(name, &once, &library).unwrap_or_else(|found| panic!("{found}"));
        assert_eq!(before.print(), after.print(), "{name}: the meaning changed");
        changed += usize::from(once != *text);
    }
    println!("{} games laid out, {changed} changed", games.len());
}

fn comments(text: &str) -> Vec<&str> {
    let (tree, _) = syntax::parse(text);
    tree.comments.iter().map(|span| &text[span.start as usize..span.end as usize]).collect()
}

#[test]
fn expanding_a_printed_game_changes_nothing() {
    let (library, games) = games();
    for (name, text) in &games {
        let printed = expand_text(name, text, &library).unwrap().print();
        let again = expand_text(name, &printed, &Library::default());
        let again = again.unwrap_or_else(|found| panic!("{found}"));
        assert_eq!(printed, again.print(), "{name}");
    }
}

#[test]
fn spans_nest() {
    fn check(node: Node<'_>, checked: &mut usize) {
        for child in node.children() {
            let same_text = child.origin() == node.origin() && !child.head().is_pasted();
            let whole = node.span().end - node.span().start > 1;
            if same_text && whole {
                assert!(
                    node.span().contains(child.span()),
                    "{} {:?} in {} {:?}",
                    child.text(),
                    child.span(),
                    node.text(),
                    node.span()
                );
                *checked += 1;
            }
            check(child, checked);
        }
    }
    let (library, games) = games();
    let mut checked = 0;
    for (name, text) in &games {
        let expanded = expand_text(name, text, &library).unwrap();
        check(expanded.root().unwrap(), &mut checked);
    }
    assert!(checked > 10 * games.len(), "{checked} spans compared");
}

/// Deletes, doubles, swaps, cuts off or inserts bytes.
fn mutate(text: &str, random: &mut Random) -> String {
    const PIECES: [&[u8]; 16] = [
        b"(",
        b")",
        b"{",
        b"}",
        b"<",
        b">",
        b"\"",
        b"//",
        b"#1",
        b"..",
        b":",
        b"~",
        b",",
        b"\xff",
        b"(define \"A\" ",
        b"\n",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let length = random.below(40).min(bytes.len() - at);
        match random.below(6) {
            0 => drop(bytes.drain(at..at + length)),
            1 => {
                let piece = bytes[at..at + length].to_vec();
                bytes.splice(at..at, piece);
            }
            2 => {
                let other = random.below(bytes.len());
                if !bytes.is_empty() {
                    bytes.swap(at, other);
                }
            }
            3 => bytes.truncate(at),
            4 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            _ => {
                let byte = u8::try_from(random.below(256)).unwrap();
                bytes.insert(at, byte);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mangled_games_give_a_diagnostic_or_a_tree() {
    const MUTATIONS: usize = 6000;
    let (library, games) = games();
    let options = Options { choice: Choice::default(), library: &library };
    let mut random = Random(2021);
    let (mut trees, mut faults) = (0, 0);
    for round in 0..MUTATIONS {
        let (name, text) = &games[random.below(games.len())];
        let mangled = mutate(text, &mut random);
        let found = match read(SourceFile::new(&**name, &*mangled), &options) {
            Ok(game) => {
                trees += 1;
                game.into_warnings()
            }
            Err(found) => {
                faults += 1;
                assert!(found.has_errors(), "{name}, round {round}: no tree and no error");
                found
            }
        };
        for diagnostic in &found.list {
            let place = diagnostic.place(&found.sources);
            assert!(place.is_some(), "{name}, round {round}: {diagnostic:?} has no place");
            let drawn = render(diagnostic, &found.sources, false);
            assert!(drawn.contains(diagnostic.code.as_str()), "{name}, round {round}: {drawn}");
        }
        if let Ok(once) = syntax::format(&mangled) {
            assert_eq!(syntax::format(&once).unwrap(), once, "{name}, round {round}");
        }
    }
    println!("{MUTATIONS} mangled games: {trees} trees, {faults} with errors");
    assert!(trees > 0 && faults > MUTATIONS / 4, "the mutations reach both outcomes");
}
