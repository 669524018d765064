//! Replies that won (last good reply, with forgetting).

use fxhash::FxHashMap;

use super::{Choice, MAX_LEARNT, Selector, Uniform, worth};
use crate::vm::{Move, State};

/// Replies to a move as in the last game won with that reply; otherwise uses another selector. A reply that loses
/// is forgotten.
#[derive(Clone, Debug, Default)]
pub struct LastGoodReply<S = Uniform> {
    /// By player and the opponent's previous move.
    replies: FxHashMap<(usize, Move), Move>,
    /// The fallback if no reply is known or legal.
    pub otherwise: S,
}

impl<S> LastGoodReply<S> {
    /// A selector that has not learnt anything yet.
    pub fn new(otherwise: S) -> Self {
        Self { replies: FxHashMap::default(), otherwise }
    }
}

impl<S: Selector> Selector for LastGoodReply<S> {
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
        let mover = choice.state().mover();
        let before = choice.state().last_moves(1).next();
        let reply = before.and_then(|before| self.replies.get(&(mover, before)));
        if let Some(index) =
            reply.and_then(|reply| choice.moves().iter().position(|mv| mv == reply))
            && let Some(mv) = choice.take(index)
        {
            return Some(mv);
        }
        self.otherwise.select(choice)
    }

    fn learn(&mut self, end: &State, moves: usize) {
        self.otherwise.learn(end, moves);
        let Some(worth) = worth(end) else { return };
        let mut before = None;
        for mv in end.last_moves(moves) {
            if let Some(before) = before {
                let place = (mv.player(), before);
                if worth(mv.player()) > 0.5 {
                    if self.replies.len() < MAX_LEARNT || self.replies.contains_key(&place) {
                        self.replies.insert(place, mv);
                    }
                } else if self.replies.get(&place) == Some(&mv) {
                    self.replies.remove(&place);
                }
            }
            before = Some(mv);
        }
    }
}
