//! Whether carrying out a program comes to an end: jumps go forward, and what runs what has no
//! circles and is not too deep for the stack.
//!
//! Moves count as run by the block that lists them: what they do may be done while the block runs.
//! What instructions run by themselves, such as the rules of a phase for whether a player can move,
//! is not looked at here; the machine does not ask such questions inside of each other.

use super::op::Op;
use super::operand::{Block, Recipe, Use};
use super::program::Program;
use super::recipe::{Over, RecipeData};

/// How deep blocks and moves may run each other. Published games stay below half of it, and it fits
/// into the room that threads usually have, also where sets are widest.
const DEEPEST: u16 = 80;

/// What is said of a program in which they run each other deeper.
pub(super) const TOO_DEEP: &str = "blocks run each other too deep";

/// A block or a recipe.
#[derive(Clone, Copy)]
enum Part {
    Block(Block),
    Recipe(Recipe),
}

/// What is known of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Unknown,
    /// It is being looked at: whoever comes back to it goes in a circle.
    Open,
    /// How deep it runs others.
    Known(u16),
}

/// Looks at all blocks and recipes.
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
        // A list of its own instead of the stack, which a forged program could exhaust.
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

/// Whether an instruction at a place of its block goes only forward.
pub(super) fn goes_forward(op: &Op, place: usize) -> bool {
    op.target().is_none_or(|to| to.index() > place)
}

/// What a part runs.
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
