//! `sudosat encode`: the files it writes, and what it says of them.
//!
//! - text: the golden file, the header read back, comments, names, parts
//! - places: cnf-out/, `-o`, compression, what is overwritten and what isn't
//! - numbers: `--stats` against the clauses written, memory while writing

use crate::program::{child, output, program, send, signalled_child, stderr, stdout, wait_until};
use std::io::Read;
use std::path::Path;
use std::process::{Output, Stdio};
use sudosat::encode::{Encoding, cnf};
use sudosat::formula::{Cnf, dimacs};
use sudosat::io::Source;
use sudosat::sudoku::Puzzle;

const PUZZLE: &str = "1.....4..2.....3";

/// Runs `sudosat encode` in `folder`.
fn encode(folder: &Path, arguments: &[&str]) -> Output {
    output(program().arg("encode").args(arguments).current_dir(folder))
}

/// What `encode … -o -` prints.
fn printed(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = encode(folder.path(), &[arguments, &["-o", "-"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    String::from_utf8(output.stdout).unwrap()
}

fn puzzle() -> Puzzle {
    Puzzle::from_values(&[1, 0, 0, 0, 0, 0, 4, 0, 0, 2, 0, 0, 0, 0, 0, 3])
}

fn read(text: &str) -> Cnf {
    dimacs::read(&mut text.as_bytes(), "printed").unwrap()
}

// -------------------------------------------------------------------- text

#[test]
fn the_lecture_formula_of_a_4x4_is_the_golden_file() {
    let golden = include_str!("golden/lecture-4x4.cnf");
    let printed = printed(&[PUZZLE]);
    let version = format!("sudosat {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(printed.replace(&version, "sudosat VERSION"), golden);
}

#[test]
fn what_is_printed_reads_back_as_the_formula() {
    for encoding in ["lecture", "minimal", "extended", "strengthened"] {
        let printed = printed(&[PUZZLE, "-e", encoding]);
        let expected = cnf(&puzzle(), &Encoding::by_name(encoding).unwrap());
        assert_eq!(read(&printed), expected);
        assert!(printed.ends_with(" 0\n") && !printed.contains("\n\n"));
    }
    for way in ["sequential", "product", "commander", "bitwise"] {
        for numbering in ["consecutive", "rcv"] {
            for part in ["--rules-only", "--names"] {
                let options = ["--at-most-one", way, "--numbering", numbering, part];
                // A wrong header is an error of the reader.
                read(&printed(&[&[PUZZLE], &options[..]].concat()));
            }
        }
    }
}

#[test]
fn comments_hold_nothing_that_readers_obey() {
    let folder = tempfile::tempdir().unwrap();
    let name = "ind --seed=7 --elim=0.txt";
    std::fs::write(folder.path().join(name), PUZZLE).unwrap();
    let output = encode(folder.path(), &[&format!("./{name}"), "--names", "-o", "-"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut comments = 0;
    for line in text.lines().filter(|line| line.starts_with('c')) {
        assert!(line.starts_with("c ") && !line.contains("--"), "{line}");
        let word = line[2..].split(' ').next().unwrap();
        assert!(!["ind", "p", "t", "s", "o", ""].contains(&word), "{line}");
        comments += 1;
    }
    assert!(comments > 64, "a comment for each variable, and the head");
    assert_eq!(read(&text), cnf(&puzzle(), &Encoding::LECTURE));
}

#[test]
fn names_tell_the_variables() {
    let text = printed(&[PUZZLE, "--names"]);
    assert!(text.contains("\nc varname 1 r1c1=1\nc varname 2 r1c1=2\n"));
    assert!(text.contains("\nc varname 64 r4c4=4\np cnf 64 164\n"));
    let text = printed(&[PUZZLE, "--names", "--numbering", "rcv"]);
    assert!(text.contains("\nc varname 111 r1c1=1\nc varname 112 r1c1=2\n"));
    assert!(text.contains("\nc varname 444 r4c4=4\np cnf 444 164\n"));
}

#[test]
fn rules_and_clues_join_under_the_header_told() {
    let rules = printed(&[PUZZLE, "--rules-only"]);
    assert_eq!(
        read(&rules),
        cnf(&Puzzle::from_values(&[0; 16]), &Encoding::LECTURE)
    );
    let clues = printed(&[PUZZLE, "--clues-only"]);
    assert_eq!(clues, "1 0\n28 0\n38 0\n63 0\n");
    assert_eq!(
        printed(&[PUZZLE, "--clues-only", "--numbering", "rcv"]),
        "111 0\n234 0\n322 0\n443 0\n"
    );

    let folder = tempfile::tempdir().unwrap();
    let told = stderr(&encode(folder.path(), &[PUZZLE, "--clues-only"]));
    let header = told
        .find("p cnf ")
        .map(|start| told[start..].trim_end())
        .unwrap();
    let body: Vec<&str> = rules
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .collect();
    let whole = format!("{header}\n{}\n{clues}", body.join("\n"));
    assert_eq!(read(&whole), cnf(&puzzle(), &Encoding::LECTURE));
}

// ------------------------------------------------------------------ places

#[test]
fn formulas_go_to_cnf_out_and_replace_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("easy.txt"), PUZZLE).unwrap();
    for _ in 0..2 {
        let output = encode(folder.path(), &["easy.txt"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.is_empty());
        let bytes = std::fs::read(folder.path().join("cnf-out/easy.cnf")).unwrap();
        assert_eq!(
            read(&String::from_utf8(bytes.clone()).unwrap()).num_clauses(),
            164
        );
        let told = stderr(&output);
        let first = format!(
            "cnf-out/easy.cnf: 64 variables, 164 clauses, {} bytes\n",
            bytes.len()
        );
        assert!(told.starts_with(&first), "{told}");
        let next = "minisat cnf-out/easy.cnf cnf-out/easy.out; sudosat decode cnf-out/easy.cnf cnf-out/easy.out\n";
        assert!(told.contains(next), "{told}");
        assert!(
            told.contains("kissat cnf-out/easy.cnf | sudosat decode cnf-out/easy.cnf -\n"),
            "{told}"
        );
    }
}

#[test]
fn each_puzzle_of_a_file_has_its_own_formula() {
    let folder = tempfile::tempdir().unwrap();
    let two = format!("# two\n{PUZZLE}\n{PUZZLE}\n");
    std::fs::write(folder.path().join("two.sdm"), two).unwrap();
    let output = encode(
        folder.path(),
        &["two.sdm", "-e", "extended", "--at-most-one", "product"],
    );
    assert_eq!(output.status.code(), Some(0));
    for line in [2, 3] {
        let name = format!("cnf-out/two-{line}-extended-product.cnf");
        assert!(folder.path().join(name).is_file());
    }
    let first = "cnf-out/two-2-extended-product.cnf";
    assert!(stderr(&output).contains(&format!("sudosat decode {first} ")));
    let output = encode(folder.path(), &["two.sdm", "-o", "x.cnf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.path().join("x.cnf").exists());
    let output = encode(folder.path(), &["two.sdm:3", "-o", "x.cnf"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_file_elsewhere_is_replaced_by_force_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.cnf");
    std::fs::write(&file, "precious").unwrap();
    let output = encode(folder.path(), &[PUZZLE, "-o", "mine.cnf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--force"), "{output:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    let output = encode(folder.path(), &[PUZZLE, "-o", "mine.cnf", "--force"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .contains("p cnf 64 164")
    );
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file stays");
}

#[test]
fn two_inputs_of_one_name_dont_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    for sub in ["a", "b"] {
        std::fs::create_dir(folder.path().join(sub)).unwrap();
        std::fs::write(folder.path().join(sub).join("x.txt"), PUZZLE).unwrap();
    }
    let output = encode(folder.path(), &["a/x.txt", "b/x.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("b/x.txt"), "{output:?}");
}

#[test]
fn a_formula_of_another_puzzle_is_kept() {
    let other = "1.....4..2.....1";
    let forms: [&[&str]; 4] = [&[], &["--rules-only"], &["--clues-only"], &["--preprocess"]];
    for options in forms {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let ran = |arguments: &[&str]| encode(folder.path(), &[arguments, options].concat());
        let written = || {
            let files = std::fs::read_dir(folder.path().join("cnf-out")).unwrap();
            let files = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
            files.collect::<Vec<_>>()
        };
        put("da/p.txt", PUZZLE);
        put("db/p.txt", other);
        assert_eq!(ran(&["da/p.txt"]).status.code(), Some(0), "{options:?}");
        let first = written();
        let is_same_formula = options == ["--rules-only"];
        for arguments in [&["db/p.txt"][..], &["db/p.txt", "-o", "cnf-out/p.cnf"]] {
            if is_same_formula || (arguments.len() > 1 && !options.is_empty()) {
                continue;
            }
            let output = ran(arguments);
            assert_eq!(output.status.code(), Some(2), "{options:?}");
            let told = stderr(&output);
            assert!(told.contains("-o") && told.contains("--force"), "{told}");
            assert_eq!(
                options == ["--clues-only"],
                !told.contains("from da/p.txt"),
                "{told}"
            );
            assert_eq!(written(), first, "{options:?}");
        }
        // The same puzzle, whatever its file, and the same file with the puzzle changed.
        put("db/p.txt", PUZZLE);
        assert_eq!(ran(&["db/p.txt"]).status.code(), Some(0), "{options:?}");
        put("db/p.txt", other);
        let is_known = options != ["--clues-only"];
        assert_eq!(
            ran(&["db/p.txt"]).status.code(),
            Some(if is_known { 0 } else { 2 })
        );
        assert_eq!(
            ran(&["da/p.txt", "--force"]).status.code(),
            Some(0),
            "{options:?}"
        );
    }
}

#[test]
fn a_file_that_is_no_formula_and_a_puzzle_without_a_file_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let code = |arguments: &[&str]| encode(folder.path(), arguments).status.code();
    assert_eq!(code(&[PUZZLE]), Some(0));
    assert_eq!(code(&[PUZZLE]), Some(0));
    assert_eq!(code(&["1.....4..2.....1"]), Some(2));
    std::fs::write(folder.path().join("cnf-out/x.cnf"), "p cnf 1 1\n1 0\n").unwrap();
    std::fs::write(folder.path().join("x.txt"), PUZZLE).unwrap();
    assert_eq!(code(&["x.txt"]), Some(2));
    assert_eq!(code(&["x.txt", "-f"]), Some(0));
    std::fs::write(folder.path().join("cnf-out/x.cnf"), "").unwrap();
    assert_eq!(code(&["x.txt"]), Some(0));
}

#[test]
fn the_ending_says_how_to_compress() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["gz", "xz", "bz2"] {
        let name = format!("x.cnf.{ending}");
        let output = encode(folder.path(), &[PUZZLE, "-o", &name]);
        assert_eq!(output.status.code(), Some(0));
        let path = folder.path().join(&name);
        let bytes = std::fs::metadata(&path).unwrap().len();
        assert!(stderr(&output).contains(&format!("164 clauses, {bytes} bytes")));
        let plain = std::fs::read(&path).unwrap();
        assert!(!plain.starts_with(b"c "), "compressed");
        let mut source = Source::open(&path).unwrap();
        let read = dimacs::read(&mut source, &name).unwrap();
        assert_eq!(read, cnf(&puzzle(), &Encoding::LECTURE));
    }
}

#[test]
fn clashes_are_told_and_written_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let output = encode(folder.path(), &["11..............", "-o", "x.cnf"]);
    assert_eq!(output.status.code(), Some(0));
    let told = stderr(&output);
    assert!(told.contains("row 1 has two 1s: r1c1 and r1c2"), "{told}");
    assert!(told.contains("unsatisfiable"), "{told}");
    assert!(folder.path().join("x.cnf").is_file());
}

#[test]
fn the_price_of_the_lecture_is_told_from_16x16_up() {
    let blank = |side: usize| {
        let name = format!("empty-{side}x{side}.txt");
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("puzzles")
            .join(name);
        path.to_str().unwrap().to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let told = |side, encoding| {
        let arguments = [&blank(side), "-o", "x.cnf", "-f", "-e", encoding];
        stderr(&encode(folder.path(), &arguments)).contains("-e extended")
    };
    assert!(told(16, "lecture"));
    assert!(!told(9, "lecture"));
    assert!(!told(16, "extended"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    // Blank 144×144: 4 GB, so that there is time to interrupt.
    let row = [". "; 144].concat();
    let input = folder.path().join("blank.txt");
    std::fs::write(&input, format!("{row}\n").repeat(144)).unwrap();
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let files = || std::fs::read_dir(&out).unwrap().count();
    let mut child = signalled_child()
        .args(["encode", "../blank.txt", "-o", "big.cnf"])
        .current_dir(&out)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("a part of the file is written", || {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        files() > 0
    });
    send("INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(files(), 0, "neither the file nor a part of it");
}

#[test]
fn bad_input_ends_with_2_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["no-such-file.txt"][..],
        &["123"],
        &[PUZZLE, "-e", "lectur"],
        &[PUZZLE, "--rules-only", "--clues-only"],
        &[PUZZLE, "--json", "-o", "-"],
        &[PUZZLE, "--stats", "-o", "-"],
        &[PUZZLE, "-o", "no/such/folder.cnf"],
        &[],
    ] {
        let output = encode(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {output:?}");
        assert!(!output.stderr.is_empty());
        assert!(output.stdout.is_empty());
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
}

// ----------------------------------------------------------------- numbers

#[test]
fn stats_are_those_of_the_formula() {
    let folder = tempfile::tempdir().unwrap();
    for way in ["pairwise", "sequential", "product", "commander", "bitwise"] {
        for encoding in ["lecture", "minimal", "extended", "strengthened"] {
            let options = [PUZZLE, "-e", encoding, "--at-most-one", way];
            let output = encode(
                folder.path(),
                &[&options[..], &["--stats", "--json"]].concat(),
            );
            let stats: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let formula = read(&printed(&options));
            assert_eq!(stats["variables"], formula.num_vars());
            assert_eq!(stats["clauses"], formula.num_clauses());
            assert_eq!(stats["literals"], formula.num_lits());
            assert_eq!(stats["encoding"], encoding);
            let sum = |field: &str| -> u64 {
                let families = stats["families"].as_array().unwrap();
                families
                    .iter()
                    .map(|row| row[field].as_u64().unwrap())
                    .sum()
            };
            assert_eq!(sum("clauses"), formula.num_clauses() as u64);
            assert_eq!(sum("literals"), formula.num_lits() as u64);
            assert_eq!(64 + sum("auxiliary"), formula.num_vars() as u64);
        }
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[test]
fn json_tells_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let object = |arguments: &[&str]| -> serde_json::Value {
        let output = encode(folder.path(), &[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    for (arguments, file) in [
        (&[PUZZLE][..], "cnf-out/argument-1.cnf"),
        (&[PUZZLE, "-e", "extended", "-o", "a.cnf"], "a.cnf"),
    ] {
        let told = object(arguments);
        assert_eq!(told["file"], file);
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        assert_eq!(told["bytes"], text.len());
        let formula = read(&text);
        assert_eq!(told["variables"], formula.num_vars());
        assert_eq!(told["clauses"], formula.num_clauses());
        let families = told["families"].as_array().unwrap().iter();
        let sum: u64 = families.map(|row| row["clauses"].as_u64().unwrap()).sum();
        assert_eq!(sum, formula.num_clauses() as u64);
        let stats = object(&[arguments, &["--stats", "--force"]].concat());
        assert_eq!(stats["families"], told["families"]);
    }
    let output = encode(folder.path(), &[PUZZLE, "--json", "-o", "-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--json and -o -"), "{output:?}");
}

#[test]
fn the_table_of_families_is_for_people() {
    let folder = tempfile::tempdir().unwrap();
    let output = encode(folder.path(), &[PUZZLE, "--stats"]);
    let table = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[2][..2], ["(i)", "row-at-least-one"]);
    assert_eq!(lines[6][..2], ["(v)", "cell-at-most-one"]);
    assert_eq!(lines[6][lines[6].len() - 2..], ["96", "192"]);
    assert_eq!(lines[8], ["total", "164", "452"]);
    let widths: Vec<usize> = table
        .lines()
        .skip(1)
        .map(|line| line.chars().count())
        .collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{table}");
    // A wider table has its formulas on lines of their own.
    let options = ["-e", "extended", "--at-most-one", "product"];
    let output = encode(
        folder.path(),
        &[&[PUZZLE, "--stats"], &options[..]].concat(),
    );
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains(" auxiliary\n"), "{table}");
    for line in table.lines().skip(1) {
        assert!(line.chars().count() <= 80, "{table}");
    }
}

/// Blank 64×64: 8 273 920 clauses, 149 MB of text.
#[test]
#[cfg(target_os = "linux")]
fn writing_takes_little_memory_however_large_the_formula() {
    let folder = tempfile::tempdir().unwrap();
    let row = [". "; 64].concat();
    std::fs::write(
        folder.path().join("blank.txt"),
        format!("{row}\n").repeat(64),
    )
    .unwrap();
    let mut child = child()
        .args(["encode", "blank.txt", "-o", "-"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let (mut lines, mut comments, mut bytes) = (0u64, 0u64, 0u64);
    let mut header = None;
    let mut peak = 0;
    let mut block = vec![0; 1 << 20];
    loop {
        let length = out.read(&mut block).unwrap();
        if length == 0 {
            break;
        }
        let text = &block[..length];
        if header.is_none() {
            let head = String::from_utf8_lossy(text);
            header = head
                .lines()
                .find(|line| line.starts_with('p'))
                .map(str::to_owned);
            comments = head.lines().filter(|line| line.starts_with('c')).count() as u64;
        }
        lines += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        bytes += length as u64;
        // Near the end, while the child waits for its pipe to be read.
        if peak == 0 && bytes > 140_000_000 {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let line = status
                .lines()
                .find(|line| line.starts_with("VmHWM"))
                .unwrap();
            peak = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        }
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(header.as_deref(), Some("p cnf 262144 8273920"));
    assert_eq!(lines - comments - 1, 8_273_920);
    assert!((1_000..50_000).contains(&peak), "{peak} kB at most");
}

// ------------------------------------------------------------ preprocessing

/// What `sudosat` says to these arguments: its exit code and standard output.
fn sudosat(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = output(program().args(arguments).current_dir(folder));
    (output.status.code(), stdout(&output))
}

#[test]
fn what_is_preprocessed_is_proved_and_still_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(encode(path, &[PUZZLE, "-o", "whole.cnf"]).status.success());
    let output = encode(path, &[PUZZLE, "--preprocess", "-o", "small.cnf"]);
    assert!(output.status.success(), "{output:?}");
    let derives = |small: &str| {
        let proof = ["verify", "--derives", small, "whole.cnf", "small.cnf.pbp"];
        sudosat(path, &proof)
    };
    let verified = (Some(0), "s VERIFIED DERIVATION\n".to_owned());
    assert_eq!(derives("small.cnf"), verified);
    // A clause that does not follow: the grid has a 1 in its first cell.
    let text = std::fs::read_to_string(path.join("small.cnf")).unwrap();
    let small = read(&text);
    let header = format!("p cnf {} {}\n", small.num_vars(), small.num_clauses());
    let longer = format!("p cnf {} {}\n", small.num_vars(), small.num_clauses() + 1);
    assert!(text.contains(&header));
    let forged = text.replace(&header, &longer) + "-1 0\n";
    std::fs::write(path.join("forged.cnf"), forged).unwrap();
    let refused = (Some(1), "s NOT VERIFIED\n".to_owned());
    assert_eq!(derives("forged.cnf"), refused);
    // The two hardly differ for a solver, and a model is a grid.
    let (code, model) = sudosat(path, &["sat", "small.cnf"]);
    assert_eq!(code, Some(10));
    std::fs::write(path.join("model"), model).unwrap();
    let (code, _) = sudosat(path, &["decode", PUZZLE, "model"]);
    assert_eq!(code, Some(0));
    // The note names the options of the formula that the proof begins with.
    let arguments = [
        PUZZLE,
        "--preprocess",
        "--at-most-one",
        "product",
        "-o",
        "other.cnf",
    ];
    let output = encode(path, &arguments);
    let told = stderr(&output);
    assert!(told.contains("-e lecture --at-most-one product`"), "{told}");
}

#[test]
fn preprocessing_needs_files_and_spares_those_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let output = encode(path, &[PUZZLE, "--preprocess", "-o", "-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("two files"), "{output:?}");
    std::fs::write(path.join("small.cnf.pbp"), "mine").unwrap();
    let output = encode(path, &[PUZZLE, "--preprocess", "-o", "small.cnf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("exists"), "{output:?}");
    assert!(!path.join("small.cnf").exists());
}

/// In the folder for formulas, too, a proof is replaced only with its formula beside it.
#[test]
fn a_proof_whose_formula_is_gone_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let run = |more: &[&str]| {
        let output = encode(path, &[&[PUZZLE, "--preprocess"], more].concat());
        (output.status.code(), stderr(&output))
    };
    assert_eq!(run(&[]).0, Some(0));
    assert_eq!(run(&[]).0, Some(0));
    let formula = path.join("cnf-out/argument-1-preprocessed.cnf");
    let proof = path.join("cnf-out/argument-1-preprocessed.cnf.pbp");
    std::fs::remove_file(&formula).unwrap();
    std::fs::write(&proof, "mine").unwrap();
    let (code, told) = run(&[]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("the proof of a formula that is no longer"),
        "{told}"
    );
    assert_eq!(std::fs::read_to_string(&proof).unwrap(), "mine");
    assert!(!formula.exists());
    assert_eq!(run(&["--force"]).0, Some(0));
    assert_ne!(std::fs::read_to_string(&proof).unwrap(), "mine");
}

#[test]
fn a_formula_never_replaces_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::create_dir(path.join("cnf-out")).unwrap();
    for name in ["puzzle", "./puzzle", "cnf-out/puzzle.cnf"] {
        std::fs::write(path.join(name), PUZZLE).unwrap();
        let output = encode(path, &["-f", name, "-o", name]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("it is the input, which would be replaced"),
            "{output:?}"
        );
        assert_eq!(std::fs::read_to_string(path.join(name)).unwrap(), PUZZLE);
    }
    // Nor under the name that it would get by itself.
    let output = encode(path, &["cnf-out/puzzle.cnf"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    // By another name for it neither.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("puzzle", path.join("link")).unwrap();
        let output = encode(path, &["-f", "puzzle", "-o", "link"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn a_time_limit_ends_preprocessing_and_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let blank = (". ".repeat(36) + "\n").repeat(36);
    std::fs::write(folder.path().join("blank.txt"), blank).unwrap();
    let arguments = ["--preprocess", "blank.txt", "--time-limit", "10ms"];
    let output = encode(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(stderr(&output).contains("gave up: out of time"));
    let left = std::fs::read_dir(folder.path().join("cnf-out")).unwrap();
    assert_eq!(left.count(), 0);
    let output = encode(folder.path(), &["blank.txt", "--time-limit", "1"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("--preprocess"));
}

#[test]
fn one_variable_is_no_variables() {
    let folder = tempfile::tempdir().unwrap();
    let output = encode(folder.path(), &["--stats", "size 1x1"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains(" 1 variable\n"), "{table}");
}
