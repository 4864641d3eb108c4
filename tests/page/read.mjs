// Reading a page, and pressing its keys without waiting for each.

export const TABS = ["cdcl", "cover", "backtracking"];

export const count = page => page.locator("#count").textContent();

export const goto = (page, hash) => page.evaluate(async to => {
  const done = new Promise(resolve => addEventListener("hashchange", () => setTimeout(resolve), { once: true }));
  // The page may have written this address back after the view had left it.
  if (location.hash === to) dispatchEvent(new HashChangeEvent("hashchange", { newURL: location.href }));
  else location.hash = to;
  await done;
}, hash);

/** Presses a key so many times; what `read` (run in the page) says after each. */
export const presses = (page, key, times, read = "null") => page.evaluate(([key, times, read]) => {
  const found = [], one = new Function(`return (${read});`);
  for (let i = 0; i < times; i++) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    found.push(one());
  }
  return found;
}, [key, times, read]);

/** The scheme of two watched literals in its plainest form: after `k` steps, what each clause
    watches, and the clauses that step `k` visited, each with what came of it. */
export function watchesAfter({ clauses }, events, k) {
  const lits = new Map(clauses.map((clause, i) => [i + 1, [...new Set(clause)]]));
  const pairs = new Map([...lits].map(([id, all]) => [id, all.slice(0, 2)]));
  let trail = [], visited = [];
  const levelOf = lit => trail.find(([one]) => one === lit)?.[1], isTrue = lit => levelOf(lit) !== undefined, isFalse = lit => isTrue(-lit);
  for (const e of events.slice(0, k)) {
    visited = [];
    if (e.t === "backjump") trail = trail.filter(([, level]) => level <= e.to);
    if (e.t === "learn") {
      // Every literal of it is false: the asserting one is of the highest level.
      const levels = e.clause.map(lit => [levelOf(-lit), lit]), order = [...levels].sort(([a], [b]) => b - a);
      lits.set(e.id, e.clause);
      pairs.set(e.id, order.slice(0, 2).map(([, lit]) => lit));
    }
    if (e.t !== "decide" && e.t !== "imply") continue;
    trail.push([e.lit, e.level]);
    for (const [id, pair] of pairs) {
      if (!pair.includes(-e.lit)) continue;
      const [other] = pair.filter(lit => lit !== -e.lit), next = lits.get(id).find(lit => lit !== other && !isFalse(lit));
      const what = other && isTrue(other) ? "true" : next ? "moved" : other && !isFalse(other) ? "unit" : "violated";
      if (what === "moved") pairs.set(id, pair.map(lit => lit === -e.lit ? next : lit));
      visited.push([id, what]);
    }
  }
  return { lits, pairs, visited, isTrue, isFalse, levelOf };
}
