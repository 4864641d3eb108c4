//! Figures: every one in every form, well-formed, and showing what the run did.

use super::*;
use std::io::Write;
use sudosat::teach::trace::Event;

const HARD: &str = "puzzles/brute-force-killer.txt";
const KNUTH: [&str; 2] = ["--problem", "knuth-6x7"];

const FIGURES: [&str; 10] = [
    "grid",
    "solution",
    "matrix",
    "conflict",
    "tree",
    "links",
    "hook",
    "splice",
    "resolution",
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
        let text = explain(&["--text", figure, LECTURE]);
        assert!(text.lines().count() > 4 && !text.contains('<'), "{text}");
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
    let cut = explain(&["--text", "tree", "--engine", "backtrack", HARD]);
    assert!(cut.contains("…"), "what is not shown is hinted at");
}

/// Each node has four pointers, and the root two.
#[test]
fn links_go_round() {
    let dot = explain(&["--dot", "links", "--problem", "zero-to-six"]);
    // Two pointers in each row, in the header row and in each column go round: out of the
    // picture, and in again.
    let rounds = 2 * (4 + 1 + 7);
    assert_eq!(dot.matches(" -> out").count(), rounds);
    assert_eq!(dot.matches("\n  in").count(), 2 * rounds);
    assert_eq!(dot.matches(" -> n").count(), 4 * (9 + 7) + 2);
    assert!(!dot.contains("style=dashed"), "nothing is removed yet");
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
            "a grid is drawn of a puzzle; an exact-cover problem has the figures matrix, tree, links, hook and splice",
        ),
        (
            &["--svg", "conflict", "--problem", "a-to-g"],
            "an exact-cover problem has no clauses: a run of dlx has dead ends, which the figure tree shows",
        ),
        (
            &["--svg", "conflict", "1"],
            "no conflict, so there is no implication graph to draw",
        ),
        (
            &["--svg", "conflict", "--conflicts", "99..", LECTURE],
            "found --conflicts 99..108",
        ),
        (
            &[
                "--svg",
                "links",
                "--steps",
                "3",
                "--engine",
                "matrix",
                "--problem",
                "a-to-g",
            ],
            "those of --engine dlx",
        ),
        (
            &[
                "--svg", "grid", "--steps", "1..2000", "--engine", "cdcl", HARD,
            ],
            "at most 300 frames, found 2000",
        ),
        (
            &["--text", "grid", "--steps", "18446744073709551615", HARD],
            "found --steps 18446744073709551615, expected at most 1000000",
        ),
        (
            &[
                "--svg",
                "links",
                "--steps",
                "1..100",
                "puzzles/exact-cover-4x4.txt",
            ],
            "at most 300 frames, found 3",
        ),
        (&["--text", "matrix", HARD], "too large for a terminal"),
        (
            &["--svg", "solution", "--engine", "backtrack", HARD],
            "the run was cut after step 2000, before a solution",
        ),
        (
            &["--svg", "tree", "--engine", "cdcl", LECTURE],
            "jumps back over several decisions at once; take --engine backtrack, dpll, dlx or matrix, \
             or draw the figure conflict",
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

/// A formula has two figures, and a tree only by one engine.
#[test]
fn what_a_formula_has_no_figure_of_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.cnf");
    std::fs::write(&file, "p cnf 2 2\n1 2 0\n-1 2 0\n").unwrap();
    let file = file.to_str().unwrap();
    for (figure, why) in [
        (
            "tree",
            "a run of cdcl has no search tree, because it jumps back over several decisions at \
             once; take --engine dpll, or draw the figure conflict",
        ),
        (
            "links",
            "the figure links is not drawn of a formula; a formula has the figures conflict, \
             resolution and, with --engine dpll, tree",
        ),
    ] {
        let (code, text, errors) = run(&["--text", figure, "--cnf", file]);
        assert_eq!((code, text.as_str()), (2, ""), "{figure}");
        assert!(errors.contains(why), "{figure}: {errors}");
    }
    let tree = explain(&["--text", "tree", "--engine", "dpll", "--cnf", file]);
    assert!(tree.contains("✓"), "{tree}");
}

/// The signs of the table are explained where it is; colours only where there are any.
#[test]
fn the_signs_of_the_links_are_explained() {
    let signs = [
        "[i]: the header of item i",
        "L, R, U, D: the pointer to the left",
        "*: what has just changed",
        "(…): the node is removed from this list",
    ];
    let colours = "red and thick: changed; dashed: only remembered by a removed node";
    for steps in [&[][..], &["--steps", "2"], &["--steps", "2..3"]] {
        let drawn = |form: &str| explain(&[&[form, "links"], steps, &KNUTH].concat());
        let text = drawn("--text");
        assert!(signs.iter().all(|sign| text.contains(sign)), "{text}");
        assert!(!text.contains(colours), "{text}");
        for form in ["--svg", "--tikz", "--dot"] {
            let picture = drawn(form);
            assert_eq!(picture.contains(colours), !steps.is_empty(), "{form}");
            assert!(!picture.contains("what has just changed"), "{form}");
        }
    }
}

/// A digit that is tried and taken back, or refused, is crossed out, without colours too.
#[test]
fn a_digit_that_is_not_in_the_grid_is_crossed_out() {
    let drawn = |form: &str, engine: &str, step: &str| {
        explain(&[form, "grid", "--engine", engine, "--steps", step, LECTURE])
    };
    for (step, row, told) in [
        // r1c4 is stuck, r1c1 loses its 3, and r1c4 can't take 1.
        ("8", "3 1 │ 2 ✗", "✗ no digit is left for this cell"),
        (
            "9",
            "✗ 1 │ 2 .",
            "✗ 3 was tried in this cell and is not in the grid",
        ),
        (
            "11",
            "4 1 │ 2 ✗",
            "✗ 1 was tried in this cell and is not in the grid",
        ),
    ] {
        let text = drawn("--text", "backtrack", step);
        assert_eq!(text.lines().nth(2), Some(row), "{text}");
        assert_eq!(text.lines().last(), Some(told), "{text}");
    }
    assert!(!drawn("--text", "backtrack", "10").contains('✗'));
    let svg = drawn("--svg", "backtrack", "9");
    assert!(svg.contains("text-decoration=\"line-through\">3<"), "{svg}");
    // A row of dancing links that is given up.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let trace = trace(&["--engine", "dlx", hard]);
    let mut events = trace.runs[0].events.iter().zip(1..);
    let back = events.find(|(event, _)| matches!(event, Event::Unselect { .. }));
    let step = back.expect("a row is given up").1.to_string();
    let text = explain(&["--text", "grid", "--engine", "dlx", "--steps", &step, hard]);
    assert!(text.contains("was tried in this cell"), "{text}");
}

/// A picture for LaTeX is never wider than its line: it is scaled by its own width.
#[test]
fn a_picture_for_latex_is_scaled_to_the_line() {
    let width = |arguments: &[&str]| -> u32 {
        let tikz = explain(&[&["--tikz"], arguments].concat());
        let (_, rest) = tikz
            .split_once("scale={min(1,(\\linewidth-2pt)/")
            .expect("a scale");
        let (width, rest) = rest.split_once("pt)}").unwrap();
        assert!(rest.starts_with(",transform shape]\n"), "{rest}");
        width.parse().unwrap()
    };
    // Four cells of 40 pixels.
    assert_eq!(width(&["grid", LECTURE]), 120);
    // A slide of beamer has 307 pt.
    assert!(width(&["conflict", LECTURE]) > 307);
    // A large matrix has 0.8 pixels for each of its 324 columns.
    assert_eq!(width(&["matrix", "puzzles/empty-9x9.txt"]), 195);
    // The text below counts, too.
    let step = ["conflict", "--steps", "30", LECTURE];
    assert!(width(&step) > 120);
}

#[test]
fn steps_of_a_figure_without_a_run_are_refused() {
    for (figure, option, what) in [
        ("solution", "--steps", LECTURE),
        ("solution", "--conflicts", LECTURE),
        ("pigeonholes", "--steps", LECTURE),
        ("hook", "--steps", LECTURE),
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
    // Numbers in a figure or below it are explained once, where they can be seen.
    for arguments in [
        &["tree"][..],
        &["matrix"],
        &["grid", "--steps", "3"],
        &["conflict", "--steps", "30"],
        &["links", "--steps", "2"],
    ] {
        let svg = explain(&[&["--svg"], arguments, &[file]].concat());
        assert_eq!(
            svg.matches(&format!(">{sentence}</text>")).count(),
            1,
            "{arguments:?}"
        );
        let text = explain(&[&["--text"], arguments, &[file]].concat());
        assert_eq!(text.matches(sentence).count(), 1, "{arguments:?}");
    }
    let range = ["--tikz", "links", "--steps", "2..3", file];
    let tikz = explain(&range);
    assert_eq!(
        tikz.matches(sentence).count(),
        tikz.matches("\\only<").count()
    );
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
            &["--svg", "tree", "--steps", "200..300"][..],
            "steps, found --steps 200..300",
        ),
        (
            &["--svg", "tree", "--conflicts", "200..300"],
            "found --conflicts 200..300",
        ),
        (
            &["--engine", "dlx", "--svg", "conflict"],
            "only --engine cdcl and dpll have conflicts",
        ),
    ] {
        let (code, out, errors) = run(&[arguments, &[LECTURE]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
}

/// The frames of a figure in a terminal.
fn frames(arguments: &[&str]) -> Vec<String> {
    let text = explain(arguments);
    let starts: Vec<usize> = text.match_indices("Step ").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let frame = |(&start, end): (&usize, usize)| text[start..end].trim_end().to_string();
    starts.iter().zip(ends).map(frame).collect()
}

/// Covering changes one pointer after the other, each of a neighbour of the node that goes;
/// uncovering undoes the pairs of changes, the last one first.
#[test]
fn links_show_each_pointer_that_changes() {
    let cover = frames(&[&["--text", "links", "--steps", "2..2"][..], &KNUTH].concat());
    assert_eq!(
        cover.len(),
        8,
        "two for the header and for each of three nodes"
    );
    for (frame, number) in cover.iter().zip(1..) {
        assert!(frame.contains("cover item 1"), "{frame}");
        assert!(frame.contains(&format!("{number} of 8: x = ")), "{frame}");
        // A pointer, and every second time a size of a column.
        let sized = usize::from(frame.contains("; size of "));
        let marks = frame.replace("*: what has just changed", "");
        assert_eq!(marks.matches('*').count(), 1 + sized, "{frame}");
        assert_eq!(sized == 1, number > 2 && number % 2 == 0, "{frame}");
    }
    let words = "x = [1]: L[R[x]] ← L[x], so L of [2] is root now, not [1]";
    assert!(cover[0].contains(words), "{}", cover[0]);
    // Each pair is in the order of the algorithm's lines, L before R and U before D.
    for (frame, letter) in cover.iter().zip("LRUDUDUD".chars()) {
        assert!(frame.contains(&format!(": {letter}[")), "{frame}");
    }
    // The header that went still knows its neighbours.
    let header = |frame: &str| {
        frame
            .lines()
            .find(|line| line.starts_with("[1]"))
            .map(str::to_owned)
    };
    let header = header(&cover[7]).unwrap();
    let words: Vec<&str> = header.split_whitespace().collect();
    assert_eq!(words, ["[1]", "(root)", "([2])", "4:1", "2:1", "2"]);
    let made = |step: &str| -> Vec<String> {
        let frames = frames(&[&["--text", "links", "--steps", step][..], &KNUTH].concat());
        let pointer = |frame: &String| {
            let line = frame.lines().nth(1).unwrap().to_owned();
            let (_, rest) = line.split_once("so ").unwrap();
            let (what, values) = rest.split_once(" is ").unwrap();
            let values = values.split(';').next().unwrap();
            let (now, before) = values.split_once(" now, not ").unwrap();
            format!("{what}: {before} → {now}")
        };
        frames.iter().map(pointer).collect()
    };
    let turned = |change: &String| {
        let (what, values) = change.split_once(": ").unwrap();
        let (before, now) = values.split_once(" → ").unwrap();
        format!("{what}: {now} → {before}")
    };
    // Steps 16 and 9 are those of item 3.
    let back: Vec<String> = made("16..16").iter().map(turned).collect();
    assert!(back.len() > 2);
    let back: Vec<String> = back.rchunks(2).flatten().cloned().collect();
    assert_eq!(made("9..9"), back);
}

/// The stack stands beside the links, with what was covered last on top.
#[test]
fn the_stack_stands_beside_the_links() {
    let text = explain(&[&["--text", "links", "--steps", "12"][..], &KNUTH].concat());
    in_order(
        &text,
        &[
            "Step 12 of dlx: cover item 5",
            "The stack:",
            "1  item 1 (2 options): option 2",
            "2  item 2 (1 option): option 3",
            "3  item 5 (0 options): no option yet",
            "Covered, the last one first:",
            "5 6 3 2 7 4 1",
        ],
    );
    let svg = explain(&[&["--svg", "links", "--steps", "12"][..], &KNUTH].concat());
    assert!(svg.contains(">5 6 3 2 7 4 1<"), "{svg}");
}

/// The elements of a picture, without what animates them.
fn elements(svg: &str) -> Vec<String> {
    let lines = svg
        .lines()
        .skip(2)
        .filter(|line| !line.starts_with("<style>"));
    let shown = lines.filter(|line| !line.contains(" visibility=\"hidden\">"));
    let mut lines: Vec<String> = shown
        .map(|line| match line.strip_prefix("<g class=\"f f") {
            Some(rest) => {
                let (_, rest) = rest.split_once('>').unwrap();
                rest.strip_suffix("</g>").unwrap().to_owned()
            }
            None => line.to_owned(),
        })
        .collect();
    lines.sort_unstable();
    lines
}

/// An animation stands still on its last frame for those who want no motion.
#[test]
fn an_animation_ends_with_the_picture_of_its_last_step() {
    for figure in ["matrix", "tree"] {
        let one = explain(&[&["--svg", figure, "--steps", "30"][..], &KNUTH].concat());
        let all = explain(&[&["--svg", figure, "--steps", "2..30"][..], &KNUTH].concat());
        is_well_formed(&all);
        assert!(!one.contains("animation") && one.contains("<title>"));
        assert!(all.contains("@media (prefers-reduced-motion:reduce){.f{animation:none}}"));
        assert!(
            all.contains("29 frames. Step 2 of dlx: cover item 1 … Step 30"),
            "{all}"
        );
        // The background may differ, because captions have other widths.
        let without = |svg: &str| {
            let mut lines = elements(svg);
            lines.retain(|line| !line.contains("fill=\"#ffffff\"/>"));
            lines
        };
        assert_eq!(without(&one), without(&all), "{figure}");
    }
}

/// A range is overlays of beamer over one area, a graph each for Graphviz, and a
/// table each in a terminal.
#[test]
fn a_range_has_a_frame_a_step_in_every_form() {
    for figure in ["grid", "tree", "matrix", "conflict", "links"] {
        let engine = if matches!(figure, "matrix" | "links") {
            "dlx"
        } else {
            "cdcl"
        };
        let engine = if figure == "tree" {
            "backtrack"
        } else {
            engine
        };
        // Steps that change no pointer.
        let steps = if figure == "links" { "3..3" } else { "20..23" };
        let count = if figure == "links" { 1 } else { 4 };
        let with =
            |form: &str| explain(&[form, figure, "--engine", engine, "--steps", steps, LECTURE]);
        let tikz = with("--tikz");
        assert!(tikz.is_ascii());
        assert_eq!(
            tikz.matches("\\only<").count(),
            if count > 1 { count } else { 0 },
            "{tikz}"
        );
        assert_eq!(tikz.matches("use as bounding box").count(), 1);
        let dot = with("--dot");
        assert_eq!(dot.matches("digraph {").count(), count, "{figure}");
        graphviz(&dot);
        is_well_formed(&with("--svg"));
        assert_eq!(with("--text").matches("Step ").count(), count, "{figure}");
    }
}

/// The rows of clues and all rows that they rule out are there, and marked.
#[test]
fn a_puzzles_matrix_has_all_rows() {
    let text = explain(&["--text", "matrix", "puzzles/exact-cover-4x4.txt"]);
    let rows = |mark: &str| text.lines().filter(|line| line.starts_with(mark)).count();
    assert_eq!((rows("★ "), rows("○ "), rows("● ")), (4, 40, 12), "{text}");
    assert!(text.contains("64 × 64"), "{text}");
    let sum = text
        .lines()
        .find(|line| line.starts_with("sum of the rows taken"));
    assert_eq!(
        sum.map(|line| line.matches('1').count()),
        Some(64),
        "{text}"
    );
    let svg = explain(&["--svg", "matrix", "puzzles/exact-cover-4x4.txt"]);
    assert_eq!(
        svg.matches("fill=\"#dff2e8\"").count(),
        4,
        "the rows of clues"
    );
    assert_eq!(
        svg.matches("fill=\"#e6f4ea\"").count(),
        40,
        "those ruled out"
    );
    // So many names can't be read on a slide: cells and kinds of columns are headings.
    let headings = svg.matches("font-size=\"39\"").count();
    assert_eq!(headings, 16 + 4 + 1, "cells, kinds and the sums");
    assert!(svg.contains(">r1c3<") && svg.contains(">column, number<") && !svg.contains("r1c3=1"));
    let tex = explain(&["--tikz", "matrix", "puzzles/exact-cover-4x4.txt"]);
    assert!(tex.contains("scale=3] at (-20,40) {r1c1}") && !tex.contains("r1c3=1"));
    // A rule for two cells does not hide the rows.
    let arguments = [
        "--svg",
        "matrix",
        "--rules",
        "anti-knight",
        "1...............",
    ];
    let svg = explain(&arguments);
    assert!(svg.contains("64 × 160; green: the rows of clues"), "{svg}");
    assert!(svg.contains("fill=\"#5fae7b\""), "{svg}");
}

/// The sums are those by which a column is chosen.
#[test]
fn sums_are_those_of_the_rows_left() {
    let at = |step: &str| {
        let text = explain(&[&["--text", "matrix", "--steps", step][..], &KNUTH].concat());
        let sum = text
            .lines()
            .find(|line| line.starts_with("sum of the rows left"));
        let digits = sum
            .unwrap()
            .trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.to_owned()
    };
    assert_eq!(at("1"), "2 2 2 3 2 2 3");
    // Option 2 is taken, and its items 1, 4 and 7 are covered.
    assert_eq!(at("5"), "0 1 2 0 1 2 0");
}

/// The grid after a step, by each kind of engine.
#[test]
fn a_grid_is_drawn_as_it_fills() {
    let grid = |engine: &str, step: &str| {
        let text = explain(&[
            "--text", "grid", "--engine", engine, "--steps", step, LECTURE,
        ]);
        let digits = text.lines().skip(2).flat_map(str::chars);
        digits
            .filter(|c| c.is_ascii_digit() || *c == '.')
            .collect::<String>()
    };
    assert_eq!(
        grid("backtrack", "10"),
        "412....4.....2..",
        "4 is the last for r1c1"
    );
    let trace = trace(&["--engine", "dlx", LECTURE]);
    let last = trace.runs[0].events.len().to_string();
    let solution = trace.puzzle.unwrap().solution.unwrap();
    let solution: String = solution.iter().map(ToString::to_string).collect();
    assert_eq!(grid("dlx", &last), solution);
}

/// The graph of a conflict grows with the trail, and nothing moves.
#[test]
fn a_conflict_grows() {
    let trace = trace(&[LECTURE]);
    let events = &trace.runs[0].events;
    let at = events
        .iter()
        .position(|event| matches!(event, Event::Conflict { .. }));
    let at = at.unwrap() + 1;
    let drawn =
        |step: usize| explain(&["--svg", "conflict", "--steps", &step.to_string(), LECTURE]);
    let labels = |svg: &str| svg.matches(">@").count();
    // Not all literals of the conflict are implied yet.
    let (before, whole) = (drawn(at - 6), drawn(at));
    assert!(labels(&before) < labels(&whole), "{before}");
    let boxes = |svg: &str| svg.matches("<rect").count();
    assert_eq!(boxes(&before), boxes(&whole), "each node has its place");
    assert!(before.contains("not reached yet") && !whole.contains("not reached yet"));
    assert_eq!(
        labels(&drawn(at + 1)),
        labels(&whole),
        "the analysis belongs to it"
    );
}

/// Returns the rows of the table of a figure of headers: the name of a header, then where its
/// pointers L and R point at each moment.
fn pointers(text: &str) -> Vec<Vec<&str>> {
    let table = text.split("\n\n").nth(1).unwrap().lines().skip(1);
    table
        .map(|line| line.split_whitespace().collect())
        .collect()
}

#[test]
fn hooking_changes_four_pointers() {
    let text = explain(&["--text", "hook", "--problem", "one-to-five"]);
    assert_eq!(
        pointers(&text),
        [
            ["root", "5", "1", "5", "1", "5", "1", "5", "1", "5", "1"],
            [
                "1", "root", "3", "root", "3", "root", "3", "root", "3", "root", "2*"
            ],
            ["2", "–", "–", "–", "3*", "–", "3", "1*", "3", "1", "3"],
            ["3", "1", "4", "1", "4", "2*", "4", "2", "4", "2", "4"],
            ["4", "3", "5", "3", "5", "3", "5", "3", "5", "3", "5"],
            [
                "5", "4", "root", "4", "root", "4", "root", "4", "root", "4", "root"
            ],
        ],
        "{text}"
    );
    assert!(text.contains("2  L[R[y]] ← y"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.dlx");
    std::fs::write(&file, "a | b\na\n").unwrap();
    let (code, _, errors) = run(&["--svg", "hook", "--cover", file.to_str().unwrap()]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("two primary items"), "{errors}");
}

/// Knuth's two pairs of assignments: after the second B is out of the list and keeps its pointers,
/// after the fourth everything is as before.
#[test]
fn a_splice_takes_b_out_and_puts_it_back() {
    let text = explain(&["--text", "splice", "--problem", "abc"]);
    assert_eq!(
        pointers(&text),
        [
            ["root", "C", "A", "C", "A", "C", "A", "C", "A", "C", "A"],
            [
                "A", "root", "B", "root", "B", "root", "C*", "root", "C", "root", "B*"
            ],
            ["B", "A", "C", "A", "C", "A", "C", "A", "C", "A", "C"],
            [
                "C", "B", "root", "A*", "root", "A", "root", "B*", "root", "B", "root"
            ],
        ],
        "{text}"
    );
    let svg = explain(&["--svg", "splice", "--problem", "abc"]);
    // B's own two pointers are dashed while it is out.
    assert_eq!(svg.matches("stroke-dasharray=\"3 3\"").count(), 2, "{svg}");
}

/// The resolvents of the first conflict, and the clauses that they are resolved with, as the text
/// prints them.
#[test]
fn a_resolution_leads_to_the_learned_clause() {
    for (arguments, lines) in [
        (
            &[LECTURE][..],
            &[
                "conflict   #88: r1c4≠3 ∨ r1c4≠4",
                "on r1c4=4  with #4: r1c1=4 ∨ r1c2=4 ∨ r1c3=4 ∨ r1c4=4",
                "gives      r1c1=4 ∨ r1c4≠3",
                "gives      learned #165: r1c1≠1",
            ][..],
        ),
        (
            &["--conflicts", "2..2", "11.............."],
            &["gives      learned #164: r1c3≠2"],
        ),
    ] {
        let text = explain(&[&["--text", "resolution"], arguments].concat());
        for line in lines {
            assert!(text.lines().any(|one| one == *line), "{line}: {text}");
        }
    }
    for arguments in [&KNUTH[..], &["--engine", "dpll", LECTURE]] {
        let (code, _, errors) = run(&[&["--svg", "resolution"], arguments].concat());
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains("--engine cdcl"), "{errors}");
    }
}

/// Every square of the board has a piece, and each piece three squares; other problems have no
/// board.
#[test]
fn a_tiling_is_drawn_on_its_board() {
    let text = explain(&["--text", "solution", "--problem", "triominoes-3x4"]);
    let words: Vec<&str> = text.split_whitespace().skip(5).collect();
    assert_eq!(words.len(), 12, "{text}");
    for piece in ["I", "L", "J", "bar"] {
        let count = words.iter().filter(|&&word| word == piece).count();
        assert_eq!(count, 3, "{piece}: {text}");
    }
    let (code, _, errors) = run(&["--svg", "solution", "--problem", "knuth-6x7"]);
    assert_eq!(code, 2);
    assert!(errors.contains("the squares of a board"), "{errors}");
}
