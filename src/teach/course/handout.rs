//! A lesson on paper: the text without answers, with room to write, and the answers alone.

use super::Lesson;
use super::text::push_text;
use crate::io::XmlText;
use std::fmt::Write;
use std::io;

/// Returns the text of a lesson without its answers, as an HTML file to print.
pub(super) fn handout(lesson: &Lesson) -> io::Result<String> {
    let mut text = "<p class=\"name\">Name: ______________________________</p>\n".to_owned();
    push_text(&mut text, lesson, false, |out, answer| {
        // The key has the same numbers. Writing to a string has no errors.
        let (summary, number) = (answer.summary, answer.number);
        let _ = writeln!(
            out,
            "<p>{summary} {number}:</p>\n<div class=\"space\"></div>"
        );
    })?;
    Ok(document(lesson, "", &text))
}

/// Returns the answers of a lesson with the headings where they are asked for, as an HTML file
/// to print.
pub(super) fn answers(lesson: &Lesson) -> io::Result<String> {
    let title = XmlText(lesson.title());
    let mut key = format!("<h2>{title}: answers</h2>\n");
    push_text(&mut String::new(), lesson, false, |_, answer| {
        key += &answer.in_key();
    })?;
    Ok(document(lesson, ": answers", &key))
}

/// Returns an HTML file with this body.
fn document(lesson: &Lesson, kind: &str, body: &str) -> String {
    let title = XmlText(lesson.title());
    let style = include_str!("print.css");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Lesson {title}{kind}</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}
