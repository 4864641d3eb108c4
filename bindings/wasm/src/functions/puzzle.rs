//! Puzzles: `solve` and `encode`.

use super::{Failure, NAME, budget, unknown};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::{Solver, Verdict};
use sudosat::check;
use sudosat::cover::{Choice, Method};
use sudosat::encode::{self, AtMostOne, ENCODINGS, Encoding, FormulaSize, Layout, Residual};
use sudosat::engine::backtrack::{Backtrack, Next};
use sudosat::formula::dimacs;
use sudosat::io::InputError;
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Stated};
use sudosat::sudoku::{Cell, Grid, Puzzle, print};

/// The options for reading a puzzle's text.
pub(super) struct Reading {
    /// Rules beside those that the text states.
    pub(super) rules: Option<String>,
    /// The symbols of the grid.
    pub(super) symbols: Option<String>,
}

impl Reading {
    /// Reads the only puzzle of a text.
    pub(super) fn only(&self, text: &str) -> Result<Entry, Failure> {
        let rules = self.rules.as_deref();
        let rules = rules.map(|rules| Statements::read(rules, "rules"));
        let symbols = self.symbols.as_deref().map(str::parse::<Stated>);
        let options = text::Options {
            rules: rules.transpose()?.map(Arc::new),
            symbols: symbols
                .transpose()
                .map_err(|error| Failure::new(format!("symbols: {error}")))?,
            ignore_unknown_rules: false,
        };
        let mut entries = text::read(text.as_bytes(), NAME, &options);
        let first = entries.next();
        let first = first.ok_or_else(|| {
            let message = "found no puzzle, expected one";
            Failure::from(InputError::whole(NAME, message))
        })??;
        match entries.next() {
            None => Ok(first),
            Some(Err(error)) => Err(error.into()),
            Some(Ok(second)) => Err(Failure::from(InputError {
                line: Some(second.line),
                ..InputError::whole(NAME, "found a second puzzle, expected one")
            })),
        }
    }
}

/// Returns the encoding with these names; without a name it is the lecture's, or
/// `extended` for rules that the lecture has no clauses for.
pub(super) fn encoding(
    puzzle: &Puzzle,
    name: Option<&str>,
    at_most_one: Option<&str>,
) -> Result<Encoding, Failure> {
    let named = match name {
        None => Encoding::usual(puzzle.rules()),
        Some(name) => Encoding::by_name(name)
            .ok_or_else(|| unknown("encoding", name, ENCODINGS.iter().map(|known| known.name)))?,
    };
    let encoding = match at_most_one {
        None => named,
        Some(name) => named.with_at_most_one(AtMostOne::by_name(name).ok_or_else(|| {
            let names = AtMostOne::ALL.map(AtMostOne::name);
            unknown("encoding of at-most-ones", name, names)
        })?),
    };
    encoding.expresses(puzzle.rules()).map_err(Failure::new)?;
    Ok(encoding)
}

/// Options of `encode`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Encode {
    encoding: Option<String>,
    at_most_one: Option<String>,
    rules: Option<String>,
    symbols: Option<String>,
}

/// Longest formula that is returned as a string, in bytes. Strings of V8, the engine of
/// Node and Chromium, have at most 2²⁹ − 24 characters.
const LONGEST: u64 = 500_000_000;

/// Returns the puzzle's formula in DIMACS, as `sudosat encode` writes it.
pub(super) fn encode(text: &str, options: Encode) -> Result<String, Failure> {
    let Encode {
        encoding: name,
        at_most_one,
        rules,
        symbols,
    } = options;
    let Entry {
        puzzle,
        name: place,
        ..
    } = Reading { rules, symbols }.only(text)?;
    let encoding = encoding(&puzzle, name.as_deref(), at_most_one.as_deref())?;
    let layout = Layout::default();
    let size = encode::size(&puzzle, &encoding, layout);
    size.fits().map_err(Failure::new)?;
    let length = encode::length(&puzzle, &encoding, layout).bytes;
    if length > LONGEST {
        return Err(Failure::new(format!(
            "the formula has about {length} bytes, and a string has room for {LONGEST}; \
             the program `sudosat encode` writes it to a file"
        )));
    }
    let mut formula = Vec::new();
    let mut writer = dimacs::Writer::new(&mut formula);
    let write = || -> io::Result<()> {
        for comment in encode::comments(&puzzle, &place, &encoding, layout) {
            writer.comment(&comment)?;
        }
        writer.header(size.vars as usize, size.clauses)?;
        encode::formula(&puzzle, &encoding, layout, &mut writer)?;
        writer.finish().map(|_| ())
    };
    write().map_err(Failure::new)?;
    String::from_utf8(formula).map_err(Failure::new)
}

/// Options of `solve`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Solve {
    engine: String,
    count: u64,
    steps: Option<u64>,
    rules: Option<String>,
    symbols: Option<String>,
}

impl Default for Solve {
    fn default() -> Solve {
        Solve {
            engine: "cdcl".into(),
            count: 1,
            steps: None,
            rules: None,
            symbols: None,
        }
    }
}

/// The searches for covers that solve puzzles.
const BY_COVER: [Method; 5] = [
    Method::Dlx,
    Method::Planes,
    Method::Sparse,
    Method::Bits,
    Method::Matrix,
];

/// Solves a puzzle. The fields of the answer are those of `sudosat solve --json`.
pub(super) fn solve(text: &str, options: Solve) -> Result<Value, Failure> {
    let Solve {
        engine,
        count,
        steps,
        rules,
        symbols,
    } = options;
    if count == 0 {
        return Err(Failure::new("options: found count 0, expected at least 1"));
    }
    let mut search = search_of(&engine)?;
    let entry = Reading { rules, symbols }.only(text)?;
    let (puzzle, budget) = (&entry.puzzle, budget(steps));
    let mut found = Found {
        entry: &entry,
        grids: Vec::new(),
        count,
    };
    let clashes = puzzle.clashes();
    let (end, steps) = match clashes.is_empty() {
        true => search(puzzle, &budget, &mut found)?,
        false => (Ok(true), Vec::new()),
    };
    let Found { grids, .. } = found;
    let mut answer = json!({
        "size": puzzle.size().side(),
        "clues": puzzle.num_clues(),
        "solutions": grids.iter().map(rows).collect::<Vec<_>>(),
        "lines": grids
            .iter()
            .map(|grid| print::line(&puzzle.answer(grid)).to_string().trim_end().to_owned())
            .collect::<Vec<_>>(),
        "engine": engine,
        "answer": match (grids.is_empty(), &end) {
            (false, _) => "solved",
            (true, Ok(_)) => "no solution",
            (true, Err(_)) => "unknown",
        },
        "count": grids.len(),
        "complete": end == Ok(true),
        "steps": steps.into_iter().collect::<Value>(),
    });
    if let Some(order) = puzzle.rules().order() {
        answer["order"] = order.into();
    }
    if !clashes.is_empty() {
        let words = clashes.iter().map(ToString::to_string);
        answer["clashes"] = words.collect();
    }
    if let Err(stop) = end {
        answer["gave_up"] = stop.to_string().into();
    }
    Ok(answer)
}

/// Returns the rows of a grid as numbers, `null` where several grids leave a gap.
fn rows(grid: &Grid) -> Vec<Vec<Option<usize>>> {
    let size = grid.size();
    let value = |cell: Option<Cell>| Some(grid.digit(cell?).value());
    (0..size.rows())
        .map(|row| size.row(row).map(value).collect())
        .collect()
}

/// The solutions that were found, each checked.
struct Found<'a> {
    entry: &'a Entry,
    grids: Vec<Grid>,
    /// Number of solutions that are looked for.
    count: u64,
}

impl Found<'_> {
    /// Takes a solution. Returns `true` if these are enough.
    fn take(&mut self, grid: Grid) -> Result<bool, Failure> {
        let Entry { puzzle, tokens, .. } = self.entry;
        let wrong = |fault: String| Failure::new(format!("the engine's answer is wrong: {fault}"));
        check::grid(puzzle, &grid).map_err(|fault| wrong(fault.to_string()))?;
        // The reader is checked too: the answer keeps the text of the cells.
        check::tokens(tokens, puzzle.symbols(), &grid).map_err(|fault| wrong(fault.to_string()))?;
        self.grids.push(grid);
        Ok(self.grids.len() as u64 >= self.count)
    }
}

/// The end of a search: `Ok(true)` if there are no more solutions, `Ok(false)` if
/// enough were found; and its counts of steps.
type Searched = Result<(Result<bool, Stop>, Vec<(&'static str, u64)>), Failure>;

/// A search for the solutions of a puzzle.
type Search = Box<dyn FnMut(&Puzzle, &Budget, &mut Found<'_>) -> Searched>;

/// Returns the search with this name.
fn search_of(name: &str) -> Result<Search, Failure> {
    match name {
        "cdcl" => return Ok(Box::new(by_sat)),
        "backtrack" => return Ok(Box::new(|p, b, f| by_backtracking(Next::Reading, p, b, f))),
        "backtrack-fewest" => {
            return Ok(Box::new(|p, b, f| by_backtracking(Next::Fewest, p, b, f)));
        }
        _ => {}
    }
    match BY_COVER.into_iter().find(|method| method.name() == name) {
        Some(method) => Ok(Box::new(move |p, b, f| by_cover(method, p, b, f))),
        None => {
            let covers = BY_COVER.map(Method::name);
            let others = ["cdcl", "backtrack", "backtrack-fewest"];
            Err(unknown("engine", name, others.into_iter().chain(covers)))
        }
    }
}

/// Searches with our solver, on the formula of what the clues leave open.
fn by_sat(puzzle: &Puzzle, budget: &Budget, found: &mut Found<'_>) -> Searched {
    let mut fits = |size: FormulaSize| size.fits();
    let residual = Residual::within(puzzle, false, &mut fits).map_err(Failure::new)?;
    let mut solver = Solver::default();
    solver.reserve_vars(residual.num_vars());
    let Ok(()) = residual.formula(&Encoding::EXTENDED, &mut solver);
    let end = loop {
        match solver.solve(budget).map_err(Failure::new)? {
            Verdict::Unsat => break Ok(true),
            Verdict::Unknown(stop) => break Err(stop),
            Verdict::Sat => {
                let model = solver.model().ok_or_else(|| Failure::new("no model"))?;
                let model = residual.model(model.lits());
                let grid = encode::decode(puzzle.size(), model.lits()).map_err(Failure::new)?;
                let not_again = residual.not_again(&grid);
                if found.take(grid)? {
                    break Ok(false);
                }
                solver.add_clause(&not_again);
            }
        }
    };
    Ok((end, solver.stats().steps().to_vec()))
}

/// Searches for exact covers.
fn by_cover(method: Method, puzzle: &Puzzle, budget: &Budget, found: &mut Found<'_>) -> Searched {
    let problem = encode::cover(puzzle).map_err(Failure::new)?;
    let mut search = method
        .start(&problem, Choice::Smallest)
        .map_err(Failure::new)?;
    let end = loop {
        match search.advance(budget) {
            Err(stop) => break Err(stop),
            Ok(false) => break Ok(true),
            Ok(true) => {
                let options = search.solution();
                check::cover(&problem, options).map_err(Failure::new)?;
                let grid = encode::grid_from_options(&problem, puzzle.size(), options);
                if found.take(grid.map_err(Failure::new)?)? {
                    break Ok(false);
                }
            }
        }
    };
    Ok((end, search.steps()))
}

/// Searches on the grid.
fn by_backtracking(
    next: Next,
    puzzle: &Puzzle,
    budget: &Budget,
    found: &mut Found<'_>,
) -> Searched {
    // Clues that clash were found before.
    let clash = |_| Failure::new("the clues clash");
    let mut search = Backtrack::new(puzzle, next).map_err(clash)?;
    let end = loop {
        match search.next_solution(budget, &mut ()) {
            Err(stop) => break Err(stop),
            Ok(None) => break Ok(true),
            Ok(Some(grid)) => {
                if found.take(grid)? {
                    break Ok(false);
                }
            }
        }
    };
    let stats = search.stats();
    let steps = vec![
        ("placements", stats.placements),
        ("rejections", stats.rejections),
        ("undos", stats.undos),
    ];
    Ok((end, steps))
}
