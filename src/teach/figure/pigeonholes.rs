//! Pigeonholes: the numbers that a house still needs, and the cells where they can go.

use super::diagram::{Diagram, Edge, Look, Node, Route};
use super::puzzle_of;
use crate::sudoku::{Cell, Rules};
use crate::teach::trace::Trace;

/// Horizontal distance between the numbers and the cells in pixels.
const ACROSS: i32 = 240;
/// Vertical distance between two nodes in pixels.
const DOWN: i32 = 44;

/// Draws the house in which the open cells are fewest for the numbers that it still
/// needs: numbers on the left, cells on the right, and a line for each candidate that
/// no clue rules out.
///
/// # Errors
/// If the trace has no puzzle, or no house that needs a number.
pub fn pigeonholes(trace: &Trace) -> Result<Diagram, String> {
    let puzzle = puzzle_of(trace, "pigeonholes are")?;
    let rules = puzzle.rules()?;
    let size = rules.size();
    let given = |cell: Cell| puzzle.givens[cell.index(size)];
    let mut tightest: Option<(usize, Vec<usize>, Vec<Cell>)> = None;
    for house in (0..rules.houses().len()).filter(|&house| rules.is_full(house)) {
        let cells = rules.cells(house).iter().copied();
        let open: Vec<Cell> = cells.filter(|&cell| given(cell) == 0).collect();
        let is_placed = |digit: usize| rules.cells(house).iter().any(|&cell| given(cell) == digit);
        let needed: Vec<usize> = (1..=size.side()).filter(|&d| !is_placed(d)).collect();
        // Equal clues make the cells fewer than the numbers, never more.
        let surplus = needed.len() - open.len();
        let is_tighter = tightest
            .as_ref()
            .is_none_or(|(_, numbers, cells)| surplus > numbers.len() - cells.len());
        if !needed.is_empty() && is_tighter {
            tightest = Some((house, needed, open));
        }
    }
    let (house, numbers, cells) = tightest.ok_or("no house needs a number")?;
    let left = numbers.iter().map(|number| format!("number {number}"));
    let right = cells.iter().map(|cell| format!("cell {cell}"));
    let labels: Vec<String> = left.chain(right).collect();
    let node = |(index, label): (usize, &String)| {
        let row = index.checked_sub(numbers.len());
        Node {
            label: label.clone(),
            note: String::new(),
            x: row.map_or(0, |_| ACROSS),
            y: row.unwrap_or(index) as i32 * DOWN,
            look: row.map_or(Look::Plain, |_| Look::True),
        }
    };
    let excludes = |cell: Cell, number: usize| {
        let houses = rules.houses_of(cell).iter();
        { houses }.any(|&other| has_clue(&rules, &puzzle.givens, other as usize, number))
    };
    let edges = numbers.iter().enumerate().flat_map(|(from, &number)| {
        let holes = cells.iter().enumerate();
        let fitting = holes.filter(move |&(_, &cell)| !excludes(cell, number));
        let to = numbers.len();
        fitting.map(move |(hole, _)| Edge {
            from,
            to: to + hole,
            route: Route::Columns(Vec::new()),
            look: Look::Plain,
        })
    });
    Ok(Diagram {
        title: format!(
            "Pigeonholes of {}: {} for {}",
            rules.houses()[house],
            crate::teach::count(numbers.len(), "number", "numbers"),
            crate::teach::count(cells.len(), "cell", "cells"),
        ),
        width: Diagram::width_for(labels.iter().map(String::as_str)),
        height: 28,
        edges: edges.collect(),
        nodes: labels.iter().enumerate().map(node).collect(),
        ..Diagram::default()
    })
}

/// Returns `true` if a clue of the house is the number.
fn has_clue(rules: &Rules, givens: &[usize], house: usize, number: usize) -> bool {
    let cells = rules.cells(house).iter();
    { cells }.any(|cell| givens[cell.index(rules.size())] == number)
}
