//! The language of rules: what the digits of marked cells fulfil, as a text.
//!
//! ```text
//! rule NAME(SHAPE): CLAUSE; CLAUSE; …
//! rule whispers(line, n = 5): each pair of neighbours |a - b| >= n
//! ```
//!
//! `docs/RULES.md` describes it. [`parse`] reads a text into a tree ([`tree`]). Two modules
//! give it its meaning, and share no more than the tree and the arithmetic of its
//! expressions: [`holds`] by definition, on a filled grid; [`compile`] as relations and
//! machines, in which [`fold`] has a running value for each sum, count and so on.

mod compile;
mod fold;
mod holds;
mod parse;
mod pattern;
mod tokens;
mod tree;

pub(super) use compile::Key;
pub(crate) use parse::Fault;

use super::{Compiled, Condition, Drawing, Ends, Mark, Rule, Shape, Spec, Work};
use crate::sudoku::Cell;
use tree::{Clause, Expr, Name, Over};

/// A condition that is written in the language of rules.
#[derive(Debug)]
struct Definition {
    shape: Shape,
    /// All of them hold.
    clauses: Vec<Clause>,
}

impl Condition for Definition {
    fn fault(&self, mark: &Mark, spec: &Spec, value: &dyn Fn(Cell) -> usize) -> Option<Vec<Cell>> {
        self.broken(mark, spec, value)
    }

    fn compile(&self, mark: &Mark, spec: &Spec, work: &mut Work) -> Result<Compiled, String> {
        self.constraints(mark, spec, work)
    }

    fn may_close(&self) -> bool {
        let is_of_whole = |part: &Expr| match part {
            Expr::Whole(_) => true,
            Expr::Name(name) => Name::PINS.contains(name),
            _ => false,
        };
        let is_of_neighbours = |clause: &Clause| {
            clause.over == Over::Neighbours && !clause.condition.any(&is_of_whole)
        };
        self.clauses.iter().all(is_of_neighbours)
    }
}

/// Reads a rule of the user's own, which begins with the word `rule`.
///
/// # Errors
/// The index of a character of the text, and what is wrong there.
pub(crate) fn rule(text: &str) -> Result<Rule, Fault> {
    let parsed = parse::rule(text)?;
    let definition: Vec<&str> = text.split_whitespace().collect();
    let definition = definition.join(" ");
    let drawing = match parsed.shape {
        Shape::Line => Drawing::Line {
            color: "#888888",
            width: 8,
            ends: Ends::Plain,
        },
        Shape::Cells => Drawing::Cage,
        Shape::Pair => Drawing::Border(&[]),
        Shape::Outside => Drawing::Outside,
        Shape::Grid => Drawing::Nothing,
    };
    Ok(Rule {
        name: parsed.name,
        sentence: definition.clone(),
        definition,
        is_own: true,
        of_pair: "",
        shape: parsed.shape,
        numbers: parsed.numbers,
        condition: Box::new(Definition {
            shape: parsed.shape,
            clauses: parsed.clauses,
        }),
        drawing,
    })
}

#[cfg(test)]
mod tests;
