//! The benchmark `suite`: its statistics, what it reads, and its runs.

#[path = "../benches/suite/formulas.rs"]
mod formulas;
#[path = "../benches/suite/journal.rs"]
mod journal;
#[path = "../benches/suite/plan.rs"]
mod plan;
#[path = "../benches/suite/run.rs"]
mod run;
#[path = "../benches/suite/solvers.rs"]
#[allow(dead_code)] // the benchmark chooses among the solvers
mod solvers;
#[path = "../benches/suite/statistics.rs"]
mod statistics;
#[path = "../benches/suite/table.rs"]
mod table;

use formulas::{Known, family_of};
use journal::{Journal, Key};
use plan::Plan;
use run::{Ending, Limits, Measure, Outcome, counts, seconds_of};
use solvers::{ProofBy, Solver};
use statistics::Scores;
use std::fs;
use std::path::Path;
use table::{By, Column, Results};

fn scores<const N: usize>(of: &[[f64; N]]) -> Scores {
    Scores {
        of: of.iter().map(|seeds| seeds.to_vec()).collect(),
        least: 0.05,
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn means_are_over_seeds_and_then_over_formulas() {
    let scores = scores(&[[1.0, 3.0], [8.0, 8.0]]);
    assert!(is_near(scores.mean(), 5.0));
    assert!(is_near(scores.geometric_mean(), 192_f64.powf(0.25)));
}

#[test]
fn scores_that_the_clock_cannot_tell_apart_are_the_same_in_logarithms() {
    let (a, b) = (scores(&[[0.0], [0.04]]), scores(&[[0.05], [0.01]]));
    assert!(is_near(a.geometric_ratio(&b).value, 1.0));
    assert!(is_near(a.mean(), 0.02));
}

#[test]
fn the_spread_is_over_the_seeds_of_a_formula() {
    // The logarithms of each pair have a standard deviation of ln(4) / √2, those of the
    // formulas' means do not matter.
    let spread = scores(&[[1.0, 4.0], [100.0, 400.0]]).spread().unwrap();
    assert!(is_near(spread.ln(), 4_f64.ln() / 2_f64.sqrt()));
    assert_eq!(scores(&[[1.0], [2.0]]).spread(), None);
}

#[test]
fn the_geometric_ratio_has_the_standard_error_of_its_logarithms() {
    let (a, b) = (scores(&[[2.0], [8.0]]), scores(&[[1.0], [1.0]]));
    let ratio = a.geometric_ratio(&b);
    assert!(is_near(ratio.value, 4.0));
    // ln 2 and ln 8 are ln 2 away from their mean; 2 of them.
    assert!(is_near(ratio.error, 2_f64.ln()));
    assert_eq!(scores(&[[1.9], [8.0]]).geometric_ratio(&b).side(), 0);
    assert_eq!(scores(&[[2.1], [8.0]]).geometric_ratio(&b).side(), 1);
    let closer = scores(&[[3.9], [4.1]]);
    assert_eq!(closer.geometric_ratio(&b).side(), 1);
    assert_eq!(b.geometric_ratio(&closer).side(), -1);
}

#[test]
fn the_error_of_a_ratio_of_means_is_that_of_the_jackknife() {
    let (a, b) = (
        scores(&[[2.0], [2.0], [8.0]]),
        scores(&[[1.0], [1.0], [2.0]]),
    );
    let ratio = a.ratio(&b);
    assert!(is_near(ratio.value, 3.0));
    let without = [10.0 / 3.0, 10.0 / 3.0, 2.0].map(f64::ln);
    let mean = without.iter().sum::<f64>() / 3.0;
    let squares: f64 = without.iter().map(|log| (log - mean).powi(2)).sum();
    assert!(is_near(ratio.error, (squares * 2.0 / 3.0).sqrt()));
}

#[test]
fn one_formula_shows_nothing() {
    let ratio = scores(&[[2.0, 2.0]]).geometric_ratio(&scores(&[[1.0, 1.0]]));
    assert!(ratio.error.is_infinite());
    assert_eq!(ratio.side(), 0);
}

#[test]
fn conflicts_and_ticks_are_read_from_what_solvers_print() {
    let ours = "c conflicts 3000\nc ticks 846447\nc walk_ticks 3\nc vivify_ticks 53521\n\
                c restarts 68\nc ticks seen\ns UNKNOWN\n";
    assert_eq!(counts(ours), (Some(3000), Some(899_971)));
    let kissat = "c conflicts:                               1234        5432.10 per second\n";
    assert_eq!(counts(kissat), (Some(1234), None));
    let minisat = "restarts              : 7\nconflicts             : 512    (1000 /sec)\n";
    assert_eq!(counts(minisat), (Some(512), None));
    assert_eq!(counts("s SATISFIABLE\nv 1 -2 0\n"), (None, None));
}

#[test]
fn times_of_shells_are_read() {
    let dash = "0m0.000000s 0m0.010000s\n1m2.500000s 0m0.250000s\n";
    assert!(is_near(seconds_of(dash).unwrap(), 62.75));
    let bash = "Killed\n0m0.001s 0m0.002s\n0m3.250s 0m0.000s\n";
    assert!(is_near(seconds_of(bash).unwrap(), 3.25));
    assert_eq!(seconds_of("sh: 1: ulimit: error\n"), None);
    assert_eq!(seconds_of(""), None);
}

#[test]
fn families_are_known_or_read_from_the_name() {
    for (name, family) in [
        ("factor_prime_28bit.cnf", "factor_prime"),
        ("uuf250-01.cnf", "uuf"),
        ("bart30.shuffled.cnf.gz", "bart"),
        ("32bits_10.dimacs.cnf", "32bits_10.dimacs"),
        ("too_large.cnf", "too_large"),
    ] {
        assert_eq!(family_of(name), family);
    }
    let known =
        Known::read("status\tname\tother\tfamily\nSAT\ta1.cnf\t7\tletters\nUNSAT\tb2.cnf\n")
            .unwrap();
    let formula = |name: &str| known.formula(Path::new(name), name);
    assert_eq!(formula("a1.cnf").family, "letters");
    assert!(formula("a1.cnf").is_satisfiable);
    assert_eq!(formula("b2.cnf").family, "b");
    assert!(!formula("b2.cnf").is_satisfiable);
    assert_eq!(formula("c3.cnf").family, "c");
}

#[test]
fn a_wrong_or_unreadable_status_file_is_an_error() {
    for (text, error) in [
        ("", "no titles"),
        ("name\tanswer\na.cnf\tSAT\n", "no titles"),
        ("name status\na.cnf SAT\n", "no titles"),
        ("name\tstatus\na.cnf\tSAT\nb.cnf\n", "line 3 has no"),
        ("name\tstatus\na.cnf\tsat\n", "line 2: the status `sat`"),
    ] {
        let message = Known::read(text).err().unwrap().to_string();
        assert!(message.contains(error), "{message}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cnf"), "p cnf 0 0\n").unwrap();
    let list = || formulas::list(&[folder.path().to_owned()], None);
    assert!(list().is_ok(), "the file may be missing");
    fs::write(folder.path().join("status.tsv"), b"name\tstatus\n\xff").unwrap();
    let message = list().err().unwrap().to_string();
    assert!(message.contains("status.tsv"), "{message}");
}

fn key(seed: u64) -> Key {
    Key {
        formula: "a.cnf".to_owned(),
        content: "ee00".to_owned(),
        solver: "no vivify".to_owned(),
        build: "00ff".to_owned(),
        seed,
        limits: "30 Seconds 4096 MiB".to_owned(),
    }
}

#[test]
fn a_journal_gives_back_its_runs_but_not_one_that_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.csv");
    let outcome = |seconds, status| Outcome {
        status,
        exit: 139,
        seconds,
        conflicts: Some(12),
        ticks: None,
    };
    let mut journal = Journal::open(&path).unwrap();
    for (seed, status) in Ending::ALL.into_iter().enumerate() {
        journal.add(key(seed as u64), outcome(1.5, status)).unwrap();
    }
    drop(journal);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 1]).unwrap();
    let mut journal = Journal::open(&path).unwrap();
    for (seed, &status) in Ending::ALL.iter().enumerate().take(4) {
        assert_eq!(journal.get(&key(seed as u64)), Some(outcome(1.5, status)));
    }
    assert_eq!(journal.get(&key(4)), None, "its line has no end");
    let other = "0100".to_owned();
    for other in [
        Key {
            build: other.clone(),
            ..key(0)
        },
        Key {
            content: other,
            ..key(0)
        },
    ] {
        assert_eq!(journal.get(&other), None);
    }
    journal.add(key(4), outcome(2.0, Ending::TimeOut)).unwrap();
    drop(journal);
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.get(&key(4)), Some(outcome(2.0, Ending::TimeOut)));
    fs::write(&path, "formula,seconds\na,1\n").unwrap();
    assert!(Journal::open(&path).is_err());
}

#[test]
fn a_name_that_would_break_a_line_of_the_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::open(&folder.path().join("runs.csv")).unwrap();
    assert!(journal.check(&key(0)).is_ok());
    for name in ["a,b", "a\nb", "a\rb"] {
        let solver = Key {
            solver: name.to_owned(),
            ..key(0)
        };
        let formula = Key {
            formula: name.to_owned(),
            ..key(0)
        };
        assert!(journal.check(&solver).is_err());
        assert!(journal.check(&formula).is_err());
        assert!(Journal::default().check(&solver).is_ok(), "without a file");
    }
}

#[test]
fn scores_are_in_the_measure_and_twice_the_limit_without_an_answer() {
    let outcome = Outcome {
        status: Ending::Satisfiable,
        exit: 10,
        seconds: 2.5,
        conflicts: Some(3000),
        ticks: Some(7_000_000),
    };
    assert!(is_near(outcome.score(Measure::Seconds, 30), 2.5));
    assert!(is_near(outcome.score(Measure::Ticks, 10_000_000), 7.0));
    assert!(is_near(outcome.score(Measure::Conflicts, 5000), 3.0));
    for status in [Ending::TimeOut, Ending::GaveUp, Ending::Wrong] {
        let outcome = Outcome { status, ..outcome };
        assert!(is_near(outcome.score(Measure::Seconds, 30), 60.0));
    }
}

#[test]
fn an_answer_above_the_limit_is_a_timeout() {
    let outcome = Outcome {
        status: Ending::Unsatisfiable,
        exit: 20,
        seconds: 2.5,
        conflicts: Some(3000),
        ticks: Some(7_000_000),
    };
    let under = |measure, limit, outcome: Outcome| {
        let limits = Limits {
            measure,
            limit,
            memory: 1024,
        };
        outcome.under(&limits).status
    };
    for (measure, enough, less) in [
        (Measure::Seconds, 3, 2),
        (Measure::Ticks, 7_000_000, 6_999_999),
        (Measure::Conflicts, 3000, 2999),
    ] {
        assert_eq!(under(measure, enough, outcome), Ending::Unsatisfiable);
        assert_eq!(under(measure, less, outcome), Ending::TimeOut);
        for status in [Ending::GaveUp, Ending::Wrong] {
            let outcome = Outcome { status, ..outcome };
            assert_eq!(under(measure, less, outcome), status);
        }
    }
    let hours = Outcome {
        seconds: 3601.0,
        ..outcome
    };
    assert_eq!(under(Measure::Ticks, 7_000_000, hours), Ending::TimeOut);
}

#[test]
fn a_refutation_of_a_formula_that_is_known_to_be_satisfiable_is_wrong() {
    let known = Known::read("name\tstatus\na1.cnf\tSAT\nb1.cnf\tUNSAT\n").unwrap();
    let formulas = ["a1.cnf", "b1.cnf"].map(|name| known.formula(Path::new(name), name));
    let outcome = Outcome {
        status: Ending::Unsatisfiable,
        exit: 20,
        seconds: 1.0,
        conflicts: None,
        ticks: None,
    };
    let mut column = Column::new(&Solver::ours(), 2);
    column.runs = vec![vec![outcome], vec![outcome]];
    let mut results = Results {
        formulas: &formulas,
        columns: vec![column],
        measure: Measure::Seconds,
        limit: 30,
    };
    results.judge();
    let runs = &results.columns[0].runs;
    assert_eq!(runs[0][0].status, Ending::Wrong);
    assert_eq!(runs[1][0].status, Ending::Unsatisfiable);
}

/// A solver that is a shell script, which is given the formula as the last argument.
#[cfg(unix)]
fn script(folder: &Path, name: &str, text: &str) -> Solver {
    use std::os::unix::fs::PermissionsExt;
    let program = folder.join(name);
    fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    Solver {
        name: name.to_owned(),
        program,
        arguments: Vec::new(),
        answer_in_file: false,
        proof: ProofBy::Nothing,
        seed: Some("--seed="),
        is_ours: name == "first",
    }
}

#[cfg(unix)]
#[test]
fn runs_are_judged_and_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("formulas")).unwrap();
    fs::write(path("formulas/a1.cnf"), "p cnf 2 1\n1 2 0\n").unwrap();
    fs::write(path("formulas/b1.cnf"), "p cnf 1 2\n1 0\n-1 0\n").unwrap();
    let list = |only| formulas::list(&[path("formulas")], only);
    assert!(list(Some("none")).is_err());
    let formulas = list(None).unwrap();
    let log = path("log");
    let first = format!(
        "echo \"$@\" >>{}; echo 'c conflicts 5'; echo 'c ticks 70'\nfor last; do :; done\n\
         if grep -q 'cnf 2' \"$last\"; then echo 's SATISFIABLE'; echo 'v 1 -2 0'; \
         else echo 's UNSATISFIABLE'; fi",
        log.display()
    );
    let solvers = [
        script(folder.path(), "first", &first),
        script(folder.path(), "liar", "echo 's UNSATISFIABLE'"),
        script(
            folder.path(),
            "guesser",
            "echo 's SATISFIABLE'; echo 'v -1 0'",
        ),
        script(folder.path(), "quitter", "exit 1"),
    ];
    let plan = Plan {
        limits: Limits {
            measure: Measure::Seconds,
            limit: 20,
            memory: 1024,
        },
        seeds: 2,
        jobs: 2,
        proofs: false,
    };
    let csv = path("runs.csv");
    let columns = || {
        let journal = Journal::open(&csv).unwrap();
        plan.columns(&formulas, &solvers, journal).unwrap()
    };
    columns();
    let mut results = Results {
        columns: columns(),
        formulas: &formulas,
        measure: Measure::Seconds,
        limit: 20,
    };
    let log = fs::read_to_string(&log).unwrap();
    assert_eq!(
        log.lines().count(),
        4,
        "the second call repeats nothing:\n{log}"
    );
    assert_eq!(log.matches("--seed=1").count(), 2);
    results.judge();
    let endings = |column: usize| -> Vec<Vec<Ending>> {
        let runs = results.columns[column].runs.iter();
        runs.map(|runs| runs.iter().map(|run| run.status).collect())
            .collect()
    };
    use Ending::{GaveUp, Satisfiable, Unsatisfiable, Wrong};
    assert_eq!(endings(0), [[Satisfiable; 2], [Unsatisfiable; 2]]);
    assert_eq!(endings(1), [[Wrong; 2], [Unsatisfiable; 2]]);
    assert_eq!(endings(2), [[Wrong; 2], [Wrong; 2]]);
    assert_eq!(endings(3), [[GaveUp; 2], [GaveUp; 2]]);
    let run = results.columns[0].runs[0][1];
    assert_eq!((run.conflicts, run.ticks), (Some(5), Some(70)));
    let table = results.solvers();
    assert!(table.contains("| first | 2 | 1 | 1 | 0 | "), "{table}");
    assert!(table.contains("| liar | 1 | 0 | 1 | 1 | 20"), "{table}");
    assert!(
        table.contains("| quitter | 0 | 0 | 0 | 0 | 40.00 |"),
        "{table}"
    );
    let families = results.groups(By::Family);
    assert!(
        families.contains("\n| a | 1 |") && families.contains("\n| b | 1 |"),
        "{families}"
    );
    assert_eq!(results.losses(), "", "nobody is faster");
    results.columns[0].runs[1] = results.columns[3].runs[1].clone();
    let losses = results.losses();
    assert!(losses.contains("| b1.cnf | liar | 40.00 |"), "{losses}");
    assert!(!losses.contains("a1.cnf"), "{losses}");
}

/// Returns a new folder with these formulas: names and texts.
#[cfg(unix)]
fn folder_of(formulas: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in formulas {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[cfg(unix)]
#[test]
fn a_run_without_an_answer_is_a_timeout_only_if_a_limit_ended_it() {
    let folder = folder_of(&[("a1.cnf", "p cnf 1 1\n1 0\n")]);
    let formulas = formulas::list(&[folder.path().to_owned()], None).unwrap();
    let solvers = [
        script(folder.path(), "unknown", "echo 's UNKNOWN'"),
        script(folder.path(), "killed", "kill -SEGV $$"),
        script(folder.path(), "silent", "exit 3"),
    ];
    let endings = |measure| {
        let limits = Limits {
            measure,
            limit: 20,
            memory: 1024,
        };
        let plan = Plan {
            limits,
            seeds: 1,
            jobs: 1,
            proofs: false,
        };
        let columns = plan.columns(&formulas, &solvers, Journal::default());
        let columns = columns.unwrap();
        let ending = |column: &Column| {
            let run = column.runs[0][0];
            (
                run.status,
                run.exit,
                run.to_string().contains("exit status"),
            )
        };
        columns.iter().map(ending).collect::<Vec<_>>()
    };
    use Ending::{GaveUp, TimeOut};
    let crashes = [(GaveUp, 139, true), (GaveUp, 3, true)];
    for (measure, unknown) in [
        (Measure::Seconds, (GaveUp, 0, true)),
        (Measure::Ticks, (TimeOut, 0, false)),
        (Measure::Conflicts, (TimeOut, 0, false)),
    ] {
        let endings = endings(measure);
        assert_eq!(endings[0], unknown, "{measure:?}");
        assert_eq!(endings[1..], crashes, "{measure:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_error_ends_the_runs_of_all_workers() {
    let names: Vec<String> = (0..20).map(|index| format!("b{index:02}.cnf")).collect();
    let mut files = vec![("a.cnf", "no formula")];
    files.extend(names.iter().map(|name| (name.as_str(), "p cnf 0 0\n")));
    let folder = folder_of(&files);
    let formulas = formulas::list(&[folder.path().to_owned()], None).unwrap();
    let log = folder.path().join("log");
    let text = format!("echo run >>{}; sleep 0.2", log.display());
    let plan = Plan {
        limits: Limits {
            measure: Measure::Seconds,
            limit: 20,
            memory: 1024,
        },
        seeds: 1,
        jobs: 2,
        proofs: false,
    };
    let solvers = [script(folder.path(), "slow", &text)];
    let error = plan.columns(&formulas, &solvers, Journal::default()).err();
    assert!(error.unwrap().to_string().contains("a.cnf"));
    let runs = fs::read_to_string(&log).unwrap_or_default().lines().count();
    assert!(runs < names.len(), "all {runs} runs were done");
}

#[cfg(unix)]
#[test]
fn another_limit_of_memory_or_another_formula_of_the_same_name_is_another_run() {
    let folder = folder_of(&[("a1.cnf", "p cnf 1 1\n1 0\n")]);
    let formulas = formulas::list(&[folder.path().to_owned()], None).unwrap();
    let log = folder.path().join("log");
    let text = format!("echo run >>{}", log.display());
    let solvers = [script(folder.path(), "counted", &text)];
    let runs = |memory| {
        let plan = Plan {
            limits: Limits {
                measure: Measure::Seconds,
                limit: 20,
                memory,
            },
            seeds: 1,
            jobs: 1,
            proofs: false,
        };
        let journal = Journal::open(&folder.path().join("runs.csv")).unwrap();
        plan.columns(&formulas, &solvers, journal).unwrap();
        fs::read_to_string(&log).unwrap().lines().count()
    };
    assert_eq!([runs(1024), runs(1024), runs(2048)], [1, 1, 2]);
    fs::write(folder.path().join("a1.cnf"), "p cnf 1 1\n-1 0\n").unwrap();
    assert_eq!([runs(2048), runs(2048)], [3, 3]);
}
