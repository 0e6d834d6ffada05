// What stands before everything else: forms that the bot opens, and pictures looked at closely.
import { h } from "./dom.js";
import { markup } from "./markup.js";

export function enlarge(url, alt) {
  const close = h("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => dialog.close() }, "✕");
  const dialog = h("dialog", { class: "viewer", "aria-label": "Picture" }, close, h("img", { src: url, alt }), h("p", {}, alt));
  dialog.addEventListener("click", (event) => event.target !== close && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

let count = 0;

// One control: its label, its element, and how to read what was filled in.
const CONTROLS = {
  4: textInput,
  3: stringSelect,
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

function stringSelect(part) {
  if ((part.max_values ?? 1) > 1) return optionList(part, "checkbox");
  const none = part.required === false ? [h("option", { value: "" }, "—")] : [];
  const options = part.options.map((option) => h("option", { value: option.value, selected: option.default }, option.label));
  const made = h("select", {}, none, options);
  return { element: made, focus: made, read: () => (made.value ? [made.value] : undefined) };
}

function optionList(part, type) {
  const name = `group${++count}`;
  const inputs = part.options.map((option) => h("input", { type, name, value: option.value, checked: option.default }));
  const rows = part.options.map((option, index) =>
    h("label", { class: "choice" }, inputs[index], h("span", {}, option.label, option.description ? h("small", {}, option.description) : null)));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return { element: h("div", { class: "choices" }, rows), group: true, read: () => (type === "radio" ? chosen()[0] : chosen()) };
}

function checkbox(part) {
  const made = h("input", { type: "checkbox", checked: part.default });
  return { element: made, focus: made, read: () => made.checked };
}

// `send` is given the values, by custom id; it may refuse by throwing.
export function openForm(form, send) {
  const reads = new Map();
  const body = form.components.map((part) => field(part, reads));
  const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const cancel = h("button", { type: "button", class: "button grey", onclick: () => dialog.close() }, "Cancel");
  const inside = h("form", { method: "dialog" }, h("h2", { id: `form${++count}` }, form.title), body, wrong,
    h("footer", {}, cancel, h("button", { type: "submit", class: "button blurple" }, "Submit")));
  const dialog = h("dialog", { class: "form", "aria-labelledby": `form${count}` }, inside);
  inside.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send(Object.fromEntries([...reads].map(([id, read]) => [id, read()]).filter(([, value]) => value !== undefined)));
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

function field(part, reads) {
  if (part.type === 10) return h("div", { class: "text" }, markup(part.content));
  if (part.type === 1) return part.components.map((child) => labelled(child.label, null, child, reads));
  return labelled(part.label, part.description, part.component ?? part, reads);
}

function labelled(label, description, part, reads) {
  const control = CONTROLS[part.type]?.(part);
  if (!control) return null;
  reads.set(part.custom_id, control.read);
  const words = [h("span", {}, label ?? "", part.required === false ? "" : h("span", { class: "must", "aria-hidden": "true" }, " *")), description ? h("small", {}, description) : null];
  if (control.group) return h("fieldset", {}, h("legend", {}, words), control.element);
  return h("label", { class: "field" }, words, control.element);
}
