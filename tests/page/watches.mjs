// Watches: the two watched literals of each clause, along a run and on the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { goto, presses, watchesAfter } from "./read.mjs";

const SOURCE = readFileSync(new URL("../../src/teach/page/js/watches.js", import.meta.url), "utf8");
const watchScheme = new Function(`${SOURCE}; return watchScheme;`)();

/** The runs on each formula of a page. */
const runsOf = (lab, name) => JSON.parse(/id="data">(.*?)<\/script>/s.exec(lab.text(`${name}.html`))[1]).traces
  .flatMap(({ cnf, runs }) => runs.filter(run => ["cdcl", "dpll"].includes(run.engine)).map(({ engine, events }) => ({ cnf, engine, events })));

/** Where propagation ends without a conflict, a false watch has a true one beside it, of no higher
    level, so that a jump back leaves it right. A clause that becomes unit or violated is visited,
    which is found out by looking at every clause with the literal. */
export async function no_clause_has_a_false_watch_without_a_true_one(lab) {
  let [propagations, units, learned] = [0, 0, 0];
  for (const name of ["small", "hard", "unsolvable", "formula", "clash", "lesson-3", "lesson-5", "dpll", "dpll-formula"]) {
    for (const { cnf, engine, events } of runsOf(lab, name)) {
      const { has, visits, first, moves } = watchScheme(cnf.vars, cnf.clauses, events);
      const lits = [[], ...cnf.clauses.map(clause => [...new Set(clause)])], pairs = first.map(one => one.step ? null : one.pair.slice());
      const values = new Map(), level = new Map(), with_ = new Map();
      const note = id => { for (const lit of lits[id]) with_.set(lit, [...with_.get(lit) ?? [], id]); };
      lits.forEach((_, id) => note(id));
      const told = step => `${name} ${cnf.encoding} ${engine} step ${step}`;
      for (const [i, e] of events.entries()) {
        const step = i + 1;
        if (e.t === "decide" || e.t === "solution") {
          propagations++;
          for (const [id, pair] of pairs.entries()) for (const lit of pair ?? []) {
            const other = pair.find(one => one !== lit);
            assert.ok(values.get(lit) !== false || other && values.get(other) === true && level.get(other) <= level.get(lit), `${told(step)}: clause ${id} watches ${lit}`);
          }
        }
        const to = { backjump: e.to, flip: e.level - 1 }[e.t];
        for (const [lit, at] of level) if (at > to) { values.delete(lit); level.delete(lit); }
        if (e.t === "learn") {
          lits[e.id] = e.clause;
          note(e.id);
          pairs[e.id] = first[e.id].pair.slice();
          if (e.uip && e.clause.length > 1) {
            const others = e.clause.filter(lit => lit !== e.uip).map(lit => level.get(lit));
            assert.deepEqual([pairs[e.id][0], level.get(pairs[e.id][1])], [e.uip, Math.max(...others)], told(step));
            learned++;
          }
        }
        if (!["decide", "imply", "flip"].includes(e.t)) { assert.equal(visits[step], undefined, told(step)); continue; }
        for (const lit of [e.lit, -e.lit]) { values.set(lit, lit === e.lit); level.set(lit, e.level); }
        const now = with_.get(-e.lit) ?? [], standing = {};
        for (const id of now) {
          const open = lits[id].filter(lit => !values.has(lit)), satisfied = lits[id].some(lit => values.get(lit));
          if (!satisfied && open.length < 2) standing[id] = open.length ? `unit ${open[0]}` : "violated ";
        }
        units += Object.keys(standing).length;
        const forced = visits[step].filter(one => one.what === "unit" || one.what === "violated");
        assert.deepEqual(Object.fromEntries(forced.map(one => [one.id, `${one.what} ${one.lit ?? ""}`])), standing, told(step));
        assert.equal(has[step], now.length, told(step));
        const watching = [...pairs.keys()].filter(id => pairs[id]?.includes(-e.lit));
        assert.deepEqual(visits[step].map(one => one.id).sort((a, b) => a - b), watching, told(step));
        for (const { id, what, lit } of visits[step]) {
          const move = (moves[id] ?? []).filter(([at]) => at === step);
          assert.deepEqual(move, what === "moved" ? [[step, -e.lit, lit]] : [], told(step));
          if (what === "moved") { assert.notEqual(values.get(lit), false, told(step)); pairs[id] = pairs[id].map(one => one === -e.lit ? lit : one); }
        }
      }
    }
  }
  assert.ok(propagations > 80 && units > 4000 && learned > 50, `${propagations}, ${units}, ${learned}`);
  // Repeated literals, both signs of a variable, one literal, none.
  const odd = watchScheme(3, [[2, 2, 3], [1, -1], [2, 2], [3], []], [{ t: "decide", lit: -2, level: 1 }]);
  assert.deepEqual(odd.first.slice(1).map(one => one.pair), [[2, 3], [1, -1], [2], [3], []]);
  assert.deepEqual([odd.has[1], odd.visits[1]], [2, [{ id: 1, what: "unit", lit: 3 }, { id: 3, what: "violated" }]]);
  return `${propagations} propagations, ${units} clauses unit or violated, ${learned} learned`;
}

/** The page marks the watched literals of the selected clause and counts the visits of each step, as
    the plainest replay has them. */
export async function the_page_shows_what_is_watched(lab) {
  const [{ cnf, events }] = runsOf(lab, "small");
  const name = lit => lit > 0 ? cnf.names[lit - 1] : cnf.names[-lit - 1].replace("=", "≠");
  const learned = events.find(e => e.t === "learn" && e.clause.length > 2);
  let seen = 0;
  for (const clause of [4, learned.id]) {
    const page = await lab.open("small", `#cdcl/0?o=c${clause}`);
    let [visits, has] = [0, 0];
    const read = `(() => {
        const [first] = document.getElementById("selected").innerHTML.split(/ It watches |<br>/), box = document.createElement("div");
        box.innerHTML = first;
        const region = document.querySelector("[aria-label='The watched literals']"), ids = list => [...list].map(one => one.textContent);
        return { marked: ids(box.querySelectorAll(".watched")), told: region.querySelector("p").textContent.replace(/\\s+/g, " "),
          visited: [...region.querySelectorAll("li")].map(one => [+one.querySelector(".clause").textContent.slice(1), one.querySelectorAll(":scope > .watched").length]) };
      })()`;
    const pictures = [await page.evaluate(read), ...await presses(page, "ArrowRight", events.length, read)];
    for (const [k, shown] of pictures.entries()) {
      const { lits, pairs, visited } = watchesAfter(cnf, events, k), e = events[k - 1];
      assert.deepEqual(shown.marked, lits.get(clause)?.filter(lit => pairs.get(clause).includes(lit)).map(name) ?? [], `step ${k}`);
      if (e?.t !== "decide" && e?.t !== "imply") {
        assert.match(shown.told, !e ? /^Each clause watches its first two/ : { backjump: /open again\. Nothing has to be undone/, learn: e.clause?.length > 1 ? /^Clause #\d+ watches/ : /no clause is visited/ }[e.t] ?? /no clause is visited/, `step ${k}`);
        continue;
      }
      const contain = [...lits].filter(([, all]) => all.includes(-e.lit)).length, count = what => visited.filter(([, one]) => one === what).length;
      visits += visited.length;
      has += contain;
      assert.ok(shown.told.startsWith(`${name(-e.lit)} becomes false. ${contain} clause${contain === 1 ? " contains" : "s contain"} it; `), shown.told);
      assert.ok(shown.told.includes(`So far: ${visits} visit${visits === 1 ? "" : "s"}; ${has} if`), `step ${k}: ${shown.told}, ${visits} of ${has}`);
      for (const [what, told] of Object.entries({ moved: /(\d+) moves? the?i[rt]s? watch|(\d+) moves its watch/, unit: /(\d+) becomes? unit/, violated: /(\d+) (?:is|are) violated/, true: /(\d+) stays? as/ })) {
        const found = told.exec(shown.told)?.slice(1).find(Boolean);
        assert.equal(+(found ?? 0), count(what), `step ${k}: ${what} in ${shown.told}`);
      }
      assert.deepEqual(shown.visited.map(([id]) => id).sort((a, b) => a - b), visited.map(([id]) => id), `step ${k}`);
      seen += visited.length;
    }
    // The terminal counts the same.
    assert.ok(lab.text("small.txt").includes(`\nWatched literals: ${visits} visits; ${has} if each clause with a new false literal were visited.\n`));
    await page.close();
  }
  // In the other views nothing is watched, and in the other encoding it is.
  const page = await lab.open("small", "#reduction?o=c4");
  assert.equal(await page.locator(".watched").count(), 0);
  await goto(page, "#cdcl/20?o=c4&e=extended");
  assert.ok(await page.locator("#selected .watched").count() > 1);
  return `${seen} visits`;
}
