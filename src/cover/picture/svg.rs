//! Pictures as SVG: one file, without scripts or embedded fonts.

use super::{HUES, Panel, Picture, Square, Tiles, triangles};
use crate::io::XmlText;
use std::io::{self, Write};

/// Side of a square in pixels, as all lengths here; chosen by hand.
const SIDE: usize = 40;
/// Blank margin around panels and between them.
const MARGIN: usize = 20;
/// Distance of a cage's line from the walls.
const INSET: usize = 3;
/// Height of the line of panel titles.
const HEADING: usize = 26;

/// The background of each hue: light, so that black text has a contrast of at
/// least 7:1 on each of them (WCAG 2, level AAA).
const GROUNDS: [&str; HUES as usize] = [
    "#f4a6a0", "#f9c784", "#f5e68a", "#c9df8a", "#9fd4a3", "#8fd8cc", "#93cdec", "#aab9f0",
    "#c9b2f0", "#eab0e2", "#dcc7a6", "#cdd2d8",
];
/// The background of a shaded square without a hue.
const SHADE: &str = "#d9d9d9";

/// Writes the picture as an SVG file.
///
/// # Errors
/// The errors of `out`.
pub fn write(picture: &Picture, mut out: impl Write) -> io::Result<()> {
    let panels = &picture.panels;
    let heading = match panels.iter().any(|panel| !panel.title.is_empty()) {
        true => HEADING,
        false => 0,
    };
    let widths = panels.iter().map(|panel| size(panel).0).sum::<usize>();
    let high = panels.iter().map(|panel| size(panel).1).max().unwrap_or(0);
    let width = widths + MARGIN * (panels.len() + 1);
    let height = high + heading + 2 * MARGIN;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" text-anchor="middle">"#
    )?;
    writeln!(out, "<title>{}</title>", XmlText(&picture.title))?;
    writeln!(out, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    let mut left = MARGIN;
    for panel in panels {
        let top = MARGIN + heading;
        writeln!(out, r#"<g transform="translate({left} {top})">"#)?;
        write_panel(panel, &mut out)?;
        writeln!(out, "</g>")?;
        left += size(panel).0 + MARGIN;
    }
    writeln!(out, "</svg>")
}

/// Returns the width and the height of a panel.
fn size(panel: &Panel) -> (usize, usize) {
    match panel.tiles {
        Tiles::Squares => (SIDE * panel.cols, SIDE * panel.rows()),
        Tiles::Triangles { .. } => triangles::size(panel),
    }
}

fn write_panel(panel: &Panel, out: &mut impl Write) -> io::Result<()> {
    if !panel.title.is_empty() {
        let middle = size(panel).0 / 2;
        let title = XmlText(&panel.title);
        writeln!(
            out,
            r#"<text x="{middle}" y="-10" font-size="16">{title}</text>"#
        )?;
    }
    if panel.tiles != Tiles::Squares {
        return triangles::write(panel, out);
    }
    let places = || {
        let squares = panel.squares.iter().enumerate();
        squares.filter_map(|(number, square)| {
            let (row, col) = (number / panel.cols, number % panel.cols);
            square.as_ref().map(|square| (row, col, square))
        })
    };
    for (row, col, square) in places() {
        let (x, y) = (SIDE * col, SIDE * row);
        let ground = ground(square);
        writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{ground}" stroke="#999" stroke-width="0.5"/>"##
        )?;
    }
    for (row, col, square) in places().filter(|(_, _, square)| square.cage > 0) {
        write_cage(panel, (row, col), square.cage, out)?;
    }
    write_walls(panel, out)?;
    for (row, col, square) in places() {
        write_text(square, SIDE * col + SIDE / 2, SIDE * row + SIDE / 2, out)?;
        if !square.note.is_empty() {
            let (x, y, note) = (SIDE * col + 4, SIDE * row + 12, XmlText(&square.note));
            writeln!(
                out,
                r#"<text x="{x}" y="{y}" font-size="10" text-anchor="start">{note}</text>"#
            )?;
        }
    }
    Ok(())
}

/// Writes the walls as one path of straight lines.
fn write_walls(panel: &Panel, out: &mut impl Write) -> io::Result<()> {
    write!(
        out,
        r##"<path fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" d=""##
    )?;
    for row in 0..=panel.rows() {
        for (start, end) in runs(panel.cols, |col| panel.wall_above(row, col)) {
            write!(out, "M{} {}H{}", SIDE * start, SIDE * row, SIDE * end)?;
        }
    }
    for col in 0..=panel.cols {
        for (start, end) in runs(panel.rows(), |row| panel.wall_left(row, col)) {
            write!(out, "M{} {}V{}", SIDE * col, SIDE * start, SIDE * end)?;
        }
    }
    writeln!(out, r#""/>"#)
}

/// Writes the sides of a square at which its cage ends, slightly inside the
/// square.
fn write_cage(
    panel: &Panel,
    (row, col): (usize, usize),
    cage: u32,
    out: &mut impl Write,
) -> io::Result<()> {
    let other = |row, col| {
        panel
            .square(row, col)
            .is_none_or(|square| square.cage != cage)
    };
    let above = other(row.wrapping_sub(1), col);
    let below = other(row + 1, col);
    let before = other(row, col.wrapping_sub(1));
    let after = other(row, col + 1);
    // Where the cage continues, the line continues too.
    let inset = |ends: bool| if ends { INSET } else { 0 };
    let (left, right) = (SIDE * col + inset(before), SIDE * (col + 1) - inset(after));
    let (top, bottom) = (SIDE * row + inset(above), SIDE * (row + 1) - inset(below));
    let sides = [
        (above, format!("M{left} {top}H{right}")),
        (below, format!("M{left} {bottom}H{right}")),
        (before, format!("M{left} {top}V{bottom}")),
        (after, format!("M{right} {top}V{bottom}")),
    ];
    let path: String = sides
        .into_iter()
        .filter(|(ends, _)| *ends)
        .map(|(_, side)| side)
        .collect();
    writeln!(
        out,
        r##"<path fill="none" stroke="#333" stroke-dasharray="3 2" d="{path}"/>"##
    )
}

/// Returns the start and end of each run of walls in a line.
fn runs(length: usize, wall: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for place in (0..length).filter(|&place| wall(place)) {
        match runs.last_mut() {
            Some((_, end)) if *end == place => *end += 1,
            _ => runs.push((place, place + 1)),
        }
    }
    runs
}

/// Writes the text of a square around the point (x, y).
pub(super) fn write_text(
    square: &Square,
    x: usize,
    y: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let length = square.text.chars().count();
    if length == 0 {
        return Ok(());
    }
    // Three characters fill the square at size 16.
    let size = (48 / length).clamp(4, 22);
    // The middle of letters is a third of the size above their baseline.
    let y = y + size / 3;
    let weight = if square.given {
        r#" font-weight="bold""#
    } else {
        ""
    };
    let text = XmlText(&square.text);
    writeln!(
        out,
        r#"<text x="{x}" y="{y}" font-size="{size}"{weight}>{text}</text>"#
    )
}

pub(super) fn ground(square: &Square) -> &'static str {
    match square.hue {
        Some(hue) => GROUNDS[usize::from(hue) % GROUNDS.len()],
        None if square.shaded => SHADE,
        None => "#fff",
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::picture;
    use super::*;

    fn svg(picture: &Picture) -> String {
        let mut out = Vec::new();
        write(picture, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn squares_walls_and_letters_are_drawn() {
        let drawn = svg(&picture(&["aab", "a.b"]));
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
        assert!(drawn.contains("<title>&lt;a&gt; &amp; b</title>"));
        assert_eq!(drawn.matches("<rect x=").count(), 5);
        assert_eq!(drawn.matches("<text ").count(), 5);
        assert!(
            drawn.contains(r#"d="M0 0H120M40 40H80M0 80H40M80 80H120"#),
            "{drawn}"
        );
        assert!(
            drawn.contains("M0 0V80M40 40V80M80 0V80M120 0V80\""),
            "{drawn}"
        );
    }

    #[test]
    fn what_xml_gives_a_meaning_is_escaped() {
        let mut odd = picture(&["a"]);
        odd.panels[0].title = "</text>".to_owned();
        if let Some(square) = &mut odd.panels[0].squares[0] {
            square.text = "<\u{1b}".to_owned();
        }
        let drawn = svg(&odd);
        assert!(drawn.contains("&lt;/text&gt;") && drawn.contains(">&lt;\u{fffd}<"));
    }

    #[test]
    fn cages_have_lines_around_them() {
        let mut caged = picture(&["aab"]);
        for square in caged.panels[0].squares[..2].iter_mut().flatten() {
            square.cage = 1;
        }
        let drawn = svg(&caged);
        assert!(drawn.contains(r#"d="M3 3H40M3 37H40M3 3V37""#), "{drawn}");
        assert!(
            drawn.contains(r#"d="M40 3H77M40 37H77M77 3V37""#),
            "{drawn}"
        );
        assert_eq!(drawn.matches("dasharray").count(), 2);
    }

    /// By the definition of WCAG 2.
    #[test]
    fn letters_can_be_read_on_every_ground() {
        let channel = |hex: &str| {
            let value = f64::from(u8::from_str_radix(hex, 16).unwrap()) / 255.0;
            match value <= 0.04045 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        for ground in GROUNDS.iter().chain([&SHADE]) {
            let [r, g, b] = [1, 3, 5].map(|start| channel(&ground[start..start + 2]));
            let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
            assert!((luminance + 0.05) / 0.05 >= 7.0, "{ground}");
        }
    }
}
