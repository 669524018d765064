//! What is the same for all pieces, found out before them.
//!
//! The moves of a piece are written as if there were no others, so whatever their rules ask is asked for
//! each piece. What does not depend on where the piece stands is moved out of the iteration.

use fxhash::FxHashSet;

use crate::analysis::{Place, ReadWrite};
use crate::bytecode::{Block, Op, Reg};
use crate::ir::Ir;
use crate::ir::Written;

/// Instructions that follow each other and that no jump leaves before their end.
struct Segment {
    first: usize,
    end: usize,
    /// What it reads and writes.
    uses: ReadWrite,
    /// Whether all that comes of it is what it writes.
    is_pure: bool,
}

/// Takes what is always the same out of a block that is run again and again, and writes it before.
/// What stands in `var` is another each time; for pieces it is what the language names.
pub(crate) fn hoist(ir: &mut Ir, body: Block, var: Option<Reg>, before: &mut Written) {
    let (ops, places) = ir.emitter.with_places(body);
    let mut segments = segments(ir, &ops);
    let anew = var.map(Place::Number);
    segments.iter_mut().for_each(|segment| {
        segment.is_pure &= anew.is_none_or(|var| !segment.uses.reads.contains(&var));
    });
    let hoisted = steady(&segments);
    if !hoisted.contains(&true) {
        return;
    }
    let mut leaves = vec![false; ops.len()];
    for (segment, _) in segments.iter().zip(&hoisted).filter(|(_, hoisted)| **hoisted) {
        let start = before.0.len();
        for index in segment.first..segment.end {
            leaves[index] = true;
            before.0.push(ops[index].further(|to| to - segment.first + start));
            before.1.push(places[index]);
        }
    }
    ir.emitter.leave_out(body, |index, _| leaves[index]);
}

fn segments(ir: &Ir, ops: &[Op]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut first = 0;
    while first < ops.len() {
        let mut end = first + 1;
        let mut index = first;
        while index < end {
            if let Some(to) = ops[index].target() {
                end = end.max(to.index());
            }
            index += 1;
        }
        let segment = Segment {
            first,
            end,
            uses: ReadWrite::of(ir, &ops[first..end]),
            is_pure: ops[first..end].iter().all(Op::is_pure),
        };
        segments.push(segment);
        first = end;
    }
    segments
}

/// Which segments are the same each time.
fn steady(segments: &[Segment]) -> Vec<bool> {
    let mut steady: Vec<bool> = segments
        .iter()
        .map(|segment| {
            let named =
                segment.uses.reads.iter().chain(&segment.uses.writes).any(|place| place.is_named());
            segment.is_pure && !named && !segment.uses.writes.is_empty()
        })
        .collect();
    loop {
        let stays: Vec<bool> = (0..segments.len())
            .map(|number| steady[number] && is_steady(segments, &steady, number))
            .collect();
        if stays == steady {
            return steady;
        }
        steady = stays;
    }
}

/// Whether a segment can go before all others that stay, given which of them do not.
fn is_steady(segments: &[Segment], steady: &[bool], number: usize) -> bool {
    let segment = &segments[number];
    // What was written before it each time is not what was left by the time before.
    let anew = |place: &Place| {
        let earlier = segments[..number].iter().zip(steady).filter(|(_, steady)| **steady);
        let mut single = earlier.filter(|(other, _)| other.end - other.first == 1);
        single.any(|(other, _)| other.uses.writes.contains(place))
    };
    segments.iter().zip(steady).enumerate().all(|(other_number, (other, &steady))| {
        let touches = |places: &FxHashSet<Place>, others: &FxHashSet<Place>| {
            places.iter().any(|place| others.contains(place))
        };
        let later = other_number > number;
        if steady {
            // What it reads must not be what is written behind it.
            let carried = || {
                segment
                    .uses
                    .reads
                    .iter()
                    .any(|place| other.uses.writes.contains(place) && !anew(place))
            };
            return !later || !carried();
        }
        let overwritten = touches(&segment.uses.writes, &other.uses.writes);
        let depends = touches(&segment.uses.reads, &other.uses.writes);
        let read_before = !later && touches(&segment.uses.writes, &other.uses.reads);
        !overwritten && !depends && !read_before
    })
}
