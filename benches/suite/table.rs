//! What is printed at the end.

use super::run::{Ending, Outcome};
use super::solvers::Solver;
use std::fmt::Write;
use std::path::PathBuf;

/// The mean over all formulas of the seconds taken, an unsolved one counting
/// twice the limit.
fn par2(outcomes: &[Outcome], limit: u64) -> f64 {
    let sum: f64 = outcomes
        .iter()
        .map(|outcome| match outcome.is_solved() {
            true => outcome.seconds,
            false => 2.0 * limit as f64,
        })
        .sum();
    sum / outcomes.len() as f64
}

/// Returns a score as a multiple of the best one. If this is printed as 0.00, because every formula
/// took less than the clock measures, there is no ratio.
fn ratio(score: f64, best: f64) -> String {
    match best >= 0.005 {
        true => format!("{:.2}", score / best),
        false => "–".to_owned(),
    }
}

/// The geometric mean of the seconds taken, at least 0.05 each, twice the limit for one
/// that is unsolved.
fn mean(outcomes: &[Outcome], limit: u64) -> f64 {
    let logs = outcomes.iter().map(|outcome| match outcome.is_solved() {
        true => outcome.seconds.max(0.05).ln(),
        false => (2.0 * limit as f64).ln(),
    });
    (logs.sum::<f64>() / outcomes.len() as f64).exp()
}

fn count(outcomes: &[Outcome], status: Ending) -> usize {
    outcomes
        .iter()
        .filter(|outcome| outcome.status == status)
        .count()
}

/// Returns a table in Markdown, with a row for each solver, the best first.
pub(crate) fn rendered(solvers: &[Solver], outcomes: &[Vec<Outcome>], limit: u64) -> String {
    let scores: Vec<f64> = outcomes.iter().map(|of| par2(of, limit)).collect();
    let best = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let mut text = "| solver | solved | satisfiable | unsatisfiable | wrong | PAR-2 | to the best \
                    | mean |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    let mut order: Vec<usize> = (0..solvers.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    for index in order {
        let (name, of) = (&solvers[index].name, &outcomes[index]);
        let (sat, unsat) = (
            count(of, Ending::Satisfiable),
            count(of, Ending::Unsatisfiable),
        );
        let wrong = count(of, Ending::Wrong);
        // Writing to a String can't fail.
        let _ = writeln!(
            text,
            "| {name} | {} | {sat} | {unsat} | {wrong} | {:.2} | {} | {:.2} |",
            sat + unsat,
            scores[index],
            ratio(scores[index], best),
            mean(of, limit),
        );
    }
    text
}

/// Says which formulas have both a checked model and a refutation.
pub(crate) fn contradictions(formulas: &[PathBuf], solvers: &[Solver], outcomes: &[Vec<Outcome>]) {
    for (index, formula) in formulas.iter().enumerate() {
        let with = |status: Ending| -> Vec<&str> {
            solvers
                .iter()
                .zip(outcomes)
                .filter(|(_, of)| of[index].status == status)
                .map(|(solver, _)| solver.name.as_str())
                .collect()
        };
        if !with(Ending::Satisfiable).is_empty() && !with(Ending::Unsatisfiable).is_empty() {
            let wrong = with(Ending::Unsatisfiable).join(", ");
            println!("{} has a model; wrong: {wrong}", formula.display());
        }
    }
}
