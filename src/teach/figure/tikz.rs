//! Figures as a `tikzpicture`, for which `\usepackage{tikz}` suffices. The text
//! is plain ASCII, so that every LaTeX accepts it.

use super::diagram::{Diagram, Look, Path, Piece};
use super::svg;
use super::table::{Dots, Table};
use super::{Figure, Frame};
use std::io::{self, Write};

/// Height of a line of text in pixels.
const LINE: i32 = 20;
/// Width of a character of a text in pixels.
const CHARACTER: i32 = 6;

/// Side of a 1 in a large matrix in pixels.
const DOT: f64 = 0.8;

/// Writes a figure.
///
/// # Errors
/// An error of the output.
pub fn write(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    let (left, _, right, _) = bounds(figure);
    open(out, figure.title(), "", right - left)?;
    write_one(out, figure)?;
    writeln!(out, "\\end{{tikzpicture}}")
}

/// Writes frames with their text below them: several are overlays of one slide of
/// beamer, each over the same area, so that nothing moves.
///
/// # Errors
/// An error of the output.
pub fn write_frames(out: &mut impl Write, frames: &[Frame]) -> io::Result<()> {
    let needs = if frames.len() > 1 { " and beamer" } else { "" };
    let title = frames.first().and_then(|frame| frame.caption.first());
    let bounds = frames.iter().map(|frame| bounds(&frame.figure));
    let Some((left, top, right, bottom)) = bounds.reduce(svg::union) else {
        return Ok(());
    };
    let captions: Vec<Vec<String>> = frames.iter().map(Frame::lines).collect();
    let lines = captions.iter().map(Vec::len).max();
    let longest = captions.iter().flatten().map(|line| line.chars().count());
    let right = right.max(left + CHARACTER * longest.max().unwrap_or(0) as i32);
    open(out, title.map_or("", String::as_str), needs, right - left)?;
    let end = bottom + LINE * (lines.unwrap_or(0) as i32 + 1);
    writeln!(
        out,
        "\\path[use as bounding box] ({left},{top}) rectangle ({right},{end});"
    )?;
    for ((frame, caption), number) in frames.iter().zip(&captions).zip(1..) {
        if frames.len() > 1 {
            writeln!(out, "\\only<{number}>{{%")?;
        }
        write_one(out, &frame.figure)?;
        for (line, y) in caption.iter().zip((bottom + LINE..).step_by(LINE as usize)) {
            let line = escaped(line);
            writeln!(
                out,
                "\\node[right,inner sep=0pt] at ({left},{y}) {{{line}}};"
            )?;
        }
        if frames.len() > 1 {
            writeln!(out, "}}%")?;
        }
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

/// Returns the extent of a figure.
fn bounds(figure: &Figure) -> (i32, i32, i32, i32) {
    match figure {
        Figure::Dots(dots) => {
            let side = |count: usize| (count as f64 * DOT).ceil() as i32;
            (0, 0, side(dots.columns), side(dots.rows))
        }
        _ => svg::bounds(figure),
    }
}

/// Begins a picture. The y axis points downwards; a unit is a pixel, three quarters of a
/// point. A picture wider than the text, or than a slide of beamer, is scaled down with its
/// labels, but not with its thick lines, for which 2 pt remain. `width` is in pixels.
fn open(out: &mut impl Write, title: &str, needs: &str, width: i32) -> io::Result<()> {
    let title: String = title
        .chars()
        .map(|c| if c == '×' { 'x' } else { c })
        .filter(char::is_ascii)
        .collect();
    writeln!(out, "% {title}. Needs \\usepackage{{tikz}}{needs}.")?;
    writeln!(
        out,
        "\\begin{{tikzpicture}}[x=0.75pt,y=-0.75pt,>=latex,font=\\scriptsize,line width=0.4pt,\
         scale={{min(1,(\\linewidth-2pt)/{}pt)}},transform shape]",
        (3 * width.max(1) + 3) / 4
    )
}

fn write_one(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    match figure {
        Figure::Diagram(diagram) => write_diagram(out, diagram),
        Figure::Table(table) => write_table(out, table),
        Figure::Dots(dots) => write_dots(out, dots),
    }
}

fn style(look: Look) -> &'static str {
    match look {
        Look::Plain => "rounded corners=1pt",
        Look::Chosen => "line width=1.4pt",
        Look::True => "rounded corners=2pt",
        Look::Negative => "rounded corners=9pt",
        Look::Wrong => "line width=1.4pt,dashed",
        Look::Right => "rounded corners=6pt,double",
        Look::Faint => "rounded corners=1pt,dotted",
        Look::Changed => "line width=1.4pt,red!75!black",
        Look::Covered => "green!40!black",
    }
}

fn write_diagram(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    for edge in &diagram.edges {
        for path in diagram.paths(edge) {
            write_path(out, &path, edge.look)?;
        }
    }
    let (w, h) = (diagram.width, diagram.height);
    for node in &diagram.nodes {
        let (x, y) = (node.x, node.y);
        writeln!(
            out,
            "\\draw[{},fill=white] ({},{}) rectangle ({},{});",
            style(node.look),
            x - w / 2,
            y - h / 2,
            x + w / 2,
            y + h / 2,
        )?;
        let faint = match node.look {
            Look::Faint => "[black!65]",
            _ => "",
        };
        writeln!(
            out,
            "\\node{faint} at ({x},{y}) {{{}}};",
            escaped(&node.label)
        )?;
        if !node.note.is_empty() {
            let (x, y) = (x + w / 2, y - h / 2 - 4);
            let note = escaped(&node.note);
            writeln!(
                out,
                "\\node[left,inner sep=1pt] at ({x},{y}) {{\\tiny {note}}};"
            )?;
        }
    }
    let left = svg::beside(diagram);
    let lines = diagram.beside.iter().zip((0..).step_by(LINE as usize));
    for (line, y) in lines.filter(|(line, _)| !line.is_empty()) {
        let line = escaped(line);
        writeln!(
            out,
            "\\node[right,inner sep=0pt] at ({left},{y}) {{{line}}};"
        )?;
    }
    Ok(())
}

fn write_path(out: &mut impl Write, path: &Path, look: Look) -> io::Result<()> {
    let arrow = if path.arrow_at_end { "->" } else { "-" };
    let arrows = match look {
        Look::Changed => format!("[{arrow},red!75!black,line width=1.2pt]"),
        Look::Faint => format!("[{arrow},black!50,dashed]"),
        _ if path.arrow_at_end => "[->]".into(),
        _ => String::new(),
    };
    let (x, y) = path.start;
    write!(out, "\\draw{arrows} ({x},{y})")?;
    let mut from = path.start;
    for piece in &path.pieces {
        match *piece {
            Piece::Line((x, y)) => write!(out, " -- ({x},{y})")?,
            Piece::Curve((x, y)) => {
                let middle = (from.0 + x) / 2;
                write!(
                    out,
                    " .. controls ({middle},{}) and ({middle},{y}) .. ({x},{y})",
                    from.1
                )?;
            }
        }
        let (Piece::Line(end) | Piece::Curve(end)) = *piece;
        from = end;
    }
    writeln!(out, ";")
}

fn write_table(out: &mut impl Write, table: &Table) -> io::Result<()> {
    write_names(out, table)?;
    write_cells(out, table)?;
    for rule in table.rules() {
        let how = match rule.is_thick {
            true => "line width=1pt",
            false => "black!35",
        };
        let (at, from, to) = (rule.at, rule.from, rule.to);
        match rule.is_vertical {
            true => writeln!(out, "\\draw[{how}] ({at},{from}) -- ({at},{to});")?,
            false => writeln!(out, "\\draw[{how}] ({from},{at}) -- ({to},{at});")?,
        }
    }
    for ends in table.walls() {
        let [(x, y), (to_x, to_y)] = ends.map(|(x, y)| (x * table.side, y * table.side));
        writeln!(
            out,
            "\\draw[line width=1pt,line cap=rect] ({x},{y}) -- ({to_x},{to_y});"
        )?;
    }
    Ok(())
}

/// Writes the names of rows and columns, and the coloured bands of rows.
fn write_names(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let side = table.side;
    let right = table.width() as i32 * side;
    for ((name, look), y) in table.rows.iter().zip((0..).step_by(side as usize)) {
        let (fill, mark) = match look {
            Look::Chosen => ("black!12", "$\\bullet$ "),
            Look::Right => ("green!25", "$\\star$ "),
            Look::Covered => ("green!12", "$\\circ$ "),
            _ => ("", ""),
        };
        if !fill.is_empty() {
            let end = y + side;
            writeln!(out, "\\fill[{fill}] (0,{y}) rectangle ({right},{end});")?;
        }
        // Below a heading the mark is left.
        let name = if table.headings[0].is_empty() {
            name
        } else {
            ""
        };
        let (name, y) = (escaped(name), y + side / 2);
        writeln!(out, "\\node[left] at (0,{y}) {{{mark}{name}}};")?;
    }
    let [rows, columns] = table.placed_headings();
    let size = Table::HEADING;
    for (y, heading) in rows {
        let heading = heading.replace('Σ', "$\\Sigma$");
        writeln!(out, "\\node[left,scale={size}] at (-20,{y}) {{{heading}}};")?;
    }
    let has_names = columns.is_empty();
    for (x, heading) in columns {
        writeln!(out, "\\node[above,scale={size}] at ({x},0) {{{heading}}};")?;
    }
    let columns = table.columns.iter().filter(|_| has_names);
    for ((name, look), x) in columns.zip((side / 2..).step_by(side as usize)) {
        let name = escaped(name);
        let faint = match look {
            Look::Faint => ",black!45",
            _ => "",
        };
        writeln!(out, "\\node[rotate=90,right{faint}] at ({x},0) {{{name}}};")?;
    }
    Ok(())
}

/// Writes the texts of the cells, and the boxes around the cells of a grid that a step changes.
fn write_cells(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let side = table.side;
    let size = match side {
        30.. => "\\large",
        _ => "\\scriptsize",
    };
    for (cells, row) in table.cells.iter().zip(0..) {
        for ((word, look), column) in cells.iter().zip(0..) {
            if word.is_empty() {
                continue;
            }
            let (left, top) = (column * side, row * side);
            let (x, y) = (left + side / 2, top + side / 2);
            let shape = match look {
                Look::Chosen | Look::Right => "\\bfseries ",
                Look::True => "\\itshape ",
                _ => "",
            };
            let how = match look {
                Look::Faint => "[black!45]",
                Look::Wrong => "[red!75!black]",
                _ => "",
            };
            let word = escaped(word);
            writeln!(out, "\\node{how} at ({x},{y}) {{{size}{shape} {word}}};")?;
            if table.rows.is_empty() && matches!(look, Look::Right | Look::Wrong) {
                let dashed = if *look == Look::Wrong { ",dashed" } else { "" };
                writeln!(
                    out,
                    "\\draw[line width=1.4pt{dashed}] ({left},{top}) rectangle +({side},{side});"
                )?;
            }
        }
    }
    Ok(())
}

fn write_dots(out: &mut impl Write, dots: &Dots) -> io::Result<()> {
    let looks = dots.looks();
    writeln!(out, "\\begin{{scope}}[scale={DOT}]")?;
    for (look, colour) in [
        (Look::Covered, "green!60!black!50"),
        (Look::Plain, "black!50"),
        (Look::Chosen, "black"),
    ] {
        for &(row, column) in dots.ones.iter().filter(|&&(row, _)| looks[row] == look) {
            writeln!(out, "\\fill[{colour}] ({column},{row}) rectangle +(1,1);")?;
        }
    }
    let (rows, columns) = (dots.rows, dots.columns);
    for column in dots.ruled_columns() {
        writeln!(out, "\\draw ({column},0) -- ({column},{rows});")?;
    }
    writeln!(
        out,
        "\\draw (0,0) -- ({columns},0) (0,{rows}) -- ({columns},{rows});"
    )?;
    writeln!(out, "\\end{{scope}}")
}

/// Escapes LaTeX's special characters, and writes the marks as mathematics.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            '|' => escaped.push_str("$|$"),
            '≠' => escaped.push_str("$\\neq$"),
            '¬' => escaped.push_str("$\\lnot$"),
            '✗' => escaped.push_str("$\\times$"),
            '✓' => escaped.push_str("solution"),
            '…' => escaped.push_str("\\dots"),
            '★' => escaped.push_str("$\\star$"),
            '○' => escaped.push_str("$\\circ$"),
            '×' => escaped.push_str("$\\times$"),
            '←' => escaped.push_str("$\\leftarrow$"),
            '→' => escaped.push_str("$\\rightarrow$"),
            c if c.is_ascii() && !c.is_control() => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_latex() {
        assert_eq!(escaped("R1#2"), "R1\\#2");
        assert_eq!(
            escaped("a_b\\^~"),
            "a\\_b\\textbackslash{}\\textasciicircum{}\\textasciitilde{}"
        );
        assert_eq!(escaped("r1c2≠3"), "r1c2$\\neq$3");
        assert_eq!(escaped("é\n"), "??");
    }
}
