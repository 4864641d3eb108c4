//! Figures as scalable vector graphics: one file, without external fonts or
//! styles.

use super::diagram::{Diagram, Look, Path, Piece};
use super::table::{Dots, Rule, Table};
use super::{Figure, Frame};
use crate::io::XmlText;
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// Blank margin around the picture in pixels.
const MARGIN: i32 = 12;
/// Width of a character of a name in pixels.
const CHARACTER: i32 = 8;
/// Side of a 1 in a large matrix in pixels.
const DOT: i32 = 3;

/// Distance of the headings of rows from a table in pixels, with room for the marks of rows.
const BESIDE: i32 = 30;

/// Height of a line of text in pixels.
const LINE: i32 = 18;
/// Seconds for which a frame is shown. Chosen by hand for reading one assignment.
const SECONDS: f64 = 1.6;

/// Left, top, right and bottom.
type Bounds = (i32, i32, i32, i32);

/// The parts of a picture, from the back to the front. The elements of a part do not
/// overlap, so their order does not matter.
type Layers = Vec<Vec<String>>;

/// Writes a figure.
///
/// # Errors
/// An error of the output.
pub fn write(out: &mut impl Write, figure: &Figure) -> io::Result<()> {
    let (bounds, layers) = drawn(figure);
    open(out, figure.title(), bounds, "")?;
    for element in layers.iter().flatten() {
        writeln!(out, "{element}")?;
    }
    writeln!(out, "</svg>")
}

/// Writes frames, with their text below them: a picture of the only one, or one after
/// the other in a circle. What frames have in common is written once. For readers who
/// want no motion, and on paper, the last frame stands still.
///
/// # Errors
/// An error of the output.
pub fn write_frames(out: &mut impl Write, frames: &[Frame]) -> io::Result<()> {
    let drawn: Vec<(Bounds, Layers)> = frames.iter().map(|frame| drawn(&frame.figure)).collect();
    let Some(mut bounds) = drawn.iter().map(|(bounds, _)| *bounds).reduce(union) else {
        return Ok(());
    };
    let captions: Vec<Vec<String>> = frames.iter().map(Frame::lines).collect();
    let texts = captions.iter().map(|lines| caption(lines, bounds));
    let texts: Vec<Vec<String>> = texts.collect();
    let lines = captions.iter().map(Vec::len).max();
    let longest = captions
        .iter()
        .flatten()
        .map(|line| line.chars().count())
        .max();
    bounds.3 += LINE * (lines.unwrap_or(0) as i32 + 1);
    bounds.2 = bounds
        .2
        .max(bounds.0 + CHARACTER * longest.unwrap_or(0) as i32);
    let depth = drawn.iter().map(|(_, layers)| layers.len()).max();
    let title = match frames {
        [only] => only.figure.title().to_owned(),
        [first, .., last] => {
            let first = first.caption.first().map_or("", String::as_str);
            let last = last.caption.first().map_or("", String::as_str);
            format!("{} frames. {first} … {last}", frames.len())
        }
        [] => String::new(),
    };
    // For each part, the elements, each with the frames that have it, in their order.
    let mut shown: Vec<Vec<(&str, Vec<bool>)>> = Vec::new();
    let of_frame = |index: usize, part: usize| match part.checked_sub(depth.unwrap_or(0)) {
        None => drawn[index].1.get(part),
        Some(_) => Some(&texts[index]),
    };
    for part in 0..=depth.unwrap_or(0) {
        let mut elements: Vec<(&str, Vec<bool>)> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for index in 0..frames.len() {
            for element in of_frame(index, part).into_iter().flatten() {
                let place = *places.entry(element.as_str()).or_insert_with(|| {
                    elements.push((element.as_str(), vec![false; frames.len()]));
                    elements.len() - 1
                });
                elements[place].1[index] = true;
            }
        }
        shown.push(elements);
    }
    let mut sets: Vec<&Vec<bool>> = shown.iter().flatten().map(|(_, set)| set).collect();
    sets.retain(|set| set.contains(&false));
    sets.sort_unstable();
    sets.dedup();
    open(out, &title, bounds, &animation(&sets, frames.len()))?;
    let numbers: FxHashMap<&Vec<bool>, usize> = (0..).zip(sets).map(|(n, set)| (set, n)).collect();
    for (element, set) in shown.iter().flatten() {
        let Some(number) = numbers.get(set) else {
            writeln!(out, "{element}")?;
            continue;
        };
        let hidden = match set.last() {
            Some(true) => "",
            _ => " visibility=\"hidden\"",
        };
        writeln!(out, "<g class=\"f f{number}\"{hidden}>{element}</g>")?;
    }
    writeln!(out, "</svg>")
}

/// Returns the style that shows each set of elements in its frames.
fn animation(sets: &[&Vec<bool>], frames: usize) -> String {
    if sets.is_empty() {
        return String::new();
    }
    let mut style = String::from("<style>");
    let seconds = SECONDS * frames as f64;
    for (number, set) in sets.iter().enumerate() {
        style += &format!(".f{number}{{animation:f{number} {seconds:.1}s step-end infinite}}");
        style += &format!("@keyframes f{number}{{");
        let word = |on: bool| if on { "visible" } else { "hidden" };
        for (index, &on) in set.iter().enumerate() {
            if index == 0 || set[index - 1] != on {
                let percent = 100.0 * index as f64 / frames as f64;
                style += &format!("{percent:.4}%{{visibility:{}}}", word(on));
            }
        }
        let last = set.last().is_some_and(|&on| on);
        style += &format!("100%{{visibility:{}}}}}", word(last));
    }
    style += "@media (prefers-reduced-motion:reduce){.f{animation:none}}";
    style += "@media print{.f{animation:none}}</style>\n";
    style
}

/// Returns the least rectangle around two.
pub(super) fn union(one: Bounds, other: Bounds) -> Bounds {
    (
        one.0.min(other.0),
        one.1.min(other.1),
        one.2.max(other.2),
        one.3.max(other.3),
    )
}

/// Returns the lines of text below a picture.
fn caption(lines: &[String], bounds: Bounds) -> Vec<String> {
    let lines = lines.iter().zip(1..);
    let lines = lines.map(|(line, number)| {
        let how = match number {
            1 => " text-anchor=\"start\" font-weight=\"bold\"",
            _ => " text-anchor=\"start\"",
        };
        text((bounds.0, bounds.3 + LINE * (number + 1)), line, how)
    });
    lines.collect()
}

/// Returns the extent of a figure.
pub(super) fn bounds(figure: &Figure) -> Bounds {
    drawn(figure).0
}

/// Returns where the text beside a diagram begins.
pub(super) fn beside(diagram: &Diagram) -> i32 {
    diagram.bounds().2 + 2 * MARGIN
}

/// Returns the extent of a figure and its parts.
fn drawn(figure: &Figure) -> (Bounds, Layers) {
    match figure {
        Figure::Diagram(diagram) => draw_diagram(diagram),
        Figure::Table(table) => draw_table(table),
        Figure::Dots(dots) => draw_dots(dots),
    }
}

/// Returns the fill, the stroke, its width, its dashes, and the radius of the
/// corners.
fn style(look: Look) -> (&'static str, &'static str, i32, &'static str, i32) {
    match look {
        Look::Plain => ("#ffffff", "#333333", 1, "", 3),
        Look::Chosen => ("#fff3d1", "#111111", 3, "", 0),
        Look::True => ("#dcebf7", "#005a9c", 1, "", 3),
        Look::Negative => ("#dcebf7", "#005a9c", 1, "", 12),
        Look::Wrong => ("#fbe0e0", "#a3121f", 3, "5 3", 0),
        Look::Right => ("#dff2e8", "#00664b", 3, "", 12),
        Look::Faint => ("#f4f4f4", "#6b6b6b", 1, "2 3", 3),
        Look::Changed => ("#fff0f0", "#c00018", 3, "", 3),
        Look::Covered => ("#e6f4ea", "#00664b", 1, "", 0),
    }
}

/// Writes the head of the file: the size of the picture and its title.
fn open(out: &mut impl Write, title: &str, bounds: Bounds, style: &str) -> io::Result<()> {
    let (left, top, right, bottom) = bounds;
    let (left, top) = (left - MARGIN, top - MARGIN);
    let (width, height) = (right + MARGIN - left, bottom + MARGIN - top);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{left} {top} {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" \
         font-size=\"13\" text-anchor=\"middle\">"
    )?;
    write!(out, "<title>{}</title>\n{style}", XmlText(title))?;
    writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
    )
}

fn draw_diagram(diagram: &Diagram) -> (Bounds, Layers) {
    let markers = [
        ("arrow", "#333333"),
        ("arrow-faint", "#767676"),
        ("arrow-changed", "#c00018"),
    ];
    let markers = markers.map(|(id, colour)| {
        format!(
            "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
             <path d=\"M0 1L8 4L0 7z\" fill=\"{colour}\"/></marker>"
        )
    });
    let paths = diagram.edges.iter().flat_map(|edge| {
        let paths = diagram.paths(edge).into_iter();
        paths.map(|path| draw_path(&path, edge.look))
    });
    let (w, h) = (diagram.width, diagram.height);
    let nodes = diagram.nodes.iter().map(|node| {
        let (fill, stroke, width, dashes, round) = style(node.look);
        let (x, y) = (node.x - w / 2, node.y - h / 2);
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let faint = match node.look {
            Look::Faint => " fill=\"#595959\"",
            _ => "",
        };
        let note = match node.note.as_str() {
            "" => String::new(),
            note => {
                let how = match node.note.starts_with('@') {
                    true => " font-size=\"9\" text-anchor=\"end\"",
                    false => " font-size=\"11\" font-weight=\"bold\" text-anchor=\"end\" fill=\"#c00018\"",
                };
                text((x + w - 4, y - 3), note, how)
            }
        };
        format!(
            "<g><rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\" \
             fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}/>{}{note}</g>",
            text((node.x, node.y + 5), &node.label, faint)
        )
    });
    let mut bounds = diagram.bounds();
    let left = beside(diagram);
    let lines = diagram.beside.iter().zip(0..);
    let lines = lines.filter(|(line, _)| !line.is_empty());
    let beside = lines.map(|(line, number)| {
        let how = match number {
            0 => " text-anchor=\"start\" font-weight=\"bold\"",
            _ => " text-anchor=\"start\"",
        };
        text((left, LINE * number), line, how)
    });
    let layers = vec![
        vec![format!("<defs>{}</defs>", markers.concat())],
        paths.collect(),
        nodes.collect(),
        beside.collect(),
    ];
    let longest = diagram.beside.iter().map(|line| line.chars().count()).max();
    if let Some(longest) = longest {
        bounds.2 = left + CHARACTER * longest as i32;
        bounds.3 = bounds.3.max(LINE * diagram.beside.len() as i32);
    }
    (bounds, layers)
}

fn draw_path(path: &Path, look: Look) -> String {
    let (x, y) = path.start;
    let mut drawn = format!("<path d=\"M{x} {y}");
    let mut from = path.start;
    for piece in &path.pieces {
        drawn += &match *piece {
            Piece::Line((x, y)) => format!("L{x} {y}"),
            Piece::Curve((x, y)) => {
                let middle = (from.0 + x) / 2;
                format!("C{middle} {} {middle} {y} {x} {y}", from.1)
            }
        };
        let (Piece::Line(end) | Piece::Curve(end)) = *piece;
        from = end;
    }
    let (stroke, marker) = match look {
        Look::Changed => ("#c00018\" stroke-width=\"2.5", "arrow-changed"),
        Look::Faint => ("#767676\" stroke-dasharray=\"3 3", "arrow-faint"),
        _ => ("#333333", "arrow"),
    };
    drawn += &format!("\" fill=\"none\" stroke=\"{stroke}\"");
    if path.arrow_at_end {
        drawn += &format!(" marker-end=\"url(#{marker})\"");
    }
    drawn + "/>"
}

/// Returns the mark of a row, so that nothing depends on colour alone.
pub(super) fn mark(look: Look) -> &'static str {
    match look {
        Look::Chosen => "● ",
        Look::Right => "★ ",
        Look::Covered => "○ ",
        _ => "",
    }
}

fn draw_table(table: &Table) -> (Bounds, Layers) {
    let longest = |names: &[(String, Look)]| {
        let lengths = names.iter().map(|(name, _)| name.chars().count() as i32);
        lengths.max().unwrap_or(0)
    };
    let headings = table.headings[0].iter();
    let headings = headings.map(|heading| heading.chars().count() as i32).max();
    let (left, top) = match (headings, longest(&table.rows), longest(&table.columns)) {
        (Some(longest), ..) => (
            -longest * CHARACTER * Table::HEADING - BESIDE,
            -LINE * Table::HEADING,
        ),
        (None, rows, columns) => (
            if rows > 0 { -(rows + 2) * CHARACTER } else { 0 },
            if columns > 0 {
                -columns * CHARACTER - 4
            } else {
                0
            },
        ),
    };
    let (height, width) = (table.cells.len() as i32, table.width() as i32);
    let (mut bands, mut texts) = (Vec::new(), Vec::new());
    draw_names(table, &mut bands, &mut texts);
    draw_cells(table, &mut bands, &mut texts);
    (
        (left, top, width * table.side, height * table.side),
        vec![bands, texts, draw_rules(table)],
    )
}

/// Adds the names of rows and columns, and the coloured bands of rows.
fn draw_names(table: &Table, bands: &mut Vec<String>, texts: &mut Vec<String>) {
    let side = table.side;
    let right = table.width() as i32 * side;
    for ((name, look), row) in table.rows.iter().zip(0..) {
        let y = row * side;
        if matches!(look, Look::Chosen | Look::Right | Look::Covered) {
            let fill = style(*look).0;
            bands.push(format!(
                "<rect x=\"0\" y=\"{y}\" width=\"{right}\" height=\"{side}\" fill=\"{fill}\"/>"
            ));
        }
        // Below a heading the mark is left.
        let name = if table.headings[0].is_empty() {
            name
        } else {
            ""
        };
        let label = format!("{}{name}", mark(*look));
        let how = format!(" text-anchor=\"end\"{}", text_attributes(*look));
        texts.push(text((-6, y + side / 2 + 5), &label, &how));
    }
    let [rows, columns] = table.placed_headings();
    let size = 13 * Table::HEADING;
    for (y, heading) in rows {
        let how = format!(" font-size=\"{size}\" text-anchor=\"end\"");
        texts.push(text((-BESIDE, y + size * 3 / 8), heading, &how));
    }
    let has_names = columns.is_empty();
    for (x, heading) in columns {
        texts.push(text((x, -14), heading, &format!(" font-size=\"{size}\"")));
    }
    let columns = table.columns.iter().filter(|_| has_names);
    for ((name, look), column) in columns.zip(0..) {
        let x = column * side + side / 2 + 4;
        let turned = format!(
            " text-anchor=\"start\" transform=\"rotate(-90 {x} -6)\"{}",
            text_attributes(*look)
        );
        texts.push(text((x, -6), name, &turned));
    }
}

/// Adds the texts of the cells, and the boxes around the cells of a grid that a step changes.
fn draw_cells(table: &Table, bands: &mut Vec<String>, texts: &mut Vec<String>) {
    let side = table.side;
    let size = if side >= 30 { side / 2 } else { 12 };
    for (cells, row) in table.cells.iter().zip(0..) {
        for ((word, look), column) in cells.iter().zip(0..) {
            let (x, y) = (column * side, row * side);
            if table.rows.is_empty() && matches!(look, Look::Right | Look::Wrong) {
                let (fill, stroke, ..) = style(*look);
                bands.push(format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" \
                     stroke=\"{stroke}\" stroke-width=\"3\"/>"
                ));
            }
            if word.is_empty() {
                continue;
            }
            let how = match look {
                Look::Chosen => " font-weight=\"bold\"",
                Look::True => " fill=\"#005a9c\" font-style=\"italic\"",
                Look::Wrong => " fill=\"#a3121f\" text-decoration=\"line-through\"",
                look => text_attributes(*look),
            };
            let at = (x + side / 2, y + side / 2 + size * 3 / 8);
            texts.push(text(at, word, &format!(" font-size=\"{size}\"{how}")));
        }
    }
}

/// Returns the lines of a table.
fn draw_rules(table: &Table) -> Vec<String> {
    let rules = table.rules().into_iter().map(|rule| {
        let Rule { at, from, to, .. } = rule;
        let d = match rule.is_vertical {
            true => format!("M{at} {from}V{to}"),
            false => format!("M{from} {at}H{to}"),
        };
        let (colour, weight) = match rule.is_thick {
            true => ("#111111", 2),
            false => ("#a0a0a0", 1),
        };
        format!("<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{weight}\"/>")
    });
    let mut rules: Vec<String> = rules.collect();
    let walls = table.walls();
    if !walls.is_empty() {
        let d = walls.iter().map(|ends| {
            let [(x, y), (to_x, to_y)] = ends.map(|(x, y)| (x * table.side, y * table.side));
            format!("M{x} {y}L{to_x} {to_y}")
        });
        let d = d.collect::<String>();
        rules.push(format!(
            "<path d=\"{d}\" stroke=\"#111111\" stroke-width=\"2\" stroke-linecap=\"square\"/>"
        ));
    }
    rules
}

/// Returns the attributes of a text in a matrix.
fn text_attributes(look: Look) -> &'static str {
    match look {
        Look::Chosen => " font-weight=\"bold\"",
        Look::Right => " fill=\"#00664b\" font-weight=\"bold\"",
        Look::Covered => " fill=\"#00664b\"",
        Look::Faint => " fill=\"#8c8c8c\"",
        _ => "",
    }
}

fn draw_dots(dots: &Dots) -> (Bounds, Layers) {
    let (right, bottom) = (dots.columns as i32 * DOT, dots.rows as i32 * DOT);
    let looks = dots.looks();
    let mut elements = Vec::new();
    // Those of a chosen row are larger, and of another colour if clues rule the row out.
    for (look, colour, grown) in [
        (Look::Covered, "#5fae7b", 0),
        (Look::Plain, "#8c8c8c", 0),
        (Look::Chosen, "#a3121f", 1),
    ] {
        let side = DOT + 2 * grown;
        let mut d = String::new();
        for &(row, column) in dots.ones.iter().filter(|&&(row, _)| looks[row] == look) {
            let (x, y) = (column as i32 * DOT - grown, row as i32 * DOT - grown);
            d += &format!("M{x} {y}h{side}v{side}h-{side}z");
        }
        if !d.is_empty() {
            elements.push(format!("<path fill=\"{colour}\" d=\"{d}\"/>"));
        }
    }
    for column in dots.ruled_columns() {
        let x = column as i32 * DOT;
        elements.push(format!("<path d=\"M{x} 0V{bottom}\" stroke=\"#111111\"/>"));
    }
    elements.push(format!(
        "<path d=\"M0 0H{right}M0 {bottom}H{right}\" stroke=\"#111111\"/>"
    ));
    // One element, because the chosen dots cover others.
    ((0, 0, right, bottom), vec![vec![elements.join("\n")]])
}

fn text((x, y): (i32, i32), word: &str, how: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\"{how}>{}</text>", XmlText(word))
}
