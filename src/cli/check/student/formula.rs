//! A student's formula: its clauses by family, what is missing or wrong, and what
//! it means.

use super::super::student_json as json;
use super::{Task, numbered};
use crate::cli::exit::Exit;
use crate::cli::report;
use anyhow::bail;
use itertools::Itertools as _;
use std::io::{self, Write};
use sudosat::encode::{self, Numbering};
use sudosat::formula::dimacs::{self, Reading};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::{Source, counted, display};
use sudosat::sudoku::print::{self, Lines};
use sudosat::teach::names::Namer;
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::formula::{self, Meaning, Review, TooStrong, TooWeak, Unsure};

impl Task<'_> {
    /// Holds the formula in `file` against the reduction.
    pub(crate) fn formula(&self, file: &str, out: &mut impl Write) -> anyhow::Result<Exit> {
        let (side, most) = (self.puzzle.size().side(), MAX_ORDER * MAX_ORDER);
        if side > most {
            bail!("formulas are compared up to {most}×{most}, found {side}×{side}");
        }
        if !self.puzzle.rules().tables().is_empty() {
            bail!(
                "formulas are not compared for cages with sums and for arrows, as these take \
                 auxiliary variables; --student-answer checks an answer"
            );
        }
        let source = Source::open_with(file, self.interrupt)?;
        let formula = dimacs::read_with(source, file, Reading::Strict, &mut |odd| {
            report::warning(&odd)
        })?;
        let review = formula::review(&formula, &self.puzzle, &self.encoding, &self.budget)?;
        if self.as_json {
            crate::cli::json::line(out, &self.formula_line(file, &formula, &review))?;
            return Ok(exit_of(&review.meaning));
        }
        writeln!(
            out,
            "{}: {}, {}, numbered {}{}",
            display(file),
            counted(formula.num_vars(), "variable"),
            counted(formula.num_clauses(), "clause"),
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

    /// Returns the result as JSON.
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
            Meaning::Open(Unsure::ManySolutions(tried)) => (
                "unknown",
                Some(format!("tried {}", counted(tried, "solution"))),
            ),
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

    /// Prints the table of families, and the clauses beyond them.
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

    /// Returns the first clause that is missing, and the first that is strange.
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
                counted(review.missing.len(), "clause"),
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
        let size = self.puzzle.size();
        writeln!(
            out,
            "Too weak, this does not follow: {}. A model that breaks it (* stands for several numbers):",
            namer.clause(&weak.clause)
        )?;
        let mut cells: Vec<Vec<String>> = vec![Vec::new(); size.num_cells()];
        for &lit in &weak.model {
            if let Some(candidate) = namer.candidate(lit) {
                cells[candidate.cell.index(size)].push(candidate.digit.to_string());
            }
        }
        let width = size.side().to_string().len();
        for row in cells.chunks(size.side()) {
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
        write!(
            out,
            "{}",
            print::boxed(&self.puzzle.answer(&strong.grid), Lines::Ascii)
        )
    }

    /// Returns the literals in the student's numbering.
    fn in_their_numbers(&self, numbering: Numbering, lits: &[Lit]) -> Vec<Lit> {
        let size = self.puzzle.size();
        let theirs = |&lit: &Lit| match encode::candidate(lit.var(), size) {
            Some(candidate) => numbering.var(candidate, size).lit(lit.is_positive()),
            None => lit,
        };
        lits.iter().map(theirs).collect()
    }
}

fn exit_of(meaning: &Meaning) -> Exit {
    match meaning {
        Meaning::SameClauses | Meaning::SameSolutions => Exit::Done,
        Meaning::Open(_) => Exit::GaveUp,
        Meaning::Different { .. } => Exit::No,
    }
}
