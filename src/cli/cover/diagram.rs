//! `cover --sample` and `cover --zdd`: what needs the diagram of all solutions.

use super::output::Output;
use super::{Arguments, note};
use anyhow::ensure;
use fastrand::Rng;
use std::time::Instant;
use sudosat::budget::{Budget, Stop};
use sudosat::check;
use sudosat::cover::problems::Instance;
use sudosat::cover::zdd::{NoZdd, Room, Zdd};
use sudosat::engine::{End, Outcome, Steps};
use sudosat::io::display;

impl Arguments {
    /// Whether the diagram is asked for.
    pub(super) fn wants_diagram(&self) -> bool {
        self.sample.is_some() || self.zdd.is_some()
    }

    /// Builds the diagram, writes it if that is wanted, and prints what is
    /// drawn from it.
    pub(super) fn by_diagram(
        &self,
        instance: &Instance,
        budget: &Budget,
    ) -> anyhow::Result<Option<Stop>> {
        let start = Instant::now();
        let problem = instance.problem();
        let zdd = match Zdd::new(problem, Room::DEFAULT, budget) {
            Ok(zdd) => zdd,
            Err(NoZdd::Stopped(stop)) => {
                note(&format!("{}: gave up: {stop}", display(self.name())));
                return Ok(Some(stop));
            }
            Err(error) => return Err(error.into()),
        };
        let (count, nodes) = (zdd.count(), zdd.num_nodes());
        let name = display(self.name());
        note(&format!(
            "{name}: {count} solutions, {nodes} nodes in the diagram"
        ));
        if let Some(file) = &self.zdd {
            let mut target = self.drawing.target(file)?;
            zdd.write_dot(problem, &mut target)?;
            target.commit()?;
        }
        let Some(wanted) = self.sample else {
            return Ok(None);
        };
        let mut output = Output::new(instance, None, self.style());
        output.begin(self.name())?;
        let mut rng = self.seed.map_or_else(Rng::new, Rng::with_seed);
        let drawn = if count == 0 { 0 } else { wanted };
        for number in 0..drawn {
            if number % 1024 == 0
                && let Some(stop) = budget.exhausted(0)
            {
                return Ok(Some(stop));
            }
            let options = zdd.sample(&mut rng).unwrap_or_default();
            let checked = check::cover(problem, &options);
            ensure!(checked.is_ok(), "a solution drawn is none: {checked:?}");
            output.solution(&options, &self.drawing)?;
        }
        let outcome = Outcome {
            count: drawn,
            total: None,
            share: None,
            end: match count {
                0 => End::Exhausted(sudosat::engine::Evidence::Search),
                _ => End::Enough,
            },
            steps: Steps::new(zdd.steps()),
            time: start.elapsed(),
            refutation: None,
        };
        output.end("count", Ok(&outcome))?;
        Ok(None)
    }
}
