// ---- person: the steps of `hint` and `why`

/** The tab of each of these runs. */
const PERSON_TABS = { hint: "techniques", why: "why" };

/** The step that is shown stands before its change in the grid, so that what it removes and
    places can be seen; the next step shows the grid after it. */
const PERSON_RULES = {
  big: ["step", "end"],
  start: run => ({ gone: new Set(run.gone), placed: new Map(), now: null }),
  copy: s => ({ gone: new Set(s.gone), placed: new Map(s.placed), now: s.now }),
  apply(s, e) {
    const before = s.now;
    for (const v of [...before?.removes ?? [], ...before?.gone ?? []]) s.gone.add(v);
    if (before?.places) s.placed.set(candidate(before.places).cell, before.places);
    s.now = e;
  },
};

/** Returns `true` if the page has the steps of a person and nothing else. */
const isPersonal = () => Boolean(lesson.persons) && !traces.some(one => one.runs.length);

/** Makes the runs of a document; the steps have no formula and no clauses. */
const personRuns = () => (lesson.persons ?? []).map(run => Object.assign(new Run(traces[0], run), { clues: run.clues, begins: run.start }));

/** The document that has steps of a person, of all that this page shows one after the other. */
let withSteps = null;

/** What makes two puzzles the same: a run may have found the solution of one of them alone. */
function puzzleOf(made) {
  const { givens, excluded, rules } = made.traces[0].puzzle ?? {};
  return JSON.stringify([givens, excluded, rules]);
}

/** Keeps the steps of a puzzle. A live page's engine makes documents without them: they are added to
    those of the same puzzle. */
function keepSteps() {
  if (lesson.persons) withSteps = lesson;
  else if (withSteps && puzzleOf(lesson) === puzzleOf(withSteps)) lesson.persons = withSteps.persons;
}

/** Returns `true` if the tab is for another puzzle than the one that is shown. */
const isElsewhere = tab => Boolean(puzzle && withSteps && !lesson.persons) && withSteps.persons.some(run => PERSON_TABS[run.engine] === tab);

const elsewherePanel = () => [`<h2>Techniques</h2><p>These steps are only for <a href="#techniques/1">the puzzle that the page was made with</a>: the page can't find them itself. For another puzzle, <code>sudosat hint --html FILE PUZZLE</code> writes a page of its steps.</p>`];

const personTitle = () => lesson.persons[0].engine === "why" ? "Why, step by step" : "Sudoku, step by step";

/** How the candidates stand: those that are ruled out, and the digits placed before this step. */
const standingOfPerson = s => v => {
  const placed = s.placed.get(candidate(v).cell);
  return placed ? (placed === v ? 1 : -1) : s.gone.has(v) ? -1 : 0;
};

const tellPerson = (run, k) => k ? esc(run.events[k - 1].text) : `<b>Start.</b> ${esc(run.begins)} → goes a step on.`;

/** Number of lines of a check after which the rest is only counted. */
const MOST_LINES = 300;

function personPanel(run, k) {
  const e = run.events[k - 1], lines = (e?.lines ?? []).slice(0, MOST_LINES), more = (e?.lines?.length ?? 0) - lines.length;
  const sections = [];
  sections.push(`<h2>Why it can be believed</h2>${room("The check", e?.checked ? `<p>${esc(e.checked)}</p>`
    + (lines.length ? `<ol class="check">${lines.map(([depth, text]) => `<li style="--depth:${depth}"${/^Contra/.test(text) ? ' class="end"' : ""}>${esc(text)}.</li>`).join("")}</ol>` : "")
    + (more ? `<p class="faint">and ${counted(more, "line")} more</p>` : "")
    : `<p class="faint">${k ? "Nothing was concluded here." : "What was checked is shown here at each step."}</p>`)}`);
  const steps = run.events.map((one, i) => {
    const name = /^[^:.]+/.exec(one.text)?.[0] ?? "";
    const what = one.places ? litName(one.places) : one.removes ? one.removes.slice(0, 4).map(v => litName(-v)).join(" ") + (one.removes.length > 4 ? " …" : "") : "";
    const told = run.engine === "hint" ? name : one.t === "end" ? "the clues and rules needed" : what ? "" : "a clash";
    return `<li${i + 1 === k ? ' aria-current="step"' : ""}><a href="${link(view.tab, i + 1)}">step ${i + 1}</a> ${esc(one.t === "end" && run.engine === "hint" ? "the end" : told)} ${esc(what)}</li>`;
  });
  sections.push(`<h2>All steps</h2>${room("All steps", `<ol class="followed">${steps.join("")}</ol>`)}`);
  return sections;
}

/** The cells that some step is about; the others are drawn without their candidates. */
const aboutOfPerson = run => run.about ??= new Set(run.events.flatMap(e =>
  [...e.cells ?? [], ...e.areas?.flat() ?? [], ...[...e.uses ?? [], ...e.removes ?? [], ...e.places ? [e.places] : []].map(v => candidate(v).cell)]));

/** Marks what the step is about in the grid. */
function paintPerson(run, k) {
  const s = PERSON_TABS[run?.engine] ? run.at(k) : null, e = s?.now;
  document.body.toggleAttribute("data-person", Boolean(s));
  const areas = new Set(e?.areas?.flat()), own = new Set(e?.cells), clues = run?.clues && new Set(run.clues);
  const looks = [["use", e?.uses], ["other", e?.others], ["gone", e?.removes], ["set", e?.places ? [e.places] : []]];
  cells.forEach((cell, i) => {
    cell.toggleAttribute("data-area", areas.has(i));
    cell.toggleAttribute("data-own", own.has(i));
    cell.toggleAttribute("data-aside", Boolean(s && clues && !(puzzle.givens[i] ? clues : aboutOfPerson(run)).has(i)));
    delete cell.dataset.change;
  });
  for (const one of buttons.values()) delete one.dataset.look;
  for (const [look, vars] of looks) {
    for (const v of vars ?? []) {
      const { cell } = candidate(v), one = isLarge() ? null : buttons.get(v);
      if (one) one.dataset.look = look;
      if (isLarge() && (look === "gone" || look === "set")) cells[cell].dataset.change = look;
    }
  }
  // The list shows the step, without moving the page.
  const here = s && byId("panel").querySelector(".followed [aria-current]"), list = here?.closest(".same");
  if (list) list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

/** The meaning of the marks, in place of the clause families. */
const personLegend = () => `<h2>The marks</h2><ul class="families looks">
  <li><b data-look="use">3</b> <b data-look="other">3</b> what the step uses; two sides of a pattern have two looks</li>
  <li><b data-look="gone">3</b> removed by the step</li><li><b data-look="set">3</b> placed by the step</li>
  <li><b class="area"></b> a row, column, box or other house of the step</li></ul>`;

/** What is known of a candidate, in place of its literal and its clauses. */
function personInspected(key) {
  const c = key[0] === "l" ? candidate(Math.abs(numberOf(key))) : null, run = currentRun();
  if (!c) return "Point at a digit: its steps are told here. A click or Enter selects it.";
  const name = `<b>${esc(litName(c.v))}</b>`, clue = puzzle.givens[c.cell];
  if (clue) return clue === c.digit ? `${name}: a clue.` : `${name}: the clue is ${clue}.`;
  const how = stepsOfPerson(run, c.v).map(([i, what]) => `<a href="${link(view.tab, i)}">step ${i}</a> ${what}`);
  return `${name}: ${how.join("; ") || (standingOfPerson(run.at(0))(c.v) < 0 ? "ruled out by the clues" : "no step is about it")}.`;
}

function stepsOfPerson(run, v) {
  const has = list => list?.includes(v);
  return run.events.flatMap((e, i) => {
    const what = e.places === v ? "places it" : has(e.removes) ? "removes it" : has(e.uses) || has(e.others) ? "uses it" : has(e.gone) ? "excludes it by a digit that it places" : "";
    return what ? [[i + 1, what]] : [];
  });
}
