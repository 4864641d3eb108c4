//! Cubes: they cover every assignment, `sat` gives the formula's answer by them, and the parts
//! of a proof that workers wrote are composed to one, which our checkers and others accept.

use crate::cdcl_common::{random_config, random_uniform, satisfies};
use crate::independent_checkers::{formulas, is_there};
use crate::program::{child, run, send, texts, wait_until};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use sudosat::batch::journal::Chain;
use sudosat::budget::Budget;
use sudosat::cdcl::{CallLimits, Config, Solver, Verdict};
use sudosat::check::{self, Auditor};
use sudosat::engine::cubes::{Composed, Composer, PartFault, uncovered};
use sudosat::formula::{Cnf, Lit, dimacs};
use sudosat::io::InputError;
use sudosat::proof::{Shared, Step, UnderCube, lrat};

const FREE: usize = usize::MAX;

fn cut(cnf: &Cnf, count: usize, depth: usize) -> Vec<Vec<Lit>> {
    let mut solver = Solver::default();
    solver.add_cnf(cnf);
    solver.cubes(count, depth, &Budget::unlimited()).unwrap()
}

fn verdict(cnf: &Cnf) -> Verdict {
    let mut solver = Solver::default();
    solver.add_cnf(cnf);
    solver.solve(&Budget::unlimited()).unwrap()
}

/// A search may have eliminated variables, all of them at worst.
#[test]
fn cubes_after_a_search_cover_every_assignment() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut eliminated = 0;
    for _ in 0..200 {
        let vars = rng.i32(10..40);
        let clauses = 4 * vars as usize;
        let mut solver = Solver::new(Config::default().with(|config| {
            config.eliminate_interval = Some(1);
            config.lucky = false;
        }));
        solver.add_cnf(&random_uniform(&mut rng, vars, clauses, 3));
        let unlimited = Budget::unlimited();
        if solver.solve(&unlimited).unwrap() == Verdict::Unsat {
            continue;
        }
        eliminated += solver.stats().eliminated;
        let cubes = solver.cubes(8, FREE, &unlimited).unwrap();
        let left = uncovered(&cubes, CallLimits::default(), &unlimited).unwrap();
        assert_eq!(left, Ok(None), "{cubes:?}");
        assert_eq!(solver.solve(&unlimited).unwrap(), Verdict::Sat);
    }
    assert!(eliminated > 100, "{eliminated}");
}

#[test]
fn cubes_cover_every_assignment() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut all = formulas();
    for seed in 0..20 {
        let clauses = rng.usize(60..140);
        all.push(("random", random_uniform(&mut rng, 30 + seed, clauses, 3)));
    }
    for (name, cnf) in all {
        for count in [1, 2, 7, 40] {
            let cubes = cut(&cnf, count, FREE);
            assert_eq!(cubes, cut(&cnf, count, FREE), "{name}: deterministic");
            assert!(count > 1 || cubes == [vec![]], "{name}");
            let unlimited = Budget::unlimited();
            assert_eq!(
                uncovered(&cubes, CallLimits::default(), &unlimited).unwrap(),
                Ok(None),
                "{name}"
            );
            // Without one of the cubes, an assignment is left, and the cube covers it.
            let mut others = cubes.clone();
            let gone = others.remove(rng.usize(0..cubes.len()));
            let left = uncovered(&others, CallLimits::default(), &unlimited).unwrap();
            let left = left.unwrap().expect(name);
            assert!(gone.iter().all(|&lit| left.is_true(lit)), "{name}");
        }
        let longest = cut(&cnf, 1000, 3).len();
        assert!(longest <= 1000, "{name}: {longest}");
    }
    // Nothing of a large random formula follows early, so there are as many as asked for.
    let cnf = random_uniform(&mut rng, 300, 1200, 3);
    assert_eq!(cut(&cnf, 50, FREE).len(), 50);
    assert_eq!(cut(&cnf, 1000, 4).len(), 16);
}

#[test]
fn a_clause_with_exactly_one_true_literal_is_cut_into_its_literals() {
    // Propagation of the three digits of a cell gains more than that of any variable's two cases.
    let arguments = [
        "encode",
        "-e",
        "minimal",
        "-q",
        "-o",
        "-",
        "puzzles/unsolvable.txt:7",
    ];
    let cnf = dimacs::read(&run(&arguments, "").stdout[..], "puzzle").unwrap();
    let cubes = cut(&cnf, 2, FREE);
    let (last, others) = cubes.split_last().unwrap();
    assert!(others.len() > 1 && others.iter().all(|cube| cube.len() == 1));
    let negated: Vec<Lit> = others.iter().map(|cube| !cube[0]).collect();
    assert_eq!(last, &negated);
}

#[test]
fn cubes_one_by_one_give_the_answer_of_the_formula() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut answers = [0; 2];
    for round in 0..150 {
        let clauses = rng.usize(100..190);
        let cnf = random_uniform(&mut rng, 36, clauses, 3);
        let config = match round % 2 {
            0 => Config::default(),
            _ => random_config(&mut rng),
        };
        let mut cubes = cut(&cnf, 1 + round % 12, FREE);
        // Cubes of others may leave something out.
        if round % 3 == 0 {
            cubes.remove(rng.usize(0..cubes.len()));
        }
        cubes.push(Vec::new());
        let mut solver = Solver::new(config).with_observer(Box::new(Auditor::new()));
        solver.add_cnf(&cnf);
        let mut last = Verdict::Unsat;
        for cube in &cubes {
            last = solver.solve_with(cube, &Budget::unlimited()).unwrap();
            match last {
                Verdict::Unsat => solver.keep_core(),
                _ => break,
            }
        }
        assert_eq!(last, verdict(&cnf), "{round}");
        if let Some(model) = solver.model() {
            assert!(satisfies(&model, &cnf), "{round}");
        }
        answers[usize::from(last == Verdict::Sat)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 20), "{answers:?}");
}

/// Returns the part of the proof for a cube.
fn part(cnf: &Cnf, cube: &[Lit], config: Config) -> Vec<lrat::Step> {
    let writer = lrat::Writer::text(Vec::new(), cnf.num_clauses()).extending(cnf.num_vars());
    let part = Shared::new(UnderCube::new(writer, cnf.num_clauses(), cube.to_vec()));
    let mut solver = Solver::new(config).with_observer(Box::new(part.clone()));
    solver.add_cnf(cnf);
    cube.iter().for_each(|&lit| solver.add_clause(&[lit]));
    let verdict = solver.solve(&Budget::unlimited()).unwrap();
    assert_eq!(verdict, Verdict::Unsat);
    drop(solver.take_observer());
    let writer = part.into_inner().unwrap().into_observer();
    let text = writer.into_inner().unwrap();
    lrat::read(&text[..], "part")
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

type Parts = Vec<Vec<lrat::Step>>;

/// Composes parts, or returns the index of the first one that is refused, with the reason.
fn compose(
    cnf: &Cnf,
    cubes: &[Vec<Lit>],
    parts: &Parts,
) -> Result<(Composed, Vec<u8>), (usize, PartFault)> {
    let writer = lrat::Writer::text(Vec::new(), cnf.num_clauses());
    let proof = Shared::new(writer);
    let budget = Budget::unlimited();
    let mut composer = Composer::new(cnf, Box::new(proof.clone()), &budget).unwrap();
    for (index, part) in parts.iter().enumerate() {
        let steps = part.iter().cloned().map(Ok::<_, InputError>);
        composer
            .add_part(&cubes[index], steps, &budget)
            .map_err(|fault| (index, fault))?;
    }
    let composed = composer
        .finish(cnf, CallLimits::default(), &budget)
        .unwrap();
    Ok((composed, proof.into_inner().unwrap().into_inner().unwrap()))
}

/// Returns what our checker says of a proof.
fn checked(cnf: &Cnf, proof: &[u8]) -> Result<check::LratStats, check::ProofFault> {
    let steps = lrat::read(proof, "proof").unwrap().map(Result::unwrap);
    check::lrat(cnf, steps, &Budget::unlimited())
}

#[test]
fn parts_are_composed_to_a_proof_of_the_formula() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut rat = 0;
    for (name, cnf) in formulas() {
        for config in [Config::default(), random_config(&mut rng)] {
            let cubes = cut(&cnf, 5, FREE);
            let parts: Parts = cubes
                .iter()
                .map(|cube| part(&cnf, cube, config.clone()))
                .collect();
            let (composed, proof) =
                compose(&cnf, &cubes, &parts).unwrap_or_else(|(index, fault)| {
                    panic!("{name}: part {index}: {fault}");
                });
            assert!(matches!(composed, Composed::Refuted), "{name}");
            rat += checked(&cnf, &proof).unwrap().rat;
            // The same lemmas without hints are a proof in DRAT.
            let steps = lrat::read(&proof[..], "proof").unwrap().map(Result::unwrap);
            let lemmas = steps.filter_map(|step| match step {
                lrat::Step::Add { lits, .. } => Some(Step::Add(lits)),
                lrat::Step::Delete { .. } => None,
            });
            check::drat(&cnf, lemmas, &Budget::unlimited()).unwrap();
        }
    }
    // The parts that count define variables, each part the same ones.
    assert!(rat > 100, "{rat}");
}

#[test]
fn wrong_parts_are_refused_and_never_make_a_wrong_proof() {
    let mut rng = fastrand::Rng::with_seed(4);
    let cnf = random_uniform(&mut rng, 90, 430, 3);
    let cubes = cut(&cnf, 8, FREE);
    assert!(cubes.len() > 5);
    let parts: Parts = cubes
        .iter()
        .map(|cube| part(&cnf, cube, Config::default()))
        .collect();
    let of_another = |parts: &Parts| match compose(&cnf, &cubes, parts) {
        Err((index, PartFault::OtherCube { .. })) => index,
        other => panic!("{other:?}"),
    };
    let mut swapped = parts.clone();
    swapped.swap(1, 3);
    assert_eq!(of_another(&swapped), 1);
    let mut empty = parts.clone();
    empty[2].clear();
    assert_eq!(of_another(&empty), 2);
    let mut cut_off = parts.clone();
    while !matches!(cut_off[4].pop(), Some(lrat::Step::Add { .. })) {}
    assert_eq!(of_another(&cut_off), 4);
    // A part of another formula has hints that lead nowhere.
    let other = random_uniform(&mut rng, 60, 320, 3);
    let mut foreign = parts.clone();
    foreign[0] = part(&other, &cubes[0], Config::default());
    let fault = compose(&cnf, &cubes, &foreign).unwrap_err();
    assert!(matches!(fault, (0, PartFault::Step(_))), "{fault:?}");

    // A part is read to its end, also behind the empty clause.
    let clash: Cnf = [&[1][..], &[-1]].into_iter().collect();
    let writer = Box::new(lrat::Writer::text(Vec::new(), 2));
    let budget = Budget::unlimited();
    let mut composer = Composer::new(&clash, writer, &budget).unwrap();
    let steps = lrat::read(&b"3 0 1 2 0\n4 x"[..], "part").unwrap();
    let read = composer.add_part(&[Lit::from_code(2)], steps, &budget);
    assert!(matches!(read, Err(PartFault::Input(_))), "{read:?}");

    // Any other damage is found, or does no harm.
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..300 {
        let mut parts = parts.clone();
        let (index, lit) = (rng.usize(0..parts.len()), rng.usize(0..60));
        let place = rng.usize(0..parts[index].len());
        match &mut parts[index][place] {
            lrat::Step::Delete { ids } => _ = ids.pop(),
            lrat::Step::Add { lits, hints, .. } => match rng.u8(0..5) {
                0 => _ = hints.pop(),
                1 => _ = lits.pop(),
                2 => hints.insert(0, rng.i64(1..500)),
                3 => hints.iter_mut().for_each(|hint| *hint = -*hint),
                _ => lits.push(Lit::from_code(lit)),
            },
        }
        match compose(&cnf, &cubes, &parts) {
            Err(_) => refused += 1,
            Ok((composed, proof)) => {
                assert!(matches!(composed, Composed::Refuted));
                checked(&cnf, &proof).unwrap();
                accepted += 1;
            }
        }
    }
    assert!(refused > 50 && accepted > 20, "{refused} {accepted}");
}

#[test]
fn what_cubes_leave_out_is_searched() {
    let cnf: Cnf = [&[1, 2][..], &[1, -2], &[-1, 3]].into_iter().collect();
    let cube = vec![Lit::from_dimacs(-1).unwrap()];
    let parts = vec![part(&cnf, &cube, Config::default())];
    let (composed, _) = compose(&cnf, &[cube], &parts).unwrap();
    let Composed::Uncovered(model) = composed else {
        panic!("{composed:?}");
    };
    assert!(satisfies(&model, &cnf));

    let mut rng = fastrand::Rng::with_seed(5);
    let cnf = random_uniform(&mut rng, 60, 320, 3);
    let cubes = cut(&cnf, 6, FREE);
    let parts: Parts = cubes[1..]
        .iter()
        .map(|cube| part(&cnf, cube, Config::default()))
        .collect();
    let (composed, proof) = compose(&cnf, &cubes[1..], &parts).unwrap();
    assert!(matches!(composed, Composed::Refuted));
    checked(&cnf, &proof).unwrap();
}

/// A folder with an unsatisfiable formula `f.cnf` and its cubes `f.icnf`.
fn hard_formula(cubes: &str) -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (cnf, icnf) = (folder.path().join("f.cnf"), folder.path().join("f.icnf"));
    let mut rng = fastrand::Rng::with_seed(6);
    let formula = random_uniform(&mut rng, 120, 560, 3);
    dimacs::write(&formula, fs::File::create(&cnf).unwrap()).unwrap();
    let (code, out, err) = sudosat(&["cube", "--cubes", cubes], &[&cnf, Path::new("-o"), &icnf]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    (folder, cnf, icnf)
}

fn sudosat(words: &[&str], paths: &[&Path]) -> (i32, String, String) {
    let paths = paths.iter().map(|path| path.to_str().unwrap());
    let arguments: Vec<&str> = words.iter().copied().chain(paths).collect();
    texts(&run(&arguments, ""))
}

#[test]
fn workers_of_which_one_is_killed_make_one_proof() {
    let (folder, cnf, icnf) = hard_formula("30");
    let (parts, proof) = (folder.path().join("parts"), folder.path().join("all.lrat"));
    let work = |range: &str| {
        let (code, out, err) = sudosat(&["sat", "--cube", range, "--parts"], &[&parts, &icnf]);
        assert_eq!(code, 20, "{err}");
        let (only, answer) = out.split_once('\n').unwrap();
        assert!(
            only.starts_with("c cube") && only.ends_with(" of 30 only"),
            "{out}"
        );
        assert_eq!(answer, "s UNSATISFIABLE\n");
    };
    let compose = |proof: &Path| {
        let flag = Path::new("--proof");
        sudosat(
            &["sat", "--force", "--parts"],
            &[&parts, flag, proof, &icnf],
        )
    };
    let refused = |name: &str, why: &str| {
        let (code, out, err) = compose(&proof);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(
            err.contains(&format!("{name}: ")) && err.contains(why),
            "{err}"
        );
        assert!(!proof.exists());
    };

    // One worker is killed when it has done some cubes.
    let mut worker = child()
        .args(["sat", "--cube", "1-20", "--parts"])
        .args([&parts, &icnf])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the second part", || parts.join("2.lrat").exists());
    send("KILL", &worker);
    worker.wait().unwrap();
    work("21-29");
    fs::write(&proof, "an old proof").unwrap();
    refused("lrat", " is not there, nor are those of ");
    let written = |number: usize| {
        fs::metadata(parts.join(format!("{number}.lrat")))
            .unwrap()
            .modified()
    };
    let before = written(1).unwrap();
    work("1-20");
    assert_eq!(
        written(1).unwrap(),
        before,
        "a complete part is not made again"
    );
    refused("30.lrat", "the part of cube 30 is not there");
    work("30");

    // Parts that are damaged, of another cube, or gone.
    let part = |number: usize| parts.join(format!("{number}.lrat"));
    let whole = fs::read(part(7)).unwrap();
    fs::write(part(7), &whole[..whole.len() / 2]).unwrap();
    fs::write(&proof, "an old proof").unwrap();
    refused("7.lrat", &cut_off_at(&whole[..whole.len() / 2]));
    work("7");
    fs::rename(part(8), folder.path().join("8")).unwrap();
    fs::rename(part(9), part(8)).unwrap();
    fs::rename(folder.path().join("8"), part(9)).unwrap();
    refused("8.lrat", "does not refute the cube");
    work("8-9");
    fs::remove_file(part(12)).unwrap();
    refused("12.lrat", "is not there");
    let (code, out, err) = sudosat(&["sat", "--parts"], &[&parts, &icnf]);
    assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{err}");

    // The proof, for our checkers and those of others.
    let drat = folder.path().join("all.drat");
    for proof in [&proof, &drat] {
        let (code, out, err) = compose(proof);
        assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{err}");
        let (code, out, err) = sudosat(&["verify"], &[&cnf, proof]);
        assert_eq!((code, out.as_str()), (0, "s VERIFIED UNSAT\n"), "{err}");
    }
    let (code, _, err) = sudosat(&["verify", "--trusted"], &[&cnf, &proof]);
    assert_eq!(code, 0, "{err}");
    for (checker, proof) in [("rate", &drat), ("drat-trim", &drat), ("cake_lpr", &proof)] {
        if is_there(checker) {
            let said = Command::new(checker).args([&cnf, proof]).output().unwrap();
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            assert!(said.contains("s VERIFIED"), "{checker}: {said}");
        }
    }
}

/// `batch` makes the parts in shards of cubes: a worker is killed, parts are damaged, and at the end
/// there is one proof.
#[test]
fn cubes_in_shards_make_one_proof() {
    let (folder, cnf, icnf) = hard_formula("30");
    let shards = folder.path().join("shards");
    let proof = folder.path().join("all.lrat");
    let batch = |verb: &[&str]| {
        let flag = Path::new("--proof");
        let words = [&["batch"], verb, &["--out"]].concat();
        let run = [Path::new("sat"), &icnf, flag, &proof];
        sudosat(&words, &[&[shards.as_path()], &run[..]].concat())
    };
    let status = || sudosat(&["batch", "status", "--out"], &[&shards]);
    let part = |number: usize| shards.join(format!("{number}.lrat"));

    let mut worker = child()
        .args(["batch", "work", "--of", "7", "--out"])
        .args([shards.as_path(), Path::new("sat"), &icnf])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_made = || (1..=30).filter(|&number| part(number).exists()).count() > 5;
    wait_until("some parts", is_made);
    send("KILL", &worker);
    worker.wait().unwrap();
    let (code, out, err) = status();
    assert_eq!(code, 3, "{err}");
    // It left a shard, or was killed between two of them: then each part is of a shard that is done.
    let is_left = out.contains(": left by ");
    let counts = format!(" done, 0 running, {} failed, ", u8::from(is_left));
    let made = (1..=30).filter(|&number| part(number).exists()).count();
    let all_are_done = out.contains(&format!("\n{made} inputs done, "));
    assert!(
        out.starts_with("7 shards: ") && out.contains(&counts),
        "{out}"
    );
    assert!(is_left || all_are_done, "{made} parts: {out}");
    let (code, out, err) = batch(&["merge", "--of", "7"]);
    assert_eq!((code, out.as_str()), (3, ""), "{err}");
    assert!(err.contains(" batch work --of 7 "), "{err}");
    assert_eq!(batch(&["work", "--of", "7"]).0, 0);
    let (code, out, _) = status();
    assert!(code == 0 && out.contains("\n30 inputs done, "), "{out}");

    // Parts that are damaged, those of others, or gone: the same command makes them again.
    let whole = fs::read(part(7)).unwrap();
    let damages: [(&str, &dyn Fn()); 4] = [
        ("damaged", &|| {
            fs::write(part(7), &whole[..whole.len() / 2]).unwrap()
        }),
        ("damaged", &|| fs::write(part(7), "1 0 0\n").unwrap()),
        ("damaged", &|| _ = fs::copy(part(8), part(7)).unwrap()),
        ("not there", &|| fs::remove_file(part(7)).unwrap()),
    ];
    for (why, damage) in damages {
        damage();
        let (code, out, err) = batch(&["merge", "--of", "7"]);
        assert!(
            matches!(code, 2 | 3) && out.is_empty() && err.contains(why),
            "{err}"
        );
        let (code, _, err) = batch(&["work", "--of", "7"]);
        assert_eq!(code, 0, "{err}");
        assert_eq!(fs::read(part(7)).unwrap(), whole);
    }
    let (code, out, err) = batch(&["merge", "--of", "7"]);
    assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{err}");
    let (code, out, err) = sudosat(&["verify"], &[&cnf, &proof]);
    assert_eq!((code, out.as_str()), (0, "s VERIFIED UNSAT\n"), "{err}");
    fs::remove_file(&proof).unwrap();

    // A line that is made to fit a wrong part is believed by `work`, and the part by nobody.
    let file = shards.join("shard-1-of-7.jsonl");
    let honest = fs::read_to_string(&file).unwrap();
    fs::copy(part(8), part(7)).unwrap();
    fs::write(&file, resealed(&honest, 7, 8)).unwrap();
    assert_eq!(batch(&["work", "--of", "7"]).0, 0);
    let (code, out, err) = batch(&["merge", "--of", "7"]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(
        err.contains("7.lrat: its last lemma") && !proof.exists(),
        "{err}"
    );

    // Another formula is not that of the shards.
    let text = fs::read_to_string(&icnf).unwrap();
    fs::write(&icnf, text.replacen(" 0\n", " 1 0\n", 1)).unwrap();
    let (code, _, err) = batch(&["merge", "--of", "7"]);
    assert!(code == 2 && err.contains("it is of another run"), "{err}");
    assert_eq!(batch(&["work", "--of", "7"]).0, 2);
}

/// Returns the lines of a shard with the hash of one cube in the line of another, and seals that fit.
fn resealed(text: &str, cube: usize, other: usize) -> Vec<u8> {
    let mut lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let find = |cube: usize| {
        let is_of = |line: &serde_json::Value| line["cube"] == cube;
        lines.iter().position(is_of).unwrap()
    };
    let (cube, other) = (find(cube), find(other));
    lines[cube]["hash"] = lines[other]["hash"].clone();
    let mut chain = Chain::default();
    let sealed = lines.iter_mut().map(|line| {
        line.as_object_mut().unwrap().remove("seal");
        chain.seal(serde_json::to_vec(line).unwrap())
    });
    sealed.collect::<Vec<_>>().concat()
}

/// A model that a worker finds is the answer, if it is one.
#[test]
fn a_model_under_a_cube_ends_the_shards() {
    let folder = tempfile::tempdir().unwrap();
    let (icnf, shards) = (folder.path().join("f.icnf"), folder.path().join("d"));
    fs::write(
        &icnf,
        "p inccnf\n1 2 0\n-1 2 0\na -2 0\na 1 2 0\na 2 -1 0\n",
    )
    .unwrap();
    let batch = |words: &[&str]| {
        let words = [&["batch"], words, &["--of", "3", "--out"]].concat();
        sudosat(&words, &[&shards, Path::new("sat"), &icnf])
    };
    assert_eq!(batch(&["merge"]).0, 3);
    let (code, out, err) = batch(&["work"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("model.txt has it"), "{err}");
    let (_, out, _) = sudosat(&["batch", "status", "--out"], &[&shards]);
    assert!(out.starts_with("a worker wrote a model"), "{out}");
    let (code, out, err) = batch(&["merge"]);
    assert_eq!(code, 10, "{err}");
    assert!(out.starts_with("s SATISFIABLE\nv "), "{out}");
    fs::write(shards.join("model.txt"), "s SATISFIABLE\nv 1 -2 0\n").unwrap();
    for command in ["merge", "work"] {
        let (code, out, err) = batch(&[command]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("it is no model of the formula"), "{err}");
    }
    // Parts of a proof have the same names for any number of shards.
    let other = folder.path().join("other.icnf");
    fs::write(&other, "p inccnf\n1 2 0\na -2 0\n").unwrap();
    let words = ["batch", "work", "--of", "2", "--out"];
    let (code, _, err) = sudosat(&words, &[&shards, Path::new("sat"), &other]);
    assert!(
        code == 2 && err.contains("shards of other inputs (3 of them)"),
        "{err}"
    );

    for (words, why) in [
        (
            &["work", "--of", "2"][..],
            "--jobs does not go with `batch`",
        ),
        (
            &["merge", "--totals", "--of", "2"],
            "--totals is for puzzles",
        ),
    ] {
        let words = [&["batch"], words, &["--out"]].concat();
        let run = [&shards, Path::new("sat"), &icnf, Path::new("--jobs=2")];
        let (code, _, err) = sudosat(&words, &run);
        assert!(code == 2 && err.contains(why), "{err}");
    }
}

/// Returns the error of a part that was cut off after these bytes.
fn cut_off_at(text: &[u8]) -> String {
    let lines = text.iter().filter(|&&byte| byte == b'\n').count();
    format!("line {}: found the end of the file", lines + 1)
}

#[test]
fn limits_leave_parts_that_are_complete() {
    let (folder, cnf, icnf) = hard_formula("4");
    let (parts, proof) = (folder.path().join("parts"), folder.path().join("all.lrat"));
    let work = |more: &[&str]| {
        let words = [&["sat", "-v", "--cube", "1-4"], more, &["--parts"]].concat();
        sudosat(&words, &[&parts, &icnf])
    };
    let (code, out, err) = work(&["--conflict-limit", "1000000"]);
    assert_eq!(code, 20, "{out}{err}");
    // Steps of a check are not conflicts.
    let (code, out, err) = work(&["--conflict-limit", "1"]);
    assert_eq!(code, 20, "{out}{err}");
    assert_eq!(out.matches("its part is complete").count(), 4, "{out}");
    let (flag, limit) = (
        Path::new("--proof"),
        ["sat", "--conflict-limit", "1", "--parts"],
    );
    let (code, out, err) = sudosat(&limit, &[&parts, flag, &proof, &icnf]);
    assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{err}");
    let (code, _, err) = sudosat(&["verify"], &[&cnf, &proof]);
    assert_eq!(code, 0, "{err}");

    // A damaged part that is not made again stays, and what can't be read is an error.
    let part = |number: usize| parts.join(format!("{number}.lrat"));
    fs::write(part(2), "1 ").unwrap();
    let (code, _, err) = work(&["--conflict-limit", "1"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("; it is made again"), "{err}");
    assert_eq!(fs::read(part(2)).unwrap(), b"1 ");
    fs::remove_file(part(2)).unwrap();
    fs::create_dir(part(2)).unwrap();
    let (code, _, err) = work(&[]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("it is a directory, expected a file"), "{err}");
}

#[test]
fn an_interrupted_check_of_a_part_has_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (icnf, parts) = (folder.path().join("f.icnf"), folder.path().join("parts"));
    fs::write(&icnf, "p inccnf\n1 2 0\n-1 2 0\na 1 0\na -1 0\n").unwrap();
    // A part that is long to check.
    fs::create_dir(&parts).unwrap();
    let step = |id: usize| format!("{id} 2 0 1 2 0\n");
    let long: String = (3..1_000_000).map(step).collect();
    fs::write(parts.join("1.lrat"), long).unwrap();
    let words = ["sat", "--time-limit", "100ms", "--parts"];
    for more in [
        &[][..],
        &[Path::new("--proof"), &folder.path().join("all.lrat")],
    ] {
        fs::write(parts.join("2.lrat"), "").unwrap();
        let paths = [&[parts.as_path()], more, &[icnf.as_path()]].concat();
        let (code, out, err) = sudosat(&words, &paths);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert_eq!(out, "c gave up: out of time\ns UNKNOWN\n");
        assert!(parts.join("1.lrat").exists());
    }
}

#[test]
fn a_formula_with_cubes_has_the_answer_of_the_formula() {
    let (folder, cnf, icnf) = hard_formula("10");
    for form in ["drat", "lrat", "pbp"] {
        let proof = folder.path().join(form).with_extension(form);
        let (code, out, err) = sudosat(&["sat", "--proof"], &[&proof, &icnf]);
        assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{err}");
        let (code, _, err) = sudosat(&["verify"], &[&cnf, &proof]);
        assert_eq!(code, 0, "{form}: {err}");
    }
    // The model is outside of the cubes.
    let text = "p inccnf\n1 2 0\n-1 3 0\na -1 -2 0\n";
    let parts = folder.path().join("parts");
    let parts = parts.to_str().unwrap();
    for formula in [text, "p inccnf\n1 2 0\n-1 3 0\n"] {
        for arguments in [&["sat", "-"][..], &["sat", "--parts", parts, "-"]] {
            let (code, out, _) = texts(&run(arguments, formula));
            assert_eq!(code, 10, "{arguments:?} {out}");
        }
    }
    // Nor have the clauses a model there.
    let (code, out, _) = texts(&run(
        &["sat", "--parts", parts, "-"],
        "p inccnf\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\na -1 -2 0\na 1 -1 0\n",
    ));
    assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"));
    let (code, out, _) = texts(&run(&["sat", "--cube", "1", "-"], text));
    assert_eq!(
        (code, out.as_str()),
        (20, "c cube 1 of 1 only\ns UNSATISFIABLE\n")
    );
    let (_, out, _) = texts(&run(&["sat", "--json", "--cube", "1", "-"], text));
    assert!(
        out.contains(r#""cubes":{"first":1,"last":1,"of":1}"#),
        "{out}"
    );
    // A limit of a cube does not stop the others.
    let (code, out, _) = sudosat(
        &["sat", "--conflict-limit", "1", "--cube", "1-10", "-v"],
        &[&icnf],
    );
    let tried = out.lines().filter(|line| line.starts_with("c cube "));
    assert_eq!((code, tried.count()), (0, 10), "{out}");
    assert!(out.ends_with("s UNKNOWN\n"), "{out}");
}

#[test]
fn what_does_not_fit_cubes_is_refused() {
    let cubes = "p inccnf\n1 2 0\na 1 0\na -1 0\n";
    for (arguments, text, why) in [
        (&["sat", "--cube", "3", "-"][..], cubes, "found 2 cubes"),
        (
            &["sat", "--cube", "0", "-"],
            cubes,
            "the number of a cube, from 1",
        ),
        (
            &["sat", "--cube", "2-1", "-"],
            cubes,
            "the number of a cube, from 1",
        ),
        (&["sat", "-j", "2", "-"], cubes, "not searched in parallel"),
        (
            &["sat", "--cube", "1", "-"],
            "p cnf 1 1\n1 0\n",
            "`sudosat cube` writes",
        ),
        (
            &["sat", "--parts", "p", "--proof", "x.pbp", "-"],
            cubes,
            "not for VeriPB",
        ),
        (
            &["sat", "--cube", "1", "--proof", "x.lrat", "-"],
            cubes,
            "cannot be used with",
        ),
        (&["cube", "-"], cubes, "only plain formulas are read"),
        (&["cube", "--cubes", "0", "-"], cubes, "1..=10000000"),
        (
            &["sat", "-"],
            "p inccnf\na 1 0\n1 2 0\n",
            "found \"1\", expected only cubes after the first cube",
        ),
        (
            &["sat", "-"],
            "p inccnf 2 1\n1 2 0\n",
            "expected the end of the header's line",
        ),
        (
            &["sat", "-"],
            "p inccnf\n1 2 0\na 1\n",
            "expected the 0 that ends the clause",
        ),
        (
            &["sat", "-"],
            "p inccnf\n1 2 0\na",
            "expected the 0 that ends the clause",
        ),
        (
            &["sat", "-"],
            "p inccnf\n1 2 0\na a 0\n",
            "expected a literal",
        ),
        (
            &["sat", "-"],
            "p inccnf\n1 2 0\na\n%\n0\n",
            "found \"%\", expected a literal",
        ),
        (
            &["sat", "-"],
            "p inccnf\n1 2 0\nab 1 0\n",
            "expected \"a\" before the literals of a cube",
        ),
        (
            &["sat", "-"],
            "p cnf 2 1\n1 2 0\na 1 0\n",
            "incremental formulas are not read",
        ),
    ] {
        let (code, out, err) = texts(&run(arguments, text));
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(err.contains(why), "{arguments:?} {text}: {err}");
    }
}
