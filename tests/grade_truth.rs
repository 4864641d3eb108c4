//! `sudosat grade` says only what is true: students' files of many kinds, in many numberings,
//! of which the truth is known from the numbering that made them.

use crate::grade::{Board, dimacs, run};
use rustc_hash::{FxHashMap, FxHashSet};
use sudosat::budget::Budget;
use sudosat::cdcl::{Solver, Verdict};
use sudosat::formula::Lit;
use sudosat::teach::student::grade::cause::Kind;
use sudosat::teach::student::grade::reading::Text;
use sudosat::teach::student::grade::textual::Fault;
use sudosat::teach::student::grade::{Grade, grade};

type Clauses = Vec<Vec<i64>>;
/// A numbering: the board, and row, column and value from 0.
type Number = fn(&Board, [usize; 3]) -> i64;
/// A change of a formula in the assignment's numbering.
type Change = fn(&Board, &mut Clauses);

const LECTURE: [&str; 6] = ["r+", "c+", "b+", "x+", "x-", "clues"];
const MINIMAL: [&str; 5] = ["x+", "r-", "c-", "b-", "clues"];
const EXTENDED: [&str; 9] = ["r+", "c+", "b+", "x+", "x-", "r-", "c-", "b-", "clues"];

/// The cell's box, and its place in it.
fn in_box(board: &Board, i: usize, j: usize) -> (usize, usize) {
    let across = board.side / board.width;
    let house = i / board.height * across + j / board.width;
    (house, i % board.height * board.width + j % board.width)
}

fn count(board: &Board, [a, b, c]: [usize; 3]) -> i64 {
    ((a * board.side + b) * board.side + c + 1) as i64
}

/// The place of a cell on a spiral from r1c1 inwards.
fn on_spiral(side: usize, i: usize, j: usize) -> usize {
    let ring = i.min(j).min(side - 1 - i).min(side - 1 - j);
    let inner = side - 2 * ring;
    let before = side * side - inner * inner;
    let (i, j) = (i - ring, j - ring);
    let last = inner - 1;
    before
        + match (i, j) {
            (0, j) => j,
            (i, j) if j == last => last + i,
            (i, j) if i == last => 3 * last - j,
            (i, _) => 4 * last - i,
        }
}

#[rustfmt::skip]
const NUMBERINGS: &[(&str, Number)] = &[
    ("the lecture's", |b, index| count(b, index)),
    ("box by box", |b, [i, j, k]| { let (house, place) = in_box(b, i, j); count(b, [house, place, k]) }),
    ("box by box, by columns", |b, [i, j, k]| { let (house, _) = in_box(b, i, j); count(b, [house, j % b.width * b.height + i % b.height, k]) }),
    ("boxes by columns", |b, [i, j, k]| { let (house, place) = in_box(b, j, i); count(b, [house, place, k]) }),
    ("value first in boxes", |b, [i, j, k]| { let (house, place) = in_box(b, i, j); count(b, [house, k, place]) }),
    ("value, then box by box", |b, [i, j, k]| { let (house, place) = in_box(b, i, j); count(b, [k, house, place]) }),
    ("as a snake", |b, [i, j, k]| count(b, [i, if i % 2 == 0 { j } else { b.side - 1 - j }, k])),
    ("values as a snake", |b, [i, j, k]| count(b, [i, j, if j % 2 == 0 { k } else { b.side - 1 - k }])),
    ("as a spiral", |b, [i, j, k]| (on_spiral(b.side, i, j) * b.side + k + 1) as i64),
    ("rows from below", |b, [i, j, k]| count(b, [b.side - 1 - i, j, k])),
    ("values from above", |b, [i, j, k]| count(b, [i, j, b.side - 1 - k])),
    ("value first", |b, [i, j, k]| count(b, [k, i, j])),
    ("digits side by side", |_, [i, j, k]| (111 + 100 * i + 10 * j + k) as i64),
    ("diagonally", |b, [i, j, k]| count(b, [i, (i + j) % b.side, k])),
    ("values turned from cell to cell", |b, [i, j, k]| count(b, [i, j, (i + 2 * j + k) % b.side])),
    ("in no order", |b, index| {
        // A permutation: 37 has no common factor with 64 and 729, nor 11 with the differences.
        let number = count(b, index) - 1;
        let all = b.side.pow(3) as i64;
        (number * number * all / b.side as i64 + number * 37 + 11).rem_euclid(all) + 1
    }),
];

/// Turns the clause at this place into others.
fn replace(clauses: &mut Clauses, place: usize, by: &[Vec<i64>]) {
    clauses.splice(place..=place, by.iter().cloned());
}

fn first_pair(clauses: &Clauses) -> usize {
    clauses.iter().position(|clause| clause.len() == 2).unwrap()
}

/// The places of the unit clauses.
fn units(clauses: &Clauses) -> Vec<usize> {
    (0..clauses.len())
        .filter(|&place| clauses[place].len() == 1)
        .collect()
}

fn family(board: &Board, name: &str) -> Clauses {
    board.numbers(&board.family(name))
}

/// Removes a family.
fn lose(board: &Board, clauses: &mut Clauses, name: &str) {
    let lost = family(board, name);
    clauses.retain(|clause| !lost.contains(clause));
}

/// Replaces the clues by these functions of row, column and value.
fn clues(board: &Board, clauses: &mut Clauses, clue: impl Fn([usize; 3]) -> [usize; 3]) {
    clauses.retain(|clause| clause.len() > 1);
    clauses.extend(board.clues.iter().map(|&one| vec![board.number(clue(one))]));
}

#[rustfmt::skip]
const CHANGES: &[(&str, Change)] = &[
    ("nothing", |_, _| {}),
    ("shuffled clauses", |_, c| fastrand::Rng::with_seed(1).shuffle(c)),
    ("literals backwards", |_, c| c.iter_mut().for_each(|clause| clause.reverse())),
    ("each clause twice", |_, c| c.extend(c.clone())),
    ("clues twice", |b, c| c.extend(family(b, "clues"))),
    ("each literal twice", |_, c| c.iter_mut().for_each(|clause| *clause = clause.repeat(2))),
    ("a tautology", |_, c| c.push(vec![3, -3])),
    ("further at-most-ones", |b, c| c.extend(family(b, "b-"))),
    ("further at-most-ones of cells", |b, c| c.extend(family(b, "x-"))),
    ("a longer clause that follows", |_, c| { let mut one = c[0].clone(); one.push(9); c.push(one) }),
    ("the whole solution", |b, c| c.extend((1..=b.side.pow(3) as i64).filter(|&n| b.is_solved(n)).map(|n| vec![n]))),
    ("no rows", |b, c| lose(b, c, "r+")),
    ("no rows, as pairs", |b, c| lose(b, c, "r-")),
    ("no boxes", |b, c| { lose(b, c, "b+"); lose(b, c, "b-") }),
    ("no cells", |b, c| lose(b, c, "x+")),
    ("no pairs of cells", |b, c| lose(b, c, "x-")),
    ("no clues", |_, c| c.retain(|clause| clause.len() > 1)),
    ("rows for boxes", |b, c| { lose(b, c, "b+"); c.extend(family(b, "r+")) }),
    ("a clue missing", |_, c| { let one = units(c)[1]; c.remove(one); }),
    ("a clue denied", |_, c| { let one = units(c)[1]; c[one][0] *= -1 }),
    ("all clues denied", |_, c| units(c).into_iter().for_each(|one| c[one][0] *= -1)),
    ("a clue wrong", |b, c| { let one = *units(c).last().unwrap(); c[one][0] = (c[one][0] + 1) % b.side.pow(3) as i64 + 1 }),
    ("a clue too many", |b, c| c.push(vec![b.number([2, 2, 1])]) ),
    ("clues one row lower", |b, c| clues(b, c, |[i, j, k]| [(i + 1) % b.side, j, k])),
    ("clues one value higher", |b, c| clues(b, c, |[i, j, k]| [i, j, (k + 1) % b.side])),
    ("clues transposed", |b, c| clues(b, c, |[i, j, k]| [j, i, k])),
    ("clues with value and row exchanged", |b, c| clues(b, c, |[i, j, k]| [k, j, i])),
    ("clues with two values exchanged", |b, c| clues(b, c, |[i, j, k]| [i, j, match k { 0 => 1, 1 => 0, k => k }])),
    ("clues with two rows exchanged", |b, c| clues(b, c, |[i, j, k]| [match i { 0 => 1, 1 => 0, i => i }, j, k])),
    ("clues in one clause", |b, c| { c.retain(|clause| clause.len() > 1); c.push(family(b, "clues").concat()) }),
    ("blanks as 0", |b, c| {
        let blank = |&(i, j): &(usize, usize)| !b.clues.iter().any(|clue| clue[..2] == [i, j]);
        let cells = (0..b.side).flat_map(|i| (0..b.side).map(move |j| (i, j)));
        c.extend(cells.filter(blank).map(|(i, j)| vec![b.number([i, j, 0]) - 1]).filter(|unit| unit[0] > 0));
    }),
    ("a pair missing", |_, c| { let one = first_pair(c); c.remove(one + 3); }),
    ("a long clause missing", |b, c| { let one = c.iter().position(|clause| clause.len() == b.side).unwrap(); c.remove(one + 2); }),
    ("a literal missing", |_, c| { c[3].remove(1); }),
    ("a sign wrong", |_, c| c[3][1] *= -1),
    ("a sign of a pair wrong", |_, c| { let one = first_pair(c); c[one][1] *= -1 }),
    ("a literal wrong", |_, c| c[3][1] += 2),
    ("a literal out of range", |b, c| c[3][1] += b.side.pow(3) as i64),
    ("a clause too many", |b, c| c.insert(5, vec![-b.number([0, 0, 0]), -b.number([3, 3, 3])])),
    ("an empty clause", |_, c| c.push(vec![])),
    ("pairs with positive literals", |_, c| c.iter_mut().filter(|clause| clause.len() == 2).flatten().for_each(|lit| *lit *= -1)),
    ("pairs with one sign wrong", |_, c| c.iter_mut().filter(|clause| clause.len() == 2).for_each(|clause| clause[1] *= -1)),
    ("all signs wrong", |_, c| c.iter_mut().flatten().for_each(|lit| *lit *= -1)),
    ("and for or", |b, c| while let Some(place) = c.iter().position(|clause| clause.len() == b.side) {
        let split: Clauses = c[place].iter().map(|&lit| vec![lit]).collect();
        replace(c, place, &split);
    }),
    ("pairs with themselves", |b, c| c.extend((1..=b.side.pow(3) as i64).map(|number| vec![-number, -number]))),
    ("the last value forgotten", |b, c| c.retain(|clause| clause.len() < 2 || !clause.iter().all(|lit| lit.abs() % b.side as i64 == 0))),
    ("the last literal forgotten", |b, c| c.iter_mut().filter(|clause| clause.len() == b.side).for_each(|clause| { clause.pop(); })),
    ("boxes that are columns of boxes", |b, c| {
        let shifted = |number: i64| { let place = number - 1; let (n, side) = (b.side as i64, b.height as i64);
            let (i, j, k) = (place / n / n, place / n % n, place % n);
            (i * n + j % side * (n / side) + j / side) * n + k + 1 };
        let boxes = family(b, "b+");
        for clause in c.iter_mut().filter(|clause| boxes.contains(clause)) {
            clause.iter_mut().for_each(|lit| *lit = shifted(*lit));
        }
    }),
];

/// Returns `true` if a formula in the assignment's numbering states exactly the rules and clues.
/// Other variables must be pure, or in unit clauses.
fn is_right(board: &Board, clauses: &[Vec<i64>]) -> bool {
    let all = board.side.pow(3) as i64;
    let lits = |clause: &[i64]| -> Vec<Lit> {
        clause
            .iter()
            .map(|&number| Lit::from_dimacs(number as i32).unwrap())
            .collect()
    };
    let budget = Budget::unlimited();
    let follows = |solver: &mut Solver, clause: &[i64]| {
        let negated: Vec<Lit> = lits(clause).into_iter().map(|lit| !lit).collect();
        solver.solve_with(&negated, &budget).unwrap() == Verdict::Unsat
    };
    let is_unit = |clause: &Vec<i64>| {
        !clause.is_empty() && clause.iter().all(|&lit| lit == clause[0]) && clause[0].abs() <= all
    };
    let mut rules = Solver::default();
    let mut written: FxHashSet<Vec<i64>> = FxHashSet::default();
    for clause in clauses.iter().filter(|clause| !is_unit(clause)) {
        rules.add_clause(&lits(clause));
        written.insert(sorted(clause));
    }
    let stated: FxHashSet<i64> = clauses
        .iter()
        .filter(|clause| is_unit(clause))
        .map(|c| c[0])
        .collect();
    if !family(board, "clues")
        .iter()
        .all(|clue| stated.contains(&clue[0]))
    {
        return false;
    }
    let reference = board.numbers(&board.families(&EXTENDED[..8]));
    if !reference
        .iter()
        .all(|rule| written.contains(&sorted(rule)) || follows(&mut rules, rule))
    {
        return false;
    }
    let mut puzzle = Solver::default();
    for clause in board.numbers(&board.families(&EXTENDED)) {
        puzzle.add_clause(&lits(&clause));
    }
    let about = |clause: &&Vec<i64>| clause.iter().all(|lit| lit.abs() <= all);
    clauses
        .iter()
        .filter(about)
        .all(|clause| follows(&mut puzzle, clause))
}

fn sorted(clause: &[i64]) -> Vec<i64> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// The formula in another numbering.
fn renumbered(board: &Board, clauses: &Clauses, number: Number) -> Clauses {
    let side = board.side;
    let all = side.pow(3) as i64;
    let highest = (0..all)
        .map(|place| number(board, index(side, place)))
        .max()
        .unwrap();
    let renumber = |&lit: &i64| {
        let place = lit.abs() - 1;
        let to = match place < all {
            true => number(board, index(side, place)),
            false => highest + place - all + 1,
        };
        to * lit.signum()
    };
    let clauses = clauses.iter();
    clauses
        .map(|clause| clause.iter().map(renumber).collect())
        .collect()
}

fn index(side: usize, place: i64) -> [usize; 3] {
    let place = place as usize;
    [place / side / side, place / side % side, place % side]
}

/// The clauses that a grade is about, in the assignment's numbering, after these repairs.
fn repaired(board: &Board, grade: &Grade, with_repairs: bool) -> Clauses {
    let size = board.puzzle.size();
    let table = match (&grade.irregular, grade.judgement.is_right()) {
        (Some(table), Some(true)) => table.clone(),
        _ => grade.scheme.table(size).unwrap(),
    };
    let mut others: FxHashMap<usize, i64> = FxHashMap::default();
    let mut number = |lit: &Lit| {
        let index = match table.get(&lit.var()) {
            Some(candidate) => candidate.index(size) as i64 + 1,
            None => {
                let next = (size.num_candidates() + others.len() + 1) as i64;
                *others.entry(lit.var().index()).or_insert(next)
            }
        };
        if lit.is_positive() { index } else { -index }
    };
    let mut clauses = Vec::new();
    let is_removed = |place: usize| {
        with_repairs
            && grade
                .causes
                .iter()
                .any(|cause| cause.repair.remove.contains(&place))
    };
    for (place, clause) in grade.reading.clauses.iter().enumerate() {
        if !is_removed(place) {
            clauses.push(clause.iter().map(&mut number).collect());
        }
    }
    if with_repairs {
        let added = grade.causes.iter().flat_map(|cause| &cause.repair.add);
        clauses.extend(added.map(|c| {
            c.iter()
                .map(|lit| i64::from(lit.to_dimacs()))
                .collect::<Vec<_>>()
        }));
    }
    clauses
}

/// Checks a grade of a formula, of which is known if it is right in the numbering that made it.
fn check(board: &Board, text: &str, truth: bool, name: &str) -> Option<bool> {
    let read = Text::read(text, "test").unwrap();
    let grade = grade(&read, &board.puzzle, None, &Budget::unlimited()).unwrap();
    let verdict = grade.is_right();
    if truth {
        assert_ne!(
            verdict,
            Some(false),
            "{name}: {:?} {:?}",
            grade.causes,
            grade.proof
        );
    }
    if verdict == Some(true) {
        // Another numbering than the one that made it may make it right.
        assert!(is_right(board, &repaired(board, &grade, false)), "{name}");
    }
    if grade.is_repaired() {
        assert!(
            is_right(board, &repaired(board, &grade, true)),
            "{name}: {:?}",
            grade.causes
        );
    }
    for gap in &grade.judgement.gaps {
        let held: FxHashSet<i64> = gap
            .model
            .iter()
            .map(|one| one.index(board.puzzle.size()) as i64 + 1)
            .collect();
        let accepts = |clause: &Vec<i64>| {
            clause
                .iter()
                .any(|lit| held.contains(&lit.abs()) == (*lit > 0))
        };
        let clauses = repaired(board, &grade, false);
        let all = board.side.pow(3) as i64;
        let long = clauses
            .iter()
            .filter(|c| c.len() > 1 && sorted(c).len() > 1);
        let mut long = long.filter(|clause| clause.iter().all(|lit| lit.abs() <= all));
        assert!(long.all(accepts), "{name}: {gap:?}");
        let clause: Vec<i64> = gap
            .clause
            .iter()
            .map(|lit| i64::from(lit.to_dimacs()))
            .collect();
        assert!(!accepts(&clause), "{name}: {gap:?}");
    }
    if let Some(refusal) = &grade.judgement.refusal {
        let digits = refusal.grid.digits().iter().enumerate();
        let held: FxHashSet<i64> = digits
            .map(|(cell, digit)| (cell * board.side + digit.value()) as i64)
            .collect();
        let accepts = |clause: &Vec<i64>| {
            clause
                .iter()
                .any(|lit| held.contains(&lit.abs()) == (*lit > 0))
        };
        assert!(
            board
                .numbers(&board.families(&EXTENDED))
                .iter()
                .all(accepts),
            "{name}"
        );
        if let Some(place) = refusal.clause {
            assert!(!accepts(&repaired(board, &grade, false)[place]), "{name}");
        }
    }
    verdict
}

#[test]
fn each_verdict_and_each_repair_is_true() {
    let board = Board::new(0);
    let (mut files, mut right, mut unknown) = (0, 0, Vec::new());
    for (change, make) in CHANGES {
        for (encoding, names) in [
            ("lecture", &LECTURE[..]),
            ("minimal", &MINIMAL),
            ("extended", &EXTENDED),
        ] {
            let mut clauses = board.numbers(&board.families(names));
            make(&board, &mut clauses);
            let truth = is_right(&board, &clauses);
            for (numbering, number) in NUMBERINGS {
                let is_some = *change == "nothing"
                    || *numbering == "the lecture's"
                    || (*numbering == "box by box" && encoding == "lecture");
                if !is_some {
                    continue;
                }
                let name = format!("{change}, {encoding}, {numbering}");
                let text = dimacs(&renumbered(&board, &clauses, *number));
                let verdict = check(&board, &text, truth, &name);
                // Another numbering is not found in all right formulas, but in the usual ones.
                if truth && (*change == "nothing" || *numbering == "the lecture's") {
                    assert_eq!(verdict, Some(true), "{name}");
                }
                files += 1;
                right += usize::from(verdict == Some(true));
                if verdict.is_none() {
                    unknown.push(name);
                }
            }
        }
    }
    eprintln!(
        "{files} files, {right} right, {} unknown: {unknown:#?}",
        unknown.len()
    );
    assert!(files > 200 && right > 80, "{files} {right}");
    assert!(unknown.len() * 5 < files, "{unknown:#?}");
}

#[test]
fn larger_grids_are_judged_by_truth_too() {
    let board = Board::new(2);
    let irregular = ["box by box", "as a spiral", "in no order"];
    let numberings = NUMBERINGS.iter();
    for (numbering, number) in numberings.filter(|(name, _)| irregular.contains(name)) {
        let clauses = board.numbers(&board.families(&LECTURE));
        let text = dimacs(&renumbered(&board, &clauses, *number));
        let read = Text::read(&text, "test").unwrap();
        let grade = grade(&read, &board.puzzle, None, &Budget::unlimited()).unwrap();
        assert_eq!(grade.is_right(), Some(true), "{numbering}");
    }
    for change in [
        "no boxes",
        "a clue missing",
        "a clue wrong",
        "blanks as 0",
        "a sign wrong",
    ] {
        let (_, make) = CHANGES.iter().find(|(name, _)| *name == change).unwrap();
        let mut clauses = board.numbers(&board.families(&MINIMAL));
        make(&board, &mut clauses);
        let read = Text::read(
            &dimacs(&renumbered(&board, &clauses, NUMBERINGS[1].1)),
            "test",
        )
        .unwrap();
        let grade = grade(&read, &board.puzzle, None, &Budget::unlimited()).unwrap();
        assert_ne!(grade.is_right(), Some(true), "{change}");
    }
}

/// Returns what stands between quotation marks behind `before`, each time.
fn quoted<'a>(out: &'a str, before: &str) -> Vec<&'a str> {
    let rest = out.split(before).skip(1);
    rest.map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The numbers, lines and clauses that are printed are those of the file.
#[test]
fn printed_numbers_and_clauses_are_those_of_the_file() {
    let board = Board::new(0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.cnf");
    let mut seen = 0;
    for (change, make) in CHANGES {
        let mut clauses = board.numbers(&board.families(&LECTURE));
        make(&board, &mut clauses);
        // The header is wrong in every second file.
        let right = dimacs(&clauses);
        let header = format!("p cnf 64 {}", 1000 + clauses.len());
        let wrong = header + &right[right.find('\n').unwrap()..];
        for text in [&right, &wrong] {
            std::fs::write(&file, text).unwrap();
            let (_, out, errors) = run(&["puzzles/lecture-4x4.txt", file.to_str().unwrap()]);
            assert_eq!(errors, "", "{change}");
            let lines: Vec<&str> = text.lines().collect();
            assert!(
                out.contains(&format!(" {} clause", clauses.len())),
                "{change}: {out}"
            );
            // `clause 77 (line 78) "…"`
            for part in out.split("lause ").skip(1) {
                let Some((_, rest)) = part.split_once(" (line ") else {
                    continue;
                };
                let Some((line, rest)) = rest.split_once(") \"") else {
                    continue;
                };
                let Ok(line) = line.parse::<usize>() else {
                    continue;
                };
                assert_eq!(
                    lines[line - 1],
                    rest.split('"').next().unwrap(),
                    "{change}: {out}"
                );
                seen += 1;
            }
            for added in quoted(&out, "add \"") {
                assert!(!lines.contains(&added), "{change}: {out}");
                seen += 1;
            }
            for (place, first) in quoted(&out, "the first is \"").into_iter().enumerate() {
                assert!(place == 0 && !lines.contains(&first), "{change}: {out}");
            }
            let read = Text::read(text, "test").unwrap();
            let grade = grade(&read, &board.puzzle, None, &Budget::unlimited()).unwrap();
            for header in quoted(&out, "write \"p cnf ") {
                let count = format!(" {}", grade.num_repaired());
                assert!(header.ends_with(&count), "{change}: {out}");
                assert!(
                    grade
                        .causes
                        .iter()
                        .any(|cause| matches!(cause.kind, Kind::Text(Fault::Header(..))))
                );
                seen += 1;
            }
            let is_told = out.contains("the formula is right.");
            assert_eq!(is_told, grade.is_repaired(), "{change}: {out}");
        }
    }
    assert!(seen > 50, "{seen}");
}
