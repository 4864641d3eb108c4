//! The tables: their rows, columns and commands.

use std::fs;
use std::path::Path;

/// A table of `docs/BENCHMARKS.md`.
pub(crate) struct Table {
    pub name: &'static str,
    /// The heads of the columns, that of the labels included.
    pub heads: Vec<&'static str>,
    pub rows: Vec<Row>,
}

/// A row: an input, and what is measured on it.
pub(crate) struct Row {
    pub label: String,
    /// Script that makes the input.
    pub setup: String,
    pub cells: Vec<Cell>,
}

/// A command, and the columns that come from it.
pub(crate) enum Cell {
    /// User seconds.
    User(String),
    /// User seconds, seconds of wall time, and peak memory: three columns.
    UserWallPeak(String),
    /// The conflicts in the statistics of `sat`.
    Conflicts(String),
}

/// Returns all tables, with `many` only if there are puzzles for it.
pub(crate) fn tables(puzzles: Option<&Path>) -> anyhow::Result<Vec<Table>> {
    let mut tables = vec![lecture(), holes(), ways(), grids()];
    if let Some(puzzles) = puzzles {
        tables.push(many(&fs::canonicalize(puzzles)?));
    }
    Ok(tables)
}

/// The lecture's formula, by our solver and others.
fn lecture() -> Table {
    let mut rows = Vec::new();
    for n in 4..=6 {
        let side = n * n;
        let name = format!("{side}×{side}");
        rows.push((format!("blank {name}"), blank(n)));
        let clash = format!("{}; sed -i '1s/^\\./1/; 1s/\\.$/1/' in.txt", blank(n));
        rows.push((format!("1 at both ends of row 1, {name}"), clash));
        for percent in [45, 55, 65] {
            let label = format!("{name}, {percent} % holes");
            rows.push((label, holes_of(n, percent)));
        }
    }
    let row = |(label, setup): (String, String)| Row {
        label,
        setup: format!("{setup}; $S encode -q -f in.txt -o in.cnf"),
        cells: vec![
            Cell::User("$S sat --no-model in.cnf".to_owned()),
            Cell::Conflicts("$S sat --stats --no-model in.cnf".to_owned()),
            Cell::User("cadical -q -n in.cnf".to_owned()),
            Cell::User("kissat -q -n in.cnf".to_owned()),
            Cell::User("minisat -verb=0 in.cnf".to_owned()),
        ],
    };
    Table {
        name: "lecture",
        heads: vec![
            "formula (lecture encoding)",
            "sudosat",
            "conflicts",
            "cadical",
            "kissat",
            "minisat",
        ],
        rows: rows.into_iter().map(row).collect(),
    }
}

/// Grids with holes, from the puzzle.
fn holes() -> Table {
    let sizes = [
        (5, 54),
        (5, 58),
        (5, 62),
        (6, 44),
        (6, 62),
        (7, 40),
        (15, 25),
    ];
    let row = |(n, percent): (usize, usize)| Row {
        label: format!("{0}×{0}, {percent} % holes", n * n),
        setup: format!(
            "{}; rm -f in.cnf; test {n} = 15 || $S encode -q -e extended in.txt -o in.cnf",
            holes_of(n, percent)
        ),
        cells: vec![
            Cell::User("$S solve -q in.txt".to_owned()),
            Cell::User("$S solve -q -e extended in.txt".to_owned()),
            // Without a formula the cell is left empty, as for a program that is missing.
            Cell::User("test -e in.cnf || exit 127; kissat -q -n in.cnf".to_owned()),
        ],
    };
    Table {
        name: "holes",
        heads: vec!["puzzle", "`solve`", "`solve -e extended`", "kissat"],
        rows: sizes.into_iter().map(row).collect(),
    }
}

/// The encodings of at most one digit in a cell.
fn ways() -> Table {
    let ways = ["pairwise", "sequential", "product", "commander", "bitwise"];
    let row = |way: &str| Row {
        label: way.to_owned(),
        setup: [4, 5, 6]
            .map(|n| {
                let encode = format!("$S encode -q -f --at-most-one {way} in.txt -o {n}.cnf");
                format!("{}; {encode}", blank(n))
            })
            .join("; "),
        cells: [4, 5, 6]
            .into_iter()
            .flat_map(|n| {
                [
                    Cell::User(format!("$S sat --no-model {n}.cnf")),
                    Cell::Conflicts(format!("$S sat --stats --no-model {n}.cnf")),
                ]
            })
            .collect(),
    };
    Table {
        name: "ways",
        heads: vec![
            "way",
            "16×16",
            "conflicts",
            "25×25",
            "conflicts",
            "36×36",
            "conflicts",
        ],
        rows: ways.into_iter().map(row).collect(),
    }
}

/// Very large grids, and their export.
fn grids() -> Table {
    let row = |label: &str, setup: String, command: &str| Row {
        label: label.to_owned(),
        setup,
        cells: vec![Cell::UserWallPeak(command.to_owned())],
    };
    Table {
        name: "grids",
        heads: vec!["command", "user", "wall", "memory"],
        rows: vec![
            row(
                "`encode -o -` of a blank 100×100 grid",
                blank(10),
                "$S encode -q in.txt -o -",
            ),
            row(
                "the same with `-e extended`",
                blank(10),
                "$S encode -q -e extended in.txt -o -",
            ),
            row(
                "`solve` of a blank 100×100 grid",
                blank(10),
                "$S solve -q in.txt",
            ),
            row(
                "100×100, 30 % holes",
                holes_of(10, 30),
                "$S solve -q in.txt",
            ),
            row(
                "225×225, 12 % holes",
                holes_of(15, 12),
                "$S solve -q in.txt",
            ),
            row(
                "225×225, 25 % holes",
                holes_of(15, 25),
                "$S solve -q in.txt",
            ),
        ],
    }
}

/// Many 9×9 puzzles.
fn many(puzzles: &Path) -> Table {
    let commands = [
        "check -q -j1 --engines cdcl,dlx",
        "check -q --engines cdcl,dlx",
        "solve -q -u -j1",
        "solve -q -u",
        "solve -q -u -j1 --engine planes",
        "solve -q -u -j1 --engine dlx",
        "solve -q -j1",
        "check --distinct",
    ];
    let row = |command: &str| Row {
        label: format!("`sudosat {command}`"),
        setup: String::new(),
        cells: vec![Cell::UserWallPeak(format!(
            "$S {command} '{}'",
            puzzles.display()
        ))],
    };
    Table {
        name: "many",
        heads: vec!["command", "user", "wall", "memory"],
        rows: commands.into_iter().map(row).collect(),
    }
}

/// Returns the script that makes the blank grid of order n.
fn blank(n: usize) -> String {
    let row = vec!["."; n * n].join(" ");
    let rows = n * n;
    format!("for i in $(seq {rows}); do echo '{row}'; done > in.txt")
}

/// Returns the script that makes a grid of order n with this percentage of its cells blank.
fn holes_of(n: usize, percent: usize) -> String {
    format!("$S generate --order {n} --holes {percent}% --seed 1 > in.txt")
}
