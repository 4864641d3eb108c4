//! The checks of answers against those who make them: formulas, encodings,
//! exact covers, and wrong answers of every kind.

use crate::cdcl_common::{random_clause, satisfies};
use crate::fuzzing::pace::rounds;
use fastrand::Rng;
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::check::{self, ModelFault};
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::cover::{OptionId, Search};
use sudosat::encode::{self, AtMostOne, ENCODINGS, Encoding};
use sudosat::formula::{Cnf, Lit, Model, Var};
use sudosat::sudoku::{Candidate, Grid, Puzzle, Size};

fn model_of(cnf: &Cnf) -> Option<Model> {
    let mut solver = Solver::new(Config::default());
    solver.add_cnf(cnf);
    match solver.solve(&Budget::unlimited()).unwrap() {
        Verdict::Sat => solver.model(),
        _ => None,
    }
}

/// The puzzle of the lecture.
const NINE: &str = "\
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn nine() -> Puzzle {
    let values: Vec<usize> = NINE
        .bytes()
        .map(|byte| byte.saturating_sub(b'0').into())
        .collect();
    Puzzle::from_values(&values)
}

#[test]
fn what_passes_satisfies_the_formula_however_it_is_completed() {
    let mut rng = Rng::with_seed(1);
    let (mut passed, mut partial) = (0, 0);
    let rounds = rounds(4_000) as usize;
    for _ in 0..rounds {
        let vars = rng.usize(1..=5);
        let mut cnf = Cnf::new(vars);
        for _ in 0..rng.usize(0..6) {
            cnf.add_clause(&random_clause(&mut rng, vars as i32, 3));
        }
        let said = rng.usize(0..=vars + 1);
        let lits: Vec<Lit> = (0..said)
            .map(|_| Var::new(rng.usize(0..vars)).lit(rng.bool()))
            .collect();
        let agrees = |bits: usize| {
            lits.iter()
                .all(|lit| bits >> lit.var().index() & 1 == usize::from(lit.is_positive()))
        };
        let completions: Vec<Model> = (0..1 << vars)
            .filter(|&bits| agrees(bits))
            .map(|bits: usize| Model::new((0..vars).map(|var| bits >> var & 1 == 1).collect()))
            .collect();
        match check::model(&cnf, &lits) {
            Ok(model) => {
                assert!(lits.iter().all(|&lit| model.is_true(lit)));
                assert!(completions.contains(&model));
                for completion in &completions {
                    assert!(satisfies(completion, &cnf), "{cnf:?} {lits:?}");
                }
                passed += 1;
                partial += usize::from(completions.len() > 1);
            }
            Err(ModelFault::Contradiction(_)) => assert!(completions.is_empty()),
            Err(ModelFault::Unsatisfied {
                clause,
                lits: shown,
                ..
            }) => {
                assert_eq!(cnf.clause(clause), shown);
                assert!(!shown.iter().any(|lit| lits.contains(lit)));
                if let [model] = &completions[..] {
                    assert!(!satisfies(model, &cnf));
                }
            }
            Err(fault) => panic!("{fault}"),
        }
    }
    assert!(
        passed > rounds / 10 && partial > rounds / 20,
        "{passed} {partial}"
    );
}

#[test]
fn a_model_of_any_encoding_is_one_of_the_lecture() {
    let puzzle = nine();
    for encoding in ENCODINGS {
        for at_most_one in AtMostOne::ALL {
            let encoding = encoding.with_at_most_one(at_most_one);
            let cnf = encode::cnf(&puzzle, &encoding);
            let model = model_of(&cnf).expect("the puzzle has a solution");
            let lits: Vec<Lit> = model.lits().collect();
            assert_eq!(check::model(&cnf, &lits).as_ref(), Ok(&model));
            check::lecture(&puzzle, &model).unwrap();
            let grid = encode::decode(puzzle.size(), lits).unwrap();
            check::grid(&puzzle, &grid).unwrap();
        }
    }
}

/// The sentences of `check::lecture` and the clauses of the encoder are two
/// statements of one formula.
#[test]
fn the_lecture_is_broken_in_words_exactly_when_it_is_in_clauses() {
    let lecture = Encoding::by_name("lecture").unwrap();
    let mut rng = Rng::with_seed(2);
    let (mut right, mut wrong) = (0, 0);
    for n in 1..=3 {
        let size = Size::of_order(n).unwrap();
        let mut puzzle = match n {
            3 => nine(),
            _ => Puzzle::empty(size),
        };
        let solution = model_of(&encode::cnf(&puzzle, &lecture)).unwrap();
        if let Some(wrong) = solution.lits().find(|lit| lit.is_negative()) {
            puzzle.exclude(size.candidate(wrong.var().index()));
        }
        let cnf = encode::cnf(&puzzle, &lecture);
        assert_eq!(cnf.num_vars(), size.num_candidates());
        let mut values: Vec<bool> = solution.lits().map(Lit::is_positive).collect();
        for _ in 0..2000 {
            let before = values.clone();
            for _ in 0..rng.usize(0..3) {
                match rng.bool() {
                    true => {
                        let var = rng.usize(0..values.len());
                        values[var] = !values[var];
                    }
                    false => {
                        let (one, two) = (rng.usize(0..values.len()), rng.usize(0..values.len()));
                        values.swap(one, two);
                    }
                }
            }
            let model = Model::new(values.clone());
            let by_words = check::lecture(&puzzle, &model);
            assert_eq!(by_words.is_ok(), satisfies(&model, &cnf), "{by_words:?}");
            match by_words {
                Ok(()) => right += 1,
                Err(_) => wrong += 1,
            }
            values = before;
        }
    }
    assert!(right > 500 && wrong > 500, "{right} {wrong}");
}

#[test]
fn a_grid_that_is_changed_anywhere_is_refused() {
    let puzzle = nine();
    let size = puzzle.size();
    let cnf = encode::cnf(&puzzle, &Encoding::by_name("extended").unwrap());
    let model = model_of(&cnf).unwrap();
    let grid = encode::decode(size, model.lits()).unwrap();
    for cell in size.cells() {
        for digit in size.digits().filter(|&digit| digit != grid.digit(cell)) {
            let mut digits = grid.digits().to_vec();
            digits[cell.index(size)] = digit;
            let changed = Grid::new(size, digits);
            let fault = check::grid(&puzzle, &changed).unwrap_err().to_string();
            let told = fault.contains(&cell.to_string());
            assert!(told, "{cell} was changed to {digit}: {fault}");
        }
    }
}

#[test]
fn a_cover_that_is_changed_anywhere_is_refused() {
    let puzzle = nine();
    let problem = encode::cover(&puzzle).unwrap();
    let mut dlx = Dlx::new(&problem, Choice::Smallest);
    let options = dlx.next_solution(&Budget::unlimited()).unwrap().unwrap();
    let options = options.to_vec();
    check::cover(&problem, &options).unwrap();
    let grid = encode::grid_from_options(&problem, puzzle.size(), &options).unwrap();
    check::grid(&puzzle, &grid).unwrap();
    for place in 0..options.len() {
        let mut fewer = options.clone();
        let gone = fewer.remove(place);
        let fault = check::cover(&problem, &fewer).unwrap_err().to_string();
        assert!(fault.starts_with("no option covers "), "{fault}");
        for other in problem.options().filter(|&option| option != gone) {
            let mut changed = options.clone();
            changed[place] = other;
            assert!(check::cover(&problem, &changed).is_err());
        }
    }
    let beyond = OptionId::new(problem.num_options());
    assert!(check::cover(&problem, &[beyond]).is_err());
}

#[test]
fn a_candidate_has_the_same_number_here_and_in_the_encoder() {
    // One candidate more than a solution has is a second number in its cell.
    for n in 1..=4 {
        let size = Size::of_order(n).unwrap();
        let solved = model_of(&encode::cnf(
            &Puzzle::empty(size),
            &Encoding::by_name("extended").unwrap(),
        ))
        .unwrap();
        let values: Vec<bool> = solved.lits().map(Lit::is_positive).collect();
        for candidate in (0..size.num_candidates()).map(|index| size.candidate(index)) {
            let Candidate { cell, digit } = candidate;
            let var = encode::var(candidate, size);
            if solved.value(var) {
                continue;
            }
            let mut doubled = values.clone();
            doubled[var.index()] = true;
            let fault = check::lecture(&Puzzle::empty(size), &Model::new(doubled)).unwrap_err();
            let check::LectureFault::Double { cell: told, digits } = fault else {
                panic!("{fault}");
            };
            assert_eq!(told, cell);
            assert!(digits.contains(&digit));
        }
    }
}
