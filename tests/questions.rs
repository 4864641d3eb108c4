//! Question banks in Moodle's GIFT, `docs/teaching/questions.gift` and those of `explain --lesson N --to gift`:
//! their form, and the answers that can be computed. `tests/page/quiz.mjs` compares the latter with the page.

use crate::program::{run, stdout};
use itertools::Itertools;
use std::collections::BTreeMap;
use sudosat::budget::Budget;
use sudosat::cover::{Choice, Method, solutions};
use sudosat::encode::{self, Encoding, Layout, Part};
use sudosat::sudoku::{Candidate, Cell, Digit, text};
use sudosat::teach::course::LESSONS;
use sudosat::teach::student::exercise::statement::Statement;

const BANK: &str = include_str!("../docs/teaching/questions.gift");

/// An answer, and what is said to those who give it.
struct Answer {
    is_right: bool,
    text: String,
    feedback: String,
}

struct Question {
    title: String,
    text: String,
    is_number: bool,
    answers: Vec<Answer>,
    why: String,
}

/// Splits a text at the first of these characters that no backslash escapes.
fn split<'a>(text: &'a str, at: &str) -> (&'a str, &'a str) {
    let mut escaped = false;
    for (place, one) in text.char_indices() {
        if !escaped && at.contains(one) {
            return text.split_at(place);
        }
        escaped = !escaped && one == '\\';
    }
    (text, "")
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.trim().chars();
    while let Some(one) = chars.next() {
        plain.extend(if one == '\\' { chars.next() } else { Some(one) });
    }
    plain
}

fn read(block: &str) -> Question {
    let rest = block.strip_prefix("::").expect(block);
    let (title, rest) = rest.split_once("::").expect(block);
    let (text, rest) = split(rest, "{");
    let (body, end) = split(&rest[1..], "}");
    assert_eq!(end.trim(), "}", "{block}");
    let (is_number, body) = match body.strip_prefix('#') {
        Some(body) => (true, body),
        None => (false, body),
    };
    let (body, why) = body.split_once("####").expect(block);
    let mut answers = Vec::new();
    let mut rest = body.trim();
    while !rest.is_empty() {
        let mark = &rest[..1];
        assert!("=~".contains(mark), "{block}");
        let (answer, after) = split(&rest[1..], "=~");
        let (text, feedback) = split(answer, "#");
        let wrong = text.trim().strip_prefix("%0%");
        answers.push(Answer {
            is_right: mark == "=" && wrong.is_none(),
            text: plain(wrong.unwrap_or(text)),
            feedback: plain(feedback.trim_start_matches('#')),
        });
        rest = after;
    }
    let (title, why) = (plain(title), plain(why));
    Question {
        title,
        text: plain(text),
        is_number,
        answers,
        why,
    }
}

fn questions(bank: &str) -> Vec<Question> {
    let blocks = bank.split("\n\n").map(str::trim);
    let blocks =
        blocks.filter(|block| !block.starts_with("//") && !block.starts_with("$CATEGORY: "));
    blocks.map(read).collect()
}

#[test]
fn each_question_has_one_right_answer_and_each_wrong_one_its_misconception() {
    let questions = questions(BANK);
    assert!(questions.len() >= 72, "{}", questions.len());
    check(&questions);
}

/// The questions that lessons ask before steps, each with the words of its link.
#[test]
fn the_questions_of_the_steps_are_a_bank_too() {
    let mut all = Vec::new();
    for (lesson, number) in LESSONS.iter().zip(1..) {
        let output = run(
            &["explain", "--lesson", &number.to_string(), "--to", "gift"],
            "",
        );
        assert!(output.status.success(), "{output:?}");
        let found = questions(&stdout(&output));
        let asked = { lesson.steps() }.filter(|(address, _)| address.contains("ask="));
        for ((address, words), question) in asked.zip_eq(&found) {
            assert_eq!(question.title, format!("Lesson {number}, {address}"));
            let begin = format!("Predict {words}. ");
            assert!(question.text.starts_with(&begin), "{}", question.text);
        }
        all.extend(found);
    }
    assert!(all.len() >= 17, "{}", all.len());
    check(&all);
}

fn check(questions: &[Question]) {
    let mut titles: Vec<&str> = questions
        .iter()
        .map(|question| &question.title[..])
        .collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), questions.len(), "a title is there twice");
    for question in questions {
        let Question {
            title,
            text,
            is_number,
            answers,
            why,
        } = question;
        let (right, wrong): (Vec<&Answer>, Vec<&Answer>) =
            answers.iter().partition(|answer| answer.is_right);
        assert_eq!(right.len(), 1, "{title}");
        assert!(wrong.len() >= 2, "{title}");
        assert!(
            wrong.iter().all(|answer| answer.feedback.len() > 10),
            "{title}"
        );
        assert!(!why.is_empty() && text.len() > 10, "{title}");
        let mut texts: Vec<&str> = answers.iter().map(|answer| &answer.text[..]).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(
            texts.len(),
            answers.len(),
            "{title}: an answer is there twice"
        );
        let has_numbers = texts.iter().all(|text| {
            text.strip_suffix(":0")
                .is_some_and(|text| text.parse::<i64>().is_ok())
        });
        assert_eq!(has_numbers, *is_number, "{title}");
    }
}

#[test]
fn numbers_of_the_bank_are_those_of_the_library() {
    let puzzle = |cells: &str| {
        let entry = text::read(cells.as_bytes(), "test", &text::Options::default()).next();
        entry.unwrap().unwrap().puzzle
    };
    let (small, large) = (puzzle(&".".repeat(16)), puzzle(&".".repeat(81)));
    let layout = Layout {
        part: Part::Rules,
        ..Layout::default()
    };
    let clauses = |puzzle| {
        let sizes = encode::family_sizes(puzzle, &Encoding::LECTURE, layout);
        sizes.into_iter().map(|size| size.clauses).sum::<u64>()
    };
    let holes = |pigeons, holes| {
        let families = Statement::pigeonholes(pigeons, holes).families.into_iter();
        families
            .filter(|family| !family.is_optional)
            .map(|family| family.clauses.len() as u64)
            .sum::<u64>()
    };
    let rules = large.rules();
    let mut peers: Vec<Cell> = rules
        .houses_of(Cell::new(0, 0))
        .iter()
        .flat_map(|&house| rules.cells(house as usize).to_vec())
        .collect();
    peers.sort_unstable();
    peers.dedup();
    let var = encode::var(
        Candidate::new(Cell::new(1, 3), Digit::from_index(2)),
        small.size(),
    );
    // Latin squares of order 4 whose boxes hold each number, by exact cover.
    let problem = encode::cover(&small).unwrap();
    let mut search = Method::Dlx.start(&problem, Choice::Smallest).unwrap();
    let budget = Budget::unlimited();
    let grids = solutions(&mut *search, &budget).count() as u64;
    let computed = BTreeMap::from([
        ("sat-lecture-clauses", clauses(&large)),
        ("sat-4x4-clauses", clauses(&small)),
        ("sat-vars", large.size().num_candidates() as u64),
        ("sat-number", u64::from(var.to_dimacs().unsigned_abs())),
        ("ph-clauses", holes(4, 3)),
        ("ph-vars", Statement::pigeonholes(5, 4).num_vars() as u64),
        ("bt-houses", peers.len() as u64 - 1),
        ("co-288", grids),
        ("co-relabel", (1..=9).product()),
        ("ph-satisfiable", (1..=5).product()),
    ]);
    let questions = questions(BANK);
    for (title, value) in computed {
        let question = questions
            .iter()
            .find(|question| question.title == title)
            .expect(title);
        let right = question
            .answers
            .iter()
            .find(|answer| answer.is_right)
            .unwrap();
        assert_eq!(right.text, format!("{value}:0"), "{title}");
    }
}
