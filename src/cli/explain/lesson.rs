//! `explain --lesson`: a lesson as a page, slides, a handout or its answers.

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
    let file = match (&arguments.html, arguments.to) {
        (None, Material::Beamer) => {
            let mut out = out::stdout();
            out.write_all(lesson.beamer()?.as_bytes())?;
            out.flush()?;
            return Ok(Exit::Done);
        }
        (Some(_), Material::Beamer) => {
            bail!("the slides in LaTeX go to standard output; leave out --html");
        }
        (None, _) => bail!("a lesson is written to a file: add --html FILE"),
        (Some(file), _) => file,
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
        Material::Beamer => {}
    }
    target.commit().map_err(out::explained)?;
    Ok(Exit::Done)
}
