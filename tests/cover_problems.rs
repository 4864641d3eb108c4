//! The problems that come along: published numbers, and Knuth's texts.
//!
//! What is short is counted beside the code; here is what takes seconds, and
//! what the program does.

use crate::program::{data, output, program, texts};
use sudosat::budget::Budget;
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::cover::{Method, Search, Unfit, knuth, problems};
use sudosat::encode;
use sudosat::sudoku::rules::{Cage, Spec};
use sudosat::sudoku::{Puzzle, Rules};

fn count(text: &str) -> u64 {
    let instance = problems::build(text).unwrap();
    let mut dlx = Dlx::new(instance.problem(), Choice::Smallest);
    while dlx.advance(&Budget::unlimited()).expect("no limit") {}
    dlx.stats().solutions
}

#[test]
fn published_numbers() {
    for (text, solutions) in [
        // OEIS A000170, A014552, A002860, A000315.
        ("queens:10", 724),
        ("queens:11", 2_680),
        ("queens:12", 14_200),
        ("langford:11,reduced", 17_792),
        ("langford:12,reduced", 108_144),
        ("latin:5", 161_280),
        ("latin:6,reduced", 9_408),
        // Conway and Guy by hand, 1961.
        ("soma", 11_520),
        ("soma:reduced", 240),
        // C. B. and J. Haselgrove by computer, 1960: 6×10, and 5×12 by others.
        ("pentominoes:6x10,reduced", 2_339),
        ("pentominoes:4x15,reduced", 368),
        // Dana Scott by computer, 1958: the chessboard without its middle.
        (HOLE, 520),
        (HOLE_REDUCED, 65),
    ] {
        assert_eq!(count(text), solutions, "{text}");
    }
}

/// The sources are named where the families are.
#[test]
fn published_numbers_of_further_families() {
    for (problem, solutions) in [
        ("domination:7,4", 86),
        ("partridge:4", 0),
        // Up to the symmetries of a box of three different sides: 12.
        ("polycubes:2x3x10", 12 * 8),
        ("polycubes:2x4x4,tetracubes", 1_390 * 8),
        // Up to the symmetries of a rhombus: 156.
        ("polyiamonds:6x6", 156 * 4),
    ] {
        let (code, out, err) = run(&["--problem", problem, "--all", "--count-only"]);
        assert_eq!(
            (code, out),
            (0, format!("{solutions}\n")),
            "{problem}: {err}"
        );
    }
    // Those of MacMahon's squares take minutes to count. Sides that meet agree.
    let (_, out, _) = run(&["--problem", "macmahon"]);
    let rows: Vec<Vec<&str>> = out
        .lines()
        .map(|line| {
            line.split(['│', ' '])
                .filter(|word| word.len() == 4)
                .collect()
        })
        .filter(|row: &Vec<&str>| row.len() == 6)
        .collect();
    assert_eq!(rows.len(), 4);
    for (row, col) in itertools::iproduct!(0..4_usize, 0..6_usize) {
        let side = |row: usize, col: usize, side: usize| {
            rows[row].get(col).map(|sides| &sides[side..=side])
        };
        let (above, left) = (row.checked_sub(1), col.checked_sub(1));
        let above = above.map_or(Some("a"), |above| side(above, col, 2));
        let left = left.map_or(Some("a"), |left| side(row, left, 1));
        assert_eq!(
            (side(row, col, 0), side(row, col, 3)),
            (above, left),
            "{out}"
        );
        assert!(row < 3 || side(row, col, 2) == Some("a"), "{out}");
        assert!(col < 5 || side(row, col, 1) == Some("a"), "{out}");
    }
}

const HOLE: &str =
    "pentominoes:region=########/########/########/###..###/###..###/########/########/########";
const HOLE_REDUCED: &str = "pentominoes:reduced,region=########/########/########/###..###/###..###/########/########/########";

/// The text of an instance, by the program.
fn written(problem: &str) -> String {
    let (code, out, err) = run(&["--problem", problem, "--write", "-"]);
    assert_eq!((code, err.as_str()), (0, ""), "{problem}");
    out
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    texts(&output(program().arg("cover").args(arguments)))
}

/// Families in the words of the published instances, so that nodes and updates
/// can be compared with those of other programs.
#[test]
fn texts_are_those_of_the_published_instances() {
    let folder = data();
    for (problem, file) in [
        ("queens:8", "queens8"),
        ("queens:12", "queens12"),
        ("langford:8,reduced", "langford8"),
        ("langford:11,reduced", "langford11"),
        ("latin:5,reduced", "latin5red"),
        ("triominoes:3x4", "trom3x4"),
        ("triominoes:6x9,corners", "ltrom6x9"),
        ("triominoes:6x12", "trom6x12"),
        ("dominoes:8x8", "domino8x8"),
        ("pentominoes:6x10", "pent6x10"),
        ("soma", "soma"),
    ] {
        let path = folder.join("cover").join(format!("{file}.dlx"));
        match std::fs::read_to_string(&path) {
            Ok(published) => assert!(written(problem) == published, "{problem}"),
            Err(_) => eprintln!("skipped: {} is not here", path.display()),
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    for problem in [
        "queens:5",
        "langford:4",
        "soma:reduced",
        "pentominoes:region=.##/####",
        "latin:11",
        "mates:11,reduced",
        "graeco-latin:3",
        "triominoes-3x4",
    ] {
        let text = written(problem);
        let read = knuth::read(text.as_bytes(), "text", |warning| panic!("{warning}"));
        let instance = problems::build(problem).unwrap();
        assert!(&read.unwrap() == instance.problem(), "{problem}");
    }
}

#[test]
fn solutions_are_drawn() {
    let (code, out, err) = run(&["--problem", "dominoes:2x3"]);
    let board = "\
solution 1
┌───────┬───┐
│       │   │
├───────┤   │
│       │   │
└───────┴───┘
";
    assert_eq!((code, out.as_str(), err.as_str()), (0, board, ""));
    let (_, out, _) = run(&["--problem", "dominoes:1x2", "--list"]);
    assert_eq!(out, "solution 1\n1: 0.0 0.1\n");
    let (code, out, _) = run(&["--problem", "dominoes:1x3"]);
    assert_eq!((code, out.as_str()), (0, "no solution\n"));
    let (_, out, _) = run(&["--problem", "help"]);
    assert!(out.contains("queens:N\n") && out.contains("\na-to-g\n"));
}

#[test]
fn solutions_are_drawn_as_svg() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let all = ["--problem", "queens:4", "--all", "--picture"];
    let (code, _, err) = run(&[&all[..], &[&file("q{}.svg")]].concat());
    assert_eq!(code, 0, "{err}");
    for number in 1..=2 {
        let svg = std::fs::read_to_string(file(&format!("q{number}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches(">Q<").count(), 4);
    }
    assert!(!folder.path().join("q3.svg").exists());
    let (code, out, _) = run(&["--problem", "soma", "--picture", "-"]);
    assert!(code == 0 && out.starts_with("<svg ") && out.ends_with("</svg>\n"));
    // A problem on sets is drawn as its matrix: rows E, D and B are coloured.
    let sets = "puzzles/cover/one-to-five.sets";
    for problem in [&["--problem", "one-to-five"][..], &[sets]] {
        let (code, svg, err) = run(&[problem, &["--picture", "-"]].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(svg.matches(">1</text>").count(), 10 + 1, "{svg}");
        let coloured =
            svg.matches("<rect x=").count() - svg.matches("fill=\"#fff\" stroke").count();
        assert_eq!(coloured, 3 * 5, "{svg}");
    }
    let (code, _, err) = run(&[sets, "--force", "--picture", sets]);
    assert_eq!(code, 2, "{err}");
    for (arguments, message) in [
        (
            vec!["--problem", "queens:4", "--all", "--picture", "q.svg"],
            "--picture needs {} in the name",
        ),
        (
            vec!["--problem", "queens:4", "--json", "--picture", "-"],
            "can't both have",
        ),
        (
            vec!["--problem", "queens:4", "--count-only", "--picture", "-"],
            "cannot be used with",
        ),
        (vec!["-", "--list"], "--problem"),
        (
            vec!["--problem", "queens:4", "--write", "-", "--all"],
            "cannot be used with",
        ),
    ] {
        let (code, out, err) = run(&arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    // A file is replaced only if asked.
    let one = file("q1.svg");
    let again = ["--problem", "queens:4", "--picture", &one];
    let (code, _, err) = run(&again);
    assert_eq!(code, 2);
    assert!(err.contains("`--force` replaces it"), "{err}");
    assert_eq!(run(&[&again[..], &["--force"]].concat()).0, 0);
}

/// Random formulas: as many covers as models, each printed as a model.
#[test]
fn formulas_are_exact_covers() {
    let mut random = fastrand::Rng::with_seed(1);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.cnf");
    let name = file.to_str().unwrap();
    let mut models = 0;
    for _ in 0..8 {
        let mut clauses = Vec::new();
        for _ in 0..random.usize(0..9) {
            let literal = |random: &mut fastrand::Rng| {
                let number = random.i32(1..=4);
                if random.bool() { number } else { -number }
            };
            clauses.push([literal(&mut random), literal(&mut random)]);
        }
        let mut text = format!("p cnf 4 {}\n", clauses.len());
        for [one, other] in &clauses {
            text += &format!("{one} {other} 0\n");
        }
        std::fs::write(&file, text).unwrap();
        let holds = |bits: i32| {
            let is_true = |literal: &i32| (bits >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
            clauses.iter().all(|clause| clause.iter().any(is_true))
        };
        let expected = (0..16).filter(|&bits| holds(bits)).count();
        models += expected;
        for engine in ["dlx", "cdcl"] {
            let (code, out, _) = run(&["--form", "cnf", name, "--all", "--engine", engine]);
            assert_eq!(code, 0);
            assert_eq!(out.matches("\nv ").count(), expected, "{engine}");
        }
    }
    assert!(models > 0);
    std::fs::write(&file, "p cnf 1 1\n2 0\n").unwrap();
    let (code, _, err) = run(&["--form", "cnf", name]);
    assert_eq!(code, 2, "{err}");
}

#[test]
fn words_by_sat() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/cover");
    let words = format!("words:5,file={folder}/sator.words");
    for engine in ["cdcl", "splr"] {
        let (code, out, _) = run(&[
            "--problem",
            &words,
            "-a",
            "--count-only",
            "--engine",
            engine,
        ]);
        assert_eq!((code, out.as_str()), (0, "2\n"), "{engine}");
    }
}

/// The killer Sudoku of `puzzles/cover/killer-4x4.rules`: without a clue it has
/// one solution.
#[test]
fn a_killer_sudoku_is_an_exact_cover_with_colours() {
    let map = ["aaib", "cddb", "ceff", "gghh"].concat();
    let sums = [('a', 3), ('b', 6), ('c', 5), ('d', 5), ('e', 1), ('f', 7)];
    let sums = sums.into_iter().chain([('g', 7), ('h', 3), ('i', 3)]);
    let mut spec = Spec::boxes(2, 2).unwrap();
    spec.cages = sums
        .map(|(sign, sum)| {
            let of_sign = map.char_indices().filter(|&(_, other)| other == sign);
            Cage {
                cells: of_sign.map(|(place, _)| spec.size.cell(place)).collect(),
                sum: Some(sum),
                repeats: false,
            }
        })
        .collect();
    let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
    let instance = encode::instance(&puzzle).unwrap();
    // Read back from Knuth's text form it is the same problem.
    let mut text = Vec::new();
    knuth::write(instance.problem(), &mut text).unwrap();
    let read = knuth::read(&text[..], "text", |warning| panic!("{warning}")).unwrap();
    assert!(&read == instance.problem());
    for method in [Method::Dlx, Method::Sparse, Method::Bits, Method::Count] {
        let mut search = method.start(&read, Choice::Smallest).unwrap();
        let budget = Budget::unlimited();
        let options = search
            .next_solution(&budget)
            .unwrap()
            .expect("one")
            .to_vec();
        assert_eq!(search.next_solution(&budget), Ok(None), "{method}");
        let picture = instance.picture(&options).unwrap();
        let squares = picture.panels[0].squares.iter().flatten();
        let digits: String = squares.map(|square| square.text.as_str()).collect();
        assert_eq!(digits, "1234341221434321", "{method}");
    }
    let matrix = Method::Matrix.start(&read, Choice::Smallest);
    assert!(matches!(matrix, Err(Unfit::Colors(_))));
}

#[test]
fn puzzles_are_exact_covers() {
    let puzzle = "1.....4..2.....3";
    let grid = "\
solution 1
┌───────┬───────┐
│ 1   4 │ 3   2 │
│ 2   3 │ 4   1 │
├───────┼───────┤
│ 3   2 │ 1   4 │
│ 4   1 │ 2   3 │
└───────┴───────┘
";
    for engine in ["auto", "dlx", "matrix", "cdcl"] {
        let (code, out, err) = run(&["--puzzle", puzzle, "--engine", engine]);
        assert_eq!(
            (code, out.as_str(), err.as_str()),
            (0, grid, ""),
            "{engine}"
        );
    }
    let (code, out, _) = run(&["--puzzle", "................", "--all", "--count-only"]);
    assert_eq!((code, out.as_str()), (0, "288\n"));
    let (code, out, _) = run(&["--puzzle", puzzle, "--write", "-"]);
    assert_eq!(code, 0);
    let first = "R1C1 R1#1 C1#1 B1#1";
    assert_eq!(out.lines().nth(1), Some(first), "{out}");
    let (code, out, err) = run(&["--problem", "sudoku:3,diagonal"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("`--puzzle FILE`"), "{err}");
    let (code, _, err) = run(&["--puzzle", puzzle, "--problem", "soma"]);
    assert_eq!(code, 2, "{err}");
}

/// 46 656 options of four items each. Two equal clues in a row leave an item
/// without options, which is seen before anything is tried.
#[test]
fn a_grid_of_36x36_is_filled_and_a_clash_seen_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grid.txt");
    let puzzle = file.to_str().unwrap();
    let search = |first: [u32; 36], engine: &str| {
        let line = |row: [u32; 36]| row.map(|clue| clue.to_string()).join(" ");
        let mut rows = vec![line([0; 36]); 36];
        rows[0] = line(first);
        std::fs::write(&file, rows.join("\n")).unwrap();
        run(&[
            "--puzzle",
            puzzle,
            "--engine",
            engine,
            "--count-only",
            "--stats",
        ])
    };
    let mut clash = [0; 36];
    (clash[0], clash[35]) = (1, 1);
    for engine in ["dlx", "sparse"] {
        let (code, out, stats) = search([0; 36], engine);
        assert_eq!((code, out.as_str()), (0, "at least 1\n"), "{stats}");
        assert!(stats.contains("46656 options with 186624 items"), "{stats}");
        let (code, out, stats) = search(clash, engine);
        assert_eq!(out, "0\n", "{code} {stats}");
        let nodes = stats.rsplit_once(" node").expect("they are counted").0;
        let nodes: u64 = nodes.rsplit(' ').next().unwrap().parse().unwrap();
        assert!(nodes < 5, "{stats}");
    }
}
