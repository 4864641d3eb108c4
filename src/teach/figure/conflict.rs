//! The implication graph of a conflict, whole or as it grows.

use super::diagram::{Diagram, Edge, Look, Node, Route};
use crate::teach::trace::{Event, Graph, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

/// Height of a unit of a graph's row in pixels.
const UNIT: i32 = 9;
/// Gap between the columns of a graph in pixels.
const COLUMN_GAP: i32 = 46;

/// Draws the first conflict that has a graph.
///
/// # Errors
/// If there is none.
pub(super) fn first(trace: &Trace) -> Result<Diagram, String> {
    let first = conflicts(trace)?.into_iter().next();
    let (steps, graph) =
        first.ok_or("the run has no conflict, so there is no implication graph to draw")?;
    Ok(implications(trace, &graph, steps))
}

/// Draws the conflict to which a step leads: before it the part of its graph that the
/// trail holds by then, and from the conflict on all of it.
///
/// # Errors
/// If no conflict follows.
pub(super) fn at(trace: &Trace, step: usize) -> Result<Diagram, String> {
    let events = &trace.runs[0].events;
    let conflicts = conflicts(trace)?;
    // The analysis of a conflict belongs to it, up to the backjump.
    let is_over = |found: usize| {
        let between = events.get(found + 1..step).unwrap_or_default();
        let ends = |event: &Event| {
            matches!(
                event,
                Event::Decide { .. }
                    | Event::Imply { .. }
                    | Event::Backjump { .. }
                    | Event::Flip { .. }
            )
        };
        between.iter().any(ends)
    };
    let next = conflicts.into_iter().find(|&(found, _)| !is_over(found));
    let (found, graph) =
        next.ok_or_else(|| format!("no conflict follows step {step} of the run"))?;
    let mut diagram = implications(trace, &graph, found);
    if step > found {
        return Ok(diagram);
    }
    let mut held: FxHashSet<i32> = FxHashSet::default();
    let mut levels: Vec<(i32, usize)> = Vec::new();
    for event in &events[..step] {
        match *event {
            Event::Decide { lit, level } | Event::Imply { lit, level, .. } => {
                levels.push((lit, level));
            }
            Event::Backjump { to, .. } => levels.retain(|one| one.1 <= to),
            Event::Flip { lit, level, .. } => {
                levels.retain(|one| one.1 < level);
                levels.push((lit, level));
            }
            Event::Restart { .. } => levels.retain(|one| one.1 == 0),
            _ => {}
        }
    }
    held.extend(levels.iter().map(|one| one.0));
    let is_there: Vec<bool> = graph
        .nodes
        .iter()
        .map(|node| held.contains(&node.0))
        .collect();
    let latest = levels.last().map(|one| one.0);
    // Nodes that are not there yet keep their places, so that nothing moves later.
    for ((node, literal), there) in diagram.nodes.iter_mut().zip(&graph.nodes).zip(&is_there) {
        if Some(literal.0) == latest {
            node.look = Look::Changed;
        }
        if !there {
            node.label.clear();
            node.note.clear();
            node.look = Look::Faint;
        }
    }
    diagram
        .edges
        .retain(|edge| is_there[edge.from] && is_there[edge.to]);
    diagram.title += ", not reached yet";
    Ok(diagram)
}

/// Returns the conflicts that have graphs, each with its index among the events.
fn conflicts(trace: &Trace) -> Result<Vec<(usize, Graph)>, String> {
    let run = trace.runs.first().ok_or("the trace has no run")?;
    if !["cdcl", "dpll"].contains(&run.engine.as_str()) {
        let dead_ends = format!("a run of {} has dead ends", run.engine);
        return Err(match trace.puzzle {
            Some(_) => format!(
                "only --engine cdcl and dpll have conflicts; {dead_ends}, which the figure tree shows"
            ),
            None => format!(
                "a conflict is one between the clauses of a formula, and an exact-cover problem has \
                 no clauses: {dead_ends}, which the figure tree shows"
            ),
        });
    }
    let graph = |(index, event): (usize, &Event)| match event {
        Event::Conflict { graph, .. } => Some((index, graph.clone()?)),
        _ => None,
    };
    Ok(run.events.iter().enumerate().filter_map(graph).collect())
}

/// Draws a graph, with the levels that literals have after `steps` steps. The number of
/// the conflict is that of the conflicts up to the next one.
fn implications(trace: &Trace, graph: &Graph, steps: usize) -> Diagram {
    let events = &trace.runs[0].events;
    // For each literal, its level, and whether it was decided.
    let mut levels: FxHashMap<i32, (usize, bool)> = FxHashMap::default();
    for event in &events[..steps] {
        match *event {
            Event::Decide { lit, level } | Event::Flip { lit, level, .. } => {
                levels.insert(lit, (level, true));
            }
            Event::Imply { lit, level, .. } => drop(levels.insert(lit, (level, false))),
            _ => {}
        }
    }
    let level_of = |event: &Event| match *event {
        Event::Conflict { level, .. } => Some(level),
        _ => None,
    };
    let before = events[..steps].iter().filter_map(level_of).count();
    let level = events[steps..].iter().find_map(level_of).unwrap_or(0);
    let title = format!("Conflict {}, on level {level}", before + 1);
    let labels: Vec<String> = graph
        .nodes
        .iter()
        .map(|node| match node.0 {
            Graph::CONFLICT => "✗ conflict".into(),
            lit => trace.literal(lit),
        })
        .collect();
    let width = Diagram::width_for(labels.iter().map(String::as_str));
    let at = |x: i32, y: i32| (x * (width + COLUMN_GAP), y * UNIT);
    let nodes = graph.nodes.iter().zip(labels).map(|(node, label)| {
        let (x, y) = at(node.1, node.2);
        let (of, decided) = levels.get(&node.0).copied().unwrap_or((level, false));
        let (look, note) = match node.0 {
            Graph::CONFLICT => (Look::Wrong, String::new()),
            _ if decided => (Look::Chosen, format!("@{of}")),
            1.. => (Look::True, format!("@{of}")),
            _ => (Look::Negative, format!("@{of}")),
        };
        Node {
            label,
            note,
            x,
            y,
            look,
        }
    });
    let edges = graph.edges.iter().map(|edge| Edge {
        from: edge.0,
        to: edge.1,
        route: Route::Columns(edge.2.iter().map(|&(x, y)| at(x, y)).collect()),
        look: Look::Plain,
    });
    Diagram {
        title,
        nodes: nodes.collect(),
        edges: edges.collect(),
        width,
        height: 24,
        ..Diagram::default()
    }
}
