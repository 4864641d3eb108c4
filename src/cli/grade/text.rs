//! The grade in words.

use super::work::{Finding, Graded};
use std::io::{self, Write};
use sudosat::budget::Stop;
use sudosat::formula::Lit;
use sudosat::io::{counted, display};
use sudosat::reason::why::words::capital;
use sudosat::sudoku::print::{self, Lines};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Candidate, Size};
use sudosat::teach::names;
use sudosat::teach::student::grade::Grade;
use sudosat::teach::student::grade::certain::Proof;
use sudosat::teach::student::grade::judge::Unsure;
use sudosat::teach::student::grade::words::Voice;

/// Number of an answer's faults that are listed.
const FAULTS: usize = 12;

/// Writes the grade of one file.
pub(super) fn write(out: &mut impl Write, entry: &Entry, graded: &Graded) -> io::Result<()> {
    let (file, puzzle) = (display(&graded.name), display(&entry.name));
    match &graded.result {
        Finding::Failed(reason) => writeln!(out, "Failed: {file}: {reason}"),
        Finding::Answer(answer) => {
            match answer.right {
                Some(true) if answer.says == "unsatisfiable" => {
                    writeln!(out, "Right: {puzzle} has no solution.")?;
                }
                Some(true) => writeln!(out, "Right: {file} is a solution of {puzzle}.")?,
                Some(false) if answer.says == "unsatisfiable" => {
                    writeln!(out, "Wrong: {file} says that {puzzle} has no solution.")?;
                }
                Some(false) => {
                    let faults = answer.faults.len();
                    let count = match faults {
                        1 => "1 rule is broken".to_owned(),
                        many => format!("{many} rules are broken"),
                    };
                    writeln!(out, "Wrong: {file} is no solution of {puzzle}: {count}.")?;
                }
                None => writeln!(out, "Unknown: whether {file} is right was not found out.")?,
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
        Finding::Formula(grade) => formula(out, entry, &file, grade),
    }
}

fn formula(out: &mut impl Write, entry: &Entry, file: &str, grade: &Grade) -> io::Result<()> {
    let voice = Voice::new(grade, &entry.puzzle);
    let puzzle = display(&entry.name);
    let is_about_candidates = speaks_of_candidates(grade, entry.puzzle.size());
    match grade.is_right() {
        Some(true) => writeln!(
            out,
            "Right: {file} states exactly the rules and clues of {puzzle}."
        )?,
        Some(false) if grade.judgement.is_right() == Some(true) => writeln!(
            out,
            "Wrong: {file} is not valid DIMACS, but its clauses state the rules and clues of {puzzle}."
        )?,
        Some(false) => writeln!(
            out,
            "Wrong: {file} does not state the rules and clues of {puzzle}."
        )?,
        None => writeln!(out, "Unknown: whether {file} is right was not found out.")?,
    }
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
    if is_about_candidates
        && grade.is_right().is_some()
        && let Some(numbering) = voice.numbering()
    {
        writeln!(out, "{numbering}")?;
    }
    if grade.judgement.is_right() == Some(true)
        && let Some(solution) = voice.solution()
    {
        writeln!(out, "{solution}")?;
    }
    if grade.is_right() == Some(true) {
        for (many, what) in [
            (grade.repeated, "repeated, which is harmless"),
            (grade.tautologies, "always true, which is harmless"),
        ] {
            match many {
                0 => {}
                1 => writeln!(out, "1 clause is {what}.")?,
                many => writeln!(out, "{many} clauses are {what}.")?,
            }
        }
    }
    if grade.is_right() != Some(true)
        && is_about_candidates
        && let Some(symbols) = names::symbols(&entry.puzzle)
    {
        writeln!(out, "{symbols}")?;
    }
    if grade.is_right().is_none() && is_about_candidates {
        writeln!(out, "{}", voice.open_reading())?;
    }
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

/// Returns `true` if sentences about cells and numbers make sense: the numbering is
/// recognized, and each candidate has a variable, unless mistakes explain why not.
fn speaks_of_candidates(grade: &Grade, size: Size) -> bool {
    let has_few = matches!(grade.proof, Some(Proof::Variables(_) | Proof::Free))
        || grade.reading.num_vars() < size.num_candidates();
    grade.is_recognized && (!has_few || !grade.causes.is_empty())
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

/// Returns sentences that are true of a wrong formula: the families that do not follow,
/// the correct grid that it refuses, and the clues that it does not state, in this order.
pub(super) fn facts(voice: &Voice, grade: &Grade) -> Vec<String> {
    let judgement = &grade.judgement;
    if !speaks_of_candidates(grade, voice.size()) {
        return unrecognized(voice, grade);
    }
    let mut facts = Vec::new();
    for gap in &judgement.gaps {
        let number = gap.family.number().map(|number| format!(" {number}"));
        facts.push(format!(
            "\"{}\"{} does not follow from the formula without its unit clauses: {} ({}).",
            gap.family.sentence(),
            number.unwrap_or_default(),
            voice.meaning(&gap.clause),
            voice.dimacs(&gap.clause),
        ));
    }
    if let Some(refusal) = &judgement.refusal {
        facts.push(match refusal.clause {
            Some(place) => format!(
                "{} \"{}\" refuses this correct grid:",
                capital(&voice.clause(place)),
                voice.written(place)
            ),
            None => "Clauses with auxiliary variables refuse this correct grid:".to_owned(),
        });
    }
    match &judgement.clues[..] {
        [] => {}
        [lit] => facts.push(format!("{} is not stated.", capital(&clue(voice, *lit)))),
        [lit, rest @ ..] => facts.push(format!(
            "{} and {} more are not stated.",
            capital(&clue(voice, *lit)),
            rest.len()
        )),
    }
    match judgement.unsure {
        None => {}
        Some(Unsure::Stopped(stop)) => facts.push(format!("Not everything was checked: {stop}.")),
        Some(Unsure::Auxiliary) => facts.push(
            "Not everything was checked: the auxiliary variables are too entangled.".to_owned(),
        ),
    }
    facts
}

/// Returns sentences about a formula whose numbering is not recognized.
fn unrecognized(voice: &Voice, grade: &Grade) -> Vec<String> {
    if let Some(proof) = grade.proof {
        return voice
            .solution()
            .into_iter()
            .chain([voice.proof(proof)])
            .collect();
    }
    if let Some(Unsure::Stopped(stop @ (Stop::Time | Stop::Interrupted))) = grade.judgement.unsure {
        return vec![format!("Not everything was checked: {stop}.")];
    }
    vec![
        "The numbering of the variables was not recognized: no numbering was found under which \
         the formula is right, nor a proof that there is none."
            .to_owned(),
    ]
}

fn clue(voice: &Voice, lit: Lit) -> String {
    format!(
        "the clue \"{}\" ({})",
        voice.dimacs(&[lit]),
        voice.meaning(&[lit])
    )
}

/// Draws an assignment.
fn drawing(out: &mut impl Write, model: &[Candidate], size: Size) -> io::Result<()> {
    let width = size.side().to_string().len();
    for row in rows(model, size) {
        let cells = row.iter().map(|digits| match &digits[..] {
            [] => format!("{:>width$}", "."),
            [digit] => format!("{digit:>width$}"),
            _ => format!("{:>width$}", "*"),
        });
        writeln!(out, "    {}", cells.collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

/// Returns the numbers in each cell of an assignment, row by row.
pub(super) fn rows(model: &[Candidate], size: Size) -> Vec<Vec<Vec<usize>>> {
    let mut rows = vec![vec![Vec::new(); size.side()]; size.side()];
    for candidate in model {
        rows[candidate.cell.row()][candidate.cell.col()].push(candidate.digit.value());
    }
    rows
}
