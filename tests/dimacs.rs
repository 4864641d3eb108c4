//! Reading and writing DIMACS: what is accepted, what is refused and with
//! which words, and that nothing is lost on the way there and back.

use crate::program::wait_until;
use proptest::prelude::*;
use std::io::{Read, Write};
use sudosat::formula::{Cnf, dimacs};
use sudosat::io::{Overwrite, Source, Target};

/// All four clauses over two variables.
const UNSAT: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

fn read(text: &[u8]) -> Result<Cnf, String> {
    dimacs::read(text, "f").map_err(|error| {
        assert!(!error.to_string().chars().any(char::is_control), "{error}");
        error.to_string()
    })
}

fn clauses(cnf: &Cnf) -> Vec<Vec<i32>> {
    cnf.clauses()
        .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
        .collect()
}

#[test]
fn every_layout_of_a_formula_is_the_same_formula() {
    let expected = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    let body = &UNSAT["p cnf 2 4\n".len()..];
    let layouts: Vec<Vec<u8>> = vec![
        UNSAT.into(),
        UNSAT.trim_end().into(),
        UNSAT.replace('\n', "\r\n").into(),
        format!("c x\r\n{}", UNSAT.replace('\n', "\r\n")).into(),
        UNSAT.replace(' ', "\t").into(),
        format!("p   cnf \t 2   4   \n{body}").into(),
        format!("\n \n{UNSAT}\n\n").into(),
        b"p cnf 2 4 \n 1 2 0 1 -2 0 -1  2 0\t-1 -2 0  ".to_vec(),
        b"p cnf 2 4\n1\n2\n0 1\n\n-2 0 -1\n2 0 -1 -2\n0".to_vec(),
        b"p cnf 2 4\n1\nc 2 0\n2 0 1 -2 0\n  cfoo 0 0\n-1 2 0 -1 -2 0\nc".to_vec(),
        b"p cnf 02 004\n01 2 0\n1 -002 0\n-1 2 00\n-1 -2 0\n".to_vec(),
        [
            b"c p cnf 1 1\nc caf\xe9 \xff\xfe \x1b]0;x\x07 a\0b\n",
            UNSAT.as_bytes(),
        ]
        .concat(),
        [
            b"c ".to_vec(),
            vec![b'0'; 1_000_000],
            b"\n".to_vec(),
            UNSAT.into(),
        ]
        .concat(),
    ];
    for layout in &layouts {
        let cnf = read(layout).unwrap();
        assert_eq!(clauses(&cnf), expected);
        assert_eq!(cnf.num_vars(), 2);
    }
}

#[test]
fn the_smallest_formulas_are_read() {
    assert_eq!(read(b"p cnf 0 0").unwrap(), Cnf::new(0));
    assert_eq!(read(b"p cnf 5 0\n").unwrap(), Cnf::new(5));
    assert_eq!(
        clauses(&read(b"p cnf 0 1\n0\n").unwrap()),
        [Vec::<i32>::new()]
    );
    let cnf = read(b"p cnf 2 3\n1 0\n0\n2 0\n").unwrap();
    assert_eq!(clauses(&cnf), [vec![1], vec![], vec![2]]);
    assert_eq!(clauses(&read(b"p cnf 10 1\n010 0\n").unwrap()), [vec![10]]);
    let cnf = read(b"p cnf 2 2\n1 -1 0\n2 2 2 0\n").unwrap();
    assert_eq!(clauses(&cnf), [vec![1, -1], vec![2, 2, 2]]);
}

#[test]
fn counts_of_the_header_reserve_no_memory() {
    let cnf = read(b"p cnf 1073741823 1\n-1073741823 0\n").unwrap();
    assert_eq!(cnf.num_vars(), 1_073_741_823);
    let error = read(b"p cnf 2 9000000000000000000\n1 0\n").unwrap_err();
    assert!(error.contains("found 1 clause, expected the 9000000000000000000"));
}

#[test]
fn what_is_not_plainly_right_is_refused_with_place_and_reason() {
    let cases: &[(&[u8], &str)] = &[
        // The header.
        (b"", "f:1:1: found the end of the file, expected the header"),
        (
            b" \n\t\n\n",
            "f:4:1: found the end of the file, expected the header",
        ),
        (
            b"c nothing\nc here\n",
            "f:3:1: found the end of the file, expected the header",
        ),
        (b"1 2 0\n-1 0\n", "f:1:1: found \"1\", expected the header"),
        (
            b"1 0\np cnf 1 1\n",
            "f:1:1: found \"1\", expected the header",
        ),
        (
            b"p cnf\n1 0\n",
            "f:1:6: found the end of the line, expected the number of variables",
        ),
        (
            b"p cnf 3\n1 0\n",
            "f:1:8: found the end of the line, expected the number of clauses",
        ),
        (
            b"p cnf two 4\n",
            "f:1:7: found \"two\", expected the number of variables",
        ),
        (
            b"p cnf -2 1\n1 0\n",
            "f:1:7: found \"-2\", expected the number of variables",
        ),
        (
            b"p cnf 1 -1\n1 0\n",
            "f:1:9: found \"-1\", expected the number of clauses",
        ),
        (b"p cnf 2.0 1\n", "found \"2.0\""),
        (b"p cnf 1e3 1\n", "found \"1e3\""),
        (b"p cnf 0x10 1\n", "found \"0x10\""),
        (b"P CNF 2 1\n1 0\n", "it is written in small letters"),
        (
            b"p dnf 2 1\n1 0\n",
            "f:1:3: found \"dnf\", expected \"cnf\"",
        ),
        (b"p wcnf 2 2 10\n", "found \"wcnf\""),
        (b"p inccnf\n1 2 0\n", "found \"inccnf\""),
        (b"pcnf 2 1\n1 0\n", "f:1:1: found \"pcnf\""),
        (
            b"p cnf 2 1 7\n1 0\n",
            "f:1:11: found \"7\", expected the end of the header's line",
        ),
        (b"p cnf 1073741824 1\n1 0\n", "expected at most 1073741823"),
        (b"p cnf 4294967298 1\n2 0\n", "expected at most 1073741823"),
        (
            b"p cnf 9223372036854775808 1\n1 0\n",
            "found \"9223372036854775808\"",
        ),
        (
            b"p cnf 1 1000000000000000000000000000000\n",
            "found \"1000000000000000000000000000000\"",
        ),
        // Its counts.
        (
            b"p cnf 1 4294967297\n1 0\n",
            "f:3:1: found 1 clause, expected the 4294967297",
        ),
        (
            b"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n",
            "f:5:1: found 3 clauses, expected the 4",
        ),
        (
            b"p cnf 2 1\n1 0\n2 0\n",
            "f:3:1: found one more clause, expected the end after the 1",
        ),
        (b"p cnf 1 0\n0\n", "f:2:1: found one more clause"),
        (
            b"p cnf 2 2\n1 3 0\n-3 0\n",
            "f:2:3: found \"3\", expected a variable up to 2, as the header on line 1",
        ),
        (
            b"p cnf 2 1\n-1000000000 0\n",
            "f:2:1: found \"-1000000000\"",
        ),
        // Literals.
        (b"p cnf 1 2\n2147483648 0\n", "found \"2147483648\""),
        (b"p cnf 1 2\n-2147483648 0\n1 0\n", "found \"-2147483648\""),
        (b"p cnf 1 2\n4294967297 0\n-1 0\n", "found \"4294967297\""),
        (
            b"p cnf 1 2\n18446744073709551617 0\n-1 0\n",
            "found \"18446744073709551617\"",
        ),
        (
            b"p cnf 1 2\n1 18446744073709551616 -1 0\n",
            "found \"18446744073709551616\"",
        ),
        (
            b"p cnf 2 1\n1 - 2 0\n",
            "f:2:3: found \"-\", expected a literal",
        ),
        (b"p cnf 1 2\n--1 0\n1 0\n", "found \"--1\""),
        (b"p cnf 1 2\n+1 0\n-1 0\n", "found \"+1\""),
        (b"p cnf 2 2\n1 2 -0\n-1 0\n", "f:2:5: found \"-0\""),
        (b"p cnf 2 2\n1-2 0\n-1 0\n", "found \"1-2\""),
        (b"p cnf 2 1\n1,2,0\n", "found \"1,2,0\""),
        (b"p cnf 2 1\n1 abc 0\n", "f:2:3: found \"abc\""),
        (b"p cnf 2 2\n1.5 2 0\n-1 0\n", "found \"1.5\""),
        (b"p cnf 31 2\n0x1F 0\n-31 0\n", "found \"0x1F\""),
        (
            b"p cnf 1 2\n1 0\n-1 c x\n0",
            "f:3:4: found \"c\", expected a literal; a comment",
        ),
        (
            "p cnf 1 2\n1 0\n\u{2212}1 0\n".as_bytes(),
            "f:3:1: found \"\u{2212}1\"",
        ),
        ("p cnf 1 2\n\u{661} 0\n-1 0\n".as_bytes(), "f:2:1: found"),
        ("p cnf 2 1\n1\u{a0}2 0\n".as_bytes(), "found \"1\\u{a0}2\""),
        (b"p cnf 2 1\n1\x0b2 0\n", "found \"1\\u{b}2\""),
        (b"p cnf 2 2\n1 \x002 0\n-1 0\n", "f:2:3: found \"\\02\""),
        (b"p cnf 1 2\n1 0\n\0-1 0\n", "f:3:1: found \"\\0-1\""),
        (b"p cnf 1 1\n1 0\n\0\0\0\0", "f:3:1: found \"\\0\\0\\0\\0\""),
        (
            b"p cnf 2 2\r1 0\r2 0\r",
            "f:1:10: found a carriage return without a line feed",
        ),
        (
            b"p cnf 2 2\n1 0\r2 0\r",
            "f:2:4: found a carriage return without a line feed",
        ),
        // Ends.
        (
            b"p cnf 1 2\n1 0\n-1\n",
            "f:4:1: found the end of the file, expected the 0",
        ),
        (
            b"p cnf 12 2\n1 0\n-1 1",
            "f:3:5: found the end of the file, expected the 0",
        ),
        (b"p cnf 1 2\n1 0\n-", "f:3:1: found \"-\""),
        (
            b"p cnf 1 1\n1 0\nhello\n",
            "f:3:1: found \"hello\", expected a literal",
        ),
        (
            b"p cnf 1 1\n1 0\np cnf 1 1\n1 0\n",
            "f:3:1: found \"p\", expected clauses; are there two formulas",
        ),
        (b"p cnf 1 1\np cnf 1 1\n1 0\n", "f:2:1: found \"p\""),
        // Other formats.
        (b"h 1 2 0\n3 -1 0\n", "weighted formulas are not read"),
        (b"p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n", "quantified"),
        (b"p cnf 2 2\nx1 2 0\n1 0\n", "XOR"),
        (b"d 1 2 0\n0\n", "it looks like a proof"),
        (b"* #variable= 2\n", "OPB"),
        (b"(set-logic QF_BV)\n", "SMT-LIB"),
        (b"<!DOCTYPE html>\n", "web page"),
        (b"\x7fELF\x02\x01", "program"),
        (b"\xef\xbb\xbfp cnf 1 0\n", "f:1:1: found a byte order mark"),
        (b"\xff\xfep\0 \0", "f:1:1: found UTF-16"),
        (b"\xfe\xff\0p", "f:1:1: found UTF-16"),
    ];
    for (text, part) in cases {
        let error = read(text).expect_err(&String::from_utf8_lossy(text));
        assert!(error.contains(part), "{text:?}:\n  {error}\n  {part}");
    }
}

#[test]
fn absurd_tokens_and_clauses_end_in_an_error_of_bounded_size() {
    let digits = [
        b"p cnf 1 1\n".to_vec(),
        vec![b'9'; 100_000],
        b" 0\n".to_vec(),
    ]
    .concat();
    let error = read(&digits).unwrap_err();
    assert!(
        error.len() < 200 && error.contains("found \"9999"),
        "{error}"
    );
    let zeros = [
        b"p cnf 1 1\n".to_vec(),
        vec![b'0'; 1_000_000],
        b"x 0\n".to_vec(),
    ]
    .concat();
    assert!(read(&zeros).unwrap_err().contains("found a long token"));
}

#[test]
fn a_clause_of_millions_of_literals_over_two_variables_is_a_clause() {
    let text = |pairs: usize| {
        let mut text = b"p cnf 2 2\n".to_vec();
        text.extend(b"2 1 ".repeat(pairs));
        text.extend(b"0 -1 -1 0\n");
        text
    };
    // Short enough to be kept as it is.
    let cnf = dimacs::read(&text(500_000)[..], "f").unwrap();
    assert_eq!((cnf.clause(0).len(), cnf.num_clauses()), (1_000_000, 2));
    for pairs in [600_000, 2_000_000] {
        let cnf = dimacs::read(&text(pairs)[..], "f").unwrap();
        let mut clause = cnf.clause(0).to_vec();
        assert!(clause.len() < 2 * pairs, "{}", clause.len());
        clause.sort_unstable();
        clause.dedup();
        let numbers: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
        assert_eq!(numbers, [1, 2]);
        assert_eq!(clauses(&cnf)[1], [-1, -1]);
    }
    let mut cut_off = text(600_000);
    cut_off.truncate(2_000_000);
    assert!(read(&cut_off).unwrap_err().contains("cut off"));
}

#[test]
fn a_clause_without_end_is_refused() {
    /// The literal 1 for ever.
    struct Ones;
    impl std::io::Read for Ones {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let pairs = out.chunks_exact_mut(2);
            pairs.for_each(|pair| pair.copy_from_slice(b" 1"));
            Ok(out.len() / 2 * 2)
        }
    }
    let text = std::io::Read::chain(&b"p cnf 2 2"[..], &b"\n"[..]);
    let error = dimacs::read(std::io::Read::chain(text, Ones), "f").unwrap_err();
    let message = "found a clause that repeats its literals more than 64 million times";
    assert!(error.message.contains(message), "{error}");
}

#[test]
fn the_trailer_of_satlib_ends_the_formula_with_a_warning() {
    let formula = b"p cnf 3 2\n1 -2 0\n2 3 0\n";
    for trailer in ["%\n0\n\n", "%\n", "%", " %\r\n0\r\n", "%\nc x\n0"] {
        let text = [formula, trailer.as_bytes()].concat();
        let mut warnings = Vec::new();
        let cnf = dimacs::read_with(&text[..], "f", dimacs::Reading::Strict, &mut |warning| {
            warnings.push(warning.to_string());
        });
        assert_eq!(
            clauses(&cnf.unwrap()),
            [vec![1, -2], vec![2, 3]],
            "{trailer:?}"
        );
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].starts_with("f:4:"), "{}", warnings[0]);
    }
    for (text, part) in [
        (
            "p cnf 3 2\n1 -2 0\n%\n0\n",
            "found 1 clause, expected the 2",
        ),
        ("p cnf 3 1\n1 -2\n%\n0\n", "f:3:1: found \"%\""),
        ("p cnf 3 1\n1 -2 0 %\n0\n", "f:2:8: found \"%\""),
        (
            "p cnf 3 1\n1 -2 0\n%\n0\n0\n",
            "f:5:1: found \"0\", expected nothing after",
        ),
        (
            "p cnf 3 1\n1 -2 0\n%\n1 0\n",
            "f:4:1: found \"1\", expected nothing after",
        ),
        ("p cnf 3 1\n1 -2 0\n%x\n", "f:3:1: found \"%x\""),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(error.contains(part), "{text:?}: {error}");
    }
}

/// Packs bytes as one member.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 6);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// What a file of this name and content holds.
fn unpacked(name: &str, content: &[u8]) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    let mut source = Source::open(&path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    match source.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn compression_is_told_by_content() {
    let text = UNSAT.as_bytes();
    let (first, second) = text.split_at(30);
    for packed in [
        text.to_vec(),
        gzip(text),
        xz(text),
        bzip2(text),
        [gzip(first), gzip(second)].concat(),
        [xz(first), xz(second)].concat(),
        [bzip2(first), bzip2(second)].concat(),
        [gzip(text), gzip(b"")].concat(),
    ] {
        for name in ["f.cnf", "f.cnf.gz", "f.cnf.xz"] {
            assert_eq!(unpacked(name, &packed).as_deref(), Ok(text));
        }
    }
    // What begins like an archive but ends before its mark is none.
    let begun = [gzip(text), xz(text), bzip2(text)];
    let short = begun.iter().flat_map(|packed| (0..5).map(|n| &packed[..n]));
    for short in short.filter(|short| !short.starts_with(b"\x1f\x8b")) {
        assert_eq!(unpacked("f.gz", short).as_deref(), Ok(short));
    }
}

#[test]
fn damaged_archives_are_refused_wherever_they_are_cut() {
    let text: Vec<u8> = (0..30_000u32)
        .flat_map(|i| format!("{i} 0\n").into_bytes())
        .collect();
    for (format, packed) in [
        ("gzip", gzip(&text)),
        ("xz", xz(&text)),
        ("bzip2", bzip2(&text)),
    ] {
        let length = packed.len();
        for cut in [
            12,
            30,
            length / 2,
            length - 9,
            length - 8,
            length - 4,
            length - 1,
        ] {
            let error = unpacked("f", &packed[..cut]).expect_err(&format!("{format} {cut}"));
            assert!(error.contains(&format!("{format} data is")), "{error}");
        }
        let mut flipped = packed.clone();
        flipped[length / 2] ^= 0x10;
        assert!(unpacked("f", &flipped).is_err(), "{format}: a flipped bit");
        let tailed = [&packed[..], b"garbage that follows"].concat();
        assert!(unpacked("f", &tailed).is_err(), "{format}: a tail");
    }
    let mut bad_checksum = gzip(&text);
    let place = bad_checksum.len() - 6;
    bad_checksum[place] ^= 0xff;
    assert!(
        unpacked("f", &bad_checksum)
            .unwrap_err()
            .contains("damaged")
    );
    for (name, content) in [
        ("zstd", &b"\x28\xb5\x2f\xfd123456789"[..]),
        ("7z", b"7z\xbc\xaf\x27\x1c123456"),
        ("zip", b"PK\x03\x041234567"),
        (".Z", b"\x1f\x9d12345678"),
    ] {
        assert!(unpacked("f", content).unwrap_err().contains(name));
    }
}

#[test]
fn a_bomb_is_refused_and_a_long_formula_is_not() {
    let blank = vec![b'\n'; 1 << 20];
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    for _ in 0..80 {
        encoder.write_all(&blank).unwrap();
    }
    let error = unpacked("f", &encoder.finish().unwrap()).unwrap_err();
    assert!(error.contains("decompression bomb"), "{error}");
    let mut encoder = xz_fast();
    for _ in 0..60 {
        encoder.write_all(&blank).unwrap();
    }
    let packed = encoder.finish().unwrap();
    assert_eq!(
        unpacked("f", &packed).map(|bytes| bytes.len()),
        Ok(60 << 20)
    );
}

fn xz_fast() -> liblzma::write::XzEncoder<Vec<u8>> {
    liblzma::write::XzEncoder::new(Vec::new(), 0)
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_in_words() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    symlink("nowhere", path("dangling")).unwrap();
    symlink("loop", path("loop")).unwrap();
    symlink("/dev/null", path("null")).unwrap();
    symlink("/dev/zero", path("zero")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe"))
        .status();
    assert!(made.unwrap().success());
    for (name, part) in [
        ("", "it is a directory"),
        ("missing", "no such file"),
        ("dangling", "a link to a file that is not there"),
        ("loop", "can't be read"),
        ("null", "1:1: found the end of the file"),
        ("zero", "1:1: found \"\\0"),
        ("pipe", "no program has opened for writing"),
    ] {
        let read = Source::open(path(name)).and_then(|mut source| dimacs::read(&mut source, "f"));
        let error = read.unwrap_err().to_string();
        assert!(error.contains(part), "{name}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_when_somebody_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let writer = std::thread::spawn({
        let path = path.clone();
        move || {
            use std::os::unix::fs::OpenOptionsExt;
            // It can be opened so when the other end is open.
            let mut options = std::fs::OpenOptions::new();
            options.write(true).custom_flags(libc::O_NONBLOCK);
            let mut pipe = None;
            wait_until("somebody reads", || {
                pipe = options.open(&path).ok();
                pipe.is_some()
            });
            pipe.unwrap().write_all(&gzip(UNSAT.as_bytes())).unwrap();
        }
    });
    let mut source = Source::open(&path).unwrap();
    assert_eq!(dimacs::read(&mut source, "f").unwrap().num_clauses(), 4);
    writer.join().unwrap();
}

/// Formulas with empty clauses, repeated literals and unused variables.
fn formulas() -> impl Strategy<Value = Cnf> {
    let literal = (1..40i32, any::<bool>()).prop_map(|(var, sign)| if sign { var } else { -var });
    let clause = prop::collection::vec(literal, 0..6);
    (prop::collection::vec(clause, 0..40), 0..60usize).prop_map(|(clauses, extra)| {
        let mut cnf: Cnf = clauses.iter().map(Vec::as_slice).collect();
        cnf.grow_vars(extra);
        cnf
    })
}

proptest! {
    #[test]
    fn a_formula_comes_back_as_it_was_written(cnf in formulas(), packing in 0..3usize) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(["f.cnf", "f.cnf.gz", "f.cnf.xz"][packing]);
        let mut target = Target::create(&path, Overwrite::Never).unwrap();
        dimacs::write(&cnf, &mut target).unwrap();
        target.commit().unwrap();
        let back = dimacs::read(Source::open(&path).unwrap(), "f").unwrap();
        prop_assert_eq!(back, cnf);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }

    #[test]
    fn near_formulas_are_read_or_refused(text in "(p cnf [0-9]{1,2} [0-9]{1,2}\n)?([-0-9 %cp\r\n]|0\n){0,60}") {
        if let Ok(cnf) = read(text.as_bytes()) {
            // What was read is what its own text says.
            let mut again = Vec::new();
            dimacs::write(&cnf, &mut again).unwrap();
            prop_assert_eq!(read(&again), Ok(cnf));
        }
    }
}

/// The clauses of a formula, its number of variables, and the warnings.
type Accepted = (Vec<Vec<i32>>, usize, Vec<String>);

/// Reads a text with [`dimacs::Reading::Relaxed`].
fn relaxed(text: &[u8]) -> Result<Accepted, String> {
    let mut warnings = Vec::new();
    let warn = &mut |warning: sudosat::io::InputError| warnings.push(warning.to_string());
    dimacs::read_with(text, "f", dimacs::Reading::Relaxed, warn)
        .map(|cnf| (clauses(&cnf), cnf.num_vars(), warnings))
        .map_err(|error| error.to_string())
}

#[test]
fn what_other_solvers_accept_is_accepted_on_request_and_told() {
    let two = [vec![1, 2], vec![-1, 2]];
    let cases: &[(&[u8], &str)] = &[
        (
            b"1 2 0\n-1 2 0\n",
            "f:1:1: accepted a formula without a header; it has 2 variables and 2 clauses",
        ),
        (
            b"p cnf 2 3\n1 2 0\n-1 2 0\n",
            "f:4:1: accepted 2 clauses, fewer than the 3 of the header; is the file cut off?",
        ),
        (
            b"p cnf 2 1\n1 2 0\n-1 2 0\n",
            "f:3:1: accepted 2 clauses, more than the 1 of the header",
        ),
        (
            b"p cnf 2 0\n1 2 0\n-1 2 0\n",
            "f:2:1: accepted 2 clauses, more than the 0 of the header",
        ),
        (
            b"p cnf 1 2\n1 2 0\n-1 2 0\n",
            "f:2:3: accepted a variable over the 1 that the header declares; the formula has 2 variables",
        ),
        (
            b"p cnf 2 2\n1 2 0\n-1 2\n",
            "f:4:1: accepted a last clause without its 0; is the file cut off?",
        ),
        (
            b"p cnf 2 2\n1 2 0 c hello 1 0\n-1 2 c\n0 c x",
            "f:2:7: accepted 3 comments in a line with literals, here first",
        ),
        (
            b"p cnf 2 2\n+1 +2 0 -1 +2 0\n",
            "f:2:1: accepted 3 numbers with a plus sign, here first",
        ),
        (
            b"\xef\xbb\xbfp cnf 2 2\n1 2 0\n-1 2 0\n",
            "f:1:1: accepted a byte order mark, which is ignored",
        ),
        (
            b"p cnf 2 2\n1 2 0\n-1 2 0\n%\n0\n\n",
            "f:4:1: found \"%\", which is not DIMACS; taken for the end of the formula",
        ),
    ];
    for (text, warning) in cases {
        let shown = String::from_utf8_lossy(text);
        let (found, variables, warnings) = relaxed(text).unwrap();
        assert_eq!((&found[..], variables), (&two[..], 2), "{shown}");
        assert_eq!(warnings, [*warning], "{shown}");
        if !text.contains(&b'%') {
            assert!(read(text).is_err(), "{shown}");
        }
    }
    let all = b"+1 3 0 c x\n c y\n-3\n2";
    let (found, variables, warnings) = relaxed(all).unwrap();
    assert_eq!((found, variables), (vec![vec![1, 3], vec![-3, 2]], 3));
    assert_eq!(warnings.len(), 4, "{warnings:?}");
}

#[test]
fn what_has_two_meanings_is_refused_on_request_too() {
    let cases: &[(&[u8], &str)] = &[
        (
            b"",
            "found the end of the file, expected the header \"p cnf VARIABLES CLAUSES\" or a clause",
        ),
        (b"c only this\n", "found the end of the file"),
        (b"%\n0\n", "f:1:1: found \"%\", expected the header \"p cnf"),
        (b"hello\n", "VARIABLES CLAUSES\" or a clause"),
        (b"h 1 2 0\n", "; weighted formulas are not read"),
        (b"1 2 0\nh 1 2 0\n", "weighted formulas are not read"),
        (b"x-1 2 0\n", "or a clause; XOR clauses are not read"),
        (
            b"a 1 0\n1 0\n",
            "; quantified and incremental formulas are not read",
        ),
        (
            b"1 0 # x\n",
            "f:1:5: found \"#\", expected a literal; a comment begins",
        ),
        (
            b"1 0 cx\n",
            "expected a literal; a comment after literals begins",
        ),
        (
            b"1 99999999999999999999 0\n",
            "f:1:3: found \"99999999999999999999\", expected a variable up to 1073741823",
        ),
        (
            b"1 +-99999999999999999999 0\n",
            "expected a literal, with digits right after the plus sign",
        ),
        (b"p cnf 2 1\n1 -0\n", "f:2:3: found \"-0\""),
        (b"p cnf 2 1\n+-1 0\n", "f:2:1: found \"+-1\""),
        (b"p cnf 2 1\n+ 1 0\n", "f:2:1: found \"+\""),
        (
            b"1 0\np cnf 1 1\n1 0\n",
            "f:2:1: found \"p\", expected clauses; a header comes before them: are there two formulas",
        ),
        (
            b"p cnf 1 1\n1 0\np cnf 1 1\n1 0\n",
            "are there two formulas",
        ),
        (
            b"p cnf 2 2 9\n1 0\n2 0\n",
            "expected the end of the header's line",
        ),
        (b"p wcnf 2 2 9\n", "found \"wcnf\""),
        (
            b"p cnf 1 1\n1073741824 0\n",
            "f:2:1: found \"1073741824\", expected a variable up to 1073741823",
        ),
        (b"p cnf 1 1\n1,0\n", "f:2:1: found \"1,0\""),
        (b"p cnf 1 1\n1 0\nhello\n", "f:3:1: found \"hello\""),
        (b"p cnf 2 2\n1 cat 0\n2 0\n", "f:2:3: found \"cat\""),
        (b"p cnf 1 1\nx1 0\n", "XOR clauses are not read"),
        (b"\xff\xfep\0", "found UTF-16 text"),
    ];
    for (text, words) in cases {
        let error = relaxed(text).unwrap_err();
        let shown = String::from_utf8_lossy(text);
        assert!(error.contains(words), "{shown}: {error}");
        // The numbers of the header do not matter.
        assert!(!error.contains("declares"), "{shown}: {error}");
    }
}

proptest! {
    /// What is read strictly is read alike on request, without a warning.
    #[test]
    fn good_formulas_are_read_alike_on_request(
        lists in prop::collection::vec(prop::collection::vec(1..40i32, 0..5), 0..9),
    ) {
        let mut text = format!("c x\np cnf 40 {}\n", lists.len());
        for list in &lists {
            list.iter().for_each(|lit| text += &format!("{lit} "));
            text += "0\n";
        }
        prop_assert_eq!(relaxed(text.as_bytes()), Ok((lists, 40, vec![])));
    }
}
