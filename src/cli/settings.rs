//! The solver's settings as options: one for each row of its table.

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use sudosat::cdcl::{Config, Setting, Values};

/// Settings as given on the command line, the others at their defaults.
pub(super) struct Settings(pub Config);

/// Returns the option for a setting. A switch that is on by default gets an option such
/// as `--no-shrink`; other settings take a value: `--tier1 3`.
fn option_of(setting: &'static Setting) -> Arg {
    let default = default_of(setting);
    let name = setting.name.replace('_', "-");
    let meaning = setting.meaning.trim_end_matches('.');
    let arg = Arg::new(setting.name)
        .help_heading("The search")
        .hide_short_help(true);
    let values = (setting.values)();
    match values {
        Values::Switch if default == "on" => arg
            .long(format!("no-{name}"))
            .help(format!("Switch off: {meaning}"))
            .action(ArgAction::SetTrue),
        Values::Switch => arg
            .long(name)
            .help(format!("Switch on: {meaning}"))
            .action(ArgAction::SetTrue),
        Values::Choice(words) => arg
            .long(name)
            .value_name("WORD")
            .help(format!("{meaning} [default: {default}]"))
            .value_parser(PossibleValuesParser::new(words)),
        Values::Number(_) | Values::Interval(_) => {
            let form = match values {
                Values::Interval(_) => "N|never",
                _ => "N",
            };
            arg.long(name)
                .help(format!("{meaning} [default: {default}]"))
                .value_name(form)
                .value_parser(move |text: &str| {
                    let fits = Config::default().set(setting.name, text);
                    fits.then(|| text.to_owned())
                        .ok_or_else(|| expected(&(setting.values)()))
                })
        }
    }
}

fn default_of(setting: &Setting) -> String {
    let default = Config::default().get(setting.name);
    default.expect("it is a setting")
}

fn expected(values: &Values) -> String {
    match values {
        Values::Switch => "expected `on` or `off`".to_owned(),
        Values::Number(range) => format!(
            "expected a number from {} to {}",
            range.start(),
            range.end()
        ),
        Values::Interval(range) => format!(
            "expected a number from {} to {}, or `never`",
            range.start(),
            range.end()
        ),
        Values::Choice(words) => format!("expected one of {}", words.join(", ")),
    }
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        command.args(Config::SETTINGS.iter().map(option_of))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Settings, clap::Error> {
        let mut settings = Settings(Config::default());
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for setting in Config::SETTINGS {
            if matches.value_source(setting.name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let value = match (setting.values)() {
                Values::Switch if default_of(setting) == "on" => "off",
                Values::Switch => "on",
                _ => matches
                    .get_one::<String>(setting.name)
                    .map_or("", String::as_str),
            };
            // The parser above has refused what does not fit.
            self.0.set(setting.name, value);
        }
        Ok(())
    }
}
