//! Which solvers there are, and how each is called.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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

/// A solver that can be run.
pub(crate) struct Solver {
    pub name: String,
    pub program: PathBuf,
    /// What comes before the formula's file.
    pub arguments: Vec<OsString>,
    /// Set if the answer goes to a second file, as minisat's does.
    pub answer_in_file: bool,
    pub proof: ProofBy,
}

/// Programs: name, arguments, whether the answer goes to a file, proof.
const PROGRAMS: [(&str, &[&str], bool, ProofBy); 6] = [
    ("kissat", &["-q"], false, ProofBy::SecondFile),
    ("cadical", &["-q"], false, ProofBy::SecondFile),
    ("minisat", &["-verb=0"], true, ProofBy::Nothing),
    ("glucose", &["-verb=0", "-model"], false, ProofBy::Nothing),
    ("cryptominisat5", &["--verb", "0"], false, ProofBy::Nothing),
    ("picosat", &[], false, ProofBy::Nothing),
];

/// Libraries, each run in a process of its own.
const LIBRARIES: [&str; 2] = ["splr", "batsat"];

impl Solver {
    /// Our program as built for this benchmark.
    pub(crate) fn ours() -> Solver {
        Solver::other_named("sudosat", Path::new(env!("CARGO_BIN_EXE_sudosat")))
    }

    /// Another build of it.
    pub(crate) fn other(program: &Path) -> Solver {
        Solver::other_named(&format!("other {}", program.display()), program)
    }

    fn other_named(name: &str, program: &Path) -> Solver {
        Solver {
            name: name.to_owned(),
            program: program.to_owned(),
            arguments: vec!["sat".into()],
            answer_in_file: false,
            proof: ProofBy::Option("--proof"),
        }
    }

    /// Our program with a technique switched off by this value of the setting.
    pub(crate) fn without((setting, off): (&str, &str)) -> Solver {
        let mut solver = Solver::ours();
        let option = setting.replace('_', "-");
        solver.name = format!("no {option}");
        match off {
            "off" => solver.arguments.push(format!("--no-{option}").into()),
            _ => solver
                .arguments
                .extend([format!("--{option}").into(), off.into()]),
        }
        solver
    }
}

/// The other solvers found on this machine.
pub(crate) fn peers() -> anyhow::Result<Vec<Solver>> {
    let mut peers = Vec::new();
    for (name, arguments, answer_in_file, proof) in PROGRAMS {
        let Some(program) = find(name) else {
            eprintln!("{name} is not installed");
            continue;
        };
        peers.push(Solver {
            name: name.to_owned(),
            program,
            arguments: arguments.iter().map(OsString::from).collect(),
            answer_in_file,
            proof,
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
