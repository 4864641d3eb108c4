//! Answers in words, with the grid.

use crate::cli::color::{self, Painter};
use crate::cli::out::Stdout;
use crate::cli::rule_list;
use anstyle::{AnsiColor, Style};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use std::io::{self, Write};
use sudosat::budget::Stop;
use sudosat::io::counted;
use sudosat::reason::corrections::End;
use sudosat::reason::explanation::{Ending, Explanation, Goal};
use sudosat::reason::lists::{all_of, one_of};
use sudosat::reason::why::words::{self, Words, capital};
use sudosat::reason::why::{
    Blamed, Change, Correction, Direct, NoSolution, Question, Relaxed, Several, Why,
};
use sudosat::sudoku::print::{self, Lines, Mark};
use sudosat::sudoku::{Cell, Digit};

/// Clues of a set.
const CLUE: Style = AnsiColor::Red.on_default().bold();
/// Cells in question.
const ASKED: Style = AnsiColor::Cyan.on_default().bold();

/// Returns `true` if a part of the answer is missing because the time ended.
pub(super) fn is_partial(why: &Why) -> bool {
    let is_time = |stop: Stop| stop != Stop::Steps;
    match why {
        Why::NoSolution(answer) => {
            let by_corrections =
                matches!(answer.corrections_end, End::Stopped(stop) if is_time(stop));
            let by_changes = answer.changes_stop.is_some_and(is_time);
            by_corrections || by_changes || answer.explanation.stop.is_some()
        }
        Why::Several(several) => several.stop.is_some_and(is_time) || several.clues.is_empty(),
        Why::Cell { explanation, .. } | Why::RuledOut { explanation, .. } => {
            explanation.stop.is_some()
        }
        Why::OneSolution(_) | Why::Open(_) => false,
    }
}

/// Returns a remark on an answer that was asked to be the smallest and is not known to
/// be.
pub(super) fn not_smallest(why: &Why) -> Option<String> {
    let stop = match why {
        Why::NoSolution(answer) => answer.explanation.stop,
        Why::Cell { explanation, .. } | Why::RuledOut { explanation, .. } => explanation.stop,
        Why::Several(several) if !several.clues.is_empty() => several.stop,
        _ => None,
    }?;
    Some(format!("the set is not known to be smallest: {stop}"))
}

/// Prints that a puzzle has no solution, the grid, and the explanation.
pub(super) fn clash(
    out: &mut Stdout,
    name: &str,
    words: &Words,
    direct: &[Direct],
    explanation: &Explanation,
) -> io::Result<()> {
    let painter = Painter::stdout();
    let name = painter.paint(name, color::HEADER);
    writeln!(out, "{name}: no solution")?;
    let cells = of_clash(words, explanation);
    grid(out, words, painter, &clues(explanation), &cells)?;
    for one in direct {
        let sentence = words::direct(one, words.statements().rules());
        writeln!(out, "{}.", capital(&sentence))?;
    }
    self::explanation(out, words, explanation)
}

/// Prints an answer.
pub(super) fn write(
    out: &mut Stdout,
    name: &str,
    words: &Words,
    question: Option<Question>,
    why: &Why,
) -> io::Result<()> {
    let painter = Painter::stdout();
    let plain_name = name;
    let name = painter.paint(name, color::HEADER);
    match why {
        Why::NoSolution(answer) => {
            clash(out, plain_name, words, &answer.direct, &answer.explanation)?;
            repairs(out, words, answer)
        }
        Why::OneSolution(_) => {
            writeln!(out, "{name}: exactly one solution")?;
            let puzzle = words.statements().puzzle();
            let mut cells = puzzle.size().cells();
            let open = cells.find(|&cell| puzzle.clue(cell).is_none());
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
            let each = match is_only {
                true => "",
                false => " in each of several solutions",
            };
            writeln!(out, "{name}: {asked} is {digit}{each}")?;
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
            let asked = question.and_then(|question| question.digit);
            let what = asked.map_or("it".to_owned(), |digit| {
                format!("if it is {}", words.digit(digit))
            });
            let (cell, possible) = (open.cell, possible(words, &open.digits));
            writeln!(
                out,
                "{name}: several solutions; {cell} is {possible}: the clues do not decide {what}"
            )
        }
        Why::Several(several) => {
            writeln!(out, "{name}: several solutions")?;
            let open = several.cells.iter().map(|open| open.cell).collect();
            grid(out, words, painter, &FxHashSet::default(), &open)?;
            self::several(out, words, several)
        }
    }
}

/// Returns the cell that an explanation is about.
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
    let puzzle = words.statements().puzzle();
    match &shown(explanation).end {
        Ending::NoDigit(cell, _) => FxHashSet::from_iter([*cell]),
        Ending::NoCell(house, ..) => {
            let cells = puzzle.rules().cells_of(*house).iter().copied();
            cells.filter(|&cell| puzzle.clue(cell).is_none()).collect()
        }
        Ending::Against { candidate, .. } => FxHashSet::from_iter([candidate.cell]),
        Ending::NoDigits(..) | Ending::Reached | Ending::Open => FxHashSet::default(),
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
    let puzzle = words.statements().puzzle();
    let drawing = print::marked(puzzle, Lines::Unicode, mark);
    write!(out, "{drawing}")?;
    rule_list::write(out, puzzle.rules().spec())
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
        let smaller = "A smaller set of rules is enough, but not by such steps.";
        return match explanation.clues().eq(by_steps.clues()) {
            true if explanation.clues().next().is_none() => writeln!(out, "{smaller}"),
            true if !explanation.is_minimal => writeln!(out, "{smaller}"),
            true => writeln!(out, "None of these clues can be left out. {smaller}"),
            false => writeln!(
                out,
                "A smaller set is enough, but not by such steps: {}; {}.",
                words.needed(explanation, true),
                note(explanation)
            ),
        };
    }
    if let Some(cases) = &explanation.cases {
        writeln!(
            out,
            "{} has a digit, but each one leads to a clash:",
            cases.cell
        )?;
        for (number, sentence) in words.cases(cases, explanation).iter().enumerate() {
            writeln!(out, "{}. {}.", number + 1, capital(sentence))?;
        }
    } else if explanation.end == Ending::Open {
        let unless = match explanation.goal {
            Goal::Clash => String::new(),
            Goal::Candidate { .. } => format!(" unless {goal}"),
        };
        writeln!(
            out,
            "Filling in cells one by one does not show it, but trying all cases does: what is \
             listed here can't all hold{unless}."
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

/// Prints which changes leave one solution, and which clues or marks have to go.
pub(super) fn repairs(out: &mut Stdout, words: &Words, answer: &NoSolution) -> io::Result<()> {
    if answer.is_without_marks {
        writeln!(
            out,
            "The pencil marks do not matter: without them there is no solution either."
        )?;
    }
    match answer.blamed {
        Blamed::Rules => {
            writeln!(
                out,
                "Without any clue there is no solution either: the rules clash."
            )?;
            relaxed(out, answer)?;
            changes(out, words, answer)
        }
        Blamed::Marks => missing(out, words, answer),
        Blamed::Clues => {
            relaxed(out, answer)?;
            changes(out, words, answer)?;
            corrections(out, words, answer)
        }
    }
}

/// Prints the sets of stated rules that may be wrong.
fn relaxed(out: &mut Stdout, answer: &NoSolution) -> io::Result<()> {
    let set =
        |relaxed: &Relaxed| format!("{}{}", all_of(&relaxed.rules), unique(relaxed.is_unique));
    let least = answer.relaxed.first().map_or(0, |first| first.rules.len());
    match (&answer.relaxed[..], least) {
        ([], _) => {}
        ([only], 1) => {
            writeln!(out, "There is a solution without this rule: {}.", set(only))?;
        }
        ([only], _) => writeln!(
            out,
            "There is a solution without these {least} rules, and none without fewer: {}.",
            set(only)
        )?,
        (several, _) => {
            let one = match least {
                1 => "any one of these rules".to_owned(),
                _ => format!("any one of these sets of {least} rules"),
            };
            writeln!(out, "There is a solution without {one}:")?;
            for one in several {
                writeln!(out, "  {}", set(one))?;
            }
        }
    }
    match answer.relaxed_end {
        End::More if !answer.relaxed.is_empty() => writeln!(
            out,
            "There are more such sets of rules; --limit sets how many are listed."
        ),
        End::Stopped(stop) => writeln!(
            out,
            "The search for rules to leave out ended before all were tried: {stop}."
        ),
        _ => Ok(()),
    }
}

fn changes(out: &mut Stdout, words: &Words, answer: &NoSolution) -> io::Result<()> {
    let has_numbers = || {
        let spec = words.statements().rules().spec();
        let mut marks = spec.marks.iter();
        spec.cages.iter().any(|cage| cage.sum.is_some())
            || marks.any(|mark| mark.numbers.len() == 1 && !mark.cells.is_empty())
    };
    match (&answer.changes[..], answer.changes_stop) {
        ([], Some(_)) => {}
        ([], None) if answer.are_rules_untried => writeln!(
            out,
            "No change was found that leaves exactly one solution, but other numbers were not tried \
             for all rules."
        )?,
        ([], None) if answer.blamed == Blamed::Rules => {
            if has_numbers() {
                writeln!(
                    out,
                    "No other number of one rule, mistyped in one digit, leaves exactly one solution."
                )?;
            }
        }
        ([], None) => writeln!(
            out,
            "No single change, as typing mistakes make them, leaves exactly one solution."
        )?,
        ([only], _) if !answer.are_more_changes => writeln!(
            out,
            "This change leaves exactly one solution: {}.",
            change(words, *only)
        )?,
        (several, _) => {
            let more = match answer.are_more_changes {
                true => " (there are more; --limit sets how many are listed)",
                false => "",
            };
            writeln!(
                out,
                "Each of these changes leaves exactly one solution; any of them may be a typing \
                 mistake, or none{more}:"
            )?;
            for &one in several {
                writeln!(out, "  {}", change(words, one))?;
            }
        }
    }
    match answer.changes_stop {
        Some(stop) => writeln!(
            out,
            "The search for such changes ended before all were tried: {}.",
            stop
        ),
        None => Ok(()),
    }
}

/// Prints the digits that the pencil marks lack.
fn missing(out: &mut Stdout, words: &Words, answer: &NoSolution) -> io::Result<()> {
    let set = |correction: &Correction| {
        let missing = correction.missing.iter();
        all_of(missing.map(|one| format!("{} lacks {}", one.cell, words.digit(one.digit))))
    };
    match &answer.corrections[..] {
        [] => writeln!(
            out,
            "The clues have a solution; the pencil marks rule it out."
        )?,
        [only] => writeln!(
            out,
            "The clues have a solution that the pencil marks rule out: {}.",
            set(only)
        )?,
        several => {
            writeln!(
                out,
                "The clues have solutions that the pencil marks rule out. In any one of these:"
            )?;
            for correction in several {
                writeln!(out, "  {}{}", set(correction), unique(correction.is_unique))?;
            }
        }
    }
    more(out, answer)
}

fn unique(is_unique: Option<bool>) -> &'static str {
    match is_unique {
        Some(true) => " (leaves exactly one solution)",
        _ => "",
    }
}

/// Prints the sets of clues to take away, of the smallest size.
fn corrections(out: &mut Stdout, words: &Words, answer: &NoSolution) -> io::Result<()> {
    let set = |correction: &Correction| {
        let clues = all_of(correction.clues.iter().map(|&clue| words.candidate(clue)));
        format!("{clues}{}", unique(correction.is_unique))
    };
    let least = answer
        .corrections
        .first()
        .map_or(0, |first| first.clues.len());
    let listed = answer.corrections.iter();
    let listed = listed.filter(|correction| correction.clues.len() == least);
    match (&listed.collect::<Vec<_>>()[..], least) {
        ([], _) => {}
        ([only], 1) => writeln!(
            out,
            "There is a solution if one clue is removed: {}.",
            set(only)
        )?,
        ([only], _) if only.is_smallest => writeln!(
            out,
            "There is a solution if these {least} clues are removed, and none if fewer are: {}.",
            set(only)
        )?,
        ([only], _) => writeln!(
            out,
            "There is a solution if these {least} clues are removed, and perhaps if fewer are: {}.",
            set(only)
        )?,
        (several, _) => {
            let one = match least {
                1 => "any one of these clues".to_owned(),
                _ => format!("any one of these sets of {least} clues"),
            };
            writeln!(out, "There is a solution if {one} is removed:")?;
            for correction in several {
                writeln!(out, "  {}", set(correction))?;
            }
        }
    }
    more(out, answer)
}

/// Prints why there may be more sets of the size that is listed.
fn more(out: &mut Stdout, answer: &NoSolution) -> io::Result<()> {
    let mut sizes = answer.corrections.iter().map(|one| one.cells().count());
    match answer.corrections_end {
        // A larger set was found: all of the smallest size are listed.
        _ if !sizes.all_equal() => Ok(()),
        End::More => writeln!(
            out,
            "There are more such sets; --limit sets how many are listed."
        ),
        End::Stopped(stop) => writeln!(
            out,
            "The search for such sets ended before all were found: {}.",
            stop
        ),
        End::Complete | End::Larger => Ok(()),
    }
}

fn change(words: &Words, change: Change) -> String {
    let puzzle = words.statements().puzzle();
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
        Change::Rows([a, b]) => format!("swap rows {} and {}", a + 1, b + 1),
        Change::Sum { cage, sum } => {
            let old = puzzle.rules().spec().cages[cage].sum;
            let old = old.map_or(String::new(), |old| format!(" instead of {old}"));
            let cells = words.cells_of_cage(cage).join(" + ");
            format!("{cells} = {sum}{old}")
        }
        Change::Number { mark, number } => {
            let old = &puzzle.rules().spec().marks[mark];
            let mut new = old.clone();
            new.numbers = vec![number];
            format!("{new} instead of {old}")
        }
        Change::Shifted {
            first,
            last,
            is_right,
        } => {
            let direction = if is_right { "right" } else { "left" };
            let row = first.row();
            let mut after = (last.col() + 1..puzzle.size().side()).map(|col| Cell::new(row, col));
            let to = match after.any(|cell| puzzle.clue(cell).is_some()) {
                true => format!("{first} to {last}"),
                false => format!("{first} on"),
            };
            format!(
                "move the clues of row {} from {to} by one cell to the {direction}",
                row + 1
            )
        }
    }
}

/// Prints the cells that differ between solutions, and the clues that settle them.
fn several(out: &mut Stdout, words: &Words, several: &Several) -> io::Result<()> {
    let count = several.cells.len();
    let stop = several
        .stop
        .map_or(String::new(), |stop| format!(": {stop}"));
    if count == 0 {
        return writeln!(
            out,
            "The search for the cells that differ ended before one was found{stop}."
        );
    }
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
            "The search for clues that leave one solution ended before any were found{stop}."
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
