//! Puzzles: reading and `solve`.

use super::{Failure, NAME, budget};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::{Solver, Verdict};
use sudosat::check;
use sudosat::encode::{self, Encoding, FormulaSize, Residual};
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
        self.ignoring(false, text)
    }

    /// Reads the only puzzle of a text. Rules and drawings of other programs that are not known
    /// are an error, unless they are to be ignored.
    pub(super) fn ignoring(
        &self,
        ignore_unknown_rules: bool,
        text: &str,
    ) -> Result<Entry, Failure> {
        let rules = self.rules.as_deref();
        let rules = rules.map(|rules| Statements::read(rules, "rules"));
        let symbols = self.symbols.as_deref().map(str::parse::<Stated>);
        let options = text::Options {
            rules: rules.transpose()?.map(Arc::new),
            symbols: symbols
                .transpose()
                .map_err(|error| Failure::new(format!("symbols: {error}")))?,
            ignore_unknown_rules,
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
pub(super) struct Found<'a> {
    entry: &'a Entry,
    grids: Vec<Grid>,
    /// Number of solutions that are looked for.
    count: u64,
}

impl Found<'_> {
    /// Takes a solution. Returns `true` if these are enough.
    pub(super) fn take(&mut self, grid: Grid) -> Result<bool, Failure> {
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
pub(super) type Searched = Result<(Result<bool, Stop>, Vec<(&'static str, u64)>), Failure>;

/// A search for the solutions of a puzzle.
pub(super) type Search = Box<dyn FnMut(&Puzzle, &Budget, &mut Found<'_>) -> Searched>;

/// Returns the search with this name.
fn search_of(name: &str) -> Result<Search, Failure> {
    match name {
        "cdcl" => Ok(Box::new(by_sat)),
        #[cfg(feature = "functions")]
        _ => super::engines::search_of(name),
        #[cfg(not(feature = "functions"))]
        _ => Err(super::unknown("engine", name, ["cdcl"])),
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
