//! Liberties: whether a group has one, and where a piece can be placed so that its group has one.
//!
//! `(> (count Liberties) 0)` counts what nobody wants to know: it is enough to look for the first one.
//!
//! `(do (move Add (to …) (then (enclose …))) ifAfterwards:(> (count Liberties) 0))`, the rule of Go,
//! asks what would be after each move. Where a piece that is added has an empty site beside it, that
//! stays so whatever is enclosed; elsewhere its group and those beside it are looked at as they would
//! be. No move has to be made, and what is left is a set: moves to it are never listed.

use crate::ast::Node;
use crate::bytecode::{
    Action, Block, Changes, LayerIndex, Layout, Op, Recipe, RecipeData, Reg, Scalar, Set, Steps,
};
use crate::lower::{Lowered, Lowering};

/// Moves that add a piece of the mover to empty sites.
pub(super) struct Adding {
    /// What is written before them.
    before: Vec<Op>,
    /// The component, and what else the moves are made of.
    what: Reg,
    a: Reg,
    b: Reg,
    recipe: Recipe,
    /// The steps by which enemies are enclosed and taken, if they are.
    pub(super) caught: Option<Steps>,
    /// What the mover scores for each piece that is taken; none if something else is done then.
    pub(super) points: Option<i32>,
}

/// What a move does on the board beside adding a piece.
enum Effect {
    None,
    Taking(Taking),
}

/// What is done to the pieces that are enclosed: they are removed, and no other site is changed.
#[derive(Clone, Copy)]
struct Taking {
    steps: Steps,
    /// What the mover scores for each; none if something else is done.
    points: Option<i32>,
    /// Whether all that is done beside it is about scores.
    only_scores: bool,
}

impl<'r> Lowering<'r> {
    /// A comparison that asks whether a group has an empty site beside it; none, and no code, if it is
    /// another.
    pub(in crate::lower) fn has_liberty(&mut self, test: Node<'r>) -> Lowered<Option<Reg>> {
        let Some((liberties, wanted)) = self.liberty_test(test) else { return Ok(None) };
        if self.kind(liberties) != self.board.default {
            return Ok(None);
        }
        let steps = self.group_steps(liberties)?;
        let site = self.site_or_last_to(liberties.arg("at"))?;
        let within = self.emitter.set();
        self.emit(Op::SameAs { dst: within, site });
        let within = self.both(within, self.on_board());
        let dst = self.emitter.reg();
        self.emit(Op::HasLiberty { dst, steps, site, within });
        Ok(Some(if wanted { dst } else { self.unary(dst, |dst, a| Op::Not { dst, a }) }))
    }

    /// The `(count Liberties …)` of a comparison with nothing, and whether there are to be some.
    fn liberty_test(&self, test: Node<'r>) -> Option<(Node<'r>, bool)> {
        let (a, b) = (test.get("a")?, test.get("b")?);
        let is_count =
            |node: Node<'r>| node.head() == "count Liberties" && node.arg("if").is_none();
        let (liberties, number, head) = if is_count(a) {
            (a, b, test.head())
        } else if is_count(b) {
            (b, a, mirrored(test.head()))
        } else {
            return None;
        };
        match (head, self.known_int(number)?) {
            (">" | "!=", 0) | (">=", 1) => Some((liberties, true)),
            ("=" | "<=", 0) | ("<", 1) => Some((liberties, false)),
            _ => None,
        }
    }

    /// Moves that add a piece where its group has an empty site beside it afterwards: a block that makes
    /// them without any test, and one that tells whether a single one of them is made, if `body` and
    /// `test`, which are written already, are of that form. The test does not see the last `outer`
    /// consequences.
    pub(in crate::lower) fn add_freely(
        &mut self,
        body: Block,
        test: Block,
        outer: usize,
    ) -> Lowered<Option<(Block, Block)>> {
        let Some(mut adding) = self.adds(body) else { return Ok(None) };
        if outer > 0 {
            // What is enclosed, the only consequence there is, is still there.
            adding.caught = None;
        }
        let Some(free) = self.asks_for_liberty(test) else { return Ok(None) };
        let steps = adding.caught.unwrap_or(free);
        let direct = self.block(|lowering| {
            let (own, enemies) = lowering.sides_of(&adding);
            let dst = lowering.emitter.set();
            let (sites, caught) = (Self::empty_sites(), steps);
            lowering.emit(Op::Survivors { dst, sites, own, free, enemies, caught });
            let Adding { a, b, recipe, .. } = adding;
            lowering.emit(Op::PushOn { set: dst, a, b, recipe });
            Ok(())
        })?;
        let single = self.value_block(|lowering| {
            let (own, enemies) = lowering.sides_of(&adding);
            let dst = lowering.emitter.reg();
            let (site, caught) = (Reg::TO, steps);
            lowering.emit(Op::Survives { dst, site, own, free, enemies, caught });
            Ok(dst)
        })?;
        Ok(Some((direct, single)))
    }

    /// Code for the sites of the pieces that a move joins, and of those that it can take.
    fn sides_of(&mut self, adding: &Adding) -> (Set, Set) {
        adding.before.iter().for_each(|&op| self.emit(op));
        let own = self.emitter.set();
        self.emit(Op::HoldingPiece { dst: own, what: adding.what });
        let enemies = self.no_sites();
        if adding.caught.is_some() {
            self.emit(Op::OfEnemies { dst: enemies });
        }
        (own, enemies)
    }

    /// What a block adds, if it adds a piece of the mover to the empty sites and does nothing else but to
    /// take enclosed enemies.
    pub(super) fn adds(&self, body: Block) -> Option<Adding> {
        let (Op::End {}, rest) = self.emitter.written(body).split_last()? else { return None };
        let (&Op::PushOn { set, a, b, recipe }, before) = rest.split_last()? else { return None };
        let effect = self.effect_of_adding(&self.recipes[recipe.index()])?;
        let what = before.iter().find_map(|op| match *op {
            Op::Pack { dst, low, .. } if dst == a => Some(low),
            _ => None,
        })?;
        let fits =
            set == Self::empty_sites() && self.is_mover(what, body) && self.pieces_are_numbered();
        let (caught, points) = match effect {
            Effect::None => (None, None),
            Effect::Taking(Taking { steps, points, .. }) => (Some(steps), points),
        };
        fits.then(|| Adding { before: before.to_vec(), what, a, b, recipe, caught, points })
    }

    /// Whether the component with the number of a player is that player's.
    fn pieces_are_numbered(&self) -> bool {
        let owner = |player: i32| self.components.get(player as usize).map(|piece| piece.owner);
        (1..=self.players()).all(|player| owner(player) == Some(player as u8))
    }

    /// What a move changes, as far as it can be told.
    pub(in crate::lower) fn changes(&self, recipe: &RecipeData) -> Changes {
        if self.replaces(recipe) {
            return Changes::Replaced { again: self.may_act(recipe, Action::SetNext) };
        }
        match self.effect_of_adding(recipe) {
            Some(Effect::None) => Changes::None,
            Some(Effect::Taking(Taking { steps, only_scores: true, .. })) => {
                Changes::Enclosed(steps)
            }
            Some(Effect::Taking(_)) | None => Changes::Any,
        }
    }

    /// What a move does on the board beside adding a piece; none if it may do something else.
    fn effect_of_adding(&self, recipe: &RecipeData) -> Option<Effect> {
        let RecipeData { action, decision, layers, prior, before, after, then, .. } = recipe;
        let bare = prior.is_empty() && before.is_empty() && after.is_empty() && *layers == [0; 2];
        if *action != Action::Add || !decision || !bare {
            return None;
        }
        match then[..] {
            [] => Some(Effect::None),
            [then] => self.encloses(then).map(Effect::Taking),
            _ => None,
        }
    }

    fn empty_sites() -> Set {
        Set::state(Layout::EMPTY as u16)
    }

    /// How a consequence encloses enemies of the last move, all of which it removes.
    fn encloses(&self, then: Block) -> Option<Taking> {
        let &[
            Op::Scalar { dst: last, scalar },
            Op::OfEnemies { dst: enemies },
            Op::Enclose { from, layer: LayerIndex(0), steps, targets, except, effect },
            Op::End {},
        ] = self.emitter.written(then)
        else {
            return None;
        };
        let fits = scalar == Scalar::LastTo
            && from == last
            && targets == enemies
            && self.emitter.known(except) == Some(0)
            && self.leads_back(steps);
        fits.then(|| self.only_removes(effect, steps)).flatten()
    }

    /// What an effect does that removes the piece on `between`, always, and changes no other site.
    fn only_removes(&self, effect: Block, steps: Steps) -> Option<Taking> {
        let mut taking = Taking { steps, points: Some(0), only_scores: true };
        let mut removes = false;
        let mut caught = None;
        for op in self.emitter.written(effect) {
            match *op {
                Op::Singleton { dst, site: Reg::BETWEEN } => caught = Some(dst),
                Op::Subtract { dst, a, b } if Some(a) == caught && b == Self::empty_sites() => {
                    caught = Some(dst);
                }
                Op::PushOn { set, recipe, .. } if Some(set) == caught && !removes => {
                    removes = true;
                    let recipe = &self.recipes[recipe.index()];
                    let alone = RecipeData { then: Vec::new(), ..recipe.clone() };
                    if alone != RecipeData::plain(Action::Remove) || recipe.then.len() > 1 {
                        return None;
                    }
                    for &then in &recipe.then {
                        for op in self.emitter.written(then) {
                            self.note_beside(op, then, &mut taking)?;
                        }
                    }
                }
                _ => self.note_beside(op, effect, &mut taking)?,
            }
        }
        removes.then_some(taking)
    }

    /// Notes what an instruction of a block does beside the board; none if it does something else.
    fn note_beside(&self, op: &Op, block: Block, taking: &mut Taking) -> Option<()> {
        match *op {
            Op::Push { a, b, recipe, .. } => {
                let is = |action| self.is_plain(recipe, &[action]);
                let scores = is(Action::AddScore) || is(Action::SetScore);
                if !scores && !is(Action::Trigger) {
                    return None;
                }
                let known = self.emitter.known(b).filter(|_| self.is_mover(a, block));
                let points = known.filter(|_| is(Action::AddScore));
                taking.only_scores &= scores;
                taking.points =
                    taking.points.zip(points).and_then(|(all, points)| all.checked_add(points));
            }
            Op::Scalar { .. } | Op::End {} => {}
            _ => return None,
        }
        Some(())
    }

    /// Whether a register has the mover's number in a block that writes it by one instruction.
    fn is_mover(&self, register: Reg, block: Block) -> bool {
        self.emitter.written(block).iter().any(|op| {
            matches!(*op, Op::Scalar { dst, scalar } if dst == register && scalar == Scalar::Mover)
        })
    }

    fn is_plain(&self, recipe: Recipe, actions: &[Action]) -> bool {
        let recipe = &self.recipes[recipe.index()];
        actions.contains(&recipe.action) && *recipe == RecipeData::plain(recipe.action)
    }

    /// Whether a move does nothing but an action, by choice.
    pub(super) fn is_choice(&self, recipe: Recipe, action: Action) -> bool {
        self.recipes[recipe.index()] == RecipeData::choice(action)
    }

    /// The steps of the group of the last move, if a test asks whether it has an empty site beside it.
    pub(super) fn asks_for_liberty(&self, test: Block) -> Option<Steps> {
        let &[
            Op::Scalar { dst: last, scalar },
            Op::SameAs { dst: same, site },
            Op::Intersect { dst: within, a, .. },
            Op::HasLiberty { dst, steps, site: from, within: over },
            Op::Return { value },
        ] = self.emitter.written(test)
        else {
            return None;
        };
        let fits = scalar == Scalar::LastTo
            && site == last
            && a == same
            && over == within
            && from == last
            && value == dst
            && self.leads_back(steps);
        fits.then_some(steps)
    }

    /// Whether every step of a table has one back, whatever pieces face.
    pub(super) fn leads_back(&self, steps: Steps) -> bool {
        let ways = &self.tables.steps[steps.index()];
        let [table] = &ways.variants[..] else { return false };
        (0..table.len()).all(|site| {
            let beside = table.of(site as i32).iter();
            beside.into_iter().all(|&to| table.of(i32::from(to)).contains(&(site as u16)))
        })
    }
}

/// The comparison that says the same with its sides exchanged.
fn mirrored(head: &str) -> &str {
    match head {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        other => other,
    }
}
