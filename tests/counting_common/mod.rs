//! Formulas to count in, and a run whose answer is checked.

use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::check::{self, Auditor, PbpChecker};
use sudosat::encode::{self, AtMostOne, Encoding};
use sudosat::formula::{Cnf, Lit, Var};
use sudosat::proof::pbp::{Reader, Writer};
use sudosat::proof::{Observer, Shared, drat, lrat};
use sudosat::sudoku::{Cell, Digit, Puzzle, Size};

/// Solves with a proof; a refutation must be accepted, a model hold.
pub(crate) fn solve(cnf: &Cnf, config: Config) -> (Verdict, Solver) {
    let proof = Shared::new(Writer::new(Vec::new(), cnf.num_clauses()));
    let mut solver = Solver::new(config).with_observer(Box::new(proof.clone()));
    solver.add_cnf(cnf);
    // A refutation that takes more would be slow to check.
    let limit = Budget::unlimited().with_steps(50_000);
    let verdict = solver.solve(&limit).unwrap();
    drop(solver.take_observer());
    let proof = proof.into_inner().unwrap().into_inner().unwrap();
    match verdict {
        Verdict::Sat => {
            let lits: Vec<Lit> = solver.model().unwrap().lits().collect();
            check::model(cnf, &lits).unwrap();
        }
        Verdict::Unsat => {
            let budget = Budget::unlimited();
            let mut checker = PbpChecker::of(cnf, &budget).unwrap();
            for step in Reader::new(&proof[..], "proof") {
                checker.step(&step.unwrap(), &budget).unwrap();
            }
            checker.finish().unwrap();
        }
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
    (verdict, solver)
}

/// The same with counting by new variables: LRAT and DRAT as files, and LRAT
/// checked step by step.
pub(crate) fn solve_extending(cnf: &Cnf) -> Verdict {
    let budget = &Budget::unlimited();
    let num_clauses = cnf.num_clauses();
    let lrat = Shared::new(lrat::Writer::text(Vec::new(), num_clauses).extending(cnf.num_vars()));
    let drat = Shared::new(drat::Writer::text(Vec::new()).extending(cnf.num_vars()));
    let observers: [Box<dyn Observer>; 3] = [
        Box::new(Auditor::new()),
        Box::new(lrat.clone()),
        Box::new(drat.clone()),
    ];
    let mut verdicts = Vec::new();
    for observer in observers {
        let mut solver = Solver::default().with_observer(observer);
        solver.add_cnf(cnf);
        verdicts.push(
            solver
                .solve(budget)
                .unwrap_or_else(|error| panic!("{error}: {cnf:?}")),
        );
        solver.check_invariants();
    }
    assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]));
    if verdicts[0] == Verdict::Unsat {
        let proof = lrat.into_inner().unwrap().into_inner().unwrap();
        let steps = lrat::read(&proof[..], "proof").unwrap().map(Result::unwrap);
        check::lrat(cnf, steps, budget).unwrap_or_else(|fault| panic!("LRAT: {fault}: {cnf:?}"));
        let proof = drat.into_inner().unwrap().into_inner().unwrap();
        let steps = drat::read(&proof[..], "proof").unwrap().map(Result::unwrap);
        check::drat(cnf, steps, budget).unwrap_or_else(|fault| panic!("DRAT: {fault}: {cnf:?}"));
    }
    verdicts[0]
}

/// p pigeons in h holes, as everybody writes it: pigeon i is in hole j by
/// variable ih + j; the pigeons' clauses come first.
pub(crate) fn pigeons(pigeons: usize, holes: usize) -> Cnf {
    let var = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole);
    let mut cnf = Cnf::new(pigeons * holes);
    for pigeon in 0..pigeons {
        let clause: Vec<Lit> = (0..holes)
            .map(|hole| var(pigeon, hole).positive())
            .collect();
        cnf.add_clause(&clause);
    }
    for hole in 0..holes {
        for a in 0..pigeons {
            for b in 0..a {
                cnf.add_clause(&[var(a, hole).negative(), var(b, hole).negative()]);
            }
        }
    }
    cnf
}

/// The lecture's formula of a 9×9 puzzle on one line.
pub(crate) fn lecture(line: &str) -> Cnf {
    let mut puzzle = Puzzle::empty(Size::of_order(3).unwrap());
    for (place, symbol) in line.bytes().enumerate() {
        if symbol.is_ascii_digit() && symbol != b'0' {
            let digit = Digit::from_index(usize::from(symbol - b'1'));
            puzzle.set_clue(Cell::new(place / 9, place % 9), Some(digit));
        }
    }
    encode::cnf(&puzzle, &Encoding::LECTURE)
}

/// The same formula with variables, signs, clauses and literals shuffled.
pub(crate) fn shuffled(cnf: &Cnf, seed: u64) -> Cnf {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut names: Vec<usize> = (0..cnf.num_vars()).collect();
    random.shuffle(&mut names);
    let signs: Vec<bool> = names.iter().map(|_| random.bool()).collect();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for clause in cnf.clauses() {
        let mut lits: Vec<Lit> = Vec::new();
        for lit in clause {
            let var = lit.var().index();
            lits.push(Var::new(names[var]).lit(lit.is_positive() ^ signs[var]));
        }
        random.shuffle(&mut lits);
        clauses.push(lits);
    }
    random.shuffle(&mut clauses);
    let mut shuffled = Cnf::new(cnf.num_vars());
    for clause in clauses {
        shuffled.add_clause(&clause);
    }
    shuffled
}

/// A formula of at-least-ones and at-most-ones over variables by index.
pub(crate) struct AtMostOnes {
    pub cnf: Cnf,
}

impl AtMostOnes {
    pub(crate) fn new(num_vars: usize) -> AtMostOnes {
        AtMostOnes {
            cnf: Cnf::new(num_vars),
        }
    }

    pub(crate) fn at_least(&mut self, vars: &[usize]) {
        let clause: Vec<Lit> = vars.iter().map(|&var| Var::new(var).positive()).collect();
        self.cnf.add_clause(&clause);
    }

    /// Auxiliary variables are new ones.
    pub(crate) fn at_most(&mut self, vars: &[usize], way: AtMostOne) {
        let lits: Vec<Lit> = vars.iter().map(|&var| Var::new(var).positive()).collect();
        let aux = self.cnf.num_vars();
        self.cnf.grow_vars(aux + way.num_aux(lits.len()));
        let Ok(()) = way.write(&lits, aux, &mut self.cnf);
    }

    /// At most two, by a counter (Sinz 2005).
    pub(crate) fn at_most_two(&mut self, vars: &[usize]) {
        let aux = self.cnf.num_vars();
        self.cnf.grow_vars(aux + 2 * vars.len());
        let counter = |place: usize, number: usize| Var::new(aux + 2 * place + number).positive();
        for (place, &var) in vars.iter().enumerate() {
            let lit = Var::new(var).positive();
            self.cnf.add_clause(&[!lit, counter(place, 0)]);
            if place > 0 {
                let before = [counter(place - 1, 0), counter(place - 1, 1)];
                self.cnf.add_clause(&[!before[0], counter(place, 0)]);
                self.cnf.add_clause(&[!before[1], counter(place, 1)]);
                self.cnf.add_clause(&[!lit, !before[0], counter(place, 1)]);
                self.cnf.add_clause(&[!lit, !before[1]]);
            }
        }
    }
}
