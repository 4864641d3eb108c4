//! The influence of the choice of items: the size of the search tree under each
//! rule, over many seeds for the random rules.

use super::style::{HEADING, paint};
use crate::budget::Budget;
use crate::cover::dlx::Dlx;
use crate::cover::{Choice, ExactCover, Search};
use itertools::Itertools;
use std::fmt;
use std::io::{self, Write};

/// Number of seeds for a random rule; odd, so that there is a median.
const SEEDS: u64 = 21;

/// Largest number of nodes of a tree that are searched. Chosen by hand to bound
/// the time.
const NODES: u64 = 5000;

/// Largest number of options of a problem, that of a blank 9×9: larger ones
/// would take too long.
const OPTIONS: usize = 729;

/// Searches the problem for all its solutions with each rule, and writes the
/// numbers of nodes. Writes nothing for a large problem.
pub(super) fn write(out: &mut impl Write, problem: &ExactCover) -> io::Result<()> {
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

/// The size of a search tree, ordered by size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    /// This number of nodes.
    Nodes(u64),
    /// More than the largest number of nodes searched.
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
