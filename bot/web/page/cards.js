// Cards as elements. A card is known by its text, such as 7S, TH or JK, and which of equal cards it is.
import { h } from "./dom.js";
import { say } from "./words.js";

const SUITS = { C: "♣", D: "♦", S: "♠", H: "♥" };

export const suitOf = (text) => (text === "JK" ? "" : text.at(-1));
export const nameOf = (text) => (text === "JK" ? "★" : text.slice(0, -1).replace("T", "10") + SUITS[suitOf(text)]);
export const names = (texts) => texts.map(nameOf).join(" ");

// `about`: what else is true of it, such as joker or drawn.
export function face(text, about = []) {
  const rank = text === "JK" ? "★" : text.slice(0, -1).replace("T", "10");
  const look = ["card", `suit${suitOf(text) || "J"}`, ...about.filter((word) => word === "joker" || word === "drawn")];
  return h("span", { class: look.join(" "), "aria-hidden": "true" }, h("b", {}, rank), h("i", {}, SUITS[suitOf(text)] ?? ""));
}

export const spoken = (text, about = []) => [text === "JK" ? say("joker") : nameOf(text), ...(text === "JK" ? [] : about.map((word) => say(word)))].join(", ");
export const back = () => h("span", { class: "card back", "aria-hidden": "true" });

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
