//! Grades in the forms that courses' systems read.

use super::work::{Finding, Graded};
use crate::cli::corpus::quoted;
use crate::cli::json;
use serde::Serialize;
use std::io::{self, Write};
use sudosat::io::XmlText;
use sudosat::teach::student::grade::points::points;

/// The systems.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum To {
    /// results.json of an autograder, for one FILE
    Gradescope,
    /// The columns of `nbgrader export`; a student's id is the name of the file without its ending
    Nbgrader,
    /// A grading worksheet of an assignment, for names of files as Moodle downloads them
    Moodle,
}

/// The columns of a table of grades.
#[derive(Clone, Copy)]
pub(super) enum Table {
    /// All that is known.
    Whole,
    /// Those of `nbgrader export`.
    Nbgrader,
    /// Those of Moodle's grading worksheet.
    Moodle,
}

impl Table {
    pub(super) fn header(self, out: &mut impl Write) -> io::Result<()> {
        let header = match self {
            Table::Whole => "file,puzzle,verdict,points,most,numbering,causes,words",
            Table::Nbgrader => {
                "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,\
                 late_submission_penalty,score,max_score"
            }
            Table::Moodle => {
                "Identifier,Grade,Maximum grade,Last modified (grade),Feedback comments"
            }
        };
        writeln!(out, "{header}")
    }

    /// Writes the row of one grade. Without points the fields for them are empty.
    pub(super) fn row(self, out: &mut impl Write, graded: &Graded) -> io::Result<()> {
        // Systems read one row of each student.
        let is_open = !matches!(self, Table::Whole) && !graded.others.is_empty();
        let (points, most) = match (&graded.result, graded.points().filter(|_| !is_open)) {
            // How many there would have been is not known of what can't be read.
            (Finding::Failed(_), Some(_)) => ("0".to_owned(), String::new()),
            (_, Some((points, most))) => (points.to_string(), most.to_string()),
            (_, None) => (String::new(), String::new()),
        };
        let (causes, words) = graded.summary();
        let fields = match self {
            Table::Whole => vec![
                graded.name.clone(),
                graded.task.to_owned(),
                graded.verdict().to_owned(),
                points,
                most,
                graded.numbering().unwrap_or_default(),
                causes,
                words,
            ],
            Table::Nbgrader => {
                let task = graded.task.to_owned();
                let (id, none) = (graded.id(), String::new);
                let (raw, penalty) = (points.clone(), "0".to_owned());
                vec![
                    task,
                    none(),
                    none(),
                    id,
                    none(),
                    none(),
                    none(),
                    raw,
                    penalty,
                    points,
                    most,
                ]
            }
            Table::Moodle => {
                vec![
                    student(&graded.id()),
                    points,
                    most,
                    String::new(),
                    // Moodle reads this column as HTML.
                    XmlText(&feedback(graded)).to_string(),
                ]
            }
        };
        let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        writeln!(out, "{}", fields.join(","))
    }
}

/// Returns the verdict and the sentences about it.
fn feedback(graded: &Graded) -> String {
    let (_, words) = graded.summary();
    let words = words.replace('\n', " ");
    format!("{}. {words}", graded.verdict())
        .trim_end()
        .to_owned()
}

/// Returns the student with this id: Moodle's identifier, or the id. Moodle's names are
/// `NAME_NUMBER_assignsubmission_file` for folders, with `_FILE` behind it for files, or
/// `Participant_NUMBER_…` without names. A number in another name is not a student's.
pub(super) fn student(id: &str) -> String {
    let number = match id.split_once("_assignsubmission") {
        Some((before, _)) => before.rsplit(['_', ' ']).next(),
        None => {
            let rest = id.strip_prefix("Participant");
            let rest = rest.and_then(|rest| rest.strip_prefix(['_', ' ']));
            rest.and_then(|rest| rest.split(['_', ' ']).next())
        }
    };
    match number {
        Some(number) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("Participant {number}")
        }
        _ => id.to_owned(),
    }
}

/// Gradescope's results.json.
#[derive(Serialize)]
struct Results {
    output: String,
    /// Without it Gradescope reads the output as HTML.
    output_format: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    score: usize,
    max_score: usize,
    status: &'static str,
}

/// Writes the results of one submission for Gradescope: a test for each part of a formula, else one.
/// Work that was not judged has no points, and its output says so.
pub(super) fn gradescope(out: &mut impl Write, graded: &Graded) -> io::Result<()> {
    let parts = match &graded.result {
        Finding::Formula(entry, grade, _) => points(grade, &entry.puzzle),
        _ => None,
    };
    let test = |name: &str, score, max_score| Test {
        name: name.to_owned(),
        score,
        max_score,
        status: if score == max_score {
            "passed"
        } else {
            "failed"
        },
    };
    let tests = match (parts, graded.points()) {
        (Some(parts), _) => {
            let parts = parts.into_iter();
            parts
                .map(|part| test(part.name, usize::from(part.is_right), 1))
                .collect()
        }
        (None, Some((points, most))) => vec![test(graded.task, points, most)],
        (None, None) => vec![test("not judged: to be graded by hand", 0, 1)],
    };
    let results = Results {
        output: feedback(graded),
        output_format: "text",
        tests,
    };
    json::line(out, &results)
}
