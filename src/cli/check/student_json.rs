//! The output of `check --student --json` and `--student-answer --json`, as
//! `docs/JSON.md` describes it.

use serde::Serialize;
use sudosat::formula::Lit;
use sudosat::sudoku::Grid;

/// A student's formula, held against the reduction.
#[derive(Serialize)]
pub(crate) struct Formula {
    pub formula: String,
    pub puzzle: String,
    pub encoding: String,
    pub variables: usize,
    pub auxiliary: usize,
    pub clauses: usize,
    pub numbering: &'static str,
    pub families: Vec<Family>,
    pub others: Vec<Other>,
    pub repeated: usize,
    pub tautologies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strange: Option<Clause>,
    pub meaning: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_weak: Option<Weak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_strong: Option<Strong>,
}

/// A family of the reduction.
#[derive(Serialize)]
pub(crate) struct Family {
    pub family: &'static str,
    pub expected: usize,
    pub found: usize,
}

/// Clauses beyond the reduction's.
#[derive(Serialize)]
pub(crate) struct Other {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<&'static str>,
    pub found: usize,
}

/// A clause in the student's numbers.
#[derive(Serialize)]
pub(crate) struct Clause {
    /// Its place in the student's file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    pub clause: Vec<i32>,
    pub words: String,
}

/// Clauses that are missing.
#[derive(Serialize)]
pub(crate) struct Missing {
    pub count: usize,
    pub family: &'static str,
    #[serde(flatten)]
    pub first: Clause,
}

/// A clause that does not follow.
#[derive(Serialize)]
pub(crate) struct Weak {
    #[serde(flatten)]
    pub clause: Clause,
    /// The true literals of a model that violates it.
    pub model: Vec<i32>,
}

/// A solution that is forbidden.
#[derive(Serialize)]
pub(crate) struct Strong {
    #[serde(flatten)]
    pub clause: Option<Clause>,
    pub solution: Vec<Vec<usize>>,
}

/// A student's answer, held against the rules.
#[derive(Default, Serialize)]
pub(crate) struct Answer {
    pub answer: String,
    pub puzzle: String,
    pub says: &'static str,
    /// Missing if it was not found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbering: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<Vec<usize>>>,
}

pub(crate) fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// Returns a grid's rows.
pub(crate) fn rows(grid: &Grid) -> Vec<Vec<usize>> {
    let digits: Vec<usize> = grid.digits().iter().map(|digit| digit.value()).collect();
    let side = digits.len().isqrt().max(1);
    digits.chunks(side).map(<[_]>::to_vec).collect()
}
