//! Reports errors to the user, in words. If an error has a place in a file, the report
//! shows the line with a mark below the place.
//!
//! Colours are used only on a terminal, and not if `NO_COLOR` is set. Text of an input
//! is never printed raw.

use super::exit::Exit;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::io::Write;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use sudosat::io::{InputError, OutputError, display, is_closed_stdout};

/// Number of clues that clash, or of other faults of one kind, that are listed. Chosen by hand.
pub(super) const MOST_CLASHES: usize = 3;

/// Prints an error that ends the program, and returns how to exit.
///
/// If the reader of standard output has closed the pipe, nothing is printed: it
/// may have had enough. A closed pipe of another output is an error.
pub(super) fn failure(error: &anyhow::Error) -> Exit {
    let closed = error.chain().any(|cause| {
        // An `OutputError` shows its `io::Error` as itself, not as its cause.
        let io = match cause.downcast_ref() {
            Some(OutputError::Failed(error)) => Some(error),
            _ => cause.downcast_ref(),
        };
        io.is_some_and(is_closed_stdout)
    });
    if closed {
        return Exit::Closed;
    }
    match error.downcast_ref::<InputError>() {
        Some(input) => print(&render(Level::ERROR, input)),
        None => print(&line(Level::ERROR, &format!("{error:#}"))),
    }
    Exit::BadInput
}

/// Prints what is wrong with one of several inputs; the program goes on. Text that refuses several
/// puzzles, such as the heading of a table, is shown for the first of them.
pub(super) fn input(error: &InputError) {
    static LAST: Mutex<Option<(InputError, bool)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((before, is_told)) = last.as_mut()
        && error.column.is_some()
        && (&before.name, before.line, before.column) == (&error.name, error.line, error.column)
        && before.message != error.message
    {
        if !std::mem::replace(is_told, true) {
            note("note: the same text refuses puzzles after this one");
        }
        return;
    }
    print(&render(Level::ERROR, error));
    *last = Some((error.clone(), false));
}

/// Prints what is odd about an input that is accepted.
pub(super) fn warning(error: &InputError) {
    print(&render(Level::WARNING, error));
}

/// Prints an error beside the one that ends the program.
pub(super) fn error(message: &str) {
    print(&line(Level::ERROR, message));
}

/// Says of each panic, before Rust's message with its place, that it is an internal fault.
///
/// The one panic that is none comes from the standard library, if there is no memory for the signal
/// stack of a new thread: it ends the program as any allocation that fails.
pub(super) fn name_internal_faults() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>();
        if message.is_some_and(|message| message.contains("alternative stack")) {
            std::process::abort();
        }
        error("internal fault of sudosat: please report it, with the command and its input");
        usual(panic);
    }));
}

/// Prints a note.
pub(super) fn note(text: &str) {
    print(text);
}

/// Prints to standard error. A failure is ignored, because it could not be reported.
fn print(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Returns a message without a place. Control characters are escaped line by line.
fn line(level: Level<'_>, message: &str) -> String {
    let message: Vec<_> = message.lines().map(display).collect();
    let report = [Group::with_title(level.primary_title(message.join("\n")))];
    Renderer::styled().render(&report)
}

fn render(level: Level<'_>, error: &InputError) -> String {
    let (Some(number), Some(column), Some(excerpt)) = (error.line, error.column, &error.excerpt)
    else {
        return line(level, &error.to_string());
    };
    let name = match error.name.as_str() {
        "-" => "standard input".into(),
        name => display(name),
    };
    let span = token(excerpt, column, &error.message);
    let snippet = Snippet::source(excerpt.as_str())
        .line_start(usize::try_from(number).unwrap_or(usize::MAX))
        .path(name)
        .annotation(AnnotationKind::Primary.span(span));
    let report = [level
        .primary_title(display(&error.message))
        .element(snippet)];
    Renderer::styled().render(&report)
}

/// Returns the range of the token in the line that begins at `column`, which counts
/// characters from 1. The token is the text that the message quotes, if it is at this
/// place; otherwise it ends before the next blank, separator or bracket.
fn token(line: &str, column: u64, message: &str) -> Range<usize> {
    let characters = usize::try_from(column - 1).unwrap_or(usize::MAX);
    let start = line
        .char_indices()
        .nth(characters)
        .map_or(line.len(), |(start, _)| start);
    let rest = &line[start..];
    let quoted = message.strip_prefix("found '");
    let quoted = quoted
        .and_then(|quoted| quoted.split_once('\''))
        .map(|(text, _)| text);
    if let Some(text) = quoted
        && !text.is_empty()
        && rest.starts_with(text)
    {
        return start..start + text.len();
    }
    // The bracket of an escape sequence, shown by this sign, is none of a list.
    let is_escape = rest.starts_with('␛');
    let is_end = |c: char| c.is_whitespace() || !is_escape && ",;|&[]{}()\"'".contains(c);
    let length = rest.find(is_end).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    start..start + length.max(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(level: Level<'_>, error: &InputError) -> String {
        anstream::adapter::strip_str(&render(level, error)).to_string()
    }

    #[test]
    fn an_error_in_a_line_shows_the_line_and_a_mark() {
        let error = InputError::at("a\nb.cnf", 3, 5, "found \"abc\", expected a literal")
            .with_excerpt("1 2 abc 0");
        assert_eq!(
            plain(Level::ERROR, &error),
            "error: found \"abc\", expected a literal\n \
             --> a\\nb.cnf:3:5\n  \
             |\n\
             3 | 1 2 abc 0\n  \
             |     ^^^"
        );
    }

    #[test]
    fn marks_stay_within_the_line() {
        for (line, column, range) in [
            ("ab c", 1, 0..2),
            ("äb c", 2, 2..3),
            ("ab", 3, 2..2),
            ("", 1, 0..0),
            ("a  b", 2, 1..2),
            ("ab", 99, 2..2),
        ] {
            assert_eq!(token(line, column, "m"), range, "{line:?} {column}");
            let error = InputError::at("f", 1, column, "m").with_excerpt(line);
            assert!(plain(Level::WARNING, &error).contains("f:1:"));
        }
    }

    #[test]
    fn a_mark_ends_with_its_token() {
        for (line, column, message, range) in [
            ("1,xy,3", 3, "found 'xy', expected a digit", 2..4),
            ("1,xy,3", 3, "m", 2..4),
            ("x30070000", 1, "found 'x' once beside '0'", 0..1),
            ("[[1,2]", 2, "found a list", 1..2),
            ("|数|", 2, "found '数' (U+6570), expected a digit", 1..4),
            ("a 'b'", 3, "found '", 2..3),
        ] {
            assert_eq!(token(line, column, message), range, "{line} {message}");
        }
    }

    #[test]
    fn an_error_without_a_place_is_one_line() {
        let error = InputError::whole("x\x1b[2J", "no such file");
        assert_eq!(
            plain(Level::ERROR, &error),
            "error: x\\u{1b}[2J: no such file"
        );
    }
}
