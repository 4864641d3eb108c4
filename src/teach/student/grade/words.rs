//! The mistakes in sentences, with the student's own numbers, clauses and lines.

use super::Grade;
use super::cause::{Change, Clues, End, Index, Instead, Kind, Shape};
use super::certain::{MODELS, Proof};
use super::numbering::NAMES;
use super::scheme::Scheme;
use crate::encode::Family;
use crate::formula::{Lit, Var};
use crate::io::counted;
use crate::reason::why::words::capital;
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, HouseKind, Puzzle, Size};
use crate::teach::names::Namer;
use itertools::Itertools as _;

/// Speaks of one student's formula.
#[derive(Debug)]
pub struct Voice<'a> {
    grade: &'a Grade,
    puzzle: &'a Puzzle,
    namer: Namer,
}

impl<'a> Voice<'a> {
    /// Creates the words for a grade of this puzzle's formula.
    pub fn new(grade: &'a Grade, puzzle: &'a Puzzle) -> Voice<'a> {
        Voice {
            grade,
            puzzle,
            namer: Namer::new(puzzle),
        }
    }

    /// Returns the size of the puzzle.
    pub fn size(&self) -> Size {
        self.puzzle.size()
    }

    /// Returns the student's number of a candidate's variable.
    pub fn number(&self, candidate: Candidate) -> i64 {
        let shift = i64::from(self.grade.reading.zero.is_some());
        self.grade.scheme.number(candidate) - shift
    }

    /// Returns a clause over candidates as the student would write it, without the 0.
    pub fn numbers(&self, clause: &[Lit]) -> Vec<i64> {
        let candidates = clause.iter().filter_map(|&lit| {
            let number = self.number(self.namer.candidate(lit)?);
            Some(if lit.is_positive() { number } else { -number })
        });
        candidates.collect()
    }

    /// Returns the clause as a line of DIMACS: `3 7 11 15 0`.
    pub fn dimacs(&self, clause: &[Lit]) -> String {
        self.numbers(clause).iter().chain([&0]).join(" ")
    }

    /// Returns the meaning of a clause: `row 1 needs a 3`.
    pub fn meaning(&self, clause: &[Lit]) -> String {
        self.namer.clause(clause)
    }

    /// Returns the name of the clause at this place: `clause 5 (line 6)`.
    pub fn clause(&self, place: usize) -> String {
        match self.grade.reading.lines.get(place) {
            Some(line) => format!("clause {} (line {line})", place + 1),
            None => format!("clause {}", place + 1),
        }
    }

    /// Returns the clause at this place as it is written: `3 7 11 15 0`.
    pub fn written(&self, place: usize) -> String {
        let shift = i32::from(self.grade.reading.zero.is_some());
        let lits = self.grade.reading.clauses.get(place).into_iter().flatten();
        let numbers = lits.map(|lit| lit.to_dimacs()).map(|number| match number {
            number if number < 0 => number + shift,
            number => number - shift,
        });
        numbers.chain([0]).join(" ")
    }

    fn literal(&self, lit: Lit) -> String {
        let number = self.numbers(&[lit]);
        format!("{} ({})", number.iter().join(""), self.namer.literal(lit))
    }

    /// Returns what is wrong, and what to do, in one or two sentences.
    pub fn sentence(&self, kind: &Kind) -> String {
        match kind {
            Kind::Text(fault) => fault.words(),
            Kind::Collision(scheme, [a, b], number) => format!(
                "Two candidates have the same variable: with the numbering {scheme}, both {a} \
                 and {b} are variable {number}."
            ),
            Kind::Numbering => self.other_numbering(),
            Kind::Signs(families, clues) => self.signs(families, *clues),
            Kind::OneSign(family, place) => format!(
                "One of the two literals of each clause of {} has the wrong sign, as in {} \"{}\": \
                 for at most one, both must be negative.",
                list(&[*family]),
                self.clause(*place),
                self.written(*place),
            ),
            Kind::PairWithItself(place) => format!(
                "{} \"{}\" is a pair with two equal indices, which forbids a single candidate \
                 altogether: let the second index begin one after the first.",
                capital(&self.clause(*place)),
                self.written(*place),
            ),
            Kind::Split(families, place) => format!(
                "Each literal of {} is a clause of its own, as {} \"{}\": clauses are joined by \
                 \"and\", literals by \"or\"; the literals belong into one clause.",
                list(families),
                self.clause(*place),
                self.written(*place),
            ),
            Kind::ShortClauses(families, index, end) => format!(
                "The clauses of {} lack their literals with the {} {}, as if the loop inside the \
                 clause {}.",
                list(families),
                ordinal(*end),
                noun(*index, families),
                late(*end),
            ),
            Kind::Order(family, names) => format!(
                "The variables of {} have their indices in another order than the rest: {} stand \
                 where row, column, value belong.",
                list(&[*family]),
                names.join(", "),
            ),
            Kind::Houses(kind, shape, place) => self.houses(*kind, shape, *place),
            Kind::Loop(families, index, end) => format!(
                "The clauses with the {} {} are missing in {}, as if the loop {}.",
                ordinal(*end),
                noun(*index, families),
                list(families),
                late(*end),
            ),
            Kind::Family(family, instead) => {
                let unsaid = format!("No clause says {}", list(&[*family]));
                match instead {
                    None => format!("{unsaid}: this family is missing."),
                    Some(Instead::Twice(other)) => format!(
                        "{unsaid}: this family is missing. Instead {} is there twice.",
                        list(&[*other])
                    ),
                    Some(Instead::Strange(count, place)) => self.perhaps(&unsaid, *count, *place),
                }
            }
            Kind::Missing(family, count, first) => {
                let (clauses, is) = match count {
                    1 => ("A clause".to_owned(), "is"),
                    many => (format!("{many} clauses"), "are"),
                };
                let which = if *count == 1 { "it" } else { "the first" };
                format!(
                    "{clauses} of {} {is} missing; {which} is \"{}\" ({}).",
                    list(&[*family]),
                    self.dimacs(first),
                    self.meaning(first),
                )
            }
            Kind::Literal(place, change, right) => {
                let what = match *change {
                    Change::Sign(lit) => {
                        format!("literal {} has the wrong sign", self.literal(lit))
                    }
                    Change::Missing(lit) => format!("literal {} is missing", self.literal(lit)),
                    Change::Surplus(lit) => {
                        format!("literal {} is one too many", self.literal(lit))
                    }
                    Change::Instead(wrong, lit) => format!(
                        "literal {} stands where {} should be",
                        self.literal(wrong),
                        self.literal(lit)
                    ),
                };
                format!(
                    "In {} {what}: \"{}\" should be \"{}\" ({}).",
                    self.clause(*place),
                    self.written(*place),
                    self.dimacs(right),
                    self.meaning(right),
                )
            }
            Kind::Surplus(1, place) => format!(
                "{} \"{}\" does not follow from the rules and clues: remove it.",
                capital(&self.clause(*place)),
                self.written(*place),
            ),
            Kind::Surplus(count, place) => format!(
                "{count} clauses do not follow from the rules and clues: remove them. One is {} \
                 \"{}\".",
                self.clause(*place),
                self.written(*place),
            ),
            Kind::Clues(clues) => self.clues(clues),
        }
    }

    /// Returns what is unsaid, and the clauses that may be meant to say it.
    fn perhaps(&self, unsaid: &str, count: usize, place: usize) -> String {
        let (clause, written) = (self.clause(place), self.written(place));
        let lits = self.grade.reading.clauses.get(place).into_iter().flatten();
        let mut numbers = lits.map(|lit| i64::from(lit.var().to_dimacs()));
        let table = self
            .grade
            .scheme
            .table(self.puzzle.size())
            .unwrap_or_default();
        let is_unknown = |number: &i64| {
            let index = usize::try_from(*number - 1).unwrap_or(0);
            !table.contains_key(&Var::new(index))
        };
        let shift = i64::from(self.grade.reading.zero.is_some());
        let unknown = numbers
            .find(is_unknown)
            .map(|number| format!("; its variable {} stands for no candidate", number - shift));
        let unknown = unknown.unwrap_or_default();
        match count {
            1 => format!(
                "{unsaid}. Perhaps {clause}, which states no rule, is meant to: \"{written}\"{unknown}."
            ),
            many => format!(
                "{unsaid}. Perhaps {many} clauses that state no rule are meant to; the first is \
                 {clause} \"{written}\"{unknown}."
            ),
        }
    }

    fn signs(&self, families: &[Family], clues: bool) -> String {
        let clue = self.puzzle.clues().next();
        let example = clue.map(|clue| {
            let number = self.number(clue);
            format!(": -{number} 0 says that {clue} is false")
        });
        let example = example.unwrap_or_default();
        match (families, clues) {
            ([], _) => format!("The clues have the wrong sign{example}."),
            (families, true) => format!(
                "The literals of {} and of the clues have the wrong sign{example}.",
                list(families)
            ),
            (families, false) if families.iter().all(|family| family.is_at_most_one()) => format!(
                "{} is written with positive literals: two positive literals say that at least \
                 one of them is true; for at most one, both must be negative.",
                capital(&list(families)),
            ),
            (families, false) => format!(
                "The literals of {} have the wrong sign: these clauses need positive literals.",
                list(families)
            ),
        }
    }

    fn houses(&self, kind: HouseKind, shape: &Shape, place: usize) -> String {
        let rules = self.puzzle.rules();
        let (clauses, _) = self
            .grade
            .scheme
            .apply(&self.grade.reading.clauses, self.puzzle.size());
        let lits = clauses.get(place).into_iter().flatten();
        let cells = lits
            .filter_map(|&lit| self.namer.candidate(lit))
            .map(|c| c.cell);
        let cells: Vec<_> = cells.sorted().dedup().collect();
        let found = format!(
            "{} is about {}",
            self.clause(place),
            cells.iter().join(", ")
        );
        let noun = kind.noun();
        match (shape, &rules.spec().regions) {
            (Shape::Turned, Regions::Boxes { rows, cols }) => format!(
                "Height and width of the boxes are exchanged: yours are {cols} rows high and \
                 {rows} columns wide, and should be {rows} high and {cols} wide ({found})."
            ),
            (Shape::Sliding, Regions::Boxes { rows, cols }) => format!(
                "There is a box at each cell ({found}): the loops over the first row and the \
                 first column of a box must go in steps of its height {rows} and its width {cols}."
            ),
            (Shape::Size(height, width), Regions::Boxes { rows, cols }) => format!(
                "Your boxes are {height} rows high and {width} columns wide, and should be {rows} \
                 high and {cols} wide ({found})."
            ),
            (Shape::Corner, Regions::Boxes { rows, cols }) => format!(
                "Your boxes begin one cell apart ({found}): multiply the box's place by its \
                 height {rows} and its width {cols} to get its first row and column."
            ),
            _ => {
                let first = cells.first().copied();
                let own = rules.houses().iter().copied().find(|&house| {
                    house.kind() == kind
                        && first.is_some_and(|first| rules.cells_of(house).contains(&first))
                });
                let is_inside = own.is_some_and(|house| {
                    let own = rules.cells_of(house);
                    cells.iter().all(|cell| own.contains(cell))
                });
                let what = match is_inside {
                    true => "not all cells of one",
                    false => "not in one",
                };
                let should = own.map(|house| {
                    format!(
                        "; {house} holds {}",
                        rules.cells_of(house).iter().join(", ")
                    )
                });
                format!(
                    "The {noun} clauses are about wrong cells: {found}, which are {what} {noun}{}.",
                    should.unwrap_or_default()
                )
            }
        }
    }

    fn clues(&self, clues: &Clues) -> String {
        let unit = |candidate: &Candidate| format!("\"{} 0\"", self.number(*candidate));
        match clues {
            Clues::None => match self.puzzle.clues().next() {
                Some(clue) => format!(
                    "The clues are missing: each is a clause of one literal; the first is {} \
                     ({clue}).",
                    unit(&clue)
                ),
                None => "The clues are missing.".to_owned(),
            },
            Clues::OneClause(place) => format!(
                "All clues are in one clause, {}, which says that at least one of them holds: \
                 each clue needs a clause of its own.",
                self.clause(*place)
            ),
            Clues::Transposed => {
                "Rows and columns of the clues are exchanged, unlike in the rules.".to_owned()
            }
            Clues::Order(names) => format!(
                "The variables of the clues have their indices in another order than the rules': \
                 {} stand where row, column, value belong.",
                names.join(", ")
            ),
            Clues::Shifted(index, by) => {
                let clue = self.puzzle.clues().next();
                let example = clue.map(|clue| format!(", as for {clue}"));
                format!(
                    "The {} of each clue that is stated is one too {}{}.",
                    noun(*index, &[]),
                    if *by > 0 { "high" } else { "low" },
                    example.unwrap_or_default()
                )
            }
            Clues::Number(by) => {
                let is_high = *by > 0;
                let factors = self.grade.scheme.factors;
                let indices = (0..3).powerset().find(|places| {
                    places.iter().map(|&place| factors[place]).sum::<i64>() == by.abs()
                });
                let indices = indices.unwrap_or_default().into_iter();
                let indices = indices.map(|place| NAMES[place]).join(" and ");
                let reason = match &indices[..] {
                    "" => String::new(),
                    indices => {
                        format!(
                            ", as if the {indices} counted from another number than in the rules"
                        )
                    }
                };
                let by = match by.abs() {
                    1 => "one".to_owned(),
                    more => more.to_string(),
                };
                format!(
                    "The variable of each clue that is stated is {by} too {}{reason}.",
                    if is_high { "high" } else { "low" },
                )
            }
            Clues::Numbering(scheme) => {
                let clue = self
                    .puzzle
                    .clues()
                    .find(|&clue| scheme.number(clue) != self.grade.scheme.number(clue));
                let shift = i64::from(self.grade.reading.zero.is_some());
                let example = clue.map(|clue| {
                    let (found, own) = (scheme.number(clue) - shift, self.number(clue));
                    format!(": the clue {clue} is variable {found}, and should be {own}")
                });
                format!(
                    "The clues are numbered as {}, the rules as {}{}.",
                    self.shown(scheme),
                    self.shown(&self.grade.scheme),
                    example.unwrap_or_default()
                )
            }
            Clues::Blanks(cell, other) => format!(
                "Blank cells are written as clues with the value 0, as {} for {cell}, which is \
                 the variable of {other}: leave blank cells out.",
                unit(other)
            ),
            Clues::Loop(index, end) => format!(
                "The clues with the {} {} are missing, as if the loop over the clues {}.",
                ordinal(*end),
                noun(*index, &[]),
                late(*end),
            ),
            Clues::Missing(clue) => format!("The clue {clue} is missing: add {}.", unit(clue)),
            Clues::Wrong(wrong, clue) => format!(
                "The clue of {} is {}, but {} says {}: write {}.",
                clue.cell,
                clue.digit,
                unit(wrong),
                wrong.digit,
                unit(clue),
            ),
            Clues::Surplus(candidate) => format!(
                "{} says {candidate}, which is no clue: remove it.",
                unit(candidate)
            ),
            Clues::Denied(candidate) => {
                format!(
                    "\"-{} 0\" denies the clue {candidate}.",
                    self.number(*candidate)
                )
            }
        }
    }

    /// Returns the numbering that sentences are about, if it is a formula.
    pub fn scheme(&self) -> Option<&Scheme> {
        let is_irregular =
            self.grade.irregular.is_some() && self.grade.judgement.is_right() == Some(true);
        (self.grade.is_recognized && !is_irregular).then_some(&self.grade.scheme)
    }

    /// Returns the reason why no numbering makes the formula right.
    pub fn proof(&self, proof: Proof) -> String {
        let size = self.puzzle.size();
        let (candidates, cells) = (size.num_candidates(), size.num_cells());
        let reason = match proof {
            Proof::Variables(vars) => format!(
                "it has {}, and the puzzle has {candidates} candidates (a number in a cell), each \
                 of which needs its own",
                counted(vars, "variable")
            ),
            Proof::Free => format!(
                "too many of its variables can be changed alone, or with too few others, in an \
                 assignment that satisfies all clauses of several literals, so fewer than \
                 {candidates} can stand for candidates (a number in a cell)"
            ),
            Proof::Models {
                found: 0,
                solutions: _,
            } => "no assignment satisfies it, but the puzzle has a solution".to_owned(),
            Proof::Models { solutions: 0, .. } => {
                "an assignment satisfies it, but the puzzle has no solution".to_owned()
            }
            Proof::Models { found, solutions } => format!(
                "it has {}, and the puzzle has {}",
                match found {
                    ..=MODELS => counted(found, "model"),
                    _ => format!("more than {MODELS} models"),
                },
                counted(solutions, "solution")
            ),
            Proof::TrueVariables(count) => format!(
                "its clauses of several literals accept an assignment with {count} true \
                 variables{}, but a grid has {cells} cells",
                match self.grade.auxiliary {
                    0 => "",
                    _ => ", auxiliary ones not counted",
                }
            ),
            Proof::Excludes(var, found, least) => {
                let name = self.namer.candidate(var.positive());
                format!(
                    "variable {} excludes only {found} others, and each candidate (a number in a \
                     cell) excludes at least {least}",
                    name.map_or(0, |candidate| self.number(candidate))
                )
            }
            Proof::MoreGrids => "its clauses of several literals have more models than there are \
                                 correct grids"
                .to_owned(),
            Proof::MoreModels => "it has more models than the puzzle has solutions".to_owned(),
            Proof::FewerModels => "it has fewer models than the puzzle has solutions".to_owned(),
            Proof::Clues(count) => format!(
                "its unit clauses state {}, but not the clues",
                counted(count, "candidate")
            ),
        };
        format!("No numbering of the variables makes it right: {reason}.")
    }

    /// Returns what to say of unit clauses that state a full solution, if they do.
    pub fn solution(&self) -> Option<String> {
        let (cells, clues) = (self.puzzle.size().num_cells(), self.puzzle.num_clues());
        let states = format!(
            "{cells} unit clauses state a full solution instead of the {}",
            counted(clues, "clue")
        );
        if !self.grade.states_solution {
            return None;
        }
        if self.grade.judgement.is_right() == Some(true) {
            return Some(format!("{states}; they follow from the rules and clues."));
        }
        let scheme = self.shown(&self.grade.scheme);
        Some(format!("With the numbering {scheme}, {states}."))
    }

    /// Returns the reason why it is unknown if a formula is right that is wrong under the
    /// numbering that was recognized.
    pub fn open_reading(&self) -> String {
        let scheme = self.shown(&self.grade.scheme);
        if self.grade.judgement.is_right().is_none() {
            return format!("It was read with the numbering {scheme}.");
        }
        match &self.grade.irregular {
            None => format!(
                "With the numbering {scheme} it is wrong. Whether another numbering makes it right \
                 was not found out."
            ),
            Some(table) => {
                let clue = self.puzzle.clues().next();
                let var = clue.and_then(|clue| {
                    let mut numbers = table.iter();
                    numbers
                        .find(|(_, candidate)| **candidate == clue)
                        .map(|(var, _)| var)
                });
                let shift = i32::from(self.grade.reading.zero.is_some());
                let example = clue.zip(var).map(|(clue, var)| {
                    format!(", in which variable {} is {clue}", var.to_dimacs() - shift)
                });
                format!(
                    "With the numbering {scheme} it is wrong, but with another one{} it is right: \
                     `--numbering` decides.",
                    example.unwrap_or_default()
                )
            }
        }
    }

    /// Returns a numbering as a formula for the numbers in the student's file.
    fn shown(&self, scheme: &Scheme) -> String {
        let minus = match self.grade.reading.zero {
            Some(_) => " − 1",
            None => "",
        };
        format!("{scheme}{minus}")
    }

    /// Returns the other numberings that explain a wrong formula as well, if it leaves open
    /// which one is the student's.
    pub fn open(&self) -> &[Scheme] {
        match self.grade.is_recognized && self.grade.judgement.is_right() == Some(false) {
            true => &self.grade.others,
            false => &[],
        }
    }

    /// Returns where the student's numbering differs from the lecture's, if it does, or that
    /// a wrong formula leaves it open.
    pub fn numbering(&self) -> Option<String> {
        let (scheme, size) = (&self.grade.scheme, self.puzzle.size());
        if let (Some(table), Some(true)) = (&self.grade.irregular, self.grade.judgement.is_right())
        {
            let clue = self.puzzle.clues().next();
            let known =
                |(_, candidate): &(&Var, &Candidate)| clue.is_none_or(|clue| clue == **candidate);
            let (var, candidate) = table.iter().filter(known).min()?;
            let shift = i32::from(self.grade.reading.zero.is_some());
            return Some(format!(
                "A numbering that fits was found from the clauses: variable {} is {candidate}, \
                 for example.",
                var.to_dimacs() - shift,
            ));
        }
        let usual = super::Scheme::usual(size);
        let shift = i64::from(self.grade.reading.zero.is_some());
        let minus = if shift == 1 { " − 1" } else { "" };
        let others = self.open();
        if let Some(first) = others.first() {
            let more = match others.len() - 1 {
                0 => String::new(),
                more => format!(" and {}", counted(more, "other order")),
            };
            return Some(format!(
                "The formula leaves the order of your indices open: {scheme}{minus} explains it \
                 as well as {first}{minus}{more}. What follows is by the first."
            ));
        }
        if *scheme == usual {
            return None;
        }
        let candidates = (0..size.num_candidates()).map(|index| size.candidate(index));
        let first = candidates
            .clone()
            .find(|&c| self.number(c) != usual.number(c));
        let first = first?;
        let number = self.number(first);
        let ours = super::scheme::usual_candidate(number, size);
        let other = match ours {
            Some(candidate) => format!(", and {candidate} in the lecture's numbering"),
            None => String::new(),
        };
        let differs = scheme.differences(&usual).map(|_| {
            let named = scheme.named(&usual, LECTURE);
            format!(" It is {named}.")
        });
        Some(format!(
            "You number {} as {scheme}{minus}: variable {number} is {first} in yours{other}.{}",
            scheme.order(),
            differs.unwrap_or_default()
        ))
    }

    /// Returns the numbering in a few words: `the lecture's with row and column exchanged`.
    pub fn named(&self) -> Option<String> {
        let is_right = self.grade.judgement.is_right() == Some(true);
        if self.grade.irregular.is_some() && is_right {
            return Some("found from the clauses".to_owned());
        }
        let usual = Scheme::usual(self.puzzle.size());
        let required = self
            .grade
            .required
            .as_ref()
            .map(|required| &required.scheme);
        let scheme = self.scheme()?;
        Some(match required {
            Some(required) if *required != usual => scheme.named(required, "the required one"),
            _ => scheme.named(&usual, LECTURE),
        })
    }

    /// Returns the difference from the numbering that is required.
    fn other_numbering(&self) -> String {
        let named = self.named().unwrap_or_default();
        let Some(required) = &self.grade.required else {
            return format!("The numbering is {named}.");
        };
        let table = match &self.grade.irregular {
            Some(table) => table,
            None => &self.grade.scheme.table(self.size()).unwrap_or_default(),
        };
        let shift = i64::from(self.grade.reading.zero.is_some());
        let differs = table.iter().filter_map(|(var, &candidate)| {
            let number = i64::from(var.to_dimacs()) - shift;
            let expected = required.scheme.number(candidate);
            (number != expected).then_some((expected, number, candidate))
        });
        let example = differs.min().map(|(expected, number, candidate)| {
            format!(": {candidate} is variable {number}, and should be {expected}")
        });
        let clues = match required.states_rules {
            true => {
                " Perhaps only the clues are numbered so: the rules fit the required numbering."
            }
            false => "",
        };
        format!(
            "The numbering is {named}, but {} is required{}.{clues}",
            required.scheme,
            example.unwrap_or_default()
        )
    }
}

/// The name of the lecture's numbering.
const LECTURE: &str = "the lecture's";

/// Returns families as `"each cell holds a number" (iv) and "…"`.
fn list(families: &[Family]) -> String {
    let named = families.iter().map(|family| match family.number() {
        Some(number) => format!("\"{}\" {number}", family.sentence()),
        None => format!("\"{}\"", family.sentence()),
    });
    let named: Vec<String> = named.collect();
    match &named[..] {
        [] => "the clues".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn noun(index: Index, families: &[Family]) -> String {
    let kind = families.iter().find_map(|family| match family {
        Family::AtLeastOne(kind) | Family::AtMostOne(kind) => Some(kind.noun()),
        _ => None,
    });
    match index {
        Index::Row => "row".to_owned(),
        Index::Col => "column".to_owned(),
        Index::Digit => "value".to_owned(),
        Index::House => kind.unwrap_or("house").to_owned(),
        Index::Place => format!("cell of the {}", kind.unwrap_or("house")),
    }
}

fn ordinal(end: End) -> &'static str {
    match end {
        End::First => "first",
        End::Last => "last",
    }
}

fn late(end: End) -> &'static str {
    match end {
        End::First => "began one too late",
        End::Last => "ended one too early",
    }
}
