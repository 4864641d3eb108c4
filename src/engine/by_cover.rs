//! The exact-cover searches as engines for puzzles.

use super::bands::{Bands, NODES};
use super::pool::{Pool, Pooled};
use super::{
    End, Engine, EngineError, Evidence, Kind, Limit, Proof, Request, SearchReport, Steps, memory,
};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::cover::dlx::Dlx;
use crate::cover::matrix::Matrix;
use crate::cover::planes::{self, Planes};
use crate::cover::{self, BuildError, Choice, ExactCover, Method, OptionId};
use crate::encode::{self, CoverTemplate};
use crate::sudoku::text::LineCells;
use crate::sudoku::{Candidates, Digit, Grid, Puzzle, Rules};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// About how many bytes an option and an item take, in the problem while it grows
/// and in the search.
const OPTION_BYTES: u64 = 150;
const ITEM_BYTES: u64 = 150;

/// The most candidates of a grid whose problem is made without a look at the
/// budget: those of a 25×25 grid take some milliseconds.
const SMALL: usize = 25 * 25 * 25;

/// The reason why the matrix does not take some puzzles.
const COLOURS: &str = "it cannot take colours in exact covers, which the sums of cages and arrows, and \
                       most marks, need";

/// The reason why `planes` does not take some puzzles.
const ITEMS: &str = "it takes at most 384 items with 16 options each, as a 9×9 grid has";

/// The result of handing a solution over: whether to go on.
type Handed = Result<ControlFlow<()>, EngineError>;

/// An exact-cover search that solves puzzles.
pub struct ByCover {
    method: Method,
    /// The items of the last puzzle's problem, as the next one often has the same.
    template: Mutex<Option<Arc<CoverTemplate>>>,
    /// Searches of blank grids, used for one puzzle after the other.
    blanks: Pool<Blank>,
    /// Searches of `planes` for plain 9×9 puzzles, used in the same way.
    bands: Pool<Bands>,
}

impl fmt::Debug for ByCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByCover")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// The search of a blank grid. A puzzle's clues are options given to it.
struct Blank {
    problem: ExactCover,
    search: Box<dyn Kept>,
}

/// A search that can begin anew, with options that are part of every solution.
trait Kept: cover::Search {
    /// Resets the search, and gives it these options. Returns `false` if they exclude each
    /// other.
    fn begin(&mut self, problem: &ExactCover, options: &mut dyn Iterator<Item = OptionId>) -> bool;
}

impl Kept for Dlx {
    fn begin(&mut self, problem: &ExactCover, options: &mut dyn Iterator<Item = OptionId>) -> bool {
        self.reset();
        self.give(problem, options)
    }
}

impl Kept for Planes {
    fn begin(&mut self, _: &ExactCover, options: &mut dyn Iterator<Item = OptionId>) -> bool {
        self.reset();
        self.give(options)
    }
}

impl ByCover {
    /// Returns the engine `dlx`: dancing links.
    pub const fn dlx() -> ByCover {
        ByCover::new(Method::Dlx)
    }

    /// Returns the engine `planes`: sets of items as bits, and for plain 9×9 puzzles the
    /// places of each digit as bits.
    pub const fn planes() -> ByCover {
        ByCover::new(Method::Planes)
    }

    /// Returns the engine `matrix`: Algorithm X on a dense matrix.
    pub const fn matrix() -> ByCover {
        ByCover::new(Method::Matrix)
    }

    const fn new(method: Method) -> ByCover {
        let template = Mutex::new(None);
        ByCover {
            method,
            template,
            blanks: Pool::new(),
            bands: Pool::new(),
        }
    }

    /// Returns the name of the method, which is also the engine's.
    pub(super) fn method_name(&self) -> &'static str {
        self.method.name()
    }

    /// Returns `true` if `planes` can search puzzles with these rules: houses alone, and up
    /// to [`planes::MAX_ITEMS`] items.
    pub(super) fn are_planes_for(rules: &Rules) -> bool {
        let size = rules.size();
        let items = size.num_cells() + rules.houses().len() * size.side();
        let is_plain = rules.pairs().is_empty() && rules.tables().is_empty();
        is_plain && items <= planes::MAX_ITEMS && size.side() <= planes::MAX_PLANES
    }

    /// Returns the puzzle's problem, or the reason why the budget ended first.
    fn problem(&self, puzzle: &Puzzle, budget: &Budget) -> Result<ExactCover, Stop> {
        let rules = puzzle.rules();
        // More options than the problem's numbers can count.
        let too_large = |_| Stop::Memory;
        // A large problem takes a while, in which the budget is looked at.
        let num_candidates = rules.size().num_candidates();
        if num_candidates <= SMALL
            && let Some(template) = self.template(rules).map_err(too_large)?
        {
            return template.problem(puzzle).map_err(too_large);
        }
        // The steps of the budget are the search's; this is no part of it.
        let mut stop = None;
        let problem = encode::cover_while(puzzle, &mut || {
            stop = budget.exhausted(0).filter(|&stop| stop != Stop::Steps);
            stop.is_none()
        });
        match problem.map_err(too_large)? {
            Some(problem) => Ok(problem),
            None => Err(stop.unwrap_or(Stop::Interrupted)),
        }
    }

    /// Returns the search of the blank grid with the puzzle's clues given to it. Returns
    /// `None` if the puzzle has another problem than a blank grid with some options given,
    /// or is not worth a search that is kept.
    fn blank(&self, puzzle: &Puzzle, choice: Choice) -> Option<Pooled<'_, Blank>> {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let is_small = size.num_candidates() <= SMALL && puzzle.excluded().is_empty();
        let is_kept = match self.method {
            Method::Dlx => true,
            Method::Planes => ByCover::are_planes_for(rules),
            _ => false,
        };
        if !is_small || !is_kept || choice != Choice::Smallest {
            return None;
        }
        let make = || {
            let template = self.template(rules).ok()??;
            let problem = template.problem(&Puzzle::new(Arc::clone(rules))).ok()?;
            // Otherwise options would not be numbered as candidates are.
            if problem.num_options() != size.num_candidates() {
                return None;
            }
            let search: Box<dyn Kept> = match self.method {
                Method::Planes => Box::new(Planes::new(&problem)?),
                _ => Box::new(Dlx::new(&problem, choice)),
            };
            Some(Blank { problem, search })
        };
        let mut blank = self.blanks.take(rules, make)?;
        let Blank { problem, search } = &mut *blank;
        let clues = puzzle.clues().map(|clue| clue.index(size));
        // Clues that clash have no cover, which the puzzle's own problem shows.
        search
            .begin(problem, &mut clues.map(OptionId::new))
            .then_some(blank)
    }

    /// Searches a plain 9×9 puzzle on bands. Returns `None` for other methods and puzzles.
    fn search_bands(
        &self,
        puzzle: &Puzzle,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Option<SearchReport> {
        let rules = puzzle.rules();
        if self.method != Method::Planes || !Bands::are_for(rules) {
            return None;
        }
        let mut search = self.bands.take(rules, || Some(Bands::default()))?;
        search.begin(puzzle);
        let end = loop {
            match search.next_solution(puzzle.size(), budget, &mut ()) {
                Err(stop) => break End::GaveUp(stop),
                Ok(None) => break End::Exhausted(Evidence::Search),
                Ok(Some(grid)) => {
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                }
            }
        };
        Some(SearchReport::new(end, search.steps()))
    }

    /// Searches, and passes the options of each solution to `solution`.
    fn repeat(
        &self,
        problem: &ExactCover,
        search: &mut dyn cover::Search,
        budget: &Budget,
        solution: &mut dyn FnMut(&[OptionId]) -> Handed,
    ) -> Result<SearchReport, EngineError> {
        let end = loop {
            match search.next_solution(budget) {
                Err(stop) => break End::GaveUp(stop),
                Ok(None) => break End::Exhausted(Evidence::Search),
                Ok(Some(options)) => {
                    check::cover(problem, options).map_err(|fault| self.lied(fault))?;
                    if solution(options)?.is_break() {
                        break End::Enough;
                    }
                }
            }
        };
        Ok(SearchReport::new(end, Steps::new(search.steps())))
    }

    fn lied(&self, fault: impl fmt::Display) -> EngineError {
        EngineError::lied(self.method.name(), fault)
    }

    /// Returns the items of these rules, if they do not depend on the puzzle.
    fn template(&self, rules: &Arc<Rules>) -> Result<Option<Arc<CoverTemplate>>, BuildError> {
        let mut last = self.template.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(template) if template.is_for(rules) => {}
            _ => *last = CoverTemplate::new(rules)?.map(Arc::new),
        }
        Ok(last.clone())
    }
}

/// Returns `true` if the problem and its links fit into half of the memory.
fn fits(puzzle: &Puzzle) -> bool {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let items = size.num_cells() + (rules.houses().len() + rules.pairs().len()) * size.side();
    let is_small = |candidates: usize| {
        candidates as u64 * OPTION_BYTES + items as u64 * ITEM_BYTES <= memory::for_tables()
    };
    // Most puzzles need no closer look.
    is_small(size.num_candidates()) || is_small(Candidates::new(puzzle).len())
}

impl Engine for ByCover {
    fn name(&self) -> &str {
        self.method.name()
    }

    fn kind(&self) -> Kind {
        Kind::Cover
    }

    fn takes_lines(&self, proof: Proof) -> bool {
        self.method == Method::Planes && proof <= Proof::Confirmed
    }

    fn solve_lines(
        &self,
        lines: &[LineCells],
        limit: Limit,
        proof: Proof,
        next: &mut dyn FnMut(Option<LineCells>) -> ControlFlow<()>,
    ) {
        let mut bands = Bands::default();
        // An exhausted search is its own evidence.
        let _ = proof;
        let solution = |cells| match self.method {
            Method::Planes => bands.of_line(cells, limit, NODES, false),
            _ => None,
        };
        let _ = lines.iter().map(solution).try_for_each(next);
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let choice = match request.seed {
            _ if self.method == Method::Planes => Choice::Smallest,
            None => Choice::Smallest,
            Some(seed) => Choice::RandomSmallest { seed },
        };
        let size = puzzle.size();
        if let Some(report) = self.search_bands(puzzle, budget, found) {
            return Ok(report);
        }
        if let Some(mut blank) = self.blank(puzzle, choice) {
            let Blank { problem, search } = &mut *blank;
            return self.repeat(problem, &mut **search, budget, &mut |options| {
                let mut digits = vec![Digit::from_index(0); size.num_cells()];
                for candidate in options.iter().map(|option| size.candidate(option.index())) {
                    digits[candidate.cell.index(size)] = candidate.digit;
                }
                Ok(found(Grid::new(size, digits)))
            });
        }
        if !fits(puzzle) {
            return Ok(SearchReport::gave_up(Stop::Memory));
        }
        let problem = match self.problem(puzzle, budget) {
            Ok(problem) => problem,
            Err(stop) => return Ok(SearchReport::gave_up(stop)),
        };
        // Not by `Method::start`, with which the playground's WebAssembly would contain all searches.
        let mut search: Box<dyn cover::Search> = match self.method {
            Method::Planes | Method::Matrix if problem.has_colors() => {
                return Ok(SearchReport::gave_up(Stop::Unfit(COLOURS)));
            }
            Method::Planes => match Planes::new(&problem) {
                Some(planes) => Box::new(planes),
                None => return Ok(SearchReport::gave_up(Stop::Unfit(ITEMS))),
            },
            Method::Matrix => Box::new(Matrix::new(&problem, choice)),
            _ => Box::new(Dlx::new(&problem, choice)),
        };
        self.repeat(&problem, &mut *search, budget, &mut |options| {
            let grid = encode::grid_from_options(&problem, size, options)
                .map_err(|fault| self.lied(fault))?;
            Ok(found(grid))
        })
    }
}
