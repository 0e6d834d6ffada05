// Times in the reader's own zone; relative ones count.
import { h } from "./dom.js";
import { language, say } from "./words.js";

const relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" },
  d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

export function since(unix, now = Date.now() / 1000) {
  const apart = Math.round(unix - now);
  const [unit, size] = UNITS.find(([, seconds]) => Math.abs(apart) >= seconds) ?? ["second", 1];
  return relative.format(Math.round(apart / size), unit);
}

export function stamp(unix, style) {
  const when = new Date(unix * 1000);
  if (Number.isNaN(when.getTime())) return document.createTextNode(say("badDate"));
  const full = when.toLocaleString(language, STYLES.F);
  const counts = style === "R";
  const text = counts ? since(unix) : when.toLocaleString(language, STYLES[style] ?? STYLES.f);
  return h("time", { class: "stamp", datetime: when.toISOString(), title: full, "data-unix": counts ? unix : null }, text);
}

export function clockTime(iso) {
  const when = new Date(iso);
  const today = when.toDateString() === new Date().toDateString();
  const text = when.toLocaleString(language, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
  return h("time", { datetime: iso, title: when.toLocaleString(language, STYLES.F) }, text);
}

setInterval(() => {
  for (const shown of document.querySelectorAll("time[data-unix]")) {
    const text = since(Number(shown.dataset.unix));
    if (shown.textContent !== text) shown.textContent = text;
  }
}, 500);
