//! The clauses that the formula of an exercise must have or imply, family by family.

use crate::formula::{Lit, Var};
use crate::io::{InputError, counted};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;
use std::io::{BufRead, BufReader, Read};

/// The families of clauses that a formula must have or imply. Their variables form a table, as
/// pigeons and holes do.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Number of rows and of columns of the table: pigeons and holes, vertices and colours.
    pub size: [usize; 2],
    /// The letters of a row and a column in names of variables: `p` and `h`.
    letters: [char; 2],
    /// The words for a row and a column: `pigeon` and `hole`.
    pub nouns: [&'static str; 2],
    /// The families of clauses.
    pub families: Vec<Family>,
}

/// A family of clauses.
#[derive(Clone, Debug)]
pub struct Family {
    /// The sentence that its clauses state together, as `each pigeon has a hole`.
    pub sentence: &'static str,
    /// The clauses.
    pub clauses: Vec<Vec<Lit>>,
    /// Set if the formula is right with and without it.
    pub is_optional: bool,
}

impl Statement {
    /// Returns the statement that each pigeon has a hole, and no hole two pigeons.
    pub fn pigeonholes(pigeons: usize, holes: usize) -> Statement {
        let mut all = Statement::table([pigeons, holes], ['p', 'h'], ["pigeon", "hole"]);
        all.at_least_one("each pigeon has a hole", all.rows());
        all.at_most_one("no hole has two pigeons", all.columns(), false);
        all.at_most_one("no pigeon has two holes", all.rows(), true);
        all
    }

    /// Returns the statement that each vertex has a colour, and no edge the same at both ends.
    /// Vertices count from 0.
    pub fn colouring(vertices: usize, edges: &[[usize; 2]], colours: usize) -> Statement {
        let mut all = Statement::table([vertices, colours], ['v', 'c'], ["vertex", "colour"]);
        all.at_least_one("each vertex has a colour", all.rows());
        let pairs = edges.iter().cartesian_product(0..colours);
        let pairs = pairs.map(|(edge, colour)| edge.iter().map(|&v| all.var(v, colour)).collect());
        all.at_most_one(
            "no edge has the same colour at both ends",
            pairs.collect(),
            false,
        );
        all.at_most_one("no vertex has two colours", all.rows(), true);
        all
    }

    /// Returns the statement that queens stand in each row, and none attacks another.
    pub fn queens(side: usize) -> Statement {
        let mut all = Statement::table([side, side], ['r', 'c'], ["row", "column"]);
        let squares = (0..side).cartesian_product(0..side);
        let lines = |number: &dyn Fn(usize, usize) -> usize| {
            let by_number = squares
                .clone()
                .into_group_map_by(|&(row, column)| number(row, column));
            let lines = by_number.into_iter().sorted();
            let vars = |line: Vec<(usize, usize)>| {
                line.into_iter()
                    .map(|(row, column)| all.var(row, column))
                    .collect()
            };
            lines.map(|(_, line)| vars(line)).collect::<Vec<Vec<Var>>>()
        };
        let (down, up) = (
            lines(&|row, column| side + column - row),
            lines(&|row, column| row + column),
        );
        all.at_least_one("each row has a queen", all.rows());
        all.at_most_one("no row has two queens", all.rows(), false);
        all.at_most_one("no column has two queens", all.columns(), false);
        all.at_most_one("no falling diagonal has two queens", down, false);
        all.at_most_one("no rising diagonal has two queens", up, false);
        all
    }

    fn table(size: [usize; 2], letters: [char; 2], nouns: [&'static str; 2]) -> Statement {
        Statement {
            size,
            letters,
            nouns,
            families: Vec::new(),
        }
    }

    /// Returns the number of variables that are asked for.
    pub fn num_vars(&self) -> usize {
        self.size[0] * self.size[1]
    }

    fn var(&self, row: usize, column: usize) -> Var {
        Var::new(row * self.size[1] + column)
    }

    fn rows(&self) -> Vec<Vec<Var>> {
        let row = |row| {
            (0..self.size[1])
                .map(|column| self.var(row, column))
                .collect()
        };
        (0..self.size[0]).map(row).collect()
    }

    fn columns(&self) -> Vec<Vec<Var>> {
        let column = |column| (0..self.size[0]).map(|row| self.var(row, column)).collect();
        (0..self.size[1]).map(column).collect()
    }

    fn at_least_one(&mut self, sentence: &'static str, sets: Vec<Vec<Var>>) {
        let clause = |set: Vec<Var>| set.into_iter().map(Var::positive).collect();
        self.families.push(Family {
            sentence,
            clauses: sets.into_iter().map(clause).collect(),
            is_optional: false,
        });
    }

    fn at_most_one(&mut self, sentence: &'static str, sets: Vec<Vec<Var>>, is_optional: bool) {
        let pairs = sets.into_iter().flat_map(|set| {
            let pairs = set.into_iter().array_combinations();
            pairs.map(|pair: [Var; 2]| pair.map(Var::negative).to_vec())
        });
        self.families.push(Family {
            sentence,
            clauses: pairs.collect(),
            is_optional,
        });
    }

    /// Returns the row and the column of a variable, from 0, if it is asked for.
    pub fn place(&self, var: Var) -> Option<[usize; 2]> {
        let index = var.index();
        (index < self.num_vars()).then(|| [index / self.size[1], index % self.size[1]])
    }

    /// Returns the clause in names: `p1h1 or not p2h1`.
    pub fn clause(&self, clause: &[Lit]) -> String {
        let literal = |lit: &Lit| {
            let not = if lit.is_positive() { "" } else { "not " };
            match self.place(lit.var()) {
                Some([row, column]) => {
                    let [a, b] = self.letters;
                    format!("{not}{a}{}{b}{}", row + 1, column + 1)
                }
                None => format!("{not}auxiliary variable"),
            }
        };
        match clause {
            [] => "the empty clause".to_owned(),
            clause => clause.iter().map(literal).join(" or "),
        }
    }
}

/// Reads a graph: `p edge VERTICES EDGES`, then lines `e VERTEX VERTEX`. Returns the number of
/// vertices, and the edges, vertices from 0. Files of graphs list an edge once or in both directions.
///
/// # Errors
/// If the text is no such graph, or its header declares another number of edges.
pub fn graph(input: impl Read, name: &str) -> Result<(usize, Vec<[usize; 2]>), InputError> {
    const HEADER: &str = "expected the header \"p edge VERTICES EDGES\"";
    let mut header = None;
    let mut edges = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(input).lines()) {
        let line = line.map_err(|error| InputError::whole(name, error.to_string()))?;
        let line = line.strip_prefix('\u{feff}').unwrap_or(&line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let error =
            |message: &str| Err(InputError::at(name, number, 1, message).with_excerpt(line));
        match (&words[..], header) {
            ([] | ["c", ..], _) => {}
            (["p", "edge" | "col", vertices, count], None) => {
                match (vertices.parse::<usize>(), count.parse::<usize>()) {
                    (Ok(vertices), Ok(count)) if vertices > 0 => {
                        header = Some((number, vertices, count));
                    }
                    _ => return error(&format!("found no numbers, {HEADER}")),
                }
            }
            (["e", a, b], Some((_, vertices, _))) => {
                let ends = [a, b].map(|end| end.parse::<usize>().unwrap_or(0));
                if ends[0] == ends[1] || ends.iter().any(|end| !(1..=vertices).contains(end)) {
                    return error(&format!(
                        "expected two different vertices from 1 to {vertices}"
                    ));
                }
                edges.push(ends.map(|end| end - 1));
            }
            (_, None) => return error(HEADER),
            _ => return error("expected an edge \"e VERTEX VERTEX\""),
        }
    }
    let Some((number, vertices, declared)) = header else {
        return Err(InputError::whole(name, HEADER));
    };
    let lines = edges.len();
    let mut seen = FxHashSet::default();
    edges.retain(|&[a, b]| seen.insert([a.min(b), a.max(b)]));
    if ![lines, edges.len()].contains(&declared) {
        let (found, declared) = (counted(lines, "line"), counted(declared, "edge"));
        let message = format!(
            "found {found} of edges ({} different), expected {declared} as the header declares",
            edges.len()
        );
        return Err(InputError::at(name, number, 1, message));
    }
    Ok((vertices, edges))
}
