//! How much the choice of items matters: the size of the search tree under
//! each rule, over many seeds for the random ones.

use super::ink::{HEADING, paint};
use crate::budget::Budget;
use crate::cover::dlx::Dlx;
use crate::cover::{Choice, ExactCover};
use std::io::{self, Write};

/// How many seeds a random rule gets.
const SEEDS: u64 = 21;

/// Trees are not searched further than this.
const NODES: u64 = 5000;

/// Larger problems than a blank 9×9 would take too long.
const OPTIONS: usize = 729;

/// Searches the problem for all its solutions with each rule, and tells how
/// many nodes that took. Says nothing of a large problem.
pub fn tell(out: &mut impl Write, problem: &ExactCover) -> io::Result<()> {
    if problem.num_options() > OPTIONS {
        return Ok(());
    }
    writeln!(
        out,
        "\n{}\n\n\
         Nodes of the whole search tree of dancing links, all solutions, by the rule that\n\
         chooses the item; searches end at {NODES} nodes.\n",
        paint(HEADING, "How much the choice matters"),
    )?;
    let line = |out: &mut dyn Write, rule, nodes: Result<u64, u64>| {
        writeln!(out, "    {rule:<44} {}", told(nodes))
    };
    line(
        out,
        "the fewest options, the leftmost",
        nodes(problem, Choice::Smallest),
    )?;
    line(out, "the leftmost", nodes(problem, Choice::First))?;
    let rules: [(&str, fn(u64) -> Choice); 2] = [
        ("the fewest options, a random one", |seed| {
            Choice::RandomSmallest { seed }
        }),
        ("a random one", |seed| Choice::Random { seed }),
    ];
    for (rule, choice) in rules {
        let mut sizes: Vec<Result<u64, u64>> = (0..SEEDS)
            .map(|seed| nodes(problem, choice(seed)))
            .collect();
        sizes.sort_by_key(|size| match size {
            Ok(nodes) => (false, *nodes),
            Err(nodes) => (true, *nodes),
        });
        if sizes[0].is_err() {
            let rule = format!("{rule}, {SEEDS} seeds");
            writeln!(out, "    {rule:<44} all {}", told(sizes[0]))?;
            continue;
        }
        let [least, middle, most] =
            [0, SEEDS as usize / 2, SEEDS as usize - 1].map(|place| told(sizes[place]));
        writeln!(
            out,
            "    {:<44} {least} to {most}, median {middle}",
            format!("{rule}, {SEEDS} seeds"),
        )?;
    }
    Ok(())
}

/// The nodes of the tree; as an error, how many there were when it got too large.
fn nodes(problem: &ExactCover, choice: Choice) -> Result<u64, u64> {
    let mut search = Dlx::new(problem, choice);
    let budget = Budget::unlimited();
    loop {
        let budget = budget.clone().with_steps(NODES);
        match search.advance(&budget) {
            Ok(true) if search.stats().nodes < NODES => {}
            Ok(false) => return Ok(search.stats().nodes),
            Ok(true) | Err(_) => return Err(NODES),
        }
    }
}

fn told(nodes: Result<u64, u64>) -> String {
    match nodes {
        Ok(nodes) => nodes.to_string(),
        Err(limit) => format!("over {limit}"),
    }
}
