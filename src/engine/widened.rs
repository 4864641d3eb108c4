//! Functions that are compiled a second time for processors with AVX2 and bit-manipulation instructions.

/// Defines a function that is compiled twice and chooses between the two when it is called. What it calls is compiled for
/// such a processor only where it is inlined.
macro_rules! widened {
    ($(#[$doc:meta])* fn $name:ident $(<$kind:ident: $bound:ident>)? ($($input:ident: $type:ty),*) -> $output:ty $body:block) => {
        $(#[$doc])*
        #[inline]
        #[allow(unsafe_code)] // instructions that not every processor has
        pub(super) fn $name $(<$kind: $bound>)? ($($input: $type),*) -> $output {
            #[inline(always)]
            fn narrow $(<$kind: $bound>)? ($($input: $type),*) -> $output $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide $(<$kind: $bound>)? ($($input: $type),*) -> $output {
                    narrow($($input),*)
                }
                use std::arch::is_x86_feature_detected as has;
                if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                    // SAFETY: the processor has these instructions.
                    return unsafe { wide($($input),*) };
                }
            }
            narrow($($input),*)
        }
    };
}

pub(super) use widened;
