//! Answers as JSON.

use super::words::{self, Words};
use super::{Blamed, Change, Correction, NoAnswer, NoSolution, OpenCell, Relaxed, Several, Why};
use crate::reason::corrections::End;
use crate::reason::explanation::{Ending, Explanation, Goal};
use crate::reason::{Statement, Statements};
use crate::sudoku::{Candidate, Digit, Grid};
use serde_json::{Value, json};

impl Why {
    /// Returns the answer as an object with the fields of `sudosat why --json`, which
    /// docs/JSON.md describes, except for `puzzle`.
    pub fn to_json(&self, statements: &Statements) -> Value {
        let mut object = fields(&Words::new(statements), self);
        if let Some(fields) = object.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        object
    }
}

impl NoAnswer {
    /// Returns the reason as an object with the fields of `sudosat why --json`, except for
    /// `puzzle`.
    pub fn to_json(&self) -> Value {
        json!({ "answer": "unknown", "gave_up": self.to_string() })
    }
}

fn fields(words: &Words, why: &Why) -> Value {
    match why {
        Why::NoSolution(answer) => no_solution(words, answer),
        Why::OneSolution(grid) => json!({
            "answer": "one solution",
            "solution": rows(grid),
        }),
        Why::Cell {
            digit,
            is_only,
            explanation,
        } => json!({
            "answer": if *is_only { "one solution" } else { "several solutions" },
            "possible": [digit.value()],
            "explanation": self::explanation(words, explanation),
            "gave_up": explanation.stop.map(|stop| stop.to_string()),
        }),
        Why::RuledOut {
            possible,
            explanation,
        } => json!({
            "answer": "several solutions",
            "possible": values(possible),
            "explanation": self::explanation(words, explanation),
            "gave_up": explanation.stop.map(|stop| stop.to_string()),
        }),
        Why::Open(open) => json!({
            "answer": "several solutions",
            "possible": values(&open.digits),
        }),
        Why::Several(several) => self::several(several),
    }
}

fn no_solution(words: &Words, answer: &NoSolution) -> Value {
    let correction = |correction: &Correction| {
        json!({
            "clues": correction.clues,
            "missing": correction.missing,
            "smallest": correction.is_smallest,
            "unique": correction.is_unique,
            "solution": rows(&correction.solution),
        })
    };
    let relaxed = |relaxed: &Relaxed| {
        json!({
            "rules": relaxed.rules,
            "unique": relaxed.is_unique,
            "solution": rows(&relaxed.solution),
        })
    };
    let direct = answer.direct.iter();
    let direct = direct.map(|one| {
        json!({
            "rules": one.rules,
            "words": words::direct(one, words.statements().rules()),
        })
    });
    let stop = match answer.corrections_end {
        End::Stopped(stop) => Some(stop),
        _ => answer.changes_stop.or(answer.explanation.stop),
    };
    let mut object = json!({
        "answer": "no solution",
        "explanation": explanation(words, &answer.explanation),
        "direct": direct.collect::<Vec<_>>(),
        "by_rules": answer.blamed == Blamed::Rules,
        "by_marks": answer.blamed == Blamed::Marks,
        "without_marks": answer.is_without_marks,
        "relaxed": answer.relaxed.iter().map(relaxed).collect::<Vec<_>>(),
        "relaxed_complete": matches!(answer.relaxed_end, End::Complete | End::Larger),
        "corrections": answer.corrections.iter().map(correction).collect::<Vec<_>>(),
        "corrections_complete": answer.corrections_end == End::Complete,
        "changes": answer.changes.iter().map(|&one| change(words, one)).collect::<Vec<_>>(),
        "changes_complete": !answer.are_more_changes
            && !answer.are_rules_untried
            && answer.changes_stop.is_none(),
    });
    if let Some(stop) = stop {
        object["gave_up"] = json!(stop.to_string());
    }
    object
}

fn several(several: &Several) -> Value {
    let open = |open: &OpenCell| {
        json!({
            "cell": open.cell,
            "possible": values(&open.digits),
        })
    };
    let mut object = json!({
        "answer": "several solutions",
        "cells": several.cells.iter().map(open).collect::<Vec<_>>(),
        "cells_complete": several.is_complete,
        "add": several.clues,
        "minimal": several.is_minimal,
        "smallest": several.is_smallest,
    });
    if let Some(stop) = several.stop {
        object["gave_up"] = json!(stop.to_string());
    }
    if let Some(grid) = &several.solution {
        object["solution"] = json!(rows(grid));
    }
    object
}

fn explanation(words: &Words, explanation: &Explanation) -> Value {
    let is_rule = |statement: &&Statement| !matches!(statement, Statement::Clue(_));
    let rules = explanation.statements.iter().filter(is_rule);
    let rules = rules.map(|&statement| words.statements().words(statement).to_string());
    let clues: Vec<Candidate> = explanation.clues().collect();
    let mut object = json!({
        "clues": clues,
        "rules": rules.collect::<Vec<_>>(),
        "minimal": explanation.is_minimal,
        "smallest": explanation.is_smallest,
        "steps": words.steps(explanation),
        "complete": explanation.end != Ending::Open,
    });
    if let Goal::Candidate { candidate, holds } = explanation.goal {
        object["cell"] = json!(candidate.cell);
        object["digit"] = json!(candidate.digit.value());
        object["holds"] = json!(holds);
        object["by_contradiction"] = json!(explanation.supposed.is_some());
    }
    if let Some(end) = words.end(explanation) {
        object["end"] = json!(end);
    }
    if let Some(cases) = &explanation.cases {
        object["cases"] = json!(words.cases(cases, explanation));
    }
    if let Some(by_steps) = &explanation.by_steps {
        object["by_steps"] = self::explanation(words, by_steps);
    }
    object
}

fn change(words: &Words, change: Change) -> Value {
    match change {
        Change::Swapped(cells) => json!({
            "change": "swapped",
            "cells": cells,
        }),
        Change::Digit { cell, digit } => json!({
            "change": "digit",
            "cell": cell,
            "digit": digit.value(),
        }),
        Change::Moved { from, to } => json!({
            "change": "moved",
            "from": from,
            "to": to,
        }),
        Change::Rows(rows) => json!({
            "change": "rows",
            "rows": rows.map(|row| row + 1),
        }),
        Change::Sum { cage, sum } => json!({
            "change": "sum",
            "cells": words.cells_of_cage(cage).collect::<Vec<_>>(),
            "sum": sum,
        }),
        Change::Number { mark, number } => json!({
            "change": "number",
            "rule": words.statements().rules().spec().marks[mark].to_string(),
            "number": number,
        }),
        Change::Shifted {
            first,
            last,
            is_right,
        } => json!({
            "change": "shifted",
            "from": first,
            "to": last,
            "direction": if is_right { "right" } else { "left" },
        }),
    }
}

fn values(digits: &[Digit]) -> Vec<usize> {
    digits.iter().map(|digit| digit.value()).collect()
}

/// Returns the digits of a grid in rows, `null` where several grids leave a gap.
fn rows(grid: &Grid) -> Vec<Vec<Option<usize>>> {
    let size = grid.size();
    let value = |cell: Option<_>| Some(grid.digit(cell?).value());
    (0..size.rows())
        .map(|row| size.row(row).map(value).collect())
        .collect()
}
