// What a message is made of, as Discord's API describes it, into elements.
import { h } from "./dom.js";
import { beside, markup } from "./markup.js";
import { choices } from "./choices.js";
import { pick } from "./picker.js";
import { enlarge } from "./forms.js";
import { say } from "./words.js";

const STYLES = { 1: "blurple", 2: "grey", 3: "green", 4: "red", 5: "grey" };

// `host` does things: host.act(control, does, details); host.around fills menus.
const BUILD = {
  1: (part, host) => h("div", { class: "row" }, build(part.components, host)),
  2: button,
  3: menu, 5: menu, 6: menu, 7: menu, 8: menu,
  9: (part, host) => h("div", { class: "section" }, h("div", {}, build(part.components, host)), build([part.accessory], host)),
  10: (part) => h("div", { class: "text" }, markup(part.content)),
  11: (part) => h("div", { class: "thumb" }, picture(part.media, part.description, part.spoiler)),
  12: (part) => h("div", { class: "gallery" }, part.items.map((item) => picture(item.media, item.description, item.spoiler))),
  13: (part) => file(part.file),
  14: (part) => h("div", { class: part.divider === false ? "space" : "space divider", role: "presentation" }),
  17: container,
};

export function build(parts, host) {
  return (parts ?? []).filter(Boolean).map((part) => BUILD[part.type]?.(part, host) ?? null);
}

function container(part, host) {
  const box = h("div", { class: "container" }, build(part.components, host));
  if (Number.isInteger(part.accent_color)) {
    box.style.setProperty("--stripe", "#" + part.accent_color.toString(16).padStart(6, "0"));
  }
  return part.spoiler ? covered(box) : box;
}

function button(part, host) {
  const look = "button " + (STYLES[part.style] ?? "grey");
  const inside = [beside(part), h("span", {}, part.label ?? "")];
  if (part.style === 5) {
    const safe = /^(https?|discord):\/\//.test(part.url ?? "") ? part.url : null;
    return h("a", { class: look, href: safe, target: "_blank", rel: "noopener noreferrer nofollow" }, inside);
  }
  const made = h("button", { type: "button", class: look, disabled: part.disabled, data: { id: part.custom_id } }, inside);
  if (part.label === "⋯") made.setAttribute("aria-label", say("more"));
  made.addEventListener("click", (event) => host.act(made, "click", { custom_id: part.custom_id }, event.detail === 0));
  return made;
}

function menu(part, host) {
  const options = choices(part, host.around);
  const chosen = options.filter((option) => option.default);
  const said = chosen.length ? chosen.map((option) => option.label).join(", ") : part.placeholder || say("select");
  const made = h("button", {
    type: "button", class: chosen.length ? "menu" : "menu hint", disabled: part.disabled,
    "aria-haspopup": "listbox", data: { id: part.custom_id },
  }, h("span", {}, chosen.length === 1 ? beside(chosen[0]) : null, said), h("span", { class: "arrow", "aria-hidden": "true" }));
  made.addEventListener("click", async (event) => {
    if (made.closest(".busy")) return;
    const byKey = event.detail === 0;
    const values = await pick(made, part.placeholder || said, options, part.min_values ?? 1, part.max_values ?? 1);
    if (values) host.act(made, "select", { custom_id: part.custom_id, values }, byKey);
  });
  return made;
}

function covered(box) {
  box.classList.add("covered");
  box.addEventListener("click", () => box.classList.remove("covered"), { once: true });
  return box;
}

export function picture(media, description, hidden) {
  if (!media?.url) return null;
  if (!media.width) return file(media);
  const alt = description ?? media.description ?? media.filename;
  const shown = h("img", { src: media.url, alt, width: media.width, height: media.height, decoding: "async" });
  const opener = h("button", { type: "button", class: "picture", "aria-label": say("enlarge", { picture: alt }), onclick: () => enlarge(media.url, alt) }, shown);
  return hidden ? covered(opener) : opener;
}

export function file(media) {
  if (!media?.url) return null;
  return h("a", { class: "file", href: media.url, download: media.filename },
    h("strong", {}, media.filename), h("small", {}, size(media.size ?? 0)), h("span", { class: "quiet" }, say("download")));
}

function size(bytes) {
  if (bytes < 1024) return say("bytes", { count: bytes });
  return bytes < 1048576 ? say("kilobytes", { count: (bytes / 1024).toFixed(1) }) : say("megabytes", { count: (bytes / 1048576).toFixed(1) });
}

export function urlsIn(parts) {
  return (parts ?? []).filter(Boolean).flatMap((part) => [
    part.media?.url, part.file?.url, ...(part.items ?? []).map((item) => item.media?.url),
    ...urlsIn(part.components), ...urlsIn([part.accessory]),
  ]).filter(Boolean);
}
