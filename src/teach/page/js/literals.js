// ---- literals: literals, clauses and icons as HTML

/** How a literal stands in a state of CDCL: t(rue), f(alse), o(pen). */
const standing = (lit, value) => {
  const sign = value ? value[Math.abs(lit)] * Math.sign(lit) : 0;
  return sign > 0 ? "t" : sign < 0 ? "f" : "o";
};

const STANDING = { t: "true", f: "false", o: "open" };

/** A literal. Its look, its border and its title say how it stands. */
function chip(lit, value, more = "") {
  const how = value ? standing(lit, value) : "o";
  const title = value ? ` title="${STANDING[how]}${more === "watched" ? ", watched" : ""}"` : "";
  return part(keyOfLit(lit), esc(litName(lit)), `lit ${how}${lit < 0 ? " neg" : ""}${more && " "}${more}`, title);
}

/** A clause; the literals of `struck` are crossed out, and those of `watched` are marked. */
const clauseOf = (lits, value, struck = [], watched = []) => lits.length
  ? lits.map(lit => chip(lit, value, struck.includes(lit) ? "struck" : watched.includes(lit) ? "watched" : "")).join(" <i>or</i> ")
  : "<b>the empty clause</b>, which nothing satisfies";

/** A clause as its line in a DIMACS file. */
const dimacs = (lits, key) => `<code class="dimacs" data-o="${key}">${lits.map(lit => part(keyOfLit(lit), lit, "number")).join(" ")} 0</code>`;

/** A clause; of a long one the first literals and the last one. */
const shortened = lits => lits.length <= MOST_BUTTONS ? clauseOf(lits)
  : `${clauseOf(lits.slice(0, 3))} <i>or … or</i> ${clauseOf(lits.slice(-1))}`;

/** The family of a clause, for its colour: row, column, box, cell, most, clue, learned. */
function family(cnf, id) {
  const group = cnf.groups[familyOf(id)];
  return group ? kind(group.id) : "learned";
}

const kind = name => name === "cell-at-most-one" ? "most"
  : (/^(row|column|box|cell)/.exec(name)?.[1] ?? "clue") + (name.endsWith("at-most-one") ? " thin" : "");

/** `#72 r1c2 is not both 1 and 3` */
function clauseName(run, id) {
  const learned = run.ids.has(id);
  return part(`c${id}`, `#${id}${learned ? " learned:" : ""} ${esc(wordsOf(run, id))}`, `clause ${family(run.trace.cnf, id)}`);
}

/** The clause in words, if there are words for it, and its literals. */
function clauseTold(run, id, value, watched) {
  const lits = run.clause(id), name = clauseName(run, id), all = clauseOf(lits, value, [], watched);
  if (wordsOf(run, id) !== plain(lits)) return `${name}: ${all}`;
  const cls = family(run.trace.cnf, id);
  return `${part(`c${id}`, `#${id}${run.ids.has(id) ? " learned" : ""}:`, `clause ${cls}`)} ${all}`;
}

const ICONS = {
  first: "M3 3h2v10H3zM13 3l-7 5 7 5z", back: "M8 3L2 8l6 5zM14 3L8 8l6 5z", prev: "M11 3L4 8l7 5z",
  play: "M4 2l9 6-9 6z", pause: "M4 3h3v10H4zM9 3h3v10H9z", next: "M5 3l7 5-7 5z",
  on: "M2 3l6 5-6 5zM8 3l6 5-6 5z", last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
};

const icon = name => `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
