//! The live page's engine: a request in, a document out.
//!
//! The page sends what the user typed as JSON. The same function answers
//! natively and as WebAssembly, with the same bytes.

use super::{Lesson, MOST, check_showable};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::cover;
use crate::encode::{AtMostOne, Encoding};
use crate::formula::{Lit, dimacs};
use crate::sudoku::text;
use crate::teach::engine::{CoverEngine, Engine};
use crate::teach::labels::Labels;
use crate::teach::window::{Unit, Window};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request of the page.
#[derive(Deserialize)]
struct Request {
    kind: Kind,
    text: String,
    /// Name of the encoding; if missing, the lecture's where it has families for all rules, and
    /// `extended` otherwise.
    #[serde(default)]
    encoding: Option<String>,
    /// Name of the engine whose tab opens; of the two for exact covers, also the one
    /// whose run is made (`dlx` if missing). DPLL runs only if it is named.
    #[serde(default)]
    engine: Option<String>,
    /// Seed of the random choice among columns with equally few rows; the leftmost is taken if missing.
    #[serde(default)]
    seed: Option<u64>,
    /// The literals that CDCL and DPLL decide first, as DIMACS numbers.
    #[serde(default)]
    decide: Vec<i32>,
    /// Number of steps of a run to show.
    #[serde(default)]
    steps: Option<u64>,
}

/// The kind of the text that was typed.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Puzzle,
    /// A formula in DIMACS.
    Cnf,
    /// An exact-cover problem in Knuth's form or as a 0/1 matrix.
    Cover,
}

/// Name of the text in error messages.
const NAME: &str = "text";
/// Largest number of steps that a request may ask for. Chosen by hand to keep
/// the page fast.
const MOST_STEPS: u64 = 20_000;

/// A request for the number of conflicts that our solver needs for a formula, with all its
/// techniques, and with or without counting.
#[derive(Deserialize)]
struct Effort {
    /// The formula in DIMACS.
    effort: String,
    counting: bool,
    /// The largest number of conflicts.
    conflicts: u64,
}

/// Answers a request with the document, or with `{"error": …}` and a message. The answer to an
/// `Effort` is the verdict (`sat`, `unsat`, or `unknown` at the limit) and the number of conflicts.
pub fn answer(request: &str) -> String {
    let answer = serde_json::from_str(request)
        .map_err(|error| error.to_string())
        .and_then(|request: Value| match request.get("effort") {
            Some(_) => effort(request),
            None => serde_json::to_string(&lesson(request)?).map_err(|error| error.to_string()),
        });
    answer.unwrap_or_else(|error| json!({ "error": error }).to_string())
}

fn effort(request: Value) -> Result<String, String> {
    let request: Effort = serde_json::from_value(request).map_err(|error| error.to_string())?;
    let formula =
        dimacs::read(request.effort.as_bytes(), NAME).map_err(|error| error.to_string())?;
    let mut solver = Solver::new(Config {
        counting: request.counting,
        ..Config::default()
    });
    solver.add_cnf(&formula);
    let budget = Budget::unlimited().with_steps(request.conflicts);
    let verdict = match solver.solve(&budget).map_err(|error| error.to_string())? {
        Verdict::Sat => "sat",
        Verdict::Unsat => "unsat",
        Verdict::Unknown(Stop::Steps) => "unknown",
        Verdict::Unknown(reason) => return Err(reason.to_string()),
    };
    Ok(json!({ "verdict": verdict, "conflicts": solver.stats().conflicts }).to_string())
}

fn lesson(request: Value) -> Result<Lesson, String> {
    let request: Request = serde_json::from_value(request).map_err(|error| error.to_string())?;
    let steps = request
        .steps
        .unwrap_or(Unit::Steps.cap())
        .clamp(1, MOST_STEPS);
    let window: Window = format!("1..{steps}").parse()?;
    let decide: Vec<Lit> = request
        .decide
        .iter()
        .filter_map(|&number| Lit::from_dimacs(number))
        .collect();
    let engine = match &request.engine {
        None => None,
        Some(name) => {
            let engine = Engine::by_name(name).ok_or("no such engine")?;
            Some(engine.with_seed(request.seed))
        }
    };
    let text = request.text.as_bytes();
    match request.kind {
        Kind::Puzzle => {
            let mut puzzles = text::read(text, NAME, &text::Options::default());
            let entry = puzzles.next().ok_or("expected a puzzle")?;
            let puzzle = entry.map_err(|error| error.to_string())?.puzzle;
            let encoding = match &request.encoding {
                None => Encoding::usual(puzzle.rules()),
                Some(name) => encoding(name).ok_or("no such encoding")?,
            };
            let expressed = encoding.expresses(puzzle.rules());
            expressed.map_err(|error| error.to_string())?;
            check_showable(&puzzle, &encoding, true)?;
            let size = puzzle.size();
            known(&decide, size.num_candidates())?;
            Lesson::deciding(&puzzle, &encoding, engine, window, &decide)
        }
        Kind::Cnf => {
            if !matches!(engine, None | Some(Engine::Cdcl | Engine::Dpll)) {
                return Err("a formula takes cdcl or dpll".into());
            }
            let formula = dimacs::read(text, NAME).map_err(|error| error.to_string())?;
            few(formula.num_vars(), "variables")?;
            known(&decide, formula.num_vars())?;
            Lesson::of_formula_deciding(&formula, engine, window, &decide)
        }
        Kind::Cover => {
            let engine = match engine {
                None => CoverEngine {
                    seed: request.seed,
                    ..CoverEngine::DLX
                },
                Some(Engine::Cover(engine)) => engine,
                Some(_) => return Err("an exact-cover problem takes dlx or matrix".into()),
            };
            let (problem, _) =
                cover::read(text, NAME, None, |_| {}).map_err(|error| error.to_string())?;
            few(problem.num_options(), "options")?;
            few(problem.items().count(), "items")?;
            let labels = Labels::of_problem(&problem);
            Lesson::of_problem(&problem, &labels, engine, window)
        }
    }
    .map_err(|error| error.to_string())
}

/// Returns the encoding with the name used in documents: `lecture`,
/// `extended-product`.
fn encoding(name: &str) -> Option<Encoding> {
    match name.split_once('-') {
        Some((name, way)) => {
            let way = AtMostOne::by_name(way)?;
            Some(Encoding::by_name(name)?.with_at_most_one(way))
        }
        None => Encoding::by_name(name),
    }
}

fn few(number: usize, what: &str) -> Result<(), String> {
    match number {
        0..=MOST => Ok(()),
        _ => Err(format!("a page shows up to {MOST} {what}, found {number}")),
    }
}

fn known(decide: &[Lit], vars: usize) -> Result<(), String> {
    match decide.iter().find(|lit| lit.var().index() >= vars) {
        Some(lit) => Err(format!("there is no variable {}", lit.var().to_dimacs())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(request: serde_json::Value) -> serde_json::Value {
        serde_json::from_str(&answer(&request.to_string())).unwrap()
    }

    #[test]
    fn what_is_no_request_or_no_puzzle_is_told() {
        for (request, told) in [
            (json!({}), "missing field"),
            (json!({"kind": "puzzle", "text": ""}), "text"),
            (json!({"kind": "puzzle", "text": "12"}), "text:1"),
            (
                json!({"kind": "puzzle", "text": ".".repeat(256)}),
                "found n = 4",
            ),
            (
                json!({"kind": "puzzle", "text": ".".repeat(16), "encoding": "none"}),
                "no such encoding",
            ),
            (
                json!({"kind": "puzzle", "text": ".".repeat(16), "decide": [65]}),
                "no variable 65",
            ),
            (
                json!({"kind": "cnf", "text": "p cnf 1 1\n2 0\n"}),
                "text:2:1",
            ),
            (
                json!({"kind": "cnf", "text": "p cnf 2001 0\n"}),
                "2000 variables",
            ),
            (json!({"kind": "cover", "text": "a b\na c\n"}), "text:2"),
            (
                json!({"kind": "puzzle", "text": ".", "engine": "none"}),
                "no such engine",
            ),
            (
                json!({"kind": "cnf", "text": "p cnf 1 0\n", "engine": "dlx"}),
                "takes cdcl or dpll",
            ),
            (
                json!({"kind": "cover", "text": "a\na\n", "engine": "cdcl"}),
                "takes dlx or matrix",
            ),
        ] {
            let answer = asked(request.clone());
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(error.contains(told), "{request}: {answer}");
        }
        assert!(answer("no JSON").contains("error"));
    }

    /// Five pigeons in four holes: many conflicts by resolution, none by counting.
    #[test]
    fn the_effort_of_a_formula_is_told() {
        let var = |pigeon: usize, hole: usize| 4 * pigeon + hole + 1;
        let mut text = "p cnf 20 45\n".to_owned();
        for pigeon in 0..5 {
            let holes: Vec<String> = (0..4).map(|hole| var(pigeon, hole).to_string()).collect();
            text += &format!("{} 0\n", holes.join(" "));
        }
        for hole in 0..4 {
            for (one, other) in (0..5).flat_map(|one| (one + 1..5).map(move |other| (one, other))) {
                text += &format!("-{} -{} 0\n", var(one, hole), var(other, hole));
            }
        }
        let effort = |counting: bool, conflicts: u64| {
            asked(json!({"effort": text, "counting": counting, "conflicts": conflicts}))
        };
        assert_eq!(
            effort(true, 10),
            json!({"verdict": "unsat", "conflicts": 0})
        );
        let without = effort(false, 1000);
        assert_eq!(without["verdict"], "unsat");
        assert!(without["conflicts"].as_u64().unwrap() >= 20, "{without}");
        assert_eq!(effort(false, 10)["verdict"], "unknown");
        let sat = asked(json!({"effort": "p cnf 1 1\n1 0\n", "counting": true, "conflicts": 9}));
        assert_eq!(sat["verdict"], "sat");
        let wrong = asked(json!({"effort": "p cnf 1 1\n2 0\n", "counting": true, "conflicts": 9}));
        assert!(
            wrong["error"].as_str().unwrap().contains("text:2:1"),
            "{wrong}"
        );
    }

    #[test]
    fn dpll_runs_where_it_is_asked_for() {
        let engines = |request: serde_json::Value| {
            let answer = asked(request);
            let traces = answer["traces"].as_array().unwrap();
            let runs = traces.iter().map(|trace| {
                let runs = trace["runs"].as_array().unwrap().iter();
                let names = runs.map(|run| run["engine"].as_str().unwrap().to_owned());
                names.collect::<Vec<_>>().join(" ")
            });
            (answer["opens"].clone(), runs.collect::<Vec<_>>())
        };
        let blank = ".".repeat(16);
        let (opens, runs) =
            engines(json!({"kind": "puzzle", "text": blank, "engine": "dpll", "steps": 10}));
        assert_eq!(opens, "dpll");
        assert_eq!(runs, ["cdcl dpll dlx backtrack", "cdcl dpll"]);
        let (_, runs) = engines(json!({"kind": "puzzle", "text": blank, "steps": 10}));
        assert_eq!(runs, ["cdcl dlx backtrack", "cdcl"]);
        let formula = "p cnf 2 1\n1 2 0\n";
        let request = json!({"kind": "cnf", "text": formula, "engine": "dpll", "decide": [-2]});
        assert_eq!(
            asked(request.clone())["traces"][0]["runs"][1]["events"][0]["lit"],
            -2
        );
        assert_eq!(engines(request), ("dpll".into(), vec!["cdcl dpll".into()]));
    }

    #[test]
    fn decisions_come_first() {
        let text = "p cnf 3 2\n1 2 3 0\n-1 -2 0\n";
        let events = |decide: &[i32]| {
            let answer = asked(json!({"kind": "cnf", "text": text, "decide": decide}));
            answer["traces"][0]["runs"][0]["events"].clone()
        };
        assert_eq!(events(&[])[0]["lit"], 1);
        assert_eq!(events(&[-3, 2])[0]["lit"], -3);
        assert_eq!(events(&[-3, 2])[1]["lit"], 2);
        let failed = events(&[1, 2]);
        let last = failed.as_array().unwrap().last().unwrap();
        assert_eq!(last["t"], "nosolution");
        let answer =
            asked(json!({"kind": "cnf", "text": text, "engine": "dpll", "decide": [1, 2]}));
        let line = |engine: &str, letter: &str| {
            let lines = answer["algorithms"][engine].as_array().unwrap();
            let line = lines.iter().find(|line| line[0] == letter);
            line.map_or("", |line| line[2].as_str().unwrap())
        };
        let runs = &answer["traces"][0]["runs"];
        assert_eq!(runs[0]["at"], "diaa");
        assert!(
            line("cdcl", "a").ends_with("undo all and stop: no solution under these decisions.")
        );
        assert!(line("cdcl", "d").contains("the next literal asked for, or else"));
        assert!(line("dpll", "d").contains("the first open literal asked for, or else"));
        assert_eq!(line("dpll", "a"), "");
    }
}
