//! A program in C that uses the solver through IPASIR, linked against the
//! library as a C program would be.

use std::path::Path;
use std::process::Command;

#[test]
fn a_c_program_links_and_all_is_well() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: cc is not installed");
        return;
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
    let program = folder.join("ipasir-program");
    let mut link = Command::new("cc");
    link.args(["-Wall", "-Wextra", "-Werror", "-std=c99", "-o"])
        .arg(&program)
        .arg(root.join("tests/ipasir/program.c"))
        .arg("-I")
        .arg(root.join("include"))
        .arg("-L")
        .arg(&libraries)
        .arg("-lsudosat");
    assert!(link.status().unwrap().success(), "the program is linked");
    let output = Command::new(&program)
        .env("LD_LIBRARY_PATH", &libraries)
        .env("DYLD_LIBRARY_PATH", &libraries)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(told, "all well\n", "{output:?}");
    assert!(output.status.success());
}
