//! Makes the puzzle of a seed, by a request.

use super::progress::Progress;
use super::{Arguments, Clues};
use crate::cli::limits;
use crate::cli::overrun::Watch;
use anyhow::Context as _;
use fastrand::Rng;
use std::sync::{Arc, Mutex, PoisonError};
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::check;
use sudosat::engine::{Undecided, is_only_solution};
use sudosat::generate::{
    self, HardnessWalk, Kind, NoGrid, PencilmarkUniqueness, UniformGrids, planted, random_grid,
};
use sudosat::reason::rate::{self, Class, NoRating};
use sudosat::sudoku::rules::{Regions, Spec};
use sudosat::sudoku::{Grid, Puzzle, Rules};

/// With --unique, a clue stays if more conflicts than this are needed to decide
/// whether it can go. In large grids a few such decisions would take all the
/// time, and other clues can go instead.
const CONFLICTS: u64 = 200;

/// A request for puzzles.
pub(super) struct Maker {
    arguments: Arguments,
    clues: Clues,
    grids: FullGrids,
    interrupt: Interrupt,
    /// Set if puzzles are looked for by walks.
    walks: bool,
    progress: Progress,
}

/// A puzzle as it was asked for.
pub(super) struct Made {
    pub(super) puzzle: Puzzle,
    /// Says how hard the puzzle is, if that was asked.
    pub(super) title: Option<String>,
}

impl Maker {
    /// Returns a maker of such puzzles, which stops when `interrupt` is raised.
    pub(super) fn new(
        arguments: Arguments,
        rules: Arc<Rules>,
        clues: Clues,
        walks: bool,
        progress: Progress,
        interrupt: &Interrupt,
    ) -> Maker {
        Maker {
            arguments,
            clues,
            walks,
            progress,
            grids: FullGrids::new(rules),
            interrupt: interrupt.clone(),
        }
    }

    /// Makes the puzzle of a seed. Returns `None` if none was found that is as asked for.
    pub(super) fn make(&self, seed: u64) -> anyhow::Result<Option<Made>> {
        let _watch = Watch::of_puzzle(self.arguments.time_limit);
        let budget = limits::budget(self.arguments.time_limit, &self.interrupt);
        let mut rng = Rng::with_seed(seed);
        for _ in 0..self.arguments.tries {
            let Some((rules, grid)) = self.full_grid(&mut rng, &budget)? else {
                continue;
            };
            self.progress.count_grid();
            let rules = self.invented(&rules, &grid, &mut rng)?;
            if let Some(puzzle) = self.puzzle(&rules, &grid, &mut rng, &budget)?
                && let Rated::Fits(title) = self.rated(&puzzle, &grid, &budget)?
            {
                return Ok(Some(Made { puzzle, title }));
            }
        }
        Ok(None)
    }

    /// Returns a full grid with its rules, which have a new map of regions if `--layout` asks for
    /// it. `None` if no grid was found for that map.
    fn full_grid(
        &self,
        rng: &mut Rng,
        budget: &Budget,
    ) -> anyhow::Result<Option<(Arc<Rules>, Grid)>> {
        let (rules, arguments) = (&self.grids.rules, &self.arguments);
        if !arguments.layout.contains(&Kind::Regions) {
            return Ok(Some((Arc::clone(rules), self.grids.draw(rng, budget)?)));
        }
        let (size, symmetry) = (rules.size(), arguments.symmetry);
        let map = generate::regions(size, symmetry, rng).with_context(|| {
            format!(
                "--layout regions: found no map of {0} connected regions of {0} cells with this \
                 --symmetry; there may be none",
                size.side()
            )
        })?;
        let spec = Spec {
            regions: Regions::Map(map),
            ..rules.spec().clone()
        };
        let grids = FullGrids::new(Arc::new(Rules::new(spec)?));
        match grids.draw(rng, budget) {
            Ok(grid) => Ok(Some((grids.rules, grid))),
            Err(NoGrid::Impossible | NoGrid::Stopped(Stop::Steps)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the rules with the marks of `--layout`, which the grid obeys.
    fn invented(
        &self,
        rules: &Arc<Rules>,
        grid: &Grid,
        rng: &mut Rng,
    ) -> anyhow::Result<Arc<Rules>> {
        let arguments = &self.arguments;
        if arguments.layout.is_empty() {
            return Ok(Arc::clone(rules));
        }
        let spec = generate::layout(rules, grid, &arguments.layout, arguments.symmetry, rng);
        let rules = Arc::new(Rules::new(spec)?);
        check::grid(&Puzzle::new(Arc::clone(&rules)), grid).map_err(NoGrid::Wrong)?;
        Ok(rules)
    }

    /// Makes a puzzle of a full grid. Returns `None` if it has not the clues asked for.
    fn puzzle(
        &self,
        rules: &Arc<Rules>,
        grid: &Grid,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Result<Option<Puzzle>, Undecided> {
        let symmetry = self.arguments.symmetry;
        let few_conflicts = budget.clone().with_steps(CONFLICTS);
        let is_only = |puzzle: &Puzzle, grid: &Grid| is_only_solution(puzzle, grid, budget);
        let is_soon_only =
            |puzzle: &Puzzle, grid: &Grid| is_only_solution(puzzle, grid, &few_conflicts);
        Ok(match self.clues {
            Clues::Any(clues) => Some(generate::with_clues(rules, grid, clues, symmetry, rng)),
            Clues::Planted(clues) => planted(rules, grid, clues, rng, budget)?,
            Clues::Unique(clues) => {
                generate::unique_with_clues(rules, grid, clues, symmetry, rng, is_soon_only)?
            }
            Clues::Minimal(clues) => {
                if self.walks
                    && let Some(walk) = HardnessWalk::new(rules, grid, symmetry, rng, budget)
                {
                    return walk.run(clues, || self.progress.count_puzzle());
                }
                let puzzle = generate::minimal(rules, grid, symmetry, rng, is_only)?;
                Some(puzzle).filter(|puzzle| clues.is_none_or(|clues| puzzle.num_clues() == clues))
            }
            Clues::Marks(excluded) => {
                let mut uniqueness = PencilmarkUniqueness::new(rules, grid, budget)?;
                let is_only = |puzzle: &Puzzle, _: &_| uniqueness.is_only(puzzle, &few_conflicts);
                generate::unique_with_marks(rules, grid, excluded, rng, is_only)?
            }
            Clues::MinimalMarks => {
                let mut uniqueness = PencilmarkUniqueness::new(rules, grid, budget)?;
                let is_only = |puzzle: &Puzzle, _: &_| uniqueness.is_only(puzzle, budget);
                Some(generate::minimal_marks(rules, grid, rng, is_only)?)
            }
        })
    }

    /// Compares how hard a puzzle is with what is asked for.
    fn rated(&self, puzzle: &Puzzle, grid: &Grid, budget: &Budget) -> Result<Rated, NoRating> {
        let arguments = &self.arguments;
        if !arguments.is_rated() {
            return Ok(Rated::Fits(None));
        }
        let class = rate::class_of(puzzle).ok_or(NoRating::TooLarge)?;
        if arguments.class.is_some_and(|wanted| wanted != class) {
            return Ok(Rated::Other);
        }
        let hardest = rate::hardest_technique(puzzle, grid, arguments.technique, budget)?;
        if let Some(wanted) = arguments.technique
            && hardest.is_none_or(|hardest| hardest.name != wanted.name)
        {
            return Ok(Rated::Other);
        }
        let class = match class {
            Class::Search => "needs search".to_owned(),
            class => format!("solved by {class}"),
        };
        let hardest = match hardest {
            Some(technique) => format!("hardest technique {}", technique.name),
            None => "beyond the techniques of hint".to_owned(),
        };
        Ok(Rated::Fits(Some(format!("{class}; {hardest}"))))
    }
}

/// The result of comparing a puzzle's rating with `--class` and `--technique`.
enum Rated {
    /// It is as hard as asked for; the title says how hard, if that was asked.
    Fits(Option<String>),
    /// It is not.
    Other,
}

/// The full grids that puzzles are made of.
struct FullGrids {
    rules: Arc<Rules>,
    /// The small grids that can be drawn uniformly, once that is known: their diagram is made
    /// with the first puzzle, within its time limit.
    uniform: Mutex<Option<Option<Arc<UniformGrids>>>>,
}

impl FullGrids {
    fn new(rules: Arc<Rules>) -> FullGrids {
        FullGrids {
            rules,
            uniform: Mutex::default(),
        }
    }

    /// Returns the grids that can be drawn uniformly, if the rules have such.
    fn uniform(&self, budget: &Budget) -> Result<Option<Arc<UniformGrids>>, Stop> {
        // A thread that panicked has left the value as it was.
        let mut known = self.uniform.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(uniform) = &*known {
            return Ok(uniform.clone());
        }
        // If there is no grid, a solver has to refute the rules.
        let uniform = UniformGrids::new(&self.rules, budget)?;
        let uniform = uniform
            .filter(|grids| !grids.count().is_zero())
            .map(Arc::new);
        *known = Some(uniform.clone());
        Ok(uniform)
    }

    /// Returns a full grid at random: uniformly if it is small, otherwise by shuffling where
    /// the rules are boxes alone, and by a search for other rules.
    fn draw(&self, rng: &mut Rng, budget: &Budget) -> Result<Grid, NoGrid> {
        if let Some(stop) = budget.exhausted(0) {
            return Err(NoGrid::Stopped(stop));
        }
        if let Some(grids) = self.uniform(budget).map_err(NoGrid::Stopped)? {
            return grids.draw(rng);
        }
        match generate::full_grid(&self.rules, rng) {
            Some(grid) => Ok(grid),
            None => random_grid(&self.rules, rng, budget),
        }
    }
}

/// Returns `true` if a puzzle was not made because a limit or an interrupt came first.
pub(super) fn is_stopped(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(NoGrid::Stopped(_)))
        || matches!(error.downcast_ref(), Some(Undecided::Stopped(_)))
        || matches!(error.downcast_ref(), Some(NoRating::Stopped(_)))
}
