//! Hidden information: what each player sees.

use ludc::source::SourceFile;
use ludc::{Options, SiteView, State, compile};

use crate::support::{keys_in_order as keys, make};

fn start(text: &str) -> State {
    compile(SourceFile::new("hidden", text), &Options::default()).unwrap().start(0)
}

#[test]
fn what_is_hidden_goes_with_its_piece() {
    let mut state = start(
        r#"(game "Masks" (players 2)
            (equipment { (board (rectangle 1 5)) (piece "A" P1) (piece "B" P2) })
            (rules
                (start {
                    (place "A1" 0) (place "B2" 4)
                    (set Hidden What (sites Occupied by:P2) to:P1)
                })
                (play (or
                    (forEach Piece (move Step (to if:(is Empty (to)))
                        (then (set Hidden at:(last To) to:Next))))
                    (move Select (from (sites Hidden What to:Mover))
                        (then (set Hidden What (sites Board) False to:All)))))
                (end (if (no Pieces Next) (result Mover Win)))))"#,
    );
    let before = state.clone();
    assert_eq!(state.view(1)[4], SiteView { what: None, who: Some(2), ..state.view(2)[4] });
    assert_eq!(keys(&state), ["0>1", "4>4"]);
    make(&mut state, "0>1");
    assert_eq!(state.view(2)[1], SiteView::default(), "the whole site is hidden");
    assert_eq!(state.view(1)[1].what, Some(1));
    make(&mut state, "4>3");
    assert_eq!(keys(&state), ["1>0", "1>2", "3>3"], "the piece is hidden where it went");
    make(&mut state, "3>3");
    assert_eq!(state.view(1)[3], SiteView::default(), "only what it is has been shown");
    assert!(state.is_consistent());
    while state.undo() {}
    assert!(state == before);
}
