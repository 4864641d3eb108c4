//! Figures for Graphviz. Grids and matrices are tables in a node. Diagrams are
//! graphs that `dot` lays out again. Links and the dots of a large matrix keep
//! their positions.

use super::diagram::{Diagram, Edge, Look, Node, Path, Piece, Route};
use super::svg;
use super::table::{Dots, Table};
use super::{Figure, Frame};
use std::io::{self, Write};

/// Distance of two dots of a large matrix, in points.
const PITCH: usize = 4;

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

/// Writes frames, one graph after the other, each with its text as its label. `dot -Tpdf -O`
/// makes a file of each.
///
/// # Errors
/// An error of the output.
pub fn write_frames(out: &mut impl Write, frames: &[Frame]) -> io::Result<()> {
    for frame in frames {
        let mut figure = frame.figure.clone();
        let title = match &mut figure {
            Figure::Diagram(diagram) => &mut diagram.title,
            Figure::Table(table) => &mut table.title,
            Figure::Dots(dots) => &mut dots.title,
        };
        *title = frame.lines().join("\n");
        write(out, &figure)?;
    }
    Ok(())
}

fn style(look: Look) -> &'static str {
    match look {
        Look::Plain => "shape=box",
        Look::Chosen => "shape=box, penwidth=2, style=bold",
        Look::True => "shape=box, style=rounded",
        Look::Negative => "shape=ellipse",
        Look::Wrong => "shape=box, style=dashed, penwidth=2",
        Look::Right => "shape=box, style=rounded, peripheries=2",
        Look::Faint => "shape=box, style=dotted",
        Look::Changed => "shape=box, penwidth=3, color=\"#c00018\"",
        Look::Covered => "shape=box, color=\"#00664b\"",
    }
}

fn write_diagram(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    let edges = &diagram.edges;
    let rightwards = edges.iter().any(|e| matches!(e.route, Route::Columns(_)));
    let downwards = edges.iter().any(|e| matches!(e.route, Route::Down));
    writeln!(out, "digraph {{")?;
    writeln!(out, "  label={};", quoted(&diagram.title))?;
    if rightwards {
        writeln!(out, "  rankdir=LR;")?;
    }
    let kept = !rightwards && !downwards;
    if kept {
        writeln!(out, "  layout=neato; splines=line;")?;
    }
    writeln!(
        out,
        "  node [fontname=\"DejaVu Sans\", fontsize=11, height=0.3];"
    )?;
    for (index, node) in diagram.nodes.iter().enumerate() {
        let note = if node.note.is_empty() { "" } else { " " };
        let label = quoted(&format!("{}{note}{}", node.label, node.note));
        write!(out, "  n{index} [label={label}, {}", style(node.look))?;
        if kept {
            write!(out, ", {}", place(node.x, node.y))?;
        }
        writeln!(out, "];")?;
    }
    if rightwards {
        columns(out, &diagram.nodes)?;
    }
    for (index, edge) in edges.iter().enumerate() {
        let how = match &edge.route {
            Route::Columns(_) => "",
            Route::Down => " [dir=none]",
            Route::Own { paths, ports } => {
                own(out, edge, index, paths, ports)?;
                continue;
            }
        };
        writeln!(out, "  n{} -> n{}{how};", edge.from, edge.to)?;
    }
    if !diagram.beside.is_empty() {
        let (_, top, right, _) = diagram.bounds();
        let text = quoted(&(diagram.beside.join("\n") + "\n")).replace("\\n", "\\l");
        let at = place(right + 120, top + 10 * diagram.beside.len() as i32);
        writeln!(out, "  beside [shape=plain, label={text}, {at}];")?;
    }
    writeln!(out, "}}")
}

/// Returns a node's fixed position, in inches, upwards.
fn place(x: i32, y: i32) -> String {
    let inches = |points: i32| f64::from(points) / 72.0;
    format!("pos=\"{},{}!\"", inches(x), inches(-y))
}

/// Writes a pointer, from corner to corner. One that leaves the picture at a place and
/// comes in at another has an invisible node at each of them.
fn own(
    out: &mut impl Write,
    edge: &Edge,
    index: usize,
    paths: &[Path],
    [leaves, enters]: &[&str; 2],
) -> io::Result<()> {
    let look = match edge.look {
        Look::Changed => "color=\"#c00018\", penwidth=2.5",
        Look::Faint => "style=dashed, color=\"#767676\"",
        _ => "color=black",
    };
    let (from, to) = (edge.from, edge.to);
    let [out_of, into] = paths else {
        return writeln!(out, "  n{from}:{leaves} -> n{to}:{enters} [{look}];");
    };
    let end = out_of.pieces.last().map_or(out_of.start, |piece| {
        let (Piece::Line(end) | Piece::Curve(end)) = *piece;
        end
    });
    for (side, (x, y)) in [("out", end), ("in", into.start)] {
        let at = place(x, y);
        writeln!(out, "  {side}{index} [shape=point, style=invis, {at}];")?;
    }
    writeln!(out, "  n{from}:{leaves} -> out{index} [{look}];")?;
    writeln!(out, "  in{index} -> n{to}:{enters} [{look}];")
}

/// Keeps the nodes of one column in one column.
fn columns(out: &mut impl Write, nodes: &[Node]) -> io::Result<()> {
    let mut columns: Vec<i32> = nodes.iter().map(|node| node.x).collect();
    columns.sort_unstable();
    columns.dedup();
    for column in columns {
        write!(out, "  {{ rank=same;")?;
        let of_column = nodes.iter().enumerate();
        for (index, _) in of_column.filter(|(_, node)| node.x == column) {
            write!(out, " n{index};")?;
        }
        writeln!(out, " }}")?;
    }
    Ok(())
}

fn write_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    if !table.regions.is_empty() {
        let why =
            "Graphviz draws no regions of a jigsaw and no gaps between grids; take --svg or --tikz";
        return Err(io::Error::other(why));
    }
    writeln!(out, "digraph {{")?;
    writeln!(out, "  label={};", quoted(&table.title))?;
    writeln!(out, "  node [shape=plain, fontname=\"DejaVu Sans\"];")?;
    writeln!(
        out,
        "  table [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"
    )?;
    if !table.columns.is_empty() {
        write!(out, "    <tr><td border=\"0\"></td>")?;
        for (name, _) in &table.columns {
            // The name is written downwards, a character per line.
            let name: Vec<String> = name.chars().map(|c| html(&c.to_string())).collect();
            write!(out, "<td border=\"0\">{}</td>", name.join("<br/>"))?;
        }
        writeln!(out, "</tr>")?;
    }
    for (row, cells) in table.cells.iter().enumerate() {
        if table.is_row_of_block(row) {
            writeln!(out, "    <hr/>")?;
        }
        write!(out, "    <tr>")?;
        if let Some((name, look)) = table.rows.get(row) {
            let mark = svg::mark(*look);
            write!(
                out,
                "<td border=\"0\" align=\"right\">{mark}{}</td>",
                html(name)
            )?;
        }
        for (column, (word, look)) in cells.iter().enumerate() {
            let block = table.column_block;
            if block > 0 && column > 0 && column.is_multiple_of(block) {
                write!(out, "<vr/>")?;
            }
            let word = match (word.as_str(), look) {
                ("", _) => " ".to_string(),
                (word, Look::Chosen | Look::Right) => format!("<b>{}</b>", html(word)),
                (word, Look::Wrong) => format!("<s>{}</s>", html(word)),
                (word, Look::Faint) => {
                    format!("<font color=\"#8c8c8c\">{}</font>", html(word))
                }
                (word, Look::True) => format!("<i>{}</i>", html(word)),
                (word, _) => html(word),
            };
            let of_row = table.rows.get(row).map_or(*look, |(_, look)| *look);
            let back = match of_row {
                Look::Right | Look::Covered => " bgcolor=\"#dff2e8\"",
                _ => "",
            };
            write!(out, "<td{back}>{word}</td>")?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "  </table>>];")?;
    writeln!(out, "}}")
}

/// Writes a matrix too large for a table, with a dot for each 1.
fn write_dots(out: &mut impl Write, dots: &Dots) -> io::Result<()> {
    let (width, height) = (PITCH * dots.columns, PITCH * dots.rows);
    writeln!(out, "graph {{")?;
    writeln!(out, "  layout=nop; label={};", quoted(&dots.title))?;
    writeln!(out, "  node [shape=point, width=0.04];")?;
    let mut taken = vec![false; dots.rows];
    dots.taken.iter().for_each(|&row| taken[row] = true);
    for (index, &(row, column)) in dots.ones.iter().enumerate() {
        // The centre of its cell, upwards.
        let (x, y) = (PITCH * column + PITCH / 2, height - PITCH * row - PITCH / 2);
        let larger = if taken[row] { ", width=0.08" } else { "" };
        writeln!(out, "  one{index} [pos=\"{x},{y}\"{larger}];")?;
    }
    let upright = dots.ruled_columns().map(|column| PITCH * column);
    let upright = upright.map(|x| [(x, 0), (x, height)]);
    let level = [0, height].map(|y| [(0, y), (width, y)]);
    for (index, ends) in upright.chain(level).enumerate() {
        for (end, (x, y)) in ["a", "b"].into_iter().zip(ends) {
            writeln!(out, "  {end}{index} [style=invis, pos=\"{x},{y}\"];")?;
        }
        writeln!(out, "  a{index} -- b{index};")?;
    }
    writeln!(out, "}}")
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}

fn html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
