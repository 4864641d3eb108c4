//! A student's program, run on one puzzle under a time limit.

use super::work::LARGEST;
use crate::cli::format::Format;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use sudosat::budget::Interrupt;
use sudosat::programs::WATCHED;
use sudosat::sudoku::text::Entry;

/// Time between two looks at a program that runs.
const GLANCE: Duration = Duration::from_millis(10);
/// Number of bytes of standard error that are kept.
const COMPLAINT: u64 = 64 << 10;

/// Runs the shell command on the puzzle: in place of `{}` the name of a file that holds
/// it, else the puzzle on standard input. Returns what it prints, or why it failed.
///
/// The puzzle is written as rows of digits with a dot for each blank, or with its rules in
/// words if they are not the usual ones of its size.
///
/// # Errors
/// If the puzzle's file can't be written or the shell can't be started.
pub(super) fn run(
    command: &str,
    entry: &Entry,
    time_limit: Duration,
    interrupt: &Interrupt,
) -> io::Result<Result<Vec<u8>, String>> {
    let puzzle = written(entry)?;
    let file = tempfile::Builder::new().suffix(".txt").tempfile();
    // The whole error would tell the name of the temporary file.
    let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(&puzzle)?;
    let path = file.path().to_string_lossy().replace('\'', "'\\''");
    let takes_file = command.contains("{}");
    let command = command.replace("{}", &format!("'{path}'"));
    let input = match takes_file {
        true => Path::new("/dev/null"),
        false => file.path(),
    };
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", WATCHED, "sh"])
        .args([file.path(), input])
        .args(["/bin/sh", "-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    let mut child = shell.spawn()?;
    let output = child.stdout.take().map(|out| drained(out, LARGEST + 1));
    let complaint = child.stderr.take().map(|out| drained(out, COMPLAINT));
    let (output, complaint) = match (output.transpose(), complaint.transpose()) {
        (Ok(output), Ok(complaint)) => (output, complaint),
        (Err(error), _) | (_, Err(error)) => {
            end(&mut child);
            return Err(error);
        }
    };
    let is_done = || {
        let threads = [&output, &complaint].into_iter().flatten();
        threads.into_iter().all(thread::JoinHandle::is_finished)
    };
    let status = wait(&mut child, is_done, time_limit, interrupt);
    let status = status.inspect_err(|_| end(&mut child))?;
    let status = match status {
        Ok(status) => status,
        Err(why) => {
            end(&mut child);
            return Ok(Err(why));
        }
    };
    let read = |thread: Option<thread::JoinHandle<Vec<u8>>>| {
        let bytes = thread.and_then(|thread| thread.join().ok());
        bytes.unwrap_or_default()
    };
    let (output, complaint) = (read(output), read(complaint));
    end(&mut child);
    Ok(judged(status, output, &complaint))
}

/// Waits until the program has ended and its output is read. Returns why it is given up, if it is.
fn wait(
    child: &mut Child,
    is_read: impl Fn() -> bool,
    time_limit: Duration,
    interrupt: &Interrupt,
) -> io::Result<Result<ExitStatus, String>> {
    let last = Instant::now() + time_limit;
    loop {
        // A program that it left behind may keep its output open.
        match child.try_wait()? {
            Some(status) if is_read() => return Ok(Ok(status)),
            _ if interrupt.is_raised() => return Ok(Err("interrupted".to_owned())),
            _ if Instant::now() >= last => {
                let seconds = time_limit.as_secs_f64();
                return Ok(Err(format!("it did not end within {seconds} s")));
            }
            _ => thread::sleep(GLANCE),
        }
    }
}

/// Returns the output of a program that has ended, or what is wrong with it.
fn judged(status: ExitStatus, output: Vec<u8>, complaint: &[u8]) -> Result<Vec<u8>, String> {
    if !status.success() {
        let complaint = String::from_utf8_lossy(complaint);
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty());
        let last = last.map(|line| format!(": {}", sudosat::io::display(line.trim())));
        return Err(format!(
            "it failed with {status}{}",
            last.unwrap_or_default()
        ));
    }
    if output.len() as u64 > LARGEST {
        return Err(format!("it printed more than {LARGEST} bytes"));
    }
    if output.trim_ascii().is_empty() {
        return Err("it printed nothing".to_owned());
    }
    Ok(output)
}

fn written(entry: &Entry) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Format::keeping(&entry.puzzle).write(&mut text, &entry.puzzle)?;
    Ok(text)
}

/// Reads `out` in a thread of its own: keeps the first `limit` bytes and discards the rest.
fn drained(
    mut out: impl Read + Send + 'static,
    limit: u64,
) -> io::Result<thread::JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        let _ = out.by_ref().take(limit).read_to_end(&mut bytes);
        let _ = io::copy(&mut out, &mut io::sink());
        bytes
    })
}

/// Ends the program, if it runs, and all that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It may have ended just now.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
