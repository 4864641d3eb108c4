//! `sudosat sheet`: puzzles as a page to print, with the solutions at its end.

use super::context::Context;
use super::exit::Exit;
use super::interrupt::on_ctrl_c;
use super::limits;
use super::out;
use super::overrun::Watch;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::path::PathBuf;
use sudosat::budget::Budget;
use sudosat::engine::{self, End, Limit, Request};
use sudosat::io::{counted, display};
use sudosat::sudoku::print::{self, svg};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Digit, Grid, Puzzle};

/// Make a page of puzzles to print
///
/// The page is one HTML file that needs no network: numbered puzzles with their
/// rules and pencil marks drawn, then the solutions, smaller, on pages of their own. A browser prints
/// it, or saves it as PDF. A comment `# title: TEXT` before a puzzle is its title, as
/// `generate --class` writes it. If a puzzle does not have exactly one solution, a note
/// below its grid and on standard error says so.
#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// The page; `-` is standard output
    #[arg(short, long, value_name = "FILE.html", default_value = "-")]
    output: PathBuf,

    /// Replace the page if it exists
    #[arg(short, long)]
    force: bool,

    /// The heading of the page
    #[arg(long, value_name = "TEXT", default_value = "Sudoku")]
    title: String,

    /// Number of puzzles side by side: 1 is one large grid a page [default: 2 up to
    /// 9×9, 1 for larger grids]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: Option<u8>,

    /// Leave the solutions out; the puzzles are solved all the same, to find those without
    /// exactly one
    #[arg(long)]
    no_solutions: bool,

    /// Time limit for solving each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<std::time::Duration>,

    #[command(flatten)]
    quiet: Quiet,
}

/// The message of a run that an interrupt ended.
const INTERRUPTED: &str = "interrupted: the page was not written";

/// The solution of a puzzle that is printed.
enum Solved {
    /// There is no solution.
    None,
    /// The only solution.
    One(Grid),
    /// One of several solutions.
    Several(Grid),
    /// The time limit came before an answer.
    Unknown,
}

impl Solved {
    /// Returns what is wrong with the puzzle, for a message and as a sentence, unless it
    /// has exactly one solution.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Solved::One(_) => return None,
            Solved::None => ("no solution", "This puzzle has no solution."),
            Solved::Several(_) => ("several solutions", "This puzzle has several solutions."),
            Solved::Unknown => (
                "no solution found within the time limit",
                "It is not known if this puzzle has exactly one solution.",
            ),
        })
    }
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let inputs = arguments.puzzles.inputs();
    let mut page = out::create(&arguments.output, arguments.force, &inputs)?;
    let mut exit = Exit::Done;
    let mut puzzles = Vec::new();
    for entry in arguments.puzzles.entries(context, &interrupt) {
        if interrupt.is_raised() {
            break;
        }
        match entry {
            Ok(entry) => puzzles.push(entry),
            Err(error) => {
                report::input(&error);
                exit = exit.worst(Exit::BadInput);
            }
        }
    }
    if interrupt.is_raised() {
        report::note(INTERRUPTED);
        return Ok(Exit::GaveUp);
    }
    if puzzles.is_empty() {
        return Ok(exit);
    }
    let mut solved = Vec::new();
    for entry in &puzzles {
        let budget = limits::budget(arguments.time_limit, &interrupt);
        let watch = Watch::of_puzzle(arguments.time_limit);
        let found = solve(&entry.puzzle, &budget)?;
        drop(watch);
        if interrupt.is_raised() {
            report::note(INTERRUPTED);
            return Ok(Exit::GaveUp);
        }
        if let Some((fault, _)) = found.fault() {
            let name = display(&entry.name);
            arguments.quiet.note(&format!("warning: {name}: {fault}"));
        }
        solved.push(found);
    }
    page.write_all(html(&arguments, &puzzles, &solved)?.as_bytes())?;
    page.commit()?;
    Ok(exit)
}

/// Solves a puzzle, and looks for a second solution.
fn solve(puzzle: &Puzzle, budget: &Budget) -> anyhow::Result<Solved> {
    let engine = engine::by_name("cdcl")?;
    let request = Request::new(Limit::UNIQUE);
    let (outcome, mut grids) = engine::solve(&*engine, puzzle, &request, budget)?;
    if let End::GaveUp(_) = outcome.end {
        return Ok(Solved::Unknown);
    }
    let is_only = grids.len() == 1;
    Ok(match grids.pop() {
        None => Solved::None,
        Some(grid) if is_only => Solved::One(grid),
        Some(grid) => Solved::Several(grid),
    })
}

/// Returns the HTML page.
fn html(arguments: &Arguments, puzzles: &[Entry], solved: &[Solved]) -> Result<String, fmt::Error> {
    let largest = puzzles.iter().map(|entry| entry.puzzle.size().side()).max();
    let specs = puzzles.iter().map(|entry| entry.puzzle.rules().spec());
    let mut cages = specs.flat_map(|spec| &spec.cages);
    let has_sums = cages.any(|cage| cage.sum.is_some());
    let columns = arguments.columns.unwrap_or(match largest {
        Some(10..) => 1,
        _ => 2,
    });
    let mut page = String::new();
    let title = escaped(&arguments.title);
    writeln!(
        page,
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n\
         <meta name=viewport content='width=device-width'>\n<title>{title}</title>\n\
         <style>\n{STYLE}main {{ grid-template-columns: repeat({columns}, 1fr); }}\n\
         main.small {{ grid-template-columns: repeat({}, 1fr); }}\n</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n<main>",
        // Digits of solutions stay as large as those of a newspaper, and the sums of
        // cages can be read.
        if largest > Some(9) || has_sums { 2 } else { 4 }
    )?;
    for (number, (entry, solved)) in (1..).zip(puzzles.iter().zip(solved)) {
        write_puzzle(&mut page, number, entry, solved)?;
    }
    writeln!(page, "</main>")?;
    if !arguments.no_solutions {
        writeln!(page, "<section>\n<h1>Solutions</h1>\n<main class=small>")?;
        for (number, (entry, solved)) in (1..).zip(puzzles.iter().zip(solved)) {
            write_solution(&mut page, number, &entry.puzzle, solved)?;
        }
        writeln!(page, "</main>\n</section>")?;
    }
    writeln!(page, "</body>\n</html>")?;
    Ok(page)
}

/// Writes a puzzle with its rules.
fn write_puzzle(page: &mut String, number: usize, entry: &Entry, solved: &Solved) -> fmt::Result {
    let title = match &entry.title {
        Some(title) => format!("{number}: {}", escaped(title)),
        None => number.to_string(),
    };
    writeln!(page, "<figure>\n<figcaption>{title}</figcaption>")?;
    write!(page, "{}", svg(&entry.puzzle))?;
    if let Some((_, sentence)) = solved.fault() {
        writeln!(page, "<p class=fault>{sentence}</p>")?;
    }
    let mut rules = print::sentences(entry.puzzle.rules().spec());
    rules.splice(0..0, symbols(&entry.puzzle));
    let marked = print::marked_cells(&entry.puzzle).len();
    if marked > 0 {
        rules.push("A cell with small digits holds one of them.".to_owned());
    }
    if 0 < marked && marked < entry.puzzle.size().num_cells() - entry.puzzle.num_clues() {
        rules.push("A cell without any may hold each digit that the rules allow.".to_owned());
    }
    if !rules.is_empty() {
        writeln!(page, "<p>{}</p>", escaped(&rules.join(" ")))?;
    }
    let excluded = print::undrawn_exclusions(&entry.puzzle);
    if excluded > 0 {
        let candidates = counted(excluded, "candidate");
        writeln!(
            page,
            "<p>The pencil marks exclude {candidates} that the clues state.</p>"
        )?;
    }
    writeln!(page, "</figure>")
}

/// Writes the solution of a puzzle.
fn write_solution(
    page: &mut String,
    number: usize,
    puzzle: &Puzzle,
    solved: &Solved,
) -> fmt::Result {
    writeln!(page, "<figure>\n<figcaption>{number}</figcaption>")?;
    match solved {
        Solved::One(grid) | Solved::Several(grid) => {
            write!(page, "{}", svg(&puzzle.answer(grid)))?;
        }
        Solved::None => writeln!(page, "<p>There is no solution.</p>")?,
        Solved::Unknown => writeln!(page, "<p>No solution was found in time.</p>")?,
    }
    if let Solved::Several(_) = solved {
        writeln!(page, "<p>One of several solutions.</p>")?;
    }
    writeln!(page, "</figure>")
}

/// Returns the symbols of a puzzle, where they are not 1 to 9.
fn symbols(puzzle: &Puzzle) -> Option<String> {
    let side = puzzle.size().side();
    let of = |index: usize| puzzle.symbols().of(Digit::from_index(index)).to_string();
    let are_usual = side == 9 && of(0) == "1" && of(8) == "9";
    let all: Vec<String> = (0..side).map(of).collect();
    (!are_usual).then(|| format!("Symbols: {}.", all.join(" ")))
}

/// Returns a text without control characters, as HTML.
fn escaped(text: &str) -> String {
    let text = display(text);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// The style: black on white, since it is made to be printed. The solutions begin a
/// page, and no grid is cut by the end of one.
const STYLE: &str = "\
@page { margin: 15mm; }
body { color: #000; background: #fff; font: 15px/1.4 system-ui, sans-serif;
  max-width: 60em; margin: 1em auto; padding: 0 1em; }
h1 { font-size: 1.4em; }
main { display: grid; gap: 2em; }
main.small { gap: 1em; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-weight: bold; }
p { margin: 0.3em 0; font-size: 0.9em; }
p.fault { font-weight: bold; }
svg { display: block; width: 100%; max-height: 240mm; }
section { break-before: page; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
";
