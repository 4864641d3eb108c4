//! What is fuzzed: a function of any bytes for each reader and for the solver. It panics if
//! what holds of all inputs does not hold of these.
//!
//! | target | what holds beside "no panic" |
//! |---|---|
//! | `dimacs` | the reader and that of the trusted base agree; what is written reads back |
//! | `answers` | an accepted model satisfies each clause, by both readers; what is written reads back |
//! | `puzzles` | a puzzle that was read reads back from its description, and from its JSON |
//! | `covers` | a problem that was read in any form reads back from each form that can express it |
//! | `drat`, `lrat`, `veripb` | no proof of a formula with a model is accepted; what the trusted base accepts, the other checker accepts; steps read back |
//! | `journal` | an answer taken from a journal is true if it was verified again; what is written reads back |
//! | `solver` | sequences of calls agree with a truth table, and each step of the proof is right |

// In the tests this file is a module of a program.
#![allow(unreachable_pub)]

use sudosat::batch::Record;
use sudosat::batch::journal::{Asked, Chain, Finished, Header, Reader, Source};
use sudosat::budget::{Budget, Interrupt};
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::check::{self, Auditor, LratChecker, PbpChecker};
use sudosat::cover::{self, ExactCover, knuth, xcc, zero_one};
use sudosat::engine::{self, Limit};
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, Lit, dimacs as cnf_text};
use sudosat::proof::{self, Shared, pbp};
use sudosat::sudoku::text::{self, Entry, Options};
use sudosat::sudoku::{Grid, Puzzle, print};
use sudosat::trusted;

/// A function of any bytes, which panics on a fault.
pub type Target = fn(&[u8]);

/// Every target, by its name.
pub const TARGETS: [(&str, Target); 9] = [
    ("dimacs", dimacs),
    ("answers", answers),
    ("puzzles", puzzles),
    ("covers", covers),
    ("drat", drat),
    ("lrat", lrat),
    ("veripb", veripb),
    ("journal", journal),
    ("solver", solver),
];

/// The longest input of a target, in bytes: longer ones find nothing new, and take longer.
pub const LONGEST: usize = 4096;

/// Reads a formula with both readers, and writes it.
pub fn dimacs(data: &[u8]) {
    let ours = cnf_text::read(data, "f");
    let trusted = trusted::dimacs(data);
    match (&ours, &trusted) {
        (Ok(ours), Ok(trusted)) => {
            let (num_vars, clauses) = trusted.parts();
            assert_eq!(num_vars as usize, ours.num_vars());
            assert!(numbers(ours).eq(clauses.iter().cloned()));
        }
        // Only the reader of all commands takes `%` for the end.
        (Ok(_), Err(_)) => assert!(data.contains(&b'%'), "the trusted reader refuses it"),
        // Only the trusted reader takes variables from 2³⁰ on.
        (Err(error), Ok(trusted)) => assert!(trusted.parts().0 >= 1 << 30, "{error}"),
        (Err(_), Err(_)) => {}
    }
    if let Ok(cnf) = ours {
        let mut written = Vec::new();
        cnf_text::write(&cnf, &mut written).expect("memory takes all");
        assert_eq!(
            cnf_text::read(&written[..], "f").expect("it was written"),
            cnf
        );
    }
}

fn numbers(cnf: &Cnf) -> impl Iterator<Item = Vec<i32>> + '_ {
    let clauses = cnf.clauses();
    clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
}

/// A formula with four models, for answers and for proofs that must not be accepted.
fn satisfiable() -> Cnf {
    let clauses = [&[1, 2][..], &[-1, 3], &[-2, -3, 4], &[1, -4], &[2, 3, -4]];
    clauses.into_iter().collect()
}

/// Formulas without a model: units that clash, two variables, three pigeons in two holes,
/// three variables.
pub fn unsatisfiable(number: u8) -> Cnf {
    let clauses: &[&[i32]] = match number % 4 {
        0 => &[&[1], &[-1]],
        1 => &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]],
        2 => &[
            &[1, 2],
            &[3, 4],
            &[5, 6],
            &[-1, -3],
            &[-1, -5],
            &[-3, -5],
            &[-2, -4],
            &[-2, -6],
            &[-4, -6],
        ],
        _ => &[
            &[1, 2, 3],
            &[1, 2, -3],
            &[1, -2, 3],
            &[1, -2, -3],
            &[-1, 2, 3],
            &[-1, 2, -3],
            &[-1, -2, 3],
            &[-1, -2, -3],
        ],
    };
    clauses.iter().copied().collect()
}

/// The same formula as the trusted base reads it.
fn as_trusted(cnf: &Cnf) -> trusted::Formula {
    let mut text = Vec::new();
    cnf_text::write(cnf, &mut text).expect("memory takes all");
    trusted::dimacs(&text).expect("it was written")
}

/// Returns `true` if each clause has one of these literals: the definition, once more.
fn satisfies(cnf: &Cnf, lits: &[Lit]) -> bool {
    let is_true = |clause: &[Lit]| clause.iter().any(|lit| lits.contains(lit));
    let is_consistent = lits.iter().all(|&lit| !lits.contains(&!lit));
    is_consistent && cnf.clauses().all(is_true)
}

/// Reads a solver's answer about two formulas.
pub fn answers(data: &[u8]) {
    let cnf = satisfiable();
    if let Ok(answer) = answer::read(data, "a", cnf.num_vars()) {
        let lits = &answer.lits;
        // `check::model` lets variables be open if no clause needs them.
        assert_eq!(check::model(&cnf, lits).is_ok(), satisfies(&cnf, lits));
        let mut written = Vec::new();
        answer::write_status(&mut written, answer.status).expect("memory takes all");
        if answer.has_model {
            answer::write_model(&mut written, lits.iter().copied()).expect("memory takes all");
        }
        let read = answer::read(&written[..], "a", cnf.num_vars()).expect("it was written");
        assert_eq!((read.status, &read.lits), (answer.status, lits));
        assert!(!answer.has_model || answer.status == Status::Satisfiable);
    }
    // Whatever the text is, a formula without a model has none.
    for number in 0..4 {
        let cnf = unsatisfiable(number);
        assert!(trusted::model(&as_trusted(&cnf), data).is_err());
        if let Ok(answer) = answer::read(data, "a", cnf.num_vars()) {
            assert!(check::model(&cnf, &answer.lits).is_err());
        }
    }
}

/// Reads puzzles, and reads them back from two forms that hold everything.
pub fn puzzles(data: &[u8]) {
    // Sizes that take long to print are left out by their digits: at most 25×25 = 625 cells.
    for entry in text::read(data, "p", &Options::default()).take(4) {
        let Ok(entry) = entry else { continue };
        let puzzle = &entry.puzzle;
        if puzzle.size().side() > 25 {
            continue;
        }
        for written in [
            print::description(puzzle).to_string(),
            print::json(puzzle).to_string(),
        ] {
            assert_eq!(&only(&written), puzzle, "{written}");
        }
    }
}

/// Reads the only puzzle of a text that was written.
fn only(written: &str) -> Puzzle {
    let mut entries = text::read(written.as_bytes(), "written", &Options::default());
    let entry = entries.next().expect("a puzzle was written");
    let entry = entry.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert!(
        entries.next().is_none(),
        "one puzzle was written: {written}"
    );
    entry.puzzle
}

/// Reads an exact cover, and reads it back from the forms that can express it.
pub fn covers(data: &[u8]) {
    let warn = |_| {};
    let Ok((problem, _)) = cover::read(data, "c", None, warn) else {
        return;
    };
    let mut text = Vec::new();
    if knuth::write(&problem, &mut text).is_ok() {
        let read = knuth::read(&text[..], "c", warn).expect("it was written");
        assert_eq!(shown(&read), shown(&problem));
    }
    let mut text = Vec::new();
    if xcc::write(&problem, &mut text).is_ok() {
        let read = xcc::read(&text[..], "c", warn).expect("it was written");
        assert_eq!(read.num_options(), problem.num_options());
        assert_eq!(read.num_items(), problem.num_items());
    }
    let mut text = Vec::new();
    if zero_one::write(&problem, &mut text).is_ok() {
        let read = zero_one::read(&text[..], "c", warn).expect("it was written");
        assert_eq!(read.num_options(), problem.num_options());
        assert_eq!(read.num_items(), problem.num_items());
    }
}

/// The problem as a text.
fn shown(problem: &ExactCover) -> String {
    let mut text = Vec::new();
    match knuth::write(problem, &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => error.to_string(),
    }
}

/// Splits the input into the number of a formula and a proof.
fn split(data: &[u8]) -> (Cnf, &[u8]) {
    match data.split_first() {
        Some((number, proof)) => (unsatisfiable(*number), proof),
        None => (unsatisfiable(0), data),
    }
}

/// Checks a DRAT proof.
pub fn drat(data: &[u8]) {
    let (cnf, proof) = split(data);
    let Ok(steps) = proof::drat::read(proof, "p").and_then(Iterator::collect::<Result<Vec<_>, _>>)
    else {
        return;
    };
    let budget = &Budget::unlimited();
    assert!(check::drat(&satisfiable(), &steps, budget).is_err());
    // No fault of the checker is possible here: whatever it says, the formula has no model.
    let _ = check::drat(&cnf, &steps, budget);
}

/// Checks an LRAT proof, in text or binary, with both checkers.
pub fn lrat(data: &[u8]) {
    let (cnf, proof) = split(data);
    let never = || false;
    for (cnf, is_satisfiable) in [(cnf, false), (satisfiable(), true)] {
        let ours = is_refuted_by_lrat(&cnf, proof);
        let trusted = trusted::lrat(&as_trusted(&cnf), proof, &never);
        assert!(!is_satisfiable || !ours && trusted.is_err());
        assert!(ours || trusted.is_err(), "only the trusted base accepts it");
    }
    let steps = proof::lrat::read(proof, "p").into_iter().flatten();
    let mut binary = Vec::new();
    let mut written = Vec::new();
    for step in steps.map_while(Result::ok) {
        step.write_binary(&mut binary);
        written.push(step);
    }
    if !written.is_empty() {
        let read = proof::lrat::read(&binary[..], "p");
        let read: Result<Vec<_>, _> = read.and_then(Iterator::collect);
        assert_eq!(read.expect("it was written"), written);
    }
}

/// As `verify` does: what follows the empty clause is not read.
fn is_refuted_by_lrat(cnf: &Cnf, proof: &[u8]) -> bool {
    let budget = &Budget::unlimited();
    let (Ok(steps), Ok(mut checker)) =
        (proof::lrat::read(proof, "p"), LratChecker::of(cnf, budget))
    else {
        return false;
    };
    for step in steps {
        match step.map(|step| checker.step(&step, budget)) {
            Ok(Ok(())) if checker.is_refuted() => return true,
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return false,
        }
    }
    false
}

/// Checks a VeriPB proof with both checkers.
pub fn veripb(data: &[u8]) {
    let (cnf, proof) = split(data);
    let never = || false;
    // Only the trusted base takes a carriage return for a blank, and numbers over 64 bits.
    let longest = proof.split(|byte| !byte.is_ascii_digit()).map(<[u8]>::len);
    let is_plain = !proof.contains(&b'\r') && longest.max() < Some(18);
    for (cnf, is_satisfiable) in [(cnf, false), (satisfiable(), true)] {
        let ours = is_refuted_by_veripb(&cnf, proof);
        let trusted = trusted::veripb(&as_trusted(&cnf), proof, &never);
        assert!(!is_satisfiable || !ours && trusted.is_err());
        assert!(
            ours || trusted.is_err() || !is_plain,
            "only the trusted base accepts it"
        );
    }
}

fn is_refuted_by_veripb(cnf: &Cnf, proof: &[u8]) -> bool {
    let budget = &Budget::unlimited();
    let Ok(mut checker) = PbpChecker::of(cnf, budget) else {
        return false;
    };
    for step in pbp::Reader::new(proof, "p") {
        match step.map(|step| checker.step(&step, budget)) {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return false,
        }
    }
    checker.finish().is_ok()
}

/// The puzzles of the journals, with the numbers of their solutions.
pub const IN_JOURNAL: [(&str, u64); 4] = [
    (".1.......43..2.1", 1),
    ("......1....23..1", 3),
    ("12....4.........", 0),
    ("11..............", 0),
];

/// The run of the journals: `solve --unique`.
pub fn run_of_journal() -> (Header, Vec<Entry>, Asked) {
    let lines = IN_JOURNAL.map(|(line, _)| line).join("\n");
    let entries = text::read(lines.as_bytes(), "p", &Options::default());
    let entries = entries.collect::<Result<_, _>>().expect("they are puzzles");
    let engine = engine::by_name("cdcl").expect("it is ours");
    let header = Header::new("solve", [("--engine", Some("cdcl".to_owned()))]);
    (header, entries, Asked::solve(&*engine, Limit::UNIQUE))
}

/// Reads a journal. If the first byte is odd, its lines have no seals, and get them here.
pub fn journal(data: &[u8]) {
    let Some((&kind, text)) = data.split_first() else {
        return;
    };
    let (header, entries, asked) = run_of_journal();
    let mut chain = Chain::default();
    let lines = text.split(|&byte| byte == b'\n');
    let journal = match kind % 2 {
        0 => text.to_vec(),
        _ => lines.flat_map(|line| chain.seal(line.to_vec())).collect(),
    };
    let mut lines = Reader::new(&journal[..], Source::Journal, "j".to_owned());
    let found = lines.header();
    if found.is_err() || found.is_ok_and(|found| found.difference(&header).is_some()) {
        return;
    }
    for (entry, (_, number)) in entries.iter().zip(IN_JOURNAL) {
        let Ok(Some(taken)) = lines.answer_of(entry, &asked) else {
            return;
        };
        let (record, solution) = (&taken.record, taken.solution.as_ref());
        if let Some(grid) = solution {
            check::grid(&entry.puzzle, grid).expect("it was checked");
        }
        let written = written(&header, entry, record, solution);
        let mut again = Reader::new(&written[..], Source::Journal, "j".to_owned());
        again.header().expect("it was written");
        let again = again.answer_of(entry, &asked).expect("it was written");
        assert_eq!(again.expect("it was written").record, *record);
        let record = record.clone();
        let verified = taken.verify(entry, &Interrupt::new());
        if verified.is_ok_and(|taken| taken.is_verified) {
            let is_true = match record.complete {
                true => record.solutions == number,
                false => (1..=number).contains(&record.solutions),
            };
            assert!(is_true, "{record:?}");
        }
    }
}

/// Returns a journal of one puzzle.
fn written(header: &Header, entry: &Entry, record: &Record, solution: Option<&Grid>) -> Vec<u8> {
    let mut chain = Chain::default();
    let line = Finished::new(entry, record, solution);
    let header = serde_json::to_vec(header).expect("memory takes all");
    let line = serde_json::to_vec(&line).expect("memory takes all");
    [chain.seal(header), chain.seal(line)].concat()
}

/// Number of variables of the sequences of calls: their truth table has 64 rows, a word.
const VARS: usize = 6;

/// Bit `i` stands for the assignment in which variable `v` has bit `v` of `i` as its value.
#[derive(Clone, Copy)]
struct Table(u64);

impl Table {
    /// The assignments in which the literal is true.
    fn of(lit: Lit) -> u64 {
        let var = lit.var().index();
        let rows = (0..64).filter(|row| row >> var & 1 == 1);
        let column = rows.fold(0, |column, row| column | 1 << row);
        if lit.is_positive() { column } else { !column }
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0 &= lits.iter().fold(0, |rows, &lit| rows | Table::of(lit));
    }

    fn under(self, lits: &[Lit]) -> Table {
        Table(lits.iter().fold(self.0, |rows, &lit| rows & Table::of(lit)))
    }
}

/// A sequence of calls of the solver that the bytes spell, compared with a truth table.
pub fn solver(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let auditor = Shared::new(Auditor::new());
    let mut config = Config::default();
    if let Some(byte) = bytes.next() {
        config.seed = u64::from(byte);
    }
    let mut solver = Solver::new(config).with_observer(Box::new(auditor.clone()));
    solver.reserve_vars(VARS);
    let mut table = Table(u64::MAX);
    while let Some(call) = bytes.next() {
        let count = usize::from(call >> 2) % 6;
        let literal = |byte: u8| Lit::from_code(usize::from(byte) % (2 * VARS));
        let lits: Vec<Lit> = bytes.by_ref().take(count).map(literal).collect();
        match call % 4 {
            0 | 1 => {
                solver.add_clause(&lits);
                table.clause(&lits);
            }
            2 => {
                solver.add_at_most_one(&lits);
                for (place, &first) in lits.iter().enumerate() {
                    for &second in &lits[..place] {
                        table.clause(&[!first, !second]);
                    }
                }
            }
            _ => solve(&mut solver, table, &lits),
        }
        auditor.with(|auditor| assert_eq!(auditor.fault(), None));
    }
    solve(&mut solver, table, &[]);
    if table.0 == 0 {
        auditor.with(|auditor| assert!(auditor.is_refuted()));
    }
}

fn solve(solver: &mut Solver, table: Table, assumptions: &[Lit]) {
    let verdict = solver.solve_with(assumptions, &Budget::unlimited());
    let rows = table.under(assumptions).0;
    match verdict.expect("nothing is written to a file") {
        Verdict::Sat => {
            let model = solver.model().expect("there is a model");
            let lits: Vec<Lit> = model.lits().take(VARS).collect();
            assert_ne!(table.under(&lits).under(assumptions).0, 0, "{model:?}");
        }
        Verdict::Unsat => {
            assert_eq!(rows, 0, "there is a model under {assumptions:?}");
            let core = solver.core();
            assert!(core.iter().all(|lit| assumptions.contains(lit)));
            assert_eq!(table.under(core).0, 0, "{core:?} is no core");
        }
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
}
