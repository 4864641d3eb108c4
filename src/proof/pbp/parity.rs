//! Sums of parities as cutting planes.
//!
//! A parity x₁ ⊕ … ⊕ xₖ = b becomes an equation ∑ x = b + 2 ∑ y with new
//! variables y (Gocht and Nordström, "Certifying Parity Reasoning Efficiently
//! Using Pseudo-Boolean Proofs", AAAI 2021). Here yⱼ means that at least 2j + b
//! of the x are true, so the equation is ∑ x ≥ b + 2 ∑ y and ∑ ¬x + 2 ∑ y ≥ k − b.
//! Both follow in a few lines. In the sum of several equations the coefficient
//! of each y is even, and so is that of each x outside of the total, so division
//! by 2 rounds the two inequalities apart.

use super::Writer;
use crate::formula::{Lit, Var};
use crate::proof::fingerprint::Fingerprint;
use crate::proof::{Id, Parity, Sums};
use std::fmt::Write as _;
use std::io::Write;

/// Index of the first new variable. Half of the range of variables is far above
/// those of any formula that fits into memory.
pub(super) const FIRST_NEW: usize = Var::LIMIT / 2;

impl<W: Write> Writer<W> {
    /// Derives the clauses of the totals. What only the derivation needs is
    /// deleted.
    pub(super) fn add_sums(&mut self, sums: &Sums) {
        let mut equations: Vec<Option<[Id; 2]>> = vec![None; sums.parities.len()];
        let mut scraps = Vec::new();
        for sum in sums.sums {
            let mut sides = [Vec::new(), Vec::new()];
            for &index in &sum.of {
                let index = index as usize;
                let equation = match equations[index] {
                    Some(equation) => equation,
                    None => self.equation(&sums.parities[index], &mut scraps),
                };
                equations[index] = Some(equation);
                for (side, id) in sides.iter_mut().zip(equation) {
                    side.push(id);
                }
            }
            for clause in sum.total.clauses() {
                let id = self.add_clause_of_sum(&sides, &clause);
                self.clauses.insert(Fingerprint::of(&clause), id);
                if clause.is_empty() {
                    self.refuted = Some(id);
                    return;
                }
            }
        }
        self.delete(&scraps);
    }

    /// Derives a clause of a total from the two sides of the equations that are
    /// added. If the clause is false, what is left of each side is even except
    /// for the constant.
    fn add_clause_of_sum(&mut self, sides: &[Vec<Id>; 2], clause: &[Lit]) -> Id {
        self.line.push_str("pol");
        for (side, is_positive) in sides.iter().zip([true, false]) {
            self.push_total(side);
            for lit in clause.iter().filter(|lit| lit.is_positive() != is_positive) {
                let _ = write!(self.line, " x{} w", lit.var().to_dimacs());
            }
            self.line.push_str(" 2 d");
        }
        self.line.push_str(" + s");
        self.end_addition()
    }

    /// Writes the sum of inequalities as a balanced tree, so that most sums are
    /// short.
    fn push_total(&mut self, ids: &[Id]) {
        let plus = |line: &mut String, times| (0..times).for_each(|_| line.push_str(" +"));
        for (count, &id) in (1_usize..).zip(ids) {
            self.push_id(id);
            plus(&mut self.line, count.trailing_zeros());
        }
        plus(&mut self.line, ids.len().count_ones().saturating_sub(1));
    }

    /// Derives the equation of a parity, as the inequalities ∑ x − 2 ∑ y ≥ b and
    /// ∑ ¬x + 2 ∑ y ≥ k − b. Adds all that is new to `scraps`.
    fn equation(&mut self, parity: &Parity, scraps: &mut Vec<Id>) -> [Id; 2] {
        let width = parity.vars.len();
        let odd = usize::from(parity.is_odd);
        let all = (1_u64 << width) - 1;
        let mut lower = (parity.is_odd).then(|| self.clause_of(parity, 0, scraps));
        let mut uppers = Vec::new();
        for threshold in (2 + odd..=width).step_by(2) {
            let [defined, upper] = self.define(parity, threshold, scraps);
            lower = Some(self.raise(lower, threshold - 2, defined, scraps));
            uppers.push((threshold, upper));
        }
        let rest = (width - odd) % 2;
        let mut upper = (rest == 1).then(|| self.clause_of(parity, all, scraps));
        for (threshold, defined) in uppers.into_iter().rev() {
            upper = Some(self.raise(upper, width - threshold, defined, scraps));
        }
        [lower, upper].map(|side| side.expect("two or more variables"))
    }

    /// Returns the clause that is false exactly under these values of the
    /// parity's variables.
    fn clause_of(&mut self, parity: &Parity, bits: u64, scraps: &mut Vec<Id>) -> Id {
        let clause = parity.excluding(bits);
        match self.clauses.get(&Fingerprint::of(&clause)) {
            Some(&id) => id,
            None => {
                let id = self.rup_once(&clause);
                scraps.push(id);
                id
            }
        }
    }

    /// Introduces a variable y that is true if at least t of the variables are,
    /// and false if at most t − 2 are: t − 1 can't be. Returns the numbers of
    /// t ¬y + ∑ x ≥ t and (k − t + 2) y + ∑ ¬x ≥ k − t + 2.
    fn define(&mut self, parity: &Parity, threshold: usize, scraps: &mut Vec<Id>) -> [Id; 2] {
        let width = parity.vars.len();
        let y = Var::new(FIRST_NEW + self.num_new).positive();
        self.num_new += 1;
        let ids = [(!y, threshold), (y, width - threshold + 1)].map(|(lit, degree)| {
            let is_lower = lit.is_negative();
            let _ = write!(self.line, "red {degree} ");
            self.push_lit(lit);
            for var in &parity.vars {
                self.line.push_str(" 1 ");
                self.push_lit(var.lit(is_lower));
            }
            let value = u8::from(!is_lower);
            let _ = write!(
                self.line,
                " >= {degree} : x{} -> {value}",
                y.var().to_dimacs()
            );
            self.end_addition()
        });
        scraps.extend(ids);
        let upper = self.exclude(parity, threshold - 1, ids[1], scraps);
        [ids[0], upper]
    }

    /// Derives from (k − p) y + ∑ ¬x ≥ k − p and the clauses of the parity, which
    /// exclude that exactly p variables are true, the same with k − p + 1.
    fn exclude(&mut self, parity: &Parity, p: usize, defined: Id, scraps: &mut Vec<Id>) -> Id {
        let width = parity.vars.len();
        let all = (1_u64 << width) - 1;
        // For each set of p variables: they are not all true, unless y is.
        let sets = (0..=all).filter(|bits| bits.count_ones() as usize == p);
        let clauses: Vec<(u64, Id)> = sets
            .map(|bits| (bits, self.clause_of(parity, bits, scraps)))
            .collect();
        self.line.push_str("pol");
        if p == 1 {
            for (index, &(_, clause)) in clauses.iter().enumerate() {
                self.push_set(defined, clause);
                self.line.push_str(if index > 0 { " +" } else { "" });
            }
        } else {
            self.push_at_most(all, p, defined, &clauses);
        }
        let id = self.end_addition();
        scraps.push(id);
        id
    }

    /// Writes y ∨ ⋁ ¬x over a set of variables, from the definition of y and the
    /// clause that excludes that exactly these are true.
    fn push_set(&mut self, defined: Id, clause: Id) {
        self.push_id(defined);
        self.push_id(clause);
        self.line.push_str(" + s");
    }

    /// Writes that less than p of the variables in `set` are true, unless y is:
    /// the sum of this for all sets with one variable less, divided and rounded
    /// up.
    fn push_at_most(&mut self, set: u64, p: usize, defined: Id, clauses: &[(u64, Id)]) {
        let size = set.count_ones() as usize;
        if size == p {
            let place = clauses.binary_search_by_key(&set, |&(bits, _)| bits);
            self.push_set(defined, clauses[place.expect("all sets of p")].1);
            return;
        }
        let members = (0..u64::BITS).filter(|bit| set >> bit & 1 == 1);
        for (index, bit) in members.enumerate() {
            self.push_at_most(set & !(1 << bit), p, defined, clauses);
            self.line.push_str(if index > 0 { " +" } else { "" });
        }
        let _ = write!(self.line, " {} d", size - 1);
    }

    /// Derives S + 2 ¬z ≥ d + 2 from S ≥ d and S + (d + 2) ¬z ≥ d + 2, in two steps:
    /// S + ¬z ≥ d + 1 comes first. For d = 0 there is nothing to do.
    fn raise(&mut self, least: Option<Id>, d: usize, defined: Id, scraps: &mut Vec<Id>) -> Id {
        let Some(least) = least else {
            return defined;
        };
        self.line.push_str("pol");
        self.push_id(least);
        for _ in 0..2 {
            let _ = write!(self.line, " {} *", d + 1);
            self.push_id(defined);
            let _ = write!(self.line, " + {} d", d + 2);
        }
        let id = self.end_addition();
        scraps.push(id);
        id
    }
}
