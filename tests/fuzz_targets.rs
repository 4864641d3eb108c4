//! The targets of `cargo fuzz` (`fuzz/`) on stable Rust: inputs of the repository, and of a
//! corpus beside it if there is one, damaged at random.
//!
//! `cargo test` plays fixed rounds. `SUDOSAT_FUZZ_SECONDS=60 cargo test --test all
//! fuzz_targets:: -- --nocapture` plays each target for that time.

use crate::forged_proofs::{Format, prove};
use crate::fuzz_bodies::{LONGEST, TARGETS, Target, run_of_journal};
use crate::fuzzing::pace::play;
use crate::program::data;
use std::fs;
use std::path::{Path, PathBuf};
use sudosat::batch::journal::{Chain, Finished};
use sudosat::batch::{AnswerRecord, Record};
use sudosat::budget::Budget;
use sudosat::engine::{self, Limit, Proof, Request, solve};

/// The files of a folder that are small enough; none if it is missing.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else {
        println!("skipped: there is no {}", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    // Some of the corpus are no regular files, which could block.
    let paths = paths.into_iter().filter(|path| {
        let is_small = |meta: fs::Metadata| meta.is_file() && meta.len() <= LONGEST as u64;
        path.metadata().is_ok_and(is_small)
    });
    paths.filter_map(|path| fs::read(path).ok()).collect()
}

/// A folder of the repository.
fn own(folder: &str) -> Vec<Vec<u8>> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// A folder of the corpus.
fn corpus(folder: &str) -> Vec<Vec<u8>> {
    files(&data().join(folder))
}

/// Proofs in these formats, each after the number of its formula.
fn proofs(formats: &[Format]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for number in 0..4 {
        for &format in formats {
            let mut bytes = vec![number];
            bytes.extend(prove(&crate::fuzz_bodies::unsatisfiable(number), format));
            found.push(bytes);
        }
    }
    found
}

/// Texts as bytes.
fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A journal with its seals, and one that gets them from the target.
fn journals() -> Vec<Vec<u8>> {
    let (header, entries, _) = run_of_journal();
    let engine = engine::by_name("cdcl").unwrap();
    let request = Request {
        proof: Proof::Confirmed,
        ..Request::new(Limit::UNIQUE)
    };
    let mut lines = vec![serde_json::to_vec(&header).unwrap()];
    for entry in &entries {
        let answer = solve(&*engine, &entry.puzzle, &request, &Budget::unlimited());
        let (outcome, grids) = answer.unwrap();
        let record = Record::of_answer(entry, AnswerRecord::new("cdcl", Ok(&outcome)));
        let line = Finished::new(entry, &record, grids.first());
        lines.push(serde_json::to_vec(&line).unwrap());
    }
    let mut chain = Chain::default();
    let sealed = lines.iter().flat_map(|line| chain.seal(line.clone()));
    let sealed = [0].into_iter().chain(sealed).collect();
    vec![sealed, [&[1][..], &lines.join(&b'\n')].concat()]
}

fn samples(target: &str) -> Vec<Vec<u8>> {
    let mut samples: Vec<Vec<u8>> = match target {
        "dimacs" => {
            let own = texts(&[
                "c a comment\np cnf 4 3\n1 -2 0\nc within\n 2 3\n-4 0 4 0\n",
                "p  cnf\t3 4 \r\n-1 0 2 2 -3 0\r\n0 1 0",
                "p cnf 0 0\n",
                "p cnf 2 1\n1 2 0\n%\n0\n",
            ]);
            [own, corpus("bad/dimacs")].concat()
        }
        "answers" => texts(&[
            "c x\ns SATISFIABLE\nv 1 -2 3\nv 4 0\n",
            "SAT\n1 2 3 4 0\n",
            "UNSAT\n",
            "s UNKNOWN\n",
            "sat\n1 -2 3 4\n",
            "[1, -2, 3, 4]\n",
            "(None, True, False, True, True)\n",
            "[k!1 = True, k!2 = False]\n",
        ]),
        "puzzles" => {
            let own = [own("puzzles"), own("puzzles/variants")].concat();
            own.into_iter().chain(corpus("bad/sudoku")).collect()
        }
        "covers" => own("puzzles/cover"),
        "drat" => proofs(&[Format::Drat]),
        "lrat" => proofs(&[Format::Lrat, Format::BinaryLrat]),
        "veripb" => proofs(&[Format::VeriPb]),
        "journal" => journals(),
        "solver" => {
            let mut random = fastrand::Rng::with_seed(1);
            let mut sequence = |length| (0..length).map(|_| random.u8(..)).collect();
            [20, 50, 100, 200, 300].map(&mut sequence).to_vec()
        }
        _ => panic!("no samples for the target {target}"),
    };
    assert!(!samples.is_empty(), "{target}");
    samples.push(Vec::new());
    samples
}

/// Changes some bytes, lines or numbers.
fn damage(bytes: &mut Vec<u8>, random: &mut fastrand::Rng, others: &[Vec<u8>]) {
    const BYTES: &[u8] = b" \t\r\n0123456789-+;:%~>=*|.,acdefilnoprstuvwx\"'{}[]()\0\x80\xff";
    if bytes.is_empty() {
        bytes.push(BYTES[random.usize(0..BYTES.len())]);
        return;
    }
    let (place, end) = (random.usize(0..bytes.len()), random.usize(0..=bytes.len()));
    let byte = match random.bool() {
        true => BYTES[random.usize(0..BYTES.len())],
        false => random.u8(..),
    };
    match random.u32(0..8) {
        0 | 1 => bytes[place] = byte,
        2 => drop(bytes.remove(place)),
        3 => bytes.insert(place, byte),
        4 => drop(bytes.drain(place.min(end)..(place.min(end) + 20).min(end.max(place)))),
        5 => {
            let piece = bytes[place.min(end)..place.max(end)].to_vec();
            let at = random.usize(0..=bytes.len());
            bytes.splice(at..at, piece);
        }
        6 => bytes.truncate(end),
        _ => {
            let other = &others[random.usize(0..others.len())];
            let from = random.usize(0..=other.len());
            bytes.splice(place.., other[from..].iter().copied());
        }
    }
    bytes.truncate(LONGEST);
}

fn run(name: &str, rounds: u64) {
    let (_, target): (_, Target) = *TARGETS.iter().find(|(other, _)| *other == name).unwrap();
    let samples = samples(name);
    samples.iter().for_each(|sample| target(sample));
    play(&format!("target {name}"), rounds, |random| {
        let mut bytes = samples[random.usize(0..samples.len())].clone();
        for _ in 0..random.u32(1..5) {
            damage(&mut bytes, random, &samples);
        }
        let shown = Shown(&bytes);
        target(&bytes);
        std::mem::forget(shown);
    });
}

/// Prints an input if the target panics.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        eprintln!("the input was {:?}", String::from_utf8_lossy(self.0));
        eprintln!("as bytes {:?}", self.0);
    }
}

#[test]
fn formulas() {
    run("dimacs", 4000);
}

#[test]
fn answers() {
    run("answers", 3000);
}

#[test]
fn puzzles() {
    run("puzzles", 300);
}

#[test]
fn covers() {
    run("covers", 2000);
}

#[test]
fn proofs_in_drat() {
    run("drat", 2000);
}

#[test]
fn proofs_in_lrat() {
    run("lrat", 2000);
}

#[test]
fn proofs_for_veripb() {
    run("veripb", 1500);
}

#[test]
fn journals_of_runs() {
    run("journal", 3000);
}

#[test]
fn sequences_of_calls() {
    run("solver", 1500);
}

/// A target without its file or its line in the manifest could not be run by `cargo fuzz`.
#[test]
fn every_target_is_one_of_cargo_fuzz() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for (name, _) in TARGETS {
        let text = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(
            text.contains(&format!("sudosat_fuzz::{name}(data)")),
            "{name}"
        );
        assert!(
            manifest.contains(&format!("\nname = \"{name}\"\n")),
            "{name}"
        );
    }
    let count = fs::read_dir(folder.join("fuzz_targets")).unwrap().count();
    assert_eq!(count, TARGETS.len());
}
