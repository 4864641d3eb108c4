//! Figures as scalable vector graphics: one file, without external fonts or
//! styles.

use super::Figure;
use super::diagram::{Diagram, Look, Path, Piece};
use super::table::{Dots, Table};
use crate::io::XmlText;
use std::io::{self, Write};

/// Blank margin around the picture in pixels.
const MARGIN: i32 = 12;
/// Width of a character of a name in pixels.
const CHARACTER: i32 = 8;
/// Side of a 1 in a large matrix in pixels.
const DOT: i32 = 3;

/// Writes a figure.
///
/// # Errors
/// An error of the output.
pub fn write(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    match figure {
        Figure::Diagram(diagram) => write_diagram(out, diagram),
        Figure::Table(table) => write_table(out, table),
        Figure::Dots(dots) => write_dots(out, dots),
    }
}

/// Returns the fill, the stroke, its width, its dashes, and the radius of the
/// corners.
fn style(look: Look) -> (&'static str, &'static str, i32, &'static str, i32) {
    match look {
        Look::Plain => ("#ffffff", "#333333", 1, "", 3),
        Look::Chosen => ("#fff3d1", "#111111", 3, "", 0),
        Look::True => ("#dcebf7", "#005a9c", 1, "", 12),
        Look::False => ("#fdebdd", "#8a3d00", 1, "4 2", 12),
        Look::Wrong => ("#fbe0e0", "#a3121f", 3, "5 3", 0),
        Look::Right => ("#dff2e8", "#00664b", 3, "", 12),
        Look::Faint => ("#f4f4f4", "#6b6b6b", 1, "2 3", 3),
    }
}

/// Writes the head of the file: the size of the picture and its title.
fn open(out: &mut impl Write, title: &str, bounds: (i32, i32, i32, i32)) -> io::Result<()> {
    let (left, top, right, bottom) = bounds;
    let (left, top) = (left - MARGIN, top - MARGIN);
    let (width, height) = (right + MARGIN - left, bottom + MARGIN - top);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{left} {top} {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" \
         font-size=\"13\" text-anchor=\"middle\">"
    )?;
    writeln!(out, "<title>{}</title>", XmlText(title))?;
    writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
    )
}

fn write_diagram(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    open(out, &diagram.title, diagram.bounds())?;
    writeln!(
        out,
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 1L8 4L0 7z\" \
         fill=\"#333333\"/></marker></defs>"
    )?;
    writeln!(out, "<g fill=\"none\" stroke=\"#333333\">")?;
    for edge in &diagram.edges {
        for path in diagram.paths(edge) {
            write_path(out, &path)?;
        }
    }
    writeln!(out, "</g>")?;
    for node in &diagram.nodes {
        let (fill, stroke, width, dashes, round) = style(node.look);
        let (w, h) = (diagram.width, diagram.height);
        let (x, y) = (node.x - w / 2, node.y - h / 2);
        write!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\" \
             fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\""
        )?;
        if !dashes.is_empty() {
            write!(out, " stroke-dasharray=\"{dashes}\"")?;
        }
        writeln!(out, "/>")?;
        text(out, (node.x, node.y + 5), &node.label, "")?;
        if !node.note.is_empty() {
            let corner = (x + w - 4, y - 3);
            text(
                out,
                corner,
                &node.note,
                " font-size=\"9\" text-anchor=\"end\"",
            )?;
        }
    }
    writeln!(out, "</svg>")
}

fn write_path(out: &mut impl Write, path: &Path) -> io::Result<()> {
    let (x, y) = path.start;
    write!(out, "<path d=\"M{x} {y}")?;
    let mut from = path.start;
    for piece in &path.pieces {
        match *piece {
            Piece::Line((x, y)) => write!(out, "L{x} {y}")?,
            Piece::Curve((x, y)) => {
                let middle = (from.0 + x) / 2;
                write!(out, "C{middle} {} {middle} {y} {x} {y}", from.1)?;
            }
        }
        let (Piece::Line(end) | Piece::Curve(end)) = *piece;
        from = end;
    }
    write!(out, "\"")?;
    if path.arrow_at_start {
        write!(out, " marker-start=\"url(#arrow)\"")?;
    }
    if path.arrow_at_end {
        write!(out, " marker-end=\"url(#arrow)\"")?;
    }
    writeln!(out, "/>")
}

fn write_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let (height, width) = (table.cells.len(), table.width());
    let side = table.side;
    let longest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0) as i32;
    let row_names = longest(&mut table.rows.iter().map(|(name, _)| name.chars().count()));
    let column_names = longest(&mut table.columns.iter().map(|name| name.chars().count()));
    let (right, bottom) = (width as i32 * side, height as i32 * side);
    let (left, top) = (-(row_names + 2) * CHARACTER, -column_names * CHARACTER - 4);
    let left = if table.rows.is_empty() { 0 } else { left };
    let top = if table.columns.is_empty() { 0 } else { top };
    open(out, &table.title, (left, top, right, bottom))?;
    for (row, (name, look)) in table.rows.iter().enumerate() {
        let y = row as i32 * side;
        if *look == Look::Chosen {
            let fill = style(Look::Chosen).0;
            writeln!(
                out,
                "<rect x=\"0\" y=\"{y}\" width=\"{right}\" height=\"{side}\" fill=\"{fill}\"/>"
            )?;
        }
        let mark = if *look == Look::Chosen { "● " } else { "" };
        let label = format!("{mark}{name}");
        let end = " text-anchor=\"end\"";
        text(out, (-6, y + side / 2 + 5), &label, end)?;
    }
    for (column, name) in table.columns.iter().enumerate() {
        let x = column as i32 * side + side / 2 + 4;
        let turned = format!(" text-anchor=\"start\" transform=\"rotate(-90 {x} -6)\"");
        text(out, (x, -6), name, &turned)?;
    }
    let size = if side >= 30 { side / 2 } else { 12 };
    for (row, cells) in table.cells.iter().enumerate() {
        for (column, (word, look)) in cells.iter().enumerate() {
            if word.is_empty() {
                continue;
            }
            let middle = |place: usize| place as i32 * side + side / 2;
            let at = (middle(column), middle(row) + size * 3 / 8);
            let how = match look {
                Look::Chosen => format!(" font-size=\"{size}\" font-weight=\"bold\""),
                Look::True => {
                    format!(" font-size=\"{size}\" fill=\"#005a9c\" font-style=\"italic\"")
                }
                _ => format!(" font-size=\"{size}\""),
            };
            text(out, at, word, &how)?;
        }
    }
    for (block, count, end, vertical) in [
        (table.column_block, width, bottom, true),
        (table.row_block, height, right, false),
    ] {
        for index in 0..=count {
            let at = index as i32 * side;
            let weight = if Table::is_thick(index, block, count) {
                2
            } else {
                1
            };
            let colour = if weight == 2 { "#111111" } else { "#a0a0a0" };
            let d = match vertical {
                true => format!("M{at} 0V{end}"),
                false => format!("M0 {at}H{end}"),
            };
            writeln!(
                out,
                "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{weight}\"/>"
            )?;
        }
    }
    let walls = table.walls();
    if !walls.is_empty() {
        let d = walls.iter().map(|ends| {
            let [(x, y), (to_x, to_y)] = ends.map(|(x, y)| (x * side, y * side));
            format!("M{x} {y}L{to_x} {to_y}")
        });
        let d = d.collect::<String>();
        writeln!(
            out,
            "<path d=\"{d}\" stroke=\"#111111\" stroke-width=\"2\" stroke-linecap=\"square\"/>"
        )?;
    }
    writeln!(out, "</svg>")
}

fn write_dots(out: &mut impl Write, dots: &Dots) -> io::Result<()> {
    let (right, bottom) = (dots.columns as i32 * DOT, dots.rows as i32 * DOT);
    open(out, &dots.title, (0, 0, right, bottom))?;
    let mut taken = vec![false; dots.rows];
    dots.taken.iter().for_each(|&row| taken[row] = true);
    // Those of a chosen row are larger too.
    for (chosen, colour, grown) in [(false, "#8c8c8c", 0), (true, "#a3121f", 1)] {
        let side = DOT + 2 * grown;
        write!(out, "<path fill=\"{colour}\" d=\"")?;
        for &(row, column) in dots.ones.iter().filter(|&&(row, _)| taken[row] == chosen) {
            let (x, y) = (column as i32 * DOT - grown, row as i32 * DOT - grown);
            write!(out, "M{x} {y}h{side}v{side}h-{side}z")?;
        }
        writeln!(out, "\"/>")?;
    }
    for column in (0..=dots.columns).step_by(dots.column_block.max(1)) {
        if dots.column_block > 0 || column == 0 || column == dots.columns {
            let x = column as i32 * DOT;
            writeln!(out, "<path d=\"M{x} 0V{bottom}\" stroke=\"#111111\"/>")?;
        }
    }
    writeln!(
        out,
        "<path d=\"M0 0H{right}M0 {bottom}H{right}\" stroke=\"#111111\"/>"
    )?;
    writeln!(out, "</svg>")
}

fn text(out: &mut impl Write, (x, y): (i32, i32), word: &str, how: &str) -> io::Result<()> {
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\"{how}>{}</text>",
        XmlText(word)
    )
}
