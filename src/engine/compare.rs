//! The cross-check: several engines on one puzzle, and nothing believed that
//! only one of them says.
//!
//! A solution speaks for itself: it is checked as a grid and as an exact cover.
//! A claim that there are no more solutions is not: it counts when a proof
//! of it was checked, when the clues themselves clash, or when an exhausted
//! search and another engine agree. Otherwise the puzzle is *not
//! cross-checked*, and the comparison says why.

use super::pool::{Pool, Pooled};
use super::refutation::RefutationFault;
use super::{End, Solvability, lineage_for, solve};
use super::{Engine, EngineError, Evidence, Limit, Outcome, Proof, Request};
use crate::budget::{Budget, Interrupt, Stop, Stopwatch};
use crate::check::{self, CoverFault};
use crate::cover::{ExactCover, OptionId};
use crate::encode;
use crate::io::counted;
use crate::sudoku::text::{Expected, LineCells};
use crate::sudoku::{Grid, Puzzle, Rules};
use itertools::Itertools as _;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The note about a puzzle whose solutions were checked as grids alone.
pub const COVER_TOO_LARGE: &str =
    "solutions not checked as an exact cover, which is too large to state";

/// The request and the limits of a comparison.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The request to each engine. Its limit is raised where the input states the
    /// number of solutions.
    pub request: Request,
    /// Time limit of each engine for a puzzle; none if not given.
    pub time_limit: Option<Duration>,
    /// Ends everything.
    pub interrupt: Interrupt,
}

/// The answer of one engine, and the solutions that it found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The engine's name.
    pub engine: String,
    /// Its [lineage](Engine::lineage) for the puzzle's rules.
    pub lineage: String,
    /// Its outcome, or how it failed.
    pub result: Result<(Outcome, Vec<Grid>), EngineError>,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The engines' answers, in the order in which they were asked.
    pub answers: Vec<Answer>,
    /// The result.
    pub judgement: Judgement,
    /// For [`Judgement::Disagreed`] and [`Judgement::Failed`] the contradictions and
    /// failures, else the missing evidence; and [`COVER_TOO_LARGE`] where that holds.
    pub notes: Vec<String>,
}

/// The result of a comparison, from good to bad.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// The engines that answered agree, and their answer was verified.
    Agreed,
    /// No answers contradict each other, but there are too few answers.
    #[serde(rename = "not cross-checked")]
    NotCrossChecked,
    /// An engine broke down.
    #[serde(rename = "an engine failed")]
    Failed,
    /// Answers contradict each other, the rules, or what the input says.
    Disagreed,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Judgement::Agreed => "agreed",
            Judgement::NotCrossChecked => "not cross-checked",
            Judgement::Failed => "an engine failed",
            Judgement::Disagreed => "DISAGREED",
        })
    }
}

/// The number of solutions that a comparison has established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Number of different solutions found.
    pub solutions: u64,
    /// Set if an engine answered that there are no more.
    pub complete: bool,
}

impl Comparison {
    /// Returns the number of solutions that the answers establish.
    pub fn known(&self) -> Known {
        let outcomes = || {
            self.answers
                .iter()
                .filter_map(|answer| answer.result.as_ref().ok())
        };
        Known {
            solutions: outcomes()
                .map(|(outcome, _)| outcome.count)
                .max()
                .unwrap_or(0),
            complete: outcomes().any(|(outcome, _)| outcome.is_complete()),
        }
    }

    /// Returns `true` if an interrupt kept an engine from answering.
    pub fn was_interrupted(&self) -> bool {
        self.answers.iter().any(|answer| {
            matches!(&answer.result, Ok((outcome, _)) if outcome.end == End::GaveUp(Stop::Interrupted))
        })
    }
}

/// Asks every engine and compares what they say.
pub fn compare(
    engines: &[Box<dyn Engine>],
    puzzle: &Puzzle,
    expected: Option<&Expected>,
    terms: &Terms,
) -> Comparison {
    let mut request = terms.request;
    // A search that tries every possibility takes the place of proofs, as a rule; if it gives up,
    // they are made afterwards.
    if engines.iter().all(|engine| engine.kind().takes_formula()) {
        request.proof = request.proof.max(Proof::Kept);
    }
    if let Some(count) = expected.and_then(|expected| expected.count) {
        // One more, to see that there is none.
        request.limit = request.limit.max(Limit::count(count.saturating_add(1)));
    }
    let budget = || {
        let budget = Budget::unlimited().with_interrupt(terms.interrupt.clone());
        match terms.time_limit {
            Some(limit) => budget.with_time(limit),
            None => budget,
        }
    };
    let mut answers: Vec<Answer> = engines
        .iter()
        .map(|engine| Answer {
            engine: engine.name().into(),
            lineage: lineage_for(engine.lineage(), puzzle.rules()).into(),
            result: solve(&**engine, puzzle, &request, &budget()),
        })
        .collect();
    let mut wrong = Vec::new();
    let prove = |engine: &dyn Engine, answer: &mut Answer| {
        prove_claim(engine, answer, puzzle, &request, &budget());
    };
    check_proofs(engines, &mut answers, &prove, &budget(), &mut wrong);
    let is_cover_checked = check_solutions(puzzle, &answers, &mut wrong);
    check_claims(&answers, &mut wrong);
    if let Some(expected) = expected {
        check_expected(puzzle, expected, &answers, &mut wrong);
    }
    let mut comparison = judge(answers, wrong, terms.time_limit);
    if !is_cover_checked {
        comparison.notes.push(COVER_TOO_LARGE.to_owned());
    }
    if comparison.judgement >= Judgement::Failed {
        for (engine, answer) in engines.iter().zip(&mut comparison.answers) {
            prove(&**engine, answer);
            let refused = keep_checked(answer, &budget());
            comparison.notes.extend(refused);
        }
    } else {
        // Nobody will look at them any more, and they are large.
        for answer in &mut comparison.answers {
            if let Ok((outcome, _)) = &mut answer.result {
                (outcome.refutation, outcome.lemmas) = (None, None);
            }
        }
    }
    comparison
}

/// Runs two engines on plain 9×9 puzzles, given by their lines. Returns for each puzzle the times of the engines if both
/// find the same only solution, which is checked by the rules and as an exact cover; `None` if
/// [`compare`] must be called for it. After an interrupt, the puzzles that are left are missing.
pub fn compare_lines(
    engines: [&dyn Engine; 2],
    lines: &[LineCells],
    interrupt: &Interrupt,
) -> Vec<Option<[Duration; 2]>> {
    let [first, second] = engines.map(|engine| {
        let mut answers = Vec::with_capacity(lines.len());
        let mut stopwatch = Stopwatch::start();
        engine.solve_lines(lines, Limit::UNIQUE, Proof::No, &mut |digits| {
            if interrupt.is_raised() {
                return ControlFlow::Break(());
            }
            answers.push((digits, stopwatch.lap()));
            ControlFlow::Continue(())
        });
        answers
    });
    let blank = Rules::plain(3).and_then(|rules| Blank::of(&Puzzle::new(rules)));
    let is_cover = |digits: &LineCells| {
        let digits = digits.iter().map(|digit| usize::from(digit - b'1'));
        let blank = blank.as_deref();
        blank.is_some_and(|blank| check::cover(&blank.problem, &blank.options_of(digits)).is_ok())
    };
    let both = first.into_iter().zip(second);
    both.zip(lines)
        .map(|(((first, first_time), (second, second_time)), cells)| {
            let digits = first.filter(|_| first == second)?;
            let is_right = check::line(cells, &digits) && is_cover(&digits);
            is_right.then_some([first_time, second_time])
        })
        .collect()
}

/// Lets an engine that can write proofs prove a claim for which there is no whole proof.
fn prove_claim(
    engine: &dyn Engine,
    answer: &mut Answer,
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
) {
    let Ok((outcome, grids)) = &mut answer.result else {
        return;
    };
    let is_claim = matches!(
        outcome.end,
        End::Exhausted(Evidence::Word | Evidence::Proof)
    );
    if is_claim && outcome.refutation.is_none() {
        match engine.prove(puzzle, grids, request, budget) {
            Ok(refutation) => outcome.refutation = refutation,
            // The lemmas have proved it already.
            Err(_) if outcome.end == End::Exhausted(Evidence::Proof) => {}
            Err(error) => answer.result = Err(error),
        }
    }
}

/// Drops the lemmas of an answer, and the whole proof beside them unless it is accepted. Returns
/// the message if that is refused.
fn keep_checked(answer: &mut Answer, budget: &Budget) -> Option<String> {
    let Ok((outcome, _)) = &mut answer.result else {
        return None;
    };
    outcome.lemmas.take()?;
    let fault = outcome.refutation.as_ref()?.check(budget).err()?;
    outcome.refutation = None;
    match fault {
        RefutationFault::Wrong(fault) => Some(proof_refused(&answer.engine, &fault)),
        RefutationFault::GaveUp => None,
    }
}

/// Checks proofs of claims that no exhausted search has confirmed.
fn check_proofs(
    engines: &[Box<dyn Engine>],
    answers: &mut [Answer],
    prove: &dyn Fn(&dyn Engine, &mut Answer),
    budget: &Budget,
    wrong: &mut Vec<String>,
) {
    let is_searched = |answer: &Answer| matches!(&answer.result, Ok((outcome, _)) if outcome.end == End::Exhausted(Evidence::Search));
    if answers.iter().any(is_searched) {
        return;
    }
    for (engine, answer) in engines.iter().zip(answers) {
        let has_lemmas = |(outcome, _): &(Outcome, _)| outcome.lemmas.is_some();
        if !answer.result.as_ref().is_ok_and(has_lemmas) {
            prove(&**engine, answer);
        }
        let Answer { engine, result, .. } = answer;
        if let Ok((outcome, _)) = result
            && let Err(fault) = outcome.check_proof(budget)
        {
            wrong.push(proof_refused(engine, &fault));
        }
    }
}

fn proof_refused(engine: &str, fault: &str) -> String {
    format!("{engine}'s proof that there are no more solutions is refused: {fault}")
}

/// Checks that no engine gave a solution twice, and every solution as an exact
/// cover. As a grid it was checked when it was found.
///
/// The two checks are independent: [`check::grid`] goes by the statements of the
/// rules, and here only the names of items say which options a grid chooses;
/// whether these are a cover is decided by the problem alone. So a formula that
/// allows what the exact cover forbids is found, whichever of them is wrong. Where houses
/// are the only rules, the problem is the blank grid's: that clues and excluded candidates
/// are kept was checked with the grid.
///
/// Returns `false` if there are solutions and the exact cover is too large to state.
fn check_solutions(puzzle: &Puzzle, answers: &[Answer], wrong: &mut Vec<String>) -> bool {
    let mut all: BTreeSet<&Grid> = BTreeSet::new();
    for Answer { engine, result, .. } in answers {
        let Ok((outcome, grids)) = result else {
            continue;
        };
        let different: BTreeSet<&Grid> = grids.iter().collect();
        if different.len() != grids.len() || grids.len() as u64 != outcome.count {
            let (count, grids) = (outcome.count, different.len());
            wrong.push(format!(
                "{engine} counts {} and has {grids} different ones",
                counted(count, "solution")
            ));
        }
        all.extend(different);
    }
    if all.is_empty() {
        return true;
    }
    let mut add = |fault: CoverFault| wrong.push(format!("a solution is no exact cover: {fault}"));
    if let Some(blank) = Blank::of(puzzle) {
        for grid in all {
            if let Err(fault) = check::cover(&blank.problem, &blank.options(grid)) {
                add(fault);
            }
        }
        return true;
    }
    let Ok(problem) = encode::cover(puzzle) else {
        return false;
    };
    for grid in all {
        let options = encode::options_from_grid(&problem, grid);
        if let Err(fault) = check::cover(&problem, &options) {
            add(fault);
        }
    }
    true
}

/// The exact cover of a blank grid, kept for the next puzzle with the same rules.
struct Blank {
    problem: ExactCover,
    /// Number of digits.
    side: usize,
    /// For each candidate the option that stands for it by the names of its items.
    options: Vec<OptionId>,
}

static BLANKS: Pool<Blank> = Pool::new();

impl Blank {
    /// Returns the cover of the blank grid with the rules of a puzzle. Returns `None` if
    /// the rules state more than houses, or the grid is so large that the cover is not
    /// worth keeping.
    fn of(puzzle: &Puzzle) -> Option<Pooled<'static, Blank>> {
        /// Largest number of candidates of a grid whose cover is kept.
        const SMALL: usize = 25 * 25 * 25;
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let is_small = size.num_candidates() <= SMALL;
        if !is_small || !rules.pairs().is_empty() || !rules.tables().is_empty() {
            return None;
        }
        BLANKS.take(rules, || Blank::new(rules))
    }

    fn new(rules: &Arc<Rules>) -> Option<Blank> {
        let size = rules.size();
        let problem = encode::cover(&Puzzle::new(Arc::clone(rules))).ok()?;
        let mut options = vec![None; size.num_candidates()];
        for option in problem.options() {
            let candidate = encode::candidate_of_option(&problem, option, size)?;
            options[candidate.index(size)] = Some(option);
        }
        // Even and odd cells have fewer.
        let options = options.into_iter().collect::<Option<_>>()?;
        let side = size.side();
        Some(Blank {
            problem,
            side,
            options,
        })
    }

    /// Returns the options that a grid chooses.
    fn options(&self, grid: &Grid) -> Vec<OptionId> {
        self.options_of(grid.digits().iter().map(|digit| digit.index()))
    }

    /// Returns the options that a grid chooses with these digits, from 0.
    fn options_of(&self, digits: impl Iterator<Item = usize>) -> Vec<OptionId> {
        let cells = self.options.chunks_exact(self.side).zip(digits);
        cells.map(|(options, digit)| options[digit]).collect()
    }
}

/// Checks that an engine which answers that there are no more solutions has found
/// every solution that any engine found.
fn check_claims(answers: &[Answer], wrong: &mut Vec<String>) {
    let outcomes = || {
        answers.iter().filter_map(|answer| {
            let (outcome, grids) = answer.result.as_ref().ok()?;
            Some((&answer.engine, outcome, grids))
        })
    };
    for (claimant, outcome, its) in outcomes() {
        if !outcome.is_complete() {
            continue;
        }
        let its: BTreeSet<&Grid> = its.iter().collect();
        for (other, _, grids) in outcomes() {
            if grids.iter().any(|grid| !its.contains(grid)) {
                wrong.push(format!(
                    "{claimant} says that there {} and no more, but {other} found another one",
                    are(its.len() as u64)
                ));
            }
        }
    }
}

/// Compares with what the input says.
fn check_expected(
    puzzle: &Puzzle,
    expected: &Expected,
    answers: &[Answer],
    wrong: &mut Vec<String>,
) {
    wrong.extend(wrong_solution(puzzle, expected));
    for Answer { engine, result, .. } in answers {
        let Ok((outcome, grids)) = result else {
            continue;
        };
        let is_complete = outcome.is_complete();
        wrong.extend(miscount(expected, engine, outcome.count, is_complete));
        if let Some(grid) = &expected.solution
            && is_complete
            && !grids.contains(grid)
        {
            wrong.push(format!(
                "{engine} did not find the solution that the input gives"
            ));
        }
    }
}

/// Returns the sentence that the solution which an input gives is none, if so.
pub fn wrong_solution(puzzle: &Puzzle, expected: &Expected) -> Option<String> {
    let fault = check::grid(puzzle, expected.solution.as_ref()?).err()?;
    Some(format!("the input's own solution is wrong: {fault}"))
}

/// Returns the sentence that an engine found another number of solutions than an input says, if
/// so. `is_complete` is set if there are no more than those found.
pub fn miscount(
    expected: &Expected,
    engine: &str,
    found: u64,
    is_complete: bool,
) -> Option<String> {
    let count = expected.count?;
    let more = if is_complete { "" } else { " at least" };
    (found > count || is_complete && found != count).then(|| {
        let there_are = are(count);
        format!("the input says that there {there_are}, {engine} says{more} {found}")
    })
}

/// Sums up.
fn judge(answers: Vec<Answer>, wrong: Vec<String>, limit: Option<Duration>) -> Comparison {
    let lies = answers
        .iter()
        .any(|answer| matches!(answer.result, Err(EngineError::Lied { .. })));
    let failures: Vec<String> = answers
        .iter()
        .filter_map(|answer| answer.result.as_ref().err().map(EngineError::to_string))
        .collect();
    if lies || !wrong.is_empty() {
        return Comparison {
            answers,
            judgement: Judgement::Disagreed,
            notes: failures.into_iter().chain(wrong).collect(),
        };
    }
    let mut notes = failures;
    let is_failed = !notes.is_empty();
    notes.extend(answers.iter().filter_map(|answer| {
        let (outcome, _) = answer.result.as_ref().ok()?;
        gave_up(&answer.engine, outcome, limit)
    }));
    let judgement = match agreement(&answers) {
        _ if is_failed => Judgement::Failed,
        Ok(()) => Judgement::Agreed,
        Err(missing) => {
            notes.extend(missing);
            Judgement::NotCrossChecked
        }
    };
    Comparison {
        answers,
        judgement,
        notes,
    }
}

/// Checks that answers which do not contradict each other are an agreement. Otherwise returns
/// what is missing, unless no engine answered.
fn agreement(answers: &[Answer]) -> Result<(), Option<String>> {
    let answered: Vec<(&str, &End)> = answers
        .iter()
        .filter_map(|answer| Some((&*answer.lineage, &answer.result.as_ref().ok()?.0.end)))
        .filter(|(_, end)| !matches!(end, End::GaveUp(_)))
        .collect();
    // Solutions found are checked, a proof is checked, clashing clues are seen.
    let is_sure = answered.iter().any(|(_, end)| {
        matches!(
            end,
            End::Enough
                | End::Exhausted(Evidence::Proof | Evidence::Checked(_) | Evidence::Clash(_))
        )
    });
    let is_searched = answered
        .iter()
        .any(|(_, end)| matches!(end, End::Exhausted(Evidence::Search)));
    let lineages = answered.iter().map(|(lineage, _)| lineage).unique().count();
    match is_sure || is_searched && lineages > 1 {
        true => Ok(()),
        false => Err(missing(lineages, is_searched)),
    }
}

/// Returns the number of solutions as a verb and its object: `are 2 solutions`.
fn are(count: u64) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{verb} {}", counted(count, "solution"))
}

/// Returns the note about an engine that gave up.
fn gave_up(engine: &str, outcome: &Outcome, limit: Option<Duration>) -> Option<String> {
    let End::GaveUp(stop) = outcome.end else {
        return None;
    };
    let why = match (stop, limit) {
        (Stop::Time, Some(limit)) => format!("gave up after {} s", limit.as_secs_f64()),
        _ => format!("gave up: {stop}"),
    };
    let found = match outcome.solvability() {
        Solvability::Solved => format!(", with {} found", counted(outcome.count, "solution")),
        _ => String::new(),
    };
    Some(format!("not cross-checked by {engine}: it {why}{found}"))
}

/// Returns the reason why answers that do not contradict each other are no agreement: only
/// one lineage answered, or SAT solvers claim completeness without a proof. Returns `None`
/// if there is no such reason.
fn missing(lineages: usize, is_searched: bool) -> Option<String> {
    let text = match lineages {
        0 => return None,
        1 => "only one engine answered",
        _ if !is_searched => {
            "several SAT solvers say that there are no more solutions, none gave a proof"
        }
        _ => return None,
    };
    Some(text.into())
}
