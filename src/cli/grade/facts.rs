//! Sentences about a wrong formula for which no mistake was found: facts that were proved of it.

use crate::cli::json;
use sudosat::budget::Stop;
use sudosat::formula::Lit;
use sudosat::reason::why::words::capital;
use sudosat::sudoku::{Candidate, Cell, Size};
use sudosat::teach::student::grade::Grade;
use sudosat::teach::student::grade::certain::Proof;
use sudosat::teach::student::grade::judge::Unsure;
use sudosat::teach::student::grade::words::Voice;

/// Returns `true` if sentences about cells and numbers make sense: the numbering is
/// recognized, and each candidate has a variable, unless mistakes explain why not.
pub(super) fn speaks_of_candidates(grade: &Grade, size: Size) -> bool {
    let has_few = matches!(grade.proof, Some(Proof::Variables(_) | Proof::Free))
        || grade.reading.num_vars() < size.num_candidates();
    grade.is_recognized && (!has_few || !grade.causes.is_empty())
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

/// Returns the numbers in each cell of an assignment, row by row.
pub(super) fn numbers_by_cell(model: &[Candidate], size: Size) -> json::Rows<Vec<usize>> {
    json::rows(size, |cell: Cell| {
        let held = model.iter().filter(|candidate| candidate.cell == cell);
        held.map(|candidate| candidate.digit.value()).collect()
    })
}
