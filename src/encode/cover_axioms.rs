//! An exact-cover problem as inequalities, and the derivation of [`cover_to_cnf`]'s formula.
//!
//! The variables are the first ones of that formula: x₁, x₂, … for the options, then one for each
//! colour that several options give to an item. First come the implications from options to
//! colours, then for each item how many of its options, or of its colours, are chosen at least
//! and at most; items and colours in the order of their names. The inequalities need no counters,
//! so they can be compared with the problem by reading. [`crate::trusted`] states them, too.
//!
//! A proof starts from them with the clauses of the formula. Most follow by unit propagation. The
//! counter of an item with bounds is first defined: sᵢⱼ is true exactly if j of the first i options
//! are chosen, by the inequalities
//!
//! - j·¬sᵢⱼ + x₁ + … + xᵢ ≥ j, and
//! - (i−j+1)·sᵢⱼ + ¬x₁ + … + ¬xᵢ ≥ i−j+1.
//!
//! Each clause of the counter is then a sum of two of these, or of one and a bound of the item.

use super::cover_cnf::{Statements, bounds, rule};
use super::{AtMostOne, TooManyVars, cover_to_cnf};
use crate::cover::{ExactCover, Item};
use crate::formula::{Cnf, Lit, Var};
use std::fmt::Write as _;
use std::io::{self, Write};

/// At least `low` of some literals are true.
struct Sum {
    lits: Vec<Lit>,
    low: usize,
}

/// The inequalities of an exact-cover problem.
pub struct CoverAxioms<'a> {
    problem: &'a ExactCover,
    statements: Statements,
    /// The items in the order of their names.
    items: Vec<Item>,
}

/// The number of the inequality that states a bound on an item's options from below, and from
/// above. 0 if there is none.
type Ids = (u64, u64);

impl<'a> CoverAxioms<'a> {
    /// Returns the inequalities of a problem.
    pub fn new(problem: &'a ExactCover) -> CoverAxioms<'a> {
        let mut items: Vec<Item> = problem.items().collect();
        items.sort_by_key(|&item| problem.name(item));
        CoverAxioms {
            problem,
            statements: Statements::new(problem),
            items,
        }
    }

    /// Returns the inequalities that state the bounds of an item. Those that always hold are left
    /// out.
    fn of_item(&self, item: Item) -> (Option<Sum>, Option<Sum>) {
        let (low, high) = bounds(self.problem, item);
        let lits = &self.statements.sums[item.index()];
        let negated = || lits.iter().map(|&lit| !lit).collect();
        let least = (low > 0).then(|| Sum {
            lits: lits.clone(),
            low,
        });
        let most = (high < lits.len()).then(|| Sum {
            lits: negated(),
            low: lits.len() - high,
        });
        (least, most)
    }

    /// Returns the inequalities in their order: literals, and how many of them are true at least.
    pub fn sums(&self) -> impl Iterator<Item = (Vec<Lit>, usize)> {
        let implications = self.statements.implications.iter();
        let implications = implications.map(|&(option, color)| (vec![!option, color], 1));
        let sums = self.items.iter().flat_map(|&item| {
            let (least, most) = self.of_item(item);
            least.into_iter().chain(most)
        });
        implications.chain(sums.map(|Sum { lits, low }| (lits, low)))
    }

    /// Returns the number of inequalities, and for each item the numbers of its own.
    fn ids(&self) -> (u64, Vec<Ids>) {
        let mut last = self.statements.implications.len() as u64;
        let mut ids = vec![(0, 0); self.items.len()];
        for &item in &self.items {
            let (low, high) = bounds(self.problem, item);
            let mut next = |is_there: bool| {
                last += u64::from(is_there);
                u64::from(is_there) * last
            };
            let length = self.statements.sums[item.index()].len();
            ids[item.index()] = (next(low > 0), next(high < length));
        }
        (last, ids)
    }

    /// Writes the inequalities in OPB, the format of the pseudo-Boolean competitions, with
    /// comments that name the options and items.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (vars, (count, _)) = (self.statements.num_vars, self.ids());
        writeln!(out, "* #variable= {vars} #constraint= {count}")?;
        for option in self.problem.options() {
            let text = self.problem.text(option);
            writeln!(out, "* x{} is the option {text}", option.index() + 1)?;
        }
        let mut line = String::new();
        let mut inequality = |out: &mut dyn Write, lits: &[Lit], low: usize| {
            line.clear();
            terms(&mut line, lits.iter().map(|&lit| (1, lit)));
            writeln!(out, "{line}>= {low} ;")
        };
        for &(option, color) in &self.statements.implications {
            inequality(out, &[!option, color], 1)?;
        }
        for &item in &self.items {
            writeln!(out, "* {}", self.problem.name(item))?;
            let (least, most) = self.of_item(item);
            for Sum { lits, low } in least.into_iter().chain(most) {
                inequality(out, &lits, low)?;
            }
        }
        Ok(())
    }

    /// Returns [`cover_to_cnf`]'s formula with pairwise at-most-ones, and its derivation from the
    /// inequalities.
    ///
    /// # Errors
    /// If there would be too many variables.
    pub fn formula(&self) -> Result<(Cnf, Derivation), TooManyVars> {
        let cnf = cover_to_cnf(self.problem, AtMostOne::Pairwise)?;
        let (num_axioms, ids) = self.ids();
        let mut last = num_axioms;
        let mut aux = self.statements.num_vars;
        let mut counters = Vec::new();
        for ((item, lits), ids) in self.problem.items().zip(&self.statements.sums).zip(ids) {
            let rule = rule(self.problem, item, AtMostOne::Pairwise);
            for (shape, is_low) in rule.counters(lits.len()).into_iter().zip([true, false]) {
                let Some((rows, width)) = shape else { continue };
                counters.push(Counter {
                    lits: lits.clone(),
                    aux,
                    rows,
                    width,
                    is_low,
                    axiom: if is_low { ids.0 } else { ids.1 },
                    before: last,
                });
                aux += rows * width;
                last += counters.last().map_or(0, Counter::num_definitions);
            }
        }
        let derivation = Derivation {
            num_axioms,
            num_definitions: last - num_axioms,
            num_own: self.problem.num_options(),
            counters,
        };
        Ok((cnf, derivation))
    }
}

/// The counter of the options of an item: its variables are those of all pairs of a row, from 1, and
/// a column, from 1, row after row. That of row i and column j says that j of the first i literals
/// are true.
struct Counter {
    lits: Vec<Lit>,
    /// Index of the first variable.
    aux: usize,
    rows: usize,
    width: usize,
    /// Set if it counts up to the lower bound.
    is_low: bool,
    /// Number of the inequality that states the bound.
    axiom: u64,
    /// Number of the last inequality before the definitions.
    before: u64,
}

/// The derivation of a formula from the inequalities of an exact-cover problem.
pub struct Derivation {
    /// Number of the inequalities that it starts from.
    pub num_axioms: u64,
    /// Number of inequalities that define counters, before those of the clauses.
    pub num_definitions: u64,
    /// Number of options.
    num_own: usize,
    counters: Vec<Counter>,
}

impl Derivation {
    /// Writes the definitions of the counters, and then one step for each clause of the formula, in
    /// VeriPB's format.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, cnf: &Cnf, out: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        for counter in &self.counters {
            counter.define(&mut line, out)?;
        }
        for clause in cnf.clauses() {
            let last = clause.iter().map(|lit| lit.var().index()).max();
            let counter = last.and_then(|var| self.counter_of(var));
            let step = counter.and_then(|counter| counter.step(clause));
            match (step, clause) {
                (Some(step), _) => writeln!(out, "{step}")?,
                // An option without a primary item.
                (None, &[lit]) if lit.is_negative() && lit.var().index() < self.num_own => {
                    let var = lit.var().to_dimacs();
                    writeln!(out, "red 1 ~x{var} >= 1 : x{var} -> 0;")?;
                }
                (None, clause) => {
                    line.clear();
                    terms(&mut line, clause.iter().map(|&lit| (1, lit)));
                    writeln!(out, "rup {line}>= 1;")?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of terms of all definitions, or the largest number if there are more.
    pub fn num_terms(&self) -> u64 {
        let terms = self.counters.iter().map(Counter::num_terms);
        terms.fold(0, u64::saturating_add)
    }

    /// Returns the counter that a variable belongs to.
    fn counter_of(&self, var: usize) -> Option<&Counter> {
        let after = self.counters.partition_point(|counter| counter.aux <= var);
        let counter = &self.counters[after.checked_sub(1)?];
        (var < counter.aux + counter.rows * counter.width).then_some(counter)
    }
}

impl Counter {
    /// Returns the variable that says that `column` of the first `row` literals are true.
    fn var(&self, row: usize, column: usize) -> Var {
        Var::new(self.aux + (row - 1) * self.width + column - 1)
    }

    /// Returns row and column of a literal's variable, if it is one of the counter.
    fn place(&self, lit: Lit) -> Option<(usize, usize)> {
        let index = lit.var().index().checked_sub(self.aux)?;
        Some((index / self.width + 1, index % self.width + 1))
    }

    /// Returns the number of definitions of the rows before this one, counted from 1. A variable has
    /// two, and one if its column is larger than its row, because it is false then.
    fn num_before(&self, row: usize) -> u64 {
        let rows = row - 1;
        let short = rows.min(self.width);
        let doubled = short * (short + 1) / 2 + (rows - short) * self.width;
        (rows * self.width + doubled) as u64
    }

    fn num_definitions(&self) -> u64 {
        self.num_before(self.rows + 1)
    }

    /// Returns the number of terms of the definitions: those of a row have the literals up to it, and
    /// the variable.
    fn num_terms(&self) -> u64 {
        let (rows, width) = (self.rows as u64, self.width as u64);
        let of_row = |row: u64| (width + row.min(width)).saturating_mul(row + 1);
        (1..=rows).map(of_row).fold(0, u64::saturating_add)
    }

    /// Returns the number of the definition of a variable: of the inequality that holds the
    /// variable's negation, or of the one with the variable.
    fn definition(&self, (row, column): (usize, usize), is_positive: bool) -> u64 {
        let doubled = (column - 1).min(row);
        let place = column + doubled + usize::from(is_positive);
        self.before + self.num_before(row) + place as u64
    }

    /// Writes the definitions.
    fn define(&self, line: &mut String, out: &mut impl Write) -> io::Result<()> {
        for row in 1..=self.rows {
            for column in 1..=self.width {
                let var = self.var(row, column);
                let counted = self.lits[..row].iter().map(|&lit| (1, lit));
                let mut definition =
                    |lit: Lit, low: usize, counted: &mut dyn Iterator<Item = _>| {
                        line.clear();
                        terms(line, [(low, lit)].into_iter().chain(counted));
                        let (name, value) = (var.to_dimacs(), i32::from(lit.is_positive()));
                        writeln!(out, "red {line}>= {low} : x{name} -> {value};")
                    };
                definition(var.negative(), column, &mut counted.clone())?;
                if column <= row {
                    let uncounted = &mut counted.map(|(one, lit)| (one, !lit));
                    definition(var.positive(), row - column + 1, uncounted)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the step that derives a clause of the counter, or `None` if it follows by unit
    /// propagation.
    fn step(&self, clause: &[Lit]) -> Option<String> {
        let own = clause.iter().any(|&lit| self.place(lit).is_none());
        let of_sign = |sign: bool| {
            let lits = clause.iter().filter(move |lit| lit.is_positive() == sign);
            lits.filter_map(|&lit| self.place(lit))
        };
        let positive: Vec<_> = of_sign(true).collect();
        let lit_of = |(row, _): (usize, usize)| self.lits[row - 1].var().to_dimacs();
        let is_defined = |(row, column): (usize, usize)| column <= row;
        match (of_sign(false).next(), &positive[..], own, self.is_low) {
            // The bound itself.
            (None, &[last], false, true) => {
                let (least, bound) = (self.definition(last, true), self.axiom);
                Some(format!("pol {least} {bound} + s;"))
            }
            (Some(before), [], true, false) => {
                let (least, bound) = (self.definition(before, false), self.axiom);
                let mut step = format!("pol {least} {bound} +");
                for lit in &self.lits[before.0 + 1..] {
                    let _ = write!(step, " x{} w", lit.var().to_dimacs());
                }
                Some(step + " s;")
            }
            (Some(one), &[other], true, _) if is_defined(other) => {
                let (one, other) = (self.definition(one, false), self.definition(other, true));
                Some(format!("pol {one} {other} + s;"))
            }
            (Some(one), &[other], false, false) if is_defined(other) => {
                let lit = lit_of(other);
                let (one, other) = (self.definition(one, false), self.definition(other, true));
                Some(format!("pol {one} {other} + x{lit} w s;"))
            }
            (Some(one @ (row, column)), [_, _], false, true) if is_defined(one) => {
                let (lit, beside) = (lit_of(one), self.var(row - 1, column).to_dimacs());
                let other = self.definition((row - 1, column - 1), true);
                let one = self.definition(one, false);
                Some(format!("pol {one} {other} + x{lit} w x{beside} + s;"))
            }
            _ => None,
        }
    }
}

/// Appends terms, each with a blank after it.
fn terms(line: &mut String, terms: impl Iterator<Item = (usize, Lit)>) {
    for (coefficient, lit) in terms {
        let sign = if lit.is_negative() { "~" } else { "" };
        let _ = write!(line, "{coefficient} {sign}x{} ", lit.var().to_dimacs());
    }
}
