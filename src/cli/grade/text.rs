//! The grade in words.

use super::answer::GradedAnswer;
use super::facts::{facts, numbers_by_cell, speaks_of_candidates};
use super::work::{Finding, Graded};
use itertools::Itertools as _;
use std::io::{self, Write};
use sudosat::encode::Encoding;
use sudosat::io::{counted, display};
use sudosat::reason::why::words::capital;
use sudosat::sudoku::print::{self, Lines};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Candidate, Size};
use sudosat::teach::names;
use sudosat::teach::student::exercise::Mark;
use sudosat::teach::student::grade::Grade;
use sudosat::teach::student::grade::cause::Kind;
use sudosat::teach::student::grade::comparison::Comparison;
use sudosat::teach::student::grade::words::Voice;

/// Number of an answer's faults that are listed.
const FAULTS: usize = 12;

/// Writes the grade of one file. A formula was compared with `encoding`, if there is one.
pub(super) fn write(
    out: &mut impl Write,
    graded: &Graded,
    encoding: Option<&Encoding>,
) -> io::Result<()> {
    let file = display(&graded.name);
    match &graded.result {
        Finding::Failed(reason) => writeln!(out, "Failed: {file}: {reason}"),
        Finding::Answer(entry, answer) => write_answer(out, entry, &file, answer),
        Finding::Exercise(mark) => write_exercise(out, graded, mark),
        Finding::Formula(entry, grade, comparison) => {
            write_formula(out, entry, &file, grade)?;
            match (comparison, encoding) {
                (Some(comparison), Some(encoding)) => {
                    compared(out, encoding, comparison, &Voice::new(grade, &entry.puzzle))
                }
                (None, Some(encoding)) => writeln!(
                    out,
                    "\nNot compared with the encoding {encoding}: the numbering of the variables \
                     was not recognized."
                ),
                (_, None) => Ok(()),
            }
        }
    }?;
    let mut remarks = graded.remarks().into_iter();
    remarks.try_for_each(|remark| writeln!(out, "{remark}"))
}

fn write_exercise(out: &mut impl Write, graded: &Graded, mark: &Mark) -> io::Result<()> {
    let verdict = capital(graded.verdict());
    write!(
        out,
        "{verdict}: {}, {}",
        display(graded.task),
        display(&graded.name)
    )?;
    match mark.points {
        Some((points, most)) => writeln!(out, ", {points} of {most} points")?,
        None => writeln!(out)?,
    }
    for cause in &mark.causes {
        writeln!(out, "{}", cause.words)?;
    }
    Ok(())
}

fn write_answer(
    out: &mut impl Write,
    entry: &Entry,
    file: &str,
    answer: &GradedAnswer,
) -> io::Result<()> {
    let puzzle = display(&entry.name);
    match (answer.right, answer.says, answer.faults.len()) {
        (None, ..) => writeln!(out, "Unknown: whether {file} is right was not found out.")?,
        (Some(true), "unsatisfiable", _) => writeln!(out, "Right: {puzzle} has no solution.")?,
        (Some(true), ..) => writeln!(out, "Right: {file} is a solution of {puzzle}.")?,
        (_, "unsatisfiable", _) => {
            writeln!(out, "Wrong: {file} says that {puzzle} has no solution.")?;
        }
        (_, "unknown", _) => writeln!(out, "Wrong: {file} says that the solver gave up.")?,
        (.., 1) => {
            writeln!(
                out,
                "Wrong: {file} is no solution of {puzzle}: 1 rule is broken."
            )?;
        }
        (.., many) => writeln!(
            out,
            "Wrong: {file} is no solution of {puzzle}: {many} rules are broken."
        )?,
    }
    if let Some(numbering) = answer.numbering {
        let held = counted(answer.held.unwrap_or_default(), "candidate");
        writeln!(out, "{held} true, variables numbered {numbering}.")?;
    }
    if (answer.right == Some(false) || answer.numbering.is_some())
        && let Some(solution) = &answer.solution
    {
        let solution = entry.puzzle.answer(solution);
        write!(out, "{}", print::boxed(&solution, Lines::Ascii))?;
    }
    if !answer.faults.is_empty()
        && let Some(symbols) = names::symbols(&entry.puzzle)
    {
        writeln!(out, "{symbols}")?;
    }
    for fault in answer.faults.iter().take(FAULTS) {
        writeln!(out, "    {fault}")?;
    }
    if answer.faults.len() > FAULTS {
        writeln!(out, "    and {} more", answer.faults.len() - FAULTS)?;
    }
    Ok(())
}

/// Writes which clauses of an encoding a formula has, and which others.
fn compared(
    out: &mut impl Write,
    encoding: &Encoding,
    comparison: &Comparison,
    voice: &Voice,
) -> io::Result<()> {
    writeln!(out, "\nCompared with the encoding {encoding}:")?;
    writeln!(out, "expected   found  family (each clause counted once)")?;
    for (family, expected, found) in &comparison.families {
        let numeral = family.number().unwrap_or_default();
        let sentence = family.sentence();
        let mark = if expected == found {
            ""
        } else {
            "  <- not all"
        };
        writeln!(
            out,
            "{expected:>8}  {found:>6}  {numeral:<5} {sentence}{mark}"
        )?;
    }
    for (family, found) in &comparison.others {
        let what = match family {
            Some(family) => format!("{} (not in {encoding}, but true)", family.sentence()),
            None => "clauses of another kind".to_owned(),
        };
        writeln!(out, "{:>8}  {found:>6}  {:<5} {what}", "-", "")?;
    }
    if let Some((family, clause)) = comparison.missing.first() {
        let number = voice.scheme().map(|_| voice.dimacs(clause));
        writeln!(
            out,
            "The first missing of {}, of the family \"{}\": {}{}.",
            counted(comparison.missing.len(), "clause"),
            family.sentence(),
            voice.meaning(clause),
            number.map_or(String::new(), |number| format!(" ({number})")),
        )?;
    }
    if let Some(place) = comparison.strange {
        let (clause, written) = (voice.clause(place), voice.written(place));
        writeln!(
            out,
            "The first clause of another kind is {clause}: \"{written}\"."
        )?;
    }
    let verdict = match comparison.has_same_solutions {
        _ if comparison.has_same_clauses() => "The clauses are the same.",
        Some(true) => "For this puzzle it has the same solutions.",
        Some(false) => "For this puzzle it has other solutions.",
        None => "Whether it has the same solutions for this puzzle was not found out.",
    };
    writeln!(out, "{verdict}")
}

fn write_formula(out: &mut impl Write, entry: &Entry, file: &str, grade: &Grade) -> io::Result<()> {
    let voice = Voice::new(grade, &entry.puzzle);
    let is_about_candidates = speaks_of_candidates(grade, entry.puzzle.size());
    verdict(out, &display(&entry.name), file, grade)?;
    let auxiliary = match (is_about_candidates, grade.auxiliary) {
        (false, _) | (_, 0) => String::new(),
        (_, 1) => ", of which 1 stands for no candidate".to_owned(),
        (_, many) => format!(", of which {many} stand for no candidate"),
    };
    writeln!(
        out,
        "{}{auxiliary}, {}.",
        counted(grade.reading.num_vars(), "variable"),
        counted(grade.reading.clauses.len(), "clause"),
    )?;
    remarks(out, entry, grade, &voice)?;
    for cause in &grade.causes {
        writeln!(out, "\n{}", voice.sentence(&cause.kind))?;
    }
    let changes = match grade.causes.len() {
        0 => None,
        _ if !grade.is_repaired() => return Ok(()),
        1 => Some("this change".to_owned()),
        many => Some(format!("these {many} changes")),
    };
    if let Some(changes) = changes {
        let right = format!("With {changes} the formula is right.");
        return match grade.num_repaired() {
            same if same == grade.reading.clauses.len() => writeln!(out, "{right}"),
            other => {
                let clauses = counted(other, "clause");
                writeln!(
                    out,
                    "{right} It then has {clauses}, which the header must declare."
                )
            }
        };
    }
    if grade.is_right() == Some(false) && is_about_candidates {
        writeln!(
            out,
            "\nNo small change was found that makes it right. What is true:"
        )?;
    }
    evidence(out, entry, grade, &voice)
}

/// Writes whether a formula is right.
fn verdict(out: &mut impl Write, puzzle: &str, file: &str, grade: &Grade) -> io::Result<()> {
    let has_textual = grade
        .causes
        .iter()
        .any(|cause| matches!(cause.kind, Kind::Text(_)));
    match (grade.is_right(), grade.judgement.is_right()) {
        (Some(true), _) => writeln!(
            out,
            "Right: {file} states exactly the rules and clues of {puzzle}."
        ),
        (Some(false), Some(true)) if has_textual => writeln!(
            out,
            "Wrong: {file} is not valid DIMACS, but its clauses state the rules and clues of {puzzle}."
        ),
        (Some(false), Some(true)) => writeln!(
            out,
            "Wrong: {file} states the rules and clues of {puzzle}, but not in the required numbering."
        ),
        (Some(false), _) => writeln!(
            out,
            "Wrong: {file} does not state the rules and clues of {puzzle}."
        ),
        (None, _) => writeln!(out, "Unknown: whether {file} is right was not found out."),
    }
}

/// Writes what the reader of the causes should know: the numbering, the symbols, and what is
/// harmless.
fn remarks(out: &mut impl Write, entry: &Entry, grade: &Grade, voice: &Voice) -> io::Result<()> {
    let is_about_candidates = speaks_of_candidates(grade, entry.puzzle.size());
    let right = grade.is_right();
    let numbering = voice
        .numbering()
        .filter(|_| is_about_candidates && right.is_some());
    let is_judged_right = grade.judgement.is_right() == Some(true);
    let solution = voice.solution().filter(|_| is_judged_right);
    let harmless = [
        (grade.repeated, "repeated, which is harmless"),
        (grade.tautologies, "always true, which is harmless"),
    ];
    let harmless = harmless.into_iter().filter(|_| right == Some(true));
    let harmless = harmless.filter_map(|(count, what)| match count {
        0 => None,
        1 => Some(format!("1 clause is {what}.")),
        many => Some(format!("{many} clauses are {what}.")),
    });
    let symbols = names::symbols(&entry.puzzle);
    let symbols = symbols.filter(|_| is_about_candidates && right != Some(true));
    let reading = (right.is_none() && is_about_candidates).then(|| voice.open_reading());
    let before = numbering.into_iter().chain(solution);
    for line in before.chain(harmless).chain(symbols).chain(reading) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes what is known of a wrong formula without a cause: assignments and grids.
fn evidence(out: &mut impl Write, entry: &Entry, grade: &Grade, voice: &Voice) -> io::Result<()> {
    let mut facts = facts(voice, grade).into_iter();
    let judgement = &grade.judgement;
    if !speaks_of_candidates(grade, entry.puzzle.size()) {
        for fact in facts {
            writeln!(out, "{fact}")?;
        }
        return Ok(());
    }
    for (index, gap) in judgement.gaps.iter().enumerate() {
        writeln!(out, "{}", facts.next().unwrap_or_default())?;
        if index == 0 {
            writeln!(
                out,
                "The formula without its unit clauses accepts this (. is an empty cell, * several numbers):"
            )?;
            drawing(out, &gap.model, entry.puzzle.size())?;
        }
    }
    if let Some(refusal) = &judgement.refusal {
        writeln!(out, "{}", facts.next().unwrap_or_default())?;
        let answer = entry.puzzle.answer(&refusal.grid);
        write!(out, "{}", print::boxed(&answer, Lines::Ascii))?;
    }
    for fact in facts {
        writeln!(out, "{fact}")?;
    }
    Ok(())
}

/// Draws an assignment.
fn drawing(out: &mut impl Write, model: &[Candidate], size: Size) -> io::Result<()> {
    let width = size.side().to_string().len();
    for row in numbers_by_cell(model, size) {
        let cells = row.iter().map(|digits| match digits.as_deref() {
            None => " ".repeat(width),
            Some([]) => format!("{:>width$}", "."),
            Some([digit]) => format!("{digit:>width$}"),
            Some(_) => format!("{:>width$}", "*"),
        });
        writeln!(out, "    {}", cells.format(" "))?;
    }
    Ok(())
}
