// ---- predict: a question before a step that shows its answer

/* An answer is the key of an object, which can be clicked wherever it is shown, or the text of
   a choice. Each question judges any answer, and says why. */

/** Right answers and questions so far. */
const score = { right: 0, asked: 0 };

/** The open question: `{k, text, choices: [{key, html}], takes, judge, told}`. `takes` says whether
    the key of an object is an answer (missing if none is); `judge` says of an answer whether it is `right`, and `why`. One that an
    address asks for has its `name`, and stays open until the answer is right; `tried` are the
    wrong answers so far. */
let question = null;

/** The same number for the same question, so that a picture can be made again. */
function mixed(list, seed) {
  const key = i => (Math.imul(i + 1, 2654435761) ^ Math.imul(seed + 7, 40503)) >>> 4 & 0xffff;
  return list.map((one, i) => [key(i), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
}

/** A question about the step after `k`, if that step is worth one. */
function ask(run, k) {
  const e = run.events[k], before = run.events[k - 1];
  const name = !e ? "" : {
    imply: () => e.level > 0 && ["decide", "backjump", "flip"].includes(before?.t) ? "literal" : "",
    resolve: () => before.t === "conflict" ? "learned" : "",
    backjump: () => e.from > 1 ? "level" : "",
    choose: () => "column",
    reject: () => before?.t !== "reject" && before?.t !== "undo" ? "number" : "",
    try: () => before?.t !== "reject" && before?.t !== "undo" ? "number" : "",
  }[e.t]?.();
  return name ? made(name, run, k) : null;
}

/** The question of an address, or null if this step has no such question. */
function askNamed(name) {
  const run = currentRun(), one = run && Object.hasOwn(ASKS, name) ? made(name, run, view.at) : null;
  return one && { ...one, name, tried: new Map() };
}

function made(name, run, k) {
  const one = ASKS[name](run, k, run.at(k));
  if (!one || one.choices.length < 2) return null;
  return { ...one, k, choices: one.sorted ? one.choices : mixed(one.choices, k) };
}

/** Returns `true` for the key of a literal, and not for an answer such as "level 0". */
const isLiteral = key => /^l-?\d/.test(key);

const ASKS = {
  /** Which clause is unit? The answers are clauses. */
  unit(run, k, s) {
    const e = run.events[k];
    if (e?.t !== "imply") return null;
    const last = s.trail.at(-1), ids = [...run.trace.cnf.clauses.map((_, i) => i + 1), ...run.learned.slice(0, s.learned).map(one => one.id)];
    const counts = ids.map(id => ({ id, ...standingOf(run.clause(id), s.value) }));
    // The nearer to a unit clause, the more plausible.
    const near = one => (run.clause(one.id).includes(-last?.lit) ? 4 : 0) + one.f.length - one.o.length;
    const wrong = counts.filter(one => one.o.length !== 1 || one.t.length).sort((a, b) => near(b) - near(a) || a.id - b.id);
    // Some are as long as the right one, so that its length does not give it away.
    const asLong = wrong.filter(one => run.clause(one.id).length === run.clause(e.by).length);
    const isOpen = one => !one.t.length, isTrue = one => one.t.length > 0;
    const chosen = new Set([asLong.find(isOpen), asLong.find(isTrue), wrong.find(isTrue), wrong.find(isOpen)].filter(Boolean));
    for (const one of wrong) if (chosen.size < 3) chosen.add(one);
    return {
      text: "Which clause is unit now, with all its literals false but one, which is open?",
      choices: [e.by, ...[...chosen].map(one => one.id)].map(id => ({ key: `c${id}`, html: clauseTold(run, id) })),
      takes: key => key[0] === "c" && exists(key),
      judge(key) {
        const { t, o } = standingOf(run.clause(numberOf(key)), s.value), all = lits => lits.map(lit => chip(lit, s.value)).join(", ");
        if (t.length) return { why: `it is satisfied, because ${all(t)} ${t.length > 1 ? "are" : "is"} true. A satisfied clause implies nothing` };
        if (o.length > 1) return { why: `${o.length} of its literals are open: ${all(o)}. Any of them could satisfy it` };
        if (!o.length) return { why: "no literal of it is open" };
        return { right: true, why: `Only ${all(o)} of it is open, so it must be true.` };
      },
    };
  },

  /** Which clause is visited when the next literal becomes false? The answers are clauses. */
  watch(run, k, s) {
    const { visits } = schemeOf(run), next = visits[k + 1];
    if (!next?.length) return null;
    const lit = -run.events[k].lit, visited = new Map(next.map(one => [one.id, one]));
    const ids = [...run.trace.cnf.clauses.map((_, i) => i + 1), ...run.learned.slice(0, s.learned).map(one => one.id)];
    const has = wanted => ids.filter(id => !visited.has(id) && run.clause(id).includes(wanted));
    const longest = next.reduce((a, b) => run.clause(b.id).length > run.clause(a.id).length ? b : a).id;
    return {
      text: `${chip(lit)} becomes false in the next step. Which clause has to be visited?`,
      choices: [longest, ...has(lit).slice(0, 3), ...has(-lit).slice(0, 1)].map(id => ({ key: `c${id}`, html: clauseTold(run, id) })),
      takes: key => key[0] === "c" && exists(key),
      judge(key) {
        const id = numberOf(key), one = visited.get(id), watched = () => watchedIn(run, id, k).map(lit => chip(lit)).join(" and ");
        if (one) return { right: true, why: `It watches ${chip(lit)}: ${OUTCOMES[one.what][2](one.lit && chip(one.lit))}.` };
        if (run.clause(id).includes(lit)) return { why: `it contains ${chip(lit)}, but it watches ${watched()}` };
        return { why: run.clause(id).includes(-lit) ? `it contains ${chip(-lit)}, which becomes true: this can't make it unit` : `it does not contain ${chip(lit)}, so nothing changes for it` };
      },
    };
  },

  /** Which literal is forced? The answers are literals. */
  literal(run, k, s) {
    const e = run.events[k];
    if (e?.t !== "imply") return null;
    const all = forced(run, s), others = [];
    const near = [-e.lit, ...run.clause(e.by).map(lit => -lit), ...Array.from({ length: 40 }, (_, i) => ((Math.abs(e.lit) + i) % run.trace.cnf.vars + 1))];
    for (const lit of near.flatMap(lit => [lit, -lit])) {
      const open = s.value[Math.abs(lit)] === 0;
      if (open && !all.has(lit) && !others.includes(lit) && others.length < 3) others.push(lit);
    }
    return {
      text: "Some clause has one literal left. Which of these is forced now?",
      choices: [e.lit, ...others].map(lit => ({ key: keyOfLit(lit), html: chip(lit) })),
      takes: isLiteral,
      judge(key) {
        const lit = numberOf(key), how = standing(lit, s.value);
        if (all.has(lit)) return { right: true, why: `It is the only open literal of ${clauseTold(run, all.get(lit), s.value)}` };
        if (how !== "o") return { why: `${chip(lit)} is ${STANDING[how]} already` };
        if (all.has(-lit)) return { why: `its opposite is forced, by ${clauseName(run, all.get(-lit))}` };
        const [id, open] = nearest(run, s, lit);
        return { why: id ? `no clause has it as its last open literal: ${clauseName(run, id)} still has ${open.map(one => chip(one)).join(", ")} open`
          : `no clause with ${chip(lit)} is unsatisfied, so nothing forces it` };
      },
    };
  },

  /** Which literal is the first unique implication point? The answers are literals. */
  uip(run, k, s) {
    const conflict = run.events[k - 1], learn = run.events.slice(k).find(e => e.t === "learn");
    if (conflict?.t !== "conflict" || !conflict.graph || !learn?.uip) return null;
    const uip = -learn.uip, { nodes, edges } = conflict.graph;
    const entry = lit => s.trail.find(one => one.lit === lit), level = lit => entry(lit)?.level;
    const own = nodes.map(([lit]) => lit).filter(lit => lit && level(lit) === conflict.level);
    const decision = own.find(lit => !entry(lit).by);
    const later = own.filter(lit => lit !== uip && lit !== decision), earlier = nodes.map(([lit]) => lit).filter(lit => lit && level(lit) < conflict.level);
    const wrong = [...new Set([decision === uip ? 0 : decision, ...mixed(later, k).slice(0, 3), earlier.at(-1)])].filter(Boolean);
    /** A path from the decision to the conflict without a literal, or null. */
    const around = without => {
      const queue = [[decision]], seen = new Set([decision, without]);
      for (const path of queue) {
        for (const [from, to] of edges) {
          const next = nodes[to][0];
          if (nodes[from][0] !== path.at(-1) || seen.has(next)) continue;
          if (next === 0) return path;
          seen.add(next);
          if (own.includes(next)) queue.push([...path, next]);
        }
      }
      return null;
    };
    return {
      text: "Which literal is the first unique implication point (UIP) of this conflict? It is a node of the graph.",
      choices: [uip, ...wrong.slice(0, 4)].map(lit => ({ key: keyOfLit(lit), html: chip(lit) })),
      takes: isLiteral,
      judge(key) {
        const lit = numberOf(key);
        if (lit === uip) return { right: true, why: `Every path from the decision ${chip(decision)} to the conflict leads through it${uip === decision ? ", because it is the decision, and no later literal is on all of them" : ", and it is the one nearest to the conflict"}.` };
        if (own.includes(-lit) || earlier.includes(-lit)) return { why: `${chip(lit)} is false; the graph has the true literals, such as ${chip(-lit)}` };
        if (!own.includes(lit) && !earlier.includes(lit)) return { why: `${chip(lit)} has no part in this conflict` };
        if (level(lit) < conflict.level) return { why: `it is of level ${level(lit)}, and the conflict of level ${conflict.level}. A UIP is of the conflict's level` };
        const path = lit === decision ? null : around(lit);
        if (path) return { why: `this path does not lead through it: ${path.map(one => chip(one)).join(" → ")} → conflict` };
        return { why: `every path leads through it, so it is a UIP, but not the first: every path leads through another literal, too, which is nearer to the conflict` };
      },
    };
  },

  /** Which clause is learned? */
  learned(run, k, s) {
    let i = k;
    const seen = [s.clause], { level } = s;
    while (run.events[i] && run.events[i].t !== "learn") seen.push(run.events[i++].clause);
    const answer = run.events[i]?.clause;
    if (run.events[k - 1]?.t !== "conflict" || !answer?.length) return null;
    const wrong = [];
    const offer = clause => {
      if (clause?.length && wrong.length < 3 && !same(clause, answer) && !wrong.some(one => same(one, clause))) wrong.push(clause);
    };
    for (const clause of seen) offer(clause);
    offer(answer.map(lit => -lit));
    offer(answer.slice(1));
    const levels = new Map(s.trail.map(entry => [-entry.lit, entry.level]));
    return {
      text: "Resolving back to the first unique implication point: which clause will be learned?",
      choices: [answer, ...wrong].map(clause => ({ key: clause.join(), html: clauseOf(clause) })),
      judge(key) {
        const clause = key.split(",").map(Number), own = clause.filter(lit => levels.get(lit) === level);
        if (same(clause, answer)) return { right: true, why: "" };
        if (clause.some(lit => !levels.has(lit))) return { why: "some literal of it is true at this moment. A learned clause is false at the conflict: its signs are the opposite" };
        if (own.length > 1) return { why: `${own.length} literals of it are of the conflict's level ${level} (${own.map(lit => chip(lit)).join(", ")}). Resolution goes on until one is left` };
        return { why: own.length ? "it can still be shortened, or it leaves out a literal without which it does not follow" : `it has no literal of the conflict's level ${level}, so it does not follow` };
      },
    };
  },

  /** Which clause excludes the solution of a 4×4 that is found in the next step, and no other? */
  block(run, k, s) {
    if (run.events[k]?.t !== "solution" || !puzzle || side > 4) return null;
    const found = s.trail.map(entry => entry.lit).filter(lit => candidate(lit)).sort((a, b) => a - b);
    const isClue = lit => puzzle.givens[candidate(Math.abs(lit)).cell] > 0, filled = found.filter(lit => !isClue(lit)), not = lits => lits.map(lit => -lit);
    const choices = [not(filled), filled, not(filled.slice(0, 1)), not(found.filter(isClue))].filter(clause => clause.length);
    return {
      text: "Every variable has a value now, so the next step is a solution. Which clause, added to the formula, excludes this solution and no other?",
      choices: choices.map(clause => ({ key: clause.join(), html: clauseOf(clause) })),
      judge(key) {
        const clause = key.split(",").map(Number), [lit] = clause;
        if (lit > 0) return { why: `each literal of it is true in this solution, so the solution satisfies it and is not excluded. A clause excludes what makes all its literals false` };
        if (isClue(lit)) return { why: "these are the clues, which every solution has: it excludes all of them. The answer would be UNSATISFIABLE at once, and the count would end with 1" };
        if (clause.length < filled.length) return { why: `it excludes this solution, but also any other with ${chip(-lit)}, so that none of these would be counted` };
        return { right: true, why: "All its literals are false in this solution. Any other solution has another number in some cell, and makes a literal of it true." };
      },
    };
  },

  /** To which level does the solver jump back? */
  level(run, k, s) {
    const e = run.events[k], learn = run.events[k - 1];
    if (e?.t !== "backjump" || learn?.t !== "learn") return null;
    const levels = new Map(s.trail.map(entry => [-entry.lit, entry.level]));
    const from = Math.max(0, e.to - 3), shown = Array.from({ length: e.from - from + 1 }, (_, i) => from + i);
    const kept = shown.length <= 6 ? shown : [...new Set([...shown.slice(0, 5), e.to, e.from])];
    return {
      text: `Clause #${learn.id} was learned at level ${e.from}. To which level does the solver jump back?`,
      choices: kept.map(level => ({ key: `level ${level}`, html: `level ${level}` })),
      sorted: true,
      takes: key => key.startsWith("level "),
      judge(key) {
        const level = +key.slice(6), open = learn.clause.filter(lit => levels.get(lit) > level), name = lits => lits.map(lit => chip(lit)).join(", ");
        if (level === e.to) return { right: true, why: `There only ${name(open)} of the clause is open, and at no lower level.` };
        if (!open.length) return { why: `at level ${level} every literal of the clause is still false, so the conflict would stay` };
        if (open.length > 1) return { why: `at level ${level} the clause would have ${open.length} open literals, ${name(open)}: it would imply nothing` };
        return { why: learn.clause.length === 1 ? `a clause of one literal is unit at level 0 already, whatever was decided`
          : `the clause is unit at level ${level}, but also at a lower level: the solver jumps as far back as it stays unit` };
      },
    };
  },

  /** Which column is chosen? The answers are items. */
  column(run, k, s) {
    const e = run.events[k];
    if (e?.t !== "choose") return null;
    const { columns, sizes } = standingOfCover(s);
    const items = columns.map((how, item) => item)
      .filter(item => columns[item] === "alive" && trace.cover.items[item].kind === "primary");
    const others = mixed(items.filter(item => sizes[item] > e.size), k).slice(0, 3);
    return {
      text: "A column with the fewest rows left is chosen. Which of these?",
      choices: [e.item, ...others].map(item => ({ key: `i${item}`, html: itemTold(item) })),
      takes: key => key[0] === "i",
      judge(key) {
        const item = numberOf(key), rows = counted(sizes[item], "row");
        if (columns[item] === "gone") return { why: "it is covered already" };
        if (!items.includes(item)) return { why: "it need not be covered, so it is never chosen" };
        if (sizes[item] > e.size) return { why: `it has ${rows} left, and another column has fewer` };
        return { right: true, why: `It has ${rows} left, and no column has fewer${item === e.item ? "" : `; the run takes ${itemName(e.item)}, ${run.seed === undefined ? "the leftmost with as few" : "one at random"}`}.` };
      },
    };
  },

  /** Which column comes back next? The answers are items. */
  uncover(run, k, s) {
    const e = run.events[k];
    if (e?.t !== "uncover") return null;
    return {
      text: "Which column is put back next?",
      choices: s.covered.slice(-4).map(item => ({ key: `i${item}`, html: itemTold(item) })),
      takes: key => key[0] === "i",
      judge(key) {
        const item = numberOf(key);
        if (item === e.item) return { right: true, why: "It was removed last, so its neighbours are as they were at that moment." };
        if (!s.covered.includes(item)) return { why: "it was not removed" };
        const after = s.covered.length - 1 - s.covered.lastIndexOf(item);
        return { why: `${after === 1 ? "a column that was removed after it is" : `${after} columns that were removed after it are`} not back yet, and its links may lead there: the order must be the reverse` };
      },
    };
  },

  /** Which number is put into the cell? The answers are candidates. */
  number(run, k, s) {
    const cell = run.events[k]?.cell;
    let i = k;
    while (run.events[i]?.t === "reject") i++;
    const end = run.events[i], first = run.events[k];
    if (!["reject", "try", "stuck"].includes(first?.t) || end?.t !== "try" && end?.t !== "stuck") return null;
    const rejected = new Map(run.events.slice(k, i).map(e => [e.digit, e]));
    const tried = s.path.at(-1).kids.map(kid => kid.digit);
    return {
      text: `Which digit will be put into ${cellName(cell)} next?`,
      choices: [...digitsOf().map(d => ({ key: keyOfLit(varOf(cell, d)), html: `${d}` })), { key: "none", html: "none fits" }],
      sorted: true,
      takes: key => key[0] === "l" && numberOf(key) > 0 && Boolean(candidate(numberOf(key))),
      judge(key) {
        const c = key === "none" ? null : candidate(numberOf(key));
        if (c && c.cell !== cell) return { why: puzzle.givens[c.cell] ? `${cellName(c.cell)} is a clue` : `the next empty cell in reading order is ${cellName(cell)}` };
        if (end.t === "stuck") return c ? { why: rejected.has(c.digit) ? esc(because(rejected.get(c.digit))) : `${c.digit} was tried before` }
          : { right: true, why: "Every number was tried or is rejected." };
        if (!c) return { why: "a number fits: no rule forbids it at this moment" };
        if (c.digit === end.digit) return { right: true, why: "It is the first number from 1 up that no rule forbids at this moment." };
        if (rejected.has(c.digit)) return { why: esc(because(rejected.get(c.digit))) };
        return { why: tried.includes(c.digit) ? `${c.digit} was tried before` : "a smaller number fits, too, and is tried first" };
      },
    };
  },
};

/** The literals of a clause that are true, false and open. */
function standingOf(clause, value) {
  const found = { t: [], f: [], o: [] };
  for (const lit of clause) found[standing(lit, value)].push(lit);
  return found;
}

/** The clauses in a state: those of the formula and those learned so far, with their numbers. */
function* clausesAt(run, { learned }) {
  for (const [i, clause] of run.trace.cnf.clauses.entries()) yield [i + 1, clause];
  for (const { id, clause } of run.learned.slice(0, learned)) yield [id, clause];
}

/** The literals that some clause forces now, each with the number of the clause. */
function forced(run, s) {
  const found = new Map();
  for (const [id, clause] of clausesAt(run, s)) {
    const { t, o } = standingOf(clause, s.value);
    if (!t.length && o.length === 1 && !found.has(o[0])) found.set(o[0], id);
  }
  return found;
}

/** The number of the unsatisfied clause with a literal that has the fewest open literals, and these. */
function nearest(run, s, lit) {
  let best = [0, []];
  for (const [id, clause] of clausesAt(run, s)) {
    if (!clause.includes(lit)) continue;
    const { t, o } = standingOf(clause, s.value);
    if (!t.length && (!best[0] || o.length < best[1].length)) best = [id, o];
  }
  return best;
}

const same = (a, b) => a.length === b.length && a.every(lit => b.includes(lit));

/** Answers the open question with an object that was clicked; false if it is no answer. */
function answerWith(key) {
  if (!question || question.told || !question.takes?.(key)) return false;
  answer(key);
  return true;
}

function answer(key) {
  if (!question || question.told || question.tried?.has(key)) return;
  const { right, why } = question.judge(key), tells = question.choices.filter(one => question.judge(one.key).right).map(one => one.html).join(" or ");
  if (!question.tried?.size) {
    score.asked++;
    if (right) score.right++;
  }
  if (right) {
    const chosen = question.choices.find(one => one.key === key)?.html ?? objectName(key);
    question.told = `<b>✓ Right</b>: ${chosen}. ${why}`;
  } else if (question.tried) {
    question.tried.set(key, why);
    const inQuiz = byId("quiz").contains(document.activeElement);
    render();
    if (inQuiz) byId("quiz").querySelector("button:enabled")?.focus();
    return;
  } else {
    question.told = `<b>✗ No</b>: it was ${tells}. ${objectName(key)}: ${why}.`;
  }
  if (question.name) markAnswered();
  view.at = question.k + 1;
  render();
}

/** An answer as it is told. */
function objectName(key) {
  const choice = question.choices.find(one => one.key === key);
  if (choice) return choice.html;
  if (key.startsWith("level ")) return key;
  if (key[0] === "l") return chip(numberOf(key));
  return key[0] === "c" ? clauseName(currentRun(), numberOf(key)) : itemName(numberOf(key));
}

/** Marks the link of the lesson that asked. */
function markAnswered() {
  for (const link of document.querySelectorAll("#lesson .step")) {
    const [place, more] = link.hash.split("?"), words = new URLSearchParams(more);
    const isOfExample = (words.get("example") ?? "") === example.name;
    if (isOfExample && place === `#${view.tab}/${question.k}` && words.get("ask") === question.name) link.dataset.answered = "";
  }
}

function quiz() {
  byId("score").textContent = view.predict ? `${score.right} of ${score.asked} right` : "";
  byId("quiz").hidden = !question;
  if (!question) { put("quiz", ""); return; }
  const tried = key => question.tried?.has(key);
  const choices = question.choices.map((one, i) =>
    `<li><button type="button" data-answer="${esc(one.key)}"${tried(one.key) ? " disabled" : ""}><kbd>${String.fromCharCode(65 + i)}</kbd> ${inert(one.html)}${tried(one.key) ? " ✗" : ""}</button></li>`);
  const last = [...question.tried ?? []].at(-1);
  put("quiz", question.told ? `<p role="status">${question.told}</p>`
    : `<p id="asked"><b>Predict.</b> ${question.text} <i>${question.takes ? "Choose, or click it where it is shown" : "Choose"}:</i></p><ul>${choices.join("")}</ul>`
      + (last ? `<p role="status"><b>✗ No</b>, ${objectName(last[0])}: ${last[1]}. Try again.</p>` : ""));
}
