// Looks: every size and scheme, accessibility, paper.

import assert from "node:assert/strict";
import { join } from "node:path";
import { presses } from "./read.mjs";

const VIEWS = ["reduction", "reduction?v=18", "cdcl/43?v=18", "cdcl/175", "cover/20?v=18", "backtracking/24?v=38"];
const SIZES = [{ width: 1280, height: 900 }, { width: 390, height: 844 }];

/** What sticks out of the window or lies on top of a neighbour. */
const misplaced = page => page.evaluate(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const groups = ["header > *", "#tabs a", "#stepper > *", "#grid button", ".families li", "#lens > *", ".blocks figure", ".tree g", ".graph g > rect:last-of-type", ".pair > div", "#panel > *"];
  for (const group of groups) {
    const boxes = [...document.querySelectorAll(group)].map(one => [one, one.getBoundingClientRect()]).filter(([one, box]) => box.width && box.height && getComputedStyle(one).visibility !== "hidden");
    boxes.forEach(([one, a], i) => {
      const inScroll = one.closest(".box");
      if (!inScroll && (a.left < -1 || a.right > innerWidth + 1)) found.push(`${group} sticks out: ${one.textContent.slice(0, 20)}`);
      for (const [other, b] of boxes.slice(i + 1)) {
        const x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (x > 1.5 && y > 1.5) found.push(`${group} overlap: ${one.textContent.slice(0, 20)} and ${other.textContent.slice(0, 20)}`);
      }
    });
  }
  return found.slice(0, 5);
});

export async function nothing_is_cut_and_nothing_overlaps(lab) {
  for (const size of SIZES) {
    for (const [name, view] of [...VIEWS.map(view => ["small", view]), ["hard", "cdcl/700?v=22"], ["hard", "cover/300"], ["hard", "backtracking/1234"], ["cover", "cover/3"], ["live", "cdcl/30?v=64"],
      ["large", "reduction?o=c3"], ["large", "cdcl/1990?o=c5"], ["large", "cover/300?v=5"], ["large", "backtracking/700"], ["dpll", "dpll/60?o=c3"]]) {
      const page = await lab.open(name, `#${view}`, { size, scheme: size.width > 400 ? "light" : "dark" });
      assert.deepEqual(await misplaced(page), [], `${name} ${view} at ${size.width}`);
      if (process.env.SUDOSAT_SHOTS) {
        for (const scheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.screenshot({ path: join(process.env.SUDOSAT_SHOTS, `${name}-${view.replace(/\W/g, "-")}-${size.width}-${scheme}.png`) });
        }
      }
      await page.close();
    }
  }
}

export async function axe_finds_nothing_in_light_and_dark(lab) {
  let passes = 0;
  for (const scheme of ["light", "dark"]) {
    const page = await lab.open("small", "", { scheme });
    await page.evaluate(lab.axe);
    const examine = async what => {
      const { violations, passed } = await page.evaluate(async () => {
        const result = await axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } });
        return { violations: result.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(node => node.html.slice(0, 120) + " " + node.failureSummary).join(" | ")}`), passed: result.passes.length };
      });
      assert.deepEqual(violations, [], `${scheme} ${what}`);
      passes += passed;
    };
    for (const view of VIEWS) {
      await page.evaluate(hash => { location.hash = hash; }, `#${view}`);
      await page.waitForTimeout(30);
      await examine(view);
    }
    await page.evaluate(() => { location.hash = "#cover/0"; });
    await page.waitForTimeout(30);
    await page.keyboard.press("q");
    for (let i = 0; i < 40 && !(await page.locator("#quiz button").count()); i++) await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator("#quiz button").count());
    await examine("a question");
    await page.keyboard.press("?");
    await examine("the keys");
    await page.close();
    for (const [name, view] of [["large", "reduction?o=f0"], ["large", "cdcl/1990?o=c5"], ["large", "cover/300?o=i4"], ["large", "backtracking/700?v=3"], ["hard", "cover/300?v=1"], ["cover", "cover/5?v=2"]]) {
      const page = await lab.open(name, `#${view}`, { scheme });
      await page.evaluate(lab.axe);
      const violations = await page.evaluate(async () => (await axe.run(document, { rules: { "target-size": { enabled: true } } })).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`));
      assert.deepEqual(violations, [], `${scheme} ${name} ${view}`);
      await page.close();
    }
  }
  assert.ok(passes > 300, `${passes} rules passed`);
  return `${passes} rules passed`;
}

export async function paper_has_the_grid_and_the_panel(lab) {
  for (const view of VIEWS) {
    // As wide as A4 between margins of 1 cm.
    const page = await lab.open("small", `#${view}`, { media: "print", scheme: "dark", size: { width: 718, height: 1000 } });
    const seen = await page.evaluate(() => {
      const shown = selector => [...document.querySelectorAll(selector)].some(one => one.getClientRects().length > 0);
      return {
        grid: shown("#grid table"), panel: shown("#panel h2"), tab: shown("#tabs [aria-current]"),
        stepper: shown("#stepper"), buttons: shown("header button"), others: shown("#tabs a:not([aria-current])"),
        cut: [...document.querySelectorAll(".box")].filter(one => one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 2).length,
        // Browsers print no backgrounds: what is written must be dark without one.
        pale: [...document.querySelectorAll("body *")].filter(one => one.childElementCount === 0 && one.textContent.trim() && one.getClientRects().length
          && getComputedStyle(one).color.match(/\d+/g).slice(0, 3).every(part => part > 200)).map(one => one.textContent),
        // The line of the step, inverse on a screen, has a frame; and a box that goes on on another sheet must not cut.
        lines: [...document.querySelectorAll("#lines .now")].every(one => getComputedStyle(one).outlineStyle === "solid" && getComputedStyle(one.parentElement).overflowY === "visible"),
        paper: getComputedStyle(document.body).backgroundColor, wide: document.documentElement.scrollWidth,
      };
    });
    assert.deepEqual(seen, { ...seen, grid: true, panel: true, tab: true, stepper: false, buttons: false, others: false, cut: 0, pale: [], lines: true, paper: "rgb(255, 255, 255)" }, view);
    assert.ok(seen.wide <= 718, `${view}: ${seen.wide} wide`);
    const pdf = await page.pdf({ format: "A4", margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" } });
    const pages = pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 1 && pages <= 4, `${view}: ${pages} sheets`);
    await page.close();
  }
}

/** What the chart of a run, the matrix and the tree draw is painted on paper too. */
export async function paper_has_every_1_of_the_cover(lab) {
  const painted = async hash => {
    const page = await lab.open("small", hash, { media: "print" });
    const wanted = await page.evaluate(() => [...document.querySelectorAll(".matrix path.in")].reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0));
    const empty = await page.evaluate(() => [...document.querySelectorAll(".matrix path.in")].filter(path => path.getTotalLength() === 0 && getComputedStyle(path).strokeLinecap !== "round").length);
    await page.close();
    return [wanted, empty];
  };
  // 16 cells, each in four columns.
  assert.deepEqual(await painted("#reduction"), [64, 0]);
  const page = await lab.open("small", "#cover/0");
  const steps = +(await page.locator("#count").textContent()).split("/")[1];
  await page.close();
  assert.deepEqual(await painted(`#cover/${steps}`), [64, 0]);
}

/** No heading, picture or list moves by more than 8 px from one step to the next. */
export async function panels_stay_where_they_are(lab) {
  let compared = 0;
  for (const [name, tab, from, steps] of [["small", "cdcl", 0, 125], ["small", "cover", 0, 60], ["small", "backtracking", 0, 60],
    ["hard", "cdcl", 0, 60], ["hard", "cdcl", 690, 40], ["hard", "cover", 200, 40], ["hard", "backtracking", 1200, 40], ["dpll", "dpll", 0, 122]]) {
    const page = await lab.open(name, `#${tab}/${from}`, { size: { width: 1280, height: 900 } });
    const places = `[...document.querySelectorAll("#tabs, #stepper, #told, #panel h2, #panel .box > svg:not(.graph), #grid")]
      .map(one => [one.id || one.tagName + " " + one.textContent.slice(0, 20).replace(/\\d+/g, ""), Math.round(one.getBoundingClientRect().top + scrollY)])`;
    let before = new Map(await page.evaluate(places));
    for (const [i, seen] of (await presses(page, "ArrowRight", steps, places)).entries()) {
      const now = new Map(seen), k = from + 1 + i;
      for (const [what, top] of now) {
        const was = before.get(what);
        assert.ok(was === undefined || Math.abs(was - top) <= 8, `${name} ${tab} step ${k}: ${what} moves from ${was} to ${top}`);
        compared++;
      }
      before = now;
    }
    await page.close();
  }
  return `${compared} places`;
}

/** On a screen of a lecture hall: digits to be read from behind, and the stepper in sight. */
export async function a_lecture_hall_can_read_it(lab) {
  const page = await lab.open("hard", "#cdcl/700", { size: { width: 1920, height: 1080 } });
  const seen = await page.evaluate(() => {
    const size = selector => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize);
    scrollTo(0, 600);
    return {
      placed: size("#grid .placed .t"), candidate: size("#grid td.open:not(.placed) button"),
      right: Math.round(document.querySelector("#panel").getBoundingClientRect().right),
    };
  });
  const top = await page.evaluate(() => document.querySelector("#stepper").getBoundingClientRect().top);
  assert.ok(seen.placed >= 36 && seen.candidate >= 17, JSON.stringify(seen));
  assert.ok(seen.right > 1860, "the width is used");
  assert.ok(top >= 0 && top < 60, `the stepper is at ${top}`);
  const overflow = await (async () => {
    const tree = await lab.open("hard", "#backtracking/1990");
    return tree.evaluate(() => [...document.querySelectorAll(".tree g")].filter(node =>
      node.querySelector("text").getBBox().width > node.querySelector("rect").getBBox().width).map(node => node.textContent));
  })();
  assert.deepEqual(overflow, [], "labels within their boxes");
}

/** Where colours are the system's, what is chosen and what is true still shows. */
export async function forced_colours_leave_the_marks(lab) {
  const page = await lab.open("small", "#cdcl/43?v=18", { forced: "active" });
  const marks = await page.evaluate(() => {
    const style = selector => getComputedStyle(document.querySelector(selector));
    return {
      tab: style("#tabs [aria-current]").outlineStyle, other: style("#tabs a:not([aria-current])").outlineStyle,
      selected: style("#grid [data-lit]").outlineStyle, struck: style("#grid .f").textDecorationLine,
      true_: style("#grid .t").borderTopWidth, dashed: style(".lit.f").borderTopStyle, solid: style(".lit.t").borderTopStyle,
    };
  });
  assert.deepEqual(marks, { tab: "solid", other: "none", selected: "solid", struck: "line-through", true_: "2px", dashed: "dashed", solid: "solid" });
}

/** Presenting: the grid, the step and one panel, large; `P` begins it and Escape ends it. */
export async function a_presentation_is_large_and_ends_with_escape(lab) {
  const page = await lab.open("hard", "#cdcl/720?v=22", { size: { width: 1920, height: 1080 } });
  const seen = () => page.evaluate(() => {
    const shown = selector => [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length).length;
    return { sections: shown("#panel > section"), legend: shown("#legend"), tabs: shown("#tabs"), told: shown("#told"), grid: shown("#grid"),
      digit: parseFloat(getComputedStyle(document.querySelector("#grid .given")).fontSize), text: parseFloat(getComputedStyle(document.querySelector("#told")).fontSize),
      wide: document.documentElement.scrollWidth <= innerWidth };
  });
  // The next step has a longer text, which is smaller.
  const before = { ...await seen(), text: 0 };
  assert.ok(before.sections > 1 && before.legend && before.tabs, JSON.stringify(before));
  await page.keyboard.press("p");
  const during = await seen();
  assert.deepEqual({ ...during, digit: 0, text: 0 }, { sections: 1, legend: 0, tabs: 0, told: 1, grid: 1, digit: 0, text: 0, wide: true });
  assert.ok(during.digit >= 44 && during.text >= 25, JSON.stringify(during));
  assert.ok(await page.locator(".graph").isVisible());
  assert.deepEqual(await misplaced(page), []);
  const told = () => page.locator("h1").textContent();
  assert.match(await told(), /^CDCL: Implication graph \(1 of 4/);
  await page.keyboard.press("ArrowDown");
  assert.match(await told(), /^CDCL: Trail \(2 of 4/);
  assert.ok(await page.locator(".trail").isVisible());
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator("#count").textContent(), /^721 /);
  await page.keyboard.press("3");
  assert.match(await told(), /^Exact cover: The columns in four blocks/);
  await page.evaluate(lab.axe);
  assert.deepEqual(await page.evaluate(async () => (await axe.run(document)).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`)), []);
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  assert.deepEqual({ ...await seen(), text: 0 }, before);
  assert.match(await page.locator("#selected").textContent(), /^r1c3=4/, "what is selected stays selected");
  await page.click("#present");
  assert.equal((await seen()).sections, 1);
  await page.click("#present");
  assert.deepEqual({ ...await seen(), text: 0 }, before);
}

/** In a lecture hall a matrix has 0 and 1, its sums and its headings upright, all of it in sight and of at least 24 px, as
    are the lines of the algorithm, of which that of the step is in sight. */
export async function a_matrix_is_presented_large_beside_its_algorithm(lab) {
  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    const page = await lab.open("cover", "#cover/8?p=1", { size: { width, height } });
    const seen = await page.evaluate(() => {
      const svg = document.querySelector("svg.matrix"), texts = [...svg.querySelectorAll("text")], lines = document.getElementById("lines").getBoundingClientRect();
      const at = document.querySelector("#lines .now").getBoundingClientRect(), { right, bottom } = svg.getBoundingClientRect();
      return { size: Math.min(...texts.map(one => parseFloat(getComputedStyle(one).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)), line: parseFloat(getComputedStyle(document.getElementById("lines")).fontSize),
        turned: texts.filter(one => /rotate/.test(one.getAttribute("transform"))).length, isIn: at.top >= lines.top && at.bottom <= lines.bottom && lines.bottom <= innerHeight,
        isWhole: right <= innerWidth && bottom <= innerHeight, rows: texts.map(one => one.textContent).join(" ") };
    });
    const what = `${width}×${height}: ${JSON.stringify(seen)}`;
    assert.ok(seen.size >= 24 && seen.line >= 24 && !seen.turned && seen.isIn && seen.isWhole, what);
    // Rows 2 and 3 are taken: row 1 is left, with columns 3, 5 and 6.
    assert.match(seen.rows, /^1 2 3 4 5 6 7 1 ● 2 ● 3 4 5 6 0 0 1 0 1 1 0 1 0 0 1 0 0 1 .* Σ   1  1 1 $/, what);
  }
}

/** The chart of a run is whole, on a screen and on paper. */
export async function the_chart_of_a_run_is_whole(lab) {
  for (const look of [{ size: { width: 1280, height: 900 } }, { media: "print", size: { width: 718, height: 1000 } }]) {
    const page = await lab.open("small", "#cdcl/43", look);
    const seen = await page.evaluate(() => {
      const right = one => one.getBoundingClientRect().right, svg = document.querySelector(".strip");
      return { chart: right(svg) - right(svg.querySelector("rect")), box: right(svg.closest(".box")) - right(svg), height: svg.getBoundingClientRect().height };
    });
    assert.ok(seen.chart >= 0 && seen.chart < 4 && seen.box >= 0 && seen.height >= 18, `${look.media}: ${JSON.stringify(seen)}`);
  }
}

/** In a presentation the text of every step fits its box, and a graph fits the window. */
export async function a_presentation_cuts_nothing(lab) {
  for (const [name, tab, width, height, from, steps] of [["small", "cdcl", 1280, 900, 0, 175], ["small", "cdcl", 390, 844, 0, 175], ["hard", "cdcl", 1280, 900, 340, 60],
    ["hard", "cdcl", 1280, 720, 340, 60], ["hard", "cover", 390, 844, 0, 60]]) {
    const page = await lab.open(name, `#${tab}/${from}`, { size: { width, height } });
    await page.keyboard.press("p");
    const cut = await page.evaluate(([from, steps]) => {
      const told = document.getElementById("told"), found = [];
      for (let k = from + 1; k <= from + steps; k++) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        if (told.scrollHeight > told.clientHeight) found.push(`the text of step ${k}`);
        const graph = document.querySelector(".graph");
        if (innerWidth > 860 && graph && graph.getBoundingClientRect().bottom > innerHeight) found.push(`the graph of step ${k}`);
        const marks = document.querySelector("#panel .marks");
        if (innerWidth > 860 && marks && marks.getBoundingClientRect().bottom > innerHeight) found.push(`the marks of step ${k}`);
      }
      return found;
    }, [from, steps]);
    assert.deepEqual(cut, [], `${name} ${tab} at ${width}×${height}`);
    await page.close();
  }
}

/** The address holds that a panel is presented, buttons turn to the next one, and Escape leaves the grid too. */
export async function a_presentation_is_in_the_address(lab) {
  const page = await lab.open("small", "#cdcl/43?p=2", { size: { width: 390, height: 844 } });
  const head = one => one.locator("h1").textContent();
  assert.match(await head(page), /^CDCL: Trail \(2 of 4/);
  await page.click("#down");
  assert.match(await head(page), /^CDCL: Watched literals \(3 of 4/);
  await page.click("#down");
  assert.match(await head(page), /^CDCL: Two encodings of the same puzzle \(4 of 4/);
  await page.waitForFunction(() => location.hash === "#cdcl/43?p=4");
  await page.click("#up");
  await page.click("#up");
  await page.click("#up");
  assert.match(await head(page), /^CDCL: Implication graph \(1 of 4/);
  for (const key of ["g", "ArrowRight", "Escape", "ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await head(page), "Sudoku as SAT");
  assert.match(await page.locator("#count").textContent(), /^44 /);
  await page.waitForFunction(() => location.hash === "#cdcl/44");
  assert.ok(await page.locator("#down").isHidden());
  for (const hash of ["#cdcl/43?p=99", "#cdcl/43?p=x", "#cdcl/43?p=-1"]) assert.match(await head(await lab.open("small", hash)), /^CDCL: .* of 4/);
}

/** Rings of neighbouring nodes are apart; on a telephone what is written below a graph is in
    sight, and the slider is as high as a finger needs. */
export async function a_graph_can_be_read(lab) {
  for (const [name, hash] of [["formula", "#cdcl/5"], ["small", "#cdcl/40"], ["hard", "#cdcl/720"]]) {
    const page = await lab.open(name, hash);
    await page.evaluate(() => { for (let i = 0; i < 60 && !document.querySelectorAll(".halo").length; i++) document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })); });
    const [rings, close] = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".graph g:not(.wrong) > rect:not(.halo)")].map(one => one.getBBox()), ring = document.querySelector(".halo");
      if (!ring) return [0, 0];
      const around = (ring.getBBox().height - 24) / 2 + parseFloat(getComputedStyle(ring).strokeWidth) / 2;
      return [1, boxes.filter((a, i) => boxes.some((b, j) => j !== i && Math.abs(a.x - b.x) < 1 && b.y >= a.y && b.y - a.y - a.height < 2 * around + 1)).length];
    });
    assert.deepEqual([rings, close], [name === "formula" ? rings : 1, 0], name);
  }
  const page = await lab.open("small", "#cdcl/43", { size: { width: 390, height: 844 } });
  const seen = await page.evaluate(() => {
    const box = document.querySelector(".graphs"), marks = document.querySelector(".marks");
    box.scrollTo(1e6, 1e6);
    const { left, right, width, height } = marks.getBoundingClientRect();
    return { scrolled: box.scrollLeft > 0, marks: left >= 0 && right <= innerWidth && width > 300 && height > 60 && !box.contains(marks),
      slider: document.getElementById("slider").getBoundingClientRect().height >= 24 };
  });
  assert.deepEqual(seen, { scrolled: true, marks: true, slider: true });
}

/** Presented: one section of the panel, and of a search tree the node where the search is, on a telephone with the browser's bars too. */
export async function a_presented_tree_shows_where_the_search_is(lab) {
  const sizes = [{ width: 1280, height: 720 }, { width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }, { width: 390, height: 664 }];
  for (const [name, hash] of [["hard", "#backtracking/700?p=1"], ["large", "#backtracking/300?p=1"], ["dpll", "#dpll/60?p=1"], ["small", "#backtracking/30?p=1"]]) {
    for (const size of sizes) {
      const page = await lab.open(name, hash, { size });
      const { left, right, top, bottom } = await page.evaluate(() => document.querySelector(".tree .here").getBoundingClientRect().toJSON());
      assert.ok(left >= 0 && right <= size.width && top >= 0 && bottom <= size.height, `${name} at ${size.width}×${size.height}: ${[left, right, top, bottom]}`);
      await page.close();
    }
  }
  const page = await lab.open("unsolvable", "#cover/3?p=1");
  const shown = () => page.locator("#panel > [data-shown]").count();
  assert.equal(await shown(), 1);
  for (const key of await page.locator("#tabs kbd").allTextContents()) {
    await page.keyboard.press(key);
    assert.equal(await shown(), 1, `tab ${key}`);
  }
  await page.keyboard.press("e");
  for (const key of ["3", "6", "2", "6"]) {
    await page.keyboard.press(key);
    assert.equal(await shown(), 1, `tab ${key} after E`);
  }
}
