// ---- dpll: the run without learning, the stage between backtracking and CDCL

function tellDpll(run, k, s) {
  const e = run.events[k - 1];
  if (e?.t === "flip") {
    return `<b>Flip</b> level ${e.level}, the last one that was tried one way only: ${chip(e.lit, s.value)} is tried next. ${
      counted(e.undo, "literal is", "literals are")} open again, and nothing is learned.`;
  }
  if (e?.t === "nosolution") return "<b>No solution.</b> Every decision was tried both ways: the formula is unsatisfiable.";
  return tellCdcl(run, k, s);
}

function dpllPanel(run, k, s) {
  return [encodings(), ...treePanel(run, k, s), `<div class="pair"><div><h2>Decisions</h2>${room("The decisions", decisions(s))}</div>`
    + `<div><h2>Trail</h2>${room("The trail", trail(s))}</div></div>${literalLegend(`<span class="lit flipped">the other way</span>`)}`, watchesPanel(run, k, s), comparison(run, k)];
}

/** The decision of each level with what came of it. */
function decisions(s) {
  const levels = s.path.slice(0, -1).map(({ kids }) => kids);
  if (!levels.length) return `<p class="faint">None yet.</p>`;
  const row = ([first, other], i) => `<tr><th scope="row">level ${i + 1}</th><td>${chip(first.lit, s.value, other ? "" : "decision")}${
    other ? ` ✗ ${counted(first.conflicts, "conflict")}` : ""}</td><td>${other ? chip(other.lit, s.value, "flipped") : `<i>not tried</i>`}</td></tr>`;
  return `<table class="trail"><thead><tr><td></td><th scope="col">first way</th><th scope="col">other way</th></tr></thead><tbody>${levels.map(row).join("")}</tbody></table>`;
}
