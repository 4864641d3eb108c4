//! `cover --minimize`: the solutions of least cost.

use super::output::Output;
use super::{ALL_TRIED, Arguments, Cost};
use anyhow::{bail, ensure};
use std::sync::Arc;
use std::time::Instant;
use sudosat::budget::{Budget, Stop};
use sudosat::check;
use sudosat::cover::problems::Instance;
use sudosat::cover::{Cheapest, Gauge, OptionId};
use sudosat::engine::{End, Evidence, Outcome, Steps};
use sudosat::formula::Cnf;

/// Number of nodes after which the figures of the search are shown anew. Chosen by hand.
const SLICE: u64 = 1 << 14;

impl Arguments {
    /// Finds the cheapest solutions, and prints them with their costs, the cheapest first.
    pub(super) fn by_cost(
        &self,
        cost: Cost,
        instance: &Instance,
        formula: Option<&Cnf>,
        budget: &Budget,
    ) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let problem = instance.problem();
        if cost == Cost::Cost && !problem.has_costs() {
            bail!(
                "no option of this problem has a cost (|5 after its items); --minimize options \
                 finds the fewest options"
            );
        }
        let counted = (cost == Cost::Options).then(|| problem.clone().with_unit_costs());
        let priced = counted.as_ref().unwrap_or(problem);
        let wanted = usize::try_from(self.count.unwrap_or(1)).unwrap_or(usize::MAX);
        let mut search = Cheapest::new(priced, wanted);
        let gauge = Arc::new(Gauge::default());
        let pulse = self.pulse(gauge.clone());
        let result = loop {
            let slice = budget.clone().with_steps(search.stats().nodes + SLICE);
            match search.run(&slice) {
                Err(Stop::Steps) => gauge.give(search.stats(), search.progress()),
                result => break result,
            }
        };
        drop(pulse);
        let (stats, share) = (search.stats(), search.progress());
        let solutions = search.into_solutions();
        let mut output = Output::new(instance, formula, self.style()).priced(priced);
        output.begin(self.name())?;
        for (cost, options) in &solutions {
            let checked = check::cover(problem, options);
            let sum: u64 = options.iter().map(|&option| priced.cost(option)).sum();
            let is_right = checked.is_ok() && sum == *cost;
            ensure!(
                is_right,
                "a solution found is wrong: {checked:?}, cost {sum}"
            );
            output.solution(options, &self.drawing, self.name(), self.quiet)?;
        }
        let end = match result {
            Ok(()) if solutions.len() < wanted => End::Exhausted(Evidence::Search),
            Ok(()) => End::Enough,
            Err(stop) => End::GaveUp(stop),
        };
        let steps = Steps::new([("nodes", stats.nodes), ("updates", stats.updates)]);
        let mut outcome = Outcome::new(solutions.len() as u64, end, steps);
        outcome.share = result.is_err().then_some(share);
        outcome.time = start.elapsed();
        output.end_priced(&self.engine, &outcome, result.is_ok())?;
        if !self.quiet.is_set() {
            self.print_notes(problem, &outcome, Some(told(&solutions, wanted, result)));
        }
        Ok(outcome)
    }
}

/// Returns what is known about the costs, in words.
fn told(solutions: &[(u64, Vec<OptionId>)], wanted: usize, result: Result<(), Stop>) -> String {
    let because = "every possibility was tried, or is known to cost at least as much";
    match (solutions, result) {
        ([], Ok(())) => format!("no solution: {ALL_TRIED}"),
        ([], Err(stop)) => format!("gave up: {stop}"),
        ([(least, _), ..], Err(stop)) => format!(
            "gave up: {stop}; the cheapest solution so far costs {least}, there may be cheaper ones"
        ),
        ([(least, _)], Ok(())) if wanted == 1 => {
            format!("the least cost is {least}: {because}")
        }
        ([(least, _), .., (most, _)], Ok(())) if solutions.len() == wanted && least == most => {
            format!("the {wanted} cheapest solutions cost {least} each: {because}")
        }
        ([(least, _), .., (most, _)], Ok(())) if solutions.len() == wanted => format!(
            "the {wanted} cheapest solutions cost {least} to {most}, no other less than {most}: \
             {because}"
        ),
        ([(least, _), ..], Ok(())) => format!(
            "{} and no more, the least cost is {least}: {ALL_TRIED}",
            super::solutions(&(solutions.len() as u64).into())
        ),
    }
}
