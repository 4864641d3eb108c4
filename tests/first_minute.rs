//! The picture of the first minute, `docs/first-minute.svg`: a terminal session as the
//! program prints it. `SUDOSAT_BLESS=1 cargo test --test all first_minute::` draws it again.

use crate::program::PROGRAM;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The commands of the session.
const COMMANDS: [&str; 4] = [
    "sudosat solve --unique --to boxed puzzles/classic-9x9.txt",
    "sudosat why 1..1............",
    "sudosat encode puzzles/lecture-4x4.txt -o 4x4.cnf",
    "sudosat sat 4x4.cnf | sudosat decode 4x4.cnf -",
];

/// Width of a character and height of a line, in the units of the picture.
const CHARACTER: f64 = 8.4;
const LINE: usize = 17;
/// Space around the text.
const MARGIN: usize = 16;

/// The colours, with those of a dark page. The picture has its own background, so it can be
/// read where a viewer knows nothing of dark pages.
const STYLE: &str = "\
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  fill: #1f2328; white-space: pre }
rect { fill: #f6f8fa; stroke: #d1d9e0 }
.p { fill: #0550ae } .b { font-weight: bold } .r { fill: #cf222e }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  rect { fill: #0d1117; stroke: #3d444d }
  .p { fill: #79c0ff } .r { fill: #ff7b72 }
}";

/// Runs the commands in a folder with `puzzles/`, and returns the session with its colours as
/// escape sequences.
fn session() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root.join("puzzles"), folder.path().join("puzzles")).unwrap();
    let mut path = vec![Path::new(PROGRAM).parent().unwrap().to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let path = std::env::join_paths(path).unwrap();
    let mut session = String::new();
    for command in COMMANDS {
        let output = Command::new("bash")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("CLICOLOR_FORCE", "1")
            .env_remove("NO_COLOR")
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        writeln!(session, "$ {command}\n{printed}").unwrap();
    }
    session.trim_end().to_owned()
}

/// Returns a line as parts, each with the classes of its colours.
fn parts(line: &str) -> Vec<(String, &str)> {
    if line.starts_with("$ ") {
        return vec![("p".to_owned(), line)];
    }
    let mut parts = Vec::new();
    let mut classes: Vec<&str> = Vec::new();
    for (index, part) in line.split("\x1b[").enumerate() {
        let text = if index == 0 {
            part
        } else {
            let (codes, text) = part
                .split_once('m')
                .expect("an escape sequence of a colour");
            for code in codes.split(';') {
                match code {
                    "0" => classes.clear(),
                    "1" => classes.push("b"),
                    "31" => classes.push("r"),
                    other => panic!("the picture has no colour for the code {other}"),
                }
            }
            text
        };
        if !text.is_empty() {
            parts.push((classes.join(" "), text));
        }
    }
    parts
}

/// Draws a session: each line is a text that is stretched to the width of its characters, so
/// that frames fit whatever font there is.
fn picture(session: &str) -> String {
    let lines: Vec<_> = session.lines().map(parts).collect();
    let length = |line: &Vec<(String, &str)>| -> usize {
        line.iter().map(|(_, text)| text.chars().count()).sum()
    };
    let columns = lines.iter().map(length).max().unwrap_or(0);
    let width = (columns as f64 * CHARACTER).ceil() as usize + 2 * MARGIN;
    let height = lines.len() * LINE + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" role=\"img\" aria-label=\"A terminal session with sudosat\">\n\
         <style>\n{STYLE}\n</style>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n",
        width - 1,
        height - 1,
    );
    for (index, line) in lines.iter().enumerate() {
        if line.is_empty() {
            continue;
        }
        let y = MARGIN + index * LINE + 13;
        let stretched = length(line) as f64 * CHARACTER;
        write!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\" textLength=\"{stretched:.1}\" xml:space=\"preserve\">"
        )
        .unwrap();
        for (classes, text) in line {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            match classes.is_empty() {
                true => svg.push_str(&text),
                false => write!(svg, "<tspan class=\"{classes}\">{text}</tspan>").unwrap(),
            }
        }
        svg.push_str("</text>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

#[test]
fn the_picture_is_what_the_program_prints() {
    let drawn = picture(&session());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/first-minute.svg");
    if std::env::var_os("SUDOSAT_BLESS").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        drawn == stored,
        "docs/first-minute.svg is not what the program prints; SUDOSAT_BLESS=1 draws it again"
    );
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    assert!(readme.contains("(docs/first-minute.svg)"));
}
