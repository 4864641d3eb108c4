//! Figures of single steps of a run, and of all steps of a range, one frame after
//! the other. The links have a frame for each change of a pointer.

use super::links::{self, Moment, Stack};
use super::{Figure, Frame, Subject, conflict, draw, grid, matrix, resolution, tree};
use crate::sudoku::Puzzle;
use crate::teach::links::Links;
use crate::teach::trace::{Event, Trace};

/// Largest number of frames of a figure. More make a file of several megabytes,
/// which nobody watches to its end.
pub const MOST: usize = 300;

/// The meaning of the lines of the links, below their figure.
const LEGEND: &str = "red and thick: changed; dashed: only remembered by a removed node";

/// Draws the state after a step, counted from 1.
///
/// # Errors
/// If the trace does not contain the subject, or has no such step.
pub fn after(
    subject: Subject,
    trace: &Trace,
    puzzle: Option<&Puzzle>,
    step: usize,
) -> Result<Frame, String> {
    check(trace, step)?;
    if subject == Subject::Links {
        let (mut links, mut stack) = replayed(trace, step - 1)?;
        let event = &trace.runs[0].events[step - 1];
        let changes = links.apply(event);
        stack.follow(event);
        let moment = Moment {
            cover: &trace.cover,
            links: &links,
            changes: &changes,
            stack: &stack,
        };
        let mut caption = vec![heading(trace, step)];
        caption.push(match changes.len() {
            0 => "No pointer changes.".into(),
            _ => crate::teach::count(changes.len(), "pointer changes", "pointers change") + ".",
        });
        let frame = Frame {
            caption,
            legend: Some(LEGEND),
            figure: Figure::Diagram(links::links(&moment)),
        };
        return Ok(frame.with_symbols(puzzle));
    }
    let figure = figure_after(subject, trace, puzzle, step)?;
    let mut caption = vec![heading(trace, step)];
    if subject == Subject::Conflict {
        caption.push(figure.title().to_owned());
    }
    let frame = Frame {
        caption,
        legend: None,
        figure,
    };
    Ok(frame.with_symbols(puzzle))
}

/// Draws steps, counted from 1, in ascending order.
///
/// # Errors
/// If the trace does not contain the subject, has no such steps, or if there are
/// more than [`MOST`] frames.
pub fn of_steps(
    subject: Subject,
    trace: &Trace,
    puzzle: Option<&Puzzle>,
    steps: &[usize],
) -> Result<Vec<Frame>, String> {
    let too_many = |count: usize| {
        format!("a figure has at most {MOST} frames, found {count}; take fewer steps")
    };
    if steps.len() > MOST {
        return Err(too_many(steps.len()));
    }
    for &step in steps {
        check(trace, step)?;
    }
    if subject != Subject::Links {
        let frames = steps
            .iter()
            .map(|&step| after(subject, trace, puzzle, step));
        let mut frames = frames.collect::<Result<Vec<Frame>, String>>()?;
        keep_places(subject, &mut frames);
        return Ok(frames);
    }
    let frames = dance(trace, steps)?;
    match frames.len() {
        0..=MOST => Ok(frames
            .into_iter()
            .map(|frame| frame.with_symbols(puzzle))
            .collect()),
        more => Err(too_many(more)),
    }
}

/// Gives the nodes of a growing tree the places that they have in the last frame, so that
/// nothing moves.
fn keep_places(subject: Subject, frames: &mut [Frame]) {
    let [frames @ .., last] = frames else {
        return;
    };
    let (Subject::Tree, Figure::Diagram(last)) = (subject, &last.figure) else {
        return;
    };
    for frame in frames {
        if let Figure::Diagram(diagram) = &mut frame.figure {
            diagram.width = last.width;
            for (node, place) in diagram.nodes.iter_mut().zip(&last.nodes) {
                (node.x, node.y) = (place.x, place.y);
            }
        }
    }
}

/// Returns a frame for each change of a pointer in these steps, and one for each
/// step without a change. Stops soon after there are too many.
fn dance(trace: &Trace, steps: &[usize]) -> Result<Vec<Frame>, String> {
    let (mut links, mut stack) = replayed(trace, 0)?;
    let mut frames = Vec::new();
    let last = steps.last().copied().unwrap_or(0);
    for (event, step) in trace.runs[0].events[..last].iter().zip(1..) {
        let changes = links.clone().apply(event);
        stack.follow(event);
        if !steps.contains(&step) {
            links.apply(event);
            continue;
        }
        let mut frame = |links: &Links, changes: &[_], line: String| {
            let moment = Moment {
                cover: &trace.cover,
                links,
                changes,
                stack: &stack,
            };
            frames.push(Frame {
                caption: vec![heading(trace, step), line],
                legend: Some(LEGEND),
                figure: Figure::Diagram(links::links(&moment)),
            });
        };
        if changes.is_empty() {
            frame(&links, &[], "No pointer changes.".into());
        }
        let total = changes.len();
        for (number, change) in (1..).zip(&changes) {
            let what = links::assignment(&trace.cover, &links, change);
            links.follow(change);
            frame(&links, &[*change], format!("{number} of {total}: {what}"));
        }
        if frames.len() > MOST {
            break;
        }
    }
    Ok(frames)
}

/// Returns the links and the stack after `steps` steps of a run of `dlx`.
fn replayed(trace: &Trace, steps: usize) -> Result<(Links, Stack), String> {
    let run = &trace.runs[0];
    if run.engine != "dlx" {
        return Err(format!(
            "the links are those of --engine dlx, and {} has none",
            run.engine
        ));
    }
    draw::check_size(trace)?;
    let (mut links, mut stack) = (Links::new(&trace.cover), Stack::default());
    for event in &run.events[..steps] {
        links.apply(event);
        stack.follow(event);
    }
    Ok((links, stack))
}

/// Checks that the run has the step.
fn check(trace: &Trace, step: usize) -> Result<(), String> {
    let found = trace.runs.first().map_or(0, |run| run.events.len());
    match (1..=found).contains(&step) {
        true => Ok(()),
        false => Err(format!(
            "the run has {}, found step {step}",
            crate::teach::count(found, "step", "steps"),
        )),
    }
}

fn figure_after(
    subject: Subject,
    trace: &Trace,
    puzzle: Option<&Puzzle>,
    step: usize,
) -> Result<Figure, String> {
    let mut figure = match subject {
        Subject::Grid => Figure::Table(grid::after(trace, step)?),
        Subject::Matrix => matrix::matrix(trace, puzzle, Some(step))?,
        Subject::Tree => Figure::Diagram(tree::tree(trace, Some(step))?),
        Subject::Conflict => Figure::Diagram(conflict::at(trace, step)?),
        Subject::Resolution => Figure::Diagram(resolution::at(trace, step)?),
        Subject::Links
        | Subject::Hook
        | Subject::Splice
        | Subject::Solution
        | Subject::Pigeonholes => return Err("this figure has no steps".into()),
    };
    if let Some(puzzle) = puzzle {
        draw::translate(puzzle, subject, &mut figure);
    }
    Ok(figure)
}

/// Returns the step in words: `Step 4 of dlx: cover item 3`.
fn heading(trace: &Trace, step: usize) -> String {
    let run = &trace.runs[0];
    let words = words(trace, &run.events[step - 1]);
    format!("Step {step} of {}: {words}", run.engine)
}

/// Returns an event in a few words.
fn words(trace: &Trace, event: &Event) -> String {
    let item = |item: usize| trace.cover.items[item].name.as_str();
    let option = |option: usize| trace.cover.options[option].name.as_str();
    let literal = |lit: i32| trace.literal(lit);
    let rules = trace.puzzle.as_ref().and_then(|puzzle| puzzle.rules().ok());
    let cell = |index: usize| match &rules {
        Some(rules) => rules.size().cell(index).to_string(),
        None => index.to_string(),
    };
    match event {
        Event::Decide { lit, level } => format!("decide {} on level {level}", literal(*lit)),
        Event::Imply { lit, by, .. } => format!("{} is implied by clause {by}", literal(*lit)),
        Event::Conflict { by, .. } => format!("conflict in clause {by}"),
        Event::Resolve { on, with, .. } => {
            format!("resolve on {} with clause {with}", literal(*on))
        }
        Event::Minimize { .. } => "shorten the clause".into(),
        Event::Learn { id, .. } => format!("learn clause {id}"),
        Event::Backjump { from, to, .. } => format!("back from level {from} to level {to}"),
        Event::Flip { lit, level, .. } => {
            format!("the other way of level {level}: {}", literal(*lit))
        }
        Event::Restart { .. } => "restart".into(),
        Event::Choose { item: of, size } => {
            let options = crate::teach::count(*size, "option", "options");
            format!("choose item {}, {options}", item(*of))
        }
        Event::Cover { item: of } => format!("cover item {}", item(*of)),
        Event::Uncover { item: of } => format!("uncover item {}", item(*of)),
        Event::Select { option: of } => format!("take option {}", option(*of)),
        Event::Unselect { option: of } => format!("give up option {}", option(*of)),
        Event::Deadend { item: of } => format!("dead end, item {} has no option", item(*of)),
        Event::Try {
            cell: at, digit, ..
        } => format!("try {}={digit}", cell(*at)),
        Event::Reject {
            cell: at, digit, ..
        } => format!("reject {}={digit}", cell(*at)),
        Event::Undo { cell: at, .. } => format!("empty {} again", cell(*at)),
        Event::Stuck { cell: at, .. } => format!("stuck at {}", cell(*at)),
        Event::Solution { .. } => "a solution".into(),
        Event::NoSolution => "no solution".into(),
    }
}
