//! Sheets with an empty column between boxes, and an empty row between bands.

use super::Form;
use super::layout::Layout;
use super::split::Token;
use crate::sudoku::Size;
use crate::sudoku::rules::Spec;

/// Returns the layout of a sheet without its gaps: an empty column behind each box but the
/// last, and between bands an empty row or nothing. `None` if there are none, or if a grid of
/// as many columns is usual.
pub(super) fn closed<'a>(layout: &Layout<'a>) -> Option<Layout<'a>> {
    let cols = layout.cols().filter(|_| layout.form == Form::Fields)?;
    let has_boxes = Size::new(cols).is_none_or(|size| Spec::usual(size).is_some());
    let rows = &layout.rows;
    if rows.len() < 2 || has_boxes {
        return None;
    }
    let is_empty = |(_, cell): &Token| cell.is_empty();
    let is_gap = |box_side: usize, place: usize| place % (box_side + 1) == box_side;
    let fits = |&width: &usize| {
        let mut gaps = (0..cols).filter(|&col| is_gap(width, col));
        (cols + 1).is_multiple_of(width + 1)
            && gaps.all(|col| rows.iter().all(|row| is_empty(&row[col])))
    };
    let mut widths = (2..cols).filter(fits);
    let (Some(width), None) = (widths.next(), widths.next()) else {
        return None;
    };
    let side = (cols + 1) / (width + 1) * width;
    let height = side / width;
    let has_gap_rows = rows.len() == side + width - 1
        && (0..rows.len())
            .filter(|&row| is_gap(height, row))
            .all(|row| rows[row].iter().all(is_empty));
    if rows.len() > side && !has_gap_rows {
        return None;
    }
    let kept = |row: &Vec<Token<'a>>| {
        let cells = row
            .iter()
            .enumerate()
            .filter(|&(col, _)| !is_gap(width, col));
        cells.map(|(_, cell)| *cell).collect()
    };
    let mut closed = layout.clone();
    closed.rows = (0..rows.len())
        .filter(|&row| !has_gap_rows || !is_gap(height, row))
        .map(|row| kept(&rows[row]))
        .collect();
    let breaks: Vec<usize> = (1..height).map(|index| index * width).collect();
    closed.breaks = vec![breaks; closed.rows.len()];
    closed.is_closed = true;
    Some(closed)
}
