//! What stands beside a grid: words and maps that state its rules are applied to it, or it is
//! refused.
//!
//! The reader passes on, in the order of the input, the puzzles that it read and every text
//! that is no part of their cells. A puzzle is held back until the text below it is known: up
//! to the next puzzle, a line `---`, or the end of the input. Text without a blank line
//! between belongs to the puzzle that it touches; text that touches both neighbours, or
//! neither, to both.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod.rs` | which text belongs to which puzzle, and what becomes of the puzzle |
//! | `judge.rs` | what a text means for the rules |
//! | `vocabulary.rs` | the words by which texts are judged, by language |
//! | `measures.rs` | sizes and ranges of symbols in texts |
//! | `words.rs` | texts cut into sentences and words |
//! | `map.rs` | maps of regions |

mod judge;
pub(super) mod map;
mod measures;
mod vocabulary;
mod words;

use judge::judge_lines;
pub(super) use judge::{Meaning, is_ordinary, judge, judge_kind, label, names_rule};
use vocabulary::Subject;
pub(super) use vocabulary::{Label, truth};

use super::description::Statements;
use super::{Entry, Form, say};
use crate::io::InputError;
use crate::sudoku::rules::Spec;
use crate::sudoku::{Grid, Puzzle};
use judge::States;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// A text that is no part of a puzzle's cells, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// From 1.
    pub line: u64,
    /// From 1, in characters.
    pub column: usize,
    /// The whole line, as errors show it.
    pub shown: String,
    pub text: String,
    /// Set if it is the value of what states the kind of a puzzle.
    pub is_kind: bool,
}

/// What a text states about the rules of the puzzles that it belongs to.
#[derive(Debug)]
enum Note {
    /// Statements, and the text that says so.
    Statement(String, Said),
    /// A rule in other words.
    States(States, Said),
    /// Something that no puzzle can stand beside.
    Fault(InputError),
}

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
}

/// Puzzles of an input and the texts beside them.
#[derive(Debug)]
pub(super) struct Beside {
    /// The name of the input.
    name: String,
    /// The rules that the user states: rules in other words are taken for these.
    rules: Option<Arc<Statements>>,
    /// Paragraphs behind the last puzzle.
    paragraphs: Vec<Paragraph>,
    /// The lines of a paragraph that may go on.
    open: Vec<Said>,
    held: Option<Held>,
    /// Rules stated above an earlier puzzle, which may hold for all that follow. The flag is
    /// cleared if a title of another puzzle ends it.
    in_force: Vec<(Arc<Note>, bool)>,
    /// Notes on the line ahead of a `---`, which may be a heading that is drawn so.
    carried: Vec<Arc<Note>>,
    ready: VecDeque<Result<Entry, InputError>>,
    /// Texts of fields that mean nothing: lists have the same ones again and again.
    known: HashSet<String>,
}

/// Largest number of texts in [`Beside::known`].
const MOST_KNOWN: usize = 256;

/// Number of lines after which a paragraph is judged before its end.
const LONGEST_PARAGRAPH: usize = 200;

/// Largest number of paragraphs with rules that are kept ahead of a puzzle.
const MOST_PARAGRAPHS: usize = 64;

impl Beside {
    pub(super) fn new(name: &str, rules: Option<Arc<Statements>>) -> Beside {
        Beside {
            name: name.to_owned(),
            rules,
            paragraphs: Vec::new(),
            open: Vec::new(),
            held: None,
            in_force: Vec::new(),
            carried: Vec::new(),
            ready: VecDeque::new(),
            known: HashSet::new(),
        }
    }

    /// Returns the next puzzle of which is known what stands beside it.
    pub(super) fn next(&mut self) -> Option<Result<Entry, InputError>> {
        self.ready.pop_front()
    }

    /// Returns `true` if a puzzle is held back.
    pub(super) fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Returns `true` if a puzzle is held back to which the next lines may belong in any case.
    pub(super) fn is_open(&self) -> bool {
        self.held.as_ref().is_some_and(|held| !held.is_parted)
    }

    /// Takes a line of text between puzzles.
    pub(super) fn say(&mut self, said: Said) {
        let is_next = self
            .open
            .last()
            .is_some_and(|last| last.line + 1 >= said.line);
        if !is_next || self.open.len() >= LONGEST_PARAGRAPH {
            self.close();
        }
        self.open.push(said);
    }

    /// Takes statements that reach over these lines.
    pub(super) fn state(&mut self, last: u64, said: Said) {
        let (first, note) = (said.line, Note::Statement(said.text.clone(), said));
        self.add(first, last, note);
    }

    /// Takes what no puzzle can stand beside.
    pub(super) fn refuse(&mut self, first: u64, last: u64, error: InputError) {
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
        let said = std::mem::take(&mut self.open);
        let (Some(first), Some(last)) = (said.first(), said.last()) else {
            return;
        };
        let (first, last) = (first.line, last.line);
        let notes = self.notes(said);
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
    fn notes(&mut self, said: Vec<Said>) -> Vec<Arc<Note>> {
        let mut notes = Vec::new();
        notes.extend(self.drawn(&said).map(Arc::new));
        let mut rest: Vec<Said> = Vec::new();
        for said in said {
            match self.note(&said) {
                Some(note) => notes.push(Arc::new(note)),
                None => rest.push(said),
            }
        }
        // A sentence may go over several lines.
        rest.retain(|said| !is_ordinary(&said.text));
        if notes.is_empty() && rest.len() > 1 {
            let texts: Vec<&str> = rest.iter().map(|said| said.text.as_str()).collect();
            if let Some(states) = judge_lines(&texts.join(" ")) {
                notes.push(Arc::new(Note::States(states, rest.swap_remove(0))));
            }
        }
        notes
    }

    /// Returns the map or the grid that N lines of N signs draw, as in comments.
    fn drawn(&self, said: &[Said]) -> Option<Note> {
        let signs = |said: &Said| said.text.chars().count();
        let is_row = |said: &&Said| signs(said) > 3 && !said.text.contains(' ');
        let rows: Vec<&Said> = said.iter().filter(is_row).collect();
        let first = *rows.first()?;
        let side = rows.len();
        if rows.iter().any(|row| signs(row) != side) {
            return None;
        }
        let cells: String = rows.iter().map(|row| row.text.as_str()).collect();
        let tokens: Vec<&str> = cells.split("").filter(|token| !token.is_empty()).collect();
        let message = match map::drawn(&tokens, side, false, true) {
            map::Drawn::Map(map) => {
                return Some(Note::Statement(map::statement(&map), first.clone()));
            }
            map::Drawn::Fault(_, message) => message,
            map::Drawn::Grid if !cells.contains(|c: char| c.is_ascii_digit()) => return None,
            map::Drawn::Grid => "found a grid in comments, expected words".to_owned(),
        };
        Some(Note::Fault(error(&self.name, first, &message)))
    }

    /// Returns what a text states.
    fn note(&mut self, said: &Said) -> Option<Note> {
        if !said.text.chars().any(char::is_alphabetic) || self.known.contains(&said.text) {
            return None;
        }
        let meaning = match said.is_kind {
            true => judge_kind(&said.text),
            false => judge(&said.text),
        };
        match meaning {
            Meaning::Decoration => {
                if !said.is_kind && self.known.len() < MOST_KNOWN {
                    self.known.insert(said.text.clone());
                }
                None
            }
            Meaning::Statement(statements) => {
                Some(Note::Statement(statements.join("; "), said.clone()))
            }
            Meaning::States(states) => Some(Note::States(states, said.clone())),
        }
    }

    /// Takes puzzles of these lines, with what is said on them.
    pub(super) fn puzzles(
        &mut self,
        items: Vec<Result<Entry, InputError>>,
        (first, last): (u64, u64),
        on: Vec<Said>,
        lacks: Option<InputError>,
    ) {
        self.close();
        // A title that was read with the rows.
        let is_above = |said: &Said| items.iter().flatten().all(|entry| said.line < entry.line);
        let is_read = items.iter().any(Result::is_ok);
        let (title, on): (Vec<Said>, Vec<Said>) =
            on.into_iter().partition(|said| is_read && is_above(said));
        let has_title = title
            .iter()
            .any(|said| said.text.contains(char::is_alphabetic));
        let title = self.notes(title);
        let own = self.notes(on);
        // It is not clear to which of several puzzles a statement belongs.
        let is_one = |note: &Arc<Note>| items.len() < 2 || !matches!(**note, Note::Statement(..));
        let (own, unclear) = own.into_iter().partition(is_one);
        let paragraphs = std::mem::take(&mut self.paragraphs);
        let before = self.held.take();
        let mut held = Held {
            items,
            first,
            last,
            above: std::mem::take(&mut self.carried),
            own,
            unclear,
            below: Vec::new(),
            lacks,
            is_parted: false,
        };
        let end = before.as_ref().map(|held| held.last);
        if paragraphs.is_empty()
            && end.is_some_and(|end| end + 1 >= first)
            && let Some(before) = &before
        {
            held.above.extend(before.above.iter().cloned());
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

    /// Keeps a note that may hold for further puzzles.
    fn go_on(&mut self, note: Arc<Note>, ends: bool) {
        // The next grid may have another size.
        let is_size = matches!(&*note, Note::States(states, _) if states.are_common());
        if !matches!(*note, Note::Fault(_)) && !is_size {
            self.in_force.push((note, ends));
        }
    }

    /// Returns `true` if one of the texts states a rule other than a size.
    pub(super) fn states(&mut self, said: &[Said]) -> bool {
        let is_rule =
            |note: Note| !matches!(note, Note::States(states, _) if states.are_measures());
        said.iter().any(|said| self.note(said).is_some_and(is_rule))
    }

    /// Takes the error of lines that are no puzzle.
    pub(super) fn fail(&mut self, error: InputError) {
        match &mut self.held {
            Some(held) => held.below.push(error),
            None => self.ready.push_back(Err(error)),
        }
    }

    /// Takes a line `---`: it parts the puzzles so far from the next. A second such line hands
    /// them out.
    pub(super) fn separate(&mut self, line: u64) {
        self.close();
        self.in_force.clear();
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
    pub(super) fn end(&mut self) -> Option<InputError> {
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
            Note::Statement(_, said) | Note::States(_, said) => Some(self::error(
                &self.name,
                said,
                &format!(
                    "found {}, which may state a rule, expected a puzzle beside it",
                    quoted(said)
                ),
            )),
        };
        notes.find_map(|note| error(&note))
    }

    /// Takes the solution of the puzzle that is held, announced in this line.
    pub(super) fn solution(&mut self, found: Result<Entry, InputError>) {
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
                let mut error = InputError::whole(&self.name, message);
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
    pub(super) fn reach(&mut self, last: u64) {
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
                self.decide(entry, line, &notes, &held.unclear, held.lacks.as_ref())
            });
            self.ready.push_back(item);
        }
        self.ready.extend(held.below.into_iter().map(Err));
    }

    /// Applies to a puzzle what stands beside it, or refuses the puzzle.
    fn decide(
        &self,
        mut entry: Entry,
        line: u64,
        notes: &[Arc<Note>],
        unclear: &[Arc<Note>],
        lacks: Option<&InputError>,
    ) -> Result<Entry, InputError> {
        for note in notes.iter().chain(unclear) {
            if let Note::Fault(error) = &**note {
                return Err(error.clone());
            }
        }
        let is_stated = entry.form.states_rules() && !is_usual(entry.puzzle.rules().spec());
        for note in notes {
            if let Note::Statement(text, said) = &**note {
                entry.puzzle = self.apply(&entry, text, said)?;
            }
        }
        for note in unclear {
            match &**note {
                Note::States(states, _) if self.is_met(states, &entry, is_stated) => {}
                Note::Statement(text, said)
                    if self
                        .apply(&entry, text, said)
                        .is_ok_and(|same| same == entry.puzzle) => {}
                Note::Statement(_, said) | Note::States(_, said) => {
                    let message = format!(
                        "found {}, which may state a rule of the puzzle in line {line} too; write rules right \
                         above or below their puzzle, and a line '---' between puzzles",
                        quoted(said)
                    );
                    return Err(error(&self.name, said, &message));
                }
                Note::Fault(_) => {}
            }
        }
        for note in notes {
            if let Note::States(states, said) = &**note
                && !self.is_met(states, &entry, is_stated)
            {
                let message = format!(
                    "found {}, which may state a rule of the puzzle in line {line}; state its rules with --rules \
                     or as docs/RULES.md says, or take the words away",
                    quoted(said)
                );
                return Err(error(&self.name, said, &message));
            }
        }
        match lacks {
            Some(error)
                if entry.puzzle.rules().spec() == &Spec::latin(entry.puzzle.size())
                    && !is_latin(notes) =>
            {
                Err(error.clone())
            }
            _ => Ok(entry),
        }
    }

    /// Returns `true` if a puzzle has the rules of which words speak.
    fn is_met(&self, states: &States, entry: &Entry, is_stated: bool) -> bool {
        let is_in = |subject: &Subject| subject.is_in(&entry.puzzle);
        let has_all = !states.subjects.is_empty() && states.subjects.iter().all(is_in);
        // A description says its rules itself; words beside it explain them.
        let is_explained =
            entry.form == Form::Description && states.subjects.is_empty() || is_stated;
        self.rules.is_some() || has_all || is_explained
    }

    /// Returns a puzzle with the rules of a statement beside it.
    fn apply(&self, entry: &Entry, text: &str, said: &Said) -> Result<Puzzle, InputError> {
        let shift = " ".repeat(said.column - 1);
        let with_place = |mut error: InputError| {
            error.excerpt = say::at(&self.name, said.line, said.column, &said.shown, "").excerpt;
            error
        };
        let has_own_regions = entry.form.states_rules()
            || self
                .rules
                .as_ref()
                .is_some_and(|rules| rules.states_regions());
        let statements = Statements::read_at(&(shift + text), &self.name, said.line);
        statements
            .and_then(|statements| statements.apply_beside(&entry.puzzle, has_own_regions))
            .map_err(with_place)
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

/// Returns `true` if a statement says that a grid has no boxes.
fn is_latin(notes: &[Arc<Note>]) -> bool {
    let states = |note: &Arc<Note>| match &**note {
        Note::Statement(text, _) => text.contains("latin") || text.contains("no-boxes"),
        _ => false,
    };
    notes.iter().any(states)
}

/// Returns `true` for the rules that a grid has where no others are stated.
fn is_usual(spec: &Spec) -> bool {
    Spec::usual(spec.size).is_some_and(|usual| usual == *spec)
}

/// Returns a solution in the digits of its puzzle, or why it is none.
fn solution_of(puzzle: &Puzzle, solution: &Puzzle) -> Result<Grid, String> {
    let size = puzzle.size();
    if solution.size() != size {
        let found = solution.size();
        return Err(format!(
            "found a solution of {found}, expected {size} as in its puzzle"
        ));
    }
    let symbol = |of: &Puzzle, digit| of.symbols().of(digit).to_string().to_lowercase();
    let mut digits = Vec::with_capacity(size.num_cells());
    for cell in size.cells() {
        let Some(found) = solution.clue(cell) else {
            return Err(format!(
                "found a blank in {cell} of the solution, expected a digit"
            ));
        };
        let text = symbol(solution, found);
        let digit = size.digits().find(|&digit| symbol(puzzle, digit) == text);
        match (digit, puzzle.clue(cell)) {
            (Some(digit), None) => digits.push(digit),
            (Some(digit), Some(clue)) if digit == clue => digits.push(digit),
            (_, Some(clue)) => {
                let clue = symbol(puzzle, clue);
                return Err(format!(
                    "found '{text}' in {cell} of the solution, expected '{clue}' as in the puzzle above it"
                ));
            }
            (None, None) => {
                return Err(format!(
                    "found '{text}' in {cell} of the solution, expected a symbol of the puzzle"
                ));
            }
        }
    }
    Ok(Grid::new(size, digits))
}

/// Returns the text as an error shows it.
fn quoted(said: &Said) -> String {
    let text: String = said.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = say::shortened(&text).chars().flat_map(shown_char).collect();
    format!("'{shown}'")
}

/// Returns a character, or a `?` for one that can't be seen.
fn shown_char(c: char) -> Option<char> {
    match c.escape_debug().len() == 1 || matches!(c, '\'' | '"' | '\\') {
        true => Some(c),
        false => Some('?'),
    }
}

fn error(name: &str, said: &Said, message: &str) -> InputError {
    say::at(name, said.line, said.column, &said.shown, message)
}
