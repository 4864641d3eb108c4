//! JSON of one command as the input of another: read, or refused by name.

use crate::program::{program, run, texts};
use std::fs;
use std::path::Path;

const ONE: &str = ".1.......43..2.1";
const SOLVED: &str = "4123231414323241";
/// An exact cover with one solution.
const COVER: &str = "a b c\na\nb c\na b\n";

/// Runs the program in a folder.
fn ran(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    texts(
        &program()
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap(),
    )
}

/// Runs the program, and writes its output to a file.
fn kept(folder: &Path, arguments: &[&str], name: &str) -> String {
    let (_, out, _) = ran(folder, arguments);
    fs::write(folder.join(name), &out).unwrap();
    out
}

#[test]
fn decode_and_verify_read_the_object_of_sat() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    ran(folder, &["encode", ONE, "-o", "x.cnf"]);
    let object = kept(folder, &["sat", "--json", "x.cnf"], "x.json");
    for arguments in [
        &["x.cnf", "x.json"][..],
        &[ONE, "x.json"],
        &["x.json"],
        &["x.json", "x.cnf"],
    ] {
        let arguments = [&["decode", "--format", "line"], arguments].concat();
        let (code, out, err) = ran(folder, &arguments);
        assert_eq!((code, out.trim_end()), (0, SOLVED), "{arguments:?}: {err}");
    }
    let verify = |name: &str| ran(folder, &["verify", "x.cnf", name]);
    assert_eq!(verify("x.json").1, "s VERIFIED SAT\n");
    assert_eq!(verify("x.json").0, 0);
    // As another program prints it again.
    let spread = object.replace(",\"", ",\n  \"").replace("\":", "\": ");
    fs::write(folder.join("spread.json"), spread).unwrap();
    assert_eq!(verify("spread.json").0, 0);
    // A literal turned round is found, and so is a model that is cut off.
    fs::write(folder.join("bad.json"), object.replacen("[-1,", "[1,", 1)).unwrap();
    let (code, out, _) = verify("bad.json");
    assert_eq!((code, &*out), (1, "s NOT VERIFIED\n"));
    assert_eq!(ran(folder, &["decode", "x.cnf", "bad.json"]).0, 1);
    fs::write(folder.join("cut.json"), &object[..object.len() / 2]).unwrap();
    for command in ["verify", "decode"] {
        let (code, out, err) = ran(folder, &[command, "x.cnf", "cut.json"]);
        assert_eq!((code, &*out), (2, ""), "{err}");
        assert!(err.contains("cut off"), "{err}");
    }
}

#[test]
fn objects_of_sat_without_a_model_say_what_the_lines_say() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    ran(folder, &["encode", "12....4.........", "-o", "x.cnf"]);
    kept(folder, &["sat", "--json", "x.cnf"], "no.json");
    let (code, out, err) = ran(folder, &["decode", "x.cnf", "no.json"]);
    assert_eq!((code, &*out), (0, "no solution\n"), "{err}");
    let (code, _, err) = ran(folder, &["verify", "x.cnf", "no.json"]);
    assert!(code == 1 && err.contains("no proof in it"), "{err}");
    kept(
        folder,
        &["sat", "--json", "--time-limit", "0", "x.cnf"],
        "late.json",
    );
    assert_eq!(ran(folder, &["decode", "x.cnf", "late.json"]).0, 3);
    ran(folder, &["encode", ONE, "-o", "y.cnf"]);
    kept(folder, &["sat", "--json", "--no-model", "y.cnf"], "y.json");
    let (code, _, err) = ran(folder, &["decode", "y.cnf", "y.json"]);
    assert!(code == 1 && err.contains("no model follows"), "{err}");
}

#[test]
fn the_trusted_base_checks_the_objects_of_cover() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("c.dlx"), COVER).unwrap();
    let object = kept(folder, &["cover", "--json", "--all", "c.dlx"], "c.json");
    let verify = |name: &str| ran(folder, &["verify", "--trusted", "c.dlx", name]);
    let (code, out, err) = verify("c.json");
    assert_eq!((code, &*out), (0, "s VERIFIED COVER\n"), "{err}");
    for (from, to, exit, word) in [
        ("\"number\":2", "\"number\":3", 1, "solution 1: "),
        (
            "\"items\":[\"a\"]",
            "\"items\":[\"a\\nsolution\\n1: a\"]",
            2,
            "with a blank",
        ),
        (
            "\"solutions\"",
            "\"others\"",
            2,
            "expected the object of `cover --json`",
        ),
    ] {
        assert!(object.contains(from), "{object}");
        fs::write(folder.join("bad.json"), object.replacen(from, to, 1)).unwrap();
        let (code, out, err) = verify("bad.json");
        assert_eq!(
            (code, out.contains("VERIFIED COVER")),
            (exit, false),
            "{to}: {err}"
        );
        assert!(err.contains(word), "{err}");
    }
    kept(
        folder,
        &["cover", "--json", "--count-only", "c.dlx"],
        "count.json",
    );
    assert_eq!(verify("count.json").0, 2);
    // An item's name is no line of its own.
    fs::write(
        folder.join("c.dlx"),
        "b solution\nb solution\nb\nsolution\n",
    )
    .unwrap();
    let solutions =
        r#"{"solutions":[[{"number":1,"items":["b","solution"]}],[{"number":2,"items":["b"]}]]}"#;
    fs::write(folder.join("bad.json"), solutions).unwrap();
    let (code, _, err) = verify("bad.json");
    assert!(code == 1 && err.contains("solution 2: "), "{code} {err}");
}

/// No command takes an object for something else in silence.
#[test]
fn every_object_into_every_command_has_an_answer_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p.txt"), ONE).unwrap();
    fs::write(folder.join("c.dlx"), COVER).unwrap();
    ran(folder, &["encode", "p.txt", "-o", "x.cnf"]);
    ran(folder, &["cover", "c.dlx"]);
    let objects: [&[&str]; 8] = [
        &["check", "--json", "--engines", "cdcl", "p.txt"],
        &["check", "--distinct", "--json", "p.txt"],
        &["rate", "--json", "p.txt"],
        &["encode", "--stats", "--json", "p.txt"],
        &["sat", "--json", "x.cnf"],
        &["cover", "--json", "c.dlx"],
        &["verify", "--json", "x.cnf", "x.cnf"],
        &["solve", "--backbone", "--json", "p.txt"],
    ];
    let commands: [&[&str]; 8] = [
        &["solve"],
        &["show", "--to", "line"],
        &["minimize"],
        &["rate"],
        &["sat"],
        &["cover"],
        &["decode", "p.txt"],
        &["verify", "x.cnf"],
    ];
    for object in objects {
        let text = kept(folder, object, "object.json");
        for command in commands {
            let (code, out, err) = ran(folder, &[command, &["object.json"]].concat());
            let is_own = object[0] == "sat" && matches!(command[0], "decode" | "verify");
            assert_eq!(
                code == 0,
                is_own,
                "{object:?} into {command:?}: {text}{out}{err}"
            );
            assert!(is_own || !err.is_empty(), "{object:?} into {command:?}");
        }
    }
    // An error in the place of a puzzle is none.
    let (_, refused, _) = texts(&run(&["solve", "--json"], "1...x\n"));
    assert!(refused.contains("\"error\""), "{refused}");
    let (code, out, _) = texts(&run(&["solve"], &refused));
    assert_eq!((code, &*out), (2, ""));
}
