//! The file of a formula, and the commands to run when it is written.

use crate::cli::puzzles::input_of;
use anyhow::bail;
use std::borrow::Cow;
use std::io::{BufRead, Read};
use std::path::{Component, Path, PathBuf};
use sudosat::encode::{Description, Encoding, Layout, Numbering, Part, size};
use sudosat::io::{Source, display, names_stdout};
use sudosat::sudoku::text::Entry;

/// The folder for formulas that are given no other place.
const FOLDER: &str = "cnf-out";

/// Number of bytes of a formula in which its puzzle is looked for.
const LONGEST_HEAD: u64 = 16 << 20;

/// The origin of the current puzzle: its input and line.
#[derive(Default)]
pub(crate) struct Origin {
    /// The input's name.
    input: String,
    /// The line of the input on which the puzzle begins.
    line: u64,
    /// Set if the input's name is enough to find the puzzle.
    alone: bool,
}

impl Origin {
    /// Goes on to `entry`, which `next` follows. `picked` says that it was asked
    /// for as one of several.
    pub(crate) fn advance(&mut self, entry: &Entry, next: Option<&Entry>, picked: bool) {
        let input = input_of(entry);
        let first = self.input != input;
        self.alone = first && !picked && next.is_none_or(|next| input_of(next) != input);
        self.input = input.to_owned();
        self.line = entry.line;
    }

    /// Returns a name for the puzzle's formula: the input's without folder and ending,
    /// and the puzzle's line if there are several.
    fn stem(&self) -> String {
        let path = Path::new(&self.input);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let packed = [".gz", ".xz", ".bz2"];
        let file = packed
            .iter()
            .find_map(|ending| file.strip_suffix(ending))
            .unwrap_or(&file);
        let stem = match file.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => file,
        };
        let stem = match stem {
            "-" => "stdin".to_owned(),
            _ => stem.replace(char::is_whitespace, "-"),
        };
        if self.alone {
            stem
        } else {
            format!("{stem}-{}", self.line)
        }
    }
}

/// The file that a formula is written to.
pub(crate) struct FormulaFile {
    pub path: PathBuf,
    /// Set if an existing file is replaced.
    pub replace: bool,
    /// Set if it is not replaced where it is of another puzzle.
    is_kept: bool,
    /// Set if the path was chosen by this program.
    is_default: bool,
}

impl FormulaFile {
    /// Returns the path that the user named.
    pub(crate) fn named(path: &Path, force: bool) -> FormulaFile {
        FormulaFile {
            path: path.to_owned(),
            replace: force || is_in_folder(path),
            is_kept: !force,
            is_default: false,
        }
    }

    /// Returns the path `cnf-out/NAME.cnf`. The name contains all choices that make the
    /// formula differ from the lecture's whole formula.
    pub(crate) fn default_for(
        origin: &Origin,
        encoding: &Encoding,
        layout: Layout,
        preprocessed: bool,
        force: bool,
    ) -> FormulaFile {
        let mut name = origin.stem();
        let lecture = *encoding == Encoding::LECTURE;
        let tags = [
            (!lecture && layout.part != Part::Clues).then(|| encoding.to_string()),
            (layout.numbering == Numbering::Rcv).then(|| "rcv".to_owned()),
            (layout.part == Part::Rules).then(|| "rules".to_owned()),
            (layout.part == Part::Clues).then(|| "clues".to_owned()),
            preprocessed.then(|| "preprocessed".to_owned()),
        ];
        for tag in tags.into_iter().flatten() {
            name.push('-');
            name.push_str(&tag);
        }
        FormulaFile {
            path: Path::new(FOLDER).join(name + ".cnf"),
            replace: true,
            is_kept: !force,
            is_default: true,
        }
    }

    /// Returns `true` if it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        names_stdout(&self.path)
    }

    /// Returns the file that will be written: links are followed.
    pub(crate) fn file(&self) -> PathBuf {
        std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone())
    }

    /// Refuses to replace a formula whose comments name neither the file that the puzzle is from
    /// nor the puzzle. `comments` are those of the new one.
    pub(crate) fn refuse_other(&self, entry: &Entry, comments: &[String]) -> anyhow::Result<()> {
        let Some(old) = self.lines_kept()? else {
            return Ok(());
        };
        let old = old.map_while(|line| Some(line.strip_prefix("c ")?.to_owned()));
        let old: Vec<String> = old.collect();
        let is_of_file = Path::new(input_of(entry)).is_file();
        let has_same_source = is_of_file && source(&old) == source(comments);
        let is_stated = stated(&old).next().is_some();
        let is_same_puzzle = is_stated && stated(&old).eq(stated(comments));
        self.refuse_unless(has_same_source || is_same_puzzle, source(&old))
    }

    /// Refuses to replace other lines than these, which have no comments.
    pub(crate) fn refuse_other_lines(&self, lines: &[u8]) -> anyhow::Result<()> {
        let Some(old) = self.lines_kept()? else {
            return Ok(());
        };
        let is_same = old.eq(String::from_utf8_lossy(lines).lines().map(str::to_owned));
        self.refuse_unless(is_same, None)
    }

    /// Returns the lines of the file that is to be replaced; those that are no text are empty.
    /// Returns `None` if there is no file, if nothing is in it, or if it is replaced whatever it
    /// holds.
    fn lines_kept(&self) -> anyhow::Result<Option<impl Iterator<Item = String> + use<>>> {
        let has_text = std::fs::metadata(&self.path).is_ok_and(|it| it.is_file() && it.len() > 0);
        if !self.is_kept || !self.replace || !has_text {
            return Ok(None);
        }
        let lines = Source::open(&self.path)?.take(LONGEST_HEAD).lines();
        Ok(Some(lines.map(Result::unwrap_or_default)))
    }

    fn refuse_unless(&self, is_same: bool, source: Option<&str>) -> anyhow::Result<()> {
        if is_same {
            return Ok(());
        }
        let path = self.path.to_string_lossy();
        let other = match source {
            Some(source) => format!("of another puzzle, from {}", display(source)),
            None => "not known to be of this puzzle".to_owned(),
        };
        bail!(
            "{}: the file is {other}, and is kept; `-o` names another file, `--force` replaces it",
            display(&path)
        )
    }

    /// Refuses to replace a proof beside the formula if no formula is there that shows of which
    /// puzzle it is.
    pub(crate) fn refuse_lone_proof(&self, proof: &Path) -> anyhow::Result<()> {
        let is_there = |path: &Path| std::fs::metadata(path).is_ok_and(|it| it.len() > 0);
        if self.is_kept && self.replace && is_there(proof) && !is_there(&self.path) {
            let (proof, path) = (proof.to_string_lossy(), self.path.to_string_lossy());
            bail!(
                "{}: the proof of a formula that is no longer in {}, and is kept; `-o` names \
                 another file, `--force` replaces it",
                display(&proof),
                display(&path)
            );
        }
        Ok(())
    }

    /// Makes the folder of a path made up here.
    pub(crate) fn prepare(&self) -> anyhow::Result<()> {
        if self.is_default {
            std::fs::create_dir_all(FOLDER)
                .map_err(|error| anyhow::anyhow!("the folder {FOLDER} can't be made: {error}"))?;
        }
        Ok(())
    }
}

/// Returns the file that the comments of a formula name, without the line of the puzzle.
fn source(comments: &[String]) -> Option<&str> {
    let puzzle = comments.iter().find_map(|it| it.strip_prefix("puzzle "))?;
    let (name, _) = puzzle.rsplit_once(": ")?;
    let (input, _) = name.rsplit_once(':')?;
    Some(input)
}

/// Returns the comments that state the puzzle.
fn stated(comments: &[String]) -> impl Iterator<Item = &str> {
    let comments = comments.iter().map(String::as_str);
    comments.filter(|comment| comment.starts_with(Description::PUZZLE))
}

/// Returns `true` if a path, as it is written, leads into our folder.
fn is_in_folder(path: &Path) -> bool {
    let mut parts = path
        .components()
        .skip_while(|part| *part == Component::CurDir);
    parts.next() == Some(Component::Normal(FOLDER.as_ref()))
        && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Prints on standard error the commands to run next.
pub(super) fn print_next_commands(
    file: &FormulaFile,
    entry: &Entry,
    encoding: &Encoding,
    layout: Layout,
) {
    match layout.part {
        Part::Rules => return,
        Part::Clues => {
            let whole = Layout {
                part: Part::Whole,
                ..layout
            };
            let formula = size(&entry.puzzle, encoding, whole);
            crate::cli::report::note(&format!(
                "it has no header; that of the `-e {}` rules and these clues together is p cnf {} {}",
                encoding.name, formula.vars, formula.clauses
            ));
            return;
        }
        Part::Whole => {}
    }
    let path = file.path.display().to_string();
    let (cnf, out) = (quoted(&path), quoted_path(&file.path.with_extension("out")));
    // The formula's comments carry the puzzle and the numbering.
    let decode = format!("sudosat decode {cnf}");
    if file
        .path
        .extension()
        .is_some_and(|ending| ending == "xz" || ending == "bz2")
    {
        // minisat reads neither.
        crate::cli::report::note(&format!("next: kissat {cnf} | {decode} -"));
    } else {
        crate::cli::report::note(&format!("next: minisat {cnf} {out}; {decode} {out}"));
        crate::cli::report::note(&format!("  or: kissat {cnf} | {decode} -"));
    }
}

fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string()).into_owned()
}

/// Returns the text as a word for a shell, without control characters.
fn quoted(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "._-/:=+,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("'{}'", display(text).replace('\'', r"'\''")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudosat::sudoku::Puzzle;
    use sudosat::sudoku::text::Form;

    fn entry(input: &str, line: u64) -> Entry {
        Entry {
            puzzle: Puzzle::from_values(&[0; 16]),
            tokens: Default::default(),
            form: Form::Line,
            line,
            name: format!("{input}:{line}"),
            expected: None,
            title: None,
            dropped: Vec::new(),
            beside: Vec::new(),
        }
    }

    #[test]
    fn files_are_named_for_their_puzzles() {
        let entries = [
            entry("a/b.c.txt", 3),
            entry("x/list.sdm.xz", 1),
            entry("x/list.sdm.xz", 2),
            entry("-", 1),
            entry("argument 5", 1),
            entry("x/one.sdm", 7),
        ];
        let mut origin = Origin::default();
        let mut names = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let picked = entry.line == 7;
            origin.advance(entry, entries.get(index + 1), picked);
            let file = FormulaFile::default_for(
                &origin,
                &Encoding::LECTURE,
                Layout::default(),
                false,
                false,
            );
            names.push(file.path.display().to_string());
        }
        let expected = ["b.c", "list-1", "list-2", "stdin", "argument-5", "one-7"];
        assert_eq!(names, expected.map(|name| format!("cnf-out/{name}.cnf")));
        let layout = Layout {
            numbering: Numbering::Rcv,
            part: Part::Rules,
            ..Layout::default()
        };
        let file = FormulaFile::default_for(&origin, &Encoding::EXTENDED, layout, false, false);
        let name = "cnf-out/one-7-extended-rcv-rules.cnf";
        assert_eq!(file.path, Path::new(name));
    }

    #[test]
    fn only_what_is_ours_is_overwritten_unasked() {
        for (path, ours) in [
            ("cnf-out/x.cnf", true),
            ("./cnf-out/a/x.cnf", true),
            ("cnf-out/../x.cnf", false),
            ("x.cnf", false),
            ("/cnf-out/x.cnf", false),
            ("a/cnf-out/x.cnf", false),
        ] {
            assert_eq!(is_in_folder(Path::new(path)), ours, "{path}");
        }
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("a/b-1.cnf"), "a/b-1.cnf");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("$(x)\n"), "'$(x)\\n'");
    }
}
