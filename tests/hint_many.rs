//! Puzzles solved by techniques alone, by the example program on a few.

#[allow(dead_code)] // the example's `main` is not called here
#[path = "../examples/hint_many.rs"]
mod program;

#[test]
fn every_step_is_true_in_the_solution() {
    let root = env!("CARGO_MANIFEST_DIR");
    let name = |file: &str| format!("{root}/puzzles/{file}");
    let totals = program::run(&[name("classic-9x9.txt"), name("several-solutions.txt")]).unwrap();
    assert_eq!((totals.puzzles, totals.solved), (1, 1));
    assert_eq!(totals.wrong, [""; 0]);
    let placed: u64 = totals.used.iter().map(|used| used.placed).sum();
    assert_eq!(placed, 51);
}
