// The place below the grid where answers are told.

export const byId = id => document.getElementById(id);

const box = byId("told");

/** Returns an element with attributes and children. */
export function element(name, attributes = {}, ...children) {
  const one = Object.assign(document.createElement(name), attributes);
  one.append(...children.filter(child => child !== null && child !== undefined && child !== ""));
  return one;
}

export const button = (textContent, onclick, more = {}) => element("button", { type: "button", textContent, onclick, ...more });

/** Tells an answer: a title, paragraphs or other elements, and buttons by their texts. */
export function tell(title, parts = [], buttons = []) {
  const paragraphs = parts.filter(Boolean).map(part => typeof part === "string" ? element("p", {}, part) : part);
  // The buttons stand above what may be long, so that they stay where they are.
  const head = element("div", { className: "row" }, element("h2", { textContent: title }), ...buttons.map(([text, run, more]) => button(text, run, more)));
  box.replaceChildren(head, ...paragraphs);
  box.scrollTop = 0;
}

/** Tells an error. */
export const tellError = error => tell("That did not work", [error.message ?? String(error)]);
