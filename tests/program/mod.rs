//! The program as a user runs it: the one place that starts it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    let output = Command::new("bash")
        .args(["-c", script])
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
