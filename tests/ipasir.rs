//! Programs in C that use the solver through IPASIR and IPASIR-UP, linked against
//! the library as a C program would be.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program in C that was linked against the library.
struct Program {
    path: PathBuf,
    libraries: PathBuf,
}

/// Builds the library and the program `tests/ipasir/NAME.c`. Returns `None` without a compiler.
fn program(name: &str) -> Option<Program> {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: cc is not installed");
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = folder.parent().unwrap();
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["rustc", "--quiet", "--lib", "--no-default-features"])
        .args(["--features", "ipasir"])
        .args(["--crate-type", "cdylib", "--target-dir"])
        .arg(target)
        .status()
        .unwrap();
    assert!(status.success(), "the library is built");
    let libraries = target.join("debug");
    let path = folder.join(format!("ipasir-{name}"));
    let mut link = Command::new("cc");
    link.args(["-Wall", "-Wextra", "-Werror", "-std=c99", "-o"])
        .arg(&path)
        .arg(root.join(format!("tests/ipasir/{name}.c")))
        .arg("-I")
        .arg(root.join("include"))
        .arg("-L")
        .arg(&libraries)
        .arg("-lsudosat");
    assert!(link.status().unwrap().success(), "the program is linked");
    Some(Program { path, libraries })
}

impl Program {
    fn run(&self, args: &[&str]) -> Output {
        Command::new(&self.path)
            .args(args)
            .env("LD_LIBRARY_PATH", &self.libraries)
            .env("DYLD_LIBRARY_PATH", &self.libraries)
            .output()
            .unwrap()
    }
}

#[test]
fn c_programs_link_and_all_is_well() {
    for name in ["program", "propagator"] {
        let Some(program) = program(name) else { return };
        let output = program.run(&[]);
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(told, "all well\n", "{output:?}");
        assert!(output.status.success());
        if name == "propagator" {
            check_broken_contracts(&program);
        }
    }
}

/// A propagator that breaks its contract ends the program: no panic crosses into C.
fn check_broken_contracts(program: &Program) {
    for (way, expected) in [
        ("rejects", "rejected a model, but added no clause"),
        ("implies", "implied 9, whose variable it does not observe"),
        ("calls", "a callback used its solver"),
    ] {
        let output = program.run(&[way]);
        assert_eq!(output.status.code(), None, "{way}: {output:?}");
        assert!(output.stdout.is_empty(), "{way}: {output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(expected), "{way}: {told}");
    }
}
