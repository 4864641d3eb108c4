// ---- algorithm: the text of a run's algorithm, the line at which the step stands, and what the variables hold

const ALGORITHMS = { cdcl: "CDCL", dpll: "DPLL", dlx: "dancing links", matrix: "Algorithm X", backtrack: "backtracking" };

/** The lines of the run's algorithm; the links have those of dancing links. */
const linesOf = run => lesson.algorithms?.[run?.engine === "links" ? "dlx" : run?.engine];

/** The letters of the lines at which step `k` stands: of a pointer those of its assignment, and last
    that of the line that called for it. */
const lettersAt = (run, k) => run.lines?.[k - 1] ?? "";

function algorithm(run, k, s) {
  const lines = linesOf(run);
  if (!lines) return "";
  const at = lettersAt(run, k).trim(), caller = at.length > 1 ? at.at(-1) : "";
  const line = ([letter, indent, text]) => {
    const is = letter === " " || !at.includes(letter) ? "" : letter === caller ? "call" : "now";
    return `<li style="--in:${indent}"${is && ` class="${is}"`}${is === "now" ? ` aria-current="step"` : ""}>${esc(text)}</li>`;
  };
  const values = k && at ? valuesAt(run, run.events[k - 1], s, at.at(-1) ?? "") : [];
  return `<h2>The algorithm: ${ALGORITHMS[run.engine === "links" ? "dlx" : run.engine]}</h2>
    <p id="values">${values.map(([name, value]) => `<span><b>${name}</b> = ${value}</span> `).join("")}</p>
    <ol id="lines" tabindex="0" aria-label="The lines of the algorithm">${lines.map(line).join("")}</ol>`;
}

/** What the variables of the algorithm hold after a step, each with its name. `letter` is that of the line in the search. */
function valuesAt(run, e, s, letter) {
  if (run.engine === "cdcl" || run.engine === "dpll") return valuesOnFormula(run, e, s);
  if (run.engine === "backtrack") return valuesOfCells(e, s);
  if (letter === "n") return [];
  if (e.t === "pointer") {
    const { item, option } = s.nodes[e.x];
    return [["c", itemName(e.item)], ...option === undefined ? [] : [["i", nodeName(s, s.nodes.findIndex(one => one.option === option && one.item === e.item))], ["j", nodeName(s, e.x)], ["S[C[j]]", s.sizes[item]]]];
  }
  // At these lines a row is taken at this level; at the others only the column is chosen.
  const taken = "Oju".includes(letter) ? 1 : 0, k = s.selected.length - taken, isMatrix = run.engine === "matrix", values = [["k", k]];
  if (letter === "p") return [...values, ["O", s.selected.map(optionName).join(" ")]];
  values.push(["c", itemName(s.chosen[k].item)]);
  if (letter === "c" && !isMatrix) values.push(["S[c]", e.size]);
  if (taken) values.push([isMatrix ? "r" : "r = O[k]", optionName(s.selected[k])]);
  if ("ju".includes(letter)) values.push([isMatrix ? "j" : "C[j]", itemName(e.item)]);
  return values;
}

function valuesOfCells(e, s) {
  const { givens } = trace.puzzle, empty = givens.flatMap((clue, cell) => clue ? [] : [cell]);
  if (e.t === "solution") return [["k", empty.length + 1], ["m", empty.length]];
  if (e.cell === undefined) return [];
  const values = [["k", empty.indexOf(e.cell) + 1], ["c[k]", cellName(e.cell)]];
  if (e.digit) values.push(["d", e.digit]);
  return [...values, ["m", empty.length]];
}

function valuesOnFormula(run, e, s) {
  const values = [["level", s.level]], lit = l => chip(l, s.value), by = e.by ?? e.with;
  if (e.t === "resolve") values.push(["l", lit(e.on)], ["its reason", part(`c${by}`, `#${by}`, `clause ${family(run.trace.cnf, by)}`)]);
  else if (e.lit) values.push([e.t === "flip" ? "¬l" : "l", lit(e.lit)]);
  if (by && e.t !== "resolve") values.push(["C", part(`c${by}`, `#${by}`, `clause ${family(run.trace.cnf, by)}`)]);
  else if (e.clause) values.push(["C", clauseOf(e.clause, s.value)]);
  if (e.t === "backjump") values.push(["b", e.to]);
  return values;
}

/** Brings the line at which the step stands into sight, in its box. */
function showLine() {
  const box = byId("lines"), now = box?.querySelector(".now");
  if (!now) return;
  const seen = box.getBoundingClientRect(), { top, bottom } = now.getBoundingClientRect();
  // Presented, the text is zoomed: it scrolls in its own pixels.
  const zoom = seen.height / box.offsetHeight || 1;
  if (top < seen.top || bottom > seen.bottom) box.scrollTop += (top + bottom - seen.top - seen.bottom) / 2 / zoom;
}
