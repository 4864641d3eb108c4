//! `sudosat solve`: puzzles, by any engine.

mod output;
mod proof;
mod turns;

use super::Context;
use super::choices;
use super::encoding::EncodingArguments;
use super::engines;
use super::exit::Exit;
use super::format::Format;
use super::inputs::Inputs;
use super::interrupt::on_ctrl_c;
use super::limits;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use output::Output;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::check::{self, TokenFault};
use sudosat::encode::Encoding;
use sudosat::engine::{self, End, Engine, EngineError, Limit, Outcome, Proof, ProofFormat};
use sudosat::engine::{Request, Verdict};
use sudosat::io::{InputError, display};
use sudosat::sudoku::text::Entry;
use turns::{Solutions, Turns};

/// Solve puzzles with any engine
///
/// Prints the first solution of each puzzle, or `no solution`, or `unknown` if
/// the engine found no answer; the reason goes to standard error. Every solution
/// is checked before it is printed. When a SAT engine answers that there is no
/// solution, or no other, `dlx` searches too; if it finds no answer soon, `cdcl`
/// proves its own and the proof is checked. Standard error says which of the two
/// stands behind the answer. `--prove` always asks for the proof.
///
/// On a terminal, each grid of several puzzles has the puzzle's name above it, as
/// a comment `# FILE:LINE`; a file or pipe gets the grids alone.
///
/// `cdcl` gets the lecture's formula, reduced to what the clues leave open. Other
/// SAT engines get the encoding `extended` from 9×9 up, because the lecture's is
/// too hard for them from 16×16 up; `extended` contains every clause of the
/// lecture's. `-e NAME` gives them the encoding named. Models are checked against
/// the lecture's formula in any case.
#[derive(clap::Args)]
#[command(after_long_help = engines::help())]
pub struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// The engine that searches; `--help` lists them
    #[arg(long, visible_alias = "engines", value_name = "NAME", default_value = "cdcl",
          value_parser = choices::engines(), hide_possible_values = true)]
    engine: String,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// Find up to N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Find all solutions
    #[arg(short, long, conflicts_with = "count")]
    all: bool,

    /// Search for a second solution too, without printing it; the exit code is 1
    /// if there is one
    #[arg(short, long, conflicts_with_all = ["count", "all"])]
    unique: bool,

    /// Prove that there is no solution, or no more than were found, and check
    /// the proof, where else a second engine may confirm it
    #[arg(long)]
    prove: bool,

    /// Write the proof that there is no solution, or no more than were found,
    /// and the formula that it refutes to FILE.cnf; one puzzle only
    ///
    /// FILE.pbp is in VeriPB's format, where `cdcl` refutes the lecture's formula;
    /// any other name is in DRAT, where counting takes long proofs: from order 3 on
    /// the formula is then that of `extended`, unless `-e` names another.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Replace the files of --proof if they exist; they are removed if this run
    /// ends without a proof
    #[arg(short, long, requires = "proof")]
    force: bool,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Number of puzzles solved in parallel; the answers come in the order of the
    /// input
    #[arg(short, long, value_name = "N", value_parser = limits::jobs, default_value = "1")]
    jobs: NonZeroUsize,

    /// Seed of the random choice among equally good items, for `dlx` and `matrix`
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Form in which grids are printed
    #[arg(long, value_name = "FORM", default_value = "plain")]
    format: Format,

    /// Print one JSON object for each puzzle (docs/JSON.md)
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Print the engine's steps and seconds for each puzzle on standard error
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    quiet: Quiet,
}

/// A puzzle of the input, or the error in its place.
struct Task {
    entry: Result<Entry, InputError>,
    /// Set if another input follows. Only looked at with --proof and on a terminal.
    is_followed: bool,
}

/// The end of a puzzle's search.
struct Solved {
    result: Result<Outcome, EngineError>,
    /// The fault of a solution that differs from the cells of the input.
    lost: Option<TokenFault>,
}

pub fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let engine: Arc<dyn Engine> = engine::by_name(&arguments.engine)?.into();
    let interrupt = on_ctrl_c();
    let mut output = Output::new(&arguments);
    let arguments = Arc::new(arguments);
    let mut turns = turns(
        &arguments,
        &engine,
        context,
        output.look_ahead(),
        &interrupt,
    );
    let mut exits = Exits::default();
    let mut inputs = Inputs::default();
    let mut told_encoding = arguments.encoding.named().is_some();
    while let Some(turn) = turns.next() {
        let task = Arc::clone(&turn.task);
        output.advance(task.is_followed);
        let entry = match &task.entry {
            Ok(entry) => entry,
            Err(_) if interrupt.is_raised() => break,
            Err(error) if arguments.proof.is_some() => return Err(error.clone().into()),
            Err(error) => {
                turn.result();
                inputs.add_error(error);
                exits.bad_input = true;
                continue;
            }
        };
        inputs.add_puzzle();
        if let Some(path) = &arguments.proof {
            proof::refuse_early(path, arguments.force, entry)?;
        }
        if !told_encoding {
            told_encoding = arguments.tell_encoding(&*engine, entry);
        }
        let mut grids = turn.grids.iter().peekable();
        let is_solved = grids.peek().is_some();
        if is_solved {
            output.begin(entry)?;
        }
        for grid in grids {
            output.solution(&entry.puzzle, &grid)?;
        }
        match turn.result() {
            // The interrupt came before its search.
            None => break,
            Some(Err(error)) => {
                report::input(&error);
                exits.bad_input = true;
            }
            Some(Ok(solved)) => {
                if !is_solved {
                    output.begin(entry)?;
                }
                output.end(engine.name(), solved.result.as_ref())?;
                arguments.finish(&*engine, entry, solved, &mut exits)?;
            }
        }
    }
    exits.gave_up |= interrupt.is_raised();
    inputs.finish();
    Ok(exits.exit())
}

/// Begins to solve the puzzles, `jobs` at a time. A puzzle that the encoding has
/// no clauses for is an error.
fn turns(
    arguments: &Arc<Arguments>,
    engine: &Arc<dyn Engine>,
    context: Context,
    looks_ahead: bool,
    interrupt: &Interrupt,
) -> Turns<Task, Result<Solved, InputError>> {
    engine::memory::share(arguments.jobs);
    let tasks = {
        let (arguments, interrupt) = (Arc::clone(arguments), interrupt.clone());
        // Waiting for the next puzzle would hold this one back.
        let looks_ahead = looks_ahead || arguments.proof.is_some();
        move || arguments.tasks(context, looks_ahead, &interrupt)
    };
    let work = {
        let (arguments, engine) = (Arc::clone(arguments), Arc::clone(engine));
        let interrupt = interrupt.clone();
        move |task: &Task, solutions: &Solutions| {
            let entry = task.entry.as_ref().map_err(Clone::clone)?;
            let rules = entry.puzzle.rules();
            if let Some(encoding) = engine.encoding(&arguments.request(), rules) {
                let suits = encoding.expresses(rules);
                suits.map_err(|error| InputError::whole(&*entry.name, error.to_string()))?;
            }
            Ok(arguments.solve(&*engine, entry, solutions, &interrupt))
        }
    };
    Turns::new(tasks, arguments.jobs, interrupt, work)
}

/// Prints on standard error what the grids do not show.
fn tell(arguments: &Arguments, engine: &dyn Engine, name: &str, outcome: &Outcome) {
    let counted = arguments.all || arguments.count.is_some();
    let solutions = match outcome.count {
        0 => "no solution".to_owned(),
        1 => "one solution".to_owned(),
        count => format!("{count} solutions"),
    };
    let text = match (&outcome.end, outcome.count) {
        (End::Exhausted(evidence), 0) => {
            Some(format!("no solution: {}", output::because(evidence)))
        }
        (End::Exhausted(evidence), _) => {
            let because = output::because(evidence);
            let wanted = counted || arguments.unique || arguments.stats;
            wanted.then(|| format!("{solutions} and no more: {because}"))
        }
        (End::Enough, 2..) if arguments.unique => Some("there is a second solution".into()),
        (End::Enough, _) => counted.then(|| format!("{solutions}; there may be more")),
        (End::GaveUp(Stop::Time), 0) => Some("gave up: out of time".into()),
        (End::GaveUp(stop), 0) => Some(format!("gave up: {stop}")),
        (End::GaveUp(stop), _) => Some(format!("{solutions}, then gave up: {stop}")),
    };
    if let Some(text) = text {
        report::note(&format!("{name}: {text}"));
    }
    if arguments.stats {
        let seconds = outcome.time.as_secs_f64();
        let comma = if outcome.steps.main().is_some() {
            ", "
        } else {
            ""
        };
        report::note(&format!(
            "{name}: {}: {}{comma}{seconds:.6} s",
            engine.name(),
            outcome.steps
        ));
    }
}

impl Arguments {
    /// Returns the puzzles. With --proof, a second one is an error in the place of
    /// the first.
    fn tasks(
        &self,
        context: Context,
        looks_ahead: bool,
        interrupt: &Interrupt,
    ) -> impl Iterator<Item = Task> + use<> {
        let is_proved = self.proof.is_some();
        let mut entries = self.puzzles.entries(context, interrupt).peekable();
        std::iter::from_fn(move || {
            let entry = entries.next()?;
            let next = if looks_ahead { entries.peek() } else { None };
            let is_followed = next.is_some();
            let entry = match next {
                Some(Err(error)) if is_proved => Err(error.clone()),
                Some(Ok(next)) if is_proved => {
                    let next = display(&next.name);
                    let message =
                        format!("takes one puzzle, found another at {next}; FILE:LINE names one");
                    Err(InputError::whole("--proof", message))
                }
                _ => entry,
            };
            Some(Task { entry, is_followed })
        })
    }

    /// Solves a puzzle and hands over the solutions that are to be printed.
    fn solve(
        &self,
        engine: &dyn Engine,
        entry: &Entry,
        solutions: &Solutions,
        interrupt: &Interrupt,
    ) -> Solved {
        let puzzle = &entry.puzzle;
        let mut budget = Budget::unlimited().with_interrupt(interrupt.clone());
        if let Some(limit) = self.time_limit {
            budget = budget.with_time(limit);
        }
        let mut is_printed = false;
        let mut lost = None;
        let result = engine::run(engine, puzzle, &self.request(), &budget, &mut |grid| {
            if self.unique && is_printed {
                return ControlFlow::Continue(());
            }
            if let Err(fault) = check::tokens(&entry.tokens, puzzle.symbols(), grid) {
                lost = Some(fault);
                return ControlFlow::Break(());
            }
            is_printed = true;
            solutions.send(grid)
        });
        Solved { result, lost }
    }

    /// Prints which encoding the engine gets if it is not the lecture's. Returns
    /// `true` if it was printed.
    fn tell_encoding(&self, engine: &dyn Engine, entry: &Entry) -> bool {
        let rules = entry.puzzle.rules();
        let Some(encoding) = engine.encoding(&self.request(), rules) else {
            return false;
        };
        if encoding.name == Encoding::LECTURE.name {
            return false;
        }
        let instead = match Encoding::LECTURE.expresses(rules) {
            Ok(()) => "from 9×9 up; use -e lecture for the lecture's own",
            Err(_) => "because the lecture's has no family for some of the rules",
        };
        self.quiet.note(&format!(
            "note: {} gets the encoding {encoding} {instead}",
            engine.name()
        ));
        true
    }

    /// Prints how the search ended, and writes the proof that was asked for.
    fn finish(
        &self,
        engine: &dyn Engine,
        entry: &Entry,
        solved: Solved,
        exits: &mut Exits,
    ) -> anyhow::Result<()> {
        let name = display(&entry.name).into_owned();
        if let Some(fault) = solved.lost {
            report::note(&format!("{name}: the answer is refused: {fault}"));
            exits.no = true;
            return Ok(());
        }
        let outcome = match solved.result {
            Ok(outcome) => outcome,
            Err(error) if error.is_permanent() => return Err(error.into()),
            Err(error) => {
                report::note(&format!("{name}: {error}"));
                exits.no = true;
                return Ok(());
            }
        };
        if !self.quiet.is_set() {
            tell(self, engine, &name, &outcome);
        }
        match outcome.verdict() {
            Verdict::GaveUp(_) => exits.gave_up = true,
            _ if matches!(outcome.end, End::GaveUp(_)) => exits.gave_up = true,
            Verdict::Solved if self.unique && outcome.count > 1 => exits.no = true,
            Verdict::Solved | Verdict::Unsolvable => {}
        }
        if let Some(path) = &self.proof
            && !proof::write(path, self.force, engine.name(), &outcome)?
        {
            exits.no = true;
        }
        Ok(())
    }

    fn request(&self) -> Request {
        Request {
            encoding: self.encoding.named(),
            at_most_one: self.encoding.at_most_one(),
            proof: match self.prove || self.proof.is_some() {
                true => Proof::Checked,
                false => Proof::Confirmed,
            },
            proof_format: match &self.proof {
                Some(path) => proof::format(path),
                None => ProofFormat::default(),
            },
            seed: self.seed,
            ..Request::new(self.limit())
        }
    }

    fn limit(&self) -> Limit {
        match self.count {
            Some(count) => Limit::count(count),
            None if self.all => Limit::ALL,
            None if self.unique => Limit::UNIQUE,
            None => Limit::FIRST,
        }
    }
}

/// The events so far that decide the exit code.
#[derive(Default)]
struct Exits {
    no: bool,
    bad_input: bool,
    gave_up: bool,
}

impl Exits {
    fn exit(&self) -> Exit {
        if self.no {
            Exit::No
        } else if self.bad_input {
            Exit::BadInput
        } else if self.gave_up {
            Exit::GaveUp
        } else {
            Exit::Done
        }
    }
}
