//! Figures: every one in every form, well-formed, and showing what the run did.

use super::*;
use std::io::Write;
use sudosat::teach::trace::Event;

const FIGURES: [&str; 7] = [
    "grid",
    "solution",
    "matrix",
    "conflict",
    "tree",
    "links",
    "pigeonholes",
];

/// Tags that open and close as they should, and no bare `&`.
fn is_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '/']).next().unwrap();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        for entity in text.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"]
                    .iter()
                    .any(|known| entity.starts_with(known)),
                "{text}"
            );
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Plain ASCII, braces in pairs, every path ended.
fn is_plain_latex(text: &str) {
    assert!(text.is_ascii(), "{text}");
    let bare = text.replace("\\{", "").replace("\\}", "");
    assert_eq!(bare.matches('{').count(), bare.matches('}').count());
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let ends = line.ends_with(';') || line.starts_with("\\begin") || line.starts_with("\\end");
        assert!(ends, "{line}");
    }
}

/// What Graphviz makes of it, where it is installed.
fn graphviz(text: &str) {
    let child = Command::new("dot")
        .arg("-Tcanon")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: dot is not installed");
        return;
    };
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && !errors.contains("syntax"),
        "{errors}\n{text}"
    );
}

#[test]
fn every_figure_comes_in_every_form() {
    for figure in FIGURES {
        let svg = explain(&["--svg", figure, LECTURE]);
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
        is_well_formed(&svg);
        let tikz = explain(&["--tikz", figure, LECTURE]);
        assert!(tikz.contains("\\begin{tikzpicture}"), "{figure}");
        is_plain_latex(&tikz);
        let dot = explain(&["--dot", figure, LECTURE]);
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
        graphviz(&dot);
    }
}

/// The grid's figure has its clues, the solution's all digits.
#[test]
fn a_grid_has_its_digits() {
    let digits = |figure: &str| {
        let svg = explain(&["--svg", figure, LECTURE]);
        svg.matches("<text").count()
    };
    assert_eq!((digits("grid"), digits("solution")), (4, 16));
}

/// The figure of a conflict has the nodes and edges of the trace.
#[test]
fn a_conflict_is_drawn_as_the_trace_has_it() {
    let trace = trace(&[LECTURE]);
    let graphs = trace.runs[0].events.iter().filter_map(|event| match event {
        Event::Conflict { graph, .. } => graph.as_ref(),
        _ => None,
    });
    for (number, graph) in graphs.enumerate() {
        let window = format!("{0}..{0}", number + 1);
        let dot = explain(&["--dot", "conflict", "--conflicts", &window, LECTURE]);
        assert!(dot.contains(&format!("Conflict {},", number + 1)), "{dot}");
        assert_eq!(dot.matches("[label=").count(), graph.nodes.len());
        assert_eq!(dot.matches(" -> ").count(), graph.edges.len());
        let tikz = explain(&["--tikz", "conflict", "--conflicts", &window, LECTURE]);
        assert_eq!(tikz.matches("\\draw[->]").count(), graph.edges.len());
    }
    let dot = explain(&["--dot", "conflict", LECTURE]);
    assert!(
        dot.contains("\"r1c1=1 @1\"") && dot.contains("\"r1c2≠3 @0\""),
        "{dot}"
    );
}

/// The lecture's backtracking: a wrong start, and the path to the solution.
#[test]
fn trees_have_a_node_for_each_try() {
    let dot = explain(&["--dot", "tree", LECTURE]);
    assert_eq!(
        dot.matches("[label=").count(),
        16,
        "root, 13 tries, ✗ and ✓\n{dot}"
    );
    for line in ["\"r1c1=3\"", "\"✗ r1c4\"", "\"r4c4=1\"", "\"✓\""] {
        assert!(dot.contains(line), "{line}");
    }
    let dot = explain(&["--dot", "tree", "--problem", "knuth-6x7"]);
    for line in [
        "\"2\"",
        "\"3\"",
        "\"✗ 5\"",
        "\"4\"",
        "\"1\"",
        "\"5\"",
        "\"✓\"",
    ] {
        assert!(dot.contains(line), "{line}\n{dot}");
    }
    let cut = explain(&["--dot", "tree", "--steps", "..9", LECTURE]);
    assert!(cut.contains("\"…\""), "what is not shown is hinted at");
}

/// Each node of the torus has a right and a lower neighbour.
#[test]
fn links_go_round() {
    let dot = explain(&["--dot", "links", "--problem", "zero-to-six"]);
    // One edge in each row, in the header row and in each column goes round: out
    // of the picture, and in again.
    let rounds = 4 + 1 + 7;
    assert_eq!(dot.matches(" -> out").count(), rounds);
    assert_eq!(dot.matches(" -> in").count(), rounds);
    // 9 ones and 7 headers go down; 9 ones, 7 headers and the head go right.
    assert_eq!(dot.matches(" -> n").count() + rounds, 9 + 7 + 9 + 7 + 1);
}

/// A 9×9's matrix: 324 columns in four blocks, a dot for each 1.
#[test]
fn a_large_matrix_is_drawn_as_dots() {
    let svg = explain(&["--svg", "matrix", "puzzles/empty-9x9.txt"]);
    is_well_formed(&svg);
    assert!(svg.contains("The exact-cover matrix: 729 × 324"));
    assert_eq!(svg.matches("h-").count(), 4 * 729);
    assert_eq!(svg.matches(" 0V").count(), 5, "four blocks have five rules");
    is_plain_latex(&explain(&["--tikz", "matrix", "puzzles/empty-9x9.txt"]));
    let dot = explain(&["--dot", "matrix", "puzzles/empty-9x9.txt"]);
    graphviz(&dot);
    assert_eq!(dot.matches("  one").count(), 4 * 729);
    assert_eq!(dot.matches(", width=0.08").count(), 4 * 81, "the solution");
    assert_eq!(dot.matches(" -- ").count(), 5 + 2, "the rules");
    // The first option has its cell, its row's number, its column's and its box's.
    for (one, x) in [(0, 2), (1, 81 * 4 + 2), (2, 162 * 4 + 2), (3, 243 * 4 + 2)] {
        let line = format!("  one{one} [pos=\"{x},{}\"", 729 * 4 - 2);
        assert!(dot.contains(&line), "{line}");
    }
}

/// Items may be called anything.
#[test]
fn names_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.dlx");
    std::fs::write(
        &file,
        "<b> a&b \"q\" {x} $_%^\\ é\n<b> a&b \"q\"\n{x} $_%^\\ é\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    for figure in ["matrix", "links", "tree"] {
        is_well_formed(&explain(&["--svg", figure, "--cover", file]));
        is_plain_latex(&explain(&["--tikz", figure, "--cover", file]));
        graphviz(&explain(&["--dot", figure, "--cover", file]));
    }
}

#[test]
fn what_can_not_be_drawn_is_said() {
    for (arguments, why) in [
        (
            &["--svg", "grid", "--problem", "a-to-g"][..],
            "a grid is drawn of a puzzle",
        ),
        (&["--svg", "conflict", "--problem", "a-to-g"], "no conflict"),
        (&["--svg", "conflict", "1"], "no conflict"),
        (
            &["--svg", "conflict", "--conflicts", "99..", LECTURE],
            "no conflict",
        ),
        (
            &["--svg", "tree", "--engine", "cdcl", LECTURE],
            "--engine backtrack",
        ),
        (&["--svg", "links", "puzzles/empty-9x9.txt"], "at most 64"),
        (&["--svg", "solution", "11.............."], "no solution"),
        (&["--svg", "grid", "puzzles/large/36x36.txt"], "up to n = 5"),
        (&["--svg", "grid", "--json", LECTURE], "cannot be used"),
        (
            &["--svg", "grid", "--dot", "grid", LECTURE],
            "cannot be used",
        ),
        (&["--svg", "sky", LECTURE], "sky"),
    ] {
        let (code, text, errors) = run(arguments);
        assert_eq!((code, text.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(why), "{arguments:?}: {errors}");
    }
    assert_eq!(
        run(&["--svg", "grid", LECTURE, LECTURE]).0,
        2,
        "one file, one figure"
    );
}

#[test]
fn steps_of_a_figure_without_a_run_are_refused() {
    for (figure, option, what) in [
        ("grid", "--steps", LECTURE),
        ("grid", "--conflicts", LECTURE),
        ("links", "--steps", "puzzles/exact-cover-4x4.txt"),
    ] {
        let (code, out, errors) = run(&["--svg", figure, option, "1..3", what]);
        assert_eq!((code, out.as_str()), (2, ""), "{figure} {option}");
        assert!(
            errors.contains(&format!("{option} does not apply")),
            "{errors}"
        );
    }
}

#[test]
fn a_grid_shows_the_puzzles_own_symbols() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("zero.txt");
    std::fs::write(&file, "0 1 . .\n. . 0 .\n. 3 . .\n. . . 2\n").unwrap();
    let file = file.to_str().unwrap();
    let sentence = "The symbols 0 1 2 3 are called 1 to 4 here, in this order.";
    for (figure, zeros, fours) in [("grid", 2, 0), ("solution", 4, 0)] {
        let svg = explain(&["--svg", figure, file]);
        let count = |digit: &str| svg.matches(&format!(">{digit}<")).count();
        assert_eq!((count("0"), count("4")), (zeros, fours), "{svg}");
        assert!(!svg.contains(sentence), "{svg}");
    }
    assert!(explain(&["--svg", "tree", file]).contains(sentence));
    assert!(explain(&["--engine", "backtrack", file]).starts_with(sentence));
    assert!(!explain(&["--json", file]).contains("symbols"));
    let page = folder.path().join("zero.html");
    explain(&["--html", page.to_str().unwrap(), file]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains(&format!("<p>{sentence}</p>")));
    assert!(!explain(&[LECTURE]).contains("are called"));
}

#[test]
fn rules_are_drawn_or_named() {
    for (file, part) in [
        ("killer", "stroke-dasharray"),
        ("kropki", "<circle"),
        ("thermometers", "<circle"),
        ("arrows", "<circle"),
    ] {
        let file = format!("puzzles/variants/{file}.txt");
        let svg = explain(&["--svg", "grid", &file]);
        is_well_formed(&svg);
        assert!(svg.contains(part), "{file}: {svg}");
        let (code, tikz, notes) = run(&["--tikz", "grid", &file]);
        assert_eq!(code, 0, "{notes}");
        is_plain_latex(&tikz);
        assert!(
            notes.contains("does not show all of these rules"),
            "{notes}"
        );
    }
    let given = explain(&["--svg", "grid", "puzzles/variants/killer.txt"]);
    let solved = explain(&["--svg", "solution", "puzzles/variants/killer.txt"]);
    let digits = |svg: &str| svg.matches("<text").count();
    assert!(digits(&solved) >= digits(&given) + 25, "{solved}");
}

#[test]
fn a_figure_of_a_part_that_is_not_there_is_refused() {
    for (arguments, words) in [
        (
            &["--svg", "solution", "--steps", "5..5"][..],
            "the run was cut after step 5, before a solution",
        ),
        (
            &["--svg", "tree", "--steps", "200..300"],
            "steps, found --steps 200..300",
        ),
        (
            &["--svg", "tree", "--conflicts", "200..300"],
            "found --conflicts 200..300",
        ),
        (
            &["--engine", "dlx", "--svg", "conflict"],
            "a conflict is one of --engine cdcl",
        ),
    ] {
        let (code, out, errors) = run(&[arguments, &[LECTURE]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_live_page_says_which_rules_it_takes() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let page = page.to_str().unwrap();
    let (code, _, errors) = run(&["--html", page, "--live", "puzzles/variants/letters.txt"]);
    assert_eq!(code, 2);
    assert!(errors.contains("boxes of 2×3"), "{errors}");
}
