#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| sudosat_fuzz::journal(data));
