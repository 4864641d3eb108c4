//! Lines through cells: diagonals, arrows, and those of marks.

use super::{CELL, corner, middle};
use crate::sudoku::Cell;
use crate::sudoku::rules::{Arrow, Drawing, Ends, Mark, Spec};
use itertools::Itertools as _;
use std::fmt::{Formatter, Result, Write as _};

/// Radius of a circle or a diamond in a cell.
const RADIUS: usize = CELL * 3 / 8;

/// A point of the picture.
type Point = (f64, f64);

/// Draws lines through cells: diagonals, thermometers, palindromes, arrows.
pub(super) fn draw(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    let side = spec.size.side() * CELL;
    let [falling, rising] = spec.diagonals;
    for &start in spec.size.starts() {
        let (x1, top) = corner(start);
        let (x2, bottom) = (x1 + side, top + side);
        for (is_stated, y1, y2) in [(falling, top, bottom), (rising, bottom, top)] {
            if is_stated {
                writeln!(
                    f,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#888\" stroke-width=\"1.5\"/>"
                )?;
            }
        }
    }
    for mark in &spec.marks {
        lines_of_mark(f, spec, mark)?;
    }
    spec.arrows
        .iter()
        .try_for_each(|arrow| draw_arrow(f, arrow))
}

/// Draws an arrow: its circles joined by lines, and its shaft, which begins at the last of them.
fn draw_arrow(f: &mut Formatter<'_>, arrow: &Arrow) -> Result {
    const STYLE: &str = "stroke=\"#888\" stroke-width=\"2\"";
    for &cell in &arrow.bulb {
        circle(f, cell, STYLE)?;
    }
    for (&one, &other) in arrow.bulb.iter().tuple_windows() {
        let (one, other) = (point(one), point(other));
        let ends = [
            leave(one, other, Ends::Circles),
            leave(other, one, Ends::Circles),
        ];
        path(f, &ends, STYLE)?;
    }
    let cells = arrow.bulb.last().into_iter().chain(&arrow.shaft);
    let mut shaft: Vec<Point> = cells.map(|&cell| point(cell)).collect();
    if let [start, next, ..] = &mut shaft[..] {
        *start = leave(*start, *next, Ends::Circles);
    }
    path(f, &shaft, STYLE)?;
    match shaft[..] {
        [.., before, end] => tip(f, before, end, 7.0),
        _ => Ok(()),
    }
}

/// Draws a circle in a cell.
fn circle(f: &mut Formatter<'_>, cell: Cell, style: &str) -> Result {
    let (x, y) = middle(cell);
    writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" {style}/>")
}

/// Draws a diamond in a cell.
fn diamond(f: &mut Formatter<'_>, cell: Cell, style: &str) -> Result {
    let (x, y) = middle(cell);
    let (left, right, up, down) = (x - RADIUS, x + RADIUS, y - RADIUS, y + RADIUS);
    writeln!(
        f,
        "<path d=\"M{left} {y}L{x} {up}L{right} {y}L{x} {down}Z\" {style}/>"
    )
}

/// Draws the line of a mark with the signs at its ends, or its circles.
fn lines_of_mark(f: &mut Formatter<'_>, spec: &Spec, mark: &Mark) -> Result {
    let (color, width, ends) = match mark.rule.drawing {
        Drawing::Line { color, width, ends } => (color, width, ends),
        Drawing::Circles => {
            let style = "stroke=\"#888\" stroke-width=\"2\"";
            let mut cells = mark.cells.iter();
            return cells.try_for_each(|&cell| circle(f, cell, style));
        }
        _ => return Ok(()),
    };
    let mut style = format!("stroke=\"{color}\" stroke-width=\"{width}\"");
    if mark.rule.is_own {
        // Rules of the user's own, in the order of the marks, have other dashes each.
        let own = spec.marks.iter().map(|other| other.rule);
        let mut own = own.filter(|rule| rule.is_own).unique();
        let place = own.position(|rule| rule == mark.rule).unwrap_or(0);
        let _ = write!(style, " stroke-dasharray=\"{} 14\"", 1 + 12 * place);
    }
    let mut points: Vec<Point> = mark.cells.iter().map(|&cell| point(cell)).collect();
    if let (Ends::Circles | Ends::Diamonds, [first, .., last]) = (ends, &mark.cells[..]) {
        // The digits at the ends are not crossed.
        let (end, count) = (points.len() - 1, points.len());
        let (after, before) = (points[1], points[count - 2]);
        points[0] = leave(point(*first), after, ends);
        points[end] = leave(point(*last), before, ends);
    }
    // A line and its bulb are translucent as one.
    writeln!(f, "<g opacity=\"0.7\">")?;
    path(f, &points, &style)?;
    if let (Some(&first), Some(&last)) = (mark.cells.first(), mark.cells.last()) {
        let style = format!("stroke=\"{color}\" stroke-width=\"3\"");
        let mut both = [first, last].into_iter();
        match ends {
            Ends::Plain => Ok(()),
            Ends::Bulb => circle(f, first, &format!("fill=\"{color}\" stroke=\"none\"")),
            Ends::Circles => both.try_for_each(|cell| circle(f, cell, &style)),
            Ends::Diamonds => both.try_for_each(|cell| diamond(f, cell, &style)),
        }?;
    }
    writeln!(f, "</g>")
}

/// Returns the middle of a cell.
pub(super) fn point(cell: Cell) -> Point {
    let (x, y) = middle(cell);
    (x as f64, y as f64)
}

/// Returns the point where the line from the middle of a cell leaves the sign at its end.
fn leave((x, y): Point, (to_x, to_y): Point, ends: Ends) -> Point {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = match ends {
        Ends::Diamonds => dx.abs() + dy.abs(),
        _ => dx.hypot(dy),
    };
    let part = RADIUS as f64 / length.max(1.0);
    (x + part * dx, y + part * dy)
}

/// Draws a line through points.
pub(super) fn path(f: &mut Formatter<'_>, points: &[Point], style: &str) -> Result {
    if points.len() < 2 {
        return Ok(());
    }
    write!(
        f,
        "<polyline stroke-linejoin=\"round\" stroke-linecap=\"round\" {style} points=\""
    )?;
    for (place, (x, y)) in points.iter().enumerate() {
        let gap = if place > 0 { " " } else { "" };
        let [x, y] = [x, y].map(|at| (10.0 * at).round() / 10.0);
        write!(f, "{gap}{x},{y}")?;
    }
    writeln!(f, "\"/>")
}

/// Draws the tip of an arrow that ends at `end`.
pub(super) fn tip(f: &mut Formatter<'_>, before: Point, end: Point, size: f64) -> Result {
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy, (x, y)) = (dx / length * size, dy / length * size, end);
    let sides = [(x - dx - dy, y - dy + dx), end, (x - dx + dy, y - dy - dx)];
    path(f, &sides, "stroke=\"#888\" stroke-width=\"2\"")
}
