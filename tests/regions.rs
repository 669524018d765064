//! Fixed regions against recorded games: where pieces stand after the start rules.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludc::ast::{self, Node};
use ludc::board::{self, Ground, Site, SiteSet, read_equipment};
use ludc::check;
use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;
use serde_json::Value;

/// What stands on each site: component and owner, from the bottom up.
type Position = BTreeMap<u16, Vec<(usize, usize)>>;

/// Why a ruleset is not compared.
enum Aside {
    /// It does more at the start than placing pieces on sites.
    NotPlain(String),
    /// It places pieces on sites that are not fixed.
    Varies(String),
}

#[test]
fn start_positions_are_as_recorded() {
    let Some(corpus) = support::corpus("start_positions_are_as_recorded") else { return };
    let library = corpus.library();
    let mut failures = String::new();
    let (mut compared, mut agreed) = (0, 0);
    let mut aside: BTreeMap<String, usize> = BTreeMap::new();
    for row in corpus.rows().0 {
        let Some(header) = corpus.header(&row) else { continue };
        let expanded = expand(corpus.source(&row.path), &library, &row.choice()).unwrap();
        let ground = read_equipment(expanded.root().unwrap()).unwrap();
        let game = ast::build(expanded).unwrap();
        let difference = match placed(&game, &ground, header["stacking"] == true) {
            Ok(Some(ours)) => {
                let trace = corpus.unzipped(&format!("trace/{}.jsonl.gz", row.trace));
                let first: Value = serde_json::from_str(trace.lines().nth(1).unwrap()).unwrap();
                let theirs = recorded(first["start"]["b"].as_str().unwrap());
                differing(ours, theirs, ground.board.sites())
            }
            Ok(None) => continue,
            Err(Aside::NotPlain(_)) => {
                *aside.entry("more than placing pieces".into()).or_default() += 1;
                continue;
            }
            Err(Aside::Varies(what)) => {
                *aside.entry(format!("varies: {what}")).or_default() += 1;
                continue;
            }
        };
        compared += 1;
        match difference {
            None => agreed += 1,
            Some(difference) => {
                writeln!(failures, "{} {}: {difference}", row.path, row.ruleset).unwrap();
            }
        }
    }
    for (reason, count) in aside {
        println!("{count:>5} not compared: {reason}");
    }
    println!("{agreed} of {compared} start positions are as recorded");
    assert!(compared > 0, "the corpus has games with plain start rules");
    assert!(failures.is_empty(), "{failures}");
}

/// Where the start rules of a game put its pieces; none if it has no start rules.
fn placed(
    game: &ast::Game,
    equipment: &board::Equipment,
    stacking: bool,
) -> Result<Option<Position>, Aside> {
    let ground = Ground::new(game, equipment);
    let pieces = check::Equipment::of(game);
    let start = game.rules().and_then(|rules| rules.get("start"));
    let Some(start) = start else { return Ok(None) };
    let rules = start.arg("rule").or_else(|| start.arg("rules"));
    let mut position = Position::new();
    for rule in rules.into_iter().flat_map(Node::elements) {
        let not_plain = |why: &str| Aside::NotPlain(format!("{} {why}", rule.head()));
        if rule.head() != "place" || rule.get("container").is_some() {
            return Err(not_plain("rule"));
        }
        let is_one = |name: &str| rule.get(name).is_none_or(|count| count.as_int() == Some(1));
        if !is_one("count") || rule.get("counts").is_some() {
            return Err(not_plain("count"));
        }
        let kind = rule.get("type").and_then(Node::constant);
        if kind.is_some_and(|kind| kind != format!("{:?}", equipment.board.default)) {
            return Err(not_plain("type"));
        }
        let name = rule.arg("piece").unwrap().text();
        let number = pieces.components.iter().position(|component| component.name == name);
        let Some(index) = number else { return Err(not_plain("piece")) };
        let piece = (index + 1, pieces.components[index].owner);
        for site in sites_of(rule, &ground, equipment)? {
            let stack = position.entry(site.0).or_default();
            if stacking || stack.is_empty() {
                stack.push(piece);
            }
        }
    }
    Ok(Some(position))
}

fn sites_of(
    rule: Node<'_>,
    ground: &Ground<'_>,
    equipment: &board::Equipment,
) -> Result<Vec<Site>, Aside> {
    let board = &equipment.board;
    let labelled = |node: Node<'_>| board.topology.labelled(board.default, node.text());
    let varies = |node: Node<'_>| Aside::Varies(node.head().to_owned());
    let mut sites = Vec::new();
    for coord in
        rule.get("coords").or_else(|| rule.get("coord")).into_iter().flat_map(Node::elements)
    {
        sites.extend(labelled(coord));
    }
    for site in rule.get("sites").or_else(|| rule.get("site")).into_iter().flat_map(Node::elements)
    {
        let number = ground.number(site).unwrap_or_else(|error| panic!("{error}"));
        let number = number.ok_or_else(|| varies(site))?;
        sites.extend(u16::try_from(number).ok().map(Site));
    }
    if let Some(region) = rule.get("region") {
        let set = ground.region(region).unwrap_or_else(|error| panic!("{error}"));
        sites.extend(set.ok_or_else(|| varies(region))?.iter());
    }
    Ok(sites)
}

fn recorded(state: &str) -> Position {
    let mut position = Position::new();
    for entry in state.split_whitespace() {
        let (site, items) = entry.split_once('=').unwrap();
        // Sites of another type carry a letter.
        let Ok(site) = site.parse() else { continue };
        let item = |item: &str| {
            let (what, rest) = item.split_once('/').unwrap();
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (what.parse().unwrap(), rest[..end].parse().unwrap())
        };
        position.insert(site, items.split('|').map(item).collect());
    }
    position
}

/// The first difference between two positions on the board; hands and dice are not compared.
fn differing(mut ours: Position, mut theirs: Position, sites: usize) -> Option<String> {
    ours.retain(|&site, _| usize::from(site) < sites);
    theirs.retain(|&site, _| usize::from(site) < sites);
    let all = ours.keys().chain(theirs.keys());
    let different = all.filter(|site| ours.get(site) != theirs.get(site));
    let different: std::collections::BTreeSet<_> = different.collect();
    let first = different.first()?;
    Some(format!(
        "{} sites differ, first {first}: ours {:?}, theirs {:?}",
        different.len(),
        ours.get(first),
        theirs.get(first)
    ))
}
