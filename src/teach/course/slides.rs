//! A lesson as slides for a browser, which also prints them: one HTML file.

use super::Lesson;
use super::deck::{Item, Note, Slide, slides};
use super::text::{figure, parts, session, with_math};
use crate::io::XmlText;
use itertools::Itertools;
use pulldown_cmark::Event;
use std::fmt::Write;
use std::io;

/// The keys, on the first slide.
const KEYS: &str = "<p class=\"keys\">→ next · ← back · N notes · F full screen</p>\n";

/// Returns a lesson as slides.
///
/// # Errors
/// If the text names a figure that does not exist.
pub(super) fn html(lesson: &Lesson) -> io::Result<String> {
    let parts = parts(lesson.markdown);
    let mut out = String::new();
    for (slide, number) in slides(&parts).iter().zip(1..) {
        push_slide(&mut out, lesson, slide, number)?;
    }
    let title = XmlText(lesson.title());
    let (style, script) = (include_str!("slides.css"), include_str!("slides.js"));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Lesson {title}: slides</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<main>\n{out}</main>\n<script>\n{script}</script>\n</body>\n</html>\n"
    ))
}

fn push_slide(
    out: &mut String,
    lesson: &Lesson,
    slide: &Slide<'_>,
    number: usize,
) -> io::Result<()> {
    let (kind, level) = match (slide.is_answer, slide.is_first) {
        (true, _) => (" <span class=\"kind\">Answer</span>", 2),
        (false, true) => ("", 1),
        (false, false) => ("", 2),
    };
    let title = html_of(&slide.title);
    // Writing to a string has no errors.
    let _ = writeln!(
        out,
        "<section id=\"{number}\"><div class=\"slide\"><h{level}>{title}{kind}</h{level}>"
    );
    for item in &slide.items {
        let _ = match item {
            Item::Sentence(events) => writeln!(out, "<p>{}</p>", html_of(events)),
            Item::Block(events) => writeln!(out, "{}", html_of(events)),
            Item::Figure(name) => writeln!(out, "{}", figure(lesson, name)?),
            Item::Session(lines) => {
                let (rows, columns) = (lines.rows, lines.columns);
                // Text for XML has no line ends, so each line is written by itself.
                let text = match lines.has_commands {
                    true => session(&lines.text),
                    false => lines.text.lines().map(XmlText).join("\n").into(),
                };
                writeln!(
                    out,
                    "<pre style=\"--rows:{rows};--columns:{columns}\"><code>{text}</code></pre>"
                )
            }
        };
    }
    if slide.is_first {
        out.push_str(KEYS);
    }
    let _ = writeln!(out, "<p class=\"number\">{number}</p></div>");
    if !slide.notes.is_empty() {
        out.push_str("<aside class=\"notes\">\n");
        for note in &slide.notes {
            let _ = match note {
                Note::Paragraph(events) => writeln!(out, "<p>{}</p>", html_of(events)),
                Note::Command(command) => writeln!(
                    out,
                    "<p>In a terminal: <code><b class=\"command\">$ {}</b></code></p>",
                    XmlText(command)
                ),
                Note::Step(address, words) => writeln!(
                    out,
                    "<p>On the lesson's page, #{}: {}</p>",
                    XmlText(address),
                    XmlText(words)
                ),
            };
        }
        out.push_str("</aside>\n");
    }
    out.push_str("</section>\n");
    Ok(())
}

/// Returns events as HTML.
fn html_of(events: &[Event<'_>]) -> String {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events.iter().cloned().map(with_math));
    html
}
