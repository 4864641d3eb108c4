//! `sudosat solve`: puzzles, by any engine.

mod output;
mod proof;

use super::Context;
use super::choices;
use super::encoding::EncodingArguments;
use super::engines;
use super::exit::Exit;
use super::format::Format;
use super::inputs::Inputs;
use super::interrupt::on_ctrl_c;
use super::limits::seconds;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use anyhow::bail;
use output::Output;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::check;
use sudosat::encode::Encoding;
use sudosat::engine::{self, End, Engine, EngineError, Limit, Outcome, Proof, ProofFormat};
use sudosat::engine::{Request, Verdict};
use sudosat::io::{InputError, display};
use sudosat::sudoku::text::Entry;

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
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time_limit: Option<Duration>,

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

pub fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let engine = engine::by_name(&arguments.engine)?;
    let interrupt = on_ctrl_c();
    let mut output = Output::new(&arguments);
    let mut exits = Exits::default();
    let mut inputs = Inputs::default();
    let mut is_first = true;
    let mut told_encoding = arguments.encoding.named().is_some();
    let mut entries = arguments.puzzles.entries(context, &interrupt).peekable();
    while let Some(entry) = entries.next() {
        if interrupt.is_raised() {
            exits.gave_up = true;
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                inputs.add_error(&error);
                exits.bad_input = true;
                is_first = false;
                continue;
            }
        };
        inputs.add_puzzle();
        if is_first && output.can_name() {
            output.names(entries.peek().is_some());
        } else {
            output.names(true);
        }
        is_first = false;
        if let Some(path) = &arguments.proof {
            proof::refuse_early(path, arguments.force, &entry)?;
            match entries.peek() {
                None => {}
                Some(Ok(next)) => bail!(
                    "--proof takes one puzzle, found another at {}; FILE:LINE names one",
                    display(&next.name)
                ),
                Some(Err(error)) => return Err(error.clone().into()),
            }
        }
        let rules = entry.puzzle.rules();
        let encoding = engine.encoding(&arguments.request(), rules);
        if let Some(encoding) = encoding
            && let Err(error) = encoding.expresses(rules)
        {
            report::input(&InputError::whole(&*entry.name, error.to_string()));
            exits.bad_input = true;
            continue;
        }
        if let Some(encoding) = encoding
            && !told_encoding
            && encoding.name != Encoding::LECTURE.name
        {
            told_encoding = true;
            let name = engine.name();
            let instead = match Encoding::LECTURE.expresses(rules) {
                Ok(()) => "from 9×9 up; use -e lecture for the lecture's own",
                Err(_) => "since the lecture's has no family for some of the rules",
            };
            arguments.quiet.note(&format!(
                "note: {name} gets the encoding {encoding} {instead}"
            ));
        }
        one(
            &arguments,
            &*engine,
            &entry,
            &interrupt,
            &mut output,
            &mut exits,
        )?;
    }
    inputs.finish();
    Ok(exits.exit())
}

/// Solves one puzzle and prints what there is to print.
fn one(
    arguments: &Arguments,
    engine: &dyn Engine,
    entry: &Entry,
    interrupt: &Interrupt,
    output: &mut Output,
    exits: &mut Exits,
) -> anyhow::Result<()> {
    let puzzle = &entry.puzzle;
    let name = display(&entry.name).into_owned();
    let request = arguments.request();
    let mut budget = Budget::unlimited().with_interrupt(interrupt.clone());
    if let Some(limit) = arguments.time_limit {
        budget = budget.with_time(limit);
    }
    output.begin(entry)?;
    let mut broken = Ok(());
    let mut printed = false;
    let mut lost = None;
    let result = engine::run(engine, puzzle, &request, &budget, &mut |grid| {
        if arguments.unique && printed {
            return ControlFlow::Continue(());
        }
        if let Err(fault) = check::tokens(&entry.tokens, puzzle.symbols(), grid) {
            lost = Some(fault);
            return ControlFlow::Break(());
        }
        printed = true;
        broken = output.solution(&entry.puzzle, grid);
        match broken {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    broken?;
    output.end(engine.name(), result.as_ref())?;
    if let Some(fault) = lost {
        report::note(&format!("{name}: the answer is refused: {fault}"));
        exits.no = true;
        return Ok(());
    }
    match result {
        Ok(outcome) => {
            if !arguments.quiet.is_set() {
                tell(arguments, engine, &name, &outcome);
            }
            match outcome.verdict() {
                Verdict::GaveUp(_) => exits.gave_up = true,
                _ if matches!(outcome.end, End::GaveUp(_)) => exits.gave_up = true,
                Verdict::Solved if arguments.unique && outcome.count > 1 => exits.no = true,
                Verdict::Solved | Verdict::Unsolvable => {}
            }
            if let Some(path) = &arguments.proof
                && !proof::write(path, arguments.force, engine.name(), &outcome)?
            {
                exits.no = true;
            }
        }
        Err(error) if error.is_permanent() => return Err(error.into()),
        Err(error) => {
            failed(&name, &error);
            exits.no = true;
        }
    }
    Ok(())
}

fn failed(name: &str, error: &EngineError) {
    report::note(&format!("{name}: {error}"));
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

/// What happened so far that decides the exit code.
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
