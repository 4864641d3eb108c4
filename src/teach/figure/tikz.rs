//! Figures as a `tikzpicture`, for which `\usepackage{tikz}` suffices. The text
//! is plain ASCII, so that every LaTeX accepts it.

use super::Figure;
use super::diagram::{Diagram, Look, Path, Piece};
use super::table::{Dots, Table};
use std::io::{self, Write};

/// Writes a figure.
///
/// # Errors
/// An error of the output.
pub fn write(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    let title = match figure {
        Figure::Diagram(diagram) => &diagram.title,
        Figure::Table(table) => &table.title,
        Figure::Dots(dots) => &dots.title,
    };
    let title: String = title
        .chars()
        .map(|c| if c == '×' { 'x' } else { c })
        .filter(char::is_ascii)
        .collect();
    writeln!(out, "% {title}. Needs \\usepackage{{tikz}}.")?;
    // The y axis points downwards. A unit is a pixel, three quarters of a
    // point.
    writeln!(
        out,
        "\\begin{{tikzpicture}}[x=0.75pt,y=-0.75pt,>=latex,font=\\scriptsize,line width=0.4pt]"
    )?;
    match figure {
        Figure::Diagram(diagram) => write_diagram(out, diagram)?,
        Figure::Table(table) => write_table(out, table)?,
        Figure::Dots(dots) => write_dots(out, dots)?,
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

fn style(look: Look) -> &'static str {
    match look {
        Look::Plain => "rounded corners=1pt",
        Look::Chosen => "line width=1.4pt",
        Look::True => "rounded corners=6pt",
        Look::False => "rounded corners=6pt,dashed",
        Look::Wrong => "line width=1.4pt,dashed",
        Look::Right => "rounded corners=6pt,double",
        Look::Faint => "rounded corners=1pt,dotted",
    }
}

fn write_diagram(out: &mut impl Write, diagram: &Diagram) -> io::Result<()> {
    for edge in &diagram.edges {
        for path in diagram.paths(edge) {
            write_path(out, &path)?;
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
        writeln!(out, "\\node at ({x},{y}) {{{}}};", escaped(&node.label))?;
        if !node.note.is_empty() {
            let (x, y) = (x + w / 2, y - h / 2 - 4);
            let note = escaped(&node.note);
            writeln!(
                out,
                "\\node[left,inner sep=1pt] at ({x},{y}) {{\\tiny {note}}};"
            )?;
        }
    }
    Ok(())
}

fn write_path(out: &mut impl Write, path: &Path) -> io::Result<()> {
    let arrows = match (path.arrow_at_start, path.arrow_at_end) {
        (true, true) => "[<->]",
        (false, true) => "[->]",
        (true, false) => "[<-]",
        (false, false) => "",
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
    let (height, width) = (table.cells.len(), table.width());
    let side = table.side;
    let (right, bottom) = (width as i32 * side, height as i32 * side);
    let middle = |place: usize| place as i32 * side + side / 2;
    for (row, (name, look)) in table.rows.iter().enumerate() {
        let (name, y) = (escaped(name), row as i32 * side);
        let mark = match look {
            Look::Chosen => {
                let end = y + side;
                writeln!(out, "\\fill[black!12] (0,{y}) rectangle ({right},{end});")?;
                "$\\bullet$ "
            }
            _ => "",
        };
        writeln!(out, "\\node[left] at (0,{}) {{{mark}{name}}};", middle(row))?;
    }
    for (column, name) in table.columns.iter().enumerate() {
        let x = middle(column);
        writeln!(
            out,
            "\\node[rotate=90,right] at ({x},0) {{{}}};",
            escaped(name)
        )?;
    }
    let size = if side >= 30 {
        "\\large"
    } else {
        "\\scriptsize"
    };
    for (row, cells) in table.cells.iter().enumerate() {
        for (column, (word, look)) in cells.iter().enumerate() {
            if word.is_empty() {
                continue;
            }
            let (x, y) = (middle(column), middle(row));
            let shape = match look {
                Look::Chosen => "\\bfseries ",
                Look::True => "\\itshape ",
                _ => "",
            };
            let word = escaped(word);
            writeln!(out, "\\node at ({x},{y}) {{{size}{shape} {word}}};")?;
        }
    }
    for (block, count, end, vertical) in [
        (table.column_block, width, bottom, true),
        (table.row_block, height, right, false),
    ] {
        for index in 0..=count {
            let at = index as i32 * side;
            let how = match Table::is_thick(index, block, count) {
                true => "line width=1pt",
                false => "black!35",
            };
            match vertical {
                true => writeln!(out, "\\draw[{how}] ({at},0) -- ({at},{end});")?,
                false => writeln!(out, "\\draw[{how}] (0,{at}) -- ({end},{at});")?,
            }
        }
    }
    for ends in table.walls() {
        let [(x, y), (to_x, to_y)] = ends.map(|(x, y)| (x * side, y * side));
        writeln!(
            out,
            "\\draw[line width=1pt,line cap=rect] ({x},{y}) -- ({to_x},{to_y});"
        )?;
    }
    Ok(())
}

fn write_dots(out: &mut impl Write, dots: &Dots) -> io::Result<()> {
    let mut taken = vec![false; dots.rows];
    dots.taken.iter().for_each(|&row| taken[row] = true);
    writeln!(out, "\\begin{{scope}}[scale=0.8]")?;
    for (chosen, colour) in [(false, "black!50"), (true, "black")] {
        for &(row, column) in dots.ones.iter().filter(|&&(row, _)| taken[row] == chosen) {
            writeln!(out, "\\fill[{colour}] ({column},{row}) rectangle +(1,1);")?;
        }
    }
    let (rows, columns) = (dots.rows, dots.columns);
    let block = if dots.column_block == 0 {
        columns
    } else {
        dots.column_block
    };
    for column in (0..=columns).step_by(block.max(1)) {
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
            '×' => escaped.push_str("$\\times$"),
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
