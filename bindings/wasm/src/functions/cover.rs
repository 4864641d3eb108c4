//! Exact-cover problems: `cover`.

use super::{Failure, NAME, budget, unknown};
use serde::Deserialize;
use serde_json::{Value, json};
use sudosat::check;
use sudosat::cover::{self, Choice, ExactCover, Method, OptionId};

/// Options of `cover`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Cover {
    engine: String,
    count: u64,
    steps: Option<u64>,
}

impl Default for Cover {
    fn default() -> Cover {
        Cover {
            engine: Method::Auto.name().into(),
            count: 1,
            steps: None,
        }
    }
}

/// The searches that list solutions.
const METHODS: [Method; 6] = [
    Method::Auto,
    Method::Dlx,
    Method::Sparse,
    Method::Bits,
    Method::Planes,
    Method::Matrix,
];

/// Solves an exact-cover problem in any of the program's forms. The fields of the
/// answer are those of `sudosat cover --json`.
pub(super) fn cover(text: &str, options: Cover) -> Result<Value, Failure> {
    let Cover {
        engine,
        count,
        steps,
    } = options;
    if count == 0 {
        return Err(Failure::new("options: found count 0, expected at least 1"));
    }
    let method = METHODS.into_iter().find(|method| method.name() == engine);
    let method = method.ok_or_else(|| unknown("engine", &engine, METHODS.map(Method::name)))?;
    let (problem, _) = cover::read(text.as_bytes(), NAME, None, |_| {})?;
    let mut search = method
        .start(&problem, Choice::Smallest)
        .map_err(Failure::new)?;
    let budget = budget(steps);
    let mut solutions = Vec::new();
    let end = loop {
        if solutions.len() as u64 == count {
            break Ok(false);
        }
        match search.advance(&budget) {
            Err(stop) => break Err(stop),
            Ok(false) => break Ok(true),
            Ok(true) => {
                let options = search.solution();
                let wrong = |fault| Failure::new(format!("the engine's answer is wrong: {fault}"));
                check::cover(&problem, options).map_err(wrong)?;
                let told = options.iter().map(|&option| told(&problem, option));
                solutions.push(told.collect::<Value>());
            }
        }
    };
    let mut answer = json!({
        "items": problem.num_items(),
        "primary": problem.num_primary(),
        "options": problem.num_options(),
        "entries": problem.num_entries(),
        "engine": engine,
        "answer": match (solutions.is_empty(), &end) {
            (false, _) => "solved",
            (true, Ok(_)) => "no solution",
            (true, Err(_)) => "unknown",
        },
        "count": solutions.len(),
        "complete": end == Ok(true),
        "steps": search.steps().into_iter().collect::<Value>(),
    });
    answer["solutions"] = solutions.into();
    if let Err(stop) = end {
        answer["gave_up"] = stop.to_string().into();
    }
    Ok(answer)
}

/// Returns an option of a solution: its number from 1, and its items.
fn told(problem: &ExactCover, option: OptionId) -> Value {
    let text = problem.text(option);
    let items: Vec<&str> = text.split_whitespace().collect();
    json!({ "number": option.index() + 1, "items": items })
}
