// The dialog for the picture and the text of the puzzle, and its link.

import { addressOf } from "./address.js";
import { show } from "./engine.js";
import { digitIn, state, textOf } from "./state.js";
import { byId, element, tell } from "./told.js";

/** The picture in black on white, as a file has it. */
async function pictureFile() {
  const { picture } = await show(textOf(state(), true));
  return picture.replace("<svg ", "<svg color=\"#000\" ").replace(/(<svg [^>]*>)/, (all, start) => {
    const [, x, y, width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(start);
    return `${start}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff" stroke="none"/>`;
  });
}

/** The pixels of the wider side of a PNG picture. */
const PIXELS = 1080;

async function pngFile() {
  const svg = await pictureFile(), image = new Image();
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg), scale = PIXELS / Math.max(width, height);
  const canvas = element("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  // Without a width of its own, a picture has none in some browsers.
  image.src = URL.createObjectURL(new Blob([svg.replace("<svg ", `<svg width="${canvas.width}" height="${canvas.height}" `)], { type: "image/svg+xml" }));
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise(resolve => canvas.toBlob(resolve, "image/png"));
}

function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The text of all digits on a line, or in rows where a number has several signs. */
function digitsText() {
  const current = state(), { puzzle } = current, isShort = puzzle.symbols.every(symbol => symbol.length === 1);
  const sign = (row, col) => {
    const cell = puzzle.index.get(`r${row + 1}c${col + 1}`), digit = cell === undefined ? 0 : digitIn(current, cell);
    return digit ? puzzle.symbols[digit - 1] : ".";
  };
  const rows = Array.from({ length: puzzle.rows }, (_, row) => Array.from({ length: puzzle.cols }, (_, col) => sign(row, col)).join(isShort ? "" : " "));
  return rows.join(isShort && puzzle.cells.length === puzzle.size ** 2 ? "" : "\n");
}

export const addressNow = () => new URL(addressOf(state()), location.href).href;

/** Copies a text, and says so; where the browser does not allow it, shows the text to be copied. */
export async function copy(text, what) {
  const shown = element("input", { value: text, readOnly: true, ariaLabel: what });
  shown.onfocus = () => shown.select();
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  tell(isCopied ? `${what} copied` : `${what} to copy`, [shown]);
}

export async function openPicture() {
  const svg = await pictureFile();
  const preview = byId("preview");
  preview.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  preview.onload = () => URL.revokeObjectURL(preview.src);
  byId("picture-text").value = digitsText();
  const { fpuzzles } = await show(textOf(state()));
  byId("fpuzzles").hidden = byId("sudokupad").hidden = !fpuzzles;
  if (fpuzzles) {
    byId("fpuzzles").href = fpuzzles;
    byId("sudokupad").href = fpuzzles.replace("https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles");
  }
  byId("picture").showModal();
}

byId("save-svg").onclick = async () => save(new Blob([await pictureFile()], { type: "image/svg+xml" }), "sudoku.svg");
byId("save-png").onclick = async () => save(await pngFile(), "sudoku.png");
byId("copy-text").onclick = () => { byId("picture").close(); copy(digitsText(), "Text"); };
byId("share").hidden = !navigator.share;
byId("share").onclick = () => navigator.share({ title: "Sudoku", url: addressNow() }).catch(() => {});
