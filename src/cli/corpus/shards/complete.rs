//! The answers of complete shards, in the order of their inputs.

use super::{COMPLETE, Input, Shard};
use crate::cli::corpus::journal::expect_header;
use anyhow::{Context as _, bail};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use sudosat::batch::journal::{Group, Header, Reader, Source};
use sudosat::io::display;

/// Returns what to do with shards that are not those of the inputs.
fn remedy(folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    format!("remove {} to make all shards anew", display(&folder))
}

/// Shards of which each was read and found complete.
pub(crate) struct Complete {
    folder: PathBuf,
    /// Number of shards.
    count: usize,
    /// The header of their files.
    header: Header,
    /// Set if only totals are printed.
    pub totals: bool,
}

impl Complete {
    /// Returns all `count` shards of a folder. `bytes` has for each of them the number of bytes of all
    /// inputs, as it has seen them.
    ///
    /// # Errors
    /// If the numbers differ.
    pub(crate) fn new(
        folder: PathBuf,
        bytes: &[u64],
        header: Header,
        totals: bool,
    ) -> anyhow::Result<Complete> {
        let first = bytes.first().copied().unwrap_or(0);
        let count = bytes.len();
        if let Some(index) = bytes.iter().position(|&bytes| bytes != first) {
            bail!(
                "{}: it was made of inputs of {} bytes, the shards before it of {first} bytes; {}",
                Shard { index, count }.name(&folder),
                bytes[index],
                remedy(&folder)
            );
        }
        Ok(Complete {
            folder,
            count,
            header,
            totals,
        })
    }

    /// Returns the folder of the shards.
    pub(crate) fn folder(self) -> PathBuf {
        self.folder
    }

    /// Returns the answers of these puzzles, group by group.
    pub(in crate::cli::corpus) fn groups<I>(self, entries: I) -> Groups<I> {
        Groups {
            entries,
            complete: self,
            next: 0,
            lines: None,
            has_ended: false,
        }
    }
}

/// The groups of all shards, one after the other, each with the inputs that it belongs to.
pub(in crate::cli::corpus) struct Groups<I> {
    entries: I,
    complete: Complete,
    /// Number of the next shard to open.
    next: usize,
    lines: Option<Reader<BufReader<File>>>,
    has_ended: bool,
}

impl<I: Iterator<Item = Input>> Groups<I> {
    /// Returns the next group with its inputs; `None` at the end of shards and inputs.
    fn advance(&mut self) -> anyhow::Result<Option<(Group, Vec<Input>)>> {
        loop {
            let Some(lines) = &mut self.lines else {
                let (index, count) = (self.next, self.complete.count);
                if index == count {
                    return self.end().map(|()| None);
                }
                self.lines = Some(self.open(Shard { index, count })?);
                self.next += 1;
                continue;
            };
            let Some(group) = lines.group()? else {
                self.lines = None;
                continue;
            };
            // Its seal is compared where its answers are taken.
            let count = group.num_inputs();
            if count == 0 {
                group.check()?;
                continue;
            }
            let entries: Vec<_> = self.entries.by_ref().take(count).collect();
            if entries.len() < count {
                let found = entries.len();
                return Err(group
                    .error(
                        found,
                        "the shard has answers, and the inputs have ended".to_owned(),
                    )
                    .into());
            }
            return Ok(Some((group, entries)));
        }
    }

    fn open(&self, shard: Shard) -> anyhow::Result<Reader<BufReader<File>>> {
        let folder = &self.complete.folder;
        let name = shard.name(folder);
        let file = File::open(shard.path(folder, COMPLETE)).with_context(|| name.clone())?;
        let input = BufReader::with_capacity(256 << 10, file);
        let mut lines = Reader::new(input, Source::Shard, name.clone());
        expect_header(&mut lines, &name, &self.complete.header)?;
        Ok(lines)
    }

    /// Checks after the last shard that no input is left.
    fn end(&mut self) -> anyhow::Result<()> {
        let Some(entry) = self.entries.next() else {
            return Ok(());
        };
        let name = match entry {
            Ok(entry) => display(&entry.name).into_owned(),
            Err(error) => error.to_string(),
        };
        let folder = &self.complete.folder;
        bail!(
            "{}: the shards have no answer of {name}; {}",
            display(&folder.to_string_lossy()),
            remedy(folder)
        )
    }
}

impl<I: Iterator<Item = Input>> Iterator for Groups<I> {
    type Item = anyhow::Result<(Group, Vec<Input>)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.advance().transpose();
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}
