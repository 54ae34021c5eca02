//! A heap that starts again from its first page when the host puts the module's static data back as it was.
//!
//! The stock allocator asks for new pages whenever its statics are fresh, so resetting them would leak. This one
//! remembers in a static how many pages were handed out, and only grows the memory when those run out. After a
//! reset every allocation of the last call is gone, and the same input walks through the same addresses: hash maps
//! seed themselves from addresses, so this is also what makes the output a function of the input alone.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size};
use core::cell::UnsafeCell;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use dlmalloc::{Allocator, Dlmalloc};

const PAGE: usize = 64 * 1024;

unsafe extern "C" {
    static __heap_base: u8;
}

static HANDED_OUT: AtomicUsize = AtomicUsize::new(0);

struct Pages;

unsafe impl Allocator for Pages {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let first = (&raw const __heap_base as usize).div_ceil(PAGE) + HANDED_OUT.load(Relaxed);
        let wanted = size.div_ceil(PAGE);
        let missing = (first + wanted).saturating_sub(memory_size(0));
        if missing > 0 && memory_grow(0, missing) == usize::MAX {
            return (null_mut(), 0, 0);
        }
        HANDED_OUT.fetch_add(wanted, Relaxed);
        ((first * PAGE) as *mut u8, wanted * PAGE, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    /// Pages come back used after a reset.
    fn allocates_zeros(&self) -> bool {
        false
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}

pub struct ResettableHeap(UnsafeCell<Dlmalloc<Pages>>);

// The module has one thread.
unsafe impl Sync for ResettableHeap {}

impl ResettableHeap {
    pub const fn new() -> Self {
        Self(UnsafeCell::new(Dlmalloc::new_with_allocator(Pages)))
    }
}

unsafe impl GlobalAlloc for ResettableHeap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { (*self.0.get()).free(at, layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { (*self.0.get()).realloc(at, layout.size(), layout.align(), size) }
    }
}
