// ---- cover: the search for an exact cover

/** The houses in the order of their items: first those that must hold each digit. */
const isFull = house => house.cells.length === side;
const housesOfItems = () => [...houses.filter(isFull), ...houses.filter(house => !isFull(house))];

/** `R1C2` is `r1c2 needs a number`, `B3#4` is `box 3 needs a 4`; other items mean no more. */
function itemWords(item) {
  if (!puzzle) return "";
  if (item < side ** 2) return `${cellName(item)} needs a number`;
  const house = housesOfItems()[Math.floor(item / side) - side], digit = item % side + 1;
  return isFull(house) ? `${house.name} needs ${article(digit)}` : `${house.name} has at most one ${digit}`;
}

const itemName = item =>
  `<span class="item b${blockOf(item)}">${esc(trace.cover.items[item].name)}</span>`;

/** The item with what it means, where there are words for it. */
const itemTold = item => puzzle ? `${itemName(item)} (${itemWords(item)})` : `column ${itemName(item)}`;

const optionName = option => {
  const v = varOfOption(option);
  return `<span class="lit o${v === view.v ? " sel" : ""}" data-v="${v}">${esc(trace.cover.options[option].name)}</span>`;
};

/** How each option and item stands, and how many options each item has left. */
function standingOfCover(s) {
  const { items, options } = trace.cover;
  const covered = new Set(s.covered), taken = new Set(s.selected);
  const rows = options.map((option, i) => taken.has(i) ? "in"
    : option.items.some(item => covered.has(item)) ? "gone" : "alive");
  const columns = items.map((_, item) => covered.has(item) ? "gone" : "alive");
  const sizes = items.map(() => 0);
  rows.forEach((how, i) => { if (how === "alive") for (const item of options[i].items) sizes[item]++; });
  return { rows, columns, sizes };
}

function tellCover(run, k, s) {
  const e = run.events[k - 1], links = run.engine === "dlx";
  if (!e) return "<b>Start.</b> All columns and rows are there. → goes a step on.";
  const taken = () => e.option !== undefined && optionName(e.option);
  switch (e.t) {
    case "choose":
      return `<b>Choose</b> ${itemTold(e.item)}: no column has fewer rows left; it has ${e.size}.`;
    case "cover":
      return `<b>Cover</b> ${itemTold(e.item)}: the column leaves, and every row with a 1 there.`;
    case "uncover":
      return `<b>Uncover</b> ${itemTold(e.item)}: the column is back, and its rows.`;
    case "select":
      return `<b>Take</b> row ${taken()}. ${links ? "Its other columns are covered next." : "All its columns are struck out next."}`;
    case "unselect":
      return `<b>Give up</b> row ${taken()}: nothing below it worked.`;
    case "deadend":
      return `<b>Dead end</b>: ${itemTold(e.item)} has no row left.`;
    case "solution":
      return `<b>Solved.</b> Each column has one 1 among the ${counted(s.selected.length, "row")} taken.`;
    case "nosolution":
      return "<b>No solution.</b> Every choice was tried.";
    default:
      return esc(e.t);
  }
}

function coverPanel(run, k, s) {
  const { rows, columns, sizes } = standingOfCover(s);
  const e = run.events[k - 1];
  if (e?.item !== undefined && e.t !== "cover") columns[e.item] = "now";
  const now = e?.item ?? -1;
  const left = rows.filter(how => how === "alive").length;
  return (puzzle ? `<h2>The columns in ${lesson.houses ? "" : "four "}blocks</h2>
      <p class="faint">A square is a column; its number says how many rows it has left. A covered one is empty.</p>${blocks(s, columns, sizes, now)}` : "")
    + `<h2>The cover so far</h2>${room("The cover", coverList(s))}`
    + `<h2>The matrix</h2><p class="faint">${counted(left, "row")} and ${counted(columns.filter(how => how !== "gone").length, "column")} left.${linked(rows, columns) && !view.v ? " Select a row to see its links." : ""}</p>`
    + box(matrix(trace.cover, rows, columns), "The matrix") + followed(run, k);
}

function coverList(s) {
  if (!s.selected.length) return `<p class="faint">Empty.</p>`;
  return `<p class="faint">Each row, the column it was taken for, and how many rows that had.</p><ol class="cover">${s.selected.map((option, i) => {
    const choice = s.chosen[i];
    return `<li>${optionName(option)}${choice ? ` <i>for${puzzle ? "" : " column"}</i> ${itemName(choice.item)}<i>, ${counted(choice.size, "row")}</i>` : ""}</li>`;
  }).join("")}</ol>`;
}

function blocks(s, columns, sizes, now) {
  const parts = [{ title: "cells: row × column", first: 0, rows: side }];
  let last;
  housesOfItems().forEach((house, i) => {
    const kind = kindOf(house) + isFull(house);
    if (kind !== last) parts.push({ title: `${kindOf(house).replace(/x$/, "xe")}s: ${kindOf(house)} × digit`, first: side * (side + i), rows: 0 });
    parts.at(-1).rows++;
    last = kind;
  });
  const unit = side > 4 ? 20 : 30, size = unit * side + 18;
  return `<div class="blocks">${parts.map(({ title, first, rows }) => {
    const squares = [], names = [], block = blockOf(first), height = unit * rows + 18;
    for (let i = 0; i < side; i++) names.push(`<text class="faint" x="${18 + unit * (i + 0.5)}" y="12">${i + 1}</text>`);
    for (let i = 0; i < rows; i++) names.push(`<text class="faint" x="8" y="${18 + unit * (i + 0.5) + 4}">${i + 1}</text>`);
    for (let at = 0; at < side * rows; at++) {
      const item = first + at;
      const [x, y] = [18 + unit * (at % side), 18 + unit * Math.floor(at / side)];
      const how = `${columns[item] === "gone" ? "gone" : "alive"}${item === now ? " now" : ""}${item === s.dead ? " dead" : ""}`;
      squares.push(`<g class="b${block} ${how}"><rect x="${x + 1.5}" y="${y + 1.5}" width="${unit - 3}" height="${unit - 3}" rx="2"/>`
        + (columns[item] === "gone" ? "" : `<text x="${x + unit / 2}" y="${y + unit / 2 + 4}">${sizes[item]}</text>`) + "</g>");
    }
    const left = columns.slice(first, first + side * rows).filter(how => how !== "gone").length;
    return `<figure><svg role="img" aria-label="${title}: ${left} of ${side * rows} columns left" width="${size}" height="${height}" viewBox="0 0 ${size} ${height}">${names.join("")}${squares.join("")}</svg><figcaption>${title}</figcaption></figure>`;
  }).join("")}</div>`;
}
