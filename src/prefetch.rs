//! A hint to the processor: memory that is needed soon.
//!
//! Other folders call this safe function and stay without `unsafe`.

/// Asks for the cache line of `slice[index]`, if there is such an element, and does not wait for
/// it. Does nothing on processors other than x86-64.
#[inline]
#[allow(unsafe_code)] // the only way to this instruction
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if index < slice.len() {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of an element, and a prefetch reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(index).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (slice, index);
}
