//! The trusted base against everything that does the same: the readers and checkers of
//! the rest of the crate, and the programs `veripb` and `cake_lpr` where they are installed, on
//! damaged formulas, models, proofs and covers.
//!
//! `cargo test` plays fixed rounds. `SUDOSAT_FUZZ_SECONDS=600 cargo test --test all
//! trusted:: -- --nocapture` plays each for that time, and prints the number of rounds.

use crate::fuzzing::pace::play;
use crate::program::{data, program, texts};
use crate::{forged_proofs, independent_checkers};
use forged_proofs::{Format, accepts, damage, prove};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use sudosat::check;
use sudosat::cover::{OptionId, knuth};
use sudosat::formula::{Cnf, Lit, dimacs};
use sudosat::trusted::{self, Fault, Formula};

fn text_of(cnf: &Cnf) -> Vec<u8> {
    let mut text = Vec::new();
    dimacs::write(cnf, &mut text).unwrap();
    text
}

fn formula(cnf: &Cnf) -> Formula {
    trusted::dimacs(&text_of(cnf)).unwrap()
}

fn check_trusted(formula: &Formula, format: Format, proof: &[u8]) -> Result<(), Fault> {
    let never = || false;
    match format {
        Format::Lrat | Format::BinaryLrat => trusted::lrat(formula, proof, &never),
        Format::VeriPb => trusted::veripb(formula, proof, &never),
        Format::Drat => panic!("the trusted base reads no DRAT"),
    }
}

/// Returns `true` if the trusted base accepts a proof.
fn trusts(formula: &Formula, format: Format, proof: &[u8]) -> bool {
    check_trusted(formula, format, proof).is_ok()
}

const FORMATS: [Format; 3] = [Format::Lrat, Format::BinaryLrat, Format::VeriPb];

/// Replaces, removes or inserts a byte.
fn damage_byte(text: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    const BYTES: &[u8] = b" \t\r\n0123456789-+;:%~>=*acdefilnoprstuvwx\0\x80";
    let mut damaged = text.to_vec();
    let place = random.usize(0..text.len());
    let byte = BYTES[random.usize(0..BYTES.len())];
    match random.u32(0..3) {
        0 => damaged[place] = byte,
        1 => drop(damaged.remove(place)),
        _ => damaged.insert(place, byte),
    }
    damaged
}

/// A proof damaged once or twice.
fn damaged(proof: &[u8], format: Format, random: &mut fastrand::Rng) -> Vec<u8> {
    let mut damaged = proof.to_vec();
    for _ in 0..random.u32(1..3) {
        if damaged.is_empty() {
            break;
        }
        let is_text = format != Format::BinaryLrat && std::str::from_utf8(&damaged).is_ok();
        damaged = match is_text && random.u32(0..4) > 0 {
            true => damage(&damaged, random),
            false => damage_byte(&damaged, random),
        };
    }
    damaged
}

#[test]
fn proofs_of_many_sizes_are_accepted() {
    for (name, cnf) in independent_checkers::formulas() {
        let formula = formula(&cnf);
        for format in FORMATS {
            let proof = prove(&cnf, format);
            assert!(trusts(&formula, format, &proof), "{name}, {format:?}");
        }
    }
}

#[test]
fn damaged_proofs_are_accepted_by_both_checkers_or_by_none() {
    let mut proofs = Vec::new();
    for cnf in forged_proofs::formulas() {
        let weaker = formula(&forged_proofs::satisfiable(&cnf));
        let strong = formula(&cnf);
        for format in FORMATS {
            let proof = prove(&cnf, format);
            assert!(trusts(&strong, format, &proof), "{format:?}");
            assert!(!trusts(&weaker, format, &proof), "{format:?}");
            proofs.push((cnf.clone(), strong.clone(), weaker.clone(), format, proof));
        }
    }
    let (mut accepted, mut refused) = (0, 0);
    let played = play("trusted proofs", 1500, |random| {
        let (cnf, strong, weaker, format, proof) = &proofs[random.usize(0..proofs.len())];
        let forged = damaged(proof, *format, random);
        let forged_text = String::from_utf8_lossy(&forged);
        let result = check_trusted(strong, *format, &forged);
        let ours = result.is_ok();
        let theirs = accepts(cnf, *format, &forged);
        match result {
            // Only the trusted base and `veripb` take a carriage return alone for a blank.
            _ if *format == Format::VeriPb && forged.contains(&b'\r') => {}
            // Only the trusted base demands hints for a clause that clashes with a RAT lemma.
            Err(fault) if fault.message.contains("there are none for clause") => {}
            _ => assert_eq!(ours, theirs, "{format:?}\n{cnf:?}\n{forged_text}"),
        }
        assert!(
            !trusts(weaker, *format, &forged),
            "{format:?} {forged_text}"
        );
        accepted += u64::from(ours);
        refused += u64::from(!ours);
    });
    eprintln!("accepted {accepted}, refused {refused}");
    let least = played / 30;
    assert!(accepted > least && refused > least, "{accepted} {refused}");
}

/// Each of these proofs ends in a contradiction, though the formula has a model: a condition of
/// `red` is broken once.
#[test]
fn each_condition_of_a_substitution_is_checked() {
    let line = "an inequality with the variable replaced does not follow";
    let is_right = "the conclusion has no contradiction";
    let witness = "expected one variable, \"->\", and a value";
    let contradiction = "pol -2 -1 +;";
    for (clauses, proof, message) in [
        // The inequality itself, with the variable replaced.
        (
            "1 2 0",
            "red 1 ~x3 >= 1 : x3 -> 1; red 1 x3 >= 1 : x3 -> 1;",
            line,
        ),
        (
            "1 2 0",
            "red 1 x3 >= 1 : x3 -> 0; red 1 ~x3 >= 1 : x3 -> 0;",
            line,
        ),
        (
            "1 2 0",
            "red 1 x3 >= 1 : x4 -> 1; red 1 ~x3 >= 1 : x3 -> 0;",
            line,
        ),
        // The last inequality that a substitution added.
        (
            "1 2 0",
            "red 1 ~x3 >= 1 : x3 -> 0; red 1 x3 >= 1 : x3 -> 1;",
            line,
        ),
        (
            "1 2 0",
            "red 1 x3 >= 1 : x3 -> 1; red 1 ~x3 >= 1 : x3 -> 0;",
            line,
        ),
        // Clauses of the formula, with either literal.
        ("1 0", "red 1 ~x1 >= 1 : x1 -> 0;", line),
        ("-1 0", "red 1 x1 >= 1 : x1 -> 1;", line),
        (
            "1 2 0 -2 0",
            "red 1 ~x1 >= 1 : x1 -> 0; pol -3 -1 + -2 +; pol 4;",
            line,
        ),
        // An inequality that is no clause, of which the clauses were deleted.
        (
            "1 2 0 1 -2 0",
            "pol 1 2 +; del id 1 2; red 1 ~x1 >= 1 : x1 -> 0; pol -2 2 d;",
            line,
        ),
        // The same after the inequality was deleted too.
        (
            "1 2 0 1 -2 0",
            "pol 1 2 +; del id 1 2 3; red 1 ~x1 >= 1 : x1 -> 0; pol 4;",
            is_right,
        ),
        // What follows from what is there, and does no more when it was deleted.
        ("1 0", "red 1 ~x3 1 x1 >= 1 : x3 -> 1; pol 1;", is_right),
        (
            "1 0",
            "del id 1; red 1 ~x3 1 x1 >= 1 : x3 -> 1; pol 2;",
            line,
        ),
        // A name for "at least two of x1 and x2", and others in its place.
        (
            "1 2 0",
            "red 2 ~x3 1 x1 1 x2 >= 2 : x3 -> 0; red 1 x3 1 ~x1 1 ~x2 >= 1 : x3 -> 1;",
            is_right,
        ),
        (
            "1 2 0",
            "red 3 ~x3 1 x1 1 x2 >= 3 : x3 -> 0; red 1 x3 1 ~x1 1 ~x2 >= 1 : x3 -> 1;",
            line,
        ),
        (
            "1 2 0",
            "red 2 ~x3 1 x1 1 x2 >= 2 : x3 -> 0; red 2 x3 1 ~x1 1 ~x2 >= 2 : x3 -> 1;",
            line,
        ),
        ("1 2 0", "red 2 ~x3 1 x1 1 x2 >= 2 : x3 -> 1;", line),
        // A witness that is not one variable and its value.
        ("1 2 0", "red 1 x3 >= 1 : ;", witness),
        ("1 2 0", "red 1 x3 >= 1;", witness),
        ("1 2 0", "red 1 x3 >= 1 : x3 -> 1 x4 -> 1;", witness),
        (
            "1 2 0",
            "red 1 x3 >= 1 : x3 -> ;",
            "expected the value 0 or 1",
        ),
        (
            "1 2 0",
            "red 1 x3 >= 1 : x3 -> 2;",
            "expected the value 0 or 1",
        ),
        (
            "1 2 0",
            "red 1 x3 >= 1 : x3 -> x1;",
            "expected the value 0 or 1",
        ),
        (
            "1 2 0",
            "red 1 x3 >= 1 : ~x3 -> 0;",
            "expected a variable without \"~\"",
        ),
    ] {
        let number = clauses.split(' ').filter(|&word| word == "0").count();
        let formula = trusted::dimacs(format!("p cnf 2 {number}\n{clauses}\n").as_bytes()).unwrap();
        let text = format!(
            "pseudo-Boolean proof version 3.0\nf {number};\n{proof}\n{contradiction}\n\
             output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n"
        );
        let fault = trusted::veripb(&formula, text.as_bytes(), &|| false).unwrap_err();
        assert_eq!(fault.message, message, "{clauses}: {proof}");
    }
}

/// What the trusted base accepts, `veripb` accepts.
#[test]
fn damaged_proofs_that_veripb_refuses_are_refused() {
    if !independent_checkers::is_there("veripb") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let proof_file = folder.path().join("proof.pbp");
    let mut proofs = Vec::new();
    for (index, cnf) in forged_proofs::formulas().into_iter().enumerate() {
        let cnf_file = folder.path().join(format!("{index}.cnf"));
        fs::write(&cnf_file, text_of(&cnf)).unwrap();
        proofs.push((cnf_file, formula(&cnf), prove(&cnf, Format::VeriPb)));
    }
    let (mut accepted, mut theirs_alone) = (0, 0);
    let played = play("trusted and veripb", 60, |random| {
        let (cnf_file, formula, proof) = &proofs[random.usize(0..proofs.len())];
        let forged = damaged(proof, Format::VeriPb, random);
        fs::write(&proof_file, &forged).unwrap();
        let ours = trusts(formula, Format::VeriPb, &forged);
        let theirs = veripb(cnf_file, &proof_file);
        assert!(theirs || !ours, "{}", String::from_utf8_lossy(&forged));
        accepted += u64::from(ours);
        theirs_alone += u64::from(theirs && !ours);
    });
    eprintln!("of {played}: accepted by both {accepted}, by veripb alone {theirs_alone}");
    assert!(accepted > 0);
}

/// The formula with each literal of a clause once. `cake_lpr` takes a repeated literal for two,
/// and then refuses the clause as a hint where only this literal is open.
fn without_repetitions(cnf: &Cnf) -> Cnf {
    let mut plain = Cnf::new(cnf.num_vars());
    for clause in cnf.clauses() {
        let lits: BTreeSet<Lit> = clause.iter().copied().collect();
        plain.add_clause(&lits.into_iter().collect::<Vec<_>>());
    }
    plain
}

/// Returns `true` if a lemma of an LRAT proof has a variable twice. The trusted base takes a
/// repeated literal for one and accepts every tautology, `cake_lpr` does neither.
fn repeats_variables(proof: &[u8]) -> bool {
    String::from_utf8_lossy(proof).lines().any(|line| {
        let lemma = line.split_whitespace().skip(1);
        let lits = lemma.take_while(|&word| word != "0");
        let mut seen = BTreeSet::new();
        lits.map(|lit| lit.trim_start_matches('-'))
            .any(|var| !seen.insert(var))
    })
}

/// An LRAT proof up to its first empty clause, without blank lines and comments. The trusted
/// base reads no further and passes over these; `cake_lpr` refuses some of them.
fn up_to_empty_clause(proof: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    for line in proof.split_inclusive(|&byte| byte == b'\n') {
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        if words.next().is_none_or(|word| word.starts_with(b"c")) {
            continue;
        }
        kept.extend(line);
        if words.next() == Some(b"0") {
            break;
        }
    }
    kept
}

/// What the trusted base accepts, `cake_lpr` accepts, whose machine code is verified.
#[test]
fn damaged_proofs_that_cake_lpr_refuses_are_refused() {
    if !independent_checkers::is_there("cake_lpr") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let proof_file = folder.path().join("proof.lrat");
    let mut proofs = Vec::new();
    for (index, cnf) in forged_proofs::formulas().iter().enumerate() {
        let cnf = without_repetitions(cnf);
        let cnf_file = folder.path().join(format!("{index}.cnf"));
        fs::write(&cnf_file, text_of(&cnf)).unwrap();
        proofs.push((cnf_file, formula(&cnf), prove(&cnf, Format::Lrat)));
    }
    let (mut accepted, mut theirs_alone) = (0, 0);
    let played = play("trusted and cake_lpr", 200, |random| {
        let (cnf_file, formula, proof) = &proofs[random.usize(0..proofs.len())];
        let forged = damaged(proof, Format::Lrat, random);
        fs::write(&proof_file, up_to_empty_clause(&forged)).unwrap();
        let ours = trusts(formula, Format::Lrat, &forged);
        let (theirs, said) = cake_lpr(cnf_file, &proof_file);
        let shown = String::from_utf8_lossy(&forged);
        let is_plain = !repeats_variables(&forged);
        assert!(
            theirs || !ours || !is_plain,
            "{said}\n{cnf_file:?}\n{shown}"
        );
        accepted += u64::from(ours);
        theirs_alone += u64::from(theirs && !ours);
    });
    eprintln!("of {played}: accepted by both {accepted}, by cake_lpr alone {theirs_alone}");
    assert!(accepted > 0);
}

/// Returns whether the program accepts the proof, and what it prints.
fn cake_lpr(cnf: &Path, proof: &Path) -> (bool, String) {
    let output = Command::new("cake_lpr")
        .args([cnf, proof])
        .output()
        .unwrap();
    let accepts = output.stdout.starts_with(b"s VERIFIED UNSAT");
    let said = [output.stdout, output.stderr].concat();
    (accepts, String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_form_feed_is_no_white_space() {
    let cnf = &forged_proofs::formulas()[0];
    let proof = prove(cnf, Format::VeriPb);
    let formula = formula(cnf);
    assert!(trusts(&formula, Format::VeriPb, &proof));
    let after_header = proof.iter().position(|&byte| byte == b'\n').unwrap();
    for place in [after_header, proof.len()] {
        let mut forged = proof.clone();
        forged.insert(place, b'\x0c');
        assert!(!trusts(&formula, Format::VeriPb, &forged), "at {place}");
        assert!(!accepts(cnf, Format::VeriPb, &forged), "at {place}");
    }
}

fn veripb(cnf: &Path, proof: &Path) -> bool {
    let output = Command::new("veripb").args([cnf, proof]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let mut lines = said.lines();
    output.status.success() && lines.any(|line| line == "s VERIFIED UNSATISFIABLE")
}

/// Compares the readers of DIMACS on a text. Returns `true` if both read it.
fn read_alike(text: &[u8]) -> bool {
    let shown = String::from_utf8_lossy(text);
    let theirs = dimacs::read(text, "f");
    match (trusted::dimacs(text), theirs) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(ours.parts().0 as usize, theirs.num_vars(), "{shown}");
            let clauses = theirs.clauses().map(|clause| {
                let lits = clause.iter().map(|lit| lit.to_dimacs());
                lits.collect::<Vec<i32>>()
            });
            assert!(clauses.eq(ours.parts().1.iter().cloned()), "{shown}");
            true
        }
        // Only the other reader takes comments after the `%` of SATLIB, and only this one
        // takes variables from 2³⁰ on.
        (Err(_), Ok(_)) => {
            let after = shown.split_once('%').map_or("", |(_, after)| after);
            let is_known = after.lines().any(|line| line.trim_start().starts_with('c'));
            assert!(is_known, "only the other reader takes {shown:?}");
            false
        }
        (Ok(ours), Err(_)) => {
            let is_large = ours.parts().0 >= 1 << 30;
            assert!(is_large, "only the trusted reader takes {shown:?}");
            false
        }
        (Err(_), Err(_)) => false,
    }
}

#[test]
fn damaged_formulas_are_read_alike() {
    let formulas = [
        &b"c a comment\np cnf 4 3\n1 -2 0\nc within\n 2 3\n-4 0 4 0\n"[..],
        b"p  cnf\t3 4 \r\n-1 0 2 2 -3 0\r\n0 1 0",
        b"\n\np cnf 0 0\n",
        b"p cnf 2 2\n1 -2 0\n2 0\n%\n0\n\n",
    ];
    assert!(formulas.map(read_alike).iter().all(|&is_read| is_read));
    let mut read = 0;
    let played = play("trusted formulas", 4_000, |random| {
        let mut text = formulas[random.usize(0..formulas.len())].to_vec();
        for _ in 0..random.u32(0..4) {
            if !text.is_empty() {
                text = damage_byte(&text, random);
            }
        }
        read += u64::from(read_alike(&text));
    });
    assert!(read > played / 10 && read < played, "{read}");
}

#[test]
fn the_files_of_a_corpus_are_read_alike() {
    let folder = data();
    let Ok(files) = fs::read_dir(folder.join("bad/dimacs")) else {
        println!("skipped: there is no {}", folder.display());
        return;
    };
    let mut number = 0;
    for entry in files.map(Result::unwrap) {
        let size = entry.metadata().map_or(u64::MAX, |data| data.len());
        let is_file = entry.file_type().unwrap().is_file();
        if is_file
            && size < 1 << 20
            && let Ok(text) = fs::read(entry.path())
        {
            read_alike(&text);
            number += 1;
        }
    }
    assert!(number > 100, "{number}");
}

#[test]
fn damaged_models_are_accepted_by_both_checkers_or_by_none() {
    let cnf = forged_proofs::satisfiable(&forged_proofs::formulas()[4]);
    let formula = formula(&cnf);
    let numbers = |lits: &[Lit]| lits.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>();
    let model = numbers(&forged_proofs::model(&cnf).unwrap());
    let (mut accepted, mut refused) = (0, 0);
    let played = play("trusted models", 600, |random| {
        let mut model = model.clone();
        for _ in 0..random.u32(0..3) {
            let place = random.usize(0..model.len());
            match random.u32(0..4) {
                0 => drop(model.remove(place)),
                1 => model[place] = -model[place],
                2 => model.push(random.i32(1..12)),
                _ => model.swap(0, place),
            }
        }
        let words: Vec<String> = model.iter().map(i32::to_string).collect();
        let words = words.join(" ");
        let lits: Vec<Lit> = model
            .iter()
            .filter_map(|&lit| Lit::from_dimacs(lit))
            .collect();
        let theirs = check::model(&cnf, &lits).is_ok();
        for text in [
            format!("c x\ns SATISFIABLE\nv {words} 0\n"),
            format!("SAT\n{words} 0\n"),
            words.clone(),
        ] {
            let ours = trusted::model(&formula, text.as_bytes()).is_ok();
            assert_eq!(ours, theirs, "{text}");
        }
        accepted += u64::from(theirs);
        refused += u64::from(!theirs);
    });
    let least = played / 30;
    assert!(accepted > least && refused > least, "{accepted} {refused}");
    for text in [
        "",
        "c x\n",
        "s SATISFIABLE\n",
        "s UNSATISFIABLE\n",
        "1 0 2",
        "v one 0",
    ] {
        assert!(trusted::model(&formula, text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn damaged_covers_are_accepted_by_both_checkers_or_by_none() {
    let problem =
        "| comment\na b 0:2|c 2|d | x y\n\na d x\nb c d x:1\nb d y:2 |3\na d y:2\nc x:1\nc\n";
    let options = problem.lines().skip(3).collect::<Vec<_>>();
    let options: Vec<&str> = options
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect();
    let (mut accepted, mut refused) = (0, 0);
    let played = play("trusted covers", 4_000, |random| {
        let mut text = problem.as_bytes().to_vec();
        if random.bool() {
            text = damage_byte(&text, random);
        }
        let chosen = (0..options.len())
            .filter(|_| random.bool())
            .collect::<Vec<_>>();
        let parsed = knuth::read(&text[..], "problem", |_| {});
        let ours = trusted::exact_cover(&text);
        let shown = String::from_utf8_lossy(&text);
        let (Ok(parsed), Ok(ours)) = (&parsed, &ours) else {
            // The trusted base takes names of any bytes, and a carriage return for a blank.
            let is_plain = text.is_ascii() && !text.contains(&0) && !text.contains(&b'\r');
            assert!(
                parsed.is_err() == ours.is_err() || !is_plain,
                "{shown}\n{ours:?}"
            );
            refused += 1;
            return;
        };
        let mut solution = String::from("solution 1\n");
        for &index in &chosen {
            if index < parsed.num_options() {
                let option = parsed.text(OptionId::new(index));
                solution += &format!("{}: {option}\n", index + 1);
            }
        }
        let ids: Vec<OptionId> = chosen.iter().copied().map(OptionId::new).collect();
        let has_all = chosen.iter().all(|&index| index < parsed.num_options());
        let theirs = check::cover(parsed, &ids).is_ok();
        if has_all {
            let found = trusted::cover(ours, solution.as_bytes());
            assert_eq!(found.is_ok(), theirs, "{shown}\n{solution}{found:?}");
        }
        accepted += u64::from(theirs);
    });
    let least = played / 200;
    assert!(accepted > least && refused > least, "{accepted} {refused}");
    let problem = trusted::exact_cover(problem.as_bytes()).unwrap();
    let right =
        "solution 1\n1: a d x\n3: b d y:2\n\nsolution 2\n3: b d y:2\n4: a d y:2\n5: c x:1\n";
    assert_eq!(trusted::cover(&problem, right.as_bytes()), Ok(()));
    for (old, new) in [
        ("5: c", "6: c"),
        ("1: a d x", "1: a d"),
        ("3: b d y:2\n", ""),
        ("5: c x:1\n", "5: c x:1\n5: c x:1\n"),
        ("solution 2\n", ""),
        ("solution 1\n", ""),
        (right, ""),
    ] {
        let wrong = right.replacen(old, new, 1);
        assert!(
            trusted::cover(&problem, wrong.as_bytes()).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn verify_with_the_trusted_base_prints_and_exits_as_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let cnf = put("f.cnf", b"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n");
    let sat = put("s.cnf", b"p cnf 2 1\n1 2 0\n");
    let head = "pseudo-Boolean proof version 3.0\nf 4;\n";
    let end = "output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n";
    let pbp = format!("{head}pol 1 2 + 2 d;\npol 3 4 + 2 d;\npol 5 6 +;\n{end}");
    let red = format!("{head}red 1 x3 >= 1 : x3 -> 1 x4 -> 1;\n{end}");
    let lrat = b"5 1 0 1 2 0\n6 0 5 3 4 0\n";
    for (formula, name, text, code, out, err) in [
        (&cnf, "a.lrat", &lrat[..], 0, "s VERIFIED UNSAT\n", ""),
        (
            &cnf,
            "b.lrat",
            b"a\x0a\x02\0\x02\x04\0a\x0c\0\x0a\x06\x08\0",
            0,
            "s VERIFIED UNSAT\n",
            "",
        ),
        (&cnf, "c.pbp", pbp.as_bytes(), 0, "s VERIFIED UNSAT\n", ""),
        (
            &sat,
            "d.out",
            b"s SATISFIABLE\nv 1 0\n",
            0,
            "s VERIFIED SAT\n",
            "",
        ),
        (
            &cnf,
            "e.lrat",
            b"5 1 0 1 2 0\n6 0 5 3 0\n",
            1,
            "s NOT VERIFIED\n",
            "e.lrat: line 2: the hints show no conflict\n",
        ),
        (
            &sat,
            "f.out",
            b"v -1 0\n",
            1,
            "s NOT VERIFIED\n",
            "f.out: no literal of clause 1 is true\n",
        ),
        (
            &sat,
            "j.out",
            b"v 1 99 0\n",
            2,
            "",
            "error: j.out:1:5: found \"99\", expected a literal of the formula's 2 variables\n",
        ),
        (
            &sat,
            "k.out",
            b"v 1 -1 0\n",
            2,
            "",
            "error: k.out:1:5: found \"-1\", expected no contradiction to 1\n",
        ),
        (
            &cnf,
            "g.lrat",
            b"5 1 0 1 2\n",
            2,
            "",
            "error: g.lrat:1:10: found the end of the line, expected a number, or the 0 that ends the list\n",
        ),
        (
            &cnf,
            "h.pbp",
            red.as_bytes(),
            2,
            "",
            "error: h.pbp:3:1: expected one variable, \"->\", and a value\n",
        ),
        (
            &cnf,
            "i.drat",
            b"1 0\n0\n",
            2,
            "",
            "error: i.drat: this is DRAT, and `--trusted` checks models, LRAT and VeriPB proofs\n",
        ),
    ] {
        let evidence = put(name, text);
        let mut command = program();
        command
            .arg("verify")
            .args([formula, &evidence])
            .arg("--trusted");
        let (found, stdout, stderr) = texts(&command.output().unwrap());
        let folder = format!("{}/", folder.path().display());
        let stderr = stderr.replace(&folder, "");
        assert_eq!((found, &stdout[..]), (code, out), "{name}: {stderr}");
        let first = stderr.split_inclusive('\n').next().unwrap_or_default();
        assert_eq!(first, err, "{name}: {stderr}");
    }
    // A limit of no time stops the check.
    let evidence = put("z.lrat", lrat);
    let mut command = program();
    command.arg("verify").args([&cnf, &evidence]);
    let output = command.args(["--trusted", "--time-limit", "0"]).output();
    assert_eq!(texts(&output.unwrap()).1, "s UNKNOWN\n");
}

#[test]
fn verify_with_the_trusted_base_checks_solutions_of_exact_covers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let run = |arguments: &[&str]| {
        let mut command = program();
        command.current_dir(folder.path()).args(arguments);
        texts(&command.output().unwrap())
    };
    fs::write(path("p.txt"), "a b c | x\na x\nb c\nb\nc x:r\na x:r\n").unwrap();
    let (code, solutions, _) = run(&["cover", "--all", "p.txt"]);
    assert_eq!(code, 0);
    assert!(solutions.matches("solution").count() > 1, "{solutions}");
    fs::write(path("s.txt"), &solutions).unwrap();
    let verify = ["verify", "--trusted", "p.txt"];
    let (code, out, err) = run(&[&verify[..], &["s.txt"]].concat());
    assert_eq!((code, &out[..], &err[..]), (0, "s VERIFIED COVER\n", ""));
    let (code, out, _) = run(&[&verify[..], &["--json", "s.txt"]].concat());
    assert_eq!(code, 0);
    assert!(out.contains("\"format\":\"cover\""), "{out}");
    assert!(out.contains("\"claim\":\"solutions\""), "{out}");
    // The first option is missing.
    let start = solutions.find('\n').unwrap() + 1;
    let end = start + solutions[start..].find('\n').unwrap() + 1;
    let wrong = solutions[..start].to_owned() + &solutions[end..];
    fs::write(path("w.txt"), wrong).unwrap();
    let (code, out, err) = run(&[&verify[..], &["w.txt"]].concat());
    assert_eq!((code, &out[..]), (1, "s NOT VERIFIED\n"));
    assert!(err.starts_with("w.txt: line 1: "), "{err}");
    fs::write(path("d.txt"), "hello\n").unwrap();
    let (code, out, err) = run(&[&verify[..], &["d.txt"]].concat());
    assert_eq!((code, &out[..]), (2, ""));
    assert_eq!(err, "error: d.txt:1:1: expected a line \"solution 1\"\n");
    let (code, _, err) = run(&[&verify[..], &["--format", "lrat", "s.txt"]].concat());
    assert_eq!(code, 2);
    assert!(
        err.contains("expected a formula for `--form lrat`"),
        "{err}"
    );
}

#[test]
fn verify_with_the_trusted_base_names_the_command_for_other_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let cnf = put("f.cnf", "p cnf 1 1\n1 0\n");
    for (name, text, command) in [
        ("a", "p cnf 1 1\n-1 0\n", "sudosat sat"),
        ("b", "a b c\na b\nc\n", "sudosat cover"),
    ] {
        let evidence = put(name, text);
        let run = |options: &[&str]| {
            let mut command = program();
            command.arg("verify").args([&cnf, &evidence]).args(options);
            texts(&command.output().unwrap())
        };
        let (code, out, err) = run(&["--trusted"]);
        assert_eq!((code, &out[..]), (2, ""), "{err}");
        assert!(err.contains(command), "{err}");
        assert_eq!(run(&[]).2, err, "the same without the option");
    }
}
