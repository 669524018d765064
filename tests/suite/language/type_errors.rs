//! Mistakes at the level of ludemes, made at random in real games: each that breaks the typing is to
//! be reported on the line where it was made.

use ludc::ast::Table;
use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;
use ludc::syntax::{self, Bracket, TokenKind, Tree};
use ludc::{Options, read};

use crate::support::{self, Random};

const MUTATIONS: usize = 2000;
/// The share that has to be reported on the right line; `docs/diagnostics-quality.md` has the
/// figures as measured.
const SHARE: f64 = 0.97;

/// A description without macros, printed with every form on its own line where it is long.
struct Subject {
    name: String,
    text: String,
    tree: Tree,
}

fn subjects() -> Vec<Subject> {
    let mut sources = support::own_games();
    let library = match support::corpus("mutations of published games") {
        Some(corpus) => {
            let games = corpus.games();
            sources.extend(games.into_iter().map(|path| (path.clone(), corpus.game(&path))));
            corpus.library_over_embedded()
        }
        None => Library::over_embedded(),
    };
    sources
        .into_iter()
        .filter_map(|(name, text)| {
            let file = SourceFile::new(&*name, text);
            let text = expand(file, &library, &Choice::default()).unwrap().print();
            // Very long games say nothing that others do not, and take long.
            (text.len() < 40_000).then(|| {
                let tree = syntax::parse(&text).0;
                Subject { name, text, tree }
            })
        })
        .collect()
}

/// A change of a text, and the lines on which it would be right to report it.
struct Mutation {
    kind: &'static str,
    text: String,
    lines: Vec<usize>,
}

impl Subject {
    fn slice(&self, first: usize, last: usize) -> &str {
        let (start, end) = (self.tree.tokens[first].span.start, self.tree.tokens[last].span.end);
        &self.text[start as usize..end as usize]
    }

    fn line(&self, token: usize) -> usize {
        let start = self.tree.tokens[token].span.start as usize;
        self.text[..start].matches('\n').count() + 1
    }

    /// The arguments of the call that opens at a token, as ranges of tokens.
    fn arguments(&self, open: usize) -> Vec<(usize, usize)> {
        let close = self.tree.partner[open] as usize;
        let mut arguments = Vec::new();
        let mut index = open + 2;
        while index < close {
            let start = index;
            index = self.tree.after(index);
            while index < close && self.tree.tokens[index].joined {
                index = self.tree.after(index);
            }
            arguments.push((start, index - 1));
        }
        arguments
    }

    /// The text with tokens replaced by other text on the same line.
    fn replaced(&self, first: usize, last: usize, by: &str) -> String {
        let (start, end) = (self.tree.tokens[first].span.start, self.tree.tokens[last].span.end);
        format!("{}{by}{}", &self.text[..start as usize], &self.text[end as usize..])
    }

    fn mutate(&self, random: &mut Random) -> Option<Mutation> {
        let calls: Vec<usize> = (0..self.tree.tokens.len())
            .filter(|&index| self.tree.tokens[index].kind == TokenKind::Open(Bracket::Round))
            .collect();
        let open = calls[random.below(calls.len())];
        let arguments = self.arguments(open);
        let keyword = self.slice(open + 1, open + 1);
        let mut lines = vec![self.line(open + 1)];
        let (kind, text) = match random.below(4) {
            0 => {
                let wrong = misspelt(keyword, random)?;
                ("misspelt keyword", self.replaced(open + 1, open + 1, &wrong))
            }
            1 => {
                let &(first, last) = arguments.get(random.below(arguments.len()))?;
                ("argument dropped", self.replaced(first, last, ""))
            }
            2 => {
                let pairs: Vec<_> = arguments.windows(2).collect();
                let &&[one, other] = pairs.get(random.below(pairs.len()))? else { return None };
                // Where the two begin afterwards.
                let moved = self.slice(other.0, other.1).matches('\n').count();
                lines.extend([self.line(one.0), self.line(one.0) + moved]);
                let swapped =
                    format!("{} {}", self.slice(other.0, other.1), self.slice(one.0, one.1));
                ("arguments swapped", self.replaced(one.0, other.1, &swapped))
            }
            _ => {
                let &(first, last) = arguments.get(random.below(arguments.len()))?;
                lines.push(self.line(first));
                let others =
                    ["\"Nonsense\"", "(sites Empty)", "7", "{1 2}", "(pass)", "True", "Mover"];
                let value = others[random.below(others.len())];
                ("argument of another kind", self.replaced(first, last, value))
            }
        };
        Some(Mutation { kind, text, lines })
    }
}

/// A keyword with a slip of the finger that makes it no keyword.
fn misspelt(keyword: &str, random: &mut Random) -> Option<String> {
    if keyword.len() < 3 {
        return None;
    }
    let mut letters: Vec<u8> = keyword.bytes().collect();
    let at = random.below(letters.len() - 1);
    match random.below(3) {
        0 => drop(letters.remove(at + 1)),
        1 => letters.insert(at, letters[at]),
        _ => letters.swap(at, at + 1),
    }
    let wrong = String::from_utf8(letters).unwrap();
    Table::get().with_keyword(&wrong).is_empty().then_some(wrong)
}

#[test]
fn mistakes_are_reported_where_they_were_made() {
    let subjects = subjects();
    let mut random = Random(1969);
    let library = Library::default();
    let options = Options { choice: Choice::default(), library: &library };
    let (mut made, mut broken, mut right) = (0, 0, 0);
    let mut by_kind: Vec<(&str, usize, usize)> = Vec::new();
    let mut wrong = String::new();
    while made < MUTATIONS {
        let subject = &subjects[random.below(subjects.len())];
        let Some(mutation) = subject.mutate(&mut random) else { continue };
        made += 1;
        // Many a change is still a game that the language admits.
        let Err(found) = read(SourceFile::new("x.lud", &*mutation.text), &options) else {
            continue;
        };
        broken += 1;
        let line = found.list.iter().filter(|found| found.code.as_str().starts_with('E')).find_map(
            |first| {
                let place = found.sources.locate(first.place(&found.sources)?)?;
                Some(place.file.line_column(place.range.start).0)
            },
        );
        let hit = line.is_some_and(|line| mutation.lines.contains(&line));
        right += usize::from(hit);
        let position = by_kind.iter().position(|(kind, _, _)| *kind == mutation.kind);
        let position = position.unwrap_or_else(|| {
            by_kind.push((mutation.kind, 0, 0));
            by_kind.len() - 1
        });
        by_kind[position].1 += 1;
        by_kind[position].2 += usize::from(hit);
        if !hit {
            let said = found.list.first().map_or("", |first| &first.message);
            wrong.push_str(&format!(
                "{}: {} on {:?}, reported on {line:?}: {said}\n",
                subject.name, mutation.kind, mutation.lines
            ));
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let share = right as f64 / broken as f64;
    println!(
        "{made} mutations, {broken} of them break the game, {right} reported on the right line ({:.1} %)",
        share * 100.0
    );
    for (kind, broken, right) in by_kind {
        println!("  {kind}: {right} of {broken}");
    }
    println!("{wrong}");
    assert!(broken > made / 3, "most mutations are harmless: {broken} of {made}");
    assert!(share >= SHARE, "only {:.1} % are reported on the right line", share * 100.0);
}
