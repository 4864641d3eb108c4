// Select: an object that is pointed at, focused or selected is lit in every view that shows it.

import assert from "node:assert/strict";
import { goto } from "./read.mjs";

/** Of each kind of object: where it is (page, address, element), and what must then be lit:
    an element, how, and how many there are at least. */
const OBJECTS = [
  { kind: "candidate of the grid", page: "small", hash: "#cdcl/43", from: "#grid [data-o='l15']",
    lit: [["#grid [data-o='l15'][data-sign='+']", "on"], [".graph g:has-text('r1c4=3')", "on"], [".trail .lit:has-text('r1c4=3')", "on"]],
    told: /^r1c4=3: variable 15, literal 15, in 4 clauses;.*True at this step: implied by #3 row 1 needs a 3/ },
  { kind: "literal of the trail", page: "small", hash: "#cdcl/43", from: ".trail .lit:text-is('r1c1≠3')",
    lit: [[".graph g:has-text('r1c1≠3')", "on"], ["#grid td >> nth=0", "on", "−3"]], told: /^r1c1≠3: variable 3, literal -3/ },
  { kind: "node of the graph", page: "small", hash: "#cdcl/43", from: ".graph g:has-text('r1c4=4')",
    lit: [["#grid [data-o='l16'][data-sign='+']", "on"], [".trail .lit:has-text('r1c4=4')", "on"]], told: /^r1c4=4/ },
  { kind: "conflict of the graph", page: "small", hash: "#cdcl/40", from: ".graph g.wrong",
    lit: [["#told .clause:has-text('#88')", "on"], ["#told .lit:text-is('r1c4≠3')", "part"], ["#grid [data-o='l15'][data-sign='−']", "part"],
      [".graph path[data-o='c88']", "on", null, 2], ["#legend .clause:has-text('no cell holds two')", "part"]], told: /^#88 r1c4 can't hold both 3 and 4.*-15 -16 0/s },
  { kind: "clause of the step's text", page: "small", hash: "#cdcl/43", from: "#told .clause",
    lit: [[".graph path[data-o='c69']", "on"], ["#grid td >> nth=0", "part", "−4"], ["#grid [data-o='l2'][data-sign='−']", "part"], [".trail .lit:text-is('r1c1=2')", "not"]],
    told: /^#69 r1c1 can't hold both 2 and 4.*-2 -4 0/s },
  { kind: "learned clause", page: "small", hash: "#cdcl/60", from: "ul.learned .clause",
    lit: [["ul.learned .lit >> nth=0", "part"], ["#grid td[data-marks], #grid [data-sign]", "part"]], told: /^#16[5-9] learned/ },
  { kind: "clause of the formula", page: "small", hash: "#reduction", from: ".clauses [data-o='c1'][role=button]",
    lit: [[".dimacs[data-o='c1']", "on"], [".clauses .lit:text-is('r1c1=1') >> nth=0", "part"], ["#legend .clause >> nth=0", "part"], [".block [data-o='i16']", "on"], [".matrix [data-o='i16']", "on"],
      // The clue r1c2=1 is a literal of it, and the clue of r1c3 hides another.
      ["#grid .given[data-o='l5'][data-sign='+']", "part"], ["#grid td >> nth=2", "part", "+1"], ["#grid [data-o='l1'][data-sign='+']", "part"]],
    told: /^#1 row 1 needs a 1.*1 5 9 13 0.*The same as the matrix column R1#1/s },
  { kind: "number of a DIMACS line", page: "small", hash: "#reduction", from: ".dimacs[data-o='c65'] .number >> nth=1",
    lit: [[".clauses .lit:text-is('r1c1≠2')", "on"], [".clauses .lit:text-is('r1c1=2')", "not"], ["#grid [data-o='l2'][data-sign='−']", "on"]], told: /^r1c1≠2: variable 2, literal -2/ },
  { kind: "family", page: "small", hash: "#reduction", from: "#legend .clause >> nth=1",
    lit: [[".clauses .clause:text-is('each number is in each column')", "on"], [".clauses [data-o='c17'][role=button]", "part"], [".block [data-o='i32']", "part"], [".matrix [data-o='i47']", "part"], ["#grid [data-family=column]"]],
    told: /^each number is in each column.*16 clauses, clauses #17 to #32\. The grid shows its columns/s },
  { kind: "item of the blocks", page: "small", hash: "#cover/20", from: ".block [data-o='i35']",
    lit: [[".matrix [data-o='i35']", "on"], ["#grid [data-sign='+']", "part", null, 2]], told: /^Column C1#4: column 1 needs a 4\..*The same as #20 column 1 needs a 4/s },
  { kind: "row of the matrix", page: "small", hash: "#cover/20", from: ".matrix g[data-o='l18'] text",
    lit: [["#grid [data-o='l18'][data-sign='+']", "on"], [".block [data-lit]", "part", null, 4], [".matrix [data-o='l18']", "on"], [".matrix .wire[d^=M]"]],
    told: /^r2c1=2.*Matrix row: R2C1 R2#2 C1#2 B1#2/ },
  { kind: "option of the cover", page: "small", hash: "#cover/20", from: ".cover .lit >> nth=1",
    lit: [["#grid .given[data-o='l10']", "on"], [".matrix [data-o='l10']", "on"]], told: /^r1c3=2/ },
  { kind: "node of the search tree", page: "small", hash: "#backtracking/24", from: ".tree g.no >> nth=0",
    lit: [[".tree [data-lit]", "on"], ["#grid td[data-marks], #grid [data-sign]"]], told: /Rejected: row \d already has/ },
  { kind: "candidate of the lens", page: "hard", hash: "#cover/0", from: "#lens [data-o='l9']",
    lit: [["#grid [data-o='l9'][data-sign='+']", "on"], [".overview .bands [data-lit=on]"], [".hand [data-o='l9'], .overview", null]], told: /^r1c1=9/ },
  { kind: "row of a mere problem", page: "cover", hash: "#cover/5", from: ".matrix g[data-o='o1'] text",
    lit: [["#grid button >> nth=1", "on"], [".matrix [data-o^=i][data-lit]", "part", null, 3]], told: /^Row 2: it has a 1 in 1 4 7/ },
  { kind: "column of a mere problem", page: "cover", hash: "#cover/5", from: ".matrix g[data-o='i3'] text",
    lit: [["#grid [data-lit]", "part", null, 2], [".matrix [data-o^=o][data-lit]", "part", null, 2]], told: /^Column 4\. 3 rows/ },
  { kind: "literal of a mere formula", page: "formula", hash: "#reduction", from: ".clauses .lit:text-is('x2') >> nth=0",
    lit: [["#grid button >> nth=1", "on"], [".number:text-is('2') >> nth=0", "on"]], told: /^x2: variable 2/ },
  { kind: "cell of a large grid", page: "large", hash: "#reduction", from: "#grid button >> nth=0",
    lit: [["#grid td >> nth=0", "on,part"], [".block .bands [data-lit=on]"], ["#legend .clause >> nth=3", null]], told: /^Column R1C1: r1c1 needs a number/ },
  { kind: "family of a large puzzle", page: "large", hash: "#reduction", from: "#legend .clause >> nth=0",
    lit: [["#grid [data-family=row]"], [".block .bands [data-lit=part]", null, null, 256]], told: /256 clauses, clauses #1 to #256/ },
];

async function shows(page, { kind, lit, told }, how) {
  for (const [where, level, marks, count = 1] of lit) {
    const found = await page.locator(where).evaluateAll(all => all.map(one => [one.dataset.lit, one.dataset.marks]));
    assert.ok(found.length >= count, `${kind} by ${how}: ${where} is there ${found.length} times`);
    if (level) assert.ok(found.slice(0, count).every(([one]) => level.split(",").includes(one)), `${kind} by ${how}: ${where} is ${found}`);
    if (marks) assert.equal(found[0][1], marks, `${kind} by ${how}: ${where}`);
  }
  assert.match(await page.locator("#selected").textContent(), told, `${kind} by ${how}`);
}

const dark = page => page.locator("[data-lit], [data-marks], [data-sign]").count();

/** The page of an object: that of the one before if it has the same name. */
async function pageOf(lab, { page: name, hash }, before) {
  if (before?.name !== name) {
    await before?.page.close();
    return { name, page: await lab.open(name, hash) };
  }
  await goto(before.page, hash);
  await before.page.evaluate(() => scrollTo(0, 0));
  return before;
}

/** Where everything is that must not move. */
const tops = page => page.evaluate(() => [...document.querySelectorAll("#tabs, #stepper, #told, #panel h2, #panel .box:not(.clause), #grid, #legend, #selected")]
  .map((one, i) => [`${i} ${one.id || one.textContent.slice(0, 12)}`, one.getBoundingClientRect().top + scrollY]));

const still = async (page, before, what) => {
  for (const [i, [place, top]] of (await tops(page)).entries()) {
    const [, was] = before[i];
    assert.ok(Math.abs(was - top) <= 8, `${what} moves ${place} from ${was} to ${top}`);
  }
};

export async function every_kind_of_object_lights_in_every_view_by_mouse(lab) {
  let used;
  for (const object of OBJECTS) {
    used = await pageOf(lab, object, used);
    const { page } = used;
    const from = page.locator(object.from).first();
    await from.scrollIntoViewIfNeeded();
    await page.mouse.move(1, 1);
    assert.equal(await dark(page), 0, `nothing is lit at first: ${object.kind}`);
    const before = await tops(page);
    await from.hover();
    await shows(page, object, "pointing");
    await still(page, before, `pointing at a ${object.kind}`);
    await page.mouse.move(1, 1);
    assert.equal(await dark(page), 0, `nothing stays lit: ${object.kind}`);
    await from.click();
    await page.mouse.move(1, 1);
    await shows(page, object, "a click");
    await still(page, before, `selecting a ${object.kind}`);
    await page.keyboard.press("Escape");
    assert.equal(await dark(page), 0, `Escape ends it: ${object.kind}`);
  }
  return `${OBJECTS.length} kinds`;
}

/** The Tab key leads into the panel, and the arrow keys lead to the object in it. */
export async function every_kind_of_object_lights_in_every_view_by_keyboard(lab) {
  let pressed = 0, used;
  for (const object of OBJECTS) {
    used = await pageOf(lab, object, used);
    const { page } = used;
    const press = key => { pressed++; return page.keyboard.press(key); };
    await page.locator(object.from).first().evaluate(one => { window.wanted = one.closest("[data-o]"); });
    // By default from a few stops before the panel on: `the_tab_key_reaches_everything` goes all the way.
    if (!lab.isThorough) await page.evaluate(() => {
      const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(one => one.tabIndex >= 0 && !one.disabled && one.getClientRects().length);
      const panel = wanted.closest("#grid, [data-walk], [role=region]"), first = stops.findIndex(one => panel.contains(one));
      stops[Math.max(0, first - 3)].focus();
    });
    const at = () => page.evaluate(() => {
      const at = document.activeElement, panel = one => one.closest("#grid, [data-walk], [role=region]");
      const parts = [...panel(wanted).querySelectorAll("[data-o]")].filter(one => one.matches("[role=button], button"));
      return { there: at === wanted, inside: at.dataset.o !== undefined && panel(at) === panel(wanted), steps: parts.indexOf(wanted) - parts.indexOf(at) };
    });
    let place = await at();
    for (let i = 0; i < 60 && !place.inside; i++) { await press("Tab"); place = await at(); }
    assert.ok(place.inside, `the Tab key reaches the panel of a ${object.kind}`);
    // In the grid a digit that is alone in its cell is passed over at once.
    if (!place.there) {
      // The first by the keyboard itself, the others without waiting for each.
      const key = place.steps < 0 ? "ArrowLeft" : "ArrowRight";
      await press(key);
      pressed += await page.evaluate(key => {
        let times = 0;
        for (; times < 120 && document.activeElement !== wanted; times++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        return times;
      }, key);
    }
    assert.ok((await at()).there, `the arrow keys reach a ${object.kind}`);
    await shows(page, object, "focus");
    await press("Enter");
    await page.evaluate(() => document.activeElement.blur());
    await shows(page, object, "Enter");
    await press("Escape");
    assert.equal(await dark(page), 0, `Escape ends it: ${object.kind}`);
  }
  return `${pressed} keys`;
}

export async function a_selection_follows_into_every_tab_and_encoding(lab) {
  const page = await lab.open("small", "#cdcl/43");
  await page.click("#grid [data-o='l18']");
  for (const [key, places] of [["1", [".matrix [data-o='l18']", ".list .lit:text-is('r2c1=2')", ".list .number:text-is('18')"]], ["3", [".matrix [data-o='l18']"]],
    ["4", ["#grid [data-o='l18']"]], ["2", ["#grid [data-o='l18']"]]]) {
    await page.keyboard.press(key);
    for (const place of places) assert.equal(await page.locator(place).first().getAttribute("data-lit"), "on", `${key}: ${place}`);
  }
  // The clause of a clue has another number in the other encoding.
  await goto(page, "#reduction?o=c162");
  assert.match(await page.locator("#selected").textContent(), /^#162 the clue r1c3=2/);
  await page.keyboard.press("e");
  assert.match(await page.locator("#selected").textContent(), /^#450 the clue r1c3=2/);
  await goto(page, "#reduction?o=f5");
  assert.match(await page.locator("#selected").textContent(), /^the clues hold/);
  // The address keeps it; what is no object is none.
  await page.waitForFunction(() => location.hash === "#reduction?o=f5");
  for (const none of ["c9999", "f77", "l65", "i64", "o1", "x", "c0", "l0", "c1.5"]) {
    await goto(page, `#reduction?o=${none}`);
    assert.equal(await dark(page), 0, none);
  }
}

/** Whatever is read in the text about the selection stays there while the mouse is on it. */
export async function the_text_about_the_selection_stays_under_the_mouse(lab) {
  const page = await lab.open("small", "#reduction?o=c3");
  const told = await page.locator("#selected").textContent();
  await page.hover("#selected .lit >> nth=0");
  assert.equal(await page.locator("#selected").textContent(), told);
  assert.equal(await page.locator("#grid [data-o='l3']").getAttribute("data-lit"), "on");
  assert.equal(await page.locator("#grid [data-o='l15']").getAttribute("data-lit"), null);
  await page.mouse.move(1, 1);
  assert.equal(await page.locator("#grid [data-o='l15']").getAttribute("data-lit"), "part");
}

/** A step with the focus in a panel leaves the focus there. */
export async function the_focus_stays_in_its_panel(lab) {
  const page = await lab.open("small", "#cdcl/43");
  await page.focus(".trail .lit >> nth=3");
  const name = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("Shift+ArrowRight");
  assert.deepEqual(await page.evaluate(() => [document.activeElement.textContent, Boolean(document.activeElement.closest(".trail"))]), [name, true]);
  await page.keyboard.press("ArrowDown");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".trail") !== null), "the nearest below");
}

/** Every part has a name, and 24 px for the finger: itself or the same object elsewhere. */
export async function every_part_has_a_name_and_a_large_target(lab) {
  let parts = 0, used;
  for (const size of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    for (const [name, hash] of [["small", "#reduction?o=c3"], ["small", "#cdcl/43?v=18"], ["small", "#cover/20?v=18"], ["small", "#backtracking/24?v=38"],
      ["hard", "#cover/300?v=1"], ["hard", "#backtracking/1200?v=1"], ["cover", "#cover/6?v=2"], ["large", "#cdcl/1990?o=c5"], ["large", "#cover/300?o=i4"]]) {
      used = await pageOf(lab, { page: name, hash }, used);
      const { page } = used;
      await page.setViewportSize(size);
      const found = await page.evaluate(() => {
        const large = one => { const { width, height } = one.getBoundingClientRect(); return width >= 23.9 && height >= 23.9; };
        const all = [...document.querySelectorAll('[data-o][role="button"], #grid button')].filter(one => one.getClientRects().length && getComputedStyle(one).visibility !== "hidden");
        const elsewhere = new Set(all.filter(large).map(one => one.dataset.o));
        // A candidate of a 9×9 has a large twin in the lens once its cell is selected, and a
        // cell of a 16×16 on a telephone has 22 px.
        const small = all.filter(one => !large(one) && !elsewhere.has(one.dataset.o) && !one.closest("#grid"));
        const nameless = all.filter(one => !(one.getAttribute("aria-label") || one.textContent).trim());
        return { parts: all.length, small: small.map(one => one.outerHTML.slice(0, 120)), nameless: nameless.map(one => one.outerHTML.slice(0, 120)),
          lens: [...document.querySelectorAll("#lens .lit")].filter(one => !large(one)).length };
      });
      assert.deepEqual([found.small.slice(0, 3), found.nameless.slice(0, 3), found.lens], [[], [], 0], `${name} ${hash} at ${size.width}`);
      parts += found.parts;
    }
  }
  return `${parts} parts`;
}

/** What is told of the negation of a candidate names the candidate. */
export async function a_negation_is_told_as_one(lab) {
  const page = await lab.open("small", "#backtracking/24");
  for (const [lit, told] of [[-4, /r1c1=4 is on the path\./], [-3, /r1c1=3 was tried, with 0 nodes below it; nothing worked\./],
    [-1, /r1c1=1 was rejected: row 1 already has a 1, in r1c2\. r1c1=1 has no matrix row: the clues rule it out\./]]) {
    await goto(page, `#backtracking/24?o=l${lit}`);
    const text = await page.locator("#selected").textContent();
    assert.match(text, told);
    assert.doesNotMatch(text, /On the path|Tried|Rejected|No matrix row/);
  }
  await goto(page, "#backtracking/24?v=4");
  assert.match(await page.locator("#selected").textContent(), /On the path\./);
}

/** Houses beyond rows, columns and boxes are lit in the grid, and each kind in the matrix. */
export async function houses_of_every_kind_are_lit(lab) {
  for (const [place, kind] of ["row", "column", "box", "cell", "", "diagonal"].entries()) {
    if (!kind) continue;
    const page = await lab.open("diagonal", `#cover/3?o=f${place}`);
    assert.match(await page.locator("#selected").textContent(), new RegExp(`The grid shows its ${kind}(e?)s\\.`));
    const lit = await page.evaluate(() => ({
      blocks: document.querySelectorAll(".block [data-lit=part]").length, heads: document.querySelectorAll(".matrix g[data-o^=i][data-lit=part]").length,
      cells: [...document.querySelectorAll("#grid td")].flatMap((one, cell) => one.dataset.lit ? [cell] : []),
    }));
    const columns = kind === "diagonal" ? 8 : 16;
    assert.deepEqual(lit, { blocks: columns, heads: columns, cells: kind === "diagonal" ? [0, 3, 5, 6, 9, 10, 12, 15] : [] }, kind);
  }
}

/** The clauses that the steps of a selection name can be pointed at and reached by keys. */
export async function the_steps_of_a_selection_name_clauses(lab) {
  const page = await lab.open("small", "#cdcl/43?v=7");
  const clause = page.locator("#about [data-o='c72']");
  assert.match(await page.locator("#about").textContent(), /implied false by #72/);
  await clause.focus();
  assert.equal(await page.locator("#legend [data-lit]").count(), 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#selected").textContent(), /^#72 r1c2 can't hold both 1 and 3/);
}

/** In a 16×16 each number has its sign, and the candidates shown are those of the selection. */
export async function each_number_has_its_sign(lab) {
  const page = await lab.open("large", "#reduction");
  const cnf = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).traces[0].cnf);
  const cell = cnf.clauses.findIndex(clause => clause.length === 2 && clause[0] < -256 && Math.floor((-clause[0] - 1) / 16) === Math.floor((-clause[1] - 1) / 16) && clause[0] - clause[1] > 2);
  const [a, b] = cnf.clauses[cell].map(lit => -lit);
  await goto(page, `#reduction?o=c${cell + 1}`);
  assert.equal(await page.locator(`#grid td >> nth=${Math.floor((a - 1) / 16)}`).getAttribute("data-marks"), `−${(a - 1) % 16 + 1} −${(b - 1) % 16 + 1}`);
  // A clause about several cells: its first one, wherever the page was before.
  const row = cnf.groups[0].first + 47;
  const lens = [];
  for (const before of ["", "?v=2000"]) {
    const one = await lab.open("large", `#reduction${before}`);
    await goto(one, `#reduction?o=c${row}`);
    lens.push(await one.locator("#lens").textContent());
  }
  assert.match(lens[0], /^r3c1/);
  assert.equal(lens[1], lens[0]);
}
