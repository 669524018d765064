//! Checks that the execution of a program terminates: jumps go forward, and the call graph is acyclic and not too
//! deep for the stack.
//!
//! Moves count as called by the block that generates them, since their effects may be executed while the block
//! runs. Calls made by instructions themselves, such as evaluating the play rules to find out whether a player can
//! move, are not considered; the machine does not nest them.

use super::op::Op;
use super::operand::{Block, Recipe, Use};
use super::program::Program;
use super::recipe::{Over, RecipeData};

/// Maximum call depth of blocks and moves. Published games stay below half of it, and it fits into the usual stack
/// of a thread, even with the widest sets.
const DEEPEST: u16 = 80;

/// The error for a program with deeper calls.
pub(super) const TOO_DEEP: &str = "blocks run each other too deep";

/// A block or a recipe.
#[derive(Clone, Copy)]
enum Part {
    Block(Block),
    Recipe(Recipe),
}

/// The state of the depth-first search at a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Unknown,
    /// In progress: reaching it again means a cycle.
    Open,
    /// Finished, with its depth.
    Known(u16),
}

/// Visits all blocks and recipes.
pub(super) fn check(program: &Program) -> Result<(), &'static str> {
    let blocks = program.blocks.len();
    let place = |part| match part {
        Part::Block(block) => block.index(),
        Part::Recipe(recipe) => blocks + recipe.index(),
    };
    let mut depths = vec![Depth::Unknown; blocks + program.recipes.len()];
    let all = (0..blocks as u16).map(|block| Part::Block(Block(block)));
    let recipes = (0..program.recipes.len() as u16).map(|recipe| Part::Recipe(Recipe(recipe)));
    for root in all.chain(recipes) {
        // An explicit stack, since a forged program could exhaust the call stack.
        let mut path: Vec<(Part, Vec<Part>)> = vec![(root, Vec::new())];
        if depths[place(root)] != Depth::Unknown {
            continue;
        }
        depths[place(root)] = Depth::Open;
        path[0].1 = runs(program, root);
        let mut deepest = vec![0];
        while let Some((part, left)) = path.last_mut() {
            let part = *part;
            let Some(next) = left.pop() else {
                let depth = deepest.pop().unwrap_or(0);
                depths[place(part)] = Depth::Known(depth);
                path.pop();
                if let Some(outer) = deepest.last_mut() {
                    *outer = depth.saturating_add(1).max(*outer);
                }
                continue;
            };
            match depths[place(next)] {
                Depth::Open => return Err("blocks run each other in circles"),
                Depth::Known(depth) => {
                    if let Some(outer) = deepest.last_mut() {
                        *outer = depth.saturating_add(1).max(*outer);
                    }
                }
                Depth::Unknown => {
                    depths[place(next)] = Depth::Open;
                    path.push((next, runs(program, next)));
                    deepest.push(0);
                }
            }
        }
    }
    let too_deep = |depth: &Depth| matches!(depth, Depth::Known(depth) if *depth > DEEPEST);
    if depths.iter().any(too_deep) { Err(TOO_DEEP) } else { Ok(()) }
}

/// Whether an instruction only jumps forward.
pub(super) fn goes_forward(op: &Op, place: usize) -> bool {
    op.target().is_none_or(|to| to.index() > place)
}

/// The callees of a part.
fn runs(program: &Program, part: Part) -> Vec<Part> {
    let mut parts = Vec::new();
    match part {
        Part::Block(block) => {
            for op in program.block(block) {
                op.uses(|_, usage| match usage {
                    Use::Block(block) => parts.push(Part::Block(block)),
                    Use::Recipe(recipe) => parts.push(Part::Recipe(recipe)),
                    _ => {}
                });
            }
        }
        Part::Recipe(recipe) => {
            let RecipeData { prior, before, after, then, unfolded, .. } =
                &program.recipes[recipe.index()];
            parts.extend(prior.iter().map(|prior| Part::Block(prior.block)));
            for effect in before.iter().chain(after) {
                parts.push(Part::Block(effect.block));
                if let Over::Pair(other) = effect.over {
                    parts.push(Part::Block(other));
                }
            }
            parts.extend(then.iter().copied().map(Part::Block));
            parts.extend(unfolded.map(Part::Recipe));
        }
    }
    parts
}
