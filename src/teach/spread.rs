//! How much the choice of items matters: the size of the search tree under
//! each rule, over many seeds for the random ones.

use super::ink::{HEADING, paint};
use crate::budget::Budget;
use crate::cover::dlx::Dlx;
use crate::cover::{Choice, ExactCover};
use itertools::Itertools;
use std::fmt;
use std::io::{self, Write};

/// How many seeds a random rule gets; odd, so that there is a median.
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
    let size = |choice| Size::of_tree(problem, choice);
    let seeds = 0..SEEDS;
    let ties = seeds
        .clone()
        .map(|seed| size(Choice::RandomSmallest { seed }));
    let any = seeds.map(|seed| size(Choice::Random { seed }));
    for (rule, nodes) in [
        (
            "the fewest options, the leftmost",
            size(Choice::Smallest).to_string(),
        ),
        ("the leftmost", size(Choice::First).to_string()),
        (
            &format!("the fewest options, a random one, {SEEDS} seeds"),
            range(ties),
        ),
        (&format!("a random one, {SEEDS} seeds"), range(any)),
    ] {
        writeln!(out, "    {rule:<44} {nodes}")?;
    }
    Ok(())
}

/// The size of a search tree. Orders as it should.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    /// So many nodes.
    Nodes(u64),
    /// More than are searched.
    Over,
}

impl Size {
    fn of_tree(problem: &ExactCover, choice: Choice) -> Size {
        let mut search = Dlx::new(problem, choice);
        let budget = Budget::unlimited().with_steps(NODES + 1);
        loop {
            match search.advance(&budget) {
                Ok(true) => {}
                Ok(false) => return Size::Nodes(search.stats().nodes),
                Err(_) => return Size::Over,
            }
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Nodes(nodes) => write!(f, "{nodes}"),
            Size::Over => write!(f, "over {NODES}"),
        }
    }
}

fn range(sizes: impl Iterator<Item = Size>) -> String {
    let sizes: Vec<Size> = sizes.sorted().collect();
    match (sizes.first(), sizes.get(sizes.len() / 2), sizes.last()) {
        (Some(least), Some(middle), Some(most)) if least != most => {
            format!("{least} to {most}, median {middle}")
        }
        (Some(all), ..) => format!("all {all}"),
        (None, ..) => String::new(),
    }
}
