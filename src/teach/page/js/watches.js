// ---- watches: the scheme of two watched literals, replayed along a run on the formula

/** Replays the classic scheme along the events of a run of CDCL or DPLL; our solver's own watches may differ. Each
    clause watches its first two literals. A literal is handled at the step at which it becomes
    false: the clauses that watch it are visited. A visited clause whose other watch is true stays as
    it is. Any other watches the first of its literals that is not false instead, if it has one. A
    learned clause watches the literal that it will imply and one of the highest level among the
    others. Returns

    `has`: for each step, the number of clauses with the literal that became false;
    `visits`: for each step, the clauses visited, as `{id, what, lit}`: `moved` to the literal, `true`
      for that other watch, `unit` in that literal, or `violated`;
    `first`: by the clause's number, its first watches as `pair`, from `step` on;
    `moves`: by the clause's number, its moves as `[step, from, to]`. */
function watchScheme(vars, clauses, events) {
  const value = new Int8Array(vars + 1), level = new Int32Array(vars + 1), trail = [];
  const count = new Int32Array(2 * vars + 1), last = new Int32Array(2 * vars + 1), watchers = Array.from(count, () => []);
  const known = [[], ...clauses], now = [], has = [], visits = [], first = [], moves = [];
  const stands = lit => lit > 0 ? value[lit] : -value[-lit];
  const rank = lit => stands(lit) < 0 ? level[Math.abs(lit)] : Infinity;
  const add = (id, pair, step) => {
    first[id] = { step, pair };
    now[id] = pair.slice();
    for (const lit of pair) watchers[vars + lit].push(id);
    // A literal that a clause repeats counts once.
    for (const lit of known[id]) {
      if (last[vars + lit] !== id) count[vars + lit]++;
      last[vars + lit] = id;
    }
  };
  /** Visits a clause that watches `lit`, which is false now. */
  const visit = (id, lit, step) => {
    const pair = now[id], other = pair[0] === lit ? pair[1] : pair[0], how = other ? stands(other) : -1;
    if (how > 0) return { id, what: "true", lit: other };
    const next = known[id].find(one => one !== other && stands(one) >= 0);
    if (!next) return how ? { id, what: "violated" } : { id, what: "unit", lit: other };
    pair[pair.indexOf(lit)] = next;
    watchers[vars + next].push(id);
    (moves[id] ??= []).push([step, lit, next]);
    return { id, what: "moved", lit: next };
  };
  for (let id = 1; id < known.length; id++) {
    const clause = known[id], other = clause.find(lit => lit !== clause[0]);
    add(id, other ? [clause[0], other] : clause.slice(0, 1), 0);
  }
  events.forEach((e, i) => {
    const to = { backjump: e.to, restart: 0, flip: e.level - 1 }[e.t];
    while (trail.length && level[Math.abs(trail.at(-1))] > to) value[Math.abs(trail.pop())] = 0;
    if (e.t === "decide" || e.t === "flip" || e.t === "imply") {
      const lit = -e.lit;
      value[Math.abs(lit)] = -Math.sign(lit);
      level[Math.abs(lit)] = e.level;
      trail.push(lit);
      has[i + 1] = count[vars + lit];
      visits[i + 1] = watchers[vars + lit].map(id => visit(id, lit, i + 1));
      watchers[vars + lit] = visits[i + 1].filter(one => one.what !== "moved").map(one => one.id);
    } else if (e.t === "learn" && !known[e.id]) {
      known[e.id] = e.clause;
      add(e.id, e.clause.slice().sort((a, b) => rank(b) - rank(a) || 0).slice(0, 2), i + 1);
    }
  });
  return { has, visits, first, moves };
}

/** The scheme along a run; replayed once, when it is first shown. */
const schemeOf = run => run.scheme ??= watchScheme(run.trace.cnf.vars, run.trace.cnf.clauses, run.events);

/** The literals that a clause watches after `k` steps; none before it is learned. */
function watchedIn(run, id, k) {
  const { first, moves } = schemeOf(run), watched = first[id]?.step <= k ? first[id].pair.slice() : [];
  for (const [at, from, to] of moves[id] ?? []) if (at <= k) watched[watched.indexOf(from)] = to;
  return watched;
}

/** What a clause watches at this step, in words. */
function watchesTold(run, id, k) {
  const watched = watchedIn(run, id, k), others = new Set(run.clause(id)).size - watched.length;
  if (!watched.length) return "";
  return ` It watches ${watched.map(lit => chip(lit, run.at(k).value, "watched")).join(" and ")}${
    !others ? "" : others > 1 ? `; its other ${others} literals are not looked at` : "; its other literal is not looked at"}.`;
}

/** At most this many visited clauses are shown. */
const MOST_VISITED = 12;

/** What came of a visit: of one clause, of several, and in words that need `lit`. */
const OUTCOMES = {
  moved: ["moves its watch", "move their watch", lit => `now watches ${lit} instead`],
  unit: ["becomes unit", "become unit", lit => `unit: only ${lit} is left`],
  violated: ["is violated", "are violated", () => "violated"],
  true: ["stays as it is, because its other watch is true", "stay as they are, because their other watch is true", () => "its other watch is true"],
};

/** The watched literals of a step: what had to be visited, and what came of it. */
const watchesPanel = (run, k, s) => `<h2>Watched literals</h2>${long("The watched literals", watchesOfStep(run, k, s))}
  <p class="faint">A ring marks a watched literal. This is the classic scheme, replayed along the trail of this run: a literal is handled at the step at which it becomes false.</p>`;

function watchesOfStep(run, k, s) {
  const { has, visits } = schemeOf(run), e = run.events[k - 1];
  const lit = (one, more) => chip(one, s.value, more), watch = one => lit(one, "watched");
  if (!e) return "<p>Each clause watches its first two literals. It is visited only when one of these two becomes false; until then its other literals are not looked at.</p>";
  if (e.t === "backjump" || e.t === "restart") return `<p>${counted(e.undo, "literal is", "literals are")} open again. Nothing has to be undone in the clauses: each keeps its watches.</p>`;
  if (e.t === "learn" && e.uip && e.clause.length > 1) {
    const [uip, other] = watchedIn(run, e.id, k);
    return `<p>Clause #${e.id} watches ${watch(uip)}, which it will imply, and ${watch(other)}, of the highest level among the others: of these it is the first to be open again.</p>`;
  }
  if (!visits[k]) return "<p>No literal becomes false in this step, so no clause is visited.</p>";
  const kinds = Object.keys(OUTCOMES), all = visits[k].slice().sort((a, b) => kinds.indexOf(a.what) - kinds.indexOf(b.what));
  const results = kinds.map(what => [what, all.filter(one => one.what === what).length]).filter(([, number]) => number)
    .map(([what, number]) => `${number} ${OUTCOMES[what][number > 1 ? 1 : 0]}`);
  const total = (list, size) => list.slice(0, k + 1).reduce((sum, one) => sum + size(one), 0);
  const item = ({ id, what, lit }) => `<li>${part(`c${id}`, `#${id}`, `clause ${family(run.trace.cnf, id)}`)} ${
    clauseOf(run.clause(id), s.value, [], watchedIn(run, id, k))} <i>–</i> ${OUTCOMES[what][2](lit && chip(lit, s.value))}</li>`;
  return `<p>${e.t === "flip" ? `${counted(e.undo, "literal is", "literals are")} open again, and each clause keeps its watches. ` : ""}${lit(-e.lit)} becomes false. ${counted(has[k], "clause contains", "clauses contain")} it; ${
    all.length ? `${all.length === has[k] && all.length > 1 ? "all " : ""}${counted(all.length, "watches it and is", "watch it and are")} visited: ${results.join(", ")}` : "none watches it, so none is visited"}.
    <i>So far: ${counted(total(visits, one => one.length), "visit")}; ${total(has, one => one)} if each clause with a new false literal were visited.</i></p>`
    + `<ul class="visited">${all.slice(0, MOST_VISITED).map(item).join("")}</ul>${all.length > MOST_VISITED ? `<p class="faint">and ${all.length - MOST_VISITED} more</p>` : ""}`;
}
