//! The problems of the table.

use crate::made;
use sudosat::cover::problems;

/// What is wanted of a problem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// The number of all solutions.
    Count,
    /// This number of solutions.
    First(u64),
    /// The least cost of a solution.
    Cheapest,
}

/// Where a problem comes from.
pub(crate) enum Source {
    /// A text as `cover --problem` takes it.
    Named(&'static str),
    /// A Sudoku.
    Puzzle(&'static str),
    /// A text in Knuth's form.
    Made(fn() -> String),
}

/// A row of the table.
pub(crate) struct Row {
    pub kind: &'static str,
    pub name: &'static str,
    pub task: Task,
    source: Source,
}

impl Row {
    /// Returns the problem in Knuth's text form.
    pub(crate) fn text(&self) -> anyhow::Result<String> {
        Ok(match self.source {
            Source::Named(text) => made::written(problems::build(text)?.problem()),
            Source::Puzzle(text) => made::puzzle(text)?,
            Source::Made(make) => make(),
        })
    }
}

const fn row(kind: &'static str, name: &'static str, task: Task, source: Source) -> Row {
    Row {
        kind,
        name,
        task,
        source,
    }
}

use Source::{Made, Named, Puzzle};
use Task::{Cheapest, Count, First};

/// All problems, kind after kind.
pub(crate) const ROWS: &[Row] = &[
    row("queens", "13", Count, Named("queens:13")),
    row("queens", "14", Count, Named("queens:14")),
    row(
        "queens",
        "16, first million",
        First(1_000_000),
        Named("queens:16"),
    ),
    row("Langford", "11", Count, Named("langford:11")),
    row(
        "Langford",
        "12, reduced",
        Count,
        Named("langford:12,reduced"),
    ),
    row(
        "polyominoes",
        "pentominoes 6×10",
        Count,
        Named("pentominoes:6x10"),
    ),
    row(
        "polyominoes",
        "pentominoes 8×8 with a hole",
        Count,
        Named(HOLE),
    ),
    row("polyominoes", "Soma cube", Count, Named("soma")),
    row("tilings", "dominoes 8×8", Count, Named("dominoes:8x8")),
    row(
        "tilings",
        "L-trominoes 9×10",
        Count,
        Named("triominoes:9x10,corners"),
    ),
    row(
        "tilings",
        "8×9 board, first million",
        First(1_000_000),
        Named("dominoes:8x9"),
    ),
    row(
        "transversals",
        "cyclic 13",
        Count,
        Made(|| made::transversals(&[13])),
    ),
    row(
        "transversals",
        "Z2×Z6",
        Count,
        Made(|| made::transversals(&[2, 6])),
    ),
    row("transversals", "mates of a square", Count, Named(SQUARE)),
    row(
        "Latin squares",
        "6×6, reduced",
        Count,
        Named("latin:6,reduced"),
    ),
    row(
        "Latin squares",
        "orthogonal pairs, 4×4",
        Count,
        Named("graeco-latin:4"),
    ),
    row("Sudoku", "9×9, 15 clues", Count, Puzzle(FIFTEEN)),
    row("Sudoku", "9×9, 17 clues less two", Count, Puzzle(SEVENTEEN)),
    row(
        "Sudoku",
        "16×16, 59 % holes",
        Count,
        Puzzle(include_str!("16x16.txt")),
    ),
    row(
        "Sudoku",
        "blank 16×16, first million",
        First(1_000_000),
        Made(|| made::blank(16)),
    ),
    row(
        "first solution",
        "blank 25×25",
        First(1),
        Made(|| made::blank(25)),
    ),
    row(
        "first solution",
        "blank 36×36",
        First(1),
        Made(|| made::blank(36)),
    ),
    row(
        "first solution",
        "Langford 40",
        First(1),
        Named("langford:40"),
    ),
    row("first solution", "60 queens", First(1), Named("queens:60")),
    row(
        "first solution",
        "pentominoes 5×12",
        First(1),
        Named("pentominoes:5x12"),
    ),
    row(
        "word squares",
        "600 words",
        Count,
        Made(|| made::word_squares(1, 600, 10)),
    ),
    row(
        "word squares",
        "750 words",
        Count,
        Made(|| made::word_squares(2, 750, 12)),
    ),
    row(
        "word squares",
        "1700 words",
        Count,
        Made(|| made::word_squares(1, 1700, 24)),
    ),
    row(
        "colours",
        "tiles 4×4, 5 colours",
        Count,
        Made(|| made::edges(3, 4, 4, 5)),
    ),
    row(
        "colours",
        "tiles 5×5, 6 colours",
        Count,
        Made(|| made::edges(4, 5, 5, 6)),
    ),
    row(
        "models",
        "40 variables, 140 clauses",
        Count,
        Made(|| made::models(1, 40, 140)),
    ),
    row(
        "bounds",
        "5 queens that dominate 8×8",
        Count,
        Made(|| made::domination(8, 5)),
    ),
    row("bounds", "bricks 6×6", Count, Made(|| made::bricks(6, 6))),
    row(
        "bounds",
        "matrices 7×7",
        Count,
        Made(|| made::matrices(7, 2)),
    ),
    row(
        "bounds",
        "with colours",
        Count,
        Made(|| made::bounds_and_colors(20, 60, 8)),
    ),
    row(
        "costs",
        "fewest squares, 8×9",
        Cheapest,
        Made(|| made::squares(8, 9)),
    ),
    row(
        "costs",
        "16 queens",
        Cheapest,
        Made(|| made::queens_by_cost(16)),
    ),
    row(
        "costs",
        "partition of 60",
        Cheapest,
        Made(|| made::partition_by_cost(60, 300)),
    ),
    row(
        "partitions",
        "60 items",
        Count,
        Made(|| made::partition(1, 60, 400, 3, 6)),
    ),
    row("triples", "3×16", Count, Made(|| made::triples(1, 16, 200))),
    row("triples", "3×20", Count, Made(|| made::triples(2, 20, 160))),
    row(
        "no cover",
        "partition of 70",
        Count,
        Made(|| made::partition(9, 70, 300, 3, 6)),
    ),
    row(
        "unions",
        "three of Langford 7",
        Count,
        Made(|| made::union(&["langford:7"; 3])),
    ),
    row(
        "unions",
        "queens 8 and Soma",
        Count,
        Made(|| made::union(&["queens:8", "soma"])),
    ),
    row(
        "large",
        "triples 3×400, first solution",
        First(1),
        Made(|| made::triples(3, 400, 8000)),
    ),
    row("large", "200 queens", First(1), Named("queens:200")),
];

/// A board with a hole for twelve pentominoes.
const HOLE: &str =
    "pentominoes:region=########/########/########/###..###/###..###/########/########/########";
/// A Latin square, whose mates are counted.
const SQUARE: &str = "mates:square=0123456/1234560/2345601/3456012/4560123/5601234/6012345";
/// A Sudoku with 608 620 solutions.
const FIFTEEN: &str =
    ".........................3......3.2...4....5...6.1.....3......6.7..8...952.7.....";
/// A Sudoku with 17 clues and one solution, without two of them.
const SEVENTEEN: &str =
    ".........4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.....";
