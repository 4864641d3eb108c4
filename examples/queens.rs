//! Places n queens by exact cover, with dancing links.
//!
//! Rows and columns are primary items: each needs one queen. Diagonals are
//! secondary items: each takes at most one.
//!
//! ```sh
//! cargo run --example queens -- 8
//! ```

use std::error::Error;
use sudosat::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let n: usize = match std::env::args().nth(1) {
        Some(number) => number.parse()?,
        None => 8,
    };
    let mut builder = ExactCover::builder();
    for line in 0..n {
        builder.primary(&format!("row{line}"))?;
        builder.primary(&format!("col{line}"))?;
    }
    for diagonal in 0..(2 * n).saturating_sub(1) {
        builder.secondary(&format!("up{diagonal}"))?;
        builder.secondary(&format!("down{diagonal}"))?;
    }
    for row in 0..n {
        for col in 0..n {
            let items = [
                format!("row{row}"),
                format!("col{col}"),
                format!("up{}", row + col),
                format!("down{}", n + col - row - 1),
            ];
            builder.option_named(items.iter().map(String::as_str))?;
        }
    }
    let problem = builder.build();

    let budget = Budget::unlimited();
    let mut search = Dlx::new(&problem, Choice::Smallest);
    let mut count = 0;
    for solution in cover::solutions(&mut search, &budget) {
        let options = solution?;
        if count == 0 {
            // Options are numbered as they were added, row by row.
            let mut squares: Vec<usize> = options.iter().map(|option| option.index()).collect();
            squares.sort_unstable();
            for square in squares {
                println!(
                    "{}Q{}",
                    ".".repeat(square % n),
                    ".".repeat(n - square % n - 1)
                );
            }
        }
        count += 1;
    }
    println!("{count} solutions");
    Ok(())
}
