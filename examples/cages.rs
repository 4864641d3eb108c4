//! Solves a killer Sudoku whose cages are no clauses but a propagator (IPASIR-UP), shows that
//! the solution is the only one, and does the same with the cages as clauses.
//!
//! ```sh
//! cargo run --example cages -- puzzles/variants/killer.txt
//! ```

use std::error::Error;
use std::sync::Arc;
use sudosat::cdcl::{Lemma, Propagator};
use sudosat::formula::Model;
use sudosat::prelude::*;
use sudosat::sudoku::rules::{Rules, Spec};
use sudosat::sudoku::{Candidate, Cell, Digit, Size};

/// Different digits with a sum.
struct Cage {
    cells: Vec<Cell>,
    sum: u32,
}

/// The cages of a puzzle as a propagator.
struct Cages {
    size: Size,
    cages: Vec<Cage>,
    /// For each cell, the digits that are not excluded: bit d − 1 stands for the digit d.
    digits: Vec<u32>,
    /// The excluded candidates in order, and where each level starts.
    excluded: Vec<Candidate>,
    levels: Vec<usize>,
    /// The cages with candidates that were excluded since they were looked at.
    changed: Vec<usize>,
    /// The clause that implies the last literal, this one first.
    reason: Vec<Lit>,
    /// Number of implied literals.
    implied: u64,
}

fn bit(digit: Digit) -> u32 {
    1 << digit.index()
}

/// Returns `true` if different digits with this sum can be chosen, one from each set. `used`
/// digits can't be.
fn fits(sets: &[u32], used: u32, sum: u32) -> bool {
    let [set, rest @ ..] = sets else {
        return sum == 0;
    };
    let open = set & !used;
    (0..u32::BITS)
        .filter(|digit| open >> digit & 1 == 1 && *digit < sum)
        .any(|digit| fits(rest, used | 1 << digit, sum - digit - 1))
}

impl Cages {
    fn new(size: Size, cages: Vec<Cage>) -> Cages {
        Cages {
            size,
            changed: (0..cages.len()).collect(),
            cages,
            digits: vec![(1 << size.side()) - 1; size.num_cells()],
            excluded: Vec::new(),
            levels: Vec::new(),
            reason: Vec::new(),
            implied: 0,
        }
    }

    /// The variables that it observes.
    fn vars(&self) -> Vec<Var> {
        let cells = self.cages.iter().flat_map(|cage| &cage.cells);
        let candidates = cells.flat_map(|&cell| self.candidates(cell));
        candidates.map(|one| encode::var(one, self.size)).collect()
    }

    fn candidates(&self, cell: Cell) -> impl Iterator<Item = Candidate> + use<> {
        self.size
            .digits()
            .map(move |digit| Candidate::new(cell, digit))
    }

    fn allows(&self, candidate: Candidate) -> bool {
        self.digits[candidate.cell.index(self.size)] & bit(candidate.digit) != 0
    }

    /// Returns a candidate that the others of the cage exclude.
    fn impossible(&self, cage: &Cage) -> Option<Candidate> {
        let excluded = self.excluded_in(cage);
        let mut candidates = cage.cells.iter().flat_map(|&cell| self.candidates(cell));
        candidates.find(|&one| self.allows(one) && !self.is_possible(cage, one, &excluded))
    }

    /// The excluded candidates of a cage.
    fn excluded_in(&self, cage: &Cage) -> Vec<Candidate> {
        let candidates = cage.cells.iter().flat_map(|&cell| self.candidates(cell));
        candidates.filter(|&one| !self.allows(one)).collect()
    }

    /// Returns `true` if the cage can be filled with this candidate and none of the others.
    fn is_possible(&self, cage: &Cage, candidate: Candidate, without: &[Candidate]) -> bool {
        let all = (1 << self.size.side()) - 1;
        let others = cage.cells.iter().filter(|&&cell| cell != candidate.cell);
        let sets = others.map(|&cell| {
            let gone = without.iter().filter(|one| one.cell == cell);
            gone.fold(all, |set, one| set & !bit(one.digit))
        });
        let sets: Vec<u32> = sets.collect();
        let value = candidate.digit.value() as u32;
        value <= cage.sum && fits(&sets, bit(candidate.digit), cage.sum - value)
    }

    /// Returns excluded candidates that together make this one impossible, each of which is
    /// needed.
    fn causes(&self, cage: &Cage, candidate: Candidate) -> Vec<Candidate> {
        let mut causes = self.excluded_in(cage);
        let mut place = 0;
        while place < causes.len() {
            let cause = causes.remove(place);
            if self.is_possible(cage, candidate, &causes) {
                causes.insert(place, cause);
                place += 1;
            }
        }
        causes
    }
}

impl Propagator for Cages {
    fn assigned(&mut self, lits: &[Lit]) {
        // A digit in a cell excludes the other digits there by the clauses.
        for lit in lits.iter().filter(|lit| lit.is_negative()) {
            let Some(candidate) = encode::candidate(lit.var(), self.size) else {
                continue;
            };
            self.digits[candidate.cell.index(self.size)] &= !bit(candidate.digit);
            self.excluded.push(candidate);
            for (number, cage) in self.cages.iter().enumerate() {
                if cage.cells.contains(&candidate.cell) && !self.changed.contains(&number) {
                    self.changed.push(number);
                }
            }
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.excluded.len());
    }

    fn backtracked(&mut self, level: usize) {
        for candidate in self.excluded.drain(self.levels[level]..) {
            self.digits[candidate.cell.index(self.size)] |= bit(candidate.digit);
        }
        self.levels.truncate(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        while let Some(&number) = self.changed.last() {
            let cage = &self.cages[number];
            if let Some(candidate) = self.impossible(cage) {
                let lit = |candidate| encode::var(candidate, self.size).positive();
                let mut reason = vec![!lit(candidate)];
                reason.extend(self.causes(cage, candidate).into_iter().map(lit));
                self.reason = reason;
                self.implied += 1;
                return self.reason.first().copied();
            }
            self.changed.pop();
        }
        None
    }

    fn reason(&mut self, _: Lit) -> Lemma {
        Lemma::Forgettable(std::mem::take(&mut self.reason))
    }

    fn accepts(&mut self, model: &Model) -> bool {
        // What this rejects was a conflict of `propagate` before.
        self.cages.iter().all(|cage| {
            let candidates = cage.cells.iter().flat_map(|&cell| self.candidates(cell));
            let chosen = candidates.filter(|&one| model.value(encode::var(one, self.size)));
            let digits: Vec<u32> = chosen.map(|one| one.digit.value() as u32).collect();
            let set = digits.iter().fold(0_u32, |set, digit| set | 1 << digit);
            digits.iter().sum::<u32>() == cage.sum && set.count_ones() as usize == digits.len()
        })
    }
}

/// Takes the cages out of the rules.
fn take_cages(spec: &mut Spec) -> Result<Vec<Cage>, &'static str> {
    let cages = std::mem::take(&mut spec.cages);
    let ours = cages.into_iter().map(|cage| match cage.sum {
        Some(sum) if !cage.repeats => Ok(Cage {
            cells: cage.cells,
            sum,
        }),
        _ => Err("expected cages with a sum and different digits"),
    });
    ours.collect()
}

/// Finds the only solution.
fn solve(solver: &mut Solver, puzzle: &Puzzle) -> Result<Grid, Box<dyn Error>> {
    let budget = Budget::unlimited();
    solver.solve(&budget)?;
    let model = solver.model().ok_or("the puzzle has no solution")?;
    let grid = encode::decode(puzzle.size(), &model)?;
    check::grid(puzzle, &grid)?;
    let lits = grid
        .candidates()
        .map(|one| encode::var(one, puzzle.size()).negative());
    solver.add_clause(&lits.collect::<Vec<_>>());
    match solver.solve(&budget)? {
        Verdict::Unsat => Ok(grid),
        _ => Err("the puzzle has several solutions".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => include_str!("../puzzles/variants/killer.txt").to_owned(),
    };
    let puzzle: Puzzle = text.parse()?;
    let size = puzzle.size();

    let mut spec = puzzle.rules().spec().clone();
    let cages = Cages::new(size, take_cages(&mut spec)?);
    let without_cages = puzzle.clone().with_rules(Arc::new(Rules::new(spec)?));
    let mut solver = Solver::default();
    solver.add_cnf(&encode::cnf(&without_cages, &Encoding::EXTENDED));
    let vars = cages.vars();
    solver.connect(cages);
    solver.observe(&vars);
    let grid = solve(&mut solver, &puzzle)?;
    print!("{grid}");
    let cages: Cages = solver.disconnect().ok_or("it is connected")?;
    println!(
        "cages as a propagator: {} conflicts, {} candidates excluded",
        solver.stats().conflicts,
        cages.implied
    );

    let cnf = encode::cnf(&puzzle, &Encoding::EXTENDED);
    let mut solver = Solver::default();
    solver.add_cnf(&cnf);
    assert_eq!(solve(&mut solver, &puzzle)?, grid);
    println!(
        "cages as clauses: {} conflicts, {} variables, {} clauses",
        solver.stats().conflicts,
        cnf.num_vars(),
        cnf.num_clauses()
    );
    Ok(())
}
