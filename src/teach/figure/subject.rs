//! The subjects of a trace that can be drawn as a figure.

use super::diagram::{Diagram, Edge, Look, Node, Route};
use super::table::{Dots, Table};
use super::{Figure, links, pigeonholes, tree};
use crate::sudoku::rules::Regions;
use crate::sudoku::{Digit, Puzzle};
use crate::teach::names;
use crate::teach::runs::CoverEngine;
use crate::teach::story::Engine;
use crate::teach::table::MAX;
use crate::teach::trace::{Event, Graph, Trace};
use rustc_hash::FxHashMap;

/// The subject of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The puzzle as given.
    Grid,
    /// The puzzle as solved.
    Solution,
    /// The exact-cover matrix, with the chosen rows marked.
    Matrix,
    /// The implication graph of the first conflict shown.
    Conflict,
    /// The search tree.
    Tree,
    /// The four-way links.
    Links,
    /// The numbers that a house needs, and the cells where they can go.
    Pigeonholes,
}

impl Subject {
    /// Returns the subject with the name that `explain --svg` gives it.
    pub fn by_name(name: &str) -> Option<Subject> {
        Some(match name {
            "grid" => Subject::Grid,
            "solution" => Subject::Solution,
            "matrix" => Subject::Matrix,
            "conflict" => Subject::Conflict,
            "tree" => Subject::Tree,
            "links" => Subject::Links,
            "pigeonholes" => Subject::Pigeonholes,
            _ => return None,
        })
    }

    /// Returns the engine whose run is usually drawn.
    pub fn engine(self) -> Engine {
        match self {
            Subject::Conflict => Engine::Cdcl,
            Subject::Tree => Engine::Backtrack,
            _ => Engine::Cover(CoverEngine::Dlx),
        }
    }
}

/// Height of a unit of a graph's row in pixels.
const UNIT: i32 = 9;
/// Gap between the columns of a graph in pixels.
const COLUMN_GAP: i32 = 46;
/// Side of a cell of a grid in pixels.
const GRID_CELL: i32 = 40;
/// Side of a cell of a matrix in pixels.
const MATRIX_CELL: i32 = 20;

/// Draws the subject.
///
/// # Errors
/// If the trace does not contain the subject, or if it is too large.
pub fn draw(subject: Subject, trace: &Trace) -> Result<Figure, String> {
    Ok(match subject {
        Subject::Grid => Figure::Table(grid(trace, false)?),
        Subject::Solution => Figure::Table(grid(trace, true)?),
        Subject::Matrix => matrix(trace),
        Subject::Conflict => Figure::Diagram(conflict(trace)?),
        Subject::Tree => Figure::Diagram(tree::tree(trace)?),
        Subject::Links => {
            let (options, items) = (trace.cover.options.len(), trace.cover.items.len());
            if options > MAX || items > MAX {
                return Err(format!(
                    "links are drawn of at most {MAX} options and {MAX} items, not of \
                     {options} and {items}"
                ));
            }
            Figure::Diagram(links::links(&trace.cover))
        }
        Subject::Pigeonholes => Figure::Diagram(pigeonholes::pigeonholes(trace)?),
    })
}

/// Draws the subject of a puzzle's trace, with the puzzle's symbols in the cells of a grid.
/// In other figures digits are numbers; their titles say which symbols these are.
///
/// # Errors
/// The same as [`draw`].
pub fn draw_of(puzzle: &Puzzle, subject: Subject, trace: &Trace) -> Result<Figure, String> {
    let mut figure = draw(subject, trace)?;
    let Some(symbols) = names::symbols(puzzle) else {
        return Ok(figure);
    };
    if let (Subject::Grid | Subject::Solution, Figure::Table(table)) = (subject, &mut figure) {
        for (text, _) in table.cells.iter_mut().flatten() {
            let digit = text.parse().ok();
            let digit = digit.and_then(|value| Digit::from_value(value, puzzle.size()));
            if let Some(digit) = digit {
                *text = puzzle.symbols().of(digit).to_string();
            }
        }
        return Ok(figure);
    }
    let title = match &mut figure {
        Figure::Diagram(diagram) => &mut diagram.title,
        Figure::Table(table) => &mut table.title,
        Figure::Dots(dots) => &mut dots.title,
    };
    *title += &format!(". {symbols}");
    Ok(figure)
}

fn grid(trace: &Trace, solved: bool) -> Result<Table, String> {
    let puzzle = trace.puzzle.as_ref().ok_or("a grid is drawn of a puzzle")?;
    let digits = match (&puzzle.solution, solved) {
        (Some(solution), true) => solution,
        (None, true) => {
            let cut = trace.runs.iter().find_map(|run| run.truncated);
            return Err(match cut {
                Some(step) => format!("the run was cut after step {step}, before a solution"),
                None => "the run found no solution".into(),
            });
        }
        (_, false) => &puzzle.givens,
    };
    let rules = puzzle.rules()?;
    let side = rules.size().side();
    let (row_block, column_block) = match rules.spec().regions {
        Regions::Boxes { rows, cols } => (rows, cols),
        _ => (0, 0),
    };
    let regions = match &rules.spec().regions {
        Regions::Map(map) => map.clone(),
        _ => Vec::new(),
    };
    let cell = |(&digit, &given): (&usize, &usize)| {
        let look = if given > 0 { Look::Chosen } else { Look::True };
        let text = if digit > 0 {
            digit.to_string()
        } else {
            String::new()
        };
        (text, look)
    };
    let cells: Vec<(String, Look)> = digits.iter().zip(&puzzle.givens).map(cell).collect();
    Ok(Table {
        title: match solved {
            true => "The solution".into(),
            false => "The puzzle".into(),
        },
        cells: cells.chunks(side).map(<[_]>::to_vec).collect(),
        rows: Vec::new(),
        columns: Vec::new(),
        row_block,
        column_block,
        regions,
        side: GRID_CELL,
    })
}

/// Draws the matrix, with names if it is small, as dots if not.
fn matrix(trace: &Trace) -> Figure {
    let cover = &trace.cover;
    let (rows, columns) = (cover.options.len(), cover.items.len());
    let title = format!("The exact-cover matrix: {rows} × {columns}");
    let events = trace.runs.iter().flat_map(|run| &run.events);
    let taken = events.filter_map(|event| match event {
        Event::Solution { options, .. } => Some(options.clone()),
        _ => None,
    });
    let taken = { taken }.next_back().unwrap_or_default();
    // The items of a puzzle come in blocks of the number of cells if all its
    // houses are rows, columns, and boxes or regions.
    let cells = trace
        .puzzle
        .as_ref()
        .map_or(0, |puzzle| puzzle.givens.len());
    let in_blocks = cells > 0 && [3, 4].map(|blocks| blocks * cells).contains(&columns);
    let column_block = if in_blocks { cells } else { 0 };
    if rows > MAX || columns > MAX {
        let ones = cover.options.iter().enumerate();
        let ones = ones.flat_map(|(row, option)| option.items.iter().map(move |&item| (row, item)));
        return Figure::Dots(Dots {
            title,
            rows,
            columns,
            ones: ones.collect(),
            taken,
            column_block,
        });
    }
    let look = |row: usize| match taken.contains(&row) {
        true => Look::Chosen,
        false => Look::Plain,
    };
    let options = || cover.options.iter().enumerate();
    let cells = options().map(|(row, option)| {
        let one = |item| match option.items.contains(&item) {
            true => ("1".to_string(), look(row)),
            false => (String::new(), Look::Plain),
        };
        (0..columns).map(one).collect()
    });
    Figure::Table(Table {
        title,
        cells: cells.collect(),
        rows: options()
            .map(|(row, option)| (option.name.clone(), look(row)))
            .collect(),
        columns: cover.items.iter().map(|item| item.name.clone()).collect(),
        row_block: 0,
        column_block,
        regions: Vec::new(),
        side: MATRIX_CELL,
    })
}

/// Draws the first conflict that has a graph.
fn conflict(trace: &Trace) -> Result<Diagram, String> {
    let events = trace.runs.iter().flat_map(|run| &run.events);
    // For each literal, its level, and whether it was decided.
    let mut levels: FxHashMap<i32, (usize, bool)> = FxHashMap::default();
    let mut conflicts = 0;
    if let (Some(run), Some(_)) = (trace.runs.first(), &trace.puzzle)
        && run.engine != "cdcl"
    {
        return Err(format!(
            "a conflict is one of --engine cdcl; a run of {} has dead ends, which the search tree shows",
            run.engine
        ));
    }
    for event in events {
        match *event {
            Event::Decide { lit, level } => drop(levels.insert(lit, (level, true))),
            Event::Imply { lit, level, .. } => drop(levels.insert(lit, (level, false))),
            Event::Conflict {
                level, ref graph, ..
            } => {
                conflicts += 1;
                if let Some(graph) = graph {
                    let title = format!("Conflict {conflicts}, on level {level}");
                    return Ok(implications(trace, title, graph, level, &levels));
                }
            }
            _ => {}
        }
    }
    Err("the run has no conflict there".into())
}

fn implications(
    trace: &Trace,
    title: String,
    graph: &Graph,
    level: usize,
    levels: &FxHashMap<i32, (usize, bool)>,
) -> Diagram {
    let labels: Vec<String> = graph
        .nodes
        .iter()
        .map(|node| match node.0 {
            Graph::CONFLICT => "✗ conflict".into(),
            lit => literal(trace, lit),
        })
        .collect();
    let width = Diagram::width_for(labels.iter().map(String::as_str));
    let at = |x: i32, y: i32| (x * (width + COLUMN_GAP), y * UNIT);
    let nodes = graph.nodes.iter().zip(labels).map(|(node, label)| {
        let (x, y) = at(node.1, node.2);
        let (of, decided) = levels.get(&node.0).copied().unwrap_or((level, false));
        let (look, note) = match node.0 {
            Graph::CONFLICT => (Look::Wrong, String::new()),
            _ if decided => (Look::Chosen, format!("@{of}")),
            1.. => (Look::True, format!("@{of}")),
            _ => (Look::False, format!("@{of}")),
        };
        Node {
            label,
            note,
            x,
            y,
            look,
        }
    });
    let edges = graph.edges.iter().map(|edge| Edge {
        from: edge.0,
        to: edge.1,
        route: Route::Columns(edge.2.iter().map(|&(x, y)| at(x, y)).collect()),
        look: Look::Plain,
    });
    Diagram {
        title,
        nodes: nodes.collect(),
        edges: edges.collect(),
        width,
        height: 24,
    }
}

/// Returns the name of a literal: `r1c2=3`, `r1c2≠3`, `¬y65`.
fn literal(trace: &Trace, lit: i32) -> String {
    let names = trace.cnf.as_ref().map(|cnf| &cnf.names);
    let name = names.and_then(|names| names.get(lit.unsigned_abs() as usize - 1));
    match (name, lit > 0) {
        (None, _) => lit.to_string(),
        (Some(name), true) => name.clone(),
        (Some(name), false) if name.contains('=') => name.replace('=', "≠"),
        (Some(name), false) => format!("¬{name}"),
    }
}
