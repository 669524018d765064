//! Once warmed up, playing allocates nothing.

use ludc::playout::{EpsilonGreedy, Plans, Player, Random, Selector, Softmax, Uniform};
use ludc::source::SourceFile;
use ludc::{Move, MoveList, Options, State, compile};

use crate::allocator::allocations;
use crate::support;

/// What a state needs to be asked for its moves is there once it was asked in such a state.
#[test]
fn listing_allocates_nothing() {
    let mut failures = Vec::new();
    for (path, text) in support::own_games() {
        let game = compile(SourceFile::new(&*path, text), &Options::default()).unwrap();
        let (mut state, mut moves) = (game.start(1), MoveList::new());
        let mut round = || {
            let mut random = Random::new(1);
            state.restart(1);
            let mut listing = 0;
            for _ in 0..60 {
                let before = allocations();
                state.legal_moves(&mut moves);
                listing += allocations() - before;
                if moves.is_empty() {
                    break;
                }
                state.apply(moves[random.below(moves.len())]);
            }
            listing
        };
        let (warming, repeated) = (round(), round());
        if repeated > 0 {
            failures.push(format!("{path}: {repeated} allocations, {warming} before"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Playouts with the same numbers need the same memory, so those that were played before have all
/// they need.
#[test]
fn a_playout_allocates_nothing() {
    let mut failures = Vec::new();
    let mut games = support::own_games();
    let own = games.len();
    let corpus = support::corpus("a_playout_allocates_nothing");
    let library = corpus.as_ref().map(support::corpus::Corpus::library);
    if let Some(corpus) = &corpus {
        // Some of them: all would take long, and what allocates shows in many games.
        games.extend(corpus.games().into_iter().step_by(20).map(|path| {
            let text = corpus.game(&path);
            (path, text)
        }));
    }
    let mut count = 0;
    for (number, (path, text)) in games.into_iter().enumerate() {
        let mut options = Options::default();
        if let Some(library) = library.as_ref().filter(|_| number >= own) {
            options.library = library;
        }
        let Ok(game) = compile(SourceFile::new(&*path, text), &options) else { continue };
        count += 1;
        let mut try_it = |how: &str, plans: Plans, mut selector: Option<&mut dyn Selector>| {
            let mut player = Player::new(&game).plans(plans);
            let mut round = || {
                let before = allocations();
                (0..2).for_each(|number| {
                    let random = &mut Random::stream(1, number);
                    match &mut selector {
                        Some(selector) => player.play_by(&mut **selector, random),
                        None => player.play(random),
                    };
                });
                allocations() - before
            };
            let warming = round();
            let repeated = round();
            if repeated > 0 {
                failures.push(format!("{path}, {how}: {repeated} allocations, {warming} before"));
            }
        };
        try_it("standard", Plans::STANDARD, None);
        let plan = Plans::ALL.name(&game);
        if plan != "standard" {
            let score = |_: &State, mv: Move| f64::from(mv.to() % 3);
            try_it(&plan, Plans::ALL, None);
            try_it("evenly", Plans::ALL, Some(&mut Uniform));
            try_it("greedy", Plans::ALL, Some(&mut EpsilonGreedy::new(0.1, score)));
            try_it("softmax", Plans::ALL, Some(&mut Softmax::new(1.0, score)));
        }
    }
    println!("{count} games allocate nothing");
    assert!(count > 0 && failures.is_empty(), "{}", failures.join("\n"));
}
