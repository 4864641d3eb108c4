//! Applies notes to a puzzle, or refuses the puzzle.

use super::meaning::States;
#[cfg(feature = "json")]
use super::meaning::{Meaning, judge};
use super::note::{Annotation, Note};
use super::vocabulary::Subject;
use crate::io::InputError;
use crate::sudoku::Puzzle;
use crate::sudoku::rules::Spec;
use crate::sudoku::text::description::Statements;
use crate::sudoku::text::{Entry, Form, messages};
use std::sync::Arc;

/// Applies notes by what the user states.
#[derive(Debug)]
pub(super) struct Applier {
    /// The name of the input.
    pub name: String,
    /// The rules that the user states: rules in other words are taken for these.
    pub rules: Option<Arc<Statements>>,
}

impl Applier {
    /// Applies to a puzzle what stands beside it, or refuses the puzzle.
    pub(super) fn decide(
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
            if let Note::Statement(text, annotation) = &**note {
                let puzzle = self.apply(&entry, text, annotation)?;
                if puzzle != entry.puzzle {
                    entry.beside.push((annotation.line, text.clone()));
                }
                entry.puzzle = puzzle;
            }
        }
        for note in unclear {
            match &**note {
                Note::States(states, _) if self.is_met(states, &entry, is_stated) => {}
                Note::Statement(text, annotation)
                    if self
                        .apply(&entry, text, annotation)
                        .is_ok_and(|same| same == entry.puzzle) => {}
                Note::Statement(_, annotation) | Note::States(_, annotation) => {
                    let message = format!(
                        "found {}, which may state a rule of the puzzle in line {line} too; write rules right \
                         above or below their puzzle, and a line '---' between puzzles",
                        annotation.quoted()
                    );
                    return Err(annotation.error(&self.name, &message));
                }
                Note::Fault(_) => {}
            }
        }
        for note in notes {
            if let Note::States(states, annotation) = &**note
                && !self.is_met(states, &entry, is_stated)
            {
                let message = format!(
                    "found {}, which may state a rule of the puzzle in line {line}; state its rules with --rules \
                     or as docs/RULES.md says, or take the words away",
                    annotation.quoted()
                );
                return Err(annotation.error(&self.name, &message));
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
    fn apply(
        &self,
        entry: &Entry,
        text: &str,
        annotation: &Annotation,
    ) -> Result<Puzzle, InputError> {
        let shift = " ".repeat(annotation.column - 1);
        let with_place = |mut error: InputError| {
            error.excerpt = messages::error_at(
                &self.name,
                annotation.line,
                annotation.column,
                &annotation.shown,
                "",
            )
            .excerpt;
            error
        };
        let has_own_regions = entry.form.states_rules()
            || self
                .rules
                .as_ref()
                .is_some_and(|rules| rules.states_regions());
        let statements = Statements::read_at(&(shift + text), &self.name, annotation.line);
        statements
            .and_then(|statements| statements.apply_beside(&entry.puzzle, has_own_regions))
            .map_err(with_place)
    }
}

/// Returns `true` if a text may state a rule that a puzzle does not have.
#[cfg(feature = "json")]
pub(in crate::sudoku::text) fn states_other_rule(text: &str, puzzle: &Puzzle) -> bool {
    match judge(text) {
        Meaning::Decoration => false,
        Meaning::States(states) => {
            let has_all = states.subjects.iter().all(|subject| subject.is_in(puzzle));
            !states.are_common() && (states.subjects.is_empty() || !has_all)
        }
        Meaning::Statement(lines) => {
            let statements = Statements::read(&lines.join("\n"), "");
            let applied = statements.and_then(|found| found.apply_beside(puzzle, false));
            !applied.is_ok_and(|applied| applied == *puzzle)
        }
    }
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
