//! The totals over many puzzles, in words.

use super::Corpus;
use std::time::Duration;
use sudosat::batch::Times;
use sudosat::io::counted;

/// Returns a time with its unit: whole µs, ms to one decimal, or s to two.
pub(crate) fn time(seconds: f64) -> String {
    if seconds < 0.000_999_5 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 0.999_5 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// Returns the median and the 99th percentile of the times, and the number of
/// puzzles in a second of the time elapsed, in a line. `num_new` puzzles were finished in
/// this time. Returns `None` for fewer than two times.
pub(crate) fn speed(times: &Times, num_new: u64, elapsed: Duration) -> Option<String> {
    if times.count() < 2 {
        return None;
    }
    let (median, slow) = (times.quantile(0.5)?, times.quantile(0.99)?);
    let rate = match num_new {
        0 => String::new(),
        _ => format!("; {} puzzles a second", rate(num_new, elapsed)),
    };
    Some(format!(
        "per puzzle: median {}, 99th percentile {}{rate}",
        time(median),
        time(slow)
    ))
}

/// Returns the number of puzzles in a second.
pub(crate) fn rate(puzzles: u64, elapsed: Duration) -> String {
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-9);
    match rate {
        ..10.0 => format!("{rate:.2}"),
        _ => format!("{rate:.0}"),
    }
}

/// Returns the numbers that are not 0, each with its words, separated by commas.
pub(crate) fn listed(counts: &[(u64, &str)]) -> String {
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = counts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    parts.join(", ")
}

/// Returns the time of a run, in words: that since its start, or where it merges shards that of
/// the engines on all puzzles together.
pub(crate) fn time_of_run(corpus: &Corpus, elapsed: Duration) -> String {
    match corpus.is_merge {
        true => format!("{} of the engines", time(corpus.tally.time().as_secs_f64())),
        false => time(elapsed.as_secs_f64()),
    }
}

/// Returns the line with the time of a merge itself, or `None` for another run.
pub(crate) fn time_of_merge(corpus: &Corpus, elapsed: Duration) -> Option<String> {
    let time = || format!("merged in {}", time(elapsed.as_secs_f64()));
    corpus.is_merge.then(time)
}

/// Returns the summary of `solve`: the answers, what is doubtful about them, and the
/// times. `solved` says what is known of a puzzle of which one solution was found and
/// a second one was not ruled out.
pub(crate) fn of_solve(corpus: &Corpus, solved: &str, early: bool, elapsed: Duration) -> String {
    let tally = &corpus.tally;
    let answers = listed(&[
        (tally.unique, "with one solution"),
        (tally.several, "with several"),
        (tally.solved, solved),
        (tally.unsolvable, "without a solution"),
        (tally.unknown, "unknown"),
        (tally.failed, "failed"),
    ]);
    let early = if early { " before the interrupt" } else { "" };
    let mut text = format!(
        "{} in {}{early}: {answers}",
        counted(tally.puzzles, "puzzle"),
        time_of_run(corpus, elapsed)
    );
    let gave_up = tally.engines.iter().map(|engine| engine.gave_up).sum();
    let doubts = listed(&[
        (gave_up, "given up"),
        (tally.not_cross_checked, "not verified"),
    ]);
    if !doubts.is_empty() {
        text += &format!("\n{doubts}");
    }
    let curious = listed(&[
        (tally.ambiguous, "of them with more than one solution"),
        (tally.open, "not looked at for a second solution"),
        (tally.without_clues, "without clues"),
    ]);
    if !curious.is_empty() {
        text += &format!("\n{curious}");
    }
    if let Some(speed) = speed(&tally.times, tally.puzzles - corpus.num_past, elapsed) {
        text += &format!("\n{speed}");
    }
    if let Some(line) = time_of_merge(corpus, elapsed) {
        text += &format!("\n{line}");
    }
    text
}
