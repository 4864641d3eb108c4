//! Tables and sets in all the ways in which they are printed.

use crate::cover::{ExactCover, Form, form, knuth};
use proptest::prelude::*;
use std::fmt::Write;

/// Reads a text whose form is recognised.
fn read(text: &str) -> Result<(ExactCover, Form), String> {
    form::read(text.as_bytes(), "in", None, |_| ()).map_err(|error| error.to_string())
}

/// Returns a problem as a text: the items, then each option with its label.
fn shown(problem: &ExactCover) -> String {
    let names: Vec<&str> = problem.items().map(|item| problem.name(item)).collect();
    let mut text = names.join(" ");
    for option in problem.options() {
        let label = problem.label(option).unwrap_or_default();
        write!(text, "/{label}:{}", problem.text(option)).unwrap();
    }
    text
}

#[track_caller]
fn reads(text: &str, form: Form, expected: &str) {
    let (problem, found) = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((&*shown(&problem), found), (expected, form), "{text}");
}

#[track_caller]
fn refuses(text: &str, message: &str) {
    let error = read(text).map(|(problem, form)| format!("{form}: {}", shown(&problem)));
    assert_eq!(error.unwrap_err(), format!("in:{message}"), "{text}");
}

#[track_caller]
fn refuses_with(text: &str, message: &str) {
    let error = read(text).map(|(problem, form)| format!("{form}: {}", shown(&problem)));
    let error = error.unwrap_err();
    assert!(error.contains(message), "{error}\n{text}");
}

const TABLE: &str = "1 2 3 4/A:1 4/B:2 3/C:2";
const BARE: &str = "1 2 3 4/:1 4/:2 3/:2";

#[test]
fn tables_are_read_as_they_are_printed() {
    for text in [
        "  1 2 3 4\nA 1 0 0 1\nB 0 1 1 0\nC 0 1 0 0\n",
        "  1 2 3 4\nA 1     1\nB   1 1\nC   1\n",
        "\u{feff}x 1 2 3 4\r\nA 1 . . 1\r\nB . 1 1 .\r\nC · 1 · ·\r\n",
        "1 2 3 4\nA: 1 0 0 1\nB: 0 1 1 0\nC: 0 1 0 0\n",
        "A 1 0 0 1\nB 0 1 1 0\nC 0 1 0 0",
        "A 1001\nB 0110\nC 0100",
        "A: 1001\nB: 0110\nC: 0100",
        "A | 1 0 0 1\nB | 0 1 1 0\nC | 0 1 0 0",
        "A │ 1 0 0 1 │\nB │ 0 1 1 0 │\nC │ 0 1 0 0 │",
        "|   | 1 | 2 | 3 | 4 |\n|---|:-:|---|---|---|\n| A | 1 |   |   | 1 |\n| **B** |  | 1 | 1 | |\n|C| 0 | 1 |0|0|",
        "  | 1 | 2 | 3 | 4\n--|---|---|---|---\nA | 1 | 0 | 0 | 1\nB | 0 | 1 | 1 | 0\nC | 0 | 1 | 0 | 0",
        "    | 1 2 3 4\n----+--------\n  A | 1 0 0 1\n  B | 0 1 1 0\n  C | 0 1 0 0",
        "┌───┬───┬───┬───┬───┐\n│   │ 1 │ 2 │ 3 │ 4 │\n├───┼───┼───┼───┼───┤\n│ A │ 1 │   │   │ 1 │\n│ B │   │ 1 │ 1 │   │\n│ C │   │ 1 │   │   │\n└───┴───┴───┴───┴───┘",
        ",1,2,3,4\nA,1,0,0,1\nB,,1,1,\nC,0,1,0,0",
        "set;1;2;3;4\nA;1;;;1\nB;;1;1;\nC;;1;;",
        "\t1\t2\t3\t4\nA\t1\t\t\t1\nB\t0\t1\t1\t0\nC\t0\t1\t0\t0",
        "A = [1, 0, 0, 1]\nB = [0, 1, 1, 0]\nC = [0, 1, 0, 0]",
        "A [1 0 0 1]\nB [0 1 1 0]\nC [0 1 0 0]",
        "  1 2 3 4\nA [1 0 0 1]\nB [0 1 1 0]\nC [0 1 0 0]",
        "$$\\begin{array}{c|cccc}\n & 1 & 2 & 3 & 4 \\\\ \\hline\nA & 1 & 0 & 0 & 1 \\\\\n\\mathbf{B} & 0 & 1 & 1 & 0 \\\\\n$C$ & & 1 & &\n\\end{array}$$",
        "\\begin{tabular}{l|rrrr}\n\\toprule\n & 1 & 2 & 3 & 4 \\\\[2pt]\n\\midrule\nA & 1 & 0 & 0 & 1 \\\\\nB & 0 & 1 & 1 & 0 \\\\\nC & 0 & 1 & 0 & 0 \\\\\n\\bottomrule\n\\end{tabular}\n",
    ] {
        reads(text, Form::Table, TABLE);
    }
    for text in [
        "[[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 0]]",
        "[[1 0 0 1]\n [0 1 1 0]\n [0 1 0 0]]",
        "[[1. 0. 0. 1.]\n [0. 1. 1.\n  0.]\n [0. 1. 0. 0.]]",
        "array([[1, 0, 0, 1],\n       [0, 1, 1, 0],\n       [0, 1, 0, 0]])",
        "M = np.array([[True, False, False, True], [False, True, True, False], [0, 1, 0, 0]])",
        "M = [1 0 0 1; 0 1 1 0; 0 1 0 0]",
        "[1, 0, 0, 1]\n[0, 1, 1, 0],\n[0, 1, 0, 0]\n",
        "1,0,0,1\n0,1,1,0\n0,1,0,0\n",
        "1;0;0;1\n0;1;1;0\n0;1;0;0\n",
        "( 1 0 0 1 )\n( 0 1 1 0 )\n( 0 1 0 0 )",
        "⎡1 0 0 1⎤\n⎢0 1 1 0⎥\n⎣0 1 0 0⎦",
        "1 & 0 & 0 & 1 \\\\\n0 & 1 & 1 & 0 \\\\\n0 & 1 & 0 & 0",
        "\\[ M = \\begin{bmatrix} 1 & 0 & 0 & 1 \\\\ 0 & 1 & 1 & 0 \\\\ 0 & 1 & 0 & 0 \\end{bmatrix} \\]",
        "\\begin{equation}\n\\left( \\begin{array}{cccc}\n1&0&0&1\\\\\n0&1&1&0\\\\\n0&1&0&0\n\\end{array} \\right)\n\\end{equation}",
        "1 2 3 4\n1 0 0 1\n0 1 1 0\n0 1 0 0\n",
    ] {
        reads(text, Form::Table, BARE);
    }
    // What was read before stays: rows of 0s and 1s, and lines of names.
    reads("1001\n0110\n0100\n", Form::ZeroOne, BARE);
    reads("1 0 0 1\n| a\n0 1 1 0\n0 1 0 0\n", Form::ZeroOne, BARE);
    reads("1 2 3 4\n1 4\n2 3\n2\n", Form::Knuth, BARE);
    reads("0 1\nA 1 0\nB 0 1\n", Form::Table, "0 1/A:0/B:1");
    reads("c d\n1 0\n1 1\n", Form::Table, "c d/:c/:c d");
    reads("   1  2\n1  1  0\n2  0  1\n", Form::Table, "1 2/1:1/2:2");
    reads("{a} b\n{a} b\n", Form::Knuth, "{a} b/:{a} b");
}

#[test]
fn faults_of_tables_have_a_place() {
    for (text, message) in [
        (
            "  1 2 3\nA 1 0 0\nB 1 2 0\n",
            "3:5: found \"2\", expected 0 or 1",
        ),
        ("  1 2 3\nA 1 0 0\nA 1 1 0\n", "3:1: row 'A' is named twice"),
        ("  a a c\nA 1 0 0\n", "1:5: item 'a' is named twice"),
        (
            "A 1 0 0\nB 1 1\n",
            "2:6: found the end of the row after 2 cells, expected 3",
        ),
        (
            "A 1 0 0\nB 1 1 1 1\n",
            "2:9: found another cell, expected a row of 3",
        ),
        (
            "  1 2 3\nA 1   1\nB  1\n",
            "3:4: found \"1\", expected a row of 3 cells, or each cell below the name of one column",
        ),
        ("[[0, 1], [1, 0]", "1:1: found a bracket that is not closed"),
        (
            "[[0, 1], [1, x]]",
            "1:14: found \"x]]\", expected 0 or 1; --form sets reads lists of elements",
        ),
        ("[[[0, 1], [1, 0]]]", "1:3: found \"[0,\", expected 0 or 1"),
        ("[[0, 1], 1]", "1:10: found \"1]\", expected \"[\" or \"]\""),
        ("[0, 1]]", "1:7: found \"]\", expected a row of 0s and 1s"),
        (
            "[]",
            "1:3: found the end of the file, expected a table of 0s and 1s",
        ),
        (
            "| | 1 | 2 |\n|---|---|---|\n| A | 1 | 0 |\n\nSolve it.\n",
            "5:1: found \"Solve\", expected a row with bars, as in other lines; with --form knuth, \
             matrix or sets, lines that begin with | are comments",
        ),
        (
            "Solve \\begin{bmatrix} 1 \\end{bmatrix}",
            "1:1: found \"Solve\", expected \\begin{bmatrix}, or array or tabular",
        ),
        (
            "\\begin{bmatrix} 1 \\end{bmatrix} now",
            "1:33: found \"now\", expected the end of the text",
        ),
    ] {
        refuses(text, message);
    }
}

#[test]
fn tables_of_two_readings_are_refused() {
    let markdown = "| | 1 | 2 | 3 |\n|---|---|---|---|\n| A | 1 | 1 | 0 |\n| B | 0 | 0 | 1 |\n";
    let with_bars = "expected a row with bars";
    for before in ["U = {1,2,3}\n\n", "1\n", "0 1\n"] {
        refuses_with(&format!("{before}{markdown}"), with_bars);
        refuses_with(&format!("{markdown}{before}"), with_bars);
    }
    refuses_with(&format!("{markdown}\nSolution: {{A, B}}\n"), with_bars);
    for (text, message) in [
        ("Matrix A\n1 1 0\n0 1 1\n", "title"),
        (
            "  1 1 3\nA 1 0 0\n",
            "1:3: found \"1\", expected names of columns",
        ),
        ("Matrix\n1 0\n0 1\n", "title"),
        ("Matrix M\nA 1 0\nB 0 1\n", "title"),
        ("Table 1\nA 1 0\nB 0 1\n", "found another cell"),
        ("# a comment\n1 0 0\n0 1 1\n", "1:1: found \"#\""),
        ("// comment\n1 0 0\n0 1 1\n", "1:1: found \"//\""),
        (
            "Solve this exact cover problem for me\n0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n",
            "title",
        ),
        ("A 1 0 2\nB 0 1 1\nC 1 1 0\n", "names of columns"),
        ("  1 2 3\nA 1 0 0\nB 0 1 1\nTable 1: the matrix\n", "4:"),
        ("  1 2 3\nA 1   1\nB   1\n3\n", "4:1: found \"3\""),
        ("id,a,b\n0,1,0\n1,0,1\n", "names or 0s and 1s"),
        (",0,1\n0,1,0\n1,0,1\n", "names or 0s and 1s"),
        ("a,b\n1,0\n2,1\n", "names or 0s and 1s"),
        ("1,2,3\nA,1,1\nB,1,0\n", "row 'A' is below column '1'"),
        ("1 2 3\nA 1 1\nB 1\n", "row 'A' is below column '1'"),
        (
            "    1 2 3\nA     1\nGreen   1\n",
            "3:1: row 'Green' is below column '1'",
        ),
        ("  1 2 3\nA 1 0 0\nB 0 1 1\n1 1\n", "4:1: found \"1\""),
        ("  1 2 3\nA 1 0 0\nB 0 1 1\n= 1\n", "4:1: found \"=\""),
        (
            "  1 2 3\nA 1 0 0\nB   1\n",
            "3:6: found the end of the row after 1 cells",
        ),
        (
            "A = [[1,0],[0,1]]\nB = [[1,1],[0,1]]\n",
            "2:1: found \"B\", expected the end",
        ),
        (
            "A = [1 0; 0 1]\nB = [1 1; 0 1]\n",
            "2:1: found \"B\", expected the end",
        ),
        (
            "Solve this: [[1,0],[0,1]]\n",
            "1:1: found \"Solve\", expected one matrix",
        ),
        (
            "[[1, 0], [0, 1]]\n[[1, 1]]\n",
            "2:1: found \"[[1,\", expected the end",
        ),
        ("[1, 0]\n[1, 0]\n", "--form table or --form knuth"),
        ("[1 0\n0 1]", "1:5: found the end of the line"),
        ("row 0 1\nA 1 0\nB 0 1\n", "names or 0s and 1s"),
        ("A,1,0,\nB,0,1,\n", "all rows end with an empty cell"),
        ("3 2\n1 0\n0 1\n1 1\n", "names of columns"),
        ("3 2\nA 1 0\nB 0 1\nC 1 1\n", "names of columns"),
        ("True False\nFalse True\n", "--form table or --form knuth"),
        ("1.0 0.0\n0.0 1.0\n", "--form table or --form knuth"),
        ("[[1],[0]] 1", "1:11: found \"1\", expected the end"),
        ("[[1,,],[,1,]]", "1:5: found \",],[,1,]]\", expected 0 or 1"),
        ("A = [1, 4, 7]", "--form sets"),
        (
            "A = [1,4,7]\nB = [1,4]\n",
            "1:8: found \"4,7]\", expected 0 or 1; --form sets",
        ),
        ("{{1,0},{0,1}}", "--form sets"),
        ("{'A':[1,0],'B':[0,1]}", "--form sets"),
        ("\"a,b\",c\n1,0,1\n0,1,0\n", "the name of a column"),
        (
            "  a b\nA 1 0\nB 0 1\nSum 1 1\n",
            "4:1: found \"Sum\", expected a name",
        ),
        (
            "| |a|b|Σ|\n|-|-|-|-|\n|A|1|0|1|\n|B|0|1|1|\n",
            "1:8: found \"Σ|\"",
        ),
        ("  a\u{200b} b\nA 1 0\n", "1:4: found U+200B"),
        ("  a b\nA\u{ad} 1 0\n", "2:2: found U+00AD"),
    ] {
        refuses_with(text, message);
    }
    for text in ["", "a b c\n", "| Knuth\n", "|\n|\n", "A\nB\n"] {
        let problem =
            super::table::read(text.as_bytes(), "in", |_| ()).map(|problem| shown(&problem));
        assert!(problem.is_err(), "{text:?}: {problem:?}");
    }
}

#[test]
fn what_is_around_a_table_is_read() {
    for (text, expected) in [
        ("M =\n\n   1   0   1\n   0   1   0\n", "1 2 3/:1 3/:2"),
        ("| Knuth\nA 1 0 0\nB 0 1 1\n", "1 2 3/A:1/B:2 3"),
        ("| 1 0 0 |\n| 0 1 1 |\n", "1 2 3/:1/:2 3"),
        ("| | a | b |\n| A | 1 | 0 |\n| B | | 1 |\n", "a b/A:a/B:b"),
        ("\ta\tb\tc\nA\t1\t\t\nB\t\t1\t1\n", "a b c/A:a/B:b c"),
        (
            "\"\",\"a\",\"b\"\n\"A\",\"1\",\"0\"\n\"B\",\"0\",\"1\"\n",
            "a b/A:a/B:b",
        ),
        (
            "| | a | b |\n|---|---|---|\n| 0 | 1 | 0 |\n| 1 | 0 | 1 |\n",
            "a b/0:a/1:b",
        ),
        ("  1 4 7\nA 1 0 1\nB 0 1 0\n", "1 4 7/A:1 7/B:4"),
        ("id,a,b\n1,1,0\n2,0,1\n", "a b/1:a/2:b"),
        (",0,1,2\n0,1,0,0\n1,0,1,1\n", "0 1 2/0:0/1:1 2"),
        ("  red blue\nA 1   0\nB 0   1\n", "red blue/A:red/B:blue"),
    ] {
        reads(text, Form::Table, expected);
    }
}

const SETS: &str = "1 2 3 4 5/A:1 4 5/B:1 4/C:1 5/D:3 5/E:2";

#[test]
fn sets_are_read_as_they_are_printed() {
    for text in [
        "A = {1, 4, 5}\nB = {1, 4}\nC = {1, 5}\nD = {3, 5}\nE = {2}\n",
        "U = {1, 2, 3, 4, 5}\nA={1,4,5};B={1,4};C={1,5};D={3,5};E={2}",
        "{A: {1,4,5}, B: {1,4}, C: {1,5}, D: {3,5}, E: {2}}",
        "X = {1, …, 5}, A = {1, 4, 5}, B = {1, 4}, C = {1, 5}, D = {3, 5}, E = {2}.",
        "X = {1, 2, ..., 5}\nS = {A, B, C, D, E}\nA: {1, 4, 5}\nB: {1, 4}\nC: {1, 5}\nD: {3, 5}\nE: {2}",
        "$X = \\{1, \\ldots, 5\\}$\n\n- $A = \\{1, 4, 5\\}$\n- $B = \\{1, 4\\}$\n- $C = \\{1, 5\\}$\n- $D = \\{3, 5\\}$\n- $E = \\{2\\}$",
        "* **A** = {1, 4, 5}\n* **B** = {1, 4}\n* **C** = {1, 5}\n* **D** = {3, 5}\n* **E** = {2}",
        "1. `A = {1, 4, 5}`\n2. `B = {1, 4}`\n3. `C = {1, 5}`\n4. `D = {3, 5}`\n5. `E = {2}`",
        "\\begin{align*}\nA &= \\{1, 4, 5\\} \\\\\nB &= \\{1, 4\\} \\\\\nC &= \\left\\{1, 5\\right\\}\\\\\nD &= \\{3,\\,5\\}\\\\\n\\mathrm{E} &= \\{2\\}\n\\end{align*}",
        "\\begin{itemize}\n\\item $A = \\{1, 4, 5\\}$,\n\\item $B = \\{1, 4\\}$,\n\\item $C = \\{1, 5\\}$,\n\\item $D = \\{3, 5\\}$,\n\\item $E = \\{2\\}$.\n\\end{itemize}",
        "X = {1, 2, 3, 4, 5}\nY = {\n    'A': [1, 4, 5],\n    'B': [1, 4],\n    'C': [1, 5],\n    'D': [3, 5],\n    'E': [2]}\n",
        "F = {\"A\": {1, 4, 5}, \"B\": {1, 4}, \"C\": set([1, 5]), \"D\": frozenset({3, 5}), \"E\": {2,},}",
    ] {
        reads(text, Form::Sets, SETS);
    }
    let family = "a b c d e f g/:c e f/:a d g/:b c f/:a d/:b g/:d e g";
    for text in [
        "{{c,e,f},{a,d,g},{b,c,f},{a,d},{b,g},{d,e,g}}",
        "F = {c,e,f}, {a,d,g}, {b,c,f}, {a,d}, {b,g}, {d,e,g}",
        "U = {a…g}, F = {c,e,f}, {a,d,g}, {b,c,f}, {a,d}, {b,g}, {d,e,g}",
        "{c, e, f}\n{a, d, g}\n{b, c, f}\n{a, d}\n{b, g}\n{d, e, g}\n",
        "$\\mathcal{F} = \\{\\{c,e,f\\}, \\{a,d,g\\}, \\{b,c,f\\}, \\{a,d\\}, \\{b,g\\}, \\{d,e,g\\}\\}$",
        "[{'c','e','f'}, {'a','d','g'}, {'b','c','f'}, {'a','d'}, {'b','g'}, {'d','e','g'}]",
    ] {
        reads(text, Form::Sets, family);
    }
    reads("A = {1, 4, 5}", Form::Sets, "1 4 5/A:1 4 5");
    reads("- $A = \\{1, 4, 5\\}$", Form::Sets, "1 4 5/A:1 4 5");
    reads("X = {10, 9}\n{9}\n{10}", Form::Sets, "10 9/:9/:10");
    reads(
        "{10, 9}, {x_{2}, x_10, (1, 2), \\alpha}",
        Form::Sets,
        "9 10 (1,2) \\alpha x_2 x_10/:10 9/:x_2 x_10 (1,2) \\alpha",
    );
    reads(
        "T = {1}\nU = {2}\nV = {3}\n",
        Form::Sets,
        "1 2 3/T:1/U:2/V:3",
    );
    reads(
        "{x1, …, x3}, {a..c}",
        Form::Sets,
        "a b c x1 x2 x3/:x1 x2 x3/:a b c",
    );
    reads("A = {1}\nB = {2}\nC = ∅\n", Form::Sets, "1 2/A:1/B:2/C:");
    let named = "1 2 3/A:1 2/B:3";
    for text in [
        "Universe: {1, 2, 3}\nA = {1, 2}\nB = {3}",
        "Ω = {1, 2, 3}\nA = {1, 2}\nB = {3}",
        "{\"universe\": [1, 2, 3], \"A\": [1, 2], \"B\": [3]}",
        "U = {1, 2, 3}\nF = {A: {1, 2}, B: {3}}",
        "\\begin{enumerate}[noitemsep]\n\\item[A] $\\{1,2\\}$\n\\item[$B$:] $= \\{3\\}$\n\\end{enumerate}",
        "\\begin{aligned}[t]\nA &= \\{1,2\\}\\\\[2pt]\nB &= \\{3\\}\n\\end{aligned}",
        "\\begin{multicols}{2}\nA = \\{1,2\\}\n\nB = \\{3\\}\n\\end{multicols}",
        "| a comment\nA＝{“1”，２}\nB = {‘3’}",
    ] {
        reads(text, Form::Sets, named);
    }
    for dots in ["\\dotsc", "\\hdots", "\\textellipsis", "\\cdots", "⋯", "‥"] {
        let text = format!("A=\\{{a, {dots}, d\\}}");
        reads(&text, Form::Sets, "a b c d/A:a b c d");
    }
    reads("'note': {1}\nA: {2}", Form::Sets, "1 2/note:1/A:2");
    reads("2) {1,2}\n4) {3}", Form::Sets, "1 2 3/2:1 2/4:3");
    reads("{{1, 2}, {1}, {2}}", Form::Sets, "1 2/:1 2/:1/:2");
    reads("U={1,2}\nA={1,2}\nB={1}", Form::Sets, "1 2/A:1 2/B:1");
    reads(
        "A={−1}\nB={-1}\nC={'1-4'}",
        Form::Sets,
        "1-4 -1/A:-1/B:-1/C:1-4",
    );
}

#[test]
fn faults_of_sets_have_a_place() {
    for (text, message) in [
        (
            "Consider the sets\n- $A = \\{1, 4\\}$\n",
            "1:1: found \"Consider\", expected a set, as {1, 4, 7} or A = {1, 4, 7}",
        ),
        (
            "A = {1, 4} is a set",
            "1:12: found \"is\", expected a set, as {1, 4, 7} or A = {1, 4, 7}",
        ),
        (
            "A = {1, 4",
            "1:10: found the end of the file, expected \",\" or \"}\"",
        ),
        ("A = {1 4}", "1:8: found \"4}\", expected \",\" or \"}\""),
        (
            "A = {1, , 4}",
            "1:9: found \",\", expected an element, or the end of the set",
        ),
        ("A = {1, 1}", "1:9: item '1' is twice in one option"),
        ("A = {1}\nA = {2}", "2:1: set 'A' is named twice"),
        (
            "X = {1}\nA = {2}",
            "2:6: found \"2}\", expected an element of the universe",
        ),
        (
            "A = {1}\n{2}",
            "2:1: this set has no name, but others have one: expected NAME = {…}",
        ),
        (
            "T = {1}\nU = {1, 2}\nV = {2}\n",
            "2:1: this may be the universe or one of the sets: give it the name U if it is the \
             universe, otherwise add the universe, U = {…}",
        ),
        (
            "{{{1}}}",
            "1:3: found \"{1}}}\", expected an element, or the end of the set",
        ),
        (
            "{1, {2}}",
            "1:5: found \"{2}}\", expected an element, or the end of the set",
        ),
        (
            "{5, …, 1}",
            "1:5: found \"…,\", expected an element: the dots stand for nothing known",
        ),
        (
            "{1, 3, …, 9}",
            "1:8: found \"…,\", expected an element: the dots stand for nothing known",
        ),
        (
            "{1, …}",
            "1:5: found \"…}\", expected an element after the dots",
        ),
        (
            "{1..9999999999}",
            "1:3: the dots stand for more than 1048576 elements",
        ),
        ("A = {a b: 1}", "1:8: found \"b:\", expected \",\" or \"}\""),
        ("A = {'a b'}", "1:6: ' ' can't stand in a name"),
        (
            "A = {1} B",
            "1:9: found \"B\", expected a set, as {1, 4, 7} or A = {1, 4, 7}",
        ),
        (
            "A = 1, 4 {",
            "1:5: found \"1,\", expected a set in braces, as {1, 4, 7}",
        ),
    ] {
        refuses(text, message);
    }
}

#[test]
fn what_is_no_family_of_sets_for_sure_is_refused() {
    for (text, fragment) in [
        ("{}", "1:1: found no element in any set"),
        ("∅", "1:1: found no element in any set"),
        (
            "A = {1}\n|A| = 1",
            "2:1: found \"|A|\", expected a set, or a comment",
        ),
        (
            "A={a}\n| {b}",
            "2:1: found \"|\", expected a set, or a comment",
        ),
        (
            "A = {1, \\vdots, 4}",
            "1:9: found \"\\vdots,\", expected an element",
        ),
        ("{a, …, 100}", "the dots stand for nothing known"),
        ("{65..c}", "the dots stand for nothing known"),
        ("{Z..a}", "the dots stand for nothing known"),
        ("{1, 2, …, n}", "the dots stand for nothing known"),
        (
            "{1..600000}\n{1..600000}",
            "2:3: the dots stand for more than 1048576 elements",
        ),
        (
            "S: {1, 2, 3}\nA={1}\nB={2, 3}",
            "1:1: this may be the universe or one of the sets",
        ),
        (
            "A={1}\nB={2, 3}\nU_1={1..3}",
            "3:1: this may be the universe or one of the sets",
        ),
        (
            "{1, 2, 3}\n{1}\n{2, 3}",
            "1:1: this may be the universe or one of the sets",
        ),
        ("U={1, 2}\nU={1, 2}\nA={1}", "2:1: found a second universe"),
        ("universe = {1, 2}", "1:1: found a universe alone"),
        (
            "A={1,4}\nB={2}\nC={4}\nChosen: {A, B}",
            "4:10: this is the name of a set",
        ),
        ("A={1}\nB={A, 2}", "2:4: this is the name of a set"),
        ("F={{1,2},{3}}\nG={{1},{2,3}}", "2:1: found a second family"),
        ("{{1,2},{3}}\n{4}", "2:1: this set is outside the family"),
        ("\\item[A] $B = \\{1,2\\}$", "expected a set in braces"),
        ("\\item[A, B] $\\{1,2\\}$", "expected \"]\" after a name"),
        (
            "{1,2} \\ {1}",
            "1:9: found \"{1}\", expected \",\" or a new line",
        ),
        (
            "A={1,2}\\{1}",
            "found \"\\{1}\", expected \",\" or a new line",
        ),
        (
            "A={1\u{200b}}",
            "1:5: found U+200B, expected no invisible character",
        ),
        (
            "A={so\u{ad}up}",
            "1:6: found U+00AD, expected no invisible character",
        ),
        ("{1–4}", "1:2: found \"1–4}\", expected an element: 1, …, 4"),
        (
            "{1--4}",
            "1:2: found \"1--4}\", expected an element: 1, …, 4",
        ),
        (
            "{2, a-d}",
            "1:5: found \"a-d}\", expected an element: 1, …, 4",
        ),
        ("1. {1}\n1. {2}", "2:1: set '1' is named twice"),
        (
            "A = {1}\nB = {2}\nNote: {1, 2}",
            "3:1: found \"Note:\", expected the name of a set",
        ),
        (
            "U = {1, 2}\nA = {1}\nB = {2}\nSolution = {1, 2}",
            "4:1: found \"Solution\", expected the name of a set",
        ),
    ] {
        let error = super::sets::read(text.as_bytes(), "in", |_| ()).map(|problem| shown(&problem));
        let error = error.expect_err(text).to_string();
        assert!(error.contains(fragment), "{text}\n{error}");
    }
}

#[test]
fn two_readings_are_told() {
    for text in ["{1, 2}\n{1, 2}\n", "{0, 1}\n{0, 1}\n"] {
        refuses(
            text,
            " this is a family of sets, and in Knuth's text form, where braces are part of names, \
             another problem: choose with --form sets or --form knuth",
        );
    }
    refuses(
        "1 2 3\n1\n  1\n    1\n",
        " this is a table of 0s and 1s, and in Knuth's text form, where the first line names the \
         items of the others, another problem: choose with --form table or --form knuth",
    );
    reads("1 2\n1\n1\n", Form::Knuth, "1 2/:1/:1");
    // Refused as sets, because nothing separates them on the line.
    refuses_with("{1,2} {1}\n{1}\n", "; or choose --form knuth, where braces");
}

/// A table: the names of the columns and the rows, and the cells.
#[derive(Clone, Debug)]
struct Printed {
    columns: Vec<String>,
    rows: Vec<(String, Vec<bool>)>,
}

impl Printed {
    /// Returns the lines of the table, cells separated by this text, with these cells for 0.
    fn lines(&self, before: &str, between: &str, after: &str, zero: &str) -> String {
        let line = |cells: Vec<String>| format!("{before}{}{after}\n", cells.join(between));
        let width = self
            .columns
            .iter()
            .chain(self.rows.iter().map(|(name, _)| name));
        let width = width.map(String::len).max().unwrap_or(0);
        let pad = |text: &str| format!("{text:width$}");
        let names = std::iter::once("").chain(self.columns.iter().map(String::as_str));
        let mut text = line(names.map(pad).collect());
        for (name, cells) in &self.rows {
            let cells = cells.iter().map(|&one| pad(if one { "1" } else { zero }));
            text += &line(std::iter::once(pad(name)).chain(cells).collect());
        }
        text
    }

    fn sets(&self, before: &str, open: &str, close: &str) -> String {
        let mut text = format!("{before}X = {open}{}{close}\n", self.columns.join(", "));
        for (name, cells) in &self.rows {
            let ones = self.columns.iter().zip(cells).filter(|(_, one)| **one);
            let ones: Vec<&str> = ones.map(|(column, _)| &**column).collect();
            writeln!(text, "{before}{name} = {open}{}{close}", ones.join(", ")).unwrap();
        }
        text
    }

    fn expected(&self) -> String {
        let mut text = self.columns.join(" ");
        for (name, cells) in &self.rows {
            let ones = self.columns.iter().zip(cells).filter(|(_, one)| **one);
            let ones: Vec<&str> = ones.map(|(column, _)| &**column).collect();
            write!(text, "/{name}:{}", ones.join(" ")).unwrap();
        }
        text
    }
}

fn printed() -> impl Strategy<Value = Printed> {
    let names = |pattern: &'static str, most| {
        prop::collection::btree_set(pattern, 2..most).prop_map(|names| names.into_iter().collect())
    };
    let columns = prop_oneof![
        (2..9usize).prop_map(|n| (1..=n).map(|name| name.to_string()).collect()),
        // Not those of sums.
        names("[a-r][a-z0-9]{0,3}", 9),
    ];
    let rows = names("[A-R][A-Z0-9]{0,2}", 9);
    (columns, rows).prop_flat_map(|(columns, rows): (Vec<String>, Vec<String>)| {
        let cells = prop::collection::vec(any::<bool>(), columns.len());
        let all = prop::collection::vec(cells, rows.len());
        all.prop_map(move |cells| Printed {
            columns: columns.clone(),
            rows: rows.iter().cloned().zip(cells).collect(),
        })
    })
}

proptest! {
    #[test]
    fn every_way_to_print_a_table_is_read_back(table in printed()) {
        let latex = table.lines("", " & ", " \\\\", "");
        let texts = [
            table.lines("", " ", "", "0"),
            table.lines("  ", " ", "", "."),
            table.lines("", ",", "", "0"),
            table.lines("", ";", "", ""),
            table.lines("", "\t", "", "0"),
            table.lines("| ", " | ", " |", "").replacen('\n', "\n|---|---|\n", 1),
            format!("\\begin{{array}}{{cc}}\n{latex}\\end{{array}}"),
            table.sets("", "{", "}"),
            table.sets("- ", "$\\{", "\\}$"),
        ];
        for text in texts {
            let read = read(&text).map(|(problem, _)| shown(&problem));
            prop_assert_eq!(read, Ok(table.expected()), "{}", text);
        }
        // With blanks for 0, the first row needs a 1 to be one.
        if !table.rows[0].1.contains(&true) {
            return Ok(());
        }
        let text = table.lines("", "  ", "", "");
        let read = read(&text).map(|(problem, _)| shown(&problem));
        prop_assert_eq!(read, Ok(table.expected()), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "([01]|[01] [01]|[ABX]|[{}\\[\\](),;|&=$:.…']|\\\\|\\\\\\{|\\\\begin\\{array\\}|\n| |\t|set\\(){0,40}") {
        let _ = super::table::read(text.as_bytes(), "in", |_| ());
        let _ = super::sets::read(text.as_bytes(), "in", |_| ());
        if let Ok((problem, _)) = read(&text) {
            let mut written = Vec::new();
            if knuth::write(&problem, &mut written).is_ok() {
                let again = knuth::read(&written[..], "in", |_| ());
                prop_assert_eq!(again.unwrap(), problem);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = form::read(&bytes[..], "in", None, |_| ());
        let _ = super::table::read(&bytes[..], "in", |_| ());
        let _ = super::sets::read(&bytes[..], "in", |_| ());
    }
}
