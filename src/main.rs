//! The `sudosat` program: parse the arguments, run the command, exit.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
