//! The loops over the lanes of masks, which the compiler turns into vector instructions.

use super::shape::{LANES, Lanes, Places, Rows, SIDE};

/// The masks of a block of houses.
#[derive(Clone)]
pub(super) struct Block {
    /// For each digit and house the places that are left. Those of cells with a digit are removed
    /// only by the next [`Block::sweep`].
    pub left: [Lanes; SIDE],
    /// For each house the places of cells without a digit.
    pub open: Lanes,
    /// For each house the digits that are placed in it; in lanes without a house all.
    pub done: Lanes,
}

/// The digits and cells of a block with few candidates left, as [`Block::sweep`] returns them.
pub(super) struct Found {
    /// For each house the digits with at most one place left that are not placed.
    pub few: Lanes,
    /// The cells with one digit left at least, and those with two. Only for the block of rows.
    pub once: Rows,
    pub twice: Rows,
}

impl Block {
    /// Removes a candidate, given by the places of its cell.
    #[inline(always)]
    pub(super) fn remove(&mut self, digit: usize, places: &Places) {
        self.left[digit] = without(self.left[digit], &places.own);
    }

    /// Places a digit in the cell with these places. `open` and `done` are copies of the
    /// block's, which the caller writes back.
    #[inline(always)]
    pub(super) fn place(
        &mut self,
        digit: usize,
        Places { own, peers }: &Places,
        open: &mut Lanes,
        done: &mut Lanes,
    ) {
        self.left[digit] = without(self.left[digit], peers);
        *open = without(*open, own);
        for lane in 0..LANES {
            done[lane] |= if own[lane] == 0 { 0 } else { 1 << digit };
        }
    }

    /// Returns the candidates of the cell without a digit at a place of a row.
    #[inline(always)]
    pub(super) fn mask(&self, side: usize, row: usize, place: usize) -> u16 {
        let left = self.left[..side].iter().rev();
        left.fold(0, |mask, left| mask << 1 | left[row] >> place & 1)
    }

    /// Removes the places of cells with a digit, and finds what has at most one left.
    #[inline(always)]
    pub(super) fn sweep(&mut self, side: usize) -> Found {
        let open = self.open;
        let mut few: Lanes = [0; LANES];
        let (mut once, mut twice): (Rows, Rows) = ([0; SIDE], [0; SIDE]);
        for left in self.left[..side].iter_mut().rev() {
            let mut places = *left;
            for lane in 0..LANES {
                places[lane] &= open[lane];
                let is_few = places[lane] & places[lane].wrapping_sub(1) == 0;
                // The mask moved by one bit, and the lowest bit.
                let minus_one = if is_few { u16::MAX } else { 0 };
                few[lane] = (few[lane] << 1).wrapping_sub(minus_one);
            }
            for row in 0..SIDE {
                twice[row] |= once[row] & places[row];
                once[row] |= places[row];
            }
            *left = places;
        }
        let few = without(few, &self.done);
        Found { few, once, twice }
    }
}

/// Returns lanes without the bits of others.
#[inline(always)]
fn without(mut lanes: Lanes, others: &Lanes) -> Lanes {
    for lane in 0..LANES {
        lanes[lane] &= !others[lane];
    }
    lanes
}

/// The bits of lanes. One loop over them all has an end that the processor predicts best.
pub(super) struct Bits<const N: usize> {
    lanes: [u16; N],
    /// The lanes with a bit.
    rest: u32,
}

impl<const N: usize> Bits<N> {
    /// Returns the bits of lanes, of which there are at most 32.
    #[inline(always)]
    pub(super) fn of(lanes: [u16; N]) -> Bits<N> {
        let (halves, _) = lanes.as_chunks();
        let halves = halves.iter().rev();
        let rest = halves.fold(0, |rest, half| rest << 16 | lanes_with_bits(half));
        Bits { lanes, rest }
    }
}

/// Returns the lanes that have a bit, of the masks of half a block.
#[inline(always)]
fn lanes_with_bits(lanes: &[u16; LANES / 2]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{
            __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16,
            _mm_setzero_si128,
        };
        let halves: *const __m128i = lanes.as_ptr().cast();
        #[allow(unsafe_code)] // the compiler finds no instruction for this
        // SAFETY: every x86-64 has SSE2, and 16 masks are two vectors.
        let without = unsafe {
            let bytes = _mm_packs_epi16(_mm_loadu_si128(halves), _mm_loadu_si128(halves.add(1)));
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))
        };
        !without as u32 & 0xffff
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let lanes = lanes.iter().rev();
        lanes.fold(0, |set, &bits| set << 1 | u32::from(bits != 0))
    }
}

impl<const N: usize> Iterator for Bits<N> {
    type Item = (usize, usize);

    /// Returns the lane and the number of the next bit.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize)> {
        if self.rest == 0 {
            return None;
        }
        let lane = self.rest.trailing_zeros() as usize;
        let bits = self.lanes[lane];
        let others = bits & (bits - 1);
        self.lanes[lane] = others;
        self.rest &= self.rest - u32::from(others == 0);
        Some((lane, bits.trailing_zeros() as usize))
    }
}
