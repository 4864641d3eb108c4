//! A grid as an SVG picture, with its rules drawn as puzzle books draw them.

use super::{Cells, show};
use crate::sudoku::rules::{Cage, Drawing, Ends, Mark, Parity, Regions, Shape, Spec};
use crate::sudoku::{Candidate, Cell, Rules, Size};
use itertools::Itertools as _;
use std::fmt::{Display, Formatter, Result, Write as _};

/// Side of a cell, in the units of the picture.
const CELL: usize = 36;

/// Space around the grid, in the units of the picture: half of the border's width of 3,
/// rounded up.
const MARGIN: usize = 2;

/// Space for a number outside the grid, in the units of the picture.
const OUTSIDE: usize = 22;

/// Size of the font of a cage's sum.
const SUM_HEIGHT: usize = 11;

/// Width of a digit of a cage's sum: six tenths of the font's size, as in most fonts, rounded up.
const SUM_DIGIT: usize = 7;

/// Distance of a cage's line from the border of its cells.
const INSET: usize = 4;

/// Returns a grid as an SVG picture of one line a shape: digits, regions, diagonals,
/// windows, extra houses, cages with sums, even and odd cells, thermometers, arrows,
/// palindromes, marks between cells, and marks of the table of rules by their
/// [`Drawing`]. Rules that have no drawing, as anti-knight, are not in it ([`is_drawn`]). A blank cell with candidates excluded one by one shows the
/// others as small digits.
///
/// The picture has no width of its own and scales to its place. The ink is the text
/// colour of the page around it.
pub fn svg(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let (size, spec) = (cells.size(), cells.rules().spec());
        let outside = OUTSIDE * most_outside(spec);
        let extent = |cells: usize| cells * CELL + 2 * MARGIN + 2 * outside;
        let (width, height) = (extent(size.cols()), extent(size.rows()));
        let first = -(outside as isize);
        let what = match size.is_one_grid() {
            true => format!("A grid of {size}"),
            false => size.to_string(),
        };
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{first} {first} {width} {height}\" role=\"img\" \
             aria-label=\"{what}\" fill=\"none\" stroke=\"currentColor\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        shades(f, spec)?;
        lines(f, spec)?;
        borders(f, cells.rules())?;
        for cage in &spec.cages {
            draw_cage(f, size, cage)?;
        }
        numbers_of_marks(f, spec)?;
        digits(f, cells)?;
        pencil_marks(f, cells)?;
        writeln!(f, "</svg>")
    })
}

/// Returns `true` if [`svg`] draws all rules of a grid.
pub fn is_drawn(spec: &Spec) -> bool {
    let is_plain = !matches!(spec.regions, Regions::None);
    let is_mark_drawn = |mark: &Mark| mark.rule.drawing != Drawing::Nothing;
    is_plain && !spec.disjoint_groups && spec.marks.iter().all(is_mark_drawn)
}

/// Returns the rules of a grid beyond those of its rows, columns and boxes, a sentence
/// each, as they stand below a printed puzzle.
pub fn sentences(spec: &Spec) -> Vec<String> {
    let cages: Vec<&Cage> = spec
        .cages
        .iter()
        .filter(|cage| is_connected(cage))
        .collect();
    #[rustfmt::skip]
    let all = [
        (matches!(spec.regions, Regions::None), "There are no boxes: each digit is once in each row and column."),
        (matches!(spec.regions, Regions::Map(_)), "Each region inside thick lines holds each digit once."),
        (spec.diagonals == [true; 2], "Each diagonal holds each digit once."),
        (matches!(spec.diagonals, [true, false] | [false, true]), "The diagonal holds each digit once."),
        (spec.windows, "Each of the grey squares holds each digit once."),
        (!spec.extra.is_empty(), "Cells of a grey area do not hold a digit twice."),
        (spec.disjoint_groups, "Cells at the same place of different boxes hold different digits."),
        (cages.iter().any(|cage| cage.sum.is_some()), "The digits of a dashed cage add up to its number."),
        (cages.iter().any(|cage| !cage.repeats), "No digit is twice in a dashed cage."),
        (cages.iter().any(|cage| cage.repeats), "A digit may be in a dashed cage more than once where rows, columns and boxes allow it."),
        (spec.parities.iter().any(|(_, parity)| *parity == Parity::Odd), "A grey circle holds an odd digit."),
        (spec.parities.iter().any(|(_, parity)| *parity == Parity::Even), "A grey square inside a cell holds an even digit."),
        (!spec.arrows.is_empty(), "The digits along an arrow add up to the number in its circles."),
    ];
    all.into_iter()
        .filter(|(is_stated, _)| *is_stated)
        .map(|(_, words)| words.to_owned())
        .chain(
            spec.cages
                .iter()
                .filter(|cage| !is_connected(cage))
                .map(apart),
        )
        .chain(sentences_of_marks(spec))
        .collect()
}

/// Returns the sentences of the rules of marks, each once where the numbers are the same or are
/// drawn. Else, and where the drawing does not tell the cells or the rule, the cells are named:
/// rules of the user's own look alike, as clues of different rules outside the grid do.
fn sentences_of_marks(spec: &Spec) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for mark in &spec.marks {
        let (rule, drawing) = (mark.rule.rule(), mark.rule.drawing);
        let same = spec.marks.iter().filter(|other| other.rule == mark.rule);
        // What a drawn number is, or what stands for it.
        let drawn = match drawing {
            Drawing::Corner | Drawing::Outside => Some("the number drawn".to_owned()),
            Drawing::Dot { usual, .. } => Some(format!("the number drawn, or else {usual}")),
            Drawing::Border(signs) => {
                let signs = signs
                    .iter()
                    .map(|(number, sign)| format!(", {sign} is {number}"));
                Some(format!("the number drawn{}", signs.format("")))
            }
            _ => None,
        };
        let is_drawn = drawn.is_some();
        let cells = |mark: &Mark| match (rule.shape, &mark.cells[..]) {
            (Shape::Outside, [first, .., last]) => format!("{first}-{last}"),
            (_, cells) => cells.iter().join(" "),
        };
        let is_outside = |other: &Mark| other.rule.drawing == Drawing::Outside;
        let looks_alike = rule.is_own
            || is_outside(mark)
                && spec
                    .marks
                    .iter()
                    .any(|other| is_outside(other) && other.rule != mark.rule);
        let is_one = same.clone().map(|other| &other.numbers).all_equal();
        let numbers = match (is_one, drawn) {
            (false, Some(drawn)) if !looks_alike => format!("n ({drawn})"),
            _ => mark.numbers.iter().join(", "),
        };
        let mut sentence = rule.sentence.replace("{n}", &numbers);
        let is_hidden = drawing == Drawing::Nothing && !mark.cells.is_empty();
        if is_hidden || !is_one && !is_drawn || looks_alike && !mark.cells.is_empty() {
            let equal = same.filter(|other| other.numbers == mark.numbers);
            let cells = equal.map(cells).join(", ");
            let numbers = match (rule.is_own, &mark.numbers[..]) {
                (true, [_, ..]) => format!("{numbers}: "),
                _ => String::new(),
            };
            sentence = format!("{} ({numbers}{cells}).", sentence.trim_end_matches('.'));
        }
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

/// Returns `true` if all cells of a cage are joined by their sides: a line around them
/// shows the cage then.
fn is_connected(cage: &Cage) -> bool {
    let mut reached: Vec<Cell> = cage.cells.iter().take(1).copied().collect();
    let mut done = 0;
    while let Some(&cell) = reached.get(done) {
        for &other in &cage.cells {
            let distance = cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col());
            if distance == 1 && !reached.contains(&other) {
                reached.push(other);
            }
        }
        done += 1;
    }
    reached.len() == cage.cells.len()
}

/// Returns a cage whose cells are not joined, in words: lines through cells may cross.
fn apart(cage: &Cage) -> String {
    let cells: Vec<String> = cage.cells.iter().map(Cell::to_string).collect();
    let cells = cells.join(", ");
    match (cage.sum, cage.repeats) {
        (Some(sum), true) => format!("{cells} add up to {sum}."),
        (Some(sum), false) => format!("{cells} add up to {sum}, with no digit twice."),
        (None, true) => String::new(),
        (None, false) => format!("{cells} hold no digit twice."),
    }
}

/// Returns the candidates that a puzzle excludes one by one, without those that even and odd
/// cells exclude.
pub fn exclusions(cells: &impl Cells) -> impl Iterator<Item = Candidate> {
    let parities = &cells.rules().spec().parities;
    let is_of_parity = |excluded: &Candidate| {
        let mut of_cell = parities.iter().filter(|(cell, _)| *cell == excluded.cell);
        let is_even = excluded.digit.value().is_multiple_of(2);
        of_cell.any(|(_, parity)| is_even != (*parity == Parity::Even))
    };
    let excluded = cells.excluded().iter().copied();
    excluded.filter(move |excluded| !is_of_parity(excluded))
}

/// Returns the cells that [`svg`] draws small digits in, in reading order: blank cells with
/// excluded candidates, or all blank cells if half of them are such.
pub fn marked_cells(cells: &impl Cells) -> Vec<Cell> {
    let is_blank = |cell: &Cell| cells.digit(*cell).is_none();
    let of_excluded = exclusions(cells).map(|excluded| excluded.cell);
    let mut marked: Vec<Cell> = of_excluded.filter(is_blank).collect();
    marked.dedup();
    let blank: Vec<Cell> = cells.size().cells().filter(is_blank).collect();
    match !marked.is_empty() && 2 * marked.len() >= blank.len() {
        true => blank,
        false => marked,
    }
}

/// Returns the number of candidates that a puzzle excludes one by one although they are its
/// clues, which [`svg`] does not draw.
pub fn undrawn_exclusions(cells: &impl Cells) -> usize {
    let is_clue = |excluded: &Candidate| cells.digit(excluded.cell) == Some(excluded.digit);
    exclusions(cells).filter(is_clue).count()
}

/// Returns the upper left corner of a cell.
fn corner(cell: Cell) -> (usize, usize) {
    (MARGIN + cell.col() * CELL, MARGIN + cell.row() * CELL)
}

/// Returns the middle of a cell.
fn middle(cell: Cell) -> (usize, usize) {
    let (x, y) = corner(cell);
    (x + CELL / 2, y + CELL / 2)
}

/// Draws cells with a ground of grey (windows, extra houses) or of a mark's colour, and even and
/// odd cells.
fn shades(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    let size = spec.size;
    // A second ground of a cell is a smaller square on the first.
    let mut grounds = vec![0; size.num_cells()];
    let mut ground = |f: &mut Formatter<'_>, cell: Cell, color: &str| {
        let (x, y) = corner(cell);
        let inset = (grounds[cell.index(size)] * CELL / 6).min(CELL / 3);
        grounds[cell.index(size)] += 1;
        let (x, y, width) = (x + inset, y + inset, CELL - 2 * inset);
        writeln!(
            f,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{width}\" fill=\"{color}\" stroke=\"none\"/>"
        )
    };
    for mark in &spec.marks {
        if let Drawing::Ground(color) = mark.rule.drawing {
            mark.cells
                .iter()
                .try_for_each(|&cell| ground(f, cell, color))?;
        }
    }
    let mut shaded: Vec<Cell> = spec.extra.iter().flatten().copied().collect();
    if let (true, Regions::Boxes { rows, cols }) = (spec.windows, &spec.regions) {
        // A window begins one cell after a box, and is as large.
        let is_in = |at: usize, by: usize| !at.is_multiple_of(by + 1);
        let places = || 0..size.side();
        for start in size.starts() {
            let cells = itertools::iproduct!(places(), places());
            let in_windows = cells.filter(|&(row, col)| is_in(row, *rows) && is_in(col, *cols));
            let cell = |(row, col)| Cell::new(start.row() + row, start.col() + col);
            shaded.extend(in_windows.map(cell));
        }
    }
    shaded.sort_unstable_by_key(|cell| cell.index(size));
    shaded.dedup();
    for cell in shaded {
        ground(f, cell, "#ccc")?;
    }
    for (cell, parity) in &spec.parities {
        let (x, y) = middle(*cell);
        let radius = CELL * 3 / 8;
        match parity {
            Parity::Odd => writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#bbb\" stroke=\"none\"/>"
            )?,
            Parity::Even => writeln!(
                f,
                "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{width}\" fill=\"#bbb\" stroke=\"none\"/>",
                x - radius,
                y - radius,
                width = 2 * radius
            )?,
        }
    }
    Ok(())
}

/// Draws lines through cells: diagonals, thermometers, palindromes, arrows.
fn lines(f: &mut Formatter<'_>, spec: &Spec) -> Result {
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
    for arrow in &spec.arrows {
        for &cell in &arrow.bulb {
            let (x, y) = middle(cell);
            let radius = CELL * 3 / 8;
            writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke=\"#888\" stroke-width=\"2\"/>"
            )?;
        }
        path(f, &arrow.bulb, "stroke=\"#888\" stroke-width=\"2\"")?;
        let shaft: Vec<Cell> = arrow
            .bulb
            .last()
            .into_iter()
            .chain(&arrow.shaft)
            .copied()
            .collect();
        path(f, &shaft, "stroke=\"#888\" stroke-width=\"2\"")?;
        if let [.., before, end] = shaft[..] {
            tip(f, before, end)?;
        }
    }
    Ok(())
}

/// Draws the line of a mark with the signs at its ends, or its circles.
fn lines_of_mark(f: &mut Formatter<'_>, spec: &Spec, mark: &Mark) -> Result {
    let radius = CELL * 3 / 8;
    let circle = |f: &mut Formatter<'_>, cell: Cell, style: &str| {
        let (x, y) = middle(cell);
        writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>")
    };
    let (color, width, ends) = match mark.rule.drawing {
        Drawing::Line { color, width, ends } => (color, width, ends),
        Drawing::Circles => {
            let style = "stroke=\"#888\" stroke-width=\"2\"";
            return mark
                .cells
                .iter()
                .try_for_each(|&cell| circle(f, cell, style));
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
    path(f, &mark.cells, &style)?;
    let (Some(&first), Some(&last)) = (mark.cells.first(), mark.cells.last()) else {
        return Ok(());
    };
    // The ground of a sign hides the line.
    let style = format!("fill=\"#fff\" stroke=\"{color}\" stroke-width=\"3\"");
    match ends {
        Ends::Plain => Ok(()),
        Ends::Bulb => circle(f, first, &format!("fill=\"{color}\" stroke=\"none\"")),
        Ends::Circles => [first, last]
            .into_iter()
            .try_for_each(|cell| circle(f, cell, &style)),
        Ends::Diamonds => [first, last].into_iter().try_for_each(|cell| {
            let (x, y) = middle(cell);
            let (left, up) = (x - radius, y - radius);
            writeln!(
                f,
                "<path d=\"M{left} {y}L{x} {up}L{} {y}L{x} {}Z\" {style}/>",
                x + radius,
                y + radius
            )
        }),
    }
}

/// Returns the number of numbers that stand outside the grid at the end of a row or column.
fn most_outside(spec: &Spec) -> usize {
    let of_marks = spec
        .marks
        .iter()
        .filter(|mark| mark.rule.drawing == Drawing::Outside);
    let ends = of_marks.map(ends_of).counts();
    ends.into_values().max().unwrap_or(0)
}

/// Returns the first two cells of a mark.
fn ends_of(mark: &Mark) -> (Option<Cell>, Option<Cell>) {
    (mark.cells.first().copied(), mark.cells.get(1).copied())
}

/// Draws the numbers of marks: outside the grid, at corners, and on borders.
fn numbers_of_marks(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    let text = |f: &mut Formatter<'_>, (x, y): (isize, isize), font: usize, text: &str| {
        writeln!(
            f,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"currentColor\" stroke=\"none\">{text}</text>",
            y + font as isize * 3 / 8
        )
    };
    // The average of the middles of the cells.
    let center = |cells: &[Cell]| {
        let sum = cells.iter().map(|&cell| middle(cell));
        let (x, y) = sum.fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let count = cells.len().max(1);
        ((x / count) as isize, (y / count) as isize)
    };
    for (place, mark) in spec.marks.iter().enumerate() {
        let numbers = mark.numbers.iter().join(" ");
        match mark.rule.drawing {
            Drawing::Corner => {
                let (x, y) = center(&mark.cells);
                writeln!(
                    f,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#fff\" stroke=\"#000\"/>"
                )?;
                let font = if numbers.len() > 3 { 6 } else { 9 };
                writeln!(
                    f,
                    "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"#000\" stroke=\"none\">{numbers}</text>",
                    y + font / 3
                )?;
            }
            Drawing::Border(_) | Drawing::Dot { .. } | Drawing::Less => border(f, mark)?,
            Drawing::Outside => {
                let (first, second) = ends_of(mark);
                let Some(first) = first else { continue };
                let second = second.unwrap_or(first);
                // Marks at the same end stand one behind the other.
                let is_before = |other: &&Mark| {
                    other.rule.drawing == Drawing::Outside && ends_of(other) == ends_of(mark)
                };
                let before = spec.marks[..place].iter().filter(is_before).count();
                let away = (CELL / 2 + MARGIN + OUTSIDE / 2 + before * OUTSIDE) as isize;
                let (x, y) = middle(first);
                let towards = |one: usize, other: usize| (one as isize - other as isize).signum();
                let across = towards(first.col(), second.col());
                let down = match across {
                    0 if first == second => -1,
                    _ => towards(first.row(), second.row()),
                };
                let at = (x as isize + across * away, y as isize + down * away);
                text(f, at, 14, &numbers)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns a line through the middles of cells.
fn path(f: &mut Formatter<'_>, cells: &[Cell], style: &str) -> Result {
    if cells.len() < 2 {
        return Ok(());
    }
    write!(
        f,
        "<polyline stroke-linejoin=\"round\" stroke-linecap=\"round\" {style} points=\""
    )?;
    for (place, &cell) in cells.iter().enumerate() {
        let (x, y) = middle(cell);
        let gap = if place > 0 { " " } else { "" };
        write!(f, "{gap}{x},{y}")?;
    }
    writeln!(f, "\"/>")
}

/// Returns the tip of an arrow that ends in the middle of `end`.
fn tip(f: &mut Formatter<'_>, before: Cell, end: Cell) -> Result {
    let (x0, y0) = middle(before);
    let (x1, y1) = middle(end);
    let (dx, dy) = (x1 as f64 - x0 as f64, y1 as f64 - y0 as f64);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length * 7.0, dy / length * 7.0);
    let (x, y) = (x1 as f64, y1 as f64);
    writeln!(
        f,
        "<polyline stroke=\"#888\" stroke-width=\"2\" points=\"{:.1},{:.1} {x:.1},{y:.1} {:.1},{:.1}\"/>",
        x - dx - dy,
        y - dy + dx,
        x - dx + dy,
        y - dy - dx
    )
}

/// Draws thin lines between cells, and thick ones between regions and around each grid.
fn borders(f: &mut Formatter<'_>, rules: &Rules) -> Result {
    let size = rules.size();
    let width = size.side() * CELL;
    for &start in size.starts() {
        let (left, top) = corner(start);
        let (right, bottom) = (left + width, top + width);
        for at in 1..size.side() {
            let (x, y) = (left + at * CELL, top + at * CELL);
            writeln!(
                f,
                "<path d=\"M{left} {y}H{right}M{x} {top}V{bottom}\" stroke-width=\"0.7\"/>"
            )?;
        }
    }
    let regions = rules.regions();
    let is_wall = |cell: Cell, other: Cell| {
        size.has(other) && regions[cell.index(size)] != regions[other.index(size)]
    };
    write!(
        f,
        "<path stroke-width=\"2.5\" stroke-linecap=\"square\" d=\""
    )?;
    for cell in size.cells() {
        let (x, y) = corner(cell);
        let (row, col) = (cell.row(), cell.col());
        if is_wall(cell, Cell::new(row, col + 1)) {
            write!(f, "M{} {y}v{CELL}", x + CELL)?;
        }
        if is_wall(cell, Cell::new(row + 1, col)) {
            write!(f, "M{x} {}h{CELL}", y + CELL)?;
        }
    }
    writeln!(f, "\"/>")?;
    size.starts().iter().try_for_each(|&start| {
        let (x, y) = corner(start);
        writeln!(
            f,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{width}\" stroke-width=\"3\"/>"
        )
    })
}

/// Draws the dashed line around a cage, inside its cells, and its sum; a dotted line through the
/// cells if their sides do not join them, as on a diagonal.
fn draw_cage(f: &mut Formatter<'_>, size: Size, cage: &Cage) -> Result {
    let first = cage.cells.iter().min_by_key(|cell| cell.index(size));
    let sum = first.copied().zip(cage.sum);
    if is_connected(cage) {
        write!(f, "<path stroke-width=\"1\" stroke-dasharray=\"3 2\" d=\"")?;
        for &cell in &cage.cells {
            let sum = sum.filter(|(first, _)| *first == cell);
            cage_line(f, size, cage, cell, sum.map(|(_, sum)| sum))?;
        }
        writeln!(f, "\"/>")?;
    } else {
        let style = "stroke=\"#888\" stroke-width=\"1.5\" stroke-dasharray=\"1 4\"";
        path(f, &cage.cells, style)?;
    }
    let Some((first, sum)) = sum else {
        return Ok(());
    };
    let (x, y) = corner(first);
    writeln!(
        f,
        "<text x=\"{}\" y=\"{}\" font-size=\"{SUM_HEIGHT}\" text-anchor=\"start\" fill=\"currentColor\" stroke=\"#fff\" \
         stroke-width=\"2\" paint-order=\"stroke\">{sum}</text>",
        x + 2,
        y + 10
    )
}

/// Draws the line of a cage in one of its cells. It makes room for the `sum` in the upper left
/// corner, whose sides are the cage's border.
fn cage_line(
    f: &mut Formatter<'_>,
    size: Size,
    cage: &Cage,
    cell: Cell,
    sum: Option<u32>,
) -> Result {
    let has = |row: Option<usize>, col: Option<usize>| {
        let cell = row.zip(col).map(|(row, col)| Cell::new(row, col));
        cell.is_some_and(|cell| size.has(cell) && cage.cells.contains(&cell))
    };
    let (x, y) = corner(cell);
    let (row, col) = (cell.row(), cell.col());
    let (up, down) = (row.checked_sub(1), Some(row + 1));
    let (left, right) = (col.checked_sub(1), Some(col + 1));
    let [is_up, is_down] = [up, down].map(|row| has(row, Some(col)));
    let [is_left, is_right] = [left, right].map(|col| has(Some(row), col));
    // A side of the cell reaches its corners where the cage goes on there.
    let start = |goes_on: bool| if goes_on { 0 } else { INSET };
    let end = |goes_on: bool| if goes_on { CELL } else { CELL - INSET };
    let (x0, x1) = (x + start(is_left), x + end(is_right));
    let (y0, y1) = (y + start(is_up), y + end(is_down));
    let (upper, left_side) = match sum {
        Some(sum) => (
            x + 3 + SUM_DIGIT * sum.to_string().len(),
            y + SUM_HEIGHT + 1,
        ),
        None => (x0, y0),
    };
    for (is_inside, at, x0) in [(is_up, y + INSET, upper), (is_down, y + CELL - INSET, x0)] {
        if !is_inside {
            write!(f, "M{x0} {at}H{x1}")?;
        }
    }
    let sides = [
        (is_left, x + INSET, left_side),
        (is_right, x + CELL - INSET, y0),
    ];
    for (is_inside, at, y0) in sides {
        if !is_inside {
            write!(f, "M{at} {y0}V{y1}")?;
        }
    }
    // The corners that the cage turns around.
    let vertical = [
        (up, is_up, y, y + INSET),
        (down, is_down, y + CELL, y + CELL - INSET),
    ];
    let sideways = [
        (left, is_left, x, x + INSET),
        (right, is_right, x + CELL, x + CELL - INSET),
    ];
    for ((row, is_vertical, y0, y1), (col, is_sideways, x0, x1)) in
        itertools::iproduct!(vertical, sideways)
    {
        if is_vertical && is_sideways && !has(row, col) {
            write!(f, "M{x0} {y1}H{x1}V{y0}")?;
        }
    }
    Ok(())
}

/// Draws a mark on the border of two cells: a less-than sign, a dot, another sign, or a number.
fn border(f: &mut Formatter<'_>, mark: &Mark) -> Result {
    let ([one, other], Some(number)) = (&mark.cells[..], mark.numbers.first().or(Some(&0))) else {
        return Ok(());
    };
    let ((x0, y0), (x1, y1)) = (middle(*one), middle(*other));
    let (x, y) = (x0.midpoint(x1), y0.midpoint(y1));
    let text = |f: &mut Formatter<'_>, sign: &str| {
        writeln!(
            f,
            "<text x=\"{x}\" y=\"{}\" font-size=\"11\" font-weight=\"bold\" fill=\"currentColor\" stroke=\"none\">{sign}</text>",
            y + 4
        )
    };
    match mark.rule.drawing {
        Drawing::Less => {
            let is_before = (one.row(), one.col()) < (other.row(), other.col());
            text(
                f,
                match (one.row() == other.row(), is_before) {
                    (true, true) => "&lt;",
                    (true, false) => "&gt;",
                    (false, true) => "∧",
                    (false, false) => "∨",
                },
            )
        }
        Drawing::Dot { ground, ink, usual } => {
            writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{ground}\" stroke=\"#000\"/>"
            )?;
            match *number == usual {
                true => Ok(()),
                false => writeln!(
                    f,
                    "<text x=\"{x}\" y=\"{}\" font-size=\"8\" fill=\"{ink}\" stroke=\"none\">{number}</text>",
                    y + 3
                ),
            }
        }
        Drawing::Border(signs) => match signs.iter().find(|(of, _)| of == number) {
            Some((_, sign)) => text(f, sign),
            None => text(f, &mark.numbers.iter().join(" ")),
        },
        _ => Ok(()),
    }
}

/// Draws the digits that are left in cells with excluded candidates, each at its own place; a
/// cross where none is left.
fn pencil_marks(f: &mut Formatter<'_>, cells: &impl Cells) -> Result {
    let (size, symbols) = (cells.size(), cells.symbols());
    let across = (1..)
        .find(|across| across * across >= size.side())
        .unwrap_or(1);
    let down = size.side().div_ceil(across);
    // The sum of a cage stands in the upper left corner, and its line near the border.
    let (inset, top) = match cells.rules().spec().cages.is_empty() {
        true => (2.0, 2.0),
        false => (6.0, 11.0),
    };
    let side = CELL as f64;
    let (width, height) = (
        (side - 2.0 * inset) / across as f64,
        (side - top - inset) / down as f64,
    );
    // A digit is about six tenths of the font's size wide.
    let widest = width / (0.75 * symbols.width(size) as f64);
    let font = widest.min(0.88 * height).min(10.0);
    for cell in marked_cells(cells) {
        let (x, y) = corner(cell);
        let (x, y) = (x as f64, y as f64);
        let mut is_empty = true;
        for digit in size.digits() {
            let candidate = Candidate::new(cell, digit);
            if cells.excluded().binary_search(&candidate).is_ok() {
                continue;
            }
            is_empty = false;
            let (column, row) = (digit.index() % across, digit.index() / across);
            let symbol = symbols.of(digit).to_string();
            let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                f,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{font:.1}\" fill=\"currentColor\" stroke=\"none\">{symbol}</text>",
                x + inset + (column as f64 + 0.5) * width,
                y + top + (row as f64 + 0.5) * height + 0.36 * font
            )?;
        }
        if is_empty {
            let (x, y) = middle(cell);
            writeln!(
                f,
                "<text x=\"{x}\" y=\"{}\" font-size=\"14\" fill=\"currentColor\" stroke=\"none\">✗</text>",
                y + 5
            )?;
        }
    }
    Ok(())
}

/// Returns the digits of the cells in their symbols.
fn digits(f: &mut Formatter<'_>, cells: &impl Cells) -> Result {
    let size = cells.size();
    let width = cells.symbols().width(size);
    let font = if width > 2 { 13 } else { 24 - 3 * (width - 1) };
    for cell in size.cells() {
        if let Some(digit) = cells.digit(cell) {
            let (x, y) = middle(cell);
            let symbol = cells.symbols().of(digit).to_string();
            let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                f,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"currentColor\" stroke=\"none\">{symbol}</text>",
                y + font * 3 / 8
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::text::description::Statements;

    /// A solver has nothing but the picture and these sentences.
    #[test]
    fn marks_that_look_alike_are_named_by_their_cells() {
        let sentences = |statements: &str| {
            let text = format!("size 4x4; {statements}").replace("; ", "\n");
            let statements = Statements::read(&text, "text").unwrap();
            let rules = statements.alone(Size::new(4).unwrap()).unwrap();
            let puzzle = crate::sudoku::Puzzle::new(rules);
            (
                super::sentences(puzzle.rules().spec()),
                svg(&puzzle).to_string(),
            )
        };
        let odd = "rule odd-sum(line): sum % 2 = 1";
        let own = format!("{odd}; rule own-sum(line, n): sum % 2 = n - n; odd-sum r1c1 r1c2");
        for (statements, expected) in [
            (
                format!("{own}; odd-sum r3c1 r3c2; own-sum 2 r4c1 r4c2; own-sum 3 r2c1 r2c2"),
                vec![
                    format!("{odd} (r1c1 r1c2, r3c1 r3c2)."),
                    "rule own-sum(line, n): sum % 2 = n - n (2: r4c1 r4c2).".to_owned(),
                    "rule own-sum(line, n): sum % 2 = n - n (3: r2c1 r2c2).".to_owned(),
                ],
            ),
            (
                "skyscraper 2 r1c1-r1c4; skyscraper 2 r4c1-r4c4; xsum 3 r1c1-r1c4".to_owned(),
                vec![
                    "2 digits are larger than all digits before them (r1c1-r1c4, r4c1-r4c4)."
                        .to_owned(),
                    "The first X digits have the sum 3, where X is the first of them (r1c1-r1c4)."
                        .to_owned(),
                ],
            ),
            (
                "skyscraper 2 r1c1-r1c4; skyscraper 1 r4c1-r4c4".to_owned(),
                vec![
                    "n (the number drawn) digits are larger than all digits before them."
                        .to_owned(),
                ],
            ),
            (
                "renban r1c1 r1c2; renban r3c1 r3c2".to_owned(),
                vec!["The digits on a purple line are consecutive, in any order.".to_owned()],
            ),
        ] {
            assert_eq!(sentences(&statements).0, expected, "{statements}");
        }
        // Lines of each rule of the user's own have their dashes.
        let (_, picture) = sentences(&format!("{own}; own-sum 2 r4c1 r4c2; renban r2c1 r2c2"));
        let dashes = picture.lines().filter_map(|line| {
            Some(
                line.split_once("dasharray=")?
                    .1
                    .split('"')
                    .nth(1)?
                    .to_owned(),
            )
        });
        assert_eq!(dashes.collect::<Vec<_>>(), ["1 14", "13 14"]);
    }
}
