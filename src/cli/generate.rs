//! `sudosat generate`: puzzles by any rules.

use super::Context;
use super::exit::Exit;
use super::format::Format;
use super::interrupt::on_ctrl_c;
use super::limits::seconds;
use super::out;
use super::quiet::Quiet;
use super::{puzzles, report};
use fastrand::Rng;
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::engine::{NoGrid, Undecided, is_only_solution, planted, random_grid};
use sudosat::io::counted;
use sudosat::sudoku::generate::Symmetry;
use sudosat::sudoku::rules::Spec;
use sudosat::sudoku::{Grid, Puzzle, Rules, Size, generate};

/// Make puzzles
///
/// Each is made from a full grid by removing clues, half of them unless --clues or
/// --holes is given. The puzzle may have several solutions; with --unique or
/// --minimal, a clue is removed only if one solution remains; with --planted, clues
/// are changed until there is none.
///
/// Randomness: up to 9×9 every full grid of boxes, and every Latin square, can
/// come out. Larger ones are one pattern, shuffled and changed in many places; it
/// is not known if all grids can come out. For other rules digits are drawn (for
/// all cells up to 9×9, for four cells of each row in larger grids) and a solver
/// completes the grid. Grids are not equally likely.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("grid").multiple(false)))]
pub struct Arguments {
    /// The order n: a grid of n²×n² with boxes of n×n
    #[arg(long, value_name = "N", default_value = "3", value_parser = order, group = "grid")]
    order: Size,

    /// A grid of N×N instead, with boxes as square as possible, wider than high
    /// (2×3 for 6); without boxes if N is a prime
    #[arg(long, value_name = "N", value_parser = size, group = "grid")]
    size: Option<Size>,

    /// A grid with boxes of R rows and C columns instead, as 2x3
    #[arg(long, value_name = "RxC", value_parser = boxes, group = "grid")]
    boxes: Option<Spec>,

    /// The rules of the grid: a file, or statements parted by `;`, as
    /// 'size 6x6; diagonal' or 'anti-knight'; docs/RULES.md lists them. The size is
    /// that of --order or --size unless the rules state one
    #[arg(long, value_name = "TEXT|FILE", conflicts_with = "boxes")]
    rules: Option<String>,

    /// Number of clues to leave
    #[arg(long, value_name = "K", conflicts_with = "holes")]
    clues: Option<usize>,

    /// Percentage of the cells to leave blank
    #[arg(long, value_name = "P%", default_value = "50%")]
    holes: Percent,

    /// Leave one solution only
    #[arg(long)]
    unique: bool,

    /// Leave one solution only, and no clue that could be removed
    #[arg(long, conflicts_with_all = ["clues", "holes"])]
    minimal: bool,

    /// The symmetry of the pattern of clues; with --minimal, no clue can be removed
    /// together with its images
    #[arg(long, value_enum, value_name = "SYMMETRY", default_value = "none")]
    symmetry: Pattern,

    /// Leave no solution: clues are changed so that no two clash and filling in all
    /// singles leaves a candidate for each cell and each house, but a solver finds
    /// no solution. For tests of solvers and of proofs
    #[arg(long, conflicts_with_all = ["unique", "minimal", "symmetry"])]
    planted: bool,

    /// Seed of the random numbers; if not given, a random one is printed on
    /// standard error
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Number of puzzles; the second is that of the next seed, and so on
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Form in which puzzles are printed [default: plain, or rules if the grid has
    /// rules that the plain form does not hold]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    quiet: Quiet,
}

/// A symmetry of the pattern of clues.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Pattern {
    /// Any pattern
    None,
    /// The same after half a turn, as in most newspapers
    HalfTurn,
    /// The same after a quarter turn
    QuarterTurn,
    /// The left half mirrors the right half
    LeftRight,
    /// The upper half mirrors the lower half
    UpDown,
    /// Mirrored in the diagonal from the upper left corner
    Diagonal,
    /// Mirrored in the diagonal from the upper right corner
    Antidiagonal,
    /// All of these
    Full,
}

impl From<Pattern> for Symmetry {
    fn from(pattern: Pattern) -> Symmetry {
        match pattern {
            Pattern::None => Symmetry::None,
            Pattern::HalfTurn => Symmetry::HalfTurn,
            Pattern::QuarterTurn => Symmetry::QuarterTurn,
            Pattern::LeftRight => Symmetry::LeftRight,
            Pattern::UpDown => Symmetry::UpDown,
            Pattern::Diagonal => Symmetry::Diagonal,
            Pattern::Antidiagonal => Symmetry::Antidiagonal,
            Pattern::Full => Symmetry::Full,
        }
    }
}

/// Number of full grids tried for a puzzle with few clues and one solution, or with
/// none.
const TRIES: usize = 1000;

/// With --unique, a clue stays if more conflicts than this are needed to decide
/// whether it can go. In large grids a few such decisions would take all the
/// time, and other clues can go instead.
const CONFLICTS: u64 = 200;

pub fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    let rules = rules_of(&arguments)?;
    let size = rules.size();
    let cells = size.num_cells();
    let clues = match arguments.clues {
        Some(clues) if clues > cells => {
            anyhow::bail!(
                "--clues {clues}: a grid of {size} has {}",
                counted(cells, "cell")
            )
        }
        Some(clues) => clues,
        None => cells - arguments.holes.of(cells),
    };
    let clues = clues_of_pattern(&arguments, size, clues)?;
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = fastrand::u64(..1_000_000_000);
        arguments.quiet.note(&format!("--seed {seed}"));
        seed
    });
    let blank = Puzzle::new(Arc::clone(&rules));
    let format = arguments
        .format
        .unwrap_or(match Format::Plain.loses(&blank) {
            None => Format::Plain,
            Some(_) => Format::Rules,
        });
    format.note_loss(&blank, "the puzzle", "--format", arguments.quiet);
    let interrupt = on_ctrl_c();
    let unlimited = Budget::unlimited().with_interrupt(interrupt.clone());
    let mut out = out::stdout();
    let mut printed_any = false;
    let mut exit = Exit::Done;
    for number in 0..arguments.count {
        let seed = seed.wrapping_add(number);
        let mut rng = Rng::with_seed(seed);
        let budget = match arguments.time_limit {
            Some(limit) => unlimited.clone().with_time(limit),
            None => unlimited.clone(),
        };
        let puzzle = match puzzle(&arguments, &rules, clues, &mut rng, &budget) {
            Ok(Some(puzzle)) => puzzle,
            Ok(None) => {
                let solutions = match arguments.planted {
                    true => "no solution, which singles don't show",
                    false => "one solution",
                };
                let sought = format!("{} and {solutions}", counted(clues, "clue"));
                report::note(&format!(
                    "--seed {seed}: gave up: no puzzle with {sought} in {TRIES} full grids"
                ));
                exit = Exit::GaveUp;
                continue;
            }
            Err(error) => {
                out.flush()?;
                match (error.downcast_ref(), error.downcast_ref()) {
                    // No seed helps.
                    (Some(NoGrid::Impossible), _) => {
                        report::note(&format!("{error}: the solver refuted them"));
                        return Ok(Exit::No);
                    }
                    (Some(NoGrid::Stopped(_)), _) | (_, Some(Undecided::Stopped(_))) => {
                        report::note(&format!("--seed {seed}: gave up: {error}"));
                    }
                    _ => return Err(error),
                }
                exit = Exit::GaveUp;
                match interrupt.is_raised() {
                    true => break,
                    false => continue,
                }
            }
        };
        if printed_any {
            write!(out, "{}", format.between())?;
        }
        printed_any = true;
        format.write(&mut out, &puzzle)?;
    }
    out.flush()?;
    Ok(exit)
}

/// The number of clues to leave: as asked for, or for --holes, which is a share, the
/// next smaller number that a pattern of the symmetry can have.
fn clues_of_pattern(arguments: &Arguments, size: Size, clues: usize) -> anyhow::Result<usize> {
    let symmetry = Symmetry::from(arguments.symmetry);
    let possible = (0..=clues)
        .rev()
        .find(|&count| symmetry.allows(size, count));
    match possible {
        Some(count) if count == clues || arguments.clues.is_none() => Ok(count),
        _ => anyhow::bail!(
            "--clues {clues}: no pattern of this symmetry has {} in a grid of {size}, {} has",
            counted(clues, "clue"),
            possible.unwrap_or(0)
        ),
    }
}

/// The rules that the arguments state.
fn rules_of(arguments: &Arguments) -> anyhow::Result<Arc<Rules>> {
    if let Some(rules) = &arguments.rules {
        let statements = puzzles::statements(rules)?;
        return Ok(statements.alone(arguments.size.unwrap_or(arguments.order))?);
    }
    Ok(match (&arguments.boxes, arguments.size) {
        (Some(spec), _) => Arc::new(Rules::new(spec.clone())?),
        (None, Some(size)) => Rules::usual(size),
        (None, None) => Rules::usual(arguments.order),
    })
}

/// Makes a puzzle. Returns `None` if none was found with so few clues.
fn puzzle(
    arguments: &Arguments,
    rules: &Arc<Rules>,
    clues: usize,
    rng: &mut Rng,
    budget: &Budget,
) -> anyhow::Result<Option<Puzzle>> {
    let symmetry = arguments.symmetry.into();
    if arguments.minimal {
        let is_only = |puzzle: &Puzzle, grid: &_| is_only_solution(puzzle, grid, budget);
        let grid = full_grid(rules, rng, budget)?;
        return Ok(Some(generate::minimal(
            rules, &grid, symmetry, rng, is_only,
        )?));
    }
    if arguments.planted {
        for _ in 0..TRIES {
            let grid = full_grid(rules, rng, budget)?;
            let puzzle = planted(rules, &grid, clues, rng, budget)?;
            if puzzle.is_some() {
                return Ok(puzzle);
            }
        }
        return Ok(None);
    }
    if !arguments.unique {
        let grid = full_grid(rules, rng, budget)?;
        return Ok(Some(generate::with_clues(
            rules, &grid, clues, symmetry, rng,
        )));
    }
    let few_conflicts = budget.clone().with_steps(CONFLICTS);
    for _ in 0..TRIES {
        let grid = full_grid(rules, rng, budget)?;
        let is_only = |puzzle: &Puzzle, grid: &_| is_only_solution(puzzle, grid, &few_conflicts);
        let puzzle = generate::unique_with_clues(rules, &grid, clues, symmetry, rng, is_only)?;
        if puzzle.is_some() {
            return Ok(puzzle);
        }
    }
    Ok(None)
}

/// Returns a full grid at random: by shuffling where the rules are boxes alone, by
/// a search otherwise.
fn full_grid(rules: &Arc<Rules>, rng: &mut Rng, budget: &Budget) -> Result<Grid, NoGrid> {
    if let Some(stop) = budget.exhausted(0) {
        return Err(NoGrid::Stopped(stop));
    }
    match generate::full_grid(rules, rng) {
        Some(grid) => Ok(grid),
        None => random_grid(rules, rng, budget),
    }
}

/// A size from its number.
fn size(text: &str) -> Result<Size, String> {
    let largest = Size::MAX.side();
    let size = text.parse().ok().and_then(Size::new);
    size.ok_or_else(|| format!("expected a number from 1 to {largest}"))
}

/// Boxes as `2x3` or `2×3`.
fn boxes(text: &str) -> Result<Spec, String> {
    let largest = Size::MAX.side();
    let expected =
        || format!("expected rows x columns of a box, as 2x3, of at most {largest} cells");
    let (rows, cols) = text.split_once(['x', '×']).ok_or_else(expected)?;
    let [rows, cols] = [rows, cols].map(|number| number.parse().ok());
    let spec = rows
        .zip(cols)
        .and_then(|(rows, cols)| Spec::boxes(rows, cols));
    spec.ok_or_else(expected)
}

/// An order from its number.
fn order(text: &str) -> Result<Size, String> {
    let largest = Size::MAX_ORDER;
    let size = text.parse().ok().and_then(Size::of_order);
    size.ok_or_else(|| format!("expected a number from 1 to {largest}"))
}

/// A part in per cent, from 0 to 100.
#[derive(Clone, Copy)]
struct Percent(f64);

impl Percent {
    /// This part of a number, rounded down.
    fn of(self, whole: usize) -> usize {
        (whole as f64 * self.0 / 100.0) as usize
    }
}

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Percent, String> {
        let number = text.strip_suffix('%').unwrap_or(text);
        match number.parse() {
            Ok(part) if (0.0..=100.0).contains(&part) => Ok(Percent(part)),
            _ => Err("expected a number from 0 to 100, as 40%".to_owned()),
        }
    }
}
