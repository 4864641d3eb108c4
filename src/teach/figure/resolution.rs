//! The resolutions of a conflict: from the violated clause, resolvent after resolvent, to the
//! clause that is learned.

use super::diagram::{Diagram, Edge, Look, Node, Route};
use crate::teach::trace::{Event, Trace};

/// Distance of two resolvents in pixels.
const DOWN: i32 = 70;
/// Gap between the resolvents and the clauses that they are resolved with, in pixels.
const GAP: i32 = 40;
/// Height of a clause in pixels.
const HEIGHT: i32 = 28;

/// Draws the resolutions of the first conflict that has some.
///
/// # Errors
/// If there is none.
pub(super) fn first(trace: &Trace) -> Result<Diagram, String> {
    let conflicts = analysed(trace)?;
    let first = conflicts.first().ok_or("the run resolves no clauses")?;
    Ok(resolutions(trace, *first))
}

/// Draws the resolutions of the conflict of a step, or of the next one.
///
/// # Errors
/// If there is none.
pub(super) fn at(trace: &Trace, step: usize) -> Result<Diagram, String> {
    let conflicts = analysed(trace)?;
    let mut later = conflicts.into_iter().filter(|&found| found + 1 >= step);
    let next = later
        .next()
        .ok_or_else(|| format!("no conflict that is resolved follows step {step} of the run"))?;
    Ok(resolutions(trace, next))
}

/// Returns the indices of the conflicts that a resolution follows.
///
/// # Errors
/// If the run is of an engine that does not resolve.
fn analysed(trace: &Trace) -> Result<Vec<usize>, String> {
    let run = trace.runs.first().ok_or("the trace has no run")?;
    if run.engine != "cdcl" {
        return Err(format!(
            "the resolutions are those of --engine cdcl, and {} has none",
            run.engine
        ));
    }
    let pairs = run.events.windows(2).enumerate();
    let analysed =
        pairs.filter(|(_, pair)| matches!(pair, [Event::Conflict { .. }, Event::Resolve { .. }]));
    Ok(analysed.map(|(index, _)| index).collect())
}

fn resolutions(trace: &Trace, conflict: usize) -> Diagram {
    let events = &trace.runs[0].events;
    let words = |clause: &[i32]| match clause {
        [] => "the empty clause".to_owned(),
        clause => {
            let names: Vec<String> = clause.iter().map(|&lit| trace.literal(lit)).collect();
            names.join(" ∨ ")
        }
    };
    let mut labels = Vec::new();
    let mut learned = None;
    let mut leaves_out = false;
    for event in &events[conflict..] {
        match event {
            Event::Conflict { by, .. } if labels.is_empty() => {
                let clause = clause_of(trace, *by);
                labels.push((format!("#{by}: {}", words(&clause)), String::new(), None));
            }
            Event::Resolve {
                on,
                with,
                clause,
                fixed,
                ..
            } => {
                leaves_out |= !fixed.is_empty();
                let reason = format!("#{with}: {}", words(&clause_of(trace, *with)));
                let about = format!("on {}", trace.literal(*on));
                labels.push((words(clause), about, Some(reason)));
            }
            Event::Minimize { clause } => {
                labels.push((words(clause), "shortened".to_owned(), None));
            }
            Event::Learn { id, .. } => {
                learned = Some(*id);
                break;
            }
            _ => break,
        }
    }
    if let (Some(id), Some(last)) = (learned, labels.last_mut()) {
        last.0 = format!("learned #{id}: {}", last.0);
    }
    let all = labels
        .iter()
        .flat_map(|(label, _, reason)| [Some(label), reason.as_ref()]);
    let width = Diagram::width_for(all.flatten().map(String::as_str));
    let node = |label: &str, note: &str, column: i32, row: usize, look| Node {
        label: label.to_owned(),
        note: note.to_owned(),
        x: column * (width + GAP),
        y: row as i32 * DOWN,
        look,
    };
    let mut nodes: Vec<Node> = Vec::new();
    let mut edges = Vec::new();
    let mut rows = Vec::new();
    let mut last = None;
    for (row, (label, about, reason)) in labels.iter().enumerate() {
        let look = match (row, row + 1 == labels.len() && learned.is_some()) {
            (0, _) => Look::Wrong,
            (_, true) => Look::Right,
            _ => Look::Plain,
        };
        // The resolvent, below the two clauses that it comes from.
        let place = nodes.len();
        nodes.push(node(label, about, 0, row, look));
        let mut parents: Vec<usize> = last.into_iter().collect();
        if let Some(reason) = reason {
            parents.push(nodes.len());
            nodes.push(node(reason, "", 1, row - 1, Look::Plain));
            rows.push(vec![
                (about.clone(), Look::Plain),
                (format!("with {reason}"), Look::Plain),
            ]);
        }
        let gives = if row == 0 { "conflict" } else { "gives" };
        rows.push(vec![(gives.to_owned(), Look::Plain), (label.clone(), look)]);
        edges.extend(parents.into_iter().map(|from| Edge {
            from,
            to: place,
            route: Route::Down,
            look: Look::Plain,
        }));
        last = Some(place);
    }
    let what = match leaves_out {
        true => "Resolution, without literals that are false at level 0",
        false => "Resolution",
    };
    Diagram {
        title: format!("{what}: from the conflict to the learned clause"),
        nodes,
        edges,
        width,
        height: HEIGHT,
        beside: Vec::new(),
        rows,
    }
}

/// Returns the clause of a number: one of the formula, or a learned one.
fn clause_of(trace: &Trace, id: u64) -> Vec<i32> {
    let clauses = trace.cnf.as_ref().map_or(&[][..], |cnf| &cnf.clauses);
    let own = usize::try_from(id)
        .ok()
        .and_then(|id| clauses.get(id.checked_sub(1)?));
    let learned = trace.runs[0].events.iter().find_map(|event| match event {
        Event::Learn {
            id: number, clause, ..
        } if *number == id => Some(clause),
        _ => None,
    });
    own.or(learned).cloned().unwrap_or_default()
}
