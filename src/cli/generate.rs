//! `sudosat generate`: puzzles by any rules.

mod maker;
mod progress;

use super::choices;
use super::context::Context;
use super::exit::Exit;
use super::format::Format;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::jobs::Jobs;
use super::limits::seconds;
use super::out::{self, Stdout};
use super::quiet::Quiet;
use super::{puzzles, report};
use anyhow::Context as _;
use clap::builder::TypedValueParser;
use maker::{Made, Maker, is_stopped};
use progress::Progress;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sudosat::batch::ordered;
use sudosat::budget::{Interrupt, Stop};
use sudosat::generate::{self, HardnessWalk, Kind, NoGrid, Symmetry};
use sudosat::io::{counted, did_you_mean};
use sudosat::reason::hint::{MAX_SIDE, TECHNIQUES, Technique};
use sudosat::reason::rate::Class;
use sudosat::sudoku::print;
use sudosat::sudoku::rules::{Cage, Regions, Spec};
use sudosat::sudoku::{Cell, Puzzle, Rules, Size};

/// Make puzzles
///
/// Each is made from a full grid by removing clues, half of them unless --clues or
/// --holes is given. The puzzle may have several solutions; with --unique or
/// --minimal, a clue is removed only if one solution remains; with --planted, clues
/// are changed until there is none. --pencilmarks makes puzzles from candidates instead of
/// clues.
///
/// --class and --technique make puzzles with one solution and the given difficulty;
/// without --clues and --holes they are minimal. Such a puzzle has a title that says how
/// hard it is, as a comment above it, and `sheet` prints the title; for --to json and
/// svg, which have no titles, it is a note on standard error. If --tries full grids give
/// no such puzzle, a message says so, and the exit code is 3.
///
/// Randomness: up to 6×6 all full grids are equally likely, if the rules treat all digits
/// alike, and up to 4×4 by any rules. Above, they are not. Up to 9×9 every full grid of
/// boxes, and every Latin square, can come out; larger ones are one pattern, shuffled and
/// changed in many places. For other rules, random digits are chosen and a solver
/// completes the grid. docs/GENERATE.md has the details.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("grid").multiple(false)))]
pub(super) struct Arguments {
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

    /// The rules of the grid: a file, or statements separated by `;`, such as
    /// 'size 6x6; diagonal' or 'anti-knight'; docs/RULES.md lists them. The size is
    /// that of --order or --size unless the rules state one
    #[arg(long, value_name = "TEXT|FILE", conflicts_with = "boxes")]
    rules: Option<String>,

    /// Invent marks that the full grid obeys, and then remove clues as without them: regions
    /// (jigsaw, instead of boxes), cages, arrows, or rules of docs/RULES.md for some cells by
    /// their names, such as 'renban,quadruple' or 'sandwich'. Cages cover the grid; there are at
    /// most as many marks of another kind as rows. Regions and marks have the --symmetry of the clues
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kind, conflicts_with = "planted")]
    layout: Vec<Kind>,

    /// Number of clues to leave
    #[arg(long, value_name = "K", conflicts_with = "holes")]
    clues: Option<usize>,

    /// Percentage of the cells to leave blank [default: 50%]
    #[arg(long, value_name = "P%")]
    holes: Option<Percent>,

    /// Make puzzles with exactly one solution
    #[arg(short, long)]
    unique: bool,

    /// Make puzzles with exactly one solution and no clue that could be removed; with
    /// --clues K, try full grids until one gives exactly K clues
    #[arg(long, conflicts_with = "holes")]
    minimal: bool,

    /// Make pencilmark puzzles (Sukaku), with exactly one solution: there are no clues, and
    /// three quarters of the wrong candidates are left out of the cells; with --minimal, none
    /// that could be put back. A cell with one candidate left is printed as a clue. The forms
    /// with candidates are `pencilmarks`, `rules` and `json`
    #[arg(long, conflicts_with_all = ["clues", "holes"])]
    pencilmarks: bool,

    /// Make puzzles with exactly one solution and of this class, which `rate` prints: the
    /// easiest of these methods that solves the puzzle
    #[arg(long, value_name = "CLASS", value_parser = classes())]
    class: Option<Class>,

    /// Make puzzles with exactly one solution in which this is the hardest technique that
    /// `hint --all` uses; `hint --help` lists the names
    #[arg(long, value_name = "NAME", value_parser = technique)]
    technique: Option<&'static Technique>,

    /// Number of full grids that are tried for each puzzle
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    tries: u64,

    /// The symmetry of the pattern of clues; with --minimal, no clue can be removed
    /// together with its images
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = symmetries())]
    symmetry: Symmetry,

    /// Make puzzles without a solution: clues are changed so that no two clash and filling in all
    /// singles leaves a candidate for each cell and each house, but a solver finds
    /// no solution. For tests of solvers and of proofs
    #[arg(long, conflicts_with_all = ["unique", "minimal", "pencilmarks", "class", "technique"])]
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

    #[command(flatten)]
    jobs: Jobs,

    /// Form in which puzzles are printed [default: plain, or rules if the grid has
    /// rules that the plain form does not hold; with --pencilmarks, pencilmarks or rules]
    #[arg(long, alias = "format", value_name = "FORM")]
    to: Option<Format>,

    #[command(flatten)]
    quiet: Quiet,
}

/// Returns the parser of a symmetry of the pattern of clues.
fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    choices::named([
        ("none", Symmetry::None, "Any pattern"),
        (
            "half-turn",
            Symmetry::HalfTurn,
            "The same after half a turn, as in most newspapers",
        ),
        (
            "quarter-turn",
            Symmetry::QuarterTurn,
            "The same after a quarter turn",
        ),
        (
            "left-right",
            Symmetry::LeftRight,
            "The left half mirrors the right half",
        ),
        (
            "up-down",
            Symmetry::UpDown,
            "The upper half mirrors the lower half",
        ),
        (
            "diagonal",
            Symmetry::Diagonal,
            "Mirrored in the diagonal from the upper left corner",
        ),
        (
            "antidiagonal",
            Symmetry::Antidiagonal,
            "Mirrored in the diagonal from the upper right corner",
        ),
        ("full", Symmetry::Full, "All of these"),
    ])
}

/// Returns the parser of the propagation that solves a puzzle.
fn classes() -> impl TypedValueParser<Value = Class> {
    choices::named([
        (
            "singles",
            Class::Singles,
            "Naked and hidden singles: unit propagation",
        ),
        (
            "failed-literals",
            Class::FailedLiterals,
            "Singles, with the removal of candidates that lead to a contradiction by singles",
        ),
        ("search", Class::Search, "Neither: a search"),
    ])
}

/// The clues or candidates that a puzzle is to have.
#[derive(Clone, Copy)]
enum Clues {
    /// Any of the full grid's.
    Any(usize),
    /// This number of clues, which leave one solution.
    Unique(usize),
    /// Clues that leave one solution and of which none can be removed: exactly this number
    /// of them, or any number.
    Minimal(Option<usize>),
    /// This number of clues, which leave no solution.
    Planted(usize),
    /// No clues, and this number of excluded candidates, which leave one solution.
    Marks(usize),
    /// No clues, and excluded candidates that leave one solution and of which none can be
    /// put back.
    MinimalMarks,
}

/// Largest side of grids whose puzzles almost never need search; up to it, a note says so
/// for `--class search`. Measured: docs/GENERATE.md.
const HARDLY_SEARCH: usize = 9;

/// Largest grids of which several are made in parallel by default. Larger ones may need
/// more than a share of the memory.
const LARGEST_BESIDE_OTHERS: usize = 25;

/// Largest side of invented maps of regions. Larger ones take minutes to draw and to fill.
const LARGEST_JIGSAW: usize = 25;

/// With --planted, a note says that fewer clues than this share of the cells, in per
/// cent, may need a long search. Chosen by hand.
const FEW_PLANTED: usize = 18;

/// Time after which printed puzzles are passed on to the reader. Chosen by hand: thousands of
/// small puzzles are made in it.
const FLUSH: Duration = Duration::from_millis(50);

pub(super) fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    let rules = rules_of(&arguments)?;
    arguments.refuse_impossible(&rules)?;
    let clues = arguments.kind_of_clues(&rules)?;
    let blank = Puzzle::new(Arc::clone(&rules));
    let format = arguments.form(&blank)?;
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = fastrand::u64(..1_000_000_000);
        arguments.quiet.note(&format!("--seed {seed}"));
        seed
    });
    format.note_loss(&blank, "the puzzle", arguments.quiet);
    let walks = arguments.walks(clues, &rules);
    arguments.note_long_searches(clues, rules.size(), walks);
    let interrupt = on_ctrl_c();
    let progress = Progress::new(!walks || arguments.quiet.is_set());
    let printer = Printer {
        out: out::stdout(),
        progress: progress.clone(),
        format,
        quiet: arguments.quiet,
        sought: arguments.sought(clues),
        tries: counted(arguments.tries, "full grid"),
        flushes_each: walks,
        flushed: Instant::now(),
        printed_any: false,
    };
    let count = arguments.count;
    let jobs = arguments.jobs(rules.size());
    let maker = Maker::new(arguments, rules, clues, walks, progress.clone(), &interrupt);
    let seeds = (0..count).map(move |number| seed.wrapping_add(number));
    let make = move |seed| (seed, maker.make(seed));
    let made: Box<dyn Iterator<Item = _>> = match jobs.get() {
        1 => Box::new(seeds.map(make)),
        _ => Box::new(ordered(move || seeds, jobs, &interrupt, make).context(Stop::NoThread)?),
    };
    let result = printer.print_all(made, count, &interrupt);
    // The threads may still have it, so nothing else removes the line of an early end.
    progress.finish();
    result
}

/// The output of puzzles while they are made.
struct Printer {
    out: Stdout,
    progress: Progress,
    format: Format,
    quiet: Quiet,
    /// The request in words.
    sought: String,
    /// Number of full grids that are tried, in words.
    tries: String,
    /// Set if each puzzle is passed on at once, because it takes long to make.
    flushes_each: bool,
    /// Time at which puzzles were last passed on.
    flushed: Instant,
    /// Set if a puzzle was printed before.
    printed_any: bool,
}

impl Printer {
    /// Prints the puzzles of `count` seeds as they come.
    fn print_all(
        mut self,
        made: impl Iterator<Item = (u64, anyhow::Result<Option<Made>>)>,
        count: u64,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Done;
        let mut num_made = 0;
        for (seed, made) in made {
            num_made += 1;
            match made {
                Ok(Some(made)) => self.print(seed, &made)?,
                Ok(None) => {
                    let Printer { sought, tries, .. } = &self;
                    let note = format!(
                        "--seed {seed}: gave up: no puzzle with {sought} in {tries}; --tries sets \
                     their number"
                    );
                    self.note(&note)?;
                    exit = Exit::GaveUp;
                }
                Err(error) if matches!(error.downcast_ref(), Some(NoGrid::Impossible)) => {
                    // No seed helps.
                    self.note(&format!("{error}: the solver refuted them"))?;
                    return Ok(Exit::No);
                }
                Err(error) if is_stopped(&error) => {
                    self.note(&format!("--seed {seed}: gave up: {error}"))?;
                    exit = Exit::GaveUp;
                    if interrupt.is_raised() {
                        return Ok(exit);
                    }
                }
                Err(error) => {
                    self.progress.suspend(|| self.out.flush())?;
                    return Err(error);
                }
            }
        }
        self.progress.finish();
        self.out.flush()?;
        if num_made < count {
            report_interrupt();
            exit = Exit::GaveUp;
        }
        Ok(exit)
    }

    /// Prints a puzzle, with its title if it has one.
    fn print(&mut self, seed: u64, made: &Made) -> io::Result<()> {
        if self.printed_any {
            write!(self.out, "{}", self.format.between())?;
        }
        self.printed_any = true;
        match &made.title {
            Some(title) if matches!(self.format, Format::Json | Format::Svg) => {
                let note = format!("--seed {seed}: {title} (this form has no titles)");
                self.progress.suspend(|| self.quiet.note(&note));
            }
            Some(title) => writeln!(self.out, "# title: {title}")?,
            None => {}
        }
        self.format.write(&mut self.out, &made.puzzle)?;
        if self.flushes_each || self.flushed.elapsed() >= FLUSH {
            self.progress.suspend(|| self.out.flush())?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Prints a line on standard error, after what was printed before it.
    fn note(&mut self, text: &str) -> io::Result<()> {
        self.progress.suspend(|| self.out.flush())?;
        self.progress.suspend(|| report::note(text));
        Ok(())
    }
}

impl Arguments {
    /// Notes requests that may take a long search.
    fn note_long_searches(&self, clues: Clues, size: Size, walks: bool) {
        if let Clues::Planted(clues) = clues
            && clues * 100 < size.num_cells() * FEW_PLANTED
        {
            self.quiet.note(&format!(
                "{} seldom leave no solution, so the search may take minutes and find none; --tries \
                 or --time-limit ends it earlier",
                counted(clues, "clue")
            ));
        }
        let searches = self.class == Some(Class::Search) && !self.pencilmarks;
        match walks {
            _ if !searches || size.side() > HARDLY_SEARCH => {}
            true => self.quiet.note(
                "hardly any puzzle up to 9×9 is of the class search, so the search for one may take \
                 minutes; --time-limit ends it earlier",
            ),
            false => self.quiet.note(
                "hardly any puzzle up to 9×9 is of the class search (none in 61 000 full grids of \
                 9×9). With --holes, --clues without --minimal, or rules beyond houses, puzzles \
                 are only drawn at random; --minimal without these is a better way",
            ),
        }
    }

    /// Refuses requests that no puzzle can meet.
    fn refuse_impossible(&self, rules: &Rules) -> anyhow::Result<()> {
        let size = rules.size();
        if !self.symmetry.fits(size) {
            anyhow::bail!("--symmetry: the grids of these rules have no such symmetry");
        }
        if !self.layout.is_empty() && !size.is_one_grid() {
            anyhow::bail!("--layout is for one grid, found {size}");
        }
        let invents_regions = self.layout.contains(&Kind::Regions);
        if invents_regions && size.side() > LARGEST_JIGSAW {
            anyhow::bail!(
                "--layout regions is for grids up to {LARGEST_JIGSAW}×{LARGEST_JIGSAW}, found {size}"
            );
        }
        if self.planted && self.symmetry != Symmetry::None {
            anyhow::bail!("--planted takes no --symmetry: its clues are changed one by one");
        }
        if self.pencilmarks && self.symmetry != Symmetry::None {
            anyhow::bail!(
                "--pencilmarks takes no --symmetry: it is that of the clues, and there are none"
            );
        }
        // Found by going through all of these puzzles: 127 545 137 Latin squares of 4×4 with
        // blank cells.
        let latin = Spec::latin(size);
        let is_latin = [
            Some(latin),
            Spec::boxes(1, size.side()),
            Spec::boxes(size.side(), 1),
        ]
        .contains(&Some(rules.spec().clone()));
        let is_refuted =
            rules.order().is_some_and(|order| order <= 2) || is_latin && size.side() <= 4;
        if self.planted && is_refuted {
            anyhow::bail!(
                "--planted: singles refute each {size} puzzle without a solution; larger grids \
                 have others"
            );
        }
        if self.is_rated() && size.side() > MAX_SIDE {
            anyhow::bail!(
                "found a {size} grid, expected at most {MAX_SIDE}×{MAX_SIDE} for --class and \
                 --technique"
            );
        }
        Ok(())
    }

    /// Returns `true` if puzzles are asked for by how hard they are.
    fn is_rated(&self) -> bool {
        self.class.is_some() || self.technique.is_some()
    }

    /// Returns `true` if puzzles are searched for by [`HardnessWalk`].
    fn walks(&self, clues: Clues, rules: &Arc<Rules>) -> bool {
        self.class == Some(Class::Search)
            && self.layout.is_empty()
            && matches!(clues, Clues::Minimal(_))
            && HardnessWalk::is_for(rules)
    }

    /// Returns the form in which puzzles are printed: the one asked for, or one that keeps
    /// what the puzzles state. `blank` is a puzzle with their rules.
    fn form(&self, blank: &Puzzle) -> anyhow::Result<Format> {
        let Some(format) = self.to else {
            if !self.layout.is_empty() {
                return Ok(Format::Rules);
            }
            let is_kept = |format: &Format| format.loses(blank).is_none();
            let has_marks = print::pencilmarks(blank).is_some();
            let short = match self.pencilmarks {
                true => has_marks.then_some(Format::Pencilmarks),
                false => Some(Format::Plain),
            };
            return Ok(short.filter(is_kept).unwrap_or(Format::Rules));
        };
        let mut spec = blank.rules().spec().clone();
        spec.cages.push(Cage {
            cells: vec![Cell::new(0, 0)],
            sum: Some(1),
            repeats: false,
        });
        let with_a_cage = Puzzle::new(Arc::new(Rules::new(spec)?));
        if !self.layout.is_empty()
            && let Some(lost) = format.loses(&with_a_cage)
        {
            anyhow::bail!("--layout invents rules, and this form of --to leaves out {lost}");
        }
        if self.pencilmarks && !format.keeps_candidates() && format != Format::Svg {
            anyhow::bail!(
                "--pencilmarks makes puzzles of candidates, which the form of --to leaves out; \
                 expected pencilmarks, rules, json or svg"
            );
        }
        if format == Format::Pencilmarks
            && let Some(lost) = format.loses(blank)
        {
            anyhow::bail!("--to pencilmarks leaves out {lost}; expected rules or json");
        }
        Ok(format)
    }

    /// Returns the clues that are asked for. For --holes, which is a share, their number
    /// is the next smaller one that a pattern of the symmetry can have.
    fn kind_of_clues(&self, rules: &Arc<Rules>) -> anyhow::Result<Clues> {
        if self.pencilmarks {
            return Ok(match self.minimal || self.is_rated() {
                true => Clues::MinimalMarks,
                false => Clues::Marks(generate::max_excluded(rules) * 3 / 4),
            });
        }
        let size = rules.size();
        let cells = size.num_cells();
        let symmetry = self.symmetry;
        let fitting = |clues: usize| {
            (0..=clues)
                .rev()
                .find(|&count| symmetry.allows(size, count))
                .unwrap_or(0)
        };
        if let Some(clues) = self.clues {
            if clues > cells {
                anyhow::bail!(
                    "--clues {clues}: a grid of {size} has {}",
                    counted(cells, "cell")
                );
            }
            let possible = fitting(clues);
            if possible != clues {
                anyhow::bail!(
                    "--clues {clues}: no pattern of this symmetry has {} in a grid of {size}; \
                     the next lower number is {possible}",
                    counted(clues, "clue")
                );
            }
        }
        let is_minimal =
            self.minimal || self.is_rated() && self.clues.is_none() && self.holes.is_none();
        if is_minimal {
            return Ok(Clues::Minimal(self.clues));
        }
        let holes = self.holes.unwrap_or(Percent(50.0));
        let clues = match self.clues {
            Some(clues) => clues,
            None => fitting(cells - holes.of(cells)),
        };
        Ok(match (self.planted, self.unique || self.is_rated()) {
            (true, _) => Clues::Planted(clues),
            (false, true) => Clues::Unique(clues),
            (false, false) => Clues::Any(clues),
        })
    }

    /// Returns the number of puzzles to make in parallel.
    fn jobs(&self, size: Size) -> NonZeroUsize {
        let jobs = match size.side() > LARGEST_BESIDE_OTHERS {
            true => self.jobs.or_one(),
            false => self.jobs,
        };
        let count = NonZeroUsize::new(self.count.try_into().unwrap_or(usize::MAX));
        jobs.begin_for(count.unwrap_or(NonZeroUsize::MIN))
    }

    /// Returns the request in words.
    fn sought(&self, clues: Clues) -> String {
        let counted_clues = |number| counted(number, "clue");
        let (number, solutions) = match clues {
            Clues::Any(number) => (Some(counted_clues(number)), None),
            Clues::Unique(number) => (Some(counted_clues(number)), Some("one solution")),
            Clues::Minimal(number) => (number.map(counted_clues), Some("one solution, minimal")),
            Clues::Planted(number) => (
                Some(counted_clues(number)),
                Some("no solution, which singles don't show"),
            ),
            Clues::Marks(number) => (
                Some(counted(number, "excluded candidate")),
                Some("one solution"),
            ),
            Clues::MinimalMarks => (
                Some("pencil marks".to_owned()),
                Some("one solution, minimal"),
            ),
        };
        let class = self.class.map(|class| format!("the class {class}"));
        let technique = self
            .technique
            .map(|technique| format!("the hardest technique {}", technique.name));
        let parts = [number, solutions.map(str::to_owned), class, technique];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(" and ")
    }
}

/// Returns the rules that the arguments state.
///
/// # Errors
/// If the rules cannot be read or make no sense, or they state regions where regions are to be
/// invented.
fn rules_of(arguments: &Arguments) -> anyhow::Result<Arc<Rules>> {
    let size = arguments.size.unwrap_or(arguments.order);
    let (rules, states_regions) = match (&arguments.rules, &arguments.boxes) {
        (Some(rules), _) => {
            let statements = puzzles::statements(rules)?;
            (statements.alone(size)?, statements.states_regions())
        }
        (None, Some(spec)) => (Arc::new(Rules::new(spec.clone())?), true),
        (None, None) => (Rules::usual(size), false),
    };
    let has_regions = states_regions && rules.spec().regions != Regions::None;
    if has_regions && arguments.layout.contains(&Kind::Regions) {
        anyhow::bail!("--layout regions: the rules state regions already");
    }
    Ok(rules)
}

/// Returns a technique from its name, in small or capital letters, with blanks or
/// hyphens.
fn technique(text: &str) -> Result<&'static Technique, String> {
    let plain = |name: &str| name.to_lowercase().replace('-', " ");
    let mut techniques = TECHNIQUES.iter();
    techniques
        .find(|technique| plain(technique.name) == plain(text))
        .ok_or_else(|| {
            let names: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.name).collect();
            let near = did_you_mean(text, names.iter().copied());
            format!(
                "no technique has this name{near}; expected one of: {}",
                names.join(", ")
            )
        })
}

/// Returns a kind of marks from its name.
fn kind(text: &str) -> Result<Kind, String> {
    Kind::by_name(text).ok_or_else(|| {
        let near = did_you_mean(text, Kind::names());
        let names: Vec<&str> = Kind::names().collect();
        format!(
            "no marks have this name{near}; expected some of: {}",
            names.join(", ")
        )
    })
}

/// Returns a size from its number.
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

/// Returns an order from its number.
fn order(text: &str) -> Result<Size, String> {
    let largest = Size::MAX_ORDER;
    let size = text.parse().ok().and_then(Size::of_order);
    size.ok_or_else(|| format!("expected a number from 1 to {largest}"))
}

/// A part in per cent, from 0 to 100.
#[derive(Clone, Copy)]
struct Percent(f64);

impl Percent {
    /// Returns this share of a number, rounded down.
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
