// What the page says, in the language of its reader: the server picks it by what the browser asks for.
const told = await (await fetch("words")).json();

export const language = told.language;

// A name in braces is filled with its value.
export function say(key, values = {}) {
  return told.words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// The same around elements: its pieces and the values, in order.
export function pieces(key, values) {
  return told.words[key].split(/(\{\w+\})/).filter(Boolean).map((piece) => values[piece.slice(1, -1)] ?? piece);
}

document.documentElement.lang = language;
document.documentElement.dir = told.fromRight ? "rtl" : "ltr";
const said = { say: (element, text) => (element.textContent = text) };
for (const name of ["aria-label", "placeholder"]) said[name] = (element, text) => element.setAttribute(name, text);
for (const [name, put] of Object.entries(said)) {
  for (const element of document.querySelectorAll(`[data-${name}]`)) put(element, say(element.getAttribute(`data-${name}`)));
}
