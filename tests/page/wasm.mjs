// Asks the WebAssembly what the library was asked: node wasm.mjs FILE.wasm QUESTIONS.
//
// QUESTIONS has a request and the library's answer a line, in turn. The file
// must import nothing: it can do no more than compute.

import { readFileSync } from "node:fs";

const [file, questions] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
if (WebAssembly.Module.imports(module).length) throw new Error("it imports something");
const lines = readFileSync(questions, "utf8").split("\n");
let same = 0;
for (let i = 0; i + 1 < lines.length; i += 2) {
  const { room, call, free, memory } = new WebAssembly.Instance(module, {}).exports;
  for (const turn of ["first", "second"]) {
    const bytes = new TextEncoder().encode(lines[i]);
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call(), answer = room(length);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer, length));
    free();
    if (text !== lines[i + 1]) {
      console.log(`${turn} answer to ${lines[i].slice(0, 200)}\n differs: ${text.slice(0, 300)}\n  native: ${lines[i + 1].slice(0, 300)}`);
      process.exit(1);
    }
    same++;
  }
}
console.log(`${same} answers are the same`);
