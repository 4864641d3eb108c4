//! Proofs that a puzzle has no further solution, as lemmas that continue what was proved of
//! its rules.
//!
//! The formulas of all puzzles with the same rules differ in the clauses of the clues. That
//! each cell holds one digit, and each house each digit once, is derived from the clauses
//! of the rules by the same lines that begin a whole proof ([`premises`]). This
//! derivation is checked once, and kept as a [`Base`] for the next puzzle. For each puzzle only
//! its clauses and the lemmas of its search are checked.
//!
//! A refutation of this kind is not written to a file: a [`Refutation`](crate::engine::Refutation)
//! is a whole proof of the same formula.

use super::premises;
use crate::budget::{Budget, Stop};
use crate::check::{Base, PbpChecker};
use crate::encode::{self, AtMostOne, Encoding, Layout};
use crate::engine::formulas::whole_within;
use crate::engine::limited_text::LimitedText;
use crate::engine::pool::Pool;
use crate::engine::refutation::RefutationFault;
use crate::formula::{Cnf, Lit, Var};
use crate::proof::pbp;
use crate::sudoku::{Candidate, Puzzle, Rules};
use std::sync::Arc;
use std::time::Duration;

/// The lemmas of a search that found all solutions of a puzzle.
#[derive(Clone, Debug)]
pub struct Lemmas {
    rules: Arc<Rules>,
    encoding: Encoding,
    /// The clauses of the formula that the rules do not have: of clues and exclusions, and one
    /// against each solution.
    clauses: Cnf,
    lemmas: Cnf,
    /// Time that their check took, if they were checked.
    pub(in crate::engine) check_time: Option<Duration>,
}

/// A base, and the encoding whose formula it was derived from.
struct Kept {
    encoding: Encoding,
    base: Base,
}

/// Bases, used for one puzzle after the other.
static BASES: Pool<Kept> = Pool::new();

impl Lemmas {
    /// Returns `true` if the formula of an encoding says of each cell and each house of
    /// N cells that it holds every digit, and that the digits of a cell exclude each other
    /// in pairs. So all groups of a base can be derived.
    pub(super) fn are_for(encoding: &Encoding) -> bool {
        encoding.house_at_least_one
            && encoding.cell_at_most_one
            && encoding.at_most_one == AtMostOne::Pairwise
    }

    /// Creates the refutation of a puzzle's formula with these clauses against solutions.
    /// A lemma lists candidates that are not all true. The rules must be houses that hold
    /// every digit.
    pub(super) fn new<L: IntoIterator<Item = Candidate>>(
        puzzle: &Puzzle,
        encoding: &Encoding,
        against: impl IntoIterator<Item = Vec<Lit>>,
        lemmas: impl IntoIterator<Item = L>,
    ) -> Lemmas {
        let size = puzzle.size();
        let of_clues = Layout {
            part: encode::Part::Clues,
            ..Layout::default()
        };
        let mut clauses = Cnf::new(size.num_candidates());
        let Ok(()) = encode::formula(puzzle, encoding, of_clues, &mut clauses);
        for clause in against {
            clauses.add_clause(&clause);
        }
        let mut all = Cnf::new(size.num_candidates());
        let mut lits = Vec::new();
        for lemma in lemmas {
            let lemma = lemma.into_iter();
            lits.clear();
            lits.extend(lemma.map(|candidate| encode::var(candidate, size).negative()));
            all.add_clause(&lits);
        }
        Lemmas {
            rules: Arc::clone(puzzle.rules()),
            encoding: *encoding,
            clauses,
            lemmas: all,
            check_time: None,
        }
    }

    /// Checks that the lemmas refute the puzzle's formula with the clauses against
    /// solutions. Gives up if no base can be derived for them to continue.
    pub(in crate::engine) fn check(&self, budget: &Budget) -> Result<(), RefutationFault> {
        let make = || {
            let base = derive(&self.rules, &self.encoding, budget);
            debug_assert!(!matches!(base, Err(RefutationFault::Wrong(_))));
            Some(Kept {
                encoding: self.encoding,
                base: base.ok()?,
            })
        };
        let kept = BASES.take(&self.rules, make);
        let mut kept = kept.ok_or(RefutationFault::GaveUp)?;
        if kept.encoding != self.encoding {
            *kept = make().ok_or(RefutationFault::GaveUp)?;
        }
        Ok(kept.base.check(&self.clauses, &self.lemmas, budget)?)
    }
}

/// Returns the puzzle without clues and exclusions. A new puzzle excludes the digits that an even
/// or odd cell can't hold; for the formula these are exclusions of the puzzle.
fn blank(rules: &Arc<Rules>) -> Puzzle {
    let mut blank = Puzzle::new(Arc::clone(rules));
    for candidate in blank.excluded().to_vec() {
        blank.include(candidate);
    }
    blank
}

/// Derives from the clauses of the rules alone that each cell holds one digit and each house
/// each digit once, and checks the derivation.
fn derive(
    rules: &Arc<Rules>,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Base, RefutationFault> {
    let blank = blank(rules);
    let formula = whole_within(&blank, encoding, budget)?;
    let mut writer = pbp::Writer::new(LimitedText::new(), formula.num_clauses());
    premises::derive(&blank, encoding, &mut writer, budget)?;
    let text = writer.end_with([]).ok().and_then(LimitedText::into_text);
    base_of(&formula, &text.ok_or(Stop::Memory)?, rules, budget)
}

/// Checks a derivation from the formula of the rules, and returns what it says.
fn base_of(
    formula: &Cnf,
    text: &[u8],
    rules: &Rules,
    budget: &Budget,
) -> Result<Base, RefutationFault> {
    let mut checker = PbpChecker::of(formula, budget)?;
    for step in pbp::Reader::new(text, "derivation") {
        let step = step.map_err(|error| RefutationFault::Wrong(error.to_string()))?;
        // A derivation concludes nothing.
        if !matches!(step, pbp::Step::Conclude(_)) {
            checker.step(&step, budget)?;
        }
    }
    Ok(Base::of(checker, &groups(rules))?)
}

/// Returns for each cell the variables of its digits, and for each house and digit those of
/// its places.
fn groups(rules: &Rules) -> Vec<Vec<Var>> {
    let size = rules.size();
    let var = |cell, digit| encode::var(Candidate::new(cell, digit), size);
    let cells = size.cells();
    let mut groups: Vec<Vec<Var>> = cells
        .map(|cell| size.digits().map(|digit| var(cell, digit)).collect())
        .collect();
    for house in 0..rules.houses().len() {
        for digit in size.digits() {
            let cells = rules.cells(house).iter();
            groups.push(cells.map(|&cell| var(cell, digit)).collect());
        }
    }
    groups
}

#[cfg(all(test, feature = "engines"))]
mod tests {
    use super::*;
    use crate::engine::{self, End, Evidence, Limit, Outcome, Proof, Request};
    use crate::formula::dimacs;
    use crate::generate;
    use crate::proof::{Conclusion, Id, Observer};
    use crate::sudoku::rules::{Parity, Spec};
    use crate::sudoku::{Cell, text};
    use crate::trusted;
    use fastrand::Rng;

    const LECTURE: Encoding = Encoding::LECTURE;

    fn solve(puzzle: &Puzzle, request: &Request) -> Outcome {
        let cdcl = engine::by_name("cdcl").unwrap();
        let solved = engine::solve(&*cdcl, puzzle, request, &Budget::unlimited());
        solved.unwrap().0
    }

    /// Returns the lemmas of a search for all solutions, which were accepted.
    fn lemmas_of(puzzle: &Puzzle, encoding: Encoding) -> Lemmas {
        let request = Request {
            proof: Proof::Required,
            encoding: Some(encoding),
            ..Request::new(Limit::ALL)
        };
        let outcome = solve(puzzle, &request);
        assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
        assert!(outcome.refutation.is_none() && outcome.check_time().is_some());
        *outcome.lemmas.expect("lemmas")
    }

    fn puzzle(line: &str) -> Puzzle {
        let mut entries = text::read(line.as_bytes(), "test", &text::Options::default());
        entries.next().unwrap().unwrap().puzzle
    }

    /// A puzzle with 17 clues and one solution, whose search takes conflicts.
    fn hard() -> Puzzle {
        puzzle(".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...")
    }

    /// Puzzles with one solution, with several and without one, by different rules.
    fn puzzles() -> Vec<Puzzle> {
        let spec = || Spec::boxes(3, 3).unwrap();
        let diagonals = Spec {
            diagonals: [true; 2],
            ..spec()
        };
        let specs = [
            spec(),
            diagonals,
            Spec::boxes(2, 3).unwrap(),
            Spec::latin(crate::sudoku::Size::new(5).unwrap()),
            Spec {
                parities: vec![
                    (Cell::new(0, 0), Parity::Even),
                    (Cell::new(1, 2), Parity::Odd),
                ],
                ..Spec::boxes(2, 3).unwrap()
            },
        ];
        let (mut rng, budget) = (Rng::with_seed(5), Budget::unlimited());
        let mut puzzles = vec![puzzle(".12....4........"), puzzle(".12....4.....2..")];
        for spec in specs {
            let rules = Arc::new(Rules::new(spec).unwrap());
            for _ in 0..2 {
                let grid = generate::random_grid(&rules, &mut rng, &budget).unwrap();
                let is_only = |puzzle: &Puzzle, grid: &crate::sudoku::Grid| {
                    engine::is_only_solution(puzzle, grid, &budget)
                };
                let symmetry = generate::Symmetry::None;
                let minimal = generate::minimal(&rules, &grid, symmetry, &mut rng, is_only);
                let mut puzzle = minimal.unwrap();
                puzzles.push(puzzle.clone());
                if rules.size().side() == 9 {
                    let is_open = |one: &Candidate| puzzle.clue(one.cell).is_none();
                    let of_grid = grid.candidates().find(is_open);
                    puzzle.exclude_all(of_grid);
                } else {
                    // Without a clue a larger grid may have more than 1000 solutions.
                    let clue = puzzle.clues().next().unwrap();
                    puzzle.set_clue(clue.cell, None);
                    puzzles.push(puzzle.clone());
                    puzzle.exclude_all([clue]);
                }
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// Returns a puzzle's formula with the clauses against solutions, and the whole proof:
    /// the derivation, a line for each lemma, and the conclusion.
    fn whole(lemmas: &Lemmas) -> (Cnf, Vec<u8>) {
        let blank = blank(&lemmas.rules);
        let mut formula = encode::cnf(&blank, &lemmas.encoding);
        let mut writer = pbp::Writer::growing(Vec::new(), formula.num_clauses() as u64);
        let budget = Budget::unlimited();
        premises::derive(&blank, &lemmas.encoding, &mut writer, &budget).unwrap();
        for clause in &lemmas.clauses {
            formula.add_clause(clause);
            writer.original(Id::NONE, clause);
        }
        for lemma in &lemmas.lemmas {
            writer.derived(Id::NONE, lemma, &[]);
        }
        writer.conclude(Conclusion::Unsatisfiable).unwrap();
        let mut text = writer.into_inner().unwrap();
        pbp::state_premises(&mut text, formula.num_clauses() as u64);
        (formula, text)
    }

    fn is_accepted(lemmas: &Lemmas) -> bool {
        lemmas.check(&Budget::unlimited()).is_ok()
    }

    /// Checks the whole proof.
    fn is_proof(formula: &Cnf, text: &[u8]) -> bool {
        let budget = Budget::unlimited();
        let mut checker = PbpChecker::of(formula, &budget).unwrap();
        let mut steps = pbp::Reader::new(text, "test");
        steps.all(|step| checker.step(&step.unwrap(), &budget).is_ok()) && checker.finish().is_ok()
    }

    #[test]
    fn the_clauses_and_those_of_the_rules_are_the_whole_formula() {
        for puzzle in puzzles() {
            let lemmas = lemmas_of(&puzzle, LECTURE);
            let (formula, _) = whole(&lemmas);
            let own = encode::cnf(&puzzle, &LECTURE);
            let clauses: Vec<&[Lit]> = formula.clauses().collect();
            let (common, against) = clauses.split_at(own.num_clauses());
            assert_eq!(common, own.clauses().collect::<Vec<_>>());
            let open = puzzle.size().num_cells() - puzzle.num_clues();
            assert!(against.iter().all(|clause| clause.len() == open));
        }
    }

    #[test]
    fn the_lemmas_are_part_of_a_whole_proof() {
        for puzzle in puzzles() {
            for encoding in [LECTURE, Encoding::EXTENDED] {
                let (formula, text) = whole(&lemmas_of(&puzzle, encoding));
                assert!(is_proof(&formula, &text));
            }
        }
        for puzzle in [puzzle(".12....4........"), puzzle(".12....4.....2..")] {
            let (formula, text) = whole(&lemmas_of(&puzzle, LECTURE));
            let mut file = Vec::new();
            dimacs::write(&formula, &mut file).unwrap();
            let formula = trusted::dimacs(&file).unwrap();
            trusted::veripb(&formula, &text, &|| false).unwrap();
        }
    }

    #[test]
    fn forged_lemmas_are_refused() {
        let with = |lemmas: &Lemmas, all: &[Vec<Lit>]| {
            let mut forged = lemmas.clone();
            forged.lemmas = Cnf::new(lemmas.rules.size().num_candidates());
            all.iter().for_each(|lemma| forged.lemmas.add_clause(lemma));
            forged
        };
        let is_small = |puzzle: &Puzzle| puzzle.size().side() <= 6;
        let [mut accepted, mut refused] = [0, 0];
        for puzzle in puzzles().into_iter().filter(is_small) {
            let lemmas = lemmas_of(&puzzle, LECTURE);
            let all: Vec<Vec<Lit>> = lemmas.lemmas.clauses().map(<[Lit]>::to_vec).collect();
            // A checker of whole proofs says the same.
            let mut judge = |all: &[Vec<Lit>]| {
                let forged = with(&lemmas, all);
                let (formula, text) = whole(&forged);
                let is_right = is_accepted(&forged);
                assert_eq!(is_right, is_proof(&formula, &text), "{all:?}");
                *(if is_right {
                    &mut accepted
                } else {
                    &mut refused
                }) += 1;
            };
            judge(&[]);
            judge(&[vec![]]);
            for place in 0..all.len().min(6) {
                judge(&[&all[..place], &all[place + 1..]].concat());
                let mut forged = all.clone();
                forged[place][0] = !forged[place][0];
                judge(&forged);
                forged[place].remove(0);
                judge(&forged);
            }
        }
        assert!(accepted > 5 && refused > 5, "{accepted} {refused}");
        let lemmas = lemmas_of(&hard(), LECTURE);
        assert!(lemmas.lemmas.num_clauses() > 5);
        assert!(!is_accepted(&with(&lemmas, &[])));
        assert!(!is_accepted(&with(&lemmas, &[vec![]])));
        assert!(is_accepted(&lemmas));
    }

    #[test]
    fn a_puzzle_is_not_refuted_with_the_clauses_of_another() {
        let hard = hard();
        let lemmas = lemmas_of(&hard, LECTURE);
        let (last, others) = (lemmas.clauses.num_clauses() - 1, lemmas.clauses.clauses());
        // Without the clause against the solution, and without a clue.
        for left_out in [last, 0] {
            let mut forged = lemmas.clone();
            forged.clauses = Cnf::new(729);
            let kept = others.clone().enumerate();
            let kept = kept.filter(|&(place, _)| place != left_out);
            kept.for_each(|(_, clause)| forged.clauses.add_clause(clause));
            assert!(!is_accepted(&forged));
        }
    }

    #[test]
    fn a_false_derivation_is_refused() {
        let rules = Rules::plain(2).unwrap();
        let blank = blank(&rules);
        let budget = Budget::unlimited();
        let formula = encode::cnf(&blank, &LECTURE);
        let mut writer = pbp::Writer::new(Vec::new(), formula.num_clauses());
        premises::derive(&blank, &LECTURE, &mut writer, &budget).unwrap();
        let text = String::from_utf8(writer.end_with([]).unwrap()).unwrap();
        let is_base = |formula: &Cnf, lines: &[&str]| {
            base_of(formula, lines.join("\n").as_bytes(), &rules, &budget).is_ok()
        };
        let lines: Vec<&str> = text.lines().collect();
        assert!(is_base(&formula, &lines));
        // Without one of the steps that derive a group.
        let is_step = |line: &&&str| line.starts_with("pol");
        assert_eq!(lines.iter().filter(is_step).count(), 16 + 12 * 4);
        for place in (0..lines.len()).filter(|&place| is_step(&&lines[place])) {
            let kept = [&lines[..place], &lines[place + 1..]].concat();
            assert!(!is_base(&formula, &kept), "{}", lines[place]);
        }
        // With another clause in the place of one of the formula.
        for place in 0..formula.num_clauses() {
            let mut other = Cnf::new(64);
            for (index, clause) in formula.clauses().enumerate() {
                let first = formula.clause(usize::from(place == 0));
                other.add_clause(if index == place { first } else { clause });
            }
            assert!(!is_base(&other, &lines), "{place}");
        }
    }
}
