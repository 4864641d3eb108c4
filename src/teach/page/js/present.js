// ---- present: the grid, the step and one section of a panel, large enough for a lecture hall

/** Set while the page is presented, and the place of the section that each tab shows then. */
const presenting = { on: false, places: new Map() };

/** The sections of the tab that can be shown alone. */
const presentable = () => [...byId("panel").children].filter(one => one.querySelector("h2"));

const placeOf = sections => Math.min(presenting.places.get(view.tab) ?? 0, sections.length - 1);

function present() {
  presenting.on = !presenting.on;
  render();
}

/** Shows the section before or after the one that is presented. */
function turn(step) {
  const sections = presentable();
  presenting.places.set(view.tab, Math.max(0, Math.min(sections.length - 1, placeOf(sections) + step)));
  render();
}

/** Says in the page whether it is presented, and which tab: its style depends on both. */
function markPresentation() {
  document.body.toggleAttribute("data-present", presenting.on);
  document.body.dataset.tab = view.tab;
}

/** Marks the section that is shown, and names it in the head of the page. */
function paintPresentation() {
  byId("present").textContent = presenting.on ? "End presentation" : "Present";
  byId("up").hidden = byId("down").hidden = !presenting.on;
  const sections = presentable(), place = placeOf(sections);
  for (const one of byId("panel").children) one.toggleAttribute("data-shown", presenting.on && one === sections[place]);
  const name = TABS.find(([tab]) => tab === view.tab)[1];
  document.querySelector("h1").textContent = presenting.on && sections[place]
    ? `${name}: ${sections[place].querySelector("h2").textContent} (${place + 1} of ${sections.length})` : titleOf();
}

/** Shrinks what is said of a step until its box holds it. Called before the panels change, so that the
    browser has to lay out little else. */
function fitTold() {
  const told = byId("told");
  told.removeAttribute("style");
  if (told.scrollHeight <= told.clientHeight) return;
  // A text takes room by the square of its size.
  for (let size = parseFloat(getComputedStyle(told).fontSize); size > 11 && told.scrollHeight > told.clientHeight;) {
    size = Math.max(11, Math.min(size - 1, Math.floor(size * Math.sqrt(told.clientHeight / told.scrollHeight))));
    told.style.fontSize = `${size}px`;
  }
}

panels.push({ show: light => document.body.toggleAttribute("data-about", Boolean(light.key)) });
