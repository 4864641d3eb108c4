// Reading a page, and pressing its keys without waiting for each.

export const TABS = ["cdcl", "cover", "backtracking"];

export const count = page => page.locator("#count").textContent();

export const goto = (page, hash) => page.evaluate(async to => {
  const done = new Promise(resolve => addEventListener("hashchange", () => setTimeout(resolve), { once: true }));
  if (location.hash === to) return;
  location.hash = to;
  await done;
}, hash);

/** Presses a key so many times; what `read` (run in the page) says after each. */
export const presses = (page, key, times, read = "null") => page.evaluate(([key, times, read]) => {
  const found = [], one = new Function(`return (${read});`);
  for (let i = 0; i < times; i++) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    found.push(one());
  }
  return found;
}, [key, times, read]);
