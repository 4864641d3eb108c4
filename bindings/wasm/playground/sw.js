// Keeps the page in the browser, so that it works without a network after the first visit. The build fills in the files
// and a version, which changes with them.

const VERSION = "sudosat-@version@", FILES = ["@files@"];
/** Files that are kept later, because the first screen does not need them. */
const LATER = ["learn.html"];

self.addEventListener("install", event => {
  // Without the browser's own copies, which may be older.
  const requests = FILES.map(file => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(requests)));
});

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("sudosat-") && name !== VERSION) await caches.delete(name);
  })());
});

self.addEventListener("message", event => {
  if (event.data !== "later") return;
  event.waitUntil(caches.open(VERSION).then(async cache => {
    for (const file of LATER) if (!await cache.match(file)) await cache.add(new Request(file, { cache: "no-cache" }));
  }));
});

self.addEventListener("fetch", event => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const file = request.mode === "navigate" && pathname.endsWith("/") ? "./" : request;
  event.respondWith(caches.open(VERSION).then(async cache => await cache.match(file, { ignoreSearch: true }) ?? fetch(request)));
});
