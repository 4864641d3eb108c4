//! Points: the parts of a formula that are right, one point each.

use super::Grade;
use super::cause::Kind;
use crate::encode::Family;
use crate::sudoku::Puzzle;
use itertools::Itertools as _;

/// A part of a formula that is worth a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name: `text`, `numbering`, `cell`, `row`, `column`, `box` or another kind of house,
    /// the name of a rule about pairs, `clues`, `nothing-else`.
    pub name: &'static str,
    /// Set if the part is right.
    pub is_right: bool,
}

/// Returns the parts that formulas of a puzzle have: valid DIMACS, the numbering if one is
/// required, the families of each kind of house together, the clues, and no clause that does
/// not follow from rules and clues.
fn parts(puzzle: &Puzzle, is_required: bool) -> Vec<&'static str> {
    let rules = puzzle.rules();
    let numbering = is_required.then_some("numbering");
    let houses = rules.houses().iter().map(|house| house.kind().noun());
    let pairs = rules
        .pairs()
        .iter()
        .map(|pair| Family::Pairs(pair.rule).name());
    let clues = (puzzle.num_clues() > 0).then_some("clues");
    let first = ["text"].into_iter().chain(numbering).chain(["cell"]);
    let rules = first.chain(houses).chain(pairs).unique();
    rules.chain(clues).chain(["nothing-else"]).collect()
}

/// Returns the parts of a formula, or `None` if it was not found out which of them are right.
pub fn points(grade: &Grade, puzzle: &Puzzle) -> Option<Vec<Part>> {
    let judgement = &grade.judgement;
    let is_right = grade.is_right()?;
    let is_known = judgement.unsure.is_none() && judgement.open.is_empty();
    if !is_right && grade.is_recognized && !is_known {
        return None;
    }
    let has_other_numbering = || {
        let mut causes = grade.causes.iter();
        causes.any(|cause| matches!(cause.kind, Kind::Numbering))
    };
    let fails = |name: &str| match name {
        "text" => !grade.is_valid,
        "numbering" => has_other_numbering(),
        _ if !grade.is_recognized => true,
        "clues" => !judgement.clues.is_empty(),
        "nothing-else" => judgement.refusal.is_some(),
        _ => judgement.gaps.iter().any(|gap| part(gap.family) == name),
    };
    let parts = parts(puzzle, grade.required.is_some()).into_iter();
    let parts = parts.map(|name| Part {
        name,
        is_right: !fails(name),
    });
    Some(parts.collect())
}

/// Returns the name of the part that a family belongs to.
fn part(family: Family) -> &'static str {
    match family {
        Family::AtLeastOne(kind) | Family::AtMostOne(kind) => kind.noun(),
        Family::CellAtLeastOne | Family::CellAtMostOne => "cell",
        other => other.name(),
    }
}
