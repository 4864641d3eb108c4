//! Ctrl-C: the first stops the search, which then prints what it found; the second
//! ends the program.

use super::report;
use std::sync::OnceLock;
use sudosat::budget::Interrupt;

/// Reports that a run ended at an interrupt. Whether there were further puzzles is not known.
pub(super) fn report_interrupt() {
    report::note("interrupted: puzzles after this point, if any, were not done");
}

/// The exit code that a shell gives to a program killed by SIGINT.
const KILLED: i32 = 130;

/// Returns the flag that Ctrl-C (and a request to terminate) raises. The first call
/// takes over the signal; without one it kills the program as always.
pub(super) fn on_ctrl_c() -> Interrupt {
    static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();
    let install = || {
        let interrupt = Interrupt::new();
        let raised = interrupt.clone();
        let handler = move || {
            if raised.is_raised() {
                sudosat::engine::external::end_all();
                sudosat::io::remove_own_files();
                std::process::exit(KILLED);
            }
            raised.raise();
        };
        // Without the handler, Ctrl-C just kills the program: nothing to report.
        let _ = ctrlc::set_handler(handler);
        interrupt
    };
    INTERRUPT.get_or_init(install).clone()
}
