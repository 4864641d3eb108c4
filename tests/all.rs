//! The tests of the program and of the parts against each other, in one program: the
//! library is linked once, and the tests of all files share the cores.
//!
//! A file is one subject; its first lines say which. `cargo test --test all FILE::`
//! runs one file. The C interface and rustsat's traits are features of the crate and
//! have test programs of their own (`ipasir.rs`, `rustsat.rs`), and so has the feature
//! `json`, which is also tested where it is missing.

mod architecture;

// What several files use.
mod cdcl_common;
mod counting_common;
#[path = "../fuzz/src/targets.rs"]
mod fuzz_bodies;
mod fuzzing;
mod program;
mod rules_common;

// The library as a program uses it.
mod library;

// Texts in: what is read, and what is refused with which words.
mod bad_dimacs;
mod bad_sudoku;
mod beside;
mod carets;
mod dimacs;
mod pasted;
mod rules_text;
mod stated_rules;
mod sudoku_text;

// The reductions.
mod encode;
mod round_trip;
mod rules_cover;
mod rules_marks;
mod rules_published;
mod rules_sat;
mod variants;

// The solver.
mod cdcl_oracles;
mod cdcl_random;
mod counting;
mod counting_elsewhere;
mod counting_hidden;
mod cubes;
mod fuzz;
mod fuzz_targets;
mod parity;
mod propagator;
mod recount;
mod sums_in_proofs;
mod sweep;
mod symmetry;
mod techniques;

// Exact cover.
mod cover_certificates;
mod cover_counts;
mod cover_problems;
mod cover_proofs;

// All engines, and outside programs.
mod bad_solvers;
mod engines;
mod small_grids;

// Checks and proofs.
mod bad_proofs;
mod check_model;
mod check_proofs;
mod forged_proofs;
mod from_rules;
mod independent_checkers;
mod prove_once;
mod rules_proofs;
mod trusted;

// The commands as a user runs them.
mod backbone;
mod batch_command;
mod canonical;
mod check_command;
mod corpus;
mod cover_command;
mod decode;
mod encode_files;
mod explain_command;
mod fuzz_command;
mod fuzz_library;
mod generate_command;
mod generate_to_order;
mod grade;
mod grade_compared;
mod grade_doubts;
mod grade_exercises;
mod grade_numbering;
mod grade_students;
mod grade_truth;
mod hint;
mod hint_command;
mod hint_many;
mod journals;
mod lessons;
mod minimize_command;
mod one_by_one;
mod other_programs;
mod overlapping_grids;
mod own_output;
mod page;
mod pipe_command;
mod questions;
mod sat_command;
mod several;
mod shards;
mod show_command;
mod solve_command;
mod take_back;
mod verify_command;
mod why;
mod why_command;
mod why_damaged;

// The benchmark of SAT solvers.
mod suite;

// The surface that all commands share, outputs, documents.
mod cli_surface;
mod descriptors;
mod docs;
mod fault_matrix;
mod first_minute;
mod limits;
mod links;
mod lost_output;
mod options;
mod outlets;
mod release;
mod supply;
mod writing;

/// A file without its line above would be no test, and nobody would notice.
#[test]
fn every_file_is_part_of_this_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let manifest = include_str!("../Cargo.toml");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = name.strip_suffix(".rs") {
            let is_module = include_str!("all.rs").contains(&format!("\nmod {name};\n"));
            let is_target = manifest.contains(&format!("\nname = \"{name}\"\n"));
            assert!(is_module || is_target, "tests/{name}.rs is never run");
        }
    }
}
