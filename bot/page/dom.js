// Elements are built, never parsed: whatever a person or the bot writes stays text.
import { say } from "./words.js";

export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function set(made, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
  else if (key === "data") Object.assign(made.dataset, value);
  else made.setAttribute(key, value === true ? "" : value);
}

const LAST_NEWS = 10;
export const $ = (id) => document.getElementById(id);

// Read out by screen readers, one after another.
export function announce(text) {
  $("news").append(h("p", {}, text));
  if ($("news").children.length > LAST_NEWS) $("news").firstChild.remove();
}

let toastTimer;

export function toast(text, label, act) {
  const box = $("toast");
  const button = label && h("button", { type: "button", class: "blurple", onclick: () => { box.hidden = true; act(); } }, label);
  const close = h("button", { type: "button", class: "icon", "aria-label": say("close"), onclick: () => (box.hidden = true) }, "✕");
  box.replaceChildren(h("span", {}, text), button || "", close);
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), act ? 10000 : 6000);
}

export const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
