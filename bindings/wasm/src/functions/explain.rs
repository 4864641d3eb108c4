//! Runs step by step: `explain`.

use super::encode::encoding;
use super::puzzle::Reading;
use super::{Failure, NAME, unknown};
use serde::Deserialize;
use serde_json::Value;
use sudosat::cover::{self, OptionId};
use sudosat::encode;
use sudosat::formula::dimacs;
use sudosat::teach::engine::{CoverEngine, Engine};
use sudosat::teach::labels::Labels;
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::{Unit, Window, json, reduction};

/// Options of `explain`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Explain {
    kind: Kind,
    engine: Option<String>,
    encoding: Option<String>,
    at_most_one: Option<String>,
    /// Number of steps of the run.
    steps: Option<u64>,
    rules: Option<String>,
    symbols: Option<String>,
}

/// The kind of the text.
#[derive(Clone, Copy, Deserialize, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Puzzle,
    /// A formula in DIMACS.
    Cnf,
    /// An exact-cover problem.
    Cover,
}

const ENGINES: [Engine; 4] = [
    Engine::Cdcl,
    Engine::Cover(CoverEngine::DLX),
    Engine::Cover(CoverEngine::MATRIX),
    Engine::Backtrack,
];

/// Returns the trace of a run: the JSON of `sudosat explain --json`.
pub(super) fn explain(text: &str, options: Explain) -> Result<Value, Failure> {
    let steps = options.steps.unwrap_or(Unit::Steps.cap());
    let window: Window = format!("1..{steps}").parse().map_err(Failure::new)?;
    let usual = match options.kind {
        Kind::Puzzle | Kind::Cnf => Engine::Cdcl,
        Kind::Cover => Engine::Cover(CoverEngine::DLX),
    };
    let engine = match &options.engine {
        None => usual,
        Some(name) => {
            let engine = ENGINES.into_iter().find(|engine| engine.name() == name);
            engine.ok_or_else(|| unknown("engine", name, ENGINES.map(Engine::name)))?
        }
    };
    let is_for_puzzles = options.encoding.is_some()
        || options.at_most_one.is_some()
        || options.rules.is_some()
        || options.symbols.is_some();
    if options.kind != Kind::Puzzle && is_for_puzzles {
        let message = "options: encoding, atMostOne, rules and symbols apply to puzzles only";
        return Err(Failure::new(message));
    }
    let trace = match (options.kind, engine) {
        (Kind::Puzzle, _) => {
            let (rules, symbols) = (options.rules, options.symbols);
            let puzzle = Reading { rules, symbols }.only(text)?.puzzle;
            let (name, way) = (options.encoding.as_deref(), options.at_most_one.as_deref());
            let encoding = encoding(&puzzle, name, way)?;
            let (side, most) = (puzzle.size().side(), MAX_ORDER * MAX_ORDER);
            if side > most {
                let message = format!("traces are made up to {most}×{most}, found {side}×{side}");
                return Err(Failure::new(message));
            }
            let size = encode::size(&puzzle, &encoding, reduction::LAYOUT);
            size.fits().map_err(Failure::new)?;
            json::puzzle(&puzzle, &encoding, &[engine], window)
        }
        (Kind::Cnf, Engine::Cdcl) => {
            json::formula(&dimacs::read(text.as_bytes(), NAME)?, engine, window)
        }
        (Kind::Cnf, _) => return Err(Failure::new("a formula takes the engine cdcl")),
        (Kind::Cover, Engine::Cover(engine)) => {
            let (problem, _) = cover::read(text.as_bytes(), NAME, None, |_| {})?;
            if problem.has_colors() || problem.has_bounds() {
                return Err(Failure::new(
                    "explain knows neither colours (item:colour) nor bounds (2:3|item) yet",
                ));
            }
            let number = |option: OptionId| (option.index() + 1).to_string();
            let labels = Labels::named(&problem, problem.options().map(number).collect());
            json::problem(&problem, &labels, engine, window)
        }
        (Kind::Cover, _) => {
            return Err(Failure::new(
                "an exact-cover problem takes the engine dlx or matrix",
            ));
        }
    };
    let trace = trace.map_err(Failure::new)?;
    serde_json::to_value(trace).map_err(Failure::new)
}
