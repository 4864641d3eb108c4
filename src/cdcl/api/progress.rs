//! Progress reports of a search.
//!
//! An [observer](crate::proof::Observer) receives every event of a search; a
//! progress report is a few numbers now and then. The counters show what to
//! report: each kind of work whose counter has changed since the last step of
//! the loop.

use crate::cdcl::{Solver, Stats, Technique, Verdict};

/// A kind of work that is worth a report.
pub struct Event {
    /// The letter that marks a line of progress.
    pub letter: char,
    /// Description of the event.
    pub meaning: &'static str,
    /// Set if the event is so frequent that a short report leaves it out.
    pub is_frequent: bool,
    /// Reads the counter that shows the event.
    count: fn(&Stats) -> u64,
}

/// The event at the beginning of a call.
const BEGIN: Event = Event::rare('*', "the search begins", |_| 0);

/// The events at the end of a call, one for each kind of verdict.
const ENDS: [Event; 3] = [
    Event::rare('1', "it ends with a model", |_| 0),
    Event::rare('0', "it ends, there is none", |_| 0),
    Event::rare('?', "it gives up", |_| 0),
];

impl Event {
    /// Returns an event of a technique, shown in every report.
    pub(in crate::cdcl) const fn rare(
        letter: char,
        meaning: &'static str,
        count: fn(&Stats) -> u64,
    ) -> Event {
        Event {
            letter,
            meaning,
            is_frequent: false,
            count,
        }
    }

    /// Returns an event of a technique, left out of short reports.
    pub(in crate::cdcl) const fn frequent(
        letter: char,
        meaning: &'static str,
        count: fn(&Stats) -> u64,
    ) -> Event {
        Event {
            is_frequent: true,
            ..Event::rare(letter, meaning, count)
        }
    }

    /// Returns every event that may be reported: the legend.
    pub fn all() -> impl Iterator<Item = &'static Event> {
        const BEGINS: &[Event] = &[BEGIN];
        const ENDINGS: &[Event] = &ENDS;
        BEGINS.iter().chain(Event::of_work()).chain(ENDINGS)
    }

    /// Returns the events between the beginning and the end of a call, those of
    /// the [techniques](Technique).
    fn of_work() -> impl Iterator<Item = &'static Event> {
        let techniques = Technique::ALL.iter();
        techniques.filter_map(|technique| technique.event.as_ref())
    }
}

/// One progress report.
#[non_exhaustive]
pub struct Progress<'a> {
    /// The event that caused the report.
    pub event: &'static Event,
    /// All counters.
    pub stats: &'a Stats,
    /// Number of variables that clauses mention and that are neither fixed nor
    /// eliminated.
    pub open: usize,
    /// Number of irredundant clauses.
    pub irredundant: usize,
    /// Number of learned clauses kept.
    pub learned: usize,
    /// The average glue of the clauses learned in focused mode.
    pub glue: f64,
    /// Set while the search is in stable mode.
    pub is_stable: bool,
    /// Approximate memory of the solver in bytes.
    pub bytes: usize,
}

/// The callback of progress reports, and the counters at its last call.
pub(in crate::cdcl) struct Reporting {
    report: Box<dyn FnMut(&Progress) + Send>,
    /// For each event of a technique, its counter at the last report.
    counts: Vec<u64>,
}

impl Solver {
    /// Returns the solver with `report` as its callback for progress. The
    /// callback has no influence on the search.
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// let mut solver = Solver::default().with_reporter(|progress| {
    ///     eprintln!("{}: {} conflicts", progress.event.meaning, progress.stats.conflicts);
    /// });
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Sat);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_reporter(mut self, report: impl FnMut(&Progress) + Send + 'static) -> Solver {
        self.reporting = Some(Reporting {
            report: Box::new(report),
            counts: Event::of_work()
                .map(|event| (event.count)(&self.stats))
                .collect(),
        });
        self
    }

    pub(in crate::cdcl) fn report_begin(&mut self) {
        self.report(const { &BEGIN });
    }

    pub(in crate::cdcl) fn report_end(&mut self, verdict: Verdict) {
        let event: &'static Event = match verdict {
            Verdict::Sat => const { &ENDS[0] },
            Verdict::Unsat => const { &ENDS[1] },
            Verdict::Unknown(_) => const { &ENDS[2] },
        };
        self.report(event);
    }

    /// Reports the kinds of work done since the last call.
    #[inline]
    pub(in crate::cdcl) fn report_work(&mut self) {
        if self.reporting.is_some() {
            self.look_for_work();
        }
    }

    fn look_for_work(&mut self) {
        for (index, event) in Event::of_work().enumerate() {
            let count = (event.count)(&self.stats);
            if let Some(reporting) = &mut self.reporting
                && std::mem::replace(&mut reporting.counts[index], count) != count
            {
                self.report(event);
            }
        }
    }

    fn report(&mut self, event: &'static Event) {
        let Some(mut reporting) = self.reporting.take() else {
            return;
        };
        let stats = &self.stats;
        let removed = stats.eliminated + stats.substituted - stats.restored;
        let gone = self.trail.num_fixed() + removed as usize;
        (reporting.report)(&Progress {
            event,
            stats: &self.stats,
            open: self.trail.num_vars().saturating_sub(gone),
            irredundant: self.clauses.num_irredundant(),
            learned: self.clauses.learned.len(),
            glue: self.limits.slow_glue.value(),
            is_stable: self.is_stable(),
            bytes: self.bytes(),
        });
        self.reporting = Some(reporting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::Config;
    use crate::formula::{Cnf, Lit};
    use std::sync::{Arc, Mutex};

    /// Returns the formula that puts each of seven pigeons into one of six holes.
    fn pigeons() -> Cnf {
        let lit = |pigeon: i32, hole: i32| Lit::from_dimacs(6 * pigeon + hole + 1).unwrap();
        let mut cnf = Cnf::default();
        for pigeon in 0..7 {
            let somewhere: Vec<Lit> = (0..6).map(|hole| lit(pigeon, hole)).collect();
            cnf.add_clause(&somewhere);
            for (hole, other) in itertools::iproduct!(0..6, 0..pigeon) {
                cnf.add_clause(&[!lit(pigeon, hole), !lit(other, hole)]);
            }
        }
        cnf
    }

    #[test]
    fn reports_tell_what_happened_and_change_nothing() {
        let config = Config {
            counting: false,
            reduce_interval: Some(5),
            mode_interval: 100,
            ..Config::default()
        };
        let mut silent = Solver::new(config.clone());
        silent.add_cnf(&pigeons());
        silent.solve(&Budget::unlimited()).unwrap();

        let told = Arc::new(Mutex::new(Vec::new()));
        let teller = told.clone();
        let mut solver = Solver::new(config).with_reporter(move |progress| {
            assert!(progress.open <= 42 && progress.bytes > 0);
            let mut told = teller.lock().unwrap();
            told.push((progress.event.letter, progress.stats.reductions));
        });
        solver.add_cnf(&pigeons());
        solver.solve(&Budget::unlimited()).unwrap();
        assert_eq!(solver.stats(), silent.stats());

        let told = told.lock().unwrap();
        assert_eq!(told[0], ('*', 0));
        let reductions = solver.stats().reductions;
        assert_eq!(*told.last().unwrap(), ('0', reductions));
        let reports = told.iter().filter(|(letter, _)| *letter == 'r');
        let counts: Vec<u64> = reports.map(|&(_, count)| count).collect();
        assert!(reductions > 3 && counts == (1..=reductions).collect::<Vec<_>>());
        assert!(told.iter().any(|&(letter, _)| letter == 'm'));
    }

    #[test]
    fn every_letter_stands_for_one_event() {
        let mut letters: Vec<char> = Event::all().map(|event| event.letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), Event::all().count());
    }
}
