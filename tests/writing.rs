//! Files are written whole or not at all.

#![cfg(unix)]

use crate::program::wait_until;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use sudosat::io::{OutputError, Overwrite, Target};

/// Names the file that a child process of this test is to write.
const CHILD: &str = "SUDOSAT_TEST_WRITE";
/// How long the files are, in lines.
const LINES: usize = 50_000;

/// Writes a file of many lines that all say `tag`, and one that says `end`.
fn write(path: &Path, tag: u32, overwrite: Overwrite) -> Result<(), OutputError> {
    let mut target = Target::create(path, overwrite)?;
    for _ in 0..LINES {
        writeln!(target, "{tag:08}")?;
    }
    writeln!(target, "end")?;
    target.commit()
}

/// Fails unless the file is exactly what one call of [`write`] wrote.
fn assert_whole(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let tag = &text[..9];
    assert_eq!(text.len(), 9 * LINES + 4);
    assert!(text == tag.repeat(LINES) + "end\n", "a torn file");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_appears_when_it_is_complete_and_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let mut target = Target::create(&path, Overwrite::Never).unwrap();
    target.write_all(&[b'x'; 1_000_000]).unwrap();
    target.flush().unwrap();
    assert!(!path.exists());
    let [temporary] = &names(folder.path())[..] else {
        panic!("expected one temporary file");
    };
    let start = format!(".f.{}-", std::process::id());
    assert!(temporary.starts_with(&start) && temporary.ends_with(".tmp"));
    target.commit().unwrap();
    assert_eq!(names(folder.path()), ["f"]);
    assert_eq!(fs::read(&path).unwrap().len(), 1_000_000);
}

#[test]
fn a_file_given_up_leaves_the_old_one_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.gz");
    fs::write(&path, "old").unwrap();
    let mut target = Target::create(&path, Overwrite::Always).unwrap();
    target.write_all(&[b'x'; 1_000_000]).unwrap();
    drop(target);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["f.gz"]);
}

#[test]
fn an_existing_file_is_replaced_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    fs::write(&path, "old").unwrap();
    let refused = Target::create(&path, Overwrite::Never).err().unwrap();
    assert!(matches!(refused, OutputError::Exists { .. }));
    assert!(refused.to_string().contains("the file exists"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    write(&path, 1, Overwrite::Always).unwrap();
    assert_whole(&path);
    // A file that appears while another of its name is being written.
    let late = folder.path().join("late");
    let mut target = Target::create(&late, Overwrite::Never).unwrap();
    target.write_all(b"new").unwrap();
    fs::write(&late, "first").unwrap();
    let refused = target.commit().unwrap_err();
    assert!(matches!(refused, OutputError::Exists { .. }), "{refused}");
    assert_eq!(fs::read_to_string(&late).unwrap(), "first");
    assert_eq!(names(folder.path()), ["f", "late"]);
}

#[test]
fn twelve_writers_leave_one_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    write(&path, 0, Overwrite::Always).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                assert_whole(&path);
            }
        });
        let writers: Vec<_> = (1..=12)
            .map(|tag| {
                scope.spawn({
                    let path = &path;
                    move || write(path, tag, Overwrite::Always).unwrap()
                })
            })
            .collect();
        writers
            .into_iter()
            .for_each(|writer| writer.join().unwrap());
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
    assert_whole(&path);
    assert_eq!(names(folder.path()), ["f"]);
}

#[test]
fn of_twelve_writers_of_a_new_file_one_wins() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let won = thread::scope(|scope| {
        let writers: Vec<_> = (1..=12)
            .map(|tag| {
                scope.spawn({
                    let path = &path;
                    move || write(path, tag, Overwrite::Never)
                })
            })
            .collect();
        let results = writers.into_iter().map(|writer| writer.join().unwrap());
        results.filter(|result| result.is_ok()).count()
    });
    assert_eq!(won, 1);
    assert_whole(&path);
    assert_eq!(names(folder.path()), ["f"]);
}

/// Not a test: what the killed processes of the test below run.
#[test]
fn child_that_writes() {
    if let Some(path) = std::env::var_os(CHILD) {
        for tag in 1.. {
            write(&PathBuf::from(&path), tag, Overwrite::Always).unwrap();
        }
    }
}

#[test]
fn a_killed_writer_leaves_the_file_whole_and_its_litter_is_swept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    write(&path, 0, Overwrite::Always).unwrap();
    let spawn = || {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writing::child_that_writes"])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    for kill in 0..20u64 {
        let number = || fs::metadata(&path).unwrap().ino();
        let mut before = number();
        let mut child = spawn();
        // It is writing a new file when the last one has its name.
        for _ in 0..kill % 4 {
            wait_until("a whole file", || number() != before);
            before = number();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_whole(&path);
    }
    // Our own mark, as temporary files have it: `.h.PID-START.HOST.k.tmp`.
    let (own, host) = {
        let _target = Target::create(folder.path().join("h"), Overwrite::Never).unwrap();
        let all = names(folder.path());
        let own = all.iter().find(|name| name.starts_with(".h.")).unwrap();
        let parts: Vec<&str> = own.split('.').collect();
        (parts[2].to_owned(), parts[3].to_owned())
    };
    let (_, start) = own.split_once('-').unwrap();
    let mut litter = names(folder.path());
    litter.retain(|name| name != "f");
    for name in &litter {
        assert!(name.starts_with(".f.") && name.ends_with(".tmp"), "{name}");
    }
    let make = |names: &[String]| {
        for name in names {
            fs::write(folder.path().join(name), "").unwrap();
        }
    };
    // Of processes that do not run: no process has this number, or a later one has it.
    litter.extend([
        format!(".f.4294967295-{start}.{host}.x.tmp"),
        format!(".other.name.4294967295-{start}.{host}.x.tmp"),
        format!(".{}-1.{host}.x.tmp", std::process::id()),
    ]);
    make(&litter);
    // A process that runs, ours; a writer on another machine; names of another form: not swept.
    let kept = [
        format!(".f.{own}.{host}.x.tmp"),
        format!(".f.4294967295-{start}.not-{host}.x.tmp"),
        format!("f.4294967295-{start}.{host}.x.tmp"),
        format!(".f.4294967295-{start}.{host}.x"),
    ];
    make(&kept);
    let mut child = spawn();
    let is_left = |name: &String| folder.path().join(name).exists();
    wait_until("the litter is swept", || !litter.iter().any(is_left));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!litter.iter().any(is_left), "{:?}", names(folder.path()));
    assert!(kept.iter().all(is_left));
}

#[test]
fn a_full_device_is_an_error_that_names_the_file() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    for size in [1, 10_000_000] {
        let mut target = Target::create("/dev/full", Overwrite::Never).unwrap();
        let written = target.write_all(&vec![b'x'; size]);
        let error = match written {
            Ok(()) => target.commit().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.starts_with("/dev/full: can't be written"), "{error}");
    }
    let device = fs::metadata("/dev/full").unwrap().file_type();
    assert!(device.is_char_device());
}

#[test]
fn what_is_no_regular_file_is_written_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let reader = thread::spawn({
        let path = path.clone();
        move || fs::read(path).unwrap()
    });
    write(&path, 7, Overwrite::Never).unwrap();
    assert_eq!(reader.join().unwrap().len(), 9 * LINES + 4);
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    // A reader that goes away: the error keeps its kind.
    let reader = thread::spawn({
        let path = path.clone();
        move || fs::File::open(path).unwrap().read(&mut [0]).unwrap()
    });
    let mut target = Target::create(&path, Overwrite::Never).unwrap();
    let failed = loop {
        if let Err(error) = target.write_all(&[b'x'; 100_000]) {
            break error;
        }
    };
    assert_eq!(failed.kind(), io::ErrorKind::BrokenPipe);
    reader.join().unwrap();
    // Nobody reads: an error after some seconds.
    let refused = Target::create(&path, Overwrite::Never).err().unwrap();
    assert!(refused.to_string().contains("nobody reads"), "{refused}");
    write(Path::new("/dev/null"), 1, Overwrite::Never).unwrap();
    let device = fs::metadata("/dev/null").unwrap().file_type();
    assert!(device.is_char_device());
}

#[test]
fn links_are_followed_and_rights_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let link = folder.path().join("link");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("f", &link).unwrap();
    write(&link, 3, Overwrite::Always).unwrap();
    assert!(link.is_symlink());
    assert_whole(&path);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o640);
    // A new file has the rights of any new file.
    let new = folder.path().join("new");
    write(&new, 4, Overwrite::Never).unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    assert_eq!(mode(&new), mode(&plain));
}

#[test]
fn names_that_can_not_be_written_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let dangling = folder.path().join("dangling");
    symlink("nowhere", &dangling).unwrap();
    let missing = folder.path().join("no/such/folder");
    for (path, part) in [
        (folder.path(), "it is a directory"),
        (&dangling, "a link to a file that is not there"),
        (&missing, "no/such/folder: the folder for it is not there"),
        (Path::new(""), "can't be"),
        (Path::new("/"), "it is a directory"),
    ] {
        let error = Target::create(path, Overwrite::Always).err().unwrap();
        assert!(error.to_string().contains(part), "{path:?}: {error}");
    }
    let long = folder.path().join("n".repeat(250));
    write(&long, 5, Overwrite::Never).unwrap();
    assert_whole(&long);
}
