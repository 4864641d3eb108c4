//! The program as a user runs it: the one place that starts it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// The path of the program, for a script that runs it.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_sudosat");

/// The program, to be run to its end. Its standard input is empty unless a test writes
/// to it, and its environment has no wish about colours.
pub(crate) fn program() -> assert_cmd::Command {
    assert_cmd::Command::from_std(child())
}

/// The program, to be started by a test that redirects its output or stops it.
pub(crate) fn child() -> Command {
    let mut command = Command::new(PROGRAM);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Returns a command with these words, for tests that send signals to it: signals that whoever
/// started the tests ignores have their usual effect in it, where `env` of coreutils can do that.
#[cfg(unix)]
pub(crate) fn with_usual_signals(words: &[&str]) -> Command {
    static CAN: OnceLock<bool> = OnceLock::new();
    let env = |words: &[&str]| {
        let mut command = Command::new("env");
        command
            .arg("--default-signal=INT,TERM,HUP,PIPE")
            .args(words);
        command
    };
    let can = CAN.get_or_init(|| {
        let output = env(&["true"]).output();
        output.is_ok_and(|output| output.status.success())
    });
    if *can {
        return env(words);
    }
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

/// As [`child`], for tests that send signals to it.
#[cfg(unix)]
pub(crate) fn signalled_child() -> Command {
    let mut command = with_usual_signals(&[PROGRAM]);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Sends a signal to a process: `INT`, `TERM`, ….
#[cfg(unix)]
pub(crate) fn send(signal: &str, process: &Child) {
    let status = Command::new("kill")
        .args([&format!("-{signal}"), &process.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Waits until something has happened, by looking every few milliseconds. Fails after ten
/// minutes, so that a test ends which waits in vain.
pub(crate) fn wait_until(what: &str, mut has_happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !has_happened() {
        assert!(
            start.elapsed() < Duration::from_secs(600),
            "not yet: {what}"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the processor time of this thread, which other processes do not lengthen.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns `true` if a process has a handler for the signal with this number: 1 is SIGHUP, 2 is
/// SIGINT.
#[cfg(target_os = "linux")]
pub(crate) fn catches(process: &Child, signal: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()));
    let status = status.unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    // Bit 0 is signal 1.
    caught
        .is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal - 1) & 1 == 1)
}

/// Returns `true` if all threads of a process sleep: it waits for something.
#[cfg(target_os = "linux")]
pub(crate) fn is_waiting(process: &Child) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", process.id())) else {
        return false;
    };
    let stats = threads.flatten().map(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat"));
        stat.unwrap_or_default()
    });
    // The state is behind the name in brackets.
    stats.into_iter().all(|stat| stat.contains(") S "))
}

/// Runs the program with these arguments and this on standard input. A panic fails the
/// test.
pub(crate) fn run(arguments: &[&str], input: &str) -> Output {
    output(program().args(arguments).write_stdin(input))
}

/// Runs the program. A panic fails the test.
pub(crate) fn output(command: &mut assert_cmd::Command) -> Output {
    let output = command.output().unwrap();
    assert_ne!(output.status.code(), Some(101), "a panic: {output:?}");
    output
}

/// Returns what the program wrote to standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns what the program wrote to standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the exit code and what was written to standard output and standard error.
pub(crate) fn texts(output: &Output) -> (i32, String, String) {
    let code = output.status.code().expect("it exits");
    (code, stdout(output), stderr(output))
}

/// Returns the folder of further inputs, which need not exist: the environment variable
/// `SUDOSAT_DATA`, or `shared/data` beside the project's folder.
pub(crate) fn data() -> PathBuf {
    match std::env::var_os("SUDOSAT_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
    }
}

/// The formula of `holes` + 1 pigeons in `holes` holes, in DIMACS.
pub(crate) fn pigeons(holes: usize) -> String {
    let var = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let here: Vec<String> = (0..holes)
            .map(|hole| var(pigeon, hole).to_string())
            .collect();
        clauses.push(here.join(" "));
        for other in 0..pigeon {
            let two = |hole: usize| format!("-{} -{}", var(pigeon, hole), var(other, hole));
            clauses.extend((0..holes).map(two));
        }
    }
    let (vars, count) = ((holes + 1) * holes, clauses.len());
    format!("p cnf {vars} {count}\n{} 0\n", clauses.join(" 0\n"))
}

/// Returns the document of a page: the JSON that its scripts draw.
pub(crate) fn document(page: &str) -> serde_json::Value {
    let (_, data) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

/// The end of a script of `bash`.
#[cfg(unix)]
pub(crate) struct Ran {
    /// Its exit code: 128 and the signal's number if a signal killed its last command.
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a script of `bash` in a folder, with empty standard input; `$S` is the program.
#[cfg(unix)]
pub(crate) fn bash(folder: &std::path::Path, script: &str) -> Ran {
    let output = with_usual_signals(&["bash", "-c", script])
        .env("S", PROGRAM)
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Ran {
        code: output.status.code().expect("bash itself was killed"),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}
