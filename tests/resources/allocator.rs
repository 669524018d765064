//! What a thread asks of the allocator. Each test runs in a thread of its own, so those beside it do not count.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[allow(
    unsafe_code,
    reason = "an allocator cannot be written without; it only counts and forwards"
)]
// SAFETY: all is passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        IN_USE.set(IN_USE.get() + size(layout));
        PEAK.set(PEAK.get().max(IN_USE.get()));
        // SAFETY: the caller keeps to the rules, and so do we.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.set(IN_USE.get() - size(layout));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// No layout is larger than the largest `isize`.
fn size(layout: Layout) -> isize {
    layout.size().cast_signed()
}

/// Allocations of this thread so far.
pub(crate) fn allocations() -> usize {
    ALLOCATIONS.get()
}

/// Bytes that this thread has in use; fewer than none if it gave back what another one had asked for.
pub(crate) fn bytes_in_use() -> isize {
    IN_USE.get()
}

/// Begins to look for the peak anew, from what is in use now.
pub(crate) fn restart_peak() {
    PEAK.set(IN_USE.get());
}

/// The most bytes that were in use since the peak was restarted.
pub(crate) fn peak_bytes() -> isize {
    PEAK.get()
}
