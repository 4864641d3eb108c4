// The examples of the README, run as written: a block `js`, and the block `text` that it prints.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const text = readFileSync("node_modules/sudosat/README.md", "utf8");
const examples = [...text.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];

test("the README has its examples", () => {
  assert.equal(examples.length, 9);
  assert.equal(text.match(/```js\n/g).length, examples.length, "each has its output");
});

for (const [, script, printed] of examples) {
  test(script.split("\n")[2], () => {
    const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    assert.equal(told, printed);
  });
}
