// The functions in a worker thread of Node: see worker.js.

import { parentPort } from "node:worker_threads";
import { answered } from "./background.js";

const functions = import("./node.js");

parentPort.on("message", async request => parentPort.postMessage(await answered(functions, request)));
