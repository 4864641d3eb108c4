//! Formulas: `sat`.

use super::{Failure, NAME, budget};
use serde::Deserialize;
use serde_json::{Value, json};
use sudosat::cdcl::{Solver, Verdict};
use sudosat::check;
use sudosat::formula::{Lit, Var, dimacs};

/// Options of `sat`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Sat {
    /// Literals that must be true.
    assumptions: Vec<i32>,
    steps: Option<u64>,
}

/// Solves a formula in DIMACS. A model is checked against every clause.
pub(super) fn sat(text: &str, options: Sat) -> Result<Value, Failure> {
    let formula = dimacs::read(text.as_bytes(), NAME)?;
    let vars = formula.num_vars();
    let assumption = |&number: &i32| {
        let lit = Lit::from_dimacs(number).filter(|lit| lit.var().index() < vars);
        lit.ok_or_else(|| {
            Failure::new(format!(
                "assumptions: found {number}, expected literals of variables 1 to {vars}"
            ))
        })
    };
    let assumptions = options.assumptions.iter().map(assumption);
    let assumptions = assumptions.collect::<Result<Vec<Lit>, Failure>>()?;
    let mut solver = Solver::default();
    solver.add_cnf(&formula);
    let verdict = solver.solve_with(&assumptions, &budget(options.steps));
    let numbers = |lits: &[Lit]| lits.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>();
    let mut answer = json!({ "status": "unknown", "model": null });
    match verdict.map_err(Failure::new)? {
        Verdict::Unknown(stop) => answer["gave_up"] = stop.to_string().into(),
        Verdict::Unsat => {
            answer["status"] = "unsatisfiable".into();
            answer["core"] = numbers(solver.core()).into();
        }
        Verdict::Sat => {
            let model = solver.model().ok_or_else(|| Failure::new("no model"))?;
            let mut lits: Vec<Lit> = model.lits().take(vars).collect();
            // A variable that no clause mentions may have any value.
            lits.extend((lits.len()..vars).map(|index| Var::new(index).negative()));
            let wrong =
                |fault: String| Failure::new(format!("the solver's model is wrong: {fault}"));
            check::model(&formula, &lits).map_err(|fault| wrong(fault.to_string()))?;
            if let Some(lit) = assumptions
                .iter()
                .find(|lit| lits[lit.var().index()] != **lit)
            {
                return Err(wrong(format!(
                    "the assumption {} is false",
                    lit.to_dimacs()
                )));
            }
            answer["status"] = "satisfiable".into();
            answer["model"] = numbers(&lits).into();
        }
    }
    answer["steps"] = solver.stats().steps().into_iter().collect();
    Ok(answer)
}
