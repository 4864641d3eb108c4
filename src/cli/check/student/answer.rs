//! A student's answer: a grid, and the rules that it breaks, or that there is no
//! solution.

use super::super::student_json as json;
use super::{Task, numbered};
use crate::cli::exit::Exit;
use anyhow::bail;
use itertools::Itertools as _;
use std::io::Write;
use sudosat::cdcl::{Solver, Verdict};
use sudosat::encode::{self, Constraint, Encoding};
use sudosat::formula::answer::{self, Answer, Status};
use sudosat::formula::{Lit, Var};
use sudosat::io::{Source, display};
use sudosat::sudoku::print::{self, Lines};
use sudosat::sudoku::{Grid, Rules};
use sudosat::teach::names;
use sudosat::teach::reduction;
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::answer as answers;
use sudosat::teach::student::answer::Fault;

/// Largest number of faults of an answer that are printed; more are counted. Chosen by hand.
const FAULTS: usize = 12;

impl Task<'_> {
    /// Holds the answer in `file` against the rules.
    pub(crate) fn answer(&self, file: &str, out: &mut impl Write) -> anyhow::Result<Exit> {
        let source = Source::open_with(file, self.interrupt)?;
        let answer = answer::read(source, file, Var::LIMIT)?;
        if self.as_json {
            let line = self.answer_line(file, &answer)?;
            crate::cli::json::line(out, &line)?;
            return Ok(match line.right {
                Some(true) => Exit::Done,
                Some(false) => Exit::No,
                None => Exit::GaveUp,
            });
        }
        match answer.status {
            Status::Unknown => {
                writeln!(out, "It says that the solver gave up: no answer.")?;
                Ok(Exit::No)
            }
            Status::Satisfiable if !answer.has_model => {
                writeln!(out, "It says satisfiable, and no model follows.")?;
                Ok(Exit::No)
            }
            Status::Satisfiable => self.model(&answer.lits, out),
            Status::Unsatisfiable => self.no_solution(out),
        }
    }

    fn model(&self, lits: &[Lit], out: &mut impl Write) -> anyhow::Result<Exit> {
        let review = answers::review(lits, &self.puzzle);
        let size = self.puzzle.size();
        if review.faults.is_empty() {
            let grid = self.held_grid(&review)?;
            writeln!(
                out,
                "A solution; variables numbered {}.",
                numbered(review.numbering)
            )?;
            write!(
                out,
                "{}",
                print::boxed(&self.puzzle.answer(&grid), Lines::Ascii)
            )?;
            return Ok(Exit::Done);
        }
        writeln!(
            out,
            "No solution: {} broken. Variables numbered {}, {} of {} true.",
            match review.faults.len() {
                1 => "1 rule is".to_string(),
                many => format!("{many} rules are"),
            },
            numbered(review.numbering),
            review.held.len(),
            size.num_candidates(),
        )?;
        for fault in review.faults.iter().take(FAULTS) {
            writeln!(out, "    {}", in_words(self.puzzle.rules(), fault))?;
        }
        if review.faults.len() > FAULTS {
            writeln!(out, "    and {} more", review.faults.len() - FAULTS)?;
        }
        Ok(Exit::No)
    }

    /// Returns the result as JSON.
    pub(crate) fn answer_line(&self, file: &str, answer: &Answer) -> anyhow::Result<json::Answer> {
        let line = json::Answer {
            answer: display(file).to_string(),
            puzzle: display(&self.name).to_string(),
            ..json::Answer::default()
        };
        Ok(match answer.status {
            Status::Unknown => json::Answer {
                says: "unknown",
                right: Some(false),
                ..line
            },
            Status::Satisfiable if !answer.has_model => json::Answer {
                says: "satisfiable",
                right: Some(false),
                faults: vec!["no model follows".into()],
                ..line
            },
            Status::Satisfiable => {
                let review = answers::review(&answer.lits, &self.puzzle);
                let right = review.faults.is_empty();
                json::Answer {
                    says: "satisfiable",
                    right: Some(right),
                    numbering: Some(numbered(review.numbering)),
                    held: Some(review.held.len()),
                    solution: match right {
                        true => Some(json::rows(&self.held_grid(&review)?)),
                        false => None,
                    },
                    faults: review
                        .faults
                        .iter()
                        .map(|fault| in_words(self.puzzle.rules(), fault))
                        .collect(),
                    ..line
                }
            }
            Status::Unsatisfiable => {
                let (verdict, grid) = self.solve()?;
                json::Answer {
                    says: "unsatisfiable",
                    right: match verdict {
                        Verdict::Unsat => Some(true),
                        Verdict::Sat => Some(false),
                        Verdict::Unknown(_) => None,
                    },
                    gave_up: match verdict {
                        Verdict::Unknown(stop) => Some(stop.to_string()),
                        _ => None,
                    },
                    solution: grid.as_ref().map(json::rows),
                    ..line
                }
            }
        })
    }

    /// Returns the grid of a model that breaks no rule.
    fn held_grid(&self, review: &answers::Review) -> anyhow::Result<Grid> {
        let size = self.puzzle.size();
        let held = review.held.iter();
        let lits = held.map(|&c| encode::var(c, size).positive());
        Ok(encode::decode(size, lits)?)
    }

    /// Decides if the puzzle has a solution, and returns one.
    fn solve(&self) -> anyhow::Result<(Verdict, Option<Grid>)> {
        let (side, most) = (self.puzzle.size().side(), MAX_ORDER * MAX_ORDER);
        if side > most {
            bail!(
                "whether there is no solution is looked at up to {most}×{most}, found {side}×{side}"
            );
        }
        let mut solver = Solver::default();
        solver.add_cnf(&reduction::cnf(&self.puzzle, &Encoding::EXTENDED));
        let verdict = solver.solve(&self.budget)?;
        let model = solver.model().filter(|_| verdict == Verdict::Sat);
        let grid = model.and_then(|model| encode::decode(self.puzzle.size(), model.lits()).ok());
        Ok((verdict, grid))
    }

    /// Checks an answer that says that there is no solution.
    fn no_solution(&self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let (verdict, grid) = self.solve()?;
        match verdict {
            Verdict::Unsat => {
                writeln!(out, "Right: there is no solution.")?;
                Ok(Exit::Done)
            }
            Verdict::Unknown(stop) => {
                writeln!(
                    out,
                    "It says that there is no solution; not found out: {stop}."
                )?;
                Ok(Exit::GaveUp)
            }
            Verdict::Sat => {
                writeln!(out, "Wrong: it says that there is no solution.")?;
                if let Some(grid) = grid {
                    write!(
                        out,
                        "{}",
                        print::boxed(&self.puzzle.answer(&grid), Lines::Ascii)
                    )?;
                }
                Ok(Exit::No)
            }
        }
    }
}

/// Returns a grid as the answer of a solver.
pub(crate) fn answer_of_grid(grid: &Grid) -> Answer {
    let candidates = grid.candidates();
    let lits = candidates.map(|candidate| encode::var(candidate, grid.size()).positive());
    Answer {
        status: Status::Satisfiable,
        lits: lits.collect(),
        has_model: true,
        complete: true,
    }
}

/// Returns a fault in words: `the clue r1c2=1 does not hold`, `row 1 needs a 3: it has
/// two, …`.
fn in_words(rules: &Rules, fault: &Fault) -> String {
    match fault {
        Fault::Clue(candidate) => format!("the clue {candidate} does not hold"),
        Fault::Excluded(candidate) => format!("{candidate} is excluded by the puzzle"),
        Fault::None(constraint) => format!("{}: none", names::constraint(rules, *constraint)),
        Fault::Pair(pair, [a, b]) => format!("{}: {a} and {b}", names::relation(pair)),
        Fault::Table(table) => format!("{table} does not hold"),
        Fault::Several(Constraint::Cell(cell), held) => {
            let digits = held.iter().map(|candidate| candidate.digit);
            format!("{cell} holds several numbers: {}", digits.format(", "))
        }
        Fault::Several(Constraint::House(house, digit), held) => {
            let cells = held.iter().map(|candidate| candidate.cell);
            format!("{house} has several {digit}s: {}", cells.format(", "))
        }
    }
}
