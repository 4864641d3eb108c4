//! Signs of life of a long search: a line on a terminal, and a note at SIGUSR1.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use sudosat::cover::{Figures, Gauge};
use sudosat::io::counted;

/// Time between two requests for figures.
const STEP: Duration = Duration::from_millis(200);

/// Time before a line is shown. Chosen by hand: a shorter search needs none.
const SILENCE: Duration = Duration::from_secs(1);

/// Returns the flag that SIGUSR1 raises. From the first call on the signal does not end the
/// program.
pub(super) fn signal() -> &'static AtomicBool {
    static SIGNAL: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    SIGNAL.get_or_init(|| {
        let signal = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGUSR1, signal.clone());
        signal
    })
}

/// Shows the state of a search until it is dropped.
pub(super) struct Pulse {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Pulse {
    /// Starts to watch the search that gives its figures to `gauge`. A line is shown if
    /// `visible`, standard error is a terminal, and standard output is none: solutions that are
    /// printed on the same terminal would be mixed with it. `name` is the problem's name in notes.
    pub(super) fn start(gauge: Arc<Gauge>, visible: bool, name: String) -> Pulse {
        let (sender, stopped) = mpsc::channel();
        let watch = move || watch(&gauge, visible, &name, signal(), &stopped);
        // Without a thread there is no sign of life, and the search is the same.
        let thread = thread::Builder::new().spawn(watch).ok();
        Pulse {
            thread: thread.map(|thread| (sender, thread)),
        }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Asks for figures and shows them until the search ends.
fn watch(gauge: &Gauge, visible: bool, name: &str, signal: &AtomicBool, stopped: &Receiver<()>) {
    let start = Instant::now();
    let is_shown = visible && io::stderr().is_terminal();
    let mut bar: Option<ProgressBar> = None;
    while stopped.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
        let text = told(gauge.figures(), start.elapsed());
        gauge.ask();
        if signal.swap(false, Ordering::Relaxed) {
            let print = || super::note(&format!("{name}: {text}"));
            match &bar {
                Some(bar) => bar.suspend(print),
                None => print(),
            }
        }
        if is_shown && start.elapsed() >= SILENCE {
            bar.get_or_insert_with(spinner).set_message(text);
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(STEP);
    bar
}

/// Returns figures in words.
fn told(figures: Figures, time: Duration) -> String {
    let Figures {
        nodes,
        solutions,
        share,
    } = figures;
    let seconds = time.as_secs_f64();
    if nodes == 0 {
        return format!("no figures after {seconds:.0} s");
    }
    format!(
        "about {} % of the tree, {} ({:.0} a second), {}, {seconds:.0} s",
        percent(share),
        counted(nodes, "node"),
        nodes as f64 / seconds,
        counted(solutions, "solution")
    )
}

/// Returns a share in percent, with more digits if it is small.
pub(super) fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent < 0.001 => "less than 0.001".to_owned(),
        percent if percent < 1.0 => format!("{percent:.3}"),
        percent => format!("{percent:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_in_words() {
        let figures = Figures {
            nodes: 3_000_000,
            solutions: 1,
            share: 0.125,
        };
        assert_eq!(
            told(figures, Duration::from_secs(2)),
            "about 12.5 % of the tree, 3000000 nodes (1500000 a second), 1 solution, 2 s"
        );
        assert_eq!(
            told(Figures::default(), Duration::from_secs(61)),
            "no figures after 61 s"
        );
        assert_eq!(percent(0.000_001), "less than 0.001");
        assert_eq!(percent(0.004), "0.400");
    }
}
