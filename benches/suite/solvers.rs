//! Which solvers there are, and how each is called.

use super::run::Measure;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// How a program is told where to write a proof.
#[derive(Clone, Copy)]
pub(crate) enum ProofBy {
    /// After an option, as LRAT.
    Option(&'static str),
    /// As a second file, as DRAT.
    SecondFile,
    /// Not at all.
    Nothing,
}

impl ProofBy {
    /// Returns the name of the proof's format, as `sudosat verify --format` takes it.
    pub(crate) fn format(self) -> Option<&'static str> {
        match self {
            ProofBy::Option(_) => Some("lrat"),
            ProofBy::SecondFile => Some("drat"),
            ProofBy::Nothing => None,
        }
    }
}

/// A solver that can be run.
pub(crate) struct Solver {
    pub name: String,
    pub program: PathBuf,
    /// What comes before the formula's file.
    pub arguments: Vec<OsString>,
    /// Set if the answer goes to a second file, as minisat's does.
    pub answer_in_file: bool,
    pub proof: ProofBy,
    /// The option that sets a seed, which follows. `None` if there is no such option.
    pub seed: Option<&'static str>,
    /// Set if this is a build of our program.
    pub is_ours: bool,
}

/// Programs: name, arguments, the option for a seed, proof. They print their statistics, for
/// the conflicts. minisat's seed has an effect only with random first activities.
const PROGRAMS: [(&str, &[&str], Option<&str>, ProofBy); 6] = [
    ("kissat", &[], Some("--seed="), ProofBy::SecondFile),
    ("cadical", &[], Some("--seed="), ProofBy::SecondFile),
    (
        "minisat",
        &["-rnd-init"],
        Some("-rnd-seed="),
        ProofBy::Nothing,
    ),
    ("glucose", &["-model"], None, ProofBy::Nothing),
    ("cryptominisat5", &[], None, ProofBy::Nothing),
    ("picosat", &[], None, ProofBy::Nothing),
];

/// Libraries, each run in a process of its own.
const LIBRARIES: [&str; 2] = ["splr", "batsat"];

impl Solver {
    /// Our program as built for this benchmark.
    pub(crate) fn ours() -> Solver {
        Solver::build(
            "sudosat".to_owned(),
            Path::new(env!("CARGO_BIN_EXE_sudosat")),
        )
    }

    /// Another build of it.
    pub(crate) fn other(program: &Path) -> Solver {
        Solver::build(format!("other {}", program.display()), program)
    }

    fn build(name: String, program: &Path) -> Solver {
        Solver {
            name,
            program: program.to_owned(),
            arguments: vec!["sat".into(), "--stats".into()],
            answer_in_file: false,
            proof: ProofBy::Option("--proof"),
            seed: Some("--seed="),
            is_ours: true,
        }
    }

    /// Our program with more options, separated by spaces.
    pub(crate) fn variant(options: &str) -> Solver {
        let mut solver = Solver::ours();
        solver.name = options.to_owned();
        let options = options.split_whitespace().map(OsString::from);
        solver.arguments.extend(options);
        solver
    }

    /// Our program with a technique switched off by this value of the setting.
    pub(crate) fn without((setting, off): (&str, &str)) -> Solver {
        let option = setting.replace('_', "-");
        let options = match off {
            "off" => format!("--no-{option}"),
            _ => format!("--{option} {off}"),
        };
        let mut solver = Solver::variant(&options);
        solver.name = format!("no {option}");
        solver
    }

    /// Returns the arguments of a run that come before the formula.
    pub(crate) fn arguments(&self, seed: u64, measure: Measure, limit: u64) -> Vec<OsString> {
        let mut arguments = self.arguments.clone();
        if let (Some(option), true) = (self.seed, seed > 0) {
            arguments.push(format!("{option}{seed}").into());
        }
        if let Some(option) = measure.option() {
            arguments.push(format!("{option}{limit}").into());
        }
        arguments
    }

    /// Returns a checksum of the program's file and of the options.
    pub(crate) fn checksum(&self) -> io::Result<String> {
        Ok(checksum(&(fs::read(&self.program)?, &self.arguments)))
    }
}

/// Returns a checksum in hexadecimal digits.
pub(crate) fn checksum(of: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The other solvers found on this machine.
pub(crate) fn peers() -> anyhow::Result<Vec<Solver>> {
    let mut peers = Vec::new();
    for (name, arguments, seed, proof) in PROGRAMS {
        let Some(program) = find(name) else {
            eprintln!("{name} is not installed");
            continue;
        };
        peers.push(Solver {
            name: name.to_owned(),
            program,
            arguments: arguments.iter().map(OsString::from).collect(),
            answer_in_file: name == "minisat",
            proof,
            seed,
            is_ours: false,
        });
    }
    let this = env::current_exe()?;
    for name in LIBRARIES {
        peers.push(Solver {
            name: name.to_owned(),
            program: this.clone(),
            arguments: vec!["--answer".into(), name.into()],
            answer_in_file: false,
            proof: ProofBy::Nothing,
            seed: None,
            is_ours: false,
        });
    }
    Ok(peers)
}

/// The program of that name on the path.
fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}
