//! `cover --sample` and `cover --zdd`: what needs the diagram of all solutions.

use super::output::Output;
use super::{Arguments, solutions};
use anyhow::ensure;
use fastrand::Rng;
use std::time::Instant;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::cover::problems::Instance;
use sudosat::cover::zdd::{NoZdd, Zdd};
use sudosat::engine::{End, Evidence, Outcome, Steps, diagram_limits};
use sudosat::io::{counted, display};

impl Arguments {
    /// Returns `true` if the diagram is asked for.
    pub(super) fn wants_diagram(&self) -> bool {
        self.sample.is_some() || self.zdd.is_some()
    }

    /// Builds the diagram, writes it if that is wanted, and prints what is
    /// drawn from it.
    pub(super) fn by_diagram(
        &self,
        instance: &Instance,
        budget: &Budget,
    ) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let problem = instance.problem();
        let zdd = match Zdd::new(problem, diagram_limits(), budget) {
            Ok(zdd) => Ok(zdd),
            Err(NoZdd::Stopped(stop)) => Err(stop),
            Err(error) => return Err(error.into()),
        };
        let end = match &zdd {
            Err(stop) => End::GaveUp(*stop),
            Ok(zdd) if zdd.count().is_zero() => End::Exhausted(Evidence::Search),
            Ok(_) => End::Enough,
        };
        let mut outcome = Outcome::new(0, end, Steps::default());
        outcome.time = start.elapsed();
        if let Ok(zdd) = &zdd {
            outcome.steps = Steps::new(zdd.steps());
            self.keep(instance, zdd)?;
        }
        let Some(wanted) = self.sample else {
            return Ok(outcome);
        };
        let mut output = Output::new(instance, None, self.style());
        output.begin(self.name())?;
        let mut rng = self.seed.map_or_else(Rng::new, Rng::with_seed);
        while let Ok(zdd) = &zdd
            && outcome.end == End::Enough
            && outcome.count < wanted
        {
            if outcome.count.is_multiple_of(1024)
                && let Some(stop) = budget.exhausted(0)
            {
                outcome.end = End::GaveUp(stop);
                break;
            }
            let options = zdd.sample(&mut rng).unwrap_or_default();
            let checked = check::cover(problem, &options);
            ensure!(checked.is_ok(), "a solution drawn is none: {checked:?}");
            output.solution(&options, &self.drawing, self.name(), self.quiet)?;
            outcome.count += 1;
        }
        outcome.time = start.elapsed();
        output.end("count", Ok(&outcome))?;
        Ok(outcome)
    }

    /// Prints the size of the diagram, and writes it if that is wanted.
    fn keep(&self, instance: &Instance, zdd: &Zdd) -> anyhow::Result<()> {
        self.quiet.note(&format!(
            "{}: {}, {} in the diagram",
            display(self.name()),
            solutions(&zdd.count()),
            counted(zdd.num_nodes(), "node")
        ));
        if let Some(file) = &self.zdd {
            let mut target = self.drawing.target(file, self.name())?;
            zdd.write_dot(instance.problem(), &mut target)?;
            target.commit()?;
        }
        Ok(())
    }
}
