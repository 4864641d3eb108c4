use super::*;
use crate::sudoku::Size;
use crate::sudoku::rules::{RuleId, Rules};
use itertools::Itertools as _;
use std::sync::Arc;

/// A rule by a closure over the digits, the numbers and N.
type Closure = fn(&[usize], &[u32], usize) -> bool;

/// A condition on two cells and their digits.
type Related<'a> = &'a dyn Fn(Cell, usize, Cell, usize) -> bool;

/// Returns a mark of a rule in the first cells of a grid, row by row.
fn mark(rule: RuleId, side: usize, length: usize, numbers: &[u32]) -> (Mark, Spec) {
    let size = Size::new(side).unwrap();
    let cells = size.cells().take(length).collect();
    let numbers = numbers.to_vec();
    (
        Mark {
            rule,
            cells,
            numbers,
        },
        Spec::latin(size),
    )
}

/// Checks that the definition, the compiled constraints and a closure agree on random digits.
fn agree(
    rule: RuleId,
    numbers: &[u32],
    side: usize,
    length: usize,
    closure: Closure,
    random: &mut fastrand::Rng,
) {
    let (mark, spec) = mark(rule, side, length, numbers);
    let compiled = rule
        .condition
        .compile(&mark, &spec, &mut Work::default())
        .unwrap();
    for _ in 0..60 {
        let values: Vec<usize> = (0..length).map(|_| random.usize(1..=side)).collect();
        let value = |cell: Cell| values[cell.index(spec.size)];
        let expected = closure(&values, numbers, side);
        let context = || format!("{rule:?} {numbers:?} of {values:?} in {side}");
        assert_eq!(
            rule.condition.holds(&mark, &spec, &value),
            expected,
            "{}",
            context()
        );
        assert_eq!(accepts(&compiled, &value), expected, "{}", context());
    }
}

/// Returns `true` if compiled constraints allow the digits of a grid.
fn accepts(compiled: &Compiled, value: &dyn Fn(Cell) -> usize) -> bool {
    let mut pairs = compiled.pairs.iter();
    let mut machines = compiled.machines.iter();
    pairs.all(|(cells, relation)| relation.allows(value(cells[0]), value(cells[1])))
        && machines.all(|(cells, machine)| {
            machine.allows(&cells.iter().map(|&cell| value(cell)).collect::<Vec<_>>())
        })
}

fn own(text: &str) -> RuleId {
    RuleId::of(rule(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))).unwrap()
}

/// Rules of lines and sets of cells, with closures that say the same.
const RULES: [(&str, &[u32], Closure); 25] = [
    (
        "rule t(line, n): each pair of neighbours |a - b| >= n",
        &[2],
        |v, n, _| v.windows(2).all(|v| v[0].abs_diff(v[1]) >= n[0] as usize),
    ),
    (
        "rule t(line): each pair of neighbors a*i < b*j",
        &[],
        |v, _, _| (1..v.len()).all(|place| v[place - 1] * place < v[place] * (place + 1)),
    ),
    (
        "rule t(line): each three neighbours a + c = 2*b or i = 2",
        &[],
        |v, _, _| {
            v.windows(3)
                .enumerate()
                .all(|(place, v)| v[0] + v[2] == 2 * v[1] || place == 1)
        },
    ),
    (
        "rule t(line): each pair (a = j) = (b = i)",
        &[],
        |v, _, _| {
            (0..v.len())
                .array_combinations()
                .all(|[i, j]| (v[i] == j + 1) == (v[j] == i + 1))
        },
    ),
    (
        "rule t(line): each pair of mirrored cells a = b or i + 2 = j",
        &[],
        |v, _, _| (0..v.len() / 2).all(|i| v[i] == v[v.len() - 1 - i] || i + 2 == v.len() - 1 - i),
    ),
    (
        "rule t(line): each pair of mirrored cells a + b >= first and b < last + 2",
        &[],
        |v, _, _| {
            let last = v.len() - 1;
            (0..v.len() / 2).all(|i| v[i] + v[last - i] >= v[0] && v[last - i] < v[last] + 2)
        },
    ),
    ("rule t(line): each cell x % 2 = i % 2", &[], |v, _, _| {
        v.iter().enumerate().all(|(i, v)| v % 2 == (i + 1) % 2)
    }),
    (
        "rule t(line): each inner cell min(first, last) < x ≤ max(first, last)",
        &[],
        |v, _, _| {
            let (first, last) = (v[0], v[v.len() - 1]);
            let inner = v.get(1..v.len() - 1).unwrap_or_default();
            inner
                .iter()
                .all(|&x| first.min(last) < x && x <= first.max(last))
        },
    ),
    (
        "rule t(line): each cell x != sum before and x <= middle + 2",
        &[],
        |v, _, _| {
            let middle = if v.len() % 2 == 1 { v[v.len() / 2] } else { 0 };
            (0..v.len()).all(|i| v[i] != v[..i].iter().sum::<usize>() && v[i] <= middle + 2)
        },
    ),
    (
        "rule t(line): each cell x < least before or x > greatest before",
        &[],
        |v, _, size| {
            (0..v.len()).all(|i| {
                let least = v[..i].iter().copied().min().unwrap_or(size + 1);
                v[i] < least || v[i] > v[..i].iter().copied().max().unwrap_or(0)
            })
        },
    ),
    (
        "rule t(line): first = length or last / 2 = middle",
        &[],
        |v, _, _| {
            let middle = if v.len() % 2 == 1 { v[v.len() / 2] } else { 0 };
            v[0] == v.len() || v[v.len() - 1] == 2 * middle
        },
    ),
    (
        "rule t(cells, n): 2 * sum - product % 5 > n",
        &[5],
        |v, n, _| {
            let (sum, product) = (v.iter().sum::<usize>(), v.iter().product::<usize>());
            2 * sum as i64 - (product % 5) as i64 > i64::from(n[0])
        },
    ),
    (
        "rule t(cells): greatest - least = length - 1 and distinct = length",
        &[],
        |v, _, _| {
            let (least, greatest) = (v.iter().min().unwrap(), v.iter().max().unwrap());
            greatest - least == v.len() - 1 && v.iter().all_unique()
        },
    ),
    (
        "rule t(cells): each digit count(x = d) = 0 or count(x = d) = d",
        &[],
        |v, _, size| (1..=size).all(|d| [0, d].contains(&v.iter().filter(|&&x| x == d).count())),
    ),
    (
        "rule t(cells, numbers): each number count(x = n) >= times",
        &[1, 2, 1],
        |v, _, _| v.iter().filter(|&&x| x == 1).count() >= 2 && v.contains(&2),
    ),
    (
        "rule t(cells, numbers): each pair a != b; some number sum = n",
        &[4, 6, 7],
        |v, _, _| v.iter().all_unique() && [4, 6, 7].contains(&v.iter().sum::<usize>()),
    ),
    (
        "rule t(line): each digit first != d or last = d",
        &[],
        |v, _, _| v[0] == v[v.len() - 1],
    ),
    (
        "rule t(line, numbers): each number first != n and last + times != n",
        &[1, 2, 1],
        |v, _, _| v[0] > 2 && v[v.len() - 1] > 1,
    ),
    (
        "rule t(cells): has(size) and not has(2) or has(1)",
        &[],
        |v, _, size| v.contains(&size) && !v.contains(&2) || v.contains(&1),
    ),
    (
        "rule t(line): sum(x where i <= first) = 2 * count(x > greatest before)",
        &[],
        |v, _, _| {
            let sum: usize = v.iter().take(v[0]).sum();
            let seen = (0..v.len())
                .filter(|&i| v[..i].iter().all(|&other| other < v[i]))
                .count();
            sum == 2 * seen
        },
    ),
    (
        "rule t(line, n): sum(x where 1 < x < size and count(x = 1 or x = size) before = 1) = n",
        &[3],
        |v, n, size| {
            let is_end = |x: &usize| *x == 1 || *x == size;
            let inside = (0..v.len())
                .filter(|&i| !is_end(&v[i]) && v[..i].iter().filter(|x| is_end(x)).count() == 1);
            inside.map(|i| v[i]).sum::<usize>() == n[0] as usize
        },
    ),
    (
        "rule t(line, n): count(i = last and x = n) = 1",
        &[2],
        |v, _, _| v.get(v[v.len() - 1] - 1) == Some(&2),
    ),
    (
        "rule t(line): greatest(|x - i|) < 3 and least(x * i where x > 1) >= 4",
        &[],
        |v, _, size| {
            let places = || v.iter().enumerate().map(|(i, &x)| (i + 1, x));
            let least = places().filter(|&(_, x)| x > 1).map(|(i, x)| i * x).min();
            places().all(|(i, x)| i.abs_diff(x) < 3) && least.unwrap_or(size + 1) >= 4
        },
    ),
    (
        "rule t(line): 1 = 2 or 3 / (first - first) != 3 / (first - first)",
        &[],
        |_, _, _| true,
    ),
    (
        "rule t(line): not 7 % 4 = 3 or -3 % 2 != -1 + 2 or 5 / 2 < 2",
        &[],
        |_, _, _| false,
    ),
];

#[test]
fn definitions_machines_and_closures_agree_on_random_digits() {
    let mut random = fastrand::Rng::with_seed(5);
    for (text, numbers, closure) in RULES {
        for (side, length) in
            itertools::iproduct!(2..7, 2..7).filter(|(side, length)| length <= &(side * side))
        {
            agree(own(text), numbers, side, length, closure, &mut random);
        }
    }
}

#[test]
fn rules_of_two_cells_and_of_grids_agree_with_closures() {
    let mut random = fastrand::Rng::with_seed(6);
    let half = own("rule half(pair, n): a = n * b or b = n * a");
    for side in 2..7 {
        agree(
            half,
            &[2],
            side,
            2,
            |v, _, _| v[0] == 2 * v[1] || v[1] == 2 * v[0],
            &mut random,
        );
    }
    let side = 4;
    let size = Size::new(side).unwrap();
    let mut spec = Spec::latin(size);
    for (rule, number, [one, other]) in [
        ("ratio", 2, [[0, 0], [0, 1]]),
        ("difference", 2, [[2, 1], [1, 1]]),
        ("sum", 5, [[3, 3], [3, 2]]),
    ] {
        let cells = [one, other].map(|[row, col]| Cell::new(row, col));
        spec.mark(rule, &[number], &cells);
    }
    let distances = |one: Cell, other: Cell| {
        [
            one.row().abs_diff(other.row()),
            one.col().abs_diff(other.col()),
        ]
    };
    let is_among = |marks: &[Mark], one, other| {
        marks
            .iter()
            .any(|dot| dot.cells == [one, other] || dot.cells == [other, one])
    };
    let rules: [(&str, Related<'_>); 6] = [
        (
            "rule t(grid): each pair at (1, 2) a != b",
            &|one, a, other, b| a != b || ![[1, 2], [2, 1]].contains(&distances(one, other)),
        ),
        (
            "rule t(grid): each pair at (2, 0) a + b != 4; each pair at (1, 1) a <= b + 2",
            &|one, a, other, b| match distances(one, other) {
                [0, 2] | [2, 0] => a + b != 4,
                [1, 1] => a <= b + 2,
                _ => true,
            },
        ),
        (
            "rule t(grid, n): each pair rows * columns != n or a != b",
            &|one, a, other, b| a != b || ![[1, 2], [2, 1]].contains(&distances(one, other)),
        ),
        (
            "rule t(grid): each pair rows + columns != a or a != b",
            &|one, a, other, b| a != b || distances(one, other).iter().sum::<usize>() != a,
        ),
        (
            "rule t(grid): each pair of neighbours dot or |a - b| != 1",
            &|one, a, other, b| {
                distances(one, other).iter().sum::<usize>() != 1
                    || is_among(&spec.marks[..2], one, other)
                    || a.abs_diff(b) != 1
            },
        ),
        (
            "rule t(grid): each pair of neighbours xv or a + b != 5",
            &|one, a, other, b| {
                distances(one, other).iter().sum::<usize>() != 1
                    || is_among(&spec.marks[2..], one, other)
                    || a + b != 5
            },
        ),
    ];
    let grids: Vec<Vec<usize>> = (0..2000)
        .map(|round| {
            // Digits that obey often: few of them differ.
            let most = 1 + round % side;
            (0..side * side)
                .map(|_| {
                    if random.bool() {
                        random.usize(1..=side)
                    } else {
                        most
                    }
                })
                .collect()
        })
        .collect();
    for (text, closure) in rules {
        let rule = own(text);
        let mark = Mark {
            rule,
            cells: Vec::new(),
            numbers: vec![2],
        };
        let compiled = rule
            .condition
            .compile(&mark, &spec, &mut Work::default())
            .unwrap();
        let mut obeyed = 0;
        for values in &grids {
            let value = |cell: Cell| values[cell.index(size)];
            let expected = size
                .cells()
                .array_combinations()
                .all(|[one, other]| closure(one, value(one), other, value(other)));
            obeyed += usize::from(expected);
            assert_eq!(
                rule.condition.holds(&mark, &spec, &value),
                expected,
                "{text} {values:?}"
            );
            assert_eq!(accepts(&compiled, &value), expected, "{text} {values:?}");
        }
        assert!(obeyed < grids.len(), "{text}");
    }
    let squares = own("rule t(grid): each square sum > 6 and has(1)");
    let mark = Mark {
        rule: squares,
        cells: Vec::new(),
        numbers: Vec::new(),
    };
    let compiled = squares
        .condition
        .compile(&mark, &spec, &mut Work::default())
        .unwrap();
    assert_eq!(compiled.machines.len(), 18 / 2);
    for values in &grids {
        let value = |cell: Cell| values[cell.index(size)];
        let expected = itertools::iproduct!(0..3, 0..3).all(|(row, col)| {
            let square = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(down, right)| value(Cell::new(row + down, col + right)));
            square.iter().sum::<usize>() > 6 && square.contains(&1)
        });
        assert_eq!(squares.condition.holds(&mark, &spec, &value), expected);
        assert_eq!(accepts(&compiled, &value), expected);
    }
}

#[test]
fn what_is_no_rule_is_refused_with_its_column() {
    let faults = [
        ("rule", 4, "found the end of the rule, expected a name"),
        ("rule (line): a = b", 5, "found '(', expected a name"),
        ("rule Up(line): a = b", 5, "found 'U', expected a name"),
        ("rule up: a = b", 7, "found ':', expected '('"),
        (
            "rule up(circle): a = b",
            8,
            "found 'circle', expected line, cells, pair, outside or grid",
        ),
        (
            "rule up(line, m): a = b",
            14,
            "found 'm', expected n for a number",
        ),
        (
            "rule up(line, n = x): a = b",
            18,
            "found 'x', expected a number",
        ),
        ("rule up(line) a = b", 14, "found 'a', expected ':'"),
        (
            "rule up(line): digits match 12",
            28,
            "found '12', expected a regular expression, as \"[1-3]+\"",
        ),
        (
            "rule up(line): digits match \"1(2\"",
            32,
            "found the end of the expression, expected ')'",
        ),
        (
            "rule up(line): digits match \"12",
            28,
            "found no end of the text, expected another '\"'",
        ),
        (
            "rule up(line):",
            14,
            "found the end of the rule, expected a number, a name or '('",
        ),
        (
            "rule up(line): a = b",
            15,
            "found 'a', expected one of the names size, length, first, last, middle, or sum",
        ),
        (
            "rule up(line): each pair a - b",
            25,
            "found a number, expected a condition",
        ),
        (
            "rule up(line): each pair a = b)",
            30,
            "found ')', expected an operation",
        ),
        (
            "rule up(line): each pair (a = b",
            31,
            "found the end of the rule, expected ')'",
        ),
        (
            "rule up(line): each pair |a - b > 1",
            32,
            "found '>', expected '|'",
        ),
        (
            "rule up(line): each triple a = b",
            15,
            "found 'each', expected 'each pair of neighbours'",
        ),
        (
            "rule up(line): each number sum = n",
            15,
            "found 'each number', expected a rule with numbers",
        ),
        (
            "rule up(line): each pair sum = a",
            25,
            "found 'sum', expected a value of one cell",
        ),
        (
            "rule up(line): each cell sum > x",
            25,
            "found 'sum' of all cells, expected that of the cells before",
        ),
        (
            "rule up(line): sum before > 3",
            15,
            "found 'sum … before', which is known only for each cell",
        ),
        (
            "rule up(line): count(x) > 3",
            21,
            "found a number, expected a condition to count",
        ),
        (
            "rule up(line): sum(x where i) > 3",
            27,
            "found a number behind 'where'",
        ),
        (
            "rule up(line): sum and 3",
            15,
            "found a number beside 'and'",
        ),
        (
            "rule up(line): sum = n",
            21,
            "found 'n', expected one of the names size",
        ),
        (
            "rule up(cells): each pair i < j",
            26,
            "found 'i', expected one of the names a, b",
        ),
        (
            "rule up(grid): sum = 3",
            15,
            "found 'sum', expected 'each pair of neighbours', 'each pair at', 'each pair', 'each square'",
        ),
        (
            "rule up(pair): each pair a = b",
            15,
            "found 'each', expected a condition on a and b",
        ),
        (
            "rule up(pair): a = b ? 3",
            21,
            "found '?', expected a word, a number or a sign",
        ),
        (
            "rule up(line): sum = 12345678901",
            21,
            "found a number of more than nine figures",
        ),
        (
            "rule up(line): sum = 3; ; sum = 3",
            24,
            "found ';', expected",
        ),
    ];
    for (text, column, message) in faults {
        let (at, found) = rule(text).unwrap_err();
        assert!(found.starts_with(message), "{text}: {found}");
        assert_eq!(at, column, "{text}: {found}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let deep = format!(
        "rule deep(line): {}sum{} = 3",
        "(".repeat(25),
        ")".repeat(25)
    );
    assert!(
        rule(&deep)
            .unwrap_err()
            .1
            .contains("at most 24 parentheses")
    );
    let bars = format!("rule deep(line): sum = {}3", "-".repeat(60_000));
    assert!(
        rule(&bars)
            .unwrap_err()
            .1
            .contains("found more than 600 words and signs")
    );
    let long = format!("rule long(line): sum{} = 3", " + sum".repeat(290));
    let long = RuleId::of(rule(&long).unwrap()).unwrap();
    let (three, spec) = mark(long, 4, 3, &[]);
    assert!(
        long.condition
            .compile(&three, &spec, &mut Work::default())
            .is_ok()
    );
    let parts = format!("rule parts(line): {}", "sum = 3; ".repeat(21));
    assert!(rule(&parts).unwrap_err().1.contains("at most 20 parts"));
    let products = own("rule t(line): product * (sum + 1) = 3");
    let (mark, spec) = mark(products, 500, 6, &[]);
    let error = products
        .condition
        .compile(&mark, &spec, &mut Work::default())
        .unwrap_err();
    assert!(error.contains("states after cell 2 of 6"), "{error}");
    let pairs = own("rule t(grid): each pair rows + columns != a or a != b");
    let spec = Spec::latin(Size::new(200).unwrap());
    let mark = Mark {
        rule: pairs,
        cells: Vec::new(),
        numbers: Vec::new(),
    };
    let error = pairs
        .condition
        .compile(&mark, &spec, &mut Work::default())
        .unwrap_err();
    assert!(
        error.contains("found more than 8000000 pairs of cells"),
        "{error}"
    );
    let squares = own("rule t(grid): each square has(1)");
    let spec = Spec::latin(Size::new(961).unwrap());
    let mark = Mark {
        rule: squares,
        cells: Vec::new(),
        numbers: Vec::new(),
    };
    let error = squares
        .condition
        .compile(&mark, &spec, &mut Work::default())
        .unwrap_err();
    assert!(error.contains("more than 33554432 steps"), "{error}");
}

/// Returns the constraints, or the reason why there are none, of marks in the first cells of a row.
fn rules_of(side: usize, marks: &[(RuleId, usize, &[u32])]) -> Result<Rules, String> {
    let size = Size::new(side).unwrap();
    let marks = marks.iter().map(|&(rule, length, numbers)| Mark {
        rule,
        cells: size.cells().take(length).collect(),
        numbers: numbers.to_vec(),
    });
    let marks = marks.collect();
    let spec = Spec {
        marks,
        ..Spec::latin(size)
    };
    Rules::new(spec).map_err(|error| error.to_string())
}

#[test]
fn the_work_of_all_marks_of_a_puzzle_is_bounded() {
    let hard = own("rule hard(line, n): sum(x * i * i) > n");
    let mut work = Work::with_left(200_000);
    let mut compiled = (0..4000).map(|number| {
        let (mark, spec) = mark(hard, 6, 6, &[number]);
        hard.condition.compile(&mark, &spec, &mut work)
    });
    assert!(compiled.next().unwrap().is_ok());
    let error = compiled.find_map(Result::err).unwrap();
    assert!(
        error.contains("no more is left of the work") || error.contains("parts of conditions"),
        "{error}"
    );
    // States with many running values are large, so they are fewer.
    let wide = own(&format!("rule wide(line, numbers): some number n < {}", {
        let sums = (0..40).map(|plus| format!("sum(x * i * n + {plus})"));
        sums.collect::<Vec<_>>().join(" + ")
    }));
    let numbers: Vec<u32> = (100..164).collect();
    let error = rules_of(9, &[(wide, 9, &numbers)]).unwrap_err();
    assert!(
        error.starts_with("wide 1: its automaton has more than"),
        "{error}"
    );
}

#[test]
fn marks_that_say_nothing_or_have_no_solution_are_refused() {
    let [sums, said] = ["equal-sums", "look-and-say"].map(|name| RuleId::by_name(name).unwrap());
    let error = rules_of(9, &[(sums, 4, &[4])]).unwrap_err();
    assert!(
        error.ends_with("found one group of cells, expected at least two"),
        "{error}"
    );
    assert!(rules_of(9, &[(sums, 4, &[1, 3])]).is_ok());
    for (side, number, most) in [(9, 20, 9), (6, 17, 6), (16, 30, 9)] {
        let error = rules_of(side, &[(said, 4, &[11, number])]).unwrap_err();
        let expected =
            format!("found {number}, expected a digit from 1 to {most} as its last figure");
        assert!(error.ends_with(&expected), "{error}");
    }
    assert!(rules_of(6, &[(said, 4, &[11, 26])]).is_ok());
}

#[test]
fn machines_are_reduced_for_clues_from_outside_within_a_limit() {
    let made = |text: &str, work: &mut Work| {
        let rule = own(text);
        let (mark, spec) = mark(rule, 6, 6, &[5]);
        let mut compiled = rule.condition.compile(&mark, &spec, work).unwrap();
        compiled.machines.remove(0).1
    };
    for [line, outside] in [
        [
            "rule t(line, n): sum(x where i < first) = n",
            "rule u(outside, n): sum(x where i < first) = n",
        ],
        [
            "rule v(line, n): count(x > greatest before) = n",
            "rule w(outside, n): count(x > greatest before) = n",
        ],
    ] {
        let is_reduced = |machine: &crate::sudoku::rules::Machine| {
            machine.selection().is_some() || machine.line().is_some()
        };
        let mut work = Work::default();
        assert!(!is_reduced(&made(line, &mut work)));
        let left = work.parts_left();
        assert!(is_reduced(&made(outside, &mut work)));
        // The user's limit is for the machines themselves.
        let for_line = Work::default().parts_left() - left;
        assert_eq!(left - work.parts_left(), for_line);
        let mut spent = Work::default();
        spent.reduce(usize::MAX);
        assert!(!is_reduced(&made(outside, &mut spent)));
    }
}

#[test]
fn equal_marks_share_their_machine() {
    let renban = RuleId::by_name("renban").unwrap();
    let quadruple = RuleId::by_name("quadruple").unwrap();
    let marks: [(RuleId, usize, &[u32]); 4] = [
        (renban, 4, &[]),
        (renban, 4, &[]),
        (quadruple, 4, &[1, 3, 3]),
        (quadruple, 4, &[3, 3]),
    ];
    let rules = rules_of(6, &marks).unwrap();
    let machines = rules
        .tables()
        .iter()
        .filter_map(|table| table.marked.as_ref());
    let machines: Vec<_> = machines.map(|marked| &marked.machine).collect();
    assert_eq!(machines.len(), 5);
    assert!(Arc::ptr_eq(machines[0], machines[1]));
    assert!(Arc::ptr_eq(machines[3], machines[4]));
    assert_ne!(machines[2], machines[3]);
}

/// Marks whose numbers differ behind the first have relations of their own.
#[test]
fn relations_depend_on_all_numbers_of_a_mark() {
    let text = "rule apart(line, numbers): some number |first - last| = n";
    let rule = RuleId::of(rule(text).unwrap()).unwrap();
    let rules = rules_of(6, &[(rule, 2, &[1, 2]), (rule, 2, &[1, 3])]).unwrap();
    let allowed = |place: usize| {
        (1..6)
            .filter(|by| rules.pairs()[place].allows(1, 1 + by))
            .collect::<Vec<_>>()
    };
    assert_eq!([allowed(0), allowed(1)], [[1, 2], [1, 3]]);
}

#[test]
fn numbers_beyond_the_largest_are_refused() {
    for (text, length) in [
        ("rule beyond(line): 900000000 * 900000000 * first > 0", 2),
        (
            "rule beyond(line): each pair of neighbours a * 900000000 * 900000000 > b",
            3,
        ),
        (
            "rule beyond(line): each three neighbours a * 900000000 * 900000000 > b * c",
            3,
        ),
        ("rule beyond(line): sum(x * 900000000 * 900000000) > 0", 2),
        ("rule beyond(line): product * 900000000 % 2 = 0", 6),
    ] {
        let error = rules_of(16, &[(own(text), length, &[])]).unwrap_err();
        assert!(
            error.starts_with("beyond 1: a number of its condition is beyond 10^15"),
            "{text}: {error}"
        );
    }
    let grid = own("rule beyond(grid): each pair of neighbours a * 900000000 * 900000000 > b");
    let error = rules_of(4, &[(grid, 0, &[])]).unwrap_err();
    assert!(error.contains("is beyond 10^15"), "{error}");
    let nothing = own("rule nothing(line): 1 / 0 != first");
    assert!(rules_of(4, &[(nothing, 2, &[])]).is_ok());
}

#[test]
fn numbers_that_mean_nothing_are_refused() {
    let named = |name: &str| RuleId::by_name(name).unwrap();
    for (name, number, expected) in [
        (
            "whispers",
            0,
            "whispers 1: 0 is out of reach, expected 1 to 5",
        ),
        (
            "whispers",
            6,
            "whispers 1: 6 is out of reach, expected 1 to 5",
        ),
        (
            "dutch-whispers",
            6,
            "dutch-whispers 1: 6 is out of reach, expected 1 to 5",
        ),
        (
            "quadruple",
            7,
            "quadruple 1: 7 is out of reach, expected 1 to 6",
        ),
        (
            "numbered-room",
            0,
            "numbered-room 1: 0 is out of reach, expected 1 to 6",
        ),
    ] {
        let error = rules_of(6, &[(named(name), 6, &[number])]).unwrap_err();
        assert_eq!(error, expected);
    }
    for (side, usual) in [(4, 2), (5, 3), (6, 3), (9, 5), (16, 8)] {
        assert_eq!(named("whispers").usual_number(side), Some(usual));
    }
    assert_eq!(
        own("rule whisper(line, n = 5): each pair a - b < n").usual_number(4),
        Some(5)
    );
}

#[test]
fn a_definition_does_not_change_a_built_in_rule() {
    let error = RuleId::by_definition("rule renban(line): sum = 3").unwrap_err();
    assert!(error.contains("the built-in rule 'renban'"), "{error}");
    let renban = RuleId::by_name("renban").unwrap();
    assert_eq!(RuleId::by_definition(&renban.definition), Ok(renban));
}

#[test]
fn the_table_has_a_name_once() {
    let names = RuleId::all().iter().map(|rule| &rule.name);
    assert!(names.clone().all_unique(), "{:?}", names.collect_vec());
}

/// Returns a random expression over some names, with values of several cells if these are
/// allowed: `before` is what stands behind them.
fn expression(
    random: &mut fastrand::Rng,
    names: &[&str],
    before: Option<&str>,
    depth: u32,
) -> String {
    let name = |random: &mut fastrand::Rng| (*random.choice(names).unwrap()).to_owned();
    let number = |random: &mut fastrand::Rng| random.u32(0..6).to_string();
    if depth == 0 {
        return if random.bool() {
            name(random)
        } else {
            number(random)
        };
    }
    let mut part = |names: &[&str]| expression(random, names, before, depth - 1);
    let (one, two) = (part(names), part(names));
    match (random.u32(0..12), before) {
        (0, _) => format!("({one} + {two})"),
        (1, _) => format!("({one} - {two})"),
        (2, _) => format!("{one} * {two}"),
        (3, _) => format!("({one}) / {two}"),
        (4, _) => format!("({one}) % ({two})"),
        (5, _) => format!("|{one} - {two}|"),
        (6, _) => format!("min({one}, {two})"),
        (7, _) => format!("({} = {two})", one),
        (8, Some(before)) => format!(
            "{}{before}",
            random
                .choice(["sum", "product", "greatest", "least", "distinct"])
                .unwrap()
        ),
        (9, Some(before)) => {
            let names = ["x", "i", "length", "first", "last"];
            let inner = condition(random, &names, Some(" before"), depth - 1);
            format!("count({inner}){before}")
        }
        (10, Some(before)) => {
            let names = ["x", "i", "middle"];
            let of = expression(random, &names, Some(" before"), depth - 1);
            let filter = condition(random, &names, Some(" before"), depth - 1);
            let kind = random
                .choice(["sum", "greatest", "least", "product"])
                .unwrap();
            format!("{kind}({of} where {filter}){before}")
        }
        _ => name(random),
    }
}

/// Returns a random condition, as [`expression`].
fn condition(
    random: &mut fastrand::Rng,
    names: &[&str],
    before: Option<&str>,
    depth: u32,
) -> String {
    let one = expression(random, names, before, depth);
    let two = expression(random, names, before, depth);
    let sign = random.choice(["=", "!=", "<", "<=", ">", "≥"]).unwrap();
    let first = format!("{one} {sign} {two}");
    match random.u32(0..8) {
        0 if depth > 0 => format!(
            "({first}) and {}",
            condition(random, names, before, depth - 1)
        ),
        1 if depth > 0 => format!(
            "not ({first} or {})",
            condition(random, names, before, depth - 1)
        ),
        _ => first,
    }
}

#[test]
fn random_rules_mean_the_same_on_grids_and_as_constraints() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut obeyed, mut rules) = (0, 0);
    for _ in 0..400 {
        let common = ["size", "length", "first", "last", "middle", "n"];
        let (over, names, before): (&str, &[&str], _) = match random.u32(0..7) {
            0 => ("each pair of neighbours", &["a", "b", "i", "j"], None),
            1 => ("each pair", &["a", "b", "i", "j"], None),
            2 => ("each pair of mirrored cells", &["a", "b", "i"], None),
            3 => ("each three neighbours", &["a", "b", "c", "i"], None),
            4 => ("each cell", &["x", "x", "i"], Some(" before")),
            5 => ("each inner cell", &["x", "i"], Some(" before")),
            _ => ("", &["first", "last"], Some("")),
        };
        let names = [names, names, &common[random.usize(0..6)..]].concat();
        let text = format!(
            "rule t(line, n): {over} {}",
            condition(&mut random, &names, before, 2)
        );
        let id = own(&text);
        let (side, length) = (random.usize(2..5), random.usize(2..6));
        let (mark, spec) = mark(id, side, length.min(side * side), &[random.u32(0..6)]);
        let Ok(compiled) = id.condition.compile(&mark, &spec, &mut Work::default()) else {
            continue;
        };
        rules += 1;
        for _ in 0..40 {
            let values: Vec<usize> = mark.cells.iter().map(|_| random.usize(1..=side)).collect();
            let value = |cell: Cell| values[cell.index(spec.size)];
            let holds = id.condition.holds(&mark, &spec, &value);
            obeyed += usize::from(holds);
            assert_eq!(
                accepts(&compiled, &value),
                holds,
                "{text} {mark:?} {values:?}"
            );
        }
    }
    assert!(
        rules > 350 && obeyed > 4000 && obeyed < 12_000,
        "{rules} rules, {obeyed} obeyed"
    );
}
