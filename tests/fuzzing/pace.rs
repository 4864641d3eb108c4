//! Rounds, each with a seed of its own that is told when it fails.
//!
//! Without more said a fuzzer plays a fixed number of rounds from seed 0.
//! `SUDOSAT_FUZZ_SECONDS` lets it play for so long, from a seed by the clock;
//! `SUDOSAT_FUZZ_SEED` says the first seed, so that a failing round can be
//! played again.

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

/// Plays `rounds`, or as many as the environment gives time for, and says how
/// many and how long on standard error. The number of rounds.
pub(crate) fn play(name: &str, rounds: u64, mut round: impl FnMut(&mut fastrand::Rng)) -> u64 {
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
