//! Outside programs: scripts of our own, good and bad. The corpus of bad
//! solvers has a test of its own.

use crate::program::{child, wait_until};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::check;
use sudosat::engine::external::External;
use sudosat::engine::{EngineError, SatEngine, SatResult};
use sudosat::formula::Cnf;
use sudosat::programs::Limits;
use tempfile::TempDir;

const LIMITS: Limits = Limits {
    memory: 1 << 30,
    file: 1 << 20,
    output: 1 << 20,
    grace: Duration::from_millis(200),
};

struct World {
    folder: TempDir,
}

impl World {
    fn new() -> World {
        World {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A script that knows where the world is: `$W`.
    fn script(&self, body: &str) -> PathBuf {
        let path = self.path("solver.sh");
        let world = self.folder.path().display();
        fs::write(&path, format!("#!/bin/sh\nW='{world}'\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn run(&self, body: &str, arguments: &str, budget: &Budget) -> Result<SatResult, EngineError> {
        let script = self.script(body);
        let formula: Cnf = [&[1, 2][..], &[-1, 2]].into_iter().collect();
        External::by_command(&format!("{} {arguments}", script.display()))?
            .with_limits(LIMITS)
            .start(&formula, false)?
            .solve(budget)
    }
}

fn seconds(seconds: u64) -> Budget {
    Budget::unlimited().with_time(Duration::from_secs(seconds))
}

fn numbers(result: Result<SatResult, EngineError>) -> Vec<i32> {
    match result {
        Ok(SatResult::Sat(lits)) => lits.iter().map(|lit| lit.to_dimacs()).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn both_conventions_are_understood() {
    let world = World::new();
    let model = "echo 's SATISFIABLE'; echo 'v -1 2 0'; exit 10";
    assert_eq!(numbers(world.run(model, "{cnf}", &seconds(60))), [-1, 2]);
    let file = "printf 'SAT\\n1 2 0\\n' > \"$2\"; exit 10";
    assert_eq!(
        numbers(world.run(file, "{cnf} {out}", &seconds(60))),
        [1, 2]
    );
    let unsat = "echo 's UNSATISFIABLE'; exit 20";
    assert_eq!(
        world.run(unsat, "{cnf}", &seconds(60)),
        Ok(SatResult::Unsat)
    );
    let quotes = "test \"$1\" = 'a b' && test -f \"$2\" && echo 's UNKNOWN'";
    assert_eq!(
        world.run(quotes, "'a b' {cnf}", &seconds(60)),
        Ok(SatResult::Unknown(Stop::Declined))
    );
}

#[test]
fn what_libraries_print_is_understood() {
    let world = World::new();
    for answer in [
        "-1 2 0",
        "[-1, 2]",
        "v -1 2 0",
        "sat\\n-1 2",
        "SAT\\n[-1,\\n2]",
        "sat\\n[k!1 = False, k!2 = True]",
        "(None, False, True)",
    ] {
        let body = format!("printf '%b\\n' '{answer}'");
        assert_eq!(
            numbers(world.run(&body, "{cnf}", &seconds(60))),
            [-1, 2],
            "{answer}"
        );
        // The same in a result file.
        let body = format!("printf '%b\\n' '{answer}' > \"$2\"");
        assert_eq!(
            numbers(world.run(&body, "{cnf} {out}", &seconds(60))),
            [-1, 2],
            "{answer}"
        );
    }
    for unsat in ["unsat", "UNSAT", "s unsatisfiable", "False None"] {
        assert_eq!(
            world.run(&format!("echo '{unsat}'"), "{cnf}", &seconds(60)),
            Ok(SatResult::Unsat)
        );
    }
    // A model that is incomplete is not filled in.
    let error = world.run("echo '[-1]'", "{cnf}", &seconds(60)).unwrap_err();
    assert!(matches!(error, EngineError::Lied { .. }), "{error}");
}

#[test]
fn a_proof_that_grows_too_large_is_given_up() {
    let world = World::new();
    let body = "head -c 2000000 /dev/zero > \"$2\"; kill -XFSZ $$";
    let script = world.script(body);
    let formula: Cnf = [&[1][..], &[-1]].into_iter().collect();
    let run = |arguments: &str, proof| {
        External::by_command(&format!("{} {arguments}", script.display()))
            .unwrap()
            .with_limits(LIMITS)
            .start(&formula, proof)
            .unwrap()
            .solve(&seconds(60))
    };
    assert_eq!(
        run("{cnf} {proof}", true),
        Ok(SatResult::Unknown(Stop::Files))
    );
    // Without a proof it is a fault.
    let error = run("{cnf} other", false).unwrap_err().to_string();
    assert!(error.contains("over its limit of file size"), "{error}");
}

#[test]
fn the_formula_arrives_as_it_is() {
    let world = World::new();
    let body = "cp \"$1\" $W/seen; pwd > $W/where; ls > $W/beside; echo 's UNKNOWN'";
    let _ = world.run(body, "{cnf}", &seconds(60));
    let seen = fs::read_to_string(world.path("seen")).unwrap();
    assert_eq!(seen, "p cnf 2 2\n1 2 0\n-1 2 0\n");
    let place = fs::read_to_string(world.path("where")).unwrap();
    assert!(!Path::new(place.trim()).exists(), "the folder is gone");
    assert_eq!(
        fs::read_to_string(world.path("beside")).unwrap(),
        "formula.cnf\n"
    );
}

#[test]
fn a_wrong_model_is_a_lie() {
    let world = World::new();
    let lie = "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 10";
    let error = world.run(lie, "{cnf}", &seconds(60)).unwrap_err();
    assert!(matches!(error, EngineError::Lied { .. }), "{error}");
    let text = error.to_string();
    assert!(
        text.ends_with("clause 2 is not satisfied: -1 2 0"),
        "{text}"
    );
}

#[test]
fn clauses_added_are_in_the_next_run() {
    let Ok(engine) = External::by_name("minisat")
        .unwrap()
        .find()
        .map(|()| "minisat")
    else {
        eprintln!("skipped: minisat is not installed");
        return;
    };
    let formula: Cnf = [&[1, 2][..], &[-1, 2]].into_iter().collect();
    let mut session = External::by_name(engine)
        .unwrap()
        .start(&formula, false)
        .unwrap();
    let mut models = 0;
    while let SatResult::Sat(lits) = session.solve(&seconds(60)).unwrap() {
        models += 1;
        let other: Vec<_> = lits.iter().map(|&lit| !lit).collect();
        session.add_clause(&other);
    }
    assert_eq!(models, 2);
    assert_eq!(session.steps().get("runs"), Some(3));
}

#[test]
fn proofs_of_known_programs_are_read() {
    // Every clause over three variables: no unit to begin with.
    let mut formula = Cnf::default();
    for signs in 0..8 {
        let clause: Vec<i32> = (0..3)
            .map(|var| {
                if signs >> var & 1 == 0 {
                    var + 1
                } else {
                    -var - 1
                }
            })
            .collect();
        let clause: Cnf = [clause.as_slice()].into_iter().collect();
        formula.add_clause(clause.clause(0));
    }
    for name in ["cadical", "kissat"] {
        let engine = External::by_name(name).unwrap();
        if let Err(error) = engine.find() {
            eprintln!("skipped: {error}");
            continue;
        }
        let mut session = engine.start(&formula, true).unwrap();
        assert_eq!(session.solve(&seconds(60)), Ok(SatResult::Unsat), "{name}");
        let proof = session.take_proof().expect("a proof");
        check::drat(&formula, &proof, &Budget::unlimited()).unwrap();
    }
}

/// Returns `true` if the process that wrote its number to this file still runs.
fn is_alive(file: &Path) -> bool {
    let number = fs::read_to_string(file).unwrap();
    let stat = fs::read_to_string(format!("/proc/{}/stat", number.trim()));
    // A zombie waits for its new parent only.
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn wait_for_end(file: &Path) {
    wait_until("the end of the process", || !is_alive(file));
}

#[test]
fn no_child_is_left_when_time_is_up() {
    let world = World::new();
    let body = "trap '' TERM; (trap '' TERM; echo \"$(exec sh -c 'echo $PPID')\" > $W/child; sleep infinity) & wait; wait";
    let result = world.run(body, "{cnf}", &seconds(1));
    assert_eq!(result, Ok(SatResult::Unknown(Stop::Time)));
    wait_for_end(&world.path("child"));
}

#[test]
fn no_child_is_left_when_the_program_ends_before_it() {
    let world = World::new();
    let body =
        "sleep infinity >/dev/null 2>&1 & echo $! > $W/child; echo 's UNSATISFIABLE'; exit 20";
    let result = world.run(body, "{cnf}", &seconds(60));
    assert_eq!(result, Ok(SatResult::Unsat));
    wait_for_end(&world.path("child"));
}

#[test]
fn a_daemon_that_talks_for_ever_is_not_listened_to() {
    let world = World::new();
    let body = "mkfifo $W/begun; setsid sh -c \"echo > $W/begun; yes >&2\" & read line < $W/begun; \
                echo 's UNSATISFIABLE'; exit 20";
    let result = world.run(body, "{cnf}", &seconds(60));
    assert_eq!(result, Ok(SatResult::Unsat));
}

#[test]
fn an_interrupt_ends_it_politely() {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    if ignored >> (libc::SIGTERM - 1) & 1 == 1 {
        // A shell can't catch what was ignored when it began.
        return eprintln!("skipped: SIGTERM is ignored here");
    }
    let world = World::new();
    let interrupt = Interrupt::new();
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    let ready = world.path("ready");
    let raiser = thread::spawn(move || {
        wait_until("the program runs", || ready.exists());
        interrupt.raise();
    });
    let body = "trap 'echo bye > $W/bye; exit 0' TERM; echo > $W/ready; sleep infinity & wait";
    let result = world.run(body, "{cnf}", &budget);
    raiser.join().unwrap();
    assert_eq!(result, Ok(SatResult::Unknown(Stop::Interrupted)));
    assert_eq!(fs::read_to_string(world.path("bye")).unwrap(), "bye\n");
}

#[test]
fn limits_are_set_before_the_program_begins() {
    let world = World::new();
    let body = "ulimit -v > $W/memory; ulimit -f > $W/file; ulimit -c > $W/core; echo 's UNKNOWN'";
    let _ = world.run(body, "{cnf}", &seconds(60));
    let limit = |name: &str| fs::read_to_string(world.path(name)).unwrap();
    assert_eq!(limit("memory").trim(), (LIMITS.memory / 1024).to_string());
    assert_eq!(limit("file").trim(), (LIMITS.file / 512).to_string());
    assert_eq!(limit("core").trim(), "0");
}

#[test]
fn too_much_output_is_refused() {
    let world = World::new();
    let error = world
        .run("yes 'c noise'", "{cnf}", &seconds(60))
        .unwrap_err();
    assert!(matches!(error, EngineError::Nonsense { .. }), "{error}");
    // The same where the answer is in a file.
    let error = world.run("yes", "{cnf} {out}", &seconds(60)).unwrap_err();
    assert!(matches!(error, EngineError::Nonsense { .. }), "{error}");
}

#[test]
fn a_program_is_found_from_where_the_user_is() {
    // The working directory of tests is the package's own.
    let world = World::new();
    let script = world.script("echo 's UNKNOWN'");
    let here = std::env::current_dir().unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let relative = up.join(script.strip_prefix("/").unwrap());
    let command = format!("{} {{cnf}}", relative.display());
    let engine = External::by_command(&command).unwrap();
    let mut session = engine.start(&Cnf::default(), false).unwrap();
    assert_eq!(
        session.solve(&seconds(60)),
        Ok(SatResult::Unknown(Stop::Declined))
    );
}

/// Killed by SIGKILL, which nothing can catch, `sudosat` takes the program along.
#[cfg(target_os = "linux")]
#[test]
fn no_program_outlives_a_killed_sudosat() {
    let world = World::new();
    let script =
        world.script("pwd > $W/where; echo $$ > $W/number; sleep infinity & sleep infinity");
    let mut sudosat = child()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["solve", "puzzles/empty-9x9.txt", "--engine"])
        .arg(format!("cmd:{} {{cnf}}", script.display()))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut number = String::new();
    wait_until("the program runs", || {
        number = fs::read_to_string(world.path("number")).unwrap_or_default();
        number.ends_with('\n')
    });
    let number = number.trim().to_owned();
    // SIGKILL.
    sudosat.kill().unwrap();
    sudosat.wait().unwrap();
    let group = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let stats = processes.filter_map(|one| fs::read_to_string(one.path().join("stat")).ok());
        // After the name in brackets: state, parent, group.
        let of_group = stats.filter(|stat| {
            let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            let mut words = rest.split(' ');
            words.next() != Some("Z") && words.nth(1) == Some(&number)
        });
        of_group.count()
    };
    let folder = fs::read_to_string(world.path("where")).unwrap();
    wait_until("its processes and its folder are gone", || {
        group() == 0 && !Path::new(folder.trim()).exists()
    });
}
