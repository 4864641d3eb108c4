// Keys of the slides. Without this script they scroll.
"use strict";
const slides = [...document.querySelectorAll("section")];
/** Index of the slide that takes most of the window. */
const current = () => {
  const distances = slides.map(slide => Math.abs(slide.getBoundingClientRect().top));
  return distances.indexOf(Math.min(...distances));
};
/** Shows the slide of an index, and keeps its number in the address. */
const show = index => {
  const slide = slides[Math.max(0, Math.min(index, slides.length - 1))];
  slide.scrollIntoView();
  history.replaceState(null, "", `#${slide.id}`);
};
const KEYS = {
  ArrowRight: () => show(current() + 1), ArrowDown: () => show(current() + 1), PageDown: () => show(current() + 1), " ": () => show(current() + 1),
  ArrowLeft: () => show(current() - 1), ArrowUp: () => show(current() - 1), PageUp: () => show(current() - 1),
  Home: () => show(0), End: () => show(slides.length - 1),
  n: () => { const at = current(); document.body.toggleAttribute("data-notes"); show(at); },
  f: () => { document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(); },
};
document.addEventListener("keydown", event => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, key)) return;
  event.preventDefault();
  KEYS[key]();
});
