//! Puzzles that are the same up to symmetry, found among those of a run.
//!
//! Memory does not grow with their number. The canonical forms are appended to a temporary file, and
//! a hash table in another one has their places. Forms with the same hash are compared byte by byte.
//! The files have no names, so nothing is left of them when the program ends, in whatever way.

use siphasher::sip::SipHasher24;
use std::io::{self, Read, Seek, SeekFrom, Write};
use sudosat::io::{InputError, display, unwritable};
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Puzzle, canonical, print};
use tempfile::SpooledTempFile;

/// Number of bytes up to which a temporary file is kept in memory. Chosen by hand: about 5 000
/// puzzles need no disk.
const IN_MEMORY: usize = 1 << 20;

/// The canonical forms so far.
pub(super) struct Distinct {
    table: Table,
    forms: Spill,
    /// Number of bytes of the forms.
    end: u64,
}

impl Distinct {
    /// Returns a set without puzzles.
    ///
    /// # Errors
    /// If a temporary file can't be made.
    pub(super) fn new() -> io::Result<Distinct> {
        Ok(Distinct {
            table: Table::new(1 << 10)?,
            forms: Spill::new(0)?,
            end: 0,
        })
    }

    /// Returns the name of the first puzzle with this canonical form. If there is none, adds it with
    /// this name.
    ///
    /// # Errors
    /// If a temporary file can't be read or written.
    pub(super) fn add(&mut self, form: &Puzzle, name: &str) -> io::Result<Option<String>> {
        let mut key = print::statements(form.rules().spec());
        key.push(print::line(form).to_string());
        let key = key.join("\n");
        let hash = SipHasher24::new().hash(key.as_bytes());
        let forms = &mut self.forms;
        let mut first = None;
        let free = self.table.find(hash, |place| {
            first = name_of(forms, place, &key)?;
            Ok(first.is_some())
        })?;
        let Some(slot) = free else {
            return Ok(first);
        };
        let lengths = [key.len() as u64, name.len() as u64].map(u64::to_le_bytes);
        let form = [lengths.as_flattened(), key.as_bytes(), name.as_bytes()].concat();
        self.forms.write(self.end, &form)?;
        self.table.insert(slot, hash, self.end)?;
        self.end += form.len() as u64;
        Ok(None)
    }

    /// Returns the number of different puzzles.
    pub(super) fn len(&self) -> u64 {
        self.table.len
    }
}

/// Returns the name that belongs to the form at this place, if it is equal to `key`.
fn name_of(forms: &mut Spill, place: u64, key: &str) -> io::Result<Option<String>> {
    let mut lengths = [[0; 8]; 2];
    forms.read(place, lengths.as_flattened_mut())?;
    let [key_length, length] = lengths.map(u64::from_le_bytes);
    if key_length != key.len() as u64 {
        return Ok(None);
    }
    let mut found = vec![0; key.len() + length as usize];
    forms.read(place + 16, &mut found)?;
    let name = found.strip_prefix(key.as_bytes());
    Ok(name.map(|name| String::from_utf8_lossy(name).into_owned()))
}

/// A hash table in a file, with linear probing. A slot has a hash and the place that belongs to it plus
/// 1, or zeros.
struct Table {
    file: Spill,
    /// Number of slots, a power of two.
    slots: u64,
    /// Number of those that are taken, at most half.
    len: u64,
}

/// Number of bytes of a slot.
const SLOT: u64 = 16;

/// Number of slots that are read at once.
const AT_ONCE: u64 = 16;

impl Table {
    fn new(slots: u64) -> io::Result<Table> {
        Ok(Table {
            file: Spill::new(slots * SLOT)?,
            slots,
            len: 0,
        })
    }

    /// Calls `is_same` with the places of this hash until it returns `true`. Returns the free slot for
    /// the hash if it never does.
    fn find(
        &mut self,
        hash: u64,
        mut is_same: impl FnMut(u64) -> io::Result<bool>,
    ) -> io::Result<Option<u64>> {
        let mut slot = hash % self.slots;
        loop {
            for (found, place) in self.read(slot)? {
                match place.checked_sub(1) {
                    None => return Ok(Some(slot)),
                    Some(place) if found == hash && is_same(place)? => return Ok(None),
                    Some(_) => slot = (slot + 1) % self.slots,
                }
            }
        }
    }

    /// Returns the slots from this one on, at most up to the last.
    fn read(&mut self, slot: u64) -> io::Result<impl Iterator<Item = (u64, u64)> + use<>> {
        let count = AT_ONCE.min(self.slots - slot) as usize;
        let mut slots = [[[0; 8]; 2]; AT_ONCE as usize];
        let bytes = slots[..count].as_flattened_mut().as_flattened_mut();
        self.file.read(slot * SLOT, bytes)?;
        let slots = slots.into_iter().take(count);
        Ok(slots.map(|slot| slot.map(u64::from_le_bytes).into()))
    }

    /// Fills a free slot.
    fn insert(&mut self, slot: u64, hash: u64, place: u64) -> io::Result<()> {
        let values = [hash, place + 1].map(u64::to_le_bytes);
        self.file.write(slot * SLOT, values.as_flattened())?;
        self.len += 1;
        if 2 * self.len <= self.slots {
            return Ok(());
        }
        let mut wider = Table::new(2 * self.slots)?;
        for first in (0..self.slots).step_by(AT_ONCE as usize) {
            for (hash, place) in self.read(first)? {
                if let Some(place) = place.checked_sub(1)
                    && let Some(free) = wider.find(hash, |_| Ok(false))?
                {
                    wider.insert(free, hash, place)?;
                }
            }
        }
        *self = wider;
        Ok(())
    }
}

/// A temporary file, in memory as long as it is short.
struct Spill(SpooledTempFile);

impl Spill {
    /// Returns a file of `length` zeros.
    fn new(length: u64) -> io::Result<Spill> {
        let mut file = SpooledTempFile::new(IN_MEMORY);
        file.set_len(length).map_err(unusable)?;
        Ok(Spill(file))
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let read = self.0.seek(SeekFrom::Start(at));
        read.and_then(|_| self.0.read_exact(bytes))
            .map_err(unusable)
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let written = self.0.seek(SeekFrom::Start(at));
        written
            .and_then(|_| self.0.write_all(bytes))
            .map_err(unusable)
    }
}

/// Returns the error of a temporary file, with the folder where it is.
fn unusable(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let folder = display(&folder.to_string_lossy()).into_owned();
    let name = format!("temporary file in {folder} (the variable TMPDIR names another folder)");
    unwritable(&name, error)
}

/// Returns the canonical form of a puzzle.
pub(super) fn canonical_form(entry: &Entry) -> Result<Puzzle, InputError> {
    canonical(&entry.puzzle).map_err(|error| InputError::whole(&*entry.name, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;
    use sudosat::sudoku::text::{Options, read};

    /// Returns a puzzle whose text tells the number.
    fn form(number: usize) -> Puzzle {
        let digits = (0..16).map(|cell| match number >> cell & 1 {
            0 => '.',
            _ => '1',
        });
        let digits = digits.collect::<String>();
        read(digits.as_bytes(), "p", &Options::default())
            .next()
            .unwrap()
            .unwrap()
            .puzzle
    }

    #[test]
    fn the_first_name_is_found_in_files_as_in_memory() {
        let mut distinct = Distinct::new().unwrap();
        let mut expected: FxHashMap<usize, String> = FxHashMap::default();
        for round in 0..20_000_usize {
            // Numbers come again after some time, and some never.
            let number = round * round % 14_999;
            // Long names, so that the file of forms leaves the memory.
            let name = format!("file-{round:0400}");
            let first = expected.get(&number).cloned();
            assert_eq!(distinct.add(&form(number), &name).unwrap(), first);
            expected.entry(number).or_insert(name);
        }
        assert_eq!(distinct.len(), expected.len() as u64);
        assert!(distinct.forms.0.is_rolled());
    }

    #[test]
    fn equal_hashes_are_no_equal_forms() {
        let mut table = Table::new(4).unwrap();
        for place in 0..100 {
            let free = table.find(3, |_| Ok(false)).unwrap().unwrap();
            table.insert(free, 3, place).unwrap();
        }
        for place in 0..100 {
            let found = table.find(3, |found| Ok(found == place)).unwrap();
            assert_eq!(found, None, "{place}");
        }
    }
}
