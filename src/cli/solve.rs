//! `sudosat solve`: puzzles, by any engine.

mod backbone;
mod output;
mod proof;
mod remarks;
mod turns;

use super::beside::Beside;
use super::choices;
use super::context::Context;
use super::corpus::shards::Part;
use super::corpus::{self, Bar, CorpusArguments, summary};
use super::encoding::EncodingArguments;
use super::engines;
use super::exit::Exit;
use super::format::Format;
use super::inputs::Inputs;
use super::interrupt::{on_ctrl_c, report_interrupt};
use super::jobs::Jobs;
use super::limits;
use super::overrun::{self, Watch};
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use super::report;
use anyhow::Context as _;
use clap::ArgGroup;
use output::Output;
pub(super) use output::because;
use remarks::Remarks;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use sudosat::batch::journal::{Asked, Header, Taken};
use sudosat::batch::{AnswerRecord, Record};
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::check::{self, TokenFault};
use sudosat::encode::Encoding;
use sudosat::engine::Request;
use sudosat::engine::memory::Reservation;
use sudosat::engine::{
    self, End, Engine, EngineError, Evidence, Glance, Limit, Outcome, Proof, ProofFormat,
};
use sudosat::io::{InputError, display};
use sudosat::sudoku::text::Entry;
use turns::{Solutions, Turns};

/// Solve puzzles with any engine
///
/// Prints the first solution of each puzzle, or `no solution`, or `unknown` if
/// the engine found no answer; the reason goes to standard error. Every solution
/// is checked before it is printed. When a SAT engine answers that there is no
/// solution, or no other, an engine that is no SAT solver searches too: `planes` for rows,
/// columns and boxes up to 9×9, else `dlx`. If it finds no answer soon, an engine that
/// can (`cdcl`, `cadical`, `kissat`) proves its own claim and the proof is checked;
/// that of another is marked "not verified". Standard error says what confirmed the
/// answer. With `--prove` an engine that can always proves its claim; that of another is
/// still confirmed by the second search.
///
/// Standard error says if a puzzle has no clues, and if its grid is one of several
/// solutions, as far as a quick search finds out; --unique searches until it is known.
///
/// After several puzzles, standard error has their totals and times. With --unique
/// it then names only the puzzles with no solution, several or an unknown number;
/// -v and --stats name every puzzle.
///
/// On a terminal, each grid of several puzzles has the puzzle's name above it, as
/// a comment `# FILE:LINE`; a file or pipe gets the grids alone.
///
/// `cdcl` gets the lecture's formula, reduced to what the clues leave open. Other
/// SAT engines get the encoding `extended` above 4×4, because the lecture's is
/// too hard for them from 16×16 up; `extended` contains every clause of the
/// lecture's. `-e NAME` gives them the encoding named. Models are checked against
/// the lecture's formula in any case.
#[derive(clap::Args)]
#[command(
    after_long_help = engines::help(),
    group = ArgGroup::new("written").args(["csv", "proof", "report"]).multiple(true)
)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzles: PuzzleArguments,

    /// The engine that searches; `--help` lists them
    #[arg(long, visible_alias = "engines", value_name = "NAME", default_value = "cdcl",
          value_parser = choices::engines(), hide_possible_values = true)]
    engine: String,

    #[command(flatten)]
    encoding: EncodingArguments,

    /// Find up to N solutions
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
          conflicts_with = "resume")]
    count: Option<u64>,

    /// Find all solutions
    #[arg(short, long, conflicts_with_all = ["count", "resume"])]
    all: bool,

    /// Search for a second solution too, without printing it; the exit code is 1
    /// if there is one
    #[arg(short, long, conflicts_with_all = ["count", "all"])]
    unique: bool,

    /// Draw the candidates of all solutions as pencil marks instead: a cell with one
    /// digit has it in every solution. Found by `cdcl`; each solution and each step of
    /// the refutations is checked. If the time ends, ? marks cells with candidates that
    /// are not decided
    #[arg(long, conflicts_with_all = backbone::OTHERS)]
    backbone: bool,

    /// Prove that there is no solution, or no more than were found, and check
    /// the proof; without it, a second engine may confirm this instead. Engines that
    /// write no proofs are confirmed by a second one in any case
    #[arg(long)]
    prove: bool,

    /// Write the proof that there is no solution, or no more than were found,
    /// and the formula that it refutes to FILE.cnf; one puzzle only
    ///
    /// FILE.pbp is in VeriPB's format, where `cdcl` refutes the lecture's formula;
    /// any other name is in DRAT, where counting takes long proofs: from order 3 on
    /// the formula is then that of `extended`, unless `-e` names another.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,

    /// With --proof FILE.pbp: write a proof that starts from the rules and clues as pseudo-Boolean
    /// constraints, in FILE.pbp.opb instead of a formula, and derives the formula first; not
    /// with sums of cages or arrows. `veripb FILE.pbp.opb FILE.pbp` checks it
    #[arg(long, requires = "proof")]
    from_rules: bool,

    /// Replace the files of --csv, --report and --proof if they exist; those of
    /// --proof are removed if this run ends without a proof, and with FILE.pbp the
    /// old FILE.pbp.cnf or FILE.pbp.opb that does not belong to the new one
    #[arg(short, long, requires = "written")]
    force: bool,

    /// Time limit for each puzzle, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    jobs: Jobs,

    /// Seed of the random choice among equally good items, for `dlx` and `matrix`
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Form in which grids are printed
    #[arg(long, alias = "format", value_name = "FORM", default_value = "plain")]
    to: Format,

    /// Print one JSON object for each puzzle (docs/JSON.md)
    #[arg(long, conflicts_with = "to")]
    json: bool,

    /// Print the engine's steps and seconds for each puzzle on standard error
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    corpus: CorpusArguments,

    #[command(flatten)]
    quiet: Quiet,
}

/// A puzzle of the input, or the error in its place.
struct Task {
    task: corpus::Task,
    /// Set if another input follows. Only looked at with --proof and on a terminal.
    is_followed: bool,
    /// Kept until the answer is printed. A task that is an error has none.
    _memory: Option<Reservation>,
}

/// The result of the work on a task.
enum Worked {
    /// The input could not be read.
    Nothing,
    /// The puzzle was solved.
    Solved(Solved),
    /// The answer of an earlier run, verified again where that is cheap.
    Taken(Result<Taken, InputError>),
}

/// The end of a puzzle's search.
struct Solved {
    result: Result<Outcome, EngineError>,
    /// The fault of a solution that differs from the cells of the input.
    lost: Option<TokenFault>,
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if arguments.backbone {
        return backbone::run(&arguments, context);
    }
    let engine: Arc<dyn Engine> = engine::by_name(&arguments.engine)?.into();
    let interrupt = on_ctrl_c();
    let mut output = Output::new(&arguments);
    let arguments = Arc::new(arguments);
    let engines = [engine.name().to_owned()];
    let (mut corpus, reading) = arguments.corpus.open(
        arguments.force,
        &arguments.puzzles,
        &arguments.header(),
        &engines,
    )?;
    let consumed = Arc::new(AtomicU64::new(0));
    let tasks = {
        let (arguments, engine) = (Arc::clone(&arguments), Arc::clone(&engine));
        let interrupt = interrupt.clone();
        // Waiting for the next puzzle would hold this one back.
        let looks_ahead = output.look_ahead() || arguments.proof.is_some();
        move || {
            let puzzles = &arguments.puzzles;
            let entries = puzzles.counted_entries(context, &interrupt, &consumed);
            let asked = Asked::solve(&*engine, arguments.limit());
            let entries = suitable(entries, Arc::clone(&arguments), engine);
            let tasks = corpus::tasks(entries, reading, asked, consumed, interrupt);
            arguments.tasks(tasks, looks_ahead)
        }
    };
    let mut turns = turns(&arguments, &engine, tasks, &interrupt).context(Stop::NoThread)?;
    let mut exits = Exits::default();
    let mut inputs = Inputs::default();
    let mut beside = Beside::default();
    let mut remarks = Remarks::new(arguments.stats || context.verbose > 0);
    // Grids on the same terminal would chase the bar.
    let is_hidden = arguments.quiet.is_set() || io::stdout().is_terminal();
    let mut bar = Bar::new(is_hidden, arguments.puzzles.num_bytes());
    let start = Instant::now();
    let mut told_encoding = arguments.encoding.named().is_some();
    while let Some(turn) = turns.next(|| output.flush())? {
        let whole = Arc::clone(&turn.task);
        let task = &whole.task;
        output.advance(whole.is_followed);
        remarks.advance();
        bar.advance(task.position);
        let entry = match &task.entry {
            Ok(entry) => entry,
            Err(_) if interrupt.is_raised() => break,
            Err(error) if task.is_fatal || arguments.proof.is_some() => {
                return Err(error.clone().into());
            }
            Err(error) => {
                turn.result();
                output.flush()?;
                bar.suspend(|| inputs.add_error(error));
                output.refused(error)?;
                corpus.add_error(error)?;
                exits.bad_input = true;
                continue;
            }
        };
        inputs.add_puzzle();
        bar.suspend(|| beside.note(entry, arguments.quiet));
        if task.past.is_some() {
            let Some(Worked::Taken(taken)) = turn.result() else {
                break;
            };
            let taken = taken?;
            let record = &taken.record;
            output.begin(entry, &record.notes)?;
            if let Some(grid) = &taken.solution {
                output.solution(&entry.puzzle, grid)?;
            }
            output.end(record)?;
            for note in record.notes.iter().filter(|_| !arguments.quiet.is_set()) {
                output.flush()?;
                bar.suspend(|| report::note(&format!("{}: {note}", display(&entry.name))));
            }
            exits.add(record, arguments.unique);
            corpus.add_past(entry, &taken)?;
            continue;
        }
        if let Some(path) = &arguments.proof {
            let others = arguments.corpus.outputs();
            proof::refuse_early(&arguments.place(path), entry, &others)?;
        }
        if !told_encoding {
            told_encoding = bar.suspend(|| arguments.tell_encoding(&*engine, entry));
        }
        let mut first = None;
        while let Some(grid) = turn.next_grid(|| output.flush())? {
            if first.is_none() {
                output.begin(entry, &[])?;
            }
            output.solution(&entry.puzzle, &grid)?;
            first.get_or_insert(grid);
        }
        // There is no result if the interrupt came before the search.
        let Some(Worked::Solved(solved)) = turn.result() else {
            break;
        };
        if first.is_none() {
            output.begin(entry, &[])?;
        }
        let record = solved.record(&*engine, entry);
        output.end(&record)?;
        if solved.was_interrupted() {
            corpus.end_journal();
        } else if !solved.is_fatal() {
            corpus.add(entry, &record, first.as_ref())?;
        }
        exits.add(&record, arguments.unique);
        let mut flushed = Ok(());
        let mut note = |text: &str| {
            if flushed.is_ok() {
                flushed = output.flush();
            }
            bar.suspend(|| report::note(text));
        };
        arguments.finish(&*engine, entry, solved, &mut remarks, &mut note, &mut exits)?;
        flushed?;
    }
    output.flush()?;
    bar.finish();
    exits.gave_up |= interrupt.is_raised();
    remarks.finish();
    inputs.finish();
    let has_totals = corpus.tally.puzzles > 1;
    if interrupt.is_raised() && (!has_totals || arguments.quiet.is_set()) {
        report_interrupt();
    }
    if has_totals {
        let solved = match arguments.limit() {
            Limit::FIRST => "solved",
            _ => "with one solution or more",
        };
        let text = summary::of_solve(&corpus, solved, interrupt.is_raised(), start.elapsed());
        arguments.quiet.note(&text);
    }
    corpus.finish(arguments.quiet, exits.exit())
}

/// Replaces puzzles that the engine's encoding has no clauses for by errors.
fn suitable(
    entries: impl Iterator<Item = Result<Entry, InputError>>,
    arguments: Arc<Arguments>,
    engine: Arc<dyn Engine>,
) -> impl Iterator<Item = Result<Entry, InputError>> {
    let request = arguments.request();
    entries.map(move |entry| {
        let entry = entry?;
        let rules = entry.puzzle.rules();
        if let Some(encoding) = engine.encoding(&request, rules) {
            let suits = encoding.expresses(rules);
            suits.map_err(|error| InputError::whole(&*entry.name, error.to_string()))?;
        }
        Ok(entry)
    })
}

/// Begins to solve the puzzles, `jobs` at a time, and to verify the answers of those that an
/// earlier run has finished.
fn turns<I: Iterator<Item = Task>>(
    arguments: &Arc<Arguments>,
    engine: &Arc<dyn Engine>,
    tasks: impl FnOnce() -> I + Send + 'static,
    interrupt: &Interrupt,
) -> io::Result<Turns<Task, Worked>> {
    let jobs = arguments.jobs.begin();
    let work = {
        let (arguments, engine) = (Arc::clone(arguments), Arc::clone(engine));
        let interrupt = interrupt.clone();
        move |task: &Task, solutions: &Solutions| match &task.task {
            corpus::Task {
                entry: Ok(entry),
                past,
                ..
            } => match past {
                Some(taken) => Worked::Taken(taken.clone().verify(entry, &interrupt)),
                None => Worked::Solved(arguments.solve(
                    &*engine,
                    entry,
                    task.task.is_first,
                    solutions,
                    &interrupt,
                )),
            },
            _ => Worked::Nothing,
        }
    };
    // Of more than one solution only `--count` and `--all` print the others.
    let limit = match arguments.limit() {
        Limit::FIRST | Limit::UNIQUE => 1,
        _ => usize::MAX,
    };
    Turns::new(tasks, limit, jobs, interrupt, work)
}

/// Returns what the grids do not show of a puzzle and its outcome, if it is worth a line, and
/// whether many puzzles are expected to end so.
fn remark(arguments: &Arguments, outcome: &Outcome, lacks_clues: bool) -> Option<(String, bool)> {
    match (lacks_clues, remark_on_end(arguments, outcome)) {
        (true, Some((text, is_expected))) => Some((format!("no clues; {text}"), is_expected)),
        (true, None) => Some(("no clues".to_owned(), true)),
        (false, of_end) => of_end,
    }
}

/// Returns the remark on the end of a search.
fn remark_on_end(arguments: &Arguments, outcome: &Outcome) -> Option<(String, bool)> {
    let counted = arguments.all || arguments.count.is_some();
    let solutions = match outcome.count {
        0 => "no solution".to_owned(),
        1 => "one solution".to_owned(),
        count => format!("{count} solutions"),
    };
    let is_expected = arguments.unique && outcome.end != End::Exhausted(Evidence::Word);
    let unexpected = |text: String| Some((text, false));
    match (&outcome.end, outcome.count) {
        (End::Exhausted(evidence), 0) => {
            unexpected(format!("no solution: {}", output::because(evidence)))
        }
        (End::Exhausted(evidence), _) => {
            let because = output::because(evidence);
            let wanted = counted || arguments.unique || arguments.stats;
            wanted.then(|| (format!("{solutions} and no more: {because}"), is_expected))
        }
        (End::Enough, 2..) if arguments.unique => unexpected("there is a second solution".into()),
        (End::Enough, _) if counted => unexpected(format!("{solutions}; there may be more")),
        (End::Enough, _) => (outcome.is_only == Some(false))
            .then(|| ("the grid is one of several solutions".to_owned(), true)),
        (End::GaveUp(Stop::Time), 0) => unexpected("gave up: out of time".into()),
        (End::GaveUp(stop), 0) => unexpected(format!("gave up: {stop}")),
        (End::GaveUp(stop), _) => unexpected(format!("{solutions}, then gave up: {stop}")),
    }
}

impl Solved {
    /// Returns what is kept of the puzzle when it is finished.
    fn record(&self, engine: &dyn Engine, entry: &Entry) -> Record {
        let answer = match &self.lost {
            Some(fault) => AnswerRecord::failed(engine.name(), refused(fault)),
            None => AnswerRecord::new(engine.name(), self.result.as_ref()),
        };
        let outcome = self.result.as_ref().ok().filter(|_| self.lost.is_none());
        Record {
            is_only: outcome.and_then(|outcome| outcome.is_only),
            ..Record::of_answer(entry, answer)
        }
    }

    /// Returns `true` if the engine fails on every puzzle.
    fn is_fatal(&self) -> bool {
        matches!(&self.result, Err(error) if error.is_permanent())
    }

    /// Returns `true` if an interrupt ended the search.
    fn was_interrupted(&self) -> bool {
        matches!(&self.result, Ok(outcome) if outcome.end == End::GaveUp(Stop::Interrupted))
    }
}

/// Returns the error of a solution that differs from the cells of the input.
fn refused(fault: &TokenFault) -> String {
    format!("the answer is refused: {fault}")
}

impl Arguments {
    /// Returns the puzzles. With --proof, a second one is an error in the place of
    /// the first.
    fn tasks<I: Iterator<Item = corpus::Task>>(
        &self,
        tasks: I,
        looks_ahead: bool,
    ) -> impl Iterator<Item = Task> + use<I> {
        let (is_proved, jobs) = (self.proof.is_some(), self.jobs);
        let mut tasks = tasks.peekable();
        std::iter::from_fn(move || {
            let mut task = tasks.next()?;
            let next = if looks_ahead { tasks.peek() } else { None };
            let is_followed = next.is_some();
            match next.map(|next| &next.entry) {
                Some(Err(error)) if is_proved => task.entry = Err(error.clone()),
                Some(Ok(next)) if is_proved => {
                    let next = display(&next.name);
                    let message =
                        format!("takes one puzzle, found another at {next}; FILE:LINE names one");
                    task.entry = Err(InputError::whole("--proof", message));
                }
                _ => {}
            }
            let entry = task.entry.as_ref().ok();
            let _memory = entry.map(|entry| jobs.reserve(&entry.puzzle));
            Some(Task {
                task,
                is_followed,
                _memory,
            })
        })
    }

    /// Gives a part of a run to these arguments, and refuses options that do not go with
    /// it.
    pub(super) fn in_part(mut self, part: Part) -> anyhow::Result<Arguments> {
        let refused = [
            ("--count", self.count.is_some()),
            ("--all", self.all),
            ("--backbone", self.backbone),
            ("--proof", self.proof.is_some()),
        ];
        engines::refuse_unknown([self.engine.as_str()])?;
        self.corpus
            .begin_part(part, &refused, &self.puzzles, &mut self.jobs)?;
        Ok(self)
    }

    /// Returns the header of a journal: the options that answers depend on.
    pub(super) fn header(&self) -> Header {
        let set = |is_set: bool| is_set.then(String::new);
        let encoding = self.encoding.named();
        let limit = self.time_limit;
        Header::new(
            "solve",
            [
                ("--engine", Some(self.engine.clone())),
                (
                    "--encoding",
                    encoding.map(|encoding| encoding.name.to_owned()),
                ),
                (
                    "--at-most-one",
                    Some(self.encoding.at_most_one().name().to_owned()),
                ),
                ("--unique", set(self.unique)),
                ("--prove", set(self.prove)),
                ("--time-limit", limit.map(|limit| format!("{limit:?}"))),
                ("--seed", self.seed.map(|seed| seed.to_string())),
            ],
        )
    }

    /// Solves a puzzle and hands over the solutions that are to be printed.
    fn solve(
        &self,
        engine: &dyn Engine,
        entry: &Entry,
        is_first: bool,
        solutions: &Solutions,
        interrupt: &Interrupt,
    ) -> Solved {
        let limit = overrun::after_reading(self.time_limit);
        let _watch = Watch::of_puzzle(limit);
        let puzzle = &entry.puzzle;
        let mut budget = Budget::unlimited().with_interrupt(interrupt.clone());
        if let Some(limit) = limit {
            budget = budget.with_time(limit);
        }
        let request = Request {
            glance: self.glance(is_first),
            ..self.request()
        };
        let mut is_printed = false;
        let mut lost = None;
        let result = engine::run(engine, puzzle, &request, &budget, &mut |grid| {
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
            Ok(()) => "above 4×4; use -e lecture for the lecture's own",
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
        remarks: &mut Remarks,
        note: &mut dyn FnMut(&str),
        exits: &mut Exits,
    ) -> anyhow::Result<()> {
        let name = display(&entry.name);
        let lacks_clues =
            entry.puzzle.num_clues() == 0 && solved.record(engine, entry).lacks_clues();
        if let Some(fault) = solved.lost {
            note(&format!("{name}: {}", refused(&fault)));
            return Ok(());
        }
        let outcome = match solved.result {
            Ok(outcome) => outcome,
            Err(error) if error.is_permanent() => return Err(error.into()),
            Err(error) => {
                note(&format!("{name}: {error}"));
                return Ok(());
            }
        };
        if !self.quiet.is_set() {
            if let Some((text, is_expected)) = remark(self, &outcome, lacks_clues) {
                remarks.add(format!("{name}: {text}"), is_expected, note);
            }
            if self.stats {
                let seconds = outcome.time.as_secs_f64();
                let comma = match outcome.steps.main() {
                    Some(_) => ", ",
                    None => "",
                };
                let (engine, steps) = (engine.name(), &outcome.steps);
                let check = outcome.check_time().map_or_else(String::new, |time| {
                    format!(", {:.6} s of it to check the proof", time.as_secs_f64())
                });
                note(&format!(
                    "{name}: {engine}: {steps}{comma}{seconds:.6} s{check}"
                ));
            }
        }
        if let Some(path) = &self.proof
            && !proof::write(&self.place(path), &entry.puzzle, engine.name(), &outcome)?
        {
            exits.no = true;
        }
        Ok(())
    }

    fn request(&self) -> Request {
        Request {
            encoding: self.encoding.named(),
            at_most_one: self.encoding.at_most_one(),
            proof: match (self.prove, &self.proof) {
                (_, Some(_)) => Proof::Checked,
                (true, None) => Proof::Required,
                (false, None) => Proof::Confirmed,
            },
            proof_format: match &self.proof {
                Some(path) => proof::format(path),
                None => ProofFormat::default(),
            },
            seed: self.seed,
            ..Request::new(self.limit())
        }
    }

    /// Returns where the proof goes, and from what it starts.
    fn place<'a>(&self, path: &'a Path) -> proof::Place<'a> {
        proof::Place {
            path,
            force: self.force,
            from_rules: self.from_rules,
            at_most_one: self.encoding.at_most_one(),
            quiet: self.quiet,
        }
    }

    /// Returns the search for a second solution where one is wanted. Only that of the first
    /// puzzle is thorough: it would take half of the time for many. With `-q` nobody sees the result,
    /// unless it is written to a file or as JSON.
    fn glance(&self, is_first: bool) -> Glance {
        let is_seen = !self.quiet.is_set() || self.json || self.corpus.keeps_answers();
        match self.count {
            None if is_seen && is_first => Glance::Thorough,
            None if is_seen => Glance::Quick,
            _ => Glance::No,
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
    /// Takes a finished puzzle into account. Several solutions are a "no" where one is
    /// expected.
    fn add(&mut self, record: &Record, is_unique_expected: bool) {
        let answer = &record.engines[0];
        if answer.error.is_some() {
            self.no = true;
        } else if answer.gave_up.is_some() || answer.answer == "unknown" {
            self.gave_up = true;
        } else if is_unique_expected && record.solutions > 1 {
            self.no = true;
        }
    }

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
