//! Problems made by rule or from fixed random numbers, in Knuth's text form.

use anyhow::Context as _;
use fastrand::Rng;
use std::fmt::Write;
use sudosat::cover::problems;
use sudosat::cover::{ExactCover, knuth};
use sudosat::encode;
use sudosat::formula::dimacs;
use sudosat::sudoku::text;

/// Returns the items as the first line of a text.
fn items(names: impl IntoIterator<Item = String>) -> String {
    names.into_iter().collect::<Vec<_>>().join(" ")
}

/// Transversals of the addition table of a product of cyclic groups: one cell of each row and
/// column, with each sum.
pub(crate) fn transversals(groups: &[usize]) -> String {
    let n: usize = groups.iter().product();
    let mut text = items((0..n).map(|i| format!("r{i} c{i} s{i}"))) + "\n";
    for (i, j) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let (mut sum, mut unit) = (0, 1);
        for &size in groups {
            sum += (i / unit % size + j / unit % size) % size * unit;
            unit *= size;
        }
        let _ = writeln!(text, "r{i} c{j} s{sum}");
    }
    text
}

/// `k` queens that attack or occupy all cells of a board.
pub(crate) fn domination(n: usize, k: usize) -> String {
    let cells = (0..n * n).map(|cell| format!("1:{k}|{}.{}", cell / n, cell % n));
    let mut text = format!("{k}|Q {}\n", items(cells));
    for (a, b) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        text += "Q";
        for (i, j) in (0..n * n).map(|cell| (cell / n, cell % n)) {
            if i == a || j == b || i + j == a + b || i + b == j + a {
                let _ = write!(text, " {i}.{j}");
            }
        }
        text += "\n";
    }
    text
}

/// 0/1 matrices of `n`×`n` with these sums of rows and columns, and at most two on a diagonal.
pub(crate) fn matrices(n: usize, sum: usize) -> String {
    let mut text = items((0..n).map(|i| format!("{sum}|r{i} {sum}|c{i}")));
    text += " ";
    text += &items((0..2 * n - 1).map(|i| format!("0:2|d{i} 0:2|e{i}")));
    for (i, j) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let _ = write!(text, "\nr{i} c{j} d{} e{}", i + j, i + n - 1 - j);
    }
    text + "\n"
}

/// Bricks on a board, each size as often as its bounds allow.
pub(crate) fn bricks(rows: usize, columns: usize) -> String {
    const SIZES: [(usize, usize, &str); 5] = [
        (1, 1, "0:2"),
        (1, 2, "2:5"),
        (2, 2, "2:4"),
        (1, 3, "1:4"),
        (2, 3, "0:2"),
    ];
    let mut text = items(SIZES.map(|(a, b, bounds)| format!("{bounds}|b{a}x{b}")));
    text += " ";
    text +=
        &items((0..rows * columns).map(|cell| format!("{}.{}", cell / columns, cell % columns)));
    text += "\n";
    for (a, b, _) in SIZES {
        for (p, q) in if a == b {
            vec![(a, b)]
        } else {
            vec![(a, b), (b, a)]
        } {
            rectangles(rows, columns, p, q, |cells| {
                let _ = writeln!(text, "b{a}x{b} {cells}");
            });
        }
    }
    text
}

/// Calls `place` with the cells of each rectangle of `height`×`width` on a board.
fn rectangles(
    rows: usize,
    columns: usize,
    height: usize,
    width: usize,
    mut place: impl FnMut(&str),
) {
    for i in 0..=rows - height {
        for j in 0..=columns - width {
            let cells = (0..height * width).map(|c| format!("{}.{}", i + c / width, j + c % width));
            place(&items(cells));
        }
    }
}

/// A board filled with as few squares as possible: each costs 1.
pub(crate) fn squares(rows: usize, columns: usize) -> String {
    let cells = (0..rows * columns).map(|cell| format!("{}.{}", cell / columns, cell % columns));
    let mut text = items(cells) + "\n";
    for side in 1..=rows.min(columns) {
        rectangles(rows, columns, side, side, |cells| {
            let _ = writeln!(text, "{cells} |1");
        });
    }
    text
}

/// Queens that attack no other, each with the cost of its cell.
pub(crate) fn queens_by_cost(n: usize) -> String {
    let mut rng = Rng::with_seed(11);
    let mut text = items((0..n).map(|i| format!("r{i} c{i}"))) + " | ";
    text += &items((0..2 * n - 1).map(|i| format!("a{i} b{i}")));
    for (i, j) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let cost = rng.u32(0..1000);
        let _ = write!(text, "\nr{i} c{j} a{} b{} |{cost}", i + j, i + n - 1 - j);
    }
    text + "\n"
}

/// Sets of 2 to 5 of `n` items, three partitions among them; each costs 5 and more for each item.
pub(crate) fn partition_by_cost(n: usize, sets: usize) -> String {
    let mut rng = Rng::with_seed(5);
    let mut text = items((0..n).map(|i| format!("i{i}"))) + "\n";
    let mut option = |set: &[usize], rng: &mut Rng| {
        let cost = rng.usize(0..100) * set.len() + 5;
        let _ = writeln!(
            text,
            "{} |{cost}",
            items(set.iter().map(|i| format!("i{i}")))
        );
    };
    let mut order: Vec<usize> = (0..n).collect();
    for _ in 0..3 {
        rng.shuffle(&mut order);
        let mut rest = &order[..];
        while !rest.is_empty() {
            let (set, others) = rest.split_at(rng.usize(2..=5).min(rest.len()));
            option(set, &mut rng);
            rest = others;
        }
    }
    for _ in 0..sets {
        rng.shuffle(&mut order);
        option(&order[..rng.usize(1..=5)], &mut rng);
    }
    text
}

/// Random sets of `low` to `high` of `n` items.
pub(crate) fn partition(seed: u64, n: usize, sets: usize, low: usize, high: usize) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut text = items((0..n).map(|i| format!("i{i}"))) + "\n";
    let mut order: Vec<usize> = (0..n).collect();
    for _ in 0..sets {
        rng.shuffle(&mut order);
        let set = &order[..rng.usize(low..=high)];
        text += &items(set.iter().map(|i| format!("i{i}")));
        text += "\n";
    }
    text
}

/// Random triples, of three kinds with `n` items each.
pub(crate) fn triples(seed: u64, n: usize, number: usize) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut text = items((0..n).map(|i| format!("a{i} b{i} c{i}"))) + "\n";
    for _ in 0..number {
        let [a, b, c] = std::array::from_fn(|_| rng.usize(0..n));
        let _ = writeln!(text, "a{a} b{b} c{c}");
    }
    text
}

/// Random options with bounds on items and secondary items in three colours.
pub(crate) fn bounds_and_colors(n: usize, options: usize, secondary: usize) -> String {
    let mut rng = Rng::with_seed(7);
    let mut text = items((0..n).map(|i| format!("1:3|i{i}"))) + " | ";
    text += &items((0..secondary).map(|i| format!("s{i}")));
    let mut order: Vec<usize> = (0..n).collect();
    for _ in 0..options {
        rng.shuffle(&mut order);
        let set = items(order[..4].iter().map(|i| format!("i{i}")));
        let color = ["a", "b", "c"][rng.usize(0..3)];
        let _ = write!(text, "\n{set} s{}:{color}", rng.usize(0..secondary));
    }
    text + "\n"
}

/// A board of `rows`×`columns` tiles with coloured edges, cut from a random one; tiles may be
/// turned. Each tile is used once.
pub(crate) fn edges(seed: u64, rows: usize, columns: usize, colors: usize) -> String {
    let mut rng = Rng::with_seed(seed);
    let across: Vec<usize> = (0..rows * (columns + 1))
        .map(|_| rng.usize(0..colors))
        .collect();
    let down: Vec<usize> = (0..(rows + 1) * columns)
        .map(|_| rng.usize(0..colors))
        .collect();
    let cells = rows * columns;
    let mut text = items((0..cells).map(|cell| format!("t{cell} p{cell}"))) + " | ";
    text += &items((0..across.len()).map(|edge| format!("x{edge}")));
    text += " ";
    text += &items((0..down.len()).map(|edge| format!("y{edge}")));
    for tile in 0..cells {
        let sides = |cell: usize| {
            let (i, j) = (cell / columns, cell % columns);
            let x = i * (columns + 1) + j;
            [cell, x + 1, cell + columns, x]
        };
        let [up, right, bottom, left] = sides(tile);
        let mut tile_colors = [down[up], across[right], down[bottom], across[left]];
        let mut seen = Vec::new();
        for _ in 0..4 {
            tile_colors.rotate_left(1);
            if seen.contains(&tile_colors) {
                continue;
            }
            seen.push(tile_colors);
            for cell in 0..cells {
                let ([up, right, bottom, left], [a, b, c, d]) = (sides(cell), tile_colors);
                let _ = write!(
                    text,
                    "\nt{tile} p{cell} y{up}:{a} x{right}:{b} y{bottom}:{c} x{left}:{d}"
                );
            }
        }
    }
    text + "\n"
}

/// Squares of random words of four letters, other words down than across.
pub(crate) fn word_squares(seed: u64, words: usize, letters: u8) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut list = std::collections::BTreeSet::new();
    while list.len() < words {
        let letter = |_| char::from(b'a' + rng.u8(0..letters));
        list.insert((0..4).map(letter).collect::<String>());
    }
    let list: Vec<&str> = list.iter().map(String::as_str).collect();
    let squares = problems::word_squares(&list, true).expect("words of the same length");
    written(squares.problem())
}

/// Models of a random formula with three literals in a clause.
pub(crate) fn models(seed: u64, vars: i64, clauses: usize) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut text = format!("p cnf {vars} {clauses}\n");
    for _ in 0..clauses {
        let mut clause = Vec::new();
        while clause.len() < 3 {
            let var = rng.i64(1..=vars);
            if !clause.iter().any(|lit: &i64| lit.abs() == var) {
                clause.push(if rng.bool() { var } else { -var });
            }
        }
        let _ = writeln!(text, "{} {} {} 0", clause[0], clause[1], clause[2]);
    }
    let cnf = dimacs::read(text.as_bytes(), "formula").expect("a formula");
    written(&encode::cnf_to_cover(&cnf).expect("a small formula"))
}

/// Several problems side by side, which have no item in common.
pub(crate) fn union(texts: &[&str]) -> String {
    let parts: Vec<ExactCover> = texts
        .iter()
        .map(|text| problems::build(text).expect("a problem").problem().clone())
        .collect();
    let name = |part: usize, word: &str| format!("{}{word}", char::from(b'A' + part as u8));
    let (mut primary, mut secondary, mut options) = (Vec::new(), Vec::new(), String::new());
    for (place, problem) in parts.iter().enumerate() {
        for item in problem.items() {
            let names = match problem.is_primary(item) {
                true => &mut primary,
                false => &mut secondary,
            };
            names.push(name(place, problem.name(item)));
        }
        for option in problem.options() {
            let words = problem.option(option).iter();
            options += &items(words.map(|&item| name(place, problem.name(item))));
            options += "\n";
        }
    }
    format!("{} | {}\n{options}", items(primary), items(secondary))
}

/// Returns an empty Sudoku.
pub(crate) fn blank(size: usize) -> String {
    puzzle(&"0 ".repeat(size * size)).expect("an empty grid")
}

/// Returns the text of a Sudoku as an exact-cover problem.
pub(crate) fn puzzle(text: &str) -> anyhow::Result<String> {
    let mut entries = text::read(text.as_bytes(), "puzzle", &text::Options::default());
    let entry = entries.next().context("no puzzle")??;
    Ok(written(encode::instance(&entry.puzzle)?.problem()))
}

/// Returns the text of a problem.
pub(crate) fn written(problem: &ExactCover) -> String {
    let mut text = Vec::new();
    knuth::write(problem, &mut text).expect("written to memory");
    String::from_utf8(text).expect("names are text")
}
