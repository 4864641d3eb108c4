// ---- inspector: the object in words, in literals, in DIMACS and in the matrix

/** The numbers of clauses that have a literal and its opposite. */
function countOf(lit) {
  const { cnf } = trace;
  if (!cnf.counts) {
    cnf.counts = new Map();
    for (const clause of cnf.clauses) for (const one of clause) cnf.counts.set(one, (cnf.counts.get(one) ?? 0) + 1);
  }
  return [cnf.counts.get(lit) ?? 0, cnf.counts.get(-lit) ?? 0];
}

/** Why a literal is true or false at this step of CDCL or of backtracking. */
function reasonOf(lit) {
  const run = currentRun();
  if (view.tab === "backtracking") {
    const kids = run.at(view.at).path.flatMap(frame => frame.kids);
    const kid = kids.find(kid => varOf(kid.cell, kid.digit) === Math.abs(lit));
    if (!kid) return "";
    const [verb, told] = kid.because ? ["was", `rejected: ${esc(because(kid))}`]
      : kid.below !== undefined ? ["was", `tried, with ${counted(kid.below, "node")} below it; nothing worked`] : ["is", "on the path"];
    return lit < 0 ? ` ${chip(-lit)} ${verb} ${told}.` : ` ${told[0].toUpperCase()}${told.slice(1)}.`;
  }
  if (!showsTrail()) return "";
  const entry = run.at(view.at).trail.find(one => Math.abs(one.lit) === Math.abs(lit));
  if (!entry) return " Open at this step.";
  const how = entry.by ? `implied by ${clauseName(run, entry.by)}` : entry.flip ? "the other way of a decision" : "decided";
  return ` ${entry.lit === lit ? "True" : "False"} at this step: ${entry.lit === lit ? "" : `${chip(-lit)} `}${how}, level ${entry.level}.`;
}

function literalTold(lit) {
  const [has, opposite] = countOf(lit), option = puzzle ? optionOf(Math.abs(lit)) : -1;
  const items = option >= 0 && lit > 0 ? ` Matrix row: ${trace.cover.options[option].items.map(itemName).join(" ")}.`
    : candidate(Math.abs(lit)) && option < 0 && trace.cover.items.length ? ` ${lit > 0 ? "No matrix row" : `${chip(-lit)} has no matrix row`}: the clues rule it out.` : "";
  const rule = puzzle && !candidate(Math.abs(lit)) ? ruleOf(trace.cnf, trace.cnf.clauses.findIndex(clause => clause.includes(lit) || clause.includes(-lit)) + 1) : "";
  return `<b>${esc(litName(lit))}</b>: ${rule ? `auxiliary of ${esc(rule)}, ` : ""}variable ${Math.abs(lit)}, literal <code>${lit}</code>, in ${counted(has, "clause")}; ${chip(-lit)} is in ${opposite}.${reasonOf(lit)}${items}`;
}

function clauseInspected(id) {
  const run = formulaRun(), lits = run.clause(id), item = itemOfClause(id), group = trace.cnf.groups[familyOf(id)];
  const shown = showsTrail() && currentRun(), value = shown && shown.at(view.at).value;
  return `${clauseTold(run, id, value, shown ? watchedIn(shown, id, view.at) : [])}${shown ? watchesTold(shown, id, view.at) : ""}<br>${dimacs(lits, `c${id}`)} ${group ? `<i>of the family “${esc(group.title)}”</i>` : ""}${
    item < 0 ? "" : ` The same as the matrix column ${itemName(item)}.`}`;
}

function familyTold(place) {
  const { title, formula, first, count, id } = trace.cnf.groups[place];
  const numbers = count > 1 ? `clauses #${first} to #${first + count - 1}` : count ? `clause #${first}` : "none in this formula";
  const drawn = aboutOf({ id }).replace(/x$/, "xe");
  return `<b>${esc(title)}</b> <span class="formula">${math(formula)}</span>: ${counted(count, "clause")}, ${numbers}.${drawn && puzzle ? ` The grid shows its ${drawn}s.` : ""}`;
}

function itemInspected(item) {
  const options = optionsOf(item), clause = clauseOfItem(item), most = 16;
  const rows = options.slice(0, most).map(optionName).join(" ") + (options.length > most ? ` and ${options.length - most} more` : "");
  return `Column ${itemName(item)}${puzzle ? `: ${esc(itemWords(item))}` : ""}. ${counted(options.length, "row")}${rows ? `: ${rows}` : "."}${
    clause ? `<br>The same as ${clauseName(formulaRun(), clause)}` : ""}`;
}

function inspected(key) {
  if (isPersonal()) return personInspected(key);
  const number = numberOf(key);
  switch (key[0]) {
    case "l": return literalTold(number);
    case "c": return clauseInspected(number);
    case "f": return familyTold(number);
    case "i": return itemInspected(number);
    case "o": return `Row <b>${esc(trace.cover.options[number].name)}</b>: it has a 1 in ${trace.cover.options[number].items.map(itemName).join(" ")}.`;
    default: {
      const what = !puzzle ? `Each name is a ${trace.cnf ? "variable" : "row"}` : isLarge() ? "Each dot is a candidate, which is a variable" : "Each small digit is a variable";
      const names = [isLarge() ? "a cell" : puzzle ? "a digit" : "a name", ...trace.cnf ? ["a clause", "a family"] : [], ...trace.cover.items.length ? ["a column", "a row"] : []];
      const last = names.pop();
      return `${what}. Point at ${names.join(", ")} or ${last}: it is lit wherever it is shown. A click or Enter selects it.`;
    }
  }
}

panels.push({
  show(light) {
    // What is pointed at inside of it must not change under the mouse.
    const inside = byId("selected").querySelector("[data-o]:hover, [data-o]:focus");
    put("selected", inspected(inside ? bus.selected : light.key));
  },
});
