//! `explain --lesson`: the lessons of `docs/teaching/` as pages, slides and handouts.
//!
//! `tests/docs.rs` runs their commands, and `tests/page/lessons.mjs` opens the pages in a
//! browser.

use crate::program::{document, run, stderr, stdout};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use sudosat::teach::algorithm::{self, Line};
use sudosat::teach::course::LESSONS;
use sudosat::teach::engine::{CoverEngine, Engine};

/// Returns the page of a lesson.
fn page(number: usize) -> String {
    let output = run(
        &["explain", "--lesson", &number.to_string(), "--html", "-"],
        "",
    );
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

/// Returns the part of a page from `start` to the next `end`.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let from = page.find(start).unwrap() + start.len();
    &page[from..from + page[from..].find(end).unwrap()]
}

/// Returns the text of a page.
fn text(page: &str) -> &str {
    between(page, "<section id=\"lesson\"", "</section>")
}

#[test]
fn every_file_of_the_folder_is_a_lesson() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/teaching");
    let names = std::fs::read_dir(&folder).unwrap();
    let mut names: Vec<String> = names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md") && name != "README.md")
        .collect();
    names.sort();
    assert_eq!(names.len(), LESSONS.len());
    for ((name, lesson), number) in names.iter().zip(&LESSONS).zip(1..) {
        let file = std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(file, lesson.markdown, "{name}");
        assert!(lesson.title().starts_with(&format!("{number}. ")), "{name}");
    }
}

/// Lessons 1, 2 and 4 have the algorithms of their runs, line by line as the page shows them.
#[test]
fn the_algorithms_of_the_lessons_are_those_of_the_runs() {
    let lessons = [(Engine::Backtrack, 1), (Engine::Cdcl, 2), (Engine::Dpll, 2)];
    let covers = [CoverEngine::MATRIX, CoverEngine::DLX].map(|engine| (Engine::Cover(engine), 4));
    for (engine, lesson) in lessons.into_iter().chain(covers) {
        let lines = algorithm::of(engine);
        let lines = lines.iter().map(|Line(_, indent, text)| match &text[..] {
            "" => "\n".to_owned(),
            _ => format!("{}{text}\n", "  ".repeat(*indent)),
        });
        let block = format!("\n```text\n{}```\n", lines.collect::<String>());
        let lesson = LESSONS[lesson - 1].markdown;
        assert!(lesson.contains(&block), "{}: {block}", engine.name());
    }
}

/// Each lesson says what it is for, how long it takes and what it needs, asks before it
/// tells, and refutes wrong answers.
#[test]
fn every_lesson_has_its_parts() {
    for lesson in &LESSONS {
        let text = lesson.markdown;
        for part in [
            "\n**Goals.** After this lesson you can ",
            "\n**Time.** ",
            "\n**You need** ",
            "\n## Exercises\n",
            "\n## Summary\n",
        ] {
            let count = text.matches(part).count();
            assert_eq!(count, 1, "{}: {part}", lesson.title());
        }
        let answers = text.matches("\n<details>\n<summary>Answer</summary>\n\n");
        let answers = answers.count();
        let predictions = text.matches("\n**Predict.** ").count();
        let exercises = text.matches("\n### Exercise ").count();
        assert_eq!(answers, predictions + exercises, "{}", lesson.title());
        assert!(
            predictions >= 4 && exercises >= 3,
            "{}: {predictions} predictions, {exercises} exercises",
            lesson.title()
        );
        let refuted = text.matches("\n*\"").count();
        assert!(refuted >= predictions, "{}: {refuted}", lesson.title());
    }
}

/// What a page contains: each answer once hidden and once in the key, each step, each
/// figure, and no link that leads out of the page.
#[test]
fn a_page_contains_the_whole_lesson() {
    for (lesson, number) in LESSONS.iter().zip(1..) {
        let page = page(number);
        let text = text(&page);
        let markdown = lesson.markdown;
        let details = markdown.matches("\n<details>\n").count();
        assert_eq!(
            text.matches("<details><summary>Answer</summary>").count(),
            details
        );
        assert_eq!(text.matches("<h4>Answer ").count(), details);
        let steps = markdown.matches("\n<!-- step ").count();
        assert_eq!(text.matches("<a class=\"step\" href=\"#").count(), steps);
        assert_eq!(text.matches("<a ").count(), steps);
        assert_eq!(lesson.steps().count(), steps);
        let figures = markdown.matches("\n<!-- figure ").count();
        // The figure of an answer is in the key, too.
        let in_answers = |text: &str| {
            let answers = text.split("\n<details>\n").skip(1);
            let inside = answers.map(|part| part.split("\n</details>\n").next().unwrap());
            inside
                .map(|part| part.matches("\n<!-- figure ").count())
                .sum::<usize>()
        };
        let drawn = text.matches("<img src=\"data:image/svg+xml;base64,");
        assert_eq!(drawn.count(), figures + in_answers(markdown));
        assert!(
            !text.contains("<!--"),
            "a comment is left in lesson {number}"
        );
        // A session is in the text, or hidden and in the key.
        let commands = text.matches("<b class=\"command\">$ ").count();
        assert!(
            commands >= markdown.matches("\n$ ").count(),
            "lesson {number}"
        );
    }
}

/// Returns a lesson in another form than the page.
fn material(number: usize, form: &str) -> String {
    let number = number.to_string();
    let output = run(
        &["explain", "--lesson", &number, "--html", "-", "--as", form],
        "",
    );
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

/// Returns what stands in backticks in a cell of a table.
fn in_backticks(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The plan and the table of COURSE.md name steps and figures that the lesson has. `tests/links.rs`
/// checks their links.
#[test]
fn the_course_names_steps_and_figures_of_its_lessons() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let course = std::fs::read_to_string(root.join("docs/COURSE.md")).unwrap();
    let lesson_of = |line: &str| -> Option<usize> {
        let (_, rest) = line.split_once("](teaching/")?;
        rest[..1].parse().ok()
    };
    let is_address = |text: &str| {
        let tabs = [
            "reduction",
            "backtracking/",
            "cdcl/",
            "cover/",
            "links/",
            "pigeonholes/",
        ];
        tabs.iter().any(|tab| text.starts_with(tab))
    };
    let (mut lesson, mut steps, mut figures) = (None, 0, 0);
    for line in course.lines() {
        lesson = lesson_of(line).or(lesson);
        let Some(number) = lesson.filter(|_| line.starts_with("| ")) else {
            continue;
        };
        let lesson = &LESSONS[number - 1];
        let cells: Vec<&str> = line.split('|').collect();
        for cell in &cells[2..] {
            for address in in_backticks(cell).filter(|text| is_address(text)) {
                let mut all = lesson.steps();
                assert!(all.any(|(own, _)| own == address), "{line}: {address}");
                steps += 1;
            }
        }
        // The table of the examples has four columns, the last one with figures.
        if let [_, example, place, _, drawn, _] = cells[..] {
            if example.trim() == "example" {
                continue;
            }
            assert!(lesson_of(place).is_some(), "{line}");
            for figure in in_backticks(drawn) {
                let has = |word: &str| {
                    let comment = format!("\n<!-- {word} {figure} -->\n");
                    lesson.markdown.contains(&comment)
                };
                assert!(has("figure") || has("slide figure"), "{line}: {figure}");
                figures += 1;
            }
        }
    }
    assert!(
        steps >= 40 && figures >= 30,
        "{steps} steps, {figures} figures"
    );
}

/// The table of the families has the formulas that `explain` prints, and pages show them in MathML.
#[test]
fn the_formulas_of_the_families_are_drawn() {
    let page = page(2);
    let document = document(&page);
    let groups = document["traces"][0]["cnf"]["groups"].as_array().unwrap();
    let markdown = LESSONS[1].markdown;
    for group in &groups[..5] {
        let formula = group["formula"].as_str().unwrap();
        assert!(markdown.contains(&format!("| `{formula}` |")), "{formula}");
        assert!(document["formulas"][formula].is_string(), "{formula}");
    }
    let slides = material(2, "slides");
    for text in [text(&page), &slides] {
        assert_eq!(text.matches("<math>").count(), 6);
    }
    assert!(!slides.contains("⋀_b"));
}

/// Slides leave nothing out but sentences that are in the notes: every line of a session, every
/// figure, every question and its answer.
#[test]
fn slides_show_the_whole_lesson() {
    for (lesson, number) in LESSONS.iter().zip(1..) {
        let slides = material(number, "slides");
        let markdown = lesson.markdown;
        let commands = markdown.matches("\n$ ").count();
        let shown = slides.matches("<b class=\"command\">$ ").count();
        assert_eq!(shown, commands, "lesson {number}");
        let figures = markdown.matches("\n<!-- figure ").count();
        let for_slides = markdown.matches("\n<!-- slide figure ").count();
        assert_eq!(slides.matches("<figure>").count(), figures + for_slides);
        assert!(figures + for_slides >= 2, "lesson {number}: {figures}");
        // A mask stands for what tests do not compare; nobody should see it on a wall.
        assert!(!slides.contains("[..]"), "lesson {number}");
        let steps = markdown.matches("\n<!-- step ").count();
        assert_eq!(slides.matches("On the lesson's page, #").count(), steps);
        let predictions = markdown.matches("\n**Predict.** ").count();
        let asked = slides.matches("<p><strong>Predict.</strong> ").count();
        assert_eq!(asked, predictions, "lesson {number}");
        let answers = markdown.matches("\n<details>\n").count();
        let kinds = slides.matches("<span class=\"kind\">Answer</span>").count();
        assert!(kinds >= answers, "lesson {number}: {kinds} of {answers}");
        let count = slides.matches("<section id=").count();
        assert!((20..=90).contains(&count), "lesson {number}: {count}");
        assert!(!slides.contains("<!--") && !slides.contains("src=\"http"));
        // A sentence that is not the first one of its paragraph.
        if number == 2 {
            assert!(slides.contains("at least one literal of <em>every</em> clause must be true"));
        }
    }
}

/// The slides in LaTeX compile, each frame is one sheet, no letter is missing in the fonts, and
/// nothing sticks out. Figures for LaTeX compile too.
#[test]
fn slides_compile_with_latex() {
    let found = Command::new("lualatex").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: lualatex is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let compile = |name: &str, source: &str| {
        std::fs::write(folder.path().join(name), source).unwrap();
        let output = Command::new("lualatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", name])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let log = folder.path().join(name).with_extension("log");
        let log = String::from_utf8_lossy(&std::fs::read(log).unwrap()).replace('\n', " ");
        assert!(output.status.success(), "{name}: {log}");
        for fault in ["Missing character", "Overfull \\vbox", "Undefined"] {
            assert!(!log.contains(fault), "{name}: {fault}: {log}");
        }
        let pages = log
            .split(" (")
            .filter_map(|part| part.split_once(" page")?.0.parse().ok());
        let pages: usize = pages.last().expect("the number of pages");
        pages
    };
    let (mut all, mut all_frames) = (String::new(), 0);
    for (lesson, number) in LESSONS.iter().zip(1..) {
        let number = number.to_string();
        let output = run(&["explain", "--lesson", &number, "--as", "beamer"], "");
        assert!(output.status.success(), "{output:?}");
        let source = stdout(&output);
        assert!(!source.contains('\u{fffd}'), "lesson {number}");
        let frames = source.matches("\\begin{frame}").count();
        let sections = lesson.slides().unwrap().matches("<section id=").count();
        assert_eq!(frames, sections, "lesson {number}");
        // All lessons are compiled as one document: they begin alike but for the title.
        let (preamble, rest) = source.split_once("\\title{").unwrap();
        let (title, rest) = rest.split_once('\n').unwrap();
        let (date, body) = rest.split_once("\\begin{document}").unwrap();
        let (body, end) = body.rsplit_once("\\end{document}").unwrap();
        assert_eq!((date, end.trim()), ("\\date{}\n", ""), "lesson {number}");
        if all.is_empty() {
            all = format!("{preamble}\\date{{}}\n\\begin{{document}}\n");
        }
        assert!(all.starts_with(preamble), "lesson {number}");
        all += &format!("\\title{{{title}\n{body}");
        all_frames += frames;
    }
    all += "\\end{document}\n";
    assert_eq!(compile("lessons.tex", &all), all_frames);
    let mut figures = String::new();
    for figure in [
        "grid",
        "solution",
        "matrix",
        "conflict",
        "resolution",
        "tree",
        "pigeonholes",
        "splice",
    ] {
        let output = run(
            &["explain", "--tikz", figure, "puzzles/lecture-4x4.txt"],
            "",
        );
        assert!(output.status.success(), "{output:?}");
        figures += &format!("{}\n\n", stdout(&output));
    }
    let output = run(
        &["explain", "--tikz", "links", "--problem", "knuth-6x7"],
        "",
    );
    figures += &stdout(&output);
    let source = format!(
        "\\documentclass{{article}}\\usepackage[a2paper]{{geometry}}\\usepackage{{tikz}}\n\
         \\begin{{document}}\n{figures}\n\\end{{document}}\n"
    );
    assert!(compile("figures.tex", &source) >= 1);
    // Wide figures fit a slide of beamer, as they are.
    let (mut slides, mut sheets) = (String::new(), 0);
    for arguments in [
        &["conflict", "puzzles/lecture-4x4.txt"][..],
        &["matrix", "puzzles/lecture-4x4.txt"],
        &["links", "--problem", "knuth-6x7"],
        &["conflict", "--steps", "22..24", "puzzles/lecture-4x4.txt"],
    ] {
        let output = run(&[&["explain", "--tikz"], arguments].concat(), "");
        assert!(output.status.success(), "{output:?}");
        let picture = stdout(&output);
        sheets += picture.matches("\\only<").count().max(1);
        slides += &format!(
            "\\begin{{frame}}[plain]\n\\sbox0{{%\n{}}}%\n\
             \\ifdim\\wd0>\\linewidth\\errmessage{{{} wide: \\the\\wd0}}\\fi\n\
             \\ifdim\\wd0<0.5\\linewidth\\errmessage{{{} narrow: \\the\\wd0}}\\fi\n\
             \\end{{frame}}\n",
            picture.trim_end(),
            arguments[0],
            arguments[0]
        );
    }
    for (figure, arguments) in [
        (
            "links",
            &["--steps", "12..14", "--problem", "knuth-6x7"][..],
        ),
        ("matrix", &["--steps", "9..11", "--problem", "knuth-6x7"]),
        ("tree", &["--steps", "9..11", "puzzles/lecture-4x4.txt"]),
        (
            "conflict",
            &["--steps", "22..24", "puzzles/lecture-4x4.txt"],
        ),
        ("grid", &["--steps", "9..11", "puzzles/lecture-4x4.txt"]),
    ] {
        let output = run(&[&["explain", "--tikz", figure], arguments].concat(), "");
        assert!(output.status.success(), "{output:?}");
        let picture = stdout(&output);
        sheets += picture.matches("\\only<").count();
        slides += &format!(
            "\\begin{{frame}}[plain]\\centering\\resizebox{{!}}{{0.7\\textheight}}{{%\n{picture}}}\n\\end{{frame}}\n"
        );
    }
    let source = format!(
        "\\documentclass{{beamer}}\\usepackage{{tikz}}\n\\begin{{document}}\n{slides}\\end{{document}}\n"
    );
    assert_eq!(
        compile("slides.tex", &source),
        sheets,
        "a sheet for each frame"
    );
}

/// A handout has the questions and no answer; the answers are in a file of their own.
#[test]
fn a_handout_has_no_answers() {
    for (lesson, number) in LESSONS.iter().zip(1..) {
        let (handout, answers) = (material(number, "handout"), material(number, "answers"));
        let details = lesson.markdown.matches("\n<details>\n").count();
        assert_eq!(handout.matches("<div class=\"space\">").count(), details);
        assert_eq!(answers.matches("<h4>Answer ").count(), details);
        // A misconception is refuted in answers only.
        assert!(!handout.contains("<em>&quot;") && !handout.contains("<em>\""));
        assert!(!handout.contains("<details>") && !handout.contains("<a "));
        let predictions = lesson.markdown.matches("\n**Predict.** ").count();
        let asked = handout.matches("<strong>Predict.</strong>").count();
        assert_eq!(asked, predictions, "lesson {number}");
        assert!(!answers.contains("<strong>Predict.</strong>"));
    }
}

/// The steps that a text leads to exist, and are what it calls them.
#[test]
fn the_steps_are_what_the_text_calls_them() {
    for (lesson, number) in LESSONS.iter().zip(1..) {
        let document = document(&page(number));
        assert!(lesson.steps().count() > 0, "lesson {number} has no step");
        let opens = (lesson.opens, "what is open at first");
        for (address, words) in lesson.steps().chain([opens]) {
            let told = format!("lesson {number}: {address}: {words}");
            let (place, about) = address.split_once('?').unwrap_or((address, ""));
            let Some((tab, step)) = place.split_once('/') else {
                assert_eq!(place, "reduction", "{told}");
                if let Some(clause) = about.strip_prefix("o=c") {
                    let clauses = document["traces"][0]["cnf"]["clauses"].as_array().unwrap();
                    let clause: usize = clause.parse().unwrap();
                    let lits = clauses[clause - 1].as_array().unwrap();
                    let positive = lits.iter().all(|lit| lit.as_i64().unwrap() > 0);
                    assert!(words.contains(&format!("clause {clause},")), "{told}");
                    assert_eq!(words.contains("at least one"), positive, "{told}");
                }
                continue;
            };
            let (example, about) = match about.strip_prefix("example=") {
                Some(rest) => rest.split_once('&').unwrap_or((rest, "")),
                None => ("", about),
            };
            let of_example = |name: &str| {
                let mut all = document["examples"].as_array().expect(&told).iter();
                let found = all.find(|one| one[0] == name);
                &found.expect(&told)[2]
            };
            let document = match example {
                "" => &document,
                name => of_example(name),
            };
            let traces = document["traces"].as_array().unwrap();
            let trace = match about.strip_prefix("e=") {
                Some(encoding) => traces
                    .iter()
                    .find(|trace| trace["cnf"]["encoding"] == encoding)
                    .expect(&told),
                None => &traces[0],
            };
            let engines = match tab {
                "cdcl" | "pigeonholes" => &["cdcl"][..],
                "cover" => &["dlx", "matrix"],
                "backtracking" => &["backtrack"],
                _ => panic!("{told}"),
            };
            let mut runs = trace["runs"].as_array().unwrap().iter();
            let run = runs.find(|run| engines.contains(&run["engine"].as_str().unwrap()));
            let events = run.expect(&told)["events"].as_array().unwrap();
            let step: usize = step.parse().unwrap();
            assert!(step <= events.len(), "{told}: {} steps", events.len());
            if tab == "pigeonholes" {
                assert!(document["pigeonholes"][0].is_object(), "{told}");
            }
            // A question stands before the step that answers it.
            if let Some(asked) = about.strip_prefix("ask=") {
                let (before, after) = match asked {
                    "unit" | "literal" => (None, &["imply"][..]),
                    "watch" => (None, &["decide", "imply"][..]),
                    "uip" | "learned" => (Some("conflict"), &["resolve"][..]),
                    "level" => (Some("learn"), &["backjump"][..]),
                    "block" => (None, &["solution"][..]),
                    "column" => (None, &["choose"][..]),
                    "uncover" => (None, &["uncover"][..]),
                    "number" => (None, &["try", "reject", "stuck"][..]),
                    _ => panic!("{told}: no such question"),
                };
                let kind = events[step]["t"].as_str().unwrap();
                assert!(after.contains(&kind), "{told}: {kind}");
                if let Some(before) = before {
                    assert_eq!(events[step - 1]["t"], before, "{told}");
                }
                continue;
            }
            for (word, kinds) in [
                ("decision", &["decide", "imply"][..]),
                ("conflict", &["conflict"]),
                ("learned", &["learn"]),
                ("empty clause", &["learn"]),
                ("dead end", &["deadend", "stuck"]),
                ("solution", &["solution"]),
                ("chosen", &["choose"]),
                ("uncovering", &["uncover"]),
            ] {
                if words.contains(word) {
                    let kind = events[step - 1]["t"].as_str().unwrap();
                    assert!(kinds.contains(&kind), "{told}: {kind}");
                }
            }
        }
    }
}

/// The page of the pigeonholes names the same numbers and cells as the figure: row 1 needs a 2,
/// a 3 and a 4, in r1c3 and r1c4.
#[test]
fn a_page_has_the_pigeonholes_of_its_formula() {
    let found = &document(&page(3))["pigeonholes"];
    let expected = json!({"pigeons": [2, 3, 4], "holes": [[10, 11, 12], [14, 15, 16]]});
    // The other encoding states what has to be counted in the lecture's.
    assert_eq!(*found, json!([expected, null]));
    let pigeons = json!({"pigeons": [1, 2, 3], "holes": [[1, 3, 5], [2, 4, 6]]});
    assert_eq!(document(&page(5))["pigeonholes"], json!([pigeons]));
    for number in [1, 2, 4, 6] {
        assert_eq!(document(&page(number))["pigeonholes"], Value::Null);
    }
}

/// The lesson's figures show the lesson's subject.
#[test]
fn the_pigeonholes_are_the_numbers_and_cells_that_are_left() {
    let output = run(&["explain", "--svg", "pigeonholes", "11.............."], "");
    let svg = stdout(&output);
    assert!(svg.contains("<title>Pigeonholes of row 1: 3 numbers for 2 cells</title>"));
    for label in ["number 2", "number 3", "number 4", "cell r1c3", "cell r1c4"] {
        assert_eq!(svg.matches(&format!(">{label}<")).count(), 1, "{label}");
    }
    assert!(!svg.contains(">number 1<"));
    // Three numbers with two cells each.
    assert_eq!(svg.matches("<path d=\"M43").count(), 6);
    // Column 3 has a 2 already: one line fewer.
    let output = run(&["explain", "--svg", "pigeonholes", "11......2......."], "");
    assert_eq!(stdout(&output).matches("<path d=\"M43").count(), 6);
    let output = run(&["explain", "--svg", "pigeonholes", "11........2....."], "");
    assert_eq!(stdout(&output).matches("<path d=\"M43").count(), 5);
}

#[test]
fn figures_of_pigeonholes_need_a_puzzle_with_a_blank() {
    for (arguments, told) in [
        (
            &["--problem", "knuth-6x7"][..],
            "pigeonholes are drawn of a puzzle",
        ),
        (&["1"], "no house needs a number"),
        (
            &["--steps", "1..2", "11.............."],
            "the pigeonholes are drawn whole, so --steps does not apply",
        ),
    ] {
        let output = run(
            &[&["explain", "--svg", "pigeonholes"], arguments].concat(),
            "",
        );
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
    for form in ["--dot", "--tikz"] {
        let output = run(&["explain", form, "pigeonholes", "11.............."], "");
        assert!(stdout(&output).contains("number 4"), "{form}");
    }
}

#[test]
fn what_is_no_lesson_is_told() {
    for (arguments, told) in [
        (&["--lesson", "7", "--html", "-"][..], "1..=6"),
        (&["--lesson", "0", "--html", "-"], "1..=6"),
        (&["--lesson", "2"], "--html"),
        (
            &["--lesson", "2", "--html", "-", "--as", "slides", "--live"],
            "--live is for the page",
        ),
        (&["--as", "slides", "--html", "-", "1"], "--lesson"),
        (
            &["--lesson", "2", "--as", "beamer", "--html", "-"],
            "leave out --html",
        ),
        (
            &["--lesson", "2", "--to", "gift", "--html", "-"],
            "the questions go to standard output",
        ),
        (
            &["--lesson", "2", "--as", "beamer", "--svg", "grid"],
            "cannot be used with",
        ),
        (
            &["--lesson", "2", "--html", "-", "1"],
            "cannot be used with",
        ),
        (
            &["--lesson", "2", "--html", "-", "-e", "extended"],
            "cannot be used with",
        ),
        (
            &["--lesson", "2", "--html", "-", "--steps", "1..9"],
            "cannot be used with",
        ),
    ] {
        let output = run(&[&["explain"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&output).contains(told),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty());
    }
}

/// XML has no place for some characters, which are replaced. No lesson has one, in any form.
#[test]
fn no_form_of_a_lesson_replaces_a_character() {
    for number in 1..=LESSONS.len() {
        let forms = ["slides", "handout", "answers"];
        for text in forms
            .map(|form| material(number, form))
            .iter()
            .chain([&page(number)])
        {
            assert!(!text.contains('\u{fffd}'), "lesson {number}");
        }
    }
}
