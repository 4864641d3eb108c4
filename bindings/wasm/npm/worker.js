// The functions in a worker of a page.

import { answering } from "./background.js";

self.onmessage = answering(answer => self.postMessage(answer));
