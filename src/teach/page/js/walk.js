// ---- walk: the parts of a panel are one stop of the Tab key, and the arrow keys move among them

const partsOf = region => [...region.querySelectorAll('[data-o][role="button"]')].filter(one => one.getClientRects().length);

/** The panel that an element belongs to. */
const regionOfPart = one => one.closest("[data-walk], [role=region]");

/** The key of the part at which the Tab key enters each panel, by the panel's name. */
const stops = new Map();

const nameOfRegion = region => region.getAttribute("aria-label");

/** Gives every panel its stop: the part that has the focus or had it last, else the first; the
    panel itself if it has no part. */
function placeStops() {
  for (const region of document.querySelectorAll("[data-walk], [role=region]")) {
    const parts = region.querySelectorAll('[data-o][role="button"]'), kept = stops.get(nameOfRegion(region));
    const at = document.activeElement, focused = region.contains(at) && at.matches('[data-o][role="button"]') && at;
    const stop = focused || kept && region.querySelector(`[data-o="${kept}"][role="button"]`) || parts[0];
    for (const one of region.querySelectorAll('[role="button"][tabindex="0"]')) if (one !== stop) one.tabIndex = -1;
    if (stop && stop.tabIndex) stop.tabIndex = 0;
    const own = stop ? null : "0";
    if (own !== region.getAttribute("tabindex")) own ? region.setAttribute("tabindex", own) : region.removeAttribute("tabindex");
  }
}

/** Remembers the part with the focus as its panel's stop. */
function stopAt(one) {
  const region = regionOfPart(one);
  if (!region) return;
  stops.set(nameOfRegion(region), one.dataset.o);
  for (const other of region.querySelectorAll('[role="button"][tabindex="0"]')) other.tabIndex = -1;
  one.tabIndex = 0;
}

/** Moves the focus from a part to the one before or after it, or to the nearest above or below. */
function walk(from, dx, dy) {
  const parts = partsOf(regionOfPart(from));
  let next = parts[parts.indexOf(from) + dx];
  if (dy) {
    const centre = one => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return [(left + right) / 2, (top + bottom) / 2];
    };
    const [x, y] = centre(from);
    let nearest = Infinity;
    for (const one of parts) {
      const [a, b] = centre(one), down = (b - y) * dy;
      const far = down + Math.abs(a - x) / 4;
      if (down > 6 && far < nearest) [next, nearest] = [one, far];
    }
    if (nearest === Infinity) return;
  }
  next?.focus();
}

const allRegions = () => [...document.querySelectorAll("[data-walk], [role=region]")];

/** What a new picture must leave as it is: the focus, and how far each panel is scrolled. */
function places() {
  const at = document.activeElement, region = at && regionOfPart(at);
  const scrolled = allRegions().map(one => [nameOfRegion(one), one.scrollLeft, one.scrollTop]).filter(([, left, top]) => left || top);
  return { at, name: region && nameOfRegion(region), key: at?.dataset?.o, scrolled };
}

/** Scrolls the panels to where they were, and gives the focus back to what shows the object that
    had it, or to what took its place. */
function restore({ at, name, key, scrolled }) {
  const regions = allRegions(), found = wanted => regions.find(one => nameOfRegion(one) === wanted);
  for (const [one, left, top] of scrolled) found(one)?.scrollTo(left, top);
  if (!name || at.isConnected && at.dataset.o === key) return;
  const region = found(name);
  const one = key && region?.querySelector(`[data-o="${key}"][role="button"]`);
  const next = one || region?.querySelector('[tabindex="0"]') || region;
  if (next !== document.activeElement) return next?.focus({ preventScroll: true });
  // It has the focus already, and shows another object now.
  stopAt(next);
  point(keyOfFocus());
}
