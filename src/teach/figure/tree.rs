//! The search tree of a run, drawn from its events.

use super::diagram::{Diagram, Edge, Look, Node, Route};
use crate::teach::trace::{Event, Trace};

/// Distance between two levels in pixels.
const DOWN: i32 = 52;
/// Gap between two leaves in pixels.
const GAP: i32 = 10;

/// A tree under construction: the nodes in the order of visits, each with its
/// parent.
#[derive(Default)]
struct Tree {
    words: Vec<(String, Look)>,
    parents: Vec<Option<usize>>,
    /// The nodes from the root to the current one.
    path: Vec<usize>,
}

impl Tree {
    /// Adds a node below the current one, which becomes the current node.
    fn enter(&mut self, word: String, look: Look) {
        self.parents.push(self.path.last().copied());
        self.path.push(self.words.len());
        self.words.push((word, look));
    }

    /// Adds a leaf below the current node.
    fn leaf(&mut self, word: String, look: Look) {
        self.enter(word, look);
        self.path.pop();
    }

    /// Leaves the current node without a solution.
    fn give_up(&mut self) {
        if let Some(node) = self.path.pop() {
            self.words[node].1 = Look::Faint;
        }
    }
}

/// Draws the tree of a run of backtracking or of a search for an exact cover, whole or as it
/// is after a step, with the node marked at which the search stands.
///
/// # Errors
/// If the run has no such tree.
pub fn tree(trace: &Trace, step: Option<usize>) -> Result<Diagram, String> {
    let run = trace.runs.first().ok_or("the trace has no run")?;
    if run.engine == "cdcl" {
        let engines = match trace.puzzle {
            Some(_) => "backtrack, dpll, dlx or matrix",
            None => "dpll",
        };
        return Err(format!(
            "a run of cdcl has no search tree, because it jumps back over several decisions at \
             once; take --engine {engines}, or draw the figure conflict"
        ));
    }
    let mut tree = Tree::default();
    tree.enter("root".into(), Look::Plain);
    let rules = trace.puzzle.as_ref().map(|puzzle| puzzle.rules());
    let size = rules.transpose()?.map(|rules| rules.size());
    let cell = |index: usize| match size {
        Some(size) => size.cell(index).to_string(),
        None => index.to_string(),
    };
    let steps = step.unwrap_or(run.events.len());
    for event in &run.events[..steps] {
        match *event {
            Event::Decide { lit, .. } => tree.enter(trace.literal(lit), Look::True),
            Event::Conflict { by, .. } => {
                tree.leaf(format!("✗ clause {by}"), Look::Wrong);
            }
            Event::Flip { lit, level, .. } => {
                // The root is level 0.
                while tree.path.len() > level {
                    tree.give_up();
                }
                tree.enter(trace.literal(lit), Look::True);
            }
            Event::Try {
                cell: at, digit, ..
            } => tree.enter(format!("{}={digit}", cell(at)), Look::True),
            Event::Stuck { cell: at, .. } => tree.leaf(format!("✗ {}", cell(at)), Look::Wrong),
            Event::Select { option } => {
                tree.enter(trace.cover.options[option].name.clone(), Look::True);
            }
            Event::Deadend { item } => {
                tree.leaf(format!("✗ {}", trace.cover.items[item].name), Look::Wrong);
            }
            Event::Undo { .. } | Event::Unselect { .. } => tree.give_up(),
            Event::Solution { .. } => tree.leaf("✓".into(), Look::Right),
            _ => {}
        }
    }
    match step {
        None if run.truncated.is_some() => tree.leaf("…".into(), Look::Faint),
        // Where the search stands.
        Some(_) => {
            if let Some(&node) = tree.path.last() {
                tree.words[node].1 = Look::Changed;
            }
        }
        None => {}
    }
    let title = format!("The search tree of {}", run.engine);
    Ok(lay_out(title, tree))
}

/// Places leaves side by side, and parents above the middle of their children.
fn lay_out(title: String, tree: Tree) -> Diagram {
    let width = Diagram::width_for(tree.words.iter().map(|(word, _)| word.as_str()));
    let count = tree.words.len();
    let mut depth = vec![0; count];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
    for node in 1..count {
        if let Some(parent) = tree.parents[node] {
            depth[node] = depth[parent] + 1;
            children[parent].push(node);
        }
    }
    // Children come after their parents, so going backwards they are placed
    // first, and the last leaf comes first.
    let mut places = vec![0; count];
    let mut next = 0;
    for node in (0..count).rev() {
        places[node] = match (children[node].first(), children[node].last()) {
            (Some(&first), Some(&last)) => (places[first] + places[last]) / 2,
            _ => {
                next -= width + GAP;
                next
            }
        };
    }
    let nodes = tree.words.into_iter().zip(places).zip(depth);
    Diagram {
        title,
        nodes: nodes
            .map(|(((label, look), x), depth)| Node {
                label,
                note: String::new(),
                x,
                y: depth * DOWN,
                look,
            })
            .collect(),
        edges: (1..count)
            .filter_map(|to| {
                Some(Edge {
                    from: tree.parents[to]?,
                    to,
                    route: Route::Down,
                    look: Look::Plain,
                })
            })
            .collect(),
        width,
        height: 24,
        ..Diagram::default()
    }
}
