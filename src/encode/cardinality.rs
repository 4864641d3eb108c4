//! Cardinality constraints as clauses: at least k, or at most k, of some literals are true.
//!
//! At most: C. Sinz's sequential counter (*Towards an optimal CNF encoding of
//! Boolean cardinality constraints*, 2005): sᵢⱼ is true if j of the first i
//! literals are. At least: the same the other way round; tᵢⱼ is true only if j
//! of the first i literals are.

use super::AtMostOne;
use crate::formula::{ClauseSink, Lit, Var};

/// Bounds on the number of true literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cardinality {
    /// Smallest number of true literals.
    pub low: usize,
    /// Largest number of true literals.
    pub high: usize,
    /// The encoding of at-most-one constraints.
    pub at_most_one: AtMostOne,
}

/// Numbers of auxiliary variables, clauses and their literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub aux: u64,
    pub clauses: u64,
    pub lits: u64,
}

impl Cost {
    fn of(aux: u64, clauses: u64, lits: u64) -> Cost {
        Cost { aux, clauses, lits }
    }

    pub(super) fn plus(self, other: Cost) -> Cost {
        Cost {
            aux: self.aux.saturating_add(other.aux),
            clauses: self.clauses.saturating_add(other.clauses),
            lits: self.lits.saturating_add(other.lits),
        }
    }
}

impl Cardinality {
    /// Returns the cost for `m` literals. Numbers that do not fit are the largest ones
    /// that do.
    pub(super) fn cost(self, m: usize) -> Cost {
        self.cost_of_low(m).plus(self.cost_of_high(m))
    }

    /// Returns the numbers of rows and columns of the counters for `m` literals: of that for the
    /// lower bound, whose variables come first, and of that for the upper bound.
    pub(super) fn counters(self, m: usize) -> [Option<(usize, usize)>; 2] {
        let (low, high) = (self.low, self.high);
        [
            (low > 1 && low < m).then_some((m, low)),
            (high > 1 && high < m).then(|| (m - 1, high)),
        ]
    }

    fn cost_of_low(self, m: usize) -> Cost {
        let (m, low) = (m as u64, self.low as u64);
        match low {
            0 => Cost::default(),
            _ if low > m => Cost::of(0, 1, 0),
            1 => Cost::of(0, 1, m),
            _ if low == m => Cost::of(0, m, m),
            _ => Cost::of(
                m.saturating_mul(low),
                (m - 1).saturating_mul(2 * low - 1).saturating_add(low + 1),
                (m - 1).saturating_mul(6 * low - 3).saturating_add(low + 2),
            ),
        }
    }

    fn cost_of_high(self, m: usize) -> Cost {
        if self.high >= m {
            return Cost::default();
        }
        let (wide, m, high) = (m, m as u64, self.high as u64);
        match high {
            0 => Cost::of(0, m, m),
            1 => {
                let (clauses, lits) = self.at_most_one.num_clauses_and_lits(wide);
                Cost::of(self.at_most_one.num_aux(wide) as u64, clauses, lits)
            }
            _ => Cost::of(
                (m - 1).saturating_mul(high),
                (m - 2)
                    .saturating_mul(2 * high + 1)
                    .saturating_add(high + 1),
                (m - 2)
                    .saturating_mul(5 * high + 1)
                    .saturating_add(high + 3),
            ),
        }
    }

    /// Writes the clauses. Auxiliary variables are those from index `aux` on.
    ///
    /// # Errors
    /// The sink's.
    ///
    /// # Panics
    /// If an auxiliary variable would be over [`Var::LIMIT`].
    pub(super) fn write<S: ClauseSink>(
        self,
        lits: &[Lit],
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        self.write_low(lits, aux, sink)?;
        let aux = aux + self.cost_of_low(lits.len()).aux as usize;
        self.write_high(lits, aux, sink)
    }

    fn write_low<S: ClauseSink>(
        self,
        lits: &[Lit],
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let (m, low) = (lits.len(), self.low);
        if low == 0 {
            return Ok(());
        }
        if low > m {
            return sink.clause(&[]);
        }
        if low == 1 {
            return sink.clause(lits);
        }
        if low == m {
            return lits.iter().try_for_each(|&lit| sink.clause(&[lit]));
        }
        // "j of the first i", both from 1.
        let count = |i: usize, j: usize| Var::new(aux + (i - 1) * low + j - 1).positive();
        sink.clause(&[!count(1, 1), lits[0]])?;
        for j in 2..=low {
            sink.clause(&[!count(1, j)])?;
        }
        for (i, &lit) in (2..).zip(&lits[1..]) {
            for j in 1..=low {
                sink.clause(&[!count(i, j), count(i - 1, j), lit])?;
                if j > 1 {
                    sink.clause(&[!count(i, j), count(i - 1, j), count(i - 1, j - 1)])?;
                }
            }
        }
        sink.clause(&[count(m, low)])
    }

    fn write_high<S: ClauseSink>(
        self,
        lits: &[Lit],
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let (m, high) = (lits.len(), self.high);
        if high >= m {
            return Ok(());
        }
        if high == 0 {
            return lits.iter().try_for_each(|&lit| sink.clause(&[!lit]));
        }
        if high == 1 {
            return self.at_most_one.write(lits, aux, sink);
        }
        let count = |i: usize, j: usize| Var::new(aux + (i - 1) * high + j - 1).positive();
        sink.clause(&[!lits[0], count(1, 1)])?;
        for j in 2..=high {
            sink.clause(&[!count(1, j)])?;
        }
        for (i, &lit) in (2..m).zip(&lits[1..]) {
            sink.clause(&[!lit, count(i, 1)])?;
            sink.clause(&[!count(i - 1, 1), count(i, 1)])?;
            for j in 2..=high {
                sink.clause(&[!lit, !count(i - 1, j - 1), count(i, j)])?;
                sink.clause(&[!count(i - 1, j), count(i, j)])?;
            }
            sink.clause(&[!lit, !count(i - 1, high)])?;
        }
        sink.clause(&[!lits[m - 1], !count(m - 1, high)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Cnf;

    /// Returns `true` if the literals in `set` can be the true ones, by unit
    /// propagation and, where that decides nothing, by search.
    fn allows(cnf: &Cnf, m: usize, set: usize) -> bool {
        use batsat::{BasicSolver, SolverInterface, lbool};
        let mut solver = BasicSolver::default();
        let vars: Vec<_> = (0..cnf.num_vars())
            .map(|_| solver.new_var_default())
            .collect();
        let theirs = |lit: &Lit| batsat::Lit::new(vars[lit.var().index()], lit.is_positive());
        for clause in cnf.clauses() {
            solver.add_clause_reuse(&mut clause.iter().map(theirs).collect());
        }
        let assumed: Vec<_> = (0..m)
            .map(|bit| batsat::Lit::new(vars[bit], set >> bit & 1 == 1))
            .collect();
        solver.solve_limited(&assumed) == lbool::TRUE
    }

    #[test]
    fn exactly_the_numbers_between_are_allowed() {
        for m in 0..=6 {
            let lits: Vec<Lit> = (0..m).map(|index| Var::new(index).positive()).collect();
            for (low, high) in itertools::iproduct!(0..=m + 1, 0..=m + 1) {
                for at_most_one in AtMostOne::ALL {
                    if high != 1 && at_most_one != AtMostOne::Pairwise {
                        continue; // it makes no difference
                    }
                    let cardinality = Cardinality {
                        low,
                        high,
                        at_most_one,
                    };
                    let cost = cardinality.cost(m);
                    let mut cnf = Cnf::new(m + cost.aux as usize);
                    let Ok(()) = cardinality.write(&lits, m, &mut cnf);
                    assert_eq!(cnf.num_vars() as u64, m as u64 + cost.aux);
                    assert_eq!(cnf.num_clauses() as u64, cost.clauses, "{cardinality:?}");
                    assert_eq!(cnf.num_lits() as u64, cost.lits, "{cardinality:?}");
                    for set in 0..1usize << m {
                        let within = (low..=high).contains(&(set.count_ones() as usize));
                        assert_eq!(allows(&cnf, m, set), within, "{cardinality:?} {set:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn costs_do_not_overflow() {
        let huge = Cardinality {
            low: 1 << 30,
            high: 1 << 30,
            at_most_one: AtMostOne::Pairwise,
        };
        assert!(huge.cost(1 << 31).clauses > 1 << 60);
    }
}
