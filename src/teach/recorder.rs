//! The recorder: turns the reports of an engine into the events of a trace.
//!
//! A [`Recorder`] observes one run, numbers its steps and passes them to a
//! [`Listener`]: the steps before the [`Window`] without number, those of the
//! window with it. After the window, or if the listener fails (a closed pipe),
//! it raises the run's interrupt and ignores the rest.

use super::graph::Implications;
use super::trace::{ClauseId, Event};
use super::window::{Unit, Window};
use crate::budget::Interrupt;
use crate::cover::{self, Item, OptionId};
use crate::engine::dpll;
use crate::formula::{Cnf, Lit};
use crate::io::copy_of;
use crate::proof::{Conclusion, Id, Observer};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A receiver of a run's steps.
pub trait Listener: Send {
    /// Receives a step before the window, which is not shown.
    fn skip(&mut self, event: &Event);

    /// Returns `true` if conflicts must come with their graphs.
    fn wants_graphs(&self) -> bool {
        false
    }

    /// Receives a step of the window, with its number from 1.
    ///
    /// # Errors
    /// Those of the output to which the listener writes.
    fn show(&mut self, step: u64, event: &Event) -> io::Result<()>;
}

/// Numbers the steps of a run and passes them on.
///
/// It is a handle: its clones share one run, so that one may be inside a
/// solver.
pub struct Recorder<L>(Arc<Mutex<State<L>>>);

impl<L> fmt::Debug for Recorder<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}

/// The state of a recorder.
struct State<L> {
    /// The listener; taken out when the run is over.
    listener: Option<L>,
    window: Window,
    interrupt: Interrupt,
    /// Number of steps so far.
    steps: u64,
    /// Number of conflicts and dead ends that the search has already left behind.
    conflicts: u64,
    /// Set once a step of the window was shown.
    shown: bool,
    /// Set once a step after the window was left out.
    truncated: bool,
    error: Option<io::Error>,
    clauses: Clauses,
    trail: Trail,
    /// The trail with reasons, if graphs are wanted.
    implications: Option<Implications>,
}

/// A run that is over.
#[derive(Debug)]
pub struct Recorded<L> {
    /// The listener that received the steps.
    pub listener: L,
    /// Number of steps until the run or the window ended.
    pub steps: u64,
    /// Set if the run reached the window.
    pub shown: bool,
    /// Set if the run continued after the window.
    pub truncated: bool,
}

impl<L: Listener> Recorder<L> {
    /// Creates a recorder that passes the steps of the window to `listener`,
    /// and raises `interrupt` when no more are wanted.
    pub fn new(listener: L, window: Window, interrupt: Interrupt) -> Recorder<L> {
        let implications = listener.wants_graphs().then(Implications::default);
        Recorder(Arc::new(Mutex::new(State {
            implications,
            listener: Some(listener),
            window,
            interrupt,
            steps: 0,
            conflicts: 0,
            shown: false,
            truncated: false,
            error: None,
            clauses: Clauses::default(),
            trail: Trail::default(),
        })))
    }

    /// Numbers the clauses of a formula before they are added to a solver,
    /// because the solver may derive clauses while they are added.
    pub fn number(&self, formula: &Cnf) {
        let mut state = self.state();
        for clause in formula.clauses() {
            state.clauses.add(clause);
        }
        state.clauses.complete = true;
    }

    /// Records the next step of the run.
    pub fn event(&self, event: Event) {
        self.state().event(event);
    }

    /// Ends the run, for all clones.
    ///
    /// # Errors
    /// The first error of the listener.
    ///
    /// # Panics
    /// If the run was ended before.
    pub fn finish(self) -> io::Result<Recorded<L>> {
        let mut state = self.state();
        if let Some(error) = state.error.take() {
            return Err(error);
        }
        Ok(Recorded {
            listener: state.listener.take().expect("a run ends once"),
            steps: state.steps,
            shown: state.shown,
            truncated: state.truncated,
        })
    }

    fn state(&self) -> MutexGuard<'_, State<L>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<L> Clone for Recorder<L> {
    fn clone(&self) -> Recorder<L> {
        Recorder(self.0.clone())
    }
}

impl<L: Listener> State<L> {
    fn event(&mut self, event: Event) {
        if self.truncated || self.error.is_some() {
            return;
        }
        let place = self.place();
        let Some(listener) = &mut self.listener else {
            return;
        };
        if place > self.window.last() {
            self.truncated = true;
            self.interrupt.raise();
            return;
        }
        self.steps += 1;
        if place < self.window.first() {
            listener.skip(&event);
        } else {
            self.shown = true;
            if let Err(error) = listener.show(self.steps, &event) {
                self.error = Some(error);
                self.interrupt.raise();
            }
        }
        if leaves_a_conflict(&event) {
            self.conflicts += 1;
        }
    }

    /// Returns the number of the next step in the window's unit, from 1.
    fn place(&self) -> u64 {
        match self.window.unit() {
            Unit::Steps => self.steps + 1,
            Unit::Conflicts => self.conflicts + 1,
        }
    }

    fn assign(&mut self, lit: Lit, level: usize, reason: &[Lit]) {
        self.trail.assign(lit, level);
        if let Some(implications) = &mut self.implications {
            implications.assign(lit, level, reason);
        }
    }

    /// Removes the levels above `to`, and returns the number of their literals.
    fn undo(&mut self, to: usize) -> usize {
        if let Some(implications) = &mut self.implications {
            implications.undo(to);
        }
        self.trail.undo(to)
    }

    /// Returns `true` if the next step will be shown.
    fn is_shown(&self) -> bool {
        (self.window.first()..=self.window.last()).contains(&self.place())
    }

    /// Returns the clause's number. An unknown clause is reported as learned
    /// first.
    fn number(&mut self, clause: &[Lit]) -> ClauseId {
        match self.clauses.find(clause) {
            Some(id) => id,
            None => self.learn(clause, None),
        }
    }

    /// Records the present clause of conflict analysis. Reported only if it
    /// became shorter.
    fn shortened(&mut self, clause: &[Lit]) {
        let Some((_, before)) = &mut self.trail.conflict else {
            return;
        };
        // The empty clause needs no explanation of how it became so short.
        if !clause.is_empty() && clause.len() < before.len() {
            *before = clause.to_vec();
            self.event(Event::Minimize {
                clause: dimacs(clause),
            });
        }
    }

    fn learn(&mut self, clause: &[Lit], uip: Option<Lit>) -> ClauseId {
        let id = self.clauses.add(clause);
        self.event(Event::Learn {
            id,
            clause: dimacs(clause),
            uip: uip.map(Lit::to_dimacs),
        });
        id
    }
}

/// Returns `true` if the search leaves a conflict or a dead end with this
/// event.
fn leaves_a_conflict(event: &Event) -> bool {
    matches!(
        event,
        Event::Backjump { .. } | Event::Flip { .. } | Event::Deadend { .. } | Event::Stuck { .. }
    )
}

/// The clauses of a run, identified by their literals.
#[derive(Default)]
struct Clauses {
    count: ClauseId,
    /// Set once all clauses of the formula are numbered.
    complete: bool,
    /// The number of each clause; of equal clauses, the first.
    ids: FxHashMap<Box<[Lit]>, ClauseId>,
}

impl Clauses {
    fn add(&mut self, clause: &[Lit]) -> ClauseId {
        self.count += 1;
        *self.ids.entry(key(clause)).or_insert(self.count)
    }

    fn find(&self, clause: &[Lit]) -> Option<ClauseId> {
        self.ids.get(&key(clause)).copied()
    }
}

/// Returns a key for a clause: solvers permute the literals and drop repeated
/// ones.
fn key(clause: &[Lit]) -> Box<[Lit]> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits.into()
}

/// Returns a clause as DIMACS numbers, sorted by variable, so that clauses are
/// easy to compare.
fn dimacs(clause: &[Lit]) -> Vec<i32> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// The part of the solver's trail that the events report.
#[derive(Default)]
struct Trail {
    /// For each level, the number of literals that became true on it.
    sizes: Vec<usize>,
    /// For each variable, the level of its last assignment.
    levels: Vec<usize>,
    /// The literals that became true at level 0.
    fixed: FxHashSet<Lit>,
    /// The level of the last conflict, and the present clause of its analysis.
    conflict: Option<(usize, Vec<Lit>)>,
}

impl Trail {
    fn assign(&mut self, lit: Lit, level: usize) {
        if self.sizes.len() <= level {
            self.sizes.resize(level + 1, 0);
        }
        self.sizes[level] += 1;
        if level == 0 {
            self.fixed.insert(lit);
        }
        let var = lit.var().index();
        if self.levels.len() <= var {
            self.levels.resize(var + 1, 0);
        }
        self.levels[var] = level;
    }

    /// Removes the levels above `to`, and returns the number of their literals.
    fn undo(&mut self, to: usize) -> usize {
        self.sizes.drain(self.sizes.len().min(to + 1)..).sum()
    }

    /// Returns `true` if the clause is a single literal that became true at
    /// level 0, with no conflict since.
    fn is_fixed(&self, clause: &[Lit]) -> bool {
        let &[unit] = clause else {
            return false;
        };
        self.conflict.is_none() && self.fixed.contains(&unit)
    }

    /// Returns the only literal of a learned clause that was falsified on the
    /// conflict's level, if there is only one.
    fn uip(&self, clause: &[Lit]) -> Option<Lit> {
        let (level, _) = self.conflict.as_ref()?;
        let mut of_level = clause
            .iter()
            .filter(|lit| self.levels.get(lit.var().index()) == Some(level));
        let uip = of_level.next()?;
        of_level.next().is_none().then_some(*uip)
    }
}

impl<L: Listener> Observer for Recorder<L> {
    fn wants_steps(&self) -> bool {
        true
    }

    fn original(&mut self, _: Id, clause: &[Lit]) {
        let mut state = self.state();
        if !state.clauses.complete {
            state.clauses.add(clause);
        }
    }

    fn derived(&mut self, _: Id, clause: &[Lit], _: &[Id]) {
        let mut state = self.state();
        // For proofs, solvers derive what level 0 implies as unit clauses too.
        if state.trail.is_fixed(clause) {
            return;
        }
        // Repeating a clause without its repeated literals is no step either.
        if state.trail.conflict.is_none() && state.clauses.find(clause).is_some() {
            return;
        }
        let uip = state.trail.uip(clause);
        state.shortened(clause);
        state.trail.conflict = None;
        state.learn(clause, uip);
    }

    fn decided(&mut self, lit: Lit, level: usize) {
        let mut state = self.state();
        state.assign(lit, level, &[]);
        state.event(Event::Decide {
            lit: lit.to_dimacs(),
            level,
        });
    }

    fn implied(&mut self, lit: Lit, reason: &[Lit], level: usize) {
        let mut state = self.state();
        let by = state.number(reason);
        state.assign(lit, level, reason);
        state.event(Event::Imply {
            lit: lit.to_dimacs(),
            by,
            level,
        });
    }

    fn conflict(&mut self, clause: &[Lit], level: usize) {
        let mut state = self.state();
        let by = state.number(clause);
        state.trail.conflict = Some((level, clause.to_vec()));
        let graph = match &state.implications {
            Some(implications) if state.is_shown() => Some(implications.graph(clause, level)),
            _ => None,
        };
        state.event(Event::Conflict { by, level, graph });
    }

    fn resolved(&mut self, pivot: Lit, reason: &[Lit], resolvent: &[Lit]) {
        let mut state = self.state();
        let with = state.number(reason);
        let mut fixed = Vec::new();
        if let Some((_, clause)) = &mut state.trail.conflict {
            let both = clause.iter().chain(reason).copied();
            fixed = both
                .filter(|lit| lit.var() != pivot.var() && !resolvent.contains(lit))
                .collect();
            fixed.sort_unstable();
            fixed.dedup();
            *clause = resolvent.to_vec();
        }
        state.event(Event::Resolve {
            on: pivot.to_dimacs(),
            with,
            clause: dimacs(resolvent),
            fixed: dimacs(&fixed),
        });
    }

    fn minimized(&mut self, clause: &[Lit]) {
        self.state().shortened(clause);
    }

    fn backjumped(&mut self, from: usize, to: usize) {
        let mut state = self.state();
        let undo = state.undo(to);
        state.event(Event::Backjump { from, to, undo });
    }

    fn restarted(&mut self, level: usize) {
        let mut state = self.state();
        let undo = state.undo(0);
        state.event(Event::Restart { from: level, undo });
    }

    fn conclude(&mut self, _conclusion: Conclusion) -> io::Result<()> {
        match &self.state().error {
            None => Ok(()),
            // `finish` reports the error too.
            Some(error) => Err(copy_of(error)),
        }
    }
}

impl<L: Listener> dpll::Watcher for Recorder<L> {
    fn decided(&mut self, lit: Lit, level: usize) {
        Observer::decided(self, lit, level);
    }

    fn implied(&mut self, lit: Lit, clause: &[Lit], level: usize) {
        Observer::implied(self, lit, clause, level);
    }

    fn conflict(&mut self, clause: &[Lit], level: usize) {
        Observer::conflict(self, clause, level);
    }

    fn flipped(&mut self, lit: Lit, level: usize) {
        let mut state = self.state();
        let undo = state.undo(level - 1);
        state.assign(lit, level, &[]);
        state.event(Event::Flip {
            lit: lit.to_dimacs(),
            level,
            undo,
        });
    }
}

impl<L: Listener> cover::Watcher for Recorder<L> {
    fn choose(&mut self, item: Item, size: usize) {
        let item = item.index();
        self.event(Event::Choose { item, size });
    }

    fn cover(&mut self, item: Item) {
        let item = item.index();
        self.event(Event::Cover { item });
    }

    fn uncover(&mut self, item: Item) {
        let item = item.index();
        self.event(Event::Uncover { item });
    }

    fn select(&mut self, option: OptionId) {
        let option = option.index();
        self.event(Event::Select { option });
    }

    fn unselect(&mut self, option: OptionId) {
        let option = option.index();
        self.event(Event::Unselect { option });
    }

    fn dead_end(&mut self, item: Item) {
        let item = item.index();
        self.event(Event::Deadend { item });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    /// A listener that keeps everything.
    #[derive(Default)]
    struct Diary {
        skipped: Vec<Event>,
        shown: Vec<(u64, Event)>,
        closed: bool,
    }

    impl Listener for Diary {
        fn skip(&mut self, event: &Event) {
            self.skipped.push(event.clone());
        }

        fn show(&mut self, step: u64, event: &Event) -> io::Result<()> {
            if self.closed {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.shown.push((step, event.clone()));
            Ok(())
        }
    }

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// (1 ∨ 2) ∧ (¬1 ∨ 3) ∧ (¬1 ∨ ¬3), with 1 decided: a conflict, and ¬1 is
    /// learned.
    fn play(observer: &mut impl Observer) {
        observer.original(Id::NONE, &lits(&[1, 2]));
        observer.original(Id::NONE, &lits(&[-1, 3]));
        observer.original(Id::NONE, &lits(&[-1, -3]));
        observer.decided(lit(1), 1);
        observer.implied(lit(3), &lits(&[3, -1]), 1);
        observer.conflict(&lits(&[-3, -1]), 1);
        observer.resolved(lit(3), &lits(&[3, -1]), &lits(&[-1]));
        observer.derived(Id::NONE, &lits(&[-1]), &[]);
        observer.backjumped(1, 0);
        observer.implied(lit(-1), &lits(&[-1]), 0);
        observer.implied(lit(2), &lits(&[2, 1]), 0);
        observer.conclude(Conclusion::Satisfiable).unwrap();
    }

    #[test]
    fn a_run_becomes_events_with_numbered_clauses() {
        let mut recorder = Recorder::new(Diary::default(), Window::default(), Interrupt::new());
        play(&mut recorder);
        let recorded = recorder.finish().unwrap();
        let shown = recorded.listener.shown;
        let events: Vec<Event> = shown.into_iter().map(|(_, event)| event).collect();
        assert_eq!(
            events,
            [
                Event::Decide { lit: 1, level: 1 },
                Event::Imply {
                    lit: 3,
                    by: 2,
                    level: 1
                },
                Event::Conflict {
                    by: 3,
                    level: 1,
                    graph: None
                },
                Event::Resolve {
                    on: 3,
                    with: 2,
                    clause: vec![-1],
                    fixed: vec![]
                },
                Event::Learn {
                    id: 4,
                    clause: vec![-1],
                    uip: Some(-1)
                },
                Event::Backjump {
                    from: 1,
                    to: 0,
                    undo: 2
                },
                Event::Imply {
                    lit: -1,
                    by: 4,
                    level: 0
                },
                Event::Imply {
                    lit: 2,
                    by: 1,
                    level: 0
                },
            ]
        );
        assert!(!recorded.truncated);
        assert_eq!(recorded.steps, 8);
    }

    #[test]
    fn a_window_shows_its_steps_and_ends_the_run() {
        let interrupt = Interrupt::new();
        let mut recorder =
            Recorder::new(Diary::default(), "3..5".parse().unwrap(), interrupt.clone());
        play(&mut recorder);
        let recorded = recorder.finish().unwrap();
        assert!(recorded.truncated && interrupt.is_raised());
        let diary = recorded.listener;
        assert_eq!(diary.skipped.len(), 2);
        let steps: Vec<u64> = diary.shown.iter().map(|(step, _)| *step).collect();
        assert_eq!(steps, [3, 4, 5]);
    }

    #[test]
    fn a_window_of_conflicts_shows_how_it_came_to_them_and_the_way_back() {
        let shown_in = |window: &str| {
            let window = Unit::Conflicts.window(window).unwrap();
            let mut recorder = Recorder::new(Diary::default(), window, Interrupt::new());
            play(&mut recorder);
            let recorded = recorder.finish().unwrap();
            let shown = recorded.listener.shown.iter();
            let steps: Vec<u64> = shown.map(|(step, _)| *step).collect();
            (steps, recorded.shown, recorded.truncated)
        };
        assert_eq!(shown_in("1..1"), ((1..=6).collect(), true, true));
        assert_eq!(shown_in("2..2"), ((7..=8).collect(), true, false));
        assert_eq!(shown_in("3..9"), (vec![], false, false));
    }

    #[test]
    fn a_window_that_ends_with_the_run_cuts_nothing_off() {
        let interrupt = Interrupt::new();
        let window = "1..8".parse().unwrap();
        let mut recorder = Recorder::new(Diary::default(), window, interrupt.clone());
        play(&mut recorder);
        assert!(!recorder.finish().unwrap().truncated && !interrupt.is_raised());
    }

    #[test]
    fn a_closed_pipe_ends_the_run_and_is_reported() {
        let interrupt = Interrupt::new();
        let diary = Diary {
            closed: true,
            ..Diary::default()
        };
        let mut recorder = Recorder::new(diary, Window::default(), interrupt.clone());
        recorder.decided(lit(1), 1);
        recorder.decided(lit(2), 2);
        assert!(interrupt.is_raised());
        let error = recorder.conclude(Conclusion::Unknown).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let error = recorder.finish().err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn unit_clauses_that_only_a_proof_needs_are_no_step() {
        let mut recorder = Recorder::new(Diary::default(), Window::default(), Interrupt::new());
        recorder.original(Id::NONE, &lits(&[1]));
        recorder.original(Id::NONE, &lits(&[-1, 2]));
        recorder.implied(lit(1), &lits(&[1]), 0);
        recorder.implied(lit(2), &lits(&[2, -1]), 0);
        recorder.derived(Id::NONE, &lits(&[2]), &[]);
        assert_eq!(recorder.finish().unwrap().steps, 2);
    }

    #[test]
    fn a_resolvent_is_whole_with_what_is_false_at_level_0() {
        let mut recorder = Recorder::new(Diary::default(), Window::default(), Interrupt::new());
        recorder.original(Id::NONE, &lits(&[-4, -1, -3]));
        recorder.original(Id::NONE, &lits(&[4, -2, 3]));
        recorder.conflict(&lits(&[-1, -3, -4]), 2);
        recorder.resolved(lit(4), &lits(&[4, -2, -1]), &lits(&[-2]));
        let shown = recorder.finish().unwrap().listener.shown;
        let Event::Resolve { clause, fixed, .. } = &shown.last().unwrap().1 else {
            panic!("{shown:?}");
        };
        assert_eq!((&clause[..], &fixed[..]), (&[-2][..], &[-1, -3][..]));
    }

    #[test]
    fn minimisation_is_told_only_where_it_shortens() {
        let mut recorder = Recorder::new(Diary::default(), Window::default(), Interrupt::new());
        recorder.original(Id::NONE, &lits(&[1, 2, 3]));
        recorder.conflict(&lits(&[1, 2, 3]), 2);
        recorder.minimized(&lits(&[2, 1, 3]));
        recorder.minimized(&lits(&[2, 1]));
        let shown = recorder.finish().unwrap().listener.shown;
        assert_eq!(shown.len(), 2, "the conflict and one of the two");
        assert_eq!(shown[1].1, Event::Minimize { clause: vec![1, 2] });
    }
}
