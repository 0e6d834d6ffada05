// Cards as elements. A card is known by its text, such as 7S, TH or JK, and which of equal cards it is.
import { h } from "./dom.js";
import { FIGURES, PIPS } from "./figures.js";
import { say } from "./words.js";

const SUITS = { C: "♣", D: "♦", S: "♠", H: "♥" };

export const suitOf = (text) => (text === "JK" ? "" : text.at(-1));
export const nameOf = (text) => (text === "JK" ? "★" : text.slice(0, -1).replace("T", "10") + SUITS[suitOf(text)]);
export const names = (texts) => texts.map(nameOf).join(" ");

// `about`: what else is true of it, such as joker or drawn.
export function face(text, about = []) {
  const [isJoker, isPrinted, isDrawn] = [about.includes("joker"), text === "JK", about.includes("drawn")];
  const look = ["card", `suit${suitOf(text) || "J"}`, (isJoker || isPrinted) && "joker", isJoker && !isPrinted && "wild", isDrawn && "drawn"];
  const rank = isPrinted ? "JK" : text.slice(0, -1);
  return h("span", { class: look.filter(Boolean).join(" "), "aria-hidden": "true" },
    h("b", {}, rank.replace("T", "10")), drawing("index", 10, 10, pip(text, 0, 0, 10)), art(text, rank), isDrawn && h("em", {}, say("new")));
}

export const spoken = (text, about = []) => [text === "JK" ? say("joker") : nameOf(text), ...(text === "JK" ? [] : about.map((word) => say(word)))].join(", ");
export const back = () => h("span", { class: "card back", "aria-hidden": "true" });

// -- drawing ----------------------------------------------------------------------------------------

// Suits and the star in a box of 10 by 10. Fonts of phones would draw them as emoji.
const SIGNS = {
  C: "M5 .2A2.3 2.3 0 0 1 6.9 3.8 2.3 2.3 0 1 1 5.5 7.2L6.3 9.8H3.7L4.5 7.2A2.3 2.3 0 1 1 3.1 3.8 2.3 2.3 0 0 1 5 .2z",
  D: "M5 0 8.8 5 5 10 1.2 5z",
  H: "M5 9.8C3 7.4.3 5.5.3 3A2.45 2.45 0 0 1 5 2.2 2.45 2.45 0 0 1 9.7 3C9.7 5.5 7 7.4 5 9.8z",
  S: "M5 .1C6.6 2.6 9.6 4.2 9.6 6.4A2.2 2.2 0 0 1 5.5 7.5L6.3 9.9H3.7L4.5 7.5A2.2 2.2 0 0 1 .4 6.4C.4 4.2 3.4 2.6 5 .1z",
  "": "M5 0 6.3 3.5 10 3.7 7.1 6 8.1 9.6 5 7.6 1.9 9.6 2.9 6 0 3.7 3.7 3.5z",
};

function shape(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function drawing(look, wide, tall, ...shapes) {
  const made = shape("svg", { class: look, viewBox: `0 0 ${wide} ${tall}` });
  made.append(...shapes.flat());
  return made;
}

function pip(text, x, y, size, look = "ink") {
  return shape("path", { d: SIGNS[suitOf(text)], class: look, transform: `translate(${x} ${y}) scale(${size / 10})` });
}

// The middle of a card: its figure, or as many pips as it counts.
function art(text, rank) {
  const figure = FIGURES[rank];
  if (!figure) return drawing("art", 10, 26, PIPS[rank]?.map(([x, y]) => pip(text, x * 6, y * 22, 4)) ?? pip(text, 0, 8, 10));
  const layer = (shapes, look) => shapes.map((one) => (one.length === 4
    ? shape("ellipse", { class: look, cx: (one[0] + one[2]) / 2, cy: (one[1] + one[3]) / 2, rx: (one[2] - one[0]) / 2, ry: (one[3] - one[1]) / 2 })
    : shape("polygon", { class: look, points: one.join(" ") })));
  return drawing("art figure", 10, 22, layer(figure.ink, "ink"), layer(figure.paper, "paper"), layer(figure.details, "ink"), layer(figure.gold, "gold"),
    figure.bearsSuit ? pip(text, 2.75, 16.25, 4.5, "paper") : []);
}

// Keys that tell equal cards apart: the first 7S is 7S 1.
export function keyed(texts, seen = new Map()) {
  return texts.map((text) => {
    const copy = (seen.get(text) ?? 0) + 1;
    seen.set(text, copy);
    return { text, key: `${text} ${copy}` };
  });
}

// Cards that moved glide from where they were; `draw` draws them anew.
export function gliding(around, draw) {
  const places = () => new Map([...around.querySelectorAll("[data-key]")].map((one) => [one.dataset.key, one.getBoundingClientRect()]));
  const before = places();
  draw();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [key, now] of places()) {
    const was = before.get(key);
    if (!was || (Math.abs(was.x - now.x) < 2 && Math.abs(was.y - now.y) < 2)) continue;
    const moved = [...around.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    moved.animate([{ transform: `translate(${was.x - now.x}px, ${was.y - now.y}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
}
