// The playground in headless Chromium, by touch on a phone and by mouse and keys on a desktop. Its folder is
// SUDOSAT_PLAYGROUND; playwright-core and axe-core come from SUDOSAT_PAGE_TOOLS.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";

const folder = process.env.SUDOSAT_PLAYGROUND ?? "", tools = process.env.SUDOSAT_PAGE_TOOLS ?? "";
const executablePath = process.env.SUDOSAT_CHROMIUM ?? "/usr/bin/chromium";
const missing = [join(folder, "index.html"), join(tools, "node_modules/playwright-core"), executablePath].find(path => !existsSync(path));
const skip = missing ? `there is no ${missing}` : false;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
/** The first step removes candidates. */
const POINTING = ".125......5......6.3......1.8....1.7..79156..1..4879......2..1.8.16.3.7.....5.863";
const LINK = "https://www.f-puzzles.com/?load=N4Ig5gTglgJiBcBtRoxQG4FMB2CAuEArpgDQjoCGANsQgIwC+JwTLzDAuiSq6+BjnxFS5arXgBmXlx7N+WXPALEylGpgQAWXuxlt9fNAqErR6hACZOXEAGcoALw3xtQA";

/** 4×4 with the clues r1c1=1 and r2c4=2, and a cage. */
const SUDOKUPAD = "https://sudokupad.app/sclN4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmBLNMIF1jVz7SRMc8EAma2i7+muygWSo0QAJwgBzAJYB7AHbxkKAAzFlfVfj74124lr5JVbDcQDMek7R0XDbXbXtbaZh0lcHaSe1e/m+rr6utiJgGBIQiqgg2HJSAI64iAAuorjETFhJCACsGZAwUUbEvqq21IRAA";
/** The same clues. */
const PENPA = `https://swaroopg92.github.io/penpa-edit/#m=edit&p=${deflateRawSync(`square,4,4,38,0,1,1,190,190,44,44,0,0,0,0,Title: A,Author: B,,Normal sudoku rules apply.,OFF,false
[0,0,0,0]
{}
{"lineE":{"75,83":2,"83,91":2,"91,99":2,"99,107":2,"89,90":2,"90,91":2,"91,92":2,"92,93":2},"number":{"18":["1",1,"1"],"29":["2",1,"1"]}}

[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]${"\n".repeat(11)}
[]
false`).toString("base64")}`;

const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
};

let server, browser, address, sent = 0;

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x"), file = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const body = existsSync(file) && statSync(file).isFile() ? gzipSync(readFileSync(file)) : null;
    sent += body?.length ?? 0;
    response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "text/plain", "content-encoding": "gzip" });
    response.end(body ?? gzipSync(""));
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  const { chromium } = createRequire(join(tools, "node_modules", "x.js"))("playwright-core");
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Runs a test in a tab of each device; whatever the page complains of fails it. */
function onEach(name, run, devices = Object.keys(DEVICES)) {
  for (const device of devices) {
    test(`${name} (${device})`, { skip }, async () => {
      const context = await browser.newContext({ ...DEVICES[device], serviceWorkers: name.includes("network") ? "allow" : "block" });
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const page = await context.newPage(), faults = [];
      page.setDefaultTimeout(60_000);
      page.on("pageerror", error => faults.push(error.message));
      const press = async selector => device === "phone" ? page.tap(selector) : page.click(selector);
      const lab = {
        page, context, device, press,
        open: async (hash = "") => {
          await page.goto("about:blank"); // another hash alone loads nothing
          await page.goto(address + hash);
          await page.waitForSelector("body.ready");
        },
        cell: name => press(`.cell[aria-label^="${name}:"]`),
        key: digit => press(`#pad button:nth-child(${digit})`),
        /** The digits of all cells. */
        digits: () => page.evaluate(() => [...document.querySelectorAll(".cell")].map(one => /: (\w+),/.exec(one.ariaLabel)?.[1].replace("blank", ".") ?? ".").join("")),
        told: text => page.waitForFunction(text => new RegExp(text).test(document.getElementById("told").textContent), text),
        paste: async (text, press) => {
          await press("#open-puzzle");
          await page.fill("#text", text);
          await press("#paste .first");
          await page.waitForFunction(() => !document.getElementById("puzzle").open || document.getElementById("paste-error").textContent);
        },
      };
      try {
        await run(lab);
        assert.deepEqual(faults, []);
      } finally {
        await context.close();
      }
    });
  }
}

onEach("digits are entered, struck, erased and undone, and conflicts are shown", async ({ page, device, open, press, cell, key, digits }) => {
  await open(`#puzzle=${CLASSIC}`);
  assert.equal(await digits(), CLASSIC);
  await cell("r1c3");
  if (device === "phone") await key(5);
  else await page.keyboard.press("5");
  await page.waitForFunction(() => document.getElementById("clashes").textContent.includes("row 1 has two 5s: r1c1 and r1c3"));
  assert.equal(await page.locator(".cell.clash").count(), 2);
  await press("#undo");
  assert.equal(await digits(), CLASSIC);
  await press("#redo");
  await press("#erase");
  assert.equal(await digits(), CLASSIC);
  await page.waitForFunction(() => !document.querySelector(".cell.clash"));
  // A candidate that is struck is gone from the cell, and a digit in a clue's cell changes nothing.
  await press("input[value=struck]");
  await key(1);
  await page.waitForFunction(() => document.getElementById("cell").textContent === "r1c3: 2 4");
  await cell("r1c1");
  await key(9);
  assert.equal(await digits(), CLASSIC);
});

onEach("a puzzle is typed", async ({ page, device, press, open, cell, key, digits, told }) => {
  await open();
  await press("#open-puzzle");
  await press("#blanks button:nth-child(1)");
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 16);
  await cell("r1c1");
  if (device === "phone") for (const [name, digit] of [["r1c1", 1], ["r2c3", 1], ["r3c2", 2]]) { await cell(name); await key(digit); }
  else for (const key of ["1", "ArrowDown", "ArrowRight", "ArrowRight", "1", "ArrowDown", "ArrowLeft", "2"]) await page.keyboard.press(key);
  assert.equal(await digits(), "1.....1..2......");
  await press("#unique");
  await told("Several solutions");
});

onEach("puzzles of all forms are pasted, and errors are told beside the field", async ({ page, press, open, paste, digits }) => {
  await open();
  const rows = CLASSIC.match(/.{9}/g);
  for (const text of [CLASSIC, rows.join("\n"), `[Puzzle]\n${rows.join("\n")}\n`,
    `${rows.map((row, at) => `${row.replace(/(...)(...)(...)/, "$1|$2|$3")}\n${at === 2 || at === 5 ? "-----------\n" : ""}`).join("").replaceAll("0", ".")}`,
    JSON.stringify({ order: 3, rows: rows.map(row => [...row].map(sign => Number(sign) || null)) })]) {
    await paste(text, press);
    assert.equal(await digits(), CLASSIC, text);
  }
  await paste(LINK, press);
  assert.equal((await digits()).length, 16);
  for (const link of [SUDOKUPAD, PENPA]) {
    await paste(link, press);
    assert.equal(await digits(), "1......2........", link);
  }
  await paste("size 4x4\ndiagonal\nthermo r1c1-r1c3\n", press);
  assert.equal(await page.locator("#grid > svg line, #grid > svg path").count() > 0, true);
  await paste("1...\n..x.\n....\n....", press);
  assert.match(await page.locator("#paste-error").textContent(), /^text:2:3: found 'x'/);
  assert.equal(await page.evaluate(() => { const { selectionStart: at, value } = document.getElementById("text"); return value[at]; }), "x");
  await page.route("**/examples/samurai.txt", route => route.fulfill({ status: 404, body: "1..." }));
  await page.selectOption("#example", "samurai.txt");
  await page.waitForFunction(() => document.getElementById("paste-error").textContent === "the example samurai.txt can't be loaded: status 404");
});

onEach("each example is shown, and each rule of the list is accepted", async ({ page, press, open }) => {
  await open();
  const values = selector => page.evaluate(selector => [...document.querySelectorAll(selector)].map(one => one.value).filter(Boolean), selector);
  const isClosed = name => page.waitForFunction(name => !document.getElementById(name).open || document.getElementById(name).querySelector(".wrong").textContent, name);
  for (const example of await values("#example option")) {
    await press("#open-puzzle");
    await page.selectOption("#example", example);
    await isClosed("puzzle");
    assert.equal(await page.locator("#paste-error").textContent(), "", example);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), example);
  }
  await page.goto("about:blank");
  await open(`#puzzle=${".".repeat(81)}`);
  await press("#open-rules");
  for (const rule of await values("[name=rule]")) await press(`[value=${rule}]`);
  await press("#rules .first");
  await isClosed("rules");
  assert.equal(await page.locator("#rules-error").textContent(), "");
  assert.equal(await page.locator("#told p").count(), 11, "a sentence each");
}, ["phone"]);

onEach("a puzzle is solved, also a hard one and a large one", async ({ page, press, open, digits, told }) => {
  await open(`#puzzle=${CLASSIC}`);
  await press("#solve");
  await told("^Solved");
  assert.equal(await digits(), SOLVED);
  await open(`#puzzle=${HARD}`);
  await press("#solve");
  await told("^Solved");
  assert.match(await digits(), /^[1-9]{81}$/);
  await press("#open-puzzle");
  await page.selectOption("#example", { label: "16×16" });
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 256);
  await press("#solve");
  await told("^Solved");
  assert.doesNotMatch(await digits(), /\./);
});

onEach("a search is stopped, and the next one has an answer", async ({ page, press, open, told }) => {
  await open(`#puzzle=${HARD}`);
  await page.evaluate(() => { for (const name of ["rate", "stop"]) document.getElementById(name).click(); });
  await told("^Stopped");
  await press("#unique");
  await told("^Exactly one solution");
}, ["phone"]);

onEach("hints are drawn, applied, and all of them are shown", async ({ page, press, open, digits, told }) => {
  await open(`#puzzle=${POINTING}`);
  const before = await digits();
  await press("#hint");
  await told("^Hint");
  assert.equal(await digits(), before, "a hint is only shown");
  assert.deepEqual(await page.evaluate(() => [".cell.area", ".cell.gone", "i.use", "i.gone"].map(look => document.querySelectorAll(look).length)), [15, 2, 3, 2]);
  await press("#told button:has-text('Apply')");
  await told("^Applied");
  await press("#hint");
  await told("^Hint");
  await press("#told button:has-text('All')");
  await told("^All steps: step 1 of");
  await press("#told button:has-text('Next')");
  await told("step 2 of");
  await open(`#puzzle=${CLASSIC}&own=..1${".".repeat(78)}`);
  await press("#hint");
  await told("^There is a mistake.*Wrong digits: r1c3\\.$");
  assert.equal(await page.locator(".cell.wrong").count(), 1);
  await open(`#puzzle=${CLASSIC}&own=..1${".".repeat(78)}&struck=r1c4-6_r1c6-1`);
  await press("#hint");
  await told("^There is a mistake.*Wrong digits: r1c3\\.Right digits that were struck: 6 in r1c4\\.");
  assert.equal(await page.locator(".cell.wrong").count(), 2);
  await press("#solve");
  await told("^Solved.*No solution fits all that you entered\\.Digits changed: r1c3\\.Digits of the solution that were struck: 6 in r1c4\\.");
  assert.equal(await digits(), SOLVED);
});

onEach("why: a contradiction, a cell, and several solutions", async ({ page, press, open, cell, told }) => {
  await open("#puzzle=12....3.........");
  await press("#why");
  await told("^No solution.*r1c1 = 1, r1c2 = 2, r2c3 = 3");
  assert.ok(await page.locator(".cell.area, .cell.pattern").count() > 0);
  await open(`#puzzle=${CLASSIC}`);
  await cell("r5c5");
  await press("#why");
  await told("^Why r5c5 = 5");
  await open("#puzzle=.12.2.1.......4.");
  await press("#why");
  await told("^Several solutions");
  assert.ok(await page.locator(".cell.differ").count() > 0);
});

onEach("unique, and rate", async ({ press, open, told }) => {
  await open(`#puzzle=${CLASSIC}`);
  await press("#unique");
  await told("^Exactly one solution");
  await press("#rate");
  await told("^Score \\d+; hardest: hidden single.*× hidden single");
});

onEach("a link holds the puzzle, its rules and the player's digits, and the browser keeps them", async ({ page, context, press, open, cell, key, digits }) => {
  await open();
  await press("#open-rules");
  await press("input[value=diagonal]");
  await press("input[value=anti-knight]");
  await press("#rules .first");
  await page.waitForFunction(() => !document.getElementById("rules").open || document.getElementById("rules-error").textContent);
  await press("#open-puzzle");
  await page.fill("#text", "size 9x9; diagonal; anti-knight");
  await press("#paste .first");
  await page.waitForFunction(() => document.querySelectorAll(".cell.clue").length === 0);
  await press("input[value=own]");
  await cell("r2c1");
  await key(7);
  await press("input[value=struck]");
  await cell("r2c3");
  await key(5);
  await press("#copy-link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#puzzle=\.{81}&rules=boxes\+3x3;diagonal;anti-knight&own=\.{9}7\.+&struck=r2c3-5$/);
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector("body.ready");
  assert.equal(await other.locator(".cell.own").count(), 1);
  assert.match(await other.locator("#told").textContent(), /Each diagonal holds each digit once.*knight's move/);
  await page.goto("about:blank");
  await open();
  assert.equal(await digits(), `${".".repeat(9)}7${".".repeat(71)}`);
});

onEach("a picture as SVG and as PNG", async ({ page, press, open }) => {
  await open(`#puzzle=${CLASSIC}&rules=diagonal`);
  await press("#open-picture");
  await page.waitForFunction(() => document.getElementById("preview").naturalWidth > 0);
  assert.equal(await page.locator("#picture-text").inputValue(), CLASSIC);
  assert.match(await page.locator("#fpuzzles").getAttribute("href"), /^https:\/\/www\.f-puzzles\.com\/\?load=/);
  for (const [button, start] of [["#save-svg", "<svg "], ["#save-png", "\x89PNG"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), press(button)]);
    assert.ok(readFileSync(await download.path(), "latin1").startsWith(start), button);
  }
});

onEach("the teaching page shows the same puzzle, and leads back", async ({ page, press, open, digits }) => {
  const puzzle = "12....3..4......";
  await open(`#puzzle=${puzzle}`);
  await page.waitForFunction(() => document.getElementById("learn").href.includes("text="));
  await press("#learn");
  await page.waitForFunction(() => document.querySelectorAll("#grid .given").length === 4 && location.hash.includes("text="));
  await press("text=← Play");
  await page.waitForSelector("body.ready");
  assert.equal(await digits(), puzzle);
});

onEach("it works without a network after the first visit", async ({ page, context, press, open, told }) => {
  await open(`#puzzle=${CLASSIC}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (const name of ["./", "learn.html", "engine/sudosat.wasm"]) while (!await caches.match(name)) await new Promise(resolve => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("body.ready");
  await press("#solve");
  await told("^Solved");
  await press("#learn");
  await page.waitForFunction(() => document.querySelectorAll("#grid .given").length === 30);
}, ["phone"]);

onEach("axe finds nothing, nothing is cut, and what is pressed is large enough", async ({ page, device, press, open, told }) => {
  const axe = readFileSync(createRequire(join(tools, "node_modules", "x.js")).resolve("axe-core/axe.min.js"), "utf8");
  const look = async what => {
    const found = await page.evaluate(async () => {
      const { violations } = await axe.run(document, { rules: { "target-size": { enabled: true } } });
      return violations.map(({ id, nodes: [{ html }] }) => `${id} ${html.slice(0, 120)}`);
    });
    assert.deepEqual(found, [], what);
    const small = await page.evaluate(isPhone => [...document.querySelectorAll("button, a, .cell, select, label:has(input)")].flatMap(one => {
      const { width, height } = one.getBoundingClientRect();
      return width && (height < 40 || width < 40) && isPhone ? [`${one.outerHTML.slice(0, 60)} ${width}×${height}`] : [];
    }), device === "phone");
    assert.deepEqual(small, [], what);
    const letters = await page.evaluate(() => [...document.querySelectorAll("body *")].filter(one => one.getClientRects().length && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && parseFloat(getComputedStyle(one).fontSize) < 12 && !one.closest("svg")).map(one => one.outerHTML.slice(0, 80)));
    assert.deepEqual(letters, [], what);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what}: too wide`);
  };
  await page.addInitScript(axe);
  await open(`#puzzle=${POINTING}`);
  await look("the first screen");
  await press("#candidates");
  await press("#hint");
  await told("^Hint");
  await look("a hint");
  for (const name of ["open-puzzle", "open-rules", "open-picture"]) {
    await press(`#${name}`);
    await page.waitForSelector("dialog[open]");
    await look(name);
    await page.keyboard.press("Escape");
  }
});

test("the first load is less than 1.2 MB", { skip }, async () => {
  const context = await browser.newContext({ ...DEVICES.phone, serviceWorkers: "block" }), page = await context.newPage();
  sent = 0;
  const start = Date.now();
  await page.goto(address);
  await page.waitForSelector("body.ready");
  console.log(`the playground: ${sent} bytes with gzip, ready after ${Date.now() - start} ms`);
  assert.ok(sent < 1_200_000, `${sent} bytes`);
  await context.close();
});
