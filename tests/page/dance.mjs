// The links of dancing links: a step for each pointer that changes.

import assert from "node:assert/strict";
import { count, presses } from "./read.mjs";

/** What the picture shows: changed pointers, remembered ones, removed nodes, every line. */
const SEEN = `(() => {
  const all = selector => [...document.querySelectorAll(".dance " + selector)];
  return {
    told: document.getElementById("told").textContent,
    now: [...document.querySelectorAll("#lines .now")].map(one => one.textContent).join(" "), call: document.querySelector("#lines .call")?.textContent,
    changed: all("path.changed").filter(one => !one.closest("marker")).length,
    kept: all("path.kept").length, gone: all("g.gone").map(one => one.getAttribute("aria-label")),
    lines: all("path").map(one => one.getAttribute("d")).sort().join(),
    sizes: all("g[data-o^=i] text").map(one => one.textContent).join(),
  };
})()`;

export async function each_pointer_is_a_step(lab) {
  const { events } = lab.trace("cover").runs[0];
  const page = await lab.open("cover", "#links/0");
  const steps = +(await count(page)).split("/")[1];
  const seen = await presses(page, "ArrowRight", steps, SEEN);
  const pointers = seen.filter(one => /pointer/.test(one.told));
  const others = events.filter(e => !["cover", "uncover"].includes(e.t)).length;
  assert.equal(pointers.length + others, steps);
  for (const { told, changed, now, call } of pointers) {
    // The assignment is in the line of Cover or Uncover, with c for a header and j for another node, and its caller has a bar.
    const [, verb, node, formula] = /^(Cover|Uncover) .* x is (.*): (.*), so/.exec(told), x = node.startsWith("[") ? "c" : "j";
    assert.ok(now.includes(formula.replaceAll("x", x)), `${told} at ${now}`);
    assert.match(call, new RegExp(`${verb.toLowerCase()} column`), told);
    assert.equal(/S\[C\[j\]\] [+−] 1/.test(now), formula.replaceAll("x", "j") === (verb === "Cover" ? "D[U[j]] ← D[j]" : "U[D[j]] ← j"), told);
    // The pair is assigned in the order of the line.
    assert.equal(/^[LU]/.test(formula), / pointer \d*[13579] of/.test(told), told);
    assert.ok(changed === 1 || changed === 2, `a pointer is one line, or leaves and comes back: ${told}`);
  }
  for (const { told, changed } of seen.filter(one => !/pointer/.test(one.told))) assert.equal(changed, 0, told);
  assert.match(seen[1].told, /^Cover 1, pointer 1 of 8\. x is \[1\]: L\[R\[x\]\] ← L\[x\], so L of \[2\] is now root, not \[1\]/);
  // Item 1 with options 2 and 4 is covered: the header, and the other nodes of both.
  assert.deepEqual(seen[8].gone, ["1: 2 rows, removed", "2:4, removed", "2:7, removed"]);
  return `${steps} steps`;
}

/** A picture wider than its box is scrolled to the node whose pointers change. */
export async function what_changes_is_in_sight(lab) {
  const page = await lab.open("small", "#links/0");
  const seen = await presses(page, "ArrowRight", 100, `(() => {
    const node = document.querySelector(".dance g.changed");
    if (!node) return null;
    const region = node.ownerSVGElement.parentElement, seen = region.getBoundingClientRect(), at = node.getBoundingClientRect();
    return { in: at.left >= seen.left && at.right <= seen.right, is_wide: region.scrollWidth > region.clientWidth };
  })()`);
  const changes = seen.filter(Boolean);
  assert.ok(changes.length > 50 && changes.every(one => one.is_wide));
  assert.ok(changes.every(one => one.in), `${changes.filter(one => !one.in).length} of ${changes.length} are out of sight`);
  return `${changes.length} steps`;
}

/** What is selected is a breakpoint: B leads to the steps in which it takes part, and no other. */
export async function a_selected_clause_is_a_breakpoint(lab) {
  const { events } = lab.trace("small").runs[0];
  const by = events.findLast(e => e.t === "conflict").by;
  const wanted = events.flatMap((e, i) => e.by === by || e.with === by || e.t === "learn" && e.id === by ? [i + 1] : []);
  const page = await lab.open("small", `#cdcl/0?o=c${by}`);
  const at = "+document.getElementById('count').textContent.split(' ')[0]";
  assert.deepEqual(await presses(page, "b", wanted.length + 1, at), [...wanted, wanted.at(-1)]);
  const back = await page.evaluate(read => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "B", shiftKey: true, bubbles: true }));
    return new Function(`return (${read});`)();
  }, at);
  assert.equal(back, wanted.at(-2) ?? wanted[0]);
  return `${wanted.length} steps of clause ${by}`;
}

/** Uncovering restores every line that covering changed. */
export async function what_is_uncovered_is_as_before(lab) {
  const page = await lab.open("cover", "#links/0");
  const steps = +(await count(page)).split("/")[1];
  const seen = await presses(page, "ArrowRight", steps, SEEN);
  const at = pattern => seen.findIndex(one => pattern.test(one.told));
  const chosen = at(/^Choose column 2/), left = at(/^Give up row 2/);
  assert.ok(chosen > 0 && left > chosen);
  assert.equal(seen[left].lines, seen[at(/^Take row 2/)].lines);
  assert.equal(seen[left].sizes, seen[at(/^Take row 2/)].sizes);
  assert.notEqual(seen[chosen].lines, seen[left].lines);
}

/** Presented, the links are large: those of a small problem whole, of others what changes is in sight. */
export async function the_links_are_presented_large(lab) {
  for (const [name, width, height] of [["cover", 1280, 720], ["cover", 1920, 1080], ["small", 1280, 720], ["small", 1920, 1080], ["small", 390, 844]]) {
    const page = await lab.open(name, "#links/0?p=1", { size: { width, height } });
    const seen = await presses(page, "ArrowRight", 60, `(() => {
      const svg = document.querySelector(".dance"), region = svg.parentElement, place = region.getBoundingClientRect(), node = svg.querySelector("g.changed");
      const at = (node ?? svg).getBoundingClientRect(), told = document.getElementById("told");
      return { share: place.width / innerWidth, size: svg.querySelector("text").getBoundingClientRect().height, foot: place.bottom + scrollY - innerHeight,
        is_whole: region.scrollWidth <= region.clientWidth && region.scrollHeight <= region.clientHeight, cut: told.scrollHeight > told.clientHeight,
        is_out: Boolean(node) && (at.left < place.left || at.right > place.right || at.top < place.top || at.bottom > place.bottom) };
    })()`);
    const isPhone = width < 861, what = `${name} at ${width}`;
    for (const one of seen) {
      assert.ok(!one.is_out && !one.cut, `${what}: ${JSON.stringify(one)}`);
      assert.ok(isPhone || one.foot <= 0 && one.share > 0.6 && one.size >= 11, `${what}: ${JSON.stringify(one)}`);
      if (name === "cover") assert.ok(one.is_whole && (height < 1000 || one.size > 18), `${what}: ${JSON.stringify(one)}`);
    }
    await page.close();
  }
}
