//! Whether a program is sound.

use super::op::Op;
use super::operand::{Block, Operand, Recipe};
use super::program::Program;
use super::recipe::{Action, Over, RecipeData};

/// What is wrong with a program: a mistake of the compiler, or a damaged file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    /// The block; none if it is about the program as a whole.
    pub block: Option<usize>,
    /// The instruction in it.
    pub instruction: usize,
    /// What is wrong.
    pub reason: &'static str,
}

impl std::fmt::Display for Unsound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.block {
            Some(block) => {
                write!(f, "block {block}, instruction {}: {}", self.instruction, self.reason)
            }
            None => write!(f, "{}", self.reason),
        }
    }
}

impl std::error::Error for Unsound {}

/// Checks that every instruction refers to something that is there, that every block comes to an
/// end, and that blocks do not run each other in circles.
pub fn verify(program: &Program) -> Result<(), Unsound> {
    let whole = |reason| Unsound { block: None, instruction: 0, reason };
    if program.places.len() != program.code.len() {
        return Err(whole("places and instructions differ in number"));
    }
    if program.places.iter().any(|&place| usize::from(place) >= program.ludemes.len()) {
        return Err(whole("no such ludeme"));
    }
    for (number, &(first, length)) in program.blocks.iter().enumerate() {
        let fault = |instruction, reason| Unsound { block: Some(number), instruction, reason };
        let Some(ops) = program.code.get(first as usize..(first as usize + length as usize)) else {
            return Err(fault(0, "not in the code"));
        };
        for (index, op) in ops.iter().enumerate() {
            op.check(program, ops.len()).map_err(|reason| fault(index, reason))?;
        }
        if !matches!(ops.last(), Some(Op::Return { .. } | Op::End {} | Op::Jump { .. })) {
            return Err(fault(ops.len(), "does not end"));
        }
    }
    let known = |block: Block| block.check(program, 0).map_err(whole);
    let mut entries = vec![program.start];
    entries.extend(program.end);
    for phase in &program.phases {
        entries.push(phase.play);
        entries.extend(phase.end.iter().chain(&phase.next));
    }
    for recipe in &program.recipes {
        entries.extend(recipe.prior.iter().chain(&recipe.then));
        for effect in recipe.before.iter().chain(&recipe.after) {
            entries.push(effect.block);
            match effect.over {
                Over::Once => {}
                Over::Line(rays) | Over::Trail(rays) | Over::LineEnd(rays) => {
                    rays.check(program, 0).map_err(whole)?
                }
                Over::Pair(block) => entries.push(block),
            }
        }
    }
    entries.into_iter().try_for_each(known)?;
    program.facts.falling.check(program, 0).map_err(whole)?;
    program.facts.pinning.check(program, 0).map_err(whole)?;
    if program.recipes.len() < Program::PASS.index() + 1 {
        return Err(whole("no recipe for passing"));
    }
    let plain =
        |op: &Op| matches!(op, Op::Rehearse { .. } | Op::MaxMoves { .. } | Op::MaxCaptures { .. });
    if program.code.iter().any(plain) {
        for (number, &action) in Action::ALL.iter().enumerate() {
            let recipe = program.recipes.get(Program::PLAIN.index() + number);
            if recipe.is_none_or(|recipe| *recipe != RecipeData::plain(action)) {
                return Err(whole("no recipes for single actions"));
            }
        }
    }
    Ok(())
}

/// What every program has.
impl Program {
    /// The recipe of a pass; every program has it.
    pub const PASS: Recipe = Recipe(0);
    /// The recipe of a swap; every program has it.
    pub const SWAP: Recipe = Recipe(1);
    /// The first of the recipes that do nothing but an action, one for each; only programs that take
    /// moves apart have them.
    pub const PLAIN: Recipe = Recipe(2);
    /// The fixed set of all sites of all containers.
    pub const ALL_SITES: usize = 0;
    /// The fixed set of the sites of the board.
    pub const BOARD: usize = 1;
}
