// The package in Node, for `require`. pack makes functions.cjs and background.cjs of the files
// for browsers.

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Worker } = require("node:worker_threads");
const { backgroundOf, withModule } = require("./background.cjs");
const { packaged, SudosatError } = require("./functions.cjs");

let compiled;
/** Returns the module, which is there at once: `init` need not be called. */
const own = () => compiled ??= new WebAssembly.Module(readFileSync(join(__dirname, "sudosat.wasm")));

const functions = packaged(own, own);

/** Returns the functions in a worker thread, which keeps the process alive while it works. */
const background = () => backgroundOf((message, failed) => {
  const worker = new Worker(join(__dirname, "node-worker.cjs"), { execArgv: [] });
  worker.on("message", answer => { worker.unref(); message(answer); });
  worker.on("error", error => failed(error.message));
  const stop = () => { worker.removeAllListeners(); worker.terminate(); };
  const post = withModule(functions.init, text => { stop(); failed(text); }, request => worker.postMessage(request));
  return { post: request => { worker.ref(); post(request); }, stop };
});

module.exports = { ...functions, background, SudosatError };
