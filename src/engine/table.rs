//! The engines by name: one table for the code, `--help` and the documents.

use super::confirm::second_engine;
use super::domains::Domains;
use super::external::External;
use super::splr::Splr;
use super::{
    ByCover, ByDomains, ByGrid, BySat, Engine, EngineError, Kind, Limit, Proof, Request, SatEngine,
    SearchReport,
};
use crate::budget::Budget;
use crate::programs::PROGRAMS;
use crate::sudoku::text::LineCells;
use crate::sudoku::{Grid, Puzzle, Rules};
use std::ops::ControlFlow;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, as `--engine` takes it.
    pub name: &'static str,
    /// The kind of engine.
    pub kind: Kind,
    /// Description in one line.
    pub about: &'static str,
}

/// The engines in this program. To them come the programs of
/// [`PROGRAMS`], where they are installed, and any other one as
/// `cmd:PROGRAM … {cnf} …`.
pub const ENGINES: [Entry; 11] = [
    Entry {
        name: "cdcl",
        kind: Kind::Sat,
        about: "our conflict-driven clause-learning SAT solver; can give proofs",
    },
    Entry {
        name: "splr",
        kind: Kind::Sat,
        about: "splr by Shuji Narazaki, another such solver",
    },
    Entry {
        name: "dpll",
        kind: Kind::Sat,
        about: "unit propagation and backtracking without learning, as taught",
    },
    Entry {
        name: "dlx",
        kind: Kind::Cover,
        about: "Knuth's dancing links, on the puzzle as exact cover",
    },
    Entry {
        name: "planes",
        kind: Kind::Cover,
        about: "exact cover on sets of items as bits; houses alone, up to 9×9",
    },
    Entry {
        name: COVER.name,
        kind: COVER.kind,
        about: "`planes` where it takes the puzzle, `dlx` otherwise",
    },
    Entry {
        name: "matrix",
        kind: Kind::Cover,
        about: "Algorithm X on a dense 0/1 matrix, as taught",
    },
    Entry {
        name: "backtrack",
        kind: Kind::Grid,
        about: "the lecture's backtracking: cells in reading order, digits ascending",
    },
    Entry {
        name: "backtrack-fewest",
        kind: Kind::Grid,
        about: "the same, a cell with the fewest digits left first",
    },
    Entry {
        name: ByDomains::NAME,
        kind: Kind::Grid,
        about: "backtracking with constraint propagation; up to 64 digits",
    },
    Entry {
        name: SECOND.name,
        kind: SECOND.kind,
        about: "`domains` where rules are more than houses, `cover` otherwise",
    },
];

/// An engine that passes each puzzle to the fastest of several engines for its rules.
#[derive(Debug)]
struct Fastest {
    name: &'static str,
    kind: Kind,
    of: fn(&Rules) -> &'static dyn Engine,
}

/// The fastest of [`ByCover`]. It is the same that confirms what SAT engines claim.
const COVER: Fastest = Fastest {
    name: "cover",
    kind: Kind::Cover,
    of: |rules| second_engine(rules),
};

/// The fastest engine that shares no search with SAT engines. Beside propagation, searches for
/// exact covers are slow where pairs and tables have few clues, and far faster where there are only
/// houses.
const SECOND: Fastest = Fastest {
    name: "second",
    kind: Kind::Grid,
    of: |rules| match rules.pairs().is_empty() && rules.tables().is_empty() {
        false if Domains::are_for(rules) => &ByDomains,
        _ => second_engine(rules),
    },
};

impl Engine for Fastest {
    fn name(&self) -> &str {
        self.name
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        (self.of)(puzzle.rules()).search(puzzle, request, budget, found)
    }

    fn takes_lines(&self, proof: Proof) -> bool {
        let rules = Rules::plain(3);
        rules.is_some_and(|rules| (self.of)(&rules).takes_lines(proof))
    }

    fn solve_lines(
        &self,
        lines: &[LineCells],
        limit: Limit,
        proof: Proof,
        next: &mut dyn FnMut(Option<LineCells>) -> ControlFlow<()>,
    ) {
        if let Some(rules) = Rules::plain(3) {
            (self.of)(&rules).solve_lines(lines, limit, proof, next);
        }
    }
}

/// Returns the lineage of an engine for puzzles with these rules, given its
/// [`Engine::lineage`]: that of `cover` and `second` is the engine that they pass the puzzle to.
pub fn lineage_for<'a>(lineage: &'a str, rules: &Rules) -> &'a str {
    let mut fastest = [COVER, SECOND].into_iter();
    match fastest.find(|fastest| fastest.name == lineage) {
        Some(fastest) => (fastest.of)(rules).lineage(),
        None => lineage,
    }
}

/// Returns the engine of this name, for puzzles.
///
/// # Errors
/// If there is none, or it is another program and not installed.
pub fn by_name(name: &str) -> Result<Box<dyn Engine>, EngineError> {
    Ok(match name {
        "dlx" => Box::new(ByCover::dlx()),
        "planes" => Box::new(ByCover::planes()),
        "matrix" => Box::new(ByCover::matrix()),
        "backtrack" => Box::new(ByGrid::BACKTRACK),
        "backtrack-fewest" => Box::new(ByGrid::BACKTRACK_FEWEST),
        ByDomains::NAME => Box::new(ByDomains),
        _ if name == COVER.name => Box::new(COVER),
        _ if name == SECOND.name => Box::new(SECOND),
        _ => {
            let inside = ENGINES.iter().any(|entry| entry.name == name);
            let kind = if inside { Kind::Sat } else { Kind::Program };
            Box::new(BySat::new(sat(name, |_| true)?, kind))
        }
    })
}

/// Returns the engine of this name, for formulas.
///
/// # Errors
/// If there is none, or it is another program and not installed.
pub fn sat_by_name(name: &str) -> Result<Box<dyn SatEngine>, EngineError> {
    sat(name, Kind::takes_formula)
}

/// Returns the engine of this name for formulas; an error lists the engines that are
/// `wanted`.
fn sat(name: &str, wanted: fn(Kind) -> bool) -> Result<Box<dyn SatEngine>, EngineError> {
    match name {
        super::cdcl::NAME => return Ok(Box::new(super::cdcl::Cdcl)),
        super::splr::NAME => return Ok(Box::new(Splr)),
        super::dpll::NAME => return Ok(Box::new(super::dpll::Factory)),
        _ => {}
    }
    let external = match name.strip_prefix("cmd:") {
        Some(command) => External::by_command(command)?,
        None => External::by_name(name).ok_or_else(|| EngineError::Unknown {
            name: name.into(),
            known: known(wanted),
        })?,
    };
    external.find()?;
    Ok(Box::new(external))
}

/// Returns the names of the engines that are wanted, for messages.
fn known(wanted: fn(Kind) -> bool) -> String {
    let inside = ENGINES.iter().filter(|entry| wanted(entry.kind));
    let inside = inside.map(|entry| entry.name);
    let outside = PROGRAMS.iter().map(|program| program.name);
    inside.chain(outside).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_table_leads_to_its_engine() {
        for entry in ENGINES {
            let engine = by_name(entry.name).unwrap();
            assert_eq!((engine.name(), engine.kind()), (entry.name, entry.kind));
            let is_sat = sat_by_name(entry.name).is_ok();
            assert_eq!(is_sat, entry.kind.takes_formula(), "{}", entry.name);
        }
    }

    #[test]
    fn an_unknown_name_gets_the_list_of_names() {
        let error = by_name("dxl").err().unwrap();
        assert!(error.is_permanent());
        let text = error.to_string();
        assert!(text.starts_with("no engine is called \"dxl\"; there are cdcl, splr, dpll,"));
        assert!(text.contains("kissat") && text.contains("cmd:"), "{text}");
        assert!(by_name("cmd:").is_err());
    }
}
