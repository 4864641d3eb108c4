//! The rules and clues of a puzzle as pseudo-Boolean constraints.
//!
//! They state what the rules of the puzzle say, and nothing that follows from it, in the
//! variables of [`var`]. For plain Sudoku these are the 4n⁴ sums "exactly one of these is 1"
//! and a line for each clue. So they can be compared with the puzzle by reading, while a
//! formula has to be believed: a proof that starts from them (`proof::pbp::lift`) derives
//! the formula's clauses, too.

use super::var;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit, Puzzle};
use std::io::{self, Write};

/// A sum of literals, each 0 or 1, and what it has to be.
enum Axiom {
    One(Vec<Lit>),
    AtMostOne(Vec<Lit>),
    AtLeastOne(Vec<Lit>),
}

/// The constraints of a puzzle.
pub struct Axioms {
    num_vars: usize,
    axioms: Vec<Axiom>,
}

impl Axioms {
    /// Returns the constraints of a puzzle. Returns `None` for sums of cages and arrows:
    /// formulas state them with further variables.
    pub fn new(puzzle: &Puzzle) -> Option<Axioms> {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        if !rules.tables().is_empty() {
            return None;
        }
        let lit = |cell: Cell, digit: Digit| var(Candidate::new(cell, digit), size).positive();
        let mut axioms = Vec::new();
        for cell in size.cells() {
            let lits = size.digits().map(|digit| lit(cell, digit));
            axioms.push(Axiom::One(lits.collect()));
        }
        for house in 0..rules.houses().len() {
            for digit in size.digits() {
                let lits = rules.cells(house).iter().map(|&cell| lit(cell, digit));
                axioms.push(match rules.is_full(house) {
                    true => Axiom::One(lits.collect()),
                    false => Axiom::AtMostOne(lits.collect()),
                });
            }
        }
        for pair in rules.pairs() {
            let [first, second] = pair.cells;
            for (a, one) in size.digits().enumerate() {
                for (b, other) in size.digits().enumerate() {
                    if !pair.allows(a + 1, b + 1) {
                        let lits = vec![!lit(first, one), !lit(second, other)];
                        axioms.push(Axiom::AtLeastOne(lits));
                    }
                }
            }
        }
        for &Candidate { cell, digit } in puzzle.excluded() {
            axioms.push(Axiom::AtLeastOne(vec![!lit(cell, digit)]));
        }
        for cell in size.cells() {
            if let Some(clue) = puzzle.clue(cell) {
                axioms.push(Axiom::AtLeastOne(vec![lit(cell, clue)]));
            }
        }
        let num_vars = size.num_cells() * size.side();
        Some(Axioms { num_vars, axioms })
    }

    /// Returns the number of variables: one for each digit of each cell.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// Adds a clause, such as one that excludes a solution.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        self.axioms.push(Axiom::AtLeastOne(lits.to_vec()));
    }

    /// Returns the number of inequalities: an equation is two.
    pub fn num_inequalities(&self) -> u64 {
        let count = |axiom: &Axiom| match axiom {
            Axiom::One(_) => 2,
            Axiom::AtMostOne(_) | Axiom::AtLeastOne(_) => 1,
        };
        self.axioms.iter().map(count).sum()
    }

    /// Writes the constraints in OPB, the format of the pseudo-Boolean competitions.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (vars, constraints) = (self.num_vars, self.axioms.len());
        writeln!(out, "* #variable= {vars} #constraint= {constraints}")?;
        for axiom in &self.axioms {
            match axiom {
                Axiom::One(lits) => {
                    sum(out, lits)?;
                    writeln!(out, "= 1 ;")?;
                }
                Axiom::AtMostOne(lits) => {
                    let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                    sum(out, &negated)?;
                    writeln!(out, ">= {} ;", lits.len().saturating_sub(1))?;
                }
                Axiom::AtLeastOne(lits) => {
                    sum(out, lits)?;
                    writeln!(out, ">= 1 ;")?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a sum of literals.
fn sum(out: &mut impl Write, lits: &[Lit]) -> io::Result<()> {
    for lit in lits {
        let sign = if lit.is_negative() { "~" } else { "" };
        write!(out, "1 {sign}x{} ", lit.var().to_dimacs())?;
    }
    Ok(())
}
