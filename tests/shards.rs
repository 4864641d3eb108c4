//! Shards under workers that are killed and files that are damaged: the merged output is that of one
//! run, and `status` says what is lacking.

use crate::fuzzing::pace::rounds;
#[cfg(unix)]
use crate::program::send;
use crate::program::{PROGRAM, output, program, stderr};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

/// Puzzles of 9×9 with one solution, and one that can't be read.
const KINDS: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

/// The folder of a run.
struct Files(tempfile::TempDir);

impl Files {
    fn new(count: usize) -> Files {
        let files = Files(tempfile::tempdir().unwrap());
        let lines: Vec<&str> = KINDS.into_iter().cycle().take(count).collect();
        fs::write(files.path().join("p.txt"), lines.join("\n") + "\n").unwrap();
        files
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &str) -> Output {
        let arguments = arguments.split(' ');
        output(program().args(arguments).current_dir(self.path()))
    }

    fn start(&self, arguments: &str) -> Child {
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split(' ')).current_dir(self.path());
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
        quiet.stderr(Stdio::null()).spawn().unwrap()
    }

    fn status(&self) -> String {
        String::from_utf8(self.run("batch status --out d").stdout).unwrap()
    }
}

/// Calls `is_there` until it returns `true`.
fn wait_for(is_there: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "it did not come"
        );
        sleep(Duration::from_millis(20));
    }
}

/// Damages some bytes of a file.
fn damage(path: &Path, random: &mut fastrand::Rng) {
    let mut bytes = fs::read(path).unwrap();
    let place = random.usize(0..bytes.len());
    match random.u32(0..6) {
        0 => bytes[place] ^= 1 << random.u32(0..8),
        1 => bytes[place] = bytes[place].wrapping_add(random.u8(1..)),
        2 => bytes.truncate(place),
        3 => drop(bytes.remove(place)),
        4 => bytes.insert(place, random.u8(..)),
        _ => {
            let length = random.usize(1..4_096).min(bytes.len() - place);
            bytes[place..place + length].fill(0);
        }
    }
    fs::write(path, bytes).unwrap();
}

/// 200 damaged shards: each is named by `merge`, made again by the same command, and the merged
/// output is that of one run.
#[test]
fn damaged_shards_are_made_again() {
    let files = Files::new(80);
    let run = "solve -u -q --to line p.txt";
    let (work, merge) = (
        format!("batch work --of 20 --out d {run}"),
        format!("batch merge --of 20 --out d {run}"),
    );
    let whole = files.run(run);
    let mut random = fastrand::Rng::with_seed(200);
    for _ in 0..rounds(10) {
        files.run(&work);
        for index in 0..20 {
            damage(
                &files.path().join(format!("d/shard-{index}-of-20.jsonl")),
                &mut random,
            );
        }
        let refused = files.run(&merge);
        assert!(refused.stdout.is_empty());
        assert!([Some(2), Some(3)].contains(&refused.status.code()));
        for index in 0..20 {
            let named = format!("shard {index}/20: its file is ");
            assert!(stderr(&refused).contains(&named), "{}", stderr(&refused));
        }
        assert!(
            files
                .status()
                .contains("20 shards: 0 done, 0 running, 20 failed")
        );
        files.run(&work);
        let merged = files.run(&merge);
        assert_eq!(merged.stdout, whole.stdout, "{}", stderr(&merged));
        assert_eq!(merged.status.code(), whole.status.code());
    }
}

/// A worker is killed in the middle of a shard: the next one takes over what it has answered.
#[test]
fn the_shard_of_a_killed_worker_is_continued() {
    let files = Files::new(4_000);
    let run = "solve -u --to line p.txt";
    let part = files.path().join("d/shard-0-of-1.part");
    let mut worker = files.start(&format!("batch work --shard 0/1 --out d {run}"));
    wait_for(|| fs::metadata(&part).is_ok_and(|data| data.len() > 20_000));
    // It must not end before its state is read.
    #[cfg(unix)]
    send("STOP", &worker);
    let running = files.status();
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert!(
        running.contains("1 shard: 0 done, 1 running, 0 failed, 0 not begun"),
        "{running}"
    );
    assert!(
        running.contains(&format!("process {} on ", worker.id())),
        "{running}"
    );
    let left = files.status();
    assert!(
        left.contains("1 shard: 0 done, 0 running, 1 failed, 0 not begun"),
        "{left}"
    );
    let why = format!("shard 0/1: left by process {} on ", worker.id());
    assert!(left.contains(&why), "{left}");
    let ran = files.run(&format!("batch work --shard 0/1 --out d {run}"));
    let told = stderr(&ran);
    assert!(
        told.contains("taken from the beginning of the shard: "),
        "{told}"
    );
    let merged = files.run(&format!("batch merge --of 1 --out d {run}"));
    let whole = files.run(run);
    assert_eq!(merged.stdout, whole.stdout, "{}", stderr(&merged));
    assert_eq!(totals(&merged), totals(&whole));
    let merged = files.run(&format!("batch merge --totals --of 1 --out d {run}"));
    assert!(merged.stdout.is_empty());
    assert_eq!(totals(&merged), totals(&whole));
    assert!(files.status().starts_with("1 shard: 1 done, "));
}

/// Returns the line of totals of `solve`, without its times.
fn totals(output: &Output) -> String {
    let told = stderr(output);
    let line = told.lines().find(|line| line.contains(" puzzles in "));
    let (numbers, verdicts) = line.unwrap().split_once(" in ").unwrap();
    let (_, verdicts) = verdicts.split_once(": ").unwrap();
    format!("{numbers}: {verdicts}")
}

/// Shards of `solve -u` have no evidence and steps of an engine unless the command shows them, and
/// `merge` can't show what they don't have.
#[test]
fn shards_have_what_the_command_shows() {
    let files = Files::new(8);
    let plain = "solve -u -q --to line p.txt";
    let shown = "solve -u -q --to line p.txt --csv t.csv";
    for (made, merged) in [(plain, shown), (shown, plain)] {
        files.run(&format!("batch work --of 2 --out d {made}"));
        let refused = files.run(&format!("batch merge --of 2 --out d {merged}"));
        let told = stderr(&refused);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(
            told.contains("no --csv, --report, --json or --stats"),
            "{told}"
        );
        let same = files.run(&format!("batch merge --of 2 --out d {made}"));
        assert_eq!(same.stdout, files.run(plain).stdout, "{}", stderr(&same));
        fs::remove_dir_all(files.path().join("d")).unwrap();
    }
}

/// Workers that begin together make each shard once, whatever their number.
#[test]
fn workers_share_the_shards() {
    let files = Files::new(120);
    let run = "check --engines cdcl,dlx p.txt --json";
    let work = format!("batch work --of 30 --out d {run}");
    let worker = || {
        let mut command = Command::new(PROGRAM);
        command.args(work.split(' ')).current_dir(files.path());
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let workers: Vec<Child> = (0..3).map(|_| worker()).collect();
    let mut num_made = 0;
    for worker in workers {
        let output = worker.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let told = stderr(&output);
        let (made, _) = told.rsplit_once(" of 30 made").unwrap();
        let number = made.split(['\n', ' ']).rev().nth(1).unwrap();
        num_made += number.parse::<u32>().unwrap();
    }
    assert_eq!(num_made, 30);
    let status = files.status();
    assert!(
        status.starts_with("30 shards: 30 done, 0 running, 0 failed"),
        "{status}"
    );
    assert!(stderr(&files.run(&work)).ends_with("0 shards of 30 made; all are complete\n"));
    let lines = |run: &str| {
        let text = String::from_utf8(files.run(run).stdout).unwrap();
        let lines = text
            .lines()
            .map(|line| line.split("\"seconds\"").next().unwrap().to_owned());
        lines.collect::<Vec<_>>()
    };
    let merged = lines(&format!("batch merge --of 30 --out d {run}"));
    let whole = lines(run);
    assert_eq!(merged[..120], whole[..120]);
    // There may be more shards than puzzles.
    let run = "solve -q --to line p.txt";
    files.run(&format!("batch work --of 150 --out e {run}"));
    let merged = files.run(&format!("batch merge --of 150 --out e {run}"));
    assert_eq!(merged.stdout, files.run(run).stdout, "{}", stderr(&merged));
    let merged = files.run(&format!("batch merge --totals --of 150 --out e {run}"));
    assert!(merged.stdout.is_empty());
}

/// Puzzles that were given up are repeated with a larger limit, once.
#[test]
fn puzzles_given_up_are_repeated_with_a_larger_limit() {
    let files = Files::new(20);
    let run = "solve --to line --time-limit 0 p.txt";
    let work = |more: &str| stderr(&files.run(&format!("batch work --of 3 --out d {more}{run}")));
    work("");
    assert!(
        files.status().contains("\n20 inputs done, 15 given up\n"),
        "{}",
        files.status()
    );
    assert!(work("").contains("0 shards of 3 made"));
    let told = work("--again 60 ");
    assert!(told.contains("that were given up are repeated"), "{told}");
    assert!(
        files.status().contains("\n20 inputs done, 0 given up\n"),
        "{}",
        files.status()
    );
    assert!(work("--again 90 ").contains("0 shards of 3 made"));
    let merged = files.run(&format!("batch merge --of 3 --out d {run}"));
    let whole = files.run("solve --to line p.txt");
    assert_eq!(merged.stdout, whole.stdout, "{}", stderr(&merged));
}

/// Shards of several inputs and forms make the whole.
#[test]
fn inputs_of_several_forms_are_cut() {
    let files = Files::new(0);
    fs::create_dir(files.path().join("in")).unwrap();
    let rows: Vec<String> = (0..9)
        .map(|row| KINDS[0][9 * row..9 * row + 9].to_owned())
        .collect();
    let rows = rows.join("\n") + "\n\n";
    let write = |name: &str, text: &str| fs::write(files.path().join(name), text).unwrap();
    write("in/a.txt", &rows.repeat(20));
    write(
        "in/b.csv",
        &format!("puzzle,name\n{}", format!("{},easy\n", KINDS[1]).repeat(30)),
    );
    write(
        "in/c.txt",
        &format!("# count: 1\n{}\n# title: t\n{}\n", KINDS[0], KINDS[1]),
    );
    write("in/e.txt", &format!("{}\r\n", KINDS[3]).repeat(9));
    let run = "solve -q --to line in";
    for count in [1, 7, 100] {
        files.run(&format!("batch work --of {count} --out d {run}"));
        let merged = files.run(&format!("batch merge --of {count} --out d {run}"));
        let whole = files.run(run);
        assert_eq!(merged.stdout, whole.stdout, "{count}: {}", stderr(&merged));
        assert_eq!(stderr(&merged), stderr(&whole));
    }
    // The puzzles are in many shards, and not all in a few.
    let sizes = (0..7).map(|index| {
        let file = files.path().join(format!("d/shard-{index}-of-7.jsonl"));
        fs::read_to_string(file)
            .unwrap()
            .matches("\"answers\"")
            .count()
    });
    assert!(sizes.filter(|&size| size > 0).count() >= 5);
}

/// After an error with one shard, a worker makes the others.
#[cfg(unix)]
#[test]
fn a_shard_that_fails_leaves_the_others() {
    let files = Files::new(12);
    let run = "solve -u -q --to line p.txt";
    fs::create_dir_all(files.path().join("d/shard-1-of-4.jsonl")).unwrap();
    let work = format!("batch work --of 4 --out d {run}");
    let output = files.run(&work);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("expected a regular file"), "{told}");
    assert!(told.contains("3 shards of 4 made; 1 failed\n"), "{told}");
    let reason = fs::read_to_string(files.path().join("d/shard-1-of-4.failed")).unwrap();
    assert!(reason.contains("expected a regular file"), "{reason}");
    fs::remove_dir(files.path().join("d/shard-1-of-4.jsonl")).unwrap();
    assert!(stderr(&files.run(&work)).contains("1 shard of 4 made; all are complete"));
}

/// A changed input is cut anew, even if its size is the same, and shards of another size are made
/// again.
#[test]
fn shards_and_plans_of_a_changed_input_are_made_again() {
    let files = Files::new(12);
    let run = "solve -u -q --to line p.txt";
    let path = files.path().join("p.txt");
    let work = |which: &str| stderr(&files.run(&format!("batch work {which} --out d {run}")));
    let merge = || files.run(&format!("batch merge --of 4 --out d {run}"));
    work("--shard 0/4");
    // The short line is another one now.
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().rev().collect();
    let changed = lines.join("\n") + "\n";
    assert_eq!(changed.len(), text.len());
    let write = |text: &str, seconds: u64| {
        fs::write(&path, text).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(time).unwrap();
    };
    write(&changed, 1_000_000_000);
    fs::remove_file(files.path().join("d/shard-0-of-4.jsonl")).unwrap();
    work("--of 4");
    assert_eq!(merge().stdout, files.run(run).stdout);
    // More puzzles.
    write(&(changed.clone() + &text), 1_000_000_001);
    let told = work("--of 4");
    let why = "shard 0/4 is made again: its inputs had ";
    assert!(told.contains(why), "{told}");
    assert_eq!(merge().stdout, files.run(run).stdout);
    // Other puzzles of the same size: the error names the remedy.
    write(&(text + &changed), 1_000_000_002);
    let refused = merge();
    assert!(refused.status.code() != Some(0));
    assert!(stderr(&refused).contains("remove "), "{}", stderr(&refused));
}

/// Numbers of shards have a limit, also in the names of files.
#[test]
fn more_shards_than_the_limit_are_refused() {
    let files = Files::new(3);
    let run = "solve -q p.txt";
    for which in [
        "--of 10000001",
        "--of 99999999999999999",
        "--shard 0/99999999999",
    ] {
        let output = files.run(&format!("batch work {which} --out d {run}"));
        assert_eq!(output.status.code(), Some(2), "{which}");
        assert!(stderr(&output).contains("10000000"), "{}", stderr(&output));
    }
    fs::create_dir_all(files.path().join("d")).unwrap();
    for name in [
        "plan-of-99999999999999999.json",
        "plan-of-0.json",
        "plan-of-3.json",
    ] {
        fs::write(files.path().join("d").join(name), "{}").unwrap();
    }
    let output = files.run("batch status --out d");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("found no plan of shards"));
}
