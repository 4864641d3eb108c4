// ---- cdcl: the run on the formula

function tellCdcl(run, k, s) {
  const e = run.events[k - 1];
  if (!e) return "<b>Start.</b> Nothing is known but the clauses. → goes a step on.";
  const lit = l => chip(l, s.value), all = lits => clauseOf(lits, s.value);
  switch (e.t) {
    case "decide":
      return `<b>Decide</b> ${lit(e.lit)}: ${view.decisions.includes(e.lit) ? "as you asked" : "the first open variable, tried true first"}. Level ${e.level} begins.`;
    case "imply":
      return `<b>Imply</b> ${lit(e.lit)} by ${clauseTold(run, e.by, s.value)} <i>(every other literal of it is false)</i>`;
    case "conflict":
      return `<b>Conflict</b> in ${clauseTold(run, e.by, s.value)} <i>(every literal of it is false)</i>`;
    case "resolve": {
      const whole = e.clause.concat(e.fixed ?? []).sort((a, b) => Math.abs(a) - Math.abs(b)), before = run.events[k - 2];
      const parent = before.t === "resolve" ? before.clause : run.clause(before.by);
      return `<b>Resolve</b> on ${lit(e.on)}: ${clauseOf(parent, s.value)} <i>with</i> ${clauseTold(run, e.with, s.value)}. <b>Gives</b> ${clauseOf(whole, s.value, e.fixed)}`
        + (e.fixed ? " <i>(struck: false at level 0, so left out)</i>" : "");
    }
    case "minimize":
      return `<b>Shorten</b>: these being false makes the other literals false. ${all(e.clause)}`;
    case "learn":
      return `<b>Learn</b> ${part(`c${e.id}`, `#${e.id}`, "clause learned")}: ${all(e.clause)}` + (e.uip && e.clause.length > 1
        ? ` <i>–</i> Of it only ${lit(e.uip)} is of the conflict's level: ${lit(-e.uip)} is the first unique implication point (UIP).` : "");
    case "backjump":
      return `<b>Jump back</b> from level ${e.from} to level ${e.to}: ${counted(e.undo, "literal is", "literals are")} open again.${run.events[k - 2].t === "learn" ? " The learned clause will imply at once." : ""}`;
    case "restart":
      return `<b>Restart</b> from level ${e.from}: ${counted(e.undo, "literal is", "literals are")} open again.`;
    case "solution":
      return "<b>Solved.</b> Every variable has a value and every clause is satisfied.";
    case "nosolution":
      return "<b>No solution.</b> The formula is unsatisfiable" + (view.decisions.length ? " under these decisions." : ".");
    default:
      return esc(e.t);
  }
}

function cdclPanel(run, k, s) {
  const at = conflictAt(run, k, s), graph = at >= 0 ? graphOf(run, s, at) : "";
  return [encodings(), `<h2>Implication graph</h2><div class="graphs same box" style="--high:${heightOfGraphs(run)}px" role="region" aria-label="The implication graph">${graph || `<p class="faint">${run.truncated ? "No conflict is left in these steps; the run goes on." : "No conflict is left."}</p>`}</div>${graphLegend()}`,
  `<div class="pair"><div><h2>Trail</h2>${room("The trail", trail(s))}</div>`
    + `<div><h2>Learned clauses</h2>${room("The learned clauses", learned(run, s))}</div></div>`,
  watchesPanel(run, k, s), comparison(run, k)];
}

/** A part of one height at every step. */
const room = (label, inside) => `<div class="same" role="region" aria-label="${label}">${inside}</div>`;

/** So many literals of a level of the trail are shown at most, the last ones. */
const MOST_OF_LEVEL = 120;

/** The true literals by level. Of level 0 in a large puzzle only the positive ones. */
function trail(s) {
  if (!s.trail.length) return `<p class="faint">Empty.</p>`;
  const levels = new Map();
  for (const entry of s.trail) {
    if (!levels.has(entry.level)) levels.set(entry.level, []);
    levels.get(entry.level).push(entry);
  }
  const rows = [...levels].sort(([a], [b]) => a - b).map(([level, entries]) => {
    const positive = level === 0 && side > 4 ? entries.filter(entry => entry.lit > 0) : entries;
    const hidden = entries.length - positive.length, shown = positive.slice(-MOST_OF_LEVEL), before = positive.length - shown.length;
    const key = `level ${level}`, isAnswer = question && !question.told && question.takes?.(key);
    return `<tr><th scope="row">${isAnswer ? `<button type="button" data-answer="${key}">${key}</button>` : key}</th><td>${before ? `<i>${before} before and</i> ` : ""}${shown.map(entry =>
      chip(entry.lit, s.value, entry.by ? "" : entry.flip ? "flipped" : "decision")).join(" ")}${hidden ? ` <i>and ${hidden} ruled out</i>` : ""}</td></tr>`;
  });
  return `<table class="trail">${rows.join("")}</table>`;
}

function learned(run, s) {
  if (!s.learned) return `<p class="faint">None yet.</p>`;
  const shown = 12, from = Math.max(0, s.learned - shown);
  const items = run.learned.slice(from, s.learned).reverse().map(e =>
    `<li>${part(`c${e.id}`, `#${e.id}`, "clause learned")} ${clauseOf(e.clause, s.value)}</li>`);
  return `<ul class="learned">${items.join("")}</ul>` + (from ? `<p class="faint">and ${from} before</p>` : "");
}

/** The steps of a run that an object takes part in, each with what it does there. */
const stepsAbout = (run, key) => !key || key[0] === "f" ? []
  : key[0] === "c" ? stepsOfClause(run, numberOf(key)) : key[0] === "i" ? stepsOfItem(run, numberOf(key)) : stepsOf(run, selectedVar());

/** The list of the steps that the selected object takes part in. */
function followed(run, k) {
  const key = bus.selected;
  if (!key || key[0] === "f") return "";
  const steps = stepsAbout(run, key);
  const name = { c: `Clause #${numberOf(key)}`, i: `Column ${trace.cover.items[numberOf(key)]?.name}`, o: `Row ${nameOf(selectedVar())}` }[key[0]] ?? nameOf(selectedVar());
  const shown = steps.filter(([i]) => i >= k).slice(0, 12);
  const before = steps.filter(([i]) => i < k).slice(-12);
  const item = ([i, what]) => `<li${i === k ? ' aria-current="step"' : ""}><a href="${link(view.tab, i)}">step ${i}</a> ${what}</li>`;
  const list = [...before, ...shown].map(item).join("");
  return `<h2>${esc(name)} in this run</h2>` + (steps.length
    ? `<ol class="followed"${list.includes("data-o") ? ` data-walk aria-label="The steps of ${esc(name)}"` : ""}>${list}</ol><p class="faint">${counted(steps.length, "step")} in all</p>`
    : `<p class="faint">It takes part in no step.</p>`);
}

function stepsOfClause(run, id) {
  const found = [];
  run.events.forEach((e, i) => {
    const what = e.t === "imply" && e.by === id ? `implies ${esc(litName(e.lit))}` : e.t === "conflict" && e.by === id ? "in conflict"
      : e.t === "resolve" && e.with === id ? `resolved with, on ${esc(litName(e.on))}` : e.t === "learn" && e.id === id ? "learned" : "";
    if (what) found.push([i + 1, what]);
  });
  return found;
}

function stepsOfItem(run, item) {
  const told = { choose: "chosen", cover: "covered", uncover: "uncovered", deadend: "a dead end" };
  return run.events.flatMap((e, i) => e.item === item && told[e.t] ? [[i + 1, told[e.t]]] : []);
}

function stepsOf(run, v) {
  if (PERSON_TABS[run.engine]) return stepsOfPerson(run, v);
  const found = [], is = lit => Math.abs(lit) === v, c = candidate(v), option = optionOf(v);
  const items = option >= 0 ? new Set(trace.cover.options[option].items) : new Set();
  const open = [], path = [], number = id => part(`c${id}`, `#${id}`, `clause ${family(run.trace.cnf, id)}`);
  run.events.forEach((e, i) => {
    const add = what => found.push([i + 1, what]);
    switch (e.t) {
      case "decide": if (is(e.lit)) { add(`decided ${e.lit > 0 ? "true" : "false"}`); } break;
      case "flip": if (is(e.lit)) add(`tried ${e.lit > 0 ? "true" : "false"}, the other way`); break;
      case "imply": if (is(e.lit)) { add(`implied ${e.lit > 0 ? "true" : "false"} by ${number(e.by)}`); } break;
      case "conflict": if (run.clause(e.by).some(is)) add("in the conflict"); break;
      case "resolve": if (is(e.on)) add("resolved upon"); break;
      case "learn": if (e.clause.some(is)) add(`in learned clause ${number(e.id)}`); break;
      case "choose": if (items.has(e.item)) add("its column is chosen"); break;
      case "cover":
        if (items.has(e.item) && !open.some(item => items.has(item))) add("its row is hidden");
        open.push(e.item);
        break;
      case "uncover":
        open.pop();
        if (items.has(e.item) && !open.some(item => items.has(item))) add("its row is back");
        break;
      case "select": if (e.option === option) add("selected"); break;
      case "unselect": if (e.option === option) add("given up"); break;
      case "try":
        path.push(e.digit);
        if (c && e.cell === c.cell && e.digit === c.digit) add("tried");
        break;
      case "reject": if (c && e.cell === c.cell && e.digit === c.digit) add("rejected"); break;
      case "undo": if (path.pop() === c?.digit && e.cell === c?.cell) add("taken away"); break;
    }
  });
  return found;
}

/** The runs on the formula side by side: how many steps of what, and where the conflicts are. */
function comparison(run, k) {
  const runs = allRuns.filter(one => one.engine === "cdcl" || one.engine === "dpll");
  if (runs.length < 2) return "";
  const hasBoth = runs.some(one => one.engine === "dpll");
  const kinds = [["decide", "decisions"], ["imply", "implied"], ["conflict", "conflicts"], ["learn", "learned"]];
  const longest = Math.max(...runs.map(one => one.events.length));
  const rows = runs.map(one => {
    const count = t => marks(one, t).length;
    const more = one.truncated ? "+" : "";
    return `<tr${one === run ? ' class="here"' : ""}><th scope="row">${esc(one.trace.cnf.encoding)}${hasBoth ? `, ${one.engine.toUpperCase()}` : ""}${one === run ? " ◂" : ""}</th><td>${one.trace.cnf.clauses.length}</td>
      <td><b>${one.events.length}${more}</b></td>${kinds.map(([t]) => `<td>${count(t)}${t === "learn" && one.engine === "dpll" ? "" : more}</td>`).join("")}<td>${strip(one, longest, one === run ? k : -1)}</td></tr>`;
  });
  return `<h2>${hasBoth ? "With and without learning" : "Two encodings of the same puzzle"}</h2><div class="box" role="region" aria-label="The runs side by side"><table class="compare">
    <thead><tr><th scope="col">encoding</th><th scope="col">clauses</th><th scope="col">steps</th>${kinds.map(([, name]) =>
    `<th scope="col">${name}</th>`).join("")}<th scope="col">the run: │ conflicts, · decisions</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`
    + (runs.some(one => one.truncated) ? `<p class="faint">+: the run goes on; the page holds its beginning.</p>` : "");
}

/** The steps of a kind; looked for once. */
function marks(run, t) {
  run.marks ??= {};
  return run.marks[t] ??= run.events.map((e, i) => e.t === t ? i + 1 : 0).filter(Boolean);
}

function strip(run, longest, k) {
  const width = 240, x = i => Math.round(i / longest * width * 10) / 10;
  const at = t => marks(run, t);
  return `<svg class="strip" viewBox="0 0 ${width + 2} 18" preserveAspectRatio="none" role="img" aria-label="${counted(at("conflict").length, "conflict")}, ${counted(at("decide").length, "decision")}">
    <rect x="0.5" y="3.5" width="${x(run.events.length)}" height="11"/>
    <path class="decisions" d="${at("decide").map(i => `M${x(i)} 11h0`).join("")}"/>
    <path class="conflicts" d="${at("conflict").map(i => `M${x(i)} 4v10`).join("")}"/>
    ${k >= 0 ? `<path class="now" d="M${x(k)} 0v18"/>` : ""}</svg>`;
}
