//! Puzzles held back until the annotations around them are known.

use super::apply::Applier;
use super::meaning::{Meaning, States, is_ordinary, judge, judge_kind, judge_lines};
use super::note::{Annotation, Note};
use super::solution::solution_of;
use crate::io::InputError;
use crate::sudoku::text::Entry;
use crate::sudoku::text::description::Statements;
use crate::sudoku::text::region_map::{self, Drawn};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// Lines of text without a blank line between.
#[derive(Debug)]
struct Paragraph {
    first: u64,
    last: u64,
    notes: Vec<Arc<Note>>,
}

/// Puzzles of the same lines that are held back.
#[derive(Debug)]
struct Held {
    items: Vec<Result<Entry, InputError>>,
    first: u64,
    last: u64,
    /// The notes above, which further puzzles on the next lines share.
    above: Vec<Arc<Note>>,
    /// The notes on the lines and below.
    own: Vec<Arc<Note>>,
    /// Notes of which it is not clear if they belong to it.
    unclear: Vec<Arc<Note>>,
    /// Errors of what stands below, which is no puzzle.
    below: Vec<InputError>,
    /// The error if no regions are stated beside a grid that has no boxes.
    lacks: Option<InputError>,
    /// Set behind a line `---`: text below belongs to the next puzzle if there is one.
    is_parted: bool,
    /// Set if its line begins an item of a list, as `- puzzle: …`.
    is_item: bool,
}

/// Puzzles of an input and the texts beside them.
#[derive(Debug)]
pub(in crate::sudoku::text) struct Queue {
    applier: Applier,
    /// Paragraphs behind the last puzzle.
    paragraphs: Vec<Paragraph>,
    /// The lines of a paragraph that may go on.
    open: Vec<Annotation>,
    held: Option<Held>,
    /// Rules stated above an earlier puzzle, which may hold for all that follow. The flag is
    /// cleared if a title of another puzzle ends it.
    in_force: Vec<(Arc<Note>, bool)>,
    /// What the notes in force state, each with its flag: a list of puzzles may state the same
    /// again and again.
    stated: HashSet<(String, bool)>,
    /// Notes on the line ahead of a `---`, which may be a heading that is drawn so.
    carried: Vec<Arc<Note>>,
    ready: VecDeque<Result<Entry, InputError>>,
    /// Texts of fields that mean nothing: lists have the same ones again and again.
    known: HashSet<String>,
}

/// Largest number of texts in [`Queue::known`].
const MOST_KNOWN: usize = 256;

/// Number of lines after which a paragraph is judged before its end.
const LONGEST_PARAGRAPH: usize = 200;

/// Largest number of paragraphs with rules that are kept ahead of a puzzle.
const MOST_PARAGRAPHS: usize = 64;

impl Queue {
    pub(in crate::sudoku::text) fn new(name: &str, rules: Option<Arc<Statements>>) -> Queue {
        Queue {
            applier: Applier {
                name: name.to_owned(),
                rules,
            },
            paragraphs: Vec::new(),
            open: Vec::new(),
            held: None,
            in_force: Vec::new(),
            stated: HashSet::new(),
            carried: Vec::new(),
            ready: VecDeque::new(),
            known: HashSet::new(),
        }
    }

    /// Returns the next puzzle of which is known what stands beside it.
    pub(in crate::sudoku::text) fn next(&mut self) -> Option<Result<Entry, InputError>> {
        self.ready.pop_front()
    }

    /// Lets the puzzle go that is held back, if nothing stands below it.
    pub(in crate::sudoku::text) fn release_held(&mut self) {
        if let Some(held) = self.held.take() {
            self.release(held);
        }
    }

    /// Returns `true` if a puzzle is held back.
    pub(in crate::sudoku::text) fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Returns `true` if a puzzle was read last, and nothing is known that one on a later line could
    /// depend on.
    pub(in crate::sudoku::text) fn is_at_rest(&self) -> bool {
        let has_none = |held: &Held| {
            let notes = held.above.len() + held.own.len() + held.unclear.len() + held.below.len();
            let is_read = held.items.iter().all(Result::is_ok);
            is_read && notes == 0 && held.lacks.is_none() && !held.is_parted
        };
        self.held.as_ref().is_some_and(has_none)
            && self.paragraphs.is_empty()
            && self.open.is_empty()
            && self.in_force.is_empty()
            && self.carried.is_empty()
    }

    /// Returns `true` if a puzzle is held back to which the next lines may belong in any case.
    pub(in crate::sudoku::text) fn is_open(&self) -> bool {
        self.held.as_ref().is_some_and(|held| !held.is_parted)
    }

    /// Takes a line of text between puzzles.
    pub(in crate::sudoku::text) fn annotate(&mut self, annotation: Annotation) {
        let is_next = self
            .open
            .last()
            .is_some_and(|last| last.line + 1 >= annotation.line);
        if !is_next || self.open.len() >= LONGEST_PARAGRAPH {
            self.close();
        }
        self.open.push(annotation);
    }

    /// Takes statements that reach over these lines.
    pub(in crate::sudoku::text) fn state(&mut self, last: u64, annotation: Annotation) {
        let (first, note) = (
            annotation.line,
            Note::Statement(annotation.text.clone(), annotation),
        );
        self.add(first, last, note);
    }

    /// Takes what no puzzle can stand beside.
    pub(in crate::sudoku::text) fn refuse(&mut self, first: u64, last: u64, error: InputError) {
        self.add(first, last, Note::Fault(error));
    }

    fn add(&mut self, first: u64, last: u64, note: Note) {
        self.close();
        let note = Arc::new(note);
        match self.paragraphs.last_mut() {
            Some(paragraph) if paragraph.last + 1 >= first => {
                paragraph.last = last;
                paragraph.notes.push(note);
            }
            _ => self.paragraphs.push(Paragraph {
                first,
                last,
                notes: vec![note],
            }),
        }
    }

    /// Judges the open paragraph.
    fn close(&mut self) {
        let annotations = std::mem::take(&mut self.open);
        let (Some(first), Some(last)) = (annotations.first(), annotations.last()) else {
            return;
        };
        let (first, last) = (first.line, last.line);
        let notes = self.notes(annotations);
        match self.paragraphs.last_mut() {
            Some(paragraph) if paragraph.last + 1 >= first => {
                paragraph.last = last;
                paragraph.notes.extend(notes);
            }
            // Paragraphs without notes matter only where they touch a puzzle.
            _ => {
                let is_full = self.paragraphs.len() >= MOST_PARAGRAPHS;
                self.paragraphs
                    .retain(|paragraph| !paragraph.notes.is_empty());
                if !(is_full && notes.is_empty()) {
                    self.paragraphs.push(Paragraph { first, last, notes });
                }
            }
        }
    }

    /// Returns what the lines of a paragraph state.
    fn notes(&mut self, annotations: Vec<Annotation>) -> Vec<Arc<Note>> {
        let mut notes = Vec::new();
        notes.extend(self.drawn(&annotations).map(Arc::new));
        let mut rest: Vec<Annotation> = Vec::new();
        for annotation in annotations {
            match self.note(&annotation) {
                Some(note) => notes.push(Arc::new(note)),
                None => rest.push(annotation),
            }
        }
        // A sentence may go over several lines.
        rest.retain(|annotation| !is_ordinary(&annotation.text));
        if notes.is_empty() && rest.len() > 1 {
            let texts: Vec<&str> = rest
                .iter()
                .map(|annotation| annotation.text.as_str())
                .collect();
            if let Some(states) = judge_lines(&texts.join(" ")) {
                notes.push(Arc::new(Note::States(states, rest.swap_remove(0))));
            }
        }
        notes
    }

    /// Returns the map or the grid that N lines of N signs draw, as in comments.
    fn drawn(&self, annotations: &[Annotation]) -> Option<Note> {
        let signs = |row: &Annotation| row.text.chars().count();
        let is_row = |row: &&Annotation| signs(row) > 3 && !row.text.contains(' ');
        let rows: Vec<&Annotation> = annotations.iter().filter(is_row).collect();
        let first = *rows.first()?;
        let side = rows.len();
        if rows.iter().any(|row| signs(row) != side) {
            return None;
        }
        let cells: String = rows.iter().map(|row| row.text.as_str()).collect();
        let tokens: Vec<&str> = cells.split("").filter(|token| !token.is_empty()).collect();
        let message = match region_map::drawn(&tokens, side, false, true) {
            Drawn::Map(map) => {
                return Some(Note::Statement(region_map::statement(&map), first.clone()));
            }
            Drawn::Fault(_, message) => message,
            Drawn::Grid if !cells.contains(|c: char| c.is_ascii_digit()) => return None,
            Drawn::Grid => "found a grid in comments, expected words".to_owned(),
        };
        Some(Note::Fault(first.error(&self.applier.name, &message)))
    }

    /// Returns what a text states.
    fn note(&mut self, annotation: &Annotation) -> Option<Note> {
        if !annotation.text.chars().any(char::is_alphabetic)
            || self.known.contains(&annotation.text)
        {
            return None;
        }
        let meaning = match annotation.is_kind {
            true => judge_kind(&annotation.text),
            false => judge(&annotation.text),
        };
        match meaning {
            Meaning::Decoration => {
                if !annotation.is_kind && self.known.len() < MOST_KNOWN {
                    self.known.insert(annotation.text.clone());
                }
                None
            }
            Meaning::Statement(statements) => {
                Some(Note::Statement(statements.join("; "), annotation.clone()))
            }
            Meaning::States(states) => Some(Note::States(states, annotation.clone())),
        }
    }

    /// Takes puzzles of these lines, with the annotations on them. `is_item` is set if their line
    /// begins an item of a list.
    pub(in crate::sudoku::text) fn puzzles(
        &mut self,
        items: Vec<Result<Entry, InputError>>,
        (first, last): (u64, u64),
        on: Vec<Annotation>,
        lacks: Option<InputError>,
        is_item: bool,
    ) {
        self.close();
        // A title that was read with the rows.
        let is_above = |annotation: &Annotation| {
            items
                .iter()
                .flatten()
                .all(|entry| annotation.line < entry.line)
        };
        let is_read = items.iter().any(Result::is_ok);
        let (title, on): (Vec<Annotation>, Vec<Annotation>) = on
            .into_iter()
            .partition(|annotation| is_read && is_above(annotation));
        let has_title = title
            .iter()
            .any(|annotation| annotation.text.contains(char::is_alphabetic));
        let title = self.notes(title);
        let mut held = self.hold_back(items, (first, last), on, lacks);
        held.is_item = is_item;
        let paragraphs = std::mem::take(&mut self.paragraphs);
        let before = self.held.take();
        let end = before.as_ref().map(|held| held.last);
        if paragraphs.is_empty()
            && end.is_some_and(|end| end + 1 >= first)
            && let Some(before) = &before
        {
            // What stands in an item ahead of its puzzle is of that puzzle alone, as far as one knows.
            let is_next_item = held.is_item && !before.is_item;
            let shared = match is_next_item {
                true => &mut held.unclear,
                false => &mut held.above,
            };
            shared.extend(before.above.iter().cloned());
            held.unclear.extend(before.unclear.iter().cloned());
        } else {
            self.inherit(&mut held, &paragraphs, end, has_title);
        }
        let (parted, before) = match before {
            Some(before) if before.is_parted => (Some(before), None),
            before => (None, before),
        };
        parted.into_iter().for_each(|parted| self.release(parted));
        if let Some(mut before) = before {
            self.split(&mut before, &mut held, paragraphs);
            self.release(before);
        } else {
            for paragraph in paragraphs {
                let is_title = paragraph.last + 1 >= first;
                self.hold(&mut held, paragraph.notes, is_title);
            }
        }
        self.hold(&mut held, title, true);
        self.held = Some(held);
    }

    /// Returns puzzles that are held back with the notes on their lines.
    fn hold_back(
        &mut self,
        items: Vec<Result<Entry, InputError>>,
        (first, last): (u64, u64),
        on: Vec<Annotation>,
        lacks: Option<InputError>,
    ) -> Held {
        // It is not clear to which of several puzzles a statement belongs.
        let is_one = |note: &Arc<Note>| items.len() < 2 || !matches!(**note, Note::Statement(..));
        let (own, unclear) = self.notes(on).into_iter().partition(is_one);
        Held {
            items,
            first,
            last,
            above: std::mem::take(&mut self.carried),
            own,
            unclear,
            below: Vec::new(),
            lacks,
            is_parted: false,
            is_item: false,
        }
    }

    /// Adds the rules that were stated above earlier puzzles and may go on to hold.
    fn inherit(
        &self,
        held: &mut Held,
        paragraphs: &[Paragraph],
        end: Option<u64>,
        has_title: bool,
    ) {
        let is_below = |paragraph: &&Paragraph| Some(paragraph.first) != end.map(|end| end + 1);
        let has_title = has_title || paragraphs.iter().any(|paragraph| is_below(&paragraph));
        for (note, ends) in &self.in_force {
            if !(*ends && has_title) {
                held.unclear.push(Arc::clone(note));
            }
        }
    }

    /// Gives paragraphs to the puzzles before and behind them.
    fn split(&mut self, before: &mut Held, held: &mut Held, paragraphs: Vec<Paragraph>) {
        for paragraph in paragraphs {
            let touches_before = before.last + 1 >= paragraph.first;
            let touches_next = paragraph.last + 1 >= held.first;
            if touches_before != touches_next {
                match touches_before {
                    true => before.own.extend(paragraph.notes),
                    false => self.hold(held, paragraph.notes, true),
                }
                continue;
            }
            for note in paragraph.notes {
                if let Note::States(states, _) = &*note
                    && states.are_measures()
                    && (is_in_all(states, before) || is_in_all(states, held))
                {
                    continue;
                }
                let to = match *note {
                    // It changes one puzzle, and it is not clear which.
                    Note::Statement(..) => [&mut before.unclear, &mut held.unclear],
                    _ => [&mut before.own, &mut held.own],
                };
                to.into_iter()
                    .for_each(|notes| notes.push(Arc::clone(&note)));
                self.go_on(note, touches_next);
            }
        }
    }

    /// Gives notes above a puzzle to it; `ends` is set if they are its title.
    fn hold(&mut self, held: &mut Held, notes: Vec<Arc<Note>>, ends: bool) {
        for note in notes {
            held.above.push(Arc::clone(&note));
            self.go_on(note, ends);
        }
    }

    /// Keeps a note that may hold for further puzzles, unless one that states the same is kept.
    fn go_on(&mut self, note: Arc<Note>, ends: bool) {
        let stated = match &*note {
            Note::Statement(text, _) => text.clone(),
            // The next grid may have another size.
            Note::States(states, _) if states.are_common() => return,
            Note::States(states, _) => format!("{:?}", states.subjects),
            Note::Fault(_) => return,
        };
        if self.stated.insert((stated, ends)) {
            self.in_force.push((note, ends));
        }
    }

    /// Returns `true` if one of the texts states a rule other than a size.
    pub(in crate::sudoku::text) fn states(&mut self, annotations: &[Annotation]) -> bool {
        let is_rule =
            |note: Note| !matches!(note, Note::States(states, _) if states.are_measures());
        annotations
            .iter()
            .any(|annotation| self.note(annotation).is_some_and(is_rule))
    }

    /// Takes the error of lines that are no puzzle.
    pub(in crate::sudoku::text) fn fail(&mut self, error: InputError) {
        match &mut self.held {
            Some(held) => held.below.push(error),
            None => self.ready.push_back(Err(error)),
        }
    }

    /// Takes a line `---`: it parts the puzzles so far from the next. A second such line hands
    /// them out.
    pub(in crate::sudoku::text) fn separate(&mut self, line: u64) {
        self.close();
        self.in_force.clear();
        self.stated.clear();
        let Some(mut held) = self.held.take() else {
            self.end_faults();
            return;
        };
        if !held.is_parted {
            for paragraph in std::mem::take(&mut self.paragraphs) {
                if paragraph.last + 1 == line && paragraph.first > held.last + 1 {
                    let words = paragraph.notes.iter();
                    let words = words.filter(|note| matches!(***note, Note::States(..)));
                    self.carried.extend(words.cloned());
                }
                held.own.extend(paragraph.notes);
            }
            held.is_parted = true;
        } else if self.paragraphs.is_empty() || self.has_faults() {
            self.release(held);
            self.end_faults();
            return;
        }
        self.held = Some(held);
    }

    fn has_faults(&self) -> bool {
        let mut notes = self
            .paragraphs
            .iter()
            .flat_map(|paragraph| &paragraph.notes);
        notes.any(|note| matches!(**note, Note::Fault(_)))
    }

    /// Passes on the errors of what is parted from all puzzles.
    fn end_faults(&mut self) {
        for paragraph in &mut self.paragraphs {
            paragraph.notes.retain(|note| match &**note {
                Note::Fault(error) => {
                    self.ready.push_back(Err(error.clone()));
                    false
                }
                _ => true,
            });
        }
    }

    /// Ends the input. Returns an error if rules are left that belong to no puzzle.
    pub(in crate::sudoku::text) fn end(&mut self) -> Option<InputError> {
        self.close();
        if let Some(mut held) = self.held.take() {
            let paragraphs = self.paragraphs.drain(..);
            held.own
                .extend(paragraphs.flat_map(|paragraph| paragraph.notes));
            self.release(held);
        }
        let mut notes = self
            .paragraphs
            .drain(..)
            .flat_map(|paragraph| paragraph.notes);
        let error = |note: &Arc<Note>| match &**note {
            Note::Fault(error) => Some(error.clone()),
            Note::States(states, _) if states.are_measures() => None,
            Note::Statement(_, annotation) | Note::States(_, annotation) => {
                let message = format!(
                    "found {}, which may state a rule, expected a puzzle beside it",
                    annotation.quoted()
                );
                Some(annotation.error(&self.applier.name, &message))
            }
        };
        notes.find_map(|note| error(&note))
    }

    /// Takes the solution of the puzzle that is held, announced in this line.
    pub(in crate::sudoku::text) fn solution(&mut self, found: Result<Entry, InputError>) {
        self.close();
        self.paragraphs.clear();
        let Some(held) = &mut self.held else {
            return;
        };
        if let Ok(solution) = &found {
            held.last = held.last.max(solution.line);
        }
        let [Ok(entry)] = &mut held.items[..] else {
            return;
        };
        let result = found.and_then(|found| {
            let grid = solution_of(&entry.puzzle, &found.puzzle).map_err(|message| {
                let mut error = InputError::whole(&self.applier.name, message);
                error.line = Some(found.line);
                error
            })?;
            Ok(grid)
        });
        match result {
            Ok(grid) => entry.expected.get_or_insert_default().solution = Some(grid),
            Err(error) => held.items = vec![Err(error)],
        }
    }

    /// Lets a text reach up to this line, which has nothing that is read.
    pub(in crate::sudoku::text) fn reach(&mut self, last: u64) {
        if let Some(held) = &mut self.held
            && self.paragraphs.is_empty()
            && self.open.is_empty()
        {
            held.last = held.last.max(last);
        }
    }

    fn release(&mut self, held: Held) {
        let line = held.first;
        let notes: Vec<Arc<Note>> = held.above.into_iter().chain(held.own).collect();
        for item in held.items {
            let item = item.and_then(|entry| {
                self.applier
                    .decide(entry, line, &notes, &held.unclear, held.lacks.as_ref())
            });
            self.ready.push_back(item);
        }
        self.ready.extend(held.below.into_iter().map(Err));
    }
}

/// Returns `true` if puzzles have the sizes and symbols that words name.
fn is_in_all(states: &States, held: &Held) -> bool {
    let has = |item: &Result<Entry, _>| {
        let is_in = |entry: &Entry| states.subjects.iter().all(|of| of.is_in(&entry.puzzle));
        item.as_ref().is_ok_and(is_in)
    };
    held.items.iter().all(has)
}
