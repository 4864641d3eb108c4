//! The marks under what is wrong in a line: tabs, wide characters, line ends of
//! Windows, long lines.

use crate::program::{run, stderr};

/// What the program says of a standard input that it refuses.
fn refusal(command: &str, input: &str) -> String {
    let output = run(&[command, "-"], input);
    assert_eq!(output.status.code(), Some(2), "{input:?}");
    stderr(&output)
}

#[test]
fn the_mark_stands_under_the_first_offending_character() {
    for (command, input, column, shown, marks) in [
        ("solve", "53..7..(.\n", 8, "53..7..(.", 7),
        (
            "solve",
            "1 . . .\r\n. .\t( .\r\n. . . .\r\n",
            5,
            ". . ( .",
            4,
        ),
        ("solve", "\t. . ( .\n", 6, " . . ( .", 5),
        // Two columns of a terminal for each of the wide characters.
        ("sat", "p cnf 3 2\n1 数2 0\n", 3, "1 数2 0", 2),
        ("sat", "p cnf 3 2\r\n1\t2 abc 0\r\n", 5, "1 2 abc 0", 4),
        ("cover", "数字 b\n数字 d\n", 4, "数字 d", 5),
    ] {
        let told = refusal(command, input);
        assert!(told.contains(&format!(":{column}\n")), "{told}");
        let source = told.lines().find(|line| line.contains(" | ")).expect(&told);
        let mark = told.lines().find(|line| line.contains('^')).expect(&told);
        let source = source.split_once(" | ").unwrap().1;
        assert_eq!(source.trim_end(), shown.trim_end(), "{told}");
        let before = mark.split_once("| ").unwrap().1.find('^').unwrap();
        assert_eq!(before, marks, "{told}");
    }
}

/// A line that is too long to be shown still has its place told.
#[test]
fn a_long_line_has_its_column_told() {
    let input = format!("p cnf 3 1\n{}foo 0\n", "1 2 3 ".repeat(500));
    let told = refusal("sat", &input);
    assert!(
        told.contains("2:3001") && told.contains("\"foo\""),
        "{told}"
    );
    assert!(told.lines().all(|line| line.len() < 200), "{told}");
}
