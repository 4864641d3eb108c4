//! The loops over the lanes of masks, which the compiler turns into vector instructions: those of
//! the target, and of AVX2 where the processor has it.

#![allow(unsafe_code)] // wider instructions, where the processor was asked for them

use super::shape::{LANES, Lanes, SIDE};

/// Defines functions that are compiled twice, and that choose between the two when they are called.
macro_rules! widened {
    ($($(#[$doc:meta])* fn $name:ident($($input:ident: $type:ty),*) $(-> $output:ty)? $body:block)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(super) fn $name($($input: $type),*) $(-> $output)? {
            #[inline(always)]
            fn narrow($($input: $type),*) $(-> $output)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($input: $type),*) $(-> $output)? {
                    narrow($($input),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2.
                    return unsafe { wide($($input),*) };
                }
            }
            narrow($($input),*)
        }
    )*};
}

widened! {
    /// Removes a bit from the masks of which `peers` has the bit.
    fn remove_from(rows: &mut [Lanes], peers: &[Lanes], bit: u16) {
        for (masks, peers) in rows.iter_mut().zip(peers) {
            for (mask, peer) in masks.iter_mut().zip(peers) {
                *mask &= !(peer & bit);
            }
        }
    }

    /// Returns for each row the places of cells that have no digit left, or one and none placed.
    fn singles(places: &[Lanes], done: &Lanes) -> [u16; SIDE] {
        let mut found = [0; SIDE];
        for (place, masks) in places.iter().enumerate() {
            for row in 0..SIDE {
                let open = masks[row] & !done[row];
                let has_one = open & open.wrapping_sub(1) == 0;
                // A cell whose digit is placed has one that is done.
                let is_placed = open == 0 && masks[row] != 0;
                found[row] |= u16::from(has_one & !is_placed) << place;
            }
        }
        found
    }

    /// Returns for each house of a block the digits that have one place left and are not
    /// placed, and the digits that have a place in every house.
    fn hidden_singles(places: &[Lanes], done: &Lanes) -> (Lanes, u16) {
        let (mut once, mut twice) = ([0; LANES], [0; LANES]);
        for masks in places {
            for lane in 0..LANES {
                twice[lane] |= once[lane] & masks[lane];
                once[lane] |= masks[lane];
            }
        }
        let (mut single, mut all) = ([0; LANES], u16::MAX);
        for lane in 0..LANES {
            single[lane] = once[lane] & !twice[lane] & !done[lane];
            all &= once[lane];
        }
        (single, all)
    }

    /// Returns for each place in a row, and each row, the number of digits left in the cell. Rows are
    /// the first houses, so that their masks are in the first lanes.
    fn counts(places: &[Lanes]) -> [[u16; SIDE]; SIDE] {
        let mut counts = [[0; SIDE]; SIDE];
        for (counts, masks) in counts.iter_mut().zip(places) {
            for (count, mask) in counts.iter_mut().zip(masks) {
                *count = mask.count_ones() as u16;
            }
        }
        counts
    }
}
