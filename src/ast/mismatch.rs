//! Mismatches between calls and signatures, with a measure of their distance.

use super::fit::{Fitter, is_constant};
use super::signature::{Parameter, Signature, Slot};
use crate::expand::{Node, NodeKind};

/// A mismatch between a call and a signature.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mismatch {
    /// A leading constant differs.
    Variant,
    /// A required slot is empty.
    Missing { slot: usize },
    /// The argument with this index, without leading constants, has no slot.
    Argument { argument: usize, why: Why },
}

/// Why an argument has no slot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    UnknownLabel,
    /// It belongs to a slot that has been passed.
    Late {
        slot: usize,
    },
    /// Its slot is taken.
    Taken {
        slot: usize,
    },
    /// No slot is left.
    Surplus,
    /// None of the slots from this one on takes such a value.
    Type {
        from: usize,
    },
}

/// The closeness of a call to a signature: leading constants, assigned arguments, arguments that would fit
/// somewhere, and the severity of the mismatch.
pub(super) type Nearness = (usize, usize, usize, u8);

/// The first mismatch of a call with a signature, and its closeness.
pub(super) fn compare(
    fitter: &mut Fitter,
    node: Node<'_>,
    signature: &Signature,
) -> (Nearness, Option<Mismatch>) {
    let constants = signature.head.split(' ').skip(1);
    let matched =
        node.children().zip(constants).take_while(|(node, c)| is_constant(*node, c)).count();
    if matched < signature.constants {
        return ((matched, 0, 0, 0), Some(Mismatch::Variant));
    }
    let slots = &signature.slots;
    let arguments: Vec<Node<'_>> = node.children().skip(matched).collect();
    let mut fits =
        |argument: Node<'_>, slot: usize| fitter.choice(argument, &slots[slot]).is_some();
    let fitting = arguments.iter().filter(|a| (0..slots.len()).any(|slot| fits(**a, slot))).count();
    let (mut next, mut placed) = (0, 0);
    let mut filled = vec![false; slots.len()];
    let missing_from = |next: usize, end: usize| (next..end).find(|&slot| !slots[slot].optional);
    for &argument in &arguments {
        let slot = (next..slots.len()).find(|&slot| fits(argument, slot));
        let missing = slot.and_then(|slot| missing_from(next, slot));
        let why = match (slot, missing) {
            (Some(slot), None) => {
                filled[slot] = true;
                placed += 1;
                next = slot + 1;
                continue;
            }
            // A missing argument may come later; or a literal that fits a later slot by chance may be
            // intended for it.
            (_, Some(missing)) => {
                let later = (placed..arguments.len()).find(|&at| fits(arguments[at], missing));
                let needed = slots[next..].iter().filter(|slot| !slot.optional).count();
                let mismatch = match later {
                    Some(argument) => {
                        Mismatch::Argument { argument, why: Why::Late { slot: missing } }
                    }
                    None if argument.kind() != NodeKind::Call
                        && arguments.len() - placed >= needed =>
                    {
                        Mismatch::Argument { argument: placed, why: Why::Type { from: next } }
                    }
                    None => Mismatch::Missing { slot: missing },
                };
                return ((matched + 1, placed, fitting, 1), Some(mismatch));
            }
            (None, None) => why(fitter, argument, slots, next, &filled),
        };
        let mismatch = Mismatch::Argument { argument: placed, why };
        return ((matched + 1, placed, fitting, 1), Some(mismatch));
    }
    let mismatch = missing_from(next, slots.len()).map(|slot| Mismatch::Missing { slot });
    ((matched + 1, placed, fitting, 2), mismatch)
}

fn why(
    fitter: &mut Fitter,
    argument: Node<'_>,
    slots: &[Slot],
    next: usize,
    filled: &[bool],
) -> Why {
    let taken = |slot: usize| {
        if filled[slot] { Why::Taken { slot } } else { Why::Late { slot } }
    };
    if let Some(label) = argument.label() {
        let called = |slot: &Slot| slot.choices.iter().any(|c| c.labelled && c.name == label);
        return match slots.iter().position(called) {
            None => Why::UnknownLabel,
            Some(slot) if slot < next => taken(slot),
            Some(slot) => Why::Type { from: slot },
        };
    }
    let earlier = (0..next).find(|&slot| fitter.choice(argument, &slots[slot]).is_some());
    if let Some(slot) = earlier {
        return taken(slot);
    }
    let open = slots[next..].iter().any(|slot| slot.choices.iter().any(|c| !c.labelled));
    if open { Why::Type { from: next } } else { Why::Surplus }
}

/// The parameters that may come next: up to the first required slot, and only those with the given label.
pub(super) fn open_choices<'s>(slots: &'s [Slot], label: Option<&str>) -> Vec<&'s Parameter> {
    let mut choices = Vec::new();
    for slot in slots {
        let fitting = slot.choices.iter().filter(|choice| match label {
            Some(label) => choice.labelled && choice.name == label,
            None => !choice.labelled,
        });
        choices.extend(fitting);
        if !slot.optional || (label.is_some() && !choices.is_empty()) {
            break;
        }
    }
    choices
}
