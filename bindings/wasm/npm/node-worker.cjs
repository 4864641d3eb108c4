// The functions in a worker thread of Node.

const { parentPort } = require("node:worker_threads");
const { answering } = require("./background.cjs");

const answer = answering(answer => parentPort.postMessage(answer));
parentPort.on("message", data => answer({ data }));
