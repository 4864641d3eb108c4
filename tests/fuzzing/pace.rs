//! Rounds of random tests: how many there are, and the seed of one that fails.
//!
//! - `SUDOSAT_ROUNDS`: factor for the number of rounds of every random test; 1 unless set.
//!   `.ci/full` sets it. docs/FUZZING.md says how the numbers were chosen.
//! - `SUDOSAT_FUZZ_SECONDS`: a fuzzer ([`play`]) runs for this time instead, from a seed that
//!   depends on the clock.
//! - `SUDOSAT_FUZZ_SEED`: the first seed of a fuzzer, to repeat a round that failed.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Tells the round's seed if the round panics.
struct Confession<'a> {
    name: &'a str,
    seed: u64,
}

impl Drop for Confession<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: SUDOSAT_FUZZ_SEED={} failed", self.name, self.seed);
        }
    }
}

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}: expected a number, found {text:?}")))
}

/// Returns a number of rounds times `SUDOSAT_ROUNDS`.
pub(crate) fn rounds(usual: u64) -> u64 {
    usual * setting("SUDOSAT_ROUNDS").unwrap_or(1)
}

/// Plays [`rounds`], or as many as `SUDOSAT_FUZZ_SECONDS` gives time for, and reports on standard
/// error how many there were and how long they took. Returns their number.
pub(crate) fn play(name: &str, usual: u64, mut round: impl FnMut(&mut fastrand::Rng)) -> u64 {
    let rounds = rounds(usual);
    let limit = setting("SUDOSAT_FUZZ_SECONDS").map(Duration::from_secs);
    let clock = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs()) << 32
    };
    let first = setting("SUDOSAT_FUZZ_SEED").unwrap_or_else(|| limit.map_or(0, |_| clock()));
    let start = Instant::now();
    let mut played = 0;
    while match limit {
        Some(limit) => start.elapsed() < limit,
        None => played < rounds,
    } {
        let seed = first.wrapping_add(played);
        let confession = Confession { name, seed };
        round(&mut fastrand::Rng::with_seed(seed));
        drop(confession);
        played += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("{name}: {played} rounds from seed {first} in {seconds:.1} s");
    played
}
