//! The reduction to SAT against closed forms, against the clauses written out
//! by hand, and against brute force.
//!
//! - counts: as the closed forms say, for n = 1…8, family by family
//! - bytes: the lecture's formula of plain Sudoku stays what it is
//! - order: both clause orders hold the same clauses, in the documented order
//! - models: every encoding has just the puzzle's solutions, by any at-most-one

use batsat::{BasicSolver, SolverInterface, lbool};
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use sudosat::encode::{
    self, AtMostOne, ClauseOrder, ENCODINGS, Encoding, Family, Layout, Numbering, Part, cnf,
    decode, decode_numbered, family_sizes, formula,
};
use sudosat::formula::{ClauseSink, Cnf, Lit, Var, dimacs};
use sudosat::sudoku::{Cell, Digit, Grid, HouseKind, Puzzle, Rules, Size};

// ------------------------------------------------------------------ counts

/// Counts what passes and keeps nothing.
#[derive(Default)]
struct Counter {
    clauses: u64,
    lits: u64,
    highest: u64,
}

impl ClauseSink for Counter {
    type Error = std::convert::Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        self.clauses += 1;
        self.lits += lits.len() as u64;
        for pair in lits.windows(2) {
            assert!(pair[0].var() < pair[1].var(), "literals ascend");
        }
        let last = lits.last().expect("no clause is empty");
        self.highest = self.highest.max(last.var().index() as u64 + 1);
        Ok(())
    }
}

/// The cyclic grid's digits in every third cell, as a puzzle.
fn some_clues(size: Size) -> Puzzle {
    let (n, side) = (size.side().isqrt(), size.side());
    let mut puzzle = Puzzle::empty(size);
    for cell in size.cells().step_by(3) {
        let value = (cell.row() % n * n + cell.row() / n + cell.col()) % side;
        puzzle.set_clue(cell, Some(Digit::from_index(value)));
    }
    puzzle
}

fn orders(to: usize) -> impl Iterator<Item = Size> {
    (1..=to).map(|n| Size::of_order(n).unwrap())
}

#[test]
fn the_lecture_formula_has_as_many_clauses_as_the_lecture_says() {
    let known = [(3, 3_240), (4, 31_744), (5, 190_000), (6, 821_664)];
    for size in orders(8) {
        let n = size.side().isqrt() as u64;
        let puzzle = some_clues(size);
        let closed = 4 * n.pow(4) + (n.pow(8) - n.pow(6)) / 2 + puzzle.num_clues() as u64;
        let told = encode::size(&puzzle, &Encoding::LECTURE, Layout::default());
        assert_eq!((told.vars, told.clauses), (n.pow(6), closed));
        let mut counter = Counter::default();
        let Ok(()) = formula(&puzzle, &Encoding::LECTURE, Layout::default(), &mut counter);
        assert_eq!((counter.clauses, counter.lits), (told.clauses, told.lits));
        assert!(counter.highest <= told.vars);
        if let Some((_, blank)) = known.iter().find(|(known, _)| *known == n) {
            assert_eq!(closed - puzzle.num_clues() as u64, *blank);
        }
    }
}

#[test]
fn every_encoding_has_the_size_told_beforehand() {
    for size in orders(8) {
        let puzzle = some_clues(size);
        for encoding in ENCODINGS {
            for at_most_one in AtMostOne::ALL {
                let encoding = encoding.with_at_most_one(at_most_one);
                for numbering in [Numbering::Consecutive, Numbering::Rcv] {
                    let layout = Layout {
                        numbering,
                        ..Layout::default()
                    };
                    let told = encode::size(&puzzle, &encoding, layout);
                    let mut counter = Counter::default();
                    let Ok(()) = formula(&puzzle, &encoding, layout, &mut counter);
                    assert_eq!(
                        (counter.clauses, counter.lits),
                        (told.clauses, told.lits),
                        "{encoding} {size}"
                    );
                    // Every auxiliary variable is used; n = 1 has none.
                    if at_most_one != AtMostOne::Pairwise && size.side().isqrt() > 1 {
                        assert_eq!(counter.highest, told.vars, "{encoding} {size}");
                    }
                }
            }
        }
    }
}

/// Clauses, literals and auxiliary variables of n⁴ at-most-ones over m = n² ≥ 4.
/// Products and commanders of up to 64 have inner constraints of at most 9 and
/// 22, so the schemes are written out here two deep.
fn at_most_ones(way: AtMostOne, n: u64) -> (u64, u64, u64) {
    let m = n * n;
    let pairs = |m: u64| m * (m - 1) / 2;
    let bits = |m: u64| u64::from(m.next_power_of_two().trailing_zeros());
    let (clauses, longer, aux) = match way {
        AtMostOne::Pairwise => (pairs(m), 0, 0),
        AtMostOne::Sequential => (3 * m - 4, 0, m - 1),
        // n by n, and each side pairwise up to 6, else 3 by 3.
        AtMostOne::Product => match n {
            7 | 8 => (2 * m + 2 * (2 * n + 2 * pairs(3)), 0, 2 * n + 2 * 6),
            _ => (2 * m + 2 * pairs(n), 0, 2 * n),
        },
        // Groups of three; what is left over, one or two literals.
        AtMostOne::Commander => {
            let level = |m: u64| {
                let (threes, rest) = (m / 3, m % 3);
                let two = u64::from(rest == 2);
                let clauses = threes * (3 + 3 + 1) + two * (1 + 2 + 1);
                let longer = threes * 2 + two;
                (clauses, longer, threes + two, m.div_ceil(3))
            };
            let (mut clauses, mut longer, mut aux, mut m) = level(m);
            while m > 6 {
                let next = level(m);
                (clauses, longer, aux) = (clauses + next.0, longer + next.1, aux + next.2);
                m = next.3;
            }
            (clauses + pairs(m), longer, aux)
        }
        AtMostOne::Bitwise => (m * bits(m), 0, bits(m)),
    };
    let parts = n.pow(4);
    (parts * clauses, parts * (2 * clauses + longer), parts * aux)
}

#[test]
fn families_have_the_sizes_of_their_closed_forms() {
    for size in orders(8).skip(1) {
        let n = size.side().isqrt() as u64;
        let puzzle = some_clues(size);
        for way in AtMostOne::ALL {
            let encoding = Encoding::EXTENDED.with_at_most_one(way);
            for told in family_sizes(&puzzle, &encoding, Layout::default()) {
                let clues = puzzle.num_clues() as u64;
                let expected = match told.family {
                    Family::Clues => (clues, clues, 0),
                    family if family.is_at_most_one() => at_most_ones(way, n),
                    _ => (n.pow(4), n.pow(6), 0),
                };
                let found = (told.clauses, told.lits, told.aux);
                assert_eq!(found, expected, "{} {way} {n}", told.family.name());
            }
        }
    }
}

#[test]
fn the_published_counts_of_lynce_and_ouaknine() {
    let blank = Puzzle::empty(Size::of_order(3).unwrap());
    let clauses = |encoding: &Encoding| encode::size(&blank, encoding, Layout::default()).clauses;
    assert_eq!(clauses(&Encoding::MINIMAL), 81 + 8_748);
    assert_eq!(clauses(&Encoding::EXTENDED), 324 + 11_664);
}

/// Which family a clause of the pairwise rules must be of, read from the
/// candidates in it alone.
fn family_of(clause: &[Lit], size: Size) -> Family {
    let candidates: Vec<_> = clause
        .iter()
        .map(|lit| sudosat::encode::candidate(lit.var(), size).unwrap())
        .collect();
    let same_cell = candidates.iter().all(|c| c.cell == candidates[0].cell);
    let same_row = candidates
        .iter()
        .all(|c| c.cell.row() == candidates[0].cell.row());
    let same_col = candidates
        .iter()
        .all(|c| c.cell.col() == candidates[0].cell.col());
    let positive = clause[0].is_positive();
    assert!(clause.iter().all(|lit| lit.is_positive() == positive));
    match (positive, same_cell, same_row, same_col) {
        (true, true, ..) => Family::CellAtLeastOne,
        (true, _, true, _) => Family::AtLeastOne(HouseKind::Row),
        (true, _, _, true) => Family::AtLeastOne(HouseKind::Col),
        (true, ..) => Family::AtLeastOne(HouseKind::Box),
        (false, true, ..) => Family::CellAtMostOne,
        (false, _, true, _) => Family::AtMostOne(HouseKind::Row),
        (false, _, _, true) => Family::AtMostOne(HouseKind::Col),
        (false, ..) => Family::AtMostOne(HouseKind::Box),
    }
}

#[test]
fn the_counts_by_family_are_those_of_the_clauses_written() {
    for size in orders(4).skip(1) {
        let puzzle = Puzzle::empty(size);
        for encoding in ENCODINGS {
            let cnf = cnf(&puzzle, &encoding);
            let mut found: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
            for clause in cnf.clauses() {
                let entry = found.entry(family_of(clause, size).name()).or_default();
                entry.0 += 1;
                entry.1 += clause.len() as u64;
            }
            // A box pair in one row reads as the row's: n² boxes and digits,
            // n rows of n(n−1)/2 pairs in each; columns likewise.
            let n = size.side().isqrt() as u64;
            let shared = n.pow(4) * n * (n * (n - 1) / 2);
            if encoding.house_at_most_one && !encoding.no_pair_twice {
                let boxes = found
                    .get_mut(Family::AtMostOne(HouseKind::Box).name())
                    .unwrap();
                *boxes = (boxes.0 + 2 * shared, boxes.1 + 4 * shared);
                for family in [
                    Family::AtMostOne(HouseKind::Row),
                    Family::AtMostOne(HouseKind::Col),
                ] {
                    let lines = found.get_mut(family.name()).unwrap();
                    *lines = (lines.0 - shared, lines.1 - 2 * shared);
                }
            }
            for told in family_sizes(&puzzle, &encoding, Layout::default()) {
                let found = found.remove(told.family.name()).unwrap_or_default();
                assert_eq!(found, (told.clauses, told.lits), "{}", told.family.name());
                assert_eq!(told.aux, 0);
            }
            assert!(found.is_empty());
        }
    }
}

#[test]
fn parts_join_to_the_whole() {
    let mut puzzle = some_clues(Size::of_order(2).unwrap());
    puzzle.exclude(puzzle.size().candidate(9));
    let part = |part| {
        let layout = Layout {
            part,
            ..Layout::default()
        };
        let mut cnf = Cnf::default();
        let Ok(()) = formula(&puzzle, &Encoding::EXTENDED, layout, &mut cnf);
        let told = encode::size(&puzzle, &Encoding::EXTENDED, layout);
        assert_eq!(told.clauses, cnf.num_clauses() as u64);
        numbers(&cnf)
    };
    assert_eq!(
        [part(Part::Rules), part(Part::Clues)].concat(),
        part(Part::Whole)
    );
    let clues = part(Part::Clues);
    assert_eq!(clues.first(), Some(&vec![1]));
    assert_eq!(clues.last(), Some(&vec![-10]));
}

// ------------------------------------------------------------------- bytes

/// FNV-1a of 64 bits over what is written.
struct Fnv(u64);

impl std::io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The header and the clauses, without comments, for n = 1…6.
#[test]
fn the_lecture_formula_is_the_same_to_the_byte() {
    let hash = |puzzle: &Puzzle| {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        dimacs::write(&cnf(puzzle, &Encoding::LECTURE), &mut hash).unwrap();
        format!("{:016x}", hash.0)
    };
    let found: Vec<[String; 2]> = orders(6)
        .map(|size| [hash(&Puzzle::empty(size)), hash(&some_clues(size))])
        .collect();
    assert_eq!(
        found,
        [
            ["eb4a9045974488a5", "b79f1bee13445fd3"],
            ["be4cc791c2c800bf", "23a91043d3063676"],
            ["8cf200dcf34da1dd", "8858a1d240c6c520"],
            ["90da7a6a2116feb7", "46d1a3d67687f5aa"],
            ["46c130d2a0731cf5", "d0bdac56f948f826"],
            ["a3f027412ed6e823", "341be523ad0cdbae"],
        ]
    );
}

// ------------------------------------------------------------------- order

fn numbers(cnf: &Cnf) -> Vec<Vec<i32>> {
    cnf.clauses()
        .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
        .collect()
}

#[test]
fn both_orders_hold_the_same_clauses() {
    for size in orders(3) {
        let puzzle = some_clues(size);
        for encoding in ENCODINGS {
            for at_most_one in AtMostOne::ALL {
                let encoding = encoding.with_at_most_one(at_most_one);
                let sorted = |order| {
                    let layout = Layout {
                        order,
                        ..Layout::default()
                    };
                    let mut cnf = Cnf::default();
                    let Ok(()) = formula(&puzzle, &encoding, layout, &mut cnf);
                    let mut clauses = numbers(&cnf);
                    clauses.sort();
                    clauses
                };
                assert_eq!(sorted(ClauseOrder::Cells), sorted(ClauseOrder::Lecture));
            }
        }
    }
}

/// The lecture's formula in the course script's order, from its description:
/// per cell its at-least-one and its pairs; per value rows, columns, boxes;
/// clues last. Written with bare numbers on purpose.
fn by_hand(puzzle: &Puzzle) -> Vec<Vec<i32>> {
    let n = puzzle.size().side().isqrt() as i32;
    let side = n * n;
    let x = |i: i32, j: i32, k: i32| (i - 1) * side * side + (j - 1) * side + k;
    let mut clauses = Vec::new();
    for i in 1..=side {
        for j in 1..=side {
            clauses.push((1..=side).map(|k| x(i, j, k)).collect());
            for v in 1..=side {
                for w in v + 1..=side {
                    clauses.push(vec![-x(i, j, v), -x(i, j, w)]);
                }
            }
        }
    }
    for k in 1..=side {
        for i in 1..=side {
            clauses.push((1..=side).map(|j| x(i, j, k)).collect());
        }
        for j in 1..=side {
            clauses.push((1..=side).map(|i| x(i, j, k)).collect());
        }
        for top in (1..=side).step_by(n as usize) {
            for left in (1..=side).step_by(n as usize) {
                let mut clause = Vec::new();
                for i in top..top + n {
                    for j in left..left + n {
                        clause.push(x(i, j, k));
                    }
                }
                clauses.push(clause);
            }
        }
    }
    for i in 1..=side {
        for j in 1..=side {
            let cell = Cell::new(i as usize - 1, j as usize - 1);
            if let Some(clue) = puzzle.clue(cell) {
                clauses.push(vec![x(i, j, clue.value() as i32)]);
            }
        }
    }
    clauses
}

#[test]
fn the_default_order_is_the_courses() {
    for size in orders(4) {
        let puzzle = some_clues(size);
        assert_eq!(numbers(&cnf(&puzzle, &Encoding::LECTURE)), by_hand(&puzzle));
    }
}

#[test]
fn the_strengthened_encoding_is_the_extended_one_without_repetitions() {
    for size in orders(4) {
        let puzzle = Puzzle::empty(size);
        let set = |encoding: &Encoding| -> BTreeSet<Vec<Lit>> {
            let cnf = cnf(&puzzle, encoding);
            cnf.clauses().map(<[Lit]>::to_vec).collect()
        };
        let strengthened = set(&Encoding::STRENGTHENED);
        let told = encode::size(&puzzle, &Encoding::STRENGTHENED, Layout::default());
        if size.side().isqrt() > 1 {
            assert_eq!(strengthened.len() as u64, told.clauses);
        }
        assert_eq!(strengthened, set(&Encoding::EXTENDED));
        assert!(strengthened.is_superset(&set(&Encoding::LECTURE)));
    }
}

#[test]
fn the_lecture_order_is_family_after_family() {
    let size = Size::of_order(2).unwrap();
    let layout = Layout {
        order: ClauseOrder::Lecture,
        ..Layout::default()
    };
    let mut cnf = Cnf::default();
    let Ok(()) = formula(&Puzzle::empty(size), &Encoding::EXTENDED, layout, &mut cnf);
    let mut seen: Vec<Family> = cnf
        .clauses()
        .map(|clause| family_of(clause, size))
        .collect();
    seen.truncate(64 + 96 + 96 + 96);
    seen.dedup();
    let rules = Rules::plain(2).unwrap();
    assert_eq!(seen, &Encoding::EXTENDED.families(&rules)[..7]);
    let clauses = numbers(&cnf);
    assert_eq!(clauses[0], [1, 5, 9, 13], "1 in row 1");
    assert_eq!(clauses[1], [2, 6, 10, 14], "2 in row 1");
    assert_eq!(clauses[16], [1, 17, 33, 49], "1 in column 1");
    assert_eq!(clauses[32], [1, 5, 17, 21], "1 in box 1");
    assert_eq!(clauses[48], [1, 2, 3, 4], "cell (1, 1)");
    assert_eq!(clauses[64], [-1, -2], "cell (1, 1)");
}

// ------------------------------------------------------------------ models

/// Every solution, by trying every number in every cell.
fn brute_force(puzzle: &Puzzle) -> BTreeSet<Grid> {
    fn fill(puzzle: &Puzzle, digits: &mut Vec<Digit>, found: &mut BTreeSet<Grid>) {
        let size = puzzle.size();
        if digits.len() == size.num_cells() {
            found.insert(Grid::new(size, digits.clone()));
            return;
        }
        let cell = size.cell(digits.len());
        for digit in size.digits() {
            let candidate = sudosat::sudoku::Candidate::new(cell, digit);
            let n = size.side().isqrt();
            let meets = |other: Cell| {
                let is_box = |cell: Cell| (cell.row() / n, cell.col() / n);
                let (row, col) = (other.row() == cell.row(), other.col() == cell.col());
                row || col || is_box(other) == is_box(cell)
            };
            let filled = size.cells().zip(digits.iter());
            let mut peers = filled.filter(|&(other, _)| meets(other));
            let used = peers.any(|(_, &other)| other == digit);
            let fits = puzzle.clue(cell).is_none_or(|clue| clue == digit)
                && !puzzle.excluded().contains(&candidate);
            if fits && !used {
                digits.push(digit);
                fill(puzzle, digits, found);
                digits.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    fill(puzzle, &mut Vec::new(), &mut found);
    found
}

/// Every model, projected to the candidates, by blocking.
pub(crate) fn models(cnf: &Cnf, size: Size, numbering: Numbering) -> BTreeSet<Grid> {
    let mut solver = BasicSolver::default();
    let vars: Vec<batsat::Var> = (0..cnf.num_vars())
        .map(|_| solver.new_var_default())
        .collect();
    let theirs = |lit: &Lit| batsat::Lit::new(vars[lit.var().index()], lit.is_positive());
    for clause in cnf.clauses() {
        solver.add_clause_reuse(&mut clause.iter().map(theirs).collect());
    }
    let mut found = BTreeSet::new();
    while solver.solve_limited(&[]) == lbool::TRUE {
        let lits = (0..cnf.num_vars()).map(|index| {
            let value = solver.value_var(vars[index]) == lbool::TRUE;
            Var::new(index).lit(value)
        });
        let grid = decode_numbered(size, numbering, lits).expect("a number in each cell");
        let mut blocking = grid
            .candidates()
            .map(|candidate| theirs(&!numbering.var(candidate, size).positive()))
            .collect();
        solver.add_clause_reuse(&mut blocking);
        assert!(found.insert(grid), "a blocked grid came again");
    }
    found
}

fn four_by_four() -> Vec<(Puzzle, usize)> {
    let clues = |values: &[usize]| Puzzle::from_values(values);
    let mut pencilmarks = Puzzle::empty(Size::of_order(2).unwrap());
    for index in [0, 1, 4, 5, 22, 43] {
        pencilmarks.exclude(pencilmarks.size().candidate(index));
    }
    let without = brute_force(&pencilmarks).len();
    vec![
        (Puzzle::empty(Size::of_order(2).unwrap()), 288),
        (clues(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 72),
        (clues(&[1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 12),
        (clues(&[1, 0, 0, 0, 0, 0, 4, 0, 0, 2, 0, 0, 0, 0, 0, 3]), 1),
        (clues(&[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 0),
        (clues(&[1, 2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]), 0),
        (pencilmarks, without),
    ]
}

#[test]
fn every_encoding_has_just_the_solutions_as_models() {
    for (puzzle, count) in four_by_four() {
        let solutions = brute_force(&puzzle);
        assert_eq!(solutions.len(), count);
        for encoding in ENCODINGS {
            for at_most_one in AtMostOne::ALL {
                let encoding = encoding.with_at_most_one(at_most_one);
                let cnf = cnf(&puzzle, &encoding);
                let models = models(&cnf, puzzle.size(), Numbering::Consecutive);
                assert_eq!(models, solutions, "{encoding}");
            }
        }
    }
}

#[test]
fn digits_as_variables_change_no_model() {
    let layout = Layout {
        numbering: Numbering::Rcv,
        ..Layout::default()
    };
    for (puzzle, _) in four_by_four() {
        for at_most_one in AtMostOne::ALL {
            let encoding = Encoding::MINIMAL.with_at_most_one(at_most_one);
            let mut cnf = Cnf::new(encode::size(&puzzle, &encoding, layout).vars as usize);
            let Ok(()) = formula(&puzzle, &encoding, layout, &mut cnf);
            let models = models(&cnf, puzzle.size(), Numbering::Rcv);
            assert_eq!(models, brute_force(&puzzle), "{encoding}");
        }
    }
}

#[test]
fn the_smallest_sudoku_has_one_model() {
    let size = Size::of_order(1).unwrap();
    for encoding in ENCODINGS {
        let cnf = cnf(&Puzzle::empty(size), &encoding);
        assert_eq!(cnf.num_vars(), 1);
        assert_eq!(models(&cnf, size, Numbering::Consecutive).len(), 1);
    }
    assert!(decode(size, []).is_err());
}

#[test]
fn too_many_variables_are_noticed_beforehand() {
    let blank = Puzzle::empty(Size::MAX);
    let told = |encoding: Encoding| encode::size(&blank, &encoding, Layout::default());
    assert!(told(Encoding::EXTENDED).fits().is_ok());
    let sequential = told(Encoding::EXTENDED.with_at_most_one(AtMostOne::Sequential));
    let error = sequential.fits().unwrap_err();
    assert!(error.to_string().contains("at most 1073741823"), "{error}");
}
