//! `sudosat solve`: puzzles, by any engine.

mod backbone;
mod lines;
mod output;
mod proof;
mod remarks;
mod run;
mod streams;

use super::choices;
use super::context::Context;
use super::corpus::CorpusArguments;
use super::corpus::shards::Part;
use super::encoding::EncodingArguments;
use super::engines;
use super::exit::Exit;
use super::format::Format;
use super::jobs::Jobs;
use super::limits;
use super::puzzles::PuzzleArguments;
use super::quiet::Quiet;
use clap::ArgGroup;
pub(super) use output::because;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use sudosat::batch::journal::Header;
use sudosat::encode::AtMostOne;
use sudosat::engine::{
    self, CheckedOrCdcl, Engine, EngineError, Glance, Limit, Proof, ProofFormat, Request,
};

/// Solve puzzles with any engine
///
/// Prints the first solution of each puzzle, or `no solution`, or `unknown` if
/// the engine found no answer; the reason goes to standard error. Every solution
/// is checked before it is printed. When a SAT engine answers that there is no
/// solution, or no other, an engine that is no SAT solver searches too: `planes` for rows,
/// columns and boxes up to 9×9, else `dlx`. If it finds no answer soon, an engine that
/// can (`cdcl`, `cadical`, `kissat`) proves its own claim and the proof is checked;
/// that of another is marked "not verified". Standard error says what confirmed the
/// answer. Plain 9×9 puzzles are searched by `planes` alone, unless an engine, an encoding, --all or
/// --count is given, or an output has a field for the engine (--json, --stats, tables). A claim that there is no
/// solution, or with --unique no other one, then rests on a check of each step of that search; with --unique and
/// -v, standard error says so for every puzzle. Of several solutions, `planes` may find another one first than
/// other engines do. With `--prove` an engine that can always proves its claim; that of another is still
/// confirmed by the second search.
///
/// Standard error says if a puzzle has no clues, and if its grid is one of several
/// solutions, as far as a quick search finds out; --unique searches until it is known. It also
/// says if the solution that the input gives is none, or if the number of solutions is another than the input
/// says (not with -q); the exit code stays that of the answer, while `check` ends with 1.
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

    /// The engine that searches; `--help` lists them [default: cdcl]
    #[arg(long, visible_alias = "engines", value_name = "NAME",
          value_parser = choices::engines(), hide_possible_values = true)]
    engine: Option<String>,

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
    /// the proof; without it, a second engine may confirm this instead, or, for plain 9×9
    /// puzzles, the steps of the search are checked. Engines that write no proofs are confirmed by
    /// a second one in any case
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
    /// with sums, arrows and other rules for several cells together. `veripb FILE.pbp.opb FILE.pbp` checks it
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

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    match arguments.backbone {
        true => backbone::run(&arguments, context),
        false => run::solve_all(arguments, context),
    }
}

impl Arguments {
    /// Refuses options and inputs that do not go with shards in this folder.
    pub(super) fn refuse_in_part(&self, folder: &Path) -> anyhow::Result<()> {
        let refused = [
            ("--count", self.count.is_some()),
            ("--all", self.all),
            ("--backbone", self.backbone),
            ("--proof", self.proof.is_some()),
        ];
        engines::refuse_unknown([self.engine_name()])?;
        self.corpus.refuse_in_part(folder, &refused, &self.puzzles)
    }

    /// Gives a part of a run to these arguments.
    pub(super) fn in_part(mut self, part: Part) -> Self {
        if let Some(limit) = part.repeats() {
            self.time_limit = Some(limit);
        }
        self.corpus.begin_part(part, &mut self.jobs);
        self
    }

    /// Returns the arguments that name the puzzles.
    pub(super) fn puzzles(&self) -> &PuzzleArguments {
        &self.puzzles
    }

    /// Returns the name of the engine.
    fn engine_name(&self) -> &str {
        self.engine.as_deref().unwrap_or("cdcl")
    }

    /// Returns the engine. Where nothing shows which one has answered, and none is named, it is the
    /// fastest one.
    fn engine(&self) -> Result<Arc<dyn Engine>, EngineError> {
        if self.may_choose() && !self.shows_engine() {
            return Ok(Arc::new(CheckedOrCdcl::new()));
        }
        Ok(engine::by_name(self.engine_name())?.into())
    }

    /// Returns `true` if any engine may answer whose answers are verified, and the fastest one is
    /// not the one that the options name.
    fn may_choose(&self) -> bool {
        // The records of shards are the same whatever the merge prints.
        let takes_any_grid = self.limit() == Limit::FIRST
            && self.count.is_none()
            && !self.shows_engine()
            && !self.corpus.keeps_answers();
        (self.unique || takes_any_grid)
            && self.engine.is_none()
            && self.encoding.named().is_none()
            && self.encoding.at_most_one() == AtMostOne::Pairwise
    }

    /// Returns `true` if evidence and steps of the engine are printed or written.
    fn shows_engine(&self) -> bool {
        self.json || self.stats || !self.corpus.outputs().is_empty()
    }

    /// Returns the header of a journal or a shard: the options that answers depend on.
    pub(super) fn header(&self) -> Header {
        // A journal is always one of the engine that is shown.
        let shows_engine = self.may_choose() && self.shows_engine() && !self.corpus.has_journal();
        let set = |is_set: bool| is_set.then(String::new);
        let encoding = self.encoding.named();
        let limit = self.time_limit;
        Header::new(
            "solve",
            [
                ("--engine", Some(self.engine_name().to_owned())),
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
                ("--csv, --report, --json or --stats", set(shows_engine)),
            ],
        )
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
    fn proof_output<'a>(&self, path: &'a Path) -> proof::ProofOutput<'a> {
        proof::ProofOutput {
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
    pub(super) fn glance(&self, is_first: bool) -> Glance {
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
