//! `explain --lesson`: a lesson as a page, slides, a handout, its answers or its questions.

use super::super::exit::Exit;
use super::super::out;
use super::{Arguments, Material};
use anyhow::{Context as _, bail};
use std::io::Write as _;
use sudosat::teach::course;

/// Writes the lesson of this number.
pub(super) fn write(number: u8, arguments: &Arguments) -> anyhow::Result<Exit> {
    let lesson = course::Lesson::by_number(number.into()).context("no such lesson")?;
    if arguments.live && arguments.to != Material::Page {
        bail!("--live is for the page of a lesson; leave out --live or --to");
    }
    let printed = match arguments.to {
        Material::Beamer => Some(("the slides in LaTeX", lesson.beamer()?)),
        Material::Gift => Some(("the questions", lesson.gift()?)),
        _ => None,
    };
    let file = match (&arguments.html, printed) {
        (None, Some((_, text))) => {
            let mut out = out::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            return Ok(Exit::Done);
        }
        (Some(_), Some((what, _))) => {
            bail!("{what} go to standard output; leave out --html");
        }
        (None, None) => bail!("a lesson is written to a file: add --html FILE"),
        (Some(file), None) => file,
    };
    let mut target = out::create(file, arguments.force, &[""; 0])?;
    match arguments.to {
        Material::Page => {
            let page = lesson.page()?;
            page.write(&mut target, arguments.live, &lesson.html()?)?;
        }
        Material::Slides => target.write_all(lesson.slides()?.as_bytes())?,
        Material::Handout => target.write_all(lesson.handout()?.as_bytes())?,
        Material::Answers => target.write_all(lesson.answers()?.as_bytes())?,
        Material::Beamer | Material::Gift => {}
    }
    target.commit().map_err(out::explained)?;
    Ok(Exit::Done)
}
