//! The tables: their rows, columns and commands.

use std::fs;
use std::path::Path;

/// A table of `docs/BENCHMARKS.md`.
pub(crate) struct Table {
    pub name: &'static str,
    /// Limit of CPU time for each command, in seconds.
    pub limit: u64,
    /// Other programs in it, which print their version.
    pub peers: &'static [&'static str],
    pub body: Body,
}

/// What a table consists of.
pub(crate) enum Body {
    /// The heads of the columns, that of the labels included, and the rows.
    Rows(Vec<&'static str>, Vec<Row>),
    /// The output of an example of this crate, with its arguments.
    Example(&'static str),
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
    /// User seconds, and how many of this number of things that makes in a second: two
    /// columns.
    UserRate(String, u32),
    /// The conflicts in the statistics of `sat`.
    Conflicts(String),
    /// The size of a file that an earlier command of the row has written.
    Size(&'static str),
    /// Nothing to measure.
    Empty,
}

/// Returns all tables, with `many` only if there are puzzles for it.
pub(crate) fn tables(puzzles: Option<&Path>) -> anyhow::Result<Vec<Table>> {
    let mut tables = vec![
        lecture(),
        holes(),
        ways(),
        grids(),
        proofs(),
        page(),
        generated(),
        qqwing(),
        explanations(),
    ];
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
        rows.push((format!("1 at both ends of row 1, {name}"), clash(n)));
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
        limit: 10,
        peers: &["cadical", "kissat"],
        body: Body::Rows(
            vec![
                "formula (lecture encoding)",
                "sudosat",
                "conflicts",
                "cadical",
                "kissat",
                "minisat",
            ],
            rows.into_iter().map(row).collect(),
        ),
    }
}

/// Grids with holes, from the puzzle.
fn holes() -> Table {
    // Luck is large on these: several seeds of two kinds show how large.
    let grids = [(5, 54, 1), (5, 62, 1)]
        .into_iter()
        .chain((1..=3).map(|seed| (6, 50, seed)))
        .chain((1..=5).map(|seed| (6, 54, seed)))
        .chain([(6, 62), (7, 45), (7, 50), (7, 55), (8, 40), (8, 60)].map(|(n, p)| (n, p, 1)))
        .chain([(10, 35), (10, 40), (12, 30), (15, 25)].map(|(n, p)| (n, p, 1)));
    let row = |(n, percent, seed): (usize, usize, u64)| {
        let encode = "$S encode -q -f -e extended in.txt -o in.cnf";
        Row {
            label: match (n, percent) {
                (6, 50 | 54) => format!("36×36, {percent} % holes, seed {seed}"),
                _ => format!("{0}×{0}, {percent} % holes", n * n),
            },
            setup: match n {
                12.. => seeded(n, percent, seed),
                _ => format!("{}; {encode}", seeded(n, percent, seed)),
            },
            cells: vec![
                Cell::User("$S solve -q in.txt".to_owned()),
                Cell::User("$S solve -q -e extended in.txt".to_owned()),
                match n {
                    12.. => Cell::Empty,
                    _ => Cell::User("kissat -q -n in.cnf".to_owned()),
                },
            ],
        }
    };
    Table {
        name: "holes",
        limit: 60,
        peers: &["kissat"],
        body: Body::Rows(
            vec!["puzzle", "`solve`", "`solve -e extended`", "kissat"],
            grids.map(row).collect(),
        ),
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
        limit: 10,
        peers: &[],
        body: Body::Rows(
            vec![
                "way",
                "16×16",
                "conflicts",
                "25×25",
                "conflicts",
                "36×36",
                "conflicts",
            ],
            ways.into_iter().map(row).collect(),
        ),
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
        limit: 10,
        peers: &[],
        body: Body::Rows(
            vec!["command", "user", "wall", "memory"],
            vec![
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
        ),
    }
}

/// Many 9×9 puzzles.
fn many(puzzles: &Path) -> Table {
    let commands = [
        "sudosat check -q -j1",
        "sudosat check -q",
        "sudosat check -q -j1 --engines cdcl,dlx",
        "sudosat solve -q -u -j1",
        "sudosat solve -q -u",
        "sudosat solve -q -u -j1 --prove",
        "sudosat solve -q -u -j1 --engine planes",
        "sudosat solve -q -u -j1 --engine dlx",
        "sudosat solve -q -j1",
        "sudosat check --distinct",
        "engine_rate cdcl",
        "engine_rate planes",
        "hint_many",
    ];
    let row = |command: &str| {
        let puzzles = puzzles.display();
        let example = command.split(' ').next().filter(|name| *name != "sudosat");
        Row {
            label: format!("`{command}`"),
            setup: example.map_or(String::new(), built),
            cells: vec![Cell::UserWallPeak(match example {
                Some(_) => format!("$E/{command} '{puzzles}'"),
                None => format!("{} '{puzzles}'", command.replacen("sudosat", "$S", 1)),
            })],
        }
    };
    Table {
        name: "many",
        limit: 300,
        peers: &[],
        body: Body::Rows(
            vec!["command", "user", "wall", "memory"],
            commands.into_iter().map(row).collect(),
        ),
    }
}

/// Proofs that two equal clues in a row have no solution, and their checks.
fn proofs() -> Table {
    let row = |(n, format, end): (usize, &str, &'static str)| {
        let proof = format!("p.{end}");
        // Exit code 2 reports a proof that is refused as a failure of the benchmark.
        let accepted = |command: &str, verdict: &str| {
            let program = command.split(' ').next().unwrap_or_default();
            Cell::User(format!(
                "test -e {proof} && command -v {program} > t || exit 127; {command} in.cnf {proof} \
                 > t 2>&1; grep -q '{verdict}' t || exit 2"
            ))
        };
        Row {
            label: format!("{0}×{0} {format}", n * n),
            setup: format!("{}; $S encode -q -f in.txt -o in.cnf; rm -f p.*", clash(n)),
            cells: vec![
                Cell::User(format!("$S sat --no-model --proof {proof} in.cnf")),
                Cell::Size(match end {
                    "lrat" => "p.lrat",
                    "drat" => "p.drat",
                    _ => "p.pbp",
                }),
                accepted("$S verify", "^s VERIFIED UNSAT$"),
                match end {
                    "lrat" => Cell::Empty,
                    "drat" => accepted("rate", "^s VERIFIED$"),
                    _ => accepted("veripb", "^s VERIFIED UNSATISFIABLE$"),
                },
            ],
        }
    };
    let formats = [("LRAT", "lrat"), ("DRAT", "drat"), ("VeriPB", "pbp")];
    let rows = (3..=6).flat_map(|n| formats.map(|(format, end)| (n, format, end)));
    Table {
        name: "proofs",
        limit: 60,
        peers: &["rate", "veripb"],
        body: Body::Rows(
            vec![
                "grid and format",
                "`sat`",
                "size",
                "`verify`",
                "`rate` / `veripb`",
            ],
            rows.map(row).collect(),
        ),
    }
}

/// The sizes of pages, and the time to write them.
fn page() -> Table {
    let inputs = [
        ("a 4×4 (`puzzles/lecture-4x4.txt`)", "$P/lecture-4x4.txt"),
        ("the same with `--live`", "--live $P/lecture-4x4.txt"),
        (
            "a hard 9×9 (`puzzles/brute-force-killer.txt`), 2000 steps a run",
            "$P/brute-force-killer.txt",
        ),
        (
            "a 16×16 (`puzzles/large/16x16-b.txt`)",
            "$P/large/16x16-b.txt",
        ),
        ("lesson 2 (`--lesson 2`)", "--lesson 2"),
    ];
    let row = |(label, input): (&str, &str)| Row {
        label: label.to_owned(),
        setup: String::new(),
        cells: vec![
            Cell::User(format!("$S explain -q -f --html page.html {input}")),
            Cell::Size("page.html"),
        ],
    };
    Table {
        name: "page",
        limit: 60,
        peers: &[],
        body: Body::Rows(
            vec!["`explain --html` of", "user", "size"],
            inputs.into_iter().map(row).collect(),
        ),
    }
}

/// Minimal puzzles, and what other commands take for them.
fn generated() -> Table {
    let commands = [
        "generate --minimal --seed 1 -n 100000 --format line",
        "check -q -j1 --engines cdcl,dlx",
        "solve -q -u",
        "minimize --check -q",
        "check --distinct",
    ];
    let row = |command: &str| Row {
        label: format!("`{command}`"),
        setup: String::new(),
        cells: vec![Cell::UserWallPeak(match command.starts_with("generate") {
            true => format!("$S {command} > minimal.txt || exit 2"),
            // The exit code says that all are as they must be.
            false => format!("$S {command} minimal.txt || exit 2"),
        })],
    };
    Table {
        name: "generated",
        limit: 300,
        peers: &[],
        body: Body::Rows(
            vec!["command", "user", "wall", "memory"],
            commands.into_iter().map(row).collect(),
        ),
    }
}

/// Explanations of puzzles without a solution, each checked.
fn explanations() -> Table {
    Table {
        name: "explanations",
        limit: 1200,
        peers: &[],
        body: Body::Example("why_damaged 1000 1"),
    }
}

/// Requests for puzzles, to us and to QQWing.
fn qqwing() -> Table {
    let requests = [
        ("qqwing --generate", 1000),
        ("generate --minimal", 1000),
        ("generate", 1000),
        ("qqwing --difficulty simple --generate", 200),
        ("qqwing --difficulty easy --generate", 200),
        ("generate --class singles", 200),
        ("qqwing --difficulty intermediate --generate", 200),
        ("qqwing --difficulty expert --generate", 200),
        ("generate --class failed-literals", 200),
    ];
    let row = |(request, number): (&str, u32)| Row {
        label: format!("`{request}` | {number}"),
        setup: String::new(),
        cells: vec![Cell::UserRate(
            match request.starts_with("qqwing") {
                true => format!("{request} {number} --one-line"),
                false => format!("$S {request} -n {number} --seed 1 --format line"),
            },
            number,
        )],
    };
    Table {
        name: "qqwing",
        limit: 300,
        peers: &["qqwing"],
        body: Body::Rows(
            vec!["request", "puzzles", "user", "puzzles a second"],
            requests.into_iter().map(row).collect(),
        ),
    }
}

/// Returns the script that builds an example of this crate, which is then `$E/NAME`.
pub(crate) fn built(name: &str) -> String {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    format!("cargo build --quiet --release --manifest-path '{manifest}' --example {name}")
}

/// Returns the script that makes the blank grid of order n.
fn blank(n: usize) -> String {
    let row = vec!["."; n * n].join(" ");
    let rows = n * n;
    format!("for i in $(seq {rows}); do echo '{row}'; done > in.txt")
}

/// Returns the script that makes the grid of order n with clue 1 at both ends of row 1.
fn clash(n: usize) -> String {
    format!("{}; sed -i '1s/^\\./1/; 1s/\\.$/1/' in.txt", blank(n))
}

/// Returns the script that makes a grid of order n with this percentage of its cells blank.
fn holes_of(n: usize, percent: usize) -> String {
    seeded(n, percent, 1)
}

/// Returns the same script, with a seed of its own.
fn seeded(n: usize, percent: usize, seed: u64) -> String {
    format!("$S generate --order {n} --holes {percent}% --seed {seed} > in.txt")
}
