//! What is the same for all pieces, found out before them.
//!
//! The moves of a piece are written as if there were no others, so whatever their rules ask is asked for
//! each piece. What does not depend on where the piece stands is moved out of the iteration.

use fxhash::FxHashSet;

use super::Lowering;
use super::emit::Written;
use crate::bytecode::{Block, Kept, Op, Reg, Set, Use};

/// Instructions that follow each other and that no jump leaves before their end.
#[derive(Default)]
struct Segment {
    first: usize,
    end: usize,
    reads: FxHashSet<Place>,
    writes: FxHashSet<Place>,
    /// Whether all that comes of it is what it writes.
    is_pure: bool,
}

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Number(Reg),
    Set(Set),
}

impl Place {
    /// Whether it stands for something else each time.
    fn is_named(self) -> bool {
        match self {
            Self::Number(register) => usize::from(register.0) < Reg::NAMED,
            Self::Set(set) => set == Set::REGION,
        }
    }
}

impl Lowering<'_> {
    /// Takes what is always the same out of a block that is run again and again, and writes it before.
    /// What stands in `var` is another each time; for pieces it is what the language names.
    pub(super) fn hoist(&mut self, body: Block, var: Option<Reg>, before: &mut Written) {
        let (ops, places) = self.emitter.with_places(body);
        let mut segments = self.segments(&ops);
        let anew = var.map(Place::Number);
        segments.iter_mut().for_each(|segment| {
            segment.is_pure &= anew.is_none_or(|var| !segment.reads.contains(&var));
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
        self.emitter.leave_out(body, |index, _| leaves[index]);
    }

    /// Whether a block finds out all it needs but what the language names.
    pub(super) fn stands_alone(&self, block: Block) -> bool {
        let mut all = Segment::default();
        self.emitter.written(block).iter().for_each(|op| self.note_places(op, &mut all));
        all.reads.iter().all(|&place| {
            let kept = match place {
                Place::Number(register) => self.emitter.known(register).is_some(),
                Place::Set(set) => !matches!(set.kept(), Kept::Register(_)),
            };
            kept || place.is_named() || all.writes.contains(&place)
        })
    }

    fn segments(&self, ops: &[Op]) -> Vec<Segment> {
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
            let mut segment = Segment {
                first,
                end,
                reads: FxHashSet::default(),
                writes: FxHashSet::default(),
                is_pure: ops[first..end].iter().all(Op::is_pure),
            };
            ops[first..end].iter().for_each(|op| self.note_places(op, &mut segment));
            segments.push(segment);
            first = end;
        }
        segments
    }

    /// Notes what an instruction and the blocks that it runs read and write.
    fn note_places(&self, op: &Op, segment: &mut Segment) {
        op.uses(|role, usage| {
            let place = match usage {
                Use::Reg(register) => Place::Number(register),
                Use::Set(set) => Place::Set(set),
                Use::Block(block) => {
                    let inner = self.emitter.written(block).iter();
                    return inner.into_iter().for_each(|op| self.note_places(op, segment));
                }
                _ => return,
            };
            let places = if role.is_set() { &mut segment.writes } else { &mut segment.reads };
            places.insert(place);
        });
    }
}

/// Which segments are the same each time.
fn steady(segments: &[Segment]) -> Vec<bool> {
    let mut steady: Vec<bool> = segments
        .iter()
        .map(|segment| {
            let named = segment.reads.iter().chain(&segment.writes).any(|place| place.is_named());
            segment.is_pure && !named && !segment.writes.is_empty()
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
        single.any(|(other, _)| other.writes.contains(place))
    };
    segments.iter().zip(steady).enumerate().all(|(other_number, (other, &steady))| {
        let touches = |places: &FxHashSet<Place>, others: &FxHashSet<Place>| {
            places.iter().any(|place| others.contains(place))
        };
        let later = other_number > number;
        if steady {
            // What it reads must not be what is written behind it.
            let carried =
                || segment.reads.iter().any(|place| other.writes.contains(place) && !anew(place));
            return !later || !carried();
        }
        let overwritten = touches(&segment.writes, &other.writes);
        let depends = touches(&segment.reads, &other.writes);
        let read_before = !later && touches(&segment.writes, &other.reads);
        !overwritten && !depends && !read_before
    })
}
