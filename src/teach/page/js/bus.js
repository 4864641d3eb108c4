// ---- bus: the object that is selected or pointed at, and the panels that show it

/* An object has a key: `l7` and `l-7` are literals, `c72` a clause, `f0` a family of clauses,
   `i5` an item (a column of the matrix), `o2` an option (a row). The option of a puzzle is
   the positive literal of its candidate. An element that shows an object has its key in
   `data-o`. */

/** The panels: each has `show(light)`, which lights what it has of the light's object. */
const panels = [];

/** The key of what is selected, and of what the mouse or the focus is on; "" for none. */
const bus = { selected: "", pointed: "" };

const keyOfLit = lit => `l${lit}`;
const keyOfOption = option => puzzle ? keyOfLit(trace.cover.options[option].var) : `o${option}`;
const numberOf = key => +key.slice(1);

/** The CDCL run on the formula that is shown. */
const formulaRun = () => allRuns.find(run => run.trace === trace && run.engine === "cdcl");

/** Returns `true` if the document has an object with this key. */
function exists(key) {
  const [kind, number] = [key[0], numberOf(key)];
  if (!/^(l-?|[cfio])\d{1,9}$/.test(key)) return false;
  if (kind === "l") return Boolean(trace.cnf) && number !== 0 && Math.abs(number) <= trace.cnf.vars;
  if (kind === "c") return Boolean(trace.cnf) && (number > 0 && number <= trace.cnf.clauses.length || Boolean(formulaRun()?.ids.has(number)));
  if (kind === "f") return number < (trace.cnf?.groups.length ?? 0);
  return kind === "i" ? number < trace.cover.items.length : !puzzle && !trace.cnf && number < trace.cover.options.length;
}

/** The number of the clause with these literals, or 0. */
function clauseWith(cnf, lits) {
  cnf.numbers ??= new Map(cnf.clauses.map((clause, i) => [clause.join(), i + 1]));
  return cnf.numbers.get(lits.join()) ?? 0;
}

/** The house and the digit of an item; null for the item of a cell or of a rule for two cells. */
function houseOfItem(item) {
  const at = item - board.spots.length, house = housesOfItems()[Math.floor(at / side)];
  return at >= 0 && house ? { house, digit: at % side + 1 } : null;
}

/** The variables of which an item of a puzzle has one true, or at most one. */
function varsOfItem(item) {
  if (item < board.spots.length) return digitsOf().map(digit => varOf(item, digit));
  const of = houseOfItem(item);
  return of ? of.house.cells.map(cell => varOf(cell, of.digit)) : optionsOf(item).map(varOfOption);
}

/** The number of the clause that says the same as an item, or 0. */
function clauseOfItem(item) {
  const of = puzzle && trace.cnf ? houseOfItem(item) : null;
  if (!puzzle || !trace.cnf || !(item < board.spots.length || of && isFull(of.house))) return 0;
  return clauseWith(trace.cnf, varsOfItem(item));
}

/** The item that says the same as a clause, or −1. */
function itemOfClause(id) {
  if (!puzzle) return -1;
  const { cnf, cover } = trace;
  cnf.items ??= new Map(cover.items.map((_, item) => [clauseOfItem(item), item]));
  return id > 0 && cnf.items.has(id) ? cnf.items.get(id) : -1;
}

/** The family of a clause: its place in `groups`, or their number for a learned clause. */
function familyOf(id) {
  const place = trace.cnf.groups.findIndex(g => id >= g.first && id < g.first + g.count);
  return place < 0 ? trace.cnf.groups.length : place;
}

/** The part of a puzzle that the clauses of a family are about: a cell, a kind of houses, a
    clue; "" for other rules. */
const aboutOf = group => /^clue(?=s$)|^\w+(?=-at-)/.exec(group.id)?.[0] ?? "";

/** The options with an item, and those of each item. */
function optionsOf(item) {
  const { cover } = trace;
  if (!cover.with) {
    cover.with = cover.items.map(() => []);
    cover.options.forEach((option, i) => { for (const one of option.items) cover.with[one].push(i); });
  }
  return cover.with[item];
}

/** What is to be lit for an object: `levels` says of each key how: `on` (the object, by whatever
    name), `part` (a part of it), `not` (its opposite). `marks` are the literals that the grid
    draws, `family` is the place of a family in `groups`. */
function lightOf(key) {
  const light = { key, levels: new Map(), marks: [], family: -1, level: other => light.levels.get(other) };
  if (!key) return light;
  const { levels } = light, number = numberOf(key);
  const lit = (one, level) => {
    light.marks.push(one);
    levels.set(keyOfLit(one), level);
    if (!levels.has(keyOfLit(-one))) levels.set(keyOfLit(-one), "not");
  };
  const itemsOf = option => trace.cover.options[option].items.forEach(item => levels.set(`i${item}`, "part"));
  levels.set(key, "on");
  if (key[0] === "l") {
    const option = puzzle ? optionOf(Math.abs(number)) : -1;
    if (number > 0 && option >= 0) itemsOf(option);
    lit(number, "on");
  } else if (key[0] === "c") {
    const item = itemOfClause(number);
    levels.set(`f${familyOf(number)}`, "part");
    if (item >= 0) levels.set(`i${item}`, "on");
    for (const one of formulaRun().clause(number)) lit(one, "part");
  } else if (key[0] === "f") {
    const { first, count, id } = trace.cnf.groups[number];
    const about = puzzle && id.endsWith("at-least-one") && aboutOf({ id });
    const kinds = about ? trace.cover.items.map((_, item) => {
      const of = houseOfItem(item);
      return item < board.spots.length ? "cell" : of && isFull(of.house) ? kindOf(of.house) : "";
    }) : [];
    const says = item => Boolean(about && kinds[item].endsWith(about));
    light.family = number;
    light.level = other => levels.get(other)
      ?? (other[0] === "c" && numberOf(other) >= first && numberOf(other) < first + count
        || other[0] === "i" && says(numberOf(other)) ? "part" : undefined);
  } else if (key[0] === "i") {
    const clause = clauseOfItem(number);
    if (clause) levels.set(`c${clause}`, "on");
    for (const option of optionsOf(number) ?? []) {
      if (puzzle) lit(trace.cover.options[option].var, "part");
      else levels.set(`o${option}`, "part");
    }
  } else {
    itemsOf(number);
  }
  return light;
}

/** Has every panel show what is pointed at, or else what is selected. */
function tellPanels() {
  const light = lightOf(bus.pointed || bus.selected);
  for (const panel of panels) panel.show(light);
}

/** Points at an object; "" points at nothing. */
function point(key) {
  if (key === bus.pointed) return;
  bus.pointed = key;
  tellPanels();
}

/** Selects an object, or answers the open question with it; the one that is selected already is
    selected no more. */
function select(key) {
  if (answerWith(key)) return;
  bus.selected = bus.selected === key ? "" : key;
  bus.pointed = "";
  render();
}

/** Selects the object of an element. A node of a search tree leads to its step first, and is selected there. */
function choose(one) {
  const key = one.dataset.o, step = +(one.dataset.step ?? view.at);
  if (step === view.at) return select(key);
  if (answerWith(key)) return;
  pause();
  bus.selected = key;
  bus.pointed = "";
  go(step);
}

/** The variable of the selected literal or row, and 0 if none is selected. */
function selectedVar() {
  const number = numberOf(bus.selected || "l0");
  return bus.selected[0] === "o" ? number + 1 : bus.selected[0] === "l" ? Math.abs(number) : 0;
}

/** The same object where the other encoding's formula is shown; "" if it has none. */
function translated(key, from, to) {
  const number = numberOf(key);
  if (key[0] === "c") {
    const id = clauseWith(to, from.clauses[number - 1] ?? [0]);
    return id ? `c${id}` : "";
  }
  if (key[0] === "f") {
    const place = to.groups.findIndex(group => group.id === from.groups[number].id);
    return place < 0 ? "" : `f${place}`;
  }
  return key[0] === "l" && Math.abs(number) > to.vars ? "" : key;
}

// ---- the parts of the panels

/** An element that shows an object. */
const part = (key, inside, cls = "", more = "") =>
  `<span class="${cls}" data-o="${key}" role="button" tabindex="-1"${more}>${inside}</span>`;

/** The same where it is part of something else that can be chosen. */
const inert = html => html.replace(/ data-o="[^"]*" role="button" tabindex="-1"/g, "");

/** Lights every element with a key alike, apart from the grid's. */
const parts = {
  show(light) {
    const inGrid = new Set(buttons.values());
    for (const one of document.querySelectorAll("[data-o]")) {
      if (inGrid.has(one)) continue;
      const level = light.level(one.dataset.o);
      if (one.dataset.lit === level) continue;
      if (level) one.dataset.lit = level;
      else delete one.dataset.lit;
    }
    for (const one of document.querySelectorAll('[aria-current="true"]')) one.removeAttribute("aria-current");
    if (!bus.selected) return;
    for (const one of document.querySelectorAll(`[data-o="${bus.selected}"][role="button"]`)) one.setAttribute("aria-current", "true");
  },
};
