//! Answers in words, with the grid.

use super::words::{Words, all_of};
use crate::cli::color::{self, Painter};
use crate::cli::out::Stdout;
use anstyle::{AnsiColor, Style};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use std::io::{self, Write};
use sudosat::budget::Stop;
use sudosat::io::{counted, display};
use sudosat::reason::corrections::End;
use sudosat::reason::explanation::{Ending, Explanation, Goal};
use sudosat::reason::statements::one_of;
use sudosat::reason::why::{Change, Correction, NoSolution, Question, Several, Why};
use sudosat::sudoku::print::{self, Lines, Mark};
use sudosat::sudoku::{Cell, Digit};

/// Clues of a set.
const CLUE: Style = AnsiColor::Red.on_default().bold();
/// Cells in question.
const ASKED: Style = AnsiColor::Cyan.on_default().bold();

/// Returns `true` if a part of the answer is missing because the time ended.
pub fn is_partial(why: &Why) -> bool {
    let is_time = |stop: Stop| stop != Stop::Steps;
    match why {
        Why::NoSolution(answer) => {
            let by_corrections =
                matches!(answer.corrections_end, End::Stopped(stop) if is_time(stop));
            by_corrections || answer.changes_stop.is_some_and(is_time)
        }
        Why::Several(several) => !several.is_complete || several.clues.is_empty(),
        _ => false,
    }
}

/// Prints an answer.
pub fn write(
    out: &mut Stdout,
    name: &str,
    words: &Words,
    question: Option<Question>,
    why: &Why,
) -> io::Result<()> {
    let puzzle = words.statements.puzzle();
    let painter = Painter::stdout();
    let name = painter.paint(&display(name), color::HEADER);
    let none = FxHashSet::default();
    match why {
        Why::NoSolution(answer) => {
            writeln!(out, "{name}: no solution")?;
            let explanation = &answer.explanation;
            grid(
                out,
                words,
                painter,
                &clues(explanation),
                &of_clash(words, explanation),
            )?;
            self::explanation(out, words, explanation)?;
            no_solution(out, words, answer)
        }
        Why::OneSolution(_) => {
            writeln!(out, "{name}: exactly one solution")?;
            let open = puzzle
                .size()
                .cells()
                .find(|&cell| puzzle.clue(cell).is_none());
            let cell = open.unwrap_or(Cell::new(0, 0));
            writeln!(
                out,
                "Name a cell after the puzzle to ask why it has its digit, as in \
                 `sudosat why PUZZLE {cell}`."
            )
        }
        Why::Cell {
            digit,
            is_only,
            explanation,
        } => {
            let asked = cell_of(explanation);
            let digit = words.digit(*digit);
            match is_only {
                true => writeln!(out, "{name}: {asked} is {digit}")?,
                false => writeln!(
                    out,
                    "{name}: {asked} is {digit} in each of several solutions"
                )?,
            }
            about_cell(out, words, painter, asked, explanation)
        }
        Why::RuledOut {
            possible,
            explanation,
        } => {
            let asked = cell_of(explanation);
            let possible = self::possible(words, possible);
            writeln!(out, "{name}: several solutions; {asked} is {possible}")?;
            about_cell(out, words, painter, asked, explanation)
        }
        Why::Open(open) => {
            let possible = possible(words, &open.digits);
            write!(
                out,
                "{name}: several solutions; {} is {possible}",
                open.cell
            )?;
            let asked = question.and_then(|question| question.digit);
            match asked {
                None => writeln!(out, ": the clues do not decide it"),
                Some(digit) => writeln!(
                    out,
                    ": the clues do not decide if it is {}",
                    words.digit(digit)
                ),
            }
        }
        Why::Several(several) => {
            writeln!(out, "{name}: several solutions")?;
            let open = several.cells.iter().map(|open| open.cell).collect();
            grid(out, words, painter, &none, &open)?;
            self::several(out, words, several)
        }
    }
}

/// The cell that an explanation is about.
fn cell_of(explanation: &Explanation) -> Cell {
    match explanation.goal {
        Goal::Candidate { candidate, .. } => candidate.cell,
        Goal::Clash => Cell::new(0, 0),
    }
}

/// Returns the explanation whose steps are printed.
fn shown(explanation: &Explanation) -> &Explanation {
    explanation.by_steps.as_deref().unwrap_or(explanation)
}

/// Returns the cells of the clues of the explanation that is shown.
fn clues(explanation: &Explanation) -> FxHashSet<Cell> {
    let clues = shown(explanation).clues();
    clues.map(|clue| clue.cell).collect()
}

/// Returns the cells that a clash is about: of a house those without a clue.
fn of_clash(words: &Words, explanation: &Explanation) -> FxHashSet<Cell> {
    let puzzle = words.statements.puzzle();
    match &shown(explanation).end {
        Ending::NoDigit(cell, _) => FxHashSet::from_iter([*cell]),
        Ending::NoCell(house, ..) => {
            let cells = puzzle.rules().cells_of(*house).iter().copied();
            cells.filter(|&cell| puzzle.clue(cell).is_none()).collect()
        }
        Ending::Against { candidate, .. } => FxHashSet::from_iter([candidate.cell]),
        Ending::NoDigits(_) | Ending::Reached | Ending::Open => FxHashSet::default(),
    }
}

fn possible(words: &Words, digits: &[Digit]) -> String {
    one_of(digits.iter().map(|&digit| words.digit(digit)))
}

/// Prints the grid with the clues of a cell's explanation, and the explanation.
fn about_cell(
    out: &mut Stdout,
    words: &Words,
    painter: Painter,
    asked: Cell,
    explanation: &Explanation,
) -> io::Result<()> {
    let asked = FxHashSet::from_iter([asked]);
    grid(out, words, painter, &clues(explanation), &asked)?;
    self::explanation(out, words, explanation)
}

/// Draws the grid with marks: `*` at the clues of the set, `?` at the cells in
/// question.
fn grid(
    out: &mut Stdout,
    words: &Words,
    painter: Painter,
    clues: &FxHashSet<Cell>,
    asked: &FxHashSet<Cell>,
) -> io::Result<()> {
    let mark = |cell: Cell| {
        let (sign, style) = if clues.contains(&cell) {
            ('*', CLUE)
        } else if asked.contains(&cell) {
            ('?', ASKED)
        } else {
            return None;
        };
        let styled = painter.paint("|", style);
        let (before, after) = styled.split_once('|')?;
        Some(Mark {
            sign,
            before: before.to_owned(),
            after: after.to_owned(),
        })
    };
    let drawing = print::marked(words.statements.puzzle(), Lines::Unicode, mark);
    write!(out, "{drawing}")
}

/// Prints the steps and the end of an explanation, and what they need.
fn explanation(out: &mut Stdout, words: &Words, explanation: &Explanation) -> io::Result<()> {
    let goal = match explanation.goal {
        Goal::Clash => String::new(),
        Goal::Candidate { candidate, holds } => {
            let is = if holds { "is" } else { "is not" };
            format!("{} {is} {}", candidate.cell, words.digit(candidate.digit))
        }
    };
    if let Some(by_steps) = &explanation.by_steps {
        steps(out, words, by_steps, &goal)?;
        writeln!(
            out,
            "Needed for these steps{}: {}; without any of that they do not lead there.",
            mark(by_steps),
            words.needed(by_steps, false)
        )?;
        return match explanation.clues().eq(by_steps.clues()) {
            true => writeln!(
                out,
                "None of these clues can be left out. Some of the rules can, but then such steps \
                 do not lead there."
            ),
            false => writeln!(
                out,
                "A smaller set is enough, but not by such steps: {}; {}.",
                words.needed(explanation, true),
                note(explanation)
            ),
        };
    }
    if explanation.end == Ending::Open {
        let unless = match explanation.goal {
            Goal::Clash => String::new(),
            Goal::Candidate { .. } => format!(" unless {goal}"),
        };
        writeln!(
            out,
            "No single steps show it, but a search does: these can't hold together{unless}."
        )?;
    } else {
        steps(out, words, explanation, &goal)?;
    }
    writeln!(
        out,
        "Needed{}: {}; {}.",
        mark(explanation),
        words.needed(explanation, false),
        note(explanation)
    )
}

/// Returns a remark on the marks in the grid, if there are any.
fn mark(explanation: &Explanation) -> &'static str {
    match explanation.clues().next() {
        Some(_) => " (clues marked *)",
        None => "",
    }
}

/// Returns what is known about the size of a set.
fn note(explanation: &Explanation) -> &'static str {
    match (explanation.is_minimal, explanation.is_smallest) {
        (_, true) => "no smaller set is enough",
        (true, false) => "none can be left out",
        (false, false) => "the search ended before it was known if all are needed",
    }
}

/// Prints the steps and the end of an explanation, numbered if there are several.
fn steps(out: &mut Stdout, words: &Words, explanation: &Explanation, goal: &str) -> io::Result<()> {
    let mut sentences: Vec<String> = Vec::new();
    if let Some((candidate, holds)) = explanation.supposed {
        let is = if holds { "is" } else { "is not" };
        let digit = words.digit(candidate.digit);
        sentences.push(format!("Suppose that {} {is} {digit}", candidate.cell));
    }
    sentences.extend(words.steps(explanation));
    if let Some(end) = words.end(explanation) {
        sentences.push(match sentences.is_empty() {
            true => end,
            false => format!("So there is a clash: {end}"),
        });
    }
    if explanation.supposed.is_some() {
        sentences.push(format!("So {goal}"));
    }
    match &sentences[..] {
        [only] => writeln!(out, "{}.", capital(only)),
        several => {
            let mut numbered = several.iter().enumerate();
            numbered.try_for_each(|(number, sentence)| {
                writeln!(out, "{}. {}.", number + 1, capital(sentence))
            })
        }
    }
}

fn capital(sentence: &str) -> String {
    // A cell keeps its name as it is typed.
    let is_cell = |text: &str| {
        let rest = text.strip_prefix('r');
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) if !is_cell(sentence) => {
            first.to_uppercase().collect::<String>() + characters.as_str()
        }
        _ => sentence.to_owned(),
    }
}

/// Prints which clues have to go, and which changes leave one solution.
fn no_solution(out: &mut Stdout, words: &Words, answer: &NoSolution) -> io::Result<()> {
    if answer.is_by_rules {
        return writeln!(
            out,
            "No clue is to blame: without any clue there is no solution either."
        );
    }
    corrections(out, words, answer)?;
    if !answer.changes.is_empty() {
        let more = if answer.are_more_changes {
            ", among others"
        } else {
            ""
        };
        match answer.changes.len() {
            1 if !answer.are_more_changes => {
                writeln!(out, "This change leaves exactly one solution:")?;
            }
            _ => writeln!(
                out,
                "Each of these changes leaves exactly one solution{more}:"
            )?,
        }
        for &change in &answer.changes {
            writeln!(out, "  {}", self::change(words, change))?;
        }
    } else if answer.changes_stop.is_none() {
        writeln!(
            out,
            "No single change (two neighbours swapped, a digit changed, a clue or a part of a row \
             one cell further) leaves exactly one solution."
        )?;
    }
    if answer.changes_stop.is_some() {
        writeln!(out, "The search for changes ended before all were tried.")?;
    }
    Ok(())
}

fn corrections(out: &mut Stdout, words: &Words, answer: &NoSolution) -> io::Result<()> {
    let set = |correction: &Correction| {
        let clues = all_of(correction.clues.iter().map(|&clue| words.candidate(clue)));
        match correction.is_unique {
            Some(true) => format!("{clues} (leaves exactly one solution)"),
            _ => clues,
        }
    };
    let least = answer
        .corrections
        .first()
        .map_or(0, |first| first.clues.len());
    let (listed, larger): (Vec<&Correction>, Vec<&Correction>) = answer
        .corrections
        .iter()
        .partition(|correction| correction.clues.len() == least);
    match (&listed[..], least) {
        ([], _) => {}
        ([only], 1) => writeln!(out, "Without one clue there is a solution: {}.", set(only))?,
        ([only], _) if only.is_smallest => writeln!(
            out,
            "Without these {least} clues there is a solution, and without fewer there is none: {}.",
            set(only)
        )?,
        ([only], _) => writeln!(
            out,
            "Without these {least} clues there is a solution, perhaps also without fewer: {}.",
            set(only)
        )?,
        (several, _) => {
            let one = match least {
                1 => "any one of these clues".to_owned(),
                _ => format!("any one of these sets of {least} clues"),
            };
            writeln!(out, "Without {one} there is a solution:")?;
            for correction in several.iter() {
                writeln!(out, "  {}", set(correction))?;
            }
        }
    }
    match answer.corrections_end {
        End::More if larger.is_empty() => writeln!(
            out,
            "There are more such sets; --limit sets how many are listed."
        ),
        End::Stopped(_) if larger.is_empty() => {
            writeln!(out, "The search for such sets ended before all were found.")
        }
        _ => Ok(()),
    }
}

fn change(words: &Words, change: Change) -> String {
    let puzzle = words.statements.puzzle();
    let clue = |cell: Cell| match puzzle.clue(cell) {
        Some(digit) => words.digit(digit),
        None => ".".to_owned(),
    };
    match change {
        Change::Swapped([a, b]) => {
            format!("swap {a} and {b}: {a}={}, {b}={}", clue(b), clue(a))
        }
        Change::Digit { cell, digit } => {
            format!("{cell}={} instead of {}", words.digit(digit), clue(cell))
        }
        Change::Moved { from, to } => format!("move the {} of {from} to {to}", clue(from)),
        Change::Shifted { first, is_right } => {
            let direction = if is_right { "right" } else { "left" };
            format!(
                "move the clues of row {} from {first} on by one cell to the {direction}",
                first.row() + 1
            )
        }
    }
}

/// Prints the cells that differ between solutions, and the clues that settle them.
fn several(out: &mut Stdout, words: &Words, several: &Several) -> io::Result<()> {
    let count = several.cells.len();
    let at_least = if several.is_complete { "" } else { "at least " };
    let verb = if count == 1 { "differs" } else { "differ" };
    writeln!(
        out,
        "{} {verb} between the solutions (marked ?):",
        capital(&format!("{at_least}{}", counted(count, "cell")))
    )?;
    let by_row = several.cells.iter().chunk_by(|open| open.cell.row());
    for (_, row) in &by_row {
        let cells = row.map(|open| format!("{} is {}", open.cell, possible(words, &open.digits)));
        writeln!(out, "  {}", cells.collect::<Vec<_>>().join("; "))?;
    }
    if several.clues.is_empty() {
        return writeln!(
            out,
            "The search for clues that leave one solution ended too early."
        );
    }
    let clues = all_of(several.clues.iter().map(|&clue| words.candidate(clue)));
    let note = match (several.clues.len(), several.is_minimal, several.is_smallest) {
        (1, ..) => "",
        (_, _, true) => "; no fewer clues leave this solution",
        (_, true, false) => "; none of them can be left out",
        (_, false, false) => "; perhaps fewer are enough",
    };
    let these = match several.clues.len() {
        1 => "this clue".to_owned(),
        count => format!("these {count} clues"),
    };
    writeln!(
        out,
        "With {these} added there is one solution: {clues}{note}."
    )
}
