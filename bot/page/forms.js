// What stands before everything else: forms that the bot opens, and pictures looked at closely.
import { h } from "./dom.js";
import { choices } from "./choices.js";
import { beside, markup } from "./markup.js";
import { pick } from "./picker.js";
import { say } from "./words.js";

export function enlarge(url, alt) {
  const close = h("button", { type: "button", class: "icon", "aria-label": say("close"), onclick: () => dialog.close() }, "✕");
  const dialog = h("dialog", { class: "viewer", "aria-label": say("picture") }, close, h("img", { src: url, alt }), h("p", {}, alt));
  dialog.addEventListener("click", (event) => event.target !== close && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const LARGEST = 10 << 20; // bytes, of all files in a form
let count = 0;

// One control: its label, its element, and how to read what was filled in.
const CONTROLS = {
  4: textInput,
  3: select, 5: select, 6: select, 7: select, 8: select,
  19: upload,
  21: (part) => optionList(part, "radio"),
  22: (part) => optionList(part, "checkbox"),
  23: checkbox,
};

function textInput(part) {
  const limits = { maxlength: part.max_length, minlength: part.min_length, required: part.required !== false, placeholder: part.placeholder };
  const made = part.style === 2 ? h("textarea", { rows: "5", ...limits }) : h("input", { type: "text", ...limits });
  made.value = part.value ?? "";
  return { element: made, focus: made, read: () => made.value };
}

function select(part, around, label) {
  const offered = choices(part, around);
  if ((part.max_values ?? 1) > 1) return menu(part, offered, label);
  const required = part.required !== false;
  const none = required && offered.some((option) => option.default) ? null : h("option", { value: "" }, part.placeholder ?? "—");
  const options = offered.map((option) => h("option", { value: option.value, selected: option.default }, option.label));
  const made = h("select", { required }, none, options);
  return { element: made, focus: made, read: () => (made.value ? [made.value] : undefined) };
}

// A menu of many choices opens a list of its own: five of them for the cards of a hand would be many screens high.
function menu(part, offered, label) {
  let chosen = offered.filter((option) => option.default).map((option) => option.value);
  const said = h("span");
  const made = h("button", { type: "button", class: "menu", "aria-haspopup": "listbox" }, said, h("span", { class: "arrow", "aria-hidden": "true" }));
  const show = () => {
    const labels = offered.filter((option) => chosen.includes(option.value)).map((option) => option.label);
    said.textContent = labels.join(", ") || (part.placeholder ?? "—");
    made.setAttribute("aria-label", `${label}: ${said.textContent}`);
  };
  made.addEventListener("click", async () => {
    const options = offered.map((option) => ({ ...option, default: chosen.includes(option.value) }));
    chosen = (await pick(made, label, options, part.min_values ?? 1, part.max_values, "done")) ?? chosen;
    show();
  });
  show();
  return { element: made, focus: made, read: () => chosen };
}

function optionList(part, type) {
  const name = `group${++count}`;
  const inputs = part.options.map((option) => h("input", { type, name, value: option.value, checked: option.default }));
  const rows = part.options.map((option, index) =>
    h("label", { class: "choice" }, inputs[index], beside(option), h("span", {}, option.label, option.description ? h("small", {}, option.description) : null)));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return { element: h("div", { class: "choices" }, rows), group: true, read: () => (type === "radio" ? chosen()[0] : chosen()) };
}

function upload(part) {
  const many = (part.max_values ?? 1) > 1;
  const made = h("input", { type: "file", multiple: many, required: part.required !== false });
  const read = () => {
    const files = [...made.files];
    if (files.reduce((sum, file) => sum + file.size, 0) > LARGEST) throw new Error(say("tooLarge"));
    return files.length ? Promise.all(files.map(content)) : undefined;
  };
  return { element: made, focus: made, read };
}

export async function content(file) {
  let bytes = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) bytes += String.fromCharCode(byte);
  return { name: file.name, data: btoa(bytes) };
}

function checkbox(part) {
  const made = h("input", { type: "checkbox", checked: part.default });
  return { element: made, focus: made, read: () => made.checked };
}

// `around` fills menus; `send` is given the values, by custom id, and may refuse by throwing.
export function openForm(form, around, send) {
  const reads = new Map();
  const body = form.components.map((part) => field(part, around, reads));
  const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const cancel = h("button", { type: "button", class: "button grey", onclick: () => dialog.close() }, say("cancel"));
  const inside = h("form", { method: "dialog" }, h("h2", { id: `form${++count}` }, form.title), body, wrong,
    h("footer", {}, cancel, h("button", { type: "submit", class: "button blurple" }, say("submit"))));
  const dialog = h("dialog", { class: "form", "aria-labelledby": `form${count}` }, inside);
  inside.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const values = await Promise.all([...reads].map(async ([id, read]) => [id, await read()]));
      await send(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
      dialog.close();
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("textarea, input, select")?.focus();
}

function field(part, around, reads) {
  if (part.type === 10) return h("div", { class: "text" }, markup(part.content));
  if (part.type === 1) return part.components.map((child) => labelled(child.label, null, child, around, reads));
  return labelled(part.label, part.description, part.component ?? part, around, reads);
}

function labelled(label, description, part, around, reads) {
  const control = CONTROLS[part.type]?.(part, around, label ?? "");
  if (!control) return null;
  reads.set(part.custom_id, control.read);
  const words = [h("span", {}, label ?? "", part.required === false ? "" : h("span", { class: "must", "aria-hidden": "true" }, " *")), description ? h("small", {}, description) : null];
  if (control.group) return h("fieldset", {}, h("legend", {}, words), control.element);
  return h("label", { class: "field" }, words, control.element);
}
