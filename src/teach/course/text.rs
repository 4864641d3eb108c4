//! A lesson's text: Markdown to HTML.
//!
//! pulldown-cmark translates the Markdown between the lines that mean something to the
//! page (answers, steps, figures). Links to other files are left as plain text, because the
//! page stands alone.

use super::Lesson;
use crate::io::XmlText;
use crate::teach::figure::Form;
use crate::teach::math;
use crate::teach::page::base64::base64;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::fmt::Write;
use std::io;

/// A part of a lesson.
pub(super) enum Part<'a> {
    /// Markdown.
    Text(String),
    /// An answer: the text of its summary, and its parts.
    Answer(&'a str, Vec<Part<'a>>),
    /// A link to a step of the page: its address, and its words.
    Step(&'a str, &'a str),
    /// The description of a figure.
    Figure(&'a str),
    /// The description of a figure that slides show instead of the next session; without one they
    /// leave the session out.
    Slide(Option<&'a str>),
}

/// Returns the text of a comment that fills a line and begins with a word.
fn comment<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let inside = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    inside.strip_prefix(word)?.strip_prefix(' ')
}

/// Returns the address of a step and its words, if the line leads to one.
pub(super) fn step(line: &str) -> Option<(&str, &str)> {
    comment(line, "step")?.split_once(": ")
}

/// Returns what a line is to the page or to slides, if it is a comment for them.
pub(super) fn directive(line: &str) -> Option<Part<'_>> {
    if line == "<!-- slide -->" {
        return Some(Part::Slide(None));
    }
    if let Some(figure) = comment(line, "slide figure") {
        return Some(Part::Slide(Some(figure)));
    }
    if let Some((address, words)) = step(line) {
        return Some(Part::Step(address, words));
    }
    comment(line, "figure").map(Part::Figure)
}

/// Returns the parts of a text in their order.
pub(super) fn parts(markdown: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    // The summary of the answer that the line is in, and the parts before the answer.
    let mut outside: Option<(&str, Vec<Part<'_>>)> = None;
    let mut text = String::new();
    let mut in_code = false;
    for line in markdown.lines() {
        in_code ^= line.starts_with("```");
        let part = match (in_code, outside.take()) {
            (false, None) if line == "<details>" => Some(Part::Text(String::new())),
            (false, None) if line.starts_with("<summary>") => {
                let summary = line["<summary>".len()..].trim_end_matches("</summary>");
                outside = Some((summary, std::mem::take(&mut parts)));
                continue;
            }
            (false, Some((summary, before))) if line == "</details>" => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                let inside = std::mem::replace(&mut parts, before);
                Some(Part::Answer(summary, inside))
            }
            (in_code, still) => {
                outside = still;
                directive(line).filter(|_| !in_code)
            }
        };
        match part {
            Some(part) => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(part);
            }
            None => text.extend([line, "\n"]),
        }
    }
    parts.push(Part::Text(text));
    parts
}

/// An answer of a lesson, as HTML.
pub(super) struct Answer<'a> {
    /// Number of the answer in the lesson, from 1 on.
    pub number: usize,
    /// The word that opens it.
    pub summary: XmlText<'a>,
    /// The last heading before it.
    pub heading: XmlText<'a>,
    pub html: String,
}

impl Answer<'_> {
    /// Returns the answer as a part of the key.
    pub(super) fn in_key(&self) -> String {
        let Answer {
            number,
            summary,
            heading,
            html,
        } = self;
        format!("<h4>{summary} {number}. {heading}</h4>\n{html}\n")
    }
}

/// Returns the lesson as a `section`.
pub(super) fn html(lesson: &Lesson) -> io::Result<String> {
    let mut out = format!(
        "<section id=\"lesson\" aria-label=\"The lesson\" data-title=\"Lesson {}\" data-opens=\"{}\">\n",
        XmlText(lesson.title()),
        lesson.opens
    );
    let mut key = String::new();
    push_text(&mut out, lesson, true, |out, answer| {
        let Answer {
            number,
            summary,
            html,
            ..
        } = &answer;
        // Writing to a string has no errors.
        let _ = writeln!(
            out,
            "<details><summary>{summary}</summary>\n{html}</details>\n\
             <p class=\"paper\">Answer {number} is at the end.</p>"
        );
        key += &answer.in_key();
    })?;
    if !key.is_empty() {
        let _ = writeln!(
            out,
            "<div class=\"paper key\"><h3>Answers</h3>\n{key}</div>"
        );
    }
    out.push_str("</section>");
    Ok(out)
}

/// Appends the text of a lesson as HTML, with its figures, with links to steps if
/// `has_links` is set, and with what `push_answer` appends for each answer.
///
/// # Errors
/// If the text names a figure that does not exist.
pub(super) fn push_text(
    out: &mut String,
    lesson: &Lesson,
    has_links: bool,
    mut push_answer: impl FnMut(&mut String, Answer<'_>),
) -> io::Result<()> {
    let mut number = 0;
    let mut heading = String::new();
    for part in parts(lesson.markdown) {
        match part {
            Part::Text(markdown) => {
                if let Some(last) = markdown.lines().rfind(|line| line.starts_with('#')) {
                    heading = last.trim_start_matches(['#', ' ']).to_owned();
                }
                push_markdown(out, &markdown);
            }
            Part::Answer(summary, inside) => {
                number += 1;
                let mut html = String::new();
                for part in inside {
                    match part {
                        Part::Text(markdown) => push_markdown(&mut html, &markdown),
                        Part::Figure(figure) => html += &self::figure(lesson, figure)?,
                        _ => {}
                    }
                }
                let answer = Answer {
                    number,
                    summary: XmlText(summary),
                    heading: XmlText(&heading),
                    html,
                };
                push_answer(out, answer);
            }
            Part::Step(address, words) => {
                if has_links {
                    let verb = match address.contains("ask=") {
                        true => "Predict by a click:",
                        false => "Show",
                    };
                    let (address, words) = (XmlText(address), XmlText(words));
                    let _ = writeln!(
                        out,
                        "<p class=\"steps\"><a class=\"step\" href=\"#{address}\">{verb} {words}</a></p>"
                    );
                }
            }
            Part::Figure(description) => out.push_str(&figure(lesson, description)?),
            Part::Slide(_) => {}
        }
    }
    Ok(())
}

/// Returns a figure with its title.
///
/// # Errors
/// If there is no such figure.
pub(super) fn figure(lesson: &Lesson, description: &str) -> io::Result<String> {
    let (title, svg) = lesson.figure(description, Form::Svg)?;
    let (title, svg) = (XmlText(&title), base64(&svg));
    Ok(format!(
        "<figure><img src=\"data:image/svg+xml;base64,{svg}\" alt=\"{title}\">\
         <figcaption>{title}</figcaption></figure>\n"
    ))
}

/// Appends Markdown as HTML. Headings are one level lower than in the file, because the
/// page has a heading of its own.
fn push_markdown(out: &mut String, markdown: &str) {
    let mut in_session = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = events.filter_map(|event| {
        Some(match event {
            Event::Start(Tag::Heading {
                level,
                id,
                classes,
                attrs,
            }) => Event::Start(Tag::Heading {
                level: lower(level),
                id,
                classes,
                attrs,
            }),
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lower(level))),
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => return None,
            Event::Start(Tag::CodeBlock(kind)) => {
                in_session = matches!(kind, CodeBlockKind::Fenced(name) if *name == *"console");
                // Who scrolls by the keyboard must be able to come here.
                Event::Html("<pre tabindex=\"0\"><code>".into())
            }
            Event::End(TagEnd::CodeBlock) => {
                in_session = false;
                Event::Html("</code></pre>\n".into())
            }
            Event::Text(text) if in_session => Event::Html(session(&text)),
            other => with_math(other),
        })
    });
    pulldown_cmark::html::push_html(out, events);
}

/// Returns a formula in backticks as MathML, and any other event as it is.
pub(super) fn with_math(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Code(text) if math::is_formula(&text) => {
            Event::InlineHtml(math::mathml(&text).into())
        }
        other => other,
    }
}

/// Returns the heading level below, at most 6.
fn lower(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(level)
}

/// Returns lines of a session as HTML, with the commands marked.
pub(super) fn session(text: &str) -> CowStr<'static> {
    let mut html = String::new();
    for line in text.split_inclusive('\n') {
        let (words, end) = match line.strip_suffix('\n') {
            Some(words) => (words, "\n"),
            None => (line, ""),
        };
        let _ = match words.starts_with("$ ") {
            true => write!(html, "<b class=\"command\">{}</b>{end}", XmlText(words)),
            false => write!(html, "{}{end}", XmlText(words)),
        };
    }
    html.into()
}
