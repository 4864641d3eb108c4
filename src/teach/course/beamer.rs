//! A lesson as slides in LaTeX, for the class beamer. The figures are drawn by TikZ.

use super::Lesson;
use super::deck::{Item, Note, Session, Slide, slides};
use super::text::parts;
use crate::teach::figure::Form;
use crate::teach::math;
use pulldown_cmark::{Event, Tag, TagEnd};
use std::fmt::Write;
use std::io;

/// Returns a lesson as slides.
///
/// # Errors
/// If the text names a figure that does not exist.
pub(super) fn tex(lesson: &Lesson) -> io::Result<String> {
    let parts = parts(lesson.markdown);
    let mut out = include_str!("beamer.tex").to_owned();
    // Writing to a string has no errors.
    let _ = writeln!(
        out,
        "\\title{{Lesson {}}}\n\\date{{}}",
        escaped(lesson.title())
    );
    out.push_str("\\begin{document}\n");
    for slide in &slides(&parts) {
        push_slide(&mut out, lesson, slide)?;
    }
    out.push_str("\\end{document}\n");
    Ok(out)
}

fn push_slide(out: &mut String, lesson: &Lesson, slide: &Slide<'_>) -> io::Result<()> {
    out.push_str("\n\\begin{frame}");
    if slide.is_first {
        out.push_str("\n\\titlepage\n");
    } else {
        let answer = if slide.is_answer { "\\answer" } else { "" };
        let _ = writeln!(out, "{{{}{answer}}}", tex_of(&slide.title));
    }
    for item in &slide.items {
        match item {
            Item::Sentence(events) => {
                let _ = writeln!(out, "{}\\par", tex_of(events));
            }
            Item::Block(events) => out.push_str(&tex_of(events)),
            Item::Session(session) => push_session(out, session),
            Item::Figure(name) => {
                let (_, figure) = lesson.figure(name, Form::Tikz)?;
                let figure = String::from_utf8_lossy(&figure);
                let _ = writeln!(out, "\\fitted{{%\n{figure}}}");
            }
        }
    }
    out.push_str("\\end{frame}\n");
    if !slide.notes.is_empty() {
        out.push_str("\\note{%\n");
        for note in &slide.notes {
            let _ = match note {
                Note::Paragraph(events) => writeln!(out, "{}\\par", tex_of(events)),
                Note::Command(command) => {
                    writeln!(out, "In a terminal: \\texttt{{{}}}\\par", escaped(command))
                }
                Note::Step(address, words) => writeln!(
                    out,
                    "On the lesson's page, {}: {}\\par",
                    escaped(&format!("#{address}")),
                    escaped(words)
                ),
            };
        }
        out.push_str("}\n");
    }
    Ok(())
}

/// Appends a session, in letters that fit on the slide.
fn push_session(out: &mut String, session: &Session) {
    // The text of a slide is about 400 points wide and 180 high, and a letter takes 0.6 of its
    // size.
    let size = f64::min(
        8.0,
        f64::min(
            390.0 / (0.6 * session.columns as f64),
            170.0 / (1.25 * (session.rows + 1) as f64),
        ),
    );
    let _ = writeln!(out, "\\session{{{size:.2}}}{{{:.2}}}{{%", 1.2 * size);
    for line in session.text.lines() {
        let spaced = escaped(line).replace(' ', "\\ ");
        let _ = match session.has_commands && line.starts_with("$ ") {
            true => writeln!(out, "\\strut{{}}\\command{{{spaced}}}\\\\"),
            false => writeln!(out, "\\strut{{}}{spaced}\\\\"),
        };
    }
    out.push_str("}\n");
}

/// Returns events as LaTeX.
fn tex_of(events: &[Event<'_>]) -> String {
    let mut out = String::new();
    let mut cells = 0;
    for event in events {
        match event {
            Event::Text(text) => out.push_str(&escaped(text)),
            Event::Code(text) if math::is_formula(text) => out.push_str(&math::tex(text)),
            Event::Code(text) => {
                let _ = write!(out, "\\texttt{{{}}}", escaped(text));
            }
            Event::SoftBreak | Event::HardBreak => out.push('\n'),
            Event::Start(Tag::Strong) => out.push_str("\\textbf{"),
            Event::Start(Tag::Emphasis) => out.push_str("\\emph{"),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => out.push('}'),
            Event::Start(Tag::List(None)) => out.push_str("\\begin{itemize}\n"),
            Event::Start(Tag::List(Some(_))) => out.push_str("\\begin{enumerate}\n"),
            Event::Start(Tag::Item) => out.push_str("\\item{} "),
            Event::End(TagEnd::List(is_numbered)) => out.push_str(match is_numbered {
                true => "\\end{enumerate}\n",
                false => "\\end{itemize}\n",
            }),
            Event::Start(Tag::Table(columns)) => {
                let columns = "l".repeat(columns.len());
                let _ = writeln!(out, "\\begin{{tabular}}{{{columns}}}");
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => cells = 0,
            Event::Start(Tag::TableCell) => {
                if cells > 0 {
                    out.push_str(" & ");
                }
                cells += 1;
            }
            Event::End(TagEnd::TableHead) => out.push_str("\\\\\\hline\n"),
            Event::End(TagEnd::TableRow) => out.push_str("\\\\\\relax\n"),
            Event::End(TagEnd::Table) => out.push_str("\\end{tabular}\\par\n"),
            Event::End(TagEnd::Item | TagEnd::Paragraph | TagEnd::CodeBlock) => out.push('\n'),
            _ => {}
        }
    }
    out
}

/// Returns text in which no character has a meaning of its own in LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            // Two of them would become a dash.
            '-' => out.push_str("-{}"),
            _ => out.push(c),
        }
    }
    out
}
