//! The questions of a lesson's steps in Moodle's format GIFT, for a question bank.

use super::Lesson;
use super::quiz::{self, Verdict};
use std::fmt::Write;
use std::io;

/// Returns the questions that the text asks before steps.
///
/// # Errors
/// If an address asks what its step does not answer.
pub(super) fn gift(lesson: &Lesson) -> io::Result<String> {
    let title = escaped(lesson.title());
    let mut out = format!(
        "// The questions that the page of this lesson asks before a step, each with the step's address.\n\n\
         $CATEGORY: sudosat/Lesson {title}\n"
    );
    let (number, _) = lesson.title().split_once('.').unwrap_or_default();
    for (address, words) in lesson.steps() {
        let Some(question) = quiz::question(lesson, address)? else {
            continue;
        };
        let [address, words, state, text] =
            [address, words, &question.state, &question.text].map(escaped);
        // Writing to a string has no errors.
        let _ = writeln!(
            out,
            "\n::Lesson {number}, {address}::Predict {words}. {state} {text} {{"
        );
        let mut why = "";
        for answer in &question.answers {
            let text = escaped(&answer.text);
            let _ = match &answer.verdict {
                Verdict::Right(reason) => {
                    why = reason;
                    writeln!(out, "={text}")
                }
                Verdict::Wrong(reason) => writeln!(out, "~{text}#No\\: {}.", escaped(reason)),
            };
        }
        let _ = writeln!(out, "####{}\n}}", escaped(why));
    }
    Ok(out)
}

/// Returns text in which no character has a meaning of its own in GIFT.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\~=#{}:".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
