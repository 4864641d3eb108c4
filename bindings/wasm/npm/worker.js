// The functions in a worker of a page: `{name, text, options}` is answered by `{value}` or
// `{error}`.

import { answered } from "./background.js";

// Not a static import: messages that come while the module loads would be lost.
const functions = import("./web.js");

self.onmessage = async ({ data }) => self.postMessage(await answered(functions, data));
