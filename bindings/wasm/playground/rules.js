// The dialog for rules.

import { load } from "./load.js";
import { state, textOf } from "./state.js";
import { byId, element } from "./told.js";

/** The rules for the whole grid: a statement of docs/RULES.md, and its meaning. */
const RULES = [
  ["diagonal", "Diagonal: no digit twice on a diagonal"], ["windoku", "Windoku: four windows hold each digit"],
  ["disjoint-groups", "Disjoint groups: the same place of all boxes"], ["anti-knight", "Anti-knight: a knight's move apart differs"],
  ["anti-king", "Anti-king: touching cells differ"], ["non-consecutive", "Non-consecutive neighbours"],
  ["diagonal-non-consecutive", "Non-consecutive across corners"], ["self-taxicab", "Taxicab: equal digits are not that many steps apart"],
  ["anti-camel", "Anti-camel: 1 by 3 apart differs"], ["global-entropy", "Global entropy: low, middle, high in each 2×2"],
  ["no-xv", "No unmarked sums of 5 or 10"],
];

const rulesForm = byId("rules-form"), rulesWrong = byId("rules-error");
byId("rule-list").append(...RULES.map(([name, words]) => element("label", {}, element("input", { type: "checkbox", name: "rule", value: name }), ` ${words}`)));

export function openRules() {
  const { rules } = state().puzzle, named = new Set(RULES.map(([name]) => name));
  for (const box of rulesForm.querySelectorAll("[name=rule]")) box.checked = rules.includes(box.value);
  rulesForm.elements.others.value = rules.filter(rule => !named.has(rule)).join("\n");
  rulesWrong.textContent = "";
  byId("rules").showModal();
}

rulesForm.onsubmit = async event => {
  event.preventDefault();
  const { puzzle, own, struck } = state(), chosen = [...rulesForm.querySelectorAll("[name=rule]:checked")].map(box => box.value);
  const rules = [...rulesForm.elements.others.value.split(/[\n;]/).map(rule => rule.trim()).filter(Boolean), ...chosen];
  const { order, ...object } = JSON.parse(textOf(state()));
  try {
    // A rule may change the cells; then the player's digits have no place.
    const isSame = next => next.size === puzzle.size && String(next.cells) === String(puzzle.cells);
    await load(JSON.stringify({ ...object, size: puzzle.size, rules }), {}, next => isSame(next) ? { own, struck } : {});
    byId("rules").close();
  } catch (error) {
    rulesWrong.textContent = error.message;
  }
};
