//! What is printed at the end.

use super::formulas::Formula;
use super::run::{Ending, Measure, Outcome};
use super::solvers::Solver;
use super::statistics::{Ratio, Scores, geometric_mean};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A formula on which we take more than this many times the seconds of another solver is lost.
const LOSS: f64 = 1.5;

/// What a row of a table is about.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum By {
    /// A family of formulas
    Family,
    /// One formula
    Formula,
}

/// All runs of one solver.
pub(crate) struct Column {
    pub name: String,
    pub is_ours: bool,
    /// For each formula, the outcome with each seed.
    pub runs: Vec<Vec<Outcome>>,
}

/// The runs of all solvers, and how they are scored.
pub(crate) struct Results<'a> {
    pub formulas: &'a [Formula],
    /// The first is ours, if it runs.
    pub columns: Vec<Column>,
    pub measure: Measure,
    pub limit: u64,
}

impl Results<'_> {
    /// Returns the scores of a solver on the formulas with these indices.
    fn scores(&self, column: &Column, formulas: impl Iterator<Item = usize>) -> Scores {
        let score = |outcome: &Outcome| outcome.score(self.measure, self.limit);
        let seeds = |formula: usize| column.runs[formula].iter().map(score).collect();
        Scores {
            of: formulas.map(seeds).collect(),
            least: self.measure.least(),
        }
    }

    fn all_scores(&self, column: &Column) -> Scores {
        self.scores(column, 0..self.formulas.len())
    }

    /// Counts answers that contradict a checked model, or `status.tsv`, as wrong, and names them.
    pub(crate) fn judge(&mut self) {
        for (index, formula) in self.formulas.iter().enumerate() {
            let mut runs = self.columns.iter().flat_map(|column| &column.runs[index]);
            let has_model = runs.any(|outcome| outcome.status == Ending::Satisfiable);
            if !has_model && !formula.is_satisfiable {
                continue;
            }
            for column in &mut self.columns {
                for outcome in &mut column.runs[index] {
                    if outcome.status == Ending::Unsatisfiable {
                        println!("{} has a model; wrong: {}", formula.name, column.name);
                        outcome.status = Ending::Wrong;
                    }
                }
            }
        }
    }

    /// Returns a table with a row for each solver, in Markdown, the best first. Ratios are to
    /// the first solver.
    pub(crate) fn solvers(&self) -> String {
        let mut text = "| solver | solved | satisfiable | unsatisfiable | wrong | PAR-2 | ratio \
                        | mean | ratio | | spread |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|\n"
            .to_owned();
        let scores: Vec<Scores> = self
            .columns
            .iter()
            .map(|column| self.all_scores(column))
            .collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| scores[a].mean().total_cmp(&scores[b].mean()));
        for index in order {
            let (column, of, first) = (&self.columns[index], &scores[index], &scores[0]);
            let (sat, unsat) = (
                column.count(Ending::Satisfiable),
                column.count(Ending::Unsatisfiable),
            );
            let geometric = of.geometric_ratio(first);
            let (par2, mean) = match index {
                0 => (String::new(), String::new()),
                _ => (shown(of.ratio(first)), shown(geometric)),
            };
            let verdict = match geometric.side() {
                _ if index == 0 => "",
                1 => "slower",
                -1 => "faster",
                _ => "–",
            };
            let spread = of
                .spread()
                .map_or(String::new(), |spread| format!("{spread:.2}"));
            // Writing to a String can't fail.
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {:.2} | {par2} | {:.2} | {mean} | {verdict} | {spread} |",
                column.name,
                fraction(sat + unsat),
                fraction(sat),
                fraction(unsat),
                fraction(column.count(Ending::Wrong)),
                of.mean(),
                of.geometric_mean(),
            );
        }
        text
    }

    /// Returns a table with a row for each group of formulas: PAR-2 of each solver, its spread
    /// over the seeds, and in parentheses the geometric mean of its ratios to the first.
    pub(crate) fn groups(&self, by: By) -> String {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, formula) in self.formulas.iter().enumerate() {
            let group = match by {
                By::Family => &formula.family,
                By::Formula => &formula.name,
            };
            groups.entry(group).or_default().push(index);
        }
        let names = self
            .columns
            .iter()
            .map(|column| format!(" {} |", column.name));
        let mut text = format!("| {by:?} | formulas |{}\n", names.collect::<String>());
        text += &format!("|---|--:|{}\n", "--:|".repeat(self.columns.len()));
        for (group, indices) in groups {
            let _ = write!(text, "| {group} | {} |", indices.len());
            let of = |column| self.scores(column, indices.iter().copied());
            let first = of(&self.columns[0]);
            for (index, column) in self.columns.iter().enumerate() {
                let scores = of(column);
                let _ = write!(text, " {:.2}", scores.mean());
                if let Some(spread) = scores.spread() {
                    let _ = write!(text, " ×{spread:.2}");
                }
                let _ = match index {
                    0 => write!(text, " |"),
                    _ => write!(text, " ({:.2}) |", scores.geometric_ratio(&first).value),
                };
            }
            text.push('\n');
        }
        text
    }

    /// Returns a table of the formulas on which the first solver loses to the best of those that
    /// are not ours. Empty if there is none of those.
    pub(crate) fn losses(&self) -> String {
        let mut rows: Vec<(f64, String)> = Vec::new();
        for (index, formula) in self.formulas.iter().enumerate() {
            let mean = |column| self.scores(column, std::iter::once(index)).geometric_mean();
            let ours = mean(&self.columns[0]);
            let others = self.columns.iter().filter(|column| !column.is_ours);
            let best = others.min_by(|&a, &b| mean(a).total_cmp(&mean(b)));
            let Some(best) = best.filter(|&best| ours > LOSS * mean(best)) else {
                continue;
            };
            let (name, theirs) = (&formula.name, mean(best));
            let conflicts = |column: &Column| column.conflicts(index).unwrap_or_default();
            let (our_conflicts, their_conflicts) = (conflicts(&self.columns[0]), conflicts(best));
            let ratio = ours / theirs;
            rows.push((
                ratio,
                format!(
                    "| {name} | {} | {ours:.2} | {theirs:.2} | {ratio:.2} | {our_conflicts} \
                     | {their_conflicts} |\n",
                    best.name
                ),
            ));
        }
        if rows.is_empty() {
            return String::new();
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let rows: String = rows.into_iter().map(|(_, row)| row).collect();
        format!(
            "| lost formula | to | ours | theirs | ratio | our conflicts | theirs |\n\
             |---|---|--:|--:|--:|--:|--:|\n{rows}"
        )
    }
}

impl Column {
    /// Returns the column of a solver without a run on any of `formulas` formulas.
    pub(crate) fn new(solver: &Solver, formulas: usize) -> Column {
        Column {
            name: solver.name.clone(),
            is_ours: solver.is_ours,
            runs: vec![Vec::new(); formulas],
        }
    }

    /// Returns the mean over the seeds of the number of runs that ended so.
    fn count(&self, status: Ending) -> f64 {
        let part = |runs: &Vec<Outcome>| {
            let count = runs
                .iter()
                .filter(|outcome| outcome.status == status)
                .count();
            count as f64 / runs.len() as f64
        };
        self.runs.iter().map(part).sum()
    }

    /// Returns the geometric mean of the conflicts on a formula, if all runs have an answer.
    fn conflicts(&self, formula: usize) -> Option<String> {
        let conflicts: Option<Vec<f64>> = self.runs[formula]
            .iter()
            .map(|outcome| match outcome.is_solved() {
                true => outcome.conflicts.map(|conflicts| conflicts as f64 + 1.0),
                false => None,
            })
            .collect();
        conflicts.map(|conflicts| format!("{:.0}", geometric_mean(&conflicts) - 1.0))
    }
}

/// Returns a ratio with its error.
fn shown(ratio: Ratio) -> String {
    let error = ratio.value * ratio.error;
    match error.is_finite() {
        true => format!("{:.2} ±{error:.2}", ratio.value),
        false => format!("{:.2}", ratio.value),
    }
}

/// Returns a number without the decimals that are 0.
fn fraction(number: f64) -> String {
    match (number - number.round()).abs() < 1e-9 {
        true => format!("{number:.0}"),
        false => format!("{number:.1}"),
    }
}
