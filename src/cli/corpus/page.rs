//! `--report`: the totals, times and hardest puzzles of a run as a page of its own,
//! without scripts and without anything from a network.

use super::summary;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use sudosat::batch::{Finding, Record, Tally, Times};
use sudosat::io::{OutputError, Target, counted, counted_plural, display};
use sudosat::sudoku::Cell;
use sudosat::sudoku::text::Entry;

/// Number of puzzles shown as grids.
const HARDEST: usize = 10;

/// Number of classes for each factor of ten, in the histogram and in the plane of
/// conflicts and nodes.
const CLASSES: f64 = 8.0;

/// Size of the plots, in pixels, and the space for their axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 44.0;
const TOP: f64 = 12.0;

/// A page that is collected while the puzzles are finished.
pub(super) struct Page {
    out: Target,
    /// Names of the engines.
    engines: Vec<String>,
    /// Times by engine, of the puzzles that it gave the full answer to.
    times: Vec<Times>,
    /// Number of puzzles by class of conflicts and of nodes.
    plane: BTreeMap<(i32, i32), u64>,
    /// The hardest puzzles, the hardest first.
    hardest: Vec<Hard>,
    bad_inputs: u64,
}

/// A puzzle that is shown as a grid.
struct Hard {
    name: String,
    steps: u64,
    about: String,
    /// Number of rows and columns between two thick lines: the order of plain Sudoku.
    boxes: usize,
    /// The texts of the cells, by row; empty for an open cell.
    rows: Vec<Vec<String>>,
}

impl Page {
    /// Returns the empty page of these engines.
    pub(super) fn begin(out: Target, engines: &[String]) -> Page {
        Page {
            out,
            engines: engines.to_vec(),
            times: vec![Times::default(); engines.len()],
            plane: BTreeMap::new(),
            hardest: Vec::new(),
            bad_inputs: 0,
        }
    }

    /// Counts an input that could not be read.
    pub(super) fn add_error(&mut self) {
        self.bad_inputs += 1;
    }

    /// Adds a puzzle.
    pub(super) fn add(&mut self, entry: &Entry, record: &Record) {
        for (answer, times) in record.engines.iter().zip(&mut self.times) {
            if answer.error.is_none() && answer.gave_up.is_none() {
                times.add(answer.seconds);
            }
        }
        let main = record
            .engines
            .iter()
            .filter_map(|answer| answer.steps.first());
        let steps = |wanted: &str| main.clone().find(|(name, _)| name == wanted);
        if let (Some((_, conflicts)), Some((_, nodes))) = (steps("conflicts"), steps("nodes")) {
            *self
                .plane
                .entry((class(*conflicts), class(*nodes)))
                .or_default() += 1;
        }
        let Some((unit, steps)) = record.engines[0].steps.first() else {
            return;
        };
        let place = self.hardest.partition_point(|hard| hard.steps >= *steps);
        if place < HARDEST {
            let puzzle = &entry.puzzle;
            let size = puzzle.size();
            let text = |cell: Option<Cell>| match cell.and_then(|cell| puzzle.clue(cell)) {
                Some(digit) => puzzle.symbols().of(digit).to_string(),
                None => String::new(),
            };
            let rows = (0..size.rows()).map(|row| size.row(row).map(text).collect());
            let hard = Hard {
                name: record.puzzle.clone(),
                steps: *steps,
                about: format!(
                    "{}, {}, {}",
                    record.finding(),
                    counted_plural(*steps, unit),
                    summary::time(record.seconds())
                ),
                boxes: record.order.unwrap_or(size.side()),
                rows: rows.collect(),
            };
            self.hardest.insert(place, hard);
            self.hardest.truncate(HARDEST);
        }
    }

    /// Writes the page and gives the file its name. Of the answers, `num_unverified` were taken
    /// from an earlier run and not verified again.
    pub(super) fn finish(mut self, tally: &Tally, num_unverified: u64) -> Result<(), OutputError> {
        let text = self.html(tally, num_unverified).map_err(io::Error::other);
        let written = text.and_then(|text| self.out.write_all(text.as_bytes()));
        written.map_err(OutputError::Failed)?;
        self.out.commit()
    }

    fn html(&self, tally: &Tally, num_unverified: u64) -> Result<String, std::fmt::Error> {
        let mut page = String::from(HEAD);
        let puzzles = counted(tally.puzzles, "puzzle");
        writeln!(page, "<h1>{puzzles}</h1>\n<table>")?;
        let rest = tally.puzzles - tally.unique - tally.several - tally.solved - tally.unsolvable;
        for (what, count) in [
            (Finding::Unique.to_string(), tally.unique),
            (Finding::Several.to_string(), tally.several),
            ("solved, others not ruled out".into(), tally.solved),
            (Finding::Unsolvable.to_string(), tally.unsolvable),
            ("unknown or failed".into(), rest),
            ("engines agreed".into(), tally.agreed),
            (
                "not cross-checked or not verified".into(),
                tally.not_cross_checked,
            ),
            ("stored, not verified again".into(), num_unverified),
            ("an engine failed".into(), tally.failed),
            ("engines disagreed".into(), tally.disagreed),
            ("inputs that could not be read".into(), self.bad_inputs),
        ] {
            if count > 0 {
                writeln!(page, "<tr><td>{what}<td class=n>{count}")?;
            }
        }
        for (what, share) in [("median time", 0.5), ("99th percentile of the times", 0.99)] {
            if let Some(seconds) = tally.times.quantile(share) {
                let time = summary::time(seconds);
                writeln!(page, "<tr><td>{what} for a puzzle<td class=n>{time}")?;
            }
        }
        page += "</table>\n";
        if self.times.iter().any(|times| times.count() > 0) {
            self.cactus(&mut page)?;
        }
        if tally.times.count() > 0 {
            histogram(&tally.times, &mut page)?;
        }
        if !self.plane.is_empty() {
            self.scatter(&mut page)?;
        }
        self.grids(&mut page)?;
        page += "</body>\n</html>\n";
        Ok(page)
    }

    fn cactus(&self, page: &mut String) -> std::fmt::Result {
        let bounds = self
            .times
            .iter()
            .flat_map(|times| times.classes().map(|(end, _)| end));
        let x = Axis::of(bounds, "seconds");
        let most = self
            .times
            .iter()
            .map(Times::count)
            .max()
            .unwrap_or(0)
            .max(1);
        writeln!(page, "<h2>Puzzles answered within a time</h2>")?;
        writeln!(
            page,
            "<p>For each engine, the number of puzzles that took it no longer. \
                        Times are right to 1 %.</p>"
        )?;
        begin_plot(page)?;
        x.draw_below(page)?;
        draw_counts(most, page)?;
        for (index, (engine, times)) in self.engines.iter().zip(&self.times).enumerate() {
            let (mut below, mut path) = (0, String::new());
            for (end, count) in times.classes() {
                below += count;
                let letter = if path.is_empty() { 'M' } else { 'L' };
                let height = y_of(below as f64 / most as f64);
                write!(path, "{letter}{:.1} {height:.1}", x.place(end))?;
            }
            let class = index % 4;
            writeln!(page, "<path class='line c{class}' d='{path}'/>")?;
            let (name, height) = (escaped(engine), 26.0 + 16.0 * index as f64);
            writeln!(
                page,
                "<text class=f{class} x={} y={height}>{name}</text>",
                LEFT + 10.0
            )?;
        }
        writeln!(page, "</svg>")
    }

    fn scatter(&self, page: &mut String) -> std::fmt::Result {
        let centre = |class: i32| 10_f64.powf((f64::from(class) + 0.5) / CLASSES);
        let x = Axis::of(
            self.plane.keys().map(|key| centre(key.0)),
            "SAT conflicts + 1",
        );
        let y = Axis::of(
            self.plane.keys().map(|key| centre(key.1)),
            "exact-cover nodes + 1",
        );
        let puzzles = counted(self.plane.values().sum::<u64>(), "puzzle");
        let most = self.plane.values().max().copied().unwrap_or(1) as f64;
        writeln!(page, "<h2>SAT conflicts and exact-cover nodes</h2>")?;
        writeln!(
            page,
            "<p>{puzzles}, in {} classes for each factor of ten; the stronger the colour, the \
             more puzzles a class has.</p>",
            CLASSES
        )?;
        begin_plot(page)?;
        x.draw_below(page)?;
        y.draw_beside(page)?;
        for (&(conflicts, nodes), &count) in &self.plane {
            let opacity = 0.2 + 0.8 * (count as f64).ln_1p() / most.ln_1p();
            let (left, height) = (x.place(centre(conflicts)), y.height(centre(nodes)));
            writeln!(
                page,
                "<circle class=f0 cx={left:.1} cy={height:.1} r=4 \
                            opacity={opacity:.2}><title>{}</title></circle>",
                counted(count, "puzzle")
            )?;
        }
        writeln!(page, "</svg>")
    }

    fn grids(&self, page: &mut String) -> std::fmt::Result {
        if self.hardest.is_empty() {
            return Ok(());
        }
        let engine = escaped(&self.engines[0]);
        writeln!(page, "<h2>The hardest puzzles</h2>")?;
        writeln!(
            page,
            "<p>Those that took {engine} the most steps.</p>\n<div class=grids>"
        )?;
        for hard in &self.hardest {
            let (name, about) = (escaped(&hard.name), escaped(&hard.about));
            writeln!(
                page,
                "<figure><figcaption>{name}<br>{about}</figcaption><table class=grid>"
            )?;
            let boxes = hard.boxes;
            for (row, cells) in hard.rows.iter().enumerate() {
                page.push_str("<tr>");
                for (col, text) in cells.iter().enumerate() {
                    let below = if (row + 1) % boxes == 0 { "b" } else { "" };
                    let right = if (col + 1) % boxes == 0 { "r" } else { "" };
                    write!(page, "<td class='{below} {right}'>{}", escaped(text))?;
                }
                page.push('\n');
            }
            writeln!(page, "</table></figure>")?;
        }
        writeln!(page, "</div>")
    }
}

/// Returns the class of a count on a logarithmic scale.
fn class(count: u64) -> i32 {
    ((count as f64 + 1.0).log10() * CLASSES).floor() as i32
}

/// A logarithmic axis.
struct Axis {
    /// Exponents of ten at its ends.
    from: i32,
    to: i32,
    name: &'static str,
}

impl Axis {
    /// Returns the axis that all values fit on.
    fn of(values: impl Iterator<Item = f64>, name: &'static str) -> Axis {
        let (mut from, mut to) = (i32::MAX, i32::MIN);
        for value in values {
            from = from.min(value.log10().floor() as i32);
            to = to.max(value.log10().ceil() as i32);
        }
        let from = from.min(to);
        Axis {
            from,
            to: to.max(from + 1),
            name,
        }
    }

    fn share(&self, value: f64) -> f64 {
        (value.log10() - f64::from(self.from)) / f64::from(self.to - self.from)
    }

    fn place(&self, value: f64) -> f64 {
        LEFT + self.share(value) * (WIDTH - LEFT - 12.0)
    }

    fn height(&self, value: f64) -> f64 {
        y_of(self.share(value))
    }

    fn draw_below(&self, page: &mut String) -> std::fmt::Result {
        let floor = y_of(0.0);
        for exponent in self.from..=self.to {
            let x = self.place(10_f64.powi(exponent));
            writeln!(page, "<path class=axis d='M{x:.1} {TOP}V{floor}'/>")?;
            let (y, label) = (floor + 16.0, power(exponent));
            writeln!(
                page,
                "<text x={x:.1} y={y} text-anchor=middle>{label}</text>"
            )?;
        }
        let (x, y) = ((WIDTH + LEFT) / 2.0, HEIGHT - 6.0);
        writeln!(
            page,
            "<text x={x} y={y} text-anchor=middle>{}</text>",
            self.name
        )
    }

    fn draw_beside(&self, page: &mut String) -> std::fmt::Result {
        for exponent in self.from..=self.to {
            draw_level(self.height(10_f64.powi(exponent)), &power(exponent), page)?;
        }
        let y = HEIGHT / 2.0;
        writeln!(
            page,
            "<text x=14 y={y} text-anchor=middle transform='rotate(-90 14 {y})'>{}\
                        </text>",
            self.name
        )
    }
}

/// Returns the height of a share of the vertical axis.
fn y_of(share: f64) -> f64 {
    TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)
}

/// Returns a power of ten as a label.
fn power(exponent: i32) -> String {
    match exponent {
        0..=3 => 10_u32.pow(exponent.unsigned_abs()).to_string(),
        -3..0 => format!("{}", 10_f64.powi(exponent)),
        _ => format!("10<tspan dy=-5 font-size=9>{exponent}</tspan>"),
    }
}

fn begin_plot(page: &mut String) -> std::fmt::Result {
    writeln!(page, "<svg viewBox='0 0 {WIDTH} {HEIGHT}' role=img>")
}

/// Draws a horizontal line with its label.
fn draw_level(y: f64, label: &str, page: &mut String) -> std::fmt::Result {
    let (right, x, base) = (WIDTH - 12.0, LEFT - 6.0, y + 4.0);
    writeln!(page, "<path class=axis d='M{LEFT} {y:.1}H{right}'/>")?;
    writeln!(
        page,
        "<text x={x} y={base:.1} text-anchor=end>{label}</text>"
    )
}

/// Draws a linear axis from 0 to `most` puzzles.
fn draw_counts(most: u64, page: &mut String) -> std::fmt::Result {
    draw_level(y_of(0.0), "0", page)?;
    if most > 1 {
        draw_level(
            y_of((most / 2) as f64 / most as f64),
            &(most / 2).to_string(),
            page,
        )?;
    }
    draw_level(y_of(1.0), &most.to_string(), page)
}

fn histogram(times: &Times, page: &mut String) -> std::fmt::Result {
    let mut bars: BTreeMap<i32, u64> = BTreeMap::new();
    for (end, count) in times.classes() {
        // The middle of a class, so that none is taken for the next one's.
        *bars
            .entry((end.log10() * CLASSES - 0.03).floor() as i32)
            .or_default() += count;
    }
    let bound = |bar: i32| 10_f64.powf(f64::from(bar) / CLASSES);
    let ends = bars.keys().flat_map(|&bar| [bound(bar), bound(bar + 1)]);
    let x = Axis::of(ends, "seconds");
    let most = bars.values().max().copied().unwrap_or(1);
    writeln!(page, "<h2>Times</h2>")?;
    writeln!(
        page,
        "<p>Number of puzzles by the time of all engines together, in {CLASSES} classes \
                    for each factor of ten.</p>"
    )?;
    begin_plot(page)?;
    x.draw_below(page)?;
    draw_counts(most, page)?;
    for (&bar, &count) in &bars {
        let (left, right) = (x.place(bound(bar)), x.place(bound(bar + 1)));
        let (top, width) = (y_of(count as f64 / most as f64), right - left - 1.0);
        let height = y_of(0.0) - top;
        writeln!(
            page,
            "<rect class=f0 x={left:.1} y={top:.1} width={width:.1} \
                        height={height:.1}><title>{}</title></rect>",
            counted(count, "puzzle")
        )?;
    }
    writeln!(page, "</svg>")
}

/// Returns a text without control characters, as HTML.
fn escaped(text: &str) -> String {
    let text = display(text);
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// The head of the page, with its style for light and dark.
const HEAD: &str = "<!DOCTYPE html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta name=viewport content='width=device-width'>
<meta name=color-scheme content='light dark'>
<title>sudosat: many puzzles</title>
<style>
:root { --ink: #1c1c1c; --paper: #fff; --faint: #d8d8d8;
  --c0: #1f5fa8; --c1: #b4491c; --c2: #2c7a3f; --c3: #7a3f9a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #171717; --faint: #444;
    --c0: #7db3f0; --c1: #f0a070; --c2: #7fd094; --c3: #cfa0ea; } }
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif;
  max-width: 64em; margin: 1em auto; padding: 0 1em; }
svg { width: 100%; max-width: 640px; font-size: 12px; fill: var(--ink); }
td { padding: 0 1em 0 0; }
.n { text-align: right; }
.axis { stroke: var(--faint); fill: none; }
.line { fill: none; stroke-width: 2; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); }
.c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
.f0 { fill: var(--c0); } .f1 { fill: var(--c1); }
.f2 { fill: var(--c2); } .f3 { fill: var(--c3); }
.grids { display: flex; flex-wrap: wrap; gap: 1em; }
figure { margin: 0; }
.grid { border-collapse: collapse; border: 2px solid var(--ink); }
.grid td { border: 1px solid var(--faint); min-width: 1.4em; height: 1.6em; padding: 0;
  text-align: center; }
.grid td.b { border-bottom: 2px solid var(--ink); }
.grid td.r { border-right: 2px solid var(--ink); }
</style>
</head>
<body>
";
