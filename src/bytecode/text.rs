//! The textual form of programs.

use std::fmt::{self, Write as _};

use super::operand::{Block, Operand as _};
use super::program::{Place, Program};
use super::recipe::{Capture, Over, RecipeData};

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "({})", self.ludeme),
            line => write!(f, "{line}:{} ({})", self.column, self.ludeme),
        }
    }
}

/// The disassembly: every block with its instructions, with the place in the description at the first instruction
/// of each rule.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.subgames.is_empty() {
            writeln!(f, "match \"{}\"", self.name)?;
            return self.subgames.iter().try_for_each(|game| write!(f, "\n{game}"));
        }
        writeln!(f, "game \"{}\"", self.name)?;
        let layout = &self.layout;
        writeln!(
            f,
            "state {} words: {} sets of {}, {} sites, {} components",
            layout.total(),
            layout.sets,
            layout.width,
            layout.sites,
            layout.components
        )?;
        let entry = |f: &mut fmt::Formatter<'_>, name: &str, block: Option<Block>| match block {
            Some(block) => writeln!(f, "{name} block{}", block.0),
            None => Ok(()),
        };
        entry(f, "start", Some(self.start))?;
        for phase in &self.phases {
            writeln!(f, "phase \"{}\" {}", phase.name, phase.plan.name())?;
            entry(f, "  play", Some(phase.play))?;
            for (player, &block) in (1..).zip(&phase.plays) {
                entry(f, &format!("  play of {player}"), Some(block))?;
            }
            entry(f, "  end", phase.end)?;
            entry(f, "  next", phase.next)?;
        }
        entry(f, "end", self.end)?;
        for (player, &block) in (1..).zip(&self.ends) {
            entry(f, &format!("end after {player}"), Some(block))?;
        }
        if let Some(instance) = self.instance {
            entry(f, "match result", instance.result)?;
            entry(f, "match next", instance.next)?;
            entry(f, "match end", Some(instance.end))?;
        }
        for (number, recipe) in self.recipes.iter().enumerate() {
            writeln!(f, "recipe{number} {recipe}")?;
        }
        for (number, &(first, length)) in self.blocks.iter().enumerate() {
            writeln!(f, "block{number}")?;
            let mut last = None;
            for index in 0..length as usize {
                let at = first as usize + index;
                let place = &self.ludemes[usize::from(self.places[at])];
                let mut line = format!("  @{index:<3} {}", self.code[at]);
                if last != Some(place) {
                    let width = line.chars().count().max(60);
                    write!(line, "{:width$}  ; {place}", "", width = width - line.chars().count())?;
                    last = Some(place);
                }
                writeln!(f, "{line}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for RecipeData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.action.name())?;
        if self.decision {
            write!(f, " by choice")?;
        }
        for prior in &self.prior {
            write!(f, ", first block{}", prior.block.0)?;
            kept(f, &prior.captures)?;
        }
        for effect in &self.before {
            write!(f, ", before block{}", effect.block.0)?;
            match effect.over {
                Over::Once => {}
                Over::Occupied => write!(f, " if occupied")?,
                Over::Line(rays) => write!(f, " along rays{}", rays.0)?,
                Over::Cleared(rays) => write!(f, " clearing rays{}", rays.0)?,
                Over::Trail(rays) => write!(f, " from the start of rays{}", rays.0)?,
                Over::LineEnd(rays) => write!(f, " at the end of rays{}", rays.0)?,
                Over::Pair(block) => write!(f, " with block{}", block.0)?,
                Over::Rehearsed => write!(f, " rehearsed")?,
            }
        }
        for effect in &self.after {
            write!(f, ", after block{}", effect.block.0)?;
        }
        for (index, block) in self.then.iter().enumerate() {
            let twice = self.once.is_some_and(|once| index >= usize::from(once));
            write!(f, ", then block{}{}", block.0, if twice { " twice" } else { "" })?;
        }
        if let Some(deferred) = self.deferred_test {
            write!(f, ", if block{}", deferred.test.0)?;
        }
        if let Some(zone) = self.zone {
            write!(f, " within reach{}", zone.table.0)?;
        }
        kept(f, &self.captures)
    }
}

/// What a move keeps.
fn kept(f: &mut fmt::Formatter<'_>, captures: &[Capture]) -> fmt::Result {
    for capture in captures {
        write!(f, ", keeps ")?;
        capture.register.show(f)?;
        write!(f, " in lane {}", capture.payload)?;
    }
    Ok(())
}
