//! The memory that this process and its searches may take.
//!
//! Three things ask for it. Searches compare estimates with their share of it before they begin, and what they
//! use with it while they run. The operating system refuses more (`enforce`), so that an
//! allocation fails where a control group would kill the process.

use std::fs::File;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// Number of searches that share this process's memory.
static SHARES: AtomicUsize = AtomicUsize::new(1);

/// Sets the number of searches that share this process's memory.
pub fn share(searches: NonZeroUsize) {
    SHARES.store(searches.get(), Ordering::Relaxed);
}

/// The value of [`Reserved::parts`] while one search has all memory.
const WHOLE: usize = usize::MAX;

/// The reservations of this process.
struct Reserved {
    /// Number of parts that are reserved, or [`WHOLE`].
    parts: usize,
    /// Number of threads that wait for [`RETURNED`]. Without one, there is no need for a call of
    /// the system.
    waiting: usize,
}

static RESERVED: Mutex<Reserved> = Mutex::new(Reserved {
    parts: 0,
    waiting: 0,
});

/// Notified when a [`Reservation`] is dropped and a thread waits for it.
static RETURNED: Condvar = Condvar::new();

/// Memory for a search beside others, or for one alone. It is given back when it is
/// dropped.
///
/// Reservations for several searches must be made in one thread, in the order in which the
/// results are handed out: then no search waits for one whose result comes later.
#[derive(Debug)]
pub struct Reservation {
    /// The value of [`SHARES`] to restore on drop; `None` for a part.
    shares: Option<usize>,
}

impl Reservation {
    /// Waits until no search has the memory alone, and takes a part of it: [`total`]
    /// bytes. Calls `before_waiting` if it has to wait.
    pub fn part(before_waiting: impl FnOnce()) -> Reservation {
        let mut reserved = wait_until(|parts| parts != WHOLE, before_waiting);
        reserved.parts += 1;
        Reservation { shares: None }
    }

    /// Waits until nothing is reserved, and takes the memory of all: [`total`] does not
    /// divide it while this reservation is kept. Calls `before_waiting` if it has to wait.
    pub fn whole(before_waiting: impl FnOnce()) -> Reservation {
        let mut reserved = wait_until(|parts| parts == 0, before_waiting);
        reserved.parts = WHOLE;
        let shares = Some(SHARES.swap(1, Ordering::Relaxed));
        Reservation { shares }
    }
}

/// Waits until the number of reserved parts is right.
fn wait_until(
    is_right: impl Fn(usize) -> bool,
    before_waiting: impl FnOnce(),
) -> MutexGuard<'static, Reserved> {
    let guard = reserved();
    if is_right(guard.parts) {
        return guard;
    }
    drop(guard);
    before_waiting();
    let mut guard = reserved();
    guard.waiting += 1;
    let wait = RETURNED.wait_while(guard, |reserved| !is_right(reserved.parts));
    let mut guard = wait.unwrap_or_else(PoisonError::into_inner);
    guard.waiting -= 1;
    guard
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut reserved = reserved();
        match self.shares {
            Some(shares) => {
                SHARES.store(shares, Ordering::Relaxed);
                reserved.parts = 0;
            }
            None => reserved.parts -= 1,
        }
        if reserved.waiting > 0 {
            RETURNED.notify_all();
        }
    }
}

/// Returns the reservations of this process.
fn reserved() -> MutexGuard<'static, Reserved> {
    RESERVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the memory for each search, in bytes: what this process may take, divided
/// by the number of searches at once.
pub fn total() -> u64 {
    of_process() / SHARES.load(Ordering::Relaxed) as u64
}

/// Returns the memory for the tables of a search, in bytes: half of the
/// [`total`]. The formula, the text it was read from and the answers take the rest.
pub fn for_tables() -> u64 {
    total() / 2
}

/// Returns the memory for what a search keeps beside its tables, in bytes, such as
/// its proof: a quarter of the [`total`].
pub fn beside_tables() -> u64 {
    total() / 4
}

/// Returns the machine's memory in bytes. Where the system does not tell, it is 8 GiB, or
/// for WebAssembly what addresses of 32 bits reach.
pub fn of_machine() -> u64 {
    const OTHERWISE: u64 = match cfg!(target_pointer_width = "32") {
        true => 4 << 30,
        false => 8 << 30,
    };
    static TOTAL: OnceLock<u64> = OnceLock::new();
    *TOTAL.get_or_init(|| {
        let text = read("/proc/meminfo");
        text.and_then(|text| in_meminfo(&text)).unwrap_or(OTHERWISE)
    })
}

/// The limit that [`limit`] set, in bytes.
static LIMIT: OnceLock<u64> = OnceLock::new();

/// Limits the memory of this process to `bytes`, if that is less than it may take anyway. Only the
/// first call has an effect.
pub fn limit(bytes: u64) {
    let _ = LIMIT.set(bytes);
}

/// Returns the memory that this process may take, in bytes: the machine's, or less by
/// [`limit`], a control group, `ulimit -v` or `ulimit -d`.
fn of_process() -> u64 {
    static LIMITS: OnceLock<u64> = OnceLock::new();
    let limits = LIMITS.get_or_init(|| {
        let limits = read("/proc/self/limits").and_then(|text| in_limits(&text));
        limits.unwrap_or(u64::MAX)
    });
    physical().min(*limits)
}

/// Returns the memory that this process may take, in bytes, without the limits that the system
/// enforces by failing allocations: `ulimit -v` and `ulimit -d`.
fn physical() -> u64 {
    static GROUP: OnceLock<u64> = OnceLock::new();
    let group = GROUP.get_or_init(|| {
        let group = read("/proc/self/cgroup").and_then(|text| of_groups(&text, read));
        group.unwrap_or(u64::MAX)
    });
    let limit = LIMIT.get().copied().unwrap_or(u64::MAX);
    of_machine().min(*group).min(limit)
}

/// Makes allocations fail that would take more than this process may have ([`limit`], the control
/// group, the machine), on Linux: the limit on its data, `ulimit -d`, is lowered. Programs that it starts inherit
/// the limit. `ulimit -v` needs no help.
#[cfg(feature = "engines")]
pub fn enforce() {
    #[cfg(target_os = "linux")]
    {
        // Reads the limits as they were.
        of_process();
        data::lower(physical());
    }
}

/// Undoes [`enforce`], so that a last message can be written.
#[cfg(feature = "engines")]
pub fn relax() {
    #[cfg(target_os = "linux")]
    data::raise();
}

#[cfg(all(target_os = "linux", feature = "engines"))]
mod data {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::sync::OnceLock;

    /// The part of the memory, and the most of it in bytes, that is left for what does not count as data: code
    /// and the stack of the first thread.
    const BESIDE: (u64, u64) = (8, 32 << 20);

    /// Returns the code in memory so far, in bytes, with what is likely to be added. Measured:
    /// commands take up to half more than what has been read when their options are known.
    fn code() -> u64 {
        let text = super::read("/proc/self/status").unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("RssFile:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or(0) * 1024 / 2 * 3
    }

    /// The limit before it was lowered.
    static BEFORE: OnceLock<Rlimit> = OnceLock::new();

    pub(super) fn lower(bytes: u64) {
        let (part, most) = BESIDE;
        let data = bytes - (bytes / part).min(most).max(code()).min(bytes / 8 * 3);
        let before = getrlimit(Resource::Data);
        if before.current.is_none_or(|current| data < current) {
            let lowered = Rlimit {
                current: Some(data),
                ..before
            };
            // A process may always lower its own limit.
            if setrlimit(Resource::Data, lowered).is_ok() {
                let _ = BEFORE.set(before);
            }
        }
    }

    pub(super) fn raise() {
        if let Some(before) = BEFORE.get() {
            let _ = setrlimit(Resource::Data, *before);
        }
    }
}

/// Reads a file of /proc or /sys. Its length is not known before, so the buffer begins with 4 KiB: these
/// files are read in few calls then.
fn read(file: &str) -> Option<String> {
    let mut text = String::with_capacity(4 << 10);
    File::open(file).ok()?.read_to_string(&mut text).ok()?;
    Some(text)
}

fn in_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

/// The limits of `ulimit` that count, and the divisor of each. `ulimit -v` is on addresses,
/// and the program's code, stacks and what the allocator keeps in reserve take some of them.
const LIMITS: [(&str, u64); 2] = [("Max address space", 2), ("Max data size", 1)];

fn in_limits(text: &str) -> Option<u64> {
    let limits = LIMITS.iter().filter_map(|&(name, divisor)| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let soft: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(soft / divisor)
    });
    limits.min()
}

/// Returns the smallest limit of the control groups that `/proc/self/cgroup` names, of
/// version 2 (`0::/path`) or 1 (`4:memory:/path`), and of the groups above them.
fn of_groups(text: &str, read: impl Fn(&str) -> Option<String>) -> Option<u64> {
    let limits = text.lines().flat_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => return None,
        };
        let groups = Path::new(path.trim_start_matches('/')).ancestors();
        groups
            .filter_map(|group| read(Path::new(root).join(group).join(file).to_str()?))
            // `max` means that there is none.
            .filter_map(|limit| limit.trim().parse::<u64>().ok())
            .min()
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_with_the_whole_memory_is_alone() {
        use std::sync::Arc;
        use std::thread;
        use std::time::Duration;
        share(NonZeroUsize::new(2).unwrap());
        let [first, second] = [Reservation::part(|| {}), Reservation::part(|| {})];
        let ended = Arc::new(AtomicUsize::new(0));
        let waiting = {
            let ended = Arc::clone(&ended);
            thread::spawn(move || {
                let mut has_waited = false;
                let _reservation = Reservation::whole(|| has_waited = true);
                assert!(has_waited);
                assert_eq!(ended.load(Ordering::SeqCst), 2);
                assert_eq!(total(), of_process());
            })
        };
        thread::sleep(Duration::from_millis(50));
        assert!(!waiting.is_finished());
        for reservation in [first, second] {
            ended.fetch_add(1, Ordering::SeqCst);
            drop(reservation);
        }
        waiting.join().unwrap();
        drop(Reservation::part(|| panic!("nothing else is reserved")));
        assert_eq!(total(), of_process() / 2);
        share(NonZeroUsize::MIN);
    }

    #[test]
    fn the_total_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree:  1 kB\n";
        assert_eq!(in_meminfo(text), Some(24_689_764 << 10));
        assert_eq!(in_meminfo("MemFree: 1 kB"), None);
        assert!(of_process() > 64 << 20);
    }

    #[test]
    fn an_address_space_that_is_limited_counts_half() {
        let of = |soft| {
            format!("Limit  Soft  Hard  Units\nMax address space  {soft}  unlimited  bytes\n")
        };
        assert_eq!(in_limits(&of("307200000")), Some(153_600_000));
        assert_eq!(in_limits(&of("unlimited")), None);
        let data = "Max data size  1000  unlimited  bytes\n";
        assert_eq!(in_limits(&format!("{}{data}", of("307200000"))), Some(1000));
        assert_eq!(in_limits(""), None);
    }

    #[test]
    fn the_smallest_group_above_counts() {
        let read = |file: &str| match file {
            "/sys/fs/cgroup/a/b/memory.max" => Some("max\n".into()),
            "/sys/fs/cgroup/a/memory.max" => Some("50331648\n".into()),
            "/sys/fs/cgroup/memory/c/memory.limit_in_bytes" => Some("1000\n".into()),
            "/sys/fs/cgroup/memory/memory.limit_in_bytes" => Some("9223372036854771712\n".into()),
            _ => None,
        };
        assert_eq!(of_groups("0::/a/b\n", read), Some(50_331_648));
        assert_eq!(
            of_groups("9:pids:/x\n4:cpu,memory:/c/d\n0::/\n", read),
            Some(1000)
        );
        assert_eq!(of_groups("0::/\n", read), None);
        assert_eq!(of_groups("nonsense", read), None);
    }
}
