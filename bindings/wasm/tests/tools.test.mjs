// The README's table of tools, each by its command: the page that a bundler builds solves in
// Chromium, and a script in its runtime. The tools are those of SUDOSAT_BUNDLERS.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { missing, opened, served } from "./chromium.mjs";

const bin = join(process.env.SUDOSAT_BUNDLERS ?? "", "node_modules/.bin");
const PATH = [bin, process.env.PATH].join(delimiter);
const readme = readFileSync("node_modules/sudosat/README.md", "utf8");
const rows = [...readme.matchAll(/^\| ([^|]*) \| `([^`]*)` \| `([^`]*)` \|/gm)].map(row => row.slice(1));

const WORK = `
  const { answer } = solve("1...............");
  const worker = background();
  const { lines: [line] } = await worker.solve(".12....4.....2..");
  worker.close();
  const told = answer + " " + line;`;
const TOLD = "solved 4123231414323241";

const pageOf = script => `<!DOCTYPE html><meta charset="utf-8"><p id="answer"></p>${script}`;
/** Each tool's page: one that it reads, one for the ES module that it writes, or a plain script. */
const htmlOf = command => {
  if (/^vite|^parcel/.test(command)) return pageOf('<script type="module" src="./main.js"></script>');
  return pageOf(`<script ${/format=?\s*es/.test(command) ? "type=module" : "defer"} src="./main.js"></script>`);
};

/** Returns a folder with the package, where a script imports it as a row says. */
function folderOf(from, command) {
  const folder = mkdtempSync(join(tmpdir(), "sudosat-tool-"));
  cpSync("node_modules", join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"dependencies": {"sudosat": "*"}}');
  writeFileSync(join(folder, "index.html"), htmlOf(command));
  const page = `init().then(async () => {${WORK}
  document.getElementById("answer").textContent = told;
}).catch(error => { document.getElementById("answer").textContent = error.stack; });`;
  writeFileSync(join(folder, "main.js"), `${from.replace("…", "{ background, init, solve }")};\n${page}\n`);
  const script = `(async () => {${WORK}\n  console.log(told);\n})();\n`;
  for (const name of ["script.mjs", "script.cjs"]) {
    writeFileSync(join(folder, name), `${from.replace("…", "{ background, solve }")};\n${script}`);
  }
  return folder;
}

/** Calls `visit` with the address of the server that a command starts. */
async function started(command, cwd, visit) {
  const server = spawn(command, ["--port", "0"], { cwd, env: { ...process.env, PATH, NO_COLOR: "1" } });
  try {
    let printed = "";
    const address = await new Promise((resolve, reject) => {
      const read = text => { printed += text; const found = /http:\/\/localhost:\d+\//.exec(printed); if (found) resolve(found[0]); };
      server.stdout.on("data", read);
      server.on("exit", () => reject(new Error(printed)));
    });
    await visit(address);
  } finally {
    server.kill();
  }
}

const here = command => existsSync(join(bin, command.split(" ")[0])) || command.startsWith("node ");

test("the README has the tools", () => assert.equal(rows.length, 11));

for (const [tool, from, command] of rows) {
  const isPage = !/script/.test(command);
  const lacks = !here(command) ? `SUDOSAT_BUNDLERS has no ${command.split(" ")[0]}` : isPage && missing ? `there is no ${missing}` : false;
  test(`${tool}: ${command}`, { skip: lacks }, async test => {
    const cwd = folderOf(from, command);
    test.after(() => rmSync(cwd, { recursive: true, force: true }));
    const look = (_, answer) => assert.equal(answer, TOLD);
    if (command === "vite") return started(command, cwd, address => opened(address, look));
    const printed = execFileSync("bash", ["-c", command], { cwd, encoding: "utf8", env: { ...process.env, PATH, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] });
    if (!isPage) return assert.equal(printed, `${TOLD}\n`);
    const built = join(cwd, "dist"), index = existsSync(join(built, "index.html")) ? built : cwd;
    await served(built, readFileSync(join(index, "index.html")), address => opened(address, look));
  });
}
