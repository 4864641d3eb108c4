//! Tests every dialect, valid and invalid.

use super::*;
use crate::formula::Lit;
use std::io::{self, Read};

fn answer(text: &str) -> Result<Answer, String> {
    read(text.as_bytes(), "out", 4).map_err(|error| error.to_string())
}

fn numbers(text: &str) -> Vec<i32> {
    let answer = answer(text).unwrap();
    assert_eq!(answer.status, Status::Satisfiable);
    answer.lits.iter().map(|lit| lit.to_dimacs()).collect()
}

#[test]
fn models_of_every_dialect_are_read() {
    let expected = [-1, -2, 3, 4];
    for text in [
        "c hello\ns SATISFIABLE\nv -1 -2 3 4 0\n",
        "s SATISFIABLE\nv -1 -2\nv 3\nv 4 0\n",
        "s SATISFIABLE\nv -1\nv -2 3 4\nv 0\n",
        "v -1 -2 3 4 0\ns SATISFIABLE\n",
        "s SATISFIABLE\nv -1 -2\nc between\nv 3 4 0",
        "s SATISFIABLE\r\nv -1 -2 3 4 0\r\n",
        "s SATISFIABLE\nv -1 -1 -2 3 3 4 0\n",
        "s SATISFIABLE\nv -1 -2 3 4\n",
        "s  SATISFIABLE \nv  -1\t-2  3 4 0 \n",
        "WARNING: free text\nSATISFIABLE\nv -1 -2 3 4 0\n",
        "SAT\n-1 -2 3 4 0\n",
        "SAT\r\n-1 -2\r\n3 4 0",
        // No status line.
        "v -1 -2\nv 3 4 0\n",
        "c hello\nv -1 -2 3 4 0\n",
        // glucose's result file.
        "-1 -2 3 4 0\n",
        "c hello\n\n-1 -2\n3 4 0",
        " -1 -2 3 4 0\n",
        // glucose's standard output, were the model there.
        "s SATISFIABLE\nSAT\nv -1 -2 3 4 0\n",
        // Upper and lower case.
        "s satisfiable\nv -1 -2 3 4 0\n",
        "s Satisfiable\nv -1 -2 3 4 0\n",
        "Satisfiable\nv -1 -2 3 4 0\n",
        "sat\nv -1 -2 3 4 0\n",
        "Sat\n-1 -2 3 4 0\n",
        "sat\n-1 -2 3 4 \n",
        "sat\n-1 -2\n3 4\n(:time 1)\n",
        // The object of `sat --json`, also as other programs print it again.
        "{\"status\":\"SATISFIABLE\",\"variables\":4,\"model\":[-1,-2,3,4],\"steps\":{\"a\":1}}\n",
        "{\n  \"model\": [\n    -1, -2, 3, 4\n  ],\n  \"x\": [{\"y]\\\"\": []}, 1.5e3],\n  \"status\": \"SATISFIABLE\"\n}",
        // Lists.
        "[-1, -2, 3, 4]\n",
        "[-1, -2, 3, 4]",
        "True\n[-1, -2, 3, 4]\n",
        "True [-1, -2, 3, 4]\n",
        "True (None, False, False, True, True)\n",
        "sat\n[-1, -2,\n 3, 4]\n",
        "SAT\n[-1,-2,3,4]\nbye\n",
        "s SATISFIABLE\n[-1 -2  3  4]\n",
        "[\n  -1,\n  -2,\n  3,\n  4,\n  0\n]\n",
        "sat\n[k!1 = False, k!2 = False,\n k!3 = True,\n k!4 = True]\n",
        "(None, False, False, True, True)\n",
    ] {
        assert_eq!(numbers(text), expected, "{text:?}");
    }
}

#[test]
fn answers_without_a_model_are_read() {
    for (text, status) in [
        ("s UNSATISFIABLE\n", Status::Unsatisfiable),
        ("s UNSATISFIABLE", Status::Unsatisfiable),
        ("UNSAT\n", Status::Unsatisfiable),
        ("=====\nUNSATISFIABLE\n", Status::Unsatisfiable),
        (
            "c cannot show s UNSATISFIABLE\ns UNKNOWN\n",
            Status::Unknown,
        ),
        ("s INDETERMINATE\n", Status::Unknown),
        ("s TIMEOUT\n", Status::Unknown),
        ("INDETERMINATE\n", Status::Unknown),
        ("INDET\n", Status::Unknown),
        ("unsat\n", Status::Unsatisfiable),
        ("False None\n", Status::Unsatisfiable),
        ("(False, None)\n", Status::Unsatisfiable),
        ("False\nTrue story\n[None]\ns UNKNOWN\n", Status::Unknown),
        ("Unsat\n", Status::Unsatisfiable),
        ("s unsatisfiable\n", Status::Unsatisfiable),
        ("unknown\n", Status::Unknown),
        ("indeterminate\n", Status::Unknown),
        ("s SATISFIABLE\nSAT\n", Status::Satisfiable),
        ("sat\n", Status::Satisfiable),
        (
            "[12:30] reading\n[1 of 3]\n(c) 2003\ns UNKNOWN\n",
            Status::Unknown,
        ),
        ("[info] hello\n12 clauses\n3\ns UNKNOWN\n", Status::Unknown),
        ("c UNKNOWN\n", Status::Unknown),
        ("| stats |\nSATISFIABLE\n", Status::Satisfiable),
    ] {
        let answer = answer(text).unwrap();
        assert_eq!(
            (answer.status, answer.has_model),
            (status, false),
            "{text:?}"
        );
    }
    let empty = answer("s SATISFIABLE\nv 0\n").unwrap();
    assert!(empty.has_model && empty.complete && empty.lits.is_empty());
    let empty = answer("SAT\n 0\n").unwrap();
    assert!(empty.has_model && empty.complete && empty.lits.is_empty());
}

#[test]
fn what_contradicts_itself_or_is_no_answer_is_refused() {
    for (text, part) in [
        ("", "out:1:1: found no status"),
        ("hello\n", "found no status"),
        ("\0\0\0", "found no status"),
        ("  s SATISFIABLE\n  v -1 0\n", "found no status"),
        ("\u{feff}s SATISFIABLE\n", "found no status"),
        ("s SATISFIABLE (maybe)\n", "found \"s SATISFIABLE (maybe)\""),
        ("s SATISFIABLE\0\n", "found \"s SATISFIABLE\\0\""),
        (
            "s SATIS\x1b[31mFIABLE\n",
            "found \"s SATIS\\u{1b}[31mFIABLE\"",
        ),
        ("s OPTIMUM FOUND\n", "found \"s OPTIMUM FOUND\""),
        (
            "{\"status\":\"SATISFIABLE\"}{\"status\":\"UNSATISFIABLE\"}\n",
            "out:1:25: found \"{\"status\":",
        ),
        (
            "{\"status\":\"SATISFIABLE\",\"status\":\"UNSATISFIABLE\"}\n",
            "found UNSATISFIABLE",
        ),
        (
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            "out:2:1: found UNSATISFIABLE",
        ),
        ("s UNSATISFIABLE\nv 1 0\n", "found a model beside"),
        ("v 1 -2\n", "is the output cut off?"),
        ("s SATISFIABLE\nv 1 -1 0\n", "out:2:5: found -1"),
        ("s SATISFIABLE\nv 1\nv 2 -1 0\n", "out:3:5: found -1"),
        ("s SATISFIABLE\nv 5 0\n", "out:2:3: found \"5\""),
        ("s SATISFIABLE\nv 2147483648 0\n", "found \"2147483648\""),
        ("s SATISFIABLE\nv -4294967297 0\n", "found \"-4294967297\""),
        ("s SATISFIABLE\nv 1 two 0\n", "found \"two\""),
        ("s SATISFIABLE\nv-1 0\n", "found \"v-1\""),
        (
            "s SATISFIABLE\nv 1 0\nv 2 0\n",
            "nothing after the model's end",
        ),
        ("s SATISFIABLE\nv 1 0 0\n", "nothing after the model's end"),
        ("s SATISFIABLE\nv 1 -2", "is the output cut off?"),
        ("SAT\n-1 -2", "is the file cut off?"),
        ("SAT\n-1 -2 3 4", "is the file cut off?"),
        ("SAT\n", "is the file cut off?"),
        ("UNSAT\nSATISFIABLE\n", "the UNSATISFIABLE of line 1"),
        // A model without a status.
        ("-1 -2 3 4\n", "is the file cut off?"),
        ("-1 -2 3 -", "found \"-\""),
        (
            "-1 -2 0\n3 4 0\n",
            "out:2:1: found \"3\", expected nothing after",
        ),
        ("-1 1 0\n", "out:1:4: found 1"),
        (
            "1 5 0\n",
            "found \"5\", expected a literal of the formula's 4",
        ),
        ("1 2 0\nUNSAT\n", "found \"UNSAT\""),
        ("v 1 0\ns UNKNOWN\n", "found a model beside UNKNOWN"),
        ("v 1 0\n[1]\n", "nothing after the model's end"),
        ("sat\n-1 -2 3", "is the file cut off?"),
        // Lists.
        (
            "[",
            "the bracket that ends the list; is the output cut off?",
        ),
        ("[-1, -2, 3", "is the output cut off?"),
        ("[-1, -2, -", "found \"-\", expected a literal of the list"),
        ("[-1, -2, 3] 4\n", "nothing after the model's end"),
        ("[-1, -2]\n[1, 2]\n", "nothing after the model's end"),
        ("[-1, -2]\nUNSAT\n", "found a model beside UNSATISFIABLE"),
        ("[-1, , 2]\n", "found \",\", expected a literal of the list"),
        ("[-1, 1]\n", "out:1:6: found 1"),
        (
            "[-1, 5]\n",
            "found \"5]\", expected a literal of the formula's 4",
        ),
        (
            "[-1, 4294967297]\n",
            "expected a literal of the formula's 4",
        ),
        ("[-1, 2.5]\n", "found \"2.5]\""),
        ("[-1, two]\n", "found \"two]\""),
        ("[-1, 0, 2]\n", "nothing after the list's 0"),
        ("[-1, 2)\n", "found \"2)\""),
        ("[k!1 = True, ...]\n", "z3.set_option"),
        ("[k!0 = True]\n", "found \"k!0\""),
        ("[k!5 = True]\n", "expected a literal of the formula's 4"),
        ("[k!1 = Maybe]\n", "expected \"False\""),
        ("[k!1 = True k!2 = True]\n", "expected a comma"),
        ("(None, True, None)\n", "expected \"False\""),
        ("(None, True", "is the output cut off?"),
        (
            "(None, True, True, True, True, True)\n",
            "of the formula's 4",
        ),
    ] {
        let error = answer(text).unwrap_err();
        assert!(error.contains(part), "{text:?}: {error}");
    }
}

#[test]
fn what_is_cut_off_is_refused_without_a_status() {
    for text in [
        "-1 -2 3 4 0\n",
        "v -1 -2\nv 3 4 0\n",
        "[-1, -2, 3, 4]\n",
        "[\n-1,\n-2,\n3,\n4\n]\n",
        "[k!1 = False, k!2 = False, k!3 = True, k!4 = True]\n",
        "(None, False, False, True, True)\n",
        "True [-1, -2, 3, 4]\n",
    ] {
        let whole = numbers(text);
        for end in 0..text.len() - 1 {
            match answer(&text[..end]) {
                Err(_) => {}
                Ok(answer) => panic!("{:?}: {answer:?}", &text[..end]),
            }
        }
        assert_eq!(
            numbers(&text[..text.len() - 1]),
            whole,
            "without a line end"
        );
    }
}

#[test]
fn endless_output_is_refused_in_bounded_memory() {
    let error = read(io::repeat(0), "out", 4).unwrap_err();
    assert!(error.to_string().contains("found a line of more than"));
    let endless = (&b"s SATISFIABLE\nv"[..]).chain(Repeating(b" 1", 0));
    let error = read(endless, "out", 4).unwrap_err();
    assert!(error.to_string().contains("end of repetitions"));
}

struct Repeating(&'static [u8], usize);

impl Read for Repeating {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        for byte in out.iter_mut() {
            *byte = self.0[self.1];
            self.1 = (self.1 + 1) % self.0.len();
        }
        Ok(out.len())
    }
}

#[test]
fn our_own_answers_come_back_and_stay_within_the_columns() {
    let lits: Vec<Lit> = (1..=500)
        .map(|number| Lit::from_dimacs(if number % 3 == 0 { -number } else { number }).unwrap())
        .collect();
    let mut text = Vec::new();
    write_status(&mut text, Status::Satisfiable).unwrap();
    write_model(&mut text, lits.iter().copied()).unwrap();
    let answer = read(&text[..], "out", 500).unwrap();
    assert_eq!(answer.lits, lits);
    assert!(answer.complete);
    let longest = text.split(|&byte| byte == b'\n').map(<[u8]>::len).max();
    assert!(longest.is_some_and(|length| (70..=78).contains(&length)));
    let mut empty = Vec::new();
    write_model(&mut empty, []).unwrap();
    assert_eq!(empty, b"v 0\n");
}
