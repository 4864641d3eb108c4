//! A run of `solve`: the puzzles solved in parallel, and their answers printed in order.

use super::Arguments;
use super::lines::{Many, OfLine, Other};
use super::output::{Output, because};
use super::proof;
use super::remarks::Remarks;
use super::streams::{AnswerStream, AnswerStreams, Solutions};
use crate::cli::beside::Beside;
use crate::cli::context::Context;
use crate::cli::corpus::shards::Complete;
use crate::cli::corpus::{self, Bar, Corpus, Reading, summary};
use crate::cli::exit::Exit;
use crate::cli::inputs::Inputs;
use crate::cli::interrupt::{on_ctrl_c, report_interrupt};
use crate::cli::overrun::{self, Watch};
use crate::cli::puzzles::Progress;
use crate::cli::{limits, report};
use anyhow::{Context as _, bail};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use sudosat::batch::journal::{Asked, Taken};
use sudosat::batch::{AnswerRecord, HandOn, Record};
use sudosat::budget::{Interrupt, Stop};
use sudosat::check::{self, TokenFault};
use sudosat::encode::Encoding;
use sudosat::engine::compare;
use sudosat::engine::memory::Reservation;
use sudosat::engine::{self, End, Engine, EngineError, Evidence, Limit, Outcome, Proof, Request};
use sudosat::io::{InputError, display};
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::{Entry, Item};

/// Solves the puzzles that the arguments name.
pub(super) fn solve_all(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let (mut run, reading) = Run::open(arguments, context)?;
    let start = Instant::now();
    if let Reading::Merged(complete) = reading {
        run.merge(complete, context, &interrupt)?;
        return run.finish(start, interrupt.is_raised());
    }
    let mut streams = run.begin(reading, context, &interrupt)?;
    while let Some(stream) = streams.next(|| run.output.flush())? {
        if run.take(stream, &interrupt)?.is_break() {
            break;
        }
    }
    run.finish(start, interrupt.is_raised())
}

/// A piece of work that one thread does alone: a puzzle, or the puzzles of a run of lines.
#[expect(
    clippy::large_enum_variant,
    reason = "most of many puzzles are in runs"
)]
enum Task {
    /// A puzzle of the input, or the error in its place.
    One(One),
    /// Puzzles on consecutive lines.
    Many(Many),
}

/// A puzzle of the input, or the error in its place.
struct One {
    task: corpus::Task,
    /// Set if another input follows. Only looked at with --proof and on a terminal.
    is_followed: bool,
    /// Kept until the answer is printed. A task that is an error has none.
    _memory: Option<Reservation>,
}

/// The result of the work on a task.
enum Worked {
    /// The puzzles on the lines were solved, perhaps not all before an interrupt.
    Lines(Vec<OfLine>),
    /// The input could not be read.
    Nothing,
    /// The puzzle was solved.
    Solved(Solved),
    /// The answer of an earlier run, verified again where that is cheap.
    Taken(Result<Taken, InputError>),
}

/// The end of a puzzle's search.
pub(super) struct Solved {
    result: Result<Outcome, EngineError>,
    /// The fault of a solution that differs from the cells of the input.
    lost: Option<TokenFault>,
}

/// The state of a run.
struct Run {
    arguments: Arc<Arguments>,
    engine: Arc<dyn Engine>,
    output: Output,
    corpus: Corpus,
    bar: Bar,
    inputs: Inputs,
    beside: Beside,
    remarks: Remarks,
    /// Set if nothing is to be printed about the engine's encoding any more.
    is_encoding_told: bool,
    exit: Exit,
}

impl Run {
    /// Begins a run.
    fn open(mut arguments: Arguments, context: Context) -> anyhow::Result<(Run, Reading)> {
        let engine = arguments.engine()?;
        let output = Output::new(&arguments);
        let header = arguments.header();
        let (corpus, reading) = arguments.corpus.open(
            arguments.force,
            &arguments.puzzles,
            &header,
            &[engine.name().to_owned()],
        )?;
        // Grids on the same terminal would chase the bar.
        let is_hidden = arguments.quiet.is_set() || io::stdout().is_terminal();
        let run = Run {
            output,
            corpus,
            bar: Bar::new(is_hidden, arguments.puzzles.num_bytes()),
            inputs: Inputs::default(),
            beside: Beside::default(),
            remarks: Remarks::new(arguments.stats || context.verbose > 0),
            is_encoding_told: arguments.encoding.named().is_some(),
            exit: Exit::Done,
            arguments: Arc::new(arguments),
            engine,
        };
        Ok((run, reading))
    }

    /// Begins to solve the puzzles in other threads.
    fn begin(
        &mut self,
        reading: Reading,
        context: Context,
        interrupt: &Interrupt,
    ) -> anyhow::Result<AnswerStreams<Task, Worked>> {
        let (arguments, engine) = (Arc::clone(&self.arguments), Arc::clone(&self.engine));
        let takes_lines = matches!(reading, Reading::All)
            && context.verbose == 0
            && engine.takes_lines(Proof::Confirmed)
            && arguments.may_take_lines()
            && !self.output.look_ahead();
        // Waiting for the next puzzle would hold this one back.
        let looks_ahead = self.output.look_ahead() || arguments.proof.is_some();
        let tasks = {
            let (arguments, engine) = (Arc::clone(&arguments), Arc::clone(&engine));
            let interrupt = interrupt.clone();
            move |hand_on: &HandOn| -> Box<dyn Iterator<Item = Task>> {
                let progress = Progress::with(hand_on);
                if takes_lines {
                    let items = arguments.puzzles.items_with(context, &interrupt, &progress);
                    return Box::new(arguments.tasks_of_items(items, &progress, hand_on));
                }
                let entries = reading.entries(&arguments.puzzles, context, &interrupt, &progress);
                let asked = Asked::solve(&*engine, arguments.limit());
                let entries = suitable(entries, Arc::clone(&arguments), engine);
                let tasks = corpus::tasks(entries, reading, asked, progress.consumed, interrupt);
                Box::new(arguments.tasks(tasks, looks_ahead, hand_on).map(Task::One))
            }
        };
        begin_streams(&arguments, &engine, tasks, interrupt).context(Stop::NoThread)
    }

    /// Prints the answers of shards.
    fn merge(
        &mut self,
        complete: Complete,
        context: Context,
        interrupt: &Interrupt,
    ) -> anyhow::Result<()> {
        let entries = {
            let (arguments, engine) = (Arc::clone(&self.arguments), Arc::clone(&self.engine));
            let interrupt = interrupt.clone();
            move |progress: &Progress| {
                let entries = arguments
                    .puzzles
                    .entries_with(context, &interrupt, progress);
                suitable(entries, Arc::clone(&arguments), engine)
            }
        };
        let asked = Asked::solve(&*self.engine, self.arguments.limit());
        let jobs = self.arguments.jobs.begin();
        let merged = corpus::merged(complete, entries, asked, jobs, interrupt);
        for group in merged.context(Stop::NoThread)? {
            if interrupt.is_raised() {
                break;
            }
            for item in group.items? {
                self.output.advance(true);
                self.remarks.advance();
                match item {
                    Ok((entry, taken)) => {
                        self.add_puzzle(&entry);
                        self.repeat(&entry, &taken)?;
                    }
                    Err(error) => self.refuse(&error)?,
                }
            }
            self.bar.advance(group.position);
        }
        Ok(())
    }

    /// Takes the answer of an input. Breaks if an interrupt ended the run.
    fn take(
        &mut self,
        stream: AnswerStream<'_, Task, Worked>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<ControlFlow<()>> {
        let printed = stream.task();
        let whole = match &*printed {
            Task::One(one) => one,
            Task::Many(many) => {
                self.bar.advance(many.position);
                return self.lines(many, stream);
            }
        };
        let task = &whole.task;
        self.output.advance(whole.is_followed);
        self.remarks.advance();
        self.bar.advance(task.position);
        match &task.entry {
            Err(_) if interrupt.is_raised() => Ok(ControlFlow::Break(())),
            Err(error) if task.is_fatal || self.arguments.proof.is_some() => {
                Err(error.clone().into())
            }
            Err(error) => {
                stream.result();
                self.refuse(error)?;
                Ok(ControlFlow::Continue(()))
            }
            Ok(entry) => {
                self.add_puzzle(entry);
                if task.past.is_none() {
                    return self.solve(entry, stream);
                }
                // There is none because of an interrupt.
                let Some(Worked::Taken(taken)) = stream.result() else {
                    return Ok(ControlFlow::Break(()));
                };
                self.repeat(entry, &taken?)?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Counts a puzzle, and prints the rules taken from the text beside it.
    fn add_puzzle(&mut self, entry: &Entry) {
        self.inputs.add_puzzle();
        self.bar
            .suspend(|| self.beside.note(entry, self.arguments.quiet));
    }

    /// Reports an input that could not be read.
    fn refuse(&mut self, error: &InputError) -> anyhow::Result<()> {
        self.output.flush()?;
        self.bar.suspend(|| self.inputs.add_error(error));
        self.output.refused(error)?;
        self.exit = self.exit.worst(Exit::BadInput);
        self.corpus.add_error(error)
    }

    /// Prints the answer of an earlier run.
    fn repeat(&mut self, entry: &Entry, taken: &Taken) -> anyhow::Result<()> {
        let record = &taken.record;
        self.output.begin(entry, &record.notes)?;
        if let Some(grid) = &taken.solution {
            self.output.solution(&entry.puzzle, grid)?;
        }
        self.output.end(record)?;
        if !self.arguments.quiet.is_set() {
            for note in &record.notes {
                self.note(&format!("{}: {note}", display(&entry.name)))?;
            }
        }
        self.count(record);
        self.compare(entry, record)?;
        self.corpus.add_past(entry, taken)
    }

    /// Prints the solutions of a puzzle as they are found, and how the search ended. Breaks if
    /// an interrupt came before the search.
    fn solve(
        &mut self,
        entry: &Entry,
        stream: AnswerStream<'_, Task, Worked>,
    ) -> anyhow::Result<ControlFlow<()>> {
        if let Some(path) = &self.arguments.proof {
            let others = self.arguments.corpus.outputs();
            proof::refuse_early(&self.arguments.proof_output(path), entry, &others)?;
        }
        self.tell_encoding(entry);
        let mut first = None;
        while let Some(grid) = stream.next_grid(|| self.output.flush())? {
            if first.is_none() {
                self.output.begin(entry, &[])?;
            }
            self.output.solution(&entry.puzzle, &grid)?;
            first.get_or_insert(grid);
        }
        let Some(Worked::Solved(solved)) = stream.result() else {
            return Ok(ControlFlow::Break(()));
        };
        self.finish_puzzle(entry, solved, first.as_ref())?;
        Ok(ControlFlow::Continue(()))
    }

    /// Prints the answers of puzzles on consecutive lines. Breaks if an interrupt left some of them
    /// unsolved.
    fn lines(
        &mut self,
        many: &Many,
        stream: AnswerStream<'_, Task, Worked>,
    ) -> anyhow::Result<ControlFlow<()>> {
        if stream.next_grid(|| self.output.flush())?.is_some() {
            bail!("internal fault: a line's solution is printed apart");
        }
        let Some(Worked::Lines(answers)) = stream.result() else {
            return Ok(ControlFlow::Break(()));
        };
        let is_whole = answers.len() == many.run.lines().len();
        for answer in answers {
            self.remarks.advance();
            match answer {
                OfLine::Solved { digits, time } => {
                    self.inputs.add_puzzle();
                    self.output.digits(&digits)?;
                    let (name, is_only) = (self.engine.name(), self.arguments.wants_only());
                    match self.arguments.unique {
                        true => self.corpus.tally.add_unique(&[(name, time)]),
                        false => self.corpus.tally.add_solved(name, time, is_only),
                    }
                }
                OfLine::Refused(error) => self.refuse(&error)?,
                OfLine::Other(other) => {
                    let Other {
                        entry,
                        grid,
                        solved,
                    } = *other;
                    self.add_puzzle(&entry);
                    if let Some(grid) = &grid {
                        self.output.begin(&entry, &[])?;
                        self.output.solution(&entry.puzzle, grid)?;
                    }
                    self.finish_puzzle(&entry, solved, grid.as_ref())?;
                }
            }
        }
        Ok(match is_whole {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    }

    /// Ends the output of a puzzle, of which `first` is the first solution, and takes it into account.
    fn finish_puzzle(
        &mut self,
        entry: &Entry,
        solved: Solved,
        first: Option<&Grid>,
    ) -> anyhow::Result<()> {
        if first.is_none() {
            self.output.begin(entry, &[])?;
        }
        let record = solved.record(&*self.engine, entry);
        self.output.end(&record)?;
        if solved.was_interrupted() {
            self.corpus.end_journal();
        } else if !solved.is_fatal() {
            self.corpus.add(entry, &record, first)?;
        }
        self.count(&record);
        self.compare(entry, &record)?;
        self.conclude(entry, solved, &record)
    }

    /// Prints how a search ended, and writes the proof that was asked for.
    fn conclude(&mut self, entry: &Entry, solved: Solved, record: &Record) -> anyhow::Result<()> {
        let name = display(&entry.name);
        if let Some(fault) = solved.lost {
            self.note(&format!("{name}: {}", refused(&fault)))?;
            return Ok(());
        }
        let outcome = match solved.result {
            Ok(outcome) => outcome,
            Err(error) if error.is_permanent() => return Err(error.into()),
            Err(error) => {
                self.note(&format!("{name}: {error}"))?;
                return Ok(());
            }
        };
        if !self.arguments.quiet.is_set() {
            let lacks_clues = entry.puzzle.num_clues() == 0 && record.lacks_clues();
            if let Some((text, is_expected)) = remark(&self.arguments, &outcome, lacks_clues)
                && let Some(text) = self.remarks.add(format!("{name}: {text}"), is_expected)
            {
                self.note(&text)?;
            }
            if self.arguments.stats {
                self.note(&format!("{name}: {}", stats(self.engine.name(), &outcome)))?;
            }
        }
        if let Some(path) = &self.arguments.proof {
            let output = self.arguments.proof_output(path);
            if !proof::write(&output, &entry.puzzle, self.engine.name(), &outcome)? {
                self.exit = self.exit.worst(Exit::No);
            }
        }
        Ok(())
    }

    /// Prints a line on standard error, after what was printed before it.
    fn note(&mut self, text: &str) -> io::Result<()> {
        self.output.flush()?;
        self.bar.suspend(|| report::note(text));
        Ok(())
    }

    /// Takes a finished puzzle into account for the exit code. Several solutions are a "no"
    /// where one is expected.
    fn count(&mut self, record: &Record) {
        let answer = &record.engines[0];
        let exit = if answer.error.is_some() {
            Exit::No
        } else if answer.gave_up.is_some() || answer.answer == "unknown" {
            Exit::GaveUp
        } else if self.arguments.unique && record.solutions > 1 {
            Exit::No
        } else {
            Exit::Done
        };
        self.exit = self.exit.worst(exit);
    }

    /// Prints what the input says of the solutions of a puzzle and is wrong.
    fn compare(&mut self, entry: &Entry, record: &Record) -> anyhow::Result<()> {
        let Some(expected) = entry
            .expected
            .as_ref()
            .filter(|_| !self.arguments.quiet.is_set())
        else {
            return Ok(());
        };
        let engine = &record.engines[0].engine;
        let (found, is_complete) = match record.is_only {
            Some(is_only) => (if is_only { 1 } else { 2 }, is_only),
            None => (record.solutions, record.complete),
        };
        let miscount = compare::miscount(expected, engine, found, is_complete);
        for wrong in compare::wrong_solution(&entry.puzzle, expected)
            .into_iter()
            .chain(miscount)
        {
            self.note(&format!("{}: {wrong}", display(&entry.name)))?;
        }
        Ok(())
    }

    /// Prints once which encoding the engine gets, if it is not the lecture's.
    fn tell_encoding(&mut self, entry: &Entry) {
        let rules = entry.puzzle.rules();
        let encoding = self.engine.encoding(&self.arguments.request(), rules);
        let other = encoding.filter(|encoding| encoding.name != Encoding::LECTURE.name);
        let Some(encoding) = other.filter(|_| !self.is_encoding_told) else {
            return;
        };
        self.is_encoding_told = true;
        let instead = match Encoding::LECTURE.expresses(rules) {
            Ok(()) => "above 4×4; use -e lecture for the lecture's own",
            Err(_) => "because the lecture's has no family for some of the rules",
        };
        let engine = self.engine.name();
        let note = format!("note: {engine} gets the encoding {encoding} {instead}");
        self.bar.suspend(|| self.arguments.quiet.note(&note));
    }

    /// Prints the totals, and ends the files.
    fn finish(mut self, start: Instant, was_interrupted: bool) -> anyhow::Result<Exit> {
        self.output.flush()?;
        self.bar.finish();
        if was_interrupted {
            self.exit = self.exit.worst(Exit::GaveUp);
        }
        self.remarks.finish();
        self.inputs.finish();
        let quiet = self.arguments.quiet;
        let has_totals = self.corpus.tally.puzzles > 1;
        if was_interrupted && (!has_totals || quiet.is_set()) {
            report_interrupt();
        }
        if has_totals {
            let solved = match self.arguments.limit() {
                Limit::FIRST => "solved",
                _ => "with one solution or more",
            };
            let time = start.elapsed();
            quiet.note(&summary::of_solve(
                &self.corpus,
                solved,
                was_interrupted,
                time,
            ));
        }
        self.corpus.finish(quiet, self.exit)
    }
}

/// Returns the engine's steps and seconds.
fn stats(engine: &str, outcome: &Outcome) -> String {
    let seconds = outcome.time.as_secs_f64();
    let comma = match outcome.steps.main() {
        Some(_) => ", ",
        None => "",
    };
    let check = outcome.check_time().map_or_else(String::new, |time| {
        format!(", {:.6} s of it to check the proof", time.as_secs_f64())
    });
    format!("{engine}: {}{comma}{seconds:.6} s{check}", outcome.steps)
}

/// Replaces puzzles that the engine's encoding has no clauses for by errors.
fn suitable(
    entries: impl Iterator<Item = Result<Entry, InputError>>,
    arguments: Arc<Arguments>,
    engine: Arc<dyn Engine>,
) -> impl Iterator<Item = Result<Entry, InputError>> {
    let request = arguments.request();
    // Most puzzles have the rules of the one before.
    let mut last = None;
    entries.map(move |entry| {
        let entry = entry?;
        let rules = entry.puzzle.rules();
        if last.as_ref().is_some_and(|last| Arc::ptr_eq(last, rules)) {
            return Ok(entry);
        }
        if let Some(encoding) = engine.encoding(&request, rules) {
            let suits = encoding.expresses(rules);
            suits.map_err(|error| InputError::whole(&*entry.name, error.to_string()))?;
        }
        last = Some(Arc::clone(rules));
        Ok(entry)
    })
}

/// Begins to solve the puzzles, `jobs` at a time, and to verify the answers of those that an
/// earlier run has finished.
fn begin_streams<I: Iterator<Item = Task>>(
    arguments: &Arc<Arguments>,
    engine: &Arc<dyn Engine>,
    tasks: impl FnOnce(&HandOn) -> I + Send + 'static,
    interrupt: &Interrupt,
) -> io::Result<AnswerStreams<Task, Worked>> {
    let jobs = arguments.jobs.begin();
    let work = {
        let (arguments, engine) = (Arc::clone(arguments), Arc::clone(engine));
        let interrupt = interrupt.clone();
        move |task: &Task, solutions: &Solutions<Task>| {
            let task = match task {
                Task::One(one) => &one.task,
                Task::Many(many) => {
                    return Worked::Lines(arguments.solve_lines(&*engine, many, &interrupt));
                }
            };
            match (&task.entry, &task.past) {
                (Ok(entry), Some(taken)) => Worked::Taken(taken.clone().verify(entry, &interrupt)),
                (Ok(entry), None) => {
                    let send = &mut |grid: &Grid| solutions.send(grid);
                    let is_first = task.is_first;
                    Worked::Solved(arguments.solve(&*engine, entry, is_first, send, &interrupt))
                }
                (Err(_), _) => Worked::Nothing,
            }
        }
    };
    AnswerStreams::new(tasks, jobs, interrupt, work)
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
        (End::Exhausted(evidence), 0) => unexpected(format!("no solution: {}", because(evidence))),
        (End::Exhausted(evidence), _) => {
            let because = because(evidence);
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
        hand_on: &HandOn,
    ) -> impl Iterator<Item = One> + use<I> {
        let (is_proved, jobs) = (self.proof.is_some(), self.jobs);
        let hand_on = Rc::clone(hand_on);
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
            let _memory = entry.map(|entry| jobs.reserve(&entry.puzzle, &hand_on));
            Some(One {
                task,
                is_followed,
                _memory,
            })
        })
    }

    /// Returns the tasks of puzzles, those on consecutive lines together.
    fn tasks_of_items<I: Iterator<Item = Result<Item, InputError>>>(
        &self,
        items: I,
        progress: &Progress,
        hand_on: &HandOn,
    ) -> impl Iterator<Item = Task> + use<I> {
        let jobs = self.jobs;
        let (consumed, hand_on) = (Arc::clone(&progress.consumed), Rc::clone(hand_on));
        let mut is_first = true;
        items.map(move |item| {
            let position = consumed.load(Ordering::Relaxed);
            let is_first = std::mem::take(&mut is_first);
            let entry = match item {
                Ok(Item::Run(run)) => {
                    return Task::Many(Many {
                        run,
                        is_first,
                        position,
                    });
                }
                Ok(Item::Entry(entry)) => Ok(entry),
                Err(error) => Err(error),
            };
            let _memory = entry.as_ref().ok();
            let _memory = _memory.map(|entry| jobs.reserve(&entry.puzzle, &hand_on));
            Task::One(One {
                task: corpus::Task::new(entry, position, is_first),
                is_followed: false,
                _memory,
            })
        })
    }

    /// Solves a puzzle and hands over the solutions that are to be printed.
    pub(super) fn solve(
        &self,
        engine: &dyn Engine,
        entry: &Entry,
        is_first: bool,
        send: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
        interrupt: &Interrupt,
    ) -> Solved {
        let limit = overrun::after_reading(self.time_limit);
        let _watch = Watch::of_puzzle(limit);
        let puzzle = &entry.puzzle;
        let budget = limits::budget(limit, interrupt);
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
            send(grid)
        });
        Solved { result, lost }
    }
}
