//! Published numbers of solutions, and the nodes and updates of Knuth's dlx1.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use sudosat::budget::Budget;
use sudosat::cover::dlx::{Choice, Dlx, Stats};
use sudosat::cover::{ExactCover, knuth};

/// Instance, solutions, nodes, updates, as dlx1 reports them.
const DLX1: [(&str, u64, u64, u64); 11] = [
    ("trom3x4", 23, 69, 900),
    ("queens8", 92, 1_020, 16_681),
    ("langford8", 150, 1_389, 18_413),
    ("latin5red", 56, 521, 3_887),
    ("ltrom6x9", 4_312, 28_439, 437_877),
    ("soma", 11_520, 254_676, 29_605_268),
    ("langford11", 17_792, 223_510, 3_035_452),
    ("queens12", 14_200, 212_684, 3_657_832),
    ("queens14", 365_596, 5_485_766, 92_652_355),
    ("domino8x8", 12_988_816, 50_102_176, 184_609_612),
    ("pent6x10", 9_356, 3_637_261, 1_242_377_480),
];

/// The folder with the published instances, if it is here.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("SUDOSAT_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data")),
        PathBuf::from,
    );
    let folder = folder.join("cover");
    folder.is_dir().then_some(folder)
}

fn stats(problem: &ExactCover) -> Stats {
    let mut dlx = Dlx::new(problem, Choice::Smallest);
    while dlx.advance(&Budget::unlimited()).expect("no limit") {}
    dlx.stats()
}

#[test]
fn nodes_and_updates_are_those_of_dlx1() {
    let Some(folder) = data() else {
        eprintln!("skipped: no published instances here");
        return;
    };
    for (name, solutions, nodes, updates) in DLX1 {
        let path = folder.join(format!("{name}.dlx"));
        let file = BufReader::new(File::open(&path).expect("the instance is there"));
        let problem = knuth::read(file, name, |warning| panic!("{warning}")).expect("it is good");
        let start = std::time::Instant::now();
        let expected = Stats {
            solutions,
            nodes,
            updates,
        };
        assert_eq!(stats(&problem), expected, "{name}");
        eprintln!("{name}: {:?}", start.elapsed());
    }
}
