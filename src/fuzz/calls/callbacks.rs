//! The two callbacks that a trace sets: what they return, and what a library may pass to them.
//!
//! By IPASIR a callback gets the same pointer with which it was set, and is not called after it was
//! replaced or removed. `terminate` is called during the search. `learn` gets a clause with 0 after
//! its literals, and no clause with more literals than the limit with which it was set. This is
//! checked here, and also that `learn` is called during the search, which IPASIR leaves open. That
//! a learned clause follows from the clauses is checked later, from the log.

use std::fmt;

/// Largest number of clauses that are logged of those learned in one call of `ipasir_solve`.
const LOGGED: u32 = 200;

/// Largest number of literals of a clause without end that are shown.
const SHOWN: usize = 30;

/// The pointers passed are multiples of this number, as those to objects are.
const STEP: usize = 16;

/// Something that a callback was given or answered, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The literals of a learned clause, without the 0.
    Learned(Vec<i32>),
    /// The callback of `ipasir_set_terminate` returned 1 for the first time in this call.
    Stopped,
    /// A callback was called in a way that IPASIR does not allow, in words.
    Illegal(String),
}

const LEARNED: &str = "learned ";
const STOPPED: &str = "stopped";
const ILLEGAL: &str = "illegal ";

/// The line of the log, without its end.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Learned(lits) => {
                f.write_str(LEARNED)?;
                lits.iter().try_for_each(|lit| write!(f, "{lit} "))?;
                f.write_str("0")
            }
            Event::Stopped => f.write_str(STOPPED),
            Event::Illegal(what) => write!(f, "{ILLEGAL}{what}"),
        }
    }
}

impl Event {
    /// Returns the event of a line, or `None` if it is the line of a call.
    pub(super) fn read(line: &str) -> Option<Event> {
        if line == STOPPED {
            return Some(Event::Stopped);
        }
        if let Some(what) = line.strip_prefix(ILLEGAL) {
            return Some(Event::Illegal(what.into()));
        }
        let numbers: Result<Vec<i32>, _> = line
            .strip_prefix(LEARNED)?
            .split_whitespace()
            .map(str::parse)
            .collect();
        let mut lits = numbers.ok()?;
        (lits.pop() == Some(0)).then_some(Event::Learned(lits))
    }
}

/// A callback that is set.
#[derive(Clone, Copy, Debug)]
struct Hook {
    /// The pointer with which it was set, as a number.
    state: usize,
    /// Of `terminate`: the number of calls that return 0. Of `learn`: the largest number of
    /// literals.
    limit: u32,
}

/// The callbacks of a solver.
#[derive(Debug, Default)]
pub struct Callbacks {
    terminate: Option<Hook>,
    learn: Option<Hook>,
    /// Number of different pointers passed so far.
    num_states: usize,
    /// Set during `ipasir_solve`.
    is_solving: bool,
    /// Number of calls of `terminate` in this call of `ipasir_solve`.
    asked: u32,
    /// Number of calls of `learn` in this call of `ipasir_solve`.
    learned: u32,
    /// Set after an illegal call: only the first one is logged.
    is_illegal: bool,
}

impl Callbacks {
    /// Replaces `terminate`. In each call of `ipasir_solve` it returns 0 this number of times, and
    /// 1 from then on. Returns the pointer to pass, as a number: 0 where the callback is removed.
    pub fn set_terminate(&mut self, zeros: Option<u32>) -> usize {
        self.terminate = self.hook(zeros);
        self.terminate.map_or(0, |hook| hook.state)
    }

    /// Replaces `learn`, which gets clauses of at most this number of literals. Returns the pointer
    /// to pass, as a number: 0 where the callback is removed.
    pub fn set_learn(&mut self, max_length: Option<u32>) -> usize {
        self.learn = self.hook(max_length);
        self.learn.map_or(0, |hook| hook.state)
    }

    fn hook(&mut self, limit: Option<u32>) -> Option<Hook> {
        let limit = limit?;
        self.num_states += 1;
        let state = self.num_states * STEP;
        Some(Hook { state, limit })
    }

    /// Records the beginning of `ipasir_solve`, or its end.
    pub fn solving(&mut self, is_solving: bool) {
        self.is_solving = is_solving;
        (self.asked, self.learned) = (0, 0);
    }

    /// Handles a call of `terminate` with this pointer. Returns `true` if it returns 1, and the event
    /// to log.
    pub fn terminate(&mut self, state: usize) -> (bool, Option<Event>) {
        let hook = match self.allowed("terminate", self.terminate, state) {
            Ok(hook) => hook,
            Err(event) => return (false, event),
        };
        let is_first = self.asked == hook.limit;
        let stops = self.asked >= hook.limit;
        self.asked = self.asked.saturating_add(1);
        (stops, is_first.then_some(Event::Stopped))
    }

    /// Handles a call of `learn` with this pointer. `clause` has the literals up to the 0, and is
    /// `None` for a null pointer; at most one literal more than allowed is read. Returns the event to
    /// log.
    pub fn learn(
        &mut self,
        state: usize,
        clause: Option<impl Iterator<Item = i32>>,
    ) -> Option<Event> {
        let hook = match self.allowed("learn", self.learn, state) {
            Ok(hook) => hook,
            Err(event) => return event,
        };
        let Some(clause) = clause else {
            return self.illegal("learn was called with a null pointer as the clause".into());
        };
        let most = usize::try_from(hook.limit).unwrap_or(usize::MAX);
        let lits: Vec<i32> = clause.take(most.saturating_add(1)).collect();
        if lits.len() > most {
            let shown = lits.iter().take(SHOWN);
            let words: Vec<String> = shown.map(i32::to_string).collect();
            return self.illegal(format!(
                "learn was called with a clause that has no 0 after {most} literals: {} …",
                words.join(" ")
            ));
        }
        if lits.contains(&i32::MIN) {
            return self.illegal(format!(
                "learn was called with a clause that has the literal {}",
                i32::MIN
            ));
        }
        self.learned = self.learned.saturating_add(1);
        (self.learned <= LOGGED).then_some(Event::Learned(lits))
    }

    /// Returns the callback if it may be called now with this pointer.
    ///
    /// # Errors
    /// If it may not: with the event to log.
    fn allowed(
        &mut self,
        name: &str,
        hook: Option<Hook>,
        state: usize,
    ) -> Result<Hook, Option<Event>> {
        match hook {
            None => Err(self.illegal(format!("{name} was called, and is not set"))),
            Some(hook) if hook.state != state => {
                // Without the pointer itself, which is another one in each run.
                let is_known = state.is_multiple_of(STEP) && state / STEP <= self.num_states;
                let found = match (state, is_known) {
                    (0, _) => "a null pointer",
                    (_, true) => "the pointer of another call that sets a callback",
                    (_, false) => "a pointer that was never passed",
                };
                Err(self.illegal(format!("{name} was called with {found}")))
            }
            Some(_) if !self.is_solving => {
                Err(self.illegal(format!("{name} was called outside ipasir_solve")))
            }
            Some(hook) => Ok(hook),
        }
    }

    fn illegal(&mut self, what: String) -> Option<Event> {
        let is_first = !self.is_illegal;
        self.is_illegal = true;
        is_first.then_some(Event::Illegal(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The event of a call of `learn`.
    fn learn(callbacks: &mut Callbacks, state: usize, lits: &[i32]) -> Option<Event> {
        callbacks.learn(state, Some(lits.iter().copied()))
    }

    fn told(event: Option<Event>) -> String {
        match event {
            Some(Event::Illegal(what)) => what,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_event_reads_back() {
        for event in [
            Event::Learned(vec![1, -2]),
            Event::Learned(vec![]),
            Event::Stopped,
            Event::Illegal("learn was called, and is not set".into()),
        ] {
            assert_eq!(Event::read(&event.to_string()), Some(event));
        }
        for line in [
            "learn 3 -> 1",
            "learned 1",
            "learned 10",
            "learned x 0",
            "solve -> 0",
            "",
        ] {
            assert_eq!(Event::read(line), None);
        }
    }

    #[test]
    fn terminate_returns_1_after_its_zeros_in_each_solve() {
        let mut callbacks = Callbacks::default();
        let state = callbacks.set_terminate(Some(2));
        for _ in 0..2 {
            callbacks.solving(true);
            assert_eq!(callbacks.terminate(state), (false, None));
            assert_eq!(callbacks.terminate(state), (false, None));
            assert_eq!(callbacks.terminate(state), (true, Some(Event::Stopped)));
            assert_eq!(callbacks.terminate(state), (true, None), "logged once");
            callbacks.solving(false);
        }
    }

    #[test]
    fn clauses_are_logged_up_to_a_number() {
        let mut callbacks = Callbacks::default();
        let state = callbacks.set_learn(Some(2));
        for _ in 0..2 {
            callbacks.solving(true);
            for _ in 0..LOGGED {
                let event = learn(&mut callbacks, state, &[3, -4]);
                assert_eq!(event, Some(Event::Learned(vec![3, -4])));
            }
            assert_eq!(learn(&mut callbacks, state, &[]), None);
            callbacks.solving(false);
        }
        // What is not logged is judged all the same.
        callbacks.solving(true);
        for _ in 0..LOGGED {
            learn(&mut callbacks, state, &[]);
        }
        let long = told(learn(&mut callbacks, state, &[5, 6, 7, 8]));
        let expected = "learn was called with a clause that has no 0 after 2 literals: 5 6 7 …";
        assert_eq!(long, expected);
    }

    #[test]
    fn every_illegal_call_is_told() {
        type Illegal = fn(&mut Callbacks, usize, usize) -> Option<Event>;
        let cases: &[(Illegal, &str)] = &[
            (
                |callbacks, terminate, _| learn(callbacks, terminate, &[1]),
                "learn was called with the pointer of another call that sets a callback",
            ),
            (
                |callbacks, _, learn| callbacks.terminate(learn).1,
                "terminate was called with the pointer of another call that sets a callback",
            ),
            (
                |callbacks, _, _| callbacks.terminate(0).1,
                "terminate was called with a null pointer",
            ),
            (
                |callbacks, _, _| learn(callbacks, 0x70, &[1]),
                "learn was called with a pointer that was never passed",
            ),
            (
                |callbacks, _, _| learn(callbacks, 0x21, &[1]),
                "learn was called with a pointer that was never passed",
            ),
            (
                |callbacks, terminate, _| {
                    callbacks.set_terminate(Some(0));
                    callbacks.terminate(terminate).1
                },
                "terminate was called with the pointer of another call that sets a callback",
            ),
            (
                |callbacks, terminate, _| {
                    assert_eq!(callbacks.set_terminate(None), 0);
                    callbacks.terminate(terminate).1
                },
                "terminate was called, and is not set",
            ),
            (
                |callbacks, _, state| {
                    assert_eq!(callbacks.set_learn(None), 0);
                    learn(callbacks, state, &[1])
                },
                "learn was called, and is not set",
            ),
            (
                |callbacks, terminate, _| {
                    callbacks.solving(false);
                    callbacks.terminate(terminate).1
                },
                "terminate was called outside ipasir_solve",
            ),
            (
                |callbacks, _, state| {
                    callbacks.solving(false);
                    learn(callbacks, state, &[1])
                },
                "learn was called outside ipasir_solve",
            ),
            (
                |callbacks, _, state| callbacks.learn(state, None::<std::iter::Empty<i32>>),
                "learn was called with a null pointer as the clause",
            ),
            (
                |callbacks, _, state| learn(callbacks, state, &[1, i32::MIN]),
                "learn was called with a clause that has the literal -2147483648",
            ),
        ];
        for (illegal, words) in cases {
            let mut callbacks = Callbacks::default();
            let (first, second) = (
                callbacks.set_terminate(Some(5)),
                callbacks.set_learn(Some(5)),
            );
            callbacks.solving(true);
            assert_eq!(told(illegal(&mut callbacks, first, second)), *words);
            assert_eq!(
                illegal(&mut callbacks, first, second),
                None,
                "once is enough"
            );
        }
    }

    #[test]
    fn of_a_clause_without_end_only_what_is_allowed_is_read() {
        let mut callbacks = Callbacks::default();
        let state = callbacks.set_learn(Some(3));
        callbacks.solving(true);
        let mut read = 0;
        let endless = std::iter::from_fn(|| {
            read += 1;
            Some(1)
        });
        callbacks.learn(state, Some(endless)).unwrap();
        assert_eq!(read, 4);
    }
}
