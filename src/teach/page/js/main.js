// ---- main: the view, the keys, the address

/** What is shown. The step is kept by each run, so that a tab remembers its own. */
const view = { tab: "reduction", encoding: 0, predict: false, playing: 0, decisions: [], note: null, rendered: "" };

/** Every run of the document. */
let allRuns = [];

const TABS = [["reduction", "Reduction"], ["cdcl", "CDCL"], ["dpll", "DPLL"], ["cover", "Exact cover"], ["backtracking", "Backtracking"], ["links", "Links"], ["pigeonholes", "Pigeons"], ["techniques", "Techniques"], ["why", "Why"]];
const ENGINE_TAB = { cdcl: "cdcl", dpll: "dpll", dlx: "cover", matrix: "cover", backtrack: "backtracking", links: "links", ...PERSON_TABS };
const TELL = { cdcl: [tellCdcl, cdclPanel], dpll: [tellDpll, dpllPanel], cover: [tellCover, coverPanel], backtracking: [tellTree, treePanel], links: [tellLinks, linksPanel], pigeonholes: [tellCdcl, holesPanel],
  techniques: [tellPerson, personPanel], why: [tellPerson, personPanel] };

/** Returns `true` if the tab shows a run on the formula. The pigeonholes are another view of the run of CDCL. */
const showsTrail = (tab = view.tab) => tab === "cdcl" || tab === "dpll" || tab === "pigeonholes" && Boolean(lesson.pigeonholes);

const currentRun = (tab = view.tab) => allRuns.find(run => showsTrail(tab)
  ? run.engine === (tab === "dpll" ? tab : "cdcl") && run.trace === traces[view.encoding] : ENGINE_TAB[run.engine] === tab);

Object.defineProperty(view, "at", {
  get: () => currentRun()?.position ?? 0,
  set(k) {
    const run = currentRun();
    if (run) run.position = Math.max(0, Math.min(run.events.length, k));
  },
});

/** Takes a document up: its traces, runs, grid and tabs. */
function load(made) {
  lesson = made;
  keepSteps();
  traces = lesson.traces;
  for (const one of traces) one.cover = traces[0].cover;
  view.encoding = 0;
  trace = traces[0];
  puzzle = trace.puzzle;
  side = puzzle ? puzzle.order ** 2 || puzzle.rules.size : 0;
  across = Math.ceil(Math.sqrt(side));
  down = Math.ceil(side / across);
  board = puzzle && boardOf(puzzle.rules?.grids ?? [[0, 0]]);
  houses = lesson.houses ?? (puzzle ? plainHouses(puzzle.order) : []);
  allRuns = [...traces.flatMap(one => one.runs.flatMap(run => [run, danceOf(one, run)].filter(Boolean)).map(run => new Run(one, run))), ...personRuns()];
  for (const run of allRuns) run.position = 0;
  question = null;
  buildGrid();
  byId("predict").hidden = isPersonal();
  // In pages that are not live, the HTML has these sentences already, for readers without scripts.
  if (byId("engine").textContent.trim()) byId("symbols").innerHTML = [lesson.symbols, lesson.rules].filter(Boolean).map(text => `<p>${esc(text)}</p>`).join("");
  document.title = text?.dataset.title ?? (isPersonal() ? personTitle() : puzzle ? "Sudoku as SAT and as exact cover" : `${titleOf()}, step by step`);
}

/** The text of a lesson beside the panels, if the page is a lesson's. */
const text = byId("lesson");

/** What the document is about. */
const titleOf = () => isPersonal() ? personTitle() : puzzle ? "Sudoku as SAT" : trace.cnf ? "A formula" : "Exact cover";

function link(tab, k) {
  const about = [bus.selected && parameter(bus.selected), view.encoding && `e=${traces[view.encoding].cnf.encoding}`,
    tab === view.tab && question?.name && !question.told && `ask=${question.name}`, presenting.on && `p=${(presenting.places.get(tab) ?? 0) + 1}`, ...addressMore()].filter(Boolean);
  return `#${tab}${tab === "reduction" ? "" : `/${k}`}${about.length ? "?" + about.join("&") : ""}`;
}

/** What is selected, in an address: a variable (a row of a mere cover problem) by its number,
    anything else by its key. */
const parameter = key => /^l\d|^o/.test(key) ? `v=${varOfKey(key)}` : `o=${key}`;

/** What an address selects. */
function selectedIn(about) {
  const v = about.get("v"), key = v ? (trace.cnf ? `l${v}` : `o${v - 1}`) : about.get("o") ?? "";
  return exists(key) ? key : "";
}

/** Goes where the address says; what it says wrongly is left as it is. */
function follow(hash) {
  const parts = /^#([a-z]+)(?:\/(\d+))?(?:\?(.*))?$/.exec(hash);
  if (!parts || !tabs().some(([tab]) => tab === parts[1])) return;
  const about = new URLSearchParams(parts[3] ?? "");
  const encoding = traces.findIndex(one => one.cnf?.encoding === about.get("e"));
  view.encoding = Math.max(0, encoding);
  trace = traces[view.encoding];
  view.tab = parts[1];
  bus.selected = selectedIn(about);
  bus.pointed = "";
  if (parts[2] !== undefined) view.at = +parts[2];
  presenting.on = about.has("p");
  if (presenting.on) presenting.places.set(view.tab, Math.max(1, parseInt(about.get("p")) || 1) - 1);
  question = about.has("ask") ? askNamed(about.get("ask")) : null;
}

const tabs = () => TABS.filter(([tab]) => tab === "reduction" ? !isPersonal() : currentRun(tab) || isElsewhere(tab));

let writing = 0;

/** Writes the address, but not at every step of a run that plays. */
function address() {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const hash = link(view.tab, view.at);
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }, 120);
}

/** Puts the sections of a panel where they belong, apart from those that are there. */
function putSections(id, sections) {
  const place = byId(id);
  if (place.children.length !== sections.length) place.innerHTML = sections.map((_, i) => `<section id="${id}-${i}"></section>`).join("");
  sections.forEach((html, i) => put(`${id}-${i}`, html));
}

function render() {
  trace = traces[view.encoding];
  const run = currentRun(), k = view.at, state = run?.at(k), before = places();
  put("legend", isPersonal() ? personLegend() : legend());
  put("tabs", tabs().map(([tab, name], i) => `<a href="${link(tab, currentRun(tab)?.position ?? 0)}"${
    tab === view.tab ? ' aria-current="page"' : ""}><kbd>${i + 1}</kbd> ${name}</a>`).join(""));
  stepper(run, k);
  quiz();
  const [tell, panel] = TELL[view.tab] ?? [];
  let told = tell && run ? tell(run, k, state) : "";
  if (run?.truncated && k === run.events.length) {
    told += ` <i>The run goes on; this page holds its first ${run.truncated} steps.</i>`;
  }
  if (view.note?.at === k) told = `<b>${view.note.text}</b> ` + told;
  put("told", told);
  byId("told").hidden = !run;
  const lines = run ? algorithm(run, k, state) : "";
  byId("algorithm").hidden = !lines;
  // What the style depends on besides: that there is an algorithm, and how large the grid is.
  if (lines) document.body.dataset.lines = !puzzle ? "list" : side < 5 ? "small" : "large";
  else delete document.body.dataset.lines;
  markPresentation();
  fitTold();
  put("algorithm", lines);
  putSections("panel", isElsewhere(view.tab) ? elsewherePanel() : panel ? panel(run, k, state) : reductionPanel());
  paintBlocks(stands);
  paintPresentation();
  put("about", run ? followed(run, k) : "");
  const e = run?.events[k - 1], cell = cellOf(bus.selected);
  if (cell >= 0) lensCell = cell;
  paintGrid(standingIn(view.tab, state), e ? markedBy(e) : 0);
  paintPerson(run, k);
  byId("predict").setAttribute("aria-pressed", view.predict);
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  afterRender();
  tellPanels();
  placeStops();
  restore(before);
  // The end of the path and of the trail is what a step is about.
  const step = `${view.tab}/${k}/${view.encoding}`;
  if (step !== view.rendered) for (const one of document.querySelectorAll("#panel .tree, #panel .trail")) one.parentElement.scrollTo(1e6, 1e6);
  bringIntoSight(document.querySelector("#panel .tree .here"));
  view.rendered = step;
  showChanged();
  showLine();
  address();
}

/** The variable that a step is about. */
function markedBy(e) {
  if (e.lit || e.on) return Math.abs(e.lit ?? e.on);
  if (e.option !== undefined) return varOfOption(e.option);
  return e.digit ? varOf(e.cell, e.digit) : 0;
}

/** How the variables stand in the grid: 1 true, −1 false, 0 open. */
function standingIn(tab, s) {
  if (!s) return () => 0;
  if (showsTrail(tab)) return v => s.value[v] ?? 0;
  if (tab === "cover" || tab === "links") {
    const values = new Map();
    standingOfCover(s).rows.forEach((how, option) => values.set(varOfOption(option), { in: 1, gone: -1, alive: 0 }[how]));
    return v => values.get(v) ?? -1;
  }
  if (Object.values(PERSON_TABS).includes(tab)) return standingOfPerson(s);
  if (tab === "backtracking") {
    const tried = new Set(s.path.at(-1).kids.map(kid => varOf(kid.cell, kid.digit)));
    return v => {
      const { cell, digit } = candidate(v);
      if (s.grid[cell]) return s.grid[cell] === digit ? 1 : -1;
      return tried.has(v) ? -1 : 0;
    };
  }
  return () => 0;
}

// ---- the stepper

function buildStepper() {
  const button = (id, name, keys) => `<button type="button" id="${id}" aria-label="${name}" title="${name} (${keys})">${icon(id)}</button>`;
  byId("stepper").innerHTML = button("first", "First step", "Home") + button("back", "Decision or conflict before", "Shift ←")
    + button("prev", "Step back", "←") + button("play", "Play", "Space") + button("next", "Step on", "→")
    + button("on", "Next decision or conflict", "Shift →") + button("last", "Last step", "End")
    + `<input type="range" id="slider" min="0" aria-label="Step"><output id="count" for="slider"></output>`;
}

function stepper(run, k) {
  byId("stepper").hidden = !run;
  if (!run) return;
  const slider = byId("slider");
  slider.max = run.events.length;
  slider.value = k;
  byId("count").textContent = `${k} / ${run.events.length}${run.truncated ? "+" : ""}`;
  put("play", icon(view.playing ? "pause" : "play"));
  byId("play").setAttribute("aria-label", view.playing ? "Pause" : "Play");
}

function go(k) {
  question = null;
  view.at = k;
  render();
}

/** A step on; in predict mode only after the question about it, if there is one. */
function forward() {
  const run = currentRun();
  if (!run) return;
  if (question && !question.told) {
    document.querySelector("#quiz button")?.focus();
    return;
  }
  question = view.predict ? ask(run, view.at) : null;
  if (!question) return go(view.at + 1);
  pause();
  render();
}

/** Goes to the next step that the selected object takes part in, or to the one before: a breakpoint. */
function toBreakpoint(direction) {
  const run = currentRun();
  const steps = (run ? stepsAbout(run, bus.selected) : []).map(([k]) => (k - view.at) * direction).filter(far => far > 0);
  pause();
  if (steps.length) go(view.at + Math.min(...steps) * direction);
}

function pause() {
  clearInterval(view.playing);
  view.playing = 0;
}

function play() {
  if (view.playing) pause();
  else if (currentRun()) {
    if (view.at === currentRun().events.length) view.at = 0;
    view.playing = setInterval(() => {
      forward();
      if (view.at === currentRun()?.events.length) { pause(); render(); }
    }, 700);
  }
  render();
}

// ---- what the learner does

const isDark = () => document.documentElement.dataset.theme
  ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

function show(tab) {
  pause();
  question = null;
  view.tab = tab;
  render();
}

const hasEncodings = () => traces.length > 1;

function changeEncoding(i) {
  pause();
  question = null;
  bus.selected = bus.selected && translated(bus.selected, trace.cnf, traces[i].cnf);
  view.encoding = i;
  render();
}

const ACTIONS = {
  first: () => go(0), last: () => go(view.at = Infinity), prev: () => go(view.at - 1), next: forward, play,
  back: () => currentRun() && go(currentRun().next(view.at, -1)),
  on: () => currentRun() && go(currentRun().next(view.at, 1)),
  predict() { view.predict = !view.predict; question = null; render(); },
  theme() { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; render(); },
  present,
  up: () => turn(-1), down: () => turn(1),
  help() {
    byId("tab-numbers").textContent = tabs().map((_, i) => i + 1).join(" ");
    byId("tab-names").textContent = tabs().map(([, name]) => name).join(", ");
    const has = { engines: !isPersonal(), tabs: tabs().length > 1, encodings: hasEncodings(), predict: !byId("predict").hidden, own: !byId("own").hidden, formula: allRuns.some(run => run.engine === "cdcl") };
    for (const one of document.querySelectorAll("#keys [data-if]")) one.hidden = !has[one.dataset.if];
    byId("keys").showModal();
  },
  own: () => byId("text").focus(),
};

function pressed(event) {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open || at?.matches("textarea, select, input:not([type=range]), #lesson pre")) return;
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const inGrid = at?.closest("#grid") && !event.shiftKey, inPart = at?.matches('[data-o][role="button"]') && !event.shiftKey;
  const tab = tabs()[+key - 1];
  let done = true;
  if (key === "Escape" && (inGrid || inPart)) at.blur();
  if (arrow && inGrid) moveInGrid(at, ...arrow);
  else if (arrow && inPart) walk(at, ...arrow);
  else if (inPart && (key === "Enter" || key === " ")) choose(at);
  else if (key === "ArrowRight") { pause(); (event.shiftKey ? ACTIONS.on : forward)(); }
  else if (key === "ArrowLeft") { pause(); (event.shiftKey ? ACTIONS.back : ACTIONS.prev)(); }
  else if (key === "Home") ACTIONS.first();
  else if (key === "End") ACTIONS.last();
  else if (key === " " && !at?.matches("button, a, summary")) play();
  else if (tab && key !== " ") show(tab[0]);
  else if (question && !question.told && "abcdefghij".includes(key) && question.choices[key.charCodeAt() - 97]) answer(question.choices[key.charCodeAt() - 97].key);
  else if (key === "e" && hasEncodings()) changeEncoding(1 - view.encoding);
  else if (key === "b") toBreakpoint(event.shiftKey ? -1 : 1);
  else if (key === "q" && !byId("predict").hidden) ACTIONS.predict();
  else if (key === "p" || key === "Escape" && presenting.on) present();
  else if (arrow && presenting.on) turn(arrow[1]);
  else if (key === "d") ACTIONS.theme();
  else if (key === "?") ACTIONS.help();
  else if (key === "y" && !byId("own").hidden) ACTIONS.own();
  else if (key === "g") enterGrid();
  else if (key === "Escape" && question) { question = null; render(); }
  else if (key === "Escape") { if (bus.selected) select(bus.selected); }
  else done = false;
  if (done) event.preventDefault();
}

/** Brings what a link of the lesson leads to into sight: below the text on a narrow screen, beside it
    on a wide one, with the first picture of the panel as far as the tabs stay in sight. */
function toStep({ hash }) {
  pause();
  const isWide = matchMedia("(min-width: 1200px)").matches;
  const bring = () => requestAnimationFrame(() => {
    if (isWide) document.querySelector("#panel :is(.box:not(.clause), .same, .blocks)")?.scrollIntoView({ block: "nearest" });
    byId("tabs").scrollIntoView({ block: isWide ? "nearest" : "start" });
  });
  // The step is shown once the address has changed.
  if (hash === location.hash) bring();
  else addEventListener("hashchange", bring, { once: true });
}

function clicked(event) {
  const target = event.target.closest("[data-answer]")
    ?? event.target.closest("[data-o], [data-encoding], #stepper button, header button") ?? event.target;
  const key = keyUnder(event);
  if (target.dataset?.answer) answer(target.dataset.answer);
  else if (key) target.dataset?.step ? choose(target) : select(key);
  else if (target.dataset?.encoding) changeEncoding(+target.dataset.encoding);
  else if (ACTIONS[target.id]) {
    if (target.id !== "play" && target.id !== "theme") pause();
    ACTIONS[target.id]();
  }
  const step = target.closest?.("#lesson .step");
  if (step) toStep(step);
  // A click is no way into the grid or a panel: the arrow keys go on stepping.
  if (event.detail > 0 && document.activeElement?.dataset.o) document.activeElement.blur();
}

/** The key of the object that the mouse is on, or "". */
function keyUnder(event) {
  const one = event.target.closest?.("[data-o], .overview, .block");
  if (!one) return "";
  return one.dataset.o ?? (one.matches(".overview") ? rowUnder(one, event) : isLarge() ? squareUnder(one, event) : "");
}

/** The key of the object that has the focus, or "". */
const keyOfFocus = () => document.activeElement?.dataset?.o ?? "";

/** What a live page does besides: see live.js. */
let afterRender = () => {};

/** What the address has besides: the example of a lesson; on a live page see live.js. */
let addressMore = () => example.name ? [`example=${example.name}`] : [];

/** The example that a lesson's page shows, by its name, or "" for what it is about; and all documents by these names. */
const example = { name: "", documents: new Map() };

/** Shows the document that an address names, unless it is shown. */
function followExample(hash) {
  const wanted = new URLSearchParams(hash.split("?")[1] ?? "").get("example") ?? "";
  const name = example.documents.has(wanted) ? wanted : "";
  if (name === example.name) return;
  example.name = name;
  bus.selected = bus.pointed = "";
  view.note = null;
  load(example.documents.get(name));
  byId("examples").querySelector("select").value = name;
  view.tab = ENGINE_TAB[lesson.opens] ?? "reduction";
  follow(hash);
}

/** The choice among the examples of a lesson. */
function buildExamples() {
  const choice = byId("examples").querySelector("select"), titles = lesson.examples;
  example.documents = new Map([["", lesson], ...titles.map(([name, , made]) => [name, made])]);
  choice.innerHTML = `<option value="">of the lesson</option>${titles.map(([name, title]) => `<option value="${name}">${esc(title)}</option>`).join("")}`;
  choice.disabled = byId("examples").hidden = false;
  choice.addEventListener("change", () => {
    const name = choice.value, made = example.documents.get(name);
    pause();
    followExample(`#${ENGINE_TAB[made.opens] ?? "reduction"}/0?example=${name}`);
    render();
    if (!choice.matches(":focus-visible")) choice.blur();
  });
  addEventListener("hashchange", event => { followExample(new URL(event.newURL).hash); render(); });
  followExample(location.hash);
}

function begin() {
  panels.push(parts);
  buildStepper();
  load(JSON.parse(byId("data").textContent));
  if (lesson.opens) view.tab = ENGINE_TAB[lesson.opens];
  const isAtStep = /\/[1-9]/.test(location.hash);
  follow(location.hash || `#${text?.dataset.opens}`);
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked);
  document.addEventListener("pointermove", event => point(keyUnder(event)));
  document.documentElement.addEventListener("pointerleave", () => point(keyOfFocus()));
  document.addEventListener("focusin", event => {
    const one = event.target;
    if (!one.dataset?.o) return;
    one.closest("#grid") ? stopInGrid(one) : stopAt(one);
    point(one.dataset.o);
  });
  document.addEventListener("focusout", () => point(""));
  byId("slider").addEventListener("input", () => { pause(); go(+byId("slider").value); });
  addEventListener("hashchange", event => { follow(new URL(event.newURL).hash); render(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", render);
  addEventListener("resize", fitTold);
  if (byId("engine").textContent.trim()) buildLive();
  else if (lesson.examples) buildExamples();
  render();
  // A link to a step or a question opens a narrow page there.
  if ((question || isAtStep) && matchMedia("(max-width: 1199px)").matches) byId("step").scrollIntoView({ block: "start" });
}

begin();
