//! Every step that is told is true, and a wrong one would be found.

use super::*;
use serde_json::Value;
use std::collections::BTreeSet;
use sudosat::teach::replay;
use sudosat::teach::trace::{Event, Graph, Trace};

#[test]
fn every_step_of_a_trace_is_true() {
    let empty = "................";
    let unsolvable = "12....3....4....";
    for puzzle in [
        LECTURE,
        "puzzles/exact-cover-4x4.txt",
        empty,
        unsolvable,
        "1",
    ] {
        for engine in ["cdcl", "dpll", "dlx", "matrix", "backtrack"] {
            let trace = trace(&["--engine", engine, puzzle]);
            assert_eq!(replay::trace(&trace), Ok(()), "{engine} {puzzle}");
            let solved = matches!(trace.runs[0].events.last(), Some(Event::Solution { .. }));
            assert_eq!(solved, puzzle != unsolvable, "{engine} {puzzle}");
        }
    }
    // r1c1 is neither 1 nor 2, and so on round the corners.
    let marks = format!("..34{}.2.4", "1234".repeat(14));
    for engine in ["cdcl", "dpll", "dlx", "matrix", "backtrack"] {
        let trace = trace(&["--engine", engine, &marks]);
        let excluded = &trace.puzzle.as_ref().unwrap().excluded;
        assert_eq!(excluded[..], [1, 2, 61, 63]);
        assert_eq!(replay::trace(&trace), Ok(()), "{engine}");
    }
    for encoding in ["minimal", "extended"] {
        let trace = trace(&["-e", encoding, LECTURE]);
        assert_eq!(replay::trace(&trace), Ok(()), "{encoding}");
    }
    for engine in ["cdcl", "dpll", "dlx", "matrix", "backtrack"] {
        let trace = trace(&[
            "--engine",
            engine,
            "--steps",
            "..600",
            "puzzles/lecture-9x9.txt",
        ]);
        assert_eq!(replay::trace(&trace), Ok(()), "{engine}");
    }
    for problem in [
        "a-to-g",
        "one-to-five",
        "zero-to-six",
        "matrix-6x6",
        "triominoes-3x4",
    ] {
        for engine in ["dlx", "matrix"] {
            let trace = trace(&["--engine", engine, "--problem", problem]);
            assert_eq!(replay::trace(&trace), Ok(()), "{engine} {problem}");
        }
    }
}

/// A graph with a literal, an edge or a place changed is refused.
#[test]
fn a_forged_graph_is_found() {
    let honest = trace(&[LECTURE]);
    let graphs: Vec<usize> = (0..honest.runs[0].events.len())
        .filter(|&index| matches!(honest.runs[0].events[index], Event::Conflict { .. }))
        .collect();
    assert!(graphs.len() > 5);
    for index in graphs {
        let forge = |change: &dyn Fn(&mut Graph)| {
            let mut trace = honest.clone();
            let Event::Conflict {
                graph: Some(graph), ..
            } = &mut trace.runs[0].events[index]
            else {
                panic!("a conflict with a graph")
            };
            change(graph);
            replay::runs(&trace)
        };
        assert_eq!(forge(&|_| {}), Ok(()));
        let changes: [&dyn Fn(&mut Graph); 10] = [
            &|graph| graph.nodes[0].0 = -graph.nodes[0].0,
            &|graph| graph.nodes.swap(0, 1),
            &|graph| graph.nodes.truncate(1),
            &|graph| graph.nodes[0].1 += 1,
            &|graph| graph.nodes.last_mut().unwrap().1 += 1,
            &|graph| graph.nodes.iter_mut().for_each(|node| node.2 = 0),
            &|graph| drop(graph.edges.pop()),
            &|graph| graph.edges.swap(0, 1),
            &|graph| graph.edges[0].1 = usize::MAX,
            &|graph| graph.edges.push(graph.edges[0].clone()),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            assert!(
                forge(change).is_err(),
                "step {}, change {number}",
                index + 1
            );
        }
    }
}

/// The paths of all numbers in a value.
fn numbers(value: &Value, path: &str) -> Vec<String> {
    match value {
        Value::Number(_) => vec![path.to_string()],
        Value::Array(values) => values.iter().flat_map(|v| numbers(v, path)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            let paths = fields.flat_map(|(name, v)| numbers(v, &format!("{path}.{name}")));
            paths.collect()
        }
        _ => Vec::new(),
    }
}

/// Changes the number that comes at this place, in the same order.
fn change(value: &mut Value, place: &mut usize, to: &dyn Fn(i64) -> i64) {
    match value {
        Value::Number(number) => {
            if *place == 0 {
                *value = to(number.as_i64().unwrap()).into();
            }
            *place = place.wrapping_sub(1);
        }
        Value::Array(values) => values.iter_mut().for_each(|v| change(v, place, to)),
        Value::Object(fields) => fields.values_mut().for_each(|v| change(v, place, to)),
        _ => {}
    }
}

/// Every number of a run, changed; every event left out, said twice, and put
/// after the next one: each such trace is refused. What is left to an engine is
/// the order in which literals are implied and items covered, and which of
/// several clauses implies a literal.
#[test]
fn forged_runs_are_found_whatever_was_changed() {
    let unsolvable = "12....3....4....";
    let mut forged = 0;
    for (engine, what) in [
        ("cdcl", LECTURE),
        ("cdcl", unsolvable),
        ("dlx", unsolvable),
        ("matrix", unsolvable),
        ("backtrack", unsolvable),
        ("backtrack", LECTURE),
        ("dlx", LECTURE),
        ("matrix", "knuth-6x7"),
        ("dlx", "knuth-6x7"),
    ] {
        let what = match what {
            "knuth-6x7" => vec!["--problem", what],
            puzzle => vec![puzzle],
        };
        let honest = trace(&[&["--engine", engine], &what[..]].concat());
        let refuses = |run: Value| {
            let Ok(run) = serde_json::from_value(run) else {
                return true;
            };
            let mut trace = honest.clone();
            trace.runs = vec![run];
            replay::runs(&trace).is_err()
        };
        let run = serde_json::to_value(&honest.runs[0]).unwrap();
        let events = run["events"].as_array().unwrap().clone();
        let with = |events: Vec<Value>| {
            let mut run = run.clone();
            run["events"] = events.into();
            run
        };
        assert!(!refuses(run.clone()));
        for index in 0..events.len() {
            let told = format!("{engine} {what:?}, step {}: {}", index + 1, events[index]);
            let kind = events[index]["t"].as_str().unwrap().to_string();
            for (place, path) in numbers(&events[index], "").into_iter().enumerate() {
                let forgeries: [&dyn Fn(i64) -> i64; 4] =
                    [&|n| n + 1, &|n| n - 1, &|n| -n - 1, &|_| 1 << 40];
                for forgery in forgeries {
                    let mut event = events[index].clone();
                    change(&mut event, &mut place.clone(), forgery);
                    assert_ne!(event, events[index]);
                    let mut list = events.clone();
                    list[index] = event.clone();
                    let may_be_true = (kind.as_str(), path.as_str()) == ("imply", ".by");
                    let refused = refuses(with(list));
                    forged += u64::from(refused);
                    assert!(refused || may_be_true, "{told} forged as {event}");
                }
            }
            let mut without = events.clone();
            without.remove(index);
            assert!(refuses(with(without)), "{told} left out");
            let mut twice = events.clone();
            twice.insert(index, events[index].clone());
            assert!(refuses(with(twice)), "{told} said twice");
            if let Some(next) = events.get(index + 1)
                && next["t"] != kind.as_str()
            {
                let mut swapped = events.clone();
                swapped.swap(index, index + 1);
                assert!(refuses(with(swapped)), "{told} after the next");
            }
            forged += 3;
        }
    }
    assert!(forged > 5000, "{forged}");
}

/// A run that was cut off has no solution, whatever the puzzle's part says; one
/// that was not has the one that it found.
#[test]
fn a_forged_solution_is_found() {
    let solved = trace(&[LECTURE]);
    let found = solved.puzzle.as_ref().unwrap().solution.clone();
    assert!(found.is_some());
    let mut other = found.clone();
    other.as_mut().unwrap().reverse();
    let cut = trace(&["--steps", "1..40", LECTURE]);
    let unsolvable = trace(&["11.............."]);
    for (honest, solutions) in [
        (&solved, vec![None, other.clone(), Some(Vec::new())]),
        (&cut, vec![found.clone(), other.clone()]),
        (&unsolvable, vec![found, other]),
    ] {
        assert_eq!(replay::trace(honest), Ok(()));
        for solution in solutions {
            let mut forged = honest.clone();
            forged.puzzle.as_mut().unwrap().solution = solution;
            assert!(replay::runs(&forged).is_err());
        }
    }
    let mut empty = solved;
    empty.runs.clear();
    assert!(replay::trace(&empty).is_err(), "nothing to check");
}

/// What a resolution is said to give is the resolvent of the two clauses, whole.
#[test]
fn every_resolvent_is_told_whole() {
    let trace = trace(&[LECTURE]);
    let mut clauses = trace.cnf.as_ref().unwrap().clauses.clone();
    let (mut at_hand, mut struck) = (BTreeSet::new(), 0);
    for event in &trace.runs[0].events {
        let clause = |id: u64| BTreeSet::from_iter(clauses[id as usize - 1].iter().copied());
        match event {
            Event::Conflict { by, .. } => at_hand = clause(*by),
            Event::Resolve {
                on,
                with,
                clause: kept,
                fixed,
            } => {
                let mut whole: BTreeSet<i32> = at_hand.union(&clause(*with)).copied().collect();
                assert!(whole.remove(on) && whole.remove(&-on));
                at_hand = kept.iter().copied().collect();
                assert_eq!(whole, at_hand.iter().chain(fixed).copied().collect());
                struck += usize::from(!fixed.is_empty());
            }
            Event::Learn { clause, .. } => clauses.push(clause.clone()),
            _ => {}
        }
    }
    assert_eq!(struck, 10, "of 24");
}

/// A literal said twice, and two of a clause the other way round.
#[test]
fn a_clause_out_of_order_is_found() {
    let honest = trace(&[LECTURE]);
    let mut forged = 0;
    for index in 0..honest.runs[0].events.len() {
        for change in [
            |c: &mut Vec<i32>| c.push(c[0]),
            |c: &mut Vec<i32>| c.swap(0, 1),
        ] {
            let mut trace = honest.clone();
            match &mut trace.runs[0].events[index] {
                Event::Resolve { clause, .. } | Event::Learn { clause, .. } if clause.len() > 1 => {
                    change(clause);
                }
                _ => continue,
            }
            assert!(replay::runs(&trace).is_err(), "step {}", index + 1);
            forged += 1;
        }
    }
    assert!(forged > 20, "{forged}");
}

/// Every part beside the runs, changed.
#[test]
fn forged_parts_are_found() {
    for what in [LECTURE, "knuth-6x7"] {
        let arguments = match what {
            "knuth-6x7" => vec!["--problem", what],
            puzzle => vec!["--engine", "dlx", puzzle],
        };
        let honest = serde_json::to_value(trace(&arguments)).unwrap();
        let refuses = |forged: Value| match serde_json::from_value::<Trace>(forged) {
            Ok(trace) => replay::trace(&trace).is_err(),
            Err(_) => true,
        };
        assert!(!refuses(honest.clone()));
        let mut parts = honest.clone();
        parts["runs"] = Value::Array(Vec::new());
        // A problem of exact cover with another number is another problem.
        let places = match what {
            LECTURE => numbers(&parts, "").len(),
            _ => 0,
        };
        assert!(places > 500 || what != LECTURE, "{places}");
        for place in (0..places).step_by(1 + places / 300) {
            let forgeries: [&dyn Fn(i64) -> i64; 3] = [&|n| n + 1, &|n| -n - 1, &|_| 1 << 40];
            for forgery in forgeries {
                let mut forged = parts.clone();
                change(&mut forged, &mut place.clone(), forgery);
                forged["runs"] = honest["runs"].clone();
                assert!(refuses(forged.clone()), "{what}, number {place}");
            }
        }
        for (pointer, value) in [
            ("/schema", "sudosat-trace/2".into()),
            ("/runs/0/engine", "kissat".into()),
            ("/runs/0/truncated", 3.into()),
            ("/cnf/encoding", "extended".into()),
            ("/cnf/words/0", "anything".into()),
            ("/cnf/names/0", "r1c1=2".into()),
            ("/puzzle/order", 1000.into()),
            ("/puzzle/solution", Value::Null),
            ("/puzzle/givens", serde_json::json!([1])),
            ("/cover/options/0/items", serde_json::json!([0, 0])),
            ("/cover/items/0/kind", "secondary".into()),
        ] {
            let mut forged = honest.clone();
            let parent = pointer.rsplit_once('/').unwrap();
            let Some(Value::Object(fields)) = forged.pointer_mut(parent.0) else {
                let Some(old) = forged.pointer_mut(pointer) else {
                    continue;
                };
                *old = value;
                assert!(refuses(forged), "{what} {pointer}");
                continue;
            };
            fields.insert(parent.1.into(), value);
            assert!(refuses(forged), "{what} {pointer}");
        }
    }
}

/// Several runs in one trace, and a trace as a file.
#[test]
fn a_trace_is_checked_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.json");
    let file = file.to_str().unwrap();
    let good = explain(&["--json", LECTURE, "1"]);
    std::fs::write(file, &good).unwrap();
    let told = explain(&["--replay", file]);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(
        told.lines()
            .next()
            .unwrap()
            .ends_with(" of cdcl: each is as it must be"),
        "{told}"
    );
    std::fs::write(file, good.replacen("\"lit\":1,", "\"lit\":2,", 1)).unwrap();
    let (code, told, errors) = run(&["--replay", file]);
    assert_eq!((code, errors.as_str()), (1, ""));
    assert!(told.contains("refused: the run of cdcl, step "), "{told}");
    for (text, why) in [
        ("", "expected a trace"),
        ("{}", "missing field"),
        ("{\"schema\":3}", "trace.json:1:"),
        (&good[..good.len() / 3], "trace.json:1:"),
        ("\u{0}", "trace.json:1:"),
    ] {
        std::fs::write(file, text).unwrap();
        let (code, told, errors) = run(&["--replay", file]);
        assert_eq!((code, told.as_str()), (2, ""), "{text:.20}");
        assert!(
            errors.starts_with("error: ") && errors.contains(why),
            "{errors}"
        );
    }
    assert_eq!(run(&["--replay", file, LECTURE]).0, 2);
    assert_eq!(run(&["--replay", "no-such-file"]).0, 2);
}

#[test]
fn the_trace_has_what_its_page_says() {
    let page = include_str!("../../docs/TRACE.md");
    let text = explain(&["--json", LECTURE]);
    assert!(text.starts_with(r#"{"schema":"sudosat-trace/1","generator":"sudosat "#));
    let trace: serde_json::Value = serde_json::from_str(&text).unwrap();
    for part in ["puzzle", "cnf", "cover"] {
        for field in trace[part].as_object().unwrap().keys() {
            assert!(page.contains(&format!("`{field}`")), "{field}");
        }
    }
    assert_eq!(
        trace["puzzle"]["solution"],
        serde_json::json!([4, 1, 2, 3, 2, 3, 1, 4, 1, 4, 3, 2, 3, 2, 4, 1])
    );
    assert_eq!(trace["cnf"]["names"][6], "r1c2=3");
    assert_eq!(trace["cnf"]["words"][2], "row 1 needs a 3");
    assert_eq!(
        trace["cnf"]["clauses"][2],
        serde_json::json!([3, 7, 11, 15])
    );
    let groups = trace["cnf"]["groups"].as_array().unwrap();
    assert_eq!(
        (&groups[4]["first"], &groups[4]["count"]),
        (&65.into(), &96.into())
    );
    let mut kinds = BTreeSet::new();
    for engine in ["cdcl", "dpll", "dlx", "matrix", "backtrack"] {
        let trace: serde_json::Value = serde_json::from_str(&explain(&[
            "--json",
            "--engine",
            engine,
            "12....3....4....",
        ]))
        .unwrap();
        for event in trace["runs"][0]["events"].as_array().unwrap() {
            kinds.insert(event["t"].as_str().unwrap().to_string());
        }
    }
    assert!(kinds.len() >= 15, "{kinds:?}");
    for kind in kinds {
        assert!(page.contains(&format!(r#""t":"{kind}""#)), "{kind}");
    }
    assert_eq!(
        text,
        explain(&["--json", LECTURE]),
        "the same bytes each time"
    );
}

/// DPLL returns from a conflict to the last decision tried one way only, and learns nothing.
#[test]
fn dpll_tries_each_decision_both_ways() {
    let trace = trace(&["--engine", "dpll", LECTURE]);
    let events = &trace.runs[0].events;
    let mut open: Vec<(i32, bool)> = Vec::new();
    let (mut flips, mut conflicts) = (0, 0);
    for pair in events.windows(2) {
        match (&pair[0], &pair[1]) {
            (Event::Conflict { .. }, Event::Flip { lit, level, .. }) => {
                while open.pop_if(|decision| decision.1).is_some() {}
                assert_eq!(open.len(), *level, "the last one tried one way");
                assert_eq!(open.pop(), Some((-lit, false)));
                open.push((*lit, true));
                flips += 1;
            }
            (Event::Conflict { .. }, other) => panic!("{other:?} after a conflict"),
            (_, Event::Decide { lit, .. }) => open.push((*lit, false)),
            (_, Event::Conflict { .. }) => conflicts += 1,
            _ => {}
        }
    }
    assert_eq!(flips, conflicts);
    let learned = |event: &Event| matches!(event, Event::Learn { .. } | Event::Resolve { .. });
    assert!(!events.iter().any(learned));
    let text = explain(&["--engine", "dpll", LECTURE]);
    assert_eq!(
        text.matches("↩ ").count() - 1,
        flips,
        "one more in the legend"
    );
    // A forged step is refused.
    let mut forged = trace.clone();
    let flip = forged.runs[0]
        .events
        .iter_mut()
        .find_map(|event| match event {
            Event::Flip { lit, .. } => Some(lit),
            _ => None,
        });
    *flip.unwrap() *= -1;
    let why = replay::trace(&forged).unwrap_err().to_string();
    assert!(why.contains("the opposite of the decision"), "{why}");
    let mut cut = trace;
    cut.runs[0]
        .events
        .retain(|event| !matches!(event, Event::Flip { .. }));
    assert!(replay::trace(&cut).is_err());
}

#[test]
fn dpll_has_more_conflicts_than_learning() {
    let folder = tempfile::tempdir().unwrap();
    // Four decisions come before the contradiction, and have nothing to do with it.
    let late = folder.path().join("late.cnf");
    std::fs::write(&late, "p cnf 6 4\n5 6 0\n5 -6 0\n-5 6 0\n-5 -6 0\n").unwrap();
    let conflicts = |engine: &str| {
        let trace = trace(&["--engine", engine, "--cnf", late.to_str().unwrap()]);
        let events = trace.runs[0].events.iter();
        let is_conflict = |event: &&Event| matches!(event, Event::Conflict { .. });
        events.filter(is_conflict).count()
    };
    assert_eq!((conflicts("dpll"), conflicts("cdcl")), (32, 2));
    let dot = explain(&["--dot", "tree", "--engine", "dpll", LECTURE]);
    assert!(
        dot.contains("✗ clause ") && dot.contains("\"r1c1=1\""),
        "{dot}"
    );
    let file = folder.path().join("holes.cnf");
    std::fs::write(&file, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n").unwrap();
    let text = explain(&["--engine", "dpll", "--cnf", file.to_str().unwrap()]);
    for words in [
        "THE RUN: dpll",
        "? x1       decided",
        "↩ ¬x1      the other way of level 1: 2 literals are open again",
        "There is no solution.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
