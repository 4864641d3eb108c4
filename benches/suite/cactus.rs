//! A cactus plot: how many formulas a solver solves within how many seconds (or ticks)
//! each.

use super::table::Results;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 50.0;
/// Okabe and Ito's colours, told apart by most eyes; after them, dashes.
const COLOURS: [&str; 7] = [
    "#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b08500", "#56b4e9",
];

/// The plot as SVG, seconds of the first seed upwards, solved formulas to the right.
pub(crate) fn draw(results: &Results) -> String {
    let most = results.formulas.len().max(1) as f64;
    let (_, size) = results.measure.unit();
    let limit = results.limit as f64 / size;
    let x = |solved: usize| MARGIN + (WIDTH - 4.0 * MARGIN) * solved as f64 / most;
    let y = |seconds: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (seconds / limit).min(1.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for step in 0..=5 {
        let seconds = limit * f64::from(step) / 5.0;
        let solved = (most * f64::from(step) / 5.0).round() as usize;
        let (left, right) = (x(0), x(most as usize));
        let (height, across) = (y(seconds), x(solved));
        let _ = writeln!(
            svg,
            "<path d=\"M{left:.1} {height:.1}H{right:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{seconds}</text>\
             <text x=\"{across:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{solved}</text>",
            left - 6.0,
            height + 4.0,
            HEIGHT - MARGIN + 18.0,
        );
    }
    for (index, column) in results.columns.iter().enumerate() {
        let mut seconds: Vec<f64> = column
            .runs
            .iter()
            .filter(|runs| runs[0].is_solved())
            .map(|runs| runs[0].score(results.measure, results.limit))
            .collect();
        seconds.sort_by(f64::total_cmp);
        let points: Vec<String> = std::iter::once(0.0)
            .chain(seconds)
            .enumerate()
            .map(|(solved, seconds)| format!("{:.1},{:.1}", x(solved), y(seconds)))
            .collect();
        let colour = COLOURS[index % COLOURS.len()];
        let dashes = if index < COLOURS.len() { "none" } else { "6 3" };
        let right = WIDTH - 3.0 * MARGIN + 10.0;
        let line = MARGIN + 18.0 * index as f64;
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\" \
             stroke-dasharray=\"{dashes}\"/>\n\
             <path d=\"M{right} {line}h24\" stroke=\"{colour}\" stroke-width=\"1.8\" \
             stroke-dasharray=\"{dashes}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            points.join(" "),
            right + 30.0,
            line + 4.0,
            column.name.replace('&', "&amp;").replace('<', "&lt;"),
        );
    }
    svg.push_str("</svg>\n");
    svg
}
