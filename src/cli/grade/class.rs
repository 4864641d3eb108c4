//! Many pieces of work: the files of a folder, or what a program prints for each puzzle.

use super::export::{Table, To, student};
use super::work::{Finding, Graded, Grader, Task, placed, stem};
use super::{Arguments, json, program};
use crate::cli::exit::Exit;
use crate::cli::headings::Headings;
use crate::cli::one_by_one::OneByOne;
use crate::cli::out::{self, Stdout};
use crate::cli::report;
use anyhow::{Context as _, bail};
use itertools::Itertools as _;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Target, counted, display};
use sudosat::sudoku::text::Entry;

/// The run over many pieces of work.
pub(super) struct Class<'a> {
    arguments: &'a Arguments,
    interrupt: &'a Interrupt,
    out: Stdout,
    csv: Option<(Table, Target)>,
    /// Number of pieces of work, and of the right ones.
    graded: usize,
    right: usize,
    exit: Exit,
}

impl<'a> Class<'a> {
    /// Begins a run.
    pub(super) fn begin(
        arguments: &'a Arguments,
        interrupt: &'a Interrupt,
    ) -> anyhow::Result<Class<'a>> {
        let table = match arguments.to {
            None => Table::Whole,
            Some(To::Nbgrader) => Table::Nbgrader,
            Some(To::Moodle) => Table::Moodle,
            Some(To::Gradescope) => bail!("--to gradescope is for one FILE"),
        };
        let stdout = arguments.to.map(|_| PathBuf::from("-"));
        let path = arguments.csv.clone().or(stdout);
        let create = |path: PathBuf| out::create(&path, arguments.force, &[&arguments.puzzle]);
        let mut csv = path.map(create).transpose()?.map(|target| (table, target));
        if let Some((table, csv)) = &mut csv {
            table.header(csv)?;
        }
        Ok(Class {
            arguments,
            interrupt,
            out: out::stdout(),
            csv,
            graded: 0,
            right: 0,
            exit: Exit::Done,
        })
    }

    /// Grades each file of a folder, by name. A folder in it is one student's.
    pub(super) fn folder(mut self, grader: &Grader, folder: &Path) -> anyhow::Result<Exit> {
        let name = folder.to_string_lossy();
        let unreadable = || format!("{}: the folder can't be read", display(&name));
        let mut work: Vec<(PathBuf, Option<String>)> = Vec::new();
        for path in visible(folder).with_context(unreadable)? {
            // What can't be looked at, or is a folder without files, is not left out: its grade is
            // the error.
            let data = std::fs::metadata(&path);
            if data.as_ref().is_ok_and(std::fs::Metadata::is_dir) {
                let own = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                let files = files(&path).ok().filter(|files| !files.is_empty());
                let files = files.unwrap_or_else(|| vec![path]);
                work.extend(files.into_iter().map(|file| (file, Some(own.clone()))));
            } else if data.map_or(true, |data| data.is_file()) {
                work.push((path, None));
            }
        }
        let files = work.len();
        let names = work.iter().map(|(path, own)| {
            let name = path.to_string_lossy().into_owned();
            let id = own.clone().unwrap_or_else(|| stem(&name));
            (student(&id), name)
        });
        let students = names.into_group_map();
        self.several(&students);
        for (path, own) in work {
            let name = path.to_string_lossy();
            let graded = grader.file(path.as_os_str());
            let is_graded = matches!(&graded, Ok(graded) if graded.is_right().is_some());
            if self.interrupt.is_raised() && !is_graded {
                let left = counted(files - self.graded, "file");
                return self.interrupted(&folder.to_string_lossy(), &left);
            }
            let (mut graded, exit) = match graded {
                Ok(graded) => {
                    let exit = graded.exit();
                    (graded, exit)
                }
                Err(error) => {
                    let task = &self.arguments.puzzle;
                    (Graded::failed(&name, task, &error), Exit::BadInput)
                }
            };
            graded.folder = own;
            let names = students[&student(&graded.id())].iter();
            graded.others = names.filter(|other| **other != name).cloned().collect();
            self.exit = self.exit.worst(exit);
            self.add(&graded)?;
        }
        self.finish()
    }

    /// Warns of students who handed in several files.
    fn several(&self, students: &HashMap<String, Vec<String>>) {
        if self.arguments.quiet.is_set() {
            return;
        }
        let several = students.iter().filter(|(_, names)| names.len() > 1);
        for (student, names) in several.sorted() {
            let names = names.iter().map(|name| display(name)).join(", ");
            let message = match self.arguments.to {
                Some(_) => format!("several files, so the table leaves the points open: {names}"),
                None => format!("several files of one student: {names}"),
            };
            report::warning(&InputError::whole(student, message));
        }
    }

    /// Runs a program on each puzzle and grades what it prints.
    pub(super) fn program(
        mut self,
        entries: impl Iterator<Item = Result<Entry, InputError>>,
        command: &str,
    ) -> anyhow::Result<Exit> {
        let mut puzzles = OneByOne::new(entries, self.interrupt, Headings::none());
        while let Some(entry) = puzzles.next(&mut self.out)? {
            let grader = Grader {
                task: Task::Puzzle(&entry),
                encoding: self.arguments.encoding,
                numbering: &self.arguments.numbering,
                time_limit: self.arguments.time_limit,
                interrupt: self.interrupt,
            };
            if let Err(error) = grader.suits() {
                let error = InputError::whole(&entry.name, error.to_string());
                puzzles.refuse(&mut self.out, &error)?;
                continue;
            }
            let printed = program::run(command, &entry, self.arguments.time_limit, self.interrupt);
            let printed = printed.context("the program can't be run on the puzzle");
            let failed = |reason| Graded::new(command, &entry.name, Finding::Failed(reason));
            let graded = match printed.with_context(|| display(&entry.name).into_owned())? {
                Err(reason) => failed(reason),
                Ok(bytes) => grader.bytes(command, &bytes).unwrap_or_else(|error| {
                    let reason = match error.downcast_ref::<InputError>() {
                        Some(error) => format!("it printed no formula: {}", placed(error)),
                        None => format!("{error:#}"),
                    };
                    failed(reason)
                }),
            };
            if self.interrupt.is_raised() {
                self.exit = self.exit.worst(puzzles.exit());
                return self.interrupted(&entry.name, "it and the remaining puzzles");
            }
            self.exit = self.exit.worst(graded.exit());
            self.add(&graded)?;
        }
        self.exit = self.exit.worst(puzzles.exit());
        if puzzles.is_interrupted() {
            let puzzle = self.arguments.puzzle.clone();
            return self.interrupted(&puzzle, "the remaining puzzles");
        }
        self.finish()
    }

    /// Ends an interrupted run: reports what was not graded.
    fn interrupted(mut self, name: &str, left: &str) -> anyhow::Result<Exit> {
        self.out.flush()?;
        let message = format!("interrupted, not graded: {left}");
        report::input(&InputError::whole(name, message));
        self.exit = self.exit.worst(Exit::GaveUp);
        self.finish()
    }

    /// Prints and counts a grade.
    fn add(&mut self, graded: &Graded) -> anyhow::Result<()> {
        self.graded += 1;
        self.right += usize::from(graded.is_right() == Some(true));
        if let Some((table, csv)) = &mut self.csv {
            table.row(csv, graded)?;
        }
        let (_, words) = graded.summary();
        let name = match self.arguments.program {
            Some(_) => graded.task,
            None => &graded.name[..],
        };
        if self.arguments.json {
            json::write(&mut self.out, graded)?;
        } else if !self.csv_is_stdout() {
            let gap = if words.is_empty() { "" } else { "  " };
            let words = words.replace('\n', " ");
            writeln!(
                self.out,
                "{:<7}  {}{gap}{words}",
                graded.verdict(),
                display(name)
            )?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn csv_is_stdout(&self) -> bool {
        match &self.arguments.csv {
            Some(csv) => out::is_stdout(csv),
            None => self.arguments.to.is_some(),
        }
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        self.out.flush()?;
        if let Some((_, csv)) = self.csv.take() {
            csv.commit().map_err(out::explained)?;
        }
        self.arguments
            .quiet
            .note(&format!("{} of {} right", self.right, self.graded));
        Ok(self.exit)
    }
}

/// Returns what a folder contains, by name, without names that begin with a dot.
fn visible(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let is_hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with('.')
    };
    let mut paths = paths?;
    paths.retain(|path| !is_hidden(path));
    paths.sort();
    Ok(paths)
}

/// Returns the files in a folder and in its folders. Links to folders are not followed.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in visible(folder)? {
        match path.symlink_metadata()?.is_dir() {
            true => all.extend(files(&path)?),
            false => all.push(path),
        }
    }
    Ok(all)
}
