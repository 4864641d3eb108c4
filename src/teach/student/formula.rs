//! Comparison of a student's formula with the reduction: clause by clause and,
//! if the clauses differ, by their meaning.

use super::numbering::{Renumber, guess};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Solver, Verdict};
use crate::encode::{self, Encoding, Family, Numbering};
use crate::formula::{Cnf, Lit, Var};
use crate::sudoku::{Grid, Puzzle};
use crate::teach::reduction::{self, LAYOUT};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;

/// Largest number of solutions that are tried on a formula with auxiliary
/// variables. Chosen by hand to bound the time.
const SOLUTIONS: usize = 100;

/// The review of a formula. Literals are numbered as by [`encode::var`], with
/// auxiliary variables after the candidates'.
#[derive(Debug)]
pub struct Review {
    /// The numbering of the formula's variables.
    pub numbering: Numbering,
    /// Number of its variables that stand for no candidate.
    pub auxiliary: usize,
    /// For each family, the number of different clauses in the reduction, and
    /// the number of those that the formula has.
    pub families: Vec<(Family, usize, usize)>,
    /// The clauses of the reduction that are missing from the formula, family
    /// by family.
    pub missing: Vec<(Family, Vec<Lit>)>,
    /// Numbers of different clauses beyond those of the reduction, by the
    /// family that they belong to in another encoding, if any.
    pub others: Vec<(Option<Family>, usize)>,
    /// The first clause that is in no encoding, with its number from 1.
    pub strange: Option<(usize, Vec<Lit>)>,
    /// Number of clauses that repeat an earlier one.
    pub repeated: usize,
    /// Number of tautologies.
    pub tautologies: usize,
    /// The meaning of the formula compared with the reduction.
    pub meaning: Meaning,
}

/// The meaning of a formula compared with that of the reduction.
#[derive(Debug)]
pub enum Meaning {
    /// The formula has the same clauses.
    SameClauses,
    /// The formula has other clauses and the same solutions.
    SameSolutions,
    /// The formula has other solutions. At least one of the two fields is set.
    Different {
        /// The formula allows something that is no solution.
        too_weak: Option<TooWeak>,
        /// The formula forbids a solution.
        too_strong: Option<TooStrong>,
    },
    /// The comparison has no result, for this reason.
    Open(Unsure),
}

/// The reason why a comparison has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsure {
    /// The search was stopped.
    Stopped(Stop),
    /// The formula has auxiliary variables and the puzzle has many solutions.
    /// All of the solutions that were tried fit; their number is given.
    ManySolutions(usize),
}

/// A clause of the reduction that the formula does not imply.
#[derive(Debug)]
pub struct TooWeak {
    /// Family of the clause.
    pub family: Family,
    /// The clause.
    pub clause: Vec<Lit>,
    /// The candidates of a model of the formula that violates the clause.
    pub model: Vec<Lit>,
}

/// A solution that the formula forbids.
#[derive(Debug)]
pub struct TooStrong {
    /// The clause that forbids it, with its number from 1; `None` if no single
    /// clause over candidates does.
    pub clause: Option<(usize, Vec<Lit>)>,
    /// The solution.
    pub grid: Grid,
}

/// Compares a formula with the reduction of a puzzle by an encoding, with
/// pairwise at-most-one constraints. The order must be one for which runs are
/// [shown](crate::teach::story::MAX_ORDER).
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn review(
    formula: &Cnf,
    puzzle: &Puzzle,
    encoding: &Encoding,
    budget: &Budget,
) -> io::Result<Review> {
    let size = puzzle.size();
    let numbering = guess(formula.clauses().flatten().copied(), size);
    let mut renumber = Renumber::new(size, numbering);
    let theirs: Vec<Vec<Lit>> = formula
        .clauses()
        .map(|clause| clause.iter().map(|&lit| renumber.lit(lit)).collect())
        .collect();
    let ours = families_of(puzzle, encoding);
    let known: FxHashMap<&[Lit], Family> = ours
        .iter()
        .map(|(family, clause)| (&clause[..], *family))
        .collect();
    let elsewhere = families_of(puzzle, &Encoding::EXTENDED);
    let elsewhere: FxHashMap<Vec<Lit>, Family> = elsewhere
        .into_iter()
        .map(|(family, clause)| (clause, family))
        .collect();

    let mut had: FxHashSet<Vec<Lit>> = FxHashSet::default();
    let (mut repeated, mut tautologies) = (0, 0);
    let mut extra: Vec<(usize, Vec<Lit>)> = Vec::new();
    let mut others: Vec<(Option<Family>, usize)> = Vec::new();
    let mut strange = None;
    for (index, clause) in theirs.iter().enumerate() {
        let clause = sorted(clause);
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            tautologies += 1;
        } else if !had.insert(clause.clone()) {
            repeated += 1;
        } else if !known.contains_key(&clause[..]) {
            let family = elsewhere.get(&clause).copied();
            match others.iter_mut().find(|(other, _)| *other == family) {
                Some((_, count)) => *count += 1,
                None => others.push((family, 1)),
            }
            if family.is_none() && strange.is_none() {
                strange = Some((index + 1, clause.clone()));
            }
            extra.push((index + 1, clause));
        }
    }
    let missing = ours.iter().filter(|(_, clause)| !had.contains(clause));
    let missing: Vec<(Family, Vec<Lit>)> = missing.cloned().collect();
    let count = |list: &[(Family, Vec<Lit>)], family| {
        list.iter().filter(|(other, _)| *other == family).count()
    };
    let sizes = encode::family_sizes(puzzle, encoding, LAYOUT).into_iter();
    let families = sizes.map(|size| {
        let all = count(&ours, size.family);
        (size.family, all, all - count(&missing, size.family))
    });
    let auxiliary = renumber.num_others();
    let question = Question {
        puzzle,
        reduction: reduction::cnf(puzzle, encoding),
        formula: &theirs,
        auxiliary,
        budget,
    };
    let meaning = match missing.is_empty() && extra.is_empty() {
        true => Meaning::SameClauses,
        false => question.compare(&missing, &extra)?,
    };
    Ok(Review {
        numbering,
        auxiliary,
        families: families.collect(),
        missing,
        others,
        strange,
        repeated,
        tautologies,
        meaning,
    })
}

/// Returns the different clauses of an encoding with their families.
fn families_of(puzzle: &Puzzle, encoding: &Encoding) -> Vec<(Family, Vec<Lit>)> {
    let cnf = reduction::cnf(puzzle, encoding);
    let sizes = encode::family_sizes(puzzle, encoding, LAYOUT).into_iter();
    let families = sizes.flat_map(|size| std::iter::repeat_n(size.family, size.clauses as usize));
    let mut had = FxHashSet::default();
    families
        .zip(cnf.clauses())
        .map(|(family, clause)| (family, sorted(clause)))
        .filter(|(_, clause)| had.insert(clause.clone()))
        .collect()
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// The question whether two formulas have the same solutions.
struct Question<'a> {
    puzzle: &'a Puzzle,
    reduction: Cnf,
    formula: &'a [Vec<Lit>],
    auxiliary: usize,
    budget: &'a Budget,
}

impl Question<'_> {
    fn compare(
        &self,
        missing: &[(Family, Vec<Lit>)],
        extra: &[(usize, Vec<Lit>)],
    ) -> io::Result<Meaning> {
        let too_weak = match self.too_weak(missing)? {
            Ok(found) => found,
            Err(unsure) => return Ok(Meaning::Open(unsure)),
        };
        match (too_weak, self.too_strong(extra)?) {
            (None, Ok(None)) => Ok(Meaning::SameSolutions),
            (None, Err(unsure)) => Ok(Meaning::Open(unsure)),
            (too_weak, too_strong) => Ok(Meaning::Different {
                too_weak,
                too_strong: too_strong.unwrap_or(None),
            }),
        }
    }

    /// Returns the first clause of the reduction that the formula does not
    /// imply.
    fn too_weak(
        &self,
        missing: &[(Family, Vec<Lit>)],
    ) -> io::Result<Result<Option<TooWeak>, Unsure>> {
        let mut solver = Solver::default();
        for clause in self.formula {
            solver.add_clause(clause);
        }
        let candidates = self.puzzle.size().num_candidates();
        solver.reserve_vars(candidates);
        for (family, clause) in missing {
            if is_fixed(&solver, clause) {
                continue;
            }
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            match solver.solve_with(&negated, self.budget)? {
                Verdict::Unsat => {}
                Verdict::Unknown(stop) => return Ok(Err(Unsure::Stopped(stop))),
                Verdict::Sat => {
                    let vars = (0..candidates).map(|index| Var::new(index).positive());
                    return Ok(Ok(Some(TooWeak {
                        family: *family,
                        clause: clause.clone(),
                        model: vars
                            .filter(|&lit| solver.value(lit) == Some(true))
                            .collect(),
                    })));
                }
            }
        }
        Ok(Ok(None))
    }

    /// Returns the first clause of the formula that a solution violates. If
    /// clauses have auxiliary variables, returns a solution that does not fit.
    fn too_strong(
        &self,
        extra: &[(usize, Vec<Lit>)],
    ) -> io::Result<Result<Option<TooStrong>, Unsure>> {
        let size = self.puzzle.size();
        let mut solver = Solver::default();
        solver.add_cnf(&self.reduction);
        let is_plain = |lit: &Lit| lit.var().index() < size.num_candidates();
        let plain = extra
            .iter()
            .filter(|(_, clause)| clause.iter().all(is_plain));
        for (number, clause) in plain {
            if is_fixed(&solver, clause) {
                continue;
            }
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            match solver.solve_with(&negated, self.budget)? {
                Verdict::Unsat => {}
                Verdict::Unknown(stop) => return Ok(Err(Unsure::Stopped(stop))),
                Verdict::Sat => {
                    let clause = Some((*number, clause.clone()));
                    return Ok(Ok(self
                        .grid(&solver)
                        .map(|grid| TooStrong { clause, grid })));
                }
            }
        }
        match self.auxiliary {
            0 => Ok(Ok(None)),
            _ => self.does_not_fit(solver),
        }
    }

    /// Looks for a solution that the formula, with its auxiliary variables,
    /// does not allow.
    fn does_not_fit(&self, mut solutions: Solver) -> io::Result<Result<Option<TooStrong>, Unsure>> {
        let size = self.puzzle.size();
        let mut solver = Solver::default();
        for clause in self.formula {
            solver.add_clause(clause);
        }
        for tried in 0.. {
            match solutions.solve(self.budget)? {
                Verdict::Unsat => break,
                Verdict::Unknown(stop) => return Ok(Err(Unsure::Stopped(stop))),
                Verdict::Sat if tried == SOLUTIONS => {
                    return Ok(Err(Unsure::ManySolutions(SOLUTIONS)));
                }
                Verdict::Sat => {}
            }
            let Some(grid) = self.grid(&solutions) else {
                break;
            };
            let candidates = (0..size.num_candidates()).map(|index| size.candidate(index));
            let values: Vec<Lit> = candidates
                .map(|candidate| {
                    let holds = grid.digit(candidate.cell) == candidate.digit;
                    encode::var(candidate, size).lit(holds)
                })
                .collect();
            match solver.solve_with(&values, self.budget)? {
                Verdict::Sat => {}
                Verdict::Unknown(stop) => return Ok(Err(Unsure::Stopped(stop))),
                Verdict::Unsat => return Ok(Ok(Some(TooStrong { clause: None, grid }))),
            }
            let another: Vec<Lit> = values
                .into_iter()
                .filter(|lit| lit.is_positive())
                .map(|lit| !lit)
                .collect();
            solutions.add_clause(&another);
        }
        Ok(Ok(None))
    }

    /// Returns the grid of the solver's model.
    fn grid(&self, solver: &Solver) -> Option<Grid> {
        let model = solver.model()?;
        encode::decode(self.puzzle.size(), model.lits()).ok()
    }
}

/// Returns `true` if a literal of the clause is fixed to true in the solver.
fn is_fixed(solver: &Solver, clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| solver.fixed(lit) == Some(true))
}
