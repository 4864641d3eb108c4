// Headless Chromium for the tests, and a server of static files. playwright-core comes from
// SUDOSAT_PAGE_TOOLS.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const tools = process.env.SUDOSAT_PAGE_TOOLS ?? "", chromium = process.env.SUDOSAT_CHROMIUM ?? "/usr/bin/chromium";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/octet-stream" };

/** What is missing for these tests, if anything is. */
export const missing = [join(tools, "node_modules/playwright-core"), chromium].find(path => !existsSync(path));

/** Calls `visit` with the address of a server of a folder, in which `page` is the first page. */
export async function served(folder, page, visit) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost"), file = join(folder, pathname);
    const found = pathname === "/" ? page : existsSync(file) ? readFileSync(file) : null;
    response.writeHead(found === null ? 404 : 200, { "content-type": TYPES[extname(file) || ".html"] ?? "text/plain" });
    response.end(found);
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  try {
    await visit(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** Opens a page, waits for the text of its element `answer`, and calls `look` with the tab and the
    text. Fails on an error in the page. */
export async function opened(address, look) {
  const { chromium: launcher } = createRequire(join(tools, "node_modules", "x.js"))("playwright-core");
  const browser = await launcher.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const tab = await browser.newPage(), faults = [];
    tab.on("pageerror", error => faults.push(error.message));
    await tab.goto(address);
    await tab.waitForFunction(() => document.getElementById("answer").textContent)
      .catch(error => { throw new Error([error.message, ...faults].join("\n")); });
    await look(tab, await tab.locator("#answer").textContent());
    if (faults.length) throw new Error(faults.join("\n"));
  } finally {
    await browser.close();
  }
}
