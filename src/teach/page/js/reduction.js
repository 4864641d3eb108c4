// ---- reduction: the clause families, the clauses of what is selected, and the matrix

function reductionPanel() {
  const { cnf, cover } = trace;
  const sections = [encodings()];
  if (cnf) sections.push(families(cnf), listed(cnf));
  stands = NOTHING;
  if (cover.items.length) {
    const solution = new Set(puzzle?.solution?.map((digit, cell) => varOf(cell, digit)));
    const rows = cover.options.map((_, option) => solution.has(varOfOption(option)) ? "in" : "alive");
    const columns = cover.items.map(() => "alive");
    const note = (hasSecondary() ? ", or at most one 1 in a secondary column" : "") + (puzzle?.solution ? "; the rows of a solution are marked ●" : "");
    sections.push(`<h2>The same ${puzzle ? "puzzle" : "problem"} as an exact-cover matrix</h2>
      <p class="faint">Choose rows so that each column has one 1 among them${note}.</p>`
      + (puzzle ? blocks() : "")
      + matrixPanel(null, 0, rows, columns));
    stands = { rows, columns, sizes: cover.items.map((_, item) => optionsOf(item).length) };
  } else if (lesson.tables) {
    sections.push(`<h2>The same puzzle as exact cover</h2><p>Not shown: the exact cover of ${counted(lesson.tables.length, "rule")} for several cells has colours, by which rows agree on their digits and sums. A matrix of 0 and 1 and its run can't express them, so this page has no tab for exact cover. <code>sudosat cover --write - --puzzle FILE</code> writes it, and <code>sudosat solve --engine dlx</code> solves it.</p>`);
  }
  return sections;
}

/** A formula in MathML, if it is one; words as they are. */
const math = formula => lesson.formulas?.[formula] ?? esc(formula);

function families(cnf) {
  const rows = cnf.groups.map((g, i) => `<tr><td>${g.count}</td>
    <th scope="row">${part(`f${i}`, esc(g.title), `clause ${kind(g.id)}`)}<br><span class="formula">${math(g.formula)}</span></th>
    <td>${g.count ? `${clauseName(formulaRun(), g.first)} ${dimacs(cnf.clauses[g.first - 1], `c${g.first}`)}<br>${shortened(cnf.clauses[g.first - 1])}` : ""}</td></tr>`);
  return `<h2>The formula</h2><div class="box" role="region" aria-label="The families with an example each"><table class="clauses examples">
    <thead><tr><th scope="col">clauses</th><th scope="col">family</th><th scope="col">its first clause</th></tr></thead>
    <tbody>${rows.join("")}</tbody></table></div>`;
}

/** Number of literals after which the list of clauses ends, so that it stays quick. */
const MOST_LITERALS = 400;

/** The clauses that what is selected is about: its numbers, and what they are called. */
function clausesOf(cnf, key) {
  const number = numberOf(key || "l0"), range = (first, count) => Array.from({ length: count }, (_, i) => first + i);
  const which = test => cnf.clauses.flatMap((clause, i) => test(clause) ? [i + 1] : []);
  const group = place => range(cnf.groups[place].first, cnf.groups[place].count);
  switch (key[0]) {
    case "l": return [`Clauses with ${litName(Math.abs(number))}`, which(clause => clause.includes(number) || clause.includes(-number))];
    case "c": {
      const place = familyOf(number);
      if (!cnf.groups[place]) return ["The learned clause", [number]];
      // The clause and what follows it in its family.
      return [`Clause #${number} and the next of its family`, group(place).filter(id => id >= number)];
    }
    case "f": return [`Clauses of the family “${cnf.groups[number].title}”`, group(number)];
    case "i": {
      const vars = new Set(varsOfItem(number));
      return [`Clauses about ${trace.cover.items[number].name}`, which(clause => clause.length > 1 && clause.every(lit => vars.has(Math.abs(lit))))];
    }
    default: return ["The clauses of what is selected", []];
  }
}

function listed(cnf) {
  const [title, ids] = clausesOf(cnf, bus.selected), rows = [];
  let literals = 0;
  for (const id of ids) {
    const clause = formulaRun().clause(id);
    literals += clause.length;
    if (literals > MOST_LITERALS && rows.length) break;
    rows.push(`<tr><th scope="row">${clauseName(formulaRun(), id)}</th><td>${clauseOf(clause)}</td><td>${dimacs(clause, `c${id}`)}</td></tr>`);
  }
  const more = ids.length - rows.length;
  return `<h2>${esc(title)}</h2><div class="same list" role="region" aria-label="${esc(title)}">${rows.length ? `<table class="clauses">
    <thead><tr><th scope="col">clause</th><th scope="col">literals</th><th scope="col">in DIMACS</th></tr></thead>
    <tbody>${rows.join("")}</tbody></table>${more ? `<p class="faint">and ${counted(more, "clause")} more</p>` : ""}`
    : `<p class="faint">Select a literal, a clause${trace.cover.items.length ? ", a family or a column" : " or a family"}, and its clauses are listed here.</p>`}</div>`;
}

/** The choice between the two encodings. */
function encodings() {
  const names = traces.map(t => t.cnf?.encoding);
  if (names.length < 2) return "";
  return `<div class="switch" role="group" aria-label="Encoding">Encoding: ${names.map((name, i) =>
    `<button type="button" data-encoding="${i}" aria-pressed="${i === view.encoding}">${esc(name)}</button>`).join(" ")}</div>`;
}

/** A picture that may be wider than the screen. */
const box = (inside, label) =>
  `<div class="box" role="region" aria-label="${label}">${inside}</div>`;
