// ---- patch: HTML is put where it belongs, and only what has changed is replaced

/* Most of a panel is the same at the next step. Its elements are kept: the browser need not
   style and lay out a trail of 700 literals again, and what is scrolled or has the focus stays. */

/** For each place the HTML that it was given, and its nodes before a panel lit or named any. */
const given = new Map();

/** Puts HTML into the element with this `id`. */
function put(id, html) {
  const place = byId(id), before = place.firstChild ? given.get(id) : null;
  if (before?.html === html) return;
  const template = document.createElement("template");
  template.innerHTML = html;
  const nodes = template.content;
  if (before) patch(place, before.nodes, nodes);
  else place.replaceChildren(document.importNode(nodes, true));
  given.set(id, { html, nodes });
}

/** Makes the children of `place`, which were made as copies of those of `from`, such as those of `to`. */
function patch(place, from, to) {
  const [here, was, will] = [place, from, to].map(one => [...one.childNodes]);
  const copy = at => document.importNode(will[at], true);
  if (here.length !== was.length) return place.replaceChildren(...will.map((_, at) => copy(at)));
  const isSame = (a, b) => a < was.length && b < will.length && was[a].isEqualNode(will[b]);
  let a = 0, b = 0, tail = 0;
  while (isSame(a, b)) { a++; b++; }
  const most = Math.min(was.length, will.length) - a;
  while (tail < most && isSame(was.length - 1 - tail, will.length - 1 - tail)) tail++;
  const [end, stop] = [was.length - tail, will.length - tail];
  // In the middle one node more, one node less, or another in its place.
  while (a < end || b < stop) {
    if (a === end || b < stop && isSame(a, b + 1)) place.insertBefore(copy(b++), here[a] ?? null);
    else if (b === stop || isSame(a + 1, b)) here[a++].remove();
    else if (isSame(a, b)) { a++; b++; }
    else patchNode(here[a], was[a++], will[b++]);
  }
}

function patchNode(node, from, to) {
  const isText = to.nodeType === Node.TEXT_NODE;
  if (from.nodeName !== to.nodeName || !isText && isOther(from, to)) return node.replaceWith(document.importNode(to, true));
  if (isText) { node.data = to.data; return; }
  for (const { name } of from.attributes) if (!to.hasAttribute(name)) node.removeAttribute(name);
  // What shows no object any more is not lit any more.
  if (!to.hasAttribute("data-o")) node.removeAttribute("data-lit");
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) node.setAttribute(name, value);
  patch(node, from, to);
}

/** Returns `true` for a picture, in which so much moves that a new one is faster, and for another region, which
    must not begin where the one before was scrolled to. */
const isOther = (from, to) => to.nodeName === "svg" || from.getAttribute("role") === "region" && from.getAttribute("aria-label") !== to.getAttribute("aria-label");
