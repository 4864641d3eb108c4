//! Certificates of the number of solutions of exact covers: those that are written are accepted
//! with the right number, and damaged and forged ones are refused.

use crate::forged_proofs::damage;
use crate::fuzzing::pace::{play, rounds};
use crate::program::{PROGRAM, output, program, texts};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;
use sudosat::budget::{Budget, Stop};
use sudosat::check;
use sudosat::cover::certificate::{NoCertificate, certify};
use sudosat::cover::{Choice, ExactCover, Method, Natural, OptionId, knuth, problems};
use sudosat::encode;
use sudosat::sudoku::text::{Options, read};
use sudosat::trusted::{self, Kind};

/// Bytes of waiting states with which all that are the same are found.
const ENOUGH: usize = 1 << 30;

fn text_of(problem: &ExactCover) -> Vec<u8> {
    let mut text = Vec::new();
    knuth::write(problem, &mut text).unwrap();
    text
}

/// Writes a certificate. Returns it with the number of solutions that it is for.
fn certificate(problem: &ExactCover, method: Method, bytes: usize) -> (String, String) {
    let mut file = Vec::new();
    let unlimited = Budget::unlimited();
    let made = certify(problem, "checksum", method, bytes, &unlimited, &mut file).unwrap();
    assert_eq!(made.bytes, file.len() as u64);
    let file = String::from_utf8(file).unwrap();
    assert_eq!(made.nodes, file.lines().count() as u64 - 2);
    (file, made.solutions.to_string())
}

/// Checks a certificate against a problem in Knuth's text form.
fn check(problem: &[u8], certificate: &[u8]) -> Result<String, trusted::Fault> {
    let problem = trusted::exact_cover(problem).unwrap();
    trusted::count(&problem, certificate, &|| false)
}

/// Asserts that a certificate with another number would not be accepted: if it is refused for its
/// number alone, `count` is expected.
fn refused_for_more(fault: &trusted::Fault, count: &str, certificate: &[u8]) {
    let expected = fault.message.rsplit_once(", expected ");
    let number = expected.filter(|(_, end)| end.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some((_, number)) = number {
        let text = String::from_utf8_lossy(certificate);
        assert_eq!(number, count, "accepted with another number: {text}");
    }
}

/// Returns the number of solutions by a search.
fn searched(problem: &ExactCover) -> String {
    let mut search = Method::Auto.start(problem, Choice::Smallest).unwrap();
    let budget = Budget::unlimited();
    let total = search.total(&budget).unwrap();
    let total = total.unwrap_or_else(|| {
        while search.advance(&budget).unwrap() {}
        Natural::from(search.stats().solutions)
    });
    total.to_string()
}

/// Asserts that certificates by each method are accepted, with this number of solutions.
fn certified(name: &str, problem: &ExactCover, count: &str) {
    let text = text_of(problem);
    let ways = [
        (Method::Count, ENOUGH),
        (Method::Frontier, ENOUGH),
        // Without memory the certificate is a tree.
        (Method::Count, 2_000),
        (Method::Frontier, 0),
    ];
    let ways = &ways[..if count.len() < 3 { 4 } else { 2 }];
    for &(method, bytes) in ways {
        let (certificate, claimed) = certificate(problem, method, bytes);
        assert_eq!(claimed, count, "{name} {method} {bytes}");
        let found = check(&text, certificate.as_bytes());
        assert_eq!(found.as_deref(), Ok(count), "{name} {method} {bytes}");
    }
}

/// Built-in problems with and without solutions, colours and bounds.
const BUILT_IN: [&str; 35] = [
    "queens:1",
    "queens:2",
    "queens:4",
    "queens:5",
    "queens:6",
    "queens:7",
    "langford:3",
    "langford:4",
    "langford:5",
    "langford:7,reduced",
    "latin:2",
    "latin:3",
    "latin:4,reduced",
    "mates:3",
    "mates:4",
    "mates:5",
    "graeco-latin:3",
    "dominoes:1x1",
    "dominoes:1x2",
    "dominoes:2x2",
    "dominoes:3x3",
    "dominoes:2x30",
    "dominoes:4x4",
    "dominoes:6x6",
    "dominoes:8x8",
    "dominoes:5x12",
    "triominoes:3x3",
    "triominoes:3x6,bars",
    "triominoes:4x6",
    "soma:reduced",
    "pentominoes:region=#####",
    "words:5,file=puzzles/cover/sator.words",
    "a-to-g",
    "knuth-6x7",
    "triominoes-3x4",
];

const PUZZLES: [&str; 6] = [
    "1.....4..2.....3",
    "................",
    "11..............",
    "000203001000068000000070098016000030700400900000085000000052007890000200004000900",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "12341........4.3",
];

const FILES: [&str; 3] = ["a-to-g.dlx", "shifts.dlx", "triominoes-3x4.dlx"];

#[test]
fn counts_of_many_kinds_are_certified() {
    let mut names = 0;
    for name in BUILT_IN {
        let instance = problems::build(name).unwrap();
        let problem = instance.problem();
        certified(name, problem, &searched(problem));
        names += 1;
    }
    for name in PUZZLES {
        let Some(Ok(entry)) = read(name.as_bytes(), "", &Options::default()).next() else {
            continue;
        };
        let Ok(instance) = encode::instance(&entry.puzzle) else {
            continue;
        };
        certified(name, instance.problem(), &searched(instance.problem()));
        names += 1;
    }
    for name in FILES {
        let text = fs::read(Path::new("puzzles/cover").join(name)).unwrap();
        let problem = knuth::read(&text[..], name, |_| ()).unwrap();
        certified(name, &problem, &searched(&problem));
        names += 1;
    }
    for (name, text, count) in [
        ("no option", "a\n", "0"),
        ("an item that need not be covered", "0:2|a\n", "1"),
        ("alone", "0:1|a 0:3|b\na\nb\n", "4"),
        ("too few options", "3|a\na\na\n", "0"),
        ("equal options", "2|a\na\na\na\na\n", "6"),
        ("no primary item", "a | x\na\nx\na x\n", "2"),
        ("colours", "a b | x\na x:1\na x:2\nb x:1\nb x:2\nb x\n", "2"),
        ("names", "1:2|! .: |\n", ""),
        ("names", "1:2|! . 5 | %\n! 5\n. 5\n! . %:5\n5\n", "2"),
    ] {
        let Ok(problem) = knuth::read(text.as_bytes(), name, |_| ()) else {
            assert_eq!(count, "", "{name}");
            continue;
        };
        certified(name, &problem, count);
        names += 1;
    }
    assert!(names >= 50, "{names}");
}

/// Boards that have more than 2¹²⁸ tilings.
#[test]
fn counts_beyond_128_bits_are_certified() {
    for (name, count) in [
        (
            "dominoes:4x200",
            "2525031577688464488804307479268415358250636716475511790390323454373612463294233511639976145",
        ),
        ("dominoes:2x500", ""),
    ] {
        let instance = problems::build(name).unwrap();
        let problem = instance.problem();
        let (file, claimed) = certificate(problem, Method::Frontier, ENOUGH);
        assert!(claimed.len() > 39 && (count.is_empty() || claimed == count));
        assert_eq!(check(&text_of(problem), file.as_bytes()), Ok(claimed));
    }
}

/// Returns a random problem with colours and bounds in Knuth's form.
pub(crate) fn random_problem(random: &mut fastrand::Rng) -> String {
    let (primary, secondary) = (random.usize(1..5), random.usize(0..4));
    let mut text = String::new();
    for item in 0..primary {
        text += match random.u32(0..8) {
            0 => "0:1|",
            1 => "0:2|",
            2 => "1:2|",
            3 => "2|",
            _ => "",
        };
        text += &format!("p{item} ");
    }
    text += "|";
    for item in 0..secondary {
        text += &format!(" s{item}");
    }
    text.push('\n');
    for _ in 0..random.usize(0..10) {
        let primary = (0..primary).filter(|_| random.u32(0..5) < 2);
        let mut option: Vec<String> = primary.map(|item| format!("p{item}")).collect();
        for item in (0..secondary)
            .filter(|_| random.u32(0..5) < 2)
            .collect::<Vec<_>>()
        {
            let color = ["", "", ":r", ":g"][random.usize(0..4)];
            option.push(format!("s{item}{color}"));
        }
        if !option.is_empty() {
            text += &(option.join(" ") + "\n");
        }
    }
    text
}

/// Returns the number of sets of options that are solutions.
pub(crate) fn brute_force(problem: &ExactCover) -> usize {
    let options: Vec<OptionId> = problem
        .options()
        .filter(|&o| problem.may_be_chosen(o))
        .collect();
    let is_solution = |set: &usize| {
        let chosen = options.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| set >> place & 1 == 1);
        let chosen: Vec<OptionId> = chosen.map(|(_, &option)| option).collect();
        check::cover(problem, &chosen).is_ok()
    };
    (0..1 << options.len()).filter(is_solution).count()
}

#[test]
fn counts_of_random_problems_are_those_of_all_subsets() {
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    play("certificates of random problems", 200, |random| {
        let text = random_problem(random);
        let problem = knuth::read(text.as_bytes(), &text, |_| ()).unwrap();
        let count = brute_force(&problem);
        certified(&text, &problem, &count.to_string());
        *counts.entry(count).or_default() += 1;
    });
    assert!(counts.len() > 8, "{counts:?}");
}

/// Small problems of several kinds, each with its certificate and its number of solutions.
fn small() -> Vec<(Vec<u8>, String, String)> {
    let mut all = Vec::new();
    for name in [
        "queens:5",
        "langford:4",
        "dominoes:4x4",
        "mates:3",
        "triominoes:3x3",
    ] {
        let instance = problems::build(name).unwrap();
        for method in [Method::Count, Method::Frontier] {
            let (file, count) = certificate(instance.problem(), method, ENOUGH);
            all.push((text_of(instance.problem()), file, count));
        }
    }
    let mut random = fastrand::Rng::with_seed(7);
    while all.len() < 40 {
        let text = random_problem(&mut random);
        let problem = knuth::read(text.as_bytes(), &text, |_| ()).unwrap();
        let (file, count) = certificate(&problem, Method::Count, ENOUGH);
        if file.lines().count() > 6 {
            all.push((text.into_bytes(), file, count));
        }
    }
    all
}

/// Replaces a word of a node's line by another number, edge or item of the certificate, or none.
fn other_word(file: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<Vec<String>> = file
        .lines()
        .map(|line| line.split(' ').map(str::to_owned).collect())
        .collect();
    let words: Vec<String> = lines.iter().skip(1).flatten().cloned().collect();
    let line = random.usize(1..lines.len());
    let place = random.usize(0..lines[line].len());
    let other = words[random.usize(0..words.len())].clone();
    let word = lines[line][place].clone();
    lines[line][place] = match random.u32(0..5) {
        0 => other,
        1 => word.split(':').next().unwrap_or_default().to_owned() + ".",
        2 => match (word.split_once(':'), random.usize(1..lines.len())) {
            (Some((option, _)), node) => format!("{option}:{node}"),
            (None, node) => node.to_string(),
        },
        3 => format!("{word} {word}"),
        _ => String::new(),
    };
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

/// Replaces, removes or inserts a byte.
fn other_byte(file: &str, random: &mut fastrand::Rng) -> Vec<u8> {
    const BYTES: &[u8] = b" \t\r\n0123456789:!.-+acpqx\0\x80";
    let mut bytes = file.as_bytes().to_vec();
    let (place, byte) = (
        random.usize(0..bytes.len()),
        BYTES[random.usize(0..BYTES.len())],
    );
    match random.u32(0..3) {
        0 => bytes[place] = byte,
        1 => drop(bytes.remove(place)),
        _ => bytes.insert(place, byte),
    }
    bytes
}

/// With `SUDOSAT_ROUNDS=10` these are 20 000.
#[test]
fn damaged_certificates_are_refused_or_still_right() {
    let small = small();
    let (mut refused, mut wrong, mut right) = (0, 0, 0);
    let played = play("damaged certificates", 2_000, |random| {
        let (problem, file, count) = &small[random.usize(0..small.len())];
        let mut bytes = file.clone().into_bytes();
        for _ in 0..random.u32(1..3) {
            let Ok(text) = String::from_utf8(bytes.clone()) else {
                break;
            };
            if text.lines().count() < 3 {
                break;
            }
            bytes = match random.u32(0..4) {
                0 => other_byte(&text, random),
                1 => damage(text.as_bytes(), random),
                _ => other_word(&text, random).into_bytes(),
            };
        }
        match check(problem, &bytes) {
            Ok(found) => {
                assert_eq!(found, *count, "{}", String::from_utf8_lossy(&bytes));
                right += 1;
            }
            Err(fault) => {
                refused_for_more(&fault, count, &bytes);
                refused += 1;
                wrong += u64::from(fault.kind == Kind::Wrong);
            }
        }
    });
    eprintln!("refused {refused}, {wrong} of them as wrong; the same meaning {right}");
    assert!(wrong > played / 5 && right > played / 100);
}

/// Each word of small certificates is left out, doubled, and replaced by each other edge of its
/// option.
#[test]
fn no_edge_can_be_another() {
    for (problem, file, count) in small().iter().skip(10).take(rounds(10) as usize) {
        let nodes = file.lines().count() - 2;
        let lines: Vec<&str> = file.lines().collect();
        for (at, line) in lines.iter().enumerate().skip(1).take(nodes) {
            let words: Vec<&str> = line.split(' ').collect();
            for (place, word) in words.iter().enumerate().skip(2) {
                let end = word.find([':', '!', '.']).unwrap();
                let (option, target) = word.split_at(end);
                let mut others = vec![
                    String::new(),
                    format!("{word} {word}"),
                    format!("{option}."),
                ];
                others.extend((0..nodes + 3).map(|node| format!("{option}:{node}")));
                others.extend((0..5).map(|item| format!("{option}!p{item}")));
                for other in others.iter().filter(|other| *other != word) {
                    let mut words = words.clone();
                    words[place] = other;
                    let line = words.join(" ");
                    let mut lines = lines.clone();
                    lines[at] = &line;
                    let text = lines.join("\n") + "\n";
                    let found = check(problem, text.as_bytes());
                    // Two items may both have too few options.
                    let is_same = target.starts_with('!') && other.contains('!');
                    match found {
                        Ok(found) => assert!(is_same && found == *count, "{file}{text}"),
                        Err(fault) => refused_for_more(&fault, count, text.as_bytes()),
                    }
                }
            }
        }
    }
}

const PROBLEM: &str = "a b c | x\na x\nb c\nb x\nc\na\n";
const RIGHT: &str = "cover-count 1 0\n1 a 1:2 5:3\n2 b 2.\n3 b 2. 3:4\n4 c 4.\ncount 3\n";

#[test]
fn forged_certificates_are_refused_with_their_place() {
    assert_eq!(
        check(PROBLEM.as_bytes(), RIGHT.as_bytes()).as_deref(),
        Ok("3")
    );
    for (old, new, line, message) in [
        // Another count.
        ("count 3", "count 4", "6:7", "found \"4\", expected 3"),
        ("count 3", "count 03", "6:7", "found \"03\", expected 3"),
        ("count 3", "count", "6:6", "found \"\", expected 3"),
        (
            "count 3",
            "count 99999999999999999999999999",
            "6:7",
            "found \"99999999999999999999999999\", expected 3",
        ),
        // An option left out, doubled, out of order, of another item, of none.
        (
            "1:2 5:3",
            "1:2",
            "2:8",
            "found the end of the line, expected an edge for option 5",
        ),
        (
            "2. 3:4",
            "2. 2. 3:4",
            "4:8",
            "found \"2.\", expected an edge for option 3",
        ),
        (
            "1:2 5:3",
            "5:2 1:3",
            "2:5",
            "found \"5:2\", expected an edge for option 1",
        ),
        (
            "2. 3:4",
            "2. 3:4 4!c",
            "4:12",
            "found \"4!c\", expected the end of the line",
        ),
        (
            "4 c 4.",
            "4 c 9:9",
            "5:5",
            "found \"9:9\", expected an edge for option 4",
        ),
        (
            "2 b 2.",
            "2 b 2. 0.",
            "3:8",
            "found \"0.\", expected the end of the line",
        ),
        // A line of another item, of a secondary one, of none.
        (
            "2 b 2.",
            "2 x 2.",
            "3:5",
            "found \"2.\", expected an edge for option 0",
        ),
        ("2 b 2.", "2 d 2.", "3:3", "found \"d\", expected an item"),
        (
            "2 b 2.",
            "2",
            "3:2",
            "found the end of the line, expected an item",
        ),
        (
            "2 b 2.",
            "2 a 2.",
            "3:5",
            "found \"2.\", expected an edge for option 0",
        ),
        // Dead ends and solutions that are none.
        (
            "2. 3:4",
            "2!c 3:4",
            "4:5",
            "found \"2!c\", but enough options of this item are left",
        ),
        (
            "3:4",
            "3!b",
            "4:8",
            "found \"3!b\", but enough options of this item are left",
        ),
        (
            "3:4",
            "3!x",
            "4:8",
            "found \"3!x\", but enough options of this item are left",
        ),
        (
            "3:4",
            "3.",
            "4:8",
            "found \"3.\", but the options so far are no solution",
        ),
        // Nodes: the same for two states, a cycle, one that comes before, one far away.
        (
            "5:3",
            "5:2",
            "2:9",
            "found \"5:2\", expected the next new node",
        ),
        (
            "3:4",
            "3:3",
            "4:8",
            "found \"3:3\", expected the next new node",
        ),
        (
            "3:4",
            "3:1",
            "4:8",
            "found \"3:1\", expected the next new node",
        ),
        (
            "3:4",
            "3:5",
            "4:8",
            "found \"3:5\", expected the next new node",
        ),
        (
            "3:4",
            "3:0",
            "4:8",
            "found \"3:0\", expected the next new node",
        ),
        (
            "3:4",
            "3:18446744073709551617",
            "4:8",
            "found \"3:18446744073709551617\", expected",
        ),
        (
            "4 c",
            "99999999999999999999 c",
            "5:1",
            "found \"99999999999999999999\", expected the number of a node",
        ),
        (
            "4 c",
            "-4 c",
            "5:1",
            "found \"-4\", expected the number of a node",
        ),
        (
            "2 b 2.\n",
            "2 b 2.\n2 b 2.\n",
            "4:1",
            "found 2, expected a node that lines before lead to",
        ),
        (
            "1 a 1:2 5:3\n2 b 2.\n",
            "2 b 2.\n1 a 1:2 5:3\n",
            "2:1",
            "found 2, expected a node that lines before lead to",
        ),
        ("4 c 4.\n", "", "5:7", "expected the line of node 4 before"),
        // Words that are no edges.
        ("3:4", "3", "4:8", "found \"3\", expected a number and"),
        ("3:4", "3.4", "4:8", "found \"3.4\", expected a number and"),
        ("3:4", "3:", "4:8", "found \"3:\", expected"),
        (
            "3:4",
            ":4",
            "4:8",
            "found \":4\", expected an edge for option 3",
        ),
        (
            "3:4",
            "+3:4",
            "4:8",
            "found \"+3:4\", expected an edge for option 3",
        ),
        // The ends of the file.
        (
            "cover-count 1",
            "cover-count 2",
            "1:13",
            "found \"2\", expected the first line",
        ),
        (
            "cover-count 1 0\n",
            "",
            "1:1",
            "found \"1\", expected the first line",
        ),
        (
            "1 0\n",
            "1 0 0\n",
            "1:17",
            "found \"0\", expected the end of the line",
        ),
        (
            "count 3\n",
            "",
            "6:1",
            "found the end of the file, expected the number of a node",
        ),
        (
            "count 3\n",
            "count 3\ncount 3\n",
            "7:1",
            "found \"count\", expected the end of the file",
        ),
        (
            RIGHT,
            "",
            "1:1",
            "found the end of the file, expected the first line",
        ),
    ] {
        let forged = RIGHT.replacen(old, new, 1);
        assert_ne!(forged, RIGHT, "{old}");
        let fault = check(PROBLEM.as_bytes(), forged.as_bytes()).expect_err(&forged);
        let before = &forged[..fault.offset];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let place = format!(
            "{}:{}",
            before.matches('\n').count() + 1,
            fault.offset - start + 1
        );
        assert!(
            place == line && fault.message.starts_with(message),
            "{forged}{place}: {fault}\nexpected {line}: {message}"
        );
    }
    // Line ends of Windows, blank lines and blanks change nothing.
    for (old, new) in [
        ("\n", "\r\n"),
        ("\n", "\n\n"),
        (" ", " \t "),
        ("count 3\n", "count 3"),
    ] {
        let other = RIGHT.replace(old, new);
        assert_eq!(
            check(PROBLEM.as_bytes(), other.as_bytes()).as_deref(),
            Ok("3"),
            "{other}"
        );
    }
    // Each cut is refused, but for the last line's end.
    for length in 0..RIGHT.len() - 1 {
        assert!(
            check(PROBLEM.as_bytes(), &RIGHT.as_bytes()[..length]).is_err(),
            "{length}"
        );
    }
    // Another problem.
    for other in [
        "a b c | x\na x\nb c\nb x\nc\n",
        "a b | x\na x\nb\nb x\na\n",
        "a b c\na\nb c\nb\nc\na\n",
    ] {
        assert!(
            check(other.as_bytes(), RIGHT.as_bytes()).is_err(),
            "{other}"
        );
    }
    let stopped = trusted::exact_cover(PROBLEM.as_bytes()).unwrap();
    let stopped = trusted::count(&stopped, RIGHT.as_bytes(), &|| true);
    assert_eq!(stopped.unwrap_err().kind, Kind::Stopped);
}

/// Bounds: an edge 0 stands exactly where an item has been covered often enough.
#[test]
fn an_item_with_bounds_ends_where_it_may() {
    let problem = "1:2|a b\na\na\nb\n";
    let right = "cover-count 1 0\n1 b 3:2\n2 a 1:3 2:4\n3 a 2. 0.\n4 a 0.\ncount 3\n";
    assert_eq!(
        check(problem.as_bytes(), right.as_bytes()).as_deref(),
        Ok("3")
    );
    for (old, new) in [
        ("2. 0.", "2."),
        ("2. 0.", "0."),
        ("2. 0.", "0. 2."),
        ("2:4\n", "2:4 0!a\n"),
        ("2:4\n", "2:4 0:3\n"),
        ("2:4", "2:3"),
        ("4 a 0.", "4 a"),
        ("4 a 0.", "4 b 0."),
        ("3:2\n", "3:2 0.\n"),
    ] {
        let forged = right.replacen(old, new, 1);
        let found = check(problem.as_bytes(), forged.as_bytes());
        // Node 4 may end any item: that `a` or `b` is covered no more is the same.
        match new {
            "4 b 0." => assert_eq!(found.as_deref(), Ok("3")),
            _ => assert!(found.is_err(), "{forged}"),
        }
    }
}

#[test]
fn the_program_writes_certificates_and_checks_them() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str, input: &[u8]| {
        let mut command = program();
        command
            .current_dir(folder.path())
            .args(arguments.split(' '))
            .write_stdin(input);
        texts(&output(&mut command))
    };
    let put = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    let get = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    put("p.dlx", PROBLEM.as_bytes());
    put("other.dlx", b"a b c\na\nb c\nb\nc\na\n");
    put("f.cnf", b"p cnf 1 1\n1 0\n");
    let (code, out, err) = run("cover p.dlx --all --count-only --certificate c", b"");
    assert_eq!((code, &out[..]), (0, "3\n"));
    assert!(
        err.contains("wrote c: 4 nodes in ") && err.contains("sudosat verify p.dlx c"),
        "{err}"
    );
    let right = get("c");
    for arguments in [
        "verify p.dlx c",
        "verify --trusted p.dlx c",
        "verify --form count p.dlx -",
    ] {
        let found = run(arguments, &right);
        assert_eq!(
            found,
            (0, "s VERIFIED COUNT 3\n".into(), String::new()),
            "{arguments}"
        );
    }
    let matrix = run("verify --form count - c", b"1 0\n0 1\n");
    assert_eq!((matrix.0, &matrix.1[..]), (1, "s NOT VERIFIED\n"));
    for arguments in ["verify other.dlx c", "verify --trusted other.dlx c"] {
        let (code, out, err) = run(arguments, b"");
        assert_eq!((code, &out[..]), (1, "s NOT VERIFIED\n"));
        assert!(err.starts_with("c: line 1: found the checksum "), "{err}");
        assert!(err.contains("another problem"), "{err}");
    }
    let text = String::from_utf8(right.clone()).unwrap();
    put("forged", text.replace("count 3", "count 4").as_bytes());
    put("damaged", text.replace("2.", "2").as_bytes());
    for trusted in ["", "--trusted "] {
        let (code, out, err) = run(&format!("verify {trusted}p.dlx forged"), b"");
        assert_eq!((code, &out[..]), (1, "s NOT VERIFIED\n"));
        assert_eq!(err, "forged: line 6, column 7: found \"4\", expected 3\n");
        let (code, out, err) = run(&format!("verify {trusted}p.dlx damaged"), b"");
        assert_eq!((code, &out[..]), (2, ""));
        assert!(
            err.starts_with("error: damaged:3:5: found \"2\", expected a number and "),
            "{err}"
        );
        let (code, out, err) = run(&format!("verify {trusted}f.cnf c"), b"");
        assert_eq!((code, &out[..]), (2, ""), "{err}");
        let (code, out, _) = run(&format!("verify {trusted}p.dlx c --time-limit 0"), b"");
        assert_eq!((code, &out[..]), (3, "s UNKNOWN\n"));
    }
    // Listed, with other engines, threads and colours.
    for arguments in [
        "--engine dlx",
        "--engine frontier --count-only",
        "--engine bits -j2",
        "--json",
    ] {
        let (code, out, err) = run(
            &format!("cover p.dlx --all -qf --certificate c {arguments}"),
            b"",
        );
        assert_eq!((code, &err[..]), (0, ""), "{arguments}");
        assert_eq!(
            run("verify p.dlx c", b"").1,
            "s VERIFIED COUNT 3\n",
            "{arguments}"
        );
        if arguments == "--json" {
            let bytes = get("c").len();
            let field = format!("\"certificate\":{{\"file\":\"c\",\"nodes\":4,\"bytes\":{bytes}}}");
            assert!(out.contains(&field), "{out}");
        }
    }
    let before = files();
    for (arguments, code, message) in [
        ("p.dlx --all --certificate c", 2, "`--force` replaces it"),
        ("p.dlx --all --certificate p.dlx -f", 2, "p.dlx"),
        ("p.dlx --all --certificate -", 2, "standard output"),
        ("p.dlx --certificate new", 2, "--all"),
        (
            "p.dlx --all --engine cdcl --certificate new",
            2,
            "engines of exact cover",
        ),
        ("p.dlx --all --certificate none/new", 2, "folder"),
        (
            "-q --problem queens:20 --all --count-only --time-limit 0.2 --certificate new",
            3,
            "not written",
        ),
    ] {
        let (found, _, err) = run(&format!("cover {arguments}"), b"");
        assert_eq!(found, code, "{arguments}: {err}");
        assert!(err.contains(message), "{arguments}: {err}");
        assert_eq!(files(), before, "{arguments}");
    }
}

/// Runs the program in a folder.
fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = program();
    command
        .current_dir(folder)
        .args(arguments)
        .write_stdin(input);
    texts(&output(&mut command))
}

/// `cover` and `verify`, with and without the trusted base, read a problem after a byte order mark
/// as the same.
#[test]
fn a_byte_order_mark_is_no_item() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        run_in(folder.path(), &arguments, b"")
    };
    for (text, count) in [
        ("\u{feff} a b\na\nb\n", 1),
        ("\u{feff}a b\r\na\na\nb\n", 2),
        ("\u{feff}| a comment\na b\na\nb\na b\n", 2),
        ("\n\u{feff}a b\n\u{feff}a\nb\n", 1),
        ("\u{feff}\u{feff}a b\n\u{feff}a\nb\n", 1),
    ] {
        fs::write(folder.path().join("p"), text).unwrap();
        let (code, out, err) = run("cover p --all --count-only -f --certificate c");
        assert_eq!((code, out), (0, format!("{count}\n")), "{text:?}: {err}");
        let right = fs::read_to_string(folder.path().join("c")).unwrap();
        let first = right.lines().next().unwrap();
        fs::write(
            folder.path().join("forged"),
            format!("{first}\n1 \u{feff}\ncount 0\n"),
        )
        .unwrap();
        for trusted in ["", "--trusted "] {
            let found = run(&format!("verify {trusted}p c"));
            let verified = (0, format!("s VERIFIED COUNT {count}\n"), String::new());
            assert_eq!(found, verified, "{text:?} {trusted}");
            let (code, out, err) = run(&format!("verify {trusted}p forged"));
            assert!(code != 0 && !out.contains("COUNT"), "{text:?}: {out}{err}");
        }
    }
}

/// An option that another one would leave without effect is refused.
#[test]
fn neither_certificate_nor_checkpoint_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    for (option, others) in [
        (
            "--certificate",
            &[
                "-n 1",
                "--sample 1",
                "--zdd z",
                "--minimize options",
                "--write w",
            ][..],
        ),
        (
            "--checkpoint",
            &[
                "-n 1",
                "--sample 1",
                "--zdd z",
                "--minimize options",
                "--write w",
                "--picture p",
            ],
        ),
    ] {
        for other in others {
            for more in ["", "--all", "--count-only", "--all --count-only"] {
                let line = format!("cover --problem queens:4 {option} new {other} {more}");
                let words: Vec<&str> = line.split_whitespace().collect();
                let (code, out, err) = run_in(folder.path(), &words, b"");
                assert_eq!((code, &out[..]), (2, ""), "{line}: {err}");
                assert!(err.contains("cannot be used with"), "{line}: {err}");
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{line}");
            }
        }
    }
}

/// Neither an input nor another output is replaced, whatever names it.
#[test]
fn a_certificate_replaces_no_file_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let words = fs::read_to_string("puzzles/cover/sator.words").unwrap();
    put("puz.txt", "1.....4..2.....3\n");
    put("my.words", &words);
    put("old", "old\n");
    for (line, message) in [
        (
            "--puzzle puz.txt:1 --all --count-only --certificate puz.txt -f",
            "it is the input",
        ),
        ("--puzzle puz.txt:1 --picture puz.txt -f", "it is the input"),
        (
            "--problem words:5,file=my.words --all --count-only --certificate my.words -f",
            "it is the input",
        ),
        (
            "--problem words:5,file=my.words --write my.words -f",
            "it is the input",
        ),
        (
            "--problem queens:4 --all --count-only --certificate x --checkpoint ./x -f",
            "--certificate and --checkpoint would both be written",
        ),
        (
            "--problem queens:4 --all --certificate s1 --picture s{} -f",
            "--certificate and --picture would both be written",
        ),
        (
            "--problem queens:4 --sample 1 --zdd old --picture old -f",
            "--zdd and --picture would both be written",
        ),
    ] {
        let arguments: Vec<&str> = ["cover"].into_iter().chain(line.split(' ')).collect();
        let (code, out, err) = run_in(folder.path(), &arguments, b"");
        assert_eq!(code, 2, "{line}: {out}{err}");
        assert!(err.contains(message), "{line}: {err}");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("puz.txt"), "1.....4..2.....3\n", "{line}");
        assert_eq!(
            (read("my.words"), read("old")),
            (words.clone(), "old\n".into()),
            "{line}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "{line}");
    }
}

/// The command that is printed after a certificate was written checks it, in a shell.
#[cfg(unix)]
#[test]
fn the_printed_command_checks_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("my file's.dlx", PROBLEM);
    put("digits", "0 1\n0 1\n0\n1\n");
    put("a", "a\n");
    put("bounds", "0:1|a\n");
    put("f.cnf", "p cnf 3 2\n1 -2 0\n2 3 0\n");
    put("bare.cnf", "1 -2 0\n2 3 0\n");
    put("matrix", "1 0\n0 1\n1 1\n");
    let mut piped = 0;
    for (arguments, certificate, count) in [
        (&["my file's.dlx"][..], "my c", "3"),
        (&["my file's.dlx"], "c.lrat", "3"),
        (&["digits", "--form", "knuth"], "c", "2"),
        (&["a", "--form", "knuth"], "c", "0"),
        (&["bounds"], "c", "1"),
        (&["bounds", "--form", "knuth"], "c", "1"),
        (&["f.cnf", "--form", "cnf"], "c.drat", "4"),
        (&["bare.cnf", "--form", "cnf", "--relaxed"], "c", "4"),
        (&["matrix"], "c.count.gz", "2"),
        (&[], "c", "3"),
        (&["-"], "my c", "3"),
        (&["/dev/stdin"], "c", "3"),
        (&["--problem", "dominoes:4x4"], "c", "36"),
        (&["--puzzle", "1.....4..2.....3"], "c", "1"),
        (&["--puzzle", "1..... 4..2.....3"], "c", "1"),
    ] {
        let more = ["--all", "--count-only", "-f", "--certificate", certificate];
        let arguments = [&["cover"], arguments, &more].concat();
        let (code, out, err) = run_in(folder.path(), &arguments, PROBLEM.as_bytes());
        assert_eq!((code, out.trim()), (0, count), "{arguments:?}: {err}");
        let command = err.lines().find_map(|line| line.strip_prefix("check it: "));
        let command = command.unwrap_or_else(|| panic!("{arguments:?}: {err}"));
        piped += u64::from(command.contains(" | "));
        let command = command.replace("sudosat ", &format!("'{PROGRAM}' "));
        let mut shell = assert_cmd::Command::new("sh");
        shell
            .current_dir(folder.path())
            .args(["-c", &command])
            .write_stdin(PROBLEM);
        let (code, out, err) = texts(&output(&mut shell));
        let verified = format!("s VERIFIED COUNT {count}\n");
        assert_eq!((code, out), (0, verified), "{command}: {err}");
    }
    assert_eq!(piped, 8);
}

/// A node with many edges is left at the time limit, when it is written and when it is checked.
#[test]
fn a_wide_node_ends_at_the_time_limit() {
    let options = if cfg!(debug_assertions) {
        20_000
    } else {
        150_000
    };
    let text = "a | s\n".to_owned() + &"a s:r\n".repeat(options);
    let problem = knuth::read(text.as_bytes(), "wide", |_| ()).unwrap();
    let budget = Budget::unlimited().with_time(Duration::from_millis(50));
    let mut file = Vec::new();
    let made = certify(&problem, "0", Method::Count, ENOUGH, &budget, &mut file);
    assert!(
        matches!(made, Err(NoCertificate::Stopped(Stop::Time))),
        "{made:?}"
    );
    let problem = trusted::exact_cover(text.as_bytes()).unwrap();
    let polls = Cell::new(0);
    let stop = || polls.replace(polls.get() + 1) == 2;
    let edges: String = (1..10).map(|option| format!(" {option}.")).collect();
    let checked = trusted::count(
        &problem,
        format!("cover-count 1 0\n1 a{edges}\n").as_bytes(),
        &stop,
    );
    assert_eq!((checked.unwrap_err().kind, polls.get()), (Kind::Stopped, 3));
}
