//! The proof of the search that found the answer: of all sizes, encodings and
//! variants, accepted by our checker and by `veripb` if it is on the PATH, and
//! refused when a step of it is forged.

use crate::program::{child, program, texts};
use crate::rules_common::random_map;
use fastrand::Rng;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use sudosat::budget::Budget;
use sudosat::check::PbpChecker;
use sudosat::encode::{self, ENCODINGS, Encoding};
use sudosat::engine::{
    self, Certificate, End, Evidence, Limit, Outcome, Proof, ProofFormat, Refutation, Request,
};
use sudosat::formula::dimacs;
use sudosat::generate::{self, Symmetry, planted, random_grid};
use sudosat::proof::pbp;
use sudosat::sudoku::rules::{Cage, Regions, Spec};
use sudosat::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Rules, Size, text};

const FORMATS: [ProofFormat; 2] = [ProofFormat::Pbp, ProofFormat::Drat];

fn plain(order: usize) -> Arc<Rules> {
    Rules::plain(order).unwrap()
}

fn grid_of(rules: &Arc<Rules>, rng: &mut Rng) -> Grid {
    match generate::full_grid(rules, rng) {
        Some(grid) => grid,
        None => random_grid(rules, rng, &Budget::unlimited()).unwrap(),
    }
}

/// A puzzle without a solution that needs a search. There is none for 4×4.
fn unsolvable(rules: &Arc<Rules>, holes: f64, seed: u64) -> Puzzle {
    let mut rng = Rng::with_seed(seed);
    let cells = rules.size().num_cells();
    let clues = cells - (cells as f64 * holes) as usize;
    loop {
        let grid = grid_of(rules, &mut rng);
        let puzzle = planted(rules, &grid, clues, &mut rng, &Budget::unlimited());
        if let Some(puzzle) = puzzle.unwrap() {
            return puzzle;
        }
    }
}

/// A puzzle without a solution: one with a single solution, and a wrong clue.
fn wrong(rules: &Arc<Rules>, seed: u64) -> Puzzle {
    let mut puzzle = unique(rules, seed);
    let (_, grids) = solve(&puzzle, &Request::new(Limit::FIRST));
    let allowed = Candidates::new(&puzzle);
    let is_wrong =
        |one: &Candidate| puzzle.clue(one.cell).is_none() && grids[0].digit(one.cell) != one.digit;
    let wrong = allowed.iter().find(is_wrong);
    let wrong = wrong.expect("an open cell with two candidates");
    puzzle.set_clue(wrong.cell, Some(wrong.digit));
    puzzle
}

/// A puzzle whose only solution is a grid, from which clues were removed as long as
/// `clues` are left.
fn unique(rules: &Arc<Rules>, seed: u64) -> Puzzle {
    let mut rng = Rng::with_seed(seed);
    let grid = grid_of(rules, &mut rng);
    let budget = Budget::unlimited().with_steps(50);
    let is_only = |puzzle: &Puzzle, grid: &Grid| engine::is_only_solution(puzzle, grid, &budget);
    let clues = rules.size().num_cells() * 2 / 3;
    match rules.size().side() {
        ..=9 => generate::minimal(rules, &grid, Symmetry::None, &mut rng, is_only).unwrap(),
        _ => generate::unique_with_clues(rules, &grid, clues, Symmetry::None, &mut rng, is_only)
            .unwrap()
            .unwrap(),
    }
}

fn solve(puzzle: &Puzzle, request: &Request) -> (Outcome, Vec<Grid>) {
    let cdcl = engine::by_name("cdcl").unwrap();
    engine::solve(&*cdcl, puzzle, request, &Budget::unlimited()).unwrap()
}

fn proved(limit: Limit, format: ProofFormat) -> Request {
    Request {
        proof: Proof::Checked,
        proof_format: format,
        ..Request::new(limit)
    }
}

/// Has it proved that the puzzle has this number of solutions, and returns the
/// refutation.
fn prove(puzzle: &Puzzle, request: &Request, solutions: usize) -> Refutation {
    let (outcome, grids) = solve(puzzle, request);
    assert_eq!(grids.len(), solutions);
    assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
    let refutation = outcome.refutation.expect("a proof");
    assert_eq!(refutation.certificate.format(), request.proof_format);
    // The formula is the whole one with a clause against each solution.
    let encoding = request.encoding.unwrap_or(match request.proof_format {
        ProofFormat::Pbp => Encoding::usual(puzzle.rules()),
        ProofFormat::Drat => engine::default_encoding(puzzle.rules()),
    });
    let mut whole = encode::cnf(puzzle, &encoding);
    assert_eq!(
        refutation.formula.num_clauses(),
        whole.num_clauses() + solutions
    );
    for number in 0..solutions {
        let clause = refutation.formula.clause(whole.num_clauses());
        assert_eq!(clause.len(), puzzle.size().num_cells() - puzzle.num_clues());
        let is_other = |grid: &Grid| {
            clause.iter().all(|&lit| {
                let candidate = encode::candidate(lit.var(), puzzle.size()).unwrap();
                lit.is_negative() && grid.digit(candidate.cell) == candidate.digit
            })
        };
        assert!(grids.iter().any(is_other), "{number}");
        whole.add_clause(clause);
    }
    assert_eq!(
        *refutation.formula.clauses().collect::<Vec<_>>(),
        *whole.clauses().collect::<Vec<_>>()
    );
    accepted_by_veripb(&refutation);
    *refutation
}

/// Gives a proof in VeriPB's format to `veripb`, if it is there.
fn accepted_by_veripb(refutation: &Refutation) {
    if refutation.certificate.format() != ProofFormat::Pbp {
        return;
    }
    if Command::new("veripb").arg("--version").output().is_err() {
        eprintln!("skipped: there is no program `veripb` on the PATH");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (formula, proof) = (folder.path().join("f.cnf"), folder.path().join("p.pbp"));
    dimacs::write(&refutation.formula, File::create(&formula).unwrap()).unwrap();
    let mut file = File::create(&proof).unwrap();
    refutation.certificate.write(&mut file).unwrap();
    let output = Command::new("veripb").args([&formula, &proof]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("s VERIFIED UNSATISFIABLE"), "{output:?}");
    fs::remove_dir_all(folder.path()).unwrap();
}

/// Checks a proof in VeriPB's format.
fn check(refutation: &Refutation, text: &str) -> Result<(), String> {
    let budget = Budget::unlimited();
    let mut checker = PbpChecker::of(&refutation.formula, &budget).unwrap();
    for step in pbp::Reader::new(text.as_bytes(), "proof") {
        let step = step.map_err(|error| error.to_string())?;
        let checked = checker.step(&step, &budget);
        checked.map_err(|fault| fault.to_string())?;
    }
    let finished = checker.finish();
    finished.map(|_| ()).map_err(|fault| fault.to_string())
}

fn text_of(refutation: &Refutation) -> String {
    match &refutation.certificate {
        Certificate::Pbp(text) => String::from_utf8(text.clone()).unwrap(),
        Certificate::Drat(_) => panic!("DRAT"),
    }
}

/// Fills in naked and hidden singles. Returns `false` if a cell or a digit of a house
/// is left without a candidate.
fn survives_singles(mut puzzle: Puzzle) -> bool {
    let rules = Arc::clone(puzzle.rules());
    loop {
        let allowed = Candidates::new(&puzzle);
        let open = |cell: &Cell| puzzle.clue(*cell).is_none();
        let mut single = None;
        for cell in puzzle.size().cells().filter(open) {
            let digits: Vec<Digit> = allowed.in_cell(cell).collect();
            match digits[..] {
                [] => return false,
                [digit] => single = Some((cell, digit)),
                _ => {}
            }
        }
        for house in 0..rules.houses().len() {
            for digit in puzzle.size().digits() {
                let cells = rules.cells(house).iter().copied();
                let is_allowed = |cell: &Cell| allowed.allows(Candidate::new(*cell, digit));
                let places: Vec<Cell> = cells.filter(is_allowed).collect();
                match places[..] {
                    [] => return false,
                    [cell] if open(&cell) => single = Some((cell, digit)),
                    _ => {}
                }
            }
        }
        match single {
            None => return true,
            Some((cell, digit)) => puzzle.set_clue(cell, Some(digit)),
        }
    }
}

#[test]
fn planted_puzzles_survive_singles() {
    for (order, holes) in [(3, 0.6), (4, 0.5), (5, 0.47)] {
        for seed in 0..3 {
            let puzzle = unsolvable(&plain(order), holes, seed);
            assert_eq!(puzzle, unsolvable(&plain(order), holes, seed));
            assert!(puzzle.clashes().is_empty());
            assert!(survives_singles(puzzle));
        }
    }
}

#[test]
fn generate_makes_planted_puzzles() {
    let generate = |options: &str| {
        let mut command = child();
        command.arg("generate").args(options.split(' '));
        command.output().unwrap()
    };
    let output = generate("--planted --order 4 --seed 3 --clues 128");
    assert!(output.status.success(), "{output:?}");
    let entry = text::read(&output.stdout[..], "made", &text::Options::default()).next();
    let puzzle = entry.unwrap().unwrap().puzzle;
    assert_eq!(puzzle.num_clues(), 128);
    assert!(survives_singles(puzzle.clone()));
    let (outcome, grids) = solve(&puzzle, &Request::new(Limit::UNIQUE));
    assert!(grids.is_empty() && outcome.is_complete());
    let output = generate("--planted --order 1 --seed 3");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("singles refute each 1×1 puzzle"), "{said}");
    let output = generate("--planted --unique");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn that_there_is_no_solution_is_proved_at_all_sizes() {
    for (order, holes, seeds) in [(3, 0.6, 0..6), (4, 0.5, 0..3), (5, 0.5, 0..2)] {
        for seed in seeds {
            let puzzle = unsolvable(&plain(order), holes, seed);
            assert!(puzzle.clashes().is_empty());
            for format in FORMATS {
                prove(&puzzle, &proved(Limit::UNIQUE, format), 0);
            }
        }
    }
    for seed in 0..6 {
        for format in FORMATS {
            prove(&wrong(&plain(2), seed), &proved(Limit::UNIQUE, format), 0);
        }
    }
}

#[test]
fn that_there_is_no_other_solution_is_proved_at_all_sizes() {
    for (order, seeds) in [(1, 0..1), (2, 0..6), (3, 0..6), (4, 0..2), (5, 0..1)] {
        for seed in seeds {
            let puzzle = unique(&plain(order), seed);
            for format in FORMATS {
                prove(&puzzle, &proved(Limit::UNIQUE, format), 1);
            }
        }
    }
}

#[test]
fn that_these_are_all_solutions_is_proved() {
    let mut puzzle = Puzzle::new(plain(2));
    for format in FORMATS {
        prove(&puzzle, &proved(Limit::ALL, format), 288);
    }
    puzzle.set_clue(Cell::new(0, 0), Some(Digit::from_index(1)));
    for format in FORMATS {
        prove(&puzzle, &proved(Limit::ALL, format), 72);
    }
}

#[test]
fn exclusions_are_part_of_the_formula() {
    let mut puzzle = Puzzle::new(plain(2));
    let size = puzzle.size();
    // No 1 in the first row's last three cells, and then nowhere in the row.
    puzzle.exclude_all((1..4).map(|index| size.candidate(index * 4)));
    for format in FORMATS {
        prove(&puzzle, &proved(Limit::ALL, format), 72);
    }
    puzzle.exclude_all([size.candidate(0)]);
    for format in FORMATS {
        prove(&puzzle, &proved(Limit::UNIQUE, format), 0);
    }
}

#[test]
fn every_encoding_has_proofs_of_its_own_formula() {
    for encoding in ENCODINGS {
        for format in FORMATS {
            for (puzzle, solutions) in [
                (unsolvable(&plain(3), 0.6, 1), 0),
                (unique(&plain(3), 1), 1),
                (wrong(&plain(2), 1), 0),
            ] {
                let request = Request {
                    encoding: Some(encoding),
                    ..proved(Limit::UNIQUE, format)
                };
                prove(&puzzle, &request, solutions);
            }
        }
    }
}

/// Rules of variants that go beyond rows, columns and boxes.
fn variants() -> Vec<Arc<Rules>> {
    let boxes = || Spec::boxes(3, 3).unwrap();
    let mut jigsaw = Spec::latin(Size::new(7).unwrap());
    jigsaw.regions = Regions::Map(random_map(jigsaw.size, &mut Rng::with_seed(2)));
    let mut anti_knight = boxes();
    anti_knight.mark("anti-knight", &[], &[]);
    let specs = [
        jigsaw,
        Spec::boxes(2, 3).unwrap(),
        Spec::latin(Size::new(5).unwrap()),
        Spec {
            diagonals: [true; 2],
            ..boxes()
        },
        Spec {
            windows: true,
            ..boxes()
        },
        Spec {
            disjoint_groups: true,
            ..boxes()
        },
        anti_knight,
        Spec {
            cages: vec![Cage {
                cells: (0..3).map(|row| Cell::new(row + 2, 2)).collect(),
                sum: None,
                repeats: false,
            }],
            ..boxes()
        },
    ];
    let rules = specs.map(|spec| Arc::new(Rules::new(spec).unwrap()));
    rules.into()
}

#[test]
fn variants_are_proved() {
    for rules in variants() {
        for format in FORMATS {
            prove(&unique(&rules, 3), &proved(Limit::UNIQUE, format), 1);
            prove(&wrong(&rules, 3), &proved(Limit::UNIQUE, format), 0);
        }
    }
}

#[test]
fn a_puzzle_with_sums_is_proved_by_the_whole_formula() {
    let mut spec = Spec::boxes(2, 2).unwrap();
    spec.cages.push(Cage {
        cells: (0..2).map(|col| Cell::new(0, col)).collect(),
        sum: Some(5),
        repeats: false,
    });
    let rules = Arc::new(Rules::new(spec).unwrap());
    for format in FORMATS {
        let puzzle = unique(&rules, 1);
        prove(&puzzle, &proved(Limit::UNIQUE, format), 1);
        let mut wrong = puzzle.clone();
        for (col, digit) in [(0, 0), (1, 1)] {
            wrong.set_clue(Cell::new(0, col), Some(Digit::from_index(digit)));
        }
        let (outcome, grids) = solve(&wrong, &proved(Limit::UNIQUE, format));
        assert!(grids.is_empty() && outcome.refutation.is_some());
    }
}

#[test]
fn clues_that_clash_are_refuted_in_few_lines() {
    for (order, apart) in [(2, 3), (3, 8), (4, 12)] {
        for encoding in [Encoding::LECTURE, Encoding::EXTENDED] {
            for format in FORMATS {
                let mut puzzle = Puzzle::new(plain(order));
                for col in 0..=apart {
                    let digit = if col == apart { 0 } else { col };
                    puzzle.set_clue(Cell::new(0, col), Some(Digit::from_index(digit)));
                }
                let request = Request {
                    encoding: Some(encoding),
                    ..proved(Limit::FIRST, format)
                };
                let (outcome, _) = solve(&puzzle, &request);
                let End::Exhausted(Evidence::Clash(clashes)) = &outcome.end else {
                    panic!("{:?}", outcome.end);
                };
                assert_eq!(clashes.len(), 1);
                let refutation = outcome.refutation.expect("a proof");
                accepted_by_veripb(&refutation);
                if format == ProofFormat::Pbp {
                    check(&refutation, &text_of(&refutation)).unwrap();
                    // The groups of the open cells, the clauses of the open digits,
                    // their sum and the empty clause.
                    let open = puzzle.size().side() - apart - 1;
                    let most = match encoding.house_at_most_one {
                        true => 1,
                        false => 2 * open + 3,
                    };
                    let lemmas = refutation.certificate.num_lemmas();
                    assert!(lemmas <= most, "{lemmas} of {most}");
                }
            }
        }
    }
}

/// Smaller grids are searched on bit masks where no proof is asked for.
#[test]
fn the_search_of_a_large_grid_is_the_one_without_a_proof() {
    let puzzle = unsolvable(&plain(5), 0.5, 5);
    let (bare, _) = solve(&puzzle, &Request::new(Limit::UNIQUE));
    let request = proved(Limit::UNIQUE, ProofFormat::Pbp);
    let (with_proof, _) = solve(&puzzle, &request);
    assert!(bare.steps.get("decisions") > Some(0));
    assert_eq!(bare.steps, with_proof.steps);
}

/// A request for a proof that need not be kept.
fn required(limit: Limit) -> Request {
    Request {
        proof: Proof::Required,
        ..Request::new(limit)
    }
}

#[test]
fn small_grids_are_proved_by_the_search_that_answers() {
    let mut puzzles: Vec<Puzzle> = (0..3).map(|seed| unique(&plain(3), seed)).collect();
    puzzles.extend((0..3).map(|seed| wrong(&plain(3), seed)));
    puzzles.extend((0..2).map(|seed| unsolvable(&plain(3), 0.6, seed)));
    puzzles.extend([Puzzle::new(plain(1)), Puzzle::new(plain(2))]);
    for puzzle in puzzles {
        let (bare, known) = solve(&puzzle, &Request::new(Limit::ALL));
        let (outcome, grids) = solve(&puzzle, &required(Limit::ALL));
        assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
        assert!(outcome.lemmas.is_some() && outcome.refutation.is_none());
        assert_eq!((outcome.steps, grids), (bare.steps, known));
        // A whole proof says the same.
        let (whole, grids) = solve(&puzzle, &proved(Limit::ALL, ProofFormat::Pbp));
        assert_eq!((whole.end, whole.count), (outcome.end, outcome.count));
        assert!(whole.refutation.is_some() && whole.lemmas.is_none());
        assert_eq!(grids.len() as u64, outcome.count);
    }
}

#[test]
fn every_encoding_and_variant_is_proved_where_no_proof_is_kept() {
    for encoding in ENCODINGS {
        let request = Request {
            encoding: Some(encoding),
            ..required(Limit::UNIQUE)
        };
        let (outcome, _) = solve(&unique(&plain(3), 1), &request);
        assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
        assert!(outcome.check_time().is_some());
    }
    // Each rule after another, so that nothing kept for one serves the next.
    for rules in variants() {
        for (puzzle, solutions) in [(unique(&rules, 4), 1), (wrong(&rules, 4), 0)] {
            let (outcome, grids) = solve(&puzzle, &required(Limit::UNIQUE));
            assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
            assert_eq!(grids.len(), solutions);
        }
    }
}

#[test]
fn a_search_that_goes_on_after_many_solutions_writes_a_whole_proof() {
    // With its first row, a Latin square of order 5 has 1344 completions. The masks hand
    // over to the solver after 1000.
    let mut puzzle = Puzzle::new(
        Rules::new(Spec::latin(Size::new(5).unwrap()))
            .unwrap()
            .into(),
    );
    for index in 0..5 {
        puzzle.set_clue(Cell::new(0, index), Some(Digit::from_index(index)));
    }
    let (outcome, grids) = solve(&puzzle, &required(Limit::ALL));
    assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
    let different: std::collections::BTreeSet<_> = grids.iter().collect();
    assert_eq!((grids.len(), different.len()), (1344, 1344));
    let refutation = outcome.refutation.expect("a proof");
    check(&refutation, &text_of(&refutation)).unwrap();
}

#[test]
fn a_forged_step_is_refused() {
    for (puzzle, solutions) in [
        (unsolvable(&plain(3), 0.6, 2), 0),
        (unique(&plain(3), 2), 1),
    ] {
        let request = proved(Limit::UNIQUE, ProofFormat::Pbp);
        let refutation = prove(&puzzle, &request, solutions);
        let text = text_of(&refutation);
        check(&refutation, &text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let changed = |place: usize, line: &str| {
            let mut lines = lines.clone();
            lines[place] = line;
            lines.join("\n")
        };
        // The number of clauses.
        let fault = check(&refutation, &changed(1, "f 7;")).unwrap_err();
        assert!(fault.contains("another number of clauses"), "{fault}");
        // A premise about the first open cell that is not so: its literals are all
        // false.
        let is_rup = |line: &&str| line.starts_with("rup");
        let first = lines.iter().position(is_rup).unwrap();
        let open = puzzle
            .size()
            .cells()
            .find(|&cell| puzzle.clue(cell).is_none());
        let var = open.unwrap().index(puzzle.size()) * puzzle.size().side() + 1;
        let forged: String = (var..var + 9).map(|var| format!(" 1 ~x{var}")).collect();
        let forged = format!("rup{forged} >= 9;");
        assert!(check(&refutation, &changed(first, &forged)).is_err());
        // The empty clause before its time.
        let fault = check(&refutation, &changed(first, "rup >= 1;")).unwrap_err();
        assert!(fault.contains("does not follow"), "{fault}");
        // A group that lost one of its pairs.
        let group = lines
            .iter()
            .position(|line| line.starts_with("pol"))
            .unwrap();
        let words: Vec<&str> = lines[group].split(' ').collect();
        let without = format!("pol {}", words[2..].join(" "));
        assert!(check(&refutation, &changed(group, &without)).is_err());
        // No contradiction.
        let conclusion = lines.iter().position(|line| line.starts_with("conclusion"));
        let conclusion = conclusion.unwrap();
        let fault = check(&refutation, &changed(conclusion, "conclusion UNSAT : 1;"));
        assert!(fault.unwrap_err().contains("no contradiction"));
    }
}

/// All rules there are, by the command: right answers are proved, and none is refused.
#[test]
fn the_answers_to_all_variants_are_proved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/variants");
    let mut command = program();
    command
        .args(["solve", "--unique", "--prove", "--json"])
        .arg(folder);
    let (code, out, told) = texts(&command.output().unwrap());
    assert_eq!(code, 0, "{told}");
    assert!(out.lines().count() >= 21, "{out}");
    for line in out.lines() {
        assert!(line.contains("\"evidence\":\"proof checked\""), "{line}");
    }
}
