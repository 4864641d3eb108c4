// Live: what somebody types, and what if.

import assert from "node:assert/strict";
import { count, presses } from "./read.mjs";

const ready = async page => { await page.waitForFunction(() => !document.querySelector("#live [name=show]").disabled); return page; };

async function type(page, kind, text, encoding) {
  await page.selectOption("#live [name=kind]", kind);
  if (encoding) await page.selectOption("#live [name=encoding]", encoding);
  await page.fill("#live textarea", text);
  await page.click("#live [name=show]");
}

const error = page => page.locator("#live-error").textContent();

export async function a_typed_nine_by_nine_is_solved(lab) {
  const page = await ready(await lab.open("live"));
  const before = page.requests.length;
  await type(page, "puzzle", "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79", "extended");
  assert.equal(await error(page), "");
  assert.equal(await page.locator("#grid td").count(), 81);
  const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  for (const tab of ["2", "3"]) {
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(tab);
    await page.keyboard.press("End");
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("#grid td")].map(cell => cell.querySelector(".t").textContent).join("")), solved);
  }
  await page.keyboard.press("2");
  const found = await page.locator(".compare tbody tr").allTextContents();
  assert.match(found[0], /^extended ◂/);
  assert.equal(page.requests.filter(url => !url.startsWith("blob:")).length, before, "nothing was fetched");
  return found.map(row => row.replace(/\s+/g, " ").trim()).join("; ");
}

/** What was typed, or why it can't be shown, comes into sight. */
export async function what_was_typed_comes_into_sight(lab) {
  const isSeen = (page, selector) => page.locator(selector).evaluate(one => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return height > 0 && top > -1 && bottom < innerHeight + 1;
  });
  for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    const page = await ready(await lab.open("live", "#cdcl/0", { size }));
    for (const [kind, text, wrong] of [["puzzle", `53..7....${".".repeat(72)}`, "12x.."], ["cnf", "p cnf 2 2\n1 2 0\n-1 2 0\n", "p cnf x"],
      ["cover", "a b c\na b\nc\n", "a b\nz\n"]]) {
      await type(page, kind, text);
      assert.equal(await error(page), "");
      assert.ok(await isSeen(page, "#grid"), `${kind} at ${size.width}`);
      await type(page, kind, wrong);
      assert.notEqual(await error(page), "", wrong);
      assert.ok(await isSeen(page, "#live-error"), `the error of a ${kind} at ${size.width}`);
    }
    await page.close();
  }
}

/** The page calls symbols by numbers, and says which, for the puzzle that is shown. */
export async function typed_symbols_are_told(lab) {
  const page = await ready(await lab.open("live"));
  const told = () => page.locator("#symbols").textContent();
  assert.equal(await told(), "");
  await type(page, "puzzle", "AB..\nCD..\n....\n....");
  assert.equal(await error(page), "");
  assert.equal(await told(), "The symbols A B C D are called 1 to 4 here, in this order.");
  await page.selectOption("[name=example]", "lecture-4x4");
  assert.equal(await told(), "");
}

export async function a_typed_formula_is_stepped_through(lab) {
  const page = await ready(await lab.open("live"));
  await type(page, "cnf", "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n");
  assert.equal(await error(page), "");
  assert.equal(await page.locator("#tabs a").count(), 2);
  assert.equal(await page.locator("h1").textContent(), "A formula");
  assert.equal(await page.locator("#grid button").count(), 3);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("2");
  await page.keyboard.press("End");
  assert.match(await page.locator("#told").textContent(), /Solved/);
  const standing = await page.evaluate(() => [...document.querySelectorAll("#grid button")].map(one => one.getAttribute("aria-label")));
  assert.deepEqual(standing, ["x1, true", "x2, true", "x3, true"]);
  // Unsatisfiable, with a graph on the way.
  await type(page, "cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  const graphs = await presses(page, "ArrowRight", 3, "document.querySelectorAll('.graph').length");
  assert.ok(graphs.includes(1), graphs.join());
  await page.keyboard.press("End");
  assert.match(await page.locator("#told").textContent(), /No solution|empty clause/);
}

export async function the_page_of_a_formula_is_live_too(lab) {
  const page = await ready(await lab.open("formula"));
  assert.equal(await page.locator("h1").textContent(), "A formula");
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /CDCL/);
  assert.equal(await page.locator("#text").inputValue(), "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n");
  assert.match(await page.locator("#legend").textContent(), /3 variables, 4 clauses$/);
  await page.click("#grid [data-o='l3']");
  await page.click("[data-live=deny]");
  await page.keyboard.press("End");
  assert.match(await page.locator("#told").textContent(), /unsatisfiable under these decisions/);
  await page.click("#live [name=show]");
  assert.equal(await error(page), "");
}

export async function a_typed_cover_problem_is_stepped_through(lab) {
  const page = await ready(await lab.open("live"));
  await type(page, "cover", "a b c d\na b\nc d\nb c\n");
  assert.equal(await error(page), "");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("3");
  await page.keyboard.press("2");
  await page.keyboard.press("End");
  assert.deepEqual(await page.locator(".cover .lit").allTextContents(), ["1", "2"]);
}

/** The form may be below what fits the window; a key and a button lead there. */
export async function one_key_leads_to_what_is_typed(lab) {
  for (const size of [{ width: 1280, height: 600 }, { width: 390, height: 844 }]) {
    const page = await ready(await lab.open("live", "#cdcl/30", { size }));
    for (const go of [() => page.keyboard.press("y"), () => page.click("#own")]) {
      await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
      await go();
      const [focused, seen] = await page.evaluate(() => {
        const { top, bottom } = document.getElementById("text").getBoundingClientRect();
        return [document.activeElement.id, bottom > 0 && top < innerHeight];
      });
      assert.deepEqual([focused, seen], ["text", true]);
    }
    await page.keyboard.press("y");
    assert.match(await page.locator("#text").inputValue(), /y/, "there it is a letter");
    await page.close();
  }
  const page = await lab.open("small", "#cdcl/3");
  assert.ok(await page.locator("#own").isHidden());
  await page.keyboard.press("y");
  assert.match(await count(page), /^3 \//);
}

export async function what_can_not_be_read_is_told_and_changes_nothing(lab) {
  const page = await ready(await lab.open("live", "#cdcl/12"));
  for (const [kind, text, told] of [
    ["puzzle", "123", /text:1/], ["puzzle", "", /text/], ["puzzle", ".".repeat(256), /n = 3/], ["cnf", "p cnf 1 1\n5 0\n", /text:2:1/],
    ["cnf", "1 0", /text:1/], ["cover", "a b\nc\n", /text:2/], ["puzzle", "<img src=x onerror=alert(1)>", /text/],
  ]) {
    await type(page, kind, text);
    assert.match(await error(page), told, text);
    assert.match(await count(page), /^12 \//);
  }
  assert.equal(await page.locator("#live-error img").count(), 0);
}

export async function what_if_a_clue_or_a_decision_were_another(lab) {
  const page = await ready(await lab.open("live", "#cdcl/0"));
  const select = async v => { await page.evaluate(() => document.activeElement.blur()); await page.keyboard.press("Escape"); await page.click(`#grid [data-o='l${v}']`); };
  const clues = () => page.locator("#grid .given").count();
  assert.equal(await clues(), 4);
  await select(18);
  await page.click("[data-live=add]");
  assert.equal(await clues(), 5);
  assert.match(await page.locator("#selected").textContent(), /^r2c1=2/);
  await page.click("[data-live=remove]");
  assert.equal(await clues(), 4);
  // The first decision of the plain run is another one.
  const { runs: [run] } = lab.trace("small");
  const first = run.events.findIndex(e => e.t === "decide");
  await page.evaluate(to => { location.hash = to; }, `#cdcl/${first}?v=64`);
  await page.waitForFunction(() => document.querySelector("[data-live=deny]"));
  await page.click("[data-live=deny]");
  assert.match(await page.locator("#told").textContent(), /^Decide r4c4≠4: as you asked/);
  assert.match(await count(page), new RegExp(`^${first + 1} /`));
  await page.click("[data-live=forget]");
  assert.equal(await page.locator("[data-live=forget]").count(), 0);
}

export async function axe_finds_nothing_in_a_live_page(lab) {
  const page = await ready(await lab.open("live", "#cdcl/30?v=64"));
  await page.evaluate(lab.axe);
  const found = await page.evaluate(async () => (await axe.run(document)).violations.map(v => `${v.id} ${v.nodes[0].html}`));
  assert.deepEqual(found, []);
}

/** A variable that clauses settle before any decision can't be decided: the page says so. */
export async function a_decision_that_can_not_be_made_is_told(lab) {
  const page = await ready(await lab.open("live", "#cdcl/1?v=18"));
  await page.click("[data-live=decide]");
  const told = await page.locator("#told").textContent();
  const at = +(await count(page)).split("/")[0];
  assert.ok(at > 0, "a step of the run, not its start");
  assert.match(told, /^(Decide r2c1=2: as you asked|r2c1=2 can't be decided\.)/);
  // r1c2 is a clue, so clauses make r1c2=2 false.
  await page.evaluate(() => { location.hash = "#cdcl/0?v=6"; });
  await page.waitForFunction(() => document.querySelector("#selected").textContent.startsWith("r1c2=2"));
  assert.equal(await page.locator("[data-live=decide]").count(), 1);
  await page.click("[data-live=decide]");
  assert.match(await page.locator("#told").textContent(), /^r1c2=2 can't be decided\. Its opposite is implied here/);
}

/** What was asked for stands in the text box and in the address, and the address leads back. */
export async function the_address_holds_what_was_asked_for(lab) {
  const page = await ready(await lab.open("live", "#cdcl/3?v=18"));
  const text = async one => (await one.locator("#text").inputValue()).replace(/\s/g, "");
  const before = await text(page);
  await page.click("[data-live=add]");
  const after = await text(page);
  assert.notEqual(after, before);
  assert.equal(after[4], "2", "r2c1=2 is a clue in the text");
  await page.waitForFunction(() => location.hash.includes("text="));
  const hash = await page.evaluate(() => location.hash);
  const other = await ready(await lab.open("live", hash));
  assert.equal(await text(other), after);
  assert.equal(await other.locator("#grid .given").count(), 5);
  assert.equal(await count(other), await count(page));
  // And decisions.
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => { location.hash = "#cdcl/3?decide=-64"; });
  await page.waitForFunction(() => /Forget the decisions/.test(document.querySelector("#whatif").textContent));
  assert.equal(await page.locator("#grid .given").count(), 4);
}

/** The form says in words that fit each kind what it takes. */
export async function an_encoding_is_asked_for_of_puzzles_only(lab) {
  const page = await ready(await lab.open("live"));
  for (const [kind, shown] of [["puzzle", true], ["cnf", false], ["cover", false], ["puzzle", true]]) {
    await page.selectOption("#live [name=kind]", kind);
    assert.equal(await page.locator("#live [name=encoding]").isVisible(), shown, kind);
  }
}

/** A decision after learned clauses makes a new run without them: the question and the step say so. */
export async function a_new_run_is_told(lab) {
  const page = await ready(await lab.open("live", "#cdcl/99"));
  const open = await page.evaluate(() => [...document.querySelectorAll("#grid button")].find(one => one.getAttribute("aria-label").endsWith(", open")).dataset.o.slice(1));
  await page.evaluate(v => { location.hash = `#cdcl/99?v=${v}`; }, open);
  await page.waitForFunction(() => document.querySelector("[data-live=decide]"));
  assert.match(await page.locator("[data-live=decide]").textContent(), /decided after the same decisions in a new run\?$/);
  await page.click("[data-live=decide]");
  assert.match(await page.locator("#told").textContent(), /^This is a new run: it has the same decisions first, but not the \d+ clauses? learned before\./);
  // Where nothing was learned, it is the same run up to here.
  await page.click("[data-live=forget]");
  await page.evaluate(() => { location.hash = "#cdcl/1?v=18"; });
  await page.waitForFunction(() => /decided here\?$/.test(document.querySelector("[data-live=decide]")?.textContent));
}

/** The address keeps the encoding when the puzzle is the page's own again. */
export async function the_address_holds_the_encoding(lab) {
  const page = await ready(await lab.open("live", "#cdcl/0"));
  await page.selectOption("#live [name=encoding]", "minimal");
  await page.click("#live [name=show]");
  await page.click("#grid [data-o='l18']");
  await page.click("[data-live=add]");
  await page.click("[data-live=remove]");
  await page.waitForFunction(() => location.hash === "#cdcl/0?v=18&by=minimal");
  const hash = await page.evaluate(() => location.hash);
  const other = await ready(await lab.open("live", hash));
  assert.match(await other.locator("#legend").textContent(), /\(minimal\)/);
  // An address without it has the encoding of the page.
  await other.evaluate(() => { location.hash = "#cdcl/0"; });
  await other.waitForFunction(() => /\(lecture\)/.test(document.getElementById("legend").textContent));
}

export async function a_wrong_address_is_told(lab) {
  for (const [hash, told] of [["#cdcl/3?decide=abc", /expected the numbers of literals after decide=.*found abc\.$/], ["#cdcl/3?decide=5,0", /found 5,0\.$/],
    ["#cdcl/3?decide=99999999999", /found 99999999999\.$/], ["#cdcl/3?kind=bogus", /expected kind=puzzle, kind=cnf or kind=cover, found kind=bogus\.$/]]) {
    const page = await ready(await lab.open("live", hash));
    await page.waitForFunction(() => document.getElementById("live-error").textContent);
    assert.match(await error(page), told);
    assert.match(await count(page), /^3 \//);
  }
}

/** A seed reaches the engine from the field, from an example and from an address, which holds it; without one the leftmost column is taken. */
export async function a_seed_breaks_ties(lab) {
  const page = await ready(await lab.open("live"));
  const choice = async one => {
    await one.evaluate(() => document.activeElement.blur());
    for (const key of ["2", "Home", "ArrowRight"]) await one.keyboard.press(key);
    return one.locator("#told").textContent();
  };
  const seeded = async seed => { await page.fill("[name=seed]", seed); await page.locator("[name=seed]").blur(); return choice(page); };
  await page.selectOption("[name=example]", "knuth-6x7");
  assert.match(await choice(page), /^Choose column 1: .* it has 2\.$/);
  const found = new Set();
  for (const seed of ["0", "1", "2", "3", "4", "5"]) {
    const told = await seeded(seed);
    assert.ok(told.endsWith(` at random (seed ${seed}).`), told);
    found.add(told.split(":")[0]);
  }
  assert.ok(found.size > 1, [...found].join());
  const told = await choice(page);
  await page.waitForFunction(() => /^#cover\/1\?.*seed=5/.test(location.hash));
  const hash = await page.evaluate(() => location.hash);
  const other = await ready(await lab.open("live", hash));
  assert.equal(await choice(other), told);
  assert.equal(await other.inputValue("[name=seed]"), "5");
  assert.match(await seeded(""), /^Choose column 1: .* it has 2\.$/);
  await page.selectOption("[name=example]", "knuth-6x7-random");
  assert.match(await choice(page), / at random \(seed 1\)\.$/);
  // Backtracking and CDCL have no ties.
  await page.selectOption("[name=example]", "pigeons");
  assert.equal(await page.inputValue("[name=seed]"), "");
  const wrong = await ready(await lab.open("live", "#cover/1?seed=x"));
  await wrong.waitForFunction(() => document.getElementById("live-error").textContent);
  assert.match(await error(wrong), /expected a number of at most 15 digits after seed=, found x\.$/);
}
