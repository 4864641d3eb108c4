//! The slides of a lesson, before they are written in a form.
//!
//! The text decides what is on a slide. A heading begins one, and so does an answer. Of a paragraph the slide has the first sentences, which should state its point, and of
//! a question all; the whole paragraph is in the notes. Lists, tables, sessions and figures are
//! shown whole, and a long session goes on on the next slide. Where the text names figures for a
//! session, these are shown, and its commands are in the notes.

use super::text::Part;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::mem::take;

/// Number of lines of text that fit on a slide below its title, with the sizes of
/// `slides.css` and `beamer.tex`.
const LINES: usize = 12;

/// Number of characters in such a line, a little less than what fits.
const WIDTH: usize = 72;

/// Number of lines that the first sentences of a paragraph may take, if there is more than one.
/// Chosen by hand: more is read, not listened to.
const SHOWN: usize = 6;

/// Largest number of characters in a line of a session; longer ones are broken.
const COLUMNS: usize = 88;

/// Largest number of lines of a session on a slide: more would be too small to read.
const SESSION: usize = 20;

/// A slide: a title, what is shown below it, and notes for the speaker.
#[derive(Default)]
pub(super) struct Slide<'a> {
    /// The title, the events of a heading.
    pub title: Vec<Event<'a>>,
    /// Set for the first slide of the lesson.
    pub is_first: bool,
    /// Set if the slide has an answer.
    pub is_answer: bool,
    pub items: Vec<Item<'a>>,
    pub notes: Vec<Note<'a>>,
    /// Number of lines of the items.
    lines: usize,
}

/// Something on a slide.
pub(super) enum Item<'a> {
    /// The events of one or more sentences.
    Sentence(Vec<Event<'a>>),
    /// The events of a list, a table or another block.
    Block(Vec<Event<'a>>),
    Session(Session),
    /// The description of a figure.
    Figure(&'a str),
}

/// Lines of a session or of a file.
pub(super) struct Session {
    pub text: String,
    /// Set if it has commands, after `$`.
    pub has_commands: bool,
    /// Number of lines for which the letters must be small enough, those of the sentence before
    /// it included.
    pub rows: usize,
    /// Number of characters of the longest line, at most [`COLUMNS`].
    pub columns: usize,
}

/// Something in the notes of a slide.
pub(super) enum Note<'a> {
    /// The events of a paragraph.
    Paragraph(Vec<Event<'a>>),
    /// A step of the lesson's page: its address and its words.
    Step(&'a str, &'a str),
    /// A command whose session is not shown.
    Command(String),
}

/// Returns the slides of a lesson.
pub(super) fn slides<'a>(parts: &'a [Part<'a>]) -> Vec<Slide<'a>> {
    let mut deck = Deck::default();
    for part in parts {
        deck.push_part(part);
    }
    deck.begin(false);
    deck.slides
}

/// Slides under construction.
#[derive(Default)]
struct Deck<'a> {
    slides: Vec<Slide<'a>>,
    /// The title of the next slides.
    title: Vec<Event<'a>>,
    slide: Slide<'a>,
    /// A sentence that ends with a colon, and its number of lines: it belongs to what follows.
    lead: Option<(Vec<Event<'a>>, usize)>,
    /// Set if the next session before a heading is not shown.
    hides_session: bool,
}

impl<'a> Deck<'a> {
    fn push_part(&mut self, part: &'a Part<'a>) {
        match part {
            Part::Text(markdown) => self.push_markdown(markdown),
            Part::Answer(_, inside) => {
                self.begin(true);
                for part in inside {
                    self.push_part(part);
                }
                self.begin(false);
            }
            Part::Step(address, words) => self.push_step(address, words),
            Part::Figure(figure) => self.push_figure(figure),
            Part::Slide(figure) => {
                self.hides_session = true;
                if let Some(figure) = figure {
                    self.push_figure(figure);
                }
            }
        }
    }

    /// Puts a figure on the slide, below the sentence that leads to it, and ends the slide.
    fn push_figure(&mut self, figure: &'a str) {
        let is_answer = self.slide.is_answer;
        self.push(Item::Figure(figure), LINES - 3);
        self.begin(is_answer);
    }

    /// Finishes the slide, unless nothing is on it, and begins the next one.
    fn begin(&mut self, is_answer: bool) {
        if let Some((sentence, _)) = self.lead.take() {
            self.slide.items.push(Item::Sentence(sentence));
        }
        let mut slide = take(&mut self.slide);
        if slide.items.is_empty() && !slide.is_first {
            self.slide.notes = slide.notes;
        } else {
            slide.title = self.title.clone();
            self.slides.push(slide);
        }
        self.slide.is_answer = is_answer;
    }

    /// Puts something of a number of lines on the slide, or on a new one if it does not fit.
    fn push(&mut self, item: Item<'a>, lines: usize) {
        let lead = self.lead.take();
        let all = lines + lead.as_ref().map_or(0, |(_, lines)| *lines);
        if self.slide.lines + all > LINES {
            self.begin(self.slide.is_answer);
        }
        if let Some((sentence, _)) = lead {
            self.slide.items.push(Item::Sentence(sentence));
        }
        self.slide.items.push(item);
        self.slide.lines += all;
    }

    /// Puts notes on the last slide that has something.
    fn push_notes(&mut self, notes: impl Iterator<Item = Note<'a>>) {
        let is_empty = self.slide.items.is_empty() && self.lead.is_none();
        let slide = match self.slides.last_mut() {
            Some(last) if is_empty => last,
            _ => &mut self.slide,
        };
        slide.notes.extend(notes);
    }

    /// Puts a step of the page in the notes.
    fn push_step(&mut self, address: &'a str, words: &'a str) {
        self.push_notes(std::iter::once(Note::Step(address, words)));
    }

    fn push_markdown(&mut self, markdown: &'a str) {
        for block in blocks(markdown) {
            let inside = &block[1..block.len().saturating_sub(1).max(1)];
            match &block[0] {
                Event::Start(Tag::Heading { level, .. }) => {
                    self.begin(false);
                    self.hides_session = false;
                    self.title = inside.to_vec();
                    if *level == HeadingLevel::H1 {
                        self.slide.is_first = true;
                        self.begin(false);
                    }
                }
                Event::Start(Tag::Paragraph) => self.push_paragraph(inside),
                Event::Start(Tag::CodeBlock(_)) if take(&mut self.hides_session) => {
                    // A sentence that leads to nothing that is shown goes with it.
                    if let Some((lead, _)) = self.lead.take() {
                        self.push_notes(std::iter::once(Note::Paragraph(lead)));
                    }
                    let text = plain(inside);
                    let commands = text.lines().filter_map(|line| line.strip_prefix("$ "));
                    let commands = commands.map(|command| Note::Command(command.to_owned()));
                    self.push_notes(commands);
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let has_commands =
                        matches!(kind, CodeBlockKind::Fenced(name) if **name == *"console");
                    self.push_session(&plain(inside), has_commands);
                }
                _ => {
                    let rows = block.iter().filter(|event| is_row(event)).count();
                    let lines = rows.max(lines_of(&plain(&block))) + 1;
                    self.push(Item::Block(block), lines);
                }
            }
        }
    }

    /// Puts the first sentences on the slide, or the whole of a question, and the whole paragraph
    /// in the notes if it has more. A last sentence that ends with a colon is shown in any case.
    fn push_paragraph(&mut self, events: &[Event<'a>]) {
        let is_question = plain(events).starts_with("Predict.");
        let (mut shown, mut rest) = match is_question {
            true => (events.to_vec(), Vec::new()),
            false => split(events),
        };
        while !rest.is_empty() {
            let (next, after) = split(&rest);
            let mut longer = shown.clone();
            longer.push(Event::SoftBreak);
            longer.extend(next);
            if lines_of(&plain(&longer)) > SHOWN {
                break;
            }
            (shown, rest) = (longer, after);
        }
        if !rest.is_empty() {
            self.push_sentence(shown);
            self.slide.notes.push(Note::Paragraph(events.to_vec()));
            let mut last = Vec::new();
            while !rest.is_empty() {
                (last, rest) = split(&rest);
            }
            if plain(&last).ends_with(':') {
                self.push_sentence(last);
            }
        } else {
            self.push_sentence(shown);
        }
    }

    /// Puts a sentence on the slide, or keeps it for what follows if it ends with a colon.
    fn push_sentence(&mut self, sentence: Vec<Event<'a>>) {
        let text = plain(&sentence);
        let lines = lines_of(&text) + 1;
        if let Some((lead, lines)) = self.lead.take() {
            self.push(Item::Sentence(lead), lines);
        }
        match text.ends_with(':') {
            true => self.lead = Some((sentence, lines)),
            false => self.push(Item::Sentence(sentence), lines),
        }
    }

    /// Puts lines of a session or of a file on one or more slides.
    fn push_session(&mut self, text: &str, has_commands: bool) {
        let lines: Vec<&str> = text.lines().collect();
        for lines in portions(&lines) {
            let lengths = lines.iter().map(|line| line.chars().count().max(1));
            let rows: usize = lengths.clone().map(|length| length.div_ceil(COLUMNS)).sum();
            let lead = self.lead.as_ref().map_or(0, |(_, lines)| *lines);
            let session = Session {
                text: lines.join("\n"),
                has_commands,
                rows: rows + 2 * lead,
                columns: lengths.max().unwrap_or(1).min(COLUMNS),
            };
            // A line of a session takes three quarters of the height of a line of text.
            let height = (rows * 3).div_ceil(4) + 1;
            self.push(Item::Session(session), height);
        }
    }
}

/// Cuts a session into portions for slides: before a command or after a blank line if there is
/// one in the second half of a full slide, else into equal parts.
fn portions<'t, 's>(lines: &'t [&'s str]) -> Vec<&'t [&'s str]> {
    let mut portions = Vec::new();
    let mut rest = lines;
    while rest.len() > SESSION {
        let equal = rest.len().div_ceil(rest.len().div_ceil(SESSION));
        let cut = (SESSION / 2..=SESSION)
            .rev()
            .find(|&at| rest[at].starts_with("$ ") || rest[at - 1].is_empty());
        let (first, others) = rest.split_at(cut.unwrap_or(equal));
        portions.push(first);
        rest = others;
    }
    portions.push(rest);
    portions
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
                let mut rest = events[at + 1..].to_vec();
                if !tail.is_empty() {
                    rest.insert(0, Event::Text(CowStr::from(tail.to_owned())));
                } else if let Some(Event::SoftBreak) = rest.first() {
                    rest.remove(0);
                }
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

    /// Returns the first sentence and the rest of a paragraph, as HTML.
    fn halves(markdown: &str) -> [String; 2] {
        let blocks = blocks(markdown);
        let (first, rest) = split(&blocks[0][1..blocks[0].len() - 1]);
        [first, rest].map(|events| {
            let mut html = String::new();
            pulldown_cmark::html::push_html(&mut html, events.into_iter());
            html
        })
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
            ("Is `code`. Next.", "Is <code>code</code>.", "Next."),
            ("See [it](x.md). Then:", "See it.", "Then:"),
            ("One. Two\nand three.", "One.", "Two\nand three."),
            ("So:", "So:", ""),
        ] {
            assert_eq!(halves(markdown), [first, rest], "{markdown}");
        }
    }

    #[test]
    fn what_hides_a_session_hides_none_after_a_heading() {
        for (heading, shown) in [("", 0), ("## B\n\n", 1)] {
            let markdown = format!("# A\n\n<!-- slide -->\n{heading}```console\n$ true\n```\n");
            let parts = super::super::text::parts(&markdown);
            let slides = slides(&parts);
            let items = slides.iter().flat_map(|slide| &slide.items);
            let sessions = items.filter(|item| matches!(item, Item::Session(_)));
            assert_eq!(sessions.count(), shown, "{heading}");
        }
    }

    #[test]
    fn what_does_not_fit_goes_to_the_next_slide() {
        let lines: String = (1..=45).map(|line| format!("line {line}\n")).collect();
        let markdown = format!("# T\n\nA lead:\n\n```console\n{lines}```\n");
        let parts = [Part::Text(markdown)];
        let slides = slides(&parts);
        let sessions: Vec<&Session> = slides
            .iter()
            .flat_map(|slide| &slide.items)
            .filter_map(|item| match item {
                Item::Session(session) => Some(session),
                _ => None,
            })
            .collect();
        assert_eq!(sessions.len(), 3);
        assert!(sessions[0].text.ends_with("\nline 15"));
        assert!(sessions[1].text.starts_with("line 16\n"));
        // The title, and the three; the lead is with the first of them.
        assert_eq!(slides.len(), 4);
        assert!(slides[0].is_first && slides[0].items.is_empty());
        assert!(matches!(
            slides[1].items[..],
            [Item::Sentence(_), Item::Session(_)]
        ));
    }
}
