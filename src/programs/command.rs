//! The command lines of outside programs.

use crate::io::display;
use std::env;
use std::path::{Path, PathBuf};

/// A solver known by name.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Name of the solver, which is also that of its program.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Arguments that keep it quiet.
    quiet: &'static [&'static str],
    /// Arguments without which it does not read the formula's file, or does not
    /// give its model.
    needs: &'static [&'static str],
    /// More arguments that make it write a DRAT proof, if it can.
    proof: &'static [&'static str],
}

/// The solvers known by name.
pub const PROGRAMS: [Program; 6] = [
    Program {
        name: "kissat",
        about: "kissat by Armin Biere",
        quiet: &["-q"],
        needs: &["{cnf}"],
        proof: &["--no-binary", "{proof}"],
    },
    Program {
        name: "cadical",
        about: "CaDiCaL by Armin Biere",
        quiet: &["-q"],
        needs: &["{cnf}"],
        proof: &["--no-binary", "{proof}"],
    },
    Program {
        name: "minisat",
        about: "MiniSat by Niklas Eén and Niklas Sörensson",
        quiet: &["-verb=0"],
        needs: &["{cnf}", "{out}"],
        proof: &[],
    },
    Program {
        name: "glucose",
        about: "Glucose by Gilles Audemard and Laurent Simon",
        quiet: &["-verb=0"],
        needs: &["-model", "{cnf}"],
        proof: &[],
    },
    Program {
        name: "picosat",
        about: "PicoSAT by Armin Biere",
        quiet: &[],
        needs: &["{cnf}"],
        proof: &[],
    },
    Program {
        name: "cryptominisat5",
        about: "CryptoMiniSat by Mate Soos",
        quiet: &["--verb", "0"],
        needs: &["{cnf}"],
        proof: &[],
    },
];

impl Program {
    /// Returns the command that runs it.
    pub(crate) fn command(&self) -> Command {
        Command {
            program: self.name.into(),
            arguments: words(&[self.quiet, self.needs].concat()),
            for_proof: words(self.proof),
            here: false,
            proof_name: PROOF.into(),
        }
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.into()).collect()
}

/// A program and its arguments, in which `{cnf}`, `{out}` and `{proof}` stand
/// for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    program: String,
    arguments: Vec<String>,
    /// Arguments added only when a proof is wanted.
    for_proof: Vec<String>,
    /// Set if the program's working directory is our own.
    here: bool,
    /// Name of the proof's file in the program's folder.
    proof_name: String,
}

/// A reason why a program can't be started. The names are fit to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// It is not on the PATH, or not where its path says.
    Nowhere(String),
    /// The file with this path is not executable.
    NotExecutable(String),
}

/// The words that stand for files in a command.
const PLACES: [&str; 3] = ["{cnf}", "{out}", "{proof}"];

/// The names of the files in the program's folder.
pub(super) const CNF: &str = "formula.cnf";
pub(crate) const OUT: &str = "result.txt";
const PROOF: &str = "proof.drat";

impl Command {
    /// Takes a command apart at blanks. Single and double quotes keep blanks
    /// in a word; nothing else is special, as no shell is involved.
    ///
    /// `{cnf}` must be there. With `{out}`, the answer is read from that file,
    /// in minisat's form, instead of standard output. With `{proof}`, the
    /// program is taken to write a DRAT proof there whenever it says
    /// `UNSATISFIABLE`.
    ///
    /// # Errors
    /// The fault of the text, in words.
    pub fn parse(text: &str) -> Result<Command, String> {
        let mut words = split(text)?.into_iter();
        let program = words.next().ok_or("it is empty")?;
        let arguments: Vec<String> = words.collect();
        let has = |place: &str| arguments.iter().any(|word| word.contains(place));
        if !has("{cnf}") {
            return Err(format!(
                "{:?} does not say where the formula's file goes: write {{cnf}} there",
                display(text)
            ));
        }
        Ok(Command {
            program,
            arguments,
            for_proof: Vec::new(),
            here: false,
            proof_name: PROOF.into(),
        })
    }

    /// Returns the command of these words: a program and its arguments.
    ///
    /// If no argument has a place for a file, such as `{cnf}`, a program of
    /// [`PROGRAMS`] gets the arguments that it needs besides. A program counts as
    /// one of these if its name begins with theirs, such as `glucose-simp`. Any
    /// other command without `{cnf}` gets the formula on standard input. The program
    /// runs in our working directory, so that its arguments may be paths.
    ///
    /// # Errors
    /// If there are no words.
    pub fn from_words(words: &[String]) -> Result<Command, String> {
        let (program, arguments) = words.split_first().ok_or("it is empty")?;
        let mut arguments = arguments.to_vec();
        let has_place = |word: &String| PLACES.iter().any(|place| word.contains(place));
        if !arguments.iter().any(has_place)
            && let Some(known) = known(program)
        {
            for &need in known.needs {
                if !arguments.iter().any(|word| word == need) {
                    arguments.push(need.into());
                }
            }
        }
        Ok(Command {
            program: program.clone(),
            arguments,
            for_proof: Vec::new(),
            here: true,
            proof_name: PROOF.into(),
        })
    }

    /// Returns the command of a program that reads its input on standard input, with one argument
    /// that is no place for a file. It runs in our working directory.
    pub(crate) fn with_input(program: &str, argument: &str) -> Command {
        Command {
            program: program.into(),
            arguments: words(&[argument]),
            for_proof: Vec::new(),
            here: true,
            proof_name: PROOF.into(),
        }
    }

    /// Returns the command of this text: taken apart as by [`Command::parse`], and completed as
    /// by [`Command::from_words`].
    ///
    /// # Errors
    /// The fault of the text, in words.
    pub fn from_line(text: &str) -> Result<Command, String> {
        Command::from_words(&split(text)?)
    }

    /// Sets the ending of the name of the proof's file.
    pub(crate) fn set_proof_ending(&mut self, ending: &str) {
        self.proof_name = format!("proof.{ending}");
    }

    /// Returns the name of the proof's file in the program's folder.
    pub(crate) fn proof_name(&self) -> &str {
        &self.proof_name
    }

    /// Returns the program's name, without its folder.
    pub fn name(&self) -> String {
        let name = Path::new(&self.program).file_name();
        display(&name.unwrap_or_default().to_string_lossy()).into_owned()
    }

    /// Returns `true` if the formula goes to standard input.
    pub(crate) fn reads_stdin(&self) -> bool {
        !self.arguments.iter().any(|word| word.contains("{cnf}"))
    }

    /// Returns `true` if the program's working directory is our own.
    pub(crate) fn stays_here(&self) -> bool {
        self.here
    }

    /// Returns `true` if the program writes its answer to a file.
    pub(crate) fn has_result_file(&self) -> bool {
        self.arguments.iter().any(|word| word.contains("{out}"))
    }

    /// Returns `true` if there is a place for a proof.
    pub(crate) fn can_prove(&self) -> bool {
        let mut words = self.arguments.iter().chain(&self.for_proof);
        words.any(|word| word.contains("{proof}"))
    }

    /// Returns the arguments, with the files in `folder`.
    pub(crate) fn arguments(&self, folder: &Path, proof: bool) -> Vec<String> {
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        let more: &[String] = if proof { &self.for_proof } else { &[] };
        self.arguments
            .iter()
            .chain(more)
            .map(|word| {
                word.replace("{cnf}", &path(CNF))
                    .replace("{out}", &path(OUT))
                    .replace("{proof}", &path(&self.proof_name))
            })
            .collect()
    }

    /// Returns the program's full path. A name without a slash is looked up on the
    /// PATH; a path is relative to our own working directory.
    pub(crate) fn locate(&self) -> Result<PathBuf, NotFound> {
        let not_found = || NotFound::Nowhere(display(&self.program).into_owned());
        let candidates: Vec<PathBuf> = if self.program.contains('/') {
            vec![PathBuf::from(&self.program)]
        } else {
            let path = env::var_os("PATH").unwrap_or_default();
            env::split_paths(&path)
                .map(|folder| folder.join(&self.program))
                .collect()
        };
        let mut forbidden = None;
        for candidate in candidates {
            if !candidate.is_file() {
                continue;
            }
            if is_executable(&candidate) {
                return std::path::absolute(&candidate).map_err(|_| not_found());
            }
            forbidden.get_or_insert(candidate);
        }
        match forbidden {
            None => Err(not_found()),
            Some(program) => {
                let program = display(&program.to_string_lossy()).into_owned();
                Err(NotFound::NotExecutable(program))
            }
        }
    }
}

/// Returns the solver known by name whose name begins that of this program.
fn known(program: &str) -> Option<&'static Program> {
    let name = Path::new(program).file_name()?.to_str()?;
    let is_known = |known: &&Program| name.starts_with(known.name);
    PROGRAMS.iter().find(is_known)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    true
}

/// Returns the words of a command.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("{:?} has a {open} without its end", display(text)));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_taken_apart_at_blanks_outside_quotes() {
        let command = Command::parse(r#"my/solver  -a "b  c" 'd"'{cnf} "" {out}"#).unwrap();
        assert_eq!(command.program, "my/solver");
        assert_eq!(
            command.arguments(Path::new("/t"), false),
            ["-a", "b  c", "d\"/t/formula.cnf", "", "/t/result.txt"]
        );
        assert!(command.has_result_file());
        assert!(!command.can_prove());
    }

    #[test]
    fn a_command_needs_a_program_and_a_place_for_the_formula() {
        assert_eq!(Command::parse(" ").unwrap_err(), "it is empty");
        assert!(Command::parse("minisat").unwrap_err().contains("{cnf}"));
        assert!(Command::parse("{cnf}").unwrap_err().contains("{cnf}"));
        assert!(Command::parse("a '{cnf}").unwrap_err().contains("end"));
    }

    #[test]
    fn a_known_program_gets_what_it_needs() {
        for (words, expected, stdin) in [
            ("kissat -q", "-q /t/formula.cnf", false),
            (
                "/opt/minisat_core -verb=0",
                "-verb=0 /t/formula.cnf /t/result.txt",
                false,
            ),
            ("minisat {cnf} my-own", "/t/formula.cnf my-own", false),
            ("glucose", "-model /t/formula.cnf", false),
            ("glucose-simp -model", "-model /t/formula.cnf", false),
            ("glucose {cnf} {out}", "/t/formula.cnf /t/result.txt", false),
            ("minisat /dev/stdin {out}", "/dev/stdin {out}", true),
            ("python3 my.py", "my.py", true),
            ("sh -c kissat", "-c kissat", true),
        ] {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            let command = Command::from_words(&words).unwrap();
            let expected = expected
                .replace("{cnf}", "/t/formula.cnf")
                .replace("{out}", "/t/result.txt");
            assert_eq!(
                command.arguments(Path::new("/t"), false).join(" "),
                expected
            );
            assert_eq!(command.reads_stdin(), stdin, "{words:?}");
        }
        assert!(Command::from_words(&[]).is_err());
    }

    #[test]
    fn only_some_programs_prove() {
        let proving: Vec<&str> = PROGRAMS
            .iter()
            .filter(|program| program.command().can_prove())
            .map(|program| program.name)
            .collect();
        assert_eq!(proving, ["kissat", "cadical"]);
        let cadical = PROGRAMS[1].command();
        let words = |proof| cadical.arguments(Path::new("/t"), proof);
        assert_eq!(words(false), ["-q", "/t/formula.cnf"]);
        assert_eq!(words(true)[2..], ["--no-binary", "/t/proof.drat"]);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        for program in ["no-such-solver-anywhere", "/no/such"] {
            let command = Command::parse(&format!("{program} {{cnf}}")).unwrap();
            let fault = command.locate().unwrap_err();
            assert_eq!(fault, NotFound::Nowhere(program.to_owned()));
        }
    }
}
