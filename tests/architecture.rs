//! The arrows between the folders of `src/`: each uses only those that the table of
//! `docs/ARCHITECTURE.md` allows, and there is no circle. Within the solver: each method
//! touches few of its parts. The trusted base uses nothing else, and is short. Tests inside
//! the sources, and comments, may name anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A part of `src/`, a file or a folder, and those that it may use.
struct Part {
    name: String,
    uses: BTreeSet<String>,
    /// Set if `uses` names all parts of the rows above.
    uses_all: bool,
}

/// Returns the rows of the table of folders in `docs/ARCHITECTURE.md`, from the bottom to the top.
/// A part uses parts of rows above its own only, so there can be no circle.
fn parts() -> Vec<Part> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ARCHITECTURE.md");
    let text = fs::read_to_string(file).unwrap();
    let (_, table) = text.split_once("| may use |\n|---|---|---|\n").unwrap();
    let mut parts: Vec<Part> = Vec::new();
    for row in table.lines().take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [names, _, uses] = cells[..] else {
            panic!("a row has three cells: {row}");
        };
        let names = names.split(", ").map(|name| name.trim_matches('`'));
        let names: BTreeSet<&str> = names
            .map(|name| name.trim_end_matches('/').trim_end_matches(".rs"))
            .collect();
        let above: BTreeSet<String> = parts.iter().map(|part| part.name.clone()).collect();
        let uses_all = uses == "all above";
        let uses = match uses {
            "all above" => above.clone(),
            "nothing" => BTreeSet::new(),
            listed => listed.split(", ").map(str::to_owned).collect(),
        };
        assert!(uses.is_subset(&above), "not above: {row}");
        parts.extend(names.iter().map(|name| Part {
            name: (*name).to_owned(),
            uses: uses.clone(),
            uses_all,
        }));
    }
    parts
}

#[test]
fn parts_use_only_what_is_above_them_in_the_table() {
    let parts = parts();
    let names: BTreeSet<&str> = parts.iter().map(|part| &part.name[..]).collect();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut arrows = 0;
    for path in sources(&source) {
        let place = path.strip_prefix(&source).unwrap();
        let first = place.iter().next().unwrap().to_str().unwrap();
        let name = first.trim_end_matches(".rs");
        if ["lib", "main"].contains(&name) {
            continue;
        }
        let Some(part) = parts.iter().find(|part| part.name == name) else {
            panic!("{name} is no part of the table: which may it use?");
        };
        let mut uses = used_parts(&fs::read_to_string(&path).unwrap());
        uses.retain(|other| other != name && names.contains(&other[..]));
        arrows += uses.len();
        let bad = uses.difference(&part.uses);
        wrong.extend(bad.map(|other| format!("{} uses {other}", place.display())));
        used.entry(&part.name).or_default().append(&mut uses);
    }
    for part in parts.iter().filter(|part| !part.uses_all) {
        let idle = part.uses.difference(&used[&part.name[..]]);
        wrong.extend(idle.map(|other| format!("{} may use {other}, and does not", part.name)));
    }
    assert!(arrows > 300, "only {arrows} arrows were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The Rust files of a folder and of those below it, without files of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !is_test(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns `true` for a file of tests inside the sources.
fn is_test(path: &Path) -> bool {
    path.iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

/// A source without its tests and comments.
fn code(text: &str) -> String {
    let code = text.split("\nmod tests {").next().unwrap();
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that follow `crate::` or `sudosat::` in code, once each.
fn used_parts(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let mut names = BTreeSet::new();
    for root in ["crate::", "sudosat::"] {
        for (start, _) in code.match_indices(root) {
            let rest = &code[start + root.len()..];
            match rest.strip_prefix('{') {
                None => names.extend(name(rest)),
                Some(group) => names.extend(group_names(group)),
            }
        }
    }
    names
}

/// The name that a text begins with.
fn name(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

/// The first names of the paths in braces, of which the first was read.
fn group_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 1;
    let mut is_first = true;
    for (place, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => is_first = true,
            _ if is_first && depth == 1 && !c.is_whitespace() => {
                names.extend(name(&text[place..]));
                is_first = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

#[test]
fn uses_are_found_in_every_form() {
    let text = "use crate::io::Source;\nuse crate::{budget::Budget, formula::{Cnf, Lit}, proof};\n\
                // crate::cli\nlet x = sudosat::check::grid(1);\n#[cfg(test)]\nmod tests {\ncrate::engine";
    let found: Vec<String> = used_parts(text).into_iter().collect();
    assert_eq!(found, ["budget", "check", "formula", "io", "proof"]);
}

/// Largest number of lines of the trusted base in all, comments included.
const MOST_TRUSTED_LINES: usize = 2000;

/// The trusted base is compiled alone as a crate of its own, so it uses nothing of this
/// one, nor of the standard library.
#[test]
fn the_trusted_base_is_short_and_uses_nothing_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/trusted");
    let mut lines = 0;
    for path in sources(&folder) {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.display();
        lines += text.lines().count();
        assert!(
            !text.contains("#[cfg("),
            "{file}: other code in other builds"
        );
        assert!(!text.contains("#[allow("), "{file}");
        let uses = code(&text);
        let uses = uses.lines().filter_map(|line| line.strip_prefix("use "));
        for path in uses {
            let root = name(path).unwrap_or_default();
            assert!(
                ["super", "alloc", "core"].contains(&&root[..]),
                "{file}: {path}"
            );
        }
    }
    println!("the trusted base has {lines} lines");
    assert!(lines > 1000, "only {lines} lines were found");
    assert!(lines <= MOST_TRUSTED_LINES, "{lines} lines");
    let head = fs::read_to_string(folder.join("mod.rs")).unwrap();
    assert!(head.contains("#![forbid(unsafe_code)]"));

    let build = tempfile::tempdir().unwrap();
    let root = build.path().join("lib.rs");
    let module = folder.join("mod.rs");
    let module = module.to_str().unwrap();
    let text = format!("#![no_std]\nextern crate alloc;\n#[path = {module:?}]\npub mod trusted;\n");
    fs::write(&root, text).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "-D",
            "warnings",
        ])
        .arg("--out-dir")
        .args([build.path(), &root])
        .output();
    let Ok(output) = output else {
        println!("skipped: there is no rustc on the PATH");
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// The largest number of the solver's parts (fields of `Solver`) that a method touches.
/// A method that needs more is several: one that decides, and ones that do.
const MOST_PARTS: usize = 6;

/// With `--nocapture`, prints each method of the solver with the parts that it touches.
#[test]
fn each_method_of_the_solver_touches_few_of_its_parts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cdcl");
    let parts = parts_of_solver(&fs::read_to_string(folder.join("solver.rs")).unwrap());
    assert!(parts.len() > 20, "{parts:?}");
    let mut methods = Vec::new();
    for path in sources(&folder) {
        let file = path.strip_prefix(&folder).unwrap().display().to_string();
        for (method, touched) in methods_of_solver(&fs::read_to_string(&path).unwrap(), &parts) {
            methods.push((touched.len(), format!("{file}: {method}"), touched));
        }
    }
    methods.sort_by(|a, b| b.cmp(a));
    for (number, method, touched) in &methods {
        let touched: Vec<&str> = touched.iter().map(String::as_str).collect();
        println!("{number} {method}: {}", touched.join(", "));
    }
    assert!(methods.len() > 150, "only {} methods", methods.len());
    let wrong = methods.iter().filter(|(number, ..)| *number > MOST_PARTS);
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&(_, _, _)>::new());
    assert_eq!(methods[0].0, MOST_PARTS, "the limit can be lowered");
}

/// The fields of the struct `Solver`.
fn parts_of_solver(text: &str) -> BTreeSet<String> {
    let (_, fields) = text.split_once("pub struct Solver {").unwrap();
    let (fields, _) = fields.split_once("\n}").unwrap();
    let fields = fields.lines().filter_map(|line| {
        let field = line.trim().strip_prefix("pub(super) ")?;
        Some(field.split_once(':')?.0.to_owned())
    });
    fields.collect()
}

/// The methods in the `impl` blocks of `Solver`, each with the parts that it touches: as
/// `self.part`, or by taking the solver apart, `let Solver { part, .. } = self`.
fn methods_of_solver(text: &str, parts: &BTreeSet<String>) -> Vec<(String, BTreeSet<String>)> {
    let mut methods: Vec<(String, String)> = Vec::new();
    let (mut in_impl, mut in_method) = (false, false);
    for line in code(text).lines() {
        match line {
            "}" => in_impl = false,
            "    }" => in_method = false,
            _ if line.starts_with("impl") => in_impl = line.contains("Solver {"),
            _ => {}
        }
        let is_member = line.starts_with("    ") && !line.starts_with("     ");
        if in_impl
            && is_member
            && let Some((_, rest)) = line.split_once("fn ")
        {
            in_method = !line.ends_with('}');
            methods.extend(name(rest).map(|name| (name, String::new())));
        }
        if in_method && let Some((_, body)) = methods.last_mut() {
            body.push_str(line);
            body.push('\n');
        }
    }
    let touched = methods.into_iter().map(|(method, body)| {
        let mut touched = BTreeSet::new();
        for (start, me) in body.match_indices("self") {
            let rest = body[start + me.len()..].trim_start();
            if let Some(rest) = rest.strip_prefix('.')
                && let Some(part) = name(rest)
                && !rest[part.len()..].starts_with('(')
            {
                touched.insert(part);
            }
        }
        for (start, opening) in body.match_indices("let Solver {") {
            let rest = &body[start + opening.len()..];
            let (taken, _) = rest.split_once('}').unwrap();
            touched.extend(taken.split(',').filter_map(|part| name(part.trim())));
        }
        touched.retain(|part| parts.contains(part));
        (method, touched)
    });
    touched.collect()
}

#[test]
fn touched_parts_are_found_in_every_form() {
    let solver = "pub struct Solver {\n    /// A doc.\n    pub(super) trail: Trail,\n    \
                  pub(super) stats: Stats,\n    pub(super) core: Vec<Lit>,\n}\n";
    let parts = parts_of_solver(solver);
    assert_eq!(Vec::from_iter(&parts), ["core", "stats", "trail"]);
    let text = "impl Other {\n    fn no(&self) {\n        self.trail;\n    }\n}\n\
                impl Solver {\n    pub fn first(&self) -> u8 {\n        self\n            .trail\n            \
                .len();\n        // self.stats\n        self.core()\n    }\n\n    \
                fn second(\n        &mut self,\n    ) {\n        let Solver {\n            \
                trail, core, ..\n        } = self;\n        self.stats.ticks += 1;\n    }\n}\n\
                impl Sink for Solver {\n    fn none(&self) {}\n}\n";
    let found = methods_of_solver(text, &parts);
    let found: Vec<String> = found
        .into_iter()
        .map(|(method, touched)| format!("{method} {}", Vec::from_iter(touched).join(" ")))
        .collect();
    assert_eq!(found, ["first trail", "second core stats trail", "none "]);
}
