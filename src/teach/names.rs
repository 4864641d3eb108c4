//! Variables, clauses and constraints in the words of Sudoku.
//!
//! The words are derived from the literals, not from the clause's place in an
//! encoding, so they fit every encoding and learned clauses as well.

use crate::encode::{self, Constraint};
use crate::formula::Lit;
use crate::sudoku::rules::{Pair, Table};
use crate::sudoku::{Candidate, Cell, Digit, House, HouseKind, Puzzle, Rules};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Names the parts of a puzzle's reductions, or of any other formula.
#[derive(Clone, Debug)]
pub struct Namer {
    /// The puzzle; `None` for a formula that is not known to be a puzzle's.
    puzzle: Option<Puzzle>,
    /// The pair rules, by their cells in reading order.
    pairs: FxHashMap<[Cell; 2], Vec<Pair>>,
}

impl Namer {
    /// Creates names for the reductions of this puzzle.
    pub fn new(puzzle: &Puzzle) -> Namer {
        let mut pairs: FxHashMap<_, Vec<Pair>> = FxHashMap::default();
        for &pair in puzzle.rules().pairs() {
            let [a, b] = pair.cells;
            pairs.entry([a.min(b), a.max(b)]).or_default().push(pair);
        }
        Namer {
            puzzle: Some(puzzle.clone()),
            pairs,
        }
    }

    /// Creates names for any formula: `x7` is variable 7.
    pub fn of_variables() -> Namer {
        Namer {
            puzzle: None,
            pairs: FxHashMap::default(),
        }
    }

    /// Returns the candidate that the literal's variable stands for, or `None`
    /// for an auxiliary variable of the encoding.
    pub fn candidate(&self, lit: Lit) -> Option<Candidate> {
        encode::candidate(lit.var(), self.puzzle.as_ref()?.size())
    }

    /// Returns the name of a literal: `r1c2=3` or `r1c2≠3`; `y65` or `¬y65` for
    /// an auxiliary variable; `x7` or `¬x7` without a puzzle.
    pub fn literal(&self, lit: Lit) -> String {
        let number = lit.var().to_dimacs();
        let letter = if self.puzzle.is_some() { 'y' } else { 'x' };
        match (self.candidate(lit), lit.is_positive()) {
            (Some(candidate), true) => candidate.to_string(),
            (Some(Candidate { cell, digit }), false) => format!("{cell}≠{digit}"),
            (None, true) => format!("{letter}{number}"),
            (None, false) => format!("¬{letter}{number}"),
        }
    }

    /// Returns the literals in their order: `r1c2=3 or r1c4≠3`.
    pub fn plain(&self, clause: &[Lit]) -> String {
        match clause {
            [] => "the empty clause, which nothing satisfies".into(),
            lits => lits.iter().map(|&lit| self.literal(lit)).join(" or "),
        }
    }

    /// Returns the meaning of a clause: `row 1 needs a 3`, `r1c2 can't hold
    /// both 3 and 4`, `r1c1 < r1c2: not 4 and 3`. Returns the
    /// [plain](Self::plain) form if Sudoku has no words for it.
    pub fn clause(&self, clause: &[Lit]) -> String {
        self.in_words(clause).unwrap_or_else(|| self.plain(clause))
    }

    fn in_words(&self, clause: &[Lit]) -> Option<String> {
        let puzzle = self.puzzle.as_ref()?;
        let candidates: Vec<Candidate> = clause
            .iter()
            .map(|&lit| self.candidate(lit))
            .collect::<Option<_>>()?;
        let rules = puzzle.rules();
        match (clause, &candidates[..]) {
            ([lit], &[candidate]) => Some(unit(puzzle, candidate, lit.is_positive())),
            _ if clause.iter().all(|lit| lit.is_positive()) => need(rules, &candidates),
            _ if clause.iter().any(|lit| lit.is_positive()) => None,
            (_, &[a, b]) => pair(rules, a, b)
                .or_else(|| self.relation(a, b))
                .or_else(|| sum(rules, &candidates)),
            _ => sum(rules, &candidates),
        }
    }

    /// Returns the pair rule that forbids these two candidates together.
    fn relation(&self, a: Candidate, b: Candidate) -> Option<String> {
        let (a, b) = (a.min(b), a.max(b));
        let pairs = self.pairs.get(&[a.cell, b.cell])?;
        pairs.iter().find_map(|pair| {
            let (first, second) = match pair.cells[0] == a.cell {
                true => (a.digit, b.digit),
                false => (b.digit, a.digit),
            };
            let forbidden = !pair.allows(first.value(), second.value());
            forbidden.then(|| format!("{pair}: not {}", listed(&[first, second])))
        })
    }
}

/// Returns a sentence that says which numbers stand for the symbols of a puzzle, unless the
/// symbols are these numbers.
pub fn symbols(puzzle: &Puzzle) -> Option<String> {
    let digits = || puzzle.size().digits();
    let symbol = |digit: Digit| puzzle.symbols().of(digit).to_string();
    if digits().all(|digit| symbol(digit) == digit.to_string()) {
        return None;
    }
    let (symbols, side) = (digits().map(symbol).join(" "), puzzle.size().side());
    Some(format!(
        "The symbols {symbols} are called 1 to {side} here, in this order."
    ))
}

/// Returns digits that can't occur together: `both 5`, `4 and 3`, `1, 2 and 2`.
fn listed(digits: &[Digit]) -> String {
    match digits {
        [first, second] if first == second => format!("both {first}"),
        [others @ .., last] => format!("{} and {last}", others.iter().join(", ")),
        [] => String::new(),
    }
}

/// Returns the cage or arrow that forbids these digits, one for each of its
/// cells.
fn sum(rules: &Rules, candidates: &[Candidate]) -> Option<String> {
    let digit = |cell: &Cell| candidates.iter().find(|other| other.cell == *cell);
    let forbids = |table: &&Table| {
        let digits = table
            .cells
            .iter()
            .map(|cell| Some(digit(cell)?.digit.value()));
        let values: Option<Vec<usize>> = digits.collect();
        let is_all = table.cells.len() == candidates.len();
        is_all && values.is_some_and(|values| !table.allows(&values))
    };
    let table = rules.tables().iter().find(forbids)?;
    let digits = table
        .cells
        .iter()
        .filter_map(|cell| Some(digit(cell)?.digit));
    Some(format!("{table}: not {}", listed(&digits.collect_vec())))
}

fn unit(puzzle: &Puzzle, candidate: Candidate, positive: bool) -> String {
    let Candidate { cell, digit } = candidate;
    match positive {
        true if puzzle.clue(cell) == Some(digit) => format!("the clue {candidate}"),
        true => format!("{cell} holds {digit}"),
        false => format!("{cell} can't hold {digit}"),
    }
}

fn pair(rules: &Rules, a: Candidate, b: Candidate) -> Option<String> {
    let (a, b) = (a.min(b), a.max(b));
    if a.cell == b.cell && a.digit != b.digit {
        return Some(both(a.cell, a.digit, b.digit));
    }
    let of_b = rules.houses_of(b.cell);
    let house = rules
        .houses_of(a.cell)
        .iter()
        .find(|house| of_b.contains(house))?;
    let house = rules.houses()[*house as usize];
    (a.digit == b.digit && a.cell != b.cell).then(|| twice(house, a.digit, a.cell, b.cell))
}

/// Returns words for candidates that are all those of a cell, or all those of a
/// house for one digit.
fn need(rules: &Rules, candidates: &[Candidate]) -> Option<String> {
    let first = candidates.first()?;
    if !candidates.iter().all_unique() || candidates.len() != rules.size().side() {
        return None;
    }
    if candidates
        .iter()
        .map(|candidate| candidate.cell)
        .all_equal()
    {
        return Some(constraint(rules, Constraint::Cell(first.cell)));
    }
    let house = rules.houses_of(first.cell).iter().find(|house| {
        let mut cells = candidates.iter().map(|candidate| candidate.cell);
        cells.all(|cell| rules.houses_of(cell).contains(house))
    })?;
    let house = rules.houses()[*house as usize];
    candidates
        .iter()
        .map(|candidate| candidate.digit)
        .all_equal()
        .then(|| constraint(rules, Constraint::House(house, first.digit)))
}

/// Returns the meaning of a constraint, as a clause and as an item: `row 1
/// needs a 3`, `r1c2 needs a number`; `cage 1 has at most one 3` if a house has
/// fewer cells than there are numbers.
pub fn constraint(rules: &Rules, constraint: Constraint) -> String {
    match constraint {
        Constraint::Cell(cell) => format!("{cell} needs a number"),
        Constraint::House(house, digit) if rules.is_full(rules.index(house)) => {
            format!("{house} needs {}", article(digit))
        }
        Constraint::House(house, digit) => format!("{house} has at most one {digit}"),
    }
}

/// Returns the plural of a kind of houses.
pub(super) fn plural(kind: HouseKind) -> &'static str {
    match kind {
        HouseKind::Row => "rows",
        HouseKind::Col => "columns",
        HouseKind::Box => "boxes",
        HouseKind::Region => "regions",
        HouseKind::Diagonal => "diagonals",
        HouseKind::Window => "windows",
        HouseKind::Group => "disjoint groups",
        HouseKind::Extra => "extra houses",
        HouseKind::Cage => "cages",
    }
}

/// Returns `r1c2 can't hold both 3 and 4`.
fn both(cell: Cell, a: Digit, b: Digit) -> String {
    format!("{cell} can't hold both {a} and {b}")
}

/// Returns `row 1 can't have two 3s: r1c2 and r1c4`.
fn twice(house: House, digit: Digit, a: Cell, b: Cell) -> String {
    format!("{house} can't have two {digit}s: {a} and {b}")
}

/// Returns a digit with its article: `a 3`, but `an 8`.
pub fn article(digit: Digit) -> String {
    let value = digit.value();
    let vowel =
        value == 8 || (80..90).contains(&value) || value / 100 == 8 || value == 11 || value == 18;
    format!("{} {digit}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;
    use crate::sudoku::Size;
    use crate::sudoku::rules::{Cage, Spec};
    use std::sync::Arc;

    fn namer() -> Namer {
        let mut puzzle = Puzzle::empty(Size::of_order(2).unwrap());
        let cell = Cell::new(0, 1);
        puzzle.set_clue(cell, Some(Digit::from_index(0)));
        Namer::new(&puzzle)
    }

    /// Returns a literal by row, column and digit, from 1. A negative digit
    /// negates it.
    fn lit(row: usize, col: usize, digit: isize) -> Lit {
        let candidate = Candidate::new(
            Cell::new(row - 1, col - 1),
            Digit::from_index(digit.unsigned_abs() - 1),
        );
        Var::new(candidate.index(Size::of_order(2).unwrap())).lit(digit > 0)
    }

    #[test]
    fn literals_have_names() {
        let namer = namer();
        assert_eq!(namer.literal(lit(1, 2, 3)), "r1c2=3");
        assert_eq!(namer.literal(lit(1, 2, -3)), "r1c2≠3");
        assert_eq!(namer.literal(Lit::from_dimacs(65).unwrap()), "y65");
        assert_eq!(namer.literal(Lit::from_dimacs(-65).unwrap()), "¬y65");
    }

    #[test]
    fn clauses_are_told_in_words_in_any_order_of_their_literals() {
        let namer = namer();
        let across = |digit| (1..=4).map(|col| lit(1, col, digit)).rev().collect_vec();
        let down = (1..=4).map(|row| lit(row, 3, 2)).collect_vec();
        let boxed = vec![lit(3, 1, 4), lit(3, 2, 4), lit(4, 2, 4), lit(4, 1, 4)];
        let cell = (1..=4).map(|digit| lit(4, 4, digit)).collect_vec();
        for (clause, words) in [
            (across(3), "row 1 needs a 3"),
            (down, "column 3 needs a 2"),
            (boxed, "box 3 needs a 4"),
            (cell, "r4c4 needs a number"),
            (
                vec![lit(1, 2, -4), lit(1, 2, -3)],
                "r1c2 can't hold both 3 and 4",
            ),
            (
                vec![lit(1, 4, -3), lit(1, 2, -3)],
                "row 1 can't have two 3s: r1c2 and r1c4",
            ),
            (
                vec![lit(1, 2, -3), lit(4, 2, -3)],
                "column 2 can't have two 3s: r1c2 and r4c2",
            ),
            (
                vec![lit(1, 2, -3), lit(2, 1, -3)],
                "box 1 can't have two 3s: r1c2 and r2c1",
            ),
            (vec![lit(1, 2, 1)], "the clue r1c2=1"),
            (vec![lit(1, 1, 1)], "r1c1 holds 1"),
            (vec![lit(1, 1, -1)], "r1c1 can't hold 1"),
        ] {
            assert_eq!(namer.clause(&clause), words);
        }
    }

    #[test]
    fn what_sudoku_has_no_words_for_stays_plain() {
        let namer = namer();
        let row = (1..=3).map(|col| lit(1, col, 3)).collect_vec();
        let mixed = vec![lit(1, 1, 1), lit(1, 2, 2), lit(1, 3, 3), lit(1, 4, 4)];
        let scattered = vec![lit(1, 1, 1), lit(1, 2, 1), lit(1, 3, 1), lit(2, 4, 1)];
        for (clause, words) in [
            (row, "r1c1=3 or r1c2=3 or r1c3=3"),
            (mixed, "r1c1=1 or r1c2=2 or r1c3=3 or r1c4=4"),
            (scattered, "r1c1=1 or r1c2=1 or r1c3=1 or r2c4=1"),
            (vec![lit(1, 1, -1), lit(2, 2, -2)], "r1c1≠1 or r2c2≠2"),
            (vec![lit(1, 1, -1), lit(3, 3, -1)], "r1c1≠1 or r3c3≠1"),
            (vec![lit(1, 1, -1), lit(1, 1, -1)], "r1c1≠1 or r1c1≠1"),
            (
                vec![lit(1, 1, 1), Lit::from_dimacs(-70).unwrap()],
                "r1c1=1 or ¬y70",
            ),
            (vec![], "the empty clause, which nothing satisfies"),
        ] {
            assert_eq!(namer.clause(&clause), words);
        }
    }

    #[test]
    fn rules_for_pairs_and_sums_are_told() {
        let mut spec = Spec::boxes(2, 2).unwrap();
        spec.mark("anti-knight", &[], &[]);
        let [first, second, third] = [(0, 0), (0, 1), (2, 2)].map(|(r, c)| Cell::new(r, c));
        spec.mark("less", &[], &[second, third]);
        spec.cages.push(Cage {
            cells: vec![first, second, third],
            sum: Some(9),
            repeats: false,
        });
        let namer = Namer::new(&Puzzle::new(Arc::new(Rules::new(spec).unwrap())));
        for (clause, words) in [
            (
                vec![lit(1, 1, -3), lit(3, 2, -3)],
                "r1c1 ≠ r3c2 (anti-knight): not both 3",
            ),
            (
                vec![lit(3, 3, -2), lit(1, 2, -4)],
                "r1c2 < r3c3: not 4 and 2",
            ),
            (vec![lit(3, 3, -4), lit(1, 2, -2)], "r3c3≠4 or r1c2≠2"),
            (
                vec![lit(3, 3, -4), lit(1, 2, -2), lit(1, 1, -1)],
                "r1c1 + r1c2 + r3c3 = 9 (cage): not 1, 2 and 4",
            ),
        ] {
            assert_eq!(namer.clause(&clause), words);
        }
    }

    #[test]
    fn without_a_puzzle_variables_have_numbers() {
        let namer = Namer::of_variables();
        let clause: Vec<Lit> = [1, -2].into_iter().filter_map(Lit::from_dimacs).collect();
        assert_eq!(namer.clause(&clause), "x1 or ¬x2");
        assert_eq!(namer.clause(&clause[..1]), "x1");
        assert_eq!(
            namer.clause(&[]),
            "the empty clause, which nothing satisfies"
        );
    }

    #[test]
    fn the_article_fits_the_number() {
        let told = |value: usize| article(Digit::from_index(value - 1));
        for value in [8, 11, 18, 80, 88, 800, 811] {
            assert_eq!(told(value), format!("an {value}"));
        }
        for value in [1, 3, 10, 12, 28, 100, 111, 180] {
            assert_eq!(told(value), format!("a {value}"));
        }
    }
}
