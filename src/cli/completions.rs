//! `sudosat completions`: tab completion for shells.

use super::choices;
use super::exit::Exit;
use super::out;
use clap_complete::Shell;
use std::io::Write;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = WHERE)]
pub(super) struct Arguments {
    /// The shell to complete for
    shell: Shell,
}

const WHERE: &str = "\
Where shells look for it:
  bash  sudosat completions bash > ~/.local/share/bash-completion/completions/sudosat
  zsh   sudosat completions zsh > a folder of your fpath, as _sudosat
  fish  sudosat completions fish > ~/.config/fish/completions/sudosat.fish";

/// Prints the script that completes the commands and options of `program`.
pub(super) fn run(arguments: Arguments, mut program: clap::Command) -> anyhow::Result<Exit> {
    // First whole in memory: the generator panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "sudosat", &mut script);
    let script = with_lists(arguments.shell, String::from_utf8(script)?);
    let mut out = out::stdout();
    out.write_all(script.as_bytes())?;
    out.flush()?;
    Ok(Exit::Done)
}

/// The function that bash calls. It parts `--engine=k` into three words, and knows no lists.
const WORDS: &str = r#"
_sudosat_words() {
    local cur="$2" prev="$3" before=""
    if [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    if [[ " ${COMP_WORDS[*]:0:COMP_CWORD}" == *" check "* && $prev == --engine?(s) && $cur == *,* ]]; then
        before="${cur%,*},"
        cur="${cur##*,}"
    fi
    _sudosat "$1" "$cur" "$prev"
    COMPREPLY=("${COMPREPLY[@]/#/$before}")
}
"#;

/// Returns a script that completes each name of a list of engines: `check --engines cdcl,k`. For
/// bash it also completes behind `=`.
fn with_lists(shell: Shell, script: String) -> String {
    let engines = choices::engines();
    let names = engines.names();
    let words = names.join(" ");
    match shell {
        Shell::Bash => {
            let registered = script.replace("complete -F _sudosat ", "complete -F _sudosat_words ");
            registered + WORDS
        }
        Shell::Zsh => script.replace(
            &format!(":NAMES:({words})"),
            &format!(":NAMES:_values -s , engine {words}"),
        ),
        Shell::Fish => {
            let each: Vec<String> = names.iter().map(|name| format!("{name}\\t''")).collect();
            let list = format!("\"(__fish_append , {words})\"");
            match script.split_once("using_subcommand check\" -l engines ") {
                Some((before, option)) => {
                    let option = option.replacen(&format!("\"{}\"", each.join("\n")), &list, 1);
                    format!("{before}using_subcommand check\" -l engines {option}")
                }
                None => script,
            }
        }
        _ => script,
    }
}
