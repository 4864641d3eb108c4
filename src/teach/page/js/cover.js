// ---- cover: the search for an exact cover

const isFull = house => house.cells.length === side;

/** The houses in the order of their items: first those that must hold each digit. */
const housesOfItems = () => houses.ofItems ??= [...houses.filter(isFull), ...houses.filter(house => !isFull(house))];

/** `R1C2` is `r1c2 needs a number`, `B3#4` is `box 3 needs a 4`, `P3=4` is a part of the third rule for two cells; other
    items mean no more. */
function itemWords(item) {
  if (!puzzle) return "";
  if (item < board.spots.length) return `${cellName(item)} needs a number`;
  const of = houseOfItem(item), [, pair, value] = /^P(\d+)=(\d+)$/.exec(trace.cover.items[item].name) ?? [];
  if (!of) return `at most one of the digits that ${lesson.pairs[pair - 1]} forbids together with a ${value}`;
  const { house, digit } = of;
  return isFull(house) ? `${house.name} needs ${article(digit)}` : `${house.name} has at most one ${digit}`;
}

const itemName = item => part(`i${item}`, esc(trace.cover.items[item].name), `item b${blockOf(item)}`);

/** The item with what it means, where there are words for it. */
const itemTold = item => puzzle ? `${itemName(item)} (${esc(itemWords(item))})` : `column ${itemName(item)}`;

const optionName = option => part(keyOfOption(option), esc(trace.cover.options[option].name), "lit o");

/** Returns `true` if some items need not be covered, but at most once. */
const hasSecondary = () => trace.cover.items.some(item => item.kind === "secondary");

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

function tellCover(run, k, s, e = run.events[k - 1]) {
  const links = run.engine === "dlx";
  if (!e) return "<b>Start.</b> All columns and rows are there. → goes a step on.";
  const taken = () => e.option !== undefined && optionName(e.option);
  switch (e.t) {
    case "choose":
      return `<b>Choose</b> ${itemTold(e.item)}: no column has fewer rows left; it has ${e.size}.${run.seed === undefined ? "" : ` Of the columns with as few it is one at random (seed ${run.seed}).`}`;
    case "cover":
      return `<b>${links ? "Cover" : "Delete"}</b> ${itemTold(e.item)}: the column leaves, and every row with a 1 there.`;
    case "uncover":
      return `<b>${links ? "Uncover" : "Put back"}</b> ${itemTold(e.item)}: the column is back, and its rows.`;
    case "select":
      return `<b>Take</b> row ${taken()}. ${links ? "Its other columns are covered next." : "All its columns are deleted next."}`;
    case "unselect":
      return `<b>Give up</b> row ${taken()}: nothing below it worked.`;
    case "deadend":
      return `<b>Dead end</b>: ${itemTold(e.item)} has no row left.`;
    case "solution":
      return `<b>Solved.</b> Each ${hasSecondary() ? "primary " : ""}column has one 1 among the ${counted(s.selected.length, "row")} taken${hasSecondary() ? ", each secondary one at most one" : ""}.`;
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
  stands = { rows, columns, sizes, now, dead: s.dead, hasLinks: run.engine === "dlx" && linked(rows, columns) };
  const drawn = `<h2>The matrix</h2><p class="faint">${counted(left, "row")} and ${counted(columns.filter(how => how !== "gone").length, "column")} left.${stands.hasLinks ? " The links of the row that is lit are drawn." : ""}</p>`
    + matrixPanel(run, k, rows, columns);
  const chosen = `<h2>The cover so far</h2>${room("The cover", coverList(s))}`;
  return puzzle ? [`<h2>The columns in ${lesson.houses ? "" : "four "}blocks</h2>
      <p class="faint">A square is a column${isLarge() ? "" : "; its number says how many rows it has left"}. A covered one is empty.</p>${blocks()}`, chosen, drawn] : [drawn, chosen];
}

function coverList(s) {
  if (!s.selected.length) return `<p class="faint">Empty.</p>`;
  return `<p class="faint">Each row, the column it was taken for, and how many rows that had.</p><ol class="cover">${s.selected.map((option, i) => {
    const choice = s.chosen[i];
    return `<li>${optionName(option)}${choice ? ` <i>for${puzzle ? "" : " column"}</i> ${itemName(choice.item)}<i>, ${counted(choice.size, "row")}</i>` : ""}</li>`;
  }).join("")}</ol>`;
}

/** The blocks of the columns; `paintBlocks` says how each column stands. */
function blocks() {
  const parts = [{ title: "cells: row × column", first: 0, rows: board.rows }];
  let last;
  housesOfItems().forEach((house, i) => {
    const kind = kindOf(house) + isFull(house);
    if (kind !== last) parts.push({ title: `${kindOf(house).replace(/x$/, "xe")}s: ${kindOf(house)} × digit`, first: board.spots.length + side * i, rows: 0 });
    parts.at(-1).rows++;
    last = kind;
  });
  const others = trace.cover.items.length - board.spots.length - side * houses.length;
  const more = others ? `<p class="faint">${counted(others, "more column")} of rules for two cells ${others > 1 ? "are" : "is"} not drawn here: each is secondary, so it has at most one 1 among the rows taken.</p>` : "";
  if (isLarge()) return `<div class="blocks">${parts.map(squares).join("")}</div>${more}`;
  const unit = side > 4 ? 24 : 30;
  return `<div class="blocks" data-walk aria-label="The columns" role="group">${parts.map(({ title, first, rows }) => {
    const squares = [], names = [], wide = first ? side : board.cols, count = first ? side * rows : board.spots.length;
    for (let i = 0; i < wide; i++) names.push(`<text class="faint" x="${18 + unit * (i + 0.5)}" y="12">${i + 1}</text>`);
    for (let i = 0; i < rows; i++) names.push(`<text class="faint" x="8" y="${18 + unit * (i + 0.5) + 4}">${i + 1}</text>`);
    for (let at = 0; at < count; at++) {
      const [x, y] = squareOf(first, at).map(place => 18 + unit * place);
      squares.push(`<g data-o="i${first + at}" role="button" tabindex="-1"><rect class="hit" x="${x}" y="${y}" width="${unit}" height="${unit}"/><rect x="${x + 1.5}" y="${y + 1.5}" width="${unit - 3}" height="${unit - 3}" rx="2"/>`
        + `<text x="${x + unit / 2}" y="${y + unit / 2 + 4}"></text></g>`);
    }
    return blockFigure(title, first, count, unit * wide + 18, unit * rows + 18, names.join("") + squares.join(""));
  }).join("")}</div>${more}`;
}

/** The place of a square in its block, from the left and from above: that of its cell, or the digit and the house. */
const squareOf = (first, at) => first ? [at % side, Math.floor(at / side)] : [board.spots[at][1], board.spots[at][0]];

/** A block of `count` columns from `first` on as a figure. */
const blockFigure = (title, first, count, width, height, inside) =>
  `<figure><svg class="block" role="${isLarge() ? "img" : "group"}" data-first="${first}" data-count="${count}" data-title="${title}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg><figcaption>${title}</figcaption></figure>`;

/** Shows in the blocks how each column stands and how many rows it has left. `now` is the
    step's own, `dead` one without a row. */
function paintBlocks({ columns, sizes, now = -1, dead = -1 }) {
  for (const svg of document.querySelectorAll("#panel .block")) {
    const first = +svg.dataset.first, count = +svg.dataset.count;
    const own = columns.slice(first, first + count), left = own.filter(how => how !== "gone").length;
    setAttribute(svg, "aria-label", `${svg.dataset.title}: ${left} of ${count} columns left`);
    if (isLarge()) paintSquares(svg, first, own, now - first, dead - first);
  }
  for (const square of document.querySelectorAll("#panel .block g[data-o]")) {
    const item = numberOf(square.dataset.o), gone = columns[item] === "gone";
    setAttribute(square, "class", `b${blockOf(item)} ${gone ? "gone" : "alive"}${item === now ? " now" : ""}${item === dead ? " dead" : ""}`);
    const text = gone ? "" : String(sizes[item]);
    if (square.lastChild.textContent !== text) square.lastChild.textContent = text;
    setAttribute(square, "aria-label", `${trace.cover.items[item].name}, ${gone ? "covered" : `${text} ${text === "1" ? "row" : "rows"} left`}`);
  }
}

/** Width of a square of a large puzzle's blocks, in pixels. */
const SQUARE = 10;

/** A block of a large puzzle: one path for all squares of one look. */
const squares = ({ title, first, rows }) => blockFigure(title, first, first ? side * rows : board.spots.length, SQUARE * (first ? side : board.cols), SQUARE * rows,
  `<g class="squares b${blockOf(first)}"><path class="alive"/><path class="gone"/><path class="now"/><path class="dead"/><g class="bands"></g></g>`);

function paintSquares(svg, first, own, now, dead) {
  const paths = { alive: "", gone: "", now: "", dead: "" };
  own.forEach((how, at) => {
    const [x, y] = squareOf(first, at), d = `M${SQUARE * x + 1} ${SQUARE * y + 1}h8v8h-8z`;
    paths[how === "gone" ? "gone" : "alive"] += d;
    if (at === dead) paths.dead += d;
    else if (at === now) paths.now += d;
  });
  for (const [look, d] of Object.entries(paths)) setAttribute(svg.querySelector(`.${look}`), "d", d);
}

/** The key of the square of a large puzzle's blocks that the mouse is on. */
function squareUnder(svg, event) {
  const { left, top, width } = svg.getBoundingClientRect(), first = +svg.dataset.first, square = width / (first ? side : board.cols);
  const [x, y] = [event.clientX - left, event.clientY - top].map(at => Math.floor(at / square));
  const item = first ? first + x + side * y : board.at(y, x);
  return item >= 0 && item < trace.cover.items.length ? `i${item}` : "";
}

panels.push({
  show(light) {
    for (const svg of isLarge() ? document.querySelectorAll("#panel .block") : []) {
      const first = +svg.dataset.first, count = +svg.dataset.count, lit = [];
      for (let at = 0; at < count; at++) {
        const level = light.level(`i${first + at}`);
        const [x, y] = level ? squareOf(first, at) : [];
        if (level) lit.push(`<rect data-lit="${level}" x="${SQUARE * x}" y="${SQUARE * y}" width="${SQUARE}" height="${SQUARE}"/>`);
      }
      svg.querySelector(".bands").innerHTML = lit.join("");
    }
  },
});
