//! Journals and shards that were damaged or forged: what a run takes from them is what was
//! written, or the run says so.
//!
//! The same things are done to journals in memory, ten thousand times, and to files of the
//! program, some times. A damage is a change of bytes or lines. A forgery changes a field, and the
//! seals are left as they are or computed anew.

#[cfg(unix)]
use crate::program::bash;
use crate::program::{output, program, stderr};
use std::collections::BTreeMap;
use std::fs;
use std::io::BufRead;
use std::path::Path;
use sudosat::batch::journal::{
    Asked, Chain, Finished, Header, Line, Reader, Source, Worker, Writer,
};
use sudosat::batch::{AnswerRecord, Record};
use sudosat::budget::{Budget, Interrupt};
use sudosat::engine::compare::{Terms, compare};
use sudosat::engine::{self, Limit, Proof, Request, solve};
use sudosat::io::InputError;
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::{Entry, Options, read};

/// Puzzles with one solution, several, one of 9×9, none, clues that clash, and of 6×6 with as many
/// solutions as are stated.
const PUZZLES: &str = "\
.1.......43..2.1
......1....23..1
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
12....4.........
11..............
# count: 3
......1....23..1
";

/// A run in memory: its header, its puzzles and what it asks.
struct Run {
    header: Header,
    entries: Vec<Entry>,
    asked: Asked,
}

/// The answer to each puzzle, with the solution printed.
type Answers = Vec<(Record, Option<Grid>)>;

impl Run {
    fn new(command: &str, asked: Asked) -> Run {
        let entries = read(PUZZLES.as_bytes(), "p.txt", &Options::default());
        let entries: Vec<Entry> = entries.map(Result::unwrap).collect();
        assert_eq!(entries.len(), 6);
        let options = [
            ("--engine", Some("cdcl".to_owned())),
            ("--unique", Some(String::new())),
            ("--seed", None),
        ];
        Run {
            header: Header::new(command, options),
            entries,
            asked,
        }
    }

    /// `solve --unique`, and its answers.
    fn solve() -> (Run, Answers) {
        let engine = engine::by_name("cdcl").unwrap();
        let run = Run::new("solve", Asked::solve(&*engine, Limit::UNIQUE));
        let request = Request {
            proof: Proof::Confirmed,
            ..Request::new(Limit::UNIQUE)
        };
        let answer = |entry: &Entry| {
            let solved = solve(&*engine, &entry.puzzle, &request, &Budget::unlimited());
            let (outcome, grids) = solved.unwrap();
            let answer = AnswerRecord::new("cdcl", Ok(&outcome));
            (Record::of_answer(entry, answer), grids.first().cloned())
        };
        let answers = run.entries.iter().map(answer).collect();
        (run, answers)
    }

    /// `check --engines cdcl,dlx`, and its answers.
    fn check() -> (Run, Answers) {
        let engines = ["cdcl", "dlx"].map(|name| engine::by_name(name).unwrap());
        let run = Run::new("check", Asked::check(&engines));
        let terms = Terms {
            request: Request::new(Limit::UNIQUE),
            time_limit: None,
            interrupt: Interrupt::new(),
        };
        let answer = |entry: &Entry| {
            let expected = entry.expected.as_ref();
            let comparison = compare(&engines, &entry.puzzle, expected, &terms);
            (Record::of_comparison(entry, &comparison), None)
        };
        let answers = run.entries.iter().map(answer).collect();
        (run, answers)
    }

    /// Returns the texts of the lines of a journal, without seals.
    fn texts(&self, answers: &Answers) -> Vec<String> {
        let lines = self.entries.iter().zip(answers);
        let lines = lines.map(|(entry, (record, solution))| {
            serde_json::to_string(&Finished::new(entry, record, solution.as_ref())).unwrap()
        });
        let header = serde_json::to_string(&self.header).unwrap();
        [header].into_iter().chain(lines).collect()
    }

    /// Returns the inputs of a shard, of which the second can't be read.
    fn inputs(&self) -> Vec<Result<Entry, InputError>> {
        let mut inputs: Vec<_> = self.entries.iter().cloned().map(Ok).collect();
        inputs[1] = Err(InputError::at("p.txt", 2, 1, "found 1 symbol"));
        inputs
    }

    /// Returns a shard of one, in groups of two inputs.
    fn shard(&self, answers: &Answers) -> Vec<u8> {
        let mut lines = Writer::new(Vec::new(), Chain::default());
        lines.write(&self.header).unwrap();
        let worker = Worker {
            job: None,
            machine: "m".to_owned(),
            process: 7,
        };
        lines.write(&Line::Worker { worker }).unwrap();
        for (index, (input, (record, solution))) in self.inputs().iter().zip(answers).enumerate() {
            match input {
                Ok(entry) => lines.add(entry, record, solution.as_ref()).unwrap(),
                Err(error) => lines.add_refused(error).unwrap(),
            }
            if index % 2 == 1 {
                lines.end_group().unwrap();
            }
        }
        lines.write(&self.end()).unwrap();
        lines.into_inner()
    }

    /// Returns the last line of this shard.
    fn end(&self) -> Line {
        Line::End {
            shard: "0/1".to_owned(),
            inputs: self.entries.len() as u64,
            bytes: 7,
            gave_up: 0,
            again: None,
        }
    }
}

/// Returns the lines of a journal or a shard, without seals.
fn texts(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let lines = text
        .lines()
        .map(|line| match line.split_once(",\"seal\":") {
            Some((before, _)) => format!("{before}}}"),
            None => line.to_owned(),
        });
    lines.collect()
}

/// Seals the lines of a shard.
fn sealed_shard(texts: &[String]) -> Vec<u8> {
    let mut chain = Chain::default();
    let (mut bytes, mut group) = (Vec::new(), Vec::new());
    for text in texts {
        group.extend(text.as_bytes());
        let is_sealed = [
            "{\"sudosat-journal\"",
            "{\"worker\"",
            "{\"puzzles\"",
            "{\"shard\"",
        ];
        match is_sealed.iter().any(|begin| text.starts_with(begin)) {
            true => bytes.extend(chain.seal(std::mem::take(&mut group))),
            false => group.push(b'\n'),
        }
    }
    bytes.extend(group);
    bytes
}

/// Seals the lines of a journal.
fn sealed(texts: &[String]) -> Vec<u8> {
    let mut chain = Chain::default();
    let lines = texts.iter().map(|text| text.clone().into_bytes());
    lines.flat_map(|text| chain.seal(text)).collect()
}

/// The end of a run that was given a damaged or forged journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// The run ends with an error.
    Refused,
    /// The output is that of the whole run. What was cut off is answered again.
    Same,
    /// An answer differs, and is marked as not verified again, or makes the exit code 1 or 3.
    Told,
    /// The verdicts are those of the whole run and verified again. The evidence, steps or times
    /// differ, which the totals say are as stored.
    Stored,
    /// The output differs without a word.
    Silent,
}

/// Goes on with a journal as the program does, and compares with the answers that were written.
fn resume(run: &Run, answers: &Answers, journal: &[u8]) -> End {
    let length = journal.iter().rposition(|&byte| byte == b'\n');
    let whole = &journal[..length.map_or(0, |place| place + 1)];
    if whole.is_empty() {
        let header = serde_json::to_vec(&run.header).unwrap();
        let begins = Chain::default().seal(header).starts_with(journal);
        return if begins { End::Same } else { End::Refused };
    }
    let mut lines = Reader::new(whole, Source::Journal, "j".to_owned());
    match lines.header() {
        Ok(header) if header.difference(&run.header).is_none() => {}
        _ => return End::Refused,
    }
    let mut end = End::Same;
    for (entry, (record, solution)) in run.entries.iter().zip(answers) {
        match lines.answer_of(entry, &run.asked) {
            Err(_) => return End::Refused,
            // The run answers this puzzle and the others.
            Ok(None) => return end,
            Ok(Some(taken)) if taken.record == *record && taken.solution == *solution => {}
            Ok(Some(taken)) => match taken.verify(entry, &Interrupt::new()) {
                Err(_) => return End::Refused,
                Ok(taken) => end = end.max(difference(&taken.record, record)),
            },
        }
    }
    match lines.end() {
        Ok(()) => end,
        Err(_) => End::Refused,
    }
}

/// Judges a record that is not the one that was written.
fn difference(found: &Record, written: &Record) -> End {
    let is_marked = |note: &String| note.ends_with("not verified again");
    let is_failure = |answer: &AnswerRecord| answer.error.is_some() || answer.gave_up.is_some();
    let is_told = found.notes.iter().any(is_marked)
        || found.engines.iter().any(is_failure)
        || found.judgement != written.judgement;
    if is_told {
        return End::Told;
    }
    let verdict = |record: &Record| {
        let answers = record.engines.iter();
        let answers =
            answers.map(|answer| (answer.answer.clone(), answer.count.clone(), answer.complete));
        let answers: Vec<_> = answers.collect();
        (record.finding(), record.solutions, answers)
    };
    match verdict(found) == verdict(written) {
        true => End::Stored,
        false => End::Silent,
    }
}

/// Merges a shard as `batch merge` does. A refused one is made again.
fn merge(run: &Run, answers: &Answers, shard: &[u8]) -> End {
    let mut lines = Reader::new(shard, Source::Shard, "s".to_owned());
    match lines.header() {
        Ok(header) if header.difference(&run.header).is_none() => {}
        _ => return End::Refused,
    }
    let mut inputs = run.inputs().into_iter();
    let mut written = answers.iter();
    let (mut last, mut end) = (None, End::Same);
    loop {
        let group = match lines.group() {
            Ok(Some(group)) => group,
            Ok(None) => break,
            Err(_) => return End::Refused,
        };
        if group.num_inputs() == 0 {
            match group.check() {
                Ok(line) => last = Some(line),
                Err(_) => return End::Refused,
            }
            continue;
        }
        let some: Vec<_> = inputs.by_ref().take(group.num_inputs()).collect();
        if some.len() < group.num_inputs() {
            return End::Refused;
        }
        let Ok(items) = group.take(some, &run.asked) else {
            return End::Refused;
        };
        for (item, (record, solution)) in items.into_iter().zip(written.by_ref()) {
            match item {
                Err(_) => {}
                Ok((_, taken)) if taken.record == *record && taken.solution == *solution => {}
                Ok((entry, taken)) => match taken.verify(&entry, &Interrupt::new()) {
                    Err(_) => return End::Refused,
                    Ok(taken) => end = end.max(difference(&taken.record, record)),
                },
            }
        }
    }
    // Without its last line, a shard is not complete.
    match last == Some(run.end()) && inputs.next().is_none() {
        true => end,
        false => End::Refused,
    }
}

/// Damages a file, of whose lines `other` has some in other words.
fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut fastrand::Rng) {
    if bytes.is_empty() {
        return;
    }
    let place = random.usize(0..bytes.len());
    let mut lines: Vec<Vec<u8>> = bytes
        .split_inclusive(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (one, two) = (random.usize(0..lines.len()), random.usize(0..lines.len()));
    match random.u32(0..10) {
        0 | 1 => bytes[place] ^= 1 << random.u32(0..8),
        2 => bytes[place] = random.u8(..),
        3 => bytes.insert(place, random.u8(b'0'..=b'9')),
        4 => drop(bytes.remove(place)),
        5 => bytes.truncate(place),
        6 => {
            let from = random.usize(0..other.len());
            bytes.splice(place.., other[from..].iter().copied());
        }
        kind => {
            match kind {
                7 => drop(lines.remove(one)),
                8 => lines.insert(two, lines[one].clone()),
                _ => lines.swap(one, two),
            }
            *bytes = lines.concat();
        }
    }
}

/// Prints how many ended how, and fails if one ended silently.
fn tell(what: &str, ends: &BTreeMap<End, u64>) {
    let told: Vec<String> = ends
        .iter()
        .map(|(end, count)| format!("{count} {end:?}"))
        .collect();
    eprintln!("{what}: {}", told.join(", "));
    assert_eq!(ends.get(&End::Silent), None, "{what}");
}

/// Ten thousand damages of journals, and as many of shards.
#[test]
fn random_damage_never_changes_an_answer_silently() {
    for (what, (run, answers)) in [("solve", Run::solve()), ("check", Run::check())] {
        // Another run, with other times, and so with other seals.
        let (_, others) = if what == "solve" {
            Run::solve()
        } else {
            Run::check()
        };
        let (journal, shard) = (sealed(&run.texts(&answers)), run.shard(&answers));
        let (other, other_shard) = (sealed(&run.texts(&others)), run.shard(&others));
        let mut random = fastrand::Rng::with_seed(20);
        let (mut of_journals, mut of_shards) = (BTreeMap::new(), BTreeMap::new());
        for _ in 0..5_000 {
            let (mut one, mut two) = (journal.clone(), shard.clone());
            for _ in 0..random.u32(1..4) {
                damage(&mut one, &other, &mut random);
                damage(&mut two, &other_shard, &mut random);
            }
            // The whole other journal is right, too.
            let end = match other.starts_with(&one) {
                true => End::Same,
                false => resume(&run, &answers, &one),
            };
            assert!(end <= End::Same, "{}", String::from_utf8_lossy(&one));
            *of_journals.entry(end).or_default() += 1;
            let end = match two == other_shard {
                true => End::Same,
                false => merge(&run, &answers, &two),
            };
            assert!(end <= End::Same, "{}", String::from_utf8_lossy(&two));
            *of_shards.entry(end).or_default() += 1;
        }
        tell(&format!("damaged journals of {what}"), &of_journals);
        tell(&format!("damaged shards of {what}"), &of_shards);
    }
}

/// Returns the ranges of the values of a field in a line.
fn values(text: &str, field: &str) -> Vec<std::ops::Range<usize>> {
    let key = format!("\"{field}\":");
    let ranges = text.match_indices(&key).map(|(place, _)| {
        let start = place + key.len();
        let rest = serde_json::Deserializer::from_str(&text[start..]);
        let mut values = rest.into_iter::<serde::de::IgnoredAny>();
        values.next().unwrap().unwrap();
        start..start + values.byte_offset()
    });
    ranges.collect()
}

/// The fields of all lines, with values that they may be given.
const FIELDS: [(&str, &[&str]); 23] = [
    ("sudosat-journal", &["\"0.0.9\"", "\"\"", "1"]),
    ("format", &["1", "2", "\"3\""]),
    ("command", &["\"solve\"", "\"check\"", "\"sat\""]),
    ("options", &["{}", "{\"--engine\":\"dlx\"}", "[]"]),
    ("--engine", &["\"dlx\"", "\"splr\"", "null"]),
    ("puzzle", &["\"p.txt:1\"", "\"p.txt:4\"", "\"\"", "7"]),
    ("hash", &["\"0000000000000000\"", "\"\"", "0"]),
    (
        "judgement",
        &[
            "\"agreed\"",
            "\"not cross-checked\"",
            "\"an engine failed\"",
            "\"disagreed\"",
            "null",
        ],
    ),
    ("notes", &["[]", "[\"only one engine answered\"]", "[1]"]),
    (
        "answers",
        &["[]", "[{\"count\":1,\"steps\":{},\"seconds\":0.1}]"],
    ),
    (
        "count",
        &[
            "0",
            "1",
            "2",
            "3",
            "4",
            "-1",
            "1.5",
            "18446744073709551615",
            "18446744073709551616",
        ],
    ),
    (
        "evidence",
        &[
            "\"not verified\"",
            "\"proof checked\"",
            "\"search exhausted\"",
            "\"clues clash\"",
            "\"cross-checked by planes\"",
            "\"cross-checked by dlx\"",
            "\"sure\"",
            "null",
        ],
    ),
    ("gave_up", &["\"out of time\"", "\"\"", "null"]),
    ("share_done", &["0.5", "-1", "2", "null"]),
    ("error", &["\"cdcl failed\"", "\"\"", "null"]),
    (
        "steps",
        &["{}", "{\"nodes\":1}", "{\"conflicts\":-1}", "[]", "[1,2]"],
    ),
    ("conflicts", &["0", "1", "-1", "1e3"]),
    ("seconds", &["0", "0.5", "-0.5", "1e999", "\"0\""]),
    ("solution", &["null", "\"\"", "\"1234\"", "[1]"]),
    ("shard", &["\"1/2\"", "\"\"", "0"]),
    ("inputs", &["0", "5", "-1"]),
    ("refused", &["\"\"", "\"p.txt:2: gone\"", "0"]),
    ("puzzles", &["\"0000000000000000\"", "\"\"", "0"]),
];

/// Changes, adds or removes a field of a line of a journal, or all that go with an answer. Returns
/// `false` if no line can have the field.
fn forge(texts: &mut [String], field: &str, pool: &[&str], random: &mut fastrand::Rng) -> bool {
    let is_there = |text: &String| !values(text, field).is_empty();
    let optional = [
        "judgement",
        "notes",
        "evidence",
        "gave_up",
        "share_done",
        "error",
        "solution",
    ];
    let is_optional = optional.contains(&field);
    let lines: Vec<usize> = (0..texts.len())
        .filter(|&line| is_there(&texts[line]) || is_optional && line > 0)
        .collect();
    if lines.is_empty() {
        return false;
    }
    let line = lines[random.usize(0..lines.len())];
    // A value of another line, of the pool, or with another digit.
    let others: Vec<String> = texts
        .iter()
        .flat_map(|text| {
            values(text, field)
                .into_iter()
                .map(move |range| text[range].to_owned())
        })
        .chain(pool.iter().map(|&value| value.to_owned()))
        .collect();
    let mut value = others[random.usize(0..others.len())].clone();
    let digits: Vec<usize> = value
        .bytes()
        .enumerate()
        .filter_map(|(place, byte)| byte.is_ascii_digit().then_some(place))
        .collect();
    if !digits.is_empty() && random.u32(0..4) == 0 {
        let place = digits[random.usize(0..digits.len())];
        value.replace_range(place..=place, &random.u32(0..10).to_string());
    }
    let text = &mut texts[line];
    let ranges = values(text, field);
    match ranges.get(random.usize(0..ranges.len().max(1))) {
        Some(range) if random.u32(0..6) > 0 => text.replace_range(range.clone(), &value),
        Some(range) => {
            let start = range.start - field.len() - 3;
            let end = range.end + usize::from(text[range.end..].starts_with(','));
            text.replace_range(start..end, "");
            *text = text.replace(",}", "}");
        }
        None => {
            let before = match field {
                "judgement" | "notes" => "\"answers\":",
                "solution" => {
                    text.insert_str(text.len() - 1, &format!(",\"solution\":{value}"));
                    return true;
                }
                _ => "\"steps\":",
            };
            *text = text.replacen(before, &format!("\"{field}\":{value},{before}"), 1);
        }
    }
    true
}

/// 500 forgeries of each field of a journal, and as many of a shard, with the seals left as they are
/// and with all seals computed anew, half of them with a second field forged.
#[test]
fn forgeries_of_each_field_never_change_a_verdict_silently() {
    for (what, (run, answers)) in [("solve", Run::solve()), ("check", Run::check())] {
        let (whole, shard) = (run.texts(&answers), texts(&run.shard(&answers)));
        let (mut left, mut anew) = (BTreeMap::new(), BTreeMap::new());
        let mut random = fastrand::Rng::with_seed(28);
        let of_journal = (&whole, sealed(&whole));
        let of_shard = (&shard, run.shard(&answers));
        for (field, pool) in FIELDS {
            for (is_shard, (texts, bytes)) in [(false, &of_journal), (true, &of_shard)] {
                for _ in 0..500 {
                    let mut texts = (*texts).clone();
                    if !forge(&mut texts, field, pool, &mut random) {
                        break;
                    }
                    if random.bool() {
                        let (field, pool) = FIELDS[random.usize(0..FIELDS.len())];
                        forge(&mut texts, field, pool, &mut random);
                    }
                    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
                    let old = with_old_seals(&texts, lines);
                    let ends = match is_shard {
                        false => [&old, &sealed(&texts)].map(|file| resume(&run, &answers, file)),
                        true => {
                            [&old, &sealed_shard(&texts)].map(|file| merge(&run, &answers, file))
                        }
                    };
                    assert_ne!(ends[1], End::Silent, "{field}: {texts:#?}");
                    *left.entry(ends[0]).or_default() += 1;
                    *anew.entry(ends[1]).or_default() += 1;
                }
            }
        }
        tell(
            &format!("fields of {what} forged, seals as they were"),
            &left,
        );
        tell(
            &format!("fields of {what} forged, seals computed anew"),
            &anew,
        );
        assert!(left.keys().all(|end| *end <= End::Same));
        // A forgery may put in what was there.
        assert!(left[&End::Refused] > 5 * left[&End::Same], "{left:?}");
    }
}

/// Returns every answer of an engine with one of these evidences, as JSON.
fn answers_with(count: u64, evidences: &[&str]) -> Vec<String> {
    let ends = evidences
        .iter()
        .map(|evidence| format!("\"evidence\":\"{evidence}\","));
    let ends = ends.chain(["\"gave_up\":\"out of time\",".to_owned(), String::new()]);
    ends.map(|end| format!("{{\"count\":{count},{end}\"steps\":{{}},\"seconds\":0.1}}"))
        .collect()
}

/// Answers that fit together, with right seals: all combinations of number, evidence, end, judgement
/// and solution, in the place of each answer. Only the second search is left to tell which are true.
#[test]
fn forged_answers_that_fit_together_never_change_a_verdict_silently() {
    let sat = [
        "not verified",
        "proof checked",
        "cross-checked by planes",
        "clues clash",
    ];
    let cover = ["search exhausted", "clues clash"];
    for (what, (run, answers)) in [("solve", Run::solve()), ("check", Run::check())] {
        let whole = run.texts(&answers);
        let mut ends = BTreeMap::new();
        for line in 1..whole.len() {
            let end_of_hash = values(&whole[line], "hash")[0].end;
            let head = &whole[line][..end_of_hash];
            let mut forged = Vec::new();
            for count in 0..5 {
                let of_cdcl = answers_with(count, &sat);
                let of_dlx = answers_with(count, &cover);
                let solution = values(&whole[line], "solution").into_iter().next();
                let solution =
                    solution.map(|range| format!(",\"solution\":{}", &whole[line][range]));
                for cdcl in &of_cdcl {
                    if what == "solve" {
                        let solutions = [String::new(), solution.clone().unwrap_or_default()];
                        let line = |end: String| format!("{head},\"answers\":[{cdcl}]{end}}}");
                        forged.extend(solutions.map(line));
                        continue;
                    }
                    for (dlx, judgement) in of_dlx.iter().flat_map(|dlx| {
                        let judgements = ["agreed", "not cross-checked", "an engine failed"];
                        judgements.map(|judgement| (dlx, judgement))
                    }) {
                        forged.push(format!(
                            "{head},\"judgement\":\"{judgement}\",\"answers\":[{cdcl},{dlx}]}}"
                        ));
                    }
                }
            }
            for text in forged {
                let mut texts = whole.clone();
                texts[line] = text;
                let end = resume(&run, &answers, &sealed(&texts));
                assert_ne!(end, End::Silent, "{}", texts[line]);
                *ends.entry(end).or_default() += 1;
            }
        }
        tell(
            &format!("answers of {what} forged, seals computed anew"),
            &ends,
        );
        assert!(
            ends[&End::Refused] > 100 && ends[&End::Stored] > 5,
            "{ends:?}"
        );
    }
}

/// Returns forged texts with the seals of the lines that they were made of.
fn with_old_seals<'a>(texts: &[String], lines: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let sealed = texts.iter().zip(lines).map(|(text, line)| {
        let place = line.len().saturating_sub(",\"seal\":\"\"}\n".len() + 32);
        match line[place..].starts_with(b",\"seal\"") {
            true => [text.strip_suffix('}').unwrap().as_bytes(), &line[place..]].concat(),
            false => [text.as_bytes(), b"\n"].concat(),
        }
    });
    sealed.collect::<Vec<_>>().concat()
}

/// The folder of a run of the program, with its arguments.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Files {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("p.txt"), PUZZLES).unwrap();
        Files { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, arguments: &str) -> std::process::Output {
        let arguments = arguments.split(' ');
        output(program().args(arguments).current_dir(self.path()))
    }

    /// Returns standard output and the table, without times, and the exit code.
    fn results(&self, arguments: &str) -> (String, Option<i32>, String) {
        let ran = self.run(&format!("{arguments} --csv t.csv -f"));
        let table = fs::read_to_string(self.path().join("t.csv")).unwrap_or_default();
        let table = table.lines().map(|line| {
            let fields = line.split(',').filter(|field| !field.starts_with("0.0"));
            fields.collect::<Vec<_>>().join(",")
        });
        let table: Vec<String> = table.collect();
        let grids = String::from_utf8(ran.stdout.clone()).unwrap();
        (grids + &table.join("\n"), ran.status.code(), stderr(&ran))
    }
}

/// The program as a user runs it: a damaged journal gives the output of the whole run, or an error
/// that names the file and the line.
#[test]
fn a_damaged_journal_gives_the_same_output_or_an_error_with_its_place() {
    let files = Files::new();
    let command = "solve -u --format line --resume j p.txt";
    let whole = files.results(command);
    assert_eq!(whole.1, Some(1));
    let journal = fs::read(files.path().join("j")).unwrap();
    fs::remove_file(files.path().join("j")).unwrap();
    files.run(command);
    let other = fs::read(files.path().join("j")).unwrap();
    assert_ne!(journal, other);
    let mut random = fastrand::Rng::with_seed(3);
    let mut refused = 0;
    for _ in 0..60 {
        let mut damaged = journal.clone();
        damage(&mut damaged, &other, &mut random);
        fs::write(files.path().join("j"), &damaged).unwrap();
        let _ = fs::remove_file(files.path().join("t.csv"));
        let (output, code, told) = files.results(command);
        let damaged = String::from_utf8_lossy(&damaged);
        match code {
            Some(2) => {
                refused += 1;
                let is_placed = (1..9).any(|line| told.contains(&format!("error: j:{line}: ")));
                let is_named = told.starts_with("error: j: expected a journal");
                assert!(is_placed || is_named, "{told}\n{damaged}");
            }
            _ => assert_eq!((output, code), (whole.0.clone(), whole.1), "{damaged}"),
        }
    }
    assert!(refused > 30, "{refused}");
}

/// Returns the lines of a file of the program, without seals.
fn unsealed(path: &Path) -> Vec<String> {
    texts(&fs::read(path).unwrap())
}

/// With the seals computed anew, a forged answer contradicts the puzzle, other fields, or a second
/// search.
#[test]
fn a_forged_answer_with_right_seals_is_refused() {
    let files = Files::new();
    let journal = files.path().join("j");
    for (command, forgeries) in [
        (
            "solve -u --resume j p.txt",
            &[
                (
                    "\"count\":1",
                    "\"count\":0",
                    2,
                    "has a solution: found true, expected false",
                ),
                (
                    "\"solution\":\"4",
                    "\"solution\":\"3",
                    2,
                    "its solution is none of the puzzle",
                ),
                (
                    "\"evidence\":\"cross-checked by planes\",",
                    "",
                    2,
                    "ends of the search",
                ),
                (
                    "by planes",
                    "by dlx",
                    2,
                    "evidence: found \"cross-checked by dlx\"",
                ),
                (
                    "\"count\":2",
                    "\"count\":1,\"evidence\":\"not verified\"",
                    3,
                    "there is another one",
                ),
                (
                    "\"count\":0",
                    "\"count\":1",
                    5,
                    "has a solution: found false",
                ),
                (
                    "\"steps\":{",
                    "\"steps\":{\"nodes\":-1,",
                    2,
                    "this is no line",
                ),
                ("\"seconds\":", "\"seconds\":-", 2, "seconds are a time"),
            ][..],
        ),
        (
            "check --engines cdcl,dlx --resume j p.txt",
            &[
                (
                    "\"count\":1",
                    "\"count\":0",
                    2,
                    "judgement: found agreed, expected disagreed",
                ),
                (
                    "\"search exhausted\"",
                    "\"proof checked\"",
                    2,
                    "evidence: found \"proof checked\"",
                ),
                (
                    "\"agreed\"",
                    "\"not cross-checked\"",
                    2,
                    "judgement: found not cross-checked, expected agreed",
                ),
            ],
        ),
    ] {
        let _ = fs::remove_file(&journal);
        let whole = files.run(command);
        for &(old, new, line, why) in forgeries {
            let mut texts = unsealed(&journal);
            let kept = fs::read(&journal).unwrap();
            let forged = texts[line - 1].replacen(old, new, 1);
            assert_ne!(forged, texts[line - 1], "{old}");
            texts[line - 1] = forged;
            fs::write(&journal, sealed(&texts)).unwrap();
            let ran = files.run(command);
            let told = stderr(&ran);
            assert_eq!(ran.status.code(), Some(2), "{old} {new}: {told}");
            let place = format!("error: j:{line}: ");
            assert!(
                told.contains(&place) && told.contains(why),
                "{old} {new}: {told}"
            );
            fs::write(&journal, kept).unwrap();
        }
        assert_eq!(files.run(command).status.code(), whole.status.code());
        // If the answers of both engines are forged, the search finds it.
        if command.starts_with("check") {
            let mut texts = unsealed(&journal);
            texts[1] = texts[1].replace("\"count\":1", "\"count\":0");
            fs::write(&journal, sealed(&texts)).unwrap();
            let told = stderr(&files.run(command));
            let why = "error: j:2: it says no solution and no more, but there is another one";
            assert!(told.contains(why), "{told}");
        }
    }
}

/// What a short search can't verify again is marked in each form of output.
#[test]
fn what_was_not_verified_again_is_marked() {
    let files = Files::new();
    let command = "solve --time-limit 0 --resume j p.txt";
    assert_eq!(files.run(command).status.code(), Some(3));
    let note = "taken from j:2, not verified again";
    let ran = files.run(&format!("{command} --csv t.csv --report r.html"));
    let told = stderr(&ran);
    assert_eq!(ran.status.code(), Some(3));
    assert!(told.contains(&format!("p.txt:1: {note}\n")), "{told}");
    // Clues that clash need no search.
    let totals = "taken from the journal: 6 puzzles, 5 of them not verified again; ";
    assert!(told.contains(totals), "{told}");
    let table = fs::read_to_string(files.path().join("t.csv")).unwrap();
    assert_eq!(table.matches("not verified again").count(), 5, "{table}");
    let page = fs::read_to_string(files.path().join("r.html")).unwrap();
    assert!(
        page.contains("<tr><td>stored, not verified again<td class=n>5\n"),
        "{page}"
    );
    let ran = files.run(&format!("{command} --json -q"));
    let json = String::from_utf8(ran.stdout).unwrap();
    assert!(
        json.contains(&format!("\"notes\":[\"{note}\"],\"solutions\"")),
        "{json}"
    );
    assert_eq!(json.matches("not verified again").count(), 5, "{json}");
}

/// A journal without seals, as the first format was.
#[test]
fn a_journal_of_the_first_format_is_refused_clearly() {
    let files = Files::new();
    let old = "{\"sudosat-journal\":\"0.1.0\",\"command\":\"solve\",\"options\":{\"--at-most-one\":\
               \"pairwise\",\"--engine\":\"cdcl\"}}\n{\"hash\":\"5d19ee1d77cc0b9c\",\"record\":{}}\n";
    fs::write(files.path().join("j"), old).unwrap();
    let ran = files.run("solve --resume j p.txt");
    assert_eq!(ran.status.code(), Some(2));
    let told = stderr(&ran);
    let why = "error: j: it is of another run: it has format 1 of journals, this version has format 3; \
               remove the file to begin anew";
    assert!(told.contains(why), "{told}");
    assert_eq!(fs::read_to_string(files.path().join("j")).unwrap(), old);
}

/// `merge` names a damaged shard, its line and the command, and this command makes it again.
#[test]
fn a_damaged_shard_is_named_and_made_again() {
    let files = Files::new();
    let run = "solve -u -q p.txt";
    let work = |shard: &str| files.run(&format!("batch work --shard {shard} --out d {run}"));
    let merge = || files.run(&format!("batch merge --of 2 --out d {run}"));
    let whole = files.run(run);
    for shard in ["0/2", "1/2"] {
        assert_eq!(work(shard).status.code(), Some(0));
    }
    assert_eq!(merge().stdout, whole.stdout);
    let file = files.path().join("d/shard-0-of-2.jsonl");
    let good = fs::read(&file).unwrap();
    let num_lines = good.iter().filter(|&&byte| byte == b'\n').count();
    for line in 1..=num_lines {
        let mut lines: Vec<Vec<u8>> = good
            .lines()
            .map(|line| (line.unwrap() + "\n").into())
            .collect();
        let middle = lines[line - 1].len() / 2;
        lines[line - 1][middle] ^= 1;
        fs::write(&file, lines.concat()).unwrap();
        let refused = merge();
        assert_eq!(refused.status.code(), Some(2), "line {line}");
        assert!(refused.stdout.is_empty());
        let told = stderr(&refused);
        // A group has one seal.
        let place = "shard 0/2: its file is damaged: d/shard-0-of-2.jsonl:";
        assert!(told.starts_with(place), "{told}");
        let command = format!("run `sudosat batch work --shard 0/2 --out d {run}` and");
        assert!(told.contains(&command), "{told}");
        let made = work("0/2");
        assert_eq!(made.status.code(), Some(0));
        let told = stderr(&made);
        let why = "shard 0/2 is made again, because its file is damaged: d/shard-0-of-2.jsonl:";
        assert!(told.starts_with(why), "{told}");
        assert_eq!(merge().stdout, whole.stdout);
        assert_eq!(stderr(&work("0/2")), "shard 0/2 is complete already\n");
    }
    // With the seals computed anew, a forged shard contradicts itself, the others, or the input.
    let forge = |old: &str, new: &str| {
        let texts = texts(&good);
        let forged: Vec<String> = texts
            .iter()
            .map(|text| text.replacen(old, new, 1))
            .collect();
        assert_ne!(forged, texts, "{old}");
        fs::write(&file, sealed_shard(&forged)).unwrap();
        let merged = merge();
        assert!([Some(2), Some(3)].contains(&merged.status.code()), "{old}");
        stderr(&merged)
    };
    let bytes = fs::metadata(files.path().join("p.txt")).unwrap().len();
    for (old, new, why) in [
        (
            "\"inputs\":",
            "\"inputs\":1",
            "its file is not complete: it has ",
        ),
        (
            &format!("\"bytes\":{bytes}"),
            "\"bytes\":7",
            "the shards before it of 7 bytes",
        ),
        (
            "\"puzzles\":\"",
            "\"puzzles\":\"0",
            "these are other puzzles now",
        ),
        ("\"count\":0", "\"count\":1", "has a solution: found false"),
    ] {
        let told = forge(old, new);
        assert!(told.contains(why), "{old}: {told}");
    }
}

/// A pipe in a shard's place would be waited for, and a device would lose what is written.
#[cfg(unix)]
#[test]
fn a_shard_in_whose_place_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("p.txt"), PUZZLES).unwrap();
    let place = "d/shard-0-of-1.jsonl";
    for make in ["mkfifo", "mkdir", "ln -s /dev/null"] {
        for command in ["work --shard 0/1", "merge --of 1"] {
            let script = format!(
                "rm -rf d; mkdir d; {make} {place}
                 timeout 60 $S batch {command} --out d solve -q p.txt"
            );
            let ran = bash(folder.path(), &script);
            let found = (ran.code, ran.out.as_str(), ran.err.as_str());
            let told = format!(
                "error: {place}: expected a regular file for the shard; remove what is there\n"
            );
            assert_eq!(found, (2, "", told.as_str()), "{make}, {command}");
        }
    }
}

/// The times of a merge are those of the engines; its own is named.
#[test]
fn a_merge_tells_the_times_of_the_engines() {
    let files = Files::new();
    for (command, json) in [
        ("solve -u p.txt", None),
        ("check --engines cdcl,dlx p.txt", Some("--json")),
    ] {
        let dir = command.split(' ').next().unwrap();
        files.run(&format!("batch work --shard 0/1 --out {dir} {command}"));
        let file = files.path().join(dir).join("shard-0-of-1.jsonl");
        let mut texts = unsealed(&file);
        for text in texts.iter_mut().skip(1) {
            while let Some(range) = values(text, "seconds")
                .into_iter()
                .find(|range| &text[range.clone()] != "2.5")
            {
                text.replace_range(range, "2.5");
            }
        }
        fs::write(&file, sealed_shard(&texts)).unwrap();
        let merge = format!("batch merge --of 1 --out {dir} {command}");
        let ran = files.run(&merge);
        let told = stderr(&ran) + &String::from_utf8(ran.stdout).unwrap();
        let seconds = if json.is_some() { "30.00" } else { "15.00" };
        assert!(
            told.contains(&format!("6 puzzles in {seconds} s of the engines: ")),
            "{told}"
        );
        assert!(told.contains("\nmerged in "), "{told}");
        if let Some(json) = json {
            let ran = files.run(&format!("{merge} {json}"));
            let lines = String::from_utf8(ran.stdout).unwrap();
            let summary: serde_json::Value =
                serde_json::from_str(lines.lines().last().unwrap()).unwrap();
            assert_eq!(summary["summary"]["seconds"], 30.0);
            assert!(summary["summary"]["merge_seconds"].as_f64().unwrap() < 30.0);
        }
    }
}
