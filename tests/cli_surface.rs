//! The surface of the program: help, manual pages and completions of every
//! command.

use crate::program::{output, program};
use std::fs;
use std::process::{Command, Output};

fn sudosat(arguments: &[&str]) -> Output {
    output(program().args(arguments))
}

/// What a command prints, which must go well.
fn printed(arguments: &[&str]) -> String {
    let output = sudosat(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that `--help` lists in groups.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let list = help.split("\nUsage: ").nth(1).unwrap();
    let list = list.split("`sudosat help COMMAND`").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.map(String::from).collect()
}

/// Runs a checker on a text; `None` and a word about it if it isn't installed.
fn check(program: &str, arguments: &[&str], text: &str) -> Option<Output> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    match Command::new(program)
        .args(arguments)
        .arg(file.path())
        .env("LC_ALL", "C.UTF-8")
        .output()
    {
        Ok(output) => Some(output),
        Err(_) => {
            eprintln!("skipped: {program} is not installed");
            None
        }
    }
}

#[test]
fn help_lists_every_command() {
    let expected = [
        "encode",
        "decode",
        "pipe",
        "solve",
        "check",
        "sat",
        "verify",
        "cover",
        "hint",
        "rate",
        "generate",
        "explain",
        "grade",
        "show",
        "why",
        "completions",
        "man",
    ];
    let found = commands();
    for name in expected {
        assert!(
            found.iter().any(|other| other == name),
            "{name} in {found:?}"
        );
    }
}

#[test]
fn every_command_has_help_of_some_width() {
    for name in commands() {
        for flag in ["-h", "--help"] {
            let help = printed(&[&name, flag]);
            assert!(
                help.contains(&format!("Usage: sudosat {name}")),
                "{name} {flag}"
            );
            for line in help.lines() {
                assert!(line.chars().count() <= 100, "{name} {flag}: {line}");
            }
        }
        assert_eq!(printed(&[&name, "--help"]), printed(&["help", &name]));
    }
    assert!(printed(&["--help"]).contains("Exit codes:"));
}

#[test]
fn help_lists_commands_in_groups_and_each_its_exit_codes() {
    let help = printed(&["--help"]);
    let places: Vec<usize> = [
        "Puzzles:",
        "Reductions:",
        "Exact cover:",
        "Teaching:",
        "Shell:",
    ]
    .iter()
    .map(|heading| help.find(&format!("\n{heading}\n")).expect(heading))
    .collect();
    assert!(places.is_sorted(), "{help}");
    for name in commands() {
        assert!(
            printed(&[&name, "--help"]).contains("Exit codes:"),
            "{name}"
        );
    }
}

#[test]
fn no_command_and_a_wrong_command_are_bad_usage() {
    for arguments in [&[][..], &["solv"], &["--frobnicate"], &["man", "solv"]] {
        let output = sudosat(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// An argument may be the name of a file that a pattern of the shell stands for.
#[test]
fn a_wrong_argument_steers_no_terminal() {
    for argument in ["--\u{202e}x", "--\u{61c}x", "--\u{2066}\u{9b}x"] {
        let output = sudosat(&["solve", argument]);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        let line = told.lines().next().unwrap();
        assert!(
            line.starts_with("error: unexpected argument '--\\u{"),
            "{line}"
        );
        assert!(
            told.lines()
                .all(|line| line.chars().all(|c| c.is_ascii_graphic() || c == ' '))
        );
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let mut pages = vec![("sudosat".to_string(), printed(&["man"]))];
    for name in commands() {
        pages.push((format!("sudosat-{name}"), printed(&["man", &name])));
    }
    for (name, page) in pages {
        let title = format!(".TH {} 1 ", name.to_uppercase());
        assert!(page.contains(&title), "{name}");
        let dashed = name.replace('-', "\\-");
        assert!(
            page.contains(&format!("\n.SH NAME\n{dashed} \\- ")),
            "{name}"
        );
        for section in ["SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\""] {
            assert!(
                page.contains(&format!("\n.SH {section}\n")),
                "{name}: {section}"
            );
        }
        assert!(!page.contains("-help(1)"), "there is no page of help");
        if let Some(output) = check("mandoc", &["-Tlint", "-W", "warning"], &page) {
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            // A page made by the program has no date.
            let told: Vec<&str> = told
                .lines()
                .filter(|line| !line.contains("missing date"))
                .collect();
            assert!(told.is_empty(), "{name}: {told:?}");
        }
        if let Some(output) = check("groff", &["-Kutf8", "-man", "-ww", "-Tutf8"], &page) {
            assert!(output.status.success(), "{name}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
            assert!(!output.stdout.is_empty());
        }
    }
}

#[test]
fn every_shell_has_completions_that_it_can_read() {
    let names = commands();
    for (shell, checker) in [
        ("bash", Some(("bash", "-n"))),
        ("zsh", Some(("zsh", "-n"))),
        ("fish", Some(("fish", "--no-execute"))),
        ("elvish", None),
        ("powershell", None),
    ] {
        let script = printed(&["completions", shell]);
        for name in &names {
            assert!(script.contains(name.as_str()), "{shell}: {name}");
        }
        assert!(script.contains("at-most-one"), "{shell}");
        // An engine, an outside program, an encoding, a family and a problem of
        // exact cover.
        let values = [
            "backtrack",
            "cadical",
            "strengthened",
            "queens",
            "knuth-6x7",
        ];
        for name in values {
            // The scripts of the other two complete no values at all.
            let completes = !matches!(shell, "elvish" | "powershell");
            assert!(!completes || script.contains(name), "{shell}: {name}");
        }
        let Some((program, flag)) = checker else {
            continue;
        };
        if let Some(output) = check(program, &[flag], &script) {
            assert!(output.status.success(), "{shell}: {output:?}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{shell}");
        }
    }
}

/// A completion as bash itself finds it.
#[test]
fn bash_completes_commands_and_encodings() {
    let script = printed(&["completions", "bash"]);
    let ask = |words: &str, count: usize| {
        format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={count}\n\
             function=$(complete -p sudosat | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n\
             $function sudosat \"${{COMP_WORDS[$COMP_CWORD]}}\" \"${{COMP_WORDS[$((COMP_CWORD-1))]}}\"\n\
             echo \"${{COMPREPLY[@]}}\"\n"
        )
    };
    for (words, count, expected) in [
        ("sudosat exp", 1, "explain"),
        ("sudosat encode --encoding l", 3, "lecture"),
        ("sudosat explain --engine b", 3, "backtrack"),
        ("sudosat solve --engine backtrack-", 3, "backtrack-fewest"),
        ("sudosat check --engines cad", 3, "cadical"),
        ("sudosat check --engines cdcl,k", 3, "cdcl,kissat"),
        ("sudosat check --engine = cdcl,dlx,k", 4, "cdcl,dlx,kissat"),
        ("sudosat solve --engine = k", 4, "kissat"),
        ("sudosat encode -e lec", 3, "lecture"),
        ("sudosat cover --engine spa", 3, "sparse"),
        ("sudosat cover --problem que", 3, "queens"),
    ] {
        if let Some(output) = check("bash", &[], &ask(words, count)) {
            let reply = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(reply.trim(), expected, "{words}: {output:?}");
        }
    }
}

/// A completion as fish itself finds it.
#[test]
fn fish_completes_commands_engines_and_encodings() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("sudosat.fish");
    fs::write(&script, printed(&["completions", "fish"])).unwrap();
    for (words, expected) in [
        ("sudosat exp", "explain"),
        ("sudosat encode --encoding lec", "lecture"),
        ("sudosat solve --engine backtrack-", "backtrack-fewest"),
        ("sudosat check --engines cad", "cadical"),
        ("sudosat check --engines cdcl,k", "cdcl,kissat"),
        ("sudosat check --engines=cdcl,k", "--engines=cdcl,kissat"),
        ("sudosat solve --engine=k", "--engine=kissat"),
        ("sudosat encode -e lec", "lecture"),
        ("sudosat cover --engine spa", "sparse"),
        ("sudosat cover --problem que", "queens"),
    ] {
        let command = format!("source {}; complete -C '{words}'", script.display());
        let output = Command::new("fish")
            .args(["--no-config", "-c", &command])
            .env("HOME", home.path())
            .output();
        let Ok(output) = output else {
            eprintln!("skipped: fish is not installed");
            return;
        };
        let reply = String::from_utf8_lossy(&output.stdout).into_owned();
        let names: Vec<&str> = reply
            .lines()
            .filter_map(|line| line.split('\t').next())
            .collect();
        assert_eq!(names, [expected], "{words}: {output:?}");
        assert!(output.stderr.is_empty(), "{words}: {output:?}");
    }
}

/// A completion as zsh types it into its command line, on a terminal of zsh's own.
#[test]
fn zsh_completes_commands_engines_and_encodings() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("_sudosat"),
        printed(&["completions", "zsh"]),
    )
    .unwrap();
    for (words, expected) in [
        ("sudosat exp", "explain"),
        ("sudosat encode --encoding lec", "lecture"),
        ("sudosat solve --engine backtrack-", "backtrack-fewest"),
        ("sudosat check --engines cad", "cadical"),
        ("sudosat check --engines cdcl,k", "cdcl,kissat"),
        ("sudosat cover --engine spa", "sparse"),
    ] {
        let (start, _) = words.rsplit_once(' ').unwrap();
        let script = format!(
            "zmodload zsh/zpty || exit 77\n\
             zpty z zsh -f -i\n\
             zpty -w z 'PS1=; fpath=({folder} $fpath); autoload -Uz compinit; \
             compinit -u -D; bindkey -e; print rea\"\"dy'\n\
             zpty -r z said '*ready*'\n\
             zpty -w -n z $'{words}\\t'\n\
             zpty -r z said '*{start} {expected}*' && print completed\n\
             zpty -d z\n",
            folder = folder.path().display(),
        );
        let output = Command::new("timeout")
            .args(["60", "zsh", "-f", "-c", &script])
            .env("TERM", "dumb")
            .output();
        let code = output.as_ref().map(|output| output.status.code());
        // 127: there is no zsh; 77: it has no terminals of its own.
        if !code
            .as_ref()
            .is_ok_and(|code| !matches!(code, Some(77 | 127)))
        {
            eprintln!("skipped: zsh is not installed");
            return;
        }
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said.trim(), "completed", "{words}: {output:?}");
    }
}
