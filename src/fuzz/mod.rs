//! Random formulas against any SAT solver, the judgement of its answers, and the smallest
//! formula with the same fault; and the same with sequences of calls of a library.
//!
//! [`formula`] makes the formula of a seed, [`Subject`] is the solver under test and judges
//! its answer ([`Subject::judge`]), and [`shrink`] removes what a fault does not need. For a
//! library with the interface IPASIR these are [`trace`], [`Library`] and [`shrink_trace`].
//!
//! Nothing that the solver says is believed: a model is checked against the clauses, a proof
//! by the checker of its format, and a claim without a proof is compared with the answer of
//! our solver, whose every step is checked by its hints.

mod calls;
mod formulas;
mod shrink;
mod subject;
mod truth;

pub use calls::{
    Call, Callbacks, Event, Incremental, Library, Played, Remark, Trace, play, read_request, trace,
};
pub use formulas::formula;
pub use shrink::{Shrunk, shrink, shrink_trace};
pub use subject::{Fault, FaultKind, Judgement, ProofKind, Subject};
pub use truth::{Truth, truth};
