//! The output of `grade --json`, as `docs/JSON.md` describes it.

use super::answer::GradedAnswer;
use super::facts::numbers_by_cell;
use super::work::{Finding, Graded};
use crate::cli::json;
use serde::Serialize;
use std::io::{self, Write};
use sudosat::io::display;
use sudosat::sudoku::text::Entry;
use sudosat::teach::student::grade::Grade;
use sudosat::teach::student::grade::comparison::Comparison;
use sudosat::teach::student::grade::judge::Unsure;
use sudosat::teach::student::grade::points::points;
use sudosat::teach::student::grade::words::Voice;

/// The grade of one file.
#[derive(Default, Serialize)]
struct Line<'a> {
    file: String,
    puzzle: String,
    verdict: &'static str,
    kind: &'static str,
    points: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<Formula>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a GradedAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exercise: Option<Exercise>,
}

#[derive(Serialize)]
struct Exercise {
    #[serde(skip_serializing_if = "Option::is_none")]
    numbering: Option<String>,
    causes: Vec<Cause>,
}

#[derive(Serialize)]
struct Formula {
    variables: usize,
    auxiliary: usize,
    clauses: usize,
    repeated: usize,
    tautologies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbering: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_numberings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<String>,
    causes: Vec<Cause>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Part>,
    gaps: Vec<Gap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
    missing_clues: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Compared>,
}

impl Formula {
    fn new(grade: &Grade, comparison: Option<&Comparison>, entry: &Entry) -> Formula {
        let voice = Voice::new(grade, &entry.puzzle);
        let judgement = &grade.judgement;
        let causes = grade.causes.iter().map(|cause| Cause {
            cause: cause.kind.name(),
            words: voice.sentence(&cause.kind),
        });
        let parts = points(grade, &entry.puzzle).unwrap_or_default().into_iter();
        let parts = parts.map(|part| Part {
            part: part.name,
            right: part.is_right,
        });
        let gaps = judgement.gaps.iter().map(|gap| Gap {
            family: gap.family.name(),
            clause: voice.numbers(&gap.clause),
            words: voice.meaning(&gap.clause),
            model: numbers_by_cell(&gap.model, entry.puzzle.size()),
        });
        Formula {
            variables: grade.reading.num_vars(),
            auxiliary: grade.auxiliary,
            clauses: grade.reading.clauses.len(),
            repeated: grade.repeated,
            tautologies: grade.tautologies,
            numbering: voice.scheme().map(ToString::to_string),
            named: voice.named(),
            excluded: grade.proof.map(|proof| voice.proof(proof)),
            other_numberings: voice.open().iter().map(ToString::to_string).collect(),
            causes: causes.collect(),
            parts: parts.collect(),
            gaps: gaps.collect(),
            refusal: judgement.refusal.as_ref().map(|refusal| Refusal {
                clause: refusal.clause.map(|place| place + 1),
                grid: json::digits(&refusal.grid),
            }),
            missing_clues: voice.numbers(&judgement.clues),
            gave_up: judgement.unsure.map(|unsure| match unsure {
                Unsure::Stopped(stop) => stop.to_string(),
                Unsure::Auxiliary => "auxiliary variables too entangled".to_owned(),
            }),
            comparison: comparison.map(|comparison| Compared::new(comparison, &voice)),
        }
    }
}

/// The formula beside an encoding.
#[derive(Serialize)]
struct Compared {
    families: Vec<Family>,
    others: Vec<Other>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<Missing>,
    /// The number of the first clause of no encoding, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    strange: Option<usize>,
    same_clauses: bool,
    same_solutions: Option<bool>,
}

#[derive(Serialize)]
struct Family {
    family: &'static str,
    expected: usize,
    found: usize,
}

#[derive(Serialize)]
struct Other {
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'static str>,
    found: usize,
}

#[derive(Serialize)]
struct Missing {
    count: usize,
    family: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<Vec<i64>>,
    words: String,
}

impl Compared {
    fn new(comparison: &Comparison, voice: &Voice) -> Compared {
        let (families, others) = (comparison.families.iter(), comparison.others.iter());
        let first = comparison.missing.first();
        Compared {
            families: families
                .map(|&(family, expected, found)| Family {
                    family: family.name(),
                    expected,
                    found,
                })
                .collect(),
            others: others
                .map(|&(family, found)| Other {
                    family: family.map(|family| family.name()),
                    found,
                })
                .collect(),
            missing: first.map(|(family, clause)| Missing {
                count: comparison.missing.len(),
                family: family.name(),
                clause: voice.scheme().map(|_| voice.numbers(clause)),
                words: voice.meaning(clause),
            }),
            strange: comparison.strange.map(|place| place + 1),
            same_clauses: comparison.has_same_clauses(),
            same_solutions: comparison.has_same_solutions,
        }
    }
}

#[derive(Serialize)]
struct Cause {
    cause: &'static str,
    words: String,
}

#[derive(Serialize)]
struct Part {
    part: &'static str,
    right: bool,
}

#[derive(Serialize)]
struct Gap {
    family: &'static str,
    clause: Vec<i64>,
    words: String,
    model: json::Rows<Vec<usize>>,
}

#[derive(Serialize)]
struct Refusal {
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<usize>,
    grid: json::Rows<usize>,
}

/// Writes one object on a line.
pub(super) fn write(out: &mut impl Write, graded: &Graded) -> io::Result<()> {
    let (points, most) = graded.points().unzip();
    let line = Line {
        points,
        most,
        file: display(&graded.name).to_string(),
        puzzle: display(graded.task).to_string(),
        verdict: graded.verdict(),
        remarks: graded.remarks(),
        ..Line::default()
    };
    let line = match &graded.result {
        Finding::Failed(reason) => Line {
            kind: "none",
            error: Some(reason.clone()),
            ..line
        },
        Finding::Exercise(mark) => Line {
            kind: "exercise",
            exercise: Some(Exercise {
                numbering: mark.numbering.clone(),
                causes: mark
                    .causes
                    .iter()
                    .map(|cause| Cause {
                        cause: cause.name,
                        words: cause.words.clone(),
                    })
                    .collect(),
            }),
            ..line
        },
        Finding::Answer(_, answer) => Line {
            kind: "answer",
            answer: Some(answer),
            ..line
        },
        Finding::Formula(entry, grade, comparison) => Line {
            kind: "formula",
            formula: Some(Formula::new(grade, comparison.as_ref(), entry)),
            ..line
        },
    };
    json::line(out, &line)
}
