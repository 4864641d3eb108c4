// The dialog for another puzzle: a text, a file, an example or a blank grid.

import { load, loadText } from "./load.js";
import { enter } from "./pad.js";
import { button, byId, element } from "./told.js";

/** Puzzles of the repository to begin with: a file, and its name in the list. */
const EXAMPLES = [
  ["classic-9x9.txt", "9×9, a classic"], ["brute-force-killer.txt", "9×9, 17 clues"], ["lecture-4x4.txt", "4×4"],
  ["large/16x16-b.txt", "16×16"], ["variants/12x12.txt", "12×12"], ["variants/jigsaw.txt", "Jigsaw"], ["variants/killer.txt", "Killer 6×6"], ["variants/anti-knight.txt", "Anti-knight"],
  ["variants/diagonal.txt", "Diagonals"], ["variants/windoku.txt", "Windoku"], ["variants/thermometers.txt", "Thermometers"],
  ["variants/arrows.txt", "Arrows"], ["variants/kropki.txt", "Kropki dots"], ["variants/sandwich.txt", "Sandwich"], ["samurai.txt", "Samurai"],
];

const form = byId("paste"), field = form.elements.text, wrong = byId("paste-error");

/** Opens the dialog for another puzzle, with a text that could not be read and its error. */
export function openPuzzle(text = "", error = null) {
  field.value = text;
  byId("puzzle").showModal();
  if (error) tellWrong(error);
  else clearWrong();
  field.focus();
}

/** Shows an error beside the field, and selects its place. */
function tellWrong({ message, line, column }) {
  wrong.textContent = message;
  field.setAttribute("aria-invalid", "true");
  if (!line) return;
  const lines = field.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const at = start + (column ? column - 1 : 0);
  field.focus();
  field.setSelectionRange(at, column ? at + 1 : start + (lines[line - 1]?.length ?? 0));
}

function clearWrong() {
  wrong.textContent = "";
  field.removeAttribute("aria-invalid");
}
field.addEventListener("input", clearWrong);

form.onsubmit = async event => {
  event.preventDefault();
  clearWrong();
  try {
    await loadText(field.value, { ignoreUnknownRules: form.elements.ignore.checked });
    byId("puzzle").close();
  } catch (error) {
    tellWrong(error);
  }
};

byId("file").onchange = async ({ target }) => {
  if (!target.files.length) return;
  field.value = await target.files[0].text();
  form.requestSubmit();
};

const examples = byId("example");
examples.append(...EXAMPLES.map(([value, textContent]) => element("option", { value, textContent })));
examples.onchange = async () => {
  if (!examples.value) return;
  try {
    field.value = await example(examples.value);
    form.requestSubmit();
  } catch (error) {
    tellWrong(error);
  } finally {
    examples.value = "";
  }
};

/** Promises the text of an example. */
async function example(name) {
  const response = await fetch(`examples/${name}`);
  if (!response.ok) throw new Error(`the example ${name} can't be loaded: status ${response.status}`);
  return response.text();
}

/** Promises the example that a first visit shows. */
export const firstExample = () => example(EXAMPLES[0][0]);

byId("blanks").append(...[4, 6, 8, 9, 12, 16].map(side => button(`${side}×${side}`, async () => {
  await load(`size ${side}x${side}`);
  byId("puzzle").close();
  enter("clue");
})));
