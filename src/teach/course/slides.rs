//! A lesson as slides: one HTML file, which a browser shows and prints.
//!
//! The text decides what is on a slide. A heading begins one, and so do a question and its
//! answer. Of a paragraph the slide has the first sentence, which should state its point; the
//! whole paragraph is in the notes. Lists, tables, sessions and figures are shown whole, and a
//! long session goes on on the next slide.

use super::Lesson;
use super::text::{Part, figure, parts, session};
use crate::io::XmlText;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::fmt::Write;
use std::io;
use std::mem::take;

/// Number of lines of text that fit on a slide below its title, with the sizes of
/// `slides.css`.
const LINES: usize = 12;

/// Number of characters in such a line, a little less than what fits.
const WIDTH: usize = 72;

/// Largest number of lines of a session on a slide: more would be too small to read.
const SESSION: usize = 20;

/// A slide under construction.
#[derive(Default)]
struct Slide {
    /// The word beside the title that says what kind of slide it is.
    kind: &'static str,
    body: String,
    notes: String,
    /// Number of lines of the body.
    lines: usize,
}

/// The slides of a lesson.
#[derive(Default)]
struct Deck {
    /// The finished slides as HTML.
    out: String,
    /// Number of finished slides.
    count: usize,
    /// The title of the next slides, as HTML.
    title: String,
    slide: Slide,
    /// A sentence that ends with a colon, and its number of lines: it belongs to what follows.
    lead: Option<(String, usize)>,
}

/// Returns a lesson as slides.
///
/// # Errors
/// If the text names a figure that does not exist.
pub(super) fn html(lesson: &Lesson) -> io::Result<String> {
    let mut deck = Deck::default();
    for part in parts(lesson.markdown) {
        match part {
            Part::Text(markdown) => deck.push_markdown(&markdown),
            Part::Answer(_, markdown) => {
                deck.begin("Answer");
                deck.push_markdown(&markdown);
                deck.begin("");
            }
            // Writing to a string has no errors.
            Part::Step(address, words) => {
                let (address, words) = (XmlText(address), XmlText(words));
                let notes = &mut deck.slide.notes;
                let _ = writeln!(notes, "<p>On the lesson's page, #{address}: {words}</p>");
            }
            Part::Figure(name) => {
                let figure = figure(lesson, name)?;
                deck.begin("");
                deck.push(&figure, LINES);
                deck.begin("");
            }
        }
    }
    deck.begin("");
    let title = XmlText(lesson.title());
    let (style, script) = (include_str!("slides.css"), include_str!("slides.js"));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Lesson {title}: slides</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<main>\n{}</main>\n<script>\n{script}</script>\n</body>\n</html>\n",
        deck.out
    ))
}

impl Deck {
    /// Finishes the slide, unless nothing is on it, and begins one of this kind.
    fn begin(&mut self, kind: &'static str) {
        if let Some((html, lines)) = self.lead.take() {
            self.slide.body += &html;
            self.slide.lines += lines;
        }
        let slide = take(&mut self.slide);
        self.slide.kind = kind;
        if slide.body.is_empty() {
            self.slide.notes = slide.notes;
            return;
        }
        self.count += 1;
        let Slide {
            kind, body, notes, ..
        } = slide;
        let label = match kind {
            "" => String::new(),
            kind => format!(" <span class=\"kind\">{kind}</span>"),
        };
        let _ = writeln!(
            self.out,
            "<section id=\"{0}\"><div class=\"slide\"><h2>{1}{label}</h2>\n{body}\
             <p class=\"number\">{0}</p></div>",
            self.count, self.title
        );
        if !notes.is_empty() {
            let _ = writeln!(self.out, "<aside class=\"notes\">\n{notes}</aside>");
        }
        self.out.push_str("</section>\n");
    }

    /// Puts something of a number of lines on the slide, or on a new one if it does not fit.
    fn push(&mut self, html: &str, lines: usize) {
        let lead = self.lead.take();
        let all = lines + lead.as_ref().map_or(0, |(_, lines)| *lines);
        if self.slide.lines + all > LINES {
            self.begin(self.slide.kind);
        }
        if let Some((html, _)) = lead {
            self.slide.body += &html;
        }
        self.slide.body += html;
        self.slide.lines += all;
    }

    fn push_markdown(&mut self, markdown: &str) {
        for block in blocks(markdown) {
            let inside = &block[1..block.len().saturating_sub(1).max(1)];
            match &block[0] {
                Event::Start(Tag::Heading { level, .. }) => {
                    self.begin("");
                    self.title = inline(inside);
                    if *level == HeadingLevel::H1 {
                        let keys =
                            "<p class=\"keys\">→ next · ← back · N notes · F full screen</p>\n";
                        self.slide.body = keys.to_owned();
                    }
                }
                Event::Start(Tag::Paragraph) => self.push_paragraph(inside),
                Event::Start(Tag::CodeBlock(kind)) => {
                    let is_session =
                        matches!(kind, CodeBlockKind::Fenced(name) if **name == *"console");
                    self.push_session(&plain(inside), is_session);
                }
                _ => {
                    let lines = block.iter().filter(|event| is_row(event)).count();
                    let lines = lines.max(lines_of(&plain(&block)));
                    self.push(&inline(&block), lines);
                }
            }
        }
    }

    /// Puts the first sentence on the slide, and the whole paragraph in the notes if it has
    /// more.
    fn push_paragraph(&mut self, events: &[Event<'_>]) {
        let (first, rest) = split(events);
        let text = plain(&first);
        if text.starts_with("Predict.") {
            self.begin("");
        }
        let html = format!("<p>{}</p>\n", inline(&first));
        let lines = lines_of(&text) + 1;
        match text.ends_with(':') && rest.is_empty() {
            true => self.lead = Some((html, lines)),
            false => self.push(&html, lines),
        }
        if !rest.is_empty() {
            let _ = writeln!(self.slide.notes, "<p>{}</p>", inline(events));
        }
    }

    /// Puts lines of a session or of a file on one or more slides.
    fn push_session(&mut self, text: &str, is_session: bool) {
        let lines: Vec<&str> = text.lines().collect();
        let slides = lines.len().div_ceil(SESSION).max(1);
        for lines in lines.chunks(lines.len().div_ceil(slides).max(1)) {
            let columns = lines.iter().map(|line| line.chars().count()).max();
            let columns = columns.unwrap_or(0).max(1);
            let text = lines.join("\n");
            let code = match is_session {
                true => session(&text),
                false => format!("{}", XmlText(&text)).into(),
            };
            let lead = self.lead.as_ref().map_or(0, |(_, lines)| *lines);
            // A line of a session takes three quarters of the height of a line of text.
            let height = (lines.len() * 3).div_ceil(4) + 1;
            let html = format!(
                "<pre style=\"--rows:{};--columns:{columns}\"><code>{code}</code></pre>\n",
                lines.len() + 2 * lead
            );
            self.push(&html, height);
        }
    }
}

/// Returns the blocks of a text, each the events of a paragraph, a list and so on. Links are
/// left as plain text.
fn blocks(markdown: &str) -> Vec<Vec<Event<'_>>> {
    let mut blocks = Vec::new();
    let mut block = Vec::new();
    let mut depth = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match &event {
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => continue,
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        block.push(event);
        if depth == 0 {
            blocks.push(take(&mut block));
        }
    }
    blocks
}

/// Splits a paragraph after its first sentence, which ends with a full stop or a question mark
/// before a space or at the end of a line.
fn split<'a>(events: &[Event<'a>]) -> (Vec<Event<'a>>, Vec<Event<'a>>) {
    let mut depth = 0;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Text(text) if depth == 0 => {
                let is_last = !matches!(
                    events.get(at + 1),
                    Some(Event::Text(_) | Event::Code(_) | Event::Start(_))
                );
                let Some(end) = sentence(text, is_last) else {
                    continue;
                };
                let (head, tail) = text.split_at(end);
                let tail = tail.trim_start();
                let mut first = events[..at].to_vec();
                first.push(Event::Text(CowStr::from(head.to_owned())));
                let mut rest = Vec::new();
                if !tail.is_empty() {
                    rest.push(Event::Text(CowStr::from(tail.to_owned())));
                }
                let after = &events[at + 1..];
                let breaks = after.iter().take_while(|e| matches!(e, Event::SoftBreak));
                rest.extend_from_slice(&after[breaks.count()..]);
                return (first, rest);
            }
            _ => {}
        }
    }
    (events.to_vec(), Vec::new())
}

/// Returns the length in bytes of the first sentence, if the text has its end. `is_last` is set
/// if a line or paragraph ends with the text.
fn sentence(text: &str, is_last: bool) -> Option<usize> {
    text.char_indices().find_map(|(at, c)| {
        let end = at + c.len_utf8();
        let is_end = match text[end..].chars().next() {
            Some(next) => next == ' ',
            None => is_last,
        };
        (matches!(c, '.' | '?') && is_end).then_some(end)
    })
}

/// Returns events as HTML.
fn inline(events: &[Event<'_>]) -> String {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events.iter().cloned());
    html
}

/// Returns the text of events.
fn plain(events: &[Event<'_>]) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(words) | Event::Code(words) => text.push_str(words),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// Returns `true` for the end of a row of a table or of an item of a list.
fn is_row(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::End(TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead)
    )
}

/// Returns the number of lines that a text takes on a slide.
fn lines_of(text: &str) -> usize {
    text.chars().count().div_ceil(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first sentence and the rest of a paragraph.
    fn halves(markdown: &str) -> (String, String) {
        let blocks = blocks(markdown);
        let (first, rest) = split(&blocks[0][1..blocks[0].len() - 1]);
        (inline(&first), inline(&rest))
    }

    #[test]
    fn a_paragraph_is_split_after_its_first_sentence() {
        for (markdown, first, rest) in [
            ("One.", "One.", ""),
            ("One. Two.", "One.", "Two."),
            ("Is it?\nYes.", "Is it?", "Yes."),
            (
                "A 1.5 in `a. b` is *one. more* so.\nTwo.",
                "A 1.5 in <code>a. b</code> is <em>one. more</em> so.",
                "Two.",
            ),
            ("**Goal.** A b. C.", "<strong>Goal.</strong> A b.", "C."),
            (
                "Ends with `code`. Next.",
                "Ends with <code>code</code>.",
                "Next.",
            ),
            ("See [it](x.md). Then:", "See it.", "Then:"),
            ("So:", "So:", ""),
        ] {
            assert_eq!(
                halves(markdown),
                (first.to_owned(), rest.to_owned()),
                "{markdown}"
            );
        }
    }

    #[test]
    fn what_does_not_fit_goes_to_the_next_slide() {
        let mut deck = Deck::default();
        let lines: String = (1..=45).map(|line| format!("line {line}\n")).collect();
        deck.push_markdown(&format!("# T\n\nA lead:\n\n```console\n{lines}```\n"));
        deck.begin("");
        // The title, and three parts of the session.
        assert_eq!(deck.count, 4);
        let slides: Vec<&str> = deck.out.split("<section ").skip(1).collect();
        assert!(slides[1].contains("A lead:") && slides[1].contains("line 15\n"));
        assert!(slides[2].contains("line 16\n") && slides[3].contains("line 45<"));
    }
}
