//! Once warmed up, playing allocates nothing.
#![allow(missing_docs)]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ludc::playout::{EpsilonGreedy, Plans, Player, Random, Selector, Softmax, Uniform};
use ludc::source::SourceFile;
use ludc::{Move, MoveList, Options, State, compile};

thread_local! {
    /// Allocations of this thread.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[allow(unsafe_code, reason = "an allocator that counts cannot be written without")]
// SAFETY: all is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps to the rules, and so do we.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
                let before = ALLOCATIONS.with(Cell::get);
                state.legal_moves(&mut moves);
                listing += ALLOCATIONS.with(Cell::get) - before;
                if moves.is_empty() {
                    break;
                }
                state.apply(moves[random.below(moves.len())]);
            }
            listing
        };
        let (warming, allocations) = (round(), round());
        if allocations > 0 {
            failures.push(format!("{path}: {allocations} allocations, {warming} before"));
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
    let library = corpus.as_ref().map(support::Corpus::library);
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
                let before = ALLOCATIONS.with(Cell::get);
                (0..2).for_each(|number| {
                    let random = &mut Random::stream(1, number);
                    match &mut selector {
                        Some(selector) => player.play_by(&mut **selector, random),
                        None => player.play(random),
                    };
                });
                ALLOCATIONS.with(Cell::get) - before
            };
            let warming = round();
            let allocations = round();
            if allocations > 0 {
                failures
                    .push(format!("{path}, {how}: {allocations} allocations, {warming} before"));
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
