//! Time and memory of the child processes that ended.

/// What the children used together.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    /// User seconds.
    pub user: f64,
    /// System seconds.
    pub system: f64,
    /// Peak memory of the largest child, in the unit of `ru_maxrss` (KiB on Linux).
    pub peak: u64,
}

/// Returns what all children that ended used.
#[cfg(unix)]
pub(crate) fn of_children() -> anyhow::Result<Usage> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a whole `rusage`, which any bytes make valid.
    #[allow(unsafe_code)] // getrusage has no safe form here
    let usage = unsafe {
        anyhow::ensure!(libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) == 0);
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    Ok(Usage {
        user: seconds(usage.ru_utime),
        system: seconds(usage.ru_stime),
        peak: usage.ru_maxrss as u64,
    })
}

/// Returns an error: the times are read on Unix alone.
#[cfg(not(unix))]
pub(crate) fn of_children() -> anyhow::Result<Usage> {
    anyhow::bail!("CPU times are read on Unix alone")
}
