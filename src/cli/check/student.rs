//! `check --student`, `check --student-answer`: a student's formula or answer
//! held against the reduction.

use super::super::encoding::EncodingArguments;
use super::super::exit::Exit;
use super::super::{out, report};
use super::student_json as json;
use anyhow::{Context as _, bail};
use itertools::Itertools as _;
use std::io::{self, Write};
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::cdcl::{Solver, Verdict};
use sudosat::encode::{self, Constraint, Encoding, Numbering};
use sudosat::formula::answer::{self, Answer, Status};
use sudosat::formula::{Cnf, Lit, Var, dimacs};
use sudosat::io::{InputError, Source, display};
use sudosat::sudoku::print::{self, Lines};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Grid, Puzzle};
use sudosat::teach::names::{self, Namer};
use sudosat::teach::reduction;
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::answer::Fault;
use sudosat::teach::student::formula::{Meaning, Review, TooStrong, TooWeak, Unsure};
use sudosat::teach::student::{answer as answers, formula as formulas};

/// More faults of an answer are counted, not told.
const FAULTS: usize = 12;

/// Whose work is checked, if not the engines'.
#[derive(clap::Args)]
pub struct StudentArguments {
    /// Hold a student's formula for PUZZLE against the reduction: clauses by
    /// family, the first missing or wrong one in words, and whether it has the
    /// same solutions. Compared with `-e lecture` unless told otherwise; the
    /// variables may be numbered 111 to 999, too
    #[arg(long, value_name = "FILE.cnf", conflicts_with_all = ENGINES)]
    student: Option<String>,

    /// Hold a student's answer (a SAT solver's output) against the rules of
    /// PUZZLE, and say which it breaks
    #[arg(long, value_name = "FILE", conflicts_with_all = ENGINES, conflicts_with = "student")]
    student_answer: Option<String>,
}

/// What is about engines.
const ENGINES: [&str; 5] = ["engines", "jobs", "keep", "seed", "stats"];

impl StudentArguments {
    /// Whether a student's work is to be checked.
    pub fn is_given(&self) -> bool {
        self.student.is_some() || self.student_answer.is_some()
    }

    /// Checks it; the puzzle is the only one of its entries.
    pub fn run(
        &self,
        mut entries: impl Iterator<Item = Result<Entry, InputError>>,
        encoding: &EncodingArguments,
        time_limit: Duration,
        as_json: bool,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Exit> {
        let entry = entries.next().context("no puzzle")??;
        match entries.next() {
            None => {}
            Some(Err(error)) => return Err(error.into()),
            Some(Ok(_)) => bail!(
                "there is more than one puzzle; name one by its line: {}",
                display(&entry.name)
            ),
        }
        let encoding = encoding.or(Encoding::LECTURE);
        if Encoding::by_name(encoding.name) != Some(encoding) {
            bail!("formulas are compared with at-most-ones said pairwise");
        }
        let task = Task {
            as_json,
            puzzle: entry.puzzle,
            name: entry.name,
            encoding,
            budget: Budget::unlimited()
                .with_time(time_limit)
                .with_interrupt(interrupt.clone()),
            interrupt,
        };
        let mut out = out::stdout();
        let exit = match (&self.student, &self.student_answer) {
            (Some(file), _) => task.formula(file, &mut out)?,
            (None, Some(file)) => task.answer(file, &mut out)?,
            (None, None) => bail!("no student's work is named"),
        };
        out.flush()?;
        Ok(exit)
    }
}

/// The puzzle that a student worked on.
struct Task<'a> {
    as_json: bool,
    puzzle: Puzzle,
    name: String,
    encoding: Encoding,
    budget: Budget,
    interrupt: &'a Interrupt,
}

impl Task<'_> {
    fn formula(&self, file: &str, out: &mut impl Write) -> anyhow::Result<Exit> {
        let n = self.puzzle.order().n();
        if n > MAX_ORDER {
            bail!("formulas are compared up to n = {MAX_ORDER}, found n = {n}");
        }
        let source = Source::open_with(file, self.interrupt)?;
        let formula = dimacs::read_with(source, file, &mut |odd| report::warning(&odd))?;
        let review = formulas::review(&formula, &self.puzzle, &self.encoding, &self.budget)?;
        if self.as_json {
            json::write(out, &self.formula_line(file, &formula, &review))?;
            return Ok(exit_of(&review.meaning));
        }
        writeln!(
            out,
            "{}: {}, {}, numbered {}{}",
            display(file),
            count(formula.num_vars(), "variable"),
            count(formula.num_clauses(), "clause"),
            numbered(review.numbering),
            match review.auxiliary {
                0 => String::new(),
                many => format!(", {many} of them auxiliary"),
            },
        )?;
        writeln!(
            out,
            "compared with encoding {} of {}\n",
            self.encoding,
            display(&self.name)
        )?;
        self.families(out, &review)?;
        self.first_ones(out, &review, |number| formula.clause(number - 1))?;
        writeln!(out)?;
        self.meaning(out, &review)?;
        Ok(exit_of(&review.meaning))
    }

    /// The same for programs.
    fn formula_line(&self, file: &str, formula: &Cnf, review: &Review) -> json::Formula {
        let namer = Namer::new(&self.puzzle);
        let theirs = |lits: &[Lit]| json::Clause {
            number: None,
            clause: json::numbers(&self.in_their_numbers(review.numbering, lits)),
            words: namer.clause(lits),
        };
        let numbered_clause = |(number, lits): &(usize, Vec<Lit>)| json::Clause {
            number: Some(*number),
            clause: json::numbers(formula.clause(number - 1)),
            words: namer.clause(lits),
        };
        let (meaning, gave_up) = match &review.meaning {
            Meaning::SameClauses => ("same clauses", None),
            Meaning::SameSolutions => ("same solutions", None),
            Meaning::Different { .. } => ("different", None),
            Meaning::Open(Unsure::Stopped(stop)) => ("unknown", Some(stop.to_string())),
            Meaning::Open(Unsure::ManySolutions(tried)) => {
                ("unknown", Some(format!("tried {tried} solutions")))
            }
        };
        let (too_weak, too_strong) = match &review.meaning {
            Meaning::Different {
                too_weak,
                too_strong,
            } => (too_weak.as_ref(), too_strong.as_ref()),
            _ => (None, None),
        };
        let families = review.families.iter();
        let others = review.others.iter();
        json::Formula {
            formula: display(file).to_string(),
            puzzle: display(&self.name).to_string(),
            encoding: self.encoding.to_string(),
            variables: formula.num_vars(),
            auxiliary: review.auxiliary,
            clauses: formula.num_clauses(),
            numbering: numbered(review.numbering),
            families: families
                .map(|&(family, expected, found)| json::Family {
                    family: family.name(),
                    expected,
                    found,
                })
                .collect(),
            others: others
                .map(|&(family, found)| json::Other {
                    family: family.map(|family| family.name()),
                    found,
                })
                .collect(),
            repeated: review.repeated,
            tautologies: review.tautologies,
            missing: review.missing.first().map(|(family, lits)| json::Missing {
                count: review.missing.len(),
                family: family.name(),
                first: theirs(lits),
            }),
            strange: review.strange.as_ref().map(numbered_clause),
            meaning,
            gave_up,
            too_weak: too_weak.map(|weak| json::Weak {
                clause: theirs(&weak.clause),
                model: json::numbers(&self.in_their_numbers(review.numbering, &weak.model)),
            }),
            too_strong: too_strong.map(|strong| json::Strong {
                clause: strong.clause.as_ref().map(numbered_clause),
                solution: json::rows(&strong.grid),
            }),
        }
    }

    /// The table, and what is not in it.
    fn families(&self, out: &mut impl Write, review: &Review) -> io::Result<()> {
        writeln!(out, "expected   found  family (each clause counted once)")?;
        for (family, expected, found) in &review.families {
            let numeral = family.number().unwrap_or_default();
            let mark = if expected == found {
                ""
            } else {
                "  <- not all"
            };
            let sentence = family.sentence();
            writeln!(
                out,
                "{expected:>8}  {found:>6}  {numeral:<5} {sentence}{mark}"
            )?;
        }
        for (family, found) in &review.others {
            let what = match family {
                Some(family) => format!("{} (not asked for, but true)", family.sentence()),
                None => "clauses of another kind".to_string(),
            };
            writeln!(out, "{:>8}  {found:>6}  {:<5} {what}", "-", "")?;
        }
        for (many, what) in [
            (review.repeated, "said before"),
            (review.tautologies, "true whatever the variables are"),
        ] {
            if many > 0 {
                writeln!(out, "{:>8}  {many:>6}  {:<5} {what}", "-", "")?;
            }
        }
        Ok(())
    }

    /// The first clause that is missing, and the first that is strange.
    fn first_ones<'a>(
        &self,
        out: &mut impl Write,
        review: &Review,
        clause: impl Fn(usize) -> &'a [Lit],
    ) -> io::Result<()> {
        let namer = Namer::new(&self.puzzle);
        if let Some((family, lits)) = review.missing.first() {
            writeln!(
                out,
                "\nthe first missing of {}, of the family \"{}\":\n    {}\n    {} 0",
                count(review.missing.len(), "clause"),
                family.sentence(),
                namer.clause(lits),
                self.in_their_numbers(review.numbering, lits)
                    .iter()
                    .join(" "),
            )?;
        }
        if let Some((number, lits)) = &review.strange {
            writeln!(
                out,
                "\nthe first clause of another kind is clause {number}:\n    {}\n    {} 0",
                namer.clause(lits),
                clause(*number).iter().join(" "),
            )?;
        }
        Ok(())
    }

    fn meaning(&self, out: &mut impl Write, review: &Review) -> io::Result<()> {
        match &review.meaning {
            Meaning::SameClauses => writeln!(out, "The same clauses."),
            Meaning::SameSolutions => writeln!(
                out,
                "Other clauses, but the same solutions for this puzzle."
            ),
            Meaning::Open(Unsure::ManySolutions(tried)) => writeln!(
                out,
                "Other clauses. Whatever they let pass is a solution, and the first {tried} \
                 solutions fit;\nthe puzzle has more of them, and auxiliary variables \
                 forbid a shorter way to be sure."
            ),
            Meaning::Open(Unsure::Stopped(stop)) => writeln!(
                out,
                "Other clauses; whether the same solutions was not found out: {stop}."
            ),
            Meaning::Different {
                too_weak,
                too_strong,
            } => {
                writeln!(out, "Not equivalent.")?;
                if let Some(weak) = too_weak {
                    self.too_weak(out, weak)?;
                }
                if let Some(strong) = too_strong {
                    self.too_strong(out, strong)?;
                }
                Ok(())
            }
        }
    }

    fn too_weak(&self, out: &mut impl Write, weak: &TooWeak) -> io::Result<()> {
        let namer = Namer::new(&self.puzzle);
        let order = self.puzzle.order();
        writeln!(
            out,
            "Too weak, this does not follow: {}. A model that breaks it (* stands for several numbers):",
            namer.clause(&weak.clause)
        )?;
        let mut cells: Vec<Vec<String>> = vec![Vec::new(); order.num_cells()];
        for &lit in &weak.model {
            if let Some(candidate) = namer.candidate(lit) {
                cells[candidate.cell.index(order)].push(candidate.digit.to_string());
            }
        }
        let width = order.side().to_string().len();
        for row in cells.chunks(order.side()) {
            let cells = row.iter().map(|digits| match &digits[..] {
                [] => format!("{:>width$}", "."),
                [digit] => format!("{digit:>width$}"),
                _ => format!("{:>width$}", "*"),
            });
            writeln!(out, "    {}", cells.format(" "))?;
        }
        Ok(())
    }

    fn too_strong(&self, out: &mut impl Write, strong: &TooStrong) -> io::Result<()> {
        match &strong.clause {
            Some((number, lits)) => writeln!(
                out,
                "Too strong: clause {number}, \"{}\", forbids a solution:",
                Namer::new(&self.puzzle).clause(lits)
            )?,
            None => writeln!(out, "Too strong: this solution does not fit:")?,
        }
        write!(out, "{}", print::boxed(&strong.grid, Lines::Ascii))
    }

    /// As the student would write it.
    fn in_their_numbers(&self, numbering: Numbering, lits: &[Lit]) -> Vec<Lit> {
        let order = self.puzzle.order();
        let theirs = |&lit: &Lit| match encode::candidate(lit.var(), order) {
            Some(candidate) => numbering.var(candidate, order).lit(lit.is_positive()),
            None => lit,
        };
        lits.iter().map(theirs).collect()
    }

    fn answer(&self, file: &str, out: &mut impl Write) -> anyhow::Result<Exit> {
        let source = Source::open_with(file, self.interrupt)?;
        let answer = answer::read(source, file, Var::LIMIT)?;
        if self.as_json {
            let line = self.answer_line(file, &answer)?;
            json::write(out, &line)?;
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
        let order = self.puzzle.order();
        if review.faults.is_empty() {
            let grid = self.held_grid(&review)?;
            writeln!(
                out,
                "A solution; variables numbered {}.",
                numbered(review.numbering)
            )?;
            write!(out, "{}", print::boxed(&grid, Lines::Ascii))?;
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
            order.num_candidates(),
        )?;
        for fault in review.faults.iter().take(FAULTS) {
            writeln!(out, "    {}", in_words(fault))?;
        }
        if review.faults.len() > FAULTS {
            writeln!(out, "    and {} more", review.faults.len() - FAULTS)?;
        }
        Ok(Exit::No)
    }

    /// The same for programs.
    fn answer_line(&self, file: &str, answer: &Answer) -> anyhow::Result<json::Answer> {
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
                    faults: review.faults.iter().map(in_words).collect(),
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

    /// The grid of a model that breaks no rule.
    fn held_grid(&self, review: &answers::Review) -> anyhow::Result<Grid> {
        let order = self.puzzle.order();
        let held = review.held.iter();
        let lits = held.map(|&c| encode::var(c, order).positive());
        Ok(encode::decode(order, lits)?)
    }

    /// Whether the puzzle has a solution, and one of them.
    fn solve(&self) -> anyhow::Result<(Verdict, Option<Grid>)> {
        let n = self.puzzle.order().n();
        if n > MAX_ORDER {
            bail!("whether there is no solution is looked at up to n = {MAX_ORDER}, found n = {n}");
        }
        let mut solver = Solver::default();
        solver.add_cnf(&reduction::cnf(&self.puzzle, &Encoding::EXTENDED));
        let verdict = solver.solve(&self.budget)?;
        let model = solver.model().filter(|_| verdict == Verdict::Sat);
        let grid = model.and_then(|model| encode::decode(self.puzzle.order(), model.lits()).ok());
        Ok((verdict, grid))
    }

    /// It says that there is no solution: is that so?
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
                    write!(out, "{}", print::boxed(&grid, Lines::Ascii))?;
                }
                Ok(Exit::No)
            }
        }
    }
}

/// `the clue r1c2=1 does not hold`, `row 1 needs a 3: it has two, …`.
fn in_words(fault: &Fault) -> String {
    match fault {
        Fault::Clue(candidate) => format!("the clue {candidate} does not hold"),
        Fault::Excluded(candidate) => format!("{candidate} is excluded by the puzzle"),
        Fault::None(constraint) => format!("{}: none", names::constraint(*constraint)),
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

fn exit_of(meaning: &Meaning) -> Exit {
    match meaning {
        Meaning::SameClauses | Meaning::SameSolutions => Exit::Done,
        Meaning::Open(_) => Exit::GaveUp,
        Meaning::Different { .. } => Exit::No,
    }
}

fn numbered(numbering: Numbering) -> &'static str {
    match numbering {
        Numbering::Consecutive => "without gaps",
        Numbering::Rcv => "by row, column, value",
    }
}

fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
