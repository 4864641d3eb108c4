//! The check of a solver's answer against what it was asked; shared with `pipe`.

use super::read::Reading;
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::cli::quiet::Quiet;
use crate::cli::solve::because;
use crate::cli::{json, out, report};
use std::borrow::Cow;
use std::io::{self, Write};
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Implied, Solver};
use sudosat::check;
use sudosat::encode::Numbering;
use sudosat::engine::{self, EngineError, Evidence, Glance, is_only_by_glance};
use sudosat::formula::answer::{Answer, Status};
use sudosat::formula::{Cnf, Lit, Var};
use sudosat::io::counted;
use sudosat::sudoku::text::Tokens;
use sudosat::sudoku::{Grid, Puzzle, Size};

/// The question that a solver was asked, as far as it is known.
#[derive(Default)]
pub(crate) struct Question {
    /// The puzzle that was encoded.
    pub puzzle: Option<Puzzle>,
    /// The puzzle's cells as they stood in the input, if it was read from text.
    pub tokens: Option<Tokens>,
    /// The size of the grid, if there is no puzzle.
    pub size: Option<Size>,
    /// The numbering of the variables.
    pub numbering: Numbering,
    /// The formula that the solver was given.
    pub formula: Option<Cnf>,
    /// The option that turns off notes.
    pub quiet: Quiet,
}

/// The form in which the answer is printed on standard output.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// The grid, or `no solution`.
    Grid(Format),
    /// A JSON object: docs/JSON.md.
    Json,
}

/// The JSON object of an answer that was judged.
#[derive(Default, serde::Serialize)]
struct Object {
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<json::Rows<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Form {
    /// Returns the form that the options `--to` and `--json` ask for.
    pub(crate) fn of(to: Format, json: bool) -> Form {
        match json {
            true => Form::Json,
            false => Form::Grid(to),
        }
    }

    /// Prints the object of an answer without a grid, with the reason, if JSON is wanted.
    pub(crate) fn print_reason(self, answer: &'static str, reason: &str) -> io::Result<()> {
        self.print(answer, |object| object.reason = Some(reason.to_owned()))
    }

    /// Prints the object with this answer and the fields that `fill` sets, if JSON is wanted.
    fn print(self, answer: &'static str, fill: impl FnOnce(&mut Object)) -> io::Result<()> {
        let Form::Json = self else { return Ok(()) };
        let mut object = Object {
            answer,
            ..Object::default()
        };
        fill(&mut object);
        let mut out = out::stdout();
        json::line(&mut out, &object)?;
        out.flush()
    }
}

impl Question {
    /// Returns the number of variables that an answer may have.
    pub(crate) fn num_vars(&self) -> usize {
        self.formula.as_ref().map_or(Var::LIMIT, Cnf::num_vars)
    }

    /// Checks an answer, prints its grid, or says why there is none. Messages call
    /// the answer `name`. The budget is that of the search that confirms that there is no
    /// solution.
    pub(crate) fn judge(
        &self,
        name: &str,
        answer: Answer,
        form: Form,
        budget: &Budget,
    ) -> anyhow::Result<Exit> {
        match answer.status {
            Status::Unknown => {
                report::note(&format!("{name}: the solver gave up"));
                form.print_reason("unknown", "the solver gave up")?;
                Ok(Exit::GaveUp)
            }
            Status::Unsatisfiable => self.no_solution(name, form, budget),
            Status::Satisfiable if !answer.has_model => refuse(
                name,
                form,
                "it says satisfiable, and no model follows (minisat writes the model \
                 to its second file; `kissat -n` and `sat --no-model` leave it out)",
            ),
            Status::Satisfiable => match self.grid(name, answer.lits) {
                Ok(grid) => {
                    let blank = Puzzle::empty(grid.size());
                    let puzzle = self.puzzle.as_ref().unwrap_or(&blank);
                    if let Form::Grid(format) = form {
                        let mut out = out::stdout();
                        format.write(&mut out, &puzzle.answer(&grid))?;
                        out.flush()?;
                    }
                    form.print("solved", |object| {
                        object.solution = Some(json::digits(&grid))
                    })?;
                    self.tell_several(name, &grid);
                    Ok(Exit::Done)
                }
                Err(reason) => refuse(name, form, &reason),
            },
        }
    }

    /// Prints a note if a quick search finds that the puzzle has another solution.
    fn tell_several(&self, name: &str, grid: &Grid) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| !self.quiet.is_set()) else {
            return;
        };
        let budget = Budget::unlimited();
        if is_only_by_glance(puzzle, grid, Glance::Quick, &budget) == Some(false) {
            report::note(&format!("{name}: the grid is one of several solutions"));
        }
    }

    /// Prints that there is no solution, with what confirmed it, or refuses this answer if there is
    /// one: the check of `solve` for the answers of outside programs.
    fn no_solution(&self, name: &str, form: Form, budget: &Budget) -> anyhow::Result<Exit> {
        let evidence = match self.evidence(name, budget) {
            Ok(evidence) => evidence,
            Err(EngineError::Lied { reason, .. }) => {
                let reason = format!("it says that there is no solution, but {reason}");
                return refuse(name, form, &reason);
            }
            Err(error) => return Err(error.into()),
        };
        if let Form::Grid(_) = form {
            let mut out = out::stdout();
            writeln!(out, "no solution")?;
            out.flush()?;
        }
        form.print("no solution", |object| {
            object.evidence = Some(evidence.text())
        })?;
        let because = because(&evidence);
        let hint = match self.puzzle {
            Some(_) => "",
            None => "; name the puzzle or the formula to have it checked",
        };
        self.quiet
            .note(&format!("{name}: no solution: {because}{hint}"));
        Ok(Exit::Done)
    }

    /// Returns the evidence that there is no solution, beside the solver's word.
    ///
    /// # Errors
    /// If there is a solution.
    fn evidence(&self, name: &str, budget: &Budget) -> Result<Evidence, EngineError> {
        let Some(puzzle) = &self.puzzle else {
            return Ok(Evidence::Word);
        };
        let clashes = puzzle.clashes();
        if !clashes.is_empty() {
            return Ok(Evidence::Clash(clashes));
        }
        let second = engine::confirm(name, puzzle, &[], budget)?;
        Ok(second.map_or(Evidence::Word, Evidence::Agreed))
    }

    /// Returns the rule of the puzzle that a model breaks, with the `reason` why it is
    /// no model of the formula, or `reason` alone.
    fn in_words(&self, lits: &[Lit], reason: String) -> String {
        let reading = Reading {
            lits,
            numbering: self.numbering,
        };
        match self.puzzle.as_ref().map(|puzzle| reading.solution(puzzle)) {
            Some(Err(rule)) => format!("{rule}; {reason}"),
            _ => reason,
        }
    }

    /// Returns the grid that a model states, or the reason why it states none.
    fn grid(&self, name: &str, lits: Vec<Lit>) -> Result<Grid, String> {
        let lits = match &self.formula {
            Some(formula) => match completed(name, formula, &lits, self.quiet) {
                Ok(lits) => lits,
                Err(reason) => return Err(self.in_words(&lits, reason)),
            },
            None => lits,
        };
        let reading = Reading {
            lits: &lits,
            numbering: self.numbering,
        };
        match (&self.puzzle, self.size) {
            (Some(puzzle), _) => {
                let grid = reading.solution(puzzle)?;
                if let Some(tokens) = &self.tokens {
                    check::tokens(tokens, puzzle.symbols(), &grid)
                        .map_err(|fault| fault.to_string())?;
                }
                Ok(grid)
            }
            (None, Some(size)) => reading.solution(&Puzzle::empty(size)),
            (None, None) => reading.of_any_order(),
        }
    }
}

/// Reports why an answer is not accepted, and returns the exit code.
fn refuse(name: &str, form: Form, reason: &str) -> anyhow::Result<Exit> {
    report::note(&format!("{name}: refused: {reason}"));
    form.print_reason("refused", reason)?;
    Ok(Exit::No)
}

/// Returns the model with the literals that follow by unit propagation, if it does
/// not satisfy the formula without them. A note says how many were added.
fn completed(name: &str, formula: &Cnf, lits: &[Lit], quiet: Quiet) -> Result<Vec<Lit>, String> {
    let Err(fault) = check::model(formula, lits) else {
        return Ok(lits.to_vec());
    };
    let missing = formula.num_vars().saturating_sub(lits.len());
    if missing == 0 {
        return Err(fault.to_string());
    }
    let mut solver = Solver::new(Config::default());
    solver.add_cnf(formula);
    let Implied::Consistent(all) = solver.propagate_under(lits) else {
        return Err(fault.to_string());
    };
    let forced = all.len().saturating_sub(lits.len());
    let of = counted(missing, "variable");
    let follow = if forced == 1 { "follows" } else { "follow" };
    let said = format!("{of} had no value; {forced} {follow} from the clauses by unit propagation");
    if let Err(fault) = check::model(formula, &all) {
        return Err(format!("{fault}; {said}"));
    }
    quiet.note(&format!("{name}: {said}"));
    Ok(all)
}
