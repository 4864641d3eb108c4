//! Ways to say "at most one of these literals is true" in clauses.
//!
//! Pairwise needs no further variable and m(m−1)/2 clauses; the others buy
//! fewer clauses with auxiliary variables. Up to three literals every way is
//! pairwise, which is shortest there.

use crate::formula::{ClauseSink, Lit, Var};
use std::fmt;

/// The encoding of at-most-one constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// Every two literals exclude each other: ⋀ᵢ<ⱼ (¬xᵢ ∨ ¬xⱼ).
    #[default]
    Pairwise,
    /// The sequential counter (C. Sinz, *Towards an optimal CNF encoding of
    /// Boolean cardinality constraints*, 2005): sᵢ says that one of x₁…xᵢ is true.
    Sequential,
    /// The product (J. Chen, *A new SAT encoding of the at-most-one constraint*,
    /// 2010): literals in a rectangle, at most one row and one column of it.
    Product,
    /// Commanders (W. Klieber, G. Kwon, *Efficient CNF encoding for selecting
    /// 1 from N objects*, 2007): groups of three, each with a variable that says
    /// whether one of them is true.
    Commander,
    /// The bitwise encoding (A. Frisch, T. Peugniez, A. Doggett, P. Nightingale,
    /// *Solving non-Boolean satisfiability problems with stochastic local
    /// search*, 2005): the true literal's number in binary.
    Bitwise,
}

/// Up to this number of literals every encoding is pairwise, which has the fewest
/// clauses there.
const ALWAYS_PAIRWISE: usize = 3;

/// Largest number of literals for which pairwise has no more clauses than product or
/// commander. Their inner constraints of at most this size are pairwise.
const INNER_PAIRWISE: usize = 6;

/// Number of literals with one commander. Groups of three need the fewest clauses:
/// about 3.5 for each literal.
const COMMANDED: usize = 3;

impl AtMostOne {
    /// All encodings, in the order of `--help`.
    pub const ALL: [AtMostOne; 5] = [
        AtMostOne::Pairwise,
        AtMostOne::Sequential,
        AtMostOne::Product,
        AtMostOne::Commander,
        AtMostOne::Bitwise,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            AtMostOne::Pairwise => "pairwise",
            AtMostOne::Sequential => "sequential",
            AtMostOne::Product => "product",
            AtMostOne::Commander => "commander",
            AtMostOne::Bitwise => "bitwise",
        }
    }

    /// Returns a description in one line.
    pub fn about(self) -> &'static str {
        match self {
            AtMostOne::Pairwise => "every two exclude each other; no further variables",
            AtMostOne::Sequential => "a counter along the literals (Sinz 2005)",
            AtMostOne::Product => "one row and one column of a rectangle (Chen 2010)",
            AtMostOne::Commander => "groups of three under commanders (Klieber & Kwon 2007)",
            AtMostOne::Bitwise => "the true one's number in binary (Frisch et al. 2005)",
        }
    }

    /// Returns the encoding with this name.
    pub fn by_name(name: &str) -> Option<AtMostOne> {
        AtMostOne::ALL.into_iter().find(|way| way.name() == name)
    }

    /// Returns the encoding used for `m` literals.
    fn way(self, m: usize) -> AtMostOne {
        if m <= ALWAYS_PAIRWISE {
            AtMostOne::Pairwise
        } else {
            self
        }
    }

    /// Returns the encoding used for `m` variables that this one introduced.
    fn inner(self, m: usize) -> AtMostOne {
        if m <= INNER_PAIRWISE {
            AtMostOne::Pairwise
        } else {
            self
        }
    }

    /// Returns the number of auxiliary variables for `m` literals.
    pub fn num_aux(self, m: usize) -> usize {
        match self.way(m) {
            AtMostOne::Pairwise => 0,
            AtMostOne::Sequential => m - 1,
            AtMostOne::Product => {
                let (rows, cols) = rectangle(m);
                let (rows_inner, cols_inner) = (self.inner(rows), self.inner(cols));
                rows + cols + rows_inner.num_aux(rows) + cols_inner.num_aux(cols)
            }
            AtMostOne::Commander => {
                let commanders = m.div_ceil(COMMANDED);
                commanders - usize::from(m % COMMANDED == 1)
                    + self.inner(commanders).num_aux(commanders)
            }
            AtMostOne::Bitwise => bits(m),
        }
    }

    /// Returns the numbers of clauses and their literals for `m` literals.
    pub fn num_clauses_and_lits(self, m: usize) -> (u64, u64) {
        let pairs = |m: usize| (m as u64) * (m.saturating_sub(1) as u64) / 2;
        let binary = |clauses: u64| (clauses, 2 * clauses);
        let plus = |(c, l): (u64, u64), (d, k): (u64, u64)| (c + d, l + k);
        match self.way(m) {
            AtMostOne::Pairwise => binary(pairs(m)),
            AtMostOne::Sequential => binary(3 * m as u64 - 4),
            AtMostOne::Product => {
                let (rows, cols) = rectangle(m);
                let inner = plus(
                    self.inner(rows).num_clauses_and_lits(rows),
                    self.inner(cols).num_clauses_and_lits(cols),
                );
                plus(binary(2 * m as u64), inner)
            }
            AtMostOne::Commander => {
                let commanders = m.div_ceil(COMMANDED);
                let of_group = |size: usize| match size {
                    0 | 1 => (0, 0),
                    _ => plus(binary(pairs(size) + size as u64), (1, size as u64 + 1)),
                };
                let (clauses, lits) = of_group(COMMANDED);
                let full = (m / COMMANDED) as u64;
                let groups = plus((full * clauses, full * lits), of_group(m % COMMANDED));
                plus(
                    groups,
                    self.inner(commanders).num_clauses_and_lits(commanders),
                )
            }
            AtMostOne::Bitwise => binary((m * bits(m)) as u64),
        }
    }

    /// Writes clauses which allow that at most one of `lits` is true.
    ///
    /// Auxiliary variables are the [`AtMostOne::num_aux`] from index `aux` on.
    /// Within a clause, literals ascend where those of `lits` do and `aux` is
    /// above them.
    ///
    /// # Errors
    /// The sink's.
    ///
    /// # Panics
    /// If an auxiliary variable would be over [`Var::LIMIT`].
    pub fn write<S: ClauseSink>(
        self,
        lits: &[Lit],
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        match self.way(lits.len()) {
            AtMostOne::Pairwise => sink.no_two(lits),
            AtMostOne::Sequential => sequential(lits, aux, sink),
            AtMostOne::Product => product(lits, aux, sink),
            AtMostOne::Commander => commander(lits, aux, sink),
            AtMostOne::Bitwise => bitwise(lits, aux, sink),
        }
    }
}

impl fmt::Display for AtMostOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes the sequential counter: ⋀ᵢ<ₘ (¬xᵢ ∨ sᵢ) ∧ ⋀₁<ᵢ<ₘ (¬sᵢ₋₁ ∨ sᵢ) ∧ ⋀₁<ᵢ (¬xᵢ ∨
/// ¬sᵢ₋₁).
fn sequential<S: ClauseSink>(lits: &[Lit], aux: usize, sink: &mut S) -> Result<(), S::Error> {
    let counter = |place: usize| Var::new(aux + place).positive();
    for (place, &lit) in lits.iter().enumerate() {
        let last = place + 1 == lits.len();
        if place > 0 {
            sink.clause(&[!lit, !counter(place - 1)])?;
        }
        if !last {
            sink.clause(&[!lit, counter(place)])?;
        }
        if place > 0 && !last {
            sink.clause(&[!counter(place - 1), counter(place)])?;
        }
    }
    Ok(())
}

/// Writes the product encoding: ⋀ᵢ (¬xᵢ ∨ row(i)) ∧ (¬xᵢ ∨ col(i)), at most one row, at
/// most one column.
fn product<S: ClauseSink>(lits: &[Lit], aux: usize, sink: &mut S) -> Result<(), S::Error> {
    let (rows, cols) = rectangle(lits.len());
    let row_lits = fresh(aux, rows);
    let col_lits = fresh(aux + rows, cols);
    for (place, &lit) in lits.iter().enumerate() {
        sink.clause(&[!lit, row_lits[place / cols]])?;
        sink.clause(&[!lit, col_lits[place % cols]])?;
    }
    let aux = aux + rows + cols;
    AtMostOne::Product.inner(rows).write(&row_lits, aux, sink)?;
    let aux = aux + AtMostOne::Product.inner(rows).num_aux(rows);
    AtMostOne::Product.inner(cols).write(&col_lits, aux, sink)
}

/// Writes the commander encoding. For each group of three literals: at most one of
/// them, pairwise, and its commander c is true exactly if one of them is: (⋁ᵢ xᵢ ∨ ¬c)
/// ∧ ⋀ᵢ (¬xᵢ ∨ c). A literal left over is its own commander. At most one commander is
/// true.
fn commander<S: ClauseSink>(lits: &[Lit], aux: usize, sink: &mut S) -> Result<(), S::Error> {
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(COMMANDED));
    let mut next = aux;
    for group in lits.chunks(COMMANDED) {
        if let &[alone] = group {
            commanders.push(alone);
            continue;
        }
        let commander = Var::new(next).positive();
        next += 1;
        sink.no_two(group)?;
        let mut some = group.to_vec();
        some.push(!commander);
        sink.clause(&some)?;
        for &lit in group {
            sink.clause(&[!lit, commander])?;
        }
        commanders.push(commander);
    }
    // A literal that is its own commander has the lowest variable.
    commanders.sort_unstable();
    AtMostOne::Commander
        .inner(commanders.len())
        .write(&commanders, next, sink)
}

/// Writes the bitwise encoding: ⋀ᵢ ⋀ₖ (¬xᵢ ∨ bₖ) if bit k of i is set, (¬xᵢ ∨ ¬bₖ) if
/// not; i from 0.
fn bitwise<S: ClauseSink>(lits: &[Lit], aux: usize, sink: &mut S) -> Result<(), S::Error> {
    for (place, &lit) in lits.iter().enumerate() {
        for bit in 0..bits(lits.len()) {
            sink.clause(&[!lit, Var::new(aux + bit).lit(place >> bit & 1 == 1)])?;
        }
    }
    Ok(())
}

/// Returns the numbers of rows and columns of the product's rectangle for m literals.
fn rectangle(m: usize) -> (usize, usize) {
    let mut rows = m.isqrt();
    if rows * rows < m {
        rows += 1;
    }
    let cols = m.div_ceil(rows);
    (m.div_ceil(cols), cols)
}

/// Returns the number of bits of the numbers from 0 to m − 1.
fn bits(m: usize) -> usize {
    m.next_power_of_two().trailing_zeros() as usize
}

/// Returns the literals of `count` variables from index `first` on.
fn fresh(first: usize, count: usize) -> Vec<Lit> {
    (first..first + count)
        .map(|index| Var::new(index).positive())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Cnf;

    fn formula(way: AtMostOne, m: usize) -> Cnf {
        let mut cnf = Cnf::new(m);
        let Ok(()) = way.write(&fresh(0, m), m, &mut cnf);
        cnf
    }

    /// Returns `true` if the clauses can be satisfied with the first variables fixed to
    /// `fixed`: unit propagation, then a search over what is left.
    fn extends(cnf: &Cnf, fixed: &[bool]) -> bool {
        let mut values: Vec<Option<bool>> = fixed.iter().map(|&value| Some(value)).collect();
        values.resize(cnf.num_vars(), None);
        search(cnf, values)
    }

    fn search(cnf: &Cnf, mut values: Vec<Option<bool>>) -> bool {
        loop {
            let mut unit = None;
            for clause in cnf.clauses() {
                let value = |lit: &Lit| values[lit.var().index()].map(|v| v == lit.is_positive());
                if clause.iter().any(|lit| value(lit) == Some(true)) {
                    continue;
                }
                let open: Vec<&Lit> = clause.iter().filter(|lit| value(lit).is_none()).collect();
                match open[..] {
                    [] => return false,
                    [lit] => unit = Some(*lit),
                    _ => {}
                }
            }
            match unit {
                Some(lit) => values[lit.var().index()] = Some(lit.is_positive()),
                None => break,
            }
        }
        let Some(open) = values.iter().position(Option::is_none) else {
            return true;
        };
        [false, true].into_iter().any(|value| {
            values[open] = Some(value);
            search(cnf, values.clone())
        })
    }

    #[test]
    fn at_most_one_literal_can_be_true_whatever_the_way() {
        for way in AtMostOne::ALL {
            for m in 0..=11 {
                let cnf = formula(way, m);
                for bits in 0u32..1 << m {
                    let fixed: Vec<bool> = (0..m).map(|place| bits >> place & 1 == 1).collect();
                    assert_eq!(
                        extends(&cnf, &fixed),
                        bits.count_ones() <= 1,
                        "{way} {m} {bits:b}"
                    );
                }
            }
        }
    }

    #[test]
    fn larger_ones_allow_each_alone_and_no_two() {
        for way in AtMostOne::ALL {
            for m in [16, 25, 36, 50] {
                let cnf = formula(way, m);
                for first in 0..m {
                    for second in first..m {
                        let fixed: Vec<bool> = (0..m).map(|i| i == first || i == second).collect();
                        if first == second || (first + second) % 7 == 0 {
                            assert_eq!(extends(&cnf, &fixed), first == second, "{way} {m}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_as_told() {
        for way in AtMostOne::ALL {
            for m in 0..=130 {
                let cnf = formula(way, m);
                let told = way.num_clauses_and_lits(m);
                assert_eq!(cnf.num_vars(), m + way.num_aux(m), "{way} {m}");
                assert_eq!(
                    told,
                    (cnf.num_clauses() as u64, cnf.num_lits() as u64),
                    "{way} {m}"
                );
                assert!(cnf.clauses().all(|clause| clause.is_sorted()), "{way} {m}");
            }
        }
        assert_eq!(AtMostOne::Pairwise.num_clauses_and_lits(9), (36, 72));
        assert_eq!(AtMostOne::Sequential.num_clauses_and_lits(9), (23, 46));
        assert_eq!(AtMostOne::Product.num_clauses_and_lits(9), (24, 48));
        assert_eq!(AtMostOne::Commander.num_clauses_and_lits(9).0, 24);
        assert_eq!(AtMostOne::Bitwise.num_clauses_and_lits(9), (36, 72));
    }
}
