//! Solvers that are libraries, as a program with the competition's output.

use anyhow::bail;
use std::ffi::OsStr;
use std::io;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, Lit, dimacs};
use sudosat::io::Source;

/// Solves a formula by a library and prints the answer.
pub(crate) fn answer(name: &str, file: &OsStr) -> anyhow::Result<()> {
    let mut source = Source::open(file)?;
    let label = source.name().to_owned();
    let cnf = dimacs::read(&mut source, &label)?;
    let model = match name {
        "splr" => splr(&cnf)?,
        "batsat" => batsat(&cnf),
        _ => bail!("there is no library {name}"),
    };
    let mut out = io::stdout().lock();
    match model {
        Some(model) => {
            answer::write_status(&mut out, Status::Satisfiable)?;
            answer::write_model(&mut out, model)?;
        }
        None => answer::write_status(&mut out, Status::Unsatisfiable)?,
    }
    Ok(())
}

/// A literal of a DIMACS number, if it is one.
fn lit(number: impl TryInto<i32>) -> Option<Lit> {
    number.try_into().ok().and_then(Lit::from_dimacs)
}

fn splr(cnf: &Cnf) -> anyhow::Result<Option<Vec<Lit>>> {
    use splr::{Certificate, SolveIF, Solver, SolverError};
    let clauses: Vec<Vec<i32>> = cnf
        .clauses()
        .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
        .collect();
    let mut solver = match Solver::try_from((splr::Config::default(), &clauses[..])) {
        Ok(solver) => solver,
        Err(Ok(Certificate::SAT(model))) => {
            return Ok(Some(model.into_iter().filter_map(lit).collect()));
        }
        Err(Ok(Certificate::UNSAT)) | Err(Err(SolverError::EmptyClause)) => return Ok(None),
        Err(Err(error)) => bail!("{error}"),
    };
    match solver.solve() {
        Ok(Certificate::SAT(model)) => Ok(Some(model.into_iter().filter_map(lit).collect())),
        Ok(Certificate::UNSAT) | Err(SolverError::EmptyClause) => Ok(None),
        Err(error) => bail!("{error}"),
    }
}

fn batsat(cnf: &Cnf) -> Option<Vec<Lit>> {
    use batsat::{BasicSolver, SolverInterface, lbool};
    let mut solver = BasicSolver::default();
    let vars: Vec<_> = (0..cnf.num_vars())
        .map(|_| solver.new_var_default())
        .collect();
    for clause in cnf.clauses() {
        let mut clause: Vec<_> = clause
            .iter()
            .map(|lit| batsat::Lit::new(vars[lit.var().index()], lit.is_positive()))
            .collect();
        solver.add_clause_reuse(&mut clause);
    }
    if solver.solve_limited(&[]) != lbool::TRUE {
        return None;
    }
    let value = |index: usize| solver.value_var(vars[index]) == lbool::TRUE;
    let number = |index: usize| index as i32 + 1;
    let lits = (0..vars.len()).filter_map(|index| match value(index) {
        true => lit(number(index)),
        false => lit(-number(index)),
    });
    Some(lits.collect())
}
