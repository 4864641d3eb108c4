//! A program that runs: started under limits, its two outputs drained
//! together, ended with all its group.
//!
//! One thread does it all. [`Process`] is a reader of the program's standard
//! output: each `read` waits for either pipe, keeps the end of what comes on
//! standard error, and sees to the budget. It reports the end of the output
//! when the pipe ends, when the program has ended and no more comes (a daemon
//! that it left behind may keep the pipe open for ever), or when the budget or
//! the limit on output is used up.
//!
//! The limits are set by `/bin/sh` (`ulimit`), which then becomes the program:
//! there is no moment at which the program runs without them, and no unsafe
//! code between fork and exec. A limit that the shell doesn't know is passed
//! over.
//!
//! The shell also leaves a watcher beside the program. It reads from a pipe to
//! which nobody writes, so it wakes when this process is gone, killed even by
//! SIGKILL; it then kills the program and removes its folder.

use super::command::{self, CNF};
use super::running::Run;
use super::{Limits, WATCHED};
use crate::budget::{Budget, Stop};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Name of the shell that starts the program: its own messages begin with it.
pub(crate) const LAUNCHER: &str = "sudosat-launcher";

/// Time between two checks of the budget while there is no output: short enough for
/// Ctrl-C to seem immediate.
const GLANCE: Duration = Duration::from_millis(20);

/// Number of bytes of standard error that are kept, for messages.
const COMPLAINT: usize = 2 << 10;

/// A program that runs, or has just ended. Dropping it kills it.
pub(crate) struct Process<'a> {
    child: Child,
    pid: Pid,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    budget: &'a Budget,
    limits: &'a Limits,
    run: &'a Run,
    /// Bytes read from standard output.
    read: u64,
    /// The end of standard error.
    complaint: VecDeque<u8>,
    /// Time at which it was first seen to have ended.
    ended: Option<Instant>,
    /// Set if its end has been collected, so that its process number is free again.
    collected: bool,
    cut: Option<Cut>,
}

/// A reason why the output of a program was not read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The budget ended.
    Stopped(Stop),
    /// It printed more than it may.
    TooMuch,
}

/// The end of a program.
pub(crate) struct Gone {
    /// Its exit status, unless we ended it.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) cut: Option<Cut>,
    /// The end of what it wrote to standard error.
    pub(crate) complaint: Vec<u8>,
}

impl<'a> Process<'a> {
    /// Starts a program, with a place for a proof if one is wanted. `folder` is
    /// its folder of temporary files, and its working directory unless its command
    /// says otherwise.
    pub(super) fn start(
        program: &Path,
        words: &command::Command,
        proof: bool,
        folder: &Path,
        budget: &'a Budget,
        limits: &'a Limits,
        run: &'a Run,
    ) -> io::Result<Process<'a>> {
        let input = match words.reads_stdin() {
            true => folder.join(CNF),
            false => "/dev/null".into(),
        };
        let mut command = Command::new("/bin/sh");
        command
            .arg("-c")
            .arg(script(limits))
            .arg(LAUNCHER)
            .arg(folder)
            .arg(input)
            .arg(program)
            .args(words.arguments(folder, proof))
            .env("TMPDIR", folder)
            // Held open by `child` and never written to: for the watcher.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if !words.stays_here() {
            command.current_dir(folder);
        }
        let mut child = run.start(|| command.spawn(), Pid::from_child)?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        Ok(Process {
            pid: Pid::from_child(&child),
            child,
            stdout,
            stderr,
            budget,
            limits,
            run,
            read: 0,
            complaint: VecDeque::new(),
            ended: None,
            collected: false,
            cut: None,
        })
    }

    /// Returns the reason why it was cut short, if it was.
    pub(crate) fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Waits for the program to end by itself, for `patience` at most and not
    /// beyond the budget; then ends it. What it still prints is passed over.
    pub(crate) fn finish(mut self, patience: Duration) -> io::Result<Gone> {
        let last = Instant::now().checked_add(patience);
        while self.cut.is_none() && !self.has_ended()? {
            if last.is_some_and(|last| Instant::now() >= last) {
                break;
            }
            self.drain()?;
        }
        let by_itself = self.has_ended()?;
        let status = self.end()?;
        Ok(Gone {
            status: status.filter(|_| by_itself),
            cut: self.cut,
            complaint: std::mem::take(&mut self.complaint).into(),
        })
    }

    /// Returns `true` if the program has ended. Its process number stays taken, so that
    /// a signal to its group cannot reach another program.
    fn has_ended(&mut self) -> io::Result<bool> {
        if self.ended.is_none() {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            if waitid(WaitId::Pid(self.pid), options)?.is_some() {
                self.ended = Some(Instant::now());
            }
        }
        Ok(self.ended.is_some())
    }

    /// Ends the program and its group: politely first, if it still runs.
    fn end(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.collected {
            return Ok(None);
        }
        if !self.has_ended()? {
            self.signal(Signal::TERM);
            let last = Instant::now() + self.limits.grace;
            while !self.has_ended()? && Instant::now() < last {
                self.drain()?;
            }
        }
        // Even if it has ended: what is left of its group must go too.
        self.signal(Signal::KILL);
        self.run.ended();
        let status = self.child.wait()?;
        self.collected = true;
        // Its last words; what it left behind may go on for ever.
        for _ in 0..16 {
            if !self.await_output(Duration::ZERO)?.1 || !self.hear_complaint()? {
                break;
            }
        }
        Ok(Some(status))
    }

    fn signal(&self, signal: Signal) {
        // The group may be gone already: nothing is left to do then.
        let _ = kill_process_group(self.pid, signal);
    }

    /// Reads and forgets what is there, or waits a moment.
    fn drain(&mut self) -> io::Result<()> {
        let mut bin = [0; 1 << 16];
        if self.stdout.is_none() {
            self.see_to_limits();
            self.step(GLANCE)?;
        } else if self.read(&mut bin)? == 0 {
            self.stdout = None;
        }
        Ok(())
    }

    /// Waits for either pipe and reads from standard error; says whether
    /// standard output has something (or has ended).
    fn step(&mut self, most: Duration) -> io::Result<bool> {
        let (out, err) = self.await_output(most)?;
        if err {
            self.hear_complaint()?;
        }
        Ok(out)
    }

    /// Waits at most `most` for output. Returns for standard output and standard error
    /// whether there is something to read.
    fn await_output(&self, most: Duration) -> io::Result<(bool, bool)> {
        let mut fds = Vec::with_capacity(2);
        if let Some(stdout) = &self.stdout {
            fds.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            fds.push(PollFd::new(stderr, PollFlags::IN));
        }
        if fds.is_empty() {
            // Both pipes end a moment before the program does.
            thread::sleep(most.min(Duration::from_millis(1)));
            return Ok((false, false));
        }
        let timeout = Timespec {
            tv_sec: most.as_secs() as i64,
            tv_nsec: most.subsec_nanos().into(),
        };
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok((false, false)),
            Err(error) => return Err(error.into()),
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let out = self.stdout.is_some() && ready.next() == Some(true);
        let err = self.stderr.is_some() && ready.next() == Some(true);
        Ok((out, err))
    }

    /// Reads what standard error has, keeps its end, and says whether there
    /// may be more.
    fn hear_complaint(&mut self) -> io::Result<bool> {
        let mut buffer = [0; 1 << 14];
        let length = match &mut self.stderr {
            None => 0,
            Some(stderr) => stderr.read(&mut buffer)?,
        };
        if length == 0 {
            self.stderr = None;
            return Ok(false);
        }
        self.complaint.extend(&buffer[..length]);
        let excess = self.complaint.len().saturating_sub(COMPLAINT);
        self.complaint.drain(..excess);
        Ok(true)
    }

    /// Notes when the budget or the limit on output is used up.
    fn see_to_limits(&mut self) {
        if self.cut.is_none() {
            self.cut = match self.budget.exhausted(0) {
                Some(stop) => Some(Cut::Stopped(stop)),
                None => (self.read > self.limits.output).then_some(Cut::TooMuch),
            };
        }
    }
}

/// Standard output, until it is cut.
impl Read for Process<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.see_to_limits();
            if self.cut.is_some() || self.stdout.is_none() {
                return Ok(0);
            }
            // In this order: what a program printed before its end is there
            // once its end is seen.
            let patience = match self.has_ended()?.then_some(self.ended).flatten() {
                None => GLANCE,
                Some(ended) => self.limits.grace.saturating_sub(ended.elapsed()),
            };
            if self.step(patience.min(GLANCE))? {
                let Some(stdout) = &mut self.stdout else {
                    return Ok(0);
                };
                let length = stdout.read(buffer)?;
                self.read += length as u64;
                if length == 0 {
                    self.stdout = None;
                }
                return Ok(length);
            }
            if patience.is_zero() {
                return Ok(0);
            }
        }
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // Only reached alive on an error of ours, which is reported already.
        let _ = self.end();
    }
}

/// Returns the shell's part: limits, the watcher, then the program in its own place.
/// Its arguments are those of [`WATCHED`]. `ulimit -f` counts blocks of 512 bytes, `-v` KiB.
fn script(limits: &Limits) -> String {
    format!(
        "ulimit -c 0 2>/dev/null; ulimit -f {} 2>/dev/null; ulimit -v {} 2>/dev/null\n{WATCHED}",
        limits.file.div_ceil(512),
        limits.memory.div_ceil(1024),
    )
}
